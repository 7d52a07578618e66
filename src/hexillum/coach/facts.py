"""What can be seen on the board after a choice: who is open to whom, who can attack whom, who has support."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..core import ask, hexes
from ..core.battlefield import supporters
from ..core.kinds import KINDS
from ..core.state import NONE, State, Unit
from ..engine.tryout import tried
from ..odds import attack, offered
from ..odds.preview import threats

QUIET_MOST = 4  # quiet answers from the end of a plan to the first battle, at most
LINES_MOST = 4  # attacks at one target whose exact odds are compared


@dataclass(frozen=True)
class Facts:
    """The board after a choice of a side, 0 top or 1 bottom; `before` is the state in which it chose.

    >>> from hexillum.odds import example_battle
    >>> state = example_battle().state
    >>> facts = Facts(state, state, 1)
    >>> facts.attacks(hexes.parse("E5")), facts.open_to(hexes.parse("F5"))
    (('close F5xE5',), 1)
    """

    before: State
    state: State
    side: int

    @cached_property
    def _threats(self) -> dict[str, int]:
        return {one["hex"]: len(one["by"]) for one in threats(self.state, self.side)}

    def open_to(self, hex: int) -> int:
        """How many enemy units can come at the unit on a hex in their next turn, whatever card that takes."""
        return self._threats.get(hexes.name(hex), 0)

    @cached_property
    def _to_battle(self) -> State:
        """Where a unit to battle with is chosen, as far as quiet answers lead there."""
        s = self.state
        if s.question in (ask.TARGET, ask.BONUS):
            return s
        for _ in range(QUIET_MOST):
            if s.outcome != NONE or s.who != self.side or s.question == ask.BATTLE:
                break
            s = tried(s, ask.DONE)
        return s

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The attacks that the side can choose from now, as script lines."""
        s = self._to_battle
        return offered(s) if s.outcome == NONE and s.who == self.side else ()

    def attacks(self, hex: int) -> tuple[str, ...]:
        """Those of them that go at a hex."""
        return tuple(line for line in self.lines if line.endswith(f"x{hexes.name(hex)}"))

    def best_attack(self, hex: int) -> tuple[str, float]:
        """The attack at a hex that takes most blocks in the mean, and how many: exact odds. "" where there is none."""
        found = [(float(attack(self._to_battle, line).mean("lost")), line) for line in self.attacks(hex)[:LINES_MOST]]
        blocks, line = max(found, default=(0.0, ""))
        return line, blocks

    @property
    def attackers(self) -> int:
        """How many of the side's units can attack now."""
        return len({line.split()[1].split("x")[0] for line in self.lines})

    @property
    def moved(self) -> int:
        """How many of the side's units stand elsewhere than before."""
        pairs = zip(self.before.units, self.state.units, strict=True)
        return sum(was.side == self.side and was.hex != now.hex for was, now in pairs)

    def unit(self, number: int) -> Unit | None:
        """A unit by its number; None where it is not on the board."""
        u = self.state.units[number]
        return u if u.blocks > 0 and u.hex != hexes.NOWHERE else None

    def is_supported(self, number: int) -> bool:
        """Whether two friends stand beside a unit (BM-05)."""
        return supporters(self.state, self.state.units[number]) > 1

    def is_led(self, number: int) -> bool:
        """Whether a leader is with a unit (BM-03)."""
        return bool(self.state.leader_at[self.state.units[number].hex] != NONE)


def named(u: Unit) -> str:
    """A unit by its hex, kind and blocks.

    >>> from hexillum.odds import example_battle
    >>> named(next(u for u in example_battle().state.units if u.blocks and u.side == 0))
    'E5 (Auxilia, 4 blocks)'
    """
    return f"{hexes.name(u.hex)} ({KINDS[u.kind].name}, {u.blocks} block{'s' * (u.blocks > 1)})"
