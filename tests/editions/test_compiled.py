"""Editions in the compiled form: loaded after it, and played as the plain rules play them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexillum.battle import editions
from hexillum.battle.door import Battle
from hexillum.core import ask
from hexillum.core.state import NONE
from hexillum.engine.playout import ANSWERS_MOST, play_on, random_answer
from hexillum.engine.step import apply, legal
from tests.kit.own_editions import successors

fast: Any = pytest.importorskip("hexillum.compiled.with_numba", reason="needs numba")
np: Any = pytest.importorskip("numpy")


def test_an_edition_that_is_loaded_later_plays_the_same_in_both_forms(tmp_path: Path) -> None:
    compiled = fast.load()
    heavy4 = tmp_path / "heavy4.toml"
    heavy4.write_text('extends = "medieval"\n[kind.heavy-infantry]\nclose = 3\nmove = 2\n', encoding="utf-8")
    editions.load(successors(tmp_path))
    editions.load(heavy4)
    for battle, games_most in ((Battle.start("gaza", seed=1), 200), (Battle.start("dara", edition="heavy4"), 40)):
        first = battle.first_state
        out, results = np.zeros(ANSWERS_MOST, np.int64), np.zeros(1, np.int64)
        begun = Battle.of_state(first.copy()).state
        games = fast.games_of(begun, begun)
        for seed in range(1, games_most + 1):
            plain, rng, numbers = begun.copy(), [seed], np.array([seed])
            answers = play_on(plain, rng, [0] * ANSWERS_MOST, 1 << 20)
            assert compiled.play(games, 0, 1, numbers, out, 1 << 20, 1, results) == answers
            assert fast.state_of(games[1]) == plain and plain.outcome != NONE


def test_every_option_is_the_same_in_both_forms(tmp_path: Path) -> None:
    compiled = fast.load()
    editions.load(successors(tmp_path))
    plain = Battle.start("gaza", seed=2).state
    games, out, fast_out, rng = fast.games_of(plain), [0] * ANSWERS_MOST, np.zeros(ANSWERS_MOST, np.int64), [7]
    while plain.outcome == NONE:
        if plain.question != ask.ROLL:
            count = legal(plain, out)
            assert compiled.legal(games, 0, fast_out) == count
            assert fast_out[:count].tolist() == out[:count]
        answer = random_answer(plain, rng, out)
        apply(plain, answer)
        compiled.apply(games, 0, answer)
    assert fast.state_of(games[0]) == plain
