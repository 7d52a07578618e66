"""Running programs where a person would: at a terminal of so many columns, by typing and looking at what is there."""

from __future__ import annotations

import os
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

#: What says nothing of the terminal that the tests themselves run in.
PLAIN = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "HEXILLUM_COMPILE": "no"}
_TOLD = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TERM_PROGRAM", "KITTY_WINDOW_ID", "TTY_COMPATIBLE")
HEXILLUM = (sys.executable, "-m", "hexillum.cli")


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a program at a terminal."""
    kept = {name: value for name, value in os.environ.items() if name not in _TOLD}
    return {**kept, **PLAIN, **(more or {})}


class Terminal:
    """A program at a terminal of its own; the test is skipped where there are no such terminals (Windows)."""

    def __init__(
        self, words: Sequence[str], columns: int = 80, more: Mapping[str, str] | None = None, at: Path | None = None
    ) -> None:
        pty = pytest.importorskip("pty", reason="needs POSIX terminals")
        import fcntl
        import termios

        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))

        def take() -> None:  # the terminal is this process's own, so that Ctrl-C reaches it
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            signal.signal(signal.SIGINT, signal.default_int_handler)

        self.process = subprocess.Popen(
            words, stdin=theirs, stdout=theirs, stderr=theirs, env=environment(more), cwd=at, preexec_fn=take
        )
        os.close(theirs)
        self.shown = b""

    def type(self, words: str) -> None:
        """Press keys."""
        os.write(self._ours, words.encode())

    def _more(self) -> bool:
        """Wait a moment for more to look at; False where the program has gone."""
        import select

        if select.select([self._ours], [], [], 0.1)[0]:
            try:
                piece = os.read(self._ours, 1 << 16)
            except OSError:  # the other end is closed
                return False
            self.shown += piece
            return bool(piece)
        return True

    def until(self, words: str, seconds: float = 20) -> None:
        """Wait until something is there to be read; fails where it does not come."""
        end = time.monotonic() + seconds
        while words.encode() not in self.shown:
            if not self._more() or time.monotonic() > end:
                self.process.kill()
                pytest.fail(f"{words!r} is not shown: {self.shown[-1000:]!r}")

    def interrupt(self, patience: float = 6, times: int = 8) -> tuple[int, str]:
        """Press Ctrl-C until the program ends, as people do: its exit status, and all that it has written.

        Python may overlook one that comes between the words of a prompt and the moment at which it begins to read.
        """
        for _ in range(times):
            self.type("\x03")
            end = time.monotonic() + patience
            while time.monotonic() < end:
                if not self._more():
                    return self.end()
        self.process.kill()
        pytest.fail(f"Ctrl-C does not end it: {self.shown[-1000:]!r}")

    def end(self, seconds: float = 60) -> tuple[int, str]:
        """Wait until the program ends: its exit status, and all that it has written."""
        end = time.monotonic() + seconds
        while self._more():
            if time.monotonic() > end:
                self.process.kill()
                pytest.fail(f"still at it after {seconds} seconds: {self.shown[-1000:]!r}")
        os.close(self._ours)
        return self.process.wait(), self.shown.decode()


def at_terminal(
    *words: str, columns: int = 80, typed: str = "", more: Mapping[str, str] | None = None, at: Path | None = None
) -> tuple[int, str]:
    """What a command of Hexillum does at a terminal: its exit status, and all that it writes there."""
    terminal = Terminal([*HEXILLUM, *words], columns, more, at)
    if typed:
        terminal.type(typed)
    return terminal.end()
