"""Names in the browser: taken, brought to another device, deleted; and a friend who is let in by a link that works."""

from __future__ import annotations

import email
import email.policy
import json
import re
import socketserver
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hexillum.web.reach import own_addresses
from tests.browser.conftest import Server
from tests.browser.table import Faults, Table, ask
from tests.browser.test_access import axe, clean
from tests.browser.test_phone import PHONE

__all__ = ["axe"]  # a fixture
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def named(page: Page, url: str, name: str) -> None:
    """Take a name on the page for that."""
    page.goto(f"{url}/you")
    page.get_by_label("Your name", exact=True).fill(name)
    page.get_by_role("button", name="Take this name").click()
    expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()


def friend_link(page: Page, url: str) -> str:
    """The link of "Play a friend" on the first page."""
    page.goto(url)
    page.get_by_role("button", name="Play a friend").click()
    return page.get_by_label("Send this link to your friend").input_value()


def test_a_name_is_taken_changed_and_deleted(page: Page, server: Server, faults: Faults, axe: str) -> None:
    """It stands in the header of every page; a wrong one is refused in a sentence."""
    faults.forgive("422")
    page.goto(server.url)
    page.get_by_role("link", name="You: a guest").click()
    field = page.get_by_label("Your name", exact=True)
    field.fill("<b>Anna</b>")
    page.get_by_role("button", name="Take this name").click()
    expect(page.get_by_role("alert").filter(has_text="letters, figures")).to_be_visible()
    clean(page, axe, "/you of a guest")
    field.fill("Anna")
    field.press("Enter")
    expect(page.get_by_role("heading", level=1, name="Anna")).to_be_visible()
    page.reload()
    expect(page.get_by_role("link", name="You: Anna")).to_be_visible()
    page.get_by_label("Another name").fill("Hanna of Akragas")
    page.get_by_role("button", name="Change the name").click()
    expect(page.get_by_role("status").filter(has_text="You are Hanna of Akragas now")).to_be_visible()
    clean(page, axe, "/you of somebody")

    with page.expect_download() as saved:
        page.get_by_role("button", name="Save it as a file").click()
    kept = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))
    assert "Hanna of Akragas" in json.dumps(kept)

    page.get_by_role("button", name="Delete it all…").click()
    asked = page.get_by_role("dialog", name="Delete Hanna of Akragas?")
    clean(page, axe, "the question before all is deleted")
    asked.get_by_role("button", name="No, keep it").click()
    expect(asked).to_have_count(0)
    page.get_by_role("button", name="Delete it all…").click()
    asked.get_by_role("button", name="Yes, delete it all").click()
    expect(page.get_by_role("heading", name="Take a name")).to_be_visible()
    expect(page.get_by_role("link", name="You: a guest")).to_be_visible()


def test_the_invited_see_who_invites_them_and_only_their_click_takes_the_seat(
    page: Page, another: Callable[..., Page], server: Server, faults: Faults, axe: str
) -> None:
    """The page before the seat; somebody who only looks, as what previews links does, leaves it free."""
    faults.forgive("403")
    named(page, server.url, "Anna")
    link = friend_link(page, server.url)
    mine = Table(page, server.url)
    page.get_by_role("link", name="Go to the table").click()
    mine.until(lambda: bool(mine.views))

    preview = another()
    preview.goto(link)
    expect(preview.get_by_role("heading", name="Anna invites you to Akragas")).to_be_visible()
    preview.wait_for_load_state("networkidle")
    game = re.findall(r"/table/(\w+)", link)[0]
    assert ask(server.url, f"/api/games/{game}")["seats"]["top"]["player"] == "open"

    friend = another(**PHONE)
    friend.goto(link)
    expect(friend.get_by_text("You lead Carthaginian under Himilco")).to_be_visible()
    clean(friend, axe, "the page before the seat")
    friend.get_by_role("button", name="Take a name first").click()
    friend.get_by_label("Your name", exact=True).fill("Bomilcar")
    friend.get_by_role("button", name="Take this name").click()
    theirs = Table(friend, server.url)
    friend.get_by_role("button", name="Take the seat as Bomilcar").click()
    theirs.until(lambda: bool(theirs.views))
    assert theirs.view["yours"] == ["top"] and "#" not in friend.url
    expect(page.get_by_role("region", name="Carthaginian, Bomilcar, here")).to_be_visible()
    mine.until(lambda: mine.view["seats"]["top"]["name"] == "Bomilcar")
    assert theirs.view["seats"]["bottom"]["name"] == "Anna"

    preview.reload()
    expect(preview.get_by_role("heading", name="This link does not open a seat")).to_be_visible()
    for one, url in ((page, server.url), (friend, server.url)):
        one.goto(f"{url}/you")
        one.get_by_role("button", name="Delete it all…").click()
        one.get_by_role("button", name="Yes, delete it all").click()
        expect(one.get_by_role("heading", name="Take a name")).to_be_visible()


def test_a_passkey_brings_the_name_to_another_browser(page: Page, another: Callable[..., Page], server: Server) -> None:
    """Made in one browser, used in the other: the passkey is in the key ring of both."""
    home = f"http://localhost:{server.port}"
    named(page, home, "Clio")
    ring = page.context.new_cdp_session(page)
    ring.send("WebAuthn.enable")
    first = ring.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]
    page.reload()
    page.get_by_role("button", name="Make a passkey").click()
    expect(page.get_by_text("The passkey is made.")).to_be_visible()
    expect(page.get_by_text("A passkey, made with Chrome on Linux")).to_be_visible()
    [credential] = ring.send("WebAuthn.getCredentials", {"authenticatorId": first})["credentials"]

    phone = another()
    phone.goto(f"{home}/you")
    other = phone.context.new_cdp_session(phone)
    other.send("WebAuthn.enable")
    second = other.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]
    other.send("WebAuthn.addCredential", {"authenticatorId": second, "credential": credential})
    phone.get_by_role("button", name="Use a passkey").click()
    expect(phone.get_by_role("heading", level=1, name="Clio")).to_be_visible()
    expect(phone.get_by_role("listitem").filter(has_text="Chrome on Linux")).to_have_count(3)

    page.reload()
    page.get_by_role("button", name="Take Chrome on Linux away").click()
    phone.reload()
    expect(phone.get_by_role("heading", name="Take a name")).to_be_visible()
    page.get_by_role("button", name="Leave here…").click()
    page.get_by_role("button", name="No, stay").click()
    expect(page.get_by_role("heading", level=1, name="Clio")).to_be_visible()


class Box(socketserver.StreamRequestHandler):
    """A server of mail that takes every letter and keeps it."""

    letters: list[str]

    def handle(self) -> None:
        """Talk as SMTP wants it."""
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline().decode().strip():
            if line.upper() == "DATA":
                self.wfile.write(b"354 go on\r\n")
                text = "".join(iter(lambda: self.rfile.readline().decode(), ".\r\n"))
                self.letters.append(email.message_from_string(text, policy=email.policy.default).get_content())
            self.wfile.write(b"221 bye\r\n" if line.upper() == "QUIT" else b"250 fine\r\n")
            if line.upper() == "QUIT":
                return


@pytest.fixture
def letters() -> Iterator[tuple[int, list[str]]]:
    """A box of letters, and the port that it listens at."""
    kept: list[str] = []
    handler = type("Kept", (Box,), {"letters": kept})
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler) as box:
        threading.Thread(target=box.serve_forever, daemon=True).start()
        yield box.server_address[1], kept
        box.shutdown()


def link_of(page: Page, letters: list[str], number: int) -> str:
    """The link in a letter, once it has come."""
    for _ in range(100):
        if len(letters) > number:
            break
        page.wait_for_timeout(50)
    found = re.search(r"http://localhost:\d+/you#link=\S{43}", letters[number])
    assert found is not None, letters[number]
    return found[0]


def test_a_letter_brings_the_name_to_another_browser(
    page: Page, another: Callable[..., Page], tmp_path: Path, letters: tuple[int, list[str]], faults: Faults
) -> None:
    """The address is noted by a link, then brings the name by one; each in the browser only that asked."""
    faults.forgive("403")
    port, kept = letters
    one = Server(tmp_path, "--mail", f"smtp://localhost:{port}", "--mail-from", "club@games.example")
    one.start()
    try:
        home = f"http://localhost:{one.port}"
        named(page, home, "Dion")
        page.get_by_label("an address of mail, to which a link is sent").fill("dion@games.example")
        page.get_by_role("button", name="Send a letter").click()
        expect(page.get_by_text("a letter is under way")).to_be_visible()
        page.goto("about:blank")
        page.goto(link_of(page, kept, 0))
        assert "#" not in page.url
        page.get_by_role("button", name="Note my address").click()
        expect(page.get_by_text("An address of mail is noted")).to_be_visible()

        phone, thief = another(), another()
        phone.goto(f"{home}/you")
        phone.get_by_label("The address of mail that you have noted").fill("dion@games.example")
        phone.get_by_role("button", name="Send a letter").click()
        link = link_of(phone, kept, 1)
        thief.goto(link)
        thief.get_by_role("button", name="Bring my name here").click()
        expect(thief.get_by_role("alert").filter(has_text="asked for in another browser")).to_be_visible()
        phone.goto("about:blank")
        phone.goto(link)
        phone.get_by_role("button", name="Bring my name here").click()
        expect(phone.get_by_role("heading", level=1, name="Dion")).to_be_visible()
    finally:
        one.kill()


def test_a_server_that_nobody_else_reaches_says_so_and_offers_the_way(page: Page, server: Server, axe: str) -> None:
    """What listens on the loopback has no link for a friend elsewhere."""
    link = friend_link(page, server.url)
    assert link.startswith(server.url)
    expect(page.get_by_text("This link works on this computer only")).to_be_visible()
    expect(page.get_by_text("hexillum serve --public")).to_be_visible()
    expect(page.get_by_role("button", name="Code for a phone")).to_have_count(0)
    clean(page, axe, "a link that works here only")


def test_a_server_in_the_network_gives_a_link_and_a_code_that_work(
    page: Page, another: Callable[..., Page], tmp_path: Path, faults: Faults, axe: str
) -> None:
    """Opened at the machine itself, the page has the machine's address for the friend, who comes by it."""
    faults.forgive("Cross-Origin-Opener-Policy")  # it means nothing without TLS
    if not own_addresses():
        pytest.skip("this machine is in no network")
    one = Server(tmp_path, "--public")
    one.start()
    try:
        page.goto(f"http://127.0.0.1:{one.port}")
        page.get_by_role("button", name="Play a friend").click()
        field = page.get_by_label("Send this link to your friend")
        expect(field).to_have_value(re.compile(rf"^http://{re.escape(own_addresses()[0])}:{one.port}/table/"))
        page.get_by_role("button", name="Code for a phone").click()
        expect(page.get_by_role("img", name="The link as a code")).to_be_visible()
        clean(page, axe, "a link with its code")
        friend = another(**PHONE)
        theirs = Table(friend, one.url)
        friend.goto(field.input_value())
        friend.get_by_role("button", name="Take the seat").click()
        theirs.until(lambda: bool(theirs.views))
        assert theirs.view["yours"] == ["top"]
    finally:
        one.kill()


def test_where_names_are_wanted_a_guest_is_led_to_one(
    page: Page, another: Callable[..., Page], tmp_path: Path, faults: Faults
) -> None:
    """A guest cannot begin; the invited take a name before the seat."""
    faults.forgive("401")
    one = Server(tmp_path, "--names", "required")
    one.start()
    try:
        page.goto(one.url)
        page.get_by_role("button", name="Play a friend").click()
        trouble: Any = page.get_by_role("alert").filter(has_text="people play by their names")
        trouble.get_by_role("link", name="Take a name").click()
        page.get_by_label("Your name", exact=True).fill("Anna")
        page.get_by_role("button", name="Take this name").click()
        expect(page.get_by_role("heading", level=1, name="Anna")).to_be_visible()
        link = friend_link(page, one.url)
        friend = another()
        friend.goto(link)
        expect(friend.get_by_role("button", name="Take the seat")).to_be_disabled()
        friend.get_by_label("Your name", exact=True).fill("Bomilcar")
        friend.get_by_role("button", name="Take this name").click()
        theirs = Table(friend, one.url)
        friend.get_by_role("button", name="Take the seat as Bomilcar").click()
        theirs.until(lambda: bool(theirs.views))
    finally:
        one.kill()
