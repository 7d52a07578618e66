"""docs/questions.md: every command in it runs from its words alone, with few games; what it cites, the code cites."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from hexillum.cli import main

for package in ("scipy", "polars", "matplotlib"):
    pytest.importorskip(package)

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "questions.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    hexillum (.*)$", PAGE, re.MULTILINE)
VARIANT = re.search(r"`(\S+\.toml)`:\n\n```toml\n(.*?)```", PAGE, re.DOTALL)


def small(command: str) -> list[str]:
    """The command with few games of players that do not think."""
    words = shlex.split(re.sub(r"--games \d+", "--games 4", command).replace("planner", "random"))
    if words[0] in ("compare", "sweep"):
        words += ["--top", "random", "--bottom", "random"]
    if "--all" in words:
        words += ["--limit", "60"]
    return words


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("questions")
    assert VARIANT
    (place / VARIANT[1]).write_text(VARIANT[2], encoding="utf-8")
    return place


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_runs_as_it_stands_there(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    if command.startswith("arena report"):
        assert main(small(COMMANDS[COMMANDS.index(command) - 1])) == 0
    capsys.readouterr()
    assert main(small(command)) == 0
    assert capsys.readouterr().out.strip()
    for option in ("--out", "--plot", "--report"):
        for name in re.findall(rf"{option} (\S+)", command):
            too_few = option == "--report"  # games that are given up tell nothing of people, but the page is there
            assert (folder / name).stat().st_size > (0 if too_few else 100)


def test_all_that_answers_questions_is_shown() -> None:
    assert len(COMMANDS) >= 8
    shown = {command.split()[0] for command in COMMANDS}
    assert shown == {"compare", "sweep", "arena", "simulate"}
    for word in ("--until-sure", "--sprt", "--plot", "--out", "--jobs", "--no-clock", "--set", "--all"):
        assert any(word in command for command in COMMANDS), word


def test_what_the_page_cites_stands_with_the_code_too() -> None:
    code = " ".join(
        (ROOT / "src/hexillum/lab").joinpath(name).read_text(encoding="utf-8")
        for name in ("certainty.py", "ratings.py", "statistics.py", "agreement.py")
    )
    plain = " ".join(code.split())
    for year in (
        "22, 1927",
        "24, 2005",
        "52, 2024",
        "82, 1987",
        "50, 1982",
        "73, 1986",
        "16, 1945",
        "15, 1904",
        "7, 1986",
    ):
        assert year in PAGE and year.split(", ")[1] in plain, year
    for path in re.findall(r"\]\(([a-z-]+\.md)", PAGE):
        assert (ROOT / "docs" / path).is_file(), path
