"""Compare exact odds with a million battles played out, for many random positions of both editions.

    ./check soak odds
    ./check soak odds --positions 200 --battles 1000000 --seed 1
    ./check soak odds --positions 20 --battles 20000

Each position is a battle out of random play, just announced, with any behaviour of both sides. It is walked, and it is
played so many times by the compiled rules with dice as they fall; every mean must lie within 4 standard errors of the
exact one, but for what is too rare to be seen 20 times. Ctrl-C ends it early with what is done. Needs Numba. Progress
goes to stderr, the result to stdout; the exit status is 1 where a mean lies outside.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from math import fsum
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from hexillum import odds  # noqa: E402
from hexillum.core.state import State  # noqa: E402
from hexillum.engine.walk import MADE, play_out  # noqa: E402
from tests.kit.odds_positions import MOST_ERRORS, behaviours, both_editions, errors  # noqa: E402


def player() -> Callable[[State, odds.Behaviour, int, int], list[float]]:
    """What plays a battle many times and gives the means of everything that comes of it; compiled at once."""
    import numba
    import numpy as np

    from hexillum.compiled import with_numba

    print("compiling the rules ...", file=sys.stderr)
    play = with_numba.compiled_rule(play_out)

    @numba.njit
    def play_often(games: Any, ways: Any, saws: Any, rng: Any, out: Any, times: int, sums: Any) -> None:
        for _ in range(times):
            games[1] = games[0]
            if play(games[1], ways[0], saws[0], rng, out) < 0:
                raise IndexError("no battle is under way")
            for n in range(sums.size):
                sums[n] += out[n]

    def ready() -> tuple[Any, ...]:
        return (
            np.zeros(1, with_numba.WAY),
            np.zeros(1, with_numba.SAW),
            np.array([1], np.int64),
            np.zeros(512, np.int64),
        )

    with with_numba.with_all_parts():
        play_often(with_numba.games_of(State(), State()), *ready(), 0, np.zeros(MADE, np.int64))

    def played(s: State, behaviour: odds.Behaviour, times: int, seed: int) -> list[float]:
        ways, saws, rng, out = ready()
        way, sums = behaviour.way(), np.zeros(MADE, np.int64)
        for name in vars(behaviour):
            ways[0][name] = getattr(way, name)
        rng[0] = seed
        play_often(with_numba.games_of(s, s), ways, saws, rng, out, times, sums)
        return [float(total) / times for total in sums]

    return played


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--positions", type=int, default=200, help="how many positions (default 200)")
    parser.add_argument("--battles", type=int, default=1_000_000, help="battles played in each (default 1000000)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed takes the same positions and dice")
    options = parser.parse_args(arguments)
    began, worst, outside, compared, furthest = time.perf_counter(), 0.0, [], 0, 0.0
    played = player()
    positions, done = both_editions(options.positions, options.seed), 0
    for (where, s), behaviour in zip(positions, behaviours(options.seed), strict=False):
        found = odds.under_way(s, behaviour, compiled=True)
        furthest = max(furthest, abs(fsum(map(float, found.outcomes.values())) - 1))
        try:
            means = played(s, behaviour, options.battles, options.seed * 1000 + done + 1)
        except KeyboardInterrupt:
            break
        done += 1
        away = errors(found, means, options.battles)
        compared += len(away)
        worst = max(worst, *away.values(), 0.0)
        outside += [f"{where}: {name}, {e:.2f} errors" for name, e in away.items() if e > MOST_ERRORS]
        print(f"\r{done}/{len(positions)} positions, {time.perf_counter() - began:.0f} s", end="", file=sys.stderr)
    print(file=sys.stderr)
    for line in outside:
        print(line)
    print(f"{done} positions, {options.battles} battles in each: {compared} means compared, {len(outside)} outside")
    print(f"farthest {worst:.2f} standard errors; chances add up to 1 within {furthest:.1e}")
    return 1 if outside or furthest > 1e-12 or done < len(positions) else 0


if __name__ == "__main__":
    raise SystemExit(main())
