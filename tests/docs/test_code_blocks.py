"""Every block of code in the documentation runs, in an empty folder, from top to bottom of its page."""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

import pytest
from tools.docs_blocks import RUN, Run, Wrong, blocks, run_page, surroundings

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def with_code(page: Path) -> bool:
    return any(block.language in RUN and not block.left_out for block in blocks(page.read_text(encoding="utf-8")))


#: Pages whose blocks play many battles, or start many programs.
SLOW = ("agents.md", "cluster.md", "envs.md", "explanation/far-battles.md")


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


@pytest.mark.parametrize(
    "written", [pytest.param(one, marks=pytest.mark.slow if name(one) in SLOW else (), id=name(one)) for one in pages()]
)
def test_the_blocks_of_a_page_run(written: Path, tmp_path: Path, programs: Path) -> None:
    environment = {**surroundings(programs, tmp_path), "HEXILLUM_COMPILE": "no"}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT / "src"), environment.get("PYTHONPATH", "")])
    shutil.copytree(ROOT / "examples", tmp_path / "examples")  # of a checkout, as train.md says
    if not run_page(written, tmp_path, environment):
        pytest.skip("needs packages that are not here")


def test_tutorials_are_those_that_were_promised() -> None:
    promised = {"first-battle", "odds", "case", "scenario", "player", "edition", "training"}
    assert {page.stem for page in (DOCS / "tutorials").glob("*.md")} >= promised


#: Pages whose commands stand indented, and what runs them.
INDENTED = {
    "editions.md": "editions/test_guide.py",
    "questions.md": "lab/test_questions.py",
    "balance.md": "lab/test_balance.py",
    "balance-search.md": "lab/test_balance.py",
}


_COMMAND = re.compile(r"^    (?:hexillum|python|pip) .*", re.MULTILINE)
_PATH = re.compile(r"`((?:tests|tools|bench|examples|src|cases|core|web|lab)/[\w./-]+)`")
#: What is made and not kept.
MADE = {"src/hexillum/web/docs"}


def test_no_command_stands_where_nothing_runs_it() -> None:
    for page in all_pages():
        if name(page) in INDENTED:
            assert (ROOT / "tests" / INDENTED[name(page)]).is_file()
        else:
            assert not _COMMAND.findall(page.read_text(encoding="utf-8")), page


def test_every_file_that_a_page_names_is_there() -> None:
    for page in all_pages():
        for path in set(_PATH.findall(page.read_text(encoding="utf-8"))) - MADE:
            assert any((ROOT / folder / path).exists() for folder in ("", "src", "src/hexillum")), f"{page}: {path}"


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


def test_a_server_stays_for_the_blocks_after_it_and_no_longer(tmp_path: Path) -> None:
    there = tmp_path / "hexillum"
    there.write_text(
        f'#!/bin/sh\necho serving\necho "$@"\nexec "{sys.executable}" -m http.server --bind 127.0.0.1 $3\n'
    )
    there.chmod(0o755)
    text = (
        "% stays: serving\n```sh\nhexillum serve\n```\n\n"
        "% needs: curl\n```sh\ncurl -s --retry 20 --retry-connrefused --retry-delay 1 127.0.0.1:8000/page.md\n```\n\n"
        "```{code-block} text\n:class: output\n% stays: serving\n```\n"
    )
    run = Run(page_of(tmp_path, text), tmp_path, surroundings(tmp_path, tmp_path))
    for block in blocks(text):
        if not run.missing(block):
            run.do(block)
    (server,) = run.servers
    assert server.poll() is None and run.port not in (0, 8000)
    run.end()
    assert server.returncode


def test_a_block_is_made_smaller_and_one_that_needs_more_is_left_out(tmp_path: Path, programs: Path) -> None:
    text = "% smaller: 3000 -> 3\n```sh\necho 3000\n```\n\n```{code-block} text\n:class: output\n3\n```\n"
    left_out = "% needs: no-such-thing\n```sh\nfalse\n```\n\n```{code-block} text\n:class: output\nno\n```\n"
    around = surroundings(programs, tmp_path)
    assert run_page(page_of(tmp_path, text + left_out), tmp_path, around) == 1
    with pytest.raises(Wrong, match="there is no '4' to make smaller"):
        run_page(page_of(tmp_path, text.replace("3000 -> 3", "4 -> 3")), tmp_path, around)


def test_files_and_typed_lines_are_there(tmp_path: Path, programs: Path) -> None:
    text = (
        "```{code-block} text\n:caption: below/a.txt\nwritten\n```\n\n% typed: hello\n```sh\ncat below/a.txt -\n```\n\n"
        "```{code-block} text\n:class: output\nwritten\nhello\n```\n"
    )
    assert run_page(page_of(tmp_path, text), tmp_path, surroundings(programs, tmp_path)) == 1
