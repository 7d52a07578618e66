"""Lock the packages of the extras and dependency groups of pyproject.toml, by uv, into requirements/.

    python tools/lock.py              keep what is locked, add what is new
    python tools/lock.py --upgrade    take the newest of everything; also --upgrade-package NAME, as uv has it

`requirements/pins.txt` has one version of each package for all extras and groups together, and says what needs it.
Every other file is what one extra or group needs of them, for Python 3.11 and newer on every system, with hashes: `pip
install --no-deps --require-hashes -r requirements/cli.txt`. `./check lock` brings uv and runs this, with the network.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = "requirements"
#: Extras that are not locked: one has only the others, and which torch is right for the other depends on the machine.
UNLOCKED: Final = ("all", "train")
PINS: Final = f"{FOLDER}/pins.txt"
UV: Final = (
    *(sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11"),
    *("--no-header", "--no-emit-index-url", "--no-emit-find-links"),
)


def parts() -> dict[str, list[str]]:
    """What is locked, and how uv is asked for it: every extra and group but those that are only parts of others.

    >>> parts()["cli"], parts()["dev"]
    (['pyproject.toml', '--extra', 'cli'], ['--group', 'dev'])
    """
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras, groups = project["project"]["optional-dependencies"], project["dependency-groups"]
    inside = {line["include-group"] for lines in groups.values() for line in lines if isinstance(line, dict)}
    return {
        **{name: ["pyproject.toml", "--extra", name] for name in extras if name not in UNLOCKED},
        **{name: ["--group", name] for name in groups if name not in inside},
    }


def main(words: list[str]) -> int:
    """Lock everything; returns the exit status."""
    wanted = parts()
    together = ["pyproject.toml", *(word for how in wanted.values() for word in how if word != "pyproject.toml")]
    (ROOT / FOLDER).mkdir(exist_ok=True)
    subprocess.run([*UV, *together, "--annotation-style", "line", "-o", PINS, *words], cwd=ROOT, check=True)
    for file in (ROOT / FOLDER).glob("*.txt"):
        if file.stem not in (*wanted, "pins"):
            file.unlink()
    for name, how in wanted.items():
        out = f"{FOLDER}/{name}.txt"
        (ROOT / out).unlink(missing_ok=True)
        subprocess.run([*UV, *how, "-c", PINS, "--generate-hashes", "--no-annotate", "-o", out], cwd=ROOT, check=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
