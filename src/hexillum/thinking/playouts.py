"""Playing on in thought: hidden cards dealt anew, both sides by their minds, and what the position then is worth."""

from __future__ import annotations

from typing import Annotated, Final

from ..core import ask, column
from ..core.state import NONE, State, copy_board
from ..core.structs import Record, dialect, i8, i16, i32, record, table
from ..engine.playout import ANSWERS_MOST, random_answer, random_draw
from ..engine.step import apply
from .answers import answer
from .mind import CALM, Mind
from .plans import BOARDS
from .position import chance_to_win

LONGEST: Final = 4000  # answers of a playout
OTHER_DICE: Final = 0x2545F490  # the later turns have dice of their own: plans that differ meet the same answers
DICE_MOST: Final = 0xFFFFFFFF
TRIED: Final = 0x1F123BB5  # and so has what a side only tries in thought before it plays its turn
#: How careful the minds are that plan a later turn, in thousandths, where several do.
MOODS: Final = table([CALM, 450, 2000, 150, 5000])

# Boards beside the one that a playout goes on, for trying a later turn: the turn planned, and played out.
PLANNED: Final = BOARDS
TRIAL: Final = PLANNED + BOARDS
TRIALS: Final = TRIAL + BOARDS  # so many boards does a playout need

# What to think of.
ANSWER: Final = 0  # a mind's answer to the question on the board,
TRY_OUT: Final = 1  # what comes of the board, played on with each of the seeds,
CONTEST: Final = 2  # how two minds play the board to its end,
BATTLES: Final = 3  # battles played whole on it, so many from the first on,
SEEK: Final = 4  # the answer of the search to the question on the root, of so many options,
BEGIN_GATHER: Final = 5  # or step by step: its plans begun,
GATHER: Final = 6  # another plan, until there are so many,
OPTIONS: Final = 7  # or so many options instead,
BEGIN_SIFT: Final = 8  # the sifting begun, so many to be left,
SIFT: Final = 9  # and gone on with
ROLL_OUT: Final = 10  # who wins the board, played on to the end so often

WHOLE: Final = 10**6  # what shares are told in

SEEDS_MOST: Final = 8


@record
class Task(Record):
    """Something to think about, and what came of it. Boards and minds are named by their place in their lists.

    Sides are 0 top and 1 bottom, chances thousandths, answers numbers of the action table.
    """

    what: i8
    board: i16  # what it is about
    trial: i16  # where it is played out; the boards after it are for trying things
    mind: i16  # whose answer or plan; in a contest, the mind of the top side: 0 or 1
    minds: i16  # the first of the minds of the two sides in playouts
    root: i16  # what a search is about
    count: i32  # so many, of whatever the task says
    first: i32  # the number of the first of them, where that matters
    budget: i32  # playouts that a sifting may cost, 0 where a clock tells,
    used: i32  # and then the share of its time that is used up, in millionths
    side: i8  # whose chances are told, what the other side holds being dealt anew
    turns: i16  # how many turns each playout takes
    moods: i16  # in so many moods each later turn is planned, the best plan of them played, with dice of its own; 0 for
    # the calm mind's plans, and the same dice for all later turns together
    tries: i16  # how often each of those plans is played to the end of its turn before one is taken
    then: i16  # the card that the side's next turn is to be played with, one higher; 0 for any
    seeds: i16
    seed: Annotated[list[int], "i8", SEEDS_MOST]
    soon: Annotated[list[int], "i4", SEEDS_MOST]  # for each seed the chances at the end of the turn,
    later: Annotated[list[int], "i4", SEEDS_MOST]  # and at the end of the last one
    answers: Annotated[list[int], "i4", ANSWERS_MOST]  # those of the plan


@dialect
def deal_again(s: State, side: int, rng: list[int]) -> None:
    """Deal the other side's hand anew from all the cards that a side has not seen."""
    first = (1 - side) * ask.MOST_CARDS
    for card in range(column.CARDS_FROM[s.edition], column.CARDS_END[s.edition]):
        s.deck[card] += s.hand[first + card]
        s.hand[first + card] = 0
    s.deck_left += s.held[1 - side]
    for _ in range(s.held[1 - side]):
        card = random_draw(s, rng) - ask.CARD_0
        s.deck[card] -= 1
        s.deck_left -= 1
        s.hand[first + card] += 1


@dialect
def play_on_with(
    b: list[State], at: int, minds: list[Mind], first: int, rng: list[int], out: list[int], until: int
) -> int:
    """Play on to the start of a turn or the end of the battle, each side by its mind; returns how many answers.

    `first` is the place of the top side's mind, the bottom side's comes after it.
    """
    n = 0
    s = b[at]
    while s.outcome == NONE and s.turn < until and n < LONGEST:
        if s.who == ask.CHANCE:
            apply(s, random_answer(s, rng, out))
        else:
            apply(s, answer(b, at, minds[first + s.who], out))
        n += 1
    return n


@dialect
def plan_ahead(b: list[State], at: int, m: Mind, task: Task, out: list[int]) -> int:
    """Follow a mind's plan until chance, the other side or a battle decides; notes its answers, returns how many."""
    n = 0
    s = b[at]
    side = s.who
    while s.outcome == NONE and s.who == side and (n == 0 or s.question != ask.BATTLE) and n < ANSWERS_MOST:
        task.answers[n] = answer(b, at, m, out)
        apply(s, task.answers[n])
        n += 1
    return n


@dialect
def best_mood(
    b: list[State], at: int, minds: list[Mind], first: int, rng: list[int], out: list[int], moods: int, tries: int
) -> int:
    """The mood whose plan for the turn that begins comes out best for its side, each played out with the same dice."""
    side = b[at].active
    m = minds[first + side]
    ends = b[at].turn + 1
    seed = rng[0] ^ TRIED
    found = CALM
    best = -1
    for mood in range(moods):
        m.mood = MOODS[mood]
        m.turn = 0
        copy_board(b, at + PLANNED, at)
        s = b[at + PLANNED]
        while s.outcome == NONE and s.who == side and s.question != ask.BATTLE:
            apply(s, answer(b, at + PLANNED, m, out))
        total = 0
        for n in range(tries):
            copy_board(b, at + TRIAL, at + PLANNED)
            rng[0] = seed + n
            play_on_with(b, at + TRIAL, minds, first, rng, out, ends)
            total += chance_to_win(b[at + TRIAL], m, side)
        if total > best:
            best = total
            found = MOODS[mood]
    rng[0] = seed ^ TRIED
    return found


@dialect
def play_turns_on(
    b: list[State],
    at: int,
    minds: list[Mind],
    first: int,
    rng: list[int],
    out: list[int],
    turns: int,
    task: Task,
    seed: int,
) -> None:
    """Play so many turns on, or to the end of the battle, each with dice of its own.

    Every turn is planned by the mood of its side that plans it best, where several moods are asked.
    """
    s = b[at]
    begins = s.turn
    while s.outcome == NONE and s.turn < begins + turns:
        rng[0] = seed ^ (OTHER_DICE * (1 + s.turn - begins) & DICE_MOST) | 1
        m = minds[first + s.active]
        if task.moods > 1 and s.question == ask.CARD and s.who == s.active:
            m.mood = best_mood(b, at, minds, first, rng, out, task.moods, task.tries)
            m.turn = 0
        play_on_with(b, at, minds, first, rng, out, s.turn + 1)
        m.mood = CALM


@dialect
def try_out(b: list[State], minds: list[Mind], task: Task, rng: list[int], out: list[int]) -> None:
    """Play a position on for so many turns with each of some seeds.

    Notes a side's chances at the end of the first turn and of the last.
    """
    at = task.trial
    side = task.side
    first = task.minds
    ends = b[task.board].turn + 1
    for n in range(task.seeds):
        copy_board(b, at, task.board)
        rng[0] = task.seed[n]
        deal_again(b[at], side, rng)
        minds[first].turn = 0
        minds[first + 1].turn = 0
        play_on_with(b, at, minds, first, rng, out, ends)
        task.soon[n] = chance_to_win(b[at], minds[first + side], side)
        task.later[n] = task.soon[n]
        if task.turns > 1:
            minds[first + side].only = task.then
            if task.moods > 0:
                play_turns_on(b, at, minds, first, rng, out, task.turns - 1, task, task.seed[n])
            else:
                rng[0] = task.seed[n] ^ OTHER_DICE
                play_on_with(b, at, minds, first, rng, out, ends + task.turns - 1)
            minds[first + side].only = 0
            task.later[n] = chance_to_win(b[at], minds[first + side], side)


@dialect
def contest(b: list[State], minds: list[Mind], task: Task, rng: list[int], out: list[int]) -> None:
    """Play a battle to its end, the top side by one of the minds, the bottom side by the other."""
    rng[0] = task.seed[0]
    n = 0
    s = b[task.board]
    while s.outcome == NONE and n < 10 * LONGEST:
        if s.who == ask.CHANCE:
            apply(s, random_answer(s, rng, out))
        else:
            apply(s, answer(b, task.board, minds[s.who ^ task.mind], out))
        n += 1
