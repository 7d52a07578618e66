"""Why a path is refused: retreats and evades of units, and evades and escapes of leaders."""

from __future__ import annotations

from ..battle.door import Battle, IllegalChoice
from ..battle.lines import Line
from ..core import ask, column, hexes, kinds, legend
from ..core.battlefield import enemy_leader_at, enemy_unit_at, has, may_enter
from ..core.kinds import KINDS
from ..core.rule import RULE_IDS
from ..core.state import NONE, State
from ..rules.evade import full_evade
from ..rules.leaders import can_pass
from .words import Reason, ground_reason, in_force, piece_on


def path_of_unit(s: State, line: Line, made: int = 0) -> Reason:
    """Why a unit that has made so many hexes of a line may not retreat or evade so (chapters RT, EV).

    >>> from hexillum.notation.cases import read_nodes, read_setup
    >>> from hexillum.battle.lines import read_line
    >>> from hexillum.notation.script import play_line
    >>> setup = "{units: [bottom F5 auxilia 4, top E5 auxilia 4]}"
    >>> battle, _ = read_setup(next(read_nodes(setup, "example")), "ancients")
    >>> for text in ("close F5xE5", "roll F G G"):
    ...     play_line(battle, text)
    >>> path_of_unit(battle.state, read_line("to E4"))
    ('E4 is not toward the own side of Auxilia E5', ('RT-17', 'RT-16'))
    """
    f = s.frames[s.depth]
    u = s.units[f.unit]
    evading = s.question == ask.EVADE_PATH
    here = u.hex
    # on the way it has no hex of its own: the line is refused as a whole, and it stands where it stood
    who = KINDS[u.kind].name if made else piece_on(s, here)
    if made == len(line.hexes) and line.off:
        return f"{who} may not leave the board", ("EV-21",) if evading else ("RT-23",)
    if made == len(line.hexes):
        rules = ("EV-18", "EV-19") if evading else ("RT-02", "RT-24", "RT-25")
        left = f"{legend.hexes_left(f)} more {'hex' if legend.hexes_left(f) == 1 else 'hexes'}"
        return f"{who} must go on from {hexes.name(here)}, as far as it can: {left}", rules
    to = line.hexes[made]
    name = hexes.name(to)
    if to not in hexes.REAR[u.side][here]:
        sideways = hexes.ROW[to] == hexes.ROW[here]
        if evading:
            return f"{name} is not toward the own side of {who}", ("EV-28", "EV-18")
        return f"{name} is not toward the own side of {who}", ("RT-17", "RT-16") if sideways else ("RT-16", "RT-15")
    if s.unit_at[to] != NONE:
        return f"{piece_on(s, to)} is in the way of {who}", ("EV-21",) if evading else ("RT-20",)
    if not may_enter(s, u, to):
        ground = RULE_IDS[column.TERRAIN_RULE[s.terrain[to]]]
        return ground_reason(s, to, f"{who} may not enter {{}}")[0], ("EV-21", "TE-01", ground) if evading else (
            "RT-19",
            "TE-01",
            ground,
        )
    if enemy_leader_at(s, u.side, to):
        return f"an enemy leader is in the way of {who}", ("EV-21",) if evading else ("RT-23",)
    if s.leader_at[to] != NONE:
        return f"{who} has a leader and may not join another", ("GAP-10",)
    if evading and full_evade(s, u):
        return f"{who} must evade two hexes where it can", ("EV-19", "EV-18")
    if evading:
        joined = next(n for n in hexes.REAR[u.side][here] if s.leader_at[n] != NONE)
        return f"{who} must evade onto the leader at {hexes.name(joined)}: one hex alone is not enough", (
            "EV-19",
            "EV-23",
        )
    return f"{who} must take a path that makes more of its retreat", ("RT-24", "RT-25")


def flight(s: State, line: Line) -> Reason:
    """Why a leader may not evade or escape so (chapter LE).

    >>> from hexillum.notation.cases import read_nodes, read_setup
    >>> from hexillum.battle.lines import read_line
    >>> from hexillum.notation.script import play_line
    >>> setup = "{units: [bottom F5 auxilia 4, top E5 leader]}"
    >>> battle, _ = read_setup(next(read_nodes(setup, "example")), "ancients")
    >>> for text in ("close F5xE5", "roll G G G"):
    ...     play_line(battle, text)
    >>> flight(battle.state, read_line("to F4"))
    ("F4 is not toward the leader's own side", ('LE-01',))
    """
    f = s.frames[s.depth]
    side = s.leaders[f.unit].side
    here = legend.reached(f)
    steps = line.hexes
    if legend.hexes_moved(f) >= len(steps) and not line.off:
        if enemy_unit_at(s, side, here):
            return f"the leader may not end on {hexes.name(here)}: an enemy unit is there", ("LE-04", "LE-20")
        if enemy_leader_at(s, side, here):
            return f"the leader may not end on {hexes.name(here)}: an enemy leader is there", ("LE-04", "GAP-12")
        return f"the leader may not end on {hexes.name(here)}: another leader is there", ("LE-04",)
    if legend.hexes_moved(f) >= len(steps):
        return "the leader may leave the board only from his own baseline", ("LE-08", "LE-01")
    to = steps[legend.hexes_moved(f)]
    if to not in hexes.REAR[side][here]:
        return f"{hexes.name(to)} is not toward the leader's own side", ("LE-01",)
    if not can_pass(s, to):
        return f"{hexes.name(to)} is impassable", (
            "GAP-24",
            "LE-04",
            "TE-01",
            RULE_IDS[column.TERRAIN_RULE[s.terrain[to]]],
        )
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


def path_ended(battle: Battle, kind: int, last: int) -> IllegalChoice:
    """The refusal of a path of a retreat, an evade or a flight that is longer than the rules ask for.

    `kind` is the kind of decision that it answered, `last` the hex where the path ends.

    >>> battle = Battle.start("akragas", seed=7)
    >>> path_ended(battle, ask.LEADER, hexes.parse("B6")).why
    'the leader goes at most three hexes: his way ends at B6'
    """
    s = battle.state
    name = hexes.name(last)
    i = s.unit_at[last]
    rules: tuple[str, ...]
    if kind == ask.LEADER:
        why, rules = f"the leader goes at most three hexes: his way ends at {name}", ("LE-01",)
    elif i != NONE and s.leader_at[last] != NONE:
        elephant = "RM-15" if has(s.units[i], kinds.RAMPAGES) else ""
        why = f"a leader at {name} stops the unit there"
        rules = ("EV-23", "GAP-14") if kind == ask.EVADE_PATH else ("RT-22", elephant)
    else:
        why, rules = f"the way ends at {name}", ("EV-18",) if kind == ask.EVADE_PATH else ("RT-02", "RT-23")
    return IllegalChoice(why, in_force(s, rules), battle.options)
