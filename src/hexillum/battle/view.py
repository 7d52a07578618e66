"""What one side may see of a battle, built by whitelist: whatever is not named here stays hidden."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Final, SupportsIndex

from ..core import ask, event, hexes
from ..core.cards import CARDS, EFFECTS
from ..core.kinds import KINDS
from ..core.state import DRAWN, EXIT, GROUND, NONE, PLUNDER, PRIZE, UNIT_MARKS, WAITING, State, Unit
from ..core.terrain import OFF_BOARD, TERRAINS

if TYPE_CHECKING:
    from .door import Battle

ONLOOKER: Final = None


def seat(side: SupportsIndex | str | None) -> int | None:
    """The number of a side that is given by its number or its name, None for an onlooker.

    Raises ValueError for what is no side.

    >>> seat("bottom"), seat(0), seat(None)
    (1, 0, None)
    """
    if side is None:
        return ONLOOKER
    if side in event.SIDE_NAMES[:2]:
        return event.SIDE_NAMES.index(side)
    if isinstance(side, SupportsIndex) and operator.index(side) in (0, 1):
        return operator.index(side)
    raise ValueError(f"{side!r} is no side: expected 0 or 'top', 1 or 'bottom', or None for an onlooker")


def view(battle: Battle, side: SupportsIndex | str | None = ONLOOKER, *, log_from: int = 0) -> dict[str, Any]:
    """Everything that a side may know, as plain values for JSON; for an onlooker (None) no hand at all.

    A side is named as for `seat`, which raises ValueError for others; `log_from` leaves out the first lines of the
    log. Two battles that differ only in what the side cannot see give equal views.

    >>> from hexillum.battle.door import Battle
    >>> seen = view(Battle.start("akragas", seed=7), 1)
    >>> seen["decision"]["actor"], sum(seen["hand"].values()), seen["hand_sizes"]
    ('bottom', 6, {'top': 5, 'bottom': 6})
    """
    s, side = battle.state, seat(side)
    return {
        "scenario": battle.scenario.id if battle.scenario else None,
        "armies": _armies(battle),
        "viewer": None if side is None else event.SIDE_NAMES[side],
        "turn": s.turn + 1,
        "active": event.SIDE_NAMES[s.active],
        "banners": _pair(s.banners),
        "goals": _pair(s.goal),
        "command": _pair(s.command),
        "tokens": _pair(s.tokens),
        "tokens_spent": _pair(s.spent),
        **board_view(s),
        "waiting": {event.SIDE_NAMES[n]: _waiting(s, n) for n in (0, 1)},
        "card": _card(s.card),
        "last_cards": {event.SIDE_NAMES[n]: _card(s.last_card[n]) for n in (0, 1)},
        "hand": None if side is None else _cards(s.hand[ask.MOST_CARDS * side : ask.MOST_CARDS * (side + 1)]),
        "hand_sizes": {event.SIDE_NAMES[n]: sum(s.hand[ask.MOST_CARDS * n : ask.MOST_CARDS * (n + 1)]) for n in (0, 1)},
        "deck_size": sum(s.deck),
        "discards": _cards(s.discards),
        "decision": _decision(battle, side),
        "outcome": _outcome(s),
        "log": [event.line_for(side) for event in battle.events[log_from:]],
    }


def board_view(s: State) -> dict[str, Any]:
    """What stands on the table for all to see: the pieces, each with a number that it keeps, and the ground.

    >>> from hexillum.battle.door import Battle
    >>> board_view(Battle.start("akragas", seed=7).state)["units"][0]["kind"]
    'medium-infantry'
    """
    return {
        "rows": s.rows,
        "units": [_unit(s, i, u) for i, u in enumerate(s.units) if u.hex != hexes.NOWHERE],
        "leaders": [
            {
                "id": k,
                "side": event.SIDE_NAMES[leader.side],
                "hex": hexes.name(leader.hex),
                "attached": s.unit_at[leader.hex] != NONE,
                "ordered": bool(leader.ordered),
            }
            for k, leader in enumerate(s.leaders)
            if leader.hex != hexes.NOWHERE
        ],
        "terrain": {hexes.name(h): TERRAINS[t].key for h, t in enumerate(s.terrain) if 0 < t < OFF_BOARD},
        "ramparts": _ramparts(s),
        "camps": {event.SIDE_NAMES[n]: _worth(s, (PRIZE | PLUNDER) << n) for n in (0, 1)},
        "exits": {event.SIDE_NAMES[n]: _worth(s, EXIT << n) for n in (0, 1)},
        "ground": _worth(s, GROUND),
    }


def _pair(values: list[int]) -> dict[str, int]:
    return {event.SIDE_NAMES[n]: values[n] for n in (0, 1)}


def _armies(battle: Battle) -> dict[str, str] | None:
    plan = battle.scenario
    return {"top": plan.top.name, "bottom": plan.bottom.name} if plan else None


def _unit(s: State, i: int, u: Unit) -> dict[str, Any]:
    return {
        "id": i,
        "hex": hexes.name(u.hex),
        "kind": KINDS[u.kind].key,
        "side": event.SIDE_NAMES[u.side],
        "blocks": u.blocks,
        "full": u.full,
        "leader": s.leader_at[u.hex] != NONE,
        "special": [mark for mark, bit in UNIT_MARKS.items() if u.marks & bit],
        "moved": u.moved,
        "ordered": bool(u.ordered),
        "fought": bool(u.fought),
    }


def _waiting(s: State, side: int) -> list[str]:
    """The pieces of a side that wait off the board (SCEN-10, SCEN-11)."""
    kinds = [KINDS[u.kind].key for u in s.units if u.side == side and u.waits == WAITING]
    return kinds + ["leader" for leader in s.leaders if leader.side == side and leader.waits == WAITING]


def _worth(s: State, bit: int) -> list[str]:
    """The hexes that are worth a banner to a side (SCEN-06, SCEN-07)."""
    return [hexes.name(hex) for hex, bits in enumerate(s.worth) if bits & bit]


def _ramparts(s: State) -> list[str]:
    """Protected hexsides, the defended hex first."""
    return [
        f"{hexes.name(h)}/{hexes.name(hexes.NEAR[h][d])}"
        for h, sides in enumerate(s.rampart)
        for d in range(6)
        if (sides >> d) & 1
    ]


def _card(number: int) -> str | None:
    return None if number == NONE else EFFECTS[number].key


def _cards(counts: list[int]) -> dict[str, int]:
    return {CARDS[number].key: count for number, count in enumerate(counts) if count}


def _decision(battle: Battle, side: int | None) -> dict[str, Any]:
    """What is asked; the answers only where this side gives them."""
    d = battle.decision
    mine = d.actor is not None and d.actor != ask.CHANCE and d.actor == side
    return {
        "actor": None if d.actor is None else event.SIDE_NAMES[d.actor],
        "word": d.word,
        "kind": d.kind,
        "subject": d.subject,
        "rule": d.rule,
        "dice": d.dice,
        "prompt": battle.prompt(),
        "options": [{"number": option.number, "text": option.text} for option in battle.options] if mine else [],
    }


def _outcome(s: State) -> str | None:
    if s.outcome == NONE:
        return None
    return "draw" if s.outcome == DRAWN else event.SIDE_NAMES[s.outcome]
