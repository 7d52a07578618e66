"""Puzzles at the server: nothing is kept of who solves them; what was answered comes with each question."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Final

from ..battle.scenarios import load_scenario
from ..battle.view import board_view
from ..battle.view_types import SIDES, pair
from ..coach import puzzles as room
from ..coach.plans import plan_is_made
from ..core import ask
from . import wire
from .entries import Entry, Opening
from .game import Game
from .messages import Refused, Solve
from .show import show

_SEAT: Final[wire.Seat] = {"player": "person", "name": "", "present": True}


@cache
def cards() -> list[wire.PuzzleCard]:
    """All puzzles, the easiest first.

    >>> [one["difficulty"] for one in cards()] == sorted(one["difficulty"] for one in cards())
    True
    """
    return [
        {
            "id": one.id,
            "title": one.title,
            "battle": one.battle,
            "edition": one.edition,
            "side": SIDES[one.side_number],
            "turn": one.turn,
            "difficulty": one.difficulty,
            "position": board_view(one.state()),
        }
        for one in room.puzzles()
    ]


def all_puzzles() -> wire.Puzzles:
    """The list, with the one of today by the clock of the world.

    >>> all_puzzles()["today"] in [one["id"] for one in cards()]
    True
    """
    today = room.of_the_day(datetime.now(UTC).date()).id if room.puzzles() else ""
    return {"puzzles": cards(), "today": today}


def puzzle(id: str) -> room.Puzzle:
    """A puzzle by its name. Raises Refused."""
    try:
        return room.puzzle(id)
    except room.UnknownPuzzle as error:
        raise Refused("no_puzzle", str(error), status=404) from None


def moment(one: room.Puzzle, wish: Solve) -> wire.PuzzleMoment:
    """A puzzle after some answers, without a verdict.

    Raises IllegalChoice for one that is not offered, Refused for one after the plan is made.
    """
    start = one.state()
    game = Game("", Opening("analysis", position=one.position, title=one.title), b"", ["person", "person"])
    game.battle.scenario = load_scenario(one.battle)
    given: list[int] = []
    for number in wish.answers:
        if plan_is_made(start, game.battle.state):
            raise Refused("over", "the plan is made: put the puzzle again to make another", status=409)
        _answer(game, number, given)
    if wish.then_stop and game.battle.state.question == ask.STEP and ask.DONE in game.battle.numbers():
        _answer(game, ask.DONE, given)
    side = one.side_number
    shown = show(game, side, (side,), seats=pair(_SEAT, _SEAT))
    return {
        "id": one.id,
        "title": one.title,
        "side": SIDES[side],
        "turn": one.turn,
        "difficulty": one.difficulty,
        "answers": given,
        "over": bool(given) and plan_is_made(start, game.battle.state),
        "view": {**shown, "title": one.title},
        "verdict": None,
    }


def _answer(game: Game, number: int, given: list[int]) -> None:
    battle = game.battle
    if number not in battle.numbers():
        battle.choose(number)  # refused with its reason
    game.fold([Entry("answer", battle.state.who, (number,))])
    given.append(number)


def told(one: room.Puzzle, found: room.Verdict | None, why: Sequence[str]) -> wire.PuzzleVerdict:
    """A verdict with the answer and why it is the best; without a plan of somebody's own only the answer."""
    return {
        "solved": found is not None and found.solved,
        "chance": round(found.chance, 4) if found else None,
        "error": round(found.error, 4) if found else None,
        "best": _plan(one, one.best),
        "next": _plan(one, one.next),
        "why": list(why),
    }


def _plan(one: room.Puzzle, judged: room.Judged) -> wire.PuzzlePlan:
    numbers = room.answers_of(one, judged)
    return {"lines": list(judged.plan), "numbers": numbers, "chance": judged.chance, "error": judged.error}
