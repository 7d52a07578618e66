"""Reviews of battles in the database: kept with their games, as much of each as there is."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Final, Literal

from sqlalchemy import insert, select, update

from .errors import Stale
from .own_battles import Transaction
from .tables import REVIEWS

State = Literal["waiting", "running", "done", "stopped", "failed"]
#: A review that somebody works at, or will.
AT_WORK: Final = ("waiting", "running")


@dataclass(frozen=True)
class Kept:
    """A review as it is kept.

    `review` is its JSON as far as it came, "" for nothing; `words` say why it ended before its end. `holder` is the
    server process that works at it, and `beats` how often it has kept something.
    """

    state: State
    words: str = ""
    review: str = ""
    done: int = 0
    whole: int = 0
    holder: str = ""
    beats: int = field(default=0, compare=False)


class Reviews:
    """The reviews in a database whose transactions are given: to look, and to change."""

    def __init__(self, reading: Transaction, changing: Transaction) -> None:
        self._reading = reading
        self._changing = changing

    async def of(self, game: str) -> Kept | None:
        """The review of a game, None where there is none. Raises StoreError."""
        async with self._reading() as connection:
            row = (await connection.execute(select(REVIEWS).where(REVIEWS.c.game == game))).mappings().first()
        if row is None:
            return None
        return Kept(row["state"], row["words"], row["review"], row["done"], row["whole"], row["holder"], row["beats"])

    async def begin(self, game: str, kept: Kept, before: Kept | None) -> bool:
        """Take a review up that stood as `before`, None for one that is new; False where another was quicker.

        Raises StoreError. A game that is gone is none that can be taken up.
        """
        if before is not None:
            return await self._write(game, kept, before)
        try:
            async with self._changing() as connection:
                await connection.execute(insert(REVIEWS).values(game=game, beats=1, **_values(kept)))
        except Stale:
            return False
        return True

    async def keep(self, game: str, kept: Kept) -> bool:
        """Keep how far a review has come; False where its holder no longer holds it, or its game is gone.

        Raises StoreError.
        """
        return await self._write(game, kept, None)

    async def _write(self, game: str, kept: Kept, before: Kept | None) -> bool:
        mine = [REVIEWS.c.game == game]
        if before is None:
            mine += [REVIEWS.c.holder == kept.holder, REVIEWS.c.state.in_(AT_WORK)]
        else:
            mine += [REVIEWS.c.state == before.state, REVIEWS.c.beats == before.beats]
        async with self._changing() as connection:
            done = await connection.execute(
                update(REVIEWS).where(*mine).values(beats=REVIEWS.c.beats + 1, **_values(kept))
            )
        return done.rowcount == 1

    async def note_left(self, words: str) -> int:
        """Mark as stopped all that anybody worked at; of a database that only this server has. How many there were.

        Raises StoreError.
        """
        async with self._changing() as connection:
            left = update(REVIEWS).where(REVIEWS.c.state.in_(AT_WORK))
            done = await connection.execute(left.values(state="stopped", words=words, changed_at=time.time()))
        return done.rowcount


def _values(kept: Kept) -> dict[str, object]:
    return {
        "state": kept.state,
        "words": kept.words,
        "review": kept.review,
        "done": kept.done,
        "whole": kept.whole,
        "holder": kept.holder,
        "changed_at": time.time(),
    }
