"""Words for people, at every table: what a card or a token does, who stands on a hex, what is special in a battle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from ..core import ask, column
from ..core.cards import CARDS, EFFECTS, Card
from ..core.kinds import KINDS
from ..core.rows import BUILT_IN
from ..core.rulebook import rule
from ..core.state import NONE, State
from ..core.telling import counted_units
from ..core.terrain import TERRAINS
from .own_rows import card_changes
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

_MEDIEVAL: Final = BUILT_IN.index("medieval")
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

    >>> card_words(0, 1, 6)
    'order 2 left (1-5), units or leaders'
    """
    card = CARDS[number]
    changes = card_changes(card)
    return _card_words(card, side, command) + (f"; {changes}" if changes else "")


def _card_words(card: Card, side: int, command: int) -> str:
    if card.words:
        return card.words.format(command=command)
    if card.of_class:
        passing = "; light foot may pass friends" if card.passes else ""
        return f"up to {command} {card.of_class} units anywhere{passing}"
    parts = [f"{count} {section} ({_COLUMNS[section][side]})" for section, count in card.sections.items() if count]
    return f"order {', '.join(parts)}{', units or leaders' if card.leaders else ''}" if parts else "see its rule"


def doubt_words(effect: int) -> str:
    """Why the words of a card, or of another effect by its number in `EFFECTS`, are not certain; "" where they are.

    >>> from hexillum.core.cards import card_number
    >>> doubt_words(card_number("medieval", "foot-onslaught"))
    'Provisional: this is our own reading, not yet checked against the printed card (CARD-26).'
    """
    rule = EFFECTS[effect].rule
    words = f"Provisional: this is our own reading, not yet checked against the printed card ({rule})."
    return words if EFFECTS[effect].provisional else ""


def orders_by_section(number: int, command: int) -> dict[str, int]:
    """How many pieces a card, by its number, orders in each section for a side with so many command cards.

    >>> from hexillum.core.cards import card_number
    >>> orders_by_section(card_number("medieval", "order-command-left"), 6)
    {'left': 6}
    """
    card = CARDS[number]
    return {section: command if card.by_command else count for section, count in card.sections.items() if count}


def token_words(number: int, command: int, edition: int = _MEDIEVAL) -> str:
    """What an inspired action, by the answer that chooses it, does for a side with so many command cards (IA-04).

    >>> token_words(ask.TOKEN_0, 5)[:26]
    'up to 5 mounted units: one'
    """
    effect = EFFECTS[token_effect(number, edition)]
    if effect.key == "redeploy":
        return "ordered units move one hex more and do not battle"
    if effect.key == "rally-ordered":
        return f"roll {command} dice: symbols bring blocks back to ordered units"
    return effect.words.format(command=command)


def token_effect(number: int, edition: int = _MEDIEVAL) -> int:
    """The number in `EFFECTS` of an inspired action, by the answer that chooses it.

    >>> EFFECTS[token_effect(ask.TOKEN_0)].key
    'mounted-charge'
    """
    return int(column.INSPIRED_EFFECT[edition][number - ask.TOKEN_0])


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
    'Marked sacred band, with the Carthaginia'
    """
    armies = {"top": plan.top, "bottom": plan.bottom}
    told = [rule_words(one, armies[one.side].name) for one in plan.special_rules]
    for army in armies.values():
        for mark in dict.fromkeys(mark for unit in army.units for mark in unit.special):
            at = ", ".join(unit.hex for unit in army.units if mark in unit.special)
            found = rule(MARK_RULES[mark])
            name = mark.replace("-", " ")
            told.append(f"Marked {name}, with the {army.name} army at {at}: {found.text} ({found.id})")
    for ground in TERRAINS:
        if ground.rule.startswith("SCEN") and ground.key in plan.terrain.values():
            told.append(f"{rule(ground.rule).text} ({ground.rule})")
    return told


def order_of_battle(plan: Scenario, side: str, *, keys: bool = False) -> list[str]:
    """The units by kind and the leaders of an army with their numbers, a line each; who waits comes last.

    `side` is "top" or "bottom". With `keys` the kinds are told by the words of scenarios and scripts.

    >>> from hexillum.battle.scenarios import load_scenario
    >>> army = order_of_battle(load_scenario("akragas"), "bottom")
    >>> "4 heavy infantry" in army, army[-1]
    (True, 'leaders: Daphnaeus, Dionysius')
    >>> "4 heavy-infantry" in order_of_battle(load_scenario("akragas"), "bottom", keys=True)
    True
    """
    army = plan.top if side == "top" else plan.bottom
    names = {kind.key: kind.name for kind in KINDS.among(plan.edition)}

    def rows_of(units: list[str]) -> list[str]:
        kinds = sorted(Counter(units).items(), key=lambda pair: (-pair[1], pair[0]))
        return [f"{count} {kind}" if keys else counted_units(count, names[kind]) for kind, count in kinds]

    rows = rows_of([unit.kind for unit in army.units])
    leaders = leader_names(army)
    if leaders:
        rows.append(f"{'leader' if len(leaders) == 1 else 'leaders'}: {_named(leaders)}")
    units, waits = waiting(plan, side)
    if units or waits:
        rows.append(f"off the board: {', '.join([*rows_of(units), *([_named(waits)] if waits else [])])}")
    return rows


def _named(leaders: Sequence[str]) -> str:
    """Leaders by their names, with a word on those who have none."""
    known = [name for name in leaders if name]
    others = len(leaders) - len(known)
    return ", ".join([*known, *([f"{others} without a name"] if others else [])])
