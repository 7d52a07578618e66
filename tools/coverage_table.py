"""Write docs/rules-coverage.md: for every rule of both editions where the code applies it and what tests it.

    python tools/coverage_table.py            write the table
    python tools/coverage_table.py --check    only check: exit status 1 where the table is out of date or a rule is open

A rule is open when neither code nor a data row cites it, or when neither a case lists it nor a test carries its marker,
unless it stands in `STRUCTURAL` below with the reason.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "hexillum"
#: Modules of rule numbers, which apply none, and those that turn the tables of `data/` into columns.
GENERATED = ("rule",)
TABLES = ("column", "kinds", "terrain", "cards", "editions")
#: Folders of data that name rules without applying them: battles, old forms, and what teaches and tells.
UNAPPLIED = ("scenarios", "formats", "lessons", "stories")
TARGET = ROOT / "docs" / "rules-coverage.md"
sys.path.insert(0, str(ROOT / "src"))

from hexillum.core.rulebook import rules as rule_book  # noqa: E402

#: The same loader in C, where PyYAML has it.
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
SHAPE = re.compile(r"\b([A-Z]{2,4})[-_]([0-9]{2})\b")
SPAN = re.compile(r"\b([A-Z]{2,4})-([0-9]{2}) to \1-([0-9]{2})\b")

#: Rules that nothing in the code can cite, because they describe, follow from other rules, or say what never happens.
STRUCTURAL: dict[str, str] = {
    "GEN-05": "a freedom: nothing ties the kind of one unit's battle to that of another's",
    "GEN-07": "an attack has one target from its announcement on; there is no way to divide its dice",
    "WM-07": "no row of the kind exists; a file that names it is refused (GAP-06)",
    "RT-18": "a negative: a retreat asks only whether ground is closed, never whether it stops",
    "RT-28": "one procedure serves the retreats after ranged combat, attack and battle back",
    "BM-02": "the permissions are counted anew at every roll and kept nowhere",
    "LE-19": "a freedom: every path that ends well is offered",
    "EV-26": "a historical remark without rule content",
    "TE-02": "examples of RT-18",
    "GAP-13": "a negative: an evade asks only whether ground is closed, never whether it stops",
    "GAP-16": "a negative: units have no facing",
    "RC-08": "a negative: units have no facing (GAP-16), so a target's direction is never looked at",
    "CC-05": "a negative: units have no facing, every adjacent hex is a target",
    "LD-03": "what it says is done by the cards (CARD-21)",
    "LC-03": "a negative: only `losses` checks leaders, a retreat that is made calls none",
    "LC-08": "a negative: an eliminated unit ends its `attack` before the flags",
    "EV-22": "a negative: an evade asks only whether ground is closed (GAP-13)",
    "SA-08": "a negative: ranged rolls never count swords",
    "IA-01": "the sheets are unknown: every army has all actions (GAP-05)",
    "GAP-22": "a reading of an example: the kind that it names does not exist",
    "MOV-06": "a negative: a move never looks at enemies beside its way, but for the charge of warriors",
}


@dataclass
class Row:
    """What is known of one rule."""

    id: str
    chapter: str
    text: str
    editions: tuple[str, ...] = ()
    rules: set[str] = field(default_factory=set)
    data: set[str] = field(default_factory=set)
    ground: set[str] = field(default_factory=set)
    refusals: bool = False
    cases: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)

    @property
    def cited(self) -> bool:
        """Whether the code or its data names it where it applies it."""
        return bool(self.rules or self.data or self.ground or self.refusals)

    @property
    def tested(self) -> bool:
        """Whether a case or a test shows it."""
        return bool(self.cases or self.tests)


def ids_in(text: str) -> set[str]:
    """Every rule id that a text names, ranges such as `RC-24 to RC-30` included.

    >>> sorted(ids_in("by RT_25 and EV-08 to EV-10"))
    ['EV-08', 'EV-09', 'EV-10', 'RT-25']
    """
    found = {f"{chapter}-{number}" for chapter, number in SHAPE.findall(text)}
    for chapter, first, last in SPAN.findall(text):
        found |= {f"{chapter}-{n:02}" for n in range(int(first), int(last) + 1)}
    return found


def without_imports(source: str) -> str:
    """A module's text without its import statements, which apply nothing.

    >>> without_imports("from .ids import RT_01\\ncite(s, RT_02)").strip()
    'cite(s, RT_02)'
    """
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for line in range(node.lineno - 1, (node.end_lineno or node.lineno)):
                lines[line] = ""
    return "\n".join(lines)


def markers(path: Path) -> Iterator[tuple[str, str]]:
    """The rules in the markers of a test file, each with the name of the test."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func).rsplit(".", 1)[-1] == "rule":
                    for argument in mark.args:
                        for id in marked_ids(argument):
                            yield id, f"{path.stem}: {node.name.removeprefix('test_')}"


def marked_ids(argument: ast.expr) -> set[str]:
    """The ids of one argument of a marker; `*(f"TER-{n:02}" for n in (1, 2))` is worked out."""
    try:
        value = eval(compile(ast.Expression(spread(argument)), "<marker>", "eval"), {"range": range})
    except (NameError, TypeError, ValueError):
        return ids_in(ast.unparse(argument))
    return {str(id) for id in value}


def spread(argument: ast.expr) -> ast.expr:
    """A marker's argument as a list of ids, starred or not."""
    return ast.copy_location(ast.fix_missing_locations(ast.List([argument], ast.Load())), argument)


def gather() -> dict[str, Row]:
    """Every rule with its places."""
    rows = {id: Row(id, found.chapter, found.text, found.editions) for id, found in rule_book().items()}

    def note(ids: set[str], attribute: str, place: str) -> None:
        for id in ids & rows.keys():
            getattr(rows[id], attribute).add(place)

    for path in sorted((SOURCE / "rules").glob("*.py")):
        note(ids_in(without_imports(path.read_text(encoding="utf-8"))), "rules", path.stem)
    for path in sorted((SOURCE / "data").glob("*/*.toml")):
        if path.parent.name not in UNAPPLIED:
            note(ids_in(path.read_text(encoding="utf-8")), "data", path.stem)
    for floor in ("core", "battle"):
        for path in sorted((SOURCE / floor).glob("*.py")):
            if path.stem not in GENERATED:
                where = "data" if path.stem in TABLES else "ground"
                note(ids_in(without_imports(path.read_text(encoding="utf-8"))), where, path.stem)
    for path in sorted((SOURCE / "explain").glob("*.py")):
        for id in ids_in(without_imports(path.read_text(encoding="utf-8"))) & rows.keys():
            rows[id].refusals = True
    for path in sorted((ROOT / "cases").rglob("*.yaml")):
        for document in yaml.load_all(path.read_text(encoding="utf-8"), LOADER):
            for id in (document or {}).get("rules", []):
                if id in rows:
                    rows[id].cases.append(path.stem)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for id, test in markers(path):
            if id in rows:
                rows[id].tests.append(test)
    return rows


def open_rules(rows: dict[str, Row]) -> list[str]:
    """What is missing, one sentence a rule."""
    problems = []
    for row in rows.values():
        if not row.cited and row.id not in STRUCTURAL:
            problems.append(f"{row.id} is cited nowhere in code and data")
        if not row.tested:
            problems.append(f"{row.id} has no case and no test")
    problems += [f"STRUCTURAL names {id}, which is no rule" for id in STRUCTURAL if id not in rows]
    problems += [f"STRUCTURAL excuses {id}, which is cited" for id in STRUCTURAL if id in rows and rows[id].cited]
    return problems


def counted(names: list[str]) -> str:
    """Names once each, with how often they came.

    >>> counted(["RT-01", "RT-02", "RT-01"])
    'RT-01 x2, RT-02'
    """
    return ", ".join(f"{name} x{n}" if (n := names.count(name)) > 1 else name for name in dict.fromkeys(names))


def places(row: Row) -> str:
    """Where the code applies a rule."""
    words = [f"`{name}`" for name in sorted(row.rules)]
    words += [f"`{name}.toml`" if name != "edition" else "`edition`" for name in sorted(row.data)]
    words += [f"`{name}`" for name in sorted(row.ground)]
    if row.refusals:
        words.append("_refusals_")
    if row.id in STRUCTURAL:
        words.append("structural")
    return ", ".join(words) or "**none**"


def letters(row: Row) -> str:
    """The editions of a rule, a letter each."""
    return " ".join(edition[0].upper() for edition in row.editions)


def shown_tests(names: list[str]) -> str:
    """Test files with the number of tests in each."""
    return counted([name.split(":")[0] for name in names])


HEAD = """\
# Rules and where they live

Generated by `python tools/coverage_table.py`; the test run fails when it is out of date or a rule is open.

For each rule: in which editions it holds (A Ancients, M Medieval), which modules of `src/hexillum/rules`, data tables
and ground-floor modules apply it, which case files list it under `rules:`, and which test files have tests that carry
its marker. _refusals_ means that `explain/` names it when a choice is refused. `hexillum rule ID` tells what a rule
says.
"""


def render(rows: dict[str, Row]) -> str:
    """The document."""
    lines = [HEAD, summary(rows)]
    chapters: dict[str, list[Row]] = {}
    for row in rows.values():
        chapters.setdefault(row.chapter, []).append(row)
    for chapter, members in chapters.items():
        lines += [f"## {chapter}\n", "| rule | in | code | cases | tests |", "|---|---|---|---|---|"]
        lines += [
            f"| {row.id} | {letters(row)} | {places(row)} | {counted(row.cases)} | {shown_tests(row.tests)} |"
            for row in members
        ]
        lines.append("")
    lines += ["## Structural rules\n", "| rule | reason |", "|---|---|"]
    lines += [f"| {id} | {reason} |" for id, reason in STRUCTURAL.items()] + [""]
    return "\n".join(lines)


def summary(rows: dict[str, Row]) -> str:
    """The counts at the top."""
    built = list(rows.values())
    files = len(list((ROOT / "cases").rglob("*.yaml")))
    applied = sum(bool(row.rules or row.data or row.ground) for row in built)
    refused = sum(row.cited for row in built) - applied
    cases, tests = (sum(bool(getattr(row, name)) for row in built) for name in ("cases", "tests"))
    return (
        f"{len(rows)} rules: {applied} are cited where they are applied, {refused} only in refusals, "
        f"{len(STRUCTURAL)} are structural;\n"
        f"{cases} have cases ({files} case files) and {tests} have tests with their marker.\n"
    )


def main(arguments: list[str]) -> int:
    """Write or check the table; return the exit status."""
    if arguments not in ([], ["--check"]):
        print("usage: python tools/coverage_table.py [--check]", file=sys.stderr)
        return 2
    rows = gather()
    wanted = render(rows)
    problems = open_rules(rows)
    if arguments:
        if not TARGET.exists() or TARGET.read_text(encoding="utf-8") != wanted:
            problems.append(f"{TARGET.relative_to(ROOT)} is out of date: run python tools/coverage_table.py")
    else:
        TARGET.parent.mkdir(exist_ok=True)
        TARGET.write_text(wanted, encoding="utf-8")
        print(f"wrote {TARGET.relative_to(ROOT)}", file=sys.stderr)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
