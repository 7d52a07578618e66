"""Editions and variants of one's own: they play, are refereed, recorded and replayed, beside those of Hexillum."""

from __future__ import annotations

import os
import pickle
import random
import subprocess
import sys
from pathlib import Path

import pytest

from hexillum import odds
from hexillum.battle import editions
from hexillum.battle.door import Battle
from hexillum.battle.positions import read_position, state_digest, write_position
from hexillum.battle.scenarios import load_scenario, played_by, read_scenario, scenario_text, turn_round
from hexillum.battle.setup import full_deck
from hexillum.battle.view import view
from hexillum.core import column
from hexillum.core.cards import card_number
from hexillum.core.kinds import KINDS, kind_number
from hexillum.core.rows import EDITIONS
from hexillum.core.state import NONE, edition_of
from hexillum.core.terrain import terrain_number
from hexillum.engine.playout import ANSWERS_MOST, play_on, random_answer
from hexillum.engine.step import apply
from hexillum.notation.cases import read_cases, run_case
from hexillum.notation.game_record import read_record, write_record
from tests.kit.invariants import Losses, Watch, check_battle
from tests.kit.own_editions import successors, take_away

HEAVY4 = 'extends = "ancients"\nname = "Lighter hoplites"\n\n[kind.heavy-infantry]\nclose = 4\n'
CASE = """case: heavy infantry with four dice
edition: EDITION
setup:
  active: bottom
  units: [bottom F5 heavy-infantry 4, top E5 auxilia 4]
  phase: battle
script: [close F5xE5, roll G S B B]
expect: {dice: [4]}
"""


@pytest.fixture
def heavy4(tmp_path: Path) -> Path:
    path = tmp_path / "heavy4.toml"
    path.write_text(HEAVY4, encoding="utf-8")
    return path


def played(battle: Battle, seed: int, most: int = 100_000) -> Battle:
    """A battle after so many random answers, or at its end."""
    rng = random.Random(seed)
    while not battle.over and len(battle.choices) < most:
        if battle.state.who > 1:
            battle.throw()
        else:
            battle.choose(rng.choice(battle.numbers()))
    return battle


def test_an_edition_that_is_loaded_has_rows_beside_those_of_hexillum(heavy4: Path) -> None:
    edition = editions.load(heavy4)
    assert (edition.key, edition.name, edition.base, edition.line) == (
        "heavy4",
        "Lighter hoplites",
        "ancients",
        ("ancients",),
    )
    assert column.CLOSE_DICE[kind_number("heavy4", "heavy-infantry")] == 4
    assert column.CLOSE_DICE[kind_number("ancients", "heavy-infantry")] == 5
    assert kind_number("heavy4", "warrior") == kind_number("ancients", "warrior")
    assert editions.load(heavy4) is edition and EDITIONS == ["ancients", "medieval", "heavy4"]
    assert full_deck("heavy4") == full_deck("ancients")


def test_a_variant_that_changes_nothing_plays_the_same_battles(tmp_path: Path) -> None:
    (tmp_path / "same.toml").write_text('extends = "ancients"\n[kind.warrior]\nclose = 3\n', encoding="utf-8")
    editions.load(tmp_path / "same.toml")
    text = scenario_text(load_scenario("zama"))
    for seed in range(3):
        one = played(Battle.start("zama", seed=seed), seed, 600)
        other = Battle.start(read_scenario(text.replace('edition = "ancients"', 'edition = "same"')), seed=seed)
        played(other, seed, 600)
        assert edition_of(other.state) == "same"
        assert other.choices == one.choices and state_digest(other.state) == state_digest(one.state)


def test_heavy_infantry_with_four_dice_rolls_four(heavy4: Path, tmp_path: Path) -> None:
    text = CASE.replace("EDITION", "heavy4.toml")
    (tmp_path / "case.yaml").write_text(text, encoding="utf-8")
    [case] = read_cases(tmp_path / "case.yaml")
    result = run_case(case)
    assert result.passed, result.problems
    assert any("rolls 4 dice" in line for line in result.log)
    (tmp_path / "named.yaml").write_text(CASE.replace("EDITION", "heavy4"), encoding="utf-8")
    assert run_case(read_cases(tmp_path / "named.yaml")[0]).passed
    (tmp_path / "plain.yaml").write_text(CASE.replace("EDITION", "ancients"), encoding="utf-8")
    assert not run_case(read_cases(tmp_path / "plain.yaml")[0]).passed
    told = odds.matrix("heavy4").cells["heavy-infantry", "auxilia"]
    assert told.hits < odds.matrix("ancients").cells["heavy-infantry", "auxilia"].hits


def test_a_case_may_play_a_battle_by_an_edition(heavy4: Path, tmp_path: Path) -> None:
    text = f"case: by a variant\nedition: {heavy4.name}\nscenario: akragas\nscript: []\n"
    (tmp_path / "case.yaml").write_text(text, encoding="utf-8")
    [case] = read_cases(tmp_path / "case.yaml")
    assert edition_of(case.battle.state) == "heavy4"


def test_a_record_replays_where_the_file_is_not_there(heavy4: Path) -> None:
    battle = played(Battle.start(f"akragas+{heavy4}", seed=2), 2, 300)
    assert battle.scenario is not None and battle.scenario.edition == "heavy4"
    texts = write_record(battle), write_position(battle), scenario_text(battle.scenario)
    digest = state_digest(battle.state)
    heavy4.unlink()
    take_away()
    assert state_digest(read_record(texts[0]).state) == digest
    assert write_record(read_record(texts[0])) == texts[0]
    take_away()
    assert write_position(read_position(texts[1])) == texts[1]
    take_away()
    assert scenario_text(read_scenario(texts[2])) == texts[2]


def test_another_edition_of_the_same_name_does_not_stand_in_the_way_of_a_record(heavy4: Path) -> None:
    battle = played(Battle.start(f"akragas+{heavy4}", seed=2), 2, 300)
    text, digest = write_record(battle), state_digest(battle.state)
    take_away()
    heavy4.write_text(HEAVY4.replace("4", "3"), encoding="utf-8")
    editions.load(heavy4)
    again = read_record(text)
    assert state_digest(again.state) == digest and edition_of(again.state).startswith("heavy4~")


def test_what_a_variant_says_of_the_battle_is_how_it_is_set_up(tmp_path: Path) -> None:
    path = tmp_path / "six.toml"
    path.write_text('[scenario]\nbanners.top = 6\nfirst = "top"\nterrain.E5 = "forest"\n', encoding="utf-8")
    plan = load_scenario(f"akragas+{path}")
    assert (plan.top.banners, plan.bottom.banners, plan.first, plan.terrain) == (6, 5, "top", {"E5": "forest"})
    assert played_by(turn_round(load_scenario("akragas")), path).bottom.banners == 6
    assert Battle.start("akragas", edition=path, seed=1).first_state.goal == [6, 5]


def test_variants_come_on_top_of_each_other(heavy4: Path, tmp_path: Path) -> None:
    more = tmp_path / "more.toml"
    more.write_text('extends = "ancients"\n[kind.warrior]\nclose = 5\n[card.rally]\ncopies = 3\n', encoding="utf-8")
    plan = load_scenario(f"akragas+{heavy4}+{more}")
    dice = {key: KINDS[kind_number(plan.edition, key)].close for key in ("heavy-infantry", "warrior", "auxilia")}
    assert (plan.edition, dice) == ("heavy4+more", {"heavy-infantry": 4, "warrior": 5, "auxilia": 3})
    assert sum(full_deck(plan.edition)) == 62
    battle = played(Battle.start(plan, seed=1), 1, 200)
    text = write_record(battle)
    take_away()
    assert write_record(read_record(text)) == text


def test_an_edition_with_new_kinds_cards_and_terrain_plays_200_battles(tmp_path: Path) -> None:
    editions.load(successors(tmp_path))
    plan = load_scenario("gaza")
    assert load_scenario("successors/gaza") == plan
    first = Battle.start(plan, seed=0, deal=False).state
    s, out = first.copy(), [0] * ANSWERS_MOST
    for seed in range(200):
        s = first.copy()
        if seed % 10:
            play_on(s, [seed + 1], out, 20_000)
        else:
            losses = s.log = Losses(s)
            watch, rng = Watch(s, losses), [seed + 1]
            while s.outcome == NONE:
                apply(s, random_answer(s, rng, out))
                watch.after(s)
        assert s.outcome != NONE
    battle = Battle.start(plan, seed=5)
    for seed in range(60):
        played(battle, seed, len(battle.choices) + 17)
        check_battle(battle, random.Random(seed))
        if battle.over:
            break
    assert "phalanx" in str(view(battle, 0))


def test_the_cards_of_an_edition_are_played_by_its_rows(tmp_path: Path) -> None:
    editions.load(successors(tmp_path))
    deck = full_deck("successors")
    assert sum(deck) == sum(full_deck("ancients")) + 1 + 3 - 1
    battle = Battle.start("gaza", seed=1, deck=["push-of-pike"] * 6 + ["order-two-right"] * 6 + ["counter-attack"] * 8)
    seen = str(view(battle, 0)) + str(view(battle, 1))
    assert "push-of-pike" in seen
    dunes, left = terrain_number("successors", "dunes"), card_number("successors", "order-two-left")
    assert column.STOPS[dunes] != column.STOPS[terrain_number("ancients", "broken-ground")]
    assert column.CARD_MIRROR[left] == card_number("successors", "order-two-right") >= 61
    assert column.CARD_MIRROR[card_number("ancients", "order-two-left")] == card_number("ancients", "order-two-right")


def test_a_state_goes_to_another_process_with_its_edition(tmp_path: Path) -> None:
    editions.load(successors(tmp_path))
    battle = played(Battle.start("gaza", seed=3), 3, 100)
    (tmp_path / "state").write_bytes(pickle.dumps((battle.state, battle.scenario)))
    program = (
        "import pickle, sys; from hexillum.battle.positions import state_digest; "
        "s, plan = pickle.load(open(sys.argv[1], 'rb')); print(state_digest(s), plan.edition)"
    )
    told = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path / "state")], capture_output=True, text=True, check=True
    ).stdout.split()
    assert told == [state_digest(battle.state), "successors"]


def test_editions_are_found_by_their_names(heavy4: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = successors(tmp_path)
    monkeypatch.setenv("HEXILLUM_PATH", os.pathsep.join([str(heavy4), str(place)]))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    editions.forget()
    assert editions.find("heavy4").name == "Lighter hoplites"
    assert Battle.start("akragas", edition="heavy4", seed=1).scenario == load_scenario(f"akragas+{heavy4}")
    assert load_scenario("gaza").edition == "successors"
    (tmp_path / "config/hexillum/editions").mkdir(parents=True)
    (tmp_path / "config/hexillum/editions/five.toml").write_text(HEAVY4, encoding="utf-8")
    editions.forget()
    assert editions.find("five").key == "five"


def test_an_edition_may_take_the_place_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "mended.toml"
    path.write_text('replaces = "medieval"\n[kind.auxilia]\nclose = 3\n', encoding="utf-8")
    plain = write_record(played(Battle.start("dara", seed=1), 1, 150))
    monkeypatch.setenv("HEXILLUM_PATH", str(path))
    editions.forget()
    battle = played(Battle.start("dara", seed=1), 1, 150)
    assert edition_of(battle.state) == "mended" and load_scenario("akragas").edition == "ancients"
    assert edition_of(read_record(plain).state) == "medieval"
    text = write_record(battle)
    monkeypatch.delenv("HEXILLUM_PATH")
    take_away()
    assert write_record(read_record(text)) == text
    assert edition_of(Battle.start("dara").state) == "medieval"


def test_an_edition_in_use_plays_what_is_of_its_base(heavy4: Path) -> None:
    editions.use(heavy4)
    assert load_scenario("akragas").edition == "heavy4" and load_scenario("dara").edition == "medieval"
    assert os.environ["HEXILLUM_EDITION"] == str(heavy4)
    assert editions.resolve("ancients") == "heavy4"
