"""The vocabulary of the procedures: ask a side, roll dice, call another procedure, finish; and telling the log.

A running procedure is a frame on the stack of the state: which procedure, at which step, working on what. It stops
after each ask, roll, call and finish, and is taken up again when the answer is there.
"""

from __future__ import annotations

from typing import Final

from ..decisions import CHANCE, DRAW, ROLL
from ..hexes import NOWHERE
from ..records import dialect
from ..state import DEPTH, NONE, Frame, State

# Procedures, one for each chapter that needs to wait for answers.
TURN: Final = 1
DEAL: Final = 2
MARCH: Final = 3
CLOSE_COMBAT: Final = 4
RANGED_COMBAT: Final = 5
AT_LEADER: Final = 6
ATTACK: Final = 7
LOSSES: Final = 8
RETREAT: Final = 9
RAMPAGE: Final = 10
EVADE: Final = 11
FLIGHT: Final = 12
MIRE: Final = 13
SETTLEMENT: Final = 14
PLACEMENT: Final = 15
LAST: Final = PLACEMENT

# In which way a unit rolls at another.
FIRING: Final = 0
ATTACKING: Final = 1
BATTLING_BACK: Final = 2
STRIKING_FIRST: Final = 3
AMBUSHING: Final = 4
SHOOTING_BACK: Final = 5


@dialect
def cite(s: State, why: int) -> None:
    """Tell the log which rule is being applied; nothing once compiled."""
    if s.log is not None:
        s.log.cite(why)


@dialect
def note(s: State, kind: int, a: int, b: int, c: int) -> None:
    """Tell the log what happened; nothing once compiled."""
    if s.log is not None:
        s.log.note(kind, a, b, c)


@dialect
def ask(s: State, who: int, question: int, subject: int, why: int) -> None:
    """Wait for a side's answer to a question about a hex, asked by a rule."""
    s.who = who
    s.question = question
    s.subject = subject
    s.why = why
    s.dice = 0


@dialect
def roll(s: State, dice: int, subject: int, why: int) -> None:
    """Wait for so many dice."""
    ask(s, CHANCE, ROLL, subject, why)
    s.dice = dice


@dialect
def draw(s: State, why: int) -> None:
    """Wait for a card from the deck."""
    ask(s, CHANCE, DRAW, NOWHERE, why)


@dialect
def call(s: State, proc: int, unit: int, foe: int) -> Frame:
    """Start a procedure on top of the running one."""
    s.depth += 1
    if s.depth >= DEPTH:
        raise IndexError("procedure stack overflow")
    f = s.frames[s.depth]
    f.proc = proc
    f.unit = unit
    f.foe = foe
    return f


@dialect
def finish(s: State) -> None:
    """End the running procedure and leave its frame blank; the one below goes on."""
    f = s.frames[s.depth]
    f.proc = 0
    f.step = 0
    f.unit = NONE
    f.foe = NONE
    f.hex = NOWHERE
    f.mode = 0
    f.count = 0
    f.hits = 0
    f.spared = 0
    f.banners = 0
    f.one = NOWHERE
    f.two = NOWHERE
    f.three = NOWHERE
    s.depth -= 1


@dialect
def faces(s: State, face: int) -> int:
    """How many dice of the roll that was just answered show a face."""
    return (s.answer >> (4 * face)) & 15
