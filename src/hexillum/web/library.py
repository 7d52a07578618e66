"""The library that the front end shows: the battles with what happened, the computer players, the rules."""

from __future__ import annotations

from functools import cache
from typing import cast

from ..battle import scenarios, stories
from ..battle.armies import leaders_by_number
from ..battle.deployment import state_of
from ..battle.human_results import result_of
from ..battle.kits import kits_of
from ..battle.own_rows import looks
from ..battle.scenarios import Scenario
from ..battle.view import board_view
from ..battle.view_types import SIDES, SideWord, pair
from ..battle.words import order_of_battle, special_rules
from ..core import rulebook
from ..core.editions import edition_named
from ..core.kinds import KINDS
from . import wire
from .catalogue import catalogue
from .roster import Roster
from .words import pieces


def players(own: Roster) -> list[wire.Player]:
    """The computer players of a server: those that come with Hexillum, and behind the levels those of its operator.

    >>> [one["name"] for one in players({}) if one["for_people"]]
    ['recruit', 'decurion', 'centurion', 'tribune', 'consul']
    """
    those = catalogue()["players"]
    mine: list[wire.Player] = [
        {"name": one.name, "words": one.words, "for_people": True, "own": True} for one in own.values()
    ]
    return [
        *(one for one in those if one["for_people"]),
        *mine,
        *(one for one in those if not one["for_people"]),
    ]


def _army(army: scenarios.Army) -> wire.Army:
    return {
        "name": army.name,
        "commander": army.commander,
        "command": army.command,
        "banners": army.banners,
        "tokens": army.tokens,
        "units": len(army.units),
    }


def _battle(plan: Scenario) -> wire.BattleCard:
    kinds = {kind.key: kind for kind in KINDS.among(plan.edition)}
    known = not (plan.reconstruction or plan.swapped)
    result = result_of(plan.edition, plan.number) if known else None
    people: wire.People | None = None
    if result:
        people = {
            "top": result.top,
            "bottom": result.bottom,
            "plays": result.plays,
            "spread": result.spread,
            "words": result.words(plan.top.name, plan.bottom.name),
        }
    return {
        "id": plan.id,
        "name": plan.name,
        "year": plan.year,
        "year_text": plan.year_text,
        "edition": plan.edition,
        "box": plan.box,
        "theatre": plan.theatre,
        "number": plan.number,
        "armies": pair(_army(plan.top), _army(plan.bottom)),
        "kits": kits_of(plan, plan.edition),
        "first": cast(SideWord, plan.first),
        "rows": edition_named(plan.edition).rows,
        "reconstruction": plan.reconstruction,
        "special": bool(special_rules(plan)),
        "people": people,
        "terrain": dict(plan.terrain),
        "units": [
            {
                "hex": unit.hex,
                "side": side,
                "symbol": cast(wire.Symbol, kinds[unit.kind].symbol),
                "kind": looks(kinds[unit.kind]),
            }
            for side, army in zip(SIDES, (plan.top, plan.bottom), strict=True)
            for unit in army.units
        ],
    }


@cache
def battles() -> list[wire.BattleCard]:
    """All battles of the library, by year.

    >>> len(battles()) >= 45
    True
    """
    return sorted(map(_battle, scenarios.scenarios()), key=lambda one: one["year"])


@cache
def battle_page(id: str) -> wire.BattlePage:
    """Everything about a battle. Raises UnknownScenario for a name that none has.

    >>> battle_page("akragas")["source"] != ""
    True
    """
    if id not in scenarios.playable():
        raise scenarios.UnknownScenario(f"there is no battle {id!r}: see the library for those that can be played")
    plan = scenarios.load_scenario(id)
    flexible = any(rule.name == "tactical-flexibility" for rule in plan.special_rules)
    switches = [name for name in edition_named(plan.edition).switches if name != "tactical_flexibility" or flexible]
    return {
        **_battle(plan),
        "story": story(id),
        "position": board_view(state_of(plan), leaders_by_number(plan)),
        "order_of_battle": pair(*(order_of_battle(plan, side) for side in SIDES)),
        "special_rules": special_rules(plan),
        "special_rules_pieces": [pieces(line) for line in special_rules(plan)],
        "notes": list(plan.notes),
        "notes_pieces": [pieces(line) for line in plan.notes],
        "source": plan.source,
        "switches": switches,
    }


def next_battle(id: str) -> wire.BattleCard | None:
    """The battle that comes after another of the library, by the numbers of its edition; the first after the last.

    >>> (next_battle("akragas") or {})["id"]
    'crimissos'
    """
    mine = next((one for one in battles() if one["id"] == id), None)
    if mine is None:
        return None
    of_edition = sorted((one for one in battles() if one["edition"] == mine["edition"]), key=lambda one: one["number"])
    at = of_edition.index(mine)
    return of_edition[(at + 1) % len(of_edition)]


def story(id: str) -> wire.Story | None:
    """What led to a battle of the library and what came of it; None where nobody has written it.

    >>> (story("akragas") or {})["winner"]
    'Syracusan'
    """
    told = stories.story(id)
    if told is None:
        return None
    plan = scenarios.load_scenario(id)
    names = pair(plan.top.name, plan.bottom.name)
    return {
        "battle": id,
        "name": plan.name,
        "year_text": plan.year_text,
        "armies": names,
        "briefing": list(told.briefing),
        "commanders": told.commanders,
        "phases": [
            {
                "title": phase.title,
                "text": phase.text,
                "arrows": [{"side": arrow.side, "path": list(arrow.path)} for arrow in phase.arrows],
                "hexes": list(phase.hexes),
            }
            for phase in told.phases
        ],
        "won": told.won,
        "winner": names[told.won] if told.won in ("top", "bottom") else None,
        "headlines": told.headlines,
        "afterwards": told.afterwards,
        "sources": list(told.sources),
    }


def rule(id: str) -> wire.Rule:
    """A rule of the book. Raises UnknownRule.

    >>> rule("rt-23")["chapter"]
    'Retreat'
    """
    return _rule(rulebook.rule(id))


@cache
def _rule(one: rulebook.Rule) -> wire.Rule:
    return {
        "id": one.id,
        "chapter": one.chapter,
        "text": one.text,
        "editions": list(one.editions),
        "sources": list(one.sources),
        "decision": one.decision,
        "see": list(one.see),
        "gap": one.gap,
        "conflict": list(one.conflict),
        "ruling": one.ruling,
        "provisional": one.provisional,
        "pieces": {"text": pieces(one.text), "gap": pieces(one.gap), "ruling": pieces(one.ruling)},
    }


def rules(words: str) -> list[wire.Rule]:
    """The rules that speak of some words; all of them without words.

    >>> len(rules("")) == len(rulebook.rules())
    True
    """
    found = rulebook.search(words) if words.strip() else rulebook.rules().values()
    return [_rule(one) for one in found]
