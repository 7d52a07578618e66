"""What is on the table can be read and reached: nothing is cut, nothing lies over something else."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Server
from tests.browser.table import new
from tests.browser.test_phone import PHONE, fits

Box = dict[str, float]

#: Texts that are longer than what shows of them.
CUT = """all => all.filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map(one => `${one.innerText}: ${one.scrollWidth}x${one.scrollHeight} in ${one.clientWidth}x${one.clientHeight}`)"""


def box(one: Locator) -> Box:
    """Where something lies."""
    found = one.bounding_box()
    assert found and found["width"] and found["height"]
    return {"x": found["x"], "y": found["y"], "width": found["width"], "height": found["height"]}


def within(inner: Box, outer: Box) -> bool:
    """Whether one lies in the other, but for a pixel."""
    return (
        inner["x"] >= outer["x"] - 1
        and inner["y"] >= outer["y"] - 1
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1
    )


def apart(one: Box, other: Box) -> bool:
    """Whether neither covers the other, but for a pixel."""
    return (
        one["x"] + one["width"] <= other["x"] + 1
        or other["x"] + other["width"] <= one["x"] + 1
        or one["y"] + one["height"] <= other["y"] + 1
        or other["y"] + other["height"] <= one["y"] + 1
    )


@pytest.mark.parametrize(("width", "height"), [(1400, 900), (1280, 720), (1920, 1080)])
def test_table(another: Callable[..., Page], server: Server, width: int, height: int) -> None:
    """Six cards of a hand beside one another, with all their words; the parts of the table side by side."""
    page = another(viewport={"width": width, "height": height})
    table = new(page, server.url, seed=30)
    screen = {"x": 0.0, "y": 0.0, "width": float(width), "height": float(height)}
    hand = page.get_by_role("region", name="Your hand")
    cards = table.cards.all()
    assert len(cards) == 6
    boxes = [box(card) for card in cards]
    assert all(within(one, box(hand)) and within(one, screen) for one in boxes)
    assert all(apart(one, other) for one, other in combinations(boxes, 2))
    assert len({round(one["y"]) for one in boxes}) == 1
    assert hand.locator("p, .words, h3, strong").evaluate_all(CUT) == []
    for side in page.locator(".player").all():
        inner = [box(side.locator(part)) for part in (".name", ".ban", ".meta", ".chip")]
        assert all(within(one, box(side)) for one in inner)
        assert all(apart(one, other) for one, other in combinations(inner, 2))
    steps = page.get_by_role("list", name="Steps of the turn")
    assert all(within(box(step), box(steps)) for step in steps.get_by_role("listitem").all())
    for battle, seed in (("akragas", 41), ("akragas", 17), ("dara", 4), ("callinicum", 1)):
        new(page, server.url, battle, seed=seed)
        assert hand.locator("p, .words, h3, strong").evaluate_all(CUT) == [], battle
    parts = [page.locator(".board-area, .boardwrap, [aria-label='Battlefield']").first, hand, table.prompt]
    seen = [box(part) for part in parts]
    assert all(within(one, screen) for one in seen)
    assert all(apart(one, other) for one, other in combinations(seen, 2))
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_phone(another: Callable[..., Page], server: Server) -> None:
    """On a phone: what to do and the whole board's width at first sight, the hand below; all of it can be used."""
    page = another(**PHONE)
    table = new(page, server.url, "cannae", seed=2)
    fits(page)
    prompt = box(table.prompt)
    assert prompt["y"] < 300 and prompt["width"] > 350
    hexes: list[dict[str, Any]] = page.locator("[data-hex]").evaluate_all(
        "all => all.map(one => { const box = one.getBoundingClientRect(); return {left: box.left, right: box.right}; })"
    )
    assert min(one["left"] for one in hexes) >= -1
    assert max(one["right"] for one in hexes) <= 391
    card = table.cards.first
    card.scroll_into_view_if_needed()
    assert box(card)["width"] >= 100
    card.tap()
    expect(card).to_have_attribute("aria-pressed", "true")
    expect(table.button("Play this card")).to_be_in_viewport()
    with table.answering():
        table.button("Play this card").tap()
    lit = table.lit()
    table.hex(lit[0]).scroll_into_view_if_needed()
    with table.answering():
        table.hex(lit[0]).tap()
    assert [unit["hex"] for unit in table.view["units"] if unit["ordered"]] == [lit[0]]
