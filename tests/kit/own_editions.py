"""Editions of one's own for tests: taking away what was loaded, and one that changes something of everything."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from hexillum.core import cards, editions, kinds, structs, terrain
from hexillum.core.rows import BUILT_IN, EDITIONS

#: A new kind of unit, a new card, a changed card, changed terrain, another switch and fewer rallies.
TABLES: Final = {
    "edition.toml": """
name = "Successors"
extends = "ancients"

[switches]
exact_evade = true

[numbers]
"CC-02" = "CC-03"
""",
    "kinds.toml": """
[kind.phalanx]
like = "heavy-infantry"
name = "Phalanx"
letters = "PX"
close = 6
traits = ["no-advance"]

[kind.camel-rider]
name = "Camel riders"
letters = "CR"
symbol = "green"
group = "camel"
blocks = 3
move = 4
close = 2
retreat = 4
range = 2
evades = ["foot", "heavy-mounted"]
traits = ["scares-horses", "bonus-always"]

[kind.light-cavalry]
move = 5
""",
    "terrain.toml": """
[terrain.forest]
close_in = 1
fire_in = 2

[terrain.dunes]
like = "broken-ground"
name = "Dunes"
stops = ["foot", "war-machine", "leader"]
""",
    "cards.toml": """
[card.rally]
copies = 2

[card.push-of-pike]
like = "order-heavy-troops"
name = "Push of Pike"
copies = 3
more_dice = 1

[card.order-two-right]
copies = 2
sections = { right = 3 }
""",
}
ARMIES: Final = """id = "gaza"
name = "Gaza"
number = 1
year = -312
year_text = "312 BC"
edition = "successors"
box = "own"
theatre = "Syria"
source = "a test"

[terrain]
E5 = "forest"
D7 = "dunes"
C3 = "dunes"

[top]
name = "Antigonid"
commander = "Demetrius"
command = 5
banners = 5
moves_first = true
units = [
  ["B4", "phalanx"], ["B5", "phalanx", "leader:Pithon"], ["B6", "heavy-infantry"], ["B8", "light-infantry"],
  ["C2", "light-cavalry"], ["C9", "camel-rider"], ["A7", "elephant"], ["B10", "heavy-cavalry", "leader:Demetrius"],
]
leaders = []

[bottom]
name = "Ptolemaic"
commander = "Ptolemy"
command = 5
banners = 5
moves_first = false
units = [
  ["H4", "phalanx"], ["H5", "phalanx", "leader:Ptolemy"], ["H6", "auxilia"], ["H8", "light-bow"],
  ["G2", "camel-rider"], ["G9", "light-cavalry"], ["I7", "warrior"], ["H10", "medium-cavalry", "leader:Seleucus"],
]
leaders = []
"""


def successors(folder: Path) -> Path:
    """Write the edition, with its battle, into a folder; returns its own folder."""
    place = folder / "successors"
    (place / "scenarios").mkdir(parents=True)
    for name, text in TABLES.items():
        (place / name).write_text(text, encoding="utf-8")
    (place / "scenarios" / "gaza.toml").write_text(ARMIES, encoding="utf-8")
    return place


def take_away() -> None:
    """Unload what a test has loaded, and forget what was found."""
    from hexillum.battle import editions as found

    for name in (found.IN_USE, found.CLOSED):
        os.environ.pop(name, None)
    found._files.clear()
    found.forget()
    if len(EDITIONS) == len(BUILT_IN):
        return
    tables: tuple[Any, ...] = (kinds.KINDS, terrain.TERRAINS, cards.CARDS)
    for rows in tables:
        del rows[sum(row.edition in BUILT_IN for row in rows) :]
    blank = next(card for card in cards.EFFECTS if not card.key)
    cards.EFFECTS[:] = [card if card.edition in ("", *BUILT_IN) else blank for card in cards.EFFECTS]
    for edition in EDITIONS[len(BUILT_IN) :]:
        for rows in (*tables, cards.EFFECTS):
            rows.of.pop(edition, None)
        cards.DECKS.pop(edition, None)
    del EDITIONS[len(BUILT_IN) :]
    editions._admitted.clear()
    structs.grow()
    from hexillum.battle.spelling import spelling
    from hexillum.odds.matrix import matrix

    spelling.cache_clear()
    for cached in (matrix,):
        getattr(cached, "cache_clear", lambda: None)()
