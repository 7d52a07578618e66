"""The schemas that editors read fit the files that there are, and refuse what the referee refuses."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tools.schemas import TARGET, render

from hexillum.core.toml_lines import DATA
from tests.editions.test_bad_editions import BAD, BAD_SCENARIOS
from tests.kit.own_editions import ARMIES, TABLES

#: What only the whole of an edition shows, no single value.
_OF_THE_WHOLE = {
    *("no TOML", "unknown edition", "nothing extended", "new kind that lacks something", "like nothing"),
    *("clear ground", "mirror of nothing", "key of another", "empty deck", "too many cards", "too many kinds"),
    *("too many rows of cards", "light foot that charges", "card that is not there"),
}


def check(name: str, data: Any) -> list[str]:
    jsonschema = pytest.importorskip("jsonschema_rs", reason="needs jsonschema-rs")
    schema = json.loads((TARGET / f"{name}.schema.json").read_text(encoding="utf-8"))
    return [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(data)]


def test_the_schemas_are_up_to_date() -> None:
    for name, text in render().items():
        assert (TARGET / name).read_text(encoding="utf-8") == text, "run python tools/schemas.py"


@pytest.mark.parametrize("path", sorted((DATA / "scenarios").glob("*.toml")), ids=lambda path: path.stem)
def test_the_battles_of_hexillum_fit_their_schema(path: Path) -> None:
    assert check("scenario", tomllib.loads(path.read_text(encoding="utf-8"))) == []


def test_the_editions_fit_their_schema() -> None:
    for edition in ("ancients", "medieval"):
        for path in (DATA / edition).glob("*.toml"):
            assert check("edition", tomllib.loads(path.read_text(encoding="utf-8"))) == []
    for text in TABLES.values():
        assert check("edition", tomllib.loads(text)) == []
    assert check("scenario", tomllib.loads(ARMIES)) == []


@pytest.mark.parametrize("name", [name for name in BAD if name not in _OF_THE_WHOLE])
def test_a_bad_value_does_not_fit_the_schema(name: str) -> None:
    assert check("variant", tomllib.loads(BAD[name][0])) != []


@pytest.mark.parametrize("name", [name for name in BAD_SCENARIOS if name != "no terrain"])  # it may be of an edition
def test_a_bad_change_of_a_battle_does_not_fit_the_schema(name: str) -> None:
    assert check("variant", tomllib.loads(f"[scenario]\n{BAD_SCENARIOS[name][0]}")) != []
    assert check("edition", {"scenario": {}}) != []
