"""Why an attack or an advance after it is refused: ranged combat, close combat and the momentum advance."""

from __future__ import annotations

from ..battle.lines import Line
from ..core import ask, column, hexes, kinds, legend
from ..core.battlefield import acted_on, enemy_leader_at, enemy_unit_at, has, is_a, may_enter
from ..core.rule import RULE_IDS
from ..core.state import BONUS_FOUGHT, NONE, State, Unit
from ..core.terrain import TERRAINS
from ..rules.close import close_after
from ..rules.movement import aimed_hex
from ..rules.ranged import reach
from ..rules.terrain import may_fight_here, obstructs, plateau_of, sees
from ..rules.turn import shots
from .words import Reason, card_rule, ground_reason, ground_rules, piece_on, unit_on


def attack(s: State, line: Line) -> Reason:
    """Why a unit may not fire at a hex or attack it in close combat (chapters RC, CC).

    >>> from hexillum.battle.lines import read_line
    >>> from hexillum.notation.script import play_line
    >>> from hexillum.battle.door import Battle
    >>> battle = Battle.start("akragas", seed=7)
    >>> for text in ("card order-two-left", "order G4", "done", "done"):
    ...     play_line(battle, text)
    >>> attack(battle.state, read_line("fire G4xC5"))[0]
    'Light Bow Infantry C5 is 4 hexes away, the range of Light Bow Infantry G4 is 3'
    """
    here, there = line.hexes
    u = unit_on(s, here)
    if u is None:
        if s.leader_at[here] != NONE:
            return f"{piece_on(s, here)} is alone: a leader cannot battle", ("GEN-10",)
        return f"no unit stands at {hexes.name(here)}", ("GEN-01",)
    if u.side != s.active:
        return f"{piece_on(s, here)} belongs to the other side", ("GEN-01", "ORD-01")
    if s.question == ask.BONUS:
        if s.units[s.frames[s.depth].unit] is not u:
            return f"{piece_on(s, here)} must wait: another unit's battle is not finished", ("GEN-04",)
        if line.verb == "fire":
            return f"{piece_on(s, here)} may close combat once more, not fire", ("BC-01", "BC-07")
        sprung = legend.ambusher(s.frames[s.depth])
        if sprung != NONE and enemy_unit_at(s, u.side, there):
            only = piece_on(s, s.units[sprung].hex)
            return f"after an ambush the bonus combat goes against {only} only", ("CARD-22",)
    elif not u.ordered:
        return f"{piece_on(s, here)} is not ordered", ("ORD-01", "GEN-03")
    elif u.fought >= shots(s, u):
        return _battled(s, u, line.verb)
    lone = s.unit_at[there] == NONE and enemy_leader_at(s, u.side, there)
    far = hexes.distance(here, there)
    if not enemy_unit_at(s, u.side, there) and not lone:
        return f"no enemy stands at {hexes.name(there)}", ("GEN-01",)
    return (_fire if line.verb == "fire" else _close)(s, u, there, far)


def _battled(s: State, u: Unit, verb: str) -> Reason:
    """Why a unit that has battled may not do so again, be it in a bonus combat."""
    who = piece_on(s, u.hex)
    if u.fought >= BONUS_FOUGHT:
        return f"{who} has already made its bonus combat", ("GEN-08", "BC-09")
    why = f"{who} has already battled this turn"
    if shots(s, u) > 1:
        return why, ("GEN-08", card_rule(s))
    if verb == "fire":
        return why, ("GEN-08", "GEN-02")
    if has(u, kinds.NO_ADVANCE):
        return f"{why} and never makes a bonus combat", ("GEN-08", "WM-06")
    if not has(u, kinds.BONUS_ALWAYS) and s.leader_at[u.hex] == NONE:
        return f"{why}, and without a leader it gets no bonus combat", ("GEN-08", "BC-04")
    if not is_a(u, column.BONUS_ON[s.terrain[u.hex]]):
        reason, ground = ground_reason(s, u.hex, f"{why}, and {{}} allows no bonus combat")
        return reason, ("GEN-08", "BC-10", *ground)
    return f"{why}: a bonus combat follows an advance at once", ("GEN-08", "BC-01", "MA-04")


def _fire(s: State, u: Unit, there: int, far: int) -> Reason:
    """Why a unit may not fire at an enemy so many hexes away."""
    who, target = piece_on(s, u.hex), piece_on(s, there)
    range_rule = RULE_IDS[column.RANGE_RULE[u.kind]]
    beside = ("RC-09", "RC-10" if enemy_unit_at(s, u.side, there) else "GAP-15")
    if reach(u) == 0:
        unarmed = ("RC-01", RULE_IDS[column.MISSILE_RULE[u.kind]], range_rule)
        if far == 1:
            return f"{who} has no missiles, and {target} is adjacent", (*unarmed, *beside)
        return f"{who} has no missiles", unarmed
    if far == 1:
        return f"{who} may not fire at {target}: it is adjacent", beside
    if column.CARD_NO_FIRE[s.effect] and acted_on(s, u):
        return "the card allows no ranged combat", (card_rule(s),)
    if column.CARD_FIRES_FIRST[s.effect] and acted_on(s, u) != bool(s.firing):
        return f"{who} does not fire in this part of the turn", (card_rule(s),)
    if u.moved > column.FIRE_AFTER[u.kind]:
        return f"{who} has moved {_hexes(u.moved)} and may not fire", (RULE_IDS[column.FIRE_AFTER_RULE[u.kind]],)
    for near in hexes.NEAR[u.hex]:
        if enemy_unit_at(s, u.side, near):
            return f"{who} may not fire at {target}: it stands next to an enemy at {hexes.name(near)}", ("RC-10",)
    if not may_fight_here(s, u):
        return ground_reason(s, u.hex, f"{who} entered {{}} this turn and may not battle")
    if far > reach(u):
        return f"{target} is {far} hexes away, the range of {who} is {reach(u)}", ("RC-07", range_rule, "RC-18")
    if sees(s, u.hex, there):
        return f"{who} has no dice left to fire at {target} with", ("TER-14", "DICE-04", *ground_rules(s, u.hex, there))
    obstacle, rules = _obstacle(s, u.hex, there)
    return f"{who} does not see {target}: {obstacle}", ("RC-07", *rules)


def _hexes(count: int) -> str:
    return f"{count} {'hex' if count == 1 else 'hexes'}"


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
                words.append(piece_on(s, hex))
            else:
                rules += ["RC-27", RULE_IDS[column.TERRAIN_RULE[s.terrain[hex]]]]
                words.append(f"{TERRAINS[s.terrain[hex]].name} {hexes.name(hex)}")
    return f"{' and '.join(words) or 'something'} in the way", (*rules, "RC-24")


def _close(s: State, u: Unit, there: int, far: int) -> Reason:
    """Why a unit may not attack an enemy in close combat."""
    who = piece_on(s, u.hex)
    if far > 1:
        return f"{piece_on(s, there)} is not adjacent to {who}", ("CC-01", "BC-07" if s.question == ask.BONUS else "")
    if column.CARD_NO_CLOSE[s.effect] and acted_on(s, u):
        return "the card allows no close combat", (card_rule(s),)
    if column.CARD_FIRES_FIRST[s.effect] and (s.firing or (acted_on(s, u) and aimed_hex(s, u) != there)):
        return f"{who} may close combat only the unit that it fired at, when all fire is done", (card_rule(s),)
    if column.STRIKES_FIRST[s.terrain[there]] and u.moved and not may_enter(s, u, there):
        return ground_reason(s, there, f"{who} may attack {{}} only without having moved")
    if u.moved > close_after(s, u):
        return f"{who} has moved {_hexes(u.moved)} and may not close combat", (
            RULE_IDS[column.CLOSE_AFTER_RULE[u.kind]],
        )
    if not may_fight_here(s, u):
        return ground_reason(s, u.hex, f"{who} entered {{}} this turn and may not battle")
    return f"{who} has no dice left to attack {piece_on(s, there)} with", ("DICE-04",)


def advance(s: State, line: Line) -> Reason:
    """Why a unit that has won a close combat may not advance to a hex (chapter MA); without one, to the vacated hex.

    >>> from hexillum.notation.cases import read_nodes, read_setup
    >>> from hexillum.battle.lines import read_line
    >>> from hexillum.notation.script import play_line
    >>> setup = "{units: [bottom F5 auxilia 4, top E5 auxilia 1]}"
    >>> battle, _ = read_setup(next(read_nodes(setup, "example")), "ancients")
    >>> for text in ("close F5xE5", "roll G G G"):
    ...     play_line(battle, text)
    >>> advance(battle.state, read_line("advance A1"))
    ('A1 is not next to the vacated hex E5', ('MA-02', 'MA-05'))
    """
    f = s.frames[s.depth]
    u = s.units[f.unit]
    to = line.hexes[0] if line.hexes else legend.vacated(f)
    if hexes.distance(to, legend.vacated(f)) > 1:
        return f"{hexes.name(to)} is not next to the vacated hex {hexes.name(legend.vacated(f))}", ("MA-02", "MA-05")
    if legend.is_bonus(f):
        return "no further hex after a bonus combat", ("MA-17", "BC-09")
    if not has(u, kinds.EXTRA_HEX):
        return f"{piece_on(s, u.hex)} gets no further hex", (RULE_IDS[column.EXTRA_RULE[u.kind]], "MA-05", "MA-02")
    if column.ENDS_ADVANCE[s.terrain[legend.vacated(f)]]:
        return ground_reason(s, legend.vacated(f), "no further hex after advancing into {}")
    return f"{hexes.name(to)} is not free", ("GAP-17", "MA-05")
