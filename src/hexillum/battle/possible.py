"""What can be: the checks that a state must pass before a battle goes on from it, whoever wrote it.

A state that passes has its numbers within their bounds, its pieces on the board of its edition, and a pending question
that the running procedures ask: it can be played to its end. Nothing here says that a battle has led there.
"""

from __future__ import annotations

from typing import Any, Final

from ..core import ask, column, hexes
from ..core.cards import CARDS, EFFECTS, PLAIN
from ..core.kinds import KINDS
from ..core.rows import EDITIONS, MOST_ROWS
from ..core.rule import RULE_IDS
from ..core.state import (
    BONUS_FOUGHT,
    DEPTH,
    DRAWN,
    ENTERED,
    HALF_LEADERS,
    HALF_UNITS,
    NO_PART,
    NONE,
    UNIT_MARKS,
    UNITS,
    WAITING,
    Leader,
    State,
    Unit,
    empty_state,
)
from ..core.structs import fields
from ..core.terrain import OFF_BOARD, TERRAINS
from .running import Impossible, check_procedures

BLOCKS_MOST: Final = 9
MANY: Final = 60  # banners, tokens and the like, at most
CARDS_MOST: Final = 120  # in all hands and piles together
TURNS_MOST: Final = 30_000

#: The least and the most of the plain numbers of a state. Lists have the same bounds in every place.
_STATE: Final = {
    "depth": (NONE, DEPTH - 1),
    "turn": (0, TURNS_MOST),
    "active": (0, 1),
    "who": (0, 2),
    "question": (0, ask.KEEP),
    "subject": (0, hexes.NOWHERE),
    "why": (0, len(RULE_IDS) - 1),
    "dice": (0, ask.MOST_DICE),
    "outcome": (NONE, DRAWN),
    "card": (NONE, ask.MOST_CARDS - 1),
    "struck": (NONE, 1),
    "effect": (0, MOST_ROWS - 1),
    "section": (0, 7),
    "given": (0, MANY),
    "again": (0, 2),
    "scouts": (0, 2),
    "inspires": (0, 2),
    "firing": (0, 1),
    "reshuffle": (0, 1),
    "banners": (0, MANY),
    "tokens": (0, MANY),
    "spent": (0, MANY),
    "goal": (0, MANY),
    "command": (0, ask.MOST_DICE),
    "units_of": (0, HALF_UNITS),
    "last_card": (NONE, MOST_ROWS - 1),
    "last_section": (0, 7),
    "quota": (0, MANY),
    "slack": (0, MANY),
    "room": (0, 127),
    "hand": (0, CARDS_MOST),
    "deck": (0, CARDS_MOST),
    "discards": (0, CARDS_MOST),
    "terrain": (0, OFF_BOARD),
    "rampart": (0, 63),
    "worth": (0, 127),
}
_UNIT: Final = {
    "kind": (0, MOST_ROWS - 1),
    "hex": (0, hexes.NOWHERE),
    "blocks": (0, BLOCKS_MOST),
    "full": (0, BLOCKS_MOST),
    "moved": (0, 12),
    "halted": (0, 1),
    "ordered": (0, 1),
    "fought": (0, BONUS_FOUGHT),
    "fresh": (0, 1),
    "marks": (0, sum(UNIT_MARKS.values())),
    "waits": (0, ENTERED),
    "aim": (NO_PART, UNITS * hexes.NOWHERE),
}
_LEADER: Final = {
    "hex": (0, hexes.NOWHERE),
    "halted": (0, 1),
    "ordered": (0, 1),
    "checked": (0, 1),
    "marks": (0, 3),
    "waits": (0, WAITING),
}
#: Numbers of a war council that are more than a switch.
_COUNCIL: Final = ("growing", "grown", "reward_at", "reward", "owed", "fatal", "fallen", "forfeit", "ambush", "ground")


def check_possible(s: State) -> None:
    """Raises Impossible for a state that cannot be played, or shown where its battle is over.

    >>> from hexillum.battle.setup import new_state
    >>> check_possible(new_state("ancients"))
    """
    edition = EDITIONS[s.edition]
    plain = empty_state(edition)
    _within(s, _STATE, "", "")
    _effects(s, edition)
    _ground(s, edition)
    _cards(s, edition)
    _shape(s, plain)
    _law(s)
    _councils(s)
    for i, u in enumerate(s.units):
        _unit(s, i, u)
    for k, leader in enumerate(s.leaders):
        _leader(s, k, leader)
    check_procedures(s)


def _effects(s: State, edition: str) -> None:
    """See that the cards in play are of the edition."""
    effects = (NONE, PLAIN, *EFFECTS.of[edition].values(), *column.INSPIRED_EFFECT[s.edition])
    for name, value in (("card", s.card), ("effect", s.effect), *(("last_card", card) for card in s.last_card)):
        if value not in effects:
            raise Impossible(name, f"{name} is a card that the edition has not")


def _ground(s: State, edition: str) -> None:
    """See that the terrain is of the edition."""
    grounds = (0, OFF_BOARD, *TERRAINS.of[edition].values())
    if unknown := [hex for hex in range(hexes.HEXES) if s.terrain[hex] not in grounds]:
        raise Impossible("terrain", f"the terrain of {_named(unknown[0])} is none of the edition")


def _cards(s: State, edition: str) -> None:
    """See that there are not too many cards, and all of the edition."""
    cards = set(CARDS.of[edition].values())
    if sum(s.hand) + sum(s.deck) + sum(s.discards) > CARDS_MOST:
        raise Impossible("deck", f"there are more than {CARDS_MOST} cards")
    for name in ("hand", "deck", "discards"):
        for n, count in enumerate(getattr(s, name)):
            if count and n % ask.MOST_CARDS not in cards:
                raise Impossible(name, f"{name} has a card that the edition has not")


def _shape(s: State, plain: State) -> None:
    """See that the board has the shape of its edition."""
    for hex in range(hexes.HEXES):
        on_board = plain.terrain[hex] != OFF_BOARD
        if (s.terrain[hex] != OFF_BOARD) != on_board:
            raise Impossible("terrain", f"{_named(hex)} is {'on' if on_board else 'off'} the board")


def _law(s: State) -> None:
    """See that the switches are on or off."""
    for name, field in fields(type(s.law)).items():
        if not field.count and name not in ("strike_card", "ambush_card") and getattr(s.law, name) not in (0, 1):
            raise Impossible("law", f"law: {name} must be 0 or 1")


def _councils(s: State) -> None:
    """See that what the war councils may become is within bounds."""
    for n, council in enumerate(s.councils):
        for name in fields(type(council)):
            most = 2 if name == "places" else MANY if name in (*_COUNCIL, "holds") else 1
            if not 0 <= getattr(council, name) <= most:
                raise Impossible(f"councils {n}", f"councils {n}: {name} must be from 0 to {most}")
    for side, council in enumerate(s.councils):
        if s.command[side] + max(0, council.growing - council.grown) + council.reward > ask.MOST_DICE:
            raise Impossible("command", f"command may rise above {ask.MOST_DICE}")


def _within(item: Any, bounds: dict[str, tuple[int, int]], part: str, place: str) -> None:
    """See that the numbers of a record are within their bounds."""
    for name, (least, most) in bounds.items():
        value = getattr(item, name)
        for number in value if isinstance(value, list) else (value,):
            if not least <= number <= most:
                raise Impossible(part or name, f"{place}{name} must be from {least} to {most}, found {number}")


def _named(hex: int) -> str:
    return hexes.name(hex) if hex < hexes.NOWHERE else "nowhere"


def _unit(s: State, i: int, u: Unit) -> None:
    part, what = f"units {i}", f"unit {i} is impossible: "
    _within(u, _UNIT, part, what)
    off = u.hex == hexes.NOWHERE
    if u.side != i // HALF_UNITS or ((not off or u.waits) and i % HALF_UNITS >= s.units_of[u.side]):
        raise Impossible(part, f"unit {i} is not among the units of its side")
    if u.waits not in ((0, WAITING) if off else (0, ENTERED)):
        raise Impossible(part, f"{what}it waits off the board, or has just entered it")
    of_edition = u.kind in KINDS.of[EDITIONS[s.edition]].values()
    if (not off or u.waits) and not (of_edition and 1 <= u.blocks <= u.full):
        raise Impossible(part, f"{what}its kind, or its blocks")
    if not off and s.terrain[u.hex] == OFF_BOARD:
        raise Impossible(part, f"unit {i} stands off the board or belongs to no side")


def _leader(s: State, k: int, leader: Leader) -> None:
    part, what = f"leaders {k}", f"leader {k} is impossible: "
    _within(leader, _LEADER, part, what)
    off = leader.hex == hexes.NOWHERE
    if leader.side != k // HALF_LEADERS or (not off and (leader.waits or s.terrain[leader.hex] == OFF_BOARD)):
        raise Impossible(part, f"leader {k} stands off the board or belongs to no side")
