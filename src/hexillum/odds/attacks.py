"""Asking for odds: of an attack that is offered, of any unit against any other, of the battle that is being fought."""

from __future__ import annotations

import operator
from typing import SupportsIndex

from ..battle.door import Battle, IllegalChoice
from ..battle.lines import BadLine, Line, read_line
from ..battle.words import unit_words
from ..core import ask, hexes
from ..core.ask import Option
from ..core.state import NONE, State
from ..engine.playout import ANSWERS_MOST
from ..engine.step import apply
from ..engine.tryout import numbers_of
from ..engine.walk import Saw, begin_walk, challenge, make_ready
from ..explain import refusal
from ..notation.script import play_line
from ..rules.turn import targets
from .behaviour import STANDS, Behaviour
from .result import Odds, unpacked
from .walks import first_dice, found_of


def attack(
    battle: Battle | State,
    answer: SupportsIndex | Option | str,
    behaviour: Behaviour = STANDS,
    *,
    exact: bool = False,
    compiled: bool | None = None,
) -> Odds:
    """The odds of an attack that is offered now: a script line, or the answer that chooses a target or a bonus combat.

    An answer is one of `battle.options` or its number. The battle stays as it is. With `exact` the chances are
    fractions, found by the plain rules; otherwise floats, and `compiled` says whether the compiled rules are taken, by
    default where they are ready. Raises IllegalChoice, with its rules, for what is not offered, BadLine for a line
    that is no attack.

    >>> from hexillum.odds import example_battle
    >>> odds = attack(example_battle(), "close F5xE5")
    >>> round(odds.mean("hits"), 3), round(odds.chance("eliminated"), 4)
    (1.333, 0.0123)
    """
    trial = begun(battle, answer)
    return _odds(trial.state, behaviour, exact, compiled, f"{answer} begins no battle")


def begun(battle: Battle | State, answer: SupportsIndex | Option | str) -> Battle:
    """A battle of its own in which an attack that is offered now has begun; its events are those of the beginning.

    The attack is named as for `attack`, and any line of `offered` is taken; the battle that was given stays as it is.
    Raises IllegalChoice, with its rules, for what is not offered, BadLine for a line that is no attack.

    >>> from hexillum.odds import example_battle
    >>> begun(example_battle(), "close F5xE5").prompt()
    '4 dice are rolled'
    """
    trial = _trial(battle)
    if isinstance(answer, str):
        line = read_line(answer, trial.state.rows)
        if line.verb not in ("close", "fire"):
            raise BadLine(f"{answer!r} names no attack: expected a line such as 'close E6xE5' or 'fire E6xC5'")
        if trial.state.question == ask.TARGET:
            _choose_target(trial, line, answer)
        else:
            play_line(trial, answer)
    else:
        trial.choose(answer)
    return trial


def _choose_target(trial: Battle, line: Line, text: str) -> None:
    """Take a line where the unit that attacks is chosen already. Raises IllegalChoice."""
    s = trial.state
    here, there = line.hexes
    close = hexes.distance(here, there) == 1
    if here != s.subject or close != (line.verb == "close") or ask.HEX_0 + there not in trial.numbers():
        raise refusal(trial, line, text)
    trial.choose(ask.HEX_0 + there)


def under_way(
    battle: Battle | State,
    behaviour: Behaviour = STANDS,
    *,
    exact: bool = False,
    compiled: bool | None = None,
    seconds: float | None = None,
) -> Odds:
    """The odds of what is still to come of the battle that is being fought, counted from now on.

    `exact` and `compiled` are those of `attack`. What is not walked through within about so many `seconds` is played
    out many times instead, and says so (`Odds.plays`); fractions become floats first. Where the target is being asked
    whether it evades (EV-01), ask once with `STANDS` and once with `EVADES`. Raises IllegalChoice (GEN-01) where no
    battle is being fought.

    >>> from hexillum.notation.script import play_line
    >>> from hexillum.odds import example_battle
    >>> battle = example_battle()
    >>> play_line(battle, "close F5xE5")
    >>> under_way(battle) == attack(example_battle(), "close F5xE5")
    True
    """
    otherwise = "no battle is being fought now"
    return _odds(_trial(battle).state, behaviour, exact, compiled, otherwise, seconds)


def between(
    state: Battle | State,
    unit: SupportsIndex | str,
    target: SupportsIndex | str,
    behaviour: Behaviour = STANDS,
    *,
    how: str | None = None,
    exact: bool = False,
    compiled: bool | None = None,
) -> Odds:
    """What if the unit on a hex attacked whoever is on another, as they stand: either side, whoever's turn it is.

    Hexes are names such as "E6" or numbers. The unit is taken as ordered and unmoved, in a battle phase of its side
    without any card; the state stays as it is. `how` is "close" or "fire", by default what the distance allows;
    `exact` and `compiled` are those of `attack`. Raises IllegalChoice, with its rules, where the unit may not do that,
    and ValueError for what is no hex of the board.

    >>> from hexillum.odds import example_battle
    >>> between(example_battle(), "E5", "F5").title
    'close E5xF5: Auxilia, 4 blocks, against Warriors, 4 blocks'
    """
    s = _trial(state).state
    here, there = _hex(s, unit), _hex(s, target)
    fits = "close" if hexes.distance(here, there) == 1 else "fire"
    i = s.unit_at[here]
    there_is_one = s.outcome == NONE and i != NONE
    if not (there_is_one and how in (None, fits) and challenge(s, i, there, [0] * ANSWERS_MOST)):
        if there_is_one:
            make_ready(s, i)
        else:
            s.question = ask.BATTLE  # so that who is missing is what is told
        line = Line(how or fits, hexes=(here, there))
        raise refusal(Battle(s), line, line.verb)
    apply(s, ask.HEX_0 + there)
    return _odds(s, behaviour, exact, compiled, "no battle is being fought now")


def offered(battle: Battle | State) -> tuple[str, ...]:
    """Every attack that can be chosen now, as script lines that `attack` takes; none where no attack is asked for.

    Where a unit to battle with is asked for, these are all targets of all such units, by the numbers of their hexes.

    >>> from hexillum.odds import example_battle
    >>> offered(example_battle())
    ('close F5xE5',)
    """
    s = battle.state if isinstance(battle, Battle) else battle
    if s.outcome != NONE or s.question not in (ask.BATTLE, ask.TARGET, ask.BONUS):
        return ()
    answers = [n - ask.HEX_0 for n in numbers_of(s) if n >= ask.HEX_0]
    if s.question != ask.BATTLE:
        return tuple(_line(s.subject, there) for there in answers)
    lines, out = [], [0] * ANSWERS_MOST
    for here in answers:
        lines += [_line(here, n - ask.HEX_0) for n in sorted(out[: targets(s, s.unit_at[here], out)])]
    return tuple(lines)


def _hex(s: State, hex: SupportsIndex | str) -> int:
    """A hex of the board by its name or number. Raises ValueError for what is none."""
    if isinstance(hex, str):
        return hexes.parse(hex, s.rows)
    if isinstance(hex, SupportsIndex) and operator.index(hex) in hexes.board(s.rows):
        return operator.index(hex)
    raise ValueError(f"{hex!r} is not a hex of the board: expected a name such as 'E6', or its number")


def _who(s: State, hex: int) -> str:
    return unit_words(s, hex) or "nobody left"


def _line(here: int, there: int) -> str:
    verb = "close" if hexes.distance(here, there) == 1 else "fire"
    return f"{verb} {hexes.name(here)}x{hexes.name(there)}"


def _trial(battle: Battle | State) -> Battle:
    """A battle at the same moment to try things on."""
    if isinstance(battle, Battle):
        return Battle(battle.state.copy(), battle.scenario)
    return Battle(battle.copy())


def _odds(
    s: State,
    behaviour: Behaviour,
    exact: bool,
    compiled: bool | None,
    otherwise: str,
    seconds: float | None = None,
) -> Odds:
    """The odds of the battle that is under way in a state of one's own; `otherwise` is said where there is none."""
    way = behaviour.way()
    if not begin_walk(s, way, Saw()):
        raise IllegalChoice(otherwise, ("GEN-01",))
    title = f"{_line(way.place, way.foe_place)}: {_who(s, way.place)}, against {_who(s, way.foe_place)}"
    found = found_of(s, behaviour, exact, compiled, seconds)
    chances = sorted(((unpacked(key), p) for key, p in found.chances.items()), key=lambda pair: (-pair[1], pair[0]))
    return Odds(title, first_dice(s, behaviour), behaviour, dict(chances), found.plays)
