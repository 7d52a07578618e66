"""The laboratory as Python sees it: games as a DataFrame of polars, a row a game."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ..battle.scenarios import Scenario
from ..players import Who
from .arena import LIMIT
from .crew import Crew, crew_for
from .results import Results, Rows, frame, needs_polars
from .simulation import simulate as play_many

if TYPE_CHECKING:
    import polars

#: A battle: a name of `hexillum scenarios`, a file, or one that is loaded.
Battle = str | Path | Scenario


def simulate(
    battles: Battle | Iterable[Battle],
    games: int = 100,
    seed: int = 0,
    top: Who = "greedy",
    bottom: Who = "greedy",
    *,
    swap: bool = False,
    switches: Mapping[str, bool] | None = None,
    limit: int = LIMIT,
    out: str | Path | None = None,
    jobs: int | None = None,
    on: str | Crew = "local",
) -> polars.DataFrame:
    """Play many games of one battle or several; a DataFrame with a row a game, sorted by battle and number.

    The columns are those of `hexillum simulate --out`: battle, number, seed, players, winner, banners, turns, what was
    lost by kind, cards played, luck, seconds. With `swap` the players change sides in every second game, `switches`
    sets house rules. `out` keeps the rows in a file (.parquet, .csv, .jsonl), and what is there is not played again;
    `jobs` and `on` say how many processes play, and where. An interrupt warns, and gives what is done. Raises
    ValueError for what does not exist, and without polars.

    >>> table = simulate(["akragas", "zama"], games=2, seed=1, top="random", bottom="random")
    >>> table.group_by("battle", maintain_order=True).len().rows()
    [('akragas', 2), ('zama', 2)]
    """
    needs_polars()
    plans = [battles] if isinstance(battles, Battle) else list(battles)
    keep = Rows() if out is None else Results(Path(out))
    numbers: dict[str, int] = {}
    try:
        with crew_for(on, jobs) as crew:
            for plan in plans:
                report = play_many(
                    plan,
                    games,
                    seed,
                    top=top,
                    bottom=bottom,
                    swap=swap,
                    switches=switches,
                    limit=limit,
                    keep=keep,
                    on=crew,
                )
                numbers[report.scenario] = games
                if not report.complete:
                    warnings.warn(f"interrupted after {len(report.games)} of {games} games", stacklevel=2)
                    break
    finally:
        keep.close()
    return frame([row for (battle, number), row in keep.rows.items() if number < numbers.get(battle, 0)])


def read_games(path: str | Path) -> polars.DataFrame:
    """The games of a file that `simulate` or `hexillum simulate --out` keeps, those of an unfinished run with them.

    Raises BadResults, a ValueError, for another kind of file, OSError where it cannot be read.
    """
    needs_polars()
    place = Path(path)
    found = Results(place)
    if not found.rows and not place.exists():
        raise FileNotFoundError(2, "there is no such file", str(place))
    return frame(list(found.rows.values()))
