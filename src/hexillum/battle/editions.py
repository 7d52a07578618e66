"""Editions and variants of one's own: finding and loading them, and battles that are played by them.

`load` takes a file or folder, `changed` plays a battle by it; `load_scenario("akragas+heavy4.toml")` of
`battle.scenarios` does both. Those of HEXILLUM_PATH and of the user's config folder are there by name (`discover`).
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from ..core import hexes
from ..core.edition_files import (
    BOARDS,
    CHAIN_MOST,
    Draft,
    draft_in,
    draft_of,
    load_carried,
    load_draft,
    load_text,
    read_draft,
)
from ..core.editions import Edition, edition_named, loaded, tables_of
from ..core.rows import BUILT_IN, EDITIONS
from ..core.toml_lines import BadFile, Document
from .armies import BANNERS_MOST, COMMAND_MOST, TOKENS_MOST, Army, Scenario
from .special_rules import SIDES

__all__ = [
    "BUILT_IN",
    "Edition",
    "Found",
    "load",
    "use",
    "find",
    "discover",
    "search",
    "changed",
    "check_ground",
    "check_scenario",
    "resolve",
    "carried",
    "carried_in",
    "close",
    "edition_named",
    "loaded",
]

#: Several files or folders, with the system's separator of paths between them.
PATH: Final = "HEXILLUM_PATH"
#: Likewise what this run and all processes that it starts play by, as `use` takes them.
IN_USE: Final = "HEXILLUM_EDITION"
#: "yes" where no other editions may come with records, positions and battles (`close`).
CLOSED: Final = "HEXILLUM_CLOSED"
#: What a variant may say of the battle itself.
SCENARIO_KEYS: Final = ("name", "banners", "command", "tokens", "first", "terrain")
_NUMBERS: Final = {"banners": (1, BANNERS_MOST), "command": (1, COMMAND_MOST), "tokens": (0, TOKENS_MOST)}

_files: Final[dict[str, Path]] = {}  # where each edition that was read from a file lies, by its key
_stand_ins: Final[dict[str, str]] = {}  # what is played in the place of an edition, by the keys
_used: Final[dict[str, Path]] = {}  # where each that is in use lies, by the name that its files give it
_of_battles: Final[list[Draft]] = []  # variants in use that say something of the battles themselves
_discovered: Final[list[bool]] = []


@dataclass(frozen=True)
class Found:
    """A file or folder where an edition was looked for: the edition, or what is wrong with it."""

    path: Path
    edition: Edition | None
    problem: str = ""


def load(path: str | Path, on: str = "") -> Edition:
    """The edition of a folder or of a single variant file, loaded: from now on its key is one of an edition.

    With `on`, the key of an edition that is loaded, its changes come on top of that one, which has to be what it
    extends, or to extend that itself. Raises BadFile with file and line for what is wrong.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> file = Path(folder.name) / "doc-heavy-six.toml"
    >>> _ = file.write_text('extends = "ancients"\\n[kind.heavy-infantry]\\nclose = 6\\n')
    >>> load(file).key
    'doc-heavy-six'
    >>> from hexillum.core.kinds import KINDS, kind_number
    >>> KINDS[kind_number("doc-heavy-six", "heavy-infantry")].close
    6
    """
    return _load(read_draft(path), on, ())


def _load(draft: Draft, on: str, above: tuple[Path, ...]) -> Edition:
    extended = _extended(draft, above)
    if on and on != extended and extended not in edition_named(on).line:
        raise draft.main.error(f"extends {extended or 'nothing'}, which {on} does not: it cannot come on top of it")
    edition = load_draft(draft, on or extended)
    if draft.path is not None:
        known = _files.setdefault(edition.key, draft.path)
        if draft.path.is_dir() and not known.is_dir():
            _files[edition.key] = draft.path
    return edition


def _extended(draft: Draft, above: tuple[Path, ...]) -> str:
    """The key of the edition that a draft extends, loaded now where it is another file; "" for none."""
    word = draft.extends
    if word in ("", *EDITIONS):
        return word
    here = draft.path.parent if draft.path else Path()
    chain = (*above, draft.path.resolve()) if draft.path else above
    path = here / word if word.endswith(".toml") or "/" in word else _named_file(word, here)
    if path is None:
        raise draft.main.error(
            f"extends {word!r}, which is no edition: expected one of {', '.join(EDITIONS)}, or a file", "extends"
        )
    if path.resolve() in chain:
        names = " extends ".join(one.name for one in (*chain[chain.index(path.resolve()) :], path.resolve()))
        raise draft.main.error(f"extends itself in a circle: {names}", "extends")
    if len(chain) > CHAIN_MOST:
        raise draft.main.error(f"extends more than {CHAIN_MOST} editions, one another", "extends")
    return _load(read_draft(path), "", chain).key


def _named_file(word: str, here: Path) -> Path | None:
    """The file of an edition by its key: beside the one that names it, or where editions are looked for."""
    for path in (here / word, here / f"{word}.toml"):
        if path.is_file() or (path / "edition.toml").is_file():
            return path
    for path in _places():
        if path.stem == word or path.name == word:
            return path
    return None


# ---------------------------------------------------------------- finding


def config_folder() -> Path:
    """The folder in which a user keeps editions: below XDG_CONFIG_HOME, or as the system has it.

    >>> config_folder().name
    'editions'
    """
    home = os.environ.get("XDG_CONFIG_HOME")
    if not home and sys.platform == "win32":
        home = os.environ.get("APPDATA")
    if not home:
        home = str(Path.home() / ("Library/Application Support" if sys.platform == "darwin" else ".config"))
    return Path(home) / "hexillum" / "editions"


def _places() -> list[Path]:
    """The files and folders in which editions are looked for, one by one: HEXILLUM_PATH, then the config folder."""
    places: list[Path] = []
    for word in filter(None, os.environ.get(PATH, "").split(os.pathsep)):
        path = Path(word)
        if not path.exists():
            raise BadFile(word, 1, f"is not there, but {PATH} names it")
        inside = [path] if path.is_file() or (path / "edition.toml").is_file() else list(_inside(path))
        if not inside:
            raise BadFile(word, 1, f"is a folder without edition.toml or any variant, but {PATH} names it")
        places += inside
    places += _inside(config_folder())
    return list(dict.fromkeys(path.resolve() for path in places))


def _inside(folder: Path) -> Iterator[Path]:
    try:
        below = sorted(folder.iterdir())
    except OSError:
        return
    for path in below:
        if (path / "edition.toml").is_file() or (path.suffix == ".toml" and not _is_battle(path)):
            yield path


def _is_battle(path: Path) -> bool:
    """Whether a file is a scenario rather than a variant; what cannot be read is judged by who loads it."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return "top" in data and "bottom" in data


def search() -> list[Found]:
    """What lies where editions are looked for, each loaded where it can be: nothing is raised for one that is wrong.

    Raises BadFile where HEXILLUM_PATH names what is not there.
    """
    found = []
    for path in _places():
        try:
            found.append(Found(path, _taken(path)))
        except BadFile as error:
            found.append(Found(path, None, str(error)))
    return found


def _taken(path: Path) -> Edition:
    """An edition from where editions are looked for: it may take the place of a built-in one."""
    draft = read_draft(path)
    edition = _load(draft, "", ())
    if draft.replaces:
        _replace(draft, edition)
    return edition


def _replace(draft: Draft, edition: Edition) -> None:
    other = _stand_ins.setdefault(draft.replaces, edition.key)
    if other not in (edition.key, draft.replaces):
        raise draft.main.error(f"replaces {draft.replaces}, as {other} does: only one of them can", "replaces")


def discover() -> None:
    """Load what lies where editions are looked for, once, and use what HEXILLUM_EDITION names.

    Raises BadFile, or ValueError, for the first that is wrong.
    """
    if _discovered:
        return
    _discovered.append(True)
    try:
        for path in _places():
            _taken(path)
        for word in filter(None, os.environ.get(IN_USE, "").split(os.pathsep)):
            _use(word)
    except ValueError:
        forget()
        raise


def forget() -> None:
    """Look anew where editions are looked for, the next time that one is named; what is loaded stays."""
    _discovered.clear()
    _stand_ins.clear()
    _used.clear()
    _of_battles.clear()


def find(word: str | Path) -> Edition:
    """An edition by its key, or by the path of its file or folder. Raises BadFile, or ValueError for an unknown key.

    >>> find("medieval").name
    'Medieval'
    """
    text = str(word)
    if not isinstance(word, Path) and text in EDITIONS:
        return edition_named(text)
    if isinstance(word, Path) or text.endswith(".toml") or "/" in text or os.sep in text or Path(text).is_dir():
        return load(text)
    discover()
    return edition_named(text)


def use(word: str | Path) -> Edition:
    """Load an edition, by key or path, for this whole run: what is of the edition that it extends is played by it.

    One that follows comes on top, where both extend the same. Processes that are started later do so too. Raises as
    `find` does, and BadFile where another one of the same name is in use.
    """
    discover()
    edition = _use(word)
    told = str(word) if str(word) in EDITIONS and not isinstance(word, Path) else str(Path(word).resolve())
    known = list(filter(None, os.environ.get(IN_USE, "").split(os.pathsep)))
    if told not in known:
        os.environ[IN_USE] = os.pathsep.join([*known, told])
    return edition


def _use(word: str | Path) -> Edition:
    if not isinstance(word, Path) and str(word) in EDITIONS:
        edition = edition_named(str(word))
        extended = edition.line[-1] if edition.line else edition.key
    else:
        if not isinstance(word, Path) and word.isidentifier() and not Path(word).exists():
            edition_named(word)  # a name that nobody has: it says which there are
        draft = read_draft(word)
        place = Path(word).resolve()
        if (other := _used.setdefault(draft.key, place)) != place:
            raise draft.main.error(f"there are two editions of the name {draft.key!r} in use: the other one is {other}")
        if draft.scenario:
            _of_battles.append(draft)
            check_scenario(draft)
        if not draft.is_edition:
            return edition_named(EDITIONS[0])
        extended = _extended(draft, ())
        now = resolve(extended) if extended else ""
        edition = _load(draft, now if now != extended else "", ())
    if extended and extended != edition.key:
        _stand_ins[extended] = edition.key
    return edition


def resolve(key: str) -> str:
    """The key of the edition that is played where one is named: itself, or what stands in its place (`use`).

    >>> resolve("ancients")
    'ancients'
    """
    discover()
    seen = {key}
    while (key := _stand_ins.get(key, key)) not in seen:
        seen.add(key)
    return key


def stand_in(key: str) -> str:
    """In whose place an edition is played in this run; "" where in nobody's.

    >>> stand_in("medieval")
    ''
    """
    return next((other for other, one in _stand_ins.items() if one == key), "")


def folders() -> list[tuple[str, Path]]:
    """The editions that are folders, by key, each with where its battles lie."""
    discover()
    return [(key, path / "scenarios") for key, path in _files.items() if path.is_dir()]


# ---------------------------------------------------------------- what others carry


def close() -> None:
    """From now on only editions that are loaded are taken from records, positions and battles: they come from anybody.

    A server does so, since each edition takes room from all; so do the processes that it starts.
    """
    discover()
    os.environ[CLOSED] = "yes"


def _is_closed() -> bool:
    if os.environ.get(CLOSED) != "yes":
        return False
    discover()
    return True


def carried(text: str, file: str) -> Edition:
    """The edition that a record or position carries. Raises BadFile, also where it is not loaded and none may come."""
    if _is_closed():
        for edition in loaded():
            if edition.text == text:
                return edition
        raise BadFile(file, 1, _absent(draft_of(text, file)))
    return load_text(text, file)


def carried_in(document: Document, section: str) -> Edition:
    """The edition that a battle's file carries as one of its tables. Raises as `carried` does."""
    draft = draft_in(document, section)
    if _is_closed():
        for edition in loaded():
            if edition.key == draft.key and _says(document, section, edition):
                return edition
        raise BadFile(document.file, document.line(section), _absent(draft))
    return load_carried(draft)


def _absent(draft: Draft) -> str:
    return f"is of an edition that is not loaded here: {draft.name or draft.key}"


def _says(document: Document, section: str, edition: Edition) -> bool:
    return bool(document.data[section] == tomllib.loads(edition.text))


# ---------------------------------------------------------------- battles by another edition


def changed(plan: Scenario, word: str | Path | Edition) -> Scenario:
    """A battle as it is played by an edition or variant: by its key, its file or folder, or an edition loaded.

    What a variant says of the battle itself, `[scenario]`, changes the set-up. Raises BadFile with the line where it
    does not fit.

    >>> from hexillum.battle.scenarios import load_scenario
    >>> changed(load_scenario("akragas"), "ancients") == load_scenario("akragas")
    True
    """
    if isinstance(word, Edition) or (not isinstance(word, Path) and str(word) in EDITIONS):
        edition = word if isinstance(word, Edition) else edition_named(str(word))
        return _by(plan, edition, edition.key)
    text = str(word)
    if not (isinstance(word, Path) or text.endswith(".toml") or "/" in text or os.sep in text or Path(text).is_dir()):
        edition = find(text)
        return _by(plan, edition, edition.key)
    draft = read_draft(word)
    new = plan
    if draft.is_edition:
        new = _by(plan, _load(draft, _base_for(plan, draft), ()), draft.main.document.file)
    return _with(new, draft) if draft.scenario else new


def _base_for(plan: Scenario, draft: Draft) -> str:
    """On which edition a variant comes for a battle: that of the battle, which has to be what the variant extends."""
    extended = _extended(draft, ())
    if plan.edition != extended and extended not in edition_named(plan.edition).line:
        raise draft.main.error(
            f"extends {extended or 'nothing'}, but {plan.id} is a battle of {plan.edition}", "extends"
        )
    return plan.edition


def _by(plan: Scenario, edition: Edition, file: str) -> Scenario:
    """A battle by an edition that its own one is part of; one that changes nothing leaves it as it is."""
    if plan.edition != edition.key and plan.edition not in edition.line:
        raise BadFile(file, 1, f"{edition.key} does not extend {plan.edition}, of which {plan.id} is a battle")
    if edition.changes == edition_named(plan.edition).changes:
        return plan
    return replace(plan, edition=edition.key)


def in_use(plan: Scenario) -> Scenario:
    """A battle with what the variants in use say of battles (`use`)."""
    discover()
    for draft in _of_battles:
        if not draft.extends or _extended(draft, ()) in (plan.edition, *edition_named(plan.edition).line):
            plan = _with(plan, draft)
    return plan


def check_scenario(draft: Draft) -> None:
    """Refuse what a variant says of battles where it fits none: an unknown key, a number that cannot be, no hex.

    Raises BadFile with the line. What only one battle can tell, such as a unit in a river, is found out with it.
    """
    for key in draft.scenario:
        if key not in SCENARIO_KEYS:
            raise draft.main.error(
                f"unknown key {key!r} in [scenario]: expected one of {', '.join(SCENARIO_KEYS)}", "scenario", key
            )
    _word(draft, "name", "")
    first = _word(draft, "first", SIDES[0])
    if first not in SIDES:
        raise draft.main.error(f"first is {first!r}, expected one of {', '.join(SIDES)}", "scenario", "first")
    for key, (least, _) in _NUMBERS.items():
        for side in SIDES:
            _number(draft, key, side, least)
    for hex, ground in _table(draft, "terrain").items():
        try:
            hexes.parse(hex, BOARDS[-1])
        except ValueError as error:
            raise draft.main.error(str(error), "scenario", "terrain", hex) from None
        if not isinstance(ground, str):
            raise draft.main.error(f"terrain.{hex} must be a text, not {ground!r}", "scenario", "terrain", hex)


def check_ground(draft: Draft, edition: str) -> None:
    """Refuse terrain of a variant's `[scenario]` that the edition it is played by does not have. Raises BadFile."""
    known = dict.fromkeys(("clear", *tables_of(edition).terrain))
    for hex, ground in _table(draft, "terrain").items():
        if ground not in known:
            told = f"terrain.{hex} is {ground!r}, expected one of {', '.join(known)}"
            raise draft.main.error(told, "scenario", "terrain", hex)


def _with(plan: Scenario, draft: Draft) -> Scenario:
    """A battle with what a variant says of it."""
    check_scenario(draft)
    check_ground(draft, plan.edition)
    first = _word(draft, "first", plan.first)
    ground = {**plan.terrain, **_table(draft, "terrain")}
    return replace(
        plan,
        name=_word(draft, "name", plan.name),
        top=_army(plan.top, draft, "top", first),
        bottom=_army(plan.bottom, draft, "bottom", first),
        terrain={hex: what for hex, what in ground.items() if what != "clear"},
    )


def _army(army: Army, draft: Draft, side: str, first: str) -> Army:
    return replace(
        army,
        banners=_number(draft, "banners", side, army.banners),
        command=_number(draft, "command", side, army.command),
        tokens=_number(draft, "tokens", side, army.tokens),
        moves_first=first == side,
    )


def _table(draft: Draft, key: str) -> Mapping[str, Any]:
    table = draft.scenario.get(key, {})
    if not isinstance(table, dict):
        raise draft.main.error(f"{key} must be a table, not {table!r}", "scenario", key)
    return table


def _word(draft: Draft, key: str, usual: str) -> str:
    word = draft.scenario.get(key, usual)
    if not isinstance(word, str):
        raise draft.main.error(f"{key} must be a text, not {word!r}", "scenario", key)
    return word


def _number(draft: Draft, key: str, side: str, usual: int) -> int:
    table = _table(draft, key)
    for name in table:
        if name not in SIDES:
            raise draft.main.error(f"{key} is of a side: expected {key}.top or {key}.bottom", "scenario", key, name)
    least, most = _NUMBERS[key]
    value = table.get(side, usual)
    if type(value) is not int or (side in table and not least <= value <= most):
        raise draft.main.error(
            f"{key}.{side} must be a whole number from {least} to {most}, not {value!r}", "scenario", key, side
        )
    return int(value)
