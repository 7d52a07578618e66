"""Finding puzzles: moments of played battles at which one plan is clearly better than all others, and is not obvious.

The side to move knows its own hand; the enemy's cards are dealt anew in every playout. Plans with the same card count
as one, the best of them: there is nearly always another that differs by a step to the side. What a plan is worth is the
chance to win after it, by whole battles played on (`rollouts`); all plans are given the same cards and dice, playout
by playout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from ..battle.scenarios import load_scenario
from ..core import ask
from ..core.state import State
from ..engine.step import apply
from ..engine.tryout import numbers_of
from ..lab.arena import begun, run, seed_of
from ..players import player
from ..players.observed import without_secrets
from .plans import Plan, plan_is_made, plan_of, plans_at
from .puzzles import Judged, Puzzle
from .rollouts import roller

GAP: Final = 0.08  # that the best plan must be better than all others,
ERRORS: Final = 4.0  # and in standard errors of the difference
#: Looks at the plans: at how many of them, with how many playouts of each, and what the best must then be ahead by.
LOOKS: Final = ((5, 64, 0.06), (2, 256, 0.07), (2, 1024, GAP))
SOLVING: Final = 256  # playouts of a computer player's plan
STANDS_OUT: Final = 0.04  # what the best must promise more than all others
EARLIEST: Final = 8  # the first turns, in which nobody is near, are left out
SURE: Final = 0.93  # a battle that is as good as decided is no puzzle
SOLVERS: Final = ("recruit", "greedy", "planner")
TRIES: Final = 8  # of each, with other seeds


@dataclass(frozen=True)
class Tried:
    """A plan with what every playout of it was worth to the side that plans."""

    plan: Plan
    worths: tuple[float, ...]

    @property
    def chance(self) -> float:
        """The chance to win after it."""
        return fmean(self.worths)

    @property
    def judged(self) -> Judged:
        """Its chance with the standard error."""
        return Judged(self.plan.lines, self.chance, stdev(self.worths) / sqrt(len(self.worths)))


def try_plan(plan: Plan, side: int, playouts: int, seed: int) -> Tried:
    """Play on after a plan so many times; the same seed deals and rolls alike after every plan."""
    worths = roller().worths(plan.after, playouts, seed, knows=side)
    return Tried(plan, tuple(worths if side == 0 else [1 - worth for worth in worths]))


def is_clear(best: Tried, other: Tried) -> bool:
    """Whether a plan is better than another by the gap of a puzzle, and by so many standard errors of that."""
    differences = [one - two for one, two in zip(best.worths, other.worths, strict=True)]
    gap = fmean(differences)
    return gap >= GAP and gap >= ERRORS * stdev(differences) / sqrt(len(differences))


def best_of_cards(plans: Sequence[Plan]) -> list[Plan]:
    """The first plan with every card."""
    found: dict[int, Plan] = {}
    for plan in plans:
        found.setdefault(plan.card, plan)
    return list(found.values())


def promising(state: State, seed: int) -> list[Plan]:
    """The best plan with every card, the best first, where one stands out at the end of the turn.

    That is cheap to see, and leaves most moments out.
    """
    plans = best_of_cards(plans_at(state, seed))
    return plans if len(plans) > 1 and plans[0].promise - plans[1].promise >= STANDS_OUT else []


def clear_plan(state: State, seed: int) -> tuple[Tried, Tried] | None:
    """The plan that is clearly better than all others, and the best with another card; None where there is none.

    Thirty minds plan with every card. Their plans are looked at again and again, with ever more playouts and other
    dice, so that nobody's first luck is taken for his worth.
    """
    plans = promising(state, seed)
    for many, playouts, ahead in LOOKS:
        tried = [try_plan(plan, state.who, playouts, seed + playouts) for plan in plans[:many]]
        tried.sort(key=lambda one: -one.chance)
        if len(tried) < 2 or tried[0].chance - tried[1].chance < ahead or tried[0].chance > SURE:
            return None
        plans = [one.plan for one in tried]
    best, other = tried[:2]
    return (best, other) if is_clear(best, other) else None


def planned_by(name: str, state: State, seed: int) -> Plan:
    """The plan of a computer player for a turn, up to its first battle.

    >>> from hexillum.battle.door import Battle
    >>> len(planned_by("random", Battle.start("akragas", seed=7).state, 1).answers) > 0
    True
    """
    who, s, answers = player(name, seed), state.copy(), list[int]()
    while not (answers and plan_is_made(state, s)):
        answers.append(who.choose(s, numbers_of(s)))
        apply(s, answers[-1])
    return plan_of(state, answers)


def finds(name: str, state: State, best: Tried, gap: float, seed: int) -> bool:
    """Whether a computer player plans as the best plan does, or loses less than half of the gap by another."""
    plan = planned_by(name, state, seed)
    if plan.answers == best.plan.answers:
        return True
    return try_plan(plan, state.who, SOLVING, seed).chance > best.chance - gap / 2


def puzzle_at(state: State, battle: str, seed: int) -> Puzzle | None:
    """The puzzle at a moment at which a side is to play a card, where there is one that `greedy` does not solve."""
    seen = without_secrets(state, state.who, seed)
    found = clear_plan(seen, seed)
    if found is None:
        return None
    best, other = found
    gap = best.chance - other.chance
    if finds("greedy", seen, best, gap, seed):
        return None
    solved = {name: fmean(finds(name, seen, best, gap, seed + n) for n in range(TRIES)) for name in SOLVERS}
    return Puzzle.of(battle, seen, best.judged, other.judged, solved, seed)


def moments(battle: str, seed: int) -> Iterator[State]:
    """The moments of a battle between two planners at which a side is to play a card, the first turns left out."""
    state, answers = begun(load_scenario(battle)), list[int]()
    run(state.copy(), (player("planner", seed), player("planner", seed + 1)), seed, told=answers)
    for answer in answers:
        if state.question == ask.CARD and state.who != ask.CHANCE and state.turn >= EARLIEST:
            yield state.copy()
        apply(state, answer)


def puzzle_of(battle: str, seed: int, look: Callable[[], None] = lambda: None) -> Puzzle | None:
    """The first puzzle of a battle between two planners, None where it has none; `look` is called at every moment."""
    for number, state in enumerate(moments(battle, seed)):
        look()
        found = puzzle_at(state, battle, seed + number)
        if found is not None:
            return found
    return None


def battles_to_search(names: Sequence[str], games: int, seed: int) -> list[tuple[str, int]]:
    """So many battles of each name with seeds of their own, all names in turn.

    >>> [name for name, _ in battles_to_search(["akragas", "dara"], 2, seed=1)]
    ['akragas', 'dara', 'akragas', 'dara']
    """
    return [(name, seed_of(seed, game * len(names) + n)) for game in range(games) for n, name in enumerate(names)]
