"""Computer players in processes of their own, so that their thinking never holds the table up, within limits."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final

from ..core.state import State
from ..players.search import TurnTime
from ..players.turn import Thought, think

log = logging.getLogger("hexillum.computers")

SECONDS: Final = 20.0  # a computer player that thinks longer is stopped


def _begin() -> None:
    """A process of a computer player: it yields to the server, and Ctrl-C is the server's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):
        os.nice(5)
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    """A server that was killed takes its thinking processes with it: they would wait for ever."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


class Computers:
    """The processes in which computer players think: so many at once, each for at most so many seconds."""

    def __init__(self, processes: int = 2, seconds: float = SECONDS) -> None:
        self.processes = processes
        self.seconds = seconds
        self._pool: ProcessPoolExecutor | None = None

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.processes, mp_context=context, initializer=_begin)
        return self._pool

    async def answers(self, player: str, seed: int, state: State, time: TurnTime | None = None) -> Thought:
        """What a computer player answers from a state on: as `players.turn.think`, in a process of its own.

        For one that takes longer than its seconds or fails, a quick one answers once; nothing is raised.
        """
        for _ in range(2):
            try:
                task = asyncio.wrap_future(self._open().submit(think, player, seed, state, time))
                return await asyncio.wait_for(task, self.seconds)
            except TimeoutError:
                log.warning("%s thought for more than %s seconds and was stopped", player, self.seconds)
                self.close()
                break
            except BrokenProcessPool:  # another one was stopped, or the process died: once more
                self._pool = None
            except Exception:
                log.exception("%s failed", player)
                break
        return Thought(think("random", seed, state).answers[:1], time)

    def close(self) -> None:
        """End the processes, also those that still think."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
