"""Why a line is refused that belongs to a combat: its step is not reached, is over, or does not come in this combat."""

from __future__ import annotations

from ..battle.door import Battle
from ..core import ask, column, event, hexes, kinds, legend, proc, steps
from ..core.battlefield import alive, has
from ..core.event import Event
from ..core.hexes import NEAR, NOWHERE
from ..core.kinds import KINDS
from ..core.rule import RULE_IDS
from ..core.state import NONE, Frame, State
from ..rules.evade import can_go_on
from ..rules.morale import frightened
from .words import Reason, unit_named

_SETTLED: Reason = ("how many flags are ignored is settled", ("BM-11",))
_NO_FLAG: Reason = ("no flag was rolled", ("RT-02",))


def running(s: State) -> list[Frame]:
    """The frames of the procedures under way, the innermost first.

    >>> running(Battle.start("akragas", seed=7).state)[0].proc == proc.TURN
    True
    """
    return [s.frames[depth] for depth in range(s.depth, -1, -1)]


def in_combat(s: State, verb: str) -> Reason | None:
    """Why the combat under way does not ask for a line with this verb; None where there is no combat or no such step.

    >>> from hexillum.notation.cases import read_nodes, read_setup
    >>> from hexillum.notation.script import play_line
    >>> setup = "{units: [bottom F5 auxilia 4, top E5 light-bow 4]}"
    >>> battle, _ = read_setup(next(read_nodes(setup, "example")), "ancients")
    >>> for text in ("close F5xE5", "stand"):
    ...     play_line(battle, text)
    >>> in_combat(battle.state, "evade")
    ('Light Bow Infantry E5 has chosen to stand', ('CC-07', 'EV-01', 'EV-02'))
    """
    stack = running(s)
    if not any(f.proc in (proc.CLOSE_COMBAT, proc.RANGED_COMBAT, proc.AT_LEADER) for f in stack):
        return None
    if verb in ("fire", "close", "done"):
        return "another combat must be finished first", ("GEN-04",)
    if verb in ("move", "order"):
        return f"'{verb}' comes before the battles", ("GEN-11" if verb == "move" else "TURN-01", "GEN-04")
    if verb in ("evade", "stand"):
        return _evade(s, stack)
    if verb in ("back", "no back"):
        return _back(s, stack)
    if verb in ("advance", "hold"):
        return _advance(s, stack)
    if verb in ("parthian", "no parthian"):
        return _parthian(s, stack)
    if verb == "ignore":
        return _ignore(s, stack)
    if verb == "to":
        return "nobody has to choose a path now", ("RT-02", RULE_IDS[s.why])
    return None


def _close_combat(stack: list[Frame]) -> Frame | None:
    """The close combat under way, if the combat is one."""
    return next((f for f in stack if f.proc == proc.CLOSE_COMBAT), None)


def _modes(stack: list[Frame]) -> list[int]:
    """In which ways units roll at each other now."""
    return [legend.way_of(f) for f in stack if f.proc == proc.ATTACK]


def _is_won(s: State, combat: Frame) -> bool:
    """Whether the defender has been eliminated or has left its hex."""
    if combat.foe == NONE:
        return True
    foe = s.units[combat.foe]
    return not alive(foe) or foe.hex != legend.vacated(combat)


def _evade(s: State, stack: list[Frame]) -> Reason:
    combat = _close_combat(stack)
    if any(f.proc == proc.AT_LEADER for f in stack):
        return "a leader who is alone has no choice: he evades when the roll has missed him", ("LE-02",)
    if combat is None:
        return "nobody evades ranged combat", ("RC-12",)
    if proc.AMBUSHING in _modes(stack):
        return "nobody evades an ambush", ("EV-04", "CARD-22")
    if proc.BATTLING_BACK in _modes(stack):
        return "nobody evades a battle back", ("EV-03",)
    if _is_won(s, combat):
        return "the evade is chosen before the dice", ("CC-07",)
    foe = s.units[combat.foe]
    who = unit_named(foe, legend.vacated(combat))
    if legend.asked_to_evade(combat):
        chosen = "evades already" if legend.evading(combat) else "has chosen to stand"
        return f"{who} {chosen}", ("CC-07", "EV-01", "EV-02")
    if proc.STRIKING_FIRST in _modes(stack):
        return "nobody evades a first strike", ("GAP-04", "EV-04")
    attacker = s.units[combat.unit]
    if not column.EVADES[foe.kind] & column.FOE[attacker.kind]:
        return f"{who} does not evade {KINDS[attacker.kind].name}", (RULE_IDS[column.EVADE_RULE[foe.kind]], "EV-01")
    if not can_go_on(s, foe, foe.hex):
        return f"{who} has no free hex behind it", ("EV-21",)
    if s.question == ask.FIRST_STRIKE:
        return "the first strike is asked for before the evade", ("GAP-04",)
    if legend.struck_first(combat):
        return "a unit that strikes first does not evade", ("GAP-04",)
    return f"{who} cannot evade two hexes", ("EV-19", "EV-23")


def _back(s: State, stack: list[Frame]) -> Reason:
    combat = _close_combat(stack)
    if any(f.proc == proc.AT_LEADER for f in stack):
        return "a leader who is alone does not battle back", ("GEN-10",)
    if combat is None:
        return "nobody battles back at ranged combat", ("RC-11",)
    if proc.AMBUSHING in _modes(stack):
        return "nobody battles back at an ambush", ("CARD-22",)
    if proc.BATTLING_BACK in _modes(stack):
        return "nobody battles back at a battle back", ("BB-06",)
    if legend.evading(combat):
        return "a unit that evades does not battle back", ("EV-24",)
    if _is_won(s, combat):
        return "the defender has left its hex", ("BB-02", "BB-01")
    if legend.struck_first(combat):
        return "a unit that struck first does not battle back", ("GAP-04", "CARD-22" if legend.is_bonus(combat) else "")
    return "the battle back comes when the attack is settled, if the defender still stands", ("BB-01", "BB-02")


def _advance(s: State, stack: list[Frame]) -> Reason:
    combat = _close_combat(stack)
    if any(f.proc == proc.AT_LEADER for f in stack):
        return "no advance follows an attack on a leader who is alone", ("MA-10",)
    if combat is None:
        return "no advance follows ranged combat", ("MA-01",)
    if proc.AMBUSHING in _modes(stack):
        return "no advance follows an ambush", ("MA-13", "CARD-22")
    if proc.BATTLING_BACK in _modes(stack):
        return "no advance follows a battle back", ("MA-11",)
    if proc.STRIKING_FIRST in _modes(stack):
        return "no advance follows a first strike", ("MA-12",)
    if legend.evading(combat):
        return "no advance follows an evade", ("MA-09", "EV-25")
    if combat.foe == NONE:
        return "the advance has been made", ("MA-02", "BC-01" if s.question == ask.BONUS else "")
    if has(s.units[combat.unit], kinds.NO_ADVANCE):
        return f"{unit_named(s.units[combat.unit], legend.attacks_from(combat))} never advances", ("WM-05",)
    if s.question == ask.BACK:
        return "the defender holds its hex", ("MA-01",)
    return "the attack is not settled", ("MA-01",)


def _parthian(s: State, stack: list[Frame]) -> Reason:
    combat = _close_combat(stack)
    if combat is None or combat.foe == NONE or not has(s.units[combat.foe], kinds.PARTHIAN_SHOT):
        return "only light bow cavalry shoots back", ("PS-01",)
    if not legend.evading(combat):
        return "only a unit that evades shoots back", ("PS-01",)
    return "the shot comes after the attack is rolled and before the evade", ("PS-02",)


def _ignore(s: State, stack: list[Frame]) -> Reason | None:
    if any(f.proc == proc.AT_LEADER for f in stack):
        return "flags do nothing to a leader who is alone", ("LC-13",)
    attack = next((f for f in stack if f.proc == proc.ATTACK), None)
    if attack is None and s.question in (ask.FIRST_STRIKE, ask.EVADE):
        return "the dice are not rolled yet", ("BM-11", "RT-01")
    if attack is None:
        return None
    if attack.count == 1:
        return "flags do nothing to a unit that evades", ("EV-05",)
    if attack.step in (steps.ATTACK_ROLLED, steps.ATTACK_BONUS_ANSWERED):
        return "the dice are not rolled yet", ("BM-11", "RT-01")
    if attack.step == steps.ATTACK_HURT:
        return "the losses are settled before the flags", ("RT-01", "BM-04")
    if attack.step == steps.ATTACK_BRAVERY_ANSWERED:
        return "the token is asked for first", ("IA-08",)
    return nothing_lets(s, attack) if attack.one == NOWHERE else _SETTLED


def nothing_lets(s: State, attack: Frame) -> Reason:
    """Nothing lets the target of an attack ignore a flag: the permissions that there are, and what keeps them away.

    `attack` is the frame of the attack (chapter BM).
    """
    foe = s.units[attack.foe]
    rules = ["BM-03", "BM-05"]
    if frightened(s, foe, s.units[attack.unit], attack.mode):
        rules.insert(0, "SCEN-09")
    if has(foe, kinds.NO_LEADER_HELP):
        rules.append("EL-18")
    if has(foe, kinds.NO_SUPPORT):
        rules.append("BM-09")
    return f"nothing lets {unit_named(foe, attack.hex)} ignore a flag", (*rules, *unsupported(s, attack))


def unsupported(s: State, attack: Frame) -> tuple[str, ...]:
    """The rule against the support of a lone leader next to a unit that has a leader of its own, if one stands there.

    The unit is the target in the frame of the attack; nothing where its edition allows that (BM-08).
    """
    u = s.units[attack.foe]
    if u.hex == NOWHERE or s.law.support_of_lone_leader_for_led or s.leader_at[u.hex] == NONE:
        return ()
    lone = [n for n in NEAR[u.hex] if n != NOWHERE and s.unit_at[n] == NONE and s.leader_at[n] != NONE]
    return ("BM-08",) if any(s.leaders[s.leader_at[n]].side == u.side for n in lone) else ()


def after_combat(battle: Battle, verb: str) -> Reason | None:
    """Why a combat that is over, or whose roll is settled, does not ask for a line with this verb; None for others.

    >>> battle = Battle.start("akragas", seed=7)
    >>> after_combat(battle, "advance"), after_combat(battle, "order")
    (('no combat has been won', ('MA-01',)), None)
    """
    last = _last_combat(battle)
    kinds: set[int] = {one.kind for one in last}
    if verb in ("advance", "hold"):
        return _advance_after(last, kinds)
    if verb in ("back", "no back"):
        return _back_after(last, kinds)
    if verb in ("evade", "stand"):
        if event.FIRE in kinds:
            return "nobody evades ranged combat", ("RC-12",)
        return "the evade is chosen when an attack is announced, before the dice", ("CC-07",)
    if verb == "ignore":
        flags = [one for one in last if one.kind == event.FLAGS]
        if event.EVADES in kinds:
            return "flags do nothing to a unit that evades", ("EV-05",)
        if not flags:
            return _NO_FLAG
        where = hexes.name(flags[-1].a)
        return _SETTLED if flags[-1].c else (f"nothing let the unit at {where} ignore a flag", ("BM-03", "BM-05"))
    if verb in ("parthian", "no parthian"):
        return "only light bow cavalry that evades shoots back", ("PS-01",)
    if verb == "to":
        return "nobody has to choose a path now", ("RT-02",)
    return None


def _last_combat(battle: Battle) -> list[Event]:
    """What has happened since the last attack of this turn was announced, a bonus combat being one of its own."""
    for i in range(len(battle.events) - 1, -1, -1):
        if battle.events[i].kind in (event.CLOSE, event.FIRE):
            return battle.events[i:]
        if battle.events[i].kind == event.TURN:
            break
    return []


def _at_lone_leader(last: list[Event], kinds: set[int]) -> bool:
    """Whether a combat went against a leader alone: he was lost or fled, and no unit lost a block or its hex."""
    lost = [one for one in last if one.kind == event.ELIMINATED]
    hurt = kinds & {event.LOST, event.RETREATED, event.BLOCKED} or any(one.c == 0 for one in lost)
    return not hurt and (event.FLED in kinds or bool(lost))


def _advance_after(last: list[Event], kinds: set[int]) -> Reason:
    if not last:
        return "no combat has been won", ("MA-01",)
    if event.FIRE in kinds:
        return "no advance follows ranged combat", ("MA-01",)
    if event.EVADES in kinds:
        return "no advance follows an evade", ("MA-09", "EV-25")
    if event.ADVANCED in kinds or event.HELD in kinds:
        return "the advance is settled", ("MA-02", "MA-03")
    if event.BACK in kinds:
        return "the defender held its hex, and a unit that battles back does not advance", ("MA-01", "MA-11")
    if event.STRIKES_FIRST in kinds and last[-1].kind != event.NO_BACK:
        return "a unit that strikes first does not advance, and the attacker has not won", ("MA-12", "MA-01")
    if _at_lone_leader(last, kinds):
        return "no advance follows an attack on a leader who is alone", ("MA-10",)
    if kinds & {event.RETREATED, event.ELIMINATED}:
        return "the unit never advances, or the ground does not allow it", ("MA-14", "WM-05")
    return "the defender held its hex", ("MA-01",)


def _back_after(last: list[Event], kinds: set[int]) -> Reason:
    if not last:
        return "nobody has been attacked", ("BB-01",)
    if event.FIRE in kinds:
        return "nobody battles back at ranged combat", ("RC-11",)
    if event.EVADES in kinds:
        return "a unit that evades does not battle back", ("EV-24",)
    if event.BACK in kinds:
        return "there is one battle back", ("BB-06",)
    if event.NO_BACK in kinds:
        return "the defender has chosen not to battle back", ("BB-07",)
    if event.STRIKES_FIRST in kinds:
        return "a unit that struck first does not battle back", ("GAP-04",)
    if _at_lone_leader(last, kinds):
        return "a leader who is alone does not battle back", ("GEN-10",)
    return "the defender has left its hex", ("BB-02", "BB-01")
