"""`hexillum check`: run case files and say which hold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .output import JSON_HELP, UNUSABLE, counted, out, print_json, talk

if TYPE_CHECKING:
    from ..notation.cases import Result

FAILED = 1  # the exit status where a case fails


@click.command(
    short_help="Run case files: is this legal, and what happens?",
    epilog="Examples: 'hexillum check question.yaml' · 'hexillum check my-cases/' · 'hexillum check --log x.yaml'",
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--log", "with_log", is_flag=True, help="Print the log of every case, not only of those that fail.")
@click.option("--quiet", is_flag=True, help="Print only the cases that fail, and the count.")
@click.option("--json", "as_json", is_flag=True, help=JSON_HELP)
@click.pass_context
def check(ctx: click.Context, files: tuple[Path, ...], with_log: bool, quiet: bool, as_json: bool) -> None:
    """Run case files.

    A case is a situation, a script of what the players and the dice do, and what must be true afterwards. FILE is a
    YAML file with one case, or with several that are parted by lines of three hyphens; or it is a folder of such
    files. The exit status is 0 if every case holds, 1 if one fails, 2 if a file cannot be used.
    """
    from ..notation.cases import CaseError, read_cases, run_case

    results: list[Result] = []
    found, unusable = _files(files)
    for path in found:
        try:
            for case in read_cases(path):
                results.append(run_case(case))
        except CaseError as error:
            unusable.append(str(error))
        except Exception as error:  # one file never stops the others, not even by a mistake of ours
            unusable.append(f"{path}:1: the referee itself fails at it: {type(error).__name__}: {error}")
    failed = [result for result in results if not result.passed]
    if as_json:
        print_json({"cases": [as_dict(result) for result in results], "unusable": unusable})
    else:
        for result in results:
            report(result, with_log, quiet)
        for message in unusable:
            talk().print(f"cannot be used: {message}", soft_wrap=True)
        words = f"{len(results) - len(failed)} passed, {len(failed)} failed"
        out().print(words + (f", {counted(len(unusable), 'file')} cannot be used" if unusable else ""))
    ctx.exit(UNUSABLE if unusable else FAILED if failed else 0)


def _files(paths: tuple[Path, ...]) -> tuple[list[Path], list[str]]:
    """The files named, with those of folders in order; and what is wrong with folders."""
    found: list[Path] = []
    wrong: list[str] = []
    for path in paths:
        if path.is_dir():
            inside = sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")])
            if not inside:
                wrong.append(f"{path}: no .yaml file in this folder")
            found += inside
        else:
            found.append(path)
    return found, wrong


def report(result: Result, with_log: bool, quiet: bool) -> None:
    """Print how a case came out, with its log where it fails or that is wanted.

    >>> from hexillum.notation.cases import read_nodes, run_case
    >>> from hexillum.notation.cases.reading import read_case
    >>> case = read_case(next(read_nodes("{case: a start, scenario: akragas, script: []}", "example")))
    >>> report(run_case(case), with_log=False, quiet=False)
    holds  a start
    """
    console = out()
    if not result.passed:
        console.print("failed ", result.case, style="bold red", sep="")
        for problem in result.problems:
            console.print(f"       {problem}")
    elif not quiet:
        console.print(f"holds  {result.case}  {', '.join(result.rules)}".rstrip())
    if with_log or not result.passed:
        for line in result.log:
            console.print(f"         {line}", style="bright_black")


def as_dict(result: Result) -> dict[str, Any]:
    """How a case came out, as plain values for JSON: `case`, `file`, `line`, `rules`, `passed`, `problems`, `log`.

    >>> as_dict.__annotations__["return"]
    'dict[str, Any]'
    """
    return {
        "case": result.case,
        "file": result.place.file,
        "line": result.place.line,
        "rules": list(result.rules),
        "passed": result.passed,
        "problems": result.problems,
        "log": result.log,
    }
