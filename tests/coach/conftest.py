"""Short battles for the coach's tests: without Numba a whole one is played on only a few times a second."""

from __future__ import annotations

import pytest

from hexillum.battle.door import Battle
from hexillum.battle.setup import add_unit, begin_at, full_deck, new_state
from hexillum.core import ask, hexes
from hexillum.core.cards import card_number
from hexillum.core.dice import Seeded
from hexillum.core.kinds import kind_number
from hexillum.core.state import NONE, State
from hexillum.players import player


def last_banner(own: dict[str, tuple[str, int]], foes: dict[str, tuple[str, int]], question: str = "battle") -> State:
    """A position in which either side needs one banner, and bottom battles: kinds and blocks by their hexes."""
    s = new_state("ancients")
    s.active, s.goal, s.command, s.deck = 1, [1, 1], [3, 3], full_deck("ancients")
    for key in ("order-two-left", "order-two-center", "order-two-right"):
        card = card_number("ancients", key)
        for side in range(2):
            s.hand[side * ask.MOST_CARDS + card] = 1
        s.deck[card] -= 2
    for side, army in ((1, own), (0, foes)):
        for hex, (kind, blocks) in army.items():
            number = add_unit(s, side, kind_number("ancients", kind), hexes.parse(hex))
            s.units[number].blocks = blocks
    begin_at(s, question, NONE, None)
    return s


def played_out(battle: Battle, who: str = "quick", seed: int = 1, most: int = 2000) -> Battle:
    """The battle, gone on with by two players to its end."""
    players = [player(who, seed), player(who, seed + 1)]
    for _ in range(most):
        if battle.over:
            break
        if battle.state.who > 1:
            battle.throw()
        else:
            battle.choose(players[battle.state.who].choose(battle.state, battle.numbers()))
    return battle


@pytest.fixture
def skirmish() -> Battle:
    """A small battle that random players have played to its end."""
    state = last_banner(
        {"F5": ("warrior", 4), "F6": ("light-infantry", 4), "G9": ("medium-cavalry", 3)},
        {"E5": ("auxilia", 4), "D6": ("light-bow", 4), "C9": ("medium-infantry", 4)},
    )
    return played_out(Battle(state, source=Seeded(3)), "random")
