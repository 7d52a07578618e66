"""Build the pages of the table from web-ui/ into the package, where they are older than their sources.

    python tools/front_end.py           build if a source has changed; needs Node then, and only then
    python tools/front_end.py --check   say whether the pages in the package are those of the sources
    python tools/front_end.py --test    the front end's own checks: format, lint, types, accessibility, units; needs Node

The pages are kept in the repository and travel in the wheel, so that nobody needs Node to play.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "web-ui"
PAGES = ROOT / "src" / "hexillum" / "web" / "static"
STAMP = "SOURCES"
NODE = 20


def source_files() -> list[Path]:
    """The files that the pages are made of."""
    folders = [path for name in ("src", "public") for path in (SOURCES / name).rglob("*")]
    tests = [path for path in folders if path.is_file() and not path.name.endswith(".test.ts")]
    singles = ["index.html", "package.json", "package-lock.json", "vite.config.ts", "svelte.config.js", "tsconfig.json"]
    return sorted([*tests, *(SOURCES / name for name in singles)])


def digest() -> str:
    """A digest of the sources, whatever machine they lie on.

    >>> len(digest())
    64
    """
    sum = hashlib.sha256()
    for path in source_files():
        sum.update(path.relative_to(SOURCES).as_posix().encode() + b"\0")
        sum.update(path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return sum.hexdigest()


def fresh() -> bool:
    """Whether the pages in the package are those of the sources."""
    stamp = PAGES / STAMP
    return stamp.is_file() and (PAGES / "index.html").is_file() and stamp.read_text().strip() == digest()


def say(words: str) -> None:
    """Tell the person."""
    print(f"hexillum: {words}", file=sys.stderr)


def node() -> bool:
    """Whether a Node that is new enough is there, and npm."""
    if not (shutil.which("node") and shutil.which("npm")):
        return False
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    major = version.strip().removeprefix("v").partition(".")[0]
    return major.isdigit() and int(major) >= NODE


def packages() -> bool:
    """Install the locked packages of the front end, once."""
    lock = SOURCES / "package-lock.json"
    done = SOURCES / "node_modules" / ".installed"
    if done.is_file() and done.read_text() == hashlib.sha256(lock.read_bytes()).hexdigest():
        return True
    say("installing the packages of the front end (once; needs the network)")
    command = ["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"]
    if subprocess.run(command, cwd=SOURCES, stdout=subprocess.DEVNULL, check=False).returncode != 0:
        return False
    done.write_text(hashlib.sha256(lock.read_bytes()).hexdigest())
    return True


def build() -> int:
    """Build the pages; returns the exit status."""
    if not node():
        if (PAGES / "index.html").is_file():
            say(f"the front end's source was changed, but Node {NODE} or newer is missing: showing the old pages")
            return 0
        say(f"the pages must be built: install Node {NODE} or newer with npm, then start again")
        return 1
    if not packages():
        say("the packages of the front end could not be installed: see above")
        return 1
    say("building the pages")
    if subprocess.run(["npx", "vite", "build", "--logLevel", "warn"], cwd=SOURCES, check=False).returncode != 0:
        say("the pages could not be built: see above")
        return 1
    (PAGES / STAMP).write_text(digest() + "\n")
    return 0


def test() -> int:
    """The front end's own checks."""
    if not node():
        say(f"the checks of the front end need Node {NODE} or newer with npm")
        return 1
    if not packages():
        return 1
    types = ["npx", "svelte-check", "--tsconfig", "./tsconfig.json", "--fail-on-warnings", "--output", "human"]
    commands = (
        ["npx", "prettier", "--check", "--log-level", "warn", "."],
        ["npx", "eslint", "--max-warnings", "0", "."],
        types,
        ["npx", "vitest", "run", "--reporter=dot"],
    )
    return max(subprocess.run(command, cwd=SOURCES, check=False).returncode for command in commands)


def main(words: list[str]) -> int:
    """Do what the words say; returns the exit status."""
    if words == ["--check"]:
        if fresh():
            return 0
        say("the pages in src/hexillum/web/static are not those of web-ui/: run python tools/front_end.py and commit")
        return 1
    if words == ["--test"]:
        return test()
    if words:
        print(__doc__, file=sys.stderr)
        return 2
    return 0 if fresh() else build()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
