"""Battles that people lay out: what they draw is written as a scenario file, and the one loader judges every file."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final, cast

from ..battle.armies import BANNERS_MOST, COMMAND_MOST, TOKENS_MOST, Army, LoneLeader, Placement, Scenario
from ..battle.deployment import state_of
from ..battle.kits import KITS
from ..battle.scenario_files import (
    SPECIAL_UNITS,
    Problem,
    ScenarioError,
    scan,
    scenario_text,
)
from ..battle.scenarios import read_scenario
from ..battle.special_rules import (
    FORMS,
    KINDS_OF_UNIT,
    NUMBER,
    PLACES,
    SIDES,
    SWITCH,
    TEXT,
    TEXTS,
    SpecialRule,
    most_of,
    rule_of,
    rule_words,
)
from ..battle.view_types import SideWord, pair
from ..battle.words import MARK_RULES, special_rules
from ..core.rulebook import rule
from ..core.toml_lines import Document, parse
from . import wire
from .messages import SCENARIO_MOST, DraftArmy, Refused, ScenarioDraft

FILE: Final = "scenario"  # what messages call the text of a scenario
NAME_MOST: Final = 80  # characters of a name,
TEXT_MOST: Final = 2000  # of any other text,
NOTES_MOST: Final = 20  # and notes
PROBLEMS_MOST: Final = 40  # that are told at once
_HEX: Final = re.compile(r'^(?:  \["|)([A-K][0-9]{1,2})\b')
#: Characters that turn the direction of what follows: a name with them would not read as it is written.
_TURNING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@dataclass(frozen=True)
class Examined:
    """A scenario's text, what could be read of it, and all that is wrong with it in the order of the lines.

    `text` is what was sent where anything is wrong, otherwise the scenario as Hexillum writes it.
    """

    text: str
    plan: Scenario | None
    problems: tuple[Problem, ...] = ()


def drawn(draft: ScenarioDraft) -> str:
    """What somebody has drawn, as the text of a scenario file; whether it is right is the loader's to say."""
    rules = tuple(SpecialRule(one.name, one.side, one.settings) for one in draft.special_rules)
    told = draft.model_dump(exclude={"top", "bottom", "special_rules"})
    for key in ("notes", "ramparts"):
        told[key] = tuple(told[key])
    return scenario_text(Scenario(**told, top=_army(draft.top), bottom=_army(draft.bottom), special_rules=rules))


def _army(draft: DraftArmy) -> Army:
    units = tuple(Placement(one.hex.upper(), one.kind, one.leader, tuple(one.special)) for one in draft.units)
    leaders = tuple(LoneLeader(one.hex.upper(), one.name) for one in draft.leaders)
    return Army(**draft.model_dump(exclude={"units", "leaders"}), units=units, leaders=leaders)


def examined(text: str) -> Examined:
    """A text as the loader reads it, held to the bounds of what people may send.

    >>> [problem.line for problem in examined("id = 3").problems][:2]
    [1, 1]
    >>> from hexillum.battle.scenarios import load_scenario
    >>> examined(scenario_text(load_scenario("akragas"))).problems
    ()
    """
    if len(text) > SCENARIO_MOST:
        words = f"the scenario has {len(text):,} characters: expected at most {SCENARIO_MOST:,}"
        return Examined("", None, (Problem(FILE, 1, words),))
    try:
        plan, problems = scan(Path(FILE), text)
    except ScenarioError as error:
        return Examined(text, None, (Problem(error.file, error.line, error.message),))
    problems += _too_much(plan, parse(text, FILE))
    if not problems:
        written = scenario_text(plan)
        try:  # what cannot be begun, or not be read again, would be a table that nobody can open
            state_of(read_scenario(written, FILE))
        except ValueError as error:
            problems = [Problem(FILE, 1, str(error))]
        else:
            return Examined(written, plan)
    return Examined(text, plan, tuple(sorted(problems, key=lambda one: one.line)[:PROBLEMS_MOST]))


def right(found: Examined) -> Examined:
    """The same, where nothing is wrong with it. Raises Refused with the first problem."""
    if found.problems:
        first = found.problems[0]
        raise Refused("wrong_scenario", f"line {first.line}: {first.message}", status=422)
    return found


def _too_much(plan: Scenario, document: Document) -> list[Problem]:
    """What of the texts is longer than a page can show, or cannot be shown."""
    found: list[Problem] = []

    def bound(text: str, what: str, most: int, *place: str | int) -> None:
        if len(text) > most:
            found.append(Problem(FILE, document.line(*place), f"{what} has {len(text)} characters: at most {most}"))
        elif any(char in _TURNING or (unicodedata.category(char) == "Cc" and char != "\n") for char in text):
            found.append(Problem(FILE, document.line(*place), f"{what} has a character that cannot be shown"))

    for key in ("id", "name", "year_text", "box", "theatre"):
        bound(getattr(plan, key), key, NAME_MOST, key)
    bound(plan.source, "source", TEXT_MOST, "source")
    for n, note in enumerate(plan.notes):
        bound(note, "a note", TEXT_MOST, "notes", n)
    if len(plan.notes) > NOTES_MOST:
        found.append(Problem(FILE, document.line("notes"), f"{len(plan.notes)} notes: at most {NOTES_MOST}"))
    if not -(10**6) < plan.year < 10**6 or not -(10**6) < plan.number < 10**6:
        found.append(Problem(FILE, document.line("year"), "year and number have at most six digits"))
    for side, army in zip(SIDES, (plan.top, plan.bottom), strict=True):
        for key in ("name", "commander"):
            bound(getattr(army, key), f"the {key} of the {side} army", NAME_MOST, side, key)
        for n, unit in enumerate(army.units):
            bound(unit.leader or "", "the name of a leader", NAME_MOST, side, "units", n)
        for n, one in enumerate(army.leaders):
            bound(one.name, "the name of a leader", NAME_MOST, side, "leaders", n)
    for n, special in enumerate(plan.special_rules):
        for value in special.settings.values():
            for word in value if isinstance(value, tuple) else [value]:
                bound(str(word), "a name in a special rule", NAME_MOST, "special_rules", n)
    return found


def set_up_digest(plan: Scenario) -> str:
    """The digest of what is played, whatever it is called: texts and looks aside, two equal battles have the same.

    >>> from hexillum.battle.scenarios import load_scenario
    >>> akragas = load_scenario("akragas")
    >>> set_up_digest(akragas) == set_up_digest(replace(akragas, name="Mine", notes=()))
    True
    """
    bare: dict[str, Any] = {
        "id": "",
        "name": "",
        "year": 0,
        "year_text": "",
        "number": 0,
        "box": "",
        "theatre": "",
        "source": "",
    }
    armies = {side: replace(getattr(plan, side), name="", commander="") for side in SIDES}
    text = scenario_text(replace(plan, notes=(), reconstruction=False, **bare, **armies), looks=False)
    return hashlib.sha256(text.encode()).hexdigest()


# ---------------------------------------------------------------- as it goes over the wire


def told(found: Examined) -> wire.ScenarioChecked:
    """What is said of a text that was examined."""
    lines = found.text.split("\n")
    right = found.plan is not None and not found.problems
    entries, rule_at = _rules_in(found)
    return {
        "text": found.text,
        "problems": [
            {
                "line": one.line,
                "message": one.message,
                "hex": _hex_at(lines, one.line),
                "rule": rule_at.get(one.line),
            }
            for one in found.problems
        ],
        "plan": None if found.plan is None else plan_of(found.plan),
        "digest": set_up_digest(found.plan) if found.plan is not None and right else "",
        "special_rules": special_rules(found.plan) if found.plan is not None and right else [],
        "rules": [_sentence(entry, found.plan) for entry in entries],
    }


def _rules_in(found: Examined) -> tuple[list[Any], dict[int, int]]:
    """The entries of the list of special rules of a text, and the number of each by its line."""
    if found.plan is None:
        return [], {}
    document = parse(found.text, FILE)
    entries = document.data.get("special_rules", [])
    if not isinstance(entries, list):
        return [], {}
    return entries, {document.line("special_rules", n): n for n in range(len(entries))}


def _sentence(entry: Any, plan: Scenario | None) -> str:
    """A special rule as the battle tells it, "" for one that is not right."""
    try:
        found = rule_of(entry)
    except ValueError:
        return ""
    return "" if plan is None else rule_words(found, {"top": plan.top, "bottom": plan.bottom}[found.side].name)


def _hex_at(lines: list[str], line: int) -> str | None:
    """The hex that a line of a scenario as Hexillum writes it is about."""
    found = _HEX.match(lines[line - 1]) if 0 < line <= len(lines) else None
    return found[1] if found else None


def plan_of(plan: Scenario) -> wire.ScenarioPlan:
    """A scenario as data: what a page edits.

    >>> from hexillum.battle.scenarios import load_scenario
    >>> plan_of(load_scenario("akragas"))["top"]["units"][2]
    {'hex': 'B4', 'kind': 'heavy-infantry', 'leader': 'Mago', 'special': []}
    """
    return {
        "id": plan.id,
        "name": plan.name,
        "number": plan.number,
        "year": plan.year,
        "year_text": plan.year_text,
        "edition": plan.edition,
        "box": plan.box,
        "theatre": plan.theatre,
        "source": plan.source,
        "notes": list(plan.notes),
        "terrain": dict(plan.terrain),
        "ramparts": list(plan.ramparts),
        "reconstruction": plan.reconstruction,
        "special_rules": [
            {"name": one.name, "side": cast(SideWord, one.side), "settings": _settings(one)}
            for one in plan.special_rules
        ],
        **pair(_planned(plan.top), _planned(plan.bottom)),
    }


def _settings(special: SpecialRule) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in special.settings.items()}


def _planned(army: Army) -> wire.PlanArmy:
    return {
        "name": army.name,
        "commander": army.commander,
        "kit": army.kit,
        "command": army.command,
        "banners": army.banners,
        "tokens": army.tokens,
        "moves_first": army.moves_first,
        "units": [
            {"hex": one.hex, "kind": one.kind, "leader": one.leader, "special": list(one.special)} for one in army.units
        ],
        "leaders": [{"hex": one.hex, "name": one.name} for one in army.leaders],
    }


# ---------------------------------------------------------------- what can be laid out

_KINDS: Final[dict[str, wire.ParameterKind]] = {
    NUMBER: "number",
    PLACES: "hexes",
    TEXT: "leader",
    TEXTS: "names",
    KINDS_OF_UNIT: "kinds",
    SWITCH: "switch",
}
#: What a form calls a parameter; one that a single rule means otherwise has the rule's name before it.
_LABELS: Final = {
    "leader": "Leader",
    "turns": "Turns with a second card",
    "banners": "Banners",
    "command-growth-on-banners banners": "With banner number",
    "cards": "Cards",
    "leaders": "Leaders who are not on the board yet",
    "leaders-sudden-death leaders": "Leaders lost",
    "hexes": "Hexes",
    "from_turn": "From turn",
    "units": "Units that wait",
    "order": "Placed as number",
    "optional": "Only where the table switches it on",
}


def _title(name: str) -> str:
    """The name of a special rule as people read it.

    >>> _title("exit-for-banner")
    'Exit for banner'
    """
    return name.replace("-", " ").capitalize()


@cache
def workshop() -> wire.Workshop:
    """The closed list of special rules with their parameters, the words for special units, and the bounds.

    >>> [one["name"] for one in workshop()["special_rules"]][1]
    'command-growth'
    """
    return {
        "special_rules": [
            {
                "name": name,
                "title": _title(name),
                "rule": form.rule,
                "words": rule(form.rule).text,
                "leaders": TEXT in form.needs.values(),
                "parameters": [
                    {
                        "name": key,
                        "kind": _KINDS[wanted],
                        "words": _LABELS.get(f"{name} {key}") or _LABELS[key],
                        "most": most_of(name, key),
                        "needed": key in form.needs,
                    }
                    for key, wanted in {**form.needs, **form.allows}.items()
                ],
            }
            for name, form in FORMS.items()
        ],
        "kits": dict(KITS),
        "marks": [
            {"name": mark, "rule": MARK_RULES[mark], "words": rule(MARK_RULES[mark]).text} for mark in SPECIAL_UNITS
        ],
        "command_most": COMMAND_MOST,
        "banners_most": BANNERS_MOST,
        "tokens_most": TOKENS_MOST,
    }
