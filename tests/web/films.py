"""Battles as a page at the table receives them, view by view; and how each moment truly stood."""

from __future__ import annotations

import random
from typing import Any, Final

from hexillum.battle.view import standing
from hexillum.battle.view_types import SIDES
from hexillum.core import ask
from hexillum.core.dice import FACES
from hexillum.web.entries import Opening
from hexillum.web.game import Game
from hexillum.web.messages import Answer
from hexillum.web.show import show
from hexillum.web.wire import Seat

#: What beside the pieces tells results: the page must never show it before its time.
TELLS: Final = (
    *("banners", "hand", "hand_sizes", "deck_size", "card", "turn", "active", "outcome"),
    *("tokens", "command", "discards"),
)
_SEATED: Any = {side: Seat(player="person", name="", present=True) for side in ("top", "bottom")}


def film(battle: str, seed: int, eyes: int, most: int = 1600) -> dict[str, Any]:
    """A battle of two who choose at random, as the side `eyes` sees it.

    `views` are what its page is sent (some answers of the other side come together, as those of computer players do),
    `own` whether by a command of its own; `truth` is how each moment stood, and `rolls` the faces of the record, one
    text a roll.
    """
    chance = random.Random(seed)
    secret = chance.randbytes(64)
    game = Game("film", Opening(battle=battle), secret, ["person", "person"])
    truth = [_truth(game, eyes)]
    views: list[dict[str, Any]] = []
    own: list[bool] = []
    known = 0
    entries = game.opening_entries()
    for answers in range(most):
        mine = bool(views) and entries[0].side == eyes
        for entry in entries:
            game.fold([entry])
            truth.append(_truth(game, eyes))
        over = game.battle.over or answers == most - 1
        if mine or over or not views or game.battle.state.who == eyes or chance.random() < 0.25:
            view: Any = show(game, eyes, (), log_from=known, seats=_SEATED)
            views.append({**view, "yours": [SIDES[eyes]]})
            own.append(mine)
            known = len(game.battle.events)
        if over:
            break
        entries = game.plan(int(game.battle.state.who), Answer(do="answer", numbers=[_choice(game, chance)]))
    rolls = ["".join(FACES[face] for face in made.faces) for made in game.made if made.kind == "roll"]
    return {"battle": battle, "seed": seed, "views": views, "own": own, "truth": truth, "rolls": rolls}


def _choice(game: Game, chance: random.Random) -> int:
    """Any answer, but mostly one that does something."""
    numbers = game.battle.numbers()
    busy = [number for number in numbers if number != ask.DONE]
    return chance.choice(busy if busy and chance.random() < 0.8 else numbers)


def _truth(game: Game, eyes: int) -> dict[str, Any]:
    seen: Any = standing(game.battle, eyes)
    units = {str(unit["id"]): f"{unit['side']} {unit['kind']} {unit['hex']} {unit['blocks']}" for unit in seen["units"]}
    leaders = {str(one["id"]): f"{one['side']} {one['hex']} {one['attached']}" for one in seen["leaders"]}
    return {**{key: seen[key] for key in TELLS}, "units": units, "leaders": leaders}
