"""Where games are kept: SQLite in a file, or PostgreSQL by its address. What is acknowledged is there for good."""

from .clocks import PULSE, ClockStops, Vacation
from .database import CHANNEL, TALK
from .errors import Gone, Lost, Stale, StoreError, Unreadable
from .file import File, make_private
from .games import Store
from .key import Key
from .leases import BEAT
from .lobby import Battle, Lobby, Offer, Sitting
from .own_battles import About, Full, Outcome, Own, OwnBattles
from .passkeys import Passkey, Passkeys
from .people import Device, NameTaken, NotInvited, People, Person, TooMany
from .place import LINE, address
from .reviews import Kept, Reviews
from .rows import News, Said, Seat, Stored
from .schema import migrate
from .talk import Line, Report, Room, Talk
from .tickets import Ticket, Tickets
from .turns import Waiting

__all__ = [
    "About",
    "Device",
    "Battle",
    "ClockStops",
    "Line",
    "Lobby",
    "Offer",
    "PULSE",
    "Report",
    "Room",
    "Sitting",
    "TALK",
    "Talk",
    "Vacation",
    "Full",
    "Gone",
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
