"""Positions: a whole state as text that people can read and that reads back to an equal state."""

from __future__ import annotations

from typing import Any, Final

from ..battle.setup import count_cards, describe_unit, find_plateaus
from ..core import ask, hexes, proc
from ..core.cards import CARDS
from ..core.kinds import KINDS
from ..core.state import HALF_UNITS, NONE, Leader, State, Unit, empty_state
from ..core.structs import Field, fields
from ..core.terrain import TERRAINS
from ..engine.step import legal

HEADER: Final = "hexillum position 1"
_BOUNDS: Final = {"i1": 127, "i2": 32767, "i4": 2**31 - 1, "i8": 2**63 - 1}
_DERIVED: Final = ("unit_at", "leader_at", "plateau", "rows", "held", "deck_left")


class BadPosition(ValueError):
    """Text that is no position; says which line and what was expected."""


def position_text(s: State) -> str:
    """A state as text: one line for each thing that differs from an empty board.

    >>> from hexillum.battle.setup import new_state
    >>> print(position_text(new_state("ancients")).splitlines()[1])
    rows 9
    """
    plain = empty_state(s.rows)
    lines = [HEADER, f"rows {s.rows}"]
    for name, field in fields(State).items():
        if name in _DERIVED:
            continue
        value, default = getattr(s, name), getattr(plain, name)
        if isinstance(field.kind, str):
            lines += _numbers(name, field, value, default)
        elif field.count:
            for i, (item, empty) in enumerate(zip(value, default, strict=True)):
                words = _record(item, empty)
                note = f"  # {describe_unit(s, i)}" if name == "units" and item.hex != hexes.NOWHERE else ""
                lines += [f"{name} {i} {words}{note}"] if words else []
        elif _record(value, default):
            lines.append(f"{name} {_record(value, default)}")
    return "\n".join([*lines, "end", ""])


def _numbers(name: str, field: Field, value: Any, default: Any) -> list[str]:
    if not field.count:
        return [f"{name} {value}"] if value != default else []
    different = [f"{i}:{v}" for i, (v, d) in enumerate(zip(value, default, strict=True)) if v != d]
    return [f"{name} {' '.join(different)}"] if different else []


def _record(value: Any, default: Any) -> str:
    names = fields(type(value))
    return " ".join(f"{n}={getattr(value, n)}" for n in names if getattr(value, n) != getattr(default, n))


def read_position(text: str) -> State:
    """The state that a position text describes.

    Raises BadPosition with the line for text that is no position, or of a state that cannot be.

    >>> from hexillum.battle.setup import new_state
    >>> s = new_state("ancients")
    >>> read_position(position_text(s)) == s
    True
    """
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    if not lines or lines[0] != HEADER:
        raise BadPosition(f"line 1: expected {HEADER!r}")
    rows = lines[1].split() if len(lines) > 1 else []
    if rows not in (["rows", "9"], ["rows", "11"]):
        raise BadPosition("line 2: expected 'rows 9' or 'rows 11'")
    s = empty_state(int(rows[1]))
    ended = False
    for number, line in enumerate(lines[2:], 3):
        if not line:
            continue
        if ended:
            raise BadPosition(f"line {number}: nothing may follow 'end'")
        if line == "end":
            ended = True
            continue
        try:
            _set(s, line.split())
        except ValueError as error:
            raise BadPosition(f"line {number}: {error}") from None
    if not ended:
        raise BadPosition(f"line {len(lines)}: the text ends before its 'end'")
    _put_pieces(s)
    find_plateaus(s)
    _count(s)
    _check(s)
    return s


def _set(s: State, words: list[str]) -> None:
    known = fields(State)
    name = words[0]
    if name not in known or name in _DERIVED:
        raise ValueError(f"{name!r} is no part of a position")
    field = known[name]
    if isinstance(field.kind, str):
        if not field.count:
            if len(words) != 2:
                raise ValueError(f"{name} takes one number")
            setattr(s, name, _int(words[1], field.kind))
            return
        for word in words[1:]:
            index, _, value = word.partition(":")
            getattr(s, name)[_index(index, field.count)] = _int(value, field.kind)
    elif field.count:
        if len(words) < 2:
            raise ValueError(f"{name} takes an index")
        _set_record(getattr(s, name)[_index(words[1], field.count)], words[2:])
    else:
        _set_record(getattr(s, name), words[1:])


def _set_record(item: Any, words: list[str]) -> None:
    known = fields(type(item))
    for word in words:
        name, _, value = word.partition("=")
        if name not in known:
            raise ValueError(f"{name!r} is unknown: expected one of {', '.join(known)}")
        setattr(item, name, _int(value, known[name].kind))


def _int(text: str, kind: str) -> int:
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 19 or int(digits) > _BOUNDS[kind]:
        raise ValueError(f"{text!r} is not a number that fits")
    return int(text)


def _index(text: str, count: int) -> int:
    index = _int(text, "i2")
    if not 0 <= index < count:
        raise ValueError(f"{index} is out of bounds: expected 0 to {count - 1}")
    return index


def _put_pieces(s: State) -> None:
    for i, u in enumerate(s.units):
        if u.hex == hexes.NOWHERE:
            continue
        _check_piece(s, u, f"unit {i}")
        if not 0 <= u.kind < len(KINDS) or not 1 <= u.blocks <= u.full or s.unit_at[u.hex] != NONE:
            raise BadPosition(f"unit {i} cannot be: its kind, its blocks, or two units in one hex")
        if u.side != i // HALF_UNITS or i % HALF_UNITS >= s.units_of[u.side]:
            raise BadPosition(f"unit {i} is not among the units of its side")
        s.unit_at[u.hex] = i
    for k, leader in enumerate(s.leaders):
        if leader.hex == hexes.NOWHERE:
            continue
        _check_piece(s, leader, f"leader {k}")
        i = s.unit_at[leader.hex]
        if s.leader_at[leader.hex] != NONE or (i != NONE and s.units[i].side != leader.side):
            raise BadPosition(f"leader {k} cannot be: two leaders in one hex, or on an enemy unit")
        s.leader_at[leader.hex] = k


def _count(s: State) -> None:
    """Count the cards. Raises BadPosition for numbers that cannot be."""
    small = [*s.hand, *s.deck, *s.discards, *s.units_of, *s.slack]
    if min(small) < 0 or max(s.units_of) > HALF_UNITS or s.active not in (0, 1):
        raise BadPosition("a number of cards, units or orders, or the active side, cannot be")
    if any(
        n
        for pile in (s.hand[: ask.MOST_CARDS], s.hand[ask.MOST_CARDS :], s.deck, s.discards)
        for n in pile[len(CARDS) :]
    ):
        raise BadPosition("a card is there that no edition has")
    count_cards(s)
    running = [f.proc for f in s.frames[: s.depth + 1]]
    if any(not 1 <= running <= proc.LAST for running in running) or (running and running[0] != proc.TURN):
        raise BadPosition("the running procedures cannot be")


def _check_piece(s: State, piece: Unit | Leader, what: str) -> None:
    if not 0 <= piece.hex < hexes.NOWHERE or s.terrain[piece.hex] >= len(TERRAINS) or piece.side not in (0, 1):
        raise BadPosition(f"{what} stands off the board or belongs to no side")


def _check(s: State) -> None:
    """A position that waits for something must have an answer, or it is none."""
    if s.outcome not in (NONE, 0, 1, 2):
        raise BadPosition("the outcome must be -1, 0, 1 or 2")
    if s.outcome != NONE or s.question == 0:
        if (s.outcome != NONE) != (s.question == ask.OVER):
            raise BadPosition("the outcome and the pending question do not fit together")
        return
    if not 0 <= s.depth < len(s.frames) or s.who not in (0, 1, ask.CHANCE) or not 0 <= s.dice <= 12:
        raise BadPosition("the pending question cannot be")
    try:
        count = 1 if s.question == ask.ROLL and s.dice else legal(s.copy(), [0] * 512)
    except (IndexError, TypeError):
        count = 0
    if count == 0:
        raise BadPosition("the pending question has no answer")
