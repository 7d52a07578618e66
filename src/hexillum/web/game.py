"""A game at the table: what a command adds to its record, and what follows by itself.

Nothing here reads a clock, a file or a network: `plan` says which entries a command would add, `fold` adds them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, NamedTuple

from ..battle.door import Battle, IllegalChoice
from ..battle.prompts import who_rolls
from ..club.standing import Orders, hangs_on_chance
from ..core import ask, event
from ..core.dice import FACES, roll_of
from ..core.state import State
from .chance import Secret, commitment_of, key
from .entries import Entry
from .folding import Asked, Folded, Quiet
from .messages import Answer, Dice, Doing, Refused, Roll, Undo
from .spoken import at_once, by_order
from .words import phase

#: Questions whose pause must not tell a person what the other side holds: that is always asked.
ASKED_OPENLY: Final = (ask.FIRST_STRIKE, ask.AMBUSH, ask.KEEP)
#: Questions that a side may say no to for the rest of a turn, since they come at every attack.
QUIETED: Final = (ask.FIRST_STRIKE, ask.AMBUSH)
#: Answers given by themselves in a row; where nobody holds a card any more they would never end.
FORCED_MOST: Final = 40
#: Questions that start dice: never answered by themselves, so that a slip can be taken back.
STARTING_DICE: Final = (ask.TARGET, ask.BONUS)


def _take(battle: Battle, entry: Entry) -> None:
    """Let a battle take the answer of an entry."""
    if entry.faces:
        battle.choose(roll_of(entry.faces), entry.faces)
    else:
        battle.choose(entry.numbers[0])


class Planned(NamedTuple):
    """What a command adds to a game: its entries, and the game with them.

    There is none where somebody has a clock, since that goes by the moment at which they are kept, and none where it
    is not at hand: then it is folded (`Game.after`).
    """

    entries: list[Entry]
    after: Game | None = None


class Game(Folded):
    """A game: its record, the battle it folds into, and what a command adds to it."""

    def plan(self, side: int, doing: Doing, late: int | None = None) -> list[Entry]:
        """The entries that a command of a side (0 top, 1 bottom) adds; the game stays as it is.

        `late` is the side whose time is up so that the other may claim the win. Raises Refused, with its rules, for
        what the side may not do now.
        """
        return self.planned(side, doing, late).entries

    def planned(self, side: int, doing: Doing, late: int | None = None) -> Planned:
        """The same, with the game that they make. Raises Refused."""
        if self.undealt and isinstance(doing, Answer | Roll | Dice):
            raise Refused("undealt", "the cards are dealt as soon as the seats have given their shares of the dice")
        if self.battle.over and not (isinstance(doing, Undo) and self.opening.kind == "analysis"):
            raise Refused("over", "the battle is over", ("VB-03",))
        if isinstance(doing, Undo):
            return Planned([Entry("undone", side, moment=self._undo_to(side, doing.moment))])
        if isinstance(doing, Answer | Roll | Dice):
            return self._play(side, doing)
        if doing.do == "claim":
            return Planned(self._claim(side, late))
        return Planned(self._word(side, doing.do))

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

    def _play(self, side: int, doing: Answer | Roll | Dice) -> Planned:
        """What is played, on a draft of the game: it is refused, or the draft is the game with it."""
        draft = self.draft()
        draft.marks = []  # moments of clocks that nobody knows yet
        s = draft.battle.state
        entries: list[Entry] = []
        try:
            if isinstance(doing, Answer):
                own = s.active == side
                entries.append(draft._answers(side, doing))
                if doing.keep_turn and own and self._turn_is_over(draft.battle):
                    raise Refused("ends_turn", "this ends your turn", ("TURN-03",))
            elif s.who != ask.CHANCE:
                raise Refused("not_asked", "no dice are rolled now", ("DICE-05",))
            elif (roller := self.roller()) is not None and side != roller:
                raise Refused("not_yours", f"these are the dice of {event.SIDE_NAMES[roller]}", ("DICE-05",), 403)
            elif isinstance(doing, Dice):
                if s.question != ask.ROLL:
                    raise Refused("not_asked", "no dice are rolled now: a card is drawn")
                entries.append(draft._then(Entry("roll", None, faces=tuple(map(FACES.index, doing.faces)))))
            else:
                entries.append(draft._then(draft._of_chance(draft.battle, draft.version)))
        except IllegalChoice as error:
            raise Refused("not_offered", error.why, error.rules) from None
        forced = 0
        while (entry := draft._next(draft.battle, draft.version, draft.quiet, forced)) is not None:
            forced += entry.kind == "forced"
            entries.append(draft._then(entry))
        return Planned(entries, None if self.opening.pace else draft)

    def _then(self, entry: Entry) -> Entry:
        """Add an entry to a draft."""
        self.fold([entry])
        return entry

    def _turn_is_over(self, trial: Battle) -> bool:
        """Whether nothing but answers that are the only ones lies before the end of the turn: no dice, no choice.

        The seed is not asked: what chance does is told to nobody who may still change his mind.
        """
        after = trial.trial()
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

    def _answers(self, side: int, doing: Answer) -> Entry:
        """The entry of what a side answers, added to a draft one answer after the other. Raises IllegalChoice."""
        battle = self.battle
        if self.opening.kind == "analysis" and battle.state.who == ask.CHANCE and battle.state.question != ask.ROLL:
            return self._then(Entry("draw", None, (doing.numbers[0],)))
        if doing.for_the_turn and (
            battle.state.question not in QUIETED or doing.numbers != [ask.DONE] or self.opening.kind == "analysis"
        ):
            raise Refused("not_offered", "only an answer card can be declined for the rest of the turn")
        taken = list(doing.numbers)
        entry = Entry("answer", side, tuple(taken), for_the_turn=doing.for_the_turn)
        self._begun(entry)
        for number in taken:
            if battle.over or battle.state.who != side:
                raise Refused("not_yours", f"it is not {event.SIDE_NAMES[side]} that decides now: {battle.prompt()}")
            self._choose(entry, number)
        if (
            doing.then_stop
            and battle.state.who == side
            and battle.state.question == ask.STEP
            and ask.DONE in battle.numbers()
        ):
            self._choose(entry, ask.DONE)
            entry = replace(entry, numbers=(*taken, ask.DONE))
        self._folded(entry)
        return entry

    def by_chance(self, trial: Battle, entry: int) -> Entry:
        """Let the secret seed answer chance on a trial; `entry` is the number that the entry of it is to have."""
        made = self._of_chance(trial, entry)
        _take(trial, made)
        return made

    def _of_chance(self, battle: Battle, entry: int) -> Entry:
        """The entry by which the secret seed answers chance.

        In a battle the dice hang on choices only, on nothing else that is done at a table. In an analysis dice that
        were taken back fall anew.
        """
        by_choices = self.opening.kind == "battle" and self.opening.numbered == "choices"
        number = len(battle.choices) if by_choices else entry
        drawn, faces = battle.thrown(Secret(key(self.seed, self.shares.given), number))
        return Entry("draw", None, (drawn,)) if faces is None else Entry("roll", None, faces=faces)

    def settle(self, trial: Battle, ahead: int = 0) -> list[Entry]:
        """What follows by itself: the dice, the draws, the answers that are the only ones, and those that stand.

        Orders that hang on chances are not reckoned here: `order_due` says that one is due.
        """
        entries: list[Entry] = []
        forced = 0
        while (entry := self._next(trial, self.version + ahead + len(entries), self.quiet, forced)) is not None:
            forced += entry.kind == "forced"
            entries.append(entry)
            _take(trial, entry)
        return entries

    def _next(self, battle: Battle, number: int, quiet: Mapping[Asked, Quiet], forced: int) -> Entry | None:
        """The next entry that follows by itself, None where somebody is asked.

        `number` is the one that it is to have, `quiet` are the answers that stand for the turn, `forced` says how many
        answers that were the only ones came before.
        """
        s = battle.state
        if battle.over:
            return None
        if s.who == ask.CHANCE:
            if self.opening.kind == "analysis" or (s.question == ask.ROLL and self.opening.dice == "typed"):
                return None
            return self._of_chance(battle, number)
        if (quieted := quiet.get((s.who, s.question))) is not None and quieted.turn == s.turn:
            return Entry("standing", s.who, (ask.DONE,))
        numbers = battle.numbers()
        if len(numbers) == 1 and not self.must_be_asked(s) and forced < FORCED_MOST:
            return Entry("forced", s.who, (numbers[0],))
        return at_once(self.orders[s.who], s, numbers) if self.opening.kind == "battle" else None

    def order_due(self) -> Orders | None:
        """The orders of the side that is asked, where they must reckon chances before they can answer."""
        s = self.battle.state
        if self.battle.over or s.who == ask.CHANCE or self.opening.kind != "battle":
            return None
        return self.orders[s.who] if hangs_on_chance(self.orders[s.who], s) else None

    def by_order(self, number: int) -> list[Entry]:
        """The entries by which the order that is due answers with what it has reckoned, and what follows by itself."""
        trial = self.battle.trial()
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

    # ------------------------------------------------------------------ beginning

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
