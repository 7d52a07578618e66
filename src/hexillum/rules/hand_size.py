"""Command that changes during the battle, and the cards that this brings or costs (SCEN-01, SCEN-02, SCEN-05)."""

from __future__ import annotations

from ..core import ask, column, event, proc, rule, steps
from ..core.frames import call, cite, draw, finish, note, pose
from ..core.hexes import NOWHERE
from ..core.state import NONE, Frame, State
from ..core.structs import dialect
from .cards import put_in_hand, refill
from .objectives import lose_ground


@dialect
def grow(s: State, side: int) -> None:
    """At the end of its first turns a side's command rises by one (SCEN-01)."""
    council = s.councils[side]
    if council.grown < council.growing and council.grown == s.turn // 2:
        council.grown += 1
        s.command[side] += 1
        cite(s, rule.SCEN_01)
        note(s, event.COMMAND, side, s.command[side], 0)


@dialect
def start_settlement(s: State) -> bool:
    """Between two moves or combats: begin to draw and discard what is due; returns whether anything is."""
    if s.councils[0].holds + s.councils[1].holds > 0:
        lose_ground(s)
    if s.councils[0].owed + s.councils[1].owed + s.councils[0].forfeit + s.councils[1].forfeit == 0:
        return False
    call(s, proc.SETTLEMENT, NONE, NONE)
    return True


@dialect
def settlement(s: State, f: Frame) -> None:
    """Cards lost with leaders are discarded by chance, cards won with banners are drawn, one after the other."""
    if f.step == steps.SETTLEMENT_DISCARDED:
        forfeit(s, f.mode, s.answer - ask.CARD_0)
    elif f.step == steps.SETTLEMENT_DRAWN:
        put_in_hand(s, f.mode, s.answer - ask.CARD_0, rule.SCEN_02)
    f.step = steps.SETTLEMENT_LOOKING
    for side in range(2):
        council = s.councils[side]
        f.mode = side
        if council.forfeit > 0:
            council.forfeit -= 1
            if s.held[side] > 0:
                f.step = steps.SETTLEMENT_DISCARDED
                pose(s, ask.CHANCE, ask.FORFEIT, NOWHERE, rule.SCEN_05)
            return
        if council.owed > 0:
            council.owed -= 1
            if refill(s):
                f.step = steps.SETTLEMENT_DRAWN
                draw(s, rule.SCEN_02)
            return
    finish(s)


@dialect
def forfeit(s: State, side: int, card: int) -> None:
    """A card leaves a hand without being played."""
    s.hand[side * ask.MOST_CARDS + card] -= 1
    s.held[side] -= 1
    s.discards[card] += 1
    cite(s, rule.SCEN_05)
    note(s, event.FORFEITED, side, card, 0)


@dialect
def legal_forfeits(s: State, f: Frame, out: list[int]) -> int:
    """The cards of the hand that loses one; each copy is as likely as any other."""
    n = 0
    for card in range(column.CARDS_FROM[s.edition], column.CARDS_END[s.edition]):
        if s.hand[f.mode * ask.MOST_CARDS + card] > 0:
            out[n] = ask.CARD_0 + card
            n += 1
    return n
