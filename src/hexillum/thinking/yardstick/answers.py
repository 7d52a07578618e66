"""The yardstick's answer to every question: the one that promises most now, one turn ahead at the farthest."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Final

from ...core import ask, column, kinds, proc
from ...core.battlefield import enemy_unit_at, first_leader, has, inspired
from ...core.hexes import NEAR, NOWHERE
from ...core.state import NONE, State, Unit
from ...rules.dice import close_dice
from ...rules.momentum import may_bonus
from ...rules.movement import A_LEADER
from ...rules.retreat import room
from ..ground import nearest_unit
from ..tables import SYMBOL_ONLY, TWELFTHS
from . import tokens, worth
from .plans import Plans, caution, leader_plan, resting, trial

STRIKE_FROM: Final = 0.4  # what a First Strike must promise to be played
LEADER_TOKEN: Final = 0.3  # what a leader's move must gain to cost a token


class Yardstick:
    """Answers every question by what promises most now; its seed only breaks ties.

    Each of its functions but the first three answers one kind of question of a state: from the legal answers, numbers
    of the action table, it gives one.

    >>> from hexillum.battle.door import Battle
    >>> battle = Battle.start("akragas", seed=7)
    >>> Yardstick(1).answer(battle.state, battle.numbers()) in battle.numbers()
    True
    """

    def __init__(self, seed: int = 0) -> None:
        self.random = random.Random(seed)
        self.plans = Plans()
        self.piece = (0, 0, 0)  # the moving piece that `way` is about: turn, kind of piece, number
        self.way: dict[int, int] = {}
        self.answers: dict[int, Callable[[State, list[int]], int]] = {
            ask.CARD: self.card,
            ask.ORDER: self.order,
            ask.MOVE: self.move,
            ask.STEP: self.step,
            ask.BATTLE: self.battle,
            ask.TARGET: self.target,
            ask.FIRST_STRIKE: self.first_strike,
            ask.EVADE: self.evade,
            ask.EVADE_PATH: self.retreat,
            ask.IGNORE: self.ignore,
            ask.RETREAT: self.retreat,
            ask.LEADER: self.flight,
            ask.TRAMPLE: self.trample,
            ask.ADVANCE: self.advance,
            ask.BONUS: self.bonus,
            ask.BACK: self.back,
            ask.SECTION: self.section,
            ask.RALLY: self.rally,
            ask.BATTLE_BONUS: tokens.battle_bonus,
            ask.BRAVERY: tokens.bravery,
            ask.MOVE_A_LEADER: self.move_a_leader,
            ask.INSPIRATION: tokens.inspiration,
            ask.PARTHIAN: self.back,
            ask.AMBUSH: tokens.ambush,
            ask.AMBUSHER: tokens.ambusher,
            ask.KEEP: self.any,
        }

    def answer(self, state: State, options: list[int]) -> int:
        """The option that promises most, of the legal answers to the state's question; the state stays as it is."""
        return self.answers.get(state.question, self.any)(state, options)

    def any(self, s: State, options: list[int]) -> int:
        """Whatever comes first to hand."""
        return self.random.choice(options)

    def best(self, scored: Iterable[tuple[float, int]]) -> int:
        """The answer of the highest score among pairs of score and answer; the seed decides between equals."""
        return max((score + 1e-6 * self.random.random(), answer) for score, answer in scored)[1]

    # ------------------------------------------------------------------ cards and orders

    def card(self, s: State, options: list[int]) -> int:
        """The card whose orders gain most, tried out on a copy."""
        self.plans.weigh(s)
        return self.best((self.plans.card_worth(s, option), option) for option in options)

    def order(self, s: State, options: list[int]) -> int:
        """The piece that gains most by its orders."""
        self.plans.weigh(s)
        return self.best((self.plans.gain_of(s, option), option) for option in options)

    def section(self, s: State, options: list[int]) -> int:
        """The section whose group gains most."""
        self.plans.weigh(s)
        return self.best((self.plans.card_worth(s, option), option) for option in options)

    def rally(self, s: State, options: list[int]) -> int:
        """A block for the unit that has lost most."""
        lost = {o: s.units[s.unit_at[o - ask.HEX_0]] for o in options if o != ask.DONE}
        return self.best((0.0 if o == ask.DONE else 1.0 / lost[o].blocks, o) for o in options)

    # ------------------------------------------------------------------ movement

    def move(self, s: State, options: list[int]) -> int:
        """The piece whose move gains most, or done where no move gains anything."""
        t = trial(s)
        best: tuple[float, int, list[int]] = (1e-9, ask.DONE, [])
        for option in options:
            if option >= ask.LEADER_0:
                k = t.leader_at[option - ask.LEADER_0]
                plan, piece = leader_plan(t, k), (s.turn, 1, k)
            elif option != ask.DONE:
                i = t.unit_at[option - ask.HEX_0]
                gain, way = self.plans.unit_plan(t, i)
                plan, piece = (gain - worth.best_attack(t, i, self.plans.out), way), (s.turn, 0, i)
            else:
                continue
            if plan[1] and (plan[0], option) > best[:2]:
                best = (*plan[:1], option, plan[1])
                self.follow(option - (ask.LEADER_0 if piece[1] else ask.HEX_0), plan[1], piece)
        return best[1] if best[1] in options else max(options)

    def move_a_leader(self, s: State, options: list[int]) -> int:
        """A token for a leader who stands badly."""
        t = trial(s)
        leaders = range(first_leader(s.active), first_leader(s.active + 1))
        gain = max(leader_plan(t, k)[0] for k in leaders if t.leaders[k].hex != NOWHERE)
        return ask.YES if gain >= LEADER_TOKEN else ask.DONE

    def follow(self, start: int, way: list[int], piece: tuple[int, int, int]) -> None:
        """Remember the way of the piece that is about to move: hexes from `start` on, for `step` to go.

        A piece is the turn, 0 for a unit or 1 for a leader, and its number.
        """
        self.piece = piece
        self.way = dict(zip([start, *way], way, strict=False))

    def step(self, s: State, options: list[int]) -> int:
        """The next hex of the way, or the end of it."""
        f = s.frames[s.depth]
        kind = 1 if f.mode == A_LEADER else 0
        if self.piece != (s.turn, kind, f.unit):
            self.way = {}
        answer = ask.HEX_0 + self.way[f.hex] if f.hex in self.way else ask.DONE
        if answer in options:
            return answer
        if ask.DONE in options:
            return ask.DONE
        side = s.active
        return self.best((-float(nearest_unit(s, 1 - side, option - ask.HEX_0)), option) for option in options)

    # ------------------------------------------------------------------ battle

    def battle(self, s: State, options: list[int]) -> int:
        """The unit with the best attack, or done where none is worth while."""
        t = trial(s)
        scored = [(worth.best_attack(t, t.unit_at[o - ask.HEX_0], self.plans.out), o) for o in options if o != ask.DONE]
        return self.best(scored + [(0.0, ask.DONE)] * (ask.DONE in options))

    def target(self, s: State, options: list[int]) -> int:
        """The enemy that promises most."""
        t = trial(s)
        u = t.units[t.frames[t.depth].unit]
        return self.best((worth.attack_worth(t, u, option - ask.HEX_0), option) for option in options)

    def first_strike(self, s: State, options: list[int]) -> int:
        """Strike first where it promises enough for the card."""
        f = s.frames[s.depth]
        u, foe = s.units[f.foe], s.units[f.unit]
        dice = close_dice(s, u, f.unit, foe.hex, proc.STRIKING_FIRST)
        promise = worth.harm(dice, TWELFTHS[u.kind][foe.kind][False], foe.blocks)
        return options[-1] if promise >= STRIKE_FROM else ask.DONE

    def evade(self, s: State, options: list[int]) -> int:
        """Evade where standing would cost more, the blow back deducted."""
        t = trial(s)
        f = t.frames[t.depth]
        u, foe = t.units[f.foe], t.units[f.unit]
        dice = close_dice(t, foe, f.foe, u.hex, proc.ATTACKING)
        twelfths = TWELFTHS[foe.kind][u.kind][inspired(t, foe)]
        back = worth.harm(*worth.back_blow(t, u, foe), foe.blocks) * (1 - worth.chance_of(dice, twelfths, u.blocks))
        standing = worth.harm(dice, twelfths, u.blocks) - worth.BACK_SHARE * back
        return ask.YES if worth.harm(dice, SYMBOL_ONLY, u.blocks) + worth.PUSHED / 2 < standing else ask.DONE

    def back(self, s: State, options: list[int]) -> int:
        """A blow back costs nothing."""
        return ask.YES

    def bonus(self, s: State, options: list[int]) -> int:
        """The best bonus close combat, or none."""
        t = trial(s)
        u = t.units[t.frames[t.depth].unit]
        return self.best((0.0 if o == ask.DONE else worth.close_worth(t, u, o - ask.HEX_0), o) for o in options)

    def advance(self, s: State, options: list[int]) -> int:
        """The hex where the unit stands best, the bonus combat from it included."""
        t = trial(s)
        f = t.frames[t.depth]
        u, start = t.units[f.unit], t.units[f.unit].hex
        foes = worth.foes_of(t, u)
        scored = []
        for option in options:
            met = worth.stand_on(t, f.unit, start if option == ask.DONE else option - ask.HEX_0)
            value = worth.standing(t, u, caution(s), foes)[0]
            if option != ask.DONE and f.count == 0 and may_bonus(t, u):
                targets = [hex for hex in NEAR[u.hex] if enemy_unit_at(t, u.side, hex)]
                value += max([0.0] + [worth.close_worth(t, u, hex) for hex in targets])
            scored.append((value, option))
            worth.stand_back(t, f.unit, start, met)
        return self.best(scored)

    # ------------------------------------------------------------------ flags, flight, rampage

    def ignore(self, s: State, options: list[int]) -> int:
        """As many flags as can be, unless a last block does better to run."""
        f = s.frames[s.depth]
        u = s.units[f.foe]
        scored = []
        for option in options:
            hexes = column.RETREAT_HEXES[u.kind] * (f.banners - (option - ask.IGNORE_0))
            lost = hexes - room(s, u, u.hex, hexes) if hexes else 0
            cost = worth.BLOCK * lost + (1.0 if lost >= u.blocks else 0.0) + 0.01 * hexes
            if hexes and has(u, kinds.RAMPAGES):
                cost += worth.BLOCK * self.friends_over_enemies(s, u)
            elif hexes:
                cost += -0.3 if u.blocks == 1 else worth.PUSHED
            scored.append((-cost, option))
        return self.best(scored)

    def friends_over_enemies(self, s: State, u: Unit) -> int:
        """How many more friends than enemies stand next to a unit: those that a rampage hurts."""
        beside = [s.units[s.unit_at[hex]].side == u.side for hex in NEAR[u.hex] if s.unit_at[hex] != NONE]
        return 2 * sum(beside) - len(beside)

    def retreat(self, s: State, options: list[int]) -> int:
        """The safest next hex."""
        t = trial(s)
        f = t.frames[t.depth]
        u, start = t.units[f.unit], t.units[f.unit].hex
        foes = worth.foes_of(t, u)
        scored = []
        for option in options:
            met = worth.stand_on(t, f.unit, option - ask.HEX_0)
            scored.append((worth.standing(t, u, 1.0, foes)[0], option))
            worth.stand_back(t, f.unit, start, met)
        return self.best(scored)

    def flight(self, s: State, options: list[int]) -> int:
        """To a unit without a leader where there is one, else away from the enemy; off the board last."""
        f = s.frames[s.depth]
        side = s.leaders[f.unit].side
        scored = []
        for option in options:
            if option == ask.OFF:
                scored.append((-1.0, option))
                continue
            hex = f.hex if option == ask.DONE else option - ask.HEX_0
            value = resting(s, side, hex) - (2.0 if enemy_unit_at(s, side, hex) else 0.0)
            scored.append((value + (0.01 if option == ask.DONE else 0.0), option))
        return self.best(scored)

    def trample(self, s: State, options: list[int]) -> int:
        """Enemies first."""
        return self.best((float(enemy_unit_at(s, s.who, option - ask.HEX_0)), option) for option in options)
