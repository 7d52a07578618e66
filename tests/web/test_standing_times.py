"""The time in which an answer by an order about an answer card comes, over real sockets, tells nothing of the hand."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import pytest

from hexillum.battle.view_types import SIDES
from hexillum.club.standing import Orders, answer
from hexillum.core import ask
from hexillum.players import player
from hexillum.web.chance import fresh_seed
from hexillum.web.computers import PAUSE
from hexillum.web.entries import Entry, Opening
from hexillum.web.game import Game
from hexillum.web.messages import Answer
from hexillum.web.sealed_orders import sealed
from hexillum.web.store import Key, Seat, Store, Stored
from hexillum.web.table import Table, digest
from tests.web.players import Person, Server
from tests.web.players import answer as saying

EACH = 8  # attacks on who holds the card, and as many on who lacks it
SEEDS = 40
#: What may lie between the medians: half of a step of the grid would tell, and a busy machine makes less of one.
APART = PAUSE / 4
ORDERS = Orders("never", "all", "always", "always", "chance", 99, "never", "never", "support", "join", "theirs")
EYES = ("the enemy", "an onlooker")


@dataclass
class Attack:
    """A battle just before an attack that First Strike could answer, and will not: the choice that begins it."""

    id: str
    game: Game
    entries: list[Entry]
    number: int
    held: bool

    def token(self, side: int) -> str:
        return f"{self.id}-{side}"


def attacks(seed: int) -> Iterator[Attack]:
    """Attacks of a battle between planners, at most one on who holds the card and one on who lacks it."""
    id = f"{seed:032x}"
    game = Game(id, Opening("battle", "akragas"), fresh_seed(seed), ["person", "person"])
    entries = list(game.opening_entries())
    game.fold(entries)
    players = [player("greedy", 1), player("greedy", 2)]
    wanted = {True, False}
    for _ in range(1500):
        s = game.battle.state
        if game.battle.over or not wanted:
            return
        number = players[s.who].choose(s, game.battle.numbers())
        plan = game.plan(s.who, Answer(do="answer", numbers=[number]))
        after = game.after(plan)
        now = after.battle.state
        if s.who == s.active and now.question == ask.FIRST_STRIKE and now.who != s.who:
            held = bool(now.hand[ask.MOST_CARDS * now.who + now.law.strike_card])
            if held in wanted and answer(ORDERS, now.copy(), after.battle.numbers()) == ask.DONE:
                wanted.discard(held)
                yield Attack(f"{2 * seed + held:032x}", game.after([]), list(entries), number, held)
        entries += plan
        game.fold(plan)


async def keep(found: list[Attack], database: str, key: Key) -> None:
    """Keep the battles for a server, with what both sides have said beforehand."""
    store = Store(database, key)
    await store.open()
    try:
        for one in found:
            seats = [Seat("person", digest(one.token(side)), None) for side in (0, 1)]
            stored = Stored(one.id, one.game.opening, one.game.secret, seats, one.entries)
            await store.create(stored, **Table(one.game, seats).standing())
            for side in (0, 1):
                await store.give_orders(one.id, side, sealed(key, one.id, side, ORDERS))
    finally:
        await store.close()


def times(server: Server, one: Attack) -> list[float]:
    """How long it takes from the choice until the enemy, and an onlooker, see what First Strike came to."""
    side = one.game.battle.state.who
    enemy = Person(server.url, one.id, one.token(side), eyes=SIDES[side])
    onlooker = Person(server.url, one.id)
    try:
        began = time.monotonic()
        reply = enemy.do(saying(one.number))
        assert reply["t"] == "accepted", reply
        took = []
        for eyes in (enemy, onlooker):
            if eyes.until_version(reply["version"])["decision"]["actor"] == SIDES[1 - side]:  # it is being reckoned
                eyes.until_version(reply["version"] + 1)
            took.append(time.monotonic() - began)
        return took
    finally:
        enemy.close()
        onlooker.close()


@pytest.mark.slow
def test_who_attacks_or_watches_cannot_time_whether_the_card_is_in_the_hand(tmp_path: Path) -> None:
    """First Strike above a chance: reckoned alike with the card and without, and told on one grid of time."""
    found: list[Attack] = []
    for seed in range(SEEDS):
        found += attacks(seed)
        cases = {held: [one for one in found if one.held is held] for held in (True, False)}
        if min(map(len, cases.values())) >= EACH:
            break
    pairs = list(zip(cases[True], cases[False], strict=False))[:EACH]
    assert len(pairs) == EACH
    key = Key(tmp_path / "server.key")
    database = str(tmp_path / "games.db")
    asyncio.run(keep([one for pair in pairs for one in pair], database, key))
    server = Server(database, "--key-file", str(tmp_path / "server.key"), "--no-limits")
    took: dict[bool, list[list[float]]] = {True: [], False: []}
    try:
        for pair in pairs:
            for one in pair:  # in turns, or how busy the machine is would tell them apart
                took[one.held].append(times(server, one))
    finally:
        server.stop()
    for n, eyes in enumerate(EYES):
        held, lacking = (median(one[n] for one in took[side]) for side in (True, False))
        assert abs(held - lacking) < APART, (eyes, took)
        assert min(held, lacking) > 0.9 * PAUSE, (eyes, took)
