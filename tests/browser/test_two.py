"""Two people in two browsers, and what happens when the line breaks."""

from __future__ import annotations

import contextlib
import os
import re
import signal
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.table import Faults, Table, ask, keep_seats, new, play_by_program, sit
from tests.browser.test_screens import bold

LOST = (
    "WebSocket",
    "ERR_CONNECTION_REFUSED",
    "ERR_CONNECTION_RESET",
    "ERR_EMPTY_RESPONSE",
    "ERR_INTERNET_DISCONNECTED",
)


@pytest.mark.slow
def test_whole_battle_by_link(page: Page, another: Callable[..., Page], server: Server) -> None:
    """Two browsers play a battle to the end; both see the same result and the same replay."""
    wish = {"battle": "ford-of-circesium", "top": "person", "bottom": "person", "seed": 3}
    seated = ask(server.url, "/api/games", wish)
    mine = sit(page, server.url, seated["game"], seated["tokens"]["bottom"])
    friend = another()
    theirs = Table(friend, server.url)
    friend.goto(f"{server.url}/table/{seated['game']}#seat={seated['tokens']['top']}")
    theirs.until(lambda: bool(theirs.views))
    for _ in range(1200):
        mine.until(lambda: mine.view["version"] == theirs.view["version"])
        if mine.view["outcome"]:
            break
        table = mine if mine.mine else theirs
        table.settle()
        table.step()
    assert theirs.view["outcome"] == mine.view["outcome"]
    replays = []
    for one, side in ((mine, "bottom"), (theirs, "top")):
        result = one.page.get_by_role("region", name="Result")
        expect(result).to_contain_text("You won" if one.view["outcome"] == side else "You lost")
        result.get_by_role("link", name="Replay").click()
        slider = one.page.get_by_role("slider", name="Moment")
        assert slider.get_attribute("max") == str(one.view["moment"])
        one.page.keyboard.press("End")
        expect(one.page.get_by_text("has won")).to_be_visible()
        told = one.page.get_by_role("region", name="The log up to here").inner_text()
        replays.append([line for line in told.splitlines() if "draws" not in line])  # each saw his own cards
    assert replays[0] == replays[1]


def take_turns(mine: Table, theirs: Table, turn: int) -> None:
    """Both play until a turn has come: whoever is asked answers, whatever the dice ask of him."""
    for _ in range(400):
        mine.until(lambda: mine.view["version"] == theirs.view["version"])
        if mine.view["turn"] == turn:
            break
        table = mine if mine.mine else theirs
        table.settle()
        table.step()
    for table in (mine, theirs):
        table.settle()
    assert mine.view["turn"] == turn


def test_invitation(page: Page, another: Callable[..., Page], server: Server, faults: Faults) -> None:
    """A table for a friend by a link that is good once; an onlooker sees nobody's hand."""
    mine = Table(page, server.url)
    page.goto(server.url)
    page.get_by_role("button", name="Play a friend").click()
    link = page.get_by_label("Send this link to your friend").input_value()
    assert re.fullmatch(rf"{server.url}/table/\w+#invite=\S+", link)
    page.get_by_role("link", name="Go to the table").click()
    mine.until(lambda: bool(mine.views))
    mine.settle()
    expect(page.get_by_label("Invitation")).to_have_value(link)

    friend = another()
    theirs = Table(friend, server.url)
    friend.goto(link)
    friend.get_by_role("button", name="Take the seat").click()
    theirs.until(lambda: bool(theirs.views))
    assert theirs.view["yours"] == ["top"]
    assert "#" not in friend.url

    # both browsers have put their share into the dice
    theirs.until(lambda: not theirs.view["chance"]["awaited"])
    shares = theirs.view["chance"]["shares"]
    assert shares["top"]["given"] and shares["bottom"]["given"]
    assert shares["top"]["commitment"] != shares["bottom"]["commitment"]
    assert not theirs.view["chance"]["seed_chosen"]
    expect(page.get_by_label("Invitation")).to_have_count(0)
    expect(page.get_by_role("region", name="Carthaginian, ")).to_contain_text("here")

    # the friend waits, and is told for what
    assert not theirs.mine
    expect(theirs.prompt).to_contain_text("Syracusan chooses a card")
    assert theirs.lit() == []

    # somebody looks on, and sees no hand
    onlooker = another()
    watched = sit(onlooker, server.url, mine.view["game"])
    expect(page.get_by_text("1 watching")).to_be_visible()
    take_turns(mine, theirs, 2)
    watched.until(lambda: bool(watched.view["turn"] == 2))
    for view in watched.views:
        assert view["hand"] is None and not view["decision"]["options"]
    assert onlooker.get_by_role("region", name="Your hand").get_by_role("button").count() == 0
    expect(watched.log).not_to_contain_text("draws Order")
    for view in theirs.views:
        assert view["eyes"] == "top"
        assert not [one for one in view["log"] if re.search(r"bottom draws (?!a card)", one["text"])]

    # the other one plays and is seen to
    take_turns(mine, theirs, 3)

    # the link was good once
    faults.forgive("403")
    faults.forgive("409")
    faults.forgive("410")
    late = another()
    late.goto(link)
    expect(late.get_by_role("heading", name="This link does not open a seat")).to_be_visible()
    late.get_by_role("button", name="Watch as an onlooker").click()
    expect(late.locator("[data-hex]").first).to_be_attached()

    # who has gone is away, who comes back is here
    friend.goto(server.url)
    expect(page.get_by_role("region", name="Carthaginian, ")).to_contain_text("away")
    friend.locator(f'a[href="/table/{mine.view["game"]}"]').first.click()
    expect(page.get_by_role("region", name="Carthaginian, ")).to_contain_text("here")


def menu(table: Table, *buttons: str) -> None:
    """Press buttons of the table's menu, one after the other."""
    table.page.get_by_role("button", name="Table menu").click()
    for name in buttons:
        table.page.get_by_role("dialog", name="Table").get_by_role("button", name=name).click()


def test_draw_and_rematch(page: Page, another: Callable[..., Page], server: Server) -> None:
    """A draw is offered, declined, offered back and taken; both come to the rematch; one resigns there."""
    seated = ask(server.url, "/api/games", {"battle": "akragas", "top": "person", "bottom": "person", "seed": 7})
    mine = sit(page, server.url, seated["game"], seated["tokens"]["bottom"])
    friend = another()
    theirs = Table(friend, server.url)
    friend.goto(f"{server.url}/table/{seated['game']}#seat={seated['tokens']['top']}")
    theirs.until(lambda: bool(theirs.views))

    menu(mine, "Offer a draw")
    offered = friend.get_by_role("region", name="Draw offered")
    expect(offered).to_contain_text("Syracusan offers a draw")
    offered.get_by_role("button", name="Decline").click()
    expect(offered).to_have_count(0)
    mine.until(lambda: mine.view["draw_offered"] is None)
    menu(theirs, "Offer a draw")
    page.get_by_role("region", name="Draw offered").get_by_role("button", name="Accept").click()
    for one in (page, friend):
        expect(one.get_by_role("region", name="Result")).to_contain_text("The battle is a draw")

    page.get_by_role("region", name="Result").get_by_role("button", name="Rematch, sides swapped").click()
    mine.until(lambda: mine.view["game"] != seated["game"])
    friend.get_by_role("region", name="Result").get_by_role("button", name="Take your seat at the rematch").click()
    theirs.until(lambda: bool(theirs.view["game"] == mine.view["game"]))
    for table, side in ((mine, "bottom"), (theirs, "top")):
        assert table.view["yours"] == [side]
        assert table.view["armies"] == {"bottom": "Carthaginian", "top": "Syracusan"}

    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("dialog", name="Table").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="No, play on").click()
    page.get_by_role("dialog", name="Table").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.get_by_role("region", name="Result")).to_contain_text("You lost")
    expect(friend.get_by_role("region", name="Result")).to_contain_text("You won")


def test_wrong_links(page: Page, server: Server, faults: Faults) -> None:
    """A wrong token, a game that there is not, an address that there is not: said so, with the way home."""
    faults.forgive("403")
    faults.forgive("404")
    faults.forgive("422")
    game = ask(server.url, "/api/games", {"battle": "akragas", "top": "greedy", "bottom": "person"})["game"]
    for path in (f"/table/{game}#seat=nonsense", f"/table/{game}#invite=nonsense"):
        page.goto("about:blank")
        page.goto(server.url + path)
        expect(page.get_by_role("heading", name="This link does not open a seat")).to_be_visible()
        expect(page.get_by_role("link", name="Home")).to_be_visible()
    for path, words in (
        (f"/table/{'0' * 32}", "closed to you"),
        ("/replay/" + "0" * 32, ""),
        ("/battles/nowhere", "Off the map"),
        ("/nowhere", "Off the map"),
        ("/rules/XX-99", ""),
    ):
        page.goto(server.url + path)
        if words:
            expect(page.get_by_text(words)).to_be_visible()
        else:
            expect(page.get_by_role("alert").first).not_to_be_empty()
        home = page.get_by_role("link", name=re.compile("Home|start page")).first
        home.click()
        expect(page.get_by_role("button", name="Play the computer")).to_be_visible()


def test_offline(page: Page, server: Server, faults: Faults) -> None:
    """Without a line the board stays, the buttons are off; with it the game goes on by itself."""
    for words in LOST:
        faults.forgive(words)
    table = new(page, server.url, seed=7)
    table.play_card()
    lit = table.lit()
    server.kill()
    expect(table.prompt).to_contain_text("Connection lost")
    expect(page.locator("header").get_by_role("status")).to_contain_text("Connection lost")
    assert len(page.locator("[data-hex]").all()) == 13 * 9 - 4
    assert "blocks" in (table.hex(lit[0]).get_attribute("aria-label") or "")
    quiet = next(one for one in table.view["decision"]["options"] if one["quiet"])
    expect(table.button(quiet["label"])).to_be_disabled()
    before = len(table.sent)
    table.hex(lit[0]).click()
    table.page.keyboard.press("e")
    page.wait_for_timeout(600)
    assert len(table.sent) == before
    server.start()
    expect(table.prompt).not_to_contain_text("Connection lost", timeout=15_000)
    expect(page.locator("header").get_by_role("status")).to_contain_text("Live")
    assert not any(unit["ordered"] for unit in table.view["units"])
    with table.answering():
        table.hex(lit[0]).click()
    assert sum(unit["ordered"] for unit in table.view["units"]) == 1


def test_sent_once(page: Page, server: Server, faults: Faults) -> None:
    """What was under way when the server died is said again, and counts once."""
    for words in LOST:
        faults.forgive(words)
    table = new(page, server.url, seed=7)
    table.play_card()
    moment, lit = table.view["moment"], table.lit()
    assert server.process is not None
    os.kill(server.process.pid, signal.SIGSTOP)
    table.hex(lit[0]).click()
    table.until(lambda: table.sent[-1]["version"] == table.view["version"])
    page.wait_for_timeout(100)
    server.kill()
    server.start()
    table.until(lambda: table.view["moment"] > moment)
    page.wait_for_timeout(300)
    last = [one for one in table.sent if one["id"] == table.sent[-1]["id"]]
    assert len(last) == 2
    assert table.view["moment"] == moment + 1
    assert [unit["hex"] for unit in table.view["units"] if unit["ordered"]] == [lit[0]]
    table.settle()
    assert table.button("Undo").get_attribute("aria-disabled") == "false"


def alike(one: Table, other: Table) -> None:
    """Both pages show the same board, and it is the server's."""
    one.until(lambda: one.view["version"] == other.view["version"])
    shown = "all => all.map(one => one.getAttribute('aria-label').split(',').slice(0, 2).join())"
    names = "[data-hex][aria-label*=blocks]"

    def same() -> bool:
        return bool(one.page.locator(names).evaluate_all(shown) == other.page.locator(names).evaluate_all(shown))

    one.until(same)
    for table in (one, other):
        told = ask(table.url, f"/api/games/{table.view['game']}")
        assert told["units"] == table.view["units"]
        assert told["banners"] == table.view["banners"]


def test_two_and_a_broken_line(page: Page, another: Callable[..., Page], server: Server, faults: Faults) -> None:
    """One of two loses the line, twice, once with a choice under way: nothing is lost, nothing counts twice."""
    for words in LOST:
        faults.forgive(words)
    seated = ask(server.url, "/api/games", {"battle": "akragas", "top": "person", "bottom": "person", "seed": 7})
    mine = sit(page, server.url, seated["game"], seated["tokens"]["bottom"])
    mine.settle()
    friend = another()
    theirs = Table(friend, server.url)
    friend.goto(f"{server.url}/table/{seated['game']}#seat={seated['tokens']['top']}")
    theirs.until(lambda: bool(theirs.views))
    alike(mine, theirs)
    here = page.get_by_role("region", name="Carthaginian, ")
    expect(here).to_contain_text("here")

    # the friend's line breaks silently; I play on
    friend.context.set_offline(True)
    expect(theirs.prompt).to_contain_text("Connection lost")
    expect(friend.locator("header").get_by_role("status")).to_contain_text("Connection lost")
    mine.play(lambda now: not now.mine)
    assert theirs.view["moment"] < mine.view["moment"]
    friend.context.set_offline(False)
    expect(theirs.prompt).not_to_contain_text("Connection lost")
    expect(friend.locator("header").get_by_role("status")).to_contain_text("Live")
    theirs.settle()
    alike(mine, theirs)

    # his choice is under way when it breaks again: it is said again and counts once
    theirs.play(lambda now: now.word == "order")
    moment, hex = theirs.view["moment"], theirs.lit()[0]
    friend.context.set_offline(True)
    theirs.hex(hex).click()
    expect(theirs.prompt).to_contain_text("Connection lost")
    friend.context.set_offline(False)
    theirs.until(lambda: theirs.view["moment"] > moment)
    theirs.settle()
    assert theirs.view["moment"] == moment + 1
    assert [unit["hex"] for unit in theirs.view["units"] if unit["ordered"]] == [hex]
    alike(mine, theirs)
    theirs.play(lambda now: not now.mine)
    mine.settle()
    assert mine.view["turn"] == 3
    alike(mine, theirs)


def test_who_comes_to_look_takes_nothing_out_of_a_hand(
    page: Page, another: Callable[..., Page], server: Server
) -> None:
    """A card that was chosen stays so when an onlooker comes and goes: the battle has not gone on."""
    table = new(page, server.url)
    table.cards.and_(page.locator('[aria-disabled="false"]')).first.click()
    play = table.button("Play this card")
    expect(play).to_be_visible()
    onlooker = another()
    sit(onlooker, server.url, table.view["game"])
    expect(page.get_by_text("1 watching")).to_be_visible()
    expect(play).to_be_visible()
    onlooker.goto(server.url)
    expect(page.get_by_text("1 watching")).to_have_count(0)
    expect(play).to_be_visible()


def at_an_attack(server: Server, holds: bool) -> dict[str, Any]:
    """A table of two at one device, where the attacked side is asked for First Strike, and holds it or does not."""
    for seed in range(1, 30):
        seated: dict[str, Any] = ask(
            server.url, "/api/games", {"battle": "akragas", "top": "person", "bottom": "person", "seed": seed}
        )

        def asked(view: dict[str, Any]) -> bool:
            decision = view["decision"]
            if view["outcome"] or view["turn"] > 12:
                raise LookupError
            return decision["word"] == "first-strike" and (len(decision["options"]) > 1) is holds

        with contextlib.suppress(LookupError):
            play_by_program(server.url, seated["game"], seated["tokens"], asked, bold(seed))
            return seated
    raise AssertionError("no such moment")


def test_the_curtain_tells_nothing_of_first_strike(another: Callable[..., Page], server: Server) -> None:
    """Two at one device pause at an attack alike, whether or not the card is held: the page shows the same."""
    told = []
    for holds in (True, False):
        page = another()
        seated = at_an_attack(server, holds)
        keep_seats(page, server.url, seated)
        table = sit(page, server.url, seated["game"])
        expect(table.curtain).to_be_visible()
        words = table.curtain.inner_text() + page.locator(".prompt").inner_text() + " ".join(table.buttons())
        for army in table.view["armies"].values():
            words = words.replace(army, "the army")
        told.append(re.sub(r"The [A-Z][\w ]* on [A-K]\d+", "The unit", words))
        expect(page.get_by_role("region", name="Your hand").get_by_role("button")).to_have_count(0)
        table.curtain.get_by_role("button").click()
        expect(table.button("No card", exact=True)).to_be_visible()
        assert table.button("First Strike", exact=True).count() == holds
    assert told[0] == told[1]
