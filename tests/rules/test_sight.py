"""Lines of sight against an oracle that knows nothing but plane geometry in exact fractions (RC-24 to RC-30).

A hex is a polygon; the line is cut with it. A hex of which the line crosses the inside blocks when it is obstructed;
where the line runs along an edge both hexes beside the edge must be; what lies off the board is an obstruction.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest

from hexillum.battle.setup import add_leader, add_unit
from hexillum.core import column, hexes
from hexillum.core.kinds import kind_number
from hexillum.core.state import State, empty_state
from hexillum.core.terrain import TERRAINS, terrain_number
from hexillum.rules.terrain import sees
from tests.kit.support import BOTTOM, TOP, rule

Point = tuple[int, int]
Interval = tuple[Fraction, Fraction]

#: The corners of a hex around its centre, in half widths across and half radii down: any affine picture of a regular
#: hexagon has the same lines, so nothing is lost by using whole numbers.
CORNERS: tuple[Point, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


def cut(centre: Point, end: Point) -> tuple[Interval, bool] | None:
    """The part of the line (0, 0) to `end` in a closed hex, as fractions of the way, and whether it meets the inside.

    None where line and hex have at most a point in common.
    """
    start, stop, inside = Fraction(0), Fraction(1), True
    corners = [(centre[0] + x, centre[1] + y) for x, y in CORNERS]
    for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]):
        # the side on which the centre lies has the sign of `inner`
        inner = (bx - ax) * (centre[1] - ay) - (by - ay) * (centre[0] - ax)
        at_start = (bx - ax) * (0 - ay) - (by - ay) * (0 - ax)
        slope = (bx - ax) * end[1] - (by - ay) * end[0]
        if inner < 0:
            at_start, slope = -at_start, -slope
        if slope == 0:
            if at_start < 0:
                return None
            inside = inside and at_start > 0
        elif slope > 0:
            start = max(start, Fraction(-at_start, slope))
        else:
            stop = min(stop, Fraction(at_start, -slope))
    return ((start, stop), inside) if start < stop else None


@cache
def met(down: int, right: int) -> tuple[tuple[Point, ...], tuple[tuple[Point, ...], ...]]:
    """What the line to the hex so many rows down and half hexes right meets: hexes crossed, pairs beside an edge."""
    crossed: list[Point] = []
    edges: dict[Interval, list[Point]] = {}
    for row in range(min(0, down) - 1, max(0, down) + 2):
        for half in range(min(0, right) - 2, max(0, right) + 3):
            if (row + half) % 2 or (row, half) in ((0, 0), (down, right)):
                continue
            found = cut((half, 3 * row), (right, 3 * down))
            if found and found[1]:
                crossed.append((row, half))
            elif found:
                edges.setdefault(found[0], []).append((row, half))
    assert all(len(pair) == 2 for pair in edges.values())
    return tuple(crossed), tuple(tuple(pair) for pair in edges.values())


def clear_line(s: State, blocked: set[int], here: int, there: int) -> bool:
    """What the oracle says about two hexes when these hexes are obstructed."""
    (row, half), (row_2, half_2) = hexes.spot(here), hexes.spot(there)

    def obstructed(offset: Point) -> bool:
        hex = hexes.at(row + offset[0], half + offset[1])
        return hex == hexes.NOWHERE or row + offset[0] >= s.rows or hex in blocked

    crossed, edges = met(row_2 - row, half_2 - half)
    return not any(map(obstructed, crossed)) and not any(all(map(obstructed, pair)) for pair in edges)


def pairs(rows: int) -> list[tuple[int, int]]:
    board = hexes.board(rows)
    return [(a, b) for a in board for b in board if 2 <= hexes.distance(a, b) <= 6]


def obstruct(s: State, blocked: set[int], rng: random.Random) -> None:
    """Obstruct hexes with terrain, units of both sides, and leaders who are alone."""
    hiding = [terrain_number("ancients", key) for key in ("forest", "camp", "fortified-wall", "impassable-hill")]
    for hex in blocked:
        way = rng.randrange(3)
        side = rng.randrange(2)
        if way == 1 and s.units_of[side] < 20:
            add_unit(s, side, kind_number("ancients", "auxilia"), hex)
        elif way == 2 and sum(leader.hex != hexes.NOWHERE and leader.side == side for leader in s.leaders) < 6:
            add_leader(s, side, hex)
        else:
            s.terrain[hex] = rng.choice(hiding)


@rule("RC-24", "RC-25", "RC-28", "RC-30")
@pytest.mark.parametrize("rows", [9, 11])
def test_on_an_empty_board_sight_ends_nowhere_but_at_the_edge(rows: int) -> None:
    s = empty_state({9: "ancients", 11: "medieval"}[rows])
    for here, there in pairs(rows):
        assert sees(s, here, there) == clear_line(s, set(), here, there), (hexes.name(here), hexes.name(there))


@rule("RC-24", "RC-25", "RC-26", "RC-27", "RC-28", "RC-30")
@pytest.mark.parametrize(("rows", "seed", "share"), [(9, 1, 5), (9, 2, 15), (9, 3, 30), (9, 4, 50), (11, 5, 25)])
def test_every_pair_of_hexes_on_a_random_map(rows: int, seed: int, share: int) -> None:
    rng = random.Random(seed)
    s = empty_state({9: "ancients", 11: "medieval"}[rows])
    blocked = {hex for hex in hexes.board(rows) if rng.randrange(100) < share}
    obstruct(s, blocked, rng)
    seen = 0
    for here, there in pairs(rows):
        wanted = clear_line(s, blocked, here, there)
        assert sees(s, here, there) == wanted, (hexes.name(here), hexes.name(there), sorted(map(hexes.name, blocked)))
        seen += wanted
    assert 0 < seen < len(pairs(rows))


@rule("RC-24", "RC-30")
@pytest.mark.parametrize("seed", [11, 12, 13])
def test_who_sees_is_seen(seed: int) -> None:
    rng = random.Random(seed)
    s = empty_state("ancients")
    obstruct(s, {hex for hex in hexes.board(9) if rng.randrange(100) < 30}, rng)
    for here, there in pairs(9):
        assert sees(s, here, there) == sees(s, there, here), (hexes.name(here), hexes.name(there))


@rule("RC-29")
def test_what_stands_in_the_own_hex_and_in_that_of_the_target_hides_neither() -> None:
    s = empty_state("ancients")
    for here, there in pairs(9)[::7]:
        s.terrain[here] = s.terrain[there] = terrain_number("ancients", "forest")
        assert sees(s, here, there) == clear_line(s, set(), here, there)
        s.terrain[here] = s.terrain[there] = 0


@rule(
    "RC-27", "TER-01", "TER-02", "TER-03", "TER-04", "TER-05", "TER-06", "TER-07", "TER-08", "TER-09", "TE-04", "TER-13"
)
def test_which_terrain_hides_what_is_behind_it() -> None:
    hiding = {t.key for number, t in enumerate(TERRAINS) if column.BLOCKS_SIGHT[number]}
    assert hiding >= {"forest", "hill", "impassable-hill", "camp", "scalable-wall", "fortified-wall"}
    assert not hiding & {"clear", "broken-ground", "river", "fordable-river", "sea", "lake", "marsh", "bridge"}
    here, between, there = (hexes.parse(name) for name in ("E6", "E7", "E8"))
    for number, terrain in enumerate(TERRAINS):
        s = empty_state("ancients")
        s.terrain[between] = number
        assert sees(s, here, there) == (terrain.key not in hiding), terrain.key


@rule("RC-26")
@pytest.mark.parametrize("side", [TOP, BOTTOM])
def test_friend_and_enemy_hide_alike(side: int) -> None:
    here, between, there = (hexes.parse(name) for name in ("E6", "E7", "E8"))
    with_unit, with_leader = empty_state("ancients"), empty_state("ancients")
    add_unit(with_unit, side, kind_number("ancients", "light-bow"), between)
    add_leader(with_leader, side, between)
    assert not sees(with_unit, here, there)
    assert not sees(with_leader, here, there)
