"""Records: a battle as a header and the script lines played; replaying refuses the first line that does not follow.

The header holds all that the battle needs: see docs/files.md. A record of format 1 is read as it was meant.
"""

from __future__ import annotations

import hashlib
from typing import Final

from ..battle.deployment import state_of
from ..battle.door import Battle, IllegalChoice
from ..battle.lines import PENDING, BadLine
from ..battle.positions import BadPosition, read_position, state_digest, write_position
from ..battle.possible import CARDS_MOST
from ..battle.scenarios import (
    Scenario,
    ScenarioError,
    built_in,
    is_built_in,
    names,
    read_scenario,
    scenario_text,
    setup_digest,
    turn_round,
)
from ..battle.spelling import first_words
from ..core import ask
from ..core.cards import CARDS
from ..core.dice import Source
from ..core.digest import made_with
from ..core.editions import edition_named
from ..core.rows import BUILT_IN
from ..core.state import NONE, edition_of
from .script import play_line

KIND: Final = "hexillum record"  # what the first line of a record begins with
HEADER: Final = f"{KIND} 2"
FIRST_HEADER: Final = f"{KIND} 1"
_CARD: Final = "card:"  # before a card's word among answers
_QUOTED: Final = "| "  # before each line of a scenario of one's own


class BadRecord(ValueError):
    """Text that is no record of a battle; says which line and what was expected."""


def write_record(battle: Battle) -> str:
    """A battle's record: what it was made with, where it began, then one script line after another, and their seal.

    The seal is how many lines there are, their digest, and that of the state they lead to. See docs/files.md.

    >>> write_record(Battle.start("akragas", seed=7)).splitlines()[0]
    'hexillum record 2'
    """
    lines = record_lines(battle)
    return "\n".join([*_beginning(battle), "script", *lines, f"end {_seal(battle)} {_state_reached(battle)}", ""])


def record_lines(battle: Battle) -> list[str]:
    """The script lines of a battle; a line that is not finished yet is told by its answers, `pending 74 89`.

    >>> record_lines(Battle.start("akragas", seed=7))[-1][:5]
    'draw '
    """
    lines, s = battle.transcript.lines, battle.state
    if lines and not battle.over and battle.transcript.is_open(s.question, s.subject):
        return [*lines[:-1], f"{PENDING} {' '.join(_pending(n) for n in battle.transcript.partial)}"]
    return lines


def _pending(answer: int) -> str:
    """An answer in a line that is not finished; a card of an edition of one's own by its word: its number changes."""
    card = CARDS[answer - ask.CARD_0] if ask.CARD_0 <= answer < ask.CARD_0 + len(CARDS) else None
    return str(answer) if card is None or card.edition in BUILT_IN else f"{_CARD}{card.key}"


def _answer(battle: Battle, word: str) -> int:
    """The answer of such a word; -1 where it is none."""
    if word.startswith(_CARD):
        cards = CARDS.of[edition_of(battle.state)]
        return ask.CARD_0 + cards.get(word.removeprefix(_CARD), -ask.CARD_0 - 1)
    return int(word) if word.isascii() and word.isdigit() and len(word) < 6 else -1


def _seal(battle: Battle) -> str:
    """How many lines a record has, and their digest."""
    lines = record_lines(battle)
    return f"{len(lines)} {hashlib.sha256(chr(10).join(lines).encode()).hexdigest()[:16]}"


def _state_reached(battle: Battle) -> str:
    """The digest of the state that the lines lead to: an end that was agreed on at the table stands in none of them."""
    s = battle.state
    if s.outcome != NONE and s.question != ask.OVER and battle.transcript.last != "resign":
        s = s.copy()
        s.outcome = NONE
    return state_digest(s)


def _beginning(battle: Battle) -> list[str]:
    """The header: the scenario with its deck and switches, or the position that the battle began with."""
    start, plan, made = battle.first_state, battle.scenario, made_with()
    head = [HEADER, f"hexillum {made['hexillum']} rules {made['rules']}"]
    if plan is not None:
        deck = [(CARDS[c].key, n) for c, n in enumerate(start.deck) if n]
        switches = {name: bool(getattr(start.law, name)) for name in edition_named(plan.edition).switches}
        told = _scenario_lines(plan)
        if told and state_of(plan, [key for key, n in deck for _ in range(n)], switches) == start:
            head += [*told, *(["swapped"] if plan.swapped else [])]
            head.append(f"deck {' '.join(f'{key}:{n}' for key, n in deck)}")
            return [*head, f"switches {' '.join(f'{name}={int(on)}' for name, on in switches.items())}"]
    return [*head, "position", *write_position(start).rstrip().split("\n")]


def _scenario_lines(plan: Scenario) -> list[str]:
    """A built-in scenario by its name and digest, another one whole; nothing where it cannot be read back."""
    plain = turn_round(plan) if plan.swapped else plan
    if is_built_in(plan):
        return [f"scenario {plan.id} {setup_digest(plain)}"]
    text = scenario_text(plain)
    try:
        if scenario_text(read_scenario(text, plain=True)) != text:
            return []
    except ScenarioError:
        return []
    return ["scenario below", *(f"{_QUOTED}{line}".rstrip() for line in text.splitlines())]


def read_record(text: str, source: Source | None = None, *, most: int | None = None) -> Battle:
    """The battle that a record tells, at its last line, with `source` for the chance that is still to come.

    Raises BadRecord with the line at which the text is no record, does not follow from the lines before, ends before
    its end, or has more than `most` choices; of a record made with other rules it says so.

    >>> battle = Battle.start("akragas", seed=7)
    >>> read_record(write_record(battle)).state == battle.state
    True
    """
    lines = text.splitlines() or [""]
    found = lines[0].strip().removeprefix("\ufeff")
    if found not in (HEADER, FIRST_HEADER):
        newer = found.startswith(f"{KIND} ") and found.removeprefix(f"{KIND} ").isdigit()
        other = f", found {found!r}, of another version of Hexillum" if newer else ""
        raise BadRecord(f"line 1: expected {HEADER!r}{other}")
    made, after = ("", 1) if found == FIRST_HEADER else _made(lines)
    battle, at = _begin(lines, after, source)
    if at >= len(lines) or lines[at].strip() != "script":
        raise BadRecord(f"line {at + 1}: expected 'script'")
    played = 0
    for number, raw in enumerate(lines[at + 1 :], at + 2):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        if line.split()[0] == "end":
            _check_end(line, number, battle, lines, made)
            return battle
        try:
            if line.split()[0] == PENDING:
                for word in line.split()[1:]:
                    battle.choose(_answer(battle, word))
            else:
                play_line(battle, line)
        except (IllegalChoice, BadLine) as error:
            raise BadRecord(f"line {number}: '{line}' does not follow: {error}{_other_rules(made)}") from None
        played += 1
        if most is not None and len(battle.choices) > most:
            raise BadRecord(f"line {number}: the battle is too long: expected at most {most} choices")
    raise BadRecord(
        f"line {len(lines)}: the record is cut short after {played} script lines: expected more, and its 'end' line"
    )


def _made(lines: list[str]) -> tuple[str, int]:
    """What a record says it was made with, and where its header goes on."""
    words = lines[1].split() if len(lines) > 1 else []
    if len(words) != 4 or words[0] != "hexillum" or words[2] != "rules":
        raise BadRecord("line 2: expected 'hexillum VERSION rules DIGEST'")
    return lines[1].strip(), 2


def _other_rules(made: str) -> str:
    """What is said where a record of other rules goes wrong."""
    here = made_with()
    mine = f"hexillum {here['hexillum']} rules {here['rules']}"
    if not made or made == mine:
        return ""
    return f"; it was made with {made}, which may play otherwise than this one ({mine})"


def _begin(lines: list[str], at: int, source: Source | None) -> tuple[Battle, int]:
    words = lines[at].split() if len(lines) > at else []
    try:
        if words == ["position"]:
            end = next((i for i, line in enumerate(lines) if line.strip() == "end"), len(lines) - 1)
            return Battle.of_state(read_position("\n".join(lines[at + 1 : end + 1])), source=source), end + 1
        first = at == 1
        plan, at = _scenario(lines, at)
        deck = first_words().decks[plan.edition] if first else None
        switches: dict[str, bool] = {}
        swapped = False
        while at < len(lines) and lines[at].split()[:1] in (["deck"], ["switches"], ["swapped"]):
            word, *rest = lines[at].split()
            if word == "swapped":
                swapped = True
            elif word == "deck":
                deck = rest
            else:
                switches = {name: value == "1" for name, _, value in (one.partition("=") for one in rest)}
            at += 1
        cards = None if deck is None else _cards(deck)
        return Battle.start(plan, source=source, deck=cards, switches=switches, swapped=swapped, deal=False), at
    except (BadPosition, ValueError) as error:
        if isinstance(error, BadRecord):
            raise
        raise BadRecord(f"header: {error}") from None


def _scenario(lines: list[str], at: int) -> tuple[Scenario, int]:
    """The scenario of a record, and where its header goes on. A name is no file: a record may come from anybody."""
    words = lines[at].split() if len(lines) > at else []
    first = at == 1
    if words == ["scenario", "below"] and not first:
        end = next((i for i, line in enumerate(lines[at + 1 :], at + 1) if line[:1] != "|"), len(lines))
        text = "\n".join(line.removeprefix("|").removeprefix(" ") for line in lines[at + 1 : end])
        return read_scenario(text, "the scenario of the record", plain=True), end
    if words[:1] != ["scenario"] or len(words) != (2 if first else 3):
        expected = "'scenario NAME'" if first else "'scenario NAME DIGEST', 'scenario below'"
        raise BadRecord(f"line {at + 1}: expected {expected} or 'position'")
    if words[1] not in names():
        raise BadRecord(f"header: there is no scenario {words[1]!r}")
    plan = built_in(words[1])
    if not first and setup_digest(plan) != words[2]:
        raise BadRecord(
            f"line {at + 1}: the battle {words[1]} is set up in another way here than the record has it; "
            f"only the version of Hexillum that wrote it ({lines[1].strip()}) can read it"
        )
    return plan, at + 1


def _cards(told: list[str]) -> list[str]:
    """The cards that words such as `rally:1` stand for. Raises ValueError."""
    cards: list[str] = []
    for word in told:
        name, _, number = word.partition(":")
        if not number.isascii() or not number.isdigit() or len(number) > 2:
            raise ValueError(f"{number!r} is not a number of cards")
        cards += [name] * int(number)
        if len(cards) > CARDS_MOST:
            raise ValueError(f"a deck has at most {CARDS_MOST} cards")
    return cards


def _check_end(line: str, number: int, battle: Battle, lines: list[str], made: str) -> None:
    wanted = f"end {_seal(battle)}"
    told = line.split()
    if " ".join(told[:3]) != wanted or len(told) != (4 if made else 3):
        raise BadRecord(f"line {number}: the lines before have been changed: expected {wanted!r}, found {line!r}")
    if made and told[3] != _state_reached(battle):
        why = _other_rules(made) or "; the record has been changed"
        raise BadRecord(f"line {number}: the record leads to another state here than where it was written{why}")
    for later, rest in enumerate(lines[number:], number + 1):
        if rest.strip():
            raise BadRecord(f"line {later}: nothing may follow the end")
