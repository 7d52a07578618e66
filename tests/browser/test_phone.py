"""A person plays on a phone, with the fingers."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.table import Table, new
from tests.browser.test_play import seeded

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

SMALL = """() => [...document.querySelectorAll(
    "button, select, summary, a.btn, a.ib, nav a, input:not([type=radio], [type=checkbox])"
  )]
  .filter(one => !one.closest("p, li .cite, .vh, [inert]") || one.matches(".btn, .ib"))
  .filter(one => !one.matches(".cite, .skip, .vh"))
  .map(one => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => box.width && box.height && (box.height < 43.5 || box.width < 24))
  .map(([one, box]) => `${one.innerText || one.ariaLabel} ${Math.round(box.width)}x${Math.round(box.height)}`)"""


def fits(page: Page) -> None:
    """Nothing is wider than the page, and everything to press is high enough for a finger."""
    width, inner = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert width <= inner, f"{width} px wide on {inner}"
    assert page.evaluate(SMALL) == []


def test_pages_fit(another: Callable[..., Page], server: Server) -> None:
    """The pages beside the table."""
    page = another(**PHONE)
    for path in ("/", "/battles/akragas", "/analysis", "/rules", "/rules/MOV-01"):
        page.goto(server.url + path)
        page.wait_for_load_state("networkidle")
        fits(page)


def test_first_turn(another: Callable[..., Page], server: Server) -> None:
    """A whole turn by taps; the first tap on an enemy shows the attack, the second one makes it."""
    page = another(**PHONE)
    seeded(page, 7)
    table = Table(page, server.url)
    page.goto(server.url)
    page.get_by_role("button", name="Play the computer").tap()
    table.until(lambda: bool(table.views))
    table.settle()
    fits(page)

    # the board is turned: what lies beside a hex on a wide screen lies below it here
    one, beside = table.hex("E6").bounding_box(), table.hex("E7").bounding_box()
    assert one and beside and abs(one["x"] - beside["x"]) < 2 < abs(one["y"] - beside["y"])
    assert one["width"] >= 36 and one["height"] >= 36

    page.get_by_role("button", name="Order Three Units Left").tap()
    with table.answering():
        table.button("Play this card").tap()
    fits(page)
    for hex in table.lit()[:2]:
        with table.answering():
            table.hex(hex).tap()
    table.enough()
    start = table.lit()[0]
    table.hex(start).tap()
    expect(table.prompt).to_contain_text(f"{start} moves")
    # what to do stays in sight while the board is touched
    expect(table.prompt).to_be_in_viewport()
    with table.answering():
        table.hex(next(hex for hex in table.lit("may move here") if hex != start)).tap()
    table.play_turn()
    assert table.view["turn"] == 3
    fits(page)


def test_attack_by_two_taps(another: Callable[..., Page], server: Server) -> None:
    """The first tap on an enemy shows what the dice do, the second one rolls them."""
    page = another(**PHONE)
    table = new(page, server.url, seed=7)
    table.play(lambda now: now.word == "battle")
    table.hex(table.lit()[0]).tap()
    target = table.lit("may be attacked")[0]
    sent = len(table.sent)
    table.hex(target).tap()
    expect(table.button(f"Attack {target}")).to_be_visible()
    expect(page.get_by_role("region", name="Before you roll")).to_contain_text(target)
    assert len(table.sent) == sent
    fits(page)
    with table.answering():
        table.hex(target).tap()
    assert any(entry["kind"] == "dice" for entry in table.view["log"])


def test_menu(another: Callable[..., Page], server: Server) -> None:
    """What a wide screen has as buttons is in the menu."""
    page = another(**PHONE)
    new(page, server.url, seed=7)
    page.get_by_role("button", name="Table menu").tap()
    sheet = page.get_by_role("dialog", name="Table")
    for name in ("Flip", "Terrain", "Threats", "Resign", "Offer a draw", "Settings", "Replay"):
        expect(sheet.get_by_text(name, exact=False).first).to_be_visible()
    fits(page)
    sheet.get_by_role("button", name="Settings").tap()
    fits(page)
