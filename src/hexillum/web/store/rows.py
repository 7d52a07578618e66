"""A game as it is kept, and its rows as they are read: a bad one spoils what follows it in its own game only."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ..entries import Entry, Opening
from .errors import Unreadable
from .key import SEALED, BadSeal, Key

FORMER: Final = "a former player"  # what somebody is called at his tables who has deleted his name


@dataclass
class Seat:
    """Who sits on a side of a game, and the digests of the secrets that prove it.

    `person` is the id of somebody who sits there by a name, which is `name`; a guest has neither. `standing` are its
    standing answers, sealed: news to nobody else, so seats that differ in them alone are the same.
    """

    player: str
    token: str | None = None
    invite: str | None = None
    person: str | None = None
    name: str = ""
    standing: str | None = field(default=None, compare=False)


@dataclass
class Stored:
    """A game as it is kept.

    `seed` is any secret of up to 4 kB, b"" where it cannot be opened; `torn` says why the entries are not all.
    """

    id: str
    opening: Opening
    seed: bytes
    seats: list[Seat]
    entries: list[Entry] = field(default_factory=list)
    rematch: str | None = None
    rules: str | None = None  # the digest of those that it began under, None where that is not known
    state: str | None = None  # the digest of the state that the entries led to
    torn: str = ""
    talk: bool = True  # whether something may have been said at its table


@dataclass
class News:
    """What has come to a game since a version; `torn` says why the entries are not all."""

    version: int
    entries: list[Entry]
    seats: list[Seat]
    rematch: str | None
    state: str | None
    torn: str = ""


@dataclass(frozen=True)
class Said:
    """A command as it is kept: its id, and the digest of its body, "" where that is not known."""

    id: str
    body: str = ""


def to_rows(
    id: str, version: int, entries: Sequence[Entry], said: Said | None, at: float, key: Key
) -> list[dict[str, Any]]:
    """The rows of entries that are added to a game at a version; the first carries the command."""
    return [
        {
            "game": id,
            "seq": version + n,
            "at": entry.at or at,
            "side": entry.side,
            "kind": entry.kind,
            "data": seal_data(entry.data(), id, key),
            "command": said.id if said is not None and n == 0 else None,
            "body": (said.body or None) if said is not None and n == 0 else None,
        }
        for n, entry in enumerate(entries)
    ]


def seal_data(data: dict[str, Any], id: str, key: Key) -> dict[str, Any]:
    """What is stored of an entry while its game goes on: cards and shares of the dice are as secret as the seed."""
    names_cards = any(isinstance(number, str) for number in data.get("n", ()))
    if names_cards or data.get("given"):
        return {"sealed": key.seal(json.dumps(data).encode(), id)}
    return data


def open_data(data: Mapping[str, Any], id: str, key: Key) -> Mapping[str, Any]:
    """The same as it was before. Raises BadSeal where the key is another."""
    opened: Mapping[str, Any] = json.loads(key.open(data["sealed"], id)) if "sealed" in data else data
    return opened


def to_game(row: Mapping[Any, Any], seats: Iterable[Mapping[Any, Any]], entries: Any, key: Key) -> Stored:
    """The game of its rows. Raises Unreadable where not even its beginning can be told."""
    try:
        opening = Opening.read(plain(row["opening"]))
        read, torn = to_entries(entries, 0, row["version"], row["id"], key)
        seed = open_seed(row["seed"], row["id"], key)
        both = to_seats(seats)
    except Exception as error:  # whatever stands there
        raise Unreadable(f"{type(error).__name__}: {error}") from None
    kept = (row["rematch"], row["rules"], row["state"], torn, bool(row.get("talk", True)))
    return Stored(row["id"], opening, seed, both, read, *kept)


def to_seats(rows: Iterable[Mapping[Any, Any]]) -> list[Seat]:
    """The two seats of a game. Raises ValueError where there are not two."""
    seats = [
        Seat(row["player"], row["token"], row["invite"], row["person"], _name(row), row["standing"]) for row in rows
    ]
    if len(seats) != 2:
        raise ValueError(f"a game has two seats, this one {len(seats)}")
    return seats


def _name(row: Mapping[Any, Any]) -> str:
    return row["name"] or (FORMER if row["person"] is not None else "")


def to_entries(
    rows: Iterable[Mapping[Any, Any]], first: int, version: int, id: str, key: Key
) -> tuple[list[Entry], str]:
    """The entries of a game from the first one up to a version, as far as they can be read; and why not all of them."""
    read: list[Entry] = []
    for row in rows:
        number = first + len(read)
        try:
            if row["seq"] != number:
                return read, f"entry {number} is missing"
            read.append(Entry.read(row["kind"], row["side"], open_data(plain(row["data"]), id, key), row["at"]))
        except Exception as error:  # whatever stands there
            return read, f"entry {number}: {type(error).__name__}: {error}"
    missing = first + len(read) < version
    return read, f"entry {first + len(read)} is missing" if missing else ""


def open_seed(kept: str, id: str, key: Key) -> bytes:
    """The secret of a game; b"" where it is sealed with a key that we do not have. Raises ValueError."""
    if not kept.startswith(SEALED):
        return bytes.fromhex(kept)
    try:
        return key.open(kept, id)
    except BadSeal:
        return b""


def plain(stored: Any) -> Any:
    """What a column of JSON has: SQLite gives its text, PostgreSQL what it means."""
    return json.loads(stored) if isinstance(stored, str | bytes) else stored
