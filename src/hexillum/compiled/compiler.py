"""Compiles functions of the dialect, callees before callers, each as a part of a library to come."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any, Final

import numpy as np
from numba import njit

from ..core import state
from ..core.structs import DIALECT, GrowingTable, Table
from ..thinking import mind
from .growing import lying
from .libraries import Dialect, as_parts
from .plain import callees_first, plain_text
from .records import signature

#: How everything is compiled; bounds are checked with HEXILLUM_BOUNDS=1 in the environment.
OPTIONS: Final[dict[str, Any]] = {
    "nogil": True,
    "no_cfunc_wrapper": True,
    "boundscheck": os.environ.get("HEXILLUM_BOUNDS") == "1",
}


class Compiler:
    """Compiles functions of the rules over their own globals, with tables as arrays and rules as compiled rules."""

    def __init__(self, tell: Callable[[int], None] = lambda _made: None) -> None:
        self.made: dict[Any, Any] = {}
        self.tell = tell  # gets how many are made, after each
        self.tables: dict[int, Any] = {}

    def translate(self, value: Any) -> Any:
        """What a global name of the rules stands for once compiled."""
        if isinstance(value, FunctionType):
            return self.made.get(value, value)
        if isinstance(value, GrowingTable):
            return self.tables.setdefault(id(value), lying(value))
        if isinstance(value, Table):
            wide = np.array(value)
            if wide.dtype == np.float64:
                return self.tables.setdefault(id(value), wide)
            narrow = wide.astype(np.int16)
            same = narrow if (narrow == wide).all() else wide.astype(np.int32)
            return self.tables.setdefault(id(value), same)
        return value

    def compile(self, function: Callable[..., Any], **more: Any) -> Any:
        """The compiled form of a function whose callees are compiled already."""
        assert isinstance(function, FunctionType)
        code, names = plain_text(function)
        known = {**function.__globals__, **names}
        space = {name: self.translate(value) for name, value in known.items()}
        same = FunctionType(code, space, function.__name__, function.__defaults__)
        same.__qualname__, same.__module__ = function.__qualname__, function.__module__
        return njit(pipeline_class=Dialect, **OPTIONS, **more)(same)

    def compile_all(self, entries: Iterable[Any], more: tuple[Any, ...] = ()) -> None:
        """Compile all that entries need of the rules and of some functions more, each once, as parts."""
        function: Any
        self.made[state.copy_board] = self.made[mind.copy_mind] = _copy_board
        self.made[state.same_board] = _same_board
        with as_parts():
            for function in callees_first(list(entries), {*DIALECT, *more}):
                if function not in self.made:
                    made: Any = self.compile(function, no_cpython_wrapper=True)
                    made.compile(signature(function))
                    made.disable_compile()
                    self.made[function] = made
                    self.tell(len(self.made))

    def entries(self, called: tuple[Any, ...], entries: dict[str, tuple[Callable[..., Any], Any]]) -> dict[str, Any]:
        """Compile functions that Python is to call, as parts as well, over the rules that they call."""
        self.compile_all(called)
        space = {f"{one.__module__.rpartition('.')[2]}_{one.__name__}": self.made[one] for one in called}
        made: dict[str, Any] = {}
        with as_parts():
            for name, (function, types) in entries.items():
                assert isinstance(function, FunctionType)
                known = {**function.__globals__, **space}
                entry: Any = njit(pipeline_class=Dialect, **OPTIONS)(
                    FunctionType(function.__code__, known, function.__name__)
                )
                entry.compile(types)
                made[name] = entry.overloads[entry.signatures[0]]
        return made


@njit(**OPTIONS)  # type: ignore[untyped-decorator]
def _copy_board(boards: Any, to: int, source: int) -> None:
    boards[to] = boards[source]


@njit(**OPTIONS)  # type: ignore[untyped-decorator]
def _same_board(boards: Any, one: int, other: int) -> bool:
    these = boards[one : one + 1].view(np.int64)
    those = boards[other : other + 1].view(np.int64)
    for n in range(these.size):  # noqa: SIM110
        if these[n] != those[n]:
            return False
    return True
