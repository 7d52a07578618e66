"""What POSIX systems and Windows do in different ways: locking an open file, yielding to others, ending a process."""

from __future__ import annotations

import contextlib
import errno
import os
import subprocess
import sys
from typing import Final

if sys.platform == "win32":
    import ctypes
    import msvcrt
else:
    import fcntl
    import signal

#: The byte that Windows locks, since there a locked byte can't be read by others: SQLite keeps nothing in the page that
#: begins at the first gigabyte, and its own locks end before this byte.
PLACE: Final = (1 << 30) + 1024
BELOW_NORMAL: Final = 0x4000  # the priority class of Windows


def lock(descriptor: int) -> None:
    """Lock an open file until it is closed. Raises BlockingIOError where it is locked, OSError where it can't be.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile() as file:
    ...     lock(file.fileno())
    """
    if sys.platform == "win32":
        os.lseek(descriptor, PLACE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno in (errno.EACCES, errno.EDEADLK):
                raise BlockingIOError(errno.EAGAIN, "another process has locked the file") from None
            raise
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def yield_to_others(by: int) -> None:
    """Let other processes go first, by so many steps of `nice` where the system has them.

    >>> yield_to_others(0)
    """
    if sys.platform == "win32":
        if by > 0:
            kernel = ctypes.windll.kernel32
            kernel.SetPriorityClass(kernel.GetCurrentProcess(), BELOW_NORMAL)
    else:
        os.nice(by)


def end_with_all_it_started(leader: int) -> None:
    """End a process that began a session of its own, and what it has started; nothing where it has ended already.

    >>> program = [sys.executable, "-c", "import time; time.sleep(60)"]
    >>> with subprocess.Popen(program, start_new_session=True) as process:
    ...     end_with_all_it_started(process.pid)
    ...     process.wait() != 0
    True
    """
    if sys.platform == "win32":
        words = ["taskkill", "/F", "/T", "/PID", str(leader)]
        subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(leader, signal.SIGKILL)
