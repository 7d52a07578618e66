"""Words for people, at every table: what a card or a token does, who stands on a hex, what is special in a battle."""

from __future__ import annotations

from collections import Counter
from typing import Final

from ..core import ask, column
from ..core.cards import CARDS, EFFECTS, Card
from ..core.kinds import KINDS
from ..core.rulebook import rule
from ..core.state import NONE, State
from ..core.terrain import TERRAINS
from .scenarios import Scenario, leader_names, waiting
from .special_rules import rule_words

#: The rule behind each mark of a special unit.
MARK_RULES: Final = {
    "bow-armed": "SPEC-01",
    "sacred-band": "SPEC-02",
    "silver-shields": "SPEC-02",
    "companion-cavalry": "SPEC-03",
    "immortals": "SPEC-04",
    "legion": "SPEC-06",
}

#: Four letters do not fit on the board.
_SHORT: Final = {"LBCH": "BCH", "CCAM": "CCM"}
_COLUMNS: Final = {"left": ("9-13", "1-5"), "center": ("5-9", "5-9"), "right": ("1-5", "9-13")}


def unit_letters(kind: int) -> str:
    """The letters, three at most, of a kind of unit, by its number, on the board and in tables.

    >>> from hexillum.core.kinds import kind_number
    >>> unit_letters(kind_number("ancients", "light-bow"))
    'LB'
    """
    letters = KINDS[kind].letters
    return _SHORT.get(letters, letters)


def card_words(number: int, side: int, command: int) -> str:
    """What a card, by its number, lets a side (0 top, 1 bottom) with so many command cards do.

    What is provisional says so, and `hexillum rule` tells what is known of it.

    >>> card_words(0, 1, 6)
    'order 2 left (1-5), units or leaders'
    """
    card = CARDS[number]
    words = _words_of(card, side, command)
    return f"{words} (provisional: {card.rule})" if card.provisional else words


def _words_of(card: Card, side: int, command: int) -> str:
    if card.words:
        return card.words.format(command=command)
    if card.of_class:
        passing = "; light foot may pass friends" if card.passes else ""
        return f"up to {command} {card.of_class} units anywhere{passing}"
    parts = [f"{count} {section} ({_COLUMNS[section][side]})" for section, count in card.sections.items() if count]
    return f"order {', '.join(parts)}{', units or leaders' if card.leaders else ''}" if parts else "see its rule"


def token_words(number: int, command: int) -> str:
    """What an inspired action, by the answer that chooses it, does for a side with so many command cards (IA-04).

    >>> token_words(ask.TOKEN_0, 5)[:26]
    'up to 5 mounted units: one'
    """
    effect = EFFECTS[column.INSPIRED_EFFECT[number - ask.TOKEN_0]]
    if effect.key == "redeploy":
        words = "ordered units move one hex more and do not battle"
    elif effect.key == "rally-ordered":
        words = f"roll {command} dice: symbols bring blocks back to ordered units"
    else:
        words = effect.words.format(command=command)
    return f"{words} (provisional: {effect.rule})" if effect.provisional else words


def unit_words(s: State, hex: int) -> str:
    """Who stands on a hex, a number: the kind of unit with its blocks, and whether a leader is there; "" for nobody.

    >>> from hexillum.battle.door import Battle
    >>> unit_words(Battle.start("akragas", seed=7).state, 14)
    'Medium Infantry, 4 blocks'
    """
    i = s.unit_at[hex]
    led = s.leader_at[hex] != NONE
    if i == NONE:
        return "leader alone" if led else ""
    u = s.units[i]
    blocks = f"{u.blocks} of {u.full} blocks" if u.blocks < u.full else f"{u.blocks} block{'s' * (u.blocks > 1)}"
    return f"{KINDS[u.kind].name}, {blocks}{', with leader' if led else ''}"


def special_rules(plan: Scenario) -> list[str]:
    """The special rules of a battle in sentences: those of the war council, then those of special units and of terrain.

    >>> from hexillum.battle.scenarios import load_scenario
    >>> special_rules(load_scenario("crimissos"))[0][:40]
    'Marked sacred-band, with the Carthaginia'
    """
    armies = {"top": plan.top, "bottom": plan.bottom}
    told = [rule_words(one, armies[one.side].name) for one in plan.special_rules]
    for army in armies.values():
        for mark in dict.fromkeys(mark for unit in army.units for mark in unit.special):
            at = ", ".join(unit.hex for unit in army.units if mark in unit.special)
            found = rule(MARK_RULES[mark])
            told.append(f"Marked {mark}, with the {army.name} army at {at}: {found.text} ({found.id})")
    for ground in TERRAINS:
        if ground.rule.startswith("SCEN") and ground.key in plan.terrain.values():
            told.append(f"{rule(ground.rule).text} ({ground.rule})")
    return told


def order_of_battle(plan: Scenario, side: str) -> list[str]:
    """The units by kind and the leaders of an army with their numbers, a line each; who waits comes last.

    `side` is "top" or "bottom".

    >>> from hexillum.battle.scenarios import load_scenario
    >>> order_of_battle(load_scenario("akragas"), "top")[-1]
    'leaders: Mago, Himilco'
    """
    army = plan.top if side == "top" else plan.bottom
    kinds = Counter(unit.kind for unit in army.units)
    rows = [f"{count} {kind}" for kind, count in sorted(kinds.items(), key=lambda pair: (-pair[1], pair[0]))]
    leaders = leader_names(army)
    if leaders:
        rows.append(f"leaders: {', '.join(name or 'unnamed' for name in leaders)}")
    units, names = waiting(plan, side)
    if units or names:
        rows.append(f"off the board: {', '.join([*units, *(name or 'an unnamed leader' for name in names)])}")
    return rows
