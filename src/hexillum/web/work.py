"""A process that carries out jobs for the server, one at a time: `python -m hexillum.web.work LINE NICE`.

It hears jobs and tells what came of them on an open socket of the number LINE; on Windows, where a number means nothing
to another process, LINE is 0 and the socket comes through stdin. `workers` starts and ends it.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import socket
import struct
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Any, Final

from ..core.system import end_with_all_it_started, yield_to_others

if sys.platform != "win32":
    import resource

LENGTH: Final = struct.Struct("!Q")  # before every message, its bytes
GROWN: Final = 256 << 20  # bytes of memory by which it may have grown after a job; then it ends, and gives them back
SPACE, MEMORY = 0, 1  # what `size` tells: address space, or memory that is in use


def serve(line: socket.socket, nice: int) -> None:
    """Carry out jobs until the line ends, yielding to others by so much after the first, which makes it ready."""
    base: int | None = None
    with line.makefile("rwb") as file:
        while head := file.read(LENGTH.size):
            function, args, memory = pickle.loads(file.read(*LENGTH.unpack(head)))
            bound(memory)
            right, value = outcome(function, args)
            bound(None)
            if base is None:
                base = size(MEMORY)
                with contextlib.suppress(OSError):
                    yield_to_others(nice)
            ends = isinstance(value, MemoryError) or size(MEMORY) > base + GROWN
            words = pickle.dumps((right, value, ends), pickle.HIGHEST_PROTOCOL)
            file.write(LENGTH.pack(len(words)) + words)
            file.flush()
            if ends:
                return


def outcome(function: Callable[..., Any], args: tuple[Any, ...]) -> tuple[bool, Any]:
    """Whether a call went right, and what came of it or was raised, with its traceback as a note.

    >>> outcome(int, ("7",)), outcome(int, ("x",))[0]
    ((True, 7), False)
    """
    try:
        return True, function(*args)
    except Exception as error:
        error.add_note(traceback.format_exc())
        try:
            pickle.loads(pickle.dumps(error))
        except Exception:  # some errors can be told only in words
            return False, RuntimeError(f"{type(error).__name__}: {error}")
        return False, error


def bound(memory: int | None) -> None:
    """Let this process grow by so many bytes at most; None without bound."""
    if sys.platform != "win32" and (now := size(SPACE)):
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        soft = resource.RLIM_INFINITY if memory is None else now + memory
        if hard != resource.RLIM_INFINITY and (memory is None or soft > hard):
            soft = hard
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def size(what: int) -> int:
    """The bytes of address space or of memory that this process has; 0 where the system does not tell."""
    if sys.platform == "win32":
        return 0
    try:
        with open("/proc/self/statm", encoding="ascii") as statm:
            return int(statm.read().split()[what]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def end_with_server() -> None:
    """A server that was killed takes its processes with it, and what they have started: they would wait for ever."""
    os.read(0, 1)
    if sys.platform == "win32" or os.getpgrp() == os.getpid():
        end_with_all_it_started(os.getpid())
    os._exit(1)


def main(line: str, nice: str) -> None:
    """Begin: Ctrl-C is the server's business. After the first job, which only makes it ready, it yields to others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "win32":
        with open(0, "rb", buffering=0, closefd=False) as given:
            found = socket.fromshare(given.read(*LENGTH.unpack(given.read(LENGTH.size))))
    else:
        found = socket.socket(fileno=int(line))
    threading.Thread(target=end_with_server, daemon=True).start()
    serve(found, int(nice))


if __name__ == "__main__":
    main(*sys.argv[1:])
