"""A plan step by step, as a page draws it: what each of its answers brings about, and the pieces after it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from ..battle.view import board_view
from . import wire
from .entries import Entry
from .game import Game
from .show import happenings, option

STEPS_MOST = 40  # of a plan that is shown: the longest turns have some thirty answers


async def steps_of(game: Game, side: int, answers: Sequence[int], eyes: int | None) -> list[wire.PlanStep]:
    """The steps of a side's plan from a moment on, up to dice, a draw, the other side or an answer not offered.

    `eyes` are those that look on. The game stays as it is, and others have their turn between two steps.
    """
    steps: list[wire.PlanStep] = []
    for number in answers[:STEPS_MOST]:
        battle = game.battle
        offered = {} if battle.over or battle.state.who != side else {one.number: one.text for one in battle.options}
        if number not in offered:
            break
        told = option(battle, number, offered[number])
        after = game.after([Entry("answer", side, (number,))])
        seen = board_view(after.battle.state)
        steps.append(
            {
                "number": number,
                "words": told["label"] or told["text"],
                "happened": happenings(after, eyes, len(battle.events)),
                "units": seen["units"],
                "leaders": seen["leaders"],
            }
        )
        game = after
        await asyncio.sleep(0)
    return steps
