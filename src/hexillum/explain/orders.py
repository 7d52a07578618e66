"""Why an order is refused: units and leaders that the card does not reach, and reserves that may not come on."""

from __future__ import annotations

from ..battle.door import Battle
from ..battle.lines import Line
from ..core import ask, column, hexes, kinds
from ..core.battlefield import belongs, has, is_pressed
from ..core.cards import PLAIN
from ..core.rule import RULE_IDS
from ..core.state import NONE, State
from ..rules.cards import has_quota
from ..rules.orders import is_linked
from .words import Reason, card_rule, piece_on, unit_on


def order(s: State, line: Line) -> Reason:
    """Why the card does not order a unit or a leader (chapter ORD).

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
        if s.leaders[k].ordered:
            return "that leader is ordered already", ("ORD-02",)
        if column.CARD_LEADERSHIP[s.effect] and u is not None:
            return f"a leadership card does not let the leader at {hexes.name(hex)} leave his unit", ("ORD-06", card)
        if not column.CARD_LEADERSHIP[s.effect] and not column.CARD_LEADERS[s.effect]:
            if u is not None:
                return f"this card does not let the leader at {hexes.name(hex)} leave his unit", ("ORD-06", card)
            return "this card does not order leaders who are alone", ("ORD-08", card)
    else:
        if u is None or u.side != s.active:
            return f"no unit of yours stands at {hexes.name(hex)}", ("ORD-01",)
        if u.ordered:
            return f"{piece_on(s, hex)} is ordered already", ("ORD-02",)
        if column.CARD_CLASS[s.effect] and not belongs(u, column.CARD_CLASS[s.effect]):
            return f"{piece_on(s, hex)} is not of the class that the card orders", (card, "ORD-07")
        if column.CARD_APART[s.effect] and is_pressed(s, u.side, hex):
            return f"{piece_on(s, hex)} stands next to an enemy", (card,)
    if s.card != NONE and s.effect == PLAIN and s.slack[7] < 1 and column.CARD_COUNTERS[s.card] and not s.given:
        return "the Counter Attack has no card to repeat and orders nobody", ("CARD-11",)
    if s.slack[7] < 1:
        return "no order is left", ("ORD-02", card)
    if not (s.room >> hexes.SECTIONS[s.active][hex]) & 1:
        return f"{hexes.name(hex)} is not in a section with an order left", (card, "ORD-03", "ORD-02", "ORD-10")
    if column.CARD_LEADERSHIP[s.effect] and not s.given:
        if not hexes.SECTIONS[s.active][hex] & s.section:
            return f"{hexes.name(hex)} is not in the section of the card", (card, "ORD-10")
        return f"a leadership card begins with a leader, and none is at {hexes.name(hex)}", (card, "ORD-09")
    if not is_linked(s, s.active, hex):
        return f"{hexes.name(hex)} touches no hex that is ordered", ("ORD-09", card)
    return f"{hexes.name(hex)} cannot be ordered", (card,)


def instead(s: State) -> Reason:
    """Why the card in force is not turned into one order for a unit of choice (ORD-07).

    >>> from hexillum.notation.script import play_line
    >>> battle = Battle.start("akragas", seed=7)
    >>> play_line(battle, "card order-two-left")
    >>> instead(battle.state)
    ('this card has no other use', ('CARD-01',))
    """
    card = card_rule(s)
    if s.effect == PLAIN:
        return "the card orders a unit of choice already, or nobody", (card, "ORD-07")
    if s.given and (column.CARD_LEADERSHIP[s.effect] or column.CARD_INSTEAD[s.effect]):
        return "orders have been given: one unit of choice comes in the place of all of them", (card, "ORD-07")
    if column.CARD_CLASS[s.effect]:
        return "one unit of choice comes only where no unit of the card's class is on the board", ("ORD-07", card)
    return "this card has no other use", (card,)


def rally(s: State, line: Line) -> Reason:
    """Why a unit does not regain a block; the first rule is that of the card."""
    hex = line.hexes[0]
    u, card = unit_on(s, hex), card_rule(s)
    if u is None or u.side != s.active:
        return f"no unit of yours stands at {hexes.name(hex)}", (card,)
    who = piece_on(s, hex)
    if has(u, kinds.NO_RALLY):
        return f"{who} does not rally", (card,)
    if u.blocks >= u.full:
        return f"{who} has all its blocks", (card,)
    if not has_quota(s, u):
        return f"no die brings a block back to {who}", (card,)
    if column.CARD_RALLIES_ORDERED[s.effect]:
        return f"{who} is not ordered", (card, "ORD-01")
    return f"{who} is neither with a leader nor next to one", (card,)


def placing(battle: Battle, line: Line) -> Reason:
    """Why a waiting piece may not come on there, or not now (SCEN-10, SCEN-11).

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
