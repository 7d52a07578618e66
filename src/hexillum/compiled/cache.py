"""Where the compiled rules are kept, whether they are ready, and compiling them beside a program that already plays.

Nothing here imports Numba: asking takes no time, and without Numba the answer is simply no.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from ..core.system import lock

SOURCES: Final = Path(__file__).parent.parent
PLAY: Final = "play"  # plain play: what every other group calls
#: What is compiled together, in this order: plain play, players who think, chances, environments for learning.
GROUPS: Final = (PLAY, "think", "walk", "serve")
THINKING: Final = (PLAY, "think")
AT_TABLE: Final = (*THINKING, "walk")
COMPILING: Final = "compiling"
COMPILER: Final = "compiled/with_numba.py"  # the module that compiles: it imports all that it compiles
TABLES: Final = "data/*/kinds.toml"  # what lies beside it is the tables of an edition
SHARE: Final = "compiling.share"  # how far that process is
NOTES: Final = "compiling.log"  # what the process that compiles has to say
FALL_BACK: Final = "going on with the plain ones, which are slower"

#: Somebody who is told one line of words.
Tell = Callable[[str], None]


@cache
def compilers() -> str | None:
    """The versions of what compiles the rules, in one line, or None where Numba or what it needs is not installed.

    >>> compilers() is None or "numba" in compilers()
    True
    """
    try:
        packages = " ".join(f"{name} {version(name)}" for name in ("numba", "llvmlite", "numpy"))
        return f"{packages} python {sys.version_info[:2]}"
    except PackageNotFoundError:
        return None


_IMPORT: Final = re.compile(r"^[ \t]*from (\.+)([\w.]*) import (\([^)]*\)|[^#\n]*)", re.MULTILINE)


def sources() -> list[Path]:
    """The files that the compiled rules are made of: who compiles them, all that it imports, and the tables.

    Found by reading, since importing would take longer; whatever joins the dialect is imported to be compiled.

    >>> [path.name for path in sources() if path.parent.name == "thinking"][:2]
    ['__init__.py', 'answers.py']
    """
    found: dict[Path, None] = {}
    todo = [SOURCES / COMPILER]
    while todo:
        path = todo.pop()
        if path in found or not path.is_file():
            continue
        found[path] = None
        for dots, module, names in _IMPORT.findall(path.read_text(encoding="utf-8")):
            below = path.parents[len(dots) - 1].joinpath(*filter(None, module.split(".")))
            if below.with_suffix(".py") in found:
                continue
            if below.is_dir():
                todo += [below / f"{name}.py" for name in ("__init__", *re.findall(r"\w+", names))]
            else:
                todo.append(below.with_suffix(".py"))
    tables = [path for one in SOURCES.glob(TABLES) for path in one.parent.glob("*.toml")]
    return sorted([*found, *tables])


@cache
def source_hash() -> str:
    """What the cache folder is named by: the sources, their place, and what compiles them. Any edit makes a new one.

    >>> len(source_hash())
    16
    """
    digest = hashlib.sha256(f"{SOURCES} {compilers()} {os.environ.get('HEXILLUM_BOUNDS')}".encode())
    for path in sources():
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled code is kept: below HEXILLUM_CACHE, or below the user's cache folder (XDG_CACHE_HOME).

    The folder need not exist. Its name is `source_hash`, so that edited rules have another one.

    >>> cache_folder().name == source_hash()
    True
    """
    home = os.environ.get("HEXILLUM_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "hexillum" / source_hash()


def kept_in(group: str) -> Path:
    """The file of a group of compiled rules: it is there whole, or not at all.

    >>> kept_in("think").name
    'think.code'
    """
    return cache_folder() / f"{group}.code"


def is_ready(*groups: str) -> bool:
    """Whether groups of compiled rules can be had at once, by default those of players who think.

    >>> is_ready("play") or not is_ready("play", "think")
    True
    """
    return compilers() is not None and all(kept_in(group).exists() for group in groups or THINKING)


def note_share(share: float) -> None:
    """Write down how far this process is with compiling, 0 to 1, for those who wait. Raises OSError."""
    (cache_folder() / SHARE).write_text(f"{min(share, 1):.3f}", encoding="utf-8")


def share() -> float:
    """How far the process is that compiles, 0 to 1, as far as it has said anything.

    >>> 0 <= share() <= 1
    True
    """
    try:
        return float((cache_folder() / SHARE).read_text(encoding="utf-8"))
    except (OSError, ValueError):  # not begun, or being written at this moment
        return 0.0


_held: list[int] = []  # the open claim of this process


def _lock() -> int | None:
    """Open and lock the claim; None where another process holds it. Raises OSError where it cannot be written."""
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    mark = os.open(folder / COMPILING, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        lock(mark)
    except BlockingIOError:
        os.close(mark)
        return None
    except OSError:
        os.close(mark)
        raise
    return mark


def claim() -> bool:
    """Claim the compiling for this process; False where another one is at it. `release` gives it back.

    The claim is a lock on an open file, which the system takes back when its holder ends, however it ends. Raises
    OSError where the cache folder cannot be written.
    """
    if _held:
        return False
    mark = _lock()
    if mark is not None:
        _held.append(mark)
    return mark is not None


def release() -> None:
    """Give the compiling back, done or not. A process that was started meanwhile keeps the claim until it ends."""
    while _held:
        os.close(_held.pop())


def claim_anew() -> None:
    """In the process that compiles, hold the claim where the system hands no open file down: wait until it is ours."""
    while sys.platform == "win32" and not claim():
        time.sleep(0.2)


def is_claimed() -> bool:
    """Whether a process is compiling now. Raises OSError where the cache folder cannot be written."""
    if _held:
        return True
    mark = _lock()
    if mark is not None:
        os.close(mark)
    return mark is None


def _paths() -> list[str]:
    return [str(SOURCES.parent), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]


def say(words: str) -> None:
    """Tell a person something in one line on stderr: the default of every `tell`."""
    print(f"hexillum: {words}", file=sys.stderr, flush=True)


def _cannot_be_kept(error: OSError) -> str:
    reason = error.strerror or type(error).__name__
    return f"compiled rules cannot be kept in {cache_folder()} ({reason}; HEXILLUM_CACHE names another): {FALL_BACK}"


def _why_it_ended(status: int | None) -> str:
    """One line on a compiling that came to nothing: the last words of its process, or how that ended."""
    try:
        lines = (cache_folder() / NOTES).read_text(encoding="utf-8", errors="replace").split("\n")
    except OSError:
        lines = []
    last = next((line.strip() for line in reversed(lines) if line.strip()), "")
    if not last and status is not None:
        last = f"signal {-status}" if status < 0 else f"status {status}"
    return f"the rules could not be compiled ({last[:200] or 'the process that did it has ended'}): {FALL_BACK}"


def _watch(process: subprocess.Popen[bytes], groups: tuple[str, ...], tell: Tell) -> None:
    """Wait for the process that compiles, and say where it came to nothing."""
    status = process.wait()
    if not is_ready(*groups):
        tell(_why_it_ended(status))


def start(
    tell: Tell = say, *, groups: tuple[str, ...] = GROUPS, watched: bool = True
) -> subprocess.Popen[bytes] | None:
    """Begin to compile in a process of its own where that is possible and not done; it ends by itself.

    A group is ready as soon as it is done, before those that come after it.

    Returns the process, or None where there is nothing to do: compiled already, being compiled, no compiler, or
    HEXILLUM_COMPILE=no in the environment. Where it cannot be done, or the process dies and is `watched`, `tell` gets
    one line, and everybody goes on with the plain rules.
    """
    if compilers() is None or is_ready(*groups) or os.environ.get("HEXILLUM_COMPILE") == "no":
        return None
    claimed = False
    try:
        claimed = claim()
        if not claimed:
            return None
        (cache_folder() / SHARE).unlink(missing_ok=True)  # of another time
        with (cache_folder() / NOTES).open("wb") as notes:
            process = subprocess.Popen(
                [sys.executable, "-m", "hexillum.compiled.with_numba", *groups],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=notes,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(_paths())},
                start_new_session=True,
                pass_fds=_held if sys.platform != "win32" else (),  # it holds the claim as long as it lives
            )
    except OSError as error:
        tell(_cannot_be_kept(error))
        return None
    finally:
        if claimed:
            release()
    if watched:
        threading.Thread(target=_watch, args=(process, groups, tell), daemon=True).start()
    return process


def compile_now(
    pause: float = 0.2,
    tell: Tell = say,
    tick: Callable[[float], None] | None = None,
    groups: tuple[str, ...] = THINKING,
) -> bool:
    """Compile before going on, or wait for who does it already; returns whether the compiled rules are there.

    Nothing happens where they can't be compiled, or with HEXILLUM_COMPILE=no in the environment. It looks every `pause`
    seconds, and tells `tick` for how many seconds it waits; where it comes to nothing, or the other one dies, `tell`
    gets one line.
    """
    if compilers() is None or os.environ.get("HEXILLUM_COMPILE") == "no":
        return is_ready(*groups)
    began = time.monotonic()
    process = start(tell, groups=groups, watched=False)
    try:
        waited = process is not None or is_claimed()
        while not is_ready(*groups) and (process.poll() is None if process else is_claimed()):
            if tick:
                tick(time.monotonic() - began)
            time.sleep(pause)
    except OSError:  # said by `start`
        return is_ready(*groups)
    if waited and not is_ready(*groups):
        tell(_why_it_ended(process.wait() if process else None))
    return is_ready(*groups)
