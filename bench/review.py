"""What the review says of players that are known: is luck 0 in the mean, do worse players give more away?

    python bench/review.py luck --battles 500      # planners against each other: the luck of the top side
    python bench/review.py given --battles 200     # recruit against greedy, tribune against consul: points a turn
    python bench/review.py given --battles 600 --pair 0    # of recruit against greedy only
    python bench/review.py variance                # twice the playouts, half the variance
    python bench/review.py report

Rows are added to bench/review-luck.csv and bench/review-given.csv; the same command, run again, goes on there.
"""

from __future__ import annotations

import argparse
import csv
import statistics
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
LUCK, GIVEN = HERE / "review-luck.csv", HERE / "review-given.csv"
BATTLES = ("akragas", "crimissos", "ticinus", "marathon")  # even ones, and short: of 41 to 59 % for planners
PAIRS = (("recruit", "greedy"), ("tribune", "consul"))
SEED = 18_318


def a_battle(name: str, seed: int, players: tuple[Any, Any]) -> Any:
    """A battle of two players, as it would be read from a record."""
    from hexillum.battle.door import Battle

    battle = Battle.start(name, seed=seed)
    while not battle.over:
        if battle.state.who > 1:
            battle.throw()
        else:
            battle.choose(players[battle.state.who].choose(battle.state, battle.numbers()))
        battle.seal()
    return battle


def one_luck(number: int) -> dict[str, Any]:
    """The luck of one battle of two planners, by 16 playouts of each moment: rough, but without bias."""
    from hexillum.coach.review import Review
    from hexillum.lab.arena import seed_of
    from hexillum.players import player

    name, seed = BATTLES[number % len(BATTLES)], seed_of(SEED, number)
    battle = a_battle(name, seed, (player("planner", seed), player("planner", seed + 1)))
    found = Review(battle, seed=number, playouts=16, seconds=1e9, mistakes=False).run()
    turns = found["turns"]
    dice, cards = (sum(turn[kind] for turn in turns) for kind in ("dice", "cards"))
    told = {"number": number, "battle": name, "luck": dice + cards, "dice": dice, "cards": cards}
    decisions = sum(turn["decisions"] for turn in turns)
    return {**told, "decisions": decisions, "start": found["start"], "result": found["result"]}


def one_given(number: int) -> dict[str, Any]:
    """What the plans of both sides of one battle gave away a turn."""
    from hexillum.coach.judging import Care, Judge
    from hexillum.coach.rollouts import roller
    from hexillum.coach.spans import spans_of
    from hexillum.lab.arena import seed_of
    from hexillum.players import player
    from hexillum.players.search import Effort, Search

    seed = seed_of(SEED + 1, number)
    pair = PAIRS[number % len(PAIRS)]
    at_top = number // 2 % 2
    consul = Effort(plan=1200, choice=100, further=600)  # counted playouts, of about a quarter of his second

    def seated(name: str, seed: int) -> Any:
        return Search(seed, consul) if name == "consul" else player(name, seed)

    players = (seated(pair[at_top], seed), seated(pair[1 - at_top], seed + 1))
    battle = a_battle(BATTLES[number // 4 % len(BATTLES)], seed, players)
    judge = Judge(roller(), number, Care(Effort(plan=480, views=5), best=2, screen=4, least=16))
    told: dict[str, Any] = {"number": number, "battle": battle.scenario.id, "winner": battle.state.outcome}
    looked = [judge.look(span) for span in spans_of(battle) if span.plan]
    for side in range(2):
        given = [one.given for one in looked if one.side == side]
        name = pair[at_top] if side == 0 else pair[1 - at_top]
        told |= {f"player{side}": name, f"turns{side}": len(given), f"given{side}": round(sum(given), 5)}
    return told


def measure(one: Callable[[int], dict[str, Any]], numbers: range, path: Path) -> None:
    """Add what is missing of the battles of these numbers."""
    from hexillum.compiled import cache

    cache.compile_now()
    there = {int(row["number"]) for row in read(path)} if path.exists() else set()
    with path.open("a", newline="", encoding="utf-8") as file:
        for number in numbers:
            if number in there:
                continue
            row = one(number)
            writer = csv.DictWriter(file, list(row), lineterminator="\n")
            if file.tell() == 0:
                writer.writeheader()
            writer.writerow(row)
            file.flush()


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def mean_of(values: list[float]) -> tuple[float, float]:
    return statistics.fmean(values), statistics.stdev(values) / len(values) ** 0.5


def report() -> None:
    if LUCK.exists():
        rows = read(LUCK)
        print(f"luck of the top side, in points, over {len(rows)} battles of planners:")
        for kind in ("luck", "dice", "cards"):
            mean, error = mean_of([float(row[kind]) for row in rows])
            print(f"  {kind}: mean {100 * mean:+.2f}, standard error {100 * error:.2f}, t = {mean / error:+.2f}")
    if GIVEN.exists():
        found = dict(given_by(read(GIVEN)))
        print("points given away a turn:")
        for name in ("recruit", "greedy", "tribune", "consul"):
            if len(found.get(name, ())) > 1:
                mean, error = mean_of(found[name])
                print(f"  {name}: {100 * mean:.2f} (standard error {100 * error:.2f}, {len(found[name])} battles)")
        names = [name for name in ("recruit", "greedy", "tribune", "consul") if len(found.get(name, ())) > 1]
        for worse, better in pairwise(names):
            (a, ea), (b, eb) = mean_of(found[worse]), mean_of(found[better])
            print(f"  {worse} - {better}: {100 * (a - b):+.2f}, z = {(a - b) / (ea**2 + eb**2) ** 0.5:.1f}")


def given_by(rows: list[dict[str, str]]) -> Iterator[tuple[str, list[float]]]:
    """For each player what it gave away a turn, battle by battle."""
    found: dict[str, list[float]] = {}
    for row in rows:
        for side in "01":
            if int(row[f"turns{side}"]):
                share = float(row[f"given{side}"]) / int(row[f"turns{side}"])
                found.setdefault(row[f"player{side}"], []).append(share)
    yield from found.items()


def variance() -> None:
    """The variance of chances by n playouts, over many seeds, for doubled n."""
    from hexillum.battle.door import Battle
    from hexillum.coach.rollouts import roller
    from hexillum.compiled import cache

    cache.compile_now()
    state = Battle.start("akragas", seed=7).state
    worths = [roller().worths(state, 64, seed) for seed in range(100)]
    for n in (8, 16, 32, 64):
        chances = [sum(one[first : first + n]) / n for one in worths for first in range(0, 64, n)]
        spread = statistics.variance(chances)
        print(f"n = {n}: variance {spread:.5f} of {len(chances)} chances; times n {n * spread:.4f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["luck", "given", "variance", "report"])
    parser.add_argument("--battles", type=int, default=500)
    parser.add_argument("--pair", type=int, choices=range(len(PAIRS)), help="only these of PAIRS, for given")
    wanted = parser.parse_args()
    if wanted.what == "luck":
        measure(one_luck, range(wanted.battles), LUCK)
    elif wanted.what == "given":
        one = range(wanted.battles) if wanted.pair is None else range(wanted.pair, wanted.battles, len(PAIRS))
        measure(one_given, one, GIVEN)
    elif wanted.what == "variance":
        variance()
    else:
        report()
