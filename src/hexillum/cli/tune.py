"""`hexillum tune`: better weights for the planning players, found by games against themselves."""

from __future__ import annotations

from pathlib import Path

import click

from .compiling import compile_first
from .crews import BATTLES, bar, crews
from .output import out, talk


@click.command(
    short_help="Tune what the planning players think things are worth.",
    epilog="Examples: 'hexillum tune --rounds 20 --battles akragas --out weights.toml' · "
    "'hexillum tune --rounds 700 --on ray://head:10001 --out weights.toml'",
)
@click.option("--rounds", default=300, show_default=True, type=click.IntRange(1), help="How often weights are pushed.")
@BATTLES
@click.option("--seed", default=1, show_default=True, help="The same seed gives the same weights.")
@click.option(
    "--check",
    default=40,
    show_default=True,
    type=click.IntRange(1),
    help="Rounds of the match between the result and the weights before.",
)
@click.option(
    "--out",
    "path",
    default="planner.toml",
    show_default=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file that gets the weights, with what made them.",
)
@crews
def tune(rounds: int, battles: list[str], seed: int, check: int, path: Path, jobs: int | None, on: str) -> int:
    """Push the weights of the planner one way and the other, and follow those that win.

    Each round plays every battle four times, both sides with the same dice; a match against the weights before tells
    whether it was worth it. Ctrl-C ends the pushing early: what was found so far is checked and kept.
    """
    from ..lab import tune as tuning
    from ..lab.crew import crew_of
    from ..players.minds import tuned_weights

    if not path.resolve().parent.is_dir():
        raise ValueError(f"{path}: there is no such folder")
    tuning.Contest(battles)  # that the battles are there is known before anything is played
    compile_first(["planner"])
    start, games = dict(tuned_weights()), 0
    weights = start
    a_round, last = 4 * len(battles), 2 * check * len(battles)
    with crew_of(on, jobs) as crew, bar(rounds * a_round + last, crew) as tell:
        contest = tuning.Contest(battles, crew)
        try:
            for number, found in tuning.better(contest, start, rounds, seed):
                weights, games = found, number * a_round
                tell(games, words=f"round {number}")
        except KeyboardInterrupt:
            talk().print("stopped; what was found so far is checked and kept")
        tell(games, total=games + last, words="check")
        share = contest.share(weights, start, check, seed + 1)
    words = f"tuned from the weights before: {share:.1%} of {last} games against them"
    tuning.write(
        path, weights, words, f"hexillum tune --rounds {rounds} --battles {','.join(battles)} --seed {seed}", games
    )
    out().print(words)
    return 0
