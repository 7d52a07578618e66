"""Where games are kept: SQLite in a file, or PostgreSQL by its address. What is acknowledged is there for good."""

from .admins import Admin, Deed, Rights, Taken
from .archive import Kept as KeptGame
from .beside import Beside
from .clocks import PULSE, ClockStops, Vacation
from .database import CHANNEL, NAMES, TALK
from .errors import Gone, Lost, Stale, StoreError, Unreadable
from .file import File, make_private
from .games import Store
from .key import BadSeal, Key
from .leases import BEAT
from .lobby import Battle, Lobby, Offer, Sitting
from .notices import READY, Channel, Due, FullOfChannels, Hours, Notices, Turned
from .own_battles import About, Full, Outcome, Own, OwnBattles
from .passkeys import Passkey, Passkeys
from .people import Device, NameTaken, NotInvited, People, Person, TooMany
from .place import LINE, SERVING, address
from .results import Ended, Result, Results
from .reviews import Kept, Reviews
from .rows import BLOCKED, FORMER, News, Said, Seat, Stored
from .schema import migrate
from .talk import Line, Report, Room, Talk, TooSoon
from .tickets import Ticket, Tickets
from .tournaments import Changed, Entered, Listed, Pairing, Tournament, Tournaments, Whole
from .turns import Waiting

__all__ = [
    "BLOCKED",
    "NAMES",
    "READY",
    "Admin",
    "Beside",
    "Deed",
    "Gone",
    "KeptGame",
    "Rights",
    "SERVING",
    "Taken",
    "About",
    "Changed",
    "Device",
    "Ended",
    "Entered",
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
    "BadSeal",
    "Channel",
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
    "FORMER",
    "File",
    "Kept",
    "Hours",
    "Key",
    "LINE",
    "Listed",
    "Lost",
    "NameTaken",
    "News",
    "Pairing",
    "Passkey",
    "Passkeys",
    "People",
    "Person",
    "Result",
    "Results",
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
    "TooSoon",
    "Tournament",
    "Tournaments",
    "Turned",
    "Unreadable",
    "Waiting",
    "Whole",
    "address",
    "make_private",
    "migrate",
]
