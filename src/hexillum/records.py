"""Declaring records once: a slotted class for the plain twin, a numpy layout for the compiled form.

A record is declared like a dataclass whose fields are small integers, lists of them, other records or lists of those::

    @record
    class Unit:
        hex: i16
        blocks: i8

A field annotated "unrecorded" exists on the twin only and is neither copied nor compared.

The plain twin uses the class as it stands. `layout` describes the same fields to numpy, `packed` and `unpacked`
carry values between the two; only `hexillum.fast` needs those.
"""

from __future__ import annotations

import typing
from collections.abc import Callable
from typing import Annotated, Any, TypeVar, dataclass_transform

i8 = Annotated[int, "i1"]
i16 = Annotated[int, "i2"]
i32 = Annotated[int, "i4"]
i64 = Annotated[int, "i8"]

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


class Table(list[T]):
    """A constant table of the rules: a list for the twin, an array once compiled."""

    __slots__ = ()


def table(rows: list[T]) -> Table[T]:
    """Mark a list as a constant table.

    >>> table([3, 1, 2])[0]
    3
    """
    return Table(rows)


#: Every function of the rules in the order of definition, callees before callers: what `hexillum.fast` compiles.
RULES: list[Callable[..., Any]] = []


def rule(function: F) -> F:
    """Note a function down as part of the rules and return it unchanged."""
    RULES.append(function)
    return function


class Field(typing.NamedTuple):
    """One field of a record: a numpy integer code or a record class, and how many (0 for a single one)."""

    kind: Any
    count: int


def _field(hint: Any) -> Field:
    base, *notes = typing.get_args(hint) if typing.get_origin(hint) is Annotated else (hint,)
    if typing.get_origin(base) is list:
        inner = typing.get_args(base)[0]
        return Field(notes[0] if inner is int else inner, notes[-1])
    return Field(notes[0] if notes else base, 0)


def fields(cls: type) -> dict[str, Field]:
    """The fields of a record class by name."""
    return cls.__dict__["_fields"]  # type: ignore[no-any-return]


@dataclass_transform(kw_only_default=True)
def record(cls: type[T]) -> type[T]:
    """Turn a declaration into a slotted class with all fields 0, a fast `copy()` and equality by value.

    >>> @record
    ... class Spot:
    ...     row: i8
    >>> spot = Spot()
    >>> spot.row, spot.copy() == spot
    (0, True)
    """
    hints = typing.get_type_hints(cls, include_extras=True)
    made = {name: _field(hint) for name, hint in hints.items()}
    extra = [name for name, f in made.items() if f.kind == "unrecorded"]
    for name in extra:
        del made[name]
    slots = (*made, *extra)
    body = {"__slots__": slots, "__doc__": cls.__doc__, "__module__": cls.__module__, "_fields": made}
    new = type(cls.__name__, (), body)
    space: dict[str, Any] = {"new": object.__new__, "cls": new}
    init, copy = ["def __init__(s):"], ["def copy(s):", " n = new(cls)"]
    for name, (kind, count) in made.items():
        if isinstance(kind, str):
            init.append(f" s.{name} = " + (f"[0] * {count}" if count else "0"))
            copy.append(f" n.{name} = s.{name}" + ("[:]" if count else ""))
        else:
            space[kind.__name__] = kind
            init.append(f" s.{name} = " + (f"[{kind.__name__}() for _ in range({count})]" if count else f"{kind.__name__}()"))
            copy.append(f" n.{name} = " + (f"[x.copy() for x in s.{name}]" if count else f"s.{name}.copy()"))
    for name in extra:
        init.append(f" s.{name} = None")
        copy.append(f" n.{name} = None")
    exec("\n".join([*init, " pass", *copy, " return n"]), space)  # the source is built from field names only
    new.__init__ = space["__init__"]  # type: ignore[misc]
    new.copy = space["copy"]  # type: ignore[attr-defined]
    new.__eq__ = lambda a, b: type(a) is type(b) and packed(a) == packed(b)  # type: ignore[method-assign,assignment]
    new.__hash__ = None  # type: ignore[assignment]
    new.__repr__ = lambda a: f"{cls.__name__}({', '.join(f'{n}={v}' for n, v in zip(made, packed(a), strict=True) if v)})"  # type: ignore[method-assign,assignment]
    return typing.cast("type[T]", new)


def packed(value: Any) -> tuple[Any, ...]:
    """A record as nested tuples, with lists for its arrays: the form that numpy takes and that compares by value."""
    out: list[Any] = []
    for name, (kind, count) in fields(type(value)).items():
        v = getattr(value, name)
        if isinstance(kind, str):
            out.append(list(v) if count else v)
        else:
            out.append([packed(x) for x in v] if count else packed(v))
    return tuple(out)


def unpacked(cls: type[T], value: Any) -> T:
    """A record from anything that can be indexed by field name: the way back from numpy."""
    out = cls()
    for name, (kind, count) in fields(cls).items():
        v = value[name]
        if isinstance(kind, str):
            setattr(out, name, [int(x) for x in v] if count else int(v))
        else:
            setattr(out, name, [unpacked(kind, x) for x in v] if count else unpacked(kind, v))
    return out


def layout(cls: type) -> Any:
    """The numpy dtype of a record class; needs numpy."""
    import numpy as np

    return np.dtype(
        [
            (name, kind if isinstance(kind, str) else layout(kind)) + ((count,) if count else ())
            for name, (kind, count) in fields(cls).items()
        ],
        align=True,
    )
