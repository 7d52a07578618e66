"""Sitting at a table in the browser: tables are made by the server's interface, played by what is seen and pressed.

What the server sends is listened to as well, so that a step ends when its answer has come and not after some time.
"""

from __future__ import annotations

import json
import re
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage, Locator, Page, Position, Request, Response, WebSocket

ROOT = Path(__file__).resolve().parents[2]
AXE = ROOT / "web-ui" / "node_modules" / "axe-core" / "axe.min.js"
CORNER: Final[Position] = {"x": 22, "y": 30}  # what shows of a card in the fan, also where it leans
PATIENCE = 15.0  # seconds for an answer of the server, the computer player's turn included


def ask(url: str, path: str, body: dict[str, Any] | None = None, tokens: str = "") -> Any:
    """Ask the server as a program would: where it says "too fast", wait as long as it says."""
    headers = {"content-type": "application/json", **({"authorization": f"Bearer {tokens}"} if tokens else {})}
    data = None if body is None else json.dumps(body).encode()
    for patience in range(20, -1, -1):
        try:
            with urllib.request.urlopen(urllib.request.Request(url + path, data, headers), timeout=20) as answer:
                text = answer.read().decode()
            return json.loads(text) if answer.headers.get_content_type() == "application/json" else text
        except urllib.error.HTTPError as error:
            if error.code != 429 or not patience:
                raise
            time.sleep(float(error.headers.get("Retry-After", 1)))
    raise AssertionError("not reached")


#: Counts frames, and gives up after two seconds: a browser without a screen sometimes draws none until it is asked to.
FRAMES = """
frames => new Promise(done => {
  const next = () => (frames-- > 0 ? requestAnimationFrame(next) : setTimeout(() => done("drawn")));
  setTimeout(() => done("late"), 2000);
  next();
})
"""


def drawn(page: Page, frames: int = 1) -> None:
    """Wait until the page has drawn so many frames, and for no longer than patience has: a picture asks for a frame."""
    end = time.monotonic() + PATIENCE
    while page.wait_for_function(FRAMES, arg=frames, polling=50, timeout=1000 * PATIENCE).json_value() != "drawn":
        assert time.monotonic() < end, "the page draws no frame"
        page.screenshot()


class Table:
    """A page with a table on it."""

    def __init__(self, page: Page, url: str, by: Literal["mouse", "keys", "fingers"] = "mouse") -> None:
        self.page, self.url, self.by = page, url, by
        self.views: list[dict[str, Any]] = []
        self.accepted = -1
        self.refused: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        page.on("websocket", self._line)

    def _line(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._heard(json.loads(frame)))
        socket.on("framesent", lambda frame: self._said(json.loads(frame)))

    def _heard(self, what: dict[str, Any]) -> None:
        if what["t"] == "view":
            self.views.append(what["view"])
        elif what["t"] == "accepted":
            self.accepted = max(self.accepted, what["version"])
        elif what["t"] == "refused":
            self.refused.append(what)

    def _said(self, what: dict[str, Any]) -> None:
        if what["t"] == "command":
            self.sent.append(what["command"])

    # ---------------------------------------------------------------- where it stands

    @property
    def view(self) -> dict[str, Any]:
        """The latest that the server has said."""
        return self.views[-1]

    @property
    def word(self) -> str:
        """What is asked."""
        return str(self.view["decision"]["word"])

    @property
    def mine(self) -> bool:
        """Whether this page is asked, or has to roll."""
        actor, yours = self.view["decision"]["actor"], self.view["yours"]
        return not self.view["outcome"] and (actor in yours or (actor == "chance" and bool(yours)))

    @property
    def person(self) -> bool:
        """Whether somebody else has to answer, and no program."""
        seat = self.view["seats"].get(self.view["decision"]["actor"])
        return not self.mine and bool(seat) and seat["player"] != "computer"

    def until(self, true: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Wait until something is so."""
        end = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < end, f"waited in vain; the page says: {self.text()}"
            self.page.wait_for_timeout(15)

    def text(self) -> str:
        """What the page asks."""
        said = self.prompt.first
        return said.inner_text(timeout=2000) if said.count() else self.page.content()[:500]

    def settle(self) -> None:
        """Wait until what the server said last is what the page shows, and it is no computer player's doing."""
        self.until(lambda: bool(self.views) and self.accepted <= self.view["version"])
        self.until(lambda: self.mine or bool(self.view["outcome"]) or self.person)
        if self.view["outcome"]:
            self.page.get_by_role("region", name="Result").wait_for()
            return
        if self.mine and not self.view["decision"]["dice"]:
            said = self.view["decision"]["prompt"]
            self.until(lambda: self.curtain.is_visible() or self.prompt.get_by_text(said, exact=True).count() > 0)
        drawn(self.page)

    @contextmanager
    def answering(self) -> Iterator[None]:
        """What is done inside has to reach the server, and to be answered."""
        before = len(self.sent)
        yield
        self.answered(before)
        if self.end_is_asked:
            self.end_turn()
        assert not self.refused, self.refused
        self.settle()

    def answered(self, before: int) -> None:
        """Wait until more than so many commands were sent, and the last of them has its answer."""
        self.until(lambda: len(self.sent) > before)
        version = self.sent[-1]["version"]
        self.until(lambda: self.accepted > version or bool(self.refused))

    @property
    def end_is_asked(self) -> bool:
        """Whether the last answer would end the turn, and is held back until that is wanted."""
        return bool(self.refused) and self.refused[-1]["code"] == "ends_turn"

    def end_turn(self) -> None:
        """End the turn where the page asks for it."""
        self.refused.pop()
        version = self.sent[-1]["version"]
        self.press(self.button("End turn"))
        self.until(lambda: self.accepted > version or bool(self.refused))

    # ---------------------------------------------------------------- what is seen

    @property
    def corner(self) -> Position:
        """What shows of a card: on a phone that lies they are strips below one another."""
        size = self.page.viewport_size
        return {"x": 22, "y": 14} if size and size["height"] < 500 else CORNER

    @property
    def prompt(self) -> Locator:
        """What to do now."""
        return self.page.get_by_role("region", name="What to do now")

    @property
    def curtain(self) -> Locator:
        """What is between two people at one device."""
        return self.page.get_by_role("dialog", name="Pass the device")

    @property
    def cards(self) -> Locator:
        """The cards in hand."""
        return self.page.get_by_role("region", name="Your hand").get_by_role("button")

    @property
    def log(self) -> Locator:
        """What happened: the drawer is opened for it."""
        told = self.page.get_by_role("list", name="Log")
        pull = self.page.get_by_role("button", name="Log · Rules")
        if not told.count() and pull.is_visible():
            pull.click()
            told.wait_for()
        return told

    def hex(self, name: str) -> Locator:
        """A hex of the board."""
        return self.page.locator(f'[data-hex="{name}"]')

    def lit(self, words: str = "may be chosen") -> list[str]:
        """The hexes whose name says that they may be chosen, or attacked."""
        found: list[str] = self.page.locator(f'[data-hex][aria-label*="{words}"]').evaluate_all(
            "all => all.map(one => one.dataset.hex)"
        )
        return found

    def buttons(self) -> list[str]:
        """The buttons of the prompt that give an answer, those under "More" too, without their keys."""
        self.more()
        found: list[str] = self.prompt.get_by_role("button").evaluate_all(
            "all => all.filter(one => !one.disabled && one.ariaDisabled !== 'true').map(one => {"
            "  const copy = one.cloneNode(true); copy.querySelectorAll('kbd').forEach(key => key.remove());"
            "  return copy.textContent.trim(); })"
        )
        return [one for one in found if one not in ("Undo", "Back", "Skip", "Now", "Watch again", "More")]

    def button(self, name: str, exact: bool = False) -> Locator:
        """A button of the prompt, if it waits under "More" too."""
        wanted = self.prompt.get_by_role("button", name=name, exact=exact)
        if not wanted.count():
            self.more()
        return wanted

    def more(self) -> None:
        """Show the buttons for which the line has no room."""
        more = self.prompt.get_by_role("button", name="More", expanded=False, exact=True)
        if more.count():
            more.click()

    # ---------------------------------------------------------------- playing

    def press(self, one: Locator, at: Position | None = None) -> None:
        """Press a button or a card, with the hand that plays here."""
        if self.by == "keys":
            one.focus()
            self.page.keyboard.press("Enter")
        elif self.by == "fingers":
            one.tap(position=at)
        else:
            one.click(position=at)

    def choose(self, hex: str, twice: bool = False) -> None:
        """Choose a hex: by keys it is called by its name; fingers tap a target twice."""
        if self.by == "keys":
            for letter in hex.lower():
                self.page.keyboard.press(letter)
            self.page.keyboard.press("Enter")
            return
        for _ in range(2 if twice and self.by == "fingers" else 1):
            self.press(self.hex(hex))

    def enough(self) -> None:
        """Press the button that ends what is asked: done, stand, hold."""
        quiet = next(one for one in self.view["decision"]["options"] if one["quiet"])
        with self.answering():
            self.press(self.button(quiet["label"]))

    def play_card(self, nth: int = 0) -> None:
        """Play a card by two clicks on it, or by its button where it asks for more."""
        cards = self.cards.and_(self.page.locator('[aria-disabled="false"]'))
        self.press(cards.nth(min(nth, cards.count() - 1)), self.corner)
        answers = [one for one in self.view["decision"]["options"] if one["card"]]
        with self.answering():
            if self.button("Play this card").count():
                self.press(self.button("Play this card"))
            else:
                assert answers
                self.press(self.button(self.buttons()[0]).first)

    def step(self) -> None:
        """Answer a question by what comes first: a card, an enemy, a piece and its hex, a button."""
        if self.curtain.is_visible():
            self.press(self.curtain.get_by_role("button"))
            self.until(lambda: bool(self.view["hand"]))
            self.settle()
        elif self.view["decision"]["actor"] == "chance":
            with self.answering():
                self.press(self.page.get_by_role("button", name=re.compile("^Roll|^Draw by chance")))
        elif self.word == "card" and any(one["card"] for one in self.view["decision"]["options"]):
            self.play_card()
        elif targets := self.lit("may be attacked"):
            with self.answering():
                self.choose(targets[0], twice=True)
        elif lit := self.lit():
            hex = lit[0]
            option = next((one for one in self.view["decision"]["options"] if one["hex"] == hex), None)
            if option and (option["reach"] or option["attacks"]):
                self.choose(hex)
                self._with_piece(hex)
            else:
                with self.answering():
                    self.choose(hex)
                    if len([one for one in self.view["decision"]["options"] if one["hex"] == hex]) > 1:
                        self.press(self.button(self.buttons()[0]).first)
        else:
            names = self.buttons()
            assert names, self.text()
            with self.answering():
                self.press(self.button(names[0]).first)

    def _with_piece(self, hex: str) -> None:
        """A piece was taken in hand: with a leader on the same hex it is asked which; then on with it."""
        if "which one?" in self.prompt.inner_text():
            self.press(self.button(self.buttons()[0]).first)
        there = self.lit("may be attacked") or [one for one in self.lit("may move here") if one != hex]
        with self.answering():
            if there:
                self.choose(there[0], twice=bool(self.lit("may be attacked")))
            else:
                self.press(self.button(self.buttons()[0]).first)

    def play_turn(self, most: int = 200) -> None:
        """Play until the turn is another's, or the next of one's own, or the battle is over."""
        turn = self.view["turn"]
        for _ in range(most):
            if self.view["outcome"] or self.view["turn"] > turn:
                return
            self.step()
        raise AssertionError(f"the turn does not end: {self.text()}")

    def play(self, enough: Callable[[Table], bool], most: int = 400) -> None:
        """Play until something is so."""
        for _ in range(most):
            if enough(self):
                return
            assert not self.view["outcome"], "the battle was over before"
            self.step()
        raise AssertionError(f"it never came: {self.text()}")


def sit(page: Page, url: str, game: str, token: str = "") -> Table:
    """Come to a table by the link of a seat, or as an onlooker."""
    table = Table(page, url)
    page.goto(f"{url}/table/{game}" + (f"#seat={token}" if token else ""))
    table.until(lambda: bool(table.views))
    page.locator("[data-hex]").first.wait_for(state="attached")
    return table


def new(page: Page, url: str, battle: str = "akragas", **wish: Any) -> Table:
    """A new table with a fixed seed: the lower side against the computer, if nothing else is said."""
    body = {"battle": battle, "top": "greedy", "bottom": "person", "seed": 7, **wish}
    seated = ask(url, "/api/games", body)
    tokens: dict[str, str] = seated["tokens"]
    if len(tokens) == 2:
        keep_seats(page, url, seated)
        return sit(page, url, seated["game"])
    table = sit(page, url, seated["game"], next(iter(tokens.values())))
    table.settle()
    return table


def keep_seats(page: Page, url: str, seated: dict[str, Any]) -> None:
    """Let the browser hold both seats, as it does when a game of two at one device is begun on the page."""
    page.goto(url + "/favicon.svg")
    held = {"game": seated["game"], "tokens": seated["tokens"], "invites": seated["invites"], "title": "", "when": 1}
    page.evaluate(
        "one => localStorage.setItem('hexillum.seats', JSON.stringify({[one.game]: one}))",
        held,
    )


#: Looks twice a second whether the page shows what no person understands.
SENSE = """
setInterval(() => {
  const found = /\\[object [A-Z]\\w*\\]/.exec(document.body?.textContent ?? "");
  if (found) console.error(`the page says ${found[0]}`);
}, 500);
"""


class Faults:
    """What a browser complains of: errors on the console, what the security policy stopped, requests that failed.

    And what no person understands: the name of a kind of value instead of its words.
    """

    def __init__(self) -> None:
        self.found: list[str] = []
        self.forgiven: list[str] = []

    def watch(self, page: Page) -> None:
        """Listen to a page."""
        page.add_init_script(SENSE)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.found.append(f"{page.url}: {error}"))
        page.on("requestfailed", self._failed)
        page.on("response", self._response)

    def forgive(self, words: str) -> None:
        """A test makes this happen itself."""
        self.forgiven.append(words)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.found.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _failed(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":
            self.found.append(f"failed: {request.method} {request.url} {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400:
            self.found.append(f"status {response.status}: {response.request.method} {response.url}")

    def left(self) -> list[str]:
        """What nobody expected."""
        return [one for one in self.found if not any(words in one for words in self.forgiven)]


def play_by_program(
    url: str,
    game: str,
    tokens: dict[str, str],
    enough: Callable[[dict[str, Any]], bool],
    choose: Callable[[dict[str, Any]], list[int]] | None = None,
    most: int = 2000,
) -> dict[str, Any]:
    """Play over the server's interface, by the first answer or by a choice of one's own, until something is so."""
    end = time.monotonic() + 90
    for _ in range(most):
        view: dict[str, Any] = {}
        for token in tokens.values():
            view = ask(url, f"/api/games/{game}", tokens=token)
            if view["decision"]["options"]:
                break
        if enough(view):
            return view
        assert time.monotonic() < end and not view["outcome"], view["decision"]
        options = view["decision"]["options"]
        if not options:
            time.sleep(0.03)
            continue
        side = view["decision"]["actor"]
        numbers = choose(view) if choose else [options[0]["number"]]
        body = {"do": "answer", "numbers": numbers}
        command = {"id": str(uuid.uuid4()), "version": view["version"], "seat": side, "body": body}
        ask(url, f"/api/games/{game}/commands", command, tokens[side])
    raise AssertionError("it never came")
