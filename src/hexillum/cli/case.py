"""`hexillum case`: make a case file of a rules question that somebody wrote in an issue, and run it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .check import FAILED, as_dict, report
from .output import JSON_HELP, about, counted, out, print_json, talk


@click.command(
    short_help="Take a rules question out of an issue, and run it.",
    epilog="Examples: 'hexillum case --from https://github.com/OWNER/NAME/issues/7 --out question.yaml' · "
    "'hexillum case --from mail.txt' · 'hexillum case --from - < mail.txt'",
)
@click.option(
    "--from",
    "source",
    metavar="URL-or-text",
    required=True,
    help="Where the question stands: an https address, a file, '-' for the standard input, or the text itself.",
)
@click.option("--out", "kept", metavar="FILE", help="Write the case file here; a file that is there is left alone.")
@click.option("--log", "with_log", is_flag=True, help="Print the log, not only where the case fails.")
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@click.pass_context
def case(ctx: click.Context, source: str, kept: str | None, with_log: bool, as_json: bool) -> None:
    """Make a case file of a rules question, and say whether the referee does what it expects.

    The question is an issue as the form "A rules question" writes it, or any text with the case in a block between
    lines of three backquotes. Several blocks are several cases. The exit status is 0 if every case holds, 1 if one
    fails, 2 if there is none or it is not of the notation; then nothing is written.
    """
    from ..notation.cases import run_case
    from ..notation.cases.questions import question_cases, question_text

    path = Path(kept) if kept else None
    if path and path.exists():
        raise ValueError(f"{path} is there already: expected the name of a new file")
    name, words = _read(source)
    with about(name):
        text = question_text(words)
    cases = question_cases(text, str(path or "the case"))
    if path:
        path.write_text((f"# from {name}\n" if name.startswith("https:") else "") + text, encoding="utf-8")
        talk().print(f"written into {path}", soft_wrap=True)
    results = [run_case(one) for one in cases]
    failed = sum(not result.passed for result in results)
    if as_json:
        print_json({"cases": [as_dict(result) for result in results], "text": text})
    else:
        for result in results:
            report(result, with_log, quiet=False)
        out().print(f"{counted(len(results), 'case')}: {len(results) - failed} as expected, {failed} not")
    ctx.exit(FAILED if failed else 0)


def _read(source: str) -> tuple[str, str]:
    """The name of a source in messages, and its text. Raises ValueError, OSError."""
    from ..core.files import MOST, TooMuch, read_text

    if "\n" in source:
        return "the text", source
    if "://" in source:
        from .fetching import fetched

        return source, fetched(source)
    if source == "-":
        with about("the standard input"):
            found = sys.stdin.buffer.read(MOST + 1)
            if len(found) > MOST:
                raise TooMuch(f"is too large: expected at most {MOST:,} bytes")
            return "the standard input", found.decode("utf-8")
    if not Path(source).exists():
        raise ValueError(f"{source[:100]!r} is no file: expected an https address, a file, '-', or a text with a case")
    with about(source):
        return source, read_text(source)
