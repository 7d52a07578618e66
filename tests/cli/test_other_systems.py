"""What is done otherwise on Windows: it is judged here without one, as far as that goes."""

from __future__ import annotations

import errno
import os
import re
import sys
from pathlib import Path

import pytest

from hexillum.core import system
from hexillum.web import work

SOURCES = Path(system.__file__).parents[1]
FORK = r"\bos\.fork\b|\"fork\""
POSIX_ONLY = ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty")


def test_a_file_is_locked_once(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    first, second = (os.open(file, os.O_RDWR | os.O_CREAT) for _ in range(2))
    system.lock(first)
    with pytest.raises(BlockingIOError):
        system.lock(second)
    os.close(first)
    system.lock(second)
    os.close(second)


class Windows:
    """The lock of Windows: of bytes from where one stands, and it says that access is denied."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.locked: set[int] = set()

    def locking(self, descriptor: int, _mode: int, _count: int) -> None:
        place = os.lseek(descriptor, 0, os.SEEK_CUR)
        if place in self.locked:
            raise PermissionError(errno.EACCES, "denied")
        self.locked.add(place)


def test_windows_locks_a_byte_that_nobody_reads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(system, "msvcrt", windows := Windows(), raising=False)
    file = tmp_path / "games.db"
    first, second = (os.open(file, os.O_RDWR | os.O_CREAT) for _ in range(2))
    system.lock(first)
    with pytest.raises(BlockingIOError):
        system.lock(second)
    (place,) = windows.locked
    page = 4096  # bytes, as SQLite has it by default: the page with its own locks holds nothing else
    assert (1 << 30) + 512 <= place < (1 << 30) + page
    assert file.stat().st_size == 0
    for one in (first, second):
        os.close(one)


def test_what_only_posix_has_is_imported_only_there() -> None:
    wrong = []
    for path in SOURCES.rglob("*.py"):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if re.match(rf"(import|from) ({'|'.join(POSIX_ONLY)})\b", line) or re.search(FORK, line):
                wrong.append(f"{path.name}:{number}")
    assert not wrong, f"expected behind 'if sys.platform': {wrong}"


def test_windows_ends_a_process_with_what_it_has_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """It has no groups of processes, so that neither a server's worker nor the worker itself may ask for them."""
    told: list[list[str]] = []
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr("hexillum.core.system.subprocess.run", lambda words, **_more: told.append(words))
    for name in ("killpg", "getpgrp"):
        monkeypatch.delattr(os, name, raising=False)
    system.end_with_all_it_started(4711)
    assert told == [["taskkill", "/F", "/T", "/PID", "4711"]]
    monkeypatch.setattr(os, "read", lambda *_words: b"")
    monkeypatch.setattr(os, "_exit", told.append)
    work.end_with_server()
    assert told[1:] == [["taskkill", "/F", "/T", "/PID", str(os.getpid())], 1]
