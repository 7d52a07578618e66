"""Stories: what led to each battle and what came of it, in our own words, read from `data/stories` and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, NoReturn

from ..core import hexes
from ..core.editions import edition_named
from ..core.toml_lines import DATA, BadFile, Document, read
from .armies import Scenario
from .scenarios import load_scenario, names
from .view_types import SIDES, Pair, Result, SideWord, pair

FOLDER: Final = DATA / "stories"
BYTES_MOST: Final = 1 << 15  # of a file

BRIEFING: Final = (120, 200)  # words, from and to
AFTERWARDS: Final = (40, 90)
COMMANDER: Final = (5, 40)
PHASE: Final = (6, 45)
TITLE: Final = (1, 8)
PHASES: Final = (2, 3)  # how many a battle has
PATH: Final = (2, 8)  # hexes that an arrow leads over, its first one included

_KEYS: Final = ("battle", "briefing", "commanders", "phases", "won", "headlines", "afterwards", "sources")
_PHASE_KEYS: Final = ("title", "text", "arrows", "hexes")
_WON: Final = (*SIDES, "draw")
#: A source says where in a work: "Polybius 3.107-117", "Livy 22.44-49", "Hans Delbrück, Warfare in Antiquity (1975)".
_SOURCE: Final = re.compile(r"[A-Z].*\d")


class StoryError(BadFile):
    """A story that cannot be used; says which file and line, what is wrong and what was expected."""


@dataclass(frozen=True)
class Arrow:
    """A way over the map that somebody meant to take; it begins where a unit of the army stands."""

    side: SideWord
    path: tuple[str, ...]


@dataclass(frozen=True)
class Phase:
    """A moment of the battle on the map of its set-up: arrows, and the hexes that the text speaks of."""

    title: str
    text: str
    arrows: tuple[Arrow, ...] = ()
    hexes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Story:
    """What led to a battle, and what came of it.

    `briefing` has a text for each paragraph. `won` is the army that won in history by its side in the scenario's file,
    "draw" where nobody did; None where no battle is told of. `headlines` are for the end of a game: what it means
    that this army has won. `sources` say where the facts stand.

    >>> akragas = story("akragas")
    >>> akragas.won, akragas.headlines["bottom"]
    ('bottom', 'Akragas is relieved')
    """

    battle: str
    briefing: tuple[str, ...]
    commanders: Pair[str]
    phases: tuple[Phase, ...]
    won: Result | None
    headlines: Pair[str]
    afterwards: str
    sources: tuple[str, ...]


def told() -> list[str]:
    """The names of the battles that have a story, in the order of the alphabet.

    >>> "cannae" in told()
    True
    """
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def story(battle: str) -> Story | None:
    """The story of a battle of the library, by the battle's name; None where it has none.

    Raises StoryError for a file that is not right.

    >>> story("cannae").phases[0].arrows[0].side
    'bottom'
    """
    return _story(battle) if battle in told() else None


@cache
def _story(battle: str) -> Story:
    return read_story(FOLDER / f"{battle}.toml")


def read_story(path: str | Path) -> Story:
    """The story of a .toml file. Raises StoryError with the first problem.

    >>> read_story(FOLDER / "akragas.toml").battle
    'akragas'
    """
    try:
        document = read(path, BYTES_MOST)
    except BadFile as error:
        raise StoryError(error.file, error.line, error.message) from None
    return _Reader(document, Path(path).stem).story()


@dataclass(frozen=True)
class _Reader:
    """Reads one file into a Story, and stops at the first thing that is wrong."""

    document: Document
    stem: str

    def story(self) -> Story:
        data = self.document.data
        self._keys(data, _KEYS)
        battle = self._text("battle")
        if battle != self.stem:
            self._stop(f"battle is {battle!r}, but the file is named {self.stem}.toml", "battle")
        if battle not in names():
            self._stop(f"there is no battle {battle!r}", "battle")
        plan = load_scenario(battle)
        return Story(
            battle,
            self._paragraphs("briefing", BRIEFING),
            self._pair("commanders", COMMANDER),
            self._phases(plan),
            self._won(),
            self._pair("headlines", TITLE),
            self._said(AFTERWARDS, "afterwards"),
            self._sources(),
        )

    # ------------------------------------------------------------------ texts

    def _paragraphs(self, key: str, most: tuple[int, int]) -> tuple[str, ...]:
        text = self._text(key)
        self._counted(text, most, key)
        return tuple(" ".join(part.split()) for part in re.split(r"\n\s*\n", text.strip()))

    def _said(self, most: tuple[int, int], *place: str | int) -> str:
        text = " ".join(self._text(*place).split())
        self._counted(text, most, *place)
        return text

    def _counted(self, text: str, bounds: tuple[int, int], *place: str | int) -> None:
        least, most = bounds
        count = len(text.split())
        if not least <= count <= most:
            self._stop(f"{_name(place)} has {count} words: expected {least} to {most}", *place)

    def _pair(self, key: str, bounds: tuple[int, int]) -> Pair[str]:
        table = self.document.data[key]
        if not isinstance(table, Mapping):
            self._stop(f"{key} must be a table with top and bottom", key)
        self._keys(table, SIDES, key)
        return pair(*(self._said(bounds, key, side) for side in SIDES))

    def _won(self) -> Result | None:
        won = self._text("won")
        if won not in (*_WON, "nobody"):
            self._stop(f"won is {won!r}: expected top, bottom, draw, or nobody where no battle is told of", "won")
        return None if won == "nobody" else won  # type: ignore[return-value]

    def _sources(self) -> tuple[str, ...]:
        found = self._list("sources")
        if not found:
            self._stop("sources is empty: expected where the facts stand, such as 'Polybius 3.107-117'", "sources")
        for n, source in enumerate(found):
            if not isinstance(source, str) or not _SOURCE.search(source):
                self._stop(f"{source!r} is no source: expected author and place, such as 'Livy 22.44'", "sources", n)
        return tuple(found)

    # ------------------------------------------------------------------ phases

    def _phases(self, plan: Scenario) -> tuple[Phase, ...]:
        found = self._list("phases")
        if not PHASES[0] <= len(found) <= PHASES[1]:
            self._stop(f"{len(found)} phases: expected {PHASES[0]} to {PHASES[1]}", "phases")
        return tuple(self._phase(plan, n) for n in range(len(found)))

    def _phase(self, plan: Scenario, n: int) -> Phase:
        table = self.document.data["phases"][n]
        if not isinstance(table, Mapping):
            self._stop("a phase must be a table", "phases", n)
        self._keys(table, _PHASE_KEYS, "phases", n, optional=("arrows", "hexes"))
        arrows = [self._arrow(plan, n, i) for i in range(len(self._list("phases", n, "arrows")))]
        marked = self._list("phases", n, "hexes")
        for i, place in enumerate(marked):
            self._hex(plan, place, "phases", n, "hexes", i)
        if not arrows and not marked:
            self._stop("a phase shows something: expected arrows, hexes or both", "phases", n)
        title, text = (self._said(bounds, "phases", n, key) for key, bounds in (("title", TITLE), ("text", PHASE)))
        return Phase(title, text, tuple(arrows), tuple(marked))

    def _arrow(self, plan: Scenario, n: int, i: int) -> Arrow:
        place = ("phases", n, "arrows", i)
        path = self._list(*place)
        if not PATH[0] <= len(path) <= PATH[1]:
            self._stop(f"an arrow has {len(path)} hexes: expected {PATH[0]} to {PATH[1]}", *place)
        for hex in path:
            self._hex(plan, hex, *place)
        for side, army in zip(SIDES, (plan.top, plan.bottom), strict=True):
            if path[0] in {unit.hex for unit in army.units} | {leader.hex for leader in army.leaders}:
                return Arrow(side, tuple(path))
        self._stop(f"no unit stands on {path[0]}, where an arrow begins", *place)

    def _hex(self, plan: Scenario, hex: object, *place: str | int) -> None:
        if not isinstance(hex, str):
            self._stop(f"{hex!r} is not a hex", *place)
        try:
            found = hexes.name(hexes.parse(hex, edition_named(plan.edition).rows))
        except ValueError as error:
            self._stop(str(error), *place)
        if found != hex:
            self._stop(f"{hex!r} is not a hex: expected {found}", *place)

    # ------------------------------------------------------------------ values

    def _keys(
        self, table: Mapping[str, Any], wanted: Sequence[str], *place: str | int, optional: Sequence[str] = ()
    ) -> None:
        for key in table:
            if key not in wanted:
                self._stop(f"unknown key {key!r}: expected {', '.join(wanted)}", *place, key)
        for key in wanted:
            if key not in table and key not in optional:
                self._stop(f"the key {key} is missing", *place)

    def _value(self, *place: str | int) -> Any:
        value: Any = self.document.data
        for step in place:
            value = value.get(step, []) if isinstance(value, Mapping) else value[step]
        return value

    def _text(self, *place: str | int) -> str:
        value = self._value(*place)
        if not isinstance(value, str) or not value.strip():
            self._stop(f"{_name(place)} must be a text", *place)
        return value

    def _list(self, *place: str | int) -> list[Any]:
        value = self._value(*place)
        if not isinstance(value, list):
            self._stop(f"{_name(place)} must be a list", *place)
        return value

    def _stop(self, message: str, *place: str | int) -> NoReturn:
        raise StoryError(self.document.file, self.document.line(*place), message)


def _name(place: Sequence[str | int]) -> str:
    """The last key of a place."""
    return next((part for part in reversed(place) if isinstance(part, str)), "the file")
