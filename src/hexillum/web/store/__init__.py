"""Where games are kept: SQLite in a file, or PostgreSQL by its address. What is acknowledged is there for good."""

from .admins import Admin, Deed, Rights, Taken
from .archive import Kept as KeptGame
from .beside import Beside
from .database import CHANNEL
from .errors import Gone, Lost, Stale, StoreError, Unreadable
from .file import File, make_private
from .games import Store
from .key import Key
from .leases import BEAT
from .own_battles import About, Full, Outcome, Own, OwnBattles
from .place import LINE, SERVING, address
from .reviews import Kept, Reviews
from .rows import News, Said, Seat, Stored
from .schema import migrate
from .turns import Waiting

__all__ = [
    "Admin",
    "Beside",
    "Deed",
    "Gone",
    "KeptGame",
    "Rights",
    "SERVING",
    "Taken",
    "About",
    "Full",
    "Outcome",
    "Own",
    "OwnBattles",
    "BEAT",
    "CHANNEL",
    "File",
    "Kept",
    "Key",
    "LINE",
    "Lost",
    "News",
    "Reviews",
    "Said",
    "Seat",
    "Stale",
    "Store",
    "StoreError",
    "Stored",
    "Unreadable",
    "Waiting",
    "address",
    "make_private",
    "migrate",
]
