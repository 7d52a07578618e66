"""What the description of the API promises, tried with inputs that a machine makes up: it is kept, nothing breaks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS, load_all_checks
from schemathesis.generation import GenerationMode

from hexillum.web.app import create_app
from tests.web.players import Server, Table, bearer

load_all_checks()
KEPT = CHECKS.get_by_names(
    [
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_schema_conformance",
        "response_headers_conformance",
    ]
)
REFUSED = CHECKS.get_by_names(["negative_data_rejection"])
EXAMPLES = 8
SCHEMA = schemathesis.openapi.from_dict(create_app().openapi())
FOUND: list[Any] = [*SCHEMA.get_all_operations()]
OPERATIONS: dict[str, Any] = {found.ok().label: found.ok() for found in FOUND}


@pytest.fixture(scope="module")
def games(server: Server) -> list[tuple[str, str]]:
    """A game that goes on, one that is over, and an analysis, each with its tokens."""
    with server.api() as api:
        tables = [Table(api, seed=3), Table(api, seed=3)]
        tables[1].do("top", {"do": "resign"})
        analysis = api.post("/api/analysis", json={"battle": "akragas"}).json()
    own = [(table.id, bearer(*table.tokens.values())["authorization"]) for table in tables]
    return [*own, (analysis["game"], bearer(*analysis["tokens"].values())["authorization"])]


TRIALS = [
    pytest.param(label, mode, id=f"{mode.value} {label}")
    for label, operation in OPERATIONS.items()
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
    if mode is GenerationMode.POSITIVE or [*operation.iter_parameters(), *operation.body]  # what could be wrong
]


@pytest.mark.parametrize(("label", "mode"), TRIALS)
def test_the_api_is_as_its_description_says(server, games, label, mode):
    operation = OPERATIONS[label]

    @seed(20)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy(generation_mode=mode), st.sampled_from([None, 0, 1, 2]))
    def tried(case: Any, game: int | None) -> None:
        if game is not None and "game" in case.path_parameters and mode is GenerationMode.POSITIVE:
            case.path_parameters["game"], authorization = games[game]
            case.headers["authorization"] = authorization
        answered = case.call(base_url=server.url)
        case.validate_response(answered, checks=KEPT + (REFUSED if mode is GenerationMode.NEGATIVE else []))

    tried()


def test_the_protocol_tells_every_address() -> None:
    """docs/protocol.md has a line for each, and none for what is not there."""
    text = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^\| `([A-Z]+ /api/[^`]+)` \|", text, flags=re.MULTILINE))
    there = create_app().openapi()["paths"]
    assert told == {f"{method.upper()} {path}" for path, ways in there.items() for method in ways} | {
        "WS /api/games/{game}/live"
    }
