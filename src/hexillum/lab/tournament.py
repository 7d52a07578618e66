"""Tournaments of computer players: every pair on every battle from both sides, kept game by game in a file.

The file has a heading line and then a line a game, each a JSON object, so that a tournament that was stopped goes on
with the games that are missing, and whatever is there can be reported at any time.
"""

from __future__ import annotations

import errno
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, Final, TextIO

from ..battle.deployment import state_of
from ..battle.scenarios import Scenario, load_scenario
from ..battle.setup import begin
from ..core.dice import seed_number
from ..core.files import MOST_RESULTS, read_text
from ..core.state import NONE, State
from ..players import Player, player
from .arena import LIMIT, Game, run, seed_of
from .crew import Crew, Given, Task, crew_for, plays_whole
from .headings import difference, heading, is_count, object_of

FORMAT: Final = "hexillum tournament 2"
FORMATS: Final = ("hexillum tournament 1", FORMAT)  # those that can be reported on
PLAYERS_MOST: Final = 60  # of a file that is reported on

#: Called after every game with how many are done.
Progress = Callable[[int], None]


class BadTournament(ValueError):
    """A file that is not a tournament's, or is one with other settings."""


@dataclass(frozen=True)
class Pairing:
    """One game to play: two players by name, the first on top unless swapped.

    Games 2k and 2k + 1 of a pair share their seed, and so their dice, and have the sides swapped.
    """

    first: str
    second: str
    battle: str
    number: int
    seed: int

    @property
    def swapped(self) -> bool:
        """Whether the second player has the top side: in every odd game of a pair.

        >>> Pairing("greedy", "random", "zama", 3, 7).swapped
        True
        """
        return self.number % 2 == 1

    @property
    def key(self) -> tuple[str, str, str, int]:
        """What tells it from all others of its tournament: both players, the battle, and the number.

        >>> Pairing("greedy", "random", "zama", 3, 7).key
        ('greedy', 'random', 'zama', 3)
        """
        return (self.first, self.second, self.battle, self.number)


@dataclass(frozen=True)
class Result:
    """How a game went. `score` is the first player's: 1, 0, or a half for a draw; None where it was not finished.

    Pairs are the first player's and the second's: banners, turns of their own, seconds that they thought in all and in
    the slowest turn; the last three are 0 where nobody timed them. `forfeit` is what a player from outside did that
    lost him the game.
    """

    first: str
    second: str
    battle: str
    number: int
    seed: int
    score: float | None
    banners: tuple[int, int]
    turns: int
    own_turns: tuple[int, int] = (0, 0)
    seconds: tuple[float, float] = (0.0, 0.0)
    slowest: tuple[float, float] = (0.0, 0.0)
    forfeit: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Its fields for a file; a forfeit only where there was one, so that files stay those of earlier versions.

        >>> "forfeit" in Result("a", "b", "zama", 0, 7, 1.0, (6, 2), 30).as_dict()
        False
        """
        plain = asdict(self)
        return plain if self.forfeit else {key: value for key, value in plain.items() if key != "forfeit"}

    @property
    def key(self) -> tuple[str, str, str, int]:
        """The key of its `Pairing`: both players, the battle, and the number."""
        return (self.first, self.second, self.battle, self.number)


@dataclass
class Timed:
    """A player with a watch beside him: `seconds` of each turn by its number, `own` the numbers of his own turns."""

    player: Player
    seconds: dict[int, float] = field(default_factory=dict)
    own: set[int] = field(default_factory=set)

    def choose(self, state: State, options: list[int]) -> int:
        """The player's answer, one of the options; how long he thought about it is added to the turn."""
        started = time.perf_counter()
        answer = self.player.choose(state, options)
        spent = time.perf_counter() - started
        self.seconds[state.turn] = self.seconds.get(state.turn, 0.0) + spent
        if state.active == state.who:
            self.own.add(state.turn)
        return answer


def pairings(players: Sequence[str], battles: Sequence[str], games: int, seed: int) -> list[Pairing]:
    """Every pair of players with so many games each, spread over the battles and both sides.

    A number that does not divide by twice the battles is rounded up. Whatever was played is a prefix of what more games
    would play.

    >>> [p.battle for p in pairings(["greedy", "random"], ["akragas", "cannae"], 4, 1)]
    ['akragas', 'akragas', 'cannae', 'cannae']
    """
    rounds = -(-games // (2 * len(battles)))
    out = []
    for half in range(rounds):
        for battle in battles:
            for first, second in combinations(players, 2):
                for number in (2 * half, 2 * half + 1):
                    out.append(Pairing(first, second, battle, number, seed_of(seed, half)))
    return out


def play_pairing(pairing: Pairing, plan: Scenario | None = None) -> Result:
    """Play one game of a tournament; `plan` is its battle where that is loaded already.

    Raises ValueError for a battle or a player that does not exist.

    >>> play_pairing(Pairing("greedy", "random", "akragas", 0, 7)).score
    1.0
    """
    state = state_of(plan or load_scenario(pairing.battle))
    begin(state)
    names = (pairing.second, pairing.first) if pairing.swapped else (pairing.first, pairing.second)
    players = (Timed(player(names[0], pairing.seed)), Timed(player(names[1], pairing.seed + 1)))
    forfeits: list[str] = []
    run(state, players, pairing.seed, LIMIT, forfeits=forfeits)
    first = int(pairing.swapped)
    score = None if state.outcome == NONE else 0.5 if state.outcome > 1 else float(state.outcome == first)
    watches = (players[first], players[1 - first])
    return Result(
        *pairing.key,
        seed=pairing.seed,
        score=score,
        banners=(state.banners[first], state.banners[1 - first]),
        turns=state.turn + 1,
        own_turns=(len(watches[0].own), len(watches[1].own)),
        seconds=(_rounded(sum(watches[0].seconds.values())), _rounded(sum(watches[1].seconds.values()))),
        slowest=(_slowest(watches[0]), _slowest(watches[1])),
        forfeit=forfeits[0] if forfeits else "",
    )


def _whole(pairing: Pairing, plan: Scenario) -> Task:
    """The game of a pairing as a task of a crew."""
    names = (pairing.second, pairing.first) if pairing.swapped else (pairing.first, pairing.second)
    return Task(plan, *names, pairing.seed, pairing.number, LIMIT, pairing.swapped, {})


def _result_of(pairing: Pairing, game: Game) -> Result:
    """The result of a pairing that was played whole, where nobody held a watch."""
    first = int(pairing.swapped)
    score = 0.5 if game.drawn else None if game.winner is None else float(game.winner == first)
    banners = (game.banners[first], game.banners[1 - first])
    return Result(*pairing.key, pairing.seed, score, banners, game.turns, forfeit=game.forfeit)


def _played(
    crew: Crew, pairings: Sequence[Pairing], plans: Mapping[str, Scenario], clock: bool | None
) -> Given[Result]:
    """The games of a tournament as they end, each with its place.

    Without a clock crews play them as all games, those of compiled players whole; `clock` None lets only players that
    are not compiled be timed.
    """
    tasks = [_whole(p, plans[p.battle]) for p in pairings]
    timed = [n for n, task in enumerate(tasks) if clock or (clock is None and not plays_whole([task]))]
    whole = [n for n in range(len(tasks)) if n not in set(timed)]
    if whole:
        with closing(crew.play([tasks[n] for n in whole])) as games:
            for n, game in games:
                yield whole[n], _result_of(pairings[whole[n]], game)
    if timed:
        with closing(crew.each(_play_told, [(pairings[n], plans[pairings[n].battle]) for n in timed])) as results:
            for n, result in results:
                yield timed[n], result


def _play_told(told: tuple[Pairing, Scenario]) -> Result:
    """Play a pairing with its battle, which another machine may not have as a file."""
    return play_pairing(*told)


def _slowest(watch: Timed) -> float:
    return _rounded(max(watch.seconds.values(), default=0.0))


def _rounded(seconds: float) -> float:
    return round(seconds, 3)


def read_results(path: Path) -> tuple[dict[str, Any], list[Result]]:
    """The heading and the games of a tournament's file; a last line that was cut short is left out.

    Raises BadTournament for a file that is something else, OSError where it cannot be read.
    """
    lines = read_text(path, MOST_RESULTS).splitlines()
    try:
        head = object_of(lines[0])
        known = head.get("format") in FORMATS
    except (IndexError, TypeError, ValueError):
        known = False
    if not known:
        raise BadTournament(f"{path}: this is not the file of a tournament (its first line should say {FORMAT!r})")
    results = []
    for n, line in enumerate(lines[1:], start=2):
        try:
            results.append(_result(object_of(line)))
        except (ValueError, TypeError):
            if n < len(lines):
                raise BadTournament(f"{path}, line {n}: this is not a game of a tournament") from None
    players = {name for result in results for name in (result.first, result.second)}
    if len(players) > PLAYERS_MOST:
        raise BadTournament(f"{path}: {len(players)} players are too many to rate: expected at most {PLAYERS_MOST}")
    return head, results


def _result(values: dict[str, Any]) -> Result:
    """A game as it stands in a file. Raises ValueError, or TypeError for fields that it does not have."""
    fields: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in values.items()}
    result = Result(**fields)
    texts = (result.first, result.second, result.battle, result.forfeit)
    numbers = (result.number, result.turns, result.score or 0)
    pairs = (result.banners, result.own_turns, result.seconds, result.slowest)
    if not (
        all(isinstance(text, str) for text in texts)
        and all(map(is_count, numbers))
        and isinstance(result.seed, int)
        and (result.score is None or is_count(result.score, 1))
        and all(isinstance(pair, tuple) and len(pair) == 2 and all(map(is_count, pair)) for pair in pairs)
    ):
        raise ValueError("not a game")
    return result


def _open(path: Path, wanted: Mapping[str, Any]) -> list[Result]:
    """Make the file ready to be added to; returns the games that are in it.

    Raises BadTournament where it is of other rules or of another tournament; it is left as it is then.
    """
    head, results = wanted, list[Result]()
    if path.exists() and read_text(path, MOST_RESULTS).strip():
        head, results = read_results(path)
        if wrong := difference(head, wanted):
            raise BadTournament(f"{path} {wrong}: name another file ('hexillum arena report {path}' still reads it)")
    lines = [json.dumps(head), *(json.dumps(result.as_dict()) for result in results)]
    new = path.with_name(f"{path.name}.new")
    new.write_text("\n".join(lines) + "\n", encoding="utf-8")
    new.replace(path)
    return results


def tournament(
    players: Sequence[str],
    battles: Sequence[str],
    games: int,
    path: Path,
    *,
    seed: int = 0,
    jobs: int | None = None,
    on: str | Crew = "local",
    progress: Progress | None = None,
    enough: Callable[[Sequence[Result]], bool] | None = None,
    clock: bool | None = None,
) -> bool:
    """Play what the file lacks of a tournament, noting every game down at once; False where it was interrupted.

    `games` is how many each pair plays, `jobs` how many processes play them and `on` where (`crew.crew_of`); `progress`
    is told after every game how many were played now. `enough` is asked, whenever a game ends, about those that stand
    first in the order of the tournament without a gap, and ends it. `clock` says whether the players are timed, turn by
    turn; by default those are not whose battles are played whole by the compiled form (`lab.mass`), which is faster.
    Whoever is timed plays the same games.

    Raises ValueError for fewer than two players and for a player or a battle that does not exist, BadTournament for a
    file whose heading says that it is of other rules, players, battles or another seed.
    """
    if len(set(players)) < 2:
        raise ValueError("a tournament needs two different players")
    seed = seed_number(seed)
    for name in players:
        player(name)
    settings = {"seed": seed, "players": list(players), "switches": {}}
    done = {result.key: result for result in _open(path, heading(FORMAT, battles, settings))}
    order = pairings(players, battles, games, seed)
    plans = {name: load_scenario(name) for name in battles}
    todo = [p for p in order if p.key not in done]
    first = list(_without_gap(order, done))
    if enough and enough(first):
        return True
    try:
        with (
            path.open("a", encoding="utf-8") as file,
            crew_for(on, jobs) as crew,
            closing(_played(crew, todo, plans, clock)) as played,
        ):
            for count, (_, result) in enumerate(played, start=1):
                _note_down(file, path, result)
                if progress:
                    progress(count)
                done[result.key] = result
                before = len(first)
                first += _without_gap(order[before:], done)
                if enough and len(first) > before and enough(first):
                    break
    except KeyboardInterrupt:
        return False
    return True


def _note_down(file: TextIO, path: Path, result: Result) -> None:
    """Add a game to the file. Raises OSError, with the file's name, where that cannot be done."""
    try:
        file.write(json.dumps(result.as_dict()) + "\n")
        file.flush()
    except OSError as error:
        with suppress(OSError):  # what could not be written is tried once more
            file.close()
        words = f"{error.strerror or error}; the games before are kept"
        raise OSError(error.errno or errno.EIO, words, str(path)) from None


def _without_gap(order: Sequence[Pairing], done: Mapping[tuple[str, str, str, int], Result]) -> Iterator[Result]:
    """The games of a tournament from the first one on, as far as they were played."""
    for pairing in order:
        if pairing.key not in done:
            return
        yield done[pairing.key]
