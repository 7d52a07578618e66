"""What every address needs to know of who asks: the address that he comes from, his tokens; and how it answers."""

from __future__ import annotations

import re
from typing import Annotated, Any, Final

from fastapi import Depends, Header, Request
from fastapi.responses import JSONResponse
from pydantic_core import to_json

from .messages import Refused
from .store import Person
from .table import Proofs, digest

_KEY: Final = re.compile(r"[A-Za-z0-9_-]{32,80}")


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


PlainTokens = Annotated[tuple[str, ...], Depends(tokens_of)]


def host_of(request: Request) -> str:
    """The address that a request comes from, as far as it is known."""
    return request.client.host if request.client else ""


Host = Annotated[str, Depends(host_of)]


def key_of(
    key: Annotated[
        str | None,
        Header(
            alias="Hexillum-Key",
            max_length=400,
            description="A key that a browser makes up itself, by which a name is known.",
        ),
    ] = None,
) -> str | None:
    """The digest of the key that a request brings, None without one. Raises Refused for what is none."""
    if key is None:
        return None
    if not _KEY.fullmatch(key):
        raise Refused("wrong_key", "expected: Hexillum-Key, 32 to 80 letters, figures, - and _", status=401)
    return digest(key)


KeyDigest = Annotated[str | None, Depends(key_of)]


def own_key(key: KeyDigest) -> str:
    """The digest of the key that a request brings. Raises Refused without one."""
    if key is None:
        raise Refused("wrong_key", "expected: Hexillum-Key, a key of your own to keep the name by", status=401)
    return key


OwnKey = Annotated[str, Depends(own_key)]


async def known(request: Request, key: KeyDigest) -> Person | None:
    """Who asks, also where his name is blocked; None for a guest."""
    return None if key is None else await request.app.state.tables.store.people.of_key(key)


Known = Annotated[Person | None, Depends(known)]


async def whoever(person: Known) -> Person | None:
    """Who asks, None for a guest. Raises Refused for a name that is blocked."""
    if person is not None and person.blocked:
        raise Refused("blocked", "who runs this server has blocked your name", status=403)
    return person


Whoever = Annotated[Person | None, Depends(whoever)]


async def named(person: Whoever) -> Person:
    """Who asks, somebody with a name. Raises Refused."""
    if person is None:
        raise Refused("no_name", "this needs a name: take one first", status=401)
    return person


Named = Annotated[Person, Depends(named)]


async def proofs_of(tokens: PlainTokens, person: Known) -> Proofs:
    """What proves the seats of a request: its tokens, and the name of who asks, where that is not blocked."""
    return Proofs(tokens, None if person is None or person.blocked else person)


Tokens = Annotated[Proofs, Depends(proofs_of)]


async def seated(request: Request, person: Whoever) -> Person | None:
    """Who opens a table or takes a seat. Raises Refused where this server wants a name for that."""
    if person is None and request.app.state.house.names == "required":
        raise Refused("no_name", "at this server people play by their names: take one first", status=401)
    return person


Seated = Annotated[Person | None, Depends(seated)]
