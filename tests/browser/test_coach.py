"""The coach in the browser: a battle is reviewed and looked through, hints are asked for, costly choices doubted."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT
from tests.browser.conftest import Server as Plain
from tests.browser.table import ask, keep_seats, new, play_by_program
from tests.browser.test_access import axe, clean

__all__ = ["axe"]  # a fixture


class Server(Plain):
    """A server whose reviews are made up; `slowly` ones never come to their end."""

    def __init__(self, folder: Path, *, slowly: bool = False) -> None:
        super().__init__(folder)
        self.slowly = slowly

    def start(self) -> None:
        words = ["-m", "tests.browser.coached", "serve", "--port", "0", "--database", str(self.database)]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
        env["HEXILLUM_REVIEWS"] = "slowly" if self.slowly else ""
        self.process = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True, env=env, cwd=ROOT)
        assert self.process.stdout is not None
        found = re.search(r"http://\S+?:(\d+)/", self.process.stdout.readline())
        assert found
        self.port, self.url = int(found[1]), found[0].rstrip("/")


@pytest.fixture(scope="module")
def coached(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(tmp_path_factory.mktemp("coached"))
    one.start()
    yield one
    one.kill()


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    one = Server(tmp_path_factory.mktemp("slow"), slowly=True)
    one.start()
    yield one
    one.kill()


def over(page: Page, url: str, turns: int = 5) -> str:
    """A battle against the computer that the lower side gives up after some turns; its seat is this browser's."""
    seated = ask(url, "/api/games", {"battle": "akragas", "top": "greedy", "bottom": "person", "seed": 7})
    game, token = seated["game"], seated["tokens"]["bottom"]
    view: dict[str, Any] = play_by_program(url, game, seated["tokens"], lambda seen: seen["turn"] >= turns)
    body = {"id": str(uuid.uuid4()), "version": view["version"], "seat": "bottom", "body": {"do": "resign"}}
    ask(url, f"/api/games/{game}/commands", body, token)
    keep_seats(page, url, seated)
    return str(game)


def reviewed(page: Page, url: str, game: str) -> None:
    """The page of a review that is done."""
    page.goto(f"{url}/review/{game}")
    page.get_by_role("button", name=re.compile("^−")).first.wait_for()


def test_a_review_is_clicked_through_from_the_end_screen(page: Page, coached: Server) -> None:
    game = over(page, coached.url)
    page.goto(f"{coached.url}/table/{game}")
    page.get_by_role("region", name="Result").get_by_role("link", name="Review").click()
    expect(page.get_by_role("heading", name="Your chance to win")).to_be_visible()
    mistake = page.get_by_role("button", name=re.compile("^−10"))
    mistake.click()
    expect(page.get_by_text("leaves E6 open to three units")).to_have_count(2)
    board = page.locator(".board").first
    steps = page.get_by_role("group", name="Steps of the better plan")
    expect(steps.get_by_role("status")).to_contain_text(re.compile(r"^(\d+) of \1:"))
    expect(board.locator(".arrow").first).to_be_attached()  # the plan moves somebody
    while steps.get_by_role("button", name="Back").is_enabled():
        steps.get_by_role("button", name="Back").click()
    expect(steps.get_by_role("status")).to_have_text("Before it")
    expect(board.locator(".arrow")).to_have_count(0)
    steps.get_by_role("button", name="Next").press("ArrowRight")
    expect(steps.get_by_role("status")).to_contain_text("1 of")
    page.get_by_label("What was played").check()
    expect(steps).to_have_count(0)
    expect(page.get_by_role("heading", name="Played")).to_be_visible()


def test_the_curve_is_walked_by_keys_and_told_as_a_table(page: Page, coached: Server) -> None:
    game = over(page, coached.url)
    reviewed(page, coached.url, game)
    curve = page.get_by_role("slider")
    curve.focus()
    first = curve.get_attribute("aria-valuetext") or ""
    assert re.search(r"^Turn 1, \w+: \d+ % to win at its beginning, \d+ % after it; your luck", first)
    page.keyboard.press("ArrowRight")
    expect(curve).to_have_attribute("aria-valuenow", "2")
    page.keyboard.press("End")
    expect(curve).not_to_have_attribute("aria-valuenow", "2")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")  # the mistake of this turn
    expect(page.get_by_role("heading", name=re.compile("^Turn 1, "))).to_be_visible()
    box = curve.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] * 0.95, box["y"] + 60)
    last = curve.get_attribute("aria-valuemax")
    expect(page.locator(".numbers")).to_contain_text(f"Turn {last}")
    page.get_by_text("The curve as a table").click()
    expect(page.get_by_role("row")).to_have_count(int(last or 0) + 1)
    row = page.get_by_role("row").nth(1).get_by_role("cell").all_inner_texts()
    before, after, *parts = (int(re.sub(r"[^0-9-]", "", one.replace("−", "-")) or 0) for one in row[1:6])
    assert abs(before + sum(parts) - after) <= 2, "what is shown adds up, but for rounding"


def test_a_review_is_reached_from_replay_and_library_and_shows_on_a_phone(
    page: Page, another: Callable[..., Page], coached: Server
) -> None:
    game = over(page, coached.url)
    page.goto(f"{coached.url}/replay/{game}")
    page.get_by_role("link", name="Review this battle").click()
    page.wait_for_url(f"**/review/{game}")
    page.goto(f"{coached.url}/")
    page.get_by_role("link", name=re.compile("^Review of ")).first.click()
    page.wait_for_url("**/review/*")
    phone = another(viewport={"width": 390, "height": 844}, has_touch=True)
    reviewed(phone, coached.url, game)
    expect(phone.get_by_role("heading", name="The chance of Syracusan to win")).to_be_visible()
    phone.get_by_role("slider").tap(position={"x": 330, "y": 80})
    expect(phone.get_by_role("slider")).not_to_have_attribute("aria-valuenow", "1")
    phone.get_by_role("button", name=re.compile("^−")).first.tap()
    phone.get_by_role("radiogroup").wait_for()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_review_page_is_clean_by_day_and_by_night(page: Page, coached: Server, axe: str) -> None:
    game = over(page, coached.url)
    reviewed(page, coached.url, game)
    page.get_by_role("button", name=re.compile("^−")).first.click()
    page.get_by_role("radiogroup").wait_for()
    page.get_by_text("The curve as a table").click()
    clean(page, axe, "review")


def test_first_results_come_while_it_runs_and_it_can_be_stopped(page: Page, slow: Server) -> None:
    game = over(page, slow.url)
    page.goto(f"{slow.url}/review/{game}")
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "0.4")
    expect(page.get_by_role("slider")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("This review was stopped: what was reviewed until then is kept.")).to_be_visible()
    expect(page.get_by_role("slider")).to_be_visible()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()


def test_a_battle_that_goes_on_has_no_review(page: Page, coached: Server, faults: Any) -> None:
    faults.forgive("403")
    seated = ask(coached.url, "/api/games", {"battle": "akragas", "top": "greedy", "bottom": "person"})
    page.goto(f"{coached.url}/review/{seated['game']}")
    expect(page.get_by_text("a review looks at both hands, so it is made after the end")).to_be_visible()


def test_a_hint_is_asked_for_by_button_and_key_and_the_end_says_so(page: Page, coached: Server, axe: str) -> None:
    table = new(page, coached.url)
    page.get_by_role("button", name="What would you do?").click()
    slip = page.get_by_role("region", name="What the consul would do")
    expect(slip).to_contain_text(re.compile(r"With this plan \d+ % to win"))
    expect(slip).to_contain_text("You were helped once: the record says so.")
    assert slip.get_by_role("listitem").count() > 1
    expect(page.locator(".hexes .arrow").first).to_be_attached()
    page.keyboard.press("w")
    expect(slip).to_have_count(0)
    page.keyboard.press("w")
    expect(slip).to_contain_text("You were helped once")
    clean(page, axe, "hint")
    table.play_card()
    expect(slip).to_have_count(0)
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Resign…").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.get_by_role("region", name="Result")).to_contain_text("You were helped by the coach once")


def test_on_a_phone_a_hint_is_a_line_above_the_hand(another: Callable[..., Page], coached: Server) -> None:
    phone = another(viewport={"width": 390, "height": 844}, has_touch=True)
    new(phone, coached.url)
    phone.get_by_role("button", name="Table menu").tap()
    phone.get_by_role("button", name="What would you do?").tap()
    slip = phone.get_by_role("region", name="What the consul would do")
    expect(slip).to_contain_text(re.compile(r"With this plan \d+ % to win"))
    expect(slip.get_by_role("listitem")).to_have_count(0)
    unfold = slip.get_by_role("button", name="Plan")
    unfold.tap()
    expect(unfold).to_have_attribute("aria-expanded", "true")
    assert slip.get_by_role("listitem").count() > 1
    said, hand = slip.bounding_box(), phone.get_by_role("region", name="Your hand").bounding_box()
    assert said and hand and said["y"] + said["height"] <= hand["y"], "the cards that it is about stay free"


def test_between_people_there_is_no_hint(page: Page, coached: Server) -> None:
    new(page, coached.url, top="friend", seed=None)
    expect(page.get_by_role("button", name="Table menu")).to_be_visible()
    expect(page.get_by_role("button", name="What would you do?")).to_have_count(0)


def test_are_you_sure_is_asked_before_a_costly_choice_only_where_that_is_wanted(page: Page, coached: Server) -> None:
    warned = '{"version": 1, "given": 0.12, "error": 0.02, "words": "this gives away about 12 points: are you sure?"}'
    asked: list[str] = []

    def doubt(route: Any) -> None:
        asked.append(route.request.url)
        route.fulfill(status=200, content_type="application/json", body=warned)

    page.route("**/doubt", doubt)
    table = new(page, coached.url)
    table.play_card()
    assert not asked, "it is off until somebody wants it"
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label(re.compile("Are you sure")).check()
    page.keyboard.press("Escape")
    hex = table.lit()[0]
    sent = len(table.sent)
    table.press(table.hex(hex))
    expect(page.get_by_text("This gives away about 12 points: are you sure?")).to_be_visible()
    assert len(table.sent) == sent and len(asked) == 1
    page.keyboard.press("Escape")
    expect(page.get_by_text("are you sure?")).to_have_count(0)
    table.press(table.hex(hex))
    with table.answering():
        page.get_by_role("button", name="Yes, play it").click()
    assert len(asked) == 2
