"""What is said to admins."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from ...battle.view_types import Pair
from .parts import Health, closed


@closed
class AdminGame(TypedDict):
    """A game in a list: `people` says who sits on either side, top first; times are seconds.

    `pace` is how fast it is played, "" without clocks; `awaited` that a tournament which goes on counts on it.
    """

    id: str
    kind: str
    battle: str
    people: list[str]
    status: str
    version: int
    created_at: float
    acted_at: float
    pace: str
    awaited: bool


@closed
class AdminGames(TypedDict):
    """A page of games, those at which something was done last first; `next` leads to the one behind it, "" to none."""

    games: list[AdminGame]
    next: str


@closed
class AdminLook(TypedDict):
    """How a game stands, as an onlooker may see it, and what is wrong with it, "" for nothing."""

    game: AdminGame
    turn: int
    to_move: str
    banners: Pair[int]
    winner: str
    trouble: str


@closed
class AdminExport(TypedDict):
    """A game as texts: its rows as JSON, and its record once it is over."""

    id: str
    rows: str
    record: str | None


@closed
class AdminDeed(TypedDict):
    """What somebody has done, to which game or name."""

    at: float
    who: str
    what: str
    whom: str
    words: str


@closed
class AdminOf(TypedDict):
    """Somebody who looks after the server; times are seconds, null for never."""

    name: str
    rights: Literal["admin", "figures"]
    made_at: float
    seen_at: float | None
    revoked_at: float | None


@closed
class AdminBackup(TypedDict):
    """A copy of the database in the folder of the server."""

    name: str
    size: int
    at: float


@closed
class AdminHome(TypedDict):
    """Who asks, and how the server is: games by how they stand, backups (null where there is no folder for them)."""

    you: str
    health: Health
    database: str
    games: dict[str, int]
    keeps: dict[str, float]
    admins: list[AdminOf]
    deeds: list[AdminDeed]
    backups: list[AdminBackup] | None


@closed
class AdminTrouble(TypedDict):
    """A game that is not as it should be, and why."""

    game: str
    why: str


@closed
class AdminChecked(TypedDict):
    """How many games were checked and what is wrong with them; `damage` is that of the database itself."""

    checked: int
    troubles: list[AdminTrouble]
    damage: str
    next: str


@closed
class AdminVacuumed(TypedDict):
    """The bytes of a file before and after it was written anew; 0 where that is not known."""

    before: int
    after: int


@closed
class AdminName(TypedDict):
    """A name that somebody has, or that is blocked; times are seconds."""

    name: str
    blocked: bool
    made_at: float
    seen_at: float


@closed
class AdminNames(TypedDict):
    """A page of names; `next` leads to the one behind it, "" to none."""

    names: list[AdminName]
    next: str


@closed
class AdminReport(TypedDict):
    """A line of talk that somebody has shown to who runs the server; who did so is told to nobody.

    `name` is that of who said it, "" for a guest, and `blocked` whether it is; `seat` is "top" or "bottom", "" for an
    onlooker. `battle` is what the table plays.
    """

    id: str
    game: str
    battle: str
    at: float
    name: str
    blocked: bool
    seat: str
    words: str


@closed
class AdminReports(TypedDict):
    """The reports that wait to be read, the latest first."""

    reports: list[AdminReport]


@closed
class AdminInvited(TypedDict):
    """The secret of an invitation to take a name, and the path of the page with it."""

    invitation: str
    path: str
