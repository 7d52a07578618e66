"""Waiting for the rules to be compiled: it says why, goes forward, leaves a clean screen, and can be left."""

import sys
from pathlib import Path

from hexillum.cli.compiling import GOES_ON, WHY
from tests.kit.terminal import Terminal

#: Stands for the process that compiles: says how far it is until the test is over.
COMPILES = """
import time
from hexillum.compiled import cache
cache.compilers = lambda: "here"
while not (cache.cache_folder() / "done").exists():
    cache.note_share(0.42)
    time.sleep(0.05)
"""
#: `hexillum`, with that for a compiler, whether Numba is there or not.
PROGRAM = f"""
import subprocess, sys
from hexillum.cli import main
from hexillum.compiled import cache
begin = subprocess.Popen
cache.compilers = lambda: "here"
cache.subprocess.Popen = lambda words, **more: begin([words[0], "-c", {COMPILES!r}], **more)
sys.exit(main())
"""


def test_the_bar_says_why_and_ctrl_c_ends_the_wait(tmp_path: Path) -> None:
    more = {"HEXILLUM_CACHE": str(tmp_path), "HEXILLUM_COMPILE": "yes"}
    words = ["simulate", "akragas", "--games", "1", "--top", "planner", "--bottom", "random"]
    terminal = Terminal([sys.executable, "-c", PROGRAM, *words], 130, more)
    try:
        terminal.until("42%")
        assert WHY in terminal.shown.decode()
        terminal.type("\x03")
        status, shown = terminal.end()
    finally:
        for folder in tmp_path.glob("hexillum/*"):
            (folder / "done").touch()
    assert status == 130 and "Traceback" not in shown
    assert GOES_ON in shown and shown.rstrip().endswith("hexillum: stopped")
    assert "\x1b[?25h" in shown  # the cursor is there again
