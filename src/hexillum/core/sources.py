"""Where a rule comes from and who decides by it: "Evade, Procedure" and not a file with its line."""

from __future__ import annotations

import re
from typing import Final

#: The rule texts by the numbers under which `data/rules.toml` names them.
TEXTS: Final = {
    "000": "Ancients, combat",
    "001": "Ancients, close combat",
    "002": "Medieval, combat",
    "003": "Ancients, evade and momentum advance",
    "004": "Ancients, retreat, morale and rampage",
}
_LINES = re.compile(r" *\(L[0-9, L-]+\)")
_NUMBER = re.compile(r"^[0-9]+\. ")
_OTHERS: Final = (
    (re.compile(r"RB \(Ancients\)"), "Ancients rule book"),
    (re.compile(r"RB ([0-9]+)"), r"Ancients rule book, chapter \1"),
    (re.compile(r"^FAQ$"), "the designer's answers"),
    (re.compile(r"^FAQ "), "the designer's answers, "),
    (re.compile(r"^designer FAQ"), "the designer's answers"),
    (re.compile(r"^designer, "), "the designer, "),
    (re.compile(r"^SITE$"), "rule pages of commandsandcolors.net"),
    (re.compile(r"^SITE, "), "rule pages of commandsandcolors.net, "),
    (re.compile(r"^house$"), "decided here"),
    (re.compile(r"\bexp ([0-9])"), r"expansion \1"),
)
_DECIDES: Final = {
    "attacker": "the attacker",
    "defender": "the defender",
    "owner": "owner of the unit",
    "opponent": "the other side",
}


def source_words(sources: tuple[str, ...]) -> list[str]:
    """The sources of a rule in words, those of one text together.

    >>> source_words(("004 §RETREAT bullets (L24)", "004 §Example (L30,L31)", "RB 8", "house"))
    ['Ancients, retreat, morale and rampage: Retreat; Example', 'Ancients rule book, chapter 8', 'decided here']
    """
    told: dict[str, list[str]] = {}
    for source in sources:
        number, _, place = _LINES.sub("", source).partition(" §")
        if number in TEXTS:
            part = "introduction" if place == "intro" else _NUMBER.sub("", place).removesuffix(" bullets")
            part = part.capitalize() if part.isupper() else part
            parts = told.setdefault(TEXTS[number], [])
            if part not in parts:
                parts.append(part)
        else:
            words = source
            for pattern, text in _OTHERS:
                words = pattern.sub(text, words)
            told.setdefault(words, [])
    return [f"{text}: {'; '.join(parts)}" if parts else text for text, parts in told.items()]


def decided_by(decision: str) -> str:
    """Who decides by a rule, in words; "" where nothing is decided.

    >>> decided_by("owner"), decided_by("")
    ('owner of the unit', '')
    """
    return _DECIDES.get(decision, decision)
