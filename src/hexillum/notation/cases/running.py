"""Running cases: playing the script line by line, with the refusals that it foretells, and telling how it went."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ...battle.door import Battle, IllegalChoice, Mark
from ...battle.lines import BadLine, read_line, strip_comment
from ...core import ask
from ..script import expected_words, fits, play_line, take_forced
from .expectations import compare
from .nodes import CaseError, Place
from .reading import Case

#: How often another reading of a script is tried before the first error is told: each such line doubles their number.
READINGS_MOST: Final = 200


@dataclass
class Result:
    """How a case went: no problems mean that it holds.

    `problems` are sentences with file and line, `log` the lines of the battle's log that an onlooker may read.
    """

    case: str
    rules: tuple[str, ...]
    place: Place
    problems: list[str]
    log: list[str]

    @property
    def passed(self) -> bool:
        """Whether the case holds."""
        return not self.problems


def run_case(case: Case) -> Result:
    """Play a case and compare what it expects; its battle is then at the end of the script, or where that went wrong.

    Problems are sentences in the result, with file and line; only a CaseError of what it expects is raised.

    >>> from hexillum.notation.cases.nodes import read_nodes
    >>> from hexillum.notation.cases.reading import read_case
    >>> text = "{case: reach, setup: {units: [bottom F5 warrior 4, top C5 auxilia 4]}, script: ['close F5xC5']}"
    >>> run_case(read_case(next(read_nodes(text, "example")))).passed
    False
    """
    problems: list[str] = []
    try:
        _run_script(case)
    except CaseError as error:
        problems.append(str(error))
    if not problems:
        problems = compare(case)
    log = [event.line_for(None) for event in case.battle.events]
    return Result(case.name, case.rules, case.place, problems, log)


def _run_script(case: Case) -> None:
    """Play the script; where a line could answer a forced decision or the next one, the other reading is tried too."""
    battle = case.battle
    turns: list[tuple[int, Mark, list[int]]] = []
    i = 0
    skip = -1
    first_error: CaseError | None = None
    tried = 0
    while i < len(case.script):
        text, place = case.script[i]
        try:
            if i != skip and not text.startswith("illegal:") and _is_ambiguous(battle, text):
                turns.append((i, battle.mark(), case.draws.copy()))
            if i == skip:
                take_forced(battle)
            skip = -1
            _play_one(case, text, place)
            i += 1
        except CaseError as error:
            first_error = first_error or error
            tried += 1
            if not turns or tried > READINGS_MOST:
                raise first_error from None
            i, mark, case.draws = turns.pop()
            battle.reset(mark)
            skip = i


def _is_ambiguous(battle: Battle, text: str) -> bool:
    """Whether a line answers a decision that has a single legal answer and so could have been left out."""
    try:
        line = read_line(text, battle.state.rows)
    except BadLine:
        return False
    return line.verb == "done" and fits(battle, line) and len(battle.numbers()) == 1


def _play_one(case: Case, text: str, place: Place) -> None:
    """Play one line of the script. Raises CaseError."""
    battle = case.battle
    if text.startswith("illegal:"):
        _refuse_one(case, text, place)
        return
    try:
        _draw_until(case, text, through_forced=True)
        play_line(battle, text)
    except (IllegalChoice, BadLine) as error:
        expected = expected_words(battle)
        raise place.error(f"'{strip_comment(text)}' is refused: {error}; expected {expected}") from None


def _draw_until(case: Case, text: str, through_forced: bool) -> None:
    """Draw the cards that the case's deck gives, unless the line draws by itself.

    A line that must be legal may leave out forced decisions, with more draws behind them; an illegal one is tried where
    the case stands.
    """
    battle = case.battle
    line = read_line(text, battle.state.rows)
    while not battle.over and not fits(battle, line):
        if battle.state.question != ask.DRAW:
            if not through_forced or not take_forced(battle):
                return
            continue
        numbers = battle.numbers()
        if not case.draws and len(numbers) > 1:
            raise IllegalChoice("a card is drawn now: expected a 'draw' line or a 'deck' in the setup", ("TURN-03",))
        battle.choose(ask.CARD_0 + case.draws.pop(0) if case.draws else numbers[0])


def _refuse_one(case: Case, text: str, place: Place) -> None:
    """See that a line is refused, by the rules named behind it if any. Raises CaseError."""
    line, _, wanted = text.removeprefix("illegal:").partition("#")
    battle = case.battle
    mark, draws = battle.mark(), case.draws.copy()
    refused: IllegalChoice | BadLine | None = None
    before = battle.state.copy()
    try:
        _draw_until(case, line, through_forced=False)
        before = battle.state.copy()
        play_line(battle, line)
    except (IllegalChoice, BadLine) as error:
        refused = error
    changed = battle.state != before
    battle.reset(mark)
    case.draws = draws
    if refused is None:
        raise place.error(f"'{line.strip()}' is accepted, expected a refusal")
    for rule in wanted.replace(",", " ").split():
        if rule not in getattr(refused, "rules", ()):
            raise place.error(f"'{line.strip()}' is refused, but not by {rule}: {refused}")
    if changed:
        raise place.error(f"'{line.strip()}' is refused, but the battle has changed")
