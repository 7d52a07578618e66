"""The tables of the store for what a club counts: rated or casual, results, tournaments with their matches."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Boolean, Column, Float, ForeignKey, Integer, String, Table, Text

from .tables import METADATA

#: Whether a seat wants its battle rated: it is, where both do, who sit there by different names.
TERMS: Final = Table(
    "terms",
    METADATA,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("side", Integer, primary_key=True),
    Column("rated", Boolean, nullable=False),
)

#: A battle between people that is over, kept longer than its game. `top` and `bottom` are the ids of who commanded
#: them by a name, also when he has deleted it; null for guests. `winner` is 0 for top, 1 for bottom, null for nobody;
#: `share` how often the top side was reckoned to win between equals when it ended, `thrown` that it was resigned before
#: anything had happened. `setup` and `rules` are digests, `hexillum` the version.
RESULTS: Final = Table(
    "results",
    METADATA,
    Column("game", String(32), primary_key=True),
    Column("battle", Text, nullable=False),
    Column("edition", Text, nullable=False),
    Column("swapped", Boolean, nullable=False),
    Column("switches", Text, nullable=False),
    Column("setup", String(64), nullable=False),
    Column("rules", String(16), nullable=False),
    Column("hexillum", String(40), nullable=False),
    Column("top", String(32), index=True),
    Column("bottom", String(32), index=True),
    Column("winner", Integer),
    Column("how", String(10), nullable=False),
    Column("top_banners", Integer, nullable=False),
    Column("bottom_banners", Integer, nullable=False),
    Column("top_goal", Integer, nullable=False),
    Column("bottom_goal", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
    Column("decisions", Integer, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("thrown", Boolean, nullable=False),
    Column("share", Float, nullable=False),
    Column("ended_at", Float, nullable=False, index=True),
)

#: A tournament: `sort` is "swiss" or "round_robin", `state` "open", "running" or "over". `battles` are the ids of the
#: battles of its rounds as JSON, one after the other and then from the first again; `round` counts those that were
#: paired, `days` how long each is meant to take, 0 for no such word, `pace` how fast its battles are played. `lot`
#: orders those whom nothing else does, `owner` is the id of who made it, and `version` counts its changes.
TOURNAMENTS: Final = Table(
    "tournaments",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("words", Text, nullable=False),
    Column("sort", String(12), nullable=False),
    Column("state", String(8), nullable=False),
    Column("battles", Text, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("days", Integer, nullable=False),
    Column("pace", String(10), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("lot", String(32), nullable=False),
    Column("owner", String(32), nullable=False, index=True),
    Column("made_at", Float, nullable=False),
    Column("changed_at", Float, nullable=False, index=True),
    Column("version", Integer, nullable=False),
)

#: Somebody in a tournament, by his id, also when he has deleted his name. `seed` is his place at the start, from 1;
#: `first` the first round that he is paired in, `gone` the first that he is not any more.
ENTRANTS: Final = Table(
    "entrants",
    METADATA,
    Column("tournament", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(32), primary_key=True, index=True),
    Column("seed", Integer, nullable=False),
    Column("first", Integer, nullable=False),
    Column("gone", Integer),
    Column("entered_at", Float, nullable=False),
)

#: A match of a round: `one` commands the top side of the battle `game`, `two` that of `other`; without `two` it is a
#: bye. `game_to` and `other_to` say to whom a battle was given whatever happened at its table: "one", "two" or
#: "nobody".
PAIRINGS: Final = Table(
    "pairings",
    METADATA,
    Column("tournament", String(32), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("board", Integer, primary_key=True),
    Column("one", String(32), nullable=False),
    Column("two", String(32)),
    Column("battle", Text, nullable=False),
    Column("top_goal", Integer, nullable=False),
    Column("bottom_goal", Integer, nullable=False),
    Column("game", String(32), unique=True),
    Column("other", String(32), unique=True),
    Column("game_to", String(8)),
    Column("other_to", String(8)),
    Column("made_at", Float, nullable=False),
)
