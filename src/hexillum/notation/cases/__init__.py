"""Case files: a situation, a script, and what must be true afterwards; reading, running and reporting them."""

from .expectations import board_lines
from .nodes import CaseError, read_nodes
from .reading import Case, read_cases
from .running import Result, run_case
from .situation import read_setup

__all__ = ["CaseError", "Case", "Result", "read_cases", "run_case", "read_nodes", "read_setup", "board_lines"]
