"""Rule ids as links to the rule book on the web, in terminals that can; what a file or a pipe gets is the plain text.

A link is an escape sequence (OSC 8) around the words, which a terminal that does not know it leaves out. It is written
where Rich would write colours: to a terminal that is not a dumb one, and without NO_COLOR in the environment.
"""

from __future__ import annotations

import re
from typing import Final

from rich.console import Console
from rich.highlighter import Highlighter
from rich.style import Style
from rich.text import Text

from ..core.addresses import rule_address
from ..core.rule import RULE_IDS

_ID: Final = re.compile(r"\b[A-Z]+-[0-9]{2}\b")
_KNOWN: Final = frozenset(RULE_IDS)


class RuleLinks(Highlighter):
    """Makes each rule id in what a console prints a link.

    >>> text = RuleLinks()("by RT-24, not by XX-99")
    >>> [(span.start, span.end, span.style.link) for span in text.spans]
    [(3, 8, 'https://hexillum.github.io/hexillum/rules/rt.html#rt-24')]
    """

    def highlight(self, text: Text) -> None:
        """Link the ids in a text, in place."""
        for found in _ID.finditer(text.plain):
            if found[0] in _KNOWN:
                text.stylize(Style(link=rule_address(found[0])), *found.span())


def links(console: Console) -> bool:
    """Whether what is printed to a console may have links.

    >>> links(Console(force_terminal=True, color_system="truecolor", no_color=False, _environ={}))
    True
    >>> links(Console(force_terminal=True, no_color=True)), links(Console(force_terminal=False))
    (False, False)
    """
    return console.is_terminal and console.color_system is not None and not console.no_color


def linked(text: Text, console: Console) -> Text:
    """A text made for a console, with links where it may have them.

    >>> linked(Text("RT-24"), Console(force_terminal=False)).spans
    []
    """
    if links(console):
        RuleLinks().highlight(text)
    return text
