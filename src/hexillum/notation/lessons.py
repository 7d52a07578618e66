"""Lessons: short positions in which a learner chooses for himself, the dice are given, and the referee does the rest.

A lesson is a file of `data/lessons/`: its steps, each with a situation in the words of a case, the choices that it has
something to say about, as script lines, and what follows on each of them. The list of what is legal stays the
referee's; a lesson only answers. `docs/files.md` tells the format.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from ..battle.door import Battle, IllegalChoice
from ..battle.lines import BadLine
from ..core import ask, hexes
from ..core.rows import EDITIONS
from ..core.toml_lines import DATA, read
from .cases.expectations import board_lines, pending_text
from .cases.nodes import CaseError
from .cases.situation import read_setup
from .parts import LessonError as LessonError
from .parts import Part
from .script import play_line, take_forced

FOLDER: Final = DATA / "lessons"
FIRST_BATTLE: Final = "first-battle"  # no lesson: what the coach of a first battle says
TOP_KEYS: Final = ("title", "number", "edition", "about", "remember", "rules", "step")
STEP_KEYS: Final = ("ask", "hint", "notice", "look", "setup", "before", "refused", "other", "choice")
CHOICE_KEYS: Final = ("line", "good", "again", "told", "then", "rules", "expect")
EXPECT_KEYS: Final = ("there", "gone", "banners", "tokens", "dice", "asks", "cites")
#: What somebody did: each question that had more than one answer, with the answer; a path is told by where it ends.
Done = tuple[tuple[int, int], ...]


class UnknownLesson(ValueError):
    """There is no lesson of that name."""


@dataclass(frozen=True)
class Choice:
    """A choice that a lesson has something to say about: the script line of it, and what follows.

    `good` is the lesson's own advice. After a choice with `again` the learner is taken back to choose once more.
    `then` are the lines that follow by dice and by the other side, `told` says what happened and why, by `rules`.
    """

    line: str
    good: bool
    again: bool
    told: str
    then: tuple[str, ...]
    rules: tuple[str, ...]
    expect: Mapping[str, Any]
    place: int


@dataclass(frozen=True)
class Step:
    """One question of a lesson. `start` is the battle of its own situation; None where it goes on from the last step.

    `look` has the hexes that each sentence of `notice` speaks of.
    `before` are lines played before the learner is asked; `refused` lines that the referee must refuse, each with the
    rule behind a #, so that nothing false is told of them. `other` is said to legal choices that the lesson does not
    know; they are taken back.
    """

    ask: str
    hint: str
    notice: tuple[str, ...]
    look: tuple[tuple[str, ...], ...]
    start: Battle | None
    before: tuple[str, ...]
    refused: tuple[str, ...]
    other: str
    choices: tuple[Choice, ...]
    place: int


@dataclass(frozen=True)
class Lesson:
    """A lesson: its name, place among the others, title, edition, what it is about and what to remember of it."""

    id: str
    number: int
    title: str
    edition: str
    about: str
    remember: tuple[str, ...]
    rules: tuple[str, ...]
    steps: tuple[Step, ...]


@cache
def lessons() -> dict[str, Lesson]:
    """All lessons in their order, by name. Raises LessonError with file and line for a file that cannot be used.

    >>> list(lessons())[0]
    'ranged-combat'
    """
    found = [read_lesson(path) for path in sorted(FOLDER.glob("*.toml")) if path.stem != FIRST_BATTLE]
    return {one.id: one for one in sorted(found, key=lambda one: one.number)}


def lesson(id: str) -> Lesson:
    """A lesson by its name. Raises UnknownLesson.

    >>> lesson("evade").title
    'Evading'
    """
    known = lessons()
    if id not in known:
        raise UnknownLesson(f"there is no lesson {id!r}: expected one of {', '.join(known)}")
    return known[id]


# ---------------------------------------------------------------------- reading


def read_lesson(path: str | Path) -> Lesson:
    """The lesson of a file, as it is written; `play_through` proves it. Raises LessonError with file and line.

    >>> try:
    ...     read_lesson("nowhere.toml")
    ... except ValueError as error:
    ...     print(error)
    nowhere.toml:1: cannot be read: No such file or directory
    """
    try:
        document = read(path)
        return _lesson(Part(document, (), document.data), Path(path).stem)
    except CaseError as error:
        raise LessonError(error.file, error.line, error.message) from None


def _lesson(top: Part, id: str) -> Lesson:
    top.known("the lesson", TOP_KEYS)
    edition = top.text("edition")
    if edition not in EDITIONS:
        raise top.error(f"edition must be one of {', '.join(EDITIONS)}", "edition")
    number = top.value.get("number")
    if type(number) is not int or not 1 <= number <= 99:
        raise top.error("number must be a number from 1 to 99", "number")
    steps = tuple(_step(part, edition, first=n == 0) for n, part in enumerate(top.parts("step")))
    return Lesson(
        id,
        number,
        top.text("title"),
        edition,
        top.text("about"),
        top.texts("remember"),
        top.rules("rules", edition),
        steps,
    )


def _step(part: Part, edition: str, *, first: bool) -> Step:
    part.known("the step", STEP_KEYS)
    if first and "setup" not in part.value:
        raise part.error("the first step needs a setup")
    start = read_setup(part.node("setup"), edition)[0] if "setup" in part.value else None
    return Step(
        part.text("ask"),
        part.text("hint", ""),
        part.texts("notice"),
        _look(part),
        start,
        part.texts("before"),
        part.texts("refused"),
        part.text("other"),
        tuple(_choice(one, edition) for one in part.parts("choice")),
        part.document.line(*part.place),
    )


def _look(part: Part) -> tuple[tuple[str, ...], ...]:
    """The hexes of each sentence to notice."""
    found = tuple(tuple(text.split()) for text in part.texts("look"))
    if len(found) != len(part.texts("notice")):
        raise part.error("look must name the hexes of each sentence of notice, a text of them each", "look")
    for n, names in enumerate(found):
        for name in names:
            try:
                hexes.parse(name)
            except ValueError as error:
                raise part.error(str(error), "look", n) from None
    return found


def _choice(part: Part, edition: str) -> Choice:
    part.known("the choice", CHOICE_KEYS)
    expect = part.value.get("expect", {})
    if not isinstance(expect, dict):
        raise part.error("expect must be a table", "expect")
    Part(part.document, (*part.place, "expect"), expect).known("expect", EXPECT_KEYS)
    return Choice(
        part.text("line"),
        part.flag("good"),
        part.flag("again"),
        part.text("told"),
        part.texts("then"),
        part.rules("rules", edition),
        expect,
        part.document.line(*part.place),
    )


# ---------------------------------------------------------------------- playing


def begin(one: Lesson, chosen: Sequence[int]) -> Battle:
    """The battle at the question after the steps whose choices are given, by their numbers from 0.

    Raises ValueError for choices that the lesson does not have.

    >>> begin(lesson("evade"), []).decision.word
    'evade'
    """
    if len(chosen) >= len(one.steps):
        raise ValueError(f"the lesson has {len(one.steps)} steps")
    for step, number in zip(one.steps, chosen, strict=False):
        if not 0 <= number < len(step.choices) or step.choices[number].again:
            raise ValueError(f"there is no choice {number} that leads on")
    first = max(n for n in range(len(chosen) + 1) if one.steps[n].start is not None)
    battle = _started(one.steps[first])
    for step, following, number in zip(one.steps[first:], one.steps[first + 1 :], chosen[first:], strict=False):
        play_line(battle, step.choices[number].line)
        play_lines(battle, step.choices[number].then)
        play_lines(battle, following.before)
        _settle(battle)
    return battle


def _started(step: Step) -> Battle:
    assert step.start is not None
    battle = step.start.copy()
    play_lines(battle, step.before)
    _settle(battle)
    return battle


def play_lines(battle: Battle, lines: Iterable[str]) -> None:
    """Play lines of a script one after the other. Raises IllegalChoice or BadLine for one that the rules refuse."""
    for line in lines:
        play_line(battle, line)


def _settle(battle: Battle) -> None:
    """Take what has only one answer, but for the choice of a target, which is shown."""
    while battle.state.question not in (ask.TARGET, ask.BONUS) and take_forced(battle):
        pass


def chosen_by(start: Battle, numbers: Iterable[int], *, stop: bool = False) -> tuple[Done, Battle]:
    """What answers come to, and the battle after them; `start` stays as it is.

    Answers that were the only ones do not count, and of a path only where it ends. With `stop` a move ends there.
    Raises IllegalChoice for what is not offered.
    """
    battle = start.copy()
    done: list[tuple[int, int]] = []
    for number in numbers:
        _do(battle, number, done)
    if stop and battle.state.question == ask.STEP and ask.DONE in battle.numbers():
        _do(battle, ask.DONE, done)
    return tuple(done), battle


def _do(battle: Battle, number: int, done: list[tuple[int, int]]) -> None:
    question, many = battle.state.question, len(battle.numbers()) > 1
    battle.choose(number)
    if question == ask.STEP:
        if number != ask.DONE:
            if done and done[-1][0] == ask.STEP:
                done.pop()
            done.append((question, number))
    elif many or question in (ask.TARGET, ask.BONUS):
        done.append((question, number))


def done_by(start: Battle, line: str) -> Done:
    """What a script line comes to, in the terms of `chosen_by`. Raises IllegalChoice or BadLine."""
    trial = start.copy()
    play_line(trial, line)
    return chosen_by(start, trial.choices[len(start.choices) :])[0]


@dataclass(frozen=True)
class Verdict:
    """What a lesson says to answers: the number of the choice that they are, or whether they may become one."""

    choice: int | None
    open: bool


def judge(step: Step, start: Battle, done: Done) -> Verdict:
    """Whether what was done is one of the choices of a step, may become one by more answers, or is another thing.

    >>> one = lesson("evade")
    >>> battle = begin(one, [])
    >>> judge(one.steps[0], battle, done_by(battle, "evade")).choice is not None
    True
    """
    known = [done_by(start, choice.line) for choice in step.choices]
    if done in known:
        return Verdict(known.index(done), False)
    return Verdict(None, any(one[: len(done)] == done for one in known))


# ---------------------------------------------------------------------- proving


def play_through(one: Lesson, file: str = "") -> list[str]:
    """Play every branch of a lesson on the referee; what does not happen as the file says, one sentence each.

    >>> play_through(lesson("ranged-combat"))
    []
    """
    where = file or f"{one.id}.toml"
    problems: list[str] = []
    ways: list[tuple[int, ...]] = [()]
    while ways:
        chosen = ways.pop()
        step = one.steps[len(chosen)]
        try:
            start = begin(one, chosen)
        except (IllegalChoice, BadLine, ValueError) as error:
            problems.append(f"{where}:{step.place}: the step cannot begin: {error}")
            continue
        problems += [f"{where}:{step.place}: {problem}" for line in step.refused for problem in _allowed(start, line)]
        leads = False
        for number, choice in enumerate(step.choices):
            found = _play_choice(start, choice)
            problems += [f"{where}:{choice.place}: {problem}" for problem in found]
            leads = leads or not choice.again
            if not found and not choice.again and len(chosen) + 1 < len(one.steps):
                ways.append((*chosen, number))
        if not leads or not any(choice.good for choice in step.choices):
            problems.append(f"{where}:{step.place}: a step needs a good choice, and one that leads on")
    return problems


def _allowed(start: Battle, text: str) -> Iterable[str]:
    """Where the referee does not refuse a line, or not by the rule that is named behind it."""
    line, _, wanted = (part.strip() for part in text.partition("#"))
    try:
        play_line(start.copy(), line)
    except IllegalChoice as error:
        if wanted and wanted not in error.rules:
            yield f"'{line}' is refused by {', '.join(error.rules) or 'no rule'}, expected {wanted}"
    except BadLine as error:
        yield str(error)
    else:
        yield f"'{line}' is legal, expected that the referee refuses it"


def _play_choice(start: Battle, choice: Choice) -> list[str]:
    battle = start.copy()
    try:
        play_line(battle, choice.line)
        play_lines(battle, choice.then)
    except (IllegalChoice, BadLine) as error:
        return [f"the referee refuses: {error}"]
    return list(_differences(battle, start, choice.expect))


def _differences(battle: Battle, start: Battle, expect: Mapping[str, Any]) -> Iterable[str]:
    """What is not as a choice expects it."""
    there = [" ".join(sorted(line.split())) for line in board_lines(battle.state)]
    held = {line.split()[1] for line in board_lines(battle.state)}
    for line in expect.get("there", ()):
        if " ".join(sorted(line.split())) not in there:
            yield f"expected {line!r}, found {', '.join(board_lines(battle.state))}"
    for hex in expect.get("gone", ()):
        if hex in held:
            yield f"{hex} should be empty"
    for key, now in (("banners", battle.state.banners), ("tokens", battle.state.tokens)):
        wanted = expect.get(key)
        if wanted is not None and list(now[:2]) != list(wanted):
            yield f"{key} (top, bottom) are {list(now[:2])}, expected {wanted}"
    lines = battle.transcript.lines[len(start.transcript.lines) :]
    dice = [len(line.split()) - 1 for line in lines if line.startswith("roll ")]
    if "dice" in expect and dice != expect["dice"]:
        yield f"dice are {dice}, expected {expect['dice']}"
    if "asks" in expect and pending_text(battle) != expect["asks"]:
        yield f"pending is {pending_text(battle)!r}, expected {expect['asks']!r}"
    cited = {rule for happened in battle.events[len(start.events) :] for rule in happened.rules}
    for id in expect.get("cites", ()):
        if id not in cited:
            yield f"the log does not cite {id}; it cites {', '.join(sorted(cited))}"
