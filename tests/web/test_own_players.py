"""Players of an operator's own at a served table: who may name them, what they see, and what they lose by."""

from __future__ import annotations

import asyncio
import os
import random
import re
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from hexillum.battle.door import Battle
from hexillum.cli import main
from hexillum.core import ask
from hexillum.core.dice import roll_of
from hexillum.core.state import NONE
from hexillum.engine.step import apply
from hexillum.engine.tryout import numbers_of
from hexillum.players import outside
from hexillum.players.turn import think_outside
from hexillum.web import roster as rosters
from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from hexillum.web.entries import Opening
from hexillum.web.messages import Answer, Command, NewGame
from hexillum.web.roster import Roster, roster
from hexillum.web.store import Store
from hexillum.web.table import ABSENT
from hexillum.web.tables import OpenTables
from tests.players.test_outside import swapped
from tests.web.kept import check_answer
from tests.web.players import Table, answer, choice, query

WAIT = 60.0
FIRST = """
    class Mine:
        '''Takes what comes first.

        Nobody needs to know more.
        '''

        def choose(self, battle):
            return battle.numbers[0]
"""

Written = Callable[..., str]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Writes a player into a file; gives the word by which an operator lets it play as `mine`."""

    def write(text: str, name: str = "mine") -> str:
        path = tmp_path / f"{name}_player.py"
        path.write_text(textwrap.dedent(text))
        return f"{name}={path}:Mine"

    return write


@contextmanager
def serving(database: str, own: Roster) -> Iterator[TestClient]:
    """A client of a server with players of its operator's."""
    with TestClient(create_app(database, computers=Computers(1), own=own)) as client:
        client.event_hooks = {"response": [check_answer]}
        yield client


def when(table: Table, done: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The view of who sits below, once something is so."""
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        view = table.view("bottom")
        if done(view):
            return view
        time.sleep(0.05)
    raise AssertionError(f"it never came to that: {view['decision']['prompt']}, {view['rules']}")


# ---------------------------------------------------------------------- who they are


def test_people_are_offered_the_players_that_the_operator_names(tmp_path, written):
    with serving(str(tmp_path / "games.db"), roster([written(FIRST)])) as client:
        offered = [one for one in client.get("/api/catalogue").json()["players"] if one["for_people"]]
        assert [one["name"] for one in offered] == ["recruit", "decurion", "centurion", "tribune", "consul", "mine"]
        assert offered[-1] == {"name": "mine", "words": "Takes what comes first.", "for_people": True, "own": True}
        table = Table(client, top="mine", seed=3)
        assert table.view("bottom")["seats"]["top"] == {"player": "computer", "name": "mine", "present": False}
        turns = table.play(random.Random(3), 40)["turn"]
        assert turns > 3
        log = table.view("bottom")["log"]
        assert [one["card"] for one in log if one["kind"] == "played" and one["side"] == "top"]


def test_a_list_says_more_of_them(tmp_path, written):
    written(FIRST)
    path = tmp_path / "players.toml"
    path.write_text(
        '[player.mine]\nclass = "mine_player.py:Mine"\n'
        '[player.slow]\nclass = "mine_player.py:Mine"\nwords = "Thinks long."\nseconds = 45\n'
    )
    own = roster([], str(path), seconds=5.0)
    assert {name: (one.words, one.seconds) for name, one in own.items()} == {
        "mine": ("Takes what comes first.", 5.0),
        "slow": ("Thinks long.", 45.0),
    }
    assert own["mine"].source == f"{tmp_path / 'mine_player.py'}:Mine"  # from where the list lies


def points(*, group: str, name: str | None = None) -> list[EntryPoint]:
    """An installed package that offers a player."""
    point = EntryPoint("stoic", "tests.players.stoic:Stoic", outside.GROUP)
    return [point] if group == outside.GROUP and name in (None, "stoic") else []


def test_what_is_installed_plays_only_where_the_operator_names_it(tmp_path, monkeypatch):
    monkeypatch.setattr(outside, "entry_points", points)
    monkeypatch.setattr(rosters, "entry_points", points)
    monkeypatch.setattr(outside, "described", lambda name: f"This is {name}.")
    assert outside.is_outside("stoic")
    with serving(str(tmp_path / "games.db"), roster([])) as client:
        refused = client.post("/api/games", json={"battle": "akragas", "top": "stoic"})
        assert (refused.status_code, refused.json()["code"]) == (422, "no_player")
    for words in (["stoic"], ["calm=stoic"]):
        (one,) = roster(words).values()
        assert (one.name, one.source, one.words) == (words[0].partition("=")[0], "stoic", "This is stoic.")


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("mine.py:Mine", "'mine.py:Mine' is no name for a player: expected NAME=FILE.py:CLASS"),
        ("Mine=mine.py:Mine", "'Mine' is no name for a player"),
        ("../mine=mine.py:Mine", "'../mine' is no name for a player"),
        ("tribune=mine.py:Mine", "the name 'tribune' is taken"),
        ("person=mine.py:Mine", "the name 'person' is taken"),
        ("mine=nowhere.py:Mine", "there is no file"),
        ("mine=os", "there is no player 'os': expected FILE.py:CLASS, or an entry point of the group hexillum.players"),
        ("mine={here}:Yours", "has no class 'Yours' with a method choose(battle)"),
    ],
)
def test_a_player_that_cannot_play_is_told_before_the_server_starts(tmp_path, written, capsys, word, said):
    here = written(FIRST).partition("=")[2].rpartition(":")[0]
    words = ["serve", "--port", "0", "--database", str(tmp_path / "games.db"), "--player", word.format(here=here)]
    assert main(words) == 2
    error = capsys.readouterr().err
    assert said in error and "Traceback" not in error
    assert not (tmp_path / "games.db").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "players.toml:1: names no player"),
        ("[players.mine]\n", "players.toml:1: unknown key 'players'"),
        ("[player.mine]\nwords = 'x'\n", "players.toml:1: expected either class"),
        ("[player.mine]\nclass = 'a.py:B'\nfile = 'x'\n", "players.toml:3: unknown key 'file'"),
        ("[player.mine]\nclass = 'stoic'\n", "players.toml:1: expected class"),
        ("[player.mine]\nclass = 'a.py:B'\nseconds = 0\n", "seconds must be a number above 0"),
        ("[player.mine]\nclass = 'a.py:B'\nseconds = true\n", "seconds must be a number above 0"),
        ("[player.mine]\nclass = 7\n", "class must be a text"),
        ("player = 3\n", "players.toml:1: names no player"),
        ("[player]\nmine = 3\n", "players.toml:2: expected a table [player.mine]"),
        ("x = = 2", "players.toml:1: is not valid TOML"),
    ],
)
def test_a_wrong_list_is_told_with_its_line(tmp_path, text, said):
    path = tmp_path / "players.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=re.escape(said)):
        roster([], str(path))


def test_two_players_of_one_name_are_refused(written):
    word = written(FIRST)
    with pytest.raises(ValueError, match="two players of the name 'mine'"):
        roster([word, word])


# ---------------------------------------------------------------------- what clients may not do


def test_nothing_that_a_client_sends_names_a_class_or_a_file(tmp_path, written, monkeypatch):
    note = tmp_path / "note"
    word = written(f"open({str(note)!r}, 'a').close()" + textwrap.dedent(FIRST), "other")
    source = word.partition("=")[2]
    with serving(str(tmp_path / "games.db"), roster([written(FIRST)])) as client:
        own = roster([written(FIRST)])["mine"].source
        for name in (source, own, "other", "x.py:Y", "../x.py:Y", "mine ", "MINE", "", "search:1", "mine=x.py:Y"):
            for wish in ({"top": name}, {"bottom": name}, {"top": name, "bottom": "mine"}):
                answered = client.post("/api/games", json={"battle": "akragas", **wish})
                assert answered.status_code == 422, (name, answered.text)
    assert not note.exists()


def test_a_name_that_came_into_the_database_otherwise_is_never_loaded(tmp_path, written):
    note = tmp_path / "note"
    source = written(f"open({str(note)!r}, 'a').close()\n" + textwrap.dedent(FIRST)).partition("=")[2]
    database = str(tmp_path / "games.db")
    with serving(database, {}) as client:
        table = Table(client, top="greedy", seed=3)
    query(database, "ALTER TABLE seats RENAME TO was")
    query(database, "CREATE TABLE seats AS SELECT * FROM was")
    query(database, "UPDATE seats SET player = :who WHERE side = 0", {"who": source})
    query(database, "UPDATE games SET computer = 1")
    with serving(database, {}) as client:
        table.client = client
        assert "does not play at this server now" in table.view("bottom")["rules"]["notice"]
        time.sleep(1.5)  # a look for games that wait for computers
    assert not note.exists()


# ---------------------------------------------------------------------- what it sees


def test_it_sees_no_difference_where_hidden_cards_differ(tmp_path, written):
    """The thinker has the whole state; the process of the player must not."""
    note = tmp_path / "seen"
    word = written(f"""
        import gc, pickle

        class Mine:
            def choose(self, battle):
                states = [one for one in gc.get_objects() if type(one).__name__ == "State" and sum(one.held)]
                with open({str(note)!r}, "ab") as file:
                    for one in states:
                        file.write(repr((one.hand, one.deck)).encode())
                    file.write(repr((battle.view, battle.numbers, battle.hand, battle.unseen)).encode())
                    file.write(pickle.dumps(battle.imagine(3).state))
                return battle.numbers[-1]
    """)
    own = roster([word])["mine"]

    async def told(computers: Computers, state: Any) -> tuple[bytes, list[int]]:
        note.unlink(missing_ok=True)
        thought = await computers.own_answers(own, 5, state)
        return note.read_bytes(), thought.answers

    async def compare() -> set[int]:
        rng = random.Random(8)
        state = Battle.start("akragas", seed=8).state
        computers = Computers(1)
        asked: set[int] = set()
        try:
            for step in range(160):
                if state.outcome != NONE:
                    break
                if state.question == ask.ROLL:
                    apply(state, roll_of([rng.randrange(6) for _ in range(state.dice)]))
                    continue
                if state.who != ask.CHANCE and (state.question not in asked or step % 20 == 0):
                    other = swapped(state, rng)
                    assert await told(computers, state) == await told(computers, other)
                    asked.add(state.question)
                apply(state, rng.choice(numbers_of(state)))
        finally:
            computers.close()
        return asked

    assert len(asyncio.run(compare())) >= 4


# ---------------------------------------------------------------------- what it does wrong


def slowly(*values: str) -> Any:
    """What is done only by ./check all: another beside it does the like."""
    return pytest.param(*values, marks=pytest.mark.slow)


@pytest.mark.parametrize(
    ("body", "deed", "logged"),
    [
        ("return 99_999", "gave an answer that is not offered", "answered 99999, which is not offered"),
        slowly("battle.numbers.append(99_999); return 99_999", "gave an answer that is not offered", "not offered"),
        slowly("return battle", "gave an answer that is not offered", "which is not offered"),
        ("raise KeyError('/srv/secret/plan')", "failed", "KeyError in line 6: '/srv/secret/plan'"),
        slowly("raise ValueError('x' * 5_000_000)", "failed", "ValueError in line 6: xxx"),
        slowly("raise Odd", "failed", "Odd in line 6: no words"),
        ("os._exit(3)", "failed", "its process has ended"),
        slowly("sys.exit(3)", "failed", "its process has ended"),
        ("os.kill(os.getppid(), 9); time.sleep(60)", "failed", "the process in which it thought has ended 2 times"),
        slowly("os.kill(os.getpid(), 19)", "took longer than 3 seconds", "took longer than 3 seconds"),
        ("time.sleep(60)", "took longer than 3 seconds", "took longer than 3 seconds"),
        slowly("re.match('(a+)+$', 'a' * 60 + 'b')", "took longer than 3 seconds", "took longer than 3 seconds"),
        ("flood(b'x' * 4096); time.sleep(60)", "failed", "its process has ended"),
        ("flood(struct.pack('!I', 2) + b'[]'); time.sleep(60)", "failed", "what nobody understands"),
        slowly("flood(struct.pack('!I', 4000) + b'[' * 4000); time.sleep(60)", "failed", "what nobody understands"),
    ],
)
def test_what_it_does_wrong_loses_it_the_battle_and_no_more(tmp_path, written, caplog, body, deed, logged):
    word = written(f"""
import os, re, struct, sys, time
class Odd(Exception):
    def __str__(self): raise self
class Mine:
    def choose(self, battle): {body}
def flood(words):
    for fd in range(3, 20):
        try:
            for _ in range(5000): os.write(fd, words)
        except OSError: pass
""")
    with serving(str(tmp_path / "games.db"), roster([word], seconds=3.0)) as client:
        table = Table(client, top="mine", seed=3)
        other = Table(client, top="greedy", seed=3)
        other.step(random.Random(1))
        table.play(random.Random(1))
        view = table.view("bottom")
        assert (view["how"], view["outcome"]) == ("forfeited", "bottom")
        last = view["log"][-1]
        assert last["kind"] == "ended"
        assert f"forfeits, since its player {deed}" in last["words"]
        assert str(tmp_path) not in repr(view) and "secret" not in repr(view)
        lines = [one.getMessage() for one in caplog.records if "forfeits game" in one.getMessage()]
        assert len(lines) == 1 and lines[0].startswith(f"mine forfeits game {table.id}: ")
        assert logged in lines[0] and len(lines[0]) < 700 and lines[0].isprintable()
        record = table.get("/record", "bottom")
        assert record.status_code == 200 and "forfeits" in record.text
        for _ in range(3):  # the server and all other games go on
            other.step(random.Random(2))
        assert client.get("/api/health").json()["ok"]


def test_what_it_prints_goes_nowhere_and_a_child_that_answers_too_harms_nobody_else(tmp_path, written, capfd):
    word = written("""
        import os, sys

        class Mine:
            def choose(self, battle):
                sys.stderr.write("e" * 3_000_000)
                print("p" * 3_000_000)
                os.fork()  # both answer, and both hear what is asked next
                return battle.numbers[0]
    """)
    own = roster([word], seconds=3.0)["mine"]

    async def think() -> None:
        computers = Computers(1)
        try:
            for name in ("akragas", "akragas", "zama"):
                state = Battle.start(name, seed=7).state
                answers = (await computers.own_answers(own, 1, state)).answers
                assert answers[0] == numbers_of(state)[0]
        except outside.Forfeit:
            pass  # children that hear what was meant for it cost it the battle, and nobody else anything
        finally:
            assert (await computers.answers("greedy", 1, Battle.start("akragas", seed=7).state)).answers
            computers.close()

    asyncio.run(think())
    told = capfd.readouterr()
    assert "ppp" not in told.out + told.err and "eee" not in told.out + told.err


def test_one_that_hangs_is_ended_and_replaced_and_nothing_is_left_of_it(tmp_path, written):
    note = tmp_path / "pids"
    word = written(f"""
        import os, re

        class Mine:
            def choose(self, battle):
                with open({str(note)!r}, "a") as file:
                    print(os.getpid(), file=file)
                if len(open({str(note)!r}).readlines()) < 2:
                    re.match("(a+)+$", "a" * 60 + "b")  # no other thread of Python comes to its turn
                return battle.numbers[0]
    """)
    own = roster([word], seconds=3.0)["mine"]

    async def think() -> list[int]:
        computers = Computers(1)
        state = Battle.start("akragas", seed=7).state
        try:
            with pytest.raises(outside.Forfeit, match="took longer than"):
                await computers.own_answers(own, 1, state)
            return (await computers.own_answers(own, 1, state)).answers
        finally:
            computers.close()

    assert asyncio.run(think())
    pids = {int(line) for line in note.read_text().split()}
    assert len(pids) == 2
    end = time.monotonic() + WAIT
    while any(map(lives, pids)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(map(lives, pids))


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_those_that_hang_hold_up_no_other_computer_player(tmp_path, written):
    """They think in processes of their own: as many hanging games as there are thinkers leave the others free."""
    word = written("""
        import time

        class Mine:
            def choose(self, battle):
                time.sleep(1000)
    """)
    own = roster([word], seconds=600.0)["mine"]

    async def think() -> int:
        computers = Computers(1)
        state = Battle.start("akragas", seed=7).state
        hanging = asyncio.create_task(computers.own_answers(own, 1, state))
        try:
            await asyncio.sleep(0.1)
            return len((await asyncio.wait_for(computers.answers("greedy", 1, state), WAIT)).answers)
        finally:
            hanging.cancel()
            computers.close()

    assert asyncio.run(think())


def test_a_chain_of_answers_ends_where_its_time_is_over(written):
    word = written("""
        import time

        class Mine:
            def choose(self, battle):
                time.sleep(0.4)
                return battle.numbers[-1]
    """)
    state = Battle.start("akragas", seed=7).state
    quick = think_outside(written(FIRST, "quick").partition("=")[2], 1, state, 10.0)
    slow = think_outside(word.partition("=")[2], 1, state, 0.6)
    assert len(slow.answers) <= 2 < len(quick.answers)


# ---------------------------------------------------------------------- servers come and go


def test_a_game_goes_on_when_its_player_is_on_the_list_again(tmp_path, written, caplog):
    database, word = str(tmp_path / "games.db"), written(FIRST)
    with serving(database, roster([word])) as client:
        table = Table(client, top="mine", seed=3)
        table.play(random.Random(3), 6)
        before = table.view("bottom")
    with serving(database, {}) as client:
        table.client = client
        view = table.view("bottom")
        assert view["log"] == before["log"] and view["rules"]["notice"] == ABSENT.format("mine")
        assert "mine does not play at this server" in caplog.text
        while (view := table.view("bottom"))["decision"]["actor"] == "bottom":  # one's own choices are still taken
            assert table.do("bottom", answer(choice(view, random.Random(1)))).status_code == 200
        waits = table.view("bottom")
        time.sleep(1.5)
        assert table.view("bottom")["version"] == waits["version"]  # nobody plays for it
        assert client.post("/api/games", json={"battle": "akragas", "top": "mine"}).status_code == 422
        assert table.get("/moments/3", "bottom").status_code == 200
    with serving(database, roster([word])) as client:
        table.client = client
        assert when(table, lambda view: view["version"] > waits["version"])["rules"]["notice"] == ""


def test_a_battle_against_an_absent_player_can_be_given_up_but_not_begun_again(tmp_path, written):
    database, word = str(tmp_path / "games.db"), written(FIRST)
    with serving(database, roster([word])) as client:
        table = Table(client, top="mine", seed=3)
    with serving(database, {}) as client:
        table.client = client
        assert table.do("bottom", {"do": "resign"}).status_code == 200
        assert table.view("bottom")["rules"]["notice"] == ""  # it is over: nobody waits
        refused = table.post("/rematch", "bottom", {})
        assert (refused.status_code, refused.json()["code"]) == (409, "no_player")


def test_of_two_servers_at_one_database_the_one_that_has_the_player_plays_it(postgres, written, tmp_path):
    """The person is at the other one, which leaves the game to it."""
    word = written(FIRST)

    async def run() -> tuple[str, int, int]:
        having, lacking = (OpenTables(Store(postgres), Computers(1), own) for own in (roster([word]), {}))
        await lacking.open()
        await having.open()
        try:
            seated = await having.new_game(NewGame(battle="akragas", top="mine", bottom="person", seed=3))
            table = await lacking.table(seated["game"])
            notice = table.under()["notice"]
            rng = random.Random(4)
            first, end = table.game.battle.state.turn, time.monotonic() + WAIT
            while table.game.battle.state.turn < first + 4 and time.monotonic() < end:
                side = table.game.battle.state.who
                if side == 1:
                    number = rng.choice(table.game.battle.numbers())
                    body = Answer(do="answer", numbers=[number])
                    sent = Command(
                        id=f"{rng.getrandbits(64):016x}", version=table.game.version, seat="bottom", body=body
                    )
                    await lacking.command(seated["game"], {1}, sent)
                await asyncio.sleep(0.05)
            return notice, first, table.game.battle.state.turn
        finally:
            await having.close()
            await lacking.close()

    notice, first, last = asyncio.run(run())
    assert notice == ABSENT.format("mine")
    assert last >= first + 4


def test_an_opening_is_never_begun_with_an_unknown_player_by_the_tables_either(tmp_path):
    """What the loader would do with such a seat is the same as for a stored one: it waits, and is not loaded."""

    async def run() -> int | None:
        tables = OpenTables(Store(str(tmp_path / "games.db")), Computers(1), {})
        await tables.open()
        try:
            seated = await tables.begin(Opening(battle="akragas"), ["x.py:Y", "x.py:Y"], bytes(64), [])
            tables.in_memory.clear()
            table = await tables.table(seated["game"])
            return table.side_to_think_here()
        finally:
            await tables.close()

    assert asyncio.run(run()) is None


def test_the_process_of_a_player_ends_with_the_one_that_asks(tmp_path):
    """`end_with_parent` sees that it has another parent."""
    script = (
        "import subprocess, sys, time\n"
        "p = subprocess.Popen([sys.executable, '-c', 'from hexillum.players.outside import end_with_parent as e; "
        "print(1, flush=True); e()'], stdout=subprocess.PIPE)\n"
        "p.stdout.readline(); print(p.pid, flush=True); time.sleep(0.5)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=dict(os.environ))
    pid = int(done.stdout)
    end = time.monotonic() + WAIT
    while lives(pid) and time.monotonic() < end:
        time.sleep(0.1)
    assert not lives(pid)
