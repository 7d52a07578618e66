"""The account of a battle: what each roll took, what it promised, and which one decided."""

from __future__ import annotations

import random

import pytest

from hexillum.battle.door import Battle
from hexillum.core import ask
from hexillum.core.dice import roll_of
from hexillum.notation.script import play_line
from hexillum.odds import example_battle
from hexillum.odds.account import Account, Rolled, account
from hexillum.odds.luck import Luck, luck


def played(name: str, seed: int, most: int = 2_000) -> Battle:
    """A battle of random choices, to its end or as far as it comes."""
    rng = random.Random(seed)
    battle = Battle.start(name, seed=seed)
    while not battle.over and len(battle.choices) < most:
        if battle.state.question == ask.ROLL:
            battle.throw()
        else:
            battle.choose(rng.choice(battle.numbers()))
        battle.seal()
    return battle


def roll(side: int, taken: int, expected: float, *, killed: bool = False, unit: int = 0) -> Rolled:
    return Rolled(0, 1, side, unit, "E5", 9, "D5", 5, taken, expected, killed, 0.0, 0.1, 0.2)


def test_a_roll_is_told_with_what_it_took_and_what_it_promised():
    battle = example_battle()
    play_line(battle, "close F5xE5")
    battle.choose(roll_of([4, 4, 5, 5]))
    first = account(battle.first_state, battle.choices).rolls[0]
    assert (first.hex, first.foe_hex, first.dice, first.taken) == ("F5", "E5", 4, 2)
    assert first.expected == pytest.approx(4 / 3)
    assert 0 < first.as_good < first.as_bad < 1
    assert first.swing == pytest.approx(2 - 4 / 3 + first.killed - first.killing)


@pytest.mark.parametrize("name, seed", [("akragas", 1), ("trebbia", 2), ("dara", 3)])
def test_the_account_of_a_battle_agrees_with_its_luck_and_its_losses(name, seed):
    battle = played(name, seed)
    told = account(battle.first_state, battle.choices)
    assert told.luck == luck(battle.first_state, battle.choices)
    for side in (0, 1):
        mine = [one for one in told.rolls if one.side == side]
        assert len(mine) == told.luck[side].rolls
        assert sum(one.taken for one in mine) <= told.luck[side].hits
        enemies = [unit for unit in battle.state.units if unit.side != side]
        struck = sum(unit.full - unit.blocks for unit in enemies)
        assert sum(one.taken for one in mine) <= struck + 40  # rallied blocks come back


def test_what_a_roll_promises_is_what_such_rolls_give_on_average():
    battle = played("akragas", 5)
    rolls = account(battle.first_state, battle.choices).rolls
    assert all(0 < one.as_good <= 1 and 0 < one.as_bad <= 1 for one in rolls)
    assert all(one.as_good + one.as_bad > 1 - 1e-9 for one in rolls)
    assert all(0 <= one.killing <= 1 and one.expected <= one.dice for one in rolls)


def test_the_decisive_roll_is_the_one_that_did_most_for_the_winner():
    good, bad, theirs = roll(0, 4, 1.0), roll(0, 0, 2.0), roll(1, 0, 3.5)
    told = Account((Luck(), Luck()), (good, bad, theirs))
    assert told.decisive(0) is theirs  # the enemy's failure was worth more than the own success
    assert told.decisive(1) is bad
    assert told.decisive(None) is theirs
    assert Account((Luck(), Luck()), (bad,)).decisive(0) is None


def test_a_banner_counts_a_block_more_where_rolls_are_compared():
    two, one_and_banner = roll(0, 2, 0.5), roll(0, 1, 0.0, killed=True)
    assert Account((Luck(), Luck()), (two, one_and_banner)).decisive(0) is one_and_banner


def test_the_best_unit_took_most_blocks():
    rolls = (roll(0, 2, 1, unit=3), roll(0, 1, 1, unit=3), roll(1, 3, 1, unit=7, killed=True), roll(1, 0, 1, unit=8))
    found = Account((Luck(), Luck()), rolls).best_unit()
    assert found is not None and found[0] == 7
    assert Account((Luck(), Luck()), (roll(0, 0, 1),)).best_unit() is None
