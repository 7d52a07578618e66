"""Who may evade whom: the full matrix of kinds (EV-08 to EV-12; ancients.md 2.2)."""

from __future__ import annotations

import pytest

from hexillum.core import ask
from tests.kit.support import ALL_KINDS, play, refused, rule, situation

LIGHT = "light-infantry light-bow light-sling light-cavalry light-bow-cavalry barbarian-chariot".split()
FOOT = "light-infantry light-bow light-sling auxilia warrior medium-infantry heavy-infantry heavy-war-machine".split()
LIGHT_MOUNTED = "light-cavalry light-bow-cavalry barbarian-chariot".split()
MEDIUM_MOUNTED = "medium-cavalry camel cataphract-camel".split()
HEAVY_MOUNTED = "heavy-cavalry cataphract-cavalry heavy-chariot".split()
NEVER = "auxilia warrior medium-infantry heavy-infantry elephant".split()

MAY_EVADE = {
    **dict.fromkeys([*LIGHT, "heavy-war-machine"], frozenset(ALL_KINDS)),
    **dict.fromkeys(MEDIUM_MOUNTED, frozenset({*FOOT, *HEAVY_MOUNTED, "elephant"})),
    **dict.fromkeys(HEAVY_MOUNTED, frozenset({*FOOT, "elephant"})),
    **dict.fromkeys(NEVER, frozenset()),
}
RULES = {
    **dict.fromkeys(LIGHT, "EV-08"),
    "heavy-war-machine": "EV-09",
    **dict.fromkeys(MEDIUM_MOUNTED, "EV-10"),
    **dict.fromkeys(HEAVY_MOUNTED, "EV-11"),
    **dict.fromkeys(NEVER, "EV-12"),
}


def test_the_matrix_knows_every_kind() -> None:
    assert set(MAY_EVADE) == set(RULES) == set(ALL_KINDS)


@rule("EV-08", "EV-09", "EV-10", "EV-11", "EV-12")
@pytest.mark.parametrize("defender", ALL_KINDS)
def test_a_kind_may_evade_these_attackers_and_no_others(defender: str) -> None:
    asked = set()
    for attacker in ALL_KINDS:
        battle = play(situation(f"bottom F6 {attacker} 1", f"top E6 {defender} 1"), "close F6xE6")
        assert battle.decision.kind in (ask.EVADE, ask.ROLL)
        if battle.decision.kind == ask.EVADE:
            asked.add(attacker)
            assert battle.decision.actor == 0
            play(battle, "evade")
        else:
            refused(battle, "evade", RULES[defender])
        assert battle.decision.kind == ask.ROLL
    assert asked == MAY_EVADE[defender]


@rule("EV-21")
@pytest.mark.parametrize("defender", [*LIGHT, *MEDIUM_MOUNTED, *HEAVY_MOUNTED, "heavy-war-machine"])
def test_nobody_evades_without_a_free_hex_behind(defender: str) -> None:
    battle = situation("bottom F6 warrior 4", f"top E6 {defender} 1", "top D5 auxilia 4", "top D6 auxilia 4")
    play(battle, "close F6xE6")
    refused(battle, "evade", "EV-21")
    assert battle.decision.kind == ask.ROLL
