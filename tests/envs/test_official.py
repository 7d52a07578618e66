"""The official suites of PettingZoo and Gymnasium, and the same battles as through the door."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

pytest.importorskip("numba", reason="needs numba")
gymnasium = pytest.importorskip("gymnasium", reason="needs gymnasium")
pytest.importorskip("pettingzoo", reason="needs pettingzoo")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

from hexillum.battle.door import Battle  # noqa: E402
from hexillum.core import ask  # noqa: E402
from hexillum.engine import lanes  # noqa: E402
from hexillum.envs import VectorEnv, hexillum_v0, seeing  # noqa: E402
from hexillum.players import player  # noqa: E402


@pytest.mark.parametrize("scenario", ["akragas", "dara"])
def test_pettingzoo_takes_it(scenario: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(hexillum_v0.env(scenario), num_cycles=200, verbose_progress=False)


def test_pettingzoo_finds_the_same_battle_for_the_same_seed() -> None:
    seed_test(lambda: hexillum_v0.env("akragas"), num_cycles=60)


def test_gymnasium_takes_it() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(gymnasium.make("Hexillum-v0").unwrapped, skip_render_check=True)


def first_offered(seen: Any) -> int:
    return int(seen["action_mask"].argmax())


@pytest.mark.parametrize("scenario", [pytest.param("akragas", marks=pytest.mark.slow), "dara"])
def test_all_of_them_see_the_same(scenario: str) -> None:
    aec, many = hexillum_v0.env(scenario), VectorEnv(1, scenario)
    aec.reset(seed=12)
    seen = many.reset(12)
    for _ in range(200):
        one, *_ = aec.last()
        assert aec.agent_selection == hexillum_v0.AGENTS[seen.movers[0]]
        assert (one["observation"] == seen.planes[0]).all()
        assert (one["facts"] == seen.facts[0]).all() and (one["action_mask"] == seen.masks[0]).all()
        answers = many.sample()
        aec.step(int(answers[0]))
        seen = many.step(answers).seen


@pytest.mark.parametrize("seat", ["top", "bottom"])
def test_one_seat_against_a_player_is_the_battle_of_the_door(seat: str) -> None:
    env = gymnasium.make("Hexillum-v0", opponent="greedy", seat=seat)
    seen, _ = env.reset(seed=5)
    side = hexillum_v0.AGENTS.index(seat)
    battle, other, over = Battle.start("akragas", seed=5), player("greedy", 6 - side), False
    reward = 0.0
    while not over:
        assert not battle.over
        if battle.state.who == side:
            action = first_offered(seen)
            battle.choose(lanes.as_seen(action, side, 9))
            battle.run_chance()
            while not battle.over and battle.state.who != side:
                battle.choose(other.choose(battle.state, battle.numbers()))
                battle.run_chance()
            seen, reward, over, _, _ = env.step(action)
        else:
            battle.choose(other.choose(battle.state, battle.numbers()))
            battle.run_chance()
    assert battle.over and reward == (1.0 if battle.winner == side else -1.0)


def test_what_is_not_offered_loses() -> None:
    env = gymnasium.make("Hexillum-v0").unwrapped
    seen, info = env.reset(seed=3)
    assert (info["action_mask"] == seen["action_mask"]).all()
    wrong = int(seen["action_mask"].argmin())
    _, reward, over, _, info = env.step(wrong)
    assert (reward, over) == (-1.0, True) and "is not offered" in info["illegal"]


def test_the_other_side_sees_its_own_cards_only() -> None:
    battle = Battle.start("akragas", seed=2)
    for side in (0, 1):
        hand = seeing.seen(battle, side)["facts"][lanes.HAND : lanes.HAND + ask.MOST_CARDS].tolist()
        assert hand == battle.state.hand[ask.MOST_CARDS * side : ask.MOST_CARDS * (side + 1)]
