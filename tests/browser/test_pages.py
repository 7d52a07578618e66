"""The library, the replay and the analysis."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.table import Faults, Table, ask, new, play_by_program, sit


def over(server: Server, battle: str = "ford-of-circesium", seed: int = 3) -> tuple[str, str]:
    """A game that is over, and the token of its lower seat."""
    seated = ask(server.url, "/api/games", {"battle": battle, "top": "greedy", "bottom": "person", "seed": seed})
    game, token = seated["game"], seated["tokens"]["bottom"]
    play_by_program(server.url, game, {"bottom": token}, lambda view: bool(view["outcome"]))
    return game, token


def test_library(page: Page, server: Server) -> None:
    """Words and lists narrow the battles down, stay in the address, and lead to a battle's page."""
    page.goto(server.url)
    count = page.get_by_role("status").filter(has_text="battles")
    expect(count).to_have_text("45 battles")
    page.get_by_role("searchbox").fill("hannibal")
    expect(count).to_have_text(re.compile(r"^\d of 45 battles$"))
    page.get_by_label("Edition").select_option("Medieval")
    expect(count).to_have_text("0 of 45 battles")
    expect(page.get_by_text("No battle matches")).to_be_visible()
    page.get_by_role("button", name="Show all").first.click()
    expect(count).to_have_text("45 battles")
    page.get_by_label("Edition").select_option("Medieval")
    expect(count).to_have_text("6 of 45 battles")
    expect(page).to_have_url(re.compile("edition=medieval"))
    page.get_by_label("Sort by").select_option("Number")
    page.reload()
    expect(count).to_have_text("6 of 45 battles")
    page.get_by_label("Who tends to win").select_option("No record")
    page.get_by_role("link", name="Dara").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Dara")
    page.go_back()
    expect(count).to_contain_text("of 45 battles")


def test_begin_with_options(page: Page, server: Server) -> None:
    """A battle with the armies changed, another rule, and real dice."""
    page.goto(server.url + "/battles/akragas")
    expect(page.get_by_role("region", name="Syracusan")).to_contain_text("6 cards")
    page.get_by_role("radio", name="Real dice").check()
    page.get_by_text("More options").click()
    page.get_by_role("checkbox", name="Armies swapped").check()
    switch = page.locator("details").get_by_role("checkbox").nth(1)
    changed = switch.is_checked()
    switch.set_checked(not changed)
    expect(page.get_by_text("More options (1 switch changed)")).to_be_visible()
    page.get_by_role("radio", name="Carthaginian").check()
    table = Table(page, server.url)
    page.get_by_role("button", name="Begin").click()
    table.until(lambda: bool(table.views))
    # the armies have changed places: the Carthaginian army stands at the lower edge now
    assert table.view["armies"] == {"top": "Syracusan", "bottom": "Carthaginian"}
    assert table.view["yours"] == ["bottom"] and table.view["dice"] == "typed"
    # the Syracusan army moves first; the dice of the computer are typed as well
    table.until(lambda: table.mine)


def test_your_games(page: Page, server: Server) -> None:
    """The list of one's games tells whose move it is, and how they ended."""
    seated = new(page, server.url, seed=7).view["game"]
    page.goto(server.url)
    one = page.get_by_role("listitem").filter(has=page.locator(f'a[href="/table/{seated}"]'))
    expect(one).to_contain_text("turn 1, your move")
    one.get_by_role("link").click()
    page.get_by_role("button", name="Table menu").click()
    menu = page.get_by_role("dialog", name="Table")
    menu.get_by_role("button", name="Resign").click()
    menu.get_by_role("button", name="Yes, resign").click()
    expect(page.get_by_role("region", name="Result")).to_contain_text("You lost")
    page.goto(server.url)
    expect(one).to_contain_text("you lost")
    one.get_by_role("button", name="Remove").click()
    expect(one).to_have_count(0)


def test_watch(page: Page, server: Server) -> None:
    """Computer against computer: nobody has to do anything."""
    page.goto(server.url + "/battles/akragas")
    page.get_by_role("radio", name="Computer against computer").check()
    expect(page.get_by_role("radio", name="Real dice")).to_have_count(0)
    table = Table(page, server.url)
    page.get_by_role("button", name="Watch").click()
    table.until(lambda: bool(table.views) and table.view["turn"] >= 2)
    assert not table.view["yours"] and table.view["hand"] is None
    expect(table.log).to_contain_text("plays")


def test_replay(page: Page, another: Callable[..., Page], server: Server, tmp_path: Path) -> None:
    """A game that is over, by keys, by the mouse and by a link; another line; its record down and up again."""
    game, token = over(server)
    sit(page, server.url, game, token)
    page.get_by_role("region", name="Result").get_by_role("link", name="Replay").click()
    slider = page.get_by_role("slider", name="Moment")
    last = int(slider.get_attribute("max") or "0")
    assert last > 50
    shown = page.get_by_text(re.compile(rf"^\d+ of {last}$"))
    expect(shown).to_have_text(f"0 of {last}")
    board = page.get_by_role("group", name="The board at moment 0")
    expect(board).to_be_visible()
    keys = page.keyboard
    for key, moment in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)):
        keys.press(key)
        expect(shown).to_have_text(f"{moment} of {last}")
        expect(page.get_by_role("group", name=f"The board at moment {moment}")).to_be_visible()
    box = slider.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(shown).to_have_text(re.compile(rf"^{str(last // 2)[:1]}\d* of {last}$"))
    expect(page).to_have_url(re.compile(r"moment=\d+"))
    page.get_by_role("button", name="On one step").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.get_by_role("button", name="Pause").click()

    # a link to a moment
    page.goto(f"{server.url}/replay/{game}?moment=7")
    expect(shown).to_have_text(f"7 of {last}")
    expect(page.get_by_role("group", name="The board at moment 7")).to_be_visible()
    keys.press("End")
    expect(page.get_by_text("has won")).to_be_visible()

    # the link that is handed on opens the same moment with somebody else
    page.get_by_role("button", name="Back one step").click()
    expect(shown).to_have_text(f"{last - 1} of {last}")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Share this moment").click()
    expect(page.get_by_text("The link to this moment is copied.")).to_be_visible()
    link: str = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{server.url}/replay/{game}?moment={last - 1}"
    other = another()
    other.goto(link)
    expect(other.get_by_role("group", name=f"The board at moment {last - 1}")).to_be_visible()
    expect(other.get_by_text(f"{last - 1} of {last}")).to_be_visible()

    # its record
    with page.expect_download() as loading:
        page.get_by_role("button", name="Download the record").click()
    file = tmp_path / "game.battle"
    loading.value.save_as(file)
    assert file.read_text().startswith("hexillum record")

    # a position of it, which the analysis takes
    page.goto(f"{server.url}/replay/{game}?moment=5")
    expect(page.get_by_role("group", name="The board at moment 5")).to_be_visible()
    with page.expect_download() as loading:
        page.get_by_role("button", name="Download the position").click()
    place = tmp_path / "game.position"
    loading.value.save_as(place)
    units = ask(server.url, f"/api/games/{game}/moments/5", tokens=token)["units"]
    page.goto(server.url + "/analysis")
    page.get_by_label("File").set_input_files(place)
    expect(page.get_by_text("This is a position.")).to_be_visible()
    tried = Table(page, server.url)
    page.get_by_role("button", name="Analyse the text").click()
    tried.until(lambda: bool(tried.views))
    where = [(unit["hex"], unit["kind"], unit["blocks"]) for unit in units]
    assert sorted(where) == sorted((unit["hex"], unit["kind"], unit["blocks"]) for unit in tried.view["units"])

    # another line from a moment in the middle
    page.goto(f"{server.url}/replay/{game}?moment={last // 2}")
    expect(shown).to_have_text(f"{last // 2} of {last}")
    expect(page.get_by_role("group", name=f"The board at moment {last // 2}")).to_be_visible()
    table = Table(page, server.url)
    page.get_by_role("button", name="Try another line from here").click()
    table.until(lambda: bool(table.views))
    assert table.view["kind"] == "analysis" and table.view["moment"] == last // 2
    assert set(table.view["yours"]) == {"top", "bottom"}
    table.settle()
    table.step()
    assert table.view["moment"] > last // 2

    # the record comes back as an analysis of the whole game
    page.goto(server.url + "/analysis")
    page.get_by_label("File").set_input_files(file)
    expect(page.get_by_text("This is a record.")).to_be_visible()
    again = Table(page, server.url)
    page.get_by_role("button", name="Analyse the text").click()
    again.until(lambda: bool(again.views))
    assert again.view["moment"] == last
    assert again.view["outcome"]


def test_faulty_text(page: Page, server: Server, faults: Faults) -> None:
    """A text that is nothing, and a record with a fault in it, are explained."""
    faults.forgive("422")
    faults.forgive("400")
    page.goto(server.url + "/analysis")
    page.get_by_label("or paste it here").fill("what is this?")
    page.get_by_role("button", name="Analyse the text").click()
    expect(page.get_by_role("alert").filter(has_text="The first line must be")).to_be_visible()
    page.get_by_label("or paste it here").fill("hexillum record 1\nbattle nowhere\n")
    page.get_by_role("button", name="Analyse the text").click()
    expect(page.get_by_role("alert").filter(has_text=re.compile("line|battle|nowhere|edition"))).to_be_visible()


def test_free_board(page: Page, server: Server) -> None:
    """Pieces, a leader and terrain are placed; then a move, an attack with chosen dice, and all of it taken back."""
    page.goto(server.url + "/analysis")
    board = page.get_by_role("group", name="A board of your own")

    def put(tool: str, *hexes: str) -> None:
        page.get_by_role("button", name=tool, exact=True).click()
        for hex in hexes:
            board.locator(f'[data-hex="{hex}"]').click()

    put("Heavy Infantry", "F6", "F7")
    put("Leader", "F6")
    put("Light Bow Infantry", "G6")
    page.get_by_role("button", name="Upper side").click()
    put("Medium Infantry", "E6")
    put("Auxilia", "C7")
    put("Forest", "C7")
    name = board.locator('[data-hex="F6"]')
    expect(name).to_have_attribute("aria-label", re.compile("heavy infantry, 4 of 4 blocks, with leader"))
    expect(board.locator('[data-hex="C7"]')).to_have_attribute("aria-label", re.compile("auxilia.*forest"))

    # one block less, and back again
    put("Only look", "F7")
    page.get_by_role("button", name="One block fewer").click()
    expect(board.locator('[data-hex="F7"]')).to_have_attribute("aria-label", re.compile("3 of 4 blocks"))
    page.get_by_role("button", name="Undo").click()
    expect(board.locator('[data-hex="F7"]')).to_have_attribute("aria-label", re.compile("4 of 4 blocks"))

    # the board is kept over a reload
    page.reload()
    expect(board.locator('[data-hex="F7"]')).to_have_attribute("aria-label", re.compile("4 of 4 blocks"))

    table = Table(page, server.url)
    page.get_by_role("button", name="Analyse this", exact=True).click()
    table.until(lambda: bool(table.views))
    table.settle()
    assert table.view["kind"] == "analysis" and set(table.view["yours"]) == {"top", "bottom"}
    assert {unit["hex"] for unit in table.view["units"]} == {"F6", "F7", "G6", "E6", "C7"}
    assert table.view["terrain"]["C7"] == "forest"

    # whoever stands next to an enemy stays there, until one of them attacks
    while not table.view["decision"]["dice"]:
        if table.word == "move":
            table.enough()
        else:
            table.step()
    number, moment = table.view["decision"]["dice"], table.view["moment"]
    for _ in range(number):
        table.prompt.get_by_role("button", name="Add a swords").click()
    with table.answering():
        table.button("Enter these dice").click()
    assert [one for one in table.view["log"] if one["kind"] == "face"] or table.view["moment"] > moment
    expect(page.get_by_role("region", name="Last roll")).to_contain_text(f"{number} swords")
    # over the dice, back to before them
    while table.view["moment"] > moment:
        with table.answering():
            table.button("Undo").click()
    assert table.view["decision"]["dice"] == number


def test_analysis_of_a_battle(page: Page, server: Server) -> None:
    """From a battle's page: both sides, both hands, no curtain."""
    page.goto(server.url + "/battles/cannae")
    page.get_by_role("link", name="Analyse this battle").click()
    expect(page.get_by_role("combobox", name="Battle", exact=True)).to_have_value("cannae")
    table = Table(page, server.url)
    page.get_by_role("button", name="Analyse the battle").click()
    table.until(lambda: bool(table.views))
    table.settle()
    expect(page.get_by_text("analysis", exact=False).first).to_be_visible()
    table.play_turn(60)
    assert table.curtain.count() == 0
    assert table.view["hand"]
