"""Standing answers as they are kept: sealed, each for its seat of its game alone."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence

from ..club.standing import NONE_GIVEN, Orders
from .store import BadSeal, Key, Seat

log = logging.getLogger("hexillum.standing")


def sealed(key: Key, game: str, side: int, orders: Orders) -> str | None:
    """The standing answers of a seat as they are kept; None where they say nothing.

    >>> key = Key.of(bytes(32))
    >>> orders_of(key, "a game", [Seat("person", standing=sealed(key, "a game", 0, Orders(flags="all")))] * 2)[1].flags
    'ask'
    """
    return None if orders.says_nothing else key.seal(json.dumps(orders.as_dict()).encode(), _whose(game, side))


def orders_of(key: Key, game: str, seats: Sequence[Seat]) -> tuple[Orders, Orders]:
    """What both sides of a game have said beforehand; nothing where that cannot be opened: they are asked then."""
    top, bottom = (_opened(key, _whose(game, side), seat.standing) for side, seat in enumerate(seats))
    return top, bottom


def _opened(key: Key, whose: str, kept: str | None) -> Orders:
    if kept is None:
        return NONE_GIVEN
    try:
        return Orders.of(json.loads(key.open(kept, whose)))
    except (BadSeal, ValueError, TypeError) as error:
        log.warning("standing answers cannot be read, so their player is asked: %s", type(error).__name__)
        return NONE_GIVEN


def _whose(game: str, side: int) -> str:
    return f"{game}/standing/{side}"
