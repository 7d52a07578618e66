"""What one side may see of a battle, built by whitelist: whatever is not named here stays hidden."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from functools import lru_cache
from itertools import compress
from typing import TYPE_CHECKING, Final, NamedTuple, SupportsIndex

from ..core import ask, hexes
from ..core.cards import CARDS, EFFECTS
from ..core.kinds import KINDS
from ..core.state import (
    DRAWN,
    EXIT,
    GROUND,
    HALF_LEADERS,
    HALF_UNITS,
    NONE,
    PLUNDER,
    PRIZE,
    UNIT_MARKS,
    WAITING,
    State,
    Unit,
)
from ..core.structs import GROWN
from ..core.terrain import OFF_BOARD, TERRAINS
from . import view_types
from .armies import leaders_by_number
from .view_types import ACTORS, SIDES, Asked, Known, Leader, Pair, Position, Result, Standing, View, pair

if TYPE_CHECKING:
    from .door import Battle

ONLOOKER: Final = None


def seat(side: SupportsIndex | str | None) -> int | None:
    """The number of a side that is given by its number or its name, None for an onlooker.

    Raises ValueError for what is not a side.

    >>> seat("bottom"), seat(0), seat(None)
    (1, 0, None)
    """
    if side is None:
        return ONLOOKER
    if isinstance(side, str) and side in SIDES:
        return SIDES.index(side)
    if isinstance(side, SupportsIndex) and operator.index(side) in (0, 1):
        return operator.index(side)
    raise ValueError(f"{side!r} is not a side: expected 0 or 'top', 1 or 'bottom', or None for an onlooker")


def view(battle: Battle, side: SupportsIndex | str | None = ONLOOKER, *, log_from: int = 0) -> View:
    """Everything that a side may know, as plain values for JSON; for an onlooker (None) no hand at all.

    A side is named as for `seat`, which raises ValueError for others; `log_from` leaves out the first lines of the
    log. Two battles that differ only in what the side cannot see give equal views.

    >>> from hexillum.battle.door import Battle
    >>> seen = view(Battle.start("akragas", seed=7), 1)
    >>> seen["decision"]["actor"], sum(seen["hand"].values()), seen["hand_sizes"]
    ('bottom', 6, {'top': 5, 'bottom': 6})
    """
    side = seat(side)
    return {
        **standing(battle, side),
        "armies": _armies(battle),
        "decision": _decision(battle, side),
        "log": [event.line_for(side) for event in battle.events[log_from:]],
    }


def standing(battle: Battle, side: int | None = ONLOOKER) -> Standing:
    """How a battle stands, as a side may know it: a view without what is asked and the log.

    >>> from hexillum.battle.door import Battle
    >>> standing(Battle.start("akragas", seed=7), 1)["viewer"]
    'bottom'
    """
    return {**board_of(battle), **known(battle, side)}


def known(battle: Battle, side: int | None = ONLOOKER, to_all: Known | None = None) -> Known:
    """What a side may know of a battle beside its board, what is asked and the log.

    `to_all` is what all may know of it, where that is at hand; it stays as it is.

    >>> from hexillum.battle.door import Battle
    >>> known(Battle.start("akragas", seed=7), 1)["hand_sizes"]
    {'top': 5, 'bottom': 6}
    """
    seen: Known = {**(known_to_all(battle) if to_all is None else to_all)}
    if side is not None:
        seen["viewer"], seen["hand"] = SIDES[side], _cards(_hand(battle.state, side))
    return seen


def known_to_all(battle: Battle) -> Known:
    """What everybody may know of a battle beside its board, what is asked and the log: an onlooker knows that much.

    >>> from hexillum.battle.door import Battle
    >>> known_to_all(Battle.start("akragas", seed=7))["hand"] is None
    True
    """
    s = battle.state
    return {
        "scenario": battle.scenario.id if battle.scenario else None,
        "viewer": None,
        "turn": s.turn + 1,
        "active": SIDES[s.active],
        "banners": pair(*s.banners),
        "goals": pair(*s.goal),
        "command": pair(*s.command),
        "tokens": pair(*s.tokens),
        "tokens_spent": pair(*s.spent),
        "waiting": pair(*(_waiting(s, n) for n in (0, 1))),
        "card": _card(s.card),
        "last_cards": pair(*(_card(number) for number in s.last_card)),
        "hand": None,
        "hand_sizes": pair(*(sum(_hand(s, n)) for n in (0, 1))),
        "deck_size": sum(s.deck),
        "discards": _cards(s.discards),
        "outcome": _outcome(s),
    }


def board_of(battle: Battle) -> Position:
    """What stands on the table of a battle for all to see, its leaders by their names.

    >>> from hexillum.battle.door import Battle
    >>> board_of(Battle.start("akragas", seed=7))["leaders"][0]["name"] != ""
    True
    """
    return board_view(battle.state, leaders_by_number(battle.scenario) if battle.scenario else {})


def board_view(s: State, leaders: Mapping[int, str] | None = None) -> Position:
    """What stands on the table for all to see: the pieces, each with a number that it keeps, and the ground.

    `leaders` are the names of the leaders by their numbers, as far as they have any.

    >>> from hexillum.battle.door import Battle
    >>> board_view(Battle.start("akragas", seed=7).state)["units"][0]["kind"]
    'medium-infantry'
    """
    ground = _ground(tuple(s.terrain), tuple(s.rampart), tuple(s.worth))
    return {
        "rows": s.rows,
        "units": [_unit(s, i, u) for i, u in enumerate(s.units) if u.hex != hexes.NOWHERE],
        "leaders": _leaders(s, leaders or {}),
        "terrain": dict(ground.terrain),
        "ramparts": [f"{hex}/{outside}" for hex, outside in ground.ramparts],
        "rampart_sides": [{"hex": hex, "outside": outside} for hex, outside in ground.ramparts],
        "camps": pair(*map(list, ground.camps)),
        "exits": pair(*map(list, ground.exits)),
        "ground": list(ground.held),
    }


class _Ground(NamedTuple):
    """What lies on the table and hardly ever changes, by the names of its hexes; camps and exits by side."""

    terrain: tuple[tuple[str, str], ...]
    ramparts: tuple[tuple[str, str], ...]  # each protected hexside by the hexes on both sides, the inner one first
    camps: tuple[tuple[str, ...], ...]
    exits: tuple[tuple[str, ...], ...]
    held: tuple[str, ...]


@lru_cache(256)
def _ground(terrain: tuple[int, ...], rampart: tuple[int, ...], worth: tuple[int, ...]) -> _Ground:
    """The ground that a state tells by its fields of these names, made once (SCEN-06, SCEN-07, SCEN-14)."""
    named = [(hexes.name(hex), bits) for hex, bits in enumerate(worth) if bits]
    return _Ground(
        tuple((hexes.name(hex), TERRAINS[kind].key) for hex, kind in enumerate(terrain) if 0 < kind < OFF_BOARD),
        tuple(
            (hexes.name(hex), hexes.name(hexes.NEAR[hex][d]))
            for hex, sides in enumerate(rampart)
            for d in range(6)
            if (sides >> d) & 1
        ),
        tuple(tuple(hex for hex, bits in named if bits & (PRIZE | PLUNDER) << n) for n in (0, 1)),
        tuple(tuple(hex for hex, bits in named if bits & EXIT << n) for n in (0, 1)),
        tuple(hex for hex, bits in named if bits & GROUND),
    )


GROWN.append(_ground.cache_clear)  # another edition may have other terrain


def _armies(battle: Battle) -> Pair[str] | None:
    plan = battle.scenario
    return pair(plan.top.name, plan.bottom.name) if plan else None


def _leaders(s: State, names: Mapping[int, str]) -> list[Leader]:
    return [
        {
            "id": k,
            "name": names.get(k, ""),
            "side": SIDES[leader.side],
            "hex": hexes.name(leader.hex),
            "attached": s.unit_at[leader.hex] != NONE,
            "ordered": bool(leader.ordered),
        }
        for k, leader in enumerate(s.leaders)
        if leader.hex != hexes.NOWHERE
    ]


def _unit(s: State, i: int, u: Unit) -> view_types.Unit:
    return {
        "id": i,
        "hex": hexes.name(u.hex),
        "kind": KINDS[u.kind].key,
        "side": SIDES[u.side],
        "blocks": u.blocks,
        "full": u.full,
        "leader": s.leader_at[u.hex] != NONE,
        "special": [mark for mark, bit in UNIT_MARKS.items() if u.marks & bit] if u.marks else [],
        "moved": u.moved,
        "ordered": bool(u.ordered),
        "fought": bool(u.fought),
    }


def _waiting(s: State, side: int) -> list[str]:
    """The pieces of a side that wait off the board (SCEN-10, SCEN-11)."""
    units = s.units[HALF_UNITS * side : HALF_UNITS * (side + 1)]
    leaders = s.leaders[HALF_LEADERS * side : HALF_LEADERS * (side + 1)]
    waiting = [KINDS[u.kind].key for u in units if u.waits == WAITING]
    return waiting + ["leader" for leader in leaders if leader.waits == WAITING]


def _hand(s: State, side: int) -> list[int]:
    """How often each card is in the hand of a side."""
    return s.hand[ask.MOST_CARDS * side : ask.MOST_CARDS * (side + 1)]


def _card(number: int) -> str | None:
    return None if number == NONE else EFFECTS[number].key


def _cards(counts: list[int]) -> dict[str, int]:
    return {CARDS[number].key: counts[number] for number in compress(range(ask.MOST_CARDS), counts)}


def _decision(battle: Battle, side: int | None) -> Asked:
    """What is asked; the answers only where this side gives them."""
    d = battle.decision
    mine = d.actor is not None and d.actor != ask.CHANCE and d.actor == side
    return {
        "actor": None if d.actor is None else ACTORS[d.actor],
        "word": d.word,
        "kind": d.kind,
        "subject": d.subject,
        "rule": d.rule,
        "dice": d.dice,
        "prompt": battle.prompt(),
        "options": [{"number": option.number, "text": option.text} for option in battle.options] if mine else [],
    }


def _outcome(s: State) -> Result | None:
    if s.outcome == NONE:
        return None
    return "draw" if s.outcome == DRAWN else SIDES[s.outcome]
