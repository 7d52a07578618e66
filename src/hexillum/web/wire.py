"""What the server says: every answer and every message at a table, as a type.

Each is documented with its address and, for a connection, under `FromServer`; the pages' own types are generated from
that description (tools/front_end.py). They are plain dictionaries: mypy holds the places that make them to it, the
tests check every answer that they see, and a running server spends no time on it. What people and programs send is in
`messages`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Final, Generic, Literal, TypeVar

from pydantic import ConfigDict, Field, TypeAdapter, with_config
from typing_extensions import TypedDict

from ..battle.view_types import Actor, Pair, Position, Side, Standing
from ..core import ask, event

_NO_KINDS: Final = (
    *("HITS", "MISSES", "SPARED", "FLAGGED", "REROLLED", "COUNTS"),
    *("LOST_ON_PATH", "LEADER_IN_MARSH", "NOWHERE"),
)
#: The names of the kinds of event.
KIND_NAMES: Final = {
    value: name.lower()
    for name, value in vars(event).items()
    if name.isupper() and isinstance(value, int) and name not in _NO_KINDS
}

if TYPE_CHECKING:
    EventKind = str
    Question = str
else:
    EventKind = Literal[tuple(sorted(KIND_NAMES.values()))]
    Question = Literal[tuple(dict.fromkeys(ask.KIND_WORDS.values()))]

Chance = Annotated[float | str, Field(description='A number; where exact ones are asked for, a fraction: "11/36".')]
Effect = Literal["", "hits", "misses", "spared", "flag", "rerolled"]
Water = Literal["river", "ford", "shallow", "bridge", "marsh", "sea", "lake"]
Family = Literal["plain", "forest", "hill", "peak", "slope", "broken", "town", "camp", "wall", "fort", "gate"] | Water
GameKind = Literal["battle", "analysis"]
How = Literal["close", "fire"]
Phase = Literal["card", "order", "move", "battle", "draw", "over"]
Symbol = Literal["green", "blue", "red"]

T = TypeVar("T")
closed: Final[Callable[[Any], Any]] = with_config(ConfigDict(extra="forbid"))  # nothing is said that is not named


class Some(TypedDict, Generic[T], total=False):
    """Something for the sides that have it."""

    top: T
    bottom: T


# ---------------------------------------------------------------------- the server, and what went wrong


@closed
class Health(TypedDict):
    """Whether the server is there, its version and that of the protocol."""

    ok: bool
    version: str
    protocol: int


@closed
class Problem(TypedDict):
    """What went wrong, in one sentence, with the rules that stand against it."""

    code: str
    message: str
    rules: list[str]


# ---------------------------------------------------------------------- the library


class Piece(TypedDict):
    """A piece of a text: its words, and the number of the rule that they name; "" for all others."""

    text: str
    rule: str


class Kind(TypedDict):
    """A kind of unit: dice in close combat, range (0: does not fire), hexes of retreat a flag, words on the rest."""

    key: str
    edition: str
    name: str
    letters: str
    symbol: Symbol
    group: str
    blocks: int
    move: int
    close: int
    range: int
    retreat: int
    words: list[str]
    rule: str
    provisional: bool


class Terrain(TypedDict):
    """A kind of ground; `family` is what a board draws for it, `owner` the side whose ground it is by its name."""

    key: str
    name: str
    family: Family
    owner: Side | None
    rule: str
    words: list[str]
    provisional: bool


class Sections(TypedDict, total=False):
    """How many a card orders in each section."""

    left: int
    center: int
    right: int


class Card(TypedDict):
    """A command card, its words for a command of 5; `copies` are those in the deck."""

    key: str
    name: str
    words: str
    rule: str
    sections: Sections
    edition: str
    copies: int
    provisional: bool


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
    """A computer player."""

    name: str
    words: str


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
    side: Side
    symbol: Symbol


@closed
class BattleCard(TypedDict):
    """A battle of the library."""

    id: str
    name: str
    year: int
    year_text: str
    edition: str
    box: str
    theatre: str
    number: int
    armies: Pair[Army]
    first: Side
    rows: int
    reconstruction: bool
    special: bool
    people: People | None
    terrain: dict[str, str]
    units: list[SmallUnit]


@closed
class BattlePage(BattleCard):
    """Everything about a battle; `switches` names those that make sense in it, `…_pieces` are texts in pieces."""

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


# ---------------------------------------------------------------------- tables and their seats


@closed
class Seated(TypedDict):
    """A table with the seats of the one who asked, and the invitations to hand on, each good once."""

    game: str
    tokens: Some[str]
    invites: Some[str]


@closed
class Joined(TypedDict):
    """A seat taken."""

    game: str
    side: Side
    token: str


class Seat(TypedDict):
    """Who sits at a seat, and whether a person is connected."""

    player: Literal["person", "computer", "open"]
    name: str
    present: bool


# ---------------------------------------------------------------------- what is asked

# a field of this name cannot be written in a class
_From = TypedDict("_From", {"from": str})


class Attack(_From):
    """Before a roll: who attacks from where, the hex of the target, the dice, and what each face does, by letters.

    `spared` would hit, but the target ignores them; `ignores` are the flags that it may ignore.
    """

    hex: str
    how: How
    dice: int
    hits: list[str]
    spared: list[str]
    rerolls: list[str]
    may_evade: bool
    ignores: int
    rules: list[str]


class Aim(Attack):
    """An attack that an answer leads to, with the number that answers then."""

    number: int


class Option(TypedDict):
    """A legal answer as a table shows it.

    `text` is the line of a script, `label` names a button, `words` say more. `hex` is where to click ("" for nowhere),
    `leader` that the leader on it is meant; `quiet` is done, stand, hold, no card. `attack` is what it starts,
    `attacks` what a unit to battle with may attack afterwards, `reach` the answers that lead a piece to each hex, or
    "off" the board.
    """

    number: int
    text: str
    label: str
    words: str
    hex: str
    leader: bool
    card: str
    quiet: bool
    attack: Attack | None
    attacks: list[Aim]
    reach: dict[str, list[int]]


class Decision(TypedDict):
    """What is asked: `may` says whether this connection answers, and `options` then holds every legal answer.

    `covered` where two people at one screen should not both see it; `left` is how many may still be ordered, or -1.
    """

    actor: Actor | None
    word: Question
    kind: int
    subject: str
    rule: str
    dice: int
    prompt: str
    help: str
    left: int
    phase: Phase
    covered: bool
    may: bool
    options: list[Option]


class Happening(TypedDict):
    """One thing that happened, and after how many choices (`moment`).

    `text` names the sides top and bottom, `words` is the same sentence for a table, by the names of the armies. `hex`
    and `to` are where; `count` and `left` are blocks, dice, banners or flags; `faces` are letters, `effect` what a face
    did.
    """

    no: int
    moment: int
    kind: EventKind
    hex: str
    to: str
    side: Side | None
    faces: str
    count: int
    left: int
    effect: Effect
    leader: bool
    card: str
    text: str
    words: str
    rules: list[str]


# ---------------------------------------------------------------------- a view of a table


class HandWords(TypedDict):
    """What a card of the hand says to its side, and the hexes of the pieces that it could order now."""

    words: str
    orders: list[str]


class UndoState(TypedDict):
    """Whether the last choice can be taken back, and why not."""

    can: bool
    why: str


class Under(TypedDict):
    """The rules that a battle began under and those of the server, by their digests; `began` is None if not known.

    `goes_on` says whether the battle goes on under the server's rules, `notice` what to tell its players; "" for
    nothing.
    """

    began: str | None
    now: str
    same: bool
    goes_on: bool
    notice: str


class Shown(Standing):
    """What a connection sees of a game, without its seed's digest and its rules."""

    protocol: int
    game: str
    kind: GameKind
    version: int
    moment: int
    eyes: Side | None
    yours: list[Side]
    title: str
    edition: str
    armies: Pair[str]
    seats: Pair[Seat]
    dice: Literal["server", "typed"]
    hand_words: dict[str, HandWords]
    decision: Decision
    how: Literal["banners", "resigned", "agreed"] | None
    undo: UndoState
    draw_offered: Side | None
    rematch: str | None
    watching: int
    log_from: int
    log: list[Happening]


@closed
class View(Shown):
    """What a connection sees of a game.

    `eyes` whose eyes it looks with, `yours` the seats that it holds; `version` is what a command answers. `log` begins
    at `log_from`; `seed_commitment` is the digest of the dice to come; `rules` tells whether it is played under
    the server's rules.
    """

    seed_commitment: str
    rules: Under


# ---------------------------------------------------------------------- questions about a table


@closed
class Explained(TypedDict):
    """Whether a line is possible now, and why not."""

    legal: bool
    why: str
    rules: list[str]


class Threat(TypedDict):
    """An enemy unit that could come at a piece."""

    hex: str
    how: How
    dice: int


@closed
class Threatened(TypedDict):
    """A piece, and who could come at it in the next turn."""

    hex: str
    by: list[Threat]


class Fates(TypedDict):
    """What becomes of the target: just one of them."""

    eliminated: Chance
    forced_back: Chance
    evaded: Chance
    crew_gone: Chance
    stands: Chance


class Means(TypedDict):
    """What a battle comes to on average; "own" is the attacker's."""

    hits: Chance
    flags: Chance
    lost: Chance
    own_lost: Chance
    leaders: Chance
    own_leaders: Chance
    banners: Chance
    enemy_banners: Chance
    others: Chance
    own_others: Chance


class Chances(TypedDict):
    """How likely what is; "own" is the attacker's."""

    eliminated: Chance
    forced_back: Chance
    evaded: Chance
    own_eliminated: Chance
    own_forced_back: Chance
    battle_back: Chance
    momentum: Chance
    advanced: Chance
    bonus: Chance
    crew_gone: Chance
    wins: Chance
    loses: Chance
    draws: Chance


class Distributions(TypedDict):
    """The chance of each number."""

    hits: dict[str, Chance]
    flags: dict[str, Chance]
    lost: dict[str, Chance]
    own_lost: dict[str, Chance]


class OddsWay(TypedDict):
    """The odds for one behaviour of both sides, told in `words`."""

    way: Literal["stands", "evades"]
    words: str
    fates: Fates
    means: Means
    chances: Chances
    distributions: Distributions


@closed
class OddsSheet(TypedDict):
    """What one piece's attack on another would be and lead to.

    `at` is the hex that it attacks from; without `ways`, `why` and `rules` say why there is nothing to work out.
    """

    attack: Attack | None
    at: str
    why: str
    rules: list[str]
    ways: list[OddsWay]


# ---------------------------------------------------------------------- looking back


class Turn(TypedDict):
    """Where a turn begins."""

    moment: int
    turn: int
    side: Side


@closed
class Timeline(TypedDict):
    """Where in a battle what happened, by the number of choices made."""

    moments: int
    turns: list[Turn]
    rolls: list[int]
    eliminations: list[int]


class LuckOf(TypedDict):
    """The dice of a side in its attacks, against what was to be expected; `sigmas` are deviations above that."""

    rolls: int
    dice: int
    hits: int
    expected: float
    variance: float
    flags: int
    expected_flags: float
    faces: dict[str, int]
    sigmas: float


@closed
class LuckOfBoth(TypedDict):
    """The luck of both sides."""

    top: LuckOf
    bottom: LuckOf


@closed
class DiceProof(TypedDict):
    """What the dice of a game were made of: the seed only after the end."""

    commitment: str
    seed: str | None
    how: str


# ---------------------------------------------------------------------- messages to a connection


@closed
class Seen(TypedDict):
    """The newest view."""

    t: Literal["view"]
    view: View


@closed
class Accepted(TypedDict):
    """A command was carried out; the game has come to a version."""

    t: Literal["accepted"]
    id: str
    version: int


@closed
class NotDone(TypedDict):
    """A command was not carried out, and nothing has changed."""

    t: Literal["refused"]
    id: str
    code: str
    message: str
    rules: list[str]


@closed
class Goodbye(TypedDict):
    """The connection ends, and why."""

    t: Literal["bye"]
    code: str
    message: str


@closed
class Pong(TypedDict):
    """The server is there."""

    t: Literal["pong"]


Message = Seen | Accepted | NotDone | Goodbye | Pong

FromServer: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="t")])
