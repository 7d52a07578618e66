"""Search: plays its best plans out under hidden cards dealt anew, and takes the one that comes out best."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field, replace
from typing import Final

from ..core import ask
from ..core.state import State
from .minds import pushed_mind, tuned_mind
from .thinker import FREE, ROOT, Thinker

SECONDS: Final = 1.0
ONE_TURN: Final = 1  # to the end of the turn; the formula for positions sees what the enemy threatens then
THREE_TURNS: Final = 3  # with the answer of the other side and one's own to that
VIEWS: Final = 30  # so many minds plan every card
PLANS: Final = 8  # of each of them at most
PLAYED_ON: Final = 32  # how many of them are played out so far
DOUBT: Final = 24  # so many playouts so far are needed to believe half of what they say
PLAYOUTS: Final = 2000  # of one candidate at most
BATCH: Final = 4
ROUND: Final = 2 * BATCH  # so many playouts at least for each plan, where they are counted
OWN_SHARE: Final = 0.85  # of the seconds of a turn; the rest is for what the enemy's turn asks
PLAN_SHARE: Final = 0.9  # of what is left of the time of a turn: for the plan,
CHOICE_SHARE: Final = 0.2  # and for every other choice
TURN_SHARE: Final = 0.25  # of the time of a choice: for playouts that end with the turn
PATIENCE: Final = 3  # a busy machine may make it so many times as long
BASE: Final = 2  # the first of the minds beside those of the two sides
MOODS: Final = (1000, 450, 2000, 150, 5000)  # how careful each of them is, in thousandths; the first is the base
PLAIN_VIEWS: Final = 3  # so many minds where the thinking is not compiled
PLANNING: Final = 0.3  # of the time of a choice at most, before any plan is played out
PUSHES: Final = 77  # the seed of the minds beside the moods: the same in every game
PLANNED: Final = (ask.CARD, ask.SECTION, ask.ORDER, ask.MOVE)


@dataclass(frozen=True)
class Moment:
    """A moment by the clock and by the work that this thread has done, both in seconds; made, it is now."""

    clock: float = field(default_factory=lambda: time.monotonic())  # asked late: tests have a clock of their own
    work: float = field(default_factory=lambda: time.thread_time())

    def seconds(self) -> float:
        """For how many seconds it thought since: the work alone counts, but on a busy machine waiting does as well.

        After `PATIENCE` times as long on the clock, a moment counts as used up even where hardly any work was done.

        >>> Moment().seconds() < 1
        True
        """
        return max(time.thread_time() - self.work, (time.monotonic() - self.clock) / PATIENCE)


@dataclass
class Budget:
    """What a choice may cost: so many seconds since it began, or so many playouts where that is not 0.

    `spent` is how many playouts were made.
    """

    seconds: float
    playouts: int
    began: Moment
    spent: int = 0

    @property
    def used(self) -> float:
        """The share that is used up: from 0, and 1 or more where nothing is left.

        >>> Budget(1.0, 200, Moment(), spent=50).used
        0.25
        """
        if self.playouts:
            return self.spent / self.playouts
        return self.began.seconds() / max(self.seconds, 1e-9)


@dataclass(frozen=True)
class TurnTime:
    """The seconds that a side has left to think in a turn, its own or the other side's: one budget for all choices."""

    turn: int
    side: int
    seconds: float

    def spend(self, seconds: float) -> TurnTime:
        """What is left after so many seconds, never less than 0.

        >>> TurnTime(3, 0, 0.5).spend(0.75).seconds
        0.0
        """
        return replace(self, seconds=max(0.0, self.seconds - seconds))


@dataclass(frozen=True)
class Effort:
    """How much a player thinks: for so many seconds a turn, or with so many playouts a choice.

    Seconds count where `plan` is 0; otherwise `plan`, `choice` and `further` are numbers of playouts of all candidates
    together, and the clock does not matter.
    """

    seconds: float = SECONDS
    plan: int = 0  # playouts of a turn for its plan, 0 to think by the clock,
    choice: int = 0  # and for any other choice; 0 there to take the one that promises most without any
    views: int = VIEWS  # so many minds plan every card: the moods, and beside them minds with other weights
    further: int = 0  # playouts of the plans that go on through the enemy's answer and one's next turn; 0 for none


@dataclass
class Candidate:
    """Answers to choose, and what came of them in thought, in ten thousandths of a battle won.

    `board` is the place among the boards of a `Thinker` to which they lead.
    """

    answers: list[int]
    board: int
    turns: int = 0  # how many playouts went to the end of the turn,
    chances: int = 0  # and the chances there, added
    further: int = 0  # how many went on through the enemy's answer and one's next turn,
    changes: int = 0  # and what that changed, added

    @property
    def worth(self) -> float:
        """The mean chance at the end of the turn, and as much of what comes after it as so few playouts tell.

        In ten thousandths; of n playouts that go on, n / (n + DOUBT) of what they say is believed.

        >>> Candidate([7], 5, turns=2, chances=9000, further=24, changes=-48000).worth
        3500.0
        """
        return self.chances / max(1, self.turns) + self.changes / (self.further + DOUBT)


class Search:
    """Plays its plans out as far as its effort goes, and its other choices to the end of the turn.

    With a number of playouts the same seed makes the same choices. `compiled` says whether the compiled thinking is
    taken, by default where it is ready. It keeps the rest of a plan and of a turn's time: one for one side of a battle.

    >>> from hexillum.battle.door import Battle
    >>> battle = Battle.start("akragas", seed=7)
    >>> Search(1, Effort(seconds=0.001)).choose(battle.state, battle.numbers()) in battle.numbers()
    True
    """

    def __init__(self, seed: int = 0, effort: Effort = Effort(), compiled: bool | None = None) -> None:
        self.random = random.Random(seed)
        self.effort = effort
        self.most = PLANS * effort.views
        pushes = random.Random(PUSHES)
        views = [tuned_mind(mood) for mood in MOODS] + [pushed_mind(pushes) for _ in range(VIEWS - len(MOODS))]
        minds = [tuned_mind(), tuned_mind(), *views[: effort.views]]
        self.thinker = Thinker(minds, FREE + self.most, compiled)
        self.time = TurnTime(-1, -1, 0.0)  # may be set to what is left of a turn that another player began for it
        self.following: list[int] = []  # the answers of the chosen plan that are still to be given

    def choose(self, state: State, options: list[int]) -> int:
        """The answer that comes out best, one of the sorted legal ones; the state is left as it was.

        A turn has one budget of time for all its choices; a plan that was chosen is followed as long as it is legal.
        """
        began = Moment()
        if (state.turn, state.who) != (self.time.turn, self.time.side):
            share = OWN_SHARE if state.active == state.who else 1 - OWN_SHARE
            self.time, self.following = TurnTime(state.turn, state.who, share * self.effort.seconds), []
        if self.following and self.following[0] in options:
            return self.following.pop(0)
        if len(options) == 1:
            return options[0]
        answer, *self.following = self.search(state, options, began)
        self.time = self.time.spend(began.seconds())
        return answer

    def search(self, state: State, options: list[int], began: Moment) -> list[int]:
        """Play the candidates out; returns the answers of the best: the one to give now, then the rest of its plan.

        `began` is when the thinking about this choice did.
        """
        effort = self.effort
        self.thinker.put(ROOT, state)
        whole = state.question in PLANNED
        if not whole and effort.plan and not effort.choice:
            return [self.thinker.answer(BASE)]
        seconds = (PLAN_SHARE if whole else CHOICE_SHARE) * self.time.seconds
        turns = effort.plan if whole else effort.choice
        candidates = self.plans(state, Budget(PLANNING * seconds, 0, began)) if whole else self.choices(options)
        if not whole or (turns and not effort.further):
            return self.sift(candidates, 1, ONE_TURN, state.who, Budget(seconds, turns, began))[0].answers
        budget = Budget(TURN_SHARE * seconds, turns, began)
        candidates = self.sift(candidates, PLAYED_ON, ONE_TURN, state.who, budget)
        budget = Budget(seconds - budget.began.seconds(), effort.further, Moment())
        return self.sift(candidates, 1, THREE_TURNS, state.who, budget)[0].answers

    def plans(self, state: State, budget: Budget) -> list[Candidate]:
        """The plans that are worth looking at, the planner's own first; as many as a budget of time allows.

        Every mind makes one with every card in hand, where a card is to be chosen. No two have the same answers.
        """
        effort = self.effort
        most = min(self.most, max(2, effort.plan // ROUND)) if effort.plan else self.most
        found = {tuple(self.thinker.plan(FREE, BASE)): 0}
        cards = [0]
        if state.question == ask.CARD:
            cards = [c + 1 for c in range(ask.MOST_CARDS) if state.hand[state.who * ask.MOST_CARDS + c] > 0]
        for view in range(effort.views if self.thinker.compiled else PLAIN_VIEWS):
            for card in cards:
                if len(found) < most and (effort.plan or budget.used < 1):
                    found.setdefault(tuple(self.thinker.plan(FREE + len(found), BASE + view, card)), len(found))
        return [Candidate(list(plan), FREE + n) for plan, n in found.items()]

    def choices(self, options: list[int]) -> list[Candidate]:
        """Every option, the planner's own first, and at most as many as there are boards."""
        own = self.thinker.answer(BASE)
        found = [Candidate([o], FREE + n) for n, o in enumerate([own, *(o for o in options if o != own)][: self.most])]
        for candidate in found:
            self.thinker.copy(candidate.board, ROOT)
            self.thinker.apply(candidate.board, candidate.answers[0])
        return found

    def sift(self, candidates: list[Candidate], keep: int, turns: int, side: int, budget: Budget) -> list[Candidate]:
        """The candidates that come out best for a side, `keep` of them, the best first.

        All are played out with the same seeds for so many turns, `ONE_TURN` or `THREE_TURNS`; the worse half is
        dropped, the rest played on. Where the budget ends before every candidate was played out once, they stay as they
        were. Their counts, and the playouts spent of the budget, are added to.
        """
        alive = list(candidates)
        seeds = [self.random.getrandbits(32) | 1 for _ in range(PLAYOUTS)]
        rounds = max(1, (-(-len(alive) // keep) - 1).bit_length())
        done = 0
        for cut in range(1, rounds + 1):
            while budget.used < cut / rounds and done + BATCH <= PLAYOUTS:
                made = []
                for candidate in alive:
                    if budget.used >= 1:
                        return alive[:keep]
                    made.append(self.thinker.try_out(candidate.board, seeds[done : done + BATCH], side, turns))
                    budget.spent += BATCH
                for candidate, chances in zip(alive, made, strict=True):
                    soon, later = map(sum, zip(*chances, strict=True))
                    if turns == ONE_TURN:
                        candidate.turns += BATCH
                        candidate.chances += soon
                    else:
                        candidate.further += BATCH
                        candidate.changes += later - soon
                done += BATCH
                alive.sort(key=lambda c: (-c.worth, c.board))
            alive = alive[: max(keep, (len(alive) + 1) // 2)]
        return alive[:keep]
