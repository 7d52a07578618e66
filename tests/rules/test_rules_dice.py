"""Dice: fair ones, how many each kind rolls, what is told about them (DICE, HIT, EL-02 to EL-11)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from hexillum.battle.door import Battle
from hexillum.battle.prompts import who_rolls
from hexillum.core import ask, event, proc
from hexillum.core.dice import FACES, Seeded, rolls
from hexillum.core.hexes import NOWHERE
from hexillum.core.state import NONE
from hexillum.engine.playout import ANSWERS_MOST, random_answer
from hexillum.engine.step import apply
from tests.kit.support import ALL_KINDS, cited, log, miss, play, rule, situation, texts

#: ancients.md 2.1: dice attacking, dice battling back, what full strength adds, blocks.
DICE_TABLE = {
    "light-infantry": (2, 2, 0, 4),
    "light-bow": (2, 2, 0, 4),
    "light-sling": (2, 2, 0, 4),
    "auxilia": (3, 3, 0, 4),
    "warrior": (3, 3, 1, 4),
    "medium-infantry": (4, 4, 0, 4),
    "heavy-infantry": (5, 5, 0, 4),
    "heavy-war-machine": (2, 2, 0, 2),
    "light-cavalry": (2, 2, 0, 3),
    "light-bow-cavalry": (2, 2, 0, 3),
    "medium-cavalry": (3, 3, 0, 3),
    "heavy-cavalry": (4, 4, 0, 3),
    "cataphract-cavalry": (4, 4, 0, 3),
    "camel": (3, 2, 0, 3),
    "cataphract-camel": (3, 2, 0, 3),
    "barbarian-chariot": (2, 2, 1, 3),
    "heavy-chariot": (4, 3, 0, 2),
}
#: ancients.md 2.3: dice of an elephant against each kind, attacking and battling back alike.
ELEPHANT_DICE = {
    **dict.fromkeys("light-infantry light-bow light-sling light-cavalry light-bow-cavalry".split(), 2),
    **dict.fromkeys("barbarian-chariot heavy-war-machine".split(), 2),
    **dict.fromkeys("auxilia medium-cavalry".split(), 3),
    **dict.fromkeys("medium-infantry heavy-cavalry cataphract-cavalry".split(), 4),
    "heavy-infantry": 5,
    **dict.fromkeys("warrior heavy-chariot camel cataphract-camel elephant".split(), 3),
}
FULL = {kind: row[3] for kind, row in DICE_TABLE.items()} | {"elephant": 2}
#: Dice that hit nobody with a symbol of its own, by the symbol of the target: blocks never change in a miss.
KINDS_WITHOUT_ELEPHANT = tuple(DICE_TABLE)


def attack(attacker: str, defender: str) -> Battle:
    """An attack in the open, the defender standing; the dice are about to be rolled."""
    battle = situation(f"bottom F6 {attacker}", f"top E6 {defender}")
    play(battle, "close F6xE6")
    if battle.decision.kind == ask.EVADE:
        play(battle, "stand")
    assert battle.decision.kind == ask.ROLL
    return battle


def answer(attacker: str, defender: str) -> Battle:
    """The same, after a roll that hits nobody: the defender battles back."""
    return play(miss(attack(attacker, defender)), "back")


def test_the_tables_know_every_kind() -> None:
    assert {*DICE_TABLE, "elephant"} == set(ALL_KINDS) == set(ELEPHANT_DICE)


@rule("DICE-01")
def test_dice_have_six_faces_that_fall_alike() -> None:
    source = Seeded(20240607)
    fallen = Counter(face for _ in range(2000) for face in source.roll(5))
    assert set(fallen) == set(range(6))
    assert FACES == "GBRLSF"
    expected = Fraction(10_000, 6)
    chi_square = sum((count - expected) ** 2 / expected for count in fallen.values())
    assert chi_square < Fraction(205, 10), dict(fallen)  # 5 degrees of freedom: one fair run in a thousand is beyond


@rule("DICE-01")
def test_the_chances_of_a_die() -> None:
    assert [chance for _, chance in rolls(1)] == [Fraction(1, 6)] * 6
    for dice in range(1, 8):
        assert sum(chance for _, chance in rolls(dice)) == 1


@rule("DICE-01")
@pytest.mark.parametrize("dice", range(1, 5))
def test_chances_of_a_roll_are_those_of_counting_every_order(dice: int) -> None:
    ways: Counter[int] = Counter({0: 1})
    for _ in range(dice):
        ways = Counter(
            {
                roll: sum(ways[roll - (1 << 4 * face)] for face in range(6))
                for base in ways
                for roll in [base + (1 << 4 * face) for face in range(6)]
            }
        )
    assert dict(rolls(dice)) == {roll: Fraction(n, 6**dice) for roll, n in ways.items()}


@rule("DICE-02", "GEN-09")
@pytest.mark.parametrize("kind", KINDS_WITHOUT_ELEPHANT)
def test_close_combat_dice_of_a_kind(kind: str) -> None:
    dice, back, more, blocks = DICE_TABLE[kind]
    for left in range(1, blocks + 1):
        full = more if left == blocks else 0
        assert attack(f"{kind} {left}", "medium-infantry 4").decision.dice == dice + full, left
        assert answer("medium-infantry 4", f"{kind} {left}").decision.dice == back + full, left


@rule("DICE-02", "LC-10")
@pytest.mark.parametrize("kind", KINDS_WITHOUT_ELEPHANT)
def test_dice_at_a_leader_who_is_alone(kind: str) -> None:
    dice, _, more, blocks = DICE_TABLE[kind]
    for left, full in ((blocks, more), (1, 0)):
        battle = play(situation(f"bottom F6 {kind} {left}", "top E6 leader"), "close F6xE6")
        assert battle.decision.dice == dice + full


@rule("EL-02", "EL-04", "EL-05", "EL-07", "EL-08", "EL-09")
@pytest.mark.parametrize("kind", ALL_KINDS)
def test_dice_of_an_attacking_elephant(kind: str) -> None:
    for blocks in (FULL[kind], 1):
        for own in (2, 1):
            assert attack(f"elephant {own}", f"{kind} {blocks}").decision.dice == ELEPHANT_DICE[kind]


@rule("EL-03", "EL-04", "EL-10", "EL-11", "EL-22")
@pytest.mark.parametrize("kind", ALL_KINDS)
def test_dice_of_an_elephant_that_battles_back(kind: str) -> None:
    for blocks in (FULL[kind], 1):
        assert answer(f"{kind} {blocks}", "elephant 2").decision.dice == ELEPHANT_DICE[kind]


@rule("EL-06")
def test_one_die_of_an_elephant_at_a_leader_who_is_alone() -> None:
    battle = play(situation("bottom F6 elephant 2", "top E6 leader"), "close F6xE6")
    assert battle.decision.dice == 1


@rule("DICE-05")
def test_a_roll_is_one_answer_of_chance_with_all_its_dice() -> None:
    battle = attack("heavy-infantry 4", "medium-infantry 4")
    assert (battle.decision.actor, battle.decision.dice) == (2, 5)
    play(battle, "roll B B S F L")
    assert texts(battle) == ["to D5", "to D6"]  # hits are taken, the flag is due, nothing else was rolled between
    assert battle.transcript.lines[1:2] == ["roll B B S F L"]


@rule("DICE-05")
@pytest.mark.parametrize(
    ("line", "roll"),
    [
        ("close F6xE6", "roll G B R L S"),
        ("close F6xE6", "roll L L F F S"),
        ("fire F9xD8", "roll G F"),
        ("fire F9xD8", "roll S L"),
        ("close F3xE3", "roll L G"),
    ],
)
def test_every_face_rolled_is_told_with_its_rule(line: str, roll: str) -> None:
    battle = situation(
        "bottom F6 heavy-infantry 4",
        "top E6 medium-infantry 4",
        "bottom F9 light-bow 4",
        "top D8 light-infantry 4",
        "bottom F3 light-cavalry 3",
        "top E3 leader",
    )
    play(battle, line)
    first = len(battle.events)
    play(battle, roll)
    told = battle.events[first:]
    shown: Counter[int] = Counter()
    for happened in told:
        if happened.kind == event.FACE:
            shown[happened.a] += happened.b
            assert happened.rules, happened.text
    assert shown == Counter(FACES.index(letter) for letter in roll.split()[1:])


@rule("DICE-05", "RC-44", "HIT-01")
def test_faces_told_in_a_rampage_an_escape_and_a_marsh_carry_rules() -> None:
    rampage = situation("bottom F6 heavy-infantry 4", "top E6 elephant 2", "top E5 auxilia 4")
    play(rampage, "close F6xE6", "roll F G G G G", "trample F6")
    assert rampage.decision.dice == 2
    play(rampage, "roll R G")
    marsh = play(
        situation("bottom F6 auxilia 4", phase="move", terrain={"E6": "marsh"}, active="bottom"), "move F6 E6", "roll L"
    )
    for battle in (rampage, marsh):
        faces = [happened for happened in battle.events if happened.kind == event.FACE]
        assert faces
        assert all(event.rules for event in faces), log(battle)


def order_of(battle: Battle, *words: str) -> None:
    """Each of the words stands in a line of the log, in this order."""
    lines = log(battle)
    at = -1
    for word in words:
        later = [n for n, line in enumerate(lines) if n > at and word in line]
        assert later, f"{word!r} is not told after line {at}: {lines}"
        at = later[0]


@rule("RC-14")
def test_the_steps_of_ranged_combat_are_told_in_their_order() -> None:
    battle = situation("bottom F6 light-bow 4", "top D6 light-infantry 4 leader", terrain={"D6": "forest"})
    play(battle, "fire F6xD6")
    assert battle.decision.dice == 1  # the ground has already reduced the dice when they are rolled
    play(battle, "roll G", "roll L G")
    order_of(battle, "fires at", "rolls 1 die", "green circle: hit", "loses blocks: 1", "leader check", "unhurt")
    again = situation("bottom F6 light-bow 4", "top D6 light-infantry 4")
    play(again, "fire F6xD6", "roll G F", "to C6 B5")
    order_of(
        again,
        "fires at",
        "rolls 2 dice",
        "green circle: hit",
        "1 x flag",
        "loses blocks: 1",
        "must retreat",
        "goes back",
    )
    assert "RC-14" in cited(again)


@rule("CC-02")
def test_the_steps_of_close_combat_are_told_in_their_order() -> None:
    battle = situation("bottom F6 medium-cavalry 3", "top E6 light-infantry 4", "top D5 auxilia 4", "top C6 auxilia 4")
    play(battle, "close F6xE6")
    assert battle.decision.kind == ask.EVADE
    play(battle, "stand", "roll G F L", "to D6 C7", "advance D6", "close D6xC6", "roll L L L", "back", "roll L L L")
    first = (
        "attacks",
        "stands",
        "rolls 3 dice",
        "green circle: hit",
        "loses blocks: 1",
        "must retreat",
        "goes back to D6",
    )
    then = ("advances to E6", "advances to D6", "bonus close combat", "rolls 3 dice", "battles back", "rolls 3 dice")
    order_of(battle, *first, *then)
    assert {"CC-02", "BB-01", "BC-01", "MA-01"} <= cited(battle)


@rule("CC-02", "RC-14")
def test_the_number_of_dice_is_told_before_what_they_show() -> None:
    battle = miss(attack("heavy-infantry 4", "warrior 4"))
    kinds: list[int] = [event.kind for event in battle.events]
    assert kinds.index(event.DICE) < kinds.index(event.FACE)


@rule("RM-04", "LC-01")
def test_the_opponent_rolls_against_a_piece_and_the_attacker_his_own_dice():
    """Random battles until every kind of roll was seen: pieces in peril are rolled for by the other side."""
    seen: set[int] = set()
    wanted = {proc.ATTACK, proc.LOSSES, proc.RAMPAGE, proc.AT_LEADER, proc.FLIGHT, proc.MIRE}
    for seed in range(60):
        for name in ("zama", "ipsus", "heraclea"):
            s = Battle.start(name, seed=seed).state
            dice, out = [seed * 7919 + 1], [0] * ANSWERS_MOST
            while s.outcome == NONE:
                if s.question == ask.ROLL:
                    f = s.frames[s.depth]
                    i, k = s.unit_at[s.subject] if s.subject < NOWHERE else NONE, NONE
                    if i == NONE and s.subject < NOWHERE:
                        k = s.leader_at[s.subject]
                    if f.proc in (proc.ATTACK, proc.AT_LEADER, proc.FLIGHT):  # who stands there rolls
                        assert who_rolls(s) == s.units[i].side
                    elif f.proc in wanted and (i != NONE or k != NONE):  # who stands there is rolled for
                        owner = s.units[i].side if i != NONE else s.leaders[k].side
                        assert who_rolls(s) == 1 - owner
                    elif f.proc == proc.TURN:
                        assert who_rolls(s) == s.active
                    seen.add(f.proc)
                apply(s, random_answer(s, dice, out))
        if wanted <= seen:
            break
    assert {proc.ATTACK, proc.LOSSES, proc.RAMPAGE, proc.AT_LEADER} <= seen
