"""What a link to a table says of itself: tags that hold nothing secret, and a picture."""

from __future__ import annotations

import asyncio
import io
import re
import secrets
from dataclasses import replace
from html.parser import HTMLParser
from threading import Event

import pytest
from PIL import Image
from starlette.testclient import TestClient

from hexillum.battle import scenarios
from hexillum.battle.kits import KITS
from hexillum.core.kinds import KIND_NAMES
from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from hexillum.web.figures import FOLDER, Stood, about, figure
from hexillum.web.picture import HEIGHT, WIDTH, Scene, plain, png
from hexillum.web.preview import Preview, tagged
from hexillum.web.routes import site as server
from hexillum.web.table import digest
from tests.web.players import Table, bearer

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


def test_a_link_to_a_battle_of_somebodys_own_tells_its_name_and_never_its_key(client):
    key = secrets.token_urlsafe(32)
    plan = scenarios.load_scenario("akragas")
    army = replace(plan.top, name="The <b>Many</b>")
    text = scenarios.scenario_text(replace(plan, name='"><script>alert(1)</script>', top=army))
    kept = client.post("/api/scenarios", json={"text": text}, headers=bearer(key)).json()
    page = client.get(f"/editor/{kept['id']}").text
    tags = Tags(page)
    assert tags.found["og:title"] == '"><script>alert(1)</script>, 406 BC' and tags.scripts == 0
    assert tags.found["og:description"] == "The <b>Many</b> against Syracusan: a battle to play."
    assert key not in page and digest(key) not in page


def test_what_is_not_there_says_the_same_as_any_page(client):
    pages = {
        client.get(path).text
        for path in ("/", f"/table/{'0' * 32}", "/table/x", f"/editor/{'0' * 32}", "/battles/nothing", "/rules")
    }
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
    odd = (Stood("E5", "top", "no such kind", 99, True), Stood("A1", "bottom", "elephant", 0))
    scene = Scene(plain(HOSTILE), "", 11, (("A1", "no such ground"),), odd, (("", 0, 0), ("x" * 60, 9, 99)), ("", "<"))
    assert png(scene).startswith(b"\x89PNG")


def test_the_sheet_holds_every_kind_and_every_kit():
    """So that nobody stands in a picture as somebody else; `tools/figures.py` makes it anew."""
    told = about()
    with Image.open(FOLDER / "figures.png") as plain_sheet, Image.open(FOLDER / "dyes.png") as dyes:
        assert plain_sheet.size == dyes.size
        solid = plain_sheet.convert("RGBA").getchannel("A")
    for kind in ("leader", *KIND_NAMES):
        x, y, width, height = told["kinds"][kind]["at"]
        drawn = sum(solid.crop((x, y, x + width, y + height)).histogram()[128:])
        assert drawn > 0.15 * width * height, kind
    assert set(told["kits"]) == set(KITS)
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 150_000


def test_armies_are_told_apart_by_what_they_wear():
    dyed = [figure("auxilia", cloth, cloth, 60, False) for cloth in ("#b3262b", "#37804c")]
    assert dyed[0].size == dyed[1].size and dyed[0].tobytes() != dyed[1].tobytes()
    assert dyed[0].getchannel("A").tobytes() == dyed[1].getchannel("A").tobytes()


def test_a_figure_stands_for_each_block():
    bare = Scene("", "", 9, (), (), (("", 0, 5), ("", 0, 5)))
    pictures = [png(bare)]
    pictures += [png(replace(bare, units=(Stood("E6", "top", "auxilia", n),))) for n in (1, 2, 3, 4)]
    assert len(set(pictures)) == 5


# ---------------------------------------------------------------- tables that nobody is at


def forget(client) -> None:
    """Let the server forget its tables, as it does with those where nobody is."""
    client.app.state.tables.in_memory.clear()


def test_a_link_to_a_table_that_is_not_loaded_tells_it_too(client):
    table = Table(client)
    told = client.get(f"/table/{table.id}").text
    forget(client)
    assert client.get(f"/table/{table.id}").text == told
    assert table.id in client.app.state.tables.in_memory
    forget(client)
    assert table.get("/picture.png").status_code == 200


def test_a_page_does_not_wait_for_a_table_that_is_slow_to_load(client, monkeypatch):
    table = Table(client)
    forget(client)
    load = client.app.state.tables.store.load
    go_on = Event()

    async def slow(id):
        while not go_on.is_set():
            await asyncio.sleep(0.01)
        return await load(id)

    monkeypatch.setattr(client.app.state.tables.store, "load", slow)
    monkeypatch.setattr(server, "GLANCE", 0.05)
    assert "og:title" not in client.get(f"/table/{table.id}").text
    go_on.set()
    monkeypatch.setattr(server, "GLANCE", 30.0)
    assert "og:title" in client.get(f"/table/{table.id}").text


def test_only_a_few_tables_are_loaded_at_once_for_links(client, monkeypatch):
    table = Table(client)
    forget(client)
    monkeypatch.setattr(server, "GLANCES_MOST", 0)
    answered = client.get(f"/table/{table.id}")
    assert answered.status_code == 200 and "og:title" not in answered.text
    assert table.id not in client.app.state.tables.in_memory


def test_a_stranger_has_only_so_many_tables_loaded_by_links(tmp_path, monkeypatch):
    app = create_app(str(tmp_path / "games.db"), computers=Computers(1), bounded=True)
    loads = []

    async def load(id):
        loads.append(id)

    with TestClient(app, client=("192.0.2.9", 5)) as bounded:
        monkeypatch.setattr(app.state.tables.store, "load", load)
        for n in range(300):
            assert bounded.get(f"/table/{n:032x}").status_code == 200
    assert 40 <= len(loads) <= 80
