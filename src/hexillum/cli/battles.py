"""What battle a word of the command line stands for: a built-in one, or what a file tells of."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from .output import about

if TYPE_CHECKING:
    from ..battle.door import Battle


def battle_told_by(name_or_file: str, case: int = 1) -> tuple[Battle, bool]:
    """The battle of a name, a scenario file, a record, a position or a case, and whether it has only been set up.

    `case` says which one of a file of cases. Raises ValueError where there is no such battle or the file tells of
    none, OSError for a file that cannot be read.

    >>> battle_told_by("akragas")
    (<Battle akragas, turn 1, banners 0:0 of 5:5, bottom must choose a card>, True)
    """
    from ..battle.door import Battle
    from ..battle.positions import KIND
    from ..battle.scenarios import own_battles
    from ..core.files import read_text
    from ..notation.cases import read_cases
    from ..notation.game_record import read_record

    path = Path(name_or_file)
    is_name = name_or_file in own_battles() or not (path.suffix or path.parent.name or path.exists())
    is_name = is_name or ("+" in name_or_file and not path.exists())
    if is_name or path.suffix == ".toml":
        return Battle.start(name_or_file, seed=0), True
    if path.suffix in (".yaml", ".yml"):
        cases = read_cases(path)
        if case > len(cases):
            raise ValueError(f"{path} has no case {case}: the last is {len(cases)}")
        return cases[case - 1].battle, False
    with about(path):
        text = read_text(path)
        return (Battle.from_position(text) if text.startswith(KIND) else read_record(text)), False
