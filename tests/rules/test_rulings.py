"""House switches: each does what docs/rulings.md says, and the document names them all with their defaults."""

from __future__ import annotations

import re

from hexillum.core import ask
from hexillum.core.editions import SWITCHES, edition_named
from hexillum.core.rows import EDITIONS
from hexillum.core.rulebook import rules
from hexillum.core.state import empty_state
from tests.kit.support import ROOT, play, refused, rule, situation, texts

DOCUMENT = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")


def test_the_document_names_every_switch_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (on|off|-) \| (on|off|-) \|", DOCUMENT, re.MULTILINE)
    assert {name for name, *_ in rows} == set(SWITCHES)
    for column, key in enumerate(EDITIONS, 1):
        words = {row[0]: row[column] for row in rows if row[column] != "-"}
        game = edition_named(key)
        assert words == {name: "on" if on else "off" for name, on in game.switches.items()}
        law = empty_state(game.key).law
        assert {name: bool(getattr(law, name)) for name in game.switches} == game.switches


def test_the_document_names_rules_that_exist() -> None:
    named = set(re.findall(r"\b[A-Z]{2,4}-[0-9]{2}\b", DOCUMENT))
    assert named <= rules().keys()


@rule("EV-19")
def test_exact_evade() -> None:
    pieces = ["bottom F6 medium-infantry 4", "top E6 light-infantry 4", "top C5 auxilia 4", "top C6 auxilia 4"]
    pieces += ["top D6 auxilia 4"]
    assert play(situation(*pieces), "close F6xE6").decision.kind == ask.EVADE
    exact = play(situation(*pieces, switches={"exact_evade": True}), "close F6xE6")
    assert exact.decision.kind == ask.ROLL
    onto_leader = [*pieces[:2], "top D5 leader", "top D6 auxilia 4", "top C5 auxilia 4"]
    assert play(situation(*onto_leader, switches={"exact_evade": True}), "close F6xE6").decision.kind == ask.EVADE


@rule("EV-20", "EV-23")
def test_exact_evade_makes_no_dead_end_of_the_hex_beside_the_leader() -> None:
    pieces = ["bottom F6 medium-infantry 4", "top E6 light-bow 4", "top D5 leader", "top C6 auxilia 4"]
    pieces += ["top C7 auxilia 4"]
    for edition in EDITIONS:
        battle = situation(*pieces, edition=edition, switches={"exact_evade": True})
        play(battle, "close F6xE6", "evade", f"roll {' '.join('L' * (4 if edition == 'ancients' else 3))}")
        assert texts(battle) == ["to D5"]
        error = refused(battle, "to D6", "EV-19" if edition == "ancients" else "EV-20", "EV-23")
        assert "must evade onto the leader at D5: one hex alone is not enough" in str(error)


@rule("EV-19", "EV-23")
def test_strict_short_evade() -> None:
    before = ["bottom F6 medium-infantry 4", "top E6 light-bow 4", "top C6 auxilia 4", "top C7 auxilia 4"]
    leader, dead_end, way_out = ["top D5 leader"], ["top C5 auxilia 4"], ["top D5 leader", "top C5 auxilia 4"]
    for more, off, on in (
        (leader, ["to D5", "to D6"], ["to D5"]),
        (dead_end, ["to D5", "to D6"], ["to D5", "to D6"]),
        (way_out, ["to D5", "to D6"], ["to D5"]),
    ):
        for strict, ways in ((False, off), (True, on)):
            battle = situation(*before, *more, switches={"strict_short_evade": strict})
            assert texts(play(battle, "close F6xE6", "evade", "roll L L L L")) == ways


@rule("FU-08")
def test_charge_at_leader() -> None:
    pieces = ("bottom G6 warrior 4", "top D6 leader")
    refused(situation(*pieces, phase="move"), "move G6 F6 E6", "FU-08")
    play(situation(*pieces, phase="move", switches={"charge_at_leader": True}), "move G6 F6 E6")


@rule("GAP-11", "LE-12")
def test_escape_full_strength_die() -> None:
    pieces = ("bottom F6 medium-infantry 4", "top E6 leader", "bottom D6 warrior 4", "bottom D5 warrior 3")
    for on, first, second in ((False, 3, 3), (True, 4, 3)):
        for way, dice in (("to D6 C6", first), ("to D5 C5", second)):
            battle = situation(*pieces, switches={"escape_full_strength_die": on})
            play(battle, "close F6xE6", "roll G G G G", way)
            assert battle.decision.dice == dice


@rule("RT-25")
def test_retreat_longest_path() -> None:
    pieces = ["bottom F6 medium-infantry 4", "top E6 light-cavalry 3", "top B4 auxilia 4", "top B5 auxilia 4"]
    pieces += ["top C6 auxilia 4", "top C7 auxilia 4"]
    for on, ways in ((True, ["to D5"]), (False, ["to D5", "to D6"])):
        battle = situation(*pieces, switches={"retreat_longest_path": on})
        play(battle, "close F6xE6", "stand", "roll F L L L")
        assert texts(battle) == ways


@rule("BC-07", "MA-10")
def test_bonus_at_leader() -> None:
    pieces = ("bottom F6 warrior 4", "top E6 auxilia 1", "top D6 leader")
    for on in (True, False):
        battle = situation(*pieces, switches={"bonus_at_leader": on})
        play(battle, "close F6xE6", "roll G L L L", "advance")
        assert (battle.decision.kind == ask.BONUS) == on
    with_unit = situation(*pieces, "top D5 auxilia 4", switches={"bonus_at_leader": False})
    play(with_unit, "close F6xE6", "roll G L L L", "advance")
    assert texts(with_unit) == ["done", "E6xD5"]
