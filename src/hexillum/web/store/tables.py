"""The tables of the store: games with seats, entries, reviews; battles of people; who they are; what holds for all."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

#: A game. `version` counts its entries; `seed` is sealed until the game is over. `computer` says that a computer player
#: is to decide, which any server process may take up under a lease: `lease_by` names it, and `lease_until` counts its
#: heartbeats, so that who sees that number stand still knows it dead without looking at a clock. `rules` is the
#: digest of the rules that it began under, `state` that of the state which its entries led to when the last one was
#: added; both are unknown for games of before. `stands` is what lists tell of it, as JSON, and `watched` whether it is
#: among those that anybody may find and watch: the others are private by their link.
GAMES: Final = Table(
    "games",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("opening", JSON, nullable=False),
    Column("seed", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("status", String(10), nullable=False),
    Column("computer", Boolean, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("acted_at", Float, nullable=False),
    Column("lease_by", String(32)),
    Column("lease_until", Float),
    Column("rematch", String(32)),
    Column("rules", String(16)),
    Column("state", String(16)),
    Column("stands", Text),
    Column("watched", Boolean),
    Index("ix_games_computer", "status", "computer"),
)

#: A seat: who sits there ("person", "open", or a computer player), and the digests of its secret token and invitation.
#: `person` is the id of who sits there by a name, also when he has deleted it; null for guests. `standing` are its
#: standing answers, sealed.
SEATS: Final = Table(
    "seats",
    METADATA,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("side", Integer, primary_key=True),
    Column("player", String(40), nullable=False),
    Column("token", String(64)),
    Column("invite", String(64)),
    Column("person", String(32), index=True),
    Column("standing", Text, info={"secret": True}),
)

#: The record of a game, an entry after the other; nothing is ever changed or taken out.
ENTRIES: Final = Table(
    "entries",
    METADATA,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("side", Integer),
    Column("kind", String(10), nullable=False),
    Column("data", JSON, nullable=False),
    Column("command", String(40)),
    Column("body", String(16)),
    UniqueConstraint("game", "command"),
)

#: A battle that somebody has laid out, as the text of a scenario file. `id` is all that a link to it has; `owner` is
#: the digest of the secret key of the browser that it belongs to. What a list shows of it stands beside the text.
SCENARIOS: Final = Table(
    "scenarios",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("year_text", Text, nullable=False),
    Column("edition", Text, nullable=False),
    Column("top", Text, nullable=False),
    Column("bottom", Text, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("changed_at", Float, nullable=False),
    Index("ix_scenarios_owner", "owner"),
)

#: How the battles of a set-up went that computers have played, in their order, as JSON; `made` says by which rules and
#: with which mind.
OUTCOMES: Final = Table(
    "outcomes",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("made", String(60), primary_key=True),
    Column("outcomes", Text, nullable=False),
    Column("played", Integer, nullable=False),
    Column("changed_at", Float, nullable=False),
)

#: The review of a battle that is over, as JSON, or as much of it as there is: `state` is one of "waiting", "running",
#: "done", "stopped" and "failed", `words` what is being done, or why it ended before its end, `done` of `whole` how far
#: it came. `holder` is the server process that works at it, and `beats` counts what it has kept, so that a dead one is
#: known by its standing still.
REVIEWS: Final = Table(
    "reviews",
    METADATA,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("state", String(10), nullable=False),
    Column("words", Text, nullable=False),
    Column("review", Text, nullable=False),
    Column("done", Integer, nullable=False),
    Column("whole", Integer, nullable=False),
    Column("holder", String(32), nullable=False),
    Column("beats", Integer, nullable=False),
    Column("changed_at", Float, nullable=False),
)

#: Somebody with a name. `skeleton` is what all names come to that look like it, so that nobody has one of those; with a
#: number behind # where names of before look alike that did not by the rules of then;
#: `mail` is a digest of his address, made with the key of the server. Whatever else is kept of people points at `id`
#: with ON DELETE CASCADE (or SET NULL, where the row stays): it goes with them, and is in the export of their data
#: (`People.export`), but for the columns whose `info` says that they are secret.
PEOPLE: Final = Table(
    "people",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("skeleton", String(120), nullable=False, unique=True),
    Column("made_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
    Column("blocked", Boolean, nullable=False),
    Column("mail", String(64), unique=True, info={"secret": True}),
)

#: A key of somebody with a name: the digest of what one of his browsers keeps. `label` is that browser in words.
KEYS: Final = Table(
    "keys",
    METADATA,
    Column("digest", String(64), primary_key=True, info={"secret": True}),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("label", String(60), nullable=False),
    Column("made_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
)

#: A passkey, by its id: its public key, and how often it was used, as it says itself.
PASSKEYS: Final = Table(
    "passkeys",
    METADATA,
    Column("id", String(1400), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("public_key", Text, nullable=False, info={"secret": True}),
    Column("uses", BigInteger, nullable=False),
    Column("label", String(60), nullable=False),
    Column("made_at", Float, nullable=False),
    Column("seen_at", Float, nullable=False),
)

#: What is good once and for a while, by the digest of its secret: an invitation to take a name ("name"), a link sent
#: by mail ("mail" to note the address, "device" to bring the name to a browser), the question to a passkey ("passkey",
#: "sign_in"). `key` is the digest of the only key that may use it, null for any; `data` what it is about.
TICKETS: Final = Table(
    "tickets",
    METADATA,
    Column("digest", String(64), primary_key=True, info={"secret": True}),
    Column("kind", String(10), nullable=False),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), index=True),
    Column("key", String(64), info={"secret": True}),
    Column("data", Text, nullable=False, info={"secret": True}),
    Column("made_at", Float, nullable=False),
    Column("ends_at", Float, nullable=False, index=True),
)

#: A seat that anybody may take, of a game and, in a match, of its other battle, with the armies changed. `side` is the
#: one that is open in the first; it stands until a time. What a list shows of it stands beside it.
OFFERS: Final = Table(
    "offers",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("second", String(32), ForeignKey("games.id", ondelete="CASCADE"), index=True),
    Column("side", Integer, nullable=False),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), index=True),
    Column("battle", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("armies", Text, nullable=False),
    Column("pace", String(10), nullable=False),
    Column("level", String(12), nullable=False),
    Column("words", Text, nullable=False),
    Column("made_at", Float, nullable=False),
    Column("until", Float, nullable=False, index=True),
)

#: A match: the two battles of it, in which both players lead both armies once.
MATCHES: Final = Table(
    "matches",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("second", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("made_at", Float, nullable=False),
)

#: A vacation of somebody with a name, which stops his clocks by days.
VACATIONS: Final = Table(
    "vacations",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("begins_at", Float, nullable=False),
    Column("ends_at", Float, nullable=False),
)

#: From when to when no server ran that could have kept anything: that time costs nobody on a clock.
OUTAGES: Final = Table(
    "outages",
    METADATA,
    Column("begins_at", Float, primary_key=True),
    Column("ends_at", Float, nullable=False, index=True),
)

#: What was said at a table: in the room "seats" by those who play, in "watch" by those who look on. `speaker` is
#: who said it, as the server tells people apart: a seat, somebody's id, or a part of a digest of a browser's key.
TALK: Final = Table(
    "talk",
    METADATA,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("room", String(8), nullable=False),
    Column("side", Integer),
    Column("person", String(32), ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("speaker", String(40), nullable=False),
    Column("at", Float, nullable=False),
    Column("words", Text, nullable=False),
    Index("ix_talk_speaker", "game", "speaker", "at"),
)

#: A seat that wants to hear nothing from the other one.
MUTES: Final = Table(
    "mutes",
    METADATA,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("side", Integer, primary_key=True),
)

#: An onlooker who wants to hear nothing from the others, told as the `speaker` of talk is.
WATCH_MUTES: Final = Table(
    "watch_mutes",
    METADATA,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("speaker", String(40), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), index=True),
)

#: A line of talk that somebody has shown to who runs the server, with its words, since lines go; `reporter` is told as
#: `speaker` is.
REPORTS: Final = Table(
    "reports",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("seq", Integer, nullable=False),
    Column("person", String(32), ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("speaker", String(40), nullable=False),
    Column("words", Text, nullable=False),
    Column("reporter", String(40), nullable=False, info={"secret": True}),
    Column("at", Float, nullable=False),
    Column("settled_at", Float),
    UniqueConstraint("game", "seq", "reporter"),
)

#: A way by which somebody is told that it is his turn: a browser ("push") or an address of apprise, sealed, with its
#: digest, so that nobody has it twice. `home` is the address of the server as he came to it, `off` that he switched it
#: off; `failures` in a row let it rest until `rests_until`, and `trouble` says why it failed last. `key` is that of the
#: browser that a push goes to, with which it goes; null for addresses of apprise, and for browsers of before.
CHANNELS: Final = Table(
    "channels",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(10), nullable=False),
    Column("digest", String(64), nullable=False, info={"secret": True}),
    Column("address", Text, nullable=False, info={"secret": True}),
    Column("label", String(200), nullable=False),
    Column("home", String(200), nullable=False),
    Column("off", Boolean, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("rests_until", Float, nullable=False),
    Column("trouble", String(200), nullable=False),
    Column("made_at", Float, nullable=False),
    Column("used_at", Float, nullable=False),
    Column("key", String(64), ForeignKey("keys.digest", ondelete="CASCADE"), index=True, info={"secret": True}),
    UniqueConstraint("person", "digest"),
)

#: When somebody wants no notices: from one minute of the day to another, in a time zone; null for never. `talk` says
#: whether he wants those of talk, which null says as well.
QUIET_HOURS: Final = Table(
    "quiet_hours",
    METADATA,
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("begins", Integer),
    Column("ends", Integer),
    Column("zone", String(64), nullable=False),
    Column("talk", Boolean),
)

#: That it has become somebody's turn: one row for a moment of a game. `state` is "waiting" until `due_at`, "sending"
#: while `holder` has it until `held_until`, then "sent", or "seen", "passed" or "nowhere" where it was not needed.
NOTICES: Final = Table(
    "notices",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("person", String(32), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("side", Integer, nullable=False),
    Column("title", String(120), nullable=False),
    Column("made_at", Float, nullable=False),
    Column("due_at", Float, nullable=False),
    Column("state", String(10), nullable=False),
    Column("holder", String(32)),
    Column("held_until", Float),
    UniqueConstraint("game", "version", "person"),
    Index("ix_notices_due", "state", "due_at"),
)

#: That a notice has gone out by a channel, or is about to: written first, so that none goes twice.
DELIVERIES: Final = Table(
    "deliveries",
    METADATA,
    Column("notice", String(32), ForeignKey("notices.id", ondelete="CASCADE"), primary_key=True),
    Column("channel", String(32), ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True),
    Column("state", String(10), nullable=False),
    Column("at", Float, nullable=False),
)

#: What there is to know of the database itself: under "key" the name of the key that it is sealed with.
META: Final = Table(
    "meta",
    METADATA,
    Column("name", String(20), primary_key=True),
    Column("value", Text, nullable=False),
)

#: Who may look after the server: `digest` is that of a token, `rights` is "admin", or "figures" for who may only read
#: the figures of how it runs. One that is revoked stays, so that what he did can still be read.
ADMINS: Final = Table(
    "admins",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("rights", String(10), nullable=False),
    Column("made_at", Float, nullable=False),
    Column("seen_at", Float),
    Column("revoked_at", Float),
)

#: What has been done by who looks after the server: `whom` is the game or the name that it was done to. Servers of an
#: SQLite file hear by it that somebody beside them has changed a game.
DEEDS: Final = Table(
    "deeds",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("at", Float, nullable=False),
    Column("who", String(60), nullable=False),
    Column("what", String(20), nullable=False),
    Column("whom", String(80), nullable=False),
    Column("words", Text, nullable=False),
    Index("ix_deeds_at", "at"),
)
