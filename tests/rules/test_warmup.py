"""Compiling beside a program: only once at a time, and only where it is wanted and possible."""

import errno
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import hexillum.engine.walk
import hexillum.thinking.playouts  # noqa: F401  all of the dialect
from hexillum.cli.compiling import compile_first
from hexillum.compiled import cache
from hexillum.core.structs import DIALECT, RECORDS


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
    cache.release()


@pytest.fixture
def process(kept: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets `warmup` start a program of ours where it would start the one that compiles."""
    monkeypatch.setattr(cache, "compilers", lambda: "a compiler")
    plain = subprocess.Popen

    def instead(code: str) -> None:
        def popen(_words: list[str], **more: Any) -> Any:
            return plain([sys.executable, "-c", code], **more)

        monkeypatch.setattr(subprocess, "Popen", popen)

    return instead


DIES = "import os, sys; sys.stderr.write('loading\\nLLVM ERROR: Symbol not found\\n'); sys.stderr.flush(); os.abort()"
SLEEPS = "import time; time.sleep(60)"


def test_the_claim_of_a_process_that_was_killed_is_void_at_once(process: Any) -> None:
    process(SLEEPS)
    started = cache.start(watched=False)
    assert started is not None
    assert cache.is_claimed()
    assert not cache.claim()
    started.kill()
    started.wait()
    assert not cache.is_claimed()
    assert cache.claim()
    cache.release()


def test_a_claim_file_that_nobody_holds_is_none(kept: Any) -> None:
    cache.cache_folder().mkdir(parents=True)
    (cache.cache_folder() / cache.COMPILING).touch()
    assert not cache.is_claimed()
    assert cache.claim()
    cache.release()


def test_a_compiling_that_aborts_is_said_in_one_line(process: Any, capfd: Any) -> None:
    process(DIES)
    assert not cache.compile_now(pause=0.01)
    said = capfd.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith("hexillum: the rules could not be compiled (LLVM ERROR: Symbol not found): going on with")
    assert not cache.is_claimed()


def test_a_compiling_that_dies_without_a_word_is_said_too(process: Any, capfd: Any) -> None:
    process("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    assert not cache.compile_now(pause=0.01)
    assert "(signal 9)" in capfd.readouterr().err


def test_a_program_that_plays_on_meanwhile_says_it_as_well(process: Any) -> None:
    said: list[str] = []
    told = threading.Event()

    def tell(words: str) -> None:
        said.append(words)
        told.set()

    process(DIES)
    assert cache.start(tell)
    assert told.wait(20)
    assert len(said) == 1 and "Symbol not found" in said[0]


def test_who_waits_for_another_process_sees_that_it_dies(process: Any) -> None:
    process(SLEEPS)
    other = cache.start(watched=False)
    assert other is not None
    said: list[str] = []
    ticks: list[float] = []

    def tick(seconds: float) -> None:
        ticks.append(seconds)
        other.kill()
        other.wait()

    assert not cache.compile_now(0.01, said.append, tick)
    assert ticks
    assert len(said) == 1 and "the process that did it has ended" in said[0]


def test_a_cache_folder_that_cannot_be_made_is_said_and_nobody_waits(
    kept: Any, monkeypatch: pytest.MonkeyPatch, capfd: Any
) -> None:
    monkeypatch.setattr(cache, "compilers", lambda: "a compiler")
    (kept / "hexillum").write_text("a file where the folder would be")
    for begin in (cache.start, cache.compile_now):
        assert not begin()
        said = capfd.readouterr().err
        assert said.count("\n") == 1
        assert "cannot be kept in" in said and "HEXILLUM_CACHE" in said


def test_a_full_disk_is_said_and_nobody_waits(process: Any, monkeypatch: pytest.MonkeyPatch, capfd: Any) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "open", full)
    assert not cache.compile_now(pause=0.01)
    said = capfd.readouterr().err
    assert said.count("\n") == 1 and "No space left on device" in said
    assert not cache.is_claimed()


def test_numba_that_cannot_be_loaded_is_said_in_its_own_words(
    kept: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Any, capfd: Any
) -> None:
    broken = tmp_path / "packages" / "numba"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text("raise ImportError('numba needs another numpy')")
    monkeypatch.setenv("PYTHONPATH", str(broken.parent))
    monkeypatch.setattr(cache, "compilers", lambda: "a compiler")
    assert not cache.compile_now(pause=0.01)
    said = capfd.readouterr().err
    assert said.count("\n") == 1 and "numba needs another numpy" in said


def test_a_wait_shows_on_stderr(process: Any, capfd: Any) -> None:
    process(DIES)
    compile_first(["planner"])
    said = capfd.readouterr()
    assert said.out == ""
    assert [line.split(" (")[0] for line in said.err.splitlines()] == [
        "compiling the rules for players who think, only this once; it takes about half a minute",
        "hexillum: the rules could not be compiled",
    ]


def test_nothing_is_started_once_compiled(kept: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "compilers", lambda: "a compiler")
    cache.cache_folder().mkdir(parents=True)
    cache.kept_in("play").touch()
    assert not cache.is_ready() and cache.is_ready("play")
    cache.kept_in("think").touch()
    assert cache.is_ready() and not cache.is_ready(*cache.GROUPS)
    assert cache.start(groups=cache.THINKING) is None
    for group in cache.GROUPS:
        cache.kept_in(group).touch()
    assert cache.start() is None


def test_a_program_that_only_plays_does_not_load_numba() -> None:
    code = "import sys, hexillum.cli, hexillum.battle.door, hexillum.lab.arena; sys.exit('numba' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(cache.SOURCES.parent)}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0


def test_who_wants_it_compiled_first_waits_for_who_is_at_it(kept: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "compilers", lambda: "a compiler")
    assert cache.claim()

    def other() -> None:
        for group in cache.THINKING:
            cache.kept_in(group).touch()
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
    monkeypatch.setattr(cache, "compilers", lambda: "a compiler")
    monkeypatch.setattr(cache, "compile_now", lambda **_: calls.append(True))
    compile_first(players)
    assert len(calls) == asked


def test_the_cache_is_named_by_everything_that_is_compiled() -> None:
    modules = {thing.__module__ for thing in (*DIALECT, *RECORDS)}
    assert {"hexillum.rules", "hexillum.thinking"} <= {name.rpartition(".")[0] for name in modules}
    files = {Path(str(sys.modules[name].__file__)) for name in modules}
    assert files and files <= set(cache.sources())
    names = {path.name for path in cache.sources()}
    assert names >= {"column.py", "ask.py", "hexes.py", "rule.py", "tables.py", "kinds.toml", "terrain.toml"}
    others = {f"{path.parent.name}/{path.name}" for path in cache.sources()}
    assert not others & {"battle/door.py", "players/greedy.py", "scenarios/cannae.toml"}, (
        "an edit of these needs no compiling"
    )


@pytest.mark.parametrize("edited", ["rules/hits.py", "thinking/ground.py", "core/ask.py", "data/medieval/kinds.toml"])
def test_an_edit_of_what_is_compiled_makes_a_new_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, edited: str
) -> None:
    shutil.copytree(cache.SOURCES, tmp_path / "copy", ignore=shutil.ignore_patterns("static", "__pycache__"))
    monkeypatch.setattr(cache, "SOURCES", tmp_path / "copy")
    before = cache.source_hash.__wrapped__()
    (cache.SOURCES / "battle" / "door.py").write_text("")
    assert cache.source_hash.__wrapped__() == before
    with (cache.SOURCES / edited).open("a") as file:
        file.write("# another line\n")
    assert cache.source_hash.__wrapped__() != before


def test_a_room_that_joins_the_dialect_is_covered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, text in (
        ("compiled/with_numba.py", "from ..new.room import (\n    one,\n)\n"),
        ("new/room.py", "from ..old import two\n"),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "old.py").write_text("")
    monkeypatch.setattr(cache, "SOURCES", tmp_path)
    assert [path.name for path in cache.sources()] == ["with_numba.py", "room.py", "old.py"]


def test_a_file_that_is_not_whole_is_said_and_made_anew(kept: Any, monkeypatch: pytest.MonkeyPatch, capfd: Any) -> None:
    pytest.importorskip("numba")
    from hexillum.compiled import with_numba

    made: list[list[str]] = []
    monkeypatch.setattr(with_numba.Fast, "_make", lambda _self, groups: made.append(groups))
    fast = with_numba.Fast()
    cache.kept_in("play").write_bytes(b"cut sho")
    fast.need("play")
    assert made == [["play"]]
    assert not cache.kept_in("play").exists()
    said = capfd.readouterr().err
    assert said.count("\n") == 1 and "not whole (UnpicklingError): compiling them anew" in said
