"""What a command makes of a game at once is what its entries fold into: all of it, its memory for undo included."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import pytest

from hexillum.battle.door import Battle, Mark
from hexillum.battle.lines import Transcript
from hexillum.club.standing import Orders
from hexillum.core import ask
from hexillum.core.dice import FACES
from hexillum.web.entries import Opening
from hexillum.web.game import QUIETED, Game
from hexillum.web.messages import Answer, Dice, Refused, Roll, Undo

PACED = "30+10"
NO_PART = ("source", "scenario", "_numbers", "_options")  # of what a battle is: not its own, or made when asked for
EVADES = Orders(evade="always", flags="all")


def plain(value: Any) -> Any:
    """A part of a game as what compares by value."""
    if isinstance(value, Battle):
        return {name: plain(part) for name, part in vars(value).items() if name not in NO_PART}
    if isinstance(value, Transcript):
        copied = value.copy()
        return [*copied.lines, copied.open, copied.partial]
    if isinstance(value, Mark):
        return [plain(getattr(value, name)) for name in Mark.__slots__]
    if isinstance(value, list | tuple):
        return [plain(one) for one in value]
    return vars(value) if hasattr(value, "__dict__") else value


def alike(one: Game, other: Game) -> None:
    """See that two games are the same in everything that is kept of them."""
    for name, part in vars(one).items():
        if name == "_seen":  # made when it is looked at
            continue
        assert plain(part) == plain(vars(other)[name]), name


def said(game: Game, rng: random.Random) -> tuple[int, Any]:
    """What somebody may say next: an answer, of several steps too, dice, a no for the turn, or an undo."""
    s, battle = game.battle.state, game.battle
    if s.who == ask.CHANCE:
        side = game.roller() or 0
        if s.question != ask.ROLL and game.opening.kind == "analysis":
            return side, Answer(do="answer", numbers=[rng.choice(battle.numbers())])
        if s.question == ask.ROLL and rng.random() < 0.5:
            return side, Dice(do="dice", faces="".join(rng.choice(FACES) for _ in range(s.dice)))
        return side, Roll(do="roll")
    side = int(s.who)
    if game.back and rng.random() < 0.05:
        return side, Undo(do="undo")
    numbers = [rng.choice(battle.numbers())]
    trial = battle.trial()
    trial.choose(numbers[0])
    if not trial.over and trial.state.who == side and rng.random() < 0.3:
        numbers.append(rng.choice(trial.numbers()))
    for_the_turn = s.question in QUIETED and game.opening.kind == "battle"
    if for_the_turn:
        numbers = [ask.DONE]
    return side, Answer(do="answer", numbers=numbers, for_the_turn=for_the_turn, then_stop=rng.random() < 0.3)


@pytest.mark.parametrize("battle", ["akragas", "dara", "cynoscephalae"])
@pytest.mark.parametrize("kind", ["battle", "typed", "analysis", "orders", "paced"])
def test_what_is_planned_is_the_game_with_its_entries(battle: str, kind: str) -> None:
    rng = random.Random(f"{battle} {kind}")
    opening = Opening(
        "analysis" if kind == "analysis" else "battle",
        battle,
        dice="typed" if kind in ("typed", "analysis") else "server",
        typed_by="either" if kind == "typed" else "roller",
        pace=PACED if kind == "paced" else "",
    )
    game = Game("0" * 32, opening, hashlib.sha256(battle.encode()).digest() * 2, ["person", "person"])
    game.fold(game.opening_entries())
    if kind == "orders":
        game.orders = (EVADES, EVADES)
    planned = undone = 0
    for _ in range(400):
        if game.battle.over:
            break
        before = plain(game.battle)
        side, doing = said(game, rng)
        try:
            entries, after = game.planned(side, doing)
        except Refused:  # an undo that comes too late
            assert plain(game.battle) == before
            continue
        assert plain(game.battle) == before, "the game itself has changed"
        folded = game.after(entries)
        if after is None:
            undone += isinstance(doing, Undo)
        else:
            planned += 1
            alike(after, folded)
        game.become(folded if after is None else after)
    assert undone > 0
    assert planned == 0 if kind == "paced" else planned > 100


def test_what_is_refused_leaves_the_game_as_it_was() -> None:
    game = Game("0" * 32, Opening("battle", "akragas"), bytes(64), ["person", "person"])
    game.fold(game.opening_entries())
    side = int(game.battle.state.who)
    before = plain(game.battle), dict(vars(game))
    first = game.battle.numbers()[0]
    for numbers in ([ask.DONE], [first, 9999], [9999]):
        with pytest.raises(Refused):
            game.planned(side, Answer(do="answer", numbers=numbers))
        with pytest.raises(Refused):
            game.planned(1 - side, Answer(do="answer", numbers=[first]))
    assert (plain(game.battle), dict(vars(game))) == before
