"""Compiled code finds growing tables by name: the names are the same in a process that has imported other things."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("numba", reason="needs numba")

NAMES = "from hexillum.compiled import with_numba, growing; print(sorted(growing._names().values()))"


def test_names_do_not_hang_on_what_else_is_imported() -> None:
    """A table that a module imports by name was once called by that module, where it was loaded: others crashed."""
    told = {
        subprocess.run([sys.executable, "-c", before + NAMES], check=True, capture_output=True, text=True).stdout
        for before in ("", "import hexillum.lab.positions; ", "import hexillum.cli.app; ")
    }
    assert len(told) == 1
    assert "column" in told.pop()
