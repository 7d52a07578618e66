"""What a server says that cannot start: one clear line, and no more."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess

import pytest

from hexillum.web.store import address, migrate
from tests.web.players import ENVIRONMENT, Server, query, serve


def said(*words: str) -> str:
    """The one line of a server that does not start."""
    ended = subprocess.run(serve(*words), env=ENVIRONMENT, capture_output=True, text=True, timeout=60)
    assert ended.returncode not in (0, None)
    assert ended.stdout == ""
    assert "Traceback" not in ended.stderr
    lines = ended.stderr.strip().splitlines()
    assert len(lines) == 1, ended.stderr
    return lines[0]


def test_a_port_that_is_used(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as used:
        port = used.getsockname()[1]
        told = said("--port", str(port), "--database", str(tmp_path / "games.db"))
    assert f"port {port} is in use" in told and "--port" in told
    assert not (tmp_path / "games.db").exists()


def test_an_address_that_is_not_ours(tmp_path):
    told = said("--host", "192.0.2.1", "--port", "0", "--database", str(tmp_path / "games.db"))
    assert "cannot listen at 192.0.2.1" in told


def test_a_name_that_is_no_host(tmp_path):
    told = said("--host", "no such host", "--port", "0", "--database", str(tmp_path / "games.db"))
    assert "cannot listen at no such host" in told


def test_a_file_that_is_no_database(tmp_path):
    file = tmp_path / "games.db"
    file.write_bytes(b"This is a letter and no database. " * 100)
    told = said("--port", "0", "--database", str(file))
    assert str(file) in told and "not a database" in told
    assert file.read_bytes().startswith(b"This is a letter")


def test_a_database_of_another_program(tmp_path):
    file = tmp_path / "games.db"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE games (title TEXT)")
    told = said("--port", "0", "--database", str(file))
    assert str(file) in told and "games" in told


def test_a_folder_for_a_file(tmp_path):
    told = said("--port", "0", "--database", str(tmp_path))
    assert str(tmp_path) in told


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    told = said("--port", "0", "--database", str(tmp_path / "file" / "games.db"))
    assert str(tmp_path / "file") in told


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(tmp_path):
    file = tmp_path / "games.db"
    file.touch(0o000)
    assert str(file) in said("--port", "0", "--database", str(file))


def test_a_folder_that_is_not_there_is_made(tmp_path):
    file = tmp_path / "some" / "where" / "games.db"
    server = Server(str(file))
    server.kill()
    assert file.exists()


@pytest.mark.parametrize(
    ("url", "word"),
    [
        ("mysql://localhost/games", "mysql"),
        ("://", "address"),
        ("postgresql://127.0.0.1:1/games", "refused"),
        ("postgresql://somebody:hunter2@127.0.0.1:1/games", "refused"),
        ("postgresql://127.0.0.1:port/games", "address"),
    ],
)
def test_an_address_of_no_database(url, word):
    told = said("--port", "0", "--database", url)
    assert word in told
    assert "hunter2" not in told


def test_a_database_that_postgresql_does_not_have(cluster):
    told = said("--port", "0", "--database", cluster.url("nothing"))
    assert 'database "nothing" does not exist' in told


def test_a_database_of_a_newer_version(database):
    migrate(address(database))
    query(database, "UPDATE alembic_version SET version_num = '9999'")
    told = said("--port", "0", "--database", database)
    assert "newer" in told
    assert query(database, "SELECT version_num FROM alembic_version") == [("9999",)]


def test_a_second_server_on_the_same_file(tmp_path):
    database = str(tmp_path / "games.db")
    server = Server(database)
    try:
        told = said("--port", "0", "--database", database)
        assert "another server uses the database" in told and "PostgreSQL" in told
    finally:
        server.kill()
    Server(database).kill()  # a killed server lets the file go


def test_a_locked_file(tmp_path):
    database = str(tmp_path / "games.db")
    migrate(address(database))
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    try:
        told = said("--port", "0", "--database", database)
        assert database in told and "locked" in told
    finally:
        other.close()


def test_a_proxy_that_is_no_address(tmp_path):
    told = said("--port", "0", "--proxy", "games.example", "--database", str(tmp_path / "games.db"))
    assert "games.example" in told and "--proxy" in told
    assert not (tmp_path / "games.db").exists()
