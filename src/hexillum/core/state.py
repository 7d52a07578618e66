"""Everything true about a battle, as one record of small numbers.

No random generator, no shuffled deck and no history inside: randomness comes from outside as answers of chance, the
deck is a count of unseen cards, and the only secrets are the hands. `State.copy()` is cheap and complete.
"""

from __future__ import annotations

import copyreg
from typing import Annotated, Any, Final

from . import ask
from .cards import PLAIN
from .edition_files import carry, carry_on
from .editions import edition_named
from .hexes import HEXES, NOWHERE, board
from .rows import EDITIONS
from .structs import Record, i8, i16, i64, record
from .terrain import OFF_BOARD

NONE: Final = -1
UNITS: Final = 48  # the first half belongs to the top side
HALF_UNITS: Final = UNITS // 2
LEADERS: Final = 12
HALF_LEADERS: Final = LEADERS // 2
DEPTH: Final = 12
DRAWN: Final = 2

# Marks of special units, as bits (SPEC-01 to SPEC-04, SPEC-06).
BOW_ARMED: Final = 1
SACRED_BAND: Final = 2
SILVER_SHIELDS: Final = 4
COMPANION_CAVALRY: Final = 8
IMMORTALS: Final = 16
LEGION: Final = 32
#: Marks that arm a unit with missiles (RC-05).
ARMED: Final = BOW_ARMED | IMMORTALS | LEGION
BONUS_FOUGHT: Final = 9  # a unit that makes its bonus combat has fought this often
ALEXANDER: Final = 1  # a leader's mark: one more die for his unit (SPEC-05)
FATED: Final = 2  # a leader's mark: his loss loses the battle (SCEN-03)
# Where a piece is that does not begin the battle on the board (SCEN-10, SCEN-11).
WAITING: Final = 1
ENTERED: Final = 2  # it was put on the board this turn, the first hex of its move
# What a hex is worth, as bits: for the top side, and one bit higher for the bottom side.
EXIT: Final = 1  # its units may leave the board there for a banner (SCEN-06)
PRIZE: Final = 4  # a camp that it has not taken yet (SCEN-07)
PLUNDER: Final = 16  # a camp that it may take off the board (SCEN-15)
GROUND: Final = 64  # one of the hexes that banners are held for, by either side (SCEN-14)
NO_PART: Final = -1  # a unit that takes no part in a Fire and Close
LEADER_MARKS: Final = {"alexander": ALEXANDER, "caesar": ALEXANDER}
UNIT_MARKS: Final = {
    "bow-armed": BOW_ARMED,
    "sacred-band": SACRED_BAND,
    "silver-shields": SILVER_SHIELDS,
    "companion-cavalry": COMPANION_CAVALRY,
    "immortals": IMMORTALS,
    "legion": LEGION,
}
#: The range of bows that a scenario gives to a unit (RC-05), and of the javelins of legions (SPEC-06).
BOW_RANGE: Final = 3
LEGION_RANGE: Final = 2


@record
class Unit(Record):
    """A unit: where it stands, how strong it is, what it did this turn. A unit that is gone stands NOWHERE."""

    side: i8
    kind: i8
    hex: i16
    blocks: i8
    full: i8  # blocks at full strength
    moved: i8  # hexes moved this turn
    halted: i8  # it may not move any more this turn
    ordered: i8
    fought: i8  # it has battled this turn
    fresh: i8  # it was at full strength when its current combat began (FU-13)
    marks: i8  # scenario traits
    waits: i8  # WAITING off the board, ENTERED this turn, or 0
    aim: i16  # whom it fired at, and where, in a Fire and Close (CARD-24): see `aim_at`; NO_PART, or 0


@record
class Leader(Record):
    """A leader: he is attached to the unit of his side on his hex, or alone there."""

    side: i8
    hex: i16
    halted: i8
    ordered: i8  # ordered on his own
    checked: i8  # he has faced a casualty check in this combat sequence (LC-04)
    marks: i8
    waits: i8  # WAITING off the board, or 0


@record
class Frame(Record):
    """One running procedure: which, at which step, and what it works on."""

    proc: i16
    step: i16
    unit: i16
    foe: i16
    hex: i16
    mode: i16
    count: i16
    hits: i16
    spared: i16
    banners: i16  # flags rolled; numpy claims the better name
    one: i16
    two: i16
    three: i16


@record
class Law(Record):
    """The switches of an edition and of a table: house rules, each 0 or 1."""

    exact_evade: i8  # an evade of fewer than two hexes is not allowed (EV-20)
    strict_short_evade: i8  # a dead end of one hex is no way where an evade onto a lone leader is possible (EV-19)
    charge_at_leader: i8  # warriors may charge at a lone leader (FU-08)
    escape_full_strength_die: i8  # GAP-11
    retreat_longest_path: i8  # RT-25
    bonus_at_leader: i8  # a bonus combat may go against a lone leader
    superior_in_battle_back: i8  # armour and stature count in a battle back too (SA-09)
    ambush_before_extra_hex: i8  # the ambush comes before the further hex of an advance (CARD-22)
    leadership_gain_only_if_no_token: i8  # a token of any kind forfeits the one that a leadership card brings (IA-12)
    support_of_lone_leader_for_led: i8  # a lone leader supports units that have a leader, too (BM-07, BM-08)
    strike_card: i8  # the number of the First Strike card
    ambush_card: i8  # the number of the Ambush card, or NONE
    tactical_flexibility: i8  # the optional rule of some scenarios is in force (SCEN-12)


@record
class Council(Record):
    """What the war council of a scenario says of one side beyond the rules (chapter SCEN); all 0 where it is silent."""

    growing: i8  # own turns at whose end command rises by one (SCEN-01)
    grown: i8  # how often it has
    reward_at: i8  # banners that raise command (SCEN-02)
    reward: i8  # by so many cards; 0 once they are given
    owed: i8  # cards to be drawn at once
    fatal: i8  # leaders eliminated that lose the battle (SCEN-04)
    fallen: i8  # leaders eliminated
    dear: i8  # each of them costs a card (SCEN-05)
    forfeit: i8  # cards to be discarded at once
    homebound: i8  # leaders help only their own unit (SCEN-08)
    frightened: i8  # foot ignores no flag of elephants (SCEN-09)
    ambush: i8  # own turn from which the waiting force may come (SCEN-10)
    places: i8  # its leaders are placed before the battle as the first or second side (SCEN-11)
    ground: i8  # banners for a group of hexes (SCEN-14)
    holds: i8  # banners that it holds for them now
    flexible: i8  # heavy infantry battles back weakly against its legions (SCEN-12)


@record
class State(Record):
    """A battle at a moment at which somebody has to decide."""

    answer: i64
    depth: i16
    edition: i8  # its place among EDITIONS
    rows: i16
    turn: i16
    active: i8
    who: i8
    question: i8
    subject: i16
    why: i16
    dice: i8
    outcome: i8
    card: i8
    struck: i8  # the side that played First Strike this turn, or NONE
    effect: i8  # the card whose effect is in force: what a Counter Attack copies, or PLAIN
    section: i8  # the section chosen for a leadership card
    given: i8  # orders given so far
    again: i8  # the second moves of the turn have begun
    scouts: i8  # two cards are drawn, one is kept (CARD-23)
    inspires: i8  # a leadership card was played that brings a token or inspires for one (CARD-21)
    firing: i8  # the fire before the moves of a Fire and Close (CARD-24)
    reshuffle: i8  # deck and discards are shuffled together before the draw
    banners: Annotated[list[int], "i1", 2]
    tokens: Annotated[list[int], "i1", 2]  # inspired action tokens (IA-09)
    spent: Annotated[list[int], "i1", 2]  # tokens spent in this turn (IA-02)
    goal: Annotated[list[int], "i1", 2]
    command: Annotated[list[int], "i1", 2]
    units_of: Annotated[list[int], "i1", 2]
    last_card: Annotated[list[int], "i1", 2]
    last_section: Annotated[list[int], "i1", 2]
    quota: Annotated[list[int], "i1", 4]  # orders or rallies by class that dice gave: light, medium, heavy, any
    slack: Annotated[list[int], "i1", 8]  # orders left in each set of sections
    held: Annotated[list[int], "i1", 2]  # cards in each hand
    deck_left: i8  # cards in the deck
    room: i8  # bit m: a piece standing in the sections m can still be ordered
    hand: Annotated[list[int], "i1", 2 * ask.MOST_CARDS]
    deck: Annotated[list[int], "i1", ask.MOST_CARDS]
    discards: Annotated[list[int], "i1", ask.MOST_CARDS]
    terrain: Annotated[list[int], "i1", HEXES]
    rampart: Annotated[list[int], "i1", HEXES]  # protected hexsides, one bit a direction
    plateau: Annotated[list[int], "i1", HEXES]  # number of the connected hill or wall that a hex belongs to, 0 for none
    unit_at: Annotated[list[int], "i1", HEXES]
    leader_at: Annotated[list[int], "i1", HEXES]
    worth: Annotated[list[int], "i1", HEXES]  # exits and camps, as bits
    law: Law
    councils: Annotated[list[Council], 2]
    units: Annotated[list[Unit], UNITS]
    leaders: Annotated[list[Leader], LEADERS]
    frames: Annotated[list[Frame], DEPTH]
    log: Annotated[Any, "unrecorded"]  # where the twin writes events, or None


def _pickled(s: State) -> Any:
    """How a state goes to another process: with its edition, where that is not one of Hexillum's."""
    carried = carry(EDITIONS[s.edition])
    plain = s.__reduce_ex__(2)
    return (_restored, (carried, *plain[:2]), *plain[2:]) if carried else plain


def _restored(carried: tuple[str, ...], make: Any, parts: tuple[Any, ...]) -> Any:
    carry_on(carried)
    return make(*parts)


copyreg.pickle(State, _pickled)


def empty_state(edition: str) -> State:
    """The board of an edition with nothing on it, under the law of that edition.

    >>> empty_state("ancients").rows, empty_state("medieval").unit_at[0]
    (9, -1)
    """
    game = edition_named(edition)
    s = State()
    s.edition = EDITIONS.index(edition)
    s.rows = game.rows
    s.outcome = s.card = s.struck = s.depth = NONE
    s.effect = PLAIN
    s.subject = NOWHERE
    s.unit_at = [NONE] * HEXES
    s.leader_at = [NONE] * HEXES
    s.last_card = [NONE] * 2
    s.terrain = [OFF_BOARD] * HEXES
    for hex in board(game.rows):
        s.terrain[hex] = 0
    for f in s.frames:
        f.unit = f.foe = NONE
        f.hex = f.one = f.two = f.three = NOWHERE
    for i, unit in enumerate(s.units):
        unit.side, unit.hex = i // HALF_UNITS, NOWHERE
    for k, leader in enumerate(s.leaders):
        leader.side, leader.hex = k // HALF_LEADERS, NOWHERE
    for name, on in {**game.switches, **game.law}.items():
        setattr(s.law, name, int(on))
    s.law.strike_card, s.law.ambush_card = game.strike_card, game.ambush_card
    return s


def edition_of(s: State) -> str:
    """The edition that a state is played in, by its key.

    >>> edition_of(empty_state("medieval"))
    'medieval'
    """
    return EDITIONS[s.edition]


def base_of(s: State) -> str:
    """The built-in edition that a state is played in, or that its edition extends; "" for a game without one.

    >>> base_of(empty_state("medieval"))
    'medieval'
    """
    return edition_named(edition_of(s)).base


def number_in(s: State, rule: str) -> str:
    """The number that a rule has in the edition of a state.

    >>> number_in(empty_state("medieval"), "FU-09"), number_in(empty_state("ancients"), "FU-09")
    ('FU-10', 'FU-09')
    """
    return edition_named(edition_of(s)).numbers.get(rule, rule)


def copy_board(boards: list[State], to: int, source: int) -> None:
    """Make one board of a list equal to another; the compiled form has its own.

    >>> boards = [State(), State()]
    >>> boards[1].turn = 3
    >>> copy_board(boards, 0, 1)
    >>> boards[0].turn, boards[0] is boards[1]
    (3, False)
    """
    boards[to] = boards[source].copy()


def same_board(boards: list[State], one: int, other: int) -> bool:
    """Whether two boards of a list are equal; the compiled form has its own.

    >>> same_board([State(), State()], 0, 1)
    True
    """
    return boards[one] == boards[other]
