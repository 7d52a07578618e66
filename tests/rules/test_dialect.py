"""The rules keep to the subset of Python that both forms share; contributors without Numba see a breach at once."""

import ast
import inspect
import textwrap
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

import hexillum
import hexillum.engine.chances
import hexillum.engine.lanes
import hexillum.thinking.door  # registers the thinking
from hexillum.core.structs import DIALECT

FORBIDDEN = (
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
    ast.Dict,
    ast.Set,
    ast.JoinedStr,
    ast.NamedExpr,
    ast.Lambda,
    ast.Try,
    ast.With,
    ast.Yield,
    ast.YieldFrom,
    ast.Await,
    ast.Global,
    ast.Nonlocal,
    ast.Starred,
    ast.ClassDef,
    ast.Import,
    ast.ImportFrom,
)
BUILTINS = {"abs", "min", "max", "range", "int", "bool", "IndexError"}
NUMPY_NAMES = {
    "flags",
    "size",
    "data",
    "view",
    "copy",
    "item",
    "fill",
    "shape",
    "T",
    "base",
    "dtype",
    "sort",
    "all",
    "any",
}
HINTS = {"int", "bool", "None", "list[int]", "State", "Unit", "Leader", "Frame", "Way", "Saw"}
HINTS |= {"Mind", "Task", "list[State]", "list[Mind]", "list[Saw]", "list[list[int]]", "float", "list[float]"}
HINTS |= {"list[Seeker]", "list[Scales]", "list[Bout]", "list[Lane]", "Seeker", "Scales", "Bout", "Lane", "bytearray"}
#: Where fractions are reckoned with, the same in both forms; everywhere else there are whole numbers only.
FRACTIONS = (
    *("hexillum.thinking.yardstick", "hexillum.thinking.seeking", "hexillum.thinking.door"),
    *("hexillum.engine.twister", "hexillum.engine.lanes"),
)
SOURCES = Path(hexillum.__file__).parent
#: Where every function is one of the dialect.
FLOORS = ("rules", "engine")
#: But not here: what runs above the twin only.
PLAIN = ("hexillum.engine.paths", "hexillum.engine.tryout")


def definition(function: Any) -> ast.FunctionDef:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return tree


def body_without_docstring(tree: ast.FunctionDef) -> list[ast.stmt]:
    return tree.body[1:] if ast.get_docstring(tree) else tree.body


@pytest.mark.parametrize("function", DIALECT, ids=lambda f: f"{f.__module__.rpartition('.')[2]}.{f.__name__}")
def test_a_rule_keeps_to_the_dialect(function: Any) -> None:
    tree = definition(function)
    assert tree.args.defaults == [] and tree.args.kwonlyargs == [], "no default or keyword arguments"
    for name, hint in function.__annotations__.items():
        assert hint in HINTS, f"{name}: {hint} is no type of both forms"
    assert "return" in function.__annotations__
    assert len(function.__annotations__) == len(tree.args.args) + 1, "every argument is annotated"
    for statement in body_without_docstring(tree):
        for node in ast.walk(statement):
            line = f"{function.__name__}, line {getattr(node, 'lineno', 0)}"
            assert not isinstance(node, FORBIDDEN), f"{line}: {type(node).__name__} is not in the dialect"
            if isinstance(node, ast.Constant):
                numbers = int | float | None if function.__module__.startswith(FRACTIONS) else int | None
                allowed = isinstance(node.value, numbers) or "overflow" in str(node.value)
                assert allowed, f"{line}: {node.value!r} is no integer"
            if isinstance(node, ast.Attribute) and node.attr != "log":
                assert node.attr not in NUMPY_NAMES, f"{line}: numpy claims the name {node.attr}"
            if isinstance(node, ast.BinOp):
                divides = isinstance(node.op, ast.Div) and not function.__module__.startswith(FRACTIONS)
                assert not (divides or isinstance(node.op, ast.Pow | ast.MatMult)), f"{line}: integers only"
            if (
                isinstance(node, ast.Name)
                and isinstance(node.ctx, ast.Load)
                and node.id not in function.__code__.co_varnames
            ):
                known = node.id in function.__globals__ or node.id in BUILTINS
                assert known, f"{line}: {node.id} is not known to both forms"


def modules() -> list[tuple[str, Path]]:
    """The modules of the rules and of the engine by name."""
    return [
        (f"hexillum.{floor}.{path.stem}", path) for floor in FLOORS for path in sorted((SOURCES / floor).glob("*.py"))
    ]


def test_every_function_of_the_rules_is_noted_down() -> None:
    noted = {(f.__module__, f.__name__) for f in DIALECT}
    for module, path in modules():
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and module not in PLAIN:
                assert (module, node.name) in noted, f"{path.name}: {node.name} lacks @dialect"


def test_functions_of_the_dialect_do_not_call_each_other_in_a_circle() -> None:
    def visit(function: Any, above: tuple[Any, ...]) -> None:
        assert function not in above, f"{function.__name__} calls itself"
        for name in called(function):
            callee = function.__globals__.get(name)
            if isinstance(callee, FunctionType) and callee in known and callee not in done:
                visit(callee, (*above, function))
        done.add(function)

    def called(function: Any) -> set[str]:
        return {
            n.func.id
            for n in ast.walk(definition(function))
            if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
        }

    known, done = set(DIALECT), set[Any]()
    for function in DIALECT:
        visit(function, ())


def test_no_rule_asks_which_edition_it_is_in() -> None:
    for module, path in modules():
        assert "medieval" not in path.read_text().lower(), module
