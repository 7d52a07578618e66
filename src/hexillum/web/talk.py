"""Talk at tables: who may say what in which room, who hears it, and that the servers hear of each other's."""

from __future__ import annotations

import logging
from collections.abc import Collection
from dataclasses import dataclass

from ..battle.view_types import SIDES
from ..club import talk
from .calling import turned
from .memory import Memory
from .messages import Refused
from .messages.talk import Say
from .store import Full, Line, Person, Room, StoreError, TooSoon
from .store.talk import speaker_at
from .table import Table, digest
from .wire import Phrase, TalkAt, TalkLine

log = logging.getLogger("hexillum.talk")

PHRASES: list[Phrase] = [{"key": key, "words": words} for key, words in talk.PHRASES.items()]


@dataclass(frozen=True)
class Ear:
    """Who listens at a table, and may speak: his seats, his name, and a part of the digest of his browser's key."""

    seats: frozenset[int]
    person: Person | None = None
    key: str | None = None

    @property
    def speaker(self) -> str | None:
        """What tells him from others at a table; None for who has nothing that does."""
        if self.seats:
            return speaker_at(min(self.seats))
        if self.person is not None:
            return self.person.id
        return None if self.key is None else self.key[:24]

    def room(self, table: Table) -> tuple[Room | None, str]:
        """The room in which he may speak; None, and why, where he may not."""
        if table.game.opening.kind != "battle":
            return None, "an analysis has one person only"
        if self.seats:
            if all(seat.player == "person" for seat in table.seats) and len(self.seats) == 1:
                return "seats", ""
            return None, "nobody else sits at this table"
        if self.person is not None and any(seat.person == self.person.id for seat in table.seats):
            return None, "you play this battle: come to it with your seat"
        if self.speaker is None:
            return None, "send a key of your own to speak: Hexillum-Key"
        return "watch", ""

    def rooms(self, table: Table) -> frozenset[str]:
        """The rooms that he hears: while the battle goes on, who plays and who watches hear nothing of each other."""
        room, _ = self.room(table)
        if table.game.battle.over:
            return frozenset(("seats", "watch"))
        if room is not None:
            return frozenset((room,))
        return frozenset(("seats",) if self.seats else ("watch",) if self.speaker is None else ())


class Talking(Memory):
    """What is said at the tables of a server process."""

    async def hear(self, table: Table) -> None:
        """Learn what was said at a table since, also at other servers, and let everybody there hear it."""
        last = table.talk[-1].seq if table.talk else -1
        new, table.muted = await self.store.talk.at(table.game.id, last)
        held = table.talk or []  # what was heard of twice at once is there already
        newest = held[-1].seq if held else -1
        table.talk = [*held, *(one for one in new if one.seq > newest)][-2 * talk.LINES_MOST :]
        for listener in table.listeners:
            listener.hear()

    async def hear_of(self, table: Table) -> None:
        """The same, where nobody waits for it: where the database fails, what was said is heard later."""
        try:
            await self.hear(table)
        except StoreError as error:
            log.warning("what was said at a table could not be read: %s", error)

    async def hear_anew(self, table: Table) -> None:
        """Read again what was said at a table: who said it may be called otherwise now. Raises StoreError."""
        if table.talk:
            lines, _ = await self.store.talk.at(table.game.id)
            now = {one.seq: one for one in lines}
            table.talk = [now.get(one.seq, one) for one in table.talk]

    async def talk_at(self, table: Table, ear: Ear, after: int = -1) -> TalkAt:
        """What somebody hears at a table, after a line. Raises StoreError."""
        if table.talk is None:
            await self.hear(table)
        return told(table, ear, after)

    async def say(self, table: Table, ear: Ear, wish: Say) -> TalkAt:
        """Say something at a table; the answer is all that there is to hear. Raises Refused, StoreError."""
        room, why = ear.room(table)
        speaker = ear.speaker
        if room is None or speaker is None:
            raise Refused("no_talk", why, status=403)
        try:
            if (wish.words is None) == (wish.phrase is None):
                raise talk.Unsaid("say one thing: words, or a phrase")
            words = talk.phrase(wish.phrase) if wish.phrase is not None else talk.said(wish.words or "")
        except talk.Unsaid as error:
            raise Refused("unsaid", str(error), status=422) from None
        side = min(ear.seats) if ear.seats else None
        person = None if ear.person is None else ear.person.id
        try:
            await self.store.talk.say(table.game.id, room, speaker, words, side, person)
        except TooSoon as error:
            raise Refused(
                "too_fast", f"you say much at once: try again in {int(error.wait) + 1} s", status=429
            ) from None
        except Full as error:
            raise Refused("busy", str(error), status=503) from None
        await self.hear(table)
        if side is not None and room == "seats":
            await self._call_to_words(table, 1 - side)
        return told(table, ear)

    async def _call_to_words(self, table: Table, side: int) -> None:
        """Tell a side that is away, and has not muted the other one, that something was said to it."""
        here = any(side in one.seats for one in table.listeners)
        to_tell = None if here or speaker_at(side) in table.muted else turned(table.seats, side, table.game, "said")
        if to_tell is not None:
            try:
                await self.store.notices.word(table.game.id, to_tell)
            except StoreError as error:  # it was said all the same
                log.warning("nobody was told that something was said: %s", error)

    async def mute(self, table: Table, ear: Ear, mute: bool) -> TalkAt:
        """Hear the other seat no longer, or again; as an onlooker, the other onlookers. Raises Refused, StoreError."""
        room, why = ear.room(table)
        if len(ear.seats) == 1:
            await self.store.talk.mute(table.game.id, min(ear.seats), mute)
        elif room == "watch" and ear.speaker is not None:
            person = None if ear.person is None else ear.person.id
            try:
                await self.store.talk.mute_watch(table.game.id, ear.speaker, person, mute)
            except Full as error:
                raise Refused("full", str(error)) from None
        else:
            raise Refused("not_yours", why, status=403)
        await self.hear(table)
        return told(table, ear)

    async def report(self, table: Table, ear: Ear, seq: int) -> None:
        """Show a line to who runs the server. Raises Refused, StoreError."""
        if ear.speaker is None:
            raise Refused("no_talk", "send a key of your own to report: Hexillum-Key", status=403)
        try:
            there = await self.store.talk.report(table.game.id, seq, ear.rooms(table), ear.speaker)
        except Full as error:
            raise Refused("full", str(error)) from None
        if not there:
            raise Refused("no_line", "there is no such line for you to hear: it may have gone", status=404)


def told(table: Table, ear: Ear, after: int = -1) -> TalkAt:
    """What somebody hears at a table, after a line."""
    room, why = ear.room(table)
    heard = ear.rooms(table)
    muted = ear.speaker in table.muted
    lines = [
        _line(table, one, ear)
        for one in table.talk or ()
        if one.seq > after and one.room in heard and not (muted and _mutes(ear, one))
    ]
    return {
        "lines": lines,
        "room": room,
        "why": why,
        "muted": muted,
        "phrases": PHRASES,
        "longest": talk.WORDS_MOST,
    }


def _mutes(ear: Ear, one: Line) -> bool:
    """Whether a line is what somebody does not hear who mutes: that of the other seat, or of another onlooker."""
    if ear.seats:
        return one.side is not None and one.side not in ear.seats
    return one.side is None and one.speaker != ear.speaker


def _line(table: Table, one: Line, ear: Ear) -> TalkLine:
    seat = None if one.side is None else table.seats[one.side]
    return {
        "seq": one.seq,
        "room": one.room,
        "side": None if one.side is None else SIDES[one.side],
        "name": one.name or (seat.name if seat is not None else ""),
        "by": digest(f"{table.game.id} {one.speaker}")[:12],
        "yours": one.speaker == ear.speaker,
        "at": one.at,
        "words": one.words,
    }


def ear_of(seats: Collection[int], person: Person | None, key: str | None, wanted: str | None = None) -> Ear:
    """Who listens; with two seats of one person, the `wanted` one of them."""
    own = frozenset(seats)
    if wanted is not None and SIDES.index(wanted) in own:
        own = frozenset((SIDES.index(wanted),))
    return Ear(own, person, key)
