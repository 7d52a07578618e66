"""A crowd's messages are taken together: none is lost, none twice, in their order, and few never wait."""

from __future__ import annotations

import asyncio
import logging
import random
import socket
import time
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from hexillum.web import crowd
from hexillum.web.crowd import ENOUGH, MANY, TOGETHER, Crowd
from hexillum.web.front import PING_FRAME
from tests.web.players import Person, Server, Table, answer, choice, command

#: A server at which everybody is in a crowd, and waits for long.
CROWDED = """
from hexillum.web import crowd
crowd.Crowd.here = lambda self, now: True
crowd.TOGETHER, crowd.ENOUGH = {together}, {enough}
from hexillum.cli import main
raise SystemExit(main())
"""
LONG = 1.0  # seconds


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose crowd waits for long."""
    started = CROWDED.format(together=LONG, enough=10_000)
    made = Server(str(tmp_path_factory.mktemp("crowded") / "games.db"), "--no-limits", by=("-c", started))
    yield made
    made.kill()


def test_few_do_not_wait_and_many_do_until_they_are_few_again() -> None:
    here = Crowd().here
    few = [here(n * 0.25 / MANY * 1.1) for n in range(5 * MANY)]
    assert not any(few)
    begin = 100.0
    many = [here(begin + n * 0.25 / MANY / 2) for n in range(10 * MANY)]
    assert not many[0] and all(many[4 * MANY :])
    late = begin + 10 * MANY * 0.25 / MANY / 2 + 1.0
    assert not here(late)


def test_messages_of_a_crowd_are_taken_in_one_go_and_enough_choices_do_not_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(crowd, "TOGETHER", 2.0)

    async def test() -> tuple[list[list[int]], float]:
        one, turns = Crowd(), []
        turn: list[int] = []

        async def taken(number: int, *, choice: bool) -> None:
            one.wait(lambda: turn.append(number), choice=choice)

        await taken(0, choice=True)  # nothing was taken lately
        await asyncio.sleep(0.1)
        turns.append(turn.copy())
        began = time.monotonic()
        for number in range(1, 20):
            await taken(number, choice=False)
        for number in range(20, 20 + ENOUGH - 1):
            await taken(number, choice=True)
        await asyncio.sleep(0.2)
        turns.append(turn.copy())
        await taken(99, choice=True)
        await asyncio.sleep(0.1)
        return [*turns, turn], time.monotonic() - began

    (first, waiting, last), seconds = asyncio.run(test())
    assert first == waiting == [0]
    assert last == [0, *range(1, 20 + ENOUGH - 1), 99]
    assert seconds < 1.5


def test_what_fails_for_one_of_a_crowd_is_no_others(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)

    async def test() -> list[str]:
        one, taken = Crowd(), []

        def fails() -> None:
            raise RuntimeError("its own")

        asyncio.get_running_loop().set_exception_handler(lambda _loop, told: taken.append(str(told["exception"])))
        one.wait(lambda: taken.append("before"), choice=True)
        one.wait(fails, choice=True)
        one.wait(lambda: taken.append("after"), choice=True)
        await asyncio.sleep(TOGETHER + 0.1)
        return taken

    assert asyncio.run(test()) == ["before", "its own", "after"]


def test_a_ping_is_no_choice_by_its_size() -> None:
    framed = Frame(Opcode.TEXT, b'{"t":"ping"}').serialize(mask=True)
    assert len(framed) == PING_FRAME


def test_what_a_crowd_says_is_answered_in_its_order_and_once(crowded: Server) -> None:
    rng = random.Random(5)
    with crowded.api() as client:
        table = Table(client, "akragas", seed=3)
        people = [Person(crowded.url, table.id, table.tokens[side], eyes=side) for side in ("top", "bottom")]
        mine = next(one for one in people if one.may())
        for _ in range(3):
            mine = next(one for one in people if one.may())
            sent = command(mine.view, str(mine.eyes), answer(choice(mine.view, rng)))
            mine.say({"t": "ping"})
            mine.say({"t": "command", "command": sent})
            mine.say({"t": "ping"})
            mine.say({"t": "command", "command": sent})  # the same again
            told: list[str] = []
            while told.count("accepted") < 2 or told.count("pong") < 2:
                told.append(mine.hear()["t"])
            assert (told.count("accepted"), told.count("pong")) == (2, 2) and "view" in told
            assert told.index("view") < told.index("accepted")
            version = mine.view["version"]
            for person in people:
                person.until_version(version)
            assert version > sent["version"] and all(one.view["version"] == version for one in people)
        for person in people:
            person.close()


@pytest.mark.parametrize("leaves", ["without a word", "by a close"])
def test_who_says_something_and_goes_is_heard_all_the_same(crowded: Server, leaves: str) -> None:
    """A browser that is shut after a click, while what it said waits for what others say."""
    rng = random.Random(6)
    with crowded.api() as client:
        table = Table(client, "akragas", seed=3)
        mine, other = people = [
            Person(crowded.url, table.id, table.tokens[side], eyes=side) for side in ("top", "bottom")
        ]
        if not mine.may():
            mine, other = other, mine
        before = mine.view["version"]
        sent = command(mine.view, str(mine.eyes), answer(choice(mine.view, rng)))
        time.sleep(LONG / 2)  # that moment is over in which it was greeted
        mine.say({"t": "command", "command": sent})
        if leaves == "by a close":
            mine.close()
        else:
            mine.socket.socket.shutdown(socket.SHUT_RDWR)
        assert other.until_version(before + 1)["version"] > before
        for person in people:
            person.close()


def test_a_flood_in_a_crowd_ends_the_one_who_sends_it_and_nobody_else(crowded: Server) -> None:
    with crowded.api() as client:
        table = Table(client, "akragas", seed=3)
        person = Person(crowded.url, table.id, table.tokens["bottom"], eyes="bottom")
        flood = Person(crowded.url, table.id)
        with pytest.raises(ConnectionClosed):
            for _ in range(200):
                flood.say({"t": "eyes", "eyes": None, "more": "x" * 8_000})
            while True:
                flood.socket.recv(10)
        person.say({"t": "ping"})
        while person.hear()["t"] != "pong":
            pass
        person.close()
        flood.close()
