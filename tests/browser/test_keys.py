"""A person plays with the keyboard alone: the mouse is not touched."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.table import Table, new
from tests.browser.test_play import seeded


def focused(page: Page) -> str:
    """The name of what has the focus."""
    said: str = page.evaluate("(document.activeElement.ariaLabel || document.activeElement.innerText || '').trim()")
    return said


def tab_to(page: Page, words: str, most: int = 80) -> None:
    """Tab until something is reached."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if words in focused(page):
            return
    raise AssertionError(f"{words!r} is not reached by Tab, but {focused(page)!r}")


def test_first_turn(page: Page, server: Server) -> None:
    """From the start page to the end of the first turn."""
    seeded(page, 7)
    table = Table(page, server.url)
    keys = page.keyboard
    page.goto(server.url)
    tab_to(page, "Play the computer")
    keys.press("Enter")
    table.until(lambda: bool(table.views))
    table.settle()

    # a card by its number, put back, and taken again
    cards = list(table.view["hand"])
    keys.press("1")
    expect(table.cards.nth(0)).to_have_attribute("aria-pressed", "true")
    keys.press("Escape")
    expect(table.cards.nth(0)).to_have_attribute("aria-pressed", "false")
    keys.press("1")
    with table.answering():
        keys.press("Enter")
    assert table.view["card"] == cards[0]

    # orders: Tab goes from one hex that may be chosen to the next; a hex is reached by its name, too
    assert table.word == "order"
    lit = table.lit()
    tab_to(page, "may be chosen")
    first = focused(page).split(":")[0]
    assert first in lit
    with table.answering():
        keys.press("Enter")
    second = next(hex for hex in lit if hex != first)
    for letter in second.lower():
        keys.press(letter)
    page.wait_for_timeout(600)
    assert focused(page).startswith(f"{second}:")
    with table.answering():
        keys.press("Enter")
    assert sum(unit["ordered"] for unit in table.view["units"]) == 2
    with table.answering():
        keys.press("u")
    assert sum(unit["ordered"] for unit in table.view["units"]) == 1
    with table.answering():
        keys.press("e")
    assert table.word == "move"

    # a move: to the piece by its name, Enter, then with the arrows to a hex that is lit, Enter
    _type(page, first)
    keys.press("Enter")
    expect(table.prompt).to_contain_text(f"{first} moves")
    keys.press("Escape")
    expect(table.prompt).not_to_contain_text(f"{first} moves")
    keys.press("Enter")
    for way in ("ArrowUp", "ArrowUp", "ArrowRight", "ArrowLeft", "ArrowDown"):
        keys.press(way)
        here = focused(page)
        if "may move here" in here and not here.startswith(f"{first}:"):
            break
    there = focused(page).split(":")[0]
    with table.answering():
        keys.press("Enter")
    assert any(unit["hex"] == there and unit["moved"] for unit in table.view["units"])
    for _ in range(8):
        if table.view["turn"] > 1 or table.word == "card":
            break
        with table.answering():
            keys.press("e")
    assert table.view["turn"] == 3
    expect(table.prompt).to_contain_text("Play a command card")


def _type(page: Page, hex: str) -> None:
    for letter in hex.lower():
        page.keyboard.press(letter)
    page.wait_for_timeout(500)
    assert focused(page).startswith(f"{hex}:")


def test_what_keys_show(page: Page, server: Server) -> None:
    """Threats, the bare ground, the board turned round, the log and the list of all keys."""
    table = new(page, server.url, seed=7)
    keys = page.keyboard
    keys.press("t")
    expect(page.get_by_role("button", name="Threats")).to_have_attribute("aria-pressed", "true")
    keys.press("t")
    expect(page.get_by_role("button", name="Threats")).to_have_attribute("aria-pressed", "false")

    unit = table.view["units"][0]["hex"]
    keys.press("h")
    expect(table.hex(unit)).to_have_attribute("aria-label", f"{unit}: empty")
    keys.press("h")
    expect(table.hex(unit)).not_to_have_attribute("aria-label", f"{unit}: empty")

    before = table.hex("A1").bounding_box()
    keys.press("f")
    expect(page.get_by_role("button", name="Flip")).to_have_attribute("aria-pressed", "true")
    after = table.hex("A1").bounding_box()
    assert before and after and before["y"] < after["y"] and before["x"] < after["x"]
    keys.press("f")

    keys.press("l")
    expect(table.log).to_be_focused()

    keys.press("?")
    sheet = page.get_by_role("dialog", name="Keys")
    expect(sheet).to_contain_text("Type the name of a hex")
    keys.press("Escape")
    expect(sheet).to_have_count(0)

    tab_to(page, "Table menu")
    keys.press("Enter")
    expect(page.get_by_role("dialog", name="Table")).to_be_visible()
    tab_to(page, "Settings")
    keys.press("Enter")
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    keys.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_enter_keeps_what_the_prompt_promises(page: Page, server: Server) -> None:
    """With a card chosen, Tab and Enter play it: nothing that leaves the table comes first; a tool does its own."""
    table = new(page, server.url, seed=7)
    keys, address = page.keyboard, page.url
    keys.press("1")
    expect(table.button("Play this card")).to_be_visible()
    keys.press("Tab")
    assert "Play this card" in focused(page)
    with table.answering():
        keys.press("Enter")
    assert table.view["card"] and page.url == address
    with table.answering():
        keys.press("u")

    # without a focus anywhere, Enter does the first button
    keys.press("2")
    page.evaluate("document.activeElement.blur()")
    with table.answering():
        keys.press("Enter")
    assert table.view["card"] and page.url == address
    with table.answering():
        keys.press("u")

    # a card that has the focus is chosen by Enter, and played by another
    tab_to(page, "Order")
    keys.press("Enter")
    expect(table.button("Play this card")).to_be_visible()
    with table.answering():
        keys.press("Enter")
    assert table.view["card"]

    # no link leaves the table by Tab and Enter, but in the menu and the log
    leaves = page.locator(".app a[href]:not([href^='#'])")
    assert leaves.count() == 0
    tab_to(page, "Flip the board")
    keys.press("Enter")
    expect(page.get_by_role("button", name="Flip the board")).to_have_attribute("aria-pressed", "true")


def test_threats_speak_only_when_asked(page: Page, server: Server) -> None:
    """Of a piece that is pointed at nothing is said of who threatens it, until that is asked of this piece."""
    table = new(page, server.url, seed=7)
    one, other = [unit["hex"] for unit in table.view["units"] if unit["side"] == "bottom"][:2]
    card = page.locator(".unit")
    told = re.compile("In reach of these|Nobody can attack it")
    table.hex(one).hover()
    expect(card).to_contain_text(one)
    expect(card).not_to_contain_text(told)
    card.get_by_role("button", name="What threatens it?").click()
    expect(card).to_contain_text(told)
    table.hex(other).hover()
    expect(card).to_contain_text(other)
    expect(card).not_to_contain_text(told)
    page.keyboard.press("t")
    expect(card).to_contain_text(told)
