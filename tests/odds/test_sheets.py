"""Sheets of odds: every pair of pieces may be asked about, at any moment."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from hexillum import odds
from hexillum.battle.door import Battle
from hexillum.battle.scenarios import scenarios
from hexillum.core import ask
from hexillum.core.hexes import NOWHERE, distance
from hexillum.core.state import NONE, State
from hexillum.engine.playout import random_answer
from hexillum.engine.step import apply
from hexillum.odds import attacks
from hexillum.odds.sheet import sheet_of_pair

#: Questions that are asked in the middle of something: nothing may be left of them where another battle is thought of.
DEEP = (ask.BONUS, ask.LEADER, ask.KEEP, ask.TRAMPLE, ask.RETREAT, ask.EVADE_PATH, ask.IGNORE, ask.ADVANCE, ask.ROLL)


def units(s: State) -> list[int]:
    return [u.hex for u in s.units if u.hex != NOWHERE]


@pytest.fixture
def unwalked(monkeypatch):
    """Odds that are there at once, whatever is asked."""
    found = odds.example()
    monkeypatch.setattr(attacks, "under_way", lambda *_, **__: found)


@pytest.mark.parametrize("name", [one.id for one in scenarios()])
def test_every_pair_of_units_may_be_asked_about_when_a_battle_begins(name, unwalked):
    s = Battle.start(name, seed=1).state
    for here in units(s):
        for there in units(s):
            told = sheet_of_pair(s, here, there)
            assert told["ways"] or told["why"], (here, there)


def deep_moments(name: str, seed: int, each: int) -> Iterator[State]:
    """Some moments of random play at which one of the deep questions is asked, so many for each of them."""
    rng, out = random.Random(seed), [0] * 512
    s = Battle.start(name, seed=seed).state
    dice, left = [rng.randrange(1, 1 << 32)], dict.fromkeys(DEEP, each)
    for _ in range(2500):
        if s.outcome != NONE:
            return
        apply(s, random_answer(s, dice, out))
        if left.get(s.question):
            left[s.question] -= 1
            yield s


@pytest.mark.parametrize(
    ("name", "seed"), [("crocus-plain", 2), ("plataea", 3), ("catalaunian-fields", 1), ("thannuris", 1), ("phasis", 4)]
)
def test_pairs_may_be_asked_about_whatever_question_is_open(name, seed, unwalked):
    asked = set()
    for s in deep_moments(name, seed, 2):
        for here in units(s):
            for there in units(s):
                if distance(here, there) <= 3:
                    told = sheet_of_pair(s, here, there)
                    assert told["ways"] or told["why"], (s.question, here, there)
        asked.add(s.question)
    assert len(asked) >= 5
