"""Why something was a mistake: what differs on the board is named, and its number is the one that can be reckoned."""

from __future__ import annotations

import re

import pytest

from hexillum import odds
from hexillum.battle.setup import add_leader
from hexillum.coach.facts import Facts, named
from hexillum.coach.fates import PLAIN_PLAYOUTS, Fate, Gap, Seer
from hexillum.coach.why import YOURS, aims, compared, end_words
from hexillum.core import ask, hexes
from hexillum.core.state import State
from hexillum.engine.tryout import numbers_of, tried

from .conftest import last_banner

Army = dict[str, tuple[str, int]]
NEXT = "by the end of the enemy's next turn"


@pytest.fixture(scope="module")
def seer() -> Seer:
    return Seer(compiled=False)


def board(own: Army, foes: Army) -> State:
    """Bottom to battle, far from the end of the battle: the same units in the same order, wherever they stand."""
    s = last_banner(own, foes)
    s.goal = [4, 4]
    return s


def told(seer: Seer, played: Army, better: Army, foes: Army, **more) -> list[str]:
    states = (board(played, foes), board(better, foes))
    return compared(states[0], states, 1, seer, **more)


FOES: Army = {"D5": ("medium-cavalry", 3), "C6": ("medium-infantry", 4), "D7": ("medium-cavalry", 3)}


def test_a_unit_left_open_is_named_with_how_many_can_come_and_its_chance(seer):
    first, *_ = told(seer, {"E6": ("auxilia", 1)}, {"I6": ("auxilia", 1)}, FOES)
    found = re.fullmatch(
        r"It leaves E6 \(Auxilia, 1 block\) open to three units: (\d+) % to lose it "
        rf"{NEXT}, 0 % with the better choice, on I6, where nobody can come at it\.",
        first,
    )
    assert found and int(found[1]) > 50


def test_the_chance_told_is_the_share_of_playouts_that_lose_the_unit(seer):
    states = (board({"E6": ("auxilia", 1)}, FOES), board({"I6": ("auxilia", 1)}, FOES))
    first, *_ = compared(states[0], states, 1, seer)
    ends = seer.fates(states[0], 1, 2, PLAIN_PLAYOUTS)
    number = next(n for n, u in enumerate(states[0].units) if u.side == 1 and u.blocks)
    lost = sum(one.blocks[number] == 0 for one in ends) / len(ends)
    assert f": {round(100 * lost)} % to lose it" in first


def test_one_attack_that_comes_destroys_as_often_as_exact_odds_say(seer):
    """One enemy beside one unit of a last block, and it is his turn: his attack is all that can happen."""
    state = board({"E6": ("heavy-infantry", 1)}, {"D6": ("heavy-cavalry", 3)})
    state = tried(state, ask.DONE)
    while state.who == ask.CHANCE:
        state = tried(state, numbers_of(state)[0])
    assert state.active == 0 and state.question == ask.CARD
    ends = seer.fates(state, 0, state.turn + 1, 400)
    share = sum(one.blocks[24] == 0 for one in ends) / len(ends)
    exact = float(odds.between(state, "D6", "E6", compiled=False).chance("eliminated"))
    assert abs(share - exact) < 4 * (exact * (1 - exact) / 400) ** 0.5


def test_support_that_is_missing_is_named_with_its_rule(seer):
    friends: Army = {"I5": ("auxilia", 4), "I7": ("auxilia", 4)}
    first, *_ = told(seer, {"E6": ("auxilia", 1), **friends}, {"I6": ("auxilia", 1), **friends}, FOES)
    assert "E6 (Auxilia, 1 block) open to three units without the support of two friends (BM-05): " in first


def test_an_attack_not_made_is_named_with_its_chance_and_its_blocks_by_exact_odds(seer):
    foes: Army = {"E6": ("auxilia", 1)}
    first, *_ = told(seer, {"I6": ("warrior", 4)}, {"F6": ("warrior", 4)}, foes)
    found = re.match(
        r"The better choice can attack E6 \(Auxilia, 1 block\) with one unit, what was played with none: (\d+) % to "
        rf"destroy it {NEXT}, 0 % after what was played; 'close F6xE6' alone takes (\d\.\d) blocks in the mean \(exact",
        first,
    )
    assert found and int(found[1]) > 40
    exact = odds.attack(board({"F6": ("warrior", 4)}, foes), "close F6xE6", compiled=False)
    assert found[2] == f"{exact.mean('lost'):.1f}"


def test_a_leader_left_alone_is_told_of(seer):
    states = []
    for hex in ("E6", "I6"):
        s = board({"F9": ("auxilia", 4), "I6": ("auxilia", 4)}, FOES)
        add_leader(s, 1, hexes.parse(hex))
        states.append(s)
    sentences = compared(states[0], (states[0], states[1]), 1, seer)
    assert any(re.match(r"It risks the leader on E6, who is with no unit: \d+ % to lose him", one) for one in sentences)


def test_a_banner_that_ends_the_battle_comes_first(seer):
    states = (last_banner({"E6": ("auxilia", 1)}, FOES), last_banner({"I6": ("auxilia", 1)}, FOES))
    first, *_ = compared(states[0], states, 1, seer)
    assert re.match(rf"It loses the battle {NEXT} in \d+ % of the playouts, the better choice in 0 %", first)


def test_where_nothing_differs_that_is_said(seer):
    far: Army = {"A1": ("auxilia", 4)}
    (only,) = told(seer, {"I6": ("auxilia", 4)}, {"I7": ("auxilia", 4)}, far)
    assert only == (
        "By the end of the enemy's next turn no loss of either side tells the two apart clearly: "
        "only whole battles played on do."
    )


def test_cards_and_what_they_move_are_told_where_little_else_differs(seer):
    far: Army = {"A1": ("auxilia", 4)}
    before = board({"I6": ("auxilia", 4)}, far)
    states = (before, board({"I7": ("auxilia", 4)}, far))
    first, *_ = compared(before, states, 1, seer, cards=("Line Command", "Order Two Units Left"))
    assert first == (
        "It plays Line Command, moves no units and can attack with none; "
        "the better choice plays Order Two Units Left, moves one unit and can attack with none."
    )


class Foreseen(Seer):
    """Playouts that are made up: for each of two states how its units stand at the end, by their numbers."""

    def __init__(self, *ends: dict[int, int], later: tuple[dict[int, int], ...] = ()) -> None:
        self.ends, self.later, self.asked = ends, later or ends, 0

    compiled = True

    def fates(self, state: State, side: int, until: int, n: int = 8, seed: int = 1) -> list[Fate]:
        ends = self.ends if until - state.turn == 2 else self.later
        end = state.copy()
        for number, blocks in ends[self.asked % 2].items():
            end.units[number].blocks = blocks
            end.banners[1 - end.units[number].side] += blocks == 0
        self.asked += 1
        return [Fate.of(end)] * n


OWN: Army = {"I6": ("auxilia", 3), "I7": ("auxilia", 3)}  # 24 and 25; the first enemy is 0


def test_a_price_is_told_where_the_better_choice_has_one():
    """It destroys a unit that the other leaves alone, and loses two of its own for that."""
    first, last = told(Foreseen({}, {0: 0, 24: 0, 25: 0}), OWN, OWN, FOES)
    assert first == (
        f"The better choice is more dangerous to D5 (Medium Cavalry, 3 blocks): 100 % to destroy it {NEXT}, "
        "0 % after what was played."
    )
    assert last == (
        "The better choice has its price: it loses 2.0 units and destroys 1.0 in the mean by then, "
        "what was played loses 0.0 and destroys 0.0."
    )


def test_what_is_gained_later_is_told_by_what_both_lose_then():
    (only,) = told(Foreseen({}, {}, later=({24: 0, 25: 1}, {0: 0})), OWN, OWN, FOES)
    assert only == (
        "What the better choice gains comes later: it loses 0.0 units and destroys 1.0 in the mean within six turns, "
        "what was played loses 1.0 and destroys 0.0."
    )


def test_where_nothing_differs_in_six_turns_that_is_said():
    (only,) = told(Foreseen({}, {}), OWN, OWN, FOES)
    assert only == (
        "Within six turns no loss of either side tells the two apart clearly: only whole battles played on do."
    )


def test_blocks_are_told_where_no_unit_is_lost():
    first, second = told(Foreseen({24: 2, 25: 2}, {0: 1}), OWN, OWN, FOES)
    assert first == f"The better choice takes 2.0 blocks of the enemy in the mean {NEXT}, what was played 0.0."
    assert second == "It loses 2.0 blocks in the mean by then, the better choice 0.0."


def test_the_words_of_a_puzzle_name_its_plans(seer):
    first, *_ = told(seer, {"E6": ("auxilia", 1)}, {"I6": ("auxilia", 1)}, FOES, names=YOURS)
    assert first.startswith("Your plan leaves E6") and "0 % with the best plan, on I6" in first


def test_the_end_of_the_turns_is_told_once():
    sentences = told(Foreseen({24: 0, 25: 0}, {}), OWN, OWN, FOES)
    assert sum(NEXT in one for one in sentences) == 1 and sum("by then" in one for one in sentences) == 1


def test_a_plan_is_told_by_what_it_attacks_and_what_it_risks(seer):
    state = board({"F6": ("warrior", 4), "E4": ("auxilia", 1)}, {"E6": ("auxilia", 1), **FOES})
    (attack,) = aims(state, [ask.HEX_0 + hexes.parse("F6")], 1, seer)
    chance = odds.attack(state, "close F6xE6", compiled=False).chance("eliminated")
    assert attack.startswith(f"'close F6xE6' destroys its target in {round(100 * chance)} % of cases")


def test_a_gap_is_sure_only_beyond_its_error():
    assert Gap.between([0] * 100, [1] * 50 + [0] * 50).clearly(0.08)
    assert not Gap.between([0, 1] * 8, [1, 0] * 8).clearly(0.08)
    assert not Gap.between([0] * 100, [1] * 50 + [0] * 50).clearly(0.08, -1)
    assert Gap.between([0.0] * 4, [0.0] * 4).error == 0.25, "few that agree leave a doubt"


def test_facts_see_who_can_come_and_who_can_attack():
    state = board({"E6": ("auxilia", 1), "F5": ("auxilia", 4), "F6": ("auxilia", 4)}, FOES)
    facts = Facts(state, state, 1)
    assert facts.open_to(hexes.parse("E6")) == 3
    assert facts.lines == odds.offered(state) and facts.attackers == 3, "auxilia fire two hexes far"
    assert all(line.endswith("xD5") for line in facts.attacks(hexes.parse("D5")))
    assert facts.best_attack(hexes.parse("D5"))[0] in facts.attacks(hexes.parse("D5"))
    assert facts.attacks(hexes.parse("A1")) == () and facts.best_attack(hexes.parse("A1")) == ("", 0.0)
    assert facts.is_supported(24) and not facts.is_led(24)
    assert named(state.units[24]) == "E6 (Auxilia, 1 block)"


def test_when_the_turns_end_is_told_by_whose_turn_it_is():
    state = board({"E6": ("auxilia", 1)}, FOES)
    assert end_words(state, 1, 2) == NEXT
    assert end_words(state, 0, 2) == "by the end of its side's next turn"
    assert end_words(state, 1, 6) == "within six turns"


def test_fates_of_a_battle_that_is_over_are_what_stands(seer):
    state = board({"E6": ("auxilia", 1)}, FOES)
    state.outcome = 1
    assert seer.fates(state, 1, 2, 3) == [Fate.of(state)] * 3
