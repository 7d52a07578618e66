"""`hexillum rule`: look a rule up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .output import JSON_HELP, out, print_json

if TYPE_CHECKING:
    from rich.text import Text

    from ..core.rulebook import Rule


@click.command(
    short_help="Look a rule up, by its id or by words.",
    epilog="Examples: 'hexillum rule RT-24' · 'hexillum rule --search retreat' · 'hexillum rule RT-24 --json'",
)
@click.argument("ids", metavar="[ID]...", nargs=-1)
@click.option("--search", "words", metavar="WORDS", help="Find the rules that mention these words.")
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
def rule(ids: tuple[str, ...], words: str | None, as_json: bool) -> None:
    """Look a rule up.

    ID is what the log prints in brackets, such as RT-24: a chapter and a number.
    """
    from ..core import rulebook
    from .links import linked

    if not ids and words is None:
        raise click.UsageError("name a rule, such as RT-24, or search: hexillum rule --search retreat")
    found = [rulebook.rule(id) for id in ids]
    if words is not None:
        hits = rulebook.search(words)
        if not hits and not as_json:
            raise ValueError(f"no rule mentions {words!r}")
        found += hits
    if as_json:
        print_json([as_dict(one) for one in found])
        return
    console = out()
    for n, one in enumerate(found):
        if n:
            console.print()
        console.print(linked(page(one), console))


def as_dict(one: Rule) -> dict[str, Any]:
    """A rule as plain values for JSON, by the names of the fields of `Rule`.

    >>> from hexillum.core import rulebook
    >>> as_dict(rulebook.rule("TURN-02"))["id"]
    'TURN-02'
    """
    from dataclasses import asdict

    return asdict(one)


def page(one: Rule) -> Text:
    """A rule as a person reads it: its id, chapter and editions, its text, then what else is known of it, line by line.

    >>> from hexillum.core import rulebook
    >>> page(rulebook.rule("TURN-02")).plain.splitlines()[0][:7]
    'TURN-02'
    """
    from rich.text import Text

    from ..core.sources import decided_by, source_words

    text = Text()
    text.append(one.id, style="bold")
    text.append(f"  {one.chapter}  ({', '.join(one.editions)})\n", style="bright_black")
    text.append(one.text)
    lines = [
        ("decided by", decided_by(one.decision)),
        ("left open", one.gap),
        ("contradicts", "; ".join(one.conflict)),
        ("ruling", one.ruling),
        ("provisional", "no source gives all of it; the tables in data/ may be corrected" if one.provisional else ""),
        ("see", ", ".join(one.see)),
    ]
    for name, value in lines:
        if value:
            text.append(f"\n{name}: ", style="bright_black")
            text.append(value)
    text.append("\nsources:", style="bright_black")
    for source in source_words(one.sources):
        text.append(f"\n  {source}")
    return text
