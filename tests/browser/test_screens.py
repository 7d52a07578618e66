"""The screens of the README, taken of the pages: HEXILLUM_SCREENS=1 writes them to docs/screens."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Server
from tests.browser.table import CORNER, ROOT, Table, ask, new, play_by_program, sit
from tests.browser.test_layout import PHONES
from tests.browser.test_phone import PHONE

MOST = 400_000  # bytes of a screen, so that the repository stays small


@pytest.fixture
def screen(tmp_path: Path) -> Callable[[Page, str], None]:
    """Takes a screen."""
    folder = ROOT / "docs" / "screens" if os.environ.get("HEXILLUM_SCREENS") else tmp_path

    def take(page: Page, name: str) -> None:
        page.wait_for_load_state("networkidle")
        page.mouse.move(5, 5)
        page.wait_for_timeout(1500)  # figures and ground are painted once
        file = folder / f"{name}.jpg"  # painted ground packs badly as it is
        for quality in (90, 80, 70, 60):
            page.screenshot(path=file, type="jpeg", quality=quality)
            if file.stat().st_size < MOST:
                break
        assert 20_000 < file.stat().st_size < MOST

    return take


def bold(seed: int) -> Callable[[dict[str, Any]], list[int]]:
    """A way to answer that leads the lower army at the enemy: forward with whoever may move, then attack."""
    chance = random.Random(seed)

    def choose(view: dict[str, Any]) -> list[int]:
        options = view["decision"]["options"]
        one = chance.choice([one for one in options if not one["quiet"]] or options)
        if one["reach"]:
            path: list[int] = min((hex == "off", hex, path) for hex, path in one["reach"].items())[2]
            return path
        if one["attacks"]:
            return [one["number"], chance.choice(one["attacks"])["number"]]
        return [one["number"]]

    return choose


def middle(server: Server, battle: str, turn: int, seed: int, **wish: Any) -> tuple[str, str]:
    """A battle that is going on: its game and the token of the lower seat, whose battles are at hand."""
    body = {"battle": battle, "top": "greedy", "bottom": "person", "seed": seed, **wish}
    seated = ask(server.url, "/api/games", body)

    def there(view: dict[str, Any]) -> bool:
        options = view["decision"]["options"]
        return view["turn"] >= turn and any(one["attacks"] and not one["leader"] for one in options)

    play_by_program(server.url, seated["game"], seated["tokens"], there, bold(seed))
    return seated["game"], seated["tokens"]["bottom"]


def before_an_attack(page: Page, table: Table) -> None:
    """Take the unit with most to attack in hand, and look at its target."""
    table.settle()
    options = [one for one in table.view["decision"]["options"] if one["attacks"]]
    best = max(options, key=lambda one: len(one["attacks"]))
    target = table.hex(best["attacks"][0]["hex"])
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        table.hex(best["hex"]).tap()
        target.tap()
    else:
        table.hex(best["hex"]).click()
        target.focus()
    page.locator(".odds .bar").first.wait_for()


def test_pages(page: Page, server: Server, screen: Callable[[Page, str], None]) -> None:
    """The start page, a battle's page."""
    page.goto(server.url)
    page.get_by_role("link", name="Akragas", exact=True).wait_for()
    screen(page, "start")
    page.goto(server.url + "/battles/cannae")
    page.get_by_role("heading", level=1).wait_for()
    screen(page, "battle")


def test_table(page: Page, server: Server, screen: Callable[[Page, str], None]) -> None:
    """A battle in the middle, before an attack; then its replay."""
    game, token = middle(server, "cannae", 5, 3)
    table = sit(page, server.url, game, token)
    before_an_attack(page, table)
    screen(page, "table")


@pytest.mark.parametrize(
    ("width", "height"), [(1280, 720), (1366, 768), (2560, 1440), (820, 1180), (844, 390), (390, 844), (360, 640)]
)
def test_sizes(
    another: Callable[..., Page], server: Server, screen: Callable[[Page, str], None], width: int, height: int
) -> None:
    """The table before an attack, at the sizes that it has to fit."""
    phone = (width, height) in PHONES
    page = another(viewport={"width": width, "height": height}, has_touch=phone, is_mobile=phone)
    game, token = middle(server, "akragas", 5, 5)
    table = sit(page, server.url, game, token)
    before_an_attack(page, table)
    screen(page, f"table-{width}x{height}")


def test_a_card(page: Page, server: Server, screen: Callable[[Page, str], None]) -> None:
    """A card that is chosen: what it could order is lit."""
    table = new(page, server.url, seed=7)
    table.cards.and_(page.locator('[aria-disabled="false"]')).first.click(position=CORNER)
    page.evaluate("document.activeElement.blur()")
    screen(page, "table-card")


def test_dark(another: Callable[..., Page], server: Server, screen: Callable[[Page, str], None]) -> None:
    """A medieval battle in the dark."""
    page = another(color_scheme="dark", viewport={"width": 1280, "height": 800})
    game, token = middle(server, "dara", 5, 4)
    table = sit(page, server.url, game, token)
    before_an_attack(page, table)
    screen(page, "dark")


def test_phone(another: Callable[..., Page], server: Server, screen: Callable[[Page, str], None]) -> None:
    """A battle on a phone."""
    page = another(**PHONE)
    game, token = middle(server, "akragas", 5, 5)
    sit(page, server.url, game, token).settle()
    screen(page, "phone")


def test_replay(page: Page, server: Server, screen: Callable[[Page, str], None]) -> None:
    """A battle that is over, at one of its moments."""
    seated = ask(server.url, "/api/games", {"battle": "ticinus", "top": "greedy", "bottom": "person", "seed": 6})
    game = seated["game"]
    play_by_program(server.url, game, seated["tokens"], lambda view: bool(view["outcome"]), bold(6))
    last = ask(server.url, f"/api/games/{game}/timeline")["moments"]
    page.goto(f"{server.url}/replay/{game}?moment={last * 3 // 5}")
    page.get_by_role("group", name="The board at moment").wait_for()
    screen(page, "replay")


def test_analysis(page: Page, server: Server, screen: Callable[[Page, str], None]) -> None:
    """A board of one's own, on which a battle is laid out."""
    page.goto(server.url + "/analysis")
    page.get_by_label("The set-up of").select_option("trebbia")
    page.get_by_role("button", name="Lay it out").click()
    page.get_by_role("heading", name="A board of your own").scroll_into_view_if_needed()
    page.evaluate("document.getElementById('own').scrollIntoView()")
    screen(page, "analysis")


def test_editor(page: Page, server: Server, screen: Callable[[Page, str], None]) -> None:
    """A battle that is laid out anew."""
    page.goto(server.url + "/editor?battle=trebbia")
    page.locator("[data-hex]").first.wait_for(state="attached")
    screen(page, "editor")


def test_lesson(page: Page, server: Server, screen: Callable[[Page, str], None]) -> None:
    """A lesson before its choice."""
    page.goto(server.url + "/learn/evade")
    page.locator("[data-hex]").first.wait_for(state="attached")
    screen(page, "lesson")
