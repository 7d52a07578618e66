"""Try a wheel where nothing else is: each extra in a bare environment of its own, doing what that extra is for.

    python tools/smoke.py dist/hexillum-*.whl              every extra; some minutes, needs the network
    python tools/smoke.py dist/hexillum-*.whl cli web      only these

The environments are made by uv in a folder that is thrown away.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
BINARIES: Final = "Scripts" if sys.platform == "win32" else "bin"
CORE: Final = """
import hexillum.odds
from hexillum import Battle, read_record, write_record
read_record(write_record(Battle.start("akragas", seed=7)))
"""
COMPILED: Final = """
from hexillum.compiled import cache
from hexillum.lab import arena
cache.compile_now() or exit("the rules were not compiled")
assert arena.play("akragas", "random", "random", seed=1).turns
"""
LEARN: Final = "import hexillum.envs, gymnasium, pettingzoo"
ACROSS: Final = "import ray, hexillum.lab.ray_crew"
PLOTTED: Final = "from hexillum import odds; odds.example().plot().savefig('odds.png')"
FEW: Final = "--games 2 --seed 1 --top random --bottom random"
VARIANT: Final = 'extends = "ancients"\nname = "Six banners"\n\n[scenario]\nbanners.top = 6\n'

#: Extras, and what is done with them together: lines that begin with > are the program's, others Python's.
TRIALS: Final[dict[str, tuple[str, list[str]]]] = {
    "core": ("", [CORE]),
    "cli": (
        "cli",
        [
            "> --version",
            "> play akragas --auto --quiet --seed 1",
            f"> simulate akragas {FEW}",
            "> rule RT-24",
            "> odds --table ancients",
        ],
    ),
    "lab": (
        "cli,lab",
        [f"> simulate akragas {FEW} --out games.parquet", f"> compare akragas akragas+six-banners.toml {FEW}"],
    ),
    "plot": ("plot", [PLOTTED]),
    "rl": ("rl", [LEARN]),
    "ray": ("cli,ray", [ACROSS]),
    "fast": ("cli,fast", [COMPILED, "> --version"]),
    "web": ("web", ["> rule RT-24"]),
    "club": ("web,club", ["import apprise, pywebpush, webauthn"]),
    "postgres": ("web,postgres", ["import psycopg"]),
    "all": ("all", [CORE, LEARN, ACROSS, PLOTTED, "> --version"]),
}


def extras() -> list[str]:
    """The extras of pyproject.toml.

    >>> "web" in extras()
    True
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return list(project["optional-dependencies"])


class Smoke:
    """A wheel that is tried, in a folder."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        self.wheel, self.folder = wheel.resolve(), folder
        self.failed: list[str] = []
        clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
        homes = {name: str(folder / "home") for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "HEXILLUM_CACHE")}
        self.env = {**clean, **homes, "HEXILLUM_COMPILE": "yes"}

    def run(self, name: str, words: list[str]) -> bool:
        """Run one step, and note whether it went right."""
        began = time.monotonic()
        done = subprocess.run(words, cwd=self.folder, env=self.env, capture_output=True, text=True, check=False)
        self.note(name, done.returncode == 0, time.monotonic() - began, done.stderr[-1500:])
        return done.returncode == 0

    def note(self, name: str, right: bool, seconds: float, why: str = "") -> None:
        """Say how a step went."""
        print(f"{'right' if right else 'WRONG'}  {name}  {seconds:.1f} s", file=sys.stderr, flush=True)
        if not right:
            print(why, file=sys.stderr)
            self.failed.append(name)

    def try_extra(self, name: str) -> None:
        """Install the wheel with what belongs to a trial, and do what that is for."""
        wanted, steps = TRIALS.get(name, (name, [CORE]))
        place = self.folder / name
        python = str(place / BINARIES / "python")
        install = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", python]
        self.run(
            f"{name}: environment", [sys.executable, "-m", "uv", "venv", "--quiet", "-p", sys.executable, str(place)]
        )
        if not self.run(f"{name}: install", [*install, f"{self.wheel}[{wanted}]" if wanted else str(self.wheel)]):
            return
        self.run(f"{name}: fits together", [sys.executable, "-m", "uv", "pip", "check", "--quiet", "--python", python])
        for step in steps:
            program = step.startswith("> ")
            words = [str(place / BINARIES / "hexillum"), *shlex.split(step[2:])] if program else [python, "-c", step]
            self.run(f"{name}: {step[2:] if program else step.strip().splitlines()[0]}", words)
        if name == "web":
            self.timed("web: serves its pages", lambda: self.serves(place))
            self.timed("web: says what PostgreSQL needs", lambda: self.names_the_driver(place))

    def timed(self, name: str, right: Callable[[], bool]) -> None:
        """Note whether something is so."""
        began = time.monotonic()
        self.note(name, right(), time.monotonic() - began)

    def serves(self, place: Path) -> bool:
        """Whether the server of an environment answers, and has its pages."""
        words = [str(place / BINARIES / "hexillum"), "serve", "--port", "0"]
        server = subprocess.Popen(words, cwd=self.folder, env=self.env, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+/", server.stdout.readline())
            if found is None:
                return False
            for path in ("api/health", "", "battles/akragas"):
                with urllib.request.urlopen(found[0] + path, timeout=30) as answer:
                    answer.read()
            return True
        except urllib.error.URLError:
            return False
        finally:
            server.terminate()
            server.wait(timeout=20)

    def names_the_driver(self, place: Path) -> bool:
        """Whether a server without the driver of PostgreSQL says in one line how to get it."""
        words = [str(place / BINARIES / "hexillum"), "serve", "--port", "0", "--database", "postgresql://localhost/h"]
        done = subprocess.run(words, cwd=self.folder, env=self.env, capture_output=True, text=True, check=False)
        return done.returncode == 2 and "hexillum[web,postgres]" in done.stderr and "Traceback" not in done.stderr


def main(words: list[str]) -> int:
    """Try a wheel; returns the exit status."""
    wheel, *named = words or [""]
    known = ["core", *extras()]
    if not wheel.endswith(".whl") or not set(named) <= set(known):
        print(f"usage: python tools/smoke.py WHEEL [{' | '.join(known)}]...", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(prefix="hexillum-") as folder:
        smoke = Smoke(Path(wheel), Path(folder))
        (Path(folder) / "home").mkdir()
        (Path(folder) / "six-banners.toml").write_text(VARIANT, encoding="utf-8")
        for name in named or known:
            smoke.try_extra(name)
    if smoke.failed:
        print(f"failed: {', '.join(smoke.failed)}", file=sys.stderr)
    return 1 if smoke.failed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
