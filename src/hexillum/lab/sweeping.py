"""Many variants of a battle, with the same seeds on each: which of them is fair, and what a number is worth.

from hexillum.lab import sweep

found = sweep("akragas", {"scenario.banners.top": [4, 5, 6], "kind.heavy-infantry.close": [4, 5]}, games=100)
found.frame()

A setting is a key of a variant's file (docs/editions.md) with its table before it, and the values to try.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..battle.scenarios import Scenario, load_scenario, played_by, setup_digest, turn_round
from ..core.dice import seed_number
from ..core.digest import digest_of
from ..core.toml_lines import BadFile
from ..players import Who, name_of, player
from .arena import LIMIT, Game, seed_of
from .certainty import Estimate, estimate
from .comparison import score
from .crew import Crew, Task, crew_for
from .results import Rows, row_of
from .statistics import wilson

if TYPE_CHECKING:
    import polars

#: Called after every game with how many are done.
Progress = Callable[[int], None]
Value = int | bool | str
POINTS_MOST: Final = 400
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_RANGE: Final = re.compile(r"(-?\d+)\.\.(-?\d+)")
HOW: Final = "expected TABLE.KEY=VALUES, such as kind.heavy-infantry.close=4,5 or scenario.banners.top=4..7"


def read_setting(words: str) -> tuple[str, list[Value]]:
    """A setting as the command line has it: the key and the values to try. Raises ValueError.

    >>> read_setting("scenario.banners.top=4..7")
    ('scenario.banners.top', [4, 5, 6, 7])
    >>> read_setting("kind.auxilia.close=2,3")[1], read_setting("switch.first_strike=true,false")[1]
    ([2, 3], [True, False])
    """
    key, equals, told = words.partition("=")
    key = key.strip()
    values: list[Value] = []
    for word in (word.strip() for word in told.split(",")):
        if found := _RANGE.fullmatch(word):
            low, high = int(found[1]), int(found[2])
            if not 0 <= high - low < POINTS_MOST:
                raise ValueError(f"--set {words}: {word} is no range: {HOW}")
            values += range(low, high + 1)
        else:
            values.append(_value(word))
    if not equals or "." not in key or "" in (*key.split("."), *values):
        raise ValueError(f"--set {words}: {HOW}")
    return key, list(dict.fromkeys(values))


def _value(word: str) -> Value:
    if word in ("true", "false"):
        return word == "true"
    return int(word) if re.fullmatch(r"-?\d+", word) else word


@dataclass(frozen=True)
class Point:
    """One variant of a sweep: its values in the order of the settings, the battle, and the games on it by number."""

    values: tuple[Value, ...]
    scenario: Scenario
    games: Mapping[int, Game]

    @property
    def share(self) -> float:
        """The top side's share of all games, a draw or an unfinished game counted half; a half where there are none."""
        return sum(map(score, self.games.values())) / len(self.games) if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of that share."""
        return wilson(sum(map(score, self.games.values())), len(self.games))

    def mean(self, of: Callable[[Game], float]) -> float:
        """The mean of a number of its games; 0 where there are none."""
        return sum(map(of, self.games.values())) / len(self.games) if self.games else 0.0


@dataclass(frozen=True)
class Sweep:
    """What came of a sweep: the names of the settings, and a point for each combination of values, the last fastest."""

    battle: str
    settings: tuple[str, ...]
    points: tuple[Point, ...]
    top: str
    bottom: str
    seed: int
    complete: bool

    def against_first(self, point: Point) -> Estimate:
        """How much more often the top side wins at a point than at the first one, over games with the same seeds."""
        first = self.points[0].games
        both = sorted(first.keys() & point.games.keys())
        return estimate([score(point.games[n]) - score(first[n]) for n in both])

    @property
    def forfeits(self) -> list[str]:
        """What players from outside did that lost them games, point by point, in the order of the games."""
        return [game.forfeit for point in self.points for _, game in sorted(point.games.items()) if game.forfeit]

    @property
    def sentence(self) -> str:
        """What a designer wants to know, in words: the fairest of the variants that were played."""
        played = [point for point in self.points if point.games]
        if not played:
            return "No game was played."
        fairest = min(played, key=lambda point: abs(point.share - 0.5))
        low, high = fairest.interval
        army, told = fairest.scenario.top.name, _told(self.settings, fairest.values)
        return f"Fairest: {told}, where {army} (top) wins {fairest.share:.0%} ({low:.0%} to {high:.0%})."

    def rows(self) -> list[dict[str, Any]]:
        """A row a point, as plain values: the settings, games, the top side's share, banners and turns."""
        out = []
        for point in self.points:
            difference = self.against_first(point)
            out.append(
                {
                    **dict(zip(self.settings, point.values, strict=True)),
                    "games": len(point.games),
                    "top_share": point.share,
                    "low_95": point.interval[0],
                    "high_95": point.interval[1],
                    "against_first": difference.mean,
                    "against_first_low_95": difference.low,
                    "against_first_high_95": difference.high,
                    "top_banners": point.mean(lambda game: game.banners[0]),
                    "bottom_banners": point.mean(lambda game: game.banners[1]),
                    "turns": point.mean(lambda game: game.turns),
                }
            )
        return out

    def frame(self) -> polars.DataFrame:
        """These rows as a DataFrame of polars."""
        import polars

        return polars.DataFrame(self.rows())

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON; shares from 0 to 1."""
        return {
            **{"battle": self.battle, "top": self.top, "bottom": self.bottom, "seed": self.seed},
            **{"complete": self.complete, "settings": list(self.settings), "points": self.rows()},
            **({"forfeits": self.forfeits} if self.forfeits else {}),
            "sentence": self.sentence,
        }


def variants(plan: Scenario, settings: Mapping[str, Sequence[Value]]) -> list[tuple[tuple[Value, ...], Scenario]]:
    """Every combination of values, the last setting fastest, with the battle as it is then.

    Each is named after its values. Raises ValueError, in a sentence, for settings that no variant can have, and for
    more combinations than `POINTS_MOST`.

    >>> [battle.top.banners for _, battle in variants(load_scenario("akragas"), {"scenario.banners.top": [4, 6]})]
    [4, 6]
    """
    points = list(product(*settings.values()))
    if not settings or not 0 < len(points) <= POINTS_MOST:
        raise ValueError(f"a sweep of {len(points)} variants: expected at least one setting and at most {POINTS_MOST}")
    out = []
    with tempfile.TemporaryDirectory() as folder:
        for values in points:
            text = _variant(plan, dict(zip(settings, values, strict=True)))
            file = Path(folder) / f"sweep-{digest_of(text)}.toml"
            file.write_text(text, encoding="utf-8")
            told = _told(tuple(settings), values)
            try:
                changed = played_by(plan, file)
            except BadFile as error:
                raise ValueError(f"{plan.id} with {told}: {error.message}") from None
            out.append((values, replace(changed, id=f"{plan.id} {told}")))
    return out


def _told(settings: Iterable[str], values: Iterable[Value]) -> str:
    words = (value if isinstance(value, str) else json.dumps(value) for value in values)
    return " ".join(f"{key}={word}" for key, word in zip(settings, words, strict=True))


def _variant(plan: Scenario, chosen: Mapping[str, Value]) -> str:
    """The file of a variant of a battle's edition with these values."""
    tables: dict[str, list[str]] = {}
    for key, value in chosen.items():
        parts = [part if _BARE.fullmatch(part) else json.dumps(part) for part in key.split(".")]
        depth = 1 if parts[0] in ("scenario", "switch", "switches") else len(parts) - 1
        line = f"{'.'.join(parts[depth:])} = {json.dumps(value)}"
        tables.setdefault(".".join(parts[:depth]), []).append(line)
    lines = [f"extends = {json.dumps(plan.edition)}"]
    for name, told in tables.items():
        lines += [f"[{name}]", *told]
    return "\n".join([*lines, ""])


def sweep(
    battle: Scenario | str | Path,
    settings: Mapping[str, Sequence[Value]],
    games: int = 100,
    seed: int = 0,
    top: Who = "planner",
    bottom: Who = "planner",
    *,
    limit: int = LIMIT,
    jobs: int | None = None,
    on: str | Crew = "local",
    keep: Rows | None = None,
    progress: Progress | None = None,
) -> Sweep:
    """Play so many games on every variant of a battle that the settings make, with the same seeds on each.

    `jobs` and `on` say who plays (`crew.crew_of`); what is in the file `keep` is not played again, and every game goes
    there at once; who gives it closes it. An interrupt (Ctrl-C) ends it with what is done. Raises ValueError for
    settings, a battle, a player or a place that cannot be, and where scipy is not installed.

    >>> found = sweep("akragas", {"scenario.banners.top": [2, 6]}, games=4, top="random", bottom="random")
    >>> [point.values for point in found.points], found.complete
    ([(2,), (6,)], True)
    """
    plan = battle if isinstance(battle, Scenario) else load_scenario(battle)
    seed = seed_number(seed)
    for name in (top, bottom):
        player(name)
    estimate([0.0, 0.0])  # that intervals can be had is known before anything is played
    made = variants(plan, settings)
    setups = [setup_digest(turn_round(one) if one.swapped else one) if keep else "" for _, one in made]
    tasks = [
        Task(one, top, bottom, seed_of(seed, number), number, limit, False, {}, keep is not None, setup)
        for number in range(games)
        for (_, one), setup in zip(made, setups, strict=True)
    ]
    done: dict[str, dict[int, Game]] = {one.id: {} for _, one in made}
    for (name, number), game in (keep.done(tasks) if keep else {}).items():
        done[name][number] = game
    left = [task for task in tasks if task.number not in done[task.scenario.id]]
    complete, count = True, len(tasks) - len(left)
    if progress:
        progress(count)
    try:
        with crew_for(on, jobs) as crew:
            for n, game in crew.play(left):
                done[left[n].scenario.id][game.number] = game
                count += 1
                if keep:
                    keep.add(row_of(left[n], game))
                if progress:
                    progress(count)
    except KeyboardInterrupt:
        complete = False
    points = tuple(Point(values, one, done[one.id]) for values, one in made)
    return Sweep(plan.id, tuple(settings), points, name_of(top), name_of(bottom), seed, complete)


def picture(found: Sweep) -> Any:
    """A figure of matplotlib: a line with intervals for one setting, heat maps of the last two for more.

    Raises ModuleNotFoundError without matplotlib, the extra `plot`.
    """
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise ModuleNotFoundError("pictures need matplotlib: run pip install 'hexillum[plot]'") from None
    army = found.points[0].scenario.top.name
    if len(found.settings) == 1:
        figure = Figure(figsize=(6, 3.6), layout="constrained")
        axes = figure.subplots()
        places = range(len(found.points))
        low, high = ([100 * point.interval[n] for point in found.points] for n in (0, 1))
        axes.vlines(places, low, high, color="#8b7a5a", linewidth=2)
        axes.plot(places, [100 * point.share for point in found.points], "o-", color="#8a1b1d")
        axes.set_xticks(places, [str(point.values[0]) for point in found.points])
        axes.axhline(50, color="#bbbbbb", linestyle="--", zorder=0)
        axes.set_ylim(0, 100)
        axes.set_xlabel(found.settings[0])
        axes.set_ylabel(f"{army} (top) wins, %")
        axes.spines[["top", "right"]].set_visible(False)
        return figure
    rows, columns = (list(dict.fromkeys(point.values[n] for point in found.points)) for n in (-2, -1))
    maps = list(dict.fromkeys(point.values[:-2] for point in found.points))
    shape = (1.6 + len(maps) * (1.2 + 0.8 * len(columns)), 1.8 + 0.6 * len(rows))
    figure = Figure(figsize=shape, layout="constrained")
    share = {point.values: point.share for point in found.points}
    all_axes = figure.subplots(1, len(maps), squeeze=False)[0]
    for axes, first in zip(all_axes, maps, strict=True):
        cells = [[100 * share[(*first, row, column)] for column in columns] for row in rows]
        image = axes.imshow(cells, cmap="PuOr", vmin=0, vmax=100, aspect="auto")
        for y, line in enumerate(cells):
            for x, value in enumerate(line):
                axes.text(x, y, f"{value:.0f}", ha="center", va="center", color="black" if 15 < value < 85 else "white")
        axes.set_xticks(range(len(columns)), list(map(str, columns)))
        axes.set_yticks(range(len(rows)), list(map(str, rows)))
        axes.set_xlabel(found.settings[-1])
        axes.set_ylabel(found.settings[-2])
        axes.set_title(_told(found.settings[:-2], first), fontsize=9)
    figure.colorbar(image, ax=list(all_axes), label=f"{army} (top) wins, %")
    return figure
