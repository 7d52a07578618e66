"""Steps a second of one core: the environments of Hexillum, and beside them PettingZoo's classic games and OpenSpiel's.

Each game is played at random, and every step includes reading what may be answered. What is not installed is left out:
the extras `rl` and `openspiel` and the group `bench` bring all of it.
"""

from __future__ import annotations

import contextlib
import io
import random
import statistics
import time
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

SIDE_BY_SIDE = 256
CLASSIC = ("tictactoe_v3", "connect_four_v3", "chess_v6")
GAME = "backgammon"


def seconds_of(work: Callable[[], object]) -> float:
    """The processor's time that the work takes."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def vectors(random_play: Callable[[], float], quick: bool) -> dict[str, float]:
    """Battles side by side, and compiled random play between them: what else the machine does hits both."""
    from hexillum.envs import VectorEnv

    rounds, runs = 400 if quick else 1000, 3 if quick else 7
    envs = {
        f"VectorEnv({SIDE_BY_SIDE}), {name}": VectorEnv(SIDE_BY_SIDE, "akragas", observe=observe)
        for name, observe in (("masks only", False), ("with observations", True))
    }
    speeds: dict[str, list[float]] = {name: [] for name in ("compiled random play, answers/s", *envs)}

    def play(env: VectorEnv) -> None:
        for _ in range(rounds):
            env.step(env.sample())

    for env in envs.values():
        env.reset(1)
        play(env)
    for _ in range(runs):
        speeds["compiled random play, answers/s"].append(random_play())
        for name, env in envs.items():
            speeds[name].append(SIDE_BY_SIDE * rounds / seconds_of(lambda env=env: play(env)))
    base = speeds.pop("compiled random play, answers/s")
    figures = {"compiled random play, answers/s": statistics.median(base)}
    for name, each in speeds.items():
        figures[f"{name}, steps/s"] = statistics.median(each)
    for name, each in speeds.items():
        shares = [one / other for one, other in zip(each, base, strict=True)]
        figures[f"{name}, share of random play"] = statistics.median(shares)
    return figures


def one_by_one(quick: bool) -> dict[str, float]:
    """PettingZoo's own benchmark of our environment and of its classic games, by the clock on the wall."""
    if not find_spec("pettingzoo"):
        return {}
    from pettingzoo.test import performance_benchmark

    from hexillum.envs import hexillum_v0

    made: dict[str, Any] = {"hexillum_v0": hexillum_v0.env("akragas")}
    for name in CLASSIC[:1] if quick else CLASSIC:
        with contextlib.suppress(ImportError):
            made[name] = import_module(f"pettingzoo.classic.{name}").env()
    figures = {}
    for name, env in made.items():
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            performance_benchmark(env)
        turns = next(line for line in said.getvalue().splitlines() if line.endswith("turns per second"))
        figures[f"PettingZoo, {name}, turns/s"] = float(turns.split()[0])
    return figures


def gymnasium_steps(quick: bool) -> dict[str, float]:
    """Our environment of Gymnasium, with the answers of the other side."""
    if not find_spec("gymnasium"):
        return {}
    import gymnasium
    import numpy as np

    import hexillum.envs  # noqa: F401 - it tells Gymnasium of us

    env, steps, rng = gymnasium.make("Hexillum-v0", opponent="random"), 300 if quick else 2000, np.random.default_rng(1)

    def play() -> None:
        _, info = env.reset(seed=1)
        for number in range(steps):
            _, _, over, cut, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
            if over or cut:
                _, info = env.reset(seed=number)

    return {"Gymnasium, Hexillum-v0 against random, steps/s": steps / seconds_of(play)}


def at_random(game: Any, most: int, rng: random.Random) -> int:
    """Play a game of OpenSpiel through Python to its end, or for so many answers; returns how many there were."""
    state, answers = game.new_initial_state(), 0
    while not state.is_terminal() and answers < most:
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, shares)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        answers += 1
    return answers


def spiel(quick: bool) -> dict[str, float]:
    """OpenSpiel: our game, its backgammon through Python, and the same in C++ alone, in the playouts of its MCTS."""
    if not find_spec("pyspiel"):
        return {}
    import pyspiel

    from hexillum.envs import openspiel

    figures, rng = {}, random.Random(1)
    for name, game, games, most in (
        ("hexillum", pyspiel.load_game(openspiel.GAME_TYPE.short_name), 3, 500 if quick else 3000),
        (f"{GAME} through Python", pyspiel.load_game(GAME), 20 if quick else 200, 10_000),
    ):
        answers: list[int] = []
        seconds = seconds_of(
            lambda game=game, games=games, most=most, answers=answers: answers.extend(
                at_random(game, most, rng) for _ in range(games)
            )
        )
        figures[f"OpenSpiel, {name}, answers/s"] = sum(answers) / seconds
    rollouts = 100 if quick else 400
    start = game.new_initial_state()
    while start.is_chance_node():
        start.apply_action(start.chance_outcomes()[0][0])
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(rollouts, 1), 2.0, 1, 1000, False, 1, False)
    seconds = seconds_of(lambda: bot.step(start))
    figures[f"OpenSpiel, {GAME} in C++, answers/s"] = rollouts * statistics.mean(answers) / seconds
    return figures


def measure(random_play: Callable[[], float], quick: bool) -> dict[str, float]:
    """All of it."""
    return {**vectors(random_play, quick), **one_by_one(quick), **gymnasium_steps(quick), **spiel(quick)}
