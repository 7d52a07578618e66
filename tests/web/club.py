"""What the tests of a club share: browsers with keys of their own, and a clock of the server that they can set."""

from __future__ import annotations

import random
import secrets
import time
from typing import Any

import pytest

from hexillum.web.store import clocks as stops
from tests.web.players import answer, bearer, choice, command


class Browser:
    """A browser with a key of its own, with a name or without, and the seats that it holds."""

    def __init__(self, client: Any, name: str = "") -> None:
        self.client = client
        self.key = secrets.token_urlsafe(32)
        self.tokens: dict[str, dict[str, str]] = {}
        if name:
            assert self.ask("POST", "/api/you", {"name": name}).status_code == 201

    def ask(self, method: str, path: str, body: Any = None, game: str = "") -> Any:
        """Ask for something with the own key and, at a game, with the tokens of its seats."""
        headers = {"hexillum-key": self.key, **bearer(*self.tokens.get(game, {}).values())}
        return self.client.request(method, path, json=body, headers=headers)

    def seated(self, table: dict[str, Any]) -> str:
        """Keep the seats of an answer; the game."""
        tokens = table.get("tokens") or {table["side"]: table["token"]}
        self.tokens.setdefault(table["game"], {}).update(tokens)
        return str(table["game"])

    def at(self, game: str, path: str = "", body: Any = None, method: str = "") -> Any:
        """Ask for something at a game."""
        return self.ask(method or ("GET" if body is None else "POST"), f"/api/games/{game}{path}", body, game)

    def view(self, game: str) -> dict[str, Any]:
        """The view of a game."""
        return dict(self.at(game).json())

    def do(self, game: str, body: dict[str, Any], view: dict[str, Any] | None = None) -> Any:
        """Do something at the own seat."""
        seen = view or self.view(game)
        return self.at(game, "/commands", command(seen, next(iter(self.tokens[game])), body))

    def step(self, game: str, rng: random.Random) -> bool:
        """Answer anything, where one is asked; whether that was so."""
        view = self.view(game)
        if not view["decision"]["options"]:
            return False
        answered = self.do(game, answer(choice(view, rng)), view)
        assert answered.status_code == 200, answered.text
        return True


def open_table(client: Any, one: Browser, other: Browser, **wish: Any) -> str:
    """A table at which both sit: the one at the bottom."""
    wish = {"battle": "akragas", "top": "friend", "bottom": "person", **wish}
    made = one.ask("POST", "/api/games", wish)
    assert made.status_code == 201, made.text
    game = one.seated(made.json())
    joined = other.ask("POST", f"/api/games/{game}/join", {"invite": made.json()["invites"]["top"]})
    assert joined.status_code == 200, joined.text
    other.seated(joined.json())
    return game


def code(answered: Any) -> tuple[int, str]:
    """The status and the code of a refusal."""
    return answered.status_code, answered.json()["code"]


class Hands:
    """The hands of the server's clock: they go on by themselves, and are moved on by a test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.moved = 0.0
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + self.moved)
        monkeypatch.setattr(stops, "STILL", 1e12)  # or it would be a time without a server

    def move(self, seconds: float) -> None:
        """So many seconds later, in which the server ran."""
        self.moved += seconds
