"""Command that changes during the battle, and the cards that this brings or costs (SCEN-01, SCEN-02, SCEN-05)."""

from __future__ import annotations

from typing import Final

from ..decisions import CARD_0, CHANCE, FORFEIT, MOST_CARDS
from ..edition import CARD_KINDS
from ..events import COMMAND, FORFEITED
from ..hexes import NOWHERE
from ..records import dialect
from ..state import NONE, Frame, State
from .cards import put_in_hand, refill
from .frames import SETTLEMENT, ask, call, cite, draw, finish, note
from .ids import SCEN_01, SCEN_02, SCEN_05
from .objectives import lose_ground

LOOKING: Final = 0
DISCARDED: Final = 1
DRAWN: Final = 2


@dialect
def grow(s: State, side: int) -> None:
    """At the end of its first turns a side's command rises by one (SCEN-01)."""
    council = s.councils[side]
    if council.grown < council.growing and council.grown == s.turn // 2:
        council.grown += 1
        s.command[side] += 1
        cite(s, SCEN_01)
        note(s, COMMAND, side, s.command[side], 0)


@dialect
def start_settlement(s: State) -> bool:
    """Between two moves or combats: begin to draw and discard what is due; returns whether anything is."""
    if s.councils[0].holds + s.councils[1].holds > 0:
        lose_ground(s)
    if s.councils[0].owed + s.councils[1].owed + s.councils[0].forfeit + s.councils[1].forfeit == 0:
        return False
    call(s, SETTLEMENT, NONE, NONE)
    return True


@dialect
def settlement(s: State, f: Frame) -> None:
    """Cards lost with leaders are discarded by chance, cards won with banners are drawn, one after the other."""
    if f.step == DISCARDED:
        forfeit(s, f.mode, s.answer - CARD_0)
    elif f.step == DRAWN:
        cite(s, SCEN_02)
        put_in_hand(s, f.mode, s.answer - CARD_0)
    f.step = LOOKING
    for side in range(2):
        council = s.councils[side]
        f.mode = side
        if council.forfeit > 0:
            council.forfeit -= 1
            if s.held[side] > 0:
                f.step = DISCARDED
                ask(s, CHANCE, FORFEIT, NOWHERE, SCEN_05)
            return
        if council.owed > 0:
            council.owed -= 1
            if refill(s):
                f.step = DRAWN
                draw(s, SCEN_02)
            return
    finish(s)


@dialect
def forfeit(s: State, side: int, card: int) -> None:
    """A card leaves a hand without being played."""
    s.hand[side * MOST_CARDS + card] -= 1
    s.held[side] -= 1
    s.discards[card] += 1
    cite(s, SCEN_05)
    note(s, FORFEITED, side, card, 0)


@dialect
def legal_forfeits(s: State, f: Frame, out: list[int]) -> int:
    """The cards of the hand that loses one; each copy is as likely as any other."""
    n = 0
    for card in range(CARD_KINDS):
        if s.hand[f.mode * MOST_CARDS + card] > 0:
            out[n] = CARD_0 + card
            n += 1
    return n
