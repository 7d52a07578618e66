"""Every block of code in the documentation runs, in an empty folder, from top to bottom of its page."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from tools.docs_blocks import RUN, Wrong, blocks, run_page, surroundings

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
#: Pages whose blocks are not run here, and why. Indented ones: tests of editions and lab.
ELSEWHERE = {
    "agents.md": "its player is played by tests/players/test_outside.py; its measurements take hours",
    "cluster.md": "needs more than one machine; tests/lab plays on a Ray of its own",
    "envs.md": "needs the compiled form; tests/envs plays it",
    "operate.md": "starts servers and databases; tests/web does",
    "train.md": "takes torch and an hour; ./check train teaches a few hundred steps",
    "protocol.md": "talks to a server that runs; tests/web does",
}


def with_code(page: Path) -> bool:
    return any(block.language in RUN and not block.left_out for block in blocks(page.read_text(encoding="utf-8")))


def all_pages() -> list[Path]:
    """The pages that people write; those that are made of the rules have no code."""
    return [page for page in sorted(DOCS.rglob("*.md")) if page.relative_to(DOCS).parts[0] != "rules"]


def pages() -> list[Path]:
    """The pages with code that is to be run."""
    return [page for page in all_pages() if with_code(page)]


def name(page: Path) -> str:
    return page.relative_to(DOCS).as_posix()


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `hexillum` and `python`, which are those of this run."""
    folder = tmp_path_factory.mktemp("bin")
    for program, words in (("hexillum", "-m hexillum "), ("python", "")):
        path = folder / program
        path.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words}"$@"\n', encoding="utf-8")
        path.chmod(0o755)
    return folder


@pytest.mark.parametrize("written", [page for page in pages() if name(page) not in ELSEWHERE], ids=name)
def test_the_blocks_of_a_page_run(written: Path, tmp_path: Path, programs: Path) -> None:
    if name(written) in ("tutorials/training.md", "how-to/questions.md"):
        pytest.importorskip("pettingzoo" if "training" in name(written) else "polars")
        pytest.importorskip("numba" if "training" in name(written) else "polars")
    environment = {**surroundings(programs, tmp_path), "HEXILLUM_COMPILE": "no"}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT / "src"), environment.get("PYTHONPATH", "")])
    assert run_page(written, tmp_path, environment)


def test_what_runs_elsewhere_is_there_and_has_code() -> None:
    assert {name(page) for page in pages()} >= set(ELSEWHERE)


def test_tutorials_are_those_that_were_promised() -> None:
    promised = {"first-battle", "odds", "case", "scenario", "player", "edition", "training"}
    assert {page.stem for page in (DOCS / "tutorials").glob("*.md")} >= promised


def test_a_block_is_left_out_only_with_a_reason() -> None:
    for page in all_pages():
        for block in blocks(page.read_text(encoding="utf-8")):
            assert not block.left_out or len(block.left_out.split()) > 3, f"{name(page)}:{block.line}"


def page_of(folder: Path, text: str) -> Path:
    page = folder / "page.md"
    page.write_text(text, encoding="utf-8")
    return page


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("```sh\nfalse\n```\n", "page.md:1: ended with 1 and not 0"),
        ("% exit: 1\n```sh\ntrue\n```\n", "ended with 0 and not 1"),
        (
            "```sh\necho one\n```\n\n```{code-block} text\n:class: output\ntwo\n```\n",
            "'two' is not in what was printed",
        ),
        ("```python\nassert 1 == 2\n```\n", "AssertionError"),
    ],
)
def test_a_page_that_is_wrong_is_found_out(text: str, words: str, tmp_path: Path, programs: Path) -> None:
    with pytest.raises(Wrong, match=words):
        run_page(page_of(tmp_path, text), tmp_path, surroundings(programs, tmp_path))


def test_files_and_typed_lines_are_there(tmp_path: Path, programs: Path) -> None:
    text = (
        "```{code-block} text\n:caption: below/a.txt\nwritten\n```\n\n% typed: hello\n```sh\ncat below/a.txt -\n```\n\n"
        "```{code-block} text\n:class: output\nwritten\nhello\n```\n"
    )
    assert run_page(page_of(tmp_path, text), tmp_path, surroundings(programs, tmp_path)) == 1
