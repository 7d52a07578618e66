"""How the server is: whether choices can be kept, there is room for more, and computer players think."""

from __future__ import annotations

from typing import Final

from .. import __version__
from .messages import PROTOCOL
from .tables import OpenTables
from .wire import Health

DISK_LEAST: Final = 50_000_000  # free bytes below which the server is not well


def health(tables: OpenTables) -> Health:
    """How the server is now; it costs a few looks at the file of the database."""
    trouble, free = tables.store.trouble(), tables.store.free()
    thinking = bool(getattr(tables.computers, "well", lambda: True)())
    enough = free is None or free >= DISK_LEAST
    return {
        "ok": not trouble and enough and thinking,
        "version": __version__,
        "protocol": PROTOCOL,
        "database": trouble or "ok",
        "disk": free,
        "thinkers": "ok" if thinking else "no process can be started for them",
    }
