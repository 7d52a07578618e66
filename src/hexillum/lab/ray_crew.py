"""A crew on a Ray cluster: one that is started here, one that runs already, or one behind an address.

Each node has to have this very Hexillum: what decides a game is compared before anything is played, and once more by
every process that plays. A node compiles the rules once, for all its processes.
"""

from __future__ import annotations

import hashlib
import os
import platform
import time
import warnings
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from ..compiled import cache as compiled_rules
from ..core.digest import LENGTH, digest_of
from ..core.version import __version__
from .crew import Crew, Done, do

LONG: Final = 10.0  # seconds of work in a batch
STORE: Final = 100_000_000  # bytes for the objects of a Ray that is started here: games are small
LOOK: Final = 2.0  # seconds between two looks at who is there
PATIENCE: Final = 120.0  # seconds for a node to say what it is
NO_RAY: Final = "playing on Ray needs the package ray: run pip install 'hexillum[ray]'"
PACKAGE: Final = Path(__file__).parent.parent
#: What decides how a game of computer players goes, below the package.
DECIDES: Final = ("core", "rules", "engine", "thinking", "compiled", "battle", "players", "lab", "data")

T = TypeVar("T")
R = TypeVar("R")


@cache
def program_digest() -> str:
    """The version of this program and a digest of all that decides how its players play: the same on every machine.

    >>> program_digest().startswith(__version__)
    True
    """
    found = [path for name in DECIDES for end in ("py", "toml") for path in (PACKAGE / name).rglob(f"*.{end}")]
    parts = hashlib.sha256()
    for path in sorted(found):
        parts.update(f"{path.relative_to(PACKAGE).as_posix()} {digest_of(path.read_text(encoding='utf-8'))}\n".encode())
    return f"{__version__} ({parts.hexdigest()[:LENGTH]})"


class NotOurs(ValueError):
    """A node whose Hexillum is another one."""


def _work(program: str, compiled: bool, work: Callable[[T], R], batch: list[tuple[int, T]]) -> Done[R]:
    """Do a batch on a node, with the rules compiled there where they are compiled at home."""
    if program_digest() != program:
        return Done([], 0.0, NotOurs(_another(platform.node(), program_digest(), program)))
    if compiled and not compiled_rules.is_ready():
        compiled_rules.compile_now()
    return do(work, batch)


def _another(node: str, theirs: str, ours: str) -> str:
    return f"the Ray node {node} has another Hexillum, {theirs}, than this one, {ours}: install the same one everywhere"


#: How Ray is told to be quiet, before it is imported: it would print what becomes of its nodes among our results.
QUIET: Final = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_CLIENT_MAX_CONNECTION_TIMEOUT_S": "10",
}


def _ray() -> Any:
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    if _has_token():
        os.environ.setdefault("RAY_AUTH_MODE", "token")  # a client does not see to this by itself
    try:
        import ray
    except ImportError:
        raise ValueError(NO_RAY) from None
    return ray


def _has_token() -> bool:
    """Whether there is a token to show to a cluster that asks for one, where Ray looks for it."""
    named = os.environ.get("RAY_AUTH_TOKEN_PATH") or Path.home() / ".ray" / "auth_token"
    return "RAY_AUTH_TOKEN" in os.environ or Path(named).is_file()


class RayCrew(Crew):
    """The processes of a Ray cluster, each with a processor of its own.

    `on` is "ray" (a Ray is started here, with `jobs` processors), "auto" (the one that runs here, or that RAY_ADDRESS
    names) or "ray://HOST:PORT"; there `jobs` bounds how many processes work at once. A Ray that this program is
    connected to already is used as it is. Raises ValueError for a Ray that is missing, cannot be reached or has
    another Hexillum.
    """

    aim = LONG

    def __init__(self, on: str = "ray", jobs: int | None = None) -> None:
        self._ray = _ray()
        self._jobs = jobs
        self._ours = not self._ray.is_initialized()
        if self._ours:
            self._connect(on)
        self._nodes: list[dict[str, Any]] = []
        self._looked = 0.0
        self._do = self._ray.remote(num_cpus=1, max_retries=0)(_work)
        try:
            self._compare()
        except BaseException:
            self.close()
            raise

    def _connect(self, on: str) -> None:
        quiet = {"log_to_driver": False, "logging_level": "CRITICAL"}
        here = {"num_cpus": self._jobs or os.cpu_count() or 1, "object_store_memory": STORE, "include_dashboard": False}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                if on == "ray":
                    os.environ.setdefault("RAY_worker_niceness", "0")  # as processes that are started here
                    self._ray.init("local", **here, **quiet)
                else:
                    self._ray.init(on, **quiet)
        except Exception as error:
            words = " ".join(str(error).split())
            name = "Ray could not be started here" if on == "ray" else f"the Ray cluster {on} cannot be used"
            raise ValueError(f"{name}: {words or type(error).__name__}") from None

    def _compare(self) -> None:
        """See that every node has this Hexillum. Raises NotOurs, a ValueError, where one has not."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        def told() -> str:  # no function of this module, which a node may lack
            try:
                from hexillum.lab.ray_crew import program_digest
            except ImportError as error:
                return f"none ({error})"
            return program_digest()

        ask = self._ray.remote(num_cpus=0, max_retries=0)(told)
        asked = [
            (node["NodeManagerHostname"], ask.options(scheduling_strategy=_at(NodeAffinitySchedulingStrategy, node)))
            for node in self.nodes()
        ]
        if not asked:
            raise ValueError("the Ray cluster has no node with a processor: expected at least one")
        answers = [(name, function.remote()) for name, function in asked]
        for name, answer in answers:
            try:
                theirs = self._ray.get(answer, timeout=PATIENCE)
            except Exception as error:
                words = (str(error).strip().splitlines() or [type(error).__name__])[-1]
                raise ValueError(f"the Ray node {name} does not answer: {words}") from None
            if theirs != program_digest():
                raise NotOurs(_another(name, theirs, program_digest()))

    def nodes(self) -> list[dict[str, Any]]:
        """The nodes that live and have processors, as Ray describes them; looked at now and then."""
        if not self._nodes or time.monotonic() - self._looked > LOOK:
            found = self._ray.nodes()
            self._nodes = [node for node in found if node["Alive"] and node["Resources"].get("CPU", 0) >= 1]
            self._looked = time.monotonic()
        return self._nodes

    def processors(self) -> int:
        """How many processes may work at once."""
        there = sum(int(node["Resources"]["CPU"]) for node in self.nodes())
        return min(self._jobs or there, there)

    @property
    def words(self) -> str:
        """So many nodes, so many processes."""
        nodes, cpus = len(self.nodes()), self.processors()
        return f"{nodes} node{'s' * (nodes != 1)}, {cpus} process{'es' * (cpus != 1)}"

    def places(self) -> int:
        """Two batches for each process, so that none waits for its next one; with a bound by `jobs` one."""
        if self._jobs and self._jobs < sum(int(node["Resources"]["CPU"]) for node in self.nodes()):
            return self._jobs
        return max(1, 2 * self.processors())

    def send(self, work: Callable[[T], R], batch: list[tuple[int, T]]) -> Any:
        """Queue a batch. Raises ValueError for what cannot be sent."""
        try:
            return self._do.remote(program_digest(), compiled_rules.is_ready(), work, batch)
        except (TypeError, AttributeError) as error:
            words = " ".join(str(error).split())[:200]
            raise ValueError(f"a player or a battle cannot be sent to the Ray cluster: {words}") from None

    def wait(self, sent: Collection[Any]) -> list[tuple[Any, Done[Any] | None]]:
        """What came back, after a while at the most."""
        ready, _ = self._ray.wait(list(sent), num_returns=1, timeout=1.0)
        return [(handle, self._fetched(handle)) for handle in ready]

    def _fetched(self, handle: Any) -> Done[Any] | None:
        """What came of a batch; None where its worker, its node or what they had made is gone."""
        from ray import exceptions

        try:
            done: Done[Any] = self._ray.get(handle)
            return done
        except exceptions.RayTaskError as error:
            raise ValueError(f"a Ray node failed: {str(error).strip().splitlines()[-1]}") from None
        except exceptions.RayError:
            self._looked = 0.0
            return None

    def call_back(self, sent: Collection[Any], patience: float = 0.0) -> list[Done[Any]]:
        """Interrupt the batches; those that were begun come back with what is done."""
        handles = list(sent)
        for handle in handles:
            with suppress(Exception):
                self._ray.cancel(handle, force=False)
        found = []
        if handles and patience:
            for handle in self._ray.wait(handles, num_returns=len(handles), timeout=patience)[0]:
                with suppress(Exception):
                    found.append(self._ray.get(handle))
        return found

    def close(self) -> None:
        """Leave the cluster; one that was started here ends."""
        if self._ours:
            self._ray.shutdown()


def _at(strategy: Any, node: dict[str, Any]) -> Any:
    return strategy(node["NodeID"], soft=False)
