"""Rollouts: chances of any moment, repeatable, that disturb nothing and know only what they may."""

from __future__ import annotations

import pytest

from hexillum.battle.door import Battle
from hexillum.coach import Roller, chances
from hexillum.coach.rollouts import Chance
from hexillum.compiled import cache
from hexillum.core import ask
from hexillum.players import player
from hexillum.players.observed import without_secrets


def play_to(battle: Battle, question: int, most: int = 400) -> Battle:
    """Let quick minds play on to a question."""
    minds = [player("quick", 1), player("quick", 2)]
    for _ in range(most):
        if battle.state.question == question:
            return battle
        if battle.state.who == ask.CHANCE:
            battle.throw()
        else:
            battle.choose(minds[battle.state.who].choose(battle.state, battle.numbers()))
    raise AssertionError("the question never came")


@pytest.fixture
def battle() -> Battle:
    return Battle.start("akragas", seed=7)


@pytest.mark.parametrize("question", [ask.CARD, ask.ORDER, ask.STEP, ask.BATTLE, ask.ROLL, ask.DRAW, ask.TARGET])
def test_any_moment_is_played_on_without_being_disturbed(battle, question):
    play_to(battle, question)
    before = battle.state.copy()
    found = Roller(compiled=False).worths(battle.state, 2, seed=3)
    assert all(worth in (0.0, 0.5, 1.0) for worth in found)
    assert battle.state == before


def test_the_same_seed_plays_the_same_battles_whatever_the_first(battle):
    roller = Roller(compiled=False)
    whole = roller.worths(battle.state, 4, seed=3)
    assert roller.worths(battle.state, 2, seed=3, first=2) == whole[2:]
    assert roller.chance(battle.state, 4, seed=3) == Chance.of(whole)


def test_a_battle_that_is_over_is_certain(battle):
    battle.resign()
    assert chances(battle) == Chance(1.0 if battle.winner == 0 else 0.0, 0.0, 0)


@pytest.mark.parametrize("side", [0, 1])
def test_a_side_is_told_nothing_by_cards_that_it_has_not_seen(battle, side):
    """Another deal of the hidden cards gives the very same playouts."""
    play_to(battle, ask.CARD)
    other = without_secrets(battle.state, side, seed=99)
    assert other.hand != battle.state.hand
    roller = Roller(compiled=False)
    assert roller.worths(battle.state, 3, seed=5, knows=side) == roller.worths(other, 3, seed=5, knows=side)


def test_the_error_is_that_of_the_mean():
    assert Chance.of([1.0, 0.0] * 50).error == pytest.approx(0.0503, abs=1e-4)


@pytest.mark.parametrize("question", [ask.CARD, ask.ROLL, ask.TARGET])
def test_the_compiled_form_plays_the_same_battles(battle, question):
    pytest.importorskip("hexillum.compiled.with_numba", reason="needs numba").load(*cache.THINKING)
    play_to(battle, question)
    plain, fast = Roller(compiled=False), Roller(compiled=True)
    for knows in (None, 0, 1):
        assert plain.worths(battle.state, 2, seed=5, knows=knows) == fast.worths(battle.state, 2, seed=5, knows=knows)
