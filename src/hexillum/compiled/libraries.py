"""How the rules become machine code by Numba: each rule only as a part, a group of entries as one library, in one file.

Numba by itself makes a library of every function with all that it calls, and one of every entry. Here a rule is made
only as text for LLVM; a group of entries is linked, made faster and turned into machine code once, and what a group
before it holds as machine code already is called there.
"""

from __future__ import annotations

import contextlib
import pickle
import secrets
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from numba.core.codegen import CPUCodeLibrary
from numba.core.compiler import CompilerBase, compile_result
from numba.core.compiler_machinery import PassManager
from numba.core.cpu import CPUContext
from numba.core.registry import cpu_target
from numba.core.serialize import dumps
from numba.core.typed_passes import (
    IRLegalization,
    NativeLowering,
    NoPythonBackend,
    NopythonTypeInference,
    PreLowerStripPhis,
)
from numba.core.types import Record
from numba.core.untyped_passes import FixupArgs, GenericRewrites, IRProcessing, ReconstructSSA, TranslateByteCode

#: What of Numba's way from Python to LLVM the dialect needs: it has no closures, generators or array expressions, and
#: every other pass looks at each function anew to find that out.
_PASSES: Final = (
    *(TranslateByteCode, FixupArgs, IRProcessing, GenericRewrites, ReconstructSSA),
    *(NopythonTypeInference, PreLowerStripPhis, IRLegalization, NativeLowering, NoPythonBackend),
)


class Dialect(CompilerBase):
    """Numba's compiler with the passes that the dialect needs, and no other."""

    def define_pipelines(self) -> list[PassManager]:
        """The one way that a function goes."""
        passes = PassManager("dialect")  # type: ignore[no-untyped-call]
        for one in _PASSES:
            passes.add_pass(one, one.__name__)  # type: ignore[no-untyped-call]
        passes.finalize()  # type: ignore[no-untyped-call]
        return [passes]


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
def as_parts() -> Iterator[None]:
    """Make functions only as parts of a library: neither linked, nor optimised, nor turned into machine code.

    Otherwise every function does it anew for all that it calls, and high up that is everything.
    """

    def finalize(self: Any) -> None:
        self._finalized = True

    def get_executable(self: Any, library: Any, description: Any, environment: Any) -> Any:
        return [].sort  # stands for the function in lists; one of its own that nobody calls

    told: dict[int, str] = {}
    in_words: Any = Record.__repr__

    def __repr__(self: Any) -> str:  # asked for at every pass of every function, and long
        if id(self) not in told:
            told[id(self)] = in_words(self)
        return told[id(self)]

    parts = _replaced(CPUCodeLibrary, finalize=finalize), _replaced(CPUContext, get_executable=get_executable)
    with parts[0], parts[1], _replaced(Record, __repr__=__repr__):
        yield


@contextlib.contextmanager
def with_all_parts() -> Iterator[None]:
    """Link a function with all that it holds, not only with what it calls itself.

    Whatever else is compiled over compiled rules has to be compiled in here.
    """
    plain: Any = CPUCodeLibrary.finalize

    def finalize(self: Any) -> None:
        self._linking_libraries = _parts(self._linking_libraries)
        plain(self)

    with _replaced(CPUCodeLibrary, finalize=finalize):
        yield


def _parts(libraries: Iterable[Any], held: frozenset[str] = frozenset()) -> list[Any]:
    """Some parts and all that they need, but for those that are held elsewhere."""
    found: dict[Any, None] = {}
    todo = list(libraries)
    while todo:
        part = todo.pop()
        if part in found or (held and held.issuperset(one.name for one in part.get_defined_functions())):
            continue
        found[part] = None
        todo += part._linking_libraries
    return list(found)


class Unusable(ValueError):
    """A file of compiled rules that was made for another processor, or not to its end."""


class Library:
    """The machine code of a group of entries, and what Python needs to call them.

    `entries` are results of compilation by their names; `held` are the functions that later libraries may call here,
    and `below` is the name of a library of which this one calls functions, "" where it calls none.
    """

    def __init__(self, library: Any, code: bytes, held: frozenset[str], below: str) -> None:
        self.entries: dict[str, Any] = {}
        self.library, self.held, self.below = library, held, below
        self._code = code

    @property
    def name(self) -> str:
        """What tells it from every other, also from one of the same entries that was made at another time."""
        return str(self.library.name)

    @classmethod
    def made(cls, name: str, parts: dict[str, Any], below: Library | None) -> Library:
        """Make one of entries that are parts, over a library that holds some of what they call."""
        codegen = cpu_target.target_context.codegen()
        library = codegen.create_library(f"{name} {secrets.token_hex(8)}")
        library.enable_object_caching()
        module = library._final_module
        for part in _parts([entry.library for entry in parts.values()], below.held if below else frozenset()):
            module.link_in(part._final_module, preserve=True)
        asked = {word for part in parts.values() for word in _names_of(part.fndesc)}
        for function in module.functions:
            if not function.is_declaration and function.linkage.name in ("external", "linkonce_odr"):
                # the same function in two libraries is one; what nobody asks for and nobody calls is left out
                function.linkage = "weak_odr" if function.name in asked else "linkonce_odr"
        passes, builder = codegen._module_pass_manager()
        passes.run(module, builder)
        held = frozenset(one.name for one in module.functions if not one.is_declaration)
        library._finalize_final_module()
        made = cls(library, library._get_compiled_object(), held, below.name if below else "")
        for word, part in parts.items():
            made._take(word, part.fndesc, part.environment, part.signature)
        return made

    def _take(self, word: str, description: Any, environment: Any, signature: Any) -> None:
        """Make an entry callable from Python."""
        target = cpu_target.target_context
        self.entries[word] = compile_result(  # type: ignore[no-untyped-call]
            typing_context=target.typing_context,
            target_context=target,
            entry_point=target.get_executable(self.library, description, environment),
            fndesc=description,
            environment=environment,
            signature=signature,
            library=self.library,
            objectmode=False,
            lifted=(),
            reload_init=[],
            referenced_envs=[],
        )

    def write(self, path: Path) -> None:
        """Keep it in a file, which is there whole or not at all. Raises OSError."""
        entries = {}
        for word, made in self.entries.items():
            made.fndesc.typemap = made.fndesc.calltypes = None  # only compiling needs them
            entries[word] = (made.fndesc, made.environment, made.signature)
        told = (_machine(), self.name, self.below, self._code, self.held, dumps(entries))  # type: ignore[no-untyped-call]
        unfinished = path.with_suffix(".unfinished")
        unfinished.write_bytes(pickle.dumps(told))
        unfinished.replace(path)

    @classmethod
    def read(cls, path: Path, below: Library | None) -> Library:
        """Read one that this program has written, over the one that it may call.

        Raises Unusable, OSError, and whatever reading a broken file comes to.
        """
        machine, name, under, code, held, entries = pickle.loads(path.read_bytes())
        if machine != _machine():
            raise Unusable("made for another processor")
        if under and (below is None or under != below.name):
            raise Unusable("made over another library")
        cpu_target.target_context.refresh()  # what machine code calls of Numba's own has to be known
        codegen = cpu_target.target_context.codegen()
        library = codegen.create_library(name)
        library.enable_object_caching()
        library._set_compiled_object(code)
        library._finalize_final_module()
        codegen._engine._defined_symbols |= held
        read = cls(library, code, held, under)
        for word, (description, environment, signature) in pickle.loads(entries).items():
            read._take(word, description, environment, signature)
        return read


def _names_of(description: Any) -> tuple[str, str]:
    """The names of an entry, and of what Python calls instead of it."""
    return description.mangled_name, description.llvm_cpython_wrapper_name


def _machine() -> Any:
    """What machine code is made for."""
    return cpu_target.target_context.codegen().magic_tuple()
