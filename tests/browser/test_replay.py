"""The replay as it lies on screens of all sizes: the whole board and the way through the game, side by side."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.table import ask, play_by_program

SIZES = [(1280, 720), (1366, 768), (820, 1180), (844, 390), (390, 844), (360, 640)]
#: Rows H and I were covered by the scrubber.
HEXES = ("A1", "A13", "D6", "H6", "I1", "I13")


@pytest.fixture(scope="module")
def played(server: Server) -> str:
    """A battle that has gone on for some turns."""
    seated = ask(server.url, "/api/games", {"battle": "akragas", "top": "greedy", "bottom": "person", "seed": 3})
    game, token = seated["game"], seated["tokens"]["bottom"]
    play_by_program(server.url, game, {"bottom": token}, lambda view: view["turn"] >= 4)
    return str(game)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_whole_board_and_the_scrubber_are_seen_together(
    page: Page, server: Server, played: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{server.url}/replay/{played}?moment=7")
    board = page.get_by_role("group", name="The board at moment 7")
    expect(board).to_be_visible()
    scrubber = page.get_by_role("slider", name="Moment")
    keys = page.get_by_role("group", name="Steps")
    covered = [box for box in (scrubber.bounding_box(), keys.bounding_box()) if box]
    assert len(covered) == 2
    for box in covered:
        assert box["y"] >= 0 and box["y"] + box["height"] <= height and box["x"] + box["width"] <= width
    for hex in HEXES:
        there = board.locator(f'[data-hex="{hex}"]').bounding_box()
        assert there, hex
        x, y = there["x"] + there["width"] / 2, there["y"] + there["height"] / 2
        assert there["y"] >= 0 and there["y"] + there["height"] <= height + 1, hex
        assert there["x"] >= 0 and there["x"] + there["width"] <= width + 1, hex
        on = page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.closest('[data-hex]')?.dataset.hex", [x, y])
        assert on == hex
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_replay_does_not_explain_how_to_play(page: Page, server: Server, played: str) -> None:
    for moment in (0, 12, 20, 40):
        page.goto(f"{server.url}/replay/{played}?moment={moment}")
        expect(page.get_by_role("region", name=re.compile("The question here"))).to_be_visible()
        expect(page.locator("body")).not_to_contain_text(re.compile("second click|Choose a lit piece|then a lit hex"))
