"""A review as a picture: the chance over the turns, and what luck and decisions did in each; needs matplotlib."""

from __future__ import annotations

from typing import Any, Final

from .shapes import ReviewJson, Turn

DICE: Final = "#8a8a8a"
CARDS: Final = "#c9b458"
SIDES: Final = {"top": "#b3492f", "bottom": "#2f6db3"}


def picture(review: ReviewJson) -> Any:
    """A figure of matplotlib: above the top side's chance, with mistakes marked, below the changes turn by turn.

    Raises ModuleNotFoundError where matplotlib is missing: pip install 'hexillum[plot]'.
    """
    try:
        import matplotlib
        from matplotlib.figure import Figure
    except ModuleNotFoundError:
        raise ModuleNotFoundError("the picture needs matplotlib: run pip install 'hexillum[plot]'") from None
    matplotlib.rcParams["svg.hashsalt"] = "hexillum"
    figure = Figure(figsize=(9, 5.5), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    figure.suptitle(review["battle"], fontsize=11)
    _curve(above, review)
    _changes(below, review)
    for axes in (above, below):
        axes.spines[["top", "right"]].set_visible(False)
        axes.yaxis.set_major_formatter(lambda p, _: f"{p:.0%}")
    return figure


def _curve(axes: Any, review: ReviewJson) -> None:
    """The chance at the end of every turn, the start before the first, with two standard errors."""
    turns = review["turns"]
    xs = [0, *(turn["turn"] for turn in turns)]
    ys = [review["start"], *(turn["after"] for turn in turns)]
    errors = [turns[0]["errors"]["before"] if turns else 0.0, *(turn["errors"]["after"] for turn in turns)]
    low = [max(0.0, y - 2 * error) for y, error in zip(ys, errors, strict=True)]
    high = [min(1.0, y + 2 * error) for y, error in zip(ys, errors, strict=True)]
    axes.fill_between(xs, low, high, color="0.88", linewidth=0)
    axes.axhline(0.5, color="0.8", linewidth=1)
    axes.plot(xs, ys, color="0.2", linewidth=1.5)
    at = dict(zip(xs, ys, strict=True))
    for side, colour in SIDES.items():
        marked = [one["turn"] for one in review["mistakes"] if one["side"] == side and one["turn"] in at]
        name = review["players"]["top" if side == "top" else "bottom"]
        axes.plot(marked, [at[x] for x in marked], "o", color=colour, markersize=6, label=f"mistake of {name}")
    axes.set_ylim(0, 1)
    axes.set_ylabel(f"chance of {review['players']['top']} (top)")
    axes.legend(frameon=False, fontsize=8)


def _changes(axes: Any, review: ReviewJson) -> None:
    """What dice, cards and decisions changed in each turn: bars upward for the top side, downward for the bottom."""
    bottoms: dict[tuple[int, bool], float] = {}
    axes.axhline(0, color="0.8", linewidth=1)
    for words, colour in (("dice", DICE), ("cards", CARDS), *SIDES.items()):
        turns = [turn["turn"] for turn in review["turns"]]
        changes = [_part(turn, words) for turn in review["turns"]]
        bases = []
        for n, change in zip(turns, changes, strict=True):
            bases.append(bottoms.get((n, change > 0), 0.0))
            bottoms[n, change > 0] = bases[-1] + change
        label = f"decisions, {words}" if words in SIDES else words
        axes.bar(turns, changes, bottom=bases, color=colour, width=0.8, label=label)
    axes.set_xlabel("turn")
    axes.set_ylabel("change")
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.legend(frameon=False, fontsize=8, ncols=4)


def _part(turn: Turn, words: str) -> float:
    """What dice, cards, or a side's decisions changed in a turn."""
    if words == "dice":
        return turn["dice"]
    if words == "cards":
        return turn["cards"]
    return turn["own"] if turn["side"] == words else turn["other"]
