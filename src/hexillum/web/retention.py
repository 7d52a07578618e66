"""Old games: which they are, and how they are let go, exported before where that is wished."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ..club.clocks import NEVER, BadPace, Pace, Stops
from .admin import export, write_export
from .messages import Refused
from .store import KeptGame, Store, StoreError

log = logging.getLogger("hexillum.retention")

DAY: Final = 86_400.0
EVERY: Final = 3_600.0  # seconds between two looks of a server
AT_ONCE: Final = 500  # games that are looked up at once
BREATH: Final = 0.05  # seconds for others after each
WHO: Final = "the server"


@dataclass(frozen=True)
class Keep:
    """How many days games are kept after the last thing that was done at them; None for ever.

    `over` holds for those that are over, `idle` for those that nobody has ended; `folder` gets the exports. Idle is
    only what could go on: neither the time that a clock gives nor that in which no server ran counts for it, and a
    battle of a tournament that goes on is never idle.
    """

    over: float | None = None
    idle: float | None = None
    folder: Path | None = None

    def is_old(self, game: KeptGame, now: float, outages: Stops = NEVER) -> bool:
        """Whether a game is kept no longer; `outages` are the times in which no server ran.

        >>> game = KeptGame("1", "battle", "akragas", ("person", "person"), "over", 9, 0.0, 0.0)
        >>> [Keep(over=30).is_old(game, days * DAY) for days in (29, 31)], Keep(idle=30).is_old(game, 99 * DAY)
        ([False, True], False)
        >>> from dataclasses import replace
        >>> slow = replace(game, status="active", pace="7d+14d")
        >>> [Keep(idle=30).is_old(slow, days * DAY) for days in (99, 112)]
        [False, True]
        """
        if game.status == "over":
            return self.over is not None and now - game.acted_at > self.over * DAY
        if self.idle is None or game.awaited:
            return False
        idle = now - game.acted_at - outages.within(game.acted_at, now) - _patience(game.pace)
        return idle > self.idle * DAY

    @property
    def shortest(self) -> float | None:
        """The smaller of both, None where everything is kept."""
        return min((days for days in (self.over, self.idle) if days is not None), default=None)


FOR_EVER: Final = Keep()


def _patience(pace: str) -> float:
    """How many seconds the clocks of a pace leave both alone; none without one, or where its row is spoilt."""
    try:
        return Pace.read(pace).patience if pace else 0.0
    except BadPace:
        return 0.0


async def old_games(store: Store, keep: Keep, now: float) -> list[KeptGame]:
    """The games that are kept no longer. Raises StoreError."""
    if keep.shortest is None:
        return []
    await store.clocks.learn()
    outages = store.clocks.outages
    found: list[KeptGame] = []
    after, since = "", now - keep.shortest * DAY
    while True:
        page = await store.archive.listing(idle_since=since, after=after, most=AT_ONCE)
        found += [one for one in page if keep.is_old(one, now, outages)]
        if len(page) < AT_ONCE:
            return found
        after = page[-1].id


async def clear(store: Store, keep: Keep, who: str = WHO, now: float | None = None) -> list[str]:
    """Let go of the games that are kept no longer, exported before where there is a folder; those that are gone.

    One that cannot be exported stays, and so does one at which something was done meanwhile. Raises StoreError.
    """
    now = time.time() if now is None else now
    gone = []
    for game in await old_games(store, keep, now):
        days = keep.over if game.status == "over" else keep.idle
        assert days is not None
        try:
            if keep.folder is not None:
                made = await export(store, game.id, who)
                await asyncio.to_thread(write_export, made, keep.folder)
        except Refused:  # somebody else has deleted it
            continue
        except OSError as error:
            log.error("game %s is old but stays: it cannot be exported: %s", game.id, error.strerror or error)
            break
        if await store.archive.delete(game.id, who, f"older than {days:g} days", idle_since=now - days * DAY):
            gone.append(game.id)
        await asyncio.sleep(BREATH)
    if gone:
        log.info("%d old games were let go", len(gone))
    return gone


async def keep_clearing(store: Store, keep: Keep, every: float = EVERY) -> None:
    """Let old games go for ever, now and then; of several servers each may: what is gone is gone."""
    while True:
        try:
            await clear(store, keep)
        except StoreError as error:
            log.warning("old games could not be let go: %s", error)
        except Exception:  # whatever it is, the next look may fare better
            log.exception("old games could not be let go")
        await asyncio.sleep(every)
