"""What orders and moves gain, by the yardstick: each piece's best move, and what a card's best orders gain together."""

from __future__ import annotations

from typing import Final

from ...core import ask, column
from ...core.battlefield import first_leader, first_unit, last_unit
from ...core.hexes import NEAR, NOWHERE
from ...core.state import NONE, State
from ...engine.paths import leader_paths, unit_paths
from ...engine.playout import ANSWERS_MOST
from ...engine.step import apply, legal
from ...rules.dice import freshen
from ...rules.ranged import reach
from ..ground import nearest_unit
from . import worth

CAUTION: Final = 0.6  # how much the danger of a hex counts at first,
HASTE: Final = 0.01  # how much less with every turn,
BOLDNESS: Final = 0.1  # and how much at least, so that every battle comes to an end
DICE_WORTH: Final = 0.08  # a die of a card that rolls for its orders
JOIN: Final = 0.25  # a leader with a unit
TOKEN_WORTH: Final = 0.1  # a token that a card brings

Plan = tuple[float, list[int]]  # what a move gains, and its hexes


def caution(s: State) -> float:
    """How much danger counts: less from turn to turn.

    >>> caution(State())
    0.6
    """
    return max(BOLDNESS, CAUTION - HASTE * s.turn)


def trial(s: State) -> State:
    """A copy to try things on, every unit ready for a new combat; the state itself stays as it is.

    >>> trial(State()).units[0].fought
    0
    """
    t = s.copy()
    for u in t.units:
        freshen(t, u)
    return t


def leader_plan(t: State, k: int) -> Plan:
    """The best move of leader `k` alone, to a unit and away from enemies: what it gains in banners, and its hexes."""
    leader = t.leaders[k]
    here = resting(t, leader.side, leader.hex)
    best: Plan = (0.0, [])
    for hex, way in leader_paths(t, k).items():
        gain = resting(t, leader.side, hex) - here
        if gain > best[0]:
            best = (gain, way)
    return best


def resting(t: State, side: int, hex: int) -> float:
    """What it is worth to a leader of a side (0 top, 1 bottom) to be on a hex, in banners."""
    i = t.unit_at[hex]
    if i == NONE:
        enemy, friend = nearest_unit(t, 1 - side, hex), nearest_unit(t, side, hex)
        return -0.05 * max(0, 5 - enemy) - 0.01 * friend
    u = t.units[i]
    return JOIN + 0.02 * u.blocks - 0.3 * caution(t) * worth.danger(t, u, hex, worth.foes_of(t, u))[0]


class Plans:
    """What every piece gains by its orders, in banners, worked out once for every board.

    >>> from hexillum.battle.door import Battle
    >>> plans = Plans()
    >>> plans.weigh(Battle.start("akragas", seed=7).state)
    >>> len(plans.gains)
    12
    """

    def __init__(self) -> None:
        self.out = [0] * ANSWERS_MOST
        self.board: tuple[int, ...] = ()  # the board that `gains` are about
        self.gains: dict[int, float] = {}

    def weigh(self, s: State) -> None:
        """Work out what orders are worth to each piece of the active side, once for every board.

        `gains` then has them, in banners, by the number of the answer that orders the piece.
        """
        board = (s.active, s.turn, *[u.hex * 8 + u.blocks for u in s.units], *[leader.hex for leader in s.leaders])
        if board == self.board:
            return
        self.board = board
        t = trial(s)
        self.gains = {}
        for i in range(first_unit(s.active), last_unit(s, s.active)):
            u = t.units[i]
            if u.hex != NOWHERE:
                u.ordered = 1
                gain = max(self.unit_plan(t, i)[0], worth.best_attack(t, i, self.out))
                self.gains[ask.HEX_0 + u.hex] = gain
        for k in range(first_leader(s.active), first_leader(s.active + 1)):
            hex = t.leaders[k].hex
            if hex != NOWHERE and t.unit_at[hex] == NONE:
                self.gains[ask.LEADER_0 + hex] = leader_plan(t, k)[0]

    def card_worth(self, s: State, option: int) -> float:
        """What the best orders of a card, or of a section, gain together, in banners, after `weigh`."""
        t = s.copy()
        apply(t, option)
        if t.question == ask.SECTION:
            return max(self.card_worth(t, section) for section in self.out[: legal(t, self.out)])
        if t.question == ask.ROLL:
            return DICE_WORTH * t.dice
        total = 0.0
        while t.question == ask.ORDER:
            gain, answer = max((self.gain_of(t, option), option) for option in self.out[: legal(t, self.out)])
            if gain <= 0:
                break
            total += self.gains.get(answer, gain)
            apply(t, answer)
        if column.CARD_ALL_LEADERS[t.effect]:
            total = sum(self.gains.get(ask.HEX_0 + u.hex, 0.0) for u in t.units if u.ordered and u.hex != NOWHERE)
        if column.CARD_SCOUTS[t.effect] or column.CARD_INSPIRES[t.effect]:
            total += TOKEN_WORTH
        if column.CARD_ALL[t.effect]:
            ready = trial(t)
            ordered = [i for i, u in enumerate(ready.units) if u.ordered and u.hex != NOWHERE]
            total = sum(max(0.0, worth.best_attack(ready, i, self.out)) for i in ordered) * column.CARD_SHOTS[t.effect]
        return total

    def gain_of(self, s: State, option: int) -> float:
        """What an order gains, in banners: the piece's own plan, and for the leader of a group his followers'."""
        if option == ask.INSTEAD:
            return max(self.gains.values(), default=0.0) - 1e-6
        gain = self.gains.get(option, 0.0)
        if column.CARD_LEADERSHIP[s.effect] and s.given == 0 and option >= ask.HEX_0:
            hex = option - (ask.LEADER_0 if option >= ask.LEADER_0 else ask.HEX_0)
            near = sorted((self.gains.get(ask.HEX_0 + n, 0.0) for n in NEAR[hex]), reverse=True)
            gain += sum(near[: column.CARD_LEADERSHIP[s.effect]])
        return gain

    def unit_plan(self, t: State, i: int) -> Plan:
        """The best move of unit `i`: what it gains over standing still and doing nothing, in banners, and its hexes."""
        u, start, moved = t.units[i], t.units[i].hex, t.units[i].moved
        foes, care, near = worth.foes_of(t, u), caution(t), max(1, reach(u))
        here = worth.standing(t, u, care, foes)[0]
        best: Plan = (0.0, [])
        for hex, way in unit_paths(t, i).items():
            met = worth.stand_on(t, i, hex)
            u.moved = len(way)
            gain, nearest = worth.standing(t, u, care, foes)
            if nearest <= near:
                gain += worth.best_attack(t, i, self.out)
            u.moved = moved
            worth.stand_back(t, i, start, met)
            if gain - here > best[0]:
                best = (gain - here, way)
        return best
