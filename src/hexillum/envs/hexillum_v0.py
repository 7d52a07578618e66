"""A battle as an environment of PettingZoo (AEC): two agents, `top` and `bottom`, who are asked as the rules ask them.

An agent sees `seeing.space`: planes by hex, facts, and the mask of the answers that it is offered.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..battle.door import Battle
from ..battle.scenarios import Scenario, load_scenario
from ..core import ask
from ..core.dice import seed_number
from . import seeing

AGENTS: Final = ("top", "bottom")
LIMIT: Final = 20_000  # answers of the sides after which a battle is given up


def env(scenario: Scenario | str | Path = "akragas", **more: Any) -> Any:
    """A battle with the usual wrappers: who answers what is not offered has lost at once.

    `more` is for `raw_env`. Raises ValueError for a wrong scenario.

    >>> env("akragas").possible_agents
    ['top', 'bottom']
    """
    made = wrappers.TerminateIllegalWrapper(raw_env(scenario, **more), illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv):  # type: ignore[misc]
    """A battle of a scenario; rewards are 1 and -1 at its end. `limit` is how many answers the sides may give."""

    metadata: dict[str, Any] = {"name": "hexillum_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self, scenario: Scenario | str | Path = "akragas", *, limit: int = LIMIT, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.scenario = scenario if isinstance(scenario, Scenario) else load_scenario(scenario)
        self.limit, self.render_mode = limit, render_mode
        self.possible_agents = list(AGENTS)
        self._space, self._actions = seeing.space(), spaces.Discrete(ask.ACTIONS)
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent sees."""
        return self._space

    def action_space(self, agent: str) -> spaces.Discrete:
        """What an agent may answer: the numbers of the action table."""
        return self._actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the battle that `Battle.start(scenario, seed)` begins, or any without a seed."""
        if seed is not None:
            self._random = np.random.default_rng(seed_number(seed))
        number = seed_number(seed) if seed is not None else int(self._random.integers(2**31))
        self.battle = Battle.start(self.scenario, number)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.answers = 0
        self.agent_selection = AGENTS[self.battle.state.who]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now, whoever is asked."""
        return seeing.seen(self.battle, AGENTS.index(agent))

    def step(self, action: int | None) -> None:
        """Answer for the agent that is asked. Raises ValueError for what is not offered."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        seeing.answer(self.battle, AGENTS.index(agent), int(action if action is not None else -1))
        self.answers += 1
        if self.battle.over:
            winner = self.battle.winner
            if winner is not None:
                self.rewards = {AGENTS[winner]: 1, AGENTS[1 - winner]: -1}
            self.terminations = dict.fromkeys(AGENTS, True)
        else:
            self.truncations = dict.fromkeys(AGENTS, self.answers >= self.limit)
            self.agent_selection = AGENTS[self.battle.state.who]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The battle in one line, where the render mode is "ansi"."""
        return repr(self.battle) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""
