"""Battles between people that are over, in the database: noted with their last choice, once and for good."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select

from .own_battles import Transaction
from .tables import PEOPLE, SEATS
from .tournament_tables import RESULTS, TERMS

RATED_MOST: Final = 500_000  # rated battles that ratings are folded from
PAGE: Final = 5_000


@dataclass(frozen=True)
class Ended:
    """A battle that is over, without who played it; see the table `results` for what each part means.

    `promised` says that both seats have given a share of the dice, as two browsers do and one for both sides does not.
    """

    battle: str
    edition: str
    swapped: bool
    switches: str
    setup: str
    rules: str
    hexillum: str
    winner: int | None
    how: str
    top_banners: int
    bottom_banners: int
    top_goal: int
    bottom_goal: int
    turns: int
    decisions: int
    thrown: bool
    share: float
    ratable: bool
    promised: bool


@dataclass(frozen=True)
class Result:
    """A battle between people that is over, with the ids of who played it, None for guests."""

    game: str
    battle: str
    edition: str
    swapped: bool
    switches: str
    setup: str
    rules: str
    hexillum: str
    top: str | None
    bottom: str | None
    winner: int | None
    how: str
    top_banners: int
    bottom_banners: int
    top_goal: int
    bottom_goal: int
    turns: int
    decisions: int
    rated: bool
    thrown: bool
    share: float
    ended_at: float


def note(connection: Connection, game: str, ended: Ended, at: float) -> None:
    """Note how a battle ended, within the transaction that ends it; nothing where it was not between two people."""
    seats = select(SEATS.c.side, SEATS.c.person, TERMS.c.rated).outerjoin(
        TERMS, (TERMS.c.game == SEATS.c.game) & (TERMS.c.side == SEATS.c.side)
    )
    rows = connection.execute(seats.where(SEATS.c.game == game).order_by(SEATS.c.side)).all()
    top, bottom = (row.person for row in rows)
    if top == bottom and (top is not None or not ended.promised):
        return
    if connection.scalar(select(RESULTS.c.game).where(RESULTS.c.game == game)) is not None:
        return
    rated = ended.ratable and None not in (top, bottom) and all(row.rated for row in rows)
    values = {name: value for name, value in asdict(ended).items() if name not in ("ratable", "promised")}
    connection.execute(insert(RESULTS).values(game=game, top=top, bottom=bottom, rated=rated, ended_at=at, **values))


class Results:
    """The results in a database whose transactions are given: to look, and to change."""

    def __init__(self, reading: Transaction, changing: Transaction) -> None:
        self._reading = reading
        self._changing = changing

    async def agree(self, game: str, sides: Collection[int], rated: bool) -> None:
        """Note whether seats want their battle rated. Raises StoreError."""
        if not sides:
            return
        mine = (TERMS.c.game == game, TERMS.c.side.in_(sides))
        async with self._changing() as connection:
            await connection.execute(delete(TERMS).where(*mine))
            await connection.execute(
                insert(TERMS), [{"game": game, "side": side, "rated": rated} for side in sorted(sides)]
            )

    async def terms(self, game: str) -> Mapping[int, bool]:
        """Which sides have said that they want a battle rated or casual. Raises StoreError."""
        async with self._reading() as connection:
            rows = await connection.execute(select(TERMS.c.side, TERMS.c.rated).where(TERMS.c.game == game))
            return {row.side: row.rated for row in rows}

    async def of(self, games: Collection[str]) -> dict[str, Result]:
        """Those of these games that are over. Raises StoreError."""
        found: dict[str, Result] = {}
        wanted = sorted(games)
        async with self._reading() as connection:
            for n in range(0, len(wanted), 500):
                rows = await connection.execute(select(RESULTS).where(RESULTS.c.game.in_(wanted[n : n + 500])))
                found |= {row["game"]: Result(**row) for row in rows.mappings()}
        return found

    async def rated(self) -> list[Result]:
        """All rated battles, in the order in which they ended. Raises StoreError."""
        wanted = select(RESULTS).where(RESULTS.c.rated.is_(True)).order_by(RESULTS.c.ended_at, RESULTS.c.game)
        async with self._reading() as connection:
            return [Result(**row) for row in (await connection.execute(wanted.limit(RATED_MOST))).mappings()]

    async def rated_so_far(self) -> tuple[int, float]:
        """How many rated battles there are, and when the last one ended: what ratings hang on. Raises StoreError."""
        wanted = select(func.count(), func.max(RESULTS.c.ended_at)).where(RESULTS.c.rated.is_(True))
        async with self._reading() as connection:
            count, last = (await connection.execute(wanted)).one()
        return count, last or 0.0

    async def names(self, people: Collection[str]) -> dict[str, str]:
        """The names of people by their ids, of those who have one and are not blocked. Raises StoreError."""
        found: dict[str, str] = {}
        wanted = sorted(people)
        shown = select(PEOPLE.c.id, PEOPLE.c.name).where(PEOPLE.c.blocked.is_(False))
        async with self._reading() as connection:
            for n in range(0, len(wanted), 500):
                rows = await connection.execute(shown.where(PEOPLE.c.id.in_(wanted[n : n + 500])))
                found |= {row.id: row.name for row in rows}
        return found

    async def page(self, after: tuple[float, str] | None = None) -> Sequence[Result]:
        """All results in the order in which they ended, a page of them after another. Raises StoreError."""
        wanted = select(RESULTS).order_by(RESULTS.c.ended_at, RESULTS.c.game).limit(PAGE)
        if after is not None:
            at, game = after
            later = (RESULTS.c.ended_at == at) & (RESULTS.c.game > game)
            wanted = wanted.where((RESULTS.c.ended_at > at) | later)
        async with self._reading() as connection:
            return [Result(**row) for row in (await connection.execute(wanted)).mappings()]

    async def add(self, result: Result) -> None:
        """Note a result as it is, for tests and for what comes from elsewhere. Raises Stale, StoreError."""
        async with self._changing() as connection:
            await connection.execute(insert(RESULTS).values(**asdict(result)))
