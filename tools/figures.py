"""Draw the figures for pictures of tables: one sheet of all kinds, of the parts that the pages draw them of.

    python tools/figures.py             draw the sheet anew; needs Node with the packages of web-ui/, and Chromium
    python tools/figures.py --check     say whether the sheet was made of the drawings as they are; needs neither

The sheet is kept in the repository and travels in the wheel. It is drawn three times by the browser: from the
differences it is known how much of each pixel is an army's cloth, and how much its shield, so that the server can dye
it for every kit.
"""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "web-ui"
ART = PAGES / "src" / "art"
OUT = ROOT / "src" / "hexillum" / "web" / "sheet"
SCALE = 1.5  # pixels for each unit of the drawings
COLOURS = 200
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def digest() -> str:
    """A digest of the drawings, whatever machine they lie on.

    >>> len(digest())
    64
    """
    sum = hashlib.sha256()
    for path in sorted(ART.glob("*.ts")):
        if not path.name.endswith((".test.ts", ".svelte.ts")):
            sum.update(path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return sum.hexdigest()


def fresh() -> bool:
    """Whether the sheet was made of the drawings as they are."""
    about = OUT / "figures.json"
    return about.is_file() and json.loads(about.read_text(encoding="utf-8"))["made_of"] == digest()


def say(words: str) -> None:
    """Tell the person."""
    print(f"hexillum: {words}", file=sys.stderr)


def drawn(folder: Path) -> dict[str, Any]:
    """The sheet as SVG, and what is where on it, as web-ui/src/art/sheet.ts tells."""
    entry, bundle = folder / "entry.ts", folder / "sheet.mjs"
    words = f"import {{ sheet }} from {json.dumps(str(ART / 'sheet.ts'))};\n"
    entry.write_text(f"{words}console.log(JSON.stringify(sheet({SCALE})));\n", encoding="utf-8")
    command = ["npx", "rolldown", str(entry), "--file", str(bundle), "--platform", "node", "--log-level", "silent"]
    subprocess.run(command, cwd=PAGES, check=True, stdout=subprocess.DEVNULL)
    found = subprocess.run(["node", str(bundle)], capture_output=True, text=True, check=True)
    made: dict[str, Any] = json.loads(found.stdout)
    return made


def photograph(browser: str, svg: str, width: int, height: int, folder: Path) -> bytes:
    """What a browser shows of an SVG, as a PNG without a ground."""
    page, shot = folder / "sheet.html", folder / "sheet.png"
    page.write_text(f"<!doctype html><style>body{{margin:0}}svg{{display:block}}</style>{svg}", encoding="utf-8")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--default-background-color=00000000"]
    size = [f"--window-size={width},{height}", f"--screenshot={shot}", f"--user-data-dir={folder / 'profile'}"]
    subprocess.run([browser, *flags, *size, page.as_uri()], check=True, stderr=subprocess.DEVNULL)
    return shot.read_bytes()


def main(words: list[str]) -> int:
    """Do what the words say; returns the exit status."""
    if words == ["--check"]:
        if fresh():
            return 0
        say(
            "the figures in src/hexillum/web/sheet are not those of web-ui/src/art: run python tools/figures.py, commit"
        )
        return 1
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None or shutil.which("node") is None:
        say("the figures are drawn with Node and Chromium: neither may be missing")
        return 1
    from PIL import Image, ImageChops

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = drawn(folder)
        wide, tall = made["width"], made["height"]
        shot = photograph(browser, made["svg"], wide, 3 * tall, folder)
    with Image.open(io.BytesIO(shot)) as whole:
        plain, cloth, field = (whole.convert("RGBA").crop((0, n * tall, wide, (n + 1) * tall)) for n in range(3))
    dyes = [ImageChops.subtract(one.convert("RGB"), plain.convert("RGB")).getchannel("R") for one in (cloth, field)]
    OUT.mkdir(exist_ok=True)
    plain.quantize(COLOURS, Image.Quantize.FASTOCTREE).save(OUT / "figures.png", optimize=True)
    dye = Image.merge("RGB", (*dyes, Image.new("L", (wide, tall))))
    dye.quantize(64, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(OUT / "dyes.png", optimize=True)
    about = json.dumps({"made_of": digest(), **made["about"]}, separators=(",", ":"))
    (OUT / "figures.json").write_text(about + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
