"""Which procedures can be running, and what each may hold and ask: the part of a state that says where a battle is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from ..core import ask, hexes, proc, steps
from ..core.cards import CARDS
from ..core.rows import EDITIONS
from ..core.state import HALF_UNITS, LEADERS, NONE, UNITS, Frame, State
from ..core.structs import fields
from ..core.terrain import OFF_BOARD
from ..rules.leaders import LONGEST_FLIGHT, PATH_LEAVES
from .spelling import PROCEDURE, STEPS

FLAGS_MOST: Final = 3 * ask.MOST_DICE  # hexes of a retreat

#: The question that each step waits with. A roll is asked about a hex, all others by `_asked`.
WAITS: Final = {
    (proc.TURN, steps.TURN_CARD_ANSWERED): ask.CARD,
    (proc.TURN, steps.TURN_SECTION_ANSWERED): ask.SECTION,
    (proc.TURN, steps.TURN_DICE_ROLLED): ask.ROLL,
    (proc.TURN, steps.TURN_RALLY_ANSWERED): ask.RALLY,
    (proc.TURN, steps.TURN_ORDER_ANSWERED): ask.ORDER,
    (proc.TURN, steps.TURN_INSPIRATION_ANSWERED): ask.INSPIRATION,
    (proc.TURN, steps.TURN_MOVE_ANSWERED): ask.MOVE,
    (proc.TURN, steps.TURN_BATTLE_ANSWERED): ask.BATTLE,
    (proc.TURN, steps.TURN_TARGET_ANSWERED): ask.TARGET,
    (proc.TURN, steps.TURN_LEADER_ANSWERED): ask.MOVE_A_LEADER,
    (proc.TURN, steps.TURN_DRAWN): ask.DRAW,
    (proc.TURN, steps.TURN_KEEP_ANSWERED): ask.KEEP,
    (proc.DEAL, steps.DEAL_DEALT): ask.DRAW,
    (proc.MARCH, steps.MARCH_STEPPED): ask.STEP,
    (proc.CLOSE_COMBAT, steps.CLOSE_STRIKE_ANSWERED): ask.FIRST_STRIKE,
    (proc.CLOSE_COMBAT, steps.CLOSE_EVADE_ANSWERED): ask.EVADE,
    (proc.CLOSE_COMBAT, steps.CLOSE_PARTHIAN_ANSWERED): ask.PARTHIAN,
    (proc.CLOSE_COMBAT, steps.CLOSE_ADVANCE_ANSWERED): ask.ADVANCE,
    (proc.CLOSE_COMBAT, steps.CLOSE_AMBUSH_ANSWERED): ask.AMBUSH,
    (proc.CLOSE_COMBAT, steps.CLOSE_AMBUSHER_ANSWERED): ask.AMBUSHER,
    (proc.CLOSE_COMBAT, steps.CLOSE_BONUS_ANSWERED): ask.BONUS,
    (proc.CLOSE_COMBAT, steps.CLOSE_BACK_ANSWERED): ask.BACK,
    (proc.AT_LEADER, steps.AT_LEADER_BONUS_ANSWERED): ask.BATTLE_BONUS,
    (proc.AT_LEADER, steps.AT_LEADER_ROLLED): ask.ROLL,
    (proc.ATTACK, steps.ATTACK_BONUS_ANSWERED): ask.BATTLE_BONUS,
    (proc.ATTACK, steps.ATTACK_ROLLED): ask.ROLL,
    (proc.ATTACK, steps.ATTACK_BRAVERY_ANSWERED): ask.BRAVERY,
    (proc.ATTACK, steps.ATTACK_DECIDED): ask.IGNORE,
    (proc.LOSSES, steps.LOSSES_CHECKED): ask.ROLL,
    (proc.RETREAT, steps.RETREAT_GONE_TO): ask.RETREAT,
    (proc.RAMPAGE, steps.RAMPAGE_CHOSEN): ask.TRAMPLE,
    (proc.RAMPAGE, steps.RAMPAGE_ROLLED): ask.ROLL,
    (proc.EVADE, steps.EVADE_GONE_TO): ask.EVADE_PATH,
    (proc.FLIGHT, steps.FLIGHT_CHOSEN): ask.LEADER,
    (proc.FLIGHT, steps.FLIGHT_ESCAPING): ask.ROLL,
    (proc.MIRE, steps.MIRE_ROLLED): ask.ROLL,
    (proc.SETTLEMENT, steps.SETTLEMENT_DISCARDED): ask.FORFEIT,
    (proc.SETTLEMENT, steps.SETTLEMENT_DRAWN): ask.DRAW,
    (proc.PLACEMENT, steps.PLACEMENT_PIECE_ANSWERED): ask.PIECE,
    (proc.PLACEMENT, steps.PLACEMENT_PLACE_ANSWERED): ask.PLACE,
}
_SETTLES: Final = (proc.SETTLEMENT,)
#: The procedures that each step has called while they run.
CALLS: Final = {
    (proc.TURN, steps.TURN_BEGINNING): (proc.DEAL, proc.PLACEMENT),
    (proc.TURN, steps.TURN_MOVING): (proc.MARCH, proc.PLACEMENT, *_SETTLES),
    (proc.TURN, steps.TURN_BATTLING): (proc.CLOSE_COMBAT, proc.RANGED_COMBAT, proc.AT_LEADER, *_SETTLES),
    (proc.TURN, steps.TURN_CLOSING): (proc.MARCH, *_SETTLES),
    (proc.TURN, steps.TURN_DRAWING): (proc.MARCH, *_SETTLES),
    (proc.PLACEMENT, steps.PLACEMENT_NEXT): (proc.DEAL, proc.PLACEMENT),
    (proc.MARCH, steps.MARCH_MIRED): (proc.MIRE,),
    (proc.CLOSE_COMBAT, steps.CLOSE_STRUCK): (proc.ATTACK,),
    (proc.CLOSE_COMBAT, steps.CLOSE_ROLLED): (proc.ATTACK,),
    (proc.CLOSE_COMBAT, steps.CLOSE_SHOT_BACK): (proc.ATTACK,),
    (proc.CLOSE_COMBAT, steps.CLOSE_RIDING_ON): (proc.ATTACK,),
    (proc.CLOSE_COMBAT, steps.CLOSE_ADVANCE_MADE): (proc.MIRE,),
    (proc.CLOSE_COMBAT, steps.CLOSE_BONUS_OFFERED): (proc.MIRE,),
    (proc.CLOSE_COMBAT, steps.CLOSE_OVER): (proc.ATTACK, proc.EVADE, proc.CLOSE_COMBAT, proc.AT_LEADER),
    (proc.RANGED_COMBAT, steps.RANGED_OVER): (proc.ATTACK,),
    (proc.AT_LEADER, steps.AT_LEADER_OVER): (proc.FLIGHT,),
    (proc.ATTACK, steps.ATTACK_HURT): (proc.LOSSES,),
    (proc.ATTACK, steps.ATTACK_RAMPAGED): (proc.RAMPAGE,),
    (proc.ATTACK, steps.ATTACK_OVER): (proc.RETREAT,),
    (proc.LOSSES, steps.LOSSES_FLOWN): (proc.FLIGHT,),
    (proc.RETREAT, steps.RETREAT_STUCK): (proc.MIRE,),
    (proc.RETREAT, steps.RETREAT_CRUSHED): (proc.LOSSES,),
    (proc.RETREAT, steps.RETREAT_OVER): (proc.LOSSES, proc.MIRE),
    (proc.RAMPAGE, steps.RAMPAGE_CHOOSING): (proc.FLIGHT, proc.LOSSES),
    (proc.EVADE, steps.EVADE_OVER): (proc.MIRE,),
    (proc.FLIGHT, steps.FLIGHT_MIRED): (proc.MIRE,),
    (proc.MIRE, steps.MIRE_OVER): (proc.LOSSES,),
}
_AFTER_ADVANCE: Final = (
    steps.CLOSE_ADVANCE_MADE,
    steps.CLOSE_AMBUSH_ANSWERED,
    steps.CLOSE_AMBUSHER_ANSWERED,
    steps.CLOSE_RIDING_ON,
    steps.CLOSE_BONUS_OFFERED,
    steps.CLOSE_BONUS_ANSWERED,
)


class Impossible(ValueError):
    """A state that cannot be; `part` is the part of a position that says so, such as "units 3"."""

    def __init__(self, part: str, message: str) -> None:
        super().__init__(message)
        self.part = part


def check_procedures(s: State) -> None:
    """Raises Impossible unless the running procedures called each other, and wait with the pending question.

    >>> from hexillum.battle.door import Battle
    >>> check_procedures(Battle.start("akragas", seed=7).state)
    """
    running = s.frames[: s.depth + 1]
    for d, f in enumerate(s.frames):
        _frame(s, d, f)
    if s.outcome != NONE:
        return
    for d, (caller, called) in enumerate(pairwise(running), 1):
        again = called.proc == caller.proc == proc.CLOSE_COMBAT and (caller.count, called.count) != (0, 1)
        of_leader = caller.proc == proc.MIRE and caller.mode == 1
        if again or of_leader or called.proc not in CALLS.get((caller.proc, caller.step), ()):
            raise Impossible(f"frames {d}", "the running procedures are impossible")
    if s.question == ask.NOTHING:
        if running:
            raise Impossible("question", "the pending question is impossible: procedures run, and nothing is asked")
        return
    if not running or WAITS.get((running[-1].proc, running[-1].step)) != s.question:
        raise Impossible("question", "the pending question is impossible: the last procedure does not ask it")
    _asked(s, running[-1])
    _scouted(s, running[0])


def _frame(s: State, d: int, f: Frame) -> None:
    """See that a frame holds what its procedure needs, and nothing where none runs."""
    part = f"frames {d}"
    if d > s.depth:
        blank = Frame()
        blank.unit = blank.foe = NONE
        blank.hex = blank.one = blank.two = blank.three = hexes.NOWHERE
        if f != blank:
            raise Impossible(part, f"frame {d} is impossible: only {s.depth + 1} procedures run")
        return
    if not 1 <= f.proc <= proc.LAST or (f.proc == proc.TURN) != (d == 0):
        raise Impossible(part, "the running procedures are impossible")
    wrong = "its step" if not 0 <= f.step < len(STEPS[PROCEDURE.write(f.proc)]) else next(_wrong_fields(s, f), "")
    if wrong:
        raise Impossible(part, f"frame {d} is impossible: {wrong}")


def _wrong_fields(s: State, f: Frame) -> Iterator[str]:
    """What is wrong with the fields of a frame, in words; nothing where they are what its procedure needs."""
    for name in fields(Frame):
        if name in ("proc", "step"):
            continue
        value = getattr(f, name)
        sort = HOLDS[f.proc].get(name, _BLANK[name])
        if sort == "piece":
            sort = "leader" if f.mode else "unit"
        elif sort == "other":
            sort = "any?" if f.step == steps.CLOSE_OVER else "unit?" if f.step in _AFTER_ADVANCE else "leader?"
        if not _fits(s, sort, value):
            yield f"{name} is not {_WORDS.get(sort, f'a number from 0 to {sort}')}"
    if f.proc == proc.FLIGHT:
        path = (f.one, f.two, f.three)
        if any((hex == hexes.NOWHERE) != (n >= f.count) for n, hex in enumerate(path)) or f.spared > f.count:
            yield "its path"
    if f.proc == proc.LOSSES and f.mode == 1 and f.foe == NONE:
        yield "nobody is due"


def _fits(s: State, sort: str | int, value: int) -> bool:
    """Whether a field of a frame holds what it should."""
    if isinstance(sort, int):
        return 0 <= value <= sort
    if sort == "crushed?" and value in (NONE, hexes.NOWHERE):
        return True
    if sort.endswith("?") and value == (hexes.NOWHERE if sort in _OR_NOWHERE else NONE):
        return True
    what = sort.rstrip("?")
    if what == "any":
        return 0 <= value < UNITS
    if what in ("unit", "crushed"):
        return 0 <= value < UNITS and value % HALF_UNITS < s.units_of[value // HALF_UNITS]
    if what == "leader":
        return 0 <= value < LEADERS
    if what == "hex":
        return 0 <= value < hexes.NOWHERE and s.terrain[value] != OFF_BOARD
    if what == "path":
        return value == PATH_LEAVES or _fits(s, "hex", value)
    if what == "card":
        return value in CARDS.of[EDITIONS[s.edition]].values()
    if what == "number":
        return 0 <= value <= ask.MOST_DICE
    if what == "waiting":
        return ask.PIECE_0 <= value <= ask.LEADER_PIECE
    return value == {"nobody": NONE, "nowhere": hexes.NOWHERE}.get(what)


_OR_NOWHERE: Final = ("hex?", "path?", "card?", "number?")
_WORDS: Final = {
    "unit": "a unit",
    "unit?": "a unit or nobody",
    "any?": "a unit, a leader or nobody",
    "crushed?": "a unit or nobody",
    "leader": "a leader",
    "leader?": "a leader or nobody",
    "hex": "a hex of the board",
    "hex?": "a hex of the board or nowhere",
    "path?": "a hex of the board or nowhere",
    "card?": "a card or none",
    "number?": "a number or none",
    "waiting?": "a waiting piece or none",
    "nobody": "empty",
    "nowhere": "empty",
    0: "0",
}
_BLANK: Final[dict[str, str | int]] = {
    **dict.fromkeys(("unit", "foe"), "nobody"),
    **dict.fromkeys(("hex", "one", "two", "three"), "nowhere"),
    **dict.fromkeys(("mode", "count", "hits", "spared", "banners"), 0),
}
#: What the fields of a frame hold, by procedure (`core.legend`): a sort of thing, with ? where there may be none, or
#: the most of a count. All others are blank.
HOLDS: Final[dict[int, dict[str, str | int]]] = {
    proc.TURN: {"unit": "unit?", "mode": 1, "count": 1, "one": "card?", "two": "card?"},
    proc.DEAL: {"mode": 1},
    proc.MARCH: {"unit": "piece", "mode": 1, "hex": "hex", "count": 12, "one": "hex?"},
    proc.CLOSE_COMBAT: {
        **{"unit": "unit", "foe": "unit?", "hex": "hex", "mode": proc.SHOOTING_BACK, "count": 6, "spared": 1},
        **{"one": "hex", "two": "other", "three": "hex?"},
    },
    proc.RANGED_COMBAT: {"unit": "unit", "foe": "unit", "hex": "hex"},
    proc.AT_LEADER: {"unit": "unit", "foe": "leader", "hex": "hex", "mode": proc.SHOOTING_BACK},
    proc.ATTACK: {
        **{"unit": "unit", "foe": "unit", "hex": "hex?", "mode": proc.SHOOTING_BACK, "count": 1},
        **{"hits": FLAGS_MOST, "spared": FLAGS_MOST, "banners": ask.MOST_DICE, "one": "number?"},
    },
    proc.LOSSES: {"unit": "unit", "foe": "leader?", "hex": "hex?", "mode": 1, "count": FLAGS_MOST},
    proc.RETREAT: {
        **{"unit": "unit", "hex": "hex?", "mode": 1, "count": FLAGS_MOST, "hits": FLAGS_MOST},
        **{"one": "crushed?", "two": "crushed?"},
    },
    proc.RAMPAGE: {"unit": "unit", "hex": "hex?", "hits": 63},
    proc.EVADE: {"unit": "unit", "foe": "unit?", "mode": 1, "count": 6, "hits": 6},
    proc.FLIGHT: {
        **{"unit": "leader", "hex": "hex", **dict.fromkeys(("count", "hits", "spared"), LONGEST_FLIGHT)},
        **dict.fromkeys(("one", "two", "three"), "path?"),
    },
    proc.MIRE: {"unit": "piece", "mode": 1, "count": ask.MOST_DICE},
    proc.SETTLEMENT: {"mode": 1},
    proc.PLACEMENT: {"foe": "waiting?", "mode": 1, "count": 1},
}


def _asked(s: State, f: Frame) -> None:
    """See that the pending question is put to who has to answer it, about the hex that it is about."""
    who, hex = _put_to(s, f)
    if s.who != who:
        raise Impossible("who", "the pending question is impossible: another one has to answer it")
    if s.subject != hex or (hex != hexes.NOWHERE and s.terrain[hex] == OFF_BOARD):
        raise Impossible("subject", "the pending question is impossible: it is about another hex")
    if s.question in _FOR_TOKENS and s.tokens[who] < 1:
        raise Impossible("tokens", "the pending question is impossible: there is no token to spend")
    if s.question == ask.ADVANCE and any(u.hex == f.hex for u in s.units):
        raise Impossible(f"frames {s.depth}", "the pending question is impossible: the hex to advance to is taken")
    if s.question == ask.IGNORE and f.banners < f.one < hexes.NOWHERE:
        raise Impossible(f"frames {s.depth}", "the pending question is impossible: there are fewer flags to ignore")
    if (s.question == ask.ROLL) != (s.dice > 0):
        raise Impossible("dice", "the pending question is impossible: dice are rolled, or none")
    on_board = s.question not in _OF_NO_HEX and not (s.question == ask.ROLL and f.proc in (proc.LOSSES, proc.RAMPAGE))
    if on_board and f.proc != proc.TURN and f.proc in _PIECES and hexes.NOWHERE in (_hex_of(s, f, "unit"), hex):
        raise Impossible("subject", "the pending question is impossible: who is asked about has gone")


def _scouted(s: State, f: Frame) -> None:
    """See that the cards that a Scout has drawn so far are in the hand of whoever chooses between them (CARD-23)."""
    drawn = [f.one, f.two] if s.question == ask.KEEP else [f.one] if s.scouts == 2 else []
    for card in drawn:
        if card == hexes.NOWHERE or s.hand[ask.MOST_CARDS * s.active + card] < drawn.count(card):
            raise Impossible("frames 0", "frame 0 is impossible: its cards are not in the hand")


_FOR_TOKENS: Final = (*ask.TOKEN_WORDS, ask.INSPIRATION)
_OF_NO_HEX: Final = (ask.DRAW, ask.FORFEIT, ask.PIECE, ask.PLACE)
_PIECES: Final = (
    proc.MARCH,
    proc.CLOSE_COMBAT,
    proc.AT_LEADER,
    proc.ATTACK,
    proc.RETREAT,
    proc.EVADE,
    proc.FLIGHT,
    proc.MIRE,
)
_OF_FOE: Final = (ask.FIRST_STRIKE, ask.EVADE, ask.PARTHIAN, ask.BACK, ask.BRAVERY, ask.IGNORE)
_OF_ENEMY: Final = (ask.AMBUSH, ask.AMBUSHER, ask.TRAMPLE)


def _put_to(s: State, f: Frame) -> tuple[int, int]:
    """Who answers the pending question, and the hex that it is about."""
    q = s.question
    if q == ask.ROLL:
        if f.proc == proc.TURN:
            return ask.CHANCE, hexes.NOWHERE
        if f.proc in (proc.LOSSES, proc.RAMPAGE):
            return ask.CHANCE, f.hex
        if f.proc == proc.FLIGHT:
            return ask.CHANCE, (f.one, f.two, f.three)[max(0, min(f.spared, LONGEST_FLIGHT) - 1)]
        return ask.CHANCE, _hex_of(s, f, "unit")
    if q in (ask.DRAW, ask.FORFEIT):
        return ask.CHANCE, hexes.NOWHERE
    if q in (ask.PIECE, ask.PLACE):
        return f.mode, hexes.NOWHERE
    if q == ask.STEP:
        return s.active, f.hex
    if f.proc == proc.TURN:
        return s.active, _hex_of(s, f, "unit") if q == ask.TARGET else hexes.NOWHERE
    if q in _OF_FOE:
        return s.units[max(f.foe, 0)].side, _hex_of(s, f, "foe")
    if f.proc == proc.FLIGHT:
        return s.leaders[f.unit].side, s.leaders[f.unit].hex
    side = s.units[f.unit].side
    return 1 - side if q in _OF_ENEMY else side, _hex_of(s, f, "unit")


def _hex_of(s: State, f: Frame, name: str) -> int:
    """Where the unit or leader of a frame stands."""
    value: int = getattr(f, name)
    if value == NONE:
        return hexes.NOWHERE
    of_leader = name == "unit" and (f.proc == proc.FLIGHT or (f.proc in (proc.MARCH, proc.MIRE) and f.mode == 1))
    return s.leaders[value].hex if of_leader else s.units[value].hex
