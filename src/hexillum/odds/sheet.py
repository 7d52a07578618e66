"""What an attack would come to, on one sheet: its dice and faces, and the odds where the target stands or evades.

Asked for of an attack that is offered, of any piece against any other (from where it stands, or from the best hex that
it can move to), and of the battle that is being fought.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, Final, Literal

from ..battle.door import Battle, IllegalChoice
from ..battle.lines import Line
from ..core import ask, column, event, hexes
from ..core.battlefield import place
from ..core.event import Event
from ..core.state import NONE, State
from ..engine.paths import unit_paths
from ..engine.playout import ANSWERS_MOST
from ..engine.tryout import answer
from ..engine.walk import make_ready
from ..explain import refusal
from ..rules.turn import targets
from . import attacks
from .behaviour import EVADES, STANDS
from .preview import first_roll
from .result import Odds, Outcome
from .sheet_types import OddsSheet, OddsWay
from .walks import may_evade

PLACES_MOST: Final = 6  # hexes that are looked at, from which a piece that moves first could attack


def sheet_of_pair(
    state: State, here: int, there: int, *, exact: bool = False, seconds: float | None = None
) -> OddsSheet:
    """The odds of a unit on a hex against whoever is on another: as offered now, as they stand, or after a move.

    `here` and `there` are numbers of hexes. With `exact` the chances are fractions as text. Where the unit could not
    attack in its next turn, the sheet has no ways and says why, with the rules. `seconds` is about how long it may
    take, None for as long as it needs: what cannot be walked through by then is simulated, and says so.

    >>> from hexillum.odds import example_battle
    >>> state = example_battle().state
    >>> sheet = sheet_of_pair(state, hexes.parse("F5"), hexes.parse("E5"))
    >>> sheet["at"], sheet["attack"]["dice"], round(sheet["ways"][0]["fates"]["eliminated"], 4)
    ('F5', 4, 0.0123)
    >>> sheet_of_pair(state, hexes.parse("E5"), hexes.parse("F5"))["attack"]["from"]
    'E5'
    """
    until = None if seconds is None else time.monotonic() + seconds
    line = next((one for one in attacks.offered(state) if one.split()[1] == f"{_name(here)}x{_name(there)}"), None)
    if line is not None:
        battle = attacks.begun(state, line)
        return sheet(battle.state, battle.events, exact=exact, until=until)
    i = state.unit_at[here]
    if i == NONE:
        return _none(f"there is no unit on {_name(here)}")
    begun = _challenged(state, i, there, here, 0)
    if begun is not None:
        return sheet(*begun, exact=exact, until=until)
    moved = [one for one in (_challenged(state, i, there, hex, far) for hex, far in _stands(state, i, there)) if one]
    if not moved:
        return _why_not(state, i, there)
    if len(moved) == 1:
        return sheet(*moved[0], exact=exact, until=until)
    walked = [attacks.under_way(one[0], seconds=_part(until, len(moved) - n + 2)) for n, one in enumerate(moved)]
    best = max(range(len(moved)), key=lambda n: _worth(walked[n]))
    return sheet(*moved[best], exact=exact, until=until, standing=None if exact else walked[best])


def sheet_under_way(
    state: State, events: Sequence[Event], *, exact: bool = False, seconds: float | None = None
) -> OddsSheet:
    """The odds of the battle that is being fought, from now on; `events` are what has happened so far.

    `exact` and `seconds` are those of `sheet_of_pair`. Where no battle is being fought, the sheet has no ways and says
    so.
    """
    until = None if seconds is None else time.monotonic() + seconds
    begun = next((happened for happened in reversed(events) if happened.kind in (event.CLOSE, event.FIRE)), None)
    try:
        return sheet(state, [begun] if begun else [], exact=exact, until=until)
    except IllegalChoice:
        return _none("no battle is being fought now")


def sheet(
    begun: State, events: list[Event], *, exact: bool, until: float | None = None, standing: Odds | None = None
) -> OddsSheet:
    """The sheet of a battle that has begun in a state, told by `events`: the attack, and each way of the target.

    It is done by about `until`, a time of `time.monotonic`; `standing` are the odds where the target stands, if they
    are known already. Raises IllegalChoice where no battle is being fought.
    """
    evades = may_evade(begun.copy())
    if standing is None:
        standing = attacks.under_way(begun, STANDS, exact=exact, seconds=_part(until, 2 if evades else 1))
    ways = [_told("stands", standing)]
    if evades:
        evading = attacks.under_way(begun, EVADES, exact=exact, seconds=_part(until, 1))
        ways.append(_told("evades", evading))
    start = next((happened for happened in events if happened.kind in (event.CLOSE, event.FIRE)), None)
    return {
        "attack": first_roll(begun.copy(), events),
        "at": "" if start is None else _name(start.a),
        "why": "",
        "rules": [],
        "ways": ways,
    }


def _told(way: Literal["stands", "evades"], one: Odds) -> OddsWay:
    """The figures of the odds for one behaviour."""

    def stands(o: Outcome) -> bool:
        return not (o.eliminated or o.forced_back or o.evaded or o.crew_gone)

    def plain(chance: Any) -> float | str:
        return str(chance) if one.exact else min(1.0, chance)

    told = one.as_dict(outcomes=False)
    return {
        "way": way,
        "words": one.words,
        "simulated": {"battles": one.plays, "error": one.error} if one.plays else None,
        "fates": {
            "eliminated": plain(one.chance("eliminated")),
            "forced_back": plain(one.chance("forced_back")),
            "evaded": plain(one.chance(lambda o: bool(o.evaded and not o.eliminated and not o.crew_gone))),
            "crew_gone": plain(one.chance("crew_gone")),
            "stands": plain(one.chance(stands)),
        },
        "means": told["means"],
        "chances": told["chances"],
        "distributions": told["distributions"],
    }


def _challenged(state: State, i: int, there: int, hex: int, moved: int) -> tuple[State, list[Event]] | None:
    """The battle begun by unit i from a hex, having moved so far; None where the rules would not offer it."""
    s = state.copy()
    if s.outcome != NONE:
        return None
    make_ready(s, i)
    place(s, i, hex)
    s.units[i].moved = moved
    out = [0] * ANSWERS_MOST
    if ask.HEX_0 + there not in out[: targets(s, i, out)]:
        return None
    return s, answer(s, ask.HEX_0 + there)


def _stands(state: State, i: int, there: int) -> list[tuple[int, int]]:
    """The hexes to which unit i could move in order to attack, those beside the target first, with the hexes moved."""
    kind = state.units[i].kind
    ends = [(hexes.distance(hex, there), len(path), hex) for hex, path in unit_paths(state, i).items()]
    close = sorted((moved, hex) for far, moved, hex in ends if far == 1 and moved <= column.CLOSE_AFTER[kind])
    fire = sorted(
        (moved, hex) for far, moved, hex in ends if 1 < far <= column.RANGE[kind] and moved <= column.FIRE_AFTER[kind]
    )
    return [(hex, moved) for moved, hex in (close or fire)[:PLACES_MOST]]


def _worth(found: Odds) -> float:
    """How good it is to attack with such odds."""
    return float(found.chance("eliminated")) + (float(found.mean("lost")) - float(found.mean("own_lost"))) / 100


def _part(until: float | None, parts: int) -> float | None:
    """The seconds for one of so many pieces of work that are to be done by a time of `time.monotonic`."""
    return None if until is None else max(0.0, until - time.monotonic()) / parts


def _why_not(state: State, i: int, there: int) -> OddsSheet:
    """Why a unit can't attack: by the rules where the target is near, else because it is too far."""
    s = state.copy()
    here = s.units[i].hex
    far = hexes.distance(here, there)
    if s.outcome == NONE and far <= max(1, column.RANGE[s.units[i].kind]):
        verb = "close" if far == 1 else "fire"
        make_ready(s, i)
        refused = refusal(Battle(s), Line(verb, hexes=(here, there)), verb)
        return _none(refused.why, refused.rules)
    return _none(f"{_name(here)} cannot attack {_name(there)} in its next turn")


def _none(why: str, rules: tuple[str, ...] = ()) -> OddsSheet:
    """No odds, and why."""
    return {"attack": None, "at": "", "why": why, "rules": list(rules), "ways": []}


def _name(hex: int) -> str:
    return hexes.name(hex)
