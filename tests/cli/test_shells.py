"""Completion in the shells themselves: what the Tab key makes of words that are begun."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.kit.terminal import Terminal

#: What makes each shell start without anybody's settings, and says so when it is ready.
SHELLS = {
    "bash": (("--norc", "--noprofile", "-i"), 'eval "$(hexillum completion bash)"; PS1=; echo rea""dy\n'),
    "zsh": (("-f", "-i"), 'autoload -U compinit; compinit -u -D; eval "$(hexillum completion zsh)"; echo rea""dy\n'),
    "fish": (("--no-config", "-i"), 'hexillum completion fish | source; echo rea""dy\n'),
}
BEGUN = {
    "hexillum scen": ["scenarios"],
    "hexillum play akr": ["play", "akragas"],
    "hexillum play cannae --against plan": ["play", "cannae", "--against", "planner"],
    "hexillum rule TURN-04": ["rule", "TURN-04"],
    "hexillum scenarios --edition med": ["scenarios", "--edition", "medieval"],
    "hexillum play --resu": ["play", "--resume"],
    "hexillum simulate cannae --switch exact_evade=of": ["simulate", "cannae", "--switch", "exact_evade=off"],
}
#: Answers the shell as `hexillum` does, and notes what else it is asked to do instead of doing it.
PROGRAM = """#!/bin/sh
if [ -n "$_HEXILLUM_COMPLETE" ] || [ "$1" = completion ]; then exec {python} -m hexillum.cli "$@"; fi
echo "$@" >> {done}
echo "noted $(wc -l < {done})"
"""


@pytest.mark.parametrize("shell", SHELLS)
def test_the_tab_key_completes_what_is_begun(shell: str, tmp_path: Path) -> None:
    path = shutil.which(shell)
    if path is None:
        pytest.skip(f"{shell} is not here")
    program, done = tmp_path / "hexillum", tmp_path / "done"
    program.write_text(PROGRAM.format(python=sys.executable, done=done))
    program.chmod(0o755)
    options, begin = SHELLS[shell]
    more = {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path), "TERM": "vt100"}
    terminal = Terminal([path, *options], 200, more, tmp_path)
    terminal.type(begin)
    terminal.until("ready")
    for count, line in enumerate(BEGUN, 1):
        terminal.type(f"{line}\t\r")
        terminal.until(f"noted {count}")
    terminal.type("exit\r")
    terminal.end()
    assert [line.split() for line in done.read_text().splitlines()] == list(BEGUN.values())


@pytest.mark.parametrize("shell", SHELLS)
def test_what_may_follow_is_listed(shell: str, tmp_path: Path) -> None:
    path = shutil.which(shell)
    if path is None:
        pytest.skip(f"{shell} is not here")
    program = tmp_path / "hexillum"
    program.write_text(PROGRAM.format(python=sys.executable, done=tmp_path / "done"))
    program.chmod(0o755)
    options, begin = SHELLS[shell]
    more = {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path), "TERM": "vt100"}
    terminal = Terminal([path, *options], 200, more, tmp_path)
    terminal.type(begin)
    terminal.until("ready")
    terminal.type("hexillum play ca\t\t")
    terminal.until("callinicum")
    terminal.until("cannae")
    terminal.type("\x15exit\r")
    terminal.end()
