"""What the server says to people of themselves: who they are to it, and by which browsers."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from .parts import closed


class DeviceCard(TypedDict):
    """A browser that somebody is known by; `this` is the one that asks, times are in seconds."""

    id: str
    label: str
    made_at: float
    seen_at: float
    this: bool


class KeptTable(TypedDict):
    """What a table of the database has of somebody, row by row, each by its columns."""

    name: str
    rows: list[dict[str, str | int | float | bool | None]]


@closed
class KeptOfYou(TypedDict):
    """All that is kept of somebody but for secrets; `made_at` is in seconds."""

    made_at: float
    tables: list[KeptTable]


@closed
class You(TypedDict):
    """Who somebody is to the server: `id` is null and `name` "" for a guest.

    `blocked` says that the operator has blocked the name. `names` tells whether who plays must have one, `registration`
    whether everybody may take one.
    """

    id: str | None
    name: str
    blocked: bool
    devices: list[DeviceCard]
    names: Literal["optional", "required"]
    registration: Literal["open", "invited"]
