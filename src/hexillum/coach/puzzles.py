"""Puzzles: moments of battles at which one plan is clearly better than all others. One file each, `data/puzzles/`.

`puzzle_making` finds them; here they are read, sorted by difficulty, chosen for a day, and somebody's plan is judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final

from ..battle.door import Battle
from ..battle.positions import read_position, state_digest, write_position
from ..battle.scenarios import load_scenario
from ..core import ask
from ..core.state import State, edition_of
from ..core.toml_lines import DATA, BadFile, Document, read
from .fates import seer
from .plans import Plan, plan_of
from .rollouts import Chance, chances
from .why import ANOTHER, YOURS, Names, compared

FOLDER: Final = DATA / "puzzles"
SIDES: Final = ("top", "bottom")
PLAYOUTS: Final = 512  # to judge somebody's plan by
KEYS: Final = ("battle", "side", "turn", "seed", "solved", "best", "next", "position")
#: What a plan has: its answers in words, and its chance.
PLAN_KEYS: Final = (
    ("plan", list, "answers in words"),
    ("chance", float, "a number from 0.0 to 1.0"),
    ("error", float, "a number from 0.0 to 1.0"),
)


class UnknownPuzzle(ValueError):
    """There is no puzzle of that name."""


@dataclass(frozen=True)
class Judged:
    """A plan in words, and the chance to win after it with its standard error; of the side that plans."""

    plan: tuple[str, ...]
    chance: float
    error: float


@dataclass(frozen=True)
class Puzzle:
    """A moment with one best plan.

    `side` is to move and sees its own hand; what the other side holds in `position` is one of many ways. `next` is the
    best plan with any other card. `solved` tells by the names of computer
    players in which share of their tries they found a plan as good; `seed` is that of the battle.
    """

    id: str
    battle: str
    edition: str
    side: str
    turn: int
    seed: int
    solved: Mapping[str, float]
    best: Judged
    next: Judged
    position: str

    @classmethod
    def of(
        cls, battle: str, state: State, best: Judged, next: Judged, solved: Mapping[str, float], seed: int
    ) -> Puzzle:
        """The puzzle of a moment, named by its battle and a digest of the state."""
        name = f"{battle}-{state_digest(state)[:6]}"
        where = (edition_of(state), SIDES[state.who], state.turn + 1)
        return cls(name, battle, *where, seed, solved, best, next, write_position(state))

    @property
    def gap(self) -> float:
        """How much better the best plan is than the next, as a chance."""
        return self.best.chance - self.next.chance

    @property
    def difficulty(self) -> float:
        """How seldom computer players find it: 0 always, 1 never."""
        return 1 - sum(self.solved.values()) / max(1, len(self.solved))

    @property
    def side_number(self) -> int:
        """The side to move: 0 top, 1 bottom."""
        return SIDES.index(self.side)

    @property
    def title(self) -> str:
        """What people call it: the battle, the turn and who is to move."""
        scenario = load_scenario(self.battle)
        army = scenario.top if self.side == "top" else scenario.bottom
        return f"{scenario.name}, turn {self.turn}: {army.name} to move"

    def state(self) -> State:
        """Where it begins: the question for the card."""
        return read_position(self.position)

    def text(self) -> str:
        """The puzzle as a file."""
        plans = [
            f"[{name}]\nchance = {one.chance:.4f}\nerror = {one.error:.4f}\nplan = [{_quoted(one.plan)}]\n"
            for name, one in (("best", self.best), ("next", self.next))
        ]
        solved = ", ".join(f"{name} = {share:.3f}" for name, share in self.solved.items())
        head = f'battle = "{self.battle}"\nside = "{self.side}"\nturn = {self.turn}\nseed = {self.seed}\n'
        return f"{head}solved = {{ {solved} }}\nposition = '''\n{self.position}'''\n\n" + "\n".join(plans)


def _quoted(words: Iterable[str]) -> str:
    return ", ".join(f'"{word}"' for word in words)


def read_puzzle(path: Path) -> Puzzle:
    """The puzzle of a file, named as the file is.

    Raises BadFile with the line for a file that is no puzzle.
    """
    document = read(path)
    for key in KEYS:
        if key not in document.data:
            raise BadFile(document.file, 1, f"{key} is missing: a puzzle has {', '.join(KEYS)}")
    data = document.data
    try:
        state = read_position(data["position"])
    except ValueError as error:
        raise BadFile(document.file, document.line("position"), str(error)) from None
    if state.question != ask.CARD or SIDES[state.who] != data["side"]:
        raise BadFile(document.file, document.line("position"), f"expected that {data['side']} is to play a card")
    best, other = (_judged(document, name) for name in ("best", "next"))
    where = (edition_of(state), data["side"], data["turn"])
    return Puzzle(path.stem, data["battle"], *where, data["seed"], data["solved"], best, other, data["position"])


def _judged(document: Document, name: str) -> Judged:
    table: dict[str, Any] = document.data[name]
    for key, kind, words in PLAN_KEYS:
        if key not in table:
            raise BadFile(document.file, document.line(name), f"{name}.{key} is missing")
        if not isinstance(table[key], kind) or (kind is list and not all(isinstance(line, str) for line in table[key])):
            raise BadFile(document.file, document.line(name, key), f"{name}.{key}: expected {words}")
    return Judged(tuple(table["plan"]), table["chance"], table["error"])


@cache
def puzzles(folder: Path = FOLDER) -> tuple[Puzzle, ...]:
    """All puzzles of a folder, by default those that come with the program, the easiest first.

    >>> puzzles() == tuple(sorted(puzzles(), key=lambda one: (one.difficulty, one.id)))
    True
    """
    found = [read_puzzle(path) for path in sorted(folder.glob("*.toml"))]
    return tuple(sorted(found, key=lambda one: (one.difficulty, one.id)))


def puzzle(name: str) -> Puzzle:
    """A puzzle by its name. Raises UnknownPuzzle, naming some that exist."""
    for one in puzzles():
        if one.id == name:
            return one
    some = ", ".join(one.id for one in puzzles()[:3])
    raise UnknownPuzzle(f"there is no puzzle {name!r}: expected one such as {some}")


def of_the_day(day: date) -> Puzzle:
    """The puzzle of a day: all of them in turn, easy and hard ones mixed, the same for everybody.

    >>> of_the_day(date(2026, 11, 22)) == of_the_day(date(2026, 11, 22))
    True
    """
    mixed = sorted(puzzles(), key=lambda one: one.id[-6:])  # what a digest begins with is as good as chance
    return mixed[day.toordinal() % len(mixed)]


@dataclass(frozen=True)
class Verdict:
    """What became of somebody's plan: whether it is as good as the best, and its chance to win.

    `why` says in sentences what makes the best plan better: than his, or, where his is as good, than the next.
    """

    solved: bool
    chance: float
    error: float
    why: tuple[str, ...] = field(default=(), compare=False)


def judge(one: Puzzle, plan: Sequence[int], playouts: int = PLAYOUTS) -> Verdict:
    """Judge somebody's plan, its answers by number from the card to the first battle.

    It is right where it is the best one, or loses less than half of what the next best one does. Raises IllegalChoice
    for an answer that is not offered.
    """
    door = Battle.of_state(one.state())
    for answer in plan:
        door.choose(answer)  # which refuses what is not offered
    made = plan_of(one.state(), plan)
    if list(made.answers) == answers_of(one, one.best):
        return Verdict(True, one.best.chance, one.best.error, why(one))
    found = chance_of(made, playouts)
    solved = found.top > one.best.chance - one.gap / 2
    return Verdict(solved, found.top, found.error, why(one) if solved else _why(one, made, YOURS))


def why(one: Puzzle) -> tuple[str, ...]:
    """What makes the best plan better than the best one with any other card, in sentences."""
    return _why(one, plan_of(one.state(), answers_of(one, one.next)), ANOTHER)


def _why(one: Puzzle, other: Plan, names: Names) -> tuple[str, ...]:
    best = plan_of(one.state(), answers_of(one, one.best))
    cards = (other.card_name, best.card_name)
    return tuple(compared(best.before, (other.after, best.after), one.side_number, seer(), names=names, cards=cards))


def chance_of(plan: Plan, playouts: int = PLAYOUTS, seed: int = 1) -> Chance:
    """The chance of the side that plans to win after a plan; its `top` is that side's."""
    side = plan.before.who
    found = chances(plan.after, playouts, seed, knows=side)
    return found if side == 0 else Chance(1 - found.top, found.error, found.n)


def judge_named(id: str, plan: Sequence[int], playouts: int = PLAYOUTS) -> Verdict:
    """As `judge`, for a puzzle by its name: so that it can be asked of another process."""
    return judge(puzzle(id), plan, playouts)


def why_named(id: str) -> tuple[str, ...]:
    """As `why`, for a puzzle by its name."""
    return why(puzzle(id))


def answers_of(one: Puzzle, judged: Judged) -> list[int]:
    """The answers of a plan in words, by number. Raises IllegalChoice where they are not offered."""
    battle, numbers = Battle.of_state(one.state()), []
    for line in judged.plan:
        option = next((option for option in battle.options if option.text == line), None)
        numbers.append(option.number if option else -1)
        battle.choose(option if option else line)
    return numbers
