"""Where games are played: here, or by a crew of processes on this machine. The games are the same wherever they are."""

from __future__ import annotations

import multiprocessing
import multiprocessing.pool
import signal
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

from ..battle.scenarios import Scenario
from ..core.state import State
from ..players import Who
from .arena import Game, begun, play, play_bouts
from .mass import Bout, at_once, plays

_IN_FLIGHT: Final = 4  # games handed to a process at once


@dataclass(frozen=True)
class Task:
    """One game to play, as the arguments of `arena.play`; it goes to other processes.

    With `told` the game comes back with its chronicle; `setup` is then the digest of the set-up, as files name it.
    """

    scenario: Scenario
    top: Who
    bottom: Who
    seed: int
    number: int
    limit: int
    swapped: bool
    switches: Mapping[str, bool]
    told: bool = False
    setup: str = ""


def play_task(task: Task) -> Game:
    """Play one game; stands at module level so that other processes find it. Raises ValueError as `arena.play` does."""
    return play(
        task.scenario,
        task.top,
        task.bottom,
        task.seed,
        number=task.number,
        limit=task.limit,
        swapped=task.swapped,
        switches=task.switches,
        told=task.told,
    )


def play_whole(tasks: Sequence[Task], jobs: int) -> Iterator[tuple[int, Game]]:
    """The games of compiled players, many to a call, on so many threads: such calls let other threads play meanwhile.

    Each comes with the place of its task. The tasks are those that `plays_whole` names.
    """
    starts: dict[tuple[int, tuple[tuple[str, bool], ...]], State] = {}
    parts: list[tuple[State, list[int]]] = []
    for n, task in enumerate(tasks):
        key = (id(task.scenario), tuple(sorted(task.switches.items())))
        if key not in starts:
            starts[key] = begun(task.scenario, task.switches)
        last = tasks[parts[-1][1][0]] if parts else task
        alike = parts and parts[-1][0] is starts[key] and {last.top, last.bottom} == {task.top, task.bottom}
        if not alike or len(parts[-1][1]) >= at_once(task.top, task.bottom):
            parts.append((starts[key], []))
        parts[-1][1].append(n)

    def play_part(part: tuple[State, list[int]]) -> list[tuple[int, Game]]:
        bouts = [Bout(str(t.top), str(t.bottom), t.seed, t.number, t.swapped) for t in (tasks[n] for n in part[1])]
        return list(zip(part[1], play_bouts(part[0], bouts, tasks[part[1][0]].limit), strict=True))

    if jobs <= 1 or len(parts) <= 1:
        for part in parts:
            yield from play_part(part)
        return
    with ThreadPoolExecutor(min(jobs, len(parts))) as threads:
        waiting = [threads.submit(play_part, part) for part in parts]
        try:
            for done in as_completed(waiting):
                yield from done.result()
        finally:
            for one in waiting:
                one.cancel()


def plays_whole(tasks: Sequence[Task]) -> bool:
    """Whether all the games are of compiled players, and nobody wants their chronicles, which plain Python tells."""
    return all(not task.told and plays(task.top, task.bottom, task.seed) for task in tasks)


def _play_numbered(numbered: tuple[int, Task]) -> tuple[int, Game]:
    return numbered[0], play_task(numbered[1])


def _leave_interrupts_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Crew:
    """So many processes of this machine; one is this process itself. They start with the first games and stay.

    >>> with Crew(1) as crew:
    ...     list(crew.play([]))
    []
    """

    def __init__(self, jobs: int = 1) -> None:
        self.jobs = jobs
        self._pool: multiprocessing.pool.Pool | None = None

    def play(self, tasks: Sequence[Task]) -> Iterator[tuple[int, Game]]:
        """The games as they end, each with the place of its task among `tasks`.

        Raises ValueError as `arena.play` does.
        """
        if tasks and plays_whole(tasks):
            yield from play_whole(tasks, self.jobs)
            return
        if self._pool is None and (self.jobs <= 1 or len(tasks) <= 1):
            yield from map(_play_numbered, enumerate(tasks))
            return
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = context.Pool(min(self.jobs, len(tasks)), _leave_interrupts_to_parent)
        chunk = max(1, min(_IN_FLIGHT, len(tasks) // (4 * self.jobs)))
        yield from self._pool.imap_unordered(_play_numbered, enumerate(tasks), chunk)

    def close(self) -> None:
        """Send everybody home; what is being played is lost."""
        if self._pool is not None:
            self._pool.terminate()
            self._pool.join()
            self._pool = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
