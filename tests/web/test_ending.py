"""What the server tells of a battle that is over."""

from __future__ import annotations

import random

import pytest

from hexillum.battle.door import Battle
from hexillum.battle.positions import write_position
from hexillum.odds.account import account
from hexillum.web.ending import ending
from hexillum.web.entries import Entry, Opening
from hexillum.web.game import Game
from tests.web.players import Table


@pytest.fixture(scope="module")
def fought(client):
    """A battle that two scripted people fought to its end, and its last view."""
    table = Table(client, seed="7")
    return table, table.play(random.Random(7))


def test_the_end_is_told_only_after_the_end(client):
    answered = Table(client).get("/ending")
    assert answered.status_code == 409
    assert answered.json()["code"] == "running"


def test_the_end_of_a_battle_is_told_to_everybody_alike(fought):
    table, view = fought
    told = table.get("/ending").json()
    assert told == table.get("/ending", "top").json()
    assert told["goals"] == view["goals"]
    assert told["turns"] == view["turn"]
    assert told["headline"] == {"top": "Akragas stands alone", "bottom": "Akragas is relieved"}[view["outcome"]]
    assert told["history"]["winner"] == "Syracusan"
    assert told["next"]["id"] == "crimissos"


def test_the_banners_of_the_end_are_those_that_came_one_by_one(fought):
    table, view = fought
    steps = table.get("/ending").json()["banners"]
    for side in ("top", "bottom"):
        mine = [step["banners"] for step in steps if step["side"] == side]
        assert (mine[-1] if mine else 0) == view["banners"][side]
    assert [step["moment"] for step in steps] == sorted(step["moment"] for step in steps)
    assert all(1 <= step["turn"] <= view["turn"] for step in steps)


def test_the_decisive_roll_stands_in_the_log_and_helped_who_won(fought):
    table, view = fought
    told = table.get("/ending").json()["decisive"]
    assert told["side"] == view["outcome"]
    log = table.view()["log"]
    there = [line for line in log if line["moment"] == told["moment"] and line["kind"] == "dice"]
    assert there, "no dice fell at that moment"
    assert f"at {there[0]['hex']} rolled {there[0]['count']} " in told["words"]


def test_the_best_unit_and_the_luck_are_told(fought):
    table, _ = fought
    told = table.get("/ending").json()
    assert "struck" in told["best"]["words"]
    assert told["luck"] == table.get("/luck").json()


def test_where_the_armies_have_changed_seats_the_end_is_told_of_the_army(client):
    table = Table(client, swapped=True)
    table.do("bottom", {"do": "resign"})  # the Carthaginians sit there now
    told = table.get("/ending").json()
    assert told["headline"] == "Akragas is relieved"
    assert told["history"]["winner"] == "Syracusan"
    assert (told["decisive"], told["best"], told["banners"]) == (None, None, [])


def test_a_battle_that_is_not_of_the_library_has_an_end_without_a_history():
    battle = Battle.start("akragas", seed=7)
    game = Game("0" * 32, Opening("analysis", position=write_position(battle.state)), b"", ["person", "person"])
    game.fold([Entry("resigned", 0)])
    told = ending(game, account(game.opening.begin().state, []))
    assert (told["history"], told["next"], told["headline"]) == (None, None, "Victory of the bottom side")
