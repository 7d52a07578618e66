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


class PasskeyCard(TypedDict):
    """A passkey of somebody; times are in seconds."""

    id: str
    label: str
    made_at: float
    seen_at: float


class Ways(TypedDict):
    """By what a name can be brought to another browser at this server, as it is reached by who asks."""

    passkeys: bool
    mail: bool


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

    `blocked` says that the operator has blocked the name, `mail` that an address of mail is noted.
    `names` tells whether who plays must have one, `registration` whether everybody may take one.
    """

    id: str | None
    name: str
    blocked: bool
    devices: list[DeviceCard]
    passkeys: list[PasskeyCard]
    mail: bool
    ways: Ways
    names: Literal["optional", "required"]
    registration: Literal["open", "invited"]


@closed
class PasskeyQuestion(TypedDict):
    """What a browser is asked to make a passkey of: `challenge`, `user` and the ids of those `known` are in base64."""

    challenge: str
    site: str
    user: str
    name: str
    algorithms: list[int]
    known: list[str]
    seconds: int


@closed
class SignInQuestion(TypedDict):
    """What a passkey is asked to sign, in base64."""

    challenge: str
    site: str
    seconds: int


@closed
class LetterSent(TypedDict):
    """What was done about a letter, in words that say nothing of who has which address."""

    words: str
