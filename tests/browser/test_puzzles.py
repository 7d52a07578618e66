"""Puzzles in the browser: the list, a plan of one's own, the verdict, and the best plan on the board."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from hexillum.coach import puzzles as room
from tests.browser.conftest import Server
from tests.browser.test_access import axe, clean
from tests.browser.test_phone import PHONE, fits

__all__ = ["axe"]  # a fixture of its room
ONE = room.puzzles()[0]


def test_the_answer_is_shown_on_the_board(page: Page, server: Server, axe: str) -> None:
    page.goto(f"{server.url}/puzzles")
    expect(page.get_by_text("Puzzle of the day")).to_be_visible()
    clean(page, axe, page.url)
    page.get_by_role("link", name=ONE.title).first.click()
    expect(page.get_by_role("heading", name=ONE.title)).to_be_visible()
    clean(page, axe, page.url)
    page.get_by_role("button", name="Show the answer").click()
    expect(page.get_by_text(f"{round(100 * ONE.best.chance)}%")).to_be_visible()
    page.get_by_role("button", name="The best with another card").click()
    page.get_by_role("button", name="The best plan").click()
    clean(page, axe, page.url)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Show the answer")).to_be_visible()
    page.goto(f"{server.url}/puzzles")
    expect(page.get_by_text("answer seen").first).to_be_visible()


def test_a_plan_of_ones_own_is_judged(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/puzzles/{ONE.id}")
    hand = page.get_by_role("heading", name="Your hand").locator("xpath=following-sibling::ul[1]")
    hand.get_by_role("button").first.click()
    page.get_by_role("button", name="Play this card").click()
    expect(page.get_by_role("button", name="From the beginning")).to_be_visible()
    for _ in range(6):  # finish whatever is asked until the plan is made
        if page.get_by_text(re.compile("Solved|There is a better plan")).count():
            break
        page.keyboard.press("e")
        page.wait_for_timeout(300)
    expect(page.get_by_text(re.compile("Solved|There is a better plan"))).to_be_visible(timeout=60_000)
    expect(page.get_by_text("Your plan wins")).to_be_visible()


@pytest.mark.parametrize("path", ["", f"/{ONE.id}"])
def test_it_fits_a_phone(another: Callable[..., Page], server: Server, path: str) -> None:
    page = another(**PHONE)
    page.goto(f"{server.url}/puzzles{path}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    fits(page)
