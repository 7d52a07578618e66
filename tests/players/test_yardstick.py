"""The greedy player is a fixed yardstick: from the same seeds it plays the same battles as ever, answer for answer."""

from __future__ import annotations

import hashlib

import pytest

from hexillum.battle.deployment import state_of
from hexillum.battle.scenarios import load_scenario
from hexillum.battle.setup import begin
from hexillum.core.state import State
from hexillum.lab import mass
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


#: Every battle, twice, by the greedy player on both sides, before he was compiled: all answers and their digest.
ALL_BATTLES = {
    "akragas": (1614, "35fe03bce381e5d5"),
    "asculum": (1522, "0f9db861db19bf0f"),
    "baecula": (1779, "1f5c0df147571a06"),
    "bagradas": (1248, "e8d17afa0f3fdd08"),
    "beneventum": (1773, "aceb1fb0984df474"),
    "beneventum-2nd": (1756, "b44dc5c778f00c30"),
    "callinicum": (1777, "2fe02b6d0c08197c"),
    "cannae": (1685, "b3ad5a88f0c52f6a"),
    "castulo": (1528, "cd2127e7371fd170"),
    "catalaunian-fields": (1732, "084d005ebe6dc066"),
    "crimissos": (1577, "2d6ce43c58950566"),
    "crocus-plain": (1376, "4cc129ac095be5b3"),
    "cronium": (1623, "8202a236a89f32c0"),
    "cynoscephalae": (1863, "2c18a695f3622b20"),
    "dara": (1218, "1a15d97c841c225e"),
    "dertosa": (1571, "d1a659a5a7708214"),
    "ford-of-circesium": (791, "27f424b80481359b"),
    "gabiene": (1034, "001ad42f568cc619"),
    "gaugamela": (1613, "d0cb0a8d8d2894db"),
    "granicus": (1863, "fa35be681f00053f"),
    "great-plains": (1557, "750bc6566b3bd946"),
    "hellespont": (1633, "869d86e469de4fc8"),
    "heraclea": (1569, "c50c53f6b3987710"),
    "himera": (845, "19f1e252c0869068"),
    "hydaspes": (1936, "9991bc4f7bcd235f"),
    "ilipa": (1531, "b226b87bc5f3ec8a"),
    "indus": (2013, "7b2fedc16748e092"),
    "ipsus": (1694, "4fd3b8612be6b099"),
    "issus": (1895, "e10975e949620f13"),
    "jaxartes": (1762, "e7bb4579e85e6fea"),
    "leuctra": (1185, "046da444b5c44020"),
    "magnesia": (1415, "f6a31f0bd2abcd77"),
    "mantinea": (1463, "fe5aec20b4c87b8d"),
    "marathon": (1348, "a687226c3160afc1"),
    "metaurus": (1524, "a2c5c2db5abf68ea"),
    "paraitacene": (1465, "794a388895fa470a"),
    "phasis": (1130, "3e8acf65e70ccc5c"),
    "plataea": (1059, "ab4717f91fbe4ee2"),
    "pydna": (1734, "6b327c624c1bbc1a"),
    "raphia": (1436, "b48cbf05ee145d67"),
    "thannuris": (1460, "8bc59e999b1eb3bd"),
    "ticinus": (1416, "ac08abab0233b313"),
    "trasimenus": (916, "2467f2566c7bbf1b"),
    "trebbia": (1487, "d11bc61470c01a4f"),
    "zama": (1583, "fd03e2fffadc7057"),
}


def test_the_compiled_yardstick_answers_as_the_plain_one_always_did() -> None:
    pytest.importorskip("hexillum.compiled.with_numba", reason="needs numba").load()
    hall = mass.hall()
    for scenario, (count, digest) in ALL_BATTLES.items():
        state = state_of(load_scenario(scenario))
        begin(state)
        hall.set_up(state)
        played = hall.play([mass.Bout("greedy", "greedy", seed) for seed in (31, 32)], 200_000, 8_000)
        told = [number for battle in played for number in battle.told]
        assert (scenario, len(told), hashlib.sha256(repr(told).encode()).hexdigest()[:16]) == (scenario, count, digest)
