"""Where an analysis begins: from a record that was uploaded, or from pieces placed by hand."""

from __future__ import annotations

from ..battle.door import Battle
from ..battle.positions import write_position
from ..battle.scenarios import is_built_in
from ..battle.setup import add_leader, add_unit, begin, full_deck, new_state
from ..core import ask, hexes
from ..core.cards import card_number
from ..core.dice import Seeded, faces_of
from ..core.editions import edition_named
from ..core.kinds import kind_number
from ..core.terrain import terrain_number
from .game import Entry, Opening
from .messages import Setup

COMMAND = 5
GOAL = 6


def of_record(battle: Battle) -> tuple[Opening, list[Entry]]:
    """The opening and the choices of a battle that was read from a record.

    >>> opening, entries = of_record(Battle.start("akragas", seed=7))
    >>> opening.battle, entries[0].kind
    ('akragas', 'draw')
    """
    plan = battle.scenario
    if plan is not None and is_built_in(plan) and battle.first_state.deck == full_deck(plan.edition):
        switches = {name: bool(getattr(battle.first_state.law, name)) for name in edition_named(plan.edition).switches}
        opening = Opening("analysis", plan.id, plan.swapped, switches)
    else:
        opening = Opening("analysis", position=write_position(battle.first_state))
    trial = opening.begin()
    entries: list[Entry] = []
    for number in battle.choices:
        s = trial.state
        if s.who == ask.CHANCE and s.question == ask.ROLL:
            entries.append(Entry("roll", None, faces=tuple(faces_of(number))))
        else:
            entries.append(
                Entry("draw" if s.who == ask.CHANCE else "answer", None if s.who == ask.CHANCE else s.who, (number,))
            )
        trial.choose(number)
        trial.seal()
    return opening, entries


def placed(setup: Setup) -> str:
    """The position of pieces placed by hand, at the beginning of a turn, as text.

    Raises ValueError, naming the hex or the card, for what cannot be.
    """
    s = new_state(setup.edition)
    for place, ground in setup.terrain.items():
        s.terrain[hexes.parse(place, s.rows)] = terrain_number(setup.edition, ground)
    sides = ("top", "bottom")
    for unit in setup.units:
        side, hex = sides.index(unit.side), hexes.parse(unit.hex, s.rows)
        try:
            i = add_unit(s, side, kind_number(setup.edition, unit.kind), hex)
            if unit.blocks is not None:
                if unit.blocks > s.units[i].full:
                    raise ValueError(f"{unit.blocks} blocks where {s.units[i].full} are full strength")
                s.units[i].blocks = unit.blocks
                s.units[i].fresh = int(unit.blocks == s.units[i].full)
            if unit.leader:
                add_leader(s, side, hex)
        except ValueError as error:
            raise ValueError(f"{unit.hex}: {error}") from None
    for leader in setup.leaders:
        try:
            add_leader(s, sides.index(leader.side), hexes.parse(leader.hex, s.rows))
        except ValueError as error:
            raise ValueError(f"{leader.hex}: {error}") from None
    deck = full_deck(setup.edition)
    half = len(s.hand) // 2
    for side, cards in enumerate((setup.hands.top, setup.hands.bottom)):
        for key in cards:
            number = card_number(setup.edition, key)
            if deck[number] == 0:
                raise ValueError(f"there is no further card {key!r} in the deck")
            deck[number] -= 1
            s.hand[half * side + number] += 1
        s.command[side] = max(COMMAND, len(cards))
        s.goal[side] = (setup.goals.top, setup.goals.bottom)[side] or GOAL
        s.banners[side] = (setup.banners.top, setup.banners.bottom)[side] or 0
        if s.banners[side] >= s.goal[side]:
            raise ValueError(f"{sides[side]} has won already: {s.banners[side]} of {s.goal[side]} banners")
        if setup.edition == "medieval":
            s.tokens[side] = 3
    s.deck = deck
    s.active = sides.index(setup.active)
    if any(all(u.side != side or u.hex == hexes.NOWHERE for u in s.units) for side in (0, 1)):
        raise ValueError("each side needs a unit on the board")
    begin(s)
    battle = Battle(s, source=Seeded())
    battle.run_chance()
    return write_position(battle.state)
