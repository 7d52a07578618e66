"""A server that plays by editions of its operator's: what people see of them, and what becomes of their games."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hexillum.battle.own_rows import card_changes, terrain_changes
from hexillum.battle.scenarios import scenarios
from hexillum.core.cards import CARDS
from hexillum.core.kinds import KINDS
from hexillum.core.terrain import TERRAINS
from hexillum.web.catalogue import catalogue
from hexillum.web.figures import about
from tests.kit.own_edition import write_edition, write_variant
from tests.web.players import Server, Table

Serve = Callable[..., Server]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts a server on one file, by some editions; one at a time."""
    running: list[Server] = []

    def start(*words: str) -> Server:
        for one in running:
            one.stop()
        running.append(Server(str(tmp_path / "games.db"), "--key-file", str(tmp_path / "key"), "--no-limits", *words))
        return running[-1]

    yield start
    for one in running:
        one.stop()


def test_an_edition_is_told_shown_played_and_looked_at_again(serve, tmp_path):
    player = tmp_path / "by.py"
    player.write_text(
        "class By:\n  def choose(self, battle):\n    assert battle.edition == 'successors'\n"
        "    return battle.numbers[0]\n"
    )
    server = serve("--edition", str(write_edition(tmp_path)), "--player", f"by={player}:By")
    with server.api() as client:
        tables = client.get("/api/catalogue").json()["tables"]["successors"]
        phalanx, pike = tables["kinds"]["phalanx"], tables["cards"]["push-of-pike"]
        assert (phalanx["name"], phalanx["letters"], phalanx["close"]) == ("Phalanx", "PX", 6)
        assert phalanx["figure"] == "heavy-infantry" and phalanx["figure"] in about()["kinds"]
        assert (pike["name"], pike["face"]) == ("Push of Pike", "order-heavy-troops")
        assert pike["words"] == "Up to 5 heavy units anywhere; more dice in close combat 1."
        dunes, forest = tables["terrains"]["dunes"], tables["terrains"]["forest"]
        assert (dunes["name"], dunes["family"], dunes["words"][1:]) == ("Dunes", "broken", [])
        assert forest["words"][1:] == ["In Successors: most close combat dice into it 3."]
        for rule in (phalanx["rule"], pike["rule"], dunes["rule"]):
            assert client.get(f"/api/rules/{rule}").status_code == 200
        gaza = next(one for one in client.get("/api/battles").json() if one["id"] == "gaza")
        assert (gaza["edition"], gaza["people"]) == ("successors", None)
        assert {"heavy-infantry"} <= {one["kind"] for one in gaza["units"]} <= set(about()["kinds"])
        assert "4 phalanx" in client.get("/api/battles/gaza").json()["order_of_battle"]["bottom"]

        table = Table(client, "gaza", top="by", seed=3)
        first = table.view("bottom")
        assert first["edition"] == "successors" and "push-of-pike" in first["hand"]
        assert first["hand_words"]["push-of-pike"]["words"].startswith("Up to 6 heavy units anywhere; more dice")
        picture = client.get(f"{table.path}/picture.png")
        assert picture.status_code == 200 and picture.content.startswith(b"\x89PNG")
        last = table.play(random.Random(3), 60)
        assert last["turn"] > 3 and last["how"] is None
        assert "Push of Pike" in " ".join(one["words"] for one in table.view("bottom")["log"])
        assert client.post("/api/analysis", json={"battle": "gaza"}).status_code == 201
        assert table.do("bottom", {"do": "resign"}).status_code == 200
        moment = table.get("/moments/5", "bottom")
        assert moment.status_code == 200 and any(one["kind"] == "phalanx" for one in moment.json()["units"])
        record = table.get("/record").text
        assert "scenario below" in record and "[variant.kind.phalanx]" in record
        assert client.post("/api/analysis", json={"record": record}).status_code == 201


def test_a_game_goes_on_with_its_edition_and_says_clearly_that_it_cannot_without(serve, tmp_path):
    editions = ["--edition", str(write_edition(tmp_path)), "--edition", str(write_variant(tmp_path))]
    made: dict[str, Table] = {}
    with serve(*editions).api() as client:
        for name, battle in (("gaza", "gaza"), ("variant", "akragas"), ("plain", "dara")):
            made[name] = Table(client, battle, seed=3)
            made[name].play(random.Random(3), 10)
        before = {name: table.view("bottom") for name, table in made.items()}
        assert before["variant"]["edition"] == "successors+heavy4"
    with serve().api() as client:
        for name, edition in (("gaza", "Successors"), ("variant", "Four dice for heavy infantry")):
            answered = client.get(made[name].path)
            assert (answered.status_code, answered.json()["code"]) == (409, "other_rules")
            assert f"is of an edition that is not loaded here: {edition}" in answered.json()["message"]
            assert client.get(f"{made[name].path}/picture.png").status_code == 409
        made["plain"].client = client
        made["plain"].play(random.Random(4), 3)
    with serve(*editions).api() as client:
        for name in ("gaza", "variant"):
            made[name].client = client
            view = made[name].view("bottom")
            assert (view["log"], view["rules"]["notice"]) == (before[name]["log"], "")
            assert made[name].play(random.Random(4), 5)["version"] > before[name]["version"]


def test_a_game_begun_without_goes_on_without_whatever_is_played_now(serve, tmp_path):
    with serve().api() as client:
        table = Table(client, "akragas", top="greedy", seed=3)
        table.play(random.Random(3), 6)
    with serve("--edition", str(write_variant(tmp_path))).api() as client:
        table.client = client
        assert (view := table.view("bottom"))["edition"] == "ancients" and view["rules"]["notice"] == ""
        table.play(random.Random(4), 6)
        assert Table(client, "akragas", seed=3).view("bottom")["edition"] == "heavy4"


def test_what_comes_with_hexillum_looks_and_reads_as_itself():
    assert not any(map(terrain_changes, TERRAINS)) and not any(map(card_changes, CARDS))
    tables = catalogue()["tables"]
    for name in ("ancients", "medieval"):
        assert all(one["figure"] == key for key, one in tables[name]["kinds"].items())
        assert all(one["face"] == key for key, one in tables[name]["cards"].items())
    assert {unit.kind for plan in scenarios() for unit in plan.top.units} <= {kind.key for kind in KINDS}
