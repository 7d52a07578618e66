"""The laboratory: many games, and what they tell.

- `simulate` plays many games and gives a DataFrame of polars, a row a game, as `hexillum simulate --out` keeps them.
- `read_games` reads such a file, `compare` holds two battles against each other, `sweep` tries many variants of one.

Each name is loaded when it is first used. They need the extra `lab`.

>>> from hexillum.lab import simulate
>>> simulate("akragas", games=2, seed=1, top="random", bottom="random")["number"].to_list()
[0, 1]
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .comparison import compare
    from .face import read_games, simulate
    from .sweeping import sweep

__all__ = ["simulate", "read_games", "compare", "sweep"]

_HOMES = {"compare": "comparison", "sweep": "sweeping", "simulate": "face", "read_games": "face"}


if not TYPE_CHECKING:  # which would take every misspelt name for an object

    def __getattr__(name: str) -> object:
        """Load a name from its home when it is first asked for, and keep it."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        found: object = getattr(import_module(f".{_HOMES[name]}", __name__), name)
        globals()[name] = found
        return found
