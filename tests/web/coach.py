"""Reviews that the tests make up: of the right shape and exact sums, without a single battle played on."""

from __future__ import annotations

import random
import time
from typing import Any

from hexillum.battle.view_types import SIDES
from hexillum.core import ask, event
from hexillum.web.reviewing import WHOLE, Order, Part, battle_of

GRAIN = 2**16


def made_up(order: Order, part: float = 1.0) -> dict[str, Any]:
    """A review of a battle, or the first part of it."""
    battle = battle_of(order)
    starts = [one for one in battle.events if one.kind == event.TURN]
    dice = random.Random(len(battle.choices))
    known = max(1, round(part * len(starts)))
    chance = GRAIN // 2
    turns: list[dict[str, Any]] = []
    curve: list[dict[str, Any]] = []
    index = 12
    for number, start in enumerate(starts, 1):
        curve.append({"turn": number, "chance": chance / GRAIN, "error": 0.04})
        if number > known:
            chance = min(GRAIN, max(0, chance + dice.randrange(-6000, 6000)))
            continue
        parts = [dice.randrange(-5000, 5000) for _ in range(4)]
        after = min(GRAIN, max(0, chance + sum(parts)))
        if number == len(starts):
            after = {0: GRAIN, 1: 0}.get(battle.state.outcome, GRAIN // 2)
        parts[3] = after - chance - sum(parts[:3])
        side = SIDES[start.a]
        shares = [one / GRAIN for one in parts]
        moments = [{"index": index, "kind": "dice", "side": side, "before": chance / GRAIN, "after": after / GRAIN}]
        turns.append(
            {
                "turn": number,
                "side": side,
                "index": index,
                "before": chance / GRAIN,
                "after": after / GRAIN,
                "luck": shares[0] + shares[1],
                "decisions": shares[2] + shares[3],
                "dice": shares[0],
                "cards": shares[1],
                "own": shares[2],
                "other": shares[3],
                "given": abs(shares[2]),
                "errors": {"before": 0.04, "after": 0.04},
                "moments": moments,
            }
        )
        chance = after
        index += 4
    luck = sum(turn["luck"] for turn in turns)
    mistakes = [mistake_of(battle)] if part == 1 else []
    worst = [
        {"turn": 1, "index": one["index"], "side": one["side"], "kind": "choice", "change": -0.1} for one in mistakes
    ]
    return {
        "format": "hexillum-review 1",
        "hexillum": "0",
        "rules": "0",
        "record": "0",
        "battle": "a battle",
        "players": {"top": "top", "bottom": "bottom"},
        "playouts": 64,
        "seed": 1,
        "finished": True,
        "complete": part == 1,
        "start": 0.5,
        "turns": turns,
        "result": turns[-1]["after"],
        "mistakes": mistakes,
        "totals": {
            "luck": {"top": luck, "bottom": -luck},
            "given": {"top": 0.021, "bottom": 0.034},
            "best": {"turn": 1, "index": 14, "side": "top", "kind": "dice", "change": 0.12},
            "worst": worst[0] if worst else None,
        },
        "curve": curve,
        "notes": [],
        "kept": {"worths": [], "judged": []},
    }


def mistake_of(battle: Any) -> dict[str, Any]:
    """The first choice of a card as a mistake, with another card and what it orders as the better plan."""
    replay = type(battle).of_state(battle.first_state)
    for number, made in enumerate(battle.choices):
        s = replay.state
        if s.question == ask.CARD and len(replay.numbers()) > 2:
            side, other = s.who, next(one for one in reversed(replay.numbers()) if one not in (made, ask.DONE))
            better = []
            replay.choose(other)
            words = ["card other"]
            better.append({"answer": other, "text": words[0]})
            while replay.state.who == side and not replay.over and replay.state.question != ask.BATTLE:
                option = replay.options[-1]  # the first one would end orders and moves
                choice = option.number
                better.append({"answer": choice, "text": option.text})
                replay.choose(choice)
            return {
                "turn": 1,
                "side": SIDES[side],
                "index": number,
                "given": 0.1,
                "error": 0.02,
                "chance": 0.45,
                "best_chance": 0.55,
                "played": ["card this"],
                "better": better,
                "better_lines": words,
                "why": ["It leaves E6 open to three units: 41 % to lose it."],
            }
        replay.choose(made)
    raise AssertionError("nobody chose a card")


_parts: dict[str, float] = {}


def review_some(order: Order, kept: str, seconds: float) -> Part:
    """A review in three parts."""
    part = _parts[order.game] = _parts.get(order.game, 0.0) + 0.34
    part = min(1.0, part)
    return Part(made_up(order, part), round(WHOLE * part), "making it up", ended=part == 1)


def review_slowly(order: Order, kept: str, seconds: float) -> Part:
    """A review that has something at once, and does not come to its end."""
    time.sleep(0.3)
    return Part(made_up(order, 0.4), round(WHOLE * 0.4), "making it up", ended=False)


def fail(order: Order, kept: str, seconds: float) -> Part:
    """A review that comes to nothing."""
    raise RuntimeError("no")
