"""Files as nobody would write them: good ones, changed by structured mutations, and what must come of them.

A `Target` reads texts of one kind. What cannot be read is refused by an error of the house that tells the place; what
can be read can be played, shown and written. Everything else is a `Defect`.
"""

from __future__ import annotations

import json
import random
import re
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from hexillum.battle import scenarios
from hexillum.battle.door import Battle
from hexillum.battle.picture import board_svg
from hexillum.battle.positions import BadPosition, read_position, write_position
from hexillum.battle.scenarios import ScenarioError, read_scenario, scenario_text, turn_round
from hexillum.battle.view import view
from hexillum.core import ask
from hexillum.core.hexes import NOWHERE
from hexillum.lab import balance, ratings, tournament
from hexillum.notation import game_record
from hexillum.notation.cases import CaseError, read_nodes, run_case
from hexillum.notation.cases.reading import read_case
from hexillum.notation.game_record import BadRecord, read_record, write_record
from hexillum.odds.sheet import sheet_of_pair, sheet_under_way

ROOT: Final = Path(__file__).parents[2]
STEPS: Final = 50  # choices that are made on what was read
PLACE: Final = re.compile(r"line \d+|:\d+: |header: |(units|leaders|frames|councils) \d+|the position: ")

#: What a number may become.
NUMBERS: Final = (
    *("0", "1", "-1", "2", "3", "7", "9", "12", "13", "15", "16", "24", "47", "48", "63", "64", "99", "127", "128"),
    *("-128", "-129", "255", "256", "32767", "32768", "-32768", "2147483648", "9223372036854775807", "1e9", "0x10"),
    *("9" * 20, "9" * 4400, "-", "", "00", "+1", "1.5", "٣", "²", "nan", "1_0"),
)
#: What may be put anywhere.
PIECES: Final = (
    *(
        "\0",
        "\ufeff",
        "\u2028",
        "\x85",
        "\x0c",
        "\x1b[31m",
        "\ud7ff",
        "\U0010ffff",
        "é",
        "ß",
        "\r",
        "\n",
        "\t",
        " ",
        "#",
    ),
    *(
        '"',
        "'",
        "'''",
        '"""',
        "[",
        "]",
        "{",
        "}",
        ":",
        "=",
        "/",
        "+",
        "-",
        "|",
        "| ",
        "&a ",
        "*a",
        "!!int ",
        "<<: ",
        "---",
    ),
    *(
        "end",
        "script",
        "position",
        "scenario below",
        "pending",
        "pending 1",
        "pending -1",
        "resign",
        "draw rally",
        "done",
    ),
    *(
        "[" * 400,
        "{a: " * 100,
        "a." * 300,
        "x" * 5000,
        "off",
        "leader",
        "nowhere",
        "none",
        "true",
        "null",
        "~",
        "2020-99-99",
    ),
)
_NUMBER: Final = re.compile(r"-?\d+")
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9-]*")


class Defect(AssertionError):
    """What must not come of any text."""


def mutated(text: str, numbers: Sequence[int], words: Sequence[str]) -> str:
    """A text after changes that the numbers choose, three for each; `words` are those of other files of its kind.

    >>> mutated("a 1\\nb 2", [0, 0, 0], [])
    'b 2'
    """
    for at in range(0, len(numbers) - 2, 3):
        text = WAYS[numbers[at] % len(WAYS)](text, numbers[at + 1], numbers[at + 2], words)
    return text


def _drop(text: str, a: int, b: int, _: Sequence[str]) -> str:
    lines = text.split("\n")
    del lines[a % len(lines)]
    return "\n".join(lines)


def _double(text: str, a: int, b: int, _: Sequence[str]) -> str:
    lines = text.split("\n")
    lines.insert(b % (len(lines) + 1), lines[a % len(lines)])
    return "\n".join(lines)


def _swap(text: str, a: int, b: int, _: Sequence[str]) -> str:
    lines = text.split("\n")
    a, b = a % len(lines), b % len(lines)
    lines[a], lines[b] = lines[b], lines[a]
    return "\n".join(lines)


def _cut(text: str, a: int, b: int, _: Sequence[str]) -> str:
    start = a % (len(text) + 1)
    return text[:start] + (text[start + b % 200 :] if b % 3 else "")


def _insert(text: str, a: int, b: int, _: Sequence[str]) -> str:
    start = a % (len(text) + 1)
    return text[:start] + PIECES[b % len(PIECES)] + text[start:]


def _number(text: str, a: int, b: int, _: Sequence[str]) -> str:
    return _replaced(_NUMBER, text, a, NUMBERS[b % len(NUMBERS)])


def _nudge(text: str, a: int, b: int, _: Sequence[str]) -> str:
    found = list(_NUMBER.finditer(text))
    if not found:
        return text
    one = found[a % len(found)]
    return f"{text[: one.start()]}{int(one[0][:9]) + b % 7 - 3}{text[one.end() :]}"


def _word(text: str, a: int, b: int, words: Sequence[str]) -> str:
    known = words if b % 2 and words else _WORD.findall(text)
    return _replaced(_WORD, text, a, known[b // 2 % len(known)]) if known else text


def _spell(text: str, a: int, b: int, _: Sequence[str]) -> str:
    start = a % (len(text) + 1)
    return text[:start] + chr(b % 0x300) + text[start + 1 :]


def _values(text: str, a: int, b: int, _: Sequence[str]) -> str:
    """Swap what stands behind two marks, such as the kinds of two units."""
    found = list(re.finditer(r"(?<=[=:])[^ ,\n]+", text))
    if len(found) < 2:
        return text
    one, two = sorted((a % len(found), b % len(found)))
    first, second = found[one], found[two]
    return "".join(
        [text[: first.start()], second[0], text[first.end() : second.start()], first[0], text[second.end() :]]
        if one != two
        else [text]
    )


def _end(text: str, a: int, b: int, words: Sequence[str]) -> str:
    """Change the last lines only: there stand the running procedures of a position."""
    start = len(text) - min(len(text), 40 + a % 400)
    return text[:start] + (_number, _nudge, _word, _values)[b % 4](text[start:], a // 7, b // 4, words)


def _replaced(pattern: re.Pattern[str], text: str, which: int, new: str) -> str:
    found = list(pattern.finditer(text))
    if not found:
        return text
    one = found[which % len(found)]
    return text[: one.start()] + new + text[one.end() :]


WAYS: Final[tuple[Callable[[str, int, int, Sequence[str]], str], ...]] = (
    *(
        _drop,
        _double,
        _swap,
        _cut,
        _insert,
        _number,
        _number,
        _nudge,
        _nudge,
        _word,
        _word,
        _word,
        _spell,
        _values,
        _values,
        _end,
        _end,
        _end,
    ),
)

# ---------------------------------------------------------------------- what must come of a text


def refusal(error: Exception, *kinds: type[Exception]) -> None:
    """See that an error is one of the house, tells a place, and can be printed. Raises Defect."""
    if type(error) not in kinds:
        raise Defect(f"{type(error).__name__}: {error}") from error
    told = str(error)
    if not PLACE.search(told):
        raise Defect(f"no place: {told[:300]}") from error


def use(battle: Battle, seed: int = 0) -> None:
    """Play some random choices on a battle, look at it from all sides, and write it down. Raises Defect."""
    rng = random.Random(seed)
    try:
        look(battle)
        if rng.randrange(4) == 0:
            board_svg(battle)
        begun = len(battle.choices)
        while not battle.over and len(battle.choices) < begun + STEPS:
            if not battle.numbers():
                raise Defect("nothing is legal")
            if battle.state.who == ask.CHANCE:
                battle.throw()
            else:
                battle.choose(rng.choice(battle.numbers()))
            if rng.randrange(8) == 0:
                look(battle)
        look(battle)
        if read_position(write_position(battle)) != battle.state:
            raise Defect("a position of it reads back to another state")
    except Defect:
        raise
    except Exception as error:
        raise Defect(f"{type(error).__name__}: {error}") from error


def look(battle: Battle) -> None:
    """Everything that is shown of a moment."""
    for side in (None, 0, 1):
        view(battle, side)
    if not (battle.state.question == ask.ROLL and not battle.over):
        _ = battle.options, battle.chances
    battle.prompt()
    repr(battle)


def position(text: str) -> bool:
    """Read a position; whether it is one."""
    try:
        battle = Battle.from_position(text)
    except BadPosition as error:
        refusal(error, BadPosition)
        return False
    if battle.state.question or battle.over:
        use(battle, len(text))
        if len(text) % 4 == 0:
            reckon(battle, len(text))
    return True


def reckon(battle: Battle, seed: int) -> None:
    """The odds of what is being fought, and of a pair of pieces. Raises Defect."""
    hexes = [unit.hex for unit in battle.state.units if unit.hex != NOWHERE]
    try:
        sheet_under_way(battle.state.copy(), battle.events, seconds=1)
        if len(hexes) > 1:
            sheet_of_pair(battle.state.copy(), *random.Random(seed).sample(hexes, 2), seconds=1)
    except Exception as error:
        raise Defect(f"{type(error).__name__}: {error}") from error


def record(text: str) -> bool:
    """Read a record, every second one as if who changed it had sealed it anew; whether it is one."""
    sealed = patch.object(game_record, "_check_end") if len(text) % 2 else nullcontext()
    try:
        with sealed:
            battle = read_record(text)
    except BadRecord as error:
        refusal(error, BadRecord)
        return False
    write_record(battle)
    if battle.state.question or battle.over:
        use(battle, len(text))
    return True


def cases(text: str) -> bool:
    """Read a file of cases and run them; whether it is one."""
    try:
        text.encode()
        found = [read_case(node) for node in read_nodes(text, "fuzz.yaml") if node.value is not None]
        for case in found:
            run_case(case)
    except CaseError as error:
        refusal(error, CaseError)
        return False
    for case in found:
        if case.battle.state.question or case.battle.over:
            use(case.battle, len(text))
    return True


def scenario(text: str) -> bool:
    """Read a scenario and begin it; whether it is one."""
    try:
        plan = read_scenario(text, "fuzz.toml")
    except ScenarioError as error:
        refusal(error, ScenarioError)
        return False
    if read_scenario(scenario_text(plan)) != plan:
        raise Defect("a scenario reads back to another one")
    use(Battle.start(plan, seed=len(text)), len(text))
    use(Battle.start(turn_round(plan), seed=len(text)), len(text))
    return True


def results(text: str) -> bool:
    """Read a file of results and report on it; whether it is one."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "results")
        path.write_text(text, encoding="utf-8")
        read = False
        try:
            played = tournament.read_results(path)[1]
            json.dumps(ratings.report(played)).encode()
            read = True
        except tournament.BadTournament as error:
            if type(error) is not tournament.BadTournament:
                raise
        try:
            rows = balance.rows_of(balance.read_run(path)[1])
            json.dumps([balance.as_dicts(rows), balance.comparison(rows), balance.sentence(rows)])
            read = True
        except balance.BadBalance as error:
            if type(error) is not balance.BadBalance:
                raise
    return read


def upload(text: str) -> bool:
    """Send a text to a server as a record, a position or pieces placed by hand; whether it begins an analysis."""
    from pydantic import ValidationError

    from hexillum.web import analysis, show
    from hexillum.web.game import Game
    from hexillum.web.messages import Analyse, Refused
    from hexillum.web.wire import Seat

    try:
        wish = Analyse.model_validate_json(text)
    except ValidationError:
        return False
    try:
        opening, entries = analysis.wished(wish)
        game = Game("f" * 32, opening, bytes(32), ["person", "person"])
    except Refused:
        return False
    except ValueError as error:
        if type(error).__name__ in ("UnicodeEncodeError", "UnicodeDecodeError", "JSONDecodeError"):
            raise
        return False
    game.fold(game.opening_entries() if entries is None else entries)
    seat: Seat = {"player": "person", "name": "", "present": True}
    rng = random.Random(len(text))
    for _ in range(8):
        for eyes in (None, 0, 1):
            shown = show.show(game, eyes, {0, 1}, seats={"top": seat, "bottom": seat})
            json.dumps(shown, ensure_ascii=False).encode()
        json.dumps(show.timeline(game)).encode()
        game.record()
        game.at(rng.randrange(len(game.made) + 1))
        if game.battle.over:
            break
        trial = game.battle.copy()
        game.fold([game.by_chance(trial, 0)] if trial.state.who == ask.CHANCE else _answered(game, rng))
    return True


def _answered(game: Any, rng: random.Random) -> list[Any]:
    from hexillum.web.entries import Entry

    return [Entry("answer", game.battle.state.who, (rng.choice(game.battle.numbers()),))]


# ---------------------------------------------------------------------- good files


def played(name: str, choices: int, seed: int) -> Battle:
    """A random battle after so many choices, or at its end."""
    battle, rng = Battle.start(name, seed=seed), random.Random(seed)
    while not battle.over and len(battle.choices) < choices:
        if battle.state.who == ask.CHANCE:
            battle.throw()
        else:
            battle.choose(rng.choice(battle.numbers()))
    return battle


@cache
def battles() -> tuple[Battle, ...]:
    """A moment of a random battle of every scenario."""
    return tuple(played(name, 30 + 37 * n % 400, n) for n, name in enumerate(scenarios.names()))


def _old(pattern: str) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests/notation/files_of_1").glob(pattern))]


@cache
def positions_written() -> tuple[str, ...]:
    """Positions of all battles, of this format and of format 1."""
    return (*map(write_position, battles()), *_old("*.position"))


@cache
def records_written() -> tuple[str, ...]:
    """Records of all battles, those of positions and of scenarios of one's own among them."""
    out = [write_record(battle) for battle in battles() if len(battle.choices) < 200]
    for n, battle in enumerate(battles()[::9]):
        later = Battle.from_position(write_position(battle))
        rng = random.Random(n)
        while not later.over and len(later.choices) < 20:
            if later.state.who == ask.CHANCE:
                later.throw()
            else:
                later.choose(rng.choice(later.numbers()))
        out.append(write_record(later))
        plan = scenarios.load_scenario(scenarios.names()[n * 9])
        own = replace(plan, id="mine", source="a fuzzer")
        out.append(write_record(Battle.start(own, seed=n)))
    return (*out, *_old("*.battle"))


@cache
def cases_written() -> tuple[str, ...]:
    """Case files of all rooms."""
    return tuple(path.read_text(encoding="utf-8") for path in sorted((ROOT / "cases").rglob("*.yaml"))[::5])


@cache
def scenarios_written() -> tuple[str, ...]:
    """Scenario files as they come with the program."""
    return tuple((scenarios.FOLDER / f"{name}.toml").read_text(encoding="utf-8") for name in scenarios.names())


@cache
def results_written() -> tuple[str, ...]:
    """A file of a tournament and one of a run of all battles."""
    game = {"first": "a", "second": "b", "battle": "zama", "seed": 1, "banners": [6, 2], "turns": 9}
    games = [json.dumps(game | {"number": n, "score": n % 3 / 2}) for n in range(4)]
    one = {"scenario": "zama", "swapped": False, "games": 4, "complete": True, "draws": 0, "unfinished": 0}
    wins = {"wins": {"top": {"games": 1}, "bottom": {"games": 3}}}
    return (
        "\n".join(['{"format": "hexillum tournament 2", "battles": {}}', *games, ""]),
        "\n".join(['{"format": "hexillum balance 2", "games": 4}', json.dumps(one | wins), ""]),
    )


@cache
def uploads_written() -> tuple[str, ...]:
    """Wishes for an analysis."""
    unit = {"side": "top", "hex": "E5", "kind": "warrior", "blocks": 2, "leader": True}
    setup = {
        "edition": "ancients",
        "units": [unit, unit | {"side": "bottom", "hex": "F5", "leader": False}],
        "leaders": [{"side": "bottom", "hex": "H8"}],
        "terrain": {"D4": "hill", "D5": "forest"},
        "hands": {"top": ["rally"], "bottom": ["order-two-left"]},
        "goals": {"top": 5, "bottom": 6},
        "banners": {"top": 1, "bottom": 0},
        "active": "top",
    }
    return (
        json.dumps({"setup": setup}),
        *(json.dumps({"position": text}) for text in positions_written()[::3]),
        *(json.dumps({"record": text}) for text in records_written()[::3]),
    )


@dataclass(frozen=True)
class Target:
    """A kind of file: what reads it, and good ones."""

    check: Callable[[str], bool]
    seeds: Callable[[], tuple[str, ...]]

    def words(self) -> list[str]:
        """The words of all good files."""
        return _words(self.seeds)


@cache
def _words(seeds: Callable[[], Iterable[str]]) -> list[str]:
    return sorted({word for text in seeds() for word in _WORD.findall(text)})


TARGETS: Final = {
    "positions": Target(position, positions_written),
    "records": Target(record, records_written),
    "cases": Target(cases, cases_written),
    "scenarios": Target(scenario, scenarios_written),
    "results": Target(results, results_written),
    "uploads": Target(upload, uploads_written),
}


def fuzzed(target: Target, which: int, numbers: Sequence[int]) -> str:
    """A good file of a kind, by its number, after the changes that the numbers choose."""
    seeds = target.seeds()
    text = seeds[which % len(seeds)]
    if target.check is upload:  # changes within the file that is sent, more than in what surrounds it
        sent = json.loads(text)
        (name,) = sent
        if name != "setup" and numbers[0] % 4:
            inner = TARGETS["records" if name == "record" else "positions"]
            return json.dumps({name: mutated(sent[name], numbers, inner.words())})
    return mutated(text, numbers, target.words())
