"""The clocks of a battle between people: how long each side may take, and what is left of it at any time.

What a *move* is. On a chess clock a move is what a player does before the other one is asked. Here a turn is dozens of
choices, and the other side is asked in the middle of it: whether it evades, strikes first, ignores a flag. So

* a side's time runs whenever the battle waits for that side, in its own turn or in the other's: otherwise who is asked
  in the other's turn could hold the battle up for ever;
* chance costs nobody: dice and cards come by themselves; nor does what the server reckons for a standing answer;
* what is gained is gained once for each own turn, when it ends, and not for each choice: who orders ten units is asked
  twenty times and would gain time by choosing, and undoing, and choosing again;
* by days, each side may take the days of its pace in every turn of the battle, its own or the other's, for all that it
  is asked in it; only what it takes beyond comes out of its bank, and what it does not need is not saved.

All is reckoned from marks: when who began to be asked. The marks come from the entries of the game as they are stored,
so a server that is started again comes to the same clocks. Nothing of what a client says about time is asked for.
"""

from __future__ import annotations

import bisect
import datetime
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

MINUTE: Final = 60.0
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
#: How much later than its flag a side may be before the other may claim: a warning first, also where a line is slow.
GRACE_LIVE: Final = 15.0
GRACE_DAYS: Final = 12 * HOUR
#: With how much left a side is warned that its flag will fall.
SHORT_LIVE: Final = 60.0
SHORT_DAYS: Final = 6 * HOUR
MINUTES_MOST, SECONDS_MOST, DAYS_MOST, BANK_MOST = 180, 180, 14, 60
VACATION_MOST: Final = 30  # days of vacation in a year of the calendar (UTC)
VACATION_AHEAD: Final = 180  # so many days ahead one may be noted


class BadPace(ValueError):
    """A pace that there is not; the message says what was expected."""


@dataclass(frozen=True)
class Pace:
    """How fast a battle is to be played: seconds in the bank at first, gained after an own turn, free in each turn.

    >>> Pace.read("30+20").words
    '30 minutes each, and 20 seconds more after each own turn'
    >>> Pace.read("1d+7d").words
    '1 day a turn, and 7 days in the bank'
    """

    bank: float
    gain: float = 0.0
    free: float = 0.0

    @classmethod
    def read(cls, text: str) -> Pace:
        """The pace of its text: "30+20" is live, minutes and seconds; "1d+7d" days a turn and days in the bank.

        Raises BadPace.
        """
        live = re.fullmatch(r"([0-9]{1,3})\+([0-9]{1,3})", text)
        slow = re.fullmatch(r"([0-9]{1,2})d\+([0-9]{1,2})d", text)
        if live and 1 <= int(live[1]) <= MINUTES_MOST and int(live[2]) <= SECONDS_MOST:
            return cls(int(live[1]) * MINUTE, gain=float(live[2]))
        if slow and 1 <= int(slow[1]) <= DAYS_MOST and int(slow[2]) <= BANK_MOST:
            return cls(int(slow[2]) * DAY, free=int(slow[1]) * DAY)
        raise BadPace(
            f"there is no pace {text[:20]!r}: expected MINUTES+SECONDS, such as 30+20 (1 to {MINUTES_MOST}, 0 to "
            f"{SECONDS_MOST}), or DAYSd+DAYSd, such as 1d+7d: days a turn (1 to {DAYS_MOST}) and in the bank (0 to "
            f"{BANK_MOST})"
        )

    @property
    def live(self) -> bool:
        """Whether both sit at the table for it."""
        return not self.free

    @property
    def words(self) -> str:
        """The pace for people."""
        if self.live:
            gain = f", and {_many(self.gain, 'second')} more after each own turn" if self.gain else ""
            return f"{_many(self.bank / MINUTE, 'minute')} each{gain}"
        bank = f", and {_many(self.bank / DAY, 'day')} in the bank" if self.bank else ""
        return f"{_many(self.free / DAY, 'day')} a turn{bank}"

    @property
    def grace(self) -> float:
        """How many seconds after the fall of a flag the other side may claim the win."""
        return GRACE_LIVE if self.live else GRACE_DAYS

    @property
    def patience(self) -> float:
        """How many seconds somebody may leave the battle alone, at most, before the other side may claim the win.

        By days those of vacation are among them, of two years that follow on each other.

        >>> Pace.read("7d+14d").patience / DAY
        81.5
        """
        return self.bank + self.free + self.grace + (0.0 if self.live else 2 * VACATION_MOST * DAY)

    @property
    def short(self) -> float:
        """With how many seconds left a side is warned."""
        return min(SHORT_LIVE, self.bank / 10) if self.live else SHORT_DAYS


class Mark(NamedTuple):
    """From a time on a side is asked (0 top, 1 bottom, None for nobody), in a turn (counted from 0) of a side."""

    at: float
    asked: int | None
    turn: int
    active: int


class Span(NamedTuple):
    """From a time to another."""

    begin: float
    end: float


class Stops:
    """Times that cost nobody, as far as they concern a side: no server ran, or the side had vacation.

    >>> Stops([Span(10, 20), Span(15, 30), Span(50, 60)]).within(12, 55)
    23.0
    """

    def __init__(self, spans: Iterable[Span] = ()) -> None:
        self.spans: list[Span] = []
        for one in sorted(spans):
            if one.end <= one.begin:
                continue
            if self.spans and one.begin <= self.spans[-1].end:
                self.spans[-1] = Span(self.spans[-1].begin, max(one.end, self.spans[-1].end))
            else:
                self.spans.append(one)
        self._ends = [one.end for one in self.spans]

    def within(self, begin: float, end: float) -> float:
        """How many seconds of a time cost nothing."""
        total = 0.0
        for one in self.spans[bisect.bisect_right(self._ends, begin) :]:
            if one.begin >= end:
                break
            total += min(one.end, end) - max(one.begin, begin)
        return total

    def until(self, at: float) -> float | None:
        """When a stop ends that lies over a time; None where none does."""
        here = self.spans[bisect.bisect_right(self._ends, at) :]
        return here[0].end if here and here[0].begin <= at else None

    def after(self, at: float, seconds: float) -> float:
        """When so many seconds have passed since a time, without those that cost nothing.

        >>> Stops([Span(10, 20)]).after(5, 7)
        22
        """
        left = max(0.0, seconds)
        for one in self.spans[bisect.bisect_right(self._ends, at) :]:
            ahead = max(0.0, one.begin - at)
            if left < ahead:
                break
            left -= ahead
            at = one.end
        return at + left


NEVER: Final = Stops()
BothStops = tuple[Stops, Stops]


@dataclass(frozen=True)
class Clocks:
    """Both clocks at a time `at`: what each side has in its bank and free in this turn, and whose is running.

    >>> clocks = Clocks(Pace.read("10+0"), 100.0, (600.0, 30.0), (0.0, 0.0), running=1)
    >>> clocks.left(1, 120.0), clocks.falls(), clocks.claimable(), clocks.late(144.0), clocks.late(145.0)
    (10.0, 130.0, 145.0, None, 1)
    """

    pace: Pace
    at: float
    bank: tuple[float, float]
    free: tuple[float, float]
    running: int | None = None
    stops: BothStops = field(default=(NEVER, NEVER), repr=False, compare=False)

    def left(self, side: int, now: float) -> float:
        """The seconds that a side has left; less than zero where its flag has fallen."""
        had = self.bank[side] + self.free[side]
        return had - self._used(now) if self.running == side else had

    def _used(self, now: float) -> float:
        """The seconds that whoever is asked has used since these clocks were read."""
        if self.running is None or now <= self.at:
            return 0.0
        return now - self.at - self.stops[self.running].within(self.at, now)

    def stopped(self, now: float) -> float | None:
        """Until when the clock that runs stands still at a time, by vacation; None where it does not."""
        return None if self.running is None else self.stops[self.running].until(now)

    def falls(self) -> float | None:
        """When the flag of the side that is asked falls, if it does nothing; None where no clock runs."""
        return self._comes_to(0.0)

    def claimable(self) -> float | None:
        """When the other side may claim the win, if the one that is asked does nothing; None where no clock runs."""
        return self._comes_to(-self.pace.grace)

    def _comes_to(self, left: float) -> float | None:
        if self.running is None:
            return None
        return self.stops[self.running].after(self.at, self.bank[self.running] + self.free[self.running] - left)

    def late(self, now: float) -> int | None:
        """The side against which the other may claim the win now; None where there is none.

        It is late only while it is asked: who answers before the claim plays on. What it took too much stays with it as
        a debt, so that it is late at once the next time, unless turns have brought it time again.
        """
        when = self.claimable()
        return None if when is None or now < when else self.running


def reckoned(pace: Pace, marks: Sequence[Mark], stops: BothStops = (NEVER, NEVER)) -> Clocks:
    """The clocks after marks, the first of which is when they began to run.

    A clock of the machine that was set back costs nothing and gives nothing. A turn brings its time once, however
    often it is taken back and ended again.

    >>> marks = [Mark(0, 0, 0, 0), Mark(60, 1, 1, 1), Mark(90, 0, 2, 0)]
    >>> [reckoned(Pace.read("10+5"), marks).left(side, 100) for side in (0, 1)]
    [535.0, 575.0]
    """
    bank, free = [pace.bank, pace.bank], [pace.free, pace.free]
    at, asked, turn, active = -math.inf, None, None, 0
    for mark in marks:
        now = max(at, mark.at)
        if asked is not None:
            used = now - at - stops[asked].within(at, now)
            of_turn = min(used, free[asked])
            free[asked] -= of_turn
            bank[asked] -= used - of_turn
        if turn is not None and mark.turn > turn:
            bank[active] += pace.gain
            free = [pace.free, pace.free]
        if turn is None or mark.turn >= turn:
            turn, active = mark.turn, mark.active
        at, asked = now, mark.asked
    return Clocks(pace, at, (bank[0], bank[1]), (free[0], free[1]), asked, stops)


def marked(marks: list[Mark], mark: Mark) -> list[Mark]:
    """Add a mark where it says something new: who is asked twice in a turn has been asked all the time.

    >>> marked([Mark(1, 0, 0, 0)], Mark(2, 0, 0, 0))
    [Mark(at=1, asked=0, turn=0, active=0)]
    """
    if not marks or marks[-1][1:] != mark[1:]:
        marks.append(mark)
    return marks


# ---------------------------------------------------------------------- vacation


class NoVacation(ValueError):
    """A vacation that cannot be had; the message says why."""


def days_taken(spans: Iterable[Span], year: int) -> float:
    """How many days of a year of the calendar (UTC) lie in spans that may overlap.

    >>> days_taken([Span(0, 3 * DAY), Span(2 * DAY, 4 * DAY)], 1970)
    4.0
    """
    begin, end = (datetime.datetime(y, 1, 1, tzinfo=datetime.UTC).timestamp() for y in (year, year + 1))
    return Stops(spans).within(begin, end) / DAY


def vacation(taken: Sequence[Span], begin: float, days: int, now: float) -> Span:
    """A vacation of so many days from a time on, for who had some before. Raises NoVacation.

    It never reaches back: time that was used is used. A year has so many days of it, those taken twice counted once.

    >>> vacation([], 0.0, 7, now=0.0).end / DAY
    7.0
    """
    if not 1 <= days <= VACATION_MOST:
        raise NoVacation(f"a vacation has 1 to {VACATION_MOST} days")
    if begin > now + VACATION_AHEAD * DAY:
        raise NoVacation(f"a vacation begins within the next {VACATION_AHEAD} days")
    begin = max(begin, now)
    span = Span(begin, begin + days * DAY)
    for year in sorted({_year(span.begin), _year(span.end)}):
        if days_taken([*taken, span], year) > VACATION_MOST + 1e-6:
            left = max(0.0, VACATION_MOST - days_taken(taken, year))
            raise NoVacation(f"a year has {VACATION_MOST} days of vacation, and of {year} you have {left:.1f} left")
    return span


def _year(at: float) -> int:
    return datetime.datetime.fromtimestamp(at, datetime.UTC).year


def _many(count: float, one: str) -> str:
    return f"{count:g} {one}{'' if count == 1 else 's'}"
