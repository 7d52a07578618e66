"""How somebody wants to be told that it is his turn."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from ...club.notices import ENDPOINT_MOST, URL_MOST
from . import Wire

Minute = Annotated[int, Field(ge=0, le=1439)]
Text = Annotated[str, StringConstraints(max_length=200)]


class Subscription(Wire):
    """What a browser has from its push service."""

    endpoint: Annotated[str, StringConstraints(max_length=ENDPOINT_MOST)]
    p256dh: Text
    auth: Text


class AddChannel(Wire):
    """A way to be told: a browser by its push service, or an address as apprise has them."""

    push: Subscription | None = None
    url: Annotated[str, StringConstraints(max_length=URL_MOST)] | None = None
    label: Annotated[str, StringConstraints(max_length=60)] = ""


class SwitchChannel(Wire):
    """Whether a way to be told is off."""

    off: bool


class QuietHours(Wire):
    """When no notice comes: minutes of the day by the clocks of a time zone, or none.

    `talk` says whether notices of talk come at all; null leaves that as it is.
    """

    begins: Minute | None = None
    ends: Minute | None = None
    zone: Annotated[str, StringConstraints(max_length=64)] = "UTC"
    talk: bool | None = None
