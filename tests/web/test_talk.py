"""Talk at tables: two rooms that do not hear each other, bounded, muted, reported; injection, floods, others' talk."""

from __future__ import annotations

import asyncio
import json
import random
import secrets

import pytest
from starlette.testclient import TestClient

from hexillum.club import talk
from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from hexillum.web.messages import PROTOCOL
from hexillum.web.store import Full, TooSoon
from hexillum.web.store import talk as kept
from tests.web.club import Browser, Hands, code, open_table
from tests.web.players import Person, Server, query


def say(browser, game, words=None, **more):
    return browser.at(game, "/talk", {"words": words, **more} if words is not None else more)


def heard(browser, game, after=-1):
    return [line["words"] for line in browser.at(game, f"/talk?after={after}").json()["lines"]]


@pytest.fixture
def table(client):
    one, other = Browser(client), Browser(client)
    return open_table(client, one, other), one, other, Browser(client)


@pytest.fixture
def hands(monkeypatch):
    return Hands(monkeypatch)


def test_who_plays_and_who_watches_do_not_hear_each_other_until_the_end(client, table):
    game, one, other, watching = table
    assert say(one, game, "Good luck").status_code == 201
    assert say(other, game, phrase="hello").status_code == 201
    assert say(watching, game, "The left is weak!").status_code == 201
    seats = ["Good luck", "Hello, and a good battle!"]
    assert heard(one, game) == heard(other, game) == seats
    assert heard(watching, game) == heard(Browser(client), game) == ["The left is weak!"]
    one.do(game, {"do": "resign"})
    for browser in (one, other, watching):
        assert heard(browser, game) == [*seats, "The left is weak!"]


def test_a_line_that_a_server_hears_of_twice_at_once_is_there_once(client, table):
    """Who says something at one of several servers is told of it by the database as well."""
    game, one, other, _ = table
    assert heard(one, game) == []
    tables = client.app.state.tables

    async def twice():
        await tables.store.talk.say(game, "seats", "seat1", "Good luck", 1)
        at = await tables.table(game)
        await asyncio.gather(tables.hear(at), tables.hear(at))

    client.portal.call(twice)
    assert heard(one, game) == heard(other, game) == ["Good luck"]


def test_over_a_connection_everybody_hears_his_room_and_no_other(server):
    with server.api() as client:
        one, other = Browser(client), Browser(client)
        game = open_table(client, one, other)
        people = [
            Person(server.url, game, *b.tokens[game].values(), eyes=s) for b, s in ((one, "bottom"), (other, "top"))
        ]
        people.append(Person(server.url, game))
        say(one, game, "To the seats")
        say(Browser(client), game, "To the others")
        for person, words in zip(people, ("To the seats", "To the seats", "To the others"), strict=True):
            said = person.hear()
            while said["t"] != "talk":
                said = person.hear()
            assert [line["words"] for line in said["talk"]["lines"]] == [words]
        people[0].say({"t": "ping"})
        assert people[0].hear()["t"] == "pong"  # and nothing of the other room
        late = Person(server.url, game, *other.tokens[game].values(), eyes="top")
        frame = next(frame for frame in map(json.loads, late.frames) if frame["t"] == "talk")
        assert [line["words"] for line in frame["talk"]["lines"]] == ["To the seats"]
        assert frame["talk"]["lines"][0]["yours"] is False
        for person in (*people, late):
            assert not any('"To the seats"' in f and '"To the others"' in f for f in person.frames)
            person.close()


def test_servers_of_one_database_hear_each_other(postgres):
    first, second = Server(postgres), Server(postgres)
    try:
        with first.api() as client, second.api() as elsewhere:
            one, other = Browser(client), Browser(client)
            game = open_table(client, one, other)
            there = Person(second.url, game, *other.tokens[game].values(), eyes="top")
            say(one, game, "Over there")
            said = there.hear()
            while said["t"] != "talk":
                said = there.hear()
            assert said["talk"]["lines"][0]["words"] == "Over there"
            other.client = elsewhere
            assert say(other, game, "And back").status_code == 201
            there.close()
    finally:
        first.stop()
        second.stop()


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"),
        ("javascript:alert(1) \u202etxt.exe", "javascript:alert(1) txt.exe"),
        ("a\u0000b\u001b[2Jc", "ab[2Jc"),
        ("'; DROP TABLE talk; --", "'; DROP TABLE talk; --"),
        ("{0} {{x}} %s ${a}", "{0} {{x}} %s ${a}"),
    ],
)
def test_words_are_text_and_nothing_else(client, table, words, shown):
    game, one, other, _ = table
    answered = say(one, game, words)
    assert answered.status_code == 201 and answered.headers["content-type"].startswith("application/json")
    assert heard(other, game) == [shown]


@pytest.mark.parametrize(
    "body",
    [
        {"words": ""},
        {"words": "\u200b \u202e"},
        {"words": "x" * (talk.WORDS_MOST + 1)},
        {"words": "x" * 200_000},
        {"words": "a" + "\u0301" * 50},
        {"phrase": "attack"},
        {"words": "a", "phrase": "well"},
        {},
        {"words": "a", "side": "top"},
        {"words": "a", "name": "the referee"},
        {"words": ["a"]},
        {"words": "a", "seat": "left"},
    ],
)
def test_what_cannot_be_said_is_refused(client, table, body):
    game, one, other, _ = table
    assert one.at(game, "/talk", body).status_code == 422
    assert heard(other, game) == []


def test_lone_surrogates_are_refused_or_taken_out(client, table):
    game, one, other, _ = table
    answered = client.post(
        f"/api/games/{game}/talk",
        content=b'{"words": "a\\ud800b"}',
        headers={"content-type": "application/json", "authorization": f"Bearer {one.tokens[game]['bottom']}"},
    )
    assert answered.status_code in (201, 422)
    assert heard(other, game) in ([], ["ab"])


def test_a_flood_waits_however_many_connections_it_comes_by(client, table, hands):
    game, one, other, _ = table
    most, within = talk.PACES[0]
    assert [say(one, game, f"line {n}").status_code for n in range(most)] == [201] * most
    refused = say(one, game, "one more")
    assert code(refused) == (429, "too_fast") and "try again in" in refused.json()["message"]
    assert say(other, game, "I may").status_code == 201
    hands.move(within + 1)
    assert say(one, game, "and on").status_code == 201


def test_who_says_much_in_one_moment_waits_too(client, table):
    """Nothing comes in between the look at what he has said and the keeping of his line."""
    game, *_ = table
    inside = client.app.state.tables.store.talk

    async def at_once():
        lines = (inside.say(game, "seats", "seat1", f"line {n}", 1) for n in range(20))
        return await asyncio.gather(*lines, return_exceptions=True)

    refused = [one for one in client.portal.call(at_once) if one is not None]
    assert all(isinstance(one, (TooSoon, Full)) for one in refused)
    assert len(refused) == 20 - talk.PACES[0][0] == 20 - len(client.portal.call(inside.at, game)[0])


def test_a_flood_of_made_up_keys_from_one_address_is_refused(tmp_path):
    with TestClient(create_app(str(tmp_path / "games.db"), computers=Computers(1), bounded=True)) as client:
        one, other = Browser(client), Browser(client)
        game = open_table(client, one, other)
        answers = [say(Browser(client), game, "buy") for _ in range(70)]
        assert code(answers[-1]) == (429, "too_fast")


def test_a_room_keeps_so_many_lines_and_the_other_room_loses_none(client, table, monkeypatch, hands):
    game, one, _, watching = table
    monkeypatch.setattr(kept, "LINES_MOST", 6)
    say(watching, game, "from the beginning")
    for n in range(10):
        hands.move(20)
        assert say(one, game, f"line {n}").status_code == 201
    client.app.state.tables.in_memory[game].talk = None
    assert heard(one, game) == [f"line {n}" for n in range(4, 10)]
    assert heard(watching, game) == ["from the beginning"]


def test_mute_holds_on_every_device_and_only_for_who_mutes(client, table):
    game, one, other, _ = table
    say(other, game, "bla")
    muted = one.at(game, "/talk/mute", {"mute": True}, "PUT").json()
    assert muted["muted"] and muted["lines"] == []
    say(other, game, "bla bla")
    phone = Browser(client)
    phone.tokens[game] = one.tokens[game]
    assert heard(phone, game) == [] and heard(other, game) == ["bla", "bla bla"]
    assert not other.at(game, "/talk").json()["muted"]  # who is muted does not hear of it
    again = one.at(game, "/talk/mute", {"mute": False}, "PUT").json()
    assert [line["words"] for line in again["lines"]] == ["bla", "bla bla"]
    nobody = client.put(f"/api/games/{game}/talk/mute", json={"mute": True})
    assert code(nobody) == (403, "not_yours") and "Hexillum-Key" in nobody.json()["message"]


def test_an_onlooker_hears_the_others_no_longer_if_he_likes_and_nobody_else_is_bound(client, table):
    game, one, other, watching = table
    anna = Browser(client, "Elissa")
    say(anna, game, "what a charge")
    say(watching, game, "bla")
    muted = anna.at(game, "/talk/mute", {"mute": True}, "PUT").json()
    assert muted["muted"] and [line["words"] for line in muted["lines"]] == ["what a charge"]
    with client.websocket_connect(f"/api/games/{game}/live", headers={"hexillum-key": anna.key}) as line:
        line.send_json({"t": "hello", "key": anna.key, "protocol": PROTOCOL})
        say(watching, game, "bla bla")
        say(anna, game, "and again")
        words: list[str] = []
        while "and again" not in words:
            frame = line.receive_json()
            words += [said["words"] for said in frame["talk"]["lines"]] if frame["t"] == "talk" else []
    assert words == ["what a charge", "and again"], "nor over a connection"
    client.app.state.tables.in_memory[game].talk = None
    assert heard(anna, game) == ["what a charge", "and again"], "it is kept"
    assert heard(watching, game) == ["what a charge", "bla", "bla bla", "and again"]
    assert not watching.at(game, "/talk").json()["muted"]
    say(one, game, "you fought well")
    assert heard(other, game) == ["you fought well"]
    one.do(game, {"do": "resign"})
    assert heard(anna, game) == ["what a charge", "and again", "you fought well"], "who plays is no onlooker"
    again = anna.at(game, "/talk/mute", {"mute": False}, "PUT").json()
    assert not again["muted"] and len(again["lines"]) == 5


def test_so_many_onlookers_mute_at_a_table_and_what_is_kept_of_them_goes(client, table, monkeypatch):
    game, *_ = table
    monkeypatch.setattr(kept, "WATCH_MUTES_MOST", 2)
    anna, *more = [Browser(client, name) for name in ("Arishat", "Bodashtart", "Carthalo")]
    found = [one.at(game, "/talk/mute", {"mute": True}, "PUT").status_code for one in (anna, anna, *more)]
    assert found == [200, 200, 200, 409]
    export = client.portal.call(client.app.state.tables.store.people.export, anna.ask("GET", "/api/you").json()["id"])
    assert [row["game"] for row in export["watch_mutes"]] == [game]
    assert anna.ask("DELETE", "/api/you").status_code == 200
    assert more[1].at(game, "/talk/mute", {"mute": True}, "PUT").status_code == 200


def test_a_line_is_reported_with_its_words_once_and_only_by_who_hears_it(client, table):
    game, one, other, watching = table
    say(other, game, "an insult")
    seq = one.at(game, "/talk").json()["lines"][0]["seq"]
    assert code(watching.at(game, "/talk/report", {"seq": seq})) == (404, "no_line")
    for _ in range(3):
        assert one.at(game, "/talk/report", {"seq": seq}).status_code == 200
    assert code(one.at(game, "/talk/report", {"seq": 99})) == (404, "no_line")
    tables = client.app.state.tables
    reports = [one for one in client.portal.call(tables.store.talk.reports) if one.game == game]
    assert [(one.words, one.speaker, one.reporter) for one in reports] == [("an insult", "seat0", "seat1")]
    assert client.portal.call(tables.store.talk.settle, reports[0].id)
    assert not client.portal.call(tables.store.talk.settle, reports[0].id)


def test_reports_are_bounded(client, table, hands, monkeypatch):
    game, one, other, _ = table
    monkeypatch.setattr(kept, "REPORTS_MOST", 2)
    seqs = []
    for n in range(3):
        hands.move(20)
        seqs.append(say(other, game, f"insult {n}").json()["lines"][-1]["seq"])
    answers = [one.at(game, "/talk/report", {"seq": seq}) for seq in seqs]
    assert [answered.status_code for answered in answers] == [200, 200, 409]


def test_who_plays_by_his_name_does_not_hear_the_onlookers_in_another_window(client):
    anna, bert = (Browser(client, f"{word} {''.join(random.choices('abcdefgh', k=9))}") for word in ("Anna", "Bert"))
    game = open_table(client, anna, bert)
    onlooker = Browser(client)
    say(onlooker, game, "He has no cards")
    other_window = Browser(client)
    other_window.key = anna.key
    assert heard(other_window, game) == [] and other_window.at(game, "/talk").json()["room"] == "seats"
    (line,) = onlooker.at(game, "/talk").json()["lines"]
    assert line["name"] == "" and line["yours"]


def test_names_are_those_of_who_speaks_and_a_guest_has_none(client):
    word = "".join(random.choices("abcdefgh", k=9))
    anna, guest, watching = Browser(client, f"Anna {word}"), Browser(client), Browser(client, f"Carl {word}")
    game = open_table(client, anna, guest)
    say(anna, game, "I")
    say(guest, game, "me")
    assert [line["name"] for line in guest.at(game, "/talk").json()["lines"]] == [f"Anna {word}", ""]
    say(watching, game, "him")
    assert watching.at(game, "/talk").json()["lines"][0]["name"] == f"Carl {word}"
    watching.ask("DELETE", "/api/you")
    client.app.state.tables.in_memory[game].talk = None
    assert Browser(client).at(game, "/talk").json()["lines"][0]["name"] == "a former player"


def test_who_may_not_speak_is_told_why(client, table):
    game, one, _, _ = table
    bare = client.get(f"/api/games/{game}/talk").json()
    assert bare["room"] is None and "Hexillum-Key" in bare["why"]
    assert code(client.post(f"/api/games/{game}/talk", json={"words": "x"})) == (403, "no_talk")
    alone = one.seated(one.ask("POST", "/api/games", {"battle": "akragas", "top": "greedy", "bottom": "person"}).json())
    assert code(say(one, alone, "hello?")) == (403, "no_talk")
    board = one.seated(one.ask("POST", "/api/analysis", {"battle": "akragas"}).json())
    assert code(say(one, board, "hello?")) == (403, "no_talk")
    assert code(say(one, "0" * 32, "hello?")) == (404, "no_game")
    wrong = Browser(client)
    wrong.tokens[game] = {"top": secrets.token_urlsafe(32)}
    assert code(say(wrong, game, "I am him")) == (403, "wrong_token")


def test_a_blocked_name_says_nothing(client):
    word = "".join(random.choices("abcdefgh", k=9))
    anna, bert = Browser(client, f"Anna {word}"), Browser(client, f"Bert {word}")
    game = open_table(client, anna, bert)
    query(
        client.app.state.tables.store.url.database,
        "UPDATE people SET blocked = 1 WHERE name = :n",
        {"n": f"Anna {word}"},
    )
    assert code(say(anna, game, "x")) == (403, "blocked")


def test_nothing_of_it_goes_into_the_record_the_view_or_the_entries(client, table):
    game, one, other, watching = table
    say(one, game, "Zanzibar")
    say(watching, game, "Zanzibar")
    rng = random.Random(4)
    for _ in range(10):
        one.step(game, rng) or other.step(game, rng)
    one.do(game, {"do": "resign"})
    for path in ("/record", "/timeline", "/dice", ""):
        assert "Zanzibar" not in one.at(game, path).text
    database = client.app.state.tables.store.url.database
    assert not query(database, "SELECT * FROM entries WHERE data LIKE '%Zanzibar%'")


def test_it_is_kept_with_its_game_and_goes_with_it(client, table):
    game, one, other, _ = table
    say(one, game, "Hello")
    client.app.state.tables.in_memory.pop(game)
    assert heard(other, game) == ["Hello"]
    database = client.app.state.tables.store.url.database
    from sqlalchemy import create_engine, text

    engine = create_engine(f"sqlite:///{database}")
    with engine.begin() as connection:
        connection.execute(text("PRAGMA foreign_keys=ON"))
        connection.execute(text("DELETE FROM games WHERE id = :id"), {"id": game})
    assert query(database, "SELECT * FROM talk WHERE game = :id", {"id": game}) == []
    engine.dispose()
