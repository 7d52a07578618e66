"""Standing answers at the table, seen by their owner alone; notices, what they show and where they lead."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Worker, expect

from tests.browser.conftest import Server
from tests.browser.table import Faults, Table, ask, sit
from tests.browser.test_access import axe, clean
from tests.browser.test_phone import PHONE, fits

__all__ = ["axe"]  # a fixture of its room


def two(page: Page, friend: Page, url: str) -> tuple[Table, Table]:
    """Two people at a table: who begins, and the other."""
    wish = {"battle": "akragas", "top": "person", "bottom": "person", "seed": 3}
    seated = ask(url, "/api/games", wish)
    tables = sit(page, url, seated["game"], seated["tokens"]["bottom"]), Table(friend, url)
    friend.goto(f"{url}/table/{seated['game']}#seat={seated['tokens']['top']}")
    tables[1].until(lambda: bool(tables[1].views))
    return tables


def opened(page: Page) -> Any:
    """The sheet of standing answers, by the menu."""
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Answer beforehand…").click()
    sheet = page.get_by_role("dialog", name="Answer beforehand")
    expect(sheet.get_by_role("combobox", name="First Strike")).to_be_visible()
    return sheet


def test_one_side_answers_beforehand_and_the_other_sees_its_answers_only(
    page: Page, another: Callable[..., Page], server: Server, axe: str
) -> None:
    friend = another()
    mine, theirs = two(page, friend, server.url)
    frames = len(mine.views)
    sheet = opened(friend)
    clean(friend, axe, "the sheet of standing answers")
    sheet.get_by_role("combobox", name="A unit that may evade").select_option(label="Stands")
    sheet.get_by_role("button", name="Fill in for play by mail").click()
    expect(sheet.get_by_role("spinbutton")).to_have_value("60")
    sheet.get_by_role("combobox", name="First Strike").select_option(label="No card")
    sheet.get_by_role("button", name="Keep", exact=True).click()
    expect(sheet.get_by_role("status")).to_contain_text(re.compile(r"Kept\.\s+7 of 7"))
    friend.keyboard.press("Escape")
    assert len(mine.views) == frames, "the other side is told nothing"
    for _ in range(400):
        if mine.view["outcome"] or theirs.view["spoken"]:
            break
        asked = mine if mine.view["decision"]["actor"] == "bottom" else theirs
        asked.settle()
        asked.step()
        mine.until(lambda: mine.view["version"] == theirs.view["version"])
    assert theirs.view["spoken"] and not mine.view["spoken"]
    expect(theirs.log.get_by_text("Your standing answer.").first).to_be_visible()
    expect(mine.log.get_by_text("Your standing answer.")).to_have_count(0)
    again = opened(friend)
    expect(again.get_by_role("combobox", name="First Strike")).to_have_value("never")
    again.get_by_role("button", name="Withdraw all").click()
    expect(again.get_by_role("status")).to_contain_text("You are asked everything.")


def test_the_sheet_fits_a_phone(another: Callable[..., Page], server: Server) -> None:
    page = another(**PHONE)
    seated = ask(server.url, "/api/games", {"battle": "dara", "top": "person", "bottom": "person", "seed": 3})
    sit(page, server.url, seated["game"], seated["tokens"]["bottom"])
    sheet = opened(page)
    expect(sheet.get_by_role("combobox", name="Ambush")).to_be_visible()
    width, inner = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert width <= inner


# ---------------------------------------------------------------------- notices

NAME = """async name => (await fetch("/api/you", { method: "POST", headers: { "content-type": "application/json",
  "hexillum-key": localStorage.getItem("hexillum.key") }, body: JSON.stringify({ name, label: "a test" }) })).status"""
ADD = """async push => (await fetch("/api/you/notices/channels", { method: "POST", headers: {
  "content-type": "application/json", "hexillum-key": localStorage.getItem("hexillum.key") },
  body: JSON.stringify({ push, label: "Chrome on Linux" }) })).status"""
PUSH = {"endpoint": "https://fcm.googleapis.com/fcm/send/abc", "p256dh": "B" * 87, "auth": "a" * 22}


def test_notices_are_for_people_with_a_name(page: Page, server: Server, faults: Faults) -> None:
    faults.forgive("401")
    page.goto(f"{server.url}/you/notices")
    expect(page.get_by_role("link", name="Take a name")).to_be_visible()


@pytest.mark.parametrize("wishes", [{}, PHONE])
def test_ways_are_shown_switched_and_taken_away(
    another: Callable[..., Page], server: Server, axe: str, faults: Faults, wishes: dict[str, Any]
) -> None:
    faults.forgive("401")
    faults.forgive("422")
    page = another(**wishes)
    page.goto(f"{server.url}/you/notices")
    expect(page.get_by_role("link", name="Take a name")).to_be_visible()
    assert page.evaluate(NAME, f"Phone {len(wishes)}") == 201
    assert page.evaluate(ADD, PUSH) == 201
    page.reload()
    expect(page.get_by_text("Browser: Chrome on Linux")).to_be_visible()
    clean(page, axe, page.url)
    if wishes:
        fits(page)
    page.get_by_role("button", name="Switch off Browser: Chrome on Linux").click()
    expect(page.get_by_text("off", exact=True)).to_be_visible()
    page.get_by_role("button", name="Switch on Browser: Chrome on Linux").click()
    page.get_by_role("textbox", name="Its address").fill("file:///etc/passwd")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("this server sends no notices by 'file'")
    page.get_by_role("checkbox", name="No notices in these hours").check()
    page.get_by_label("From").fill("21:30")
    page.get_by_role("button", name="Keep quiet hours").click()
    expect(page.get_by_role("status")).to_contain_text("Kept.")
    page.reload()
    expect(page.get_by_label("From")).to_have_value("21:30")
    page.get_by_role("button", name="Take away Browser: Chrome on Linux").click()
    expect(page.get_by_text("There is none yet.")).to_be_visible()


def worker(page: Page, context: BrowserContext, url: str) -> Worker:
    """The worker that takes notices, as the page of notices registers it."""
    context.grant_permissions(["notifications"], origin=url)
    page.goto(f"{url}/rules")
    with context.expect_event("serviceworker") as came:
        page.evaluate("navigator.serviceWorker.register('/push.js', { scope: '/' })")
    one: Worker = came.value
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    return one


SHOWN = """self.registration.getNotifications().then(
  all => all.map(one => [one.title, one.body, one.data.link, one.data.off]))"""


def test_a_push_is_shown_and_leads_to_the_table_of_this_server_alone(
    page: Page, context: BrowserContext, server: Server
) -> None:
    taker = worker(page, context, server.url)
    for link, leads in (
        (f"{server.url}/table/1", f"{server.url}/table/1"),
        ("https://evil.example/x", f"{server.url}/"),
    ):
        data = json.dumps(
            {"title": "Akragas: it is your turn", "body": "Look.", "link": link, "off": link, "tag": link}
        )
        taker.evaluate(f"self.dispatchEvent(new PushEvent('push', {{ data: {json.dumps(data)} }}))")
        page.wait_for_timeout(300)
        shown = taker.evaluate(SHOWN)
        assert ["Akragas: it is your turn", "Look.", leads, leads] in shown
    taker.evaluate("self.dispatchEvent(new PushEvent('push', { data: 'no data' }))")
    page.wait_for_timeout(300)
    assert "Hexillum" in [title for title, *_ in taker.evaluate(SHOWN)]
