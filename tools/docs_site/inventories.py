"""Inventories of other projects, of the few names that our signatures have: intersphinx needs no network for them."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Final

#: Where a name is described, by project: role, names, page. `$` stands for the name.
_KNOWN: Final = {
    "python": (
        "https://docs.python.org/3",
        (
            ("class", "int float bool str list tuple dict set frozenset bytes", "library/stdtypes.html#$"),
            ("class", "object type slice", "library/functions.html#$"),
            (
                "exception",
                "ValueError TypeError KeyError OSError TimeoutError RuntimeError",
                "library/exceptions.html#$",
            ),
            ("data", "None", "library/constants.html#$"),
            ("data", "typing.Any typing.Final typing.Literal typing.Self", "library/typing.html#$"),
            ("class", "typing.Protocol typing.NamedTuple", "library/typing.html#$"),
            ("class", "random.Random", "library/random.html#$"),
            ("class", "pathlib.Path", "library/pathlib.html#$"),
            ("class", "fractions.Fraction", "library/fractions.html#$"),
            ("class", "enum.Enum enum.IntEnum enum.StrEnum", "library/enum.html#$"),
            (
                "class",
                "collections.abc.Callable collections.abc.Collection collections.abc.Generator "
                "collections.abc.Iterable collections.abc.Iterator collections.abc.Mapping collections.abc.Sequence",
                "library/collections.abc.html#$",
            ),
        ),
    ),
    "numpy": (
        "https://numpy.org/doc/stable",
        (("class", "numpy.ndarray numpy.dtype numpy.random.Generator", "reference/index.html"),),
    ),
    "polars": (
        "https://docs.pola.rs/api/python/stable",
        (("class", "polars.DataFrame", "reference/dataframe/index.html"),),
    ),
}


def inventory(project: str, entries: tuple[tuple[str, str, str], ...]) -> bytes:
    """An inventory in the second format of Sphinx.

    >>> inventory("python", (("class", "int", "library/stdtypes.html#$"),)).splitlines()[0]
    b'# Sphinx inventory version 2'
    """
    lines = [f"{name} py:{role} 1 {page} -\n" for role, names, page in entries for name in names.split()]
    head = ("# Sphinx inventory version 2", f"# Project: {project}", "# Version: ", "# The rest is compressed by zlib.")
    return "".join(f"{line}\n" for line in head).encode() + zlib.compress("".join(lines).encode())


def write_inventories(folder: Path) -> dict[str, tuple[str, str]]:
    """Write them into a folder; what intersphinx has to be told of them."""
    folder.mkdir(parents=True, exist_ok=True)
    told = {}
    for project, (address, entries) in _KNOWN.items():
        file = folder / f"{project}.inv"
        file.write_bytes(inventory(project, entries))
        told[project] = (address, str(file))
    return told
