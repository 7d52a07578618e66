"""Measure what a choice at a table costs the server's own work, in this process and without a network or a database.

    ./check bench choice                      800 choices of scripted players, in ms of the processor each
    ./check bench choice --choices 200 --json

For each choice: both views as they are sent (`Views.text`), what the choice adds (`plan`), the game with it (`after`),
and what the store keeps beside it (`standing`, mostly the digest of the state). What comes on top at a server is told
by `./check bench load`: reading and writing WebSockets, and the transaction, which choices that come together share.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from bench.load import BATTLES, chosen  # noqa: E402

from hexillum.web.chance import fresh_seed  # noqa: E402
from hexillum.web.entries import Opening  # noqa: E402
from hexillum.web.game import Game  # noqa: E402
from hexillum.web.messages import Answer  # noqa: E402
from hexillum.web.store import Seat  # noqa: E402
from hexillum.web.table import Table  # noqa: E402
from hexillum.web.views import Views  # noqa: E402

PARTS = ("both views", "plan", "fold", "what is kept beside")


def opened(number: int) -> Table:
    """A table with two people."""
    game = Game(f"{number:032x}", Opening("battle", BATTLES[number % 2]), fresh_seed(number), ["person", "person"])
    game.fold(game.opening_entries())
    return Table(game, [Seat("person", "a" * 64), Seat("person", "b" * 64)], talk=[])


def measured(choices: int) -> dict[str, float]:
    """Milliseconds of the processor a choice, by part."""
    spent = dict.fromkeys(PARTS, 0.0)
    rng, views, made, number = random.Random(1), Views(), 0, 0
    while made < choices:
        table, told, number = opened(number), 0, number + 1
        while made < choices and not table.game.battle.over:
            at = [time.thread_time()]
            texts = [views.text(table, side, {side}, told) for side in (0, 1)]
            at.append(time.thread_time())
            told = table.lines()
            seen = [json.loads(text) for text in texts]
            side = 0 if seen[0]["decision"]["may"] else 1
            body = Answer(do="answer", numbers=chosen(seen[side], rng))
            begun = time.thread_time()
            entries = table.game.plan(side, body)
            at.append(at[-1] + time.thread_time() - begun)
            begun = time.thread_time()
            after = table.game.after(entries)
            at.append(at[-1] + time.thread_time() - begun)
            begun = time.thread_time()
            table.standing(after)
            at.append(at[-1] + time.thread_time() - begun)
            table.game.become(after)
            table.news += 1
            made += 1
            for n, part in enumerate(PARTS):
                spent[part] += at[n + 1] - at[n]
    return {part: 1000 * seconds / made for part, seconds in spent.items()}


def main() -> int:
    parser = argparse.ArgumentParser(prog="./check bench choice", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--choices", type=int, default=800, help="how many (800)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    args = parser.parse_args()
    measured(20)  # what is made once
    found = measured(args.choices)
    found["in all"] = sum(found.values())
    if args.json:
        print(json.dumps(found, indent=2))
        return 0
    print("| of a choice | ms |\n|---|---:|")
    print("\n".join(f"| {part} | {ms:.2f} |" for part, ms in found.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
