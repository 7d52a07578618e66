"""What the server says of itself: a line for each thing, as text or JSON, with the request that it belongs to.

Nothing that opens anything is written: what looks like a token, a key, a seed, a seal, a password or an address of mail
is struck out of every line, whoever wrote it. Hands, decks and dice to come are never handed to a log.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any, Final, Literal, TextIO

Kind = Literal["text", "json"]
ASKED: Final[ContextVar[str]] = ContextVar("hexillum_asked", default="")  # the request that is being answered
REQUESTS: Final = "hexillum.requests"
#: What a line of JSON may carry beside the words: figures, and addresses as they are documented.
FIELDS: Final = ("method", "address", "status", "ms", "who", "what", "whom")
STRUCK: Final = "***"
_SECRETS: Final = (
    (re.compile(r"(?i)\b(bearer|hexillum-key:?|authorization:?)[ =]+\S+"), rf"\1 {STRUCK}"),
    (re.compile(r"sealed:[\w=+/-]+"), f"sealed:{STRUCK}"),
    (re.compile(r"#(seat|invite|admin|key)=[^\s\"')]+"), rf"#\1={STRUCK}"),
    (re.compile(r"://[^/\s:@]*:[^/\s@]+@"), f"://{STRUCK}@"),
    (re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"), f"{STRUCK}@{STRUCK}"),
    (re.compile(r"(?<![\w-])[A-Za-z0-9_-]{40,}(?![\w-])"), STRUCK),
)


def without_secrets(line: str) -> str:
    """A line without what opens anything.

    >>> without_secrets("lost: postgresql://me:hush@db/games, asked with Bearer abc and wrote to anna@mail.example")
    'lost: postgresql://***@db/games, asked with Bearer *** and wrote to ***@***'
    """
    for pattern, instead in _SECRETS:
        line = pattern.sub(instead, line)
    return line


class Lines(logging.Formatter):
    """Lines of text: when, how grave, who says it, what, and in which request."""

    def format(self, record: logging.LogRecord) -> str:
        """A record in a line; what is said cannot begin another one."""
        asked = ASKED.get()
        more = " ".join(f"{name}={getattr(record, name)}" for name in FIELDS if hasattr(record, name))
        words = [_time(record), record.levelname, record.name + ":", _in_one_line(record.getMessage()), more]
        line = " ".join(word for word in (*words, f"[{asked}]" if asked else "") if word)
        if record.exc_info:
            line += "\n" + self.formatException(record.exc_info)
        return without_secrets(line)


class Json(logging.Formatter):
    """A line of JSON for each record."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as an object."""
        told: dict[str, Any] = {
            "at": _time(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        if asked := ASKED.get():
            told["request"] = asked
        for name in FIELDS:
            if hasattr(record, name):
                value = getattr(record, name)
                told[name] = value if isinstance(value, int | float) else without_secrets(str(value))
        if record.exc_info:
            told["error"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(told, ensure_ascii=False)


class Counting(logging.Handler):
    """Tells of each error which logger said it."""

    def __init__(self, count: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self.count = count

    def emit(self, record: logging.LogRecord) -> None:
        """Count it."""
        self.count(record.name)


def set_up(kind: Kind, stream: TextIO | None = None, *, requests: bool = False) -> None:
    """Let the server write its log to a stream, that of errors where none is given; `requests` has all of these told.

    Others' libraries say what goes wrong with them, and nothing else.
    """
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(Json() if kind == "json" else Lines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("hexillum").setLevel(logging.INFO)
    logging.getLogger(REQUESTS).setLevel(logging.INFO if requests else logging.WARNING)
    for theirs in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(theirs)
        logger.handlers[:] = []
        logger.propagate = True


def _time(record: logging.LogRecord) -> str:
    when = time.gmtime(record.created)
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', when)}.{int(record.msecs):03d}Z"


def _in_one_line(words: str) -> str:
    return words.replace("\r", "\\r").replace("\n", "\\n")
