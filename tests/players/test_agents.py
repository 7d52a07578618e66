"""Computer players: they answer legally, see nothing hidden, are repeatable, and the greedy one plays to win."""

import pytest

from hexillum.battle.deployment import state_of
from hexillum.battle.door import Battle
from hexillum.battle.scenarios import load_scenario, names
from hexillum.battle.setup import begin
from hexillum.core import ask
from hexillum.core.state import State
from hexillum.lab.arena import Game, match, play, run, seed_of
from hexillum.players import NAMES, UnknownPlayer, player


class Watched:
    """A player whose every answer is checked."""

    def __init__(self, name: str, seed: int, also: "str | None" = None) -> None:
        self.player = player(name, seed)
        self.twin = player(name, seed) if also == "twin" else None
        self.questions: set[int] = set()

    def choose(self, state: State, options: list[int]) -> int:
        before = state.copy()
        answer = self.player.choose(state, options)
        assert answer in options
        assert state == before
        if self.twin:
            assert self.twin.choose(hidden_changed(state), options) == answer
        self.questions.add(state.question)
        return answer


def hidden_changed(s: State) -> State:
    """The same battle as the deciding side sees it, with another hand of the other side."""
    t = s.copy()
    half = len(t.hand) // 2
    other = half * (1 - s.who)
    for card in range(half):
        while t.hand[other + card] and any(t.deck[n] for n in range(half) if n != card):
            drawn = next(n for n in reversed(range(half)) if n != card and t.deck[n])
            t.hand[other + card] -= 1
            t.hand[other + drawn] += 1
            t.deck[drawn] -= 1
            t.deck[card] += 1
            break
    return t


def begun(scenario: str) -> State:
    state = state_of(load_scenario(scenario))
    begin(state)
    return state


def test_an_unknown_player_is_refused_with_those_that_exist():
    with pytest.raises(UnknownPlayer, match="greedy, random"):
        player("clever")


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("consul", "search")])
def test_the_same_seed_plays_the_same_game(name):
    assert play("akragas", name, name, seed=5) == play("akragas", name, name, seed=5)


@pytest.mark.parametrize("scenario", names())
def test_the_greedy_player_answers_legally_and_leaves_the_state_alone(scenario):
    players = (Watched("greedy", 1), Watched("greedy", 2))
    state = begun(scenario)
    run(state, players, seed=3)
    assert state.outcome in (0, 1, 2)


@pytest.mark.parametrize("scenario", ["akragas", "dara"])
def test_the_greedy_player_looks_at_nothing_hidden(scenario):
    players = (Watched("greedy", 1, "twin"), Watched("greedy", 2, "twin"))
    run(begun(scenario), players, seed=4)
    assert len(players[0].questions | players[1].questions) > 8


@pytest.mark.parametrize("scenario", ["akragas", "thannuris"])
def test_the_greedy_player_beats_the_random_one(scenario):
    won = match(scenario, "greedy", "random", games=20, seed=1)
    assert won.unfinished == 0
    assert won.share >= 0.9


def test_greedy_players_come_to_an_end():
    for number in range(6):
        assert play("dertosa", seed=seed_of(3, number)).turns < 200


def test_a_game_past_the_limit_is_unfinished():
    game = play("akragas", "random", "random", seed=1, limit=50)
    assert (game.finished, game.winner, game.drawn, game.decisions) == (False, None, False, 50)


def test_a_match_counts_wins_by_player_and_alternates_sides():
    played = match("akragas", "greedy", "random", games=4, seed=1)
    assert [game.swapped for game in played.games] == [False, True, False, True]
    assert sum(played.wins) + played.draws + played.unfinished == 4


def test_a_draw_is_no_win():
    game = Game(number=0, seed=0, winner=None, finished=True, banners=(5, 5), turns=9, decisions=99)
    assert game.drawn


@pytest.mark.parametrize("top", ["greedy", "quick"])
def test_the_arena_and_the_battle_agree_on_a_seed(top):
    game = play("akragas", top, "random", seed=11)
    battle = Battle.start("akragas", seed=11)
    players = (player(top, 11), player("random", 12))
    while not battle.over:
        if battle.state.who == ask.CHANCE:
            battle.throw()
        else:
            battle.choose(players[battle.state.who].choose(battle.state, battle.numbers()))
    assert (battle.winner, tuple(battle.state.banners), len(battle.choices)) == (
        game.winner,
        game.banners,
        game.decisions,
    )
