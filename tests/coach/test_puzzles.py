"""Puzzles: their files, the one of a day, and what is said of somebody's plan."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, timedelta

import pytest

from hexillum.battle.door import Battle, IllegalChoice
from hexillum.battle.positions import write_position
from hexillum.coach import puzzle_making, puzzles
from hexillum.coach.plans import plan_of
from hexillum.coach.puzzles import Judged, Puzzle
from hexillum.coach.rollouts import Chance
from hexillum.core import ask
from hexillum.core.toml_lines import BadFile
from hexillum.engine.tryout import numbers_of
from hexillum.players.observed import without_secrets

ALL = puzzles.puzzles()


@pytest.fixture(scope="module")
def made() -> Puzzle:
    """A puzzle by hand: the first turn of Akragas, with whatever card comes first as the best."""
    state = Battle.start("akragas", seed=7).state
    best, other = (plan_of(state, [card]).lines for card in numbers_of(state)[:2])
    solved = {"recruit": 0.0, "greedy": 0.25, "planner": 1.0}
    return Puzzle.of("akragas", state, Judged(best, 0.6, 0.01), Judged(other, 0.4, 0.01), solved, 7)


def test_a_file_reads_back_to_the_same_puzzle(made, tmp_path):
    (tmp_path / f"{made.id}.toml").write_text(made.text())
    read = puzzles.read_puzzle(tmp_path / f"{made.id}.toml")
    assert read == replace(made, position=read.position)
    assert write_position(read.state()) == write_position(made.state())
    assert (made.difficulty, round(made.gap, 6)) == (pytest.approx(1 - 1.25 / 3), 0.2)
    assert made.title == "Akragas, turn 1: Syracusan to move"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("seed = 7\n", ""), "seed is missing"),
        (("question card", "question nonsense"), "nonsense"),
        (('side = "bottom"', 'side = "top"'), "expected that top is to play a card"),
        (("[best]\nchance = 0.6000\n", "[best]\n"), "best.chance is missing"),
        (("error = 0.0100", 'error = "much"'), "error"),
        (("plan = [", "plan = [3, "), "plan"),
        (("battle = ", "battle = = "), "Invalid value"),
    ],
)
def test_a_file_that_is_no_puzzle_says_where(made, tmp_path, change, words):
    path = tmp_path / "bad.toml"
    assert change[0] in made.text()
    path.write_text(made.text().replace(*change, 1))
    with pytest.raises(BadFile, match=words) as error:
        puzzles.read_puzzle(path)
    assert str(error.value).startswith(str(path) + ":")


def test_the_best_plan_solves_it_and_others_by_their_chance(made, monkeypatch):
    first, second = numbers_of(made.state())[:2]
    monkeypatch.setattr(puzzles, "chances", lambda *_words, **_more: Chance(0.0, 0.01, 1))
    assert puzzles.judge(made, [first]) == puzzles.Verdict(True, 0.6, 0.01)
    for top, solved in ((0.45, True), (0.55, False)):  # of the other side: made for the bottom one
        monkeypatch.setattr(puzzles, "chances", lambda *_words, top=top, **_more: Chance(top, 0.02, 9))
        verdict = puzzles.judge(made, [second])
        assert verdict.solved == solved and verdict.chance == pytest.approx(1 - top)


def test_what_is_not_offered_is_refused(made):
    with pytest.raises(IllegalChoice, match="not offered"):
        puzzles.judge(made, [ask.HEX_0])


def test_every_day_has_one_and_all_have_their_day():
    days = [date(2026, 11, 22) + timedelta(n) for n in range(len(ALL))]
    assert {puzzles.of_the_day(day).id for day in days} == {one.id for one in ALL}


def test_one_that_is_not_there_names_some():
    with pytest.raises(puzzles.UnknownPuzzle, match=f"expected one such as {ALL[0].id}"):
        puzzles.puzzle("nowhere")


@pytest.mark.parametrize("one", ALL, ids=[one.id for one in ALL])
def test_the_puzzles_of_the_project_hold(one):
    """Each is a moment that is offered, with legal plans, and clear: the file says by how much."""
    state = one.state()
    assert state.question == ask.CARD and one.id == Puzzle.of(one.battle, state, one.best, one.next, {}, 0).id
    for judged in (one.best, one.next):
        numbers = puzzles.answers_of(one, judged)
        assert plan_of(state, numbers).answers == tuple(numbers)
    assert puzzles.answers_of(one, one.best)[0] != puzzles.answers_of(one, one.next)[0]
    assert one.gap >= puzzle_making.GAP
    assert set(one.solved) == set(puzzle_making.SOLVERS)


def test_they_are_sorted_by_difficulty():
    assert [one.difficulty for one in ALL] == sorted(one.difficulty for one in ALL)


def test_a_plan_ends_before_its_first_battle():
    dice = random.Random(1)
    for state in list(puzzle_making.moments("akragas", 3))[:12]:
        plan = puzzle_making.planned_by("recruit", state, dice.getrandbits(20))
        after = plan.after
        assert after.who != state.who or after.question == ask.BATTLE
        assert plan.before is state and len(plan.lines) == len(plan.answers)


def test_a_moment_whose_hidden_cards_are_others_gives_the_same_puzzle(monkeypatch):
    """What the other side really holds is not in a puzzle: another hand of his is searched as the same state."""
    state = next(puzzle_making.moments("akragas", 3))
    other = without_secrets(state, state.who, 99)
    assert other.hand != state.hand
    searched = []
    monkeypatch.setattr(puzzle_making, "clear_plan", lambda seen, _seed: searched.append(write_position(seen)))
    for one in (state, other):
        assert puzzle_making.puzzle_at(one, "akragas", 5) is None
    assert searched[0] == searched[1]
