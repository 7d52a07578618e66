"""Compiling beside a program: only once at a time, and only where it is wanted and possible."""

import os
import subprocess
import sys
from typing import Any

import pytest

from hexillum import warmup


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
