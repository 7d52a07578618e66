"""Why a line is refused: the rules that stand against it, in words of the game.

The offered list alone decides what is legal; this package is asked only afterwards, to say why. This is its door; each
part of a turn has its own room behind it.
"""

from __future__ import annotations

from ..battle.door import Battle, IllegalChoice
from ..battle.lines import Line
from ..battle.prompts import dice_rolled
from ..core import ask, legend
from ..core.cards import CARDS
from ..core.rule import RULE_IDS
from .battles import advance, attack
from .combats import unsupported
from .movement import leaving, move, move_ended
from .not_asked import not_asked, token
from .orders import instead, order, placing, rally
from .retreats import flight, path_ended, path_of_unit
from .words import Reason, in_force

__all__ = ["refusal", "move_ended", "path_ended"]


def refusal(battle: Battle, line: Line, text: str, made: int = 0) -> IllegalChoice:
    """The refusal of a script line that is not offered now, or no farther than the hexes of its path that are `made`.

    `text` is the line as it was written. Nothing is raised: the refusal is returned, with a sentence, the ids of the
    rules against the line under their numbers in the edition, and what is offered.

    >>> from hexillum.battle.lines import read_line
    >>> battle = Battle.start("akragas", seed=7)
    >>> refusal(battle, read_line("fire H4xC5"), "fire H4xC5").rules
    ('TURN-01',)
    """
    why, rules = _reason(battle, line, made)
    return IllegalChoice(why, in_force(battle.state, rules), battle.options)


def _reason(battle: Battle, line: Line, made: int) -> Reason:
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
        return path_of_unit(s, line, made)
    if line.verb == "to" and s.question == ask.LEADER:
        return flight(s, line)
    if line.verb in ("close", "card") and s.question in (ask.AMBUSH, ask.AMBUSHER):
        return "the ambush needs its card, and comes from a unit next to the one that has advanced", ("CARD-22",)
    if line.verb in ("token", "no token"):
        return token(battle, line)
    if line.verb == "keep" and s.question == ask.KEEP:
        return f"{line.name} is neither of the two cards drawn", ("CARD-23",)
    if line.verb == "card" and s.question == ask.CARD:
        return f"{line.name.split()[0]} is not in the hand", ("TURN-02",)
    if line.verb == "card" and s.question == ask.SECTION and line.name.split()[0] == CARDS[s.card].key:
        return f"no leader stands in the section of {line.name}", ("CARD-08", "ORD-10")
    if line.verb == "card" and s.question == ask.FIRST_STRIKE:
        return f"{line.name} is not in the hand, or does not answer an attack", ("GAP-04", "CARD-14")
    if line.verb == "draw" and s.question == ask.DRAW:
        return f"no {line.name} is left in the deck", (RULE_IDS[s.why],)
    if line.verb == "discard" and s.question == ask.FORFEIT:
        return f"{line.name} is not in the hand that loses a card", (RULE_IDS[s.why],)
    if line.verb == "rally" and s.question == ask.RALLY:
        return rally(s, line)
    if line.verb == "instead" and s.question in (ask.ORDER, ask.SECTION):
        return instead(s)
    if line.verb == "done" and s.question == ask.BATTLE:
        return "warriors that moved two hexes must close combat while they can", ("FU-09",)
    if line.verb == "roll" and s.question == ask.ROLL:
        shown = f"{len(line.faces)} {'face' if len(line.faces) == 1 else 'faces'}"
        return f"{shown} where {dice_rolled(s.dice)}", ("DICE-05", RULE_IDS[s.why])
    if line.verb == "advance" and s.question == ask.ADVANCE:
        return advance(s, line)
    if line.verb == "ignore" and s.question == ask.IGNORE:
        f = s.frames[s.depth]
        most = legend.ignorable_flags(f)
        many = "flag" if most == 1 else "flags"
        return f"at most {most} {many} can be ignored here", ("BM-11", "BM-01", *unsupported(s, f))
    if line.verb == "trample" and s.question == ask.TRAMPLE:
        return "the rampage does not roll against that hex, or has already", ("RM-02", "GAP-26")
    return not_asked(battle, line)
