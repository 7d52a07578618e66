"""What an attack would be before anything is rolled: told as the rules would play it."""

from __future__ import annotations

import random

import pytest

from hexillum.battle.door import Battle
from hexillum.battle.scenarios import names
from hexillum.core import ask, event
from hexillum.core.dice import FACES, roll_of
from hexillum.core.event import Event
from hexillum.engine.tryout import answer
from hexillum.odds.preview import shown


def told(events: list[Event]) -> list[tuple[int, int, int, int]]:
    """What is told of faces and flags."""
    return [(one.kind, one.a, one.b, one.c) for one in events if one.kind in (event.FACE, event.FLAGS)]


@pytest.mark.parametrize("name", names())
def test_what_each_face_does_is_what_the_rules_tell_when_it_is_rolled(name: str) -> None:
    """What is told of the faces and flags of a roll comes first where the roll is played, and its flags are told."""
    rng, seen = random.Random(5), 0
    for seed in range(2):
        battle = Battle.start(name, seed=seed)
        for _ in range(400):
            s = battle.state
            if battle.over:
                break
            f = s.frames[s.depth]
            if s.question == ask.ROLL and f.hits == f.banners == 0:  # nothing was rolled before
                before = s.copy()
                for face in range(len(FACES)):
                    shows = told(shown(s, face))
                    assert s == before
                    plays = told(answer(s.copy(), roll_of([face] * s.dice)))
                    assert shows == plays[: len(shows)]
                    flagged = [any(kind == event.FLAGS for kind, *_ in found) for found in (shows, plays)]
                    assert flagged[0] == flagged[1]
                    seen += bool(shows)
            if s.who == ask.CHANCE:
                battle.throw()
            else:
                fights = [o for o in battle.options if o.text.startswith(("battle", "close", "fire"))]
                battle.choose(rng.choice(fights or battle.options))
    assert seen > 20
