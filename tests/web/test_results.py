"""Battles between people that are over: noted once and for good, rated where both wanted it, read by the laboratory."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from hexillum.cli import main
from hexillum.lab.people import people_of
from hexillum.lab.results import BadResults, read_rows
from hexillum.players import player
from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from hexillum.web.people import House
from hexillum.web.results import COLUMNS
from tests.web.kept import check_answer
from tests.web.members import Member, club, organiser
from tests.web.players import Server, Table, answer, bearer, command, query

SHARE = {"top": "1" * 64, "bottom": "2" * 64}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    app = create_app(
        str(tmp_path_factory.mktemp("club") / "games.db"),
        computers=Computers(1),
        house=House(organisers=("Head Judge",)),
    )
    with TestClient(app) as made:
        made.event_hooks = {"response": [check_answer]}
        yield made


@pytest.fixture(scope="module")
def judge(client: TestClient) -> Member:
    return organiser(client, "Head Judge")


def between(one: Any, other: Any, **wish: Any) -> Table:
    """A table of two, each of whom may be a guest (None), with the tokens of both."""
    client = (one or other).client
    asks = [
        who.ask if who else (lambda method, path, body: client.request(method, path, json=body)) for who in (one, other)
    ]
    opened = asks[0]("POST", "/api/games", {"battle": "akragas", "top": "person", "bottom": "friend", **wish}).json()
    agreed = {"invite": opened["invites"]["bottom"], "rated": wish.get("rated", False)}
    joined = asks[1]("POST", f"/api/games/{opened['game']}/join", agreed).json()
    table = object.__new__(Table)
    table.client, table.id, table.invites = client, opened["game"], {}
    table.tokens = {**opened["tokens"], "bottom": joined["token"]}
    return table


def results(judge: Member) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(judge.ask("GET", "/api/results.csv").text)))


def fought_out(client: TestClient, table: Table) -> dict[str, Any]:
    """Play on by greedy players, who are soon done, to the end; what all see then."""
    game = client.app.state.tables.in_memory[table.id].game  # type: ignore[attr-defined]
    minds = [player("greedy", 1), player("greedy", 2)]
    view = table.ours()
    while view["outcome"] is None:
        state = game.battle.state
        sent = answer(minds[state.who].choose(state, game.battle.numbers()))
        told = command(view, view["decision"]["actor"], sent)
        path = f"{table.path}/commands?log_from=1000000"
        answered = client.post(path, headers=bearer(*table.tokens.values()), json=told)
        assert answered.status_code == 200, answered.text
        view = answered.json()
    return view


def test_a_battle_to_the_last_banner_is_a_row_with_what_happened(client, judge):
    table = between(*club(client, 2), rated=True)
    before = len(results(judge))
    view = fought_out(client, table)
    [row] = results(judge)[before:]
    assert row["winner"] == view["outcome"]
    assert [int(row[f"{side}_banners"]) for side in ("top", "bottom")] == [
        view["banners"][side] for side in ("top", "bottom")
    ]
    assert [int(row[f"{side}_goal"]) for side in ("top", "bottom")] == [
        view["goals"][side] for side in ("top", "bottom")
    ]
    assert (row["battle"], row["rated"], row["resigned"], row["thrown_away"]) == ("akragas", "1", "0", "0")
    assert int(row["turns"]) == view["turn"]
    assert row["top"].startswith("person-") and row["top"] != row["bottom"]
    table.do("top", {"do": "resign"})
    assert len(results(judge)) == before + 1


def test_a_rated_battle_moves_both_ratings_at_once(client):
    anna, ben = club(client, 2)
    table = between(anna, ben, rated=True)
    client.portal.call(client.app.state.tables.store.results.terms, table.id)
    table.play(random.Random(4), steps=120)
    assert table.do("bottom", {"do": "resign"}).status_code == 200
    rows = {row["name"]: row for row in client.get("/api/ladder").json()["rows"]}
    assert rows[anna.name]["points"] > 1500 > rows[ben.name]["points"]
    assert rows[anna.name]["place"] is None  # one battle says little
    assert rows[anna.name]["low"] < rows[anna.name]["points"] < rows[anna.name]["high"]
    assert anna.well("GET", "/api/ladder")["you"] == rows[anna.name]


def test_a_rated_seat_of_the_lobby_is_taken_by_a_name_that_wants_it_rated(client, judge):
    anna, ben = club(client, 2)
    offered = anna.well("POST", "/api/lobby", {"battle": "akragas", "rated": True, "match": True})
    [seat] = [one for one in client.get("/api/lobby").json()["seats"] if one["id"] == offered["id"]]
    assert seat["rated"] and seat["match"]
    path = f"/api/lobby/{offered['id']}/take"
    assert client.post(path, json={"rated": True}).json()["code"] == "rated"
    assert ben.ask("POST", path, {}).json()["code"] == "rated"
    taken = ben.well("POST", path, {"rated": True})
    for table in taken["tables"]:
        assert client.get(f"/api/games/{table['game']}/terms").json()["rated"]
    assert client.post("/api/lobby", json={"battle": "akragas", "rated": True}).json()["code"] == "no_name"


def test_guests_have_rows_but_no_names_and_no_ratings(client, judge):
    anna = club(client, 1)[0]
    before = len(results(judge))
    between(anna, None).do("top", {"do": "resign"})
    [row] = results(judge)[before:]
    assert row["bottom"] == "guest" and row["rated"] == "0"


def test_two_guests_with_shares_of_the_dice_are_two_people_and_one_screen_is_not(client, judge):
    before = len(results(judge))
    opened = client.post(
        "/api/games", json={"battle": "akragas", "top": "person", "bottom": "friend", "share": SHARE["top"]}
    ).json()
    client.post(
        f"/api/games/{opened['game']}/join", json={"invite": opened["invites"]["bottom"], "share": SHARE["bottom"]}
    )
    view = client.get(f"/api/games/{opened['game']}", headers=bearer(opened["tokens"]["top"])).json()
    said = {"id": "12345678", "version": view["version"], "seat": "top", "body": {"do": "resign"}}
    client.post(f"/api/games/{opened['game']}/commands", headers=bearer(opened["tokens"]["top"]), json=said)
    assert len(results(judge)) == before + 1
    Table(client).do("top", {"do": "resign"})
    Table(client, top="greedy").do("bottom", {"do": "resign"})
    assert len(results(judge)) == before + 1


def test_it_is_said_why_a_battle_is_not_rated(client):
    anna, ben = club(client, 2)
    table = between(anna, ben)
    assert table.client.get(f"/api/games/{table.id}/terms").json()["rated"] is False
    alone = Table(client, top="greedy")
    assert client.get(f"/api/games/{alone.id}/terms").json()["why"] == "only battles between two people are rated"


def test_the_laboratory_reads_what_the_server_writes(client, judge, tmp_path):
    for n in range(3):
        between(*club(client, 2), rated=bool(n % 2)).do("bottom", {"do": "resign"})
    file = tmp_path / "results.csv"
    file.write_text(judge.ask("GET", "/api/results.csv").text, encoding="utf-8")
    rows = read_rows(file)
    assert len(rows) == len(results(judge))
    assert {row["winner"] for row in rows} <= {"top", "bottom", ""}
    assert [row["number"] for row in rows if row["battle"] == "akragas"] == list(range(len(rows)))


def test_results_survive_their_games_and_a_server_that_is_killed(tmp_path, capsys):
    database = str(tmp_path / "games.db")
    server = Server(database)
    with server.api() as client:
        table = between(*club(client, 2), rated=True)
        table.do("bottom", {"do": "resign"})
    server.kill()
    query(database, "DELETE FROM games WHERE id = :id", {"id": table.id})
    file = tmp_path / "results.csv"
    assert main(["admin", "results", str(file), "--database", database]) == 0
    [row] = read_rows(file)
    assert (row["winner"], row["rated"], row["resigned"]) == ("top", 1, 1)
    assert list(csv.DictReader(file.open(encoding="utf-8")).fieldnames or ()) == list(COLUMNS)


def test_hexillum_counts_them_among_peoples_results(client, judge, tmp_path, capsys):
    for _ in range(2):
        between(*club(client, 2), battle="dara").do("bottom", {"do": "resign"})
        between(*club(client, 2), battle="dara", swapped=True).do("bottom", {"do": "resign"})
    file = tmp_path / "results.csv"
    file.write_text(judge.ask("GET", "/api/results.csv").text, encoding="utf-8")
    found = people_of(file)
    assert (found["dara"].plays, found["dara"].top) == (4, 50)  # a set-up of ours, which nobody else has reported
    words = ["simulate", "--all", "--games", "1", "--limit", "5", "--top", "random", "--bottom", "random", "--json"]
    assert main([*words, "--plays", str(found["akragas"].plays), "--people", str(file)]) == 0
    told = {row["battle"]: row["people_plays"] for row in json.loads(capsys.readouterr().out)["people"]["rows"]}
    assert told["akragas"] == found["akragas"].plays > 401


def test_a_table_of_something_else_is_refused_in_a_sentence(tmp_path):
    file = tmp_path / "results.csv"
    file.write_text("battle,winner\nakragas,top\n", encoding="utf-8")
    with pytest.raises(BadResults, match="line 1"):
        read_rows(Path(file))
