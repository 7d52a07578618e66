"""Exact odds: closed forms, merged rolls, both forms of the rules, dice as they fall, and what is refused."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from fractions import Fraction
from math import fsum
from typing import Any

import pytest

from hexillum import odds
from hexillum.battle.door import Battle, IllegalChoice
from hexillum.battle.lines import BadLine
from hexillum.core import kinds
from hexillum.core.battlefield import has
from hexillum.core.dice import rolls
from hexillum.core.state import NONE, State
from hexillum.engine import walk
from hexillum.engine.rolls import effect
from hexillum.engine.walk import Saw, Way, begin_walk, carry_on, outcome, play_out, rolls_due
from hexillum.notation.game_record import read_record, write_record
from hexillum.odds import EVADES, STANDS, Behaviour, walks
from hexillum.odds.result import CHANCES, COUNTS, unpacked
from tests.kit.odds_positions import ANCIENTS, MEDIEVAL, MOST_ERRORS, behaviours, both_editions, errors, fights
from tests.kit.support import play, rule, situation
from tests.soak import exact_odds

SIXTH, THIRD = Fraction(1, 6), Fraction(1, 3)
NO_BACK = Behaviour(battle_back=False)


def exactly(battle: Battle, line: str, behaviour: Behaviour = STANDS) -> odds.Odds:
    return odds.attack(battle, line, behaviour, exact=True)


# ---------------------------------------------------------------------- closed forms


@rule("HIT-02", "HIT-05", "HIT-07", "RT-02")
def test_four_dice_of_warriors_at_auxilia() -> None:
    # Own symbol or swords hit, 2 faces of 6; four blocks fall only to four hits; one flag of 6 drives back.
    found = exactly(situation("bottom F5 warrior 4", "top D5 auxilia 4", "top E5 auxilia 4"), "close F5xE5")
    assert found.mean("hits") == 4 * THIRD
    assert found.chance("eliminated") == found.chance("banners") == THIRD**4
    assert found.chance("forced_back") == 1 - Fraction(5, 6) ** 4
    assert found.chance("momentum") == found.chance("eliminated") + found.chance("forced_back")
    assert sum(found.outcomes.values()) == 1


@rule("HIT-08", "BB-01", "BB-07")
def test_swords_of_light_infantry_miss_and_the_battle_back_is_that_of_who_is_left() -> None:
    # Two dice: green hits, 1 face of 6; no flag in 25 of 36 rolls, and then two dice hit back by green likewise.
    battle = situation("bottom D5 light-infantry 4", "top C5 light-infantry 4")
    found = exactly(battle, "close D5xC5")
    stays = Fraction(25, 36)
    assert found.mean("hits") == 2 * SIXTH
    assert found.chance("battle_back") == stays
    assert found.mean("own_lost") == stays * 2 * SIXTH
    assert found.chance("own_forced_back") == stays * Fraction(11, 36)
    assert exactly(battle, "close D5xC5", NO_BACK).mean("own_lost") == 0


@rule("LC-05", "RC-37", "RC-41", "BM-03", "BM-13")
def test_a_leader_is_lost_to_two_helmets_after_a_hit() -> None:
    # Two dice of fire hit with the own symbol only. A leader lets one flag be ignored: two drive his unit back, or
    # one after a hit that has cost him.
    found = exactly(situation("bottom F5 light-bow 4", "top D5 medium-infantry 4 leader"), "fire F5xD5")
    assert found.chance("leaders") == Fraction(11, 36) * Fraction(1, 36)
    assert found.chance("forced_back") == Fraction(1, 36) + Fraction(2, 36) * Fraction(1, 36)
    assert found.mean("banners") == found.chance("leaders")


@rule("LC-06", "LC-07")
def test_a_leader_whose_unit_is_eliminated_faces_one_die() -> None:
    found = exactly(situation("bottom F5 light-bow 4", "top D5 medium-infantry 1 leader"), "fire F5xD5")
    killed = Fraction(11, 36)
    assert found.chance("eliminated") == killed
    assert found.chance("leaders") == killed * SIXTH
    assert found.distribution("banners") == {0: 1 - killed, 1: killed * 5 / 6, 2: killed / 6}


@rule("LC-10", "LC-11")
def test_one_helmet_ends_a_leader_alone() -> None:
    found = exactly(situation("bottom F5 medium-infantry 4", "top E5 leader", "top A1 auxilia 4"), "close F5xE5")
    assert found.chance("eliminated") == found.chance("leaders") == 1 - Fraction(5, 6) ** 4
    assert found.chance("forced_back") == Fraction(5, 6) ** 4


@rule("EL-13", "EL-14")
@pytest.mark.parametrize(("blocks", "kill"), [(1, Fraction(5, 9)), (2, Fraction(5, 27))])
def test_elephants_roll_swords_again_for_ever(blocks: int, kill: Fraction) -> None:
    # One die: green hits, swords hit and roll on, four faces end it: G(z) = (4 + z) / (6 - z) counts its hits.
    # Two dice: P(0) = (2/3)^2 = 4/9 and P(1) = 2 * 2/3 * 5/18 = 10/27.
    battle = situation("bottom F5 elephant 2", f"top E5 light-infantry {blocks}", "top D1 auxilia 4")
    found = exactly(battle, "close F5xE5", NO_BACK)
    assert found.dice == 2
    assert found.chance("eliminated") == kill
    assert sum(found.outcomes.values()) == 1


@rule("CM-05", "EL-19")
def test_camels_spare_one_symbol_of_horses() -> None:
    # Three dice: swords 1 of 6 each; of K own symbols one is spared: E[K] - P(K > 0) = 1/2 - 91/216.
    found = exactly(situation("bottom F5 medium-cavalry 3", "top E5 camel 3"), "close F5xE5")
    assert found.mean("hits") == Fraction(1, 2) + Fraction(1, 2) - Fraction(91, 216)


@rule("EV-05", "EV-06", "EV-24")
def test_who_evades_is_hit_by_its_own_symbol_only() -> None:
    battle = situation("bottom I5 medium-cavalry 3", "top H5 light-infantry 2")
    stands, evades = exactly(battle, "close I5xH5"), exactly(battle, "close I5xH5", EVADES)
    hit = Fraction(1, 6)
    assert evades.chance("evaded") == 1 and stands.chance("evaded") == 0
    assert evades.mean("hits") == 3 * hit
    assert evades.chance("eliminated") == 3 * hit**2 * (1 - hit) + hit**3
    assert evades.chance("battle_back") == evades.chance("momentum") == evades.chance("forced_back") == 0
    assert stands.chance("eliminated") == 3 * THIRD**2 * (1 - THIRD) + THIRD**3


@rule("PS-01", "PS-03", "PS-04")
def test_the_parthian_shot_is_two_dice_for_the_own_symbol() -> None:
    battle = situation("bottom F5 medium-cavalry 3", "top E5 light-bow-cavalry 3", edition="medieval")
    shot = exactly(battle, "close F5xE5", EVADES)
    lives = 1 - Fraction(1, 6) ** 3
    assert shot.mean("own_lost") == lives * 2 * SIXTH
    assert exactly(battle, "close F5xE5", Behaviour(evade=True, parthian=False)).mean("own_lost") == 0


@rule("SA-01", "SA-10")
def test_superior_armour_spares_one_of_the_swords() -> None:
    # Three dice: red or swords; of K swords one does nothing: E = 3/6 + E[K] - P(K > 0) = 1/2 + 1/2 - 91/216.
    found = exactly(
        situation("bottom F5 medium-cavalry 3", "top E5 super-heavy-cavalry 3", edition="medieval"), "close F5xE5"
    )
    assert found.dice == 3
    assert found.mean("hits") == 1 - Fraction(91, 216)


@rule("RT-23", "RT-26")
def test_flags_cost_blocks_where_there_is_no_way_back() -> None:
    found = exactly(situation("bottom C5 light-bow 4", "top A5 medium-infantry 4"), "fire C5xA5")
    assert found.mean("lost") == 2 * SIXTH + 2 * SIXTH
    assert found.chance("forced_back") == 0


@rule("BM-05", "BM-11", "BM-12")
def test_supported_units_ignore_a_flag_or_do_not() -> None:
    battle = situation(
        "bottom F5 light-bow 4", "top D5 medium-infantry 4", "top D4 auxilia 4", "top D6 auxilia 4", to_win=6
    )
    assert exactly(battle, "fire F5xD5").chance("forced_back") == Fraction(1, 36)
    assert exactly(battle, "fire F5xD5", Behaviour(ignore=False)).chance("forced_back") == Fraction(11, 36)


@rule("BC-01", "MA-02", "MA-03")
def test_a_bonus_combat_opens_where_an_enemy_is_next_to_the_vacated_hex() -> None:
    alone = situation("bottom F5 warrior 4", "top E5 auxilia 4")
    beside = situation("bottom F5 warrior 4", "top E5 auxilia 4", "top D4 auxilia 4")
    success = THIRD**4 + 1 - Fraction(5, 6) ** 4
    # A unit that is driven back one row stands next to the vacated hex itself, auxilia go back two.
    for battle, opened in ((alone, 0), (beside, success)):
        found = exactly(battle, "close F5xE5")
        assert found.chance("momentum") == found.chance("advanced") == success
        assert found.chance("bonus") >= opened
        held = exactly(battle, "close F5xE5", Behaviour(advance=False))
        assert held.chance("momentum") == success
        assert held.chance("advanced") == held.chance("bonus") == 0


@rule("VB-03")
def test_the_last_banner_ends_the_battle() -> None:
    battle = situation("bottom F5 light-bow 4", "top D5 medium-infantry 1", to_win=1)
    assert exactly(battle, "fire F5xD5").chance(lambda o: o.end == 1) == Fraction(11, 36)


@rule("WM-04")
def test_a_crew_that_leaves_its_machine_gives_no_banner() -> None:
    battle = situation("bottom F5 light-infantry 4", "top E5 heavy-war-machine 2")
    found = exactly(battle, "close F5xE5", EVADES)
    killed = Fraction(1, 36)
    assert found.chance("eliminated") == found.mean("banners") == killed
    assert found.chance("crew_gone") == 1 - killed
    assert found.mean("lost") == 2 * SIXTH


# ---------------------------------------------------------------------- merging


def after(s: State, roll: int, way: Way, saw: Saw) -> dict[int, Fraction]:
    """The chances of all outcomes once a roll has fallen."""
    out = [0] * 512
    t, seen = s.copy(), saw.copy()
    found: dict[int, Fraction] = defaultdict(Fraction)
    spread(t, way, seen, carry_on(t, roll, way, seen, out), Fraction(1), found, merged=True)
    return found


def spread(s: State, way: Way, saw: Saw, due: bool, share: Fraction, found: dict[int, Fraction], merged: bool) -> None:
    """Walk on to all ends, over merged rolls or over every roll there is."""
    out = [0] * 512
    if not due:
        found[outcome(s, way, saw, out)] += share
        return
    for roll, chance in due_rolls(s, way) if merged else rolls(s.dice):
        t, seen = s.copy(), saw.copy()
        due = carry_on(t, roll, way, seen, out)
        spread(t, way, seen, due, share * chance, found, merged)


def due_rolls(s: State, way: Way) -> list[tuple[int, Fraction]]:
    """The merged rolls with their chances."""
    faces, chances = [0] * 480, [0] * 480
    count = rolls_due(s, way, faces, chances, [0] * 512)
    return [(faces[n], Fraction(chances[n], 6**s.dice)) for n in range(count)]


def moments(s: State, way: Way, saw: Saw, rng: random.Random) -> Any:
    """The moments at which dice are due on one way through a battle, at random."""
    out = [0] * 512
    due = begin_walk(s, way, saw) and carry_on(s, NONE, way, saw, out)
    while due:
        yield s, saw
        roll = rng.choices(*zip(*due_rolls(s, way), strict=True))[0]
        due = carry_on(s, roll, way, saw, out)


@pytest.mark.parametrize(("names", "seed"), [(ANCIENTS, 3), (MEDIEVAL, 4)], ids=["ancients", "medieval"])
def test_every_roll_leads_where_the_roll_that_stands_for_it_leads(names: tuple[str, ...], seed: int) -> None:
    rng, seen = random.Random(seed), Counter[int]()
    for behaviour, (where, fight) in zip(behaviours(seed), fights(90, seed, names), strict=False):
        way = behaviour.way()
        for s, saw in moments(fight, way, Saw(), rng):
            f = s.frames[s.depth]
            if s.dice > 3 or seen[f.proc] > 12:
                continue
            seen[f.proc] += 1
            whole = walk.is_first_attack(s, way)
            stands = {effect(s, roll, whole): (roll, chance) for roll, chance in due_rolls(s, way)}
            shares: dict[int, Fraction] = defaultdict(Fraction)
            ends = {key: after(s, roll, way, saw) for key, (roll, _) in stands.items()}
            for roll, chance in rolls(s.dice):
                key = effect(s, roll, whole)
                shares[key] += chance
                assert after(s, roll, way, saw) == ends[key], f"{where}: {roll:x} for {stands[key][0]:x}"
            assert shares == {key: chance for key, (_, chance) in stands.items()}, where
    assert len(seen) >= 2, "the positions are too much alike"


def test_a_walk_over_merged_rolls_ends_as_one_over_all_rolls() -> None:
    checked = 0
    for behaviour, (where, fight) in zip(behaviours(5), both_editions(120, 5), strict=False):
        way, saw, out = behaviour.way(), Saw(), [0] * 512
        s = fight.copy()
        if not begin_walk(s, way, saw) or not carry_on(s, NONE, way, saw, out) or s.dice > 2:
            continue
        if any(has(u, kinds.REROLLS_SWORDS) for u in (s.units[way.unit], s.units[max(way.foe, 0)])):
            continue  # over all rolls they would be rolled again for ever
        every: dict[int, Fraction] = defaultdict(Fraction)
        spread(s, way, saw, True, Fraction(1), every, merged=False)
        assert walks.walk(fight, behaviour) == every, where
        checked += 1
    assert checked >= 15


# ---------------------------------------------------------------------- dice as they fall


def test_chances_add_up_to_one() -> None:
    for behaviour, (where, fight) in zip(behaviours(6), both_editions(60, 6), strict=False):
        found = odds.under_way(fight, behaviour, compiled=False)
        assert abs(fsum(map(float, found.outcomes.values())) - 1) < 1e-12, where
        assert sum(walks.walk(fight.copy(), behaviour).values()) == 1, where


def test_odds_agree_with_dice_as_they_fall() -> None:
    rng, times = [20_240_117], 600
    for behaviour, (where, fight) in zip(behaviours(7), both_editions(12, 7), strict=False):
        sums, out = [0] * walk.MADE, [0] * 512
        for _ in range(times):
            s = fight.copy()
            assert play_out(s, behaviour.way(), Saw(), rng, out) >= 0
            check_by_the_board(fight, s, out)
            sums = [total + out[n] for n, total in enumerate(sums)]
        found = odds.under_way(fight, behaviour, compiled=False)
        away = errors(found, [total / times for total in sums], times)
        assert max(away.values()) <= MOST_ERRORS, f"{where}: {away}"


def check_by_the_board(before: State, s: State, made: list[int]) -> None:
    """What an outcome says is what the board shows."""
    told = odds.Outcome(*made[: walk.MADE])
    way = Way()
    begin_walk(before.copy(), way, Saw())
    blocks = [sum(u.blocks for u in t.units if u.side == side and u.waits == 0) for t in (before, s) for side in (0, 1)]
    lost = [blocks[side] - blocks[2 + side] for side in (0, 1)]
    if not told.crew_gone:
        assert lost[1 - way.side] == told.lost + told.others
    assert lost[way.side] == told.own_lost + told.own_others
    fallen = [
        sum(1 for u in t.units[24 * side : 24 * side + 24] if u.blocks > 0) for t in (before, s) for side in (0, 1)
    ]
    gone = [fallen[side] - fallen[2 + side] for side in (0, 1)]
    if told.others == 0:
        assert gone[1 - way.side] == (told.eliminated if way.foe != NONE else 0) + told.crew_gone
    assert told.banners == s.banners[way.side] - before.banners[way.side]


# ---------------------------------------------------------------------- both forms


def test_the_compiled_walk_gives_the_same_numbers() -> None:
    pytest.importorskip("hexillum.compiled.with_numba", reason="needs numba")
    for behaviour, (where, fight) in zip(behaviours(8), both_editions(80, 8), strict=False):
        plain = odds.under_way(fight, behaviour, compiled=False)
        compiled = odds.under_way(fight, behaviour, compiled=True)
        assert plain.outcomes.keys() == compiled.outcomes.keys(), where
        for one, p in plain.outcomes.items():
            assert abs(float(p) - float(compiled.outcomes[one])) < 1e-12, where
        assert abs(fsum(map(float, compiled.outcomes.values())) - 1) < 1e-12, where


def test_the_compiled_means_are_those_of_the_odds() -> None:
    pytest.importorskip("hexillum.compiled.with_numba", reason="needs numba")
    battle = situation("bottom F5 medium-cavalry 3 leader", "top E5 light-cavalry 4", "top E4 elephant 2")
    walker = odds.Walker()
    walker.put(battle.state)
    unit, there = battle.state.unit_at[57 + 13 - 1], 56
    for behaviour in (STANDS, EVADES):
        found = odds.between(battle, "F5", "E5", behaviour)
        means = walker.means(unit, there, behaviour)
        assert list(means) == pytest.approx([float(found.mean(name)) for name in odds.Outcome._fields], abs=1e-12)
    assert walker.means(unit, 0) is None


# ---------------------------------------------------------------------- asking


def test_what_is_asked_leaves_the_battle_as_it_was() -> None:
    battle = situation("bottom F5 warrior 4", "top E5 auxilia 4")
    before = battle.state.copy()
    odds.attack(battle, "close F5xE5")
    odds.between(battle, "E5", "F5")
    assert battle.state == before and not battle.choices


def test_a_target_may_be_chosen_by_its_number() -> None:
    battle = situation("bottom F5 light-bow 4", "top D5 auxilia 4", "top D4 auxilia 4")
    assert odds.offered(battle) == ("fire F5xD4", "fire F5xD5")
    play(battle, "fire F5xD5")
    by_line = odds.under_way(battle)
    battle.undo()
    for option in battle.options:
        found = odds.attack(battle, option.number)
        assert found.title.startswith(f"fire {option.text}")
        assert (found == by_line) == option.text.endswith("D5")


def test_a_bare_state_that_waits_for_a_target_takes_lines_too() -> None:
    battle = situation("bottom F5 light-bow 4", "top D5 auxilia 4", "top D4 auxilia 4")
    whole = odds.attack(battle, "fire F5xD4")
    battle.choose("battle F5")
    assert odds.offered(battle.state) == ("fire F5xD4", "fire F5xD5")
    assert odds.attack(battle, "fire F5xD4") == odds.attack(battle.state, "fire F5xD4") == whole
    with pytest.raises(IllegalChoice, match="no enemy stands"):
        odds.attack(battle, "fire F5xC5")
    bare = Battle(battle.state.copy())
    bare.choose(bare.options[0])
    assert read_record(write_record(bare)).state == bare.state


@rule("BC-02", "BC-11")
def test_a_bonus_combat_has_odds_of_its_own() -> None:
    battle = situation("bottom F5 warrior 4", "top E5 auxilia 1", "top D5 auxilia 4")
    play(battle, "close F5xE5", "roll G G G G", "advance")
    assert odds.offered(battle) == ("close E5xD5",)
    found = odds.attack(battle, "close E5xD5")
    assert found.dice == 4 and found.chance("bonus") == 0
    assert found == odds.attack(battle, battle.options[-1])


@rule("GEN-01", "RC-07", "ORD-01")
def test_an_attack_that_is_not_offered_is_refused_with_its_rules() -> None:
    battle = situation("bottom F5 light-bow 4", "bottom F8 warrior 4", "top A5 auxilia 4", "top E8 auxilia 4")
    for line, why in (("fire F5xA5", "RC-07"), ("fire F5xD5", "GEN-01"), ("close E8xF8", "ORD-01")):
        with pytest.raises(IllegalChoice) as refused:
            odds.attack(battle, line)
        assert why in refused.value.rules
    with pytest.raises(IllegalChoice, match="hexes away"):
        odds.between(battle, "F5", "A5")
    with pytest.raises(IllegalChoice, match="no unit stands"):
        odds.between(battle, "A1", "A5")
    with pytest.raises(IllegalChoice, match="adjacent"):
        odds.between(battle, "F8", "E8", how="fire")
    with pytest.raises(IllegalChoice):
        odds.under_way(battle)
    with pytest.raises(BadLine, match="no attack"):
        odds.attack(battle, "done")


def test_either_side_may_be_asked_what_if() -> None:
    battle = situation("bottom F5 warrior 4", "top E5 auxilia 4", ordered=[])
    with pytest.raises(IllegalChoice):
        odds.attack(battle, "close F5xE5")
    ours, theirs = odds.between(battle, "F5", "E5"), odds.between(battle, "E5", "F5")
    assert ours.dice == 4 and theirs.dice == 3


def test_odds_never_depend_on_a_hand() -> None:
    one = situation("bottom F5 warrior 4", "top E5 auxilia 4", hands={"top": ["first-strike"], "bottom": []})
    other = situation("bottom F5 warrior 4", "top E5 auxilia 4", hands={"top": ["line-command"], "bottom": []})
    assert odds.attack(one, "close F5xE5") == odds.attack(other, "close F5xE5")


def test_fields_of_outcomes_stand_in_the_order_of_the_rules() -> None:
    for n, name in enumerate(odds.Outcome._fields):
        constant = {"bonus": "BONUS_OPENED"}.get(name, name.upper())
        assert getattr(walk, constant) == n
    assert {*COUNTS, *CHANCES, "end"} == set(odds.Outcome._fields)
    ones = sum(1 << sum(walk.WIDTH[n + 1 :]) for n in range(walk.MADE))
    assert unpacked(ones) == tuple(1 + least for least in walk.LEAST)


def test_odds_are_told_to_programs() -> None:
    told = json.loads(odds.example(exact=True).to_json())
    assert told["chances"]["eliminated"] == "1/81"
    assert sum(Fraction(one["chance"]) for one in told["outcomes"]) == 1
    assert json.loads(odds.example().to_json())["chances"]["eliminated"] == pytest.approx(1 / 81)


def test_a_picture_needs_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ModuleNotFoundError, match=r"hexillum\[plot\]"):
        odds.example().plot()


def test_odds_are_drawn(tmp_path: Any) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed: nothing can be drawn")
    odds.example().plot().savefig(tmp_path / "odds.png")
    assert (tmp_path / "odds.png").stat().st_size > 10_000


def test_banners_lost_with_their_ground_are_counted_and_spoil_nothing_else():
    places = {"catalaunian-fields 4, answer 1060": "banners", "catalaunian-fields 4, answer 1160": "enemy_banners"}
    for where, state in both_editions(200, 2):
        if where in places:
            name = places.pop(where)
            found = odds.under_way(state)
            assert min(found.distribution(name)) == -1
            assert max(found.distribution("hits")) <= found.dice
            assert max(found.distribution("flags")) <= found.dice
            for outcome, chance in odds.under_way(state, exact=True).outcomes.items():
                assert chance == pytest.approx(found.outcomes[outcome])
            dice, out = [5], [0] * 512
            seen: Counter[Any] = Counter()
            for _ in range(2000):
                seen[unpacked(play_out(state.copy(), Behaviour().way(), Saw(), dice, out))] += 1
            assert set(seen) <= set(found.outcomes)
    assert not places


@pytest.mark.slow
def test_the_soak_of_odds_runs(capsys):
    pytest.importorskip("numba")
    assert exact_odds.main(["--positions", "4", "--battles", "2000"]) == 0
    assert "0 outside" in capsys.readouterr().out
