"""Dice and cards that fall alike each time a test is run, also where nobody chose a seed.

Pages and programs that begin a battle, a rematch or an analysis leave the seed to the server, and no test may pass or
fail by luck. `python -m tests.kit.same_chance serve …` is the command `hexillum` with such a server.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import repeat
from typing import Final

SEED: Final = 7


def seeds(unchosen: Iterator[int]) -> Callable[[int | None], bytes]:
    """What takes the place of `fresh_seed` in `web/seating.py`: a seed that was chosen, or the next of those given."""
    from hexillum.web.chance import fresh_seed

    def seed(chosen: int | None = None) -> bytes:
        return fresh_seed(next(unchosen) if chosen is None else chosen)

    return seed


def main() -> int:
    """Do as the command `hexillum` does."""
    from hexillum.cli import main
    from hexillum.web import seating

    vars(seating)["fresh_seed"] = seeds(repeat(SEED))
    return main()


if __name__ == "__main__":
    sys.exit(main())
