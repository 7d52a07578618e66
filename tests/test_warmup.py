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
    warmup.release()


@pytest.fixture
def process(cache: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets `warmup` start a program of ours where it would start the one that compiles."""
    monkeypatch.setattr(warmup, "compilers", lambda: "a compiler")
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
    started = warmup.start(watched=False)
    assert started is not None
    assert warmup.is_claimed()
    assert not warmup.claim()
    started.kill()
    started.wait()
    assert not warmup.is_claimed()
    assert warmup.claim()
    warmup.release()


def test_a_claim_file_that_nobody_holds_is_none(cache: Any) -> None:
    warmup.cache_folder().mkdir(parents=True)
    (warmup.cache_folder() / warmup.COMPILING).touch()
    assert not warmup.is_claimed()
    assert warmup.claim()
    warmup.release()


def test_a_compiling_that_aborts_is_said_in_one_line(process: Any, capfd: Any) -> None:
    process(DIES)
    assert not warmup.compile_now(pause=0.01)
    said = capfd.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith("hexillum: the rules could not be compiled (LLVM ERROR: Symbol not found): going on with")
    assert not warmup.is_claimed()


def test_a_compiling_that_dies_without_a_word_is_said_too(process: Any, capfd: Any) -> None:
    process("import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    assert not warmup.compile_now(pause=0.01)
    assert "(signal 9)" in capfd.readouterr().err


def test_a_program_that_plays_on_meanwhile_says_it_as_well(process: Any) -> None:
    said: list[str] = []
    told = threading.Event()

    def tell(words: str) -> None:
        said.append(words)
        told.set()

    process(DIES)
    assert warmup.start(tell)
    assert told.wait(20)
    assert len(said) == 1 and "Symbol not found" in said[0]


def test_who_waits_for_another_process_sees_that_it_dies(process: Any) -> None:
    process(SLEEPS)
    other = warmup.start(watched=False)
    assert other is not None
    said: list[str] = []
    ticks: list[float] = []

    def tick(seconds: float) -> None:
        ticks.append(seconds)
        other.kill()
        other.wait()

    assert not warmup.compile_now(0.01, said.append, tick)
    assert ticks
    assert len(said) == 1 and "the process that did it has ended" in said[0]


def test_a_cache_folder_that_cannot_be_made_is_said_and_nobody_waits(
    cache: Any, monkeypatch: pytest.MonkeyPatch, capfd: Any
) -> None:
    monkeypatch.setattr(warmup, "compilers", lambda: "a compiler")
    (cache / "hexillum").write_text("a file where the folder would be")
    for begin in (warmup.start, warmup.compile_now):
        assert not begin()
        said = capfd.readouterr().err
        assert said.count("\n") == 1
        assert "cannot be kept in" in said and "HEXILLUM_CACHE" in said


def test_a_full_disk_is_said_and_nobody_waits(process: Any, monkeypatch: pytest.MonkeyPatch, capfd: Any) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "open", full)
    assert not warmup.compile_now(pause=0.01)
    said = capfd.readouterr().err
    assert said.count("\n") == 1 and "No space left on device" in said
    assert not warmup.is_claimed()


def test_numba_that_cannot_be_loaded_is_said_in_its_own_words(
    cache: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Any, capfd: Any
) -> None:
    broken = tmp_path / "packages" / "numba"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text("raise ImportError('numba needs another numpy')")
    monkeypatch.setenv("PYTHONPATH", str(broken.parent))
    monkeypatch.setattr(warmup, "compilers", lambda: "a compiler")
    assert not warmup.compile_now(pause=0.01)
    said = capfd.readouterr().err
    assert said.count("\n") == 1 and "numba needs another numpy" in said


def test_a_wait_shows_on_stderr(process: Any, capfd: Any) -> None:
    process(DIES)
    compile_first(["planner"])
    said = capfd.readouterr()
    assert said.out == ""
    assert [line.split(" (")[0] for line in said.err.splitlines()] == [
        "compiling the rules for players who think: once, about a minute",
        "hexillum: the rules could not be compiled",
    ]


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
    monkeypatch.setattr(warmup, "compilers", lambda: "a compiler")
    monkeypatch.setattr(warmup, "compile_now", lambda **_: calls.append(True))
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


def test_a_cache_that_is_not_whole_is_said_and_made_anew(
    cache: Any, monkeypatch: pytest.MonkeyPatch, capfd: Any
) -> None:
    numba = pytest.importorskip("numba")
    from hexillum import fast

    folder, made = warmup.cache_folder(), []
    (folder / "entries").mkdir(parents=True)
    (folder / warmup.READY).touch()
    (folder / "entries" / "legal.nbi").write_bytes(b"cut sho")

    def load(_self: object, _compiler: object) -> None:
        if list(folder.rglob("*.nbi")):
            raise EOFError("ran out of input")

    monkeypatch.setattr(numba.config, "CACHE_DIR", numba.config.CACHE_DIR)
    monkeypatch.setattr(fast.Fast, "_load_entries", load)
    monkeypatch.setattr(fast._Compiler, "compile_all", lambda _self, entries: made.append(entries))
    fast.Fast()
    assert made and warmup.is_ready()
    said = capfd.readouterr().err
    assert said.count("\n") == 1 and "not whole (EOFError): compiling them anew" in said
