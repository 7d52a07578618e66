"""What the table may be asked at any moment of any battle is answered or refused: no question fails."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from hexillum import odds
from hexillum.battle.door import Battle, IllegalChoice
from hexillum.battle.positions import write_position
from hexillum.battle.scenarios import names
from hexillum.core import ask, hexes
from hexillum.core.state import State
from hexillum.odds import preview, sheet
from hexillum.web import moments as rooms
from tests.web.players import Table

CHOICES_MOST = 300


def moments(name: str, seed: int) -> Iterator[tuple[random.Random, Battle]]:
    """A battle of random choices at each of its decisions."""
    rng = random.Random(seed)
    battle = Battle.start(name, seed=seed, swapped=bool(rng.getrandbits(1)))
    while not battle.over and len(battle.choices) < CHOICES_MOST:
        yield rng, battle
        if battle.state.question == ask.ROLL:
            battle.throw()
        else:
            battle.choose(rng.choice(battle.numbers()))
        battle.seal()


def chosen(seed: int, count: int) -> Battle:
    """Akragas after so many choices, the dice among them, all taken from one source."""
    rng = random.Random(seed)
    battle = Battle.start("akragas", seed=seed)
    for _ in range(count):
        battle.choose(rng.choice(battle.numbers()))
    return battle


def pieces(s: State) -> list[int]:
    there = [u.hex for u in s.units] + [leader.hex for leader in s.leaders]
    return [hex for hex in there if hex != hexes.NOWHERE]


def pair(s: State, line: str) -> tuple[int, int]:
    here, there = (hexes.parse(hex, s.rows) for hex in line.split()[1].split("x"))
    return here, there


def test_an_attack_that_is_offered_to_the_unit_already_chosen_has_its_sheet():
    battle = chosen(1, 78)
    assert battle.state.question == ask.TARGET
    (line,) = odds.offered(battle)
    told = sheet.sheet_of_pair(battle.state, *pair(battle.state, line))
    assert told["attack"] is not None
    assert told["attack"]["from"] == told["at"] == line.split()[1].split("x")[0]
    assert told["ways"][0]["means"]["hits"] == odds.attack(battle, line).mean("hits")


def refused(*_: object, **__: object) -> None:
    raise IllegalChoice("F5 may not fire", ("RC-10",))


def test_a_question_that_the_rules_refuse_is_answered_with_their_reason(client, monkeypatch):
    monkeypatch.setattr(rooms, "sheet_of_pair", refused)
    answered = Table(client).get("/odds", params={"from": "F5", "to": "E5"})
    assert answered.status_code == 409
    assert answered.json() == {"code": "not_offered", "message": "F5 may not fire", "rules": ["RC-10"]}


def test_a_position_that_waits_for_nobody_cannot_be_analysed(client):
    asked = write_position(Battle.start("akragas", seed=7).state)
    answered = client.post("/api/analysis", json={"position": asked.replace("question card\n", "")})
    assert answered.status_code == 422
    assert answered.json()["message"] == "the position waits for nobody: it has no running procedure"


def test_every_attack_that_is_offered_can_be_begun_by_its_line():
    asked = set()
    for name in ("akragas", "trebbia"):
        for _, battle in moments(name, 3):
            before = battle.state.copy()
            for line in odds.offered(battle):
                asked.add(battle.state.question)
                begun = odds.begun(battle, line)
                assert begun.events, (name, line)
            assert battle.state == before
    assert {ask.BATTLE, ask.TARGET} <= asked


@pytest.mark.parametrize("name", names())
def test_no_question_about_any_moment_fails(name):
    for rng, battle in moments(name, sum(name.encode())):
        s = battle.state
        lines = odds.offered(battle)
        if rng.random() > (0.06 if lines else 0.02):
            continue
        for line in rng.sample(lines, min(1, len(lines))):
            assert odds.attack(battle, line, compiled=False).outcomes
            here, there = pair(s, line)
            assert sheet.sheet_of_pair(s, here, there)["ways"], line
            sheet.sheet_of_pair(s, there, here)
        own, other = rng.choice(pieces(s)), rng.choice(pieces(s))
        for here, there in ((own, other), (other, own), (rng.choice(hexes.board(s.rows)), own)):
            sheet.sheet_of_pair(s, here, there)
            try:
                odds.between(s, here, there, compiled=False)
            except IllegalChoice as error:
                assert error.why
        sheet.sheet_under_way(s, battle.events, exact=rng.random() < 0.2)
        for side in (0, 1):
            preview.threats(s, side)
        if s.who in (0, 1):
            for number in battle.numbers():
                preview.preview(s, number)
                preview.aims(s, number)
