"""Odds and the table of all kinds as text, for a terminal."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from ..battle.words import unit_letters
from ..core.kinds import KINDS, kind_number

if TYPE_CHECKING:
    from .matrix import Cell, Matrix
    from .result import Chance, Odds

MOST_COLUMNS: Final = 7  # of a distribution; what is rarer and higher is added to the last
_LINE: Final = 78


def percent(p: Chance) -> str:
    """A chance in a few letters; what can happen is never "0.0%", what can fail never "100.0%".

    >>> percent(0.25), percent(0), percent(1e-5), percent(0.99999), percent(1)
    ('25.0%', '-', '<0.1%', '>99.9%', 'sure')
    """
    if p <= 0:
        return "-"
    if p >= 1 - 1e-12:
        return "sure"
    if p < 0.0005:
        return "<0.1%"
    if p >= 0.9995:
        return ">99.9%"
    return f"{float(p):.1%}"


def page(odds: Odds) -> str:
    """What a person wants to know of odds, in lines of 78 columns at most: who and how, counts, events, then fractions.

    >>> from hexillum.odds import example
    >>> [line for line in page(example()).splitlines() if line.startswith("eliminated")]
    ['eliminated                 1.2%         -']
    """
    return "\n".join([*_head(odds), "", *_counts(odds), "", *_events(odds), *_fractions(odds)])


def _head(odds: Odds) -> list[str]:
    dice = f", {odds.dice} {'die' if odds.dice == 1 else 'dice'}" if odds.dice else ""
    return [*_wrapped(odds.title + dice), *_wrapped(odds.words)]


def _wrapped(words: str) -> list[str]:
    lines = [""]
    for word in words.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > _LINE:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines


def _counts(odds: Odds) -> list[str]:
    """Means and distributions."""
    rows = [
        ("hits", "hits"),
        ("flags", "flags"),
        ("blocks lost, target", "lost"),
        ("blocks lost, attacker", "own_lost"),
    ]
    most = min(MOST_COLUMNS, 1 + max(max(odds.distribution(field)) for _, field in rows))
    more = any(max(odds.distribution(field)) >= most for _, field in rows)
    heads = [str(n) for n in range(most)]
    if more:
        heads[-1] += "+"
    lines = [f"{'':22}{'mean':>6}" + "".join(f"{head:>7}" for head in heads)]
    for words, field in rows:
        chances = [0.0] * most
        for n, p in odds.distribution(field).items():
            chances[min(n, most - 1)] += float(p)
        cells = "".join(f"{percent(p):>7}" for p in chances)
        lines.append(f"{words:22}{float(odds.mean(field)):6.2f}{cells}".rstrip())
    return lines


def _events(odds: Odds) -> list[str]:
    """What may happen to either side, and what comes of it."""
    pairs = [
        ("eliminated", "eliminated", "own_eliminated"),
        ("driven back", "forced_back", "own_forced_back"),
        ("leader lost", "leaders", "own_leaders"),
    ]
    lines = [f"{'':22}{'target':>9}{'attacker':>10}"]
    for words, theirs, own in pairs:
        lines.append(f"{words:22}{percent(odds.chance(theirs)):>9}{percent(odds.chance(own)):>10}")
    banners = (float(odds.mean("enemy_banners")), float(odds.mean("banners")))
    lines.append(f"{'banners won, mean':22}{banners[0]:9.3f}{banners[1]:10.3f}")
    if odds.chance("others") or odds.chance("own_others"):
        others = (float(odds.mean("others")), float(odds.mean("own_others")))
        lines.append(f"{'lost to rampage, mean':22}{others[0]:9.3f}{others[1]:10.3f}")
    then = [
        ("evades", odds.chance("evaded")),
        ("crew leaves", odds.chance("crew_gone")),
        ("battle back", odds.chance("battle_back")),
        ("momentum advance", odds.chance("momentum")),
        ("bonus combat", odds.chance("bonus")),
        ("wins the battle", odds.chance(lambda o: o.end == 1)),
        ("loses the battle", odds.chance(lambda o: o.end == 2)),
    ]
    told = ", ".join(f"{words} {percent(p)}" for words, p in then if p > 0)
    return [*lines, "", *_wrapped(told)] if told else lines


def _fractions(odds: Odds) -> list[str]:
    """The most asked chances to the last digit, where they are known so."""
    if not odds.exact:
        return []
    asked: list[tuple[str, Chance]] = [
        ("mean of hits", odds.mean("hits")),
        ("target eliminated", odds.chance("eliminated")),
        ("target driven back", odds.chance("forced_back")),
        ("attacker eliminated", odds.chance("own_eliminated")),
        ("attacker driven back", odds.chance("own_forced_back")),
    ]
    return ["", *(f"{words:22}{p}" for words, p in asked if isinstance(p, Fraction) and p > 0)]


def table_page(matrix: Matrix) -> str:
    """A table of all kinds: three blocks, mean of hits, chances of elimination and of being driven back in percent.

    A row attacks, a column is attacked; the last lines explain the letters. Wider than 80 columns where an edition has
    many kinds.
    """
    numbers = [kind_number(matrix.edition, key) for key in matrix.kinds]
    letters = [unit_letters(number) for number in numbers]
    width = max(map(len, letters)) + 1
    what = "close combat" if matrix.how == "close" else "ranged combat at two hexes"
    lines = [
        *_wrapped(
            f"{matrix.edition}, {what}: full strength, open ground, nobody near; {matrix.behaviour.words(matrix.how)}. "
            "A row attacks, a column is attacked; - is never, . less than half a percent."
        )
    ]
    blocks: tuple[tuple[str, Callable[[Cell], str]], ...] = (
        ("hits, mean", lambda cell: f"{cell.hits:.1f}"),
        ("target eliminated, percent", lambda cell: _whole(cell.kill)),
        ("target driven back, percent", lambda cell: _whole(cell.retreat)),
    )
    for title, words in blocks:
        lines += ["", title, " " * width + "".join(f"{word:>{width}}" for word in letters)]
        for key, word in zip(matrix.kinds, letters, strict=True):
            row = [matrix.cells.get((key, other)) for other in matrix.kinds]
            if any(row):
                lines.append(f"{word:{width}}" + "".join(f"{words(cell) if cell else '':>{width}}" for cell in row))
    names = [f"{word} {KINDS[number].name}" for word, number in zip(letters, numbers, strict=True)]
    return "\n".join([*lines, "", *_wrapped(", ".join(names))])


def _whole(p: float) -> str:
    """A chance in whole percent; a point is less than half of one."""
    return "-" if p <= 0 else "." if p < 0.005 else f"{100 * p:.0f}"
