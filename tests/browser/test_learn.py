"""Learning by playing: a lesson by mouse, by keys and on a phone, the coach of a first battle, the chart, the rules."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.test_access import RUN, clean
from tests.browser.test_access import axe as axe


def test_a_lesson_by_mouse(page: Page, server: Server) -> None:
    """The good choice, another legal one that is taken back, and what was kept of it."""
    page.goto(server.url + "/learn")
    page.get_by_role("link", name="1. Ranged combat").click()
    page.get_by_text("Step 1 of 3").wait_for()
    page.get_by_role("button", name="Finish battles").click()
    page.get_by_text("here the bowmen should shoot").wait_for()
    page.locator('[data-hex="G6"]').click()
    page.locator('[data-hex="E5"]').click()
    page.get_by_text("Well chosen.").wait_for()
    expect(page.get_by_role("region", name="Last roll")).to_contain_text("1 hit")
    page.get_by_text("RC-31").click()
    page.get_by_text("A unit that did not move before firing rolls 2 dice.").wait_for()
    page.get_by_role("button", name="Next").click()
    page.get_by_text("Step 2 of 3").wait_for()
    page.goto(server.url + "/learn")
    expect(page.get_by_role("link", name="1. Ranged combat")).to_contain_text("at step 2 of 3")


def test_a_lesson_by_keys(page: Page, server: Server) -> None:
    """A worse choice is told and tried again; the whole lesson is then done without the mouse."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(server.url + "/learn/evade")
    page.get_by_role("button", name="Stand").wait_for()
    page.keyboard.press("e")
    page.get_by_text("There is a better choice.").wait_for()
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Evade").wait_for()
    page.keyboard.press("1")
    page.get_by_text("Well chosen.").wait_for()
    page.keyboard.press("Enter")
    page.get_by_text("Step 2 of 2").wait_for()
    for hex in ("F6", "E6"):
        page.locator(f'[data-hex="{hex}"]').focus()
        page.keyboard.press("Enter")
    page.get_by_text("Remember").wait_for()
    expect(page.get_by_role("link", name="Next lesson")).to_be_focused()
    page.goto(server.url + "/learn")
    expect(page.get_by_role("link", name="9. Evading")).to_contain_text("done")


def test_a_lesson_on_a_phone(page: Page, server: Server) -> None:
    """The pieces and the question are seen together, and a finger plays."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(server.url + "/learn/close-combat")
    page.locator('[data-hex="F6"]').wait_for()
    expect(page.locator('[data-hex="F6"]')).to_be_in_viewport()
    expect(page.get_by_text("Attack one of them.")).to_be_in_viewport()
    page.locator('[data-hex="F6"]').click()
    page.locator('[data-hex="E6"]').click()
    page.get_by_text("Well chosen.").wait_for()


def test_a_first_battle(page: Page, server: Server) -> None:
    """The coach speaks when a card is asked, then of what comes, and can be sent away."""
    page.goto(server.url + "/learn")
    page.get_by_role("link", name="Play it").click()
    page.get_by_role("button", name="Begin the first battle").click()
    coach = page.get_by_role("region", name="Play a card")
    coach.wait_for()
    coach.get_by_role("button", name="Understood").click()
    expect(coach).to_have_count(0)
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    page.get_by_role("region", name="Give orders").wait_for()
    page.reload()
    page.get_by_role("region", name="Give orders").wait_for()
    page.get_by_role("button", name="Leave the coach").click()
    page.reload()
    page.locator('[data-hex="G7"]').wait_for()
    expect(page.get_by_role("button", name="Understood")).to_have_count(0)


def test_the_unit_chart(page: Page, server: Server) -> None:
    """By its key, at the unit that the cursor is on; Escape puts it away."""
    page.goto(server.url + "/learn/first-battle")
    page.get_by_role("button", name="Begin the first battle").click()
    page.get_by_role("button", name="Understood").click()
    page.locator('[data-hex="G7"]').focus()
    page.keyboard.press("c")
    chart = page.get_by_role("dialog", name="Unit chart")
    chart.wait_for()
    expect(chart.get_by_role("row", name="Heavy Infantry")).to_contain_text("5")
    page.keyboard.press("Escape")
    expect(chart).to_have_count(0)


def test_the_rules_by_chapter(page: Page, server: Server) -> None:
    """The book begins with the turn; a chapter has its lesson, a rule its address, and words are found."""
    page.goto(server.url + "/rules")
    page.get_by_role("heading", name="A turn").wait_for()
    expect(page.locator("main h2").first).to_have_text("A turn")
    page.get_by_role("link", name="Retreat 28 rules").click()
    page.get_by_role("link", name="Play the lesson").wait_for()
    page.get_by_role("link", name="RT-25").click()
    page.get_by_role("heading", name="RT-25").wait_for()
    page.get_by_label("Search the rules").fill("rampage")
    page.get_by_role("link", name="RM-01").wait_for()


def test_learning_is_accessible(page: Page, server: Server, axe: str) -> None:
    """The list, a lesson before and after the answer, the door to the first battle, the chapters."""
    for path, words in (
        ("/learn", "16. Inspired actions"),
        ("/learn/evade", "Notice"),
        ("/learn/first-battle", "Begin the first battle"),
        ("/rules?chapter=RT", "Play the lesson"),
    ):
        page.goto(server.url + path)
        page.get_by_text(words).first.wait_for()
        page.wait_for_load_state("networkidle")
        clean(page, axe, path)
    page.goto(server.url + "/learn/evade")
    page.get_by_role("button", name="Evade").click()
    page.get_by_text("Well chosen.").wait_for()
    clean(page, axe, "/learn/evade, told")
    page.goto(server.url + "/learn/first-battle")
    page.get_by_role("button", name="Begin the first battle").click()
    page.get_by_role("button", name="Understood").wait_for()
    page.evaluate(axe)
    found: list[str] = page.evaluate(RUN)
    assert not found, found
