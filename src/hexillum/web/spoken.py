"""What becomes of standing answers in a game: the entries by which they answer, and what their owner is told of it."""

from __future__ import annotations

from typing import NamedTuple

from ..battle.door import Battle
from ..club.standing import Orders, answer, hangs_on_chance, order_for
from ..core.state import State
from .entries import Entry
from .words import label, prompt


class Spoken(NamedTuple):
    """That a standing answer has spoken: for which side, after how many choices and lines of the log, and its words."""

    side: int
    moment: int
    line: int
    words: str


def at_once(orders: Orders, s: State, options: list[int]) -> Entry | None:
    """The entry by which orders answer the pending question, where they need not reckon chances first."""
    number = None if hangs_on_chance(orders, s) else answer(orders, s, options)
    return None if number is None else by_order(orders, s, number)


def by_order(orders: Orders, s: State, number: int) -> Entry:
    """The entry by which orders answer the pending question with a number."""
    return Entry("standing", s.who, (number,), why=order_for(orders, s))


def told(battle: Battle, number: int) -> tuple[int, str]:
    """After how many lines of the log an answer is given, and the question with the answer in words.

    >>> battle = Battle.start("akragas", seed=7)
    >>> told(battle, battle.options[0].number)[1]
    'Play a command card: Order Two Units Left'
    """
    asked, _ = prompt(battle)
    text = next((option.text for option in battle.options if option.number == number), "")
    return len(battle.events), f"{asked}{'' if asked.endswith('?') else ':'} {label(battle, number, text)}"
