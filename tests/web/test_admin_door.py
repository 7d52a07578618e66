"""The door of admins is attacked: without a token, with wrong ones, another's, a revoked one, by a page, by names."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from hexillum.web import admin, limits
from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from hexillum.web.messages import Refused
from hexillum.web.store import Beside
from hexillum.web.store.admins import new_token
from hexillum.web.table import digest
from tests.web.kept import check_answer
from tests.web.looked_after import House, game
from tests.web.players import Table, bearer, query

GAME, REPORT = "0" * 32, "1" * 32
#: Every way in, with a body where one is needed.
WAYS = [
    ("GET", "/api/admin", None),
    ("GET", "/api/admin/games", None),
    ("GET", f"/api/admin/games/{GAME}", None),
    ("POST", f"/api/admin/games/{GAME}/end", {}),
    ("POST", f"/api/admin/games/{GAME}/export", None),
    ("DELETE", f"/api/admin/games/{GAME}", None),
    ("GET", "/api/admin/names", None),
    ("POST", "/api/admin/names", {"name": "Anna", "blocked": True}),
    ("GET", "/api/admin/reports", None),
    ("POST", f"/api/admin/reports/{REPORT}/read", None),
    ("POST", "/api/admin/invitations", {}),
    ("POST", "/api/admin/check", {}),
    ("POST", "/api/admin/vacuum", None),
    ("POST", "/api/admin/backups", None),
    ("GET", "/metrics", None),
]


class Door:
    """A server with an admin, and what he may do there."""

    def __init__(self, client: TestClient, folder: Path) -> None:
        self.client = client
        self.folder = folder
        self.admins = client.app.state.tables.store.admins  # type: ignore[attr-defined]
        self.token = self.let_in("ada")

    def let_in(self, name: str, rights: str = "admin", again: bool = False) -> str:
        """Give somebody a token."""
        token = new_token()
        self.now(self.admins.make, name, digest(token), rights)
        return token

    def now(self, work, *args):
        """What some work of the server's comes to."""
        assert self.client.portal is not None
        return self.client.portal.call(work, *args)

    def ask(self, method, path, body=None, token=None, headers=None):
        """Ask for something as ada, or by another token."""
        proof = bearer(self.token if token is None else token)
        return self.client.request(method, path, json=body, headers={**proof, **(headers or {})})


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    """A server in this process, with an admin."""
    app = create_app(House(tmp_path).store(), computers=Computers(1), backups=tmp_path / "backups")
    with TestClient(app) as client:
        client.event_hooks = {"response": [check_answer]}
        yield Door(client, tmp_path)


def everything(door: Door) -> list[object]:
    """What the database has, but for when somebody was here last."""
    tables = ("games", "seats", "entries", "people", "tickets", "deeds")
    return [query(str(door.folder / "games.db"), f"SELECT * FROM {table}") for table in tables]


# ---------------------------------------------------------------------- who gets in


def test_every_way_in_stands_among_those_that_are_attacked(door):
    there = {
        (method.upper(), path)
        for path, ways in door.client.app.openapi()["paths"].items()
        for method in ways
        if path.startswith("/api/admin")
    }
    ways = ((method, path.replace(GAME, "{game}").replace(REPORT, "{report}")) for method, path, _ in WAYS)
    tried = {(method, path) for method, path in ways if path.startswith("/api/")}
    assert tried == there


@pytest.mark.parametrize(("method", "path", "body"), WAYS)
def test_nobody_without_the_token_of_an_admin_gets_in_and_nothing_is_done(door, method, path, body):
    table = Table(door.client)
    figures = door.let_in("prometheus", "figures")
    revoked = door.let_in("bob")
    assert door.now(door.admins.revoke, "bob")
    before = everything(door)
    wrong = {
        "none": {},
        "made up": bearer(new_token()),
        "almost": bearer(door.token[:-1] + ("A" if door.token[-1] != "A" else "B")),
        "cut off": bearer(door.token[:20]),
        "its digest": bearer(digest(door.token)),
        "a seat's": bearer(table.tokens["top"]),
        "revoked": bearer(revoked),
        "two at once": bearer(door.token, door.token),
        "as a key": {"hexillum-key": door.token},
        "as a cookie": {"cookie": f"token={door.token}; authorization=Bearer {door.token}"},
        "SQL": bearer("' OR 1=1 --"),
    }
    if path != "/metrics":
        wrong["of figures"] = bearer(figures)
    said = {name: door.client.request(method, path, json=body, headers=headers) for name, headers in wrong.items()}
    assert {answer.status_code for answer in said.values()} == {401}
    assert len({answer.text for answer in said.values()}) == 1  # nothing tells how wrong it was
    assert everything(door) == before
    assert not (door.folder / "backups").exists()


def test_a_token_in_the_address_opens_nothing(door):
    answer = door.client.get(f"/api/admin?token={door.token}&authorization=Bearer%20{door.token}")
    assert answer.status_code == 401


def test_a_revoked_token_opens_nothing_from_that_moment_on(door):
    assert door.ask("GET", "/api/admin").status_code == 200
    door.now(door.admins.revoke, "ada")
    assert door.ask("GET", "/api/admin").status_code == 401
    again = door.let_in("ada")
    assert door.ask("GET", "/api/admin", token=again).status_code == 200
    assert door.ask("GET", "/api/admin").status_code == 401


def test_only_digests_of_tokens_are_kept(door):
    door.ask("GET", "/api/admin")
    files = b"".join(one.read_bytes() for one in door.folder.glob("games.db*"))
    assert door.token.encode() not in files and digest(door.token).encode() in files


def test_guessing_is_bounded_and_a_wrong_token_costs_more_than_a_right_one(tmp_path):
    app = create_app(House(tmp_path).store(), computers=Computers(1), bounded=True)
    with TestClient(app) as client:
        door = Door(client, tmp_path)
        codes = [door.ask("GET", "/api/admin", token=new_token()).status_code for _ in range(12)]
        assert codes[0] == 401 and codes[-1] == 429 and codes.count(401) <= limits.OF_ADDRESS["admin"][0] / 20 + 1
        assert client.get("/readyz").status_code == 200


# ---------------------------------------------------------------------- pages elsewhere


@pytest.mark.parametrize(("method", "path", "body"), [way for way in WAYS if way[0] != "GET"])
def test_a_page_elsewhere_has_nothing_done_even_with_the_token(door, method, path, body):
    before = everything(door)
    for headers in ({"origin": "https://elsewhere.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"}):
        answer = door.ask(method, path, body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "other_origin")
    assert everything(door) == before


def test_no_page_elsewhere_may_read_what_is_said(door):
    answer = door.ask("GET", "/api/admin", headers={"origin": "https://elsewhere.example"})
    assert not [name for name in answer.headers if name.startswith("access-control")]
    asked = {"origin": "https://elsewhere.example", "access-control-request-headers": "authorization"}
    before = door.client.options("/api/admin", headers={**asked, "access-control-request-method": "GET"})
    assert before.status_code == 405
    assert not [name for name in before.headers if name.startswith("access-control")]


# ---------------------------------------------------------------------- names that are paths or SQL

NASTY = [
    "../../etc/passwd",
    "..%2f..%2fgames.db",
    "' OR '1'='1",
    "x'; DROP TABLE games; --",
    "0" * 31,
    "A" * 32,
    "0" * 33,
]


@pytest.mark.parametrize("name", NASTY)
def test_an_id_that_is_a_path_or_sql_is_refused(door, name, tmp_path):
    table = Table(door.client)
    for method, end in (("GET", ""), ("POST", "/export"), ("DELETE", "")):
        assert door.ask(method, f"/api/admin/games/{name}{end}").status_code in (404, 405, 422)
    for query_ in ({"after": name}, {"status": name}):
        assert door.client.get("/api/admin/games", params=query_, headers=bearer(door.token)).status_code == 422
    with pytest.raises(Refused):
        admin.game_id(name)
    with pytest.raises(Refused):
        admin.write_export(admin.Exported(name, "{}", None), tmp_path / "exports")
    assert not list(tmp_path.glob("exports/*"))
    assert door.client.get(table.path).status_code == 200


@pytest.mark.parametrize("name", ["", " ", "a" * 41, "ada\n", "<b>ada</b>", "../ada", "adа", "‮ada", "-ada", "a;b", "'"])
def test_nobody_is_an_admin_by_a_name_that_deceives(name):
    with pytest.raises(Refused, match="no name for an admin"):
        admin.admin_name(name)


def test_a_name_to_block_is_a_name(door):
    for name, status in (("<script>", 422), ("a" * 201, 422), ("An\u202ena", 422), ("", 422), ("Anna", 200)):
        answer = door.ask("POST", "/api/admin/names", {"name": name, "blocked": True})
        assert answer.status_code == status, answer.text
    assert [one["name"] for one in door.ask("GET", "/api/admin/names?blocked=true").json()["names"]] == ["Anna"]
    free = door.ask("POST", "/api/admin/names", {"name": "Аnnа", "blocked": False})
    assert free.status_code == 200 and door.ask("GET", "/api/admin/names").json()["names"] == []


# ---------------------------------------------------------------------- what an admin cannot know


def test_an_admin_sees_no_hand_no_seed_no_token_and_no_seat_by_what_he_may_ask(door):
    table = Table(door.client, "dara")
    said = "".join(
        [
            door.ask("GET", "/api/admin").text,
            door.ask("GET", "/api/admin/games").text,
            door.ask("GET", f"/api/admin/games/{table.id}").text,
            door.ask("POST", f"/api/admin/games/{table.id}/export").text,
            door.ask("POST", "/api/admin/check", {}).text,
        ]
    )
    secrets = [*table.tokens.values(), *table.invites.values()]
    for secret in (*secrets, *map(digest, secrets), door.token, digest(door.token)):
        assert secret not in said
    seed = door.client.app.state.tables.in_memory[table.id].game.secret
    assert seed.hex() not in said
    exported = json.loads(door.ask("POST", f"/api/admin/games/{table.id}/export").json()["rows"])
    drawn = [entry for entry in exported["entries"] if entry["kind"] == "draw"]
    assert drawn and all(set(entry["data"]) == {"sealed"} for entry in drawn)
    assert exported["game"]["seed"].startswith("sealed:")


def test_an_admins_token_is_no_seat(door):
    table = Table(door.client)
    answer = door.ask("GET", table.path)
    assert answer.status_code == 403
    body = {"do": "resign"}
    sent = {"id": "dead-0000", "version": 1, "seat": "top", "body": body}
    assert door.ask("POST", f"{table.path}/commands", sent).status_code == 403


# ---------------------------------------------------------------------- what he does is done, and noted


def test_what_an_admin_does_is_noted_with_who_did_it(door, caplog):
    caplog.set_level(logging.INFO)
    bob = door.let_in("bob")
    table, other = Table(door.client), Table(door.client)
    ended = door.ask("POST", f"/api/admin/games/{table.id}/end", {"why": "the {0} club\n closes"})
    assert ended.json()["status"] == "over"
    view = table.view("top")
    assert (view["how"], view["outcome"]) == ("closed", "draw")
    assert view["log"][-1]["text"] == "who runs the server ended the battle: the (0) club closes"
    assert door.ask("POST", f"/api/admin/games/{table.id}/end", {}).json()["code"] == "over"
    made = door.ask("POST", f"/api/admin/games/{table.id}/export").json()
    assert "who runs the server ended the battle" in made["record"]
    assert door.ask("DELETE", f"/api/admin/games/{other.id}", token=bob).status_code == 200
    assert door.client.get(other.path).status_code == 404
    assert door.ask("DELETE", f"/api/admin/games/{other.id}", token=bob).status_code == 404
    door.ask("POST", "/api/admin/check", {})
    door.ask("POST", "/api/admin/vacuum")
    [copy] = door.ask("POST", "/api/admin/backups").json()
    assert re.fullmatch(r"hexillum-\d{8}-\d{6}\.db", copy["name"])
    door.ask("POST", "/api/admin/names", {"name": "Anna", "blocked": True})
    path = door.ask("POST", "/api/admin/invitations", {"days": 1}).json()["path"]
    assert path.startswith("/you#")
    noted = [(one["who"], one["what"], one["whom"]) for one in door.ask("GET", "/api/admin").json()["deeds"]]
    assert noted[::-1] == [
        ("ada", "end", table.id),
        ("ada", "export", table.id),
        ("bob", "delete", other.id),
        ("ada", "check", ""),
        ("ada", "vacuum", ""),
        ("ada", "backup", copy["name"]),
        ("ada", "block", "Anna"),
        ("ada", "invite", ""),
    ]
    logged = [(one.who, one.what) for one in caplog.records if one.name == "hexillum.admin" and hasattr(one, "who")]
    assert logged == [(who, what) for who, what, _ in noted[::-1]]


def test_who_plays_at_a_game_that_is_deleted_hears_it_and_goes(door):
    table = Table(door.client)
    with door.client.websocket_connect(f"{table.path}/live") as line:
        line.send_json({"t": "hello", "tokens": [table.tokens["top"]], "eyes": "top", "protocol": 6})
        assert line.receive_json()["t"] == "view"
        assert door.ask("DELETE", f"/api/admin/games/{table.id}").status_code == 200
        while (heard := line.receive_json())["t"] != "bye":
            pass
    assert heard["code"] == "no_game" and "taken this battle away" in heard["message"]


def test_games_come_by_pages_and_each_once(door):
    made = {Table(door.client).id for _ in range(5)}

    async def pages() -> list[str]:
        archive, found, after = door.client.app.state.tables.store.archive, [], ""
        while page := await archive.listing(after=after, most=2):
            found += [one.id for one in page]
            after = page[-1].id
        return found

    found = door.now(pages)
    assert len(found) == 5 and set(found) == made
    assert door.ask("GET", "/api/admin/games?status=over").json()["games"] == []
    assert door.ask("GET", "/api/admin/games?idle=1").json()["games"] == []


def test_what_is_done_beside_a_server_of_a_file_reaches_its_tables(tmp_path):
    house = House(tmp_path)

    async def work(tables):
        ended, deleted = await game(tables, 4), await game(tables, 4)
        beside = Beside(house.database, house.key)
        await beside.open()
        await admin.end(beside, ended, "the terminal")
        await beside.archive.delete(deleted, "the terminal")
        await beside.close()
        await tables._hear_of_deeds()
        await asyncio.gather(*tables._changing)
        assert tables.in_memory[ended].game.how == "closed" and deleted not in tables.in_memory
        assert tables.store.trouble() == ""

    house.serving(work)


# ---------------------------------------------------------------------- reported talk


def test_what_was_reported_is_read_with_who_said_it_and_never_with_who_reported_it(door: Door) -> None:
    def person(name: str) -> dict[str, str]:
        head = {"hexillum-key": f"{name}-{'k' * 40}"}
        assert door.client.post("/api/you", headers=head, json={"name": name}).status_code == 201
        return head

    anna, bert = person("Anna"), person("Bert")
    wish = {"battle": "akragas", "top": "person", "bottom": "friend"}
    made = door.client.post("/api/games", headers=anna, json=wish).json()
    path = f"/api/games/{made['game']}"
    joined = door.client.post(f"{path}/join", headers=bert, json={"invite": made["invites"]["bottom"]}).json()
    theirs = {**bert, **bearer(joined["token"])}
    mine = {**anna, **bearer(made["tokens"]["top"])}
    for words in ("A <b>rude</b> word", "Another"):
        assert door.client.post(f"{path}/talk", headers=theirs, json={"words": words}).status_code == 201
    assert door.ask("GET", "/api/admin/reports").json() == {"reports": []}
    for seq in (0, 1):
        assert door.client.post(f"{path}/talk/report", headers=mine, json={"seq": seq}).status_code == 200
    told = door.ask("GET", "/api/admin/reports").json()["reports"]
    assert [one["words"] for one in told] == ["Another", "A <b>rude</b> word"]
    assert {(one["game"], one["battle"], one["name"], one["seat"]) for one in told} == {
        (made["game"], "akragas", "Bert", "bottom")
    }
    assert "Anna" not in json.dumps(told) and not any("reporter" in one for one in told)
    assert door.ask("POST", "/api/admin/names", {"name": "Bert", "blocked": True}).status_code == 200
    left = door.ask("POST", f"/api/admin/reports/{told[0]['id']}/read").json()["reports"]
    assert [(one["words"], one["blocked"]) for one in left] == [("A <b>rude</b> word", True)]
    again = door.ask("POST", f"/api/admin/reports/{told[0]['id']}/read")
    assert (again.status_code, again.json()["code"]) == (404, "no_report")
    deeds = door.ask("GET", "/api/admin").json()["deeds"]
    assert [(one["what"], one["whom"]) for one in deeds][:2] == [("read a report", told[0]["id"]), ("block", "Bert")]
