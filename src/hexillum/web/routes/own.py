"""What can be asked about battles that people lay out: to check one, to keep and share it, and whether it is fair."""

from __future__ import annotations

import re
from typing import Annotated, Final

from fastapi import FastAPI, Request, Response
from fastapi import Path as InPath

from ...battle import scenarios
from ...battle.scenarios import Scenario
from ...battle.view_types import pair
from .. import wire
from ..asking import Host, Json, Tokens
from ..limits import Limits, neighbourhood
from ..messages import CheckScenario, JudgeScenario, KeepScenario, Refused
from ..own_battles import Examined, drawn, examined, right, set_up_digest, told, workshop
from ..store import About, Full, Own
from ..table import digest
from ..tables import OpenTables
from ..workers import Whose, while_there

_KEY: Final = re.compile(r"[A-Za-z0-9_-]{32,80}")
Id = Annotated[str, InPath(pattern=r"^[0-9a-f]{32}$", description="The id of a battle of somebody's own.")]


def add_own(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    """Add the addresses of battles of people's own."""
    _drawing(app, tables, limits)
    _keeping(app, tables, limits)


def _drawing(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    @app.get("/api/workshop", tags=["own battles"], response_model=wire.Workshop)
    async def shop() -> Response:
        """What a battle can be laid out with, beside the tables of the catalogue."""
        return Json(workshop())

    @app.get("/api/battles/{id}/plan", tags=["own battles"], response_model=wire.ScenarioChecked)
    async def plan(id: Annotated[str, InPath(max_length=60)]) -> Response:
        """A battle of the library as it is laid out, to begin one's own with."""
        if id not in scenarios.playable():  # a name is no file
            raise Refused("no_battle", f"there is no battle {id!r}: see the library for those there are", status=404)
        return Json(told(examined(scenarios.scenario_text(scenarios.load_scenario(id)))))

    @app.post("/api/scenarios/check", tags=["own battles"], response_model=wire.ScenarioChecked)
    async def check(wish: CheckScenario, host: Host, request: Request) -> Response:
        """Whether a battle is right, with all that is wrong in the words of `hexillum scenarios check`."""
        limits.address("question", host)
        if (wish.draft is None) == (wish.text is None):
            raise Refused("wrong_choice", "name one thing to check: draft or text", status=422)
        text = wish.text if wish.draft is None else drawn(wish.draft)
        return Json(told(await while_there(request.receive, tables.questions.examined(text or "", _whose(host)))))

    @app.post("/api/scenarios/fairness", tags=["own battles"], response_model=wire.Fairness)
    async def fairness(wish: JudgeScenario, host: Host, request: Request) -> Response:
        """Play some more battles of a hundred, and say how they went so far; ask again until all are played."""
        limits.address("question", host)
        if wish.play:
            limits.address("fairness", host, 0.0)
        found = right(await tables.questions.examined(wish.text, _whose(host)))
        plan = _plan(found)
        judging = tables.judges.judge(
            plan, found.text, set_up_digest(plan), tables.store.own_battles, Whose(neighbourhood(host)), wish.play
        )
        said, seconds = await while_there(request.receive, judging)
        limits.owe("fairness", host, seconds)
        return Json(said)


def _keeping(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    async def right_one(text: str, host: str, request: Request) -> Examined:
        limits.address("scenario", host)
        return right(await while_there(request.receive, tables.questions.examined(text, _whose(host))))

    @app.get("/api/scenarios", tags=["own battles"], response_model=list[wire.OwnBattleCard])
    async def mine(tokens: Tokens) -> Response:
        """The battles that the key of who asks has kept, the latest first."""
        return Json([_card(one) for one in await tables.store.own_battles.of(_owner(tokens))])

    @app.post("/api/scenarios", tags=["own battles"], response_model=wire.OwnBattle, status_code=201)
    async def keep(wish: KeepScenario, tokens: Tokens, host: Host, request: Request) -> Response:
        """Keep a battle for a key of one's own; whoever has its id can read it, and nobody else changes it."""
        owner = _owner(tokens)
        found = await right_one(wish.text, host, request)
        try:
            id = await tables.store.own_battles.keep(owner, found.text, _about(_plan(found)))
        except Full as error:
            raise Refused("full", str(error)) from None
        return Json(await _one(tables, id, owner), status_code=201)

    @app.get("/api/scenarios/{id}", tags=["own battles"], response_model=wire.OwnBattle)
    async def one(id: Id, tokens: Tokens) -> Response:
        """A battle that somebody has laid out, for everybody who has its id."""
        return Json(await _one(tables, id, _owner(tokens) if tokens else ""))

    @app.put("/api/scenarios/{id}", tags=["own battles"], response_model=wire.OwnBattle)
    async def change(id: Id, wish: KeepScenario, tokens: Tokens, host: Host, request: Request) -> Response:
        """Write a battle of one's own anew."""
        owner = _owner(tokens)
        found = await right_one(wish.text, host, request)
        if not await tables.store.own_battles.change(id, owner, found.text, _about(_plan(found))):
            raise _not_yours()
        return Json(await _one(tables, id, owner))

    @app.delete("/api/scenarios/{id}", tags=["own battles"], response_model=list[wire.OwnBattleCard])
    async def forget(id: Id, tokens: Tokens, host: Host) -> Response:
        """Take a battle of one's own away; the answer is what is left. Games that were begun on it go on."""
        owner = _owner(tokens)
        limits.address("command", host)
        if not await tables.store.own_battles.forget(id, owner):
            raise _not_yours()
        return Json([_card(one) for one in await tables.store.own_battles.of(owner)])


async def _one(tables: OpenTables, id: str, owner: str) -> wire.OwnBattle:
    found = await tables.store.own_battles.one(id)
    if found is None:
        raise Refused("no_battle", "there is no such battle: the link is wrong or the battle is gone", status=404)
    yours = bool(owner) and await tables.store.own_battles.is_of(id, owner)
    return {"id": found.id, "text": found.text, "yours": yours, "changed_at": found.changed_at}


def _not_yours() -> Refused:
    return Refused("not_yours", "this battle is gone, or another key's: save it as one of your own", status=403)


def _owner(tokens: tuple[str, ...]) -> str:
    """The digest of the key that a request brings. Raises Refused without one."""
    if len(tokens) != 1 or not _KEY.fullmatch(tokens[0]):
        words = "expected: Authorization: Bearer KEY, a key of your own of 32 to 80 letters, figures, - and _"
        raise Refused("wrong_token", words, status=401)
    return digest(tokens[0])


def _whose(host: str) -> Whose:
    return Whose(f"scenarios of {neighbourhood(host)}")


def _plan(found: Examined) -> Scenario:
    assert found.plan is not None  # it is right
    return found.plan


def _about(plan: Scenario) -> About:
    return About(plan.name, plan.year_text, plan.edition, plan.top.name, plan.bottom.name)


def _card(one: Own) -> wire.OwnBattleCard:
    about = one.about
    return {
        "id": one.id,
        "name": about.name,
        "year_text": about.year_text,
        "edition": about.edition,
        "armies": pair(about.top, about.bottom),
        "changed_at": one.changed_at,
    }
