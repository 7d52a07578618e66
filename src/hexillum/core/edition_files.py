"""Editions and variants as files: reading them, checking them with file and line, and writing one as a text.

A folder with `edition.toml` and any of `kinds.toml`, `terrain.toml` and `cards.toml` is an edition, a single file a
variant: both add rows to those of the edition that they extend, or change columns of some. See docs/editions.md.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from . import cards, kinds, terrain
from .cards import Card
from .editions import LAWS, SWITCHES, Edition, Tables, admit, edition_named, loaded, tables_of
from .kinds import Kind
from .rows import BUILT_IN, EDITIONS, NO_LIMIT, check_value
from .rule import RULE_IDS
from .terrain import Terrain
from .toml_lines import BadFile, Document, Place, parse, read

BYTES_MOST: Final = 1 << 18  # of a file
DECK_MOST: Final = 120
BOARDS: Final = (9, 11)
KEY: Final = re.compile(r"[a-z0-9]+(?:[-+~][a-z0-9]+)*")
_ROW_KEY: Final = re.compile(r"[a-z][a-z0-9]*(?:[- ][a-z0-9]+)*")
LONGEST_KEY: Final = 80
CHAIN_MOST: Final = 8  # editions that extend one another

#: The sections of rows, the file of a folder that they lie in, and what a row of each is.
_SECTIONS: Final[dict[str, tuple[str, type[Any], Mapping[str, Collection[str]]]]] = {
    "kind": ("kinds.toml", Kind, kinds.CHOICES),
    "terrain": ("terrain.toml", Terrain, terrain.CHOICES),
    "card": ("cards.toml", Card, cards.CHOICES),
    "effect": ("cards.toml", Card, cards.CHOICES),
}
TABLE_FILES: Final = ("kinds.toml", "terrain.toml", "cards.toml")
_WORDS: Final = ("extends", "key", "name", "replaces", "about")
_SWITCHES: Final = ("switch", "switches")  # the one or the other
#: What may stand in the one file of an edition or variant.
TOP_KEYS: Final = (*_WORDS, "rows", *_SWITCHES, "law", "numbers", *_SECTIONS, "scenario")

_DICE_MOST: Final = 8  # with what cards, leaders and full strength add, a roll has 12
_LIMITS: Final = ("close_in", "close_out_foot", "close_out_mounted", "close_out_enemy", "fire_in", "fire_out")
#: The least and the most of numbers in rows, where that is less than any number.
BOUNDS: Final[dict[str, dict[str, tuple[int, int]]]] = {
    "kind": {
        "blocks": (1, 6),
        **dict.fromkeys(("move", "charge", "retreat", "range", "close_after", "fire_after"), (0, 6)),
        "close": (1, _DICE_MOST),
        **dict.fromkeys(("back", "mirrored", "escape"), (0, _DICE_MOST)),
        "armor": (0, 9),
    },
    "terrain": dict.fromkeys(_LIMITS, (1, NO_LIMIT)),
    "card": {
        "copies": (0, 40),
        **dict.fromkeys(("more_dice", "more_bonus", "more_fire"), (0, 2)),
        **dict.fromkeys(("most_move", "more_move", "quick_move"), (0, 6)),
        **{"shots": (1, 3), "tokens": (0, 9), "leadership": (0, 12), "orders": (0, 24)},
    },
}
BOUNDS["effect"] = BOUNDS["card"]
#: The keys of columns that are tables, with the most of their numbers; None where they name rules.
PARTS: Final[dict[str, tuple[tuple[str, ...], int | None]]] = {
    "full_strength": (("dice", "flags"), 1),
    "sections": (("left", "center", "right"), 12),
    "rules": (tuple(sorted({key for kind in kinds.KINDS for key in kind.rules})), None),
}


@dataclass(frozen=True)
class Part:
    """A file, or a table of one: its values, and where it stands in its document for messages with lines."""

    document: Document
    data: Mapping[str, Any]
    at: Place = ()

    def error(self, message: str, *place: str | int) -> BadFile:
        """What is wrong with the value at a place."""
        return BadFile(self.document.file, self.document.line(*self.at, *place), message)


@dataclass(frozen=True)
class Draft:
    """An edition or variant as its files have it, checked as far as that goes without what it extends.

    `rows` are the sections with rows, each with the part that it stands in; `scenario` is what a variant says of the
    battle itself. `path` is None where it stood in another file.
    """

    key: str
    name: str
    extends: str
    replaces: str
    main: Part
    rows: tuple[tuple[str, Part], ...]
    scenario: Mapping[str, Any] = field(default_factory=dict)
    path: Path | None = None

    @property
    def is_edition(self) -> bool:
        """Whether it says more than how a battle is set up."""
        return bool(self.rows) or any(key not in ("scenario", "about") for key in self.main.data)


def read_draft(path: str | Path) -> Draft:
    """The draft of a file, or of a folder with `edition.toml`.

    Raises BadFile with file and line for what cannot be read or is not of the format.

    >>> try:
    ...     read_draft("nowhere.toml")
    ... except BadFile as error:
    ...     print(error)
    nowhere.toml:1: cannot be read: No such file or directory
    """
    path = Path(path)
    if not path.is_dir():
        document = read(path, BYTES_MOST)
        return _draft([Part(document, document.data)], path.stem, path)
    if not (path / "edition.toml").is_file():
        raise BadFile(str(path), 1, "is a folder without edition.toml: an edition has one, with its name")
    main = read(path / "edition.toml", BYTES_MOST)
    if "scenario" in main.data:
        raise BadFile(
            main.file, main.line("scenario"), "[scenario] is for a variant, a single file: battles lie in scenarios/"
        )
    parts = [Part(main, main.data)]
    for name in TABLE_FILES:
        if (path / name).is_file():
            document = read(path / name, BYTES_MOST)
            known = [section for section, (file, _, _) in _SECTIONS.items() if file == name]
            for key in document.data:
                if key not in known:
                    raise BadFile(
                        document.file,
                        document.line(key),
                        f"unknown table [{key}]: expected {' or '.join(f'[{one}.NAME]' for one in known)}",
                    )
            parts.append(Part(document, document.data))
    return _draft(parts, path.resolve().name, path)


def draft_of(text: str, file: str) -> Draft:
    """The draft of a text that is a whole variant, as records and positions have it; `file` is its name in messages.

    >>> draft_of('key = "mine"\\nextends = "ancients"', "text").extends
    'ancients'
    """
    document = parse(text, file)
    return _draft([Part(document, document.data)], "", None)


def draft_in(document: Document, section: str) -> Draft:
    """The draft that a table of another file is, as scenario files have it. Raises BadFile."""
    return _draft([Part(document, document.data[section], (section,))], "", None)


def _draft(parts: list[Part], stem: str, path: Path | None) -> Draft:
    main = parts[0]
    for key, value in main.data.items():
        if key not in TOP_KEYS:
            raise main.error(f"unknown key {key!r}: expected one of {', '.join(TOP_KEYS)}", key)
        if key in _WORDS and not isinstance(value, str):
            raise main.error(f"{key} must be a text, not {value!r}", key)
        if key not in (*_WORDS, "rows") and not isinstance(value, dict):
            raise main.error(f"[{key}] must be a table, not {value!r}", key)
    if all(key in main.data for key in _SWITCHES):
        raise main.error("[switch] and [switches] are the same: expected one of them", "switches")
    rows = main.data.get("rows", BOARDS[0])
    if rows not in BOARDS or type(rows) is not int:
        raise main.error(f"rows must be {BOARDS[0]} or {BOARDS[1]}, not {rows!r}", "rows")
    _check_words(main)
    key = main.data.get("key", re.sub(r"[^a-z0-9]+", "-", stem.lower()).strip("-") or "mine")
    if not KEY.fullmatch(key) or len(key) > LONGEST_KEY or key in BUILT_IN:
        own = " that no edition of Hexillum has" if key in BUILT_IN else ""
        raise main.error(f"{key!r} is not a key for an edition: expected small letters, digits and '-'{own}", "key")
    replaces = main.data.get("replaces", "")
    if replaces and replaces not in BUILT_IN:
        raise main.error(f"replaces is {replaces!r}, expected one of {', '.join(BUILT_IN)}", "replaces")
    extends = main.data.get("extends", replaces)
    sections = []
    for part in parts:
        for section in _SECTIONS:
            if section in part.data:
                _check_rows(part, section)
                sections.append((section, part))
    draft = Draft(
        key,
        main.data.get("name", key),
        extends,
        replaces,
        main,
        tuple(sections),
        main.data.get("scenario", {}),
        path,
    )
    if draft.is_edition and not extends and (path is None or not path.is_dir()) and "rows" not in main.data:
        raise main.error(f"lacks 'extends': expected {', '.join(BUILT_IN)}, or a file or name of another edition")
    return draft


def _check_words(main: Part) -> None:
    for section, expected in (("switch", SWITCHES), ("switches", SWITCHES), ("law", LAWS)):
        for name, on in main.data.get(section, {}).items():
            if name not in expected:
                what = "a law" if section == "law" else "a switch"
                raise main.error(f"{name!r} is not {what}: expected one of {', '.join(expected)}", section, name)
            if not isinstance(on, bool):
                raise main.error(f"{name} must be true or false, not {on!r}", section, name)
    for rule, number in main.data.get("numbers", {}).items():
        for id in (rule, number):
            if not isinstance(id, str) or id not in RULE_IDS:
                raise main.error(f"{id!r} is not a rule: expected an id such as CC-02", "numbers", rule)


def _check_rows(part: Part, section: str) -> None:
    if not isinstance(part.data[section], dict):
        raise part.error(f"[{section}] must be a table of rows: [{section}.NAME]", section)
    _, cls, choices = _SECTIONS[section]
    known = {f.name: str(f.type) for f in fields(cls) if f.name not in ("key", "edition")}
    for key, row in part.data[section].items():
        if not isinstance(row, dict):
            raise part.error(f"{section}.{key} must be a table of columns: [{section}.{key}]", section, key)
        if not _ROW_KEY.fullmatch(key) or len(key) > LONGEST_KEY or key == "clear":
            why = "clear ground is the same in every edition" if key == "clear" else "expected small letters, digits, -"
            raise part.error(f"[{section}.{key}] is not a name for a row: {why}", section, key)
        for name, value in row.items():
            column = {"class": "of_class"}.get(name, name)
            if name == "like":
                problem = "" if isinstance(value, str) else "like must be the name of another row"
            elif column not in known or name == "of_class":
                names = [{"of_class": "class"}.get(one, one) for one in known]
                problem = f"unknown column {name!r}: expected one of {', '.join(('like', *names))}"
            else:
                problem = check_value(column, value, known[column], choices) or _bounds(section, column, value)
            if problem:
                raise part.error(f"[{section}.{key}] {problem}", section, key, name)


def _bounds(section: str, column: str, value: Any) -> str:
    """What is wrong with the size of a number, or with the parts of a column that is a table; or nothing."""
    if column in PARTS:
        keys, most = PARTS[column]
        for key, number in value.items():
            if key not in keys:
                return f"{column} has {key!r}, expected {', '.join(keys)}"
            if most is not None and not 0 <= number <= most:
                return f"{key} of {column} must be from 0 to {most}, not {number}"
    if type(value) is int:
        least, most = BOUNDS[section].get(column, (0, NO_LIMIT))
        if not least <= value <= most:
            return f"{column} must be from {least} to {most}, not {value}"
    return ""


def edition_of_draft(draft: Draft, on: str) -> tuple[Edition, Tables]:
    """What a draft makes of the edition `on`, which is loaded; "" where it extends none. Nothing is loaded by it.

    Raises BadFile with the line where something does not fit, or where nobody could play it.
    """
    parent = edition_named(on) if on else None
    tables = tables_of(on) if on else Tables()
    rows: dict[str, dict[str, Any]] = {
        "kind": dict(tables.kinds),
        "terrain": dict(tables.terrain),
        "card": dict(tables.cards),
        "effect": dict(tables.effects),
    }
    for section, part in draft.rows:
        for key, values in part.data[section].items():
            rows[section][key] = _row(part, section, key, values, rows[section])
    whole = Tables(rows["kind"], rows["terrain"], rows["card"], rows["effect"])
    _check_whole(draft, whole)
    main = draft.main.data
    switches = {
        **(parent.switches if parent else {}),
        **main.get("switch", main.get("switches", {})),
    }
    edition = Edition(
        key=draft.key if on in ("", draft.extends) or not draft.extends else f"{on}+{draft.key}",
        name=draft.name,
        rows=main.get("rows", parent.rows if parent else BOARDS[0]),
        switches={name: switches[name] for name in SWITCHES if name in switches},
        law={**dict.fromkeys(LAWS, False), **(parent.law if parent else {}), **main.get("law", {})},
        numbers={**(parent.numbers if parent else {}), **main.get("numbers", {})},
        base=parent.base if parent else "",
        line=(*parent.line, parent.key) if parent else (),
    )
    return replace(edition, text=edition_text(edition, whole)), whole


def _row(part: Part, section: str, key: str, values: Mapping[str, Any], known: Mapping[str, Any]) -> Any:
    """A row as a draft has it: the one of that name, or the one that it is like, with other columns."""
    _, cls, _ = _SECTIONS[section]
    columns: dict[str, Any] = {}
    for name, value in values.items():
        if name != "like":
            columns[{"class": "of_class"}.get(name, name)] = tuple(value) if isinstance(value, list) else value
    like = values.get("like")
    if like is not None and like not in known:
        raise part.error(
            f"[{section}.{key}] is like {like!r}, expected one of {', '.join(known)}", section, key, "like"
        )
    start = known.get(key if like is None else like)
    if start is not None:
        return replace(start, **{**columns, "key": key})
    for f in fields(cls):
        if f.name not in ("key", "edition", *columns) and f.default is MISSING and f.default_factory is MISSING:
            near = get_close_matches(key, [one for one in known if one != "clear"], n=1)
            hint = f"; did you mean {near[0]}?" if near else ", or 'like' with the name of another row"
            raise part.error(f"[{section}.{key}] is new and lacks {f.name!r}{hint}", section, key)
    return cls(key=key, edition="", **columns)


def _check_whole(draft: Draft, tables: Tables) -> None:
    """Refuse what nobody could play: an edition without kinds or cards, a card that stands for none."""
    if not draft.is_edition:
        return
    if not tables.kinds:
        raise draft.main.error("has no kind of unit: expected [kind.NAME] tables, or 'extends'")
    deck = sum(card.copies for card in tables.cards.values())
    if not 1 <= deck <= DECK_MOST:
        part, place = next(((part, (section,)) for section, part in draft.rows if section == "card"), (draft.main, ()))
        raise part.error(f"makes a deck of {deck} cards: expected 1 to {DECK_MOST}", *place)
    for section, part in draft.rows:
        for key, values in part.data[section].items():
            kind = tables.kinds[key] if section == "kind" else None
            if kind and kind.charge > kind.move and kind.classes & kinds.LIGHT_FOOT:
                raise part.error(
                    f"[kind.{key}] charges, but light foot passes through others: expected charge 0, or another group",
                    *(section, key, "charge"),
                )
            for column in ("mirror", "own_turn"):
                word = values.get(column, "")
                if word and word not in tables.cards and word not in tables.effects:
                    raise part.error(
                        f"[{section}.{key}] {column} is {word!r}, which is no card of the edition", section, key, column
                    )


def load_draft(draft: Draft, on: str) -> Edition:
    """Load what a draft makes of an edition. Raises BadFile, with the file, where it cannot be."""
    edition, tables = edition_of_draft(draft, on)
    try:
        return admit(edition, tables)
    except ValueError as error:
        raise draft.main.error(str(error)) from None


def load_text(text: str, file: str) -> Edition:
    """Load the edition that a record, a position or a scenario carries, as `Edition.text` has it.

    Where another edition has its key here, it gets one of its own. Raises BadFile where it is none, or cannot be.
    """
    return load_carried(draft_of(text, file))


def load_carried(draft: Draft) -> Edition:
    """The same for a draft."""
    if draft.extends not in ("", *BUILT_IN):
        raise draft.main.error(f"extends is {draft.extends!r}, expected one of {', '.join(BUILT_IN)}", "extends")
    edition, tables = edition_of_draft(draft, draft.extends)
    if edition.key in EDITIONS and edition_named(edition.key).text != edition.text:
        key = f"{edition.key}~{edition.digest[:8]}"
        edition = replace(edition, key=key)
        edition = replace(edition, text=edition_text(edition, tables))
    try:
        return admit(edition, tables)
    except ValueError as error:
        raise draft.main.error(str(error)) from None


def carry(edition: str) -> tuple[str, ...]:
    """What another process needs to have an edition under the same numbers: the texts of all that are loaded, in order.

    Nothing for an edition that comes with Hexillum.

    >>> carry("medieval")
    ()
    """
    return () if edition in BUILT_IN else tuple(one.text for one in loaded())


def carry_on(texts: Iterable[str]) -> None:
    """Load what `carry` had in the process that it comes from. Raises BadFile where others came first here."""
    texts = tuple(texts)
    here = tuple(one.text for one in loaded())
    if texts[: len(here)] != here[: len(texts)]:
        raise BadFile("an edition", 1, "has other numbers in this process, which loaded others before it")
    for text in texts[len(here) :]:
        load_text(text, "an edition")


# ---------------------------------------------------------------- writing


def edition_text(edition: Edition, tables: Tables) -> str:
    """An edition as the text of one variant file: what differs from the built-in edition that it extends.

    >>> print(edition_text(edition_named("ancients"), tables_of("ancients")))
    key = "ancients"
    name = "Ancients"
    extends = "ancients"
    <BLANKLINE>
    """
    base = edition_named(edition.base) if edition.base else None
    lines = [f"key = {_toml(edition.key)}", f"name = {_toml(edition.name)}"]
    lines += [f"extends = {_toml(base.key)}"] if base else []
    lines += [f"rows = {edition.rows}"] if base is None or edition.rows != base.rows else []
    for section, mine, theirs in (
        ("switch", edition.switches, base.switches if base else {}),
        ("law", edition.law, base.law if base else {}),
        ("numbers", edition.numbers, base.numbers if base else {}),
    ):
        other = {key: value for key, value in mine.items() if key not in theirs or theirs[key] != value}
        lines += ["", f"[{section}]", *(f"{_toml_key(key)} = {_toml(value)}" for key, value in other.items())] * bool(
            other
        )
    known = tables_of(base.key) if base else Tables()
    for section, rows, plain in (
        ("kind", tables.kinds, known.kinds),
        ("terrain", tables.terrain, known.terrain),
        ("card", tables.cards, known.cards),
        ("effect", tables.effects, known.effects),
    ):
        for key, row in rows.items():
            if key != "clear":
                lines += _row_lines(section, key, row, plain.get(key))
    return "\n".join([*lines, ""])


def _row_lines(section: str, key: str, row: Any, plain: Any) -> Iterator[str] | list[str]:
    """The columns of a row that are not those of the built-in one, or not what a new row has."""
    told = []
    for f in fields(row):
        if f.name in ("key", "edition"):
            continue
        value = getattr(row, f.name)
        if plain is not None:
            usual = getattr(plain, f.name)
        elif f.default is not MISSING:
            usual = f.default
        else:
            usual = f.default_factory() if f.default_factory is not MISSING else MISSING
        if value != usual:
            told.append(f"{ {'of_class': 'class'}.get(f.name, f.name) } = {_toml(value)}")
    return ["", f"[{section}.{_toml_key(key)}]", *told] if told else []


def _toml_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key)


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_toml_key(key)} = {_toml(one)}' for key, one in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


__all__ = ["Draft", "read_draft", "draft_of", "draft_in", "edition_of_draft", "load_draft", "load_text", "edition_text"]
