"""Results as data: a row a game, kept in a file that a run can go on with (.parquet, .csv or .jsonl).

While games are played their rows go to `NAME.unfinished` beside the file, one after the other, so that nothing that was
played is ever lost; the file itself is written whole at the end, sorted, and put in its place at once. The same
command, run again, plays what is missing, and refuses a file that has games of another run.
"""

from __future__ import annotations

import csv
import errno
import io
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ..core.cards import CARDS, DECKS
from ..core.digest import made_with
from ..core.files import MOST_RESULTS, read_text
from ..core.kinds import KINDS
from ..core.rows import EDITIONS
from ..players import name_of
from .arena import Game
from .headings import object_of

if TYPE_CHECKING:
    import polars

    from .crew import Task

#: How the name of a file of results may end.
ENDINGS: Final = (".parquet", ".csv", ".jsonl")
#: How a row of results may have its values.
Row = dict[str, Any]

SIDES: Final = ("top", "bottom")
NO_POLARS: Final = "needs the package polars: run pip install 'hexillum[lab]'"

#: What tells a game from all others, and what it was played with: a row is the run's own where all of this is the same.
_PLAYED: Final[dict[str, type]] = {
    "battle": str,
    "number": int,
    "seed": int,
    "top": str,
    "bottom": str,
    "players_swapped": bool,
    "armies_swapped": bool,
    "switches": str,
    "limit": int,
    "edition": str,
    "setup": str,
    "rules": str,
    "hexillum": str,
}
_ENDED: Final[dict[str, type]] = {
    "winner": str,
    "finished": bool,
    "turns": int,
    "decisions": int,
    "forfeit": str,
    "seconds": float,
}
_OF_SIDE: Final[dict[str, type]] = {
    "banners": int,
    "leaders_lost": int,
    "rolls": int,
    "dice": int,
    "hits": int,
    "hits_expected": float,
    "luck": float,
    "blocks_lost": int,
    "units_lost": int,
}


class BadResults(ValueError):
    """A file that is no such file of results, or has games of another run; says what was expected."""


def columns(editions: Iterable[str]) -> dict[str, type]:
    """The columns of a file about battles of these editions, in their order, and the type of each.

    `top_luck` is how many standard deviations the hits are above expectation; `top_blocks_lost_KIND`,
    `top_units_lost_KIND` and `top_cards_CARD` count, with "_" for "-". Raises ValueError for an edition that there is
    not.

    >>> table = columns(["ancients"])
    >>> list(table)[:3], table["bottom_units_lost_heavy_infantry"].__name__
    (['battle', 'number', 'seed'], 'int')
    """
    chosen = set(editions)
    if unknown := chosen - set(EDITIONS):
        raise ValueError(f"{min(unknown)!r} is no edition: expected one of {', '.join(EDITIONS)}")
    kinds = dict.fromkeys(_word(kind.key) for edition in EDITIONS if edition in chosen for kind in KINDS.among(edition))
    cards = dict.fromkeys(
        _word(CARDS[n].key)
        for edition in EDITIONS
        if edition in chosen
        for n, copies in DECKS[edition].items()
        if copies
    )
    out = {**_PLAYED, **_ENDED}
    for side in SIDES:
        out |= {f"{side}_{name}": kind for name, kind in _OF_SIDE.items()}
        out |= {f"{side}_{what}_lost_{kind}": int for what in ("blocks", "units") for kind in kinds}
        out |= {f"{side}_cards_{card}": int for card in cards}
    return out


def _word(key: str) -> str:
    return key.replace("-", "_")


def told_of(task: Task) -> Row:
    """What a row says of a game before it is played: the battle, its number and seed, who plays, by which rules."""
    switches = ",".join(f"{name}={'on' if on else 'off'}" for name, on in sorted(task.switches.items()))
    return {
        "battle": task.scenario.id,
        "number": task.number,
        "seed": task.seed,
        "top": name_of(task.top),
        "bottom": name_of(task.bottom),
        "players_swapped": task.swapped,
        "armies_swapped": task.scenario.swapped,
        "switches": switches,
        "limit": task.limit,
        "edition": task.scenario.edition,
        "setup": task.setup,
        **made_with(),
    }


def row_of(task: Task, game: Game) -> Row:
    """The row of a game that was played with its chronicle; what nobody lost or played is left out, and counts as 0.

    Raises ValueError for a game without a chronicle.
    """
    if game.told is None:
        raise ValueError("the game was played without its chronicle")
    row = told_of(task) | {
        "winner": "" if game.winner is None else SIDES[game.winner],
        "finished": game.finished,
        "turns": game.turns,
        "decisions": game.decisions,
        "forfeit": game.forfeit,
        "seconds": round(game.seconds, 4),
    }
    for side, banners, lost, luck in zip(SIDES, game.banners, game.told.losses, game.told.luck, strict=True):
        row |= {
            f"{side}_banners": banners,
            f"{side}_leaders_lost": lost.leaders,
            f"{side}_rolls": luck.rolls,
            f"{side}_dice": luck.dice,
            f"{side}_hits": luck.hits,
            f"{side}_hits_expected": round(luck.expected, 6),
            f"{side}_luck": round(luck.sigmas, 6),
            f"{side}_blocks_lost": lost.blocks.total(),
            f"{side}_units_lost": lost.units.total(),
        }
        for what, counts in (("blocks_lost", lost.blocks), ("units_lost", lost.units), ("cards", lost.cards)):
            row |= {f"{side}_{what}_{_word(key)}": count for key, count in sorted(counts.items()) if count}
    return row


def game_of(row: Mapping[str, Any]) -> Game:
    """The game that a row tells of, without its chronicle.

    >>> row = {"number": 3, "seed": 7, "winner": "top", "finished": True, "top_banners": 5, "bottom_banners": 2}
    >>> game_of(row | {"turns": 20, "decisions": 300, "players_swapped": False, "forfeit": "", "seconds": 0.5}).winner
    0
    """
    return Game(
        number=row["number"],
        seed=row["seed"],
        winner=SIDES.index(row["winner"]) if row["winner"] else None,
        finished=row["finished"],
        banners=(row["top_banners"], row["bottom_banners"]),
        turns=row["turns"],
        decisions=row["decisions"],
        swapped=row["players_swapped"],
        forfeit=row["forfeit"],
        seconds=row["seconds"],
    )


def frame(rows: Sequence[Mapping[str, Any]]) -> polars.DataFrame:
    """Rows as a polars DataFrame with all columns of their editions, sorted by battle and number.

    Raises ValueError where polars is not installed.
    """
    needs_polars()
    import polars

    table = _columns_of(rows)
    kinds = {str: polars.String, int: polars.Int64, float: polars.Float64, bool: polars.Boolean}
    plain = [_whole(row, table) for row in _sorted(rows)]
    made: polars.DataFrame = polars.DataFrame(plain, {name: kinds[kind] for name, kind in table.items()}, orient="row")
    return made


def _columns_of(rows: Sequence[Mapping[str, Any]]) -> dict[str, type]:
    """The columns of these rows; of an edition that is not loaded here those that the rows have."""
    table = columns({row["edition"] for row in rows} & set(EDITIONS))
    return table | {name: int for row in rows for name in row if name not in table}


def needs_polars() -> Any:
    """The package polars. Raises ValueError, in one sentence, where it is not installed."""
    try:
        import polars
    except ImportError:
        raise ValueError(f"a table of games {NO_POLARS}") from None
    return polars


def _whole(row: Mapping[str, Any], table: Mapping[str, type]) -> Row:
    """A row with every column: what it does not have is 0, or no winner."""
    return {name: row.get(name, kind()) if name != "winner" else row["winner"] or None for name, kind in table.items()}


def _sorted(rows: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return sorted(rows, key=lambda row: (row["battle"], row["number"]))


class Rows:
    """The rows of games, by battle and number, in memory.

    >>> Rows().rows
    {}
    """

    def __init__(self) -> None:
        self.rows: dict[tuple[str, int], Row] = {}
        self.older = False  # whether games of other rules or versions will do: where nothing is added to them

    @property
    def name(self) -> str:
        """What a complaint calls them."""
        return "these results"

    @property
    def made(self) -> str:
        """What the games were made with, in words; that of this program where there are none.

        >>> Rows().made.split()[0]
        'Hexillum'
        """
        found = {(row["hexillum"], row["rules"]) for row in self.rows.values() or [made_with()]}
        return " and ".join(f"Hexillum {version}, rules {rules}" for version, rules in sorted(found))

    def done(self, tasks: Iterable[Task]) -> dict[tuple[str, int], Game]:
        """The games of these tasks that are there, by battle and number.

        Raises BadResults where one of them was played otherwise: with other players, dice, rules or another set-up.
        """
        found = {}
        for task in tasks:
            wanted = told_of(task)
            key = wanted["battle"], wanted["number"]
            if key not in self.rows:
                continue
            free = made_with().keys() if self.older else ()
            other = [name for name, value in wanted.items() if self.rows[key][name] != value and name not in free]
            if other:
                theirs, ours = self.rows[key][other[0]], wanted[other[0]]
                raise BadResults(
                    f"{self.name}: game {key[1]} of {key[0]} was played with {other[0]} {theirs!r}, not {ours!r}: "
                    "name another file, or delete it"
                )
            found[key] = game_of(self.rows[key])
        return found

    def add(self, row: Row) -> None:
        """Keep the row of a game."""
        self.rows[row["battle"], row["number"]] = row

    def close(self) -> None:
        """Nothing is left to do."""


class Results(Rows):
    """A file of results, with what an earlier run left in it.

    Without `clock` the column `seconds` is 0 in the games that are added: the same games are then the same file, byte
    for byte. Raises BadResults for a file of another kind, OSError where it cannot be read, ValueError for an ending
    that is none of `ENDINGS` and where Parquet is wanted and polars is not installed.
    """

    def __init__(self, path: Path, clock: bool = True) -> None:
        super().__init__()
        self.path, self.clock = path, clock
        self.journal = path.with_name(path.name + ".unfinished")
        if path.suffix.lower() not in ENDINGS:
            raise ValueError(f"{path}: expected a file that ends in {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}")
        if path.suffix.lower() == ".parquet":
            needs_polars()
        self._whole_lines = False  # whether the journal is known to end with a whole line
        for found, read in ((path, _READERS[path.suffix.lower()]), (self.journal, _read_journal)):
            if found.exists():
                self._take(found, read(found))

    @property
    def name(self) -> str:
        """The file."""
        return str(self.path)

    def _take(self, path: Path, rows: Iterable[Row]) -> None:
        for n, row in enumerate(rows, 1):
            try:
                _check(row)
            except (ValueError, TypeError, LookupError) as error:
                raise _wrong(path, f"row {n}: {error}") from None
            self.rows[row["battle"], row["number"]] = row

    def add(self, row: Row) -> None:
        """Keep the row of a game, at once. Raises OSError where that cannot be done; what was there is still there."""
        row = row if self.clock else row | {"seconds": 0.0}
        super().add(row)
        if not self._whole_lines:
            _cut_torn_line(self.journal)
            self._whole_lines = True
        try:
            with self.journal.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
        except OSError as error:
            self._whole_lines = False
            raise _unwritten(self.journal, error, "the games before are kept") from None

    def close(self) -> None:
        """Write the file: whole, or not at all.

        Raises OSError where that cannot be done; the rows are kept beside it.
        """
        if not self.journal.exists():  # nothing was added
            return
        new = self.path.with_name(self.path.name + ".new")
        try:
            _WRITERS[self.path.suffix.lower()](new, [dict(row) for row in _sorted(self.rows.values())])
            os.replace(new, self.path)
        except OSError as error:
            with suppress(OSError):
                new.unlink()
            raise _unwritten(self.path, error, f"all games are kept in {self.journal.name}") from None
        self.journal.unlink(missing_ok=True)


def _unwritten(path: Path, error: OSError, words: str) -> OSError:
    """An error that tells which file could not be written, and what is kept."""
    return OSError(error.errno or errno.EIO, f"{error.strerror or error}; {words}", str(path))


def read_rows(path: Path) -> list[Row]:
    """The rows of a file of results, sorted by battle and number, those of an unfinished run with them.

    Raises BadResults for another kind of file, OSError where it cannot be read.
    """
    return [dict(row) for row in _sorted(Results(path).rows.values())]


def _wrong(path: Path, why: str = "") -> BadResults:
    return BadResults(f"{path}{', ' + why if why else ''}: not a run of 'hexillum simulate --out'")


def _check(row: Row) -> None:
    """Raises ValueError, or an error of looking up, where a row says something that no game is like."""
    for name, kind in {**_PLAYED, **_ENDED}.items():
        value = row[name]
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            continue
        if type(value) is not kind:
            raise ValueError(f"{name} is {value!r}")
    if row["winner"] not in ("", *SIDES):
        raise ValueError(f"winner is {row['winner']!r}")
    for side in SIDES:
        if type(row[f"{side}_banners"]) is not int:
            raise ValueError(f"{side}_banners is {row[f'{side}_banners']!r}")


def _cut_torn_line(path: Path) -> None:
    """Take off a last line that a crash cut short, so that the next one stands by itself."""
    if not path.exists():
        return
    with path.open("r+b") as file:
        found = file.read()
        last = found.rpartition(b"\n")[2]
        if last.endswith(b"}"):
            file.write(b"\n")
        else:
            file.truncate(len(found) - len(last))


def _read_journal(path: Path) -> list[Row]:
    """The rows that were kept one by one; a last line that a crash cut short is left out."""
    text = read_text(path, MOST_RESULTS)
    whole, _, last = text.rpartition("\n")
    return _rows(path, text if last.endswith("}") else whole)


def _read_lines(path: Path) -> list[Row]:
    return _rows(path, read_text(path, MOST_RESULTS))


def _rows(path: Path, text: str) -> list[Row]:
    """The rows of lines of JSON."""
    rows = []
    for n, line in enumerate(text.split("\n"), 1):
        if not line:
            continue
        try:
            rows.append(object_of(line))
        except ValueError:
            raise _wrong(path, f"line {n}") from None
    return rows


def _write_lines(path: Path, rows: list[Row]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def _read_csv(path: Path) -> list[Row]:
    """The rows of a table of comma-separated values, each as its column wants it."""
    found = csv.DictReader(io.StringIO(read_text(path, MOST_RESULTS)))
    table = columns(EDITIONS)
    if not {*_PLAYED, *_ENDED} <= set(found.fieldnames or ()):
        raise _wrong(path, "line 1")
    rows = []
    for n, line in enumerate(found, 2):
        try:
            rows.append({name: _value(table.get(name, int), text) for name, text in line.items()})
        except (ValueError, TypeError):
            raise _wrong(path, f"line {n}") from None
    return rows


def _value(kind: type, text: str) -> Any:
    if kind is bool:
        return {"true": True, "false": False}[text] if text in ("true", "false") else int(text + "?")
    return kind(text)


def _write_csv(path: Path, rows: list[Row]) -> None:
    table = _columns_of(rows)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(table)
        for row in rows:
            whole = [row.get(name, kind()) for name, kind in table.items()]
            writer.writerow([str(value).lower() if isinstance(value, bool) else value for value in whole])


def _read_parquet(path: Path) -> list[Row]:
    polars = needs_polars()
    try:
        rows: list[Row] = polars.read_parquet(path).to_dicts()
    except polars.exceptions.PolarsError:
        raise _wrong(path) from None
    return [row | {"winner": row.get("winner") or ""} for row in rows]


def _write_parquet(path: Path, rows: list[Row]) -> None:
    polars = needs_polars()
    try:
        frame(rows).write_parquet(path, metadata={"hexillum": json.dumps(made_with())})
    except polars.exceptions.PolarsError as error:
        raise OSError(" ".join(str(error).split())) from None


_READERS: Final = {".jsonl": _read_lines, ".csv": _read_csv, ".parquet": _read_parquet}
_WRITERS: Final = {".jsonl": _write_lines, ".csv": _write_csv, ".parquet": _write_parquet}
