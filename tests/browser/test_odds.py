"""The odds at the table: before a roll, of any pair, both ways, evading and standing side by side; luck at the end."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from hexillum.battle.positions import write_position
from hexillum.battle.setup import add_unit, begin_at, new_state
from hexillum.core import hexes
from hexillum.core.kinds import kind_number
from hexillum.core.state import NONE
from tests.browser.conftest import Server
from tests.browser.table import Table, ask, sit

UNITS = (
    (1, "heavy-infantry", "E5"),
    (1, "light-bow", "F8"),
    (0, "light-infantry", "D5"),
    (0, "auxilia", "D4"),
    (0, "medium-cavalry", "C6"),
)


def desk(page: Page, server: Server) -> Table:
    """An analysis in the battle phase: heavy infantry E5 may attack light infantry D5, who may evade, or auxilia D4."""
    s = new_state("ancients")
    s.active, s.goal = 1, [6, 6]
    for side, kind, hex in UNITS:
        add_unit(s, side, kind_number("ancients", kind), hexes.parse(hex))
    begin_at(s, "battle", NONE, None)
    made = ask(server.url, "/api/analysis", {"position": write_position(s)})
    return sit(page, server.url, made["game"], made["tokens"]["bottom"])


def row(page: Page, words: str) -> str:
    """A line of the panel of odds, in letters."""
    return page.locator(".odds tr", has_text=words).inner_text()


def test_odds_before_the_roll(page: Page, server: Server) -> None:
    table = desk(page, server)
    table.hex("E5").click()
    expect(table.hex("D4")).to_have_attribute("aria-label", re.compile("eliminated in 5%"))
    expect(table.hex("D5")).to_have_attribute("aria-label", re.compile("eliminated in 0–5%"))
    table.hex("D5").hover()
    panel = page.locator(".odds")
    expect(panel).to_contain_text("if it stands")
    expect(panel).to_contain_text("if it evades")
    expect(panel).to_contain_text("4.7%")
    edges: list[float] = panel.locator("td").evaluate_all("all => all.map(one => one.getBoundingClientRect().right)")
    box = panel.bounding_box()
    assert box and max(edges) <= box["x"] + box["width"] - 8, "chances stand out of the slip"
    page.get_by_role("button", name="All figures").click()
    assert row(page, "Hits, on average").split()[-2:] == ["1.67", "0.83"]

    page.get_by_role("button", name="Exact").click()
    expect(panel).to_contain_text("121 of 2,592")
    page.get_by_role("button", name="Swap sides").click()
    heading = page.get_by_role("region", name="What if")
    expect(heading).to_contain_text("Light Infantry D5")
    expect(heading).to_contain_text("Heavy Infantry E5")
    page.keyboard.press("Escape")
    expect(page.get_by_role("region", name="Before you roll")).to_be_visible()


def test_odds_of_an_enemy_who_has_to_come(page: Page, server: Server) -> None:
    table = desk(page, server)
    table.hex("E5").hover()
    page.get_by_role("button", name="What threatens it?").click()
    page.get_by_role("button", name="Medium Cavalry C6").click()
    panel = page.get_by_role("region", name="What if")
    expect(panel).to_contain_text("moved to")
    expect(panel).to_contain_text("3 dice")
    expect(panel).to_contain_text("Forced back")


def test_luck(page: Page, server: Server) -> None:
    table = desk(page, server)
    luck = page.get_by_role("region", name="Luck")
    replay = f"{server.url}/replay/{table.view['game']}"
    page.goto(replay)
    expect(luck).to_contain_text("no attacks")
    table = sit(page, server.url, table.view["game"])
    table.hex("E5").click()
    with table.answering():
        table.hex("D4").click()
    with table.answering():
        page.get_by_role("button", name="Roll").first.click()
    page.goto(replay)
    expect(luck).to_contain_text("1.7 were expected")
    expect(luck).to_contain_text("5 dice in 1 roll.")
