"""Ask for the odds of every pair at the start of every battle and of many positions of played battles, against a bar.

    ./check soak odds-bound
    ./check soak odds-bound --positions 2000 --bar 0.5 --seed 1
    ./check soak odds-bound --battles zama,raphia,gabiene --positions 200

At the start of each battle, and at each position, which come of random play, every ordered pair of enemies is asked for
its whole sheet (`odds.sheet.sheet_of_pair`): the first dice, and the walks where the target stands and where it evades;
for a piece that must move first the walks of up to six hexes, too. Seconds are those of the processor, by the compiled
rules, exact, without a deadline. Needs Numba. Progress goes to stderr, the result to stdout: medians,
the 99th percentile, the worst pairs; the exit status is 1 where one is above the bar. Five minutes or so.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from hexillum.battle.door import Battle  # noqa: E402
from hexillum.battle.scenarios import scenarios  # noqa: E402
from hexillum.core import hexes  # noqa: E402
from hexillum.core.state import NONE, State  # noqa: E402
from hexillum.engine.playout import random_answer  # noqa: E402
from hexillum.engine.step import apply  # noqa: E402
from hexillum.odds import Walker  # noqa: E402
from hexillum.odds.sheet import sheet_of_pair  # noqa: E402

ANSWERS_MOST = 2500  # of a game
PAUSE = 250  # answers between two positions of a game, at most


class Asked(NamedTuple):
    """Seconds that a pair took, and which it was."""

    seconds: float
    battle: str
    pair: str


def played(names: list[str], count: int, seed: int) -> Iterator[tuple[str, State]]:
    """So many positions out of random play of these battles, each with where it comes from."""
    rng, out, made, game = random.Random(seed), [0] * 512, 0, 0
    while made < count:
        name = names[game % len(names)]
        s = Battle.start(name, seed=rng.randrange(1 << 30)).state
        dice, due = [rng.randrange(1, 1 << 32)], rng.randrange(PAUSE)
        for answers in range(ANSWERS_MOST):
            if s.outcome != NONE or made == count:
                break
            apply(s, random_answer(s, dice, out))
            if answers == due and s.outcome == NONE:
                due += rng.randrange(30, PAUSE)
                made += 1
                yield f"{name}, game {game}, answer {answers}", s
        game += 1


def enemies(s: State) -> Iterator[tuple[int, int]]:
    """The hexes of every ordered pair of units of different sides."""
    for u in s.units:
        for foe in s.units:
            if hexes.NOWHERE not in (u.hex, foe.hex) and u.side != foe.side:
                yield u.hex, foe.hex


def sheets(where: str, s: State) -> Iterator[Asked]:
    """Ask for the whole sheet of every pair that can fight in its next turn."""
    for here, there in enemies(s):
        began = time.thread_time()
        told = sheet_of_pair(s, here, there)
        if told["ways"]:
            yield Asked(time.thread_time() - began, where, f"{hexes.name(here)}->{hexes.name(there)}")


def line(words: str, asked: list[Asked]) -> str:
    """The figures of some pairs in one line."""
    seconds = sorted(one.seconds for one in asked) or [0.0]
    at = {share: 1000 * seconds[int(share * (len(seconds) - 1))] for share in (0.5, 0.99, 0.999, 1.0)}
    return f"{words}: {len(asked)} pairs, p50 {at[0.5]:.3f} ms, p99 {at[0.99]:.1f} ms, p99.9 {at[0.999]:.1f} ms, " + (
        f"most {at[1.0]:.1f} ms"
    )


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--positions", type=int, default=2000, help="positions of played battles (default 2000)")
    parser.add_argument("--battles", default="", help="battles to take, with commas between (default all)")
    parser.add_argument("--bar", type=float, default=0.5, help="seconds that no pair may take (default 0.5)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed takes the same positions")
    options = parser.parse_args(arguments)
    names = options.battles.split(",") if options.battles else [one.id for one in scenarios()]
    Walker()  # so that no pair pays for the loading of the compiled rules
    began, done = time.perf_counter(), 0
    starts: list[Asked] = []
    later: list[Asked] = []
    try:
        for name in names:
            starts += sheets(f"{name}, start", Battle.start(name, seed=1).state)
            print(f"\r{name:20}{time.perf_counter() - began:5.0f} s", end="", file=sys.stderr)
        for done, (where, s) in enumerate(played(names, options.positions, options.seed), 1):
            later += sheets(where, s)
            if done % 10 == 0:
                print(f"\r{done:4} positions      {time.perf_counter() - began:5.0f} s", end="", file=sys.stderr)
    except KeyboardInterrupt:
        pass
    print(file=sys.stderr)
    print(line("sheets at starts", starts))
    print(line("sheets of played battles", later))
    worst = sorted([*starts, *later], reverse=True)
    for one in worst[:10]:
        print(f"  {1000 * one.seconds:7.1f} ms  {one.battle}: {one.pair}")
    above = [one for one in worst if one.seconds > options.bar]
    print(f"{done} positions of {len(names)} battles: {len(above)} pairs above {options.bar} s")
    return 1 if above or done < options.positions else 0


if __name__ == "__main__":
    raise SystemExit(main())
