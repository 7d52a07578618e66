"""Pictures in terminals that can show them, by kitty's protocol or as sixels, and which of them a terminal can.

A terminal tells by its name in the environment, or else by its answer when it is asked what it is (DA1).
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from base64 import standard_b64encode
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from itertools import groupby
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PIL.Image import Image

    from ..battle.door import Battle

KITTY: Final = "kitty"
SIXEL: Final = "sixel"
NONE: Final = "none"
AUTO: Final = "auto"
WAYS: Final = (AUTO, KITTY, SIXEL, NONE)

CHUNK: Final = 4096  # letters that one escape sequence of kitty's may carry
COLOURS: Final = 64  # of a picture in sixels
LETTER: Final = 8  # pixels that a column is taken to be wide where the terminal does not say
COLUMNS_MOST: Final = 120  # a picture is not made wider than that
PATIENCE: Final = 0.3  # seconds that a terminal has for its answer
ASKED: Final = "\x1b[c"  # primary device attributes: "4" in the answer is sixels

_KITTY_TERMS: Final = ("xterm-kitty", "xterm-ghostty")
_KITTY_PROGRAMS: Final = ("WezTerm", "ghostty")
_SIXEL_TERMS: Final = ("foot", "mlterm", "contour", "yaft")
_SIXEL_PROGRAMS: Final = ("iTerm.app", "mintty")


def png_of(battle: Battle) -> bytes:
    """The board with its figures, the armies and their banners as a PNG, as link previews have it; no hands.

    Raises ValueError without the package that draws it.

    >>> from hexillum.battle.door import Battle
    >>> png_of(Battle.start("akragas", seed=7))[:4]
    b'\\x89PNG'
    """
    try:
        import PIL  # noqa: F401
    except ModuleNotFoundError:
        raise ValueError("pictures in the terminal need the package pillow: run pip install 'hexillum[web]'") from None
    from ..battle.kits import kits_of
    from ..battle.view import view
    from ..core.state import edition_of
    from ..web.picture import png, scene_of

    plan, edition = battle.scenario, edition_of(battle.state)
    seen = {**view(battle), "title": plan.name if plan else "A position", "edition": edition}
    return png(scene_of({**seen, "kits": kits_of(plan, edition)}))


def in_kitty(png: bytes, columns: int) -> str:
    """A PNG in kitty's graphics protocol, so many columns wide; the terminal is asked not to answer.

    >>> in_kitty(b"abc", 40)
    '\\x1b_Ga=T,f=100,q=2,c=40,m=0;YWJj\\x1b\\\\'
    """
    letters = standard_b64encode(png).decode()
    chunks = [letters[n : n + CHUNK] for n in range(0, len(letters), CHUNK)]
    heads = [f"a=T,f=100,q=2,c={columns},", *[""] * (len(chunks) - 1)]
    return "".join(
        f"\x1b_G{head}m={int(n < len(chunks))};{chunk}\x1b\\"
        for n, (head, chunk) in enumerate(zip(heads, chunks, strict=True), 1)
    )


def in_sixels(image: Image) -> str:
    """A picture as sixels, in as many colours as its palette has, `COLOURS` at most."""
    plain = image.convert("RGB").quantize(COLOURS)
    width, height = plain.size
    pixels, palette = plain.tobytes(), plain.getpalette() or []
    used = sorted(set(pixels))
    out = [f'\x1bPq"1;1;{width};{height}']
    out += [f"#{n};2;" + ";".join(str(round(v / 2.55)) for v in palette[3 * n : 3 * n + 3]) for n in used]
    for top in range(0, height, 6):
        rows = [pixels[y * width : (y + 1) * width] for y in range(top, min(top + 6, height))]
        out.append("$".join(_in_colour(n, rows, width) for n in sorted({n for row in rows for n in set(row)})) + "-")
    return "".join(out) + "\x1b\\"


def _in_colour(colour: int, rows: list[bytes], width: int) -> str:
    """What a colour has in a band of six rows: a letter a column, the rows its bits, and repetitions counted."""
    bits = bytearray(width)
    for n, row in enumerate(rows):
        at = row.find(colour)
        while at >= 0:
            bits[at] |= 1 << n
            at = row.find(colour, at + 1)
    runs = [(chr(63 + value), len(list(run))) for value, run in groupby(bits.rstrip(b"\0"))]
    return f"#{colour}" + "".join(f"!{count}{letter}" if count > 3 else letter * count for letter, count in runs)


def shown(png: bytes, way: str, columns: int, pixels: int = 0) -> str:
    """A PNG as a terminal takes it, by the way it can; `pixels` is how wide its window is, where that is known."""
    columns = min(columns, COLUMNS_MOST)
    if way == KITTY:
        return in_kitty(png, columns)
    from PIL import Image

    with Image.open(BytesIO(png)) as image:
        width = min(image.width, pixels or LETTER * columns)
        size = width, max(1, round(image.height * width / image.width))
        return in_sixels(image.convert("RGB").resize(size, Image.Resampling.LANCZOS))


def way_of(environment: Mapping[str, str], ask: Callable[[], str]) -> str:
    """How a terminal shows pictures, by its environment and, where that does not tell, by what it answers.

    Inside tmux or screen only the answer counts: they pass nothing on that they do not know.

    >>> way_of({"TERM": "xterm-kitty"}, lambda: ""), way_of({"TERM": "xterm"}, lambda: "\\x1b[?62;4;22c")
    ('kitty', 'sixel')
    >>> way_of({"TERM": "xterm-kitty", "TMUX": "/tmp/x"}, lambda: "\\x1b[?1;2c"), way_of({"TERM": "dumb"}, str)
    ('none', 'none')
    """
    term, program = environment.get("TERM", ""), environment.get("TERM_PROGRAM", "")
    if term in ("", "dumb", "linux"):
        return NONE
    if not environment.get("TMUX") and not term.startswith(("screen", "tmux")):
        if environment.get("KITTY_WINDOW_ID") or term in _KITTY_TERMS or program in _KITTY_PROGRAMS:
            return KITTY
        if term.partition("-")[0] in _SIXEL_TERMS or program in _SIXEL_PROGRAMS:
            return SIXEL
    told = ask()
    start = told.find("\x1b[?")
    return SIXEL if start >= 0 and "4" in told[start + 3 :].partition("c")[0].split(";")[1:] else NONE


def this_way() -> str:
    """How the terminal of this program shows pictures: not at all where input or output is none."""
    if not (sys.stdout.isatty() and sys.stdin.isatty()):
        return NONE
    return way_of(os.environ, _answer)


def pixels_wide() -> int:
    """How many pixels wide the window is, 0 where the terminal does not say."""
    if sys.platform == "win32":
        return 0
    import fcntl
    import struct
    import termios

    try:
        told = fcntl.ioctl(sys.stdout.fileno(), termios.TIOCGWINSZ, bytes(8))
        return int(struct.unpack("HHHH", told)[2])
    except (OSError, ValueError):
        return 0


@contextlib.contextmanager
def _letter_by_letter(terminal: int) -> Iterator[None]:
    """Let a terminal hand over what is typed at once, and not show it."""
    if sys.platform == "win32":
        raise OSError("there are no such terminals here")
    import termios
    import tty

    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal, termios.TCSANOW)
        yield
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)


def _answer() -> str:
    """What the terminal says it is; "" where it says nothing in time, or there is no asking."""
    if sys.platform == "win32":
        return ""
    import select
    import termios

    said, until = b"", time.monotonic() + PATIENCE
    try:
        with _letter_by_letter(sys.stdin.fileno()):
            sys.stdout.write(ASKED)
            sys.stdout.flush()
            while not said.endswith(b"c") and (left := until - time.monotonic()) > 0:
                if select.select([sys.stdin.fileno()], [], [], left)[0]:
                    said += os.read(sys.stdin.fileno(), 64)
    except (OSError, ValueError, termios.error):
        return ""
    return said.decode("ascii", "replace")
