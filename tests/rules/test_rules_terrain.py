"""Ground: nobody enters what is closed to him, and every effect of the terrain table (TE, TER, MA-14, BC-10)."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexillum.battle import scenarios
from hexillum.core import ask
from hexillum.core.kinds import KIND_NAMES
from hexillum.core.rows import read_rows
from hexillum.core.terrain import CHOICES, TERRAINS, Terrain, terrain_number
from hexillum.core.toml_lines import BadFile
from hexillum.notation.cases import CaseError, read_cases
from tests.kit.support import cited, play, refused, rule, situation, texts

CLOSED = "river sea lake impassable-hill fortified-wall".split()
NOT_FOR_MOUNTED = [*CLOSED, "scalable-wall"]
NOT_FOR_MACHINES = [*NOT_FOR_MOUNTED, "broken-ground", "marsh"]


def closed_to(kind: str) -> list[str]:
    """The terrain that a kind may not enter, by the terrain table."""
    if kind == "heavy-war-machine":
        return NOT_FOR_MACHINES
    foot = ("infantry", "auxilia", "warrior", "light-bow", "light-sling")
    return CLOSED if kind in foot or kind.endswith("infantry") else NOT_FOR_MOUNTED


KINDS = "light-infantry warrior heavy-infantry heavy-war-machine light-cavalry heavy-chariot camel elephant".split()


@rule("TER-15")
def test_a_gate_counts_as_a_fortified_wall() -> None:
    wall, gate = (TERRAINS[terrain_number("ancients", key)] for key in ("fortified-wall", "gate"))
    assert (gate.enters, gate.blocks_sight) == (wall.enters, wall.blocks_sight) == ((), True)


@rule("TE-01", "MOV-05", "TER-04", "TER-06", "TER-07", "TER-13")
@pytest.mark.parametrize("kind", KINDS)
def test_nobody_moves_into_ground_that_is_closed_to_him(kind: str) -> None:
    for terrain in closed_to(kind):
        battle = situation(f"bottom F6 {kind} 1", phase="move", terrain={"E6": terrain})
        battle.choose("move F6")
        assert "to E6" not in texts(battle)
        assert "to E7" in texts(battle)
        battle = situation(f"bottom F6 {kind} 1", phase="move", terrain={"E6": terrain})
        refused(battle, "move F6 E6", "MOV-05", "TE-01")


@rule("TE-01", "MOV-05", "MOV-08")
@pytest.mark.parametrize("terrain", CLOSED)
def test_no_leader_moves_into_closed_ground_or_through_it(terrain: str) -> None:
    battle = situation("bottom F6 leader", phase="move", terrain={"E6": terrain, "E7": terrain})
    refused(battle, "move leader F6 E6 D6", "MOV-05")
    refused(battle, "move leader F6 E6", "MOV-05")
    play(battle, "move leader F6 F7")


@rule("TE-01", "RT-19")
@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "elephant"])
def test_nobody_retreats_into_ground_that_is_closed_to_him(kind: str) -> None:
    for terrain in closed_to(kind):
        pieces = (f"top E6 {kind} 2", "bottom F6 heavy-infantry 4", "top D7 auxilia 4")
        battle = play(situation(*pieces, terrain={"D5": terrain}), "close F6xE6")
        if battle.decision.kind == ask.EVADE:
            play(battle, "stand")
        play(battle, "roll F L L L L")
        if battle.decision.kind == ask.RETREAT:
            assert "to D5" not in texts(battle)
            refused(battle, "to D5", "RT-19", "TE-01")


@rule("TE-01", "EV-21")
@pytest.mark.parametrize("kind", ["light-infantry", "light-cavalry", "heavy-chariot", "heavy-war-machine"])
def test_nobody_evades_into_ground_that_is_closed_to_him(kind: str) -> None:
    for terrain in closed_to(kind):
        pieces = (f"top E6 {kind} 2", "bottom F6 heavy-infantry 4")
        shut = play(situation(*pieces, terrain={"D5": terrain, "D6": terrain}), "close F6xE6")
        refused(shut, "evade", "EV-21")
        if kind == "heavy-war-machine":
            continue
        half_open = play(situation(*pieces, terrain={"D5": terrain}), "close F6xE6", "evade", "roll L L L L L")
        refused(half_open, "to D5 C5", "EV-21", "TE-01")


@rule("TE-01", "GAP-24", "LE-04")
@pytest.mark.parametrize("terrain", CLOSED)
def test_no_leader_flees_into_closed_ground(terrain: str) -> None:
    battle = situation("top E6 leader", "bottom F6 heavy-infantry 4", terrain={"D5": terrain})
    play(battle, "close F6xE6", "roll G G G G G")
    assert battle.decision.kind == ask.LEADER
    assert texts(battle) == ["to D6"]
    refused(battle, "to D5", "GAP-24", "TE-01")


@rule("TE-01", "MA-14")
@pytest.mark.parametrize(
    ("kind", "terrain"),
    [
        (kind, terrain)
        for kind in KINDS
        if kind != "heavy-war-machine"
        for terrain in closed_to(kind)
        if terrain not in CLOSED
    ],
)
def test_nobody_advances_into_ground_that_is_closed_to_him(kind: str, terrain: str) -> None:
    battle = situation(f"bottom F6 {kind} 2", "top E6 auxilia 1", terrain={"E6": terrain})
    play(battle, "close F6xE6", "roll " + " ".join("G" * battle_dice(kind, terrain)))
    assert battle.decision.kind != ask.ADVANCE


def battle_dice(kind: str, terrain: str) -> int:
    """The dice against foot on such ground."""
    return 2 if terrain == "scalable-wall" else 3


@rule("TE-01", "GAP-17")
@pytest.mark.parametrize("terrain", NOT_FOR_MOUNTED)
def test_no_extra_hex_into_ground_that_is_closed(terrain: str) -> None:
    battle = situation("bottom F6 light-cavalry 3", "top E6 auxilia 1", terrain={"D6": terrain})
    play(battle, "close F6xE6", "roll G G")
    assert battle.decision.kind == ask.ADVANCE
    assert "advance D6" not in texts(battle)
    assert "advance D5" in texts(battle)


# ---------------------------------------------------------------- limits of dice

#: Most close combat dice in and out for foot, out for mounted; most ranged dice at it and out of it (ancients.md 5).
LIMITS = {
    "broken-ground": (2, 2, 2, 2, 2),
    "forest": (2, 2, 2, 1, 2),
    "hill": (2, 3, 2, 2, 2),
    "fordable-river": (2, 2, 2, 2, 1),
    "marsh": (2, 2, 2, 2, 1),
    "bridge": (2, 2, 2, 2, 1),
    "camp": (5, 4, 3, 2, 1),
    "scalable-wall": (2, 2, 0, 2, 2),
}


@rule("GAP-01", "DICE-04", "TE-04", "TER-11", *(f"TER-{n:02}" for n in (1, 2, 3, 5, 8, 9, 12)))
@pytest.mark.parametrize("terrain", LIMITS)
def test_close_combat_dice_into_and_out_of_terrain(terrain: str) -> None:
    into, foot, mounted, _, _ = LIMITS[terrain]
    battle = situation("bottom F6 heavy-infantry 4", "top E6 auxilia 4", terrain={"E6": terrain})
    play(battle, "close F6xE6")
    if terrain != "scalable-wall":  # there the defender battles first (TER-12)
        assert battle.decision.dice == into
    battle = play(situation("bottom F6 heavy-infantry 4", "top E6 auxilia 4", terrain={"F6": terrain}), "close F6xE6")
    assert battle.decision.dice == foot
    if mounted:
        battle = play(
            situation("bottom F6 heavy-cavalry 3", "top E6 auxilia 4", terrain={"F6": terrain}), "close F6xE6"
        )
        assert battle.decision.dice == mounted


@rule("DICE-04", "BB-04", *(f"TER-{n:02}" for n in (1, 2, 3, 5, 8, 9)), "TE-04")
@pytest.mark.parametrize("terrain", [terrain for terrain in LIMITS if terrain != "scalable-wall"])
def test_the_same_limits_hold_in_the_battle_back(terrain: str) -> None:
    battle = situation("bottom F6 auxilia 4", "top E6 heavy-infantry 4", terrain={"E6": terrain})
    play(battle, "close F6xE6")
    play(battle, "roll " + " ".join(["L"] * battle.decision.dice), "back")
    assert battle.decision.dice == LIMITS[terrain][1]


@rule("RC-31", "DICE-04", *(f"TER-{n:02}" for n in (1, 2, 3, 5, 8, 9, 12)), "TE-04")
@pytest.mark.parametrize("terrain", LIMITS)
def test_ranged_dice_at_terrain_and_out_of_it(terrain: str) -> None:
    at, out = LIMITS[terrain][3:]
    battle = play(situation("bottom F6 light-bow 4", "top C6 auxilia 4", terrain={"C6": terrain}), "fire F6xC6")
    assert battle.decision.dice == at
    battle = play(situation("bottom F6 light-bow 4", "top C6 auxilia 4", terrain={"F6": terrain}), "fire F6xC6")
    assert battle.decision.dice == out


# ---------------------------------------------------------------- advance and bonus combat


@rule("BC-10", "TER-01", "TER-02")
@pytest.mark.parametrize(
    ("terrain", "kind", "offered"),
    [
        ("broken-ground", "warrior", True),
        ("broken-ground", "heavy-cavalry", False),
        ("broken-ground", "elephant", False),
        ("forest", "warrior", True),
        ("forest", "heavy-cavalry", False),
        ("forest", "camel", False),
        ("hill", "heavy-cavalry", True),
        ("camp", "heavy-cavalry", True),
        ("bridge", "heavy-cavalry", True),
    ],
)
def test_who_makes_a_bonus_combat_after_advancing_onto_terrain(terrain: str, kind: str, offered: bool) -> None:
    battle = situation(f"bottom F6 {kind} 2", "top E6 medium-infantry 1", "top D6 auxilia 4", terrain={"E6": terrain})
    play(battle, "close F6xE6")
    play(battle, "roll " + " ".join(["B"] * battle.decision.dice), "advance")
    assert (battle.decision.kind == ask.BONUS) == offered


@rule("BC-10", "TER-02")
@pytest.mark.parametrize(
    ("kind", "offered"), [("auxilia", True), ("medium-infantry", False), ("heavy-infantry", False)]
)
def test_a_leader_leads_only_loose_foot_on_through_forest(kind: str, offered: bool) -> None:
    pieces = (f"bottom F6 {kind} 4 leader", "top E6 medium-infantry 1", "top D6 auxilia 4")
    battle = play(situation(*pieces, terrain={"E6": "forest"}), "close F6xE6", "roll B B", "advance")
    assert (battle.decision.kind == ask.BONUS) == offered


@rule("MA-14", "TER-05", "TER-08")
@pytest.mark.parametrize("terrain", ["fordable-river", "marsh"])
@pytest.mark.parametrize("moved", [0, 1])
def test_who_came_onto_ford_or_marsh_this_turn_does_not_advance_out_of_it(terrain: str, moved: int) -> None:
    pieces = ("bottom F6 medium-infantry 4", "top E6 auxilia 1")
    battle = situation(*pieces, terrain={"F6": terrain}, moved={"F6": moved})
    play(battle, "close F6xE6", "roll G G")
    assert (battle.decision.kind == ask.ADVANCE) == (moved == 0)


@rule("MA-14", "MA-05")
@pytest.mark.parametrize("terrain", ["forest", "marsh", "fordable-river", "broken-ground"])
def test_ground_that_stops_ends_the_advance_of_cavalry(terrain: str) -> None:
    battle = situation("bottom F6 light-cavalry 3", "top E6 auxilia 1", terrain={"E6": terrain})
    play(battle, "close F6xE6", "roll G G")
    assert texts(battle) == ["hold", "advance"]


# ---------------------------------------------------------------- data


@rule("GAP-01")
def test_unknown_terrain_in_a_case_is_an_error_with_file_and_line(tmp_path: Path) -> None:
    file = tmp_path / "swamp.yaml"
    file.write_text("case: a swamp\nsetup:\n  terrain:\n    D4: forest\n    E5: swamp\nscript: []\n", encoding="utf-8")
    with pytest.raises(
        CaseError,
        match=r"swamp\.yaml:5: 'swamp' is not a terrain of the Ancients edition: expected one of broken-ground",
    ):
        read_cases(file)


@rule("GAP-01")
def test_unknown_terrain_in_a_scenario_is_an_error_with_file_and_line(tmp_path: Path) -> None:
    text = (scenarios.FOLDER / "akragas.toml").read_text(encoding="utf-8")
    lines = text.replace("[terrain]", '[terrain]\nE5 = "swamp"').splitlines()
    file = tmp_path / "swamp.toml"
    file.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(
        BadFile, match=rf"swamp\.toml:{lines.index('E5 = ' + chr(34) + 'swamp' + chr(34)) + 1}: .*swamp"
    ):
        scenarios.load_scenario(file)


@rule("GAP-01")
@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('[terrain.bog]\nname = "Bog"\nrule = "TER-08"\nslow = 2\n', 4, "unknown key 'slow'"),
        (
            '[terrain.bog]\nname = "Bog"\nrule = "TER-08"\nclose_in = "two"\n',
            4,
            "close_in must be a whole number, not",
        ),
        ('[terrain.bog]\nname = "Bog"\nrule = "TER-99"\n', 3, "rule is 'TER-99'"),
        ('[terrain.bog]\nname = "Bog"\nrule = "TER-08"\nstops = ["riders"]\n', 4, "stops has 'riders'"),
        ('[terrain.bog]\nrule = "TER-08"\n', 1, "lacks 'name'"),
        ('[terrain.bog]\nname = "Bog"\nrule = "TER-08"\nhigh = 1\n', 4, "high must be true or false"),
    ],
)
def test_a_wrong_row_of_terrain_is_refused_with_its_line(tmp_path: Path, text: str, line: int, message: str) -> None:
    file = tmp_path / "terrain.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadFile, match=rf"terrain\.toml:{line}: \[terrain\.bog\] {message}"):
        read_rows(file, "terrain", Terrain, "ancients", CHOICES)


@rule("WM-07", "GAP-06")
def test_the_light_war_machine_is_refused(tmp_path: Path) -> None:
    assert "light-war-machine" not in KIND_NAMES
    case = tmp_path / "machine.yaml"
    case.write_text(
        "case: a machine\nsetup:\n  units:\n    - top A1 light-war-machine 2\nscript: []\n", encoding="utf-8"
    )
    with pytest.raises(
        CaseError, match=r"machine\.yaml:4: 'light-war-machine' is not a kind of unit of the Ancients edition: expected"
    ):
        read_cases(case)
    text = (scenarios.FOLDER / "akragas.toml").read_text(encoding="utf-8")
    plan = tmp_path / "machine.toml"
    plan.write_text(text.replace('["B2", "medium-infantry"]', '["B2", "light-war-machine"]'), encoding="utf-8")
    with pytest.raises(BadFile, match=r"machine\.toml:\d+: .*light-war-machine"):
        scenarios.load_scenario(plan)


@rule("GAP-07", "FU-13")
@pytest.mark.parametrize(("blocks", "dice"), [(3, 3), (4, 4), (5, 4)])
def test_full_strength_is_the_number_of_the_kind_unless_the_set_up_gives_more(blocks: int, dice: int) -> None:
    battle = play(situation(f"bottom F6 warrior {blocks}", "top E6 medium-infantry 4"), "close F6xE6")
    assert battle.decision.dice == dice
    assert battle.state.units[24].full == max(4, blocks)


@rule("GAP-07", "FU-13")
def test_a_unit_of_five_blocks_is_not_at_full_strength_with_four(tmp_path: Path) -> None:
    battle = situation("bottom F6 heavy-infantry 4", "top E6 warrior 5")
    play(battle, "close F6xE6", "roll B L L L L", "back")
    assert battle.decision.dice == 4  # the combat began at full strength
    again = situation("top E6 warrior 5", "bottom F6 heavy-infantry 4", "bottom F5 heavy-infantry 4")
    play(again, "close F6xE6", "roll B L L L L", "no back", "close F5xE6", "roll L L L L L", "back")
    assert again.decision.dice == 3


def test_moves_wait_for_a_side_and_rolls_for_chance() -> None:
    battle = situation("bottom F6 auxilia 4", phase="move", terrain={"E6": "marsh"})
    assert battle.decision.kind == ask.MOVE
    play(battle, "move F6 E6")
    assert (battle.decision.kind, battle.decision.actor, battle.decision.dice) == (ask.ROLL, 2, 1)
    assert "TER-08" in {battle.decision.rule, *cited(battle)}
