"""Players from outside: a class of a Python file or of an installed package, in a process of its own.

`my_player.py:Mine` names the class `Mine` of a file; a package offers its players by the entry point group
`hexillum.players`. A class is made for each side of each battle, with a seed where it takes one, and answers:

    class Mine:
        def choose(self, battle):            # hexillum.players.observed.Observed
            return battle.numbers[0]         # a number, or one of battle.options

What it is given has no hidden card in it, and its process knows no more. A player that answers what is not offered,
raises or takes too long has lost: `Forfeit` says why, and the next battle begins with another process.
"""

from __future__ import annotations

import json
import os
import pickle
import queue
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from importlib.metadata import entry_points
from itertools import count
from pathlib import Path
from typing import IO, Any, Final

from ..battle.scenarios import Scenario
from ..core.state import State
from .observed import Observed, without_secrets

GROUP: Final = "hexillum.players"
PATIENCE: Final = 30.0  # seconds for a choice,
START: Final = 60.0  # and for the first one of a process, which imports what the player needs
LENGTH: Final = struct.Struct("!I")  # before every message, its bytes
MESSAGE_MOST: Final = 1 << 24
ANSWER_MOST: Final = 1 << 12  # bytes of what a process says at once,
ANSWERS_MOST: Final = 64  # and how often it may say something that nobody has asked yet
WORDS_MOST: Final = 400  # characters of what a player says of itself, or of its error
HOSTS_MOST: Final = 8  # processes that are kept for the next battle
PARENT: Final = 1.0  # seconds between looks whether the process that asks is still there
_ANY: Final = 0  # the number of an answer to whatever was asked


class Forfeit(Exception):
    """A player from outside that cannot go on has lost; says what it did, in one sentence.

    `deed` is that in a few words for everybody: they name no file, and nothing that the player says.
    """

    def __init__(self, words: str, deed: str = "failed") -> None:
        super().__init__(words)
        self.deed = deed


def is_outside(name: str) -> bool:
    """Whether a player's name is that of one from outside: FILE.py:CLASS, or an entry point's.

    >>> is_outside("my_player.py:Mine"), is_outside("search:1.0"), is_outside("greedy")
    (True, False, False)
    """
    file, colon, _ = name.rpartition(":")
    return (bool(colon) and file.endswith(".py")) or any(one.name == name for one in entry_points(group=GROUP))


def class_of(name: str) -> Callable[..., Any]:
    """The class that a name means. Raises ValueError, in one sentence, where there is none."""
    file, _, word = name.rpartition(":")
    if not file.endswith(".py"):
        return _of_package(name)
    path = Path(file)
    if not path.is_file():
        raise ValueError(f"{name}: there is no file {file}: expected FILE.py:CLASS")
    space: dict[str, Any] = {"__name__": path.stem, "__file__": str(path)}
    sys.path.insert(0, str(path.resolve().parent))
    try:
        exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), space)
    except Exception as error:
        raise ValueError(f"{name}: {_said(error, file)}") from None
    found = space.get(word)
    if not callable(found) or not hasattr(found, "choose"):
        raise ValueError(f"{name}: {file} has no class {word!r} with a method choose(battle)")
    made: Callable[..., Any] = found
    return made


def _of_package(name: str) -> Callable[..., Any]:
    try:
        (point,) = entry_points(group=GROUP, name=name)
        found: Callable[..., Any] = point.load()
    except Exception as error:
        raise ValueError(f"{name}: {_said(error, '')}") from None
    return found


def _said(error: BaseException, file: str) -> str:
    """An error of somebody else's code in one line, with the line of his file."""
    trace, line = error.__traceback__, 0
    while trace is not None:
        if not file or trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    where = f" in line {line}" if line else ""
    try:
        words = plain(str(error))
    except Exception:  # its words are somebody else's code, too
        words = ""
    return f"{type(error).__name__}{where}: {words or 'no words'}"


def plain(words: str) -> str:
    """Somebody else's words as one line of a bounded length, with nothing in it that does not print.

    >>> plain(" all  the\\nrest \\x1b[2J")
    'all the rest [2J'
    """
    line = " ".join("".join(one if one.isprintable() else " " for one in words[: 4 * WORDS_MOST]).split())
    return line if len(line) <= WORDS_MOST else line[: WORDS_MOST - 1].rstrip() + "…"


def described(name: str) -> str:
    """What a player from outside says of itself: the first paragraph of its docstring, "" where it has none.

    Raises ValueError, in one sentence, for a player that cannot be made. Its code runs in a process of its own.
    """
    host = Host(name, quiet=True)
    try:
        host.ask("begin", 0, 0, patience=START)
        return plain(str(host.ask("about", 0, patience=PATIENCE)))
    except Forfeit as error:
        said = f"{name}: "  # by the host, and by who looked for the class
        raise ValueError(str(error).removeprefix(said).removeprefix(said)) from None
    finally:
        host.end()


class Host:
    """A process in which the players of one name live; `ask` ends it where no answer comes in time.

    What they print goes to stderr, or nowhere with `quiet`.
    """

    def __init__(self, name: str, *, quiet: bool = False) -> None:
        self.name = name
        # not -m: this module is there already once its package is, and Python would warn of that
        words = [sys.executable, "-c", f"from {__name__} import main; main()", name]
        errors = subprocess.DEVNULL if quiet else None
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
        self._heard: queue.Queue[tuple[int, bool, Any]] = queue.Queue()
        self._asked = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def ask(self, *message: Any, patience: float) -> Any:
        """What the process answers to a message. Raises Forfeit where it fails, ends or is silent for too long."""
        if not self._asked:
            patience = max(patience, START)
        self._asked += 1
        try:
            _send(self._process.stdin, pickle.dumps((self._asked, *message), pickle.HIGHEST_PROTOCOL))
            right, value = self._answer(patience)
        except queue.Empty:
            self.end()
            raise Forfeit(
                f"{self.name} took longer than {patience:g} seconds", f"took longer than {patience:g} seconds"
            ) from None
        except OSError:
            self.end()
            right, value = False, "its process has ended"
        if not right:
            raise Forfeit(f"{self.name}: {plain(str(value))}")
        return value

    def _answer(self, patience: float) -> tuple[bool, Any]:
        """The answer to what was asked last: what else the process says is not heard. Raises queue.Empty."""
        until = time.monotonic() + patience
        while True:
            number, right, value = self._heard.get(timeout=max(0.0, until - time.monotonic()))
            if number in (self._asked, _ANY):
                return right, value

    @property
    def alive(self) -> bool:
        """Whether it still runs."""
        return self._process.poll() is None

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.wait()

    def _listen(self) -> None:
        out = self._process.stdout
        while (words := _receive(out, ANSWER_MOST)) is not None:
            self._heard.put(_read(words))
            if self._heard.qsize() > ANSWERS_MOST:
                break
        self.end()  # before anybody hears of it: who asks once more must not find it alive, and wait
        self._heard.put((_ANY, False, "its process has ended"))


_hosts: dict[str, Host] = {}  # the longest unused first
_numbers = count()


def _host(name: str, quiet: bool) -> Host:
    """The process of a name's players; of processes that nobody has asked for longest, few are kept."""
    host = _hosts.pop(name, None)
    if host is None or not host.alive:
        host = Host(name, quiet=quiet)
    _hosts[name] = host
    while len(_hosts) > HOSTS_MOST:
        _hosts.pop(next(iter(_hosts))).end()
    return host


class Outside:
    """A player from outside at one side of one battle. Raises Forfeit when it has to choose and does not do it right.

    Raises ValueError at once where there is no such class. What it prints goes to stderr, or nowhere with `quiet`.
    """

    def __init__(self, name: str, seed: int = 0, patience: float = PATIENCE, *, quiet: bool = False) -> None:
        self.name = name
        self.patience = patience
        self._number = next(_numbers)
        self._at = _host(name, quiet)
        try:
            self._at.ask("begin", self._number, seed, patience=START)
        except Forfeit as error:
            raise ValueError(str(error).removeprefix(f"{name}: ")) from None

    def choose(self, state: State, options: list[int]) -> int:
        """One of the options. Raises Forfeit for anything else."""
        seen = without_secrets(state, state.who)
        answer = self._at.ask("choose", self._number, pickle.dumps(seen), patience=self.patience)
        return _offered(self.name, answer, options)

    def __del__(self) -> None:
        if getattr(self, "_at", None) is not None and self._at.alive:
            try:
                self._at.ask("end", self._number, patience=self.patience)
            except Forfeit:
                return


class Mine:
    """A player from outside that is an object of this process: it is asked here, and its time is not bounded."""

    def __init__(self, player: Any, scenario: Scenario | None = None) -> None:
        if not hasattr(player, "choose"):
            raise ValueError(f"{player!r} is no player: expected a name, or an object with a method choose(battle)")
        self.name = type(player).__name__
        self._player = player
        self._scenario = scenario

    def choose(self, state: State, options: list[int]) -> int:
        """One of the options. Raises Forfeit for anything else."""
        right, answer = _answer(self._player, Observed(state, self._scenario))
        if not right:
            raise Forfeit(f"{self.name}: {answer}")
        return _offered(self.name, answer, options)


def _offered(name: str, answer: Any, options: list[int]) -> int:
    """An answer that is one of the options. Raises Forfeit for anything else."""
    if answer not in options:
        words = plain(repr(answer))
        raise Forfeit(f"{name} answered {words}, which is not offered", "gave an answer that is not offered")
    return int(answer)


# ---------------------------------------------------------------- the other end


def _answer(player: Any, seen: Observed) -> tuple[bool, Any]:
    """What a player answers: True and a number, or False and what went wrong."""
    try:
        answer = player.choose(seen)
        number = getattr(answer, "number", answer)
        return True, number if isinstance(number, int) and not isinstance(number, bool) else repr(number)[:80]
    except Exception as error:
        return False, _said(error, "")


def _begun(made: Callable[..., Any], seed: int) -> Any:
    """A player, with the seed where it takes one."""
    import inspect

    try:
        takes = bool(inspect.signature(made).parameters)
    except (TypeError, ValueError):
        takes = False
    return made(seed) if takes else made()


def serve(name: str, source: IO[bytes], sink: IO[bytes]) -> None:
    """Be the process of a name's players until the line ends."""
    players: dict[int, Any] = {}
    made: Callable[..., Any] | None = None
    while (words := _receive(source)) is not None:
        asked, word, number, *more = pickle.loads(words)
        try:
            if word == "begin":
                made = made or class_of(name)
                players[number] = _begun(made, *more)
                answer: tuple[bool, Any] = True, None
            elif word == "choose":
                answer = _answer(players[number], Observed(pickle.loads(more[0])))
            elif word == "about":
                answer = True, plain(_about(made))
            else:
                players.pop(number, None)
                answer = True, None
        except ValueError as error:
            answer = False, plain(str(error))
        except Exception as error:
            answer = False, _said(error, "")
        _send(sink, json.dumps([asked, *answer]).encode())


def _about(made: Any) -> str:
    """The first paragraph of what a class, or what else makes a player, says of itself."""
    return str(getattr(made, "__doc__", None) or "").strip().partition("\n\n")[0]


def _read(words: bytes) -> tuple[int, bool, Any]:
    """What a process answers, and to which question: it may be anything, its player is not ours."""
    try:
        number, right, value = json.loads(words)
        return int(number), bool(right), value
    except (ValueError, TypeError, RecursionError):
        return _ANY, False, "its process says what nobody understands"


def _send(file: IO[bytes] | None, words: bytes) -> None:
    assert file is not None
    file.write(LENGTH.pack(len(words)) + words)
    file.flush()


def _receive(file: IO[bytes] | None, most: int = MESSAGE_MOST) -> bytes | None:
    """The next message; None where there is none, or one of more bytes than there may be."""
    assert file is not None
    head = file.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    length = LENGTH.unpack(head)[0]
    words = file.read(length) if length <= most else b""
    return words if words and len(words) == length else None


def end_with_parent() -> None:
    """End this process when the one that asks has ended: a player that is thinking would not notice."""
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(PARENT)
    os._exit(1)


def main() -> None:
    """Be the process of a `Host`: what the player prints goes to stderr, so that it disturbs nobody."""
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    threading.Thread(target=end_with_parent, daemon=True).start()
    serve(sys.argv[1], sys.stdin.buffer, sink)
