"""What docs/editions.md shows is right: its files load, its case holds, its commands run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hexillum.battle import editions
from hexillum.battle.scenarios import load_scenario
from hexillum.cli import main
from hexillum.notation.cases import read_cases, run_case

GUIDE = (Path(__file__).parents[2] / "docs" / "editions.md").read_text(encoding="utf-8")
FILES = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
CASE = re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL)[0]
COMMANDS = re.findall(r"^    hexillum (editions|odds|simulate)(.*)$", GUIDE, re.MULTILINE)


@pytest.mark.parametrize("number", range(len(FILES)))
def test_each_file_of_the_guide_loads(number: int, tmp_path: Path) -> None:
    path = tmp_path / f"guide{number}.toml"
    path.write_text(FILES[number], encoding="utf-8")
    assert editions.load(path).changes


def test_the_case_of_the_guide_holds(tmp_path: Path) -> None:
    (tmp_path / "heavy4.toml").write_text(FILES[0], encoding="utf-8")
    (tmp_path / "case.yaml").write_text(CASE, encoding="utf-8")
    [case] = read_cases(tmp_path / "case.yaml")
    assert run_case(case).passed


def test_the_commands_of_the_guide_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("heavy4.toml").write_text(FILES[0], encoding="utf-8")
    assert [command for command, _ in COMMANDS] == ["editions", "simulate", "odds"]
    for command, rest in COMMANDS:
        words = rest.replace("--games 100", "--games 2 --top random --bottom random --jobs 1").split()
        assert main([command, *words]) == 0
    assert load_scenario("akragas").edition == "heavy4"
