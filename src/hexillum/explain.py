"""Why a line is refused: the rules that stand against it, in words of the game.

The offered list alone decides what is legal; this module is asked only afterwards, to say why.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from . import hexes
from .decisions import (
    ADVANCE,
    AMBUSH,
    AMBUSHER,
    BATTLE,
    BONUS,
    CARD,
    CHANCE,
    EVADE_PATH,
    FIRST_STRIKE,
    KEEP,
    LEADER,
    MOVE,
    ORDER,
    PIECE,
    PLACE,
    RETREAT,
    ROLL,
    STEP,
    TARGET,
)
from .edition import (
    CARD_APART,
    CARD_CLASS,
    CARD_FIRES_FIRST,
    CARD_LEADERS,
    CARD_MOST_MOVE,
    CARD_NO_CLOSE,
    CARD_NO_FIRE,
    CARD_NO_MOVES,
    CARD_PASSES,
    CARD_RULE,
    CLOSE_AFTER_RULE,
    ENDS_ADVANCE,
    EVADE_RULE,
    EVADES,
    EXTRA_HEX,
    EXTRA_RULE,
    FIRE_AFTER,
    FIRE_AFTER_RULE,
    FOE,
    FROM_BESIDE,
    KINDS,
    LEAVING,
    MOVE_RULE,
    RANGE_RULE,
    STRIKES_FIRST,
    TERRAIN_RULE,
    TERRAINS,
)
from .notation.lines import Line
from .referee import Battle, IllegalChoice
from .rules import frames
from .rules.battlefield import (
    acted_on,
    belongs,
    enemy_leader_at,
    enemy_unit_at,
    has,
    is_pressed,
    leader_may_enter,
    may_enter,
)
from .rules.close import close_after
from .rules.ids import RULE_IDS
from .rules.leaders import can_pass
from .rules.movement import LEADER_AGAIN, aimed_hex, allowance, charger, charges, ordinary_move
from .rules.objectives import is_exit
from .rules.orders import is_linked
from .rules.ranged import reach
from .rules.terrain import may_fight_here, obstructs, plateau_of, sees, stops_leader, stops_unit
from .rules.turn import shots
from .state import NONE, State, Unit, number_in

Reason = tuple[str, tuple[str, ...]]


def refusal(battle: Battle, line: Line, text: str) -> IllegalChoice:
    """The refusal of a script line that is not offered now.

    >>> from hexillum.notation.lines import read_line
    >>> battle = Battle.start("akragas", seed=7)
    >>> refusal(battle, read_line("fire H4xC5"), "fire H4xC5").rules
    ('TURN-01',)
    """
    why, rules = _reason(battle, line)
    return IllegalChoice(why, tuple(dict.fromkeys(number_in(battle.state, r) for r in rules if r)), battle.options)


def _reason(battle: Battle, line: Line) -> Reason:
    s = battle.state
    if battle.over:
        return "the battle is over", ("VB-03",)
    if line.verb in ("fire", "close") and s.question in (BATTLE, TARGET, BONUS):
        return _attack(s, line)
    if line.verb == "order" and s.question == ORDER:
        return _order(s, line)
    if line.verb == "move" and s.question in (MOVE, 4):
        return _off(s, line) if line.off else _move(s, line)
    if line.verb == "place":
        return _place(battle, line)
    if line.verb == "to" and s.question in (RETREAT, EVADE_PATH):
        return _path(s, line)
    if line.verb == "to" and s.question == LEADER:
        return _flight(s, line)
    if line.verb in ("close", "card") and s.question in (AMBUSH, AMBUSHER):
        return "the ambush needs its card, and comes from a unit next to the one that has advanced", ("CARD-22",)
    if line.verb in ("token", "no token"):
        return _token(battle, line)
    if line.verb == "keep" and s.question == KEEP:
        return f"{line.name} is neither of the two cards drawn", ("CARD-23",)
    if line.verb == "card" and s.question in (CARD, FIRST_STRIKE):
        return f"{line.name} cannot be played now: it is not in the hand or not of use", ("TURN-02", "GAP-04")
    if line.verb == "done" and s.question == BATTLE:
        return "warriors that moved two hexes must close combat while they can", ("FU-09",)
    if line.verb == "roll" and s.question == ROLL:
        return f"{len(line.faces)} faces where {s.dice} dice are rolled", ("DICE-05", RULE_IDS[s.why])
    if line.verb == "advance" and s.question == ADVANCE:
        return _advance(s, line)
    if line.verb == "ignore" and s.question == 10:
        return f"at most {s.frames[s.depth].one} flags can be ignored here", ("BM-11", "BM-01")
    if line.verb == "trample":
        return "the rampage does not roll against that hex, or has already", ("RM-02", "GAP-26")
    return _not_asked(battle, line)


# ---------------------------------------------------------------- a line that nobody asks for


def _procedures(s: State) -> Iterator[tuple[int, int]]:
    for depth in range(s.depth, -1, -1):
        yield s.frames[depth].proc, depth


def _not_asked(battle: Battle, line: Line) -> Reason:
    s = battle.state
    running = [proc for proc, _ in _procedures(s)]
    waits = battle.prompt()
    if frames.CLOSE_COMBAT in running or frames.RANGED_COMBAT in running or frames.AT_LEADER in running:
        rules = _in_battle(s, line, running)
        if rules:
            return f"'{line.verb}' is not asked: {waits}", rules
    if line.verb in ("fire", "close", "back", "evade", "advance") and s.question in (CARD, ORDER, MOVE):
        return f"no battle before the orders and moves are done: {waits}", (
            "TURN-01",
            "GEN-11" if s.question == MOVE else "",
        )
    if line.verb in ("move", "order", "card") and s.question in (BATTLE, TARGET, BONUS):
        return f"'{line.verb}' comes before the battles: {waits}", ("GEN-11", "TURN-01") if line.verb == "move" else (
            "TURN-01",
        )
    return f"'{line.verb}' is not asked: {waits}", (RULE_IDS[s.why],)


def _token(battle: Battle, line: Line) -> Reason:
    """Why a token cannot be spent so now."""
    s = battle.state
    waits = battle.prompt()
    if s.who != CHANCE and s.tokens[s.who] == 0:
        return f"no token is left: {waits}", ("IA-02", RULE_IDS[s.why])
    if s.who != CHANCE and s.spent[s.who]:
        return f"one token has been spent in this turn: {waits}", ("IA-02", RULE_IDS[s.why])
    if line.name == "battle-bonus" and frames.RANGED_COMBAT in [proc for proc, _ in _procedures(s)]:
        return f"no token adds a die to ranged combat: {waits}", ("RC-36", "IA-07")
    wanted = {"battle-bonus": "IA-07", "bravery": "IA-08", "move-a-leader": "IA-06"}.get(line.name, "IA-03")
    return f"'{line.verb} {line.name}'".replace(" '", "'") + f" is not asked: {waits}", (
        wanted,
        "IA-05",
        RULE_IDS[s.why],
    )


def _in_battle(s: State, line: Line, running: list[int]) -> tuple[str, ...]:
    """Why a line is not asked for in the middle of a battle."""
    ranged = frames.RANGED_COMBAT in running
    modes = [s.frames[d].mode for p, d in _procedures(s) if p == frames.ATTACK]
    combat = next((s.frames[d] for p, d in _procedures(s) if p == frames.CLOSE_COMBAT), None)
    back = frames.BATTLING_BACK in modes
    if line.verb in ("fire", "close", "done", "order"):
        return ("GEN-04", "GEN-08")
    if line.verb == "move":
        return ("GEN-11", "GEN-04")
    if line.verb in ("parthian", "no parthian"):
        return ("PS-01", "PS-02")
    if line.verb in ("evade", "stand"):
        if ranged:
            return ("RC-12",)
        if frames.AMBUSHING in modes:
            return ("EV-04", "CARD-22")
        if back:
            return ("EV-03",)
        if frames.STRIKING_FIRST in modes:
            return ("GAP-04",)
        if combat is not None:
            foe = s.units[combat.foe]
            able = EVADES[foe.kind] & FOE[s.units[combat.unit].kind]
            return ("EV-21", "EV-01") if able else (RULE_IDS[EVADE_RULE[foe.kind]], "EV-01")
    if line.verb in ("back", "no back"):
        return ("RC-11",) if ranged else ("BB-06",) if back else ("BB-01", "BB-02", "EV-24")
    if line.verb in ("advance", "hold"):
        if frames.AT_LEADER in running:
            return ("MA-10",)
        if frames.AMBUSHING in modes:
            return ("MA-13", "CARD-22")
        return ("MA-11",) if back else ("MA-01", "MA-09", "EV-25", "WM-05")
    if line.verb == "to":
        return ("RT-02", RULE_IDS[s.why])
    return ()


def path_ended(battle: Battle, kind: int, last: int) -> IllegalChoice:
    """The refusal of a path of a retreat, an evade or a flight that is longer than the rules ask for."""
    s = battle.state
    joined = s.unit_at[last] != NONE and s.leader_at[last] != NONE
    name = hexes.name(last)
    if kind == LEADER:
        return IllegalChoice(f"the leader goes at most three hexes: his way ends at {name}", ("LE-01",), battle.options)
    if joined:
        rules = ("EV-23", "GAP-14") if kind == EVADE_PATH else ("RT-22", "RM-15")
        return IllegalChoice(f"a leader at {name} stops the unit there", rules, battle.options)
    return IllegalChoice(
        f"the way ends at {name}", ("EV-18",) if kind == EVADE_PATH else ("RT-02", "RT-23"), battle.options
    )


def move_ended(battle: Battle, line: Line, made: int) -> IllegalChoice:
    """The refusal of a move that goes on where the piece has to stop."""
    s = battle.state
    here, to = line.hexes[made], line.hexes[made + 1]
    u = _unit(s, here)
    if u is not None and not line.leader and s.leader_at[here] != NONE:
        return IllegalChoice(f"a leader at {hexes.name(here)} stops the unit there", ("MOV-03",), battle.options)
    start = line.hexes[0]
    if LEAVING[s.terrain[start]] and made >= LEAVING[s.terrain[start]]:
        why, rules = _ground(s, start, "whoever leaves a {} moves only one hex")
    elif line.leader or u is None:
        why, rules = _leader_step(s, here, to)
    else:
        why, rules = _unit_step(s, u, here, to, made)
    return IllegalChoice(why, tuple(r for r in rules if r), battle.options)


# ---------------------------------------------------------------- battles


def _unit(s: State, hex: int) -> Unit | None:
    i = s.unit_at[hex]
    return s.units[i] if i != NONE else None


def _name(s: State, hex: int) -> str:
    u = _unit(s, hex)
    if u is not None:
        return f"{KINDS[u.kind].name} {hexes.name(hex)}"
    return f"the leader at {hexes.name(hex)}" if s.leader_at[hex] != NONE else hexes.name(hex)


def _attack(s: State, line: Line) -> Reason:
    here, there = line.hexes
    u = _unit(s, here)
    if u is None:
        if s.leader_at[here] != NONE:
            return f"{_name(s, here)} is alone: a leader cannot battle", ("GEN-10",)
        return f"no unit stands at {hexes.name(here)}", ("GEN-01",)
    if u.side != s.active:
        return f"{_name(s, here)} belongs to the other side", ("GEN-01", "ORD-01")
    if s.question == BONUS:
        if s.units[s.frames[s.depth].unit] is not u:
            return f"{_name(s, here)} must wait: another unit's battle is not finished", ("GEN-04",)
        sprung = s.frames[s.depth].two
        if sprung != NONE and enemy_unit_at(s, u.side, there):
            return f"after an ambush the bonus combat goes against {_name(s, s.units[sprung].hex)} only", ("CARD-22",)
    elif not u.ordered:
        return f"{_name(s, here)} is not ordered", ("ORD-01", "GEN-03")
    elif u.fought >= shots(s, u):
        return f"{_name(s, here)} has already battled this turn", (
            "GEN-08",
            "GEN-02",
            "BC-09",
            _card_rule(s) if shots(s, u) > 1 else "",
        )
    lone = s.unit_at[there] == NONE and enemy_leader_at(s, u.side, there)
    far = hexes.distance(here, there)
    if not enemy_unit_at(s, u.side, there) and not lone:
        return f"no enemy stands at {hexes.name(there)}", ("GEN-01",)
    return (_fire if line.verb == "fire" else _close)(s, u, there, far)


def _fire(s: State, u: Unit, there: int, far: int) -> Reason:
    who, target = _name(s, u.hex), _name(s, there)
    if far == 1:
        beside = "RC-10" if enemy_unit_at(s, u.side, there) else "GAP-15"
        return f"{who} may not fire at {target}: it is adjacent", ("RC-09", beside)
    range_rule = RULE_IDS[RANGE_RULE[u.kind]]
    if CARD_NO_FIRE[s.effect] and acted_on(s, u):
        return "the card allows no ranged combat", (_card_rule(s),)
    if CARD_FIRES_FIRST[s.effect] and acted_on(s, u) != bool(s.firing):
        return f"{who} does not fire in this part of the turn", (_card_rule(s),)
    if reach(u) == 0:
        return f"{who} has no missiles", tuple(dict.fromkeys((range_rule, "RC-01")))
    if u.moved > FIRE_AFTER[u.kind]:
        return f"{who} has moved {u.moved} and may not fire", (RULE_IDS[FIRE_AFTER_RULE[u.kind]],)
    for near in hexes.NEAR[u.hex]:
        if enemy_unit_at(s, u.side, near):
            return f"{who} may not fire at {target}: it stands next to an enemy at {hexes.name(near)}", ("RC-10",)
    if not may_fight_here(s, u):
        return _ground(s, u.hex, f"{who} entered {{}} this turn and may not battle")
    if far > reach(u):
        return f"{target} is {far} hexes away, the range of {who} is {reach(u)}", ("RC-07", range_rule, "RC-18")
    if sees(s, u.hex, there):
        return f"{who} has no dice left to fire at {target} with", ("TER-14", "DICE-04", *_grounds(s, u.hex, there))
    return f"{who} does not see {target}: {_obstacle(s, u.hex, there)[0]}", ("RC-07", *_obstacle(s, u.hex, there)[1])


def _obstacle(s: State, here: int, there: int) -> Reason:
    """What hides a hex from another."""
    row, half = hexes.spot(here)
    line = hexes.SIGHT[(hexes.ROW[there] - row + hexes.REACH) * 25 + hexes.HALF[there] - half + 12]
    plateau = plateau_of(s, here, there)
    rules: list[str] = []
    words: list[str] = []
    for i in range(line[0]):
        pair = [hexes.at(row + line[4 * i + 1 + k], half + line[4 * i + 2 + k]) for k in (0, 2)]
        if not all(obstructs(s, hex, plateau) for hex in pair):
            continue
        rules += ["RC-25"] if pair[0] == pair[1] else ["RC-30"]
        for hex in dict.fromkeys(pair):
            if hex == hexes.NOWHERE or s.terrain[hex] >= len(TERRAINS):
                rules.append("RC-28")
                words.append("the edge of the board")
            elif s.unit_at[hex] != NONE or s.leader_at[hex] != NONE:
                rules.insert(0, "RC-26")
                words.append(_name(s, hex))
            else:
                rules += ["RC-27", RULE_IDS[TERRAIN_RULE[s.terrain[hex]]]]
                words.append(f"{TERRAINS[s.terrain[hex]].name} {hexes.name(hex)}")
    return f"{' and '.join(words) or 'something'} in the way", (*rules, "RC-24")


def _close(s: State, u: Unit, there: int, far: int) -> Reason:
    who = _name(s, u.hex)
    if far > 1:
        return f"{_name(s, there)} is not adjacent to {who}", ("CC-01", "BC-07" if s.question == BONUS else "")
    if CARD_NO_CLOSE[s.effect] and acted_on(s, u):
        return "the card allows no close combat", (_card_rule(s),)
    if CARD_FIRES_FIRST[s.effect] and (s.firing or (acted_on(s, u) and aimed_hex(s, u) != there)):
        return f"{who} may close combat only the unit that it fired at, when all fire is done", (_card_rule(s),)
    if STRIKES_FIRST[s.terrain[there]] and u.moved and not may_enter(s, u, there):
        return _ground(s, there, f"{who} may attack a {{}} only without having moved")
    if u.moved > close_after(s, u):
        return f"{who} has moved {u.moved} and may not close combat", (RULE_IDS[CLOSE_AFTER_RULE[u.kind]],)
    if not may_fight_here(s, u):
        return _ground(s, u.hex, f"{who} entered {{}} this turn and may not battle")
    return f"{who} has no dice left to attack {_name(s, there)} with", ("DICE-04",)


def _card_rule(s: State) -> str:
    return RULE_IDS[CARD_RULE[s.effect]]


def _grounds(s: State, *places: int) -> tuple[str, ...]:
    """The rules of the terrain on some hexes."""
    return tuple(RULE_IDS[TERRAIN_RULE[s.terrain[hex]]] for hex in places if s.terrain[hex])


def _ground(s: State, hex: int, words: str) -> Reason:
    terrain = TERRAINS[s.terrain[hex]] if s.terrain[hex] < len(TERRAINS) else None
    name = terrain.name.lower() if terrain else "the edge of the board"
    return words.format(name), (RULE_IDS[TERRAIN_RULE[s.terrain[hex]]], "MOV-07")


def _advance(s: State, line: Line) -> Reason:
    f = s.frames[s.depth]
    u = s.units[f.unit]
    to = line.hexes[0] if line.hexes else f.hex
    if hexes.distance(to, f.hex) > 1:
        return f"{hexes.name(to)} is not next to the vacated hex {hexes.name(f.hex)}", ("MA-02", "MA-05")
    if f.count == 1:
        return "no further hex after a bonus combat", ("MA-17", "BC-09")
    if not has(u, EXTRA_HEX):
        return f"{_name(s, u.hex)} gets no further hex", (RULE_IDS[EXTRA_RULE[u.kind]], "MA-05", "MA-02")
    if ENDS_ADVANCE[s.terrain[f.hex]]:
        return _ground(s, f.hex, "no further hex after advancing into {}")
    return f"{hexes.name(to)} is not free", ("GAP-17", "MA-05")


# ---------------------------------------------------------------- orders and moves


def _order(s: State, line: Line) -> Reason:
    hex = line.hexes[0]
    card = RULE_IDS[CARD_RULE[s.effect]] if s.card != NONE else "ORD-01"
    u = _unit(s, hex)
    k = s.leader_at[hex]
    if line.leader:
        if k == NONE or s.leaders[k].side != s.active:
            return f"no leader of yours stands at {hexes.name(hex)}", ("ORD-08", "ORD-01")
        if not CARD_LEADERS[s.effect]:
            return "this card does not order leaders alone", ("ORD-06", card)
        if s.leaders[k].ordered:
            return "that leader is ordered already", ("ORD-02",)
    else:
        if u is None or u.side != s.active:
            return f"no unit of yours stands at {hexes.name(hex)}", ("ORD-01",)
        if u.ordered:
            return f"{_name(s, hex)} is ordered already", ("ORD-02",)
        if CARD_CLASS[s.effect] and not belongs(u, CARD_CLASS[s.effect]):
            return f"{_name(s, hex)} is not of the class that the card orders", (card, "ORD-07")
        if CARD_APART[s.effect] and is_pressed(s, u.side, hex):
            return f"{_name(s, hex)} stands next to an enemy", (card,)
    if s.slack[7] < 1:
        return "no order is left", ("ORD-02", card)
    if not (s.room >> hexes.SECTIONS[s.active][hex]) & 1:
        return f"{hexes.name(hex)} is not in a section with an order left", (card, "ORD-03", "ORD-02", "ORD-10")
    if not is_linked(s, s.active, hex):
        return f"{hexes.name(hex)} touches no hex that is ordered", ("ORD-09", card)
    return f"{hexes.name(hex)} cannot be ordered", (card,)


def _move(s: State, line: Line) -> Reason:
    here = line.hexes[0]
    u, k = _unit(s, here), s.leader_at[here]
    if CARD_NO_MOVES[s.effect] and (u is None or line.leader or acted_on(s, u)):
        return "the card allows no moves", (_card_rule(s),)
    if s.again == LEADER_AGAIN and not line.leader:
        return "a leader moves now, for a token", ("IA-06",)
    if CARD_FIRES_FIRST[s.effect] and u is not None and not line.leader and u.ordered and acted_on(s, u):
        return f"{_name(s, here)} may only move next to a unit that it fired at and that still stands", (_card_rule(s),)
    if s.question == MOVE:
        if line.leader:
            if k == NONE or s.leaders[k].side != s.active:
                return f"no leader of yours stands at {hexes.name(here)}", ("MOV-08", "ORD-01")
            if not s.leaders[k].ordered:
                return f"the leader at {hexes.name(here)} is not ordered on his own", ("ORD-06", "ORD-01", "ORD-05")
            if s.leaders[k].halted:
                return f"the leader at {hexes.name(here)} may not move any more", ("MOV-10", "MOV-01")
            return _leader_step(s, here, line.hexes[1])
        if u is None or u.side != s.active:
            return f"no unit of yours stands at {hexes.name(here)}", ("MOV-01", "ORD-01")
        if not u.ordered:
            return f"{_name(s, here)} is not ordered", ("ORD-01",)
        if u.halted:
            return f"{_name(s, here)} may not move any more this turn", ("MOV-01", "MOV-09")
        return _unit_step(s, u, here, line.hexes[1], 0)
    f = s.frames[s.depth]
    index = min(f.count + 1, len(line.hexes) - 1)
    if f.mode == 1:
        return _leader_step(s, f.hex, line.hexes[index])
    return _unit_step(s, s.units[f.unit], f.hex, line.hexes[index], f.count)


def _off(s: State, line: Line) -> Reason:
    """Why a unit may not leave the board."""
    start, here = line.hexes[0], line.hexes[-1]
    f = s.frames[s.depth]
    moving = s.question == STEP
    if line.leader:
        return "only units leave the board", ("SCEN-06", "MOV-08")
    if (moving and f.hex != here) or (not moving and start != here and _unit(s, start) is not None):
        return _move(s, replace(line, off=False))
    u = s.units[f.unit] if moving else _unit(s, here)
    if u is None or u.side != s.active or not u.ordered:
        return f"no ordered unit of yours stands at {hexes.name(start)}", ("MOV-01", "ORD-01")
    if not is_exit(s, u, here):
        return f"{_name(s, u.hex)} may not leave the board from {hexes.name(here)}", ("MOV-05", "SCEN-06")
    return f"{_name(s, u.hex)} has no hex left to leave the board with", ("SCEN-06", RULE_IDS[MOVE_RULE[u.kind]])


def _place(battle: Battle, line: Line) -> Reason:
    """Why a waiting piece may not come on there, or not now."""
    s = battle.state
    place = hexes.name(line.hexes[0])
    if s.question in (PIECE, PLACE):
        return f"no {line.name} may be placed at {place} now", (RULE_IDS[s.why],)
    if s.question == ORDER:
        return "no force may come on by this card now", ("SCEN-10", RULE_IDS[CARD_RULE[s.effect]])
    return f"nobody is placed now: {battle.prompt()}", ("SCEN-10", "SCEN-11")


def _unit_step(s: State, u: Unit, here: int, to: int, made: int) -> Reason:
    who = _name(s, u.hex)
    move = RULE_IDS[MOVE_RULE[u.kind]]
    if here == to and made and made > ordinary_move(s, u) and not charges(s, u, to):
        return f"{who} may move {made} hexes only to charge: no enemy unit next to {hexes.name(to)}", ("FU-08",)
    if here == to and made:
        return f"{who} may not end its move on {hexes.name(to)}", ("MOV-04", "MOV-11")
    if hexes.distance(here, to) != 1:
        return f"{hexes.name(to)} is not next to {hexes.name(here)}", ("MOV-01",)
    if s.unit_at[to] != NONE:
        return f"{who} may not enter {hexes.name(to)}: {_name(s, to)} is there", (
            "GEN-12",
            "MOV-02",
            "MOV-11" if CARD_PASSES[s.effect] else "",
        )
    if enemy_leader_at(s, u.side, to):
        return f"{who} may not enter {hexes.name(to)}: an enemy leader is there", ("MOV-02",)
    if not may_enter(s, u, to):
        return _ground(s, to, f"{who} may not enter {{}}")[0], (
            "MOV-05",
            "TE-01",
            RULE_IDS[TERRAIN_RULE[s.terrain[to]]],
        )
    if s.leader_at[to] != NONE and s.leader_at[u.hex] != NONE:
        return f"{who} has a leader and may not join another", ("MOV-03", "MOV-04")
    if made and s.leader_at[here] != NONE and here != u.hex:
        return f"{who} has met a leader at {hexes.name(here)} and must stop", ("MOV-03",)
    if made and stops_unit(s, u, here):
        return f"{who} must stop at {hexes.name(here)}", ("MOV-12", RULE_IDS[TERRAIN_RULE[s.terrain[here]]])
    if made and FROM_BESIDE[s.terrain[to]]:
        return _ground(s, to, f"{who} may enter a {{}} only with the first hex of its move")
    if made >= allowance(s, u):
        rules = (*_grounds(s, u.hex), "MOV-01", move, "FU-08" if charger(u) else "")
        return f"{who} may move at most {allowance(s, u)}", (_card_rule(s) if CARD_MOST_MOVE[s.effect] else "", *rules)
    if made >= ordinary_move(s, u) and not charges(s, u, to):
        return f"{who} may move {made + 1} hexes only to charge: no enemy unit next to {hexes.name(to)}", ("FU-08",)
    return f"{who} may not move to {hexes.name(to)}", ("MOV-01", move)


def _leader_step(s: State, here: int, to: int) -> Reason:
    if here == to:
        return f"a leader may not end his move at {hexes.name(to)}: another leader is there", ("MOV-08", "MOV-04")
    if hexes.distance(here, to) != 1:
        return f"{hexes.name(to)} is not next to {hexes.name(here)}", ("MOV-08",)
    if enemy_unit_at(s, s.active, to) or enemy_leader_at(s, s.active, to):
        return f"a leader may not enter {hexes.name(to)}: an enemy is there", ("MOV-08", "MOV-02")
    if not leader_may_enter(s, to):
        return _ground(s, to, "a leader may not enter {}")[0], (
            "MOV-05",
            "TE-01",
            RULE_IDS[TERRAIN_RULE[s.terrain[to]]],
        )
    if FROM_BESIDE[s.terrain[to]]:
        return _ground(s, to, "a leader may enter a {} only with the first hex of his move")
    if stops_leader(s, here):
        return f"a leader must stop at {hexes.name(here)}", ("MOV-12", RULE_IDS[TERRAIN_RULE[s.terrain[here]]])
    return f"a leader moves at most 3 hexes and may not end on {hexes.name(to)}", ("MOV-08", "MOV-04")


# ---------------------------------------------------------------- retreats, evades, flights


def _path(s: State, line: Line) -> Reason:
    f = s.frames[s.depth]
    u = s.units[f.unit]
    evading = s.question == EVADE_PATH
    who = _name(s, u.hex)
    path = [hex for hex in line.hexes if hex not in (u.hex,)]
    here = u.hex
    if line.hexes and u.hex == line.hexes[-1]:
        rules = ("EV-18", "EV-19") if evading else ("RT-02", "RT-24", "RT-25")
        return f"{who} must go on: hexes left {f.count}", rules
    after = line.hexes.index(here) + 1 if here in line.hexes else 0
    to = line.hexes[after] if after < len(line.hexes) else (path[0] if path else hexes.NOWHERE)
    if line.off and to == hexes.NOWHERE:
        return f"{who} may not leave the board", ("EV-21",) if evading else ("RT-23",)
    name = hexes.name(to)
    if to not in hexes.REAR[u.side][here]:
        sideways = hexes.ROW[to] == hexes.ROW[here]
        if evading:
            return f"{name} is not toward the own side of {who}", ("EV-28", "EV-18")
        return f"{name} is not toward the own side of {who}", ("RT-17", "RT-16") if sideways else ("RT-16", "RT-15")
    if s.unit_at[to] != NONE:
        return f"{_name(s, to)} is in the way of {who}", ("EV-21",) if evading else ("RT-20",)
    if not may_enter(s, u, to):
        ground = RULE_IDS[TERRAIN_RULE[s.terrain[to]]]
        return _ground(s, to, f"{who} may not enter {{}}")[0], ("EV-21", "TE-01", ground) if evading else (
            "RT-19",
            "TE-01",
            ground,
        )
    if enemy_leader_at(s, u.side, to):
        return f"an enemy leader is in the way of {who}", ("EV-21",) if evading else ("RT-23",)
    if s.leader_at[to] != NONE:
        return f"{who} has a leader and may not join another", ("GAP-10",)
    if evading:
        return f"{who} must evade two hexes where it can", ("EV-19", "EV-18")
    return f"{who} must take a path that makes more of its retreat", ("RT-24", "RT-25")


def _flight(s: State, line: Line) -> Reason:
    f = s.frames[s.depth]
    side = s.leaders[f.unit].side
    here = f.hex
    steps = list(line.hexes)
    if f.count >= len(steps) and not line.off:
        if enemy_unit_at(s, side, here):
            return f"the leader may not end on {hexes.name(here)}: an enemy unit is there", ("LE-04", "LE-20")
        if enemy_leader_at(s, side, here):
            return f"the leader may not end on {hexes.name(here)}: an enemy leader is there", ("LE-04", "GAP-12")
        return f"the leader may not end on {hexes.name(here)}: another leader is there", ("LE-04",)
    if f.count >= len(steps):
        return "the leader may leave the board only from his own baseline", ("LE-08", "LE-01")
    to = steps[f.count]
    if to not in hexes.REAR[side][here]:
        return f"{hexes.name(to)} is not toward the leader's own side", ("LE-01",)
    if not can_pass(s, to):
        return f"{hexes.name(to)} is impassable", ("GAP-24", "LE-04", "TE-01", RULE_IDS[TERRAIN_RULE[s.terrain[to]]])
    if enemy_unit_at(s, side, to):
        return f"an enemy unit stands at {hexes.name(to)} and the leader would be lost", (
            "GAP-25",
            "LE-16",
            "LE-04",
            "LE-20",
        )
    if enemy_leader_at(s, side, to):
        return f"an enemy leader stands at {hexes.name(to)}", ("LE-04", "GAP-12", "GAP-25")
    return f"the leader cannot end his evade at {hexes.name(to)} or behind it", ("LE-04", "GAP-25", "LE-01")
