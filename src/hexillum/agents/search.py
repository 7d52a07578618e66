"""Search: plays its best plans out under hidden cards dealt anew, and takes the one that comes out best."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from typing import Final

from ..decisions import CARD, MOST_CARDS, MOVE, ORDER, SECTION
from ..state import State
from .minds import tuned_mind
from .workshop import FREE, ROOT, Workshop

SECONDS: Final = 1.0
ONE_TURN: Final = 1  # to the end of the turn; the formula for positions sees what the enemy threatens then
TWO_TURNS: Final = 2  # with the answer of the other side
CANDIDATES: Final = 40
PLAYOUTS: Final = 2000  # of one candidate at most
BATCH: Final = 4
OWN_SHARE: Final = 0.75  # of the seconds of a turn; the rest is for what the enemy's turn asks
PLAN_SHARE: Final = 0.6  # of what is left of the time of a turn: for the plan,
CHOICE_SHARE: Final = 0.2  # and for every other choice
PATIENCE: Final = 3  # a busy machine may make it so many times as long
BASE, BOLD, CAREFUL = 2, 3, 4  # minds beside those of the two sides
MOODS: Final = ((BASE, 1000), (BOLD, 450), (CAREFUL, 2000))
PLANNED: Final = (CARD, SECTION, ORDER, MOVE)


@dataclass(frozen=True)
class Moment:
    """A moment by the clock and by the work that this thread has done."""

    clock: float = field(default_factory=time.monotonic)
    work: float = field(default_factory=time.thread_time)

    def seconds(self) -> float:
        """How long it thought since: the work alone counts, but on a busy machine waiting does as well.

        >>> Moment().seconds() < 1
        True
        """
        return max(time.thread_time() - self.work, (time.monotonic() - self.clock) / PATIENCE)


@dataclass
class Budget:
    """What a choice may cost: so many seconds, or so many playouts where that is not 0."""

    seconds: float
    playouts: int
    began: Moment
    spent: int = 0

    @property
    def used(self) -> float:
        """The share that is used up.

        >>> Budget(1.0, 200, Moment(), spent=50).used
        0.25
        """
        if self.playouts:
            return self.spent / self.playouts
        return self.began.seconds() / max(self.seconds, 1e-9)


@dataclass(frozen=True)
class Effort:
    """How much a player thinks: so many turns ahead, for so many seconds a turn or with so many playouts a choice."""

    turns: int = TWO_TURNS
    seconds: float = SECONDS
    plan: int = 0  # playouts for a plan, 0 to think by the clock,
    choice: int = 0  # and for any other choice; 0 there to take the one that promises most without any


class Search:
    """Plays its plans and choices out, as far as its effort goes.

    With a number of playouts the same seed makes the same choices.

    >>> from hexillum.referee import Battle
    >>> battle = Battle.start("akragas", seed=7)
    >>> Search(1, Effort(seconds=0.001)).choose(battle.state, battle.numbers()) in battle.numbers()
    True
    """

    def __init__(self, seed: int = 0, effort: Effort = Effort(), compiled: bool | None = None) -> None:
        self.random = random.Random(seed)
        self.effort = effort
        minds = [tuned_mind(), tuned_mind(), *(tuned_mind(1, mood) for _, mood in MOODS)]
        self.shop = Workshop(minds, FREE + CANDIDATES, compiled)
        self.turn = (-1, -1)
        self.left = effort.seconds
        self.following: list[int] = []  # the answers of the chosen plan that are still to be given

    def choose(self, state: State, options: list[int]) -> int:
        """The answer that comes out best."""
        began = Moment()
        if (state.turn, state.who) != self.turn:
            share = OWN_SHARE if state.active == state.who else 1 - OWN_SHARE
            self.turn, self.left, self.following = (state.turn, state.who), share * self.effort.seconds, []
        if self.following and self.following[0] in options:
            return self.following.pop(0)
        if len(options) == 1:
            return options[0]
        answer, *self.following = self.search(state, options, began)
        self.left = max(0.0, self.left - began.seconds())
        return answer

    def search(self, state: State, options: list[int], began: Moment) -> list[int]:
        """Play the candidates out; returns the answers of the best."""
        self.shop.put(ROOT, state)
        if state.question in PLANNED:
            budget = Budget(PLAN_SHARE * self.left, self.effort.plan, began)
            return self.best(self.plans(state), state.who, budget)
        if self.effort.plan and not self.effort.choice:
            return [self.shop.answer(BASE)]
        budget = Budget(CHOICE_SHARE * self.left, self.effort.choice, began)
        return self.best(self.choices(options), state.who, budget)

    def plans(self, state: State) -> list[list[int]]:
        """The plans that are worth looking at, the planner's own first."""
        found = [self.shop.plan(FREE, BASE)]
        cards = [0]
        if state.question == CARD:
            cards = [c + 1 for c in range(MOST_CARDS) if state.hand[state.who * MOST_CARDS + c] > 0]
        for card in cards:
            for mood, _ in MOODS:
                if len(found) < CANDIDATES:
                    plan = self.shop.plan(FREE + len(found), mood, card)
                    if plan not in found:
                        found.append(plan)
        return found

    def choices(self, options: list[int]) -> list[list[int]]:
        """Every option, the planner's own first."""
        own = self.shop.answer(BASE)
        found = [[own], *([o] for o in options if o != own)][:CANDIDATES]
        for n, (option,) in enumerate(found):
            self.shop.copy(FREE + n, ROOT)
            self.shop.apply(FREE + n, option)
        return found

    def best(self, plans: list[list[int]], side: int, budget: Budget) -> list[int]:
        """The candidate that comes out best: all are played out with the same seeds, the worse half is dropped.

        Where the time ends before every candidate was played out once, it is the planner's own.
        """
        alive = list(range(len(plans)))
        total = [0] * len(plans)
        seeds = self.shop.numbers([self.random.getrandbits(32) | 1 for _ in range(PLAYOUTS)])
        results = self.shop.numbers([0] * PLAYOUTS)
        rounds = (len(plans) - 1).bit_length()
        done = 0
        for cut in range(1, rounds + 1):
            while budget.used < cut / rounds and done + BATCH <= PLAYOUTS:
                made = []
                for n in alive:
                    if budget.used >= 1:
                        return plans[alive[0]]
                    self.shop.try_out(FREE + n, seeds, done, done + BATCH, side, self.effort.turns, results)
                    made.append(int(sum(results[done : done + BATCH])))
                    budget.spent += BATCH
                for n, chances in zip(alive, made, strict=True):
                    total[n] += chances
                done += BATCH
                alive.sort(key=lambda n: (-total[n], n))
            alive = alive[: (len(alive) + 1) // 2]
        return plans[alive[0]]
