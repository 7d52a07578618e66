"""How often a turn by mail goes to and fro, without and with standing answers: battles between planners at a table.

    python bench/exchanges.py --battles 100      # goes on with bench/exchanges.csv where that is
    python bench/exchanges.py report

An exchange is that a question goes to another person than the one before: somebody has to look and answer. What
follows by itself (dice, answers that are the only ones, standing answers) is none. Every battle is played by the same
seeds with each set of answers, at most so many turns of it. A turn of battle is one in which somebody is attacked.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hexillum.club.standing import Orders, answer
from hexillum.core import event
from hexillum.players import Player, player
from hexillum.web.entries import Opening
from hexillum.web.game import Game
from hexillum.web.messages import Answer

#: What sides say beforehand: nothing, everything, and steps between.
SETS: Final = {
    "nothing said beforehand": Orders(),
    "everything, First Strike from 60 %": Orders(
        "loss", "all", "always", "always", "chance", 60, "never", "never", "support", "join", "theirs"
    ),
    "evade where less is lost, flags, battle back": Orders(evade="loss", flags="all", back="always"),
    "the same, and ways, leaders, tokens, Parthian shots": Orders(
        "loss", "all", "always", "always", "ask", 50, "ask", "never", "support", "join", "theirs"
    ),
}
BATTLES: Final = ("akragas", "zama", "raphia", "dara", "crimissos")
TURNS_MOST: Final = 40
ROWS: Final = Path(__file__).with_suffix(".csv")
FIELDS: Final = ("set", "number", "scenario", "turns", "exchanges", "fought", "in_battle", "most", "once")


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


def measure(battles: int, seconds: float) -> None:
    """Play on, each battle with each set of answers, for about so many seconds."""
    until = time.monotonic() + seconds
    known = {(row["set"], row["number"]) for row in rows()}
    with ROWS.open("a", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        if not known:
            writer.writerow(FIELDS)
        for which, orders in enumerate(SETS.values()):
            for number in range(battles):
                if time.monotonic() > until:
                    return
                if (str(which), str(number)) in known:
                    continue
                name = BATTLES[number % len(BATTLES)]
                turns = turns_of(name, number // len(BATTLES), orders)
                fought = [one.exchanges for one in turns if one.battle]
                counts = (sum(one.exchanges for one in turns), len(fought), sum(fought), max(fought, default=0))
                writer.writerow((which, number, name, len(turns), *counts, fought.count(1)))
                file.flush()


def rows() -> list[dict[str, str]]:
    """What was measured so far."""
    if not ROWS.exists():
        return []
    with ROWS.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def report() -> None:
    """Print a line for each set of answers."""
    for which, words in enumerate(SETS):
        mine = [row for row in rows() if row["set"] == str(which)]
        total = {field: sum(int(row[field]) for row in mine) for field in FIELDS[3:]}
        if not mine:
            continue
        print(
            f"{words}: {len(mine)} battles, {total['exchanges'] / total['turns']:.2f} exchanges a turn; in the "
            f"{total['fought']} of {total['turns']} turns of battle {total['in_battle'] / total['fought']:.2f}, at "
            f"most {max(int(row['most']) for row in mine)}, {total['once'] / total['fought']:.0%} with one"
        )


def main() -> None:
    """Measure, or report."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("what", nargs="?", choices=("measure", "report"), default="measure")
    reader.add_argument("--battles", type=int, default=100, help="how many battles with each set of answers")
    reader.add_argument("--seconds", type=float, default=3600.0, help="after which no other battle is begun")
    wish = reader.parse_args()
    if wish.what == "measure":
        measure(wish.battles, wish.seconds)
    report()


if __name__ == "__main__":
    main()
