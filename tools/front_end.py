"""Build the pages of the table from web-ui/ into the package, where they are older than their sources.

    python tools/front_end.py           build if a source has changed; needs Node then, and only then
    python tools/front_end.py --types   make the pages' types of the server's description anew; needs Node
    python tools/front_end.py --check   say whether the pages in the package are those of the sources, and their types
                                        those of the server
    python tools/front_end.py --test    the front end's own checks: format, lint, types, accessibility, units; needs
                                        Node

The pages are kept in the repository and travel in the wheel, so that nobody needs Node to play.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "web-ui"
PAGES = ROOT / "src" / "hexillum" / "web" / "static"
STAMP = "SOURCES"
TYPES = SOURCES / "src" / "lib" / "wire.gen.ts"
NODE = 20
STALE = "web-ui/src/lib/wire.gen.ts is not made of what the server says: run python tools/front_end.py --types, commit"


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
    """Whether the pages in the package are those of the sources, and whole."""
    stamp, page = PAGES / STAMP, PAGES / "index.html"
    if not (stamp.is_file() and page.is_file() and stamp.read_text().strip() == digest()):
        return False
    return all((PAGES / name).is_file() for name in re.findall(r'"/(assets/[^"]+)"', page.read_text(encoding="utf-8")))


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


def described() -> str:
    """What the server says of the parts of its answers and messages, as an OpenAPI document.

    >>> sorted(json.loads(described())["components"]["schemas"]["Pong"]["properties"])
    ['t']
    """
    from hexillum.web.app import create_app

    document = create_app().openapi()
    parts = {"openapi": document["openapi"], "info": {"title": "Hexillum", "version": ""}, "paths": {}}
    return json.dumps({**parts, "components": _without_titles(document["components"])}, sort_keys=True)


def _without_titles(part: Any) -> Any:
    """A part of a schema without the titles, which only repeat the names."""
    if isinstance(part, dict):
        return {
            key: _without_titles(value) for key, value in part.items() if key != "title" or not isinstance(value, str)
        }
    return [_without_titles(one) for one in part] if isinstance(part, list) else part


def heading(document: str) -> str:
    """The first line of the types: of which description they were made."""
    made_of = hashlib.sha256(document.encode()).hexdigest()
    return f"// Made by tools/front_end.py --types of the server's description {made_of}\n"


def types_fresh() -> bool:
    """Whether the pages' types say that they were made of the server's description."""
    with TYPES.open(encoding="utf-8") as file:
        return file.readline() == heading(described())


def made_types() -> str | None:
    """The pages' types, made of the server's description; None where that fails."""
    document = described()
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder) / "openapi.json", Path(folder) / "wire.ts"
        source.write_text(document, encoding="utf-8")
        how = [
            "--root-types",
            "--root-types-no-schema-prefix",
            "--root-types-keep-casing",
            "--default-non-nullable=false",
        ]
        command = ["npx", "openapi-typescript", str(source), "--output", str(made), *how]
        if subprocess.run(command, cwd=SOURCES, stdout=subprocess.DEVNULL, check=False).returncode != 0:
            return None
        return heading(document) + made.read_text(encoding="utf-8")


def make_types() -> int:
    """Make the pages' types anew; returns the exit status."""
    if not node() or not packages():
        say(f"the types are made with Node {NODE} or newer with npm")
        return 1
    made = made_types()
    if made is None:
        say("the types could not be made: see above")
        return 1
    TYPES.write_text(made, encoding="utf-8")
    return 0


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
    if made_types() != TYPES.read_text(encoding="utf-8"):
        say(STALE)
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
    if words == ["--types"]:
        return make_types()
    if words == ["--check"]:
        if not types_fresh():
            say(STALE)
            return 1
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
    sys.path.insert(0, str(ROOT / "src"))
    raise SystemExit(main(sys.argv[1:]))
