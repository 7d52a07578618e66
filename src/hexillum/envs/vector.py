"""Many battles side by side, answered in one call: observations, legal masks and rewards as numpy arrays.

Nothing here goes through the games one by one in Python: one compiled call answers on all of them, lets chance answer,
begins the next battle where one is over, and writes down what the mover of each may do and see.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..battle.deployment import state_of
from ..battle.scenarios import Scenario, load_scenario
from ..battle.setup import begin
from ..compiled import with_numba
from ..core import ask
from ..core.dice import seed_number
from ..core.hexes import ROWS, WIDTH
from ..core.state import NONE, State
from ..engine import lanes
from ..engine.playout import ANSWERS_MOST
from ..engine.twister import ROOM, SEED_MOST

LIMIT: Final = 200_000  # answers after which a battle is given up
SEATS: Final = {"both": lanes.BOTH, "top": 0, "bottom": 1}
LANES_MOST: Final = 1 << 16


@dataclass(frozen=True)
class Observations:
    """What the mover of each battle sees.

    `planes` has the shape (n, `lanes.PLANES`, 11, 13) and `facts` (n, `lanes.ALL_FACTS`), small whole numbers both;
    `masks` (n, `ask.ACTIONS`) is 1 for each answer that is offered, `movers` (n,) tells who is asked: 0 top, 1 bottom.
    Without observations planes and facts are empty. The arrays are written anew by every call.
    """

    planes: NDArray[np.int8]
    facts: NDArray[np.int8]
    masks: NDArray[np.int8]
    movers: NDArray[np.int8]


@dataclass(frozen=True)
class Step:
    """What an answer on each battle led to.

    `rewards` has the shape (n, 2), for top and bottom: 1 and -1 where a battle was won with this answer. `ended` is
    true where one ended, `given_up` where it had too many answers; what is seen is then the beginning of the next. The
    arrays are written anew by every call.
    """

    seen: Observations
    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]
    given_up: NDArray[np.bool_]


class VectorEnv:
    """So many battles of a scenario side by side.

    Answers are numbers of the one action table (`core.ask`) as the mover sees the map: `lanes.as_seen` turns their
    hexes round for the top side. Battle i begins with the seed `seed + i`, and the one after it with a seed that is
    higher by `n`: each is the battle that `Battle.start(scenario, seed)` plays with the same answers. `seat` names the
    side that is asked, "top" or "bottom", the other one answering at random as the player `random` with the next seed
    does; or "both". `observe=False` leaves planes and facts out. Raises ValueError for a wrong scenario or seat.
    """

    def __init__(
        self,
        n: int,
        scenario: Scenario | str | Path = "akragas",
        *,
        seat: str = "both",
        observe: bool = True,
        limit: int = LIMIT,
        switches: Mapping[str, bool] | None = None,
    ) -> None:
        if not 0 < n <= LANES_MOST:
            raise ValueError(f"{n} battles side by side: expected 1 to {LANES_MOST}")
        if seat not in SEATS:
            raise ValueError(f"{seat!r} is no seat: expected one of {', '.join(SEATS)}")
        plan = scenario if isinstance(scenario, Scenario) else load_scenario(scenario)
        self.n, self.scenario, self.observe = n, plan, observe
        state = state_of(plan, switches=switches)
        begin(state)
        self._fast = with_numba.load()
        self._boards = np.zeros(n + 1, with_numba.STATE)
        self._boards[n] = with_numba.games_of(state)[0]
        self._lanes: Any = np.zeros(n, with_numba.LANE)
        self._lanes["seat"], self._lanes["limit"], self._lanes["stride"] = SEATS[seat], limit, n
        self._mt = np.zeros(n * lanes.GENERATORS * ROOM + 1, np.int64)
        self._rewards = np.zeros((n, 2))
        self._masks = np.zeros((n, ask.ACTIONS), np.int8)
        self._offered = np.zeros(n * lanes.MOST_OFFERED, np.int64)
        self._out = np.zeros(ANSWERS_MOST, np.int64)
        seen = n if observe else 0
        self._planes = np.zeros((seen, lanes.PLANES, ROWS, WIDTH), np.int8)
        self._facts = np.zeros((seen, lanes.ALL_FACTS), np.int8)
        self._all = np.arange(n)
        self._flat = (self._rewards.reshape(-1), self._masks.reshape(-1), self._offered, self._out)
        self._views = (self._planes.reshape(-1), self._facts.reshape(-1))
        self._ended = self._lanes["ended"]
        self._over, self._given_up = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
        self._observations = Observations(self._planes, self._facts, self._masks, self._lanes["mover"])
        self._step = Step(self._observations, self._rewards, self._over, self._given_up)

    def _serve(self, what: int, answers: NDArray[np.int64]) -> int:
        return self._fast.serve(self._boards, self._lanes, what, self.n, answers, self._mt, *self._flat, *self._views)

    def _seen(self) -> Observations:
        if self.observe:
            self._planes[:] = 0
            self._facts[:] = 0
            self._serve(lanes.SEE, self._all)
        return self._observations

    def reset(self, seed: int = 0) -> Observations:
        """Begin all battles anew, by seeds from this one on. Raises ValueError for a seed that is no whole number."""
        seed = seed_number(seed)
        if not 0 <= seed <= SEED_MOST // 2:
            raise ValueError(f"the seed {seed}: expected 0 to {SEED_MOST // 2}")
        self._lanes["seed"], self._lanes["battles"] = seed + self._all, 0
        self._masks[:] = 0
        self._mt[-1] = random.Random(seed).randrange(1, 1 << 32)
        self._serve(lanes.BEGIN, self._all)
        return self._seen()

    def step(self, answers: ArrayLike) -> Step:
        """Answer on every battle. Raises ValueError, naming the first, for an answer that is not offered."""
        chosen = np.ascontiguousarray(answers, np.int64)
        if chosen.shape != (self.n,):
            raise ValueError(f"answers of the shape {chosen.shape}: expected ({self.n},)")
        wrong = self._serve(lanes.ANSWER, chosen)
        if wrong != NONE:
            offered = np.flatnonzero(self._masks[wrong]).tolist()
            raise ValueError(f"battle {wrong} is answered {chosen[wrong]}: expected one of {offered}")
        np.equal(self._ended, lanes.ENDED, out=self._over)
        np.equal(self._ended, lanes.GIVEN_UP, out=self._given_up)
        self._seen()
        return self._step

    def sample(self) -> NDArray[np.int64]:
        """An answer for every battle, each of those that are offered as likely as the others."""
        answers = np.empty(self.n, np.int64)
        self._serve(lanes.DRAW, answers)
        return answers

    def state(self, i: int) -> State:
        """A copy of the state of one battle, hidden cards and all: for tests and for looking at it."""
        return with_numba.state_of(self._boards[i])

    def put(self, i: int, state: State) -> Observations:
        """Set one battle to a state at which a side is asked, and see all of them anew: for positions of one's own."""
        self._boards[i] = with_numba.games_of(state)[0]
        self._lanes["mover"][i] = state.who
        return self._seen()
