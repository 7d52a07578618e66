"""Clocks at tables: begun, shown, stopped, claimed; and nobody else's clock, line or restart gains anything by them."""

from __future__ import annotations

import random
import time

import pytest
from starlette.testclient import TestClient

from hexillum.club.clocks import DAY, GRACE_DAYS, GRACE_LIVE
from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from hexillum.web.entries import Entry, Opening
from hexillum.web.game import Game
from hexillum.web.messages import Refused, Word_
from hexillum.web.store import clocks as stops
from hexillum.web.timing import Timing
from tests.web.club import Browser, Hands, code, open_table
from tests.web.kept import check_answer
from tests.web.players import Person, Server, command, query

CLAIM = {"do": "claim"}


@pytest.fixture
def hands(monkeypatch):
    return Hands(monkeypatch)


def two(client):
    return Browser(client), Browser(client)


def now(browser, game):
    """The clocks as they are now."""
    return browser.at(game, "/clock").json()["clock"]


def asked_one(game, *browsers):
    """Who is asked, and who is not."""
    view = browsers[0].view(game)
    first = next(iter(browsers[0].tokens[game]))
    return browsers if view["clock"]["running"] == first else browsers[::-1]


def test_clocks_begin_when_both_seats_are_taken_and_run_for_who_is_asked(client, hands):
    one, other = two(client)
    made = one.ask("POST", "/api/games", {"battle": "akragas", "top": "friend", "bottom": "person", "pace": "30+20"})
    game = one.seated(made.json())
    hands.move(500)
    clock = one.view(game)["clock"]
    assert (clock["started"], clock["running"], clock["left"]) == (False, None, {"top": 1800, "bottom": 1800})
    other.seated(other.ask("POST", f"/api/games/{game}/join", {"invite": made.json()["invites"]["top"]}).json())
    clock = one.view(game)["clock"]
    assert clock["started"] and clock["words"] == "30 minutes each, and 20 seconds more after each own turn"
    asked = clock["running"]
    assert asked == one.view(game)["decision"]["actor"]
    hands.move(100)
    view = Browser(client).view(game)  # an onlooker sees the same
    assert view["clock"]["falls_at"] == pytest.approx(clock["falls_at"], abs=0.01)
    left = now(one, game)["left"]
    assert left[asked] == pytest.approx(1700, abs=5)
    assert left["top" if asked == "bottom" else "bottom"] == 1800


def test_a_flag_falls_a_warning_then_the_other_may_claim_and_nothing_happens_by_itself(client, hands):
    one, other = two(client)
    game = open_table(client, one, other, pace="5+0")
    late, waiting = asked_one(game, one, other)
    assert code(waiting.do(game, CLAIM)) == (409, "not_late")
    hands.move(300 + GRACE_LIVE - 5)
    assert code(waiting.do(game, CLAIM)) == (409, "not_late")  # the flag has fallen: that was the warning
    hands.move(100_000)
    clock = now(waiting, game)
    assert waiting.view(game)["outcome"] is None and clock["left"][clock["running"]] < -90_000
    assert code(late.do(game, CLAIM)) == (409, "not_late")  # nobody claims against himself
    ended = waiting.do(game, CLAIM).json()
    winner = next(iter(waiting.tokens[game]))
    assert (ended["outcome"], ended["how"]) == (winner, "time")
    assert "claims the win" in ended["log"][-1]["words"]
    assert ended["clock"]["running"] is None
    record = waiting.at(game, "/record").text
    assert "# the time of" in record and record == Browser(client).at(game, "/record").text


def test_the_record_of_a_claim_is_replayed_and_the_game_is_loaded_again(client, hands, tmp_path):
    from hexillum import read_record

    one, other = two(client)
    game = open_table(client, one, other, pace="5+0")
    for _ in range(12):
        one.step(game, random.Random(1)) or other.step(game, random.Random(1))
    _, waiting = asked_one(game, one, other)
    hands.move(10_000)
    assert waiting.do(game, CLAIM).status_code == 200
    assert len(read_record(waiting.at(game, "/record").text).choices) > 0
    client.app.state.tables.in_memory.pop(game)
    view = waiting.view(game)
    assert view["how"] == "time" and view["clock"]["started"]


def test_who_answers_before_the_claim_plays_on(client, hands):
    one, other = two(client)
    game = open_table(client, one, other, pace="5+0")
    late, waiting = asked_one(game, one, other)
    seen = waiting.view(game)
    hands.move(400)
    assert late.step(game, random.Random(3))
    answered = waiting.do(game, CLAIM, seen)
    assert code(answered) == (409, "stale_version")
    view = late.view(game)
    if view["clock"]["running"] == next(iter(late.tokens[game])):  # asked again: his debt stands
        assert view["clock"]["claim_from"] <= time.time()


def test_the_clocks_are_the_same_when_the_game_is_loaded_again(client, hands):
    one, other = two(client)
    game = open_table(client, one, other, pace="10+15")
    rng = random.Random(7)
    for n in range(60):
        hands.move(1.5 + n % 4)
        one.step(game, rng) or other.step(game, rng)
    tables = client.app.state.tables
    kept = tables.in_memory.pop(game)
    clocks = kept.timing.of(kept.game)
    one.view(game)
    again = tables.in_memory[game]
    assert again is not kept and again.game.marks == kept.game.marks
    assert again.timing.of(again.game) == clocks
    assert sum(clocks.bank) != 1200 and len(kept.game.marks) > 2


def test_taking_back_gives_no_time_back(client, hands):
    one, other = two(client)
    game = open_table(client, one, other, pace="5+0")
    asked, _ = asked_one(game, one, other)
    side = next(iter(asked.tokens[game]))
    hands.move(50)
    assert asked.step(game, random.Random(1))
    hands.move(50)
    assert asked.do(game, {"do": "undo"}).status_code == 200
    assert now(asked, game)["left"][side] == pytest.approx(200, abs=5)


def test_a_clients_clock_is_not_asked_for(client):
    one, other = two(client)
    game = open_table(client, one, other, pace="5+0")
    view = one.view(game)
    for more in ({"at": 1.0}, {"time": 0}, {"elapsed": 0}):
        sent = {**command(view, "bottom", {"do": "claim"}), **more}
        assert code(one.at(game, "/commands", sent)) == (422, "invalid")
        sent = command(view, "bottom", {"do": "claim", **more})
        assert code(one.at(game, "/commands", sent)) == (422, "invalid")


@pytest.mark.parametrize(
    "wish",
    [
        {"pace": "0+0"},
        {"pace": "fast"},
        {"pace": "999+1"},
        {"pace": "1d+7d", "dice": "typed"},
        {"pace": "30+20", "top": "greedy"},
        {"pace": "30+20", "top": "person"},
    ],
)
def test_a_pace_that_there_is_not_or_has_no_sense_is_refused(client, wish):
    made = Browser(client).ask("POST", "/api/games", {"battle": "akragas", "top": "friend", "bottom": "person", **wish})
    assert code(made) == (422, "wrong_choice")


def test_nobody_claims_in_a_battle_without_clocks_as_an_onlooker_or_for_a_seat_of_others(client, hands):
    one, other = two(client)
    game = open_table(client, one, other)
    assert one.view(game)["clock"] is None
    assert code(one.do(game, CLAIM)) == (409, "no_clock")
    game = open_table(client, one, other, pace="5+0")
    hands.move(10_000)
    view = one.view(game)
    waiting = "bottom" if view["clock"]["running"] == "top" else "top"
    sent = command(view, waiting, CLAIM)
    assert code(Browser(client).at(game, "/commands", sent)) == (403, "not_yours")


def test_a_rematch_has_the_pace_and_begins_when_both_are_there(client):
    one, other = two(client)
    game = open_table(client, one, other, pace="5+3")
    one.do(game, {"do": "resign"})
    again = one.seated(one.at(game, "/rematch", {}).json())
    assert one.view(again)["clock"]["started"] is False
    other.seated(other.at(game, "/rematch", {}).json())
    assert one.view(again)["clock"]["pace"] == "5+3" and one.view(again)["clock"]["started"]


def test_a_seat_that_holds_its_share_of_the_dice_back_is_on_its_own_time(client, hands):
    import hashlib

    shares = {"one": b"1" * 32, "other": b"2" * 32}
    promised = {who: hashlib.sha256(share).hexdigest() for who, share in shares.items()}
    one, other = two(client)
    wish = {"battle": "akragas", "top": "friend", "bottom": "person", "pace": "5+0", "share": promised["one"]}
    made = one.ask("POST", "/api/games", wish).json()
    game = one.seated(made)
    joining = {"invite": made["invites"]["top"], "share": promised["other"]}
    other.seated(other.ask("POST", f"/api/games/{game}/join", joining).json())
    assert one.view(game)["clock"]["running"] is None  # both are awaited
    given = one.at(game, "/share", {"seat": "bottom", "share": shares["one"].hex()}).json()
    assert given["clock"]["running"] == "top"
    hands.move(300 + GRACE_LIVE + 1)
    ended = one.do(game, CLAIM).json()
    assert (ended["outcome"], ended["how"]) == ("bottom", "time")


# ---------------------------------------------------------------------- servers and lines


def test_a_line_that_is_cut_does_not_stop_the_clock(server):
    with server.api() as client:
        one, other = two(client)
        game = open_table(client, one, other, pace="5+0")
        people = [
            Person(server.url, game, *browser.tokens[game].values(), eyes=side)
            for browser, side in ((one, "bottom"), (other, "top"))
        ]
        clock = people[0].view["clock"]
        for person in people:
            person.close()
        time.sleep(0.3)
        later = one.view(game)["clock"]
        assert later["running"] == clock["running"] and later["falls_at"] == pytest.approx(clock["falls_at"], abs=0.01)


def test_the_time_in_which_no_server_ran_costs_nobody(database):
    first = Server(database)
    with first.api() as client:
        one, other = two(client)
        game = open_table(client, one, other, pace="5+0")
        running = one.view(game)["clock"]["running"]
    first.kill()
    long_ago = time.time() - 7200
    query(database, "UPDATE entries SET at = at - 7200")
    query(database, "UPDATE meta SET value = :at WHERE name = 'beat'", {"at": repr(long_ago)})
    second = Server(database)
    try:
        with second.api() as client:
            one.client = other.client = client
            clock = now(one, game)
            assert clock["left"][running] > 285, clock
            waiting = other if running == "bottom" else one
            assert code(waiting.do(game, CLAIM)) == (409, "not_late")
            assert len(query(database, "SELECT * FROM outages")) == 1
    finally:
        second.stop()


def test_what_was_out_of_order_is_known_before_a_claim_is_judged(tmp_path, hands, monkeypatch):
    """A database that answered nobody for an hour: the first thing afterwards is a claim."""
    app = create_app(str(tmp_path / "games.db"), computers=Computers(1))
    with TestClient(app) as client:
        one, other = two(client)
        game = open_table(client, one, other, pace="5+0")
        assert client.portal is not None
        client.portal.call(app.state.tables.store.clocks.beat)
        monkeypatch.setattr(stops, "STILL", 15.0)
        hands.move(3600)
        _, waiting = asked_one(game, one, other)
        assert code(waiting.do(game, CLAIM)) == (409, "not_late")


def test_servers_of_one_database_know_of_each_others_outages(postgres):
    servers = [create_app(postgres, computers=Computers(1)) for _ in range(2)]
    with TestClient(servers[0]) as first, TestClient(servers[1]) as second:
        kept = [app.state.tables.store.clocks for app in servers]
        query(postgres, "UPDATE meta SET value = :at WHERE name = 'beat'", {"at": repr(time.time() - 100)})
        assert first.portal is not None and second.portal is not None
        first.portal.call(kept[0].beat)
        assert len(kept[0].outages.spans) == 1
        second.portal.call(kept[1].beat)
        assert kept[1].outages.spans == kept[0].outages.spans


def test_a_clock_of_the_machine_that_is_set_back_costs_nothing(client, hands):
    one, other = two(client)
    game = open_table(client, one, other, pace="5+0")
    asked, _ = asked_one(game, one, other)
    side = next(iter(asked.tokens[game]))
    hands.move(-10_000)
    assert asked.step(game, random.Random(1))
    assert now(asked, game)["left"][side] == pytest.approx(300, abs=2)


# ---------------------------------------------------------------------- by days, and vacation


@pytest.fixture
def people(client):
    made = [
        Browser(client, name) for name in (f"Anna {random.getrandbits(40)}"[:20], f"Bert {random.getrandbits(40)}"[:20])
    ]
    return made


def test_a_vacation_stops_the_own_clock_and_no_other(client, hands, people):
    anna, bert = people
    game = open_table(client, anna, bert, pace="1d+2d")
    asked, waiting = asked_one(game, anna, bert)
    side = next(iter(asked.tokens[game]))
    taken = asked.ask("POST", "/api/vacations", {"days": 10})
    assert taken.status_code == 201 and taken.json()["days_left"] == pytest.approx(20, abs=0.2)
    clock = waiting.view(game)["clock"]
    assert clock["vacation"] == [side] and clock["stopped_until"] == pytest.approx(time.time() + 10 * DAY, abs=5)
    hands.move(10 * DAY - 60)
    assert now(asked, game)["left"][side] == pytest.approx(3 * DAY, abs=70)
    hands.move(3 * DAY + GRACE_DAYS + 120)
    ended = waiting.do(game, CLAIM)
    assert ended.status_code == 200, ended.text
    assert ended.json()["how"] == "time"


def test_a_vacation_does_not_help_who_is_late_already(client, hands, people):
    anna, bert = people
    game = open_table(client, anna, bert, pace="1d+0d")
    asked, waiting = asked_one(game, anna, bert)
    hands.move(DAY + GRACE_DAYS + 10)
    assert asked.ask("POST", "/api/vacations", {"days": 20}).status_code == 201
    ended = waiting.do(game, CLAIM).json()
    assert ended.get("how") == "time", ended


def test_vacations_are_bounded_ended_and_nobody_elses(client, people):
    anna, bert = people
    mine = anna.ask("POST", "/api/vacations", {"days": 29}).json()["vacations"][0]
    for more in ({"days": 2}, {"days": 30}, {"days": 31}):  # the same days again count once
        again = anna.ask("POST", "/api/vacations", {**more, "begin": mine["ends_at"]})
        year = time.gmtime(mine["ends_at"]).tm_year == time.gmtime().tm_year
        assert again.status_code == 409 or (not year and more["days"] < 31)
    assert code(bert.ask("DELETE", f"/api/vacations/{mine['id']}")) == (404, "no_vacation")
    assert anna.ask("DELETE", f"/api/vacations/{mine['id']}").json()["days_left"] == pytest.approx(30, abs=0.1)
    assert code(Browser(client).ask("POST", "/api/vacations", {"days": 1})) == (401, "no_name")
    assert code(anna.ask("POST", "/api/vacations", {"days": 1, "begin": -5})) == (422, "invalid")


def test_a_vacation_does_not_stop_a_live_clock(client, hands, people):
    anna, bert = people
    game = open_table(client, anna, bert, pace="5+0")
    for one in people:
        assert one.ask("POST", "/api/vacations", {"days": 2}).status_code == 201
    hands.move(1000)
    assert anna.view(game)["clock"]["vacation"] == []
    _, waiting = asked_one(game, anna, bert)
    ended = waiting.do(game, CLAIM).json()
    assert ended.get("how") == "time", ended


# ---------------------------------------------------------------------- the game alone


def test_a_computer_never_claims_and_has_no_clock():
    game = Game("0" * 32, Opening("battle", "akragas", pace="5+0"), b"1" * 64, ["greedy", "person"])
    game.fold([*game.opening_entries(), Entry("started", at=1.0)])
    assert all(mark.asked in (None, 1) for mark in game.marks)
    with pytest.raises(Refused, match="not up"):
        game.plan(0, Word_(do="claim"), late=1)
    assert Timing().late(game, 1e9) in (None, 1)


def test_a_game_without_a_pace_has_no_marks_and_is_stored_as_before():
    opening = Opening("battle", "akragas")
    assert not {"pace", "match"} & set(opening.as_dict())
    game = Game("0" * 32, opening, b"1" * 64, ["person", "person"])
    game.fold(game.opening_entries())
    assert game.marks == []
    assert Entry.read("started", None, Entry("started").data(), 5.0).at == 5.0


def test_every_answer_is_of_its_type(client):
    assert check_answer in client.event_hooks["response"]
