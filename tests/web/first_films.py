"""First battles as the learner's page receives them: the dice of the lesson, its opponent, and many a learner."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from hexillum.battle.door import Battle
from hexillum.core import ask
from hexillum.core.cards import CARDS
from hexillum.notation.first_battle import first_battle
from hexillum.players.turn import left_of, think
from hexillum.web.chance import fresh_seed
from hexillum.web.entries import Opening
from hexillum.web.game import Game
from hexillum.web.messages import Answer
from hexillum.web.show import show
from hexillum.web.wire import Seat

Learner = Callable[[Battle, random.Random], int]
_SEATED: Any = {side: Seat(player="person", name="", present=True) for side in ("top", "bottom")}
#: What of a view the coach looks at, or says something of.
SEEN: Final = ("decision", "yours", "log", "units", "leaders", "hand", "hand_words", "card", "outcome", "version")


def follow(battle: Battle, chance: random.Random) -> int:
    """Does as the coach says: a card for the center, units of it, forward, and to blows; which of them is chance."""
    numbers, question = battle.numbers(), battle.state.question
    busy = [number for number in numbers if number != ask.DONE]
    if question == ask.CARD and numbers[-1] >= ask.CARD_0:
        center = [number for number in numbers if number >= ask.CARD_0 and "center" in CARDS[number - ask.CARD_0].key]
        return chance.choice(center or busy)
    if question == ask.STEP and ask.DONE in numbers and chance.random() < 0.25:
        return ask.DONE
    if question == ask.STEP and chance.random() < 0.7:
        return min(busy, default=ask.DONE)  # the lower its number, the nearer to the enemy lies a hex
    return chance.choice(busy or numbers)


def first(battle: Battle, _: random.Random) -> int:
    """Whatever stands first, which is mostly to do no more."""
    return battle.numbers()[0]


def last(battle: Battle, _: random.Random) -> int:
    """Whatever stands last."""
    return battle.numbers()[-1]


def anything(battle: Battle, chance: random.Random) -> int:
    """Anything."""
    return chance.choice(battle.numbers())


def film(learner: Learner, number: int, turns: int = 8) -> list[dict[str, Any]]:
    """The views in which the learner is asked, until so many of his turns are over or the battle is."""
    told = first_battle()
    me, chance = told.seat, random.Random(number)
    players = [told.opponent, told.opponent]
    players[me] = "person"
    game = Game("film", Opening(battle=told.battle, seed_chosen=True), fresh_seed(told.seed), players)
    game.fold(game.opening_entries())
    views: list[dict[str, Any]] = []
    while not game.battle.over and game.battle.state.turn < 2 * turns:
        if game.battle.state.who == me:
            view: Any = show(game, me, (me,), seats=_SEATED)
            views.append({key: view[key] for key in SEEN})
            game.fold(game.plan(me, Answer(do="answer", numbers=_answers(game.battle, learner, chance))))
        else:
            _opponent(game, told.opponent)
    return views


def _answers(battle: Battle, learner: Learner, chance: random.Random) -> list[int]:
    """What the page sends at once: a piece with its whole way, or with whom it attacks."""
    trial = battle.copy()
    side, turn = trial.state.who, trial.state.turn
    numbers = [learner(trial, chance)]
    trial.choose(numbers[0])
    while trial.state.who == side and trial.state.turn == turn and trial.state.question in (ask.STEP, ask.TARGET):
        numbers.append(learner(trial, chance))
        trial.choose(numbers[-1])
    return numbers


def _opponent(game: Game, player: str) -> None:
    """The computer player's answers, as the server takes them."""
    side, state = int(game.battle.state.who), game.battle.state.copy()
    state.log = None
    numbers = think(player, len(game.made), state).answers
    while numbers and not game.battle.over and game.battle.state.who == side:
        made = len(game.made)
        game.fold(game.plan(side, Answer(do="answer", numbers=numbers[:24])))
        numbers = left_of(numbers, [entry.numbers[0] for entry in game.made[made:] if entry.numbers])
