"""The moving picture of the README: a turn of a battle, taken of the page while it is played.

HEXILLUM_SCREENS=1 writes it to docs/screens/battle.webp.
"""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page

from tests.browser.conftest import Server
from tests.browser.table import ROOT, play_by_program, sit
from tests.browser.test_screens import before_an_attack, bold, middle

SIZE = (960, 600)  # of the page,
WIDTH = 800  # and of the picture, in pixels
MOST = 1_500_000  # bytes
FRAME = 0.1  # seconds, as a page is photographed at most
FAINT = 16  # of 255, what packing a photograph changes
LONGEST = 1500  # milliseconds that nothing moves
LONG_ENOUGH = 20.0  # seconds


def alike(one: Image.Image, other: Image.Image) -> bool:
    """Whether nobody would see a difference."""
    seen = ImageChops.difference(one, other).convert("L").point(lambda value: 255 if value > FAINT else 0)
    return seen.getbbox() is None


class Film:
    """Photographs of a page, each with the time when it was taken."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taken: list[tuple[float, Image.Image]] = []

    @property
    def seconds(self) -> float:
        """How long it is."""
        return self.taken[-1][0] - self.taken[0][0] if self.taken else 0.0

    def take(self, seconds: float) -> None:
        """Photograph for so long."""
        end = time.monotonic() + seconds
        while (now := time.monotonic()) < end:
            shot = Image.open(io.BytesIO(self.page.screenshot(type="jpeg", quality=90, animations="allow")))
            small = shot.convert("RGB").resize((WIDTH, WIDTH * SIZE[1] // SIZE[0]), Image.Resampling.LANCZOS)
            self.taken.append((now, small))
            self.page.wait_for_timeout(max(0.0, 1000 * (now + FRAME - time.monotonic())))

    def frames(self) -> tuple[list[Image.Image], list[int]]:
        """The photographs that differ, and for how many milliseconds each is shown."""
        times = [at for at, _ in self.taken] + [self.taken[-1][0] + 1.5]
        pictures: list[Image.Image] = []
        lasts: list[int] = []
        for n, (at, picture) in enumerate(self.taken):
            lasting = round(1000 * (times[n + 1] - at))
            if pictures and alike(pictures[-1], picture):
                lasts[-1] = min(lasts[-1] + lasting, LONGEST)
            else:
                pictures.append(picture)
                lasts.append(lasting)
        return pictures, lasts

    def write(self, file: Path) -> None:
        """Keep it as a moving picture, as good as it may be large."""
        pictures, lasts = self.frames()
        for quality in (60, 45, 30):
            how: dict[str, Any] = {"duration": lasts, "loop": 0, "quality": quality, "method": 3}
            pictures[0].save(file, save_all=True, append_images=pictures[1:], **how)
            if file.stat().st_size < MOST:
                return


def later(version: int, view: dict[str, Any]) -> bool:
    """Whether a battle has gone on since a version."""
    return bool(view["version"] > version)


@pytest.mark.slow
def test_film(another: Callable[..., Page], server: Server, tmp_path: Path) -> None:
    """An attack with its odds before it, the dice, a banner that is won, and the enemy's turn."""
    page = another(viewport={"width": SIZE[0], "height": SIZE[1]}, reduced_motion="no-preference")
    game, token = middle(server, "cannae", 5, 21)  # there the attack wins a banner
    table = sit(page, server.url, game, token)
    before_an_attack(page, table)
    banners = page.locator("[data-poles='bottom']")
    before = banners.get_attribute("aria-label")
    film = Film(page)
    film.take(2.0)
    page.locator("[data-hex]:focus").click()
    page.mouse.move(5, SIZE[1] // 2)
    page.evaluate("document.activeElement.blur()")
    film.take(3.0)
    choose = bold(5)
    while film.seconds < LONG_ENOUGH and not table.view["outcome"]:
        if table.view["banners"]["bottom"] and banners.get_attribute("aria-label") == before:
            film.take(0.5)  # it is won, and its scene has not come to it yet
            continue
        version = table.view["version"]
        play_by_program(server.url, game, {"bottom": token}, partial(later, version), choose)
        film.take(1.0)
    assert banners.get_attribute("aria-label") != before, "no banner was won"
    folder = ROOT / "docs" / "screens" if os.environ.get("HEXILLUM_SCREENS") else tmp_path
    film.write(folder / "battle.webp")
    with Image.open(folder / "battle.webp") as made:
        assert getattr(made, "n_frames", 1) > 20
    assert 100_000 < (folder / "battle.webp").stat().st_size < MOST
