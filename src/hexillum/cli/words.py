"""Words for people at the terminal: what a card does, whom an option is about, how a battle stands."""

from __future__ import annotations

from typing import Final

from ..battle.door import Battle
from ..battle.words import card_words, token_effect, token_words, unit_words
from ..core import ask
from ..core.ask import Option
from ..core.cards import EFFECTS
from ..core.state import NONE
from .output import counted

SIDES: Final = ("top", "bottom")


def numbered(options: tuple[Option, ...]) -> list[tuple[int, Option]]:
    """Options with the numbers that a person types; 0 is the quiet answer, where there is one, and 'ignore 0'.

    >>> [(n, option.text) for n, option in numbered((Option(0, "done"), Option(73, "order E6")))]
    [(0, 'done'), (1, 'order E6')]
    """
    start = 0 if options and options[0].number in (ask.DONE, ask.IGNORE_0) else 1
    return list(enumerate(options, start))


def question(battle: Battle) -> str:
    """What is asked, by which rule, and what helps to answer.

    >>> question(Battle.start("akragas", seed=7))
    'bottom must choose a card (TURN-02); columns in brackets'
    """
    s = battle.state
    words = f"{battle.prompt()} ({battle.decision.rule})"
    if s.question == ask.CARD:
        return f"{words}; columns in brackets"
    if s.question == ask.ORDER:
        return f"{words}; left to order: {s.slack[7]}"
    return words


def gloss(battle: Battle, option: Option) -> str:
    """What a person wants to know beside the text of an option of the pending question; "" where that tells all.

    >>> battle = Battle.start("akragas", seed=7)
    >>> gloss(battle, battle.options[0])[:7]
    'order 2'
    """
    s, number = battle.state, option.number
    if s.question == ask.CARD and number >= ask.CARD_0:
        return with_doubt(card_words(number - ask.CARD_0, s.who, s.command[s.who]), number - ask.CARD_0)
    if s.question == ask.INSPIRATION and number >= ask.TOKEN_0:
        return with_doubt(token_words(number, s.command[s.who], s.edition), token_effect(number, s.edition))
    if (
        s.question in (ask.ORDER, ask.MOVE, ask.BATTLE, ask.TARGET, ask.BONUS, ask.AMBUSHER)
        and ask.HEX_0 <= number < ask.LEADER_0
    ):
        return unit_words(s, number - ask.HEX_0)
    if s.question == ask.ORDER and ask.LEADER_0 <= number < ask.CARD_0:
        return "on his own" if s.unit_at[number - ask.LEADER_0] == NONE else "detached from his unit"
    return ""


def with_doubt(words: str, effect: int) -> str:
    """The words of a card or of another effect, by its number in `EFFECTS`; what is provisional says so.

    >>> from hexillum.core.cards import card_number
    >>> with_doubt("roll 5 dice", card_number("medieval", "rally"))
    'roll 5 dice (provisional: CARD-19)'
    """
    return f"{words} (provisional: {EFFECTS[effect].rule})" if EFFECTS[effect].provisional else words


def army(battle: Battle, side: int) -> str:
    """The name of a side's army, 0 top or 1 bottom, or of the side where a battle has no scenario.

    >>> army(Battle.start("akragas", seed=7), 0)
    'Carthaginian (top)'
    """
    plan = battle.scenario
    return f"{(plan.top, plan.bottom)[side].name} ({SIDES[side]})" if plan else SIDES[side]


def standing(battle: Battle) -> str:
    """How the battle stands, in one line.

    >>> standing(Battle.start("akragas", seed=7)).split("; ")[0]
    'turn 1'
    """
    s = battle.state
    banners = [f"{army(battle, n)} {s.banners[n]} of {s.goal[n]}" for n in (0, 1)]
    tokens = f"; tokens: {s.tokens[0]} top, {s.tokens[1]} bottom" if any(s.tokens) else ""
    return f"turn {s.turn + 1}; banners: {', '.join(banners)}{tokens}"


def outcome(battle: Battle) -> str:
    """How the battle has ended, in one line.

    >>> outcome(Battle.start("akragas", seed=7))
    'not finished, 0:0 banners, top first, in 1 turn'
    """
    s = battle.state
    score = f"{s.banners[0]}:{s.banners[1]} banners, top first, in {counted(s.turn + 1, 'turn')}"
    if battle.winner is None:
        return f"{'a draw' if battle.over else 'not finished'}, {score}"
    return f"{army(battle, battle.winner)} wins, {score}"


def in_columns(entries: list[str], width: int) -> list[str]:
    """Entries set in columns that read downward: lines of so many columns, or more where an entry is wider.

    >>> in_columns(["a", "b", "c"], 10)
    ['a  b  c']
    """
    widest = max(map(len, entries), default=0) + 2
    columns = max(1, min(len(entries), width // widest))
    rows = -(-len(entries) // columns)
    return ["".join(entry.ljust(widest) for entry in entries[row::rows]).rstrip() for row in range(rows)]
