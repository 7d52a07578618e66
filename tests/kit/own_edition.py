"""A small edition of one's own, as files: a new kind, a new card, a changed terrain, and a battle of it."""

from __future__ import annotations

import re
from pathlib import Path

from hexillum.battle.scenarios import FOLDER

FILES = {
    "edition.toml": 'extends = "ancients"\nname = "Successors"\n',
    "kinds.toml": '[kind.phalanx]\nlike = "heavy-infantry"\nname = "Phalanx"\nletters = "PX"\nclose = 6\n',
    "cards.toml": '[card.push-of-pike]\nlike = "order-heavy-troops"\nname = "Push of Pike"\ncopies = 40\n'
    "more_dice = 1\n",
    "terrain.toml": '[terrain.dunes]\nlike = "broken-ground"\nname = "Dunes"\n\n[terrain.forest]\nclose_in = 3\n',
}
HEAVY4 = 'extends = "ancients"\nname = "Four dice for heavy infantry"\n\n[kind.heavy-infantry]\nclose = 4\n'


def write_edition(folder: Path) -> Path:
    """The edition's folder, `successors`, written into another; its battle is Gaza: Akragas with these pieces."""
    made = folder / "successors"
    (made / "scenarios").mkdir(parents=True)
    for name, text in FILES.items():
        (made / name).write_text(text)
    text = (FOLDER / "akragas.toml").read_text(encoding="utf-8")
    for word, other in (
        (r"^id = .*", 'id = "gaza"'),
        (r'^name = "Akragas.*', 'name = "Gaza"'),
        (r"^number = .*", "number = 901"),
        (r"^year = .*", "year = -312"),
        (r"^year_text = .*", 'year_text = "312 BC"'),
        (r"^edition = .*", 'edition = "successors"'),
        (r"^\[terrain\]", '[terrain]\nE5 = "dunes"\nD6 = "forest"'),
        (r'"heavy-infantry"', '"phalanx"'),
    ):
        text = re.sub(word, other, text, flags=re.MULTILINE)
    (made / "scenarios" / "gaza.toml").write_text(text)
    return made


def write_variant(folder: Path) -> Path:
    """A variant of one file: heavy infantry has four dice."""
    path = folder / "heavy4.toml"
    path.write_text(HEAVY4)
    return path
