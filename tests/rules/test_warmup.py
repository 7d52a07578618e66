"""Compiling beside a program: only once at a time, and only where it is wanted and possible."""

import os
import subprocess
import sys
import threading
from typing import Any

import pytest

from hexillum.cli.compiling import compile_first
from hexillum.compiled import cache


@pytest.fixture
def kept(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("HEXILLUM_CACHE", str(tmp_path))
    monkeypatch.delenv("HEXILLUM_COMPILE", raising=False)
    return tmp_path


def test_nothing_is_started_where_it_is_not_wanted(kept: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXILLUM_COMPILE", "no")
    assert cache.start() is None


def test_nothing_is_started_without_a_compiler(kept: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "compilers", lambda: None)
    assert cache.start() is None
    assert not cache.is_ready()


def test_only_one_process_compiles_at_a_time(kept: Any) -> None:
    assert cache.claim()
    assert not cache.claim()
    assert cache.start() is None
    cache.release()
    assert cache.claim()


def test_a_forgotten_claim_does_not_last(kept: Any) -> None:
    assert cache.claim()
    mark = cache.cache_folder() / cache.COMPILING
    os.utime(mark, (0, 0))
    assert cache.claim()


def test_nothing_is_started_once_compiled(kept: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "compilers", lambda: "a compiler")
    cache.cache_folder().mkdir(parents=True)
    (cache.cache_folder() / cache.READY).touch()
    assert cache.is_ready()
    assert cache.start() is None


def test_a_program_that_only_plays_does_not_load_numba() -> None:
    code = "import sys, hexillum.cli, hexillum.referee, hexillum.arena; sys.exit('numba' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(cache.SOURCES.parent)}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0


def test_who_wants_it_compiled_first_waits_for_who_is_at_it(kept: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "compilers", lambda: "a compiler")
    assert cache.claim()

    def other() -> None:
        (cache.cache_folder() / cache.READY).touch()
        cache.release()

    timer = threading.Timer(0.3, other)
    timer.start()
    assert cache.compile_now(pause=0.01)
    timer.join()


def test_nobody_waits_where_it_cannot_be_compiled(kept: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "compilers", lambda: None)
    assert not cache.compile_now()


@pytest.mark.parametrize(("players", "asked"), [(["planner", "greedy"], 1), (["greedy", "random"], 0)])
def test_it_is_compiled_first_for_players_who_think(
    kept: Any, monkeypatch: pytest.MonkeyPatch, players: list[str], asked: int
) -> None:
    calls: list[bool] = []
    monkeypatch.setattr(cache, "compile_now", lambda: calls.append(True))
    compile_first(players)
    assert len(calls) == asked
