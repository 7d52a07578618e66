"""Python's own random numbers in the dialect: the same seed gives the same numbers as `random.Random`, in both forms.

A battle's dice, and players that draw, go by a generator each. So that a battle can be played whole in one compiled
call and still be the one that `Battle` plays with the same seed, this is that generator once more (the Mersenne
Twister, MT19937, of Matsumoto and Nishimura, 1998), with the few ways of drawing that are needed here. Several lie in
one list, each `ROOM` numbers long: `at` is the place where one begins.
"""

from __future__ import annotations

from typing import Final

from ..core.structs import dialect

SIZE: Final = 624
ROOM: Final = SIZE + 1  # its numbers, and how many of them were drawn
MIDDLE: Final = 397
MASK: Final = 0xFFFFFFFF
UPPER: Final = 0x80000000
LOWER: Final = 0x7FFFFFFF
ODD: Final = 0x9908B0DF
SEED_MOST: Final = (1 << 63) - 1  # seeds from 0 to this one are taken


@dialect
def seed_with(mt: list[int], at: int, seed: int) -> None:
    """Begin as `random.Random(seed)` does, with a seed from 0 to SEED_MOST."""
    mt[at] = 19650218
    for n in range(at + 1, at + SIZE):
        mt[n] = (1812433253 * (mt[n - 1] ^ (mt[n - 1] >> 30)) + n - at) & MASK
    words = 1 if seed <= MASK else 2
    word = 0
    n = at + 1
    for _ in range(SIZE):
        mixed = mt[n] ^ ((mt[n - 1] ^ (mt[n - 1] >> 30)) * 1664525)
        mt[n] = (mixed + ((seed >> (32 * word)) & MASK) + word) & MASK
        word = (word + 1) % words
        n += 1
        if n == at + SIZE:
            mt[at] = mt[n - 1]
            n = at + 1
    for _ in range(SIZE - 1):
        mixed = mt[n] ^ ((mt[n - 1] ^ (mt[n - 1] >> 30)) * 1566083941)
        mt[n] = (mixed - (n - at)) & MASK
        n += 1
        if n == at + SIZE:
            mt[at] = mt[n - 1]
            n = at + 1
    mt[at] = UPPER
    mt[at + SIZE] = SIZE


@dialect
def twist(mt: list[int], at: int) -> None:
    """Make the next SIZE numbers, each from itself, the next one and one far on, which begins again at the first."""
    end = at + SIZE - 1
    for n in range(at, end - MIDDLE + 1):
        y = (mt[n] & UPPER) | (mt[n + 1] & LOWER)
        mt[n] = mt[n + MIDDLE] ^ (y >> 1) ^ ((y & 1) * ODD)
    for n in range(end - MIDDLE + 1, end):
        y = (mt[n] & UPPER) | (mt[n + 1] & LOWER)
        mt[n] = mt[n + MIDDLE - SIZE] ^ (y >> 1) ^ ((y & 1) * ODD)
    y = (mt[end] & UPPER) | (mt[at] & LOWER)
    mt[end] = mt[at + MIDDLE - 1] ^ (y >> 1) ^ ((y & 1) * ODD)
    mt[end + 1] = 0


@dialect
def bits(mt: list[int], at: int, count: int) -> int:
    """So many random bits, 32 at most."""
    if mt[at + SIZE] >= SIZE:
        twist(mt, at)
    y = mt[at + mt[at + SIZE]]
    mt[at + SIZE] += 1
    y ^= y >> 11
    y ^= (y << 7) & 0x9D2C5680
    y ^= (y << 15) & 0xEFC60000
    y ^= y >> 18
    return y >> (32 - count)


@dialect
def unit(mt: list[int], at: int) -> float:
    """A number from 0 to 1, without 1."""
    high = bits(mt, at, 27)
    return (high * 67108864.0 + bits(mt, at, 26)) * (1.0 / 9007199254740992.0)


@dialect
def under(mt: list[int], at: int, most: int) -> int:
    """A whole number below another, each as likely as the others."""
    count = 0
    while most >> count > 0:
        count += 1
    drawn = bits(mt, at, count)
    while drawn >= most:
        drawn = bits(mt, at, count)
    return drawn
