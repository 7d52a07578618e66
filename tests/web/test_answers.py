"""What who has chosen hears: the view that follows with the answer behind it, each once."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.players import Person, Server, Table, answer, choice, command

QUIET = 0.5  # seconds in which nothing more is heard


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Server]:
    """A server for this test only, as people start it."""
    made = Server(str(tmp_path / "games.db"))
    yield made
    made.stop()


def heard(person: Person) -> list[dict[str, Any]]:
    """All that somebody hears until nothing more comes."""
    found = []
    while True:
        try:
            found.append(person.hear(QUIET))
        except TimeoutError:
            return found


def test_a_choice_is_answered_together_with_the_view_that_follows(alone: Server) -> None:
    rng = random.Random(2)
    with alone.api() as client:
        table = Table(client, "akragas", seed=3)
        people = [Person(alone.url, table.id, table.tokens[side], eyes=side) for side in ("top", "bottom")]
        for person in people:
            heard(person)
        for _ in range(6):
            mine, other = sorted(people, key=lambda one: not one.may())
            sent = command(mine.view, str(mine.eyes), answer(choice(mine.view, rng)))
            mine.say({"t": "command", "command": sent})
            view, accepted = heard(mine)
            assert (view["t"], accepted["t"], accepted["id"]) == ("view", "accepted", sent["id"])
            assert view["view"]["version"] == accepted["version"] > sent["version"]
            (seen,) = heard(other)
            assert seen["view"]["version"] == accepted["version"]
            mine.say({"t": "command", "command": sent})  # as a page does that has not heard the answer
            (again,) = heard(mine)
            assert again == accepted
            assert heard(other) == []
        wrong = command(mine.view, str(mine.eyes), answer(9_999))
        mine.say({"t": "command", "command": wrong})
        refused, view = heard(mine)
        assert (refused["t"], refused["id"], view["t"]) == ("refused", wrong["id"], "view")
        for person in people:
            person.close()


def test_who_asks_with_two_lines_hears_one_answer_and_both_see_what_follows(alone: Server) -> None:
    rng = random.Random(3)
    with alone.api() as client:
        table = Table(client, "akragas", seed=3)
        lines = [Person(alone.url, table.id, table.tokens[side], eyes=side) for side in ("top", "bottom", "bottom")]
        for line in lines:
            heard(line)
        asked = [line for line in lines if line.may()]
        sent = command(asked[0].view, str(asked[0].eyes), answer(choice(asked[0].view, rng)))
        asked[0].say({"t": "command", "command": sent})
        told = [[message["t"] for message in heard(line)] for line in lines]
        assert sorted(told) == [["view"], ["view"], ["view", "accepted"]]
        assert len({line.view["version"] for line in lines}) == 1
        for line in lines:
            line.close()
