"""Try what pyproject.toml promises: the lowest version of every dependency, and each extra without the others.

    python tools/dependencies.py            everything, some minutes; needs the network
    python tools/dependencies.py lowest     only the lowest versions
    python tools/dependencies.py alone      only the extras one by one, from a wheel

All is installed into a folder that is thrown away. uv finds the lowest versions, since pip takes only the highest.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.request
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
UV: Final = "uv>=0.5"
EXTRAS: Final = ("cli", "web", "fast", "lab", "plot", "rl")
#: What of the extra `dev` the sample of tests below needs; the linters' own bounds matter to nobody else.
TOOLS: Final = ("httpx2", "hypothesis", "pytest", "setuptools", "websockets")
SAMPLE: Final = (
    *("tests/cli", "tests/notation/test_cases.py"),
    *("tests/rules/test_warmup.py", "tests/lab/test_lab.py", "tests/web/test_games.py", "tests/web/test_start.py"),
    *("tests/lab/test_results.py", "tests/lab/test_compare.py", "tests/web/test_share.py"),
)
COMPILED: Final = """
from hexillum.compiled import cache
from hexillum.lab import arena
cache.compile_now() or exit("the rules were not compiled")
game = arena.play("akragas", "random", "random", seed=1)
arena.cache.is_ready = lambda: False
assert game == arena.play("akragas", "random", "random", seed=1), "compiled and plain rules play different games"
"""
PLOTTED: Final = "from hexillum import odds; odds.example().plot().savefig('odds.png')"
CORE: Final = """
import hexillum.odds
from hexillum import Battle, read_record, write_record
read_record(write_record(Battle.start("akragas", seed=7)))
"""


class Trial:
    """A folder with uv in it, in which environments are made."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.failed: list[str] = []
        own = self._make(folder / "tools")
        self.run("uv", [str(own), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", UV])
        self.uv = str(own.parent / "uv")

    def _make(self, place: Path) -> Path:
        subprocess.run([sys.executable, "-m", "venv", str(place)], check=True)
        return place / "bin" / "python"

    def environment(self, name: str, wanted: list[str]) -> Path:
        """An environment with what is wanted; returns its Python."""
        python = self._make(self.folder / name)
        self.run(f"{name}: install", [self.uv, "pip", "install", "--quiet", "--python", str(python), *wanted])
        return python

    def run(self, name: str, words: list[str], **more: str) -> None:
        """Run one step and note whether it failed."""
        began = time.monotonic()
        home = {"HOME": str(self.folder), "HEXILLUM_CACHE": str(self.folder / "cache"), **more}
        cwd = ROOT if "PYTHONPATH" in more else self.folder
        status = subprocess.run(words, cwd=cwd, env={**os.environ, **home}, check=False).returncode
        self.note(name, status == 0, time.monotonic() - began)

    def note(self, name: str, right: bool, seconds: float) -> None:
        """Say how a step went."""
        print(f"{'right' if right else 'WRONG'}  {name}  {seconds:.0f} s", file=sys.stderr, flush=True)
        if not right:
            self.failed.append(name)


def tools() -> list[str]:
    """The requirements of the tests, with their bounds.

    >>> tools()[0][:6]
    'httpx2'
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    dev = project["optional-dependencies"]["dev"]
    return [line for line in dev if re.split(r"[^A-Za-z0-9-]", line)[0] in TOOLS]


def lowest(trial: Trial) -> None:
    """Install the lowest versions that are promised, and run a sample of everything with them."""
    wanted = trial.folder / "tools.in"
    wanted.write_text("\n".join(tools()), encoding="utf-8")
    pinned = str(trial.folder / "lowest.txt")
    extras = [word for extra in EXTRAS for word in ("--extra", extra)]
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    resolve = [trial.uv, "pip", "compile", "--quiet", "--resolution", "lowest-direct", "--python-version", version]
    trial.run("lowest: resolve", [*resolve, *extras, str(ROOT / "pyproject.toml"), str(wanted), "-o", pinned])
    python = str(trial.environment("lowest", ["-r", pinned]))
    path = str(ROOT / "src")
    trial.run("lowest: a compiled battle", [python, "-c", COMPILED], PYTHONPATH=path)
    trial.run("lowest: a picture", [python, "-c", f"import sys; sys.path.insert(0, {path!r}); {PLOTTED}"])
    trial.run("lowest: tests", [python, "-m", "pytest", "-q", "-x", *SAMPLE], PYTHONPATH=path)


def alone(trial: Trial) -> None:
    """Install a wheel with one extra at a time, and do what that is for."""
    trial.run("wheel", [trial.uv, "build", "--quiet", "--wheel", "--out-dir", str(trial.folder), str(ROOT)])
    (wheel,) = trial.folder.glob("hexillum-*.whl")
    core = trial.environment("core", [str(wheel)])
    trial.run("core alone: a battle", [str(core), "-c", CORE])
    cli = trial.environment("cli", [f"{wheel}[cli]"])
    play = ["play", "akragas", "--auto", "--quiet", "--seed", "1"]
    trial.run("cli alone: play", [str(cli), "-m", "hexillum", *play])
    lab = trial.environment("lab", [f"{wheel}[cli,lab]"])
    rows = ["simulate", "akragas", "--games", "2", "--seed", "1", "--top", "random", "--bottom", "random"]
    trial.run("lab with cli: results", [str(lab), "-m", "hexillum", *rows, "--out", "games.parquet"])
    trial.run("lab with cli: compare", [str(lab), "-m", "hexillum", "compare", "akragas", "zama", *rows[2:]])
    web = trial.environment("web", [f"{wheel}[web]"])
    began = time.monotonic()
    trial.note("web alone: serve", serves(web, trial.folder), time.monotonic() - began)


def serves(python: Path, folder: Path) -> bool:
    """Whether `hexillum serve` of an environment answers."""
    command = [str(python.parent / "hexillum"), "serve", "--port", "0"]
    env = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data")}
    server = subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+/", server.stdout.readline())
        if found is None:
            return False
        with urllib.request.urlopen(f"{found[0]}api/health", timeout=30) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
    finally:
        server.terminate()
        server.wait(timeout=20)


def main(words: list[str]) -> int:
    """Try what is named, or everything; return the exit status."""
    parts = {"lowest": lowest, "alone": alone}
    if not set(words) <= set(parts):
        print(f"usage: python tools/dependencies.py [{' | '.join(parts)}]", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="hexillum-") as folder:
        trial = Trial(Path(folder))
        for name in words or list(parts):
            parts[name](trial)
    if trial.failed:
        print(f"failed: {', '.join(trial.failed)}", file=sys.stderr)
    return 1 if trial.failed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
