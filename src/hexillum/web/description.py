"""The description of the server for tools: its addresses, and the messages of a connection among the schemas."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from pydantic import TypeAdapter

from .messages import ToServer
from .wire import FromServer, Problem


def messages() -> dict[str, Any]:
    """The schemas of what goes over a connection: `FromServer`, `ToServer`, all that they are made of, and `Problem`.

    >>> [one["$ref"].rpartition("/")[2] for one in messages()["FromServer"]["oneOf"]]
    ['Seen', 'Spoken', 'Accepted', 'NotDone', 'Goodbye', 'Pong']
    """
    both, parts = TypeAdapter.json_schemas(
        [
            ("FromServer", "serialization", FromServer),
            ("ToServer", "validation", ToServer),
            ("Problem", "serialization", TypeAdapter(Problem)),
        ],
        ref_template="#/components/schemas/{model}",
    )
    whole = {name: {"title": name, **schema} for (name, _), schema in both.items() if name != "Problem"}
    return {**parts["$defs"], **whole}


def described(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document of the server with the messages among its schemas.

    Raises ValueError where one name stands for two things.
    """
    document = FastAPI.openapi(app)
    known = document["components"]["schemas"]
    for name, schema in messages().items():
        if known.setdefault(name, schema).get("properties", {}).keys() != schema.get("properties", {}).keys():
            raise ValueError(f"{name} is one thing in an answer and another in a message")
    document["components"]["schemas"] = dict(sorted(known.items()))
    return document
