"""An evening at a club: two who never met play a rated match, over two devices each, at two servers of one PostgreSQL.

The servers are started with the words of the compose file behind a proxy that hands each request to the next of them;
`localhost` stands for its name with TLS. It takes a minute and a half, much of it the grace before a notice.
Real is all that people use: the lobby, names and passkeys (of Chromium's own virtual authenticator), talk, the sheets
of standing answers, turns by mouse and fingers, the ladder. What is not: no push service can be reached, so pages
subscribe to one that there is not. Servers write what they would send to it into a file (`tests.kit.kept_pushes`), as
it is encrypted for that browser; the test opens it with the browser's key and hands it to Chromium, which wakes the
page's service worker by it. Nobody can press a notice of a headless browser either: the test follows its link. And
once a turn has been played on each side, scripted answers go on over the same seats until a resignation counts.
"""

from __future__ import annotations

import json
import random
import re
import time
import urllib.error
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Table, ask
from tests.browser.test_people import AUTHENTICATOR, named
from tests.browser.test_phone import PHONE
from tests.browser.test_tell import opened
from tests.kit.kept_pushes import Subscription, kept
from tests.web.conftest import Cluster, cluster
from tests.web.players import query
from tests.web.test_deploy import Club

__all__ = ["cluster"]  # a fixture
COUNTS = 6  # turns after which who resigns has lost a battle that counts for the winner, too
SEATS = "JSON.parse(localStorage.getItem('hexillum.seats'))"
SHOWN = """navigator.serviceWorker.getRegistration("/").then(one => one.getNotifications()).then(
  all => all.map(one => [one.title, one.data.link]))"""


@pytest.fixture
def club(cluster: Cluster, tmp_path: Path) -> Iterator[Club]:
    """Two servers at one PostgreSQL, whose pushes are kept."""
    made = Club(cluster, tmp_path, by=("-m", "tests.kit.kept_pushes", str(tmp_path / "pushes")))
    yield made
    made.stop()


class Somebody:
    """A person with a name, a laptop, and a phone to which a passkey has brought the name."""

    def __init__(self, name: str, home: str, laptop: Page, phone: Page, box: Path) -> None:
        self.name, self.home, self.laptop, self.phone = name, home, laptop, phone
        self.push = Subscription(box, name)
        self.heard = 0  # pushes
        named(laptop, home, name)
        self._come_by_passkey()
        self._be_told()

    def _come_by_passkey(self) -> None:
        """Make a passkey at the laptop, which the key ring of the phone has, too."""
        rings = [page.context.new_cdp_session(page) for page in (self.laptop, self.phone)]
        held = []
        for ring in rings:
            ring.send("WebAuthn.enable")
            held.append(ring.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"])
        self.laptop.reload()
        self.laptop.get_by_role("button", name="Make a passkey").click()
        expect(self.laptop.get_by_text("The passkey is made.")).to_be_visible()
        [credential] = rings[0].send("WebAuthn.getCredentials", {"authenticatorId": held[0]})["credentials"]
        rings[1].send("WebAuthn.addCredential", {"authenticatorId": held[1], "credential": credential})
        self.phone.goto(f"{self.home}/you")
        self.phone.get_by_role("button", name="Use a passkey").tap()
        expect(self.phone.get_by_role("heading", level=1, name=self.name)).to_be_visible()

    def _be_told(self) -> None:
        """Let the phone tell, and try that."""
        self.phone.context.grant_permissions(["notifications"], origin=self.home)
        self.phone.add_init_script(self.push.script)
        self.phone.goto(f"{self.home}/you/notices")
        self.phone.get_by_role("button", name="Tell me in this browser").tap()
        expect(self.phone.get_by_text("This browser will tell you.")).to_be_visible()
        self.phone.get_by_role("button", name=re.compile("^Test Browser")).tap()
        expect(self.phone.get_by_text("Sent: look whether it came by")).to_be_visible()
        assert self.pushed()["title"] == "Hexillum: a test"

    def pushed(self) -> dict[str, Any]:
        """The next push, once it has come."""
        end = time.monotonic() + 40
        while len(self.push.pushes()) <= self.heard:
            assert time.monotonic() < end, f"{self.name} is not told"
            self.phone.wait_for_timeout(100)
        self.heard += 1
        return self.push.pushes()[self.heard - 1]

    def follows(self) -> Table:
        """Follow the notice of the next push, as the phone shows it, from wherever the phone is."""
        pushed = self.pushed()
        for n in range(400):
            if n % 40 == 0:  # a worker that is only just starting may miss what the browser hands to it
                deliver(self.phone, self.home, pushed)
            shown = self.phone.evaluate(SHOWN)
            if [pushed["title"], pushed["link"]] in shown:
                break
            self.phone.wait_for_timeout(50)
        assert [pushed["title"], pushed["link"]] in shown, shown
        return self.comes(self.phone, lambda: self.phone.goto(pushed["link"]))

    def comes(self, page: Page, how: Callable[[], object]) -> Table:
        """Come to a table in some way."""
        table = Table(page, self.home, "fingers" if page is self.phone else "mouse")
        how()
        table.until(lambda: bool(table.views) and not table.view["chance"]["awaited"])
        table.settle()
        return table

    def leaves(self) -> None:
        """Be at no table with either device."""
        for page in (self.laptop, self.phone):
            page.goto(f"{self.home}/lobby")

    def tokens(self, game: str) -> dict[str, str]:
        """The seats that the laptop holds."""
        held: dict[str, str] = self.laptop.evaluate(f"{SEATS}['{game}'].tokens")
        return held


def deliver(page: Page, home: str, data: dict[str, Any]) -> None:
    """Hand a push to the browser of a page, as its push service would."""
    line = page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"]))
    line.send("ServiceWorker.enable")
    for _ in range(100):
        if found:
            break
        page.wait_for_timeout(50)
    to = {"origin": home, "registrationId": found[-1]["registrationId"]}
    line.send("ServiceWorker.deliverPushMessage", {**to, "data": json.dumps(data)})
    line.detach()


def answers_beforehand(page: Page) -> None:
    """Give the standing answers that are meant for play by mail."""
    sheet = opened(page)
    sheet.get_by_role("button", name="Fill in for play by mail").click()
    sheet.get_by_role("button", name="Keep", exact=True).click()
    expect(sheet.get_by_role("status")).to_contain_text(re.compile(r"Kept\.\s+7 of 7"))
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)


def plays_a_turn(table: Table, absent: dict[str, str]) -> None:
    """Play a turn at a page; what the standing answers of who is absent leave open, a script answers."""
    turn = table.view["turn"]

    def goes_on() -> bool:
        return table.mine or table.view["turn"] > turn

    for _ in range(80):
        if table.view["turn"] > turn:
            return
        if table.mine:
            table.step()
            continue
        for _ in range(50):
            if goes_on():
                break
            table.page.wait_for_timeout(100)
        else:
            answers(table.url, table.view["game"], absent, random.Random(1))
    raise AssertionError(f"the turn does not end: {table.text()}")


def answers(url: str, game: str, tokens: dict[str, str], rng: random.Random) -> dict[str, Any]:
    """Give one answer for whichever of these seats is asked, a fight where there is one; what was seen before."""
    for side, token in tokens.items():
        view: dict[str, Any] = ask(url, f"/api/games/{game}", tokens=token)
        options = view["decision"]["options"]
        if not options:
            continue
        fights = [one for one in options if one["attack"] or one["attacks"]]
        body = {"do": "answer", "numbers": [rng.choice(fights or options)["number"]]}
        command = {"id": str(uuid.uuid4()), "version": view["version"], "seat": side, "body": body}
        try:
            ask(url, f"/api/games/{game}/commands", command, token)
        except urllib.error.HTTPError as error:
            assert error.code == 409, error.read()  # a standing answer was faster
        break
    return view


def plays_on(url: str, game: str, tokens: dict[str, str], enough: Callable[[dict[str, Any]], bool]) -> None:
    """Let scripted answers go on until something is so."""
    rng, end = random.Random(5), time.monotonic() + 60
    while not enough(view := answers(url, game, tokens, rng)):
        assert time.monotonic() < end and not view["outcome"], view["decision"]


def resigns(page: Page) -> None:
    """Give a battle up at its table."""
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("dialog", name="Table").get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(page.get_by_role("region", name="Result")).to_contain_text("You lost")


def rating(page: Page, home: str) -> int:
    """One's rating as the ladder shows it."""
    page.goto(f"{home}/ladder")
    told = page.get_by_text("Your rating:")
    expect(told).to_contain_text("after 2 rated battles")
    found = re.search(r"Your rating: (\d+)", told.inner_text())
    assert found
    return int(found[1])


@pytest.mark.slow
def test_two_who_never_met_play_a_rated_match_by_push(club: Club, another: Callable[..., Page], tmp_path: Path) -> None:
    home = f"http://localhost:{club.proxy.port}"
    anna, bert = (Somebody(name, home, another(), another(**PHONE), tmp_path / "pushes") for name in ("Anna", "Bert"))
    anna.laptop.goto(f"{home}/ladder")
    expect(anna.laptop.get_by_text("Nobody has played a rated battle yet.")).to_be_visible()

    # the lobby: one offers a match, the other takes it
    for one in (anna, bert):
        one.leaves()
    form = anna.laptop.get_by_role("form", name="Offer a seat")
    form.get_by_role("combobox", name="You lead").select_option(label="Syracusan")
    form.get_by_role("checkbox", name="A match").check()
    form.get_by_role("checkbox", name="Rated").check()
    form.get_by_role("button", name="Offer the seat").click()
    expect(anna.laptop.get_by_role("button", name="Withdraw")).to_be_visible()
    bert.laptop.reload()
    seat = bert.laptop.get_by_role("listitem").filter(has_text="Anna looks for anybody; 3 days a turn")
    expect(seat).to_contain_text("; rated;")
    seat.get_by_role("button", name="Take the seat").click()
    expect(bert.laptop.get_by_role("heading", name="Match at Akragas")).to_be_visible()
    match = bert.laptop.url
    paths = [bert.laptop.get_by_role("link", name=f"Play battle {n}").get_attribute("href") for n in (1, 2)]
    games = [str(path).rpartition("/")[2] for path in paths]
    both = [{**anna.tokens(game), **bert.tokens(game)} for game in games]

    # who has waited is told, and comes by the other device; they talk
    mine = anna.follows()
    assert mine.view["game"] == games[0] and mine.view["yours"] == ["bottom"] and mine.view["hand"]
    theirs = bert.comes(bert.laptop, bert.laptop.get_by_role("link", name="Play battle 1").click)
    bert.laptop.get_by_role("button", name="Log · Rules").click()
    bert.laptop.get_by_role("tab", name="Talk").click()
    bert.laptop.get_by_label("To who plays with you").fill("Good evening, Anna")
    bert.laptop.get_by_role("button", name="Say it").click()
    said = anna.phone.get_by_role("region", name="Somebody said")
    expect(said).to_contain_text("Bert: Good evening, Anna")
    said.get_by_role("button", name="Answer").tap()
    anna.phone.get_by_role("button", name="Hello, and a good battle!").tap()
    expect(bert.laptop.get_by_role("list", name="What was said")).to_contain_text("Hello, and a good battle!")
    anna.phone.get_by_role("button", name="Close the drawer").tap()

    # both answer beforehand; one's other device knows what was answered, and what was said
    answers_beforehand(anna.phone)
    answers_beforehand(bert.laptop)
    row = anna.laptop.get_by_role("region", name="My battles").get_by_role("listitem").filter(has_text="Your move")
    anna.comes(anna.laptop, row.get_by_role("link").first.click)
    anna.laptop.get_by_role("button", name="Log · Rules").click()
    anna.laptop.get_by_role("tab", name="Talk").click()
    expect(anna.laptop.get_by_role("list", name="What was said")).to_contain_text("Good evening, Anna")
    sheet = opened(anna.laptop)
    expect(sheet.get_by_role("status")).to_contain_text("7 of 7")

    # a turn each: who is away is told on his phone, and plays there
    anna.laptop.goto(f"{home}/lobby")
    bert.leaves()
    plays_a_turn(mine, bert.tokens(games[0]))
    anna.leaves()
    theirs = bert.follows()
    assert theirs.view["game"] == games[0] and theirs.view["yours"] == ["top"]
    said = bert.phone.get_by_role("region", name="Somebody said")  # on this device he has not read it
    expect(said).to_contain_text("Anna: Hello, and a good battle!")
    said.get_by_role("button", name="Close").tap()
    plays_a_turn(theirs, anna.tokens(games[0]))
    mine = anna.follows()
    assert mine.view["turn"] == 3

    # it goes on until it counts and standing answers have spoken
    spoken: set[str] = set()

    def enough(view: dict[str, Any]) -> bool:
        spoken.update(view["yours"] if view["spoken"] else ())
        return bool(spoken) and view["turn"] >= COUNTS

    plays_on(club.proxy.url, games[0], both[0], enough)
    page = anna.phone if "bottom" in spoken else bert.phone
    page.get_by_role("button", name="Table menu").tap()
    page.get_by_role("dialog", name="Table").get_by_role("button", name=re.compile("^Log")).tap()
    log = page.get_by_role("list", name="Log")
    while (earlier := log.get_by_role("button", name="Earlier turns")).count():
        earlier.tap()
    expect(log.get_by_text("Your standing answer.").first).to_be_attached()
    page.get_by_role("button", name="Close the drawer").tap()
    resigns(bert.phone)
    expect(anna.phone.get_by_role("region", name="Result")).to_contain_text("You won")

    # the second battle, with the armies changed
    plays_on(club.proxy.url, games[1], both[1], lambda view: view["turn"] >= COUNTS)
    bert.laptop.goto(match)
    theirs = bert.comes(bert.laptop, bert.laptop.get_by_role("link", name="Play battle 2").click)
    assert theirs.view["armies"]["top"] == "Syracusan"
    resigns(bert.laptop)

    # how it ended, on every device and at either server
    anna.laptop.goto(match)
    expect(anna.laptop.get_by_text("Anna wins the match, 2 (")).to_be_visible()
    bert.phone.goto(f"{home}/lobby")
    expect(bert.phone.get_by_role("region", name="My battles").get_by_text("by resigning")).to_have_count(2)
    assert rating(anna.phone, home) > 1500 > rating(bert.laptop, home)
    expect(bert.laptop.get_by_role("row", name="Anna")).to_be_visible()
    ladders = [ask(server.url, "/api/ladder")["rows"] for server in club.servers]
    assert ladders[0] == ladders[1] and {row["name"] for row in ladders[0]} == {"Anna", "Bert"}

    # both servers had their part, with one key for all pushes, and nothing went out twice
    assert all(club.proxy.served.values())
    sent = kept(tmp_path / "pushes")
    assert len({one["headers"]["authorization"].rpartition("k=")[2] for one in sent}) == 1
    assert len(sent) - 2 == query(club.database, "SELECT count(*) FROM deliveries WHERE state = 'sent'")[0][0]
