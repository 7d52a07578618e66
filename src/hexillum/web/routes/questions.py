"""What people ask about a table without doing anything at it: why not, what threatens, what are the odds."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final

from fastapi import FastAPI, Query, Request, Response

from ...battle.door import Battle, IllegalChoice
from ...battle.lines import BadLine, read_line
from ...core import ask
from ...explain import refusal
from ...notation.script import play_line
from ...odds.preview import threats
from .. import wire
from ..asking import Host, Json, Tokens
from ..limits import Limits
from ..messages import Refused, Why
from ..table import Table
from ..tables import OpenTables
from ..workers import while_there
from .coming import Game, asked

HEX: Final = r"^[A-Na-n][0-9]{1,2}$"
AttackHex = Annotated[str | None, Query(alias="from", pattern=HEX, description="The hex of the unit that attacks.")]
TargetHex = Annotated[str | None, Query(pattern=HEX, description="The hex of its target.")]


def add_questions(app: FastAPI, tables: OpenTables, limits: Limits) -> None:
    """Add the addresses of questions."""
    come = partial(asked, tables, limits)

    @app.post("/api/games/{game}/why", tags=["games"], response_model=wire.Explained)
    async def why(game: Game, wish: Why, tokens: Tokens, host: Host) -> Response:
        """Why a line of the notation is not possible now."""
        table, seats = await come(host, game, tokens)
        return Json(why_not(table, seats, wish.line))

    @app.get("/api/games/{game}/threats", tags=["games"], response_model=list[wire.Threatened])
    async def threat(game: Game, tokens: Tokens, host: Host) -> Response:
        """For every piece, the enemy units that could come at it in their next turn."""
        table, _ = await come(host, game, tokens)
        return Json([one for side in (0, 1) for one in threats(table.game.battle.state, side)])

    @app.get("/api/games/{game}/odds", tags=["games"], response_model=wire.OddsSheet)
    async def odds(
        game: Game,
        tokens: Tokens,
        host: Host,
        request: Request,
        from_: AttackHex = None,
        to: TargetHex = None,
        exact: bool = False,
    ) -> Response:
        """What one piece's attack on another would be and lead to; without hexes the battle that is being fought."""
        table, seats = await come(host, game, tokens)
        return Json(await while_there(request.receive, tables.odds(table, from_, to, exact, seats)))


def why_not(table: Table, seats: frozenset[int], line: str) -> wire.Explained:
    """Why a line is not possible now for who holds the seats, without what he must not know. Raises Refused."""
    battle = table.game.battle
    try:
        read = read_line(line, battle.state.rows)
    except BadLine as error:
        raise Refused("unreadable", str(error), status=422) from None
    if battle.over or battle.state.who not in seats:
        waits = "the battle is over" if battle.over else f"it is {battle.prompt()}"
        return {"legal": False, "why": waits, "rules": []}
    trial = battle.copy()
    for side in {0, 1} - seats:
        _hide_hand(trial, side)
    try:
        play_line(trial, line)
    except IllegalChoice as error:
        found = refusal(trial, read, line) if not error.rules else error
        return {"legal": False, "why": found.why, "rules": list(found.rules)}
    except ValueError as error:
        return {"legal": False, "why": str(error), "rules": []}
    return {"legal": True, "why": "", "rules": []}


def _hide_hand(trial: Battle, side: int) -> None:
    """Take a side's cards into the deck: whether it could answer with one must not be told."""
    s = trial.state
    for card in range(ask.MOST_CARDS):
        s.deck[card] += s.hand[ask.MOST_CARDS * side + card]
        s.hand[ask.MOST_CARDS * side + card] = 0
