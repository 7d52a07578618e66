"""Fetching what somebody else wrote: over https only, never more than a bound, and never waiting for long."""

from __future__ import annotations

import re
import time
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import IO, Any, Final
from urllib.parse import urlsplit

MOST: Final = 1 << 20  # bytes
PATIENCE: Final = 20.0  # seconds, all in all
_ISSUE: Final = re.compile(r"/([\w.-]+)/([\w.-]+)/(?:issues|pull|discussions)/([0-9]+)/?")


class _OnlyHttps(urllib.request.HTTPRedirectHandler):
    """Follows redirections to other https addresses only."""

    def redirect_request(self, req: Any, fp: IO[bytes], code: int, msg: str, headers: Any, newurl: str) -> Any:
        """The request that follows. Raises ValueError for another sort of address."""
        checked(newurl)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def checked(url: str) -> str:
    """An address that may be fetched, as it is asked for: an issue of GitHub is asked for as its text.

    Raises ValueError for what is no https address, or has a name and password in it.

    >>> checked("https://github.com/hexillum/hexillum/issues/7")
    'https://api.github.com/repos/hexillum/hexillum/issues/7'
    """
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError:
        host, parts = "", urlsplit("")
    if parts.scheme.lower() != "https" or not host or not url.isascii() or not url.isprintable() or " " in url:
        raise ValueError(f"{url[:100]!r} cannot be fetched: expected an address that begins with https://")
    if parts.username or parts.password:
        raise ValueError(f"{host}: expected an address without a name and password in it")
    issue = _ISSUE.fullmatch(parts.path) if host.lower() in ("github.com", "www.github.com") else None
    return "https://api.github.com/repos/{}/{}/issues/{}".format(*issue.groups()) if issue else url


def fetched(url: str) -> str:
    """The text at an https address. Raises ValueError, in one sentence, for whatever comes in between."""
    wanted = checked(url)
    request = urllib.request.Request(wanted, headers={"User-Agent": "hexillum", "Accept": "application/json, text/*"})
    opener = urllib.request.build_opener(_OnlyHttps)
    until = time.monotonic() + PATIENCE
    try:
        with opener.open(request, timeout=PATIENCE / 2) as answer:
            found = b""
            while len(found) <= MOST and (more := answer.read1(1 << 16)):
                found += more
                if time.monotonic() > until:
                    raise TimeoutError
    except urllib.error.HTTPError as error:
        raise ValueError(f"{url}: the server answers {error.code} ({error.reason})") from None
    except TimeoutError:
        raise ValueError(f"{url}: no whole answer within {PATIENCE:.0f} seconds") from None
    except (OSError, HTTPException) as error:
        reason = getattr(error, "reason", None) or error
        raise ValueError(f"{url}: cannot be fetched ({str(reason)[:200] or type(error).__name__})") from None
    if len(found) > MOST:
        raise ValueError(f"{url}: is too large: expected at most {MOST:,} bytes")
    try:
        return found.decode("utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{url}: this is not a text in UTF-8") from None
