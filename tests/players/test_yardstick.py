"""The greedy player is a fixed yardstick: from the same seeds it plays the same battles as ever, answer for answer."""

from __future__ import annotations

import hashlib

import pytest

from hexillum.battle.deployment import state_of
from hexillum.battle.scenarios import load_scenario
from hexillum.battle.setup import begin
from hexillum.core.state import State
from hexillum.lab.arena import run
from hexillum.players import Player, player

#: Battles of both editions, with the top player, what all answers of both sides hash to, and how many there are.
BATTLES = {
    "ticinus": ("greedy", 616, "02beb7d2cdc416d3"),
    "hydaspes": ("greedy", 500, "60cf279b35aa81bd"),
    "crimissos": ("greedy", 735, "92563c40bb28e0ea"),
    "magnesia": ("recruit", 753, "5c3e6800ab5a0cc3"),
    "dara": ("greedy", 450, "b2674548b72e5ca4"),
    "thannuris": ("recruit", 645, "5c3ec021c22f403b"),
    "ford-of-circesium": ("greedy", 376, "4fffe921e06a052a"),
    "catalaunian-fields": ("greedy", 861, "a19fe3342a8da9e4"),
}


class Noted:
    """A player whose answers are noted down."""

    def __init__(self, player: Player, answers: list[int]) -> None:
        self.player = player
        self.answers = answers

    def choose(self, state: State, options: list[int]) -> int:
        answer = self.player.choose(state, options)
        self.answers.append(answer)
        return answer


def answers_of(scenario: str, top: str) -> list[int]:
    """All answers of a whole battle, the bottom side being the greedy player's."""
    state = state_of(load_scenario(scenario))
    begin(state)
    answers: list[int] = []
    run(state, (Noted(player(top, 5), answers), Noted(player("greedy", 6), answers)), seed=7)
    assert state.outcome in (0, 1, 2)
    return answers


@pytest.mark.parametrize("scenario", BATTLES)
def test_the_yardstick_has_not_changed(scenario: str) -> None:
    top, count, digest = BATTLES[scenario]
    answers = answers_of(scenario, top)
    assert (len(answers), hashlib.sha256(repr(answers).encode()).hexdigest()[:16]) == (count, digest)
