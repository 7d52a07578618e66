"""Help at the table: what the consul would do, and a warning before a choice that gives much away.

Only against the computer, or alone at an analysis; whoever was helped in a battle has that in its record.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from typing import Final

from ..battle.view_types import SIDES
from ..coach.hints import Doubt, Hint
from ..core import ask
from ..players.observed import without_secrets
from . import wire
from .computers import Computers
from .entries import Entry
from .memory import Memory, unavailable
from .messages import Refused
from .plans import steps_of
from .questions import AtWork
from .store import Stale, StoreError
from .table import Table
from .workers import Busy, Died, NoProcess, TooLong, Whose

log = logging.getLogger("hexillum.hinting")

MUCH: Final = 0.08  # what a choice must give away to be warned of,
SURE: Final = 2.0  # and so many times its standard error
BETWEEN_PEOPLE: Final = "between people there are no hints: they are for battles against the computer"
WORDS: Final = "this gives away about {0} points of a hundred, as the consul sees it: are you sure?"


class Hinting(Memory):
    """Help of the coach at tables."""

    computers: Computers

    async def hint(self, table: Table, yours: Collection[int]) -> wire.Hinted:
        """What the consul would do now, for who holds the seats `yours`. Raises Refused.

        The help is noted before it is given; to ask again at the same moment is the same help.
        """
        side = asked_of(table, yours)
        moment = len(table.game.made)
        when = (side, table.game.version - len(table.game.help))
        if table.hint is not None and table.hint[0] == when:
            found: Hint = table.hint[1]
        else:
            known = without_secrets(table.game.battle.state, side)
            try:
                found = await self.computers.hint(known, moment, Whose(f"{table.game.id} hint", table.rank))
            except (Busy, NoProcess, TooLong, Died):
                raise AtWork("the consul has no time now") from None
            except Exception:
                log.exception("a hint could not be worked out")
                raise Refused("no_hint", "the consul does not know what to do here", status=503) from None
            await self._note_help(table, side, moment)
            table.hint = (when, found)
        game = table.game
        steps = await steps_of(game, side, found.answers, side)
        return {
            "version": game.version,
            "side": SIDES[side],
            "chance": found.chance,
            "error": found.error,
            "why": list(found.why),
            "steps": steps,
            "help": game.help.count(side),
        }

    async def doubt(self, table: Table, yours: Collection[int], numbers: Sequence[int]) -> wire.Doubted:
        """Whether some answers give much away; a warning is help and noted. Raises Refused.

        Where that is not known in time there is no warning: a choice waits for nobody.
        """
        side = asked_of(table, yours)
        moment = len(table.game.made)
        known = without_secrets(table.game.battle.state, side)
        found = Doubt(0.0, 0.0)
        try:
            whose = Whose(f"{table.game.id} doubt", table.rank)
            found = await self.computers.doubt(known, tuple(numbers), moment, whose)
        except (Busy, NoProcess, TooLong, Died) as error:
            log.info("a choice was not doubted: %s", type(error).__name__)
        except Exception:  # whatever it is, the choice is the player's
            log.exception("a choice could not be doubted")
        warns = found.given > MUCH and found.given > SURE * found.error
        if warns:
            await self._note_help(table, side, moment)
        return {
            "version": table.game.version,
            "given": found.given if warns else 0.0,
            "error": found.error if warns else 0.0,
            "words": WORDS.format(round(found.given * 100)) if warns else "",
        }

    async def _note_help(self, table: Table, side: int, moment: int) -> None:
        """Let the record say that a side was helped. Raises Refused where the battle has gone on meanwhile."""
        if table.game.opening.kind != "battle":
            return
        async with table.lock:
            try:
                if len(table.game.made) != moment:
                    raise Stale
                await self._store(table, [Entry("helped", side)], None)
            except Stale:
                raise Refused("stale_version", "the battle has gone on since: look again") from None
            except StoreError as error:
                raise unavailable(error) from None


def asked_of(table: Table, yours: Collection[int]) -> int:
    """The side that is asked, which holds one of the seats `yours` and may be helped. Raises Refused."""
    game = table.game
    s = game.battle.state
    if game.battle.over:
        raise Refused("over", "the battle is over", ("VB-03",))
    if not yours:
        raise Refused("not_yours", "hints are for who holds a seat", status=403)
    people = sum(seat.player in ("person", "open") for seat in table.seats)
    if game.opening.kind == "battle" and people > 1:
        raise Refused("between_people", BETWEEN_PEOPLE, status=403)
    if table.stopped:
        raise Refused("other_rules", table.notice)
    if s.who == ask.CHANCE or s.who not in yours or game.undealt:
        raise Refused("not_asked", "a hint is for who is asked: it is not your choice now")
    return int(s.who)
