"""The search: yardsticks that never change, threads that choose as one does, later turns planned in moods."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace
from itertools import count

import pytest

from hexillum.battle.door import Battle
from hexillum.battle.scenarios import load_scenario
from hexillum.compiled import cache
from hexillum.core import ask
from hexillum.core.state import State
from hexillum.engine.playout import ANSWERS_MOST
from hexillum.engine.tryout import numbers_of
from hexillum.lab import mass
from hexillum.lab.arena import begun, run
from hexillum.players import UnknownPlayer, player
from hexillum.players.minds import tuned_mind
from hexillum.players.planner import COMPILED as COUNTED
from hexillum.players.search import EFFORT_0_1, THREADS, Effort, Search, threads_wanted
from hexillum.players.thinker import Thinker
from hexillum.players.together import Together
from hexillum.thinking.seeking import CANDIDATES, FREE, ONE_TURN, PLAYED
from tests.players.test_agents import hidden_changed

#: Battles of the planner and the search as they were in the first release, compiled: who plays both sides, after how
#: many answers it is stopped, and what all answers hash to.
COMPILED = [
    ("akragas", "planner@0.1", 200_000, "0d7da64952de2a0f"),
    ("dara", "planner@0.1", 200_000, "6ceede0be18d38f8"),
    ("gaugamela", "planner@0.1", 200_000, "dfc2deec39b10cd9"),
    ("cannae", "search@0.1:n=120", 300, "4e1707cffe504f59"),
    ("zama", "search@0.1:n=120", 300, "b7db0dabe09381b2"),
    ("dara", "search@0.1:n=120", 200, "06ffb286915b3635"),
]
#: The same, plain.
PLAIN = [("akragas", "planner@0.1", 60, "2f66b783d1469be1"), ("dara", "search@0.1:n=24", 40, "726def7a24da63b9")]

#: A search that uses all that it can: later turns in moods, and the last plans played further on.
ALL = Effort(plan=16, choice=8, further=16, views=1, moods=2, tries=1, depth=2, finals=2, final_depth=3)


def digest(scenario: str, name: str, limit: int) -> str:
    told = list[int]()
    run(begun(load_scenario(scenario)), (player(name, 8), player(name, 9)), 8, limit, told)
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


@pytest.mark.parametrize(("scenario", "name", "limit", "wanted"), COMPILED)
def test_the_yardsticks_play_as_ever(scenario: str, name: str, limit: int, wanted: str) -> None:
    pytest.importorskip("hexillum.compiled.with_numba", reason="needs numba").load(*cache.THINKING)
    assert digest(scenario, name, limit) == wanted


@pytest.mark.parametrize(("scenario", "name", "limit", "wanted"), PLAIN)
def test_the_plain_yardsticks_play_as_ever(
    scenario: str, name: str, limit: int, wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "is_ready", lambda: False)
    assert digest(scenario, name, limit) == wanted


def test_the_planner_of_the_first_release_plays_whole_battles() -> None:
    pytest.importorskip("hexillum.compiled.with_numba", reason="needs numba").load(*cache.THINKING)
    hall, start = mass.hall(), begun(load_scenario("gaugamela"))
    hall.set_up(start)
    (went,) = hall.play([mass.Bout("planner@0.1", "planner@0.1", 8)], 200_000, 8_000)
    assert hashlib.sha256(repr(went.told).encode()).hexdigest()[:16] == "dfc2deec39b10cd9"


def test_the_yardstick_thinks_on_one_thread_whatever_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(THREADS, "3")
    assert threads_wanted() == 3
    assert (EFFORT_0_1.threads, Effort().threads) == (1, 0)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("search:1.0/2", (1.0, 0, 2)),
        ("search:n=40/3", (1.0, 40, 3)),
        ("search/4", (1.0, 0, 4)),
        ("search@0.1:2.5", (2.5, 0, 1)),
        ("search@0.1", (1.0, 0, 1)),
    ],
)
def test_a_search_is_named_with_its_threads_and_its_version(name: str, found: tuple[float, int, int]) -> None:
    one = player(name)
    assert isinstance(one, Search)
    assert (one.effort.seconds, one.effort.plan, one.effort.threads) == found


def test_a_name_may_set_switches() -> None:
    one = player("search:n=40,depth=5,turn_share=0.1,finals=4/2")
    assert isinstance(one, Search)
    effort = one.effort
    assert (effort.plan, effort.depth, effort.turn_share, effort.finals, effort.threads) == (40, 5, 0.1, 4, 2)


def test_a_name_may_count_other_choices_and_what_comes_after_a_turn_apart() -> None:
    one = player("search:n=600,choice=100,further=0,views=5")
    assert isinstance(one, Search)
    assert replace(one.effort, threads=0) == COUNTED  # the planner by the name of a search


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("search:1,further=100001", "further should be a whole number from 0 to 100000"),
        ("search:1,moods=99", "moods should be a whole number from 0 to 5"),
        ("search:1,pairs=33", "pairs should be a whole number from 0 to 32"),
        ("search:1,depth=2.5", "depth should be a whole number"),
        ("search:1,turn_share=1.", "turn_share should be a number from 0.01 to 0.99"),
        ("search:1,blur=1", "no switch 'blur', expected one of views, depth"),
        ("search:1,depth", "does not say how long"),
    ],
)
def test_odd_switches_are_refused(name: str, words: str) -> None:
    with pytest.raises(UnknownPlayer, match=words):
        player(name)


@pytest.mark.parametrize("name", ["search:1.0/0", "search:1/65", "search@0.2", "search:1/x", "search/", "planner@0.2"])
def test_other_versions_and_odd_threads_are_refused(name: str) -> None:
    with pytest.raises(UnknownPlayer, match=r"search:1\.0/2|planner, search"):
        player(name)


def later_in(scenario: str) -> State:
    """A battle in which some turns are over, at a question for a card."""
    state = begun(load_scenario(scenario))
    run(state, (player("greedy", 1), player("greedy", 2)), seed=3, limit=150)
    while state.question != ask.CARD:
        run(state, (player("greedy", 1), player("greedy", 2)), seed=3, limit=1)
    return state


@pytest.mark.parametrize("switches", ["", ",pairs=3"])
@pytest.mark.parametrize("scenario", ["cannae", "dara"])
def test_so_many_threads_choose_as_one_does(scenario: str, switches: str) -> None:
    pytest.importorskip("hexillum.compiled.with_numba", reason="needs numba").load(*cache.THINKING)
    state, seen = later_in(scenario), []
    for threads in ("", "/2", "/3"):
        one = player(f"search:n=300{switches}{threads}", 5)
        assert isinstance(one, Search)
        answer, k = one.choose(state, numbers_of(state)), one.thinker.seeker
        n = int(k.order[0])
        seen.append((answer, list(k.follow[: k.left]), n, k.turns[n], k.chances[n], k.further[n], k.changes[n]))
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.parametrize("compiled", [False, True])
def test_a_plan_far_down_the_list_can_be_taken(compiled: bool) -> None:
    """The consul has up to 240 plans; from the 64th on their answers lie beyond what 16 bits count."""
    if compiled:
        pytest.importorskip("hexillum.compiled.with_numba", reason="needs numba").load(*cache.THINKING)
    thinker = Thinker([tuned_mind() for _ in range(3)], compiled=compiled)
    k = thinker.seeker
    for n in (3, 70, CANDIDATES - 1):
        k.length[n] = 3
        k.answers[n * ANSWERS_MOST : n * ANSWERS_MOST + 3] = [7, 8, 9]
        assert thinker.take(n) == 7
        assert list(k.follow[: k.left]) == [9, 8]


def with_plans(threads: int) -> list[Thinker]:
    """So many thinkers, the first of which has some plans for the first turn of a battle."""
    minds, twister = [tuned_mind() for _ in range(3)], random.Random(1).getstate()[1]
    thinkers = [Thinker(minds, FREE + 8, False, twister) for _ in range(threads)]
    first = thinkers[0]
    first.put(0, Battle.start("akragas", seed=7).state)
    first.seeker.views, first.seeker.most = 1, 8
    for _ in first.gather(5):
        pass
    assert first.seeker.count > 3
    return thinkers


@pytest.mark.parametrize("playouts", [3, 20, 61, 100])
def test_work_is_shared_out_and_comes_to_the_same(playouts: int) -> None:
    """The plain form as well, by whatever number of playouts."""
    left = []
    for threads in (1, 2):
        thinkers = with_plans(threads)
        player = Together(thinkers) if threads > 1 else thinkers[0]
        player.sift(2, ONE_TURN, 0, playouts, lambda: 0.0)
        k = thinkers[0].seeker
        left.append((k.alive, k.order[: k.alive], k.turns[: k.count], k.chances[: k.count]))
    assert left[0] == left[1]


def test_a_clock_ends_the_work_of_all_threads() -> None:
    thinkers, looks = with_plans(2), count()
    Together(thinkers).sift(1, ONE_TURN, 0, 0, lambda: next(looks) / 20)
    k = thinkers[0].seeker
    assert k.alive == 1
    assert k.turns[k.order[0]] == max(k.turns[: k.count]) > 0


def test_no_time_leaves_the_plans_as_they_were() -> None:
    thinkers = with_plans(2)
    Together(thinkers).sift(1, ONE_TURN, 0, 0, lambda: 1.0)
    k = thinkers[0].seeker
    assert (k.alive, k.order[0], sum(k.turns[: k.count])) == (1, 0, 0)


@pytest.mark.parametrize("scenario", ["akragas", "dara"])
def test_a_search_with_all_switches_sees_no_hidden_card(scenario: str) -> None:
    state = later_in(scenario)
    answers = [Search(5, ALL, compiled=False).choose(s, numbers_of(state)) for s in (state, hidden_changed(state))]
    assert answers[0] == answers[1] in numbers_of(state)


def test_both_forms_plan_later_turns_in_the_same_moods() -> None:
    pytest.importorskip("hexillum.compiled.with_numba", reason="needs numba").load(*cache.THINKING)
    for scenario in ("akragas", "dara"):
        state, found = later_in(scenario), []
        for compiled in (False, True):
            thinker = Thinker([tuned_mind(), tuned_mind()], compiled=compiled)
            thinker.put(0, state)
            for moods, tries in ((1, 0), (3, 2)):
                thinker.task.moods, thinker.task.tries = moods, tries
                found.append(thinker.try_out(0, [3, 5], state.who, 3))
        assert found[:2] == found[2:]


#: A search by pairs of cards, as small as it can be.
PAIRS = Effort(plan=16, choice=8, further=80, views=1, pairs=2)


@pytest.mark.parametrize("scenario", ["akragas", "dara"])
def test_a_search_by_pairs_of_cards_sees_no_hidden_card(scenario: str) -> None:
    state = later_in(scenario)
    answers = [Search(5, PAIRS, compiled=False).choose(s, numbers_of(state)) for s in (state, hidden_changed(state))]
    assert answers[0] == answers[1] in numbers_of(state)


def test_both_forms_choose_by_the_same_pairs() -> None:
    pytest.importorskip("hexillum.compiled.with_numba", reason="needs numba").load(*cache.THINKING)
    for scenario in ("akragas", "dara"):
        state, found = later_in(scenario), []
        for compiled in (False, True):
            search = Search(5, PAIRS, compiled)
            answer, k = search.choose(state, numbers_of(state)), search.thinker.seeker
            known = [[int(one) for one in part[: k.count]] for part in (k.then, k.further, k.changes)]
            assert any(known[0])
            found.append((answer, list(k.follow[: k.left]), known))
        assert found[0] == found[1]


def cards_of(state: State, side: int) -> list[int]:
    """The cards that a side holds, each once."""
    return [card for card in range(ask.MOST_CARDS) if state.hand[side * ask.MOST_CARDS + card]]


def test_plans_are_paired_with_the_cards_that_are_left_as_room_allows() -> None:
    (thinker,) = with_plans(1)
    side, k = int(thinker.state(0).who), thinker.seeker
    thinker.sift(2, ONE_TURN, side, 60, lambda: 0.0)
    plans = k.order[:2]
    thinker.pair(side)
    assert k.alive == k.count == k.most == 8
    cards = {plan: cards_of(thinker.state(FREE + plan), side) for plan in plans}
    assert all(cards.values())
    pairs = [(plan, card + 1) for plan in plans for card in cards[plan]]
    for n, (plan, then) in zip(k.order[2:8], pairs, strict=False):
        assert k.then[n] == then
        assert (k.turns[n], k.chances[n], k.length[n]) == (k.turns[plan], k.chances[plan], k.length[plan])
        assert thinker.state(FREE + n) == thinker.state(FREE + plan)


def test_the_next_turn_is_played_with_the_card_of_the_pair_and_with_any_where_that_is_gone() -> None:
    thinker, state = Thinker([tuned_mind(), tuned_mind()], compiled=False), later_in("akragas")
    side = int(state.who)
    thinker.put(0, state)
    thinker.apply(0, thinker.answer(side))  # its card of this turn
    cards = cards_of(thinker.state(0), side)
    for card in cards:
        place = side * ask.MOST_CARDS + card
        thinker.try_out(0, [3], side, 3, card + 1)
        assert thinker.state(PLAYED).hand[place] == thinker.state(0).hand[place] - 1
    gone = next(card for card in range(ask.MOST_CARDS) if card not in cards)
    assert thinker.try_out(0, [3, 5], side, 3, gone + 1) == thinker.try_out(0, [3, 5], side, 3)
