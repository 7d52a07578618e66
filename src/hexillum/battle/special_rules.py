"""Special rules of scenarios: which there are, what a scenario file says of each, how they enter a state, their words.

A scenario names a rule of the list below with a side and its parameters; the procedures of `rules/` read what `enact`
writes into the state. No rule knows the name of a battle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ..core import hexes
from ..core.kinds import KINDS, kind_number
from ..core.state import ALEXANDER, EXIT, FATED, GROUND, PLUNDER, PRIZE, Council, State
from ..core.telling import counted_units
from .setup import add_waiting_leader, add_waiting_unit

SIDES: Final = ("top", "bottom")
AMBUSH_MOST: Final = 7  # waiting units that the action table has numbers for

# Kinds of parameters.
NUMBER_MOST: Final = 12
ORDER_MOST: Final = 2  # a side places its leaders first or second
NUMBER: Final = f"a whole number from 1 to {NUMBER_MOST}"
PLACES: Final = "a list of hexes"
TEXT: Final = "the name of a leader of the side"
TEXTS: Final = "a list of names"
KINDS_OF_UNIT: Final = "a list of kinds of unit"
SWITCH: Final = "true or false"

#: Leaders of a battle by side and name.
Leaders = Mapping[tuple[int, str], int]


@dataclass(frozen=True)
class SpecialRule:
    """A special rule as a scenario states it: its name, its side ("top" or "bottom"), its parameters by name."""

    name: str
    side: str
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Form:
    """What a special rule needs: its parameters, its rule id, and its words, in which `{army}` is the side's army.

    `needs` and `allows` tell, by the name of a parameter, of what kind it is.
    """

    rule: str
    words: str
    needs: Mapping[str, str] = field(default_factory=dict)
    allows: Mapping[str, str] = field(default_factory=dict)


FORMS: Final[Mapping[str, Form]] = {
    "leader-bonus-die": Form(
        "SPEC-05",
        "The unit that {leader} is attached to rolls one more die in close combat, beyond the limits of terrain.",
        {"leader": TEXT},
    ),
    "command-growth": Form(
        "SCEN-01",
        "{army} draws two cards at the end of each of its first {turns} turns, so its command grows by {turns}.",
        {"turns": NUMBER},
    ),
    "command-growth-on-banners": Form(
        "SCEN-02",
        "With its banner number {banners} {army} draws {cards:card}, and its command grows by {cards}.",
        {"banners": NUMBER, "cards": NUMBER},
    ),
    "leader-sudden-death": Form("SCEN-03", "If {leader} is eliminated, {army} has lost the battle.", {"leader": TEXT}),
    "leaders-sudden-death": Form(
        "SCEN-04", "If {leaders} of its leaders are eliminated, {army} has lost the battle.", {"leaders": NUMBER}
    ),
    "leader-loss-costs-card": Form(
        "SCEN-05",
        "Each eliminated leader costs {army} a card for good: in its own turn it does not draw, in the enemy's "
        "it discards one by chance.",
    ),
    "exit-for-banner": Form(
        "SCEN-06", "A unit of {army} that moves off the board from {hexes} scores a banner.", {"hexes": PLACES}
    ),
    "camp-capture": Form(
        "SCEN-07",
        "A unit of {army} that ends its move on a camp ({hexes}) scores a banner, once for each camp.",
        {"hexes": PLACES},
    ),
    "own-unit-leadership": Form(
        "SCEN-08",
        "A leader of {army} helps and orders only the unit he is attached to, not its neighbours.",
    ),
    "fright-at-first-sight": Form(
        "SCEN-09", "Infantry of {army} ignores no flag that an elephant rolls in close combat."
    ),
    "ambush": Form(
        "SCEN-10",
        "From its turn {from_turn} on {army} may spend a leadership card to bring on {force} at the enemy's "
        "edge, in the section of the card; this is the first hex of their move.",
        {"from_turn": NUMBER, "units": KINDS_OF_UNIT},
        {"leaders": TEXTS},
    ),
    "leader-placement": Form(
        "SCEN-11",
        "After the deal {army} places its leaders ({leaders}), as the {order} side to do so.",
        {"order": NUMBER, "leaders": TEXTS},
    ),
    "tactical-flexibility": Form(
        "SCEN-12",
        "Enemy heavy infantry without support battles back against medium and heavy infantry of {army} with at "
        "most three dice.{option}",
        {},
        {"optional": SWITCH},
    ),
    "ground-for-banners": Form(
        "SCEN-14",
        "At the start of its turn {army} holds {banners:banner} while it has units on the group {hexes} and the "
        "enemy has none there.",
        {"hexes": PLACES, "banners": NUMBER},
    ),
    "camp-plunder": Form(
        "SCEN-15",
        "A unit of {army} on a camp ({hexes}) at the start of its turn takes the camp off the board for a banner.",
        {"hexes": PLACES},
    ),
}
OPTIONAL_SWITCH: Final = "tactical_flexibility"


def is_in_force(rule: SpecialRule) -> bool:
    """Whether a rule holds unless the table decides otherwise: optional ones do not.

    >>> is_in_force(SpecialRule("tactical-flexibility", "top", {"optional": True}))
    False
    """
    return not rule.settings.get("optional", False)


def waiting_leaders(rule: SpecialRule) -> tuple[str, ...]:
    """The names of leaders whom a rule lets wait off the board, "" for one without a name (SCEN-10, SCEN-11).

    >>> waiting_leaders(SpecialRule("leader-placement", "top", {"order": 1, "leaders": ("Pyrrhus", "")}))
    ('Pyrrhus', '')
    """
    return tuple(rule.settings.get("leaders", ())) if rule.name in ("ambush", "leader-placement") else ()


def enact(s: State, rules: Iterable[SpecialRule], leaders: Leaders, edition: str = "ancients") -> None:
    """Write special rules into a state whose pieces are on the board; `leaders` tells their numbers by side and name.

    Sides are 0 top and 1 bottom there; `edition` is whose kinds of unit the rules name. Raises ValueError where a
    leader is not there or the side has too many pieces.

    >>> from hexillum.battle.setup import new_state
    >>> s = new_state("ancients")
    >>> enact(s, [SpecialRule("command-growth", "bottom", {"turns": 2})], {})
    >>> s.councils[1].growing
    2
    """
    for rule in rules:
        side = SIDES.index(rule.side)
        if rule.name in _SIMPLE:
            _SIMPLE[rule.name](s.councils[side], rule.settings)
        else:
            _PLACED[rule.name](s, side, rule.settings, leaders, edition)
        if rule.name == "tactical-flexibility" and is_in_force(rule):
            s.law.tactical_flexibility = 1


def _set(name: str, key: str = "") -> Callable[[Council, Mapping[str, Any]], None]:
    """A setter of one field of a council, from a parameter or to 1."""

    def setter(council: Council, settings: Mapping[str, Any]) -> None:
        setattr(council, name, settings[key] if key else 1)

    return setter


def _reward(council: Council, settings: Mapping[str, Any]) -> None:
    council.reward_at, council.reward = settings["banners"], settings["cards"]


_SIMPLE: Final[Mapping[str, Callable[[Council, Mapping[str, Any]], None]]] = {
    "command-growth": _set("growing", "turns"),
    "command-growth-on-banners": _reward,
    "leaders-sudden-death": _set("fatal", "leaders"),
    "leader-loss-costs-card": _set("dear"),
    "own-unit-leadership": _set("homebound"),
    "fright-at-first-sight": _set("frightened"),
    "tactical-flexibility": _set("flexible"),
}


def _mark(bit: int) -> Callable[[State, int, Mapping[str, Any], Leaders, str], None]:
    def mark(s: State, side: int, settings: Mapping[str, Any], leaders: Leaders, edition: str) -> None:
        key = (side, settings["leader"])
        if key not in leaders:
            raise ValueError(f"the {SIDES[side]} army has no leader {settings['leader']!r}")
        s.leaders[leaders[key]].marks |= bit

    return mark


def _ground(bit: int) -> Callable[[State, int, Mapping[str, Any], Leaders, str], None]:
    def ground(s: State, side: int, settings: Mapping[str, Any], leaders: Leaders, edition: str) -> None:
        for place in settings["hexes"]:
            s.worth[hexes.parse(place, s.rows)] |= bit << side

    return ground


def _group(s: State, side: int, settings: Mapping[str, Any], leaders: Leaders, edition: str) -> None:
    s.councils[side].ground = settings["banners"]
    for place in settings["hexes"]:
        s.worth[hexes.parse(place, s.rows)] |= GROUND


def _ambush(s: State, side: int, settings: Mapping[str, Any], leaders: Leaders, edition: str) -> None:
    s.councils[side].ambush = settings["from_turn"]
    for kind in settings["units"]:
        add_waiting_unit(s, side, kind_number(edition, kind))
    for _ in settings.get("leaders", ()):
        add_waiting_leader(s, side)


def _placement(s: State, side: int, settings: Mapping[str, Any], leaders: Leaders, edition: str) -> None:
    s.councils[side].places = settings["order"]
    for _ in settings["leaders"]:
        add_waiting_leader(s, side)


_PLACED: Final[Mapping[str, Callable[[State, int, Mapping[str, Any], Leaders, str], None]]] = {
    "leader-bonus-die": _mark(ALEXANDER),
    "leader-sudden-death": _mark(FATED),
    "exit-for-banner": _ground(EXIT),
    "camp-capture": _ground(PRIZE),
    "camp-plunder": _ground(PLUNDER),
    "ground-for-banners": _group,
    "ambush": _ambush,
    "leader-placement": _placement,
}


# ---------------------------------------------------------------- checking


def most_of(name: str, key: str) -> int:
    """How large a number, or how long a list, the parameter `key` of the rule `name` may be.

    >>> most_of("leader-placement", "order"), most_of("command-growth", "turns"), most_of("ambush", "units")
    (2, 12, 7)
    """
    if key == "units":
        return AMBUSH_MOST
    return ORDER_MOST if key == "order" else NUMBER_MOST


def setting_problem(name: str, key: str, value: Any) -> str:
    """What is wrong with the value of the parameter `key` of the rule `name`, in words; "" where nothing is.

    Raises KeyError for a rule or a parameter that is not in FORMS.

    >>> setting_problem("command-growth", "turns", 0)
    'turns must be a whole number from 1 to 12, not 0'
    """
    form = FORMS[name]
    wanted = form.needs.get(key) or form.allows[key]
    if wanted == NUMBER:
        most = most_of(name, key)
        fits = type(value) is int and 1 <= value <= most
        wanted = wanted.replace(str(NUMBER_MOST), str(most))
    elif wanted == SWITCH:
        fits = isinstance(value, bool)
    elif wanted == TEXT:
        fits = isinstance(value, str)
    else:
        fits = isinstance(value, list | tuple) and bool(value) and all(isinstance(word, str) for word in value)
        if fits and wanted == KINDS_OF_UNIT:
            known = {kind.key for kind in KINDS}
            unknown = [word for word in value if word not in known]
            if unknown:
                return f"unknown kind of unit {unknown[0]!r} in {key}"
            if len(value) > AMBUSH_MOST:
                return f"at most {AMBUSH_MOST} units can wait, not {len(value)}"
    return "" if fits else f"{key} must be {wanted}, not {value!r}"


def rule_of(entry: Any) -> SpecialRule:
    """The special rule that a table of a case or scenario states.

    Raises ValueError with what is wrong and what was expected.

    >>> rule_of({"name": "command-growth", "side": "top", "turns": 2}).settings
    {'turns': 2}
    """
    if not isinstance(entry, dict) or not isinstance(entry.get("name"), str) or entry["name"] not in FORMS:
        raise ValueError(f"a special rule names one of {', '.join(FORMS)}")
    form = FORMS[entry["name"]]
    settings = {key: value for key, value in entry.items() if key not in ("name", "side")}
    for key in settings:
        if key not in (*form.needs, *form.allows):
            raise ValueError(f"{entry['name']} has no parameter {key!r}: expected {', '.join(form.needs) or 'none'}")
    for key in form.needs:
        if key not in settings:
            raise ValueError(f"{entry['name']} lacks {key}")
    if entry.get("side") not in SIDES:
        raise ValueError(f"{entry['name']} needs a side, top or bottom")
    for key, value in settings.items():
        if problem := setting_problem(entry["name"], key, value):
            raise ValueError(problem)
    return SpecialRule(entry["name"], entry["side"], settings)


def mirrored(rule: SpecialRule, turn: Callable[[str], str]) -> SpecialRule:
    """The same rule with the armies in each other's place; `turn` tells, by name, where a hex comes to lie.

    >>> mirrored(SpecialRule("exit-for-banner", "top", {"hexes": ("A1",)}), lambda hex: "I13").settings
    {'hexes': ('I13',)}
    """
    settings = dict(rule.settings)
    if "hexes" in settings:
        settings["hexes"] = tuple(turn(place) for place in settings["hexes"])
    return SpecialRule(rule.name, SIDES[1 - SIDES.index(rule.side)], settings)


# ---------------------------------------------------------------- words


class _Count(int):
    """A number that `{:card}` writes with what it counts: 1 card, 2 cards."""

    def __format__(self, thing: str) -> str:
        return f"{int(self)} {thing}{'s' * (self != 1)}" if thing else str(int(self))


def rule_words(rule: SpecialRule, army: str) -> str:
    """A special rule in one sentence with its rule id; `army` is the name of the side's army.

    >>> rule_words(SpecialRule("fright-at-first-sight", "bottom"), "Roman")
    'Infantry of the Roman side ignores no flag that an elephant rolls in close combat. (SCEN-09)'
    """
    form = FORMS[rule.name]
    settings: dict[str, Any] = {key: value for key, value in rule.settings.items() if isinstance(value, str)}
    settings |= {key: _Count(value) for key, value in rule.settings.items() if type(value) is int}
    if "hexes" in rule.settings:
        settings["hexes"] = ", ".join(rule.settings["hexes"])
    if rule.name == "ambush":
        names = {kind.key: kind.name for kind in KINDS}
        force = [counted_units(count, names[kind]) for kind, count in Counter(rule.settings["units"]).items()]
        settings["force"] = ", ".join([*force, *waiting_leaders(rule)])
    if rule.name == "leader-placement":
        settings["leaders"] = ", ".join(name or "unnamed" for name in waiting_leaders(rule))
        settings["order"] = ("first", "second")[rule.settings["order"] - 1]
    settings["option"] = "" if is_in_force(rule) else f" Optional: off unless switched on ({OPTIONAL_SWITCH})."
    whose = f"the army of {army}" if "'" in army else f"the {army} side"
    text = form.words.format(army=whose, **settings)
    return f"{text[0].upper()}{text[1:]} ({form.rule})"
