"""What people send about tournaments and ratings."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field, StringConstraints

from . import Wire, Word
from .lobby import Pace

#: Kinds of character that a name and a text do not have: control, invisible and direction marks, unassigned ones.
_NEVER: Final = ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")


def _plain(words: str) -> str:
    """Words without anything that cannot be seen or turns their direction; line breaks become spaces."""
    told = " ".join(unicodedata.normalize("NFC", words).split())
    if any(unicodedata.category(letter) in _NEVER for letter in told):
        raise ValueError("letters that can be seen are expected")
    if not told:
        raise ValueError("some words are expected")
    return told


Title = Annotated[str, StringConstraints(min_length=1, max_length=80), AfterValidator(_plain)]
Words = Annotated[str, StringConstraints(max_length=1_000), AfterValidator(lambda words: words and _plain(words))]


class NewTournament(Wire):
    """A tournament: round after round plays the next of `battles`, then the first again.

    In a round robin everybody meets everybody, whatever `rounds` says. `days` is how long a round is meant to take, 0
    for no such word; `pace` is how fast its battles are played, as in the lobby.
    """

    name: Title
    words: Words = ""
    sort: Literal["swiss", "round_robin"] = "swiss"
    battles: Annotated[list[Word], Field(min_length=1, max_length=20)]
    rounds: Annotated[int, Field(ge=1, le=20)] = 4
    days: Annotated[int, Field(ge=0, le=60)] = 0
    pace: Pace = ""
    rated: bool = True


class PairRound(Wire):
    """Pair the next round; with `force` the matches that are not decided count for nobody."""

    force: bool = False


class EndTournament(PairRound):
    """End a tournament; with `force` the matches that are not decided count for nobody."""


class RuleMatch(Wire):
    """Decide a battle of a match whatever happens at its table: the first or the second one, by its place from 0.

    `to` is who wins it, or nobody; null takes such a ruling back.
    """

    round: Annotated[int, Field(ge=1, le=400)]
    board: Annotated[int, Field(ge=1, le=200)]
    battle: Literal[0, 1]
    to: Literal["one", "two", "nobody"] | None


class Remove(Wire):
    """Take somebody out of a tournament."""

    person: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]


class AgreeTerms(Wire):
    """Whether the seats that are proven want their battle rated."""

    rated: bool
