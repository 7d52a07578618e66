"""Why a line is refused that nobody asks for now: what the turn or the battle waits for instead."""

from __future__ import annotations

from ..battle.door import Battle
from ..battle.lines import Line
from ..core import ask, column, event, proc
from ..core.rule import RULE_IDS
from ..core.state import State, base_of
from ..rules.movement import LEADER_AGAIN, NOT_AGAIN
from .combats import after_combat, in_combat, running
from .words import Reason, card_rule

#: Words that only a battle asks for.
_OF_BATTLE = (
    "fire",
    "close",
    "evade",
    "stand",
    "back",
    "no back",
    "advance",
    "hold",
    "ignore",
    "parthian",
    "no parthian",
)


def not_asked(battle: Battle, line: Line) -> Reason:
    """Why a line does not answer what the battle waits for, and what that is.

    >>> from hexillum.battle.lines import read_line
    >>> not_asked(Battle.start("akragas", seed=7), read_line("order H4"))
    ("'order' comes after the card: bottom must choose a card", ('TURN-01', 'TURN-02'))
    """
    why, rules = _reason(battle, line)
    return f"{why}: {battle.prompt()}", rules


def _reason(battle: Battle, line: Line) -> Reason:
    s, verb = battle.state, line.verb
    fighting = in_combat(s, verb)
    if fighting is not None:
        return fighting
    if verb == "trample" and base_of(s) == "ancients":
        return "no elephant rampages now", ("RM-01",)
    before = _before_the_battles(s, verb)
    if before is not None:
        return before
    if verb in ("move", "order", "card") and s.question in (ask.BATTLE, ask.TARGET, ask.BONUS):
        return f"'{verb}' comes before the battles", ("GEN-11" if verb == "move" else "", "TURN-01")
    if (
        verb in ("fire", "close", "move", "order", "done")
        and s.question in (ask.DRAW, ask.KEEP)
        and running(s)[0].proc == proc.TURN
    ):
        return "the turn ends with the draw", ("TURN-01", "TURN-03")
    if verb == "instead":
        return "'instead' comes right after the card", ("ORD-07",)
    return after_combat(battle, verb) or (f"'{verb}' is not asked for", (RULE_IDS[s.why],))


def _before_the_battles(s: State, verb: str) -> Reason | None:
    """Why a line comes too early or too late before the battles: card, orders, moves (TURN-01)."""
    if s.question == ask.CARD:
        if verb in ("order", "move", "instead", "rally"):
            return f"'{verb}' comes after the card", ("TURN-01", "TURN-02")
        if verb == "done":
            return "a card must be played in every turn", ("TURN-02",)
    if s.question in (ask.SECTION, ask.ORDER, ask.MOVE, ask.STEP):
        if verb == "card":
            return "the card of this turn has been played", ("TURN-01", "TURN-02")
        if verb == "move" and s.question in (ask.SECTION, ask.ORDER):
            return "'move' comes after the orders", ("TURN-01",)
        if verb == "order" and s.question in (ask.MOVE, ask.STEP) and s.again == NOT_AGAIN:
            return "'order' comes before the moves", ("TURN-01",)
    if verb in _OF_BATTLE and s.question in (ask.CARD, ask.SECTION, ask.ORDER, ask.MOVE, ask.STEP):
        moving = s.question in (ask.MOVE, ask.STEP)
        if moving and s.again == LEADER_AGAIN:
            return "the battles are over: a leader moves for a token", ("IA-06",)
        if moving and s.again != NOT_AGAIN:
            rule = card_rule(s) if column.CARD_MOVES_AGAIN[s.effect] else "TURN-01"
            return "the battles are over: units move once more", (rule, "TURN-01")
        return "no battle before the orders and moves are done", ("TURN-01", "GEN-11" if moving else "")
    return None


def token(battle: Battle, line: Line) -> Reason:
    """Why a token cannot be spent so now (chapter IA), and what the battle waits for.

    >>> from hexillum.battle.lines import read_line
    >>> token(Battle.start("dara", seed=7), read_line("token rally"))[1]
    ('IA-03', 'IA-05')
    """
    s = battle.state
    waits = battle.prompt()
    if base_of(s) == "ancients":
        return f"there are no tokens in Ancients: {waits}", (RULE_IDS[s.why],)
    wanted = {"battle-bonus": "IA-07", "bravery": "IA-08", "move-a-leader": "IA-06"}.get(line.name, "IA-03")
    procs = [f.proc for f in running(s)]
    if line.name == "battle-bonus" and proc.RANGED_COMBAT in procs:
        return f"no token adds a die to ranged combat: {waits}", ("RC-36", "IA-07")
    side = _spender(s, line.name)
    if line.verb == "token" and s.tokens[side] == 0:
        return f"{event.SIDE_NAMES[side]} has no token: {waits}", (wanted, "IA-02")
    if line.verb == "token" and s.spent[side]:
        return f"{event.SIDE_NAMES[side]} has spent its token for this turn: {waits}", ("IA-02", wanted)
    words = f"{line.verb} {line.name}".strip()
    return f"'{words}' is not asked for: {waits}", (wanted, "IA-05")


def _spender(s: State, name: str) -> int:
    """The side that a token would be spent by: whoever rolls, whoever was hit, or else the active side."""
    attack = next((f for f in running(s) if f.proc in (proc.ATTACK, proc.AT_LEADER)), None)
    if name == "battle-bonus" and attack is not None:
        return int(s.units[attack.unit].side)
    if name == "bravery" and attack is not None:
        return 1 - int(s.units[attack.unit].side)
    return s.active if s.who == ask.CHANCE or name not in ("battle-bonus", "bravery") else s.who
