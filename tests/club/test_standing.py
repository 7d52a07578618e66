"""Standing answers: which questions they answer, how they decide, and what they never look at."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache

import pytest

from hexillum.battle.door import Battle
from hexillum.club.standing import (
    ANSWERED_BY,
    CHOICES,
    Orders,
    answer,
    behaviour_of,
    expected_loss,
    hangs_on_chance,
    order_for,
    strike_chance,
)
from hexillum.core import ask
from hexillum.core.state import State
from hexillum.odds import under_way
from hexillum.players import player

#: Nothing is left open.
ALL = Orders("always", "all", "always", "always", "never", 50, "never", "never", "support", "join", "theirs")
#: Questions of the other side's turn that are always the player's own: who comes out of an ambush that he has played,
#: where his pieces come on, and which card he keeps.
HIS_OWN = {ask.AMBUSHER, ask.PIECE, ask.PLACE, ask.KEEP}


@cache
def asked(battle: str, seed: int) -> tuple[tuple[State, tuple[int, ...]], ...]:
    """The questions of other people's turns in a battle of greedy players, with their legal answers."""
    return tuple(_asked(battle, seed))


def _asked(name: str, seed: int) -> Iterator[tuple[State, tuple[int, ...]]]:
    battle = Battle.start(name, seed=seed)
    players = [player("greedy", seed), player("random", seed + 1)]
    for _ in range(1500):
        if battle.over:
            return
        s = battle.state
        if s.who == ask.CHANCE:
            battle.throw()
            continue
        numbers = battle.numbers()
        if s.who != s.active:
            yield s.copy(), tuple(numbers)
        battle.choose(players[s.who].choose(s, numbers))


BATTLES = [("akragas", 2), ("akragas", 5), ("raphia", 1), ("dara", 5), ("dara", 6)]


@pytest.mark.parametrize(("battle", "seed"), BATTLES)
def test_every_question_of_the_other_sides_turn_has_an_answer_or_is_the_players_own(battle: str, seed: int) -> None:
    kinds = set()
    for s, options in asked(battle, seed):
        kinds.add(s.question)
        assert s.question in set(ANSWERED_BY) | HIS_OWN
        said = answer(ALL, s, list(options), seconds=None)
        assert (said is None) == (s.question in HIS_OWN)
        assert said is None or said in options
        assert answer(Orders(), s, list(options)) is None
    assert len(kinds) >= 3


def test_nothing_is_answered_in_ones_own_turn() -> None:
    battle = Battle.start("akragas", seed=7)
    assert battle.state.who == battle.state.active
    assert answer(ALL, battle.state, battle.numbers()) is None


def test_each_sort_of_question_has_its_own_order() -> None:
    """With one order alone its own questions are answered, and all others asked back."""
    seen = set()
    for s, options in (one for battle in BATTLES for one in asked(*battle)):
        name = ANSWERED_BY.get(s.question, "")
        if not name or name in seen:
            continue
        seen.add(name)
        for other in CHOICES:
            said = answer(Orders(**{other: getattr(ALL, other)}), s, list(options))
            assert (said is not None) == (other == name)
    assert {"evade", "flags", "back", "strike", "way", "leader", "tokens"} <= seen


def of(question: int, most: int, *battles: tuple[str, int]) -> list[tuple[State, list[int]]]:
    found = [(s, list(o)) for battle in battles or BATTLES for s, o in asked(*battle) if s.question == question]
    assert found
    return found[:: max(1, len(found) // most)]


def test_it_evades_where_less_is_lost_and_only_there() -> None:
    answers = set()
    for s, options in of(ask.EVADE, 10, ("akragas", 2), ("akragas", 5)):
        for said in ("loss", "balance"):
            orders = Orders(evade=said, back="always", flags="all")
            means = []
            for evade in (False, True):
                odds = under_way(s, behaviour_of(orders, evade=evade), exact=True)
                of_own = [Fraction(p) * (o.lost + o.others + o.leaders) for o, p in odds.outcomes.items()]
                of_foe = [Fraction(p) * (o.own_lost + o.own_others + o.own_leaders) for o, p in odds.outcomes.items()]
                means.append(sum(of_own) - (sum(of_foe) if said == "balance" else 0))
                assert expected_loss(odds, s, said == "balance") == pytest.approx(float(means[-1]))
            got = answer(orders, s, options, seconds=None)
            assert got == (ask.YES if means[1] < means[0] else ask.DONE)
            answers.add((said, got))
    assert {("balance", ask.YES), ("loss", ask.YES)} <= answers


@pytest.mark.parametrize("battle", [("akragas", 5), ("dara", 5)])
def test_first_strike_is_reckoned_alike_whether_or_not_it_is_held(battle: tuple[str, int]) -> None:
    for s, _ in of(ask.FIRST_STRIKE, 6, battle):
        card = ask.CARD_0 + s.law.strike_card
        held, lacking = s.copy(), s.copy()
        at = ask.MOST_CARDS * s.who + s.law.strike_card
        held.hand[at], lacking.hand[at] = 1, 0
        chance = strike_chance(held, seconds=None)
        assert strike_chance(lacking, seconds=None) == chance
        low = Orders(strike="chance", strike_chance=max(1, int(100 * chance)))
        high = Orders(strike="chance", strike_chance=min(99, int(100 * chance) + 1))
        if 0.01 <= chance < 0.99:
            assert answer(low, held, [ask.DONE, card], seconds=None) == card
            assert answer(high, held, [ask.DONE, card], seconds=None) == ask.DONE
        for orders in (low, high, Orders(strike="never")):
            assert answer(orders, lacking, [ask.DONE], seconds=None) == ask.DONE
        assert hangs_on_chance(low, held) and hangs_on_chance(low, lacking)


def test_no_answer_looks_at_the_other_hand_or_the_deck() -> None:
    rng = random.Random(1)
    by_chance = Orders("balance", "all", "always", "always", "chance", 40, "never", "never", "away", "join", "own")
    for s, options in [one for q in (ask.EVADE, ask.FIRST_STRIKE, ask.RETREAT, ask.IGNORE) for one in of(q, 3)]:
        other = s.copy()
        first = ask.MOST_CARDS * (1 - s.who)
        hand = other.hand[first : first + ask.MOST_CARDS]
        rng.shuffle(hand)
        other.hand[first : first + ask.MOST_CARDS] = hand
        rng.shuffle(other.deck)
        assert answer(by_chance, s, options) == answer(by_chance, other, options)


def test_a_retreat_goes_beside_own_units_or_away() -> None:
    for s, options in of(ask.RETREAT, 20):
        for way in ("support", "away"):
            assert answer(Orders(way=way), s, options) in options


def test_elephants_trample_those_first_who_are_to_pay_first() -> None:
    for s, options in of(ask.TRAMPLE, 20, ("raphia", 1)):
        sides = {o: _side_on(s, o - ask.HEX_0) for o in options}
        for losses, first in (("theirs", 1 - s.who), ("own", s.who)):
            said = answer(Orders(losses=losses), s, options)
            assert said is not None
            assert sides[said] == first or first not in sides.values()


def _side_on(s: State, hex: int) -> int:
    i, k = s.unit_at[hex], s.leader_at[hex]
    return int(s.units[i].side if i >= 0 else s.leaders[k].side) if i >= 0 or k >= 0 else -1


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({"evade": "sometimes"}, "evade: expected one of ask, always"),
        ({"strike": "always"}, "strike: expected one of ask, never, chance"),
        ({"strike_chance": 0}, "strike_chance: expected a whole number from 1 to 99"),
        ({"strike_chance": True}, "strike_chance"),
        ({"surrender": "ask"}, "there is no standing answer 'surrender'"),
    ],
)
def test_what_is_no_order_is_refused_in_one_sentence(told: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Orders.of(told)


def test_orders_are_kept_as_plain_values() -> None:
    assert Orders.of(ALL.as_dict()) == ALL
    assert order_for(ALL, State()) == ""
