"""What people send about themselves: the name that they want, by what they are known elsewhere, who invited them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from . import GameId, Token, Wire

Name = Annotated[str, StringConstraints(min_length=1, max_length=200)]  # what may be in it is told in words
Label = Annotated[str, StringConstraints(max_length=60, pattern=r"^[\w .,()/-]*$")]

Coded = Annotated[str, StringConstraints(min_length=1, max_length=8_000, pattern=r"^[A-Za-z0-9_-]+$")]  # base64
PasskeyId = Annotated[str, StringConstraints(min_length=1, max_length=1_364, pattern=r"^[A-Za-z0-9_-]+$")]


class TakeName(Wire):
    """A name for the key of a browser; `label` says which browser that is, `invitation` where one is needed."""

    name: Name
    label: Label = ""
    invitation: Token | None = None


class ChangeName(Wire):
    """Another name."""

    name: Name


class HeldSeat(Wire):
    """A battle of which a browser holds a seat, or both, with their tokens."""

    game: GameId
    tokens: Annotated[tuple[Token, ...], Field(max_length=2)] = ()


class ClaimSeats(Wire):
    """Seats that were taken as a guest, to be played by name from now on."""

    seats: Annotated[tuple[HeldSeat, ...], Field(max_length=100)]


class MadePasskey(Wire):
    """A passkey that a browser has made, as it says it; all in base64 for addresses, without `=`."""

    id: PasskeyId
    client_data: Coded
    attestation: Coded
    label: Label = ""


class SignedIn(Wire):
    """What a passkey has signed, as a browser says it; `user` is whom it is for, as it was told when it was made."""

    id: PasskeyId
    client_data: Coded
    authenticator: Coded
    signature: Coded
    user: Coded | None = None
    label: Label = ""


class MailAddress(Wire):
    """An address of mail."""

    mail: Annotated[str, StringConstraints(min_length=3, max_length=254)]


class UseLink(Wire):
    """The secret of a link that came by mail."""

    link: Token
    label: Label = ""


class Invited(Wire):
    """An invitation, to be told what it is to."""

    invite: Token


class LinkText(Wire):
    """A link to be made a code of."""

    link: Annotated[str, StringConstraints(min_length=8, max_length=300, pattern=r"^https?://[!-~]+$")]
