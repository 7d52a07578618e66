"""What one side may see: no more, and the same wherever only hidden things differ."""

import json

import pytest

from hexillum.battle.door import BOTTOM, TOP, Battle
from hexillum.battle.view import view
from hexillum.core import ask
from hexillum.players import player

SIDES = ("top", "bottom")


def text(battle, side):
    return json.dumps(view(battle, side), sort_keys=True)


def dealt(first: int) -> Battle:
    """A battle whose top hand takes the `first`-th card that can be drawn, the bottom hand always the same."""
    battle = Battle.start("akragas", deal=False)
    bottom = iter(["order-light-troops", "order-light-troops", "out-flanked", *["order-medium-troops"] * 3])
    while battle.state.who == ask.CHANCE:
        if sum(battle.state.hand[: len(battle.state.hand) // 2]) < battle.state.command[TOP]:
            battle.choose(battle.options[first])
        else:
            battle.choose(f"draw {next(bottom)}")
    return battle


def test_battles_that_differ_in_the_other_hand_look_the_same():
    one, two = dealt(0), dealt(5)
    assert one.state.hand != two.state.hand
    assert text(one, BOTTOM) == text(two, BOTTOM)
    assert text(one, None) == text(two, None)
    assert text(one, TOP) != text(two, TOP)


@pytest.mark.parametrize("name", ["akragas", "dara"])
def test_a_whole_battle_shows_no_hidden_card(name):
    battle = Battle.start(name, seed=3)
    players = [player("random", 1), player("greedy", 2)]
    half = len(battle.state.hand) // 2
    while not battle.over:
        for side in (TOP, BOTTOM, None):
            seen = text(battle, side)
            changed = battle.copy()
            for other in (TOP, BOTTOM):
                if other != side:
                    swap_hidden(changed, other * half, half)
            changed._options = None
            assert text(changed, side) == seen
        if battle.state.who == ask.CHANCE:
            battle.throw()
        else:
            battle.choose(players[battle.state.who].choose(battle.state, battle.numbers()))
        if battle.state.turn > 12:
            break


def swap_hidden(battle: Battle, start: int, half: int) -> None:
    """Change one card of a hand for one of the deck."""
    s = battle.state
    for card in range(half):
        for drawn in range(half):
            if card != drawn and s.hand[start + card] and s.deck[drawn]:
                s.hand[start + card] -= 1
                s.hand[start + drawn] += 1
                s.deck[drawn] -= 1
                s.deck[card] += 1
                return


def test_options_are_shown_to_the_side_that_decides_only():
    battle = Battle.start("akragas", seed=7)
    assert view(battle, BOTTOM)["decision"]["options"]
    assert view(battle, TOP)["decision"]["options"] == []
    assert view(battle)["decision"]["options"] == []


def test_chance_shows_the_number_of_dice_and_no_option():
    battle = Battle.start("akragas", seed=7)
    chooser = player("random", 1)
    while not battle.state.dice:
        if battle.state.who == ask.CHANCE:
            battle.throw()
        else:
            battle.choose(chooser.choose(battle.state, battle.numbers()))
    for side in (TOP, BOTTOM, None):
        decision = view(battle, side)["decision"]
        assert (decision["actor"], decision["dice"], decision["options"]) == ("chance", battle.state.dice, [])


def test_an_onlooker_has_no_hand_but_sees_its_size():
    seen = view(Battle.start("akragas", seed=7))
    assert seen["hand"] is None
    assert seen["hand_sizes"] == {"top": 5, "bottom": 6}


def test_a_side_reads_its_own_draws_only():
    battle = Battle.start("akragas", seed=7)
    assert sum(line.startswith("bottom draws a card") for line in view(battle, TOP)["log"]) == 6
    assert not any(line.startswith("bottom draws a card") for line in view(battle, BOTTOM)["log"])


@pytest.mark.parametrize("side", [TOP, BOTTOM])
def test_the_board_is_all_there(side):
    seen = view(Battle.start("zama", seed=7), side)
    assert len(seen["units"]) == 40
    assert len(seen["leaders"]) == 5
    elephant = next(unit for unit in seen["units"] if unit["hex"] == "C6")
    assert (elephant["kind"], elephant["side"], elephant["blocks"], elephant["full"]) == ("elephant", "top", 2, 2)


def test_a_question_about_first_strike_does_not_tell_whether_the_card_is_held():
    battle = Battle.start("akragas", seed=1)
    players = [player("greedy", 1), player("greedy", 2)]
    while battle.state.question != ask.FIRST_STRIKE:
        if battle.state.who == ask.CHANCE:
            battle.throw()
        else:
            battle.choose(players[battle.state.who].choose(battle.state, battle.numbers()))
    asked = battle.state.who
    assert view(battle, 1 - asked)["decision"]["options"] == []
    assert view(battle, asked)["decision"]["options"]
