"""The scenario editor: a battle is laid out, mended in words, kept, shared, played, and asked whether it is fair."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from hexillum.battle import scenarios
from tests.browser.conftest import Server
from tests.browser.table import Faults, Table
from tests.browser.test_access import axe, clean
from tests.browser.test_phone import PHONE

__all__ = ["axe"]  # a fixture of its room


def board(page: Page) -> Locator:
    return page.get_by_role("group", name="The battle that you lay out")


def hexes(page: Page, tool: str, *names: str) -> None:
    """Take a tool, and use it on hexes."""
    page.get_by_role("button", name=tool, exact=True).click()
    for name in names:
        board(page).locator(f'[data-hex="{name}"]').click()


def named(page: Page, hex: str) -> Locator:
    return board(page).locator(f'[data-hex="{hex}"]')


def panel(page: Page, name: str) -> Locator:
    """The panel of that name, opened where it is not."""
    found = page.get_by_role("region", name=name)
    if not found.is_visible():
        page.get_by_role("toolbar", name="The whole battle").get_by_role("button", name=name).click()
    return found


def small_battle(page: Page) -> None:
    """Two small armies, with a leader that has a name."""
    hexes(page, "Heavy Infantry", "F6", "F7")
    hexes(page, "Leader", "F6")
    page.get_by_label("Leader", exact=True).fill("Xanthippos")
    page.get_by_label("Leader", exact=True).press("Enter")
    page.get_by_role("group", name="Whose pieces").get_by_role("button").first.click()
    hexes(page, "Auxilia", "E6", "E7")
    hexes(page, "Forest", "E7")


def test_a_battle_is_laid_out_mended_kept_and_played(
    page: Page, another: Callable[..., Page], server: Server, tmp_path: Path, faults: Faults
) -> None:
    page.goto(server.url + "/analysis")
    page.get_by_role("link", name="the editor").click()
    expect(board(page)).to_be_visible()
    problems = page.get_by_role("button", name=re.compile(r"^\d+ problems?$"))
    expect(problems).to_be_visible()  # an empty board is no battle
    small_battle(page)
    expect(named(page, "F6")).to_have_attribute("aria-label", re.compile("heavy infantry.*leader"))
    expect(page.get_by_text("Nothing is wrong.")).to_be_visible()

    # a mistake is told in the words of `hexillum scenarios check`, and taken back
    hexes(page, "Sea", "F7")
    problems.click()
    wrong = page.get_by_role("list", name="What is wrong")
    expect(wrong).to_contain_text("F7 is sea, where heavy-infantry may not be")
    expect(named(page, "F7")).to_have_attribute("aria-label", re.compile("may not be"))
    page.keyboard.press("Control+z")
    expect(page.get_by_text("Nothing is wrong.")).to_be_visible()
    page.keyboard.press("Control+y")
    expect(problems).to_be_visible()
    page.get_by_role("button", name="Undo").click()

    # the whole battle, turned and turned back
    page.get_by_role("button", name="Mirror").click()
    expect(named(page, "F7")).to_have_attribute("aria-label", re.compile("heavy infantry.*leader"))
    page.get_by_role("button", name="Mirror").click()
    page.get_by_role("button", name="Swap sides").click()
    expect(named(page, "D7")).to_have_attribute("aria-label", re.compile("heavy infantry.*leader"))
    page.get_by_role("button", name="Swap sides").click()

    # its words, its councils, a special rule
    panel(page, "Battle").get_by_label("Name of the battle").fill("Xanthippos <at> Tunis")
    councils = panel(page, "Armies")
    councils.get_by_label("Army").last.fill("Punic")
    councils.get_by_label("Banners to win").last.fill("4")
    rules = panel(page, "Rules")
    page.get_by_role("group", name="Whose pieces").get_by_role("button").last.click()
    rules.get_by_label("Add a special rule").select_option("leader-sudden-death")
    rules.get_by_role("button", name="Add this rule").click()  # it takes the first leader who has a name
    expect(rules.get_by_text("If Xanthippos is eliminated").first).to_be_visible()
    rules.get_by_role("combobox", name="For", exact=True).select_option(index=0)
    expect(rules.get_by_text("the top army has no leader 'Xanthippos'")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(rules.get_by_text("If Xanthippos is eliminated").first).to_be_visible()

    # a file of it, which the loader reads
    keep = panel(page, "Keep")
    with page.expect_download() as loading:
        keep.get_by_role("button", name="Save as a file").click()
    file = tmp_path / loading.value.suggested_filename
    assert file.name == "xanthippos-at-tunis.toml"
    loading.value.save_as(file)
    plan = scenarios.load_scenario(file)
    assert plan.name == "Xanthippos <at> Tunis" and plan.bottom.name == "Punic" and plan.bottom.banners == 4
    assert plan.bottom.units[0].leader == "Xanthippos" and plan.terrain == {"E7": "forest"}

    # the server keeps it; somebody else opens its link, and cannot change it
    keep.get_by_role("button", name="Keep among my battles").click()
    expect(keep.get_by_text("The server keeps it.")).to_be_visible()
    expect(keep.get_by_role("listitem").filter(has_text="Xanthippos <at> Tunis")).to_have_count(1)
    link = keep.get_by_label(re.compile("Whoever has this link")).input_value()
    other = another()
    other.goto(link)
    expect(named(other, "F6")).to_have_attribute("aria-label", re.compile("heavy infantry.*leader"))
    expect(panel(other, "Keep").get_by_role("button", name="Keep among my battles")).to_be_visible()

    # what was laid out is here again after a reload, and goes away at last
    page.goto(server.url + "/editor")
    expect(named(page, "F6")).to_have_attribute("aria-label", re.compile("heavy infantry.*leader"))
    keep = panel(page, "Keep")
    keep.get_by_role("button", name="Take Xanthippos <at> Tunis away").click()
    expect(keep.get_by_text("None yet.")).to_be_visible()
    faults.forgive("404")
    other.goto(link)
    expect(other.get_by_role("alert").filter(has_text="the battle is gone")).to_be_visible()

    # a file with a fault in it is opened as far as it goes, with its own lines
    bad = tmp_path / "bad.toml"
    bad.write_text("# by hand\n" + file.read_text(encoding="utf-8").replace("auxilia", "auxillia", 1), encoding="utf-8")
    keep.get_by_label("Open a file").set_input_files(bad)
    expect(page.get_by_role("list", name="What is wrong")).to_contain_text(
        re.compile(r"bad\.toml, line \d+: unknown kind of unit 'auxillia'; did you mean auxilia\?")
    )
    keep.get_by_label("Open a file").set_input_files(file)
    expect(page.get_by_text("Its comments are not kept.")).to_be_visible()
    expect(page.get_by_text("Nothing is wrong.")).to_be_visible()

    # and it is played at once
    play = panel(page, "Play")
    play.get_by_label("Computer player").select_option("recruit")
    table = Table(page, server.url)
    play.get_by_role("button", name="Play this battle").click()
    table.until(lambda: bool(table.views))
    assert table.view["title"] == "Xanthippos <at> Tunis" and table.view["yours"] == ["bottom"]
    assert {unit["hex"] for unit in table.view["units"]} == {"F6", "F7", "E6", "E7"}


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_special_rules_are_laid_out_by_their_forms_and_played(
    another: Callable[..., Page], server: Server, size: tuple[int, int]
) -> None:
    """Hexes picked on the board and typed, a number, taken out and undone; the table tells them."""
    page = another(viewport={"width": size[0], "height": size[1]})
    page.goto(server.url + "/editor")
    small_battle(page)
    rules = panel(page, "Rules")
    rules.get_by_role("group", name="For whom").get_by_role("button").last.click()
    chooser = rules.get_by_label("Add a special rule")
    chooser.select_option("exit-for-banner")
    rules.get_by_role("button", name="Add this rule").click()
    expect(rules.get_by_text("hexes must be a list of hexes")).to_be_visible()
    rules.get_by_role("button", name="Pick on the board").click()
    for name in ("A5", "A6", "A7", "A7"):  # the second time it goes again
        board(page).locator(f'[data-hex="{name}"]').click()
    picking = page.get_by_role("group", name="Hexes of a special rule")
    expect(picking).to_contain_text("A5, A6")
    expect(named(page, "A5")).to_have_attribute("aria-label", re.compile("named by the rule"))
    picking.get_by_role("button", name="Done").click()
    rules = page.get_by_role("region", name="Rules")
    expect(rules.get_by_text("moves off the board from A5, A6 scores a banner").first).to_be_visible()
    rules.get_by_label("Hexes, typed or picked").fill("a5 a6;a8")
    rules.get_by_label("Hexes, typed or picked").press("Enter")
    expect(rules.get_by_text("from A5, A6, A8 scores").first).to_be_visible()
    chooser = rules.get_by_label("Add a special rule")
    expect(chooser.get_by_role("option", name="Exit for banner")).to_be_disabled()
    chooser.select_option("command-growth")
    rules.get_by_role("button", name="Add this rule").click()
    rules.get_by_label(re.compile("^Turns with a second card")).fill("3")
    rules.get_by_label(re.compile("^Turns with a second card")).press("Enter")
    expect(rules.get_by_text("each of its first 3 turns").first).to_be_visible()
    rules.get_by_role("button", name="Take out rule 1, Exit for banner").click()
    expect(rules.get_by_text("from A5, A6, A8 scores")).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(rules.get_by_text("from A5, A6, A8 scores").first).to_be_visible()
    if size[0] < 500:
        page.get_by_role("button", name="Close").click()
    play = panel(page, "Play")
    play.get_by_label("Computer player").select_option("recruit")
    table = Table(page, server.url)
    play.get_by_role("button", name="Play this battle").click()
    table.until(lambda: bool(table.views))
    assert table.view["exits"]["bottom"] == ["A5", "A6", "A8"]


def test_is_it_fair(page: Page, server: Server) -> None:
    """Battles are played while something else is edited, until somebody stops them; what came is kept."""
    page.goto(server.url + "/editor")
    small_battle(page)
    councils = panel(page, "Armies")
    for n in range(2):
        councils.get_by_label("Banners to win").nth(n).fill("1")
        councils.get_by_label("Banners to win").nth(n).press("Tab")
    fair = panel(page, "Fair?")
    expect(fair.get_by_text("The planner plays both sides")).to_be_visible()
    fair.get_by_role("button", name="Is it fair?").click()
    expect(fair.get_by_role("progressbar", name="Battles played")).to_be_visible()
    panel(page, "Battle")
    tab = page.get_by_role("button", name=re.compile(r"^Fair\?( \d+)?$"))  # without a number once all are played
    expect(tab).not_to_have_text(re.compile(r"\? 0$"), timeout=60_000)
    tab.click()
    if page.get_by_role("button", name="Stop").count():  # all hundred may be played by now
        page.get_by_role("button", name="Stop").click()
    region = page.get_by_role("region", name="Fair?")
    expect(region.get_by_text(re.compile(r"Of \d+ battles of the planner against itself"))).to_be_visible()
    expect(region.get_by_text(re.compile(r"between \d+ % and \d+ %"))).to_be_visible()
    page.reload()
    expect(panel(page, "Fair?").get_by_text(re.compile(r"Of \d+ battles"))).to_be_visible()


def test_by_keys(page: Page, server: Server) -> None:
    """A unit of either side, a leader and a forest, without a mouse."""
    page.goto(server.url + "/editor")
    board(page).locator('[tabindex="0"]').first.focus()
    keys = page.keyboard
    at = str(page.evaluate("document.activeElement.dataset.hex"))
    for key in ["]"] * 4 + ["Enter", "l", "Enter"]:
        keys.press(key)
    expect(named(page, at)).to_have_attribute("aria-label", re.compile("light infantry.*leader"))
    keys.press("ArrowRight")
    beside = str(page.evaluate("document.activeElement.dataset.hex"))
    assert beside != at
    for key in ("s", "]", "]", "Enter"):
        keys.press(key)
    expect(named(page, beside)).to_have_attribute("aria-label", re.compile("blocks"))
    keys.press("Delete")
    expect(named(page, beside)).not_to_have_attribute("aria-label", re.compile("blocks"))
    keys.press("Control+z")
    expect(named(page, beside)).to_have_attribute("aria-label", re.compile("blocks"))


SIZES = [(1280, 720), (1366, 768), (820, 1180), (844, 390), (390, 844), (360, 640)]


@pytest.mark.parametrize("path", ["/editor?battle=dara", "/analysis"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_whole_board_is_there_while_it_is_edited(
    another: Callable[..., Page], server: Server, path: str, width: int, height: int
) -> None:
    page = another(viewport={"width": width, "height": height})
    page.goto(server.url + path)
    field = page.get_by_role("group", name=re.compile("The battle that you lay out|A board of your own")).last
    field.wait_for()
    strip = page.get_by_role("group", name="Put on the board")
    for one in (field, strip):
        box = one.bounding_box()
        assert box and box["y"] >= 0 and box["y"] + box["height"] <= height + 1, (box, path)
        assert box["x"] >= -1 and box["x"] + box["width"] <= width + 1
    first, last = (field.locator("[data-hex]").nth(n).bounding_box() for n in (0, -1))
    assert first and last
    for corner in (first, last):
        assert corner["x"] >= -1 and corner["x"] + corner["width"] <= width + 1
        assert corner["y"] >= 0 and corner["y"] + corner["height"] <= height + 1
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width


def test_by_finger(another: Callable[..., Page], server: Server) -> None:
    """On a phone: a unit, and the panel that comes beside the board and goes again."""
    page = another(**PHONE)
    page.goto(server.url + "/editor")
    page.get_by_role("button", name="Auxilia", exact=True).tap()
    named(page, "E6").tap()
    expect(named(page, "E6")).to_have_attribute("aria-label", re.compile("auxilia"))
    page.get_by_role("button", name="Armies").tap()
    expect(page.get_by_label("Army").first).to_be_visible()
    field, words = board(page).bounding_box(), page.get_by_role("region", name="Armies").bounding_box()
    assert field and words and field["height"] > 150  # the board stays in sight beside every panel
    assert field["y"] + field["height"] <= words["y"] + 1
    page.get_by_role("button", name="Close").tap()
    expect(page.get_by_label("Army").first).to_be_hidden()


def test_access(page: Page, another: Callable[..., Page], server: Server, axe: str) -> None:
    """Nothing serious in any panel, with a battle that is wrong somewhere."""
    for one in (page, another(**PHONE)):
        one.goto(server.url + "/editor?battle=akragas")
        hexes(one, "Sea", "H6")
        one.get_by_role("button", name="1 problem").click()
        for name in ("Battle", "Armies", "Rules", "Keep", "Play", "Fair?"):
            panel(one, name)
            clean(one, axe, name)
            if one is not page:
                one.get_by_role("button", name="Close").click()
