"""Reviews of battles that are over: worked out one after the other in a process of its own, and kept with their games.

A job tells what it has after a few seconds and is given again to go on: so the first turns are there soon, whoever
stops it waits for nothing, and a server that goes down loses a few seconds of work.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final, cast

from ..battle.door import Battle
from ..battle.view_types import SIDES, pair
from ..coach.review import NotReviewed, Progress, Review
from . import wire
from .bus import stop
from .entries import Entry, Opening
from .game import Game
from .messages import Refused
from .questions import ROOM, prepare
from .store import Kept, Reviews, StoreError
from .store.reviews import AT_WORK
from .table import Table
from .workers import Busy, Died, NoProcess, TooLong, Whose, Workers

log = logging.getLogger("hexillum.reviewing")

PROCESSES: Final = 1
NICE: Final = 15  # how far this yields to everything else that a server does
CHUNK: Final = 1.5  # seconds after which a job tells how far it came,
SECONDS: Final = 120.0  # and after which it is given up: no turn may take so long
LONGEST: Final = 600.0  # seconds that a review may take in all: it bounds itself by much less
WHOLE: Final = 1000  # what the shares of a review are told of
WAITING_MOST: Final = 20  # reviews that wait at once,
EACH_MOST: Final = 2  # and of one address, the one that is under way among them
STILL: Final = 60.0  # seconds without a sign after which the server that worked at a review must be dead
ATTEMPTS: Final = 2  # how often a process may end under a review

LEFT: Final = "the server went down in the middle of this review: what was reviewed until then is kept"
STOPPED: Final = "this review was stopped: what was reviewed until then is kept"
TOO_LONG: Final = "this review took too long and was ended: what was reviewed until then is kept"
FAILED: Final = "this battle could not be reviewed to its end: what was reviewed until then is kept"
NOT_OVER: Final = "the battle still goes on: a review looks at both hands, so it is made after the end"


@dataclass(frozen=True)
class Order:
    """A battle to be reviewed: how it began, its choices, and how it ended where that was agreed on."""

    game: str
    opening: Opening
    players: tuple[str, ...]
    made: tuple[Entry, ...]
    ended: tuple[Entry, ...]
    address: str | None = None  # who asked for it, None where nobody counts that
    begun: float = field(default_factory=time.monotonic)  # one that is gone on with has its whole time again


@dataclass(frozen=True)
class Part:
    """A review as far as it came: its JSON, how far that is of `WHOLE`, what is being done, whether that is all."""

    review: dict[str, Any]
    done: int
    words: str
    ended: bool


#: A job: goes on with the review of an order, which may have been kept up to some point, for so many seconds.
Work = Callable[[Order, str, float], Part]


class Reviewers:
    """The process in which reviews are worked out, those that wait for it, and how far each is."""

    def __init__(self, reviews: Reviews, me: str, *, shared: bool, work: Work | None = None) -> None:
        self._reviews = reviews
        self._me = me
        self._shared = shared
        self._work = work or review_some
        self._workers = Workers(PROCESSES, nice=NICE, prepare=prepare)
        self._orders: OrderedDict[str, Order] = OrderedDict()  # the first is under way
        self._now: dict[str, Kept] = {}  # how far those are
        self._seen: dict[str, tuple[tuple[str, int], float]] = {}  # the signs of other servers' reviews, and since when
        self._going: asyncio.Task[None] | None = None
        self._one: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()

    async def open(self) -> None:
        """Mark what a server that went down has left in the middle."""
        if not self._shared:
            await self._reviews.note_left(LEFT)

    # ------------------------------------------------------------------ asked for

    async def start(self, table: Table, address: str | None) -> None:
        """Let the battle of a table be reviewed, from `address`; one that is done or under way stays as it is.

        Raises Refused, StoreError.
        """
        game = table.game
        may_review(table)
        async with self._starting:
            before = await self._known(game.id)
            if before is not None and (before.state in AT_WORK or _is_whole(before)):
                return
            if len(self._orders) > WAITING_MOST:
                raise Refused("busy", "too many battles wait for their review: try again in some minutes", status=503)
            if sum(one.address == address for one in self._orders.values()) >= EACH_MOST and address is not None:
                words = f"{EACH_MOST} reviews of yours are under way or wait: let one of them come to its end first"
                raise Refused("busy", words, status=503)
            beats = before.beats if before else 0
            kept = Kept("waiting", "", before.review if before else "", holder=self._me, beats=beats + 1)
            if not await self._reviews.begin(game.id, kept, before):
                return  # another server has just taken it up, or the game is gone
            self._now[game.id] = kept
            self._orders[game.id] = order_of(game, address)
            if self._going is None or self._going.done():
                self._going = asyncio.create_task(self._go())

    async def told(self, table: Table, seats: frozenset[int], have: int = -1) -> wire.Reviewed:
        """How far the review of a table's battle is; without its text where nothing was kept since `have` beats.

        Raises Refused, StoreError.
        """
        may_review(table)
        game = table.game
        kept = await self._known(game.id)
        plan = game.battle.scenario
        ahead = list(self._orders).index(game.id) if game.id in self._orders else 0
        told = kept.review if kept and kept.beats != have else ""
        return {
            "state": kept.state if kept else "none",
            "words": kept.words if kept else "",
            "done": kept.done if kept else 0,
            "whole": kept.whole if kept else 0,
            "ahead": ahead,
            "beats": kept.beats if kept else 0,
            "armies": pair(plan.top.name, plan.bottom.name) if plan else pair("Top", "Bottom"),
            "yours": [SIDES[side] for side in sorted(seats)],
            "review": _shown(told) if told else None,
        }

    async def mistake(self, table: Table, number: int) -> wire.ReviewMistake:
        """A mistake of the review of a table's battle, by its number from 0. Raises Refused, StoreError."""
        may_review(table)
        kept = await self._known(table.game.id)
        review = json.loads(kept.review) if kept and kept.review else {"mistakes": []}
        if number >= len(review["mistakes"]):
            raise Refused("no_moment", f"the review has no mistake {number}", status=404)
        return cast(wire.ReviewMistake, review["mistakes"][number])

    async def stop(self, table: Table, seats: frozenset[int], address: str | None) -> None:
        """Stop the review of a table's battle; what was reviewed is kept. Nothing where none is under way here.

        Raises Refused: those may stop it who hold a seat, and who asked for it.
        """
        may_review(table)
        order = self._orders.get(table.game.id)
        if order is None:
            return
        if not seats and address != order.address:
            raise Refused(
                "not_yours", "who holds a seat of this battle may stop its review, or who began it", status=403
            )
        if next(iter(self._orders)) == order.game and self._one is not None:
            self._one.cancel()
        else:
            del self._orders[order.game]
            await self._end(order.game, "stopped", STOPPED)

    async def _known(self, game: str) -> Kept | None:
        """The review of a game as it stands; one that its server has left in the middle is marked."""
        if game in self._now:
            return self._now[game]
        kept = await self._reviews.of(game)
        if kept is None or kept.state not in AT_WORK or not self._stands_still(game, kept):
            return kept
        marked = replace(kept, state="stopped", words=LEFT)
        return marked if await self._reviews.begin(game, marked, kept) else await self._reviews.of(game)

    def _stands_still(self, game: str, kept: Kept) -> bool:
        """Whether nobody works at a review any more that says that somebody does."""
        if kept.holder == self._me:
            return True
        now, sign = asyncio.get_running_loop().time(), (kept.holder, kept.beats)
        seen, since = self._seen.get(game, (sign, now))
        self._seen[game] = (sign, now if seen != sign else since)
        return seen == sign and now - since >= STILL

    # ------------------------------------------------------------------ at work

    async def _go(self) -> None:
        """Work all orders off, one after the other."""
        while self._orders:
            order = next(iter(self._orders.values()))
            self._one = asyncio.create_task(self._review(order))
            await asyncio.wait([self._one])
            state, words = self._outcome(order, self._one)
            self._orders.pop(order.game, None)
            await self._end(order.game, state, words)

    def _outcome(self, order: Order, task: asyncio.Task[None]) -> tuple[Any, str]:
        """How a review has ended, and why where that was before its end."""
        if task.cancelled():
            return "stopped", STOPPED
        error = task.exception()
        if error is None:
            return "done", ""
        if isinstance(error, TooLong | TimeoutError):
            return "failed", TOO_LONG
        if isinstance(error, NotReviewed):
            return "failed", str(error)
        if not isinstance(error, Gone):
            log.error("the review of game %s failed", order.game, exc_info=error)
        return "failed", FAILED

    async def _review(self, order: Order) -> None:
        """Review a battle part by part. Raises what keeps it from its end."""
        self._now[order.game] = replace(self._now[order.game], state="running")
        died = 0
        async with asyncio.timeout(LONGEST):
            while True:
                try:
                    part = await self._workers.do(
                        self._work,
                        order,
                        self._now[order.game].review,
                        CHUNK,
                        seconds=SECONDS,
                        whose=Whose("reviews"),
                        memory=ROOM,
                    )
                except Died:
                    died += 1
                    if died == ATTEMPTS:
                        raise
                    continue
                except (Busy, NoProcess):
                    raise TooLong from None
                await self._note(order, part)
                if part.ended:
                    return

    async def _note(self, order: Order, part: Part) -> None:
        """Keep a part, where it has more than what was kept before. Raises Gone, StoreError."""
        before = self._now[order.game]
        review = json.dumps(part.review)
        kept = replace(before, words=part.words, review=review, done=part.done, whole=WHOLE, beats=before.beats + 1)
        if not await self._reviews.keep(order.game, replace(kept, state="running")):
            raise Gone
        self._now[order.game] = kept

    async def _end(self, game: str, state: Any, words: str) -> None:
        """Keep that a review has ended."""
        kept = self._now.pop(game, None)
        if kept is None:
            return
        try:
            await self._reviews.keep(game, replace(kept, state=state, words=words))
        except StoreError as error:
            log.warning("a review could not be kept: %s", error)

    async def close(self) -> None:
        """End the process; what was reviewed is kept, and those that wait are marked."""
        await stop(self._going)
        if self._one is not None and not self._one.done():
            await stop(self._one)
        self._workers.close()
        self._orders.clear()
        for game in list(self._now):
            await self._end(game, "stopped", LEFT)


class Gone(Exception):
    """The game of a review is gone, or another server has taken it up."""


def may_review(table: Table) -> None:
    """Whether a battle may be reviewed. Raises Refused while it goes on, and where its record does not follow here."""
    if table.stopped:
        raise Refused("other_rules", table.notice)
    if not table.game.battle.over:
        raise Refused("running", NOT_OVER, status=403)


def _is_whole(kept: Kept) -> bool:
    """Whether there is nothing to add to a review: one whose time was up can be gone on with."""
    return kept.state == "done" and bool(json.loads(kept.review)["complete"])


def _shown(kept: str) -> wire.BattleReview:
    """A review as it is told: what it needs to be gone on with stays here."""
    review = json.loads(kept)
    review.pop("kept", None)
    return cast(wire.BattleReview, review)


def order_of(game: Game, address: str | None = None) -> Order:
    """The order to review a game that is over."""
    over = game.how if game.how in ("resigned", "forfeited", "agreed", "closed") else ""
    outcome = game.battle.state.outcome
    ended = (Entry(over, 1 - int(outcome) if outcome in (0, 1) else None),) if over else ()
    return Order(game.id, game.opening, tuple(game.players), tuple(game.made), ended, address)


def battle_of(order: Order) -> Battle:
    """The battle of an order, at its end."""
    game = Game(order.game, order.opening, b"", order.players).replayed(order.made)
    game.fold(order.ended)
    return game.battle


_under_way: list[
    tuple[tuple[str, float], Review, Iterator[Progress]]
] = []  # in a process: the review that it goes on with


def review_some(order: Order, kept: str, seconds: float) -> Part:
    """Go on with the review of an order for some seconds: where it was `kept`, if another one was under way here.

    Raises NotReviewed for a battle in which there is nothing to review.
    """
    if not _under_way or _under_way[0][0] != (order.game, order.begun):
        review = _taken_up(battle_of(order), kept)
        _under_way[:] = [((order.game, order.begun), review, review.steps())]
    _, review, steps = _under_way[0]
    until = time.monotonic() + seconds
    for progress in steps:
        if time.monotonic() >= until:
            return Part(dict(review.as_dict()), round(WHOLE * progress.share), progress.words, ended=False)
    _under_way.clear()
    return Part(dict(review.as_dict()), WHOLE, "", ended=True)


def _taken_up(battle: Battle, kept: str) -> Review:
    """The review of a battle, from where it was kept if that is of the same rules."""
    try:
        if kept:
            return Review(battle, kept=json.loads(kept))
    except NotReviewed as error:
        log.info("a review begins anew: %s", error)
    return Review(battle)
