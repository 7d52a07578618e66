"""Play many whole random battles and check after every decision that nothing is broken.

    ./check soak --games 1000
    ./check soak --plain --games 20 --jobs 2
    ./check soak --scenario zama --first 500 --games 100 --seed 1

With Numba the games run at compiled speed under the checks of tests/kit/soundness.py;
without it, or with --plain, on the
plain form under those of tests/invariants.py, which know more.

Game number n of a scenario is always the same battle for the same seed, so a run may be continued with --first and a
failure played again alone. Progress goes to stderr, the table to stdout; the exit status is 1 where something broke.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from hexillum.battle import scenarios  # noqa: E402
from hexillum.battle.deployment import state_of  # noqa: E402
from hexillum.battle.door import Battle  # noqa: E402
from hexillum.battle.setup import begin  # noqa: E402
from hexillum.core.dice import Seeded  # noqa: E402
from hexillum.core.state import NONE  # noqa: E402
from hexillum.engine.step import apply  # noqa: E402
from tests.kit.invariants import Losses, Watch, any_choice, check_battle, check_options, check_record, random_answer  # noqa: E402

CHUNK = 10
MOST_DECISIONS = 200_000
OUTCOMES = ("top", "bottom", "draw")


@dataclass
class Tally:
    """What some games of one scenario came to."""

    scenario: str
    passed: int = 0
    decisions: int = 0
    turns: int = 0
    seconds: float = 0.0
    outcomes: Counter[int] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count the games of another tally too."""
        self.passed += other.passed
        self.decisions += other.decisions
        self.turns += other.turns
        self.seconds += other.seconds
        self.outcomes += other.outcomes
        self.failures += other.failures


def play_state(name: str, rng: random.Random, tally: Tally) -> None:
    """One battle on the bare state, watched after every decision."""
    s = state_of(scenarios.load_scenario(name))
    losses = s.log = Losses(s)
    begin(s)
    watch = Watch(s, losses)
    decisions = 0
    while s.outcome == NONE:
        apply(s, random_answer(s, watch.out, rng))
        watch.after(s)
        decisions += 1
        if decisions > MOST_DECISIONS:
            raise AssertionError("the battle does not end")
    tally.decisions += decisions
    tally.turns += s.turn + 1
    tally.outcomes[s.outcome] += 1


def play_battle(name: str, rng: random.Random, tally: Tally, share: int = 40) -> Battle:
    """One battle through the referee: everything is checked now and then, the record three times and at the end."""
    battle = Battle.start(name, source=Seeded(rng.randrange(1 << 30)), deal=False)
    losses = Losses(battle.state)
    watch = Watch(battle.state, losses)
    records = {rng.randrange(200, 3000) for _ in range(3)}
    while not battle.over:
        number, faces = any_choice(battle, rng)
        for event in battle.choose(number, faces):
            losses.note(event.kind, event.a, event.b, event.c)
        watch.after(battle.state)
        check_options(battle)
        if rng.randrange(share) == 0:
            check_battle(battle, rng)
        if len(battle.choices) in records:
            check_record(battle)
    check_battle(battle, rng)
    check_record(battle)
    tally.decisions += len(battle.choices)
    tally.turns += battle.state.turn + 1
    tally.outcomes[battle.state.outcome] += 1
    return battle


def compiled_soak(names: list[str], first: int, games: int, seed: int) -> list[Tally]:
    """The same at compiled speed, under the checks of tests/kit/soundness.py, after every decision of every game."""
    import numpy

    from hexillum.compiled import with_numba
    from tests.kit import soundness

    print("compiling the rules and the checks ...", file=sys.stderr)
    play = with_numba.checked_play(soundness.play_checked, soundness.CHECKS)
    out = numpy.zeros(512, numpy.int64)
    tallies = []
    for name in names:
        tally, began = Tally(name), time.perf_counter()
        s = state_of(scenarios.load_scenario(name))
        begin(s)
        array = with_numba.games_of(s, s)
        for game in range(first, first + games):
            array[0] = array[1]
            rng = numpy.array([random.Random(f"{seed} {name} {game}").randrange(1, 1 << 32)], numpy.int64)
            answers = play(array, 0, 1, rng, out, MOST_DECISIONS)
            if answers < 0:
                tally.failures.append(f"{name} game {game}: {soundness.WORDS[-answers]}")
                continue
            tally.passed += 1
            tally.decisions += answers
            tally.turns += int(array[0]["turn"]) + 1
            tally.outcomes[int(array[0]["outcome"])] += 1
            if game % 50 == 0:
                show_progress(game - first + 1, games, time.perf_counter() - began)
        tally.seconds = time.perf_counter() - began
        tallies.append(tally)
        print(f"\r{name}: {games} games in {tally.seconds:.0f} s" + " " * 30, file=sys.stderr)
    return tallies


def run_chunk(name: str, first: int, count: int, seed: int, every: int) -> Tally:
    """Some games of one scenario, each by its own number."""
    tally = Tally(name)
    began = time.perf_counter()
    for game in range(first, first + count):
        rng = random.Random(f"{seed} {name} {game}")
        try:
            (play_battle if every and game % every == every - 1 else play_state)(name, rng, tally)
            tally.passed += 1
        except Exception as error:  # whatever breaks is a finding, and the others go on
            where = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{Path(where.filename).name}:{where.lineno}"
            tally.failures.append(f"{name} game {game}: {type(error).__name__}: {error} ({place})")
    tally.seconds = time.perf_counter() - began
    return tally


def chunks(names: list[str], first: int, games: int) -> Iterator[tuple[str, int, int]]:
    """The work in pieces, the scenarios taking turns."""
    for start in range(first, first + games, CHUNK):
        for name in names:
            yield name, start, min(CHUNK, first + games - start)


def soak(names: list[str], first: int, games: int, seed: int, every: int, jobs: int) -> list[Tally]:
    """Play all games in several processes; on Ctrl-C return what is done."""
    tallies = {name: Tally(name) for name in names}
    work = chunks(names, first, games)
    total, done, began = games * len(names), 0, time.perf_counter()
    pool = ProcessPoolExecutor(jobs)
    running: set[Future[Tally]] = set()
    try:
        while True:
            for name, start, count in work:
                running.add(pool.submit(run_chunk, name, start, count, seed, every))
                if len(running) >= 3 * jobs:
                    break
            if not running:
                break
            ready, running = wait(running, return_when=FIRST_COMPLETED)
            for future in ready:
                part = future.result()
                tallies[part.scenario].add(part)
                done += part.passed + len(part.failures)
                for failure in part.failures:
                    print(f"\n{failure}", file=sys.stderr)
            show_progress(done, total, time.perf_counter() - began)
    except KeyboardInterrupt:
        print("\ninterrupted: this is what is done", file=sys.stderr)
        pool.shutdown(wait=False, cancel_futures=True)
    else:
        pool.shutdown()
        print(file=sys.stderr)
    return list(tallies.values())


def show_progress(done: int, total: int, seconds: float) -> None:
    """One line that is written over again."""
    left = seconds / done * (total - done) if done else 0
    print(
        f"\r{done}/{total} games, {done / seconds:.1f} a second, {left:.0f} s left   ",
        end="",
        file=sys.stderr,
        flush=True,
    )


def table(tallies: list[Tally]) -> str:
    """The result for people."""
    lines = ["scenario        passed  failed    top  bottom  draw  turns  decisions"]
    for t in tallies:
        games = max(t.passed, 1)
        top, bottom, draw = (t.outcomes[n] for n in range(3))
        lines.append(
            f"{t.scenario:14} {t.passed:7} {len(t.failures):7} {top:6} {bottom:7} {draw:5} "
            f"{t.turns / games:6.1f} {t.decisions / games:10.0f}"
        )
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=int, default=1000, help="games of each scenario (default 1000)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2), on the plain form")
    parser.add_argument("--scenario", action="append", choices=scenarios.names(), help="only this one; may be repeated")
    parser.add_argument("--first", type=int, default=0, help="number of the first game (default 0)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games (default 1)")
    parser.add_argument(
        "--every", type=int, default=50, help="each n-th game is played through the referee with dear checks; 0: none"
    )
    parser.add_argument("--plain", action="store_true", help="the slow, strict checks on the plain form of the rules")
    options = parser.parse_args(arguments)
    if options.games < 1 or options.jobs < 1 or options.first < 0 or options.every < 0:
        parser.error("numbers of games and jobs start at 1, --first and --every at 0")
    names = options.scenario or scenarios.names()
    if not options.plain and find_spec("numba"):
        tallies = compiled_soak(names, options.first, options.games, options.seed)
    else:
        tallies = soak(names, options.first, options.games, options.seed, options.every, options.jobs)
    passed, failed = sum(t.passed for t in tallies), sum(len(t.failures) for t in tallies)
    print(table(tallies))
    for t in tallies:
        for failure in t.failures[:20]:
            print(failure)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or passed < options.games * len(names) else 0


if __name__ == "__main__":
    raise SystemExit(main())
