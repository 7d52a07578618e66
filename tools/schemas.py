"""Write src/hexillum/data/schemas: JSON Schemas of the files that people write, with which editors complete and check.

python tools/schemas.py            write them
python tools/schemas.py --check    only check: exit status 1 where one is out of date
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Mapping
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "src" / "hexillum" / "data" / "schemas"
sys.path.insert(0, str(ROOT / "src"))

from hexillum.battle.armies import BANNERS_MOST, COMMAND_MOST, TOKENS_MOST  # noqa: E402
from hexillum.battle.kits import KITS  # noqa: E402
from hexillum.battle.scenario_files import SPECIAL_UNITS  # noqa: E402
from hexillum.battle.special_rules import FORMS  # noqa: E402
from hexillum.core import cards, kinds, terrain  # noqa: E402
from hexillum.core.edition_files import BOARDS, BOUNDS, PARTS  # noqa: E402
from hexillum.core.editions import LAWS, SWITCHES  # noqa: E402
from hexillum.core.kinds import KIND_NAMES  # noqa: E402
from hexillum.core.rows import BUILT_IN, NO_LIMIT  # noqa: E402
from hexillum.core.rule import RULE_IDS  # noqa: E402
from hexillum.notation.cases.reading import EXPECT_KEYS, TOP_KEYS  # noqa: E402

Schema = dict[str, Any]
HEAD: Schema = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "$defs": {"rule": {"enum": [id for id in RULE_IDS if id]}},
}
RULE: Schema = {"$ref": "#/$defs/rule"}
HEX = "^[A-Ka-k][0-9]{1,2}$"
SECTIONS = {
    "kind": (kinds.Kind, kinds.CHOICES),
    "terrain": (terrain.Terrain, terrain.CHOICES),
    "card": (cards.Card, cards.CHOICES),
    "effect": (cards.Card, cards.CHOICES),
}

#: What keys are for, where neither their name nor their values tell it: by the sort of table they stand in.
MEANINGS: dict[str, dict[str, str]] = {
    "case": {
        "case": "what it is about, in a sentence",
        "rules": "the rules that it shows",
        "setup": "the situation; or scenario",
        "scenario": "a battle as it is set up, by its name; or setup",
        "script": "what players and dice do, a line each",
        "expect": "what must be true afterwards",
        "hidden": "left unread",
        "note": "left unread",
    },
    "scenario": {
        "id": "its name in lower case with hyphens, which is also that of its file",
        "name": "its name for people",
        "number": "its place in lists",
        "year": "for ordering; before our era it is negative",
        "year_text": "the year as people read it",
        "box": "the box of the game that it comes from",
        "theatre": "a heading for lists",
        "source": "where the set-up comes from",
        "reconstruction": "it was made by us, since none is public",
        "notes": "remarks, each a text",
        "terrain": "a terrain for each hex that is not open",
        "ramparts": "protected sides of hexes, the defended hex first",
        "special_rules": "rules of this battle alone, by name and side",
        "top": "the army at the far edge",
        "bottom": "the army at the near edge",
    },
    "army": {
        "name": "of the army",
        "commander": "who leads it",
        "kit": "what it wears in pictures",
        "command": "how many cards it holds",
        "tokens": "Medieval: tokens that it begins with",
        "banners": "how many it needs to win",
        "moves_first": "it has the first turn",
        "units": "each with its hex, its kind, and what is special about it",
        "leaders": "who stand alone, each with his hex and perhaps his name",
    },
    "edition": {
        "name": "its name for people",
        "about": "a remark",
        "switch": "defaults of the house switches",
        "switches": "the same",
        "law": "what else the law fixes",
        "numbers": "rules that have another number in this edition",
        "kind": "kinds of unit",
        "terrain": "kinds of terrain",
        "card": "cards of the deck",
        "effect": "what a turn can be under that is no card",
        "scenario": "of the battle that is played by it",
    },
}


def told(sort: str, shape: Schema) -> Schema:
    """A table whose keys say what they are for."""
    for key, words in MEANINGS[sort].items():
        shape["properties"][key] = {"description": words, **shape["properties"][key]}
    return shape


def table(properties: Mapping[str, Schema], needed: Collection[str] = (), **more: Any) -> Schema:
    """A table with these keys and no others."""
    made: Schema = {"type": "object", "properties": dict(properties), "additionalProperties": False, **more}
    return {**made, "required": list(needed)} if needed else made


def texts(**more: Any) -> Schema:
    """A text."""
    return {"type": "string", **more}


def numbers(least: int, most: int) -> Schema:
    """A whole number."""
    return {"type": "integer", "minimum": least, "maximum": most}


def words(schema: Schema) -> Schema:
    """A list."""
    return {"type": "array", "items": schema}


def column(section: str, name: str, kind: str, choices: Mapping[str, Collection[str]]) -> Schema:
    """A column of a row, by the annotation of its field."""
    if name in PARTS:
        keys, most = PARTS[name]
        return table({key: RULE if most is None else numbers(0, most) for key in keys})
    closed: Schema = {"enum": list(choices[name])} if name in choices else texts()
    if kind.startswith("tuple"):
        return words(closed)
    if kind == "int":
        return numbers(*BOUNDS[section].get(name, (0, NO_LIMIT)))
    return {"type": "boolean"} if kind == "bool" else RULE if name == "rule" else closed


def rows(section: str) -> Schema:
    """A section of rows: those that there are are changed, others are new."""
    cls, choices = SECTIONS[section]
    columns = {
        {"of_class": "class"}.get(f.name, f.name): column(section, f.name, str(f.type), choices)
        for f in fields(cls)
        if f.name not in ("key", "edition")
    }
    needed = [f.name for f in fields(cls) if f.default is MISSING and f.default_factory is MISSING]
    needed = [name for name in needed if name not in ("key", "edition")]
    row = table({"like": texts(description="another row that it is like"), **columns})
    row["description"] = f"a new row needs {', '.join(needed)}, or like"
    return {"type": "object", "additionalProperties": row}


def switches(names: Collection[str]) -> Schema:
    """Switches by their names."""
    return table({name: {"type": "boolean"} for name in names})


def edition() -> Schema:
    """An edition.toml or a variant."""
    of_sides = {
        name: table({side: numbers(least, most) for side in ("top", "bottom")})
        for name, least, most in (
            ("banners", 1, BANNERS_MOST),
            ("command", 1, COMMAND_MOST),
            ("tokens", 0, TOKENS_MOST),
        )
    }
    made = table(
        {
            "extends": texts(description=f"{', '.join(BUILT_IN)}, the key of another edition, or the path of its file"),
            "key": texts(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", description="without it, the name of the file or folder"),
            "name": texts(),
            "about": texts(),
            "replaces": {"enum": list(BUILT_IN), "description": "is played in the place of this edition"},
            "rows": {"enum": list(BOARDS), "description": "rows of the board"},
            "switch": switches(SWITCHES),
            "switches": switches(SWITCHES),
            "law": switches(LAWS),
            "numbers": {"type": "object", "additionalProperties": RULE, "propertyNames": RULE},
            **{section: rows(section) for section in SECTIONS},
            "scenario": table(
                {
                    "name": texts(),
                    **of_sides,
                    "first": {"enum": ["top", "bottom"]},
                    "terrain": {
                        "type": "object",
                        "propertyNames": {"pattern": HEX},
                        "additionalProperties": texts(description='a terrain, or "clear"'),
                    },
                }
            ),
        }
    )
    return told("edition", made)


def scenario() -> Schema:
    """A battle as it is set up."""
    army = table(
        {
            "name": texts(),
            "commander": texts(),
            "kit": {"enum": list(KITS)},
            "command": numbers(1, COMMAND_MOST),
            "tokens": numbers(0, TOKENS_MOST),
            "banners": numbers(1, BANNERS_MOST),
            "moves_first": {"type": "boolean"},
            "units": words(
                {
                    "type": "array",
                    "prefixItems": [texts(pattern=HEX), texts(examples=list(KIND_NAMES))],
                    "items": texts(examples=["leader", "leader:NAME", *SPECIAL_UNITS]),
                    "minItems": 2,
                }
            ),
            "leaders": words(
                {"type": "array", "prefixItems": [texts(pattern=HEX), texts()], "minItems": 1, "maxItems": 2}
            ),
        },
        ("name", "commander", "command", "banners", "moves_first", "units"),
    )
    army = told("army", army)
    rule = {
        "type": "object",
        "properties": {"name": {"enum": list(FORMS)}, "side": {"enum": ["top", "bottom"]}},
        "required": ["name", "side"],
    }
    plain = {key: texts() for key in ("id", "name", "year_text", "edition", "box", "theatre", "source")}
    made = table(
        {
            **plain,
            "year": {"type": "integer"},
            "number": {"type": "integer"},
            "reconstruction": {"type": "boolean"},
            "notes": words(texts()),
            "ramparts": words(texts(pattern="^[A-K][0-9]{1,2}/[A-K][0-9]{1,2}$")),
            "special_rules": words(rule),
            "terrain": {"type": "object", "propertyNames": {"pattern": HEX}, "additionalProperties": texts()},
            "top": army,
            "bottom": army,
            "variant": edition(),
        },
        ("id", "name", "number", "year", "year_text", "edition", "source", "top", "bottom"),
    )
    return told("scenario", made)


def case() -> Schema:
    """One document of a file of cases."""
    line = {"anyOf": [texts(), table({"illegal": texts()}, ("illegal",))]}
    known: dict[str, Schema] = {
        "case": texts(),
        "edition": texts(description=f"{', '.join(BUILT_IN)}, the key of another edition, or the path of its file"),
        "rules": words(RULE),
        "setup": {"type": "object"},
        "scenario": texts(),
        "script": words(line),
        "expect": {"type": "object", "propertyNames": {"enum": list(EXPECT_KEYS)}},
        "hidden": {},
        "note": {},
    }
    return told("case", table({key: known[key] for key in TOP_KEYS}, ("case", "script")))


def render() -> dict[str, str]:
    """The schemas by the names of their files."""
    made = {"edition": edition(), "variant": edition(), "scenario": scenario(), "case": case()}
    del made["edition"]["properties"]["scenario"]
    return {
        f"{name}.schema.json": json.dumps({**HEAD, "title": f"Hexillum: {name}", **schema}, indent=1) + "\n"
        for name, schema in made.items()
    }


def main(arguments: list[str]) -> int:
    """Write or check the schemas; return the exit status."""
    if arguments not in ([], ["--check"]):
        print("usage: python tools/schemas.py [--check]", file=sys.stderr)
        return 2
    status = 0
    for name, text in render().items():
        path = TARGET / name
        if not arguments:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(ROOT)}", file=sys.stderr)
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(f"{path.relative_to(ROOT)} is out of date: run python tools/schemas.py", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
