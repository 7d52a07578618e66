"""No words are cut, however long they are: those of the question, of slips, of cards, of the pages' head."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.table import sit
from tests.browser.test_layout import CUT, DESK, PHONES, box, sized, within
from tests.browser.test_screens import before_an_attack, middle

#: The longest question that the referee has, of the unit with the longest name, and what helps with it.
LONG = (
    "The Super Heavy Cataphract Cavalry on D10 is attacked: stand or evade?",
    "A unit that evades goes back two hexes and does not battle back.",
)
#: What may take as many lines as it needs, but no word of it may stand out.
WIDE = """all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.innerText)"""
LOOSE = ".cart :is(h1, p), .plaque :is(h2, .who), .card.unit :is(h2, p, li)"


@pytest.mark.parametrize(("width", "height"), [*DESK, (3840, 2160), *PHONES])
def test_no_words_are_cut(another: Callable[..., Page], server: Server, width: int, height: int) -> None:
    """The question is whole however long it is; so are cartouche, slips, the card that is played, or its name."""
    page = sized(another, width, height)
    phone = (width, height) in PHONES
    game, token = middle(server, "dara", 5, 4)
    table = sit(page, server.url, game, token)
    before_an_attack(page, table)
    played = page.locator(".played .tag")
    assert within(box(played), {"x": 0, "y": 0, "width": width, "height": height})
    if phone:
        expect(played).to_contain_text(page.locator(".played .title").text_content() or "?")
    else:
        assert page.locator(".played :is(.title, .words)").evaluate_all(CUT) == []
        assert page.locator(LOOSE).evaluate_all(WIDE) == []
    say, odds = page.locator(".prompt .say"), page.locator(".odds")
    assert say.evaluate_all(CUT) == []
    assert odds.evaluate_all(CUT) == []
    lines = odds.locator(".fates td").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight))"
    )
    assert max(lines) < 1.7, "a chance is broken in two"
    say.evaluate(
        "(one, [asked, clause]) => { one.querySelector('b').textContent = asked;"
        "  one.querySelector('.clause').textContent = clause; }",
        LONG,
    )
    page.wait_for_timeout(100)
    assert say.evaluate_all(CUT) == []
    assert page.locator(".btns .btn").evaluate_all(CUT) == []


@pytest.mark.parametrize("width", [360, 390])
def test_the_head_of_a_page_is_whole_on_phones(another: Callable[..., Page], server: Server, width: int) -> None:
    """All its links are seen, beside the switch between light and dark."""
    page = another(viewport={"width": width, "height": 800}, has_touch=True, is_mobile=True)
    page.goto(server.url + "/analysis")
    assert page.locator("header nav").evaluate_all(CUT) == []
