"""What a planning player has in mind: its weights, its plan, and room for sums; and tables of what dice can do.

A mind is one list of numbers: first the weights, then what it remembers, then scratch room. All worths are in
thousandths of a banner, all chances in thousandths.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any, Final, TypeVar

from ...edition import (
    ARMOR,
    CLASS,
    FOOT,
    KINDS,
    NO_LEADER_HELP,
    REROLLS_SWORDS,
    SUPERIOR_STATURE,
    SWORDS_IGNORED,
    SWORDS_MISS,
    TRAIT,
)
from ...hexes import HEXES
from ...records import table
from ...state import LEADERS, UNITS, State

F = TypeVar("F", bound=Callable[..., Any])

#: Every function of the planner's thinking: what is compiled beside the rules.
THOUGHTS: list[Callable[..., Any]] = []


def thought(function: F) -> F:
    """Note a function down as part of the planner's thinking and return it unchanged.

    >>> thought(abs) is abs
    True
    >>> THOUGHTS.pop() is abs
    True
    """
    THOUGHTS.append(function)
    return function


#: The weights by name, with what each stands for; their values are data (`data/agents/planner.toml`).
WEIGHTS: Final = {
    "block": "a block lost, beside the banner for the last one",
    "pushed": "a unit driven back",
    "last": "a banner that wins the battle, in thousandths of an ordinary one",
    "back": "how much the blow back counts, in thousandths",
    "nearer": "a hex nearer to the enemy",
    "support": "a friend beside a unit, up to two",
    "led": "share added to the danger of a unit with a leader, in thousandths",
    "caution": "how much danger counts at first, in thousandths",
    "haste": "how much less with every turn",
    "boldness": "how much at least",
    "second": "how much the second worst enemy adds to danger, in thousandths",
    "deterred": "how much an enemy is deterred by the blow back he must expect, in thousandths",
    "strike": "what a First Strike must promise",
    "dice": "a die of a card that rolls for its orders",
    "join": "a leader with a unit",
    "token": "a token",
    "orders": "an order of a card that could be kept for later",
    "bonus": "an advance and a bonus combat, in thousandths of a blow of the unit",
    "inspire": "a leader with a unit or beside it, in thousandths of its blow",
    "goal": "a hex nearer to an exit, a camp or ground worth a banner",
    "weak": "danger to a unit of one block more, in thousandths",
    "standing_block": "a block of a unit in the worth of a position",
    "standing_unit": "a unit in the worth of a position",
    "standing_leader": "a leader in the worth of a position",
    "threat_taken": "what the side that is to move threatens, in thousandths",
    "threat_given": "what the other side threatens, in thousandths",
    "standing_support": "a friend beside a unit in the worth of a position, up to two",
    "win": "the battle won",
    "cornered": "a unit in danger without a way to retreat",
    "ahead": "an attack while leading, in thousandths more",
    "joint": "how much the joint plan counts what the enemy can do, in thousandths",
    "reach": "how much the joint plan counts what its units threaten next, in thousandths",
}
(
    W_BLOCK,
    W_PUSHED,
    W_LAST,
    W_BACK,
    W_NEARER,
    W_SUPPORT,
    W_LED,
    W_CAUTION,
    W_HASTE,
    W_BOLDNESS,
    W_SECOND,
    W_DETERRED,
    W_STRIKE,
    W_DICE,
    W_JOIN,
    W_TOKEN,
    W_ORDERS,
    W_BONUS,
    W_INSPIRE,
    W_GOAL,
    W_WEAK,
    W_STANDING_BLOCK,
    W_STANDING_UNIT,
    W_STANDING_LEADER,
    W_THREAT_TAKEN,
    W_THREAT_GIVEN,
    W_STANDING_SUPPORT,
    W_WIN,
    W_CORNERED,
    W_AHEAD,
    W_JOINT,
    W_REACH,
) = range(len(WEIGHTS))

# What a mind remembers, behind its weights.
TURN_KEY: Final = 40  # the turn that the gains are about, one higher; 0 for none
WIDTH: Final = 41  # how carefully it plans: 0 one piece after another, 1 all of a turn together
WAY_KEY: Final = 42  # the moving piece that the way is about, and its turn
PLAN_KEY: Final = 43  # the turn that the joint plan is about, one higher
BEST_HEX: Final = 44  # where the best move found last ends
NEAREST: Final = 45  # how far the nearest enemy of the hex looked at last is
GOALS: Final = 46  # hexes that are worth a banner to the side that plans
FOES: Final = 47  # enemies noted down
ENDS: Final = 48  # hexes where a move may end
PLAN_CARD: Final = 49
PLAN_SECTION: Final = 50
GAIN: Final = 64  # for each unit what an order gains,
GAIN_END: Final = GAIN + UNITS  # and where its move ends
LEADER_GAIN: Final = GAIN_END + UNITS
LEADER_END: Final = LEADER_GAIN + LEADERS
PLAN_END: Final = LEADER_END + LEADERS  # for each unit of the joint plan where its move ends, one higher; 0: no order
WAY: Final = PLAN_END + UNITS + LEADERS  # for each hex the next one of the way, one higher; 0 for none
PARENT: Final = WAY + HEXES  # of a flood: for each hex the one before it, one higher; 0 where it does not come
MADE: Final = PARENT + HEXES  # and how many hexes that took
QUEUE: Final = MADE + HEXES
END: Final = QUEUE + HEXES  # the hexes where a move may end
GOAL: Final = END + HEXES
FOE: Final = GOAL + 16  # the enemies: FOE_SIZE numbers each
FOE_SIZE: Final = 6
FOE_HEX, FOE_STRIKES, FOE_FIRES, FOE_DICE, FOE_TWELFTHS, FOE_BACK = range(FOE_SIZE)
SPOT: Final = FOE + FOE_SIZE * UNITS  # the best ends of each unit's move: SPOTS of them, one higher; 0 for none
SPOTS: Final = 6
SPOT_WORTH: Final = SPOT + SPOTS * UNITS
HURT: Final = SPOT_WORTH + SPOTS  # for each unit the chance that it is gone or driven off
TRIED: Final = HURT + UNITS  # the units ordered by the plan that is tried
BEST_END: Final = TRIED + UNITS
WORST: Final = BEST_END + UNITS  # the worst threats found
MIND: Final = WORST + 8

MOST_DICE: Final = 15
MOST_BLOCKS: Final = 6


def mind_of(weights: dict[str, int], width: int = 0) -> list[int]:
    """A mind with these weights that remembers nothing yet.

    >>> len(mind_of({name: 0 for name in WEIGHTS})) == MIND
    True
    """
    return [*[weights[name] for name in WEIGHTS], *[0] * (WIDTH - len(WEIGHTS)), width, *[0] * (MIND - WIDTH - 1)]


def _exactly(dice: int, twelfths: int, hits: int) -> float:
    p = twelfths / 12
    return comb(dice, hits) * p**hits * (1 - p) ** (dice - hits)


def _at_least(dice: int, twelfths: int, hits: int) -> int:
    return round(1000 * sum(_exactly(dice, twelfths, n) for n in range(hits, dice + 1)))


def _lost(dice: int, twelfths: int, blocks: int) -> int:
    return round(1000 * sum(min(n, blocks) * _exactly(dice, twelfths, n) for n in range(dice + 1)))


def _twelfths(kind: int, foe: int, led: int) -> int:
    """In how many of twelve cases a close combat die of one kind hits another."""
    twelfths = 2
    if TRAIT[kind] & SWORDS_MISS == 0:
        ignored = SWORDS_IGNORED[foe] + int(ARMOR[foe] > ARMOR[kind])
        ignored += int(TRAIT[foe] & SUPERIOR_STATURE != 0 and CLASS[kind] & FOOT != 0)
        twelfths += 0 if ignored > 1 else 1 if ignored else 3 if TRAIT[kind] & REROLLS_SWORDS else 2
    return twelfths + (2 if led and TRAIT[kind] & NO_LEADER_HELP == 0 else 0)


_KINDS: Final = range(len(KINDS))
#: TWELFTHS[kind][foe][led]: in how many of twelve cases a die of close combat hits.
TWELFTHS: Final = table([[[_twelfths(a, b, led) for led in (0, 1)] for b in _KINDS] for a in _KINDS])
_DICE, _CASES, _BLOCKS = range(MOST_DICE + 1), range(13), range(MOST_BLOCKS + 1)
#: HITS[dice][twelfths][n]: the chance of at least n hits.
HITS: Final = table([[[_at_least(d, t, n) for n in _BLOCKS] for t in _CASES] for d in _DICE])
#: LOST[dice][twelfths][blocks]: thousandths of blocks lost of so many.
LOST: Final = table([[[_lost(d, t, n) for n in _BLOCKS] for t in _CASES] for d in _DICE])


def copy_board(boards: list[State], to: int, source: int) -> None:
    """Make one board of a list equal to another; the compiled form has its own.

    >>> boards = [State(), State()]
    >>> boards[1].turn = 3
    >>> copy_board(boards, 0, 1)
    >>> boards[0].turn, boards[0] is boards[1]
    (3, False)
    """
    boards[to] = boards[source].copy()
