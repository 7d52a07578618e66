"""Whom to tell what, when something comes to a table: who is waited for, and who may not have seen how it ended."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from ..club.clocks import Pace
from ..club.notices import title_of
from ..club.occasions import of_end
from .entries import Entry
from .game import Game
from .store import READY, Seat, Store, StoreError, Turned
from .table import Table

log = logging.getLogger("hexillum.notices")


def turn_of(table: Table, after: Game, entries: Sequence[Entry]) -> Turned | None:
    """What somebody is told of what entries bring: that it becomes his turn, that a draw is offered to him, or that the
    battle is over by what another did; None where nobody need be told."""
    if after.battle.over:
        side = _away(table, entries)
        return None if side is None else turned(table.seats, side, after, of_end(after.how))
    if after.offered is not None and after.offered != table.game.offered:
        return turned(table.seats, 1 - after.offered, after, "draw")
    side = table.asked(after)
    return None if side is None or side == table.asked(table.game) else turned(table.seats, side, after)


def _away(table: Table, entries: Sequence[Entry]) -> int | None:
    """The side that may not have seen what was done: the other one's, or whose own standing answer it was."""
    done = next((one for one in entries if one.side is not None), None)
    side = table.asked(table.game) if done is None else done.side
    return side if side is None or (done is not None and done.kind == "standing") else 1 - side


def turned(seats: Sequence[Seat], side: int, game: Game, occasion: str = "turn") -> Turned | None:
    """That it is the turn of a side in a game, or another occasion; None where nobody is to be told so.

    Nobody is who has no name, or plays himself, and while the other seat is open: who comes brings that about. Of a
    battle that is over nobody comes any more.
    """
    person, other = seats[side].person, seats[1 - side]
    if person is None or (other.player == "open" and not game.battle.over) or person == other.person:
        return None
    plan = game.battle.scenario
    name = game.opening.title or (plan.name if plan else "A position")
    return Turned(person, side, title_of(name, occasion))


async def second_battle(store: Store, after: Game) -> str | None:
    """The second battle of a live match, which has waited for the end of this one. Raises StoreError."""
    opening = after.opening
    if not (after.battle.over and opening.match and opening.pace and Pace.read(opening.pace).live):
        return None
    return await store.lobby.second_of_match(after.id)


async def call_to_second(store: Store, seats: Sequence[Seat], after: Game, second: str) -> None:
    """Tell both that the second battle of their match is ready."""
    await _call_both(store, seats, after, "second", (second, READY))


async def call_to_end(store: Store, seats: Sequence[Seat], after: Game) -> None:
    """Tell both that their battle is over, by nothing that either has done; or of the second one, which says so."""
    try:
        second = await second_battle(store, after)
    except StoreError as error:  # what was done is kept
        log.warning("nobody was told of the end of a battle: %s", error)
    else:
        if second is not None:
            await call_to_second(store, seats, after, second)
        else:
            await _call_both(store, seats, after, of_end(after.how), (after.id, after.version))


async def _call_both(store: Store, seats: Sequence[Seat], after: Game, occasion: str, moment: tuple[str, int]) -> None:
    """Tell both seats of a game of an occasion, which is a moment of that game or another."""
    try:
        for side in (0, 1):
            if (told := turned(seats, side, after, occasion)) is not None:
                await store.notices.call(*moment, told)
    except StoreError as error:  # what was done is kept
        log.warning("nobody was told %r at the end of a battle: %s", occasion, error)
