"""Golden playthroughs: whole battles of the greedy player, told line by line, that no change may alter unnoticed.

After a change that is meant: `HEXILLUM_GOLDENS=write .venv/bin/python -m pytest tests/test_goldens.py`, and read the
difference that git shows.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hexillum.agents import agent
from hexillum.referee import Battle

FOLDER = Path(__file__).parent / "goldens"
#: One battle of each family: open ground, elephants, a river and Alexander, camps, an ambush.
BATTLES = {"akragas": 3, "zama": 5, "granicus": 7, "baecula": 2, "trebbia": 4}


def told(name: str, seed: int) -> str:
    """A battle as its record and its log."""
    battle = Battle.start(name, seed=seed)
    players = [agent("greedy", seed), agent("greedy", seed + 1)]
    while not battle.over:
        if battle.state.who > 1:
            battle.throw()
        else:
            battle.choose(players[battle.state.who].choose(battle.state, battle.numbers()))
    assert Battle.replay(battle.record()).state == battle.state
    log = "\n".join(event.line_for(event.secret_of) for event in battle.events)
    return f"{battle.record()}\n{log}\n"


@pytest.mark.parametrize("name", BATTLES)
def test_a_battle_goes_as_it_went(name: str) -> None:
    file = FOLDER / f"{name}.txt"
    now = told(name, BATTLES[name])
    if os.environ.get("HEXILLUM_GOLDENS") == "write":
        FOLDER.mkdir(exist_ok=True)
        file.write_text(now, encoding="utf-8")
    assert now.splitlines() == file.read_text(encoding="utf-8").splitlines()
