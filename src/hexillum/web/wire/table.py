"""What is said of a table: its seats, what is asked, what happened, and the view of a connection."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from ...battle.view_types import ActorWord, Known, Leader, Pair, Position, SideWord, Unit
from ...odds.sheet_types import Aim, Attack
from .clocks import Clock
from .library import Sections
from .parts import Effect, EventKind, GameKind, Phase, Question, Some, closed
from .standing import SpokenAnswer


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
    side: SideWord
    token: str


class Seat(TypedDict):
    """Who sits at a seat, and whether a person is connected."""

    player: Literal["person", "computer", "open"]
    name: str
    present: bool


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

    `roller` is the only side that may type the dice that are due, None where either may or none are; `covered` where
    two people at one screen should not both see it; `left` is how many may still be ordered, or -1. `for_the_turn` is
    the button by which whoever answers says no for the rest of the turn, "" where there is none.
    """

    actor: ActorWord | None
    word: Question
    kind: int
    subject: str
    rule: str
    dice: int
    roller: SideWord | None
    prompt: str
    help: str
    left: int
    phase: Phase
    covered: bool
    may: bool
    for_the_turn: str
    options: list[Option]


class CardSays(TypedDict):
    """What a card says to its side, and how many it orders in each section."""

    words: str
    sections: Sections


class Happening(TypedDict):
    """One thing that happened, and after how many choices (`moment`).

    `text` names the sides top and bottom, `words` is the same sentence for a table, by the names of the armies. `hex`
    and `to` are where; `count` and `left` are blocks, dice, banners or flags; `faces` are letters, of a whole roll with
    what announces it, `effect` what a face did; `placed` is the piece that came on, `path` the way of a move, `says`
    what the card that was played or drawn said to its side then, where it may be known.
    """

    no: int
    moment: int
    kind: EventKind
    hex: str
    to: str
    side: SideWord | None
    faces: str
    count: int
    left: int
    effect: Effect
    leader: bool
    card: str
    placed: Unit | Leader | None
    path: list[str]
    says: CardSays | None
    text: str
    words: str
    rules: list[str]


class HandWords(CardSays):
    """What a card of the hand says to its side, and the hexes of the pieces that it could order now.

    `doubt` says why its words are not certain, "" where they are.
    """

    orders: list[str]
    doubt: str


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


class SeatShare(TypedDict):
    """The share of the dice of a seat: the digest that it committed itself to, and whether it has given the share."""

    commitment: str | None
    given: bool


class Chance(TypedDict):
    """What the dice are made of, as everybody may know while they fall.

    `seed_chosen` where somebody chose the seed and can know all that falls; `awaited` are the seats whose share is yet
    to come: the deal waits for those that were committed before it.
    """

    seed_chosen: bool
    shares: Pair[SeatShare]
    awaited: list[SideWord]


class Strength(TypedDict):
    """How many blocks, by the class of the units."""

    green: int
    blue: int
    red: int


class Seeing(Known):
    """Which table a connection sees, and with whose eyes; how far its game is, and what these eyes may know of it."""

    protocol: int
    game: str
    kind: GameKind
    version: int
    moment: int
    eyes: SideWord | None
    yours: list[SideWord]


class Lasting(TypedDict):
    """What a game is about: the same for everybody, from its beginning to its end."""

    title: str
    edition: str
    armies: Pair[str]
    occasion: str
    commanders: Pair[str]
    strength: Pair[Strength]
    kits: Pair[str]


class Going(TypedDict):
    """What goes on at a table: who sits there, what is asked and what happened."""

    seats: Pair[Seat]
    dice: Literal["server", "typed"]
    hand_words: dict[str, HandWords]
    card_words: str
    card_sections: Sections
    decision: Decision
    how: Literal["banners", "resigned", "agreed", "forfeited", "closed", "time"] | None
    undo: UndoState
    help: Pair[int]
    draw_offered: SideWord | None
    rematch: str | None
    watching: int
    log_from: int
    log: list[Happening]
    spoken: list[SpokenAnswer]


class Shown(Position, Seeing, Lasting, Going):
    """What a connection sees of a game, without its seed's digest and its rules.

    `card_words` is what the card that is being played says to its side, "" where none is, and `card_sections` how many
    it orders in each section; `help` how often the coach has helped each side. `occasion` is when and where the battle
    was, `commanders` who led it, "" where that is not told; `strength` what both sides had in all at the beginning, so
    that losses can be told of whatever stands on the board. `spoken` are the standing answers of one's own that have
    spoken at the lines of `log`, or after them.
    """


class Around(TypedDict):
    """What everybody sees alike of a table, whatever stands on the board: it changes also where nothing is chosen."""

    seats: Pair[Seat]
    watching: int
    rematch: str | None
    seed_commitment: str
    chance: Chance
    rules: Under
    clock: Clock | None
    match: str | None


@closed
class View(Shown, Around):
    """What a connection sees of a game.

    `eyes` whose eyes it looks with, `yours` the seats that it holds; `version` is what a command answers. `log` begins
    at `log_from`; `seed_commitment` is the digest of the server's seed of the dice, `chance` what else they are made
    of; `rules` tells whether it is played under
    the server's rules; `clock` are its clocks as they are now, None where there are none, and `match` is the id of the
    match that it is one of the two battles of.
    """
