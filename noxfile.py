"""What needs environments of its own: every Python, with and without Numba; the lowest versions; other systems' types.

    nox -s tests                              a sample of the tests on each Python that is here, both ways
    nox -s "tests-3.12(numba)" -- tests -n 2  more of them on one: what stands behind -- goes to pytest
    nox -s lowest                             the sample with the lowest versions that pyproject.toml promises
    nox -s types                              the types as Windows and macOS have them

`./check matrix` and `./check deps` run them. A Python that is not here is left out, which is said.
"""

from __future__ import annotations

import nox

nox.needs_version = ">=2025.2"
nox.options.default_venv_backend = "uv"
nox.options.download_python = "never"
nox.options.error_on_missing_interpreters = False
nox.options.sessions = ["types", "tests"]

PYTHONS = ["3.11", "3.12", "3.13", "3.14"]
PLAIN = ("cli", "web", "club", "postgres", "lab", "plot")
SAMPLE = (
    *("tests/cli", "tests/notation/test_cases.py", "tests/rules/test_goldens.py", "tests/rules/test_warmup.py"),
    *("tests/lab/test_lab.py", "tests/lab/test_results.py", "tests/lab/test_compare.py"),
    *("tests/web/test_games.py", "tests/web/test_start.py", "tests/web/test_share.py"),
)
COMPILED = """
from hexillum.compiled import cache
from hexillum.lab import arena
cache.compile_now() or exit("the rules were not compiled")
game = arena.play("akragas", "random", "random", seed=1)
cache.is_ready = lambda *groups: False
assert game == arena.play("akragas", "random", "random", seed=1), "compiled and plain rules play different games"
"""
PLOTTED = "import io; from hexillum import odds; odds.example().plot().savefig(io.BytesIO())"


def install(session: nox.Session, *words: str, extras: tuple[str, ...]) -> None:
    """Install what the extras and the tests need; the sources themselves are found by pytest."""
    chosen = [word for extra in extras for word in ("--extra", extra)]
    session.install(*words, "-r", "pyproject.toml", *chosen, "--group", "test")


def test(session: nox.Session, *, numba: bool) -> None:
    """Run the tests of the words behind --, or the sample; with Numba a compiled battle first."""
    session.env.update(PYTHONPATH="src", HEXILLUM_CACHE=str(session.create_tmp()))
    if numba:
        session.run("python", "-c", COMPILED)
    session.run("python", "-m", "pytest", "-q", *(session.posargs or SAMPLE))


@nox.session(python=PYTHONS)
@nox.parametrize("numba", [False, True], ids=["plain", "numba"])
def tests(session: nox.Session, numba: bool) -> None:
    """The tests on one Python, with the locked versions."""
    install(session, "-c", "requirements/pins.txt", extras=(*PLAIN, "fast") if numba else PLAIN)
    test(session, numba=numba)


@nox.session
def lowest(session: nox.Session) -> None:
    """The lowest versions that we promise; those of what they need in turn are the newest."""
    install(session, "--resolution", "lowest-direct", extras=(*PLAIN, "fast", "rl"))
    session.run("python", "-c", PLOTTED, env={"PYTHONPATH": "src"})
    test(session, numba=True)


@nox.session(python=False)
def types(session: nox.Session) -> None:
    """The types of the package as other systems have them: what only POSIX has must stand behind a question."""
    for system in ("win32", "darwin"):
        apart = ["--platform", system, "--no-warn-unreachable", "--cache-dir", f".mypy_cache/{system}"]
        session.run("python", "-m", "mypy", *apart, "src", "tools")
