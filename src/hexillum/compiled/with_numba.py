"""The same rules compiled by Numba, over one numpy record for each battle. Nothing here is needed to play.

What the entries need of the dialect is compiled once, callees before callers, a group of entries at a time, and kept in
a cache folder named by the hash of the sources, so that an edited rule can never meet an old one.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, Final

os.environ.setdefault("NUMBA_OPT", "1")  # as fast as more, and compiled sooner; to be set before Numba is read

import numpy as np
from numba import njit, types

from ..core import state
from ..core.structs import DIALECT, packed, unpacked
from ..core.system import yield_to_others
from ..thinking import mind
from .cache import GROUPS, PLAY, cache_folder, claim_anew, kept_in, note_share, say
from .compiler import OPTIONS, Compiler
from .entries import CALLED, ENTRIES
from .growing import place
from .libraries import Library, with_all_parts
from .plain import callees_first
from .records import BOUT, GAMES, LANE, MIND, NUMBERS, SAW, SCALES, SEEKER, STATE, TASK, WAY

__all__ = [
    "BOUT",
    "LANE",
    "MIND",
    "SAW",
    "SCALES",
    "SEEKER",
    "STATE",
    "TASK",
    "WAY",
    "Fast",
    "checked_play",
    "compiled_rule",
    "games_of",
    "load",
    "minds_of",
    "state_of",
    "with_all_parts",
]

#: Compiling makes very many things that live long: looking for dead ones as often as usual is an eighth of its time.
_COLLECT: Final = 200_000


@contextlib.contextmanager
def _collecting_less() -> Iterator[None]:
    usual = gc.get_threshold()
    gc.set_threshold(_COLLECT, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


class Fast:
    """The compiled entry points. `games` is an array of states (`numpy.zeros(n, STATE)`), i a place in it.

    legal(games, i, out) writes the legal answers into an int64 array and returns how many; apply(games, i, answer)
    answers; copy(games, i, j, times) copies battle i to j; play(games, first, i, rng, out, limit, plays, results) plays
    battle i at random to its end or for so many answers, each time from battle `first` anew where that is another one,
    notes the outcomes in `results`, int64 of `plays` places, and returns how many answers there were in all; `rng` is
    int64 of shape (1,), the seed of the play and then its state. battles(games, i, ...) plays battles of which an array
    of dtype `BOUT` tells, as `hexillum.thinking.mass.play_random_bouts` does. walk(games, ...) is for `hexillum.odds`:
    it is `hexillum.engine.chances.walk_through` with arrays for lists. think(games, ..., tasks, ...) carries out the
    first of an array of dtype `TASK` as `hexillum.thinking.door.think` does, and serve(games, ...) does what
    `hexillum.engine.lanes.serve` does, with arrays for lists. `out` is int64 with at least
    `hexillum.engine.playout.ANSWERS_MOST` places. Nothing is checked: an answer must be legal, a place must be there.

    The entries come in groups (`hexillum.compiled.cache.GROUPS`), each of which is read from its file, or compiled,
    when one of its entries is first asked for. A file that is not whole is said on stderr and made anew.
    """

    def __init__(self) -> None:
        cache_folder().mkdir(parents=True, exist_ok=True)
        place()
        self._libraries: dict[str, Library] = {}
        self._lock = threading.RLock()

    def __getattr__(self, name: str) -> Any:
        """An entry whose group has not been asked for yet."""
        for group, entries in ENTRIES.items():
            if name in entries:
                self.need(group)
                return vars(self)[name]
        raise AttributeError(name)

    def need(self, *groups: str) -> None:
        """Have the entries of some groups: from the cache, or compiled now, in their order.

        Raises OSError where the cache folder cannot be written, KeyError for what is no group.
        """
        with self._lock:
            missing = [group for group in groups if group not in self._libraries and not self._read(group)]
            if missing:
                with _collecting_less():
                    self._make(missing)

    def _read(self, group: str) -> bool:
        """Take a group from its file; False where that is not there, or not whole."""
        path = kept_in(group)
        if not path.exists():
            return False
        if group != PLAY and PLAY not in self._libraries and kept_in(PLAY).exists():
            self._read(PLAY)
        try:
            self._take(group, Library.read(path, self._libraries.get(PLAY)))
        except Exception as error:  # whatever reading a file comes to that is not whole: make it anew
            say(f"the compiled rules in {path} are not whole ({type(error).__name__}): compiling them anew")
            path.unlink(missing_ok=True)
            return False
        return True

    def _make(self, groups: list[str]) -> None:
        """Compile groups, the one of plain play before any other: what it holds, they call."""
        groups = groups if PLAY in self._libraries else list(dict.fromkeys((PLAY, *groups)))
        count = len(callees_first([one for group in groups for one in CALLED[group]], {*DIALECT}))
        compiler = Compiler(lambda made: note_share(made / count))
        below = None
        for group in groups:
            parts = compiler.entries(CALLED[group], ENTRIES[group])
            made = Library.made(group, parts, below)
            made.write(kept_in(group))
            self._take(group, made)
            below = made if group == PLAY else below

    def _take(self, group: str, library: Library) -> None:
        self._libraries[group] = library
        for name, (function, _) in ENTRIES[group].items():
            entry: Any = njit(**OPTIONS)(function)
            entry.add_overload(library.entries[name])
            entry.disable_compile()
            setattr(self, name, entry)

    legal: Callable[[Any, int, Any], int]
    apply: Callable[[Any, int, int], None]
    copy: Callable[[Any, int, int, int], None]
    play: Callable[[Any, int, int, Any, Any, int, int, Any], int]
    battles: Callable[..., None]
    walk: Callable[..., int]
    think: Callable[..., int]
    serve: Callable[..., int]


_lock = threading.Lock()
_loaded: list[Fast] = []


def load(*groups: str) -> Fast:
    """The compiled rules, one for the whole process, with the entries of some groups at hand.

    What is not in the cache is compiled now, which takes some 15 seconds for plain play and as long again for thinking.
    Other entries come when they are asked for. Raises OSError where the cache folder cannot be written.
    """
    with _lock:
        if not _loaded:
            _loaded.append(Fast())
    _loaded[0].need(*groups)
    return _loaded[0]


def compiled_rule(function: Any, more: tuple[Any, ...] = ()) -> Any:
    """Compile a rule, or a function of tests that is written like one, for what tests compile over it; not cached.

    `more` are functions of tests that it calls. Returns it as a function for compiled callers only. Raises ValueError
    where functions call each other in a circle.
    """
    place()
    compiler = Compiler()
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
        made.compile(types.int64(GAMES, types.int64, types.int64, NUMBERS, NUMBERS, types.int64))
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
    load(*(sys.argv[1:] or GROUPS))
