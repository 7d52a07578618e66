"""Print the part of requirements.lock that some extras of pyproject.toml need, for `pip install --require-hashes`.

    python tools/lock.py cli fast > part.txt

The lock file is made for all extras together, with what each package is there for in its comments:

    uv pip compile pyproject.toml --all-extras --universal --python-version 3.11 --generate-hashes \\
        --no-header --no-emit-index-url --no-emit-find-links -o requirements.lock
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START = re.compile(r"^(?=[A-Za-z0-9])", re.MULTILINE)
NAME = re.compile(r"[A-Za-z0-9._-]+")


def normal(name: str) -> str:
    """Return a package name in the spelling of lock files.

    >>> normal("types_PyYAML>=6")
    'types-pyyaml'
    """
    found = NAME.match(name)
    return re.sub(r"[-_.]+", "-", found[0] if found else name).lower()


def parents(entry: str) -> set[str]:
    """Return the packages that an entry of the lock file is there for.

    >>> sorted(parents("mdurl==0.1 \\\\\\n    --hash=sha256:0\\n    # via\\n    #   markdown-it-py\\n    #   rich"))
    ['markdown-it-py', 'rich']
    """
    comment = " ".join(line.strip(" #") for line in entry.splitlines() if line.lstrip().startswith("#"))
    return {normal(word) for word in comment.removeprefix("via").split() if not word.startswith("(")}


def part(lock: str, wanted: set[str]) -> str:
    """Return the entries of a lock file that are wanted or that wanted ones need.

    >>> print(part("a==1 \\\\\\n    --hash=sha256:0\\nb==2 \\\\\\n    --hash=sha256:1\\n    # via a\\nc==3\\n", {"a"}))
    a==1 \\
        --hash=sha256:0
    b==2 \\
        --hash=sha256:1
        # via a
    <BLANKLINE>
    """
    entries = [entry for entry in START.split(lock) if NAME.match(entry)]
    chosen = set(wanted)
    while more := {normal(entry) for entry in entries if parents(entry) & chosen} - chosen:
        chosen |= more
    return "".join(entry for entry in entries if normal(entry) in chosen)


def main(extras: list[str]) -> int:
    """Print the entries for these extras; return the exit status."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    unknown = [extra for extra in extras if extra not in optional]
    if unknown or not extras:
        print(f"usage: python tools/lock.py EXTRA...; the extras are {', '.join(optional)}", file=sys.stderr)
        return 2
    wanted = {normal(line) for extra in extras for line in [*project["dependencies"], *optional[extra]]}
    chosen = part((ROOT / "requirements.lock").read_text(encoding="utf-8"), wanted)
    absent = wanted - {normal(entry) for entry in START.split(chosen)}
    if absent:
        print(f"requirements.lock lacks {', '.join(sorted(absent))}; make it anew (see tools/lock.py)", file=sys.stderr)
        return 1
    print(chosen, end="")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
