"""A small tournament in the browser: four people enter, play a round at its tables, and see the standings and ladder."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.test_access import axe, clean
from tests.browser.test_phone import PHONE, fits

__all__ = ["axe"]  # a fixture of its room

TAKE_NAME = """async name => {
  const key = localStorage.getItem("hexillum.key");
  const headers = { "Content-Type": "application/json", "Hexillum-Key": key };
  const answer = await fetch("/api/you", { method: "POST", headers, body: JSON.stringify({ name }) });
  return answer.status;
}"""


def named(page: Page, server: Server, name: str) -> Page:
    """Somebody with a name, who looks at the tournaments."""
    page.goto(f"{server.url}/tournaments")
    expect(page.get_by_role("heading", name="Tournaments", level=1)).to_be_visible()
    expect(page.get_by_text("Make a tournament")).to_be_visible()
    assert page.evaluate(TAKE_NAME, name) == 201
    return page


def resigns(page: Page, battle: int) -> None:
    """Play a battle of one's match, and give it up."""
    page.get_by_role("button", name=f"Play battle {battle}").click()
    page.wait_for_url("**/table/**")
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("dialog", name="Table").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.get_by_role("region", name="Result")).to_contain_text("You lost")


def test_four_people_play_a_round_and_see_where_they_stand(
    page: Page, another: Callable[..., Page], server: Server, axe: str
) -> None:
    anna = named(page, server, "Anna of the tournament")
    anna.get_by_text("Make a tournament").click()
    anna.get_by_label("Name").fill("Spring cup")
    anna.get_by_label("Rounds").fill("2")
    clean(anna, axe, anna.url)
    anna.get_by_role("button", name="Make it").click()
    expect(anna.get_by_role("heading", name="Spring cup", level=1)).to_be_visible()
    anna.get_by_role("button", name="Enter").click()
    expect(anna.get_by_role("button", name="Withdraw")).to_be_visible()
    clean(anna, axe, anna.url)
    others = [named(another(), server, f"{name} of the tournament") for name in ("Berta", "Cleo", "Dora")]
    for one in others:
        one.goto(anna.url)
        one.get_by_role("button", name="Enter").click()
        expect(one.get_by_role("button", name="Withdraw")).to_be_visible()
    expect(anna.get_by_text("Dora of the tournament")).to_be_visible()
    anna.get_by_role("button", name="Start with round 1").click()
    expect(anna.get_by_role("heading", name="Round 1: Akragas")).to_be_visible()
    expect(anna.get_by_role("button", name="Play battle 1")).to_be_visible()
    tournament = anna.url
    for battle in (1, 2):
        resigns(anna, battle)
        anna.goto(tournament)
        expect(anna.get_by_role("button", name=f"Play battle {battle}")).to_have_count(0)
    expect(anna.get_by_text("the other resigned")).to_have_count(2)
    expect(others[0].get_by_text("the other resigned")).to_have_count(2)
    expect(others[0].get_by_role("region", name="Table of the standings")).to_be_visible()
    clean(anna, axe, anna.url)
    anna.get_by_role("button", name="Pair round 2").click()
    expect(anna.get_by_text("1 match not decided")).to_be_visible()
    clean(anna, axe, anna.url)
    anna.get_by_role("button", name="Yes, pair it").click()
    expect(anna.get_by_role("heading", name="Round 2: Akragas")).to_be_visible()
    anna.goto(f"{server.url}/ladder")
    expect(anna.get_by_text("Your rating")).to_be_visible()
    clean(anna, axe, anna.url)
    for where in (tournament, f"{server.url}/tournaments", f"{server.url}/ladder"):
        phone = another(**PHONE)
        phone.goto(where)
        expect(phone.get_by_role("heading", level=1)).to_be_visible()
        expect(phone.get_by_text("Fetching")).to_have_count(0)
        fits(phone)
        clean(phone, axe, phone.url)


def test_who_leads_decides_a_battle_of_others(page: Page, another: Callable[..., Page], server: Server) -> None:
    judge = named(page, server, "The judge of all")
    made = judge.evaluate(
        """async () => {
          const headers = { "Content-Type": "application/json", "Hexillum-Key": localStorage.getItem("hexillum.key") };
          const body = JSON.stringify({ name: "Autumn cup", battles: ["akragas"], sort: "round_robin" });
          return (await (await fetch("/api/tournaments", { method: "POST", headers, body })).json()).id;
        }"""
    )
    for name in ("Emma", "Fanny", "Greta"):
        one = named(another(), server, f"{name} of the other cup")
        one.goto(f"{server.url}/tournaments/{made}")
        one.get_by_role("button", name="Enter").click()
        expect(one.get_by_role("button", name="Withdraw")).to_be_visible()
    judge.goto(f"{server.url}/tournaments/{made}")
    judge.get_by_role("button", name="Start with round 1").click()
    judge.get_by_label("Decide battle 1").select_option("one")
    expect(judge.get_by_text("decided by who leads the tournament")).to_be_visible()
    judge.get_by_label("Decide battle 1").select_option("")
    expect(judge.get_by_text("decided by who leads the tournament")).to_have_count(0)
    judge.get_by_role("button", name="End the tournament").click()
    judge.get_by_role("button", name="Yes, end it").click()
    expect(judge.get_by_text("over; led by The judge of all")).to_be_visible()
