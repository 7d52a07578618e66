"""Scenarios: the battles that can be played, those that come with Hexillum and those of a file of one's own."""

from __future__ import annotations

import difflib
from dataclasses import replace
from pathlib import Path
from typing import Final

from ..core import hexes
from ..core.editions import edition_named
from ..core.toml_lines import DATA, BadFile
from .armies import Army, LoneLeader, Placement, Scenario, leader_names, waiting
from .editions import Edition, changed, folders, in_use
from .scenario_files import Problem, ScenarioError, scan, scenario_text, setup_digest
from .special_rules import mirrored

__all__ = [
    "Scenario",
    "Army",
    "Placement",
    "LoneLeader",
    "leader_names",
    "waiting",
    "names",
    "playable",
    "scenarios",
    "load_scenario",
    "read_scenario",
    "scenario_text",
    "setup_digest",
    "is_built_in",
    "turn_round",
    "validate",
    "played_by",
    "built_in",
    "own_battles",
    "Problem",
    "ScenarioError",
    "UnknownScenario",
    "FOLDER",
]

FOLDER: Final = DATA / "scenarios"


class UnknownScenario(ValueError):
    """A name that no scenario has; the message names similar ones."""


def names() -> list[str]:
    """The names of the scenarios that come with Hexillum, in the order of the alphabet.

    >>> names()[:3]
    ['akragas', 'asculum', 'baecula']
    """
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def playable() -> list[str]:
    """The names of all battles that are there: those that come with Hexillum, then those of editions of one's own.

    >>> playable()[:2]
    ['akragas', 'asculum']
    """
    return [*names(), *(name for name in own_battles() if "/" not in name)]


def scenarios() -> list[Scenario]:
    """All scenarios that come with Hexillum or with an edition that is loaded, in the order of their names.

    >>> scenarios()[0]
    <Scenario akragas: Akragas, 406 BC, Carthaginian (top) against Syracusan (bottom)>
    """
    return [load_scenario(name) for name in playable()]


def load_scenario(name_or_path: str | Path) -> Scenario:
    """A scenario: one that comes with Hexillum by its name, any other by the path of its .toml file.

    A Path, and a text that ends with .toml or has a slash, is a path; of `BATTLE+FILE` it is the battle as the variant
    of that file plays it, one after the other where there are several (`battle.editions.changed`). `EDITION/NAME` is a
    battle of an edition that is loaded. Raises ScenarioError with the first problem of a file that is not right,
    BadFile for a variant, UnknownScenario for a name that none has.

    >>> len(load_scenario("zama").bottom.units)
    21
    """
    if not isinstance(name_or_path, Path) and "+" in name_or_path and not Path(name_or_path).exists():
        battle, *variants = name_or_path.split("+")
        plan = load_scenario(battle)
        for variant in variants:
            plan = changed(plan, variant)
        return _checked(plan, name_or_path)
    plan = _whole(_find(name_or_path))
    return plan if in_use(plan) is plan else _checked(in_use(plan), plan.id)


def _checked(plan: Scenario, what: str) -> Scenario:
    """A battle that was changed, if it can still be set up. Raises BadFile."""
    problems = scan(Path(what), scenario_text(turn_round(plan) if plan.swapped else plan), plain=True)[1]
    if problems:
        raise BadFile(what, 1, f"cannot be set up: {problems[0].message}")
    return plan


def played_by(plan: Scenario, edition: str | Path | Edition) -> Scenario:
    """A battle as an edition or variant plays it: by its key, its file or folder, or as it is loaded.

    Raises BadFile where that cannot be.

    >>> played_by(load_scenario("akragas"), "ancients") == load_scenario("akragas")
    True
    """
    if plan.swapped:
        return turn_round(played_by(turn_round(plan), edition))
    return _checked(changed(plan, edition), plan.id)


def built_in(name: str) -> Scenario:
    """A battle that comes with Hexillum, as it comes: whatever stands in the place of its edition.

    >>> built_in("zama").edition
    'ancients'
    """
    if name not in names():
        raise UnknownScenario(f"there is no scenario {name!r}")
    return _whole(FOLDER / f"{name}.toml", plain=True)


def read_scenario(text: str, file: str = "scenario", *, plain: bool = False) -> Scenario:
    """A scenario from the text of a .toml file; `file` is the name that messages show.

    A `plain` one is of the edition that it names, whatever stands in the place of that (`editions.use`). Raises
    ScenarioError with the first problem.

    >>> read_scenario(scenario_text(load_scenario("zama"))) == load_scenario("zama")
    True
    """
    return _whole(Path(file), text, plain=plain)


def _whole(path: Path, text: str | None = None, *, plain: bool = False) -> Scenario:
    scenario, problems = scan(path, text, plain=plain)
    if problems:
        first = problems[0]
        raise ScenarioError(first.file, first.line, first.message)
    return scenario


def is_built_in(plan: Scenario) -> bool:
    """Whether a scenario is one that comes with Hexillum, unchanged: neither name nor looks say it.

    >>> akragas = load_scenario("akragas")
    >>> is_built_in(turn_round(akragas)), is_built_in(replace(akragas, top=replace(akragas.top, banners=9)))
    (True, False)
    """
    plain = turn_round(plan) if plan.swapped else plan
    own = built_in(plan.id) if plan.id in names() else None
    return own is not None and scenario_text(own, looks=False) == scenario_text(plain, looks=False)


_OTHER_CAMP: Final = {"camp top": "camp bottom", "camp bottom": "camp top"}


def turn_round(plan: Scenario) -> Scenario:
    """The same battle seen from the other side of the table: the top army becomes the bottom one, every hex is turned.

    >>> plan = turn_round(load_scenario("akragas"))
    >>> plan.bottom.name, plan.bottom.units[0].hex, plan.first
    ('Carthaginian', 'H11', 'top')
    """
    rows = edition_named(plan.edition).rows

    def turn(place: str) -> str:
        row, half = hexes.spot(hexes.parse(place, rows))
        return hexes.name(hexes.at(rows - 1 - row, 2 * hexes.WIDTH - 2 - half))

    def turned(army: Army) -> Army:
        units = tuple(replace(unit, hex=turn(unit.hex)) for unit in army.units)
        return replace(army, units=units, leaders=tuple(replace(one, hex=turn(one.hex)) for one in army.leaders))

    return replace(
        plan,
        top=turned(plan.bottom),
        bottom=turned(plan.top),
        terrain={turn(place): _OTHER_CAMP.get(ground, ground) for place, ground in plan.terrain.items()},
        ramparts=tuple("/".join(turn(place) for place in side.split("/")) for side in plan.ramparts),
        special_rules=tuple(mirrored(rule, turn) for rule in plan.special_rules),
        swapped=not plan.swapped,
    )


def validate(path: str | Path) -> list[Problem]:
    """Every problem of a scenario file in the order of its lines; an empty list says that it is right.

    A file that cannot be read is a problem of its own; nothing is raised.

    >>> validate(FOLDER / "akragas.toml")
    []
    """
    try:
        return scan(Path(path))[1]
    except BadFile as error:
        return [Problem(error.file, error.line, error.message)]


def own_battles() -> dict[str, Path]:
    """The battles of editions that are loaded from folders: their files, by NAME and, whatever has that, EDITION/NAME.

    >>> "akragas" in own_battles()
    False
    """
    files: dict[str, Path] = {}
    for key, folder in folders():
        for path in sorted(folder.glob("*.toml")):
            files[f"{key}/{path.stem}"] = path
            if path.stem not in names():
                files.setdefault(path.stem, path)
    return files


def _find(name_or_path: str | Path) -> Path:
    text = str(name_or_path)
    if text in own_battles():
        return own_battles()[text]
    if isinstance(name_or_path, Path) or text.endswith(".toml") or "/" in text:
        return Path(text)
    if text in names():
        return FOLDER / f"{text}.toml"
    known = [*names(), *own_battles()]
    near = difflib.get_close_matches(text.lower(), known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(known)}"
    raise UnknownScenario(f"there is no scenario {text!r}; {hint}")
