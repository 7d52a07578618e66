"""Write the numbers of the README, which are counted and not remembered.

python tools/count.py            write them
python tools/count.py --check    say whether they are right
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
README: Final = ROOT / "README.md"
BEGIN: Final = "<!-- numbers: made by tools/count.py -->\n"
END: Final = "<!-- end -->"


def numbers() -> str:
    """The line of numbers.

    >>> "39 battles of Ancients" in numbers()
    True
    """
    from hexillum.battle import scenarios
    from hexillum.core.rulebook import rules
    from hexillum.notation import cases, lessons

    battles = Counter(scenarios.built_in(name).edition for name in scenarios.names())
    files = sorted((ROOT / "cases").rglob("*.yaml"))
    held = sum(len(cases.read_cases(file)) for file in files)
    taught = len(lessons.lessons())
    return (
        f"{battles['ancients']} battles of Ancients and {battles['medieval']} of Medieval, "
        f"{len(rules())} rules by number, {taught} lessons;\n"
        f"{held:,} cases in {len(files)} files hold the referee to them.\n"
    )


def main(words: list[str]) -> int:
    """Do what the words say; returns the exit status."""
    text = README.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    old, _, after = rest.partition(END)
    new = numbers()
    if words == ["--check"]:
        if old == new:
            return 0
        print(f"README.md has other numbers than these: {new}run python tools/count.py, commit", file=sys.stderr)
        return 1
    README.write_text(f"{before}{BEGIN}{new}{END}{after}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "src"))
    raise SystemExit(main(sys.argv[1:]))
