"""Work in processes of its own that can be ended one by one: each job has a deadline, and none goes on for nobody.

A pool of the standard library cannot end one of its processes without breaking the jobs of all others, nor a job that
is under way; here a process has one job at a time and a line of its own to the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import socket
import subprocess
import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar

from starlette.types import Receive

from ..core.system import end_with_all_it_started
from . import work
from .messages import Refused

log = logging.getLogger("hexillum.workers")

START: Final = 180.0  # seconds in which a process must be ready: it may have to compile the rules
WAITING_MOST: Final = 400  # jobs that wait at once,
EACH_MOST: Final = 8  # and of one that they are for
LEFT: Final = 1.0  # seconds in which work is still done that nobody waits for: a new process costs more

T = TypeVar("T")


class Busy(Exception):
    """So much waits already that more is not taken."""


class TooLong(Exception):
    """The work was not done at its deadline, and was ended."""


class Died(Exception):
    """The process ended under its work."""


class NoProcess(Exception):
    """No process could be started."""


def first() -> int:
    """The rank of what comes before everything else."""
    return 0


@dataclass(frozen=True)
class Whose:
    """For whom work is done: those of one name take turns with others, and have one job under way at a time.

    `rank` is asked when a process is free: the lowest comes first.
    """

    name: str
    rank: Callable[[], int] = first


@dataclass(eq=False)
class Job:
    """Work that waits or is under way; `memory` is by how many bytes its process may grow, None without bound."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    seconds: float
    whose: Whose
    memory: int | None
    done: asyncio.Future[Any] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Workers:
    """At most so many processes, started when they are needed, one ahead; each carries out one job at a time.

    `nice` is how far they yield to the server, `prepare` what makes each of them ready for jobs. Those of a rank from
    `humble` on leave one process free, where there is more than one.
    """

    def __init__(
        self, most: int, *, nice: int, prepare: Callable[[], object] = os.getpid, humble: int = 1 << 30
    ) -> None:
        self.most = most
        self.nice = nice
        self.prepare = prepare
        self.humble = humble
        self._waiting: dict[str, list[Job]] = {}  # by names, in the order of their turns
        self._under_way: dict[str, Job] = {}
        self._processes = 0  # those that live, are being started or being buried
        self._workers: set[Worker] = set()
        self._idle: list[Worker] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._failed = False

    def well(self) -> bool:
        """Whether processes could be started when it was last tried."""
        return not self._failed

    def queue(self) -> tuple[int, int, int]:
        """How many jobs wait and are under way, and how many processes there are."""
        return sum(map(len, self._waiting.values())), len(self._under_way), self._processes

    async def do(
        self, function: Callable[..., T], *args: Any, seconds: float, whose: Whose, memory: int | None = None
    ) -> T:
        """What a function of a module comes to when a process calls it with some arguments.

        The process is ended after so many seconds, counted from when it begins with that, and soon after who waits for
        it was cancelled; it may grow by `memory` bytes. Raises Busy, TooLong, Died, NoProcess, MemoryError, and what
        the function raises.
        """
        job = Job(function, args, seconds, whose, memory)
        waiting = len(self._waiting.get(whose.name, ()))
        if waiting >= EACH_MOST or sum(map(len, self._waiting.values())) >= WAITING_MOST:
            raise Busy
        self._waiting.setdefault(whose.name, []).append(job)
        self._let_work()
        try:
            result: T = await job.done
            return result
        finally:
            self._forget(job)

    def close(self) -> None:
        """End the processes, also those that still work."""
        for task in self._tasks:
            task.cancel()
        for worker in self._workers:
            worker.end()
        for worker in self._workers:
            worker.bury()
            worker.let_go()
        for job in [*self._under_way.values(), *(job for jobs in self._waiting.values() for job in jobs)]:
            job.done.cancel()
        self._waiting.clear()
        self._under_way.clear()
        self._workers.clear()
        self._idle.clear()
        self._tasks.clear()
        self._processes = 0

    def _forget(self, job: Job) -> None:
        """Take a job out of those that wait."""
        jobs = self._waiting.get(job.whose.name, [])
        if job in jobs:
            jobs.remove(job)
        if not jobs:
            self._waiting.pop(job.whose.name, None)

    def _next(self) -> Job | None:
        """The job whose turn it is: of the lowest rank, and among these of who had his last turn before the others."""
        found: Job | None = None
        lowest = 0
        for name, jobs in self._waiting.items():
            if name in self._under_way:
                continue
            rank = jobs[0].whose.rank()
            if rank >= self.humble and len(self._under_way) >= max(1, self.most - 1):
                continue
            if found is None or rank < lowest:
                found, lowest = jobs[0], rank
        return found

    def _let_work(self) -> None:
        """Let jobs begin while processes are free or may be started."""
        while (self._idle or self._processes < self.most) and (job := self._next()) is not None:
            self._forget(job)
            self._under_way[job.whose.name] = job
            worker = self._idle.pop() if self._idle else None
            self._processes += worker is None
            self._begin(self._carry_out(job, worker))
        if self._under_way and not self._idle and self._processes < self.most:
            self._processes += 1
            self._begin(self._start_ahead())

    def _begin(self, doing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry_out(self, job: Job, worker: Worker | None) -> None:
        """Carry a job out in a process, that given or a new one."""
        try:
            if worker is not None and not worker.lives():
                await self._bury(worker)
                worker = None
                self._processes += 1  # the one that is started instead
            if worker is None:
                worker = await self._start()
            if not job.done.done():
                job.done.add_done_callback(partial(self._left, job, worker))
                try:
                    async with asyncio.timeout(job.seconds):
                        right, value = await worker.ask(job.function, job.args, job.memory)
                except TimeoutError:
                    worker.end()
                    raise TooLong from None
                _settle(job, value if right else None, None if right else value)
        except Exception as error:
            _settle(job, None, error)
        finally:
            self._under_way.pop(job.whose.name, None)
            if behind := self._waiting.pop(job.whose.name, None):
                self._waiting[job.whose.name] = behind  # all others
            if worker is not None:
                await self._keep_or_bury(worker)
            self._let_work()

    def _left(self, job: Job, worker: Worker, done: asyncio.Future[Any]) -> None:
        """Let a process soon be ended where nobody waits for its job any more."""

        def end() -> None:
            if self._under_way.get(job.whose.name) is job:
                worker.end()

        if done.cancelled():
            asyncio.get_running_loop().call_later(LEFT, end)

    async def _start_ahead(self) -> None:
        """Start a process before it is needed."""
        with contextlib.suppress(NoProcess):
            await self._keep_or_bury(await self._start())
            self._let_work()

    async def _start(self) -> Worker:
        """A new process, ready; it is counted already. Raises NoProcess."""
        worker: Worker | None = None
        try:
            worker = await asyncio.to_thread(Worker, self.nice)
            self._workers.add(worker)
            async with asyncio.timeout(START):
                await worker.open()
                right, error = await worker.ask(self.prepare, (), None)
            if not right:
                raise OSError("it does not get ready") from error
        except (OSError, TimeoutError, Died) as error:
            log.error("a process could not be started: %s", str(error) or type(error).__name__)
            self._failed = True
            if worker is not None:
                await self._bury(worker)
            else:
                self._processes -= 1
            raise NoProcess from None
        self._failed = False
        return worker

    async def _keep_or_bury(self, worker: Worker) -> None:
        if worker.lives():
            self._idle.append(worker)
        else:
            await self._bury(worker)

    async def _bury(self, worker: Worker) -> None:
        """Wait for the end of a process, so that there are never more than so many."""
        worker.end()
        await asyncio.to_thread(worker.bury)
        worker.let_go()
        if worker in self._workers:
            self._workers.discard(worker)
            self._processes -= 1


def _settle(job: Job, value: Any, error: BaseException | None) -> None:
    """Tell who waits for a job what came of it, if anybody still does."""
    if job.done.done():
        return
    if error is None:
        job.done.set_result(value)
    else:
        job.done.set_exception(error)


class Worker:
    """A process that waits for jobs (`work`), and the line to it. Making one starts it and takes some milliseconds."""

    def __init__(self, nice: int) -> None:
        self.ended = False  # it was ended, or ends itself
        self._socket, theirs = socket.socketpair()
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter | None = None
        try:
            handed = [] if sys.platform == "win32" else [theirs.fileno()]
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", work.__name__, str(*handed or [0]), str(nice)],
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
                pass_fds=handed,
                stdin=subprocess.PIPE,  # tells it when the server has died
                start_new_session=True,  # what it starts is ended with it
            )
            if sys.platform == "win32":
                assert self.process.stdin is not None
                shared = theirs.share(self.process.pid)
                self.process.stdin.write(work.LENGTH.pack(len(shared)) + shared)
                self.process.stdin.flush()
        except BaseException:
            self._socket.close()
            raise
        finally:
            theirs.close()

    async def open(self) -> None:
        """Open the line to it."""
        if sys.platform == "win32":  # its pairs of sockets are of the internet's kind
            self._reader, self._writer = await asyncio.open_connection(sock=self._socket)
        else:
            self._reader, self._writer = await asyncio.open_unix_connection(sock=self._socket)

    async def ask(self, function: Callable[..., Any], args: tuple[Any, ...], memory: int | None) -> tuple[bool, Any]:
        """Let it call a function: whether that went right, and what came of it or was raised. Raises Died."""
        assert self._writer is not None
        job = pickle.dumps((function, args, memory), pickle.HIGHEST_PROTOCOL)
        try:
            self._writer.write(work.LENGTH.pack(len(job)) + job)
            await self._writer.drain()
            (length,) = work.LENGTH.unpack(await self._reader.readexactly(work.LENGTH.size))
            right, value, ends = pickle.loads(await self._reader.readexactly(length))
        except (asyncio.IncompleteReadError, OSError):
            self.ended = True
            raise Died from None
        self.ended |= ends
        return right, value

    def lives(self) -> bool:
        """Whether its process lives."""
        return not self.ended and self.process.poll() is None

    def end(self) -> None:
        """End it at once, whatever it does, with all that it has started."""
        self.ended = True
        if self.process.returncode is None:  # its number is not another's yet
            end_with_all_it_started(self.process.pid)
        self.process.kill()

    def bury(self) -> None:
        """Wait until it has ended."""
        self.process.wait()

    def let_go(self) -> None:
        """Close the lines to it."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        if self._writer is not None:
            self._writer.transport.abort()
        else:
            self._socket.close()


async def while_there(receive: Receive, answering: Coroutine[Any, Any, T]) -> T:
    """The answer to who asks by HTTP; working on it ends when he has gone. Raises Refused then, which nobody hears."""
    working = asyncio.ensure_future(answering)
    leaving = asyncio.ensure_future(_leaves(receive))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Refused("left", "who asked has gone", status=499)
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()


async def _leaves(receive: Receive) -> None:
    """Wait until who asks has gone."""
    with contextlib.suppress(Exception):
        while (await receive())["type"] != "http.disconnect":
            pass
