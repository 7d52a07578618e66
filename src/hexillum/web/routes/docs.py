"""The documentation, at `/docs`: the pages as `tools/docs.py` builds them, and for each rule an address of its own.

They are pages of our own, but the theme has a few lines of script in each: these are allowed by their digests, nothing
else inline, and nothing from elsewhere. Where none was built, a page says so and leads to the table's rules.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from ...core.addresses import rule_page
from ...core.rulebook import rules
from .. import pages

BUILT: Final = Path(__file__).parents[1] / "docs"
_SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_KEPT: Final = 128  # pages whose digests are remembered
_POLICY: Final = (
    "default-src 'self'; script-src 'self'{scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
_NOT_THERE: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>body {{ font: 17px/1.5 sans-serif; max-width: 40em; margin: 3em auto; padding: 0 1em }}</style>
<h1>{title}</h1>
<p>{words}</p>
<p><a href="/rules">The rules</a> · <a href="/">The table</a></p>
</html>
"""


def policy(page: str) -> str:
    """What a page may load and run: files of this server, and the scripts that stand in it, by their digests.

    >>> "'sha256-" in policy("<script>let a</script>"), "'unsafe-inline'" in policy("").split("style-src")[0]
    (True, False)
    """
    digests = {base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in _SCRIPT.findall(page)}
    return _POLICY.format(scripts="".join(f" 'sha256-{digest}'" for digest in sorted(digests)))


@lru_cache(_KEPT)
def _policy_of(file: Path, _changed: int) -> str:
    return policy(file.read_text(encoding="utf-8"))


def rule_address(id: str) -> str | None:
    """Where the built rule book has a rule, as an address below `/docs`; None for what is no rule.

    >>> rule_address("RT-24"), rule_address("rt-99")
    ('/docs/rules/rt.html#rt-24', None)
    """
    if id.upper() not in rules():
        return None
    return f"/docs/{rule_page(id)}"


def add_docs(app: FastAPI) -> None:
    """Add the addresses below `/docs`."""

    @app.get("/docs", include_in_schema=False)
    async def to_docs() -> Response:
        return RedirectResponse("/docs/")

    @app.get("/docs/rules/{id}", include_in_schema=False)
    async def rule(id: str, request: Request) -> Response:
        """The place of a rule in the book or, where none is built, among the rules of the table."""
        address = rule_address(id)
        if address is None:
            return await docs(f"rules/{id}", request)
        return RedirectResponse(address if _file("rules/index.html") else f"/rules/{id.upper()}")

    @app.get("/docs/{path:path}", include_in_schema=False)
    async def docs(path: str, request: Request) -> Response:
        file = _file(path)
        if file is None:
            return _not_there()
        if file.name == "index.html" and path and not path.endswith(("/", file.name)):
            return RedirectResponse(f"/docs/{path}/")  # its links go from there
        answer = await pages.page(file, request.headers, "no-cache")
        if file.suffix == ".html":
            answer.headers["content-security-policy"] = _policy_of(file, file.stat().st_mtime_ns)
        return answer


def _file(path: str) -> Path | None:
    """The file of an address below `/docs/`; None where there is none, or the address leads elsewhere."""
    try:
        file = (BUILT / path).resolve()
        if file.is_dir():
            file /= "index.html"
        return file if file.is_file() and file.is_relative_to(BUILT.resolve()) else None
    except (OSError, ValueError):  # too long for a name, or no name at all
        return None


def _not_there() -> Response:
    if (BUILT / "index.html").is_file():
        title, words = "There is no such page", 'The <a href="/docs/">documentation</a> has another address for it.'
    else:
        title = "The documentation was not built here"
        words = "<code>./check docs</code> builds it in a copy of the sources; a release has it. The rules are here:"
    headers = {"content-security-policy": policy("")}
    return HTMLResponse(_NOT_THERE.format(title=title, words=words), status_code=404, headers=headers)
