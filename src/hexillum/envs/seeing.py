"""What a side sees of one battle, as numpy arrays: the same as `VectorEnv` tells of many, from the plain rules."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from ..battle.door import Battle
from ..core import ask
from ..core.hexes import NOWHERE, ROWS, WIDTH
from ..engine import lanes


def space() -> spaces.Dict:
    """The space of what is seen: planes by hex, facts, and the mask of the answers that are offered.

    >>> sorted(space())
    ['action_mask', 'facts', 'observation']
    """
    return spaces.Dict(
        {
            "observation": spaces.Box(0, lanes.LARGEST, (lanes.PLANES, ROWS, WIDTH), np.int8),
            "facts": spaces.Box(0, lanes.LARGEST, (lanes.ALL_FACTS,), np.int8),
            "action_mask": spaces.Box(0, 1, (ask.ACTIONS,), np.int8),
        }
    )


def seen(battle: Battle, side: int) -> dict[str, Any]:
    """What a side sees, 0 top or 1 bottom; nothing is offered to one that is not asked.

    >>> battle = Battle.start("akragas", seed=7)
    >>> int(seen(battle, 1)["action_mask"].sum()) == len(battle.options)
    True
    """
    planes, facts = bytearray(lanes.PLANES * NOWHERE), bytearray(lanes.ALL_FACTS)
    lanes.see_board(battle.state, side, planes, 0)
    lanes.see_facts(battle.state, side, facts, 0)
    return {
        "observation": np.frombuffer(planes, np.int8).reshape(lanes.PLANES, ROWS, WIDTH).copy(),
        "facts": np.frombuffer(facts, np.int8).copy(),
        "action_mask": mask(battle, side),
    }


def mask(battle: Battle, side: int) -> Any:
    """1 for each answer that a side is offered, by its number as the side sees the map.

    >>> int(mask(Battle.start("akragas", seed=7), 0).sum())
    0
    """
    made = np.zeros(ask.ACTIONS, np.int8)
    if not battle.over and battle.state.who == side:
        made[[lanes.as_seen(n, side, battle.state.rows) for n in battle.numbers()]] = 1
    return made


def answer(battle: Battle, side: int, action: int) -> None:
    """Give the answer that a side means by a number of the action table, and let chance answer after it.

    Raises IllegalChoice, a ValueError, for what is not offered.

    >>> battle = Battle.start("akragas", seed=7)
    >>> made = len(battle.choices)
    >>> answer(battle, 1, battle.numbers()[0])
    >>> len(battle.choices) > made
    True
    """
    battle.choose(lanes.as_seen(action, side, battle.state.rows))
    battle.run_chance()
    battle.seal()
