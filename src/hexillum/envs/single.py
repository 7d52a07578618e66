"""A battle as an environment of Gymnasium: one agent against any player."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
from gymnasium import spaces

from ..battle.door import Battle, IllegalChoice
from ..battle.scenarios import Scenario, load_scenario
from ..core import ask
from ..players import Player, Who, player
from . import seeing
from .hexillum_v0 import AGENTS, LIMIT


class HexillumEnv(gymnasium.Env[dict[str, Any], Any]):
    """A battle from one seat, "top" or "bottom", against a player by his name or an instance of one's own.

    `gymnasium.make("Hexillum-v0")` makes it once `hexillum.envs` is imported. The reward is 1 or -1 at the end; who
    answers what is not offered has lost, and `info["illegal"]` says why. `info["action_mask"]` has what is offered.
    Raises ValueError for a wrong scenario, seat or player.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        scenario: Scenario | str | Path = "akragas",
        opponent: Who = "random",
        *,
        seat: str = "bottom",
        limit: int = LIMIT,
        render_mode: str | None = None,
    ) -> None:
        if seat not in AGENTS:
            raise ValueError(f"{seat!r} is no seat: expected one of {', '.join(AGENTS)}")
        player(opponent)
        self.scenario = scenario if isinstance(scenario, Scenario) else load_scenario(scenario)
        self.opponent, self.side, self.limit, self.render_mode = opponent, AGENTS.index(seat), limit, render_mode
        self.observation_space: Any = seeing.space()
        self.action_space: Any = spaces.Discrete(ask.ACTIONS)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin the battle of a seed; the player of the top side has this seed, too, that of the bottom the next."""
        super().reset(seed=seed)
        number = seed if seed is not None else int(self.np_random.integers(2**31))
        self.battle = Battle.start(self.scenario, number)
        self.other: Player = player(self.opponent, number + 1 - self.side)
        self.answers = 0
        self._let_other()
        return self._seen({})[:2]

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Answer; the other player and chance answer until the agent is asked again."""
        try:
            seeing.answer(self.battle, self.side, int(action))
        except IllegalChoice as error:
            seen, _, info = (*self._seen({}), {"illegal": str(error)})
            return seen, -1.0, True, False, info
        self.answers += 1
        self._let_other()
        seen, info = self._seen({})
        over = self.battle.over
        reward = 0.0 if self.battle.winner is None else 1.0 if self.battle.winner == self.side else -1.0
        return seen, reward, over, not over and self.answers >= self.limit, info

    def _let_other(self) -> None:
        while not self.battle.over and self.battle.state.who != self.side:
            self.battle.choose(self.other.choose(self.battle.state, self.battle.numbers()))
            self.battle.run_chance()
            self.battle.seal()

    def _seen(self, info: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        seen = seeing.seen(self.battle, self.side)
        return seen, {**info, "action_mask": seen["action_mask"]}

    def action_masks(self) -> Any:
        """Which answers are offered, as sb3-contrib asks for them."""
        return seeing.mask(self.battle, self.side).astype(bool)

    def render(self) -> Any:
        """The battle in one line, where the render mode is "ansi"."""
        return repr(self.battle) if self.render_mode == "ansi" else None
