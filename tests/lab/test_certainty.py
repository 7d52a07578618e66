"""Intervals of differences: as often right as they say, whether one looks once or after every game."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from hexillum.lab import certainty
from hexillum.lab.certainty import FEWEST, estimate, estimate_always, estimate_by_drawing

pytest.importorskip("scipy")
RUNS = 2_000


def pairs(p: float, q: float, n: int, chance: random.Random) -> list[float]:
    """The differences of n pairs of games that are won with these chances; pairs share some of their luck."""
    out = []
    for _ in range(n):
        shared = chance.random() < 0.5
        one, other = chance.random(), chance.random()
        out.append(float((one if shared else other) < q) - float(one < p))
    return out


def share_right(n: int, p: float, q: float, seed: int, interval: Callable = estimate) -> float:
    chance = random.Random(seed)
    right = 0
    for _ in range(RUNS):
        found = interval(pairs(p, q, n, chance))
        right += found.low <= q - p <= found.high
    return right / RUNS


@pytest.mark.parametrize(("n", "p", "q"), [(20, 0.5, 0.5), (40, 0.3, 0.5), (100, 0.05, 0.1), (200, 0.9, 0.95)])
def test_the_interval_is_right_as_often_as_it_says(n, p, q):
    assert 0.935 <= share_right(n, p, q, seed=n) <= 1.0


@pytest.mark.parametrize("n", [40, 120])
def test_the_bootstrap_is_right_as_often_as_it_says(monkeypatch, n):
    """Differences that no formula is made for: of turns, with a long tail; the plain mean of 300 runs at each n."""
    monkeypatch.setattr(certainty, "DRAWINGS", 500)
    chance, right = random.Random(n), 0
    for _ in range(300):
        found = estimate_by_drawing([chance.expovariate(0.1) - chance.gauss(8, 3) for _ in range(n)])
        right += found.low <= 2 <= found.high
    assert 0.90 <= right / 300 <= 0.985


def test_the_bootstrap_says_the_same_every_time_and_needs_two_clusters():
    turns = [3.0, -2.0, 5.0, 1.0] * 10
    assert estimate_by_drawing(turns) == estimate_by_drawing(turns)
    assert estimate_by_drawing([2.0]).low == float("-inf")
    assert estimate_by_drawing([2.0] * 9).low == 2.0


def test_no_difference_at_all_is_not_certainty():
    found = estimate([0.0] * 20)
    assert found.mean == 0
    assert found.low < -0.05 and found.high > 0.05
    assert not found.clear


def test_more_clusters_make_it_narrower():
    widths = [estimate([0.0, 1.0, -1.0, 0.0] * n).half_width for n in (5, 20, 80)]
    assert widths[0] > widths[1] > widths[2]


def test_who_looks_after_every_game_is_seldom_fooled():
    """No difference, 400 pairs, a look after each: a false alarm in at most 5 of 100 runs (a plain interval: many)."""
    chance = random.Random(5)
    runs, always, plain = 400, 0, 0
    for _ in range(runs):
        found = pairs(0.4, 0.4, 400, chance)
        looks = range(FEWEST, 401, 4)
        always += any(estimate_always(found[:n]).clear for n in looks)
        plain += any(estimate(found[:n]).clear for n in looks)
    assert always / runs <= 0.05 + 2 * (0.05 * 0.95 / runs) ** 0.5
    assert plain / runs > 0.15


def test_a_real_difference_is_found_early():
    chance = random.Random(6)
    needed = []
    for _ in range(50):
        found = pairs(0.3, 0.6, 400, chance)
        needed.append(next((n for n in range(FEWEST, 401) if estimate_always(found[:n]).clear), 401))
    assert sorted(needed)[45] < 200
