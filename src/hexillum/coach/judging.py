"""What should have been done: the plans or answers that promise most, judged by whole battles played on from each.

Who is judged is judged by what he knew: the cards that he had not seen are dealt anew in every playout. Alternatives
meet the same dice. Which is best is found with some playouts, how much better it is with others that took no part in
it: so what is told to be given away is not too much in the mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from ..core import ask
from ..core.state import State
from ..engine.playout import ANSWERS_MOST
from ..engine.tryout import numbers_of, tried
from ..players.search import THREE_TURNS, Budget, Effort, Moment, Search
from ..players.thinker import ROOT
from ..thinking.seeking import ONE_TURN
from .rollouts import Roller
from .spans import Agreement, Span

#: A mistake gives more than this away, and more than `SURE` times its standard error.
MARKED: Final = 0.03
SURE: Final = 2.0
BEST: Final = 4  # plans that are looked at closely
SCREEN: Final = 12  # playouts of each alternative, and as many again of the best two
FEWEST: Final = 32  # and then of the best and of what was played,
ENOUGH: Final = 64  # so many before it is called a mistake,
MOST: Final = 512  # doubled as long as it is in doubt
OPTIONS_MOST: Final = 12
EFFORT: Final = Effort(plan=960, views=10, further=320)


@dataclass
class Judged:
    """What came of comparing a decision with the best alternative, from its mover's view.

    `index` is the answer at which the alternative begins; `best` are its answers, empty where nothing else was better.
    `played` and `better` are what the same playouts of both were worth to the mover.
    """

    index: int
    side: int
    turn: int
    plan: bool
    state: State
    answers: list[int]
    best: list[int] = field(default_factory=list)
    played: list[float] = field(default_factory=list)
    better: list[float] = field(default_factory=list)
    why: list[str] | None = None  # the reasons, once they are known

    def skip_what_is_shared(self) -> None:
        """Begin where the alternative first differs from what was played."""
        while len(self.best) > 1 and self.answers and self.best[0] == self.answers[0]:
            self.state = tried(self.state, self.answers[0])
            self.answers, self.best = self.answers[1:], self.best[1:]
            self.index += 1

    @property
    def n(self) -> int:
        """How many playouts of each took part."""
        return len(self.better)

    @property
    def given(self) -> float:
        """What was given away, 0 to 1; below 0 where the alternative was worse after all."""
        return sum(b - p for b, p in zip(self.better, self.played, strict=True)) / self.n if self.n else 0.0

    @property
    def error(self) -> float:
        """The standard error of that. Few playouts that all agree leave some doubt: one that does not is added."""
        if not self.n:
            return 0.0
        differences = [b - p for b, p in zip(self.better, self.played, strict=True)]
        mean = self.given
        squares = sum((one - mean) ** 2 for one in differences) + 1
        return sqrt(squares / self.n / self.n)

    @property
    def marked(self) -> bool:
        """Whether it is a mistake."""
        return self.n >= ENOUGH and self.given > MARKED and self.given > SURE * self.error

    @property
    def open(self) -> bool:
        """Whether more playouts could change that."""
        if 0 < self.n < ENOUGH:
            return self.given > 0
        return 0 < self.n < MOST and abs(self.given - max(MARKED, SURE * self.error)) < 2 * self.error


@dataclass(frozen=True)
class Care:
    """How closely decisions are looked at: what finding plans may cost, and how many playouts then tell them apart."""

    effort: Effort = EFFORT
    best: int = BEST
    screen: int = SCREEN
    least: int = FEWEST


#: Where the thinking is not compiled.
HASTY: Final = Care(Effort(plan=48, views=3), 2, 2, 4)


def alternatives(span: Span, seed: int, care: Care) -> tuple[int, list[list[int]]]:
    """The first answer of a span at which there is a choice, by its place, and what might be answered from there on.

    For the plan of a turn these are whole plans, found as the search finds its own; otherwise what was answered up to
    some place, and another option there.
    """
    if span.plan:
        return 0, _plans(span.before, seed, care)
    first, found = None, list[list[int]]()
    s = span.before
    for n, answer in enumerate(span.answers):
        options = numbers_of(s)
        if len(options) > 1 and len(found) + len(options) <= OPTIONS_MOST + 1:
            first = n if first is None else first
            found += [[*span.answers[first:n], one] for one in options if one != answer]
        s = tried(s, answer)
    return first or 0, found


def _plans(state: State, seed: int, care: Care) -> list[list[int]]:
    """The best plans of a turn by playouts of the turn, and of two more."""
    effort = care.effort
    search = Search(seed, effort)
    thinker = search.thinker
    thinker.put(ROOT, state)
    search.plans(Budget(0.0, 0, Moment()))
    keep = 2 * care.best if effort.further else care.best
    search.sift(keep, ONE_TURN, state.who, Budget(0.0, effort.plan, Moment()))
    if effort.further:
        search.sift(care.best, THREE_TURNS, state.who, Budget(0.0, effort.further, Moment()))
    seeker = thinker.seeker
    found = []
    for place in range(min(care.best, int(seeker.alive))):
        n = int(seeker.order[place])
        first = n * ANSWERS_MOST
        found.append([int(one) for one in seeker.answers[first : first + int(seeker.length[n])]])
    return found


class Judge:
    """Compares decisions, some playouts at a time."""

    def __init__(self, roller: Roller, seed: int, care: Care | None = None) -> None:
        self.roller, self.seed = roller, seed
        self.care = care or (Care() if roller.compiled else HASTY)

    def worths(self, state: State, side: int, n: int, seed: int, first: int = 0) -> list[float]:
        """What playouts were worth to a side, by what it knows."""
        found = self.roller.worths(state, n, seed, knows=side, first=first)
        return found if side == 0 else [1 - one for one in found]

    def look(self, span: Span) -> Judged:
        """Find the best alternative to a span, and compare it with what was played for a first time."""
        seed = self.seed * 1000 + span.turn
        place, others = alternatives(span, seed, self.care)
        state = tried(span.before, *span.answers[:place])
        answers = span.answers[place:]
        judged = Judged(span.index + place, span.side, span.turn, span.plan, state, answers)
        done = reached(state, answers, span.side)
        ends = [(one, end) for one in others if (end := reached(state, one, span.side)) != done]
        if not ends:
            return judged
        judged.best = self.best_of(ends, span.side, seed)
        if not span.plan:
            judged.best = Agreement(self.roller.compiled).gone_on(state, judged.best)
            judged.skip_what_is_shared()
        self.go_on(judged, self.care.least)
        while judged.n < ENOUGH and judged.given > max(MARKED, judged.error):
            self.go_on(judged, min(judged.n, ENOUGH - judged.n))
        return judged

    def best_of(self, ends: Sequence[tuple[list[int], State]], side: int, seed: int) -> list[int]:
        """The answers that come out best: all are played on a few times, the best two as often again."""
        few = self.care.screen
        found = [(answers, end, self.worths(end, side, few, seed)) for answers, end in ends]
        found.sort(key=lambda one: -sum(one[2]))
        for _, end, worths in found[:2]:
            worths += self.worths(end, side, few, seed, few)
        return max(found[:2], key=lambda one: sum(one[2]))[0]

    def go_on(self, judged: Judged, n: int) -> None:
        """Play both on `n` times more."""
        seed, first = self.seed * 1000 + judged.turn + 500_000, judged.n
        for ends, found in ((judged.answers, judged.played), (judged.best, judged.better)):
            state = reached(judged.state, ends, judged.side)
            found += self.worths(state, judged.side, n, seed, first)

    def settle(self, looked: Sequence[Judged]) -> Iterator[Judged]:
        """Look closer at what is in doubt, what may have given away most first; gives each as it is done with."""
        waiting = [one for one in looked if one.open]
        while waiting:
            one = max(waiting, key=lambda judged: judged.given + judged.error)
            self.go_on(one, one.n)
            if not one.open:
                waiting.remove(one)
            yield one


def reached(state: State, answers: Sequence[int], side: int) -> State:
    """Where answers lead, as far as a side gives them one after the other."""
    s = state
    for answer in answers:
        if s.who != side or s.who == ask.CHANCE:
            break
        s = tried(s, answer)
    return s
