"""What a file was made with: the version of Hexillum, and a digest of the rules and of the tables they read.

Two programs with the same digest play every battle in the same way. The digest is made of the texts themselves, line
ends aside: it is the same in a wheel and in a checkout, whatever the folder, the clock or the system.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from .version import __version__

#: What decides how a battle goes, below the package: modules, folders of modules, and the tables of the editions.
SOURCES: Final = (
    *(f"core/{name}.py" for name in "ask battlefield cards column dice editions frames hexes kinds proc rows".split()),
    *(f"core/{name}.py" for name in "state steps terrain".split()),
    "rules",
    "engine/step.py",
    *(f"battle/{name}.py" for name in "setup special_rules".split()),
    "data/ancients",
    "data/medieval",
)
LENGTH: Final = 16


def digest_of(text: str) -> str:
    """A short digest of a text, the same whatever its line ends: 16 digits of base 16.

    >>> digest_of("a\\r\\nb") == digest_of("a\\nb")
    True
    """
    return hashlib.sha256(text.replace("\r\n", "\n").encode()).hexdigest()[:LENGTH]


@cache
def rules_digest() -> str:
    """The digest of the rules and tables of this program, 16 digits of base 16, as files and games note it down.

    >>> len(rules_digest())
    16
    """
    parts = []
    for name in SOURCES:
        for path, text in _texts(resources.files("hexillum").joinpath(name), name):
            parts.append(f"{path}\n{digest_of(text)}\n")
    return digest_of("".join(parts))


def made_with() -> dict[str, str]:
    """The version of Hexillum under "hexillum" and the digest of its rules under "rules", for the headings of files.

    >>> sorted(made_with())
    ['hexillum', 'rules']
    """
    return {"hexillum": __version__, "rules": rules_digest()}


def _texts(place: Traversable, name: str) -> Iterator[tuple[str, str]]:
    """Every source and table at a place, by its name below the package and in the order of the names."""
    if place.is_dir():
        for below in sorted(place.iterdir(), key=lambda one: one.name):
            yield from _texts(below, f"{name}/{below.name}")
    elif name.endswith((".py", ".toml")):
        yield name, place.read_text(encoding="utf-8")
