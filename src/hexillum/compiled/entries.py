"""What Python calls of the compiled rules: a few entries over arrays of battles, in groups compiled together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from numba import types

from ..engine import chances, lanes, playout, step
from ..thinking import door, mass
from .records import ALL_SCALES, BOUTS, BYTES, GAMES, LANES, MINDS, NUMBERS, SAWS, SEEKERS, SUMS, TASKS, WAYS


def _entry_legal(games: Any, i: int, out: Any) -> int:
    return step_legal(games[i], out)  # type: ignore[name-defined,no-any-return]  # noqa: F821


def _entry_apply(games: Any, i: int, answer: int) -> None:
    step_apply(games[i], answer)  # type: ignore[name-defined]  # noqa: F821


def _entry_play(games: Any, first: int, i: int, rng: Any, out: Any, limit: int, plays: int, results: Any) -> int:
    answers = 0
    for n in range(plays):
        if first != i:
            games[i] = games[first]
        answers += playout_play_on(games[i], rng, out, limit)  # type: ignore[name-defined]  # noqa: F821
        results[n] = games[i].outcome
    return answers


def _entry_copy(games: Any, i: int, j: int, times: int) -> None:
    for _ in range(times):
        games[j] = games[i]


def _entry_battles(games: Any, at: int, mt: Any, out: Any, bouts: Any, count: int, told: Any) -> None:
    mass_play_random_bouts(games, at, mt, out, bouts, count, told)  # type: ignore[name-defined]  # noqa: F821


def _entry_walk(
    games: Any,
    unit: int,
    hex: int,
    ways: Any,
    saws: Any,
    heads: Any,
    shares: Any,
    rolls: Any,
    chances: Any,
    sixth: float,
    out: Any,
    keys: Any,
    sums: Any,
    mask: int,
    means: Any,
    most: int,
    rng: Any,
    plays: int,
) -> int:
    return chances_walk_through(  # type: ignore[name-defined,no-any-return]  # noqa: F821
        *(games, unit, hex, ways[0], saws, heads, shares, rolls, chances, sixth),
        *(out, keys, sums, mask, means, most, rng, plays),
    )


def _entry_think(
    games: Any,
    minds: Any,
    seekers: Any,
    scales: Any,
    bouts: Any,
    tasks: Any,
    sums: Any,
    rng: Any,
    mt: Any,
    out: Any,
    trial: Any,
    told: Any,
) -> int:
    return door_think(  # type: ignore[name-defined,no-any-return]  # noqa: F821
        games, minds, seekers, scales, bouts, tasks[0], sums, rng, mt, out, trial, told
    )


def _entry_serve(
    games: Any,
    rows: Any,
    what: int,
    count: int,
    answers: Any,
    mt: Any,
    rewards: Any,
    masks: Any,
    offered: Any,
    out: Any,
    planes: Any,
    facts: Any,
) -> int:
    return lanes_serve(  # type: ignore[name-defined,no-any-return]  # noqa: F821
        games, rows, what, count, answers, mt, rewards, masks, offered, out, planes, facts
    )


_I: Final = types.int64
#: The entries of each group, with the types of what they take and give.
ENTRIES: Final[dict[str, dict[str, tuple[Callable[..., Any], Any]]]] = {
    "play": {
        "legal": (_entry_legal, _I(GAMES, _I, NUMBERS)),
        "apply": (_entry_apply, types.void(GAMES, _I, _I)),
        "copy": (_entry_copy, types.void(GAMES, _I, _I, _I)),
        "play": (_entry_play, _I(GAMES, _I, _I, NUMBERS, NUMBERS, _I, _I, NUMBERS)),
        "battles": (_entry_battles, types.void(GAMES, _I, NUMBERS, NUMBERS, BOUTS, _I, NUMBERS)),
    },
    "think": {
        "think": (
            _entry_think,
            _I(
                *(GAMES, MINDS, SEEKERS, ALL_SCALES, BOUTS, TASKS),
                *(SUMS, NUMBERS, NUMBERS, NUMBERS, NUMBERS, NUMBERS),
            ),
        ),
    },
    "walk": {
        "walk": (
            _entry_walk,
            _I(
                *(GAMES, _I, _I, WAYS, SAWS, NUMBERS, SUMS, NUMBERS, NUMBERS, types.float64),
                *(NUMBERS, NUMBERS, SUMS, _I, SUMS, _I, NUMBERS, _I),
            ),
        ),
    },
    "serve": {
        "serve": (
            _entry_serve,
            _I(*(GAMES, LANES, _I, _I, NUMBERS, NUMBERS, SUMS, BYTES, NUMBERS, NUMBERS, BYTES, BYTES)),
        ),
    },
}
#: What the entries of each group call of the dialect, known there by the names of its module and its own.
CALLED: Final[dict[str, tuple[Callable[..., Any], ...]]] = {
    "play": (step.legal, step.apply, playout.play_on, mass.play_random_bouts),
    "think": (door.think,),
    "walk": (chances.walk_through,),
    "serve": (lanes.serve,),
}
