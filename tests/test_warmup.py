"""Compiling beside a program: only once at a time, and only where it is wanted and possible."""

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import hexillum.rules.outcomes
import hexillum.thinking.playouts  # noqa: F401  all of the dialect
from hexillum import warmup
from hexillum.cli.compiling import compile_first
from hexillum.records import DIALECT, RECORDS


@pytest.fixture
def cache(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("HEXILLUM_CACHE", str(tmp_path))
    monkeypatch.delenv("HEXILLUM_COMPILE", raising=False)
    return tmp_path


def test_nothing_is_started_where_it_is_not_wanted(cache: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXILLUM_COMPILE", "no")
    assert warmup.start() is None


def test_nothing_is_started_without_a_compiler(cache: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmup, "compilers", lambda: None)
    assert warmup.start() is None
    assert not warmup.is_ready()


def test_only_one_process_compiles_at_a_time(cache: Any) -> None:
    assert warmup.claim()
    assert not warmup.claim()
    assert warmup.start() is None
    warmup.release()
    assert warmup.claim()


def test_a_forgotten_claim_does_not_last(cache: Any) -> None:
    assert warmup.claim()
    mark = warmup.cache_folder() / warmup.COMPILING
    os.utime(mark, (0, 0))
    assert warmup.claim()


def test_nothing_is_started_once_compiled(cache: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmup, "compilers", lambda: "a compiler")
    warmup.cache_folder().mkdir(parents=True)
    (warmup.cache_folder() / warmup.READY).touch()
    assert warmup.is_ready()
    assert warmup.start() is None


def test_a_program_that_only_plays_does_not_load_numba() -> None:
    code = "import sys, hexillum.cli, hexillum.referee, hexillum.arena; sys.exit('numba' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(warmup.SOURCES.parent)}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0


def test_who_wants_it_compiled_first_waits_for_who_is_at_it(cache: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmup, "compilers", lambda: "a compiler")
    assert warmup.claim()

    def other() -> None:
        (warmup.cache_folder() / warmup.READY).touch()
        warmup.release()

    timer = threading.Timer(0.3, other)
    timer.start()
    assert warmup.compile_now(pause=0.01)
    timer.join()


def test_nobody_waits_where_it_cannot_be_compiled(cache: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmup, "compilers", lambda: None)
    assert not warmup.compile_now()


@pytest.mark.parametrize(("players", "asked"), [(["planner", "greedy"], 1), (["greedy", "random"], 0)])
def test_it_is_compiled_first_for_players_who_think(
    cache: Any, monkeypatch: pytest.MonkeyPatch, players: list[str], asked: int
) -> None:
    calls: list[bool] = []
    monkeypatch.setattr(warmup, "compile_now", lambda: calls.append(True))
    compile_first(players)
    assert len(calls) == asked


def test_the_cache_is_named_by_everything_that_is_compiled() -> None:
    modules = {thing.__module__ for thing in (*DIALECT, *RECORDS)}
    assert {"hexillum.rules", "hexillum.thinking"} <= {name.rpartition(".")[0] for name in modules}
    files = {Path(str(sys.modules[name].__file__)) for name in modules}
    assert files and files <= set(warmup.sources())
    names = {path.name for path in warmup.sources()}
    assert names >= {"edition.py", "decisions.py", "hexes.py", "ids.py", "tables.py", "kinds.toml", "terrain.toml"}
    assert not names & {"referee.py", "greedy.py", "cannae.toml"}, "an edit of these needs no new compiling"


@pytest.mark.parametrize("edited", ["rules/hits.py", "thinking/ground.py", "decisions.py", "data/medieval/kinds.toml"])
def test_an_edit_of_what_is_compiled_makes_a_new_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, edited: str
) -> None:
    shutil.copytree(warmup.SOURCES, tmp_path / "copy", ignore=shutil.ignore_patterns("static", "__pycache__"))
    monkeypatch.setattr(warmup, "SOURCES", tmp_path / "copy")
    before = warmup.source_hash.__wrapped__()
    (warmup.SOURCES / "referee.py").write_text("")
    assert warmup.source_hash.__wrapped__() == before
    with (warmup.SOURCES / edited).open("a") as file:
        file.write("# another line\n")
    assert warmup.source_hash.__wrapped__() != before


def test_a_room_that_joins_the_dialect_is_covered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in (
        ("fast.py", "from .new.room import (\n    one,\n)\n"),
        ("new/room.py", "from ..old import two\n"),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "old.py").write_text("")
    monkeypatch.setattr(warmup, "SOURCES", tmp_path)
    assert [path.name for path in warmup.sources()] == ["fast.py", "room.py", "old.py"]
