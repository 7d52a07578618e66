"""Computer against people: how often each side of a battle wins here, and how often when people played it.

A run over all battles is kept battle by battle in a file (a heading line, then a report a line, each a JSON object), so
that it can be stopped and go on. People's results are `data/statistics.csv`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any, Final
from xml.sax.saxutils import escape

from ..battle.human_results import Result
from ..battle.scenarios import load_scenario, names
from ..core.files import MOST_RESULTS, read_text
from .agreement import FORMULAS, Agreement, Measure, Shares, agreement, rank_correlation
from .hands import Hands, hands
from .headings import difference, heading, is_count, object_of
from .people import result_with
from .statistics import Z_95, wilson

FORMAT: Final = "hexillum balance 2"
FORMATS: Final = ("hexillum balance 1", FORMAT)  # those that can be reported on
PLAYS_LEAST: Final = 60  # recorded plays from which a battle counts in the comparison


class BadBalance(ValueError):
    """A file that is not such a run, or is one with other settings."""


@dataclass(frozen=True)
class Row:
    """A battle: the top side's wins of those that were decided here, and people's share with the plays recorded.

    `people` is the top side's share where people played, from 0 to 1, and None where nobody knows; `plays` is how many
    games of theirs are recorded. `cards` is by how many cards the top side's command is the larger.
    """

    battle: str
    name: str
    wins: int
    decided: int
    games: int
    people: float | None
    plays: int
    cards: int = 0

    @property
    def share(self) -> float:
        """The top side's share of the decided games, from 0 to 1; a half where none was decided.

        >>> Row("zama", "Zama", 3, 4, 5, None, 0).share
        0.75
        """
        return self.wins / self.decided if self.decided else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of that share, two shares from 0 to 1.

        >>> Row("zama", "Zama", 0, 0, 5, None, 0).interval
        (0.0, 1.0)
        """
        return wilson(self.wins, self.decided)

    @property
    def people_interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of people's share; (0, 1) where nobody knows how they did."""
        return wilson((self.people or 0.0) * self.plays, self.plays)

    @property
    def difference(self) -> float | None:
        """The computer's share less people's, from -1 to 1; None where nobody knows how they did.

        >>> Row("zama", "Zama", 3, 4, 5, 0.5, 80).difference
        0.25
        """
        return None if self.people is None else self.share - self.people

    @property
    def reach(self) -> float:
        """How far the two shares may lie apart by chance alone, in 95 of 100 cases, were the true ones the same.

        >>> round(Row("zama", "Zama", 100, 200, 200, 0.5, 80).reach, 2)
        0.13
        """
        if self.people is None or not self.decided:
            return 1.0
        share = (self.wins + self.people * self.plays) / (self.decided + self.plays)
        return float(Z_95 * sqrt(share * (1 - share) * (1 / self.decided + 1 / self.plays)))

    @property
    def counts(self) -> bool:
        """Whether it is in the comparison: people have played it `PLAYS_LEAST` times, and a game was decided here.

        >>> Row("zama", "Zama", 3, 4, 5, 0.5, 59).counts
        False
        """
        return self.people is not None and self.plays >= PLAYS_LEAST and self.decided > 0


def played_by_people(plays: int, own: Mapping[str, Result] | None = None) -> list[str]:
    """The built-in battles of which people have recorded at least so many plays, by name; all of them for 0.

    `own` are results of people from elsewhere (`people.people_of`).

    >>> len(played_by_people(PLAYS_LEAST))
    24
    """
    found = {name: result_with(own or {}, name) for name in names()}
    return [name for name, people in found.items() if (people.plays if people else 0) >= plays]


def rows_of(reports: Iterable[Mapping[str, Any]], own: Mapping[str, Result] | None = None) -> list[Row]:
    """The rows of what `Report.as_dict` gave for each battle; people's share is that of whoever sat on top there.

    `own` are results of people from elsewhere (`people.people_of`). Raises ValueError for a battle that does not exist,
    BadBalance for counts that are none.

    >>> told = {"scenario": "akragas", "swapped": False, "games": 4, "draws": 0, "unfinished": 0}
    >>> rows_of([told | {"wins": {"top": {"games": 1}, "bottom": {"games": 3}}}])[0].people
    0.26
    """
    rows = []
    for one in reports:
        _check_counts(one)
        plan = load_scenario(one["scenario"])
        people = result_with(own or {}, plan.id)
        theirs = None if people is None else (people.bottom if one["swapped"] else people.top) / 100
        wins = one["wins"]["top"]["games"]
        decided = wins + one["wins"]["bottom"]["games"]
        cards = (plan.top.command - plan.bottom.command) * (-1 if one["swapped"] else 1)
        rows.append(Row(plan.id, plan.name, wins, decided, one["games"], theirs, people.plays if people else 0, cards))
    return rows


def _check_counts(one: Mapping[str, Any]) -> None:
    try:
        wins = [one["wins"][side]["games"] for side in ("top", "bottom")]
        good = all(isinstance(n, int) and is_count(n) for n in (*wins, one["games"])) and sum(wins) <= one["games"]
        good = good and isinstance(one["swapped"], bool)
    except (LookupError, TypeError):
        good = False
    if not good:
        raise BadBalance(f"{one.get('scenario')}: this is not what a run of a battle came to")


def agreement_of(rows: Sequence[Row]) -> Agreement | None:
    """How well computer and people agree over the battles that count; None where there are too few of them.

    Raises ValueError where scipy is not installed.

    >>> agreement_of([Row("zama", "Zama", 3, 4, 5, 0.5, 80)]) is None
    True
    """
    return agreement([Shares(row.share, row.decided, row.people or 0.0, row.plays) for row in rows if row.counts])


def hands_of(rows: Sequence[Row]) -> Hands | None:
    """How much more the computer makes of a larger hand than people, over the battles that count; None for too few.

    Raises ValueError where scipy is not installed.

    >>> hands_of([Row("zama", "Zama", 3, 4, 5, 0.5, 80)]) is None
    True
    """
    counted = [row for row in rows if row.counts]
    return hands([row.difference or 0.0 for row in counted], [row.cards for row in counted])


def comparison(rows: Sequence[Row]) -> dict[str, Any]:
    """How near the computer comes to people, over the battles that enough of them have played, as values for JSON.

    The mean absolute difference is one of shares, from 0 to 1; it and the correlation are None without such battles.
    With three battles or more, `agreement` has both as counted and with chance taken out (`agreement.FORMULAS`), with
    four or more `hands` what a larger hand has to do with the differences (`hands.Hands`).
    Raises ValueError where scipy is not installed.

    >>> comparison([Row("zama", "Zama", 3, 4, 5, 0.5, 80)])["mean_absolute_difference"]
    0.25
    """
    counted = [row for row in rows if row.counts]
    pairs = [(row.share, row.people or 0.0) for row in counted]
    within = sum(row.interval[0] <= (row.people or 0.0) <= row.interval[1] for row in counted)
    found, larger = agreement_of(rows), hands_of(rows)
    return {
        "battles": len(pairs),
        "plays_least": PLAYS_LEAST,
        "rank_correlation": rank_correlation([a for a, _ in pairs], [b for _, b in pairs]) if pairs else None,
        "mean_absolute_difference": sum(abs(a - b) for a, b in pairs) / len(pairs) if pairs else None,
        "people_within_interval": within,
        "agreement": found.as_dict() if found else None,
        "hands": larger.as_dict() if larger else None,
    }


def as_dicts(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The rows as plain values for JSON; shares are from 0 to 1.

    >>> as_dicts([Row("zama", "Zama", 3, 4, 5, None, 0)])[0]["top"]
    0.75
    """
    return [
        {
            "battle": row.battle,
            "games": row.games,
            "decided": row.decided,
            "top": row.share,
            "interval_95": row.interval,
            "people_top": row.people,
            "people_interval_95": row.people_interval if row.people is not None else None,
            "people_plays": row.plays,
        }
        for row in rows
    ]


def sentence(rows: Sequence[Row]) -> str:
    """The comparison in words. Raises ValueError where scipy is not installed.

    >>> sentence([])
    'Too few battles with 60 or more recorded plays to compare with people.'
    """
    told, found = comparison(rows), agreement_of(rows)
    if found is None:
        return f"Too few battles with {PLAYS_LEAST} or more recorded plays to compare with people."
    rank, apart = found.rank, found.difference
    truly = "not to be told" if rank.corrected is None else f"{rank.corrected:.2f}"
    return (
        f"Over the {told['battles']} battles with {PLAYS_LEAST} or more recorded plays: "
        f"rank correlation {rank.raw:.2f}, with chance taken out {truly}; "
        f"mean absolute difference {100 * apart.raw:.1f} points, with chance taken out "
        f"{100 * (apart.corrected or 0.0):.1f}; "
        f"people's share lies within the computer's interval in {told['people_within_interval']} of them."
    )


# ---------------------------------------------------------------------- a run that can be stopped


def read_run(path: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The heading of a run's file and the battles that are done, each as `Report.as_dict` gave it.

    A last line that was cut short is left out. Raises BadBalance for another file, OSError where it cannot be read.
    """
    numbered = [(n, line) for n, line in enumerate(read_text(path, MOST_RESULTS).splitlines(), 1) if line.endswith("}")]
    n, battles, found = 1, set(names()), list[dict[str, Any]]()
    try:
        for n, line in numbered:
            found.append(object_of(line))
            if n > 1:
                _check(found[-1], battles)
        known = bool(found) and found[0].get("format") in FORMATS
    except (ValueError, TypeError, LookupError, AttributeError):
        known = False
    if not known:
        where = f", line {n}" if n > 1 else ""
        raise BadBalance(f"{path}{where}: not a run of 'hexillum simulate --all --out'")
    return found[0], found[1:]


def _check(one: dict[str, Any], battles: set[str]) -> None:
    """Raises ValueError, or an error of looking up, for what is not a battle of a run."""
    if one["scenario"] not in battles or not isinstance(one["complete"], bool):
        raise ValueError("not a battle")


def is_run(path: Path) -> bool:
    """Whether a file begins as such a run does, whatever follows.

    >>> is_run(Path("no-such-file.jsonl"))
    False
    """
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.readline(200).lstrip().startswith(b'{"format": "hexillum balance')


def read(path: Path, settings: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The battles that a run has done, each as `Report.as_dict` gave it; none where the file is new.

    `settings` are those of the run that is to go on: who plays, how many games, seed, switches.
    Raises BadBalance for a file of another run, and for one of other rules or another version unless it is finished:
    then nothing would be added to it.
    """
    if not path.exists():
        return []
    head, lines = read_run(path)
    wanted = {"format": head["format"], **settings}
    finished = {one["scenario"] for one in lines if one["complete"]} >= set(names())
    if wrong := difference(head, wanted if finished else _heading(settings)):
        raise BadBalance(f"{path} {wrong}: name another file, or delete it")
    return lines


def _heading(settings: Mapping[str, Any]) -> dict[str, Any]:
    return heading(FORMAT, [], settings) | {"battles": _battles()}


@cache
def _battles() -> dict[str, str]:
    """Every battle by the digest of its set-up."""
    told: dict[str, str] = heading(FORMAT, names(), {})["battles"]
    return told


def keep(path: Path, settings: Mapping[str, Any], reports: Sequence[Mapping[str, Any]]) -> None:
    """Write the battles that are done; a reader finds the old file or the new one, never half of it.

    `reports` are what `Report.as_dict` gave for each, all that the file is to hold.
    """
    lines = [json.dumps(_heading(settings)), *map(json.dumps, reports)]
    new = path.with_name(f"{path.name}.new")
    new.write_text("\n".join([*lines, ""]), encoding="utf-8")
    new.replace(path)


# ---------------------------------------------------------------------- the page


def page(rows: Sequence[Row], player: str, command: str, picture_name: str, made: str = "") -> str:
    """The comparison as a page of Markdown that shows its picture, which is to lie beside it under `picture_name`.

    `player` is who played, `command` the line that makes the page anew, `made` the versions that the games are of.
    Raises ValueError where scipy is not installed.
    """
    lines = [
        f"# The computer against people: {player}",
        "",
        f"How often the top side of each battle wins where `{player}` plays both sides, and where people did. Made by",
        "",
        f"    {command}",
        "",
        *([made, ""] if made else []),
        sentence(rows),
        "A computer player that played as people do would lie on the line. What lies far from it is a side that the",
        "computer plays worse than the other, or a battle that people play differently.",
        "",
        f"![Computer and people]({picture_name})",
        "",
        *_chance_taken_out(rows),
        *_larger_hands(rows),
        "## Battle by battle",
        "",
        "| battle | games | computer: top wins | 95 % interval | people: top wins | 95 % interval | plays "
        "| difference | by chance |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for row in rows:
        low, high = row.interval
        people = ("", "", "", "", "")
        if row.people is not None and row.difference is not None:
            least, most = row.people_interval
            shares = (f"{row.people:.0%}", f"{least:.0%} - {most:.0%}", str(row.plays))
            people = (*shares, f"{100 * row.difference:+.0f}", f"±{100 * row.reach:.0f}")
        cells = (row.name, str(row.games), f"{row.share:.0%}", f"{low:.0%} - {high:.0%}", *people)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(
        [
            *lines,
            "",
            "Drawn and unfinished games are left out of the shares; their intervals are Wilson's. The last column is "
            "how far apart the two shares lie in 95 of 100 cases where the true ones are the same.",
            "",
        ]
    )


def _chance_taken_out(rows: Sequence[Row]) -> list[str]:
    """The part of the page that tells both measures as counted and with chance taken out, and the formulas."""
    found = agreement_of(rows)
    if found is None:
        return []

    def cells(name: str, one: Measure, of: float, how: str) -> str:
        def told(value: float | None, interval: tuple[float, float]) -> str:
            low, high = (f"{of * end:{how}}" for end in interval)
            return f"{'none' if value is None else format(of * value, how)} | {low} to {high}"

        return f"| {name} | {told(one.raw, one.raw_interval)} | {told(one.corrected, one.corrected_interval)} |"

    computer, people = found.reliability
    far = [row for row in rows if row.counts and row.difference is not None and abs(row.difference) > row.reach]
    far.sort(key=lambda row: -abs(row.difference or 0.0))
    named = ", ".join(f"{row.name} ({100 * (row.difference or 0.0):+.0f})" for row in far)
    return [
        "## With chance taken out",
        "",
        f"Over the {sum(row.counts for row in rows)} battles with {PLAYS_LEAST} or more recorded plays:",
        "",
        "| measure | raw | 95 % interval | chance taken out | 95 % interval |",
        "|---|---:|---:|---:|---:|",
        cells("rank correlation", found.rank, 1, ".2f"),
        cells("mean absolute difference, points", found.difference, 100, ".1f"),
        cells("root of the mean square of the differences, points", found.square, 100, ".1f"),
        "",
        f"Chance alone would give a mean absolute difference of {100 * found.by_chance:.1f} points. The reliability of "
        f"the computer's shares is {computer:.3f}, that of people's {people:.3f}.",
        "",
        *(f"- {formula}" for formula in FORMULAS),
        "",
        f"Further apart than chance alone lets 95 of 100 battles be: {named or 'none'}. One battle in twenty would "
        "stand here even if the computer played just as people do.",
        "",
    ]


def _larger_hands(rows: Sequence[Row]) -> list[str]:
    """The part of the page on what a larger hand has to do with the differences."""
    found = hands_of(rows)
    if found is None:
        return []
    low, high = (f"{100 * end:+.1f}" for end in found.interval)
    return [
        "## The larger hand",
        "",
        f"For each card that a side commands more than the other, the computer's share of its wins lies "
        f"{100 * found.slope:+.1f} points from people's (95 % interval {low} to {high}; correlation "
        f"{found.correlation:.2f}): a straight line by least squares through the differences of the same battles. The "
        f"battles lie {100 * found.left:.1f} points off that line in the mean, and {100 * found.before:.1f} off no "
        "difference at all.",
        "",
    ]


def picture(rows: Sequence[Row]) -> str:
    """Each battle as a point, people's share across and the computer's up, with the intervals, as SVG text.

    Battles that don't count are left out; those where the two are 20 points apart are named.

    >>> "<svg" in picture([])
    True
    """
    size, edge = 440, 60
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size + 2 * edge}" height="{size + 2 * edge}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]

    def x(share: float) -> float:
        return round(edge + size * share, 1)

    def y(share: float) -> float:
        return round(edge + size * (1 - share), 1)

    for percent in range(0, 101, 25):
        p = percent / 100
        lines.append(f'<line x1="{x(p)}" x2="{x(p)}" y1="{y(0)}" y2="{y(1)}" stroke="#ddd"/>')
        lines.append(f'<line x1="{x(0)}" x2="{x(1)}" y1="{y(p)}" y2="{y(p)}" stroke="#ddd"/>')
        lines.append(f'<text x="{x(p)}" y="{y(0) + 18}" text-anchor="middle">{percent} %</text>')
        lines.append(f'<text x="{x(0) - 8}" y="{y(p) + 4}" text-anchor="end">{percent} %</text>')
    lines.append(f'<line x1="{x(0)}" x2="{x(1)}" y1="{y(0)}" y2="{y(1)}" stroke="#999" stroke-dasharray="4 3"/>')
    for row in rows:
        if not row.counts or row.people is None:
            continue
        (low, high), (least, most) = row.interval, row.people_interval
        at, up = x(row.people), y(row.share)
        lines.append(f'<line x1="{at}" x2="{at}" y1="{y(low)}" y2="{y(high)}" stroke="#8a3b12" opacity="0.35"/>')
        lines.append(f'<line x1="{x(least)}" x2="{x(most)}" y1="{up}" y2="{up}" stroke="#0b62a8" opacity="0.35"/>')
        lines.append(f'<circle cx="{at}" cy="{up}" r="4" fill="#1d2329"><title>{escape(row.name)}</title></circle>')
        if abs(row.share - row.people) > 0.2:
            lines.append(f'<text x="{at + 6}" y="{up - 6}" font-size="11">{escape(row.name)}</text>')
    words = "top side's share of wins when people played"
    lines.append(f'<text x="{x(0.5)}" y="{y(0) + 40}" text-anchor="middle">{words}</text>')
    middle = y(0.5)
    lines.append(
        f'<text x="16" y="{middle}" text-anchor="middle" transform="rotate(-90 16 {middle})">'
        "top side's share when the computer plays both sides</text>"
    )
    return "\n".join([*lines, "</svg>", ""])
