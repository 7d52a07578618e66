"""Battles played whole are those that are played choice by choice: in both forms and editions, by all who can."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hexillum.battle.scenarios import load_scenario
from hexillum.compiled import cache
from hexillum.core.state import State
from hexillum.engine.playout import ANSWERS_MOST
from hexillum.engine.twister import ROOM, SEED_MOST, bits, seed_with, under, unit
from hexillum.lab import crew, mass
from hexillum.lab.arena import Game, begun, play, play_bouts, run, seed_of
from hexillum.lab.crew import Local, Task
from hexillum.lab.mass import SEATS, Bout, at_once, plays
from hexillum.lab.tournament import read_results, tournament
from hexillum.players import Player, player
from hexillum.players.search import Effort, Search, minds_for
from hexillum.thinking import playouts
from hexillum.thinking.door import think
from hexillum.thinking.mass import GENERATORS, play_random_bouts
from hexillum.thinking.mass import Bout as Row
from hexillum.thinking.seeking import FREE, PLANS, Seeker
from hexillum.thinking.yardstick import scales

#: A planner that thinks little, so that the plain form is not too slow.
LITTLE = Effort(plan=24, choice=8, views=3)


def made(name: str, seed: int) -> Player:
    return Search(seed, LITTLE, compiled=False) if name == "planner" else player(name, seed)


def by_choices(start: State, names: tuple[str, str], seed: int, limit: int) -> tuple[State, list[int]]:
    """A battle choice by choice, through the players' own doors."""
    state, told = start.copy(), list[int]()
    run(state, (made(names[0], seed), made(names[1], seed + 1)), seed, limit, told)
    return state, told


def plainly(start: State, names: tuple[str, str], seed: int, limit: int) -> tuple[State, list[int]]:
    """The same battle whole, by the plain form."""
    minds = minds_for(LITTLE)
    seekers = [Seeker(), Seeker()]
    for side, k in enumerate(seekers):
        k.plan, k.choice, k.views = LITTLE.plan, LITTLE.choice, LITTLE.views
        k.most, k.minds = PLANS * LITTLE.views, (1 + side) * len(minds)
    boards = [start.copy(), *(State() for _ in range(FREE + PLANS * LITTLE.views))]
    bout, task, told = Row(), playouts.Task(), [0] * limit
    bout.seats, bout.seed, bout.seeds = [SEATS[name] for name in names], seed, [seed, seed + 1]
    bout.limit = bout.room = limit
    task.what, task.board, task.count = playouts.BATTLES, 1, 1
    three_times = [m.copy() for _ in range(3) for m in minds]
    of_players = (seekers, [scales.Scales(), scales.Scales()], [bout], task, [0.0] * scales.ROOM)
    think(
        boards, three_times, *of_players, [1], [0] * (GENERATORS * ROOM), [0] * ANSWERS_MOST, [0] * ANSWERS_MOST, told
    )
    return boards[1], told[: bout.decisions]


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1, 2**32, seed_of(1, 5), SEED_MOST])
def test_the_twister_is_pythons_own(seed: int) -> None:
    mt, ours = [0] * (2 * ROOM), random.Random(seed)
    seed_with(mt, ROOM, seed)
    assert tuple(mt[ROOM:]) == ours.getstate()[1]
    for n in range(1, 1500):
        assert unit(mt, ROOM) == ours.random()
        assert bits(mt, ROOM, 32) == ours.getrandbits(32)
        assert under(mt, ROOM, n) == ours.randrange(n) and under(mt, ROOM, 6) == ours.choice(range(6))


@pytest.mark.parametrize("battle", ["akragas", "dara"])
@pytest.mark.parametrize(
    ("top", "bottom", "limit"),
    [
        ("random", "random", 1500),
        ("quick", "quick", 500),
        ("greedy", "random", 700),
        ("greedy", "quick", 500),
        ("planner", "greedy", 60),
    ],
)
def test_the_plain_form_plays_the_same_battle_whole(battle: str, top: str, bottom: str, limit: int) -> None:
    start = begun(load_scenario(battle))
    assert plainly(start, (top, bottom), 5, limit) == by_choices(start, (top, bottom), 5, limit)


@pytest.mark.parametrize("battle", ["akragas", "dara"])
def test_random_players_play_the_same_battle_without_what_thinks(battle: str) -> None:
    start, bout, told, mt = begun(load_scenario(battle)), Row(), [0] * 1500, [0] * (GENERATORS * ROOM)
    boards = [start.copy(), State()]
    bout.seats, bout.seed, bout.seeds = [SEATS["random"]] * 2, 5, [5, 6]
    bout.limit = bout.room = 1500
    play_random_bouts(boards, 1, mt, [0] * ANSWERS_MOST, [bout], 1, told)
    assert (boards[1], told[: bout.decisions]) == by_choices(start, ("random", "random"), 5, 1500)


def test_battles_wait_only_for_the_rules_that_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "is_ready", lambda *groups: groups == ("play",))  # plain play is compiled first
    assert plays("random", "random", 1)
    assert not plays("random", "greedy", 1) and not plays("planner", "random", 1)


#: Battles of both editions with what is special in them: leaders placed, cards lost, camps, exits, ground.
BATTLES = ("akragas", "crimissos", "gaugamela", "dara", "catalaunian-fields", "ford-of-circesium")


def compiled() -> Any:
    fast = pytest.importorskip("hexillum.compiled.with_numba", reason="needs numba")
    fast.load()
    return mass.hall()


@pytest.mark.parametrize("battle", BATTLES)
def test_the_compiled_form_plays_the_same_battles_whole(battle: str) -> None:
    hall, start = compiled(), begun(load_scenario(battle))
    hall.set_up(start)
    for seed in (3, 2**40 + 1):
        for names in (("random", "random"), ("quick", "quick"), ("greedy", "greedy"), ("greedy", "quick")):
            (went,) = hall.play([Bout(*names, seed)], 200_000, 20_000)
            state, told = by_choices(start, names, seed, 200_000)
            assert (went.told, went.decisions, hall.end) == (told, len(told), state)


@pytest.mark.parametrize("battle", ["akragas", "dara"])
def test_the_planner_plays_the_same_battle_whole(battle: str) -> None:
    hall, start = compiled(), begun(load_scenario(battle))
    hall.set_up(start)
    state, told = start.copy(), list[int]()
    run(state, (player("planner", 8), player("planner", 9)), 8, 250, told)
    (went,) = hall.play([Bout("planner", "planner", 8)], 250, 250)
    assert (went.told, hall.end) == (told, state)


def test_many_at_a_time_are_the_same_as_one_by_one() -> None:
    compiled()
    start = begun(load_scenario("zama"))
    bouts = [Bout("quick", "random", seed_of(1, n), n, n % 2 == 1) for n in range(12)]
    together = play_bouts(start, bouts)
    assert together == [play_bouts(start, [bout])[0] for bout in bouts]
    assert [game.swapped for game in together[:2]] == [False, True]


def tasks(told: bool = False) -> list[Task]:
    plans = [load_scenario(name) for name in ("akragas", "dara")]
    pairs = [("quick", "random"), ("random", "quick"), ("greedy", "quick")]
    return [
        Task(plans[n % 2], *pairs[n % 3], seed_of(2, n), n, 200_000, n % 3 == 1, {}, told) for n in range(12)
    ]  # fmt: skip


def test_a_crew_plays_the_same_games_whole_on_threads_and_choice_by_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled()
    whole = [sorted(Local(jobs).play(tasks()), key=lambda found: found[0]) for jobs in (1, 2)]
    monkeypatch.setattr("hexillum.lab.mass.cache.is_ready", lambda *_groups: False)
    slowly = list(Local(1).play(tasks()))
    assert whole[0] == whole[1] == slowly


def test_a_tournament_of_compiled_players_is_played_whole(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    compiled()
    whole, slowly = tmp_path / "whole.jsonl", tmp_path / "slowly.jsonl"
    names, battles = ["greedy", "quick", "random"], ["akragas", "dara"]
    with monkeypatch.context() as patch:
        patch.setattr("hexillum.lab.tournament.play_pairing", None)  # nobody plays choice by choice
        patch.setattr("hexillum.lab.arena.run", None)
        assert tournament(names, battles, 8, whole, seed=3, jobs=2)
    assert tournament(names, battles, 8, slowly, seed=3, clock=True)
    games = [sorted(read_results(path)[1], key=lambda r: r.key) for path in (whole, slowly)]
    assert len(games[0]) == 24 and all(game.own_turns == (0, 0) for game in games[0])
    bare = [replace(r, own_turns=(0, 0), seconds=(0.0, 0.0), slowest=(0.0, 0.0)) for r in games[1]]
    assert games[0] == bare


def test_a_game_played_whole_has_its_chronicle(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled()
    game = play("dara", "quick", "random", seed=4, told=True)
    monkeypatch.setattr("hexillum.lab.arena.ROOM_FOR_ANSWERS", 10)
    again = play("dara", "quick", "random", seed=4, told=True)
    monkeypatch.setattr("hexillum.lab.mass.cache.is_ready", lambda *_groups: False)
    slowly = play("dara", "quick", "random", seed=4, told=True)
    assert game == again == slowly and game.told == again.told == slowly.told


def test_who_plays_whole_and_how_many_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexillum.lab.mass.cache.is_ready", lambda *_groups: True)
    assert plays("quick", "planner", 7) and plays("greedy", "random", 0)
    for top, bottom, seed in [("quick", "recruit", 7), ("search:n=4", "quick", 7), ("quick", "quick", SEED_MOST)]:
        assert not plays(top, bottom, seed)
    assert not plays("quick", "quick", -1) and not plays("random", object(), 1)
    assert at_once("planner", "planner") == 1 < at_once("quick", "random") < at_once("random", "random")
    assert crew.plays_whole(tasks()) and not crew.plays_whole(tasks(told=True))
    odd = replace(tasks()[0], top="recruit")
    assert not crew.plays_whole([*tasks(), odd])


def test_a_limit_gives_a_battle_up() -> None:
    compiled()
    (game,) = play_bouts(begun(load_scenario("akragas")), [Bout("quick", "quick", 1)], limit=50)
    assert isinstance(game, Game) and (game.finished, game.winner, game.decisions) == (False, None, 50)
