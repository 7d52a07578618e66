"""Battles played whole: chance and both sides answer here, and nobody outside is asked before the end.

They are the same battles that `Battle` plays with the same seeds and players, answer for answer: chance goes by the
numbers of `core.dice.Seeded`, and the players draw theirs as they do outside.
"""

from __future__ import annotations

from typing import Annotated, Final

from ..core import ask
from ..core.state import NONE, State, copy_board
from ..core.structs import Record, dialect, i8, i16, i32, i64, record
from ..engine.seeded import drawn, sort_answers, thrown
from ..engine.step import apply, legal
from ..engine.twister import ROOM, seed_with, unit
from .answers import answer
from .mind import Mind, copy_mind
from .playouts import Task
from .seeking import BASE, Seeker, followed, seek
from .yardstick.answers import yardstick_answer
from .yardstick.scales import Scales

# Who may sit at a side.
RANDOM: Final = 0  # anything legal,
QUICK: Final = 1  # the planner's mind without playouts,
PLANNER: Final = 2  # the planner,
GREEDY: Final = 3  # the yardstick

GENERATORS: Final = 3  # of chance and of the two sides
_DIGEST: Final = (1 << 56) - 1


@record
class Bout(Record):
    """A battle to be played whole, and how it went. Sides are 0 top and 1 bottom."""

    board: i16  # how it begins
    seats: Annotated[list[int], "i1", 2]  # who plays
    seed: i64  # of chance,
    seeds: Annotated[list[int], "i8", 2]  # and of the players
    limit: i32  # answers after which it is given up
    outcome: i8
    banners: Annotated[list[int], "i1", 2]
    turns: i16
    decisions: i32  # answers, those of chance with them
    digest: i64  # a number made of all of them in their order
    first: i64  # where in the list of answers they stand,
    room: i32  # and for how many there is room


@dialect
def sit_down(
    minds: list[Mind], seekers: list[Seeker], scales: list[Scales], mt: list[int], bout: Bout, side: int
) -> None:
    """Let a player begin a battle: he remembers nothing. The minds that he begins with are the first ones."""
    k = seekers[side]
    for n in range(BASE + k.views):
        copy_mind(minds, k.minds + n, n)
    k.turn = 0
    k.left = 0
    scales[side].seen = 0
    scales[side].ways = 0
    scales[side].way_turn = 0
    if bout.seats[side] != QUICK:
        seed_with(mt, ROOM * (1 + side), bout.seeds[side])


@dialect
def any_answer(s: State, mt: list[int], out: list[int]) -> int:
    """An answer of the side that has to decide, each as likely as any other."""
    count = legal(s, out)
    sort_answers(out, count)
    return out[int(unit(mt, ROOM * (1 + s.who)) * count)]


@dialect
def decided(
    b: list[State],
    at: int,
    minds: list[Mind],
    seekers: list[Seeker],
    scales: list[Scales],
    sums: list[float],
    task: Task,
    rng: list[int],
    mt: list[int],
    out: list[int],
    trial: list[int],
    seat: int,
) -> int:
    """The answer of the side that has to decide."""
    s = b[at]
    side = s.who
    k = seekers[side]
    if seat == QUICK:
        return answer(b, at, minds[k.minds], out)
    if seat == RANDOM:
        return any_answer(s, mt, out)
    count = legal(s, out)
    sort_answers(out, count)
    dice = ROOM * (1 + side)
    if seat == PLANNER:
        next = followed(k, s, out, count)
        if next != NONE:
            return next
    if count == 1:
        return out[0]
    if seat == PLANNER:
        return seek(b, at, minds, k, task, rng, mt, dice, out, count, trial)
    return yardstick_answer(b, at, scales[side], sums, mt, dice, out, count)


@dialect
def begin_bout(b: list[State], at: int, mt: list[int], bout: Bout) -> None:
    """Put a battle's first board on the board `at`, and have its dice begin."""
    copy_board(b, at, bout.board)
    seed_with(mt, 0, bout.seed)
    bout.digest = 0


@dialect
def by_chance(s: State, mt: list[int], out: list[int]) -> int:
    """What chance answers."""
    if s.question == ask.ROLL:
        return thrown(s, mt, 0)
    return drawn(s, mt, 0, out)


@dialect
def go_on(s: State, bout: Bout, n: int, number: int, told: list[int]) -> None:
    """Give a battle its answer of number n."""
    if n < bout.room:
        told[bout.first + n] = number
    bout.digest = (bout.digest * 31 + number) & _DIGEST
    apply(s, number)


@dialect
def end_bout(s: State, bout: Bout, n: int) -> None:
    """Note how a battle went, after n answers."""
    bout.outcome = s.outcome
    bout.banners[0] = s.banners[0]
    bout.banners[1] = s.banners[1]
    bout.turns = s.turn + 1
    bout.decisions = n


@dialect
def play_bout(
    b: list[State],
    at: int,
    minds: list[Mind],
    seekers: list[Seeker],
    scales: list[Scales],
    sums: list[float],
    task: Task,
    rng: list[int],
    mt: list[int],
    out: list[int],
    trial: list[int],
    bout: Bout,
    told: list[int],
) -> None:
    """Play a battle from its first board, on the board `at` and those after it, and note how it went."""
    begin_bout(b, at, mt, bout)
    for side in range(2):
        sit_down(minds, seekers, scales, mt, bout, side)
    s = b[at]
    n = 0
    while s.outcome == NONE and n < bout.limit:
        if s.question == ask.ROLL or s.who == ask.CHANCE:
            number = by_chance(s, mt, out)
        else:
            seat = bout.seats[s.who]
            number = decided(b, at, minds, seekers, scales, sums, task, rng, mt, out, trial, seat)
        go_on(s, bout, n, number, told)
        n += 1
    end_bout(s, bout, n)


@dialect
def play_random_bout(b: list[State], at: int, mt: list[int], out: list[int], bout: Bout, told: list[int]) -> None:
    """Play a battle in which both sides choose at random: what `play_bout` does, without all that thinks."""
    begin_bout(b, at, mt, bout)
    for side in range(2):
        seed_with(mt, ROOM * (1 + side), bout.seeds[side])
    s = b[at]
    n = 0
    while s.outcome == NONE and n < bout.limit:
        if s.question == ask.ROLL or s.who == ask.CHANCE:
            number = by_chance(s, mt, out)
        else:
            number = any_answer(s, mt, out)
        go_on(s, bout, n, number, told)
        n += 1
    end_bout(s, bout, n)


@dialect
def play_random_bouts(
    b: list[State], at: int, mt: list[int], out: list[int], bouts: list[Bout], count: int, told: list[int]
) -> None:
    """Play so many battles in which both sides choose at random, on the board `at`."""
    for n in range(count):
        play_random_bout(b, at, mt, out, bouts[n], told)
