"""Playing candidates out on several threads: the compiled thinking runs without the interpreter's lock.

The threads share out what one would play, so that with a number of playouts so many threads choose as one does. Between
two cuts nobody waits for anybody.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Final

from ..thinking.seeking import BATCH, FREE, ONE_TURN, PLAYOUTS, worth_of
from .thinker import Thinker

THREADS_MOST: Final = 64

#: What a few playouts of a candidate came to: the number of the job, and the chances at the end of the turn and later.
Came = tuple[int, int, int]


class Together:
    """Thinkers that play the candidates of the first of them out, each on a thread of its own.

    >>> from hexillum.players.minds import tuned_mind
    >>> Together([Thinker([tuned_mind(), tuned_mind()], compiled=False)]).first.compiled
    False
    """

    def __init__(self, thinkers: list[Thinker]) -> None:
        self.first, *self.others = thinkers
        self._threads = ThreadPoolExecutor(max(1, len(self.others)), "playouts")

    def sift(self, keep: int, turns: int, side: int, playouts: int, used: Callable[[], float]) -> None:
        """Do what `Thinker.sift` does, the work shared out; `used` is asked on the thread that asks for it."""
        k = self.first.seeker
        self.first.begin_to_sift(keep, turns, side, playouts)
        for other in self.others:
            other.take_over(self.first, FREE, int(k.count))
        alive = [int(k.order[place]) for place in range(int(k.alive))]
        cut, cuts, done, spent = 1, int(k.cuts), 0, 0
        while True:
            share = spent / playouts if playouts else used()
            while cut <= cuts and (share >= cut / cuts or done + BATCH > PLAYOUTS):
                alive = alive[: max(keep, (len(alive) + 1) // 2)]
                cut += 1
            if cut > cuts or share >= 1:
                break
            rounds = (PLAYOUTS - done) // BATCH
            if playouts:
                rounds = min(rounds, _rounds(playouts, spent, len(alive), cut / cuts))
            if not rounds:
                break
            seeds = [int(seed) for seed in k.seed[done : done + rounds * BATCH]]
            whole = self._rounds(alive, seeds, side, turns, None if playouts else lambda: used() >= cut / cuts)  # noqa: B023
            done += whole * BATCH
            spent += whole * BATCH * len(alive)
            alive.sort(key=lambda n: (-worth_of(k, n), n))
        left = alive[:keep]
        k.alive = len(left)
        k.order[: len(left)] = left

    def _rounds(
        self, alive: list[int], seeds: list[int], side: int, turns: int, enough: Callable[[], bool] | None
    ) -> int:
        """Play the candidates out in rounds with these seeds, as long as it is not enough; returns the whole rounds.

        Whoever has nothing to do takes the next job: a few playouts of one candidate. A round that was begun is ended.
        """
        k, jobs, size = self.first.seeker, count(), len(alive)
        end = len(seeds) // BATCH * size

        def work(thinker: Thinker, look: Callable[[], bool] | None) -> list[Came]:
            nonlocal end
            came: list[Came] = []
            for job in jobs:
                if look and look():
                    end = min(end, -(-job // size) * size)  # the round that was begun
                if job >= end:
                    break
                some = seeds[job // size * BATCH :][:BATCH]
                n = alive[job % size]
                came.append((job, *thinker.sums(FREE + n, some, side, turns, int(k.then[n]))))
            return came

        waiting = [self._threads.submit(work, other, None) for other in self.others]
        came = work(self.first, enough)
        for one in waiting:
            came += one.result()
        return self._note(alive, came, turns)

    def _note(self, alive: list[int], came: list[Came], turns: int) -> int:
        """Add up what came of the rounds that are whole; returns how many they are."""
        k = self.first.seeker
        played = {job for job, _, _ in came}
        whole = next(job for job in count() if job not in played) // len(alive)
        for job, soon, later in came:
            n = alive[job % len(alive)]
            if job >= whole * len(alive):
                continue
            if turns == ONE_TURN:
                k.turns[n] += BATCH
                k.chances[n] += soon
            else:
                k.further[n] += BATCH
                k.changes[n] += later - soon
        return whole


def _rounds(playouts: int, spent: int, alive: int, share: float) -> int:
    """How many rounds there are until such a share of the playouts is used; none where the next would be cut short."""
    rounds = 0
    each = alive * BATCH
    while rounds == 0 or (spent + rounds * each) / playouts < share:
        if spent + (rounds + 1) * each - BATCH >= playouts:
            break
        rounds += 1
    return rounds
