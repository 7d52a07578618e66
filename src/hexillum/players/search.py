"""Search: plays its best plans out under hidden cards dealt anew, and takes the one that comes out best."""

from __future__ import annotations

import os
import random
import time
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

from ..core import ask
from ..core.cards import CARDS
from ..core.state import NONE, State
from ..engine.playout import ANSWERS_MOST
from ..thinking.mind import Mind
from ..thinking.position import WON
from ..thinking.seeking import FREE, ONE_TURN, PLANS, ROUND, VIEWS_MOST, is_planned, worth_of
from .minds import Temper, pushed_mind, tuned_mind
from .thinker import ROOT, Thinker
from .together import THREADS_MOST, Together

SECONDS: Final = 1.0
THREADS: Final = "HEXILLUM_THREADS"  # on how many threads a search thinks that does not say it itself
THREE_TURNS: Final = 3  # with the answer of the other side and one's own to that
TO_THE_END: Final = 1000  # turns; no battle has as many
PLAYED_ON: Final = 32  # how many plans are played out so far
OWN_SHARE: Final = 0.85  # of the seconds of a turn; the rest is for what the enemy's turn asks
PLAN_SHARE: Final = 0.9  # of what is left of the time of a turn: for the plan,
CHOICE_SHARE: Final = 0.2  # and for every other choice
TURN_SHARE: Final = 0.25  # of the time of a choice: for playouts that end with the turn
PATIENCE: Final = 3  # a busy machine may make it so many times as long
MOODS: Final = (1000, 450, 2000, 150, 5000)  # how careful each of them is, in thousandths; the first is the base
PLAIN_VIEWS: Final = 3  # so many minds where the thinking is not compiled
NEAR_EQUAL: Final = 8  # plans that a player with a blur chooses among, at most
PLANNING: Final = 0.3  # of the time of a choice at most, before any plan is played out
HELD: Final = ("first-strike", "leadership")  # what is in the keys of cards that a search may hold back
PUSHES: Final = 77  # the seed of the minds beside the moods: the same in every game


@dataclass(frozen=True)
class Moment:
    """A moment by the clock and by the work that this thread has done, both in seconds; made, it is now."""

    clock: float = field(default_factory=lambda: time.monotonic())  # asked late: tests have a clock of their own
    work: float = field(default_factory=lambda: time.thread_time())

    def seconds(self) -> float:
        """For how many seconds it thought since: the work alone counts, but on a busy machine waiting does as well.

        After `PATIENCE` times as long on the clock, a moment counts as used up even where hardly any work was done.

        >>> Moment().seconds() < 1
        True
        """
        return max(time.thread_time() - self.work, (time.monotonic() - self.clock) / PATIENCE)


@dataclass
class Budget:
    """What a choice may cost: so many seconds since it began, or so many playouts where that is not 0."""

    seconds: float
    playouts: int
    began: Moment

    @property
    def used(self) -> float:
        """The share of the seconds that is used up: from 0, and 1 or more where nothing is left.

        >>> Budget(0.0, 0, Moment()).used >= 1
        True
        """
        return self.began.seconds() / max(self.seconds, 1e-9)


@dataclass(frozen=True)
class TurnTime:
    """The seconds that a side has left to think in a turn, its own or the other side's: one budget for all choices."""

    turn: int
    side: int
    seconds: float

    def spend(self, seconds: float) -> TurnTime:
        """What is left after so many seconds, never less than 0.

        >>> TurnTime(3, 0, 0.5).spend(0.75).seconds
        0.0
        """
        return replace(self, seconds=max(0.0, self.seconds - seconds))


@dataclass(frozen=True)
class Effort:
    """How much a player thinks: for so many seconds a turn, or with so many playouts a choice.

    Seconds count where `plan` is 0; otherwise `plan`, `choice` and `further` are numbers of playouts of all candidates
    together, and the clock does not matter.
    """

    seconds: float = SECONDS
    plan: int = 0  # playouts of a turn for its plan, 0 to think by the clock,
    choice: int = 0  # and for any other choice; 0 there to take the one that promises most without any
    views: int = VIEWS_MOST  # so many minds plan every card: the moods, and beside them minds with other weights
    further: int = 0  # playouts of the plans that go on through the enemy's answer and one's next turn; 0 for none
    threads: int = 0  # so many play out, where the thinking is compiled, each as long; 0 for what `THREADS` says, or 1
    depth: int = THREE_TURNS  # turns of the playouts that go on
    turn_share: float = TURN_SHARE  # of the time of a plan: for playouts that end with the turn
    moods: int = 0  # in so many moods each later turn of a playout is planned, the best plan of them played,
    tries: int = 0  # which is found by so many playouts of each to the end of that turn
    finals: int = 0  # so many plans are played further on, 0 for none,
    final_depth: int = TO_THE_END  # for so many turns,
    final_share: float = 0.5  # with this share of the time, or the number, of playouts that go on
    pairs: int = 0  # so many plans are played on, with that share, with each card that their next turn may be played
    # with: the best pair of cards counts; 0 for none
    hold: float = 0.0  # the chance to win that each card of `HELD` is worth in the hand: who plays it must gain more
    temper: Temper | None = None  # that of all its minds, None for the tuned ones
    blur: float = 0.0  # how far it mistakes the chance of a plan, as the spread of that; it takes none that looks worse
    # than the best by more than twice as much


#: The search as it was first measured: a yardstick, to stay as it is.
EFFORT_0_1: Final = Effort(threads=1, depth=3, turn_share=0.25, moods=0, tries=0, finals=0, pairs=0, hold=0.0)


def threads_wanted() -> int:
    """How many threads the environment wants a search to think on, 1 where it says nothing.

    >>> threads_wanted() >= 1
    True
    """
    words = os.environ.get(THREADS, "")
    return min(int(words), THREADS_MOST) if words.isascii() and words.isdecimal() and int(words) else 1


@cache
def held_cards() -> frozenset[int]:
    """The cards that are worth something in the hand, by their numbers: First Strike, and those of leadership.

    >>> len(held_cards()) >= 5
    True
    """
    return frozenset(n for n, card in enumerate(CARDS) if any(word in card.key for word in HELD))


def minds_for(effort: Effort) -> list[Mind]:
    """The minds of a search: those of the two sides in playouts, then so many views, its own first.

    >>> len(minds_for(Effort(views=5)))
    7
    """
    if effort.temper:
        return [tuned_mind(), tuned_mind(), *(effort.temper.mind(mood) for mood in MOODS[: effort.views])]
    pushes = random.Random(PUSHES)
    views = [tuned_mind(mood) for mood in MOODS] + [pushed_mind(pushes) for _ in range(VIEWS_MOST - len(MOODS))]
    return [tuned_mind(), tuned_mind(), *views[: effort.views]]


class Search:
    """Plays its plans out as far as its effort goes, and its other choices to the end of the turn.

    With a number of playouts the same seed makes the same choices. `compiled` says whether the compiled thinking is
    taken, by default where it is ready. It keeps the rest of a plan and of a turn's time: one for one side of a battle.

    >>> from hexillum.battle.door import Battle
    >>> battle = Battle.start("akragas", seed=7)
    >>> Search(1, Effort(seconds=0.001)).choose(battle.state, battle.numbers()) in battle.numbers()
    True
    """

    def __init__(self, seed: int = 0, effort: Effort = Effort(), compiled: bool | None = None) -> None:
        self.effort = effort
        self.most = PLANS * effort.views
        twister = random.Random(seed).getstate()[1]
        self.thinker = Thinker(minds_for(effort), FREE + self.most, compiled, twister)
        seeker = self.thinker.seeker
        seeker.plan, seeker.choice, seeker.most = effort.plan, effort.choice, self.most
        seeker.views = effort.views if self.thinker.compiled else min(effort.views, PLAIN_VIEWS)
        thinkers = [self.thinker]
        if self.thinker.compiled:
            minds = minds_for(replace(effort, views=1))
            thinkers += [
                Thinker(minds, FREE + self.most, True) for _ in range((effort.threads or threads_wanted()) - 1)
            ]
        for one in thinkers:
            one.task.moods, one.task.tries = effort.moods, effort.tries
        self.together = Together(thinkers) if len(thinkers) > 1 else None
        self.eyes = random.Random(seed)
        self.time = TurnTime(-1, -1, 0.0)  # may be set to what is left of a turn that another player began for it

    def choose(self, state: State, options: list[int]) -> int:
        """The answer that comes out best, one of the sorted legal ones; the state is left as it was.

        A turn has one budget of time for all its choices; a plan that was chosen is followed as long as it is legal.
        """
        began = Moment()
        if (state.turn, state.who) != (self.time.turn, self.time.side):
            share = OWN_SHARE if state.active == state.who else 1 - OWN_SHARE
            self.time = TurnTime(state.turn, state.who, share * self.effort.seconds)
        next = self.thinker.followed(state, options)
        if next != NONE:
            return next
        if len(options) == 1:
            return options[0]
        answer = self.search(state, options, began)
        self.time = self.time.spend(began.seconds())
        return answer

    def search(self, state: State, options: list[int], began: Moment) -> int:
        """Play the candidates out; returns the answer of the best to give now, the rest of its plan is followed.

        `began` is when the thinking about this choice did.
        """
        effort, thinker = self.effort, self.thinker
        thinker.put(ROOT, state)
        whole = is_planned(state.question)
        counted = effort.plan and not effort.further
        if counted and not (self.together or (effort.blur and whole)):
            return thinker.seek(options)
        seconds = (PLAN_SHARE if whole else CHOICE_SHARE) * self.time.seconds
        turns = effort.plan if whole else effort.choice
        if not whole and counted and not effort.choice:
            return thinker.seek(options)
        if not whole:
            thinker.gather_options(options)
            self.sift(1, ONE_TURN, state.who, Budget(seconds, turns, began))
            return thinker.take_best()
        self.plans(Budget(PLANNING * seconds, 0, began))
        if effort.hold and state.question == ask.CARD:
            self.hold(round(WON * effort.hold))
        if counted:
            self.sift(NEAR_EQUAL if effort.blur else 1, ONE_TURN, state.who, Budget(seconds, turns, began))
            return self.take()
        budget = Budget(effort.turn_share * seconds, turns, began)
        self.sift(PLAYED_ON, ONE_TURN, state.who, budget)
        left, further = seconds - began.seconds(), effort.further
        if effort.finals or effort.pairs:
            first, keep = 1 - effort.final_share, effort.finals or effort.pairs
            self.sift(keep, effort.depth, state.who, Budget(first * left, round(first * further), Moment()))
            left, further = seconds - began.seconds(), round(effort.final_share * further)
        if effort.pairs:
            thinker.pair(state.who)
        depth = effort.final_depth if effort.finals else effort.depth
        self.sift(1, depth, state.who, Budget(left, further, Moment()))
        return thinker.take_best()

    def hold(self, worth: int) -> None:
        """Let cards of `HELD` be worth so many ten thousandths in the hand."""
        k = self.thinker.seeker
        for n in range(int(k.count)):
            if int(k.answers[n * ANSWERS_MOST]) - ask.CARD_0 in held_cards():
                k.held[n] = worth

    def take(self) -> int:
        """The first answer of the plan that looks best, as sharply as the player sees."""
        k, blur = self.thinker.seeker, self.effort.blur
        left = [int(k.order[place]) for place in range(int(k.alive))]
        worth = {n: worth_of(k, n) / WON for n in left}
        near = [n for n in left if worth[n] >= worth[left[0]] - 2 * blur]
        return self.thinker.take(max(near, key=lambda n: worth[n] + self.eyes.gauss(0, blur)))

    def plans(self, budget: Budget) -> int:
        """Make the plans that are worth looking at, the planner's own first, as many as a budget of time allows.

        Every mind makes one with every card in hand, where a card is to be chosen. No two have the same answers.
        Returns how many there are.
        """
        effort = self.effort
        most = min(self.most, max(2, effort.plan // ROUND)) if effort.plan else self.most
        for _ in self.thinker.gather(most):
            if not effort.plan and budget.used >= 1:
                break
        return int(self.thinker.seeker.count)

    def sift(self, keep: int, turns: int, side: int, budget: Budget) -> None:
        """Play the candidates out, `ONE_TURN` or `THREE_TURNS` each, until so many are left for a side."""
        player = self.together or self.thinker
        player.sift(keep, turns, side, budget.playouts, lambda: budget.used)
