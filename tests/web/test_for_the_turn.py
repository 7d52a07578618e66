"""A no to an answer card that stands for the rest of a turn: what it spares, what it tells, how it is recorded."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

import pytest
from pydantic_core import to_json

from hexillum.battle.positions import state_digest
from hexillum.core import ask
from hexillum.players import player
from hexillum.web.analysis import of_moment
from hexillum.web.entries import Entry, Opening
from hexillum.web.game import Game
from hexillum.web.messages import Answer, Refused, Undo
from hexillum.web.show import decision, show, timeline
from tests.web.test_secrecy import with_card, without_card

NO = Answer(do="answer", numbers=[ask.DONE])
NOT_THIS_TURN = Answer(do="answer", numbers=[ask.DONE], for_the_turn=True)


def begun(seed: int, battle: str = "akragas") -> Game:
    """A battle between two people."""
    game = Game("0" * 32, Opening("battle", battle), hashlib.sha256(bytes([seed])).digest(), ["person", "person"])
    game.fold(game.opening_entries())
    return game


def go_on(game: Game, say: Answer, most: int = 4000) -> Iterator[tuple[int, bool, int]]:
    """Play on, and say something to every First Strike: the turn, whether that was asked, and entries that stood."""
    players = [player("greedy", 1), player("greedy", 2)]
    for _ in range(most):
        if game.battle.over:
            return
        s = game.battle.state
        asked = s.question == ask.FIRST_STRIKE
        number = players[s.who].choose(s, game.battle.numbers())
        plan = game.plan(s.who, say if asked else Answer(do="answer", numbers=[number]))
        turn = s.turn
        game.fold(plan)
        yield turn, asked, sum(entry.kind == "standing" for entry in plan)


def asked_first(seed: int) -> Game:
    """A battle that waits for the first answer to an attack of a turn in which more attacks come."""
    game = begun(seed)
    copy = game
    turns: list[int] = []
    for turn, asked, _ in go_on(game.after([]), NO):
        if asked:
            turns.append(turn)
    busy = next(turn for turn in turns if turns.count(turn) > 1)
    for _ in go_on(copy, NO):
        if copy.battle.state.turn == busy and copy.battle.state.question == ask.FIRST_STRIKE:
            return copy
    raise AssertionError("the question should come")


def test_it_is_asked_once_a_turn_and_again_in_the_next() -> None:
    asked: list[int] = []
    stood = 0
    for turn, was_asked, standing in go_on(begun(5), NOT_THIS_TURN):
        if was_asked:
            asked.append(turn)
        stood += standing
    assert stood > 3
    assert len(asked) > 3 and len(asked) == len(set(asked))


def test_a_plain_no_is_asked_again_at_the_next_attack() -> None:
    told = list(go_on(begun(5), NO))
    asked = [turn for turn, was_asked, _ in told if was_asked]
    assert len(asked) > len(set(asked))
    assert not any(standing for *_, standing in told)


def test_the_record_says_that_it_stood_and_folds_to_the_same_battle() -> None:
    game = begun(5)
    kept: list[Entry] = list(game.opening_entries())
    game = Game(game.id, game.opening, game.secret, game.players)
    game.fold(kept)
    for _ in range(4000):
        if game.battle.over:
            break
        s = game.battle.state
        number = player("greedy", 1).choose(s, game.battle.numbers())
        say = NOT_THIS_TURN if s.question == ask.FIRST_STRIKE else Answer(do="answer", numbers=[number])
        plan = game.plan(s.who, say)
        kept += plan
        game.fold(plan)
    assert {entry.kind for entry in kept} >= {"standing", "answer", "roll"}
    read = [Entry.read(entry.kind, entry.side, entry.data()) for entry in kept]
    assert read == kept
    again = Game(game.id, game.opening, game.secret, game.players)
    again.fold(read)
    assert state_digest(again.battle.state) == state_digest(game.battle.state)
    assert again.record() == game.record() and "no card" in game.record()
    stood = next(n for n, entry in enumerate(game.made) if entry.kind == "standing")
    assert {entry.kind for entry in of_moment(game, stood + 1)[1]} <= {"answer", "forced", "roll", "draw"}
    assert game.at(stood).battle.state.question == ask.FIRST_STRIKE


def test_records_of_before_are_read() -> None:
    assert Entry.read("answer", 1, {"n": [0]}) == Entry("answer", 1, (0,))
    assert Entry("answer", 1, (0,)).data() == {"n": [0]}


def test_taken_back_it_does_not_stand() -> None:
    """Whoever may evade as well is asked that next, and may still go back before the dice."""
    game = begun(5)
    for _ in go_on(game, NO):
        s = game.battle.state
        if s.question == ask.FIRST_STRIKE:
            other = game.after(game.plan(s.who, NOT_THIS_TURN))
            if other.battle.state.question == ask.EVADE:
                assert other.quiet
                other.fold(other.plan(s.who, Undo(do="undo")))
                assert (other.battle.state.question, other.quiet) == (ask.FIRST_STRIKE, {})
                return
    raise AssertionError("somebody who may evade should be attacked")


@pytest.mark.parametrize("seed", [5, 8, 11])
def test_two_worlds_that_differ_in_the_card_look_the_same_to_all_others(seed: int) -> None:
    """Attack after attack the other seat, a screen shared by both and onlookers see and count the same."""
    game = asked_first(seed)
    s = game.battle.state
    mine, card = s.who, s.law.strike_card
    for say in (NO, NOT_THIS_TURN):
        held = game if s.hand[ask.MOST_CARDS * mine + card] else with_card(game, mine, card)
        lacking = without_card(game, mine, card)
        assert held is not None and lacking is not None, "the seeds are chosen so that the card is to be had"
        worlds = [held.after([]), lacking.after([])]
        for n in range(30):
            if worlds[0].battle.over or worlds[0].battle.state.turn != s.turn:
                break  # what is drawn then comes from decks that differ
            told = [seen_by_others(one, mine) for one in worlds]
            assert told[0] == told[1]
            now = worlds[0].battle.state
            asked = now.question in (ask.FIRST_STRIKE, ask.AMBUSH)
            answer = say if asked else Answer(do="answer", numbers=[worlds[0].battle.numbers()[-1 if n % 2 else 0]])
            who = now.who
            for one in worlds:
                one.fold(one.plan(who, answer))


def seen_by_others(game: Game, mine: int) -> bytes:
    """What the other seat, an onlooker and a screen that shows no hand or the other's are told."""
    views = [
        show(game, eyes, yours, log_from=max(0, len(game.battle.events) - 6), seats={})  # type: ignore[typeddict-item]
        for eyes, yours in ((1 - mine, (1 - mine,)), (None, ()), (None, (0, 1)), (1 - mine, (0, 1)))
    ]
    return bytes(to_json([views, timeline(game)]))


@pytest.mark.parametrize("holds", [True, False])
def test_two_people_at_one_screen_pause_at_an_attack_whether_or_not_the_card_is_there(holds: bool) -> None:
    game = asked_first(5)
    s = game.battle.state
    other = with_card(game, s.who, s.law.strike_card) if holds else without_card(game, s.who, s.law.strike_card)
    shown = decision(other or game, 1 - s.who, (0, 1))
    assert shown["covered"] and not shown["may"]
    assert (shown["options"], shown["for_the_turn"]) == ([], "")
    taken = decision(other or game, s.who, (0, 1))
    assert taken["for_the_turn"] == "Not this turn"
    assert [one["label"] for one in taken["options"]] == (["No card", "First Strike"] if holds else ["No card"])


def test_only_an_answer_card_can_be_declined_for_the_turn() -> None:
    game = begun(5)
    with pytest.raises(Refused) as refused:
        game.plan(game.battle.state.who, NOT_THIS_TURN)
    assert refused.value.code == "not_offered"
    game = asked_first(5)
    card = ask.CARD_0 + game.battle.state.law.strike_card
    with pytest.raises(Refused):
        game.plan(game.battle.state.who, Answer(do="answer", numbers=[card], for_the_turn=True))
