"""A battle told in numbers after its end: what each side lost, which cards it played, what its dice gave.

Everything is found by answering the battle's questions once more in the same way, so that it is the same whoever played
it, on whichever machine, by the plain rules or the compiled ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from ..battle.setup import begin
from ..core import event
from ..core.cards import CARDS
from ..core.hexes import NOWHERE
from ..core.kinds import KINDS
from ..core.state import NONE, State
from ..engine.step import apply
from ..odds.luck import Luck, attack_ways


@dataclass
class Losses:
    """What one side lost and played: blocks and units by their kind, leaders, cards by their key.

    A block that was lost and rallied counts as lost; units that left the board by their own will do not.

    >>> Losses().leaders
    0
    """

    blocks: Counter[str] = field(default_factory=Counter)
    units: Counter[str] = field(default_factory=Counter)
    leaders: int = 0
    cards: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Chronicle:
    """A battle in numbers, for top and bottom: what they lost and played, and the luck of those rolls that hit.

    >>> from hexillum.battle.door import Battle
    >>> chronicle(Battle.start("akragas", seed=1).state, []).luck[0].rolls
    0
    """

    losses: tuple[Losses, Losses]
    luck: tuple[Luck, Luck]


@dataclass
class _Listener:
    """Hears what happens to a state as plain numbers: (kind, a, b, c) of each event."""

    heard: list[tuple[int, int, int, int]] = field(default_factory=list)

    def cite(self, _why: int) -> None:
        """Rules are not asked for here."""

    def forget(self) -> None:
        """Nothing was cited."""

    def note(self, kind: int, a: int, b: int, c: int) -> None:
        """Something happened."""
        self.heard.append((kind, a, b, c))


def chronicle(first: State, answers: Iterable[int]) -> Chronicle:
    """What a battle came to that began in a state and went on by these answers, rolls and draws with them.

    The answers are numbers as in `Battle.choices`, and are taken as legal. A state that is only set up is begun; the
    state that is given stays as it is.

    >>> from hexillum.battle.door import Battle
    >>> battle = Battle.start("akragas", seed=1)
    >>> for _ in range(3):
    ...     _ = battle.choose(battle.options[0])
    >>> chronicle(battle.first_state, battle.choices).losses[1].cards
    Counter({'order-two-left': 1})
    """
    s = first.copy()
    s.log = None
    if s.depth == NONE:  # set up, but not begun
        begin(s)
    losses = (Losses(), Losses())
    luck = (Luck(), Luck())
    ear = s.log = _Listener()
    for answer in answers:
        if ways := attack_ways(s):
            luck[s.units[s.frames[s.depth].unit].side].count(s, answer, ways)
        before = [(unit.blocks, unit.hex) for unit in s.units]
        ear.heard.clear()
        apply(s, answer)
        _count(s, before, ear.heard, losses)
    return Chronicle(losses, luck)


def _count(
    s: State, before: list[tuple[int, int]], heard: list[tuple[int, int, int, int]], losses: tuple[Losses, Losses]
) -> None:
    """Add what one answer led to."""
    left = [side for kind, _, side, _ in heard if kind == event.LEFT]
    for unit, (blocks, hex) in zip(s.units, before, strict=True):
        if unit.blocks >= blocks:
            continue
        side, gone = losses[unit.side], unit.hex == NOWHERE != hex
        if gone and unit.side in left:
            left.remove(unit.side)
            continue
        kind = KINDS[unit.kind].key
        side.blocks[kind] += blocks - unit.blocks
        side.units[kind] += gone
    for happened, a, b, c in heard:
        if happened == event.ELIMINATED and c:
            losses[b].leaders += 1
        elif happened == event.PLAYED and 0 <= b < len(CARDS):
            losses[a].cards[CARDS[b].key] += 1
