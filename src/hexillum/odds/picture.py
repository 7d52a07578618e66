"""Odds as a picture; needs matplotlib, the extra `plot`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from .result import Odds

TARGET: Final = "#b3492f"
ATTACKER: Final = "#2f6db3"
EVENTS: Final = (
    ("target eliminated", "eliminated", TARGET),
    ("target driven back", "forced_back", TARGET),
    ("target evades", "evaded", TARGET),
    ("leader of the target lost", "leaders", TARGET),
    ("attacker eliminated", "own_eliminated", ATTACKER),
    ("attacker driven back", "own_forced_back", ATTACKER),
    ("leader of the attacker lost", "own_leaders", ATTACKER),
    ("momentum advance", "momentum", ATTACKER),
    ("bonus combat", "bonus", ATTACKER),
)


def picture(odds: Odds) -> Any:
    """A figure of matplotlib: on the left the chances of the blocks that both lose, on the right of what may happen.

    Raises ModuleNotFoundError where matplotlib is missing: pip install 'hexillum[plot]'.
    """
    try:
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise ModuleNotFoundError("plotting odds needs matplotlib: run pip install 'hexillum[plot]'") from None
    figure = Figure(figsize=(10, 4), layout="constrained")
    figure.suptitle(odds.title, fontsize=11)
    left, right = figure.subplots(1, 2)
    for shift, (words, field, colour) in (
        (-0.2, ("target", "lost", TARGET)),
        (0.2, ("attacker", "own_lost", ATTACKER)),
    ):
        chances = odds.distribution(field)
        bars = left.bar([n + shift for n in chances], [float(p) for p in chances.values()], 0.38, color=colour)
        bars.set_label(f"{words}, {float(odds.mean(field)):.2f} on average")
        left.bar_label(bars, [f"{float(p):.0%}" for p in chances.values()], fontsize=8)
    left.set_xlabel("blocks lost")
    left.xaxis.get_major_locator().set_params(integer=True)
    left.yaxis.set_major_formatter(lambda p, _: f"{p:.0%}")
    left.legend(frameon=False, fontsize=9)
    events = [(words, float(odds.chance(field)), colour) for words, field, colour in EVENTS if odds.chance(field)]
    events.reverse()
    bars = right.barh([e[0] for e in events], [e[1] for e in events], color=[e[2] for e in events])
    right.bar_label(bars, [f"{e[1]:.1%}" for e in events], padding=3, fontsize=8)
    right.set_xlim(0, 1.12)
    right.xaxis.set_major_formatter(lambda p, _: f"{p:.0%}")
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
    return figure
