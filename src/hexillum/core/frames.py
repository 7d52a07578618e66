"""The vocabulary of the procedures: ask a side, roll dice, call another procedure, finish; and telling the log.

A running procedure is a frame on the stack of the state: which procedure, at which step, working on what. It stops
after each ask, roll, call and finish, and is taken up again when the answer is there.
"""

from __future__ import annotations

from . import ask
from .hexes import NOWHERE
from .state import DEPTH, NONE, Frame, State
from .structs import dialect


@dialect
def cite(s: State, why: int) -> None:
    """Tell the log which rule makes the next line of this step happen; nothing once compiled."""
    if s.log is not None:
        s.log.cite(why)


@dialect
def note(s: State, kind: int, a: int, b: int, c: int) -> None:
    """Tell the log what happened; nothing once compiled."""
    if s.log is not None:
        s.log.note(kind, a, b, c)


@dialect
def forget(s: State) -> None:
    """Let the log forget what was cited without a line: it may not slide to the next one; nothing once compiled."""
    if s.log is not None:
        s.log.forget()


@dialect
def pose(s: State, who: int, question: int, subject: int, why: int) -> None:
    """Wait for a side's answer to a question about a hex, asked by a rule."""
    s.who = who
    s.question = question
    s.subject = subject
    s.why = why
    s.dice = 0


@dialect
def roll(s: State, dice: int, subject: int, why: int) -> None:
    """Wait for so many dice."""
    pose(s, ask.CHANCE, ask.ROLL, subject, why)
    s.dice = dice


@dialect
def draw(s: State, why: int) -> None:
    """Wait for a card from the deck."""
    pose(s, ask.CHANCE, ask.DRAW, NOWHERE, why)


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
