"""Where pieces could go and whom a card could order, found by answering on copies what the rules would ask."""

from __future__ import annotations

from collections.abc import Sequence

from ..core import ask, hexes
from ..core.state import EXIT, State
from ..engine.paths import leader_paths, unit_paths
from ..engine.tryout import numbers_of, tried
from ..rules.movement import goes_on


def reach(s: State, number: int) -> dict[str, list[int]]:
    """Where an ordered piece can end its move: each hex with the answers that lead there, its own choice first.

    `number` is the answer to "which piece moves" that chooses it. "off" is the shortest way to leave the board
    (SCEN-06); an answer that chooses no piece leads nowhere. Only what the rules offer step by step is told.

    >>> from hexillum.battle.setup import add_unit, begin_at, new_state
    >>> from hexillum.core.state import NONE
    >>> s = new_state("ancients")
    >>> s.active, s.goal, s.units[add_unit(s, 1, 6, hexes.parse("F5"))].ordered = 1, [6, 6], 1
    >>> begin_at(s, "move", NONE, None)
    >>> reach(s, ask.HEX_0 + hexes.parse("F5"))["F4"] == [ask.HEX_0 + hexes.parse("F5"), ask.HEX_0 + hexes.parse("F4")]
    True
    """
    if ask.HEX_0 <= number < ask.LEADER_0:
        begun = number - ask.HEX_0
        paths = unit_paths(s, s.unit_at[begun])
    elif ask.LEADER_0 <= number < ask.CARD_0:
        begun = number - ask.LEADER_0
        paths = leader_paths(s, s.leader_at[begun])
    else:
        return {}
    walk = Walk(s, number)
    ways: dict[tuple[int, ...], bool] = {(): True}  # whether the rules offer it step by step
    for path in map(tuple, paths.values()):
        for made in range(len(path)):
            way = path[: made + 1]
            if way not in ways:
                before = path[made - 1] if made else begun
                ways[way] = ways[way[:-1]] and ask.HEX_0 + path[made] in walk.offered(before, made)
    out = {hexes.name(end): walk.answers(path) for end, path in paths.items() if ways[tuple(path)]}
    exits = [way for way, there in ways.items() if there and s.worth[way[-1] if way else begun] & EXIT << s.who]
    leaving = [way for way in exits if ask.OFF in walk.offered(way[-1] if way else begun, len(way))]
    if leaving:
        out["off"] = [*walk.answers(min(leaving, key=len)), ask.OFF]
    return out


class Walk:
    """A piece that has been chosen to move: what the rules offer it wherever it comes.

    Until it stops nothing changes but where it is and how far it has come, so that one copy serves all its ways.
    """

    def __init__(self, s: State, number: int) -> None:
        self.number = number
        self.state = tried(s, number)
        self.moves = self.state.question == ask.STEP and self.state.who == s.who
        self.frame = self.state.frames[self.state.depth]
        self.made = self.frame.count  # by who was put on the board, before he moves
        self._offered: dict[tuple[int, int], list[int]] = {}

    def offered(self, hex: int, made: int) -> list[int]:
        """What may be answered on a hex after so many steps; nothing where the move ends there by itself."""
        if not self.moves:
            return []
        if (hex, made) not in self._offered:
            self.frame.hex, self.frame.count = hex, self.made + made
            self._offered[hex, made] = numbers_of(self.state) if goes_on(self.state, self.frame) else []
        return self._offered[hex, made]

    def answers(self, path: Sequence[int]) -> list[int]:
        """The answers that lead along a path, the choice of the piece first."""
        return [self.number, *(ask.HEX_0 + hex for hex in path)]


def orders_of(s: State, card: int) -> list[str]:
    """The hexes of the pieces that a card of the hand could order now, by their names.

    `card` is its number in the tables of cards. A card that lets its side choose a section tells those of every one.

    >>> from hexillum.battle.door import Battle
    >>> state = Battle.start("akragas", seed=7).state
    >>> len(orders_of(state, state.hand.index(1, ask.MOST_CARDS * state.who) - ask.MOST_CARDS * state.who)) > 2
    True
    """
    trial = tried(s, ask.CARD_0 + card)
    if trial.question == ask.SECTION and trial.who == s.who:
        found: set[str] = set()
        for n in numbers_of(trial):
            found |= set(_ordered(tried(trial, n), s.who))
        return sorted(found)
    return _ordered(trial, s.who)


def _ordered(s: State, side: int) -> list[str]:
    """The hexes of the pieces that a side may order at this moment."""
    if s.who != side or s.question not in (ask.ORDER, ask.PIECE):
        return []
    chosen = [n for n in numbers_of(s) if ask.HEX_0 <= n < ask.CARD_0]
    return sorted({hexes.name(n - (ask.HEX_0 if n < ask.LEADER_0 else ask.LEADER_0)) for n in chosen})
