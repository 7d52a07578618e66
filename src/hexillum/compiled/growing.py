"""Tables that grow, for compiled code: it reads them where they lie in memory, so that an edition needs no compiling.

Compiled code knows such a table by a name, which is given an address when a process begins, as it is with the functions
of a library. Its shape is fixed; what stands in it may change between two calls.
"""

from __future__ import annotations

import operator
from functools import cache
from typing import Any, Final

import llvmlite.binding
import numpy as np
from llvmlite import ir
from numba import types
from numba.core.imputils import lower_constant
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin, models, register_model, typeof_impl

from ..core.structs import GROWING, GROWN, GrowingTable

_CELL: Final = np.int32
#: Where each table lies, by the name that compiled code has for it.
_PLACES: Final[dict[str, tuple[GrowingTable[Any], Any]]] = {}


class Lying:
    """What stands for a growing table among the globals of compiled code: its name and its shape."""

    def __init__(self, name: str, shape: tuple[int, ...]) -> None:
        self.name = name
        self.shape = shape


class LyingType(types.Type):
    """A growing table to Numba, or a part of one: its value is the number of the first cell of that part."""

    def __init__(self, table: str, shape: tuple[int, ...]) -> None:
        self.table = table
        self.shape = shape
        super().__init__(f"{table}{list(shape)}")


@typeof_impl.register(Lying)
def _typeof(value: Lying, _context: Any) -> LyingType:
    return LyingType(value.name, value.shape)


@register_model(LyingType)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: LyingType) -> None:
        super().__init__(manager, kind, ir.IntType(64))  # type: ignore[no-untyped-call]


@lower_constant(LyingType)  # type: ignore[no-untyped-call,untyped-decorator]
def _constant(_context: Any, _builder: Any, _kind: LyingType, _value: Lying) -> Any:
    return ir.Constant(ir.IntType(64), 0)


@infer_global(operator.getitem)  # type: ignore[no-untyped-call]
class _Item(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        """A cell of a table, or a part of one that has more dimensions, by one index or by several at once."""
        table, index = args
        if kws or not isinstance(table, LyingType):
            return None
        several: tuple[Any, ...] = tuple(index) if isinstance(index, types.BaseTuple) else (index,)  # type: ignore[arg-type]
        if not all(isinstance(one, types.Integer) for one in several) or len(several) > len(table.shape):
            return None
        rest = table.shape[len(several) :]
        wanted: Any = types.int64
        if isinstance(index, types.BaseTuple):
            wanted = types.UniTuple(types.int64, len(several))  # type: ignore[no-untyped-call]
        part = LyingType(table.table, rest) if rest else types.int64
        return signature(part, table, wanted)  # type: ignore[no-untyped-call]


@lower_builtin(operator.getitem, LyingType, types.int64)  # type: ignore[no-untyped-call,untyped-decorator]
def _by_one(_context: Any, builder: Any, made: Any, args: Any) -> Any:
    return _found(builder, made.args[0], args[0], [args[1]])


@lower_builtin(operator.getitem, LyingType, types.UniTuple)  # type: ignore[no-untyped-call,untyped-decorator]
def _by_several(_context: Any, builder: Any, made: Any, args: Any) -> Any:
    several = [builder.extract_value(args[1], n) for n in range(made.args[1].count)]
    return _found(builder, made.args[0], args[0], several)


def _found(builder: Any, table: LyingType, first: Any, several: list[Any]) -> Any:
    """The cell at some indices, or the number of the first cell of the part there."""
    word = ir.IntType(64)
    cell = first
    for n, index in enumerate(several):
        most = ir.Constant(word, table.shape[n])
        below = builder.icmp_signed("<", index, ir.Constant(word, 0))
        place = builder.select(below, builder.add(index, most), index)  # as a list counts from its end
        cell = builder.add(cell, builder.mul(place, ir.Constant(word, int(np.prod(table.shape[n + 1 :], dtype=int)))))
    if table.shape[len(several) :]:
        return cell
    base = _global(builder.module, table.table, ir.ArrayType(ir.IntType(32), _size(table.table)))
    found = builder.load(builder.gep(base, [ir.Constant(word, 0), cell], inbounds=True))
    found.set_metadata("invariant.load", builder.module.add_metadata([]))  # nothing changes it within a call
    return builder.sext(found, word)


def _size(name: str) -> int:
    return int(_PLACES[name][1].size)


def _global(module: Any, name: str, kind: Any) -> Any:
    if name in module.globals:
        return module.globals[name]
    return ir.GlobalVariable(module, kind, name)  # without a value: it lies elsewhere


def lying(table: GrowingTable[Any]) -> Lying:
    """What stands for a growing table in compiled code."""
    name = _names()[id(table)]
    return Lying(name, _PLACES[name][1].shape)


@cache
def _names() -> dict[int, str]:
    """The names of all growing tables by their identity: where they are defined, since that is so in every process.

    What is compiled in one process is read by others, which may have imported more, or less. Every module that
    compiled code is made of has to be imported by now. Raises ValueError where two tables have one name.
    """
    names: dict[int, str] = {}
    for table in GROWING:
        if table.defined in _PLACES:
            raise ValueError(f"{table.defined} defines two tables that grow: give each a line of its own")
        names[id(table)] = table.defined
        _PLACES[table.defined] = (table, np.array(table, dtype=_CELL))
    return names


def place() -> None:
    """Give every growing table its place in memory, and keep what stands there up to date from now on."""
    _names()
    for name, (_, cells) in _PLACES.items():
        llvmlite.binding.add_symbol(name, cells.ctypes.data)
    if _fill not in GROWN:
        GROWN.append(_fill)


def _fill() -> None:
    for table, cells in _PLACES.values():
        cells[...] = table
