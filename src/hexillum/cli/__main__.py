"""`python -m hexillum.cli`: the same as the command `hexillum`."""

from __future__ import annotations

import sys

from . import main

if __name__ == "__main__":
    sys.exit(main())
