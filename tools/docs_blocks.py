"""Run the code blocks of pages of the documentation as a reader would, in an empty folder, from top to bottom.

    python tools/docs_blocks.py [--bin FOLDER] PAGE...

runs them with the `hexillum` and the `python` of an environment, such as one that has nothing but the wheel. A block
with a caption is a file; `sh` and `python` blocks are run; a block of the class `output` must be in what the one before
it printed, line by line, where spaces and `…` match any. Comments above a block say what else holds for it:

    % typed: LINE         is typed at the program's prompt (one comment a line)
    % exit: 1             is how it ends
    % stays: WORDS        goes on behind those that follow, once it has printed these words: a server
    % smaller: THIS -> IT is run with IT, since THIS takes hours (one comment a change)
    % needs: NAME         is left out where there is neither a package nor a program of this name
    % not run: REASON     leaves it out

A server that stays, and the blocks that talk to it, use a free port instead of 8000.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

RUN: Final = {"sh": ["sh", "-e", "-c"], "python": ["python", "-c"]}
PATIENCE: Final = 240  # seconds for one block
PORT: Final = 8000  # of a server where nobody names another
_FENCE: Final = re.compile(r"^(`{3,})(.*)$")
_CODE: Final = re.compile(r"(\{code-block\} *)?([a-z]+) *")
_COMMENT: Final = re.compile(r"^% (typed|exit|stays|smaller|needs|not run): (.*)$")
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
    stays: str = ""
    needs: Sequence[str] = field(default_factory=list)
    smaller: Sequence[tuple[str, str]] = field(default_factory=list)

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
                facts.get("stays", ""),
                [name for kind, names in comments if kind == "needs" for name in names.split()],
                [_change(line) for kind, line in comments if kind == "smaller"],
            )
        comments = []
        n += 1


def _change(line: str) -> tuple[str, str]:
    this, arrow, it = line.partition(" -> ")
    if not arrow:
        raise ValueError(f"% smaller: expected THIS -> IT, not {line!r}")
    return this, it


class Run:
    """A page that is run in a folder: what its last block printed, and the servers that it has started."""

    def __init__(self, page: Path, folder: Path, environment: Mapping[str, str]) -> None:
        self.page, self.folder, self.environment = page, folder, dict(environment)
        self.printed, self.ran = "", 0
        self.servers: list[subprocess.Popen[str]] = []
        self.port = 0

    def do(self, block: Block) -> None:
        """Write, run or compare one block. Raises Wrong where it does something else than the page says."""
        place = f"{self.page.name}:{block.line}"
        if block.file:
            path = self.folder / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.told:
            for line in block.text.splitlines():
                pattern = r"\s+".join(re.escape(word) for word in line.split()).replace("…", ".*")
                if not re.search(pattern, self.printed):
                    raise Wrong(f"{place}: {line!r} is not in what was printed:\n{self.printed}")
        elif block.language in RUN:
            words = [*RUN[block.language], self._text(block, place)]
            self.ran += 1
            if block.stays:
                self._start(block, words, place)
            else:
                self._finish(block, words, place)

    def _text(self, block: Block, place: str) -> str:
        """The block as it is run: smaller where that is said, and at a port that is free."""
        text = block.text
        for this, it in block.smaller:
            if this not in text:
                raise Wrong(f"{place}: there is no {this!r} to make smaller")
            text = text.replace(this, it)
        if block.stays:
            self.port = self.port or free_port()
            text = text.replace("hexillum serve", f"hexillum serve --port {self.port}")
        return text.replace(f"127.0.0.1:{PORT}", f"127.0.0.1:{self.port}") if self.port else text

    def _finish(self, block: Block, words: Sequence[str], place: str) -> None:
        typed = "".join(f"{line}\n" for line in block.typed)
        done = subprocess.run(
            words, cwd=self.folder, env=self.environment, input=typed,
            capture_output=True, encoding="utf-8", timeout=PATIENCE,
        )  # fmt: skip
        self.printed = done.stdout + done.stderr
        if done.returncode != block.exit:
            raise Wrong(f"{place}: ended with {done.returncode} and not {block.exit}:\n{self.printed}")

    def _start(self, block: Block, words: Sequence[str], place: str) -> None:
        self.end()
        server = subprocess.Popen(
            words, cwd=self.folder, env=self.environment, encoding="utf-8", start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        self.servers.append(server)
        late = threading.Timer(PATIENCE, _kill, [server])
        late.start()
        self.printed = ""
        assert server.stdout is not None
        for line in server.stdout:
            self.printed += line
            if block.stays in line:
                threading.Thread(target=server.stdout.read, daemon=True).start()  # or it would wait for a reader
                break
        late.cancel()
        if block.stays not in self.printed:
            raise Wrong(f"{place}: never printed {block.stays!r}:\n{self.printed}")

    def end(self) -> None:
        """End the servers that go on."""
        for server in self.servers:
            _kill(server)
            server.wait()
        self.servers.clear()

    def missing(self, block: Block) -> bool:
        """Whether a block needs what is not here."""
        return any(not self._has(name) for name in block.needs)

    def _has(self, name: str) -> bool:
        look = f"import sys, importlib.util as u; sys.exit(not u.find_spec({name!r}))"
        if shutil.which(name, path=self.environment["PATH"]):
            return True
        return not subprocess.run(["python", "-c", look], env=self.environment, cwd=self.folder).returncode


def _kill(server: subprocess.Popen[str]) -> None:
    """End a program with all that it has started."""
    if server.poll() is not None:
        return
    if sys.platform == "win32":
        server.kill()
    else:
        os.killpg(server.pid, signal.SIGKILL)


def free_port() -> int:
    """A port that nobody has now."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def run_page(page: Path, folder: Path, environment: Mapping[str, str]) -> int:
    """Run the blocks of a page in a folder; how many ran. Raises Wrong for the first that does something else."""
    run, left_out = Run(page, folder, environment), False
    try:
        for block in blocks(page.read_text(encoding="utf-8")):
            left_out = bool(block.left_out) or run.missing(block) or (block.told and left_out)
            if not left_out:
                run.do(block)
    finally:
        run.end()
    return run.ran


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
