"""A person plays at the table with the mouse."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Server
from tests.browser.table import Table, ask, new


def seeded(page: Page, seed: int) -> None:
    """Whatever table the page opens: with the same cards and dice, and an opponent who is the same on every machine.

    (The tribune thinks a little differently where his thinking is compiled.)
    """

    def give(route: Route) -> None:
        wish = (route.request.post_data or "{}").replace('"tribune"', '"greedy"')
        route.continue_(post_data=json.dumps({**json.loads(wish), "seed": seed}))

    page.route("**/api/games", give)


def test_first_turn(page: Page, server: Server) -> None:
    """From the start page, by one click, into a battle; a card, orders, a move; the computer answers."""
    seeded(page, 7)
    table = Table(page, server.url)
    page.goto(server.url)
    page.get_by_role("button", name="Play the computer").click()
    table.until(lambda: bool(table.views))
    table.settle()
    expect(page).to_have_title("● Your move – Akragas")
    expect(page.get_by_role("heading", name="Akragas")).to_be_visible()
    expect(table.prompt).to_contain_text("Play a command card")

    card = page.get_by_role("button", name="Order Three Units Left")
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    assert len(table.lit("this card may order it")) == 4
    with table.answering():
        table.button("Play this card").click()
    expect(page.get_by_role("region", name="Your hand")).to_contain_text("played")

    assert table.word == "order"
    expect(table.prompt).to_contain_text("3 left")
    lit = table.lit()
    assert len(lit) == 4
    with table.answering():
        table.hex(lit[0]).click()
    expect(table.prompt).to_contain_text("2 left")
    assert "ordered" in (table.hex(lit[0]).get_attribute("aria-label") or "")

    with table.answering():
        table.button("Undo").click()
    expect(table.prompt).to_contain_text("3 left")
    assert table.lit("ordered") == []
    for hex in lit[:2]:
        with table.answering():
            table.hex(hex).click()
    table.enough()

    assert table.word == "move"
    start = table.lit()[0]
    table.hex(start).click()
    expect(table.prompt).to_contain_text(f"{start} moves: choose a marked hex")
    there = [hex for hex in table.lit("may move here") if hex != start]
    with table.answering():
        table.hex(there[-1]).click()
    assert any(unit["hex"] == there[-1] and unit["moved"] for unit in table.view["units"])
    assert "done" in (table.hex(there[-1]).get_attribute("aria-label") or "")

    table.play_turn()
    assert table.view["turn"] == 3
    expect(page.get_by_role("region", name="Turn")).to_contain_text("Turn 3")
    expect(table.log).to_contain_text("Carthaginian plays")
    expect(table.prompt).to_contain_text("Play a command card")


def test_dice_are_not_taken_back(page: Page, server: Server) -> None:
    """What is shown before a roll; after it undo is off and says why; a click on a wrong hex is explained."""
    table = new(page, server.url)
    table.play(lambda now: now.word == "battle")
    undo = table.button("Undo")
    expect(undo).to_have_attribute("aria-disabled", "false")
    piece = table.lit()[0]
    table.hex(piece).click()
    expect(table.prompt).to_contain_text("choose a marked enemy")
    target = table.lit("may be attacked")[0]
    table.hex(target).hover()
    shown = page.get_by_role("region", name="Before you roll")
    expect(shown).to_contain_text(piece)
    expect(shown).to_contain_text(target)
    expect(shown).to_contain_text(re.compile("hits", re.IGNORECASE))
    empty = next(hex for hex in ("A1", "I13", "E13") if hex not in {unit["hex"] for unit in table.view["units"]})
    table.hex(empty).click()
    expect(table.prompt.get_by_role("status").last).not_to_be_empty()
    with table.answering():
        table.hex(target).click()
    assert any(entry["kind"] == "dice" for entry in table.view["log"])
    expect(page.get_by_role("region", name="Last roll")).to_contain_text("rolls")
    if not table.view["undo"]["can"]:
        expect(undo).to_have_attribute("aria-disabled", "true")
        undo.click(force=True)
        expect(table.prompt).to_contain_text(table.view["undo"]["why"], ignore_case=True)


def test_whole_battle(page: Page, server: Server) -> None:
    """To the end by what comes first, each time; its replay; then the same again from the other side."""
    table = new(page, server.url, "ford-of-circesium", seed=3)
    table.play(lambda now: bool(now.view["outcome"]), 600)
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text("You won" if table.view["outcome"] == "bottom" else "You lost")
    for number in table.view["banners"].values():
        expect(result).to_contain_text(str(number))
    army, game = table.view["armies"]["bottom"], table.view["game"]
    result.get_by_role("link", name="Replay").click()
    last = int(page.get_by_role("slider", name="Moment").get_attribute("max") or "0")
    assert last == table.view["moment"]
    page.keyboard.press("End")
    expect(page.get_by_text("has won")).to_be_visible()
    expect(page.get_by_role("group", name=f"The board at moment {last}")).to_be_visible()
    page.get_by_role("link", name="To the table").click()
    result.get_by_role("button", name="Rematch, sides swapped").click()
    table.until(lambda: bool(table.view["game"] != game))
    table.accepted = -1
    table.settle()
    assert table.view["armies"]["top"] == army
    expect(page.get_by_role("region", name=f"{army}, computer, greedy")).to_be_visible()
    expect(page.get_by_role("region", name="Result")).to_have_count(0)
    table.play_turn()
    assert table.view["turn"] > 1


def handed_over(turn: int) -> Callable[[Table], bool]:
    """Whether the curtain is up after a turn."""
    return lambda table: table.curtain.is_visible() and table.view["turn"] > turn


#: Counts the moments in which a hand is in the page under the curtain.
WATCHED = """window.under = 0;
new MutationObserver(() => {
    if (document.querySelector(".curtain") && document.querySelector("[aria-label='Your hand']")) window.under++;
}).observe(document, { childList: true, subtree: true });"""


def test_two_on_one_screen(page: Page, server: Server) -> None:
    """The curtain: while it is up nothing of either hand is in the page; who says who he is sees his own."""
    seeded(page, 11)
    page.add_init_script(WATCHED)
    table = Table(page, server.url)
    page.goto(server.url)
    page.get_by_role("button", name="Two on one screen").click()
    names = _card_names(server.url)
    table.until(lambda: bool(table.views))
    table.settle()
    for _ in range(3):
        expect(table.curtain).to_be_visible()
        actor = table.view["decision"]["actor"]
        army = table.view["armies"][actor]
        words = page.content()
        assert not [name for name in names if f">{name}<" in words or f"{name} ×" in words]
        assert page.get_by_role("region", name="Your hand").count() == 0
        assert not table.view["hand"]
        taken = table.curtain.get_by_role("button", name=f"I am {army}")
        expect(taken).to_be_focused()
        taken.click()
        table.until(lambda: bool(table.view["hand"]))
        assert table.view["eyes"] == actor
        table.settle()
        expect(table.curtain).to_have_count(0)
        hand = page.get_by_role("region", name="Your hand")
        for card in table.view["hand"]:
            expect(hand.get_by_text(names_of(server.url)[card], exact=False).first).to_be_attached()
        assert table.cards.count() == len(table.view["hand"])
        other = next(name for side, name in table.view["armies"].items() if side != actor)
        assert not re.search(rf"{other} draws (?!a card)", table.log.inner_text())
        turn = table.view["turn"]
        table.play(handed_over(turn))
    assert page.evaluate("window.under") == 0


def test_real_dice(page: Page, server: Server) -> None:
    """At a table with real dice the page asks for as many faces as fall, and the log tells exactly these."""
    table = new(page, server.url, dice="typed", seed=5)
    table.play(_rolls)
    number = table.view["decision"]["dice"]
    expect(table.prompt).to_contain_text("rolls 1 die against")
    enter = table.prompt.get_by_role("button", name="Enter these dice")
    expect(table.prompt).to_contain_text(f"Dice that fell: 0 of {number}")
    expect(enter).to_be_disabled()
    typed = ("green circle", "blue triangle", "red square", "swords", "flag", "leader")[:number]
    for face in typed:
        table.prompt.get_by_role("button", name=f"Add a {face}").click()
    table.prompt.get_by_role("button", name=f"Take away the {typed[0]}").click()
    expect(enter).to_be_disabled()
    table.prompt.get_by_role("button", name=f"Add a {typed[0]}").click()
    known = len(table.view["log"]) + table.view["log_from"]
    with table.answering():
        enter.click()
    told = [one for view in table.views for one in view["log"] if one["kind"] == "face" and one["no"] >= known]
    letters = "".join(one["faces"] * max(1, one["count"]) for one in told[:number])
    assert sorted(letters) == sorted("GBRSFL"[:number])
    expect(table.log.get_by_role("img", name=f"1 {typed[0]}").first).to_be_visible()


def _rolls(table: Table) -> bool:
    return bool(table.view["decision"]["actor"] == "chance" and table.view["decision"]["dice"] > 0)


def names_of(url: str) -> dict[str, str]:
    """The names of the cards of the first edition."""
    tables: dict[str, Any] = ask(url, "/api/catalogue")["tables"]["ancients"]
    return {key: card["name"] for key, card in tables["cards"].items()}


def _card_names(url: str) -> list[str]:
    return list(names_of(url).values())
