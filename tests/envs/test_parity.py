"""The four environments play and show the battle of `Battle` for the same seeds and answers, from the deal on."""

from __future__ import annotations

import random
from typing import Any

import pytest

pytest.importorskip("numba", reason="needs numba")
gymnasium = pytest.importorskip("gymnasium", reason="needs gymnasium")
pytest.importorskip("pettingzoo", reason="needs pettingzoo")
pyspiel = pytest.importorskip("pyspiel", reason="needs open_spiel")

from hexillum.battle.door import BOTTOM, Battle  # noqa: E402
from hexillum.core import ask  # noqa: E402
from hexillum.engine import lanes  # noqa: E402
from hexillum.envs import VectorEnv, hexillum_v0, openspiel, seeing  # noqa: E402
from hexillum.players import player  # noqa: E402


class Four:
    """A battle, and the same one in all environments: chance answers OpenSpiel as it answers the battle."""

    def __init__(self, scenario: str, seed: int) -> None:
        self.battle = Battle.start(scenario, seed)
        self.fed = 0
        self.many = VectorEnv(1, scenario)
        self.lane = self.many.reset(seed)
        self.aec = hexillum_v0.env(scenario)
        self.aec.reset(seed=seed)
        self.single = gymnasium.make("Hexillum-v0", scenario=scenario, opponent="random", seat="bottom").unwrapped
        self.seen = self.single.reset(seed=seed)[0]
        self.spiel: Any = pyspiel.load_game(f"hexillum(scenario={scenario})").new_initial_state()
        self.feed()

    def feed(self) -> None:
        """Answer in OpenSpiel what was answered on the battle."""
        for number in self.battle.choices[self.fed :]:
            self.spiel.apply_action(self.spiel.action(number))
        self.fed = len(self.battle.choices)

    def check(self) -> None:
        """Who is asked sees the same everywhere, and is offered the same."""
        side = self.battle.state.who
        told = seeing.seen(self.battle, side)
        mask, flat = told["action_mask"], [*told["observation"].reshape(-1), *told["facts"]]
        assert self.lane.movers[0] == side and self.many.state(0) == self.battle.state
        assert [*self.lane.planes.reshape(-1), *self.lane.facts[0]] == flat and (self.lane.masks[0] == mask).all()
        assert self.aec.agent_selection == hexillum_v0.AGENTS[side]
        one = self.aec.observe(self.aec.agent_selection)
        assert [*one["observation"].reshape(-1), *one["facts"]] == flat and (one["action_mask"] == mask).all()
        assert self.spiel.current_player() == side and self.spiel.board.state == self.battle.state
        assert self.spiel.observation_tensor(side) == flat and self.spiel.legal_actions_mask(side) == mask.tolist()
        if side == BOTTOM:
            assert [*self.seen["observation"].reshape(-1), *self.seen["facts"]] == flat
            assert (self.seen["action_mask"] == mask).all() and self.single.battle.state == self.battle.state

    def answer(self, number: int) -> tuple[Any, Any]:
        """Answer everywhere; returns what the vector of battles and Gymnasium say of it."""
        side, rows = self.battle.state.who, self.battle.state.rows
        action = lanes.as_seen(number, side, rows)
        self.battle.choose(number)
        self.battle.run_chance()
        self.battle.seal()
        self.feed()
        step = self.many.step([action])
        self.lane = step.seen
        self.aec.step(action)
        told = self.single.step(action) if side == BOTTOM else None
        if told is not None:
            self.seen = told[0]
        return step, told


@pytest.mark.parametrize(("scenario", "seed", "most"), [("akragas", 7, 20_000), ("dara", 8, 400), ("cannae", 9, 200)])
def test_all_four_are_the_battle_of_the_door(scenario: str, seed: int, most: int) -> None:
    four, rng, other = Four(scenario, seed), random.Random(seed), player("random", seed)
    step = told = None
    for number in range(most):
        if four.battle.over:
            break
        if number % 7 == 0 or number < 200:  # looking is slower than playing
            four.check()
        options = four.battle.numbers()
        bottom = four.battle.state.who == BOTTOM
        step, said = four.answer(rng.choice(options) if bottom else other.choose(four.battle.state, options))
        told = said or told
    assert four.battle.over == (scenario == "akragas")
    if four.battle.over and step is not None and told is not None:
        winner = four.battle.winner
        assert winner is not None and bool(step.ended[0]) and not step.given_up[0]
        won = [1.0 if side == winner else -1.0 for side in (0, 1)]
        assert step.rewards[0].tolist() == won == four.spiel.returns() and four.spiel.is_terminal()
        assert [four.aec.rewards[agent] for agent in hexillum_v0.AGENTS] == won
        assert all(four.aec.terminations.values())
        assert four.single.battle.winner == winner and four.single.battle.choices == four.battle.choices
        assert len(four.spiel.history()) == len(four.battle.choices) and four.many.state(0).turn == 0


def test_the_first_card_of_openspiel_is_the_first_of_the_deal() -> None:
    battle, state = Battle.start("akragas", seed=3, deal=False), pyspiel.load_game("hexillum").new_initial_state()
    assert state.is_chance_node() and state.board.state == battle.state
    assert len(state.chance_outcomes()) == len(battle.options) and battle.state.question == ask.DRAW
    assert openspiel.LIMIT == hexillum_v0.LIMIT
