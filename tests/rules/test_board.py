"""The map against the notation's own words: neighbours, rear hexes, distances, sections (GAP-02, ORD-10, RC-18)."""

from __future__ import annotations

from collections import deque

import pytest

from hexillum.core import hexes
from hexillum.core.hexes import CENTER, LEFT, NEAR, NOWHERE, REAR, RIGHT, SECTIONS
from hexillum.core.state import empty_state
from tests.kit.support import BOTTOM, TOP, rule, spots

BOARDS = (9, 11)


def all_names(rows: int) -> list[str]:
    """Rows A, C, E … have 13 hexes, the others 12."""
    return [f"{'ABCDEFGHIJK'[row]}{column}" for row in range(rows) for column in range(1, 13 if row % 2 else 14)]


def neighbours(name: str, rows: int) -> set[str]:
    """Of E6: E5 E7, D5 D6, F5 F6; of D6: D5 D7, C6 C7, E6 E7 (the notation)."""
    row, column = "ABCDEFGHIJK".index(name[0]), int(name[1:])
    shift = 0 if row % 2 else -1
    near = [(row, column - 1), (row, column + 1)]
    near += [(row + down, column + shift + right) for down in (-1, 1) for right in (0, 1)]
    there = set(all_names(rows))
    return {f"{'ABCDEFGHIJK'[r]}{c}" for r, c in near if 0 <= r < 11 and f"{'ABCDEFGHIJK'[r]}{c}" in there}


@rule("GAP-02")
@pytest.mark.parametrize(("rows", "count"), [(9, 113), (11, 138)])
def test_a_board_has_these_hexes(rows: int, count: int) -> None:
    names = [hexes.name(hex) for hex in hexes.board(rows)]
    assert names == all_names(rows)
    assert len(names) == count
    assert [hexes.parse(name, rows) for name in names] == hexes.board(rows)


@rule("GAP-02")
@pytest.mark.parametrize("rows", BOARDS)
def test_neighbours_are_those_of_the_notation(rows: int) -> None:
    board = set(hexes.board(rows))
    for hex in board:
        near = [n for n in NEAR[hex] if n in board]
        assert {hexes.name(n) for n in near} == neighbours(hexes.name(hex), rows)
        assert len(near) == len(set(near))
        assert all(hex in NEAR[n] for n in near)


@rule("GAP-02")
def test_no_neighbour_of_the_spare_hex() -> None:
    assert set(NEAR[NOWHERE]) == {NOWHERE}
    assert REAR[TOP][NOWHERE] == REAR[BOTTOM][NOWHERE] == [NOWHERE, NOWHERE]


@rule("GAP-02", "RT-15")
@pytest.mark.parametrize("rows", BOARDS)
def test_rear_hexes_are_the_neighbours_one_row_nearer_to_the_own_baseline(rows: int) -> None:
    board = set(hexes.board(rows))
    for hex in board:
        name = hexes.name(hex)
        for side, letter in ((TOP, chr(ord(name[0]) - 1)), (BOTTOM, chr(ord(name[0]) + 1))):
            wanted = sorted(n for n in neighbours(name, rows) if n[0] == letter)
            rear = [n for n in REAR[side][hex] if n in board]
            assert sorted(hexes.name(n) for n in rear) == wanted
            assert rear == sorted(rear), "the western one first"
        edge = name[1:] in ("1", "13") and "ABCDEFGHIJK".index(name[0]) % 2 == 0
        inner = 1 if edge else 2
        backs = [len([n for n in REAR[side][hex] if n in board]) for side in (TOP, BOTTOM)]
        assert backs == [0 if name[0] == "A" else inner, 0 if name[0] == "ABCDEFGHIJK"[rows - 1] else inner]


def walked(start: str, rows: int) -> dict[str, int]:
    """Distances by walking from hex to hex."""
    far = {start: 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in neighbours(here, rows):
            if there not in far:
                far[there] = far[here] + 1
                queue.append(there)
    return far


@rule("RC-18", "GAP-02")
@pytest.mark.parametrize("rows", BOARDS)
def test_the_distance_is_that_of_the_shortest_walk(rows: int) -> None:
    for start in all_names(rows):
        here = hexes.parse(start)
        for name, steps in walked(start, rows).items():
            assert hexes.distance(here, hexes.parse(name)) == steps, (start, name)


def sections_by_table(name: str) -> int:
    """The sections of a hex as the bottom player sees them: the table of the board, columns counted from 0."""
    column = int(name[1:]) - 1
    if "ABCDEFGHIJK".index(name[0]) % 2 == 0:
        limits = (range(0, 5), range(4, 9), range(8, 13))
    else:
        limits = (range(0, 4), range(4, 8), range(8, 12))
    return sum(bit for bit, columns in zip((LEFT, CENTER, RIGHT), limits, strict=True) if column in columns)


@rule("GAP-02", "ORD-03")
def test_sections_of_the_bottom_side() -> None:
    for hex in hexes.board(11):
        assert SECTIONS[BOTTOM][hex] == sections_by_table(hexes.name(hex)), hexes.name(hex)
    dotted = [hexes.name(h) for h in hexes.board(9) if SECTIONS[BOTTOM][h] in (LEFT | CENTER, CENTER | RIGHT)]
    assert dotted == ["A5", "A9", "C5", "C9", "E5", "E9", "G5", "G9", "I5", "I9"]


@rule("ORD-10")
def test_the_top_side_sees_left_and_right_exchanged() -> None:
    for hex in hexes.board(11):
        bottom, top = SECTIONS[BOTTOM][hex], SECTIONS[TOP][hex]
        assert bool(top & LEFT) == bool(bottom & RIGHT)
        assert bool(top & RIGHT) == bool(bottom & LEFT)
        assert bool(top & CENTER) == bool(bottom & CENTER)


@rule("GAP-02")
def test_the_same_numbers_serve_both_boards() -> None:
    small, large = empty_state("ancients"), empty_state("medieval")
    for hex in range(NOWHERE):
        name = hexes.name(hex)
        assert (small.terrain[hex] == 0) == (hex in hexes.board(9)), name
        assert (large.terrain[hex] == 0) == (hex in hexes.board(11)), name


@rule("GAP-02")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "A",
        "5",
        "A0",
        "A14",
        "B13",
        "B0",
        "J1",
        "K1",
        "L1",
        "A1A",
        "AA1",
        "Ä1",
        "A01",
        "A-1",
        "A+1",
        "A 1",
        "A٣",
        "off",
    ],
)
def test_no_such_hex_on_the_small_board(text: str) -> None:
    with pytest.raises(ValueError, match="is not a hex"):
        hexes.parse(text, 9)


def test_hexes_of_names() -> None:
    assert [hexes.name(hex) for hex in spots("A1 E6 I13".split())] == ["A1", "E6", "I13"]
    assert hexes.name(NOWHERE) == "off"
