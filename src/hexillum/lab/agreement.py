"""How well two series of shares agree, as they were counted and with chance taken out: the computer's and people's.

A share that was counted in a number of games is the true one and some chance. Chance makes two series of shares agree
less than the true ones do; how much less follows from how many games were counted (`FORMULAS` tells how).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import pi, sqrt
from typing import Any, Final

from .certainty import LEVEL, NO_SCIPY

RESAMPLES: Final = 2000
SEED: Final = 1
LEAST: Final = 3  # series shorter than this say nothing

#: What is reckoned and why, for pages, in Markdown; c and p are the shares of computer and people, d = c - p.
FORMULAS: Final = (
    "A share counted in n games scatters around the true one with a variance that is estimated without bias by "
    "v = share × (1 − share) / (n − 1). The drawn and unfinished games are no part of n.",
    "**Rank correlation.** Raw: Spearman's, over the battles. Corrected: raw / √(r_c × r_p), at most 1, where the "
    "reliability r of either series is 1 − (mean of its v) / (variance of its shares over the battles): how much of "
    'what one sees in it is not chance (C. Spearman, "The proof and measurement of association between two things", '
    "American Journal of Psychology 15, 1904; exact for a correlation of values, near for one of ranks).",
    "**Mean difference.** Raw: the mean of |d|. Chance alone, with the same true shares, would give the mean of "
    "√(2/π) × √(v_c + v_p), which is the mean of a folded normal distribution. Chance adds its variance to the square "
    "of a true difference, so that the true ones have the mean square mean(d²) − mean(v_c + v_p), 0 at the least (the "
    'estimate by moments of R. DerSimonian and N. Laird, "Meta-analysis in clinical trials", Controlled Clinical '
    "Trials 7, 1986, with equal weights). Corrected: raw × √(that mean square / mean(d²)), which takes true and raw "
    "differences to be spread in the same shape.",
    "**Intervals** are 95 % ones of a bootstrap over the battles (percentiles of 2,000 drawings, `scipy.stats`).",
)


@dataclass(frozen=True)
class Shares:
    """One thing that was counted twice: how often the computer won it in so many games, and people in so many."""

    computer: float
    games: int
    people: float
    plays: int


@dataclass(frozen=True)
class Measure:
    """A number as counted and with chance taken out, each with its 95 % interval; None where that cannot be had."""

    raw: float
    raw_interval: tuple[float, float]
    corrected: float | None
    corrected_interval: tuple[float, float]

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "raw": self.raw,
            "raw_interval_95": self.raw_interval,
            "corrected": self.corrected,
            "corrected_interval_95": self.corrected_interval,
        }


@dataclass(frozen=True)
class Agreement:
    """How well the two series agree: rank correlation, mean absolute difference, and root of the mean square of it.

    `by_chance` is the mean absolute difference that chance alone would give, `reliability` that of the computer's
    shares and of people's, from 0 to 1. Differences are of shares, from 0 to 1.
    """

    rank: Measure
    difference: Measure
    square: Measure
    by_chance: float
    reliability: tuple[float, float]

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "rank_correlation": self.rank.as_dict(),
            "mean_absolute_difference": self.difference.as_dict(),
            "root_mean_square_difference": self.square.as_dict(),
            "mean_absolute_difference_by_chance": self.by_chance,
            "reliability": {"computer": self.reliability[0], "people": self.reliability[1]},
        }


def needs_scipy() -> Any:
    """The packages numpy and `scipy.stats`. Raises ValueError, in one sentence, where they are not installed."""
    try:
        import numpy
        from scipy import stats
    except ImportError:
        raise ValueError(NO_SCIPY) from None
    return numpy, stats


def rank_correlation(xs: Sequence[float], ys: Sequence[float]) -> float | None:
    """Spearman's rank correlation of two series of the same length, from -1 to 1; None where one does not vary.

    Raises ValueError where scipy is not installed.

    >>> round(rank_correlation([1, 2, 3, 4], [10, 25, 20, 30]), 6)
    0.8
    """
    _, stats = needs_scipy()
    if len(set(xs)) < 2 or len(set(ys)) < 2:
        return None
    return float(stats.spearmanr(xs, ys).statistic)


def agreement(counted: Sequence[Shares]) -> Agreement | None:
    """How well computer and people agree; None for fewer than three battles, and where a series does not vary.

    Raises ValueError where scipy is not installed.

    >>> found = agreement([Shares(0.3, 200, 0.2, 80), Shares(0.5, 200, 0.6, 80), Shares(0.8, 200, 0.7, 80)])
    >>> round(found.rank.raw, 3), round(found.difference.raw, 3), found.difference.corrected < 0.1
    (1.0, 0.1, True)
    """
    numpy, stats = needs_scipy()
    table = numpy.array([(one.computer, one.games, one.people, one.plays) for one in counted]).reshape(-1, 4)
    if len(table) < LEAST or any(len(set(table[:, column])) < 2 for column in (0, 2)):
        return None
    c, games, p, plays = table.T
    noise_c, noise_p = c * (1 - c) / numpy.maximum(games - 1, 1), p * (1 - p) / numpy.maximum(plays - 1, 1)

    def reliability(shares: Any, noise: Any) -> float:
        spread = float(numpy.var(shares, ddof=1))
        return 1 - float(noise.mean()) / spread if spread else 0.0

    def ranked(at: Any) -> float:
        one, other = stats.rankdata(c[at]), stats.rankdata(p[at])
        if one.std() == 0 or other.std() == 0:
            return 0.0
        return float(numpy.corrcoef(one, other)[0, 1])

    def ranked_truly(at: Any) -> float:
        sure = max(0.0, reliability(c[at], noise_c[at])) * max(0.0, reliability(p[at], noise_p[at]))
        raw = ranked(at)
        return max(-1.0, min(1.0, raw / sqrt(sure))) if sure else float(numpy.sign(raw))

    def square(at: Any) -> float:
        return sqrt(float(((c[at] - p[at]) ** 2).mean()))

    def square_truly(at: Any) -> float:
        return sqrt(max(0.0, square(at) ** 2 - float((noise_c[at] + noise_p[at]).mean())))

    def apart(at: Any) -> float:
        return float(numpy.abs(c[at] - p[at]).mean())

    def apart_truly(at: Any) -> float:
        return apart(at) * square_truly(at) / square(at) if square(at) else 0.0

    every = numpy.arange(len(table))

    def interval(statistic: Callable[[Any], float]) -> tuple[float, float]:
        found = stats.bootstrap(
            (every,),
            statistic,
            vectorized=False,
            method="percentile",
            n_resamples=RESAMPLES,
            confidence_level=LEVEL,
            random_state=SEED,
        ).confidence_interval
        return float(found.low), float(found.high)

    def measure(raw: Callable[[Any], float], truly: Callable[[Any], float], known: bool = True) -> Measure:
        return Measure(raw(every), interval(raw), truly(every) if known else None, interval(truly))

    sure = reliability(c, noise_c), reliability(p, noise_p)
    return Agreement(
        rank=measure(ranked, ranked_truly, min(sure) > 0),
        difference=measure(apart, apart_truly),
        square=measure(square, square_truly),
        by_chance=float(numpy.sqrt(2 / pi * (noise_c + noise_p)).mean()),
        reliability=(max(0.0, sure[0]), max(0.0, sure[1])),
    )
