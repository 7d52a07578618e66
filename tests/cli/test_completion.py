"""Completion in the shell knows battles, players, rules, switches, editions and files, without loading the game."""

import os
import subprocess
import sys

import pytest

from hexillum.battle.scenarios import load_scenario, names
from hexillum.cli import main
from hexillum.cli.app import COMMANDS, COMPLETING
from hexillum.cli.values import battles, editions, players, rule_ids
from hexillum.core import rulebook
from hexillum.core.rows import BUILT_IN
from hexillum.players import NAMES


def asked(words: str, shell: str = "bash") -> list[str]:
    environment = {**os.environ, COMPLETING: f"{shell}_complete", "COMP_WORDS": words}
    environment["COMP_CWORD"] = words.split(" ")[-1] if shell == "fish" else str(len(words.split(" ")) - 1)
    code = "import sys; from hexillum.cli import main\ntry: main()\nfinally: sys.exit('hexillum.battle' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, "a shell asks at every press of a key: no battle may be loaded for it"
    return done.stdout.splitlines()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("hexillum sim", ["plain,simulate"]),
        ("hexillum play can", ["plain,cannae"]),
        ("hexillum simulate can", ["plain,cannae"]),
        ("hexillum scenarios show zam", ["plain,zama"]),
        ("hexillum odds attack zam", ["plain,zama"]),
        ("hexillum play cannae --against pl", ["plain,planner"]),
        ("hexillum simulate cannae --top pl", ["plain,planner"]),
        ("hexillum arena greedy pl", ["plain,planner"]),
        ("hexillum rule ev-01", ["plain,EV-01"]),
        ("hexillum play cannae --switch exact_evade=of", ["plain,exact_evade=off"]),
        ("hexillum scenarios --edition med", ["plain,medieval"]),
        ("hexillum scenarios --sort top", ["plain,top-wins"]),
        ("hexillum replay my", ["file,my"]),
        ("hexillum play --resume my", ["file,my"]),
        ("hexillum play ./my", ["file,./my"]),
    ],
)
def test_it_knows_what_may_follow(words, found):
    assert asked(words) == found


def test_zsh_and_fish_are_told_what_a_name_means():
    assert "Cannae" in asked("hexillum play cann", "zsh")
    assert any("cannae" in line for line in asked("hexillum play cann", "fish"))


def test_it_knows_the_same_as_the_game():
    assert [name for name, _ in battles()] == names()
    assert all(load_scenario(name).name == title for name, title in battles()[:5])
    assert [(one.id, one.chapter) for one in rulebook.rules().values()] == rule_ids()
    assert {name for name, _ in editions()} == set(BUILT_IN)
    assert set(NAMES) <= {name for name, _ in players()}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_it_says_what_a_shell_reads(shell, capsys):
    assert main(["completion", shell]) == 0
    said = capsys.readouterr().out
    assert COMPLETING in said and f"{shell}_complete" in said and "hexillum" in said


def test_what_bash_reads_completes_in_bash(tmp_path):
    (tmp_path / "hexillum").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m hexillum "$@"\n')
    (tmp_path / "hexillum").chmod(0o755)
    words = (
        'eval "$(hexillum completion bash)"; COMP_LINE="hexillum play can"; COMP_POINT=17; '
        '_hexillum_completion hexillum; echo "${COMPREPLY[@]}"'
    )
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", words], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "cannae", done.stderr


def test_another_shell_is_refused(capsys):
    assert main(["completion", "tcsh"]) == 2
    assert "bash" in capsys.readouterr().err


def test_every_command_is_there():
    assert {"case", "completion"} <= set(COMMANDS)
