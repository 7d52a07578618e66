"""What the README shows is right: its variant loads, its five things are done, its numbers are counted."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tools import count, release

from hexillum.cli import main

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_what_if_is_answered_from_the_words_of_the_readme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("scipy", reason="needs scipy")
    section = README.split("## What if?")[1].split("\n## ")[0]
    [variant] = re.findall(r"```toml\n(.*?)```", section, re.DOTALL)
    [command] = re.findall(r"```sh\nhexillum (.*?)\n```", section)
    monkeypatch.chdir(tmp_path)
    Path("six-banners.toml").write_text(variant, encoding="utf-8")
    words = shlex.split(command.replace("--games 400", "--games 4").replace("planner", "random"))
    assert main(words) == 0
    assert "six-banners" in capsys.readouterr().out


def test_every_link_is_of_the_web_and_leads_to_what_is_there() -> None:
    assert len(release.LINK.findall(README)) > 8
    assert release.lost_links(README) == []


def test_the_moving_picture_moves_and_is_small() -> None:
    image = pytest.importorskip("PIL.Image", reason="needs Pillow")
    (link,) = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    file = release.source(link)
    assert file and (ROOT / file).stat().st_size < 1_500_000
    with image.open(ROOT / file) as picture:
        assert picture.n_frames > 20


def test_the_numbers_are_counted() -> None:
    assert count.main(["--check"]) == 0


def test_it_says_how_many_opponents_there_are() -> None:
    from hexillum.players import LEVELS

    many = sum(level.for_people for level in LEVELS)
    assert f"against {('no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven')[many]} computer opponents" in README


FIVE = re.findall(r"\| `(.*?)` \|$", README.split("## Five things to do")[1].split("\n## ")[0], re.MULTILINE)


def test_there_are_five_things_to_do() -> None:
    assert len(FIVE) == 5


@pytest.mark.parametrize("line", FIVE)
def test_each_of_the_five_things_is_done_as_told(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    program, *words = shlex.split(line)
    if program == "python":
        env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        done = subprocess.run([sys.executable, *words], env=env, capture_output=True, text=True, check=True)
        assert done.stdout.strip()
        return
    assert program == "hexillum"
    if words[0] == "play":
        words += ["--auto", "--quiet", "--seed", "1"]
    if words[0] == "simulate":
        words = ["2" if word == "100" else word for word in words]
    assert main(words) == 0
    assert capsys.readouterr().out.strip()


def test_what_it_says_to_install_are_extras_that_there_are() -> None:
    named = {extra for found in re.findall(r"hexillum\[([\w,]+)\]", README) for extra in found.split(",")}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert named and named <= set(project["optional-dependencies"])
