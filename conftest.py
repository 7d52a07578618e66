"""Doctests of the compiled form only where Numba is installed; no test lets the rules be compiled beside it.

Nothing is looked for in the migrations: Alembic runs them.
"""

import os
from importlib.util import find_spec

os.environ["HEXILLUM_COMPILE"] = "no"
collect_ignore = [
    "src/hexillum/web/store/migrations",
    *([] if find_spec("numba") else ["src/hexillum/compiled/with_numba.py"]),
]
