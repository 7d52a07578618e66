"""Scenario files: reading and checking one with file and line, and writing a scenario as one."""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ..core import column, hexes
from ..core.digest import digest_of
from ..core.kinds import CLASSES, kind_names, kind_number
from ..core.rows import EDITIONS
from ..core.terrain import terrain_names, terrain_number
from ..core.toml_lines import BadFile, Document, parse, read
from .armies import BANNERS_MOST, COMMAND_MOST, TOKENS_MOST, Army, LoneLeader, Placement, Scenario, leader_names
from .editions import carried_in, discover, edition_named, resolve
from .kits import KITS
from .special_rules import FORMS, SIDES, SpecialRule, setting_problem

BYTES_MOST: Final = 1 << 18  # of a file
HINTS_MOST: Final = 50  # problems that are told with the word which may have been meant
RAISING: Final = ("command-growth", "command-growth-on-banners")  # the special rules that raise a command
SPECIAL_UNITS: Final = ("sacred-band", "silver-shields", "companion-cavalry", "immortals", "legion", "bow-armed")

_TEXTS: Final = ("id", "name", "year_text", "edition", "box", "theatre", "source")
_NUMBERS: Final = ("year", "number")
_LISTS: Final = ("notes",)
_TABLES: Final = ("terrain", *SIDES)
_ARMY_KEYS: Final = ("name", "commander", "kit", "command", "tokens", "banners", "moves_first", "units", "leaders")
_SELDOM: Final = ("kit", "tokens")  # written only where an army has them
_MORE: Final = ("special_rules", "ramparts", "reconstruction")
_VARIANT: Final = "variant"  # the table with an edition that is not one of Hexillum's
_OPTIONAL: Final = (
    "box",
    "theatre",
    "notes",
    "special_rules",
    "ramparts",
    "reconstruction",
    "terrain",
    "kit",
    "leaders",
    "tokens",
    _VARIANT,
)


@dataclass(frozen=True)
class Problem:
    """Something wrong in a scenario file: the file, the line from 1, and what is wrong in words."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


class ScenarioError(BadFile):
    """A scenario that cannot be loaded; says which file and line, what is wrong and what was expected."""


def setup_digest(plan: Scenario) -> str:
    """The digest of a set-up as it lies now, by which files name it: what its armies wear is not in it.

    >>> from hexillum.battle.scenarios import load_scenario
    >>> len(setup_digest(load_scenario("akragas")))
    16
    """
    return digest_of(scenario_text(plan, looks=False))


def scenario_text(plan: Scenario, *, looks: bool = True) -> str:
    """A scenario as the text of a .toml file: the same text for the same set-up, whatever its file looked like.

    A swapped scenario is written as it lies now. Without `looks` its kits are left out: what is compared, and what a
    digest is made of, is how it plays.

    >>> from hexillum.battle.scenarios import load_scenario
    >>> scenario_text(load_scenario("akragas")).splitlines()[1]
    'name = "Akragas"'
    """
    lines = [f"{key} = {_toml(getattr(plan, key))}" for key in (*_TEXTS, *_NUMBERS, "reconstruction", *_LISTS)]
    lines.append(f"ramparts = {_toml(plan.ramparts)}")
    rules = [{"name": rule.name, "side": rule.side, **rule.settings} for rule in plan.special_rules]
    lines += ["special_rules = [", *(f"  {_toml(rule)}," for rule in rules), "]", "", "[terrain]"]
    lines += [f"{place} = {_toml(ground)}" for place, ground in plan.terrain.items()]
    for side, army in zip(SIDES, (plan.top, plan.bottom), strict=True):
        lines += ["", f"[{side}]"]
        keys = [key for key in _ARMY_KEYS[:7] if key not in _SELDOM or (getattr(army, key) and (looks or key != "kit"))]
        lines += [f"{key} = {_toml(getattr(army, key))}" for key in keys]
        lines += ["units = [", *(f"  {_toml(_unit_words(unit))}," for unit in army.units), "]"]
        lines.append(f"leaders = {_toml([[one.hex, one.name] if one.name else [one.hex] for one in army.leaders])}")
    return "\n".join([*lines, *_variant_lines(plan.edition), ""])


def _variant_lines(edition: str) -> list[str]:
    """An edition that does not come with Hexillum, as a table of the file."""
    lines = edition_named(edition).text.splitlines() if edition in EDITIONS else []
    named = [f"[{_VARIANT}.{line[1:]}" if line.startswith("[") else line for line in lines]
    return ["", f"[{_VARIANT}]", *named] if lines else []


def _unit_words(unit: Placement) -> list[str]:
    leader = [] if unit.leader is None else [f"leader:{unit.leader}" if unit.leader else "leader"]
    return [unit.hex, unit.kind, *leader, *unit.special]


def _toml(value: Any) -> str:
    """A value as TOML, on one line."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_toml(one)}' for key, one in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def scan(path: Path, text: str | None = None, *, plain: bool = False) -> tuple[Scenario, list[Problem]]:
    """The scenario of a .toml file and all that is wrong with it, in the order of the lines.

    A `plain` one is of the edition that it names, whatever stands in the place of that (`editions.use`).
    Where anything is wrong the scenario holds harmless values in its place, so that the rest can be judged. With `text`
    that is read, and `path` is only the name in messages. Raises ScenarioError for a file that cannot be read at all.

    >>> scan(Path("mine.toml"), text="id = 3")[1][0].message
    'the key name is missing'
    """
    reader = _Reader(path, text=text, plain=plain)
    scenario = reader.scenario()
    return scenario, reader.problems


@dataclass
class _Reader:
    """Reads one file into a Scenario and notes every problem on the way; what is wrong gets a harmless value."""

    path: Path
    text: str | None = None  # instead of the file's
    plain: bool = False
    found: list[Problem] = field(default_factory=list)
    taken: dict[str, str] = field(default_factory=dict)
    pieces: dict[str, tuple[str, tuple[str | int, ...]]] = field(default_factory=dict)
    rows: int = 9
    kinds: tuple[str, ...] = ()
    terrains: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        try:
            self.document: Document = (
                read(self.path, BYTES_MOST) if self.text is None else parse(self.text, str(self.path))
            )
        except BadFile as error:
            raise ScenarioError(error.file, error.line, error.message) from None

    @property
    def problems(self) -> list[Problem]:
        """The problems found, in the order of their lines."""
        return sorted(self.found, key=lambda problem: problem.line)

    def wrong(self, message: str, *place: str | int) -> None:
        self.found.append(Problem(self.document.file, self.document.line(*place), message))

    def scenario(self) -> Scenario:
        data = self.document.data
        self.keys(data, (*_TEXTS, *_NUMBERS, *_LISTS, *_MORE, *_TABLES, _VARIANT))
        text: dict[str, Any] = {key: self.value(data, str, "text", key) for key in _TEXTS}
        number: dict[str, Any] = {key: self.value(data, int, "a whole number", key) for key in _NUMBERS}
        words: dict[str, Any] = {key: self.words(key) for key in _LISTS}
        edition = text["edition"] = self.edition(text["edition"])
        self.rows = edition_named(edition).rows
        self.kinds, self.terrains = kind_names(edition), terrain_names(edition)
        terrain = self.terrain(self.value(data, dict, "a table", "terrain"))
        ramparts = self.ramparts()
        top, bottom = (self.army(self.value(data, dict, "a table", side), side) for side in SIDES)
        self.first_mover(data)
        self.standing(terrain, edition)
        rules = self.special_rules(terrain, {"top": top, "bottom": bottom})
        return Scenario(
            **text,
            **number,
            **words,
            terrain=terrain,
            top=top,
            bottom=bottom,
            special_rules=rules,
            ramparts=ramparts,
            reconstruction=self.value(data, bool, "true or false", "reconstruction"),
        )

    def edition(self, word: str) -> str:
        """Return the key of the edition that is played, a harmless one where the file names none."""
        data = self.document.data
        if isinstance(data.get(_VARIANT), dict):
            try:
                own = carried_in(self.document, _VARIANT)
            except BadFile as error:
                raise ScenarioError(error.file, error.line, error.message) from None
            if word != data[_VARIANT].get("key"):
                self.wrong(f"edition is {word!r}, but [{_VARIANT}] has another key", "edition")
            return own.key
        if _VARIANT in data:
            self.wrong(f"[{_VARIANT}] must be a table", _VARIANT)
        if word and word not in EDITIONS:
            discover()
        if isinstance(data.get("edition"), str):
            self.known(word, tuple(EDITIONS), "edition", "edition")
        if word not in EDITIONS:
            return EDITIONS[0]
        return word if self.plain else resolve(word)

    def ramparts(self) -> tuple[str, ...]:
        """Return the protected hexsides, each two neighbours with the defended hex first."""
        found = []
        for index, side in enumerate(self.value(self.document.data, list, "a list of hexsides", "ramparts")):
            place = ("ramparts", index)
            parts = side.split("/") if isinstance(side, str) else []
            if len(parts) != 2:
                self.wrong('a rampart is written "E5/D5", the defended hex first', *place)
                continue
            inside, outside = (self.spot(part, *place) for part in parts)
            if inside and outside:
                if hexes.distance(hexes.parse(inside), hexes.parse(outside)) != 1:
                    self.wrong(f"{inside} and {outside} are not neighbours", *place)
                found.append(f"{inside}/{outside}")
        return tuple(found)

    def standing(self, terrain: dict[str, str], edition: str) -> None:
        """Note the pieces that stand where they may not (MOV-05)."""
        for hex, (kind, place) in self.pieces.items():
            ground = terrain.get(hex, "")
            if ground not in self.terrains or kind not in ("leader", *self.kinds):
                continue
            walks = CLASSES["leader"] if kind == "leader" else column.WALKS[kind_number(edition, kind)]
            if not column.ENTERS[terrain_number(edition, ground)] & walks:
                self.wrong(f"{hex} is {ground}, where {kind} may not be", *place)

    def special_rules(self, terrain: dict[str, str], armies: dict[str, Army]) -> tuple[SpecialRule, ...]:
        """Return the special rules; note those that are unknown or lack something."""
        found: list[SpecialRule] = []
        for index, entry in enumerate(self.value(self.document.data, list, "a list of tables", "special_rules")):
            place = ("special_rules", index)
            rule = self.special_rule(entry, index)
            if rule is None:
                continue
            twice = any((rule.name, rule.side) == (other.name, other.side) for other in found)
            if twice and "leader" not in rule.settings:
                self.wrong(f"{rule.name} is there twice for the {rule.side} side", *place)
            self.fitting(rule, terrain, armies[rule.side], index)
            found.append(rule)
        for side, army in armies.items():
            raised = (rule.settings for rule in found if rule.side == side and rule.name in RAISING)
            most = army.command + sum(each.get("turns", 0) + each.get("cards", 0) for each in raised)
            if most > COMMAND_MOST:
                self.wrong(
                    f"the command of the {side} army may rise to {most}: expected at most {COMMAND_MOST}",
                    side,
                    "command",
                )
        return tuple(found)

    def special_rule(self, entry: Any, index: int) -> SpecialRule | None:
        place = ("special_rules", index)
        if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
            self.wrong('a special rule is a table: { name = "command-growth", side = "bottom", turns = 2 }', *place)
            return None
        name = entry["name"]
        if name not in FORMS:
            self.known(name, tuple(FORMS), "special rule", *place, "name")
            return None
        form = FORMS[name]
        keys = ("name", "side", *form.needs, *form.allows)
        good = True
        for key in entry:
            if key not in keys:
                self.known(key, keys, f"parameter of {name}", *place, key)
        for key in ("side", *form.needs):
            if key not in entry:
                self.wrong(f"{name} lacks {key}", *place)
                good = False
        if entry.get("side", "top") not in SIDES:
            self.known(str(entry["side"]), SIDES, "side", *place, "side")
            good = False
        settings = {key: value for key, value in entry.items() if key in (*form.needs, *form.allows)}
        for key, value in settings.items():
            problem = setting_problem(name, key, value)
            if problem:
                self.wrong(problem, *place, key)
                good = False
        if not good:
            return None
        hashable = {key: tuple(value) if isinstance(value, list) else value for key, value in settings.items()}
        return SpecialRule(name, entry["side"], hashable)

    def fitting(self, rule: SpecialRule, terrain: dict[str, str], army: Army, index: int) -> None:
        """Note what of a special rule does not fit to the battle."""
        place = ("special_rules", index)
        enemy_row = 0 if rule.side == "bottom" else self.rows - 1
        for n, word in enumerate(rule.settings.get("hexes", ())):
            hex = self.spot(word, *place, "hexes", n)
            if word in rule.settings["hexes"][:n]:
                self.wrong(f"{word} is named twice", *place, "hexes", n)
            if hex and rule.name == "camp-capture" and terrain.get(hex) != "camp":
                self.wrong(f"{hex} is not a camp", *place, "hexes", n)
            if hex and rule.name == "camp-plunder" and not terrain.get(hex, "").startswith("camp"):
                self.wrong(f"{hex} is not a camp", *place, "hexes", n)
            if hex and rule.name == "exit-for-banner" and hexes.ROW[hexes.parse(hex)] != enemy_row:
                self.wrong(f"{hex} is not on the enemy's edge of the board", *place, "hexes", n)
        leader = rule.settings.get("leader")
        names = leader_names(army)
        if leader is not None and leader not in names:
            known = ", ".join(filter(None, names)) or "none with a name"
            self.wrong(f"the {rule.side} army has no leader {leader!r}: expected one of {known}", *place, "leader")

    def keys(self, table: dict[str, Any], expected: tuple[str, ...], *place: str) -> None:
        """Note the keys that are unknown and those that are missing."""
        for key in table:
            if key not in expected:
                self.known(key, expected, "key", *place, key)
        for key in expected:
            if key not in table and key not in _OPTIONAL:
                where = f" in [{place[0]}]" if place else ""
                self.wrong(f"the key {key} is missing{where}", *place)

    def value(self, table: dict[str, Any], wanted: type, words: str, *place: str | int) -> Any:
        """Return the value of the last key of the place; an empty one where it is missing or of another type."""
        value = table.get(str(place[-1]))
        if value is None:
            return wanted()
        if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
            self.wrong(f"{place[-1]} must be {words}, not {_shown(value)}", *place)
            return wanted()
        return value

    def words(self, key: str) -> tuple[str, ...]:
        """Return a list of texts."""
        found = []
        for index, word in enumerate(self.value(self.document.data, list, "a list of texts", key)):
            if isinstance(word, str):
                found.append(word)
            else:
                self.wrong(f"{key} must be a list of texts, not of {_shown(word)}", key, index)
        return tuple(found)

    def known(self, word: str, expected: tuple[str, ...], what: str, *place: str | int) -> None:
        """Note a word that is none of those expected."""
        if word in expected:
            return
        near = difflib.get_close_matches(word, expected, n=1) if len(self.found) < HINTS_MOST else []
        hint = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(expected)}"
        self.wrong(f"unknown {what} {word!r}; {hint if expected else 'there is none yet'}", *place)

    def spot(self, text: Any, *place: str | int) -> str:
        """Return the name of a hex of the board, "" where it is none."""
        try:
            return hexes.name(hexes.parse(str(text), self.rows))
        except ValueError as error:
            self.wrong(str(error), *place)
            return ""

    def terrain(self, table: dict[str, Any]) -> dict[str, str]:
        found: dict[str, str] = {}
        for key, value in table.items():
            hex = self.spot(key, "terrain", key)
            if hex in found:
                self.wrong(f"{hex} has terrain already; a hex has one terrain", "terrain", key)
            if isinstance(value, str):
                self.known(value, self.terrains, "terrain", "terrain", key)
                found[hex] = value
            else:
                self.wrong(f"the terrain of {key} must be text, not {_shown(value)}", "terrain", key)
        return found

    def army(self, table: dict[str, Any], side: str) -> Army:
        if table:
            self.keys(table, _ARMY_KEYS, side)
        units = [self.unit(entry, side, n) for n, entry in enumerate(self.value(table, list, "a list", side, "units"))]
        if "units" in table and not units:
            self.wrong(f"the {side} army has no unit", side, "units")
        lone = enumerate(self.value(table, list, "a list", side, "leaders"))
        return Army(
            name=self.value(table, str, "text", side, "name"),
            commander=self.value(table, str, "text", side, "commander"),
            command=self.number(table, side, "command", COMMAND_MOST),
            kit=self.kit(table, side),
            tokens=self.number(table, side, "tokens", TOKENS_MOST) if "tokens" in table else 0,
            banners=self.number(table, side, "banners", BANNERS_MOST),
            moves_first=self.value(table, bool, "true or false", side, "moves_first"),
            units=tuple(unit for unit in units if unit),
            leaders=tuple(leader for n, entry in lone if (leader := self.lone_leader(entry, side, n))),
        )

    def kit(self, table: dict[str, Any], side: str) -> str:
        """Return what the figures of an army wear; "" where that is left open or unknown."""
        kit: str = self.value(table, str, "text", side, "kit")
        if "kit" in table and isinstance(table["kit"], str):
            self.known(kit, tuple(KITS), "kit", side, "kit")
        return kit if kit in KITS else ""

    def number(self, table: dict[str, Any], side: str, key: str, most: int) -> int:
        """Return a whole number from 1 to most."""
        value = table.get(key)
        if key in table and not (isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most):
            self.wrong(f"{key} must be a whole number from 1 to {most}, not {_shown(value)}", side, key)
            return 1
        return value or 1

    def unit(self, entry: Any, side: str, index: int) -> Placement | None:
        place = (side, "units", index)
        if not (isinstance(entry, list) and len(entry) >= 2 and all(isinstance(word, str) for word in entry)):
            self.wrong('a unit is written ["B4", "heavy-infantry"], with more words after the kind', *place)
            return None
        hex = self.spot(entry[0], *place, 0)
        self.known(entry[1], self.kinds, "kind of unit", *place, 1)
        leaders = [word for word in entry[2:] if word == "leader" or word.startswith("leader:")]
        special = tuple(word for word in entry[2:] if word not in leaders)
        for word in special:
            self.known(word, ("leader", *SPECIAL_UNITS), "word for a unit", *place, entry.index(word, 2))
        if len(leaders) > 1:
            self.wrong(f"{hex} has two leaders; a hex has room for one", *place)
        self.occupy(hex, f"a unit of the {side} army", *place)
        self.pieces.setdefault(hex, (entry[1], place))
        return Placement(hex, entry[1], leaders[0].partition(":")[2] if leaders else None, special)

    def lone_leader(self, entry: Any, side: str, index: int) -> LoneLeader | None:
        place = (side, "leaders", index)
        texts = isinstance(entry, list) and all(isinstance(word, str) for word in entry)
        if not (texts and 1 <= len(entry) <= 2):
            self.wrong('a leader alone in a hex is written ["H8", "Mago"] or ["H8"]', *place)
            return None
        hex = self.spot(entry[0], *place, 0)
        self.occupy(hex, f"a leader of the {side} army", *place)
        self.pieces.setdefault(hex, ("leader", place))
        return LoneLeader(hex, entry[1] if len(entry) == 2 else "")

    def occupy(self, hex: str, newcomer: str, *place: str | int) -> None:
        """Put a unit or a lone leader on a hex; note where somebody stands there already (MOV-04)."""
        if hex and hex in self.taken:
            advice = ""
            if "leader" in newcomer and "unit" in self.taken[hex]:
                advice = '; a leader with a unit of his own side is a word in that unit\'s line, "leader:NAME"'
            self.wrong(f"{hex} holds {self.taken[hex]} already; {newcomer} cannot stand there{advice}", *place)
        self.taken.setdefault(hex, newcomer)

    def first_mover(self, data: dict[str, Any]) -> None:
        """Note a war council in which both sides or none move first (TURN-05)."""
        movers = [table.get("moves_first") for side in SIDES if isinstance(table := data.get(side), dict)]
        if sorted(map(str, movers)) in (["False", "False"], ["True", "True"]):
            number = "both sides" if movers[0] else "no side"
            self.wrong(f"{number} would move first; moves_first is true for exactly one side", "bottom", "moves_first")


def _shown(value: object) -> str:
    """Return a value as a reader of TOML knows it, cut where it is long."""
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
