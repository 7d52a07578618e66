"""Long battles cost in proportion to their length: in memory, when they are copied, taken back and read."""

from __future__ import annotations

import random
import tracemalloc

import pytest

from hexillum.battle.door import MARKED, Battle
from hexillum.battle.lines import Transcript
from hexillum.core import ask
from hexillum.notation.game_record import BadRecord, read_record, write_record

KILOBYTES_A_CHOICE = 6


def long_battle(choices: int) -> Battle:
    """A battle in which nobody attacks, so that it does not end."""
    battle, rng = Battle.start("akragas", seed=1), random.Random(1)
    while len(battle.choices) < choices:
        if battle.state.who == ask.CHANCE:
            battle.throw()
        else:
            numbers = battle.numbers()
            peaceful = battle.state.question == ask.BATTLE and ask.DONE in numbers
            battle.choose(ask.DONE if peaceful else rng.choice(numbers))
    return battle


def test_a_choice_costs_the_same_memory_however_many_there_were() -> None:
    tracemalloc.start()
    try:
        battle = long_battle(3000)
        assert tracemalloc.get_traced_memory()[0] < KILOBYTES_A_CHOICE * 1024 * len(battle.choices)
    finally:
        tracemalloc.stop()


def test_every_choice_can_still_be_taken_back() -> None:
    battle = Battle.start("zama", seed=5)
    rng = random.Random(5)
    seen = []
    for _ in range(3 * MARKED + 5):
        seen.append((battle.state.copy(), battle.transcript.lines, len(battle.events)))
        if battle.state.who == ask.CHANCE:
            battle.throw()
        else:
            battle.choose(rng.choice(battle.numbers()))
    copied = battle.copy()
    for state, lines, events in reversed(seen):
        battle.undo()
        assert (battle.state, battle.transcript.lines, len(battle.events)) == (state, lines, events)
    assert len(copied.choices) == len(seen) + len(battle.choices)
    copied.undo()
    assert copied.state == seen[-1][0]


def test_a_side_that_resigned_may_take_it_back_between_two_kept_states() -> None:
    battle = Battle.start("akragas", seed=1)
    while len(battle.choices) % MARKED != 3 or battle.state.who == ask.CHANCE:
        battle.choose(battle.numbers()[0]) if battle.state.who != ask.CHANCE else battle.throw()
    before = battle.state.copy()
    battle.resign()
    battle.undo()
    assert battle.state == before


def test_copies_of_a_script_share_their_lines_but_not_what_is_written_later() -> None:
    one = Transcript(["a", "b"])
    two = one.copy()
    one.write("c")
    two.write("d")
    three = two.copy()
    two.write("e")
    assert (one.lines, two.lines, three.lines) == (["a", "b", "c"], ["a", "b", "d", "e"], ["a", "b", "d"])
    assert [len(each) for each in (one, two, three, Transcript())] == [3, 4, 3, 0]


def test_a_record_with_more_choices_than_wished_is_refused_at_its_line() -> None:
    text = write_record(long_battle(60))
    assert len(read_record(text, most=60).choices) == 60
    with pytest.raises(BadRecord, match=r"line \d+: the battle is too long: expected at most 40 choices"):
        read_record(text, most=40)
