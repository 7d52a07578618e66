"""The version: here and nowhere else, pyproject.toml reads it."""

from typing import Final

__version__: Final = "0.2.0"
