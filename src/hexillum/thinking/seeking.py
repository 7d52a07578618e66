"""How a search finds its answer: plans of several minds, or every option, played out; the worse are dropped.

A seeker counts its playouts, and then a choice is one call (`seek`), or goes by a clock that somebody else looks at:
then it goes on step by step (`gather`, `sift`), and is told each time which share of its time is used.
"""

from __future__ import annotations

from typing import Annotated, Final

from ..core import ask
from ..core.state import NONE, State, copy_board
from ..core.structs import Record, dialect, i8, i16, i32, record
from ..engine.playout import ANSWERS_MOST
from ..engine.step import apply
from ..engine.twister import bits
from .answers import answer
from .mind import Mind
from .playouts import TRIALS, Task, plan_ahead, try_out

PLANS: Final = 8  # of each mind at most
VIEWS_MOST: Final = 30  # minds that plan
CANDIDATES: Final = PLANS * VIEWS_MOST
DOUBT: Final = 24  # so many playouts so far are needed to believe half of what they say
PLAYOUTS: Final = 2000  # of one candidate at most
BATCH: Final = 4
ROUND: Final = 2 * BATCH  # so many playouts at least for each plan, where they are counted
ONE_TURN: Final = 1  # to the end of the turn; the formula for positions sees what the enemy threatens then
BASE: Final = 2  # the first of the minds beside those of the two sides

# Boards beside the one that is thought about.
PLAYED: Final = 1  # where playouts are played; the boards for trying things come after it
FREE: Final = PLAYED + TRIALS  # the first of the boards of candidates


@record
class Seeker(Record):
    """A searching player: what it may spend, the rest of the plan that it follows, and what it looks at now.

    Chances are added up, in ten thousandths of a battle won.
    """

    plan: i32  # playouts of a turn for its plan, 0 where it goes by a clock,
    choice: i32  # and for any other choice; 0 to take the one that promises most without any
    views: i16  # so many minds plan every card
    most: i16  # so many candidates at most
    minds: i16  # its first mind: those of the two sides, then its own
    # the rest of the plan that it follows
    turn: i16  # one higher, 0 for none
    side: i8
    left: i16  # so many answers of it are still to be given
    follow: Annotated[list[int], "i2", ANSWERS_MOST]  # the last of them first
    # the candidates
    count: i16
    turned: i16  # the view that plans next,
    card: i16  # and the card that it plans with
    length: Annotated[list[int], "i2", CANDIDATES]
    answers: Annotated[list[int], "i2", CANDIDATES * ANSWERS_MOST]
    turns: Annotated[list[int], "i4", CANDIDATES]  # how many playouts went to the end of the turn,
    chances: Annotated[list[int], "i8", CANDIDATES]  # and the chances there
    further: Annotated[list[int], "i4", CANDIDATES]  # how many went on through the enemy's answer and one's next turn,
    changes: Annotated[list[int], "i8", CANDIDATES]  # and what that changed
    held: Annotated[list[int], "i4", CANDIDATES]  # the chance that its card is worth in the hand
    then: Annotated[list[int], "i2", CANDIDATES]  # the card that it is played on with next turn, one higher; 0 for any
    # the sifting
    alive: i16
    order: Annotated[list[int], "i2", CANDIDATES]  # the candidates that are left, the best first
    keep: i16  # so many are to be left
    cut: i16  # how often they are cut by half, the next time counted,
    cuts: i16  # of how many times
    next: i16  # the candidate that is played out next
    done: i32  # playouts of each candidate
    spent: i32  # playouts of all
    budget: i32  # how many there may be, 0 where a clock tells
    depth: i16  # turns of a playout
    seed: Annotated[list[int], "i8", PLAYOUTS]
    soon: Annotated[list[int], "i4", CANDIDATES]  # chances of the playouts of this round, at the end of the turn,
    later: Annotated[list[int], "i4", CANDIDATES]  # and at their end


# ---------------------------------------------------------------- candidates


@dialect
def is_planned(question: int) -> bool:
    """Whether a question is answered by a plan."""
    return question == ask.CARD or question == ask.SECTION or question == ask.ORDER or question == ask.MOVE


@dialect
def is_new(k: Seeker, task: Task, length: int) -> bool:
    """Whether no candidate has the answers of the plan that was made last."""
    for n in range(k.count):
        if k.length[n] == length:
            same = True
            for j in range(length):
                if k.answers[n * ANSWERS_MOST + j] != task.answers[j]:
                    same = False
                    break
            if same:
                return False
    return True


@dialect
def add_candidate(k: Seeker) -> int:
    """Room for one candidate more: its number."""
    n = int(k.count)
    k.turns[n] = 0
    k.chances[n] = 0
    k.further[n] = 0
    k.changes[n] = 0
    k.held[n] = 0
    k.then[n] = 0
    k.order[n] = n
    k.count += 1
    k.alive = k.count
    return n


@dialect
def add_plan(b: list[State], at: int, minds: list[Mind], k: Seeker, task: Task, out: list[int], only: int) -> None:
    """Let the mind whose view is taken plan, with one card only where it is named, and note a plan that is new."""
    m = minds[k.minds + BASE + k.turned]
    m.only = only
    m.turn = 0
    copy_board(b, at + PLAYED, at)
    length = plan_ahead(b, at + PLAYED, m, task, out)
    if is_new(k, task, length):
        n = add_candidate(k)
        k.length[n] = length
        for j in range(length):
            k.answers[n * ANSWERS_MOST + j] = task.answers[j]
        copy_board(b, at + FREE + n, at + PLAYED)


@dialect
def begin_to_gather(b: list[State], at: int, minds: list[Mind], k: Seeker, task: Task, out: list[int]) -> None:
    """Begin the plans that are worth looking at with the player's own."""
    k.count = 0
    k.turned = 0
    k.card = 0
    add_plan(b, at, minds, k, task, out, 0)


@dialect
def gather(b: list[State], at: int, minds: list[Mind], k: Seeker, task: Task, out: list[int], most: int) -> bool:
    """Let the next mind plan with the next card of the hand, where a card is asked for; False where there are enough.

    No two plans have the same answers; there are `most` of them at most.
    """
    s = b[at]
    by_card = s.question == ask.CARD
    while k.turned < k.views and k.count < most:
        card = int(k.card)
        k.card += 1
        if not by_card:
            k.card = 0
            add_plan(b, at, minds, k, task, out, 0)
            k.turned += 1
            return True
        if card >= ask.MOST_CARDS:
            k.card = 0
            k.turned += 1
        elif s.hand[s.who * ask.MOST_CARDS + card] > 0:
            add_plan(b, at, minds, k, task, out, card + 1)
            return True
    return False


@dialect
def add_option(b: list[State], at: int, k: Seeker, option: int) -> None:
    """Note an option as a candidate."""
    n = add_candidate(k)
    k.length[n] = 1
    k.answers[n * ANSWERS_MOST] = option
    copy_board(b, at + FREE + n, at)
    apply(b[at + FREE + n], option)


@dialect
def gather_options(b: list[State], at: int, m: Mind, k: Seeker, out: list[int], count: int, trial: list[int]) -> None:
    """Every option, the player's own first, as many as there is room for; they stand sorted in `out`."""
    k.count = 0
    own = answer(b, at, m, trial)
    add_option(b, at, k, own)
    for n in range(count):
        if out[n] != own and k.count < k.most:
            add_option(b, at, k, out[n])


# ---------------------------------------------------------------- sifting


@dialect
def worth_of(k: Seeker, n: int) -> float:
    """The mean chance of a candidate at the end of the turn, and as much of what comes after it as so few tell.

    In ten thousandths; of n playouts that go on, n / (n + DOUBT) of what they say is believed. Less what its card is
    worth in the hand.
    """
    return k.chances[n] / max(1, k.turns[n]) + k.changes[n] / (k.further[n] + DOUBT) - k.held[n]


@dialect
def sort_candidates(k: Seeker) -> None:
    """The best first, and the one that was found first of equals."""
    for n in range(1, k.alive):
        one = int(k.order[n])
        worth = worth_of(k, one)
        at = n
        while at > 0:
            other = int(k.order[at - 1])
            better = worth_of(k, other)
            if better > worth or (better == worth and other < one):
                break
            k.order[at] = other
            at -= 1
        k.order[at] = one


@dialect
def begin_to_sift(k: Seeker, keep: int, depth: int, budget: int, mt: list[int], at: int) -> None:
    """Begin to play those candidates out that are left, all of them at first; each with the same dice, from `mt`."""
    k.keep = keep
    k.budget = budget
    k.depth = depth
    k.cut = 1
    k.cuts = 1
    while keep << k.cuts < k.alive:
        k.cuts += 1
    k.next = 0
    k.done = 0
    k.spent = 0
    for n in range(PLAYOUTS):
        k.seed[n] = bits(mt, at, 32) | 1


@dialect
def sift(
    b: list[State], at: int, minds: list[Mind], k: Seeker, task: Task, rng: list[int], out: list[int], used: float
) -> bool:
    """Play the next candidate out a few times, or note that it is enough: False then.

    `used` is the share of its time that is used up, where playouts are not counted. After each share the worse half is
    dropped. Where all is used before every candidate was played out once, they stay as they were.
    """
    if k.budget > 0:
        used = k.spent / k.budget
    if k.next == 0:
        while k.cut <= k.cuts and (used >= k.cut / k.cuts or k.done + BATCH > PLAYOUTS):
            k.alive = min(k.alive, max(k.keep, (k.alive + 1) // 2))
            k.cut += 1
    if k.cut > k.cuts or used >= 1:
        k.alive = min(k.alive, k.keep)
        return False
    n = int(k.order[k.next])
    task.board = at + FREE + n
    task.trial = at + PLAYED
    task.minds = k.minds
    task.turns = k.depth
    task.then = k.then[n]
    task.seeds = BATCH
    for j in range(BATCH):
        task.seed[j] = k.seed[k.done + j]
    try_out(b, minds, task, rng, out)
    k.spent += BATCH
    k.soon[n] = 0
    k.later[n] = 0
    for j in range(BATCH):
        k.soon[n] += task.soon[j]
        k.later[n] += task.later[j]
    k.next += 1
    if k.next == k.alive:
        end_round(k)
    return True


@dialect
def end_round(k: Seeker) -> None:
    """Add up what came of a round, when every candidate was played out."""
    for place in range(k.alive):
        n = k.order[place]
        if k.depth == ONE_TURN:
            k.turns[n] += BATCH
            k.chances[n] += k.soon[n]
        else:
            k.further[n] += BATCH
            k.changes[n] += k.later[n] - k.soon[n]
    k.done += BATCH
    k.next = 0
    sort_candidates(k)


# ---------------------------------------------------------------- the answer


@dialect
def followed(k: Seeker, s: State, out: list[int], count: int) -> int:
    """The next answer of the plan that is followed, where it is one of so many legal ones, else NONE."""
    if k.turn != s.turn + 1 or k.side != s.who:
        k.turn = s.turn + 1
        k.side = s.who
        k.left = 0
    if k.left > 0:
        wanted = int(k.follow[k.left - 1])
        for n in range(count):
            if out[n] == wanted:
                k.left -= 1
                return wanted
    return NONE


@dialect
def settle_on(k: Seeker, n: int) -> int:
    """Take a candidate: its first answer, the others are to be followed."""
    k.left = k.length[n] - 1
    last = n * ANSWERS_MOST + int(k.length[n]) - 1  # plain Python reads these lists, too, and numbers there are small
    for j in range(k.left):
        k.follow[j] = k.answers[last - j]
    return int(k.answers[n * ANSWERS_MOST])


@dialect
def seek(
    b: list[State],
    at: int,
    minds: list[Mind],
    k: Seeker,
    task: Task,
    rng: list[int],
    mt: list[int],
    dice: int,
    out: list[int],
    count: int,
    trial: list[int],
) -> int:
    """The answer that comes out best, of so many legal ones, sorted, in `out`; its playouts are counted.

    `mt` has at `dice` the numbers that its playouts go by, `trial` is room for other answers.
    """
    s = b[at]
    whole = is_planned(s.question)
    if not whole and k.choice == 0:
        k.left = 0
        return answer(b, at, minds[k.minds + BASE], trial)
    task.side = s.who
    if whole:
        begin_to_gather(b, at, minds, k, task, trial)
        most = min(k.most, max(2, k.plan // ROUND))
        while gather(b, at, minds, k, task, trial, most):
            pass
    else:
        gather_options(b, at, minds[k.minds + BASE], k, out, count, trial)
    begin_to_sift(k, 1, ONE_TURN, k.plan if whole else k.choice, mt, dice)
    while sift(b, at, minds, k, task, rng, trial, 0.0):
        pass
    return settle_on(k, int(k.order[0]))
