"""Puzzles at the server: the list does not tell the answer, a plan is judged, and nothing is kept."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

from hexillum.coach import puzzles as room
from hexillum.core import ask
from hexillum.core.cards import CARDS
from hexillum.web import fairness

ONE = room.puzzles()[0]
BEST = room.answers_of(ONE, ONE.best)


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """One playout is enough here."""
    monkeypatch.setattr(fairness, "PLAIN_PLAYOUTS", 1)
    monkeypatch.setattr(fairness, "PLAYOUTS", 1)


def test_the_list_has_all_and_no_answer(client: TestClient) -> None:
    told = client.get("/api/puzzles").json()
    assert [one["id"] for one in told["puzzles"]] == [one.id for one in room.puzzles()]
    assert told["today"] in {one["id"] for one in told["puzzles"]}
    assert ONE.best.plan[0] not in json.dumps(told) and "hand" not in told["puzzles"][0]["position"]


def test_the_answer_and_the_other_hand_are_not_told_before(client: TestClient) -> None:
    moment = client.post(f"/api/puzzles/{ONE.id}", json={}).json()
    assert (moment["verdict"], moment["over"]) == (None, False)
    view = moment["view"]
    assert view["decision"]["actor"] == view["eyes"] == ONE.side == moment["side"]
    state = ONE.state()
    first = ask.MOST_CARDS * (1 - state.who)
    own = {CARDS[n].key for n in range(ask.MOST_CARDS) if state.hand[ask.MOST_CARDS * state.who + n]}
    other = {CARDS[n].key for n in range(ask.MOST_CARDS) if state.hand[first + n]}
    assert set(view["hand"]) == own and set(view["hand_words"]) == own
    only_other = other - own - {key for key in other if view["hand"].get(key)}
    assert not {key for key in only_other if f'"{key}": ' in json.dumps(view["hand"])}


def test_the_best_plan_solves_it_step_by_step(client: TestClient) -> None:
    for count in range(1, len(BEST) + 1):
        moment = client.post(f"/api/puzzles/{ONE.id}", json={"answers": BEST[:count]}).json()
        assert moment["over"] == (count == len(BEST))
    verdict = moment["verdict"]
    assert verdict["solved"] and verdict["chance"] == pytest.approx(ONE.best.chance, abs=1e-4)
    assert verdict["best"]["numbers"] == BEST and verdict["best"]["lines"] == list(ONE.best.plan)
    assert verdict["why"] and all("est plan" in words or "turn" in words for words in verdict["why"])


def test_another_plan_has_its_own_chance_and_is_told_the_best(client: TestClient) -> None:
    plan = room.answers_of(ONE, ONE.next)
    moment = client.post(f"/api/puzzles/{ONE.id}", json={"answers": plan}).json()
    assert moment["over"] and moment["verdict"]["chance"] in (0.0, 0.5, 1.0)
    assert moment["verdict"]["best"]["numbers"] == BEST


def test_who_gives_up_is_told_without_a_chance_of_his_own(client: TestClient) -> None:
    moment = client.post(f"/api/puzzles/{ONE.id}", json={"give_up": True}).json()
    assert moment["verdict"]["chance"] is None and not moment["verdict"]["solved"]
    assert moment["verdict"]["why"], "the answer is told with its reasons"
    assert moment["verdict"]["best"]["numbers"] == BEST


def test_what_cannot_be_is_refused(client: TestClient) -> None:
    assert client.post("/api/puzzles/nowhere", json={}).status_code == 404
    refused = client.post(f"/api/puzzles/{ONE.id}", json={"answers": [ask.DONE + 9999]})
    assert (refused.status_code, refused.json()["code"]) == (409, "not_offered")
    after = client.post(f"/api/puzzles/{ONE.id}", json={"answers": [*BEST, 0]})
    assert (after.status_code, after.json()["code"]) == (409, "over")
    assert client.post(f"/api/puzzles/{ONE.id}", json={"answers": [0] * 121}).status_code == 422
    assert client.post("/api/puzzles/" + "x" * 61, json={}).status_code == 422
