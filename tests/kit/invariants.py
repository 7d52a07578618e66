"""What must be true of every battle after every decision; shared by the random battles, the soak and the stateful test.

`Watch` follows a state and is cheap: it looks closely only at what has changed. `check_battle` and its parts look at a
whole `Battle` and are dear.
"""

from __future__ import annotations

import random
from typing import Any, Final

from hexillum.battle.door import Battle
from hexillum.battle.positions import read_position, write_position
from hexillum.battle.view import view
from hexillum.core import ask, event, hexes
from hexillum.core.dice import roll_of
from hexillum.core.hexes import NOWHERE
from hexillum.core.kinds import KINDS
from hexillum.core.state import DRAWN, FATED, NONE, WAITING, State
from hexillum.core.terrain import TERRAINS
from hexillum.engine.playout import ANSWERS_MOST
from hexillum.engine.step import legal
from hexillum.notation.game_record import read_record, write_record

SIDES: Final = (0, 1)


class Broken(AssertionError):
    """Something that must always be true is not."""


def need(holds: bool, what: str) -> None:
    """Raise Broken unless it holds."""
    if not holds:
        raise Broken(what)


def walks_as(kind: int) -> str:
    """What a kind of unit, by its number, counts as for terrain."""
    one = KINDS[kind]
    return "mounted" if one.mounted else "war-machine" if one.group == "war-machine" else "foot"


def may_stand(s: State, hex: int, walks: str) -> bool:
    """Whether the ground of a hex is open to foot, mounted, war machines or leaders."""
    ground = s.terrain[hex]
    return ground == 0 or (ground < len(TERRAINS) and walks in TERRAINS[ground].enters)


def lost_at_once(s: State, side: int) -> bool:
    """Whether a side has lost leaders that lose the battle (SCEN-03, SCEN-04)."""
    council = s.councils[side]
    fated = [k for k in s.leaders if k.side == side and k.marks & FATED]
    return 0 < council.fatal <= council.fallen or any(k.hex == NOWHERE and k.waits != WAITING for k in fated)


class Losses:
    """Stands in for a log: counts what separates banners from pieces lost, and the blocks that come back.

    `unpaid` of a side are the enemy's pieces that left the board without a banner for it, less its banners for camps
    and exits.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.unpaid = [0, 0]
        self.rallied = [0] * len(state.units)

    def cite(self, why: int) -> None:
        """Rules do not matter here."""

    def forget(self) -> None:
        """Nor what was cited without a line."""

    def note(self, kind: int, a: int, b: int, c: int) -> None:
        """Count crews that escape, pieces that leave the board, camps that are taken, and rallies."""
        if kind == event.CREW_GONE:
            self.unpaid[1 - b] += 1
        elif kind == event.FLED and b == NOWHERE:
            self.unpaid[1 - c] += 1
        elif kind == event.LEFT:
            self.unpaid[1 - b] += 1 + c
            self.unpaid[b] -= 1
        elif kind in (event.TAKEN, event.PLUNDERED):
            self.unpaid[b] -= 1
        elif kind == event.RALLIED:
            self.rallied[self.state.unit_at[a]] += 1


class Watch:
    """Follows one state from now on; call `after` after each decision.

    `losses` has to be the log of the state, or be told the same events.
    """

    def __init__(self, s: State, losses: Losses | None = None) -> None:
        self.losses = losses or Losses(s)
        self.cards = self._all_cards(s)
        self.blocks = [u.blocks for u in s.units]
        self.there = self._pieces_there(s)
        self.banners = [s.banners[side] - s.councils[side].holds for side in SIDES]  # those for ground come and go
        self.unpaid = self.losses.unpaid[:]
        self.seen: tuple[Any, ...] = ()
        self.seen_cards: list[int] = []
        self.out = [0] * ANSWERS_MOST
        self.after(s)

    @staticmethod
    def _all_cards(s: State) -> list[int]:
        """How many there are of each card: in the deck, in hands and among the discards."""
        return [s.deck[c] + s.hand[c] + s.hand[ask.MOST_CARDS + c] + s.discards[c] for c in range(ask.MOST_CARDS)]

    @staticmethod
    def _pieces_there(s: State) -> list[int]:
        """How many units and leaders each side has on the board."""
        there = [0, 0]
        pieces: list[Any] = [*s.units, *s.leaders]
        for piece in pieces:
            if piece.hex != NOWHERE or piece.waits == WAITING:
                there[piece.side] += 1
        return there

    def after(self, s: State) -> None:
        """Check the state; raises Broken."""
        now = (s.unit_at[:], s.leader_at[:], [u.hex for u in s.units], [u.blocks for u in s.units], s.banners[:])
        if now != self.seen:
            self._check_pieces(s)
            self._check_banners(s)
            self.seen = now
        cards = s.deck + s.hand + s.discards
        if cards != self.seen_cards:
            need(min(cards) >= 0, "a card is there less than no times")
            need(self._all_cards(s) == self.cards, "cards have come or gone")
            need(
                s.held == [sum(s.hand[: ask.MOST_CARDS]), sum(s.hand[ask.MOST_CARDS :])],
                "the sizes of the hands are wrong",
            )
            need(s.deck_left == sum(s.deck), "the size of the deck is wrong")
            self.seen_cards = cards
        self._check_question(s)

    def _check_pieces(self, s: State) -> None:
        units = leaders = 0
        for i, u in enumerate(s.units):
            need(u.blocks <= self.blocks[i] + self.losses.rallied[i], f"unit {i} has grown")
            self.blocks[i] = u.blocks
            self.losses.rallied[i] = 0
            if u.hex == NOWHERE:
                need(u.blocks == 0 or u.waits == WAITING, f"unit {i} has blocks but no hex")
                continue
            units += 1
            need(1 <= u.blocks <= u.full, f"unit {i} on {hexes.name(u.hex)} has {u.blocks} of {u.full} blocks")
            need(s.unit_at[u.hex] == i, f"unit {i} is not found on its hex {hexes.name(u.hex)}")
            need(may_stand(s, u.hex, walks_as(u.kind)), f"unit {i} stands on ground that is closed to it")
        for k, leader in enumerate(s.leaders):
            if leader.hex == NOWHERE:
                continue
            leaders += 1
            need(s.leader_at[leader.hex] == k, f"leader {k} is not found on his hex {hexes.name(leader.hex)}")
            need(may_stand(s, leader.hex, "leader"), f"leader {k} stands on ground that is closed to him")
            i = s.unit_at[leader.hex]
            need(i == NONE or s.units[i].side == leader.side, f"leader {k} stands with an enemy unit")
        need(sum(i != NONE for i in s.unit_at) == units, "a hex names a unit that is not there")
        need(sum(k != NONE for k in s.leader_at) == leaders, "a hex names a leader who is not there")

    def _check_banners(self, s: State) -> None:
        there = self._pieces_there(s)
        for side in SIDES:
            gone = self.there[1 - side] - there[1 - side]
            unpaid = self.losses.unpaid[side] - self.unpaid[side]
            gained = s.banners[side] - s.councils[side].holds - self.banners[side]
            need(
                gained == gone - unpaid, f"side {side} has {gained} banners for {gone} pieces, {unpaid} of them unpaid"
            )
        reached = [s.banners[side] >= s.goal[side] for side in SIDES]
        if s.outcome == NONE:
            need(not any(reached), "a side has all its banners and the battle goes on")
        elif s.outcome == DRAWN:
            need(all(reached), "a draw without all banners of both sides")
        else:
            need(reached[s.outcome] or lost_at_once(s, 1 - s.outcome), "a side has won without all its banners")

    def _check_question(self, s: State) -> None:
        if s.outcome != NONE:
            need(s.question == ask.OVER, "the battle is over and something is asked")
        elif s.question == ask.ROLL:
            need(1 <= s.dice <= 12, f"{s.dice} dice are rolled")
        else:
            n = legal(s, self.out)
            need(n > 0, f"nothing can be answered to question {s.question}")
            answers = set(self.out[:n])
            need(len(answers) == n, f"an answer to question {s.question} is offered twice")
            need(min(answers) >= 0 and max(answers) < ask.ACTIONS, "an answer is not in the action table")


def random_answer(s: State, out: list[int], rng: random.Random) -> int:
    """A legal answer to the pending question by chance: each as likely as the others, cards and dice as they fall."""
    if s.question == ask.ROLL:
        return sum(1 << (4 * rng.randrange(6)) for _ in range(s.dice))
    n = legal(s, out)
    if s.question == ask.DRAW:
        return rng.choices(out[:n], [s.deck[c - ask.CARD_0] for c in out[:n]])[0]
    if s.question == ask.FORFEIT:
        hand = s.hand[s.frames[s.depth].mode * ask.MOST_CARDS :]
        return rng.choices(out[:n], [hand[c - ask.CARD_0] for c in out[:n]])[0]
    return out[rng.randrange(n)]


# ---------------------------------------------------------------- whole battles


def check_options(battle: Battle) -> None:
    """Options are sorted, their texts unique, and chances add up to 1."""
    options = battle.options
    numbers = [option.number for option in options]
    need(numbers == sorted(set(numbers)), "options are not sorted or not unique")
    named = {option.text for option in options}
    need(len(named) == len(options), f"two options have the same words: {sorted(o.text for o in options)}")
    if not battle.over and battle.decision.actor == 2:
        need(sum(p for _, p in battle.chances) == 1, "the chances do not add up to 1")
        need(all(p > 0 for _, p in battle.chances), "an outcome without a chance")
        need(tuple(option for option, _ in battle.chances) == options, "chances and options differ")


def any_choice(battle: Battle, rng: random.Random) -> tuple[int, tuple[int, ...] | None]:
    """An answer for `choose`: a number, and the dice in their order."""
    if battle.state.question == ask.ROLL:
        faces = tuple(rng.randrange(6) for _ in range(battle.state.dice))
        return roll_of(faces), faces
    return rng.choice(battle.numbers()), None


def check_copy(battle: Battle, rng: random.Random) -> None:
    """A copy is equal and lives its own life; an undo there leads back."""
    before, lines = battle.state.copy(), battle.transcript.lines.copy()
    other = battle.copy()
    need(other.state == before and other.state is not battle.state, "a copy is not equal")
    if not battle.over:
        number, faces = any_choice(other, rng)
        other.choose(number, faces)
        need(battle.state == before, "a choice in a copy has changed the battle")
        need(battle.transcript.lines == lines, "a choice in a copy has changed the script of the battle")
        need(other.state != before, "a choice has changed nothing")
        other.undo()
        need(other.state == before, "an undo does not lead back")
        need(
            other.transcript.lines == lines and other.choices == battle.choices,
            "an undo does not lead back in the script",
        )


def check_position(s: State) -> None:
    """The position text reads back to an equal state."""
    text = write_position(s)
    need(read_position(text) == s, f"a position does not read back:\n{text}")


def check_record(battle: Battle) -> None:
    """The record replays to the same state and the same lines."""
    again = read_record(write_record(battle))
    need(again.state == battle.state, "a record does not lead to the same state")
    need(again.transcript.lines == battle.transcript.lines, "a record does not lead to the same lines")
    need(write_record(again) == write_record(battle), "a record of a replay is another one")


def check_secrets(battle: Battle, rng: random.Random) -> None:
    """What a side sees does not depend on the cards in the other hand and in the deck."""
    for side in (0, 1, None):
        other = battle.copy()
        s = other.state
        for hidden in SIDES:
            if hidden == side or s.question == ask.FORFEIT:
                continue
            mine = [c for c in range(ask.MOST_CARDS) if s.hand[hidden * ask.MOST_CARDS + c]]
            unseen = [c for c in range(ask.MOST_CARDS) if s.deck[c]]
            if mine and unseen:
                out, into = rng.choice(mine), rng.choice(unseen)
                s.hand[hidden * ask.MOST_CARDS + out] -= 1
                s.hand[hidden * ask.MOST_CARDS + into] += 1
                s.deck[into] -= 1
                s.deck[out] += 1
        need(view(other, side) == view(battle, side), f"the view of {side} tells of hidden cards")


def check_battle(battle: Battle, rng: random.Random) -> None:
    """All that is dear except replaying the record."""
    check_options(battle)
    check_copy(battle, rng)
    check_position(battle.state)
    check_secrets(battle, rng)
