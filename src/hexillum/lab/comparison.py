"""Two battles held against each other: the same seeds on both, and how sure the difference is.

from hexillum.lab.comparison import compare

found = compare("akragas", "my-akragas.toml", games=400, top="planner", bottom="planner")
print(found.sentence)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ..battle.scenarios import Scenario, load_scenario
from ..core.dice import seed_number
from ..players import player
from .arena import LIMIT, Game, seed_of
from .certainty import FEWEST, LEVEL, Estimate, estimate, estimate_always
from .crew import Crew, Task, crew_for

#: Called after every game with how many are done, of at most how many.
Progress = Callable[[int, int], None]
BATCH: Final = 20  # pairs of games between two looks at the difference


@dataclass(frozen=True)
class Version:
    """One of two battles that are compared: the set-up, the house rules, and what to call it."""

    name: str
    scenario: Scenario
    switches: Mapping[str, bool]


@dataclass(frozen=True)
class Comparison:
    """What came of the same games on two battles.

    `shares` are the top side's of all games, a draw or an unfinished game counted half; `difference` is the second
    battle's share less the first one's, with its interval over pairs of games with the same dice. `stopped` is why no
    more were played: "games", "clear", "narrow" or "interrupted".
    """

    names: tuple[str, str]
    armies: tuple[str, str]
    pairs: int
    shares: tuple[float, float]
    banners: tuple[tuple[float, float], tuple[float, float]]
    turns: tuple[float, float]
    difference: Estimate
    top: str
    bottom: str
    seed: int
    stopped: str

    @property
    def sentence(self) -> str:
        """What a designer wants to know, in words."""
        one, other = self.names
        points = abs(self.difference.mean) * 100
        less = "less" if self.difference.mean < 0 else "more"
        army = self.armies[0]
        said = (
            f"{army} (top) wins {self.shares[0]:.0%} of {self.pairs} games of {one} and {self.shares[1]:.0%} of the "
            f"same games of {other}: {points:.0f} points {less} often"
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
            "mean_banners": [{"top": top, "bottom": bottom} for top, bottom in self.banners],
            "mean_turns": list(self.turns),
            "difference": self.difference.mean,
            "interval_95": [self.difference.low, self.difference.high],
            "holds_at_any_time": self.difference.always,
            "clear": self.difference.clear,
            "stopped": self.stopped,
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
    progress: Progress | None = None,
    on: str | Crew = "local",
) -> Comparison:
    """Play so many games on each of two battles with the same seeds, and say how often the top side wins on either.

    `switches` are the house rules of each, `jobs` and `on` say who plays (`crew.crew_of`). With `until_sure` it looks
    after every `BATCH` pairs, and stops as soon as the difference is clear or its interval reaches no further than so
    many points to either side; its interval then holds however often it looked. What others have played ahead of that
    look does not count, so that the answer is the same whoever plays. An interrupt (Ctrl-C) ends it with what is done.
    Raises ValueError for a battle, a player, a switch or a place that does not exist, and where scipy is not installed.

    >>> found = compare("akragas", "akragas", games=4, top="random", bottom="random")
    >>> found.difference.mean, found.stopped
    (0.0, 'games')
    """
    plans = [one if isinstance(one, Scenario) else load_scenario(one) for one in (first, second)]
    called = names or (plans[0].id, plans[1].id)
    versions = [Version(called[n], plans[n], switches[n]) for n in (0, 1)]
    seed = seed_number(seed)
    for name in (top, bottom):
        player(name)
    estimate([0.0, 0.0])  # that the interval can be had is known before anything is played
    tasks = [
        Task(one.scenario, top, bottom, seed_of(seed, number), number, limit, False, one.switches)
        for number in range(games)
        for one in versions
    ]
    done: dict[int, dict[int, Game]] = {0: {}, 1: {}}
    stopped, whole = "games", 0  # so many pairs from the first on are there
    with crew_for(on, jobs) as crew, closing(crew.play(tasks)) as played:
        try:
            for n, game in played:
                done[n % 2][game.number] = game
                if progress:
                    progress(len(done[0]) + len(done[1]), 2 * games)
                while whole in done[0] and whole in done[1] and stopped == "games":
                    whole += 1
                    if until_sure is not None and whole % BATCH == 0:
                        stopped = _sure(_differences(done)[:whole], until_sure) or "games"
                if stopped != "games":
                    done = {n: {k: one[k] for k in range(whole)} for n, one in done.items()}
                    break
        except KeyboardInterrupt:
            stopped = "interrupted"
    return _comparison(versions, done, (top, bottom), seed, stopped, until_sure is not None)


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
    players: tuple[str, str],
    seed: int,
    stopped: str,
    looked: bool,
) -> Comparison:
    both = sorted(done[0].keys() & done[1].keys())
    played = [[done[n][number] for number in both] for n in (0, 1)]
    differences = _differences(done)

    def mean(n: int, value: Callable[[Game], float]) -> float:
        return sum(map(value, played[n])) / len(both) if both else 0.0

    def banners(n: int) -> tuple[float, float]:
        return mean(n, lambda game: game.banners[0]), mean(n, lambda game: game.banners[1])

    return Comparison(
        names=(versions[0].name, versions[1].name),
        armies=(versions[0].scenario.top.name, versions[1].scenario.top.name),
        pairs=len(both),
        shares=(mean(0, score), mean(1, score)),
        banners=(banners(0), banners(1)),
        turns=(mean(0, lambda g: g.turns), mean(1, lambda g: g.turns)),
        difference=estimate_always(differences) if looked else estimate(differences),
        top=players[0],
        bottom=players[1],
        seed=seed,
        stopped=stopped,
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
