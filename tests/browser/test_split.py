"""Pages that are fetched when they are wanted, and what a table keeps as its reader left it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.table import Faults, Table, ask
from tests.browser.test_people import friend_link, named
from tests.browser.test_phone import PHONE, fits

STAYED = "window.stayed === true"


def test_pages_come_one_by_one_and_the_one_before_stays_until_then(page: Page, server: Server) -> None:
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url))
    page.goto(server.url)
    page.wait_for_load_state("networkidle")
    assert not [url for url in asked if re.search(r"(Admin|Tournament|Puzzle|Review|Editor|Analysis)Page", url)]
    page.evaluate("window.stayed = true")
    for link, heading in (("Lobby", "Open seats"), ("Lessons", "Lessons"), ("Rules", "Rules")):
        page.get_by_role("navigation", name="Pages").get_by_role("link", name=link).click()
        expect(page.get_by_role("heading", name=heading).first).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Lessons").first).to_be_visible()
    assert page.evaluate(STAYED), "nothing was loaded anew"
    for path, heading in (("admin", "Looking after the server"), ("ladder", "Ladder"), ("tournaments", "Tournaments")):
        page.goto(f"{server.url}/{path}")
        expect(page.get_by_role("heading", name=heading).first).to_be_visible()


def test_a_page_that_does_not_come_says_so_and_the_way_out(page: Page, server: Server, faults: Faults) -> None:
    faults.forgive("ERR_FAILED")
    faults.forgive("dynamically imported module")
    page.goto(server.url)
    page.wait_for_load_state("networkidle")
    page.route(re.compile("LobbyPage.*js"), lambda route: route.abort())
    page.get_by_role("navigation", name="Pages").get_by_role("link", name="Lobby").click()
    expect(page.get_by_role("heading", name="This page has not come")).to_be_visible()
    page.unroute(re.compile("LobbyPage.*js"))
    page.get_by_role("button", name="Load it again").click()
    expect(page.get_by_role("heading", name="Open seats")).to_be_visible()


def test_a_friend_is_told_that_the_battle_is_rated_and_what_was_put_away_stays_so(
    page: Page, another: Callable[..., Page], server: Server
) -> None:
    named(page, server.url, "Agathocles of Syracuse")
    quick = re.findall(r"/table/(\w+)", friend_link(page, server.url))[0]
    page.get_by_role("checkbox", name="Rated").check()
    expect(page.get_by_role("checkbox", name="Rated")).to_be_enabled()
    assert ask(server.url, f"/api/games/{quick}/terms")["wanted"] == {"bottom": True}
    page.goto(f"{server.url}/battles/akragas")
    page.get_by_role("radio", name="A friend, by a link").check()
    page.get_by_role("checkbox", name="Rated").check()
    page.get_by_role("button", name="Begin and get the link").click()
    link = page.get_by_label("Send this link to your friend.").input_value()
    game = re.findall(r"/table/(\w+)", link)[0]
    mine = Table(page, server.url)
    page.get_by_role("link", name="Go to the table").click()
    mine.until(lambda: bool(mine.views))
    slip = page.get_by_role("region", name="An open seat")
    slip.get_by_role("button", name="Close").click()
    page.reload()
    mine.until(lambda: len(mine.views) > 1)
    expect(page.get_by_role("button", name="Table menu")).to_be_visible()
    expect(slip).to_have_count(0)

    friend = another(**PHONE)
    friend.goto(link)
    expect(friend.get_by_text("This battle is rated:")).to_be_visible()
    expect(friend.get_by_role("button", name="Take the seat")).to_be_disabled()
    fits(friend)
    friend.get_by_label("Your name", exact=True).fill("Hamilcar son of Gisgo")
    friend.get_by_role("button", name="Take this name").click()
    theirs = Table(friend, server.url)
    friend.get_by_role("button", name="Take the seat as Hamilcar").click()
    theirs.until(lambda: bool(theirs.views))
    assert ask(server.url, f"/api/games/{game}/terms")["rated"]

    page.get_by_role("button", name="Log · Rules").click()
    page.get_by_role("tab", name="Talk").click()
    page.get_by_label("To who plays with you").fill("A word that is long enough to need more than a line of a phone")
    page.get_by_role("button", name="Say it").click()
    said = friend.get_by_role("region", name="Somebody said")
    expect(said).to_contain_text("A word that is long enough")
    strip = said.bounding_box()
    assert strip is not None and strip["height"] < 70, "a strip, not a card"
    said.get_by_role("button", name="Close").tap()
    expect(said).to_have_count(0)
    friend.reload()
    theirs.until(lambda: len(theirs.views) > 1)
    expect(friend.get_by_role("button", name="Table menu")).to_be_visible()
    expect(said).to_have_count(0)
