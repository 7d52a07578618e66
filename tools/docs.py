"""Build the documentation, and refuse it where a reference or a link inside leads nowhere.

    python tools/docs.py            build it into src/hexillum/web/docs, where the table serves it at /docs
    python tools/docs.py FOLDER     build it into another folder

Nothing of it is kept by git; whoever makes a wheel builds it first, so that the wheel has it. It needs the group
`docs`, and for the pages of the laboratory and the environments the extras `lab` and `rl`. The network is not used.
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "docs"
TARGET = ROOT / "src" / "hexillum" / "web" / "docs"
WORK = ROOT / "build" / "docs"
#: How a page would load something from elsewhere.
FOREIGN = ('<script src="http', '<script src="//', '<img src="http', '<link rel="stylesheet" href="http', "@import")
#: What a builder leaves that no reader needs.
LEFT_OVER = (".buildinfo", ".buildinfo.bak", "**/*.map", "_static/scripts/*.LICENSE.txt.map", ".doctrees")


class Page(HTMLParser):
    """The anchors of a page and where its links lead."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what one tag has of either."""
        told = dict(attrs)
        self.anchors.update(name for name in (told.get("id"), told.get("name") if tag == "a" else None) if name)
        for attribute in ("href", "src"):
            if tag != "base" and (link := told.get(attribute)):
                self.links.append(link)


def dead_links(folder: Path) -> Iterator[str]:
    """What leads nowhere inside a built site, one sentence each."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))}
    for path, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            target = target / "index.html" if target.is_dir() else target
            anchor = unquote(parts.fragment)
            missing = not target.exists() or (anchor and target in pages and anchor not in pages[target].anchors)
            if missing:
                yield f"{path.relative_to(folder)}: the link {link} leads nowhere"


def foreign_files(folder: Path) -> Iterator[str]:
    """What a page would load from another host, one sentence each: the site stands for itself."""
    for path in sorted(folder.rglob("*.html")):
        text = path.read_text(encoding="utf-8")
        for mark in FOREIGN:
            if mark in text:
                yield f"{path.relative_to(folder)}: loads something from elsewhere ({mark})"


def build(target: Path, work: Path = WORK) -> int:
    """Build into a folder, which takes the place of what was there once all is well; return the exit status."""
    try:
        from sphinx.cmd.build import main as sphinx
    except ImportError:
        print("Sphinx is missing: ./check docs installs it", file=sys.stderr)
        return 2
    begun = time.monotonic()
    made = work / "html"
    if made.exists():
        shutil.rmtree(made)
    status = sphinx(
        ["-q", "-n", "-W", "--keep-going", "-b", "html", "-d", str(work / "doctrees"), str(SOURCES), str(made)]
    )
    problems = [*dead_links(made), *foreign_files(made)] if made.exists() else ["nothing was built"]
    for problem in problems:
        print(problem, file=sys.stderr)
    if status or problems:
        return 1
    for pattern in LEFT_OVER:
        for path in made.glob(pattern):
            path.unlink() if path.is_file() else shutil.rmtree(path)
    if target.exists():
        shutil.rmtree(target)
    shutil.copytree(made, target)
    files = [path for path in target.rglob("*") if path.is_file()]
    pages = sum(path.suffix == ".html" for path in files)
    size = sum(path.stat().st_size for path in files) / 1e6
    print(f"{pages} pages, {size:.1f} MB, {time.monotonic() - begun:.0f} s: {target}", file=sys.stderr)
    return 0


def main(arguments: list[str]) -> int:
    """Build; return the exit status."""
    if len(arguments) > 1 or any(word.startswith("-") for word in arguments):
        print("usage: python tools/docs.py [FOLDER]", file=sys.stderr)
        return 2
    return build(Path(arguments[0]).resolve() if arguments else TARGET)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
