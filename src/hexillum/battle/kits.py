"""Kits: what the figures of an army wear on the pages. They are looks: no rule reads them, no digest has them."""

from __future__ import annotations

from typing import Final

from ..core.editions import edition_named
from ..core.toml_lines import DATA, read
from .armies import Scenario
from .view_types import Pair, pair

_DATA: Final = read(DATA / "kits.toml").data
#: The kits by their keys, each with the words for it.
KITS: Final[dict[str, str]] = dict(_DATA["kit"])
_USUAL: Final[dict[str, dict[str, str]]] = _DATA["usual"]


def kits_of(plan: Scenario | None, edition: str) -> Pair[str]:
    """What both armies wear: the kits that the battle names, else the usual ones of the edition.

    An army that names none never wears what the other one does.

    >>> from hexillum.battle.scenarios import load_scenario
    >>> kits_of(load_scenario("akragas"), "ancients")
    {'top': 'punic', 'bottom': 'syracusan'}
    >>> kits_of(None, "medieval")
    {'top': 'sassanid', 'bottom': 'byzantine'}
    """
    usual = _USUAL.get(edition) or _USUAL[edition_named(edition).base or "ancients"]
    top, bottom = (plan.top.kit, plan.bottom.kit) if plan else ("", "")
    return pair(
        top or usual["bottom" if bottom == usual["top"] else "top"],
        bottom or usual["top" if top == usual["bottom"] else "bottom"],
    )
