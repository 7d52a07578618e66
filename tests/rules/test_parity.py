"""The plain and the compiled form of the rules do the same: equal options and equal states, byte for byte."""

import random
from typing import Any

import pytest

from hexillum.battle.door import Battle
from hexillum.compiled import cache
from hexillum.core import ask
from hexillum.core.state import NONE
from hexillum.engine.playout import play_on, random_answer
from hexillum.engine.step import apply, legal

libraries: Any = pytest.importorskip("hexillum.compiled.libraries", reason="needs numba")
fast: Any = pytest.importorskip("hexillum.compiled.with_numba", reason="needs numba")
np: Any = pytest.importorskip("numpy")


def as_bytes(state: Any) -> bytes:
    return bytes(fast.games_of(state).tobytes())


def row_bytes(row: Any) -> bytes:
    return as_bytes(fast.state_of(row))


@pytest.fixture(scope="module")
def compiled() -> Any:
    return fast.load()


@pytest.mark.parametrize(
    "scenario", ["akragas", "zama", "bagradas", "dertosa", "trebbia", "castulo", "hellespont", "dara", "callinicum"]
)
def test_the_same_answers_lead_to_equal_states_in_both_forms(compiled: Any, scenario: str) -> None:
    for seed in range(3):
        plain = Battle.start(scenario, seed=seed).state
        games = fast.games_of(plain)
        out, fast_out = [0] * 512, np.zeros(512, np.int64)
        rng = [seed + 1]
        for n in range(6000):
            if plain.outcome != NONE:
                break
            if plain.question != ask.ROLL:
                count = legal(plain, out)
                assert compiled.legal(games, 0, fast_out) == count
                assert fast_out[:count].tolist() == out[:count]
            answer = random_answer(plain, rng, out)
            apply(plain, answer)
            compiled.apply(games, 0, answer)
            if n % 100 == 0:
                assert row_bytes(games[0]) == as_bytes(plain)
        assert row_bytes(games[0]) == as_bytes(plain)


@pytest.mark.parametrize(
    "scenario", ["akragas", "cannae", "ilipa", "great-plains", "asculum", "baecula", "granicus", "phasis"]
)
def test_random_play_from_one_seed_ends_in_equal_states_in_both_forms(compiled: Any, scenario: str) -> None:
    for seed in range(1, 5):
        plain = Battle.start(scenario, seed=seed).state
        games = fast.games_of(plain)
        plain_rng, fast_rng = [seed], np.array([seed], np.int64)
        answers = play_on(plain, plain_rng, [0] * 512, 20_000)
        results = np.zeros(1, np.int64)
        assert compiled.play(games, 0, 0, fast_rng, np.zeros(512, np.int64), 20_000, 1, results) == answers
        assert results[0] == plain.outcome
        assert fast_rng.tolist() == plain_rng
        assert row_bytes(games[0]) == as_bytes(plain)


def test_a_compiled_copy_is_equal_and_independent(compiled: Any) -> None:
    plain = Battle.start("akragas", seed=random.Random(3).randrange(99)).state
    games = fast.games_of(plain, plain)
    out = np.zeros(512, np.int64)
    compiled.legal(games, 0, out)
    compiled.apply(games, 0, int(out[0]))
    assert row_bytes(games[1]) == as_bytes(plain)
    compiled.copy(games, 0, 1, 1)
    assert row_bytes(games[1]) == row_bytes(games[0])


def test_the_cache_is_named_by_the_sources(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.source_hash.__wrapped__()
    assert len(before) == 16
    monkeypatch.setattr(cache, "SOURCES", tmp_path)
    assert cache.source_hash.__wrapped__() != before


@pytest.mark.slow
def test_a_group_that_is_not_whole_is_made_anew_with_those_that_call_it(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEXILLUM_CACHE", str(tmp_path))
    cache.cache_folder().mkdir(parents=True)
    cache.kept_in("play").touch()
    fast.Fast().need("play", "serve")
    assert cache.is_ready("play", "serve") and not cache.is_ready("think")
    assert cache.share() == 1
    games = fast.games_of(Battle.start("akragas", seed=1).state)
    assert fast.Fast().legal(games, 0, np.zeros(512, np.int64)) > 0  # read from the file

    play, serve = (cache.kept_in(group) for group in ("play", "serve"))
    below = libraries.Library.read(play, None)
    assert libraries.Library.read(serve, below).below == below.name
    with pytest.raises(libraries.Unusable, match="another library"):
        libraries.Library.read(serve, None)
    monkeypatch.setattr(libraries.Library, "name", "made since")
    with pytest.raises(libraries.Unusable, match="another library"):
        libraries.Library.read(serve, below)
