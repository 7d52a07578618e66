"""What happened in words for people: whole sentences with counts, where a line of the log is short and fixed.

The lines of the log (`core.event.narrate`) stand in transcripts and are compared by their letters; these may change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from . import rule
from .enums import EventKind as K
from .hexes import NOWHERE, name
from .kinds import KINDS

#: The faces of a die by their numbers: one, and more than one.
FACES: Final = (
    ("green circle", "green circles"),
    ("blue triangle", "blue triangles"),
    ("red square", "red squares"),
    ("leader", "leaders"),
    ("sword", "swords"),
    ("flag", "flags"),
)
#: What a face did, by the number of its effect: after one such face, and after more.
_DID: Final = {
    1: (": hit", ": hits"),
    2: (": no effect", ": no effect"),
    3: (": ignored by the target", ": ignored by the target"),
    4: ("", ""),
    5: (": hit, and rolled again", ": hits, and rolled again"),
    6: (": counts", ": count"),
}


def counted(count: int, one: str, more: str = "") -> str:
    """A number with its word.

    >>> counted(1, "hex", "hexes"), counted(2, "hex", "hexes"), counted(0, "block")
    ('1 hex', '2 hexes', '0 blocks')
    """
    return f"{count} {one if count == 1 else more or one + 's'}"


#: Names of kinds that are many already, and those that take an s.
_MANY: Final = ("Warriors", "Camels", "Elephants")
_ONE: Final = ("Chariot", "Machine")


def counted_units(count: int, kind: str) -> str:
    """So many units of a kind, by its name.

    >>> counted_units(4, "Heavy Infantry"), counted_units(1, "Elephants"), counted_units(2, "Heavy Chariot")
    ('4 heavy infantry', '1 unit of elephants', '2 heavy chariots')
    """
    of = "unit of " if count == 1 and kind.endswith(_MANY) else ""
    return f"{count} {of}{kind.lower()}{'s' * (count > 1 and kind.endswith(_ONE))}"


def dice(count: int) -> str:
    """So many dice.

    >>> dice(1), dice(3)
    ('1 die', '3 dice')
    """
    return counted(count, "die", "dice")


def who(s: Any, hex: int) -> str:
    """The piece on a hex in words, or the hex alone."""
    i, k = s.unit_at[hex], s.leader_at[hex]
    if i >= 0:
        return f"{KINDS[s.units[i].kind].name} {name(hex)}"
    return f"the leader at {name(hex)}" if k >= 0 else name(hex)


def tell(s: Any, kind: int, a: int, b: int, c: int, came_from: int = NOWHERE) -> str:
    """An event for people, with {0} and {1} for the sides; "" where the line of the log is as good.

    `a`, `b` and `c` are the numbers of the event (`core.event`), `came_from` the hex from which a unit that rides on
    has advanced in the same step.

    >>> from .state import empty_state
    >>> tell(empty_state("ancients"), K.FACE, 5, 2, 4)
    '2 flags'
    """
    one_more = (c if kind == K.FLAGS else b) != 1
    if kind == K.FACE:
        return f"{counted(b, *FACES[a])}{_DID[c][one_more]}"
    if kind == K.ELIMINATED:
        return f"{{{b}}} loses its {_lost(s, a, b, c)}"
    if kind == K.DICE and b == NOWHERE:
        return f"{{{s.active}}} rolls {dice(a)} for the card"
    if kind == K.ADVANCED and c == 1:
        i = s.unit_at[came_from] if came_from != NOWHERE else -1
        rider = KINDS[s.units[i].kind].name if i >= 0 else who(s, a)
        return f"{rider} rides on from {name(a)} to {name(b)}"
    if kind == K.LOST:
        last = "its last block" if b == 1 else f"its last {b} blocks"
        return f"{who(s, a)} loses {counted(b, 'block') + f', {c} left' if c else last}"
    if kind in _OF_SIDES:
        return f"{{{a}}} {_OF_SIDES[kind](b, c)}"
    sentence = _SENTENCES.get(kind)
    return sentence(who(s, a), b, c) if sentence else ""


def _lost(s: Any, hex: int, side: int, leader: int) -> str:
    """Who is eliminated: the kind of unit, or the leader, and where."""
    i = s.unit_at[hex]
    kind = KINDS[s.units[i].kind].name if i >= 0 and s.units[i].side == side else "unit"
    return f"{'leader' if leader else kind} at {name(hex)}"


_BOUGHT: Final = {
    rule.IA_03: "an inspired action",
    rule.IA_06: "Move a Leader",
    rule.IA_07: "Battle Bonus",
    rule.IA_08: "Bravery",
}


def bought(why: int) -> str:
    """What a token was spent on, by the rule that lets it be spent (IA-03 to IA-08).

    >>> bought(rule.IA_08)
    'Bravery'
    """
    return _BOUGHT[why]


_OF_SIDES: Final[dict[int, Callable[[int, int], str]]] = {
    K.SPENT_TOKEN: lambda b, c: f"spends a token on {bought(c)} and has {b or 'none'} left",
    K.GAINED_TOKEN: lambda b, c: f"gains a token and has {b} now",
    K.LOST_GROUND: lambda b, c: f"no longer holds the ground and has {counted(b, 'banner')} now",
    K.COMMAND: lambda b, c: f"may hold {counted(b, 'card')} from now on",
}
_SENTENCES: Final[dict[int, Callable[[str, int, int], str]]] = {
    K.FLAGS: lambda unit, b, c: f"{counted(b, 'flag')} against {unit}, which may ignore {c or 'none'}",
    K.IGNORED: lambda unit, b, c: f"{unit} ignores {counted(b, 'flag')}",
    K.MUST_RETREAT: lambda unit, b, c: f"{unit} must retreat {counted(b, 'hex', 'hexes')}",
    K.BLOCKED: lambda unit, b, c: f"{unit} cannot go on, {counted(b, 'hex', 'hexes')} short",
    K.LEADER_CHECK: lambda unit, b, c: f"leader check at {unit.rsplit(' ', 1)[-1]} with {dice(b)}",
    K.ESCAPES: lambda unit, b, c: f"the leader tries to escape through {unit}, at the risk of {dice(b)}",
    K.RALLIED: lambda unit, b, c: f"{unit} rallies and has {counted(b, 'block')} now",
}
