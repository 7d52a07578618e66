"""Many battles side by side: each waits for an answer of its mover, and all are answered in one call.

What the mover may know is written down as numbers: the answers offered, and, where that is wanted, planes by hex and
facts beside them. Everything is told from the mover's side, his own edge of the map at the bottom: for the top side the
map is turned round, and the hexes of answers with it. No hidden card is in it.
"""

from __future__ import annotations

from typing import Final

from ..core import ask, column
from ..core.hexes import NOWHERE, ROW, ROWS, WIDTH
from ..core.state import LEADERS, NONE, UNITS, State, copy_board
from ..core.structs import Record, dialect, i8, i16, i32, i64, record, table
from ..core.terrain import OFF_BOARD
from ..rules.ranged import reach
from .seeded import drawn, sort_answers, thrown
from .step import apply, legal
from .twister import MASK, ROOM, seed_with, unit

BOTH: Final = 2  # who is asked: both sides, or the only side, 0 or 1; the other then answers at random
GENERATORS: Final = 2  # of chance, and of a side that answers at random
ENDED: Final = 1
GIVEN_UP: Final = 2
LARGEST: Final = 127
MOST_OFFERED: Final = 256  # answers that may be offered at once

# What to do with the lanes.
BEGIN: Final = 0
ANSWER: Final = 1
DRAW: Final = 2  # answers at random
SEE: Final = 3

#: What each plane tells of a hex, for the mover's own pieces and then for the enemy's,
OF_PIECES: Final = (
    *("blocks", "blocks lost", "kind", "close combat dice", "move", "range", "marks"),
    *("ordered", "hexes moved", "halted", "fought", "leader", "leader ordered"),
)
#: and of the ground.
OF_GROUND: Final = ("terrain", "ramparts", "plateau", "worth to the mover", "worth to the enemy", "subject", "at work")
SIDE_PLANES: Final = len(OF_PIECES)
PLANES: Final = 2 * SIDE_PLANES + len(OF_GROUND)
#: The facts beside the planes: those of the moment, those of the mover and of the enemy, and cards by their numbers.
OF_MOMENT: Final = ("question", "turn", "mover is active", "card", "effect", "orders given", "deck", "dice", "rows")
OF_SIDE: Final = ("banners", "goal", "tokens", "cards held", "command", "units", "last card")
FACTS: Final = len(OF_MOMENT) + 2 * len(OF_SIDE)
HAND: Final = FACTS
DISCARDS: Final = HAND + ask.MOST_CARDS
ALL_FACTS: Final = DISCARDS + ask.MOST_CARDS


@record
class Lane(Record):
    """One of the battles side by side."""

    seed: i64  # of the battle that is played; the side that answers at random has the next one
    stride: i64  # how much higher the seed of the next battle is
    seat: i8  # who is asked: BOTH, or one side
    limit: i32  # answers after which a battle is given up
    decisions: i32  # answers so far
    mover: i8  # who is asked now
    ended: i8  # the battle before ended with the last answer, or was given up
    outcome: i8  # and how
    battles: i32  # battles that are over
    count: i16  # answers that are offered


@dialect
def turned(hex: int, rows: int) -> int:
    """A hex as the top side sees it, with its own edge at the bottom; the same way leads back."""
    if hex >= WIDTH * rows:
        return hex
    return WIDTH * (rows - 1) + WIDTH - 1 - (ROW[hex] & 1) - hex


@dialect
def turned_answer(answer: int, rows: int) -> int:
    if answer < ask.HEX_0 or answer >= ask.CARD_0:
        return answer
    first = ask.LEADER_0 if answer >= ask.LEADER_0 else ask.HEX_0
    return first + turned(answer - first, rows)


#: Every answer as the top side sees it, by the rows of the board.
SEEN_BY_TOP: Final = table([[turned_answer(n, rows) for n in range(ask.ACTIONS)] for rows in range(ROWS + 1)])


@dialect
def as_seen(answer: int, side: int, rows: int) -> int:
    """An answer of the action table as a side sees it, and the other way round: its hex is turned for the top side."""
    if side == 1 or answer < ask.HEX_0 or answer >= ask.CARD_0:
        return answer
    return SEEN_BY_TOP[rows][answer]


@dialect
def go_on(s: State, lane: Lane, mt: list[int], at: int, out: list[int]) -> None:
    """Let chance answer, and a side that answers at random, until somebody is asked or the battle is over."""
    while s.outcome == NONE and lane.decisions < lane.limit:
        if s.question == ask.ROLL:
            answer = thrown(s, mt, at)
        elif s.who == ask.CHANCE:
            answer = drawn(s, mt, at, out)
        elif lane.seat != BOTH and s.who != lane.seat:
            count = legal(s, out)
            sort_answers(out, count)
            answer = out[int(unit(mt, at + ROOM) * count)]
        else:
            break
        apply(s, answer)
        lane.decisions += 1


@dialect
def begin_lane(b: list[State], i: int, first: int, lane: Lane, mt: list[int], out: list[int]) -> None:
    """Begin a battle like the one on board `first`, by the lane's seed."""
    at = i * GENERATORS * ROOM
    copy_board(b, i, first)
    seed_with(mt, at, lane.seed)
    if lane.seat != BOTH:
        seed_with(mt, at + ROOM, lane.seed + 1)
    lane.decisions = 0
    go_on(b[i], lane, mt, at, out)


@dialect
def begin_lanes(
    b: list[State], lanes: list[Lane], first: int, mt: list[int], masks: bytearray, offered: list[int], out: list[int]
) -> None:
    """Begin a battle on every lane."""
    for i in range(first):
        lanes[i].ended = 0
        lanes[i].count = 0
        begin_lane(b, i, first, lanes[i], mt, out)
        note_offer(b[i], i, lanes[i], masks, offered, out)


@dialect
def note_offer(s: State, i: int, lane: Lane, masks: bytearray, offered: list[int], out: list[int]) -> None:
    """Note who is asked, and which answers he is offered as he sees them: in the masks, and in `offered`."""
    place = i * ask.ACTIONS
    list_at = i * MOST_OFFERED
    for n in range(lane.count):
        masks[place + offered[list_at + n]] = 0
    side = s.who
    rows = s.rows
    count = min(legal(s, out), MOST_OFFERED)
    for n in range(count):
        number = out[n]
        if side == 0:
            number = SEEN_BY_TOP[rows][number]
        offered[list_at + n] = number
        masks[place + number] = 1
    lane.mover = side
    lane.count = count


@dialect
def answer_lanes(
    b: list[State],
    lanes: list[Lane],
    first: int,
    answers: list[int],
    mt: list[int],
    rewards: list[float],
    masks: bytearray,
    offered: list[int],
    out: list[int],
) -> int:
    """Answer on every lane. A battle that is over gives its reward to both sides, and the next one begins at once.

    `rewards` has two numbers a lane: 1 for the side that has won and -1 for the other. Returns the first lane with an
    answer that is not offered, nothing being done then, or NONE.
    """
    for i in range(first):
        if answers[i] < 0 or answers[i] >= ask.ACTIONS or masks[i * ask.ACTIONS + answers[i]] == 0:
            return i
    for i in range(first):
        lane = lanes[i]
        s = b[i]
        apply(s, as_seen(answers[i], lane.mover, s.rows))
        lane.decisions += 1
        go_on(s, lane, mt, i * GENERATORS * ROOM, out)
        lane.ended = 0
        rewards[2 * i] = 0.0
        rewards[2 * i + 1] = 0.0
        if s.outcome != NONE or lane.decisions >= lane.limit:
            lane.ended = ENDED if s.outcome != NONE else GIVEN_UP
            lane.outcome = s.outcome
            if s.outcome == 0 or s.outcome == 1:
                rewards[2 * i + s.outcome] = 1.0
                rewards[2 * i + 1 - s.outcome] = -1.0
            lane.battles += 1
            lane.seed += lane.stride
            begin_lane(b, i, first, lane, mt, out)
        note_offer(b[i], i, lane, masks, offered, out)
    return NONE


@dialect
def draw_answers(lanes: list[Lane], count: int, offered: list[int], answers: list[int], mt: list[int], at: int) -> None:
    """Any answer that is offered on each lane, each as likely as the others: the xorshift generator of random play."""
    x = mt[at]
    for i in range(count):
        x ^= (x << 13) & MASK
        x ^= x >> 17
        x ^= (x << 5) & MASK
        answers[i] = offered[i * MOST_OFFERED + ((x * lanes[i].count) >> 32)]
    mt[at] = x


# ---------------------------------------------------------------- what the mover sees


@dialect
def see_lanes(b: list[State], lanes: list[Lane], count: int, planes: bytearray, facts: bytearray) -> None:
    """Write down what the mover of every lane sees; planes and facts are all 0 before."""
    for i in range(count):
        see_board(b[i], lanes[i].mover, planes, i * PLANES * NOWHERE)
        see_facts(b[i], lanes[i].mover, facts, i * ALL_FACTS)


@dialect
def see_board(s: State, side: int, planes: bytearray, at: int) -> None:
    """Write the planes of one battle, for a side, from a place on."""
    ground = at + 2 * SIDE_PLANES * NOWHERE
    rows = s.rows
    top = side == 0
    for hex in range(WIDTH * rows):
        to = ground + (turned(hex, rows) if top else hex)
        if s.terrain[hex] != OFF_BOARD:
            planes[to] = s.terrain[hex] + 1
        if s.rampart[hex] != 0:
            planes[to + NOWHERE] = turned_sides(s.rampart[hex]) if top else s.rampart[hex]
        if s.plateau[hex] != 0:
            planes[to + 2 * NOWHERE] = s.plateau[hex]
        if s.worth[hex] != 0:
            planes[to + 3 * NOWHERE] = worth_to(s.worth[hex], side)
            planes[to + 4 * NOWHERE] = worth_to(s.worth[hex], 1 - side)
    if s.subject < NOWHERE:
        planes[ground + 5 * NOWHERE + (turned(s.subject, rows) if top else s.subject)] = 1
    f = s.frames[s.depth]
    if f.hex >= 0 and f.hex < NOWHERE:
        planes[ground + 6 * NOWHERE + (turned(f.hex, rows) if top else f.hex)] = 1
    for i in range(UNITS):
        u = s.units[i]
        if u.hex < NOWHERE:
            to = at + (turned(u.hex, rows) if top else u.hex)
            if u.side != side:
                to += SIDE_PLANES * NOWHERE
            planes[to] = u.blocks
            planes[to + NOWHERE] = max(0, u.full - u.blocks)
            planes[to + 2 * NOWHERE] = u.kind + 1
            planes[to + 3 * NOWHERE] = column.CLOSE_DICE[u.kind]
            planes[to + 4 * NOWHERE] = column.MOVE_HEXES[u.kind]
            planes[to + 5 * NOWHERE] = reach(u)
            planes[to + 6 * NOWHERE] = u.marks
            planes[to + 7 * NOWHERE] = u.ordered
            planes[to + 8 * NOWHERE] = u.moved
            planes[to + 9 * NOWHERE] = u.halted
            planes[to + 10 * NOWHERE] = u.fought
    for k in range(LEADERS):
        leader = s.leaders[k]
        if leader.hex < NOWHERE:
            to = at + (turned(leader.hex, rows) if top else leader.hex)
            if leader.side != side:
                to += SIDE_PLANES * NOWHERE
            planes[to + 11 * NOWHERE] = 1 + leader.marks
            planes[to + 12 * NOWHERE] = leader.ordered


@dialect
def turned_sides(bits: int) -> int:
    """Hexsides, one bit a direction, on a map that is turned round."""
    return ((bits << 3) | (bits >> 3)) & 63


@dialect
def worth_to(bits: int, side: int) -> int:
    """What a hex is worth to a side: the bits of the state, as the top side's stand; ground is worth it to both."""
    return ((bits >> side) & 21) | (bits & 64)


@dialect
def see_facts(s: State, side: int, facts: bytearray, at: int) -> None:
    """Write the facts of one battle, for a side, from a place on: those of the moment, of the sides, and the cards."""
    facts[at] = s.question
    facts[at + 1] = min(s.turn, LARGEST)
    facts[at + 2] = int(s.active == side)
    facts[at + 3] = s.card + 1
    facts[at + 4] = s.effect
    facts[at + 5] = s.given
    facts[at + 6] = s.deck_left
    facts[at + 7] = s.dice
    facts[at + 8] = s.rows
    for n in range(2):
        whose = side if n == 0 else 1 - side
        to = at + 9 + 7 * n
        facts[to] = s.banners[whose]
        facts[to + 1] = s.goal[whose]
        facts[to + 2] = s.tokens[whose]
        facts[to + 3] = s.held[whose]
        facts[to + 4] = s.command[whose]
        facts[to + 5] = s.units_of[whose]
        facts[to + 6] = s.last_card[whose] + 1
    for card in range(ask.MOST_CARDS):
        facts[at + HAND + card] = s.hand[side * ask.MOST_CARDS + card]
        facts[at + DISCARDS + card] = s.discards[card]


@dialect
def serve(
    b: list[State],
    lanes: list[Lane],
    what: int,
    count: int,
    answers: list[int],
    mt: list[int],
    rewards: list[float],
    masks: bytearray,
    offered: list[int],
    out: list[int],
    planes: bytearray,
    facts: bytearray,
) -> int:
    """The one door to the lanes: what is to be done with so many; the board after theirs is how battles begin.

    `mt` has the numbers of each lane, then the one that answers drawn at random go by. Returns the first lane with an
    answer that is not offered, or NONE.
    """
    if what == BEGIN:
        begin_lanes(b, lanes, count, mt, masks, offered, out)
    elif what == ANSWER:
        return answer_lanes(b, lanes, count, answers, mt, rewards, masks, offered, out)
    elif what == DRAW:
        draw_answers(lanes, count, offered, answers, mt, count * GENERATORS * ROOM)
    else:
        see_lanes(b, lanes, count, planes, facts)
    return NONE
