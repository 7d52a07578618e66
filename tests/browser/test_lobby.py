"""The lobby in browsers: two who never met find each other, talk, play by a clock, and one claims when time is up."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.table import Faults, Table
from tests.browser.test_access import axe as axe
from tests.browser.test_access import clean

NAME = """async name => {
  const key = localStorage.getItem("hexillum.key");
  const headers = { "Hexillum-Key": key, "Content-Type": "application/json" };
  return (await fetch("/api/you", { method: "POST", headers, body: JSON.stringify({ name }) })).status;
}"""


@pytest.fixture
def server(tmp_path: Path):
    """A server that nobody else uses: it is killed, and its clocks are set."""
    one = Server(tmp_path)
    one.start()
    yield one
    one.kill()


def called(page: Page, server: Server, name: str) -> None:
    """Come to the lobby by a name."""
    page.goto(f"{server.url}/lobby")
    expect(page.get_by_role("heading", name="Open seats")).to_be_visible()
    assert page.evaluate(NAME, name) == 201
    page.reload()


def shot(page: Page, name: str) -> None:
    """Keep a picture, where somebody wants to look at them."""
    if folder := os.environ.get("HEXILLUM_SHOTS"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"))


def later(database: Path, game: str, seconds: float) -> None:
    """Let a game have begun so much earlier."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE entries SET at = at - ? WHERE game = ?", (seconds, game))


def test_two_find_each_other_talk_and_one_claims_on_time(
    page: Page, another: Callable[..., Page], server: Server, faults: Faults, axe: str
) -> None:
    anna, bert, onlooker = page, another(), another()
    called(anna, server, "Anna")
    called(bert, server, "Bert")
    form = anna.get_by_role("form", name="Offer a seat")
    form.get_by_role("combobox", name="You lead").select_option(label="Syracusan")
    form.get_by_role("combobox", name="How fast").select_option("20+15")
    form.get_by_label("A word").fill("My first <b>one</b>")
    form.get_by_role("checkbox", name="Rated").check()
    form.get_by_role("button", name="Offer the seat").click()
    expect(anna.get_by_role("button", name="Withdraw")).to_be_visible()
    clean(anna, axe, "anna")
    shot(anna, "lobby-offered")
    theirs = Table(bert, server.url)
    bert.reload()
    seat = bert.get_by_role("listitem").filter(has_text="My first <b>one</b>")
    expect(seat).to_contain_text("Anna looks for anybody; 20 minutes each")
    expect(seat).to_contain_text("; rated;")
    shot(bert, "lobby-open")
    seat.get_by_role("button", name="Take the seat").click()
    theirs.until(lambda: bool(theirs.views))
    game = theirs.view["game"]
    assert theirs.view["yours"] == ["top"] and theirs.view["clock"]["started"]
    mine = Table(anna, server.url)
    anna.goto(f"{server.url}/table/{game}")
    mine.until(lambda: bool(mine.views) and not mine.view["chance"]["awaited"])
    for one in (anna, bert):
        expect(one.get_by_role("timer")).to_have_count(2)
    expect(bert.get_by_role("region", name="Syracusan, Anna")).to_be_visible()

    # talk: a slip at the table, an answer from the drawer; the onlooker has a room of his own
    bert.get_by_role("button", name="Log · Rules").click()
    bert.get_by_role("tab", name="Talk").click()
    bert.get_by_label("To who plays with you").fill("Hello <i>Anna</i>")
    bert.get_by_role("button", name="Say it").click()
    said = anna.get_by_role("region", name="Somebody said")
    expect(said).to_contain_text("Bert: Hello <i>Anna</i>")
    shot(anna, "table-slip")
    said.get_by_role("button", name="Answer").click()
    anna.get_by_role("button", name="Hello, and a good battle!").click()
    expect(bert.get_by_role("list", name="What was said")).to_contain_text("Hello, and a good battle!")
    clean(bert, axe, "bert")
    shot(bert, "table-talk")
    watching = Table(onlooker, server.url)
    onlooker.goto(f"{server.url}/lobby")
    onlooker.get_by_role("link", name="Watch Akragas").click()
    watching.until(lambda: bool(watching.views))
    onlooker.get_by_role("button", name="Log · Rules").click()
    onlooker.get_by_role("tab", name="Talk").click()
    expect(onlooker.get_by_text("Nothing was said yet.")).to_be_visible()
    onlooker.get_by_label("To those who watch").fill("His left is weak")
    onlooker.get_by_role("button", name="Say it").click()
    expect(onlooker.get_by_role("list", name="What was said")).to_contain_text("His left is weak")
    for one in (anna, bert):
        expect(one.get_by_role("list", name="What was said")).not_to_contain_text("weak")

    # the flag falls
    for words in ("WebSocket", "ERR_CONNECTION", "ERR_EMPTY_RESPONSE"):
        faults.forgive(words)
    server.kill()
    later(server.database, game, 1190)
    server.start()
    late, waiting = (mine, theirs) if mine.view["clock"]["running"] == "bottom" else (theirs, mine)
    for who in (late, waiting):
        who.page.reload()
    late.page.get_by_role("timer").filter(has_text="0:").first.wait_for()
    shot(late.page, "table-short")
    server.kill()
    later(server.database, game, 60)
    server.start()
    for who in (late, waiting):
        who.page.reload()
    expect(late.page.get_by_role("region", name="Time is up")).to_contain_text("Your time is up")
    up = waiting.page.get_by_role("region", name="Time is up")
    shot(waiting.page, "table-claim")
    up.get_by_role("button", name="Claim the win…").click()
    expect(up).to_contain_text("told in the record")
    up.get_by_role("button", name="Claim the win", exact=True).click()
    expect(waiting.page.get_by_role("region", name="Result")).to_contain_text("You won")
    expect(late.page.get_by_role("region", name="Result")).to_contain_text("was claimed")
    shot(waiting.page, "table-won")

    # both are told of it in their lists
    late.page.goto(server.url)
    expect(late.page.get_by_role("region", name="Your games")).to_contain_text("you lost, 0 to 0 banners, on time")
    anna.goto(f"{server.url}/lobby")
    expect(anna.get_by_role("region", name="My battles")).to_contain_text("on time")


def test_a_match_on_a_phone(page: Page, another: Callable[..., Page], server: Server, axe: str) -> None:
    """A match is offered and taken on a small screen in the dark; both battles stand on its page."""
    phone = another(viewport={"width": 390, "height": 844}, has_touch=True, color_scheme="dark")
    called(page, server, "Carl")
    form = page.get_by_role("form", name="Offer a seat")
    form.get_by_role("checkbox", name="A match").check()
    form.get_by_role("button", name="Offer the seat").click()
    expect(page.get_by_role("button", name="Withdraw")).to_be_visible()
    phone.goto(f"{server.url}/lobby")
    expect(phone.get_by_text("then the other army in a second battle")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    clean(phone, axe, "phone")
    shot(phone, "lobby-phone")
    phone.get_by_role("button", name="Take the seat").click()
    expect(phone.get_by_role("heading", name="Match at Akragas")).to_be_visible()
    expect(phone.get_by_role("link", name="Play battle 2")).to_be_visible()
    clean(phone, axe, "phone")
    shot(phone, "match-phone")
    there = Table(phone, server.url)
    phone.get_by_role("link", name="Play battle 1").click()
    there.until(lambda: bool(there.views))
    expect(phone.get_by_role("timer")).to_have_count(2)
    shot(phone, "table-phone")


def test_somebody_plays_on_in_another_browser_by_his_name(
    page: Page, another: Callable[..., Page], server: Server
) -> None:
    called(page, server, "Dora")
    form = page.get_by_role("form", name="Offer a seat")
    form.get_by_role("button", name="Offer the seat").click()
    expect(page.get_by_role("region", name="My battles")).to_contain_text("Nobody has taken the other seat yet")
    key = page.evaluate("localStorage.getItem('hexillum.key')")
    phone = another()
    phone.add_init_script(f"localStorage.setItem('hexillum.key', '{key}')")  # as a passkey or a letter brings it there
    phone.goto(f"{server.url}/lobby")
    row = phone.get_by_role("region", name="My battles").get_by_role("listitem")
    expect(row).to_have_count(1)
    there = Table(phone, server.url)
    row.get_by_role("link").first.click()
    there.until(lambda: bool(there.views) and there.view["eyes"] is not None)
    assert there.view["yours"] and there.view["hand"] is not None
