"""Running the terminal program where a person would: at a terminal of so many columns, in a process of its own."""

from __future__ import annotations

import os
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Mapping

import pytest

#: What says nothing of the terminal that the tests themselves run in.
PLAIN = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "HEXILLUM_COMPILE": "no"}
_TOLD = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TERM_PROGRAM", "KITTY_WINDOW_ID", "TTY_COMPATIBLE")


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a program at a terminal."""
    kept = {name: value for name, value in os.environ.items() if name not in _TOLD}
    return {**kept, **PLAIN, **(more or {})}


def at_terminal(
    *words: str,
    columns: int = 80,
    typed: str = "",
    more: Mapping[str, str] | None = None,
    seconds: float = 60,
    interrupt_at: str | None = None,
    program: tuple[str, ...] = (sys.executable, "-m", "hexillum.cli"),
) -> tuple[int, str]:
    """What a command does at a terminal: its exit status, and all that it writes there.

    `typed` is what a person types; where `interrupt_at` appears he presses Ctrl-C. Skips where there are no such
    terminals (Windows).
    """
    pty = pytest.importorskip("pty", reason="needs POSIX terminals")
    import fcntl
    import select
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))

    def take() -> None:  # the terminal is this process's own, so that Ctrl-C reaches it
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        signal.signal(signal.SIGINT, signal.default_int_handler)

    process = subprocess.Popen(
        [*program, *words], stdin=theirs, stdout=theirs, stderr=theirs, env=environment(more), preexec_fn=take
    )
    os.close(theirs)
    if typed:
        os.write(ours, typed.encode())
    read, until, pressed = b"", time.monotonic() + seconds, False
    while time.monotonic() < until:
        if select.select([ours], [], [], 0.2)[0]:
            try:
                piece = os.read(ours, 1 << 16)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            read += piece
        if interrupt_at and not pressed and interrupt_at.encode() in read:
            pressed = True
            os.write(ours, b"\x03")
    else:
        process.kill()
        pytest.fail(f"still at it after {seconds} seconds: {read[-500:]!r}")
    os.close(ours)
    return process.wait(), read.decode()
