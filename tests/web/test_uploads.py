"""Changed records, positions and set-ups sent to a server: refused in words, or a table that answers everything."""

from __future__ import annotations

import random

import pytest
from starlette.testclient import TestClient

from tests.kit.fuzzing import TARGETS, fuzzed
from tests.web.players import bearer

#: What a table answers, beside its view.
QUESTIONS = ("timeline", "luck", "threats", "position", "dice", "moments/0", "moments/3", "odds", "")


def sent(client: TestClient, text: str) -> bool:
    """Send a wish for an analysis, and ask its table everything; whether there is one."""
    answered = client.post("/api/analysis", content=text.encode(), headers={"content-type": "application/json"})
    assert answered.status_code < 500, text
    if answered.status_code != 201:
        return False
    made = answered.json()
    headers = bearer(*made["tokens"].values())
    for question in QUESTIONS:
        found = client.get(f"/api/games/{made['game']}/{question}".rstrip("/"), headers=headers)
        assert found.status_code < 500, (question, text)
    return True


@pytest.mark.parametrize("seed", range(4))
def test_a_changed_upload_never_breaks_the_server(client: TestClient, seed: int) -> None:
    rng = random.Random(seed)
    texts = [fuzzed(TARGETS["uploads"], rng.randrange(1 << 20), rng.sample(range(1 << 20), 3)) for _ in range(12)]
    assert any([sent(client, text) for text in texts])
