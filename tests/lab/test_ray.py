"""A real Ray cluster of two nodes on this machine: the same games, also where a node or a worker dies."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from hexillum.cli import main
from hexillum.lab import ray_crew
from hexillum.lab.comparison import compare
from hexillum.lab.crew import Crew, crew_of
from hexillum.lab.ray_crew import RayCrew
from hexillum.lab.results import Results, read_rows
from hexillum.lab.simulation import simulate
from hexillum.lab.sweeping import sweep
from hexillum.lab.tournament import read_results, tournament
from tests.kit import toil

os.environ |= {**ray_crew.QUIET, "RAY_CLIENT_MAX_CONNECTION_TIMEOUT_S": "1"}
ray = pytest.importorskip("ray")
STORE = 80_000_000


class Two:
    """A cluster of two nodes, the second of which can be killed and made again."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        head = {"num_cpus": 1, "object_store_memory": STORE, "include_dashboard": False}
        self.cluster = Cluster(initialize_head=True, head_node_args=head)
        self.second: Any = None

    def whole(self) -> None:
        if self.second is None:
            self.second = self.cluster.add_node(num_cpus=1, object_store_memory=STORE)
            self.cluster.wait_for_nodes()

    def kill(self) -> None:
        if self.second is not None:
            second, self.second = self.second, None
            self.cluster.remove_node(second, allow_graceful=False)


@pytest.fixture(scope="module")
def started():
    before = {name: os.environ.get(name) for name in ("HEXILLUM_COMPILE", "RAY_ADDRESS")}
    os.environ["HEXILLUM_COMPILE"] = "no"
    two = Two()
    os.environ["RAY_ADDRESS"] = two.cluster.address
    yield two
    ray.shutdown()
    for node in two.cluster.list_all_nodes():
        node.kill_all_processes(check_alive=False, allow_graceful=True)
    for name, value in before.items():
        os.environ.pop(name)
        if value is not None:
            os.environ[name] = value


@pytest.fixture
def two(started, monkeypatch):
    monkeypatch.setattr(RayCrew, "aim", 0.5)
    started.whole()
    return started


def rows_of(path) -> list[dict]:
    """The rows of a file, but what the clock said."""
    return [{name: value for name, value in row.items() if name != "seconds"} for row in read_rows(path)]


def wait_until(true: Callable[[], bool], seconds: float = 60.0) -> None:
    """Ray notices a node's end by and by."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.2)


def test_a_cluster_plays_the_games_that_this_machine_plays(two, tmp_path):
    for name, on in (("local", "local"), ("ray", "auto")):
        keep = Results(tmp_path / f"{name}.jsonl")
        simulate("cannae", games=12, seed=3, top="greedy", bottom="random", limit=2000, keep=keep, on=on)
        keep.close()
    assert rows_of(tmp_path / "ray.jsonl") == rows_of(tmp_path / "local.jsonl")


def test_a_node_that_is_killed_changes_nothing(two, capfd):
    seen = []
    with crew_of("auto") as crew:

        def kill(done: int) -> None:
            seen.append(crew.words)
            if done == 10:
                two.kill()

        found = simulate("akragas", games=60, seed=5, top="random", bottom="random", progress=kill, on=crew)
        wait_until(lambda: crew.words == "1 node, 1 process")
    assert capfd.readouterr().out == ""
    assert found.complete and found.games == simulate("akragas", 60, 5, top="random", bottom="random").games
    assert seen[0] == "2 nodes, 2 processes"


def test_a_comparison_and_a_tournament_are_the_same_there(two, tmp_path):
    pytest.importorskip("scipy")
    with crew_of("auto") as crew:
        one, other = (
            compare("akragas", "zama", 10, 1, None, "random", "random", limit=400, on=on) for on in ("local", crew)
        )
        files = [tmp_path / "local.jsonl", tmp_path / "ray.jsonl"]
        places: list[str | Crew] = ["local", crew]
        for path, on in zip(files, places, strict=True):
            assert tournament(["random", "recruit"], ["akragas"], 4, path, seed=1, on=on)
    assert one == other
    played = [{r.key: (r.seed, r.score, r.banners, r.turns) for r in read_results(path)[1]} for path in files]
    assert played[0] == played[1] and len(played[0]) == 4


RANDOM = "--top random --bottom random --seed 2 --no-clock"
#: Every command that takes --on, FILE and OWN standing for a file of results and a variant.
COMMANDS = {
    "simulate": f"simulate akragas+OWN {RANDOM} --games 6 --json --out FILE.parquet",
    "balance": f"simulate --all {RANDOM} --games 1 --limit 60 --out FILE.csv",
    "compare": f"compare akragas akragas+OWN {RANDOM} --games 6 --json --out FILE.jsonl",
    "sweep": f"sweep akragas --set kind.heavy-infantry.close=4,5 {RANDOM} --games 4 --out FILE.csv",
    "arena": "arena greedy random --battles akragas,dara --games 4 --no-clock --out FILE.jsonl",
    "tune": "tune --battles akragas --rounds 1 --check 1 --out FILE.toml",
}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_gives_the_same_to_the_last_byte(two, tmp_path, capsys, command):
    for package in ("scipy", "polars"):
        pytest.importorskip(package)
    own = tmp_path / "heavy.toml"
    own.write_text('extends = "ancients"\n[kind.heavy-infantry]\nclose = 3\n')
    said, files = [], []
    for on in ("local", "auto"):
        folder = tmp_path / on
        folder.mkdir()
        words = [w.replace("OWN", str(own)).replace("FILE", str(folder / "games")) for w in COMMANDS[command].split()]
        assert main([*words, "--on", on]) == 0
        said.append(capsys.readouterr().out)
        (path,) = folder.iterdir()
        files.append(sorted(path.read_bytes().split(b"\n")) if command == "arena" else path.read_bytes())
    assert said[0] == said[1] and files[0] == files[1]


@pytest.mark.slow
def test_a_table_is_the_same_where_a_node_is_killed(two):
    pytest.importorskip("scipy")
    settings = {"scenario.banners.top": [3, 5]}

    def kill(done: int) -> None:
        if done == 8:
            two.kill()

    with crew_of("auto") as crew:
        found = sweep("akragas", settings, 20, 1, "random", "random", on=crew, progress=kill)
        wait_until(lambda: crew.words == "1 node, 1 process")
    assert found.rows() == sweep("akragas", settings, 20, 1, "random", "random").rows()
    assert found.complete and all(row["games"] == 20 for row in found.rows())


def test_a_worker_that_dies_costs_its_tasks_a_repeat(two, tmp_path):
    with crew_of("auto") as crew:
        assert sorted(crew.each(toil.die_once, [(tmp_path, n) for n in range(12)])) == [(n, n) for n in range(12)]
    assert (tmp_path / "died").exists()


def test_an_interrupt_brings_back_what_is_done_of_the_batches(two, monkeypatch, uncollected):
    monkeypatch.setattr(RayCrew, "aim", 60.0)
    found: list[float] = []
    late = 0
    with crew_of("auto") as crew, pytest.raises(KeyboardInterrupt):
        sent = threading.Event()

        def interrupt() -> None:
            sent.set()
            os.kill(os.getpid(), signal.SIGINT)

        for _ in crew.each(toil.doze, [0.25] * 400):
            if not found:
                threading.Timer(4.0, interrupt).start()
            late += sent.is_set()
            found.append(0.25)
    assert 0 < late <= len(found) < 400


def test_a_cluster_of_another_hexillum_is_refused_in_a_sentence(two, monkeypatch, capsys):
    monkeypatch.setattr(ray_crew, "program_digest", lambda: "0.0.9 (0123456789abcdef)")
    words = ["simulate", "akragas", "--top", "random", "--bottom", "random", "--on", "auto"]
    assert main(words) == 2
    error = capsys.readouterr().err
    assert "has another Hexillum" in error and "0.0.9" in error and "Traceback" not in error
    assert not ray.is_initialized()


def test_a_cluster_of_another_ray_is_refused_in_a_sentence(two, monkeypatch, capsys):
    monkeypatch.setattr(ray, "__version__", "1.2.3")
    assert main(["simulate", "akragas", "--top", "random", "--bottom", "random", "--on", "auto"]) == 2
    error = capsys.readouterr().err
    assert "1.2.3" in error and "Traceback" not in error and error.count("\n") <= 3


@pytest.mark.filterwarnings("ignore:Ray Client connection timed out")
def test_a_cluster_that_nobody_hears_is_named(capsys):
    assert main(["simulate", "akragas", "--top", "random", "--bottom", "random", "--on", "ray://127.0.0.1:1"]) == 2
    error = capsys.readouterr().err
    assert "the Ray cluster ray://127.0.0.1:1 cannot be used" in error and "Traceback" not in error
