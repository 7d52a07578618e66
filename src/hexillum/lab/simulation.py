"""Bulk simulation: many games of two computer players, on as many processes as wanted, the same for the same seed."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..battle.scenarios import Scenario, load_scenario, setup_digest, turn_round
from ..core.dice import seed_number
from ..players import Who, name_of, player
from .arena import LIMIT, Game, seed_of
from .crew import Crew, Task, crew_for
from .results import Rows, row_of
from .statistics import Summary, summarise

#: Called after every game with how many are done.
Progress = Callable[[int], None]


@dataclass(frozen=True)
class Report:
    """What a simulation came to: who played, the games in their order, and the seconds that they took together.

    `complete` is False where it was interrupted. `swap` tells whether the players changed sides, `swapped` whether the
    armies had changed seats.
    """

    scenario: str
    top: str
    bottom: str
    seed: int
    swap: bool
    swapped: bool
    switches: Mapping[str, bool]
    games: tuple[Game, ...]
    seconds: float
    complete: bool

    @property
    def summary(self) -> Summary:
        """The counts and means of its games, those of an interrupted simulation as far as it came."""
        return summarise(self.games)

    @property
    def forfeits(self) -> list[str]:
        """What players from outside did that lost them a game, in the order of the games."""
        return [game.forfeit for game in self.games if game.forfeit]

    @property
    def per_second(self) -> float:
        """Games a second, as the clock goes: with two jobs about twice as many."""
        return len(self.games) / self.seconds if self.seconds else 0.0

    def as_dict(self) -> dict[str, Any]:
        """The report as plain values for JSON, without the single games.

        `wins_by_player` is there where the players changed sides: those of `top`, then those of `bottom`.
        """
        out: dict[str, Any] = {
            "scenario": self.scenario,
            "top": self.top,
            "bottom": self.bottom,
            "seed": self.seed,
            "swap": self.swap,
            "swapped": self.swapped,
            "switches": dict(self.switches),
            "complete": self.complete,
            **({"forfeits": self.forfeits} if self.forfeits else {}),
            **self.summary.as_dict(),
            "seconds": round(self.seconds, 3),
        }
        if self.swap:
            out["wins_by_player"] = list(self.summary.by_player)
        return out


def simulate(
    scenario: Scenario | str | Path,
    games: int = 100,
    seed: int = 0,
    jobs: int | None = None,
    top: Who = "greedy",
    bottom: Who = "greedy",
    *,
    swap: bool = False,
    switches: Mapping[str, bool] | None = None,
    limit: int = LIMIT,
    progress: Progress | None = None,
    keep: Rows | None = None,
    on: str | Crew = "local",
) -> Report:
    """Play many games; the result depends on the seed, not on who plays them where.

    The scenario is a built-in's name, a file, or one that is loaded; `jobs` is how many processes play, `on` where they
    are (`crew.crew_of`), or a crew that has been made. With `swap` the two players change sides in every second game;
    `switches` sets house rules by their names. A game that is not over after `limit` decisions counts as unfinished.
    `progress` is told after every game how many are done. What is in the file `keep` is not played again, and every
    game goes there at once; who gives it closes it. An interrupt (Ctrl-C) ends the simulation early with what is done
    so far. Raises ValueError for a scenario, a player, a switch or a place that does not exist, and for a file with
    games of another run.

    >>> simulate("akragas", games=2, seed=1, top="random", bottom="random").summary.games
    2
    """
    plan = scenario if isinstance(scenario, Scenario) else load_scenario(scenario)
    seed = seed_number(seed)
    for name in (top, bottom):
        player(name)
    setup = setup_digest(turn_round(plan) if plan.swapped else plan) if keep else ""
    tasks = []
    for number in range(games):
        swapped = swap and number % 2 == 1
        players = (bottom, top) if swapped else (top, bottom)
        told = keep is not None
        tasks.append(Task(plan, *players, seed_of(seed, number), number, limit, swapped, switches or {}, told, setup))
    there = keep.done(tasks) if keep else {}
    done = list(there.values())
    left = [task for task in tasks if (plan.id, task.number) not in there]
    complete = True
    started = time.perf_counter()
    if progress:
        progress(len(done))
    try:
        with crew_for(on, jobs) as crew:
            for n, game in crew.play(left):
                if keep:
                    keep.add(row_of(left[n], game))
                done.append(game)
                if progress:
                    progress(len(done))
    except KeyboardInterrupt:
        complete = False
    seconds = time.perf_counter() - started
    done.sort(key=lambda game: game.number)
    return Report(
        plan.id, name_of(top), name_of(bottom), seed, swap, plan.swapped, switches or {}, tuple(done), seconds, complete
    )
