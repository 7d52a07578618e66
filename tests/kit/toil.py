"""Tasks for crews to do: they stand in a module of their own, where other processes find them."""

from __future__ import annotations

import os
import time
from pathlib import Path


def double(number: int) -> int:
    return 2 * number


def refuse(number: int) -> int:
    if number == 3:
        raise ValueError("three is refused")
    return number


def doze(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def die_once(task: tuple[Path, int]) -> int:
    """End the process that does it, the first time that a task of this folder is number 2."""
    folder, number = task
    mark = folder / "died"
    if number == 2 and not mark.exists():
        mark.touch()
        os._exit(9)
    return number


def die(number: int) -> int:
    """End the process that does number 2, always."""
    if number == 2:
        os._exit(9)
    return number
