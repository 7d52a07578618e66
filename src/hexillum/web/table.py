"""A table: a game in memory with its seats, the connections at it, and what each of them sees."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import itertools
import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeVar, cast

from pydantic_core import to_json

from ..battle.positions import state_digest
from ..battle.view_types import SIDES, SideWord, pair
from ..club.standing import Orders
from ..coach.hints import Hint
from ..core import ask
from ..core.digest import rules_digest
from ..players.search import TurnTime
from . import wire
from .chance import commitment
from .computers import AWAY, HERE, NOBODY
from .game import Game
from .messages import Refused
from .show import show
from .store import Line, Person, Seat
from .timing import Timing
from .wire import Some, Under, View

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
    "The key to the secret dice of this battle is lost: it is shown as far as it can be read without, and cannot be "
    "gone on with; to play on, open an analysis from here"
)

#: What is said at a table whose computer player the operator of this server has not named, by its name.
ABSENT: Final = (
    "The computer player {0} does not play at this server now, so its side waits: this battle can be read, and goes on "
    "as soon as who runs the server lets {0} play here again"
)

#: Seconds in which somebody who asked or did something at a table is still there, without a connection.
THERE: Final = 60.0
#: Seconds for which computers play each other on when nobody watches any more: who loads the page again misses nothing.
UNWATCHED: Final = 15.0
PRESENCE_EVERY: Final = 0.25  # seconds between two words about who comes and goes

T = TypeVar("T")
_news = itertools.count()  # never twice the same in a process, also where a table is loaded again


def digest(secret: str) -> str:
    """What is kept of a secret: its SHA-256 in hexadecimal."""
    return hashlib.sha256(secret.encode()).hexdigest()


ELSEWHERE: Final = ("elsewhere", "this seat is open in many other places: this one was closed for the newest")
#: What is heard by who is at a table that was taken out of the database.
TAKEN: Final = ("no_game", "who offered this battle, or who runs the server, has taken this battle away")
#: And at the end of a server: a page comes back by itself, here or to another server.
LATER: Final = ("unavailable", "the server is being started again: come back in a moment")
#: And by who is known no longer by the name that he came by: he may come back as what he is now.
NAMELESS: Final = ("moved", "this browser is known by its name no longer: come back with the link of your seat")


class Proofs(tuple[str, ...]):
    """What proves somebody's seats: secret tokens and, where he has a name, who he is.

    >>> Proofs(["a", "b"], Person("1", "Anna")).person.name
    'Anna'
    """

    person: Person | None

    def __new__(cls, tokens: Iterable[str] = (), person: Person | None = None) -> Proofs:
        """The tokens, and who sends them."""
        made = super().__new__(cls, tokens)
        made.person = person
        return made


@dataclass(eq=False)
class Listener:
    """A connection that wants to know: its flag is raised when there is something new to see, or it must go."""

    seats: frozenset[int]
    address: str = ""
    person: Person | None = None  # who it is, where he has a name
    must_go: bool = False  # for newer ones of the same seat, or as `goodbye` says
    goodbye: tuple[str, str] = ELSEWHERE  # the code and the words that it hears then
    spoken: bool = False  # something was said that it has not heard
    key: str | None = None  # the digest of the key by which its name is known
    flag: asyncio.Event = field(default_factory=asyncio.Event)

    def send_away(self, goodbye: tuple[str, str] = ELSEWHERE) -> None:
        """Let it end, with a code and words."""
        self.must_go, self.goodbye = True, goodbye
        self.flag.set()

    def hear(self) -> None:
        """Something was said at the table."""
        self.spoken = True
        self.flag.set()


@dataclass
class Table:
    """A game in memory, with its seats and the connections at it."""

    game: Game
    seats: list[Seat]
    rematch: str | None = None
    rules: str | None = field(default_factory=rules_digest)  # those that it began under, None where that is not known
    stopped: bool = False  # it can be read but not gone on with, most often since it was played under other rules
    notice: str = STOPPED  # what people are told where it is stopped
    absent: frozenset[str] = frozenset()  # computer players at its seats that do not play at this server
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: dict[Listener, None] = field(default_factory=dict)  # the oldest first
    news: int = field(default_factory=_news.__next__)  # another number whenever there is something new to see
    thinking: asyncio.Task[None] | None = None
    hint: tuple[tuple[int, int], Hint] | None = None  # the last one, for which side and at which version
    past: tuple[tuple[int, int], Game] | None = None  # the moment that was looked at last
    timing: Timing = field(default_factory=Timing)  # its clocks
    talk: list[Line] | None = None  # what was said at it, None where nobody has asked for that yet
    muted: frozenset[str] = frozenset()  # who hears nothing from the others of his room, as speakers are told
    left_open: int = -1  # the version at which a standing answer that was due could not be reckoned
    times: list[TurnTime | None] = field(default_factory=lambda: [None, None])  # what computers have left of a turn
    came: float = field(default_factory=time.monotonic)  # when somebody was here last,
    played: float = -THERE  # and when somebody who holds a seat, by the monotonic clock
    _told_presence: asyncio.TimerHandle | None = None
    _presence_changed: bool = False

    def wake(self) -> None:
        """Tell every connection that there is something new."""
        self.news = next(_news)
        for listener in self.listeners:
            listener.flag.set()

    def send_away(self, goodbye: tuple[str, str]) -> None:
        """Let every connection end, with a code and words."""
        for listener in self.listeners:
            listener.send_away(goodbye)
        self.wake()

    def person_at(self, seat: SideWord, yours: Collection[int]) -> str | None:
        """The id of who sits by a name at a seat that is one of `yours`; None for a guest."""
        side = SIDES.index(seat)
        return self.seats[side].person if side in yours else None

    def note(self, seats: Collection[int]) -> None:
        """Note that somebody is here who holds some seats, or none."""
        self.came = time.monotonic()
        if seats:
            self.played = self.came

    @property
    def alone(self) -> bool:
        """Whether computers play against each other."""
        top, bottom = self.seats
        return top.player not in ("person", "open") and bottom.player not in ("person", "open")

    @property
    def sleeps(self) -> bool:
        """Whether its computers wait until somebody comes: they play for nobody but those who watch."""
        return self.alone and not self.listeners and time.monotonic() - self.came > UNWATCHED

    def rank(self) -> int:
        """How soon its computers may think: at once for people who are here, later where they are away."""
        if self.alone:
            return NOBODY
        here = any(listener.seats for listener in self.listeners) or time.monotonic() - self.played <= THERE
        return HERE if here else AWAY

    def come(self, listener: Listener) -> None:
        """Somebody comes: he is told how things stand, and the others that he is here."""
        self.listeners[listener] = None
        listener.flag.set()
        self._tell_presence()

    def go(self, listener: Listener) -> None:
        """Somebody goes, if he ever came."""
        if listener in self.listeners:
            del self.listeners[listener]
            self._tell_presence()

    def _tell_presence(self) -> None:
        """Tell who is here: at once, but a crowd that comes and goes only so often."""
        if self._told_presence is not None:
            self._presence_changed = True
            return
        self.wake()
        self._told_presence = asyncio.get_running_loop().call_later(PRESENCE_EVERY, self._tell_presence_again)

    def _tell_presence_again(self) -> None:
        self._told_presence = None
        if self._presence_changed:
            self._presence_changed = False
            self._tell_presence()

    def lines(self) -> int:
        """How long its log is."""
        return len(self.game.battle.events)

    def entries_held(self) -> int:
        """How many entries of games it holds in memory."""
        return self.game.version + (0 if self.past is None else self.past[1].version)

    def seats_of(self, tokens: Collection[str]) -> frozenset[int]:
        """The seats that tokens prove, and a name. Raises Refused where a token belongs to no seat of this game.

        Whose name proves a seat may have a token that was good for it once.
        """
        person = tokens.person if isinstance(tokens, Proofs) else None
        by_name = {n for n, seat in enumerate(self.seats) if person is not None and seat.person == person.id}
        found = set(by_name)
        for mine in map(digest, tokens):
            held = [n for n, seat in enumerate(self.seats) if seat.token and hmac.compare_digest(seat.token, mine)]
            if not held and not by_name:
                words = "this link is for no seat at this table: ask who invited you for another"
                raise Refused("wrong_token", words, status=403)
            found.update(held)
        return frozenset(found)

    def side_to_think(self, game: Game | None = None) -> int | None:
        """The side of the computer player that is to decide, in this game or in another; None where there is none."""
        battle = (game or self.game).battle
        who = battle.state.who
        if self.stopped or battle.over or who == ask.CHANCE or self.seats[who].player in ("person", "open"):
            return None
        return int(who)

    def side_to_think_here(self) -> int | None:
        """The same, where that player plays at this server: another one may have it."""
        side = self.side_to_think()
        return None if side is None or self.seats[side].player in self.absent else side

    def asked(self, game: Game) -> int | None:
        """The side of a person that is asked in a game, or is to type dice; None where there is none."""
        if game.battle.over or game.undealt or self.stopped:
            return None
        who = game.battle.state.who
        side = game.roller() if who == ask.CHANCE else int(who)
        return side if side is not None and self.seats[side].player == "person" else None

    def order_due(self, game: Game | None = None) -> Orders | None:
        """The standing answers that must reckon chances to answer what is asked, in this game or in another."""
        asked = game or self.game
        return None if self.stopped or asked.version == self.left_open else asked.order_due()

    @property
    def thinks(self) -> bool:
        """Whether a computer player of this server, or a standing answer, has something to decide now."""
        return self.side_to_think_here() is not None or self.order_due() is not None

    def standing(self, game: Game | None = None) -> dict[str, Any]:
        """What the store must know of it: whether it is over, and whether a computer is to decide.

        A standing answer that must reckon first is decided by whoever has a computer free, too.
        """
        battle = (game or self.game).battle
        return {
            "status": "over" if battle.over else "active",
            "computer": self.side_to_think(game) is not None or self.order_due(game) is not None,
            "state": state_kept(game or self.game),
            "stands": stands(game or self.game),
        }

    def under(self) -> Under:
        """The rules that the game began under and those of this server, by their digests, and what follows."""
        now = rules_digest()
        notice = "" if self.rules == now else UNKNOWN if self.rules is None else OTHERS
        if self.stopped:
            notice = self.notice
        elif self.absent and not self.game.battle.over:
            notice = ABSENT.format(" and ".join(sorted(self.absent)))
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
        leaves out the first lines of the log. Whatever changes it, `wake` follows.
        """
        around = self.around(now=game is None)
        return {**show(game or self.game, eyes, yours, log_from=log_from, seats=around["seats"]), **around}

    def around(self, *, now: bool = True) -> wire.Around:
        """What everybody sees alike of a table, whatever stands on the board; `now` with its clocks."""
        present = {side for listener in self.listeners for side in listener.seats}
        return {
            "seats": pair(*(_sitting(seat, n in present) for n, seat in enumerate(self.seats))),
            "watching": sum(not listener.seats for listener in self.listeners),
            "rematch": self.rematch,
            "seed_commitment": commitment(self.game.secret, self.game.id) if self.game.secret else "",
            "chance": self.chance(),
            "rules": self.under(),
            "clock": self.timing.told(self.game, time.time()) if now else None,
            "match": self.game.opening.match or None,
        }

    def chance(self) -> wire.Chance:
        """What the dice are made of, as everybody may know while they fall."""
        shares = self.game.shares
        told: list[wire.SeatShare] = [
            {"commitment": shares.committed.get(side), "given": bool(shares.given.get(side))} for side in (0, 1)
        ]
        return {
            "seed_chosen": self.game.opening.seed_chosen,
            "shares": pair(*told),
            "awaited": [SIDES[side] for side in shares.awaited],
        }


def _sitting(seat: Seat, present: bool) -> wire.Seat:
    """Who sits at a seat, as everybody may see."""
    if seat.player == "person" or seat.player == "open":
        return {"player": cast(Literal["person", "open"], seat.player), "name": seat.name, "present": present}
    return {"player": "computer", "name": seat.player, "present": present}


def stands(game: Game) -> str:
    """What lists tell of a game without loading it, as JSON: nothing in it that an onlooker may not know."""
    s, plan = game.battle.state, game.battle.scenario
    told = {
        "asked": None if game.battle.over or s.who == ask.CHANCE or game.undealt else int(s.who),
        "turn": int(s.turn) + 1,
        "banners": [int(n) for n in s.banners],
        "goals": [int(n) for n in s.goal],
        "outcome": int(s.outcome) if game.battle.over else None,
        "how": game.how,
        "title": game.opening.title or (plan.name if plan else "A position"),
        "armies": [plan.top.name, plan.bottom.name] if plan else ["Top", "Bottom"],
    }
    return to_json(told).decode()


def state_kept(game: Game) -> str:
    """The digest of its state that is kept with a game, by which other servers know that they come to the same.

    While the battle goes on it is made with its secret: who has a copy of the database, or an export, would otherwise
    try hands until one fits.
    """
    plain = state_digest(game.battle.state)
    return plain if game.battle.over or not game.secret else digest(f"{game.secret.hex()} {plain}")[:16]


def differs(game: Game, state: str | None) -> bool:
    """Whether a game has come to another state than the one that was kept; games of before kept none, or the plain one.

    Only of a game whose secret is known that can be told.
    """
    return state is not None and state not in (state_kept(game), state_digest(game.battle.state))


def may_open(game: Game) -> None:
    """Whether everything about a game may be shown. Raises Refused while it goes on with hidden cards."""
    if not game.battle.over and game.opening.kind == "battle":
        raise Refused("running", "the battle still goes on: its record shows hidden cards and is open after the end")


def by_side(held: Mapping[int, T]) -> Some[T]:
    """Something by the sides that have it."""
    out: Some[T] = {}
    for side, secret in held.items():
        out[SIDES[side]] = secret
    return out
