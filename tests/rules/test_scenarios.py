"""Scenarios: those that ship are the published set-ups, and every kind of bad file is refused with its line."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from hexillum.battle import scenarios
from hexillum.battle.scenarios import (
    Placement,
    ScenarioError,
    UnknownScenario,
    leader_names,
    load_scenario,
    validate,
    waiting,
)

# units by kind and leaders, from the unit tables of the scenario book
COUNTS = {
    ("akragas", "top"): (
        "auxilia 4, heavy-chariot 2, heavy-infantry 1, light-bow 1, light-cavalry 1, light-infantry 1, "
        "medium-infantry 2, leaders 2"
    ),
    ("akragas", "bottom"): (
        "auxilia 3, heavy-infantry 4, light-bow 2, light-cavalry 1, light-infantry 1, medium-cavalry 1, leaders 2"
    ),
    ("crimissos", "top"): (
        "auxilia 2, heavy-chariot 1, heavy-infantry 2, light-infantry 2, light-sling 1, medium-cavalry 1, "
        "medium-infantry 2, warrior 2, leaders 1"
    ),
    ("crimissos", "bottom"): (
        "auxilia 2, heavy-infantry 4, light-infantry 1, light-sling 1, medium-cavalry 1, leaders 2"
    ),
    ("bagradas", "top"): (
        "elephant 3, heavy-infantry 4, light-cavalry 4, light-infantry 4, medium-cavalry 2, warrior 2, leaders 3"
    ),
    ("bagradas", "bottom"): (
        "auxilia 4, heavy-infantry 2, light-cavalry 2, light-infantry 4, medium-cavalry 2, medium-infantry 4, leaders 2"
    ),
    ("ticinus", "top"): "heavy-cavalry 4, light-cavalry 8, leaders 3",
    ("ticinus", "bottom"): "light-infantry 6, medium-cavalry 6, leaders 1",
    ("trebbia", "top"): (
        "auxilia 2, elephant 2, heavy-infantry 2, light-cavalry 2, light-sling 3, medium-cavalry 3, "
        "medium-infantry 2, warrior 2, leaders 3"
    ),
    ("trebbia", "bottom"): (
        "auxilia 4, heavy-infantry 1, light-infantry 3, medium-cavalry 2, medium-infantry 3, warrior 2, leaders 1"
    ),
    ("trasimenus", "top"): (
        "auxilia 4, heavy-infantry 2, light-cavalry 4, light-sling 2, medium-cavalry 2, medium-infantry 2, "
        "warrior 3, leaders 3"
    ),
    ("trasimenus", "bottom"): (
        "auxilia 6, heavy-infantry 2, light-infantry 3, medium-cavalry 1, medium-infantry 4, leaders 2"
    ),
    ("cannae", "top"): (
        "auxilia 2, heavy-cavalry 1, heavy-infantry 4, light-cavalry 3, light-sling 3, medium-cavalry 1, "
        "warrior 2, leaders 3"
    ),
    ("cannae", "bottom"): (
        "auxilia 6, heavy-infantry 2, light-infantry 2, medium-cavalry 2, medium-infantry 4, leaders 3"
    ),
    ("dertosa", "top"): (
        "auxilia 5, elephant 1, heavy-infantry 2, light-cavalry 3, light-sling 2, medium-cavalry 1, leaders 1"
    ),
    ("dertosa", "bottom"): (
        "auxilia 2, heavy-infantry 2, light-infantry 2, medium-cavalry 2, medium-infantry 7, leaders 2"
    ),
    ("beneventum-2nd", "top"): (
        "elephant 1, heavy-infantry 2, light-bow 1, light-cavalry 2, light-infantry 3, medium-infantry 3, "
        "warrior 2, leaders 2"
    ),
    ("beneventum-2nd", "bottom"): (
        "auxilia 2, heavy-infantry 2, light-infantry 3, medium-cavalry 1, medium-infantry 5, warrior 2, leaders 2"
    ),
    ("castulo", "top"): (
        "auxilia 4, heavy-infantry 2, light-cavalry 4, light-infantry 1, light-sling 1, medium-cavalry 2, "
        "medium-infantry 2, warrior 2, leaders 3"
    ),
    ("castulo", "bottom"): (
        "auxilia 3, heavy-infantry 2, light-infantry 3, medium-cavalry 3, medium-infantry 4, warrior 1, leaders 1"
    ),
    ("baecula", "top"): "auxilia 3, heavy-infantry 3, light-cavalry 2, light-infantry 4, light-sling 2, leaders 1",
    ("baecula", "bottom"): "auxilia 3, light-infantry 6, medium-infantry 8, leaders 3",
    ("metaurus", "top"): (
        "elephant 1, heavy-infantry 2, light-cavalry 2, light-sling 3, medium-cavalry 1, medium-infantry 3, "
        "warrior 2, leaders 1"
    ),
    ("metaurus", "bottom"): (
        "auxilia 3, heavy-infantry 3, light-infantry 3, medium-cavalry 3, medium-infantry 6, leaders 3"
    ),
    ("ilipa", "top"): (
        "auxilia 4, elephant 2, heavy-infantry 3, light-cavalry 2, light-infantry 4, medium-cavalry 2, "
        "warrior 2, leaders 1"
    ),
    ("ilipa", "bottom"): (
        "auxilia 4, heavy-infantry 2, light-cavalry 2, light-infantry 4, medium-cavalry 2, medium-infantry 4, leaders 2"
    ),
    ("great-plains", "top"): (
        "auxilia 3, heavy-cavalry 1, heavy-infantry 1, light-infantry 1, light-sling 3, medium-infantry 3, leaders 3"
    ),
    ("great-plains", "bottom"): (
        "heavy-infantry 2, light-cavalry 3, light-infantry 4, medium-cavalry 2, medium-infantry 5, leaders 3"
    ),
    ("zama", "top"): (
        "auxilia 5, elephant 3, heavy-infantry 2, light-cavalry 2, light-infantry 1, light-sling 1, "
        "medium-cavalry 1, medium-infantry 2, warrior 2, leaders 2"
    ),
    ("zama", "bottom"): (
        "auxilia 3, heavy-infantry 3, light-cavalry 3, light-infantry 4, medium-cavalry 2, medium-infantry 6, leaders 3"
    ),
    ("marathon", "top"): "auxilia 3, heavy-infantry 4, light-infantry 2, medium-infantry 2, leaders 2",
    ("marathon", "bottom"): "auxilia 6, light-bow 3, light-infantry 2, medium-cavalry 2, medium-infantry 2, leaders 2",
    ("himera", "top"): (
        "auxilia 5, heavy-chariot 1, heavy-infantry 1, light-cavalry 1, light-infantry 3, light-sling 1, "
        "medium-infantry 3, warrior 1, leaders 2"
    ),
    ("himera", "bottom"): (
        "heavy-infantry 3, light-infantry 1, light-sling 1, medium-cavalry 3, medium-infantry 6, leaders 3"
    ),
    ("plataea", "top"): "auxilia 2, heavy-infantry 3, light-bow 1, light-infantry 2, medium-infantry 4, leaders 3",
    ("plataea", "bottom"): "auxilia 5, light-bow 3, light-cavalry 1, medium-cavalry 3, medium-infantry 3, leaders 2",
    ("leuctra", "top"): "auxilia 3, heavy-infantry 2, medium-cavalry 2, medium-infantry 4, leaders 1",
    ("leuctra", "bottom"): "auxilia 4, heavy-infantry 1, medium-cavalry 1, medium-infantry 6, leaders 1",
    ("mantinea", "top"): "heavy-infantry 4, light-infantry 3, medium-cavalry 3, medium-infantry 4, leaders 2",
    ("mantinea", "bottom"): "heavy-infantry 3, light-infantry 2, medium-cavalry 2, medium-infantry 4, leaders 3",
    ("crocus-plain", "top"): (
        "auxilia 3, heavy-cavalry 1, heavy-infantry 2, light-bow 1, light-infantry 2, medium-cavalry 2, "
        "medium-infantry 1, leaders 3"
    ),
    ("crocus-plain", "bottom"): (
        "auxilia 2, light-bow 1, light-cavalry 1, light-infantry 2, light-sling 1, medium-infantry 4, leaders 2"
    ),
    ("granicus", "top"): (
        "auxilia 2, heavy-infantry 2, light-bow 1, light-cavalry 1, light-infantry 2, medium-cavalry 2, "
        "medium-infantry 1, leaders 3"
    ),
    ("granicus", "bottom"): (
        "auxilia 2, heavy-cavalry 1, light-bow 2, light-cavalry 2, light-infantry 2, medium-cavalry 3, "
        "medium-infantry 2, leaders 3"
    ),
    ("issus", "top"): (
        "auxilia 2, heavy-infantry 4, light-bow 2, light-cavalry 1, light-infantry 2, medium-cavalry 2, "
        "medium-infantry 2, leaders 3"
    ),
    ("issus", "bottom"): (
        "auxilia 5, heavy-cavalry 1, light-bow 2, light-cavalry 3, light-infantry 3, light-sling 2, "
        "medium-cavalry 2, medium-infantry 4, leaders 3"
    ),
    ("gaugamela", "top"): (
        "auxilia 2, heavy-infantry 4, light-bow 2, light-cavalry 2, light-infantry 1, medium-cavalry 3, "
        "medium-infantry 1, leaders 3"
    ),
    ("gaugamela", "bottom"): (
        "auxilia 3, elephant 1, heavy-cavalry 1, heavy-chariot 2, light-bow-cavalry 1, light-bow 2, "
        "light-cavalry 2, light-infantry 2, medium-cavalry 3, medium-infantry 2, leaders 3"
    ),
    ("jaxartes", "top"): (
        "auxilia 2, heavy-infantry 2, heavy-war-machine 2, light-bow 1, light-cavalry 2, light-infantry 1, "
        "light-sling 1, medium-cavalry 2, leaders 2"
    ),
    ("jaxartes", "bottom"): "light-bow-cavalry 4, light-cavalry 4, medium-cavalry 1, leaders 1",
    ("hydaspes", "top"): (
        "auxilia 1, heavy-infantry 3, light-bow-cavalry 2, light-bow 1, light-infantry 3, medium-cavalry 2, "
        "medium-infantry 1, leaders 3"
    ),
    ("hydaspes", "bottom"): (
        "auxilia 4, elephant 3, heavy-chariot 2, light-bow 4, light-cavalry 1, medium-cavalry 1, leaders 3"
    ),
    ("hellespont", "top"): (
        "auxilia 4, heavy-infantry 3, light-bow 1, light-infantry 1, medium-cavalry 2, medium-infantry 3, leaders 2"
    ),
    ("hellespont", "bottom"): (
        "auxilia 4, heavy-infantry 2, light-bow 2, light-cavalry 1, medium-cavalry 4, medium-infantry 2, leaders 2"
    ),
    ("paraitacene", "top"): (
        "auxilia 2, elephant 1, heavy-cavalry 1, heavy-infantry 4, light-bow-cavalry 1, light-cavalry 2, "
        "light-infantry 2, medium-cavalry 2, medium-infantry 2, leaders 3"
    ),
    ("paraitacene", "bottom"): (
        "auxilia 2, elephant 2, heavy-cavalry 1, heavy-infantry 4, light-bow-cavalry 1, light-cavalry 1, "
        "light-infantry 4, medium-cavalry 1, medium-infantry 1, leaders 3"
    ),
    ("gabiene", "top"): (
        "auxilia 2, elephant 2, heavy-cavalry 1, heavy-infantry 2, light-bow-cavalry 1, light-infantry 3, "
        "medium-cavalry 3, medium-infantry 2, leaders 3"
    ),
    ("gabiene", "bottom"): (
        "auxilia 3, elephant 3, heavy-cavalry 1, heavy-infantry 3, light-bow-cavalry 1, light-infantry 3, "
        "medium-cavalry 1, medium-infantry 1, leaders 2"
    ),
    ("ipsus", "top"): (
        "auxilia 2, elephant 2, heavy-cavalry 1, heavy-infantry 3, light-bow 2, light-cavalry 1, "
        "light-infantry 2, medium-cavalry 2, medium-infantry 3, leaders 3"
    ),
    ("ipsus", "bottom"): (
        "auxilia 1, elephant 4, heavy-cavalry 2, heavy-chariot 2, heavy-infantry 4, light-bow 2, "
        "light-cavalry 2, light-infantry 3, leaders 3"
    ),
    ("heraclea", "top"): (
        "auxilia 2, elephant 2, heavy-infantry 4, light-bow 3, light-cavalry 1, light-infantry 1, "
        "medium-cavalry 2, medium-infantry 2, leaders 2"
    ),
    ("heraclea", "bottom"): (
        "auxilia 1, heavy-infantry 3, light-infantry 3, medium-cavalry 4, medium-infantry 4, leaders 2"
    ),
    ("asculum", "top"): (
        "elephant 1, heavy-infantry 3, light-bow 2, light-cavalry 2, medium-cavalry 2, medium-infantry 2, "
        "warrior 1, leaders 2"
    ),
    ("asculum", "bottom"): (
        "auxilia 2, heavy-infantry 2, light-infantry 3, medium-cavalry 2, medium-infantry 4, leaders 2"
    ),
    ("beneventum", "top"): (
        "elephant 1, heavy-infantry 4, light-bow 1, light-cavalry 2, light-infantry 3, medium-cavalry 2, "
        "medium-infantry 2, warrior 2, leaders 2"
    ),
    ("beneventum", "bottom"): (
        "auxilia 2, heavy-infantry 2, heavy-war-machine 2, light-infantry 3, medium-cavalry 2, "
        "medium-infantry 6, leaders 3"
    ),
    ("raphia", "top"): (
        "auxilia 1, elephant 2, heavy-cavalry 1, heavy-infantry 3, light-bow 2, light-cavalry 2, "
        "light-infantry 3, medium-cavalry 1, medium-infantry 2, warrior 1, leaders 2"
    ),
    ("raphia", "bottom"): (
        "auxilia 3, elephant 2, heavy-cavalry 1, heavy-infantry 2, light-bow 2, light-cavalry 1, "
        "light-infantry 4, medium-cavalry 2, medium-infantry 2, leaders 2"
    ),
    ("cynoscephalae", "top"): (
        "auxilia 3, heavy-infantry 6, light-infantry 4, light-sling 1, medium-cavalry 2, leaders 2"
    ),
    ("cynoscephalae", "bottom"): (
        "auxilia 4, elephant 1, heavy-infantry 2, light-cavalry 1, light-infantry 3, medium-cavalry 2, "
        "medium-infantry 4, leaders 2"
    ),
    ("magnesia", "top"): (
        "auxilia 1, camel 1, elephant 2, heavy-cavalry 1, heavy-chariot 1, heavy-infantry 2, "
        "light-bow-cavalry 1, light-bow 2, light-infantry 3, medium-cavalry 1, medium-infantry 1, warrior 1, "
        "leaders 2"
    ),
    ("magnesia", "bottom"): (
        "auxilia 2, elephant 1, heavy-infantry 1, light-bow 2, light-infantry 4, medium-cavalry 2, "
        "medium-infantry 4, leaders 2"
    ),
    ("cronium", "top"): (
        "auxilia 4, heavy-cavalry 1, heavy-chariot 1, heavy-infantry 2, light-bow 1, light-cavalry 3, "
        "light-infantry 2, light-sling 1, medium-infantry 3, warrior 1, leaders 3"
    ),
    ("cronium", "bottom"): (
        "auxilia 2, heavy-cavalry 1, heavy-infantry 3, light-bow 1, light-cavalry 2, light-infantry 1, "
        "light-sling 1, medium-cavalry 1, medium-infantry 4, warrior 1, leaders 3"
    ),
    ("indus", "top"): (
        "auxilia 2, elephant 1, heavy-infantry 3, light-bow 4, light-cavalry 1, light-infantry 1, "
        "medium-cavalry 1, leaders 2"
    ),
    ("indus", "bottom"): (
        "auxilia 3, elephant 1, heavy-chariot 2, heavy-infantry 1, light-bow 1, light-cavalry 3, "
        "light-infantry 2, medium-cavalry 2, leaders 2"
    ),
    ("pydna", "top"): (
        "auxilia 2, heavy-cavalry 1, heavy-infantry 4, light-bow 2, light-cavalry 1, light-infantry 4, "
        "medium-cavalry 2, medium-infantry 1, leaders 2"
    ),
    ("pydna", "bottom"): (
        "auxilia 2, elephant 2, heavy-cavalry 1, heavy-infantry 2, light-cavalry 2, light-infantry 3, "
        "medium-cavalry 1, medium-infantry 5, leaders 3"
    ),
}

# side that moves first, banners, command of top and bottom
COUNCILS = {
    "akragas": ("bottom", 5, 5, 6),
    "crimissos": ("bottom", 5, 5, 5),
    "bagradas": ("top", 7, 6, 4),
    "ticinus": ("top", 6, 5, 4),
    "trebbia": ("bottom", 7, 5, 5),
    "trasimenus": ("top", 6, 6, 2),
    "cannae": ("bottom", 7, 6, 4),
    "dertosa": ("bottom", 6, 4, 6),
    "beneventum-2nd": ("bottom", 7, 4, 4),
    "castulo": ("bottom", 8, 5, 5),
    "baecula": ("bottom", 6, 4, 6),
    "metaurus": ("bottom", 7, 4, 6),
    "ilipa": ("bottom", 7, 4, 6),
    "great-plains": ("bottom", 6, 4, 6),
    "zama": ("bottom", 8, 5, 5),
    "marathon": ("top", 6, 6, 5),
    "himera": ("bottom", 6, 5, 5),
    "plataea": ("top", 5, 6, 5),
    "leuctra": ("top", 4, 6, 5),
    "mantinea": ("top", 6, 5, 5),
    "crocus-plain": ("top", 6, 5, 5),
    "granicus": ("top", 6, 6, 4),
    "issus": ("top", 8, 6, 4),
    "gaugamela": ("top", 7, 6, 4),
    "jaxartes": ("top", 5, 6, 5),
    "hydaspes": ("top", 7, 6, 5),
    "hellespont": ("top", 6, 5, 6),
    "paraitacene": ("bottom", 7, 5, 5),
    "gabiene": ("top", 7, 6, 5),
    "ipsus": ("top", 8, 5, 6),
    "heraclea": ("top", 7, 5, 5),
    "asculum": ("bottom", 6, 6, 4),
    "beneventum": ("top", 7, 5, 5),
    "raphia": ("bottom", 8, 5, 5),
    "cynoscephalae": ("bottom", 6, 5, 5),
    "magnesia": ("bottom", 7, 4, 5),
    "cronium": ("bottom", 7, 6, 5),
    "indus": ("bottom", 6, 5, 5),
    "pydna": ("top", 8, 5, 6),
}

RULE = "special_rules = [{ name = 'command-growth', "
TWICE = "special_rules = [" + 2 * "{ name = 'command-growth', side = 'top', turns = 2 }, " + "]"
CAMP = "special_rules = [{{ name = 'camp-capture', side = 'top', hexes = ['{}'] }}]"
EXIT = "special_rules = [{ name = 'exit-for-banner', side = 'bottom', hexes = ['B2'] }]"
DOOM = "special_rules = [{ name = 'leader-sudden-death', side = 'top', leader = 'Rufius' }]"
AMBUSH = "special_rules = [{{ name = 'ambush', side = 'top', from_turn = 2, units = [{}] }}]"

GOOD = """\
id = "small"
name = "A small battle"
number = 900
year = -300
year_text = "300 BC"
edition = "ancients"
source = "made up"
notes = []

[terrain]
D4 = "forest"

[top]
name = "Reds"
commander = "Rufus"
command = 5
banners = 4
moves_first = true
units = [
  ["B2", "auxilia"],
  ["B4", "heavy-infantry", "leader:Rufus", "sacred-band"],
]
leaders = [["A7", "Titus"]]

[bottom]
name = "Blues"
commander = "Livius"
command = 4
banners = 4
moves_first = false
units = [
  ["H2", "elephant", "leader"],
]
"""


def write(folder: Path, *changes: tuple[str, str]) -> Path:
    """Write the good scenario with changes; each must hit something."""
    text = GOOD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "small.toml"
    path.write_text(text, encoding="utf-8")
    return path


def problems(path: Path) -> list[str]:
    return [f"{problem.line}: {problem.message}" for problem in validate(path)]


@pytest.mark.parametrize(("name", "side"), sorted(COUNTS))
def test_the_shipped_armies_have_the_published_units(name: str, side: str) -> None:
    army = getattr(load_scenario(name), side)
    units, leaders = waiting(load_scenario(name), side)
    counts = Counter([unit.kind for unit in army.units] + units)
    counts["leaders"] = len(leader_names(army) + leaders)
    written = (entry.rsplit(" ", 1) for entry in COUNTS[name, side].split(", "))
    assert counts == {kind: int(number) for kind, number in written}


@pytest.mark.parametrize("name", sorted(COUNCILS))
def test_the_shipped_war_councils_are_the_published_ones(name: str) -> None:
    battle = load_scenario(name)
    assert (battle.first, battle.top.banners, battle.top.command, battle.bottom.command) == COUNCILS[name]
    assert battle.top.banners == battle.bottom.banners


@pytest.mark.parametrize("name", scenarios.names())
def test_shipped_files_are_right_and_named_by_their_id(name: str) -> None:
    assert validate(scenarios.FOLDER / f"{name}.toml") == []
    assert load_scenario(name).id == name


def test_all_shipped_scenarios_are_known_here() -> None:
    theirs = [name for name in scenarios.names() if load_scenario(name).edition == "ancients"]
    assert theirs == sorted(COUNCILS) and len(COUNCILS) == 39


def test_a_scenario_is_read_as_written(tmp_path: Path) -> None:
    battle = load_scenario(write(tmp_path))
    assert battle.terrain == {"D4": "forest"}
    assert battle.top.units == (
        Placement("B2", "auxilia"),
        Placement("B4", "heavy-infantry", "Rufus", ("sacred-band",)),
    )
    assert battle.top.leaders == (scenarios.LoneLeader("A7", "Titus"),)
    assert battle.bottom.units[0].leader == ""
    assert (battle.first, battle.box, battle.special_rules) == ("top", "", ())


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("source =", "sauce =", "7: unknown key 'sauce'; did you mean source?"),
        ("commander = ", "bannerz = 3\ncommander = ", "15: unknown key 'bannerz'; did you mean banners?"),
        ("commander = ", "zz = 3\ncommander = ", "15: unknown key 'zz'; expected one of name, commander"),
        ("year = -300\n", "", "1: the key year is missing"),
        ("command = 5\n", "", "13: the key command is missing in [top]"),
        ("moves_first = true\n", "", "13: the key moves_first is missing in [top]"),
        ("year = -300", "year = '300 BC'", "4: year must be a whole number, not '300 BC'"),
        ("year = -300", "year = true", "4: year must be a whole number, not true"),
        ('name = "Reds"', "name = 7", "14: name must be text, not 7"),
        ('edition = "ancients"', 'edition = "ancient"', "6: unknown edition 'ancient'; did you mean ancients?"),
        ('edition = "ancients"', 'edition = ""', "6: unknown edition ''; expected one of ancients"),
        ("notes = []", "notes = [1]", "8: notes must be a list of texts, not of 1"),
        ("notes = []", "notes = 'x'", "8: notes must be a list of texts, not 'x'"),
        ("notes = []", "special_rules = ['x']", '8: a special rule is a table: { name = "command-growth"'),
        ("notes = []", "special_rules = 'x'", "8: special_rules must be a list of tables, not 'x'"),
        ("notes = []", "special_rules = [{ name = 'comand-growth' }]", "8: unknown special rule 'comand-growth'; did"),
        ("notes = []", "special_rules = [{ name = 'command-growth' }]", "8: command-growth lacks side"),
        ("notes = []", RULE + "side = 'top' }]", "8: command-growth lacks turns"),
        ("notes = []", RULE + "side = 'left', turns = 2 }]", "8: unknown side 'left'; expected one of top, bottom"),
        ("notes = []", RULE + "side = 3, turns = 2 }]", "8: unknown side '3'; expected one of top, bottom"),
        ("notes = []", RULE + "side = 'top', turns = 0 }]", "8: turns must be a whole number from 1 to 12, not 0"),
        ("notes = []", RULE + "side = 'top', turns = true }]", "8: turns must be a whole number from 1 to 12"),
        ("notes = []", RULE + "side = 'top', turns = 2, turn = 1 }]", "8: unknown parameter of command-growth 'turn'"),
        ("notes = []", TWICE, "8: command-growth is there twice for the top side"),
        ("notes = []", CAMP.format("D4"), "8: D4 is not a camp"),
        ("notes = []", CAMP.format("D44"), "8: 'D44' is not a hex: row D has columns 1 to 12"),
        ("notes = []", CAMP.format("").replace("['']", "[]"), "8: hexes must be a list of hexes, not []"),
        ("notes = []", EXIT, "8: B2 is not on the enemy's edge of the board"),
        ("notes = []", DOOM, "8: the top army has no leader 'Rufius': expected one of Rufus, Titus"),
        ("notes = []", AMBUSH.format("'elefant'"), "8: unknown kind of unit 'elefant' in units"),
        ("notes = []", AMBUSH.format("'elephant'" + 7 * ", 'warrior'"), "8: at most 7 units can wait, not 8"),
        ("notes = []", "ramparts = ['D4-D5']", '8: a rampart is written "E5/D5", the defended hex first'),
        ("notes = []", "ramparts = ['D4/D6']", "8: D4 and D6 are not neighbours"),
        ("notes = []", "ramparts = ['D4/D13']", "8: 'D13' is not a hex: row D has columns 1 to 12"),
        ('D4 = "forest"', 'B2 = "lake"', "20: B2 is lake, where auxilia may not be"),
        ('D4 = "forest"', 'A7 = "sea"', "23: A7 is sea, where leader may not be"),
        ('"forest"', '"forrest"', "11: unknown terrain 'forrest'; did you mean forest?"),
        ('"forest"', "3", "11: the terrain of D4 must be text, not 3"),
        ("D4 =", "D13 =", "11: 'D13' is not a hex: row D has columns 1 to 12"),
        ('D4 = "forest"', 'D4 = "forest"\nd4 = "hill"', "12: D4 has terrain already; a hex has one terrain"),
        ("[terrain]\nD4 =", "terrain =", "10: terrain must be a table, not 'forest'"),
        ('"B2", "auxilia"', '"B13", "auxilia"', "20: 'B13' is not a hex: row B has columns 1 to 12"),
        ('"B2", "auxilia"', '"J2", "auxilia"', "20: 'J2' is not a hex: expected a row letter A to I"),
        ('"auxilia"', '"auxilla"', "20: unknown kind of unit 'auxilla'; did you mean auxilia?"),
        ('["B2", "auxilia"]', '["B2"]', '20: a unit is written ["B4", "heavy-infantry"]'),
        ('["B2", "auxilia"]', '["B2", "auxilia", 4]', '20: a unit is written ["B4", "heavy-infantry"]'),
        ('["B2", "auxilia"]', '"B2"', '20: a unit is written ["B4", "heavy-infantry"]'),
        ('"sacred-band"', '"sacred_band"', "21: unknown word for a unit 'sacred_band'; did you mean sacred-band?"),
        ('"sacred-band"', '"leader:Q"', "21: B4 has two leaders; a hex has room for one"),
        ('["B4",', '["B2",', "21: B2 holds a unit of the top army already; a unit of the top army cannot stand there"),
        ('["H2",', '["B2",', "32: B2 holds a unit of the top army already; a unit of the bottom army cannot stand"),
        ('"A7"', '"B2"', "23: B2 holds a unit of the top army already; a leader of the top army cannot stand th"),
        ('[["A7", "Titus"]]', '[["A7"], ["A7"]]', "23: A7 holds a leader of the top army already"),
        ('[["A7", "Titus"]]', '[["A7", 3]]', "23: a leader alone in a hex is written"),
        ('[["A7", "Titus"]]', '["A7"]', "23: a leader alone in a hex is written"),
        ("command = 5", "command = 0", "16: command must be a whole number from 1 to 12, not 0"),
        ("command = 5", "command = 13", "16: command must be a whole number from 1 to 12, not 13"),
        ("command = 5", "command = 5.0", "16: command must be a whole number from 1 to 12, not 5.0"),
        ("banners = 4", "banners = 14", "17: banners must be a whole number from 1 to 13, not 14"),
        ("banners = 4", "banners = true", "17: banners must be a whole number from 1 to 13, not true"),
        ("moves_first = true", "moves_first = 1", "18: moves_first must be true or false, not 1"),
        ("moves_first = true", "moves_first = false", "30: no side would move first; moves_first is true for exactly"),
        ("moves_first = false", "moves_first = true", "30: both sides would move first; moves_first is true for exa"),
        ('  ["H2", "elephant", "leader"],\n', "", "31: the bottom army has no unit"),
        ("[bottom]", "[[bottom]]", "25: bottom must be a table, not [{'name': 'Blues', 'commander': 'Livi..."),
        ("[top]", "[tops]", "13: unknown key 'tops'; did you mean top?"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = write(tmp_path, (old, new))
    assert any(problem.startswith(message) for problem in problems(path)), problems(path)
    with pytest.raises(ScenarioError):
        load_scenario(path)


def test_all_problems_of_a_file_are_found_at_once_in_the_order_of_the_lines(tmp_path: Path) -> None:
    path = write(tmp_path, ("banners = 4", "banners = 99"), ('"elephant"', '"olifant"'), ("number = 900\n", ""))
    assert [problem.line for problem in validate(path)] == [1, 16, 31]


def test_load_raises_with_the_first_problem(tmp_path: Path) -> None:
    path = write(tmp_path, ("banners = 4", "banners = 99"), ("D4", "Z4"))
    with pytest.raises(ScenarioError) as caught:
        load_scenario(str(path))
    assert (caught.value.file, caught.value.line) == (str(path), 11)


def test_invalid_toml_is_one_problem_with_its_line(tmp_path: Path) -> None:
    path = write(tmp_path, ("name = ", "name = = "))
    assert problems(path) == ["2: is not valid TOML: Invalid value"]


def test_a_missing_file_is_one_problem(tmp_path: Path) -> None:
    assert problems(tmp_path / "none.toml") == ["1: cannot be read: No such file or directory"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("akragass", "did you mean akragas?"),
        ("Zama", "did you mean zama?"),
        ("waterloo", "expected one of akragas, asculum"),
        ("", "expected one of"),
    ],
)
def test_an_unknown_name_is_refused_with_a_hint(name: str, message: str) -> None:
    with pytest.raises(UnknownScenario, match="there is no scenario") as caught:
        load_scenario(name)
    assert message in str(caught.value)


def test_kinds_and_terrain_are_those_of_the_edition(tmp_path: Path) -> None:
    changes = [('"ancients"', '"medieval"'), ('"auxilia"', '"elephant"'), ('"forest"', '"camp"')]
    found = " ".join(problems(write(tmp_path, *changes)))
    assert "unknown terrain 'camp'; did you mean camp top?" in found
    assert "unknown kind of unit 'elephant'" in found
