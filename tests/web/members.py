"""Members of a club for the tests: browsers with names that enter tournaments, play matches and look at ladders."""

from __future__ import annotations

import secrets
import uuid
from typing import Any

from tests.web.players import bearer

Page = dict[str, Any]


class Member:
    """Somebody with a name of his own."""

    def __init__(self, client: Any, name: str, **more: Any) -> None:
        self.client = client
        self.name = name
        self.key = secrets.token_urlsafe(32)
        answered = self.ask("POST", "/api/you", {"name": name, **more})
        assert answered.status_code == 201, answered.text
        self.id: str = answered.json()["id"]

    def ask(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        """Ask for something with the own key."""
        headers = {"hexillum-key": self.key, **more.pop("headers", {})}
        return self.client.request(method, path, json=body, headers=headers, **more)

    def well(self, method: str, path: str, body: Any = None) -> Any:
        """Ask for something that is granted."""
        answered = self.ask(method, path, body)
        assert answered.status_code < 300, answered.text
        return answered.json()

    # ------------------------------------------------------------------ tournaments

    def makes(self, **wish: Any) -> Page:
        """A tournament."""
        page: Page = self.well("POST", "/api/tournaments", {"name": "Spring", "battles": ["akragas"], **wish})
        return page

    def sees(self, id: str) -> Page:
        """A tournament as it stands."""
        page: Page = self.well("GET", f"/api/tournaments/{id}")
        return page

    def enters(self, id: str) -> Page:
        """A tournament, entered."""
        page: Page = self.well("PUT", f"/api/tournaments/{id}/entry")
        return page

    def pairs(self, id: str, force: bool = False) -> Page:
        """Its next round."""
        page: Page = self.well("POST", f"/api/tournaments/{id}/rounds", {"force": force})
        return page

    def seat(self, id: str, game: str) -> dict[str, str]:
        """The own seat in a battle of a tournament."""
        seated: dict[str, str] = self.well("POST", f"/api/tournaments/{id}/seats/{game}")
        return seated

    # ------------------------------------------------------------------ battles

    def says(self, game: str, side: str, token: str, word: str) -> Any:
        """Say something at a table: resign, offer a draw, take it."""
        view = self.client.get(f"/api/games/{game}", headers=bearer(token)).json()
        said = {"id": str(uuid.uuid4()), "version": view["version"], "seat": side, "body": {"do": word}}
        return self.client.post(f"/api/games/{game}/commands", headers=bearer(token), json=said)

    def resigns(self, id: str, game: str) -> None:
        """A battle of a tournament is given up."""
        seat = self.seat(id, game)
        answered = self.says(game, seat["side"], seat["token"], "resign")
        assert answered.status_code == 200, answered.text


def organiser(client: Any, name: str) -> Member:
    """Somebody by the name of an organiser, which is given by an invitation."""
    invitation = client.portal.call(client.app.state.tables.store.tickets.invite, 60.0)
    return Member(client, name, invitation=invitation)


def matches(page: Page, round: int) -> list[dict[str, Any]]:
    """The matches of a round."""
    return next(one["matches"] for one in page["paired"] if one["round"] == round)


def standings(page: Page) -> list[tuple[int, str, float, int]]:
    """Place, name, points and banners of everybody."""
    return [(one["place"], one["name"], one["points"], one["banners"]) for one in page["standings"]]


def club(client: Any, size: int, mark: str = "") -> list[Member]:
    """Some members, by names that nobody else has in these tests."""
    mark = mark or "".join(secrets.choice("bcdfghjklmnpqrstvwxz") for _ in range(8))
    return [Member(client, f"{name} {mark}") for name in ("Anna", "Berta", "Cleo", "Dora", "Emma", "Fanny")[:size]]
