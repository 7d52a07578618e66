"""What goes wrong with a database."""

from __future__ import annotations


class StoreError(Exception):
    """The database cannot be read or written; nothing is half-written."""


class Lost(StoreError):
    """What is written to the database may not be there tomorrow: its file is gone, or was changed by others."""


class Unfit(StoreError):
    """What was to be written is nothing that this database takes: others have no part in that."""


class Stale(Exception):
    """The game has gone on since."""


class Gone(Exception):
    """The game was taken out of the database."""


class Unreadable(Exception):
    """A game stands in the database, but its row cannot be read by this program."""


def cause(error: BaseException) -> str:
    """What a database says, in one line.

    >>> cause(OSError("no\\nroom"))
    'no room'
    """
    said = getattr(error, "orig", None) or error
    return " ".join(str(said).split()) or type(said).__name__
