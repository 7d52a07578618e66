"""Change good files in thousands of ways, and see that each is refused with its place or can be played.

    ./check soak fuzz --minutes 10
    ./check soak fuzz --target positions --seed 7
    ./check soak fuzz --guided --target cases

Try number n of a target is always the same text for the same seed. A text that does what none may is printed, and kept
in the folder that --keep names; the exit status is 1 then. With --guided what is tried is led by the branches that it
reaches; that needs the package atheris.
"""

from __future__ import annotations

import argparse
import random
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from tests.kit.fuzzing import TARGETS, Target, fuzzed  # noqa: E402

SECONDS_MOST: Final = 20  # that a text may take,
MEMORY_MOST: Final = 2 << 30  # and bytes of memory
CHANGES_MOST: Final = 4


class TooSlow(BaseException):
    """A text that is not done in time."""


def _late(_signal: int, _frame: FrameType | None) -> None:
    raise TooSlow(f"not done in {SECONDS_MOST} seconds")


def tried(target: Target, text: str) -> tuple[bool, str]:
    """Whether a text was read; and what went wrong, "" for nothing."""
    signal.alarm(SECONDS_MOST)
    try:
        return target.check(text), ""
    except (Exception, TooSlow) as error:
        frames = traceback.extract_tb(error.__traceback__)
        cause = error.__cause__ or error
        inner = traceback.extract_tb(cause.__traceback__)
        at = (inner or frames)[-1]
        return False, f"{type(error).__name__}: {error} at {Path(at.filename).name}:{at.lineno}"
    finally:
        signal.alarm(0)


def attempt(target: Target, name: str, seed: int, number: int) -> str:
    """The text of a try."""
    rng = random.Random(f"{seed} {name} {number}")
    changes = 3 * min(rng.randint(1, CHANGES_MOST), rng.randint(1, CHANGES_MOST))
    return fuzzed(target, rng.randrange(1 << 30), [rng.randrange(1 << 30) for _ in range(changes)])


def run(name: str, seconds: float, seed: int, first: int, keep: Path) -> int:
    """Try texts of a target for so many seconds; returns how many defects of different places there were."""
    target, until, number = TARGETS[name], time.monotonic() + seconds, first
    read = 0
    found: Counter[str] = Counter()
    while time.monotonic() < until:
        text = attempt(target, name, seed, number)
        good, wrong = tried(target, text)
        read += good
        if wrong:
            place = wrong.rpartition(" at ")[2] + wrong[:24]
            found[place] += 1
            if found[place] == 1:
                keep.mkdir(parents=True, exist_ok=True)
                file = keep / f"{name}-{seed}-{number}.txt"
                file.write_text(text, encoding="utf-8", errors="surrogatepass")
                print(f"{name} --seed {seed} --first {number}: {wrong[:400]}\n    kept as {file}", flush=True)
        number += 1
    print(
        f"{name}: {number - first} texts, {read} read, {sum(found.values())} defects of {len(found)} sorts", flush=True
    )
    return len(found)


def guided(name: str, seconds: float, keep: Path) -> int:
    """Let atheris lead the changes by the branches that they reach."""
    try:
        atheris = import_module("atheris")
    except ImportError:
        print("left out: atheris is not installed (pip install atheris)", file=sys.stderr)
        return 0
    target = TARGETS[name]
    target.words()
    atheris.instrument_all()

    def one(data: bytes) -> None:
        numbers = [int.from_bytes(data[n : n + 3], "big") for n in range(0, min(len(data), 40), 3)]
        if len(numbers) < 4:
            return
        text = fuzzed(target, numbers[0], numbers[1:])
        _, wrong = tried(target, text)
        if wrong:
            (keep / f"{name}-guided.txt").write_text(text, encoding="utf-8", errors="surrogatepass")
            raise RuntimeError(wrong)

    keep.mkdir(parents=True, exist_ok=True)
    limits = (f"-max_total_time={int(seconds)}", "-max_len=40", f"-artifact_prefix={keep}/")
    atheris.Setup([sys.argv[0], *limits, "-verbosity=0", "-print_final_stats=1"], one)
    atheris.Fuzz()  # ends the program, with a status of its own where there is a defect
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Try every target, or one; `arguments` are those of the command line by default. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="./check soak fuzz", description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=6, help="in all")
    parser.add_argument("--target", choices=TARGETS, help="only this kind of file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first try")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-found"), help="where texts with a defect are kept")
    parser.add_argument("--guided", action="store_true", help="led by atheris")
    given: Any = parser.parse_args(arguments)
    signal.signal(signal.SIGALRM, _late)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MOST, MEMORY_MOST))
    names = [given.target] if given.target else list(TARGETS)
    seconds = 60 * given.minutes / len(names)
    if given.guided:
        return guided(names[0], seconds, given.keep)
    return int(sum(run(name, seconds, given.seed, given.first, given.keep) for name in names) > 0)


if __name__ == "__main__":
    sys.exit(main())
