"""The record of a game at the table, and the battle that its entries fold into.

Nothing here reads a clock, a file or a network. The same fold makes a running game, one that is loaded again, and every
moment of a replay.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple, Self, cast

from ..battle.door import RESIGNS
from ..battle.view import board_of, board_view, known_to_all
from ..battle.view_types import Known, Leader, Position, Unit
from ..club.clocks import Mark, marked
from ..club.standing import NONE_GIVEN, Orders
from ..core import ask, event
from ..core.dice import roll_of
from ..core.enums import EventKind
from ..core.hexes import name
from ..core.state import DRAWN
from ..notation.game_record import write_record
from .chance import BYTES, Shares
from .entries import Entry, Opening
from .spoken import Spoken, told
from .wire import STOOD_IN

End = Literal["banners", "resigned", "agreed", "forfeited", "closed", "time"]

#: Entries of chance: what came before them can't be taken back.
BARRING: Final = ("roll", "draw")


class Quiet(NamedTuple):
    """A no that stands for a turn: the turn, and the number of choices made before it was said."""

    turn: int
    moment: int


#: A side that is asked, 0 top or 1 bottom, and the question.
Asked = tuple[int | None, int]


class Folded:
    """The record of a game and the battle it folds into."""

    def __init__(self, id: str, opening: Opening, seed: bytes, players: Sequence[str]) -> None:
        self.id = id
        self.opening = opening
        self.secret = seed  # with its salt
        self.shares = Shares()
        self.players = list(players)  # "person", "open", or the name of a computer player, by side
        self.battle = opening.begin()
        self.version = 0
        self.made: list[Entry] = []  # the choices in force, chance included: the moments of the replay
        self.born: list[int] = [0] * len(self.battle.events)  # for each event the moment after which it stood
        self.placed: dict[int, Unit | Leader] = {}  # what came on, by the number of its event
        self.back: list[int] = []  # moments that the side which decided last may return to
        self.quiet: dict[Asked, Quiet] = {}  # what sides have said no to for the rest of a turn
        self.orders: tuple[Orders, Orders] = (NONE_GIVEN, NONE_GIVEN)  # what sides have said beforehand: no entries
        self.spoken: list[Spoken] = []  # which of them have answered
        self.help: list[int] = []  # the sides that were helped by the coach, each time once,
        self.helped: dict[int, set[int]] = {}  # and in which turns
        self.offered: int | None = None
        self.how: End | None = None
        self.marks: list[Mark] = []  # when who began to be asked, where there are clocks and they run
        self._seen: tuple[tuple[int, int], Position, Known] | None = None  # by everybody, made last

    @property
    def board(self) -> Position:
        """What stands on the table for all to see, made once for who looks at a moment; to be looked at only."""
        return self._seen_now()[1]

    @property
    def known(self) -> Known:
        """What all know beside it, made and to be looked at as the board."""
        return self._seen_now()[2]

    def _seen_now(self) -> tuple[tuple[int, int], Position, Known]:
        moment = (self.version, len(self.made))
        if self._seen is None or self._seen[0] != moment:
            self._seen = (moment, board_of(self.battle), known_to_all(self.battle))
        return self._seen

    @property
    def seed(self) -> bytes:
        """The 32 bytes of the server that the dice are made of, together with the shares."""
        return self.secret[:BYTES]

    @property
    def salt(self) -> bytes:
        """The 32 bytes that hide the seed in its commitment; none in games of before."""
        return self.secret[BYTES:]

    # ------------------------------------------------------------------ folding

    def fold(self, entries: Iterable[Entry]) -> None:
        """Add entries to the record. Raises ValueError where one does not follow, which a stored record never does."""
        for entry in entries:
            if self.marks and entry.spent:
                marked(self.marks, self.marks[-1]._replace(at=entry.at - entry.spent, asked=None))
            getattr(self, f"_{entry.kind}")(entry)
            self._folded(entry)

    def _folded(self, entry: Entry) -> None:
        """An entry has done what it does."""
        self.version += 1
        if self.marks or entry.kind == "started":
            s = self.battle.state
            marked(self.marks, Mark(entry.at, self.asked, int(s.turn), int(s.active)))

    def after(self, entries: Iterable[Entry]) -> Self:
        """The game with more entries; this one stays as it is."""
        other = self.draft()
        other.fold(entries)
        return other

    def draft(self) -> Self:
        """The same game once more, to which entries can be added; this one stays as it is."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.battle = self.battle.copy()
        other.made, other.born, other.back = self.made.copy(), self.born.copy(), self.back.copy()
        other.shares, other.quiet = self.shares.copy(), self.quiet.copy()
        other.placed, other.marks = self.placed.copy(), self.marks.copy()
        other.help, other.spoken = self.help.copy(), self.spoken.copy()
        other.helped = {side: turns.copy() for side, turns in self.helped.items()}
        return other

    def become(self, other: Folded) -> None:
        """Take over what another, which was made by `after`, has come to."""
        self.__dict__.update(other.__dict__)

    def _choose(self, entry: Entry, number: int) -> None:
        side = None if self.battle.state.who == ask.CHANCE else self.battle.state.who
        self.battle.choose(number, entry.faces or None, final=entry.kind in BARRING)
        self.made.append(Entry(entry.kind, side, (number,), entry.faces))
        known = len(self.born)
        self.born += [len(self.made)] * (len(self.battle.events) - known)
        for no, happened in enumerate(self.battle.events[known:], known):
            if happened.kind == event.PLACED:
                self.placed[no] = self._piece(name(happened.a), bool(happened.b))
        if self.battle.over:
            self.how = "banners"

    def _piece(self, hex: str, leader: bool) -> Unit | Leader:
        """The unit, or the leader, who has just come on at a hex."""
        seen = board_view(self.battle.state)
        pieces: Sequence[Unit | Leader] = seen["leaders"] if leader else seen["units"]
        return next(piece for piece in pieces if piece["hex"] == hex)

    def _answer(self, entry: Entry) -> None:
        """What a side chose, several answers in a row at most."""
        self._begun(entry)
        self._forced(entry)

    def _begun(self, entry: Entry) -> None:
        """A side is about to choose."""
        if self.back and self.made[self.back[-1]].side != entry.side:
            self._bar()
        if self.offered == entry.side:
            self.offered = None
        if entry.for_the_turn:
            self.quiet[(entry.side, self.battle.state.question)] = Quiet(self.battle.state.turn, len(self.made))
        self.back.append(len(self.made))

    def _standing(self, entry: Entry) -> None:
        """An answer that a side has given before: for the rest of the turn or, with its order, beforehand.

        The latter is a choice of that side as any other: what the other one chose before can't be taken back.
        """
        if entry.why:
            if self.back and self.made[self.back[-1]].side != entry.side:
                self._bar()
            self.spoken.append(Spoken(entry.side or 0, len(self.made), *told(self.battle, entry.numbers[0])))
        self._forced(entry)

    def _forced(self, entry: Entry) -> None:
        """Answers that were the only ones."""
        for number in entry.numbers:
            self._choose(entry, number)

    def _roll(self, entry: Entry) -> None:
        self._choose(entry, roll_of(entry.faces))
        self._bar()

    def _draw(self, entry: Entry) -> None:
        self._choose(entry, entry.numbers[0])
        self._bar()

    def _bar(self) -> None:
        """Nothing before this can be taken back any more."""
        self.back.clear()
        self.battle.seal()

    def _undone(self, entry: Entry) -> None:
        moment = entry.moment
        self.back = [at for at in self.back if at < moment]
        self.quiet = {asked: said for asked, said in self.quiet.items() if said.moment < moment}
        self.spoken = [one for one in self.spoken if one.moment < moment]
        self.how = None
        while len(self.made) > moment and self.battle.can_undo:
            self.battle.undo()
            self.made.pop()
        if len(self.made) > moment:
            self._begin_again(moment)
        del self.born[len(self.battle.events) :]

    def _begin_again(self, moment: int) -> None:
        """Fold the choices up to a moment anew."""
        made = self.made[:moment]
        self.battle = self.opening.begin()
        self.made = []
        self.born = [0] * len(self.battle.events)
        for entry in made:
            self._choose(entry, entry.numbers[0])
            self.battle.seal()

    def _committed(self, entry: Entry) -> None:
        self.shares.committed[entry.side or 0] = entry.share

    def _shared(self, entry: Entry) -> None:
        self.shares.given[entry.side or 0] = entry.share

    def _resigned(self, entry: Entry) -> None:
        side = entry.side or 0
        self._end(1 - side, RESIGNS[side], "resigned")

    def _forfeited(self, entry: Entry) -> None:
        """An operator's own player cannot go on, and has lost."""
        side = entry.side or 0
        words = f"{{{side}}} forfeits, since its player {entry.why}: {{{1 - side}}} wins the battle"
        self._end(1 - side, words, "forfeited")

    def _started(self, _: Entry) -> None:
        """Both seats are taken: the clocks begin to run."""

    def _claimed(self, entry: Entry) -> None:
        """The time of the other side was up, and this one has claimed the win."""
        side = entry.side or 0
        words = f"the time of {{{1 - side}}} is up, and {{{side}}} claims the win"
        self._end(side, words, "time")

    def _helped(self, entry: Entry) -> None:
        """The coach has helped a side: nothing takes that back."""
        side = entry.side or 0
        self.help.append(side)
        self.helped.setdefault(side, set()).add(self.battle.state.turn + 1)

    def _offered(self, entry: Entry) -> None:
        self.offered = entry.side

    def _declined(self, _: Entry) -> None:
        self.offered = None

    def _agreed(self, _: Entry) -> None:
        self._end(DRAWN, "both sides agree on a draw", "agreed")

    def _closed(self, entry: Entry) -> None:
        """Who runs the server has ended it, and nobody has won."""
        why = f": {entry.why}" if entry.why else ""
        self._end(DRAWN, f"who runs the server ended the battle{why.replace('{', '(').replace('}', ')')}", "closed")

    def _stood_in(self, entry: Entry) -> None:
        """A computer player could not answer, and what comes next is not its own choice: a line of the log."""
        side = entry.side or 0
        told = f"{{{side}}} could not answer in time: a plain plan takes the place of its own"
        words = told.format(*event.SIDE_NAMES)
        self.battle.events.append(event.Event(cast(EventKind, STOOD_IN), side, 0, 0, (), words, words, told=told))
        self.born.append(len(self.made))

    def _end(self, outcome: int, words: str, how: End) -> None:
        self.battle.end(outcome, words)
        self.born.append(len(self.made))
        self.offered = None
        self.how = how
        self._bar()

    # ------------------------------------------------------------------ whom it waits for, other moments

    @property
    def asked(self) -> int | None:
        """The side whose person the battle waits for, for an answer or for its share of the dice; None for nobody."""
        if self.undealt:
            awaited = self.shares.awaited
            return awaited[0] if len(awaited) == 1 else None
        who = self.battle.state.who
        if self.battle.over or who == ask.CHANCE or self.players[who] not in ("person", "open"):
            return None
        return int(who)

    @property
    def undealt(self) -> bool:
        """Whether the deal waits for the shares that seats have committed themselves to before it."""
        return not self.made and not self.battle.over and bool(self.shares.awaited)

    def at(self, moment: int) -> Self:
        """The game as it stood when so many choices had been made, none to all of those in `made`."""
        if moment == len(self.made):
            return self
        other = type(self)(self.id, self.opening, self.secret, self.players)
        other.made, other.shares = self.made, self.shares
        other._begin_again(moment)
        other.version = self.version
        other.spoken = [one for one in self.spoken if one.moment < moment]
        return other

    def replayed(self, made: Sequence[Entry]) -> Self:
        """This game, which stands at its beginning, after some choices."""
        self.made = list(made)
        self._begin_again(len(made))
        return self

    def record(self) -> str:
        """The battle as text for `hexillum replay`; an end that was agreed on, and help, stand in comments."""
        battle = self.battle
        if self.how in ("resigned", "agreed", "forfeited", "closed", "time"):
            battle = type(self)(self.id, self.opening, self.secret, self.players).replayed(self.made).battle
        *head, end, last = write_record(battle).split("\n")
        told = [f"# {self.battle.events[-1].text}"] if battle is not self.battle else []
        return "\n".join([*head, *told, *self._help_told(), end, last])

    def _help_told(self) -> list[str]:
        """What a record says of help, as comments: every version of Hexillum reads past them."""
        return [
            f"# {event.SIDE_NAMES[side]} was helped by the coach {self.help.count(side)} times, in the turns "
            + ", ".join(map(str, sorted(turns)))
            for side, turns in sorted(self.helped.items())
        ]
