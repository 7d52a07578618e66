"""Learning by playing: the server keeps nothing of it, so that all that was chosen comes with each question."""

from __future__ import annotations

from typing import Annotated

from fastapi import FastAPI, Response
from fastapi import Path as InPath

from .. import lessons, wire
from ..asking import Host, Json
from ..limits import Limits
from ..messages import Learn, LearnWhy


def add_learning(app: FastAPI, limits: Limits) -> None:
    """Add the addresses of lessons and of the first battle."""

    @app.get("/api/lessons", tags=["lessons"], response_model=list[wire.LessonCard])
    async def all_lessons() -> Response:
        """The lessons in their order."""
        return Json(lessons.cards())

    @app.get("/api/first-battle", tags=["lessons"], response_model=wire.FirstBattle)
    async def first_battle() -> Response:
        """The battle to begin with, and what the coach says at it."""
        return Json(lessons.first_battle())

    @app.get("/api/diagrams", tags=["lessons"], response_model=list[wire.RuleDiagram])
    async def all_diagrams() -> Response:
        """A small position for each chapter of the rules."""
        return Json(lessons.diagrams())

    @app.post("/api/lessons/{id}", tags=["lessons"], response_model=wire.LessonMoment)
    async def lesson(id: Annotated[str, InPath(max_length=60)], wish: Learn, host: Host) -> Response:
        """A question of a lesson or, with answers, what the referee made of them and what there is to say."""
        limits.address("question", host)
        return Json(lessons.moment(id, wish))

    @app.post("/api/lessons/{id}/why", tags=["lessons"], response_model=wire.Explained)
    async def lesson_why(id: Annotated[str, InPath(max_length=60)], wish: LearnWhy, host: Host) -> Response:
        """Why a line of the notation is not possible at a question of a lesson."""
        limits.address("question", host)
        return Json(lessons.why(id, wish, wish.line))
