"""What can be: the checks that a state must pass before a battle goes on from it, whoever wrote it.

A state that passes has its numbers within their bounds, its pieces on the board of its edition, and a pending question
that the running procedures ask: it can be played to its end. Nothing here says that a battle has led there.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

from ..core import ask, column, hexes, proc, steps
from ..core.cards import CARDS, EFFECTS, PLAIN
from ..core.kinds import KINDS
from ..core.rows import EDITIONS, MOST_ROWS
from ..core.rule import RULE_IDS
from ..core.state import (
    BONUS_FOUGHT,
    DEPTH,
    DRAWN,
    ENTERED,
    HALF_LEADERS,
    HALF_UNITS,
    LEADERS,
    NO_PART,
    NONE,
    UNIT_MARKS,
    UNITS,
    WAITING,
    Frame,
    Leader,
    State,
    Unit,
    empty_state,
)
from ..core.structs import fields
from ..core.terrain import OFF_BOARD, TERRAINS
from ..rules.leaders import LONGEST_FLIGHT, PATH_LEAVES
from .spelling import PROCEDURE, STEPS

BLOCKS_MOST: Final = 9
MANY: Final = 60  # banners, tokens and the like, at most
CARDS_MOST: Final = 120  # in all hands and piles together
TURNS_MOST: Final = 30_000
FLAGS_MOST: Final = 3 * ask.MOST_DICE  # hexes of a retreat

#: The least and the most of the plain numbers of a state. Lists have the same bounds in every place.
_STATE: Final = {
    "depth": (NONE, DEPTH - 1),
    "turn": (0, TURNS_MOST),
    "active": (0, 1),
    "who": (0, 2),
    "question": (0, ask.KEEP),
    "subject": (0, hexes.NOWHERE),
    "why": (0, len(RULE_IDS) - 1),
    "dice": (0, ask.MOST_DICE),
    "outcome": (NONE, DRAWN),
    "card": (NONE, ask.MOST_CARDS - 1),
    "struck": (NONE, 1),
    "effect": (0, MOST_ROWS - 1),
    "section": (0, 7),
    "given": (0, MANY),
    "again": (0, 2),
    "scouts": (0, 2),
    "inspires": (0, 2),
    "firing": (0, 1),
    "reshuffle": (0, 1),
    "banners": (0, MANY),
    "tokens": (0, MANY),
    "spent": (0, MANY),
    "goal": (0, MANY),
    "command": (0, ask.MOST_DICE),
    "units_of": (0, HALF_UNITS),
    "last_card": (NONE, MOST_ROWS - 1),
    "last_section": (0, 7),
    "quota": (0, MANY),
    "slack": (0, MANY),
    "room": (0, 127),
    "hand": (0, CARDS_MOST),
    "deck": (0, CARDS_MOST),
    "discards": (0, CARDS_MOST),
    "terrain": (0, OFF_BOARD),
    "rampart": (0, 63),
    "worth": (0, 127),
}
_UNIT: Final = {
    "kind": (0, MOST_ROWS - 1),
    "hex": (0, hexes.NOWHERE),
    "blocks": (0, BLOCKS_MOST),
    "full": (0, BLOCKS_MOST),
    "moved": (0, 12),
    "halted": (0, 1),
    "ordered": (0, 1),
    "fought": (0, BONUS_FOUGHT),
    "fresh": (0, 1),
    "marks": (0, sum(UNIT_MARKS.values())),
    "waits": (0, ENTERED),
    "aim": (NO_PART, UNITS * hexes.NOWHERE),
}
_LEADER: Final = {
    "hex": (0, hexes.NOWHERE),
    "halted": (0, 1),
    "ordered": (0, 1),
    "checked": (0, 1),
    "marks": (0, 3),
    "waits": (0, WAITING),
}
#: Numbers of a war council that are more than a switch.
_COUNCIL: Final = ("growing", "grown", "reward_at", "reward", "owed", "fatal", "fallen", "forfeit", "ambush", "ground")

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


def check_possible(s: State) -> None:
    """Raises Impossible for a state that cannot be played, or shown where its battle is over.

    >>> from hexillum.battle.setup import new_state
    >>> check_possible(new_state("ancients"))
    """
    edition = EDITIONS[s.edition]
    plain = empty_state(edition)
    _within(s, _STATE, "", "")
    effects = (NONE, PLAIN, *EFFECTS.of[edition].values(), *column.INSPIRED_EFFECT[s.edition])
    for name, value in (("card", s.card), ("effect", s.effect), *(("last_card", card) for card in s.last_card)):
        if value not in effects:
            raise Impossible(name, f"{name} is a card that the edition has not")
    grounds = (0, OFF_BOARD, *TERRAINS.of[edition].values())
    if unknown := [hex for hex in range(hexes.HEXES) if s.terrain[hex] not in grounds]:
        raise Impossible("terrain", f"the terrain of {_named(unknown[0])} is none of the edition")
    cards = set(CARDS.of[edition].values())
    if sum(s.hand) + sum(s.deck) + sum(s.discards) > CARDS_MOST:
        raise Impossible("deck", f"there are more than {CARDS_MOST} cards")
    for name in ("hand", "deck", "discards"):
        for n, count in enumerate(getattr(s, name)):
            if count and n % ask.MOST_CARDS not in cards:
                raise Impossible(name, f"{name} has a card that the edition has not")
    for hex in range(hexes.HEXES):
        on_board = plain.terrain[hex] != OFF_BOARD
        if (s.terrain[hex] != OFF_BOARD) != on_board:
            raise Impossible("terrain", f"{_named(hex)} is {'on' if on_board else 'off'} the board")
    for name, field in fields(type(s.law)).items():
        if not field.count and name not in ("strike_card", "ambush_card") and getattr(s.law, name) not in (0, 1):
            raise Impossible("law", f"law: {name} must be 0 or 1")
    for n, council in enumerate(s.councils):
        for name in fields(type(council)):
            most = 2 if name == "places" else MANY if name in (*_COUNCIL, "holds") else 1
            if not 0 <= getattr(council, name) <= most:
                raise Impossible(f"councils {n}", f"councils {n}: {name} must be from 0 to {most}")
    for side, council in enumerate(s.councils):
        if s.command[side] + max(0, council.growing - council.grown) + council.reward > ask.MOST_DICE:
            raise Impossible("command", f"command may rise above {ask.MOST_DICE}")
    for i, u in enumerate(s.units):
        _unit(s, i, u)
    for k, leader in enumerate(s.leaders):
        _leader(s, k, leader)
    _procedures(s)


def _within(item: Any, bounds: dict[str, tuple[int, int]], part: str, place: str) -> None:
    """See that the numbers of a record are within their bounds."""
    for name, (least, most) in bounds.items():
        value = getattr(item, name)
        for number in value if isinstance(value, list) else (value,):
            if not least <= number <= most:
                raise Impossible(part or name, f"{place}{name} must be from {least} to {most}, found {number}")


def _named(hex: int) -> str:
    return hexes.name(hex) if hex < hexes.NOWHERE else "nowhere"


def _unit(s: State, i: int, u: Unit) -> None:
    part, what = f"units {i}", f"unit {i} is impossible: "
    _within(u, _UNIT, part, what)
    off = u.hex == hexes.NOWHERE
    if u.side != i // HALF_UNITS or ((not off or u.waits) and i % HALF_UNITS >= s.units_of[u.side]):
        raise Impossible(part, f"unit {i} is not among the units of its side")
    if u.waits not in ((0, WAITING) if off else (0, ENTERED)):
        raise Impossible(part, f"{what}it waits off the board, or has just entered it")
    of_edition = u.kind in KINDS.of[EDITIONS[s.edition]].values()
    if (not off or u.waits) and not (of_edition and 1 <= u.blocks <= u.full):
        raise Impossible(part, f"{what}its kind, or its blocks")
    if not off and s.terrain[u.hex] == OFF_BOARD:
        raise Impossible(part, f"unit {i} stands off the board or belongs to no side")


def _leader(s: State, k: int, leader: Leader) -> None:
    part, what = f"leaders {k}", f"leader {k} is impossible: "
    _within(leader, _LEADER, part, what)
    off = leader.hex == hexes.NOWHERE
    if leader.side != k // HALF_LEADERS or (not off and (leader.waits or s.terrain[leader.hex] == OFF_BOARD)):
        raise Impossible(part, f"leader {k} stands off the board or belongs to no side")


# ---------------------------------------------------------------------- the running procedures


def _procedures(s: State) -> None:
    """See that the running procedures called each other, and wait with the pending question."""
    running = s.frames[: s.depth + 1]
    for d, f in enumerate(s.frames):
        part = f"frames {d}"
        if d > s.depth:
            blank = Frame()
            blank.unit = blank.foe = NONE
            blank.hex = blank.one = blank.two = blank.three = hexes.NOWHERE
            if f != blank:
                raise Impossible(part, f"frame {d} is impossible: only {s.depth + 1} procedures run")
            continue
        if not 1 <= f.proc <= proc.LAST or (f.proc == proc.TURN) != (d == 0):
            raise Impossible(part, "the running procedures are impossible")
        wrong = "its step" if not 0 <= f.step < len(STEPS[PROCEDURE.write(f.proc)]) else next(_wrong_fields(s, f), "")
        if wrong:
            raise Impossible(part, f"frame {d} is impossible: {wrong}")
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


def _wrong_fields(s: State, f: Frame) -> Iterator[str]:
    """What is wrong with the fields of a frame, in words; nothing where they are what its procedure needs."""
    for name in fields(Frame):
        if name in ("proc", "step"):
            continue
        value = getattr(f, name)
        sort = _HOLDS[f.proc].get(name, _BLANK[name])
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
_HOLDS: Final[dict[int, dict[str, str | int]]] = {
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
