"""Who meets whom: whatever comes, nobody meets anybody twice, nobody has two byes, and nobody is left out."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from hexillum.club.pairing import MOST, Entrant, NoRound, berger, lot, matching, swiss_round


class Field:
    """A tournament as it is played: points, who has met whom, byes, who has left."""

    def __init__(self, size: int, chance: random.Random) -> None:
        self.points = {f"p{n:03}": 0.0 for n in range(size)}
        self.strength = {who: chance.gauss(0, 1) for who in self.points}
        self.met: dict[str, frozenset[str]] = dict.fromkeys(self.points, frozenset())
        self.byes: set[str] = set()
        self.gone: set[str] = set()
        self.chance = chance

    def entrants(self) -> list[Entrant]:
        order = sorted(self.points, key=lambda who: (-self.points[who], who))
        return [
            Entrant(who, self.points[who], n, self.met[who], who in self.byes)
            for n, who in enumerate(order)
            if who not in self.gone
        ]

    def enter(self, who: str) -> None:
        self.points[who], self.strength[who], self.met[who] = 0.0, self.chance.gauss(0, 1), frozenset()

    def play(self) -> int:
        """A round, if there is one: paired, looked at, played. How many were paired."""
        entrants = self.entrants()
        made = swiss_round(entrants)
        shuffled = entrants.copy()
        self.chance.shuffle(shuffled)
        assert swiss_round(shuffled) == made
        seen = [who for pair in made.pairs for who in pair] + ([made.bye] if made.bye else [])
        assert sorted(seen) == sorted(one.who for one in entrants)
        assert made.bye not in self.byes
        for one, other in made.pairs:
            assert other not in self.met[one]
            self.met[one] |= {other}
            self.met[other] |= {one}
            for _ in range(2):
                ahead = self.strength[one] - self.strength[other]
                self.points[one if self.chance.random() < 1 / (1 + 2.72**-ahead) else other] += 1
        if made.bye:
            self.byes.add(made.bye)
            self.points[made.bye] += 2
        return len(made.pairs)


@given(some.integers(2, 24), some.integers(0, 2**32), some.data())
def test_rounds_of_a_swiss_keep_their_word(size: int, seed: int, more: some.DataObject) -> None:
    """People leave and newcomers come between the rounds; where there is no round it is said."""
    field = Field(size, random.Random(seed))
    for n in range(more.draw(some.integers(1, 9))):
        here = [who for who in field.points if who not in field.gone]
        if more.draw(some.booleans()):
            field.gone.add(more.draw(some.sampled_from(here)))
        if more.draw(some.booleans()):
            field.enter(f"late{n}")
        try:
            field.play()
        except NoRound:
            return


@pytest.mark.parametrize("size", [MOST, MOST - 1])
def test_two_hundred_play_nine_rounds_and_a_strong_one_wins(size: int) -> None:
    field = Field(size, random.Random(7))
    for _ in range(9):
        assert field.play() == size // 2
    best = max(field.points, key=lambda who: field.points[who])
    assert sum(value > field.strength[best] for value in field.strength.values()) < 12


def test_everybody_meets_everybody_where_there_are_rounds_enough() -> None:
    field = Field(4, random.Random(1))
    assert [field.play() for _ in range(3)] == [2, 2, 2]
    with pytest.raises(NoRound, match="end the tournament"):
        field.play()


def test_one_alone_makes_no_round() -> None:
    with pytest.raises(NoRound, match="two people"):
        swiss_round([Entrant("anna")])


def test_the_upper_half_meets_the_lower_half_of_the_same_points() -> None:
    made = swiss_round(Entrant(who, 2.0 if who < "e" else 0.0, n) for n, who in enumerate("abcdefgh"))
    assert made.pairs == (("a", "c"), ("b", "d"), ("e", "g"), ("f", "h"))


def test_as_few_as_can_be_go_down_and_the_lowest_of_them() -> None:
    """Three have two points, and the two upper ones have met: one must go down, but not the one that stands lowest."""
    met = {"a": frozenset("b"), "b": frozenset("a")}
    made = swiss_round(
        Entrant(who, 2.0 if who in "abc" else 0.0, n, met.get(who, frozenset())) for n, who in enumerate("abcd")
    )
    assert made.pairs == (("a", "c"), ("b", "d"))


def test_nobody_goes_down_where_a_second_look_pairs_all_of_the_same_points() -> None:
    """The first against the third would leave two who have met."""
    met = {"b": frozenset("d"), "d": frozenset("b")}
    made = swiss_round(
        Entrant(who, 2.0 if who < "e" else 0.0, n, met.get(who, frozenset())) for n, who in enumerate("abcdef")
    )
    assert made.pairs == (("a", "d"), ("b", "c"), ("e", "f"))


def test_the_bye_goes_to_the_lowest_who_had_none() -> None:
    made = swiss_round(Entrant(who, float(n), 5 - n, frozenset(), who == "a") for n, who in enumerate("abcde"))
    assert made.bye == "b"


@given(some.integers(1, 9), some.data())
def test_a_matching_is_as_large_as_any(size: int, more: some.DataObject) -> None:
    edges = more.draw(some.sets(some.sampled_from(list(combinations(range(size), 2)) or [(0, 0)])))
    edges.discard((0, 0))
    meets = [sum(1 << b for a, b in edges | {(b, a) for a, b in edges} if a == n) for n in range(size)]
    found = matching(meets)
    assert all(found[other] == one and meets[one] >> other & 1 for one, other in found.items())
    assert len(found) == 2 * _largest(frozenset(edges))


def _largest(edges: frozenset[tuple[int, int]]) -> int:
    """The size of the largest matching, by trying all."""
    if not edges:
        return 0
    one = min(edges)
    rest = edges - {one}
    return max(_largest(rest), 1 + _largest(frozenset(edge for edge in rest if not set(edge) & set(one))))


@given(some.integers(2, 30))
def test_in_a_round_robin_everybody_meets_everybody_once(size: int) -> None:
    names = [f"p{n:02}" for n in range(size)]
    rounds = berger(names)
    assert len(rounds) == size - 1 + size % 2
    pairs = [frozenset(pair) for one in rounds for pair in one.pairs]
    assert len(pairs) == len(set(pairs)) == size * (size - 1) // 2
    assert all(
        sorted([*(who for pair in one.pairs for who in pair), *filter(None, [one.bye])]) == names for one in rounds
    )
    if size % 2:
        assert sorted(one.bye or "" for one in rounds) == names


def test_the_tables_of_berger_for_six() -> None:
    """As the handbook of FIDE prints them (C.05, annex 1)."""
    assert [" ".join("".join(pair) for pair in one.pairs) for one in berger("123456")] == [
        "16 25 34",
        "64 53 12",
        "26 31 45",
        "65 14 23",
        "36 42 51",
    ]


def test_the_lot_depends_on_the_tournament() -> None:
    orders = {tuple(sorted("abcdef", key=lambda who: lot(seed, who))) for seed in ("spring", "summer", "autumn")}
    assert len(orders) == 3
