"""What the tests let processes do: nothing for long, ending themselves, growing, failing. Importable there."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any, NoReturn

from hexillum.core import hexes
from hexillum.core.state import State
from hexillum.odds.sheet import sheet_of_pair
from hexillum.players.turn import Thought, think


def sleep(seconds: float, *_args: Any, **_more: Any) -> float:
    time.sleep(seconds)
    return seconds


def spin(path: str) -> NoReturn:
    """Work for ever, noting every tenth of a second that it does."""
    while True:
        Path(path).write_text(str(time.time()))
        time.sleep(0.1)


def stop_itself(*_args: Any, **_more: Any) -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def kill_itself(*_args: Any, **_more: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def fail(*_args: Any, **_more: Any) -> NoReturn:
    raise Odd("no", 7)


def grow(size: int) -> int:
    return len(bytearray(size))


def grow_much(*_args: Any) -> int:
    return grow(1 << 30)


def dies_once(note: str, seed: int, state: State, _time: Any = None) -> Thought:
    """A player that thinks at the second time."""
    if not Path(note).exists():
        Path(note).touch()
        kill_itself()
    return think("random", seed, state)


def me(*_args: Any) -> int:
    return os.getpid()


def odds_of_a_hundred_seconds(*_args: Any, **_more: Any) -> NoReturn:
    end = time.monotonic() + 100
    while time.monotonic() < end:
        pass
    raise AssertionError("nobody ended this")


class Odd(Exception):
    """An error that can be written, but not read again."""

    def __init__(self, words: str, number: int) -> None:
        super().__init__(words)
        self.number = number


def endless_from_a1(state: State, here: int, there: int, **more: Any) -> Any:
    """The odds of a pair, but from A1 none in a hundred seconds."""
    return odds_of_a_hundred_seconds() if here == hexes.parse("A1") else sheet_of_pair(state, here, there, **more)
