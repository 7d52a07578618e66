"""Where games are kept: SQLite in a file, or PostgreSQL by its address. What is acknowledged is there for good."""

from .database import CHANNEL
from .errors import Lost, Stale, StoreError, Unreadable
from .file import File, make_private
from .games import Store
from .key import BadSeal, Key
from .leases import BEAT
from .notices import Channel, Due, FullOfChannels, Hours, Notices, Turned
from .own_battles import About, Full, Outcome, Own, OwnBattles
from .passkeys import Passkey, Passkeys
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
    "Channel",
    "Device",
    "Due",
    "Full",
    "FullOfChannels",
    "NotInvited",
    "Notices",
    "Outcome",
    "Own",
    "OwnBattles",
    "BEAT",
    "CHANNEL",
    "File",
    "Kept",
    "Hours",
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
    "Turned",
    "Unreadable",
    "Waiting",
    "address",
    "make_private",
    "migrate",
]
