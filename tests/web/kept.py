"""Every answer that a test sees is checked against its type: nothing missing, nothing more than is named."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from fastapi.routing import APIRoute
from pydantic import TypeAdapter

from hexillum.web import wire
from hexillum.web.app import create_app

FRAMES: TypeAdapter[Any] = wire.FromServer
PROBLEM: TypeAdapter[Any] = TypeAdapter(wire.Problem)


@cache
def answers() -> list[tuple[str, re.Pattern[str], TypeAdapter[Any] | None]]:
    """The addresses with a method each and the type of what they answer; None for plain text."""
    routes = [route for route in create_app().router.routes if isinstance(route, APIRoute) and route.include_in_schema]
    return [
        (method, route.path_regex, TypeAdapter(route.response_model) if route.response_model else None)
        for route in routes
        for method in route.methods or ()
    ]


def check_answer(response: Any) -> None:
    """Check an answer of the server; a hook for clients. Raises ValidationError for one that is not of its type."""
    path = response.request.url.path
    if not path.startswith("/api/") or path == "/api/openapi.json" or response.request.method == "HEAD":
        return
    response.read()
    if response.status_code >= 400 and path != "/api/health":  # which says the same whether all is well or not
        PROBLEM.validate_json(response.content, strict=True)
        return
    for method, pattern, answer in answers():
        if answer is not None and method == response.request.method and pattern.match(path):
            answer.validate_json(response.content, strict=True)


def check_frame(frame: str) -> None:
    """Check a message of the server to a connection."""
    FRAMES.validate_json(frame, strict=True)
