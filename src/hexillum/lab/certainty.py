"""How sure a difference is: intervals of the mean of differences, for a number of games that is known or grows.

Everything here speaks of clusters: games that share their dice, such as the same seed on two battles, or both sides of
a pairing. A cluster gives one difference between -1 and 1, and clusters are independent of each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, sqrt
from typing import Final

LEVEL: Final = 0.95
FEWEST: Final = 20  # clusters before an interval that may be looked at at any time says anything
DRAWINGS: Final = 5000  # of a bootstrap,
SEED: Final = 1  # which are the same every time
NO_SCIPY: Final = "intervals of differences need the package scipy: run pip install 'hexillum[lab]'"


@dataclass(frozen=True)
class Estimate:
    """A mean with its interval; `clusters` is what it rests on, `always` whether it holds however often one looks."""

    mean: float
    low: float
    high: float
    clusters: int
    always: bool = False

    @property
    def clear(self) -> bool:
        """Whether the interval leaves out "no difference".

        >>> Estimate(0.1, 0.02, 0.18, 200).clear
        True
        """
        return self.low > 0 or self.high < 0

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def estimate(differences: Sequence[float], level: float = LEVEL) -> Estimate:
    """The mean of differences with its interval, for a number of clusters that was fixed before.

    Student's t over the clusters, with half a difference of 1 and half of -1 added, so that a few games without any
    difference do not claim to know everything (Agresti and Min, Statistics in Medicine 24, 2005, for pairs). Raises
    ValueError where scipy is not installed.

    >>> estimate([]).low, estimate([]).high
    (-1.0, 1.0)
    >>> one = estimate([1.0, 0.0, 0.0, 1.0, 0.0] * 20)
    >>> round(one.mean, 3), one.clear
    (0.4, True)
    """
    n = len(differences)
    if n < 2:
        return Estimate(sum(differences), -1.0, 1.0, n)
    mean, middle, variance = _moments(differences)
    reach = _t(level, n) * sqrt(variance / (n + 2))
    return Estimate(mean, max(-1.0, middle - reach), min(1.0, middle + reach), n)


def estimate_always(differences: Sequence[float], level: float = LEVEL, best_at: int = 200) -> Estimate:
    """The mean of differences with an interval that holds for all numbers of clusters at once.

    Who looks after every game and stops when he likes what he sees is still right in `level` of all runs: an asymptotic
    confidence sequence of Gaussian mixtures (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, Annals of Statistics 52,
    2024), narrowest where `best_at` clusters were played. Before `FEWEST` it says nothing.

    >>> estimate_always([1.0] * 5).high - estimate_always([1.0] * 5).low
    2.0
    >>> wide, narrow = estimate_always([0.0, 1.0] * 100), estimate([0.0, 1.0] * 100)
    >>> wide.half_width > narrow.half_width
    True
    """
    n = len(differences)
    if n < FEWEST:
        return Estimate(sum(differences) / max(1, n), -1.0, 1.0, n, True)
    mean, middle, variance = _moments(differences)
    alpha = 1 - level
    rho2 = (-2 * log(alpha) + log(-2 * log(alpha)) + 1) / best_at  # as the paper chooses it
    grown = n * rho2 + 1
    reach = sqrt(variance) * sqrt(2 * grown / (n * n * rho2) * log(sqrt(grown) / alpha))
    return Estimate(mean, max(-1.0, middle - reach), min(1.0, middle + reach), n, True)


def estimate_by_drawing(differences: Sequence[float], level: float = LEVEL) -> Estimate:
    """The mean of differences of any size with its interval by a bootstrap over clusters, for which no formula holds.

    Efron's bias-corrected and accelerated interval (Journal of the American Statistical Association 82, 1987), from
    drawings that are the same every time. Fewer than two clusters say nothing; where all are the same, so are both
    ends. Raises ValueError where scipy is not installed.

    >>> found = estimate_by_drawing([1.0, 2.0, 3.0, 6.0] * 10)
    >>> found.mean, found.clear, found.low < 3.0 < found.high
    (3.0, True, True)
    """
    try:
        import numpy
        from scipy import stats
    except ImportError:
        raise ValueError(NO_SCIPY) from None
    n = len(differences)
    mean = sum(differences) / max(1, n)
    if n < 2:
        return Estimate(mean, -inf, inf, n)
    if len(set(differences)) == 1:
        return Estimate(mean, mean, mean, n)
    found = stats.bootstrap(
        (numpy.array(differences),), numpy.mean, confidence_level=level, n_resamples=DRAWINGS, random_state=SEED
    ).confidence_interval
    return Estimate(mean, float(found.low), float(found.high), n)


def _moments(differences: Sequence[float]) -> tuple[float, float, float]:
    """The mean; and mean and variance with half a difference of 1 and of -1 added."""
    n = len(differences)
    total = sum(differences)
    middle = total / (n + 2)
    squares = sum(one * one for one in differences) + 1
    return total / n, middle, max(0.0, (squares - (n + 2) * middle * middle) / (n + 1))


def _t(level: float, clusters: int) -> float:
    try:
        from scipy import stats
    except ImportError:
        raise ValueError(NO_SCIPY) from None
    return float(stats.t.ppf((1 + level) / 2, clusters - 1))
