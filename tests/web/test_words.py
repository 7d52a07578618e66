"""Texts that people read at the table: no slips of number, no words of scripts, no numbers that mean something else."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from random import Random

import pytest

from hexillum.battle.door import Battle
from hexillum.battle.scenarios import load_scenario, names
from hexillum.battle.view_types import SIDES, pair
from hexillum.battle.words import order_of_battle, special_rules
from hexillum.core import ask, event
from hexillum.core.cards import CARDS
from hexillum.core.kinds import KINDS
from hexillum.core.terrain import TERRAINS
from hexillum.web.catalogue import catalogue
from hexillum.web.entries import Opening
from hexillum.web.game import Game
from hexillum.web.library import battle_page
from hexillum.web.messages import Answer
from hexillum.web.show import happenings, option, show
from hexillum.web.wire import Seat, Sections
from hexillum.web.words import FOR_THE_TURN, prompt
from tests.kit.support import rule

TURNS = 16
_MANY = "dice|hexes|blocks|flags|swords|cards|banners|units|leaders|tokens|circles|triangles|squares|orders"
_ONE = "die|hex|block|flag|sword|card|banner|unit|leader|token|circle|triangle|square|order"
SLIPS = {
    "one of many": re.compile(rf"(?<![\d-])1 (?:\w+ )?(?:{_MANY})\b"),
    "many of one": re.compile(rf"(?<![\d-])(?:[02-9]|\d\d+) (?:{_ONE})\b(?! or)"),
    "a word twice": re.compile(r"\b([a-z]+)[.:,]? \1\b", re.IGNORECASE),
    "a number for all": re.compile(r"\b99\b"),
    "times": re.compile(r"\d x [a-z]"),
    "a count behind its word": re.compile(r"\w: \d+(?:$|,)|, (?:left|dice|hexes|now): "),
    "a mark in the text": re.compile(r"\(provisional"),
    "another spelling": re.compile(r"\bcentre\b", re.IGNORECASE),
    "two genitives": re.compile(r"s's\b"),
    "who is only a hex": re.compile(r"^(?:Move )?[A-K]\d+ (?!leader)[a-z]"),
}
KEYS = {key for key in [*(k.key for k in KINDS), *(c.key for c in CARDS), *(t.key for t in TERRAINS)] if "-" in key}


def slips(words: str) -> list[str]:
    """What is wrong with a text, by the names above."""
    found = [name for name, form in SLIPS.items() if form.search(words)]
    return found + [f"a word of scripts: {key}" for key in re.findall(r"[a-z]+(?:-[a-z]+)+", words) if key in KEYS]


@pytest.mark.parametrize(
    "words",
    [
        "Ignores 99 crossed swords in close combat.",
        "4 heavy-infantry",
        "Forest. Forest: everybody stops on entering.",
        "B10 advances to B11",
        "Order 2 left (provisional: CARD-26)",
        "1 x flag",
        "CENTRE you 3",
        "Move E5 further",
        "Heavy Infantry E5 loses blocks: 1, left: 3",
        "Romans's unit at E5 is eliminated",
        "Roman rolls 1 dice for the card",
    ],
)
def test_the_search_finds_what_was_wrong_once(words: str) -> None:
    assert slips(words)


def played(name: str) -> Iterator[Battle]:
    """The moments of a battle between players who answer at random."""
    battle = Battle.start(name, seed=len(name))
    rng = Random(name)
    while not battle.over and battle.state.turn < TURNS:
        yield battle
        if battle.state.who == ask.CHANCE:
            battle.throw()
        else:
            battle.choose(rng.choice(battle.numbers()))


@pytest.mark.parametrize("name", names())
def test_what_is_told_and_asked_in_a_random_battle_reads_well(name: str) -> None:
    texts: set[str] = set()
    battle = None
    for battle in played(name):
        texts.update(prompt(battle))
        if battle.state.who != ask.CHANCE:
            for one in battle.options:
                shown = option(battle, one.number, one.text)
                texts |= {shown["label"], shown["words"]}
    assert battle is not None
    plan = battle.scenario
    assert plan is not None
    for happened in battle.events:
        for side in (0, 1, None):
            texts.add(happened.words_for(side, (plan.top.name, plan.bottom.name)))
    assert {words: slips(words) for words in texts if slips(words)} == {}


@pytest.mark.parametrize("name", names())
def test_the_page_of_a_battle_reads_well(name: str) -> None:
    page = battle_page(name)
    texts = [*page["order_of_battle"]["top"], *page["order_of_battle"]["bottom"], *page["special_rules"]]
    assert {words: slips(words) for words in texts if slips(words)} == {}


def test_the_catalogue_reads_well() -> None:
    texts: list[str] = []
    for tables in catalogue()["tables"].values():
        for kind in tables["kinds"].values():
            texts += [kind["name"], *kind["words"]]
        for card in tables["cards"].values():
            texts += [card["name"], card["words"]]
            assert bool(card["doubt"]) == card["provisional"]
        for ground in tables["terrains"].values():
            texts.append(f"{ground['name']}. {ground['words'][0]}")
    texts += [player["words"] for player in catalogue()["players"]] + list(FOR_THE_TURN.values())
    assert {words: slips(words) for words in texts if slips(words)} == {}


def test_a_terrain_does_not_say_its_name_twice() -> None:
    forest = catalogue()["tables"]["ancients"]["terrains"]["forest"]
    assert (forest["name"], forest["words"][0][:9]) == ("Forest", "Everybody")


def test_a_card_of_command_counts_its_orders() -> None:
    card = catalogue()["tables"]["medieval"]["cards"]["order-command-left"]
    assert (card["words"][:10], card["sections"]) == ("Up to 5 un", {"left": 5})


def test_levels_for_people_come_first_and_yardsticks_are_told_apart() -> None:
    listed = catalogue()["players"]
    assert [one["name"] for one in listed if one["for_people"]] == [
        *("recruit", "decurion", "centurion", "tribune", "consul")
    ]
    assert [one["name"] for one in listed if not one["for_people"]] == ["greedy", "random", "quick"]


@rule("SCEN-10")
def test_who_waits_off_the_board_is_counted_in_words() -> None:
    told = order_of_battle(load_scenario("trebbia"), "top")
    assert told[-1] == "off the board: 2 warriors, 1 medium cavalry, Mago"
    assert order_of_battle(load_scenario("trebbia"), "top", keys=True)[0] == "3 light-sling"
    assert special_rules(load_scenario("crimissos"))[0].startswith("Marked sacred band")


@rule("MA-05")
def test_who_rides_on_is_named() -> None:
    """The log of scripts knows only the hex, where the unit has not yet been put down."""
    told = [
        (happened.text, happened.words_for(None, ("Roman", "Punic")))
        for name in names()
        for happened in _events(name)
        if happened.kind == event.ADVANCED and happened.c == 1
    ]
    assert told
    assert all(re.match(r"[A-K]\d+ advances", text) and " rides on from " in words for text, words in told)


def _events(name: str) -> list[event.Event]:
    return deque(played(name), maxlen=1).pop().events


@rule("SCEN-01")
@pytest.mark.parametrize("name", ["akragas", "trasimenus"])
def test_a_card_says_for_ever_what_it_said_to_its_side_when_it_was_played(name: str) -> None:
    game = Game("x", Opening(battle=name), bytes(64), ["person", "person"])
    game.fold(game.opening_entries())
    rng = Random(name)
    seats = pair(*(Seat(player="person", name="", present=True) for _ in SIDES))
    said: dict[int, tuple[str, Sections]] = {}
    commands = set()
    while not game.battle.over and game.battle.state.turn < TURNS:
        side, of_card = int(game.battle.state.who), game.battle.state.question == ask.CARD
        game.fold(game.plan(side, Answer(do="answer", numbers=[rng.choice(game.battle.numbers())])))
        seen = show(game, None, (), seats=seats)
        commands.add((side, seen["command"][SIDES[side]]))
        if of_card and seen["card"]:
            no = max(one["no"] for one in seen["log"] if one["kind"] == "played")
            said[no] = (seen["card_words"], seen["card_sections"])
    told = {one["no"]: one["says"] for one in happenings(game, None) if one["card"]}
    assert len(commands) > 2 or name == "akragas", "a command has changed"
    assert {no: told[no] for no in said} == {no: {"words": w, "sections": s} for no, (w, s) in said.items()}
    assert len(said) > 10
    drawn = [one for one in happenings(game, 0) if one["kind"] == "drew"]
    assert all((one["says"] is not None) is (one["side"] == "top") for one in drawn), "the other's cards are hidden"
