"""Who is here: a player whose line has broken without a word is missed within ten seconds."""

from __future__ import annotations

import base64
import json
import os
import socket
import struct
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from hexillum.web.front import PING_EVERY, PONG_WITHIN
from tests.web.players import Person, Server, Table

WITHIN = 10.0


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Server]:
    """A server for this test only, as people start it."""
    made = Server(str(tmp_path / "games.db"))
    yield made
    made.stop()


def masked(message: object) -> bytes:
    """A message of a browser as it goes over the wire (RFC 6455)."""
    text = json.dumps(message).encode()
    key = os.urandom(4)
    length = bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0x80 | 126]) + struct.pack("!H", len(text))
    return b"\x81" + length + key + bytes(byte ^ key[n % 4] for n, byte in enumerate(text))


def mute(server: Server, table: Table, seat: str) -> socket.socket:
    """A seat's connection of a machine that says hello and never again anything, not even that it goes."""
    host, port = server.url.removeprefix("http://").split(":")
    line = socket.create_connection((host, int(port)), timeout=5)
    key = base64.b64encode(os.urandom(16)).decode()
    head = f"GET /api/games/{table.id}/live HTTP/1.1\r\nHost: {host}:{port}\r\n"
    rise = f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
    line.sendall(f"{head}{rise}\r\n".encode())
    assert b"101" in line.recv(4096)
    line.sendall(masked({"t": "hello", "tokens": [table.tokens[seat]], "eyes": seat}))
    return line


def test_a_line_that_broke_without_a_word_is_missed_within_ten_seconds(alone: Server) -> None:
    assert PING_EVERY + PONG_WITHIN < WITHIN
    with alone.api() as client:
        table = Table(client, "akragas", seed=3)
        top = Person(alone.url, table.id, table.tokens["top"], eyes="top")
        silent = mute(alone, table, "bottom")
        try:
            top.until(lambda: top.view["seats"]["bottom"]["present"])
            began = time.monotonic()
            top.until(lambda: not top.view["seats"]["bottom"]["present"], timeout=2 * WITHIN)
            assert time.monotonic() - began < WITHIN
            assert top.view["seats"]["top"]["present"]
        finally:
            silent.close()
            top.close()
