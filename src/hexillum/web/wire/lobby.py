"""What is said of the lobby: open seats, one's own battles, those to watch, and matches."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from ...battle.view_types import Pair, Result, SideWord
from .parts import Some, closed
from .table import Seated


@closed
class Who(TypedDict):
    """Who sits at a seat; a computer player has its name, and a guest has none."""

    player: Literal["person", "computer", "open"]
    name: str


@closed
class OpenSeat(TypedDict):
    """A seat that anybody may take.

    `side` is the one that is open (in a match that of its first battle), `by` who offers it ("" for a guest), `yours`
    whether it was who asks; `pace` and `pace_words` how fast it is to be played, `level` whom he looks for, `words`
    what he says to it; a `rated` one is for somebody with a name who wants that, too. It stands until `until`. `game`
    is there for those whose it is.
    """

    id: str
    game: str | None
    battle: str
    title: str
    armies: Pair[str]
    side: SideWord
    by: str
    yours: bool
    pace: str
    pace_words: str
    level: Literal["any", "beginner", "experienced", "strong"]
    words: str
    rated: bool
    match: bool
    made_at: float
    until: float


@closed
class InLobby(TypedDict):
    """The lobby: seats that can be taken, battles that can be watched, at a time of the server."""

    now: float
    seats: list[OpenSeat]
    watched: list[BattleRow]


@closed
class BattleRow(TypedDict):
    """A battle in a list, as everybody there may know.

    `mover` is the side that is asked, None for nobody; `since` when something was done there last, `outcome` and `how`
    how it ended.
    """

    game: str
    title: str
    armies: Pair[str]
    seats: Pair[Who]
    pace: str
    pace_words: str
    turn: int
    banners: Pair[int]
    goals: Pair[int]
    mover: SideWord | None
    begun_at: float
    since: float
    outcome: Result | None
    how: str | None
    match: str | None


@closed
class MyBattle(BattleRow):
    """A battle of one's own: `side` is one's own, None for who holds both; `opponent` who sits on the other.

    `state` is "waiting" where the other seat is still open; `your_move`, and `words` for all of it in one phrase.
    """

    side: SideWord | None
    opponent: Who | None
    state: Literal["waiting", "running", "over"]
    result: Literal["won", "lost", "draw"] | None
    your_move: bool
    words: str


@closed
class MyBattles(TypedDict):
    """The battles of who asks: those that wait for him first; at a time of the server."""

    now: float
    battles: list[MyBattle]


@closed
class SeatOffered(TypedDict):
    """A seat put into the lobby: its id there, and the tables with the own seats, two for a match."""

    id: str
    match: str | None
    tables: list[Seated]


@closed
class SeatTaken(TypedDict):
    """A seat taken in the lobby: the tables with the own seats, two for a match."""

    match: str | None
    tables: list[Seated]


@closed
class Sum(TypedDict):
    """What one of the players of a match has: his side in the first battle, wins (a draw half), banners of both."""

    name: str
    side: SideWord
    wins: float
    banners: int


@closed
class Match(TypedDict):
    """A match: its two battles, in which the armies are changed, and the sum of each player, when both are `over`.

    `winner` is the side in the first battle of who has won it, by wins, then by banners; `seats` are the sides of who
    asks in either battle.
    """

    id: str
    battles: list[BattleRow]
    sums: list[Sum]
    over: bool
    winner: Result | None
    seats: list[Some[bool]]
    words: str
