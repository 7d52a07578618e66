"""What who looks after a server does with its games: looks at them, ends, exports and checks them."""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import time
from collections.abc import AsyncIterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from .. import __version__
from ..battle.view_types import SIDES
from ..club.names import BadName, proper
from .calling import call_to_end
from .entries import Entry
from .game import Game
from .messages import Refused
from .store import KeptGame, Stale, Store, Stored, TooMany, Unreadable
from .store.rows import plain
from .table import differs, stands, state_kept
from .wire import AdminReport

TRIES: Final = 20  # to end a game in which others go on meanwhile
PAGE: Final = 25  # games that are checked in one go
FORMAT: Final = "hexillum-game"  # of an export
GAME_ID: Final = re.compile(r"[0-9a-f]{32}")
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}")
_CLOSED: Final = ("token", "invite", "person")  # of a seat: not even digests of what opens it leave the database


@dataclass(frozen=True)
class Looked:
    """A game as who runs the server may see it: what an onlooker sees of it, and whether it can be read here."""

    kept: KeptGame
    turn: int
    to_move: str
    banners: tuple[int, int]
    winner: str
    trouble: str


@dataclass(frozen=True)
class Exported:
    """A game as texts: its rows as JSON, what is sealed sealed; and its record, once it is over."""

    id: str
    rows: str
    record: str | None


@dataclass(frozen=True)
class Trouble:
    """A game that is not as it should be, and why."""

    game: str
    why: str


def game_id(word: str) -> str:
    """The id of a game. Raises Refused for what is none, such as a path.

    >>> game_id("../games")
    Traceback (most recent call last):
    hexillum.web.messages.Refused: '../games' is no id of a game: expected 32 figures and letters from a to f
    """
    if not GAME_ID.fullmatch(word):
        raise Refused(
            "no_game", f"{word[:60]!r} is no id of a game: expected 32 figures and letters from a to f", status=422
        )
    return word


def admin_name(word: str) -> str:
    """The name of an admin. Raises Refused for what cannot be one."""
    if not NAME.fullmatch(word):
        raise Refused(
            "wrong_name",
            f"{word[:60]!r} is no name for an admin: expected up to 40 letters, figures, . _ and -",
            status=422,
        )
    return word


def no_game(id: str) -> Refused:
    """What is said where there is no game of an id."""
    return Refused("no_game", f"there is no game {id}", status=404)


def fold(stored: Stored) -> tuple[Game | None, str]:
    """The game of a record as far as it goes here, and what is wrong with it, "" for nothing."""
    players = [seat.player for seat in stored.seats]
    try:
        game = Game(stored.id, stored.opening, stored.seed, players)
    except Exception as error:  # whatever stands there
        return None, f"it cannot begin: {error}"
    try:
        game.fold(stored.entries)
    except Exception as error:  # other rules may fail in any way
        return game, f"entry {game.version} does not follow: {type(error).__name__}: {error}"
    if stored.torn:
        return game, stored.torn
    if not stored.seed and not game.battle.over:
        return game, "its secrets are sealed with another key"
    if differs(game, stored.state):
        return game, "it comes to another state under the rules of this version"
    return game, ""


async def _stored(store: Store, id: str) -> tuple[Stored | None, str]:
    """A game of the store, and why it cannot be read. Raises Refused where there is none."""
    try:
        stored = await store.load(game_id(id))
    except Unreadable as error:
        return None, str(error)
    if stored is None:
        raise no_game(id)
    return stored, ""


async def look(store: Store, id: str) -> Looked:
    """A game with how it stands, and nothing of it that is secret. Raises Refused, StoreError."""
    stored, trouble = await _stored(store, id)
    kept = await store.archive.one(id)
    if kept is None:
        raise no_game(id)
    if stored is None:
        return Looked(kept, 0, "", (0, 0), "", trouble)
    game, trouble = await asyncio.to_thread(fold, stored)
    if game is None:
        return Looked(kept, 0, "", (0, 0), "", trouble)
    state = game.battle.state
    to_move = "" if game.battle.over or state.who not in (0, 1) else SIDES[state.who]
    winner = SIDES[state.outcome] if state.outcome in (0, 1) else ""
    return Looked(kept, state.turn + 1, to_move, (state.banners[0], state.banners[1]), winner, trouble)


async def end(store: Store, id: str, who: str, why: str = "") -> None:
    """End a game without a winner; what it kept secret is open then. Raises Refused, StoreError.

    It counts for no rating and no tournament: an organiser decides what becomes of its pairing. Who played it and is
    away is told.
    """
    words = " ".join(why.split())
    for _ in range(TRIES):
        stored, trouble = await _stored(store, id)
        game, wrong = (None, trouble) if stored is None else await asyncio.to_thread(fold, stored)
        if stored is None or game is None or wrong:
            raise Refused("unreadable", f"game {id} cannot be ended, only deleted: {wrong}")
        if game.battle.over:
            raise Refused("over", f"game {id} is over already")
        entry = Entry("closed", why=words)
        if game.opening.pace:
            entry = replace(entry, at=time.time())
        after = game.after([entry])
        # without a result, since it counts for nobody
        what: dict[str, Any] = {"state": state_kept(after), "stands": stands(after)}
        try:
            await store.append(id, game.version, [entry], None, status="over", computer=False, **what)
        except Stale:
            continue
        await store.admins.note(who, "end", id, words)
        await call_to_end(store, stored.seats, after)
        return
    raise Refused("stale_version", f"game {id} goes on too fast to be ended: try again")


async def export(store: Store, id: str, who: str) -> Exported:
    """A game as texts that lose nothing, but for what opens its seats. Raises Refused, StoreError.

    What is secret of a game that is not over stays sealed, so that nobody sees a hand by it.
    """
    found = await store.archive.rows_of(game_id(id))
    if found is None:
        raise no_game(id)
    row, seats, entries = found
    made = {
        "format": FORMAT,
        "version": 1,
        "hexillum": __version__,
        "game": {**_readable(row, "opening"), "lease_by": None, "lease_until": None},
        "seats": [{key: value for key, value in seat.items() if key not in _CLOSED} for seat in seats],
        "entries": [_readable(entry, "data") for entry in entries],
    }
    record = None
    if row["status"] == "over":
        stored, _ = await _stored(store, id)
        game, wrong = (None, "") if stored is None else await asyncio.to_thread(fold, stored)
        record = game.record() if game is not None and not wrong and game.battle.over else None
    await store.admins.note(who, "export", id)
    return Exported(id, json.dumps(made, ensure_ascii=False, indent=1) + "\n", record)


def _readable(row: dict[str, Any], column: str) -> dict[str, Any]:
    """A row with its JSON as it is meant, or as it stands where it is spoilt."""
    try:
        return {**row, column: plain(row[column])}
    except ValueError:
        return row


def write_export(made: Exported, folder: Path) -> list[Path]:
    """Write an export into a folder, for its owner only; the files. Raises OSError."""
    files = {f"{game_id(made.id)}.json": made.rows}
    if made.record is not None:
        files[f"{made.id}.battle"] = made.record
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    written = []
    for name, text in files.items():
        draft = folder / f".{name}.{secrets.token_hex(4)}"
        try:
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(descriptor, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(draft, folder / name)
        finally:
            draft.unlink(missing_ok=True)
        written.append(folder / name)
    return written


async def block(store: Store, word: str, blocked: bool, who: str) -> str:
    """Block a name and all that look like it, or let it free: the name as it is kept. Raises Refused, StoreError.

    A name that nobody has can be blocked, too.
    """
    held = await store.people.of_name(word[:200])
    if held is None and not blocked:
        raise Refused("no_name", f"nobody is called {word[:60]!r}, and no such name is blocked", status=404)
    try:
        name = held.name if held is not None else proper(word)
    except BadName as error:
        raise Refused("bad_name", str(error), status=422) from None
    await store.people.block(name, blocked)
    await store.admins.note(who, "block" if blocked else "unblock", name)
    return name


async def invite(store: Store, days: float, who: str) -> str:
    """An invitation to take a name, good once and for some days. Raises Refused, StoreError."""
    try:
        secret = await store.tickets.invite(days * 86_400.0)
    except TooMany as error:
        raise Refused("full", str(error)) from None
    await store.admins.note(who, "invite", "", f"good for {days:g} days")
    return secret


def invitation_path(secret: str) -> str:
    """The page that an invitation to take a name leads to: what follows # reaches no log.

    >>> invitation_path("abc")
    '/you#invitation=abc'
    """
    return f"/you#invitation={secret}"


async def reports(store: Store) -> list[AdminReport]:
    """The lines of talk that people have reported and nobody has read, the latest first. Raises StoreError."""
    found: list[AdminReport] = []
    for one in await store.talk.reports():
        person = None if one.person is None else await store.people.one(one.person)
        game = await store.archive.one(one.game)
        seat = one.speaker.removeprefix("seat")
        found.append(
            {
                "id": one.id,
                "game": one.game,
                "battle": "" if game is None else game.battle,
                "at": one.at,
                "name": "" if person is None else person.name,
                "blocked": person is not None and person.blocked,
                "seat": SIDES[int(seat)] if seat in ("0", "1") else "",
                "words": one.words,
            }
        )
    return found


async def read_report(store: Store, id: str, who: str) -> None:
    """Note that a report was read. Raises Refused, StoreError."""
    if not await store.talk.settle(id):
        raise Refused("no_report", "there is no such report that waits to be read: look again", status=404)
    await store.admins.note(who, "read a report", id)


async def check_page(store: Store, after: str = "", most: int = PAGE) -> tuple[int, list[Trouble], str]:
    """Check some games behind one: how many, what is wrong with them, and the last of them, "" behind the last of all.

    Every one is read, its seals are opened, and its record is folded. Raises StoreError.
    """
    ids = await store.archive.ids(after, most)
    wrong = []
    for id in ids:
        try:
            stored, trouble = await _stored(store, id)
        except Refused:  # it was deleted meanwhile
            continue
        if stored is not None:
            _, trouble = await asyncio.to_thread(fold, stored)
        if trouble:
            wrong.append(Trouble(id, trouble))
        await asyncio.sleep(0)
    return len(ids), wrong, ids[-1] if len(ids) == most else ""


async def check(store: Store) -> AsyncIterator[tuple[int, list[Trouble]]]:
    """Check all games, some at a time: how many, and what is wrong with them. Raises StoreError."""
    after = ""
    while True:
        count, wrong, after = await check_page(store, after)
        yield count, wrong
        if not after:
            return


def told(one: KeptGame) -> dict[str, Any]:
    """A game of a list as plain values."""
    return {**asdict(one), "people": list(one.people)}
