"""Make a release: check, build, judge, write its notes, tag.

    python tools/release.py --dry-run    all of it but the checks, the commit and the tag; `./check release` does this
    python tools/release.py              press it: from a clean branch `main`, after ./check all
    ... --quick                          a sample of the tests from the source archive, and only the extras cli and web

The version stands in src/hexillum/core/version.py, what is new in CHANGELOG.md under "Unreleased". Everything is built
of what is committed, in a folder of its own. `dist/` gets the archives and `notes.md`. Pushing the tag lets the forge
publish them (.github/workflows/release.yml). Needs the network, and the dependency group `release`.
"""

from __future__ import annotations

import argparse
import datetime
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
DIST: Final = ROOT / "dist"
OPEN: Final = "## [Unreleased]\n"
SAMPLE: Final = ("tests/cli", "tests/notation/test_cases.py", "tests/rules", "tests/web/test_games.py")
LINK: Final = re.compile(r"\]\(([^)\s]+)\)|(?:src|href)=\"([^\"]+)\"|^Project-URL: \w+, (\S+)$", re.MULTILINE)
HOME: Final = "https://github.com/hexillum/hexillum"
SITE: Final = "https://hexillum.github.io/hexillum/"
FILES: Final = (f"{HOME}/blob/main/", "https://raw.githubusercontent.com/hexillum/hexillum/main/")
#: Addresses that the forge makes by itself.
MADE: Final = (HOME, f"{HOME}/issues")
#: What the wheel must have, below the package: what the terminal and the table read.
NEEDED: Final = (
    *("py.typed", "data/rules.toml", "data/scenarios/akragas.toml", "data/lessons", "data/schemas"),
    *("web/static/index.html", "web/docs/index.html", "web/sheet/figures.png", "web/store/migrations/script.py.mako"),
)


class Refused(Exception):
    """Why there is no release, in one sentence."""


def say(words: str) -> None:
    """Tell the person."""
    print(f"== {words}", file=sys.stderr, flush=True)


def run(*words: str, cwd: Path | None = None, **more: str) -> None:
    """Run a step, at the root or elsewhere; raises Refused where it fails."""
    began = time.monotonic()
    if subprocess.run(words, cwd=cwd or ROOT, env={**os.environ, **more}, check=False).returncode:
        raise Refused(f"this failed: {' '.join(words)}")
    say(f"{time.monotonic() - began:.0f} s: {' '.join(Path(word).name for word in words[:6])}")


def git(*words: str) -> str:
    """What git says; raises Refused where it fails."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        raise Refused(f"git {words[0]}: {' '.join((done.stderr or done.stdout).split())}")
    return done.stdout.strip()


def version(text: str) -> str:
    """The version in the text of version.py.

    >>> version('__version__: Final = "0.2.0"')
    '0.2.0'
    """
    found = re.search(r'__version__: Final = "(\d+\.\d+\.\d+)"', text)
    if found is None:
        raise Refused("core/version.py names no version: expected one such as 0.2.0")
    return found[1]


def closed(changelog: str, version: str, day: str) -> str:
    """A changelog in which what is unreleased is this version's.

    >>> print(closed("# Changelog\\n\\n## [Unreleased]\\n\\n### Added\\n\\n- All.\\n", "0.2.0", "2026-12-01"))
    # Changelog
    <BLANKLINE>
    ## [Unreleased]
    <BLANKLINE>
    ## [0.2.0] - 2026-12-01
    <BLANKLINE>
    ### Added
    <BLANKLINE>
    - All.
    <BLANKLINE>
    """
    before, there, after = changelog.partition(OPEN)
    if not there:
        raise Refused(f"CHANGELOG.md has no heading {OPEN.strip()!r}")
    if all(not line or line.startswith("#") for line in after.partition("\n## ")[0].splitlines()):
        raise Refused("CHANGELOG.md tells nothing under Unreleased")
    return f"{before}{OPEN}\n## [{version}] - {day}\n{after}"


def notes(changelog: str, version: str) -> str:
    """What a changelog tells of a version.

    >>> notes("## [0.2.0] - 2026-12-01\\n\\n- All.\\n\\n## [0.1.0]\\n\\n- Less.\\n", "0.2.0")
    '- All.\\n'
    """
    heading = rf"^## \[{re.escape(version)}\][^\n]*\n"
    found = re.search(rf"{heading}(.*?)(?=^## \[|\Z)", changelog, re.DOTALL | re.MULTILINE)
    if found is None or not found[1].strip():
        raise Refused(f"CHANGELOG.md tells nothing of {version}")
    return found[1].strip() + "\n"


def dated(citation: str, version: str, day: str) -> str:
    """CITATION.cff for a version of a day.

    >>> dated("title: x\\nversion: 0.1.0\\n", "0.2.0", "2026-12-01")
    'title: x\\nversion: 0.2.0\\ndate-released: 2026-12-01\\n'
    """
    bare = re.sub(r"^date-released:.*\n", "", citation, flags=re.MULTILINE)
    return re.sub(r"^version:.*\n", f"version: {version}\ndate-released: {day}\n", bare, flags=re.MULTILINE)


def troubles(version: str) -> list[str]:
    """What stands against pressing it now."""
    found = []
    if git("status", "--porcelain"):
        found.append("there is work that is not committed")
    if (branch := git("branch", "--show-current")) != "main":
        found.append(f"this is the branch {branch or 'of no name'}: releases are made of main")
    if f"v{version}" in git("tag", "--list").split():
        found.append(f"v{version} is tagged already: name another version in src/hexillum/core/version.py")
    if refusal(git, "var", "GIT_COMMITTER_IDENT"):
        found.append("git does not know who makes the commit: set user.name and user.email by git config")
    told = refusal(as_released, ROOT, version, "today")
    return found + ([told] if told else [])


def refusal(step: Callable[..., object], *words: object) -> str:
    """Why a step is refused; nothing where it is not."""
    try:
        step(*words)
    except Refused as why:
        return str(why)
    return ""


def as_released(folder: Path, version: str, day: str) -> str:
    """The changelog of a folder as it is once the version is released, which it may be already."""
    text = (folder / "CHANGELOG.md").read_text(encoding="utf-8")
    return text if f"## [{version}]" in text else closed(text, version, day)


def written(folder: Path, version: str, day: str) -> str:
    """Close the changelog and date the citation in a folder; returns the notes."""
    changelog, citation = as_released(folder, version, day), folder / "CITATION.cff"
    (folder / "CHANGELOG.md").write_text(changelog, encoding="utf-8")
    citation.write_text(dated(citation.read_text(encoding="utf-8"), version, day), encoding="utf-8")
    return notes(changelog, version)


def exported(folder: Path) -> None:
    """Put what is committed into a folder."""
    packed = folder.with_suffix(".tar")
    git("archive", "--output", str(packed), "HEAD")
    shutil.unpack_archive(packed, folder)


def build(source: Path) -> tuple[Path, Path]:
    """Build the documentation, the source archive, and the wheel out of that; returns where they are."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "tools/docs.py", cwd=source)
    run(sys.executable, "-m", "build", "--outdir", str(DIST), str(source))
    (archive,), (wheel,) = DIST.glob("*.tar.gz"), DIST.glob("*.whl")
    run(sys.executable, "-m", "twine", "check", "--strict", str(archive), str(wheel))
    return archive, wheel


def look_at_wheel(wheel: Path) -> None:
    """See that the wheel has what is read, and that all its links can be followed from anywhere."""
    with zipfile.ZipFile(wheel) as file:
        names = file.namelist()
        (about,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        told = file.read(about).decode()
    for needed in NEEDED:
        if not any(name.startswith(f"hexillum/{needed}") for name in names):
            raise Refused(f"the wheel lacks {needed}")
    if lost := lost_links(told):
        raise Refused(f"these links of the README or of pyproject.toml lead nowhere: {', '.join(lost)}")
    if "License-Expression: MIT" not in told:
        raise Refused("the wheel names no licence by its SPDX name")


def source(link: str) -> Path | None:
    """The file that an address on the web is made of, below the root; nothing for an address that is not of ours.

    >>> source("https://hexillum.github.io/hexillum/tutorials/case.html#x").as_posix(), source("docs/x.md")
    ('docs/tutorials/case.md', None)
    """
    address = link.partition("#")[0]
    if address in MADE:
        return Path()
    if address.startswith(SITE):
        return Path("docs", address.removeprefix(SITE) or "index.html").with_suffix(".md")
    return next((Path(address.removeprefix(place)) for place in FILES if address.startswith(place)), None)


def lost_links(told: str) -> list[str]:
    """The links of a README, or of what a wheel says of itself, behind which nothing is once main is published.

    >>> lost_links("[a](https://github.com/hexillum/hexillum/blob/main/LICENSE) [b](#top) [c](LICENSE)")
    ['LICENSE']
    """
    links = ["".join(found) for found in LINK.findall(told)]
    return [
        link
        for link in links
        if not link.startswith("#") and ((file := source(link)) is None or not (ROOT / file).exists())
    ]


def look_at_archive(archive: Path, folder: Path) -> Path:
    """Unpack the source archive, and see that it has every file that is committed; returns where."""
    shutil.unpack_archive(archive, folder)
    (place,) = folder.iterdir()
    lost = [name for name in git("ls-files").splitlines() if not (place / name).exists()]
    if lost:
        raise Refused(f"the source archive lacks {', '.join(lost[:5])}, {len(lost)} in all: see MANIFEST.in")
    return place


def try_all(archive: Path, wheel: Path, folder: Path, *, quick: bool) -> None:
    """Run the tests from the unpacked source archive; try the wheel in bare environments, and do tutorials there."""
    place = look_at_archive(archive, folder)
    tests = SAMPLE if quick else ("tests", "src", "tools")
    away = {"PYTHONPATH": "", "HEXILLUM_COMPILE": "no"}
    run(sys.executable, "-m", "pytest", "-q", "-n", "2", *tests, cwd=place, **away)
    run(sys.executable, "tools/smoke.py", str(wheel), *(("core", "cli", "web") if quick else ()))
    run(sys.executable, "tools/wheel.py", str(wheel))


def press(version: str, day: str) -> None:
    """Commit the changelog of the version, and tag it; where git refuses, the files are as before."""
    files = ("CHANGELOG.md", "CITATION.cff")
    text = written(ROOT, version, day)
    try:
        if git("status", "--porcelain"):
            git("commit", "--message", f"Release {version}", *files)
        git("tag", "--annotate", f"v{version}", "--cleanup=verbatim", "--message", f"Hexillum {version}\n\n{text}")
    except Refused:
        git("checkout", "--quiet", "HEAD", "--", *files)
        raise
    say(f"v{version} is tagged; this publishes it: git push origin main v{version}")


def release(*, dry: bool, quick: bool) -> None:
    """Make it, or only what can be taken back. Raises Refused."""
    number = version((ROOT / "src/hexillum/core/version.py").read_text(encoding="utf-8"))
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    against = troubles(number)
    for trouble in against:
        say(f"{'would be refused' if dry else 'refused'}: {trouble}")
    if against and not dry:
        raise Refused("nothing was done")
    if not dry:
        run(str(ROOT / "check"), "all")
        if git("status", "--porcelain"):
            raise Refused("the checks left something that is not committed: git status shows it")
    with tempfile.TemporaryDirectory(prefix="hexillum-") as name:
        folder = Path(name)
        for below in ("source", "unpacked"):
            (folder / below).mkdir()
        exported(folder / "source")
        text = written(folder / "source", number, day)
        archive, wheel = build(folder / "source")
        (DIST / "notes.md").write_text(text, encoding="utf-8")
        look_at_wheel(wheel)
        try_all(archive, wheel, folder / "unpacked", quick=quick)
    for file in (archive, wheel):
        say(f"dist/{file.name}: {file.stat().st_size / 1e6:.1f} MB")
    if dry:
        say(f"{number} is ready to be pressed" + (", but for what is said above" if against else ""))
    else:
        press(number, day)


def main() -> int:
    """Do what the words say; returns the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--dry-run", action="store_true", help="no checks, no commit, no tag")
    parser.add_argument("--quick", action="store_true", help="a sample of the tests, and only two of the extras")
    chosen = parser.parse_args()
    try:
        release(dry=chosen.dry_run, quick=chosen.quick)
    except Refused as why:
        print(f"hexillum: {why}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
