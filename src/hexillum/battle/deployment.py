"""Deployment: the state before the deal of a scenario, with its deck, its house rules and its special rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..core import hexes
from ..core.cards import card_number
from ..core.editions import SWITCHES, edition_named
from ..core.kinds import kind_number
from ..core.state import UNIT_MARKS, State
from ..core.terrain import terrain_number
from .possible import CARDS_MOST
from .scenarios import Scenario
from .setup import add_leader, add_unit, full_deck, new_state
from .special_rules import enact


def state_of(plan: Scenario, deck: Iterable[str] | None = None, switches: Mapping[str, bool] | None = None) -> State:
    """The state before the deal of a scenario.

    Raises ValueError for an unknown card or switch.
    """
    s = new_state(plan.edition)
    for place, terrain in plan.terrain.items():
        s.terrain[hexes.parse(place, s.rows)] = terrain_number(plan.edition, terrain)
    for rampart in plan.ramparts:
        inside, outside = (hexes.parse(place, s.rows) for place in rampart.split("/"))
        s.rampart[inside] |= 1 << hexes.NEAR[inside].index(outside)
    leaders: dict[tuple[int, str], int] = {}
    for side, army in enumerate((plan.top, plan.bottom)):
        s.command[side], s.goal[side], s.tokens[side] = army.command, army.banners, army.tokens  # TURN-05, IA-10
        for unit in army.units:
            hex = hexes.parse(unit.hex, s.rows)
            marks = sum(UNIT_MARKS[mark] for mark in unit.special)
            add_unit(s, side, kind_number(plan.edition, unit.kind), hex, marks=marks)
            if unit.leader is not None:
                leaders[side, unit.leader] = add_leader(s, side, hex)
        for leader in army.leaders:
            leaders[side, leader.name] = add_leader(s, side, hexes.parse(leader.hex, s.rows))
    enact(s, plan.special_rules, leaders, plan.edition)
    s.active = 0 if plan.first == "top" else 1
    s.deck = full_deck(plan.edition) if deck is None else deck_of(plan.edition, deck)
    if sum(s.deck) > CARDS_MOST:
        raise ValueError(f"a deck of {sum(s.deck)} cards is too large: expected at most {CARDS_MOST}")
    if sum(s.deck) < sum(s.command) + 1:
        raise ValueError(
            f"a deck of {sum(s.deck)} cards is too small: the hands take {sum(s.command)}, one must be left"
        )
    game = edition_named(plan.edition)
    for name in switches or {}:
        if name in SWITCHES and name not in game.switches:
            known = ", ".join(game.switches)
            raise ValueError(f"{name!r} is not a switch of the {game.name} edition: expected one of {known}")
    set_switches(s, switches or {})
    return s


def deck_of(edition: str, names: Iterable[str]) -> list[int]:
    """A deck of exactly these cards. Raises ValueError for a card that the edition does not have."""
    deck = [0] * len(full_deck(edition))
    for name in names:
        deck[card_number(edition, name)] += 1
    return deck


def set_switches(s: State, switches: Mapping[str, bool]) -> None:
    """Set house rules. Raises ValueError for one that does not exist."""
    for name, on in switches.items():
        if name not in SWITCHES:
            raise ValueError(f"{name!r} is not a switch: expected one of {', '.join(SWITCHES)}")
        if on not in (True, False):
            raise ValueError(f"the switch {name} is True or False, not {on!r}")
        setattr(s.law, name, int(on))
