"""The one door for people and programs: a battle that offers what is legal, refuses everything else with the rule,
keeps the log and the record, and can be undone, copied and replayed.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Final, SupportsIndex

from ..core import ask, event, hexes, rule
from ..core.ask import Decision, Option, action_text
from ..core.cards import card_number
from ..core.dice import FACES, Seeded, Source, faces_of, roll_of, rolls
from ..core.editions import SWITCHES, edition_named
from ..core.event import Event, Log
from ..core.kinds import KINDS, kind_number
from ..core.rule import RULE_IDS
from ..core.state import DRAWN, NONE, UNIT_MARKS, State, number_in
from ..core.terrain import terrain_number
from ..engine.step import apply, legal
from ..rules.reserves import waiting_unit
from .lines import Transcript
from .scenarios import Scenario, load
from .scenarios import swapped as turn_round
from .setup import add_leader, add_unit, begin, full_deck, new_state
from .special_rules import enact

if TYPE_CHECKING:
    from .view_types import View

TOP: Final = 0
BOTTOM: Final = 1
OPTIONS_MOST: Final = 512


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


@dataclass(frozen=True)
class Mark:
    """A moment of a battle to return to."""

    state: State
    transcript: Transcript
    events: int
    choices: int


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
    ) -> Battle:
        """Set a scenario up and deal the hands; the battle then waits for the first card.

        `deck` names the cards to play with (every card that exists by default), `switches` sets house rules and
        optional rules of scenarios, `swapped` lets the armies change seats. With `deal=False` the battle waits for the
        first card of the deal instead. Raises ValueError for a wrong scenario, card, switch or seed.
        """
        plan = scenario if isinstance(scenario, Scenario) else load(scenario)
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

    # ------------------------------------------------------------------ what is asked

    @property
    def decision(self) -> Decision:
        """What the battle waits for."""
        s = self.state
        if s.outcome != NONE:
            return Decision(None, ask.OVER, "", RULE_IDS[rule.VB_03])
        subject = hexes.name(s.subject) if s.subject < hexes.NOWHERE else ""
        return Decision(s.who, s.question, subject, number_in(s, RULE_IDS[s.why]), s.dice)

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.state.outcome != NONE

    @property
    def winner(self) -> int | None:
        """The side that has won; None while the battle goes on and after a draw."""
        return self.state.outcome if self.state.outcome in (TOP, BOTTOM) else None

    @property
    def drawn(self) -> bool:
        """Whether the battle has ended in a draw (RM-16)."""
        return self.state.outcome == DRAWN

    @property
    def options(self) -> tuple[Option, ...]:
        """Every legal answer, sorted; the law. For chance: every outcome that can come."""
        if self._options is None:
            self._options = tuple(Option(n, self._text(n)) for n in self.numbers())
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
        out = [0] * OPTIONS_MOST
        return sorted(out[: legal(s, out)])

    @property
    def chances(self) -> tuple[tuple[Option, Fraction], ...]:
        """For a decision of chance, every outcome with its probability; they add up to 1. Empty for a player's."""
        s = self.state
        if s.who != ask.CHANCE or s.outcome != NONE:
            return ()
        if s.question == ask.ROLL:
            return tuple((Option(roll, self._text(roll)), p) for roll, p in rolls(s.dice))
        cards = self._cards_drawn_from()
        total = sum(cards)
        return tuple((o, Fraction(cards[o.number - ask.CARD_0], total)) for o in self.options)

    def _cards_drawn_from(self) -> list[int]:
        """The cards that chance picks from: the deck, or the hand that loses one (SCEN-05)."""
        s = self.state
        if s.question != ask.FORFEIT:
            return s.deck
        side = s.frames[s.depth].mode
        return s.hand[ask.MOST_CARDS * side : ask.MOST_CARDS * (side + 1)]

    def _is_piece(self, number: int) -> bool:
        """Whether an answer names a waiting piece."""
        return self.state.question in (ask.ORDER, ask.PIECE) and ask.PIECE_0 <= number < ask.HEX_0

    def _text(self, number: int) -> str:
        s = self.state
        subject = hexes.name(s.subject) if s.subject < hexes.NOWHERE else ""
        if s.question == ask.ADVANCE and number == 16 + s.frames[s.depth].hex:
            return "advance"
        if self._is_piece(number):
            subject = piece_name(s, number)
        elif s.question == ask.PLACE:
            subject = piece_name(s, s.frames[s.depth].foe)
        return action_text(s.question, number, subject)

    # ------------------------------------------------------------------ answering

    def choose(self, choice: Option | SupportsIndex | str, faces: Iterable[int] | None = None) -> list[Event]:
        """Answer the pending decision and return what happened, up to the next decision.

        A string is the text of an option. `faces` gives the order of the dice of a roll. Raises IllegalChoice for
        anything that is not offered; the battle then stays as it was.

        >>> battle = Battle.start("akragas", seed=7)
        >>> battle.choose(battle.options[0])[0].kind == 2
        True
        """
        faces = None if faces is None else tuple(faces)
        number = self._number(choice, faces)
        s = self.state
        self._marks.append(self.mark())
        shown = faces if faces is not None else tuple(faces_of(number)) if s.question == ask.ROLL else ()
        vacated = s.frames[s.depth].hex if s.question == ask.ADVANCE else -1
        if self._is_piece(number) or s.question == ask.PLACE:
            self.transcript.add_place(self._text(number), number)
        else:
            self.transcript.add(s.question, s.subject, number, shown, vacated)
        log = s.log = Log(s)
        try:
            apply(s, number)
        finally:
            s.log = None
        events = log.close()
        self.events += events
        self.choices.append(number)
        self._options = None
        return events

    def _number(self, choice: Option | SupportsIndex | str, faces: tuple[int, ...] | None) -> int:
        s = self.state
        if s.outcome != NONE:
            raise IllegalChoice("the battle is over", ("VB-03",))
        number = choice.number if isinstance(choice, Option) else -1
        if isinstance(choice, SupportsIndex):
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
        d = self.decision
        if d.actor is None:
            return "the battle is over"
        if d.actor == ask.CHANCE:
            if d.kind == ask.FORFEIT:
                return f"{('top', 'bottom')[self.state.frames[self.state.depth].mode]} loses a card by chance"
            return dice_rolled(d.dice) if d.dice else "a card is drawn"
        if d.kind not in PROMPTS:
            return "nothing is asked"  # of a state that has not begun
        at = f" at {d.subject}" if d.subject else ""
        return f"{('top', 'bottom')[d.actor]} must {PROMPTS[d.kind]}{at}"

    def throw(self) -> list[Event]:
        """Let the battle's own source of chance answer a decision of chance."""
        s = self.state
        if s.question == ask.ROLL:
            faces = self.source.roll(s.dice)
            return self.choose(roll_of(faces), faces)
        options = self.numbers()
        cards = self._cards_drawn_from()
        return self.choose(options[self.source.pick([cards[n - ask.CARD_0] for n in options])])

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
        self._marks.append(self.mark())
        self.transcript.lines.append("resign")
        return self.end(1 - s.who, RESIGNS[s.who])

    def end(self, outcome: int, words: str) -> list[Event]:
        """End the battle by what people agree on: a side has won, or `state.DRAWN`; the words go into the log.

        In the words {0} and {1} stand for the top and the bottom side.

        >>> battle = Battle.start("akragas", seed=7)
        >>> battle.end(1, "top resigns")[0].text, battle.winner
        ('top resigns', 1)
        """
        self.state.outcome = outcome
        self._options = None
        text = words.format(*event.SIDE_NAMES)
        self.events.append(Event(event.ENDED, outcome, 0, 0, (), text, text, told=words))
        return self.events[-1:]

    # ------------------------------------------------------------------ going back, copying

    def mark(self) -> Mark:
        """Remember this moment, for `reset`."""
        return Mark(self.state.copy(), self.transcript.copy(), len(self.events), len(self.choices))

    def reset(self, mark: Mark) -> None:
        """Return to a moment of this battle."""
        self.state = mark.state.copy()
        self.transcript = mark.transcript.copy()
        del self.events[mark.events :]
        del self.choices[mark.choices :]
        while self._marks and self._marks[-1].choices >= mark.choices:
            self._marks.pop()
        self._options = None

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
        other = Battle(self.state.copy(), self.scenario, self.source)
        other.first_state = self.first_state
        other.events = self.events.copy()
        other.transcript = self.transcript.copy()
        other.choices = self.choices.copy()
        other._marks = self._marks.copy()
        return other

    def record(self) -> str:
        """The battle as text: where it began and every line since.

        >>> Battle.replay(Battle.start("akragas", seed=7).record()).decision.word
        'card'
        """
        from ..notation.game_record import record_text

        return record_text(self)

    @classmethod
    def replay(cls, text: str, source: Source | None = None) -> Battle:
        """The battle that a record tells. Raises ValueError at the first line that does not follow."""
        from ..notation.game_record import replay

        return replay(text, source)

    def view(self, side: SupportsIndex | str | None) -> View:
        """All that a side may know and nothing else; None for an onlooker. Sides are 0 and 1, or "top" and "bottom".

        Raises ValueError for what is no side.

        >>> Battle.start("akragas", seed=7).view(TOP)["decision"]["actor"]
        'bottom'
        """
        from .view import view

        return view(self, side)

    def position(self) -> str:
        """This moment as text, for `notation.positions.read_position`."""
        from ..notation.positions import position_text

        return position_text(self.state)


#: What the log says where the top or the bottom side gives up.
RESIGNS: Final = ("{0} resigns, {1} wins the battle", "{1} resigns, {0} wins the battle")

PROMPTS: Final = {
    1: "choose a card",
    2: "order a unit or finish ordering",
    3: "move a piece or finish moving",
    4: "choose the next hex of the move",
    5: "battle with a unit or finish",
    6: "choose the target of the unit",
    7: "play First Strike or not, attacked",
    8: "evade or stand",
    9: "choose the next hex of the evade of the unit",
    10: "choose how many flags to ignore",
    11: "choose the next hex of the retreat of the unit",
    12: "choose the evade of the leader",
    13: "choose whom the rampage of the elephants reaches next",
    14: "advance or hold with the unit",
    15: "choose a bonus combat or finish with the unit",
    16: "battle back or not with the unit",
    20: "choose a section for the card",
    21: "choose a unit to rally or finish",
    22: "choose which piece to place next",
    23: "choose the hex for the piece",
    25: "add a die for a token or not with the unit",
    26: "ignore a flag for a token or not with the unit",
    27: "move a leader for a token or not",
    28: "choose what the leader inspires for a token, or nothing",
    29: "shoot back or not with the unit",
    30: "play Ambush or not against the unit",
    31: "choose who comes out of the ambush against the unit",
    32: "choose which of the two cards to keep",
}


def dice_rolled(count: int) -> str:
    """That so many dice are rolled, in words.

    >>> dice_rolled(1), dice_rolled(2)
    ('1 die is rolled', '2 dice are rolled')
    """
    return "1 die is rolled" if count == 1 else f"{count} dice are rolled"


def piece_name(s: State, piece: int) -> str:
    """What a waiting piece is, by its number in the action table: a kind of unit or a leader (SCEN-10, SCEN-11)."""
    if piece == ask.LEADER_PIECE:
        return "leader"
    side = s.who if s.question == ask.ORDER else s.frames[s.depth].mode
    return KINDS[s.units[waiting_unit(s, side, piece - ask.PIECE_0)].kind].key


def state_of(plan: Scenario, deck: Iterable[str] | None = None, switches: Mapping[str, bool] | None = None) -> State:
    """The state before the deal of a scenario.

    Raises ValueError for an unknown card or switch.
    """
    s = new_state(plan.edition)
    for place, terrain in plan.terrain.items():
        s.terrain[hexes.parse(place, s.rows)] = terrain_number(plan.edition, terrain)
    for rampart in plan.ramparts:
        inside, outside = (hexes.parse(place, s.rows) for place in rampart.split("/"))
        s.rampart[inside] |= 1 << hexes.NEAR[inside].index(outside)
    leaders: dict[tuple[int, str], int] = {}
    for side, army in enumerate((plan.top, plan.bottom)):
        s.command[side], s.goal[side], s.tokens[side] = army.command, army.banners, army.tokens  # TURN-05, IA-10
        for unit in army.units:
            hex = hexes.parse(unit.hex, s.rows)
            marks = sum(UNIT_MARKS[mark] for mark in unit.special)
            add_unit(s, side, kind_number(plan.edition, unit.kind), hex, marks=marks)
            if unit.leader is not None:
                leaders[side, unit.leader] = add_leader(s, side, hex)
        for leader in army.leaders:
            leaders[side, leader.name] = add_leader(s, side, hexes.parse(leader.hex, s.rows))
    enact(s, plan.special_rules, leaders, plan.edition)
    s.active = 0 if plan.first == "top" else 1
    s.deck = full_deck(plan.edition) if deck is None else deck_of(plan.edition, deck)
    if sum(s.deck) < sum(s.command) + 1:
        raise ValueError(
            f"a deck of {sum(s.deck)} cards is too small: the hands take {sum(s.command)}, one must be left"
        )
    theirs = edition_named(plan.edition).switches
    for name in switches or {}:
        if name in SWITCHES and name not in theirs:
            raise ValueError(f"{name!r} is no switch of {plan.edition}: expected one of {', '.join(theirs)}")
    set_switches(s, switches or {})
    return s


def deck_of(edition: str, names: Iterable[str]) -> list[int]:
    """A deck of exactly these cards. Raises ValueError for a card that the edition does not have."""
    deck = [0] * len(full_deck(edition))
    for name in names:
        deck[card_number(edition, name)] += 1
    return deck


def set_switches(s: State, switches: Mapping[str, bool]) -> None:
    """Set house rules. Raises ValueError for one that does not exist."""
    for name, on in switches.items():
        if name not in SWITCHES:
            raise ValueError(f"{name!r} is no switch: expected one of {', '.join(SWITCHES)}")
        if on not in (True, False):
            raise ValueError(f"the switch {name} is True or False, not {on!r}")
        setattr(s.law, name, int(on))
