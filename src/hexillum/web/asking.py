"""What every address needs to know of who asks: the address that he comes from, his tokens; and how it answers."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Header, Request
from fastapi.responses import JSONResponse
from pydantic_core import to_json

from .messages import Refused


class Json(JSONResponse):
    """JSON made in one go."""

    def render(self, content: Any) -> bytes:
        """The bytes."""
        return to_json(content)


def tokens_of(authorization: Annotated[str | None, Header(max_length=400)] = None) -> tuple[str, ...]:
    """The tokens of a request: `Authorization: Bearer TOKEN`, or two of them with a comma. Raises Refused."""
    if authorization is None:
        return ()
    kind, _, words = authorization.partition(" ")
    tokens = tuple(word.strip() for word in words.split(",") if word.strip())
    if kind.lower() != "bearer" or not 1 <= len(tokens) <= 2:
        raise Refused("wrong_token", "expected: Authorization: Bearer TOKEN", status=401)
    return tokens


Tokens = Annotated[tuple[str, ...], Depends(tokens_of)]


def host_of(request: Request) -> str:
    """The address that a request comes from, as far as it is known."""
    return request.client.host if request.client else ""


Host = Annotated[str, Depends(host_of)]
