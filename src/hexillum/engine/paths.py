"""Where an ordered piece can go: floods over the steps that the rules allow."""

from __future__ import annotations

from ..core.hexes import NEAR
from ..core.state import NONE, State
from ..rules.movement import allowance, leader_allowance, leader_may_pass, leader_may_stop, may_step, must_stop
from ..rules.terrain import stops_leader


def unit_paths(s: State, i: int) -> dict[int, list[int]]:
    """The hexes where unit `i` may end its move, each with the shortest path to it; its own hex is not among them.

    A path is a list of hexes in order, without the one it begins on and with the one it ends on. Whether the unit is
    ordered is not asked; terrain, friends and leaders on the way are (MOV-01, MOV-12).

    >>> from hexillum.battle.setup import add_unit, new_state
    >>> s = new_state("ancients")
    >>> sorted(unit_paths(s, add_unit(s, 1, 6, 57)))
    [43, 44, 56, 58, 69, 70]
    """
    u = s.units[i]
    most = allowance(s, u)
    seen: dict[int, list[int]] = {u.hex: []}
    ends: dict[int, list[int]] = {}
    edge = [u.hex]
    for made in range(most):
        reached = []
        for here in edge:
            path = seen[here]
            for hex in NEAR[here]:
                if hex not in seen and may_step(s, u, here, hex, made, most):
                    seen[hex] = [*path, hex]
                    if s.unit_at[hex] == NONE:
                        ends[hex] = seen[hex]
                        if must_stop(s, u, hex):
                            continue
                    reached.append(hex)
        edge = reached
    return ends


def leader_paths(s: State, k: int) -> dict[int, list[int]]:
    """The hexes where leader `k` may end a move on his own, each with the shortest path to it; not his own hex.

    A path is a list of hexes in order, without the one it begins on and with the one it ends on (MOV-08).

    >>> from hexillum.battle.setup import add_leader, new_state
    >>> s = new_state("ancients")
    >>> paths = leader_paths(s, add_leader(s, 1, 57))
    >>> len(paths), max(len(path) for path in paths.values())
    (36, 3)
    """
    leader = s.leaders[k]
    most = leader_allowance(s, leader.hex)
    seen: dict[int, list[int]] = {leader.hex: []}
    ends: dict[int, list[int]] = {}
    edge = [leader.hex]
    for _ in range(most):
        reached = []
        for here in edge:
            for hex in NEAR[here]:
                if hex not in seen and leader_may_pass(s, leader.side, hex):
                    seen[hex] = [*seen[here], hex]
                    if leader_may_stop(s, leader.side, hex):
                        ends[hex] = seen[hex]
                    if not stops_leader(s, hex):
                        reached.append(hex)
        edge = reached
    return ends
