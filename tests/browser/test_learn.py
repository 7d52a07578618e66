"""Learning by playing: a lesson by mouse, by keys and on a phone, the coach of a first battle, the chart, the rules."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Response, expect

from hexillum.core import ask, column, hexes, kinds
from hexillum.notation import lessons
from tests.browser.conftest import Server
from tests.browser.first_battle import COVERED, SIZES, Choice, Lesson, first, follow, last
from tests.browser.table import new
from tests.browser.test_access import RUN, clean
from tests.browser.test_access import axe as axe
from tests.web.test_lessons import answers_of

#: The diagrams that are drawn.
ON_SCREEN = "[...document.querySelectorAll('.diagram canvas')].map(one => one.width)"


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
    page.locator(".buttons").get_by_role("button", name="Stand").wait_for()
    page.keyboard.press("e")
    page.get_by_text("There is a better choice.").wait_for()
    expect(page.get_by_role("button", name="Try again")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator(".buttons").get_by_role("button", name="Evade").wait_for()
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
    """The coach speaks when a card is asked, then of what comes; his words come once, and again where one goes back."""
    lesson = Lesson(page, server.url)
    coach = page.get_by_role("region", name="Play a card")
    words = coach.get_by_role("status")
    expect(words).to_contain_text("one card of your hand")
    assert page.locator("body").inner_text().count("one card of your hand") == 1
    page.keyboard.press("n")
    expect(lesson.coach.get_by_role("heading")).to_have_count(0)
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    page.get_by_role("region", name="Left, center, right").wait_for()
    page.reload()
    page.get_by_role("region", name="Left, center, right").wait_for()
    page.get_by_role("button", name="Back").click()
    page.get_by_role("region", name="Play a card").wait_for()
    expect(page.get_by_role("button", name="Back")).to_have_count(0)
    page.get_by_role("button", name="On", exact=True).click()
    page.get_by_role("region", name="Left, center, right").get_by_role("button", name="Understood").click()
    expect(page.get_by_role("region", name="Give orders")).to_contain_text("3 of 10")


@pytest.mark.slow
def test_the_coach_lies_on_nothing_that_must_be_seen(page: Page, server: Server, axe: str) -> None:
    """Who follows hears all ten within six turns; at no window does the slip cover what he has to see."""
    page.set_viewport_size({"width": 1366, "height": 768})
    lesson = Lesson(page, server.url)
    told: list[str] = []
    for title in lesson.prompts(follow):
        told.append(title)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for _ in range(3):
                lesson.rest()
            covered: list[str] = page.evaluate(COVERED)
            assert not covered, f"{title} at {width} x {height} covers {covered}"
            if height > width and title in ("Play a card", "Fight with dice", "Evade"):
                look(page, axe, title)
        page.set_viewport_size({"width": 1366, "height": 768})
        lesson.rest()
        look(page, axe, title)
    assert len(told) == len(set(told)) == 10


def look(page: Page, axe: str, where: str) -> None:
    """Let axe look, by day and by night."""
    for theme in ("light", "dark"):
        page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
        page.evaluate(axe)
        found: list[str] = page.evaluate(RUN)
        assert not found, (where, theme, found)
    page.evaluate("document.documentElement.dataset.theme = 'light'")


@pytest.mark.parametrize("choice", [first, last], ids=["first", "last"])
def test_who_goes_his_own_way_is_never_held_up(page: Page, server: Server, choice: Choice) -> None:
    """He reads nothing: what he does counts as read, and the coach never stands in the way."""
    lesson = Lesson(page, server.url)
    told: list[str] = []
    while lesson.turn < 4 and not lesson.table.view["outcome"]:
        title = lesson.title
        if title and (not told or told[-1] != title):
            assert title not in told
            told.append(title)
        lesson.do(choice)
    assert told[0] == "Play a card" and len(told) >= 2


def test_the_table_is_played_under_the_coach(page: Page, server: Server) -> None:
    """The dimming takes no clicks: a card and a unit are chosen while the coach speaks."""
    page.set_viewport_size({"width": 1366, "height": 768})
    lesson = Lesson(page, server.url)
    lesson.table.settle()
    lesson.table.play_card(2)
    expect(lesson.coach.get_by_role("heading")).to_have_text("Left, center, right")
    hex = lesson.table.lit()[0]
    with lesson.table.answering():
        lesson.table.choose(hex)
    expect(lesson.coach.get_by_role("heading")).to_have_text("Give orders")
    assert page.evaluate("getComputedStyle(document.querySelector('.spotlight')).pointerEvents") == "none"
    assert page.evaluate("getComputedStyle(document.querySelector('.spotlight .dim')).animationName") == "none"
    page.emulate_media(reduced_motion="no-preference")
    assert page.evaluate("getComputedStyle(document.querySelector('.spotlight .dim')).animationName") != "none"


@pytest.mark.parametrize("after", [0, 3, 5])
def test_the_coach_is_left_at_any_moment(page: Page, server: Server, after: int) -> None:
    """Then it is a battle as any other, also after loading the page again."""
    lesson = Lesson(page, server.url)
    for n, _ in enumerate(lesson.prompts(follow)):
        if n == after:
            break
    page.get_by_role("button", name="Leave the coach").click()
    expect(page.locator(".coach, .spotlight")).to_have_count(0)
    turn = lesson.turn
    while lesson.turn < turn + 2:
        lesson.do(follow)
        assert lesson.title == ""
    page.reload()
    page.locator('[data-hex="G7"]').wait_for()
    lesson.table.settle()
    expect(page.locator(".coach, .spotlight")).to_have_count(0)


@pytest.mark.parametrize("id", list(lessons.lessons()))
def test_every_lesson_in_the_browser(page: Page, server: Server, axe: str, id: str) -> None:
    """Along another branch, which is told and taken back or gone on from, then along the best one to its end."""
    page.set_viewport_size({"width": 1366, "height": 768})
    answers: list[Response] = []
    page.on("response", lambda one: answers.append(one) if one.request.method == "POST" else None)
    page.goto(f"{server.url}/learn/{id}")
    page.get_by_text("Notice").wait_for()
    one = lessons.lesson(id)
    chosen: list[int] = []
    others = 0
    for n, step in enumerate(one.steps):
        page.get_by_text(f"Step {n + 1} of {len(one.steps)}").wait_for()
        marked = {hex for look in step.look for hex in look}
        for hex in marked:
            expect(page.locator(f'[data-hex="{hex}"]')).to_have_attribute("aria-label", re.compile("see note"))
        if n == 0:
            look(page, axe, id)
        best = next(k for k, choice in enumerate(step.choices) if choice.good and not choice.again)
        again = [k for k, choice in enumerate(step.choices) if choice.again][:1]
        for number in (*again, best):
            by_hand(page, answers, answers_of(one, chosen, number))
            heard(page, step.choices[number])
            if n == 0:
                look(page, axe, f"{id}, told")
            if number in again:
                others += 1
                page.get_by_role("button", name="Try again").click()
                page.get_by_text("Notice").wait_for()
        chosen.append(best)
        if n + 1 < len(one.steps):
            page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_text("Remember", exact=True)).to_be_visible()
    if not others:
        page.get_by_role("button", name="From the beginning").click()
        page.get_by_text("Notice").wait_for()
        if len(one.steps[0].choices) > 1:
            number = 1 - chosen[0]
            by_hand(page, answers, answers_of(one, [], number))
            heard(page, one.steps[0].choices[number])
        else:
            page.get_by_role("button", name="Finish battles").click()
            expect(page.get_by_text(one.steps[0].other)).to_be_visible()


def heard(page: Page, choice: lessons.Choice) -> None:
    """What came of a choice is told, and drawn."""
    verdict = "Well chosen." if choice.good else "There is a better" if choice.again else "That is possible, too."
    page.get_by_text(verdict).wait_for()
    expect(page.get_by_text(choice.told, exact=True)).to_be_visible()


def by_hand(page: Page, answers: list[Response], numbers: list[int]) -> None:
    """Give answers on the board and by buttons, as the view that came last offers them."""
    left = list(numbers)
    while left:
        page.wait_for_function("!document.querySelector('.playing')")
        options = answers[-1].json()["view"]["decision"]["options"]
        option = next(one for one in options if one["number"] == left[0])
        before = len(answers)
        if option["reach"]:
            goal = next(hexes.name(number - ask.HEX_0) for number in reversed(left) if number >= ask.HEX_0)
            page.locator(f'[data-hex="{option["hex"]}"]').click()
            page.locator(f'[data-hex="{goal}"]').click()
            left.clear()  # of a way only its end counts, and the page ends the move there
        elif option["attacks"]:
            goal = next(one["hex"] for one in option["attacks"] if one["number"] == left[1])
            page.locator(f'[data-hex="{option["hex"]}"]').click()
            page.locator(f'[data-hex="{goal}"]').click()
            del left[:2]
        elif option["hex"] or option["attack"]:
            hex = option["attack"]["hex"] if option["attack"] else option["hex"]
            page.locator(f'[data-hex="{hex}"]').click()
            del left[0]
        else:
            page.locator(".lesson .buttons").get_by_role(
                "button", name=option["label"] or option["text"], exact=True
            ).click()
            del left[0]
        wait(page, answers, before)


def wait(page: Page, answers: list[Response], before: int) -> None:
    """Wait for the server's answer."""
    for _ in range(400):
        if len(answers) > before:
            answers[-1].finished()
            return
        page.wait_for_timeout(15)
    raise AssertionError("the server was not asked")


def test_the_unit_chart_by_keys(page: Page, server: Server) -> None:
    """By its key, at the unit that the cursor is on; Escape puts it away."""
    table = new(page, server.url)
    table.hex("H4").focus()
    page.keyboard.press("c")
    chart = page.get_by_role("dialog", name="Unit chart")
    chart.wait_for()
    expect(chart.locator("[aria-current]")).to_contain_text("Heavy Infantry")
    page.keyboard.press("Escape")
    expect(chart).to_have_count(0)


def test_the_unit_chart_by_mouse(page: Page, server: Server) -> None:
    """From the card of the unit that is pointed at."""
    table = new(page, server.url)
    table.hex("H11").hover()
    page.get_by_role("button", name="Unit chart").click()
    chart = page.get_by_role("dialog", name="Unit chart")
    expect(chart.locator("[aria-current]")).to_contain_text("Medium Cavalry")
    chart.get_by_role("button", name="Close").click()
    expect(chart).to_have_count(0)


def test_the_unit_chart_by_finger(another: Callable[..., Page], server: Server) -> None:
    """A finger that rests on a unit brings its card, and that the chart."""
    page = another(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    table = new(page, server.url)
    table.hex("G4").dispatch_event("pointerdown", {"pointerType": "touch", "clientX": 60, "clientY": 200})
    page.get_by_role("button", name="Unit chart").tap()
    chart = page.get_by_role("dialog", name="Unit chart")
    expect(chart.locator("[aria-current]")).to_contain_text("Light Bow")


@pytest.mark.parametrize(("edition", "battle"), [("ancients", "akragas"), ("medieval", "dara")])
def test_the_unit_chart_tells_the_tables(page: Page, server: Server, axe: str, edition: str, battle: str) -> None:
    """Each kind of the edition stands in it once, with its letters, its class and its numbers."""
    new(page, server.url, battle)
    page.keyboard.press("c")
    chart = page.get_by_role("dialog", name="Unit chart")
    chart.wait_for()
    rows: list[list[str]] = chart.locator("tbody tr").evaluate_all(
        "all => all.map(row => [row.closest('table').caption, row.querySelector('.who'), ...[...row.cells].slice(1)]"
        "  .map(one => one.textContent.trim()))"
    )
    wanted = []
    for n, kind in enumerate(kinds.KINDS):
        if kind.edition != edition:
            continue
        columns = (column.CLOSE_DICE, column.RANGE, column.BLOCKS, column.RETREAT_HEXES)
        moves = f"{kind.move}{kind.charge} to charge" if kind.charge else str(kind.move)
        wanted.append([kind.symbol, kind.name, kind.letters, moves, *(str(one[n] or "–") for one in columns)])
    assert len(rows) == len(wanted)
    for symbol, name, letters, *numbers in wanted:
        row = next(one for one in rows if one[1] == f"{name} {letters}")
        assert symbol in row[0] and row[2:] == numbers, (row, numbers)
    look(page, axe, edition)


def test_the_rules_by_chapter(page: Page, server: Server) -> None:
    """The book begins with the turn; a chapter has its lesson, a rule its address, and words are found."""
    page.goto(server.url + "/rules")
    page.get_by_role("heading", name="A turn").wait_for()
    expect(page.locator("main h2").first).to_have_text("A turn")
    page.locator(".diagram canvas").first.wait_for()
    assert len(page.evaluate(ON_SCREEN)) < 34, "those far below are not drawn yet"
    for _ in range(0, page.evaluate("document.documentElement.scrollHeight"), 600):
        page.mouse.wheel(0, 600)
        page.wait_for_timeout(60)
    expect(page.locator(".diagram canvas")).to_have_count(page.locator(".chapters a").count())
    assert page.evaluate("document.querySelectorAll('*').length") <= 6000
    assert not page.locator(".diagram [role=button], .diagram [tabindex]").count()
    page.get_by_role("link", name="Retreat 28 rules").click()
    expect(page.locator("figure .diagram canvas")).to_have_count(1)
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
        ("/rules", "A turn"),
    ):
        page.goto(server.url + path)
        page.get_by_text(words).first.wait_for()
        page.wait_for_load_state("networkidle")
        clean(page, axe, path)
        look(page, axe, path)
