"""Why something was a mistake, in sentences whose numbers are reckoned from the two positions that came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..battle.door import Battle
from ..battle.prompts import option_text
from ..core import ask, hexes
from ..core.kinds import KINDS
from ..core.state import NONE, State
from ..engine.tryout import tried
from ..odds import EVADES, STANDS, attack, offered, under_way
from ..odds.preview import threats
from ..thinking.tables import MOST_BLOCKS, SYMBOL_ONLY, TWELFTHS, exactly
from .judging import Judged, reached
from .shapes import Better, Mistake, SideName

SIDES: Final[tuple[SideName, SideName]] = ("top", "bottom")
WORDS: Final = {0: "no", 1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
EXPOSED: Final = 0.12  # a danger that grows by so much is told
AFTER: Final = 4  # attackers that come at one unit, at most
LINES_MOST: Final = 6  # attacks whose exact odds are told from each other


def told_mistake(one: Judged) -> Mistake:
    """A mistake as plain values: what was played, the better plan step by step, and why."""
    played = _mean(one.played)
    best = _mean(one.better)
    return {
        "turn": one.turn + 1,
        "side": SIDES[one.side],
        "index": one.index,
        "given": one.given,
        "error": one.error,
        "chance": played,
        "best_chance": best,
        "played": lines_of(one.state, one.answers, one.side),
        "better": steps_of(one.state, one.best),
        "better_lines": lines_of(one.state, one.best, one.side),
        "why": [*reasons(one), _summed_up(one, played, best)],
    }


def _mean(worths: Sequence[float]) -> float:
    return sum(worths) / len(worths) if worths else 0.0


def percent(chance: float) -> str:
    """A chance as it is told.

    >>> percent(0.412), percent(0.999), percent(0.0004)
    ('41 %', '99 %', 'under 1 %')
    """
    if 0 < chance < 0.01:
        return "under 1 %"
    return f"{min(99, round(100 * chance)) if chance < 1 else 100} %"


def _summed_up(one: Judged, played: float, best: float) -> str:
    return (
        f"Played on {one.n} times from each, by what {SIDES[one.side]} knew, it wins {percent(played)} after what was "
        f"played and {percent(best)} after the better {'plan' if one.plan else 'choice'}."
    )


def steps_of(state: State, answers: Sequence[int]) -> list[Better]:
    """Answers with their words, one after the other."""
    steps: list[Better] = []
    s = state
    for answer in answers:
        steps.append({"answer": answer, "text": option_text(s, answer)})
        s = tried(s, answer)
    return steps


def lines_of(state: State, answers: Sequence[int], side: int) -> list[str]:
    """What a side's answers are as script lines; steps of moves stand in one line."""
    begun = state.question == ask.TARGET and bool(answers)  # its line began before this moment
    lines = [attack_line(state.subject, answers[0] - ask.HEX_0)] if begun else []
    trial = Battle.of_state(tried(state, answers[0]) if begun else state.copy())
    for answer in answers[int(begun) :]:
        if trial.over or trial.state.who != side:
            break
        trial.choose(answer)
    return lines + trial.transcript.lines


def reasons(one: Judged) -> list[str]:
    """Why the alternative is better, as far as exposed units, attacks that are offered and evades tell it.

    What comes first matters most; there are three sentences at most.
    """
    s = one.state
    if s.question == ask.EVADE:
        return _about_evading(s, one)
    if s.question in (ask.BATTLE, ask.TARGET, ask.BONUS):
        return _about_attacks(s, one)
    done, better = reached(s, one.answers, one.side), reached(s, one.best, one.side)
    found = _about_danger(done, better, one.side)
    found += _about_blows(done, better, one.side)
    return [words for _, words in sorted(found, key=lambda pair: -pair[0])][:3]


# ---------------------------------------------------------------- danger


def loss_chance(s: State, hex: int, attackers: Sequence[tuple[int, int, bool]]) -> float:
    """The chance that attacks on a hex destroy the unit there: each by a kind, with so many dice, close or not.

    By hits alone: flags, evades and blows back are left out.
    """
    u = s.units[s.unit_at[hex]]
    left = {min(u.blocks, MOST_BLOCKS): 1.0}
    for kind, dice, close in attackers:
        twelfths = TWELFTHS[kind][u.kind][0] if close else SYMBOL_ONLY
        after: dict[int, float] = {}
        for blocks, p in left.items():
            for hits in range(dice + 1):
                rest = max(0, blocks - hits)
                after[rest] = after.get(rest, 0.0) + p * exactly(dice, twelfths, hits)
        left = after
    return left.get(0, 0.0)


def dangers(s: State, side: int) -> dict[int, tuple[float, int]]:
    """For the hex of each unit of a side, the chance to lose it if the worst that can come do, and how many can."""
    found = {}
    for one in threats(s, side):
        hex = hexes.parse(one["hex"], s.rows)
        if s.unit_at[hex] == NONE:
            continue
        by = [
            (s.units[s.unit_at[hexes.parse(t["hex"], s.rows)]].kind, t["dice"], t["how"] == "close") for t in one["by"]
        ]
        by.sort(key=lambda attacker: -loss_chance(s, hex, [attacker]))
        found[hex] = (loss_chance(s, hex, by[:AFTER]), len(by))
    return found


def _about_danger(done: State, better: State, side: int) -> list[tuple[float, str]]:
    """The units that what was played leaves in more danger than the better plan does, by number."""
    after, instead = dangers(done, side), dangers(better, side)
    where = {n: u.hex for n, u in enumerate(better.units) if u.side == side and u.hex != hexes.NOWHERE}
    found = []
    for n, u in enumerate(done.units):
        if u.side != side or u.hex == hexes.NOWHERE or u.hex not in after or n not in where:
            continue
        danger, count = after[u.hex]
        least = instead.get(where[n], (0.0, 0))[0]
        if danger - least >= EXPOSED:
            unit, units = KINDS[u.kind].name, "unit" if count == 1 else "units"
            comes = f"if the {WORDS[AFTER]} worst come" if count > AFTER else "if they come"
            end = f"{percent(least)} on {hexes.name(where[n])}" if where[n] != u.hex else f"{percent(least)} there"
            words = (
                f"It leaves {hexes.name(u.hex)} ({unit}, {u.blocks} block{'s' * (u.blocks > 1)}) open to "
                f"{WORDS.get(count, str(count))} {units}: {percent(danger)} to lose it to their hits {comes}; "
                f"with the better plan {end}."
            )
            found.append((danger - least, words))
    return found


# ---------------------------------------------------------------- attacks


def _to_battle(s: State, side: int) -> State:
    """On to where a unit to battle is chosen, as far as the quiet answers lead there."""
    for _ in range(4):
        if s.outcome != NONE or s.who != side or s.question == ask.BATTLE:
            break
        s = tried(s, ask.DONE)
    return s


def _kills(s: State, side: int) -> dict[str, float]:
    """The attacks that are offered, each with its exact chance to destroy its target; the likeliest first."""
    s = s if s.question in (ask.TARGET, ask.BONUS) else _to_battle(s, side)
    if s.outcome != NONE or s.who != side:
        return {}
    found = {}
    for line in offered(s)[: 2 * LINES_MOST]:
        odds = attack(s, line)
        found[line] = float(odds.chance("eliminated"))
    return dict(sorted(found.items(), key=lambda pair: -pair[1]))


def _about_blows(done: State, better: State, side: int) -> list[tuple[float, str]]:
    """What the better plan may attack, against what was played."""
    now, instead = _kills(done, side), _kills(better, side)
    if not instead:
        return []
    line, chance = next(iter(instead.items()))
    if chance < 0.05:
        return []
    if not now:
        return [(chance, f"It attacks nobody; the better plan has '{line}': {percent(chance)} to destroy its target.")]
    other, least = next(iter(now.items()))
    if chance - least < 0.05:
        return []
    words = (
        f"Its best blow is '{other}' with {percent(least)} to destroy its target; "
        f"the better plan has '{line}' with {percent(chance)}."
    )
    return [(chance - least, words)]


def _about_attacks(s: State, one: Judged) -> list[str]:
    """Which attack was chosen, and what the other one promised, by exact odds."""
    chances = _kills(s, one.side)
    played = _line_of(s, one.answers)
    better = _line_of(s, one.best)
    told = []
    if better in chances:
        told.append(f"'{better}' destroys its target in {percent(chances[better])} of cases")
    if played in chances:
        told.append(f"'{played}', which was played, in {percent(chances[played])}")
    elif told:
        told.append("what was played attacks nobody now")
    return [f"{'; '.join(told)} (exact odds)."] if told else []


def _line_of(s: State, answers: Sequence[int]) -> str:
    """The attack that answers choose, "" where they choose none; of a unit alone its likeliest."""
    for answer in answers:
        if s.question in (ask.TARGET, ask.BONUS) and answer >= ask.HEX_0:
            return attack_line(s.subject, answer - ask.HEX_0)
        if s.question == ask.BATTLE and answer >= ask.HEX_0 and len(answers) == 1:
            here = hexes.name(answer - ask.HEX_0)
            return next((line for line in _kills(s, s.who) if line.split()[1].startswith(f"{here}x")), "")
        s = tried(s, answer)
    return ""


def attack_line(here: int, there: int) -> str:
    """An attack in the notation, by the numbers of two hexes.

    >>> attack_line(hexes.parse("F5"), hexes.parse("E5"))
    'close F5xE5'
    """
    verb = "close" if hexes.distance(here, there) == 1 else "fire"
    return f"{verb} {hexes.name(here)}x{hexes.name(there)}"


def _about_evading(s: State, one: Judged) -> list[str]:
    """What standing and evading cost, by exact odds."""
    stands, evades = (float(under_way(s, how).chance("eliminated")) for how in (STANDS, EVADES))
    where = hexes.name(s.subject) if s.subject < hexes.NOWHERE else "the unit"
    return [f"{where} is lost in {percent(stands)} of cases where it stands, and in {percent(evades)} where it evades."]
