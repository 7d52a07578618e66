"""Ratings: the worked example of their maker, people of known strength, and what tricks bring."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from math import exp

import pytest
from hypothesis import given
from hypothesis import strategies as some

from hexillum.club.ratings import (
    DAY,
    DEVIATION,
    PAIR_A_DAY,
    RATING,
    SCALE,
    WEEK,
    Game,
    Rated,
    Rating,
    advantage,
    after,
    counted,
    expected,
    ratings,
    share_of,
    suspicions,
)


def test_the_example_of_glickmans_paper() -> None:
    """Mark E. Glickman, "Example of the Glicko-2 system": 1464.06, 151.52 and 0.05999."""
    played = [Game(Rating(1400, 30), 1), Game(Rating(1550, 100), 0), Game(Rating(1700, 300), 0)]
    new = after(Rating(1500, 200, 0.06), played)
    assert new.points == pytest.approx(1464.06, abs=0.02)
    assert new.deviation == pytest.approx(151.52, abs=0.01)
    assert new.volatility == pytest.approx(0.05999, abs=0.00001)


def battles(people: dict[str, float], count: int, seed: int, share: float = 0.5) -> list[Rated]:
    """Matches between people of known strength, in points; `share` is how often the top army wins between equals."""
    chance = random.Random(seed)
    out = []
    for n in range(count):
        one, other = chance.sample(sorted(people), 2)
        for top, bottom in ((one, other), (other, one)):
            ahead = (people[top] - people[bottom]) / SCALE + advantage(share)
            won = float(chance.random() < 1 / (1 + exp(-ahead)))
            out.append(Rated(f"{n}-{top}", n * DAY / 4, top, bottom, won, share))
    return out


@pytest.mark.parametrize("share", [0.5, 0.8])
def test_people_of_known_strength_are_found(share: float) -> None:
    people = {f"p{n}": 1200.0 + 100 * n for n in range(7)}
    played = battles(people, 1500, 3, share)
    found = ratings(played, played[-1].at)
    assert sorted(found, key=lambda who: found[who].points) == sorted(people)
    middle = sum(one.points for one in found.values()) / len(found)
    assert all(abs(found[who].points - middle - (people[who] - 1500)) < 100 for who in people)
    within = [abs(found[who].points - middle - (people[who] - 1500)) < 2 * found[who].deviation for who in people]
    assert sum(within) >= 6


def test_without_the_offset_who_always_commands_the_favourite_would_be_overrated() -> None:
    chance = random.Random(5)
    played = [Rated(str(n), n * DAY, "anna", f"p{n % 9}", float(chance.random() < 0.8), 0.8) for n in range(400)]
    blind = [replace(one, share=0.5) for one in played]
    ahead = []
    for told in (played, blind):
        found = ratings(told, 400 * DAY)
        ahead.append(found["anna"].points - sum(found[f"p{n}"].points for n in range(9)) / 9)
    assert abs(ahead[0]) < 100 < 150 < ahead[1]


def test_a_favourites_win_is_worth_little_and_an_underdogs_much() -> None:
    gains = [
        ratings([Rated("1", 0, "anna", "ben", 1, share)], 1)["anna"].points - RATING for share in (0.85, 0.5, 0.15)
    ]
    assert 0 < gains[0] < gains[1] < gains[2]
    assert gains[0] < gains[2] / 3


@given(some.integers(0, 2**32), some.randoms(use_true_random=False))
def test_the_order_of_the_battles_of_a_week_does_not_matter(seed: int, chance: random.Random) -> None:
    played = battles({"a": 1400, "b": 1500, "c": 1700}, 12, seed)
    mixed = played.copy()
    chance.shuffle(mixed)
    assert ratings(mixed, 4 * WEEK) == ratings(played, 4 * WEEK)


def test_folding_again_gives_the_same_and_later_battles_change_nothing_before() -> None:
    played = battles({"a": 1400, "b": 1500, "c": 1700}, 60, 1)
    then = played[40].at
    assert ratings(played, then) == ratings(played[:41] + [one for one in played[41:] if one.at <= then], then)


def test_who_stays_away_becomes_unsure_again() -> None:
    played = battles({"a": 1400, "b": 1500}, 30, 1)
    soon, late = (ratings(played, played[-1].at + wait)["a"] for wait in (0, 60 * WEEK))
    assert soon.points == late.points
    assert soon.deviation < late.deviation <= DEVIATION
    assert Rating().provisional


# ---------------------------------------------------------------------- tricks


def test_the_same_pair_over_and_over_counts_a_match_a_day() -> None:
    many = [Rated(str(n), n * 60.0, "anna", "puppet", 1) for n in range(50)]
    assert len(counted(many)) == PAIR_A_DAY
    assert ratings(many, DAY)["anna"] == ratings(many[:PAIR_A_DAY], DAY)["anna"]


def test_a_puppet_that_always_loses_brings_less_and_less() -> None:
    """A year of three matches a week against oneself, by an established player."""
    real = battles({"anna": 1500, "ben": 1500, "cleo": 1500}, 200, 2)
    start = real[-1].at + WEEK
    puppet = [Rated(f"x{n}", start + n * DAY, "anna", "puppet", 1) for n in range(365)]
    before, after_year = ratings(real, start)["anna"], ratings([*real, *puppet], start + 365 * DAY)["anna"]
    first = ratings([*real, *puppet[:7]], start + WEEK)["anna"].points - before.points
    last = after_year.points - ratings([*real, *puppet[:330]], start + 330 * DAY)["anna"].points
    assert first < 60
    assert last / 5 < first / 4
    assert after_year.points - before.points < 400


def test_many_newcomers_in_a_week_bring_no_more_than_a_few() -> None:
    real = battles({"anna": 1500, "ben": 1500, "cleo": 1500}, 200, 2)
    start = (real[-1].at // WEEK + 1) * WEEK
    crowd = [Rated(f"x{n}", start + 60 * n, "anna", f"puppet{n}", 1) for n in range(100)]
    gain = ratings([*real, *crowd], start + DAY)["anna"].points - ratings(real, start)["anna"].points
    assert 0 < gain < 60


def test_against_oneself_nothing_counts() -> None:
    assert ratings([Rated("1", 0, "anna", "anna", 1)], 1) == {}


def test_a_battle_that_is_thrown_away_costs_the_loser_and_brings_the_winner_nothing() -> None:
    found = ratings([Rated("1", 0, "anna", "ben", 1, thrown=True)], 1)
    assert found["anna"] == Rating()
    assert found["ben"].points < RATING


def test_who_runs_the_club_is_told() -> None:
    pair = [Rated(f"w{n}", n * DAY, "anna", "ben", 1) for n in range(12)]
    thrown = [Rated(f"t{n}", n * DAY, "cleo", "dion", 0, thrown=True) for n in range(2)]
    often = [Rated(f"o{n}", n * 60.0, "eva", "finn", n % 2) for n in range(9)]
    assert [one.words for one in suspicions([*pair, *thrown, *often])] == [
        "anna won 12 of 12 rated battles between anna and ben",
        "cleo resigned 2 battles to dion that had hardly begun",
        "eva and finn played 7 rated battles more than count in a day or a week",
    ]


def test_honest_people_are_not_suspected() -> None:
    played = battles({f"p{n}": 1500 + 40 * n for n in range(12)}, 150, 9)
    assert not suspicions(played)


# ---------------------------------------------------------------------- the offset


def test_few_results_say_little_of_a_battle() -> None:
    assert share_of((1, 1)) < 0.6 < share_of((80, 100))
    assert share_of(computers=(200, 200)) < 0.95
    assert expected(Rating(deviation=30), Rating(deviation=30), advantage(0.7)) == pytest.approx(0.7, abs=0.01)


@given(some.integers(0, 2**32))
def test_ratings_stay_numbers_whatever_happens(seed: int) -> None:
    chance = random.Random(seed)
    names = "abc"
    played = []
    for n in range(60):
        top, bottom = chance.sample(names, 2)
        score, share = chance.choice([0, 0.5, 1]), chance.random()
        played.append(Rated(str(n), chance.uniform(0, 500 * DAY), top, bottom, score, share))
    found = ratings(played, 501 * DAY)
    assert all(0 < one.deviation <= DEVIATION + 1e-6 and -2000 < one.points < 5000 for one in found.values())
    assert Counter(one.battles > 0 for one in found.values())[True] >= 2
