"""The one door to the thinking, since each door has to be compiled with all that lies behind it."""

from __future__ import annotations

from ..core.state import State
from ..core.structs import dialect
from .answers import answer
from .mass import Bout, play_bout
from .mind import Mind
from .playouts import (
    ANSWER,
    BATTLES,
    BEGIN_GATHER,
    BEGIN_SIFT,
    CONTEST,
    GATHER,
    OPTIONS,
    ROLL_OUT,
    SEEK,
    SIFT,
    TRY_OUT,
    WHOLE,
    Task,
    contest,
    try_out,
)
from .rollouts import roll_out
from .seeking import BASE, Seeker, begin_to_gather, begin_to_sift, gather, gather_options, seek, sift
from .yardstick.scales import Scales


@dialect
def think(
    b: list[State],
    minds: list[Mind],
    seekers: list[Seeker],
    scales: list[Scales],
    bouts: list[Bout],
    task: Task,
    sums: list[float],
    rng: list[int],
    mt: list[int],
    out: list[int],
    trial: list[int],
    told: list[int],
) -> int:
    """Carry a task out. Boards, minds and so on are those that it speaks of.

    `sums` has room for the sums of the yardstick, `rng` for the number that chance goes by in playouts, `mt` for the
    numbers that players and battles played whole go by, `out` for all legal answers and `trial` for others, `told` for
    the answers of battles, or the outcomes of playouts. Returns the answer, how many answers a plan has, or whether a
    search goes on; what else comes of it stands in the records.
    """
    what = task.what
    at = task.board
    if what == BATTLES:
        for n in range(task.count):
            play_bout(b, at, minds, seekers, scales, sums, task, rng, mt, out, trial, bouts[n], told)
    elif what == ANSWER:
        return answer(b, at, minds[task.mind], out)
    elif what == TRY_OUT:
        try_out(b, minds, task, rng, out)
    elif what == CONTEST:
        contest(b, minds, task, rng, out)
    elif what == ROLL_OUT:
        roll_out(b, minds, task, rng, out, told)
    else:
        return search(b, minds, seekers[0], task, rng, mt, out, trial)
    return 0


@dialect
def search(
    b: list[State],
    minds: list[Mind],
    k: Seeker,
    task: Task,
    rng: list[int],
    mt: list[int],
    out: list[int],
    trial: list[int],
) -> int:
    """Carry out a task of a search, the whole of it or a step; the options of the moment stand sorted in `out`."""
    what = task.what
    if what == SEEK:
        return seek(b, task.root, minds, k, task, rng, mt, 0, out, task.count, trial)
    if what == BEGIN_GATHER:
        begin_to_gather(b, task.root, minds, k, task, trial)
    elif what == GATHER:
        return int(gather(b, task.root, minds, k, task, trial, task.count))
    elif what == OPTIONS:
        gather_options(b, task.root, minds[k.minds + BASE], k, out, task.count, trial)
    elif what == BEGIN_SIFT:
        begin_to_sift(k, task.count, task.turns, task.budget, mt, 0)
    elif what == SIFT:
        return int(sift(b, task.root, minds, k, task, rng, trial, task.used / WHOLE))
    return 0
