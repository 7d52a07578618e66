"""Search: plays its best plans out under hidden cards dealt anew, and takes the one that comes out best."""

from __future__ import annotations

import random
import time
from typing import Final

from ..decisions import CARD, MOST_CARDS, MOVE, ORDER, SECTION
from ..state import State
from ..thinking.mind import mind_of
from .planner import tuned_weights
from .workshop import FREE, ROOT, Workshop

SECONDS: Final = 1.0
CANDIDATES: Final = 40
PLAYOUTS: Final = 2000  # of one candidate at most
BATCH: Final = 4
TURNS: Final = 2  # the rest of this turn, and the answer of the other side
PLAN_SHARE: Final = 0.6  # of what is left of the time of a turn: for the plan,
CHOICE_SHARE: Final = 0.15  # and for every other choice
BASE, BOLD, CAREFUL = 2, 3, 4  # minds beside those of the two sides
MOODS: Final = ((BASE, 1.0), (BOLD, 0.5), (CAREFUL, 2.0))


class Search:
    """Plays plans out for so many seconds a turn, or with so many playouts a choice where `playouts` is given.

    >>> from hexillum.referee import Battle
    >>> battle = Battle.start("akragas", seed=7)
    >>> Search(1, seconds=0.001).choose(battle.state, battle.numbers()) in battle.numbers()
    True
    """

    def __init__(self, seed: int = 0, seconds: float = SECONDS, playouts: int = 0, compiled: bool | None = None) -> None:
        self.random = random.Random(seed)
        self.seconds, self.playouts = seconds, playouts
        weights = tuned_weights()
        minds = [mind_of(weights), mind_of(weights)]
        for _, mood in MOODS:
            minds.append(mind_of({**weights, "caution": int(weights["caution"] * mood)}))
        self.shop = Workshop(minds, FREE + CANDIDATES, compiled)
        self.turn = (-1, -1)
        self.left = seconds
        self.following: list[int] = []

    def choose(self, state: State, options: list[int]) -> int:
        """The answer that comes out best."""
        began = time.monotonic()
        if (state.turn, state.who) != self.turn:
            self.turn, self.left, self.following = (state.turn, state.who), self.seconds, []
        if len(options) == 1:
            answer = options[0]
            if self.following and self.following[0] == answer:
                self.following.pop(0)
            return answer
        if self.following:
            answer = self.following.pop(0)
            if answer in options:
                return answer
            self.following = []
        answer = self.search(state, options, began)
        self.left -= time.monotonic() - began
        return answer

    def search(self, state: State, options: list[int], began: float) -> int:
        """Play the candidates out."""
        self.shop.put(ROOT, state)
        plans = self.plans(state) if state.question in (CARD, SECTION, ORDER, MOVE) else self.choices(options)
        share = PLAN_SHARE if state.question in (CARD, SECTION, ORDER, MOVE) else CHOICE_SHARE
        best = self.best(plans, state.who, began, began + share * max(0.0, self.left))
        self.following = best[1:]
        return best[0] if best[0] in options else options[0]

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

    def best(self, plans: list[list[int]], side: int, began: float, until: float) -> list[int]:
        """The candidate that comes out best: all are played out with the same seeds, the worse half is dropped."""
        alive = list(range(len(plans)))
        seeds = self.shop.numbers([self.random.getrandbits(32) | 1 for _ in range(PLAYOUTS)])
        results = self.shop.numbers([0] * PLAYOUTS)
        total = [0.0] * len(plans)
        done, spent, dropped = 0, 0, 0
        rounds = max(1, (len(plans) - 1).bit_length())
        while len(alive) > 1 and done + BATCH <= PLAYOUTS:
            for n in list(alive):
                self.shop.try_out(FREE + n, seeds, done, done + BATCH, side, TURNS, results)
                total[n] += float(sum(results[done : done + BATCH]))
                if not self.playouts and time.monotonic() > until:
                    alive = [k for k in alive if k <= n] if done == 0 else alive
                    return plans[max(alive, key=lambda k: (total[k] / (done + BATCH * (k <= n) or 1), -k))] if done else plans[0]
            done += BATCH
            spent += BATCH * len(alive)
            part = spent / self.playouts if self.playouts else (time.monotonic() - began) / max(1e-6, until - began)
            if part >= 1:
                break
            if part > (dropped + 1) / (rounds + 1):
                dropped += 1
                alive = sorted(alive, key=lambda k: -total[k])[: max(2, (len(alive) + 1) // 2)]
        return plans[max(alive, key=lambda k: (total[k], -k))]
