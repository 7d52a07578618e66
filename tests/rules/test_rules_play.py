"""What is offered and who decides: order of play, rampage, leader checks, small rulings (GEN, RM, LC, RC, GAP)."""

from __future__ import annotations

import pytest

from hexillum.core import ask, event
from hexillum.core.state import NONE
from hexillum.notation.game_record import read_record, write_record
from tests.kit.support import cited, log, play, refused, rule, situation, texts


@rule("GEN-01")
def test_a_battle_is_offered_against_exactly_the_enemies_in_reach() -> None:
    battle = situation(
        "bottom F6 light-bow 4",
        "top D4 auxilia 4",
        "top C7 leader",
        "top D8 warrior 4",
        "top A6 warrior 4",
        "bottom H8 auxilia 4",
        "bottom H3 leader",
    )
    assert texts(battle) == ["done", "battle F6"]
    battle.choose("battle F6")
    assert battle.decision.kind == ask.TARGET
    assert texts(battle) == ["F6xC7", "F6xD4", "F6xD8"]


@rule("GEN-01", "RC-10")
def test_next_to_an_enemy_only_close_combat_is_offered() -> None:
    battle = situation(
        "bottom F6 light-bow 4", "top E6 auxilia 4", "top E7 warrior 4", "top D7 leader", "top C6 warrior 4"
    )
    battle.choose("battle F6")
    assert texts(battle) == ["F6xE6", "F6xE7"]


@rule("GEN-03")
def test_units_battle_in_whatever_sequence() -> None:
    battle = situation(*(f"{side}{column} auxilia 4" for column in (2, 6, 9) for side in ("bottom F", "top E")))
    assert texts(battle) == ["done", "battle F2", "battle F6", "battle F9"]
    play(battle, "close F6xE6", "roll L L L", "no back")
    assert texts(battle) == ["done", "battle F2", "battle F9"]
    play(battle, "close F9xE9", "roll L L L", "no back")
    assert texts(battle) == ["done", "battle F2"]


@rule("GEN-06")
def test_an_ordered_unit_may_always_be_left_out_of_battle() -> None:
    battle = situation("bottom F6 heavy-infantry 4", "top E6 auxilia 4", "top E7 auxilia 4")
    assert battle.decision.kind == ask.BATTLE
    assert "done" in texts(battle)


@rule("GEN-06", "FU-09")
def test_only_a_charge_of_warriors_takes_the_choice_away() -> None:
    pieces = ("bottom F6 warrior 4", "top E6 auxilia 4")
    assert "done" in texts(situation(*pieces, moved={"F6": 1}))
    assert "done" not in texts(situation(*pieces, moved={"F6": 2}))
    refused(situation(*pieces, moved={"F6": 2}), "done", "FU-09")


@rule("GEN-10")
def test_a_leader_alone_is_never_offered_for_battle() -> None:
    battle = situation("bottom F6 leader", "top E6 auxilia 4", "bottom F9 auxilia 4", "top E9 auxilia 4")
    assert texts(battle) == ["done", "battle F9"]
    refused(battle, "close F6xE6", "GEN-10")


@rule("RC-05", "SPEC-01")
def test_a_scenario_may_give_bows_to_a_kind_without_missiles() -> None:
    plain = situation("bottom F6 medium-infantry 4", "top C5 auxilia 4")
    assert "battle F6" not in texts(plain)
    armed = situation("bottom F6 medium-infantry 4 bow-armed", "top C5 auxilia 4")
    play(armed, "fire F6xC5", "roll G L")
    assert "RC-05" in cited(armed)


@rule("RM-02", "RM-09")
def test_a_rampage_is_due_to_every_neighbour_with_a_piece() -> None:
    battle = situation(
        "bottom F6 heavy-infantry 4",
        "top E6 elephant 2",
        "top D5 warrior 4",
        "bottom D6 leader",
        "top E7 leader",
        "bottom F5 auxilia 4",
        "top C6 warrior 4",
    )
    play(battle, "close F6xE6", "roll F G G G G")
    assert (battle.decision.kind, battle.decision.actor) == (ask.TRAMPLE, 1)
    assert texts(battle) == ["trample D5", "trample D6", "trample E7", "trample F5", "trample F6"]


@rule("RM-02")
def test_each_hex_is_trampled_once() -> None:
    battle = situation("bottom F6 heavy-infantry 4", "top E6 elephant 2", "top D5 warrior 4", "top E7 auxilia 4")
    play(battle, "close F6xE6", "roll F G G G G", "trample E7", "roll L L")
    assert texts(battle) == ["trample D5", "trample F6"]
    refused(battle, "trample E7", "RM-02")
    refused(battle, "trample D6", "RM-02")


@rule("RM-03", "RM-04")
@pytest.mark.parametrize("hex", ["D5", "D6", "E7", "F6"])
def test_two_dice_for_each_hex_whoever_stands_there(hex: str) -> None:
    battle = situation(
        "bottom F6 heavy-infantry 4", "top E6 elephant 2", "top D5 auxilia 4", "bottom D6 leader", "top E7 elephant 2"
    )
    play(battle, "close F6xE6", "roll F G G G G", f"trample {hex}")
    assert (battle.decision.kind, battle.decision.dice, battle.decision.actor) == (ask.ROLL, 2, ask.CHANCE)
    assert battle.decision.rule == "RM-03"


@rule("RM-04", "LC-02", "GAP-03")
def test_who_throws_the_dice_of_a_check_or_a_rampage_changes_nothing() -> None:
    """Dice are answers of chance: no side decides them, so nobody can roll for his own piece."""
    battle = situation("bottom F6 heavy-infantry 4", "top E6 elephant 2 leader", "top D5 auxilia 4")
    play(battle, "close F6xE6", "roll R F G G G")
    assert (battle.decision.kind, battle.decision.actor, battle.decision.dice) == (ask.ROLL, ask.CHANCE, 2)
    assert any(happened.kind == event.LEADER_CHECK for happened in battle.events)
    play(battle, "roll L G")
    play(battle, "trample D5")
    assert (battle.decision.kind, battle.decision.actor, battle.decision.dice) == (ask.ROLL, ask.CHANCE, 2)
    assert next(happened.rules for happened in battle.events if happened.kind == event.LEADER_CHECK)


@rule("DICE-05", "LC-02")
def test_the_dice_of_a_leader_check_are_in_the_log() -> None:
    battle = situation("bottom F6 heavy-infantry 4", "top E6 medium-infantry 4 leader")
    play(battle, "close F6xE6", "roll B G G G G")
    before = len(battle.events)
    play(battle, "roll L G")
    shown = [happened for happened in battle.events[before:] if happened.kind == event.FACE]
    assert sum(event.b for event in shown) == 2, log(battle)


@rule("CARD-11")
def test_a_turn_without_a_card_can_be_played_and_replayed() -> None:
    battle = situation("bottom F6 auxilia 4", "top D6 auxilia 4", phase="play", last_card={"bottom": "order-two-left"})
    assert texts(battle) == ["no card"]
    play(battle, "no card")
    assert battle.state.last_card[battle.state.active] == battle.state.last_card[1 - battle.state.active] == NONE
    assert read_record(write_record(battle)).state == battle.state
