"""The one door for people and programs: a battle that offers what is legal, refuses everything else with the rule,
keeps the log and the record, and can be undone, copied and replayed.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Final, SupportsIndex

from ..core import ask, hexes, legend, rule
from ..core.ask import Decision, Option
from ..core.dice import FACES, Seeded, Source, faces_of, roll_of, rolls
from ..core.enums import Actor, EventKind, Question, Side
from ..core.event import SIDE_NAMES, Event, Log
from ..core.rule import RULE_IDS
from ..core.state import DRAWN, NONE, State, edition_of, number_in
from ..engine.tryout import answer, numbers_of, tried
from .deployment import state_of
from .editions import Edition
from .lines import Transcript
from .picture import board_svg
from .positions import read_position
from .prompts import names_a_piece, option_text, prompt_of
from .scenarios import Scenario, load_scenario, played_by, turn_round
from .setup import begin
from .view import view
from .view_types import View

#: What the log says where the top or the bottom side gives up.
RESIGNS: Final = ("{0} resigns, {1} wins the battle", "{1} resigns, {0} wins the battle")
TOP: Final = 0
BOTTOM: Final = 1
#: One choice of so many keeps a whole state to return to; the others are played again from it.
MARKED: Final = 16


class IllegalChoice(ValueError):
    """A choice that the rules do not offer now.

    `rules` are the ids that stand against it, `why` is the reason in words of the game, `options` what is offered.
    """

    def __init__(self, why: str, rules: tuple[str, ...] = (), options: tuple[Option, ...] = ()) -> None:
        super().__init__(f"{why} ({', '.join(rules)})" if rules else why)
        self.why = why
        self.rules = rules
        self.options = options

    @property
    def rule(self) -> str:
        """The first of the rules."""
        return self.rules[0] if self.rules else ""


@dataclass(frozen=True, slots=True)
class Mark:
    """A moment of a battle to return to: `state`, or the state of an earlier mark from which the choices lead there."""

    state: State | None
    transcript: Transcript
    events: int
    choices: int
    since: Mark | None = None


class Battle:
    """A battle between the top and the bottom side.

    >>> battle = Battle.start("akragas", seed=7)
    >>> battle.decision.word, battle.decision.actor == BOTTOM
    ('card', True)
    """

    def __init__(self, state: State, scenario: Scenario | None = None, source: Source | None = None) -> None:
        self.state = state
        self.first_state = state.copy()
        self.scenario = scenario
        self.source: Source = source or Seeded()
        self.events: list[Event] = []
        self.transcript = Transcript()
        self.choices: list[int] = []
        self._marks: list[Mark] = []
        self._remembers = True  # else nothing is ever taken back
        self._numbers: list[int] | None = None
        self._options: tuple[Option, ...] | None = None

    # ------------------------------------------------------------------ beginning

    @classmethod
    def start(
        cls,
        scenario: str | Path | Scenario,
        seed: SupportsIndex | None = None,
        *,
        source: Source | None = None,
        deck: Iterable[str] | None = None,
        switches: Mapping[str, bool] | None = None,
        deal: bool = True,
        swapped: bool = False,
        edition: str | Path | Edition | None = None,
    ) -> Battle:
        """Set a scenario up and deal the hands; the battle then waits for the first card.

        `deck` names the cards to play with (every card that exists by default), `switches` sets house rules and
        optional rules of scenarios, `swapped` lets the armies change seats. With `deal=False` the battle waits for the
        first card of the deal instead. `edition` is what plays it instead of its own: the key of an edition, a file or
        folder, or one that is loaded (`battle.editions.load`). Raises ValueError for a wrong scenario, card, switch,
        edition or seed.
        """
        plan = scenario if isinstance(scenario, Scenario) else load_scenario(scenario)
        if edition is not None:
            plan = played_by(plan, edition)
        if swapped:
            plan = turn_round(plan)
        battle = cls.of_state(state_of(plan, deck, switches), plan, source or Seeded(seed))
        if deal:
            battle.run_chance()
        return battle

    @classmethod
    def of_state(cls, state: State, scenario: Scenario | None = None, source: Source | None = None) -> Battle:
        """A battle at a state, its own from now on: one that has not begun yet is begun.

        >>> Battle.of_state(Battle.start("akragas").first_state).prompt()
        'a card is drawn'
        """
        battle = cls(state, scenario, source)
        if state.depth == NONE and state.question == ask.NOTHING and state.outcome == NONE:
            log = state.log = Log(state)
            begin(state)
            state.log = None
            battle.events += log.close()
        return battle

    @classmethod
    def from_position(cls, text: str, *, source: Source | None = None) -> Battle:
        """A battle at the moment that a position tells (`write_position`); without a scenario, log or lines.

        Raises BadPosition, a ValueError, with the line for text that is no position.

        >>> from hexillum.battle.positions import write_position
        >>> Battle.from_position(write_position(Battle.start("akragas", seed=7).state)).prompt()
        'bottom must choose a card'
        """
        return cls.of_state(read_position(text), source=source)

    # ------------------------------------------------------------------ what is asked

    @property
    def decision(self) -> Decision:
        """What the battle waits for."""
        s = self.state
        if s.outcome != NONE:
            return Decision(None, Question.OVER, "", RULE_IDS[rule.VB_03])
        subject = hexes.name(s.subject) if s.subject < hexes.NOWHERE else ""
        return Decision(Actor(s.who), Question(s.question), subject, number_in(s, RULE_IDS[s.why]), s.dice)

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.state.outcome != NONE

    @property
    def winner(self) -> Side | None:
        """The side that has won; None while the battle goes on and after a draw."""
        return Side(self.state.outcome) if self.state.outcome in (TOP, BOTTOM) else None

    @property
    def drawn(self) -> bool:
        """Whether the battle has ended in a draw (RM-16)."""
        return self.state.outcome == DRAWN

    @property
    def options(self) -> tuple[Option, ...]:
        """Every legal answer, sorted; the law. For chance: every outcome that can come."""
        if self._options is None:
            self._options = tuple(Option(n, option_text(self.state, n)) for n in self.numbers())
        return self._options

    def numbers(self) -> list[int]:
        """The legal answers as numbers, sorted.

        >>> len(Battle.start("akragas", seed=7).numbers()) > 0
        True
        """
        s = self.state
        if s.outcome != NONE:
            return []
        if s.question == ask.ROLL:
            return [roll for roll, _ in rolls(s.dice)]
        if self._numbers is None:
            self._numbers = numbers_of(s)
        return self._numbers.copy()

    @property
    def chances(self) -> tuple[tuple[Option, Fraction], ...]:
        """For a decision of chance, every outcome with its probability; they add up to 1. Empty for a player's."""
        s = self.state
        if s.who != ask.CHANCE or s.outcome != NONE:
            return ()
        if s.question == ask.ROLL:
            return tuple((Option(roll, option_text(s, roll)), p) for roll, p in rolls(s.dice))
        cards = self._cards_drawn_from()
        total = sum(cards)
        return tuple((o, Fraction(cards[o.number - ask.CARD_0], total)) for o in self.options)

    def _cards_drawn_from(self) -> list[int]:
        """The cards that chance picks from: the deck, or the hand that loses one (SCEN-05)."""
        s = self.state
        if s.question != ask.FORFEIT:
            return s.deck
        side = legend.side_of(s.frames[s.depth])
        return s.hand[ask.MOST_CARDS * side : ask.MOST_CARDS * (side + 1)]

    # ------------------------------------------------------------------ answering

    def choose(
        self, choice: Option | SupportsIndex | str, faces: Iterable[int] | None = None, *, final: bool = False
    ) -> list[Event]:
        """Answer the pending decision and return what happened, up to the next decision.

        A string is the text of an option. `faces` gives the order of the dice of a roll. After a `final` choice neither
        it nor what came before can be taken back (see `seal`). Raises IllegalChoice for anything that is not offered;
        the battle then stays as it was.

        >>> battle = Battle.start("akragas", seed=7)
        >>> battle.choose(battle.options[0])[0].kind == 2
        True
        """
        faces = None if faces is None else tuple(faces)
        number = self._number(choice, faces)
        s = self.state
        if final:
            self.seal()
        else:
            self._remember()
        shown = faces if faces is not None else tuple(faces_of(number)) if s.question == ask.ROLL else ()
        vacated = legend.vacated(s.frames[s.depth]) if s.question == ask.ADVANCE else -1
        if names_a_piece(s, number) or s.question == ask.PLACE:
            self.transcript.add_place(option_text(s, number), number)
        else:
            self.transcript.add(s.question, s.subject, number, shown, vacated)
        events = answer(s, number)
        self.events += events
        self.choices.append(number)
        self._numbers = self._options = None
        return events

    def _number(self, choice: Option | SupportsIndex | str, faces: tuple[int, ...] | None) -> int:
        s = self.state
        if s.outcome != NONE:
            raise IllegalChoice("the battle is over", ("VB-03",))
        number = choice.number if isinstance(choice, Option) else -1
        if type(choice) is int:
            number = choice
        elif isinstance(choice, SupportsIndex):
            number = operator.index(choice)
        if s.question == ask.ROLL:
            if faces is not None:
                number = roll_of(faces) if set(faces) <= set(range(len(FACES))) else -1
            if 0 < number < 1 << 24 and len(faces_of(number)) == s.dice:
                return number
            raise IllegalChoice(f"{s.dice} dice are rolled now", ("DICE-05",), ())
        if isinstance(choice, str):
            for option in self.options:
                if option.text == choice:
                    return option.number
        elif number in self.numbers():
            return number
        raise IllegalChoice(f"{choice} is not offered: {self.prompt()}", (self.decision.rule,), self.options)

    def prompt(self) -> str:
        """Who has to decide what, in one sentence.

        >>> Battle.start("akragas", seed=7).prompt()
        'bottom must choose a card'
        """
        return prompt_of(self.state, self.decision)

    def throw(self) -> list[Event]:
        """Let the battle's own source of chance answer a decision of chance."""
        return self.choose(*self.thrown(self.source))

    def thrown(self, source: Source) -> tuple[int, tuple[int, ...] | None]:
        """What a source of chance answers to a decision of chance: the number, and the dice as they lie; none fall yet.

        >>> battle = Battle.start("akragas", deal=False)
        >>> battle.thrown(Seeded(7))[0] in battle.numbers()
        True
        """
        s = self.state
        if s.question == ask.ROLL:
            faces = tuple(source.roll(s.dice))
            return roll_of(faces), faces
        options = self.numbers()
        cards = self._cards_drawn_from()
        return options[source.pick([cards[n - ask.CARD_0] for n in options])], None

    def run_chance(self) -> list[Event]:
        """Let chance answer until a side has to decide or the battle is over."""
        events: list[Event] = []
        while not self.over and self.state.who == ask.CHANCE:
            events += self.throw()
        return events

    def resign(self) -> list[Event]:
        """The side that has to decide gives the battle up. Raises IllegalChoice where no side decides."""
        s = self.state
        if s.outcome != NONE or s.who == ask.CHANCE:
            raise IllegalChoice("nobody can resign now: no side has to decide")
        self._remember()
        self.transcript.write("resign")
        return self.end(1 - s.who, RESIGNS[s.who])

    def end(self, outcome: int, words: str) -> list[Event]:
        """End the battle by what people agree on: a side has won, or `state.DRAWN`; the words go into the log.

        In the words {0} and {1} stand for the top and the bottom side.

        >>> battle = Battle.start("akragas", seed=7)
        >>> battle.end(1, "top resigns")[0].text, battle.winner
        ('top resigns', <Side.BOTTOM: 1>)
        """
        self.state.outcome = outcome
        self._numbers = self._options = None
        text = words.format(*SIDE_NAMES)
        self.events.append(Event(EventKind.ENDED, outcome, 0, 0, (), text, text, told=words))
        return self.events[-1:]

    # ------------------------------------------------------------------ going back, copying

    def mark(self) -> Mark:
        """Remember this moment, for `reset`."""
        return Mark(self.state.copy(), self.transcript.copy(), len(self.events), len(self.choices))

    def _remember(self) -> None:
        """Keep this moment for `undo`."""
        if not self._remembers:
            return
        last = self._marks[-1] if self._marks else None
        since = last and (last.since or last)
        if since is None or len(self.choices) - since.choices >= MARKED:
            self._marks.append(self.mark())
        else:
            self._marks.append(Mark(None, self.transcript.copy(), len(self.events), len(self.choices), since))

    def reset(self, mark: Mark) -> None:
        """Return to a moment of this battle."""
        if mark.state is not None:
            self.state = mark.state.copy()
        elif mark.since is not None and mark.since.state is not None:
            self.state = tried(mark.since.state, *self.choices[mark.since.choices : mark.choices])
        self.transcript = mark.transcript.copy()
        del self.events[mark.events :]
        del self.choices[mark.choices :]
        while self._marks and self._marks[-1].choices >= mark.choices:
            self._marks.pop()
        self._numbers = self._options = None

    def seal(self) -> None:
        """Let what was chosen so far stand for good: it can no longer be taken back, and its memory is given up.

        >>> battle = Battle.start("akragas", seed=7)
        >>> battle.seal()
        >>> battle.can_undo
        False
        """
        self._marks.clear()

    @property
    def can_undo(self) -> bool:
        """Whether a choice was made since the beginning."""
        return bool(self._marks)

    def undo(self) -> None:
        """Take the last choice back, dice and draws as well. Raises IllegalChoice at the beginning.

        >>> battle = Battle.start("akragas", seed=7)
        >>> before = battle.state.copy()
        >>> battle.choose(battle.options[0]) and battle.undo()
        >>> battle.state == before
        True
        """
        if not self._marks:
            raise IllegalChoice("nothing to take back")
        self.reset(self._marks[-1])

    def copy(self) -> Battle:
        """An independent battle at the same moment; it shares the source of chance."""
        other = object.__new__(Battle)
        other.__dict__.update(self.__dict__)
        other.state = self.state.copy()
        other.events = self.events.copy()
        other.transcript = self.transcript.copy()
        other.choices = self.choices.copy()
        other._marks = self._marks.copy()
        return other

    def trial(self) -> Battle:
        """A copy to try answers out in: nothing can be taken back there, and so they cost less.

        >>> battle = Battle.start("akragas", seed=7)
        >>> trial = battle.trial()
        >>> trial.choose(trial.options[0]) and trial.can_undo, len(battle.choices) < len(trial.choices)
        (False, True)
        """
        other = self.copy()
        other._marks, other._remembers = [], False
        return other

    def view(self, side: SupportsIndex | str | None) -> View:
        """All that a side may know and nothing else; None for an onlooker. Sides are 0 and 1, or "top" and "bottom".

        Raises ValueError for what is no side.

        >>> Battle.start("akragas", seed=7).view(TOP)["decision"]["actor"]
        'bottom'
        """
        return view(self, side)

    # ------------------------------------------------------------------ shown

    def __repr__(self) -> str:
        """The battle in one line: which, the turn, the banners, and who decides what.

        >>> Battle.start("akragas", seed=7)
        <Battle akragas, turn 1, banners 0:0 of 5:5, bottom must choose a card>
        """
        s = self.state
        name = self.scenario.id if self.scenario else f"without a scenario, {edition_of(s)}"
        waits = self.prompt()
        if self.over:
            waits = "drawn" if self.winner is None else f"{SIDE_NAMES[self.winner]} has won"
        score = f"{s.banners[TOP]}:{s.banners[BOTTOM]} of {s.goal[TOP]}:{s.goal[BOTTOM]}"
        return f"<Battle {name}, turn {s.turn + 1}, banners {score}, {waits}>"

    def _repr_svg_(self) -> str:
        """The board as notebooks show it."""
        return board_svg(self)

    def _repr_html_(self) -> str:
        """The board as notebooks show it, no wider than the page."""
        return f'<div style="max-width:60rem">{board_svg(self)}</div>'
