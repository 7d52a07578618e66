"""Reviewing a battle: its chances from beginning to end, and what luck and decisions did to them, turn by turn.

The chance before and after every moment is found by rollouts of its own, and each change belongs to that moment: so the
changes add up to the result by themselves. Luck is 0 in the mean whatever the players do, since the chance before dice
is the mean of the chances after them.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ..battle.door import Battle
from ..core.digest import made_with
from ..core.state import DRAWN, NONE, State
from ..engine.tryout import tried
from ..notation.game_record import record_lines
from .fates import Seer
from .judging import Judge, Judged
from .rollouts import SLOW_NOTE, Chance, Roller, worth_of
from .shapes import (
    FORMAT,
    Extreme,
    Kept,
    Mistake,
    Moment,
    Players,
    Point,
    ReviewJson,
    SideName,
    Sums,
    Turn,
    grained,
)
from .spans import Agreement, Span, moments_of, spans_of
from .why import reasons, told_mistake

SIDES: Final[tuple[SideName, SideName]] = ("top", "bottom")
SECONDS: Final = 60.0
PLAYOUTS: Final = 128  # of each moment, where there is time
FIRST: Final = 8  # of each turn's beginning, for a first curve
LEAST: Final = 8  # of each moment in the first round
CURVE_SHARE: Final = 0.5  # of the time, for the chances; the rest for what should have been done
DOUBTED: Final = 0.02  # a choice that cost so much at first sight is looked at
_LETTERS: Final = {1.0: "1", 0.0: "0", 0.5: "h"}
_WORTHS: Final = {letter: worth for worth, letter in _LETTERS.items()}


class NotReviewed(ValueError):
    """A battle that cannot be reviewed, or a file that holds another review."""


@dataclass(frozen=True)
class Progress:
    """How far a review is: a share from 0 to 1, and what is being done."""

    share: float
    words: str


class Review:
    """A review in the making: `steps` goes on with it, `as_dict` tells at any time what there is.

    `seconds` bounds the whole; `playouts` is how many each moment gets where there is time. `side` is whose decisions
    are looked at, both without it; with `mistakes` off none are. `kept` is what an earlier review of the same battle
    came to: it goes on there. Raises NotReviewed for a battle in which nobody decided anything, and for what was kept
    of another one.

    >>> battle = Battle.start("akragas", seed=7)
    >>> _ = battle.choose(battle.numbers()[0])
    >>> review = Review(battle, playouts=1, compiled=False)
    >>> next(review.steps()).words
    'reading the battle'
    """

    def __init__(
        self,
        battle: Battle,
        *,
        seed: int = 1,
        seconds: float = SECONDS,
        playouts: int = PLAYOUTS,
        side: int | None = None,
        mistakes: bool = True,
        players: tuple[str, str] | None = None,
        kept: ReviewJson | None = None,
        compiled: bool | None = None,
    ) -> None:
        if not any(n for n in battle.choices) or not any(span.kind == "choice" for span in spans_of(battle)):
            raise NotReviewed("there is nothing to review: expected a battle in which somebody has decided something")
        self.battle, self.seed, self.seconds, self.playouts, self.side = battle, seed, seconds, playouts, side
        self.players, self.mistakes = players, mistakes
        self.record = hashlib.sha256("\n".join(record_lines(battle)).encode()).hexdigest()[:16]
        self.roller = Roller(compiled)
        self.seer = Seer(compiled)
        self.spans: list[Span] = []
        self.moments: list[Span] = []
        self.worths: list[list[float]] = []
        self._left: list[float] = []  # what playouts of an unfinished battle were worth at its last moment
        self.judged: dict[int, Judged] = {}  # by the first answer of their spans
        self.stopped = False
        self.complete = self._done = False
        self._agreement = Agreement(self.roller.compiled)
        self._kept: Kept | None = None
        if kept:
            self.take_up(kept)
        self._began = time.monotonic()

    def take_up(self, kept: ReviewJson) -> None:
        """Go on from what an earlier review of the same battle came to. Raises NotReviewed for another one."""
        made = made_with()
        if kept.get("format") != FORMAT:
            raise NotReviewed(f"the file is no review: expected 'format' to be {FORMAT!r}")
        for key, mine in (("record", self.record), ("rules", made["rules"]), ("seed", self.seed)):
            if kept.get(key) != mine:
                raise NotReviewed(
                    f"the file holds another review: its '{key}' is {kept.get(key)!r}, expected {mine!r}; "
                    "name another file"
                )
        self._kept = kept["kept"]

    # ------------------------------------------------------------------ going on

    def stop(self) -> None:
        """Let `steps` end soon: from another thread, or between two of them."""
        self.stopped = True

    def run(self, tell: Callable[[Progress], None] = lambda progress: None) -> ReviewJson:
        """All the steps, one after the other; what came of them."""
        for progress in self.steps():
            tell(progress)
        return self.as_dict()

    def steps(self) -> Iterator[Progress]:
        """Go on with the review, and say after every small part how far it is."""
        self._began = time.monotonic()
        yield Progress(0.0, "reading the battle")
        yield from self._read()
        if not self._is_over(1):
            yield from self._curve()
        if self.mistakes and not self._is_over(1):
            yield from self._judge()
        elif not self.mistakes:
            self._done = self.known == len(self.moments)
        self.complete = self._done
        yield Progress(1.0, "done")

    @property
    def _used(self) -> float:
        return (time.monotonic() - self._began) / max(self.seconds, 1e-9)

    def _is_over(self, share: float) -> bool:
        return self.stopped or self._used >= share

    def _read(self) -> Iterator[Progress]:
        """Cut the battle into spans, and ask the quick mind which choices it shares."""
        self.spans = spans_of(self.battle)
        for n, span in enumerate(self.spans):
            if not self.roller.compiled and self._used > 0.1:
                break  # without Numba only the first are asked about: what is not agreed on costs time, not truth
            span.agreed = self._agreement.holds(span)
            if n % 50 == 49:
                yield Progress(0.02 * n / len(self.spans), "reading the battle")
        self.moments = moments_of(self.spans) or self.spans[:1]
        self.worths = [[] for _ in self.moments]
        if self._kept and len(self._kept["worths"]) == len(self.moments):
            self.worths = [[_WORTHS[one] for one in letters] for letters in self._kept["worths"]]
        if self._kept:
            self._take_judged(self._kept)

    def _curve(self) -> Iterator[Progress]:
        """The chances: first of every turn's beginning, then of all moments, in rounds of twice as many."""
        first = [n for n in range(len(self.moments)) if n == 0 or self._turn(n) != self._turn(n - 1)]
        few = min(FIRST if self.roller.compiled else 1, self.playouts)
        for place, n in enumerate(first):
            self._more(n, few)
            if place % 4 == 3:
                yield Progress(0.02 + 0.06 * place / len(first), "the first curve")
            if self._is_over(1):
                return
        goal = min(LEAST if self.roller.compiled else 1, self.playouts)
        while True:
            for n in range(len(self.moments)):
                self._more(n, goal)
                if n % 4 == 3:
                    yield Progress(self._share(), f"chances, {goal} playouts each")
                if self._is_over(1 if goal <= LEAST else CURVE_SHARE):
                    return
            if goal >= self.playouts:
                return
            goal = min(2 * goal, self.playouts)

    def _share(self) -> float:
        """How far it all is, by playouts or by the clock, whichever is farther."""
        done = sum(len(worths) for worths in self.worths) / max(1, self.playouts * len(self.worths))
        return min(0.99, max(0.08 + (CURVE_SHARE - 0.08) * done, self._used))

    def _more(self, n: int, goal: int) -> None:
        """Play a moment on until it has so many playouts. All have the same seed: they meet the same dice."""
        have = len(self.worths[n])
        if have < goal:
            self.worths[n] += self.roller.worths(self.moments[n].before, goal - have, self.seed, first=have)

    def _judge(self) -> Iterator[Progress]:
        """Look at the decisions: every plan, then the choices that cost something, then what is in doubt."""
        judge = Judge(self.roller, self.seed)
        todo = self._to_judge()
        for n, span in enumerate(todo):
            if span.index not in self.judged:
                self.judged[span.index] = judge.look(span)
                self._give_reasons(self.judged[span.index])
            yield Progress(max(CURVE_SHARE + 0.35 * n / len(todo), min(0.95, self._used)), "what else could be done")
            if self._is_over(1):
                return
        self._done = self.known == len(self.moments)
        for one in judge.settle(list(self.judged.values())):
            self._give_reasons(one)
            yield Progress(max(0.9, min(0.99, self._used)), "looking closer")
            if self._is_over(1):
                return

    def _give_reasons(self, one: Judged) -> None:
        """Find out why something was a mistake."""
        if one.marked and one.why is None:
            one.why = reasons(one, self.seer)

    def _to_judge(self) -> list[Span]:
        """The spans that are looked at, those first that matter most."""
        mine = [span for span in self.spans if span.kind == "choice" and self.side in (None, span.side)]
        changes = {span.index: after - before for span, before, after in self._changes()[0]}
        plans = [span for span in mine if span.plan]
        costs = [(changes[one.index] * (-1 if one.side == 0 else 1), one) for one in mine if one.index in changes]
        dear = [(cost, one) for cost, one in costs if cost > DOUBTED and not one.plan]
        return [*plans, *(one for _, one in sorted(dear, key=lambda pair: -pair[0]))]

    # ------------------------------------------------------------------ what there is

    @property
    def known(self) -> int:
        """How many moments, from the first on, have a chance, each by as many playouts as the others or more."""
        return next((n for n, worths in enumerate(self.worths) if not worths), len(self.worths))

    def _turn(self, n: int) -> int:
        return self.moments[n].turn

    def _end(self) -> State:
        """The state at which the answers end: a resignation is none."""
        return self.spans[-1].after() if self.spans else self.battle.state

    @property
    def _result(self) -> float | None:
        """What the result is worth to the top side; None where the battle is not finished."""
        s = self.battle.state
        return worth_of(s.outcome) if s.outcome in (0, 1, DRAWN) else None

    def _changes(self) -> tuple[list[tuple[Span, float, float]], int]:
        """The moments of the whole turns that are known, each with the chance before and after, in grains.

        And by how many playouts each chance is found: the same for all.
        """
        known = self.known
        whole = known == len(self.moments)
        if not whole:  # up to the beginning of the last turn that is known
            begins = [n for n in range(1, known) if self._turn(n) != self._turn(n - 1)]
            known = begins[-1] + 1 if begins else 0
        count = min((len(worths) for worths in self.worths[:known]), default=0)
        values = [grained(sum(worths[:count]) / count) for worths in self.worths[:known]]
        if whole:
            values.append(self._last(count))
        return list(zip(self.moments, values, values[1:], strict=False)), count

    def _first(self) -> float:
        """The chance at the beginning, as far as it is known: a half otherwise."""
        worths = self.worths[0] if self.worths else []
        return grained(sum(worths) / len(worths)) if worths else 0.5

    def _last(self, count: int) -> float:
        """The chance after the last answer: the result, or that of an unfinished battle."""
        end = self._end()
        if end.outcome != NONE:
            return worth_of(end.outcome)
        if len(self._left) < count:
            self._left += self.roller.worths(end, count - len(self._left), self.seed, first=len(self._left))
        return grained(sum(self._left[:count]) / count)

    def as_dict(self) -> ReviewJson:
        """All that is known by now, as plain values; whatever is not there yet is left out.

        >>> battle = Battle.start("akragas", seed=7)
        >>> _ = battle.choose(battle.numbers()[0])
        >>> found = Review(battle, playouts=1, compiled=False).run()
        >>> sum((turn["luck"] + turn["decisions"] for turn in found["turns"]), found["start"]) == found["result"]
        True
        """
        changes, count = self._changes()
        turns = self._turns(changes, count)
        whole = len(changes) == len(self.moments) > 0
        start = turns[0]["before"] if turns else self._first()
        finished = self._result is not None
        if whole and self._result is not None:
            self._close(turns, self._result)
        mistakes = [told_mistake(one, self.seer) for one in self.judged.values() if one.marked]
        made = made_with()
        return {
            "format": FORMAT,
            "hexillum": made["hexillum"],
            "rules": made["rules"],
            "record": self.record,
            "battle": self._name(),
            "players": self._players(),
            "playouts": count,
            "seed": self.seed,
            "finished": finished,
            "complete": self.complete,
            "start": start,
            "turns": turns,
            "result": turns[-1]["after"] if turns else start,
            "mistakes": sorted(mistakes, key=lambda one: one["index"]),
            "totals": self._sums(turns),
            "curve": self._points(),
            "notes": self._notes(whole),
            "kept": self._keep(),
        }

    def _close(self, turns: list[Turn], result: float) -> None:
        """What was agreed on at the end, or a resignation, changes the chance last: a decision."""
        last = turns[-1]
        change = result - last["after"]
        if change:
            loser = 0 if result == 0 else 1
            own = (last["side"] == "top") == (loser == 0)
            moment: Moment = {
                "index": len(self.battle.choices),
                "kind": "choice",
                "side": SIDES[loser],
                "before": last["after"],
                "after": result,
            }
            last["moments"].append(moment)
            last["own" if own else "other"] += change
            last["decisions"] += change
            last["after"] = result

    def _turns(self, changes: Sequence[tuple[Span, float, float]], count: int) -> list[Turn]:
        turns: list[Turn] = []
        for n, (span, before, after) in enumerate(changes):
            if not turns or turns[-1]["turn"] != span.turn + 1:
                turns.append(self._new_turn(span, before, n, count))
            turn = turns[-1]
            change = after - before
            if span.kind == "choice":
                turn["own" if span.side == span.active else "other"] += change
                turn["decisions"] += change
            else:
                turn[span.kind] += change
                turn["luck"] += change
            turn["after"] = after
            turn["errors"]["after"] = self._error(n + 1, count)
            turn["moments"].append(
                {"index": span.index, "kind": span.kind, "side": SIDES[span.side], "before": before, "after": after}
            )
        return turns

    def _new_turn(self, span: Span, before: float, n: int, count: int) -> Turn:
        error = self._error(n, count)
        plan = next((one for one in self.judged.values() if one.plan and one.turn == span.turn), None)
        return {
            "turn": span.turn + 1,
            "side": SIDES[span.active],
            "index": span.index,
            "before": before,
            "after": before,
            "luck": 0.0,
            "decisions": 0.0,
            "dice": 0.0,
            "cards": 0.0,
            "own": 0.0,
            "other": 0.0,
            "given": plan.given if plan else None,
            "errors": {"before": error, "after": error},
            "moments": [],
        }

    def _error(self, n: int, count: int) -> float:
        if n >= len(self.moments):
            return 0.0 if self._result is not None else 0.5 / max(1, count) ** 0.5
        return Chance.of(self.worths[n][:count]).error if self.worths[n] else 0.5

    def _points(self) -> list[Point]:
        """The chance at the beginning of every turn that is known, by all its playouts: the curve."""
        points: list[Point] = []
        for n, worths in enumerate(self.worths):
            if worths and (n == 0 or self._turn(n) != self._turn(n - 1)):
                chance = Chance.of(worths)
                points.append({"turn": self._turn(n) + 1, "chance": chance.top, "error": chance.error})
        return points

    def _sums(self, turns: Sequence[Turn]) -> Sums:
        luck = sum(turn["luck"] for turn in turns)
        changes = [(turn["turn"], one) for turn in turns for one in turn["moments"]]
        thrown = [(turn, one) for turn, one in changes if one["kind"] != "choice"]
        best = max(thrown, key=lambda pair: abs(pair[1]["after"] - pair[1]["before"]), default=None)
        marked = [one for one in self.judged.values() if one.marked]
        worst = max(marked, key=lambda one: one.given, default=None)
        return {
            "luck": {"top": luck, "bottom": -luck},
            "given": {"top": self.given(0), "bottom": self.given(1)},
            "best": _extreme(*best) if best else None,
            "worst": _worst(worst) if worst else None,
        }

    def given(self, side: int) -> float:
        """What a side's mistakes gave away a turn of its own, 0 to 1: those that are marked, and no others."""
        turns = len({span.turn for span in self.spans if span.active == side})
        return sum(one.given for one in self.judged.values() if one.side == side and one.marked) / max(1, turns)

    def _notes(self, all_known: bool) -> list[str]:
        notes = []
        if not self.roller.compiled:
            notes.append(SLOW_NOTE)
        if self._result is None:
            notes.append("The battle is not finished: its result is the chance at its last moment.")
        if not all_known:
            turns = len(self._points())
            notes.append(
                f"The review was stopped early: it tells what was found till then, and the curve of {turns} turns."
            )
        elif not self.complete:
            notes.append("The review was stopped early: not every decision was looked at.")
        return notes

    def _name(self) -> str:
        plan = self.battle.scenario
        return plan.name if plan else "a battle"

    def _players(self) -> Players:
        plan = self.battle.scenario
        if self.players:
            return {"top": self.players[0], "bottom": self.players[1]}
        return {"top": plan.top.name, "bottom": plan.bottom.name} if plan else {"top": "top", "bottom": "bottom"}

    # ------------------------------------------------------------------ kept for going on

    def _keep(self) -> Kept:
        return {
            "worths": ["".join(_LETTERS[one] for one in worths) for worths in self.worths],
            "judged": [
                {
                    "span": span,
                    "index": one.index,
                    "best": one.best,
                    "played": "".join(_LETTERS[worth] for worth in one.played),
                    "better": "".join(_LETTERS[worth] for worth in one.better),
                }
                for span, one in self.judged.items()
            ],
        }

    def _take_judged(self, kept: Kept) -> None:
        spans = {span.index: span for span in self.spans}
        for told in kept["judged"]:
            span = spans.get(told["span"])
            if span is None:
                raise NotReviewed(f"the file is not whole: no decision has the number {told['span']}")
            place = told["index"] - span.index
            state = tried(span.before, *span.answers[:place])
            one = Judged(told["index"], span.side, span.turn, span.plan, state, span.answers[place:], told["best"])
            one.played = [_WORTHS[letter] for letter in told["played"]]
            one.better = [_WORTHS[letter] for letter in told["better"]]
            self.judged[span.index] = one


def _extreme(turn: int, one: Moment) -> Extreme:
    change = one["after"] - one["before"]
    return {"turn": turn, "index": one["index"], "side": one["side"], "kind": one["kind"], "change": change}


def _worst(one: Judged) -> Extreme:
    change = -one.given if one.side == 0 else one.given
    return {"turn": one.turn + 1, "index": one.index, "side": SIDES[one.side], "kind": "choice", "change": change}


def mistakes_of(review: ReviewJson) -> list[Mistake]:
    """The mistakes of a review, the greatest first.

    >>> mistakes_of({"mistakes": []})
    []
    """
    return sorted(review["mistakes"], key=lambda one: -one["given"])
