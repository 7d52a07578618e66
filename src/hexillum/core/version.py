"""The version, that of pyproject.toml."""

from typing import Final

__version__: Final = "0.1.0"
