"""What must be true of every state, in the dialect of the rules: so that whole soaks can be checked at compiled speed.

`tests/invariants.py` knows more and is slower; the soak plays every n-th game under that.
"""

from __future__ import annotations

from hexillum.core import ask, column, kinds
from hexillum.core.hexes import HEXES, NOWHERE
from hexillum.core.state import DEPTH, DRAWN, FATED, GROUND, LEADERS, NONE, UNITS, WAITING, State
from hexillum.engine.playout import random_answer
from hexillum.engine.step import apply, legal

MOST_DICE = 12
WORDS = (
    "sound",
    "a unit has more blocks than it began with",
    "a unit without a hex has blocks, or one with a hex has none or too many",
    "a unit is not found on its hex",
    "a unit stands on closed ground",
    "a leader is not found on his hex",
    "a leader stands on closed ground",
    "a leader stands with an enemy unit",
    "a hex names a piece that is not there",
    "cards have come or gone",
    "the size of a hand or the deck is wrong",
    "more banners than pieces lost",
    "the banners and the outcome do not fit together",
    "the battle is over and something is asked",
    "an impossible number of dice",
    "nothing can be answered",
    "an answer is not in the action table",
    "an answer is offered twice",
    "a frame above the stack is not blank",
    "the battle does not end",
    "tokens were spent that nobody had, or twice in a turn",
    "a side holds banners for ground that it is not alone on",
)


def broken_units(s: State, first: State) -> int:
    there = 0
    for i in range(UNITS):
        u = s.units[i]
        if u.blocks > first.units[i].blocks:
            return 1
        if u.hex == NOWHERE:
            if u.blocks != 0 and u.waits != WAITING:
                return 2
        else:
            there += 1
            if u.blocks < 1 or u.blocks > u.full:
                return 2
            if s.unit_at[u.hex] != i:
                return 3
            if column.ENTERS[s.terrain[u.hex]] & column.WALKS[u.kind] == 0:
                return 4
    for hex in range(HEXES):
        if s.unit_at[hex] != NONE:
            there -= 1
    if there != 0:
        return 8
    return 0


def broken_leaders(s: State) -> int:
    there = 0
    for k in range(LEADERS):
        leader = s.leaders[k]
        if leader.hex != NOWHERE:
            there += 1
            if s.leader_at[leader.hex] != k:
                return 5
            if column.ENTERS[s.terrain[leader.hex]] & kinds.LEADER == 0:
                return 6
            i = s.unit_at[leader.hex]
            if i != NONE and s.units[i].side != leader.side:
                return 7
    for hex in range(HEXES):
        if s.leader_at[hex] != NONE:
            there -= 1
    if there != 0:
        return 8
    return 0


def broken_cards(s: State, first: State) -> int:
    deck = 0
    for card in range(ask.MOST_CARDS):
        now = s.deck[card] + s.hand[card] + s.hand[ask.MOST_CARDS + card] + s.discards[card]
        begun = first.deck[card] + first.hand[card] + first.hand[ask.MOST_CARDS + card] + first.discards[card]
        if now != begun or min(s.deck[card], s.hand[card], s.hand[ask.MOST_CARDS + card], s.discards[card]) < 0:
            return 9
        deck += s.deck[card]
    if deck != s.deck_left:
        return 10
    for side in range(2):
        held = 0
        for card in range(ask.MOST_CARDS):
            held += s.hand[side * ask.MOST_CARDS + card]
        if held != s.held[side]:
            return 10
    return 0


def plain_banners(first: State) -> bool:
    """Whether banners are won by eliminations alone: no camps, exits, waiting forces or sudden death."""
    for hex in range(HEXES):
        if first.worth[hex] != 0:
            return False
    for side in range(2):
        council = first.councils[side]
        if council.fatal != 0 or council.ambush != 0 or council.places != 0:
            return False
    for k in range(LEADERS):
        if first.leaders[k].waits != 0 or first.leaders[k].marks & FATED != 0:
            return False
    return True


def broken_banners(s: State, first: State) -> int:
    if not plain_banners(first):
        return 0
    for side in range(2):
        gone = 0
        for i in range(UNITS):
            if s.units[i].side != side and first.units[i].hex != NOWHERE and s.units[i].hex == NOWHERE:
                gone += 1
        for k in range(LEADERS):
            if s.leaders[k].side != side and first.leaders[k].hex != NOWHERE and s.leaders[k].hex == NOWHERE:
                gone += 1
        if s.banners[side] > gone:
            return 11
    top = s.banners[0] >= s.goal[0]
    bottom = s.banners[1] >= s.goal[1]
    if s.outcome == NONE and (top or bottom):
        return 12
    if (s.outcome == 0 and not top) or (s.outcome == 1 and not bottom):
        return 12
    if s.outcome == DRAWN and not (top and bottom):
        return 12
    return 0


def broken_tokens(s: State) -> int:
    for side in range(2):
        if s.tokens[side] < 0 or s.spent[side] < 0 or s.spent[side] > 1:
            return 20
    return 0


def broken_ground(s: State) -> int:
    """Only between moves and battles: while one of them runs the banners may not have been given back yet."""
    if s.depth > 0 or s.outcome != NONE:
        return 0
    for side in range(2):
        if s.councils[side].holds > 0:
            own, foe = 0, 0
            for i in range(UNITS):
                u = s.units[i]
                if u.hex != NOWHERE and s.worth[u.hex] & GROUND != 0:
                    if u.side == side:
                        own += 1
                    else:
                        foe += 1
            if own == 0 or foe > 0 or s.councils[side].holds != s.councils[side].ground:
                return 21
    return 0


def broken_question(s: State, out: list[int]) -> int:
    if s.outcome != NONE:
        if s.question == ask.OVER:
            return 0
        return 13
    if s.question == ask.ROLL:
        if s.dice >= 1 and s.dice <= MOST_DICE:
            return 0
        return 14
    n = legal(s, out)
    if n < 1:
        return 15
    for i in range(n):
        if out[i] < 0 or out[i] >= ask.ACTIONS:
            return 16
        for j in range(i):
            if out[i] == out[j]:
                return 17
    return 0


def broken_frames(s: State) -> int:
    for depth in range(s.depth + 1, DEPTH):
        f = s.frames[depth]
        if f.proc != 0 or f.step != 0 or f.unit != NONE or f.foe != NONE or f.hex != NOWHERE or f.count != 0:
            return 18
    return 0


def broken(s: State, first: State, out: list[int]) -> int:
    what = broken_units(s, first)
    if what == 0:
        what = broken_leaders(s)
    if what == 0:
        what = broken_cards(s, first)
    if what == 0:
        what = broken_banners(s, first)
    if what == 0:
        what = broken_question(s, out)
    if what == 0:
        what = broken_frames(s)
    if what == 0:
        what = broken_tokens(s)
    if what == 0:
        what = broken_ground(s)
    return what


def play_checked(s: State, first: State, rng: list[int], out: list[int], limit: int) -> int:
    """Play at random, checking after every answer; returns how many there were, or minus what broke."""
    n = 0
    while s.outcome == NONE:
        apply(s, random_answer(s, rng, out))
        n += 1
        what = broken(s, first, out)
        if what != 0:
            return -what
        if n > limit:
            return -19
    return n


CHECKS = (
    broken_units,
    broken_leaders,
    broken_cards,
    plain_banners,
    broken_banners,
    broken_question,
    broken_frames,
    broken_tokens,
    broken_ground,
    broken,
    play_checked,
)
