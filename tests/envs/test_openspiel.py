"""OpenSpiel's own tests take the game, chance is explicit, and nobody sees what he may not."""

from __future__ import annotations

import hashlib
import pickle
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("numba", reason="needs numba")
pyspiel = pytest.importorskip("pyspiel", reason="needs open_spiel")

from open_spiel.python.algorithms import generate_playthrough  # noqa: E402

from hexillum.core import ask  # noqa: E402
from hexillum.core.dice import rolls  # noqa: E402
from hexillum.engine import lanes  # noqa: E402
from hexillum.envs import openspiel  # noqa: E402

GOLDEN = Path(__file__).parent / "akragas.playthrough.txt"
LONGEST = 2000  # of a line that stands in the golden file as it is


def some_actions(seed: int, count: int, scenario: str = "akragas") -> Iterator[tuple[Any, int]]:
    """A state and what is done there, of a battle played at random."""
    rng = random.Random(seed)
    state = pyspiel.load_game(f"hexillum(scenario={scenario})").new_initial_state()
    for _ in range(count):
        if state.is_terminal():
            return
        actions = [n for n, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        action = rng.choice(actions)
        yield state, action
        state.apply_action(action)


@pytest.mark.parametrize("game", ["akragas,limit=300", "dara,limit=300", "bagradas,limit=150"])
def test_openspiel_takes_it(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"hexillum(scenario={game})"), num_sims=2, serialize=True, verbose=False)


def test_openspiel_takes_a_whole_battle() -> None:
    pyspiel.random_sim_test(pyspiel.load_game("hexillum"), num_sims=1, serialize=False, verbose=False)


def short(line: str) -> str:
    """A line of a playthrough, long ones by their beginning and a digest."""
    if len(line) <= LONGEST:
        return line
    return f"{line[:60]} ... {len(line)} letters, sha256 {hashlib.sha256(line.encode()).hexdigest()[:16]}"


def test_the_playthrough_is_the_one_that_is_kept() -> None:
    text = generate_playthrough.playthrough("hexillum(limit=30)", [], seed=3)
    made = "".join(f"{short(line)}\n" for line in text.splitlines())
    assert made == GOLDEN.read_text(), "look at what changed, then write the file anew"


def test_a_battle_ends_with_a_winner_and_nothing_to_win_for_both() -> None:
    *_, (state, _) = some_actions(4, 20_000)
    assert state.is_terminal() and sorted(state.returns()) == [-1.0, 1.0]
    assert state.returns().index(1.0) == state.board.state.outcome


def test_chance_comes_as_often_as_it_should() -> None:
    asked = set()
    for state, _ in some_actions(1, 300):
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(p for _, p in outcomes) == pytest.approx(1) and all(p > 0 for _, p in outcomes)
            s = state.board.state
            asked.add(s.question)
            if s.question == ask.ROLL:
                assert [p for _, p in outcomes] == [float(p) for _, p in rolls(s.dice)]
            else:
                assert dict(outcomes) == {n: count / s.deck_left for n, count in enumerate(s.deck) if count}
    assert asked == {ask.ROLL, ask.DRAW}


def test_states_and_games_go_through_text_and_pickle() -> None:
    game = pyspiel.load_game("hexillum(scenario=dara,limit=500)")
    assert str(pyspiel.load_game(str(game))) == str(game)
    assert pickle.loads(pickle.dumps(game)).get_parameters()["scenario"] == "dara"
    for number, (state, _) in enumerate(some_actions(2, 120, "dara")):
        if number % 40 == 39:
            again = state.get_game().deserialize_state(state.serialize())
            both = pyspiel.serialize_game_and_state(state.get_game(), state)
            _, third = pyspiel.deserialize_game_and_state(both)
            for other in (again, third, pickle.loads(pickle.dumps(state)), state.clone()):
                assert other.board.state == state.board.state
                assert other.information_state_string(0) == state.information_state_string(0)
                assert other.information_state_tensor(1) == state.information_state_tensor(1)


def test_a_copy_goes_its_own_way() -> None:
    for state, action in some_actions(6, 60):
        copy = state.clone()
        before = state.board.state.copy(), state.information_state_string(0)
        copy.apply_action(action)
        assert (state.board.state, state.information_state_string(0)) == before


def test_a_file_and_an_edition_of_ones_own_are_played(tmp_path: Path) -> None:
    variant = tmp_path / "heavy.toml"
    variant.write_text('extends = "ancients"\n\n[kind.heavy-infantry]\nclose = 4\n')
    state = pyspiel.load_game(f"hexillum(scenario=akragas,edition={variant})").new_initial_state()
    plain = pyspiel.load_game("hexillum").new_initial_state()
    assert state.observation_tensor(0) != plain.observation_tensor(0)


def test_everything_that_was_seen_is_remembered() -> None:
    before = ["", ""]
    for state, _ in some_actions(3, 200):
        for player in (0, 1):
            seen = state.information_state_string(player).rsplit("\n", 1)[0]
            assert seen.startswith(before[player]) and len(seen) >= len(before[player])
            before[player] = seen


@pytest.mark.parametrize("scenario", ["akragas", "dara"])
def test_hidden_cards_are_not_seen(scenario: str) -> None:
    """The other side draws another card than it did and never plays it: nothing tells the difference."""
    changed = 0
    for number, (state, _) in enumerate(some_actions(5, 260, scenario)):
        if number % 13 or number < 26:
            continue
        s = state.board.state
        for side in (0, 1):
            other = redrawn(state, 1 - side)
            if other is None:
                continue
            changed += 1
            assert other.board.state != s and other.current_player() == state.current_player()
            assert other.information_state_string(side) == state.information_state_string(side)
            assert other.information_state_tensor(side) == state.information_state_tensor(side)
            assert other.observation_string(side) == state.observation_string(side)
            assert other.observation_tensor(side) == state.observation_tensor(side)
            assert other.information_state_string(1 - side) != state.information_state_string(1 - side)
            assert other.observation_tensor(1 - side) != state.observation_tensor(1 - side)
            if state.current_player() == side:
                assert other.legal_actions() == state.legal_actions()
    assert changed > 20


def redrawn(state: Any, side: int) -> Any:
    """The same battle where a side holds another card from its last draw on, that still lies in the deck here."""
    s, game = state.board.state, state.get_game()
    history, replayed, drawn = state.history(), game.new_initial_state(), -1
    for at, action in enumerate(history):
        b = replayed.board.state
        held = b.held[side]
        draws = b.question == ask.DRAW
        replayed.apply_action(action)
        if draws and replayed.board.state.held[side] > held:
            drawn = at
    card = history[drawn]
    instead = next((n for n in range(ask.MOST_CARDS) if s.deck[n] and n != card), None)
    if instead is None or not s.hand[side * ask.MOST_CARDS + card] or sum(s.discards) == 0:
        return None
    other = game.new_initial_state()
    for at, action in enumerate(history):
        try:
            other.apply_action(instead if at == drawn else action)
        except ValueError:
            return None  # it mattered after all: the card was offered where it is not now
    return other


def test_what_is_not_offered_is_refused_in_one_sentence() -> None:
    state = pyspiel.load_game("hexillum").new_initial_state()
    with pytest.raises(ValueError, match="95 is not offered: expected one of"):
        state.apply_action(95)
    with pytest.raises(ValueError, match="there is no scenario 'nowhere'"):
        pyspiel.load_game("hexillum(scenario=nowhere)")
    with pytest.raises(ValueError, match="a limit of 0 answers: expected 1 to 20000"):
        pyspiel.load_game("hexillum(limit=0)")


def test_the_observation_is_the_documented_one() -> None:
    for state, _ in some_actions(8, 40):
        planes, facts = state.board.planes_and_facts(0)
        assert state.observation_tensor(0) == [*planes.tolist(), *facts.tolist()]
        assert state.information_state_tensor(0)[: len(planes) + len(facts)] == [*planes.tolist(), *facts.tolist()]
        assert len(state.information_state_tensor(0)) == len(planes) + lanes.ALL_FACTS + 4 * openspiel.RECENT
