"""Why a line is refused that nobody asks for now: what the turn or the battle waits for instead."""

from __future__ import annotations

from collections.abc import Iterator

from ..battle.door import Battle
from ..battle.lines import Line
from ..core import ask, column, proc
from ..core.hexes import NEAR, NOWHERE
from ..core.rule import RULE_IDS
from ..core.state import NONE, State
from .words import Reason


def not_asked(battle: Battle, line: Line) -> Reason:
    """Why a line does not answer what the battle waits for.

    >>> from hexillum.battle.lines import read_line
    >>> not_asked(Battle.start("akragas", seed=7), read_line("move H4 G4"))
    ("'move' is not asked: bottom must choose a card", ('TURN-02',))
    """
    s = battle.state
    running = [proc for proc, _ in _procedures(s)]
    waits = battle.prompt()
    if proc.CLOSE_COMBAT in running or proc.RANGED_COMBAT in running or proc.AT_LEADER in running:
        rules = _in_battle(s, line, running)
        if rules:
            return f"'{line.verb}' is not asked: {waits}", rules
    if line.verb in ("fire", "close", "back", "evade", "advance") and s.question in (ask.CARD, ask.ORDER, ask.MOVE):
        return f"no battle before the orders and moves are done: {waits}", (
            "TURN-01",
            "GEN-11" if s.question == ask.MOVE else "",
        )
    if line.verb in ("move", "order", "card") and s.question in (ask.BATTLE, ask.TARGET, ask.BONUS):
        return f"'{line.verb}' comes before the battles: {waits}", ("GEN-11", "TURN-01") if line.verb == "move" else (
            "TURN-01",
        )
    return f"'{line.verb}' is not asked: {waits}", (RULE_IDS[s.why],)


def token(battle: Battle, line: Line) -> Reason:
    """Why a token cannot be spent so now."""
    s = battle.state
    waits = battle.prompt()
    wanted = {"battle-bonus": "IA-07", "bravery": "IA-08", "move-a-leader": "IA-06"}.get(line.name, "IA-03")
    if line.name == "battle-bonus" and proc.RANGED_COMBAT in [proc for proc, _ in _procedures(s)]:
        return f"no token adds a die to ranged combat: {waits}", ("RC-36", "IA-07")
    if s.who != ask.CHANCE and s.tokens[s.who] == 0:
        return f"no token is left: {waits}", ("IA-02", wanted)
    if s.who != ask.CHANCE and s.spent[s.who]:
        return f"one token has been spent in this turn: {waits}", ("IA-02", wanted)
    words = f"{line.verb} {line.name}".strip()
    return f"'{words}' is not asked: {waits}", (wanted, "IA-05", RULE_IDS[s.why])


def _in_battle(s: State, line: Line, running: list[int]) -> tuple[str, ...]:
    """Why a line is not asked for in the middle of a battle."""
    ranged = proc.RANGED_COMBAT in running
    modes = [s.frames[d].mode for p, d in _procedures(s) if p == proc.ATTACK]
    combat = next((s.frames[d] for p, d in _procedures(s) if p == proc.CLOSE_COMBAT), None)
    back = proc.BATTLING_BACK in modes
    if line.verb in ("fire", "close", "done", "order"):
        return ("GEN-04", "GEN-08")
    if line.verb == "move":
        return ("GEN-11", "GEN-04")
    if line.verb in ("parthian", "no parthian"):
        return ("PS-01", "PS-02")
    if line.verb in ("evade", "stand"):
        if ranged:
            return ("RC-12",)
        if proc.AMBUSHING in modes:
            return ("EV-04", "CARD-22")
        if back:
            return ("EV-03",)
        if proc.STRIKING_FIRST in modes:
            return ("GAP-04", "EV-04")
        if combat is not None:
            foe = s.units[combat.foe]
            able = column.EVADES[foe.kind] & column.FOE[s.units[combat.unit].kind]
            return ("EV-21", "EV-20", "EV-01") if able else (RULE_IDS[column.EVADE_RULE[foe.kind]], "EV-01")
    if line.verb in ("back", "no back"):
        return ("RC-11",) if ranged else ("BB-06",) if back else ("BB-01", "BB-02", "EV-24")
    if line.verb in ("advance", "hold"):
        if proc.AT_LEADER in running:
            return ("MA-10",)
        if proc.AMBUSHING in modes:
            return ("MA-13", "CARD-22")
        if proc.STRIKING_FIRST in modes or (combat is not None and combat.mode == proc.STRIKING_FIRST):
            return ("MA-12", "MA-01")
        return ("MA-11",) if back else ("MA-01", "MA-09", "EV-25", "WM-05")
    if line.verb == "to":
        return ("RT-02", RULE_IDS[s.why])
    return ()


def _procedures(s: State) -> Iterator[tuple[int, int]]:
    """The procedures under way with their depths, the innermost first."""
    for depth in range(s.depth, -1, -1):
        yield s.frames[depth].proc, depth


def unsupported(s: State) -> tuple[str, ...]:
    """The rule that keeps a leader next to a unit with a leader of its own from supporting it (BM-08)."""
    u = s.units[s.frames[s.depth].foe]
    if s.law.support_of_lone_leader_for_led or s.leader_at[u.hex] == NONE:
        return ()
    lone = [n for n in NEAR[u.hex] if n != NOWHERE and s.unit_at[n] == NONE and s.leader_at[n] != NONE]
    return ("BM-08",) if any(s.leaders[s.leader_at[n]].side == u.side for n in lone) else ()
