"""Lessons at the server: nothing is kept of who learns; what was chosen comes with each question."""

from __future__ import annotations

from functools import cache
from typing import Final, cast

from ..battle.door import Battle, IllegalChoice
from ..battle.lines import BadLine, read_line
from ..battle.view import board_view
from ..battle.view_types import SIDES, pair
from ..core import rulebook
from ..explain import refusal
from ..notation import diagrams as drawn
from ..notation import first_battle as coach
from ..notation import lessons
from ..notation.script import play_line
from . import wire
from .analysis import of_record
from .game import Game
from .messages import Learn, Refused
from .show import show

LEARNER: Final = 1  # the bottom side
_SEAT: Final[wire.Seat] = {"player": "person", "name": "", "present": True}


@cache
def cards() -> list[wire.LessonCard]:
    """All lessons in their order.

    >>> cards()[0]["title"]
    'Ranged combat'
    """
    return [_card(one) for one in lessons.lessons().values()]


def _card(one: lessons.Lesson) -> wire.LessonCard:
    return {
        "id": one.id,
        "number": one.number,
        "title": one.title,
        "edition": one.edition,
        "about": one.about,
        "steps": len(one.steps),
        "chapters": list(dict.fromkeys(rulebook.rule(id).chapter for id in one.rules)),
        "rules": list(one.rules),
        "position": board_view(lessons.begin(one, []).state),
    }


def moment(id: str, wish: Learn) -> wire.LessonMoment:
    """The question of a lesson after earlier choices or, with answers, what came of them.

    Raises Refused for a lesson and choices that there are not, IllegalChoice for an answer that is not offered.

    >>> moment("evade", Learn())["view"]["decision"]["word"]
    'evade'
    """
    one, start = _at(id, wish)
    step = one.steps[len(wish.chosen)]
    said: wire.Said | None = None
    after = start
    if wish.answers:
        done, after = lessons.chosen_by(start, wish.answers, stop=wish.then_stop)
        verdict = lessons.judge(step, start, done)
        if verdict.choice is not None:
            choice = step.choices[verdict.choice]
            after = start.copy()
            lessons.play_lines(after, (choice.line, *choice.then))
            said = {
                "kind": "chosen",
                "choice": verdict.choice,
                "good": choice.good,
                "again": choice.again,
                "told": choice.told,
                "rules": cited(choice.rules),
            }
        else:
            kept = after if verdict.open else start
            said = {
                "kind": "open" if verdict.open else "other",
                "choice": None,
                "good": False,
                "again": not verdict.open,
                "told": "" if verdict.open else step.other,
                "rules": [],
            }
            after = kept
    ends = said is not None and said["kind"] == "chosen" and len(wish.chosen) + 1 == len(one.steps)
    return {
        "id": one.id,
        "title": one.title,
        "step": len(wish.chosen),
        "steps": len(one.steps),
        "ask": step.ask,
        "hint": step.hint,
        "notice": [{"words": words, "hexes": list(hexes)} for words, hexes in zip(step.notice, step.look, strict=True)],
        "view": _shown(one, after),
        "said": said,
        "remember": list(one.remember) if ends else [],
    }


def why(id: str, wish: Learn, line: str) -> wire.Explained:
    """Why a line is not possible at a question of a lesson. Raises Refused."""
    _, battle = _at(id, wish)
    try:
        read = read_line(line, battle.state.rows)
    except BadLine as error:
        raise Refused("unreadable", str(error), status=422) from None
    try:
        play_line(battle, line)
    except IllegalChoice as error:
        found = refusal(battle, read, line) if not error.rules else error
        return {"legal": False, "why": found.why, "rules": list(found.rules)}
    except ValueError as error:
        return {"legal": False, "why": str(error), "rules": []}
    return {"legal": True, "why": "", "rules": []}


def _at(id: str, wish: Learn) -> tuple[lessons.Lesson, Battle]:
    try:
        one = lessons.lesson(id)
    except lessons.UnknownLesson as error:
        raise Refused("no_lesson", str(error), status=404) from None
    try:
        return one, lessons.begin(one, wish.chosen).copy()
    except ValueError as error:
        raise Refused("no_moment", str(error), status=422) from None


def cited(ids: tuple[str, ...]) -> list[wire.Cited]:
    """Rules with the titles of their chapters.

    >>> cited(("EV-05",))[0]["chapter"]
    'Evade'
    """
    return [{"id": id, "chapter": rulebook.rule(id).chapter, "text": rulebook.rule(id).text} for id in ids]


def _shown(one: lessons.Lesson, battle: Battle) -> wire.Shown:
    opening, entries = of_record(battle)
    game = Game("", opening, b"", ["person", "person"])
    game.fold(entries)
    shown = show(game, LEARNER, (LEARNER,), seats=pair(_SEAT, _SEAT))
    return {**shown, "title": one.title}


@cache
def first_battle() -> wire.FirstBattle:
    """What a first battle is, and what the coach says at it.

    >>> first_battle()["battle"]
    'akragas'
    """
    told = coach.first_battle()
    return {
        "battle": told.battle,
        "seat": SIDES[told.seat],
        "opponent": told.opponent,
        "seed": told.seed,
        "prompts": [
            {
                "asked": one.asked,
                "happened": one.happened,
                "cites": list(one.cites),
                "by": one.by,
                "lights": [cast(wire.Light, light) for light in one.lights],
                "title": one.title,
                "text": one.text,
                "hint": one.hint,
                "rules": cited(one.rules),
            }
            for one in told.prompts
        ],
    }


@cache
def diagrams() -> list[wire.RuleDiagram]:
    """The diagrams of the rules, a small position for each chapter.

    >>> diagrams()[0]["chapter"]
    'TURN'
    """
    return [
        {
            "chapter": one.chapter,
            "edition": one.edition,
            "caption": one.caption,
            "marks": list(one.marks),
            "arrows": [cast(wire.Way, {"kind": way.kind, "start": way.start, "to": way.to}) for way in one.arrows],
            "position": board_view(one.start.state),
        }
        for one in drawn.diagrams().values()
    ]
