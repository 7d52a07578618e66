"""The same rules compiled by Numba, over one numpy record for each battle. Nothing here is needed to play.

`load()` compiles once what the entry points need of the dialect, callees before callers, and keeps these few in a cache
folder named by the hash of the sources, so that an edited rule can never meet an old one.
"""

from __future__ import annotations

import ast
import contextlib
import dis
import inspect
import os
import textwrap
import threading
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

os.environ.setdefault("NUMBA_OPT", "1")  # as fast as more, and compiled sooner; to be set before Numba is read

import numba
import numpy as np
from numba import from_dtype, njit, types
from numba.core.codegen import CPUCodeLibrary
from numba.core.cpu import CPUContext

from ..core import state
from ..core.structs import DIALECT, GrowingTable, Table, layout, packed, unpacked
from ..core.system import yield_to_others
from ..engine import chances, lanes, playout, step, walk
from ..thinking import door, mass, mind, playouts, seeking
from ..thinking.yardstick import scales
from .cache import READY, cache_folder, claim_anew, say
from .growing import lying, place

#: How everything is compiled; bounds are checked with HEXILLUM_BOUNDS=1 in the environment.
OPTIONS: Final[dict[str, Any]] = {
    "nogil": True,
    "no_cfunc_wrapper": True,
    "boundscheck": os.environ.get("HEXILLUM_BOUNDS") == "1",
}

STATE: Final = layout(state.State)
WAY: Final = layout(walk.Way)
SAW: Final = layout(walk.Saw)
_NUMBERS: Final = types.Array(types.int64, 1, "C")
_GAMES: Final = types.Array(from_dtype(STATE), 1, "C")
MIND: Final = layout(mind.Mind)
_MINDS: Final = types.Array(from_dtype(MIND), 1, "C")
_WAYS: Final = types.Array(from_dtype(WAY), 1, "C")
_SAWS: Final = types.Array(from_dtype(SAW), 1, "C")
_SUMS: Final = types.Array(types.float64, 1, "C")
TASK: Final = layout(playouts.Task)
_TASKS: Final = types.Array(from_dtype(TASK), 1, "C")
SEEKER: Final = layout(seeking.Seeker)
_SEEKERS: Final = types.Array(from_dtype(SEEKER), 1, "C")
SCALES: Final = layout(scales.Scales)
_SCALES: Final = types.Array(from_dtype(SCALES), 1, "C")
BOUT: Final = layout(mass.Bout)
_BOUTS: Final = types.Array(from_dtype(BOUT), 1, "C")
LANE: Final = layout(lanes.Lane)
_LANES: Final = types.Array(from_dtype(LANE), 1, "C")
_BYTES: Final = types.Array(types.int8, 1, "C")
_HINTS: Final[dict[str, Any]] = {
    "int": types.int64,
    "float": types.float64,
    "bool": types.boolean,
    "None": types.void,
    "list[int]": _NUMBERS,
    "list[float]": _SUMS,
    "list[Saw]": _SAWS,
    "list[State]": _GAMES,
    "list[Mind]": _MINDS,
    "list[Lane]": _LANES,
    "bytearray": _BYTES,
    "Lane": from_dtype(LANE),
    "list[Seeker]": _SEEKERS,
    "list[Scales]": _SCALES,
    "list[Bout]": _BOUTS,
    "Seeker": from_dtype(SEEKER),
    "Scales": from_dtype(SCALES),
    "Bout": from_dtype(BOUT),
    "Mind": from_dtype(MIND),
    "Task": from_dtype(TASK),
    **{
        cls.__name__: from_dtype(layout(cls))
        for cls in (state.State, state.Unit, state.Leader, state.Frame, state.Law, walk.Way, walk.Saw)
    },
}
#: Functions of the rules that only tell the log something; so do those whose names begin with "tell_".
_TELLING: Final = ("cite", "note", "told", "forget")


def _signature(function: Callable[..., Any]) -> Any:
    hints = dict(function.__annotations__)
    returned = _HINTS[hints.pop("return")]
    return returned(*[_HINTS[hint] for hint in hints.values()])


def callees_first(entries: list[Any], known: set[Any]) -> list[FunctionType]:
    """The known functions that the entries need, in an order in which each comes after all that it calls.

    Raises ValueError where rules call each other in a circle, which the compiled form does not allow.
    """
    done: dict[FunctionType, None] = {}

    def visit(function: Any, above: tuple[Any, ...]) -> None:
        if function in above:
            raise ValueError(f"{function.__name__} calls itself in a circle")
        if function not in done:
            code, names = plain_text(function)
            for name in {i.argval for i in dis.get_instructions(code) if i.opname == "LOAD_GLOBAL"}:
                callee = names.get(name, function.__globals__.get(name))
                if isinstance(callee, FunctionType) and callee in known:
                    visit(callee, (*above, function))
        done.setdefault(function)

    for function in entries:
        visit(function, ())
    return list(done)


@contextlib.contextmanager
def _replaced(owner: Any, **methods: Any) -> Iterator[None]:
    """Let a class have other methods for a while."""
    plain = {name: getattr(owner, name) for name in methods}
    for name, method in methods.items():
        setattr(owner, name, method)
    try:
        yield
    finally:
        for name, method in plain.items():
            setattr(owner, name, method)


@contextlib.contextmanager
def _as_parts() -> Iterator[None]:
    """Make functions only as parts of others: neither linked, nor optimised, nor turned into machine code.

    Each entry does that at once for all that it holds. Otherwise every function does it anew for all that it calls,
    and high up that is everything.
    """

    def finalize(self: Any) -> None:
        self._finalized = True

    def get_executable(self: Any, library: Any, description: Any, environment: Any) -> Any:
        return [].sort  # stands for the function in lists; one of its own that nobody calls

    with _replaced(CPUCodeLibrary, finalize=finalize), _replaced(CPUContext, get_executable=get_executable):
        yield


@contextlib.contextmanager
def with_all_parts() -> Iterator[None]:
    """Link an entry with all that it holds, not only with what it calls itself.

    Whatever is compiled over compiled rules has to be compiled in here.
    """
    plain: Any = CPUCodeLibrary.finalize

    def finalize(self: Any) -> None:
        found = dict.fromkeys(self._linking_libraries)
        todo = list(found)
        while todo:
            more = [part for part in todo.pop()._linking_libraries if part not in found]
            found.update(dict.fromkeys(more))
            todo += more
        self._linking_libraries = list(found)
        plain(self)

    with _replaced(CPUCodeLibrary, finalize=finalize):
        yield


class _Compiler:
    """Compiles functions of the rules over their own globals, with tables as arrays and rules as compiled rules."""

    def __init__(self) -> None:
        self.made: dict[Any, Any] = {}
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
        return njit(**OPTIONS, **more)(same)

    def compile_all(self, entries: list[Any], more: tuple[Any, ...] = ()) -> None:
        """Compile entries and all that they need of the rules and of some functions more."""
        function: Any
        self.made[state.copy_board] = self.made[mind.copy_mind] = _copy_board
        self.made[state.same_board] = _same_board
        with _as_parts():
            for function in callees_first(entries, {*DIALECT, *more}):
                made: Any = self.compile(function, no_cpython_wrapper=True)
                made.compile(_signature(function))
                made.disable_compile()
                self.made[function] = made


class _Plain(ast.NodeTransformer):
    """Takes the lines away that only tell the log something, and calls what a module holds by a name of its own.

    `ask.BACK` becomes the name `ask.BACK`, a constant like any other: `names` collects what each such name stands for.
    """

    def __init__(self, space: dict[str, Any]) -> None:
        self.space = space
        self.names: dict[str, Any] = {}

    def visit_Expr(self, node: ast.Expr) -> Any:
        """A call of a telling function becomes nothing."""
        call = node.value
        name = call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else ""
        if name in _TELLING or name.startswith("tell_"):
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> Any:
        """What is done only where there is a log becomes nothing."""
        if ast.unparse(node.test) == "s.log is not None":
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        """What a module holds becomes one name."""
        if isinstance(node.value, ast.Name) and isinstance(self.space.get(node.value.id), ModuleType):
            name = f"{node.value.id}.{node.attr}"
            self.names[name] = getattr(self.space[node.value.id], node.attr)
            return ast.copy_location(ast.Name(name, node.ctx), node)
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        """A place in a table of tables is asked for at once: row by row, a view of each row would have to be made."""
        self.generic_visit(node)
        table, places = node.value, [node.slice]
        while isinstance(table, ast.Subscript):
            places = [*(table.slice.elts if isinstance(table.slice, ast.Tuple) else [table.slice]), *places]
            table = table.value
        if len(places) == 1 or not isinstance(table, ast.Name):
            return node
        if not isinstance(self.names.get(table.id, self.space.get(table.id)), Table):
            return node
        at = ast.copy_location(ast.Tuple(places, ast.Load()), node.slice)
        return ast.copy_location(ast.Subscript(table, at, node.ctx), node)


@cache
def plain_text(function: FunctionType) -> tuple[CodeType, dict[str, Any]]:
    """The code of a rule as it is compiled, and what the names stand for that it has for things in other modules.

    The lines that tell the log are left out: what they say can't matter to what happens.
    """
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    ast.increment_lineno(tree, function.__code__.co_firstlineno - 1)
    plain = _Plain(function.__globals__)
    definition = ast.fix_missing_locations(plain.visit(tree)).body[0]
    definition.decorator_list = []
    definition.returns = None
    for argument in definition.args.args:
        argument.annotation = None
    made: dict[str, Any] = {}
    exec(compile(tree, function.__code__.co_filename, "exec"), made)  # its own source, but for the log
    return made[function.__name__].__code__, plain.names


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


def _entry_legal(games: Any, i: int, out: Any) -> int:
    return step_legal(games[i], out)  # type: ignore[name-defined,no-any-return]  # noqa: F821


def _entry_apply(games: Any, i: int, answer: int) -> None:
    step_apply(games[i], answer)  # type: ignore[name-defined]  # noqa: F821


def _entry_play(games: Any, first: int, i: int, rng: Any, out: Any, limit: int, plays: int, results: Any) -> int:
    answers = 0
    for n in range(plays):
        if first != i:
            games[i] = games[first]
        answers += playout_play_on(games[i], rng, out, limit)  # type: ignore[name-defined]  # noqa: F821
        results[n] = games[i].outcome
    return answers


def _entry_copy(games: Any, i: int, j: int, times: int) -> None:
    for _ in range(times):
        games[j] = games[i]


def _entry_walk(
    games: Any,
    unit: int,
    hex: int,
    ways: Any,
    saws: Any,
    heads: Any,
    shares: Any,
    rolls: Any,
    chances: Any,
    sixth: float,
    out: Any,
    keys: Any,
    sums: Any,
    mask: int,
    means: Any,
    most: int,
    rng: Any,
    plays: int,
) -> int:
    return chances_walk_through(  # type: ignore[name-defined,no-any-return]  # noqa: F821
        *(games, unit, hex, ways[0], saws, heads, shares, rolls, chances, sixth),
        *(out, keys, sums, mask, means, most, rng, plays),
    )


def _entry_think(
    games: Any,
    minds: Any,
    seekers: Any,
    scales: Any,
    bouts: Any,
    tasks: Any,
    sums: Any,
    rng: Any,
    mt: Any,
    out: Any,
    trial: Any,
    told: Any,
) -> int:
    return door_think(  # type: ignore[name-defined,no-any-return]  # noqa: F821
        games, minds, seekers, scales, bouts, tasks[0], sums, rng, mt, out, trial, told
    )


def _entry_serve(
    games: Any,
    rows: Any,
    what: int,
    count: int,
    answers: Any,
    mt: Any,
    rewards: Any,
    masks: Any,
    offered: Any,
    out: Any,
    planes: Any,
    facts: Any,
) -> int:
    return lanes_serve(  # type: ignore[name-defined,no-any-return]  # noqa: F821
        games, rows, what, count, answers, mt, rewards, masks, offered, out, planes, facts
    )


_I: Final = types.int64
_ENTRIES: Final[dict[str, tuple[Callable[..., Any], Any]]] = {
    "legal": (_entry_legal, _I(_GAMES, _I, _NUMBERS)),
    "apply": (_entry_apply, types.void(_GAMES, _I, _I)),
    "copy": (_entry_copy, types.void(_GAMES, _I, _I, _I)),
    "play": (_entry_play, _I(_GAMES, _I, _I, _NUMBERS, _NUMBERS, _I, _I, _NUMBERS)),
    "walk": (
        _entry_walk,
        _I(
            *(_GAMES, _I, _I, _WAYS, _SAWS, _NUMBERS, _SUMS, _NUMBERS, _NUMBERS, types.float64),
            *(_NUMBERS, _NUMBERS, _SUMS, _I, _SUMS, _I, _NUMBERS, _I),
        ),
    ),
    "serve": (
        _entry_serve,
        _I(
            *(_GAMES, _LANES, _I, _I, _NUMBERS, _NUMBERS, _SUMS, _BYTES, _NUMBERS, _NUMBERS, _BYTES, _BYTES),
        ),
    ),
    "think": (
        _entry_think,
        _I(
            *(_GAMES, _MINDS, _SEEKERS, _SCALES, _BOUTS, _TASKS),
            *(_SUMS, _NUMBERS, _NUMBERS, _NUMBERS, _NUMBERS, _NUMBERS),
        ),
    ),
}
#: The functions that the entries call, each known there by the names of its module and its own.
_CALLED: Final[tuple[Callable[..., Any], ...]] = (
    *(step.legal, step.apply, playout.play_on, door.think),
    *(chances.walk_through, lanes.serve),
)


class Fast:
    """The compiled entry points. `games` is an array of states (`numpy.zeros(n, STATE)`), i a place in it.

    legal(games, i, out) writes the legal answers into an int64 array and returns how many; apply(games, i, answer)
    answers; copy(games, i, j, times) copies battle i to j; play(games, first, i, rng, out, limit, plays, results) plays
    battle i at random to its end or for so many answers, each time from battle `first` anew where that is another one,
    notes the outcomes in `results`, int64 of `plays` places, and returns how many answers there were in all; `rng` is
    int64 of shape (1,), the seed of the play and then its state. walk(games, ...) is for `hexillum.odds`: it is
    `hexillum.engine.chances.walk_through` with arrays for lists. think(games, ..., tasks, ...) carries out the first of
    an array of dtype `TASK` as `hexillum.thinking.door.think` does, and serve(games, ...) does what
    `hexillum.engine.lanes.serve` does, with arrays for lists. `out` is int64 with at least
    `hexillum.engine.playout.ANSWERS_MOST` places. Nothing is checked: an answer must be legal, a place must be there.
    """

    def __init__(self) -> None:
        folder = cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
        ready = folder / READY
        place()
        compiler = _Compiler()
        if ready.exists():
            try:
                self._load_entries(compiler)
                return
            except Exception as error:  # whatever reading a cache comes to that is not whole: make it anew
                say(f"the compiled rules in {folder} are not whole ({type(error).__name__}): compiling them anew")
                ready.unlink(missing_ok=True)
        for rest in folder.rglob("*.nb[ic]"):  # of a compiling that did not come to its end
            rest.unlink(missing_ok=True)
        compiler.compile_all(list(_CALLED))
        self._load_entries(compiler)
        ready.touch()

    def _load_entries(self, compiler: _Compiler) -> None:
        """Take the entries from the cache, or compile them over the rules that are compiled already."""
        for name, (function, signature) in _ENTRIES.items():
            called = {f"{f.__module__.rpartition('.')[2]}_{f.__name__}": compiler.made.get(f) for f in _CALLED}
            space = {**function.__globals__, **called}
            entry = njit(cache=True, **OPTIONS)(FunctionType(function.__code__, space, function.__name__))
            with with_all_parts():
                entry.compile(signature)
            setattr(self, name, entry)

    legal: Callable[[Any, int, Any], int]
    apply: Callable[[Any, int, int], None]
    copy: Callable[[Any, int, int, int], None]
    play: Callable[[Any, int, int, Any, Any, int, int, Any], int]
    walk: Callable[..., int]
    think: Callable[..., int]
    serve: Callable[..., int]


_lock = threading.Lock()
_loaded: list[Fast] = []


def load() -> Fast:
    """The compiled rules, one for the whole process; compiles them the first time, which takes about a minute.

    A cache that is not whole is said on stderr and made anew. Raises OSError where the cache folder cannot be written.
    """
    with _lock:
        if not _loaded:
            _loaded.append(Fast())
        return _loaded[0]


def compiled_rule(function: Any, more: tuple[Any, ...] = ()) -> Any:
    """Compile a rule, or a function of tests that is written like one, for what tests compile over it; not cached.

    `more` are functions of tests that it calls. Returns it as a function for compiled callers only. Raises ValueError
    where functions call each other in a circle.
    """
    place()
    compiler = _Compiler()
    compiler.compile_all([function], more)
    return compiler.made[function]


def checked_play(play_checked: Any, more: tuple[Any, ...]) -> Callable[[Any, int, int, Any, Any, int], int]:
    """Compile a function of tests that plays over the rules: `(state, first, rng, out, limit)`, not kept in the cache.

    Returns it as `(games, i, first, rng, out, limit)`, i and first being places in an array of states.
    """
    compiled = compiled_rule(play_checked, more)

    def entry(games: Any, i: int, first: int, rng: Any, out: Any, limit: int) -> int:
        return compiled(games[i], games[first], rng, out, limit)  # type: ignore[no-any-return]

    made = njit(**OPTIONS)(entry)
    with with_all_parts():
        made.compile(_I(_GAMES, _I, _I, _NUMBERS, _NUMBERS, _I))
    return made  # type: ignore[no-any-return]


def games_of(*states: state.State) -> Any:
    """A new array of dtype `STATE` for the compiled entry points, with a copy of each state."""
    games = np.zeros(len(states), STATE)
    for i, s in enumerate(states):
        games[i] = packed(s)
    return games


def minds_of(*minds: mind.Mind) -> Any:
    """A new array of dtype `MIND` for the compiled entry points, with a copy of each mind."""
    rows = np.zeros(len(minds), MIND)
    for i, one in enumerate(minds):
        rows[i] = packed(one)
    return rows


def state_of(row: Any) -> state.State:
    """The plain state of one element of such an array: a copy."""
    return unpacked(state.State, row)


if __name__ == "__main__":
    yield_to_others(10)
    claim_anew()
    load()
