"""Names by a key of one's own: taken, shown at the table, changed, deleted with all that is kept, exported."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import insert
from starlette.testclient import TestClient

from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from hexillum.web.people import House
from hexillum.web.store import Store
from hexillum.web.store.tables import METADATA, REPORTS
from hexillum.web.table import digest
from tests.web.kept import check_answer
from tests.web.players import Person, Server, bearer


class Somebody:
    """A browser with a key of its own."""

    def __init__(self, client: Any, name: str = "", **more: Any) -> None:
        self.client = client
        self.key = secrets.token_urlsafe(32)
        self.answered: Any = self.ask("POST", "/api/you", {"name": name, **more}) if name else None

    def ask(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        """Ask for something with the own key."""
        headers = {"hexillum-key": self.key, **more.pop("headers", {})}
        return self.client.request(method, path, json=body, headers=headers, **more)

    def you(self) -> dict[str, Any]:
        """Who one is."""
        return dict(self.ask("GET", "/api/you").json())

    def opens(self, **wish: Any) -> dict[str, Any]:
        """A table, opened."""
        answered = self.ask("POST", "/api/games", {"battle": "akragas", "top": "person", "bottom": "friend", **wish})
        assert answered.status_code == 201, answered.text
        return dict(answered.json())


def seats(client: Any, game: str) -> dict[str, str]:
    """The names at a table."""
    seated = client.get(f"/api/games/{game}").json()["seats"]
    return {side: seated[side]["name"] for side in ("top", "bottom")}


def problem(answered: Any) -> tuple[int, str]:
    """The status and the code of a refusal."""
    return answered.status_code, answered.json()["code"]


@pytest.fixture(autouse=True)
def nobody(client: TestClient) -> Iterator[None]:
    """Names of one test are free again in the next."""
    yield
    people = client.app.state.tables.store.people  # type: ignore[attr-defined]

    async def clear() -> None:
        async with people._changing() as connection:
            await connection.exec_driver_sql("DELETE FROM people")

    assert client.portal is not None
    client.portal.call(clear)


# ---------------------------------------------------------------- who one is


def test_a_guest_is_told_so_and_plays_as_ever(client):
    guest = Somebody(client)
    assert guest.you() == {
        "id": None, "name": "", "blocked": False, "devices": [], "passkeys": [], "mail": False,
        "ways": {"passkeys": False, "mail": False}, "names": "optional", "registration": "open",
    }  # fmt: skip
    assert client.get("/api/you").json()["name"] == ""
    made = guest.opens()
    assert seats(client, made["game"]) == {"top": "", "bottom": ""}


def test_a_name_is_taken_by_a_key_and_known_by_it(client):
    anna = Somebody(client, "  Anna  of Akragas", label="Firefox on Linux")
    assert anna.answered.status_code == 201
    you = anna.you()
    assert you == anna.answered.json()
    assert you["name"] == "Anna of Akragas" and len(you["id"]) == 32
    [device] = you["devices"]
    assert device["this"] and device["label"] == "Firefox on Linux"
    assert Somebody(client).you()["name"] == ""


def test_a_seat_shows_the_name_of_who_opened_the_table_and_of_who_joined(client):
    anna, bomilcar = Somebody(client, "Anna"), Somebody(client, "Bomilcar")
    made = anna.opens()
    assert seats(client, made["game"]) == {"top": "Anna", "bottom": ""}
    wish = {"invite": made["invites"]["bottom"]}
    assert bomilcar.ask("POST", f"/api/games/{made['game']}/join", wish).status_code == 200
    assert seats(client, made["game"]) == {"top": "Anna", "bottom": "Bomilcar"}


def test_both_sides_of_one_person_and_a_rematch_have_the_name(client):
    anna, bomilcar = Somebody(client, "Anna"), Somebody(client, "Bomilcar")
    made = anna.opens()
    path = f"/api/games/{made['game']}"
    joined = bomilcar.ask("POST", f"{path}/join", {"invite": made["invites"]["bottom"]}).json()
    view = client.get(path).json()
    resign = {"id": "5b1f0c9e-0000", "version": view["version"], "seat": "top", "body": {"do": "resign"}}
    assert anna.ask("POST", f"{path}/commands", resign, headers=bearer(made["tokens"]["top"])).status_code == 200
    again = anna.ask("POST", f"{path}/rematch", {}, headers=bearer(made["tokens"]["top"])).json()["game"]
    assert bomilcar.ask("POST", f"{path}/rematch", {}, headers=bearer(joined["token"])).json()["game"] == again
    assert seats(client, again) == {"top": "Anna", "bottom": "Bomilcar"}
    alone = anna.opens(bottom="person")
    assert seats(client, alone["game"]) == {"top": "Anna", "bottom": "Anna"}


def test_a_name_that_is_changed_is_another_at_every_table_at_once(client):
    anna = Somebody(client, "Anna")
    game = anna.opens()["game"]
    assert anna.ask("PUT", "/api/you", {"name": "Hanna"}).json()["name"] == "Hanna"
    assert seats(client, game)["top"] == "Hanna"
    assert Somebody(client, "Anna").answered.status_code == 201  # it is free now
    assert anna.ask("PUT", "/api/you", {"name": "hanna"}).json()["name"] == "hanna"  # one's own look-alike


def test_a_game_that_has_to_be_loaded_again_has_its_names(client):
    anna = Somebody(client, "Anna")
    game = anna.opens()["game"]
    client.app.state.tables.in_memory.pop(game)
    assert seats(client, game)["top"] == "Anna"


def test_seats_that_were_taken_as_a_guest_are_played_by_the_name_once_there_is_one(client):
    guest, other = Somebody(client), Somebody(client, "Bomilcar")
    made, theirs = guest.opens(bottom="person"), other.opens()
    held = [{"game": made["game"], "tokens": list(made["tokens"].values())}]
    assert problem(guest.ask("POST", "/api/you/seats", {"seats": held})) == (401, "no_name")
    guest.ask("POST", "/api/you", {"name": "Anna"})
    wrong = [
        {"game": theirs["game"], "tokens": [theirs["tokens"]["top"]]},  # it has a name already
        {"game": theirs["game"], "tokens": [theirs["invites"]["bottom"]]},
        {"game": theirs["game"], "tokens": [made["tokens"]["top"]]},
        {"game": "0" * 32, "tokens": [made["tokens"]["top"]]},
    ]
    assert guest.ask("POST", "/api/you/seats", {"seats": [*held, *wrong]}).status_code == 200
    assert seats(client, made["game"]) == {"top": "Anna", "bottom": "Anna"}
    assert seats(client, theirs["game"]) == {"top": "Bomilcar", "bottom": ""}


# ---------------------------------------------------------------- deleted, exported, blocked


def test_who_deletes_his_name_is_a_former_player_and_nothing_is_kept(client):
    anna = Somebody(client, "Anna")
    game = anna.opens()["game"]
    keep = {"authorization": f"Bearer {anna.key}"}
    text = client.get("/api/battles/akragas/plan").json()["text"]
    assert client.post("/api/scenarios", json={"text": text}, headers=keep).status_code == 201
    assert anna.ask("DELETE", "/api/you").json()["id"] is None
    assert anna.you()["name"] == ""
    assert seats(client, game) == {"top": "a former player", "bottom": ""}
    client.app.state.tables.in_memory.pop(game)
    assert seats(client, game) == {"top": "a former player", "bottom": ""}
    assert client.get("/api/scenarios", headers=keep).json() == []
    assert problem(anna.ask("DELETE", "/api/you")) == (401, "no_name")
    assert Somebody(client, "Anna").answered.status_code == 201


def test_an_export_has_all_that_is_kept_of_one_and_nothing_of_others(client):
    anna, bomilcar = Somebody(client, "Anna", label="Firefox"), Somebody(client, "Bomilcar")
    made = anna.opens()
    bomilcar.opens()
    answered = anna.ask("GET", "/api/you/export")
    assert "hexillum-you.json" in answered.headers["content-disposition"]
    kept = {table["name"]: table["rows"] for table in answered.json()["tables"]}
    assert [row["name"] for row in kept["people"]] == ["Anna"]
    assert [row["label"] for row in kept["keys"]] == ["Firefox"]
    assert [row["game"] for row in kept["seats"]] == [made["game"]]
    for secret in ("Bomilcar", anna.key, digest(anna.key), made["tokens"]["top"], digest(made["tokens"]["top"])):
        assert secret not in answered.text


def test_whoever_was_reported_does_not_learn_by_whom(client):
    anna = Somebody(client, "Anna")
    game, id = anna.opens()["game"], anna.you()["id"]
    row = {"id": "1" * 32, "game": game, "seq": 0, "person": id, "speaker": id, "words": "an insult"}

    async def reported() -> None:
        async with client.app.state.tables.store.people._changing() as connection:
            await connection.execute(insert(REPORTS).values(**row, reporter="b" * 32, at=0.0))

    client.portal.call(reported)
    kept = anna.ask("GET", "/api/you/export").text
    assert "an insult" in kept and "b" * 32 not in kept


def test_every_table_that_has_something_of_people_is_exported_and_emptied(client):
    """Whatever is kept of people points at them, or nobody would think of it."""
    pointing = {table.name for table in METADATA.tables.values() if "person" in table.columns}
    anna = Somebody(client, "Anna")
    kept = client.portal.call(client.app.state.tables.store.people.export, anna.you()["id"])
    assert pointing <= kept.keys()


def test_a_blocked_name_is_refused_everywhere_but_its_data_are_its_owners(client):
    anna = Somebody(client, "Anna")
    game = anna.opens()["game"]
    people = client.app.state.tables.store.people
    assert client.portal.call(people.block, "ANNA").blocked
    assert anna.you()["blocked"]
    wish = {"battle": "akragas", "top": "person", "bottom": "person"}
    assert problem(anna.ask("POST", "/api/games", wish)) == (403, "blocked")
    assert problem(anna.ask("PUT", "/api/you", {"name": "Hanna"})) == (403, "blocked")
    assert problem(Somebody(client, "Änna").answered) == (409, "name_taken")
    assert anna.ask("GET", "/api/you/export").status_code == 200
    assert anna.ask("DELETE", "/api/you").status_code == 200
    assert seats(client, game)["top"] == "a former player"
    assert problem(Somebody(client, "Anna").answered) == (409, "name_taken")  # it stays blocked
    assert client.portal.call(people.block, "Anna", False) is None
    assert Somebody(client, "Anna").answered.status_code == 201


def test_a_name_that_nobody_has_can_be_blocked(client):
    people = client.app.state.tables.store.people
    client.portal.call(people.block, "Hasdrubal")
    assert problem(Somebody(client, "hasdrubal").answered) == (409, "name_taken")
    anna = Somebody(client, "Anna")
    client.portal.call(people.block, "Anna", True)
    client.portal.call(people.block, "Anna", False)
    assert anna.you()["name"] == "Anna" and not anna.you()["blocked"]


def test_a_browser_that_is_taken_away_is_a_guest_again(client):
    anna = Somebody(client, "Anna")
    [device] = anna.you()["devices"]
    assert problem(anna.ask("DELETE", f"/api/you/devices/{'0' * 16}")) == (404, "no_device")
    left = anna.ask("DELETE", f"/api/you/devices/{device['id']}").json()
    assert left["name"] == "" and anna.you()["name"] == ""


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize("name", ["Anna", "ANNA", "Änna", "Аnnа"[1:2] + "x", "an-na"])
def test_nobody_gets_a_name_that_is_taken_or_looks_like_it(client, name):
    Somebody(client, "Anna")
    Somebody(client, "nx")
    assert problem(Somebody(client, name).answered) == (409, "name_taken")


@pytest.mark.parametrize(
    "name",
    ["x" * 25, "\u202eannA", "An\u200bna", "<script>alert(1)</script>", "Аnna", "admin", "greedy", "A former player",
     "'; DROP TABLE people; --", "%s%n", "../../etc", "Anna\x00"],
)  # fmt: skip
def test_what_is_no_name_is_refused_and_nothing_is_kept(client, name):
    one = Somebody(client, name)
    assert problem(one.answered) == (422, "bad_name")
    assert one.you()["name"] == ""


def test_ten_thousand_letters_are_refused_before_they_are_looked_at(client):
    assert problem(Somebody(client, "x" * 10_000).answered) == (422, "invalid")


@pytest.mark.parametrize("key", ["", "short", "x" * 81, "a b" * 12, "ä" * 40, "'" * 40])
def test_what_is_no_key_is_refused(client, key):
    answered = client.get("/api/you", headers={"hexillum-key": key.encode()})
    assert problem(answered) == (401, "wrong_key")


def test_a_name_needs_a_key_and_a_key_has_one_name(client):
    assert problem(client.post("/api/you", json={"name": "Anna"})) == (401, "wrong_key")
    anna = Somebody(client, "Anna")
    assert problem(anna.ask("POST", "/api/you", {"name": "Hanna"})) == (409, "name_taken")
    assert problem(Somebody(client).ask("PUT", "/api/you", {"name": "Hanna"})) == (401, "no_name")
    assert problem(Somebody(client).ask("GET", "/api/you/export")) == (401, "no_name")


def test_nobody_takes_the_browser_of_another_away(client):
    anna, bomilcar = Somebody(client, "Anna"), Somebody(client, "Bomilcar")
    [device] = anna.you()["devices"]
    assert problem(bomilcar.ask("DELETE", f"/api/you/devices/{device['id']}")) == (404, "no_device")
    assert anna.you()["name"] == "Anna"


# ---------------------------------------------------------------- what an operator wants


@pytest.fixture
def strict(tmp_path):
    """A server where people play by names, which are given by invitation."""
    house = House(names="required", registration="invited")
    app = create_app(str(tmp_path / "games.db"), computers=Computers(1), house=house)
    with TestClient(app) as made:
        made.event_hooks = {"response": [check_answer]}
        yield made


def test_where_names_are_required_a_guest_watches_only(strict):
    guest = Somebody(strict)
    wish = {"battle": "akragas", "top": "person", "bottom": "person"}
    for path, body in (("/api/games", wish), ("/api/analysis", {"battle": "akragas"})):
        assert problem(guest.ask("POST", path, body)) == (401, "no_name")
    people = strict.app.state.tables.store.people
    person = strict.portal.call(people.take, digest("k"), "Anna")
    assert person.name == "Anna"
    assert guest.you()["names"] == "required" and guest.you()["registration"] == "invited"


def test_where_names_are_given_by_invitation_one_is_good_once(strict):
    assert problem(Somebody(strict, "Anna").answered) == (403, "not_invited")
    invitation = strict.portal.call(strict.app.state.tables.store.tickets.invite, 60.0)
    wrong = Somebody(strict, "Anna", invitation=secrets.token_urlsafe(32))
    assert problem(wrong.answered) == (403, "not_invited")
    anna = Somebody(strict, "Anna", invitation=invitation)
    assert anna.answered.status_code == 201 and anna.opens()
    assert problem(Somebody(strict, "Bomilcar", invitation=invitation).answered) == (403, "not_invited")


def test_an_invitation_that_is_over_is_none_and_a_refused_name_does_not_use_it_up(strict):
    tickets = strict.app.state.tables.store.tickets
    late = strict.portal.call(tickets.invite, -1.0)
    assert problem(Somebody(strict, "Anna", invitation=late).answered) == (403, "not_invited")
    good = strict.portal.call(tickets.invite, 60.0)
    Somebody(strict, "Anna", invitation=strict.portal.call(tickets.invite, 60.0))
    assert problem(Somebody(strict, "Änna", invitation=good).answered) == (409, "name_taken")
    assert Somebody(strict, "Bomilcar", invitation=good).answered.status_code == 201


# ---------------------------------------------------------------- several servers, floods


def test_two_servers_know_the_same_names_and_give_one_once(cluster):
    place = cluster.new()
    servers = [Server(place), Server(place)]
    try:
        with servers[0].api() as here, servers[1].api() as there:
            anna = Somebody(here, "Anna")
            game = anna.opens()["game"]
            watching = Person(servers[1].url, game)
            assert watching.view["seats"]["top"]["name"] == "Anna"
            anna.client = there
            assert anna.you()["name"] == "Anna"
            assert problem(Somebody(there, "anna").answered) == (409, "name_taken")
            anna.client = here
            anna.ask("PUT", "/api/you", {"name": "Hanna"})
            watching.until(lambda: watching.view["seats"]["top"]["name"] == "Hanna")
            anna.ask("DELETE", "/api/you")
            watching.until(lambda: watching.view["seats"]["top"]["name"] == "a former player")
            watching.close()
    finally:
        for server in servers:
            server.stop()


def at_once(number: int, what: Callable[[int], Any]) -> list[Any]:
    """What comes of it when some do the same at the same moment."""
    ready = threading.Barrier(number)

    def one(n: int) -> Any:
        ready.wait()
        return what(n)

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(one, range(number)))


def test_who_wants_the_same_at_once_on_two_servers_gets_it_once(cluster):
    """A name, a look-alike of it, and an invitation: whoever is faster has it, the others are told so."""
    place = cluster.new()
    servers = [Server(place), Server(place, "--registration", "invited")]
    try:
        with servers[0].api() as here, servers[1].api() as there:
            taken = at_once(8, lambda n: Somebody(here, ("Anna", "ANNA", "Änna", "an-na")[n % 4]).answered)
            assert sorted(one.status_code for one in taken) == [201] + [409] * 7
            assert all(one.json()["code"] == "name_taken" for one in taken if one.status_code == 409)
            invitation = asyncio.run(invited(place))
            came = at_once(8, lambda n: Somebody(there, f"Guest of n{'abcdefgh'[n]}", invitation=invitation).answered)
            assert sorted(one.status_code for one in came) == [201] + [403] * 7
    finally:
        for server in servers:
            server.stop()


async def invited(place: str) -> str:
    """An invitation, as an operator makes it beside the servers."""
    store = Store(place)
    await store.open()
    try:
        return await store.tickets.invite(60.0)
    finally:
        await store.close()


def test_a_page_of_another_site_does_nothing_in_ones_name(client):
    anna = Somebody(client, "Anna")
    for method, path, body in (
        ("PUT", "/api/you", {"name": "Hanna"}),
        ("DELETE", "/api/you", None),
        ("POST", "/api/you/sign-in/question", None),
        ("POST", "/api/you/letters", {"mail": "anna@games.example"}),
    ):
        asked = anna.ask(method, path, body, headers={"origin": "https://evil.example"})
        assert problem(asked) == (403, "other_origin")
    assert anna.you()["name"] == "Anna"


def test_names_are_not_taken_in_bulk(tmp_path):
    app = create_app(str(tmp_path / "games.db"), computers=Computers(1), bounded=True)
    with TestClient(app) as client:
        answers = [Somebody(client, f"Somebody{n}x").answered for n in range(80)]
    assert {one.status_code for one in answers} == {201, 429}
    assert sum(one.status_code == 201 for one in answers) <= 61
    assert all("retry-after" in one.headers for one in answers if one.status_code == 429)


def test_all_devices_of_a_name_go_on_in_a_rematch_whichever_began_it(client):
    anna, bomilcar = Somebody(client, "Anna"), Somebody(client, "Bomilcar")
    laptop = Somebody(client)  # of Anna, before she brings her name to it
    made = anna.opens()
    path = f"/api/games/{made['game']}"
    joined = bomilcar.ask("POST", f"{path}/join", {"invite": made["invites"]["bottom"]}).json()
    version = client.get(path).json()["version"]
    resign = {"id": "5b1f0c9e-0000", "version": version, "seat": "top", "body": {"do": "resign"}}
    proof = bearer(made["tokens"]["top"])
    assert anna.ask("POST", f"{path}/commands", resign, headers=proof).status_code == 200
    again = anna.ask("POST", f"{path}/rematch", {}, headers=proof).json()
    same = anna.ask("POST", f"{path}/rematch", {}).json()  # by the name alone, as her other devices come
    assert (same["game"], same["tokens"]) == (again["game"], again["tokens"])
    seen = client.get(f"/api/games/{again['game']}", headers=bearer(same["tokens"]["top"])).json()
    assert seen["yours"] == ["top"]
    refused = laptop.ask("POST", f"{path}/rematch", {}, headers=proof)
    assert problem(refused) == (409, "no_seat"), "what a name has taken is not had by a link to the seat of before"
    assert "under a name" in refused.json()["message"]
    assert bomilcar.ask("POST", f"{path}/rematch", {}, headers=bearer(joined["token"])).json()["game"] == again["game"]
    third = bomilcar.ask("POST", f"{path}/rematch", {}).json()
    assert set(third["tokens"]) == {"bottom"} and third["tokens"]["bottom"] != again["tokens"]["top"]
