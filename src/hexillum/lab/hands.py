"""Whether a computer player makes more of a larger hand than people do: its differences to them, against the cards.

A straight line by least squares through the differences of all battles, over how many cards more the top side commands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from .agreement import needs_scipy
from .certainty import LEVEL

FEWEST: Final = 4  # battles; a line through three says nothing of how sure it is


@dataclass(frozen=True)
class Hands:
    """What a card more goes with: `slope` shares of battles more for the computer than for people, with its interval.

    `correlation` is Pearson's; `left` is the mean absolute difference from the line, where it was `before` from 0.
    """

    slope: float
    interval: tuple[float, float]
    correlation: float
    before: float
    left: float

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON.

        >>> Hands(0.05, (0.03, 0.07), 0.7, 0.08, 0.06).as_dict()["slope_95"]
        (0.03, 0.07)
        """
        told = {"slope": self.slope, "slope_95": self.interval, "correlation": self.correlation}
        return {**told, "mean_absolute_difference": self.before, "mean_absolute_difference_left": self.left}


def hands(differences: Sequence[float], more: Sequence[int]) -> Hands | None:
    """The line through the differences; None where there are too few battles, or the same cards in all.

    `differences` are the computer's shares of the top side less people's, `more` how many cards more the top side
    commands in each. Raises ValueError where scipy is not installed.

    >>> hands([0.1, 0.2], [1, 2]) is None
    True
    """
    if len(differences) < FEWEST or len(set(more)) < 2:
        return None
    _, stats = needs_scipy()
    line = stats.linregress(more, differences)
    reach = float(line.stderr * stats.t.ppf((1 + LEVEL) / 2, len(more) - 2))
    off = [d - line.intercept - line.slope * n for d, n in zip(differences, more, strict=True)]
    return Hands(
        slope=float(line.slope),
        interval=(float(line.slope) - reach, float(line.slope) + reach),
        correlation=float(line.rvalue),
        before=sum(map(abs, differences)) / len(differences),
        left=float(sum(map(abs, off))) / len(off),
    )
