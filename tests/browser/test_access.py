"""What axe, the accessibility checker, finds on the pages: nothing serious, in the light and in the dark."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Server
from tests.browser.table import AXE, Table, ask, new, play_by_program
from tests.browser.test_phone import PHONE

RUN = """async () => {
  const found = await axe.run(document, { resultTypes: ["violations"] });
  return found.violations.filter(one => ["serious", "critical"].includes(one.impact))
    .map(one => `${one.id}: ${one.help}; ` + one.nodes.slice(0, 4).map(node => node.html.slice(0, 160)).join(" | "));
}"""


@pytest.fixture(scope="module")
def axe() -> str:
    """The source of the checker, which comes with the packages of the front end."""
    if not AXE.is_file():
        words = "axe is missing: python tools/front_end.py --test installs it, with Node"
        assert not os.environ.get("HEXILLUM_NEED_BROWSER"), words
        pytest.skip(words)
    return AXE.read_text(encoding="utf-8")


def clean(page: Page, axe: str, where: str) -> None:
    """Nothing serious here, in the light and in the dark."""
    looks: tuple[Literal["light", "dark"], ...] = ("light", "dark")
    for look in looks:
        page.emulate_media(color_scheme=look, reduced_motion="reduce")
        page.locator(f'html[data-theme="{look}"]').wait_for()
        page.evaluate(axe)
        found: list[str] = page.evaluate(RUN)
        assert not found, "\n".join([f"{where}, {look}:", *found])


def test_pages(page: Page, server: Server, axe: str) -> None:
    """The pages beside the table."""
    for path, words in (
        ("/", "The battles"),
        ("/battles/cannae", "Order of battle"),
        ("/analysis", "A board of your own"),
        ("/rules", "Rules"),
        ("/rules/MOV-01", "MOV-01"),
        ("/nowhere", "Off the map"),
    ):
        page.goto(server.url + path)
        page.get_by_text(words).first.wait_for()
        page.wait_for_load_state("networkidle")
        clean(page, axe, path)


def test_table(page: Page, server: Server, axe: str) -> None:
    """The table: with a hand, with lit pieces, before an attack, with its menu; then the replay."""
    table = new(page, server.url, seed=7)
    clean(page, axe, "the hand")
    table.play(lambda now: now.word == "order")
    clean(page, axe, "orders")
    table.play(lambda now: now.word == "battle")
    table.hex(table.lit()[0]).click()
    table.hex(table.lit("may be attacked")[0]).hover()
    clean(page, axe, "before an attack")
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("dialog", name="Table").wait_for()
    clean(page, axe, "the menu")
    page.get_by_role("dialog", name="Table").get_by_role("button", name="Settings").click()
    clean(page, axe, "the settings")
    page.goto(f"{server.url}/replay/{table.view['game']}?moment=5")
    page.get_by_role("group", name="The board at moment 5").wait_for()
    clean(page, axe, "the replay")


def test_curtain(page: Page, server: Server, axe: str) -> None:
    """What is between two people at one device; real dice."""
    table = new(page, server.url, top="person", dice="typed", seed=7)
    table.settle()
    table.curtain.wait_for()
    clean(page, axe, "the curtain")
    table.play(_rolls)
    clean(page, axe, "dice")


def _rolls(table: Table) -> bool:
    return bool(table.view["decision"]["dice"] > 0)


def test_phone(another: Callable[..., Page], server: Server, axe: str) -> None:
    """The table on a phone, during and after a battle."""
    page = another(**PHONE)
    table = new(page, server.url, "ford-of-circesium", seed=3)
    clean(page, axe, "the table on a phone")
    held: dict[str, Any] = page.evaluate("JSON.parse(localStorage.getItem('hexillum.seats'))")
    game = table.view["game"]
    tokens = held[game]["tokens"]
    play_by_program(server.url, game, tokens, lambda view: bool(view["outcome"]))
    page.get_by_role("region", name="Result").wait_for()
    clean(page, axe, "the result on a phone")
    assert ask(server.url, f"/api/games/{game}")["outcome"]
