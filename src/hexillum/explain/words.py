"""Words that all refusals share: who stands on a hex, and the rules of the card in play and of the ground."""

from __future__ import annotations

from ..core import column, hexes, rulebook
from ..core.kinds import KINDS
from ..core.rule import RULE_IDS
from ..core.state import NONE, State, Unit, base_of, number_in
from ..core.terrain import TERRAINS

#: Why something is refused, in one sentence, and the ids of the rules against it.
Reason = tuple[str, tuple[str, ...]]


def unit_on(s: State, hex: int) -> Unit | None:
    """The unit on a hex, None where there is none.

    >>> from hexillum.battle.setup import new_state
    >>> unit_on(new_state("ancients"), hexes.parse("E6")) is None
    True
    """
    i = s.unit_at[hex]
    return s.units[i] if i != NONE else None


def piece_on(s: State, hex: int) -> str:
    """Who stands on a hex: the unit, a lone leader, or else just the hex.

    >>> from hexillum.battle.door import Battle
    >>> s = Battle.start("akragas", seed=7).state
    >>> piece_on(s, hexes.parse("H8")), piece_on(s, hexes.parse("E6"))
    ('Heavy Infantry H8', 'E6')
    """
    u = unit_on(s, hex)
    if u is not None:
        return f"{KINDS[u.kind].name} {hexes.name(hex)}"
    return f"the leader at {hexes.name(hex)}" if s.leader_at[hex] != NONE else hexes.name(hex)


def unit_named(u: Unit, hex: int) -> str:
    """A unit by its kind and the hex that it is known by, which it may have left since.

    >>> from hexillum.battle.door import Battle
    >>> unit_named(Battle.start("akragas", seed=7).state.units[0], hexes.parse("E6"))
    'Medium Infantry E6'
    """
    return f"{KINDS[u.kind].name} {hexes.name(hex)}"


def card_rule(s: State) -> str:
    """The id of the rule of the card in play.

    >>> from hexillum.notation.script import play_line
    >>> from hexillum.battle.door import Battle
    >>> from hexillum.core.rulebook import rules
    >>> battle = Battle.start("akragas", seed=7)
    >>> play_line(battle, "card order-two-left")
    >>> rules()[card_rule(battle.state)].chapter
    'Command cards'
    """
    return RULE_IDS[column.CARD_RULE[s.effect]]


def ground_rules(s: State, *places: int) -> tuple[str, ...]:
    """The ids of the rules of the terrain on some hexes, in their order; open ground has none.

    >>> from hexillum.core.terrain import terrain_number
    >>> from hexillum.battle.setup import new_state
    >>> s = new_state("ancients")
    >>> wood = hexes.parse("E6")
    >>> s.terrain[wood] = terrain_number("ancients", "forest")
    >>> len(ground_rules(s, hexes.parse("E5"), wood))
    1
    """
    return tuple(RULE_IDS[column.TERRAIN_RULE[s.terrain[hex]]] for hex in places if s.terrain[hex])


def ground_reason(s: State, hex: int, words: str) -> Reason:
    """What the terrain of a hex forbids; `{}` in the words stands for its name with "the".

    The first of the rules is that of the terrain.

    >>> from hexillum.core.terrain import terrain_number
    >>> from hexillum.battle.setup import new_state
    >>> s = new_state("ancients")
    >>> wood = hexes.parse("E6")
    >>> s.terrain[wood] = terrain_number("ancients", "forest")
    >>> ground_reason(s, wood, "whoever leaves {} moves only one hex")[0]
    'whoever leaves the forest moves only one hex'
    """
    terrain = TERRAINS[s.terrain[hex]] if s.terrain[hex] < len(TERRAINS) else None
    name = f"the {terrain.name.lower()}" if terrain else "the edge of the board"
    return words.format(name), (RULE_IDS[column.TERRAIN_RULE[s.terrain[hex]]], "MOV-07")


def in_force(s: State, rules: tuple[str, ...]) -> tuple[str, ...]:
    """The rules of a reason that hold in the edition of the battle, under the numbers that they have there.

    Each id comes once and empty ones go; where none holds in the edition, all stay.

    >>> from hexillum.battle.setup import new_state
    >>> in_force(new_state("medieval"), ("FU-09", "WM-05", "", "MA-01"))
    ('FU-10', 'MA-01')
    """
    named = tuple(dict.fromkeys(number_in(s, rule) for rule in rules if rule))
    return tuple(rule for rule in named if base_of(s) in rulebook.rules()[rule].editions) or named
