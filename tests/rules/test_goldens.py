"""Golden playthroughs: whole battles of the greedy player, told line by line, that no change may alter unnoticed.

After a change that is meant: `HEXILLUM_GOLDENS=write .venv/bin/python -m pytest tests/test_goldens.py`, and read the
difference that git shows.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hexillum.battle.door import Battle
from hexillum.notation.game_record import read_record, write_record
from hexillum.players import player

FOLDER = Path(__file__).parent / "goldens"
#: One battle of each family, with its seed.
BATTLES = {
    "akragas": 3,  # open ground
    "zama": 5,  # elephants
    "granicus": 7,  # a river, and Alexander
    "baecula": 2,  # camps to take
    "trebbia": 4,  # an ambush
    "himera": 1,  # ramparts and a fortified camp
    "marathon": 6,  # sea, marsh and a stream
    "cynoscephalae": 8,  # hills, and legions
    "trasimenus": 9,  # a lake, steep hills, a growing hand
    "castulo": 10,  # exits for banners, a leader whose loss decides
    "asculum": 11,  # leaders placed before the battle
    "hellespont": 12,  # leaders that cost cards
    "dara": 13,  # Medieval: a ditch, bows, tokens
    "callinicum": 14,  # Medieval: a group of hills worth a banner
    "phasis": 15,  # Medieval: a ford, camps to plunder
}


def told(name: str, seed: int) -> str:
    """A battle as its record and its log."""
    battle = Battle.start(name, seed=seed)
    players = [player("greedy", seed), player("greedy", seed + 1)]
    while not battle.over:
        if battle.state.who > 1:
            battle.throw()
        else:
            battle.choose(players[battle.state.who].choose(battle.state, battle.numbers()))
    assert read_record(write_record(battle)).state == battle.state
    log = "\n".join(event.line_for(event.secret_of) for event in battle.events)
    return f"{write_record(battle)}\n{log}\n"


def played(text: str) -> list[str]:
    """The lines that were played and the log: the headers and ends of records, which have versions, are left out."""
    lines = text.splitlines()
    script, end = lines.index("script"), next(n for n, line in enumerate(lines) if line.startswith("end "))
    return [*lines[script:end], *lines[end].split()[:3], *lines[end + 1 :]]


@pytest.mark.parametrize("name", BATTLES)
def test_a_battle_goes_as_it_went(name: str) -> None:
    file = FOLDER / f"{name}.txt"
    now = told(name, BATTLES[name])
    if os.environ.get("HEXILLUM_GOLDENS") == "write":
        FOLDER.mkdir(exist_ok=True)
        file.write_text(now, encoding="utf-8")
    assert played(now) == played(file.read_text(encoding="utf-8"))
