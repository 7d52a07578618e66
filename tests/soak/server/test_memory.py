"""The memory of a server is level while people come and go and play; `memory.py` beside this runs for an hour."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.soak.server.memory import come_and_go, line_of, play, slope
from tests.web.players import Server, Table

#: A server that holds fewer games in memory than others, so that the line is level sooner.
SMALL = """
from hexillum.web import memory
memory.ENTRIES_MOST = 2_000
from hexillum.cli import main
raise SystemExit(main())
"""


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Server]:
    """A small server without limits."""
    made = Server(str(tmp_path / "games.db"), "--no-limits", by=("-c", SMALL))
    yield made
    made.kill()


def test_connections_that_come_and_go_leave_nothing(small):
    with small.api() as api:
        table = Table(api)
    line = line_of(small, 10, lambda: come_and_go(small, table, 600), print)
    print(f"\n6,000 connections: {line[0]:.0f} to {line[-1]:.0f} MB, {slope(line) / 0.6:.2f} MB for 1,000 at the end")
    assert slope(line) / 0.6 < 1.5
    assert line[-1] < 200


def test_choices_leave_nothing_but_the_games_that_are_kept_in_memory(small):
    rng = random.Random(1)
    line = line_of(small, 10, lambda: play(small, 1_000, rng), print)
    print(f"\n10,000 choices: {line[0]:.0f} to {line[-1]:.0f} MB, {slope(line):.2f} MB for 1,000 at the end")
    assert slope(line) < 0.7
    assert line[-1] < 200
