"""Pinned numbers of leaves of the decision tree, counted in two ways: any change of a rule that shows early moves one.

Every distinct roll and every distinct card drawn is one branch; a branch that ends the battle is a leaf. A pinned
number is changed only together with the rule that explains it.
"""

from __future__ import annotations

import pytest

from hexillum.battle.door import Battle
from hexillum.core import ask
from hexillum.core.dice import rolls
from hexillum.core.state import NONE, State
from hexillum.engine.playout import ANSWERS_MOST
from hexillum.engine.step import apply, legal
from tests.kit.support import play, situation

#: Hands dealt by hand, the top side first.
TOP_HAND = "order-two-left order-three-center order-medium-troops out-flanked first-strike".split()
BOTTOM_HAND = (
    "order-two-center order-three-right coordinated-attack order-light-troops order-heavy-troops order-two-left".split()
)


def akragas() -> Battle:
    """Akragas with known hands, the bottom side about to play its first card."""
    battle = Battle.start("akragas", deal=False)
    return play(battle, *(f"draw {card}" for card in (*TOP_HAND, *BOTTOM_HAND)))


MEDIEVAL_TOP = "ambush leadership-left order-three-center cry-havoc mounted-charge".split()
MEDIEVAL_BOTTOM = "leadership-any-section first-strike fire-and-close order-command-right rally".split()


def dara() -> Battle:
    """Dara with known hands, the top side about to play its first card."""
    battle = Battle.start("dara", deal=False)
    return play(battle, *(f"draw {card}" for card in (*MEDIEVAL_TOP, *MEDIEVAL_BOTTOM)))


def ambush() -> Battle:
    """Cavalry before a combat that may lead it into an ambush, tokens on both sides, a Parthian shot beside."""
    return situation(
        "bottom F6 medium-cavalry 3",
        "bottom F8 heavy-cavalry 2 leader",
        "top E6 auxilia 1",
        "top D6 warrior 4",
        "top E8 light-bow-cavalry 2",
        "top D8 leader",
        terrain={"D7": "camp top"},
        edition="medieval",
        active="bottom",
        to_win=3,
        tokens={"top": 1, "bottom": 1},
        hands={"top": ["ambush"], "bottom": ["rally"]},
    )


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
    if s.question == ask.ROLL:
        return [roll for roll, _ in rolls(s.dice)]
    out = [0] * ANSWERS_MOST
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
    "dara": [5, 305, 4899],
    "ambush": [3, 4, 4, 14, 218, 1907, 4992],
}
POSITIONS = {"akragas": akragas, "melee": melee, "dara": dara, "ambush": ambush}
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
