"""Case files: a situation, a script, and what must be true afterwards; reading, running and reporting them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import yaml

from .. import hexes
from ..decisions import CARD_0, DRAW, MOST_CARDS, ROLL, Decision
from ..edition import CARD_OWN_TURN, CARDS, EDITIONS, SWITCHES, card_number, kind_number, terrain_number
from ..referee import Battle, IllegalChoice, deck_of, set_switches
from ..rulebook import rules as all_rules
from ..setup import PHASES, add_leader, add_unit, begin_at, describe_unit, full_deck, new_state
from ..special_rules import enact, rule_of
from ..state import DRAWN, LEADER_MARKS, NONE, UNIT_MARKS, State
from .lines import BadLine, read_line, strip_comment
from .script import expected_words, fits, play_line, take_forced

SIDES: Final = ("top", "bottom")
TOP_KEYS: Final = ("case", "edition", "rules", "setup", "scenario", "script", "expect", "hidden", "note")
SETUP_KEYS: Final = (
    "terrain units active phase moved ordered card banners to_win hands deck command last_card tokens spent ramparts "
    "switches special_rules hidden note"
).split()
EXPECT_KEYS: Final = "dice units gone banners tokens hands pending result cites hidden note".split()


class CaseError(ValueError):
    """A case file that cannot be used: file, line, what is wrong and what was expected."""

    def __init__(self, file: str, line: int, message: str) -> None:
        super().__init__(f"{file}:{line}: {message}")
        self.file, self.line, self.message = file, line, message


@dataclass
class Place:
    """Where a value stands in its file."""

    file: str
    line: int

    def error(self, message: str) -> CaseError:
        """An error at this place."""
        return CaseError(self.file, self.line, message)


@dataclass
class Node:
    """A value of a YAML file that knows its line."""

    value: Any
    place: Place

    def fields(self, what: str, known: tuple[str, ...] | list[str] | None = None) -> dict[str, Node]:
        """The entries of a mapping. Raises CaseError for something else and for keys that are not known."""
        if not isinstance(self.value, dict):
            raise self.place.error(f"{what} must be a mapping of keys to values")
        for key, node in self.value.items():
            if known is not None and key not in known:
                raise node.place.error(f"unknown key {key!r} in {what}: expected one of {', '.join(known)}")
        return self.value

    def items(self, what: str) -> list[Node]:
        """The entries of a list. Raises CaseError for something else."""
        if not isinstance(self.value, list):
            raise self.place.error(f"{what} must be a list")
        return self.value

    def text(self, what: str) -> str:
        """A word or sentence. Raises CaseError for a list or mapping."""
        if isinstance(self.value, (dict, list)) or self.value is None:
            raise self.place.error(f"{what} must be a text")
        return str(self.value)

    def number(self, what: str, least: int, most: int) -> int:
        """A whole number within bounds. Raises CaseError."""
        if type(self.value) is not int or not least <= self.value <= most:
            raise self.place.error(f"{what} must be a number from {least} to {most}, found {self.value!r}")
        return self.value

    def plain(self) -> Any:
        """The value without places."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        return [node.plain() for node in self.value] if isinstance(self.value, list) else self.value

    def choice(self, what: str, known: tuple[str, ...]) -> str:
        """One of several words. Raises CaseError."""
        if self.value not in known:
            raise self.place.error(f"{what} must be one of {', '.join(known)}, found {self.value!r}")
        return str(self.value)


def _wrap(node: yaml.Node, file: str, loader: yaml.SafeLoader) -> Node:
    place = Place(file, node.start_mark.line + 1)
    if isinstance(node, yaml.MappingNode):
        entries: dict[str, Node] = {}
        for key, value in node.value:
            name = loader.construct_object(key)
            if isinstance(name, (dict, list)) or str(name) in entries:
                raise Place(file, key.start_mark.line + 1).error(f"key {name!r} stands here twice or is no word")
            entries[str(name)] = _wrap(value, file, loader)
        return Node(entries, place)
    if isinstance(node, yaml.SequenceNode):
        return Node([_wrap(item, file, loader) for item in node.value], place)
    return Node(loader.construct_object(node), place)


def read_nodes(text: str, file: str) -> Iterator[Node]:
    """The documents of a YAML text. Raises CaseError where it is not YAML."""
    try:
        loader = yaml.SafeLoader(text)
    except yaml.YAMLError as error:
        raise CaseError(file, 1, f"is not valid YAML: {str(error).splitlines()[0]}") from None
    try:
        while loader.check_node():
            root = loader.get_node()
            if root is not None:
                yield _wrap(root, file, loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error).split("\n")[0]
        raise CaseError(file, mark.line + 1 if mark else 1, f"is not valid YAML: {problem}") from None
    except RecursionError:
        raise CaseError(file, 1, "is not usable YAML: values are nested too deeply") from None
    finally:
        loader.dispose()


@dataclass
class Case:
    """A case as read: its name, the rules it shows, the battle at its start, its script and what it expects."""

    name: str
    rules: tuple[str, ...]
    battle: Battle
    script: list[tuple[str, Place]]
    expect: dict[str, Node]
    place: Place
    draws: list[int] = field(default_factory=list)


@dataclass
class Result:
    """How a case went: no problems mean that it holds."""

    case: str
    rules: tuple[str, ...]
    place: Place
    problems: list[str]
    log: list[str]

    @property
    def passed(self) -> bool:
        """Whether the case holds."""
        return not self.problems


def read_cases(path: str | Path) -> list[Case]:
    """The cases of a file. Raises CaseError with file and line for anything that is not of the notation."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise CaseError(str(path), 1, "is not UTF-8 text") from None
    except OSError as error:
        raise CaseError(str(path), 1, f"cannot be read: {error.strerror}") from None
    cases = [read_case(node) for node in read_nodes(text, str(path)) if node.value is not None]
    if not cases:
        raise CaseError(str(path), 1, "has no case: expected at least one document with 'case', 'setup' and 'script'")
    return cases


def read_case(node: Node) -> Case:
    """One case. Raises CaseError."""
    keys = node.fields("the case", TOP_KEYS)
    for needed in ("case", "script"):
        if needed not in keys:
            raise node.place.error(f"the case lacks {needed!r}")
    edition = keys["edition"].choice("edition", EDITIONS) if "edition" in keys else "ancients"
    known = all_rules()
    rules = []
    for item in keys["rules"].items("rules") if "rules" in keys else []:
        if item.value not in known:
            raise item.place.error(f"{item.value!r} is no rule id")
        rules.append(str(item.value))
    draws: list[int] = []
    if "scenario" in keys:
        if "setup" in keys:
            raise keys["scenario"].place.error("a case has a setup or a scenario, not both")
        try:
            battle = Battle.start(keys["scenario"].text("scenario"), deal=False)
        except ValueError as error:
            raise keys["scenario"].place.error(str(error)) from None
    elif "setup" in keys:
        battle, draws = read_setup(keys["setup"], edition)
    else:
        raise node.place.error("the case lacks 'setup' or 'scenario'")
    script = [_script_line(item) for item in keys["script"].items("script")]
    expect = keys["expect"].fields("expect", EXPECT_KEYS) if "expect" in keys else {}
    return Case(keys["case"].text("case"), tuple(rules), battle, script, expect, node.place, draws)


def _script_line(item: Node) -> tuple[str, Place]:
    if isinstance(item.value, dict):
        if list(item.value) != ["illegal"]:
            raise item.place.error("a script line is a text, or 'illegal: LINE'")
        return f"illegal: {item.value['illegal'].text('illegal')}", item.place
    return item.text("a script line"), item.place


def read_setup(node: Node, edition: str) -> tuple[Battle, list[int]]:
    """The battle at the start of a case, and the cards to be drawn next. Raises CaseError."""
    keys = node.fields("setup", SETUP_KEYS)
    s = new_state(edition)
    _ground(s, keys, edition)
    for item in keys["units"].items("units") if "units" in keys else []:
        try:
            read_piece(s, item.text("a unit"), edition)
        except ValueError as error:
            raise item.place.error(str(error)) from None
    s.active = SIDES.index(keys["active"].choice("active", SIDES)) if "active" in keys else 1
    for key, target in (("banners", s.banners), ("command", s.command), ("tokens", s.tokens)):
        for side, value in _by_side(keys, key):
            target[side] = value.number(key, 0, 60)
    goal = keys["to_win"].number("to_win", 1, 60) if "to_win" in keys else 6
    s.goal = [goal, goal]
    for item in keys["spent"].items("spent") if "spent" in keys else []:
        s.spent[SIDES.index(item.choice("a side that has spent its token", SIDES))] = 1
    draws = _cards(s, keys, edition)
    switches = keys["switches"].fields("switches") if "switches" in keys else {}
    for name, value in switches.items():
        if type(value.value) is not bool:
            raise value.place.error(f"switch {name} must be true or false")
        if name not in SWITCHES:
            raise value.place.error(f"{name!r} is no switch: expected one of {', '.join(SWITCHES)}")
    _special_rules(s, keys, edition)
    set_switches(s, {name: value.value for name, value in switches.items()})
    _begin(s, keys, edition)
    return Battle(s), draws


def _begin(s: State, keys: dict[str, Node], edition: str) -> None:
    phase = keys["phase"].choice("phase", tuple(PHASES)) if "phase" in keys else "battle"
    card = NONE
    if "card" in keys:
        card = _card(keys["card"], edition)
    ordered = [_piece_hex(s, item) for item in keys["ordered"].items("ordered")] if "ordered" in keys else None
    for name, value in keys["moved"].fields("moved").items() if "moved" in keys else ():
        hex = _hex(s, Node(name, value.place))
        i = s.unit_at[hex]
        if i == NONE:
            raise value.place.error(f"no unit stands at {name}")
        s.units[i].moved = value.number("moved", 0, 12)
        s.units[i].halted = int(s.units[i].moved > 0)
    begin_at(s, phase, card, ordered)
    if ordered is not None and phase == "order":
        for hex in ordered:
            if s.unit_at[hex] != NONE:
                s.units[s.unit_at[hex]].ordered = 1


def _special_rules(s: State, keys: dict[str, Node], edition: str) -> None:
    """Rules of scenarios, as tables of a scenario file; a leader is told by his hex."""
    leaders = {
        (leader.side, hexes.name(leader.hex)): k for k, leader in enumerate(s.leaders) if leader.hex != hexes.NOWHERE
    }
    for item in keys["special_rules"].items("special_rules") if "special_rules" in keys else []:
        try:
            enact(s, [rule_of(item.plain())], leaders, edition)
        except ValueError as error:
            raise item.place.error(str(error)) from None


def _ground(s: State, keys: dict[str, Node], edition: str) -> None:
    for name, value in keys["terrain"].fields("terrain").items() if "terrain" in keys else ():
        hex = _hex(s, Node(name, value.place))
        try:
            s.terrain[hex] = terrain_number(edition, value.text("terrain"))
        except ValueError as error:
            raise value.place.error(str(error)) from None
    for item in keys["ramparts"].items("ramparts") if "ramparts" in keys else []:
        parts = item.text("a rampart").split("/")
        if len(parts) != 2:
            raise item.place.error("a rampart is two hexes, the defended one first, such as E5/D5")
        inside, outside = (_hex(s, Node(part, item.place)) for part in parts)
        if outside not in hexes.NEAR[inside]:
            raise item.place.error(f"{parts[0]} and {parts[1]} are not neighbours")
        s.rampart[inside] |= 1 << hexes.NEAR[inside].index(outside)


def _by_side(keys: dict[str, Node], key: str) -> Iterator[tuple[int, Node]]:
    if key in keys:
        for name, value in keys[key].fields(key, SIDES).items():
            yield SIDES.index(name), value


def _card(node: Node, edition: str) -> int:
    try:
        card = card_number(edition, node.text("a card"))
    except ValueError as error:
        raise node.place.error(str(error)) from None
    return card


def _cards(s: State, keys: dict[str, Node], edition: str) -> list[int]:
    """Hands, deck and last cards; returns the next draws in their order."""
    for side, value in _by_side(keys, "hands"):
        for item in value.items("a hand"):
            s.hand[side * MOST_CARDS + _card(item, edition)] += 1
    if "hands" in keys and "command" not in keys:
        s.command = [sum(s.hand[side * MOST_CARDS : (side + 1) * MOST_CARDS]) for side in (0, 1)]
    for side, value in _by_side(keys, "last_card"):
        s.last_card[side] = CARD_OWN_TURN[_card(value, edition)]
    draws = [_card(item, edition) for item in keys["deck"].items("deck")] if "deck" in keys else []
    if draws:
        s.deck = deck_of(edition, [CARDS[card].key for card in draws])
    elif "hands" in keys:
        s.deck = [max(0, n - s.hand[c] - s.hand[MOST_CARDS + c]) for c, n in enumerate(full_deck(edition))]
    return draws


def _hex(s: State, node: Node) -> int:
    try:
        return hexes.parse(str(node.value), s.rows)
    except ValueError as error:
        raise node.place.error(str(error)) from None


def _piece_hex(s: State, node: Node) -> int:
    hex = _hex(s, node)
    if s.unit_at[hex] == NONE and s.leader_at[hex] == NONE:
        raise node.place.error(f"nobody stands at {node.value}")
    return hex


def read_piece(s: State, text: str, edition: str) -> None:
    """Put a unit or lone leader of the notation on the board: `top E5 warrior 4 leader`. Raises ValueError."""
    words = text.split()
    if len(words) < 3 or words[0] not in SIDES:
        raise ValueError(
            f"{text!r} is no unit: expected 'SIDE HEX KIND BLOCKS [leader] [special]' or 'SIDE HEX leader'"
        )
    side, hex = SIDES.index(words[0]), hexes.parse(words[1], s.rows)
    rest = words[2:]
    if _is_leader(rest[0]):
        if len(rest) > 1:
            raise ValueError(f"{text!r}: nothing may follow a lone leader")
        if s.unit_at[hex] != NONE:
            raise ValueError(f"{text!r}: a unit stands there, write 'leader' behind it")
        add_leader(s, side, hex, _leader_marks(rest[0]))
        return
    kind = kind_number(edition, rest[0])
    if len(rest) < 2 or not rest[1].isascii() or not rest[1].isdigit() or not 1 <= int(rest[1]) <= 9:
        raise ValueError(f"{text!r}: expected the number of blocks after {rest[0]}")
    marks, leader = 0, ""
    for word in rest[2:]:
        if _is_leader(word) and not leader:
            leader = word
        elif word in UNIT_MARKS:
            marks |= UNIT_MARKS[word]
        else:
            raise ValueError(f"{text!r}: {word!r} is unknown, expected leader or one of {', '.join(UNIT_MARKS)}")
    add_unit(s, side, kind, hex, int(rest[1]), marks=marks)
    if int(rest[1]) > s.units[s.unit_at[hex]].full:
        s.units[s.unit_at[hex]].full = int(rest[1])
    if leader:
        add_leader(s, side, hex, _leader_marks(leader))


def _is_leader(word: str) -> bool:
    return word == "leader" or word.startswith("leader:")


def _leader_marks(word: str) -> int:
    """The trait of a leader with one: `leader:alexander`. Raises ValueError for another name."""
    trait = word.partition(":")[2]
    if trait and trait not in LEADER_MARKS:
        raise ValueError(f"{word!r}: expected leader, or leader: with one of {', '.join(LEADER_MARKS)}")
    return LEADER_MARKS.get(trait, 0)


# ---------------------------------------------------------------- running


def run_case(case: Case) -> Result:
    """Play a case and compare what it expects."""
    problems: list[str] = []
    try:
        _run_script(case)
    except CaseError as error:
        problems.append(str(error))
    if not problems:
        problems = _compare(case)
    log = [event.line_for(None) for event in case.battle.events]
    return Result(case.name, case.rules, case.place, problems, log)


def _run_script(case: Case) -> None:
    """Play the script; where a line could answer a forced decision or the next one, the other reading is tried too."""
    battle = case.battle
    turns: list[tuple[int, Any, int]] = []
    i = 0
    skip = -1
    first_error: CaseError | None = None
    while i < len(case.script):
        text, place = case.script[i]
        try:
            if i != skip and not text.startswith("illegal:") and _is_ambiguous(battle, text):
                turns.append((i, battle.mark(), len(case.draws)))
            if i == skip:
                take_forced(battle)
            skip = -1
            _play_one(case, text, place)
            i += 1
        except CaseError as error:
            first_error = first_error or error
            if not turns:
                raise first_error from None
            i, mark, _ = turns.pop()
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
    battle = case.battle
    if text.startswith("illegal:"):
        _refuse_one(case, text, place)
        return
    try:
        _draw_until(case, text)
        play_line(battle, text)
    except (IllegalChoice, BadLine) as error:
        expected = expected_words(battle)
        raise place.error(f"'{strip_comment(text)}' is refused: {error}; expected {expected}") from None


def _draw_until(case: Case, text: str) -> None:
    """Draw the cards that the case's deck gives, unless the line draws by itself."""
    battle = case.battle
    while not battle.over and battle.state.question == DRAW and strip_comment(text).split()[:1] != ["draw"]:
        numbers = battle.numbers()
        if not case.draws and len(numbers) > 1:
            raise IllegalChoice("a card is drawn now: expected a 'draw' line or a 'deck' in the setup", ("TURN-03",))
        battle.choose(CARD_0 + case.draws.pop(0) if case.draws else numbers[0])


def _refuse_one(case: Case, text: str, place: Place) -> None:
    line, _, wanted = text.removeprefix("illegal:").partition("#")
    battle = case.battle
    before = battle.state.copy()
    mark = battle.mark()
    try:
        play_line(battle, line)
    except (IllegalChoice, BadLine) as error:
        rules = getattr(error, "rules", ())
        for rule in wanted.replace(",", " ").split():
            if rule not in rules:
                raise place.error(f"'{line.strip()}' is refused, but not by {rule}: {error}") from None
        battle.reset(mark)
        if battle.state != before:
            raise place.error(f"'{line.strip()}' is refused, but the battle has changed") from None
        return
    battle.reset(mark)
    raise place.error(f"'{line.strip()}' is accepted, expected a refusal")


# ---------------------------------------------------------------- comparing


def _compare(case: Case) -> list[str]:
    """Compare at the end of the script, or where forced decisions lead from there."""
    battle = case.battle
    dice = _rolls(battle)
    wanted = case.expect["pending"].text("pending") if "pending" in case.expect else None
    found: list[str] = []
    start = battle.state.turn
    while True:
        problems = list(_differences(case, dice, wanted))
        if not problems:
            return []
        if not found or wanted is None or pending_matches(battle, wanted):
            found = problems
        if battle.over or battle.state.turn != start or not take_forced(battle):
            return found


def _rolls(battle: Battle) -> list[int]:
    return [len(line.split()) - 1 for line in battle.transcript.lines if line.startswith("roll ")]


def _differences(case: Case, dice: list[int], wanted: str | None) -> Iterator[str]:
    battle, expect = case.battle, case.expect
    s = battle.state
    if "dice" in expect:
        numbers = [item.number("dice", 0, 99) for item in expect["dice"].items("dice")]
        waiting = [*dice, s.dice] if not battle.over and s.question == ROLL else dice
        if numbers not in (dice, waiting):
            yield str(expect["dice"].place.error(f"dice are {dice}, expected {numbers}"))
    if "units" in expect:
        yield from _unit_differences(s, expect["units"])
    for item in expect["gone"].items("gone") if "gone" in expect else []:
        hex = _hex(s, item)
        if s.unit_at[hex] != NONE or s.leader_at[hex] != NONE:
            yield str(item.place.error(f"{item.value} should be empty"))
    for side, value in _by_side(expect, "banners"):
        if s.banners[side] != value.number("banners", 0, 99):
            yield str(value.place.error(f"{SIDES[side]} has {s.banners[side]} banners, expected {value.value}"))
    for side, value in _by_side(expect, "tokens"):
        if s.tokens[side] != value.number("tokens", 0, 99):
            yield str(value.place.error(f"{SIDES[side]} has {s.tokens[side]} tokens, expected {value.value}"))
    for side, value in _by_side(expect, "hands"):
        yield from _hand_differences(s, side, value)
    if wanted is not None and not pending_matches(battle, wanted):
        yield str(expect["pending"].place.error(f"pending is {pending_text(battle)!r}, expected {wanted!r}"))
    if "result" in expect:
        result = expect["result"].choice("result", ("top", "bottom", "draw"))
        now = "draw" if s.outcome == DRAWN else SIDES[s.outcome] if s.outcome != NONE else "not over"
        if result != now:
            yield str(expect["result"].place.error(f"the result is {now}, expected {result}"))
    cited = {rule for event in battle.events for rule in event.rules}
    for item in expect["cites"].items("cites") if "cites" in expect else []:
        if item.value not in all_rules():
            yield str(item.place.error(f"{item.value!r} is no rule id"))
        elif item.value not in cited:
            yield str(item.place.error(f"the log does not cite {item.value}; it cites {', '.join(sorted(cited))}"))


def board_lines(s: State) -> list[str]:
    """Every unit and lone leader in the words of the notation, sorted."""
    lines = [describe_unit(s, i) for i, u in enumerate(s.units) if u.hex != hexes.NOWHERE]
    for leader in s.leaders:
        if leader.hex != hexes.NOWHERE and s.unit_at[leader.hex] == NONE:
            lines.append(f"{SIDES[leader.side]} {hexes.name(leader.hex)} leader")
    return sorted(lines)


def _unit_differences(s: State, node: Node) -> Iterator[str]:
    there = [" ".join(sorted(line.split())) for line in board_lines(s)]
    shown = {" ".join(sorted(line.split())): line for line in board_lines(s)}
    for item in node.items("units"):
        words = ["leader" if _is_leader(w) else w for w in item.text("a unit").split()]
        key = " ".join(sorted(words))
        if key in there:
            there.remove(key)
        else:
            at = next((line for line in board_lines(s) if len(words) > 1 and line.split()[1] == words[1]), "nobody")
            yield str(item.place.error(f"expected {item.value!r}, found {at}"))
            there = [k for k in there if shown[k] != at]
    for key in there:
        yield str(node.place.error(f"{shown[key]!r} is on the board but not expected"))


def _hand_differences(s: State, side: int, node: Node) -> Iterator[str]:
    now = sorted(card.key for n, card in enumerate(CARDS) for _ in range(s.hand[side * MOST_CARDS + n]))
    wanted = sorted(item.text("a card") for item in node.items("a hand"))
    if now != wanted:
        yield str(node.place.error(f"{SIDES[side]} holds {', '.join(now) or 'nothing'}, expected {', '.join(wanted)}"))


def pending_text(battle: Battle) -> str:
    """What the battle waits for, in the words of the notation."""
    d = battle.decision
    if d.actor is None:
        return "over"
    if d.kind == ROLL:
        return f"chance {d.dice}"
    if d.kind == DRAW:
        return "draw"
    return f"{SIDES[d.actor]} {d.word}"


def pending_matches(battle: Battle, wanted: str) -> bool:
    """Whether a battle waits for what a case expects; the path of an evade may be called evade or retreat."""
    d: Decision = battle.decision
    now = pending_text(battle)
    words = " ".join(wanted.split())
    if d.kind == 9:
        return words in (now, now.replace("retreat", "evade"))
    return words == now or (d.kind == DRAW and words == "chance draw")
