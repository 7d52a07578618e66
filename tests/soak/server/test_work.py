"""Attacks on the work of the server: tables that nobody plays at, questions without end, uploads, broken processes."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from hexillum.battle.door import Battle
from hexillum.core import ask
from hexillum.notation.game_record import write_record
from tests.web.players import ENVIRONMENT, ROOT, Person, Server, Table, answer, choice, command

THINKERS = 2
QUESTIONS = 2  # processes for questions
TABLES = 10  # of computers against computers
SLOW = (
    "import sys; from tests.web import slow; from hexillum.web import moments; "
    "moments.sheet_of_pair = slow.endless_from_a1; from hexillum.cli import main; sys.exit(main())"
)


class Attacked(Server):
    """A server on which some questions take a hundred seconds."""

    def __init__(self, database: str) -> None:
        self.database = database
        words = ["serve", "--port", "0", "--thinkers", str(THINKERS), "--database", database]
        self.process = subprocess.Popen(
            [sys.executable, "-c", SLOW, *words],
            env={**ENVIRONMENT, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.url = self._address()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Attacked(str(tmp_path / "games.db"))
    try:
        yield made
    finally:
        made.stop()


# ---------------------------------------------------------------------- looking at processes


def stat(pid: int) -> list[str]:
    """The fields of a process from its state on; none where it has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def below(pid: int) -> set[int]:
    """The processes that work for a server, and live."""
    parents = {int(folder.name): stat(int(folder.name)) for folder in Path("/proc").glob("[0-9]*")}
    found = set()
    for one, fields in parents.items():
        if fields and fields[0] != "Z" and int(fields[1]) == pid:
            with contextlib.suppress(OSError):
                if b"resource_tracker" not in Path(f"/proc/{one}/cmdline").read_bytes():
                    found.add(one)
    return found


def seconds_of(pids: set[int]) -> float:
    """The seconds of a processor that processes have had."""
    ticks = sum(int(fields[11]) + int(fields[12]) for pid in pids if (fields := stat(pid)))
    return ticks / os.sysconf("SC_CLK_TCK")


def megabytes(pids: set[int]) -> float:
    """The memory that processes have now."""
    pages = 0
    for pid in pids:
        with contextlib.suppress(OSError):
            pages += int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


class Watch(threading.Thread):
    """Looks at a server and the processes below it: how many there were at most, and how much memory they had."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.pid, self.going = pid, True
        self.most, self.memory = 0, 0.0
        self.start()

    def run(self) -> None:
        while self.going:
            found = below(self.pid)
            self.most = max(self.most, len(found))
            self.memory = max(self.memory, megabytes(found | {self.pid}))
            time.sleep(0.02)

    def end(self) -> None:
        self.going = False
        self.join(5)


def timed(do: Callable[[], Any]) -> float:
    began = time.monotonic()
    do()
    return time.monotonic() - began


def tell(words: str) -> None:
    print(f"\n  {words}", end="")


# ---------------------------------------------------------------------- people and computers


def waits_for_greedy(api: httpx2.Client, turns: int) -> list[float]:
    """How long a person waits for `greedy`, each time that it is asked."""
    table = Table(api, top="greedy", bottom="person")
    rng = random.Random(1)
    waits: list[float] = []
    view = table.ours()
    while len(waits) < turns and view["outcome"] is None:
        sent = command(view, "bottom", answer(choice(view, rng)))
        began = time.monotonic()
        answered = table.post("/commands", "bottom", sent)
        assert answered.status_code == 200, answered.text
        view = answered.json()
        if view["decision"]["actor"] == "top":
            view = table.ours()
            waits.append(time.monotonic() - began)
    return waits


@pytest.mark.parametrize("watched", [False, True])
def test_ten_tables_of_computers_do_not_let_a_person_wait(server, watched):
    watch = Watch(server.process.pid)
    with server.api() as api:
        alone = waits_for_greedy(api, 12)
        tables = [Table(api, "cannae", top="consul", bottom="consul") for _ in range(TABLES)]
        watchers = [Person(server.url, table.id) for table in tables] if watched else []
        time.sleep(3)
        waits = waits_for_greedy(api, 12)
    for watcher in watchers:
        watcher.close()
    watch.end()
    tell(f"greedy alone {max(alone):.2f} s at most, beside {TABLES} tables median {statistics.median(waits):.2f} s, ")
    tell(f"at most {max(waits):.2f} s; processes {watch.most}, memory of all {watch.memory:.0f} MB")
    assert max(waits) < max(alone) + 1.5
    assert watch.most <= THINKERS


def test_tables_that_nobody_watches_come_to_rest(server):
    with server.api() as api:
        for _ in range(TABLES):
            Table(api, top="consul", bottom="consul")
    time.sleep(45)
    busy = below(server.process.pid) | {server.process.pid}
    before = seconds_of(busy)
    time.sleep(5)
    spent = seconds_of(busy) - before
    tell(f"processor {spent:.2f} s in 5 s")
    assert spent < 1


def test_broken_processes_of_computers_are_no_more_than_broken(server):
    """Thinkers are killed and stopped for a while; then a person plays on as before."""
    watch = Watch(server.process.pid)
    with server.api() as api:
        tables = [Table(api, "cannae", top="consul", bottom="consul") for _ in range(TABLES)]
        watchers = [Person(server.url, table.id) for table in tables]
        rng = random.Random(1)
        end = time.monotonic() + 10
        while time.monotonic() < end:
            for pid in below(server.process.pid):
                with contextlib.suppress(OSError):
                    os.kill(pid, rng.choice((signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM)))
            time.sleep(rng.random())
        waits = waits_for_greedy(api, 8)
        assert api.get("/api/health").status_code == 200
    for watcher in watchers:
        watcher.close()
    watch.end()
    tell(f"processes {watch.most} at most; afterwards greedy lets wait {statistics.median(waits):.2f} s, ")
    tell(f"{max(waits):.2f} s at most")
    assert watch.most <= THINKERS
    assert statistics.median(waits) < 1.5


# ---------------------------------------------------------------------- questions


def endless(table: Table) -> threading.Thread:
    """Ask something that takes a hundred seconds, and hang up after a while."""

    def ask_it() -> None:
        with contextlib.suppress(httpx2.HTTPError), httpx2.Client(trust_env=False) as own:
            url = f"{table.client.base_url}".rstrip("/")
            own.get(f"{url}{table.path}/odds", params={"from": "A1", "to": "A2"}, timeout=8)

    asking = threading.Thread(target=ask_it, daemon=True)
    asking.start()
    return asking


def choices(table: Table, count: int, pause: float) -> list[float]:
    """How long choices at a table take."""
    rng = random.Random(1)
    view, times = table.ours(), []
    for _ in range(count):
        began = time.monotonic()
        view = table.step(rng, view)
        times.append(time.monotonic() - began)
        time.sleep(pause)
    return times


def test_questions_without_end_hold_up_nobody_and_end(server):
    """Two and more of them, of tables of their own: choices stay quick, another table gets its odds, work ends."""
    watch = Watch(server.process.pid)
    with server.api() as api:
        calm, other = Table(api, seed=3), Table(api, "cannae")
        before = choices(calm, 40, 0.02)
        units = other.view()["units"]
        pair = {"from": units[0]["hex"], "to": units[-1]["hex"]}
        alone = timed(lambda: other.get("/odds", params=pair))
        asking = [endless(Table(api, "cannae")) for _ in range(4)]
        time.sleep(0.5)
        during = choices(calm, 60, 0.03)
        waited: list[float] = []
        while not waited or (any(one.is_alive() for one in asking) and len(waited) < 6):
            waited.append(timed(lambda: other.get("/odds", params=pair)))
        for one in asking:
            one.join(30)
    time.sleep(2)
    all = below(server.process.pid) | {server.process.pid}
    spent = seconds_of(all)
    time.sleep(4)
    spent = seconds_of(all) - spent
    watch.end()
    p50, p95 = statistics.median(during), statistics.quantiles(during, n=20)[18]
    tell(f"a choice {statistics.median(before) * 1000:.0f} ms before; during: median {p50 * 1000:.0f} ms, ")
    tell(f"p95 {p95 * 1000:.0f} ms, {max(during) * 1000:.0f} ms at most")
    tell(f"odds of another table {alone:.2f} s alone, then {', '.join(f'{one:.1f}' for one in waited)} s")
    tell(f"when all have hung up: processor {spent:.2f} s in 4 s; processes {watch.most}")
    assert p95 < 0.25 + 5 * statistics.median(before)
    assert max(waited) < 15
    assert spent < 0.5
    assert watch.most <= THINKERS + QUESTIONS


def test_who_hangs_up_is_not_worked_for(server):
    """The same, but every one hangs up at once: no process works on."""
    with server.api() as api:
        for _ in range(6):
            table = Table(api, "cannae")
            with contextlib.suppress(httpx2.HTTPError):
                table.get("/odds", params={"from": "A1", "to": "A2"}, timeout=0.3)
    time.sleep(3)
    all = below(server.process.pid) | {server.process.pid}
    spent = seconds_of(all)
    time.sleep(4)
    spent = seconds_of(all) - spent
    tell(f"processor {spent:.2f} s in 4 s")
    assert spent < 0.5


# ---------------------------------------------------------------------- uploads


def long_record(size: int) -> str:
    """The record of a battle in which hardly anybody fights, of so many bytes."""
    battle, rng, text = Battle.start("akragas", seed=1), random.Random(1), ""
    while len(text) < size:
        for _ in range(500):
            if battle.state.who == ask.CHANCE:
                battle.throw()
            else:
                numbers = battle.numbers()
                quiet = battle.state.question in (ask.BATTLE, ask.TARGET) and ask.DONE in numbers
                battle.choose(ask.DONE if quiet else rng.choice(numbers))
            battle.seal()
            if battle.over:
                battle = Battle.start("akragas", seed=rng.getrandbits(32))
        text = write_record(battle)
    return text


def test_a_record_of_230_kilobytes_costs_little(server):
    watch = Watch(server.process.pid)
    record = long_record(225_000)
    with server.api() as api:
        calm = Table(api, seed=3)
        before = choices(calm, 20, 0.02)
        base = megabytes({server.process.pid})
        told: list[tuple[int, float]] = []

        def upload() -> None:
            with server.api() as own:
                began = time.monotonic()
                status = own.post("/api/analysis", json={"record": record}, timeout=120).status_code
                told.append((status, time.monotonic() - began))

        uploads = [threading.Thread(target=upload, daemon=True) for _ in range(2)]
        for one in uploads:
            one.start()
        during = choices(calm, 60, 0.02)
        for one in uploads:
            one.join(150)
    watch.end()
    grown = megabytes({server.process.pid}) - base
    tell(f"{len(record)} bytes: {', '.join(f'{status} after {took:.1f} s' for status, took in told)}; ")
    tell(f"server grown by {grown:.0f} MB, all processes {watch.memory:.0f} MB at most; a choice meanwhile ")
    tell(f"median {statistics.median(during) * 1000:.0f} ms, {max(during) * 1000:.0f} ms at most ")
    tell(f"({statistics.median(before) * 1000:.0f} ms before)")
    assert all(status in (201, 422, 503) for status, _ in told)
    assert grown < 200
    assert watch.memory < 1000
