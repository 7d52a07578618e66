"""The table in a real browser: the server as people start it, and the system's Chromium.

These tests run by themselves (`HEXILLUM_BROWSER=1 python -m pytest tests/browser`), since the browser's library keeps
an event loop running in its thread.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.table import PATIENCE, Faults

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

if not os.environ.get("HEXILLUM_BROWSER"):
    collect_ignore_glob = ["*"]
else:
    from playwright.sync_api import expect

    expect.set_options(timeout=1000 * PATIENCE)

ROOT = Path(__file__).resolve().parents[2]
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
#: What a browser draws by chance, its share of the dice above all: its own, and the same in each run.
DRAWN = "crypto.getRandomValues = array => { array.forEach((_, n) => { array[n] = %s[n %% 32]; }); return array; };"


class Server:
    """A server of our own, that can be killed and started again on the same games."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.database = folder / "games.db"
        self.words = words
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        self.url = ""

    def start(self) -> None:
        """Start it and wait until it says where it is."""
        words = ["-m", "tests.kit.same_chance", "serve", "--port", str(self.port)]
        words += ["--database", str(self.database), *self.words]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
        self.process = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True, env=env)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+?:(\d+)/", line)
        assert found, line
        self.port, self.url = int(found[1]), found[0].rstrip("/")

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server."""
    one = Server(tmp_path_factory.mktemp("server"))
    one.start()
    yield one
    one.kill()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium, headless, without what it would fetch by itself."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    return {**browser_type_launch_args, "executable_path": path, "args": FLAGS.split()}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """A common screen; motion is reduced so that nothing has to be waited for."""
    return {
        **browser_context_args,
        "viewport": {"width": 1400, "height": 900},
        "reduced_motion": "reduce",
        "color_scheme": "light",
    }


@pytest.fixture
def faults() -> Iterator[Faults]:
    """What browsers complain of during a test: nothing, at its end."""
    found = Faults()
    yield found
    assert not found.left()


def no_chance(context: BrowserContext, test: str, number: int) -> BrowserContext:
    """A browser that draws the same in each run of a test, and another thing than the others in it."""
    context.add_init_script(DRAWN % list(hashlib.sha256(f"{test} {number}".encode()).digest()))
    return context


@pytest.fixture
def context(context: BrowserContext, request: pytest.FixtureRequest) -> BrowserContext:
    """The first person's browser."""
    return no_chance(context, request.node.name, 0)


@pytest.fixture
def page(context: BrowserContext, faults: Faults) -> Page:
    """A page that is listened to."""
    one = context.new_page()
    faults.watch(one)
    return one


@pytest.fixture
def another(
    browser: Browser, browser_context_args: dict[str, Any], faults: Faults, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Page]]:
    """A page of somebody else: a browser that shares nothing with the first one."""
    contexts: list[BrowserContext] = []

    def make(**wishes: Any) -> Page:
        contexts.append(browser.new_context(**{**browser_context_args, **wishes}))
        no_chance(contexts[-1], request.node.name, len(contexts))
        one = contexts[-1].new_page()
        faults.watch(one)
        return one

    yield make
    for context in contexts:
        context.close()
