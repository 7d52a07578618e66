"""Several server processes over one PostgreSQL database."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import pytest

from tests.web.conftest import Cluster
from tests.web.players import Person, Server, Table, View, answer, bearer, choice, play_on, query


@pytest.fixture(scope="module")
def pair(cluster: Cluster) -> Iterator[list[Server]]:
    """Two servers with the same games."""
    database = cluster.new()
    made = [Server(database), Server(database)]
    yield made
    for server in made:
        server.kill()


def seen(view: View) -> View:
    """What must not hang on the server that tells it: who is connected does."""
    return {key: value for key, value in view.items() if key not in ("seats", "watching", "log", "log_from")}


def test_players_on_different_servers_see_each_other_live(pair):
    rng = random.Random(1)
    with pair[0].api() as api:
        table = Table(api, seed=3)
    top = Person(pair[0].url, table.id, table.tokens["top"], eyes="top")
    bottom = Person(pair[1].url, table.id, table.tokens["bottom"], eyes="bottom")
    onlooker = Person(pair[1].url, table.id)
    assert play_on([top, bottom], rng, 30) == 30
    onlooker.until_version(top.view["version"])
    with pair[1].api() as api:
        table.client = api
        assert seen(table.view("top")) == seen(top.view)
        assert [line["text"] for line in onlooker.log] == [line["text"] for line in table.view()["log"]]
    for person in (top, bottom, onlooker):
        person.close()


def test_an_invitation_is_good_once_on_all_servers(pair):
    with pair[0].api() as first, pair[1].api() as second:
        table = Table(first, top="friend")
        watching = Person(pair[0].url, table.id, table.tokens["bottom"], eyes="bottom")
        assert watching.view["seats"]["top"]["player"] == "open"
        taken = second.post(f"{table.path}/join", json={"invite": table.invites["top"]})
        assert taken.status_code == 200
        watching.until(lambda: watching.view["seats"]["top"]["player"] == "person")
        again = first.post(f"{table.path}/join", json={"invite": table.invites["top"]})
        assert again.status_code == 403
        assert first.get(table.path, headers=bearer(taken.json()["token"])).json()["eyes"] == "top"
        watching.close()


def test_a_choice_that_is_sent_to_both_servers_counts_once(pair):
    rng = random.Random(2)
    with pair[0].api() as first, pair[1].api() as second:
        table = Table(first, seed=3)
        for n in range(20):
            view = table.ours()
            sent = {
                "id": f"00000000-0000-4000-8000-{n:012d}",
                "version": view["version"],
                "seat": view["decision"]["actor"],
                "body": answer(choice(view, rng)),
            }
            headers = bearer(*table.tokens.values())
            for api in (first, second):
                answered = api.post(f"{table.path}/commands", headers=headers, json=sent)
                assert answered.status_code == 200, answered.text
        ids = query(pair[0].database, "SELECT command FROM entries WHERE command LIKE '00000000-%'")
        assert len(ids) == len(set(ids)) == 20


def test_a_line_to_the_database_that_is_cut_is_drawn_again(pair):
    rng = random.Random(3)
    with pair[0].api() as api:
        table = Table(api, seed=3)
    top = Person(pair[0].url, table.id, table.tokens["top"], eyes="top")
    bottom = Person(pair[1].url, table.id, table.tokens["bottom"], eyes="bottom")
    assert play_on([top, bottom], rng, 4) == 4
    query(
        pair[0].database,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )
    assert play_on([top, bottom], rng, 10) == 10
    top.close()
    bottom.close()


@pytest.mark.parametrize("asked", ["ending", "record", "position", "review"])
def test_who_has_seen_the_end_at_one_server_may_ask_the_other_before_that_is_told(pair, asked):
    """A page holds its line to one server, and what it asks beside goes to any."""
    with pair[0].api() as first, pair[1].api() as second:
        table = Table(first, seed=3)
        headers = bearer(*table.tokens.values())
        assert second.get(table.path, headers=headers).json()["outcome"] is None
        assert second.get(f"{table.path}/{asked}", headers=headers).status_code in (403, 409), "the battle goes on"
        query(
            pair[0].database,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND query LIKE 'LISTEN%'",
        )  # both are deaf for a quarter of a second
        assert table.do("top", {"do": "resign"}).json()["outcome"] == "bottom"
        found = second.get(f"{table.path}/{asked}", headers=headers)
        assert found.status_code == 200, found.text


def test_a_computer_player_is_moved_by_one_server_and_taken_over_from_a_killed_one(postgres):
    """The battle of two computer players is watched on both servers; each choice stands in the record once."""
    pair = [Server(postgres), Server(postgres)]
    try:
        watch_and_kill(pair)
    finally:
        for server in pair:
            server.kill()


def watch_and_kill(pair: list[Server]) -> None:
    """Watch a battle of computers on both servers, then kill that which moves them."""
    with pair[0].api() as api:
        table = Table(api, seed=3, top="greedy", bottom="greedy")
    watchers = [Person(server.url, table.id) for server in pair]
    for watcher in watchers:
        while watcher.view["moment"] <= 20:
            watcher.hear()
    words = "SELECT count(*), max(seq), (SELECT version FROM games) FROM entries"
    ((count, last, version),) = query(pair[0].database, words)
    assert count == last + 1 == version
    (holder,) = (by for (by,) in query(pair[0].database, "SELECT DISTINCT lease_by FROM games"))
    assert holder is not None
    pair[0].kill()
    query(pair[0].database, "UPDATE games SET lease_until = 1 WHERE lease_by = :by", {"by": holder})  # time goes by
    far = watchers[1].view["moment"] + 10
    until = time.monotonic() + 30
    watchers[1].until(lambda: watchers[1].view["moment"] > far, until - time.monotonic())
    for watcher in watchers:
        watcher.close()


def test_a_lease_is_one_servers_until_it_runs_out(pair):
    """A server that others hold the lease of leaves the computer's turn alone."""
    with pair[0].api() as api:
        table = Table(api, seed=3, top="greedy", bottom="person")
        query(
            pair[0].database,
            "UPDATE games SET lease_by = 'somebody else', lease_until = :until WHERE id = :game",
            {"until": time.time() + 5, "game": table.id},
        )
        rng = random.Random(1)
        while True:
            view = table.view("bottom")
            if view["decision"]["actor"] == "top":
                break
            assert table.do("bottom", answer(choice(view, rng))).status_code == 200
        time.sleep(1)
        assert table.view("bottom")["version"] == view["version"]
        table.ours()  # when the lease has run out, one of the servers goes on
