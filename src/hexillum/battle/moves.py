"""Where pieces could go and whom a card could order, found by answering on copies what the rules would ask."""

from __future__ import annotations

from functools import cached_property

from ..core import ask, hexes
from ..core.state import EXIT, State
from ..engine.paths import leader_paths, unit_paths
from ..engine.tryout import numbers_of, tried


def reach(s: State, number: int) -> dict[str, list[int]]:
    """Where an ordered piece can end its move: each hex with the answers that lead there, its own choice first.

    `number` is the answer to "which piece moves" that chooses it. "off" is the shortest way to leave the board
    (SCEN-06); an answer that chooses no piece leads nowhere. Only what the rules offer step by step is told: every way
    is walked on copies, what ways share only once.

    >>> from hexillum.battle.setup import add_unit, begin_at, new_state
    >>> from hexillum.core.state import NONE
    >>> s = new_state("ancients")
    >>> s.active, s.goal, s.units[add_unit(s, 1, 6, hexes.parse("F5"))].ordered = 1, [6, 6], 1
    >>> begin_at(s, "move", NONE, None)
    >>> reach(s, ask.HEX_0 + hexes.parse("F5"))["F4"] == [ask.HEX_0 + hexes.parse("F5"), ask.HEX_0 + hexes.parse("F4")]
    True
    """
    if ask.HEX_0 <= number < ask.LEADER_0:
        paths = unit_paths(s, s.unit_at[number - ask.HEX_0])
    elif ask.LEADER_0 <= number < ask.CARD_0:
        paths = leader_paths(s, s.leader_at[number - ask.LEADER_0])
    else:
        return {}
    walked: dict[tuple[int, ...], Walk | None] = {(): Walk(s, (number,))}
    out: dict[str, list[int]] = {}
    for end, path in paths.items():
        for made in range(len(path)):
            before = walked[tuple(path[:made])]
            here = tuple(path[: made + 1])
            if here not in walked:
                walked[here] = before.on(path[made]) if before else None
        walk = walked[tuple(path)]
        if walk:
            out[hexes.name(end)] = list(walk.answers)
    begun = number - (ask.HEX_0 if number < ask.LEADER_0 else ask.LEADER_0)
    exits = [walk for path, walk in walked.items() if walk and s.worth[path[-1] if path else begun] & EXIT << s.who]
    leaving = [[*walk.answers, ask.OFF] for walk in exits if ask.OFF in walk.offered]
    if leaving:
        out["off"] = min(leaving, key=len)
    return out


class Walk:
    """A move that has come so far, by its answers; the rules are asked only where it goes on."""

    def __init__(self, before: State, answers: tuple[int, ...]) -> None:
        self.before = before
        self.answers = answers

    @cached_property
    def state(self) -> State:
        """The state after the last answer."""
        return tried(self.before, self.answers[-1])

    @cached_property
    def offered(self) -> list[int]:
        """What may be answered next in the move; nothing where it has ended."""
        s = self.state
        return numbers_of(s) if s.question == ask.STEP and s.who == self.before.who else []

    def on(self, hex: int) -> Walk | None:
        """The walk after a step into a hex; None where that is not offered."""
        step = next((n for n in (ask.HEX_0 + hex, ask.LEADER_0 + hex) if n in self.offered), None)
        return None if step is None else Walk(self.state, (*self.answers, step))


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
