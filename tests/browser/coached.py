"""`hexillum serve` with reviews that are made up: what a page test sees does not hang on how strong this machine is.

`python -m tests.browser.coached serve …`; with HEXILLUM_REVIEWS=slowly they never come to their end.
"""

from __future__ import annotations

import os
import sys

from hexillum.cli import main
from hexillum.web import reviewing
from tests.web import coach

if __name__ == "__main__":
    slowly = os.environ.get("HEXILLUM_REVIEWS") == "slowly"
    reviewing.review_some = coach.review_slowly if slowly else coach.review_some
    sys.exit(main())
