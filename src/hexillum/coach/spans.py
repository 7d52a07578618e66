"""A battle that was played, cut into what chance did and what each side chose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from ..battle.door import Battle
from ..battle.setup import begin
from ..core import ask
from ..core.state import NONE, State
from ..engine.tryout import numbers_of, tried
from ..players.minds import tuned_mind
from ..players.thinker import ROOT, Thinker
from ..thinking.seeking import is_planned
from .shapes import Kind

#: What a plan is made of: everything up to the first battle, dice, or question to the other side.
LONGEST_PLAN: Final = 200  # answers
PLANNED: Final = (ask.CARD, ask.SECTION, ask.ORDER, ask.MOVE, ask.STEP, ask.PIECE, ask.PLACE, ask.MOVE_A_LEADER)


@dataclass
class Span:
    """Answers in a row of one kind, and of one side: dice, cards, or what it chose.

    `before` is the state at the first of them, `turn` and `active` are that state's. `plan` tells the plan of a turn
    from other choices; `agreed` that the quick mind would have chosen the same, so that nothing was gained or lost by
    it in the rollouts' eyes.
    """

    index: int
    kind: Kind
    side: int
    turn: int
    active: int
    before: State
    plan: bool = False
    answers: list[int] = field(default_factory=list)
    agreed: bool = False

    def after(self) -> State:
        """The state that its answers lead to.

        >>> spans = spans_of(Battle.start("akragas", seed=7))
        >>> spans[0].after().question == ask.CARD
        True
        """
        return tried(self.before, *self.answers)


def states_of(first: State, answers: Iterable[int]) -> Iterator[tuple[State, int]]:
    """Every state of a battle with the answer that was given to it; each is good until the next is asked for."""
    from ..engine.step import apply

    s = first.copy()
    s.log = None
    if s.depth == NONE:  # set up, but not begun
        begin(s)
    for answer in answers:
        yield s, answer
        apply(s, answer)


def spans_of(battle: Battle) -> list[Span]:
    """The spans of a battle, in order. What had to be answered so stands with what came before it.

    >>> [span.kind for span in spans_of(Battle.start("akragas", seed=7))]
    ['cards']
    """
    spans: list[Span] = []
    for index, (s, answer) in enumerate(states_of(battle.first_state, battle.choices)):
        kind: Kind = "dice" if s.question == ask.ROLL else "cards" if s.who == ask.CHANCE else "choice"
        side = int(s.who) if kind == "choice" else int(s.active)
        last = spans[-1] if spans else None
        here = (kind, side, int(s.turn))
        new = last is None or last.turn != s.turn
        if not new and last is not None and (kind != "choice" or len(numbers_of(s)) > 1):
            new = (last.kind, last.side, last.turn) != here or (last.plan and s.question not in PLANNED)
        if new:
            plan = kind == "choice" and s.active == s.who and is_planned(s.question)
            spans.append(Span(index, kind, side, int(s.turn), int(s.active), s.copy(), plan))
        spans[-1].answers.append(answer)
    return spans


class Agreement:
    """Asks the quick mind of the rollouts what it would have done.

    >>> Agreement(compiled=False).holds(spans_of(Battle.start("akragas", seed=7))[0])
    False
    """

    def __init__(self, compiled: bool | None = None) -> None:
        self.thinker = Thinker([tuned_mind()], compiled=compiled)

    def holds(self, span: Span) -> bool:
        """Whether all answers of a span are the quick mind's; never so of chance."""
        return span.kind == "choice" and self.first_other(span.before, span.answers) == len(span.answers)

    def first_other(self, state: State, answers: Sequence[int]) -> int:
        """The place of the first answer that the quick mind would not have given; how many there are if none."""
        thinker, s = self.thinker, state.copy()
        thinker.forget(0)
        thinker.put(ROOT, s)
        for n, answer in enumerate(answers):
            if s.who == ask.CHANCE or thinker.answer(0) != answer:
                return n
            thinker.apply(ROOT, answer)
            s = tried(s, answer)
        return len(answers)

    def gone_on(self, state: State, answers: Sequence[int]) -> list[int]:
        """Some answers and those with which the quick mind goes on, up to a battle, chance or the other side."""
        thinker, s = self.thinker, tried(state, *answers)
        found = list(answers)
        thinker.forget(0)
        thinker.put(ROOT, s)
        while s.outcome == NONE and s.who == state.who and s.question != ask.BATTLE and len(found) < LONGEST_PLAN:
            found.append(thinker.answer(0))
            thinker.apply(ROOT, found[-1])
            s = tried(s, found[-1])
        return found


def moments_of(spans: Iterable[Span]) -> list[Span]:
    """The spans at whose ends chances are worth reckoning: without what was agreed on, chance in a row being one.

    Dice between which only the expected was chosen are one moment.
    """
    kept: list[Span] = []
    for span in spans:
        if span.agreed:
            continue
        last = kept[-1] if kept else None
        if last is not None and last.kind != "choice" and (last.kind, last.turn) == (span.kind, span.turn):
            continue
        kept.append(span)
    return kept
