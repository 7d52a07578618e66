"""The end of a battle in words and figures: its banners, the roll that decided it, its best unit, what comes next."""

from __future__ import annotations

from typing import Final

from ..battle import scenarios, stories
from ..battle.armies import Scenario, leaders_by_number
from ..battle.view_types import SIDES, SideWord
from ..core import event
from ..core.kinds import KINDS
from ..core.state import DRAWN
from ..odds.account import Account, Rolled
from . import library, wire
from .game import Game

#: How rare a roll must be for its chance to be told as one in so many.
RARE: Final = 0.34


def ending(game: Game, told: Account) -> wire.Ending:
    """What is told of a battle that is over, by the account of its dice."""
    battle = game.battle
    s, plan = battle.state, battle.scenario
    winner = None if s.outcome == DRAWN else int(s.outcome)
    decisive = told.decisive(winner)
    top, bottom = (one.as_dict() for one in told.luck)
    own = game.opening.battle if game.opening.battle in scenarios.names() else ""
    return {
        "turns": s.turn + 1,
        "goals": {"top": s.goal[0], "bottom": s.goal[1]},
        "banners": banners(game),
        "headline": headline(plan, winner),
        "decisive": None if decisive is None else _decisive(game, decisive),
        "best": _best(game, told),
        "luck": {"top": top, "bottom": bottom},  # type: ignore[typeddict-item]
        "history": library.story(own) if own else None,
        "next": library.next_battle(own) if own else None,
    }


def banners(game: Game) -> list[wire.BannerStep]:
    """How the banners of both sides came, and went: each change with the turn in which it was."""
    out: list[wire.BannerStep] = []
    turn = 1
    for happened, moment in zip(game.battle.events, game.born, strict=True):
        if happened.kind == event.TURN:
            turn = happened.b + 1
        elif happened.kind in (event.BANNER, event.LOST_GROUND):
            out.append({"turn": turn, "moment": moment, "side": SIDES[happened.a], "banners": happened.b})
    return out


def headline(plan: Scenario | None, winner: int | None) -> str:
    """What it means that a side has won, where the story of its battle says so; else whose victory it is.

    >>> headline(scenarios.load_scenario("akragas"), 1)
    'Akragas is relieved'
    >>> headline(None, 0), headline(None, None)
    ('Victory of the top side', 'Nobody has won')
    """
    if winner is None:
        return "Nobody has won"
    if plan is None:
        return f"Victory of the {SIDES[winner]} side"
    told = stories.story(plan.id) if scenarios.is_built_in(plan) else None
    if told is None:
        return f"{(plan.top, plan.bottom)[winner].name} victory"
    return told.headlines[SIDES[1 - winner if plan.swapped else winner]]


def _decisive(game: Game, roll: Rolled) -> wire.DecisiveRoll:
    gains = roll.side if roll.swing > 0 else 1 - roll.side
    return {"moment": roll.moment, "turn": roll.turn, "side": SIDES[gains], "words": roll_words(game, roll)}


def roll_words(game: Game, roll: Rolled) -> str:
    """A roll against what it promised, in two sentences."""
    units = game.battle.state.units
    who, whom = (KINDS[units[unit].kind].name for unit in (roll.unit, roll.foe))
    dice = _many(roll.dice, "die", "dice")
    what = f"{_army(game, roll.side)} {who} at {roll.hex} rolled {dice} at {whom} {roll.foe_hex}"
    took = "took nothing" if not roll.taken else f"took {_many(roll.taken, 'block')}"
    if roll.killed:
        took = f"destroyed it, taking {_many(roll.taken, 'block')}"
    chance, much = (roll.as_good, "much") if roll.swing > 0 else (roll.as_bad, "little")
    rare = f"; one such roll in {round(1 / chance)} does as {much}" if chance < RARE else ""
    return f"{what} and {took}. {roll.expected:.1f} blocks were to be expected{rare}."


def _many(count: int, one: str, more: str = "") -> str:
    return f"{count} {one if count == 1 else more or one + 's'}"


def _army(game: Game, side: int) -> str:
    plan = game.battle.scenario
    return (plan.top, plan.bottom)[side].name if plan else ("Top", "Bottom")[side]


def _best(game: Game, told: Account) -> wire.BestUnit | None:
    found = told.best_unit()
    if found is None:
        return None
    unit, rolls = found
    now, first = game.battle.state.units[unit], game.battle.first_state
    taken, killed, lost = sum(one.taken for one in rolls), sum(one.killed for one in rolls), now.full - now.blocks
    side: SideWord = SIDES[now.side]
    names = leaders_by_number(game.battle.scenario) if game.battle.scenario else {}
    with_it = [
        names.get(k, "")
        for k, leader in enumerate(first.leaders)
        if leader.hex == first.units[unit].hex and leader.side == now.side and names.get(k)
    ]
    name = KINDS[now.kind].name + (f" of {with_it[0]}" if with_it else "")
    destroyed = f", {_many(killed, 'unit')} destroyed" if killed else ""
    own = f"{lost} lost" if lost else "none lost"
    return {
        "side": side,
        "kind": KINDS[now.kind].key,
        "name": name,
        "words": f"{_many(taken, 'block')} struck{destroyed}, {own}{'' if now.blocks else ': it fell itself'}.",
    }
