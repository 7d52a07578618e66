"""What the README shows is right: its variant loads, its comparison runs, its pictures are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

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


def test_every_file_that_the_readme_names_is_there() -> None:
    named = set(re.findall(r"\]\(([^)#:]+)\)|`((?:docs|bench|src|tests|cases)/[^`*\s]+)`", README))
    assert named
    for path in {one or other for one, other in named}:
        assert (ROOT / path).exists(), path
