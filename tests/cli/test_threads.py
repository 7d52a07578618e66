"""`--threads`: on how many threads the search thinks, for as long as a command lasts."""

from __future__ import annotations

import json
import os
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from hexillum.cli import main
from hexillum.cli.arena import _on_threads
from hexillum.cli.threads import THREADS, threads
from hexillum.players import search


def test_the_command_and_the_search_mean_the_same_place() -> None:
    assert THREADS == search.THREADS


@pytest.mark.parametrize("before", [None, "5"])
def test_the_number_holds_as_long_as_the_command(before: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(THREADS, raising=False)
    if before:
        monkeypatch.setenv(THREADS, before)
    seen = []

    @threads
    @click.command()
    def some() -> None:
        seen.append(search.threads_wanted())

    assert CliRunner().invoke(some, ["--threads", "3"]).exit_code == 0
    assert CliRunner().invoke(some, []).exit_code == 0
    assert seen == [3, int(before or 1)]
    assert os.environ.get(THREADS) == before


@pytest.mark.parametrize("words", ["", "0", "-2", "many", "٣"])
def test_odd_words_in_the_environment_are_one_thread(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(THREADS, words)
    assert search.threads_wanted() == 1


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("search:1.0", "search:1.0/2"),
        ("search", "search/2"),
        ("search:n=20", "search:n=20/2"),
        ("search:1.0/4", "search:1.0/4"),
        ("search@0.1:1.0", "search@0.1:1.0"),
        ("planner", "planner"),
        ("mine.py:Mine", "mine.py:Mine"),
    ],
)
def test_an_arena_names_the_threads_of_each_search(name: str, known: str) -> None:
    assert _on_threads(name, 2) == known
    assert _on_threads(name, None) == name


def test_the_file_of_an_arena_tells_the_threads(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    words = ["arena", "search:n=1", "random", "--threads", "2", "--battles", "ford-of-circesium", "--games", "1"]
    assert main([*words, "--out", str(path)]) == 0
    assert json.loads(path.read_text().splitlines()[1])["first"] == "search:n=1/2"
