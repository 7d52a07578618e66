"""Tuning the planner's weights by games against itself: simultaneous perturbation, with the compiled rules.

Each round plays the weights pushed a little one way against the same pushed the other way, both sides of each battle
with the same dice, and follows the winner (SPSA). `hexillum tune --help` tells how; the result is data with its
provenance, `data/players/planner.toml`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final

from ..battle.deployment import state_of
from ..battle.scenarios import load_scenario
from ..battle.setup import begin
from ..players.minds import tuned, tuned_mind
from ..players.thinker import Thinker
from ..thinking.seeking import FREE
from .crew import Crew, Local

FLOOR: Final = 40  # a weight is pushed as if it were at least so large
BATTLES: Final = ("akragas", "cannae", "zama")

#: Weights by the names of `thinking.mind.Weights`, which tells their units.
Weights = dict[str, int]


@dataclass(frozen=True)
class Round:
    """Two games of a battle between sets of weights, with the same dice and the sides changed.

    The battle is the one at `place` among `battles`, which a process sets up once.
    """

    battles: tuple[str, ...]
    place: int
    one: Weights
    other: Weights
    dice: int


class _Board:
    """The thinker of a process, with the battles set up."""

    def __init__(self, battles: Sequence[str]) -> None:
        self.roots = [FREE + n for n in range(len(battles))]
        self.thinker = Thinker([tuned_mind(), tuned_mind()], FREE + len(battles))
        for root, name in zip(self.roots, battles, strict=True):
            state = state_of(load_scenario(name))
            begin(state)
            self.thinker.put(root, state)


_board = cache(_Board)


def play_round(task: Round) -> float:
    """The points of the first weights in the two battles of a round, a draw counted half.

    The compiled form and the plain one play the same battles; the plain one takes seconds for each.
    """
    board = _board(task.battles)
    board.thinker.set_minds(tuned_mind(weights=task.one), tuned_mind(weights=task.other))
    points = 0.0
    for top in (0, 1):
        outcome = board.thinker.contest(board.roots[task.place], task.dice, top)
        points += float(outcome == top) if outcome in (0, 1) else 0.5
    return points


class Contest:
    """Plays battles, named when it is made, between two sets of weights; a crew plays them where one is given.

    Raises ValueError for a battle that there is not.
    """

    def __init__(self, battles: Sequence[str], crew: Crew | None = None) -> None:
        for name in battles:
            load_scenario(name)
        self.battles = tuple(battles)
        self.crew = crew or Local()

    def share(self, one: Weights, other: Weights, rounds: int, seed: int) -> float:
        """The share of one in so many rounds: each plays every battle from both sides with the same dice.

        It is from 0 to 1, a draw counted half; the same seed plays the same games, whoever plays them.
        """
        tasks = [
            Round(self.battles, n, one, other, random.Random(f"{seed}/{number}/{n}").getrandbits(32) | 1)
            for number in range(rounds)
            for n in range(len(self.battles))
        ]
        return sum(points for _, points in self.crew.each(play_round, tasks)) / (2 * len(tasks))


def better(
    contest: Contest, start: Weights, rounds: int, seed: int, *, push: float = 0.25, follow: float = 0.3
) -> Iterator[tuple[int, Weights]]:
    """Better and better weights: after every round its number, from 1, and the weights so far.

    `push` is how far weights are pushed at first, as a share of their size, and `follow` how far the winner is
    followed; both grow smaller from round to round. The same seed makes the same weights.
    """
    dice = random.Random(seed)
    place = {name: float(value) for name, value in start.items()}
    for number in range(rounds):
        left = 1 - number / rounds
        size = push * (0.4 + 0.6 * left)
        way = {name: dice.choice((-1, 1)) * size * max(abs(value), FLOOR) for name, value in place.items()}
        one = {name: round(place[name] + way[name]) for name in place}
        other = {name: round(place[name] - way[name]) for name in place}
        gain = 2 * contest.share(one, other, 2, seed * 1_000_003 + number) - 1
        for name in place:
            place[name] = max(0.0, place[name] + follow * (0.2 + 0.8 * left) * gain * way[name])
        yield number + 1, {name: round(value) for name, value in place.items()}


def write(path: Path, weights: Weights, words: str, command: str, games: int) -> None:
    """Write weights as data with their provenance, beside the formula for positions that they were tuned with.

    `words` say what they are, `command` made them, in so many games. The file is TOML, as `data/players/planner.toml`.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "weights.toml"
    >>> write(path, {"block": 150}, "none", "none", 0)
    >>> "block = 150" in path.read_text(), "[position]" in path.read_text()
    (True, True)
    """
    of_position = {name: value for name, value in tuned()["provenance"].items() if name.startswith("position")}
    parts: dict[str, dict[str, Any]] = {
        "provenance": {"words": words, "command": command, "games": games, "date": str(date.today()), **of_position},
        "position": tuned()["position"],
        "weights": weights,
    }
    lines = [
        "# What the planning players think things are worth, in thousandths of a banner or of what they multiply; each",
        "# is explained in hexillum/thinking/mind.py.",
    ]
    for part, values in parts.items():
        lines += ["", f"[{part}]", *(f"{name} = {json.dumps(value)}" for name, value in values.items())]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
