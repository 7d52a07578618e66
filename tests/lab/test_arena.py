"""Tournaments: both sides with the same dice, files that go on where they stopped, honest refusals."""

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from hexillum.battle.scenarios import load_scenario, scenario_text
from hexillum.cli import main
from hexillum.lab.ratings import rating_intervals, ratings, report, scores, sequential_test
from hexillum.lab.tournament import BadTournament, Result, pairings, read_results, tournament


def test_each_pair_plays_both_sides_of_each_battle_with_the_same_dice():
    made = pairings(["a", "b", "c"], ["akragas", "zama"], 8, seed=3)
    assert len(made) == 3 * 8 and len({p.key for p in made}) == len(made)
    first, second = made[:2]
    assert (first.seed, first.swapped, second.swapped) == (second.seed, False, True)


def test_a_tournament_goes_on_where_it_stopped(tmp_path):
    path = tmp_path / "games.jsonl"
    players, battles = ["greedy", "random"], ["akragas"]
    assert tournament(players, battles, 4, path, seed=5)
    whole = path.read_text().splitlines()
    path.write_text("\n".join([*whole[:3], whole[3][:20]]))
    counted: list[int] = []
    assert tournament(players, battles, 4, path, seed=5, progress=counted.append)
    assert counted == [1, 2]
    kept = [json.loads(line) for line in whole[1:]]
    again = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    for game in (*kept, *again):
        game.pop("seconds"), game.pop("slowest")
    assert again == kept


@pytest.mark.parametrize("players", [["greedy", "random"], ["recruit", "random"], ["greedy", "recruit", "random"]])
def test_who_is_not_timed_plays_the_same_games(tmp_path, players):
    files = []
    for clock in (True, None, False):
        files.append(tmp_path / f"{clock}.jsonl")
        assert tournament(players, ["akragas", "dara"], 4, files[-1], seed=5, clock=clock)
    games = [sorted(read_results(path)[1], key=lambda r: r.key) for path in files]
    assert any(game.seconds != (0, 0) for game in games[0]) and len(games[0]) >= 4
    bare = [[replace(r, own_turns=(0, 0), seconds=(0, 0), slowest=(0, 0)) for r in some] for some in games]
    assert bare[0] == bare[1] == bare[2] == games[2]


def test_files_without_a_clock_are_the_same_to_the_last_byte(tmp_path, capsys):
    words = ["arena", "greedy", "random", "--battles", "akragas", "--games", "4", "--no-clock", "--json"]
    files, told = [], []
    for jobs in ("1", "2"):
        files.append(tmp_path / f"{jobs}.jsonl")
        assert main([*words, "--jobs", jobs, "--out", str(files[-1])]) == 0
        told.append(capsys.readouterr().out)
    one, two = (sorted(path.read_bytes().splitlines()) for path in files)
    assert one == two and len(one) == 5
    assert told[0] == told[1] and json.loads(told[0])["seconds_a_turn"] == {}


def test_another_seed_and_another_file_are_refused(tmp_path):
    path = tmp_path / "games.jsonl"
    tournament(["greedy", "random"], ["akragas"], 2, path, seed=5)
    with pytest.raises(BadTournament, match="begun with seed 5"):
        tournament(["greedy", "random"], ["akragas"], 2, path, seed=6)
    path.write_text("no games\n")
    with pytest.raises(BadTournament, match="not the file of a tournament"):
        read_results(path)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("hexillum", "0.0.9", "begun with version 0.0.9, not "),
        ("rules", "0123456789abcdef", "begun with rules 0123456789abcdef, not "),
        ("players", ["planner", "random"], "begun with players planner, random, not greedy, random"),
        ("switches", {"exact_evade": True}, "begun with switches exact_evade=on, not none"),
        ("battles", {"zama": "1"}, "begun with the battles zama, not akragas"),
        ("battles", {"akragas": "1"}, "begun with another set-up of akragas"),
        ("format", "hexillum tournament 1", "does not say under which rules it was played"),
    ],
)
def test_a_tournament_of_other_rules_is_not_gone_on_with(tmp_path, key, value, words):
    path = tmp_path / "games.jsonl"
    tournament(["greedy", "random"], ["akragas"], 2, path, seed=5)
    head, *games = path.read_text().splitlines()
    path.write_text("\n".join([json.dumps(json.loads(head) | {key: value}), *games, ""]))
    before = path.read_text()
    with pytest.raises(BadTournament, match=words) as found:
        tournament(["greedy", "random"], ["akragas"], 4, path, seed=5)
    assert str(path) in str(found.value) and "\n" not in str(found.value)
    assert path.read_text() == before and len(read_results(path)[1]) == 2


def test_the_heading_of_a_battle_of_ones_own_holds_it_whole(tmp_path):
    text = scenario_text(load_scenario("akragas")).replace("banners = 5", "banners = 3", 1)
    (tmp_path / "akragas.toml").write_text(text)
    battle, path = str(tmp_path / "akragas.toml"), tmp_path / "games.jsonl"
    tournament(["greedy", "random"], [battle], 2, path)
    assert read_results(path)[0]["battles"] == {battle: text}
    (tmp_path / "akragas.toml").write_text(text.replace("banners = 3", "banners = 4"))
    with pytest.raises(BadTournament, match="another set-up of"):
        tournament(["greedy", "random"], [battle], 2, path)


@pytest.mark.parametrize("path", sorted(Path("bench/arena").glob("*.jsonl")), ids=lambda path: path.name)
def test_tournaments_of_format_1_are_still_reported_on(path, capsys):
    assert main(["arena", "report", str(path)]) == 0
    assert "akragas" in capsys.readouterr().out


def test_unknown_players_and_battles_are_refused_before_anything_is_played(tmp_path, capsys):
    path = tmp_path / "games.jsonl"
    assert main(["arena", "greedy", "clever", "--out", str(path)]) == 2
    assert "expected one of" in capsys.readouterr().err
    assert main(["arena", "greedy", "random", "--battles", "nowhere", "--out", str(path)]) == 2
    assert not path.exists()


def test_the_report_counts_draws_half_and_shows_every_pair(tmp_path, capsys):
    path = tmp_path / "games.jsonl"
    assert main(["arena", "greedy", "random", "--battles", "akragas", "--games", "2", "--out", str(path)]) == 0
    assert main(["arena", "report", str(path), "--json"]) == 0
    text = capsys.readouterr().out
    assert json.loads(text[text.index("{") :])["games"] == 2
    drawn = [Result("a", "b", "zama", n, n, score, (5, 5), 9) for n, score in enumerate([0.5, None, 1.0, 0.0])]
    assert scores(drawn)[0].share == 0.5
    assert report(drawn)["unfinished"] == 1
    assert ratings(drawn) == {"a": pytest.approx(0), "b": pytest.approx(0)}


def test_the_sequential_test_errs_as_seldom_as_it_says():
    """1,000 runs of up to 3,000 pairs at either hypothesis: it is wrong in at most 5 of 100 of them."""
    chance = random.Random(4)
    wrong, undecided = {0.0: 0, 60.0: 0}, 0
    for elo in wrong:
        share = 1 / (1 + 10 ** (-elo / 400))
        for _ in range(1000):
            # the side decides half of the games: both players win with the better one
            pairs = [
                0.5 if chance.random() < 0.5 else ((chance.random() < p) + (chance.random() < p)) / 2
                for p in [0.5 + 2 * (share - 0.5)] * 3000
            ]
            found = sequential_test(pairs, (0.0, 60.0))
            wrong[elo] += found.answer == ("better" if elo == 0.0 else "not better")
            undecided += found.answer == ""
    most = 0.05 + 2 * (0.05 * 0.95 / 1000) ** 0.5
    assert max(wrong.values()) / 1000 <= most and undecided == 0


def test_pairs_are_the_units_of_an_interval():
    """Where the side decides every game, 200 games say for certain that the players are equal."""
    even = [Result("a", "b", "zama", n, n // 2, float(n % 2), (5, 5), 9) for n in range(200)]
    low, high = scores(even)[0].interval
    assert 0.48 < low < 0.5 < high < 0.52
    alike = [Result("a", "b", "zama", n, n // 2, float(n // 2 % 2), (5, 5), 9) for n in range(200)]
    low, high = scores(alike)[0].interval
    assert low < 0.41 and high > 0.59


def test_the_interval_of_ratings_is_right_as_often_as_it_says():
    chance, right = random.Random(7), 0
    for _ in range(200):
        games = [Result("a", "b", "zama", n, n // 2, float(chance.random() < 0.64), (0, 0), 9) for n in range(200)] + [
            Result("a", "c", "zama", n, n // 2, float(chance.random() < 0.5), (0, 0), 9) for n in range(200)
        ]
        elo = ratings(games)
        low, high = rating_intervals(games, elo)["b"]
        right += low <= -100 * 2 / 3 <= high
    assert right / 200 >= 0.91


def test_the_arena_stops_when_it_is_sure_and_says_so(tmp_path, capsys):
    path = tmp_path / "games.jsonl"
    words = ["arena", "greedy", "random", "--battles", "akragas", "--games", "200", "--sprt", "0,100"]
    assert main([*words, "--out", str(path)]) == 0
    told = " ".join(capsys.readouterr().err.split())
    assert "greedy is better than random, by 100 Elo points rather than 0" in told
    played = len(path.read_text().splitlines())
    assert played < 80
    assert main([*words, "--out", str(path)]) == 0
    assert len(path.read_text().splitlines()) == played


@pytest.mark.parametrize("words", [["--sprt", "20,0"], ["--sprt", "x"], ["recruit", "--sprt", "0,20"]])
def test_a_test_that_cannot_be_is_refused(tmp_path, capsys, words):
    path = tmp_path / "games.jsonl"
    assert main(["arena", "greedy", "random", *words, "--out", str(path)]) == 2
    assert "--sprt" in capsys.readouterr().err and not path.exists()
