"""Where an analysis begins: a moment of a battle, a record that was uploaded, a position, or pieces placed by hand."""

from __future__ import annotations

from ..battle import scenarios
from ..battle.deployment import state_of
from ..battle.door import Battle
from ..battle.positions import write_position
from ..battle.scenarios import Scenario, is_built_in, scenario_text, turn_round
from ..battle.setup import add_leader, add_unit, begin, full_deck, new_state
from ..core import ask, hexes
from ..core.cards import card_number
from ..core.dice import Seeded, faces_of
from ..core.editions import edition_named
from ..core.kinds import kind_number
from ..core.terrain import terrain_number
from ..notation.game_record import read_record
from .entries import Entry, Opening, own_text
from .game import Game
from .messages import Analyse, Refused, Setup
from .own_battles import examined, right

COMMAND = 5
GOAL = 6
#: Choices of a record that is sent to the server: four times those of the longest battle that computers play.
CHOICES_MOST = 8_000


def wished(wish: Analyse) -> tuple[Opening, list[Entry] | None]:
    """The opening that a wish for an analysis names; of a record with the choices that were made.

    Raises Refused for a battle that does not exist and for a wish that does not name just one thing; ValueError for
    what cannot be read.
    """
    given = [name for name in ("battle", "scenario", "record", "position", "setup") if getattr(wish, name) is not None]
    if len(given) != 1:
        raise Refused(
            "wrong_choice", "name one thing to analyse: battle, scenario, record, position or setup", status=422
        )
    if wish.battle is not None:
        if wish.battle not in scenarios.playable():
            raise Refused("no_battle", f"there is no battle {wish.battle!r}", status=422)
        return Opening("analysis", wish.battle, scenario=own_text(wish.battle)), None
    if wish.scenario is not None:
        return Opening("analysis", scenario=right(examined(wish.scenario)).text), None
    if wish.record is not None:
        return of_record(read_record(wish.record, most=CHOICES_MOST))
    if wish.setup is not None:
        return Opening("analysis", position=placed(wish.setup)), None
    return Opening("analysis", position=wish.position or "", title="A position"), None


def of_moment(game: Game, moment: int) -> tuple[Opening, list[Entry]]:
    """The opening of another line from a moment of a game, and the choices up to it.

    `moment` counts the choices that were made. Raises Refused for a moment that never was.
    """
    if moment > len(game.made):
        raise Refused("no_moment", f"there is no moment {moment}: expected 0 to {len(game.made)}", status=422)
    o, plan = game.opening, game.battle.scenario
    title = f"{plan.name}, another line" if plan else "A position, another line"
    fork_of = f"{game.id}@{moment}"
    opening = Opening(
        "analysis", o.battle, o.swapped, o.switches, o.position, title=title, fork_of=fork_of, scenario=o.scenario
    )
    return opening, [_forked(entry) for entry in game.made[:moment]]


def _forked(entry: Entry) -> Entry:
    """A choice of a battle as one of an analysis."""
    kind = "forced" if entry.kind == "standing" else entry.kind
    return Entry(kind, entry.side, entry.numbers if kind != "roll" else (), entry.faces)


def of_record(battle: Battle) -> tuple[Opening, list[Entry]]:
    """The opening and the choices of a battle that was read from a record; it stays as it is.

    >>> opening, entries = of_record(Battle.start("akragas", seed=7))
    >>> opening.battle, entries[0].kind
    ('akragas', 'draw')
    """
    plan = battle.scenario
    if plan is not None and is_built_in(plan) and battle.first_state.deck == full_deck(plan.edition):
        opening = Opening("analysis", plan.id, plan.swapped, _switches(battle, plan))
    elif plan is not None and (text := _own(plan, battle)):
        opening = Opening("analysis", swapped=plan.swapped, switches=_switches(battle, plan), scenario=text)
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


def _switches(battle: Battle, plan: Scenario) -> dict[str, bool]:
    """The house rules of a battle, by their names."""
    return {name: bool(getattr(battle.first_state.law, name)) for name in edition_named(plan.edition).switches}


def _own(plan: Scenario, battle: Battle) -> str:
    """The text of a scenario of somebody's own, "" where the battle did not begin just as it says."""
    found = examined(scenario_text(turn_round(plan) if plan.swapped else plan))
    same = not found.problems and state_of(plan, switches=_switches(battle, plan)) == battle.first_state
    return found.text if same else ""


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
        if edition_named(setup.edition).base == "medieval":
            s.tokens[side] = 3
    s.deck = deck
    s.active = sides.index(setup.active)
    if any(all(u.side != side or u.hex == hexes.NOWHERE for u in s.units) for side in (0, 1)):
        raise ValueError("each side needs a unit on the board")
    begin(s)
    battle = Battle(s, source=Seeded())
    battle.run_chance()
    return write_position(battle.state)
