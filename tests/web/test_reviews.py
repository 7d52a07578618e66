"""Reviews on a server: after the end only, one at a time, stopped, kept with the game, gone on with after a fall."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from hexillum.web import reviewing
from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from hexillum.web.reviewing import LEFT, NOT_OVER, STOPPED, Order
from hexillum.web.table import STOPPED as OTHER_RULES
from tests.web import coach
from tests.web.kept import check_answer
from tests.web.players import Table, query

WAIT = 30.0


@contextmanager
def serving(database: str, work: Any = coach.review_some, **more: Any) -> Iterator[Any]:
    """A client of a server whose reviews are made up."""
    app = create_app(database, computers=Computers(1), **more)
    app.state.tables.reviewers._work = work
    with TestClient(app) as made:
        made.event_hooks = {"response": [check_answer]}
        yield made


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with serving(str(tmp_path_factory.mktemp("reviews") / "games.db")) as made:
        yield made


def over(client: Any, **wish: Any) -> Table:
    """A battle that is over: a few choices, and one side gives it up."""
    table = Table(client, **{"seed": 3, **wish})
    table.play(random.Random(1), 12)
    assert table.do(table.asked(), {"do": "resign"}).status_code == 200
    return table


def until(table: Table, *states: str, true: Callable[[dict[str, Any]], bool] = lambda said: True) -> dict[str, Any]:
    """Ask for the review of a table until it is in one of some states."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        said = table.get("/review", "top").json()
        if said["state"] in states and true(said):
            return dict(said)
        time.sleep(0.05)
    raise AssertionError(said)


def test_a_review_is_made_in_parts_and_kept_with_its_game(tmp_path):
    database = str(tmp_path / "games.db")
    with serving(database) as client:
        table = over(client)
        assert table.get("/review").json()["state"] == "none"
        begun = table.post("/review", "top")
        assert begun.status_code == 202 and begun.json()["state"] in ("waiting", "running", "done")
        done = until(table, "done")
        assert done["review"]["complete"] and "kept" not in done["review"]
        assert done["yours"] == ["top"] and done["armies"]["bottom"] == "Syracusan"
        assert table.get(f"/review?have={done['beats']}").json()["review"] is None
        again = table.post("/review", "top").json()
        assert (again["state"], again["review"]) == ("done", done["review"])
    with serving(database, coach.fail) as client:
        table.client = client
        assert until(table, "done")["review"] == done["review"]


def test_the_better_plan_of_a_mistake_is_told_step_by_step(quick):
    table = over(quick)
    table.post("/review", "top")
    mistake = until(table, "done")["review"]["mistakes"][0]
    plan = table.get("/review/plans/0").json()
    assert plan["moment"] == mistake["index"]
    assert [step["number"] for step in plan["steps"]] == [one["answer"] for one in mistake["better"]]
    assert plan["steps"][0]["happened"][0]["kind"] == "played" and plan["steps"][-1]["units"]
    assert table.get("/review/plans/1").status_code == 404


@pytest.mark.parametrize("seat", ["top", None])
def test_a_battle_that_goes_on_is_not_reviewed_since_that_looks_at_both_hands(quick, seat):
    table = Table(quick, seed=3)
    for answered in (table.post("/review", seat), table.get("/review", seat), table.get("/review/plans/0", seat)):
        assert (answered.status_code, answered.json()["message"]) == (403, NOT_OVER)
    stopped = quick.request("DELETE", f"{table.path}/review")
    assert stopped.status_code == 403


def test_typed_dice_are_reviewed_as_they_fell(quick):
    table = Table(quick, dice="typed", seed=None)
    dice = random.Random(2)
    for _ in range(200):
        view = table.ours()
        if view["decision"]["actor"] == "chance":
            seat = view["decision"]["roller"] or "top"
            faces = "".join(dice.choices("GBRLSF", k=view["decision"]["dice"]))
            assert table.do(seat, {"do": "dice", "faces": faces}).status_code == 200
            break
        table.step(dice, view)
    assert table.do(table.ours()["decision"]["actor"], {"do": "resign"}).status_code == 200
    order = reviewing.order_of(quick.app.state.tables.in_memory[table.id].game)
    assert [one.faces for one in order.made if one.kind == "roll"]
    assert reviewing.battle_of(order).winner is not None
    table.post("/review", "top")
    assert until(table, "done")["review"]


def test_a_battle_of_other_rules_is_refused(quick):
    table = over(quick)
    quick.app.state.tables.in_memory[table.id].stopped = True
    answered = table.post("/review", "top")
    assert (answered.status_code, answered.json()["code"]) == (409, "other_rules")
    assert answered.json()["message"] == OTHER_RULES


def test_a_review_is_stopped_by_a_seat_and_what_there_is_stays(tmp_path):
    with serving(str(tmp_path / "games.db"), coach.review_slowly) as client:
        table, other = over(client), over(client)
        table.post("/review", "top")
        assert other.post("/review", "top").json()["ahead"] == 1
        until(table, "running", true=lambda said: said["review"] is not None)
        client.request("DELETE", f"{other.path}/review", headers={"authorization": f"Bearer {other.tokens['top']}"})
        assert until(other, "stopped")["words"] == STOPPED
        client.request("DELETE", f"{table.path}/review", headers={"authorization": f"Bearer {table.tokens['top']}"})
        said = until(table, "stopped")
        assert said["words"] == STOPPED and said["review"]["turns"]
        table.post("/review", "top")
        assert until(table, "running")["review"]["turns"], "what was there is shown while it goes on"


def test_a_flood_of_reviews_is_refused_in_a_sentence(tmp_path):
    with serving(str(tmp_path / "games.db"), coach.review_slowly, bounded=True) as client:
        tables = [over(client) for _ in range(reviewing.EACH_MOST + 1)]
        answers = [table.post("/review", "top") for table in tables]
        assert [one.status_code for one in answers] == [202, 202, 503]
        assert answers[-1].json()["code"] == "busy"
        codes = [tables[0].post("/review", "top").status_code for _ in range(20)]
        assert 429 in codes


def test_nobody_without_a_seat_stops_the_review_of_others(tmp_path):
    with serving(str(tmp_path / "games.db"), coach.review_slowly) as client:
        table = over(client)
        table.post("/review", "top")
        tables = client.app.state.tables
        order = tables.reviewers._orders[table.id]
        tables.reviewers._orders[table.id] = Order(**{**order.__dict__, "address": "192.0.2.7"})
        assert client.request("DELETE", f"{table.path}/review").status_code == 403


def test_a_server_that_goes_down_in_the_middle_leaves_what_was_reviewed_and_goes_on_there(database):
    with serving(database, coach.review_slowly) as client:
        table = over(client)
        table.post("/review", "top")
        until(table, "running", true=lambda said: said["review"] is not None)
        left = query(database, "SELECT state, review, beats FROM reviews")[0]
        client.app.state.tables.reviewers._now.clear()  # as a power cut: nothing is said at the end
    query(database, "UPDATE reviews SET state = 'running', holder = 'a dead one'")
    with serving(database) as client:
        table.client = client
        if "://" in database:  # another server may be at work at it: it is watched for a while
            assert table.get("/review").json()["state"] == "running"
            reviewers = client.app.state.tables.reviewers
            reviewers._seen = {game: (sign, since - reviewing.STILL) for game, (sign, since) in reviewers._seen.items()}
        said = table.get("/review").json()
        assert (said["state"], said["words"]) == ("stopped", LEFT)
        assert said["review"]["turns"] and left[1]
        assert table.post("/review", "top").status_code == 202
        assert until(table, "done")["review"]["complete"]


def test_a_server_that_is_stopped_marks_what_it_was_at(tmp_path):
    database = str(tmp_path / "games.db")
    with serving(database, coach.review_slowly) as client:
        table, other = over(client), over(client)
        for one in (table, other):
            one.post("/review", "top")
        until(table, "running", true=lambda said: said["review"] is not None)
    assert query(database, "SELECT DISTINCT state FROM reviews") == [("stopped",)]


def test_a_game_that_is_deleted_while_it_is_reviewed_takes_its_review_with_it(postgres):
    with serving(postgres, coach.review_slowly) as client:
        table = over(client)
        table.post("/review", "top")
        until(table, "running", true=lambda said: said["review"] is not None)
        query(postgres, "DELETE FROM games")
        end = time.monotonic() + WAIT
        while client.app.state.tables.reviewers._orders:
            assert time.monotonic() < end
            time.sleep(0.05)
        assert query(postgres, "SELECT count(*) FROM reviews") == [(0,)]
        assert over(client).post("/review", "top").status_code == 202


def test_a_review_that_fails_says_so(tmp_path):
    with serving(str(tmp_path / "games.db"), coach.fail) as client:
        table = over(client)
        table.post("/review", "top")
        assert until(table, "failed")["words"] == reviewing.FAILED


def test_the_job_goes_on_where_it_was_and_where_it_was_kept(client, monkeypatch, tmp_path: Path):
    from hexillum.coach import review as coaching

    table = over(client)
    order = reviewing.order_of(client.app.state.tables.in_memory[table.id].game)
    monkeypatch.setattr(coaching, "SECONDS", 1.0)
    monkeypatch.setattr(
        reviewing, "Review", lambda battle, kept=None: coaching.Review(battle, playouts=1, seconds=3.0, kept=kept)
    )
    first = reviewing.review_some(order, "", 0.0)
    assert not first.ended and first.words
    last = reviewing.review_some(order, "", 60.0)
    assert last.ended and last.done == reviewing.WHOLE
    review = last.review
    assert sum((turn["luck"] + turn["decisions"] for turn in review["turns"]), review["start"]) == review["result"]
