"""The clocks of one table: what each side has left, as everybody there may see it, and what stops them.

Only the server's own time counts: when it kept what was done. Nothing that a browser says about time is asked for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

from ..battle.view_types import SIDES, SideWord, pair
from ..club.clocks import NEVER, BadPace, Clocks, Pace, Span, Stops, reckoned
from .game import Game
from .messages import Refused
from .wire import Clock


def paced(text: str) -> str:
    """A pace as it is kept, "" for none. Raises Refused."""
    if text:
        try:
            Pace.read(text)
        except BadPace as error:
            raise Refused("wrong_choice", f"pace: {error}", status=422) from None
    return text


def _never() -> Stops:
    return NEVER


@dataclass
class Timing:
    """What stops the clocks of a table, and the clocks as they were reckoned last.

    `outages` gives the times in which no server ran, `away` are those in which the players of the two sides had
    vacation.
    """

    outages: Callable[[], Stops] = _never
    away: tuple[tuple[Span, ...], tuple[Span, ...]] = ((), ())
    _known: tuple[object, Clocks] | None = field(default=None, repr=False)
    _began: tuple[int, float] | None = field(default=None, repr=False)
    _spent: tuple[int, float] = field(default=(-1, 0.0), repr=False)

    # ------------------------------------------------------------------ what only the server needs

    def reckoning(self, version: int) -> None:
        """The server reckons what is to be answered at a version, or waits until it can: that costs nobody."""
        if self._began is None or self._began[0] != version:
            self._began = (version, monotonic())

    def reckoned(self, version: int) -> None:
        """It has done so, whatever came of it."""
        if self._began is not None and self._began[0] == version:
            self._spent = (version, self.spent(version) + monotonic() - self._began[1])
        self._began = None

    def asked(self) -> None:
        """What was to be reckoned is others' to answer now: from here on it is their time."""
        self._began = None

    def spent(self, version: int) -> float:
        """The seconds at a version that were the server's."""
        return self._spent[1] if self._spent[0] == version else 0.0

    # ------------------------------------------------------------------ the clocks

    def of(self, game: Game) -> Clocks | None:
        """The clocks of a game, None where there are none or they do not run yet."""
        if not game.marks:
            return None
        outages = self.outages()
        key = (len(game.marks), game.marks[-1], self.away, outages)
        if self._known is None or self._known[0] != key:
            pace = Pace.read(game.opening.pace)
            since = game.marks[0].at
            lately = [span for span in outages.spans if span.end > since]
            top, bottom = (Stops([*lately, *away]) for away in (self.away if not pace.live else ((), ())))
            self._known = (key, reckoned(pace, game.marks, (top, bottom)))
        return self._known[1]

    def late(self, game: Game, now: float) -> int | None:
        """The side against which the other may claim the win at a time, None where there is none."""
        clocks = self.of(game)
        return None if clocks is None else clocks.late(now)

    def told(self, game: Game, now: float) -> Clock | None:
        """The clocks as everybody at the table may see them at a time; None for a battle without."""
        if not game.opening.pace:
            return None
        pace = Pace.read(game.opening.pace)
        clocks = self.of(game) or Clocks(pace, now, (pace.bank, pace.bank), (pace.free, pace.free))
        running = None if clocks.running is None else SIDES[clocks.running]
        left = [round(clocks.left(side, now), 3) for side in (0, 1)]
        on_leave: list[SideWord] = [
            word
            for word, spans in zip(SIDES, self.away, strict=True)
            if not pace.live and any(span.begin <= now < span.end for span in spans)
        ]
        return {
            "pace": game.opening.pace,
            "words": pace.words,
            "live": pace.live,
            "started": bool(game.marks),
            "at": round(now, 3),
            "left": pair(*left),
            "bank": pair(*(round(min(left[side], clocks.bank[side]), 3) for side in (0, 1))),
            "running": running,
            "stopped_until": clocks.stopped(now),
            "falls_at": clocks.falls(),
            "claim_from": clocks.claimable(),
            "short": pace.short,
            "vacation": on_leave,
        }
