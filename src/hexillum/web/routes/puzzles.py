"""Puzzles: the list, a puzzle after some answers, and what is said of a plan once it is made."""

from __future__ import annotations

from typing import Annotated, Final

from fastapi import FastAPI, Request, Response
from fastapi import Path as InPath

from .. import puzzles, wire
from ..asking import Host, Json
from ..limits import Limits, neighbourhood
from ..messages import Solve
from ..tables import OpenTables
from ..workers import Whose, while_there

COST: Final = 1.5  # seconds of a processor that a verdict takes, about


def add_puzzles(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    """Add the addresses of puzzles."""

    @app.get("/api/puzzles", tags=["puzzles"], response_model=wire.Puzzles)
    async def all_puzzles() -> Response:
        """All puzzles, the easiest first, and which is that of today."""
        return Json(puzzles.all_puzzles())

    @app.post("/api/puzzles/{id}", tags=["puzzles"], response_model=wire.PuzzleMoment)
    async def solve(id: Annotated[str, InPath(max_length=60)], wish: Solve, host: Host, request: Request) -> Response:
        """A puzzle after some answers; once a plan is made, or given up, with the verdict and the answer."""
        limits.address("question", host)
        one = puzzles.puzzle(id)
        moment = puzzles.moment(one, wish)
        if not (wish.give_up or moment["over"]):
            return Json(moment)
        limits.address("fairness", host, 0.0)
        whose = Whose(neighbourhood(host))
        if wish.give_up:
            why = await while_there(request.receive, tables.judges.why_of_puzzle(id, whose))
            limits.owe("fairness", host, COST)
            return Json({**moment, "verdict": puzzles.told(one, None, why)})
        found = await while_there(request.receive, tables.judges.of_puzzle(id, moment["answers"], whose))
        limits.owe("fairness", host, COST)
        return Json({**moment, "verdict": puzzles.told(one, found, found.why)})
