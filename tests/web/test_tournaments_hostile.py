"""Tournaments, ratings and results under attack: strangers, cheats, look-alike words, floods and many at once."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

from hexillum.club.ratings import RATING
from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from hexillum.web.people import House
from hexillum.web.store import Full, Result, Tournaments
from hexillum.web.store import tournaments as kept
from hexillum.web.table import digest
from tests.web.kept import check_answer
from tests.web.members import Member, club, matches
from tests.web.players import bearer
from tests.web.test_tournaments import play, problem


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server whose only organiser is the judge, who leads more tournaments here than anybody may elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kept, "EACH_MOST", 1000)
        yield from served(tmp_path_factory)


def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
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
    return Member(client, "Head Judge")


def begun(client: Any, judge: Member, size: int = 4, **wish: Any) -> tuple[str, list[Member]]:
    """A running tournament that the judge leads and does not play in."""
    members = club(client, size)
    id = judge.makes(**wish)["id"]
    for one in members:
        one.enters(id)
    judge.pairs(id)
    return id, members


# ---------------------------------------------------------------------- who may what


def test_where_there_are_organisers_nobody_else_makes_tournaments(client, judge):
    stranger = club(client, 1)[0]
    wish = {"name": "Mine", "battles": ["akragas"]}
    assert problem(stranger.ask("POST", "/api/tournaments", wish)) == (403, "not_yours")
    assert problem(client.post("/api/tournaments", json=wish)) == (401, "no_name")
    assert judge.makes()["state"] == "open"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "rounds", {}),
        ("POST", "rounds", {"force": True}),
        ("POST", "end", {"force": True}),
        ("POST", "rulings", {"round": 1, "board": 1, "battle": 0, "to": "one"}),
        ("POST", "removals", {"person": "0" * 32}),
    ],
)
def test_only_who_leads_a_tournament_pairs_rules_removes_and_ends(client, judge, method, path, body):
    id, members = begun(client, judge)
    before = judge.sees(id)
    assert problem(members[0].ask(method, f"/api/tournaments/{id}/{path}", body)) == (403, "not_yours")
    assert problem(client.request(method, f"/api/tournaments/{id}/{path}", json=body)) == (401, "no_name")
    assert judge.sees(id) == before


def test_nobody_decides_his_own_match(client, judge):
    id = judge.makes()["id"]
    for one in [*club(client, 3), judge]:
        one.enters(id)
    page = judge.pairs(id)
    own = next(one for one in matches(page, 1) if judge.id in (one["one"]["person"], one["two"]["person"]))
    to = "one" if own["one"]["person"] == judge.id else "two"
    ruling = {"round": 1, "board": own["board"], "battle": 0, "to": to}
    assert problem(judge.ask("POST", f"/api/tournaments/{id}/rulings", ruling)) == (403, "not_yours")


def test_nobody_gets_the_seat_of_another_or_a_hand_without_one(client, judge):
    id, members = begun(client, judge)
    for match in matches(judge.sees(id), 1):
        playing = {match["one"]["person"], match["two"]["person"]}
        for battle in match["battles"]:
            for one in [*members, judge]:
                answered = one.ask("POST", f"/api/tournaments/{id}/seats/{battle['game']}")
                assert (answered.status_code == 200) == (one.id in playing)
            assert not client.get(f"/api/games/{battle['game']}").json()["hand"]


def test_a_seat_of_a_game_elsewhere_is_not_given(client, judge):
    """The name sits there, but in no tournament: its token came with the table."""
    id, members = begun(client, judge)
    opened = members[0].well("POST", "/api/games", {"battle": "akragas", "top": "person", "bottom": "friend"})
    answered = members[0].ask("POST", f"/api/tournaments/{id}/seats/{opened['game']}")
    assert problem(answered) == (403, "not_yours")


def test_who_is_blocked_is_not_paired_and_does_nothing(client, judge):
    id, members = begun(client, judge, rounds=2)
    client.portal.call(client.app.state.tables.store.people.block, members[0].name)
    assert problem(members[0].ask("PUT", f"/api/tournaments/{id}/entry")) == (403, "blocked")
    assert members[0].id not in str(matches(judge.pairs(id, force=True), 2))


def test_who_deletes_his_name_leaves_his_matches_and_is_not_paired(client, judge):
    id, members = begun(client, judge, rounds=2)
    play(judge.sees(id), 1, members)
    members[0].well("DELETE", "/api/you")
    page = judge.sees(id)
    assert [row["name"] for row in page["standings"] if row["person"] == members[0].id] == ["a former player"]
    assert members[0].name not in str(page)
    assert members[0].id not in str(matches(judge.pairs(id), 2))


# ---------------------------------------------------------------------- withdrawing and coming back


def test_withdrawing_from_a_lost_match_and_coming_back_wins_nothing_and_no_second_bye(client, judge):
    id, members = begun(client, judge, 5, rounds=5)
    page = judge.sees(id)
    alone = next(one["one"]["person"] for one in matches(page, 1) if one["two"] is None)
    dodger = next(one for one in members if one.id == alone)
    play(page, 1, members)
    for round in (2, 3):
        dodger.well("DELETE", f"/api/tournaments/{id}/entry")
        dodger.enters(id)
        page = judge.pairs(id)
        assert next(one["one"]["person"] for one in matches(page, round) if one["two"] is None) != dodger.id
        play(page, round, members)
    met = [
        frozenset((one["one"]["person"], one["two"]["person"]))
        for card in page["paired"]
        for one in card["matches"]
        if one["two"] is not None
    ]
    assert len(met) == len(set(met))


def test_entering_twice_or_leaving_what_one_is_not_in_changes_nothing(client, judge):
    id, members = begun(client, judge)
    stranger = club(client, 1)[0]
    before = judge.sees(id)
    assert problem(members[0].ask("PUT", f"/api/tournaments/{id}/entry")) == (409, "not_now")
    assert problem(stranger.ask("DELETE", f"/api/tournaments/{id}/entry")) == (409, "not_now")
    assert judge.sees(id) == before


def test_of_two_who_withdraw_from_their_match_the_first_has_lost_it(client, judge):
    id, members = begun(client, judge)
    match = matches(judge.sees(id), 1)[0]
    named = {one.id: one for one in members}
    for which in ("one", "two"):
        named[match[which]["person"]].well("DELETE", f"/api/tournaments/{id}/entry")
    assert matches(judge.sees(id), 1)[0]["points"] == [0.0, 2.0]


# ---------------------------------------------------------------------- collusion


def rating(client: Any, one: Member) -> float:
    return float(
        next((row["points"] for row in client.get("/api/ladder").json()["rows"] if row["person"] == one.id), RATING)
    )


def test_resigning_at_once_counts_in_the_tournament_but_brings_no_rating_and_is_flagged(client, judge):
    id, members = begun(client, judge)
    match = matches(judge.sees(id), 1)[0]
    named = {one.id: one for one in members}
    friend, favourite = (named[match[which]["person"]] for which in ("one", "two"))
    for battle in match["battles"]:
        friend.resigns(id, battle["game"])
    assert matches(judge.sees(id), 1)[0]["points"] == [0.0, 2.0]
    assert rating(client, favourite) == RATING > rating(client, friend)
    told = [one["words"] for one in judge.well("GET", "/api/ladder/flags")]
    assert f"{friend.name} resigned 2 battles to {favourite.name} that had hardly begun" in told


def table_of_two(one: Member, other: Member, **wish: Any) -> tuple[str, dict[str, Any], Any]:
    """A table that one opens and another takes a seat at: its game, and the tokens of both."""
    opened = one.well("POST", "/api/games", {"battle": "akragas", "top": "person", "bottom": "friend", **wish})
    joined = other.ask(
        "POST",
        f"/api/games/{opened['game']}/join",
        {"invite": opened["invites"]["bottom"], "rated": wish.get("rated", False)},
    )
    return opened["game"], opened, joined.json()


def test_one_who_plays_himself_by_two_names_a_hundred_times_gains_as_by_one_match(client):
    anna, puppet = club(client, 2)
    store = client.app.state.tables.store
    game: dict[str, Any] = dict(
        battle="akragas", edition="ancients", swapped=False, switches="", setup="", rules="", hexillum=""
    )
    ended: dict[str, Any] = dict(winner=0, how="banners", top_banners=5, bottom_banners=0, top_goal=5, bottom_goal=6)
    more: dict[str, Any] = dict(turns=20, decisions=200, rated=True, thrown=False, share=0.5)
    for n in range(100):
        at = 86_400.0 * 9 + n
        one = Result(game=secrets.token_hex(16), top=anna.id, bottom=puppet.id, ended_at=at, **game, **ended, **more)
        client.portal.call(store.results.add, one)
        if n == 1:
            match = rating(client, anna)
    assert rating(client, anna) == match > RATING


def test_both_must_agree_to_a_rated_battle_and_neither_takes_it_back(client):
    anna, ben = club(client, 2)
    game, opened, joined = table_of_two(anna, ben, rated=True)
    assert client.get(f"/api/games/{game}/terms").json() == {
        "wanted": {"top": True, "bottom": True},
        "rated": True,
        "why": "",
    }
    answered = client.put(f"/api/games/{game}/terms", json={"rated": False}, headers=bearer(joined["token"]))
    assert problem(answered) == (409, "agreed")
    assert opened["tokens"]


def test_who_does_not_say_yes_plays_a_casual_battle(client):
    anna, ben = club(client, 2)
    opened = anna.well("POST", "/api/games", {"battle": "akragas", "top": "person", "bottom": "friend", "rated": True})
    ben.well("POST", f"/api/games/{opened['game']}/join", {"invite": opened["invites"]["bottom"]})
    assert not client.get(f"/api/games/{opened['game']}/terms").json()["rated"]
    anna.says(opened["game"], "top", opened["tokens"]["top"], "resign")
    assert rating(client, ben) == rating(client, anna) == RATING


def test_a_stranger_says_nothing_of_the_terms_of_a_table(client):
    anna, ben = club(client, 2)
    game, *_ = table_of_two(anna, ben)
    assert problem(client.put(f"/api/games/{game}/terms", json={"rated": True})) == (403, "not_yours")
    wrong = client.put(f"/api/games/{game}/terms", json={"rated": True}, headers=bearer("x" * 43))
    assert problem(wrong) == (403, "wrong_token")


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"top": "person", "bottom": "person"}, "wrong_choice"),
        ({"top": "person", "bottom": "greedy"}, "wrong_choice"),
        ({"top": "person", "bottom": "friend", "dice": "typed"}, "wrong_choice"),
        ({"top": "person", "bottom": "friend", "seed": 7}, "wrong_choice"),
    ],
)
def test_no_rated_battle_against_oneself_a_computer_or_with_chosen_dice(client, wish, code):
    (anna,) = club(client, 1)
    answered = anna.ask("POST", "/api/games", {"battle": "akragas", "rated": True, **wish})
    assert problem(answered) == (422, code)


def test_a_guest_has_no_rated_battle(client):
    answered = client.post("/api/games", json={"battle": "akragas", "top": "person", "bottom": "friend", "rated": True})
    assert problem(answered) == (401, "no_name")


def test_who_sits_at_both_sides_has_no_result_of_it(client):
    (anna,) = club(client, 1)
    game, opened, joined = table_of_two(anna, anna, rated=True)
    assert not client.get(f"/api/games/{game}/terms").json()["rated"]
    anna.says(game, "top", opened["tokens"]["top"], "resign")
    assert rating(client, anna) == RATING
    assert not client.portal.call(client.app.state.tables.store.results.of, [game])
    assert joined["token"]


# ---------------------------------------------------------------------- results of others


def test_results_and_flags_are_for_organisers(client, judge):
    (stranger,) = club(client, 1)
    for path in ("/api/results.csv", "/api/ladder/flags"):
        assert problem(stranger.ask("GET", path)) == (403, "not_yours")
        assert problem(client.get(path)) == (401, "no_name")
        assert judge.ask("GET", path).status_code == 200


def test_results_say_no_name_and_no_id_of_anybody(client, judge):
    id, members = begun(client, judge)
    play(judge.sees(id), 1, members)
    told = judge.ask("GET", "/api/results.csv").text
    assert told.count("\n") > 4
    assert not any(one.name in told or one.id in told or one.name.split()[0] in told for one in members)


# ---------------------------------------------------------------------- words and floods


@pytest.mark.parametrize(
    "name",
    ["", " ", "a" * 81, "Anna\u202ennA", "a\u200bb", "a\x00b", "\ufeff", "a\ud800"],
    ids=["none", "blank", "long", "turned", "invisible", "nul", "mark", "half"],
)
def test_names_of_tournaments_are_words_that_can_be_seen(client, judge, name):
    body = json.dumps({"name": name, "battles": ["akragas"]})
    headers = {"hexillum-key": judge.key, "content-type": "application/json"}
    assert client.post("/api/tournaments", content=body, headers=headers).status_code in (400, 422)


def test_html_in_a_name_is_only_words(client, judge):
    page = judge.makes(name="<script>alert(1)</script>", words="<img src=x onerror=alert(1)>")
    assert page["name"] == "<script>alert(1)</script>"


@pytest.mark.parametrize(
    "wish",
    [
        {"battles": []},
        {"battles": ["../../etc/passwd"]},
        {"battles": ["akragas"] * 21},
        {"rounds": 0},
        {"rounds": 10_000},
        {"days": -1},
        {"sort": "knockout"},
        {"owner": "0" * 32},
        {"state": "over"},
    ],
)
def test_what_is_no_tournament_is_refused(client, judge, wish):
    answered = judge.ask("POST", "/api/tournaments", {"name": "Odd", "battles": ["akragas"], **wish})
    assert answered.status_code == 422, answered.text


def test_a_tournament_that_is_none(client, judge):
    assert problem(judge.ask("GET", f"/api/tournaments/{'0' * 32}")) == (404, "no_tournament")
    assert judge.ask("GET", "/api/tournaments/../you").status_code in (200, 404)
    assert judge.ask("GET", "/api/tournaments/%2e%2e").status_code in (404, 422)


def test_nobody_leads_more_tournaments_than_a_few(client, monkeypatch):
    monkeypatch.setattr(kept, "EACH_MOST", 2)
    anna = Member(client, f"Fresh {secrets.token_hex(4)}")
    store: Tournaments = client.app.state.tables.store.tournaments
    told = dict(name="One", words="", sort="swiss", battles=["akragas"], rounds=1, days=0, pace="", rated=False)
    for _ in range(2):
        client.portal.call(lambda: store.make(anna.id, **told))
    with pytest.raises(Full, match="2 tournaments of yours"):
        client.portal.call(lambda: store.make(anna.id, **told))


def test_many_who_enter_and_pair_at_once_lose_nobody_and_pair_once(client, judge):
    id = judge.makes(rounds=2)["id"]
    members = club(client, 6)
    with ThreadPoolExecutor(6) as pool:
        answered = list(pool.map(lambda one: one.ask("PUT", f"/api/tournaments/{id}/entry").status_code, members))
        late = [one for one, status in zip(members, answered, strict=True) if status != 200]
        for one in late:  # so many at once that somebody was told to try again
            one.enters(id)
        paired = list(pool.map(lambda _: judge.ask("POST", f"/api/tournaments/{id}/rounds", {}).status_code, range(4)))
    assert sorted(paired) == [201, 409, 409, 409]
    page = judge.sees(id)
    assert len(page["standings"]) == 6
    assert (page["round"], len(matches(page, 1))) == (1, 3)


def test_the_server_is_bounded_for_who_asks_too_much(tmp_path):
    app = create_app(str(tmp_path / "games.db"), computers=Computers(1), bounded=True)
    with TestClient(app) as client:
        anna = Member(client, "Anna")
        wish = {"name": "Spring", "battles": ["akragas"]}
        told = [anna.ask("POST", "/api/tournaments", wish) for _ in range(25)]
        assert {one.status_code for one in told} == {201, 429}
        assert "retry-after" in next(one for one in told if one.status_code == 429).headers


def test_a_seat_cannot_be_guessed_from_another(client, judge):
    id, members = begun(client, judge)
    tokens = [
        one.seat(id, battle["game"])["token"]
        for match in matches(judge.sees(id), 1)
        for battle in match["battles"]
        for one in members
        if one.id in (match["one"]["person"], match["two"]["person"])
    ]
    assert len(set(tokens)) == len(tokens) == 8
    assert all(len(token) == 64 for token in tokens)


def test_after_the_key_of_the_server_was_changed_seats_are_given_anew_and_old_tokens_are_worth_nothing(client, judge):
    id, members = begun(client, judge)
    game = matches(judge.sees(id), 1)[0]["battles"][0]["game"]
    mine = next(one for one in members if one.ask("POST", f"/api/tournaments/{id}/seats/{game}").status_code == 200)
    seat = mine.seat(id, game)
    tables = client.app.state.tables
    old = "an older token of this seat"
    client.portal.call(tables.store.reseat, game, ("top", "bottom").index(seat["side"]), mine.id, digest(old))
    tables.in_memory.pop(game)
    assert client.get(f"/api/games/{game}", headers=bearer(seat["token"])).status_code == 403
    again = mine.seat(id, game)
    assert client.get(f"/api/games/{game}", headers=bearer(again["token"])).json()["hand"]
    assert client.get(f"/api/games/{game}", headers=bearer("x" * 43)).status_code == 403
