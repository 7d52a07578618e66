"""Who plays many games: this process, processes beside it, or a Ray cluster. The games are the same wherever they are.

A crew is handed tasks and gives back what came of them, as they end. Tasks travel in batches whose size follows from
how fast they were done so far. A worker that dies costs the tasks of its batch a repeat, and nothing else.
"""

from __future__ import annotations

import multiprocessing
import multiprocessing.connection
import signal
import time
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, Final, Generic, Self, TypeVar

from ..battle.scenarios import Scenario
from ..core.state import State
from ..players import Who
from .arena import Game, begun, play, play_bouts
from .mass import Bout, at_once, plays

BLINK: Final = 0.5  # seconds of work in a batch for a process of this machine
REPEATS: Final = 5  # times that a task may end the process that does it
GRACE: Final = 5.0  # seconds for batches to come back that are interrupted
GROWTH: Final = 8  # times that a batch may be larger than the largest one that has come back
WHERE: Final = "expected local, ray, auto or ray://HOST:PORT"

T = TypeVar("T")
R = TypeVar("R")
#: What tasks come to, each with its place among them.
Given = Generator[tuple[int, R], None, None]


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


def play_whole(tasks: Sequence[Task], jobs: int) -> Given[Game]:
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


@dataclass(frozen=True)
class Done(Generic[R]):
    """What came of a batch: results by the places of their tasks, the seconds they took, and what ended it early."""

    results: list[tuple[int, R]]
    seconds: float
    error: Exception | None = None


def do(work: Callable[[T], R], batch: Sequence[tuple[int, T]]) -> Done[R]:
    """Do the tasks of a batch one after the other. An interrupt or an error ends it with what is done.

    >>> do(abs, [(4, -1), (5, 2)]).results
    [(4, 1), (5, 2)]
    >>> do(abs, [(0, "x")]).error
    TypeError("bad operand type for abs(): 'str'")
    """
    began = time.perf_counter()
    results: list[tuple[int, R]] = []
    error = None
    tasks: list[Any] = [task for _, task in batch]
    try:
        if work is play_task and tasks and plays_whole(tasks):
            for n, game in play_whole(tasks, 1):
                results.append((batch[n][0], game))  # type: ignore[arg-type]
        else:
            for place, task in batch:
                results.append((place, work(task)))
    except KeyboardInterrupt:
        pass
    except Exception as wrong:
        error = wrong
    return Done(results, time.perf_counter() - began, error)


@dataclass
class Pace:
    """How fast tasks are done, and so how many of them make a batch of `aim` seconds.

    >>> pace = Pace(aim=10.0)
    >>> pace.size(left=1000, places=4)
    1
    >>> pace.note(1, 0.5)
    >>> pace.size(1000, 4), pace.size(6, 4)
    (8, 1)
    """

    aim: float
    seconds: float = 0.0  # of a task, those of late counting most; 0 where nothing is known
    most: int = 0  # tasks in the largest batch that came back

    def note(self, tasks: int, seconds: float) -> None:
        """A batch came back."""
        if tasks:
            each = max(seconds / tasks, 1e-6)
            self.seconds = (self.seconds + each) / 2 if self.seconds else each
            self.most = max(self.most, tasks)

    def size(self, left: int, places: int) -> int:
        """How many of the tasks that are left go into the next batch: fewer at the end, so that all end together."""
        if not self.seconds:
            return 1
        whole = max(1, round(self.aim / self.seconds))
        return min(left, whole, GROWTH * self.most, max(1, whole // 20, left // (2 * places)))


class Crew(ABC):
    """Whoever does tasks: `each` hands them out and takes back what came of them."""

    aim = BLINK

    @property
    @abstractmethod
    def words(self) -> str:
        """Who works, for people: how many nodes, how many processes."""

    @abstractmethod
    def places(self) -> int:
        """How many batches may be on their way at once."""

    @abstractmethod
    def send(self, work: Callable[[T], R], batch: list[tuple[int, T]]) -> Any:
        """Hand out a batch; what is given back stands for it, and can be looked up."""

    @abstractmethod
    def wait(self, sent: Collection[Any]) -> list[tuple[Any, Done[Any] | None]]:
        """Those of the batches that came back, perhaps none yet, each with what came of it; None: its worker died."""

    @abstractmethod
    def call_back(self, sent: Collection[Any], patience: float = 0.0) -> list[Done[Any]]:
        """Let nobody go on with these batches; what they came to so far, if that can be had in so many seconds."""

    @abstractmethod
    def close(self) -> None:
        """Send everybody home; what is being done is lost."""

    def each(self, work: Callable[[T], R], tasks: Sequence[T]) -> Given[R]:
        """What came of the tasks as they end, each with its place among them; `work` stands at module level.

        An interrupt (Ctrl-C) gives what is done before it is raised. Raises what `work` raises, and ValueError where a
        task has ended the process that did it time and again.
        """
        left = deque(range(len(tasks)))
        deaths: Counter[int] = Counter()
        sent: dict[Any, list[int]] = {}
        pace = Pace(self.aim)
        try:
            while left or sent:
                while left and len(sent) < self.places():
                    places = [left.popleft() for _ in range(pace.size(len(left), self.places()))]
                    sent[self.send(work, [(n, tasks[n]) for n in places])] = places
                for handle, done in self.wait(sent):
                    places = sent.pop(handle)
                    if done is None:
                        deaths.update(places)
                        _check(deaths)
                        left.extendleft(reversed(places))
                        pace = Pace(self.aim)  # one task at a time again, so that the one to blame is found
                        continue
                    pace.note(len(done.results), done.seconds)
                    yield from done.results
                    if done.error is not None:
                        raise done.error
        except KeyboardInterrupt:
            for some in self.call_back(sent, GRACE):
                yield from some.results
            sent.clear()
            raise
        finally:
            self.call_back(sent)

    def play(self, tasks: Sequence[Task]) -> Given[Game]:
        """The games of tasks as they end, each with the place of its task. Raises ValueError as `arena.play` does."""
        return self.each(play_task, tasks)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _check(deaths: Counter[int]) -> None:
    """Raises ValueError where a task has ended too many processes."""
    worst, times = deaths.most_common(1)[0]
    if times > REPEATS:
        raise ValueError(f"game {worst + 1} of the run has ended the process that played it {times} times")


@dataclass(eq=False)
class _Hand:
    """A process of this machine, and the line to it."""

    process: multiprocessing.process.BaseProcess
    line: Connection


@dataclass
class Local(Crew):
    """So many processes of this machine; one is this process itself. They start with the first tasks and stay.

    >>> with Local(1) as crew:
    ...     list(crew.each(abs, [-3, 4]))
    [(0, 3), (1, 4)]
    """

    jobs: int = 1
    _idle: list[_Hand] = field(default_factory=list)
    _busy: list[_Hand] = field(default_factory=list)

    @property
    def words(self) -> str:
        """So many processes."""
        return "1 process" if self.jobs == 1 else f"{self.jobs} processes"

    def each(self, work: Callable[[T], R], tasks: Sequence[T]) -> Given[R]:
        """As `Crew.each`; in this process where one is enough."""
        if self.jobs <= 1 or (len(tasks) <= 1 and not self._idle):
            return ((place, work(task)) for place, task in enumerate(tasks))
        return super().each(work, tasks)

    def play(self, tasks: Sequence[Task]) -> Given[Game]:
        """As `Crew.play`; compiled players play whole battles in threads of this process."""
        return play_whole(tasks, self.jobs) if tasks and plays_whole(tasks) else super().play(tasks)

    def places(self) -> int:
        """A batch for each process."""
        return self.jobs

    def send(self, work: Callable[[T], R], batch: list[tuple[int, T]]) -> _Hand:
        """Give a batch to a process that has nothing to do. Raises ValueError for what cannot be sent."""
        hand = self._idle.pop() if self._idle else _hired()
        self._busy.append(hand)
        try:
            hand.line.send((work, batch))
        except OSError:
            hand.process.kill()  # it died while it was idle: its end of the line tells so
        except Exception as error:
            raise ValueError(f"a player or a battle cannot be sent to another process: {error}") from None
        return hand

    def wait(self, sent: Collection[_Hand]) -> list[tuple[_Hand, Done[Any] | None]]:
        """What came back, after a while at the most."""
        ready = multiprocessing.connection.wait([hand.line for hand in sent], timeout=1.0)
        out: list[tuple[_Hand, Done[Any] | None]] = []
        for hand in [hand for hand in sent if hand.line in ready]:
            self._busy.remove(hand)
            try:
                out.append((hand, hand.line.recv()))
                self._idle.append(hand)
            except (EOFError, OSError):
                _dismissed(hand)
                out.append((hand, None))
        return out

    def call_back(self, sent: Collection[_Hand], patience: float = 0.0) -> list[Done[Any]]:
        """End the processes that are at work; their batches are short, and lost."""
        for hand in list(sent):
            self._busy.remove(hand)
            _dismissed(hand)
        return []

    def close(self) -> None:
        """End all processes."""
        for hand in (*self._idle, *self._busy):
            _dismissed(hand)
        self._idle, self._busy = [], []


def _hired() -> _Hand:
    """A new process that waits for work."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work_for, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    return _Hand(process, ours)  # type: ignore[arg-type, unused-ignore]  # Windows has another class for it


def _dismissed(hand: _Hand) -> None:
    hand.line.close()
    hand.process.kill()
    hand.process.join()


def _work_for(line: Connection) -> None:
    """Be a process of a crew until the line ends. Interrupts are the parent's to hear."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            work, batch = line.recv()
            line.send(do(work, batch))


def crew_of(on: str = "local", jobs: int | None = None) -> Crew:
    """The crew of a place: "local" (processes of this machine), "ray" (a Ray started here) or a Ray cluster's address.

    `jobs` is how many processes work at once: by default one here, and on Ray as many as there are processors. Raises
    ValueError for a place that is none, and for a Ray that is missing, cannot be reached or is not ours.

    >>> crew_of("local", 2).words
    '2 processes'
    """
    if on == "local":
        return Local(jobs or 1)
    if on not in ("ray", "auto") and not on.startswith("ray://"):
        raise ValueError(f"{on!r} is no place to play: {WHERE}")
    from .ray_crew import RayCrew

    return RayCrew(on, jobs)


@contextmanager
def crew_for(on: str | Crew, jobs: int | None) -> Iterator[Crew]:
    """The crew of a place, sent home at the end; one that is given stays.

    >>> with crew_for(Local(2), None) as crew:
    ...     crew.words
    '2 processes'
    """
    if isinstance(on, Crew):
        yield on
        return
    with crew_of(on, jobs) as crew:
        yield crew
