"""The board is the table: board, question and hand are seen together at every size; nothing lies over what is lit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Server
from tests.browser.table import Table, new
from tests.browser.test_phone import fits

Box = dict[str, float]

DESK = ((1280, 720), (1366, 768), (1920, 1080))
PHONES = ((820, 1180), (844, 390), (390, 844), (360, 640))

#: Texts that are longer than what shows of them.
CUT = """all => all.filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map(one => `${one.innerText}: ${one.scrollWidth}x${one.scrollHeight} in ${one.clientWidth}x${one.clientHeight}`)"""

#: A hex is measured without the line around it, of which browsers only tell how far it could reach.
BOXES = """all => all.map(one => {
    if (one.tagName !== "polygon") return one.getBoundingClientRect();
    const {x, y, width, height} = one.getBBox(), by = one.getScreenCTM();
    const corners = [new DOMPoint(x, y), new DOMPoint(x + width, y + height)];
    const [from, to] = corners.map(point => point.matrixTransform(by));
    return {x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y};
  })
  .filter(box => box.width > 2 && box.height > 2)
  .map(({x, y, width, height}) => ({x, y, width, height}))"""

#: What may lie on the map: odds, dice and their slip, notes, armies, cards, drawer, and what stands on the edges.
ON_THE_MAP = (
    ".odds, .thrown .die, .thrown .said, .plaque, .prompt, .why.sheet, .played .cmd, .cmd.chosen, "
    ".app.desk .cart :is(h1, p), .tools button, .pull, .margin > *, .lower-sheet, .fan .cmd"
)


def box(one: Locator) -> Box:
    """Where something lies."""
    found = one.bounding_box()
    assert found and found["width"] and found["height"]
    return {"x": found["x"], "y": found["y"], "width": found["width"], "height": found["height"]}


def boxes(page: Page, of: str) -> list[Box]:
    """Where all of something lie, as far as they have a size."""
    found: list[Box] = page.locator(of).evaluate_all(BOXES)
    return found


def within(inner: Box, outer: Box) -> bool:
    """Whether one lies in the other, but for a pixel."""
    return (
        inner["x"] >= outer["x"] - 1
        and inner["y"] >= outer["y"] - 1
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"] + 1
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"] + 1
    )


def apart(one: Box, other: Box) -> bool:
    """Whether neither covers the other, but for a pixel."""
    return (
        one["x"] + one["width"] <= other["x"] + 1
        or other["x"] + other["width"] <= one["x"] + 1
        or one["y"] + one["height"] <= other["y"] + 1
        or other["y"] + other["height"] <= one["y"] + 1
    )


def sized(another: Callable[..., Page], width: int, height: int) -> Page:
    """A page of that size; a phone's for fingers."""
    phone = (width, height) in PHONES
    return another(viewport={"width": width, "height": height}, has_touch=phone, is_mobile=phone)


@pytest.mark.parametrize(("width", "height"), [*DESK, *PHONES])
def test_board_prompt_and_hand_together(another: Callable[..., Page], server: Server, width: int, height: int) -> None:
    """All hexes, the question with its buttons, and a part of every card are on the screen, and nothing scrolls."""
    page = sized(another, width, height)
    screen = {"x": 0.0, "y": 0.0, "width": float(width), "height": float(height)}
    for battle, seed in (("akragas", 30), ("dara", 4)):
        table = new(page, server.url, battle, seed=seed)
        hexes = boxes(page, "[data-hex] polygon")
        assert len(hexes) == page.locator("[data-hex]").count()
        assert all(within(one, screen) for one in hexes), battle
        prompt = box(table.prompt)
        assert within(prompt, screen)
        assert all(apart(one, prompt) for one in hexes), "the prompt lies over the board"
        assert all(within(box(one), screen) for one in table.prompt.get_by_role("button").all())
        cards = table.cards.all()
        assert cards
        for card in cards:
            one = box(card)
            seen = min(one["y"] + one["height"], height) - max(one["y"], 0)
            assert one["x"] >= -1 and one["x"] + one["width"] <= width + 1 and seen >= 34, (battle, one)
            assert apart(one, prompt) or width in (844,), (battle, one, prompt)
        scrolls = page.evaluate("[document.scrollingElement.scrollHeight, document.scrollingElement.scrollWidth]")
        assert scrolls[0] <= height and scrolls[1] <= width
        assert page.locator(".app").evaluate("one => one.scrollTop") == 0
    if (width, height) in PHONES:
        fits(page)


def test_letters_and_hexes(another: Callable[..., Page], server: Server) -> None:
    """Letters of units of 11 px at 1280 by 720; a hex keeps its size until the window changes."""
    page = sized(another, 1280, 720)
    table = new(page, server.url, seed=7)
    tablets = page.locator("svg[viewBox='-40 -40 80 80'] > text")
    expect(tablets).to_have_count(len(table.view["units"]))
    letters: list[float] = tablets.evaluate_all(
        "all => all.map(one => one.ownerSVGElement.getBoundingClientRect().width / 80 * one.getAttribute('font-size'))"
    )
    assert min(letters) >= 10.99, min(letters)
    sizes = {_hex_size(table)}
    table.play(lambda now: _seen(now, sizes) or now.view["turn"] >= 5, 120)
    assert len(sizes) == 1
    page.set_viewport_size({"width": 1600, "height": 900})
    page.wait_for_timeout(100)
    assert _hex_size(table) > max(sizes)


def _hex_size(table: Table) -> float:
    return round(boxes(table.page, '[data-hex="E6"] polygon')[0]["width"], 1)


def _seen(table: Table, sizes: set[float]) -> bool:
    sizes.add(_hex_size(table))
    return False


def covered(table: Table) -> list[str]:
    """Which lit hexes something lies over, as far as it rests there: what has just grown finds its place soon."""
    for _ in range(10):
        found = lies_over(table)
        if not found:
            break
        table.page.wait_for_timeout(100)
    return found


def lies_over(table: Table) -> list[str]:
    """Which lit hexes something lies over now."""
    lit = {
        hex
        for words in ("may be chosen", "may be attacked", "may move here", "this card may order it")
        for hex in table.lit(words)
    }
    things = boxes(table.page, ON_THE_MAP)
    pieces = {one["hex"] for one in (*table.view["units"], *table.view["leaders"])}
    found = []
    for hex in sorted(lit & pieces):
        here = boxes(table.page, f'[data-hex="{hex}"] polygon')[0]
        found += [f"{hex} {here} under {one}" for one in things if not apart(here, one)]
    return found


def looks(table: Table) -> Iterator[str]:
    """All that a person may look at before he answers: a card, a piece in hand, each of its targets."""
    yield table.word
    if table.word == "card":
        for n in range(table.cards.count()):
            card = table.cards.nth(n)
            card.focus()
            yield f"card {n} under the pointer"
            if card.get_attribute("aria-disabled") == "false":
                card.press("Enter")
                yield f"card {n} chosen"
                table.page.keyboard.press("Escape")
        table.page.evaluate("document.activeElement.blur()")
    for option in [one for one in table.view["decision"]["options"] if one["attacks"]][:3]:
        table.hex(option["hex"]).click()
        yield f"{option['hex']} in hand"
        for attack in option["attacks"][:4]:
            table.hex(attack["hex"]).focus()
            table.page.wait_for_timeout(60)
            yield f"{option['hex']} at {attack['hex']}"
        table.page.keyboard.press("Escape")
        table.page.keyboard.press("Escape")


#: Three battles at four sizes; two of the twelve are looked at each time, the others are left to ./check all.
QUICK = {("akragas", 1280), ("dara", 390)}
LIT = [
    pytest.param(battle, seed, *size, marks=() if (battle, size[0]) in QUICK else pytest.mark.slow)
    for battle, seed in (("akragas", 7), ("dara", 4), ("trebbia", 3))
    for size in ((1280, 720), (1920, 1080), (390, 844), (844, 390))
]


@pytest.mark.parametrize(("battle", "seed", "width", "height"), LIT)
def test_nothing_lies_over_a_lit_piece(
    another: Callable[..., Page], server: Server, battle: str, seed: int, width: int, height: int
) -> None:
    """Through several turns, in every phase: not the odds, dice, slips, cards that rest, nor the armies."""
    page = sized(another, width, height)
    table = new(page, server.url, battle, seed=seed)
    phases: set[str] = set()
    for _ in range(60):
        if table.view["outcome"] or ({"card", "order", "move", "battle"} <= phases and table.view["turn"] >= 5):
            break
        phase = table.view["decision"]["phase"]
        if table.mine and table.view["decision"]["options"]:
            if phase in ("card", "battle"):
                for where in looks(table):
                    assert not covered(table), (phase, where)
            else:
                assert not covered(table), phase
            phases.add(phase)
        table.step()
    assert {"card", "order", "move", "battle"} <= phases


@pytest.mark.parametrize(
    ("width", "height"), [(1280, 720), (1400, 900), pytest.param(1920, 1080, marks=pytest.mark.slow)]
)
def test_desk(another: Callable[..., Page], server: Server, width: int, height: int) -> None:
    """Cards are whole when they rise, and no higher than the board; what stands on a plaque fits on it."""
    page = another(viewport={"width": width, "height": height})
    for battle, seed in (("akragas", 30), ("akragas", 41), ("dara", 4), ("callinicum", 1)):
        table = new(page, server.url, battle, seed=seed)
        board = max(one["y"] + one["height"] for one in boxes(page, "[data-hex] polygon"))
        for card in table.cards.all():
            card.focus()
            page.wait_for_timeout(20)
            one = box(card)
            assert one["y"] >= board - 1 and one["y"] + one["height"] <= height + 1, "it rises over the board"
            assert card.locator(".title, .words").evaluate_all(CUT) == [], battle
        for side in page.locator(".plaque").all():
            inner = [box(side.locator(part)) for part in (".name", ".ban", ".meta", "span.device")]
            assert all(within(one, box(side)) for one in inner)
            assert all(apart(one, other) for one, other in combinations(inner, 2))
    parts = [*page.locator(".plaque").all(), table.prompt, page.locator(".cart"), page.locator(".tools")]
    assert all(apart(box(one), box(other)) for one, other in combinations(parts, 2))
    table = new(page, server.url, seed=30)
    table.play_card()
    assert page.locator(".played").locator(".title, .words").evaluate_all(CUT) == []
    assert all(apart(box(page.locator(".played")), box(one)) for one in parts if one != page.locator(".cart"))


def test_drawer(another: Callable[..., Page], server: Server) -> None:
    """Log, rules and luck: shut at first, open on a wide screen, where it lies beside the board."""
    page = another(viewport={"width": 1366, "height": 768})
    table = new(page, server.url, seed=7)
    expect(page.get_by_role("list", name="Log")).to_have_count(0)
    expect(table.log).to_be_visible()
    for tab in ("Rules", "Luck", "Log"):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tabpanel", name=tab)).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("list", name="Log")).to_have_count(0)

    page = another(viewport={"width": 2560, "height": 1440})
    table = new(page, server.url, seed=7)
    drawer = box(page.get_by_role("complementary", name="Log, rules and luck"))
    assert all(apart(drawer, one) for one in boxes(page, "[data-hex] polygon"))


def test_rules_are_folded(page: Page, server: Server) -> None:
    """In the log one mark a line stands for its rules; it opens them."""
    table = new(page, server.url, seed=7)
    table.play(lambda now: now.word == "battle")
    marks = table.log.get_by_role("button", name="behind this")
    assert marks.count() > 2
    assert all(line.get_by_role("button").count() <= 1 for line in table.log.get_by_role("listitem").all())
    page.locator(".log .fold[title*=',']").first.click()
    assert page.locator(".log .cite:not(.fold)").count() >= 2


def test_zoom_and_push(another: Callable[..., Page], server: Server) -> None:
    """The wheel and keys bring the map nearer and push it; a push chooses nothing; 0 brings it home."""
    page = another(viewport={"width": 1366, "height": 768})
    table = new(page, server.url, seed=7)
    home = box(table.hex("E6"))
    page.mouse.move(home["x"] + 10, home["y"] + 10)
    page.mouse.wheel(0, -400)
    page.wait_for_timeout(50)
    near = box(table.hex("E6"))
    assert near["width"] > 1.3 * home["width"]
    assert abs(near["x"] + 10 * near["width"] / home["width"] - home["x"] - 10) < 3
    sent = len(table.sent)
    page.mouse.down()
    page.mouse.move(home["x"] + 90, home["y"] + 50, steps=4)
    page.mouse.up()
    pushed = box(table.hex("E6"))
    assert pushed["x"] > near["x"] + 60 and len(table.sent) == sent
    assert not table.lit("may move here")
    page.keyboard.press("Shift+ArrowRight")
    assert box(table.hex("E6"))["x"] < pushed["x"] - 40
    page.keyboard.press("0")
    assert abs(box(table.hex("E6"))["width"] - home["width"]) < 0.5
    page.keyboard.press("+")
    assert box(table.hex("E6"))["width"] > home["width"]
    page.keyboard.press("-")
    assert abs(box(table.hex("E6"))["width"] - home["width"]) < 0.5


def test_cards_by_drag_and_double_click(page: Page, server: Server) -> None:
    """A card is played by a drag onto the map, or by two quick clicks; one that is let go elsewhere is not."""
    table = new(page, server.url, seed=7)
    card = table.cards.and_(page.locator('[aria-disabled="false"]')).first
    spot, middle = box(card), {"x": 700, "y": 300}
    x, y = spot["x"] + spot["width"] / 2, spot["y"] + 30
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y - 20, steps=3)
    page.mouse.up()
    assert not table.sent
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(middle["x"], middle["y"], steps=5)
    with table.answering():
        page.mouse.up()
    assert table.view["card"]
    with table.answering():
        table.button("Undo").click()
    with table.answering():
        card.dblclick()
    assert table.view["card"]


def test_words_for_fingers(another: Callable[..., Page], server: Server) -> None:
    """Where fingers point, nothing speaks of clicks, and no keys are named."""
    page = sized(another, 390, 844)
    table = new(page, server.url, seed=7)
    said: dict[str, Any] = {"prompt": table.prompt.inner_text(), "hand": page.locator(".hand").inner_text()}
    assert "tap" in said["prompt"]
    assert not any("click" in words.lower() for words in said.values())
    assert page.locator("kbd").count() == 0


@pytest.mark.parametrize("width", [1366, 1600, 1920, 3840])
def test_the_drawer_keeps_off_the_tools(another: Callable[..., Page], server: Server, width: int) -> None:
    """Its tabs are whole; it lies over neither the tools nor the cartouche."""
    page = another(viewport={"width": width, "height": width * 9 // 16})
    table = new(page, server.url, "ticinus", seed=7)
    expect(table.log).to_be_visible()
    drawer = page.get_by_role("complementary", name="Log, rules and luck")
    parts = [*page.get_by_role("tab").all(), page.get_by_role("button", name="Close the drawer")]
    assert all(within(box(one), box(drawer)) for one in parts)
    assert all(apart(box(one), box(other)) for one, other in combinations(parts, 2))
    assert all(apart(box(drawer), box(page.locator(one))) for one in (".tools", ".cart"))


def test_the_ground_is_quiet(page: Page, server: Server) -> None:
    """Letters and numbers stand at the edges; the name of every hex is a setting; names are always told to readers."""
    table = new(page, server.url, seed=7)
    words = page.locator(".under text")
    assert sorted(words.all_text_contents()) == sorted(
        [*"AABBCCDDEEFFGGHHII", *(str(n) for n in range(1, 14)), *(str(n) for n in range(1, 14))]
    )
    expect(table.hex("E7")).to_have_attribute("aria-label", re.compile("^E7"))
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("dialog", name="Table").get_by_role("button", name="Settings").click()
    page.get_by_label("The name on every hex").check()
    expect(words.get_by_text("E7", exact=True)).to_have_count(1)


def test_who_chose_the_seed_can_be_read(another: Callable[..., Page], server: Server) -> None:
    """A small mark at the title tells it when it is pressed; on phones the menu does."""
    fact = "who chose it can know what falls"
    page = sized(another, 1366, 768)
    new(page, server.url, seed=7)
    expect(page.get_by_text(fact)).to_have_count(0)
    page.get_by_role("button", name="The seed of the dice was chosen").click()
    expect(page.get_by_text(fact)).to_be_visible()
    page = sized(another, 390, 844)
    new(page, server.url, seed=7)
    page.get_by_role("button", name="Table menu").tap()
    expect(page.get_by_text(fact)).to_be_visible()


def test_an_invitation_can_be_put_away(another: Callable[..., Page], server: Server) -> None:
    """On a phone it lies over the hand."""
    page = sized(another, 390, 844)
    page.goto(server.url)
    page.get_by_role("button", name="Play a friend").tap()
    page.get_by_role("link", name="Go to the table").or_(page.locator("[data-hex]")).first.wait_for()
    if page.get_by_role("link", name="Go to the table").count():
        page.get_by_role("link", name="Go to the table").tap()
    invite = page.get_by_role("region", name="An open seat")
    invite.get_by_role("button", name="Close").tap()
    expect(invite).to_have_count(0)
