"""Why a move is refused: the piece that may not move, the hex that it may not enter, and where it has to stop."""

from __future__ import annotations

from dataclasses import replace

from ..battle.door import Battle, IllegalChoice
from ..battle.lines import Line
from ..core import ask, column, hexes, legend
from ..core.battlefield import acted_on, enemy_leader_at, enemy_unit_at, leader_may_enter, may_enter
from ..core.rule import RULE_IDS
from ..core.state import NONE, State, Unit
from ..rules.movement import LEADER_AGAIN, UNITS_AGAIN, allowance, charger, charges, ordinary_move
from ..rules.objectives import is_exit
from ..rules.terrain import stops_leader, stops_unit
from .words import Reason, card_rule, ground_reason, ground_rules, in_force, piece_on, unit_named, unit_on


def move(s: State, line: Line) -> Reason:
    """Why a unit or a leader may not move so (chapter MOV): the first hex of the line's path that it may not take.

    >>> from hexillum.battle.lines import read_line
    >>> from hexillum.notation.script import play_line
    >>> battle = Battle.start("akragas", seed=7)
    >>> for text in ("card order-two-left", "order H4", "done"):
    ...     play_line(battle, text)
    >>> move(battle.state, read_line("move H4 G4"))
    ('Heavy Infantry H4 may not enter G4: Light Bow Infantry G4 is there', ('GEN-12', 'MOV-02', ''))
    """
    here = line.hexes[0]
    u, k = unit_on(s, here), s.leader_at[here]
    if column.CARD_NO_MOVES[s.effect] and (u is None or line.leader or acted_on(s, u)):
        return "the card allows no moves", (card_rule(s),)
    if s.again == LEADER_AGAIN and not line.leader:
        return "a leader moves now, for a token", ("IA-06",)
    if column.CARD_FIRES_FIRST[s.effect] and u is not None and not line.leader and u.ordered and acted_on(s, u):
        return f"{piece_on(s, here)} may only move next to a unit that it fired at and that still stands", (
            card_rule(s),
        )
    if s.question == ask.MOVE:
        if line.leader:
            if k == NONE or s.leaders[k].side != s.active:
                return f"no leader of yours stands at {hexes.name(here)}", ("MOV-08", "ORD-01")
            if not s.leaders[k].ordered:
                return f"the leader at {hexes.name(here)} is not ordered on his own", ("ORD-06", "ORD-01", "ORD-05")
            if s.leaders[k].halted and u is not None and u.moved:
                return f"the leader at {hexes.name(here)} may not leave a unit that has moved", ("MOV-10", "MOV-08")
            if s.leaders[k].halted:
                return f"the leader at {hexes.name(here)} has made his move", ("MOV-08",)
            return _leader_step(s, here, line.hexes[1])
        if u is None or u.side != s.active:
            return f"no unit of yours stands at {hexes.name(here)}", ("MOV-01", "ORD-01")
        if not u.ordered:
            return f"{piece_on(s, here)} is not ordered", ("ORD-01",)
        if u.halted:
            return _halted(s, u)
        return _unit_step(s, u, here, line.hexes[1], 0)
    f = s.frames[s.depth]
    start = s.leaders[f.unit].hex if legend.moves_leader(f) else s.units[f.unit].hex
    if here != start or line.leader != (legend.moves_leader(f)):
        mover = f"the leader at {hexes.name(start)}" if legend.moves_leader(f) else piece_on(s, start)
        return f"{mover} is on the move and finishes it first", ("GEN-12",)
    index = min(legend.hexes_moved(f) + 1, len(line.hexes) - 1)
    if legend.moves_leader(f):
        return _leader_step(s, legend.reached(f), line.hexes[index])
    return _unit_step(s, s.units[f.unit], legend.reached(f), line.hexes[index], legend.hexes_moved(f))


def _halted(s: State, u: Unit) -> Reason:
    """Why a unit may not move any more in this turn."""
    who = piece_on(s, u.hex)
    if s.again == UNITS_AGAIN and not acted_on(s, u):
        return f"{who} is not one of the units that move once more", (card_rule(s),)
    if u.moved:
        return f"{who} has made its move", ("MOV-01",)
    return f"{who} may not move any more: a leader has joined it", ("MOV-09",)


def leaving(s: State, line: Line) -> Reason:
    """Why a unit may not leave the board (SCEN-06), or not go where it would have to.

    >>> from hexillum.battle.lines import read_line
    >>> from hexillum.notation.script import play_line
    >>> battle = Battle.start("akragas", seed=7)
    >>> for text in ("card order-two-left", "order H4", "done"):
    ...     play_line(battle, text)
    >>> leaving(battle.state, read_line("move H4 off"))
    ('Heavy Infantry H4 may not leave the board from H4', ('MOV-05', 'SCEN-06'))
    """
    start, here = line.hexes[0], line.hexes[-1]
    f = s.frames[s.depth]
    moving = s.question == ask.STEP
    if line.leader:
        return "only units leave the board", ("SCEN-06", "MOV-08")
    if (moving and legend.reached(f) != here) or (not moving and start != here and unit_on(s, start) is not None):
        return move(s, replace(line, off=False))
    u = s.units[f.unit] if moving else unit_on(s, here)
    if u is None or u.side != s.active or not u.ordered:
        return f"no ordered unit of yours stands at {hexes.name(start)}", ("MOV-01", "ORD-01")
    if not is_exit(s, u, here):
        return f"{piece_on(s, u.hex)} may not leave the board from {hexes.name(here)}", ("MOV-05", "SCEN-06")
    return f"{piece_on(s, u.hex)} has no hex left to leave the board with", (
        "SCEN-06",
        RULE_IDS[column.MOVE_RULE[u.kind]],
    )


def move_ended(battle: Battle, line: Line, made: int, led: bool) -> IllegalChoice:
    """The refusal of a move that goes on where the piece has to stop, after so many hexes `made`.

    `led` says that a unit had a leader from the start, who then is not what stops it (MOV-03).

    >>> from hexillum.battle.lines import read_line
    >>> from hexillum.notation.script import play_line
    >>> battle = Battle.start("akragas", seed=7)
    >>> for text in ("card order-two-left", "order H4", "done", "move H4 G5"):
    ...     play_line(battle, text)
    >>> move_ended(battle, read_line("move H4 G5 F5"), made=1, led=False).why
    'Heavy Infantry H4 may move at most 1 hex'
    """
    s = battle.state
    here, to = line.hexes[made], line.hexes[made + 1]
    u = unit_on(s, here)
    if u is not None and not line.leader and not led and s.leader_at[here] != NONE:
        why = f"a leader at {hexes.name(here)} stops the unit there"
        return IllegalChoice(why, in_force(s, ("MOV-03",)), battle.options)
    start = line.hexes[0]
    if column.LEAVING[s.terrain[start]] and made >= column.LEAVING[s.terrain[start]]:
        why, rules = ground_reason(s, start, "whoever leaves {} moves only one hex")
    elif line.leader or u is None:
        why, rules = _leader_step(s, here, to)
    else:
        why, rules = _unit_step(s, u, here, to, made, start)
    return IllegalChoice(why, in_force(s, rules), battle.options)


def _unit_step(s: State, u: Unit, here: int, to: int, made: int, start: int = hexes.NOWHERE) -> Reason:
    """Why a unit that has moved so many hexes may not take the next one, or not end its move there.

    It is named by the hex where it stands, or `start` where the move that is refused has taken it from there.
    """
    who = unit_named(u, u.hex if start == hexes.NOWHERE else start)
    move_rule = RULE_IDS[column.MOVE_RULE[u.kind]]
    if here == to and made and made > ordinary_move(s, u) and not charges(s, u, to):
        return f"{who} may move {made} hexes only to charge: no enemy unit next to {hexes.name(to)}", ("FU-08",)
    if here == to and made:
        return f"{who} may not end its move on {hexes.name(to)}", ("MOV-04", "MOV-11")
    if hexes.distance(here, to) != 1:
        return f"{hexes.name(to)} is not next to {hexes.name(here)}", ("MOV-01",)
    if made and s.unit_at[to] != NONE and s.units[s.unit_at[to]] is u:
        return f"{who} does not go back through the hex where its move began", ("MOV-01",)
    if s.unit_at[to] != NONE:
        return f"{who} may not enter {hexes.name(to)}: {piece_on(s, to)} is there", (
            "GEN-12",
            "MOV-02",
            "MOV-11" if column.CARD_PASSES[s.effect] else "",
        )
    if enemy_leader_at(s, u.side, to):
        return f"{who} may not enter {hexes.name(to)}: an enemy leader is there", ("MOV-02",)
    if not may_enter(s, u, to):
        return ground_reason(s, to, f"{who} may not enter {{}}")[0], (
            "MOV-05",
            "TE-01",
            RULE_IDS[column.TERRAIN_RULE[s.terrain[to]]],
        )
    if s.leader_at[to] != NONE and s.leader_at[u.hex] != NONE:
        return f"{who} has a leader and may not join another", ("MOV-03", "MOV-04")
    if made and s.leader_at[here] != NONE and here != u.hex:
        return f"{who} has met a leader at {hexes.name(here)} and must stop", ("MOV-03",)
    if made and stops_unit(s, u, here):
        return f"{who} must stop at {hexes.name(here)}", ("MOV-12", RULE_IDS[column.TERRAIN_RULE[s.terrain[here]]])
    if made and column.FROM_BESIDE[s.terrain[to]]:
        return ground_reason(s, to, f"{who} may enter {{}} only with the first hex of its move")
    if made >= allowance(s, u):
        rules = (*ground_rules(s, u.hex), "MOV-01", move_rule, "FU-08" if charger(u) else "")
        most = allowance(s, u)
        return f"{who} may move at most {most} {'hex' if most == 1 else 'hexes'}", (
            card_rule(s) if column.CARD_MOST_MOVE[s.effect] else "",
            *rules,
        )
    if made >= ordinary_move(s, u) and not charges(s, u, to):
        return f"{who} may move {made + 1} hexes only to charge: no enemy unit next to {hexes.name(to)}", ("FU-08",)
    return f"{who} may not move to {hexes.name(to)}", ("MOV-01", move_rule)


def _leader_step(s: State, here: int, to: int) -> Reason:
    """Why a leader on his own may not take the next hex, or not end his move there."""
    if here == to:
        return f"a leader may not end his move at {hexes.name(to)}: another leader is there", ("MOV-08", "MOV-04")
    if hexes.distance(here, to) != 1:
        return f"{hexes.name(to)} is not next to {hexes.name(here)}", ("MOV-08",)
    if enemy_unit_at(s, s.active, to) or enemy_leader_at(s, s.active, to):
        return f"a leader may not enter {hexes.name(to)}: an enemy is there", ("MOV-08", "MOV-02")
    if not leader_may_enter(s, to):
        return ground_reason(s, to, "a leader may not enter {}")[0], (
            "MOV-05",
            "TE-01",
            RULE_IDS[column.TERRAIN_RULE[s.terrain[to]]],
        )
    if column.FROM_BESIDE[s.terrain[to]]:
        return ground_reason(s, to, "a leader may enter {} only with the first hex of his move")
    f = s.frames[s.depth]
    if s.question == ask.STEP and legend.moves_leader(f) and legend.hexes_moved(f) and to == s.leaders[f.unit].hex:
        return "a leader does not go back through the hex where his move began", ("MOV-08",)
    if stops_leader(s, here):
        return f"a leader must stop at {hexes.name(here)}", ("MOV-12", RULE_IDS[column.TERRAIN_RULE[s.terrain[here]]])
    return f"a leader moves at most 3 hexes and may not end on {hexes.name(to)}", ("MOV-08", "MOV-04")
