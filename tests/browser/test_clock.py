"""One clock: with motion on nothing on the page tells a result before its dice lie; turns end when that is wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.table import ask, new

#: Notes what the page shows at every change of it: dice in the air, faces, and how the hexes are named.
WATCH = """
() => {
  window.seen = [];
  const look = () => {
    const tray = document.querySelector('[aria-label="Last roll"]');
    const log = document.querySelector('[aria-label^="Log"]');
    const hexes = {};
    for (const one of document.querySelectorAll('[data-hex]')) hexes[one.dataset.hex] = one.ariaLabel;
    const named = tray ? [...tray.querySelectorAll('[aria-label]')].map(one => one.ariaLabel) : [];
    const now = {
      tray: named.join(' ') + (tray ? tray.textContent : ''),
      log: log ? log.textContent : '',
      title: document.title,
      hexes,
    };
    window.seen.push(now);
  };
  const all = {subtree: true, childList: true, attributes: true, characterData: true};
  new MutationObserver(look).observe(document.body, all);
  look();
}
"""
NAMES = {"G": "green circle", "B": "blue triangle", "R": "red square", "L": "leader", "S": "swords", "F": "flag"}


def stands(label: str) -> list[str]:
    """Who stands on a hex by its name, and with how many blocks."""
    return label.split(", ")[:2]


def test_nothing_tells_a_roll_before_its_dice_lie(another: Callable[..., Page], server: Server) -> None:
    page = another()
    table = new(page, server.url, seed=7)
    table.play(lambda now: now.word == "battle" and any(one["attacks"] for one in now.view["decision"]["options"]))
    page.emulate_media(reduced_motion="no-preference")
    known = len(table.view["log"]) + table.view["log_from"]
    option = next(one for one in table.view["decision"]["options"] if one["attacks"])
    target = option["attacks"][0]["hex"]
    before = table.hex(target).get_attribute("aria-label")
    assert before
    table.hex(option["hex"]).click()
    page.evaluate(WATCH)
    table.hex(target).click()
    table.until(lambda: any(one["faces"] for view in table.views for one in view["log"] if one["no"] >= known))
    roll = next(one for view in table.views for one in view["log"] if one["no"] >= known and one["faces"])
    expect(page.get_by_role("region", name="Last roll")).to_contain_text("hit", timeout=20_000)
    seen = page.evaluate("window.seen")
    air = [n for n, one in enumerate(seen) if "rolling" in one["tray"]]
    assert air, "the dice were never in the air"
    for one in seen[: air[-1] + 1]:
        assert stands(one["hexes"][target]) == stands(before)
        if "rolling" in one["tray"]:
            assert not [name for name in NAMES.values() if name in one["tray"]]
            assert roll["words"] not in one["log"]
            assert "Your move" not in one["title"]
    assert any(NAMES[roll["faces"][0]] in one["tray"] for one in seen[air[-1] :])


def test_a_turn_ends_when_that_is_wanted(page: Page, server: Server) -> None:
    """The last choice lies on the board and can be taken off; the server has heard nothing of it until then."""
    table = new(page, server.url, seed=7)
    token = _token(page)
    table.play(lambda now: now.word == "move")
    for _ in range(20):
        turn, prompt = table.view["turn"], table.view["decision"]["prompt"]
        quiet = next(one for one in table.view["decision"]["options"] if one["quiet"])
        before = len(table.sent)
        table.button(quiet["label"]).click()
        table.answered(before)
        if table.end_is_asked:
            break
        table.settle()
    assert table.end_is_asked
    end = table.button("End turn")
    expect(end).to_be_visible()
    assert table.lit() == []
    assert ask(server.url, f"/api/games/{table.view['game']}", tokens=token)["turn"] == turn
    table.button("Undo").click()
    expect(end).to_have_count(0)
    expect(table.prompt).to_contain_text(prompt)
    table.refused.clear()
    with table.answering():
        table.button(quiet["label"]).click()
    assert table.view["turn"] == turn + 2


def test_a_turn_may_end_by_itself(page: Page, server: Server) -> None:
    page.goto(server.url + "/favicon.svg")
    page.evaluate("localStorage.setItem('hexillum.settings', JSON.stringify({endsItself: true}))")
    table = new(page, server.url, seed=7)
    table.play_turn()
    assert table.view["turn"] == 3
    assert not any(one["body"].get("keep_turn") for one in table.sent)


def test_the_last_turn_of_the_enemy_is_watched_again(another: Callable[..., Page], server: Server) -> None:
    """Its arrows stay until one's own first choice; R plays it once more, and nothing can be chosen meanwhile."""
    page = another()
    table = new(page, server.url, seed=7)
    arrows = page.locator(".field .arrow")
    while not arrows.count():  # a turn in which nobody goes anywhere leaves none
        table.play_turn()
        assert table.view["turn"] < 9
    before = page.locator("[data-hex]").evaluate_all(
        "all => all.map(one => one.ariaLabel.split(',').slice(0, 2).join())"
    )
    page.emulate_media(reduced_motion="no-preference")
    expect(table.button("Watch again")).to_be_visible()
    page.keyboard.press("r")
    expect(table.button("Skip")).to_be_visible()
    assert table.lit() == []
    sent = len(table.sent)
    for _ in range(2):
        table.cards.first.dispatch_event("click")
        page.keyboard.press("1")
    expect(table.button("Skip")).to_be_visible()
    assert len(table.sent) == sent
    page.keyboard.press(" ")
    expect(table.prompt).to_contain_text("Play a command card")
    after = page.locator("[data-hex]").evaluate_all(
        "all => all.map(one => one.ariaLabel.split(',').slice(0, 2).join())"
    )
    assert after == before
    page.emulate_media(reduced_motion="reduce")
    table.play_card()
    assert arrows.count() == 0


#: Notes at every change whether a banner flies, and what the plaque of the upper side counts.
FLIES = """
() => {
  window.flown = [];
  const look = () => {
    const plaque = document.querySelector('[data-poles="top"]');
    window.flown.push([document.querySelectorAll('.flight').length, plaque.ariaLabel]);
  };
  new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true});
}
"""


def test_a_banner_counts_when_it_has_flown_to_who_won_it(another: Callable[..., Page], server: Server) -> None:
    """The enemy's turn in which a piece fell is watched again: the plaque counts nothing before the banner lands."""
    page = another()
    table = new(page, server.url, seed=7)
    won: list[dict[str, Any]] = []
    while not won:
        table.play_turn()
        assert not table.view["outcome"], "the enemy never won a banner in a turn of its own"
        entries = {entry["no"]: entry for view in table.views for entry in view["log"]}
        begun = max(no for no, entry in entries.items() if entry["kind"] == "turn" and entry["side"] == "top")
        turn = [entry for no, entry in sorted(entries.items()) if no > begun]
        won = [entry for entry in turn if entry["kind"] == "banner" and entry["side"] == "top"]
        if len(won) > 1 or not any(entry["kind"] == "eliminated" for entry in turn):
            won = []
    counts = won[0]["count"]
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(FLIES)
    page.keyboard.press("r")
    expect(page.locator(".flight")).to_have_count(1, timeout=30_000)
    expect(page.locator("[data-poles='top']")).to_have_attribute("aria-label", f"{counts} of 5 banners")
    page.keyboard.press(" ")
    expect(page.locator(".flight")).to_have_count(0)
    seen = page.evaluate("window.flown")
    before = f"{counts - 1} of 5 banner"
    begins = next(n for n, (_, label) in enumerate(seen) if label.startswith(before))
    lands = max(n for n, (flies, _) in enumerate(seen) if flies)
    assert begins < lands
    assert all(label.startswith(before) for _, label in seen[begins : lands + 1])


def _token(page: Page) -> str:
    """The token of the seat that the browser holds."""
    held: str = page.evaluate(
        "Object.values(Object.values(JSON.parse(localStorage.getItem('hexillum.seats')))[0].tokens)[0]"
    )
    return held
