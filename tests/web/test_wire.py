"""What the server says has a type: each answer, each message, and nothing in them that is not named."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.routing import APIRoute
from pydantic import TypeAdapter, ValidationError

from hexillum.battle.door import BOTTOM, Battle
from hexillum.battle.view import view
from hexillum.battle.view_types import View
from hexillum.core import rulebook
from hexillum.web import library, wire
from hexillum.web.app import create_app
from hexillum.web.catalogue import catalogue
from hexillum.web.messages import PROTOCOL
from hexillum.web.words import pieces
from tests.web.kept import check_answer, check_frame
from tests.web.players import Table, answer

DOCUMENT = create_app().openapi()
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]


@wire.closed
class Whole(View):
    """A view in which nothing may stand that is not named."""


#: What an object of the description may have its fields by.
NAMED = {"properties", "additionalProperties", "patternProperties"}
ROUTES = [route for route in create_app().router.routes if isinstance(route, APIRoute) and route.include_in_schema]


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{min(route.methods)} {route.path}")
def test_every_answer_is_described(route):
    operation = DOCUMENT["paths"][route.path][min(route.methods).lower()]
    content = operation["responses"][str(route.status_code or 200)]["content"]
    if {"text/plain", "text/csv", "image/png"} & content.keys():
        return
    schema = content["application/json"]["schema"]
    name = schema.get("items", schema)["$ref"].rpartition("/")[2]
    assert SCHEMAS[name]["additionalProperties"] is False


def test_the_messages_of_a_connection_are_described():
    said = set(SCHEMAS["FromServer"]["discriminator"]["mapping"])
    assert said == {"view", "talk", "accepted", "refused", "bye", "pong"}
    assert set(SCHEMAS["ToServer"]["discriminator"]["mapping"]) == {"hello", "eyes", "command", "ping"}


def test_nothing_that_is_said_is_without_a_type():
    """Each part has its fields named, or is a list or a table of what has."""

    def untyped(part: Any) -> bool:
        if isinstance(part, dict):
            plain = part.get("type") == "object" and not NAMED & part.keys()
            return plain or part.get("additionalProperties") is True or any(untyped(one) for one in part.values())
        return isinstance(part, list) and any(untyped(one) for one in part)

    assert [name for name, schema in SCHEMAS.items() if untyped(schema)] == []


def test_the_check_of_the_tests_sees_what_is_missing_and_what_is_too_much(client):
    said = client.get("/api/health")
    check_answer(said)
    for wrong in (b'{"ok": true, "version": "0"}', said.content[:-1] + b',"more": 1}'):
        said._content = wrong
        with pytest.raises(ValidationError):
            check_answer(said)
    with pytest.raises(ValidationError):
        check_frame('{"t": "accepted", "id": "1"}')


def test_a_view_in_python_is_of_its_type():
    for seen in (view(Battle.start("akragas", seed=7), BOTTOM), view(Battle.start("dara", seed=7))):
        TypeAdapter(Whole).validate_python(seen, strict=True)
        with pytest.raises(ValidationError):
            TypeAdapter(Whole).validate_python({**seen, "more": 1})


def test_a_view_tells_its_protocol_and_whether_to_cover_the_screen(client):
    seen = Table(client, seed=3).view("bottom")
    assert (seen["protocol"], seen["decision"]["covered"]) == (PROTOCOL, True)


def test_the_log_tells_a_table_the_armies_by_their_names(client):
    table = Table(client, seed=3)
    seen = table.view("bottom")
    table.do("bottom", answer(seen["decision"]["options"][0]["number"]))
    table.do("top", {"do": "resign"})
    log = table.view("bottom")["log"]
    played = next(one for one in log if one["kind"] == "played")
    assert played["text"].startswith("bottom plays ")
    assert played["words"] == played["text"].replace("bottom", "Syracusan")
    assert (log[-1]["text"], log[-1]["words"]) == (
        "top resigns, bottom wins the battle",
        "Carthaginian resigns, Syracusan wins the battle",
    )
    hidden = next(one for one in table.view("top")["log"] if one["text"] == "bottom draws a card")
    assert hidden["words"] == "Syracusan draws a card"


def test_every_ground_has_its_picture_and_a_camp_its_owner():
    tables = catalogue()["tables"]
    assert tables["medieval"]["terrains"]["camp top"]["owner"] == "top"
    assert tables["ancients"]["terrains"]["fordable-river"]["family"] == "ford"


def test_the_pieces_of_a_text_are_the_text():
    for rule in rulebook.rules().values():
        for text in (rule.text, rule.gap, rule.ruling):
            made = pieces(text)
            assert {one["rule"] for one in made} - {""} <= rulebook.rules().keys()
            bare = "".join(one["text"] for one in made)
            assert bare.replace("(", "").replace(")", "") == text.replace("(", "").replace(")", "")


def test_a_program_of_the_first_protocol_is_still_served(client):
    table = Table(client, seed=3)
    with client.websocket_connect(f"{table.path}/live") as socket:
        socket.send_json({"t": "hello", "protocol": 1, "tokens": [table.tokens["bottom"]], "eyes": "bottom"})
        frame = socket.receive_text()
        check_frame(frame)
        assert '"t":"view"' in frame


def test_a_hexside_is_told_in_parts():
    battle = next(one for one in library.battles() if library.battle_page(one["id"])["position"]["ramparts"])
    place = library.battle_page(battle["id"])["position"]
    assert place["ramparts"] == [f"{one['hex']}/{one['outside']}" for one in place["rampart_sides"]]


def test_the_kinds_of_event_are_words():
    assert "strikes_first" in wire.KIND_NAMES.values()
    assert len(set(wire.KIND_NAMES.values())) == len(wire.KIND_NAMES)
