"""The odds and the luck that the table shows are those of the rules, and tell nothing that is hidden."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from hexillum import odds
from hexillum.battle.positions import write_position
from hexillum.battle.setup import add_unit, begin_at, new_state
from hexillum.core import ask, hexes
from hexillum.core.kinds import kind_number
from hexillum.core.state import NONE
from hexillum.odds import EVADES, STANDS
from tests.web.players import Table, View, answer, bearer, choice, command
from tests.web.test_games import truth

FATES = ("eliminated", "forced_back", "evaded", "crew_gone", "stands")


@pytest.fixture
def rng():
    return random.Random(4)


class Desk(Table):
    """An analysis in the battle phase: heavy infantry E5 and bowmen F8 may attack light infantry F5 and auxilia F6."""

    def __init__(self, client) -> None:
        s = new_state("ancients")
        s.active, s.goal = 0, [6, 6]
        for side, kind, hex in (
            (0, "heavy-infantry", "E5"),
            (0, "light-bow", "F8"),
            (1, "light-infantry", "F5"),
            (1, "auxilia", "F6"),
        ):
            add_unit(s, side, kind_number("ancients", kind), hexes.parse(hex))
        begin_at(s, "battle", NONE, None)
        made = client.post("/api/analysis", json={"position": write_position(s)}).json()
        self.client, self.id, self.tokens = client, made["game"], made["tokens"]


def attacks(view: View) -> list[dict]:
    return [attack for option in view["decision"]["options"] for attack in option["attacks"]]


def sheet(table: Table, here: str = "", there: str = "", **more: object) -> dict:
    answered = table.get("/odds", params={**({"from": here, "to": there} if here else {}), **more})
    assert answered.status_code == 200, answered.text
    return dict(answered.json())


def test_an_offered_attack_has_the_odds_of_the_rules(client):
    table = Desk(client)
    offered = attacks(table.ours())
    assert {attack["may_evade"] for attack in offered} == {True, False}
    for attack in offered:
        told = sheet(table, attack["from"], attack["hex"])
        line = f"{attack['how']} {attack['from']}x{attack['hex']}"
        battle = truth(client, table).battle
        assert told["attack"]["dice"] == attack["dice"]
        assert [way["way"] for way in told["ways"]] == (["stands", "evades"] if attack["may_evade"] else ["stands"])
        for way, behaviour in zip(told["ways"], (STANDS, EVADES), strict=False):
            exact = odds.attack(battle, line, behaviour)
            assert way["fates"]["eliminated"] == pytest.approx(float(exact.chance("eliminated")), abs=1e-12)
            assert way["means"]["own_lost"] == pytest.approx(float(exact.mean("own_lost")), abs=1e-12)
            assert sum(way["fates"][fate] for fate in FATES) == pytest.approx(1, abs=1e-9)


def test_exact_odds_are_fractions(client):
    table = Desk(client)
    attack = attacks(table.ours())[0]
    way = sheet(table, attack["from"], attack["hex"], exact=True)["ways"][0]
    assert all(isinstance(chance, str) for chance in way["fates"].values())
    assert sum(Fraction(chance) for chance in way["fates"].values()) == 1


def test_any_pair_may_be_asked_for_also_after_a_move(client):
    table = Table(client)
    threats = table.get("/threats").json()
    assert {one["hex"] for one in threats} <= {unit["hex"] for unit in table.view()["units"]}
    table = Table(client, "cannae")
    by = [(one["hex"], foe) for one in table.get("/threats", "top").json() for foe in one["by"]]
    for target, foe in by[:6]:
        told = sheet(table, foe["hex"], target)
        assert told["ways"], (target, foe, told["why"])
        assert told["at"] != foe["hex"]
        assert told["attack"]["how"] == foe["how"]


def test_who_cannot_attack_is_told_why(client):
    table = Table(client)
    units = table.view()["units"]
    top = next(unit["hex"] for unit in units if unit["side"] == "top")
    bottom = next(unit["hex"] for unit in units if unit["side"] == "bottom")
    far = sheet(table, top, bottom)
    assert far["ways"] == []
    assert far["why"].startswith(top)
    assert sheet(table, "E5", bottom)["why"] == "there is no unit on E5"
    assert sheet(table)["why"] == "no battle is being fought now"


@pytest.mark.parametrize(
    "words", [{"from": "Z9", "to": "E5"}, {"from": "A99", "to": "E5"}, {"from": "E5;", "to": "E6"}]
)
def test_what_is_no_hex_is_refused(client, words):
    answered = Table(client).get("/odds", params=words)
    assert answered.status_code == 422
    assert answered.json()["code"] == "invalid"


def test_who_may_evade_sees_both_ways_side_by_side(client):
    table = Desk(client)
    view = table.ours()
    option = next(o for o in view["decision"]["options"] if any(a["may_evade"] for a in o["attacks"]))
    attack = next(a for a in option["attacks"] if a["may_evade"])
    body = answer(option["number"], attack["number"])
    sent = command(view, view["decision"]["actor"], body)
    client.post(f"{table.path}/commands", headers=bearer(*table.tokens.values()), json=sent)
    assert table.ours()["decision"]["word"] == "evade"
    told = sheet(table)
    assert [way["way"] for way in told["ways"]] == ["stands", "evades"]
    assert told["ways"][1]["fates"]["evaded"] > 0
    assert told["attack"]["hex"] == attack["hex"]


def test_odds_are_the_same_whatever_the_hands_hold(client, rng):
    table = Desk(client)
    attack = attacks(table.ours())[0]
    before = sheet(table, attack["from"], attack["hex"])
    s = truth(client, table).battle.state
    for side in (0, 1):
        hand = [n for n in range(ask.MOST_CARDS) for _ in range(s.hand[ask.MOST_CARDS * side + n])]
        deck = [n for n in range(ask.MOST_CARDS) if s.deck[n]]
        for n, other in zip(hand, rng.sample(deck, len(hand)), strict=True):
            s.hand[ask.MOST_CARDS * side + n] -= 1
            s.deck[n] += 1
            s.hand[ask.MOST_CARDS * side + other] += 1
            s.deck[other] -= 1
    assert sheet(table, attack["from"], attack["hex"]) == before


def test_luck_counts_every_attack(client, rng):
    table = Desk(client)
    view = table.ours()
    for _ in range(60):
        if view["outcome"] is not None:
            break
        decision = view["decision"]
        body = {"do": "roll"} if decision["actor"] == "chance" else answer(choice(view, rng))
        side = view["active"] if decision["actor"] == "chance" else decision["actor"]
        sent = command(view, side, body)
        assert client.post(f"{table.path}/commands", headers=bearer(*table.tokens.values()), json=sent).is_success
        view = table.ours()
    told = table.get("/luck").json()
    rolls = [one for one in table.view()["log"] if one["kind"] == "dice"]
    assert 0 < told["top"]["rolls"] <= len(rolls)
    for side in ("top", "bottom"):
        assert sum(told[side]["faces"].values()) == told[side]["dice"]
        assert abs(told[side]["sigmas"]) < 6
