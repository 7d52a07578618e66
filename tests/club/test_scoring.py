"""How a tournament is scored: what stands in the standings is what was played, in whatever order it is told."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from hexillum.club.scoring import (
    Match,
    Score,
    Seat,
    battle_score,
    bye,
    crosstable,
    half_played,
    standings,
    walkover,
)

GOALS = [(6, 5), (5, 6)]
FIELD = "abcdefgh"


@some.composite
def tournaments(draw: some.DrawFn) -> list[Match]:
    """Rounds of matches between those of the field, however they went."""
    winners: list[Seat | None] = [0, 1, None]
    matches = []
    for round in range(1, draw(some.integers(1, 5)) + 1):
        order = draw(some.permutations(FIELD))
        for first, second in zip(order[::2], order[1::2], strict=True):
            scores = draw(some.lists(some.tuples(some.sampled_from(winners), some.booleans()), max_size=2))
            made = tuple(
                battle_score(winner, (2, 3), goal, by_banners=False) if played else walkover(winner, goal)
                for (winner, played), goal in zip(scores, GOALS, strict=False)
            )
            matches.append(Match(round, first, second, made))
    return matches


@given(tournaments())
def test_every_battle_that_anybody_came_to_is_worth_one_point(matches: list[Match]) -> None:
    total = sum(one.points for one in standings(FIELD, matches, {}))
    told = [score for match in matches for score in match.scores]
    assert total == sum(score.played or score.winner is not None for score in told)


@given(tournaments(), some.randoms(use_true_random=False))
def test_the_order_of_matches_and_entrants_does_not_matter(matches: list[Match], chance: object) -> None:
    field, other = list(FIELD), list(matches)
    chance.shuffle(field)  # type: ignore[attr-defined]
    chance.shuffle(other)  # type: ignore[attr-defined]
    assert standings(FIELD, matches, {}) == standings(field, other, {})


@given(tournaments())
def test_nobody_stands_above_somebody_with_more_points_and_places_count_heads(matches: list[Match]) -> None:
    rows = standings(FIELD, matches, {})
    assert [one.points for one in rows] == sorted((one.points for one in rows), reverse=True)
    for n, one in enumerate(rows):
        assert one.place <= n + 1
        assert one.place == n + 1 or rows[n - 1].place == one.place


@given(tournaments())
def test_the_crosstable_adds_up_to_the_points(matches: list[Match]) -> None:
    rows = standings(FIELD, matches, {})
    for one, row in zip(rows, crosstable(rows, matches), strict=True):
        assert sum(cell or 0 for cell in row) == one.points


def test_banners_part_who_is_level_on_points() -> None:
    played = [
        Match(1, "anna", "ben", (Score(0, (6, 1)), Score(1, (1, 6)))),
        Match(1, "cleo", "dion", (Score(0, (6, 5)), Score(1, (5, 6)))),
    ]
    found = [(one.who, one.place, one.banners) for one in standings(["anna", "ben", "cleo", "dion"], played, {})]
    assert found == [("cleo", 1, 11), ("dion", 1, 11), ("anna", 3, 7), ("ben", 3, 7)]


def test_then_the_points_of_opponents() -> None:
    drawn = Score(None, (3, 3))
    played = [
        Match(1, "anna", "ben", (Score(0, (6, 3)), Score(0, (6, 3)))),
        Match(1, "cleo", "dion", (Score(0, (6, 3)), Score(0, (6, 3)))),
        Match(2, "ben", "eva", (drawn, drawn)),
        Match(2, "dion", "eva", (Score(1, (3, 3)), Score(1, (3, 3)))),
    ]
    rows = {one.who: one for one in standings(["anna", "ben", "cleo", "dion", "eva"], played, {})}
    assert (rows["anna"].order[:2], rows["anna"].place) == (rows["cleo"].order[:2], 2)
    assert (rows["anna"].opponents, rows["cleo"].opponents, rows["cleo"].place) == (1, 0, 3)


def test_the_match_between_two_who_are_level_parts_them() -> None:
    """All figures are the same, and one has beaten the other."""
    played = [
        Match(1, "anna", "ben", (Score(0, (6, 5)), Score(0, (6, 5)))),
        Match(2, "ben", "cleo", (Score(0, (7, 5)), Score(0, (7, 5)))),
        Match(2, "cleo", "anna", (Score(0, (6, 6)), Score(0, (6, 6)))),
    ]
    rows = standings(["anna", "ben", "cleo"], played, {})
    assert {one.points for one in rows} == {2.0}
    alone = [Match(1, "anna", "ben", (Score(0, (5, 5)), Score(None, (5, 5)))), bye(2, "ben", []), bye(2, "anna", [])]
    assert [one.place for one in standings(["ben", "anna"], alone, {})] == [1, 2]


def test_who_resigns_keeps_what_he_took_and_the_other_has_all() -> None:
    assert battle_score(1, (4, 0), (6, 5), by_banners=False) == Score(1, (4, 5))


def test_no_banner_beyond_the_goal_counts() -> None:
    assert battle_score(0, (8, 3), (6, 5), by_banners=True).banners == (6, 3)


def test_a_bye_is_a_match_won_and_no_opponent() -> None:
    (one,) = standings(["anna"], [bye(1, "anna", GOALS)], {})
    assert (one.points, one.banners, one.opponents) == (2.0, 11, 2.0)


def test_nobody_scores_where_both_stayed_away() -> None:
    both = Match(1, "anna", "ben", (walkover(None, GOALS[0]), walkover(None, GOALS[1])))
    assert [one.points for one in standings(["anna", "ben"], [both], {})] == [0.0, 0.0]


def test_who_withdraws_early_from_a_round_robin_has_not_played_half() -> None:
    won = (Score(0, (6, 0)), Score(0, (6, 0)))
    assert not half_played("anna", [Match(1, "anna", "ben", won)], 3)
    assert half_played("anna", [Match(1, "anna", "ben", won), Match(2, "cleo", "anna", won)], 3)
