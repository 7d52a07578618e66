"""The page's one clock: whole battles are sent through the director of the pages, which must tell nothing too soon."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from hexillum.core import hexes
from hexillum.web.entries import Opening
from hexillum.web.game import Game
from hexillum.web.messages import Answer, Refused
from hexillum.web.show import ANNOUNCES
from tests.kit.support import rule
from tests.web.films import film

PAGES = Path(__file__).resolve().parents[2] / "web-ui"
#: Battles of both editions, among them such with pieces that come on later, ground to hold, camps and war machines.
BATTLES = (
    *("akragas", "dara", "trebbia", "catalaunian-fields", "jaxartes", "hydaspes", "phasis", "zama", "trasimenus"),
    *("callinicum", "crimissos", "thannuris", "cannae", "castulo", "ford-of-circesium", "gaugamela", "magnesia"),
    *("marathon", "plataea", "raphia"),
)
#: How many are played: 200 in the long test.
MANY = int(os.environ.get("HEXILLUM_FILMS_MANY", "6"))
FIRST = int(os.environ.get("HEXILLUM_FILMS_FIRST", "0"))


@pytest.fixture(scope="module")
def films(tmp_path_factory):
    folder = tmp_path_factory.mktemp("films")
    for seed in range(FIRST, FIRST + MANY):
        battle = BATTLES[seed % len(BATTLES)]
        shot = film(battle, seed, eyes=seed // len(BATTLES) % 2)
        (folder / f"{seed:03}-{battle}.json").write_text(json.dumps(shot))
    return folder


def test_every_roll_of_the_record_is_one_roll_of_the_log(films):
    for path in films.iterdir():
        shot = json.loads(path.read_text())
        log = [entry for view in shot["views"] for entry in view["log"]]
        told = [entry["faces"] for entry in log if entry["kind"] in ANNOUNCES]
        assert told == shot["rolls"], path.name
        assert shot["rolls"]


@pytest.mark.skipif(
    not (shutil.which("npx") and (PAGES / "node_modules").exists()), reason="the pages' tests need Node"
)
def test_no_state_of_the_page_tells_a_result_before_its_beat(films):
    run = subprocess.run(
        ["npx", "vitest", "run", "--reporter=dot", "src/stage/films.test.ts"],
        cwd=PAGES,
        env={**os.environ, "HEXILLUM_FILMS": str(films)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-2000:]
    assert f"{MANY} passed" in run.stdout


@rule("MOV-01")
def test_a_move_tells_its_way(films):
    """Each hex of it lies beside the one before, from where the piece stood to where it came."""
    for path in films.iterdir():
        log = [entry for view in json.loads(path.read_text())["views"] for entry in view["log"]]
        moves = [entry for entry in log if entry["kind"] == "moved" and entry["hex"] != entry["to"]]
        for entry in moves:
            way = [hexes.parse(hex) for hex in entry["path"]]
            assert (entry["path"][0], entry["path"][-1]) == (entry["hex"], entry["to"]), entry["words"]
            assert all(b in hexes.NEAR[a] for a, b in pairwise(way))
        assert moves


# ---------------------------------------------------------------------- the end of a turn


def _to_an_end(game: Game, plain: bool) -> tuple[int, int]:
    """Play by the first answer, or the quiet one, to an answer that ends the turn of who gives it: its side and number.

    Every answer before asks to keep the turn: it is refused only where the turn would be over.
    """
    for _ in range(400):
        side, number = int(game.battle.state.who), game.battle.numbers()[-1 if plain else 0]
        turn, own = game.battle.state.turn, game.battle.state.active == side
        try:
            entries = game.plan(side, Answer(do="answer", numbers=[number], keep_turn=True))
        except Refused as refused:
            assert (refused.code, refused.rules) == ("ends_turn", ("TURN-03",))
            return side, number
        game.fold(entries)
        assert not own or game.battle.state.turn == turn or any(entry.kind == "roll" for entry in entries)
    raise AssertionError("no turn ended")


@rule("TURN-03")
@pytest.mark.parametrize("plain", [True, False])
def test_an_answer_that_keeps_the_turn_is_refused_where_the_turn_would_end(plain):
    game = Game("end", Opening(battle="akragas"), bytes(64), ["person", "person"])
    game.fold(game.opening_entries())
    for _ in range(6):
        side, number = _to_an_end(game, plain)
        version, turn = game.version, game.battle.state.turn
        assert game.battle.state.active == side
        game.fold(game.plan(side, Answer(do="answer", numbers=[number])))
        assert game.version > version
        assert game.battle.state.turn == turn + 1


def test_asking_to_keep_the_turn_tells_nothing_of_dice_or_cards():
    """The same battle with other dice and another deck is refused the same."""
    ends = set()
    for seed in (b"a", b"b"):
        game = Game("end", Opening(battle="akragas"), bytes(64), ["person", "person"])
        game.fold(game.opening_entries())
        game.secret = seed * 64
        ends.add((_to_an_end(game, True), len(game.made)))
    assert len(ends) == 1


@rule("SCEN-10")
def test_who_comes_on_is_told_as_a_piece(films):
    """Where a battle brings pieces on later, the log tells each as it stands then."""
    for path in films.iterdir():
        shot = json.loads(path.read_text())
        for entry in (entry for view in shot["views"] for entry in view["log"] if entry["kind"] == "placed"):
            assert entry["placed"]["hex"] == entry["hex"]
            assert ("kind" in entry["placed"]) is not entry["leader"]
