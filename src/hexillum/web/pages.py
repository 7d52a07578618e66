"""The files of the front end: packed for browsers that take them so, and with a tag, so that none is sent twice.

Only these files are packed. Answers of the API carry secrets beside words that others choose, and how small such a mix
packs would tell of it.
"""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Final

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response

#: What packs well; pictures and fonts are packed already.
TEXTS: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
LEAST: Final = 800  # bytes: below it a packed file saves no packet
KEPT: Final = 256  # files: most pages have some of their own


def takes_gzip(wishes: str) -> bool:
    """Whether an `Accept-Encoding` takes gzip.

    >>> takes_gzip("br, gzip;q=0.8"), takes_gzip("*"), takes_gzip("gzip;q=0, br"), takes_gzip("")
    (True, True, False, False)
    """
    weights: dict[str, float] = {}
    for wish in wishes.lower().split(","):
        name, _, weight = wish.partition(";")
        try:
            weights[name.strip()] = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            weights[name.strip()] = 0.0
    return weights.get("gzip", weights.get("*", 0.0)) > 0


@lru_cache(KEPT)
def _read(file: Path, _changed: int, packed: bool) -> tuple[bytes, str]:
    """The bytes of a file, packed or as they are, and their tag; read again where the file was changed."""
    plain = file.read_bytes()
    tag = hashlib.sha256(plain).hexdigest()[:32]
    return (gzip.compress(plain, 9, mtime=0), f'"{tag}-gzip"') if packed else (plain, f'"{tag}"')


def _known(wishes: str, tag: str) -> bool:
    """Whether an `If-None-Match` has a tag, or any at all."""
    return any(one.strip().removeprefix("W/") in ("*", tag) for one in wishes.split(","))


async def page(file: Path, headers: Headers, cache: str) -> Response:
    """The answer to a request with these headers for a file; `cache` is how long a browser may keep it."""
    kind = TEXTS.get(file.suffix)
    if kind is None or "range" in headers:
        return FileResponse(file, headers={"cache-control": cache})
    told = file.stat()
    packed = told.st_size >= LEAST and takes_gzip(headers.get("accept-encoding", ""))
    body, tag = await run_in_threadpool(_read, file, told.st_mtime_ns, packed)
    more = {"cache-control": cache, "etag": tag, "vary": "accept-encoding"}
    if _known(headers.get("if-none-match", ""), tag):
        return Response(status_code=304, headers=more)
    if packed:
        more["content-encoding"] = "gzip"
    return Response(body, headers={**more, "content-type": kind})
