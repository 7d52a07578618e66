"""Where the documentation is on the web, and the address of each rule there: what rule ids link to."""

from __future__ import annotations

from typing import Final

#: The documentation of the version that was released last; as in pyproject.toml.
DOCUMENTATION: Final = "https://hexillum.github.io/hexillum/"


def rule_page(id: str) -> str:
    """Where the documentation has a rule, from its root: the page of its chapter and an anchor there.

    >>> rule_page("RT-24")
    'rules/rt.html#rt-24'
    """
    chapter, _, _ = id.lower().rpartition("-")
    return f"rules/{chapter}.html#{id.lower()}"


def rule_address(id: str) -> str:
    """The whole address of a rule.

    >>> rule_address("RT-24")
    'https://hexillum.github.io/hexillum/rules/rt.html#rt-24'
    """
    return DOCUMENTATION + rule_page(id)
