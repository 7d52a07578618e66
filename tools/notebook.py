"""Run a notebook's cells in this process, one after the other, and write what they give into it.

    python tools/notebook.py docs/laboratory.ipynb

The test run does the same with what is in docs/, without writing, so that no notebook there can fall behind. Nothing of
Jupyter is needed for it.
"""

from __future__ import annotations

import ast
import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any


def run(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with what its cells print, and the value of a last line. Raises what they raise."""
    space: dict[str, Any] = {"__name__": "__main__"}
    cells, count = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            cell = {**cell, "execution_count": count, "outputs": _outputs("".join(cell["source"]), space, count)}
        cells.append(cell)
    return {**notebook, "cells": cells}


def _outputs(source: str, space: dict[str, Any], count: int) -> list[dict[str, Any]]:
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with redirect_stdout(printed):
        exec(compile(tree, f"cell {count}", "exec"), space)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {count}", "eval"), space)
    out: list[dict[str, Any]] = []
    if text := printed.getvalue():
        out.append({"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = value._repr_html_().splitlines(keepends=True)
        out.append({"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"})
    return out


def main(paths: list[str]) -> None:
    for path in map(Path, paths):
        done = run(json.loads(path.read_text(encoding="utf-8")))
        path.write_text(json.dumps(done, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
