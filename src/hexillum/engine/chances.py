"""The chances of everything that a battle can come to: every roll walked through, or the battle played many times.

The same text for fractions and for floats, plain and compiled. Where no elephants have a part, each way of the dice is
walked by itself. With them, equal moments meet (`engine.moments`): the work grows with the different moments of the
battle, not with the ways that lead to them. In a rampage these are the sums of blocks lost by those whom the elephant
has passed, times the fates of their leaders, times what each one lost whom it may still reach.
"""

from __future__ import annotations

from typing import Final

from ..core import ask
from ..core.state import NONE, State, copy_board
from ..core.structs import dialect
from .moments import add_moment, copy_saw, crowded, end_wait, give_back, next_rank, take_place
from .step import apply
from .walk import MADE, Saw, Way, begin_walk, carry_on, challenge, outcome, play_out, rolls_due

#: What `walk_through` gives where no battle is under way or offered, where a buffer is too small, and where it has
#: walked on from as many moments as it was to: GO_ON as its unit then goes on with the same buffers.
NO_BATTLE: Final = -1
TOO_SMALL: Final = -2
MORE: Final = -3
GO_ON: Final = -2


@dialect
def place_of(key: int, keys: list[int], mask: int) -> int:
    """Where an outcome stands in a table open to all hashes, or the empty place (-1) where it would."""
    at = (key ^ (key >> 13) ^ (key >> 29) ^ (key >> 43)) & mask
    while keys[at] != -1 and keys[at] != key:
        at = (at + 1) & mask
    return at


@dialect
def count_end(key: int, share: float, way: Way, keys: list[int], sums: list[float], mask: int) -> bool:
    """Count an outcome with its chance in the table; False where that is too small for it."""
    at = place_of(key, keys, mask)
    if keys[at] == -1:
        keys[at] = key
        sums[at] = share - share
        way.ends += 1
    sums[at] += share
    return 2 * way.ends <= mask


@dialect
def begin_battle(
    b: list[State], unit: int, hex: int, way: Way, saws: list[Saw], heads: list[int], out: list[int]
) -> bool:
    """Let a unit attack a hex, or take the battle under way where that is NONE, and note it; False where there is none.

    No moment waits then; those of a walk that was given up are forgotten.
    """
    if way.waiting > 0:
        for n in range(way.room):
            heads[n] = NONE
    way.waiting = 0
    way.used = 1
    way.free = NONE
    way.ends = 0
    if unit != NONE:
        if not challenge(b[0], unit, hex, out):
            return False
        apply(b[0], ask.HEX_0 + hex)
    return begin_walk(b[0], way, saws[0])


@dialect
def play_often(
    b: list[State],
    way: Way,
    saws: list[Saw],
    rng: list[int],
    plays: int,
    share: float,
    out: list[int],
    keys: list[int],
    sums: list[float],
    mask: int,
) -> int:
    """Play the battle under way in b[0] so many times, and count each outcome with a share; see `walk_through`."""
    for _ in range(plays):
        copy_board(b, 1, 0)
        key = play_out(b[1], way, saws[1], rng, out)
        if key == NO_BATTLE:
            return NO_BATTLE
        if not count_end(key, share, way, keys, sums, mask):
            return TOO_SMALL
    return int(way.ends)


@dialect
def walk_through(
    b: list[State],
    unit: int,
    hex: int,
    way: Way,
    saws: list[Saw],
    heads: list[int],
    shares: list[float],
    rolls: list[int],
    chances: list[int],
    sixth: float,
    out: list[int],
    keys: list[int],
    sums: list[float],
    mask: int,
    means: list[float],
    most: int,
    rng: list[int],
    plays: int,
) -> int:
    """Walk the battle under way in b[0], or an attack of a unit on a hex, to all its ends, every roll that can fall.

    `b`, `saws`, `heads` and `shares` have `way.room` places for moments, all of `heads` at first NONE; `shares[0]` is a
    whole chance, `sixth` that of a face, a fraction where chances are to be exact. `means` becomes the mean of all that
    can come of the battle; `keys` and `sums` a table, open to all hashes, of outcomes and their chances where `mask`,
    its last place, is not 0. It walks on from `most` moments at most. Gives how many outcomes there are, NO_BATTLE,
    TOO_SMALL, or MORE.

    With `plays` the battle under way is not walked, but played so many times, with dice from `rng`: outcomes are
    counted, each as shares[0].
    """
    if plays > 0:
        return play_often(b, way, saws, rng, plays, shares[0], out, keys, sums, mask)
    if unit != GO_ON:
        for n in range(MADE):
            means[n] = sixth - sixth
        if not begin_battle(b, unit, hex, way, saws, heads, out):
            return NO_BATTLE
        if carry_on(b[0], NONE, way, saws[0], out):
            add_moment(b, 0, way, saws, heads, shares, shares[0])
        else:
            key = outcome(b[0], way, saws[0], out)
            for n in range(MADE):
                means[n] += shares[0] * out[n]
            if mask > 0:
                count_end(key, shares[0], way, keys, sums, mask)
    while way.waiting > 0:
        now = next_rank(way, saws)
        for at in range(way.used):
            if saws[at].rank != now:
                continue
            if most == 0:
                return MORE
            most -= 1
            end_wait(way, saws, heads, at)
            share = shares[at]
            for _ in range(b[at].dice):
                share *= sixth
            count = rolls_due(b[at], way, rolls, chances, out)
            to = take_place(way, saws)
            for n in range(count):
                if to == NONE:
                    return TOO_SMALL
                copy_board(b, to, at)
                copy_saw(saws[to], saws[at])
                part = share * chances[n]
                if carry_on(b[to], rolls[n], way, saws[to], out):
                    add_moment(b, to, way, saws, heads, shares, part)
                    to = take_place(way, saws)
                else:
                    key = outcome(b[to], way, saws[to], out)
                    for k in range(MADE):
                        means[k] += part * out[k]
                    if mask > 0 and not count_end(key, part, way, keys, sums, mask):
                        return TOO_SMALL
            if to != NONE:
                give_back(way, saws, to)
            give_back(way, saws, at)
            if crowded(way):
                break
    return int(way.ends)
