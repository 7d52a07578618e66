"""`hexillum play`: a person at the terminal against the computer, or computer against computer."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from .output import FORFEITED, JSON_HELP, about, out, print_json, talk
from .threads import threads
from .variants import PLAYERS, plan_of, variants

if TYPE_CHECKING:
    from ..battle.door import Battle
    from ..battle.scenarios import Scenario
    from ..core.dice import Source
    from ..players import Player
    from .table import Table

SUFFIX: Final = ".battle"
SEATS: Final = ("top", "bottom")
_SEAT: Final = re.compile(r"^# played by (top|bottom|nobody) against (\S+)$", re.MULTILINE)


@click.command(
    short_help="Play a battle at the terminal.",
    epilog="Examples: 'hexillum play akragas' · 'hexillum play zama --side top --against random' · "
    "'hexillum play cannae --auto --seed 7' · 'hexillum play zama --auto --save zama.battle' · "
    "'hexillum play zama --swapped --switch exact_evade=on'",
)
@click.argument("scenario", required=False)
@click.option("--side", type=click.Choice(SEATS), help="The side you command.  [default: bottom]")
@click.option(
    "--against",
    metavar="PLAYER",
    help=f"Who commands the other side: {PLAYERS}.  [default: tribune; with --auto greedy]",
)
@click.option(
    "--think", metavar="SECONDS", help="Play against search, which thinks so many seconds a turn, such as 1.0."
)
@click.option("--auto", is_flag=True, help="The computer plays both sides, and you watch.")
@click.option(
    "--dice",
    type=click.Choice(["seeded", "typed"]),
    default="seeded",
    help="The program rolls, or you type the faces of real dice.  [default: seeded]",
)
@click.option("--seed", type=int, help="The same seed gives the same dice and cards.  [default: any]")
@click.option("--resume", metavar="FILE", help="Continue a battle that was saved.")
@click.option(
    "--save", metavar="FILE", help="Write the record of the battle to this file, at its end or when you leave."
)
@threads
@variants
@click.option("--fast", is_flag=True, help="No pauses while the computer plays.")
@click.option("--quiet", is_flag=True, help="Draw the board only when asked; with --auto print no log.")
@click.option("--json", "as_json", is_flag=True, help=f"{JSON_HELP} Only with --auto.")
def play(
    scenario: str | None,
    side: str | None,
    against: str | None,
    think: str | None,
    auto: bool,
    dice: str,
    seed: int | None,
    resume: str | None,
    save: str | None,
    swapped: bool,
    switches: dict[str, bool],
    fast: bool,
    quiet: bool,
    as_json: bool,
) -> int:
    """Play a battle against the computer.

    SCENARIO is a name from 'hexillum scenarios', such as akragas, or the path of a .toml file, and may have a
    variant's file after a +. At every moment you see what may be done; answer with the number of an option or with a
    line of the notation. Type help for the other words, and quit to leave: the battle is kept in a file.
    """
    _need_one_way(scenario, resume, against, think, auto, dice, as_json)
    if resume is not None and (swapped or switches):
        raise click.UsageError("a saved battle keeps its own rules: leave --swapped and --switch out")
    if save and not Path(save).absolute().parent.is_dir():
        raise ValueError(f"{save}: there is no such folder to write the record to")
    seed = _any_seed() if seed is None else seed
    text = _read(resume)
    human, opponent = _sides(text, side, f"search:{think}" if think else against, auto)
    players = _players(opponent, human, seed)
    faces = _TypedFaces()
    source = _source(faces if dice == "typed" else None, seed)
    if scenario is not None:
        battle = _started(plan_of(scenario, swapped), source, switches)
    else:
        battle = _resumed(text, source, str(resume))
    keep = _keeper(battle, f"played by {'nobody' if human is None else SEATS[human]} against {opponent}")
    if as_json:
        status = _watch_quietly(battle, players, seed)
    else:
        from .table import Table

        faces.table = table = Table(battle, players, human, quiet=quiet, fast=fast, save=keep)
        _welcome(battle, seed, human)
        status = _sit(table, keep, human, save)
    if save:
        keep(save)
    return status


def _need_one_way(
    scenario: str | None,
    resume: str | None,
    against: str | None,
    think: str | None,
    auto: bool,
    dice: str,
    as_json: bool,
) -> None:
    """Refuse options that contradict each other. Raises click.UsageError."""
    if (scenario is None) == (resume is None):
        raise click.UsageError(
            "name either a battle, such as 'hexillum play akragas', or a saved one with --resume FILE"
        )
    if as_json and not auto:
        raise click.UsageError("--json needs --auto")
    if think and against not in (None, "search"):
        raise click.UsageError("--think is for the player search: leave --against out")
    if auto and dice == "typed":
        raise click.UsageError("--auto rolls its own dice")


def _read(resume: str | None) -> str:
    """The text of a saved battle, "" without one. Raises ValueError, OSError."""
    from ..core.files import read_text

    with about(resume or ""):
        return read_text(resume) if resume else ""


def _sides(text: str, side: str | None, against: str | None, auto: bool) -> tuple[int | None, str]:
    """The side of the person, 0 top or 1 bottom, None where nobody plays, and who commands the other.

    What is not said is as in the saved battle.
    """
    seat = _SEAT.search(text)
    side = side or (seat[1] if seat and seat[1] in SEATS else "bottom")
    against = against or (seat[2] if seat else "greedy" if auto else "tribune")
    return None if auto else SEATS.index(side), against


def _players(opponent: str, human: int | None, seed: int) -> list[Player]:
    """The players of top and bottom; one that gives no answers sits where the person does."""
    from ..players import player

    players = [player(opponent, seed), player(opponent, seed + 1)]
    if human is not None:
        players[human] = player("greedy", seed + 2)
    return players


class _TypedFaces:
    """Asks for the faces of real dice at the table, once there is one."""

    table: Table | None = None

    def __call__(self, count: int) -> tuple[int, ...]:
        if self.table is None:
            raise RuntimeError("dice before the battle")
        return self.table.typed_roll(count)


def _source(faces: _TypedFaces | None, seed: int) -> Source:
    """Where the dice come from: real ones or, without them, the seed."""
    from ..core.dice import Seeded, Typed

    return Typed(faces, seed) if faces else Seeded(seed)


def _welcome(battle: Battle, seed: int, human: int | None) -> None:
    """Say what is played, and how to go on."""
    from .table import sides_text

    console = out()
    console.print(f"{battle.scenario.name if battle.scenario else 'a battle'}, seed {seed}", style="bold")
    if human is not None:
        console.print(sides_text(battle, human))
        console.print("type help for help, quit to leave")


def _sit(table: Table, keep: Callable[[str], None], human: int | None, save: str | None) -> int:
    """Play until the battle is over or the person goes; then say where it is kept, if not in a file that he named."""
    from ..compiled import cache
    from ..players.outside import Forfeit
    from .table import Leave
    from .words import SIDES

    began = len(table.battle.choices)
    cache.start(groups=cache.THINKING)
    if human is not None:
        _line_editing()
    try:
        table.play()
        return 0
    except Forfeit as error:
        loser, winner = SIDES[table.battle.state.who], SIDES[1 - table.battle.state.who]
        talk().print(f"forfeit: {error}. {loser} has lost the battle, {winner} has won it.", soft_wrap=True)
        status = FORFEITED
    except (Leave, EOFError):
        status = 0
    except KeyboardInterrupt:
        status = 130
    except Exception:
        _keep_what_is_there(table, keep, began, save)
        raise
    click.echo()
    _keep_what_is_there(table, keep, began, save)
    return status


def _keep_what_is_there(table: Table, keep: Callable[[str], None], began: int, save: str | None) -> None:
    """Write an unfinished battle in which something was done to a file, and say to which."""
    battle = table.battle
    if battle.over or len(battle.choices) == began:
        return
    file = save or _free_name(battle.scenario.id if battle.scenario else "battle")
    keep(file)
    talk().print(f"saved to {file}; to continue: hexillum play --resume {file}", soft_wrap=True)


def _watch_quietly(battle: Battle, players: list[Player], seed: int) -> int:
    from ..players.outside import Forfeit
    from .words import SIDES

    forfeit, winner = "", None
    try:
        while not battle.over:
            if battle.state.who > 1:
                battle.throw()
            else:
                battle.choose(players[battle.state.who].choose(battle.state, battle.numbers()))
    except Forfeit as error:
        forfeit, winner = str(error), SIDES[1 - battle.state.who]
        talk().print(f"forfeit: {forfeit}", soft_wrap=True)
    s = battle.state
    result: dict[str, Any] = {
        "scenario": battle.scenario.id if battle.scenario else None,
        "seed": seed,
        "winner": winner if battle.winner is None else SIDES[battle.winner],
        **({"forfeit": forfeit} if forfeit else {}),
        "banners": dict(zip(SIDES, s.banners, strict=True)),
        "turns": s.turn + 1,
        "log": [event.line_for(event.secret_of) for event in battle.events],
    }
    print_json(result)
    return FORFEITED if forfeit else 0


def _started(plan: Scenario, source: Source, switches: dict[str, bool]) -> Battle:
    from ..battle.door import Battle

    return Battle.start(plan, source=source, switches=switches)


def _resumed(text: str, source: Source, file: str) -> Battle:
    from ..notation.game_record import read_record

    with about(file):
        return read_record(text, source)


def _keeper(battle: Battle, note: str) -> Callable[[str], None]:
    """What writes the battle to a file, with a comment that tells who played."""

    def keep(file: str) -> None:
        from ..notation.game_record import write_record

        *head, end, last = write_record(battle).split("\n")
        Path(file).write_text("\n".join([*head, f"# {note}", end, last]), encoding="utf-8")

    return keep


def _free_name(stem: str) -> str:
    """A file name in this folder that is not taken.

    >>> _free_name("no-such-battle")
    'no-such-battle-1.battle'
    """
    number = 1
    while Path(f"{stem}-{number}{SUFFIX}").exists():
        number += 1
    return f"{stem}-{number}{SUFFIX}"


def _any_seed() -> int:
    import random

    return random.randrange(1_000_000)


def _line_editing() -> None:
    """Let the arrow keys work at the prompt, where Python can."""
    import contextlib

    with contextlib.suppress(ImportError):
        import readline  # noqa: F401
