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
from .passkeys import Passkey, Passkeys
from .people import Device, NameTaken, NotInvited, People, Person, TooMany
from .place import LINE, SERVING, address
from .reviews import Kept, Reviews
from .rows import News, Said, Seat, Stored
from .schema import migrate
from .tickets import Ticket, Tickets
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
    "Passkey",
    "Passkeys",
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
