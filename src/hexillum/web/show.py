"""What a connection sees of a game: the whitelist view of its eyes, with everything a table needs to ask and tell."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from itertools import compress
from typing import Final, cast

from ..battle.door import Battle
from ..battle.kits import kits_of
from ..battle.moves import orders_of, reach
from ..battle.view import known
from ..battle.view_types import ACTORS, SIDES, Pair, pair
from ..battle.words import card_words, doubt_words, orders_by_section, token_words, unit_words
from ..core import ask, event, hexes
from ..core.cards import CARDS, EFFECTS
from ..core.dice import FACES
from ..core.event import Event
from ..core.kinds import KINDS
from ..core.state import NONE, State, edition_of
from ..core.structs import GROWN
from ..odds.preview import aims, preview
from .game import ASKED_OPENLY, Game
from .messages import PROTOCOL
from .wire import (
    KIND_NAMES,
    STOOD_IN,
    CardSays,
    Decision,
    Effect,
    Going,
    HandWords,
    Happening,
    Lasting,
    Option,
    Seat,
    Sections,
    Seeing,
    Shown,
    Strength,
    Timeline,
)
from .words import FOR_THE_TURN, label, phase, prompt, sentence

#: Questions about cards of one's own hand: answered only with the eyes of the side that is asked.
OF_THE_HAND: Final = (ask.CARD, *ASKED_OPENLY)
#: Questions that only the side that is asked should see, where two people share a screen.
COVERED: Final = (
    *OF_THE_HAND,
    ask.SECTION,
    ask.BATTLE_BONUS,
    ask.BRAVERY,
    ask.MOVE_A_LEADER,
    ask.INSPIRATION,
    ask.PARTHIAN,
)

#: The kinds of event that announce dice: their faces are told with them.
ANNOUNCES: Final = ("dice", "leader_check", "trampled", "escapes")

#: What is said while the deal waits for the seats' shares of the dice, with a line of help.
UNDEALT: Final = ("The cards are about to be dealt", "Each player's browser adds its share to the dice first.")

_EFFECTS: Final[dict[int, Effect]] = {1: "hits", 2: "misses", 3: "spared", 4: "flag", 5: "rerolled"}
_OF_SIDES: Final = (
    event.TURN,
    event.PLAYED,
    event.BANNER,
    event.DREW,
    event.ENDED,
    event.FORFEITED,
    event.COMMAND,
    event.SPENT_TOKEN,
    event.GAINED_TOKEN,
    event.LOST_GROUND,
    event.NOTHING_TO_COPY,
    STOOD_IN,
)
_TO: Final = (
    event.MOVED,
    event.CLOSE,
    event.FIRE,
    event.STRIKES_FIRST,
    event.RETREATED,
    event.FLED,
    event.ADVANCED,
    event.BACK,
    event.SHOOTS_BACK,
    event.AMBUSHES,
)
_LEADER_IN: Final = {event.ORDERED: "b", event.MOVED: "c", event.ELIMINATED: "c", event.PLACED: "b"}
_SIDE_IN_B: Final = (event.ELIMINATED, event.CREW_GONE, event.LEFT, event.TAKEN, event.PLUNDERED)


def _name(hex: int) -> str:
    return hexes.name(hex) if 0 <= hex < hexes.NOWHERE else ""


def happening(happened: Event, no: int, moment: int, eyes: int | None, armies: tuple[str, str]) -> Happening:
    """One thing that happened, in words and in the numbers that a table needs to show it.

    `no` is its place in the log, `moment` how many choices came before; `eyes` is the side that reads it (0 top,
    1 bottom, None an onlooker), `armies` what the two are called. What another side's hand tells is left out.
    """
    k, a, b, c = happened.kind, happened.a, happened.b, happened.c
    hidden = happened.secret_of is not None and happened.secret_of != eyes
    of_side = k in _OF_SIDES
    side = a if of_side else b if k in _SIDE_IN_B else c if k == event.FLED else None
    out: Happening = {
        "no": no,
        "moment": moment,
        "kind": KIND_NAMES.get(k, ""),
        "hex": "" if of_side or k in (event.DICE, event.FACE, event.RESHUFFLED) else _name(a),
        "to": _name(b) if k in _TO else "",
        "side": SIDES[side] if side in (0, 1) else None,
        "faces": "",
        "count": 0,
        "left": 0,
        "effect": "",
        "leader": bool(getattr(happened, _LEADER_IN[k]))
        if k in _LEADER_IN
        else k in (event.FLED, event.DETACHED, event.JOINED),
        "card": "",
        "placed": None,
        "path": [],
        "says": None,
        "text": happened.text_for(eyes),
        "words": happened.words_for(eyes, armies),
        "rules": list(happened.rules),
    }
    if k == event.DICE:
        out["count"], out["hex"], out["to"] = a, _name(b), _name(c)
    elif k == event.FACE:
        out["faces"], out["count"], out["effect"] = FACES[a], b, _EFFECTS.get(c, "")
    elif k == event.ELIMINATED and c >= event.LOST_ON_PATH:
        out["hex"], out["to"] = _name(c - event.LOST_ON_PATH), _name(a)
    elif k == event.LOST:
        out["count"], out["left"] = b, c
    elif k in (event.PLAYED, event.DREW, event.FORFEITED, event.NOTHING_TO_COPY) and not hidden and 0 <= b < len(CARDS):
        out["card"] = CARDS[b].key
    elif k in (event.TURN, event.BANNER, event.LOST_GROUND, event.COMMAND, event.SPENT_TOKEN, event.GAINED_TOKEN):
        out["count"] = b
    elif k in (
        event.FLAGS,
        event.LEADER_CHECK,
        event.IGNORED,
        event.MUST_RETREAT,
        event.BLOCKED,
        event.ESCAPES,
        event.RALLIED,
    ):
        out["count"], out["left"] = b, c
    return out


def path(game: Game, moment: int, start: str, goal: str) -> list[str]:
    """The hexes of a move that was over at a moment, both ends included: as its steps were chosen.

    Empty where they do not lead from the one hex to the other, as with leaders who go with a unit.
    """
    way: list[str] = []
    for made in reversed(game.made[:moment]):
        number = made.numbers[0]
        if number == ask.DONE and not way:
            continue
        hex = number - (ask.LEADER_0 if ask.LEADER_0 <= number < ask.CARD_0 else ask.HEX_0)
        if not 0 <= hex < hexes.NOWHERE:
            break
        way.insert(0, hexes.name(hex))
        if way[0] == start:
            return way if way[-1] == goal else []
    return []


def happenings(game: Game, eyes: int | None, start: int = 0) -> list[Happening]:
    """The log from line `start` on, as a side may read it (0 top, 1 bottom, None an onlooker).

    A roll tells its faces at once, who comes on as a piece, a move with its way, and a card what it says to its side.
    """
    armies = _armies(game)
    names = (armies["top"], armies["bottom"])
    told = enumerate(game.battle.events[start:], start)
    out = [happening(event, no, game.born[no], eyes, names) for no, event in told]
    for one in out:
        if one["kind"] == "placed":
            one["placed"] = game.placed[one["no"]]
        elif one["kind"] == "moved":
            one["path"] = path(game, one["moment"], one["hex"], one["to"])
        elif one["kind"] in ("played", "drew") and one["card"]:
            card = game.battle.events[one["no"]]
            one["says"] = says(card.b, card.a, _command_then(game.battle, card.a, one["no"]))
        elif one["kind"] in ANNOUNCES:
            rolled = one["moment"] - (one["hex"] == "")  # the dice of a card are told after they fell
            one["faces"] = "".join(FACES[face] for made in game.made[rolled : rolled + 1] for face in made.faces)
    return out


def _command_then(battle: Battle, side: int, no: int) -> int:
    """How many cards the command of a side had when line `no` of the log was written."""
    if not any(_commands(one, side) for one in battle.events[no + 1 :]):  # most often: the line is one of the last
        return int(battle.state.command[side])
    changes = (one.b for one in battle.events[no::-1] if _commands(one, side))
    return int(next(changes, battle.first_state.command[side]))


def _commands(happened: Event, side: int) -> bool:
    """Whether an event changes how many cards the command of a side has."""
    return happened.kind == event.COMMAND and happened.a == side


@lru_cache(4_000)
def says(card: int, side: int, command: int) -> CardSays:
    """What a card, by its number, says to a side with so many command cards; made once, and to be looked at only.

    >>> says(0, 1, 6)["words"], says(0, 1, 6)["sections"]
    ('Order 2 left (1-5), units or leaders.', {'left': 2})
    """
    sections = cast(Sections, orders_by_section(card, command))
    return {"words": sentence(card_words(card, side, command)), "sections": sections}


GROWN.append(says.cache_clear)  # another edition may have its own words for a card


# ---------------------------------------------------------------------- what is asked


def option(battle: Battle, number: int, text: str) -> Option:
    """An answer as the table shows it: its button, the hex to click, what it would attack, where it leads.

    `number` is a legal answer to the pending question, `text` its line in a script.
    """
    s = battle.state
    q = s.question
    chance = s.who == ask.CHANCE
    on_hex = ask.HEX_0 <= number < ask.LEADER_0
    of_leader = ask.LEADER_0 <= number < ask.CARD_0
    of_card = ask.CARD_0 <= number < ask.CARD_0 + ask.MOST_CARDS
    hex = number - ask.HEX_0 if on_hex else number - ask.LEADER_0 if of_leader else -1
    words = ""
    if of_card:
        words = says(number - ask.CARD_0, 0 if chance else s.who, s.command[0 if chance else s.who])["words"]
    elif q == ask.INSPIRATION and number >= ask.TOKEN_0:
        words = sentence(token_words(number, s.command[s.who], s.edition))
    elif q in (ask.ORDER, ask.MOVE, ask.BATTLE, ask.TARGET, ask.BONUS, ask.AMBUSHER) and on_hex:
        words = unit_words(s, hex)
    fights = not chance and on_hex and q in (ask.TARGET, ask.BONUS)
    return {
        "number": number,
        "text": text,
        "label": label(battle, number, text),
        "words": words,
        "hex": _name(hex),
        "leader": of_leader,
        "card": CARDS[number - ask.CARD_0].key if of_card else "",
        "quiet": number == ask.DONE,
        "attack": preview(s, number) if fights else None,
        "attacks": aims(s, number) if on_hex and q == ask.BATTLE else [],
        "reach": reach(s, number) if q == ask.MOVE and number != ask.DONE else {},
    }


def decision(game: Game, eyes: int | None, yours: Collection[int]) -> Decision:
    """What is asked; the answers only for a connection that may give them.

    `eyes` is the side that it looks with, None for an onlooker; `yours` are the sides that it answers for.
    """
    battle = game.battle
    s = battle.state
    asked, help = UNDEALT if game.undealt else prompt(battle)
    d = battle.decision
    chance = d.actor == ask.CHANCE
    may = False
    roller = game.roller() if chance and not battle.over else None
    if not battle.over and chance:
        may = bool(yours) and (game.opening.kind == "analysis" or game.opening.dice == "typed")
        may = may and not game.undealt and (roller is None or roller in yours)
    elif not battle.over and s.who in yours:
        may = s.question not in OF_THE_HAND or eyes == s.who
    options: list[Option] = []
    if may and not (chance and d.dice):
        options = [option(battle, o.number, o.text) for o in battle.options]
    return {
        "actor": None if d.actor is None else ACTORS[d.actor],
        "word": d.word,
        "kind": d.kind,
        "subject": d.subject,
        "rule": d.rule,
        "dice": d.dice,
        "roller": None if roller is None else SIDES[roller],
        "prompt": asked,
        "help": help,
        "left": s.slack[7] if s.question == ask.ORDER else -1,
        "phase": phase(s),
        "covered": not battle.over and not chance and s.question in COVERED,
        "may": may,
        "for_the_turn": FOR_THE_TURN.get(s.question, "") if may and game.opening.kind == "battle" else "",
        "options": options,
    }


def show(
    game: Game,
    eyes: int | None,
    yours: Collection[int],
    *,
    log_from: int = 0,
    seats: Pair[Seat],
    watching: int = 0,
    rematch: str | None = None,
) -> Shown:
    """The view of a connection that holds the seats `yours` and looks with the eyes of one, or of an onlooker (None).

    `log_from` leaves out the first lines of the log; `seats` tells who sits, `watching` how many look on, `rematch` the
    id of the table where the rematch is.
    """
    return {
        **game.board,
        **seeing(game, eyes, yours),
        **lasting(game),
        **going(game, eyes, yours, log_from=log_from, seats=seats, watching=watching, rematch=rematch),
    }


def seeing(game: Game, eyes: int | None, yours: Collection[int]) -> Seeing:
    """The part of a view that tells which table it is, with whose eyes it is seen, and what they may know."""
    seen = known(game.battle, eyes, game.known)
    return {
        **seen,
        "scenario": None if game.opening.scenario and not game.opening.battle else seen["scenario"],  # of the library
        "protocol": PROTOCOL,
        "game": game.id,
        "kind": game.opening.kind,
        "version": game.version,
        "moment": len(game.made),
        "eyes": seen["viewer"],
        "yours": [SIDES[n] for n in sorted(yours)],
    }


def lasting(game: Game) -> Lasting:
    """The part of every view of a game that stays as it is as long as the game lasts."""
    plan = game.battle.scenario
    first = game.battle.first_state
    return {
        "title": game.opening.title or (plan.name if plan else "A position"),
        "edition": edition_of(first),
        "armies": _armies(game),
        "occasion": f"{plan.year_text} · {plan.theatre}" if plan else "",
        "commanders": pair(plan.top.commander, plan.bottom.commander) if plan else pair("", ""),
        "strength": pair(strength(first, 0), strength(first, 1)),
        "kits": kits_of(plan, edition_of(first)),
    }


def going(
    game: Game,
    eyes: int | None,
    yours: Collection[int],
    *,
    log_from: int,
    seats: Pair[Seat],
    watching: int = 0,
    rematch: str | None = None,
) -> Going:
    """The part of a view that tells what goes on; all is named as for `show`."""
    battle = game.battle
    log_from = min(log_from, len(battle.events))
    asker = next(iter(yours), None) if len(yours) == 1 else battle.state.who if battle.state.who in yours else None
    can, why = game.undo(asker)
    played = _played(battle.state)
    return {
        "seats": seats,
        "dice": game.opening.dice,
        "hand_words": {} if eyes is None else hand_words(battle, eyes),
        "card_words": played["words"],
        "card_sections": played["sections"],
        "decision": decision(game, eyes, yours),
        "how": game.how,
        "undo": {"can": can, "why": why},
        "help": pair(game.help.count(0), game.help.count(1)),
        "draw_offered": None if game.offered is None else SIDES[game.offered],
        "rematch": rematch,
        "watching": watching,
        "log_from": log_from,
        "log": happenings(game, eyes, log_from),
        "spoken": [
            {"line": one.line, "words": one.words}
            for one in game.spoken
            if one.side == eyes and eyes in yours and one.line >= log_from
        ],
    }


def hand_words(battle: Battle, side: int) -> dict[str, HandWords]:
    """What each card in the hand of a side says to it and, where it is to choose one, whom that could order."""
    s = battle.state
    choosing = s.question == ask.CARD and s.who == side and not battle.over
    held = compress(range(ask.MOST_CARDS), s.hand[ask.MOST_CARDS * side :])
    said = {n: _in_hand(n, side, s.command[side]) for n in held}
    return {CARDS[n].key: {**one, "orders": orders_of(s, n)} if choosing else one for n, one in said.items()}


@lru_cache(4_000)
def _in_hand(card: int, side: int, command: int) -> HandWords:
    """What a card in hand says while none is to be chosen; made once, and to be looked at only."""
    return {**says(card, side, command), "orders": [], "doubt": doubt_words(card)}


GROWN.append(_in_hand.cache_clear)


def _played(s: State) -> CardSays:
    """What the card that is played says to the side whose turn it is; nothing of what is no card of a deck."""
    number = CARDS.of[edition_of(s)].get(EFFECTS[s.card].key) if s.card != NONE else None
    return {"words": "", "sections": {}} if number is None else says(number, s.active, s.command[s.active])


def _armies(game: Game) -> Pair[str]:
    """What the sides are called at this table."""
    plan = game.battle.scenario
    return pair(plan.top.name, plan.bottom.name) if plan else pair("Top", "Bottom")


def strength(s: State, side: int) -> Strength:
    """How many blocks a side had in all at full strength, by class, those that wait included.

    >>> strength(Battle.start("akragas", seed=7).state, 0)
    {'green': 27, 'blue': 8, 'red': 8}
    """
    own = [unit for unit in s.units if unit.side == side]
    green, blue, red = (sum(u.full for u in own if KINDS[u.kind].symbol == one) for one in ("green", "blue", "red"))
    return {"green": green, "blue": blue, "red": red}


def timeline(game: Game) -> Timeline:
    """Where in a battle turns begin, dice roll and units fall, by moments: how many choices came before."""
    events = list(zip(game.battle.events, game.born, strict=True))
    return {
        "moments": len(game.made),
        "over": game.battle.over,
        "turns": [
            {"moment": moment, "turn": happened.b + 1, "side": SIDES[happened.a]}
            for happened, moment in events
            if happened.kind == event.TURN
        ],
        "rolls": sorted({n + 1 for n, entry in enumerate(game.made) if entry.kind == "roll"}),
        "eliminations": sorted({moment for happened, moment in events if happened.kind == event.ELIMINATED}),
    }
