"""A server with an edition and a player of its operator's own, as people meet them: every page shows both."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT, Server
from tests.browser.table import Faults
from tests.browser.test_access import axe, clean
from tests.browser.test_play import seeded
from tests.kit.own_edition import write_edition, write_variant

__all__ = ["axe"]  # a fixture of its room


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that plays by them."""
    folder = tmp_path_factory.mktemp("own")
    words = ["--edition", str(write_edition(folder)), "--edition", str(write_variant(folder))]
    server = Server(folder, *words, "--player", f"stoic={ROOT / 'tests/players/stoic.py'}:Stoic")
    server.start()
    yield server
    server.kill()


def test_an_edition_and_a_player_of_ones_own_are_met_on_every_page(
    page: Page, own: Server, faults: Faults, axe: str
) -> None:
    page.goto(own.url)
    mine = page.get_by_role("region", name="Players of this server")
    expect(mine.get_by_role("button", name="Play Stoic")).to_contain_text("Takes what comes first.")
    expect(page.get_by_text("Successors 901")).to_be_visible()
    clean(page, axe, page.url)

    seeded(page, 7)  # a hand with a Push of Pike
    page.goto(f"{own.url}/battles/gaza")
    expect(page.get_by_text("4 phalanx")).to_be_visible()
    assert page.locator("[data-hex=H4]").first.get_attribute("aria-label") != ""
    page.get_by_role("radio", name="Stoic").check()
    clean(page, axe, page.url)
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_url("**/table/**")

    card = page.get_by_role("button", name="Push of Pike").first
    expect(card).to_contain_text("more dice in close combat 1")
    expect(page.get_by_text("computer, stoic")).to_be_visible()
    game = page.url.rsplit("/", 1)[1]

    page.goto(f"{own.url}/replay/{game}")
    expect(page.get_by_text("Gaza").first).to_be_visible()
    page.goto(f"{own.url}/rules/CARD-06")
    expect(page.get_by_text("CARD-06").first).to_be_visible()


def test_the_editor_lays_out_its_pieces(page: Page, own: Server, faults: Faults) -> None:
    page.goto(f"{own.url}/editor")
    page.get_by_role("combobox", name="Edition").select_option(label="Successors")
    expect(page.get_by_role("button", name="Phalanx", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Dunes", exact=True)).to_be_visible()
    page.get_by_label("Begin with the set-up of").select_option("gaza")
    board = page.get_by_role("group", name="The battle that you lay out")
    expect(board.locator('[data-hex="H4"]')).to_have_attribute("aria-label", "H4: bottom phalanx, 4 of 4 blocks")


def test_a_table_whose_edition_is_gone_says_so(page: Page, own: Server, faults: Faults, tmp_path: Path) -> None:
    page.goto(f"{own.url}/battles/gaza")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_url("**/table/**")
    path = page.url.removeprefix(own.url)
    own.kill()
    plain = Server(tmp_path)
    plain.database, plain.port = own.database, own.port
    plain.start()
    try:
        page.goto(plain.url + path)
        expect(page.get_by_text("is of an edition that is not loaded here: Successors").first).to_be_visible()
        faults.forgive("")  # what a server that is gone, and one that refuses, leave on the console
    finally:
        plain.kill()
        own.start()
