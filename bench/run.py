"""Measure speed: games, answers and copies a second of random play, exact odds, and starting, in both forms.

    ./check bench                print the table and write bench/results.md
    ./check bench --quick        fewer games, print only
    ./check bench --odds         only the exact odds
    ./check bench mass           only battles of compiled players, played whole
    ./check bench envs           only the environments, beside random play
    ./check bench load           the table in the browser under load, see bench/load.py
    ./check bench choice         what one choice at a table costs the server's own work, see bench/choice.py

Every figure is the median of several runs of one process' own time, so that a busy machine disturbs it little.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUNS = 5
LIMIT = 1_000_000


def median(measure: Callable[[], float], runs: int = RUNS) -> float:
    return statistics.median(measure() for _ in range(runs))


def child(code: str, **environment: str) -> float:
    """CPU seconds that a fresh Python needs for some code, import and all."""
    program = f"{code}\nimport time; print(time.process_time())"
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **environment}
    return float(
        subprocess.run(
            [sys.executable, "-c", program], env=env, check=True, capture_output=True, text=True
        ).stdout.split()[-1]
    )


def chance_share(scenario: str) -> float:
    """The share of answers that chance gives: the others are decisions of the sides."""
    from hexillum.battle.door import Battle
    from hexillum.core import ask
    from hexillum.core.state import NONE
    from hexillum.engine.playout import random_answer
    from hexillum.engine.step import apply

    first, out, rng = Battle.start(scenario, seed=1).state, [0] * 512, [54321]
    answers = chances = 0
    for _ in range(5):
        s = first.copy()
        while s.outcome == NONE:
            answers += 1
            chances += s.who == ask.CHANCE
            apply(s, random_answer(s, rng, out))
    return chances / answers


def speeds_of(
    play: Callable[[], int], games: int, copy: Callable[[], object], copies: int, runs: int = RUNS
) -> dict[str, float]:
    """The speeds of one form: `play` plays `games` battles and gives their answers, `copy` copies `copies` states."""
    answers = play() / games
    speed = games / median(lambda: seconds_of(play), runs)
    return {
        "games/s": speed,
        "answers/s": speed * answers,
        "answers a game": answers,
        "copy, us": 1e6 * median(lambda: seconds_of(copy), runs) / copies,
    }


def seconds_of(work: Callable[[], object]) -> float:
    """The processor's time that the work takes."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def measure_twin(scenario: str, games: int) -> dict[str, float]:
    from hexillum.battle.door import Battle
    from hexillum.engine.playout import play_on

    first = Battle.start(scenario, seed=1).state
    out = [0] * 512

    def play() -> int:
        rng = [12345]
        return sum(play_on(first.copy(), rng, out, LIMIT) for _ in range(games))

    def copy() -> None:
        for _ in range(2000):
            first.copy()

    return speeds_of(play, games, copy, 2000)


def measure_compiled(scenario: str, games: int, runs: int = RUNS) -> dict[str, float]:
    import numpy as np

    from hexillum.battle.door import Battle
    from hexillum.compiled import with_numba

    compiled = with_numba.load()
    first = Battle.start(scenario, seed=1).state
    array = with_numba.games_of(first, first)
    out, results = np.zeros(512, np.int64), np.zeros(games, np.int64)

    def play() -> int:
        rng = np.array([12345], np.int64)
        return int(compiled.play(array, 0, 1, rng, out, LIMIT, games, results))

    def copy() -> None:
        compiled.copy(array, 0, 1, 200_000)

    return speeds_of(play, games, copy, 200_000, runs)


def measure_starts(with_compiled: bool) -> dict[str, float]:
    figures = {
        "plain: import and set Akragas up": median(
            lambda: child("from hexillum.battle.door import Battle; Battle.start('akragas', seed=1)")
        )
    }
    if with_compiled:
        load = "from hexillum.compiled import with_numba; with_numba.load(*with_numba.GROUPS)"

        def cold() -> float:
            with tempfile.TemporaryDirectory() as folder:
                return child(load, HEXILLUM_CACHE=folder)

        figures["compiled: cold, everything compiled"] = median(cold, 3)
        child(load)
        figures["compiled: warm, from the cache"] = median(lambda: child(load))
    return figures


def measure_odds(count: int, with_compiled: bool) -> dict[str, float]:
    """Milliseconds that the exact odds of a close combat with its battle back take, the median of many positions."""
    sys.path[:0] = [str(ROOT), str(ROOT / "src")]
    from tests.kit.odds_positions import both_editions

    from hexillum.odds import STANDS, Walker, under_way
    from hexillum.odds.walks import walk

    walker = Walker() if with_compiled else None
    times: dict[str, list[float]] = {"plain": []}
    for _, s in both_editions(2 * count, 99):
        if not under_way(s, compiled=with_compiled).chance("battle_back"):
            continue
        times["plain"].append(seconds_of(lambda s=s: walk(s.copy(), STANDS)))
        if walker:
            walker.put(s)
            for name, work in (("compiled", walker.walk), ("compiled, means only", walker.means)):
                times.setdefault(name, []).append(seconds_of(lambda work=work: [work() for _ in range(20)]) / 20)
        if len(times["plain"]) == count:
            break
    return {name: 1000 * statistics.median(each) for name, each in times.items()}


def measure_mass(quick: bool) -> dict[str, float]:
    """Battles a second of one core that compiled players play against themselves, whole."""
    from hexillum.battle.scenarios import load_scenario, names
    from hexillum.lab.arena import begun
    from hexillum.lab.mass import Bout, hall

    room = hall()
    figures = {}
    for who, where, count in (
        ("random", names(), 8),
        ("quick", names(), 8),
        ("greedy", names(), 8),
        ("quick", ["akragas"], 200),
        ("greedy", ["akragas"], 200),
        ("planner", ["akragas"], 16),
    ):
        seconds, played = 0.0, 0
        for battle in where:
            room.set_up(begun(load_scenario(battle)))
            bouts = [Bout(who, who, 1 + n) for n in range(max(2, count // 4) if quick else count)]
            seconds += seconds_of(lambda bouts=bouts: room.play(bouts, LIMIT))
            played += len(bouts)
        figures[f"{who}, {'all battles' if len(where) > 1 else where[0]}"] = played / seconds
    return figures


def measure_envs(quick: bool) -> dict[str, float]:
    """Steps a second of the environments on one core, ours and others', and of random play in the same run."""
    import envs

    return envs.measure(lambda: measure_compiled("akragas", 200, runs=1)["answers/s"], quick)


def listed(title: str, column: str, figures: dict[str, float]) -> str:
    """Figures as a table of two columns."""
    rows = [f"| {title} | {column} |", "|---|---:|"]
    return "\n".join(
        [*rows, *(f"| {name} | {f'{n:,.0f}' if n >= 100 else f'{n:.3g}'} |" for name, n in figures.items())]
    )


MASS: tuple[str, str] = ("battles played whole, each player against itself", "battles/s a core")
ENVS: tuple[str, str] = ("environments", "a core")


def machine() -> str:
    model = next(
        (line.split(":")[1].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")),
        platform.processor(),
    )
    return f"{os.cpu_count()} x {model}, {platform.system()}, Python {platform.python_version()}"


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().splitlines()
    except OSError:
        return []


def table(speeds: dict[str, dict[str, dict[str, float]]], odds: dict[str, float], starts: dict[str, float]) -> str:
    names = ["games/s", "answers/s", "decisions/s", "answers a game", "copy, us"]
    rows = ["| battle | form | " + " | ".join(names) + " |", "|---|---|" + "---:|" * len(names)] if speeds else []
    for scenario, forms in speeds.items():
        for form, figures in forms.items():
            rows.append(
                f"| {scenario} | {form} | "
                + " | ".join(f"{figures[n]:,.3g}" if figures[n] < 100 else f"{figures[n]:,.0f}" for n in names)
                + " |"
            )
        if len(forms) == 2:
            ratio = forms["compiled"]["games/s"] / forms["plain"]["games/s"]
            rows.append(f"| {scenario} | compiled / plain | {ratio:.1f} | | | | |")
    rows += [
        "",
        "| exact odds of a close combat with its battle back | milliseconds |",
        "|---|---:|",
        *(f"| {name} | {milliseconds:.3g} |" for name, milliseconds in odds.items()),
    ]
    if starts:
        rows += ["", "| start | CPU seconds |", "|---|---:|"]
        rows += [f"| {name} | {seconds:.2f} |" for name, seconds in starts.items()]
    return "\n".join(rows).strip()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="fewer games; results.md is not written")
    parser.add_argument("--odds", action="store_true", help="only the odds; results.md is not written")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument(
        "--battles", default="akragas,cannae,trebbia,magnesia", help="battles to measure, with commas between"
    )
    args = parser.parse_args()
    try:
        import numba

        with_compiled = bool(numba.__version__)
    except ImportError:
        with_compiled = False
        print("numba is not installed: only the plain form is measured", file=sys.stderr)
    speeds: dict[str, dict[str, dict[str, float]]] = {}
    for scenario in [] if args.odds else args.battles.split(","):
        print(f"measuring {scenario} ...", file=sys.stderr)
        speeds[scenario] = {"plain": measure_twin(scenario, 10 if args.quick else 40)}
        if with_compiled:
            speeds[scenario]["compiled"] = measure_compiled(scenario, 300 if args.quick else 1500)
        share = chance_share(scenario)
        for figures in speeds[scenario].values():
            figures["decisions/s"] = figures["answers/s"] * (1 - share)
    print("measuring odds ...", file=sys.stderr)
    odds = measure_odds(50 if args.quick else 200, with_compiled)
    print("measuring starts ...", file=sys.stderr)
    starts = {} if args.quick or args.odds else measure_starts(with_compiled)
    more = []
    if with_compiled and not args.odds:
        print("measuring battles played whole and environments ...", file=sys.stderr)
        more = [listed(*MASS, measure_mass(args.quick)), listed(*ENVS, measure_envs(args.quick))]
    if args.json:
        print(json.dumps({"machine": machine(), "speeds": speeds, "odds": odds, "starts": starts}, indent=2))
        return 0
    text = "\n\n".join([table(speeds, odds, starts), *more])
    print(text)
    if not (args.quick or args.odds):
        head = f"# Speed\n\nMeasured by `./check bench` on {machine()};\n"
        head += f"medians of {RUNS} runs (cold start: 3), CPU time.\n"
        play = "Uniformly random play to the last banner; answers are decisions of the sides and of chance together.\n"
        (ROOT / "bench" / "results.md").write_text(f"{head}{play}\n{text}\n")
    return 0


def only(measure: Callable[[bool], dict[str, float]], title: str, column: str) -> int:
    """Print one table and nothing else."""
    print(f"on {machine()}\n\n{listed(title, column, measure('--quick' in sys.argv))}")
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["mass"]:
        sys.exit(only(measure_mass, *MASS))
    if sys.argv[1:2] == ["envs"]:
        sys.exit(only(measure_envs, *ENVS))
    if sys.argv[1:2] in (["load"], ["choice"]):
        os.execv(sys.executable, [sys.executable, str(ROOT / "bench" / f"{sys.argv[1]}.py"), *sys.argv[2:]])
    sys.exit(main())
