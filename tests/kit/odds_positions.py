"""Random positions of both editions in which a battle has just been announced: for tests, soak and bench of odds."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hexillum.battle.door import Battle
from hexillum.core import ask
from hexillum.core.hexes import distance
from hexillum.core.state import NONE, State
from hexillum.engine.playout import random_answer
from hexillum.engine.step import apply
from hexillum.odds import Behaviour, Odds, Outcome

ANCIENTS = ("akragas", "zama", "cannae", "trebbia", "asculum", "ipsus", "crimissos", "magnesia")
MEDIEVAL = ("dara", "callinicum", "thannuris", "phasis", "catalaunian-fields", "ford-of-circesium")
CLOSE_SHARE, FIRE_SHARE = 0.5, 0.05  # how many of the attacks that random play offers are taken
A_GAME = 5  # the most of one game
MOST_ERRORS = 4.0
SEEN = 20  # standard errors say nothing of what is expected more seldom


def fights(count: int, seed: int, names: tuple[str, ...]) -> Iterator[tuple[str, State]]:
    """So many positions out of random play, each with where it comes from; mostly close combats."""
    rng = random.Random(seed)
    made = 0
    out = [0] * 512
    for game in range(10 * count):
        name = names[game % len(names)]
        s = Battle.start(name, seed=rng.randrange(1 << 30)).state
        dice, taken, answers = [rng.randrange(1, 1 << 32)], 0, 0
        while s.outcome == NONE and taken < A_GAME:
            answer = random_answer(s, dice, out)
            if s.question in (ask.TARGET, ask.BONUS) and answer >= ask.HEX_0:
                near = distance(s.subject, answer - ask.HEX_0) == 1
                if rng.random() < (CLOSE_SHARE if near else FIRE_SHARE):
                    fight = s.copy()
                    apply(fight, answer)
                    taken += 1
                    made += 1
                    yield f"{name} {game}, answer {answers}", fight
                    if made == count:
                        return
            apply(s, answer)
            answers += 1


def both_editions(count: int, seed: int) -> list[tuple[str, State]]:
    """Half of the positions of each edition."""
    return [*fights(count - count // 2, seed, ANCIENTS), *fights(count // 2, seed + 1, MEDIEVAL)]


def behaviours(seed: int) -> Iterator[Behaviour]:
    """Any behaviour, for ever; the defaults more often."""
    rng = random.Random(seed)
    while True:
        yield Behaviour(rng.random() < 0.3, *(rng.random() < 0.8 for _ in range(5)))


def errors(found: Odds, means: list[float], times: int) -> dict[str, float]:
    """By how many standard errors the mean of each field, played so often, differs from the exact one.

    Fields that are always the same must be so; those that are too seldom anything else are left out.
    """
    away = {}
    for name, mean in zip(Outcome._fields, means, strict=True):
        chances = found.distribution(name)
        exact = sum(n * float(p) for n, p in chances.items())
        if len(chances) == 1:
            away[name] = 0.0 if abs(mean - exact) < 1e-9 else float("inf")
        elif (1 - max(map(float, chances.values()))) * times >= SEEN:
            variance = sum((n - exact) ** 2 * float(p) for n, p in chances.items())
            away[name] = abs(mean - exact) / (variance / times) ** 0.5
    return away
