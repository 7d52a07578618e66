"""Reading case files: a name, the rules it shows, a situation or a scenario, a script and what it expects."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from ...battle.door import Battle
from ...battle.editions import discover, find, resolve
from ...core import rulebook
from ...core.files import TooMuch, read_text
from ...core.rows import BUILT_IN, EDITIONS
from .nodes import CaseError, Node, Place, read_nodes
from .situation import read_setup

TOP_KEYS: Final = ("case", "edition", "rules", "setup", "scenario", "script", "expect", "hidden", "note")
EXPECT_KEYS: Final = "dice units gone banners tokens hands pending result cites hidden note".split()

BYTES_MOST: Final = 1 << 18  # of a file of cases


@dataclass
class Case:
    """A case as read: its name, the rules it shows, the battle at its start, its script and what it expects.

    `draws` are the numbers of the cards to be drawn next.
    """

    name: str
    rules: tuple[str, ...]
    battle: Battle
    script: list[tuple[str, Place]]
    expect: dict[str, Node]
    place: Place
    draws: list[int] = field(default_factory=list)


def read_cases(path: str | Path) -> list[Case]:
    """The cases of a file. Raises CaseError with file and line for anything that is not of the notation.

    >>> read_cases("nowhere.yaml")
    Traceback (most recent call last):
    hexillum.notation.cases.nodes.CaseError: nowhere.yaml:1: cannot be read: No such file or directory
    """
    try:
        text = read_text(path, BYTES_MOST)
    except UnicodeDecodeError:
        raise CaseError(str(path), 1, "is not UTF-8 text") from None
    except TooMuch as error:
        raise CaseError(str(path), 1, str(error)) from None
    except OSError as error:
        raise CaseError(str(path), 1, f"cannot be read: {error.strerror}") from None
    cases = [read_case(node) for node in read_nodes(text, str(path)) if node.value is not None]
    if not cases:
        raise CaseError(str(path), 1, "has no case: expected at least one document with 'case', 'setup' and 'script'")
    return cases


def read_case(node: Node) -> Case:
    """One case of a document. Raises CaseError with file and line for what is not of the notation.

    >>> text = "{case: a start, scenario: akragas, script: [card order-two-left]}"
    >>> case = read_case(next(read_nodes(text, "example")))
    >>> case.name, [line for line, _ in case.script]
    ('a start', ['card order-two-left'])
    """
    keys = node.fields("the case", TOP_KEYS)
    for needed in ("case", "script"):
        if needed not in keys:
            raise node.place.error(f"the case lacks {needed!r}")
    edition = _edition(keys["edition"]) if "edition" in keys else resolve("ancients")
    known = rulebook.rules()
    rules = []
    for item in keys["rules"].items("rules") if "rules" in keys else []:
        if item.text("a rule id") not in known:
            raise item.place.error(f"{item.value!r} is not a rule id")
        rules.append(str(item.value))
    draws: list[int] = []
    if "scenario" in keys:
        if "setup" in keys:
            raise keys["scenario"].place.error("a case has a setup or a scenario, not both")
        try:
            own = edition if edition not in BUILT_IN else None
            battle = Battle.start(keys["scenario"].text("scenario"), deal=False, edition=own)
        except ValueError as error:
            raise keys["scenario"].place.error(str(error)) from None
    elif "setup" in keys:
        battle, draws = read_setup(keys["setup"], edition)
    else:
        raise node.place.error("the case lacks 'setup' or 'scenario'")
    script = [_script_line(item) for item in keys["script"].items("script")]
    expect = keys["expect"].fields("expect", EXPECT_KEYS) if "expect" in keys else {}
    return Case(keys["case"].text("case"), tuple(rules), battle, script, expect, node.place, draws)


def _edition(node: Node) -> str:
    """The key of the edition that a case is of: by its name, or by the path of its file, from where the case lies."""
    word = node.text("edition")
    try:
        if word.endswith(".toml") or "/" in word:
            return find(Path(node.place.file).parent / word).key
        discover()
        return resolve(node.choice("edition", tuple(EDITIONS)))
    except CaseError:
        raise
    except ValueError as error:
        raise node.place.error(str(error)) from None


def _script_line(item: Node) -> tuple[str, Place]:
    if isinstance(item.value, dict):
        if list(item.value) != ["illegal"]:
            raise item.place.error("a script line is a text, or 'illegal: LINE'")
        return f"illegal: {item.value['illegal'].text('illegal')}", item.place
    return item.text("a script line"), item.place
