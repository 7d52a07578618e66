"""Where a piece can go, as a table shows it at once: each way is one that the rules offer, answer by answer."""

from __future__ import annotations

import random

import pytest

from hexillum.battle.door import Battle
from hexillum.battle.moves import reach
from hexillum.core import ask, hexes


def ends_at(battle: Battle, answers: list[int]) -> str:
    """The hex where the piece stands after all of these answers, each of which must be offered; "off" for none."""
    trial = battle.trial()
    piece = answers[0]
    for number in answers:
        trial.choose(number)
    if trial.state.question == ask.STEP and ask.DONE in trial.numbers():
        trial.choose(ask.DONE)
    s, before = trial.state, battle.state
    if piece < ask.LEADER_0:
        hex = s.units[before.unit_at[piece - ask.HEX_0]].hex
    else:
        hex = s.leaders[before.leader_at[piece - ask.LEADER_0]].hex
    return hexes.name(hex)


@pytest.mark.parametrize("name", ["akragas", "dara", "crimissos", "ford-of-circesium", "gabiene"])
def test_each_way_that_is_told_is_offered_step_by_step_and_ends_where_it_says(name: str) -> None:
    rng, ways = random.Random(3), 0
    battle = Battle.start(name, seed=3)
    for _ in range(400):
        if battle.over or ways > 3_000:
            break
        if battle.state.who == ask.CHANCE:
            battle.throw()
            continue
        numbers = battle.numbers()
        if battle.state.question == ask.MOVE:
            before = battle.state.copy()
            told = [way for n in numbers if n != ask.DONE for way in reach(battle.state, n).items()]
            assert battle.state == before
            assert all(ends_at(battle, answers) == hex for hex, answers in told)
            ways += len(told)
        battle.choose(rng.choice([n for n in numbers if n != ask.DONE] or numbers))
    assert ways > 500
