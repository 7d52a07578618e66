"""What the forge shows people who come to ask: it says what is true of the project."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import yaml

from hexillum.cli import main
from hexillum.core.version import __version__

ROOT = Path(__file__).resolve().parents[2]


def read(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def test_the_example_of_the_rules_question_is_a_case_that_holds(tmp_path: Path) -> None:
    body = read(".github/ISSUE_TEMPLATE/rules-question.yml")["body"]
    (example,) = [part["attributes"]["value"] for part in body if part.get("id") == "case"]
    (tmp_path / "question.yaml").write_text(example, encoding="utf-8")
    assert main(["check", str(tmp_path / "question.yaml")]) == 0


def test_who_cites_it_cites_this_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert read("CITATION.cff")["version"] == __version__
    assert read("CITATION.cff")["repository-code"] == project["urls"]["Source"]
    assert project["requires-python"] == ">=3.11"
    assert "3.11" in read(".github/workflows/check.yml")["jobs"]["python"]["strategy"]["matrix"]["python"]
