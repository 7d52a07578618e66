"""Reading files that anybody may have written: as text, never more than a bound, and never waiting for ever."""

from __future__ import annotations

import errno
import os
import select
import stat
import sys
from pathlib import Path
from typing import Final

#: Bytes of a file that a person writes or saves, at most: a scenario, cases, a record, a position.
MOST: Final = 1 << 20
#: Bytes of a file of results, at most: some 200,000 games.
MOST_RESULTS: Final = 1 << 26
PATIENCE: Final = 30.0  # seconds that a pipe may be silent


class TooMuch(ValueError):
    """A file that is too large, or a pipe that does not end; says what was expected."""


def read_text(path: str | Path, most: int = MOST) -> str:
    """The text of a file or pipe of at most so many bytes, with plain ends of lines.

    Raises TooMuch where there is more, or where a pipe stays silent, UnicodeDecodeError for what is not UTF-8, OSError
    where it cannot be read.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     place = Path(folder, "x")
    ...     read_text(place) if place.write_bytes(b"one\\r\\ntwo") else ""
    'one\\ntwo'
    """
    return _bytes(path, most).decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")


def _bytes(path: str | Path, most: int) -> bytes:
    if "\0" in str(path):
        raise FileNotFoundError(errno.ENOENT, "no file has such a name", str(path))
    kind = os.stat(path).st_mode
    if stat.S_ISFIFO(kind) or stat.S_ISCHR(kind):
        return _piped(path, most)
    with Path(path).open("rb") as file:
        return _within(file.read(most + 1), most)


def _piped(path: str | Path, most: int) -> bytes:
    """What comes out of a pipe; one that nobody writes to is empty."""
    if sys.platform == "win32":  # it has no pipes among its files, but devices such as NUL
        with open(path, "rb") as device:
            return _within(device.read(most + 1), most)
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb", buffering=0) as pipe:
        found = b""
        while len(found) <= most:
            more = pipe.read(1 << 16)  # None where a writer is there, and nothing from him yet
            if more is None:
                if not select.select([pipe], [], [], PATIENCE)[0]:
                    raise TooMuch(f"nothing has come for {PATIENCE:.0f} seconds")
                continue
            if not more:
                break
            found += more
        return _within(found, most)


def _within(found: bytes, most: int) -> bytes:
    if len(found) > most:
        raise TooMuch(f"is too large: expected at most {most:,} bytes")
    return found
