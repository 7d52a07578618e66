"""What a server that is killed leaves behind: everything that it acknowledged, and a game that goes on."""

from __future__ import annotations

import json
import random
import signal
import threading
import time
from typing import Any

import httpx2

from hexillum.web.chance import commitment
from hexillum.web.entries import Entry, Opening
from hexillum.web.game import Game
from tests.web.players import Person, Server, Table, answer, bearer, choice, command, play_on, query

ROUNDS = 3


class Scribe(threading.Thread):
    """Plays both seats of a game as fast as it can until the server is gone; keeps what was acknowledged."""

    def __init__(self, url: str, game: str, tokens: dict[str, str], seed: int) -> None:
        super().__init__(daemon=True)
        self.url, self.game, self.tokens = url, game, tokens
        self.rng = random.Random(seed)
        self.acknowledged: list[dict[str, Any]] = []
        self.unanswered: dict[str, Any] | None = None
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            with httpx2.Client(base_url=self.url, timeout=10, trust_env=False) as client:
                path, headers = f"/api/games/{self.game}", bearer(*self.tokens.values())
                view = client.get(path, headers=headers, params={"log_from": 1_000_000}).json()
                while view["outcome"] is None:
                    sent = command(view, view["decision"]["actor"], answer(choice(view, self.rng)))
                    self.unanswered = sent
                    answered = client.post(f"{path}/commands?log_from=1000000", headers=headers, json=sent)
                    assert answered.status_code == 200, answered.text
                    view = answered.json()
                    self.acknowledged.append(sent)
                    self.unanswered = None
        except httpx2.TransportError:
            pass  # the server was killed
        except Exception as error:
            self.error = error


def kept(database: str, game: str) -> list[Any]:
    """The entries of a game, read past every server."""
    words = "SELECT seq, side, kind, data, command FROM entries WHERE game = :game ORDER BY seq"
    return [
        (seq, side, kind, json.loads(data) if isinstance(data, str) else data, id)
        for seq, side, kind, data, id in query(database, words, {"game": game})
    ]


def replayed(database: str, game: str) -> Game:
    """The game that follows from its seed and its people's choices alone; its dice are made anew."""
    (seed, opening), *_ = query(database, "SELECT seed, opening FROM games WHERE id = :game", {"game": game})
    told = json.loads(opening) if isinstance(opening, str) else opening
    made = Game(game, Opening(**told), bytes.fromhex(seed), ["person", "person"])
    for seq, side, kind, data, _ in kept(database, game):
        assert seq == made.version
        entry = made.by_chance(made.battle.copy(), seq) if kind in ("roll", "draw") else None
        if entry is not None:
            assert entry.data() == data, f"entry {seq} is not what the seed gives"
        made.fold([Entry.read(kind, side, data)])
    return made


def test_what_was_acknowledged_is_there_after_a_kill(database):
    rng = random.Random(9)
    server = Server(database)
    try:
        with server.api() as api:
            table = Table(api, seed=3)
            promise = table.get("/dice").json()["commitment"]
        acknowledged: list[str] = []
        for n in range(ROUNDS):
            scribe = Scribe(server.url, table.id, table.tokens, n)
            scribe.start()
            until = time.monotonic() + 20
            while len(scribe.acknowledged) < 5 and time.monotonic() < until:
                time.sleep(0.01)
            time.sleep(rng.random() * 0.3)
            server.kill()
            scribe.join(20)
            assert scribe.error is None and scribe.acknowledged
            acknowledged += [sent["id"] for sent in scribe.acknowledged]
            entries = kept(database, table.id)
            commands = [id for *_, id in entries if id]
            assert commands[: len(acknowledged)] == acknowledged
            assert len(commands) <= len(acknowledged) + 1
            assert [seq for seq, *_ in entries] == list(range(len(entries)))

            server = Server(database)
            with server.api() as api:
                table.client = api
                view = table.ours()
                assert view["version"] == len(entries)
                assert view["seed_commitment"] == promise
                again = scribe.unanswered or scribe.acknowledged[-1]
                for _ in range(2):  # sent again, because nobody knows whether it arrived
                    answered = api.post(f"{table.path}/commands", headers=bearer(*table.tokens.values()), json=again)
                    assert answered.status_code == 200, answered.text
                commands = [id for *_, id in kept(database, table.id) if id]
                assert commands.count(again["id"]) == 1
                if scribe.unanswered:
                    acknowledged.append(again["id"])
                assert commands == acknowledged
        with server.api() as api:
            table.client = api
            table.play(rng, 5)
            table.do(table.asked(), {"do": "resign"})
            told = table.get("/dice").json()
        seed = bytes.fromhex(told["seed"] + told["salt"])
        assert commitment(seed, table.id) == promise == told["commitment"]
        assert replayed(database, table.id).battle.over
    finally:
        server.kill()


def test_connections_come_back_to_the_game_after_a_kill(tmp_path):
    rng = random.Random(4)
    database = str(tmp_path / "games.db")
    server = Server(database)
    with server.api() as api:
        table = Table(api, seed=3)
    people = [Person(server.url, table.id, table.tokens[side], eyes=side) for side in ("top", "bottom")]
    assert play_on(people, rng, 6) == 6
    before = [dict(person.view) for person in people]
    server.kill()
    for person in people:
        person.close()
    server = Server(database)
    try:
        for person, seen in zip(people, before, strict=True):
            person.url = server.url
            person.again()
            told = {key: value for key, value in person.view.items() if key not in ("seats", "log", "log_from")}
            assert told == {key: value for key, value in seen.items() if key not in ("seats", "log", "log_from")}
        for person in people:
            while not all(seat["present"] for seat in person.view["seats"].values()):
                person.hear()
        assert play_on(people, rng, 6) == 6
        for person in people:
            person.close()
    finally:
        server.kill()


def test_a_computer_player_goes_on_after_a_kill(tmp_path):
    database = str(tmp_path / "games.db")
    server = Server(database)
    try:
        with server.api() as api:
            table = Table(api, seed=3, top="greedy", bottom="greedy")
            game = table.id
        server.kill()
        long = len(kept(database, game))
        server = Server(database)
        until = time.monotonic() + 30
        while len(kept(database, game)) <= long:
            assert time.monotonic() < until, "the computer players should go on"
            time.sleep(0.1)
    finally:
        server.kill()


def test_a_server_that_is_ended_leaves_at_once_and_without_a_word(tmp_path):
    server = Server(str(tmp_path / "games.db"))
    with server.api() as api:
        table = Table(api, seed=3)
    person = Person(server.url, table.id, table.tokens["top"], eyes="top")
    server.stop()
    person.close()
    assert server.process.returncode in (0, -signal.SIGINT, 130)
    assert "Traceback" not in server.said
