"""Rule ids are links to the rule book in a terminal that can have them, and plain text everywhere else."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from hexillum.core.addresses import DOCS, rule_address
from hexillum.web.routes import docs
from tests.kit.terminal import at_terminal, environment

ROOT = Path(__file__).parents[2]
LINK = "\x1b]8;"


def test_the_documentation_is_where_the_package_says():
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    assert urls["Documentation"] == DOCS


def test_the_table_and_the_terminal_name_the_same_page_of_a_rule():
    assert docs.rule_address("RT-24") == f"/docs/{rule_address('RT-24').removeprefix(DOCS)}"


@pytest.mark.parametrize(
    ("words", "typed", "id"),
    [
        (("rule", "RT-24"), "", "RT-24"),
        (("odds", "close F5xE5", "akragas"), "", "GEN-01"),
        (("play", "akragas", "--seed", "7", "--fast"), "quit\n", "TURN-02"),  # what is asked
        (("play", "akragas", "--seed", "7", "--fast"), "rule RT-24\nquit\n", "RT-24"),
        (("play", "akragas", "--auto", "--fast", "--seed", "1"), "", "VB-03"),  # the log
    ],
)
def test_a_rule_is_a_link_at_a_terminal(words, typed, id):
    _, shown = at_terminal(*words, typed=typed)
    assert f";{rule_address(id)}\x1b\\" in shown, shown[-2000:]


@pytest.mark.parametrize(
    ("words", "more"),
    [
        (("rule", "RT-24"), {"NO_COLOR": "1"}),
        (("rule", "RT-24"), {"TERM": "dumb"}),
        (("--no-color", "rule", "RT-24"), {}),
    ],
)
def test_none_is_made_where_no_colours_are_wanted(words, more):
    status, shown = at_terminal(*words, more=more)
    assert status == 0 and "RT-24" in shown and LINK not in shown
    assert "\x1b[" not in shown or "NO_COLOR" in more or "--no-color" in words  # bold letters are no colours


def test_a_pipe_gets_the_text_alone():
    command = [sys.executable, "-m", "hexillum.cli", "rule", "RT-24"]
    done = subprocess.run(command, env=environment(), capture_output=True, check=True)
    assert done.stdout.startswith(b"RT-24  ") and b"\x1b" not in done.stdout
