"""Tuning the planner's weights by games against itself: simultaneous perturbation, with the compiled rules.

Each round plays the weights pushed a little one way against the same pushed the other way, both sides of each battle
with the same dice, and follows the winner (SPSA). `python -m hexillum.lab.tune --help` tells how; the result is data
with its provenance, `data/players/planner.toml`.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final

from ..battle.deployment import state_of
from ..battle.scenarios import load_scenario
from ..battle.setup import begin
from ..players.minds import WEIGHTS_FILE, tuned, tuned_mind, tuned_weights
from ..players.thinker import Thinker
from ..thinking.seeking import FREE
from .crew import Crew, Local, crew_of

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
        self.thinker = Thinker([tuned_mind(), tuned_mind()], FREE + len(battles), compiled=True)
        for root, name in zip(self.roots, battles, strict=True):
            state = state_of(load_scenario(name))
            begin(state)
            self.thinker.put(root, state)


_board = cache(_Board)


def play_round(task: Round) -> float:
    """The points of the first weights in the two battles of a round, a draw counted half; compiled, it needs Numba."""
    board = _board(task.battles)
    board.thinker.set_minds(tuned_mind(weights=task.one), tuned_mind(weights=task.other))
    points = 0.0
    for top in (0, 1):
        outcome = board.thinker.contest(board.roots[task.place], task.dice, top)
        points += float(outcome == top) if outcome in (0, 1) else 0.5
    return points


class Contest:
    """Plays battles, named when it is made, between two sets of weights; a crew plays them where one is given."""

    def __init__(self, battles: Sequence[str], crew: Crew | None = None) -> None:
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


def main(arguments: Sequence[str] | None = None) -> int:
    """Tune, tell how it goes on stderr, check the result against the start, and write it.

    `arguments` are those of the command line by default. Ctrl-C ends the tuning early. Returns the exit status, 0.
    """
    parser = argparse.ArgumentParser(prog="python -m hexillum.lab.tune", description=__doc__)
    parser.add_argument("--rounds", type=int, default=300, help="rounds; each plays every battle four times")
    parser.add_argument("--battles", default=",".join(BATTLES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", type=int, default=40, help="rounds of the match between the result and the start")
    parser.add_argument("--out", type=Path, default=Path("planner.toml"), help=f"copy it to {WEIGHTS_FILE} to use it")
    parser.add_argument("--jobs", type=int, help="how many processes play; 1 by default, on Ray all")
    parser.add_argument("--on", default="local", help="where they play: local, ray, auto or ray://HOST:PORT")
    given: Any = parser.parse_args(arguments)
    try:
        with crew_of(given.on, given.jobs) as crew:
            return _tune(given, crew)
    except ValueError as error:
        print(f"tune: {error}", file=sys.stderr)
        return 2


def _tune(given: Any, crew: Crew) -> int:
    battles = given.battles.split(",")
    contest, start, began = Contest(battles, crew), dict(tuned_weights()), time.monotonic()
    weights, games = start, 0
    try:
        for number, weights in better(contest, start, given.rounds, given.seed):
            games = number * 4 * len(battles)
            if number % 20 == 0:
                print(f"{number}/{given.rounds} {time.monotonic() - began:.0f} s {weights}", file=sys.stderr)
    except KeyboardInterrupt:
        print("stopped; what was found so far is kept", file=sys.stderr)
    share = contest.share(weights, start, given.check, given.seed + 1)
    words = f"tuned from the weights before: {share:.1%} of {given.check * 2 * len(battles)} games against them"
    command = f"python -m hexillum.lab.tune --rounds {given.rounds} --battles {given.battles} --seed {given.seed}"
    write(given.out, weights, words, command, games)
    print(words)
    return 0


if __name__ == "__main__":
    sys.exit(main())
