"""Where games are kept: SQLite in a file, or PostgreSQL by its address. What is acknowledged is there for good."""

from .database import CHANNEL
from .errors import Lost, Stale, StoreError, Unreadable
from .file import File, make_private
from .games import Store
from .key import BadSeal, Key
from .leases import BEAT
from .own_battles import About, Full, Outcome, Own, OwnBattles
from .people import Device, NameTaken, NotInvited, People, Person, TooMany
from .place import LINE, address
from .reviews import Kept, Reviews
from .rows import News, Said, Seat, Stored
from .schema import migrate
from .tickets import Ticket, Tickets
from .turns import Waiting

__all__ = [
    "About",
    "BadSeal",
    "Device",
    "Full",
    "NotInvited",
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
    "NameTaken",
    "News",
    "People",
    "Person",
    "Reviews",
    "Said",
    "Seat",
    "Stale",
    "Store",
    "StoreError",
    "Stored",
    "Ticket",
    "Tickets",
    "TooMany",
    "Unreadable",
    "Waiting",
    "address",
    "make_private",
    "migrate",
]
