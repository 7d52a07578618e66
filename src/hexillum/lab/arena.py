"""Matches between computer players: one game, or many with the sides alternating."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from ..battle.deployment import state_of
from ..battle.scenarios import Scenario, load_scenario
from ..battle.setup import begin
from ..core import ask
from ..core.dice import Seeded, roll_of, seed_number
from ..core.state import NONE, State
from ..engine.seeded import copies
from ..engine.step import apply
from ..engine.tryout import numbers_of
from ..players import Player, Who, player
from ..players.outside import Forfeit
from . import mass
from .chronicle import Chronicle, chronicle

LIMIT: Final = 200_000  # decisions after which a game is given up
ROOM_FOR_ANSWERS: Final = 8_000  # of a game whose answers are wanted; few have more


@dataclass(frozen=True)
class Game:
    """How one game went. `winner` is 0 for top, 1 for bottom, None for a draw or an unfinished game.

    `number` is its place in its series; `banners` are those of top and bottom, `turns` and `decisions` how many there
    were, those of chance counted; `swapped` tells whether the players had changed sides, `told` what each side lost and
    played, where somebody wanted to know.
    """

    number: int
    seed: int
    winner: int | None
    finished: bool
    banners: tuple[int, int]
    turns: int
    decisions: int
    swapped: bool = False
    forfeit: str = ""  # what a player from outside did that lost him the game
    seconds: float = field(default=0.0, compare=False)  # of the clock, the thinking and the referee's work together
    told: Chronicle | None = field(default=None, compare=False)

    @property
    def drawn(self) -> bool:
        """Whether it was finished without a winner (RM-16).

        >>> Game(0, 7, None, True, (5, 5), 30, 900).drawn
        True
        """
        return self.finished and self.winner is None


def seed_of(seed: int, number: int) -> int:
    """The seed of one game of a series, independent of all others: a whole number from 0 to 2**48 - 1.

    Raises ValueError for a seed of the series that is no whole number.

    >>> seed_of(1, 5) == seed_of(1, 5) != seed_of(1, 6)
    True
    """
    return random.Random(f"{seed_number(seed)}/{number}").getrandbits(48)


def run(
    state: State,
    players: tuple[Player, Player],
    seed: int,
    limit: int = LIMIT,
    told: list[int] | None = None,
    forfeits: list[str] | None = None,
) -> int:
    """Play a battle that has begun to its end; returns how many decisions the players and chance made.

    The state is played on as it is given; the first player is top. It stops at `limit` decisions. `Battle.start(...,
    seed)` with the same answers comes to the same battle. A player's answer is taken as legal. All answers, those of
    chance with them, are added to `told`. A player from outside that forfeits has lost: what it did is added to
    `forfeits`. Raises Forfeit where nobody wants to hear it.

    >>> from hexillum.battle.door import Battle
    >>> state = Battle.start("akragas", seed=7).state
    >>> run(state, (player("random", 1), player("random", 2)), seed=7, limit=20)
    20
    """
    source = Seeded(seed)
    decisions = 0
    while state.outcome == NONE and decisions < limit:
        decisions += 1
        if state.question == ask.ROLL:
            answer = roll_of(source.roll(state.dice))
        else:
            options = numbers_of(state)
            if state.who == ask.CHANCE:
                answer = options[source.pick([copies(state, n - ask.CARD_0) for n in options])]
            else:
                try:
                    answer = players[state.who].choose(state, options)
                except Forfeit as error:
                    if forfeits is None:
                        raise
                    forfeits.append(str(error))
                    state.outcome = 1 - state.who
                    break
        if told is not None:
            told.append(answer)
        apply(state, answer)
    return decisions


def begun(scenario: Scenario, switches: Mapping[str, bool] | None = None) -> State:
    """A battle of a scenario that has just begun: the first card is to be dealt.

    >>> begun(load_scenario("akragas")).turn
    0
    """
    state = state_of(scenario, switches=switches)
    begin(state)
    return state


def play(
    scenario: Scenario | str | Path,
    top: Who = "greedy",
    bottom: Who = "greedy",
    seed: int = 0,
    *,
    number: int = 0,
    limit: int = LIMIT,
    swapped: bool = False,
    switches: Mapping[str, bool] | None = None,
    told: bool = False,
) -> Game:
    """Play one game between two computer players; `number` and `swapped`, that these changed sides, are only noted.

    The scenario is a built-in's name, a file, or one that is loaded; `switches` sets house rules by their names. A game
    of `limit` decisions is given up as unfinished. The same seed plays the same game, unless a player thinks by the
    clock. Compiled players play it whole where the compiled form is ready (`lab.mass`), the same game as otherwise.
    With `told` the game has its chronicle.

    A player from outside that forfeits has lost, and the game says why.

    Raises ValueError for a scenario, a player or a switch that does not exist, and a seed that is no whole number.

    >>> play("akragas", "random", "random", seed=1).finished
    True
    """
    seed = seed_number(seed)
    plan = scenario if isinstance(scenario, Scenario) else load_scenario(scenario)
    state = begun(plan, switches)
    if mass.plays(top, bottom, seed):
        bout = mass.Bout(str(top), str(bottom), seed, number, swapped)
        return play_bouts(state, [bout], limit, told=told)[0]
    first = state.copy() if told else None
    answers: list[int] | None = [] if told else None
    forfeits: list[str] = []
    began = time.perf_counter()
    decisions = run(state, (player(top, seed), player(bottom, seed + 1)), seed, limit, answers, forfeits)
    seconds = time.perf_counter() - began
    return Game(
        number=number,
        seed=seed,
        winner=state.outcome if state.outcome in (0, 1) else None,
        finished=state.outcome != NONE,
        banners=(state.banners[0], state.banners[1]),
        turns=state.turn + 1,
        decisions=decisions,
        swapped=swapped,
        forfeit=forfeits[0] if forfeits else "",
        seconds=seconds,
        told=chronicle(first, answers) if first is not None and answers is not None else None,
    )


def play_bouts(state: State, bouts: Sequence[mass.Bout], limit: int = LIMIT, *, told: bool = False) -> list[Game]:
    """The games of compiled players that begin in a state, played whole; `told` lets each have its chronicle.

    Each game's seconds are those of all, shared among them.
    """
    began = time.perf_counter()
    hall = mass.hall()
    hall.set_up(state)
    room = min(limit, ROOM_FOR_ANSWERS) if told else 0
    games = []
    for bout, went in zip(bouts, hall.play(bouts, limit, room), strict=True):
        answers: list[int] | None = None
        if told:
            answers = went.told
            if len(answers) < went.decisions:  # longer than there was room for: played once more
                answers = hall.play([bout], limit, went.decisions)[0].told
        games.append(
            Game(
                number=bout.number,
                seed=bout.seed,
                winner=went.outcome if went.outcome in (0, 1) else None,
                finished=went.outcome != NONE,
                banners=went.banners,
                turns=went.turns,
                decisions=went.decisions,
                swapped=bout.swapped,
                told=None if answers is None else chronicle(state, answers),
            )
        )
    seconds = (time.perf_counter() - began) / max(1, len(games))
    return [replace(game, seconds=seconds) for game in games]


@dataclass(frozen=True)
class Match:
    """Wins of two players against each other over games with the sides alternating; `wins` are first and second's."""

    wins: tuple[int, int]
    draws: int
    unfinished: int
    games: tuple[Game, ...]

    @property
    def share(self) -> float:
        """The first player's share of all games, 0 to 1, a draw counted half.

        >>> Match((1, 0), 0, 0, (Game(0, 7, 0, True, (5, 2), 30, 900),)).share
        1.0
        """
        return (self.wins[0] + self.draws / 2) / max(1, len(self.games))


def series(scenario: Scenario | str | Path, first: str, second: str, games: int, seed: int = 0) -> Iterator[Game]:
    """Games one after another as they are played; the first player takes the top side in every even one.

    Each has a seed of its own, by `seed_of`. Raises ValueError as `play` does, when the first game is asked for.

    >>> [game.swapped for game in series("akragas", "random", "random", 2)]
    [False, True]
    """
    plan = scenario if isinstance(scenario, Scenario) else load_scenario(scenario)
    for number in range(games):
        swapped = number % 2 == 1
        top, bottom = (second, first) if swapped else (first, second)
        yield play(plan, top, bottom, seed_of(seed, number), number=number, swapped=swapped)


def match(scenario: Scenario | str | Path, first: str, second: str, games: int, seed: int = 0) -> Match:
    """Play a match of two computer players, the sides alternating: the games of `series`, counted.

    Raises ValueError for a scenario or a player that does not exist.

    >>> match("akragas", "random", "random", games=2, seed=1).unfinished
    0
    """
    played = tuple(series(scenario, first, second, games, seed))
    wins = [0, 0]
    for game in played:
        if game.winner is not None:
            wins[game.winner ^ int(game.swapped)] += 1
    return Match(
        wins=(wins[0], wins[1]),
        draws=sum(game.drawn for game in played),
        unfinished=sum(not game.finished for game in played),
        games=played,
    )
