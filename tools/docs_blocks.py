"""Run the code blocks of pages of the documentation as a reader would, in an empty folder, from top to bottom.

    python tools/docs_blocks.py [--bin FOLDER] PAGE...

runs them with the `hexillum` and the `python` of an environment, such as one that has nothing but the wheel. A block
with a caption is a file; `sh` and `python` blocks are run; a block of the class `output` must be in what the one before
it printed, line by line, where spaces and `…` match any. Comments above a block say what else holds for it:

    % typed: LINE      is typed at the program's prompt (one comment a line)
    % exit: 1          is how it ends
    % not run: REASON  leaves it out
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

RUN: Final = {"sh": ["sh", "-e", "-c"], "python": ["python", "-c"]}
PATIENCE: Final = 240  # seconds for one block
_FENCE: Final = re.compile(r"^(`{3,})(.*)$")
_CODE: Final = re.compile(r"(\{code-block\} *)?([a-z]+) *")
_COMMENT: Final = re.compile(r"^% (typed|exit|not run): (.*)$")
_OPTION: Final = re.compile(r"^:([a-z-]+): *(.*)$")


class Wrong(AssertionError):
    """A block that does not do what its page says."""


@dataclass
class Block:
    """A block of code: its language, text and line, its options, and the comments above it."""

    language: str
    text: str
    line: int
    options: Mapping[str, str]
    typed: Sequence[str] = field(default_factory=list)
    exit: int = 0
    left_out: str = ""

    @property
    def file(self) -> str:
        """The file that it is, if it is one."""
        return self.options.get("caption", "")

    @property
    def told(self) -> bool:
        """Whether it is what the block before it prints."""
        return "output" in self.options.get("class", "").split()


def blocks(text: str) -> Iterator[Block]:
    """The blocks of a page.

    >>> [one] = blocks("% exit: 1\\n```sh\\nfalse\\n```\\n")
    >>> one.language, one.text, one.exit
    ('sh', 'false\\n', 1)
    """
    lines = text.splitlines()
    comments: list[tuple[str, str]] = []
    n = 0
    while n < len(lines):
        opened = _FENCE.match(lines[n])
        if not opened:
            said = _COMMENT.match(lines[n])
            comments = [*comments, (said[1], said[2])] if said else []
            n += 1
            continue
        first = n + 1
        n = first
        while n < len(lines) and lines[n] != opened[1]:
            n += 1
        inside = lines[first:n]
        code = _CODE.fullmatch(opened[2])
        options: dict[str, str] = {}
        while code and code[1] and inside and (option := _OPTION.match(inside[0])):
            options[option[1]] = option[2]
            inside = inside[1:]
        if code:
            facts = dict(comments)
            yield Block(
                code[2],
                "\n".join([*inside, ""]),
                first,
                options,
                [line for kind, line in comments if kind == "typed"],
                int(facts.get("exit", 0)),
                facts.get("not run", ""),
            )
        comments = []
        n += 1


def run_page(page: Path, folder: Path, environment: Mapping[str, str]) -> int:
    """Run the blocks of a page in a folder; how many ran. Raises Wrong for the first that does something else."""
    printed, ran = "", 0
    for block in blocks(page.read_text(encoding="utf-8")):
        place = f"{page.name}:{block.line}"
        if block.left_out:
            continue
        if block.file:
            path = folder / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.told:
            for line in block.text.splitlines():
                pattern = r"\s+".join(re.escape(word) for word in line.split()).replace("…", ".*")
                if not re.search(pattern, printed):
                    raise Wrong(f"{place}: {line!r} is not in what was printed:\n{printed}")
        elif block.language in RUN:
            done = subprocess.run(
                [*RUN[block.language], block.text],
                cwd=folder,
                env=dict(environment),
                input="".join(f"{line}\n" for line in block.typed),
                capture_output=True,
                encoding="utf-8",
                timeout=PATIENCE,
            )
            printed, ran = done.stdout + done.stderr, ran + 1
            if done.returncode != block.exit:
                raise Wrong(f"{place}: ended with {done.returncode} and not {block.exit}:\n{printed}")
    return ran


def surroundings(bin: Path, home: Path) -> dict[str, str]:
    """The environment of the blocks: programs of a folder first, and no settings or data of whoever runs them."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HEXILLUM_PATH", "XDG_"))}
    wide = {"COLUMNS": "100", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8", "PYTHONWARNINGS": "ignore"}
    return {**kept, **wide, "HOME": str(home), "PATH": f"{bin}{os.pathsep}{os.environ['PATH']}"}


def main(arguments: list[str]) -> int:
    """Run pages; return the exit status."""
    bin = Path(sys.executable).parent
    if arguments[:1] == ["--bin"] and len(arguments) > 1:
        bin, arguments = Path(arguments[1]).resolve(), arguments[2:]
    if not arguments or arguments[0].startswith("-"):
        print("usage: python tools/docs_blocks.py [--bin FOLDER] PAGE...", file=sys.stderr)
        return 2
    status = 0
    for name in arguments:
        with tempfile.TemporaryDirectory() as folder:
            try:
                print(f"{name}: {run_page(Path(name), Path(folder), surroundings(bin, Path(folder)))} blocks ran")
            except (Wrong, subprocess.TimeoutExpired) as error:
                print(error, file=sys.stderr)
                status = 1
    return status


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
