"""A table: a game in memory with its seats, the connections at it, and what each of them sees."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Final, Literal, cast

from ..battle.positions import state_digest
from ..battle.view_types import pair
from ..core import ask
from ..core.digest import rules_digest
from ..players.search import TurnTime
from . import wire
from .game import Game, commitment
from .messages import Refused
from .show import show
from .store import Seat
from .wire import Under, View

#: What is said at a table whose battle did not begin under the rules of this server.
OTHERS: Final = "This battle began under other rules; its record leads to the same state here, so it goes on."
UNKNOWN: Final = "It is not known under which rules this battle began; its record follows here, so it goes on."
STOPPED: Final = (
    "This battle was played under other rules, and its record leads to another state under those here: it can be read "
    "but not gone on with; to play on, open an analysis from here"
)
#: What is said at a table whose record this server cannot read, or go on with, for another reason.
TORN: Final = (
    "This battle is shown as far as this server can read its record, and cannot be gone on with here; to play on, open "
    "an analysis from here"
)
NO_KEY: Final = (
    "The key to the secret dice of this battle is lost: it can be read but not gone on with; to play on, open an "
    "analysis from here"
)


def digest(secret: str) -> str:
    """What is kept of a secret: its SHA-256 in hexadecimal."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(eq=False)
class Listener:
    """A connection that wants to know: its flag is raised when there is something new to see."""

    seats: frozenset[int]
    flag: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class Table:
    """A game in memory, with its seats and the connections at it."""

    game: Game
    seats: list[Seat]
    rematch: str | None = None
    rules: str | None = field(default_factory=rules_digest)  # those that it began under, None where that is not known
    stopped: bool = False  # it can be read but not gone on with, most often since it was played under other rules
    notice: str = STOPPED  # what people are told where it is stopped
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    thinking: asyncio.Task[None] | None = None
    past: tuple[tuple[int, int], Game] | None = None  # the moment that was looked at last
    times: list[TurnTime | None] = field(default_factory=lambda: [None, None])  # what computers have left of a turn

    def wake(self) -> None:
        """Tell every connection."""
        for listener in self.listeners:
            listener.flag.set()

    def seats_of(self, tokens: Collection[str]) -> frozenset[int]:
        """The seats that tokens prove. Raises Refused where one belongs to no seat of this game."""
        found: set[int] = set()
        for token in tokens:
            mine = digest(token)
            side = next((n for n, s in enumerate(self.seats) if s.token and hmac.compare_digest(s.token, mine)), None)
            if side is None:
                raise Refused(
                    "wrong_token", "this link is for no seat at this table: ask who invited you for another", status=403
                )
            found.add(side)
        return frozenset(found)

    def side_to_think(self, game: Game | None = None) -> int | None:
        """The side of the computer player that is to decide, in this game or in another; None where there is none."""
        battle = (game or self.game).battle
        who = battle.state.who
        if self.stopped or battle.over or who == ask.CHANCE or self.seats[who].player in ("person", "open"):
            return None
        return int(who)

    def standing(self, game: Game | None = None) -> dict[str, Any]:
        """What the store must know of it: whether it is over, and whether a computer is to decide."""
        battle = (game or self.game).battle
        return {
            "status": "over" if battle.over else "active",
            "computer": self.side_to_think(game) is not None,
            "state": state_digest(battle.state),
        }

    def under(self) -> Under:
        """The rules that the game began under and those of this server, by their digests, and what follows."""
        now = rules_digest()
        notice = self.notice if self.stopped else "" if self.rules == now else UNKNOWN if self.rules is None else OTHERS
        return {
            "began": self.rules,
            "now": now,
            "same": self.rules == now,
            "goes_on": not self.stopped,
            "notice": notice,
        }

    def view(self, eyes: int | None, yours: Collection[int], log_from: int = 0, game: Game | None = None) -> View:
        """What a connection sees, of the game as it is or, with `game`, as it was.

        `eyes` is the side that it looks with (None an onlooker), `yours` the sides whose seats it holds; `log_from`
        leaves out the first lines of the log.
        """
        present = {side for listener in self.listeners for side in listener.seats}
        seats = pair(*(_sitting(seat, n in present) for n, seat in enumerate(self.seats)))
        watching = sum(not listener.seats for listener in self.listeners)
        out = show(
            game or self.game, eyes, yours, log_from=log_from, seats=seats, watching=watching, rematch=self.rematch
        )
        promise = commitment(self.game.seed, self.game.id) if self.game.seed else ""
        return {**out, "seed_commitment": promise, "rules": self.under()}


def _sitting(seat: Seat, present: bool) -> wire.Seat:
    """Who sits at a seat, as everybody may see."""
    if seat.player == "person" or seat.player == "open":
        return {"player": cast(Literal["person", "open"], seat.player), "name": "", "present": present}
    return {"player": "computer", "name": seat.player, "present": present}


def differs(game: Game, state: str | None) -> bool:
    """Whether a game has come to another state than the one that was kept; a game of before kept none."""
    return state is not None and state_digest(game.battle.state) != state


def may_open(game: Game) -> None:
    """Whether everything about a game may be shown. Raises Refused while it goes on with hidden cards."""
    if not game.battle.over and game.opening.kind == "battle":
        raise Refused("running", "the battle still goes on: its record shows hidden cards and is open after the end")
