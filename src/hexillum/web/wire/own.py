"""What the server says of battles that people lay out: the plan of one, what is wrong with it, and how fair it is."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from ...battle.view_types import Pair, SideWord
from .parts import closed


class PlanUnit(TypedDict):
    """A unit of a battle that is laid out; `leader` is the name of its leader, "" for one without, null for none."""

    hex: str
    kind: str
    leader: str | None
    special: list[str]


class PlanLeader(TypedDict):
    """A leader alone on a hex."""

    hex: str
    name: str


class PlanArmy(TypedDict):
    """A side with its war council."""

    name: str
    commander: str
    kit: str
    command: int
    banners: int
    tokens: int
    moves_first: bool
    units: list[PlanUnit]
    leaders: list[PlanLeader]


class PlanRule(TypedDict):
    """A special rule with its parameters."""

    name: str
    side: SideWord
    settings: dict[str, bool | int | str | list[str]]


class ScenarioPlan(TypedDict):
    """A battle as it is laid out, part for part as a scenario file has it."""

    id: str
    name: str
    number: int
    year: int
    year_text: str
    edition: str
    box: str
    theatre: str
    source: str
    notes: list[str]
    terrain: dict[str, str]
    ramparts: list[str]
    reconstruction: bool
    special_rules: list[PlanRule]
    top: PlanArmy
    bottom: PlanArmy


class ScenarioProblem(TypedDict):
    """What is wrong with a scenario, as `hexillum scenarios check` says it: its line, and the hex that it is about.

    `rule` is the number, from 0, of the special rule that it is about, null for any other problem.
    """

    line: int
    message: str
    hex: str | None
    rule: int | None


@closed
class ScenarioChecked(TypedDict):
    """A scenario as the loader reads it.

    `text` is the file: as Hexillum writes it where nothing is wrong, as it was sent otherwise. `plan` has all that
    could be read of it, null where it is no scenario at all; `digest` is that of what is played, "" where anything is
    wrong; `special_rules` are its special rules in sentences, where nothing is wrong. `rules` has a sentence for each
    entry of its list of special rules, also where something else is wrong, and "" for an entry that is.
    """

    text: str
    problems: list[ScenarioProblem]
    plan: ScenarioPlan | None
    digest: str
    special_rules: list[str]
    rules: list[str]


@closed
class OwnBattleCard(TypedDict):
    """A battle of somebody's own in the list of them; `changed_at` is in seconds."""

    id: str
    name: str
    year_text: str
    edition: str
    armies: Pair[str]
    changed_at: float


@closed
class OwnBattle(TypedDict):
    """A battle that somebody has laid out; `yours` says that the key of who asks is its owner's."""

    id: str
    text: str
    yours: bool
    changed_at: float


class ShareOf(TypedDict):
    """A share of the battles with its 95 % interval, from 0 to 1."""

    share: float
    low: float
    high: float


@closed
class Fairness(TypedDict):
    """How a battle went so far that a computer player fights against itself.

    `battles` are played in all, `played` until now. What was drawn or not finished is `even`, and counts as half a win
    in `share`. `words` say what that means, `how` what plays.
    """

    digest: str
    battles: int
    played: int
    wins: Pair[int]
    even: int
    unfinished: int
    share: Pair[ShareOf]
    turns: float
    words: list[str]
    how: str


ParameterKind = Literal["number", "hexes", "leader", "names", "kinds", "switch"]


class Parameter(TypedDict):
    """What a special rule has to be told.

    `kind` is "number" (from 1 up to `most`), "hexes", "leader" (one of the side who has a name), "names" (of leaders
    who are not on the board, "" for one without), "kinds" (of unit, up to `most`) or "switch"; `words` name it.
    """

    name: str
    kind: ParameterKind
    words: str
    most: int
    needed: bool


class RuleForm(TypedDict):
    """A special rule of the closed list: its name, the number of its rule, its words, its parameters.

    `title` is its name as people read it; `leaders` says that a side may have it once for each leader.
    """

    name: str
    title: str
    rule: str
    words: str
    leaders: bool
    parameters: list[Parameter]


class MarkForm(TypedDict):
    """A word for a special unit, and what it means."""

    name: str
    rule: str
    words: str


@closed
class Workshop(TypedDict):
    """What a battle can be laid out with, beside the tables of the catalogue."""

    special_rules: list[RuleForm]
    kits: dict[str, str]
    marks: list[MarkForm]
    command_most: int
    banners_most: int
    tokens_most: int
