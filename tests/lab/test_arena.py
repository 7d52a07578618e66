"""Tournaments: both sides with the same dice, files that go on where they stopped, honest refusals."""

import json
from pathlib import Path

import pytest

from hexillum.battle.scenarios import load_scenario, scenario_text
from hexillum.cli import main
from hexillum.lab.ratings import ratings, report, scores
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
