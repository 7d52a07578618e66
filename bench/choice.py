"""Measure what a choice at a table costs the server's own work, in this process and without a network or a database.

    ./check bench choice                      800 choices of scripted players, in ms of the processor each
    ./check bench choice --choices 200 --json
    ./check bench choice --tables 1000        go round so many battles, as a server does

For each choice: both views as they are sent (`Views.text`), what the choice adds and the game with it (`planned`), and
what the store keeps beside it (`standing`, mostly the digest of the state). What comes on top at a server is told
by `./check bench load`: reading and writing WebSockets, and the transaction, which choices that come together share.
Where choices go round many battles, the processor must fetch each of them anew.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from bench.load import BATTLES, chosen  # noqa: E402

from hexillum.web import garbage  # noqa: E402
from hexillum.web.chance import fresh_seed  # noqa: E402
from hexillum.web.entries import Opening  # noqa: E402
from hexillum.web.game import Game  # noqa: E402
from hexillum.web.messages import Answer  # noqa: E402
from hexillum.web.store import Seat  # noqa: E402
from hexillum.web.table import Table  # noqa: E402
from hexillum.web.views import Views  # noqa: E402

PARTS = ("both views", "the game with it", "what is kept beside")


def opened(number: int) -> Table:
    """A table with two people."""
    game = Game(f"{number:032x}", Opening("battle", BATTLES[number % 2]), fresh_seed(number), ["person", "person"])
    game.fold(game.opening_entries())
    return Table(game, [Seat("person", "a" * 64), Seat("person", "b" * 64)], talk=[])


@dataclass
class Played:
    """A table, and what its people have been sent of its log."""

    number: int
    table: Table
    told: int = 0


def measured(choices: int, tables: int) -> dict[str, float]:
    """Milliseconds of the processor a choice, by part, where choices go round so many tables."""
    spent = dict.fromkeys(PARTS, 0.0)
    rng, views = random.Random(1), Views()
    played = [Played(number, opened(number)) for number in range(tables)]
    for made in range(choices):
        one = played[made % tables]
        if one.table.game.battle.over:
            one = played[made % tables] = Played(one.number + tables, opened(one.number + tables))
        for part, seconds in zip(PARTS, choose(one, views, rng), strict=True):
            spent[part] += seconds
    return {part: 1000 * seconds / choices for part, seconds in spent.items()}


def choose(one: Played, views: Views, rng: random.Random) -> list[float]:
    """Make a choice at a table; the seconds of the processor for each part of it."""
    table = one.table
    at = [time.thread_time()]
    texts = [views.text(table, side, {side}, one.told) for side in (0, 1)]
    at.append(time.thread_time())
    one.told = table.lines()
    seen = [json.loads(text) for text in texts]
    side = 0 if seen[0]["decision"]["may"] else 1
    body = Answer(do="answer", numbers=chosen(seen[side], rng))
    at.append(time.thread_time())
    after = table.game.planned(side, body).after or table.game
    at.append(time.thread_time())
    table.standing(after)
    at.append(time.thread_time())
    table.game.become(after)
    table.news += 1
    return [at[1] - at[0], at[3] - at[2], at[4] - at[3]]


def main() -> int:
    parser = argparse.ArgumentParser(prog="./check bench choice", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--choices", type=int, default=800, help="how many (800)")
    parser.add_argument("--tables", type=int, default=1, help="battles that they go round (1)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    garbage.wait()
    measured(20, 1)  # what is made once
    garbage.begin()  # as at a server
    found = measured(args.choices, args.tables)
    found["in all"] = sum(found.values())
    if args.json:
        print(json.dumps(found, indent=2))
        return 0
    print("| of a choice | ms |\n|---|---:|")
    print("\n".join(f"| {part} | {ms:.2f} |" for part, ms in found.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
