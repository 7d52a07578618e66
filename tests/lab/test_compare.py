"""Two battles held against each other with the same dice."""

from __future__ import annotations

import json

import pytest

from hexillum.battle.scenarios import load_scenario, scenario_text
from hexillum.cli import main
from hexillum.lab.comparison import compare

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
