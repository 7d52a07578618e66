"""The work of the server: who waits for it, when it ends, and what a table says where a computer player fails."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from hexillum.battle.door import Battle
from hexillum.core import ask
from hexillum.engine.tryout import numbers_of
from hexillum.players import turn
from hexillum.players.turn import Thought, plain_plan, plainest
from hexillum.web import moments, questions, table, tables, thinking, workers
from hexillum.web.app import create_app
from hexillum.web.computers import AWAY, HERE, NOBODY, PAUSE, Computers, still_to_wait
from hexillum.web.entries import Entry, Opening
from hexillum.web.game import Game
from hexillum.web.messages import NewGame
from hexillum.web.store import Seat, Store, Stored
from hexillum.web.table import THERE, Listener, Table
from hexillum.web.tables import OpenTables
from tests.web import slow
from tests.web.players import Table as Seated
from tests.web.players import bearer
from tests.web.test_secrecy import played, with_card, without_card

WAIT = 20.0


# ---------------------------------------------------------------------- a computer player that fails


@pytest.mark.parametrize("way", [slow.stop_itself, slow.kill_itself, slow.fail])
def test_for_a_player_that_fails_twice_the_planner_makes_a_plain_plan(way, monkeypatch):
    state = Battle.start("akragas", seed=7).state

    async def ask_it() -> Thought:
        computers = Computers(1, seconds=0.4)
        monkeypatch.setattr(turn, "think", way)
        try:
            return await computers.answers("consul", 1, state)
        finally:
            computers.close()

    thought = asyncio.run(ask_it())
    assert thought.stood_in
    assert thought.answers == plain_plan(state).answers


def test_where_the_plain_plan_fails_as_well_the_plainest_answer_is_given(monkeypatch):
    battle = Battle.start("akragas", seed=7)

    async def ask_it() -> Thought:
        computers = Computers(1, seconds=1)
        monkeypatch.setattr(turn, "think", slow.kill_itself)
        monkeypatch.setattr(turn, "plain_plan", slow.fail)
        try:
            return await computers.answers("consul", 1, battle.state)
        finally:
            computers.close()

    assert asyncio.run(ask_it()) == plainest(battle.state)


def test_a_player_that_fails_once_answers_himself(tmp_path, monkeypatch):
    state = Battle.start("akragas", seed=7).state

    async def ask_it() -> Thought:
        computers = Computers(1, seconds=WAIT)
        monkeypatch.setattr(turn, "think", slow.dies_once)
        try:
            return await computers.answers(str(tmp_path / "died"), 1, state)
        finally:
            computers.close()

    assert not asyncio.run(ask_it()).stood_in


@asynccontextmanager
async def rooms(folder: Path, computers: Any = None) -> AsyncIterator[OpenTables]:
    made = OpenTables(Store(str(folder / "games.db")), computers)
    await made.open()
    try:
        yield made
    finally:
        await made.close()


async def until(true: Any) -> None:
    end = time.monotonic() + WAIT
    while not true():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


def test_the_log_says_that_another_answered_also_after_a_new_start(tmp_path):
    class Failing:
        async def answers(self, player: str, seed: int, state: Any, time: Any = None) -> Thought:
            return plainest(state)

        def close(self) -> None: ...

    async def test() -> None:
        async with rooms(tmp_path, Failing()) as here:
            made = await here.new_game(NewGame(battle="akragas", top="person", bottom="consul", seed=3))
            game = (await here.table(made["game"])).game
            await until(lambda: game.battle.state.who == 0)
        async with rooms(tmp_path, Failing()) as here:
            again = await here.table(made["game"])
            view = again.view(None, ())
            told = [line for line in view["log"] if line["kind"] == "stood_in"]
            assert told
            assert told[0]["side"] == "bottom"
            assert told[0]["words"].endswith("could not answer in time: a plain plan takes the place of its own")
            assert again.game.made == game.made
            assert [line["no"] for line in view["log"]] == list(range(len(view["log"])))

    asyncio.run(test())


# ---------------------------------------------------------------------- whose turn it is


def at_table(*players: str) -> Table:
    game = Game("0" * 32, Opening("battle", "akragas"), bytes(32), players)
    game.fold(game.opening_entries())
    return Table(game, [Seat(player) for player in players])


def test_people_who_are_here_come_first_then_those_away_then_nobody():
    person, computers = at_table("person", "consul"), at_table("greedy", "consul")
    assert (person.rank(), computers.rank()) == (AWAY, NOBODY)
    person.note(())
    assert person.rank() == AWAY
    person.note((0,))
    assert person.rank() == HERE
    person.played -= THERE + 1
    assert person.rank() == AWAY
    person.listeners[Listener(frozenset({0}))] = None
    assert person.rank() == HERE
    computers.listeners[Listener(frozenset())] = None
    assert computers.rank() == NOBODY
    assert HERE < AWAY < NOBODY


def test_computers_play_each_other_only_while_somebody_watches(tmp_path, monkeypatch):
    monkeypatch.setattr(thinking, "WATCH_PAUSE", 0.0)
    monkeypatch.setattr(table, "UNWATCHED", 0.2)
    monkeypatch.setattr(tables, "SWEEP", 0.05)

    async def test() -> None:
        async with rooms(tmp_path, Quick()) as here:
            made = await here.new_game(NewGame(battle="akragas", top="consul", bottom="consul", seed=3))
            one = await here.table(made["game"])
            await until(lambda: one.thinking is None)
            assert one.sleeps
            slept = one.game.version
            await asyncio.sleep(0.3)
            assert one.game.version == slept
            await here.visit(made["game"], ())
            await until(lambda: one.game.version > slept)
            await until(lambda: one.thinking is None)
            slept = one.game.version
            one.listeners[Listener(frozenset())] = None
            await until(lambda: one.game.version > slept + 20)

    asyncio.run(test())


class Quick:
    """Computers that answer at once; a little later, so that others have their turns."""

    async def answers(self, player: str, seed: int, state: Any, time: Any = None) -> Thought:
        await asyncio.sleep(0.005)
        return turn.think("random", seed, state)

    def close(self) -> None: ...


# ---------------------------------------------------------------------- equal pauses


def test_the_pause_is_the_same_whatever_was_thought_about():
    assert {round(thought + still_to_wait(thought), 6) for thought in (0.0, 0.001, 0.064, 0.112, 0.499)} == {PAUSE}
    assert {round(thought + still_to_wait(thought), 6) for thought in (0.51, 0.6, 0.99)} == {2 * PAUSE}


def asked_whether_to_strike_first(holds: bool) -> Game:
    """The consul is attacked by a person: with First Strike in his hand, or without."""
    for game in played("akragas", 5, 500):
        s = game.battle.state
        if s.question == ask.FIRST_STRIKE:
            game.players[s.who] = "consul"
            if bool(s.hand[ask.MOST_CARDS * s.who + s.law.strike_card]) == holds:
                return game
            other = (with_card if holds else without_card)(game, s.who, s.law.strike_card)
            if other is not None:
                return other
    raise AssertionError("nobody is asked")


@pytest.mark.parametrize("holds", [True, False])
def test_no_reaction_is_told_before_its_pause_is_over(holds, tmp_path, monkeypatch):
    """Whether there is one answer or a choice to think about: it is told when the same time has gone by."""
    game = asked_whether_to_strike_first(holds)
    waited: list[float] = []
    asked: list[int] = []
    side = game.battle.state.who

    class Thinking:
        async def answers(self, player: str, seed: int, state: Any, time: Any = None) -> Thought:
            asked.append(len(numbers_of(state)))
            thought = 0.02 * asked[-1]
            await asyncio.sleep(thought)
            return Thought(turn.think("greedy", seed, state).answers[:1], seconds=thought)

        def close(self) -> None: ...

    def noted(thought: float) -> float:
        waited.append(thought + still_to_wait(thought))
        return still_to_wait(thought)

    monkeypatch.setattr(thinking, "still_to_wait", noted)

    async def test() -> None:
        async with rooms(tmp_path, Thinking()) as here:
            seats = [Seat(name) for name in game.players]
            one = Table(game, seats)
            made = [Entry(one.kind, one.side, () if one.faces else one.numbers, one.faces) for one in game.made]
            stored = Stored(game.id, game.opening, game.seed, seats, made)
            await here.store.create(stored, **one.standing())
            one.game.version = len(game.made)
            here.in_memory[game.id] = one
            began, before = time.monotonic(), len(game.made)
            here.let_think(one)
            await until(lambda: len(one.game.made) > before)
            assert time.monotonic() - began >= PAUSE
            assert game.made[before].side == side
            assert waited[0] == PAUSE
            assert asked[0] == 1 + holds

    asyncio.run(test())


# ---------------------------------------------------------------------- questions


def pair_of(one: Seated) -> dict[str, str]:
    units = one.view()["units"]
    top = next(unit["hex"] for unit in units if unit["side"] == "top")
    bottom = next(unit["hex"] for unit in units if unit["side"] == "bottom")
    return {"from": top, "to": bottom}


def test_odds_that_take_too_long_are_given_up_and_others_go_on(client, monkeypatch):
    monkeypatch.setattr(questions, "STOPPED", 0.5)
    one = Seated(client, "cannae")
    asked = pair_of(one)
    with monkeypatch.context() as slowly:
        slowly.setattr(moments, "sheet_of_pair", slow.odds_of_a_hundred_seconds)
        began = time.monotonic()
        told = one.get("/odds", params=asked).json()
        assert (told["ways"], told["why"]) == ([], questions.NOT_NOW)
        assert time.monotonic() - began < 10
    monkeypatch.undo()
    assert one.get("/odds", params=asked).json()["why"] != questions.NOT_NOW


@pytest.mark.parametrize("way", [slow.kill_itself, slow.fail])
def test_odds_that_fail_are_no_error_of_the_server(client, monkeypatch, way):
    one = Seated(client, "cannae")
    asked = pair_of(one)
    monkeypatch.setattr(moments, "sheet_of_pair", way)
    assert one.get("/odds", params=asked).json()["why"] == questions.NOT_NOW


def test_two_endless_questions_hold_up_neither_a_third_nor_a_choice(tmp_path, monkeypatch):
    """They are of two tables; who asks at a third waits until one of them is given up at the longest."""
    monkeypatch.setattr(questions, "STOPPED", 3.0)
    app = create_app(str(tmp_path / "games.db"), computers=Computers(1))

    async def test() -> None:
        transport = httpx2.ASGITransport(app=app)
        async with (
            app.router.lifespan_context(app),
            httpx2.AsyncClient(transport=transport, base_url="http://t") as web,
        ):

            async def opened() -> tuple[str, dict[str, str]]:
                wish = {"battle": "cannae", "top": "person", "bottom": "person"}
                made = (await web.post("/api/games", json=wish)).json()
                return f"/api/games/{made['game']}", bearer(*made["tokens"].values())

            ours = [await opened() for _ in range(3)]
            pairs = {"from": "E5", "to": "E6"}
            with monkeypatch.context() as slowly:
                slowly.setattr(moments, "sheet_of_pair", slow.odds_of_a_hundred_seconds)
                endless = [asyncio.create_task(web.get(f"{path}/odds", params=pairs)) for path, _ in ours[:2]]
                await asyncio.sleep(0.2)
            path, header = ours[2]
            began = time.monotonic()
            assert (await web.get(path, headers=header)).status_code == 200
            assert not any(one.done() for one in endless), "a view waits for the odds of others"
            assert (await web.get(f"{path}/odds", params=pairs)).json()["why"] == "there is no unit on E5"
            assert time.monotonic() - began < 20
            for answered in await asyncio.gather(*endless):
                assert answered.json()["why"] == questions.NOT_NOW

    asyncio.run(test())


def test_an_upload_that_takes_too_long_or_too_much_is_refused(client, monkeypatch):
    monkeypatch.setattr(questions, "READING", 0.5)
    monkeypatch.setattr(questions, "MEMORY", 64 << 20)
    for reading in (slow.odds_of_a_hundred_seconds, slow.grow_much, slow.kill_itself):
        with monkeypatch.context() as slowly:
            slowly.setattr(questions, "read", reading)
            answered = client.post("/api/analysis", json={"position": "x"})
            assert answered.status_code == 422, answered.text
            assert answered.json()["code"] == "unreadable"
    monkeypatch.undo()
    assert client.post("/api/analysis", json={"battle": "akragas"}).status_code == 201
    assert client.post("/api/analysis", json={"battle": "nowhere"}).json()["code"] == "no_battle"
    assert client.post("/api/analysis", json={"record": "x"}).json()["code"] == "unreadable"


def test_who_asks_more_than_can_wait_is_told_when_to_ask_again(client, monkeypatch):
    one = Seated(client, "cannae")
    monkeypatch.setattr(workers, "EACH_MOST", 0)
    for answered in (one.get("/odds"), one.get("/luck"), client.post("/api/analysis", json={"position": "x"})):
        assert (answered.status_code, answered.json()["code"]) == (503, "busy")
        assert int(answered.headers["retry-after"]) > 0


def test_a_game_that_is_looked_up_while_it_is_opened_has_one_table(tmp_path, monkeypatch):
    """The look for waiting computers may find it in the store before it is in memory: two tables would both play it."""
    looked: list[Table] = []

    async def test() -> None:
        async with rooms(tmp_path, Quick()) as here:
            create = here.store.create

            async def create_and_look(stored: Stored, **more: Any) -> None:
                await create(stored, **more)
                looked.append(await here.table(stored.id))

            monkeypatch.setattr(here.store, "create", create_and_look)
            made = await here.new_game(NewGame(battle="akragas", top="person", bottom="person"))
            assert await here.table(made["game"]) is looked[0]

    asyncio.run(test())
