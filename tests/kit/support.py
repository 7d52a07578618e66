"""What tests share: the `rule` marker, a situation from lines of notation, and playing script lines on it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from hexillum.battle.door import Battle, IllegalChoice
from hexillum.battle.lines import BadLine
from hexillum.core import ask, hexes
from hexillum.core.dice import FACES
from hexillum.core.kinds import KINDS
from hexillum.notation.cases import board_lines, read_nodes, read_setup
from hexillum.notation.script import play_line

ROOT: Final = Path(__file__).resolve().parents[2]
CASES: Final = ROOT / "cases"
TOP: Final = 0
BOTTOM: Final = 1
ALL_KINDS: Final = tuple(kind.key for kind in KINDS if kind.edition == "ancients")


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test with the rules that it shows; the coverage table reads it."""
    return pytest.mark.rule(*ids)


def situation(*pieces: str, edition: str = "ancients", **setup: Any) -> Battle:
    """A battle in the middle of a turn, with pieces and set-up keys as in a case file.

    >>> situation("bottom F5 warrior 4", "top E5 auxilia 4").prompt()
    'bottom must choose a unit to battle with, or finish'
    """
    text = yaml.safe_dump({"units": list(pieces), **setup})
    return read_setup(next(read_nodes(text, "situation")), edition)[0]


def play(battle: Battle, *lines: str) -> Battle:
    """Play script lines.

    >>> fight = situation("bottom F5 warrior 4", "top E5 auxilia 4")
    >>> play(fight, "close F5xE5").decision.dice
    4
    """
    for line in lines:
        try:
            play_line(battle, line)
        except (IllegalChoice, BadLine) as error:
            raise AssertionError(f"'{line}' is refused: {error}\n{told(battle)}") from error
    return battle


def refused(battle: Battle, line: str, *rules: str) -> IllegalChoice | BadLine:
    """The refusal of a line, which must leave the battle as it was and name these rules."""
    before, choices, lines = battle.state.copy(), list(battle.choices), list(battle.transcript.lines)
    try:
        play_line(battle, line)
    except (IllegalChoice, BadLine) as error:
        assert battle.state == before, f"'{line}' is refused but has changed the battle\n{told(battle)}"
        assert (battle.choices, battle.transcript.lines) == (choices, lines)
        for id in rules:
            assert id in getattr(error, "rules", ()), f"'{line}' is refused, but not by {id}: {error}"
        return error
    raise AssertionError(f"'{line}' is accepted, expected a refusal\n{told(battle)}")


def texts(battle: Battle) -> list[str]:
    """The words of the options."""
    return [option.text for option in battle.options]


def miss(battle: Battle) -> Battle:
    """Roll leader symbols only, which hit no unit without a leader near."""
    assert battle.decision.kind == ask.ROLL
    return play(battle, "roll " + " ".join(["L"] * battle.decision.dice))


def faces(letters: str) -> tuple[int, ...]:
    """Faces from letters, blanks between them or not."""
    return tuple(FACES.index(letter) for letter in letters.replace(" ", ""))


def log(battle: Battle) -> list[str]:
    """The log with rule ids."""
    return [event.line_for(None) for event in battle.events]


def cited(battle: Battle) -> set[str]:
    """Every rule that the log cites."""
    return {rule for event in battle.events for rule in event.rules}


def told(battle: Battle) -> str:
    """A battle for the message of a failed test: the board, what is asked, the log."""
    return "\n".join(
        [
            "board:",
            *(f"  {line}" for line in board_lines(battle.state)),
            f"asked: {battle.prompt()}",
            *log_lines(battle),
        ]
    )


def log_lines(battle: Battle) -> list[str]:
    """The log under its title."""
    return ["log:", *(f"  {line}" for line in log(battle))]


def spots(names: Iterable[str]) -> list[int]:
    """The hexes of names."""
    return [hexes.parse(name) for name in names]
