"""Moments that meet in a walk: with elephants it finds what a walk of each single way finds, and can be stopped."""

from __future__ import annotations

import time
from collections import defaultdict
from fractions import Fraction

import pytest

from hexillum import odds
from hexillum.core import hexes
from hexillum.core.state import NONE, State
from hexillum.engine import walk
from hexillum.engine.walk import Saw, begin_walk, carry_on
from hexillum.odds import EVADES, STANDS, Behaviour, walks
from hexillum.odds.sheet import sheet_of_pair, sheet_under_way
from tests.kit.odds_positions import behaviours, errors, fights
from tests.kit.support import rule, situation
from tests.odds.test_odds import spread

#: Elephants in a crowd: an attacker on F5, and one that is attacked on E5 and cannot all go back.
CROWDS = {
    "leaders beside": ("top E5 elephant 2", "top E4 auxilia 2 leader", "bottom E6 light-infantry 1 leader"),
    "no way back": ("top E5 elephant 1", "top D4 auxilia 3", "top D5 auxilia 1 leader", "top E4 light-bow 2"),
    "foes behind": ("top E5 elephant 1", "bottom D4 auxilia 2", "top D5 light-infantry 2 leader"),
    "two elephants": ("top E5 elephant 2", "top D4 elephant 1", "bottom F4 auxilia 2"),
}
ATTACKERS = ("bottom F5 auxilia 3", "bottom F5 elephant 2")


def crowd(name: str, attacker: str, **law: bool) -> State:
    battle = situation(attacker, *CROWDS[name], to_win=3)
    for switch, on in law.items():
        setattr(battle.state.law, switch, int(on))
    return odds.begun(battle, "close F5xE5").state


def every_way(s: State, behaviour: Behaviour = STANDS) -> dict[int, Fraction]:
    """The chances of all outcomes, each way of the dice walked by itself."""
    s, way, saw = s.copy(), behaviour.way(), Saw()
    found: dict[int, Fraction] = defaultdict(Fraction)
    begin_walk(s, way, saw)
    spread(s, way, saw, carry_on(s, NONE, way, saw, [0] * 512), Fraction(1), found, merged=True)
    return found


@rule("RM-02", "RM-12", "GAP-03", "GAP-11")
@pytest.mark.parametrize("attacker", ATTACKERS)
@pytest.mark.parametrize("name", CROWDS)
def test_moments_that_meet_lose_nothing(name, attacker):
    s = crowd(name, attacker, escape_full_strength_die=name == "leaders beside")
    assert walks.walk(s, STANDS) == every_way(s)


def test_moments_of_random_battles_lose_nothing():
    checked = 0
    for behaviour, (where, s) in zip(behaviours(3), fights(40, 11, ("zama", "raphia", "ipsus")), strict=False):
        way = behaviour.way()
        if not begin_walk(s, way, Saw()) or not way.meets:
            continue
        began = time.monotonic()
        found = walks.walk_until(began + 0.1, s, behaviour)
        if found is not None:  # the others would be walked for minutes
            assert found == every_way(s, behaviour), where
            checked += 1
    assert checked >= 3


def test_where_room_grows_short_the_same_is_found(monkeypatch):
    s = crowd("leaders beside", ATTACKERS[1])
    whole = walks.walk(s, STANDS)
    monkeypatch.setattr(walks, "PLAIN_ROOM", 64)
    assert walks.walk(s, STANDS) == whole


def test_a_walk_that_is_looked_at_often_finds_the_same(monkeypatch):
    s = crowd("foes behind", ATTACKERS[1])
    whole = walks.walk(s, STANDS)
    monkeypatch.setattr(walks, "PLAIN_MOMENTS", 1)
    assert walks.walk_until(time.monotonic() + 60, s, STANDS) == whole


def test_a_walk_without_time_is_given_up():
    assert walks.walk_until(0.0, crowd("two elephants", ATTACKERS[1]), STANDS) is None


def test_without_time_the_battle_is_played(monkeypatch):
    s = crowd("leaders beside", ATTACKERS[0])
    monkeypatch.setattr(walks, "PLAIN_PLAYS", 1000)
    found = odds.under_way(s, compiled=False, seconds=0.0)
    exact = odds.under_way(s, compiled=False)
    assert (found.plays, exact.plays) == (1000, 0)
    assert 0 < found.error < 0.02
    assert "1,000 battles played" in str(found)
    assert "simulated" not in str(exact)
    means = [float(found.mean(name)) for name in odds.Outcome._fields]
    assert max(errors(exact, means, found.plays).values()) < 5


def test_without_time_fractions_become_numbers_that_say_so(monkeypatch):
    monkeypatch.setattr("hexillum.compiled.cache.is_ready", lambda *_: False)
    s = crowd("leaders beside", ATTACKERS[0])
    told = sheet_under_way(s, [], exact=True, seconds=0.0)["ways"][0]
    assert told["simulated"] is not None and told["simulated"]["battles"] == walks.PLAIN_PLAYS
    assert "simulated: 20 battles" in told["words"]
    assert all(isinstance(chance, float) for chance in told["fates"].values())


def test_a_sheet_is_there_in_about_the_time_it_is_given(monkeypatch):
    monkeypatch.setattr("hexillum.compiled.cache.is_ready", lambda *_: False)
    s = situation(ATTACKERS[1], *CROWDS["leaders beside"]).state
    began = time.monotonic()
    told = sheet_of_pair(s, hexes.parse("F5"), hexes.parse("E5"), seconds=0.3)
    assert told["ways"]
    assert time.monotonic() - began < 10


def test_who_may_evade_is_known_before_anything_is_rolled():
    asked = situation("bottom I5 medium-cavalry 3", "top H5 light-infantry 2")
    stuck = situation("bottom F5 warrior 4", "top E5 auxilia 4")
    assert walks.may_evade(odds.begun(asked, "close I5xH5").state)
    assert not walks.may_evade(odds.begun(stuck, "close F5xE5").state)
    ways = sheet_of_pair(asked.state, hexes.parse("I5"), hexes.parse("H5"))["ways"]
    assert [way["way"] for way in ways] == ["stands", "evades"]
    assert ways[1]["fates"]["evaded"] == pytest.approx(
        float(odds.attack(asked, "close I5xH5", EVADES).chance(lambda o: bool(o.evaded and not o.eliminated)))
    )


@pytest.mark.slow
def test_both_forms_find_the_same_in_crowds():
    pytest.importorskip("hexillum.compiled.with_numba", reason="needs numba")
    walker = odds.Walker()
    for name in CROWDS:
        s = crowd(name, ATTACKERS[1])
        plain = walks.walk(s, STANDS, 1.0)
        walker.put(s)
        found = walker.walk() or {}
        assert found.keys() == plain.keys()
        assert all(abs(found[key] - plain[key]) < 1e-12 for key in plain)
        played = walker.play(0.0)
        assert played.plays == walks.PLAYS
        assert set(played.chances) <= set(plain)
        assert walker.walk() == found
        assert len(walker.means()) == walk.MADE


def test_a_compiled_walk_without_time_is_given_up_and_spoils_no_other(monkeypatch):
    pytest.importorskip("hexillum.compiled.with_numba", reason="needs numba")
    monkeypatch.setattr(walks, "MOMENTS", 3)
    walker = odds.Walker()
    walker.put(crowd("no way back", ATTACKERS[0]))
    whole = walker.walk()
    assert walker.walk(until=0.0) is None
    assert walker.walk() == whole
    assert walker.walk(until=time.monotonic() + 60) == whole


def test_the_figures_of_very_many_outcomes_are_there_at_once():
    outcomes = {odds.Outcome(*(n >> k & 7 for k in range(21))): 1 / 20_000 for n in range(20_000)}
    began = time.process_time()
    told = odds.Odds("close A1xA2", 5, STANDS, outcomes).as_dict(outcomes=False)
    assert set(told["distributions"]["hits"]) == {str(n) for n in range(8)}
    assert time.process_time() - began < 5  # quadratic, it took minutes
