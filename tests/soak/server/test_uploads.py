"""Hundreds of changed uploads to a server: none breaks it, and every table that comes of one answers."""

from __future__ import annotations

import random
import time

from starlette.testclient import TestClient

from tests.kit.fuzzing import TARGETS, fuzzed
from tests.web.test_uploads import sent

SECONDS = 120


def test_no_changed_upload_breaks_the_server(client: TestClient) -> None:
    rng, until = random.Random(14), time.monotonic() + SECONDS
    tried = read = 0
    while time.monotonic() < until:
        text = fuzzed(TARGETS["uploads"], rng.randrange(1 << 20), rng.sample(range(1 << 20), 3 * rng.randint(1, 3)))
        read += sent(client, text)
        tried += 1
    assert tried > 20
    assert read > 2
