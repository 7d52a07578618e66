"""A first battle in the browser: a learner who plays over the server's interface while the coach speaks on the page."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from tests.browser.table import Table, ask, drawn

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

#: The windows that the table is made for.
SIZES: Final = ((1366, 768), (820, 1180), (844, 390), (390, 844), (360, 640))

#: What lies under the coach's slip though it must be seen: pieces that may be chosen, the prompt with its buttons, the
#: cards in hand, and what is spoken of; the rest of what it says is in the window.
COVERED: Final = """() => {
  const slip = document.querySelector('.coach').getBoundingClientRect();
  const names = ['.prompt', '.hand .fan .cmd', '.tools button',
    '#board [data-hex][aria-label*="may "] polygon', '#board [data-hex][aria-label*="this card"] polygon'];
  const lights = document.querySelector('.spotlight').dataset.lights.split(' ');
  if (lights.includes('dice')) names.push('.dice-place .thrown');
  if (lights.includes('banners')) names.push('.plaque .ban');
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const found = names.flatMap(name => [...document.querySelectorAll(name)]
    .filter(one => one.getBoundingClientRect().width > 2 && over(one.getBoundingClientRect(), slip))
    .map(one => name + ' ' + (one.closest('[data-hex]')?.dataset.hex ?? '')));
  if (slip.left < 0 || slip.top < 0 || slip.right > innerWidth + 1 || slip.bottom > innerHeight + 1)
    found.push('the window does not hold it');
  return found;
}"""

Choice = Callable[[dict[str, Any]], dict[str, Any]]


def answer(numbers: list[int], stop: bool = False) -> dict[str, Any]:
    """An answer as the page sends it."""
    return {"do": "answer", "numbers": numbers, **({"then_stop": True} if stop else {})}


def follow(view: dict[str, Any]) -> dict[str, Any]:
    """What the coach says: a card for the center, orders, forward, and fight."""
    options = view["decision"]["options"]
    word = view["decision"]["word"]
    if word == "card":
        best = min(options, key=lambda one: ("center" not in one["card"], "three" not in one["card"], one["card"]))
        return answer([best["number"]])
    for option in options:
        if option["attacks"]:
            return answer([option["number"], option["attacks"][0]["number"]])
        if option["reach"]:
            hex = min(option["reach"], key=lambda one: (len(one) < 2, one))
            return answer(option["reach"][hex], stop=True)
    busy = [one for one in options if not one["quiet"]]
    return answer([(busy or options)[0]["number"]])


def first(view: dict[str, Any]) -> dict[str, Any]:
    """Whatever stands first: mostly to do no more."""
    return answer([view["decision"]["options"][0]["number"]])


def last(view: dict[str, Any]) -> dict[str, Any]:
    """Whatever stands last."""
    return answer([view["decision"]["options"][-1]["number"]])


class Lesson:
    """A first battle that was begun on the page."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self.table = Table(page, url)
        page.goto(url + "/learn/first-battle")
        page.get_by_role("button", name="Begin the first battle").click()
        page.wait_for_url("**/table/*")
        self.game = page.url.rsplit("/", 1)[1].split("#")[0]
        seats: dict[str, Any] = page.evaluate("game => JSON.parse(localStorage['hexillum.seats'])[game]", self.game)
        ((self.side, self.token),) = seats["tokens"].items()
        self.table.until(lambda: bool(self.table.views))
        self.coach.get_by_role("heading").wait_for()

    @property
    def coach(self) -> Locator:
        """The slip, whatever it says."""
        return self.page.locator(".coach")

    @property
    def title(self) -> str:
        """What the coach speaks of, "" where he is silent."""
        self.table.settle()
        self.rest()
        heading = self.coach.get_by_role("heading")
        return heading.inner_text() if heading.count() else ""

    @property
    def turn(self) -> int:
        """The learner's own turn, from 1."""
        view = ask(self.url, f"/api/games/{self.game}", tokens=self.token)
        return sum(one["kind"] == "turn" and one["side"] == self.side for one in view["log"])

    def rest(self) -> None:
        """Wait until the page has drawn, and laid the slip."""
        drawn(self.page, frames=2)

    def do(self, choice: Choice) -> None:
        """Answer what is asked, over the server's interface."""
        view = ask(self.url, f"/api/games/{self.game}", tokens=self.token)
        command = {
            "id": str(uuid.uuid4()),
            "version": view["version"],
            "seat": self.side,
            "body": choice(view),
        }
        ask(self.url, f"/api/games/{self.game}/commands", command, self.token)
        self.table.until(lambda: self.table.view["version"] > view["version"])
        self.table.settle()

    def prompts(self, choice: Choice, turns: int = 6, most: int = 300) -> Iterator[str]:
        """Play on and stop at every prompt, by its title, until so many own turns are over."""
        for _ in range(most):
            if self.table.view["outcome"] or self.turn > turns:
                return
            title = self.title
            if title:
                yield title
                if self.title == title:
                    self.page.keyboard.press("n")
                    self.rest()
            else:
                self.do(choice)
        raise AssertionError("the battle does not go on")
