"""What machines and operators see of a server: probes, figures, the log, and how it ends."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import random
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from hexillum.web import admin, logs, retention
from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from hexillum.web.entries import Opening
from hexillum.web.limits import OF_NAME, Limits, TooFast
from hexillum.web.messages import Refused
from hexillum.web.retention import DAY, Keep
from hexillum.web.store import StoreError
from hexillum.web.store.schema import newest
from hexillum.web.table import digest
from hexillum.web.tables import OpenTables
from tests.web.looked_after import House, game
from tests.web.members import club
from tests.web.players import Person, Server, Table, bearer, choice, play_on, query
from tests.web.test_rules_digest import play


@pytest.fixture
def plain_log() -> Iterator[None]:
    """The log as it was, afterwards."""
    root = logging.getLogger()
    kept = (root.handlers[:], root.level)
    yield
    root.handlers[:] = kept[0]
    root.setLevel(kept[1])
    for name in ("hexillum", logs.REQUESTS):
        logging.getLogger(name).setLevel(logging.NOTSET)


def now(client: TestClient, work, *args):
    """What some work of the server's comes to."""
    assert client.portal is not None
    return client.portal.call(work, *args)


def figure(text: str, name: str) -> float:
    """A figure of those that Prometheus is told."""
    [found] = [line.split()[-1] for line in text.splitlines() if line.rpartition(" ")[0] == name]
    return float(found)


# ---------------------------------------------------------------------- probes


def test_a_server_lives_but_is_not_ready_while_its_database_does_not_answer(tmp_path, monkeypatch):
    app = create_app(House(tmp_path).store(), computers=Computers(1))
    with TestClient(app) as client:
        tables = app.state.tables
        assert client.get("/healthz").json() == {"ok": True}
        assert client.get("/readyz").json() == {"ok": True, "why": ""}

        async def fails() -> str:
            raise StoreError("gone")

        monkeypatch.setattr("hexillum.web.health.READY_AGAIN", 0.0)
        with monkeypatch.context() as broken:
            broken.setattr(tables.store, "other_version", fails)
            answer = client.get("/readyz")
            assert (answer.status_code, answer.json()["why"]) == (503, "the database does not answer")
            assert answer.headers["retry-after"] and client.get("/healthz").status_code == 200
        query(str(tmp_path / "games.db"), "UPDATE alembic_version SET version_num = '9999'")
        assert client.get("/readyz").json()["why"] == "the database is of another version than this server"
        query(str(tmp_path / "games.db"), f"UPDATE alembic_version SET version_num = '{newest()}'")
        assert client.get("/readyz").status_code == 200
        tables.stopping = True
        assert client.get("/readyz").json()["why"] == "this server is ending"
        assert client.get("/healthz").status_code == 200


def test_probes_and_figures_tell_nothing_of_games_nor_of_who_asks(tmp_path):
    app = create_app(House(tmp_path).store(), computers=Computers(1))
    with TestClient(app) as client:
        token = "t" * 43
        now(client, app.state.tables.store.admins.make, "prometheus", digest(token), "figures")
        table = Table(client)
        client.get("/nowhere/../../etc/passwd")
        client.get("/api/" + "made-up/" * 20)
        for _ in range(3):
            table.do("bottom", {"do": "answer", "numbers": [choice(table.view("bottom"), random.Random(1))]})
        text = client.get("/metrics", headers=bearer(token)).text
        assert figure(text, "hexillum_choices_total") == 3 == figure(text, "hexillum_choice_seconds_count")
        assert figure(text, 'hexillum_games{status="active"}') == 1 == figure(text, "hexillum_tables")
        assert figure(text, 'hexillum_connections{kind="seat"}') == 0
        assert figure(text, 'hexillum_thinkers{what="waiting"}') == 0
        assert figure(text, "hexillum_ok") == 1 and figure(text, "hexillum_stopping") == 0
        assert 'address="/api/games/{game}/commands",method="POST",status="2xx"' in text
        for secret in (table.id, *table.tokens.values(), "made-up", "passwd", "testclient", token):
            assert secret not in text


def test_connections_are_counted_by_what_they_are(tmp_path):
    app = create_app(House(tmp_path).store(), computers=Computers(1))
    with TestClient(app) as client:
        now(client, app.state.tables.store.admins.make, "p", digest("t" * 43), "figures")
        table = Table(client)
        hello = {"t": "hello", "tokens": [], "protocol": 6}
        with (
            client.websocket_connect(f"{table.path}/live") as seat,
            client.websocket_connect(f"{table.path}/live") as onlooker,
        ):
            seat.send_json({**hello, "tokens": [table.tokens["top"]], "eyes": "top"})
            seat.receive_json()
            onlooker.send_json(hello)
            onlooker.receive_json()
            text = client.get("/metrics", headers=bearer("t" * 43)).text
        assert figure(text, 'hexillum_connections{kind="seat"}') == 1
        assert figure(text, 'hexillum_connections{kind="onlooker"}') == 1


def test_errors_are_counted_by_who_says_them(tmp_path):
    app = create_app(House(tmp_path).store(), computers=Computers(1))
    with TestClient(app) as client:
        now(client, app.state.tables.store.admins.make, "p", digest("t" * 43), "figures")
        before = client.get("/metrics", headers=bearer("t" * 43)).text
        assert figure(before, 'hexillum_errors_total{logger="hexillum.tables"}') == 0
        logging.getLogger("hexillum.tables").error("something")
        text = client.get("/metrics", headers=bearer("t" * 43)).text
        assert figure(text, 'hexillum_errors_total{logger="hexillum.tables"}') == 1


# ---------------------------------------------------------------------- the log


def test_every_answer_has_an_id_that_its_lines_in_the_log_have(tmp_path, plain_log):
    app = create_app(House(tmp_path).store(), computers=Computers(1))
    stream = io.StringIO()
    logs.set_up("json", stream, requests=True)
    with TestClient(app) as client:
        first = client.get("/api/health").headers["x-request-id"]
        second = client.get("/api/games/" + "0" * 32, headers={"x-request-id": "edge-12345678"}).headers["x-request-id"]
        forged = client.get("/api/health", headers={"x-request-id": 'a" injected="1'}).headers["x-request-id"]
    lines = {one["request"]: one for one in map(json.loads, stream.getvalue().splitlines()) if "request" in one}
    assert lines[first]["address"] == "/api/health" and lines[first]["status"] == 200 and lines[first]["ms"] >= 0
    assert second.endswith("/edge-12345678") and lines[second]["address"] == "/api/games/{game}"
    assert len(forged) == 16 and first != forged


SECRETS = [
    "Bearer abcDEF_-123",
    "Authorization: Bearer " + "x" * 43,
    "a token " + "Tq7-" * 11 + " in the middle",
    "sealed:AAECAwQFBgcICQ==",
    "/table/" + "0" * 32 + "#seat=SECRETSEAT",
    "postgresql+psycopg://hexillum:SECRETWORD@db/games",
    "anna.b+c@mail.example",
    "f" * 64,
    "https://discord.example/api/webhooks/1/" + "Zz9" * 20,
]


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("kind", ["text", "json"])
def test_what_opens_something_is_struck_out_of_every_line(kind, secret, plain_log):
    stream = io.StringIO()
    logs.set_up(kind, stream)
    log = logging.getLogger("hexillum.tables")
    log.error("it failed: %s", secret)
    try:
        raise ValueError(secret)
    except ValueError:
        log.exception("it broke")
    logging.getLogger("sqlalchemy.engine").error(secret)
    said = stream.getvalue()
    opens = secret.split("#seat=")[-1].split("//hexillum:")[-1].split("@db")[0].split("/1/")[-1].split(" ")[-1]
    opens = "Tq7-" * 10 if "Tq7" in secret else opens.removeprefix("sealed:")
    assert opens not in said and logs.STRUCK in said


def test_ids_of_games_stay_so_that_one_can_be_found():
    line = "game 5bed053820d945d09e30b3cea7688a55 is set aside: entry 3 is missing"
    assert logs.without_secrets(line) == line


def test_what_is_said_begins_no_line_of_its_own(plain_log):
    stream = io.StringIO()
    logs.set_up("text", stream)
    logging.getLogger("hexillum.web").warning("asked for %s", "x\n2026-01-01 ERROR hexillum: forged\r\nanother")
    assert len(stream.getvalue().splitlines()) == 1
    stream.truncate(0)
    logs.set_up("json", stream)
    logging.getLogger("hexillum.web").warning("asked for %s", 'x"}\n{"level": "error"')
    assert json.loads(stream.getvalue().strip("\x00\n"))["level"] == "warning"


def test_a_whole_battle_leaves_nothing_secret_in_the_log(tmp_path):
    house = House(tmp_path)
    server = Server(house.database, "--key-file", str(house.key_file), "--log", "json", "--log-requests")
    with server.api() as api:
        table = Table(api, "dara", top="friend")
        token = api.post(f"{table.path}/join", json={"invite": table.invites["top"]}).json()["token"]
        table.tokens["top"] = token
        people = [Person(server.url, table.id, table.tokens[side], eyes=side) for side in ("top", "bottom")]
        play_on(people, random.Random(3), 20)
        cards = {card for person in people for card in person.view["hand"]}
        api.get(table.path, headers=bearer("wrong" * 9))
        for person in people:
            person.close()
    server.process.send_signal(signal.SIGTERM)
    _, said = server.process.communicate(timeout=30)
    lines = [json.loads(line) for line in said.splitlines()]
    assert any(one.get("address") == "/api/games" for one in lines) and cards
    assert lines[0]["message"].startswith("games are kept in ")
    [(seed,)] = query(house.database, f"SELECT seed FROM games WHERE id = '{table.id}'")
    secrets = [*table.tokens.values(), *table.invites.values(), house.key_file.read_text().strip(), seed]
    opened = house.key.open(seed, table.id).hex()
    for secret in (*secrets, *map(digest, table.tokens.values()), opened, "wrongwrong", *cards):
        assert secret not in said


# ---------------------------------------------------------------------- the end


def test_a_server_that_is_told_to_end_keeps_what_it_acknowledged_and_sends_everybody_back(tmp_path):
    house = House(tmp_path)
    server = Server(house.database, "--key-file", str(house.key_file))
    rng = random.Random(5)
    with server.api() as api:
        table = Table(api)
        watching = Person(server.url, table.id, table.tokens["top"], eyes="top")
        acknowledged: list[int] = []
        done = threading.Event()

        def keep_playing() -> None:
            while not done.is_set():
                try:
                    view = table.ours()
                    sent = table.do(view["decision"]["actor"], {"do": "answer", "numbers": [choice(view, rng)]})
                except Exception:
                    return  # it is gone
                if sent.status_code != 200:
                    assert sent.status_code == 503
                    return
                acknowledged.append(sent.json()["version"])

        playing = threading.Thread(target=keep_playing)
        playing.start()
        while len(acknowledged) < 8:
            time.sleep(0.01)
        server.process.send_signal(signal.SIGTERM)
        began = time.monotonic()
        while (goodbye := watching.hear())["t"] != "bye":
            pass
        server.process.communicate(timeout=30)
        assert time.monotonic() - began < 15
        done.set()
        playing.join()
    assert goodbye["code"] == "unavailable"
    [(version,)] = query(house.database, f"SELECT version FROM games WHERE id = '{table.id}'")
    assert version >= max(acknowledged)
    assert not (tmp_path / "games.db-wal").exists()


def test_an_ending_server_takes_nothing_new_and_finishes_what_is_under_way(tmp_path):
    async def work(tables: OpenTables) -> None:
        id = await game(tables, 4)
        version = (await tables.table(id)).game.version
        under_way = asyncio.create_task(play(tables, id, 1))
        while not tables._commands:
            await asyncio.sleep(0)
        await tables.finish(5.0)
        await under_way
        assert (await tables.table(id)).game.version > version
        with pytest.raises(Refused, match="started again"):
            await play(tables, id, 1)

    House(tmp_path).serving(work)


# ---------------------------------------------------------------------- limits by name, old games


def test_one_name_asks_so_much_from_however_many_addresses_and_others_go_on():
    limits = Limits()
    most = int(OF_NAME["table"][0])
    for _ in range(most):
        limits.name("table", "anna")
    with pytest.raises(TooFast):
        limits.name("table", "anna")
    limits.name("table", "bob")
    limits.name("table", None)
    Limits(bounded=False).name("table", "anna", 10_000.0)


def test_old_games_go_exported_before_and_younger_ones_stay(tmp_path):
    house = House(tmp_path)
    idle, other, over = house.filled()
    now = time.time()
    folder = tmp_path / "old"
    for id, days in ((idle, 40), (other, 5), (over, 40)):
        query(house.database, f"UPDATE games SET acted_at = {now - days * DAY} WHERE id = '{id}'")

    async def work(store):
        assert await retention.old_games(store, Keep(), now) == []
        assert [one.id for one in await retention.old_games(store, Keep(over=30), now)] == [over]
        assert {one.id for one in await retention.old_games(store, Keep(30, 30), now)} == {idle, over}
        assert await retention.old_games(store, Keep(50, 50), now) == []
        gone = await retention.clear(store, Keep(30, 30, folder), now=now)
        deeds = await store.admins.deeds()
        return gone, [(one.who, one.what) for one in deeds]

    gone, deeds = house.beside(work)
    assert set(gone) == {idle, over} and query(house.database, "SELECT id FROM games") == [(other,)]
    assert {one.name for one in folder.iterdir()} == {f"{idle}.json", f"{over}.json", f"{over}.battle"}
    assert deeds.count(("the server", "delete")) == 2
    assert query(house.database, "SELECT count(*) FROM entries WHERE game NOT IN (SELECT id FROM games)") == [(0,)]


def old_at(house: House, keep: Keep, days: float) -> set[str]:
    """The games that would go so many days after something was done at them."""

    async def work(store):
        since = max(query(house.database, "SELECT acted_at FROM games"))[0]
        return {one.id for one in await retention.old_games(store, keep, since + days * DAY)}

    return house.beside(work)


def test_a_battle_by_days_is_not_idle_while_its_clock_may_run(tmp_path):
    house = House(tmp_path)
    slow, plain, spoilt = house.serving(lambda tables: paced(tables, ("7d+14d", "", "30+20")))
    query(house.database, f"UPDATE games SET opening = replace(opening, '30+20', 'soon') WHERE id = '{spoilt}'")
    # seven days and fourteen in the bank, half a day until the win may be claimed, two years' thirty days of vacation
    assert old_at(house, Keep(idle=30), 29) == set()
    assert old_at(house, Keep(idle=30), 31) == old_at(house, Keep(idle=30), 111) == {plain, spoilt}
    assert old_at(house, Keep(idle=30), 112) == {slow, plain, spoilt}


async def paced(tables: OpenTables, paces: tuple[str, ...]) -> list[str]:
    """Games between two people, of these paces."""
    openings = [Opening("battle", "dara", pace=one) for one in paces]
    return [str((await tables.begin(one, ["person", "person"], bytes(32), [0, 1]))["game"]) for one in openings]


def test_time_without_a_server_makes_no_battle_idle(tmp_path):
    house = House(tmp_path)
    *others, over = house.filled()
    begin = query(house.database, "SELECT max(acted_at) FROM games")[0][0] + DAY
    query(house.database, f"INSERT INTO outages VALUES ({begin}, {begin + 50 * DAY})")
    assert old_at(house, Keep(60, 30), 61) == {over}
    assert old_at(house, Keep(60, 30), 81) == {*others, over}


def test_a_battle_of_a_tournament_that_goes_on_is_kept_and_goes_once_it_is_over(tmp_path):
    house = House(tmp_path)
    with TestClient(create_app(house.store(), computers=Computers(1))) as client:
        members = club(client, 3)
        id = members[0].makes(rounds=1)["id"]
        for one in members:
            one.enters(id)
        members[0].pairs(id)
    games = {one for (one,) in query(house.database, "SELECT id FROM games")}
    assert len(games) == 2 and old_at(house, Keep(idle=30), 400) == set()
    query(house.database, "UPDATE tournaments SET state = 'over'")
    assert old_at(house, Keep(idle=30), 400) == games


def test_a_game_that_cannot_be_exported_stays(tmp_path):
    house = House(tmp_path)
    house.filled()
    (tmp_path / "file").write_text("no folder")
    keep = Keep(1, 1, tmp_path / "file")
    assert house.beside(lambda store: retention.clear(store, keep, now=time.time() + 9 * DAY)) == []
    assert query(house.database, "SELECT count(*) FROM games") == [(3,)]


def test_a_server_lets_old_games_go_by_itself(tmp_path):
    house = House(tmp_path)
    *_, over = house.filled()
    query(house.database, f"UPDATE games SET acted_at = {time.time() - 40 * DAY} WHERE id = '{over}'")
    with TestClient(create_app(house.store(), computers=Computers(1), keep=Keep(over=30.0))) as client:
        for _ in range(200):
            if client.get(f"/api/games/{over}").status_code == 404:
                break
            time.sleep(0.05)
        assert client.get(f"/api/games/{over}").status_code == 404
    assert len(query(house.database, "SELECT id FROM games")) == 2


def test_a_folder_for_exports_is_its_owners_alone(tmp_path):
    house = House(tmp_path)
    [first, *_] = house.filled()

    async def work(store):
        return admin.write_export(await admin.export(store, first, "a test"), tmp_path / "exports")

    [file] = house.beside(work)
    assert oct(file.stat().st_mode)[-3:] == "600" and oct(Path(file).parent.stat().st_mode)[-3:] == "700"
