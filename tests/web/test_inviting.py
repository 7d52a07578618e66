"""A link that works: what an invitation is to, by which address a friend comes, and that as a code."""

from __future__ import annotations

import re
import select
import signal
import subprocess
import sys
from typing import Any

import pytest
import segno
from starlette.testclient import TestClient

from hexillum.cli import main
from hexillum.web import reach as reaching
from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from hexillum.web.people import House
from hexillum.web.reach import Reach, own_addresses
from tests.web.kept import check_answer
from tests.web.players import ENVIRONMENT, Table
from tests.web.test_people import Somebody, problem


def look(client: Any, game: str, invite: str) -> Any:
    return client.post(f"/api/games/{game}/invitation", json={"invite": invite})


def test_the_invited_see_who_invites_them_to_what_before_they_take_the_seat(client):
    anna = Somebody(client, "Anna of Akragas")
    made = anna.opens(top="friend", bottom="person")
    told = look(client, made["game"], made["invites"]["top"]).json()
    assert told["by"] == told["against"] == "Anna of Akragas"
    assert (told["title"], told["side"]) == ("Akragas", "top")
    assert (told["army"], told["commander"], told["other"]) == ("Carthaginian", "Himilco", "Syracusan")
    anna.ask("DELETE", "/api/you")


def test_the_invited_hear_whether_it_is_rated_and_how_fast_it_is_played(client):
    anna, bert = Somebody(client, "Anna"), Somebody(client, "Bert")
    wish = {"top": "friend", "bottom": "person"}
    casual = anna.opens(**wish)
    told = look(client, casual["game"], casual["invites"]["top"]).json()
    assert (told["rated"], told["pace_words"]) == (False, "as long as both like")
    rated = anna.opens(**wish, rated=True, pace="30+10")
    invite = rated["invites"]["top"]
    told = look(client, rated["game"], invite).json()
    assert (told["rated"], told["pace_words"]) == (True, "30 minutes each, and 10 seconds more after each own turn")
    assert bert.ask("POST", f"/api/games/{rated['game']}/join", {"invite": invite, "rated": True}).status_code == 200
    assert client.get(f"/api/games/{rated['game']}/terms").json()["rated"]
    for one in (anna, bert):
        one.ask("DELETE", "/api/you")


def test_a_look_takes_nothing_however_often(client):
    """What makes previews of links opens them before people do."""
    table = Table(client, top="friend")
    for _ in range(3):
        assert look(client, table.id, table.invites["top"]).json()["against"] == "somebody without a name"
        client.get(f"/table/{table.id}?invite={table.invites['top']}")
        client.head(f"/table/{table.id}")
    assert table.view()["seats"]["top"]["player"] == "open"
    assert client.post(f"{table.path}/join", json={"invite": table.invites["top"]}).status_code == 200
    assert problem(look(client, table.id, table.invites["top"])) == (403, "no_seat")


def test_an_invitation_tells_nothing_to_who_has_it_not(client):
    table, other = Table(client, top="friend"), Table(client, top="friend", bottom="friend")
    for wrong in ("A" * 43, other.invites["top"], table.tokens["bottom"]):
        assert problem(look(client, table.id, wrong)) == (403, "no_seat")
    assert problem(look(client, "0" * 32, table.invites["top"])) == (404, "no_game")
    assert look(client, other.id, other.invites["top"]).json()["against"] == "whoever takes the other seat"
    machine = Table(client, top="greedy", bottom="friend")
    assert look(client, machine.id, machine.invites["bottom"]).json()["against"] == "the computer player greedy"


# ---------------------------------------------------------------- by which address


@pytest.fixture
def at_home(tmp_path, monkeypatch):
    """Servers that listen somewhere, for somebody at their machine or elsewhere."""
    monkeypatch.setattr(reaching, "own_addresses", lambda: ["192.0.2.7", "198.51.100.3"])
    made: list[TestClient] = []

    def make(host: str, base: str = "http://127.0.0.1:8000", client: str = "127.0.0.1") -> TestClient:
        house = House(reach=Reach(host, 8000))
        app = create_app(str(tmp_path / f"{len(made)}.db"), computers=Computers(1), house=house)
        one = TestClient(app, base_url=base, client=(client, 50000))
        one.event_hooks = {"response": [check_answer]}
        made.append(one.__enter__())
        return one

    yield make
    for one in made:
        one.__exit__(None, None, None)


def test_who_sits_at_the_machine_is_told_how_others_come(at_home):
    assert at_home("127.0.0.1").get("/api/reach").json() == {"here": True, "open": False, "addresses": []}
    everywhere = {"here": True, "open": True, "addresses": ["http://192.0.2.7:8000/", "http://198.51.100.3:8000/"]}
    assert at_home("0.0.0.0").get("/api/reach").json() == everywhere
    assert at_home("0.0.0.0", "http://localhost:8000").get("/api/reach").json() == everywhere


@pytest.mark.parametrize(
    ("base", "client"), [("http://192.0.2.7:8000", "192.0.2.9"), ("https://games.example", "127.0.0.1"),
                         ("http://127.0.0.1:8000", "192.0.2.9")]
)  # fmt: skip
def test_nobody_from_elsewhere_learns_the_addresses_of_the_machine(at_home, base, client):
    assert at_home("0.0.0.0", base, client).get("/api/reach").json() == {"here": False, "open": True, "addresses": []}


def test_the_addresses_of_a_machine_are_those_that_others_reach():
    assert not [one for one in own_addresses() if one.startswith(("127.", "169.254.", "0."))]


def test_a_code_is_a_picture_of_the_link(client):
    link = "http://192.0.2.7:8000/table/" + "0" * 32 + "#invite=" + "x" * 43
    made = client.post("/api/codes", json={"link": link}).json()
    assert made["size"] == 4 * 7 + 17 + 8  # of version 7, with its quiet border
    assert made["path"].startswith("M4 4h7v1h-7z")  # the corner that a phone looks for
    dark = set()
    for x, y, run in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", made["path"]):
        dark |= {(int(x) + n, int(y)) for n in range(int(run))}
    squares = segno.make(link, error="m", micro=False).matrix
    assert dark == {(x + 4, y + 4) for y, row in enumerate(squares) for x, one in enumerate(row) if one}


@pytest.mark.parametrize(
    "link", ["", "javascript:alert(1)", "data:text/html,x", "http://a b", "http://ä.example", "https://x" + "y" * 300]
)
def test_a_code_is_made_of_links_only(client, link):
    assert problem(client.post("/api/codes", json={"link": link})) == (422, "invalid")


# ---------------------------------------------------------------- hexillum serve --public


def test_serve_public_tells_its_address_a_code_and_what_to_put_before_it(tmp_path):
    words = [sys.executable, "-m", "hexillum", "serve", "--public", "--port", "0", "--database"]
    program = subprocess.Popen(
        [*words, str(tmp_path / "games.db")],
        env={**ENVIRONMENT, "COLUMNS": "200"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert program.stdout is not None
        ready, _, _ = select.select([program.stdout], [], [], 60)
        line = program.stdout.readline() if ready else ""
    finally:
        program.send_signal(signal.SIGINT)
        _, said = program.communicate(timeout=60)
    addresses = own_addresses()
    assert line.startswith(f"Hexillum is at http://{addresses[0] if addresses else ''}")
    if addresses:
        assert "█" in said and "proxy with TLS before it" in said and "--allow NAME --proxy ADDRESS" in said
    else:
        assert "in no network" in said


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--public", "--host", "192.0.2.7"], "--public listens on all addresses"),
        (["--mail", "mail.example"], "--mail: expected smtp://"),
        (["--mail", "smtp://mail.example"], "--mail-from: expected"),
        (["--names", "perhaps"], "'perhaps' is not one of 'optional', 'required'"),
        (["--registration", "shut"], "'shut' is not one of 'open', 'invited'"),
    ],
)
def test_what_serve_is_told_wrongly_is_one_sentence(words, why, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["serve", *words]) != 0
    assert why in " ".join(capsys.readouterr().err.split())
