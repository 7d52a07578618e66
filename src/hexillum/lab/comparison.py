"""Two battles held against each other: the same seeds on both, and how sure the difference is.

from hexillum.lab.comparison import compare

found = compare("akragas", "my-akragas.toml", games=400, top="planner", bottom="planner")
print(found.sentence)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from ..battle.scenarios import Scenario, load_scenario, setup_digest, turn_round
from ..core.dice import seed_number
from ..players import player
from .arena import LIMIT, Game, seed_of
from .certainty import FEWEST, LEVEL, Estimate, estimate, estimate_always, estimate_by_drawing
from .crew import Crew, Task, crew_for
from .results import Row, Rows, row_of

#: Called after every game with how many are done, of at most how many.
Progress = Callable[[int, int], None]
BATCH: Final = 20  # pairs of games between two looks at the difference
#: What is compared beside who wins: the column of a row of results, and what to call it.
COUNTS: Final = {
    "turns": "turns",
    "top_banners": "top: banners",
    "bottom_banners": "bottom: banners",
    "top_blocks_lost": "top: blocks lost",
    "bottom_blocks_lost": "bottom: blocks lost",
}


@dataclass(frozen=True)
class Version:
    """One of two battles that are compared: the set-up, the house rules, and what to call it."""

    name: str
    scenario: Scenario
    switches: Mapping[str, bool]


@dataclass(frozen=True)
class Count:
    """The mean of a number on both battles, and the second one's less the first one's, by a bootstrap over pairs."""

    means: tuple[float, float]
    difference: Estimate

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON; an interval only where there are two pairs or more."""
        known = self.difference.clusters > 1
        return {
            "means": list(self.means),
            "difference": self.difference.mean,
            "interval_95": [self.difference.low, self.difference.high] if known else None,
        }


@dataclass(frozen=True)
class Comparison:
    """What came of the same games on two battles.

    `shares` are the top side's of all games, a draw or an unfinished game counted half; `difference` is the second
    battle's share less the first one's, with its interval over pairs of games with the same dice. `counts` has the same
    of other numbers (`COUNTS`). `stopped` is why no more were played: "games", "clear", "narrow" or "interrupted".
    `forfeits` are what players from outside did that lost them games.
    """

    names: tuple[str, str]
    armies: tuple[str, str]
    pairs: int
    shares: tuple[float, float]
    counts: Mapping[str, Count]
    difference: Estimate
    top: str
    bottom: str
    seed: int
    stopped: str
    forfeits: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """What a designer wants to know, in words."""
        if not self.pairs:
            return "No game was played on both battles."
        one, other = self.names
        points = f"{abs(self.difference.mean) * 100:.0f}"
        less = "less" if self.difference.mean < 0 else "more"
        often = "as often" if points == "0" else f"{points} points {less} often"
        army = self.armies[0]
        said = (
            f"{army} (top) wins {self.shares[0]:.0%} of {self.pairs} games of {one} and {self.shares[1]:.0%} of the "
            f"same games of {other}: {often}"
        )
        low, high = self.difference.low * 100, self.difference.high * 100
        interval = f"{LEVEL:.0%} interval of the difference: {low:+.0f} to {high:+.0f} points"
        if self.difference.clear:
            return f"{said} ({interval}). That is more than chance."
        if abs(high - low) / 2 <= 5:
            return f"{said} ({interval}). If there is a difference, it is a small one."
        return f"{said} ({interval}). That may be chance: more games would tell."

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON; shares and differences from 0 to 1 and -1 to 1."""
        return {
            "battles": list(self.names),
            "top": self.top,
            "bottom": self.bottom,
            "seed": self.seed,
            "pairs": self.pairs,
            "top_share": list(self.shares),
            "counts": {name: count.as_dict() for name, count in self.counts.items()},
            "difference": self.difference.mean,
            "interval_95": [self.difference.low, self.difference.high],
            "holds_at_any_time": self.difference.always,
            "clear": self.difference.clear,
            "stopped": self.stopped,
            **({"forfeits": list(self.forfeits)} if self.forfeits else {}),
            "sentence": self.sentence,
        }


def score(game: Game) -> float:
    """The top side's score: 1, 0, or a half where nobody won.

    >>> score(Game(0, 7, None, True, (5, 5), 30, 900))
    0.5
    """
    return 0.5 if game.winner is None else float(game.winner == 0)


def compare(
    first: Scenario | str | Path,
    second: Scenario | str | Path,
    games: int = 400,
    seed: int = 0,
    jobs: int | None = None,
    top: str = "planner",
    bottom: str = "planner",
    *,
    switches: tuple[Mapping[str, bool], Mapping[str, bool]] = ({}, {}),
    names: tuple[str, str] | None = None,
    until_sure: float | None = None,
    limit: int = LIMIT,
    keep: Rows | None = None,
    progress: Progress | None = None,
    on: str | Crew = "local",
) -> Comparison:
    """Play so many games on each of two battles with the same seeds, and say how often the top side wins on either.

    `switches` are the house rules of each, `jobs` and `on` say who plays (`crew.crew_of`). With `until_sure` it looks
    after every `BATCH` pairs, and stops as soon as the difference is clear or its interval reaches no further than so
    many points to either side; its interval then holds however often it looked. What others have played ahead of that
    look does not count, so that the answer is the same whoever plays. What is in the file `keep` is not played again,
    and every game goes there at once; who gives it closes it. An interrupt (Ctrl-C) ends it with what is done. Raises
    ValueError for a battle, a player, a switch or a place that does not exist, for a file with games of another run,
    and where scipy is not installed.

    >>> found = compare("akragas", "akragas", games=4, top="random", bottom="random")
    >>> found.difference.mean, found.stopped
    (0.0, 'games')
    """
    plans = [one if isinstance(one, Scenario) else load_scenario(one) for one in (first, second)]
    called = names or (plans[0].id, plans[1].id)
    if plans[0].id == plans[1].id:  # a battle and its variant: rows tell them apart
        plans[1] = replace(plans[1], id=f"{plans[1].id} (second)")
    versions = [Version(called[n], plans[n], switches[n]) for n in (0, 1)]
    seed = seed_number(seed)
    for name in (top, bottom):
        player(name)
    estimate([0.0, 0.0])  # that the interval can be had is known before anything is played
    setups = [setup_digest(turn_round(one) if one.swapped else one) for one in plans]
    tasks = [
        Task(one.scenario, top, bottom, seed_of(seed, number), number, limit, False, one.switches, True, setup)
        for number in range(games)
        for one, setup in zip(versions, setups, strict=True)
    ]
    rows = Rows() if keep is None else keep
    done: dict[int, dict[int, Game]] = {0: {}, 1: {}}
    there = rows.done(tasks)
    for (name, number), game in there.items():
        done[int(name == plans[1].id)][number] = game
    look = Look(done, until_sure)
    stopped = look.at_all()
    left = [] if stopped else [task for task in tasks if (task.scenario.id, task.number) not in there]
    if progress:
        progress(len(there), 2 * games)
    with crew_for(on, jobs) as crew, closing(crew.play(left)) as played:
        try:
            for n, game in played:
                rows.add(row_of(left[n], game))
                done[int(left[n].scenario is plans[1])][game.number] = game
                if progress:
                    progress(len(done[0]) + len(done[1]), 2 * games)
                if stopped := look.at_all():
                    break
        except KeyboardInterrupt:
            stopped = "interrupted"
    if stopped not in ("", "interrupted"):
        done = {n: {k: one[k] for k in range(look.pairs)} for n, one in done.items()}
    told = {n: {number: rows.rows[plans[n].id, number] for number in one} for n, one in done.items()}
    return _comparison(versions, done, told, (top, bottom), seed, stopped or "games", until_sure is not None)


class Look:
    """Looks at the pairs of games in their order, as far as they are there without a gap, after every `BATCH`.

    `pairs` is how many it has seen. Without `points`, the half width that is narrow enough, it only counts them.

    >>> Look({0: {}, 1: {}}, 5.0).pairs
    0
    """

    def __init__(self, done: Mapping[int, Mapping[int, Game]], points: float | None) -> None:
        self.done, self.points = done, points
        self.pairs = 0

    def at_all(self) -> str:
        """Look at the pairs that are new; why no more are needed, or ""."""
        while self.pairs in self.done[0] and self.pairs in self.done[1]:
            self.pairs += 1
            due = self.points is not None and self.pairs % BATCH == 0
            if due and (why := _sure(_differences(self.done)[: self.pairs], self.points or 0.0)):
                return why
        return ""


def _differences(done: Mapping[int, Mapping[int, Game]]) -> list[float]:
    """The second battle's score less the first one's, of every seed that was played on both."""
    both = sorted(done[0].keys() & done[1].keys())
    return [score(done[1][number]) - score(done[0][number]) for number in both]


def _sure(differences: list[float], points: float) -> str:
    """Why enough is known: "clear", "narrow", or ""."""
    found = estimate_always(differences)
    if found.clusters < FEWEST:
        return ""
    return "clear" if found.clear else "narrow" if found.half_width * 100 <= points else ""


def _comparison(
    versions: list[Version],
    done: Mapping[int, Mapping[int, Game]],
    rows: Mapping[int, Mapping[int, Row]],
    players: tuple[str, str],
    seed: int,
    stopped: str,
    looked: bool,
) -> Comparison:
    both = sorted(done[0].keys() & done[1].keys())
    played = [[done[n][number] for number in both] for n in (0, 1)]
    differences = _differences(done)

    def mean(n: int) -> float:
        return sum(map(score, played[n])) / len(both) if both else 0.0

    def count(name: str) -> Count:
        one, other = ([float(rows[n][number].get(name, 0)) for number in both] for n in (0, 1))
        apart = estimate_by_drawing([b - a for a, b in zip(one, other, strict=True)])
        return Count((sum(one) / max(1, len(both)), sum(other) / max(1, len(both))), apart)

    return Comparison(
        names=(versions[0].name, versions[1].name),
        armies=(versions[0].scenario.top.name, versions[1].scenario.top.name),
        pairs=len(both),
        shares=(mean(0), mean(1)),
        counts={name: count(name) for name in COUNTS},
        difference=estimate_always(differences) if looked else estimate(differences),
        top=players[0],
        bottom=players[1],
        seed=seed,
        stopped=stopped,
        forfeits=tuple(game.forfeit for some in played for game in some if game.forfeit),
    )


def picture(found: Comparison) -> Any:
    """A figure of matplotlib: the top side's share on both battles, and the difference with its interval.

    Raises ModuleNotFoundError without matplotlib, the extra `plot`.
    """
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise ModuleNotFoundError("pictures need matplotlib: run pip install 'hexillum[plot]'") from None
    figure = Figure(figsize=(7, 3.2), layout="constrained")
    shares, difference = figure.subplots(1, 2, width_ratios=(3, 2))
    shares.barh(range(2), [100 * share for share in found.shares], color=("#8b7a5a", "#8a1b1d"), height=0.6)
    shares.set_yticks(range(2), found.names)
    shares.invert_yaxis()
    shares.set_xlim(0, 100)
    shares.axvline(50, color="#bbbbbb", linestyle="--", zorder=0)
    shares.set_xlabel(f"{found.armies[0]} (top) wins, % of {found.pairs} games")
    one = found.difference
    difference.plot((100 * one.low, 100 * one.high), (0, 0), color="#000000", linewidth=2)
    difference.plot([100 * one.mean], [0], "o", color="#8a1b1d")
    difference.axvline(0, color="#bbbbbb", linestyle="--", zorder=0)
    difference.set_yticks([])
    difference.set_xlabel("difference, points, with its 95 % interval")
    for axes in (shares, difference):
        axes.spines[["top", "right"]].set_visible(False)
    return figure
