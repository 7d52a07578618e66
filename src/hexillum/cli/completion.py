"""`hexillum completion`: lets a shell complete commands, and the battles, players, rules and files behind them."""

from __future__ import annotations

from typing import Final

import click

#: Where each shell looks, as the help says it.
PLACES: Final = {
    "bash": 'eval "$(hexillum completion bash)" in ~/.bashrc',
    "zsh": 'eval "$(hexillum completion zsh)" in ~/.zshrc, after compinit',
    "fish": "hexillum completion fish > ~/.config/fish/completions/hexillum.fish",
}


@click.command(
    short_help="Let bash, zsh or fish complete commands, battles, players, rules.",
    epilog="\b\n" + "\n".join(f"{shell}: {words}" for shell, words in PLACES.items()),
)
@click.argument("shell", type=click.Choice(list(PLACES)))
def completion(shell: str) -> None:
    """Print what makes a shell complete 'hexillum': its commands and options, the names of battles, players and rules.

    Put it where the shell reads it when it starts:
    """
    from click.shell_completion import get_completion_class

    from . import values  # noqa: F401 - it has what is our own for bash
    from .app import COMPLETING, hexillum

    found = get_completion_class(shell)
    if found is None:
        raise ValueError(f"click knows no completion for {shell}: expected one of {', '.join(PLACES)}")
    told = found(hexillum, {}, "hexillum", COMPLETING)
    click.echo(told.source_template % told.source_vars())
