"""Fitting the formula that values positions: logistic regression over positions of games of planning minds.

In every second round of the battles both sides are minds whose weights are pushed at random, so that the formula sees
more than one way to play. Each battle has a term of its own for its two sides: battles are uneven, and without it the
formula would learn that the side that has most at the start often loses, and that blocks and leaders are worth nothing.

`python -m hexillum.lab.positions --seconds 120` prints the weights of `[position]` in `data/players/planner.toml`, with
how well they foretell the winners of games that were not used for them.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from typing import Any, Final

from ..battle.deployment import state_of
from ..battle.scenarios import load_scenario
from ..battle.setup import begin
from ..core.battlefield import first_leader, first_unit, last_unit
from ..core.hexes import NOWHERE
from ..core.state import NONE, State
from ..core.structs import fields
from ..players.minds import pushed_mind, tuned_mind
from ..players.thinker import ROOT, Thinker
from ..thinking.ground import nearest_unit
from ..thinking.mind import RANKS, Mind, Position
from ..thinking.position import LINE, RANK, SIGHT, threats
from ..thinking.seeking import FREE, PLAYED

BATTLES: Final = (
    "akragas,cannae,zama,ilipa,trebbia,bagradas,ticinus,dara,callinicum,phasis,crimissos,trasimenus,metaurus,"
    "magnesia,heraclea,gaugamela,himera"
)
KEPT: Final = 0.2  # of the positions at the beginning of a turn
LONGEST: Final = 200  # turns after which a game is given up
UNTESTED: Final = 4  # one game of so many is kept to test


def counted(s: State, side: int) -> list[float]:
    """What the formula counts for a side, in the order of its weights from `need` to `aloof`.

    These are numbers of banners, blocks, units and hexes as `thinking.mind.Position` explains them; what should be few
    is counted below 0.

    >>> from hexillum.battle.door import Battle
    >>> counted(Battle.start("akragas", seed=7).state, 0)[0]
    -5.0
    """
    need = max(1, s.goal[side] - s.banners[side])
    units = [s.units[i] for i in range(first_unit(side), last_unit(s, side)) if s.units[i].hex != NOWHERE]
    leaders = [leader.hex for leader in s.leaders[first_leader(side) : first_leader(side + 1)] if leader.hex != NOWHERE]
    away = [min(nearest_unit(s, 1 - side, u.hex), SIGHT) for u in units]
    return [
        -float(need),
        1 / need,
        *[float(sum(u.blocks for u in units if RANK[u.kind] == rank)) for rank in range(len(RANKS))],
        -sum(u.blocks == 1 for u in units),
        -sum(u.blocks == 2 for u in units),
        len(leaders),
        -sum(s.unit_at[hex] == NONE for hex in leaders),
        -sum(LINE[u.kind] * u.blocks * far / 4 for u, far in zip(units, away, strict=True)),
        -sum(far for u, far in zip(units, away, strict=True) if s.leader_at[u.hex] != NONE),
    ]


def row(s: State, m: Mind) -> list[float]:
    """What the formula counts for the side that begins its turn, the other side deducted.

    First a 1, for having the turn, then what `counted` gives, then what it threatens and, below 0, what threatens it,
    in banners. The mind's notes of who is gone are wiped.

    >>> from hexillum.battle.door import Battle
    >>> row(Battle.start("akragas", seed=7).state, tuned_mind())[:2]
    [1.0, 0.0]
    """
    for i in range(len(m.gone)):
        m.gone[i] = 0
    side = s.active
    pairs = zip(counted(s, side), counted(s, 1 - side), strict=True)
    return [1.0, *[a - b for a, b in pairs], threats(s, m, side) / 1000, -threats(s, m, 1 - side) / 1000]


def gather(battles: Sequence[str], seconds: float, seed: int) -> tuple[Any, Any, Any]:
    """Rows of positions, whether the side that was to move won, and the number of each row's game.

    Games are played for so many seconds, the same ones in the same order for the same seed. The rows are float64 of
    shape (positions, what `row` gives and a number for each battle): 1 where the top side is to move, -1 where the
    bottom side is; the two others are a float64, 1.0 or 0.0, and an int64 for each. Needs Numba.
    """
    import numpy

    states = [state_of(load_scenario(name)) for name in battles]
    m, dice, pushes = tuned_mind(), numpy.random.default_rng(seed), random.Random(seed)
    thinker = Thinker([m, m], FREE + len(states), compiled=True)
    for n, state in enumerate(states):
        begin(state)
        thinker.put(FREE + n, state)
    on = thinker.boards[ROOT]
    rows: list[list[float]] = []
    won: list[float] = []
    games: list[int] = []
    until = time.monotonic() + seconds
    number = 0
    while time.monotonic() < until:
        battle = number % len(states)
        thinker.copy(ROOT, FREE + battle)
        thinker.set_minds(*[pushed_mind(pushes) if number // len(states) % 2 else m for _ in (0, 1)])
        seen: list[tuple[list[float], int]] = []
        while on.outcome == NONE and on.turn < LONGEST:
            if dice.random() < KEPT:
                s = thinker.state(ROOT)
                uneven = [0.0] * len(states)
                uneven[battle] = 1.0 - 2 * s.active
                seen.append((row(s, m) + uneven, s.active))
            thinker.try_out(ROOT, [int(dice.integers(1, 2**32 - 1)) | 1], 0, 1)
            thinker.copy(ROOT, PLAYED)
        winner = int(on.outcome)
        if winner in (0, 1):
            for values, side in seen:
                rows.append(values)
                won.append(float(winner == side))
                games.append(number)
        number += 1
    return numpy.array(rows), numpy.array(won), numpy.array(games)


def fit(rows: Any, won: Any, rounds: int = 30, shrink: float = 1e-3) -> Any:
    """The weights of a logistic regression, by Newton's method: float64, one for each column of the rows.

    `rows` is float64 of shape (positions, columns), `won` 1.0 or 0.0 for each position; `rounds` is how many steps are
    made, `shrink` how strongly weights are held to 0, for each column in units of its variance.

    >>> import numpy
    >>> weights = fit(numpy.array([[1.0, -1.0], [1.0, 0.0], [1.0, 1.0], [1.0, 0.0]]), numpy.array([0.0, 0, 1, 1]))
    >>> float(weights[1]) > 0
    True
    """
    import numpy

    weights = numpy.zeros(rows.shape[1])
    scale = numpy.diag(shrink * rows.var(0) + 1e-9)
    for _ in range(rounds):
        chance = 1 / (1 + numpy.exp(-rows @ weights))
        slope = rows.T @ (chance - won) / len(won) + scale @ weights
        bend = (rows * (chance * (1 - chance))[:, None]).T @ rows / len(won) + scale
        weights = weights - numpy.linalg.solve(bend, slope)
    return weights


def main(arguments: Sequence[str] | None = None) -> int:
    """Gather, fit, test, print; `arguments` are those of the command line by default. Returns the exit status, 0."""
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
    found = iter(round(1000 * weight) for weight in weights)
    for name, field in fields(Position).items():
        print(f"{name} = {[next(found) for _ in range(field.count)] if field.count else next(found)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
