"""How much of what decides a battle does a judgement see? Plans of one moment against each other, with the same dice.

    python bench/sight.py --seconds 900           # goes on with bench/sight.csv where that is
    python bench/sight.py report

At moments of battles between quick minds some plans for the turn are played to its end with several dice. Each position
that comes of that is judged by the formula, by `LOOKS` playouts of one to `TURNS` further turns, the formula at the end
of each, and by `WHOLE` whole battles played on from it. Within one moment the chances to win differ by the plan and by
the dice; that part of their variance which is not the luck of so few battles is what there is to see. A row is a
position, and the report says which share of that a judgement explains: its correlation with what came, squared.

A search chooses among plans of one moment, so this tells its eyes apart where the loss over all positions, which is
nearly all between moments, cannot.
"""

from __future__ import annotations

import argparse
import csv
import random
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

ROWS = Path(__file__).with_suffix(".csv")
PLANS, DICE = 8, 5  # of a moment: so many plans, each with so many dice
LOOKS, TURNS, WHOLE = 24, 5, 4
MOMENTS = 3  # of a battle
FIELDS = ("moment", "battle", "turn", "formula", *(f"after_{n}" for n in range(1, TURNS + 1)), "won")
SEED = 18_609


def moments(number: int) -> Iterator[tuple[str, Any]]:
    """A battle of quick minds, all battles in turn, and a few of its moments at which a card is to be chosen."""
    from hexillum.battle.scenarios import playable
    from hexillum.core import ask
    from hexillum.engine.step import apply
    from hexillum.lab import arena, mass

    name = playable()[number % len(playable())]
    seed, dice = arena.seed_of(SEED, number), random.Random(f"{SEED}/{number}")
    state = arena.begun(arena.load_scenario(name))
    hall = mass.hall()
    hall.set_up(state)
    (played,) = hall.play([mass.Bout("quick", "quick", seed)], arena.LIMIT, arena.ROOM_FOR_ANSWERS)
    turns = set(dice.sample(range(2, max(6, played.turns)), MOMENTS))
    for answer in played.told:
        if state.question == ask.CARD and state.who != ask.CHANCE and state.turn in turns:
            turns.discard(state.turn)
            yield name, state
        apply(state, answer)


def looked_at(name: str, state: Any, moment: str) -> Iterator[dict[str, Any]]:
    """The positions that some plans of a moment come to, and what is thought of them."""
    from hexillum.coach.rollouts import roller
    from hexillum.core.state import NONE
    from hexillum.players.minds import tuned_mind
    from hexillum.players.search import Budget, Effort, Moment, Search
    from hexillum.players.thinker import ROOT
    from hexillum.thinking.position import WON, chance_to_win
    from hexillum.thinking.seeking import FREE, ONE_TURN, PLAYED

    dice, side = random.Random(moment), int(state.who)
    search = Search(1, Effort(plan=960, views=10, choice=1, further=1))
    thinker, board = search.thinker, FREE + search.most - 1
    thinker.put(ROOT, state)
    search.plans(Budget(0.0, 960, Moment()))
    search.sift(2 * PLANS, ONE_TURN, side, Budget(0.0, 640, Moment()))
    plans = [int(thinker.seeker.order[place]) for place in range(int(thinker.seeker.alive))]
    seeds = [dice.getrandbits(32) | 1 for _ in range(DICE)]
    for plan in dice.sample(plans, min(PLANS, len(plans))):
        for n, seed in enumerate(seeds):
            thinker.try_out(FREE + plan, [seed], side, 1)
            after = thinker.state(PLAYED).copy()
            if after.outcome != NONE or after.turn == state.turn:
                continue
            thinker.copy(board, PLAYED)
            on = [dice.getrandbits(32) | 1 for _ in range(LOOKS)]
            after_turns = [
                fmean(last for eight in _parts(on, 8) for _, last in thinker.try_out(board, eight, side, turns)) / WON
                for turns in range(1, TURNS + 1)
            ]
            won = fmean(roller().worths(after, WHOLE, n, knows=side))
            row = (moment, name, state.turn + 1, chance_to_win(after, tuned_mind(), side) / WON, *after_turns)
            yield dict(zip(FIELDS, (*row, won if side == 0 else 1 - won), strict=True))


def _parts(some: Sequence[int], size: int) -> list[Sequence[int]]:
    return [some[n : n + size] for n in range(0, len(some), size)]


def measure(seconds: float, path: Path) -> None:
    """Go on where the file ends: a battle is written whole or not at all."""
    from hexillum.compiled import cache

    cache.compile_now()
    until, first = time.monotonic() + seconds, 0
    if path.exists():
        first = 1 + max((int(row["moment"].split("/")[0]) for row in read(path)), default=-1)
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        if file.tell() == 0:
            writer.writeheader()
        while time.monotonic() < until:
            found = enumerate(moments(first))
            writer.writerows([row for n, (name, state) in found for row in looked_at(name, state, f"{first}/{n}")])
            file.flush()
            first += 1


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def within(rows: Sequence[dict[str, str]], value: Callable[[dict[str, str]], float]) -> list[float]:
    """How far a value of each row is from its mean at the moment of the row."""
    of: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        of[row["moment"]].append(value(row))
    means = {moment: fmean(values) for moment, values in of.items()}
    return [value(row) - means[row["moment"]] for row in rows]


def told(rows: Sequence[dict[str, str]]) -> str:
    """What every judgement explains."""
    judgements: dict[str, Callable[[dict[str, str]], float]] = {
        "the formula": lambda row: float(row["formula"]),
        **{
            f"{LOOKS} playouts of {n} more turn{'s' if n > 1 else ''}": lambda row, n=n: float(row[f"after_{n}"])  # type: ignore[misc]
            for n in range(1, TURNS + 1)
        },
        "the mean of the formula and all of these": lambda row: fmean(float(row[name]) for name in FIELDS[3:-1]),
    }
    there, lines = to_see(rows), []
    for words, value in judgements.items():
        lines.append(f"| {words} | {share(rows, value) / there:.0%} |")
    moments = len({row["moment"] for row in rows})
    head = f"{len(rows)} positions of {moments} moments; to see: chances that differ by {100 * there**0.5:.1f} points"
    return "\n".join([head, "", "| judgement | explains |", "|---|---:|", *lines])


def to_see(rows: Sequence[dict[str, str]]) -> float:
    """The variance of the chances within moments, the luck of the few battles that tell them taken out."""
    won = [float(row["won"]) for row in rows]
    luck = fmean(one * (1 - one) / (WHOLE - 1) for one in won)
    moments = len({row["moment"] for row in rows})
    return sum(one * one for one in within(rows, lambda row: float(row["won"]))) / (len(rows) - moments) - luck


def share(rows: Sequence[dict[str, str]], value: Callable[[dict[str, str]], float]) -> float:
    """The variance of what came within moments that a judgement explains."""
    seen, came = within(rows, value), within(rows, lambda row: float(row["won"]))
    both = fmean(one * other for one, other in zip(seen, came, strict=True))
    return both * abs(both) / fmean(one * one for one in seen)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python bench/sight.py", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("what", nargs="?", choices=("measure", "report"), default="measure")
    parser.add_argument("--seconds", type=float, default=600, help="how long is measured (600)")
    parser.add_argument("--rows", type=Path, default=ROWS, help="the file of rows (bench/sight.csv)")
    args = parser.parse_args()
    if args.what == "measure":
        measure(args.seconds, args.rows)
    print(told(read(args.rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
