"""States that cannot be are refused with the line that says so; every state that a battle comes to can be."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from hexillum.battle import scenarios
from hexillum.battle.door import Battle
from hexillum.battle.positions import BadPosition, read_position, write_position
from hexillum.battle.possible import CARDS_MOST, check_possible
from hexillum.battle.running import CALLS, HOLDS, WAITS
from hexillum.battle.scenarios import ScenarioError, load_scenario, read_scenario, scenario_text
from hexillum.core import ask, hexes, proc
from hexillum.core.legend import LEGEND
from hexillum.notation.cases import CaseError, read_cases
from hexillum.notation.game_record import BadRecord, read_record, write_record

#: In the middle of a retreat: a close combat, its attack, and the unit that goes back.
RETREAT = """hexillum position 2
edition ancients
turn 4
active top
who bottom
question retreat
subject F5
why RT-15
card order-two-center
goal top:6 bottom:6
command top:5 bottom:5
units_of top:2 bottom:2
deck rally:1
units 0 kind=auxilia hex=E5 blocks=4 full=4 ordered=1 fought=1 fresh=1
units 1 kind=warrior hex=C5 blocks=3 full=3
units 24 side=bottom kind=warrior hex=F5 blocks=2 full=3 fresh=1
units 25 side=bottom kind=auxilia hex=H5 blocks=4 full=4
leaders 6 side=bottom hex=F5
frames 0 proc=turn step=battling unit=0
frames 1 proc=close-combat step=rolled unit=0 foe=24 hex=F5 one=56 two=6
frames 2 proc=attack step=over unit=0 foe=24 hex=F5 mode=1 banners=1
frames 3 proc=retreat step=gone-to unit=24 mode=1 count=1
depth 3
end
"""


def test_the_example_can_be_played() -> None:
    battle = Battle.from_position(RETREAT)
    assert [option.text for option in battle.options] == ["to G5", "to G6"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("turn 4", "turn -1", "line 3: turn must be from 0 to 30000, found -1"),
        ("turn 4", "banners top:-1", "line 3: banners must be from 0 to 60, found -1"),
        ("command top:5", "command top:13", "line 11: command must be from 0 to 12, found 13"),
        ("turn 4", "councils bottom growing=12", "line 11: command may rise above 12"),
        ("turn 4", "councils bottom places=3", "line 3: councils 1: places must be from 0 to 2"),
        ("turn 4", "law exact_evade=2", "line 3: law: exact_evade must be 0 or 1"),
        ("turn 4", "terrain F5:off", "line 3: F5 is on the board"),
        ("deck rally:1", "deck rally:100 order-two-left:21", "line 13: there are more than 120 cards"),
        ("deck rally:1", "deck medieval/rally:1", "line 13: deck has a card that the edition has not"),
        ("units_of top:2", "units_of top:1", "line 15: unit 1 is not among the units of its side"),
        ("units 24 side=bottom", "units 24 side=top", "line 16: unit 24 is not among the units of its side"),
        ("hex=C5", "hex=nowhere waits=entered", "line 15: unit 1 is impossible: it waits off the board"),
        ("kind=auxilia hex=E5", "kind=medieval/auxilia hex=E5", "line 14: unit 0 is impossible: its kind"),
        ("blocks=2 full=3 fresh=1", "blocks=2 full=3 fresh=2", "line 16: unit 24 is impossible: fresh must be from 0"),
        ("hex=C5", "hex=E5", "line 15: unit 1 is impossible: two units in one hex"),
        ("leaders 6 side=bottom hex=F5", "leaders 6 side=bottom hex=E5", "line 18: leader 6 is impossible: two"),
        ("leaders 6 side=bottom", "leaders 6 side=top", "line 18: leader 6 stands off the board or belongs to no side"),
        ("foe=24 hex=F5 one", "foe=48 hex=F5 one", "line 20: frame 1 is impossible: foe is not a unit or nobody"),
        ("hex=F5 one=56", "hex=F5 one=143", "line 20: frame 1 is impossible: one is not a hex of the board"),
        ("two=6", "two=12", "line 20: frame 1 is impossible: two is not a leader or nobody"),
        ("mode=1 banners=1", "mode=6 banners=1", "line 21: frame 2 is impossible: mode is not a number from 0 to 5"),
        ("mode=1 count=1", "mode=1 count=1 spared=1", "line 22: frame 3 is impossible: spared is not 0"),
        ("unit=24 mode=1", "unit=-1 mode=1", "line 22: frame 3 is impossible: unit is not a unit"),
        ("unit=24 mode=1", "unit=25 mode=1", "line 7: the pending question is impossible: it is about another hex"),
        ("step=over", "step=rolled", "line 22: the running procedures are impossible"),
        ("proc=attack", "proc=flight", "line 21: "),
        ("step=gone-to", "step=going", "line 6: the pending question is impossible: the last procedure does not ask"),
        ("question retreat", "question move", "line 6: the pending question is impossible: the last procedure does"),
        ("who bottom", "who top", "line 5: the pending question is impossible: another one has to answer it"),
        ("subject F5", "subject G5", "line 7: the pending question is impossible: it is about another hex"),
        ("turn 4", "dice 3", "line 3: the pending question is impossible: dice are rolled, or none"),
        ("depth 3", "depth 2", "line 22: frame 3 is impossible: only 3 procedures run"),
        ("depth 3", "depth 4", "line 24: the running procedures are impossible"),
        ("depth 3", "depth 12", "line 23: depth must be from -1 to 11, found 12"),
        ("question retreat\n", "question nothing\n", "line 6: the pending question is impossible: procedures run"),
        ("turn 4", "outcome top", "line 6: the outcome and the pending question do not fit together"),
    ],
)
def test_a_state_that_cannot_be_is_refused_at_the_line_that_says_so(old: str, new: str, message: str) -> None:
    assert old in RETREAT
    with pytest.raises(BadPosition) as found:
        read_position(RETREAT.replace(old, new, 1))
    assert str(found.value).startswith(message), str(found.value)


def test_a_step_that_a_procedure_of_format_1_has_not_is_refused() -> None:
    text = Path(__file__).with_name("files_of_1").joinpath("dara-01.position").read_text()
    frame = next(line for line in text.splitlines() if line.startswith("frames 0 "))
    with pytest.raises(BadPosition, match=r"line \d+: frame 0 is impossible: its step"):
        read_position(text.replace(frame, f"{frame} step=40"))


def test_tokens_are_spent_only_where_there_are_any() -> None:
    rng = random.Random(3)
    battle = Battle.start("dara", seed=3)
    while battle.state.question not in (*ask.TOKEN_WORDS, ask.INSPIRATION):
        battle.throw() if battle.state.who == ask.CHANCE else battle.choose(rng.choice(battle.numbers()))
    s = battle.state.copy()
    s.tokens[s.who] = 0
    with pytest.raises(BadPosition, match="there is no token to spend"):
        read_position(write_position(s))


WAITING = RETREAT[: RETREAT.index("frames 1")]
IGNORE = (
    "frames 1 proc=close-combat step=rolled unit=0 foe=24 hex=F5 one=56 two=6\n"
    "frames 2 proc=attack step=decided unit=0 foe=24 hex=F5 mode=1 banners=1 one=1\ndepth 2\nend\n"
)
ADVANCE = "frames 1 proc=close-combat step=advance-answered unit=0 hex=G5 one=56 two=-1\ndepth 1\nend\n"


def test_no_more_flags_are_ignored_than_there_are() -> None:
    text = WAITING.replace("question retreat", "question ignore") + IGNORE
    assert len(Battle.from_position(text).options) == 2
    with pytest.raises(BadPosition, match=r"line 21: .*there are fewer flags to ignore"):
        read_position(text.replace("banners=1 one=1", "banners=1 one=2"))


def test_nobody_advances_to_a_hex_that_is_taken() -> None:
    text = WAITING.replace("question retreat\nsubject F5", "question advance\nsubject E5").replace(
        "who bottom", "who top"
    )
    assert "advance" in [option.text for option in Battle.from_position(text + ADVANCE).options]
    with pytest.raises(BadPosition, match=r"line 20: .*the hex to advance to is taken"):
        read_position(text + ADVANCE.replace("hex=G5", "hex=F5"))


def test_a_scout_keeps_a_card_of_the_hand() -> None:
    text = (
        "hexillum position 2\nedition medieval\nwho top\nquestion keep\nwhy CARD-23\ngoal top:6 bottom:6\n"
        "units_of top:1 bottom:1\nhand top/rally:1 top/leaders:1\n"
        "units 0 kind=auxilia hex=E5 blocks=3 full=4\nunits 24 side=bottom kind=auxilia hex=G5 blocks=2 full=3\n"
        "frames 0 proc=turn step=keep-answered one=rally two=leaders\ndepth 0\nend\n"
    )
    assert Battle.from_position(text).prompt() == "top must choose which of the two cards to keep"
    with pytest.raises(BadPosition, match="line 11: frame 0 is impossible: its cards are not in the hand"):
        read_position(text.replace("two=leaders", "two=rally"))


@pytest.mark.parametrize("name", scenarios.names()[::4])
def test_every_state_of_a_battle_can_be(name: str) -> None:
    battle, rng = Battle.start(name, seed=9, deal=False), random.Random(9)
    for n in range(500):
        check_possible(battle.state)
        if battle.over:
            break
        battle.throw() if battle.state.who == ask.CHANCE else battle.choose(rng.choice(battle.numbers()))
        if n % 100 == 0:
            assert read_position(write_position(battle)) == battle.state


def test_every_question_is_asked_and_every_procedure_but_the_turn_is_called_somewhere() -> None:
    assert set(WAITS.values()) == set(ask.KIND_WORDS) - {ask.OVER, ask.NOTHING}
    assert {number for numbers in CALLS.values() for number in numbers} == set(range(proc.DEAL, proc.LAST + 1))


def test_what_frames_hold_is_what_the_legend_tells() -> None:
    assert {number: set(held) for number, held in HOLDS.items()} == {n: set(told) for n, told in LEGEND.items()}


def test_a_leader_is_checked_while_a_crushed_unit_is_still_due() -> None:
    text = WAITING.replace("who bottom\nquestion retreat", "who chance\nquestion roll").replace(
        "turn 4", "turn 4\ndice 1"
    )
    frames = RETREAT[RETREAT.index("frames 1") :].replace("step=gone-to unit=24 mode=1", "step=crushed unit=24 mode=1")
    frames = frames.replace("depth 3", "frames 4 proc=losses step=checked unit=24 foe=6 hex=F5 mode=1\ndepth 4")
    for two in ("-1", "25", "143"):
        told = frames.replace("count=1\n", f"count=1 one=25 two={two}\n", 1)
        assert Battle.from_position(text + told).decision.dice == 1


@pytest.mark.parametrize("word", ["ß6", "ﬁ6", "\u01306", "é6", "\u06606"])
def test_a_letter_of_another_alphabet_is_no_row(word: str) -> None:
    with pytest.raises(ValueError, match="is not a hex"):
        hexes.parse(word)


def test_a_deck_has_no_more_cards_than_can_be_counted() -> None:
    with pytest.raises(ValueError, match=f"a deck of {CARDS_MOST + 1} cards is too large"):
        Battle.start("akragas", deck=["rally"] * (CARDS_MOST + 1))
    text = write_record(Battle.start("akragas", seed=1))
    deck = next(line for line in text.splitlines() if line.startswith("deck "))
    with pytest.raises(BadRecord, match=f"header: a deck has at most {CARDS_MOST} cards"):
        read_record(text.replace(deck, "deck" + " rally:99" * 50_000))


def test_a_command_that_may_rise_above_twelve_is_a_problem_of_the_scenario() -> None:
    text = scenario_text(load_scenario("akragas"))
    rule = 'special_rules = [\n  { name = "command-growth", side = "top", turns = 12 },'
    with pytest.raises(ScenarioError, match=r":\d+: the command of the top army may rise to \d+: expected at most 12"):
        read_scenario(text.replace("special_rules = [", rule, 1))


def test_a_card_by_command_rolls_a_die_even_where_nobody_commands() -> None:
    battle = Battle.from_position(
        RETREAT.split("who bottom")[0]
        + "question card\nwhy TURN-02\ngoal top:6 bottom:6\nunits_of top:1 bottom:1\ndeck rally:1\nhand top/rally:1\n"
        "units 0 kind=auxilia hex=E5 blocks=3 full=4\nunits 24 side=bottom kind=warrior hex=G5 blocks=2 full=3\n"
        "leaders 0 hex=E5\nframes 0 proc=turn step=card-answered\ndepth 0\nend\n"
    )
    battle.choose("card rally")
    assert (battle.state.question, battle.state.dice) == (ask.ROLL, 1)


def test_a_case_of_a_state_that_cannot_be_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_text(
        "case: grows\nsetup:\n  units: [bottom F5 warrior 4, top C5 auxilia 4]\n  command: {top: 10}\n"
        "  special_rules: [{name: command-growth, side: top, turns: 5}]\nscript: [done]\n"
    )
    with pytest.raises(CaseError, match=r"x\.yaml:3: command may rise above 12"):
        read_cases(file)
