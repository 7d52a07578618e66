"""Servers that are killed, hung, and robbed of their database: nothing acknowledged is lost, and others go on."""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path

import httpx2
import pytest

from hexillum.web.store import address, migrate
from tests.web.conftest import Cluster
from tests.web.players import ENVIRONMENT, Person, Server, Table, answer, bearer, choice, command, query, serve
from tests.web.test_upgrade import EARLIER, KEY, entries, made_by, seeds

KILLS = 12
LONGEST = 9.0  # seconds in which a server that is gone is replaced, on a machine with much else to do


def killed_after(database: str, key: Path, seconds: float) -> None:
    """Start a server and kill it so long after its database came to be, or was opened."""
    words = ("--port", "0", "--database", database, "--key-file", str(key))
    server = subprocess.Popen(serve(*words), env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        opened = Path(f"{database}-journal"), Path(f"{database}-wal")
        until = time.monotonic() + 60
        while not any(path.exists() for path in opened) and time.monotonic() < until:
            time.sleep(0.001)
        time.sleep(seconds)
    finally:
        server.kill()
        server.wait()


@pytest.mark.parametrize("revision", EARLIER)
def test_servers_that_are_killed_at_their_first_start(revision, tmp_path):
    rng = random.Random(revision)
    key = tmp_path / "server.key"
    key.write_text(bytes(range(32)).hex())
    source = str(tmp_path / "source.db")
    known = made_by(revision, source)
    for n in range(KILLS // (1 if revision == "base" else 2)):
        database = str(tmp_path / f"games-{n}.db")
        if revision != "base":
            shutil.copy(source, database)
        killed_after(database, key, rng.random() * 0.15)
        migrate(address(database), key=KEY)
        assert seeds(database) == known
        assert not known or entries(database) == entries(source)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "hung"])
def test_a_server_that_is_gone_is_replaced_within_seconds(how, postgres):
    pair = [Server(postgres), Server(postgres)]
    try:
        with pair[0].api() as api:
            table = Table(api, seed=3, top="greedy", bottom="greedy")
        watchers = [Person(server.url, table.id) for server in pair]
        for watcher in watchers:
            while watcher.view["moment"] <= 10:
                watcher.hear()
        os.kill(pair[0].process.pid, how)
        gone = last = time.monotonic()
        (before,) = query(postgres, "SELECT version FROM games")[0]
        longest = 0.0
        while time.monotonic() < gone + 12:
            (version,) = query(postgres, "SELECT version FROM games")[0]
            if version != before:
                longest, last, before = max(longest, time.monotonic() - last), time.monotonic(), version
            time.sleep(0.05)
        print(f"the longest pause was {longest:.1f} s")
        assert last > gone + 1, "it goes on"
        assert longest < LONGEST
        if how is signal.SIGSTOP:  # it comes back to itself, and has missed nothing
            os.kill(pair[0].process.pid, signal.SIGCONT)
            watchers[0].until_version(before + 1)
            words = "SELECT count(*), max(seq) + 1, (SELECT version FROM games) FROM entries"
            assert len(set(query(postgres, words)[0])) == 1
        for watcher in watchers:
            watcher.close()
    finally:
        for server in pair:
            server.kill()


class Player(threading.Thread):
    """Plays both seats as fast as it can; keeps when each choice was sent and how it was answered."""

    def __init__(self, url: str, battle: str, seed: int) -> None:
        super().__init__(daemon=True)
        self.client = httpx2.Client(base_url=url, timeout=20, trust_env=False)
        self.table = Table(self.client, battle, seed=seed)
        self.rng = random.Random(seed)
        self.answers: list[tuple[float, int]] = []
        self.ended = threading.Event()

    def run(self) -> None:
        headers = bearer(*self.table.tokens.values())
        view = self.table.ours()
        while not self.ended.is_set() and view["outcome"] is None:
            sent = command(view, view["decision"]["actor"], answer(choice(view, self.rng)))
            begun = time.monotonic()
            answered = self.client.post(f"{self.table.path}/commands?log_from=1000000", headers=headers, json=sent)
            self.answers.append((begun, answered.status_code))
            if answered.status_code == 200:
                view = answered.json()
            elif answered.status_code == 503:
                time.sleep(0.02)


@pytest.mark.parametrize("end", ["", "-wal", "-shm"])
def test_a_file_that_is_deleted_while_many_play(end, tmp_path):
    """No choice that is sent afterwards is acknowledged; what was before is saved where the file itself is there."""
    server = Server(str(tmp_path / "games.db"))
    try:
        players = [Player(server.url, "akragas", seed) for seed in range(4)]
        for player in players:
            player.start()
        time.sleep(2)
        Path(server.database + end).unlink()
        gone = time.monotonic()
        time.sleep(2)
        for player in players:
            player.ended.set()
        for player in players:
            player.join(20)
        answers = [one for player in players for one in player.answers]
        assert sum(status == 200 for begun, status in answers if begun < gone) > 10
        late = [status for begun, status in answers if begun > gone]
        assert late and set(late) == {503}
    finally:
        server.kill()
    if end:
        kept = dict(query(server.database, "SELECT game, count(DISTINCT command) FROM entries GROUP BY game"))
        for player in players:
            assert kept[player.table.id] >= sum(status == 200 for _, status in player.answers)


def processes_of(cluster: Cluster) -> list[int]:
    """PostgreSQL with all its servers of connections."""
    said = subprocess.run(["ps", "-o", "pid=", "--ppid", str(cluster.process.pid)], capture_output=True, text=True)
    return [cluster.process.pid, *map(int, said.stdout.split())]


def test_a_postgresql_that_says_nothing_any_more(cluster):
    """Choices are refused in time, health tells it, and all is well as soon as it speaks again."""
    server = Server(cluster.new())
    hung: list[int] = []
    try:
        with httpx2.Client(base_url=server.url, timeout=60, trust_env=False) as api:
            table = Table(api, seed=3)
            table.play(random.Random(1), 3)
            view = table.ours()
            hung = processes_of(cluster)
            for process in hung:
                os.kill(process, signal.SIGSTOP)
            begun = time.monotonic()
            sent = command(view, view["decision"]["actor"], answer(choice(view, random.Random(1))))
            headers = bearer(*table.tokens.values())
            assert api.post(f"{table.path}/commands", headers=headers, json=sent).status_code == 503
            assert time.monotonic() - begun < 30
            assert api.get("/api/health").status_code == 503
            assert table.ours() == view
            for process in hung:
                os.kill(process, signal.SIGCONT)
            until = time.monotonic() + 30
            while api.get("/api/health").status_code != 200:
                assert time.monotonic() < until
                time.sleep(0.2)
            table.play(random.Random(1), 3)
    finally:
        for process in hung:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)
        server.kill()
