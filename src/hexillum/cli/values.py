"""What can stand for the words of a command: battles, players, rules, switches, files; for completion in a shell.

A shell asks at every press of a key, so all of this is read from the names of files or with a plain search in them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import click
from click.shell_completion import BashComplete, CompletionItem, add_completion_class, split_arg_string

from .variants import PLAYERS

BREAKS: Final = "_HEXILLUM_BREAKS"  # where bash parts words
DATA: Final = Path(__file__).parent.parent / "data"
_NAME: Final = re.compile(r'^name *= *"([^"\n]+)"', re.MULTILINE)
_RULE: Final = re.compile(r'^id = "([^"\n]+)"\nchapter = "([^"\n]+)"', re.MULTILINE)
_SWITCH: Final = re.compile(r"^(\w+) = (?:true|false)", re.MULTILINE)

#: A value and what a shell may print beside it.
Told = tuple[str, str]


def battles() -> list[Told]:
    """The battles that come with Hexillum, with their names.

    >>> battles()[0]
    ('akragas', 'Akragas')
    """
    files = sorted((DATA / "scenarios").glob("*.toml"), key=lambda file: file.stem)
    return [(file.stem, _first(_NAME, file.read_text(encoding="utf-8"))) for file in files]


def players() -> list[Told]:
    """The players that come with Hexillum.

    >>> ("planner", "") in players()
    True
    """
    return [(name, "") for name in PLAYERS.split(", ")]


def rule_ids() -> list[Told]:
    """The ids of all rules, with their chapters.

    >>> ("TURN-02", "Turn") in rule_ids() or rule_ids()[0][0]
    'GEN-01'
    """
    return _RULE.findall((DATA / "rules.toml").read_text(encoding="utf-8"))


def switches() -> list[Told]:
    """What may follow `--switch`: each house rule, on and off.

    >>> ("exact_evade=on", "") in switches()
    True
    """
    from ..core.editions import SWITCHES

    return [(f"{name}={value}", "") for name in SWITCHES for value in ("on", "off")]


def editions() -> list[Told]:
    """The editions that come with Hexillum.

    >>> editions()[0][0]
    'ancients'
    """
    return [(file.parent.name, "") for file in sorted(DATA.glob("*/kinds.toml"))]


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[1] if found else ""


class Known(click.types.StringParamType):
    """A word of which some values are known, and any other may be right as well: that is not judged here."""

    def __init__(self, values: Callable[[], Iterable[Told]] | None, files: bool) -> None:
        self.values = values
        self.files = files

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """What may follow what has been typed; files where no value does."""
        told = self.values() if self.values else ()
        asked = incomplete.lower()
        found = [CompletionItem(word, help=more or None) for word, more in told if word.lower().startswith(asked)]
        if self.files and (not found or not incomplete):
            found.append(CompletionItem(incomplete, type="file"))
        return found


class Bash(BashComplete):
    """Completion for bash, which takes what stands before "=" or ":" for words of their own.

    Click is told the line instead of bash's words, and bash of each value only what it has not taken already.
    """

    source_template = BashComplete.source_template.replace(
        'COMP_WORDS="${COMP_WORDS[*]}"',
        'COMP_WORDS="${COMP_LINE:0:COMP_POINT}" _HEXILLUM_BREAKS="$COMP_WORDBREAKS"',
    )

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the one that is begun, and that one."""
        line = os.environ["COMP_WORDS"]
        words = split_arg_string(line)[1:]
        begun = "" if not words or line.endswith(" ") else words.pop()
        self.taken = max((begun.rfind(sign) for sign in "=:" if sign in os.environ.get(BREAKS, "")), default=-1) + 1
        return words, begun

    def format_completion(self, item: CompletionItem) -> str:
        """A value as the function in the shell reads it."""
        return f"{item.type},{item.value[self.taken :] if item.type == 'plain' else item.value}"


add_completion_class(Bash)

_BATTLE: Final = Known(battles, files=True)
_PLAYER: Final = Known(players, files=True)  # FILE.py:CLASS is a player as well
_FILE: Final = Known(None, files=True)
#: What the words of all commands stand for, by the names of their parameters.
VALUES: Final[dict[str, Known]] = {
    **dict.fromkeys(("scenario", "scenarios", "name", "battle", "first", "second"), _BATTLE),
    **dict.fromkeys(("against", "top", "bottom", "players", "player"), _PLAYER),
    **dict.fromkeys(("resume", "files", "source", "kept", "written", "plot", "svg"), _FILE),
    "file": _BATTLE,
    "ids": Known(rule_ids, files=False),
    "switches": Known(switches, files=False),
    "editions_used": Known(editions, files=True),
}


def with_values(command: click.Command) -> None:
    """Let the parameters of a command know their values, where click does not know any itself.

    >>> from hexillum.cli.play import play
    >>> with_values(play)
    >>> play.params[0].type.shell_complete(None, play.params[0], "ak")[0].value
    'akragas'
    """
    for param in command.params:
        if type(param.type) is type(click.STRING) and param.name in VALUES:
            param.type = VALUES[param.name]
    below: Any = command.commands.values() if isinstance(command, click.Group) else ()
    for one in below:
        with_values(one)
