"""What Ray costs against processes of this machine: the same games by both, in turn.

    python bench/crews.py [GAMES] [ROUNDS]

For each it tells games a second from the first game to the last, and which share of their time the processes spent in
games: what is left is what handing out costs. The time to start a Ray is not in it, and told by itself.
"""

from __future__ import annotations

import sys
import time

from hexillum.battle.scenarios import load_scenario
from hexillum.lab.arena import LIMIT, seed_of
from hexillum.lab.crew import Task, crew_of

JOBS = 2


def main(games: int = 500, rounds: int = 3) -> None:
    plan = load_scenario("akragas")
    tasks = [Task(plan, "planner", "planner", seed_of(1, n), n, LIMIT, False, {}) for n in range(games)]
    for _ in range(rounds):
        for on in ("local", "ray"):
            began = time.perf_counter()
            with crew_of(on, JOBS) as crew:
                warm = list(crew.play(tasks[:JOBS]))
                start, spent = time.perf_counter(), 0.0
                for _, game in crew.play(tasks):
                    spent += game.seconds
                wall = time.perf_counter() - start
            print(
                f"{on}: {len(tasks)} games in {wall:.1f} s, {len(tasks) / wall:.1f} a second; in games "
                f"{spent / wall / JOBS:.1%} of the time; {start - began:.1f} s to start with {len(warm)} games",
                flush=True,
            )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
