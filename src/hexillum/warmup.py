"""Where the compiled rules are kept, whether they are ready, and compiling them beside a program that already plays.

Nothing here imports Numba: asking takes no time, and without Numba the answer is simply no.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import time
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

SOURCES: Final = Path(__file__).parent
READY: Final = "ready"
COMPILING: Final = "compiling"
COMPILER: Final = "fast.py"  # the module that compiles: it imports all that it compiles
TABLES: Final = "data/*/kinds.toml"  # what lies beside it is the tables of an edition
TOO_LONG: Final = 900  # seconds after which a claim has been forgotten


@cache
def compilers() -> str | None:
    """The versions of what compiles the rules, or None where it is not installed."""
    try:
        return f"numba {version('numba')} numpy {version('numpy')} python {sys.version_info[:2]}"
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
    """Where compiled code is kept: below HEXILLUM_CACHE, or below the user's cache folder."""
    home = os.environ.get("HEXILLUM_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "hexillum" / source_hash()


def is_ready() -> bool:
    """Whether the compiled rules can be had at once, from the cache."""
    return compilers() is not None and (cache_folder() / READY).exists()


def claim() -> bool:
    """Claim the compiling for this process; False where another one is at it. `release` gives it back."""
    mark = cache_folder() / COMPILING
    try:
        if mark.exists() and time.time() - mark.stat().st_mtime > TOO_LONG:
            mark.unlink()
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch(exist_ok=False)
    except OSError:
        return False
    return True


def release() -> None:
    """Give the compiling back, done or not."""
    (cache_folder() / COMPILING).unlink(missing_ok=True)


def _paths() -> list[str]:
    return [str(SOURCES.parent), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]


def start() -> subprocess.Popen[bytes] | None:
    """Begin to compile in a process of its own where that is possible and not done; it ends by itself.

    Returns the process, or None where there is nothing to do: compiled already, being compiled, no compiler, or
    HEXILLUM_COMPILE=no in the environment.
    """
    if compilers() is None or is_ready() or os.environ.get("HEXILLUM_COMPILE") == "no" or not claim():
        return None
    try:
        return subprocess.Popen(
            [sys.executable, "-m", "hexillum.fast"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(_paths())},
            start_new_session=True,
        )
    except OSError:
        release()
        return None


def compile_now(pause: float = 0.2) -> bool:
    """Compile before going on, or wait for who does it already; returns whether the compiled rules are there.

    Nothing happens where they can't be compiled, or with HEXILLUM_COMPILE=no in the environment.
    """
    if process := start():
        process.wait()
    elif os.environ.get("HEXILLUM_COMPILE") != "no":
        until = time.monotonic() + TOO_LONG
        while not is_ready() and (cache_folder() / COMPILING).exists() and time.monotonic() < until:
            time.sleep(pause)
    return is_ready()
