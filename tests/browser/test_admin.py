"""The page of who looks after the server: it opens by a token alone, and what is done there is done."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT, Server
from tests.browser.table import Faults, ask
from tests.browser.test_access import axe, clean
from tests.browser.test_phone import PHONE, fits

__all__ = ["axe"]  # a fixture of its room
KEPT = "[...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter(key => /admin/.test(key))"


@pytest.fixture
def token(server: Server) -> str:
    """The token of an admin, made beside the server."""
    words = ["admin", "token", "ada", "--again", "--database", str(server.database)]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
    told = subprocess.run(
        [sys.executable, "-m", "hexillum", *words], env=env, capture_output=True, text=True, check=True
    )
    return told.stdout.strip()


def come_in(page: Page, server: Server, token: str) -> None:
    """Come to the page with a token."""
    page.goto(f"{server.url}/admin")
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Come in").click()


def test_without_a_token_nothing_is_shown_and_a_wrong_one_is_refused(
    page: Page, server: Server, axe: str, faults: Faults
) -> None:
    page.goto(f"{server.url}/admin")
    expect(page.get_by_label("Token")).to_be_visible()
    expect(page.get_by_role("heading", name="Battles")).to_have_count(0)
    clean(page, axe, page.url)
    page.get_by_label("Token").fill("too short")
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_text("A token has 43 letters")).to_be_visible()
    faults.forgive("401")
    come_in(page, server, "x" * 43)
    expect(page.get_by_text("this needs the token of an admin")).to_be_visible()
    assert (
        page.evaluate("sessionStorage.length + [...Object.keys(localStorage)].filter(k => /admin/.test(k)).length") == 0
    )


def test_an_admin_ends_exports_and_deletes_a_battle_and_sees_it_noted(
    page: Page, server: Server, token: str, axe: str
) -> None:
    made = ask(server.url, "/api/games", {"battle": "akragas", "top": "person", "bottom": "person"})
    come_in(page, server, token)
    expect(page.get_by_text("You are ada")).to_be_visible()
    clean(page, axe, page.url)
    page.get_by_role("button", name=re.compile("Akragas")).first.click()
    expect(page.get_by_text(made["game"])).to_be_visible()
    expect(page.get_by_text("Turn 1, banners 0")).to_be_visible()
    page.get_by_role("button", name="End…").click()
    page.get_by_label("Why, for its players to read").fill("the evening is over")
    clean(page, axe, page.url)
    page.get_by_role("button", name="End this battle").click()
    expect(page.get_by_text("It is over, and nobody has won.")).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    assert download.value.suggested_filename.startswith(made["game"])
    page.get_by_role("button", name="Delete…").click()
    page.get_by_role("button", name="Delete this battle").click()
    expect(page.get_by_text("The battle was deleted.")).to_be_visible()
    page.get_by_role("button", name="Look again").click()
    deeds = page.get_by_role("region", name="What was done last")
    expect(deeds.get_by_text(made["game"])).to_have_count(3)
    page.get_by_role("button", name="Forget the token").click()
    expect(page.get_by_label("Token")).to_be_visible()


def test_names_are_blocked_and_everything_is_checked(page: Page, server: Server, token: str) -> None:
    come_in(page, server, token)
    page.get_by_label("A name to block").fill("Brutus")
    page.get_by_role("button", name="Block", exact=True).click()
    expect(page.get_by_text("Brutus is blocked, and whatever looks like it.")).to_be_visible()
    page.get_by_role("button", name="Unblock Brutus").click()
    expect(page.get_by_text("Brutus is free again.")).to_be_visible()
    page.get_by_role("button", name="Make an invitation").click()
    expect(page.get_by_label("The invitation, good once")).to_have_value(re.compile(r"/you#invitation=\S{43}$"))
    page.get_by_role("button", name="Check everything").click()
    expect(page.get_by_text(re.compile("checked: all is well"))).to_be_visible()
    page.get_by_role("button", name="Vacuum").click()
    expect(page.get_by_text(re.compile("Written anew"))).to_be_visible()
    expect(page.get_by_role("button", name="Back up now")).to_be_disabled()


def test_reported_talk_is_read_and_the_name_blocked_or_the_report_dismissed(
    page: Page, server: Server, token: str, axe: str
) -> None:
    def asked(path: str, body: dict[str, Any], key: str, seat: str = "") -> Any:
        head = {"Hexillum-Key": f"{key}-{'k' * 40}"} | ({"Authorization": f"Bearer {seat}"} if seat else {})
        answer = page.request.post(f"{server.url}{path}", data=body, headers=head)
        assert answer.ok, answer.text()
        return answer.json()

    for name in ("Cleon the Loud", "Dion"):
        asked("/api/you", {"name": name}, name[:4])
    made = asked("/api/games", {"battle": "akragas", "top": "person", "bottom": "friend"}, "Cleo")
    path = f"/api/games/{made['game']}"
    seat = asked(f"{path}/join", {"invite": made["invites"]["bottom"]}, "Dion")["token"]
    for seq, words in enumerate(("You <i>fool</i>", "You donkey")):
        asked(f"{path}/talk", {"words": words}, "Cleo", made["tokens"]["top"])
        asked(f"{path}/talk/report", {"seq": seq}, "Dion", seat)
    come_in(page, server, token)
    part = page.get_by_role("region", name="Reported talk")
    expect(part.get_by_text("You <i>fool</i>")).to_be_visible()
    expect(part.get_by_text("Cleon the Loud, who plays the top side, at Akragas")).to_have_count(2)
    clean(page, axe, page.url)
    part.get_by_role("button", name="Dismiss the report of: You donkey").click()
    expect(part.get_by_text("You donkey")).to_have_count(0)
    part.get_by_role("button", name="Block Cleon the Loud").click()
    expect(part.get_by_text("Nothing waits")).to_be_visible()
    page.get_by_role("checkbox", name="Only those that are blocked").check()
    expect(page.get_by_role("button", name="Unblock Cleon the Loud")).to_be_visible()


def test_it_fits_on_a_phone(another: Callable[..., Page], server: Server, token: str) -> None:
    page = another(**PHONE)
    come_in(page, server, token)
    expect(page.get_by_text("You are ada")).to_be_visible()
    fits(page)
