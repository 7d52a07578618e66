"""Battles side by side are those of the door for the same seeds, and nobody sees what he may not."""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy", reason="needs numpy")
pytest.importorskip("numba", reason="needs numba")

from hexillum.battle.door import Battle  # noqa: E402
from hexillum.core import ask  # noqa: E402
from hexillum.core.hexes import NOWHERE  # noqa: E402
from hexillum.engine import lanes  # noqa: E402
from hexillum.envs import VectorEnv  # noqa: E402
from hexillum.players import player  # noqa: E402
from tests.players.test_agents import hidden_changed  # noqa: E402


def test_hexes_turn_round_and_back() -> None:
    for rows in (9, 11):
        for hex in range(13 * rows):
            if hex % 13 < 13 - (hex // 13 & 1):
                there = lanes.turned(hex, rows)
                assert lanes.turned(there, rows) == hex and there // 13 == rows - 1 - hex // 13
        assert lanes.turned(NOWHERE, rows) == NOWHERE
    for answer in range(ask.ACTIONS):
        assert lanes.as_seen(answer, 1, 9) == answer
    assert lanes.as_seen(ask.CARD_0 + 3, 0, 9) == ask.CARD_0 + 3 and lanes.as_seen(ask.YES, 0, 9) == ask.YES
    assert lanes.as_seen(ask.HEX_0, 0, 9) == ask.HEX_0 + 13 * 8 + 12


@pytest.mark.parametrize("scenario", ["akragas", "dara"])
def test_every_battle_is_that_of_the_door(scenario: str) -> None:
    env = VectorEnv(2, scenario, observe=False)
    seen = env.reset(40)
    battles = [Battle.start(scenario, seed=40 + i) for i in range(2)]
    begun = [40, 41]
    for _ in range(400 if scenario == "dara" else 5000):
        answers = env.sample()
        for i, battle in enumerate(battles):
            side = battle.state.who
            numbers = sorted(lanes.as_seen(n, side, battle.state.rows) for n in battle.numbers())
            assert seen.movers[i] == side and np.flatnonzero(seen.masks[i]).tolist() == numbers
            battle.choose(lanes.as_seen(int(answers[i]), side, battle.state.rows))
            battle.run_chance()
        step = env.step(answers)
        seen = step.seen
        for i, battle in enumerate(battles):
            assert bool(step.ended[i]) == battle.over
            winner = battle.winner
            won = [0.0, 0.0] if winner is None else [1.0, -1.0] if winner == 0 else [-1.0, 1.0]
            assert step.rewards[i].tolist() == won
            if battle.over:
                begun[i] += 2
                battles[i] = Battle.start(scenario, seed=begun[i])
            assert env.state(i) == battles[i].state
        if begun != [40, 41]:
            break
    assert scenario == "dara" or begun != [40, 41]


def test_the_other_side_answers_as_the_random_player_does() -> None:
    env = VectorEnv(2, "akragas", seat="bottom", observe=False)
    seen = env.reset(7)
    battle, other = Battle.start("akragas", seed=7), player("random", 8)
    while True:
        while not battle.over and battle.state.who != 1:
            if battle.state.who == ask.CHANCE:
                battle.throw()
            else:
                battle.choose(other.choose(battle.state, battle.numbers()))
        if battle.over:
            break
        assert seen.movers[0] == 1 and env.state(0) == battle.state
        answers = env.sample()
        battle.choose(int(answers[0]))
        step = env.step(answers)
        seen = step.seen
    assert step.ended[0] and abs(step.rewards[0]).tolist() == [1.0, 1.0]


@pytest.mark.parametrize("scenario", ["akragas", "dara"])
def test_hidden_cards_are_not_seen(scenario: str) -> None:
    env = VectorEnv(2, scenario)
    env.reset(5)
    changed = 0
    for _ in range(150):
        state = env.state(0)
        other = hidden_changed(state)
        changed += other != state
        first = env.put(0, state)
        planes, facts = first.planes[0].copy(), first.facts[0].copy()
        second = env.put(0, other)
        assert (second.planes[0] == planes).all() and (second.facts[0] == facts).all()
        env.put(0, state)
        env.step(env.sample())
    assert changed > 100


def test_both_sides_see_the_map_from_their_own_edge() -> None:
    env = VectorEnv(1, "akragas")
    env.reset(3)
    state = env.state(0)
    for side in (0, 1):
        state.who = side
        seen = env.put(0, state)
        own, enemy = seen.planes[0, 0], seen.planes[0, lanes.SIDE_PLANES]
        assert own[5:9].sum() > 0 and own[:4].sum() == 0
        assert enemy[:4].sum() > 0 and enemy[5:].sum() == 0
        blocks = [u.blocks for u in state.units if u.side == side and u.hex != NOWHERE]
        assert own.sum() == sum(blocks)
        hand = seen.facts[0, lanes.HAND : lanes.HAND + ask.MOST_CARDS]
        assert hand.tolist() == state.hand[side * ask.MOST_CARDS : (side + 1) * ask.MOST_CARDS]


def test_the_plain_form_sees_the_same() -> None:
    env = VectorEnv(1, "dara")
    seen = env.reset(9)
    for _ in range(60):
        seen = env.step(env.sample()).seen
    state, planes, facts = env.state(0), bytearray(lanes.PLANES * NOWHERE), bytearray(lanes.ALL_FACTS)
    lanes.see_board(state, state.who, planes, 0)
    lanes.see_facts(state, state.who, facts, 0)
    assert list(planes) == seen.planes[0].reshape(-1).tolist()
    assert list(facts) == seen.facts[0].tolist()


def test_too_long_battles_are_given_up() -> None:
    env = VectorEnv(2, "akragas", limit=60, observe=False)
    env.reset(1)
    given_up = 0
    for _ in range(200):
        step = env.step(env.sample())
        assert not step.rewards.any()
        given_up += int(step.given_up.sum())
    assert given_up >= 4


def test_wrong_things_are_refused_in_one_sentence() -> None:
    env = VectorEnv(2, "akragas", observe=False)
    env.reset(1)
    with pytest.raises(ValueError, match="battle 0 is answered 9999: expected one of"):
        env.step([9999, 0])
    with pytest.raises(ValueError, match="expected \\(2,\\)"):
        env.step([1])
    with pytest.raises(ValueError, match="is no seat: expected one of both, top, bottom"):
        VectorEnv(2, seat="middle")
    with pytest.raises(ValueError, match="expected 1 to"):
        VectorEnv(0)
    with pytest.raises(ValueError, match="a seed is a whole number"):
        env.reset("7")  # type: ignore[arg-type]
