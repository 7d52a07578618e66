"""Headings of result files: what a run was made with, and whether another one may go on with its file.

A file of results begins with a JSON object: its format, the version of Hexillum, the digest of rules and tables, the
battles (docs/files.md) and the settings of the run. Results of different rules never meet in one file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from ..battle.scenarios import Scenario, is_built_in, load_scenario, scenario_text, setup_digest, turn_round
from ..core.digest import made_with

_WORDS: Final = {"hexillum": "version", "rules": "rules"}


def object_of(line: str) -> dict[str, Any]:
    """The JSON object of a line of a file. Raises ValueError for anything else, and for what JSON does not have.

    >>> object_of('{"seed": 1}')
    {'seed': 1}
    """
    try:
        found = json.loads(line, parse_constant=_no_number)
        if not line.isascii() or "\\" in line:
            json.dumps(found, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("its values are nested too deeply") from None
    if not isinstance(found, dict):
        raise ValueError("expected an object in braces")
    return found


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is no number of JSON")


def is_count(value: Any, most: float = 1e15) -> bool:
    """Whether a value of a file is a number from 0 to a bound.

    >>> is_count(2), is_count(-1), is_count(True), is_count("2")
    (True, False, False, False)
    """
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= most


def heading(format: str, battles: Iterable[str | Path], settings: Mapping[str, Any]) -> dict[str, Any]:
    """The heading of a run of these battles under these settings.

    Battles are built-in names or files. A battle that comes with Hexillum is told by the digest of its set-up, another
    one by its whole text; `settings` are values for JSON. Raises ValueError for a battle that does not exist.

    >>> sorted(heading("x 2", ["akragas"], {"seed": 1}))
    ['battles', 'format', 'hexillum', 'rules', 'seed']
    """
    told = {str(name): _told(load_scenario(name)) for name in battles}
    return {"format": format, **made_with(), **settings, "battles": told}


def _told(plan: Scenario) -> str:
    plain = turn_round(plan) if plan.swapped else plan
    return setup_digest(plain) if is_built_in(plan) else scenario_text(plain)


def difference(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """In which way the heading of a file is not that of a run, in a few words; "" where the run may go on.

    What the file's heading has more than the run's does not matter.

    >>> difference({"format": "x 2", "seed": 1}, {"format": "x 2", "seed": 2})
    'was begun with seed 1, not 2'
    """
    if found.get("format") != wanted["format"]:
        return f"is of the format {found.get('format')!r}, which does not say under which rules it was played"
    for key, value in wanted.items():
        if found.get(key) == value:
            continue
        if key == "battles":
            theirs = found.get(key)
            theirs = theirs if isinstance(theirs, dict) else {}
            other = [name for name in value if name in theirs and theirs[name] != value[name]]
            if other:
                return f"was begun with another set-up of {other[0]}"
            return f"was begun with the battles {_shown(list(theirs))}, not {_shown(list(value))}"
        return f"was begun with {_WORDS.get(key, key)} {_shown(found.get(key))}, not {_shown(value)}"
    return ""


def _shown(value: Any) -> str:
    """A value as a reader of the command line knows it."""
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{name}={'on' if on else 'off'}" for name, on in value.items()) or "none"
    return "unknown" if value is None else str(value)
