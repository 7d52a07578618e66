"""The situation that a case starts from: the ground, who stands where, hands and deck, and the phase of the turn."""

from __future__ import annotations

from typing import Final

from ...battle.deployment import deck_of, set_switches
from ...battle.door import Battle
from ...battle.possible import check_possible
from ...battle.running import Impossible
from ...battle.setup import PHASES, add_leader, add_unit, begin_at, full_deck, new_state
from ...battle.special_rules import enact, rule_of
from ...core import ask, column, hexes
from ...core.cards import CARDS, card_number
from ...core.editions import SWITCHES
from ...core.kinds import kind_number
from ...core.state import LEADER_MARKS, NONE, UNIT_MARKS, State
from ...core.terrain import terrain_number
from .nodes import SIDES, Node, by_side

SETUP_KEYS: Final = (
    "terrain units active phase moved ordered card banners to_win hands deck command last_card tokens spent ramparts "
    "switches special_rules hidden note"
).split()
#: Switches of rules that are not built yet: a case may set them to either.


def read_setup(node: Node, edition: str) -> tuple[Battle, list[int]]:
    """The battle at the start of a case of an edition, and the numbers of the cards to be drawn next.

    Raises CaseError with file and line for what is not of the notation, or cannot stand so.

    >>> from hexillum.notation.cases import read_nodes
    >>> text = "{units: [bottom F5 warrior 4, top E5 auxilia 4], deck: [order-two-left]}"
    >>> battle, draws = read_setup(next(read_nodes(text, "example")), "ancients")
    >>> battle.prompt(), len(draws)
    ('bottom must choose a unit to battle with, or finish', 1)
    """
    keys = node.fields("setup", SETUP_KEYS)
    s = new_state(edition)
    _ground(s, keys, edition)
    for item in keys["units"].items("units") if "units" in keys else []:
        try:
            read_piece(s, item.text("a unit"), edition)
        except ValueError as error:
            raise item.place.error(str(error)) from None
    s.active = SIDES.index(keys["active"].choice("active", SIDES)) if "active" in keys else 1
    for key, target, most in (
        ("banners", s.banners, 60),
        ("command", s.command, ask.MOST_DICE),
        ("tokens", s.tokens, 60),
    ):
        for side, value in by_side(keys, key):
            target[side] = value.number(key, 0, most)
    goal = keys["to_win"].number("to_win", 1, 60) if "to_win" in keys else 6
    s.goal = [goal, goal]
    draws = _cards(s, keys, edition)
    for item in keys["spent"].items("spent") if "spent" in keys else []:
        s.spent[SIDES.index(item.choice("a side that has spent its token", SIDES))] = 1
    switches = _switches(keys)
    _special_rules(s, keys, edition)
    set_switches(s, switches)
    _begin(s, keys, edition)
    try:
        check_possible(s)
    except Impossible as error:
        raise node.place.error(str(error)) from None
    return Battle(s), draws


def _switches(keys: dict[str, Node]) -> dict[str, bool]:
    """The house switches that the case sets."""
    switches = keys["switches"].fields("switches") if "switches" in keys else {}
    for name, value in switches.items():
        if type(value.value) is not bool:
            raise value.place.error(f"switch {name} must be true or false")
        if name not in SWITCHES:
            raise value.place.error(f"{name!r} is not a switch: expected one of {', '.join(SWITCHES)}")
    return {name: value.value for name, value in switches.items()}


def _begin(s: State, keys: dict[str, Node], edition: str) -> None:
    """The phase of the turn, the card in play, who is ordered and who has moved already."""
    phase = keys["phase"].choice("phase", tuple(PHASES)) if "phase" in keys else "battle"
    card = _card(keys["card"], edition) if "card" in keys else NONE
    ordered = [_piece_hex(s, item) for item in keys["ordered"].items("ordered")] if "ordered" in keys else None
    for name, value in keys["moved"].fields("moved").items() if "moved" in keys else ():
        hex = Node(name, value.place).hex(s.rows)
        i = s.unit_at[hex]
        if i == NONE:
            raise value.place.error(f"no unit stands at {name}")
        s.units[i].moved = value.number("moved", 0, 12)
        s.units[i].halted = int(s.units[i].moved > 0)
    begin_at(s, phase, card, ordered)
    if ordered is not None and phase == "order":
        for hex in ordered:
            if s.unit_at[hex] != NONE:
                s.units[s.unit_at[hex]].ordered = 1


def _special_rules(s: State, keys: dict[str, Node], edition: str) -> None:
    """Rules of scenarios, as tables of a scenario file; a leader is told by his hex."""
    leaders = {
        (leader.side, hexes.name(leader.hex)): k for k, leader in enumerate(s.leaders) if leader.hex != hexes.NOWHERE
    }
    for item in keys["special_rules"].items("special_rules") if "special_rules" in keys else []:
        try:
            enact(s, [rule_of(item.plain())], leaders, edition)
        except ValueError as error:
            raise item.place.error(str(error)) from None


def _ground(s: State, keys: dict[str, Node], edition: str) -> None:
    """Terrain and ramparts."""
    for name, value in keys["terrain"].fields("terrain").items() if "terrain" in keys else ():
        hex = Node(name, value.place).hex(s.rows)
        try:
            s.terrain[hex] = terrain_number(edition, value.text("terrain"))
        except ValueError as error:
            raise value.place.error(str(error)) from None
    for item in keys["ramparts"].items("ramparts") if "ramparts" in keys else []:
        parts = item.text("a rampart").split("/")
        if len(parts) != 2:
            raise item.place.error("a rampart is two hexes, the defended one first, such as E5/D5")
        inside, outside = (Node(part, item.place).hex(s.rows) for part in parts)
        if outside not in hexes.NEAR[inside]:
            raise item.place.error(f"{parts[0]} and {parts[1]} are not neighbours")
        s.rampart[inside] |= 1 << hexes.NEAR[inside].index(outside)


def _card(node: Node, edition: str) -> int:
    try:
        return card_number(edition, node.text("a card"))
    except ValueError as error:
        raise node.place.error(str(error)) from None


def _cards(s: State, keys: dict[str, Node], edition: str) -> list[int]:
    """Hands, deck and last cards; returns the next draws in their order."""
    for side, value in by_side(keys, "hands"):
        for item in value.items("a hand"):
            s.hand[side * ask.MOST_CARDS + _card(item, edition)] += 1
    if "hands" in keys and "command" not in keys:
        held = (sum(s.hand[side * ask.MOST_CARDS : (side + 1) * ask.MOST_CARDS]) for side in (0, 1))
        s.command = [min(cards, ask.MOST_DICE) for cards in held]
    for side, value in by_side(keys, "last_card"):
        s.last_card[side] = column.CARD_OWN_TURN[_card(value, edition)]
    draws = [_card(item, edition) for item in keys["deck"].items("deck")] if "deck" in keys else []
    if draws:
        s.deck = deck_of(edition, [CARDS[card].key for card in draws])
    elif "hands" in keys:
        s.deck = [max(0, n - s.hand[c] - s.hand[ask.MOST_CARDS + c]) for c, n in enumerate(full_deck(edition))]
    return draws


def _piece_hex(s: State, node: Node) -> int:
    """A hex that somebody stands on."""
    hex = node.hex(s.rows)
    if s.unit_at[hex] == NONE and s.leader_at[hex] == NONE:
        raise node.place.error(f"nobody stands at {node.value}")
    return hex


def read_piece(s: State, text: str, edition: str) -> None:
    """Put a unit or lone leader of the notation on the board: `top E5 warrior 4 leader`.

    Raises ValueError, with what was expected, for what is not of the notation and where the hex is taken (MOV-04).

    >>> s = new_state("ancients")
    >>> read_piece(s, "top E5 warrior 4 leader", "ancients")
    >>> s.units[s.unit_at[hexes.parse("E5")]].blocks
    4
    """
    words = text.split()
    if len(words) < 3 or words[0] not in SIDES:
        raise ValueError(
            f"{text!r} is not a unit: expected 'SIDE HEX KIND BLOCKS [leader] [special]' or 'SIDE HEX leader'"
        )
    side, hex = SIDES.index(words[0]), hexes.parse(words[1], s.rows)
    rest = words[2:]
    if is_leader(rest[0]):
        if len(rest) > 1:
            raise ValueError(f"{text!r}: nothing may follow a lone leader")
        if s.unit_at[hex] != NONE:
            raise ValueError(f"{text!r}: a unit stands there, so write 'leader' at the end of its line")
        add_leader(s, side, hex, _leader_marks(rest[0]))
        return
    kind = kind_number(edition, rest[0])
    if len(rest) < 2 or not rest[1].isascii() or not rest[1].isdigit() or not 1 <= int(rest[1]) <= 9:
        raise ValueError(f"{text!r}: expected the number of blocks after {rest[0]}")
    marks, leader = 0, ""
    for word in rest[2:]:
        if is_leader(word) and not leader:
            leader = word
        elif word in UNIT_MARKS:
            marks |= UNIT_MARKS[word]
        else:
            raise ValueError(f"{text!r}: {word!r} is unknown, expected leader or one of {', '.join(UNIT_MARKS)}")
    add_unit(s, side, kind, hex, int(rest[1]), marks=marks)
    if int(rest[1]) > s.units[s.unit_at[hex]].full:
        s.units[s.unit_at[hex]].full = int(rest[1])
    if leader:
        add_leader(s, side, hex, _leader_marks(leader))


def is_leader(word: str) -> bool:
    """Whether a word of a unit's line stands for a leader, with a trait or without.

    >>> is_leader("leader:alexander"), is_leader("special")
    (True, False)
    """
    return word == "leader" or word.startswith("leader:")


def _leader_marks(word: str) -> int:
    """The trait of a leader with one: `leader:alexander`. Raises ValueError for another name."""
    trait = word.partition(":")[2]
    if trait and trait not in LEADER_MARKS:
        raise ValueError(f"{word!r}: expected leader, or leader: with one of {', '.join(LEADER_MARKS)}")
    return LEADER_MARKS.get(trait, 0)
