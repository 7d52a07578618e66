"""Are the coach's chances true? Battles of planners, played to their end, and what rollouts foretold in their midst.

    python bench/calibration.py --battles 3000          # goes on with bench/calibration.csv where that is
    python bench/calibration.py report --plot docs/images/calibration.svg

Of each battle, of all scenarios in turn, two moments are drawn, any answer being as likely as another, those of chance
with them, and are played on `PLAYOUTS` times with both hands as they are. A row tells the battle, the moment, how many
playouts the top side won (a draw counts half), what the quick formula says, and how the battle ended.
"""

from __future__ import annotations

import argparse
import csv
import random
import time
from collections.abc import Sequence
from math import exp, log
from pathlib import Path
from typing import Any

ROWS = Path(__file__).with_suffix(".csv")
FIELDS = ("number", "scenario", "answers", "index", "turn", "won", "playouts", "formula", "result")
SEED = 18_118
PLAYOUTS = 64
MOMENTS = 4
BINS = 10


def play(number: int) -> list[dict[str, Any]]:
    """One battle and its moments. A battle without end gives none."""
    from hexillum.battle.scenarios import names
    from hexillum.coach.rollouts import roller, worth_of
    from hexillum.core.state import NONE
    from hexillum.engine.step import apply
    from hexillum.lab import arena, mass
    from hexillum.players.minds import tuned_mind
    from hexillum.thinking.position import WON, chance_to_win

    name = names()[number % len(names())]
    seed = arena.seed_of(SEED, number)
    state = arena.begun(arena.load_scenario(name))
    hall = mass.hall()
    hall.set_up(state)
    (played,) = hall.play([mass.Bout("planner", "planner", seed)], arena.LIMIT, arena.ROOM_FOR_ANSWERS)
    if played.outcome == NONE or played.decisions > arena.ROOM_FOR_ANSWERS:
        return []
    chosen = sorted(random.Random(f"{SEED}/{number}").sample(range(played.decisions), MOMENTS))
    rows = []
    for index, answer in enumerate(played.told):
        if index in chosen:
            won = sum(roller().worths(state, PLAYOUTS, seed=number * MOMENTS + len(rows)))
            formula = chance_to_win(state, tuned_mind(), 0) / WON
            told = (number, name, played.decisions, index, state.turn + 1, won, PLAYOUTS, formula)
            rows.append(dict(zip(FIELDS, (*told, worth_of(played.outcome)), strict=True)))
        apply(state, answer)
    return rows


def measure(battles: int, seconds: float, path: Path) -> None:
    """Go on where the file ends."""
    from hexillum.compiled import cache

    cache.compile_now()
    began, first = time.monotonic(), 0
    if path.exists():
        first = 1 + max((int(row["number"]) for row in read(path)), default=-1)
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        if file.tell() == 0:
            writer.writeheader()
        for number in range(first, battles):
            writer.writerows(play(number))
            file.flush()
            if time.monotonic() - began > seconds:
                break


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def pairs_of(rows: Sequence[dict[str, str]], field: str = "won") -> list[tuple[float, float]]:
    """What was foretold and what came, of every moment."""
    if field == "formula":
        return [(float(row["formula"]), float(row["result"])) for row in rows]
    return [(float(row["won"]) / float(row["playouts"]), float(row["result"])) for row in rows]


def binned(pairs: Sequence[tuple[float, float]]) -> list[tuple[int, float, float]]:
    """Ten bins of equal width: how many, what was foretold in the mean, and what came in the mean."""
    bins: list[list[tuple[float, float]]] = [[] for _ in range(BINS)]
    for told, came in pairs:
        bins[min(int(told * BINS), BINS - 1)].append((told, came))
    return [(len(one), sum(t for t, _ in one) / len(one), sum(c for _, c in one) / len(one)) for one in bins if one]


def calibration_error(pairs: Sequence[tuple[float, float]]) -> float:
    """The expected calibration error: how far what was foretold is from what came, in the mean of the moments."""
    return sum(n * abs(told - came) for n, told, came in binned(pairs)) / len(pairs)


def log_loss(pairs: Sequence[tuple[float, float]]) -> float:
    total = 0.0
    for told, came in pairs:
        p = min(max(told, 0.002), 0.998)
        total -= came * log(p) + (1 - came) * log(1 - p)
    return total / len(pairs)


def by_luck(pairs: Sequence[tuple[float, float]], times: int = 500) -> float:
    """The error that chance alone would show were every chance true: the mean over results drawn by them."""
    dice = random.Random(1)
    return sum(calibration_error([(p, float(dice.random() < p)) for p, _ in pairs]) for _ in range(times)) / times


def fitted(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Shift and scale of the logit that make the results likeliest, by Newton's method."""
    a, b = 0.0, 1.0
    points = [(log((p := min(max(t, 0.002), 0.998)) / (1 - p)), c) for t, c in pairs]
    for _ in range(20):
        ga = gb = haa = hab = hbb = 0.0
        for x, c in points:
            q = 1 / (1 + exp(-(a + b * x)))
            w = q * (1 - q)
            ga, gb = ga + c - q, gb + (c - q) * x
            haa, hab, hbb = haa + w, hab + w * x, hbb + w * x * x
        det = haa * hbb - hab * hab
        a, b = a + (hbb * ga - hab * gb) / det, b + (haa * gb - hab * ga) / det
    return a, b


def report(path: Path, plot: Path | None) -> None:
    rows = read(path)
    for field in ("won", "formula"):
        pairs = pairs_of(rows, field)
        print(f"\n{'rollouts' if field == 'won' else 'the quick formula'}: {len(rows)} moments of ", end="")
        print(f"{len({row['number'] for row in rows})} battles of {len({row['scenario'] for row in rows})} scenarios")
        print("| foretold | moments | mean foretold | top side won |\n|---|---|---|---|")
        for n, told, came in binned(pairs):
            low = int(told * BINS) / BINS
            print(f"| {low:.0%} to {low + 1 / BINS:.0%} | {n} | {told:.1%} | {came:.1%} |")
        print(f"expected calibration error {calibration_error(pairs):.2%} (by luck alone {by_luck(pairs):.2%})")
        print("log-loss {:.4f}; logit shift {:+.3f}, scale {:.3f}".format(log_loss(pairs), *fitted(pairs)))
    if plot:
        draw(rows, plot)


def draw(rows: Sequence[dict[str, str]], plot: Path) -> None:
    import matplotlib

    matplotlib.rcParams.update({"svg.hashsalt": "hexillum", "font.size": 10})
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5, 5), layout="constrained")
    axes = figure.add_subplot(xlabel="chance by rollouts", ylabel="share of battles won", xlim=(0, 1), ylim=(0, 1))
    axes.plot([0, 1], [0, 1], color="0.7", linewidth=1)
    for field, colour, words in (("formula", "0.6", "quick formula"), ("won", "tab:blue", "rollouts")):
        bins = binned(pairs_of(rows, field))
        errors = [2 * (max(came * (1 - came), 1e-3) / n) ** 0.5 for n, _, came in bins]
        xs, ys = [told for _, told, _ in bins], [came for _, _, came in bins]
        axes.errorbar(xs, ys, yerr=errors, fmt="o-", color=colour, label=words, markersize=4, linewidth=1)
    axes.legend(loc="upper left", frameon=False)
    plot.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(plot, metadata={"Date": None} if plot.suffix == ".svg" else None)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", default="measure", choices=["measure", "report"])
    parser.add_argument("--battles", type=int, default=3000)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--file", type=Path, default=ROWS)
    parser.add_argument("--plot", type=Path)
    told = parser.parse_args()
    if told.what == "measure":
        measure(told.battles, told.seconds, told.file)
    else:
        report(told.file, told.plot)
