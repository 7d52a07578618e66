"""Declaring records once: a slotted class for the plain twin, a numpy layout for the compiled form.

A record is declared like a dataclass whose fields are small integers, lists of them, other records or lists of those::

    @record
    class Unit(Record):
        hex: i16
        blocks: i8

A field annotated "unrecorded" exists on the twin only and is neither copied nor compared.

The plain twin uses the class as it stands. `layout` describes the same fields to numpy, `packed` and `unpacked`
carry values between the two; only `hexillum.compiled` needs those.
"""

from __future__ import annotations

import sys
import typing
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import FrameType
from typing import Annotated, Any, Self, TypeVar

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
    """Mark a list, of numbers or of lists of them, as a constant table; returns it as it is.

    >>> table([3, 1, 2])[0]
    3
    """
    return Table(rows)


#: Every table that grows, in the order of definition.
GROWING: list[GrowingTable[Any]] = []
#: Who is called once all of them have grown: the compiled form, where it is there.
GROWN: list[Callable[[], None]] = []


class GrowingTable(Table[T]):
    """A table made of the rows of editions, with room for more: it is made anew where an edition is loaded.

    Its shape never changes, and the compiled form reads it where it lies: an edition needs no compiling. `defined` is
    the module and line of its definition, which is the same in every process, whatever else is imported there.
    """

    __slots__ = ("defined", "make")

    def __init__(self, make: Callable[[], list[T]]) -> None:
        super().__init__(make())
        self.make = make
        self.defined = _line_of_module()
        GROWING.append(self)


def _line_of_module() -> str:
    """The module, and the line there, of the definition that is being carried out."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_name != "<module>":
        frame = frame.f_back
    return f"{frame.f_globals['__name__']}:{frame.f_lineno}" if frame else ""


def growing(make: Callable[[], list[T]]) -> GrowingTable[T]:
    """A table that a function makes, now and whenever an edition is loaded; always of the same shape.

    >>> rows = [1]
    >>> squares = growing(lambda: [n * n for n in rows])
    >>> rows[0] = 3
    >>> grow()
    >>> squares[0], GROWING.pop() is squares
    (9, True)
    """
    return GrowingTable(make)


def grow() -> None:
    """Make all growing tables anew, in the order of their definition: there are more rows than before."""
    for one in GROWING:
        one[:] = one.make()
    for tell in GROWN:
        tell()


#: Every function of the dialect, in the order of definition: what can be compiled, of the rules and of the thinking.
DIALECT: list[Callable[..., Any]] = []


#: Every record class, in the order of declaration.
RECORDS: list[type] = []


def dialect(function: F) -> F:
    """Note a function down in DIALECT as one that runs as it stands and compiled, and return it unchanged.

    >>> dialect(abs) is abs
    True
    >>> DIALECT.pop() is abs
    True
    """
    DIALECT.append(function)
    return function


@dataclass(frozen=True)
class Field:
    """One field of a record: a numpy integer code such as "i2" or a record class, and how many (0 for a single one)."""

    kind: Any
    count: int


class Record:
    """What every record can do: be copied, and be compared with others of its class by value."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> Self:
        """An equal and independent record; each record class has its own, made for its fields."""
        raise TypeError(f"{type(self).__name__} is not declared with @record")

    @staticmethod
    def values(records: Iterable[Any]) -> list[tuple[Any, ...]]:
        """The values of some records of a class, in the order of its fields; made for these as `copy` is."""
        raise TypeError("these are not declared with @record")

    def __repr__(self) -> str:
        values = zip(fields(type(self)), packed(self), strict=True)
        return f"{type(self).__name__}({', '.join(f'{name}={value}' for name, value in values if value)})"


def _field(hint: Any) -> Field:
    base, *notes = typing.get_args(hint) if typing.get_origin(hint) is Annotated else (hint,)
    if typing.get_origin(base) is list:
        inner = typing.get_args(base)[0]
        return Field(notes[0] if inner is int else inner, notes[-1])
    return Field(notes[0] if notes else base, 0)


def fields(cls: type) -> dict[str, Field]:
    """The fields of a record class by name, in the order of its declaration.

    >>> from hexillum.core.state import Leader
    >>> fields(Leader)["hex"]
    Field(kind='i2', count=0)
    """
    return cls.__dict__["_fields"]  # type: ignore[no-any-return]


def record(cls: type[T]) -> type[T]:
    """Turn a declaration into a slotted class with all fields 0, a fast `copy()` and `values`, and equality by value.

    >>> @record
    ... class Spot(Record):
    ...     row: i8
    >>> spot = Spot()
    >>> spot.row, spot.copy() == spot, Spot.values([spot])
    (0, True, [(0,)])
    """
    hints = typing.get_type_hints(cls, include_extras=True)
    made = {name: _field(hint) for name, hint in hints.items()}
    extra = [name for name, f in made.items() if f.kind == "unrecorded"]
    for name in extra:
        del made[name]
    body = {"__slots__": (*made, *extra), "__doc__": cls.__doc__, "__module__": cls.__module__, "_fields": made}
    new = type(cls.__name__, (Record,), body)
    space: dict[str, Any] = {f.kind.__name__: f.kind for f in made.values() if not isinstance(f.kind, str)}
    space.update(new=object.__new__, cls=new)
    exec(_methods(made, extra), space)  # the source is built from field names only
    new.__init__ = space["__init__"]  # type: ignore[misc]
    new.copy = space["copy"]  # type: ignore[attr-defined]
    new.__eq__ = space["__eq__"]  # type: ignore[method-assign]
    new.values = staticmethod(space["values"])  # type: ignore[attr-defined]
    RECORDS.append(new)
    return typing.cast("type[T]", new)


def _methods(made: dict[str, Field], extra: list[str]) -> str:
    """The source of what every record can do, written out field by field because that is fastest."""
    init, copy = ["def __init__(s):", " pass"], ["def copy(s):", " n = new(cls)"]
    same = ["def __eq__(s, o):", " return type(s) is type(o)"]
    for name, f in made.items():
        same[-1] += f" and s.{name} == o.{name}"
        if isinstance(f.kind, str):
            init.append(f" s.{name} = " + (f"[0] * {f.count}" if f.count else "0"))
            copy.append(f" n.{name} = s.{name}" + ("[:]" if f.count else ""))
        elif f.count:
            init.append(f" s.{name} = [{f.kind.__name__}() for _ in range({f.count})]")
            copy.append(f" n.{name} = [x.copy() for x in s.{name}]")
        else:
            init.append(f" s.{name} = {f.kind.__name__}()")
            copy.append(f" n.{name} = s.{name}.copy()")
    for name in extra:
        init.append(f" s.{name} = None")
        copy.append(f" n.{name} = None")
    values = ["def values(records):", f" return [({''.join(f's.{name}, ' for name in made)}) for s in records]"]
    return "\n".join([*init, *copy, " return n", *same, *values])


def packed(value: Any) -> tuple[Any, ...]:
    """A record as nested tuples, with lists for its arrays: the form that numpy takes and that compares by value.

    The parts come in the order of `fields`.

    >>> from hexillum.core.state import Leader
    >>> len(packed(Leader())) == len(fields(Leader))
    True
    """
    out: list[Any] = []
    for name, f in fields(type(value)).items():
        v = getattr(value, name)
        if isinstance(f.kind, str):
            out.append(list(v) if f.count else v)
        else:
            out.append([packed(x) for x in v] if f.count else packed(v))
    return tuple(out)


def unpacked(cls: type[T], value: Any) -> T:
    """A record of a class from anything that can be indexed by field name: the way back from numpy."""
    out = cls()
    for name, f in fields(cls).items():
        v = value[name]
        if isinstance(f.kind, str):
            setattr(out, name, [int(x) for x in v] if f.count else int(v))
        else:
            setattr(out, name, [unpacked(f.kind, x) for x in v] if f.count else unpacked(f.kind, v))
    return out


def layout(cls: type) -> Any:
    """The numpy dtype of a record class, aligned as compiled code reads it. Raises ImportError without numpy."""
    import numpy as np

    return np.dtype(
        [
            (name, f.kind if isinstance(f.kind, str) else layout(f.kind)) + ((f.count,) if f.count else ())
            for name, f in fields(cls).items()
        ],
        align=True,
    )
