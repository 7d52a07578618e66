"""Setting up a battle: units, leaders and terrain on a board, the deck, and the first procedure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..core import ask, column, frames, proc, steps
from ..core.cards import DECKS
from ..core.hexes import HEXES, NEAR, NOWHERE, name
from ..core.kinds import KINDS
from ..core.state import HALF_LEADERS, HALF_UNITS, NONE, UNIT_MARKS, WAITING, State, empty_state
from ..engine.step import step
from ..rules.cards import read_card

PHASES: Final = {
    "play": steps.TURN_BEGINNING,
    "order": steps.TURN_ORDERING,
    "move": steps.TURN_MOVING,
    "battle": steps.TURN_BATTLING,
}


def new_state(edition: str) -> State:
    """An empty board of an edition, "ancients" or "medieval", with the edition's law and nothing asked yet.

    Raises BadFile for an edition that there is not.

    >>> new_state("ancients").rows
    9
    """
    return empty_state(edition)


def add_unit(s: State, side: int, kind: int, hex: int, blocks: int = 0, full: int = 0, marks: int = 0) -> int:
    """Put a unit on the board, at full strength unless told otherwise; returns its number.

    `side` is 0 top or 1 bottom, `kind` a number of the tables, `hex` a number; `blocks` and `full` are what it has and
    what it may have, 0 for what the kind says; `marks` are bits of UNIT_MARKS. Raises ValueError where the hex is taken
    or the side has no unit left (MOV-04).

    >>> s = new_state("ancients")
    >>> s.units[add_unit(s, 1, 4, 57)].blocks
    4
    """
    if s.unit_at[hex] != NONE:
        raise ValueError("two units in one hex (MOV-04)")
    if s.leader_at[hex] != NONE and s.leaders[s.leader_at[hex]].side != side:
        raise ValueError("a unit on an enemy leader (MOV-04)")
    if s.units_of[side] == HALF_UNITS:
        raise ValueError(f"more than {HALF_UNITS} units on one side")
    i = HALF_UNITS * side + s.units_of[side]
    s.units_of[side] += 1
    u = s.units[i]
    u.side, u.kind, u.hex, u.marks = side, kind, hex, marks
    u.full = full or column.BLOCKS[kind]
    u.blocks = blocks or u.full
    u.fresh = int(u.blocks == u.full)
    s.unit_at[hex] = i
    return i


def add_leader(s: State, side: int, hex: int, marks: int = 0) -> int:
    """Put a leader on the board, attached to the unit of his side on the hex or alone; returns his number.

    `side` is 0 top or 1 bottom, `hex` a number, `marks` are bits of LEADER_MARKS. Raises ValueError where another
    leader or an enemy unit is there, or the side has no leader left (MOV-04).

    >>> s = new_state("ancients")
    >>> s.leaders[add_leader(s, 1, 57)].hex
    57
    """
    if s.leader_at[hex] != NONE:
        raise ValueError("two leaders in one hex (MOV-04)")
    i = s.unit_at[hex]
    if i != NONE and s.units[i].side != side:
        raise ValueError("a leader on an enemy unit (MOV-04)")
    k = _free_leader(s, side)
    s.leaders[k].hex, s.leaders[k].marks = hex, marks
    s.leader_at[hex] = k
    return k


def _free_leader(s: State, side: int) -> int:
    for k in range(HALF_LEADERS * side, HALF_LEADERS * (side + 1)):
        if s.leaders[k].hex == NOWHERE and s.leaders[k].waits == 0:
            return k
    raise ValueError(f"more than {HALF_LEADERS} leaders on one side")


def add_waiting_unit(s: State, side: int, kind: int) -> int:
    """Let a unit of a kind, by its number, wait off the board at full strength (SCEN-10); returns the unit's number.

    Raises ValueError where the side (0 top, 1 bottom) has no unit left.

    >>> s = new_state("ancients")
    >>> s.units[add_waiting_unit(s, 1, 4)].waits
    1
    """
    if s.units_of[side] == HALF_UNITS:
        raise ValueError(f"more than {HALF_UNITS} units on one side")
    i = HALF_UNITS * side + s.units_of[side]
    s.units_of[side] += 1
    u = s.units[i]
    u.kind, u.waits, u.fresh = kind, WAITING, 1
    u.blocks = u.full = column.BLOCKS[kind]
    return i


def add_waiting_leader(s: State, side: int) -> int:
    """Let a leader of a side (0 top, 1 bottom) wait off the board (SCEN-10, SCEN-11); returns his number.

    Raises ValueError where the side has no leader left.
    """
    k = _free_leader(s, side)
    s.leaders[k].waits = WAITING
    return k


def find_plateaus(s: State) -> None:
    """Number the connected hills and walls on the board, whose hexes do not hide each other (TER-03, TER-12)."""
    s.plateau = [0] * HEXES
    number = 0
    for start in range(NOWHERE):
        if s.plateau[start] or not column.SEES_ALONG[s.terrain[start]]:
            continue
        number += 1
        todo = [start]
        while todo:
            hex = todo.pop()
            if s.plateau[hex] == 0 and s.terrain[hex] == s.terrain[start]:
                s.plateau[hex] = number
                todo += [n for n in NEAR[hex] if n != NOWHERE]


def full_deck(edition: str) -> list[int]:
    """How many of each card the edition's deck has, by the number of the card: MOST_CARDS places, 0 for other cards.

    >>> sum(full_deck("ancients"))
    60
    """
    deck = [0] * ask.MOST_CARDS
    for number, copies in DECKS[edition].items():
        deck[number] = copies
    return deck


def count_cards(s: State) -> None:
    """Note how many cards each hand and the deck have, after cards were put there."""
    s.deck_left = sum(s.deck)
    s.held = [sum(s.hand[: ask.MOST_CARDS]), sum(s.hand[ask.MOST_CARDS :])]


def begin(s: State) -> None:
    """Start the battle of a state that is set up: the hands are dealt, then the first turn begins (TURN-05).

    The state then waits for the first card that is dealt.

    >>> s = new_state("ancients")
    >>> s.deck, s.command, s.goal = full_deck("ancients"), [1, 1], [6, 6]
    >>> begin(s)
    >>> s.question == ask.DRAW
    True
    """
    count_cards(s)
    find_plateaus(s)
    frames.call(s, proc.TURN, NONE, NONE)
    for order in (2, 1):
        for side, council in enumerate(s.councils):
            if council.places == order:
                frames.call(s, proc.PLACEMENT, NONE, NONE).mode = side
    frames.call(s, proc.DEAL, NONE, NONE)
    run(s)


def begin_at(s: State, phase: str, card: int, ordered: Iterable[int] | None) -> None:
    """Start in the middle of a turn of the active side: in which phase, under which card, with which hexes ordered.

    `phase` is a key of PHASES, `card` a number or NONE, `ordered` hexes as numbers, or None for everybody. Raises
    KeyError for another phase.
    """
    count_cards(s)
    find_plateaus(s)
    f = frames.call(s, proc.TURN, NONE, NONE)
    f.step = PHASES[phase]
    s.card = card
    if card != NONE and phase != "play":
        read_card(s, s.active, card)
    chosen = None if ordered is None else set(ordered)
    if phase in ("move", "battle"):
        for u in s.units:
            if u.side == s.active and u.hex != NOWHERE:
                u.ordered = int(chosen is None or u.hex in chosen)
        for leader in s.leaders:
            if leader.side == s.active and leader.hex != NOWHERE and s.unit_at[leader.hex] == NONE:
                leader.ordered = int(chosen is None or leader.hex in chosen)
    run(s)


def run(s: State) -> None:
    """Let the procedures go on to the first question."""
    while s.question == 0 and s.outcome == NONE:
        step(s)
    s.answer = 0


def describe_unit(s: State, i: int) -> str:
    """Unit `i` in the words of the case notation, its leader and its marks included.

    >>> s = new_state("ancients")
    >>> describe_unit(s, add_unit(s, 1, 4, 57))
    'bottom E6 warrior 4'
    """
    u = s.units[i]
    words = [("top", "bottom")[u.side], name(u.hex), KINDS[u.kind].key, str(u.blocks)]
    if s.leader_at[u.hex] != NONE:
        words.append("leader")
    words += [mark for mark, bit in UNIT_MARKS.items() if u.marks & bit]
    return " ".join(words)
