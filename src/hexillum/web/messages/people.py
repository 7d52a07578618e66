"""What people send about themselves: the name that they want."""

from __future__ import annotations

from typing import Annotated

from pydantic import StringConstraints

from . import Token, Wire

Name = Annotated[str, StringConstraints(min_length=1, max_length=200)]  # what may be in it is told in words
Label = Annotated[str, StringConstraints(max_length=60, pattern=r"^[\w .,()/-]*$")]


class TakeName(Wire):
    """A name for the key of a browser; `label` says which browser that is, `invitation` where one is needed."""

    name: Name
    label: Label = ""
    invitation: Token | None = None


class ChangeName(Wire):
    """Another name."""

    name: Name
