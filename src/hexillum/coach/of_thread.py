"""What thinks for the coach, one of a kind for each thread: the compiled form works on boards of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol, TypeVar

from ..compiled import cache


class Thinking(Protocol):
    """What thinks in the compiled form, or in the plain one where that is not ready."""

    @property
    def compiled(self) -> bool:
        """Whether the compiled form is taken."""


T = TypeVar("T", bound=Thinking)


def one_of(kept: threading.local, make: Callable[[], T]) -> T:
    """What a thread has made before; another one as soon as the compiled form is ready.

    >>> from .rollouts import Roller
    >>> kept = threading.local()
    >>> one_of(kept, Roller) is one_of(kept, Roller)
    True
    """
    found: T | None = getattr(kept, "one", None)
    if found is None or (not found.compiled and cache.is_ready()):
        found = kept.one = make()
    return found
