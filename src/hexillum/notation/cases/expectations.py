"""What must be true after a case: the board, the banners, the hands, what is pending, and the rules in the log."""

from __future__ import annotations

from collections.abc import Iterator

from ...battle.door import Battle
from ...battle.setup import describe_unit
from ...core import ask, hexes, rulebook
from ...core.cards import CARDS
from ...core.state import DRAWN, NONE, State
from ..script import take_forced
from .nodes import SIDES, Node, by_side
from .reading import Case
from .situation import is_leader


def compare(case: Case) -> list[str]:
    """What differs at the end of the script, or where forced decisions lead from there: one sentence each.

    Each begins with file and line; none says that all is as expected. Raises CaseError where `expect` is not of the
    notation.

    >>> from hexillum.notation.cases.nodes import read_nodes
    >>> from hexillum.notation.cases.reading import read_case
    >>> text = "{case: a start, scenario: akragas, script: [], expect: {banners: {top: 1}}}"
    >>> compare(read_case(next(read_nodes(text, "example"))))
    ['example:1: top has 0 banners, expected 1']
    """
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
    """How many dice each roll had."""
    return [len(line.split()) - 1 for line in battle.transcript.lines if line.startswith("roll ")]


def _differences(case: Case, dice: list[int], wanted: str | None) -> Iterator[str]:
    battle, expect = case.battle, case.expect
    s = battle.state
    if "dice" in expect:
        numbers = [item.number("dice", 0, 99) for item in expect["dice"].items("dice")]
        waiting = [*dice, s.dice] if not battle.over and s.question == ask.ROLL else dice
        if numbers not in (dice, waiting):
            yield str(expect["dice"].place.error(f"dice are {dice}, expected {numbers}"))
    if "units" in expect:
        yield from _unit_differences(s, expect["units"])
    for item in expect["gone"].items("gone") if "gone" in expect else []:
        hex = item.hex(s.rows)
        if s.unit_at[hex] != NONE or s.leader_at[hex] != NONE:
            yield str(item.place.error(f"{item.value} should be empty"))
    for side, value in by_side(expect, "banners"):
        if s.banners[side] != value.number("banners", 0, 99):
            yield str(
                value.place.error(f"{SIDES[side]} has {_many(s.banners[side], 'banner')}, expected {value.value}")
            )
    for side, value in by_side(expect, "tokens"):
        if s.tokens[side] != value.number("tokens", 0, 99):
            yield str(value.place.error(f"{SIDES[side]} has {_many(s.tokens[side], 'token')}, expected {value.value}"))
    for side, value in by_side(expect, "hands"):
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
        if item.text("a rule id") not in rulebook.rules():
            yield str(item.place.error(f"{item.value!r} is not a rule id"))
        elif item.value not in cited:
            yield str(item.place.error(f"the log does not cite {item.value}; it cites {', '.join(sorted(cited))}"))


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'s' * (count != 1)}"


def board_lines(s: State) -> list[str]:
    """Every unit and lone leader in the words of the notation, sorted.

    >>> board_lines(Battle.start("akragas", seed=7).state)[0]
    'bottom G11 light-infantry 4'
    """
    lines = [describe_unit(s, i) for i, u in enumerate(s.units) if u.hex != hexes.NOWHERE]
    for leader in s.leaders:
        if leader.hex != hexes.NOWHERE and s.unit_at[leader.hex] == NONE:
            lines.append(f"{SIDES[leader.side]} {hexes.name(leader.hex)} leader")
    return sorted(lines)


def _unit_differences(s: State, node: Node) -> Iterator[str]:
    there = [" ".join(sorted(line.split())) for line in board_lines(s)]
    shown = {" ".join(sorted(line.split())): line for line in board_lines(s)}
    for item in node.items("units"):
        words = ["leader" if is_leader(w) else w for w in item.text("a unit").split()]
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
    now = sorted(card.key for n, card in enumerate(CARDS) for _ in range(s.hand[side * ask.MOST_CARDS + n]))
    wanted = sorted(item.text("a card") for item in node.items("a hand"))
    if now != wanted:
        yield str(node.place.error(f"{SIDES[side]} holds {', '.join(now) or 'nothing'}, expected {', '.join(wanted)}"))


def pending_text(battle: Battle) -> str:
    """What the battle waits for, in the words of the notation.

    >>> pending_text(Battle.start("akragas", seed=7))
    'bottom card'
    """
    d = battle.decision
    if d.actor is None:
        return "over"
    if d.kind == ask.ROLL:
        return f"chance {d.dice}"
    if d.kind == ask.DRAW:
        return "draw"
    return f"{SIDES[d.actor]} {d.word}"


def pending_matches(battle: Battle, wanted: str) -> bool:
    """Whether a battle waits for what a case expects; the path of an evade may be called evade or retreat.

    Where one unit of choice may be ordered instead of what the card says, the decision may be called instead.

    >>> pending_matches(Battle.start("akragas", seed=7), "bottom card")
    True
    """
    d = battle.decision
    now = pending_text(battle)
    words = " ".join(wanted.split())
    if d.kind == ask.EVADE_PATH:
        return words in (now, now.replace("retreat", "evade"))
    if d.kind in (ask.ORDER, ask.SECTION) and d.actor is not None and words == f"{SIDES[d.actor]} instead":
        return ask.INSTEAD in battle.numbers()
    return words == now or (d.kind == ask.DRAW and words == "chance draw")
