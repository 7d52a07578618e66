"""Positions: a whole state as text that people can read and that reads back to an equal state.

Every line is one thing, in words: see docs/files.md. A position of format 1, in numbers of table rows, is read by what
those numbers stood for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache, partial
from typing import Any, Final, NamedTuple, Protocol

from ..core import ask, hexes
from ..core.digest import digest_of, made_with
from ..core.editions import edition_named
from ..core.rows import EDITIONS
from ..core.state import NONE, Frame, State, edition_of, empty_state
from ..core.structs import Field, fields
from ..core.toml_lines import BadFile
from ..engine.tryout import numbers_of
from .editions import carried
from .possible import check_possible
from .running import Impossible
from .setup import count_cards, find_plateaus
from .spelling import PROCEDURE, Language, Spelling, first_spelling, spelling

WAITS_FOR_NOBODY: Final = "the position waits for nobody: it has no running procedure"
KIND: Final = "hexillum position"  # what the first line of a position begins with
HEADER: Final = f"{KIND} 2"
FIRST_HEADER: Final = f"{KIND} 1"
#: Format 1 told the edition by its board.
FIRST_EDITIONS: Final = {"rows 9": "ancients", "rows 11": "medieval"}
_BOUNDS: Final = {"i1": 127, "i2": 32767, "i4": 2**31 - 1, "i8": 2**63 - 1}
_QUOTED: Final = "| "  # before each line of an edition of one's own
#: What follows from the rest, and the last answer, which nothing asks for once it was given.
_DERIVED: Final = ("unit_at", "leader_at", "plateau", "edition", "rows", "held", "deck_left", "answer")
_PILES: Final = ("hand", "deck", "discards")  # sorted by their words, for the order of the rows may change
_OF_EDITION: Final = ("strike_card", "ambush_card")  # fields of the law that are not a switch
#: Fields that are written also where they are 0, so that a 0 never stands for whatever comes first in a table.
_ALWAYS: Final = {"Unit": "kind", "Frame": "step"}
_RECORDS: Final = {
    field.kind.__name__: field.kind for field in fields(State).values() if not isinstance(field.kind, str)
}
_KEPT: Final = 4096  # pieces of positions whose words are kept: from one moment to the next most of them stay


class HasState(Protocol):
    """What stands at a moment of a battle: a `Battle`."""

    state: State


class BadPosition(ValueError):
    """Text that is no position, or of a state that cannot be; says which line and what was expected."""


def write_position(moment: State | HasState) -> str:
    """A state as text: what it was written with, then one line for each thing that differs from an empty board.

    Kinds, cards, terrain and marks stand in words, hexes by name; an edition that does not come with Hexillum stands
    there whole. See docs/files.md.

    >>> from hexillum.battle.setup import new_state
    >>> print(write_position(new_state("ancients")).splitlines()[2])
    edition ancients
    """
    s = moment if isinstance(moment, State) else moment.state
    made = made_with()
    edition = edition_named(edition_of(s))
    lines = [f"edition {edition.key}{' below' if edition.text else ''}"]
    lines += [f"{_QUOTED}{line}".rstrip() for line in edition.text.splitlines()]
    return "\n".join([HEADER, f"hexillum {made['hexillum']} rules {made['rules']}", *lines, *_lines(s)[1:], "end", ""])


def state_digest(s: State) -> str:
    """A digest of a state that tells it from all others, whatever program and table rows it was made with: 16 digits.

    >>> from hexillum.battle.setup import new_state
    >>> state_digest(new_state("ancients")) == state_digest(new_state("medieval"))
    False
    """
    return digest_of("\n".join(_lines(s)))


class _Place(NamedTuple):
    """A record of a state: what it is called, its values on a board with nothing on it, and what tells others."""

    name: str
    plain: tuple[int, ...]
    told: Callable[[tuple[int, ...]], str]


class _Part(NamedTuple):
    """One field of a state, as a board with nothing on it has it: what equals that is not written."""

    name: str
    plain: Any  # of numbers
    told: Callable[[Any], str]  # of numbers
    single: bool  # one record, no list of them
    values_of: Callable[[Iterable[Any]], list[tuple[int, ...]]] | None  # of records, which are at the places
    places: tuple[_Place, ...]


@cache
def _parts(edition: str, words: Language) -> tuple[_Part, ...]:
    """The fields of a state that are written, in their order."""
    empty = empty_state(edition)
    found = []
    for name, field in fields(State).items():
        if name in _DERIVED:
            continue
        value = getattr(empty, name)
        if isinstance(field.kind, str):
            found.append(_Part(name, value, _told(words, name, field, value), False, None, ()))
            continue
        of = field.kind.__name__
        names = [f"{name} {_place(words, name, n)}" for n in range(field.count)] or [name]
        plains = field.kind.values(value if field.count else [value])
        told = {plain: lru_cache(_KEPT)(partial(_record, words, of, plain)) for plain in plains}  # one for each side
        places = tuple(_Place(called, plain, told[plain]) for called, plain in zip(names, plains, strict=True))
        found.append(_Part(name, None, str, not field.count, field.kind.values, places))
    return tuple(found)


def _lines(s: State) -> list[str]:
    edition = edition_of(s)
    words = spelling(edition)
    lines = [f"edition {edition_named(edition).label}"]
    for name, plain, tell_numbers, single, values_of, places in _parts(edition, words):
        value = getattr(s, name)
        if values_of is None:
            if value != plain:
                lines.append(tell_numbers(value))
            continue
        for (called, nothing, tell), values in zip(places, values_of([value] if single else value), strict=True):
            if values != nothing and (told := tell(values)):
                lines.append(f"{called} {told}")
    return lines


def _place(words: Language, name: str, index: int) -> str:
    return words.places[name].write(index) if name in words.places else str(index)


def _value(words: Language, item: Any, name: str) -> Spelling | None:
    """How a field of a record is spelled; that of a frame depends on its procedure. None for a plain number."""
    return _spelled(words, type(item).__name__, name, item.proc if isinstance(item, Frame) else NONE)


def _spelled(words: Language, of: str, name: str, procedure: int) -> Spelling | None:
    if of == "Frame":
        of_procedure = words.values.get((f"Frame {PROCEDURE.write(procedure)}", name))
        return of_procedure or words.values.get(("Frame", name))
    return words.values.get((of, name))


def _told(words: Language, name: str, field: Field, default: Any) -> Callable[[Any], str]:
    """What tells the numbers of a field that are not as they are on a board with nothing on it."""
    spelled = words.values.get(("State", name))
    if field.count:
        of_list = lru_cache(_KEPT)(partial(_list_told, words, name, tuple(default)))
        return lambda value: of_list(tuple(value))
    return lambda value: f"{name} {spelled.write(value) if spelled else value}"


def _list_told(words: Language, name: str, default: tuple[int, ...], value: tuple[int, ...]) -> str:
    spelled = words.values.get(("State", name))
    write = spelled.write if spelled else str
    pairs = enumerate(zip(value, default, strict=True))
    different = [f"{_place(words, name, i)}:{write(v)}" for i, (v, d) in pairs if v != d]
    if name in _PILES:
        different.sort()
    return f"{name} {' '.join(different)}"


def _record(words: Language, of: str, defaults: tuple[int, ...], values: tuple[int, ...]) -> str:
    names = tuple(fields(_RECORDS[of]))
    procedure = values[names.index("proc")] if of == "Frame" else NONE
    told = []
    for name, value, default in zip(names, values, defaults, strict=True):
        if name not in _OF_EDITION and (_ALWAYS.get(of) == name or value != default):
            spelled = _spelled(words, of, name, procedure)
            told.append(f"{name}={spelled.write(value) if spelled else value}")
    return " ".join(told)


def read_position(text: str) -> State:
    """The state that a position text describes, of this format or of format 1.

    Raises BadPosition with the line for text that is no position, or of a state that cannot be.

    >>> from hexillum.battle.setup import new_state
    >>> s = new_state("ancients")
    >>> read_position(write_position(s)) == s
    True
    """
    lines = [line.strip() if line[:1] == "|" else line.split("#")[0].strip() for line in text.splitlines()]
    if lines and lines[0] == FIRST_HEADER:
        s, words, at = *_begin_first(lines), 2
    else:
        s, words, at = _begin(lines)
    ended = False
    told: dict[str, int] = {}  # the line of each part
    for number, line in enumerate(lines[at:], at + 1):
        if not line:
            continue
        if ended:
            raise BadPosition(f"line {number}: nothing may follow 'end'")
        if line == "end":
            ended = True
            continue
        try:
            part = _set(s, words, line.split())
        except ValueError as error:
            raise BadPosition(f"line {number}: {error}") from None
        told[part] = number
    if not ended:
        raise BadPosition(f"line {len(lines)}: the text ends before its 'end'")
    try:
        check_possible(s)
        _put_pieces(s)
        find_plateaus(s)
        count_cards(s)
        _check_pending(s)
    except Impossible as error:
        if error.part == "question" and "question" not in told:  # what is missing has no line
            raise BadPosition(WAITS_FOR_NOBODY) from None
        raise BadPosition(f"line {told.get(error.part, len(lines))}: {error}") from None
    return s


def _begin(lines: list[str]) -> tuple[State, Language, int]:
    """An empty board of the edition that a position names, its words, and where its lines begin."""
    if not lines or lines[0] != HEADER:
        found = lines[0] if lines else ""
        newer = found.startswith(f"{KIND} ") and found.removeprefix(f"{KIND} ").isdigit()
        raise BadPosition(
            f"line 1: expected {HEADER!r}" + (f", found {found!r}, of another version of Hexillum" if newer else "")
        )
    at = 2 if len(lines) > 1 and lines[1].split()[:1] == ["hexillum"] else 1
    named = lines[at].split() if len(lines) > at else []
    if len(named) == 3 and named[0] == "edition" and named[2] == "below":
        end = next((n for n, line in enumerate(lines[at + 1 :], at + 1) if line[:1] != "|"), len(lines))
        try:
            own = carried(unquoted(lines[at + 1 : end]), "the edition of the position").key
        except BadFile as error:
            raise BadPosition(f"line {at + 1 + error.line}: {error.message}") from None
        return empty_state(own), spelling(own), end
    if len(named) != 2 or named[0] != "edition" or named[1] not in EDITIONS:
        raise BadPosition(f"line {at + 1}: expected 'edition' and one of {', '.join(EDITIONS)}")
    return empty_state(named[1]), spelling(named[1]), at + 1


def unquoted(lines: list[str]) -> str:
    """A text of which each line stood after `| `.

    >>> unquoted(["| a = 1", "|", "| b = 2"])
    'a = 1\\n\\nb = 2\\n'
    """
    return "".join(line.removeprefix("|").removeprefix(" ") + "\n" for line in lines)


def _begin_first(lines: list[str]) -> tuple[State, Language]:
    """The same for a position of format 1, which named the rows of the board."""
    edition = FIRST_EDITIONS.get(lines[1] if len(lines) > 1 else "")
    if edition is None:
        raise BadPosition(f"line 2: expected {' or '.join(map(repr, FIRST_EDITIONS))}")
    return empty_state(edition), first_spelling()


def _set(s: State, words: Language, line: list[str]) -> str:
    """Set what a line tells; returns which part of the position that is."""
    known = fields(State)
    name = line[0]
    if name == "answer" and words is first_spelling():
        return name
    if name not in known or name in _DERIVED:
        raise ValueError(f"{name!r} is not a part of a position")
    field = known[name]
    if isinstance(field.kind, str):
        spelled = words.values.get(("State", name))
        if not field.count:
            if len(line) != 2:
                raise ValueError(f"{name} takes one {'word' if spelled else 'number'}")
            setattr(s, name, _read(line[1], field.kind, spelled))
            return name
        for word in line[1:]:
            place, _, value = word.partition(":")
            getattr(s, name)[_index(words, name, place, field.count)] = _read(value, field.kind, spelled)
        return name
    if not field.count:
        _set_record(getattr(s, name), words, line[1:])
        return name
    if len(line) < 2:
        raise ValueError(f"{name} takes an index")
    index = _index(words, name, line[1], field.count)
    _set_record(getattr(s, name)[index], words, line[2:])
    return f"{name} {index}"


def _set_record(item: Any, words: Language, line: list[str]) -> None:
    known = {name: field for name, field in fields(type(item)).items() if name not in _OF_EDITION}
    pairs = [(name, value) for name, _, value in (word.partition("=") for word in line)]
    always = _ALWAYS.get(type(item).__name__)
    if always and always not in dict(pairs):
        if words is not first_spelling():
            raise ValueError(f"expected {always}=...")
        pairs.append((always, "0"))  # format 1 left the first row out
    for name, value in pairs:
        if name not in known:
            raise ValueError(f"{name!r} is unknown: expected one of {', '.join(known)}")
        setattr(item, name, _read(value, known[name].kind, _value(words, item, name)))


def _read(text: str, kind: str, spelled: Spelling | None = None) -> int:
    return spelled.read(text) if spelled else _int(text, kind)


def _int(text: str, kind: str) -> int:
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 19 or int(digits) > _BOUNDS[kind]:
        raise ValueError(f"{text!r} is not a number that fits")
    return int(text)


def _index(words: Language, name: str, text: str, count: int) -> int:
    index = words.places[name].read(text) if name in words.places else _int(text, "i2")
    if not 0 <= index < count:
        raise ValueError(f"{index} is out of bounds: expected 0 to {count - 1}")
    return index


def _put_pieces(s: State) -> None:
    """Note on the board who stands there. Raises Impossible for two in one hex."""
    for i, u in enumerate(s.units):
        if u.hex == hexes.NOWHERE:
            continue
        if s.unit_at[u.hex] != NONE:
            raise Impossible(f"units {i}", f"unit {i} is impossible: two units in one hex")
        s.unit_at[u.hex] = i
    for k, leader in enumerate(s.leaders):
        if leader.hex == hexes.NOWHERE:
            continue
        i = s.unit_at[leader.hex]
        if s.leader_at[leader.hex] != NONE or (i != NONE and s.units[i].side != leader.side):
            raise Impossible(f"leaders {k}", f"leader {k} is impossible: two leaders in one hex, or on an enemy unit")
        s.leader_at[leader.hex] = k


def _check_pending(s: State) -> None:
    """A position that waits for something must have an answer, or it is none. Raises Impossible."""
    if (s.outcome != NONE) != (s.question == ask.OVER):
        raise Impossible("question", "the outcome and the pending question do not fit together")
    if s.question not in (ask.OVER, ask.NOTHING, ask.ROLL) and not numbers_of(s.copy()):
        raise Impossible("question", "the pending question has no answer")
