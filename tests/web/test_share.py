"""What a link to a table says of itself: tags that hold nothing secret, and a picture."""

from __future__ import annotations

import io
import re
from html.parser import HTMLParser

import pytest
from PIL import Image

from hexillum.web.picture import HEIGHT, WIDTH, Scene, plain, png
from hexillum.web.preview import Preview, tagged
from hexillum.web.routes import site as server
from tests.web.players import Table

HOSTILE = '"><script>alert(1)</script>\n\u202e\x00&amp;' + "x" * 500


@pytest.fixture(autouse=True)
def pages(tmp_path, monkeypatch):
    """Pages of a kind, since those of the front end may not be built."""
    (tmp_path / "index.html").write_text("<html><head><title>Hexillum</title></head><body></body></html>")
    monkeypatch.setattr(server, "STATIC", tmp_path)


class Tags(HTMLParser):
    """The meta tags of a page, and how many elements it has."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.scripts = 0
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        named = dict(attrs)
        self.scripts += tag == "script"
        if tag == "meta":
            self.found[named.get("property") or named.get("name") or ""] = named["content"] or ""


def test_a_link_to_a_table_tells_its_battle_and_its_picture(client):
    table = Table(client)
    for page in ("table", "replay"):
        answered = client.get(f"/{page}/{table.id}")
        tags = Tags(answered.text).found
        assert tags["og:title"] == "Akragas"
        assert "Syracusan 0" in tags["og:description"]
        assert tags["og:image"].endswith(f"/api/games/{table.id}/picture.png")
        for token in table.tokens.values():
            assert token not in answered.text


def test_a_link_to_a_battle_tells_its_story(client):
    tags = Tags(client.get("/battles/cannae").text).found
    assert tags["og:title"] == "Cannae, 216 BC"
    assert tags["og:description"].startswith("After Trasimene")


def test_what_is_not_there_says_the_same_as_any_page(client):
    pages = {client.get(path).text for path in ("/", f"/table/{'0' * 32}", "/table/x", "/battles/nothing", "/rules")}
    assert len(pages) == 1


def test_a_hostile_title_stays_a_text():
    page = tagged("<html><head></head></html>", Preview(HOSTILE, HOSTILE, HOSTILE), HOSTILE)
    tags = Tags(page)
    assert tags.scripts == 0
    assert tags.found["og:title"].startswith('"><script>alert(1)</script> &amp;x')
    assert len(tags.found["og:title"]) == 120
    assert plain(HOSTILE).isprintable()


def test_the_picture_of_a_table_shows_what_onlookers_see(client):
    table = Table(client)
    answered = table.get("/picture.png")
    assert answered.headers["content-type"] == "image/png"
    with Image.open(io.BytesIO(answered.content)) as image:
        assert image.size == (WIDTH, HEIGHT)
    assert len(answered.content) < 200_000
    assert table.get("/picture.png", "top").content == answered.content  # a seat sees no more in it
    assert re.fullmatch(r"public, max-age=\d+", answered.headers["cache-control"])


def test_there_is_no_picture_of_what_is_not_there(client):
    assert client.get(f"/api/games/{'0' * 32}/picture.png").status_code == 404


def test_a_picture_bears_any_title():
    scene = Scene(
        plain(HOSTILE), "", 11, (("A1", "no such ground"),), (("E5", "top", "WWWWWW"),), (("", 0, 0), ("x" * 60, 9, 99))
    )
    assert png(scene).startswith(b"\x89PNG")
