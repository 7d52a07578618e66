"""Fitting the formula that values positions: logistic regression over positions of the planner's games against itself.

`python -m hexillum.lab.positions --seconds 120` prints the weights of `[position]` in `data/agents/planner.toml`, with
how well they foretell the winners of games that were not used for them.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from typing import Any, Final

from ..agents.minds import tuned_mind
from ..hexes import NOWHERE
from ..records import fields
from ..referee import state_of
from ..rules.battlefield import first_leader, first_unit, last_unit
from ..scenarios import load
from ..setup import begin
from ..state import NONE, State
from ..thinking.mind import Mind, Position
from ..thinking.playouts import TRY_OUT
from ..thinking.position import threats

BATTLES: Final = "akragas,cannae,zama,ilipa,trebbia,bagradas,ticinus,dara,callinicum,phasis"
KEPT: Final = 0.35  # of the positions at the beginning of a turn
LONGEST: Final = 200
UNTESTED: Final = 4  # one game of so many is kept to test


def counted(s: State, m: Mind, side: int) -> list[float]:
    """What the formula counts for a side, in the order of its weights from `need` to `card`.

    >>> from hexillum.referee import Battle
    >>> counted(Battle.start("akragas", seed=7).state, tuned_mind(), 0)[0]
    -5.0
    """
    need = max(1, s.goal[side] - s.banners[side])
    units = [s.units[i] for i in range(first_unit(side), last_unit(s, side)) if s.units[i].hex != NOWHERE]
    leaders = [leader.hex for leader in s.leaders[first_leader(side) : first_leader(side + 1)] if leader.hex != NOWHERE]
    return [
        -float(need),
        1 / need,
        sum(u.blocks for u in units),
        -sum(u.blocks == 1 for u in units),
        -sum(u.blocks == 2 for u in units),
        len(leaders),
        -sum(s.unit_at[hex] == NONE for hex in leaders),
        s.held[side],
    ]


def row(s: State, m: Mind) -> list[float]:
    """What the formula counts for the side that begins its turn, the other side deducted."""
    for i in range(len(m.gone)):
        m.gone[i] = 0
    side = s.active
    pairs = zip(counted(s, m, side), counted(s, m, 1 - side), strict=True)
    return [1.0, *[a - b for a, b in pairs], threats(s, m, side) / 1000, -threats(s, m, 1 - side) / 1000]


def gather(battles: Sequence[str], seconds: float, seed: int) -> tuple[Any, Any, Any]:
    """Rows of positions, whether the side that was to move won, and the number of each row's game."""
    import numpy

    from .. import fast

    states = [state_of(load(name)) for name in battles]
    for state in states:
        begin(state)
    m, think, dice = tuned_mind(), fast.load().think, numpy.random.default_rng(seed)
    minds, boards = fast.minds_of(m, m), numpy.zeros(8, fast.STATE)
    out, results = numpy.zeros(512, numpy.int64), numpy.zeros(2, numpy.int64)
    rows: list[list[float]] = []
    won: list[float] = []
    games: list[int] = []
    until = time.monotonic() + seconds
    number = 0
    while time.monotonic() < until:
        boards[0] = fast.games_of(states[number % len(states)])[0]
        seen: list[tuple[list[float], int]] = []
        while boards[0]["outcome"] == NONE and boards[0]["turn"] < LONGEST:
            if dice.random() < KEPT:
                s = fast.state_of(boards[0])
                seen.append((row(s, m), s.active))
            seeds = numpy.array([int(dice.integers(1, 2**32 - 1)) | 1], numpy.int64)
            think(TRY_OUT, boards, 0, 1, minds, seeds.copy(), seeds, 0, 1, out, 0, 1, results)
            boards[0] = boards[1]
        winner = int(boards[0]["outcome"])
        if winner in (0, 1):
            for values, side in seen:
                rows.append(values)
                won.append(float(winner == side))
                games.append(number)
        number += 1
    return numpy.array(rows), numpy.array(won), numpy.array(games)


def fit(rows: Any, won: Any, rounds: int = 30, shrink: float = 1e-3) -> Any:
    """The weights of a logistic regression, by Newton's method."""
    import numpy

    weights = numpy.zeros(rows.shape[1])
    scale = numpy.diag(shrink * rows.var(0))
    for _ in range(rounds):
        chance = 1 / (1 + numpy.exp(-rows @ weights))
        slope = rows.T @ (chance - won) / len(won) + scale @ weights
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows / len(won) + scale
        weights = weights - numpy.linalg.solve(bend + 1e-9 * numpy.eye(len(weights)), slope)
    return weights


def main(arguments: Sequence[str] | None = None) -> int:
    """Gather, fit, test, print."""
    import numpy

    parser = argparse.ArgumentParser(prog="python -m hexillum.lab.positions", description=__doc__)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--battles", default=BATTLES)
    parser.add_argument("--seed", type=int, default=1)
    given: Any = parser.parse_args(arguments)
    rows, won, games = gather(given.battles.split(","), given.seconds, given.seed)
    known = games % UNTESTED != 0
    weights = fit(rows[known], won[known])
    chance = numpy.clip(1 / (1 + numpy.exp(-rows[~known] @ weights)), 1e-6, 1 - 1e-6)
    right = float(((chance > 0.5) == (won[~known] > 0.5)).mean())
    loss = float(-numpy.log(numpy.where(won[~known] > 0.5, chance, 1 - chance)).mean())
    print(f"# {len(rows)} positions of {games.max() + 1} games; of new ones {right:.1%} right, loss {loss:.3f}")
    for name, weight in zip(fields(Position), weights, strict=True):
        print(f"{name} = {round(1000 * weight)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
