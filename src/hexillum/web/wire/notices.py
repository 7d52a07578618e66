"""What is said of notices, to whom they go alone."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from .parts import closed


class ChannelCard(TypedDict):
    """A way in which you are told. Its address is not shown again; `trouble` says why it failed last, "" where it did
    not, and `rests_until` until when it is left alone, in seconds since 1970, None where it is not.
    """

    id: str
    kind: Literal["push", "apprise"]
    label: str
    off: bool
    failures: int
    rests_until: float | None
    trouble: str


class QuietTold(TypedDict):
    """When no notice comes, in minutes of the day; None for never."""

    begins: int | None
    ends: int | None
    zone: str


@closed
class YourNotices(TypedDict):
    """How you are told that it is your turn; `talk` says whether also that something was said to you.

    `push_key` is what a browser needs to take notices of this server, `schemes` are the ways of apprise that it sends
    by.
    """

    channels: list[ChannelCard]
    quiet: QuietTold
    talk: bool
    push_key: str
    schemes: list[str]


@closed
class TestSent(TypedDict):
    """Whether a test went out, and why not."""

    sent: bool
    words: str
