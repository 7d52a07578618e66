"""A game at the table: its record of entries, the battle that they fold into, and what a command adds to them.

Nothing here reads a clock, a file or a network. `plan` says which entries a command would add, `fold` adds entries;
the same fold makes a running game, one that is loaded again, and every moment of a replay.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, NamedTuple, cast

from ..battle.door import RESIGNS, Battle, IllegalChoice
from ..battle.prompts import who_rolls
from ..battle.view import board_of, board_view
from ..battle.view_types import Leader, Position, Unit
from ..club.clocks import Mark, marked
from ..club.standing import NONE_GIVEN, Orders, hangs_on_chance
from ..core import ask, event
from ..core.dice import FACES, roll_of
from ..core.enums import EventKind
from ..core.hexes import name
from ..core.state import DRAWN, State
from ..notation.game_record import write_record
from .chance import BYTES, Secret, Shares, commitment_of, key
from .entries import Entry, Opening
from .messages import Answer, Dice, Doing, Refused, Roll, Undo
from .spoken import Spoken, at_once, by_order, told
from .wire import STOOD_IN
from .words import phase

End = Literal["banners", "resigned", "agreed", "forfeited", "closed", "time"]

#: Questions whose pause must not tell a person what the other side holds: that is always asked.
ASKED_OPENLY: Final = (ask.FIRST_STRIKE, ask.AMBUSH, ask.KEEP)
#: Questions that a side may say no to for the rest of a turn, since they come at every attack.
QUIETED: Final = (ask.FIRST_STRIKE, ask.AMBUSH)
#: Answers given by themselves in a row; where nobody holds a card any more they would never end.
FORCED_MOST: Final = 40
#: Entries of chance: what came before them can't be taken back.
BARRING: Final = ("roll", "draw")
#: Questions that start dice: never answered by themselves, so that a slip can be taken back.
STARTING_DICE: Final = (ask.TARGET, ask.BONUS)


class Quiet(NamedTuple):
    """A no that stands for a turn: the turn, and the number of choices made before it was said."""

    turn: int
    moment: int


#: A side that is asked, 0 top or 1 bottom, and the question.
Asked = tuple[int | None, int]


class Game:
    """A game: the record and the battle it folds into."""

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
        self._board: tuple[tuple[int, int], Position] | None = None  # that was made last

    @property
    def board(self) -> Position:
        """What stands on the table for all to see, made once for who looks at a moment; to be looked at only."""
        moment = (self.version, len(self.made))
        if self._board is None or self._board[0] != moment:
            self._board = (moment, board_of(self.battle))
        return self._board[1]

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
            getattr(self, f"_{entry.kind}")(entry)
            self.version += 1
            if self.marks or entry.kind == "started":
                s = self.battle.state
                marked(self.marks, Mark(entry.at, self.asked, int(s.turn), int(s.active)))

    def after(self, entries: Iterable[Entry]) -> Game:
        """The game with more entries; this one stays as it is."""
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.battle = self.battle.copy()
        other.made, other.born, other.back = self.made.copy(), self.born.copy(), self.back.copy()
        other.shares, other.quiet = self.shares.copy(), self.quiet.copy()
        other.placed, other.marks = self.placed.copy(), self.marks.copy()
        other.help, other.spoken = self.help.copy(), self.spoken.copy()
        other.helped = {side: turns.copy() for side, turns in self.helped.items()}
        other.fold(entries)
        return other

    def become(self, other: Game) -> None:
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
        if self.back and self.made[self.back[-1]].side != entry.side:
            self._bar()
        if self.offered == entry.side:
            self.offered = None
        if entry.for_the_turn:
            self.quiet[(entry.side, self.battle.state.question)] = Quiet(self.battle.state.turn, len(self.made))
        self.back.append(len(self.made))
        self._forced(entry)

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

    # ------------------------------------------------------------------ what a command adds

    def plan(self, side: int, doing: Doing, late: int | None = None) -> list[Entry]:
        """The entries that a command of a side (0 top, 1 bottom) adds; the game stays as it is.

        `late` is the side whose time is up so that the other may claim the win. Raises Refused, with its rules, for
        what the side may not do now.
        """
        if self.undealt and isinstance(doing, Answer | Roll | Dice):
            raise Refused("undealt", "the cards are dealt as soon as the seats have given their shares of the dice")
        if self.battle.over and not (isinstance(doing, Undo) and self.opening.kind == "analysis"):
            raise Refused("over", "the battle is over", ("VB-03",))
        if isinstance(doing, Undo):
            return [Entry("undone", side, moment=self._undo_to(side, doing.moment))]
        if isinstance(doing, Answer | Roll | Dice):
            return self._play(side, doing)
        if doing.do == "claim":
            return self._claim(side, late)
        return self._word(side, doing.do)

    def _claim(self, side: int, late: int | None) -> list[Entry]:
        if not self.opening.pace:
            raise Refused("no_clock", "this battle is played without clocks: nobody's time is up")
        if late != 1 - side or self.players[side] not in ("person", "open"):
            raise Refused("not_late", "the time of the other side is not up, or it has answered meanwhile")
        return [Entry("claimed", side)]

    def _undo_to(self, side: int, moment: int | None) -> int:
        if self.opening.kind == "analysis":
            to = self._last_own() if moment is None else moment
            if not 0 <= to < len(self.made):
                raise Refused("no_undo", "there is nothing to take back")
            return to
        can, why = self.undo(side)
        if not can:
            raise Refused("no_undo", why)
        return self.back[-1]

    def _last_own(self) -> int:
        """In an analysis: before the last choice that was more than the only one, or before the last dice."""
        return next((n for n in range(len(self.made) - 1, -1, -1) if self.made[n].kind != "forced"), -1)

    def undo(self, side: int | None) -> tuple[bool, str]:
        """Whether a side may take its last choice back, and why not: never past dice, a draw or the other's choice."""
        if self.opening.kind == "analysis":
            return bool(self.made), "" if self.made else "nothing was chosen yet"
        if side is None or self.battle.over:
            return False, "the battle is over" if self.battle.over else "you only watch"
        if not self.back:
            return False, "dice fell or a card was drawn since your last choice" if self.made else "nothing was chosen"
        if self.made[self.back[-1]].side != side:
            return False, "the other side has chosen since"
        if self.battle.state.who != side:
            return False, "the other side is asked now"
        return True, ""

    def _play(self, side: int, doing: Answer | Roll | Dice) -> list[Entry]:
        trial = self.battle.copy()
        trial.seal()
        s = trial.state
        entries: list[Entry] = []
        quiet = self.quiet
        try:
            if isinstance(doing, Answer):
                if doing.for_the_turn:
                    quiet = {**quiet, (side, s.question): Quiet(s.turn, len(self.made))}
                own = s.active == side
                entries.append(self._answered(trial, side, doing))
                if doing.keep_turn and own and self._turn_is_over(trial):
                    raise Refused("ends_turn", "this ends your turn", ("TURN-03",))
            elif s.who != ask.CHANCE:
                raise Refused("not_asked", "no dice are rolled now", ("DICE-05",))
            elif (roller := self.roller()) is not None and side != roller:
                raise Refused("not_yours", f"these are the dice of {event.SIDE_NAMES[roller]}", ("DICE-05",), 403)
            elif isinstance(doing, Dice):
                if s.question != ask.ROLL:
                    raise Refused("not_asked", "no dice are rolled now: a card is drawn")
                faces = tuple(FACES.index(letter) for letter in doing.faces)
                trial.choose(roll_of(faces), faces)
                entries.append(Entry("roll", None, faces=faces))
            else:
                entries.append(self.by_chance(trial, self.version))
        except IllegalChoice as error:
            raise Refused("not_offered", error.why, error.rules) from None
        return entries + self.settle(trial, len(entries), quiet)

    def _turn_is_over(self, trial: Battle) -> bool:
        """Whether nothing but answers that are the only ones lies before the end of the turn: no dice, no choice.

        The seed is not asked: what chance does is told to nobody who may still change his mind.
        """
        after = trial.copy()
        turn = self.battle.state.turn
        while not after.over and after.state.turn == turn:
            s = after.state
            if s.who == ask.CHANCE:
                return s.question == ask.DRAW and phase(s) == "draw"
            numbers = after.numbers()
            if len(numbers) > 1 or self.must_be_asked(s):
                return False
            after.choose(numbers[0])
        return True

    def roller(self) -> int | None:
        """The only side that may type the dice that are due, or leave them to the server; None where either may.

        A person types the dice of a computer player, too.
        """
        s = self.battle.state
        if self.opening.kind == "analysis" or self.opening.typed_by == "either" or s.question != ask.ROLL:
            return None
        side = who_rolls(s)
        return side if self.players[side] in ("person", "open") else 1 - side

    def _answered(self, trial: Battle, side: int, doing: Answer) -> Entry:
        if self.opening.kind == "analysis" and trial.state.who == ask.CHANCE and trial.state.question != ask.ROLL:
            trial.choose(doing.numbers[0])
            return Entry("draw", None, (doing.numbers[0],))
        if doing.for_the_turn and (
            trial.state.question not in QUIETED or doing.numbers != [ask.DONE] or self.opening.kind == "analysis"
        ):
            raise Refused("not_offered", "only an answer card can be declined for the rest of the turn")
        taken: list[int] = []
        for number in doing.numbers:
            if trial.over or trial.state.who != side:
                raise Refused("not_yours", f"it is not {event.SIDE_NAMES[side]} that decides now: {trial.prompt()}")
            trial.choose(number)
            taken.append(number)
        if (
            doing.then_stop
            and trial.state.who == side
            and trial.state.question == ask.STEP
            and ask.DONE in trial.numbers()
        ):
            trial.choose(ask.DONE)
            taken.append(ask.DONE)
        return Entry("answer", side, tuple(taken), for_the_turn=doing.for_the_turn)

    def by_chance(self, trial: Battle, entry: int) -> Entry:
        """Let the secret seed answer chance on a trial; `entry` is the number that the entry of it is to have.

        In a battle the dice hang on choices only, on nothing else that is done at a table. In an analysis dice that
        were taken back fall anew.
        """
        by_choices = self.opening.kind == "battle" and self.opening.numbered == "choices"
        number = len(trial.choices) if by_choices else entry
        source = trial.source = Secret(key(self.seed, self.shares.given), number)
        trial.throw()
        if source.faces:
            return Entry("roll", None, faces=source.faces)
        return Entry("draw", None, (trial.choices[-1],))

    def settle(self, trial: Battle, ahead: int = 0, quiet: Mapping[Asked, Quiet] | None = None) -> list[Entry]:
        """What follows by itself: the dice, the draws, the answers that are the only ones, and those that stand.

        `quiet` are the answers that stand for the turn, those of the game where it is left out. Orders that hang on
        chances are not reckoned here: `order_due` says that one is due.
        """
        stands = self.quiet if quiet is None else quiet
        entries: list[Entry] = []
        forced = 0
        while not trial.over:
            s = trial.state
            if s.who == ask.CHANCE:
                if self.opening.kind == "analysis" or (s.question == ask.ROLL and self.opening.dice == "typed"):
                    break
                entries.append(self.by_chance(trial, self.version + ahead + len(entries)))
            elif (quieted := stands.get((s.who, s.question))) is not None and quieted.turn == s.turn:
                entries.append(Entry("standing", s.who, (ask.DONE,)))
                trial.choose(ask.DONE)
            else:
                numbers = trial.numbers()
                if len(numbers) == 1 and not self.must_be_asked(s) and forced < FORCED_MOST:
                    forced += 1
                    entries.append(Entry("forced", s.who, (numbers[0],)))
                elif self.opening.kind == "battle" and (said := at_once(self.orders[s.who], s, numbers)) is not None:
                    entries.append(said)
                else:
                    break
                trial.choose(entries[-1].numbers[0])
        return entries

    def order_due(self) -> Orders | None:
        """The orders of the side that is asked, where they must reckon chances before they can answer."""
        s = self.battle.state
        if self.battle.over or s.who == ask.CHANCE or self.opening.kind != "battle":
            return None
        return self.orders[s.who] if hangs_on_chance(self.orders[s.who], s) else None

    def by_order(self, number: int) -> list[Entry]:
        """The entries by which the order that is due answers with what it has reckoned, and what follows by itself."""
        trial = self.battle.copy()
        trial.seal()
        entries = [by_order(self.orders[trial.state.who], trial.state, number)]
        trial.choose(number)
        return entries + self.settle(trial, len(entries))

    def must_be_asked(self, s: State) -> bool:
        """Whether a question with one answer is asked all the same."""
        if s.question in STARTING_DICE:
            return self.players[s.who] in ("person", "open")
        told = self.players[1 - s.who] in ("person", "open")
        return s.question in ASKED_OPENLY and told and self.opening.kind == "battle"

    def _word(self, side: int, word: str) -> list[Entry]:
        """Resigning and draws."""
        if self.opening.kind == "analysis":
            raise Refused("analysis", "nobody resigns in an analysis")
        if word == "resign":
            return [Entry("resigned", side)]
        if word == "offer_draw":
            if self.offered == side:
                raise Refused("offered", "your offer of a draw stands already")
            return [Entry("agreed" if self.offered == 1 - side else "offered", side)]
        if self.offered != 1 - side:
            raise Refused("no_offer", "no draw is offered to you")
        return [Entry("agreed" if word == "accept_draw" else "declined", side)]

    # ------------------------------------------------------------------ beginning, other moments

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

    def give(self, side: int, share: str | None) -> list[Entry]:
        """The entries by which a seat gives its share, or with None lets it go; with the deal where that waited for it.

        Raises Refused where none is awaited of it, and for one that it had not committed itself to.
        """
        if side not in self.shares.awaited:
            raise Refused("no_share", "no share of the dice is awaited from this seat")
        if share is not None and commitment_of(share) != self.shares.committed[side]:
            raise Refused("other_share", "this is not the share that this seat had committed itself to")
        entry = Entry("shared", side, share=share or "")
        after = self.after([entry])
        deals = self.undealt and not after.undealt
        return [entry, *(after.opening_entries() if deals else ())]

    def opening_entries(self) -> list[Entry]:
        """The deal, and what follows by itself before the first choice; none while the deal waits for shares."""
        if self.undealt:
            return []
        trial = self.battle.copy()
        entries: list[Entry] = []
        if self.opening.kind == "analysis":
            while not trial.over and trial.state.who == ask.CHANCE and trial.state.question != ask.ROLL:
                entries.append(self.by_chance(trial, len(entries)))
        return entries + self.settle(trial, len(entries))

    def at(self, moment: int) -> Game:
        """The game as it stood when so many choices had been made, none to all of those in `made`."""
        if moment == len(self.made):
            return self
        other = Game(self.id, self.opening, self.secret, self.players)
        other.made, other.shares = self.made, self.shares
        other._begin_again(moment)
        other.version = self.version
        other.spoken = [one for one in self.spoken if one.moment < moment]
        return other

    def replayed(self, made: Sequence[Entry]) -> Game:
        """This game, which stands at its beginning, after some choices."""
        self.made = list(made)
        self._begin_again(len(made))
        return self

    def record(self) -> str:
        """The battle as text for `hexillum replay`; an end that was agreed on, and help, stand in comments."""
        battle = self.battle
        if self.how in ("resigned", "agreed", "forfeited", "closed", "time"):
            battle = Game(self.id, self.opening, self.secret, self.players).replayed(self.made).battle
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
