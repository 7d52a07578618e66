"""Games carry the rules they began under; a server of others goes on where the record leads to the same state."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

from hexillum.battle.door import Battle
from hexillum.battle.positions import read_position
from hexillum.battle.scenarios import load_scenario
from hexillum.core import ask
from hexillum.core.cards import card_number
from hexillum.core.digest import rules_digest
from hexillum.web import table as table_module
from hexillum.web.analysis import of_record
from hexillum.web.computers import Computers
from hexillum.web.entries import Entry, Opening
from hexillum.web.game import Game
from hexillum.web.messages import Answer, Command, Refused
from hexillum.web.store import Store, address, migrate
from hexillum.web.table import OTHERS, STOPPED, UNKNOWN
from hexillum.web.tables import OpenTables
from hexillum.web.wire import Under

OLD = json.loads((Path(__file__).parents[1] / "notation" / "files_of_1" / "games.json").read_text(encoding="utf-8"))
T = TypeVar("T")


def at_a_server(database: str, work: Callable[[OpenTables], Coroutine[Any, Any, T]]) -> T:
    """What comes of some work at a server of its own over a database."""

    async def run() -> T:
        tables = OpenTables(Store(database), Computers(1))
        await tables.open()
        try:
            return await work(tables)
        finally:
            await tables.close()

    return asyncio.run(run())


async def play(tables: OpenTables, id: str, choices: int = 1) -> None:
    """A few choices, each the first that is offered."""
    for _ in range(choices):
        game = (await tables.table(id)).game
        who = game.battle.state.who
        doing = Answer(do="answer", numbers=[game.battle.numbers()[0]])
        command = Command(id=f"{game.version:08}", version=game.version, seat="bottom" if who else "top", body=doing)
        await tables.command(id, {0, 1}, command)


async def begin(tables: OpenTables) -> str:
    opening = Opening("battle", "dara")
    made = await tables.begin(opening, ["person", "person"], bytes(32), [0, 1])
    await play(tables, made["game"], 6)
    return str(made["game"])


async def rules(tables: OpenTables, id: str) -> Under:
    table = await tables.table(id)
    return table.view(None, ())["rules"]


def changed(database: str, sql: str) -> None:
    connection = sqlite3.connect(database)
    with connection:
        connection.execute(sql)
    connection.close()


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "games.db")


def test_a_game_carries_the_rules_that_it_began_under(database: str) -> None:
    id = at_a_server(database, begin)
    told = at_a_server(database, lambda tables: rules(tables, id))
    assert told == {"began": rules_digest(), "now": rules_digest(), "same": True, "goes_on": True, "notice": ""}


def test_a_server_of_other_rules_that_lead_to_the_same_state_says_so_and_goes_on(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, began = at_a_server(database, begin), rules_digest()
    monkeypatch.setattr(table_module, "rules_digest", lambda: "0123456789abcdef")

    async def go_on(tables: OpenTables) -> Under:
        await play(tables, id, 2)
        return await rules(tables, id)

    expected = {"began": began, "now": "0123456789abcdef", "same": False, "goes_on": True, "notice": OTHERS}
    assert at_a_server(database, go_on) == expected
    assert at_a_server(database, lambda tables: rules(tables, id)) == expected


@pytest.mark.parametrize("how", ["another state", "a line that does not follow"])
def test_a_record_that_leads_elsewhere_is_read_but_not_gone_on_with(database: str, how: str) -> None:
    id = at_a_server(database, begin)
    if how == "another state":
        changed(database, "UPDATE games SET state = '0123456789abcdef'")
    else:
        changed(database, """UPDATE entries SET data = '{"n": ["medieval/no-such-card"]}' WHERE seq = 14""")

    async def look(tables: OpenTables) -> None:
        table = await tables.table(id)
        assert (await rules(tables, id))["notice"] == STOPPED
        assert (await rules(tables, id))["goes_on"] is False
        version = table.game.version
        assert 0 < version == 14 or how == "another state"
        assert (await tables.moment(table, 5, None))["decision"]
        with pytest.raises(Refused) as found:
            await play(tables, id)
        assert found.value.code == "other_rules" and "open an analysis" in str(found.value.message)
        assert table.game.version == version
        with pytest.raises(Refused, match="still goes on"):
            await tables.fork(id, 5)
        fork = await tables.fork(id, len(table.game.made), {1})
        other = (await tables.table(fork["game"])).game
        assert other.opening.kind == "analysis" and other.battle.state == table.game.battle.state

    at_a_server(database, look)


def test_a_server_sees_what_another_one_of_other_rules_has_added(database: str) -> None:
    id = at_a_server(database, begin)

    async def look(tables: OpenTables) -> None:
        table = await tables.table(id)
        version = table.game.version
        entry = Entry("answer", table.game.battle.state.who, (-1,))
        await tables.store.append(id, version, [entry], None, status="active", computer=False, state="0123")
        with pytest.raises(Refused, match="other rules") as found:
            command = Command(id="00000000", version=version + 1, seat="top", body=Answer(do="answer", numbers=[0]))
            table.stopped = False
            await tables._refresh(table)
            assert table.stopped and table.game.version == version
            await tables.command(id, {0, 1}, command.model_copy(update={"version": version}))
        assert found.value.code == "other_rules"

    at_a_server(database, look)


@pytest.mark.parametrize("old", OLD, ids=lambda old: old["opening"]["battle"])
def test_games_of_before_are_read_by_the_words_of_their_cards(database: str, old: dict[str, Any]) -> None:
    """A database of revision 0001 with numbers of cards in its entries."""
    migrate(address(database))
    migrate(address(database), "0001")
    connection = sqlite3.connect(database)
    with connection:
        game = (old["id"], json.dumps(old["opening"]), old["seed"], old["version"])
        connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, 'active', 0, 0, 0, NULL, NULL, NULL)", game)
        for side in (0, 1):
            connection.execute("INSERT INTO seats VALUES (?, ?, 'person', NULL, NULL)", (old["id"], side))
        for seq, (kind, side, data) in enumerate(old["entries"]):
            row = (old["id"], seq, side, kind, json.dumps(data))
            connection.execute("INSERT INTO entries VALUES (?, ?, 0, ?, ?, ?, NULL)", row)
    connection.close()

    async def go_on(tables: OpenTables) -> Under:
        game = (await tables.table(old["id"])).game
        assert game.battle.state == read_position(old["position"])
        await play(tables, old["id"], 2)
        return await rules(tables, old["id"])

    told = at_a_server(database, go_on)
    assert (told["began"], told["goes_on"], told["notice"]) == (None, True, UNKNOWN)


def test_cards_are_stored_by_their_words() -> None:
    rally = ask.CARD_0 + card_number("medieval", "rally")
    entry = Entry("draw", None, (rally,))
    assert entry.data() == {"n": ["medieval/rally"]}
    assert Entry.read("draw", None, entry.data()) == entry
    assert Entry.read("answer", 0, {"n": [20, "medieval/no-such-card"]}).numbers == (20, -1)


def test_an_uploaded_record_of_an_edited_battle_is_analysed_as_what_it_is() -> None:
    plan = load_scenario("akragas")
    edited = replace(plan, top=replace(plan.top, banners=9))
    opening, entries = of_record(Battle.start(edited, seed=1))
    assert opening.battle == "" and opening.scenario
    game = Game("x", opening, bytes(32), ["person", "person"])
    game.fold(entries)
    assert game.battle.state == Battle.start(edited, seed=1).state
