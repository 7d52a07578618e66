"""What one room of the club's server grants, and another has taken away: names, seats, offers, tournaments."""

from __future__ import annotations

import asyncio
import secrets
import time
from typing import Any

import pytest
from starlette.testclient import TestClient

from hexillum.battle import scenarios
from hexillum.battle.positions import state_digest
from hexillum.core.edition_files import LONGEST_KEY
from hexillum.web import lobby, memory, tournament_pages
from hexillum.web.admin import block as block_name
from hexillum.web.admin import end, export
from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from hexillum.web.limits import OF_ADDRESS, OF_NAME
from hexillum.web.people import House
from hexillum.web.routes import tournaments as tournament_routes
from hexillum.web.store import Beside
from hexillum.web.store.tournament_tables import RESULTS
from hexillum.web.table import Listener, differs, digest
from tests.web.members import club, matches, organiser
from tests.web.players import Person, Server, bearer, command
from tests.web.test_people import Somebody, problem


def block(database: str, name: str) -> None:
    """Block a name as `hexillum admin block` does, beside the server."""

    async def work() -> None:
        store = Beside(database)
        await store.open()
        try:
            await store.people.block(name)
        finally:
            await store.close()

    asyncio.run(work())


def blocking(database: str, name: str, blocked: bool = True) -> None:
    """The same as who runs the server does it, who notes what he does."""

    async def work() -> None:
        store = Beside(database)
        await store.open()
        try:
            await block_name(store, name, blocked, "a test")
        finally:
            await store.close()

    asyncio.run(work())


def by_name(server: Server, somebody: Somebody, game: str) -> Person:
    """A connection that proves its seat by a name alone."""
    come = Person(server.url, game, eyes="top", hello=False)
    come.hello(key=somebody.key)
    return come


def goodbye(come: Person) -> str:
    """The code with which a connection ends, whatever else it hears before."""
    heard: dict[str, Any] = {}
    while heard.get("t") != "bye":
        heard = come.hear(5.0)
    return str(heard["code"])


@pytest.mark.parametrize("how", ["blocked", "deleted", "taken away"])
def test_a_connection_does_not_outlive_the_name_that_proves_its_seat(server, how):
    """Who plays on by an open line would see the hand of a seat that is his no more."""
    with server.api() as client:
        anna, ben = (Somebody(client, f"{name} {how}") for name in ("Anna", "Ben"))
        games = [anna.opens()["game"], ben.opens()["game"]]
        lines = [by_name(server, anna, games[0]), by_name(server, ben, games[1])]
        assert lines[0].view["hand"] and lines[0].view["yours"] == ["top"]
        if how == "blocked":
            block(server.database, anna.you()["name"])
        elif how == "deleted":
            assert anna.ask("DELETE", "/api/you").status_code == 200
        else:
            [device] = anna.you()["devices"]
            anna.ask("DELETE", f"/api/you/devices/{device['id']}")
        assert goodbye(lines[0]) == "moved"
        again = Person(server.url, games[0], hello=False)
        again.hello(key=anna.key)
        assert not again.view["yours"] and not again.view["hand"]
        lines[1].say({"t": "ping"})
        while lines[1].hear()["t"] != "pong":
            pass
        for one in (*lines, again):
            one.close()


def another(client: Any, somebody: Somebody) -> Somebody:
    """Another browser of somebody."""
    phone = Somebody(client)
    people = client.app.state.tables.store.people
    assert client.portal.call(people.add_key, somebody.you()["id"], digest(phone.key), "Phone")
    return phone


def taken_away(client: Any, phone: Somebody) -> None:
    """The other browser is taken away, by this one."""
    [lost] = [one for one in phone.you()["devices"] if not one["this"]]
    assert phone.ask("DELETE", f"/api/you/devices/{lost['id']}").status_code == 200


def test_a_browser_that_was_taken_away_plays_no_seat_by_a_token_that_it_kept(client):
    """It would see the hand, and could resign, as long as the battle lasts."""
    anna, guest = named(client, "Anna"), Somebody(client)
    phone = another(client, anna)
    game, theirs, over = anna.opens(), guest.opens()["game"], anna.opens(bottom="person")
    said = command(client.get(f"/api/games/{over['game']}").json(), "top", {"do": "resign"})
    proof = bearer(over["tokens"]["top"])
    assert client.post(f"/api/games/{over['game']}/commands", headers=proof, json=said).status_code == 200
    token, id = game["tokens"]["top"], game["game"]
    line = Listener(frozenset({0}))
    table = client.app.state.tables.in_memory[id]
    client.portal.call(table.come, line)
    assert client.get(f"/api/games/{id}", headers=bearer(token)).json()["hand"]
    taken_away(client, phone)
    assert line.must_go and line.goodbye[0] == "moved"
    client.portal.call(table.go, line)
    assert problem(client.get(f"/api/games/{id}", headers=bearer(token))) == (403, "wrong_token")
    assert problem(anna.ask("GET", f"/api/games/{id}", headers=bearer(token))) == (403, "wrong_token")
    again = client.post(f"/api/games/{over['game']}/rematch", headers=proof, json={})
    assert problem(again) == (403, "wrong_token")
    seen = phone.ask("GET", f"/api/games/{id}", headers=bearer(token)).json()  # also with a link of before
    assert seen["yours"] == ["top"] and seen["hand"]
    assert client.portal.call(client.app.state.tables.store.there, [theirs]) == {theirs}


def test_the_seats_of_a_tournament_are_not_had_again_by_what_a_browser_kept(client):
    members = club(client, 3)
    id = members[0].makes()["id"]
    for one in members:
        one.enters(id)
    match = next(one for one in matches(members[0].pairs(id), 1) if one["two"] is not None)
    player = next(one for one in members if one.id == match["one"]["person"])
    game = match["battles"][0]["game"]
    old = player.seat(id, game)["token"]
    phone = Somebody(client)
    people = client.app.state.tables.store.people
    assert client.portal.call(people.add_key, player.id, digest(phone.key), "Phone")
    taken_away(client, phone)
    again = phone.ask("POST", f"/api/tournaments/{id}/seats/{game}").json()
    assert client.get(f"/api/games/{game}", headers=bearer(again["token"])).json()["hand"]
    assert problem(client.get(f"/api/games/{game}", headers=bearer(old))) == (403, "wrong_token")


def test_who_takes_his_last_browser_away_plays_on_there_as_a_guest(client):
    """Nobody else could: the battle would never end."""
    anna = named(client, "Anna")
    game = anna.opens()
    [device] = anna.you()["devices"]
    assert anna.ask("DELETE", f"/api/you/devices/{device['id']}").status_code == 200
    assert client.get(f"/api/games/{game['game']}", headers=bearer(game["tokens"]["top"])).json()["hand"]


def named(client: Any, word: str) -> Somebody:
    """Somebody by a name that nobody else has in these tests."""
    return Somebody(client, f"{word} {''.join(secrets.choice('bcdfghjklmnpqrstvwxz') for _ in range(8))}")


# ---------------------------------------------------------------------- names and the lobby


def test_nobody_finds_or_takes_a_seat_of_a_blocked_name(client, monkeypatch):
    monkeypatch.setattr(lobby, "FRESH", 0.0)
    anna, ben = named(client, "Anna"), named(client, "Ben")
    offer = anna.ask("POST", "/api/lobby", {"battle": "akragas"}).json()["id"]
    assert offer in ben.ask("GET", "/api/lobby").text
    client.portal.call(client.app.state.tables.store.people.block, anna.you()["name"])
    assert offer not in ben.ask("GET", "/api/lobby").text
    assert problem(ben.ask("POST", f"/api/lobby/{offer}/take", {})) == (404, "no_seat")


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def test_nobody_reads_a_blocked_name_any_more(kind, request, tmp_path):
    """At tables, in talk, in lists, invitations and tournaments: it is no name, and what was done by it stays."""
    database = request.getfixturevalue("postgres") if kind == "postgresql" else str(tmp_path / "games.db")
    here = Server(database)
    try:
        with here.api() as client:
            members = club(client, 4)
            anna, ben = members[:2]
            id = ben.makes(sort="round_robin")["id"]
            for one in members:
                one.enters(id)
            match = next(
                one for one in matches(ben.pairs(id), 1) if anna.id in (one["one"]["person"], one["two"]["person"])
            )
            anna.resigns(id, match["battles"][0]["game"])
            wish = {"battle": "akragas", "top": "person", "bottom": "friend"}
            made = anna.well("POST", "/api/games", wish)
            game, invite = made["game"], made["invites"]["bottom"]
            talked = match["battles"][1]["game"]
            proof = bearer(anna.seat(id, talked)["token"])
            said = anna.ask("POST", f"/api/games/{talked}/talk", {"words": "Hello"}, headers=proof)
            assert said.status_code == 201, said.text

            def read() -> dict[str, str]:
                return {
                    "table": ben.ask("GET", f"/api/games/{game}").text,
                    "talk": client.get(f"/api/games/{talked}/talk", headers=proof).text,
                    "invitation": ben.ask("POST", f"/api/games/{game}/invitation", {"invite": invite}).text,
                    "tournament": ben.ask("GET", f"/api/tournaments/{id}").text,
                }

            assert all(anna.name in text for text in read().values())
            before = ben.sees(id)["standings"]
            blocking(database, anna.name)
            until = time.monotonic() + 10
            while any(anna.name in text for text in read().values()) and time.monotonic() < until:
                time.sleep(0.1)
            assert [where for where, text in read().items() if "a blocked name" not in text] == []
            assert not any(anna.name in text for text in read().values())
            after = ben.sees(id)["standings"]
            assert [{**row, "name": ""} for row in after] == [{**row, "name": ""} for row in before]
            blocking(database, anna.name, False)
            until = time.monotonic() + 10
            while not all(anna.name in text for text in read().values()) and time.monotonic() < until:
                time.sleep(0.1)
            assert all(anna.name in text for text in read().values())
    finally:
        here.stop()


@pytest.mark.parametrize("how", ["blocked", "deleted"])
@pytest.mark.parametrize("match", [False, True])
def test_the_seats_that_a_name_offers_go_with_it(client, how, match):
    """A game would be left with a seat that nobody finds; a battle that has begun stays, and so does a link."""
    anna, ben = named(client, "Anna"), named(client, "Ben")
    made = [anna.ask("POST", "/api/lobby", {"battle": "akragas", "match": match}).json() for _ in range(2)]
    taken = ben.ask("POST", f"/api/lobby/{made[0]['id']}/take", {}).json()
    private = anna.opens(bottom="friend")["game"]
    people = client.app.state.tables.store.people
    if how == "blocked":
        client.portal.call(people.block, anna.you()["name"])
    else:
        assert anna.ask("DELETE", "/api/you").status_code == 200
    gone = {one["game"] for one in made[1]["tables"]}
    assert client.portal.call(client.app.state.tables.store.there, gone) == set() and len(gone) == 1 + match
    stay = {private, *(one["game"] for one in taken["tables"])}
    assert client.portal.call(client.app.state.tables.store.there, stay) == stay
    if how == "blocked":
        client.portal.call(people.block, anna.you()["name"], False)
    assert made[1]["id"] not in ben.ask("GET", "/api/lobby").text


def test_a_match_is_offered_also_where_the_memory_is_full(client, monkeypatch):
    """Its first table is let go for the second: it is looked up again."""
    monkeypatch.setattr(memory, "ENTRIES_MOST", 0)
    answered = named(client, "Anna").ask("POST", "/api/lobby", {"battle": "akragas", "match": True})
    assert answered.status_code == 201 and len(answered.json()["tables"]) == 2


# ---------------------------------------------------------------------- who leads and plays


def test_who_leads_a_tournament_wins_no_match_by_taking_his_opponent_out(client):
    members = club(client, 4)
    leader = members[0]
    id = leader.makes()["id"]
    for one in members:
        one.enters(id)
    page = leader.pairs(id)
    pairs = [[one["one"]["person"], one["two"]["person"]] for one in matches(page, 1)]
    own = next(both for both in pairs if leader.id in both)
    other = own[own[0] == leader.id]
    path = f"/api/tournaments/{id}/removals"
    assert problem(leader.ask("POST", path, {"person": other})) == (403, "not_yours")
    assert leader.sees(id)["standings"] == page["standings"]
    third = next(who for both in pairs for who in both if who not in own)
    assert leader.ask("POST", path, {"person": third}).status_code == 200
    assert leader.ask("POST", path, {"person": leader.id}).status_code == 200


@pytest.mark.parametrize("rounds", [1, 2])
def test_who_leads_a_round_robin_and_plays_gains_nothing_by_taking_somebody_out(client, rounds):
    """Before half of it what was lost against him would go with him; later the match to come would be won."""
    members = club(client, 4)
    leader = members[0]
    id = leader.makes(sort="round_robin")["id"]
    for one in members:
        one.enters(id)
    named = {one.id: one for one in members}
    for _ in range(rounds):
        page = leader.pairs(id)
        for match in matches(page, page["round"]):  # the leader loses, or else the first
            both = [match["one"]["person"], match["two"]["person"]]
            loser = leader if leader.id in both else named[both[0]]
            for battle in match["battles"]:
                loser.resigns(id, battle["game"])
    page = leader.sees(id)
    path = f"/api/tournaments/{id}/removals"
    for other in members[1:]:
        assert problem(leader.ask("POST", path, {"person": other.id})) == (403, "not_yours")
    assert leader.sees(id)["standings"] == page["standings"]
    assert leader.ask("POST", path, {"person": leader.id}).status_code == 200


def test_who_goes_on_although_his_own_match_is_open_gives_it_to_the_other(client):
    """Else whoever leads could end a match that he is about to lose."""
    members = club(client, 4)
    leader = members[0]
    id = leader.makes(rounds=2)["id"]
    for one in members:
        one.enters(id)
    match = next(
        one for one in matches(leader.pairs(id), 1) if leader.id in (one["one"]["person"], one["two"]["person"])
    )
    leader.resigns(id, match["battles"][0]["game"])
    page = leader.well("POST", f"/api/tournaments/{id}/end", {"force": True})
    after = next(one for one in matches(page, 1) if one["board"] == match["board"])
    assert sorted(after["points"]) == [0.0, 2.0]
    assert after["points"][after["one"]["person"] == leader.id] == 2.0


def test_a_battle_of_a_tournament_that_is_decided_and_deleted_is_not_played_again(client):
    """Whoever asks for his seat then would play for nothing: its result stays, and counts once."""
    members = club(client, 3)
    leader = members[0]
    id = leader.makes()["id"]
    for one in members:
        one.enters(id)
    page = leader.pairs(id)
    match = next(one for one in matches(page, 1) if one["two"] is not None)
    player = next(one for one in members if one.id == match["one"]["person"])
    played, open_one = (battle["game"] for battle in match["battles"])
    player.resigns(id, played)
    archive = client.app.state.tables.store.archive
    for game in (played, open_one):
        client.portal.call(archive.delete, game, "a test")
        client.portal.call(client.app.state.tables.catch_up, game)
    assert problem(player.ask("POST", f"/api/tournaments/{id}/seats/{played}")) == (404, "no_game")
    assert player.seat(id, open_one)["token"]  # what is not decided is set up anew


def test_the_live_clocks_of_a_tournament_wait_for_both(client):
    """Who opens the table at night would win on time against somebody who knows nothing of it."""
    members = club(client, 3)
    leader = members[0]
    id = leader.makes(pace="30+0")["id"]
    for one in members:
        one.enters(id)
    match = next(one for one in matches(leader.pairs(id), 1) if one["two"] is not None)
    one, two = (next(who for who in members if who.id == match[which]["person"]) for which in ("one", "two"))
    games = [battle["game"] for battle in match["battles"]]

    def started(game: str) -> bool:
        return bool(client.get(f"/api/games/{game}/clock").json()["clock"]["started"])

    for game in games:
        seat = one.seat(id, game)
        assert client.get(f"/api/games/{game}", headers=bearer(seat["token"])).json()["yours"] == [seat["side"]]
        one.well("GET", f"/api/games/{game}")
        assert not started(game)
    two.well("GET", f"/api/games/{games[0]}")  # by his name alone
    assert started(games[0]) and not started(games[1])
    token = two.seat(id, games[1])["token"]
    assert client.get(f"/api/games/{games[1]}", headers=bearer(token)).status_code == 200
    assert not started(games[1])  # nobody plays two at a time
    one.resigns(id, games[0])
    assert client.get(f"/api/games/{games[1]}", headers=bearer(token)).status_code == 200
    assert started(games[1])


@pytest.mark.parametrize("where", ["tournament", "lobby"])
def test_who_waits_at_the_second_battle_of_a_live_match_sees_its_clocks_begin(client, where):
    if where == "tournament":
        members = club(client, 3)
        id = members[0].makes(pace="30+0")["id"]
        for one in members:
            one.enters(id)
        match = next(one for one in matches(members[0].pairs(id), 1) if one["two"] is not None)
        games = [battle["game"] for battle in match["battles"]]
        both = [next(who for who in members if who.id == match[which]["person"]) for which in ("one", "two")]
        seats = [[who.seat(id, game) for who in both] for game in games]
    else:
        both = club(client, 2)
        wish = {"battle": "akragas", "side": "top", "match": True, "pace": "30+0"}
        made = both[0].ask("POST", "/api/lobby", wish).json()
        taken = both[1].ask("POST", f"/api/lobby/{made['id']}/take", {}).json()
        tables = zip(made["tables"], taken["tables"], strict=True)
        seats = [
            [{"side": side, "token": token} for one in table for side, token in one["tokens"].items()]
            for table in tables
        ]
        games = [one["game"] for one in made["tables"]]
    tables = client.app.state.tables
    second = client.portal.call(tables.table, games[1])
    client.portal.call(tables.visit, games[0], [seats[0][0]["token"]])
    assert tables.in_memory[games[0]].game.marks and not second.game.marks
    waiting = Listener(frozenset({0}))
    client.portal.call(second.come, waiting)
    try:
        answered = both[0].says(games[0], seats[0][0]["side"], seats[0][0]["token"], "resign")
        assert answered.status_code == 200, answered.text
        until = time.monotonic() + 5
        while not second.game.marks and time.monotonic() < until:
            time.sleep(0.01)
        assert second.game.marks and not second.game.battle.over
    finally:
        client.portal.call(second.go, waiting)


def test_both_battles_of_a_slow_match_run_at_once(client):
    members = club(client, 3)
    id = members[0].makes(pace="1d+7d")["id"]
    for one in members:
        one.enters(id)
    match = next(one for one in matches(members[0].pairs(id), 1) if one["two"] is not None)
    clocks = [client.get(f"/api/games/{battle['game']}/clock").json()["clock"] for battle in match["battles"]]
    assert [one["started"] for one in clocks] == [True, True]


# ---------------------------------------------------------------------- names that organise


def test_nobody_takes_the_name_of_an_organiser_without_an_invitation(tmp_path):
    """Else whoever is first to take it, or takes it when it is changed, leads all tournaments."""
    house = House(organisers=("Anna",))
    with TestClient(create_app(str(tmp_path / "games.db"), computers=Computers(1), house=house)) as client:
        assert problem(Somebody(client, "Anna").answered) == (403, "not_invited")
        assert problem(Somebody(client, "anna").answered) == (403, "not_invited")
        ben = Somebody(client, "Ben")
        assert problem(ben.ask("PUT", "/api/you", {"name": "Anna"})) == (403, "not_invited")
        wish = {"name": "Spring", "battles": ["akragas"]}
        assert problem(ben.ask("POST", "/api/tournaments", wish)) == (403, "not_yours")
        anna = organiser(client, "ANNA")
        assert anna.ask("POST", "/api/tournaments", wish).status_code == 201
        assert anna.ask("PUT", "/api/you", {"name": "Anna"}).status_code == 200
        assert anna.ask("GET", "/api/ladder/flags").status_code == 200


def test_where_names_are_required_a_guest_opens_no_table_by_another_line_either(tmp_path):
    house = House(names="required")
    with TestClient(create_app(str(tmp_path / "games.db"), computers=Computers(1), house=house)) as client:
        anna, guest = Somebody(client, "Anna"), Somebody(client)
        game = anna.ask("POST", "/api/analysis", {"battle": "akragas"}).json()["game"]
        assert problem(guest.ask("POST", f"/api/games/{game}/fork", {"moment": 0})) == (401, "no_name")
        assert anna.ask("POST", f"/api/games/{game}/fork", {"moment": 0}).status_code == 201


def test_who_offers_and_takes_seats_pays_by_his_name_from_whatever_address(tmp_path):
    app = create_app(str(tmp_path / "games.db"), computers=Computers(1), bounded=True)
    with TestClient(app) as client:
        limits, anna = app.state.limits, Somebody(client, "Anna")
        limits.name("table", anna.you()["id"], OF_NAME["table"][0])  # spent elsewhere
        assert problem(anna.ask("POST", "/api/lobby", {"battle": "akragas"})) == (429, "too_fast")
        guest = Somebody(client).ask("POST", "/api/lobby", {"battle": "akragas"})
        assert guest.status_code == 201
        assert problem(anna.ask("POST", f"/api/lobby/{guest.json()['id']}/take", {})) == (429, "too_fast")


# ---------------------------------------------------------------------- what lies in the database


def test_no_hand_is_found_by_trying_hands_against_what_is_kept_of_a_state(client):
    """A digest of the whole state says which hand is right to whoever knows the rest of it, as an opponent does."""
    anna = named(client, "Anna")
    opened = anna.opens(bottom="person")
    tables = client.app.state.tables
    table = tables.in_memory[opened["game"]]
    whole = client.portal.call(tables.store.load, opened["game"])
    right = state_digest(table.game.battle.state)
    assert whole.state and whole.state != right
    exported = client.portal.call(export, tables.store, opened["game"], "a test")
    assert right not in exported.rows
    assert not differs(table.game, whole.state) and not differs(table.game, right)  # as it was kept before
    assert differs(table.game, "0" * 16)
    client.portal.call(end, tables.store, opened["game"], "a test")
    client.portal.call(tables.catch_up, opened["game"])
    after = client.portal.call(tables.store.load, opened["game"])
    assert after.state == state_digest(table.game.battle.state)


def test_a_tournament_with_many_matches_costs_who_looks_at_it_more(tmp_path, monkeypatch):
    monkeypatch.setattr(tournament_routes, "MATCHES_OF_ONE", 1 / OF_ADDRESS["question"][0])
    with TestClient(create_app(str(tmp_path / "games.db"), computers=Computers(1), bounded=True)) as client:
        members = club(client, 4)
        id = members[0].makes()["id"]
        for one in members:
            one.enters(id)
        members[0].pairs(id)
        assert problem(client.get(f"/api/tournaments/{id}")) == (429, "too_fast")


def test_a_battle_is_read_once_for_however_many_matches(client, monkeypatch):
    """A round robin of two hundred has 19,900: its page took 46 seconds, in which the server did nothing else."""
    members = club(client, 4)
    id = members[0].makes()["id"]
    for one in members:
        one.enters(id)
    for _ in range(3):
        members[0].pairs(id, force=True)
    read: list[str] = []
    load = scenarios.load_scenario

    def counted(id: str) -> scenarios.Scenario:
        read.append(id)
        return load(id)

    tournament_pages._name.cache_clear()
    monkeypatch.setattr(scenarios, "load_scenario", counted)
    page = members[0].sees(id)
    assert sum(len(one["matches"]) for one in page["paired"]) == 6
    assert read == ["akragas"] and page["paired"][2]["battle"]["name"] == "Akragas"


def test_the_key_alone_makes_no_token_of_a_seat(client):
    """The ids of a tournament's tables are on its page, and the key is used for no seat elsewhere."""
    members = club(client, 3)
    id = members[0].makes()["id"]
    for one in members:
        one.enters(id)
    match = next(one for one in matches(members[0].pairs(id), 1) if one["two"] is not None)
    player = next(one for one in members if one.id == match["one"]["person"])
    seat = player.seat(id, match["battles"][0]["game"])
    assert player.seat(id, seat["game"]) == seat
    store, side = client.app.state.tables.store, ("top", "bottom").index(seat["side"])
    secret = client.portal.call(store.load, seat["game"]).seed
    assert secret and seat["token"] == store.key.mark(f"seat {side} of {seat['game']} by {secret.hex()}")
    assert seat["token"] != store.key.mark(f"seat {side} of {seat['game']}")


def test_a_result_has_room_for_the_edition_of_any_battle():
    """PostgreSQL takes no text that is too long: the last choice of such a battle could never be kept."""
    most = getattr(RESULTS.c.edition.type, "length", None)
    assert most is None or most > LONGEST_KEY + 9  # which a digest may follow


def test_a_seat_that_was_just_taken_at_another_server_is_known_here(client):
    """Who takes one there may be sent here before the servers have told each other."""
    anna = named(client, "Anna")
    game = anna.opens()["game"]
    token = secrets.token_urlsafe(32)
    assert problem(client.get(f"/api/games/{game}", headers=bearer(token))) == (403, "wrong_token")
    client.portal.call(client.app.state.tables.store.reseat, game, 0, anna.you()["id"], digest(token))
    assert client.get(f"/api/games/{game}", headers=bearer(token)).json()["yours"] == ["top"]


# ---------------------------------------------------------------------- forms of our own pages


def test_the_button_that_switches_notices_off_is_not_taken_for_one_of_another_site(client):
    """Browsers send a form of a page that gives no referrer, as our others, with the origin "null"."""
    path = f"/notices/off/{client.app.state.notifier.ticket('a' * 32)}"
    page = client.get(path)
    assert "<form method" in page.text and page.headers["referrer-policy"] == "same-origin"
    assert problem(client.post(path, headers={"origin": "null"})) == (403, "other_origin")
    assert client.post(path, headers={"origin": str(client.base_url).rstrip("/")}).status_code == 200
