"""Servers and databases for the tests."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from hexillum.web import seating
from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from tests.kit.same_chance import seeds
from tests.web.kept import check_answer
from tests.web.players import Server, query


@pytest.fixture(autouse=True)
def same_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody chose a seed the battles of a test differ from each other, and are the same in each run."""
    monkeypatch.setattr(seating, "fresh_seed", seeds(count(1)))


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of a server in this process; `client.app.state.tables` is the truth behind it."""
    app = create_app(str(tmp_path_factory.mktemp("web") / "games.db"), computers=Computers(1))
    with TestClient(app) as made:
        made.event_hooks = {"response": [check_answer]}
        yield made


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server in a process of its own."""
    made = Server(str(tmp_path_factory.mktemp("server") / "games.db"))
    yield made
    made.stop()


class Cluster:
    """A PostgreSQL of our own, in a folder of its own, as a user that is not root."""

    def __init__(self, programs: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="hexillum-pg-"))
        self.as_user: list[str] = []
        if os.geteuid() == 0:
            user = "postgres" if _has_user("postgres") else "nobody"
            shutil.chown(self.folder, user)
            self.as_user = ["setpriv", f"--reuid={user}", f"--regid={_group_of(user)}", "--init-groups"]
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        data = self.folder / "data"
        settings = {"fsync": "off", "full_page_writes": "off", "listen_addresses": "127.0.0.1", "port": self.port}
        settings |= {"unix_socket_directories": self.folder, "max_connections": 100}
        self._run(str(programs / "initdb"), "-D", str(data), "-U", "hexillum", "-A", "trust", "--no-sync")
        self.process = subprocess.Popen(
            [
                *self.as_user,
                str(programs / "postgres"),
                "-D",
                str(data),
                *(word for name, value in settings.items() for word in ("-c", f"{name}={value}")),
            ],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(200):
            try:
                query(self.url("postgres"), "SELECT 1")
                return
            except Exception:
                time.sleep(0.05)
        self.stop()
        raise RuntimeError("PostgreSQL did not start")

    def _run(self, *words: str) -> None:
        subprocess.run([*self.as_user, *words], check=True, cwd=self.folder, capture_output=True)

    def url(self, name: str) -> str:
        """The address of a database."""
        return f"postgresql://hexillum@127.0.0.1:{self.port}/{name}"

    def new(self) -> str:
        """The address of a fresh database."""
        import psycopg

        name = f"games_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def stop(self) -> None:
        """End it at once."""
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def _has_user(name: str) -> bool:
    import pwd

    return any(entry.pw_name == name for entry in pwd.getpwall())


def _group_of(name: str) -> int:
    import pwd

    return pwd.getpwnam(name).pw_gid


def _programs() -> Path | None:
    """The folder of PostgreSQL's programs."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which("initdb")
    if found:
        folders.append(Path(found).parent)
    return next((one for one in folders if (one / "initdb").exists() and (one / "postgres").exists()), None)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """PostgreSQL, or the test is left out; with HEXILLUM_NEED_POSTGRES=1 it fails instead."""
    needed = os.environ.get("HEXILLUM_NEED_POSTGRES") == "1"
    programs = _programs()
    if programs is None:
        (pytest.fail if needed else pytest.skip)("there is no PostgreSQL here: its programs initdb and postgres")
    try:
        made = Cluster(programs)
    except (OSError, RuntimeError, subprocess.CalledProcessError) as error:
        (pytest.fail if needed else pytest.skip)(f"PostgreSQL cannot be started here: {error}")
    yield made
    made.stop()


@pytest.fixture
def postgres(cluster: Cluster) -> str:
    """The address of a fresh PostgreSQL database."""
    return cluster.new()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "games.db")
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new()
