"""The pages of the rule book: a page for each chapter, an anchor for each rule, such as `rules/rt.html#rt-24`.

They are made of `data/rules.toml`, of where the code cites a rule, and of the case files that list it.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import yaml
from tools.coverage_table import GENERATED, LOADER, ROOT, SOURCE, STRUCTURAL, TABLES, UNAPPLIED, ids_in, without_imports

from hexillum.core.rulebook import Rule, rules
from hexillum.core.sources import source_words
from hexillum.notation.diagrams import diagrams

from .markdown import plain, with_rules, write_changed

SHOWN: Final = 4  # cases of a rule that stand on the page at once; the others unfold
Places = dict[str, list[str]]


def write_rule_book(folder: Path) -> None:
    """Write the pages into `rules/` of the sources of the documentation."""
    book = rules()
    applied, shown = places(), cases()
    chapters: dict[str, list[Rule]] = defaultdict(list)
    for one in book.values():
        chapters[one.id.rsplit("-", 1)[0]].append(one)
    target = Path(folder) / "rules"
    for letters, members in chapters.items():
        write_changed(target / f"{letters.lower()}.md", _page(letters, members, applied, shown))
    wanted = {f"{letters.lower()}.md" for letters in chapters} | {"index.md"}
    for stray in target.glob("*.md"):
        if stray.name not in wanted:
            stray.unlink()
    write_changed(target / "index.md", _index(chapters))


def _index(chapters: dict[str, list[Rule]]) -> str:
    count = sum(len(members) for members in chapters.values())
    lines = [
        "# The rule book\n",
        f"{count} rules in our own words, by chapter. Each has an id, and each id an address: RT-24 is at "
        "[RT-24](#rt-24). Logs, questions and refusals name rules by these ids. `hexillum rule RT-24` tells "
        "one at the terminal.\n",
        "| chapter | rules | Ancients | Medieval | provisional |",
        "|---|---|---:|---:|---:|",
    ]
    for letters, members in chapters.items():
        first, last = members[0].id, members[-1].id
        counts = [sum(edition in one.editions for one in members) for edition in ("ancients", "medieval")]
        provisional = sum(one.provisional for one in members) or ""
        link = f"[{members[0].chapter}]({letters.lower()}.md)"
        span = f"{first} to {last.rsplit('-', 1)[1]}".replace("-", "\N{NON-BREAKING HYPHEN}").replace(
            " ", "\N{NO-BREAK SPACE}"
        )
        lines.append(f"| {link} | {span} | {counts[0]} | {counts[1]} | {provisional} |")
    listed = "\n".join(letters.lower() for letters in chapters)
    return "\n".join(lines) + f"\n\n```{{toctree}}\n:hidden:\n\n{listed}\n```\n"


def _page(letters: str, members: list[Rule], applied: Places, shown: Places) -> str:
    lines = [f"# {members[0].chapter} ({letters})\n"]
    if letters in diagrams():
        lines += [f"```{{position}} chapter {letters}\n:caption: {diagrams()[letters].caption}\n```\n"]
    for one in members:
        lines += [f"({one.id.lower()})=\n## {one.id}\n", with_rules(one.text, rules()) + "\n"]
        lines += [f":{name}: {value}" for name, value in _facts(one, applied) if value] + [""]
        lines += _shown_by(shown.get(one.id, []))
    return "\n".join(lines) + "\n"


def _facts(one: Rule, applied: Places) -> Iterator[tuple[str, str]]:
    """What is known of a rule beside its text, in words."""
    yield "In", ", ".join(edition.capitalize() for edition in one.editions)
    yield "Decided by", plain(one.decision and f"the {one.decision}")
    yield "Left open", with_rules(one.gap, rules())
    yield "Contradicts itself", with_rules("; ".join(one.conflict), rules())
    yield "Ruling", with_rules(one.ruling, rules())
    yield "Provisional", "no source gives all of it; who owns the game may correct it" if one.provisional else ""
    yield "See", ", ".join(f"[{id}](#{id.lower()})" for id in one.see)
    yield "Sources", ". ".join(plain(words) for words in source_words(one.sources))
    if one.id in STRUCTURAL:
        yield "Applied in", f"nowhere by name: {with_rules(STRUCTURAL[one.id], rules())}"
    else:
        yield "Applied in", ", ".join(applied.get(one.id, []))


def _shown_by(names: list[str]) -> list[str]:
    """The cases of a rule: the first ones, and the rest below a line that unfolds."""
    if not names:
        return ["No case file lists it; tests carry its marker.\n"]
    lines = ["Shown by:", "", *(f"- {name}" for name in names[:SHOWN]), ""]
    rest = names[SHOWN:]
    if rest:
        words = "one more case" if len(rest) == 1 else f"{len(rest)} more cases"
        lines += [f":::{{dropdown}} {words}\n", *(f"- {name}" for name in rest), ":::", ""]
    return lines


def places() -> Places:
    """Where each rule is applied: procedures of the rules, tables, other modules of the ground floors, refusals.

    >>> "`evade.can_evade`" in places()["EV-01"] or places()["EV-01"][0].startswith("`")
    True
    """
    found: dict[str, dict[str, None]] = defaultdict(dict)

    def note(ids: set[str], place: str) -> None:
        for id in ids:
            found[id][place] = None

    for path in sorted((SOURCE / "rules").glob("*.py")):
        for name, text in functions(path.read_text(encoding="utf-8")):
            note(ids_in(text), f"`{path.stem}.{name}`" if name else f"`{path.stem}`")
    for path in sorted((SOURCE / "data").glob("*/*.toml")):
        if path.parent.name not in UNAPPLIED:
            note(ids_in(path.read_text(encoding="utf-8")), f"`{path.parent.name}/{path.name}`")
    for floor in ("core", "battle"):
        for path in sorted((SOURCE / floor).glob("*.py")):
            if path.stem not in (*GENERATED, *TABLES):
                note(ids_in(without_imports(path.read_text(encoding="utf-8"))), f"`{floor}.{path.stem}`")
    for path in sorted((SOURCE / "explain").glob("*.py")):
        note(ids_in(without_imports(path.read_text(encoding="utf-8"))), "refusals")
    return {id: list(there) for id, there in found.items()}


def functions(source: str) -> Iterator[tuple[str, str]]:
    """The functions of a module with their texts, and what stands outside of them under an empty name.

    >>> [name for name, _ in functions("import a\\nX = 1\\ndef f():\\n    cite(RT_01)\\n")]
    ['f', '']
    """
    lines = without_imports(source).splitlines()
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]) - 1
            last = node.end_lineno or node.lineno
            yield node.name, "\n".join(lines[first:last])
            lines[first:last] = [""] * (last - first)
    yield "", "\n".join(lines)


def cases() -> Places:
    """The cases that list each rule: what each is about, and its file."""
    found: Places = defaultdict(list)
    for path in sorted((ROOT / "cases").rglob("*.yaml")):
        for document in yaml.load_all(path.read_text(encoding="utf-8"), LOADER):
            if isinstance(document, dict):
                words = f"{plain(str(document.get('case', path.stem)))} (`{path.relative_to(ROOT).as_posix()}`)"
                for id in document.get("rules") or []:
                    found[str(id)].append(words)
    return found
