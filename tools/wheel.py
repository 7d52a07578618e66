"""Build the wheel, and do every tutorial with it where nothing else is.

    python tools/wheel.py            all pages of docs/tutorials, with a wheel that is built for it
    python tools/wheel.py PAGE...    only these
    python tools/wheel.py WHEEL ...  with a wheel that is there

A page says what one has to install (`pip install 'hexillum[cli]'`): it gets an environment with just that, made by
uv in a folder that is thrown away, with the versions of requirements/pins.txt. Its blocks run in an empty folder, from
top to bottom, and nothing of the sources can be imported. The wheel is judged first, as tools/release.py and twine do;
its documentation is that which ./check docs has built, and is built where there is none.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tools.docs_blocks import RUN, Block, Wrong, blocks, run_page, surroundings
from tools.release import Refused, look_at_wheel

ROOT: Final = Path(__file__).resolve().parent.parent
BINARIES: Final = "Scripts" if sys.platform == "win32" else "bin"
UV: Final = (sys.executable, "-m", "uv")
WHERE: Final = "import hexillum; print(hexillum.__file__)"
_WANTED: Final = re.compile(r"\bhexillum\[([a-z,]+)\]")


def extras(page: str) -> tuple[str, ...]:
    """What a page tells its reader to install first.

    >>> extras("It needs `pip install 'hexillum[cli,lab]'`. With `hexillum[fast]` it is faster.")
    ('cli', 'lab')
    """
    found = _WANTED.search(page)
    return tuple(found[1].split(",")) if found else ()


def tutorials() -> list[Path]:
    """The tutorials that have something to run.

    >>> "odds.md" in [page.name for page in tutorials()]
    True
    """
    return [page for page in sorted((ROOT / "docs" / "tutorials").glob("*.md")) if steps(page)]


def steps(page: Path) -> list[Block]:
    """The blocks of a page that are to be run."""
    there = blocks(page.read_text(encoding="utf-8"))
    return [block for block in there if block.language in RUN and not (block.file or block.told or block.left_out)]


def build(folder: Path) -> Path:
    """Build the wheel of the sources as they lie here, and judge it; returns where it is. Raises Refused."""
    if not (ROOT / "src/hexillum/web/docs/index.html").is_file():
        subprocess.run([sys.executable, "tools/docs.py"], cwd=ROOT, check=True)
    source = folder / "source"
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", source / "src", ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"):
        shutil.copy(ROOT / name, source / name)
    subprocess.run([*UV, "build", "--quiet", "--wheel", "--out-dir", str(folder), str(source)], check=True)
    shutil.rmtree(source)
    (wheel,) = folder.glob("*.whl")
    look_at_wheel(wheel)
    subprocess.run([sys.executable, "-m", "twine", "check", "--strict", str(wheel)], check=True)
    return wheel


def environment(wheel: Path, wanted: tuple[str, ...], folder: Path) -> Path:
    """Make an environment with a wheel and some of its extras; returns the folder of its programs."""
    place = folder / "-".join(wanted)
    if not place.exists():
        subprocess.run([*UV, "venv", "--quiet", "-p", sys.executable, str(place)], check=True)
        install = [*UV, "pip", "install", "--quiet", "--python", str(place / BINARIES / "python")]
        pins = ["-c", str(ROOT / "requirements" / "pins.txt")]
        subprocess.run([*install, *pins, f"{wheel}[{','.join(wanted)}]"], check=True)
    return place / BINARIES


def alone(programs: Path, home: Path) -> dict[str, str]:
    """The environment of the blocks, in which only what is installed can be found. Raises Wrong where more can."""
    hidden = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")
    bare = {name: value for name, value in surroundings(programs, home).items() if name not in hidden}
    bare["HEXILLUM_CACHE"] = str(programs.parent / "cache")  # compiled once for all the pages of an environment
    words = [str(programs / "python"), "-c", WHERE]
    found = subprocess.run(words, cwd=home, env=bare, capture_output=True, text=True, check=True).stdout
    if not Path(found).resolve().is_relative_to(programs.parent.resolve()):
        raise Wrong(f"hexillum is taken from {found.strip()} and not from the wheel")
    return bare


def follow(page: Path, wheel: Path, folder: Path) -> str:
    """Do a tutorial; returns what to say of it. Raises Wrong."""
    wanted = extras(page.read_text(encoding="utf-8"))
    if not wanted:
        raise Wrong(f"{page.name} does not say what to install: expected a line such as pip install 'hexillum[cli]'")
    programs = environment(wheel, wanted, folder)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="hexillum-") as name:
        home = Path(name)
        ran, due = run_page(page, home, alone(programs, home)), len(steps(page))
    if ran < due:
        raise Wrong(f"{page.name}: {due - ran} of its blocks need what hexillum[{','.join(wanted)}] does not bring")
    return f"{ran} blocks with hexillum[{','.join(wanted)}], {time.monotonic() - began:.0f} s"


def main(names: list[str]) -> int:
    """Do tutorials; returns the exit status."""
    if any(name.startswith("-") or not Path(name).is_file() for name in names):
        print("usage: python tools/wheel.py [WHEEL] [PAGE...]", file=sys.stderr)
        return 2
    given, names = (names[:1], names[1:]) if names and names[0].endswith(".whl") else ([], names)
    pages = [Path(name) for name in names] or tutorials()
    failed = 0
    with tempfile.TemporaryDirectory(prefix="hexillum-") as name:
        folder = Path(name)
        try:
            wheel = Path(given[0]).resolve() if given else build(folder)
        except (Refused, subprocess.CalledProcessError) as why:
            print(f"hexillum: there is no wheel: {why}", file=sys.stderr)
            return 1
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB", file=sys.stderr, flush=True)
        for page in pages:
            try:
                said = f"right  {page.name}: {follow(page, wheel, folder)}"
            except (Wrong, subprocess.SubprocessError) as why:
                failed += 1
                said = f"WRONG  {why}"
            print(said, file=sys.stderr, flush=True)
    print(f"{len(pages) - failed} tutorials done, {failed} failed", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
