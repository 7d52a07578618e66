"""Two battles held against each other with the same dice."""

from __future__ import annotations

import json
import random

import pytest

from hexillum.battle.scenarios import load_scenario, scenario_text
from hexillum.cli import main
from hexillum.lab import crew
from hexillum.lab.arena import Game
from hexillum.lab.certainty import estimate
from hexillum.lab.comparison import BATCH, COUNTS, Look, compare, score

pytest.importorskip("scipy")
QUICK = ["--top", "random", "--bottom", "random"]


@pytest.fixture
def easy(tmp_path):
    """Akragas, where the top side needs a single banner."""
    path = tmp_path / "easy.toml"
    text = scenario_text(load_scenario("akragas"))
    head, top, rest = text.partition("[top]")
    path.write_text(head + top + rest.replace("banners = 5", "banners = 1", 1))
    return path


def test_the_same_battle_has_no_difference_and_it_says_so():
    found = compare("akragas", "akragas", games=30, top="random", bottom="random")
    assert found.difference.mean == 0 and not found.difference.clear
    assert found.pairs == 30
    assert "may be chance" in found.sentence or "small one" in found.sentence


def test_the_games_do_not_depend_on_the_processes(easy):
    one, two = (compare("akragas", easy, games=8, jobs=n, top="random", bottom="random", seed=3) for n in (1, 2))
    assert one == two


def test_a_great_difference_is_clear_and_told_in_words(easy, capsys):
    assert main(["compare", "akragas", str(easy), "--games", "60", *QUICK]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Carthaginian (top) wins" in said and "points more often" in said and "more than chance" in said


def test_no_difference_is_told_as_none(capsys):
    assert main(["compare", "akragas", "akragas", "--games", "4", "--top", "random", "--bottom", "random"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "of the same games of akragas: as often (95% interval of the difference: -58 to +58 points)" in said


def test_it_stops_when_it_is_sure(easy, capsys):
    words = ["compare", "akragas", str(easy), "--games", "2000", "--until-sure", "5", *QUICK, "--json"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["stopped"] == "clear" and told["clear"] and told["holds_at_any_time"]
    assert told["pairs"] < 400
    low, high = told["interval_95"]
    assert 0 < low < told["difference"] < high


def test_a_draw_counts_half_and_an_unfinished_game_too():
    found = compare("akragas", "akragas", games=2, top="random", bottom="random", limit=5)
    assert found.shares == (0.5, 0.5)


def test_an_interrupt_keeps_whole_pairs():
    def stop(done: int, _most: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    found = compare("akragas", "akragas", games=50, top="random", bottom="random", progress=stop)
    assert found.stopped == "interrupted" and found.pairs == 2


def test_a_comparison_goes_on_with_its_file_and_comes_to_the_same(tmp_path, easy, capsys, monkeypatch):
    words = ["compare", "akragas", str(easy), "--games", "6", *QUICK, "--json"]
    assert main(words) == 0
    whole = capsys.readouterr().out
    path = tmp_path / "games.jsonl"
    assert main([*words[:4], "3", *words[5:], "--out", str(path)]) == 0
    assert len(path.read_text().splitlines()) == 6
    capsys.readouterr()
    assert main([*words, "--out", str(path)]) == 0
    assert capsys.readouterr().out == whole
    monkeypatch.setattr(crew, "play_task", None)  # nothing is left to play
    assert main([*words, "--out", str(path)]) == 0
    assert capsys.readouterr().out == whole
    before = path.read_bytes()
    assert main([*words, "--seed", "8", "--out", str(path)]) == 2
    assert "with seed" in capsys.readouterr().err and path.read_bytes() == before


def test_who_is_sure_stays_sure_when_the_file_is_read_again(tmp_path, easy, capsys):
    words = ["compare", "akragas", str(easy), "--games", "2000", "--until-sure", "5", *QUICK, "--json"]
    path = str(tmp_path / "games.jsonl")
    told = []
    for _ in range(2):
        assert main([*words, "--out", path]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]


def test_turns_banners_and_blocks_are_told_with_an_interval(easy):
    found = compare("akragas", easy, games=40, top="random", bottom="random", seed=2)
    assert set(found.counts) == set(COUNTS)
    turns = found.counts["turns"]
    assert turns.means[1] < turns.means[0] and turns.difference.high < 0
    assert turns.difference.mean == pytest.approx(turns.means[1] - turns.means[0])
    lost = found.counts["top_blocks_lost"]
    assert 0 < lost.means[1] < lost.means[0] and lost.difference.low < lost.difference.mean < lost.difference.high


def test_a_false_alarm_is_as_rare_as_it_says():
    """`--until-sure` itself, on 400 pairs of two battles that do not differ: it calls them different in 5 of 100 runs.

    The same rule with the plain interval, which holds for one look only, does so far more often.
    """
    chance = random.Random(11)
    runs, alarms, plain = 400, 0, 0
    for _ in range(runs):
        done = {n: {k: game(k, chance.random() < 0.45) for k in range(400)} for n in (0, 1)}
        alarms += Look(done, 0.001).at_all() == "clear"
        apart = [score(done[1][k]) - score(done[0][k]) for k in range(400)]
        plain += any(estimate(apart[:n]).clear for n in range(BATCH, 401, BATCH))
    assert alarms / runs <= 0.05 + 2 * (0.05 * 0.95 / runs) ** 0.5
    assert plain / runs > 0.15


def game(number: int, won: bool) -> Game:
    return Game(number, number, 0 if won else 1, True, (0, 0), 10, 100)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["akragas", "akragass"], "did you mean akragas"),
        (["akragas", "no-such.toml"], "no-such.toml"),
        (["akragas", "zama", "--top", "clever"], "clever"),
        (["akragas"], "SECOND"),
        (["akragas", "zama", "--until-sure", "0"], "--until-sure"),
    ],
)
def test_what_is_wrong_is_told_before_anything_is_played(capsys, words, said):
    assert main(["compare", *words]) == 2
    error = capsys.readouterr().err
    assert said in error and "Traceback" not in error


def test_the_picture_is_drawn(tmp_path, easy):
    pytest.importorskip("matplotlib")
    path = tmp_path / "difference.svg"
    assert main(["compare", "akragas", str(easy), "--games", "4", *QUICK, "--plot", str(path)]) == 0
    assert path.read_text().lstrip().startswith("<?xml")
