"""What people and programs send to the server, each message checked; what the server says is in `wire`.

`docs/protocol.md` tells how the messages are used.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from ...battle.view_types import SideWord
from ...core import ask
from ..wire import Problem

PROTOCOL: Final = 6  # the version of what is said here and in `wire`
OLDEST: Final = 1  # the oldest version whose programs still understand everything
MESSAGE_MOST: Final = 16_384  # bytes of a message at the table
SCENARIO_MOST: Final = 49_152  # characters of a scenario file that somebody sends: the longest here has some 3,000
BODY_MOST: Final = 262_144  # bytes of anything sent to the server: a long record fits

GameId = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
CommandId = Annotated[str, StringConstraints(pattern=r"^[0-9a-fA-F-]{8,40}$")]
Token = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{20,80}$")]
OwnKey = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{32,80}$")]  # of a browser, made by itself
Number = Annotated[int, Field(ge=0, le=2**31 - 1)]
Hex32 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]  # 32 bytes in hexadecimal
Word = Annotated[str, StringConstraints(min_length=1, max_length=80)]
Hex = Annotated[str, StringConstraints(pattern=r"^[A-Na-n][0-9]{1,2}$")]
Short = Annotated[str, StringConstraints(max_length=200)]
Long = Annotated[str, StringConstraints(max_length=4_000)]
ScenarioText = Annotated[str, StringConstraints(min_length=1)]


class Wire(BaseModel):
    """A message to the server: nothing in it that is not named."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Answer(Wire):
    """One answer to the pending question, or several that follow one another; `then_stop` ends a move there.

    `for_the_turn` says no to an answer card for the rest of the turn: the server then says it at every attack.
    `keep_turn` has it refused, as `ends_turn`, where the turn would be over by it and could not be taken back.
    """

    do: Literal["answer"]
    numbers: Annotated[list[Number], Field(min_length=1, max_length=24)]
    then_stop: bool = False
    for_the_turn: bool = False
    keep_turn: bool = False


class Roll(Wire):
    """Let the server roll, or draw, where chance is asked at the table."""

    do: Literal["roll"]


class Dice(Wire):
    """The faces of real dice, or of dice chosen in an analysis: letters of G B R L S F."""

    do: Literal["dice"]
    faces: Annotated[str, StringConstraints(pattern=r"^[GBRLSF]+$", max_length=ask.MOST_DICE)]


class Undo(Wire):
    """Take the last choice back, in an analysis to any moment."""

    do: Literal["undo"]
    moment: Number | None = None


class Word_(Wire):
    """What is said about the whole battle; `claim` is of the win, where the time of the other side is up."""

    do: Literal["resign", "offer_draw", "accept_draw", "decline_draw", "claim"]


Doing = Annotated[Answer | Roll | Dice | Undo | Word_, Field(discriminator="do")]


class Command(Wire):
    """Something that a seat does. The same `id` never counts twice; `version` is that of the view it answers."""

    id: CommandId
    version: Number
    seat: SideWord
    body: Doing


class Hello(Wire):
    """The first message of a connection: the tokens of its seats, and whose hand it wants to see.

    `key` is the browser's own key, by which a server knows somebody with a name; guests need none.
    """

    t: Literal["hello"]
    protocol: int = PROTOCOL
    tokens: Annotated[list[Token], Field(max_length=2)] = []
    key: OwnKey | None = None
    eyes: SideWord | None = None
    log_from: Number = 0


class Eyes(Wire):
    """Look with other eyes from now on."""

    t: Literal["eyes"]
    eyes: SideWord | None


class Commanding(Wire):
    """A command over a connection."""

    t: Literal["command"]
    command: Command


class Ping(Wire):
    """Are you there?"""

    t: Literal["ping"]


ToServer: TypeAdapter[Hello | Eyes | Commanding | Ping] = TypeAdapter(
    Annotated[Hello | Eyes | Commanding | Ping, Field(discriminator="t")]
)


class NewGame(Wire):
    """A new table for a battle of the library, by its id, or for the text of a scenario file.

    `top` and `bottom` are "person" for who asks, "friend" for a guest, or a computer player. Real dice are typed by who
    rolls them or, where both want it so, by either. `seed` chooses the dice, only where no friend plays; `share` is the
    SHA-256 of a share of the dice, for a battle with a friend, and `pace` how fast that is to be played: "30+20",
    minutes and seconds, or "1d+7d", days a turn and in the bank. `rated` is whether who asks, by a name, wants it
    rated: it is where the other one wants that, too.
    """

    battle: Word | None = None
    scenario: ScenarioText | None = None
    swapped: bool = False
    switches: dict[Word, bool] = {}
    top: Word = "greedy"
    bottom: Word = "person"
    dice: Literal["server", "typed"] = "server"
    typed_by: Literal["roller", "either"] = "roller"
    seed: Annotated[int, Field(ge=0, le=2**53 - 1)] | None = None
    share: Hex32 | None = None
    rated: bool = False
    pace: Annotated[str, StringConstraints(max_length=10)] = ""


class Join(Wire):
    """Take the seat that an invitation is for; `share` is the SHA-256 of a share of the dice.

    `rated` agrees to a battle that the other one wants rated.
    """

    invite: Token
    share: Hex32 | None = None
    rated: bool = False


class Rematch(Wire):
    """The same battle again; `share` is the SHA-256 of a share of its dice."""

    share: Hex32 | None = None


class GiveShare(Wire):
    """The share of the dice that a seat has committed itself to, 32 bytes; None lets it go."""

    seat: SideWord
    share: Hex32 | None


class Fork(Wire):
    """Try another line from a moment."""

    moment: Number


class Learn(Wire):
    """Where somebody is in a lesson: the choices of the steps behind him, and his answers to the question of this one.

    `then_stop` ends a move where the answers lead.
    """

    chosen: Annotated[list[Number], Field(max_length=12)] = []
    answers: Annotated[list[Number], Field(max_length=40)] = []
    then_stop: bool = False


class Solve(Wire):
    """The answers so far to a puzzle; `then_stop` ends a move where they lead, `give_up` asks for the answer."""

    answers: Annotated[list[Number], Field(max_length=120)] = []
    then_stop: bool = False
    give_up: bool = False


class LearnWhy(Learn):
    """A line of the notation, to be told why a lesson's referee refuses it."""

    line: Annotated[str, StringConstraints(min_length=1, max_length=120)]


class Doubt(Wire):
    """Answers to the pending question, to be told whether they give much away."""

    numbers: Annotated[list[Number], Field(min_length=1, max_length=24)]


class Why(Wire):
    """A line of the notation, to be told why it is not possible now."""

    line: Annotated[str, StringConstraints(min_length=1, max_length=120)]


class PlacedUnit(Wire):
    """A unit placed by hand."""

    hex: Word
    kind: Word
    side: SideWord
    blocks: Annotated[int, Field(ge=1, le=9)] | None = None
    leader: bool = False


class PlacedLeader(Wire):
    """A leader placed by hand, alone in his hex."""

    hex: Word
    side: SideWord


class Both(Wire):
    """A number for each side, or none."""

    top: Annotated[int, Field(ge=0, le=13)] | None = None
    bottom: Annotated[int, Field(ge=0, le=13)] | None = None


class Hands(Wire):
    """Cards by their keys; the rest of a hand is dealt."""

    top: Annotated[list[Word], Field(max_length=12)] = []
    bottom: Annotated[list[Word], Field(max_length=12)] = []


class Setup(Wire):
    """A field of one's own, for an analysis."""

    edition: Word
    active: SideWord = "bottom"
    units: Annotated[list[PlacedUnit], Field(max_length=80)]
    leaders: Annotated[list[PlacedLeader], Field(max_length=16)] = []
    terrain: Annotated[dict[Word, Word], Field(max_length=150)] = {}
    hands: Hands = Hands()
    banners: Both = Both()
    goals: Both = Both()


class Analyse(Wire):
    """What to analyse: one of the five. Texts are bounded by what a request may have."""

    battle: Word | None = None
    scenario: ScenarioText | None = None
    record: str | None = None
    position: str | None = None
    setup: Setup | None = None


class DraftUnit(Wire):
    """A unit of a battle that somebody lays out; `leader` is the name of its leader, "" for one without."""

    hex: Hex
    kind: Word
    leader: Short | None = None
    special: Annotated[list[Word], Field(max_length=8)] = []


class DraftLeader(Wire):
    """A leader alone on a hex."""

    hex: Hex
    name: Short = ""


class DraftArmy(Wire):
    """A side of a battle that somebody lays out: anything within bounds, since it may not be right yet."""

    name: Short
    commander: Short
    kit: Short = ""
    command: Annotated[int, Field(ge=0, le=99)]
    banners: Annotated[int, Field(ge=0, le=99)]
    tokens: Annotated[int, Field(ge=0, le=99)] = 0
    moves_first: bool
    units: Annotated[list[DraftUnit], Field(max_length=150)]
    leaders: Annotated[list[DraftLeader], Field(max_length=40)] = []


def _parameter(name: str) -> str:
    """The name of a parameter, which is none of what every special rule has."""
    if name in ("name", "side"):
        raise ValueError(f"{name} is no parameter of a special rule")
    return name


ParameterName = Annotated[str, StringConstraints(pattern=r"^[a-z_]{1,30}$"), AfterValidator(_parameter)]


class DraftRule(Wire):
    """A special rule with its parameters, as a scenario file has it."""

    name: Word
    side: SideWord
    settings: Annotated[
        dict[
            ParameterName,
            bool | Annotated[int, Field(ge=-99, le=99)] | Short | Annotated[list[Short], Field(max_length=60)],
        ],
        Field(max_length=8),
    ] = {}


class ScenarioDraft(Wire):
    """A battle that somebody lays out, part for part as a scenario file has it."""

    id: Short
    name: Short
    number: Annotated[int, Field(ge=-99_999, le=99_999)] = 0
    year: Annotated[int, Field(ge=-99_999, le=99_999)]
    year_text: Short
    edition: Word
    box: Short = ""
    theatre: Short = ""
    source: Long
    notes: Annotated[list[Long], Field(max_length=20)] = []
    terrain: Annotated[dict[Hex, Word], Field(max_length=150)] = {}
    ramparts: Annotated[list[Annotated[str, StringConstraints(max_length=8)]], Field(max_length=300)] = []
    reconstruction: bool = False
    special_rules: Annotated[list[DraftRule], Field(max_length=40)] = []
    top: DraftArmy
    bottom: DraftArmy


class CheckScenario(Wire):
    """What to check: a battle as it is laid out, or the text of a scenario file."""

    draft: ScenarioDraft | None = None
    text: ScenarioText | None = None


class KeepScenario(Wire):
    """A scenario file to be kept among the battles of somebody."""

    text: ScenarioText


class JudgeScenario(Wire):
    """Whether a battle is fair; without `play` only what is known already."""

    text: ScenarioText
    play: bool = True


class Refused(Exception):
    """Something that the server does not do, with the reason for who asked.

    `code` is one of a closed list, `status` that of HTTP.
    """

    def __init__(self, code: str, message: str, rules: tuple[str, ...] = (), status: int = 409) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.rules = rules
        self.status = status

    def headers(self) -> dict[str, str]:
        """What the answer over HTTP says beside the problem."""
        return {}

    def problem(self) -> Problem:
        """As it goes over the wire."""
        return {"code": self.code, "message": self.message, "rules": list(self.rules)}
