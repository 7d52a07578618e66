"""Bad input: refused with the place and what was expected, and the battle stays as it was."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexillum import odds
from hexillum.battle.door import Battle, IllegalChoice
from hexillum.battle.lines import VERBS, BadLine, read_line
from hexillum.battle.positions import BadPosition, read_position, write_position
from hexillum.battle.setup import full_deck
from hexillum.core import ask, hexes
from hexillum.core.dice import Seeded, Typed
from hexillum.lab import arena
from hexillum.lab.simulation import simulate
from hexillum.lab.tournament import tournament
from hexillum.notation.cases import CaseError, read_cases, run_case
from hexillum.notation.game_record import BadRecord, read_record, write_record
from hexillum.players import player
from tests.kit.support import play, refused, rule, situation, told

# ---------------------------------------------------------------- script lines

MALFORMED = {
    "": "empty line",
    "   # only a comment": "empty line",
    "attack E6xE5": "'attack' is not a word of the notation",
    "no": "'no' is not a word",
    "no way": "'no way' is not a word",
    "card": "needs a name",
    "draw": "needs a name",
    "order": "needs a hex",
    "order E6 E7": "needs a hex",
    "order leader": "needs a hex",
    "order leader E6 E7": "needs a hex",
    "order J1": "is not a hex",
    "order 6E": "is not a hex",
    "move": "needs a hex and the path",
    "move E6": "needs a hex and the path",
    "move leader E6": "needs a hex and the path",
    "move E6 Z9": "is not a hex",
    "move E6 F13": "columns 1 to 12",
    "fire": "one attacker and one target",
    "fire E6": "one attacker and one target",
    "fire E6xE4xE3": "one attacker and one target",
    "fire E6 x E4": "one attacker and one target",
    "fire E6xE44": "columns 1 to 13",
    "close E6 E5": "one attacker and one target",
    "close xE5": "is not a hex",
    "roll": "needs faces out of G B R L S F",
    "roll X": "found 'X'",
    "roll G H B": "found 'H'",
    "roll GB": "found 'GB'",
    "roll g": "found 'g'",
    "ignore": "number of flags",
    "ignore one": "number of flags",
    "ignore -1": "number of flags",
    "ignore 1 2": "number of flags",
    "ignore ²": "number of flags",
    "ignore 999": "number of flags",
    "to": "needs the hexes",
    "to E": "is not a hex",
    "to off E6": "is not a hex",
    "to E6,E7": "is not a hex",
    "trample": "needs one hex",
    "trample E5 E6": "needs one hex",
    "advance E5 E6": "needs one hex",
    "advance somewhere": "is not a hex",
    "done now": "stands alone",
    "evade E6": "stands alone",
    "stand still": "stands alone",
    "hold on": "stands alone",
    "back off": "stands alone",
    "no back now": "stands alone",
    "no card today": "stands alone",
    "resign now": "stands alone",
    "instead E5": "stands alone",
    "token": "needs a name",
    "keep": "needs a name",
    "place": "needs a hex",
    "discard": "needs a name",
    "rally": "needs one hex",
    "rally E5 E6": "needs one hex",
}


@pytest.mark.parametrize("line", MALFORMED)
def test_a_malformed_line_is_refused_in_words(line: str) -> None:
    with pytest.raises(BadLine, match=MALFORMED[line]):
        read_line(line, 9)
    battle = situation("bottom F6 warrior 4", "top E6 auxilia 4")
    assert isinstance(refused(battle, line), BadLine)


def test_every_verb_has_a_malformed_form_above() -> None:
    first_words = {" ".join(line.split()[: len(verb.split())]) for line in MALFORMED for verb in VERBS}
    with_words = set(VERBS) - {"parthian", "no parthian", "no token"}
    assert with_words <= first_words


#: A line that the rules do not ask for, in the middle of a battle phase, with a word of the reason.
UNASKED = {
    "card order-two-left": "TURN-01",
    "no card": "",
    "order F6": "TURN-01",
    "move F6 G6": "GEN-11",
    "move leader F6 G6": "GEN-11",
    "fire F6xE6": "RC-09",
    "fire F6xC6": "RC-01",
    "fire F9xE6": "GEN-01",
    "close E6xF6": "GEN-01",
    "close F6xF7": "GEN-01",
    "close F6xD6": "GEN-01",
    "close G6xF6": "GEN-01",
    "evade": "",
    "stand": "",
    "roll G G G": "",
    "ignore 1": "",
    "to D6": "",
    "trample E6": "",
    "advance": "",
    "hold": "",
    "back": "",
    "no back": "",
    "draw order-two-left": "",
    "instead": "",
    "parthian": "",
    "no parthian": "",
    "token bravery": "",
    "no token": "",
    "rally F6": "",
    "keep order-two-left": "",
    "place F6 leader": "",
}


@pytest.mark.parametrize("line", UNASKED)
def test_a_line_that_nobody_asks_for_is_refused_and_changes_nothing(line: str) -> None:
    battle = situation("bottom F6 warrior 4", "top E6 auxilia 4", "bottom F7 auxilia 4", "top C6 warrior 4")
    error = refused(battle, line, *([UNASKED[line]] if UNASKED[line] else []))
    assert isinstance(error, IllegalChoice)
    assert error.why
    assert error.options
    play(battle, "close F6xE6")


def test_a_path_that_goes_wrong_half_way_changes_nothing() -> None:
    battle = situation("bottom F6 light-cavalry 3", "top D6 auxilia 4", phase="move")
    refused(battle, "move F6 E6 D6", "MOV-02")
    refused(battle, "move F6 E6 E7 E8 E9 E10", "MOV-01")
    retreat = situation("bottom F6 medium-infantry 4", "top E6 light-cavalry 3")
    play(retreat, "close F6xE6", "stand", "roll F L L L")
    refused(retreat, "to D6 C6 C7 B6", "RT-16")
    refused(retreat, "to D6 C6", "RT-02")
    refused(retreat, "to D6 C6 B5 A5 off")
    play(retreat, "to D6 C6 B5 A5")


@rule("DICE-05")
@pytest.mark.parametrize("roll", ["roll G", "roll G G G G G G", "roll G G G G G G G G G G G G G G G G G"])
def test_a_wrong_number_of_faces_is_refused(roll: str) -> None:
    battle = play(situation("bottom F6 heavy-infantry 4", "top E6 auxilia 4"), "close F6xE6")
    assert "5" in str(refused(battle, roll, "DICE-05"))


def test_numbers_and_words_that_are_not_offered_are_refused() -> None:
    battle = situation("bottom F6 heavy-infantry 4", "top E6 auxilia 4")
    before = battle.state.copy()
    for choice in (-1, 1, 7, 99_999, "battle E6", "close F6xE6", "", True):
        with pytest.raises(IllegalChoice) as found:
            battle.choose(choice)
        assert found.value.options == battle.options
        assert found.value.rule == "GEN-06"
    battle.choose("battle F6")
    battle.choose("F6xE6")
    assert battle.decision.kind == ask.ROLL
    for roll in (0, -1, 4, 1 << 60, 0x100000, 0x6):
        with pytest.raises(IllegalChoice):
            battle.choose(roll)
    with pytest.raises(IllegalChoice):
        battle.choose(0, (1, 2, 3))
    battle.undo()
    battle.undo()
    assert battle.state == before


def test_nothing_is_accepted_after_the_end() -> None:
    battle = play(
        situation("bottom F6 heavy-infantry 4", "top E6 auxilia 1", to_win=1), "close F6xE6", "roll G G G G G"
    )
    assert battle.over
    assert battle.options == ()
    for line in ("done", "back", "resign", "roll G", "advance"):
        refused(battle, line, "VB-03")
    with pytest.raises(IllegalChoice):
        battle.choose(0)
    with pytest.raises(IllegalChoice):
        battle.resign()


def test_nobody_resigns_while_dice_are_due() -> None:
    battle = play(situation("bottom F6 heavy-infantry 4", "top E6 auxilia 4"), "close F6xE6")
    refused(battle, "resign")


# ---------------------------------------------------------------- starting a battle


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scenario": "akragos"}, "akragas"),
        ({"scenario": "akragas", "deck": ["order-two-lift"]}, "'order-two-lift' is not a card"),
        ({"scenario": "akragas", "deck": ["order-two-left"] * 11}, "too small"),
        ({"scenario": "akragas", "switches": {"exact_evaded": True}}, "is not a switch"),
        ({"scenario": "akragas", "switches": {"exact_evade": "on"}}, "exact_evade is True or False, not 'on'"),
        ({"scenario": "akragas", "switches": {"exact_evade": None}}, "exact_evade is True or False, not None"),
    ],
)
def test_a_battle_that_cannot_start_says_why(options: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Battle.start(seed=1, **options)


class Whole:
    """A whole number that is no int, as NumPy's are."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def test_any_sort_of_whole_number_is_a_seed() -> None:
    assert Battle.start("akragas", seed=Whole(3)).state == Battle.start("akragas", seed=3).state
    numpy = pytest.importorskip("numpy")
    assert Battle.start("akragas", seed=numpy.int64(3)).state == Battle.start("akragas", seed=3).state


@pytest.mark.parametrize("seed", [1.5, 2.0, "x", "7", b"7", (1,), object])
def test_a_seed_that_is_no_whole_number_is_refused_wherever_one_is_given(seed: Any, tmp_path: Path) -> None:
    for give in (
        lambda: Battle.start("akragas", seed=seed),
        lambda: Seeded(seed),
        lambda: Typed(lambda dice: (0,) * dice, seed),
        lambda: player("greedy", seed),
        lambda: player("random", seed),
        lambda: arena.play("akragas", "random", "random", seed=seed),
        lambda: arena.match("akragas", "random", "random", 2, seed=seed),
        lambda: simulate("akragas", 2, seed=seed, top="random", bottom="random"),
        lambda: tournament(["random", "greedy"], ["akragas"], 2, tmp_path / "games.jsonl", seed=seed),
    ):
        with pytest.raises(ValueError, match=r"^a seed is a whole number, such as 7: .* is not one$"):
            give()
    assert not list(tmp_path.iterdir())


def test_any_sort_of_whole_number_is_an_answer_and_nothing_else_is() -> None:
    battle = situation("bottom F6 heavy-infantry 4", "top E6 auxilia 4")
    number = battle.options[-1].number
    for choice in (float(number), None, (number,), [number], number + 0.5):
        with pytest.raises(IllegalChoice, match="is not offered"):
            battle.choose(cast(Any, choice))
    battle.choose(cast(Any, Whole(number)))
    assert type(battle.choices[-1]) is int
    battle.choose("F6xE6")
    for faces in ((6, 0, 0, 0, 0), (-1, 0, 0, 0, 0), ("G", 0, 0, 0, 0), (0, 0)):
        with pytest.raises(IllegalChoice, match="5 dice are rolled now"):
            battle.choose(0, cast(Any, faces))
    battle.choose(0, [0, 0, 0, 0, 5])


@pytest.mark.parametrize("side", [7, -1, 1.0, "left", "TOP", "", ("top",)])
def test_what_is_no_side_sees_nothing(side: Any) -> None:
    with pytest.raises(ValueError, match=r"is not a side: expected 0 or 'top', 1 or 'bottom', or None for an onlooker"):
        Battle.start("akragas", seed=7).view(side)


def test_a_side_is_named_by_its_number_or_its_word() -> None:
    battle = Battle.start("akragas", seed=7)
    assert battle.view("top") == battle.view(0) == battle.view(Whole(0)) != battle.view("bottom") == battle.view(1)
    assert battle.view(None)["hand"] is None


@pytest.mark.parametrize("hex", [500, -1, 12 + 13, 1.0, None, "Z9"])
def test_odds_of_what_is_no_hex_are_refused(hex: Any) -> None:
    battle = odds.example_battle()
    for pair in ((hex, "E5"), ("F5", hex)):
        with pytest.raises(ValueError, match=r"is (no|not a) hex"):
            odds.between(battle, *pair)
    assert odds.between(battle, Whole(hexes.parse("F5")), "E5") == odds.between(battle, "F5", "E5")


# ---------------------------------------------------------------- case files

GOOD_CASE = """\
case: a good case
edition: ancients
rules: [CC-01]
setup:
  terrain: {D4: forest}
  units:
    - top    E6 auxilia 4
    - bottom F6 medium-infantry 4 leader
    - bottom H8 leader
  active: bottom
  phase: battle
  moved: {F6: 1}
  ordered: [F6]
  banners: {top: 1, bottom: 0}
  to_win: 6
script:
  - close F6xE6
  - roll G R R B
  - no back
expect:
  dice: [4]
  units:
    - top    E6 auxilia 3
    - bottom F6 medium-infantry 4 leader
    - bottom H8 leader
  pending: bottom battle
"""


def good_case_holds(text: str, folder: Path) -> bool:
    file = folder / "good.yaml"
    file.write_text(text, encoding="utf-8")
    return all(run_case(case).passed for case in read_cases(file))


def test_the_good_case_is_read(tmp_path: Path) -> None:
    (case,) = read_cases(write(tmp_path, GOOD_CASE))
    assert case.rules == ("CC-01",)


def write(folder: Path, text: str) -> Path:
    file = folder / "wrong.yaml"
    file.write_text(text, encoding="utf-8")
    return file


#: What is replaced in the good case, by what, the line of the error, and a word of it.
WRONG = [
    ("edition: ancients", "edition: bronze", 2, "edition must be one of ancients"),
    ("edition: ancients", "editoin: ancients", 2, "unknown key 'editoin'"),
    ("rules: [CC-01]", "rules: [CC-99]", 3, "'CC-99' is not a rule id"),
    ("rules: [CC-01]", "rules: CC-01", 3, "must be a list"),
    ("rules: [CC-01]", "rules: [{CC-01: CC-02}]", 3, "a rule id must be a text"),
    ("setup:", "set-up:", 5, "unknown key 'set-up'"),
    ("terrain: {D4: forest}", "terrain: {D4: jungle}", 5, "'jungle' is not a terrain"),
    ("terrain: {D4: forest}", "terrain: {D14: forest}", 5, "is not a hex"),
    ("terrain: {D4: forest}", "terrain: [D4, forest]", 5, "must be a mapping"),
    ("top    E6 auxilia 4", "north E6 auxilia 4", 7, "SIDE HEX KIND BLOCKS"),
    ("top    E6 auxilia 4", "top J6 auxilia 4", 7, "is not a hex"),
    ("top    E6 auxilia 4", "top E6 auxiliary 4", 7, "'auxiliary' is not a kind of unit"),
    ("top    E6 auxilia 4", "top E6 light-war-machine 2", 7, "is not a kind of unit"),
    ("top    E6 auxilia 4", "top E6 auxilia", 7, "number of blocks"),
    ("top    E6 auxilia 4", "top E6 auxilia 0", 7, "number of blocks"),
    ("top    E6 auxilia 4", "top E6 auxilia four", 7, "number of blocks"),
    ("top    E6 auxilia 4", "top E6 auxilia 4 captain", 7, "'captain' is unknown"),
    ("top    E6 auxilia 4", "top E6 auxilia 4 leader:napoleon", 7, "napoleon"),
    ("top    E6 auxilia 4", "top F6 auxilia 4", 8, "two units in one hex"),
    ("top    E6 auxilia 4", "top", 7, "SIDE HEX KIND BLOCKS"),
    ("top    E6 auxilia 4", "[top, E6]", 7, "must be a text"),
    ("bottom H8 leader", "top F6 leader", 9, "a unit stands there"),
    ("bottom H8 leader", "bottom E6 leader", 9, "a unit stands there"),
    ("bottom H8 leader", "bottom H8 leader twice", 9, "nothing may follow"),
    ("active: bottom", "active: south", 10, "active must be one of top, bottom"),
    ("phase: battle", "phase: fight", 11, "phase must be one of play, order, move, battle"),
    ("moved: {F6: 1}", "moved: {F7: 1}", 12, "no unit stands at F7"),
    ("moved: {F6: 1}", "moved: {F6: far}", 12, "moved must be a number"),
    ("moved: {F6: 1}", "moved: {F6: -1}", 12, "moved must be a number"),
    ("moved: {F6: 1}", "moved: {F6: true}", 12, "moved must be a number"),
    ("ordered: [F6]", "ordered: [G6]", 13, "nobody stands at G6"),
    ("ordered: [F6]", "ordered: F6", 13, "must be a list"),
    ("banners: {top: 1, bottom: 0}", "banners: {north: 1}", 14, "unknown key 'north'"),
    ("banners: {top: 1, bottom: 0}", "banners: {top: -1}", 14, "must be a number"),
    ("to_win: 6", "to_win: 0", 15, "to_win must be a number from 1"),
    ("to_win: 6", "to_win: six", 15, "to_win must be a number"),
    ("to_win: 6", "hands: {top: [ambush]}", 15, "'ambush' is not a card of the Ancients edition"),
    ("to_win: 6", "deck: [order-five-left]", 15, "is not a card"),
    ("to_win: 6", "card: order-five-left", 15, "is not a card"),
    ("to_win: 6", "switches: {no_such_thing: true}", 15, "is not a switch"),
    ("to_win: 6", "switches: {exact_evade: 1}", 15, "true or false"),
    ("to_win: 6", "ramparts: [E6]", 15, "a rampart is two hexes"),
    ("to_win: 6", "ramparts: [E6/C6]", 15, "not neighbours"),
    ("to_win: 6", "to_win: 6\n  to_win: 7", 16, "stands here twice"),
    ("script:", "scripts:", 17, "unknown key 'scripts'"),
    ("  - close F6xE6", "  - attack: F6xE6", 17, "a script line is a text"),
    ("  - close F6xE6", "  - [close, F6xE6]", 17, "must be a text"),
    ("case: a good case\n", "", 1, "lacks 'case'"),
    ("case: a good case", "case: [a good case]", 1, "must be a text"),
    ("case: a good case", "case: a good case\nscenario: akragas", 2, "not both"),
    ("expect:", "except:", 21, "unknown key 'except'"),
    ("  pending: bottom battle", "  waiting: bottom battle", 26, "unknown key 'waiting'"),
    ("case: a good case", "case: {a good case", 2, "not valid YAML"),
    ("case: a good case", "case: !!python/object:os.system a", 1, "not valid YAML"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "line", "message"), WRONG, ids=[f"{n}: {row[1][:30]}" for n, row in enumerate(WRONG)]
)
def test_a_wrong_case_file_is_refused_with_file_and_line(
    tmp_path: Path, old: str, new: str, line: int, message: str
) -> None:
    assert old in GOOD_CASE
    file = write(tmp_path, GOOD_CASE.replace(old, new, 1))
    with pytest.raises(CaseError) as found:
        for case in read_cases(file):
            run_case(case)
    assert found.value.file == str(file)
    assert message in found.value.message
    assert abs(found.value.line - line) <= 1, str(found.value)


def test_a_leader_cannot_stand_on_an_enemy_unit(tmp_path: Path) -> None:
    text = GOOD_CASE.replace("    - bottom H8 leader\n", "", 1).replace(
        "    - top    E6", "    - top E6 leader\n    - bottom E6", 1
    )
    with pytest.raises(CaseError, match=r"wrong\.yaml:\d: .*(leader|enemy)"):
        read_cases(write(tmp_path, text))


@pytest.mark.parametrize(
    "text", ["", "---\n", "# nothing\n", "just words\n", "- a\n- list\n", "\t\n", "a: b: c\n", "\x00"]
)
def test_files_that_hold_no_case(tmp_path: Path, text: str) -> None:
    with pytest.raises(CaseError, match=r"wrong\.yaml:\d+: "):
        read_cases(write(tmp_path, text))


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CaseError, match=r"nowhere\.yaml:1: cannot be read"):
        read_cases(tmp_path / "nowhere.yaml")
    (tmp_path / "latin.yaml").write_bytes(b"case: \xff\xfe")
    with pytest.raises(CaseError, match=r"latin\.yaml:1: is not UTF-8"):
        read_cases(tmp_path / "latin.yaml")
    (tmp_path / "deep.yaml").write_text("case: " + "[" * 1500, encoding="utf-8")
    with pytest.raises(CaseError, match=r"deep\.yaml:1: "):
        read_cases(tmp_path / "deep.yaml")


#: Scripts and expectations that do not hold are no errors of the file: they are problems with their line.
FAILING = [
    ("  - close F6xE6", "  - fire F6xE6", 17, "'fire F6xE6' is refused"),
    ("  - close F6xE6", "  - close F6xE7", 17, "no enemy stands at E7"),
    ("  - close F6xE6", "  - charge F6xE6", 17, "is not a word of the notation"),
    ("  - roll G R R B", "  - roll G R R", 18, "4 dice are rolled"),
    ("  - roll G R R B", "  - 'illegal: roll G R R B'", 18, "is accepted, expected a refusal"),
    ("  - roll G R R B", "  - 'illegal: roll G R R  # RT-01'", 18, "but not by RT-01"),
    ("  dice: [4]", "  dice: [5]", 21, "dice are [4], expected [5]"),
    ("  dice: [4]", "  dice: many", 21, "must be a list"),
    ("    - top    E6 auxilia 3", "    - top E6 auxilia 2", 23, "expected 'top E6 auxilia 2', found top E6 auxilia"),
    ("    - top    E6 auxilia 3\n", "", 23, "is on the board but not expected"),
    ("  pending: bottom battle", "  pending: top battle", 26, "pending is 'bottom battle'"),
    ("  pending: bottom battle", "  gone: [F6]", 26, "F6 should be empty"),
    ("  pending: bottom battle", "  banners: {bottom: 2}", 26, "bottom has 0 banners, expected 2"),
    ("  pending: bottom battle", "  result: top", 26, "the result is not over, expected top"),
    ("  pending: bottom battle", "  cites: [XX-01]", 26, "'XX-01' is not a rule id"),
    ("  pending: bottom battle", "  cites: [RT-23]", 26, "the log does not cite RT-23"),
]


@pytest.mark.parametrize(("old", "new", "line", "message"), FAILING, ids=[row[1].strip()[:40] for row in FAILING])
def test_a_case_that_does_not_hold_tells_the_line(tmp_path: Path, old: str, new: str, line: int, message: str) -> None:
    assert old in GOOD_CASE
    (case,) = read_cases(write(tmp_path, GOOD_CASE.replace(old, new, 1)))
    try:
        result = run_case(case)
    except CaseError as error:
        problems = [str(error)]
    else:
        problems = result.problems
    assert any(message in problem for problem in problems), problems
    assert any(f"wrong.yaml:{line}:" in problem for problem in problems), problems


# ---------------------------------------------------------------- positions


@cache
def played(moves: int, seed: int = 3) -> Battle:
    """A battle of Akragas after so many random decisions."""
    battle = Battle.start("akragas", seed=seed)
    rng = random.Random(seed)
    while len(battle.choices) < moves and not battle.over:
        if battle.state.question == ask.ROLL:
            battle.throw()
        else:
            battle.choose(rng.choice(battle.numbers()))
    return battle


def position_lines() -> list[str]:
    return write_position(played(300).state).rstrip().split("\n")


def test_a_position_reads_back() -> None:
    assert read_position("\n".join(position_lines())) == played(300).state


@pytest.mark.parametrize("cut", [0, 1, 2, 3, 10, -2, -1])
def test_a_truncated_position_is_refused(cut: int) -> None:
    text = "\n".join(position_lines()[:cut])
    with pytest.raises(BadPosition, match=r"line \d+: "):
        read_position(text)


def replaced(start: str, new: str) -> str:
    """The position with the first line that starts so replaced."""
    lines = position_lines()
    at = next(n for n, line in enumerate(lines) if line.startswith(start))
    lines[at] = new
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("start", "new", "message"),
    [
        ("hexillum position", "hexillum position 3", "expected 'hexillum position 2', found 'hexillum position 3'"),
        ("edition", "edition modern", "line 3: expected 'edition' and one of ancients, medieval"),
        ("edition", "edition ancients 9", "line 3"),
        ("turn", "turn", "takes one number"),
        ("turn", "turn one", "not a number that fits"),
        ("turn", "turn 300000", "not a number that fits"),
        ("turn", "turn 99999999999999999999999", "not a number that fits"),
        ("turn", "unit_at 3", "is not a part of a position"),
        ("turn", "sides 3", "is not a part of a position"),
        ("units 0 ", "units 48 hex=3", "out of bounds"),
        ("units 0 ", "units -1 hex=3", "out of bounds"),
        ("units 0 ", "units", "takes an index"),
        ("units 0 ", "units 0 kind=auxilia colour=3", "'colour' is unknown"),
        ("units 0 ", "units 0 hex=B4 blocks=4 full=4", "expected kind=..."),
        ("units 0 ", "units 0 side=top kind=24 hex=B4 blocks=4 full=4", "'24' is not a kind of unit: expected light"),
        ("units 0 ", "units 0 kind=warrior hex=B4 blocks=9 full=4", "unit 0 is impossible"),
        ("units 0 ", "units 0 kind=warrior hex=J1 blocks=4 full=4", "J1"),
        ("units 0 ", "units 0 kind=warrior hex=B13 blocks=4 full=4", "B13"),
        ("end", "end\nunits 0 kind=warrior", "nothing may follow"),
        ("end", "", "ends before its 'end'"),
        ("hand", "hand top/rallye:1", "'rallye' is not a card"),
        ("hand", "hand left/rally:1", "'left' is not a side"),
        ("hand", "hand top/rally:x", "not a number that fits"),
        ("hand", "hand top/rally", "not a number that fits"),
    ],
)  # fmt: skip
def test_an_edited_position_is_refused_with_its_line(start: str, new: str, message: str) -> None:
    with pytest.raises(BadPosition) as found:
        read_position(replaced(start, new))
    assert message in str(found.value)


def test_a_position_that_waits_for_nobody_says_so() -> None:
    battle = Battle(read_position("hexillum position 1\nrows 9\nend"))
    assert battle.prompt() == "nothing is asked"
    assert battle.options == ()
    with pytest.raises(IllegalChoice, match="nothing is asked"):
        battle.choose(0)
    for line in ("close F5xE5", "done", "card order-two-left", "roll G", "move E5 E6"):
        refused(battle, line)


def test_two_pieces_in_one_hex_are_refused() -> None:
    lines = position_lines()
    units = [n for n, line in enumerate(lines) if line.startswith("units") and "hex=" in line]
    hexes = [next(word for word in lines[n].split() if word.startswith("hex=")) for n in units[:2]]
    lines[units[1]] = lines[units[1]].replace(hexes[1], hexes[0])
    with pytest.raises(BadPosition, match="two units in one hex"):
        read_position("\n".join(lines))


def check_state_is_playable(text: str) -> None:
    """Reading either refuses with BadPosition or gives a state that waits for an answer and reads back."""
    try:
        s = read_position(text)
    except BadPosition as error:
        assert str(error)
        return
    battle = Battle(s)
    if battle.over:
        assert battle.options == ()
        return
    if s.question == 0:
        return
    assert battle.numbers(), f"a position without an answer is accepted:\n{text}"
    assert read_position(write_position(s)) == s


SMALL, LARGE = st.integers(-3, 16).map(str), st.integers(-200, 40_000).map(str)
NUMBERS = st.one_of(SMALL, LARGE, st.sampled_from(["", "-", "x", "1.5", "٣", "9" * 25]))
WORDS = st.sampled_from("E6 F6 E6xF6 off leader G 3 x -1 Q order-two-left".split())


@given(st.data())
def test_a_position_with_changed_numbers_is_refused_or_can_be_played(data: st.DataObject) -> None:
    lines = write_position(played(data.draw(st.sampled_from([0, 40, 300, 700]))).state).rstrip().split("\n")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(2, len(lines) - 2))
        words = lines[at].split("#")[0].split()
        if not words:
            continue
        which = data.draw(st.integers(0, len(words) - 1))
        for mark in ("=", ":"):
            if mark in words[which]:
                words[which] = words[which].split(mark)[0] + mark + data.draw(NUMBERS)
                break
        else:
            words[which] = data.draw(NUMBERS)
        lines[at] = " ".join(words)
    check_state_is_playable("\n".join(lines))


@given(st.lists(st.sampled_from(["drop", "double", "swap"]), min_size=1, max_size=3), st.randoms(use_true_random=False))
def test_a_position_with_lines_moved_is_refused_or_can_be_played(ways: list[str], rng: random.Random) -> None:
    lines = position_lines()
    for way in ways:
        a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
        if way == "drop":
            del lines[a]
        elif way == "double":
            lines.insert(b, lines[a])
        else:
            lines[a], lines[b] = lines[b], lines[a]
    check_state_is_playable("\n".join(lines))


@settings(max_examples=40)
@given(st.text(max_size=200))
def test_any_text_is_no_position_or_one(text: str) -> None:
    check_state_is_playable(text)
    check_state_is_playable("hexillum position 1\nrows 9\n" + text + "\nend")
    check_state_is_playable("hexillum position 2\nedition medieval\n" + text + "\nend")


@given(st.text(max_size=80))
def test_any_text_is_a_line_or_is_refused(text: str) -> None:
    try:
        read_line(text, 9)
    except BadLine as error:
        assert str(error)
    except Exception as error:
        raise AssertionError(f"{text!r} raises {type(error).__name__}") from error


@given(
    st.sampled_from(sorted(VERBS)),
    st.lists(WORDS, max_size=4),
)
def test_any_words_of_the_notation_are_taken_or_refused_without_harm(verb: str, words: list[str]) -> None:
    battle = situation("bottom F6 warrior 4", "top E6 auxilia 4")
    before = battle.state.copy()
    try:
        play(battle, " ".join([verb, *words]))
    except AssertionError as error:
        assert isinstance(error.__cause__, (BadLine, IllegalChoice)), told(battle)
        assert battle.state == before


# ---------------------------------------------------------------- records


def record_of(moves: int = 300) -> list[str]:
    return write_record(played(moves)).rstrip().split("\n")


def bad_record(lines: list[str]) -> str:
    with pytest.raises(BadRecord) as found:
        read_record("\n".join(lines))
    return str(found.value)


@pytest.mark.parametrize("moves", [0, 1, 2, 25, 300, 900])
def test_a_record_replays(moves: int) -> None:
    battle = played(moves)
    again = read_record(write_record(battle))
    assert again.state == battle.state
    assert again.transcript.lines == battle.transcript.lines


@pytest.mark.parametrize("cut", [0, 1, 2, 3, 4, 5, 20, -5, -1])
def test_a_truncated_record_is_refused(cut: int) -> None:
    lines = record_of()[:cut]
    message = bad_record(lines)
    assert message.startswith(("line", "header")), message
    if cut > 5 or cut < 0:
        assert f"line {len(lines)}: the record is cut short" in message


@pytest.mark.parametrize(
    ("at", "new", "message"),
    [
        (0, "hexillum record 3", "line 1: expected 'hexillum record 2', found 'hexillum record 3'"),
        (0, "", "line 1: expected"),
        (1, "hexillum", "line 2: expected 'hexillum VERSION rules DIGEST'"),
        (2, "scenario", "line 3: expected 'scenario NAME DIGEST', 'scenario below' or 'position'"),
        (2, "scenario akragas 0123", "line 3: the battle akragas is set up in another way here"),
        (2, "scenario below", "header: the scenario of the record:1: "),
        (2, "scenario ../akragas.toml 0", "header: there is no scenario"),
        (2, "battle akragas", "line 3: expected"),
        (2, "scenario akragos 0", "header: "),
        (2, "position", "header: "),
        (4, "switches exact=1", "header: 'exact' is not a switch"),
        (3, "deck order-two-left:x", "header: 'x' is not a number of cards"),
        (3, "deck order-two-left:3", "header: "),
        (4, "whatever", "line 5: expected 'script'"),
        (5, "skript", "line 6: expected 'script'"),
        (6, "draw no-such-card", "line 7: 'draw no-such-card' does not follow"),
        (6, "nonsense", "line 7: 'nonsense' does not follow"),
    ],
)  # fmt: skip
def test_a_record_with_a_wrong_line_is_refused_there(at: int, new: str, message: str) -> None:
    lines = record_of()
    assert lines[5] == "script"
    lines[at] = new
    assert bad_record(lines).startswith(message)


def test_an_illegal_line_is_refused_where_it_stands() -> None:
    lines = record_of()
    for at in range(20, len(lines) - 2, 37):
        edited = [*lines[:at], "close A1xA2", *lines[at + 1 :]]
        assert bad_record(edited).startswith(f"line {at + 1}: 'close A1xA2' does not follow")


def test_a_legal_edit_is_noticed_too() -> None:
    lines = record_of()
    rolls = [n for n, line in enumerate(lines) if line.startswith("roll")]
    for at in rolls[:5] + rolls[-5:]:
        words = lines[at].split()
        words[1] = "G" if words[1] != "G" else "B"
        message = bad_record([*lines[:at], " ".join(words), *lines[at + 1 :]])
        number = int(message.split()[1].rstrip(":"))
        assert number > at, message


def test_lines_left_out_or_added_are_noticed() -> None:
    lines = record_of()
    forced = 0
    for at in range(5, len(lines) - 1, 53):
        edited = [*lines[:at], *lines[at + 1 :]]
        try:
            assert (
                read_record("\n".join(edited)).state == played(300).state
            )  # a line with a single legal answer may be left out
            forced += 1
        except BadRecord as error:
            assert int(str(error).split()[1].rstrip(":")) > at
    assert forced < 5
    assert "nothing may follow the end" in bad_record([*lines, "done"])
    assert "leads to another state here" in bad_record([*lines[:-1], lines[-1] + "0"])
    assert "the lines before have been changed" in bad_record([*lines[:-1], lines[-1].replace("end ", "end 1")])


def test_a_record_of_a_position_replays_and_its_edits_are_refused() -> None:
    battle = situation("bottom F6 warrior 4", "top E6 auxilia 4")
    play(battle, "close F6xE6", "roll L L L L", "back")
    lines = write_record(battle).rstrip().split("\n")
    assert read_record("\n".join(lines)).state == battle.state
    for at in range(1, lines.index("script")):
        assert bad_record([*lines[:at], "units 99 hex=1", *lines[at + 1 :]]).startswith(("header: ", "line "))


def test_the_deck_is_part_of_the_record() -> None:
    assert sum(line.startswith("deck") for line in record_of(0)) == 1
    names = ["order-two-left"] * 20 + ["out-flanked"] * 4
    battle = Battle.start("akragas", seed=1, deck=names)
    assert sum(full_deck("ancients")) > 24
    assert read_record(write_record(battle)).state == battle.state
