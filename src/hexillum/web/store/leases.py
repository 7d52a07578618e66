"""Which server's computer players are at work where: leases that are held by heartbeats, and never by a clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

BEAT: Final = 1.0  # seconds between the heartbeats of a server for the turns that it has taken up
STILL: Final = 3.0  # seconds without one, after which others may take a turn over

Pulse = tuple[str, float | None]  # who holds a lease, and how often his heart has beaten


class Watch:
    """Whose heart stands still, as seen by one server: only its own steady clock is asked.

    A server that is killed, hangs or has lost its line beats no more; whatever its clock says, or ours.

    >>> times = iter([0.0, 2.0, 3.5])
    >>> watch = Watch(lambda: next(times))
    >>> [watch.stands_still("game", ("a server", 7)) for _ in range(3)]
    [False, False, True]
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: dict[str, tuple[Pulse, float]] = {}
        self._before: dict[str, tuple[Pulse, float]] = {}

    def new_round(self) -> None:
        """Begin to look at all games anew; those that do not come up again are forgotten."""
        self._before, self._seen = self._seen, {}

    def stands_still(self, game: str, pulse: Pulse) -> bool:
        """Look at the lease of a game; whether its holder has been seen like this for so long that he must be dead."""
        now = self._clock()
        seen, since = self._known(game) or (pulse, now)
        if seen != pulse:
            since = now
        self._seen[game] = (pulse, since)
        return now - since >= STILL

    def pulse(self, game: str) -> Pulse | None:
        """That of the lease of a game as it was seen last."""
        known = self._known(game)
        return known and known[0]

    def _known(self, game: str) -> tuple[Pulse, float] | None:
        return self._seen.get(game) or self._before.get(game)
