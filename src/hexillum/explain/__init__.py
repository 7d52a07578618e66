"""Why a line is refused: the rules that stand against it, in words of the game.

The offered list alone decides what is legal; this package is asked only afterwards, to say why. This is its door; each
part of a turn has its own room behind it.
"""

from __future__ import annotations

from ..battle.door import Battle, IllegalChoice
from ..battle.lines import Line
from ..core import ask
from ..core.rule import RULE_IDS
from .battles import advance, attack
from .movement import leaving, move, move_ended
from .not_asked import not_asked, token, unsupported
from .orders import order, placing
from .retreats import flight, path_ended, path_of_unit
from .words import Reason, in_force

__all__ = ["refusal", "move_ended", "path_ended"]


def refusal(battle: Battle, line: Line, text: str) -> IllegalChoice:
    """The refusal of a script line that is not offered now.

    >>> from hexillum.battle.lines import read_line
    >>> battle = Battle.start("akragas", seed=7)
    >>> refusal(battle, read_line("fire H4xC5"), "fire H4xC5").rules
    ('TURN-01',)
    """
    why, rules = _reason(battle, line)
    return IllegalChoice(why, in_force(battle.state, rules), battle.options)


def _reason(battle: Battle, line: Line) -> Reason:
    s = battle.state
    if battle.over:
        return "the battle is over", ("VB-03",)
    if line.verb in ("fire", "close") and s.question in (ask.BATTLE, ask.TARGET, ask.BONUS):
        return attack(s, line)
    if line.verb == "order" and s.question == ask.ORDER:
        return order(s, line)
    if line.verb == "move" and s.question in (ask.MOVE, ask.STEP):
        return leaving(s, line) if line.off else move(s, line)
    if line.verb == "place":
        return placing(battle, line)
    if line.verb == "to" and s.question in (ask.RETREAT, ask.EVADE_PATH):
        return path_of_unit(s, line)
    if line.verb == "to" and s.question == ask.LEADER:
        return flight(s, line)
    if line.verb in ("close", "card") and s.question in (ask.AMBUSH, ask.AMBUSHER):
        return "the ambush needs its card, and comes from a unit next to the one that has advanced", ("CARD-22",)
    if line.verb in ("token", "no token"):
        return token(battle, line)
    if line.verb == "keep" and s.question == ask.KEEP:
        return f"{line.name} is neither of the two cards drawn", ("CARD-23",)
    if line.verb == "card" and s.question in (ask.CARD, ask.FIRST_STRIKE):
        return f"{line.name} cannot be played now: it is not in the hand or not of use", ("TURN-02", "GAP-04")
    if line.verb == "done" and s.question == ask.BATTLE:
        return "warriors that moved two hexes must close combat while they can", ("FU-09",)
    if line.verb == "roll" and s.question == ask.ROLL:
        return f"{len(line.faces)} faces where {s.dice} dice are rolled", ("DICE-05", RULE_IDS[s.why])
    if line.verb == "advance" and s.question == ask.ADVANCE:
        return advance(s, line)
    if line.verb == "ignore" and s.question == ask.IGNORE:
        return f"at most {s.frames[s.depth].one} flags can be ignored here", ("BM-11", "BM-01", *unsupported(s))
    if line.verb == "trample":
        return "the rampage does not roll against that hex, or has already", ("RM-02", "GAP-26")
    return not_asked(battle, line)
