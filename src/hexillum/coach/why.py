"""Why something was a mistake, in sentences whose numbers are measured.

What differs soon after the two choices is found by playing some turns on from both (`fates`): who is lost, who is
destroyed, how many blocks fall. The greatest differences are told, with what is seen on the board (`facts`). Attacks
and evades are told by exact odds. Where nothing differs within some turns, that is what is said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ..battle.door import Battle
from ..battle.prompts import option_text
from ..core import ask, hexes
from ..core.state import NONE, State
from ..engine.tryout import tried
from ..odds import EVADES, STANDS, Odds, attack, offered, under_way
from .facts import Facts, named
from .fates import PLAIN_PLAYOUTS, PLAYOUTS, Fate, Fates, Gap, Seer
from .judging import Judged, reached
from .plans import card_name, plan_of
from .shapes import Better, Mistake, SideName

SIDES: Final[tuple[SideName, SideName]] = ("top", "bottom")
WORDS: Final = dict(enumerate("no one two three four five six seven eight nine ten eleven twelve".split()))
SOON: Final = 2  # turns: to the end of the enemy's answer to one's own turn
LATER: Final = 6
FEWER: Final = 128  # playouts of so many turns
TOLD: Final = 2  # reasons beside what the playouts came to
LEAST: Final = 0.08  # a chance that differs by less is no reason,
LEAST_BLOCKS: Final = 0.4  # nor are fewer blocks,
LEAST_UNITS: Final = 0.15  # or fewer units, within more turns
A_BLOCK: Final = 0.2  # of a banner, beside which chances to lose units are weighed
THE_BATTLE: Final = 3.0
RISKY: Final = 0.15  # a chance to lose a unit that a plan is told to take on

#: How much of a banner something comes to, and the sentence.
Weighed = tuple[float, str]


@dataclass(frozen=True)
class Names:
    """What two choices are called: the first where a sentence begins with it, and both within one."""

    it: str
    played: str
    better: str

    @property
    def best(self) -> str:
        """The better one, where a sentence begins with it."""
        return capital(self.better)


REVIEWED: Final = Names("It", "what was played", "the better choice")
YOURS: Final = Names("Your plan", "your plan", "the best plan")
ANOTHER: Final = Names("The next best plan", "the next best plan", "the best plan")


@dataclass(frozen=True)
class Two:
    """What was played and what would have been better: the board after each, and some turns played on."""

    played: Facts
    better: Facts
    fates: Fates
    end: str  # when the turns end that were played on
    names: Names

    @property
    def side(self) -> int:
        """Whose choice it was."""
        return self.played.side

    @classmethod
    def seen(
        cls,
        before: State,
        states: tuple[State, State],
        side: int,
        seer: Seer,
        *,
        turns: int = SOON,
        names: Names = REVIEWED,
    ) -> Two:
        """Play so many turns on from the states that two choices of a side have led to."""
        n = PLAIN_PLAYOUTS if not seer.compiled else PLAYOUTS if turns == SOON else FEWER
        fates = Fates(*(seer.fates(state, side, before.turn + turns, n) for state in states))
        played, better = (Facts(before, state, side) for state in states)
        return cls(played, better, fates, end_words(before, side, turns), names)


def capital(words: str) -> str:
    """Words at the beginning of a sentence.

    >>> capital("what was played")
    'What was played'
    """
    return words[:1].upper() + words[1:]


def end_words(state: State, side: int, turns: int) -> str:
    """When so many turns end, the one that is under way counted.

    >>> end_words(Battle.start("akragas", seed=7).state, 1, 2)
    "by the end of the enemy's next turn"
    """
    if turns == SOON:
        return f"by the end of {'the enemy' if state.active == side else 'its side'}'s next turn"
    return f"within {WORDS.get(turns, str(turns))} turns"


def told_mistake(one: Judged, seer: Seer) -> Mistake:
    """A mistake as plain values: what was played, the better plan step by step, and why."""
    played = _mean(one.played)
    best = _mean(one.better)
    if one.why is None:
        one.why = reasons(one, seer)
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
        "why": [*one.why, _summed_up(one, played, best)],
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


def counted(n: int, what: str) -> str:
    """A number of something in words.

    >>> counted(1, "unit"), counted(3, "unit"), counted(13, "unit")
    ('one unit', 'three units', '13 units')
    """
    return f"{WORDS.get(n, str(n))} {what}{'s' * (n != 1)}"


def _summed_up(one: Judged, played: float, best: float) -> str:
    return (
        f"Played on to the end {one.n} times from each, by what {SIDES[one.side]} could know: {percent(played)} to win "
        f"after what was played, {percent(best)} after the better {'plan' if one.plan else 'choice'}."
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


# ---------------------------------------------------------------- which reasons


def reasons(one: Judged, seer: Seer) -> list[str]:
    """Why the alternative is better: the reasons that weigh most, and an honest word where there is none."""
    s = one.state
    first: list[str] = []
    if s.question == ask.EVADE:
        first = _about_evading(s)
    elif s.question in (ask.BATTLE, ask.TARGET, ask.BONUS):
        first = _about_attacks(s, one)
    states = (reached(s, one.answers, one.side), reached(s, one.best, one.side))
    return [*first, *compared(s, states, one.side, seer, cards=_cards(one), most=TOLD - len(first))]


def compared(
    before: State,
    states: tuple[State, State],
    side: int,
    seer: Seer,
    *,
    names: Names = REVIEWED,
    cards: tuple[str, str] = ("", ""),
    most: int = TOLD,
) -> list[str]:
    """What soon differs between the states that two choices of a side have led to, the better one the second.

    `most` is how many reasons there are; what the better one costs comes beside them. `cards` are those that both began
    with, where they did.
    """
    two = Two.seen(before, states, side, seer, names=names)
    weighed = sorted(_all(two), key=lambda pair: -pair[0])
    told = [words for _, words in weighed[:most]]
    if weighed:
        told += _at_a_price(two)
    else:
        told.append(_later(Two.seen(before, states, side, seer, turns=LATER, names=names) if seer.compiled else two))
    if len(weighed) < most and (words := _plans(two, cards)):
        told.insert(0, words)
    return _end_told_once(told, two.end)


def _end_told_once(sentences: Sequence[str], end: str) -> list[str]:
    """Sentences of which only the first says when the turns end that were played on."""
    told: list[str] = []
    for words in sentences:
        known = any(end in one for one in told)
        told.append(words.replace(end, "by then") if known else words)
    return told


def _all(two: Two) -> Iterator[Weighed]:
    """Everything that is clearly better soon after the better choice."""
    yield from _battle(two)
    yield from _own(two)
    yield from _foes(two)
    yield from _leaders(two)
    yield from _ground(two)
    yield from _blocks(two)


def _cards(one: Judged) -> tuple[str, str]:
    """The cards that both plans begin with; nothing where they do not begin with one."""
    if one.state.question != ask.CARD or not one.answers or not one.best:
        return "", ""
    played, better = (card_name(answers[0]) for answers in (one.answers, one.best))
    return played, better


def _plans(two: Two, cards: tuple[str, str]) -> str:
    """How many units both plans move and can attack with, where that differs."""
    numbers = [(one.moved, one.attackers) for one in (two.played, two.better)]
    if numbers[0] == numbers[1] or not all(cards):
        return ""
    played, better = (
        f"{f'plays {card}, ' if cards[0] != cards[1] else ''}moves {counted(moved, 'unit')} and can attack with "
        f"{with_units(attackers)}"
        for card, (moved, attackers) in zip(cards, numbers, strict=True)
    )
    return f"{two.names.it} {played}; {two.names.better} {better}."


def with_units(n: int) -> str:
    """With how many units somebody attacks.

    >>> with_units(0), with_units(2)
    ('none', 'two units')
    """
    return counted(n, "unit") if n else "none"


# ---------------------------------------------------------------- soon


def _battle(two: Two) -> Iterator[Weighed]:
    """Whether the battle is won or lost at once."""
    won = two.fates.gap(lambda fate: fate.outcome == two.side)
    lost = two.fates.gap(lambda fate: fate.outcome == 1 - two.side)
    for gap, sign, verb in ((won, 1, "wins"), (lost, -1, "loses")):
        if gap.clearly(LEAST, sign):
            words = f"{two.names.it} {verb} the battle {two.end} in {percent(gap.played)} of the playouts"
            yield THE_BATTLE * abs(gap.change), f"{words}, {two.names.better} in {percent(gap.better)}."


def _own(two: Two) -> Iterator[Weighed]:
    """Own units that are lost more often."""
    for number in _units(two, two.side):
        gap = _death(two, number)
        if gap.clearly(LEAST, -1):
            words = (
                f"{two.names.it} {left_open(two.played, number)}{_without(two, number)}: {percent(gap.played)} to lose "
                f"it {two.end}, {percent(gap.better)} with {two.names.better}{_instead(two, number)}."
            )
            yield -gap.change, words


def left_open(facts: Facts, number: int) -> str:
    """That a unit is in danger, and by how many."""
    u = facts.state.units[number]
    count = facts.open_to(u.hex)
    return f"leaves {named(u)} open to {counted(count, 'unit')}" if count else f"risks {named(u)}"


def _without(two: Two, number: int) -> str:
    """What a unit has after the better choice that steadies it, and has not after what was played."""
    if two.better.is_supported(number) and not two.played.is_supported(number):
        return " without the support of two friends (BM-05)"
    if two.better.is_led(number) and not two.played.is_led(number):
        return " without a leader (BM-03)"
    return ""


def _instead(two: Two, number: int) -> str:
    """Where a unit is after the better choice, and how many can come at it there, as far as that differs."""
    there, here = (facts.state.units[number].hex for facts in (two.better, two.played))
    count, now = two.better.open_to(there), two.played.open_to(here)
    moved = f", on {hexes.name(there)}" if there != here else ""
    if count == now:
        return moved
    return f"{moved}, open to {counted(count, 'unit')}" if count else f"{moved}, where nobody can come at it"


def _foes(two: Two) -> Iterator[Weighed]:
    """Enemy units that are destroyed less often."""
    names = two.names
    for number in _units(two, 1 - two.side):
        gap = _death(two, number)
        if not gap.clearly(LEAST):
            continue
        u = two.better.state.units[number]
        now, instead = (len(facts.attacks(u.hex)) for facts in (two.played, two.better))
        words = f"{names.best} is more dangerous to {named(u)}"
        best = ""
        if instead > now:
            line, blocks = two.better.best_attack(u.hex)
            words = f"{names.best} can attack {named(u)} with {counted(instead, 'unit')}, {names.played} with "
            words += with_units(now)
            best = f"; '{line}' alone takes {blocks:.1f} blocks in the mean (exact odds)"
        chances = f"{percent(gap.better)} to destroy it {two.end}, {percent(gap.played)} after {names.played}"
        yield gap.change, f"{words}: {chances}{best}."


def _leaders(two: Two) -> Iterator[Weighed]:
    """Leaders who fall more or less often."""
    for number, leader in enumerate(two.played.state.leaders):
        if leader.hex == hexes.NOWHERE:
            continue
        gap = two.fates.gap(lambda fate, n=number: not fate.leaders[n])  # type: ignore[misc]
        where = f"the leader on {hexes.name(leader.hex)}"
        if leader.side == two.side and gap.clearly(LEAST, -1):
            alone = ", who is with no unit" if two.played.state.unit_at[leader.hex] == NONE else ""
            words = f"{two.names.it} risks {where}{alone}: {percent(gap.played)} to lose him {two.end}"
            yield -gap.change, f"{words}, {percent(gap.better)} with {two.names.better}."
        elif leader.side != two.side and gap.clearly(LEAST):
            words = f"{two.names.best} is more dangerous to {where}: he falls in {percent(gap.better)} {two.end}"
            yield gap.change, f"{words}, in {percent(gap.played)} after {two.names.played}."


def _ground(two: Two) -> Iterator[Weighed]:
    """Banners that are not those of units or leaders: of camps, exits and ground."""
    for side, sign, whose in ((two.side, 1, "its side has"), (1 - two.side, -1, "the enemy has")):
        gap = two.fates.gap(lambda fate, side=side: _for_ground(two.played.before, fate, side))  # type: ignore[misc]
        if gap.clearly(LEAST, sign):
            words = f"{capital(two.end)} {whose} won {gap.played:.1f} banners for camps, exits and ground in the mean"
            yield abs(gap.change), f"{words} after {two.names.played}, {gap.better:.1f} after {two.names.better}."


def _for_ground(before: State, fate: Fate, side: int) -> int:
    pairs = zip(before.units, fate.blocks, strict=True)
    units = sum(u.side != side and u.blocks > 0 and not blocks for u, blocks in pairs)
    heads = zip(before.leaders, fate.leaders, strict=True)
    leaders = sum(one.side != side and one.hex != hexes.NOWHERE and not alive for one, alive in heads)
    return fate.banners[side] - int(before.banners[side]) - units - leaders


def _blocks(two: Two) -> Iterator[Weighed]:
    """Blocks that both sides lose, those of units left out that are told of by themselves."""
    told = {number for number in range(len(two.played.state.units)) if abs(_death(two, number).change) >= LEAST}
    foes = two.fates.gap(lambda fate: _lost(two, fate, 1 - two.side, told))
    own = two.fates.gap(lambda fate: _lost(two, fate, two.side, told))
    names = two.names
    if foes.clearly(LEAST_BLOCKS):
        now, instead = two.played.attackers, two.better.attackers
        units = f": it can attack with {with_units(instead)}, {names.played} with {with_units(now)}" * (instead > now)
        words = f"{names.best} takes {_some(foes.better)} of the enemy in the mean {two.end}, "
        yield A_BLOCK * foes.change, f"{words}{names.played} {max(0, foes.played):.1f}{units}."
    if own.clearly(LEAST_BLOCKS, -1):
        words = f"{names.it} loses {_some(own.played)} in the mean {two.end}, {names.better} {max(0, own.better):.1f}."
        yield -A_BLOCK * own.change, words


def _some(blocks: float) -> str:
    return f"{max(0, blocks):.1f} blocks"


def _lost(two: Two, fate: Fate, side: int, but: Collection[int] = ()) -> int:
    """The blocks that a side has lost in a playout, but for some units; what rallied counts less than nothing."""
    pairs = zip(two.played.state.units, fate.blocks, strict=True)
    return sum(int(u.blocks) - left for n, (u, left) in enumerate(pairs) if u.side == side and n not in but)


def _death(two: Two, number: int) -> Gap:
    """How often a unit is lost."""
    return two.fates.gap(lambda fate: fate.blocks[number] == 0)


def _units(two: Two, side: int) -> Iterator[int]:
    """The units of a side that are on the board after both choices."""
    for number, u in enumerate(two.played.state.units):
        if u.side == side and two.played.unit(number) and two.better.unit(number):
            yield number


# ---------------------------------------------------------------- later, and what it costs


def _destroyed(two: Two, fate: Fate, side: int) -> int:
    """How many units of a side are lost in a playout."""
    pairs = zip(two.played.state.units, fate.blocks, strict=True)
    return sum(u.side == side and u.blocks > 0 and not left for u, left in pairs)


def _balance(two: Two, fate: Fate) -> float:
    """What the side gains in a playout over the enemy: units, and blocks as parts of them."""
    foes, own = 1 - two.side, two.side
    blocks = _lost(two, fate, foes) - _lost(two, fate, own)
    return _destroyed(two, fate, foes) - _destroyed(two, fate, own) + A_BLOCK * blocks


def _in_units(two: Two) -> str:
    """What both choices cost and bring."""
    own = two.fates.gap(lambda fate: _destroyed(two, fate, two.side))
    foes = two.fates.gap(lambda fate: _destroyed(two, fate, 1 - two.side))
    return (
        f"it loses {own.better:.1f} units and destroys {foes.better:.1f} in the mean {two.end}, "
        f"{two.names.played} loses {own.played:.1f} and destroys {foes.played:.1f}"
    )


def _later(two: Two) -> str:
    """What differs only within more turns, or that nothing does."""
    if two.fates.gap(lambda fate: _balance(two, fate)).clearly(LEAST_UNITS):
        return f"What {two.names.better} gains comes later: {_in_units(two)}."
    return f"{capital(two.end)} no loss of either side tells the two apart clearly: only whole battles played on do."


def _at_a_price(two: Two) -> list[str]:
    """That the better choice costs more at first, where it does."""
    if not two.fates.gap(lambda fate: _balance(two, fate)).clearly(LEAST_UNITS, -1):
        return []
    return [f"{two.names.best} has its price: {_in_units(two)}."]


# ---------------------------------------------------------------- attacks and evades


def _about_attacks(s: State, one: Judged) -> list[str]:
    """Which attack was chosen, and what the other one promised, by exact odds."""
    played, better = (_line_of(s, answers) for answers in (one.answers, one.best))
    if better:
        told = f"'{better}' {_promise(attack(s, better))}"
        if played:
            return [f"{told}; '{played}', which was played, {_promise(attack(s, played))} (exact odds)."]
        return [f"{told} (exact odds); what was played attacks nobody now."]
    if played:
        return [f"'{played}' {_promise(attack(s, played))} (exact odds); it was better not to."]
    return []


def _promise(odds: Odds) -> str:
    """What an attack takes and costs."""
    takes = f"destroys its target in {percent(float(odds.chance('eliminated')))} of cases"
    words = f"{takes} and takes {float(odds.mean('lost')):.1f} blocks in the mean"
    cost = float(odds.mean("own_lost"))
    return f"{words} for {cost:.1f} of its own" if cost >= 0.05 else words


def _line_of(s: State, answers: Sequence[int]) -> str:
    """The attack that answers choose, "" where they choose none; of a unit alone its likeliest to destroy."""
    for answer in answers:
        if s.question in (ask.TARGET, ask.BONUS) and answer >= ask.HEX_0:
            return attack_line(s.subject, answer - ask.HEX_0)
        if s.question == ask.BATTLE and answer >= ask.HEX_0 and len(answers) == 1:
            here = hexes.name(answer - ask.HEX_0)
            lines = [line for line in offered(s) if line.split()[1].startswith(f"{here}x")]
            return max(lines, key=lambda line: attack(s, line).chance("eliminated"), default="")
        if s.question != ask.BATTLE:
            return ""
        s = tried(s, answer)
    return ""


def attack_line(here: int, there: int) -> str:
    """An attack in the notation, by the numbers of two hexes.

    >>> attack_line(hexes.parse("F5"), hexes.parse("E5"))
    'close F5xE5'
    """
    verb = "close" if hexes.distance(here, there) == 1 else "fire"
    return f"{verb} {hexes.name(here)}x{hexes.name(there)}"


def _about_evading(s: State) -> list[str]:
    """What standing and evading cost, by exact odds."""
    stands, evades = (under_way(s, how) for how in (STANDS, EVADES))
    where = hexes.name(s.subject) if s.subject < hexes.NOWHERE else "the unit"
    return [
        f"Standing, {where} is lost in {percent(float(stands.chance('eliminated')))} of cases and takes "
        f"{float(stands.mean('own_lost')):.1f} blocks of the enemy in the mean; evading (EV-01), it is lost in "
        f"{percent(float(evades.chance('eliminated')))} (exact odds)."
    ]


# ---------------------------------------------------------------- what a plan is for


def aims(state: State, answers: Sequence[int], side: int, seer: Seer) -> list[str]:
    """What a plan of a side is out for and what it risks: two sentences at most.

    >>> from hexillum.odds import example_battle
    >>> state = example_battle().state
    >>> aims(state, [ask.HEX_0 + hexes.parse("F5")], 1, Seer(compiled=False))[0][:55]
    "'close F5xE5' destroys its target in 1 % of cases and t"
    """
    if state.question == ask.EVADE:
        return _about_evading(state)
    if line := _line_of(state, answers):
        return [f"'{line}' {_promise(attack(state, line))} (exact odds)."]
    after = plan_of(state, answers).after
    two = Two.seen(state, (after, after), side, seer)
    found = [max(some, default=(0.0, ""))[1] for some in (_out_for(two), _risked(two))]
    return _end_told_once([words for words in found if words], two.end)


def _out_for(two: Two) -> Iterator[Weighed]:
    """Enemy units that are in danger."""
    for number in _units(two, 1 - two.side):
        chance = _death(two, number).better
        u = two.better.state.units[number]
        if chance >= RISKY and (count := len(two.better.attacks(u.hex))):
            words = f"It can attack {named(u)} with {counted(count, 'unit')}"
            yield chance, f"{words}: {percent(chance)} to destroy it {two.end}."


def _risked(two: Two) -> Iterator[Weighed]:
    """Own units that are in danger."""
    for number in _units(two, two.side):
        chance = _death(two, number).better
        if chance >= RISKY:
            yield chance, f"It {left_open(two.better, number)}: {percent(chance)} to lose it {two.end}."
