"""The coach: the chances of a battle at any moment, and what luck and decisions did to them."""

from .rollouts import Chance, Roller, chances
from .shapes import FORMAT

__all__ = ["FORMAT", "Chance", "Roller", "chances"]
