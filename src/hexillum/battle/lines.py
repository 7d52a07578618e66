"""Script lines: reading one line into words, and writing a battle's choices as lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..core import ask, hexes
from ..core.ask import action_text
from ..core.dice import FACES, faces_text

RESIGN: Final = "resign"
PENDING: Final = "pending"  # the answers of a line that is not finished, or that was begun before the record

#: The verbs of the notation with the decisions that each can answer.
VERBS: Final[dict[str, tuple[int, ...]]] = {
    "card": (ask.CARD, ask.FIRST_STRIKE, ask.AMBUSH),
    "no card": (ask.CARD, ask.FIRST_STRIKE, ask.AMBUSH),
    "instead": (ask.ORDER, ask.SECTION),
    "order": (ask.ORDER,),
    "done": (ask.ORDER, ask.MOVE, ask.BATTLE, ask.BONUS, ask.RALLY),
    "move": (ask.MOVE,),
    "fire": (ask.BATTLE,),
    "close": (ask.BATTLE, ask.BONUS, ask.AMBUSHER),
    "evade": (ask.EVADE,),
    "stand": (ask.EVADE,),
    "roll": (ask.ROLL,),
    "ignore": (ask.IGNORE,),
    "to": (ask.RETREAT, ask.EVADE_PATH, ask.LEADER),
    "trample": (ask.TRAMPLE,),
    "advance": (ask.ADVANCE,),
    "hold": (ask.ADVANCE,),
    "back": (ask.BACK,),
    "no back": (ask.BACK,),
    "parthian": (ask.PARTHIAN,),
    "no parthian": (ask.PARTHIAN,),
    "token": (ask.BATTLE_BONUS, ask.BRAVERY, ask.MOVE_A_LEADER, ask.INSPIRATION),
    "no token": (ask.BATTLE_BONUS, ask.BRAVERY, ask.MOVE_A_LEADER, ask.INSPIRATION),
    "rally": (ask.RALLY,),
    "draw": (ask.DRAW,),
    "keep": (ask.KEEP,),
    "place": (ask.PIECE, ask.PLACE, ask.ORDER),
    "discard": (ask.FORFEIT,),
    RESIGN: (),
}


class BadLine(ValueError):
    """A script line that is not of the notation; says what was expected."""


@dataclass(frozen=True)
class Line:
    """One script line: its verb, whether it is about a leader, its hexes, faces, number or name.

    Hexes are numbers, faces 0 to 5; `name` is a card, a token's use or a piece, `off` says that the path leaves the
    board.
    """

    verb: str
    leader: bool = False
    hexes: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()
    number: int = 0
    name: str = ""
    off: bool = False


def strip_comment(text: str) -> str:
    """A line without its comment and outer blanks.

    >>> strip_comment(" done  # no more")
    'done'
    """
    return text.split("#", 1)[0].strip()


def read_line(text: str, rows: int = hexes.ROWS) -> Line:
    """Read one script line, of a board with so many rows; what stands behind a # is no part of it.

    Raises BadLine, saying what was expected, where it is not of the notation.

    >>> read_line("close E6xE5").verb, read_line("to F6 off").off
    ('close', True)
    """
    words = strip_comment(text).split()
    if not words:
        raise BadLine("an empty line: expected a script line such as 'close E6xE5'")
    verb = " ".join(words[:2]) if words[0] == "no" else words[0]
    if verb not in VERBS:
        raise BadLine(f"{verb!r} is not a word of the notation: expected one of {', '.join(VERBS)}")
    rest = words[len(verb.split()) :]
    try:
        return _READERS.get(verb, _no_words)(verb, rest, rows)
    except BadLine:
        raise
    except ValueError as error:
        raise BadLine(f"{verb}: {error}") from None


def _no_words(verb: str, rest: list[str], rows: int) -> Line:
    if rest:
        raise BadLine(f"'{verb}' stands alone, found {' '.join(rest)!r} after it")
    return Line(verb)


def _one_name(verb: str, rest: list[str], rows: int) -> Line:
    if not rest:
        raise BadLine(f"'{verb}' needs a name after it")
    return Line(verb, name=" ".join(rest))


def _pair(verb: str, rest: list[str], rows: int) -> Line:
    parts = rest[0].split("x") if len(rest) == 1 else []
    if len(parts) != 2:
        raise BadLine(f"'{verb}' needs one attacker and one target, such as '{verb} E6xE5'")
    return Line(verb, hexes=tuple(hexes.parse(part, rows) for part in parts))


def _piece(verb: str, rest: list[str], rows: int) -> Line:
    leader = rest[:1] == ["leader"]
    path = rest[1:] if leader else rest
    off = verb == "move" and path[-1:] == ["off"]
    path = path[:-1] if off else path
    least, most = (1, 1) if verb == "order" or off else (2, 99)
    if not least <= len(path) <= (most if verb == "order" else 99):
        raise BadLine(f"'{verb}' needs {'a hex' if verb == 'order' else 'a hex and the path from it'}")
    return Line(verb, leader=leader, hexes=tuple(hexes.parse(word, rows) for word in path), off=off)


def _path(verb: str, rest: list[str], rows: int) -> Line:
    off = rest[-1:] == ["off"]
    path = rest[:-1] if off else rest
    if not rest:
        raise BadLine("'to' needs the hexes of the path")
    return Line(verb, hexes=tuple(hexes.parse(word, rows) for word in path), off=off)


def _dice(verb: str, rest: list[str], rows: int) -> Line:
    wrong = [word for word in rest if len(word) != 1 or word not in FACES]
    if wrong or not rest:
        found = repr(" ".join(wrong)) if wrong else "nothing"
        raise BadLine(f"'roll' needs faces out of {' '.join(FACES)}, found {found}")
    return Line(verb, faces=tuple(FACES.index(word) for word in rest))


def _count(verb: str, rest: list[str], rows: int) -> Line:
    if len(rest) != 1 or not rest[0].isascii() or not rest[0].isdigit() or len(rest[0]) > 2:
        raise BadLine("'ignore' needs the number of flags, such as 'ignore 1'")
    return Line(verb, number=int(rest[0]))


def _placed(verb: str, rest: list[str], rows: int) -> Line:
    if len(rest) != 2:
        raise BadLine("'place' needs a hex and what to put there, such as 'place F6 leader'")
    return Line(verb, leader=rest[1] == "leader", hexes=(hexes.parse(rest[0], rows),), name=rest[1])


def _one_hex(verb: str, rest: list[str], rows: int) -> Line:
    if len(rest) != 1:
        raise BadLine(f"'{verb}' needs one hex")
    return Line(verb, hexes=(hexes.parse(rest[0], rows),))


def _perhaps_hex(verb: str, rest: list[str], rows: int) -> Line:
    return _one_hex(verb, rest, rows) if rest else Line(verb)


_READERS: Final = {
    "card": _one_name,
    "draw": _one_name,
    "token": _one_name,
    "keep": _one_name,
    "place": _placed,
    "discard": _one_name,
    "fire": _pair,
    "close": _pair,
    "order": _piece,
    "move": _piece,
    "to": _path,
    "roll": _dice,
    "ignore": _count,
    "trample": _one_hex,
    "rally": _one_hex,
    "advance": _perhaps_hex,
}


class Transcript:
    """Writes choices as script lines; small decisions that belong together become one line.

    `lines` are those of before, for one that goes on. Only the last line changes, so copies share all others: a copy
    costs the same however long the battle is.

    >>> from hexillum.core import ask
    >>> t = Transcript()
    >>> t.add(ask.MOVE, -1, ask.HEX_0 + 57, ()); t.add(ask.STEP, 57, ask.HEX_0 + 70, ()); t.add(ask.EVADE, 70, 1, ())
    >>> t.lines, len(t)
    (['move E6 F6', 'evade'], 2)
    """

    __slots__ = ("_done", "_last", "_size", "open", "partial")

    def __init__(self, lines: list[str] | None = None) -> None:
        self._done = [] if lines is None else lines[:-1]  # the lines before the last one, shared by copies: they may
        self._size = len(lines or ())  # have written more lines behind mine, and only `_size - 1` of them count
        self._last = lines[-1] if lines else ""
        self.open = 0  # the kind of decision whose line may still grow
        self.partial: list[int] = []  # the answers that the last line was made of, while it may still grow

    @property
    def lines(self) -> list[str]:
        """All lines, as a list of one's own."""
        return [*self._done[: self._size - 1], self._last] if self._size else []

    @property
    def last(self) -> str:
        """The last line, "" before the first."""
        return self._last

    def __len__(self) -> int:
        return self._size

    def write(self, line: str) -> None:
        """Add a line."""
        if self._size:
            before = self._size - 1
            if len(self._done) != before:
                self._done = self._done[:before]
            self._done.append(self._last)
        self._last = line
        self._size += 1

    def copy(self) -> Transcript:
        """An independent copy."""
        other = object.__new__(Transcript)
        other._done, other._last, other._size = self._done, self._last, self._size
        other.open = self.open
        other.partial = self.partial.copy()
        return other

    def add(self, kind: int, subject: int, action: int, faces: tuple[int, ...], vacated: int = -1) -> None:
        """Write one choice of a kind of decision.

        `subject` is the hex that was asked about and `action` the number of the answer; `faces`, 0 to 5, are the dice
        in the order rolled; `vacated` is the hex of a plain advance.
        """
        if kind not in (ask.STEP, ask.TARGET) and not (kind == self.open and self._continues(kind, subject)):
            self.partial = []
        self.partial.append(action)
        if self._lacks_beginning(kind, action):
            self._last, self._size = f"{PENDING} {' '.join(map(str, self.partial))}", 1
        elif kind == ask.STEP:
            if action != ask.DONE:
                self._last += " off" if action == ask.OFF else f" {hexes.name(action - ask.HEX_0)}"
        elif kind == ask.SECTION and action != ask.INSTEAD:
            self._last += f" {action_text(kind, action)}"
        elif kind == ask.BATTLE and action != ask.DONE:
            self.write("battle")
        elif kind == ask.TARGET:
            far = hexes.distance(subject, action - ask.HEX_0) > 1
            self._last = f"{'fire' if far else 'close'} {action_text(kind, action, hexes.name(subject))}"
        elif kind in (ask.RETREAT, ask.EVADE_PATH, ask.LEADER):
            self._path(kind, subject, action)
            return
        else:
            self.write(self._plain(kind, subject, action, faces, vacated))
        self.open = 0

    def _lacks_beginning(self, kind: int, action: int) -> bool:
        """Whether a choice goes on with a line that was begun before the position which the battle began with."""
        goes_on = kind in (ask.STEP, ask.TARGET) or (kind == ask.SECTION and action != ask.INSTEAD)
        return goes_on and (not self._size or (self._size == 1 and self._last.startswith(PENDING)))

    def add_place(self, text: str, action: int) -> None:
        """Write the choice of a waiting piece, `place warrior`, or of its hex, which completes that line.

        `text` is the line, `action` the number of the answer.
        """
        if self._size and self.open == ask.PIECE and len(text.split()) == 3:
            self._last = text
            self.partial.append(action)
            self.open = 0
            return
        self.write(text)
        self.partial = [action]
        self.open = ask.PIECE if len(text.split()) == 2 else 0

    def _path(self, kind: int, subject: int, action: int) -> None:
        if action == ask.DONE:
            self.open = 0
            return
        word = "off" if action == ask.OFF else hexes.name(action - ask.HEX_0)
        if self._continues(kind, subject):
            self._last += f" {word}"
        else:
            self.write(f"to {word}")
        self.open = 0 if action == ask.OFF else kind

    def _continues(self, kind: int, subject: int) -> bool:
        """Whether a path decision goes on with the last line: the leader's, or the unit's that has just come there."""
        return self.open == kind and (kind == ask.LEADER or self._last.split()[-1:] == [hexes.name(subject)])

    def is_open(self, kind: int, subject: int) -> bool:
        """Whether the last line is unfinished while the battle waits for this kind of decision.

        `subject` is the hex that it is about.
        """
        if kind == ask.PLACE:
            return self.open == ask.PIECE
        return kind in (ask.STEP, ask.TARGET) or (
            kind in (ask.RETREAT, ask.EVADE_PATH, ask.LEADER) and self._continues(kind, subject)
        )

    def _plain(self, kind: int, subject: int, action: int, faces: tuple[int, ...], vacated: int) -> str:
        if kind == ask.ROLL:
            return f"roll {faces_text(faces)}"
        if kind == ask.AMBUSHER:
            return f"close {action_text(kind, action, hexes.name(subject))}"
        if kind == ask.BONUS and action != ask.DONE:
            return f"close {action_text(kind, action, hexes.name(subject))}"
        if kind == ask.ADVANCE and action == ask.HEX_0 + vacated:
            return "advance"
        if kind == ask.MOVE and action != ask.DONE:
            leader, hex = ("leader ", action - ask.LEADER_0) if action >= ask.LEADER_0 else ("", action - ask.HEX_0)
            return f"move {leader}{hexes.name(hex)}"
        return action_text(kind, action)
