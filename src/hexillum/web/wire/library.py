"""What the library says: the tables of the editions, the battles and the rules."""

from __future__ import annotations

from typing_extensions import TypedDict

from ...battle.view_types import Pair, Position, Result, SideWord
from .parts import Family, Symbol, closed


class Piece(TypedDict):
    """A piece of a text: its words, and the number of the rule that they name; "" for all others."""

    text: str
    rule: str


class Kind(TypedDict):
    """A kind of unit: dice in close combat, range (0: does not fire), hexes of retreat a flag, words on the rest.

    `figure` is the kind whose figure it has: itself, but for kinds of an edition of one's own.
    """

    key: str
    edition: str
    name: str
    letters: str
    symbol: Symbol
    group: str
    blocks: int
    move: int
    charge: int
    close: int
    range: int
    retreat: int
    words: list[str]
    rule: str
    provisional: bool
    figure: str


class Terrain(TypedDict):
    """A kind of ground; `family` is what a board draws for it, `owner` the side whose ground it is by its name."""

    key: str
    name: str
    family: Family
    owner: SideWord | None
    rule: str
    words: list[str]
    provisional: bool


class Sections(TypedDict, total=False):
    """How many a card orders in each section."""

    left: int
    center: int
    right: int


class Card(TypedDict):
    """A command card, its words and sections for a command of 5; `copies` are those in the deck.

    `doubt` says in a sentence why its words are not certain, "" where they are. `face` is the card whose picture it
    has: itself, but for cards of an edition of one's own.
    """

    key: str
    name: str
    words: str
    rule: str
    sections: Sections
    edition: str
    copies: int
    provisional: bool
    doubt: str
    face: str


class Tables(TypedDict):
    """What one edition has; those of two editions may share a key."""

    kinds: dict[str, Kind]
    terrains: dict[str, Terrain]
    cards: dict[str, Card]


class Switch(TypedDict):
    """A house rule or option: what it does when it is on, and whether it is by itself."""

    words: str
    on: bool
    rule: str


class Edition(TypedDict):
    """An edition of the game."""

    key: str
    name: str
    rows: int
    switches: dict[str, Switch]


class DieFace(TypedDict):
    """A face of the dice."""

    letter: str
    name: str


class Player(TypedDict):
    """A computer player; `for_people` where it is a level to play against, not a yardstick for makers of players.

    `own` is one that the operator of this server has named.
    """

    name: str
    words: str
    for_people: bool
    own: bool


@closed
class Catalogue(TypedDict):
    """The tables of all editions; they never change while the server runs."""

    version: str
    editions: list[Edition]
    tables: dict[str, Tables]
    faces: list[DieFace]
    players: list[Player]


class Army(TypedDict):
    """An army of a battle; `banners` is what it needs to win."""

    name: str
    commander: str
    command: int
    banners: int
    tokens: int
    units: int


class People(TypedDict):
    """How often people have won with either army, in percent of so many plays; `words` says it in a sentence."""

    top: int
    bottom: int
    plays: int
    spread: int
    words: str


class SmallUnit(TypedDict):
    """A unit in a small picture."""

    hex: str
    side: SideWord
    symbol: Symbol
    kind: str


@closed
class BattleCard(TypedDict):
    """A battle of the library; `kits` are what the figures of the armies wear."""

    id: str
    name: str
    year: int
    year_text: str
    edition: str
    box: str
    theatre: str
    number: int
    armies: Pair[Army]
    kits: Pair[str]
    first: SideWord
    rows: int
    reconstruction: bool
    special: bool
    people: People | None
    terrain: dict[str, str]
    units: list[SmallUnit]


class StoryArrow(TypedDict):
    """A way over the map of the set-up, hex by hex, that units of an army meant to take."""

    side: SideWord
    path: list[str]


class StoryPhase(TypedDict):
    """A moment of the battle on the map of its set-up; `hexes` are those that the text speaks of."""

    title: str
    text: str
    arrows: list[StoryArrow]
    hexes: list[str]


@closed
class Story(TypedDict):
    """What led to a battle, and what came of it.

    `briefing` has a text for each paragraph. `won` is the army that won in history, and `winner` what it is called:
    None where nobody did, or no battle is told of. `headlines` say what it means that an army has won at the table.
    """

    battle: str
    name: str
    year_text: str
    armies: Pair[str]
    briefing: list[str]
    commanders: Pair[str]
    phases: list[StoryPhase]
    won: Result | None
    winner: str | None
    headlines: Pair[str]
    afterwards: str
    sources: list[str]


@closed
class BattlePage(BattleCard):
    """Everything about a battle; `switches` names those that make sense in it, `…_pieces` are texts in pieces."""

    story: Story | None
    position: Position
    order_of_battle: Pair[list[str]]
    special_rules: list[str]
    special_rules_pieces: list[list[Piece]]
    notes: list[str]
    notes_pieces: list[list[Piece]]
    source: str
    switches: list[str]


class RulePieces(TypedDict):
    """The texts of a rule in pieces."""

    text: list[Piece]
    gap: list[Piece]
    ruling: list[Piece]


@closed
class Rule(TypedDict):
    """A rule of the book: who decides by it, what the sources leave open, and how this referee rules."""

    id: str
    chapter: str
    text: str
    editions: list[str]
    sources: list[str]
    decision: str
    see: list[str]
    gap: str
    conflict: list[str]
    ruling: str
    provisional: bool
    pieces: RulePieces
