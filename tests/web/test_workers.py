"""Work in processes: it ends at its deadline or when nobody waits, all have their turns, in so many processes."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from hexillum.web import workers
from hexillum.web.messages import Refused
from hexillum.web.workers import Busy, Died, TooLong, Whose, Workers, while_there
from tests.web import slow
from tests.web.players import ROOT

LONG = 30.0


@asynccontextmanager
async def pool(most: int, **more: Any) -> AsyncIterator[Workers]:
    made = Workers(most, nice=0, **more)
    try:
        yield made
    finally:
        made.close()


def children() -> set[int]:
    """The processes that this one has started and that still live."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            _, _, words = (folder / "stat").read_text().rpartition(")")
        except OSError:
            continue
        state, parent, *_ = words.split()
        if int(parent) == os.getpid() and state != "Z" and b"hexillum.web.work" in (folder / "cmdline").read_bytes():
            found.add(int(folder.name))
    return found


def ran(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    def run() -> None:
        asyncio.run(test())

    run.__name__, run.__doc__ = test.__name__, test.__doc__
    return run


@ran
async def test_a_process_is_used_again():
    async with pool(1) as work:
        first = await work.do(slow.me, seconds=LONG, whose=Whose("a"))
        assert first != os.getpid()
        assert await work.do(slow.me, seconds=LONG, whose=Whose("b")) == first


@ran
async def test_work_ends_at_its_deadline_and_others_go_on():
    others = children()
    async with pool(2) as work:
        beside = asyncio.create_task(work.do(slow.sleep, 0.5, seconds=LONG, whose=Whose("b")))
        with pytest.raises(TooLong):
            await work.do(slow.sleep, 100, seconds=0.2, whose=Whose("a"))
        assert await beside == 0.5
        assert await work.do(slow.sleep, 0, seconds=LONG, whose=Whose("a")) == 0
        assert len(children() - others) <= 2


@pytest.mark.parametrize("way", [slow.stop_itself, slow.kill_itself, slow.fail])
def test_what_happens_to_a_process_is_told_to_who_waits_for_it_alone(way):
    async def test() -> None:
        async with pool(1) as work:
            with pytest.raises((TooLong, Died, RuntimeError)):
                await work.do(way, seconds=0.3, whose=Whose("a"))
            assert await work.do(slow.sleep, 0, seconds=LONG, whose=Whose("a")) == 0

    asyncio.run(test())


@ran
async def test_a_process_that_died_while_it_had_nothing_to_do_is_not_missed():
    async with pool(1) as work:
        os.kill(await work.do(slow.me, seconds=LONG, whose=Whose("a")), signal.SIGKILL)
        await asyncio.sleep(0.2)
        assert await work.do(slow.sleep, 0, seconds=LONG, whose=Whose("a")) == 0


@ran
async def test_work_may_grow_as_far_as_it_is_told():
    async with pool(1) as work:
        assert await work.do(slow.grow, 10 << 20, seconds=LONG, whose=Whose("a"), memory=64 << 20) == 10 << 20
        with pytest.raises(MemoryError):
            await work.do(slow.grow, 100 << 20, seconds=LONG, whose=Whose("a"), memory=64 << 20)
        assert await work.do(slow.grow, 100 << 20, seconds=LONG, whose=Whose("a")) == 100 << 20


def test_work_ends_soon_when_nobody_waits_for_it(tmp_path, monkeypatch):
    monkeypatch.setattr(workers, "LEFT", 0.1)
    note = tmp_path / "at"

    async def test() -> None:
        async with pool(1) as work:
            task = asyncio.create_task(work.do(slow.spin, str(note), seconds=LONG, whose=Whose("a")))
            while not note.exists():
                await asyncio.sleep(0.02)
            task.cancel()
            assert await work.do(slow.sleep, 0, seconds=LONG, whose=Whose("a")) == 0
            last = note.read_text()
            await asyncio.sleep(0.4)
            assert note.read_text() == last

    asyncio.run(test())


@ran
async def test_who_waits_and_leaves_is_left_out():
    async with pool(1) as work:
        busy = asyncio.create_task(work.do(slow.sleep, 0.6, seconds=LONG, whose=Whose("a")))
        waits = asyncio.create_task(work.do(slow.sleep, 100, seconds=LONG, whose=Whose("b")))
        await asyncio.sleep(0.05)
        waits.cancel()
        await asyncio.wait_for(busy, LONG)
        assert await work.do(slow.sleep, 0, seconds=LONG, whose=Whose("c")) == 0


@ran
async def test_tables_take_turns_whatever_one_of_them_asks():
    async with pool(1) as work:
        done: list[str] = []

        async def ask(name: str, rank: int = 0) -> None:
            await work.do(slow.sleep, 0.02, seconds=LONG, whose=Whose(name, lambda: rank))
            done.append(name)

        asked = [ask(name) for name in "aaaab"] + [ask("c", 1), ask("d", -1)]
        await asyncio.gather(*asked)
        assert done == ["a", "d", "b", "a", "a", "a", "c"] or done == ["d", "a", "b", "a", "a", "a", "c"]


@ran
async def test_one_table_has_one_process_and_the_humble_leave_one_free():
    async with pool(3, humble=5) as work:
        slow_one = [asyncio.create_task(work.do(slow.sleep, 100, seconds=LONG, whose=Whose("a"))) for _ in range(4)]
        assert await work.do(slow.sleep, 0, seconds=LONG, whose=Whose("b")) == 0
        humble = [
            asyncio.create_task(work.do(slow.sleep, 100, seconds=LONG, whose=Whose(name, lambda: 5))) for name in "cdef"
        ]
        await asyncio.sleep(0.1)
        began = time.monotonic()
        assert await work.do(slow.sleep, 0, seconds=LONG, whose=Whose("b")) == 0
        assert time.monotonic() - began < 5
        for task in slow_one + humble:
            task.cancel()


@ran
async def test_too_much_is_refused_at_once():
    async with pool(1) as work:
        tasks = [
            asyncio.create_task(work.do(slow.sleep, 100, seconds=LONG, whose=Whose("a")))
            for _ in range(workers.EACH_MOST + 1)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await work.do(slow.me, seconds=LONG, whose=Whose("a"))
        for task in tasks:
            task.cancel()
        assert await work.do(slow.sleep, 0, seconds=LONG, whose=Whose("b")) == 0


def test_who_is_refused_leaves_nothing_behind(monkeypatch):
    async def test() -> None:
        async with pool(1) as work:
            with monkeypatch.context() as full:
                full.setattr(workers, "EACH_MOST", 0)
                with pytest.raises(Busy):
                    await work.do(slow.me, seconds=LONG, whose=Whose("a"))
            assert await work.do(slow.sleep, 0, seconds=LONG, whose=Whose("b")) == 0

    asyncio.run(test())


@ran
async def test_there_are_never_more_processes_than_allowed_whatever_becomes_of_them():
    others = children()
    async with pool(2) as work:
        most = 0

        async def watch() -> None:
            nonlocal most
            while True:
                most = max(most, len(children() - others))
                await asyncio.sleep(0.01)

        watching = asyncio.create_task(watch())
        ways = [(slow.sleep, 100), (slow.kill_itself,), (slow.stop_itself,), (slow.sleep, 0.01)] * 3
        asked = [work.do(*way, seconds=0.1, whose=Whose(str(n))) for n, way in enumerate(ways)]  # type: ignore[arg-type]
        await asyncio.gather(*asked, return_exceptions=True)
        watching.cancel()
        assert 1 <= most <= 2


@ran
async def test_an_answer_is_not_worked_on_for_who_has_gone():
    gone = asyncio.Event()

    async def receive() -> dict[str, str]:
        await gone.wait()
        return {"type": "http.disconnect"}

    ended = asyncio.Event()

    async def work() -> None:
        try:
            gone.set()
            await asyncio.sleep(100)
        finally:
            ended.set()

    with pytest.raises(Refused):
        await while_there(receive, work())
    await asyncio.wait_for(ended.wait(), 5)


@ran
async def test_who_stays_has_his_answer():
    async def receive() -> dict[str, str]:
        await asyncio.sleep(100)
        return {"type": "http.disconnect"}

    async def work() -> int:
        return 7

    assert await while_there(receive, work()) == 7


ORPHANS = """
import asyncio
from hexillum.web.workers import Whose, Workers
from tests.web import slow

async def begin():
    work = Workers(2, nice=0)
    for name in "ab":
        print(await work.do(slow.me, seconds=30, whose=Whose(name)), flush=True)
        asyncio.create_task(work.do(slow.sleep, 100, seconds=100, whose=Whose(name)))
        await asyncio.sleep(0.1)
    await asyncio.sleep(100)

asyncio.run(begin())
"""


def test_processes_end_with_a_server_that_is_killed():
    path = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
    with subprocess.Popen(
        [sys.executable, "-c", ORPHANS], env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        pids = [int(server.stdout.readline()) for _ in range(2)]
        server.kill()
    end = time.monotonic() + 10
    while any(Path(f"/proc/{pid}").exists() for pid in pids):
        assert time.monotonic() < end, "they work for nobody"
        time.sleep(0.05)
