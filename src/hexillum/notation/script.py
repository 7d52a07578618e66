"""Playing script lines on a battle: one line is one decision or an unbroken run of one side's small decisions."""

from __future__ import annotations

from ..battle.door import Battle, IllegalChoice
from ..battle.lines import RESIGN, VERBS, BadLine, Line, read_line
from ..battle.prompts import piece_name
from ..core import ask, column, legend
from ..core.cards import INSPIRATIONS, card_number
from ..core.hexes import SECTIONS, distance
from ..core.state import NONE, edition_of
from ..explain import move_ended, path_ended, refusal


def play_line(battle: Battle, text: str) -> None:
    """Play one script line. Decisions with a single legal answer before it are taken by themselves.

    Raises BadLine where the line is not of the notation and IllegalChoice where the rules do not allow it now; the
    battle then stays as it was.

    >>> battle = Battle.start("akragas", seed=7)
    >>> play_line(battle, "card order-two-left")
    >>> battle.decision.word
    'order'
    """
    line = read_line(text, battle.state.rows)
    mark = battle.mark()
    try:
        while not fits(battle, line):
            if not take_forced(battle) and not _take_section(battle, line):
                battle.reset(mark)  # explained where the reader stands, not behind the decisions that took themselves
                raise refusal(battle, line, text)
        play(battle, line, text)
    except IllegalChoice as error:
        battle.reset(mark)
        raise IllegalChoice(error.why, error.rules, battle.options) from None
    except BadLine:
        battle.reset(mark)
        raise


def _take_section(battle: Battle, line: Line) -> bool:
    """The leader's hex of the first order tells the section of a leadership card where the card's line did not."""
    s = battle.state
    if s.question != ask.SECTION or line.verb not in ("order", "place"):
        return False
    numbers = battle.numbers()
    for bit in range(3):
        if ask.SECTION_0 + bit in numbers and SECTIONS[s.active][line.hexes[0]] >> bit & 1:
            battle.choose(ask.SECTION_0 + bit)
            return True
    return False


def fits(battle: Battle, line: Line) -> bool:
    """Whether a line is of the kind that the battle waits for; whether the rules allow it is not asked.

    >>> fits(Battle.start("akragas", seed=7), read_line("order H4"))
    False
    """
    kind = battle.state.question
    if line.verb == RESIGN:
        return not battle.over and battle.state.who != ask.CHANCE
    return not battle.over and kind in VERBS[line.verb]


def take_forced(battle: Battle) -> bool:
    """Take a decision with a single legal answer; returns whether there was one.

    Dice are never taken, and a side without any card is not passed over.

    >>> take_forced(Battle.start("akragas", seed=7))
    False
    """
    if battle.over or battle.state.question in (ask.ROLL, ask.DRAW, ask.FORFEIT):
        return False
    numbers = battle.numbers()
    if len(numbers) != 1 or (battle.state.question == ask.CARD and numbers[0] == ask.DONE):
        return False
    battle.choose(numbers[0])
    return True


def play(battle: Battle, line: Line, text: str) -> None:
    """Play a line that fits the pending decision; `text` is the line as it was written.

    Raises IllegalChoice where the rules do not allow it, BadLine for a name that there is not; the battle may then be
    half-way.
    """
    if line.verb == RESIGN:
        battle.resign()
    elif line.verb == "roll":
        if len(line.faces) != battle.state.dice:
            raise refusal(battle, line, text)
        battle.choose(0, line.faces)
    elif line.verb in ("to", "move"):
        (_path if line.verb == "to" else _move)(battle, line, text)
    elif line.verb in ("fire", "close"):
        _attack(battle, line, text)
    elif line.verb == "card":
        _card(battle, line, text)
    elif line.verb == "place":
        _place(battle, line, text)
    else:
        _one(battle, _answer(battle, line), line, text)


def _one(battle: Battle, number: int, line: Line, text: str, made: int = 0) -> None:
    if number not in battle.numbers():
        raise refusal(battle, line, text, made)
    battle.choose(number)


def _answer(battle: Battle, line: Line) -> int:
    """The number that a one-decision line stands for."""
    if line.verb in ("draw", "discard", "keep"):
        return ask.CARD_0 + _card_number(battle, line.name)
    if line.verb == "token":
        return _token(battle, line.name)
    if line.verb == "instead":
        return ask.INSTEAD
    if line.verb == "order":
        s = battle.state
        lone = column.CARD_LEADERSHIP[s.effect] > 0 and s.unit_at[line.hexes[0]] == NONE
        return (ask.LEADER_0 if line.leader or lone else ask.HEX_0) + line.hexes[0]
    if line.verb == "ignore":
        return ask.IGNORE_0 + line.number if line.number < ask.HEX_0 - ask.IGNORE_0 else -1
    if line.verb in ("trample", "rally"):
        return ask.HEX_0 + line.hexes[0]
    if line.verb == "advance":
        return ask.HEX_0 + (line.hexes[0] if line.hexes else legend.vacated(battle.state.frames[battle.state.depth]))
    return ask.YES if line.verb in ("evade", "back", "parthian") else ask.DONE


def _token(battle: Battle, name: str) -> int:
    """The number of what a token is spent on, -1 where it is not what is asked."""
    if name not in (*ask.TOKEN_WORDS.values(), *INSPIRATIONS):
        known = ", ".join((*ask.TOKEN_WORDS.values(), *INSPIRATIONS))
        raise BadLine(f"{name!r} is not an inspired action: expected one of {known}")
    kind = battle.state.question
    if kind == ask.INSPIRATION:
        return ask.TOKEN_0 + INSPIRATIONS.index(name) if name in INSPIRATIONS else -1
    return ask.YES if ask.TOKEN_WORDS.get(kind) == name else -1


def _card_number(battle: Battle, name: str) -> int:
    try:
        return card_number(edition_of(battle.state), name)
    except ValueError as error:
        raise BadLine(str(error)) from None


def _card(battle: Battle, line: Line, text: str) -> None:
    """`card NAME`, with the section behind it where that is a choice."""
    name, *section = line.name.split()
    if len(section) > 1 or (section and section[0] not in ask.SECTION_WORDS):
        raise BadLine(f"'card {name}' takes at most a section: {', '.join(ask.SECTION_WORDS)}")
    _one(battle, ask.CARD_0 + _card_number(battle, name), line, text)
    if section:
        if battle.state.question != ask.SECTION:
            raise BadLine(f"{name} leaves no choice of section")
        _one(battle, ask.SECTION_0 + ask.SECTION_WORDS.index(section[0]), line, text)


def _place(battle: Battle, line: Line, text: str) -> None:
    """`place A7 warrior`: the waiting piece, where there is a choice, then its hex."""
    if battle.state.question != ask.PLACE:
        pieces = [o.number for o in battle.options if o.text == f"place {line.name}"]
        _one(battle, pieces[0] if pieces else -1, line, text)
    elif piece_name(battle.state, legend.piece_placed(battle.state.frames[battle.state.depth])) != line.name:
        raise refusal(battle, line, text)
    _one(battle, (ask.LEADER_0 if line.leader else ask.HEX_0) + line.hexes[0], line, text)


def _attack(battle: Battle, line: Line, text: str) -> None:
    """`fire AxB` and `close AxB`: the unit, then its target, at the distance that the verb means."""
    attacker, target = line.hexes
    if (distance(attacker, target) == 1) != (line.verb == "close"):
        raise refusal(battle, line, text)
    if battle.state.question == ask.AMBUSHER:
        if battle.state.subject != target:
            raise refusal(battle, line, text)
        _one(battle, ask.HEX_0 + attacker, line, text)
        return
    if battle.state.question == ask.BATTLE:
        _one(battle, ask.HEX_0 + attacker, line, text)
    elif battle.state.subject != attacker:
        raise refusal(battle, line, text)
    _one(battle, ask.HEX_0 + target, line, text)


def _move(battle: Battle, line: Line, text: str) -> None:
    """`move A B C`: the piece, each hex, and the end of the move."""
    led = battle.state.leader_at[line.hexes[0]] != NONE
    _one(battle, (ask.LEADER_0 if line.leader else ask.HEX_0) + line.hexes[0], line, text)
    for made, hex in enumerate(line.hexes[1:]):
        if battle.state.question != ask.STEP:
            raise move_ended(battle, line, made, led)
        _one(battle, ask.HEX_0 + hex, line, text)
    if line.off and battle.state.question != ask.STEP:
        raise refusal(battle, line, text)
    if battle.state.question == ask.STEP:
        _one(battle, ask.OFF if line.off else ask.DONE, line, text)


def _path(battle: Battle, line: Line, text: str) -> None:
    """`to A B off`: each hex of a retreat, an evade or a leader's evade; forced last hexes may not be left out."""
    kind, subject = battle.state.question, battle.state.subject
    for i, number in enumerate([ask.HEX_0 + hex for hex in line.hexes] + ([ask.OFF] if line.off else [])):
        if battle.state.question != kind or (kind != ask.LEADER and i and battle.state.subject != line.hexes[i - 1]):
            raise path_ended(battle, kind, line.hexes[i - 1])
        _one(battle, number, line, text, i)
    if battle.over or battle.state.question != kind or line.off:
        return
    if kind == ask.LEADER:
        if battle.state.subject == subject:
            _one(battle, ask.DONE, line, text)
    elif battle.state.subject == line.hexes[-1]:
        raise refusal(battle, line, text, len(line.hexes))


def expected_words(battle: Battle) -> str:
    """The verbs that the pending decision takes, quoted, with "or" between them.

    >>> expected_words(Battle.start("akragas", seed=7))
    "'card' or 'no card'"
    """
    kind = battle.state.question
    words = [verb for verb, kinds in VERBS.items() if kind in kinds]
    return " or ".join(repr(word) for word in words) or "nothing: the battle is over"
