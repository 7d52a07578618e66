"""Results as data: a row a game, in files that a run goes on with and that nothing half-written gets into."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hexillum.battle.deployment import state_of
from hexillum.battle.scenarios import load_scenario, setup_digest
from hexillum.cli import main
from hexillum.core.kinds import KINDS
from hexillum.lab import arena, crew, read_games, results
from hexillum.lab import simulate as simulate_frame
from hexillum.lab.chronicle import Losses
from hexillum.lab.crew import Task
from hexillum.lab.results import BadResults, Results, columns, frame, read_rows
from hexillum.lab.simulation import simulate

WORDS = ["simulate", "akragas", "--games", "3", "--seed", "1", "--top", "random", "--bottom", "random", "--json"]
CLOCK = {"seconds"}


def losses_of(game: arena.Game) -> tuple[Losses, Losses]:
    assert game.told is not None
    return game.told.losses


def without_clock(rows: list[dict]) -> list[dict]:
    return [{name: value for name, value in row.items() if name not in CLOCK} for row in rows]


@pytest.mark.parametrize(("battle", "player"), [("akragas", "random"), ("dara", "greedy"), ("zama", "recruit")])
def test_what_is_lost_is_what_is_missing_at_the_end(battle, player):
    plan = load_scenario(battle)
    first = state_of(plan)
    game = arena.play(plan, player, player, seed=5, told=True)
    for side in (0, 1):
        lost = losses_of(game)[side]
        units = sum(unit.side == side and unit.full > 0 for unit in first.units)
        assert 0 < lost.units.total() <= units
        assert lost.blocks.total() >= lost.units.total()
        assert set(lost.units) <= {kind.key for kind in KINDS if kind.edition == plan.edition}
    assert sum(lost.cards.total() for lost in losses_of(game)) >= game.turns - 1


def test_a_row_names_its_setup_as_records_do(tmp_path):
    """What the armies wear is not in it: a new coat of paint leaves the column as it was."""
    plan = load_scenario("akragas")
    wide = tmp_path / "games.jsonl"
    assert main([*WORDS, "--out", str(wide)]) == 0
    bare = replace(plan, top=replace(plan.top, kit=""), bottom=replace(plan.bottom, kit=""))
    assert bare != plan
    assert {row["setup"] for row in read_rows(wide)} == {setup_digest(bare)}


def test_a_game_with_its_chronicle_is_the_same_game():
    for players in (("random", "random"), ("greedy", "random")):
        assert arena.play("cannae", *players, seed=4) == arena.play("cannae", *players, seed=4, told=True)


def test_banners_of_a_plain_battle_are_units_and_leaders_of_the_enemy():
    game = arena.play("akragas", "random", "random", seed=2, told=True)
    for side in (0, 1):
        lost = losses_of(game)[1 - side]
        assert game.banners[side] == lost.units.total() + lost.leaders


def test_the_luck_of_a_row_is_that_of_the_replay():
    from hexillum.battle.door import Battle
    from hexillum.lab.chronicle import chronicle
    from hexillum.odds import luck

    battle = Battle.start("akragas", seed=9)
    while not battle.over and len(battle.choices) < 150:
        battle.choose(battle.options[0])
    assert chronicle(battle.first_state, battle.choices).luck == luck(battle.first_state, battle.choices)


@pytest.mark.parametrize("ending", results.ENDINGS)
def test_every_kind_of_file_says_the_same_and_is_gone_on_with(tmp_path, ending, capsys):
    if ending == ".parquet":
        pytest.importorskip("polars")
    path = tmp_path / f"games{ending}"
    assert main([*WORDS, "--out", str(path)]) == 0
    first = json.loads(capsys.readouterr().out)
    rows = read_rows(path)
    assert [row["number"] for row in rows] == [0, 1, 2]
    assert not list(tmp_path.glob("*.unfinished"))
    before = path.read_bytes()
    assert main([*WORDS, "--out", str(path)]) == 0
    again = json.loads(capsys.readouterr().out)
    assert {**first, "seconds": 0} == {**again, "seconds": 0}
    assert path.read_bytes() == before
    more = [word if word != "3" else "5" for word in WORDS]
    assert main([*more, "--out", str(path)]) == 0
    assert read_rows(path)[:3] == rows
    whole = tmp_path / "whole.jsonl"
    assert main([*more, "--out", str(whole)]) == 0
    table = columns(["ancients"])
    plain = [{name: row.get(name, kind()) for name, kind in table.items()} for row in read_rows(whole)]
    found = [{name: row.get(name, kind()) for name, kind in table.items()} for row in read_rows(path)]
    assert without_clock(found) == without_clock(plain)


def test_games_do_not_depend_on_the_number_of_processes(tmp_path):
    rows = []
    for jobs in (1, 2):
        file = Results(tmp_path / f"{jobs}.jsonl")
        simulate("cannae", games=6, seed=3, jobs=jobs, top="random", bottom="random", keep=file)
        file.close()
        rows.append(without_clock(read_rows(file.path)))
    assert rows[0] == rows[1]


@pytest.mark.parametrize("ending", results.ENDINGS)
def test_files_without_a_clock_are_the_same_to_the_last_byte(tmp_path, capsys, ending):
    if ending == ".parquet":
        pytest.importorskip("polars")
    told = []
    for jobs in ("1", "2"):
        assert main([*WORDS, "--jobs", jobs, "--no-clock", "--out", str(tmp_path / f"{jobs}{ending}")]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert (tmp_path / f"1{ending}").read_bytes() == (tmp_path / f"2{ending}").read_bytes()
    assert {row["seconds"] for row in read_rows(tmp_path / f"1{ending}")} == {0}


def test_what_was_played_before_an_interrupt_or_a_crash_is_not_played_again(tmp_path):
    file = Results(tmp_path / "games.jsonl")

    def stop(done: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    simulate("akragas", games=4, top="random", bottom="random", keep=file, progress=stop)
    assert len(file.rows) == 2
    with file.journal.open("a") as torn:  # the crash came while a row was written, and nothing was closed
        torn.write('{"battle": "akragas", "numb')
    after = Results(tmp_path / "games.jsonl")
    assert len(after.rows) == 2


def test_a_row_after_a_torn_one_is_not_lost(tmp_path):
    file = Results(tmp_path / "games.jsonl")
    simulate("akragas", games=1, top="random", bottom="random", keep=file)
    with file.journal.open("a") as torn:
        torn.write('{"battle": "akr')
    second = Results(tmp_path / "games.jsonl")
    simulate("akragas", games=2, top="random", bottom="random", keep=second)
    third = Results(tmp_path / "games.jsonl")
    assert len(third.rows) == 2
    third.close()
    assert len(read_rows(third.path)) == 2


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--seed", "2"], "with seed"),
        (["--top", "greedy"], "with top 'random', not 'greedy'"),
        (["--switch", "exact_evade=on"], "with switches '', not 'exact_evade=on'"),
        (["--swapped"], "armies_swapped"),
    ],
)
def test_a_file_of_another_run_is_refused_and_left_alone(tmp_path, capsys, more, said):
    path = tmp_path / "games.csv"
    assert main([*WORDS, "--out", str(path)]) == 0
    before = path.read_bytes()
    assert main([*WORDS, *more, "--out", str(path)]) == 2
    assert said in capsys.readouterr().err
    assert path.read_bytes() == before


@pytest.mark.parametrize(("name", "text"), [("x.csv", "a,b\n1,2\n"), ("x.jsonl", "nonsense\n"), ("x.parquet", "PAR1?")])
def test_another_file_is_refused_and_left_alone(tmp_path, capsys, name, text):
    if name.endswith("parquet"):
        pytest.importorskip("polars")
    path = tmp_path / name
    path.write_text(text)
    assert main([*WORDS, "--out", str(path)]) == 2
    error = capsys.readouterr().err
    assert "not a run of" in error and "Traceback" not in error
    assert path.read_text() == text


def test_another_ending_is_refused_before_anything_is_played(tmp_path, capsys):
    assert main([*WORDS, "--out", str(tmp_path / "games.xlsx")]) == 2
    assert ".parquet, .csv or .jsonl" in capsys.readouterr().err


@pytest.mark.parametrize("ending", results.ENDINGS)
def test_a_full_disk_leaves_the_old_file_and_all_games(tmp_path, monkeypatch, ending):
    if ending == ".parquet":
        pytest.importorskip("polars")
    path = tmp_path / f"games{ending}"
    file = Results(path)
    simulate("akragas", games=2, top="random", bottom="random", keep=file)
    file.close()
    before = path.read_bytes()
    file = Results(path)
    simulate("akragas", games=3, top="random", bottom="random", keep=file)

    def full(place: Path, _rows: list) -> None:
        place.write_bytes(b"half")
        raise OSError(28, "No space left on device", str(place))

    monkeypatch.setitem(results._WRITERS, ending, full)
    with pytest.raises(OSError, match="No space"):
        file.close()
    assert path.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == [path.name, f"{path.name}.unfinished"]
    monkeypatch.undo()
    after = Results(path)
    assert len(after.rows) == 3


def test_rows_become_a_frame_with_a_column_for_every_kind_and_card():
    pytest.importorskip("polars")
    file_rows = []
    for battle in ("akragas", "dara"):
        game = arena.play(battle, "random", "random", seed=1, told=True)
        task = Task(load_scenario(battle), "random", "random", 1, 0, arena.LIMIT, False, {}, True)
        file_rows.append(results.row_of(task, game))
    table = frame(file_rows)
    assert table.columns == list(columns(["ancients", "medieval"]))
    assert table["top_blocks_lost"].to_list() == [
        sum(
            row[f"top_blocks_lost_{k.replace('-', '_')}"]
            for k in {kind.key for kind in KINDS}
            if f"top_blocks_lost_{k.replace('-', '_')}" in row
        )
        for row in table.to_dicts()
    ]


def test_a_file_that_is_unfinished_balance_is_still_gone_on_with_in_its_old_form(tmp_path):
    """`--all --out` of earlier versions kept a line a battle: such a file keeps its meaning."""
    from hexillum.lab import balance

    path = tmp_path / "all.jsonl"
    settings = {
        "top": "random",
        "bottom": "random",
        "games": 1,
        "seed": 0,
        "swap": False,
        "limit": 20,
        "swapped": False,
        "switches": {},
    }
    balance.keep(path, settings, [])
    words = ["simulate", "--all", "--games", "1", "--top", "random", "--bottom", "random", "--limit", "20"]
    assert main([*words, "--out", str(path)]) == 0
    head, lines = balance.read_run(path)
    assert head["format"] == balance.FORMAT and len(lines) > 30
    with pytest.raises(BadResults):
        read_rows(path)


def test_python_is_given_the_rows_that_the_program_keeps(tmp_path):
    polars = pytest.importorskip("polars")
    path = tmp_path / "games.parquet"
    assert main([*WORDS, "--out", str(path)]) == 0
    table = simulate_frame("akragas", games=3, seed=1, top="random", bottom="random")
    assert isinstance(table, polars.DataFrame)
    assert table.drop("seconds").equals(read_games(path).drop("seconds"))
    again = simulate_frame("akragas", games=2, seed=1, top="random", bottom="random", out=path)
    assert again["seconds"].to_list() == read_games(path)["seconds"].to_list()[:2]
    with pytest.raises(FileNotFoundError):
        read_games(tmp_path / "none.csv")


def test_several_battles_are_one_table(tmp_path):
    pytest.importorskip("polars")
    table = simulate_frame(["zama", "dara"], games=2, seed=1, top="random", bottom="random", limit=50)
    assert table["battle"].to_list() == ["dara", "dara", "zama", "zama"]
    assert set(table["edition"]) == {"ancients", "medieval"}


def test_an_interrupt_warns_and_gives_what_is_done(monkeypatch):
    pytest.importorskip("polars")
    played: list[Task] = []

    def stop(task):
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(task)
        return arena.play(task.scenario, "random", "random", task.seed, number=task.number, told=True)

    monkeypatch.setattr(crew, "play_task", stop)
    with pytest.warns(UserWarning, match="interrupted after 2 of 9"):
        assert simulate_frame("akragas", games=9, top="random", bottom="random").height == 2


@pytest.mark.skipif(sys.platform == "win32", reason="bounds on files are told in another way there")
@pytest.mark.parametrize("ending", results.ENDINGS)
def test_a_disk_that_is_full_in_the_middle_of_a_file_leaves_what_was_there(tmp_path, ending):
    """A real write that fails: the process may write no file that is longer than the rows so far."""
    if ending == ".parquet":
        pytest.importorskip("polars")
    path = tmp_path / f"games{ending}"
    twelve, more = ([word if word != "3" else number for word in WORDS] for number in ("12", "13"))
    assert main([*twelve, "--out", str(path)]) == 0
    before = path.read_bytes()
    most = len(before) // 2 if ending == ".parquet" else len(before) + 100
    code = (
        f"import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, {most})); "
        "from hexillum.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *more, "--out", str(path)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "HEXILLUM_COMPILE": "no"},
    )
    assert done.returncode == 2 and "Traceback" not in done.stderr, done.stderr
    assert f"{path}: " in done.stderr and f"all games are kept in {path.name}.unfinished" in done.stderr
    assert path.read_bytes() == before
    assert sorted(one.name for one in tmp_path.iterdir()) == [path.name, f"{path.name}.unfinished"]
    assert main([*more, "--out", str(path)]) == 0
    assert len(read_rows(path)) == 13
