"""Why an order is refused: units and leaders that the card does not reach, and reserves that may not come on."""

from __future__ import annotations

from ..battle.door import Battle
from ..battle.lines import Line
from ..core import ask, column, hexes
from ..core.battlefield import belongs, is_pressed
from ..core.rule import RULE_IDS
from ..core.state import NONE, State
from ..rules.orders import is_linked
from .words import Reason, card_rule, piece_on, unit_on


def order(s: State, line: Line) -> Reason:
    """Why the card does not order a unit or a leader.

    >>> from hexillum.battle.lines import read_line
    >>> from hexillum.notation.script import play_line
    >>> battle = Battle.start("akragas", seed=7)
    >>> play_line(battle, "card order-two-left")
    >>> order(battle.state, read_line("order H8"))[0]
    'H8 is not in a section with an order left'
    """
    hex = line.hexes[0]
    card = card_rule(s) if s.card != NONE else "ORD-01"
    u = unit_on(s, hex)
    k = s.leader_at[hex]
    if line.leader:
        if k == NONE or s.leaders[k].side != s.active:
            return f"no leader of yours stands at {hexes.name(hex)}", ("ORD-08", "ORD-01")
        if not column.CARD_LEADERS[s.effect]:
            return "this card does not order leaders alone", ("ORD-06", card)
        if s.leaders[k].ordered:
            return "that leader is ordered already", ("ORD-02",)
    else:
        if u is None or u.side != s.active:
            return f"no unit of yours stands at {hexes.name(hex)}", ("ORD-01",)
        if u.ordered:
            return f"{piece_on(s, hex)} is ordered already", ("ORD-02",)
        if column.CARD_CLASS[s.effect] and not belongs(u, column.CARD_CLASS[s.effect]):
            return f"{piece_on(s, hex)} is not of the class that the card orders", (card, "ORD-07")
        if column.CARD_APART[s.effect] and is_pressed(s, u.side, hex):
            return f"{piece_on(s, hex)} stands next to an enemy", (card,)
    if s.slack[7] < 1:
        return "no order is left", ("ORD-02", card)
    if not (s.room >> hexes.SECTIONS[s.active][hex]) & 1:
        return f"{hexes.name(hex)} is not in a section with an order left", (card, "ORD-03", "ORD-02", "ORD-10")
    if not is_linked(s, s.active, hex):
        return f"{hexes.name(hex)} touches no hex that is ordered", ("ORD-09", card)
    return f"{hexes.name(hex)} cannot be ordered", (card,)


def placing(battle: Battle, line: Line) -> Reason:
    """Why a waiting piece may not come on there, or not now.

    >>> from hexillum.battle.lines import read_line
    >>> placing(Battle.start("akragas", seed=7), read_line("place H5 warrior"))
    ('nobody is placed now: bottom must choose a card', ('SCEN-10', 'SCEN-11'))
    """
    s = battle.state
    place = hexes.name(line.hexes[0])
    if s.question in (ask.PIECE, ask.PLACE):
        return f"no {line.name} may be placed at {place} now", (RULE_IDS[s.why],)
    if s.question == ask.ORDER:
        return "no force may come on by this card now", ("SCEN-10", card_rule(s))
    return f"nobody is placed now: {battle.prompt()}", ("SCEN-10", "SCEN-11")
