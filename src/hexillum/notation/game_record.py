"""Records: a battle as a header and the script lines played; replaying refuses the first line that does not follow."""

from __future__ import annotations

import hashlib
from typing import Final

from ..battle.door import Battle, IllegalChoice
from ..battle.lines import BadLine
from ..battle.scenarios import names
from ..battle.setup import full_deck
from ..core.cards import CARDS
from ..core.dice import Source
from ..core.editions import edition_named
from .positions import BadPosition, position_text, read_position
from .script import play_line

HEADER: Final = "hexillum record 1"


class BadRecord(ValueError):
    """Text that is no record of a battle; says which line and what was expected."""


def record_text(battle: Battle) -> str:
    """A battle's record: where it began, then one script line after another, then how many there are and their digest.

    >>> record_text(Battle.start("akragas", seed=7)).splitlines()[:2]
    ['hexillum record 1', 'scenario akragas']
    """
    lines = record_lines(battle)
    return "\n".join([*_beginning(battle), "script", *lines, f"end {len(lines)} {_digest(lines)}", ""])


def record_lines(battle: Battle) -> list[str]:
    """The script lines of a battle; a line that is not finished yet is told by its answers, `pending 74 89`."""
    lines, s = battle.transcript.lines, battle.state
    if not battle.over and battle.transcript.is_open(s.question, s.subject):
        return [*lines[:-1], f"pending {' '.join(map(str, battle.transcript.partial))}"]
    return lines


def _digest(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def _beginning(battle: Battle) -> list[str]:
    """The header: the scenario with its deck and switches, or the position that the battle began with."""
    start = battle.first_state
    if battle.scenario is None or battle.scenario.id not in names():
        return [HEADER, "position", *position_text(start).rstrip().split("\n")]
    head = [HEADER, f"scenario {battle.scenario.id}", *(["swapped"] if battle.scenario.swapped else [])]
    deck = [f"{CARDS[c].key}:{n}" for c, n in enumerate(start.deck) if n]
    if start.deck != full_deck(battle.scenario.edition):
        head.append(f"deck {' '.join(deck)}")
    switches = [f"{name}={getattr(start.law, name)}" for name in edition_named(battle.scenario.edition).switches]
    return [*head, f"switches {' '.join(switches)}"]


def replay(text: str, source: Source | None = None) -> Battle:
    """The battle that a record tells, at its last line.

    Raises BadRecord with the line at which the text is no record, does not follow from the lines before, or ends
    before its end.

    >>> battle = Battle.start("akragas", seed=7)
    >>> replay(record_text(battle)).state == battle.state
    True
    """
    lines = text.splitlines()
    if not lines or lines[0].strip() != HEADER:
        raise BadRecord(f"line 1: expected {HEADER!r}")
    battle, at = _begin(lines, source)
    if at >= len(lines) or lines[at].strip() != "script":
        raise BadRecord(f"line {at + 1}: expected 'script'")
    played = 0
    for number, raw in enumerate(lines[at + 1 :], at + 2):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line.split()[0] == "end":
            _check_end(line, number, battle, lines)
            return battle
        try:
            if line.split()[0] == "pending":
                for word in line.split()[1:]:
                    battle.choose(int(word) if word.isascii() and word.isdigit() and len(word) < 6 else -1)
            else:
                play_line(battle, line)
        except (IllegalChoice, BadLine) as error:
            raise BadRecord(f"line {number}: '{line}' does not follow: {error}") from None
        played += 1
    raise BadRecord(
        f"line {len(lines)}: the record is cut short after {played} script lines: expected more, and its 'end' line"
    )


def _begin(lines: list[str], source: Source | None) -> tuple[Battle, int]:
    words = lines[1].split() if len(lines) > 1 else []
    try:
        if words == ["position"]:
            end = next((i for i, line in enumerate(lines) if line.strip() == "end"), len(lines) - 1)
            return Battle(read_position("\n".join(lines[2 : end + 1])), source=source), end + 1
        if words[:1] != ["scenario"] or len(words) != 2:
            raise BadRecord("line 2: expected 'scenario NAME' or 'position'")
        if words[1] not in names():  # never a file: a record may come from anybody
            raise BadRecord(f"header: there is no scenario {words[1]!r}")
        at = 2
        deck: list[str] | None = None
        switches: dict[str, bool] = {}
        swapped = False
        while at < len(lines) and lines[at].split()[:1] in (["deck"], ["switches"], ["swapped"]):
            first, *rest = lines[at].split()
            if first == "swapped":
                swapped = True
            elif first == "deck":
                deck = [name for word in rest for name in [word.partition(":")[0]] * _number(word.partition(":")[2])]
            else:
                switches = {name: value == "1" for name, _, value in (word.partition("=") for word in rest)}
            at += 1
        return Battle.start(words[1], source=source, deck=deck, switches=switches, swapped=swapped, deal=False), at
    except (BadPosition, ValueError) as error:
        if isinstance(error, BadRecord):
            raise
        raise BadRecord(f"header: {error}") from None


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 2:
        raise ValueError(f"{text!r} is no number of cards")
    return int(text)


def _check_end(line: str, number: int, battle: Battle, lines: list[str]) -> None:
    played = record_lines(battle)
    wanted = f"end {len(played)} {_digest(played)}"
    if line != wanted:
        raise BadRecord(f"line {number}: the lines before have been changed: expected {wanted!r}, found {line!r}")
    for later, rest in enumerate(lines[number:], number + 1):
        if rest.strip():
            raise BadRecord(f"line {later}: nothing may follow the end")
