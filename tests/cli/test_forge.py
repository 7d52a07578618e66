"""What the forge shows people who come to ask, and what it runs: it says what is true of the project."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from tools import lock, release

from hexillum.cli import main
from hexillum.core.version import __version__

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
CHECK = (ROOT / "check").read_text(encoding="utf-8")


def read(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))


def test_the_example_of_the_rules_question_is_a_case_that_holds(tmp_path: Path) -> None:
    body = read(".github/ISSUE_TEMPLATE/rules-question.yml")["body"]
    (example,) = [part["attributes"]["value"] for part in body if part.get("id") == "case"]
    (tmp_path / "question.yaml").write_text(example, encoding="utf-8")
    assert main(["check", str(tmp_path / "question.yaml")]) == 0


def test_what_the_forms_link_to_is_there() -> None:
    for form in (ROOT / ".github").rglob("*.yml"):
        for link in re.findall(rf"{release.HOME}/blob/main/[^\s\"]+", form.read_text(encoding="utf-8")):
            assert release.lost_links(f"[]({link.rstrip('.')})") == [], f"{form.name}: {link}"


def test_who_cites_it_cites_this_version() -> None:
    citation = read("CITATION.cff")
    assert citation["version"] == __version__
    assert citation["license"] == PROJECT["project"]["license"] == "MIT"
    assert citation["repository-code"] == PROJECT["project"]["urls"]["Source"]


def test_the_forge_tries_the_systems_and_pythons_that_are_promised() -> None:
    matrix = read(".github/workflows/check.yml")["jobs"]["python"]["strategy"]["matrix"]
    promised = [line.rpartition(" ")[2] for line in PROJECT["project"]["classifiers"] if ":: 3." in line]
    assert matrix["python"] == promised and PROJECT["project"]["requires-python"] == f">={promised[0]}"
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}
    assert matrix["form"] == ["plain", "numba"]
    noxfile = (ROOT / "noxfile.py").read_text(encoding="utf-8")
    assert f"PYTHONS = {promised}".replace("'", '"') in noxfile


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_run_what_is_there_and_may_little(workflow: Path) -> None:
    told = workflow.read_text(encoding="utf-8")
    assert yaml.safe_load(told)["permissions"] == {"contents": "read"}
    for path in re.findall(r"(?<![\w/])(?:tools|requirements|tests|\.ci)/[\w./-]+\w", told):
        assert (ROOT / path).exists(), path
    for word in re.findall(r"run: \./check (\w+)", told):
        assert f"\n{word})\n" in CHECK, word
    assert "secrets." not in told.replace("secrets.GITHUB_TOKEN", "")


def test_an_action_has_one_version() -> None:
    """What the workflows take from others has the same version wherever it is used."""
    used = {use for path in WORKFLOWS for use in re.findall(r"uses: ([\w./-]+@\S+)", path.read_text(encoding="utf-8"))}
    assert used and len({use.partition("@")[0] for use in used}) == len(used), sorted(used)


def test_only_what_publishes_may_write_and_only_after_all_checks() -> None:
    jobs = read(".github/workflows/release.yml")["jobs"]
    assert jobs["check"]["uses"] == "./.github/workflows/check.yml"
    assert set(jobs["publish"]["needs"]) == {"check", "build", "bare"}
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert [name for name, job in jobs.items() if "write" in str(job.get("permissions"))] == ["publish", "announce"]
    assert "password" not in (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")


def test_what_runs_before_a_commit_is_what_check_runs() -> None:
    (repository,) = read(".pre-commit-config.yaml")["repos"]
    for hook in repository["hooks"]:
        entry = hook["entry"].replace(" --force-exclude", "").replace(" --no-logo", "")
        command = entry.replace(".venv/bin/python -c ", "").strip('"')
        assert command.replace(".venv/bin/python", '"$PYTHON"') in CHECK, hook["id"]


def test_every_extra_and_group_is_locked() -> None:
    extras, groups = PROJECT["project"]["optional-dependencies"], PROJECT["dependency-groups"]
    inside = {line["include-group"] for lines in groups.values() for line in lines if isinstance(line, dict)}
    locked = {path.stem for path in (ROOT / "requirements").glob("*.txt")}
    assert locked == {*extras, *groups, "pins"} - inside - {*lock.UNLOCKED}, "run ./check lock"
    for name, lines in {**extras, **groups}.items():
        if name not in locked:
            continue
        text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8").lower()
        for line in lines:
            if isinstance(line, str):
                package = re.split(r"[^A-Za-z0-9_.-]", line)[0].lower().replace("_", "-")
                pinned = rf"^{re.escape(package)}(\[[^\]]*\])?=="
                assert re.search(pinned, text, re.MULTILINE), f"{package}: run ./check lock"
        assert "--hash=sha256:" in text


def test_whose_image_it_is_is_not_root() -> None:
    told = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert re.search(r"useradd --system --uid 1000 ", told) and re.search(r"^USER 1000$", told, re.MULTILINE)
    for path in re.findall(r"requirements/\w+\.txt", told):
        assert (ROOT / path).is_file()
