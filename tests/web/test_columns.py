"""Every column has room for the longest that may be written there: SQLite takes what is longer, PostgreSQL does not."""

from __future__ import annotations

import asyncio
import secrets
import sys
import typing
import unicodedata
from typing import Any, Final

from sqlalchemy import String, Text

from hexillum import __version__
from hexillum.club import clocks, names, notices
from hexillum.core.edition_files import LONGEST_KEY
from hexillum.web.fairness import mind
from hexillum.web.messages import lobby, people, tournaments
from hexillum.web.messages import notices as of_notices
from hexillum.web.store import Store
from hexillum.web.store.own_battles import About
from hexillum.web.store.tables import METADATA

EDITION: Final = LONGEST_KEY + 9  # which a digest may follow
PACE: Final = max(len(f"{clocks.MINUTES_MOST}+{clocks.SECONDS_MOST}"), len(f"{clocks.DAYS_MOST}d+{clocks.BANK_MOST}d"))


def longest(message: Any, field: str) -> int:
    """How long a text of a message may be."""
    return int(message.model_json_schema()["properties"][field]["maxLength"])


def words(message: Any, field: str) -> int:
    """How long the longest of the words is that a field of a message may have."""
    return max(map(len, typing.get_args(message.model_fields[field].annotation)))


def spread() -> int:
    """How long that may become by which names are compared."""
    kept = (char for char in map(chr, range(sys.maxunicode + 1)) if unicodedata.normalize("NFKC", char) == char)
    return max(len(names.skeleton(char)) for char in kept if char.isalpha()) * names.LONGEST


#: What people write, or what follows from it, by its column: its longest.
WRITTEN: Final = {
    "scenarios.edition": EDITION,
    "results.edition": EDITION,
    "results.hexillum": len(__version__) + len(".dev100+g0123456789"),
    "outcomes.made": len(mind().rpartition(" ")[0]) + len(" compiled"),
    "people.name": names.LONGEST,
    "people.skeleton": spread(),
    "keys.label": longest(people.TakeName, "label"),
    "passkeys.id": longest(people.MadePasskey, "id"),
    "passkeys.label": longest(people.MadePasskey, "label"),
    "entries.command": 40,  # by the pattern of its id
    "offers.pace": PACE,
    "offers.level": words(lobby.OfferSeat, "level"),
    "tournaments.pace": PACE,
    "tournaments.sort": words(tournaments.NewTournament, "sort"),
    "channels.label": len("Browser: ") + longest(of_notices.AddChannel, "label"),
    "quiet_hours.zone": longest(of_notices.QuietHours, "zone"),
    "notices.title": len(notices.title_of("a" * 2 * notices.TITLE_MOST)),
    "admins.name": 40,  # by the pattern of a name
    "seats.player": 24,  # by the pattern of a name
}
#: Columns in which the server writes ids, digests, words of its own, and what it has cut.
OURS: Final = frozenset(
    "id game second rematch person holder tournament owner lot one two other top bottom notice channel lease_by digest "
    "token invite key mail setup rules state body status kind room how rights what game_to other_to name speaker "
    "reporter home trouble who whom".split()
)


def bounded() -> dict[str, int]:
    """The columns that have a bound."""
    return {
        f"{table.name}.{column.name}": column.type.length
        for table in METADATA.sorted_tables
        for column in table.columns
        if isinstance(column.type, String) and not isinstance(column.type, Text) and column.type.length
    }


def test_every_column_has_room_for_the_longest_that_people_write():
    found = bounded()
    assert {name: (most, found[name]) for name, most in WRITTEN.items() if found.get(name, most) < most} == {}
    assert [name for name in found if name not in WRITTEN and name.partition(".")[2] not in OURS] == []
    assert [name for name in WRITTEN if name.partition(".")[0] not in METADATA.tables] == []


def test_a_battle_of_the_longest_edition_is_kept(database):
    """In each kind of database."""

    async def work() -> str:
        store = Store(database)
        await store.open()
        try:
            about = About("A battle", "216 BC", "e" * EDITION, "Top", "Bottom")
            id = await store.own_battles.keep(secrets.token_hex(32), "the text", about)
            kept = await store.own_battles.one(id)
            return "" if kept is None else kept.about.edition
        finally:
            await store.close()

    assert asyncio.run(work()) == "e" * EDITION
