"""The text of a rule as it is compiled, and which rules an entry needs: plain Python, without Numba."""

from __future__ import annotations

import ast
import dis
import inspect
import textwrap
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final

from ..core.structs import Table

#: Functions of the rules that only tell the log something; so do those whose names begin with "tell_".
_TELLING: Final = ("cite", "note", "told", "forget")


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
