"""Where the compiled rules are kept, whether they are ready, and compiling them beside a program that already plays.

Nothing here imports Numba: asking takes no time, and without Numba the answer is simply no.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

SOURCES: Final = Path(__file__).parent
READY: Final = "ready"


@cache
def compilers() -> str | None:
    """The versions of what compiles the rules, or None where it is not installed."""
    try:
        return f"numba {version('numba')} numpy {version('numpy')} python {sys.version_info[:2]}"
    except PackageNotFoundError:
        return None


@cache
def source_hash() -> str:
    """What the cache folder is named by: the sources, their tables, and what compiles them. Any edit makes a new one.

    >>> len(source_hash())
    16
    """
    digest = hashlib.sha256(f"{compilers()} {os.environ.get('HEXILLUM_BOUNDS')}".encode())
    for path in sorted([*SOURCES.glob("*.py"), *SOURCES.glob("rules/*.py"), *SOURCES.glob("data/*/*.toml")]):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled code is kept: below HEXILLUM_CACHE, or below the user's cache folder."""
    home = os.environ.get("HEXILLUM_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "hexillum" / source_hash()


def is_ready() -> bool:
    """Whether the compiled rules can be had at once, from the cache."""
    return compilers() is not None and (cache_folder() / READY).exists()


def start() -> subprocess.Popen[bytes] | None:
    """Begin to compile in a process of its own where that is possible and not done; it ends by itself.

    Returns the process, or None where there is nothing to do.
    """
    if compilers() is None or is_ready():
        return None
    try:
        return subprocess.Popen(
            [sys.executable, "-m", "hexillum.fast"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(SOURCES.parent), os.environ.get("PYTHONPATH", "")])},
            start_new_session=True,
        )
    except OSError:
        return None
