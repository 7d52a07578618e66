"""Pinned numbers of leaves of the decision tree, counted in two ways: any change of a rule that shows early moves one.

Every distinct roll and every distinct card drawn is one branch; a branch that ends the battle is a leaf. A pinned
number is changed only together with the rule that explains it.
"""

from __future__ import annotations

import pytest

from hexillum.decisions import ROLL, rolls
from hexillum.referee import OPTIONS_MOST, Battle
from hexillum.rules.engine import apply, legal
from hexillum.state import NONE, State
from tests.support import play, situation

#: Hands dealt by hand, the top side first.
TOP_HAND = "order-two-left order-three-center order-medium-troops out-flanked first-strike".split()
BOTTOM_HAND = (
    "order-two-center order-three-right coordinated-attack order-light-troops order-heavy-troops order-two-left".split()
)


def akragas() -> Battle:
    """Akragas with known hands, the bottom side about to play its first card."""
    battle = Battle.start("akragas", deal=False)
    return play(battle, *(f"draw {card}" for card in (*TOP_HAND, *BOTTOM_HAND)))


def melee() -> Battle:
    """A crowd of exceptions: elephants, warriors, cavalry, leaders, a war machine, before the first battle."""
    return situation(
        "bottom F6 warrior 3",
        "bottom F7 elephant 2",
        "bottom G5 light-cavalry 2",
        "bottom F5 medium-infantry 2 leader",
        "top E6 heavy-cavalry 2",
        "top E7 light-infantry 1",
        "top E5 heavy-war-machine 1 leader",
        "top D6 auxilia 2",
        "top D7 leader",
        terrain={"D5": "forest", "C6": "hill"},
        active="bottom",
        to_win=3,
    )


def answers(s: State) -> list[int]:
    """Every answer to the pending question, every distinct roll included."""
    if s.question == ROLL:
        return [roll for roll, _ in rolls(s.dice)]
    out = [0] * OPTIONS_MOST
    return out[: legal(s, out)]


def leaves(s: State, depth: int) -> int:
    """The leaves of so many decisions: apply on copies of the state."""
    if depth == 0 or s.outcome != NONE:
        return 1
    total = 0
    for answer in answers(s):
        after = s.copy()
        apply(after, answer)
        total += leaves(after, depth - 1)
    return total


def leaves_by_undo(battle: Battle, depth: int) -> int:
    """The same through the referee: choose and take back."""
    if depth == 0 or battle.over:
        return 1
    total = 0
    for option in battle.options:
        battle.choose(option)
        total += leaves_by_undo(battle, depth - 1)
        battle.undo()
    return total


PINNED = {
    "akragas": [6, 45, 281, 1214, 2845, 11836],
    "melee": [5, 7, 32, 857, 2302, 9270],
}
POSITIONS = {"akragas": akragas, "melee": melee}
#: The slower way goes no deeper than this many leaves.
MOST_BY_UNDO = 12_000


@pytest.mark.parametrize(("name", "depth"), [(name, n + 1) for name, row in PINNED.items() for n in range(len(row))])
def test_number_of_leaves(name: str, depth: int) -> None:
    wanted = PINNED[name][depth - 1]
    battle = POSITIONS[name]()
    before = battle.state.copy()
    assert leaves(battle.state, depth) == wanted
    assert battle.state == before
    if wanted <= MOST_BY_UNDO:
        assert leaves_by_undo(battle, depth) == wanted
        assert battle.state == before
        assert not battle.over
