"""What the dice of a table are made of: a secret seed of the server, mixed with a share of each seat that gives one.

`docs/dice.md` tells the scheme and what it assures. Nothing here reads a clock, a file or a network.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from .entries import Numbered

BYTES: Final = 32  # of a seed, of the salt of its commitment, and of a share

_KEY_AND_RESULT: Final = (
    "commitment = SHA-256(salt + seed + game id); the commitment of a share = SHA-256(share); "
    "key = seed, and once shares were given HMAC-SHA256(seed, shares), those of top and bottom in this order, "
    "as 'top=' or 'bottom=' and the share in hexadecimal, one after the other; "
    "result n = HMAC-SHA256(key, 'n.0'), then 'n.1' and so on, two bytes at a time, big-endian, values from "
    "65536 - 65536 % 6 on left out, modulo 6; "
)
#: How everybody makes the dice anew after the end, in words, by what the numbers of the results count.
HOW: Final[Mapping[Numbered, str]] = {
    "choices": _KEY_AND_RESULT + "n counts the choices and results before it, without those that were taken back",
    "entries": _KEY_AND_RESULT + "n counts the entries of the record, shares and commitments among them",
}


def fresh_seed(chosen: int | None = None) -> bytes:
    """The server's secret for a table: 32 bytes for the dice, then 32 of salt, which hide them in their commitment.

    The first are of the machine's entropy, or of a number that somebody chose, for dice that can be had again.

    >>> fresh_seed(7)[:32] == fresh_seed(7)[:32], fresh_seed(7) == fresh_seed(7), len(fresh_seed())
    (True, False, 64)
    """
    seed = secrets.token_bytes(BYTES) if chosen is None else hashlib.sha256(str(chosen).encode()).digest()
    return seed + secrets.token_bytes(BYTES)


def commitment(seed: bytes, game: str) -> str:
    """What everybody sees of a seed, with its salt, from the beginning: SHA-256 of salt, seed and the id of the game.

    It is hexadecimal. Seeds of games of before have no salt.

    >>> commitment(bytes(32), "x")[:8]
    'fdded6fa'
    """
    return hashlib.sha256(seed[BYTES:] + seed[:BYTES] + game.encode()).hexdigest()


def commitment_of(share: str) -> str:
    """What a seat tells of its share before it gives it: SHA-256, both in hexadecimal.

    >>> commitment_of("00" * 32)[:8]
    '66687aad'
    """
    return hashlib.sha256(bytes.fromhex(share)).hexdigest()


def key(seed: bytes, shares: Mapping[int, str]) -> bytes:
    """The key of the dice, of a seed and the shares that seats (0 top, 1 bottom) have given by now, in hexadecimal.

    >>> key(bytes(32), {}) == bytes(32), key(bytes(32), {1: "00" * 32}) == bytes(32)
    (True, False)
    """
    given = "".join(f"{('top', 'bottom')[side]}={shares[side]}" for side in (0, 1) if shares.get(side))
    return hmac.digest(seed, given.encode(), "sha256") if given else seed


@dataclass
class Shares:
    """The shares of a table's seats: what each has committed itself to, and what it has given."""

    committed: dict[int, str] = field(default_factory=dict)
    given: dict[int, str] = field(default_factory=dict)  # "" where a seat has let its share go

    def copy(self) -> Shares:
        """The same, to be changed."""
        return Shares(dict(self.committed), dict(self.given))

    @property
    def awaited(self) -> tuple[int, ...]:
        """The sides that have committed themselves to a share and not given it yet."""
        return tuple(side for side in (0, 1) if side in self.committed and side not in self.given)


class Secret:
    """Chance that nobody can foresee and everybody can check afterwards: HMAC-SHA256 of a secret key.

    The result number n of a game is made of `HMAC(key, "n.0")`, two bytes at a time; a value that would favour some
    faces is left out.

    >>> Secret(bytes(32), 5).roll(3) == Secret(bytes(32), 5).roll(3)
    True
    """

    def __init__(self, key: bytes, number: int) -> None:
        self.key = key
        self.number = number
        self.faces: tuple[int, ...] = ()
        self._bytes = self._stream()

    def _stream(self) -> Any:
        block = 0
        while True:
            yield from hmac.digest(self.key, f"{self.number}.{block}".encode(), "sha256")
            block += 1

    def below(self, most: int) -> int:
        """A number from 0 to most - 1, each as likely."""
        while True:
            value = next(self._bytes) << 8 | next(self._bytes)
            if value < 65536 - 65536 % most:
                return int(value % most)

    def roll(self, dice: int) -> tuple[int, ...]:
        """The faces of so many dice (DICE-01)."""
        self.faces = tuple(self.below(6) for _ in range(dice))
        return self.faces

    def pick(self, weights: Sequence[int]) -> int:
        """Which of several things comes, each as likely as its weight says."""
        left = self.below(sum(weights))
        for n, weight in enumerate(weights):
            if left < weight:
                return n
            left -= weight
        raise ValueError("no weights")
