"""Where output goes: data to stdout, talk to stderr."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

JSON_HELP = "Print JSON for a program to read."


def out() -> Console:
    """The console for what was asked for. Nothing is interpreted as markup, long lines are left alone in a file."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False, soft_wrap=not sys.stdout.isatty())


def talk() -> Console:
    """The console for progress and remarks."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def print_json(data: Any) -> None:
    """Print a value as JSON."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))
