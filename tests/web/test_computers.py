"""Computer players at a table: a turn has one time to think, however often dice and battles interrupt it."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from hexillum.battle.door import Battle
from hexillum.core.state import State
from hexillum.players import player, search
from hexillum.players.search import OWN_SHARE, SECONDS, TurnTime
from hexillum.players.turn import Thought, think
from hexillum.thinking import seeking
from hexillum.thinking.mind import Mind
from hexillum.thinking.playouts import Task
from hexillum.web import thinking
from hexillum.web.messages import NewGame
from hexillum.web.store import Store
from hexillum.web.tables import OpenTables

WORK = 0.01  # seconds that a plan or some playouts take by the clock of these tests


class Clock:
    """A clock that goes on with the work of thinking alone, whatever the machine is doing."""

    def __init__(self) -> None:
        self.now = 0.0

    def thread_time(self) -> float:
        return self.now

    def monotonic(self) -> float:
        return 0.0


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    plan = seeking.add_plan

    def work(*words: Any) -> None:
        clock.now += WORK
        plan(*words)

    def play_out(boards: list[State], minds: list[Mind], task: Task, rng: list[int], out: list[int]) -> None:
        clock.now += WORK
        task.soon[: task.seeds] = task.later[: task.seeds] = [5000] * task.seeds

    monkeypatch.setattr(search, "time", clock)
    monkeypatch.setattr(seeking, "add_plan", work)  # of the plain form, which looks its functions up by name
    monkeypatch.setattr(seeking, "try_out", play_out)
    return clock


def late_in(name: str) -> Battle:
    """A battle in which both sides have come near each other."""
    battle = Battle.start(name, seed=1)
    players = [player("greedy", n) for n in (0, 1)]
    while battle.state.turn < 8:
        if battle.state.who > 1:
            battle.throw()
        else:
            battle.choose(players[battle.state.who].choose(battle.state, battle.numbers()))
    return battle


def test_a_turn_costs_one_time_however_often_dice_interrupt_it(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEXILLUM_CACHE", "/nowhere")  # the plain form, which is there at once
    battle = late_in("akragas")
    times: list[TurnTime | None] = [None, None]
    spent: dict[tuple[int, int], list[float]] = {}
    while not battle.over and battle.state.turn < 11:
        side = battle.state.who
        if side > 1:
            battle.throw()
        elif len(battle.numbers()) == 1:
            battle.choose(battle.numbers()[0])
        else:
            before = clock.now
            thought = think("consul", len(battle.choices), battle.state, times[side])
            spent.setdefault((battle.state.turn, side), []).append(clock.now - before)
            times[side] = thought.time
            for number in thought.answers:
                battle.choose(number)
    assert max(map(len, spent.values())) >= 4
    for chains in spent.values():
        assert sum(chains) <= OWN_SHARE * SECONDS + 2 * WORK * len(chains)


def test_a_player_who_does_not_mind_the_clock_has_no_time() -> None:
    assert think("greedy", 1, Battle.start("akragas", seed=7).state).time is None


def test_a_table_hands_a_player_what_it_has_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "WATCH_PAUSE", 0.0)
    seen: dict[int, list[tuple[TurnTime | None, TurnTime]]] = {0: [], 1: []}
    numbers = count(1)

    class Computers:
        async def answers(self, player: str, seed: int, state: State, time: TurnTime | None = None) -> Thought:
            left = TurnTime(state.turn, state.who, float(next(numbers)))
            seen[state.who].append((time, left))
            return Thought(think("random", seed, state).answers, left)

        def close(self) -> None: ...

    async def watch() -> None:
        computers: Any = Computers()
        rooms = OpenTables(Store(str(tmp_path / "games.db")), computers)
        await rooms.open()
        try:
            await rooms.new_game(NewGame(battle="akragas", top="consul", bottom="consul", seed=1))
            while min(map(len, seen.values())) < 3:
                await asyncio.sleep(0.01)
        finally:
            await rooms.close()

    asyncio.run(watch())
    for calls in seen.values():
        assert calls[0][0] is None
        assert [time for time, _ in calls[1:]] == [left for _, left in calls[:-1]]
