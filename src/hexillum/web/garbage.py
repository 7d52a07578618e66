"""When Python looks for garbage in circles: everybody waits meanwhile, the longer the more it looks at.

Connections that are over are such garbage, so that memory would rise for hours if it looked too seldom.
"""

from __future__ import annotations

import gc
from typing import Final

#: After so many new things it looks at those; every so many times at those that were left; every so many times at all.
LOOKS: Final = (200_000, 2, 3)
RETURN: Final = 20.0  # seconds after a start in which it does not look: who comes back makes little but what stays


def wait() -> None:
    """Do not look until `begin`."""
    gc.set_threshold(*LOOKS)
    gc.disable()


def begin() -> None:
    """Look from now on; what came until now counts as old, and is looked at when all is."""
    gc.freeze()  # which makes it old
    gc.unfreeze()
    gc.enable()
