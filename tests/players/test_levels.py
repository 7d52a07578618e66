"""The levels that people choose from: five, told apart by what they see, and none of them plays nonsense."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hexillum.battle.deployment import state_of
from hexillum.battle.scenarios import load_scenario
from hexillum.battle.setup import begin
from hexillum.core import ask
from hexillum.core.battlefield import first_unit, last_unit
from hexillum.core.hexes import NOWHERE
from hexillum.core.state import NONE, State
from hexillum.engine.playout import ANSWERS_MOST
from hexillum.engine.step import apply
from hexillum.engine.tryout import numbers_of
from hexillum.lab.arena import run
from hexillum.players import LEVELS, Player, player
from hexillum.players.minds import CAREFUL, RASH, tuned_mind, tuned_weights
from hexillum.players.planner import Planner
from hexillum.players.schooled import CENTURION, DECURION, TRIBUNE, Tribune
from hexillum.players.search import Search
from hexillum.players.sense import CROWD, beside, sensible
from hexillum.thinking.mind import WEIGHTS
from hexillum.thinking.position import WON
from hexillum.thinking.seeking import worth_of

PEOPLE = [level.name for level in LEVELS if level.for_people]


class Sober:
    """A player of whom it is noted how many units he has led among enemies in his turns, and left there for nothing.

    A unit that has attacked there, or stands on ground that is worth banners, has its reason.
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self.turns = 0
        self.nonsense = 0
        self.turn = NONE
        self.before: State | None = None
        self.fought: set[int] = set()

    def choose(self, state: State, options: list[int]) -> int:
        if state.question == ask.CARD:
            self.turn, self.before, self.fought = state.turn, state.copy(), set()
            self.turns += 1
        answer = self.player.choose(state, options)
        if state.active == state.who:
            if state.question in (ask.BATTLE, ask.BONUS) and answer >= ask.HEX_0:
                self.fought.add(state.unit_at[answer - ask.HEX_0] if answer < ask.LEADER_0 else NONE)
            elif state.question == ask.BATTLE and answer == ask.DONE:
                self.count(state)
        return answer

    def count(self, s: State) -> None:
        """Count the units that went among enemies in this turn and have not attacked, though they may."""
        side = s.who
        for unit in range(first_unit(side), last_unit(s, side)):
            u = s.units[unit]
            if u.hex == NOWHERE or unit in self.fought or self.before is None or s.worth[u.hex]:
                continue
            if u.hex != self.before.units[unit].hex and beside(s, u.hex, side) >= CROWD:
                self.nonsense += 1


def begun(scenario: str) -> State:
    state = state_of(load_scenario(scenario))
    begin(state)
    return state


def test_people_choose_among_five_levels_from_the_recruit_to_the_consul() -> None:
    assert PEOPLE == ["recruit", "decurion", "centurion", "tribune", "consul"]
    assert all(level.words.endswith(".") for level in LEVELS)


@pytest.mark.parametrize("name", [name for name in PEOPLE if name != "consul"])
def test_no_level_leaves_a_unit_beside_three_enemies_for_nothing(name: str) -> None:
    for seed, scenario in enumerate(("akragas", "zama", "dara")):
        players = [Sober(player(name, seed)), Sober(player(name, seed + 1))]
        run(begun(scenario), (players[0], players[1]), seed=seed, limit=300)
        assert sum(one.turns for one in players) > 5
        assert sum(one.nonsense for one in players) == 0


def test_a_blunder_is_seen() -> None:
    """What the test above looks for is found where somebody plays at random."""
    players = [Sober(player("random", n)) for n in range(2)]
    for seed in range(6):
        run(begun("akragas"), (players[0], players[1]), seed=seed)
    assert sum(one.nonsense for one in players) > 0


def test_tempers_are_weights_and_no_handicaps() -> None:
    assert set(RASH.times) | set(CAREFUL.times) <= set(WEIGHTS)
    rash, careful = RASH.mind(), CAREFUL.mind()
    assert rash.mood < tuned_mind().mood < careful.mood
    assert careful.w.support > tuned_weights()["support"] > rash.w.support
    assert rash.riders > 0 == tuned_mind().riders


def test_a_lower_level_sees_less_and_mistakes_more() -> None:
    assert DECURION.plan < CENTURION.plan < 600 == TRIBUNE.plan
    assert DECURION.blur > CENTURION.blur > TRIBUNE.blur == 0
    assert DECURION.further == CENTURION.further == 0 < TRIBUNE.further


def test_the_tribune_looks_beyond_his_own_turn_where_the_planner_does_not() -> None:
    seen = []
    for one in (Tribune(3, compiled=False), Search(3, replace(TRIBUNE, plan=24, further=48), compiled=False)):
        state = begun("akragas")
        while state.question != ask.CARD:
            run(state, (player("greedy", 1), player("greedy", 2)), seed=1, limit=1)
        assert one.choose(state, numbers_of(state)) in numbers_of(state)
        seen.append(sum(one.thinker.seeker.further[: one.thinker.seeker.count]))
    assert seen[0] == 0 < seen[1]


def test_where_nothing_is_compiled_the_tribune_plays_as_the_planner_does() -> None:
    """So that nobody waits for him: but a unit among enemies he does not forget."""
    state, pair = begun("dara"), (Tribune(4, compiled=False), Planner(4, compiled=False))
    for n in range(40):
        options = numbers_of(state)
        if state.who > 1:
            run(state, (player("random", n), player("random", n)), seed=n, limit=1)
            continue
        answers = [one.choose(state, options) for one in pair]
        assert answers[0] in (answers[1], sensible(state, options, answers[1]))
        apply(state, answers[0])


def test_a_blurred_player_takes_one_of_the_plans_that_look_nearly_as_good() -> None:
    state = begun("akragas")
    while state.question != ask.CARD:
        run(state, (player("greedy", 1), player("greedy", 2)), seed=1, limit=1)
    taken = []
    for seed in range(8):
        one = Search(seed, DECURION, compiled=False)
        answer = one.choose(state, numbers_of(state))
        k = one.thinker.seeker
        worth = {n: worth_of(k, n) / WON for n in (int(k.order[place]) for place in range(int(k.alive)))}
        chosen = next(n for n in worth if int(k.answers[n * ANSWERS_MOST]) == answer)
        assert worth[chosen] >= max(worth.values()) - 2 * DECURION.blur
        taken.append(answer)
    assert len(set(taken)) > 1


def test_who_stands_among_enemies_is_not_left_idle() -> None:
    """A position of the recruit's: his blind choice would have ended the battles with a unit among three enemies."""
    found = 0
    for seed, scenario in enumerate(("dara", "marathon", "akragas", "zama")):
        state = begun(scenario)
        for _ in range(60):
            run(state, (player("random", seed), player("random", seed + 1)), seed=seed, limit=1)
            while state.outcome == NONE and state.question != ask.BATTLE:
                run(state, (player("random", seed), player("random", seed + 1)), seed=seed, limit=1)
            if state.outcome != NONE:
                break
            options = numbers_of(state)
            idle = [
                n for n in options if ask.HEX_0 <= n < ask.LEADER_0 and beside(state, n - ask.HEX_0, state.who) >= CROWD
            ]
            assert sensible(state, options, ask.DONE) == (idle[0] if idle else ask.DONE)
            assert sensible(state, options, options[-1]) == options[-1]
            found += bool(idle)
    assert found
