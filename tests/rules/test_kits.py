"""Kits: every battle names what its armies wear, and looks change nothing of how it plays."""

from dataclasses import replace

import pytest

from hexillum import Battle
from hexillum.battle import scenarios
from hexillum.battle.kits import KITS, kits_of
from hexillum.battle.scenario_files import ScenarioError, scenario_text
from hexillum.battle.view import view
from hexillum.notation.game_record import read_record, write_record

AKRAGAS = scenarios.load_scenario("akragas")


@pytest.mark.parametrize("id", scenarios.names())
def test_both_armies_of_every_battle_wear_a_kit_of_their_own(id: str) -> None:
    plan = scenarios.load_scenario(id)
    assert plan.top.kit in KITS
    assert plan.bottom.kit in KITS
    assert plan.top.kit != plan.bottom.kit


def test_an_unknown_kit_is_told_with_its_line_and_what_may_have_been_meant() -> None:
    text = scenario_text(AKRAGAS).replace('kit = "punic"', 'kit = "punik"')
    with pytest.raises(ScenarioError, match=r"unknown kit 'punik'; did you mean punic\?") as caught:
        scenarios.read_scenario(text)
    assert text.splitlines()[caught.value.line - 1] == 'kit = "punik"'


def test_an_army_without_a_kit_wears_the_usual_one_and_never_that_of_the_other() -> None:
    bare = replace(AKRAGAS, top=replace(AKRAGAS.top, kit=""), bottom=replace(AKRAGAS.bottom, kit=""))
    assert kits_of(bare, "ancients") == {"top": "punic", "bottom": "roman"}
    same = replace(bare, bottom=replace(bare.bottom, kit="punic"))
    assert kits_of(same, "ancients") == {"top": "roman", "bottom": "punic"}
    assert "kit" not in scenario_text(bare)
    assert scenarios.read_scenario(scenario_text(bare)) == bare


def test_looks_turn_round_with_their_army() -> None:
    assert kits_of(scenarios.turn_round(AKRAGAS), "ancients") == {"top": "syracusan", "bottom": "punic"}


def test_looks_leave_a_battle_and_its_digest_as_they_were() -> None:
    dressed = replace(AKRAGAS, top=replace(AKRAGAS.top, kit="gallic"))
    assert scenarios.is_built_in(dressed)
    assert scenario_text(dressed, looks=False) == scenario_text(AKRAGAS, looks=False)
    record = write_record(Battle.start(dressed, seed=3))
    assert record == write_record(Battle.start(AKRAGAS, seed=3))
    assert read_record(record).state == Battle.start(AKRAGAS, seed=3).state


def test_a_record_of_a_battle_of_ones_own_keeps_its_looks() -> None:
    mine = replace(AKRAGAS, id="mine", top=replace(AKRAGAS.top, banners=4, kit="gallic"))
    plan = read_record(write_record(Battle.start(mine, seed=3))).scenario
    assert plan is not None
    assert plan.top.kit == "gallic"


def test_leaders_are_told_by_their_names() -> None:
    leaders = view(Battle.start("akragas", seed=7))["leaders"]
    assert [one["name"] for one in leaders] == ["Mago", "Himilco", "Daphnaeus", "Dionysius"]
