"""Sweeps: many variants of a battle with the same seeds, as a table, a picture and a file to go on with."""

from __future__ import annotations

import json

import pytest

from hexillum.battle.scenarios import load_scenario
from hexillum.cli import main
from hexillum.core.kinds import KINDS, kind_number
from hexillum.lab import sweep
from hexillum.lab.results import read_rows
from hexillum.lab.simulation import simulate
from hexillum.lab.sweeping import picture, read_setting, variants

pytest.importorskip("scipy")
SETTINGS = ["--set", "scenario.banners.top=2,5", "--set", "kind.heavy-infantry.close=4..6"]
WORDS = ["sweep", "akragas", *SETTINGS, "--games", "3", "--top", "random", "--bottom", "random", "--json"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("scenario.banners.top=4..7", ("scenario.banners.top", [4, 5, 6, 7])),
        ("kind.auxilia.close=2, 3,3", ("kind.auxilia.close", [2, 3])),
        ("scenario.first=top,bottom", ("scenario.first", ["top", "bottom"])),
        ("card.rally.copies=0..1,5", ("card.rally.copies", [0, 1, 5])),
    ],
)
def test_a_setting_is_a_key_and_its_values(words, found):
    assert read_setting(words) == found


@pytest.mark.parametrize("words", ["close=4", "kind.auxilia.close", "kind.auxilia.close=", "a..b=1", "a.b=7..4", "=3"])
def test_what_is_no_setting_is_refused(words):
    with pytest.raises(ValueError, match=r"TABLE\.KEY=VALUES"):
        read_setting(words)


def test_every_combination_is_a_variant_and_the_last_runs_fastest():
    plan = load_scenario("akragas")
    made = variants(plan, {"scenario.banners.top": [4, 6], "kind.heavy-infantry.close": [4, 5]})
    assert [values for values, _ in made] == [(4, 4), (4, 5), (6, 4), (6, 5)]
    assert [one.top.banners for _, one in made] == [4, 4, 6, 6]
    assert [KINDS[kind_number(one.edition, "heavy-infantry")].close for _, one in made] == [4, 5, 4, 5]
    assert len({one.id for _, one in made}) == 4


def test_a_variant_that_changes_nothing_plays_the_plain_games():
    plain = load_scenario("akragas").top.banners
    found = sweep("akragas", {"scenario.banners.top": [plain]}, games=5, seed=2, top="random", bottom="random")
    report = simulate("akragas", games=5, seed=2, top="random", bottom="random")
    assert tuple(found.points[0].games.values()) == report.games


def test_it_goes_on_where_it_stopped_and_does_not_depend_on_who_plays(tmp_path, capsys):
    path = tmp_path / "sweep.csv"
    assert main([*WORDS, "--out", str(path)]) == 0
    first = json.loads(capsys.readouterr().out)
    assert len(first["points"]) == 6 and all(point["games"] == 3 for point in first["points"])
    assert len(read_rows(path)) == 18
    before = path.read_bytes()
    assert main([*WORDS, "--out", str(path)]) == 0
    assert path.read_bytes() == before
    assert main([*WORDS, "--jobs", "2"]) == 0
    again = capsys.readouterr().out.split("\n}\n")
    assert json.loads(again[0] + "\n}") == json.loads(again[1] + "\n}") == first


def test_a_side_that_needs_fewer_banners_wins_more_and_it_says_so(capsys):
    words = ["sweep", "akragas", "--set", "scenario.banners.top=5,1", "--games", "40"]
    assert main([*words, "--top", "random", "--bottom", "random"]) == 0
    told = capsys.readouterr().out
    assert "banners.top" in told and "Fairest: scenario.banners.top=" in told
    found = sweep("akragas", {"scenario.banners.top": [5, 1]}, games=40, top="random", bottom="random")
    assert found.against_first(found.points[1]).clear
    assert found.frame().height == 2


def test_an_interrupt_keeps_what_is_done():
    def stop(done: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    settings = {"scenario.banners.top": [4, 5]}
    found = sweep("akragas", settings, games=9, top="random", bottom="random", progress=stop)
    assert not found.complete and sum(len(point.games) for point in found.points) == 3


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--set", "kind.heavy-infantry.closes=4"], "akragas with kind.heavy-infantry.closes=4: "),
        (["--set", "scenario.banners.top=0"], "banners.top must be a whole number from 1"),
        (["--set", "kind.heavy-infantry.blocks=0"], "akragas with kind.heavy-infantry.blocks=0: "),
        (["--set", "scenario.banners.top=1..4", "--set", "scenario.banners.top=5"], "names one key twice"),
        (["--set", "card.rally.copies=0..40", "--set", "kind.auxilia.close=0..8", "--set", "a.b=1,2"], "738 variants"),
        (["--set", "nonsense"], "expected TABLE.KEY=VALUES"),
    ],
)
def test_what_is_wrong_is_told_before_anything_is_played(capsys, tmp_path, words, said):
    path = tmp_path / "x.csv"
    assert main(["sweep", "akragas", *words, "--out", str(path)]) == 2
    error = capsys.readouterr().err
    assert said in " ".join(error.split()) and "Traceback" not in error
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_picture_for_one_setting_or_more(tmp_path, number):
    pytest.importorskip("matplotlib")
    keys = ("card.rally.copies", "scenario.banners.top", "kind.heavy-infantry.close")[-number:]
    found = sweep("akragas", {key: [4, 5] for key in keys}, games=1, top="random", bottom="random", limit=20)
    picture(found).savefig(tmp_path / "sweep.svg")
    assert "heavy-infantry" in (tmp_path / "sweep.svg").read_text() or number == 1


def test_variants_that_no_game_was_played_on_are_not_the_fairest(monkeypatch, capsys):
    from dataclasses import replace

    from hexillum.lab import sweeping

    whole = sweep("akragas", {"scenario.banners.top": [2, 5]}, games=2, top="random", bottom="random")
    cut = replace(whole, points=(whole.points[0], replace(whole.points[1], games={})), complete=False)
    assert cut.sentence.startswith("Fairest: scenario.banners.top=2, where")
    assert replace(cut, points=cut.points[1:]).sentence == "No game was played."
    monkeypatch.setattr(sweeping, "sweep", lambda *_, **__: cut)
    words = ["--set", "scenario.banners.top=2,5", "--games", "2", "--top", "random", "--bottom", "random"]
    assert main(["sweep", "akragas", *words]) == 130
    told = capsys.readouterr()
    assert ["5", "0"] in [line.split() for line in told.out.splitlines()] and "interrupted" in told.err


@pytest.mark.parametrize(("wide", "turns"), [(82, True), (66, False), (200, True)])
def test_no_figure_of_a_table_is_cut_by_a_narrow_terminal(wide, turns):
    import io

    from rich.console import Console

    from hexillum.cli.output import figures

    headings = ["banners.top", "heavy-infantry.close", "games", "top wins", "95 % interval", "against the first"]
    row = ["4", "5", "2000", "50%", "48% - 52%", "+50 (-100 to +100)", "3.0 - 3.5", "286.5"]
    file = io.StringIO()
    table = figures([*headings, "mean banners", "turns"], [row], len(headings), wide)
    Console(file=file, width=wide, soft_wrap=True).print(table)
    lines = file.getvalue().splitlines()
    assert "…" not in file.getvalue() and max(len(line.rstrip()) for line in lines) <= wide
    assert lines[-1].split() == (" ".join(row) if turns else " ".join(row[:-2])).split()
    assert ("286.5" in lines[-1]) == turns


def test_a_table_in_a_file_is_as_wide_as_it_needs(capsys):
    words = ["--set", "scenario.banners.top=4", "--set", "kind.heavy-infantry.close=4,5", "--games", "2"]
    assert main(["sweep", "akragas", *words, "--top", "random", "--bottom", "random"]) == 0
    told = capsys.readouterr().out
    assert "…" not in told and "banners.top  heavy-infantry.close  games  top wins  95 % interval" in told
