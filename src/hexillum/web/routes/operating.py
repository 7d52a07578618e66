"""What machines ask of the server: whether it lives, whether it should be sent people, and its figures."""

from __future__ import annotations

from fastapi import FastAPI, Response

from ..asking import Json
from ..health import Readiness, Standing
from ..metrics import TYPE
from ..tables import OpenTables
from .admin import Reader

_AGAIN = {"retry-after": "2"}


def add_operating(app: FastAPI, tables: OpenTables) -> None:
    """Add the addresses for machines; they are no part of the protocol."""
    readiness, standing = Readiness(tables), Standing(tables)

    @app.get("/healthz", include_in_schema=False)
    async def lives() -> Response:
        """That this process answers, whatever its database does: who starts processes again should ask this."""
        return Json({"ok": True})

    @app.get("/readyz", include_in_schema=False)
    async def ready() -> Response:
        """Whether people should be sent here: who shares them out among servers should ask this."""
        why = await readiness.trouble()
        return Json({"ok": not why, "why": why}, status_code=503 if why else 200, headers=_AGAIN if why else None)

    @app.get("/metrics", include_in_schema=False)
    async def figures(who: Reader) -> Response:
        """The figures, for who has a token for them: behind a proxy everybody may come from the loopback."""
        await standing.look()
        return Response(tables.figures.text(standing.gauges), headers={"content-type": TYPE})
