"""What the server says of tournaments, of ratings and of what people agree on before they play."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from .parts import Some, closed

TournamentSort = Literal["swiss", "round_robin"]
TournamentState = Literal["open", "running", "over"]
OfMatch = Literal["one", "two"]


class Named(TypedDict):
    """Somebody by his id, with his name as it is now."""

    person: str
    name: str


class RoundBattle(TypedDict):
    """A battle of the library."""

    id: str
    name: str


@closed
class TournamentCard(TypedDict):
    """A tournament in a list; `round` counts those that were paired."""

    id: str
    name: str
    sort: TournamentSort
    state: TournamentState
    round: int
    rounds: int
    entrants: int
    rated: bool
    owner: str
    made_at: float


class MatchBattle(TypedDict):
    """One of the two battles of a match: who commands its top side, and how it ended.

    `banners` are those of the first and the second of the two as they count; both they and `how` are empty while it is
    not decided. `given` says that it was decided whatever happened at its table.
    """

    game: str
    top: OfMatch
    decided: bool
    winner: OfMatch | None
    how: str
    banners: list[int]
    given: bool


class MatchCard(TypedDict):
    """A match of a round; without `two` it is a bye. `points` are those of both so far."""

    board: int
    one: Named
    two: Named | None
    points: list[float]
    battles: list[MatchBattle]


class RoundCard(TypedDict):
    """A round with its matches; `until` is when it is meant to be over, in seconds, null without such a time."""

    round: int
    battle: RoundBattle
    until: float | None
    matches: list[MatchCard]


class StandingRow(TypedDict):
    """Where somebody stands: points, banners, the points of his opponents, and those of them whom he beat.

    `met` is what he took of everybody in the order of the standings, null where they have not met.
    """

    place: int
    person: str
    name: str
    seed: int
    points: float
    banners: int
    opponents: float
    beaten: float
    matches: int
    gone: bool
    annulled: bool
    met: list[float | None]


class TournamentMay(TypedDict):
    """What who asks may do now."""

    enter: bool
    withdraw: bool
    lead: bool
    start: bool
    pair: bool
    end: bool


@closed
class TournamentPage(TypedDict):
    """A tournament: its rounds, where everybody stands, and what who asks may do.

    `missing` counts the matches that are not decided; `pace` tells how fast its battles are played.
    """

    id: str
    name: str
    words: str
    sort: TournamentSort
    state: TournamentState
    round: int
    rounds: int
    days: int
    pace: str
    rated: bool
    owner: str
    battles: list[RoundBattle]
    you: str | None
    may: TournamentMay
    missing: int
    standings: list[StandingRow]
    paired: list[RoundCard]


@closed
class TournamentSeat(TypedDict):
    """The seat of somebody in a battle of a tournament, with the token that proves it."""

    game: str
    side: Literal["top", "bottom"]
    token: str


class LadderRow(TypedDict):
    """Somebody's rating: the true strength lies from `low` to `high` with 95 in 100; `place` is null while unsure."""

    place: int | None
    person: str
    name: str
    points: int
    deviation: int
    low: int
    high: int
    battles: int


@closed
class Ladder(TypedDict):
    """Everybody with a rated battle: those whose rating is sure enough by their lower bounds, then the others."""

    rows: list[LadderRow]
    you: LadderRow | None


@closed
class Flag(TypedDict):
    """Something about two people that who runs the club should look at; nothing follows from it by itself."""

    people: list[Named]
    words: str


@closed
class Terms(TypedDict):
    """What seats have said of whether their battle is rated, and whether it is; `why` says what stands against it."""

    wanted: Some[bool]
    rated: bool
    why: str
