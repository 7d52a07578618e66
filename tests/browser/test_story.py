"""The story of a battle: before it on its page, after it on the end screen, and the way in."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.table import ask, new, play_by_program, sit
from tests.browser.test_access import axe as axe
from tests.browser.test_access import clean
from tests.browser.test_phone import PHONE, fits

SIZES = [(1280, 720), (1366, 768), (844, 390), (390, 844), (360, 640)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_begin_is_in_sight(another: Callable[..., Page], server: Server, width: int, height: int) -> None:
    """The button that begins is on the first screen of every battle's page, at once and below whatever it says."""
    page = another(viewport={"width": width, "height": height})
    for battle in ("akragas", "catalaunian-fields", "ford-of-circesium"):
        page.goto(f"{server.url}/battles/{battle}")
        begin = page.get_by_role("button", name="Begin")
        expect(begin).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_briefing(page: Page, server: Server) -> None:
    """What led to a battle, who commanded, what is special; how it ended only for who asks."""
    page.goto(server.url + "/battles/trasimenus")
    story = page.get_by_role("region", name="The story")
    expect(story).to_contain_text("Flaminius did, with no scouts before him")
    expect(story).to_contain_text("Livy 22.1-7")
    then = story.get_by_text("Some 15,000 Romans died")
    expect(then).to_be_hidden()
    story.get_by_text("What happened then").click()
    expect(then).to_be_visible()
    expect(page.get_by_role("region", name="Carthaginian")).to_contain_text("Hannibal, who knew what kind of man")
    expect(page.get_by_role("region", name="Special rules")).to_contain_text("two cards")


def test_phases(page: Page, server: Server) -> None:
    """The map shows the set-up, then each phase with its arrows and hexes, told for the ear as well."""
    page.goto(server.url + "/battles/cannae")
    shown = page.get_by_role("group", name="What the map shows")
    told = ask(server.url, "/api/battles/cannae/story")
    arrows = page.locator(".map .arrow")
    expect(shown.get_by_role("button", name="Set-up")).to_have_attribute("aria-pressed", "true")
    expect(arrows).to_have_count(0)
    for phase in told["phases"]:
        shown.get_by_role("button", name=phase["title"]).click()
        expect(page.get_by_role("region", name="The map")).to_contain_text(phase["text"])
        expect(arrows).to_have_count(len(phase["arrows"]))
        heard = page.get_by_role("list", name="Arrows on the map").get_by_role("listitem")
        assert len(heard.all()) == len(phase["arrows"])
        expect(heard.first).to_contain_text(phase["arrows"][0]["path"][0])
        expect(page.get_by_role("group", name=f"Cannae: {phase['title']}")).to_be_visible()


def over(server: Server, **wish: Any) -> tuple[str, str, dict[str, Any]]:
    """A game against the recruit that is over, the token of its lower seat, and what the server tells of its end."""
    wish = {"battle": "ford-of-circesium", "top": "recruit", "bottom": "person", "seed": 3, **wish}
    seated = ask(server.url, "/api/games", wish)
    game, token = seated["game"], seated["tokens"]["bottom"]
    play_by_program(server.url, game, {"bottom": token}, lambda view: bool(view["outcome"]))
    return game, token, ask(server.url, f"/api/games/{game}/ending")


def test_end(page: Page, server: Server, axe: str) -> None:
    """What decided the battle, what happened in history, and the ways on."""
    game, token, told = over(server)
    sit(page, server.url, game, token)
    result = page.get_by_role("region", name="Result")
    expect(result.get_by_role("heading", level=2)).to_have_text(told["headline"])
    expect(result).to_contain_text(told["history"]["afterwards"])
    expect(result).to_contain_text(told["decisive"]["words"])
    expect(result).to_contain_text(told["best"]["words"])
    chart = result.get_by_role("img", name="Banners over time")
    at_the_end_of = {(step["side"], step["turn"]): step for step in told["banners"]}
    for step in at_the_end_of.values():
        expect(chart).to_have_attribute("aria-label", re.compile(rf"{step['banners']} in turn {step['turn']}"))
    expect(result.get_by_role("link", name=told["next"]["name"])).to_have_attribute(
        "href", f"/battles/{told['next']['id']}"
    )
    clean(page, axe, "the end screen")
    result.get_by_role("button", name="Share").click()
    expect(result).to_contain_text(re.compile(rf"copied|/replay/{game}"))
    result.get_by_role("link", name=f"Turn {told['decisive']['turn']}").click()
    expect(page.get_by_role("slider", name="Moment")).to_have_value(str(told["decisive"]["moment"]))


def test_harder_opponent(page: Page, server: Server) -> None:
    """The same battle against the next level, from the same seat."""
    game, token, _ = over(server, swapped=True)
    sit(page, server.url, game, token)
    before = ask(server.url, f"/api/games/{game}")
    page.get_by_role("region", name="Result").get_by_role("button", name="A harder opponent: Decurion").click()
    expect(page).not_to_have_url(re.compile(game))
    expect(page).to_have_url(re.compile("/table/"))
    after = ask(server.url, f"/api/games/{page.url.split('/table/')[1].split('#')[0]}")
    assert after["armies"] == before["armies"]
    assert after["seats"]["top"]["name"] == "decurion"


def test_end_on_a_phone(another: Callable[..., Page], server: Server) -> None:
    """The end fits a phone."""
    page = another(**PHONE)
    game, token, told = over(server)
    sit(page, server.url, game, token)
    expect(page.get_by_role("region", name="Result")).to_contain_text(told["headline"])
    page.get_by_role("button", name="Share").scroll_into_view_if_needed()
    fits(page)


def test_onlookers_have_the_end_told_too(another: Callable[..., Page], server: Server) -> None:
    """Who looks on is told the same, and is offered nothing that only players may do."""
    page = another()
    game, _, told = over(server)
    page.goto(f"{server.url}/table/{game}")
    result = page.get_by_role("region", name="Result")
    expect(result).to_contain_text(told["headline"])
    expect(result.get_by_role("button", name=re.compile("Rematch|harder"))).to_have_count(0)


def test_start(page: Page, server: Server, axe: str) -> None:
    """The way in, and a picture for each battle."""
    page.goto(server.url)
    expect(page.locator(".library li")).to_have_count(45)
    assert page.locator(".library li img.vignette").count() == 45
    clean(page, axe, "the start page")
    new(page, server.url, seed=7)
