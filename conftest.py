"""Doctests of the compiled form only where Numba is installed; no test lets the rules be compiled beside it.

Nothing is looked for in the migrations: Alembic runs them; nor in what Sphinx loads, where it is missing.
"""

import os
import signal
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

os.environ["HEXILLUM_COMPILE"] = "no"
SOURCES = str(Path(__file__).parent / "src")
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (SOURCES, os.environ.get("PYTHONPATH"))))
# In the background a shell lets programs ignore Ctrl-C, and they hand that down; tests of interrupts need it.
signal.signal(signal.SIGINT, signal.default_int_handler)
collect_ignore = [
    "src/hexillum/web/store/migrations",
    "src/hexillum/web/docs",  # what ./check docs has built
    *([] if find_spec("pyspiel") else ["src/hexillum/envs/openspiel.py"]),
    *([] if find_spec("numba") else [f"src/hexillum/compiled/{name}.py" for name in ("with_numba", "growing")]),
    *([] if find_spec("sphinx") else [f"tools/docs_site/{name}.py" for name in ("positions", "schema_tables")]),
]


@pytest.fixture(autouse=True)
def no_editions_left():
    """Take the editions away that a test has loaded: the next one begins with those of Hexillum."""
    yield
    if "hexillum.core.editions" in sys.modules:
        from tests.kit.own_editions import take_away

        take_away()
