"""What happened in a battle: the kinds of event, and the log that tells them with the rule ids behind them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from . import rule
from .cards import CARDS
from .enums import EventKind, Side
from .hexes import NOWHERE, name
from .state import number_in
from .telling import bought, tell, who

SIDE_NAMES: Final = ("top", "bottom", "chance")
_SIDES: Final = ("{0}", "{1}", "{2}")  # where a sentence names a side
FACE_NAMES: Final = ("green circle", "blue triangle", "red square", "leader", "swords", "flag")

# Kinds of event; a, b, c are the three numbers that each carries.
TURN: Final = 1  # side
PLAYED: Final = 2  # side, card
ORDERED: Final = 3  # hex, is_leader
MOVED: Final = 4  # hex from, hex to, is_leader
JOINED: Final = 5  # hex
CLOSE: Final = 6  # hex, hex of the target, is bonus
FIRE: Final = 7  # hex, hex of the target
STRIKES_FIRST: Final = 8  # hex, hex
EVADES: Final = 9  # hex
STANDS: Final = 10  # hex
DICE: Final = 11  # number, hex, hex of the target; NOWHERE, or LEADER_IN_MARSH, for what a marsh does
FACE: Final = 12  # face, how many, effect
LOST: Final = 13  # hex, blocks, blocks left
ELIMINATED: Final = 14  # hex, side, is_leader; LOST_ON_PATH and the hex where his evade began
BANNER: Final = 15  # side, banners
LEADER_CHECK: Final = 16  # hex, dice
LEADER_SAFE: Final = 17  # hex
FLAGS: Final = 18  # hex, flags, how many may be ignored
IGNORED: Final = 19  # hex, flags
MUST_RETREAT: Final = 20  # hex, hexes
RETREATED: Final = 21  # hex from, hex to
BLOCKED: Final = 22  # hex, hexes missing
RAMPAGE: Final = 23  # hex
TRAMPLED: Final = 24  # hex
FLED: Final = 25  # leader: hex from, hex to or NOWHERE, side
ESCAPES: Final = 26  # hex of the enemy unit
CREW_GONE: Final = 27  # hex, side
ADVANCED: Final = 28  # hex from, hex to
HELD: Final = 29  # hex
BACK: Final = 30  # hex, hex of the target
NO_BACK: Final = 31  # hex
DREW: Final = 32  # side, card
RESHUFFLED: Final = 33
ENDED: Final = 34  # outcome
DETACHED: Final = 35  # hex
RALLIED: Final = 36  # hex, blocks
PLACED: Final = 37  # hex, is_leader
LEFT: Final = 38  # hex, side, with a leader
TAKEN: Final = 39  # hex, side
FORFEITED: Final = 40  # side, card
COMMAND: Final = 41  # side, cards
SPENT_TOKEN: Final = 42  # side, tokens left, the rule that says what for
GAINED_TOKEN: Final = 43  # side, tokens
SHOOTS_BACK: Final = 44  # hex, hex of the target
AMBUSHES: Final = 45  # hex, hex of the target
LOST_GROUND: Final = 46  # side, banners
PLUNDERED: Final = 47  # hex, side
NOTHING_TO_COPY: Final = 48  # side, card

# Effects of a face.
HITS: Final = 1
MISSES: Final = 2
SPARED: Final = 3
FLAGGED: Final = 4
REROLLED: Final = 5
COUNTS: Final = 6

# Third numbers of events that are more than a number.
LOST_ON_PATH: Final = 2
LEADER_IN_MARSH: Final = NOWHERE + 1


@dataclass(frozen=True)
class Event:
    """One thing that happened: its kind, three numbers, the rules it rests on, and its words.

    Where `secret_of` is a side, only that side may read `text`; the others read `public`. `told` is what people read,
    with {0} and {1} for the sides, so that a table can call them by their armies; "" where that is the text.
    """

    kind: EventKind
    a: int
    b: int
    c: int
    rules: tuple[str, ...]
    text: str
    public: str
    secret_of: Side | None = None
    told: str = ""

    def words_for(self, side: int | None, armies: tuple[str, str]) -> str:
        """The words that a side may read, a sentence that calls the sides by their armies.

        >>> event = Event(EventKind.BANNER, 1, 2, 0, (), "bottom gains a banner", "", None, "{1} gains a banner, now 2")
        >>> event.words_for(0, ("Gauls", "Romans"))
        'Romans gains a banner, now 2'
        """
        if self.secret_of not in (None, side):
            words = _DRAWS.format(armies[self.a])
        else:
            words = self.told.format(*armies, SIDE_NAMES[2]) if self.told else self.text
        return words[:1].upper() + words[1:]

    def text_for(self, side: int | None) -> str:
        """The words that a side may read; None for onlookers.

        >>> Event(EventKind.DREW, 0, 1, 0, (), "top draws Rally", "top draws a card", Side.TOP).text_for(1)
        'top draws a card'
        """
        return self.text if self.secret_of in (None, side) else self.public

    def line_for(self, side: int | None) -> str:
        """The words with the rule ids behind them.

        >>> Event(EventKind.TURN, 0, 1, 0, ("TURN-01",), "Turn 1: top", "Turn 1: top").line_for(None)
        'Turn 1: top (TURN-01)'
        """
        return self.text_for(side) + (f" ({', '.join(self.rules)})" if self.rules else "")


@dataclass
class Log:
    """Collects what happens to a state, each event with the rules that make it happen.

    A rule is cited right before its event, in the same step of a procedure. What a step has cited without an event is
    forgotten when the step is over, so that no citation slides to another line.

    >>> from hexillum.core.state import empty_state
    >>> log = Log(empty_state("ancients"))
    >>> log.cite(rule.MA_01)
    >>> log.forget()
    >>> log.cite(rule.TURN_01)
    >>> log.note(TURN, 0, 1, 0)
    >>> log.close()[0].line_for(None)
    'turn 2: top (TURN-01)'
    """

    state: Any
    events: list[Event] = field(default_factory=list)
    cited: list[int] = field(default_factory=list)

    def cite(self, why: int) -> None:
        """Note that a rule makes the next event happen."""
        if why and why not in self.cited:
            self.cited.append(why)

    def note(self, kind: int, a: int, b: int, c: int) -> None:
        """Note that something happened, by the rules just cited."""
        rules = self.numbers()
        self.cited.clear()
        line = narrate(self.state, kind, a, b, c)
        text = line.format(*SIDE_NAMES)
        told = tell(self.state, kind, a, b, c, self.events[-1].a if self.events else NOWHERE) or line
        secret = Side(a) if kind == DREW else None
        public = _DRAWS.format(SIDE_NAMES[a]) if secret is not None else text
        self.events.append(Event(EventKind(kind), a, b, c, rules, text, public, secret, "" if told == text else told))

    def forget(self) -> None:
        """Drop the rules that were cited and made nothing happen."""
        self.cited.clear()

    def numbers(self) -> tuple[str, ...]:
        """The ids of the rules cited, as the edition numbers them."""
        return tuple(dict.fromkeys(number_in(self.state, rule.RULE_IDS[why]) for why in self.cited))

    def close(self) -> list[Event]:
        """Hand over what was collected."""
        self.forget()
        out, self.events = self.events, []
        return out


_DRAWS: Final = "{} draws a card"

_EFFECTS: Final = {
    HITS: "{n} x {face}: hit",
    MISSES: "{n} x {face}: no effect",
    SPARED: "{n} x {face}: ignored by the target",
    FLAGGED: "{n} x {face}",
    REROLLED: "{n} x {face}: hit, and rolled again",
    COUNTS: "{n} x {face}: counts",
}


def narrate(s: Any, kind: int, a: int, b: int, c: int) -> str:
    """An event in one short sentence of the game's words, with {0} and {1} for the sides."""
    if kind == SPENT_TOKEN:
        return f"{_SIDES[a]} spends a token on {bought(c)}, left: {b}"
    if kind in (
        TURN,
        PLAYED,
        BANNER,
        DREW,
        ENDED,
        RESHUFFLED,
        FORFEITED,
        COMMAND,
        GAINED_TOKEN,
        LOST_GROUND,
        NOTHING_TO_COPY,
    ):
        return _of_sides(kind, a, b)
    if kind == FACE:
        return _EFFECTS[c].format(n=b, face=FACE_NAMES[a])
    if kind == DICE and b == NOWHERE:
        return f"{_SIDES[s.active]} rolls {a} dice for the card"
    if kind == DICE:
        dice = f"{a} {'die' if a == 1 else 'dice'}"
        if c >= NOWHERE:
            return f"{who(s, b) if c == NOWHERE else 'the leader at ' + name(b)} rolls {dice} for the marsh"
        return f"{who(s, b)} rolls {dice} against {who(s, c)}"
    if kind == ELIMINATED:
        return f"{_SIDES[b]}'s {'leader' if c else 'unit'} at {name(a)} is eliminated"
    if kind == FLED:
        return (
            f"the leader at {name(a)} leaves the board"
            if b == NOWHERE
            else f"the leader at {name(a)} evades to {name(b)}"
        )
    if kind == MOVED:
        return f"{'the leader at ' + name(a) if c else who(s, a)} moves to {name(b)}"
    if kind == PLACED:
        return f"{'a leader' if b else who(s, a)} comes on at {name(a)}"
    if kind == ORDERED:
        return f"{'the leader at ' + name(a) if b else who(s, a)} is ordered"
    if kind == CLOSE:
        return f"{who(s, a)} {'makes a bonus close combat against' if c else 'attacks'} {who(s, b)}"
    return _SENTENCES[kind].format(
        a=name(a), b=b, who=who(s, a), whom=who(s, b) if 0 <= b <= NOWHERE else "", to=name(b), c=c
    )


_SENTENCES: Final = {
    DETACHED: "the leader at {a} is ordered on his own",
    JOINED: "a leader is attached at {a}",
    FIRE: "{who} fires at {whom}",
    STRIKES_FIRST: "{who} strikes first at {whom}",
    EVADES: "{who} evades",
    STANDS: "{who} stands",
    LOST: "{who} loses blocks: {b}, left: {c}",
    LEADER_CHECK: "leader check at {a}, dice: {b}",
    LEADER_SAFE: "the leader at {a} is unhurt",
    FLAGS: "flags against {who}: {b}, may ignore: {c}",
    IGNORED: "{who} ignores flags: {b}",
    MUST_RETREAT: "{who} must retreat, hexes: {b}",
    RETREATED: "{who} goes back to {to}",
    BLOCKED: "{who} cannot go on, hexes missing: {b}",
    RAMPAGE: "{who} goes on a rampage",
    TRAMPLED: "the rampage reaches {who}",
    ESCAPES: "the leader tries to escape through {who}, dice: {b}",
    CREW_GONE: "the crew of {who} has escaped",
    ADVANCED: "{who} advances to {to}",
    HELD: "{who} does not advance",
    BACK: "{who} battles back at {whom}",
    NO_BACK: "{who} does not battle back",
    RALLIED: "{who} rallies, blocks now: {b}",
    LEFT: "{who} leaves the board",
    TAKEN: "{who} takes the camp",
    SHOOTS_BACK: "{who} shoots back at {whom}",
    AMBUSHES: "{who} comes out of an ambush at {whom}",
    PLUNDERED: "{who} plunders the camp",
}


def _of_sides(kind: int, a: int, b: int) -> str:
    if kind == TURN:
        return f"turn {b + 1}: {_SIDES[a]}"
    if kind == PLAYED:
        return f"{_SIDES[a]} plays {CARDS[b].name}"
    if kind == DREW:
        return f"{_SIDES[a]} draws {CARDS[b].name}"
    if kind == BANNER:
        return f"{_SIDES[a]} gains a banner, now {b}"
    if kind == RESHUFFLED:
        return "the discards become the new deck"
    if kind == FORFEITED:
        return f"{_SIDES[a]} discards {CARDS[b].name}"
    if kind == COMMAND:
        return f"{_SIDES[a]} now has command {b}"
    if kind == NOTHING_TO_COPY:
        return f"{_SIDES[a]} finds nothing to copy with {CARDS[b].name} and orders nothing"
    if kind == GAINED_TOKEN:
        return f"{_SIDES[a]} gains a token, now {b}"
    if kind == LOST_GROUND:
        return f"{_SIDES[a]} no longer holds the ground, banners now {b}"
    return "the battle is a draw" if a == 2 else f"{_SIDES[a]} wins the battle"
