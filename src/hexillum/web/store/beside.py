"""A database that a server may be using meanwhile: opened beside it, for short looks and changes."""

from __future__ import annotations

import asyncio

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from . import place
from .alone import must_be_there
from .errors import StoreError, cause
from .games import Store
from .key import Key
from .schema import newest, see_version
from .tables import META


class Beside(Store):
    """A store that neither takes the file of its database nor brings it to another version.

    Writers of SQLite wait for each other, and the journal is written into the file by the server alone: so this one
    disturbs none. Servers hear of what it changes by `_tell` and by the deeds that are noted with it.
    """

    def __init__(self, url: str, key: Key | None = None) -> None:
        super().__init__(url, key)
        self.file = None

    async def open(self) -> None:
        """Be ready. Raises StoreError for what is not there, is of another version, or sealed with another key."""
        place.need_driver(self.url)
        must_be_there(self.url)
        try:
            await asyncio.to_thread(self._look)
        except (SQLAlchemyError, OSError) as error:
            raise StoreError(f"the database {self.name} cannot be used: {cause(error)}") from None
        self._engine = place.many(self.url)

    def _look(self) -> None:
        engine = place.one(self.url)
        try:
            with engine.connect() as connection:
                if see_version(connection, f"the database {self.name}") != newest():
                    raise StoreError(
                        f"the database {self.name} is of an older version of Hexillum: start the server of this "
                        "version once, which brings it up"
                    )
                said = connection.scalar(select(META.c.value).where(META.c.name == "key"))
        finally:
            engine.dispose()
        if said is not None and (not self.key.there or self.key.name != said):
            raise StoreError(
                f"the database {self.name} was sealed with another key than that in {self.key.path}: name the right "
                "one with --key-file"
            )
