"""How often a turn by mail goes to and fro, without and with standing answers: battles between planners at a table.

    python bench/exchanges.py --battles 100

An exchange is that a question goes to another person than the one before: somebody has to look and answer. What
follows by itself (dice, answers that are the only ones, standing answers) is none. Every battle is played by the same
seeds with each set of answers, at most so many turns of it. A turn of battle is one in which somebody is attacked.
"""

from __future__ import annotations

import argparse
import hashlib
import statistics
import time
from dataclasses import dataclass
from typing import Final

from hexillum.club.standing import Orders, answer
from hexillum.core import event
from hexillum.players import Player, player
from hexillum.web.entries import Opening
from hexillum.web.game import Game
from hexillum.web.messages import Answer

#: What sides say beforehand, from nothing to everything.
SETS: Final = {
    "nothing said beforehand": Orders(),
    "evade where less is lost, flags, battle back": Orders(evade="loss", flags="all", back="always"),
    "the same, and ways, leaders, tokens, Parthian shots": Orders(
        "loss", "all", "always", "always", "ask", 50, "ask", "never", "support", "join", "theirs"
    ),
    "everything, First Strike from 60 %": Orders(
        "loss", "all", "always", "always", "chance", 60, "never", "never", "support", "join", "theirs"
    ),
}
BATTLES: Final = ("akragas", "zama", "raphia", "dara", "crimissos")
TURNS_MOST: Final = 60


@dataclass
class Turn:
    """How many exchanges a turn took, with the one by which it ends, and whether anybody was attacked in it."""

    exchanges: int = 0
    battle: bool = False


def turns_of(name: str, seed: int, orders: Orders) -> list[Turn]:
    """The turns of a battle, without the one in which it ended."""
    secret = hashlib.sha256(f"{name} {seed}".encode()).digest()
    game = Game("0" * 32, Opening("battle", name), secret, ["person", "person"])
    game.orders = (orders, orders)
    game.fold(game.opening_entries())
    players: list[Player] = [player("planner", seed), player("planner", seed + 1)]
    turns = [Turn()]
    before: int | None = None
    while not game.battle.over and len(turns) <= TURNS_MOST:
        s = game.battle.state
        options, known = game.battle.numbers(), len(game.battle.events)
        turn = s.turn
        if (due := game.order_due()) is not None:
            said = answer(due, s, options)
            game.fold(game.by_order(options[0] if said is None else said))
        else:
            turns[-1].exchanges += before is not None and s.who != before
            before = s.who
            number = options[0] if len(options) == 1 else players[s.who].choose(s, options)
            game.fold(game.plan(s.who, Answer(do="answer", numbers=[number])))
        fought = any(one.kind in (event.CLOSE, event.FIRE) for one in game.battle.events[known:])
        turns[-1].battle |= fought
        if game.battle.state.turn != turn:
            turns[-1].exchanges += game.battle.state.who != before  # who is asked for a card now
            before = None
            turns.append(Turn())
    return turns[:-1]


def main() -> None:
    """Play, and print a line for each set of answers."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("--battles", type=int, default=100, help="how many battles with each set of answers")
    reader.add_argument("--only", type=int, choices=range(len(SETS)), help="only one of the sets, by its number from 0")
    wish = reader.parse_args()
    print(f"{wish.battles} battles of {', '.join(BATTLES)}, planner against planner")
    for number, (words, orders) in enumerate(SETS.items()):
        if wish.only not in (None, number):
            continue
        began = time.monotonic()
        turns: list[Turn] = []
        for n in range(wish.battles):
            turns += turns_of(BATTLES[n % len(BATTLES)], n // len(BATTLES), orders)
        of_battle = [one.exchanges for one in turns if one.battle]
        once = sum(one == 1 for one in of_battle) / len(of_battle)
        print(
            f"{words}: {statistics.fmean(one.exchanges for one in turns):.2f} exchanges a turn; in the "
            f"{len(of_battle)} of {len(turns)} turns with a battle {statistics.fmean(of_battle):.2f}, "
            f"at most {max(of_battle)}, {once:.0%} with one; {time.monotonic() - began:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
