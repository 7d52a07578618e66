"""The lobby: seats offered, taken once, withdrawn by nobody else; one's own battles everywhere; matches; watching."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.testclient import TestClient

from hexillum.web import lobby as rooms
from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from hexillum.web.store import lobby as kept
from tests.web.club import Browser, Hands, code, open_table
from tests.web.players import Server, command, query


def offered(browser, **wish):
    """A seat put into the lobby; what was answered."""
    answered = browser.ask("POST", "/api/lobby", {"battle": "akragas", **wish})
    assert answered.status_code == 201, answered.text
    for table in answered.json()["tables"]:
        browser.seated(table)
    return answered.json()


def taken(browser, id):
    answered = browser.ask("POST", f"/api/lobby/{id}/take", {})
    assert answered.status_code == 200, answered.text
    return [browser.seated(table) for table in answered.json()["tables"]]


def in_lobby(browser, id=None):
    listed = browser.ask("GET", "/api/lobby").json()
    return [one for one in listed["seats"] if id in (None, one["id"])]


def name(word):
    return f"{word} {secrets.token_hex(5).translate(str.maketrans('0123456789', 'ghijklmnop'))}"


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """What the lobby tells is never a second old."""
    monkeypatch.setattr(rooms, "FRESH", 0.0)


@pytest.fixture
def anna(client):
    return Browser(client, name("Anna"))


@pytest.fixture
def bert(client):
    return Browser(client, name("Bert"))


# ---------------------------------------------------------------------- offer, take, withdraw


def test_two_who_never_met_find_each_other(client, anna, bert):
    made = offered(anna, side="bottom", pace="1d+7d", level="beginner", words="  My <b>first</b>\u202e one ")
    (seat,) = in_lobby(bert, made["id"])
    assert (seat["title"], seat["side"], seat["level"]) == ("Akragas", "top", "beginner")
    assert seat["words"] == "My <b>first</b> one" and seat["pace_words"] == "1 day a turn, and 7 days in the bank"
    assert seat["by"].startswith("Anna") and not seat["yours"] and seat["game"] is None
    assert in_lobby(anna, made["id"])[0]["yours"]
    (game,) = taken(bert, made["id"])
    assert in_lobby(bert, made["id"]) == []
    view = bert.view(game)
    assert view["yours"] == ["top"] and view["clock"]["started"] and not view["match"]
    assert anna.view(game)["yours"] == ["bottom"]
    assert {one["name"] for one in view["seats"].values()} == {
        anna.ask("GET", "/api/you").json()["name"],
        bert.ask("GET", "/api/you").json()["name"],
    }


def test_guests_offer_and_take_as_everybody(client):
    one, other = Browser(client), Browser(client)
    made = offered(one)
    assert in_lobby(other, made["id"])[0]["by"] == ""
    (game,) = taken(other, made["id"])
    assert other.view(game)["clock"] is None


def test_any_side_is_drawn(client, anna):
    sides = set()
    for _ in range(20):
        made = offered(Browser(client), side="any")
        sides.add(in_lobby(anna, made["id"])[0]["side"])
        if len(sides) == 2:
            return
    raise AssertionError(sides)


def test_a_seat_is_taken_once_however_many_come(tmp_path):
    server = Server(str(tmp_path / "games.db"))
    try:
        with server.api() as client:
            made = offered(Browser(client), match=True)
            comers = [Browser(client) for _ in range(8)]
            with ThreadPoolExecutor(8) as pool:
                answers = list(pool.map(lambda one: one.ask("POST", f"/api/lobby/{made['id']}/take", {}), comers))
            statuses = sorted(answered.status_code for answered in answers)
            assert statuses.count(200) == 1 and set(statuses) <= {200, 404, 409}
            winner = next(n for n, answered in enumerate(answers) if answered.status_code == 200)
            for table in answers[winner].json()["tables"]:
                game = comers[winner].seated(table)
                assert len(comers[winner].view(game)["yours"]) == 1
    finally:
        server.stop()


def test_servers_of_one_database_share_the_lobby(postgres):
    apps = [create_app(postgres, computers=Computers(1)) for _ in range(2)]
    with TestClient(apps[0]) as first, TestClient(apps[1]) as second:
        anna, bert = Browser(first, name("Anna")), Browser(second, name("Bert"))
        made = offered(anna, pace="10+5")
        (game,) = taken(bert, made["id"])
        assert bert.view(game)["clock"]["started"]
        anna.client = second
        assert anna.view(game)["clock"]["started"]
        other = offered(anna)
        anna.client = first
        assert anna.view(other["tables"][0]["game"])["yours"]
        anna.client = second
        assert anna.ask("DELETE", f"/api/lobby/{other['id']}").status_code == 200


def test_the_lobby_of_several_servers_is_never_one_of_before(postgres, monkeypatch):
    monkeypatch.setattr(rooms, "FRESH", 60.0)
    apps = [create_app(postgres, computers=Computers(1)) for _ in range(2)]
    with TestClient(apps[0]) as first, TestClient(apps[1]) as second:
        anna, bert = Browser(first, name("Anna")), Browser(second, name("Bert"))
        assert not in_lobby(bert)
        made = offered(anna)
        assert in_lobby(bert, made["id"])
        anna.ask("DELETE", f"/api/lobby/{made['id']}")
        assert not in_lobby(bert)


def test_what_is_done_in_the_lobby_is_seen_at_once_and_by_a_crowd_with_one_look(tmp_path, monkeypatch):
    monkeypatch.setattr(rooms, "FRESH", 60.0)
    looks = 0
    app = create_app(f"sqlite:///{tmp_path}/games.db", computers=Computers(1))
    with TestClient(app) as client:
        anna, store = Browser(client, name("Anna")), app.state.tables.store.lobby
        offers = store.offers

        async def counted():
            nonlocal looks
            looks += 1
            return await offers()

        monkeypatch.setattr(store, "offers", counted)
        assert not in_lobby(anna)
        made = offered(anna)
        assert all(in_lobby(anna, made["id"]) for _ in range(5))
        assert looks == 2


def test_what_is_offered_while_somebody_looks_is_seen_by_the_next(tmp_path, monkeypatch):
    monkeypatch.setattr(rooms, "FRESH", 60.0)
    begun, go_on = threading.Event(), threading.Event()
    app = create_app(f"sqlite:///{tmp_path}/games.db", computers=Computers(1))
    with TestClient(app) as client, ThreadPoolExecutor(1) as pool:
        anna, store = Browser(client, name("Anna")), app.state.tables.store.lobby
        offers = store.offers

        async def slowly():
            found = await offers()
            begun.set()
            await asyncio.to_thread(go_on.wait, 10)
            return found

        monkeypatch.setattr(store, "offers", slowly)
        first = pool.submit(in_lobby, anna)
        assert begun.wait(10)
        made = offered(anna)
        go_on.set()
        assert not first.result()
        assert in_lobby(anna, made["id"])


def test_nobody_takes_his_own_seat_or_one_that_is_gone(client, anna, bert):
    made = offered(anna)
    assert code(anna.ask("POST", f"/api/lobby/{made['id']}/take", {})) == (409, "own_seat")
    taken(bert, made["id"])
    assert code(Browser(client).ask("POST", f"/api/lobby/{made['id']}/take", {})) == (404, "no_seat")
    assert code(bert.ask("POST", f"/api/lobby/{'0' * 32}/take", {})) == (404, "no_seat")
    assert code(bert.ask("POST", "/api/lobby/..%2f../take", {}))[0] in (404, 422)


def test_only_who_offers_withdraws_and_the_table_goes_with_it(client, anna, bert):
    made = offered(anna)
    game = made["tables"][0]["game"]
    assert code(bert.ask("DELETE", f"/api/lobby/{made['id']}")) == (403, "not_yours")
    assert code(Browser(client).ask("DELETE", f"/api/lobby/{made['id']}")) == (403, "not_yours")
    stranger = Browser(client)
    stranger.tokens[""] = {"top": secrets.token_urlsafe(32)}
    assert code(stranger.ask("DELETE", f"/api/lobby/{made['id']}")) == (403, "wrong_token")
    assert anna.ask("DELETE", f"/api/lobby/{made['id']}").status_code == 200
    assert in_lobby(bert, made["id"]) == []
    assert code(anna.at(game)) == (404, "no_game")


def test_a_guest_withdraws_by_his_seat(client):
    guest = Browser(client)
    made = offered(guest)
    answered = guest.ask("DELETE", f"/api/lobby/{made['id']}", game=made["tables"][0]["game"])
    assert answered.status_code == 200


def test_a_seat_that_was_taken_is_not_withdrawn(client, anna, bert):
    made = offered(anna)
    (game,) = taken(bert, made["id"])
    assert code(anna.ask("DELETE", f"/api/lobby/{made['id']}")) == (404, "no_seat")
    assert anna.view(game)["outcome"] is None


def test_who_watches_a_table_that_is_withdrawn_is_told(tmp_path):
    from tests.web.players import Person

    server = Server(str(tmp_path / "games.db"))
    try:
        with server.api() as client:
            guest = Browser(client)
            made = offered(guest)
            game = made["tables"][0]["game"]
            there = Person(server.url, game, *guest.tokens[game].values())
            guest.ask("DELETE", f"/api/lobby/{made['id']}", game=game)
            message = there.hear()
            while message["t"] != "bye":
                message = there.hear()
            assert message["code"] == "no_game"
    finally:
        server.stop()


def test_a_seat_stands_so_long_and_no_longer(tmp_path, monkeypatch):
    hands = Hands(monkeypatch)
    database = str(tmp_path / "games.db")
    with TestClient(create_app(database, computers=Computers(1))) as client:
        one, other = Browser(client), Browser(client)
        made = offered(one, pace="30+20")
        slow = offered(one, pace="1d+3d")
        hands.move(rooms.LIVE_STANDS + 1)
        assert [seat["id"] for seat in in_lobby(other)] == [slow["id"]]
        assert code(other.ask("POST", f"/api/lobby/{made['id']}/take", {})) == (404, "no_seat")
        offered(other)  # whoever offers next sweeps
        assert query(database, "SELECT count(*) FROM games") == [(2,)]
        assert query(database, "SELECT count(*) FROM offers") == [(2,)]


@pytest.mark.parametrize(
    "wish",
    [
        {"battle": "nowhere"},
        {"battle": None},
        {"pace": "1+"},
        {"words": "x" * 121},
        {"words": "a" + "\u0301" * 9},
        {"level": "god"},
        {"side": "left"},
        {"person": "0" * 32},
        {"scenario": "id = 3", "battle": None},
    ],
)
def test_what_is_no_offer_is_refused_and_leaves_nothing(client, wish):
    browser = Browser(client)
    before = len(in_lobby(browser))
    answered = browser.ask("POST", "/api/lobby", {"battle": "akragas", **wish})
    assert answered.status_code == 422, answered.text
    assert len(in_lobby(browser)) == before


def test_a_name_offers_so_many_seats_and_the_lobby_has_so_many(client, anna, monkeypatch):
    for _ in range(kept.EACH_MOST):
        offered(anna)
    tables = client.app.state.tables
    games = len(tables.in_memory)
    assert code(anna.ask("POST", "/api/lobby", {"battle": "akragas", "match": True})) == (409, "full")
    assert len(tables.in_memory) == games  # what was made for it is gone again
    monkeypatch.setattr(kept, "ALL_MOST", 1)
    assert code(Browser(client).ask("POST", "/api/lobby", {"battle": "akragas"})) == (409, "full")


def test_a_flood_of_offers_from_one_address_is_refused(tmp_path):
    with TestClient(create_app(str(tmp_path / "games.db"), computers=Computers(1), bounded=True)) as client:
        answers = [Browser(client).ask("POST", "/api/lobby", {"battle": "akragas"}) for _ in range(16)]
        assert code(answers[-1]) == (429, "too_fast") and "retry-after" in answers[-1].headers


def test_a_blocked_name_does_nothing_in_the_lobby(client, anna, bert):
    made = offered(bert)
    id = anna.ask("GET", "/api/you").json()["id"]
    database = client.app.state.tables.store.url.database
    query(database, "UPDATE people SET blocked = 1 WHERE id = :id", {"id": id})
    assert code(anna.ask("POST", "/api/lobby", {"battle": "akragas"})) == (403, "blocked")
    assert code(anna.ask("POST", f"/api/lobby/{made['id']}/take", {})) == (403, "blocked")


def test_nothing_secret_is_in_the_lobby(client, anna, bert):
    made = offered(anna, match=True)
    told = bert.ask("GET", "/api/lobby").text
    secrets_of = [token for table in made["tables"] for token in table["tokens"].values()]
    assert not any(token in told for token in secrets_of)
    assert not any(table["game"] in told for table in made["tables"])  # by whose id one could look at the table
    assert anna.ask("GET", "/api/you").json()["id"] not in told


# ---------------------------------------------------------------------- one's own battles


def mine(browser, *games):
    seats = [{"game": game, "tokens": list(browser.tokens[game].values())} for game in games]
    return browser.ask("POST", "/api/mine", {"seats": seats}).json()["battles"]


def test_my_battles_are_the_same_on_every_device(client, anna, bert):
    (game,) = taken(bert, offered(anna, side="bottom", pace="1d+7d")["id"])
    phone = Browser(client)
    phone.key = anna.key  # brought there
    (row,) = mine(phone)
    assert row["game"] == game and row["side"] == "bottom" and row["opponent"]["name"].startswith("Bert")
    assert row["state"] == "running" and row["pace_words"].startswith("1 day")
    (theirs,) = mine(bert)
    assert row["your_move"] != theirs["your_move"]
    assert {row["words"], theirs["words"]} >= {"Your move"}
    mover = anna if row["your_move"] else bert
    assert row["mover"] == next(iter(mover.tokens[game]))
    mover.do(game, {"do": "resign"})
    (row,) = mine(phone)
    assert row["state"] == "over" and row["result"] == ("lost" if mover is anna else "won")
    assert "by resigning" in row["words"]


def test_somebody_plays_on_from_another_device_by_his_name_alone(client, anna, bert):
    (game,) = taken(bert, offered(anna)["id"])
    phone = Browser(client)
    assert phone.view(game)["yours"] == [] and phone.view(game)["hand"] is None
    phone.key = anna.key  # brought there
    side = next(iter(anna.tokens[game]))
    assert phone.view(game)["yours"] == [side] and phone.view(game)["hand"]
    phone.tokens[game] = {side: anna.tokens[game][side]}
    sent = {"do": "resign"}
    bare = Browser(client)
    bare.key = phone.key
    view = bare.view(game)
    done = bare.at(game, "/commands", command(view, side, sent))
    assert done.status_code == 200 and done.json()["how"] == "resigned"
    stranger = Browser(client, name("Carl"))
    assert stranger.view(game)["yours"] == []
    assert code(stranger.at(game, "/commands", command(view, side, sent))) == (403, "not_yours")


def test_a_blocked_name_proves_no_seat(client, anna, bert):
    (game,) = taken(bert, offered(anna)["id"])
    id = anna.ask("GET", "/api/you").json()["id"]
    query(client.app.state.tables.store.url.database, "UPDATE people SET blocked = 1 WHERE id = :id", {"id": id})
    bare = Browser(client)
    bare.key = anna.key
    assert bare.view(game)["yours"] == []


def test_whose_move_it_is_follows_the_battle(client, anna, bert):
    (game,) = taken(bert, offered(anna)["id"])
    rng = random.Random(5)
    seen = set()
    for _ in range(60):
        (row,) = mine(anna)
        actor = anna.view(game)["decision"]["actor"]
        assert row["mover"] == actor
        seen.add(actor)
        anna.step(game, rng) or bert.step(game, rng)
    assert seen == {"top", "bottom"}
    since = row["since"]
    anna.step(game, rng) or bert.step(game, rng)
    assert mine(anna)[0]["since"] > since


def test_a_guest_has_his_by_their_tokens_and_nobody_elses(client):
    one, other = Browser(client), Browser(client)
    game = open_table(client, one, other)
    (row,) = mine(one, game)
    assert row["side"] == "bottom" and row["opponent"] == {"player": "person", "name": ""}
    thief = Browser(client)
    assert thief.ask("POST", "/api/mine", {"seats": [{"game": game, "tokens": []}]}).json()["battles"] == []
    wrong = {"game": game, "tokens": [secrets.token_urlsafe(32)]}
    assert thief.ask("POST", "/api/mine", {"seats": [wrong, {"game": "0" * 32}]}).json()["battles"] == []
    assert code(thief.ask("POST", "/api/mine", {"seats": [wrong] * 61})) == (422, "invalid")


def test_against_the_computer_and_on_one_screen(client, anna):
    made = anna.ask("POST", "/api/games", {"battle": "akragas", "top": "person", "bottom": "person"}).json()
    both = anna.seated(made)
    made = anna.ask("POST", "/api/games", {"battle": "akragas", "top": "greedy", "bottom": "person"}).json()
    alone = anna.seated(made)
    rows = {row["game"]: row for row in mine(anna)}
    assert rows[both]["side"] is None and rows[both]["your_move"]
    assert rows[alone]["opponent"] == {"player": "computer", "name": "greedy"}


def test_those_that_wait_for_me_come_first(client, anna, bert):
    games = [taken(bert, offered(anna)["id"])[0] for _ in range(4)]
    anna.do(games[0], {"do": "resign"})
    offered(anna)
    rows = mine(anna)
    order = [(not row["your_move"], ["running", "waiting", "over"].index(row["state"])) for row in rows]
    assert order == sorted(order) and {row["state"] for row in rows} == {"running", "waiting", "over"}


def test_what_a_list_tells_holds_nothing_of_a_hand(client, anna, bert):
    (game,) = taken(bert, offered(anna)["id"])
    view = anna.view(game)
    told = json.dumps([mine(anna), mine(bert), anna.ask("GET", "/api/lobby").json()])
    database = client.app.state.tables.store.url.database
    ((stands,),) = query(database, "SELECT stands FROM games WHERE id = :id", {"id": game})
    for card in view["hand"]:
        assert card not in told + stands
    for browser in (anna, bert):
        assert not any(token in told for token in browser.tokens[game].values())


def test_a_battle_of_before_is_listed_with_what_is_known(client, anna, bert):
    (game,) = taken(bert, offered(anna)["id"])
    database = client.app.state.tables.store.url.database
    for spoiled in (None, "{", "[]", ""):
        query(database, "UPDATE games SET stands = :stands WHERE id = :id", {"stands": spoiled, "id": game})
        (row,) = mine(anna)
        assert row["game"] == game and row["mover"] is None and row["words"]


# ---------------------------------------------------------------------- watching


def watched(browser):
    return [row["game"] for row in browser.ask("GET", "/api/lobby").json()["watched"]]


def test_running_battles_of_the_lobby_may_be_watched_and_no_others(client, anna, bert):
    made = offered(anna)
    shut = offered(anna, watched=False)
    assert made["tables"][0]["game"] not in watched(bert)  # nobody has come yet
    (game,) = taken(bert, made["id"])
    (hidden,) = taken(bert, shut["id"])
    private = open_table(client, anna, bert)
    seen = watched(Browser(client))
    assert game in seen and hidden not in seen and private not in seen
    onlooker = Browser(client).view(game)
    assert onlooker["hand"] is None and onlooker["yours"] == []
    anna.do(game, {"do": "resign"})
    assert game not in watched(bert)


# ---------------------------------------------------------------------- matches


def test_a_match_is_both_sides_of_a_battle_with_their_sum(client, anna, bert):
    made = offered(anna, side="bottom", match=True, pace="1d+7d")
    assert in_lobby(bert, made["id"])[0]["match"] and len(made["tables"]) == 2
    games = taken(bert, made["id"])
    views = [anna.view(game) for game in games]
    assert (
        views[0]["armies"]["top"] == views[1]["armies"]["bottom"]
        and views[0]["yours"] == ["bottom"] == views[1]["yours"]
    )
    assert all(view["match"] == made["match"] and view["clock"]["started"] for view in views)
    match = anna.ask("GET", f"/api/matches/{made['match']}").json()
    assert [one["game"] for one in match["battles"]] == games and not match["over"] and match["winner"] is None
    assert match["seats"] == [{"bottom": True}, {"bottom": True}]
    anna.do(games[0], {"do": "resign"})
    half = bert.ask("GET", f"/api/matches/{made['match']}").json()
    assert [one["wins"] for one in half["sums"]] == [1, 0] and not half["over"]
    bert.do(games[1], {"do": "offer_draw"})
    anna.do(games[1], {"do": "accept_draw"})
    match = Browser(client).ask("GET", f"/api/matches/{made['match']}").json()
    assert match["over"] and match["winner"] == "top" and "Bert" in match["words"]
    assert [one["wins"] for one in match["sums"]] == [1.5, 0.5] and match["seats"] == [{}, {}]
    assert code(anna.ask("GET", f"/api/matches/{'0' * 32}")) == (404, "no_match")


def test_the_second_battle_of_a_live_match_has_its_clocks_begin_after_the_first(client, anna, bert):
    made = offered(anna, match=True, pace="10+5")
    first, second = taken(bert, made["id"])
    assert anna.view(first)["clock"]["started"] and not anna.view(second)["clock"]["started"]
    anna.do(first, {"do": "resign"})
    assert not Browser(client).view(second)["clock"]["started"]  # who only looks on begins nothing
    assert bert.view(second)["clock"]["started"]


def test_wins_decide_a_match_then_banners():
    from hexillum.web.store import Battle, Sitting

    def ended(outcome, banners):
        stands = {"outcome": outcome, "banners": banners, "goals": [6, 6], "armies": ["A", "B"]}
        sitting = (Sitting("person", None, "Anna", None), Sitting("person", None, "Bert", None))
        return Battle("0" * 32, "battle", "akragas", "", "", "over", 0.0, 0.0, stands, sitting)

    def winner(*battles):
        return rooms.match_of("1" * 32, battles, [{}, {}])["winner"]

    assert winner(ended(0, [6, 2]), ended(1, [5, 6])) == "top"
    assert winner(ended(0, [6, 5]), ended(1, [1, 6])) == "bottom"
    assert winner(ended(0, [6, 0]), ended(2, [0, 6])) == "top"
    assert winner(ended(0, [6, 3]), ended(1, [3, 6])) == "draw"
    assert winner(ended(0, [6, 3])) is None
    told = rooms.match_of("1" * 32, [ended(1, [2, 6]), ended(1, [1, 6])], [{}, {}])["words"]
    assert told == "Bert wins the match, 2 (12 banners) to 0 (3 banners)", "what the winner has comes first"
