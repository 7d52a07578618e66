"""Whole battles by mouse, by keys and by finger, at two sizes each: HEXILLUM_LONG=1, since they take many minutes."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.table import Table, ask

pytestmark = pytest.mark.skipif(not os.environ.get("HEXILLUM_LONG"), reason="whole battles: HEXILLUM_LONG=1 plays them")

FINGERS: dict[str, Any] = {"has_touch": True, "is_mobile": True}
WAYS: tuple[tuple[Literal["mouse", "keys", "fingers"], int, int], ...] = (
    ("mouse", 1280, 720),
    ("mouse", 1920, 1080),
    ("keys", 1280, 720),
    ("keys", 1366, 768),
    ("fingers", 390, 844),
    ("fingers", 844, 390),
)


@pytest.mark.parametrize("battle", ["akragas", "trebbia", "dara"])
@pytest.mark.parametrize(("by", "width", "height"), WAYS)
def test_whole_battle(
    another: Callable[..., Page],
    server: Server,
    battle: str,
    by: Literal["mouse", "keys", "fingers"],
    width: int,
    height: int,
) -> None:
    """To the end by what comes first, each time, with one kind of hand."""
    page = another(viewport={"width": width, "height": height}, **(FINGERS if by == "fingers" else {}))
    wish = {"battle": battle, "top": "greedy", "bottom": "person", "seed": 3}
    seated = ask(server.url, "/api/games", wish)
    table = Table(page, server.url, by)
    page.goto(f"{server.url}/table/{seated['game']}#seat={seated['tokens']['bottom']}")
    table.until(lambda: bool(table.views))
    page.locator("[data-hex]").first.wait_for(state="attached")
    table.settle()
    table.play(lambda now: bool(now.view["outcome"]), 1500)
    expect(page.get_by_role("region", name="Result")).to_contain_text("You")
