"""The planning players: legal answers in both editions, nothing hidden seen, tokens spent, time kept."""

import random
import time

import pytest

from hexillum.battle.deployment import state_of
from hexillum.battle.door import Battle
from hexillum.battle.scenarios import load_scenario, names
from hexillum.battle.setup import begin
from hexillum.core import ask
from hexillum.core.state import State
from hexillum.core.structs import fields
from hexillum.lab.arena import match, run
from hexillum.players import NAMES, Player, UnknownPlayer, player
from hexillum.players.minds import tuned_mind, tuned_weights
from hexillum.players.planner import Planner
from hexillum.players.search import THREE_TURNS, Budget, Effort, Moment, Search
from hexillum.players.thinker import Thinker
from hexillum.thinking.mind import WEIGHTS, Position
from hexillum.thinking.seeking import ROUND
from tests.players.test_agents import hidden_changed


class Watched:
    """A player whose every answer is checked, and some of whose positions are kept."""

    def __init__(self, player: Player, keep: float = 0.0) -> None:
        self.player = player
        self.keep = keep
        self.random = random.Random(1)
        self.kept: list[tuple[State, list[int]]] = []
        self.answers: set[tuple[int, int]] = set()

    def choose(self, state: State, options: list[int]) -> int:
        before = state.copy()
        answer = self.player.choose(state, options)
        assert answer in options
        assert state == before
        if len(options) > 1 and self.random.random() < self.keep:
            self.kept.append((before, options))
        self.answers.add((state.question, answer))
        return answer


def quick() -> Search:
    """A player who plans and plays on as the search does, but little, so that many battles take little time."""
    return Search(0, Effort(plan=80, choice=16, further=32))


def begun(scenario: str) -> State:
    state = state_of(load_scenario(scenario))
    begin(state)
    return state


def positions(scenario: str, keep: float) -> list[tuple[State, list[int]]]:
    """Some positions of a battle in which a side has a choice."""
    players = (Watched(quick(), keep), Watched(quick(), keep))
    run(begun(scenario), players, seed=6, limit=400)
    return players[0].kept + players[1].kept


@pytest.mark.parametrize("scenario", names())
def test_the_planner_answers_legally_in_every_battle(scenario):
    run(begun(scenario), (Watched(quick()), Watched(quick())), seed=3, limit=120)


@pytest.mark.parametrize(("scenario", "player"), [("akragas", Planner), ("dara", quick)])
def test_the_planner_plays_a_battle_to_its_end(scenario, player):
    state = begun(scenario)
    run(state, (Watched(player()), Watched(player())), seed=4)
    assert state.outcome in (0, 1, 2)


@pytest.mark.parametrize("scenario", ["akragas", "zama", "dara"])
def test_no_player_sees_a_hidden_card(scenario):
    """Another hand of the enemy and another deck, as far as its player knows the same: the same choice."""
    found = positions(scenario, 0.15)
    assert len(found) > 12
    for name in NAMES:
        if name not in ("consul", "search"):  # they think by the clock: the next test is about them
            for state, options in found:
                seen = player(name, 5).choose(state, options)
                assert player(name, 5).choose(hidden_changed(state), options) == seen


@pytest.mark.parametrize("scenario", ["akragas", "dara"])
def test_the_search_sees_no_hidden_card(scenario):
    found = positions(scenario, 0.2)
    cards = [kept for kept in found if kept[0].question == ask.CARD][:1]
    for state, options in cards + [kept for kept in found if kept[0].question != ask.CARD][:4]:
        seen = player("search:n=24", 5).choose(state, options)
        assert player("search:n=24", 5).choose(hidden_changed(state), options) == seen


@pytest.mark.parametrize("seconds", [0.001, 0.05])
def test_a_short_time_gives_a_legal_choice_all_the_same(seconds):
    for state, options in positions("dara", 0.03)[:4]:
        began = time.monotonic()
        assert Search(1, Effort(seconds=seconds), compiled=False).choose(state, options) in options
        assert time.monotonic() - began < 20


def test_the_planner_spends_tokens():
    answers: set[tuple[int, int]] = set()
    for seed, scenario in enumerate(("dara", "callinicum", "phasis")):
        players = (Watched(quick()), Watched(quick()))
        run(begun(scenario), players, seed)
        answers |= players[0].answers | players[1].answers
    spent = {question for question, answer in answers if answer == ask.YES or question == ask.INSPIRATION}
    assert {ask.BATTLE_BONUS, ask.BRAVERY} <= spent
    assert {question for question, _ in answers} >= {ask.INSPIRATION, ask.MOVE_A_LEADER}


def test_the_planner_beats_the_greedy_player():
    assert match("akragas", "planner", "greedy", games=8, seed=1).share >= 0.5


def test_both_forms_think_the_same():
    fast = pytest.importorskip("hexillum.compiled.with_numba", reason="needs numba")
    fast.load()
    thinkers = [Thinker([tuned_mind()], 4, compiled) for compiled in (False, True)]
    for scenario in ("cannae", "phasis"):
        for state, _ in positions(scenario, 0.3):
            answers = []
            for thinker in thinkers:
                thinker.forget(0)
                thinker.put(0, state)
                answers.append(thinker.answer(0))
            assert answers[0] == answers[1]


def test_both_forms_play_three_turns_on_alike():
    fast = pytest.importorskip("hexillum.compiled.with_numba", reason="needs numba")
    fast.load()
    for scenario in ("akragas", "dara"):
        found = []
        for compiled in (False, True):
            thinker = Thinker([tuned_mind(), tuned_mind()], compiled=compiled)
            thinker.put(0, Battle.start(scenario, seed=7).state)
            found.append(thinker.try_out(0, [3, 5, 7], 0, THREE_TURNS))
        assert found[0] == found[1]


def test_few_playouts_are_spent_on_few_plans():
    battle = Battle.start("akragas", seed=7).state
    player = Search(0, Effort(plan=80, choice=16, further=32))
    player.thinker.put(0, battle)
    assert 2 <= player.plans(Budget(1.0, 0, Moment())) <= 80 // ROUND


def test_the_weights_are_all_there_with_their_provenance():
    assert set(tuned_weights()) == set(WEIGHTS)
    assert tuned_mind().p.need > 0 and len(fields(Position)) == 12


@pytest.mark.parametrize("name", ["search:", "search:never", "search:-1", "search:n=0", "search:nan"])
def test_a_search_without_a_time_is_refused(name):
    with pytest.raises(UnknownPlayer, match=r"search:1\.0"):
        player(name)
