"""What a seat says beforehand."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ...battle.view_types import SideWord
from . import Wire


class StandingOrders(Wire):
    """What a seat answers beforehand to questions of the other side's turn; "ask" leaves it open.

    `evade` where fewer own blocks are lost on average ("loss"), or where own losses less the enemy's are fewer
    ("balance"); `strike` with First Strike where it eliminates the attacker or drives it back with `strike_chance`
    percent at least; `way` of a retreat or an evade beside most own units, or away from the enemy; `losses` who pays
    first where elephants run wild.
    """

    evade: Literal["ask", "always", "never", "loss", "balance"] = "ask"
    flags: Literal["ask", "all", "none"] = "ask"
    back: Literal["ask", "always", "never"] = "ask"
    parthian: Literal["ask", "always", "never"] = "ask"
    strike: Literal["ask", "never", "chance"] = "ask"
    strike_chance: Annotated[int, Field(ge=1, le=99)] = 50
    ambush: Literal["ask", "never"] = "ask"
    tokens: Literal["ask", "never"] = "ask"
    way: Literal["ask", "support", "away"] = "ask"
    leader: Literal["ask", "join"] = "ask"
    losses: Literal["ask", "theirs", "own"] = "ask"


class GiveOrders(Wire):
    """The standing answers of a seat, in place of those that it had."""

    seat: SideWord
    orders: StandingOrders
