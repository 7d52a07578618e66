"""A stored game that cannot be read or folded is set aside: it is named once, nobody else is held up by it."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from starlette.testclient import TestClient

from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from hexillum.web.entries import Opening
from hexillum.web.messages import Refused
from hexillum.web.store import Store, Stored, StoreError
from hexillum.web.table import STOPPED, TORN
from hexillum.web.tables import OpenTables
from tests.web.kept import check_answer
from tests.web.players import query
from tests.web.test_rules_digest import at_a_server, begin, changed, play

DEEP = "[" * 100_000


def entry(seq: int, data: object) -> str:
    return f"UPDATE entries SET data = '{data}' WHERE seq = {seq}"


#: What may stand in a row, and how much of the game can be shown then: entries, or None where there is nothing.
SPOILT: dict[str, tuple[str, int | None]] = {
    "no JSON in an entry": (entry(12, '{"n": ['), 12),
    "JSON that is no object": (entry(12, "7"), 12),
    "JSON that is too deep": (entry(12, DEEP), 12),
    "numbers that are none": (entry(12, '{"n": [["x"], {}]}'), 12),
    "a number beyond all numbers": (entry(12, json.dumps({"n": [10**40]})), 12),
    "a number below all": (entry(12, json.dumps({"n": [-(10**9)]})), 12),
    "faces that no die has": ("UPDATE entries SET kind = 'roll', data = '{\"f\": [99, -7]}' WHERE seq = 12", 12),
    "a moment that never was": ("UPDATE entries SET kind = 'undone', data = '{\"to\": \"x\"}' WHERE seq = 12", 12),
    "a kind that there is not": ("UPDATE entries SET kind = 'sneezed' WHERE seq = 12", 12),
    "a kind that is a word of ours": ("UPDATE entries SET kind = 'choose' WHERE seq = 12", 12),
    "an entry that is missing": ("DELETE FROM entries WHERE seq = 12", 12),
    "entries that are missing at the end": ("DELETE FROM entries WHERE seq >= 12", 12),
    "a battle that there is not": ("""UPDATE games SET opening = '{"battle": "nowhere"}'""", None),
    "an opening that is none": ("""UPDATE games SET opening = '{"wings": 2}'""", None),
    "an opening that is no JSON": ("UPDATE games SET opening = '{'", None),
    "an opening that is too deep": (f"UPDATE games SET opening = '{DEEP}'", None),
    "a position that is none": ("""UPDATE games SET opening = '{"position": "here and there"}'""", None),
    "a seed that is none": ("UPDATE games SET seed = 'no seed'", None),
    "one seat": ("DELETE FROM seats WHERE side = 1", None),
    "a version that is no number": ("UPDATE games SET version = 'many'", None),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_spoilt_game_is_read_as_far_as_it_goes(how, tmp_path, caplog):
    database = str(tmp_path / "games.db")
    id = at_a_server(database, begin)
    sql, shown = SPOILT[how]
    changed(database, "UPDATE games SET computer = 1")
    changed(database, sql)

    async def look(tables: OpenTables) -> None:
        for _ in range(2):
            if shown is None:
                with pytest.raises(Refused) as refused:
                    await tables.table(id)
                assert refused.value.status == 409
                continue
            table = await tables.table(id)
            assert (table.game.version, table.stopped) == (shown, True)
            view = table.view(None, ())
            assert view["rules"]["goes_on"] is False and view["rules"]["notice"] in (STOPPED, TORN)
            with pytest.raises(Refused) as refused:
                await play(tables, id)
            assert refused.value.code in ("other_rules", "stale_version")
        await asyncio.sleep(0.1)

    with caplog.at_level(logging.ERROR):
        at_a_server(database, look)
    told = [record.getMessage() for record in caplog.records]
    assert len(told) == 1 and id in told[0], told


def test_no_address_of_a_spoilt_game_answers_with_an_error_of_ours(tmp_path):
    database = str(tmp_path / "games.db")
    games = {how: at_a_server(database, begin) for how in SPOILT}
    for how, id in games.items():
        sql, _ = SPOILT[how]
        changed(database, f"{sql} {'AND' if 'WHERE' in sql else 'WHERE'} {'id' if 'games' in sql else 'game'} = '{id}'")
    with TestClient(create_app(database, computers=Computers(1))) as client:
        client.event_hooks = {"response": [check_answer]}
        for how, id in games.items():
            for path in ("", "/timeline", "/moments/3", "/record", "/luck", "/dice", "/threats", "/odds"):
                answered = client.get(f"/api/games/{id}{path}")
                assert answered.status_code in (200, 409), (how, path, answered.text)


def test_computers_of_other_games_go_on_beside_a_hundred_spoilt_ones(tmp_path, monkeypatch):
    """They stand before all others, and are read once."""
    database = str(tmp_path / "games.db")

    async def good_one(tables: OpenTables) -> str:
        made = await tables.begin(Opening("battle", "dara"), ["greedy", "person"], bytes(32), [1])
        await play_until_computer(tables, made["game"])
        return str(made["game"])

    good = at_a_server(database, good_one)
    with closing(sqlite3.connect(database)) as connection, connection:
        columns = "opening, seed, version, status, computer, created_at, acted_at"
        for n in range(250):
            words = (
                f"INSERT INTO games (id, {columns}) SELECT '{n:032}', '{{', seed, version, 'active', 1, 0, 0 FROM games"
            )
            connection.execute(f"{words} WHERE id = '{good}'")
        (before,) = connection.execute("SELECT version FROM games WHERE id = ?", (good,)).fetchone()
    loads: list[str] = []
    load = Store.load

    async def counted(self: Store, id: str) -> Any:
        loads.append(id)
        return await load(self, id)

    monkeypatch.setattr(Store, "load", counted)
    monkeypatch.setattr("hexillum.web.tables.BREATH", 0.0)
    monkeypatch.setattr("hexillum.web.tables.SWEEP", 0.05)

    async def wait(tables: OpenTables) -> None:
        async with asyncio.timeout(30):
            while (await tables.table(good)).game.version == before:
                await asyncio.sleep(0.05)
            while len(set(loads)) < 251:
                await asyncio.sleep(0.05)
        await asyncio.sleep(0.3)
        assert len(loads) == len(set(loads)) == 251

    at_a_server(database, wait)


def test_an_error_of_ours_over_one_game_leaves_the_others_alone(tmp_path, monkeypatch, caplog):
    """Whatever the reason: the game is named, and the look goes on to those behind it."""
    monkeypatch.setattr("hexillum.web.tables.SWEEP", 0.01)

    async def look(tables: OpenTables) -> None:
        ids = sorted([await begin(tables) for _ in range(3)])
        for id in ids:
            query(str(tables.store.url.database), "UPDATE games SET computer = true WHERE id = :id", {"id": id})
        tables.in_memory.clear()
        folded = tables._folded

        async def fail(stored: Stored) -> Any:
            if stored.id == ids[0]:
                raise ZeroDivisionError
            return await folded(stored)

        monkeypatch.setattr(tables, "_folded", fail)
        async with asyncio.timeout(10):
            while not set(ids[1:]) <= set(tables.in_memory):
                await asyncio.sleep(0.01)
        assert [message for message in caplog.messages if ids[0] in message] == [
            f"game {ids[0]} is set aside: ZeroDivisionError: "
        ]

    at_a_server(str(tmp_path / "games.db"), look)


def test_a_game_that_was_put_back_is_loaded_again(database):
    """As where PostgreSQL has lost its last minutes: the truth is in the database."""

    async def look(tables: OpenTables) -> None:
        id = await begin(tables)
        query(database, "DELETE FROM entries WHERE seq >= 12")
        query(database, "UPDATE games SET version = 12, state = NULL")
        with pytest.raises(Refused) as refused:
            await play(tables, id)
        assert refused.value.code == "stale_version"
        assert (await tables.table(id)).game.version == 12
        await play(tables, id)

    at_a_server(database, look)


async def play_until_computer(tables: OpenTables, id: str) -> None:
    """Let the person answer until the computer is to think, and stop it before it has answered."""
    table = await tables.table(id)
    tables.let_think = lambda table: None  # type: ignore[method-assign]
    while table.side_to_think() is None:
        await play(tables, id)


@pytest.mark.parametrize("error", [RuntimeError("a slip"), StoreError("no line"), RecursionError(), KeyError(3)])
def test_the_look_for_games_survives_every_error(error, tmp_path, monkeypatch):
    monkeypatch.setattr("hexillum.web.tables.SWEEP", 0.01)
    failing = [3]

    async def fail(*_: object) -> Any:
        failing[0] -= 1
        if failing[0] >= 0:
            raise error
        return [], ""

    async def look(tables: OpenTables) -> None:
        monkeypatch.setattr(tables.store, "waiting_for_computers", fail)
        async with asyncio.timeout(10):
            while failing[0] > -3:
                await asyncio.sleep(0.01)

    at_a_server(str(tmp_path / "games.db"), look)


def test_who_waits_for_a_writer_that_is_ended_is_told(tmp_path, monkeypatch):
    """And the next choice finds another writer."""

    async def look(tables: OpenTables) -> None:
        made = await tables.begin(Opening("battle", "dara"), ["person", "person"], bytes(32), [0, 1])
        begun = asyncio.Event()

        async def slow(_: Any) -> None:
            begun.set()
            await asyncio.sleep(60)

        monkeypatch.setattr(tables.store, "_add", slow)
        playing = asyncio.create_task(play(tables, made["game"]))
        await begun.wait()
        assert tables.store._writer is not None
        tables.store._writer.cancel()
        with pytest.raises(Refused) as refused:
            await asyncio.wait_for(playing, 5)
        assert refused.value.status == 503
        monkeypatch.undo()
        await play(tables, made["game"])

    at_a_server(str(tmp_path / "games.db"), look)
