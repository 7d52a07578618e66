"""What an attack would be, before anything is rolled: how many dice, and what each face does.

Found by walking the same rules on a copy: the attack is chosen, everybody gives the quiet answer, then the rules count
every face. How likely what is, `sheet` says.
"""

from __future__ import annotations

from typing import Final

from ..core import ask, column, event, hexes, proc
from ..core.dice import FACES, FLAG, roll_of
from ..core.event import Event, Log
from ..core.frames import note
from ..core.state import NONE, State
from ..engine.paths import unit_paths
from ..engine.tryout import answer, numbers_of, tried
from ..rules.dice import tally
from ..rules.morale import ignorable
from .sheet_types import Aim, Attack, How, Threat, Threatened

STEPS_MOST: Final = 12  # answers from the choice of a target to its roll, at most


def preview(state: State, number: int) -> Attack | None:
    """What answering with a number would roll, as the rules play it on a copy of a state.

    `number` is a legal answer to the pending question. Returns None where it starts no attack of the side that answers.

    >>> from hexillum.battle.door import Battle
    >>> battle = Battle.start("akragas", seed=7)
    >>> preview(battle.state, battle.numbers()[0]) is None
    True
    """
    s = state.copy()
    return first_roll(s, answer(s, number), state.who)


def first_roll(s: State, events: list[Event], attacker: int = NONE) -> Attack | None:
    """The first roll of the battle whose beginning is among `events`, walked to in a state, which is spoilt.

    `attacker` is a side that must not be asked for a target any more. Returns None where no roll comes.
    """
    may_evade = False
    begun = next((e for e in events if e.kind in (event.CLOSE, event.FIRE)), None)
    for _ in range(STEPS_MOST):
        if s.outcome != NONE or begun is None:
            return None
        if s.who == ask.CHANCE:
            break
        may_evade = may_evade or s.question == ask.EVADE
        if s.who == attacker and s.question == ask.TARGET:
            return None
        events = [*events, *answer(s, numbers_of(s)[0])]
    else:
        return None
    if begun is None or s.question != ask.ROLL or s.subject != begun.a or not 0 < s.dice <= 12:
        return None
    effects: dict[int, list[str]] = {event.HITS: [], event.SPARED: [], event.REROLLED: []}
    ignores = 0
    for face, letter in enumerate(FACES):
        for happened in shown(s, face):
            if happened.kind == event.FACE and happened.a == face and letter not in effects.get(happened.c, letter):
                effects[happened.c].append(letter)
            if happened.kind == event.FLAGS and face == FLAG:
                ignores = max(ignores, happened.c)
    rules = dict.fromkeys(rule for event in events for rule in event.rules)
    return {
        "from": hexes.name(begun.a),
        "hex": hexes.name(begun.b),
        "how": "fire" if begun.kind == event.FIRE else "close",
        "dice": s.dice,
        "hits": effects[event.HITS]
        + [letter for letter in effects[event.REROLLED] if letter not in effects[event.HITS]],
        "spared": effects[event.SPARED],
        "rerolls": effects[event.REROLLED],
        "may_evade": may_evade,
        "ignores": ignores,
        "rules": list(rules)[:8],
    }


def shown(s: State, face: int) -> list[Event]:
    """What happens at once where all dice of the first roll, which is due, show a face, by its number.

    The state stays as it is: a roll at a unit is counted by the rules' own tally, without a copy, and goes no farther
    than its flags.
    """
    roll = roll_of([face] * s.dice)
    f = s.frames[s.depth]
    if f.proc != proc.ATTACK:
        return answer(s.copy(), roll)
    u, foe, counted = s.units[f.unit], s.units[f.foe], f.copy()
    log = s.log = Log(s)
    s.answer = roll
    tally(s, counted, u, foe)
    if counted.banners > 0 and counted.count == 0:
        note(s, event.FLAGS, foe.hex, counted.banners, min(counted.banners, ignorable(s, foe, u, counted.mode)))
    s.answer, s.log = 0, None
    return log.close()


def aims(state: State, number: int) -> list[Aim]:
    """The attacks that choosing a unit to battle with leads to, each with the number that answers then.

    `number` is the answer that chooses the unit. Returns none where no choice of a target follows.
    """
    s = tried(state, number)
    if s.question != ask.TARGET or s.who != state.who:
        return []
    found = [(n, preview(s, n)) for n in numbers_of(s)]
    return [{**one, "number": n} for n, one in found if one is not None]


def threats(s: State, side: int) -> list[Threatened]:
    """For each unit of a side (0 top, 1 bottom), the enemy units that could come at it in their next turn.

    Ways are reckoned over the ground as it is, dice by the kinds of unit. Whether a card orders them is not asked; a
    piece in the way counts as it stands now. Units that nobody threatens are left out.
    """
    s = s.copy()
    foes = [(i, u) for i, u in enumerate(s.units) if u.side == 1 - side and u.hex != hexes.NOWHERE]
    out: dict[str, list[Threat]] = {}
    for i, u in foes:
        stops = {u.hex: 0, **{hex: len(path) for hex, path in unit_paths(s, i).items()}}
        for own in s.units:
            if own.side != side or own.hex == hexes.NOWHERE:
                continue
            target = own.hex
            close = any(
                hexes.distance(hex, target) == 1 and moved <= column.CLOSE_AFTER[u.kind] for hex, moved in stops.items()
            )
            fire = column.RANGE[u.kind] > 0 and any(
                hexes.distance(hex, target) <= column.RANGE[u.kind] and moved <= column.FIRE_AFTER[u.kind]
                for hex, moved in stops.items()
            )
            if close or fire:
                how: How = "close" if close else "fire"
                dice = column.CLOSE_DICE[u.kind] if close else 1
                out.setdefault(hexes.name(target), []).append({"hex": hexes.name(u.hex), "how": how, "dice": dice})
    return [{"hex": hex, "by": by} for hex, by in sorted(out.items())]
