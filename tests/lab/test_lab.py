"""Bulk simulation and its statistics."""

import pytest

from hexillum.lab.arena import Game
from hexillum.lab.simulation import simulate
from hexillum.lab.statistics import score_interval, summarise, wilson


def test_the_wilson_interval_is_that_of_the_books():
    low, high = wilson(8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)


def test_the_closed_form_of_a_server_is_the_interval_of_scipy():
    pytest.importorskip("scipy")
    for games in (1, 2, 7, 40, 200):
        for wins in range(games + 1):
            assert score_interval(wins, games) == pytest.approx(wilson(wins, games), abs=1e-12)
    low, high = wilson(2.5, 7)
    assert wilson(2, 7)[0] < low < wilson(3, 7)[0] and wilson(2, 7)[1] < high < wilson(3, 7)[1]


def test_the_wilson_interval_stays_within_0_and_1():
    assert wilson(0, 5)[0] == 0
    assert wilson(5, 5)[1] == 1
    assert wilson(0, 0) == (0, 1)


def test_the_result_does_not_depend_on_the_number_of_processes():
    one = simulate("akragas", games=6, seed=9, jobs=1, top="random", bottom="greedy")
    two = simulate("akragas", games=6, seed=9, jobs=2, top="random", bottom="greedy")
    assert one.games == two.games
    assert one.complete and two.complete


def test_another_seed_gives_other_games():
    games = [simulate("akragas", games=2, seed=seed, top="random", bottom="random").games for seed in (1, 2)]
    assert games[0] != games[1]


def test_players_that_change_sides_are_counted_by_player():
    report = simulate("akragas", games=4, seed=1, top="greedy", bottom="random", swap=True)
    assert report.summary.by_player == (4, 0)
    assert report.as_dict()["wins_by_player"] == [4, 0]


def test_an_interrupt_keeps_what_is_done():
    def stop_at_two(done: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    report = simulate("akragas", games=50, top="random", bottom="random", progress=stop_at_two)
    assert (len(report.games), report.complete) == (2, False)


def test_games_past_the_limit_count_as_unfinished():
    report = simulate("akragas", games=2, top="random", bottom="random", limit=10)
    assert (report.summary.unfinished, report.summary.wins) == (2, (0, 0))


def test_unknown_players_and_scenarios_are_refused_before_anything_is_played():
    with pytest.raises(ValueError, match="clever"):
        simulate("akragas", top="clever")
    with pytest.raises(ValueError, match="did you mean akragas"):
        simulate("akragass")


def test_a_summary_counts_draws_and_means():
    games = [
        Game(number=0, seed=0, winner=0, finished=True, banners=(5, 3), turns=10, decisions=100),
        Game(number=1, seed=0, winner=None, finished=True, banners=(5, 5), turns=20, decisions=300),
    ]
    summary = summarise(games)
    assert (summary.wins, summary.draws, summary.banners, summary.turns) == ((1, 0), 1, (5, 4), 15)
