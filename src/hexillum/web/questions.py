"""What people ask that takes work: odds, luck, other moments, and uploads, in processes of their own, within limits."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeVar

from ..battle.door import IllegalChoice
from ..battle.positions import BadPosition
from ..compiled import cache
from ..notation.game_record import BadRecord
from ..odds.account import Account, account
from ..odds.luck import Luck, luck
from . import analysis
from .entries import Entry, Opening
from .game import Game
from .messages import Analyse, Refused
from .own_battles import Examined, examined
from .picture import Scene, png
from .wire import OddsSheet
from .workers import Busy, Died, NoProcess, TooLong, Whose, Workers

log = logging.getLogger("hexillum.questions")

PROCESSES: Final = 2
NICE: Final = 10  # how far this work yields to the server, and to computer players
ODDS: Final = 1.5  # seconds for odds, exact ones or else simulated ones;
STOPPED: Final = 3.0  # seconds after which this and any other answer from a game is given up,
ROOM: Final = 1 << 30  # and bytes that it may take: the compiled rules have their place in them
READING: Final = 10.0  # the same for what somebody has sent in: seconds,
MEMORY: Final = 512 << 20  # and bytes
AGAIN: Final = 3  # seconds after which somebody who was refused may ask again
UPLOADS: Final = Whose("uploads")  # one at a time, so that tables always have a process

NOT_NOW: Final = "these odds could not be worked out in time: ask again when the battle has gone on"

T = TypeVar("T")


class AtWork(Refused):
    """So much is being worked at that this must wait; `AGAIN` says until when."""

    def __init__(self, message: str) -> None:
        super().__init__("busy", f"{message}: try again in {AGAIN} s", status=503)

    def headers(self) -> dict[str, str]:
        """When to come again."""
        return {"retry-after": str(AGAIN)}


class Questions:
    """The processes in which questions are answered, so that neither the table nor computer players wait for them."""

    def __init__(self, processes: int = PROCESSES) -> None:
        self._workers = Workers(processes, nice=NICE, prepare=prepare)

    async def odds(self, work: Callable[[], OddsSheet], whose: Whose) -> OddsSheet:
        """The sheet that some work comes to; one without ways where it was stopped or failed.

        Raises IllegalChoice as the work does, and Refused where too much waits already.
        """
        try:
            return await self._ask(work, STOPPED, whose, ROOM)
        except (IllegalChoice, Refused):
            raise
        except Exception as error:
            log.warning("odds could not be worked out", exc_info=error)
            return {"attack": None, "at": "", "why": NOT_NOW, "rules": [], "ways": []}

    async def luck(self, game: Game, whose: Whose) -> tuple[Luck, Luck]:
        """The luck of both sides, top first. Raises Refused where it takes too long or too much waits already."""
        answers = [entry.numbers[0] for entry in game.made]
        return await self._answer(partial(_luck, game.opening, answers), whose)

    async def account(self, game: Game, whose: Whose) -> Account:
        """The account of a battle's rolls. Raises Refused as `luck` does."""
        answers = [entry.numbers[0] for entry in game.made]
        return await self._answer(partial(_account, game.opening, answers), whose)

    async def picture(self, scene: Scene, whose: Whose) -> bytes:
        """The picture of a table, as a PNG. Raises Refused as `luck` does."""
        return await self._answer(partial(png, scene), whose)

    async def game_at(self, game: Game, moment: int, whose: Whose) -> Game:
        """A game as it stood at an earlier moment. Raises Refused as `luck` does."""
        made, version = game.made[: moment + 1], game.version
        found = await self._answer(partial(_game_at, game.id, game.opening, game.players, made, moment), whose)
        found.secret, found.shares, found.version = game.secret, game.shares, version
        found.spoken = [one for one in game.spoken if one.moment < moment]
        return found

    async def reading(self, wish: Analyse) -> tuple[Opening, list[Entry] | None]:
        """What a wish for an analysis names, as `analysis.wished`. Raises Refused, also for what costs too much."""
        if wish.battle is not None:
            return analysis.wished(wish)
        try:
            found = await self._ask(partial(read, wish), READING, UPLOADS, MEMORY)
        except (TooLong, Died, MemoryError):
            log.warning("an upload was given up: it takes too long or too much memory")
            raise Refused("unreadable", "this takes too long or too much memory to read", status=422) from None
        if isinstance(found, Refusal):
            raise Refused(*found)
        return found

    async def examined(self, text: str, whose: Whose = UPLOADS) -> Examined:
        """A scenario's text as `own_battles.examined`. Raises Refused as `reading` does."""
        try:
            return await self._ask(partial(examined, text), READING, whose, MEMORY)
        except (TooLong, Died, MemoryError):
            log.warning("a scenario was given up: it takes too long or too much memory")
            raise Refused("unreadable", "this takes too long or too much memory to read", status=422) from None

    async def _answer(self, work: Callable[[], T], whose: Whose) -> T:
        try:
            return await self._ask(work, STOPPED, whose, ROOM)
        except (TooLong, Died, MemoryError):
            raise AtWork("this takes too long now") from None

    async def _ask(self, work: Callable[[], T], seconds: float, whose: Whose, memory: int) -> T:
        try:
            return await self._workers.do(work, seconds=seconds, whose=whose, memory=memory)
        except (Busy, NoProcess):
            raise AtWork("too much is being asked now") from None

    def close(self) -> None:
        """End the processes, also those that still work."""
        self._workers.close()


class Refusal(tuple[str, str, tuple[str, ...], int]):
    """What a Refused is made of: it comes out of a process as a value."""


def prepare() -> None:
    """Load the compiled rules, where they are ready: an answer has no time for that."""
    if cache.is_ready():
        from ..compiled import with_numba

        with_numba.load("play", "think")


def read(wish: Analyse) -> tuple[Opening, list[Entry] | None] | Refusal:
    """What `analysis.wished` returns or raises: its errors would not come out of a process whole."""
    try:
        return analysis.wished(wish)
    except Refused as error:
        return Refusal((error.code, error.message, error.rules, error.status))
    except (BadRecord, BadPosition, ValueError) as error:
        return Refusal(("unreadable", str(error), (), 422))


def _luck(opening: Opening, answers: list[int]) -> tuple[Luck, Luck]:
    return luck(opening.begin().state, answers)


def _account(opening: Opening, answers: list[int]) -> Account:
    return account(opening.begin().state, answers)


def _game_at(id: str, opening: Opening, players: Sequence[str], made: list[Entry], moment: int) -> Game:
    game = Game(id, opening, b"", players)
    game.made = made
    return game.at(moment)
