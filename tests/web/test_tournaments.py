"""Tournaments: entered, paired, played at tables of the server, and counted from the results of those tables."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from tests.web.kept import check_answer
from tests.web.members import Member, club, matches, standings
from tests.web.players import Server, bearer


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    app = create_app(str(tmp_path_factory.mktemp("club") / "games.db"), computers=Computers(1))
    with TestClient(app) as made:
        made.event_hooks = {"response": [check_answer]}
        yield made


def running(client: Any, size: int = 4, **wish: Any) -> tuple[str, list[Member]]:
    """A tournament whose first round is paired, led by its first entrant."""
    members = club(client, size)
    id = members[0].makes(**wish)["id"]
    for one in members:
        one.enters(id)
    members[0].pairs(id)
    return id, members


def play(page: dict[str, Any], round: int, members: list[Member]) -> None:
    """Both battles of all matches: whoever is later in the alphabet gives them up."""
    named = {one.id: one for one in members}
    for match in matches(page, round):
        if match["two"] is None:
            continue
        both = sorted((match["one"], match["two"]), key=lambda one: one["name"])
        for battle in match["battles"]:
            if not battle["decided"]:
                named[both[1]["person"]].resigns(page["id"], battle["game"])


def problem(answered: Any) -> tuple[int, str]:
    return answered.status_code, answered.json()["code"]


# ---------------------------------------------------------------------- from the beginning to the end


def test_a_tournament_of_four_from_entry_to_the_last_standings(client):
    id, (anna, berta, cleo, dora) = running(client, rounds=3)
    members = [anna, berta, cleo, dora]
    met = set()
    for round in (1, 2, 3):
        page = anna.sees(id) if round == 1 else anna.pairs(id)
        assert (page["state"], page["round"], len(matches(page, round))) == ("running", round, 2)
        met |= {frozenset((one["one"]["name"], one["two"]["name"])) for one in matches(page, round)}
        play(page, round, members)
    assert len(met) == 6
    page = anna.well("POST", f"/api/tournaments/{id}/end", {})
    assert page["state"] == "over"
    goals = {battle["banners"][0] + battle["banners"][1] for one in matches(page, 1) for battle in one["battles"]}
    assert goals <= {5, 6, 7}
    assert [(place, name.split()[0], points) for place, name, points, _ in standings(page)] == [
        (1, "Anna", 6.0),
        (2, "Berta", 4.0),
        (3, "Cleo", 2.0),
        (4, "Dora", 0.0),
    ]
    assert [row["met"] for row in page["standings"]] == [
        [None, 2.0, 2.0, 2.0],
        [0.0, None, 2.0, 2.0],
        [0.0, 0.0, None, 2.0],
        [0.0, 0.0, 0.0, None],
    ]
    assert not any(anna.sees(id)["may"][what] for what in ("enter", "withdraw", "start", "pair", "end"))


def test_both_command_both_sides_of_a_match(client):
    id, members = running(client)
    (match, _) = matches(members[0].sees(id), 1)
    named = {one.id: one for one in members}
    sides = []
    for battle in match["battles"]:
        one, two = (named[match[which]["person"]].seat(id, battle["game"])["side"] for which in ("one", "two"))
        assert {one, two} == {"top", "bottom"}
        assert battle["top"] == ("one" if one == "top" else "two")
        sides.append(one)
    assert sorted(sides) == ["bottom", "top"]


def test_a_seat_is_the_same_on_every_browser_and_shows_the_own_hand(client):
    id, members = running(client)
    game = matches(members[0].sees(id), 1)[0]["battles"][0]["game"]
    mine = next(one for one in members if one.ask("POST", f"/api/tournaments/{id}/seats/{game}").status_code == 200)
    first, again = mine.seat(id, game), mine.seat(id, game)
    assert first == again
    view = client.get(f"/api/games/{game}", headers=bearer(first["token"])).json()
    assert view["hand"]
    assert view["seats"][first["side"]]["name"] == mine.name


def test_a_drawn_battle_is_half_a_point_to_both(client):
    id, members = running(client)
    match = matches(members[0].sees(id), 1)[0]
    named = {one.id: one for one in members}
    game = match["battles"][0]["game"]
    one, two = (named[match[which]["person"]] for which in ("one", "two"))
    for who, word in ((one, "offer_draw"), (two, "accept_draw")):
        seat = who.seat(id, game)
        assert who.says(game, seat["side"], seat["token"], word).status_code == 200
    after = next(
        found
        for found in matches(one.sees(id), 1)
        if found["one"]["person"] == one.id and found["battles"][0]["decided"]
    )
    assert after["points"] == [0.5, 0.5]
    assert after["battles"][0]["how"] == "agreed"


def test_an_odd_one_has_a_bye_and_nobody_two(client):
    id, members = running(client, 3, rounds=3)
    byes = []
    for round in (1, 2, 3):
        page = members[0].sees(id) if round == 1 else members[0].pairs(id)
        byes += [one["one"]["name"] for one in matches(page, round) if one["two"] is None]
        assert matches(page, round)[-1]["points"] == [2.0, 0.0]
        play(page, round, members)
    assert sorted(byes) == sorted(one.name for one in members)


def test_the_next_round_waits_for_the_last_match_unless_it_is_forced(client):
    id, members = running(client, rounds=2)
    assert problem(members[0].ask("POST", f"/api/tournaments/{id}/rounds", {})) == (409, "not_now")
    assert members[0].sees(id)["missing"] == 2
    page = members[0].pairs(id, force=True)
    assert page["round"] == 2
    (own,) = (one for one in matches(page, 1) if members[0].id in (one["one"]["person"], one["two"]["person"]))
    assert [tuple(one["points"]) for one in matches(page, 1) if one != own] == [(0.0, 0.0)]
    assert own["points"] == ([0.0, 2.0] if own["one"]["person"] == members[0].id else [2.0, 0.0])


def test_a_forced_result_stays_whatever_happens_at_its_table_afterwards(client):
    id, members = running(client, rounds=2)
    before = matches(members[0].sees(id), 1)
    page = members[0].pairs(id, force=True)
    named = {one.id: one for one in members}
    named[before[0]["one"]["person"]].resigns(id, before[0]["battles"][0]["game"])
    assert matches(members[0].sees(id), 1) == matches(page, 1)


def test_who_withdraws_loses_his_open_battles_and_is_not_paired_again(client):
    id, members = running(client, rounds=3)
    gone = members[3]
    page = gone.well("DELETE", f"/api/tournaments/{id}/entry")
    match = next(one for one in matches(page, 1) if gone.id in (one["one"]["person"], one["two"]["person"]))
    assert sorted(match["points"]) == [0.0, 2.0]
    play(page, 1, members)
    after = members[0].pairs(id)
    assert gone.id not in str(matches(after, 2))
    assert [row["gone"] for row in after["standings"] if row["person"] == gone.id] == [True]


def test_before_the_start_who_withdraws_was_never_there(client):
    anna, berta = club(client, 2)
    id = anna.makes()["id"]
    berta.enters(id)
    assert berta.well("DELETE", f"/api/tournaments/{id}/entry")["standings"] == []


def test_newcomers_are_paired_from_the_next_round_on(client):
    id, members = running(client, 4, rounds=3)
    late = Member(client, f"Late {secrets.token_hex(4)}")
    page = late.enters(id)
    assert late.id not in str(matches(page, 1))
    play(page, 1, members)
    assert late.id in str(matches(members[0].pairs(id), 2))


def test_each_round_plays_the_next_battle(client):
    id, members = running(client, rounds=3, battles=["akragas", "zama"])
    for round in (1, 2, 3):
        page = members[0].sees(id) if round == 1 else members[0].pairs(id, force=True)
    assert [one["battle"]["id"] for one in page["paired"]] == ["akragas", "zama", "akragas"]


def test_battles_of_a_tournament_have_its_pace_and_their_clocks_run(client):
    id, members = running(client, pace="1d+7d")
    page = members[0].sees(id)
    assert "day" in page["pace"]
    view = client.get(f"/api/games/{matches(page, 1)[0]['battles'][0]['game']}").json()
    assert view["clock"]["started"]
    odd = {"name": "Odd", "battles": ["akragas"], "pace": "fast"}
    assert members[0].ask("POST", "/api/tournaments", odd).status_code == 422


def test_in_a_round_robin_everybody_meets_everybody(client):
    id, members = running(client, 4, sort="round_robin")
    for round in (1, 2, 3):
        page = members[0].sees(id) if round == 1 else members[0].pairs(id)
        play(page, round, members)
    assert problem(members[0].ask("POST", f"/api/tournaments/{id}/rounds", {})) == (409, "not_now")
    page = members[0].sees(id)
    pairs = {frozenset((one["one"]["name"], one["two"]["name"])) for n in (1, 2, 3) for one in matches(page, n)}
    assert len(pairs) == 6
    assert page["rounds"] == 3


def test_who_leaves_a_round_robin_early_is_taken_out_of_it_and_later_his_matches_stay(client):
    id, members = running(client, 4, sort="round_robin")
    members[3].well("DELETE", f"/api/tournaments/{id}/entry")
    play(members[0].sees(id), 1, members)
    page = members[0].sees(id)
    assert [row["annulled"] for row in page["standings"]] == [False, False, False, True]
    assert max(row["points"] for row in page["standings"]) == 2.0
    other, people = running(client, 4, sort="round_robin")
    for round in (1, 2):
        play(people[0].sees(other) if round == 1 else people[0].pairs(other), round, people)
    people[3].well("DELETE", f"/api/tournaments/{other}/entry")
    last = people[0].pairs(other)
    assert not any(row["annulled"] for row in last["standings"])
    won = next(one for one in matches(last, 3) if people[3].id in (one["one"]["person"], one["two"]["person"]))
    assert sorted(won["points"]) == [0.0, 2.0]


def test_a_ruling_decides_and_can_be_taken_back(client):
    id, members = running(client)
    boss = members[0]
    match = next(
        one for one in matches(boss.sees(id), 1) if boss.id not in (one["one"]["person"], one["two"]["person"])
    )
    ruling = {"round": 1, "board": match["board"], "battle": 0, "to": "two"}

    def points(page: dict[str, Any]) -> list[float]:
        return next(list(one["points"]) for one in matches(page, 1) if one["board"] == match["board"])

    assert points(boss.well("POST", f"/api/tournaments/{id}/rulings", ruling)) == [0.0, 1.0]
    assert points(boss.well("POST", f"/api/tournaments/{id}/rulings", {**ruling, "to": None})) == [0.0, 0.0]


def test_the_list_has_those_that_run_first(client):
    anna = club(client, 1)[0]
    id = anna.makes(name="The newest of all")["id"]
    found = client.get("/api/tournaments").json()
    assert (found[0]["id"], found[0]["owner"], found[0]["entrants"]) == (id, anna.name, 0)


# ---------------------------------------------------------------------- whatever happens to servers


def test_a_tournament_goes_on_after_a_server_is_killed_and_with_the_tables_that_were_not_set_up(tmp_path):
    database = str(tmp_path / "games.db")
    server = Server(database)
    with server.api() as client:
        id, members = running(client, rounds=2)
        play(members[0].sees(id), 1, members[:4])
        before = members[0].sees(id)
        games = [battle["game"] for one in matches(members[0].pairs(id), 2) for battle in one["battles"]]
    server.kill()
    from tests.web.players import query

    query(database, "DELETE FROM entries WHERE game = :game", {"game": games[0]})
    query(database, "DELETE FROM terms WHERE game = :game", {"game": games[0]})
    query(database, "DELETE FROM seats WHERE game = :game", {"game": games[0]})
    query(database, "DELETE FROM games WHERE id = :game", {"game": games[0]})
    again = Server(database)
    try:
        with again.api() as client:
            for one in members:
                one.client = client
            page = members[0].sees(id)
            assert matches(page, 1) == matches(before, 1)
            play(page, 2, members)
            assert members[0].sees(id)["missing"] == 0
    finally:
        again.stop()


def test_two_servers_on_one_database_agree_and_pair_a_round_once(cluster):
    database = cluster.new()
    one, two = Server(database), Server(database)
    try:
        with one.api() as here, two.api() as there:
            id, members = running(here, rounds=2)
            for member in members[2:]:
                member.client = there
            play(members[0].sees(id), 1, members)
            members[3].client = here
            assert members[0].sees(id) == {
                **members[2].sees(id),
                "you": members[0].id,
                "may": members[0].sees(id)["may"],
            }
            first = members[0].ask("POST", f"/api/tournaments/{id}/rounds", {})
            members[0].client = there
            second = members[0].ask("POST", f"/api/tournaments/{id}/rounds", {})
            assert (first.status_code, second.status_code) == (201, 409)
            assert len(members[0].sees(id)["paired"]) == 2
    finally:
        one.stop()
        two.stop()
