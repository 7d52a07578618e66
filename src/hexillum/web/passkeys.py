"""Passkeys: somebody with a name shows by one, kept in his phone or key ring, that another browser is his, too.

The question to a passkey is good once, for a while, and for the browser that asked it only. What a passkey signs names
the page that it was asked by, so that no other site can have it for itself.
"""

from __future__ import annotations

import base64
import binascii
import json
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Final

from .messages import Refused
from .messages.people import MadePasskey, SignedIn
from .store import NameTaken, Person, Store, TooMany
from .wire import PasskeyQuestion, SignInQuestion

SECONDS: Final = 180.0  # that a question to a passkey waits for its answer
ALGORITHMS: Final = (-8, -7, -257)  # EdDSA, ES256, RS256
_MISSING: Final = (
    "this server has no passkeys: who runs it installs the package webauthn by pip install 'hexillum[club]'"
)
_WRONG: Final = "this passkey does not fit, or its question was answered already: try again"


@dataclass(frozen=True)
class Site:
    """What a browser takes this server for: the name in its address (`id`), and its whole origin."""

    id: str
    origin: str


def there() -> bool:
    """Whether the package is there that knows passkeys."""
    return find_spec("webauthn") is not None


async def ask_to_make(store: Store, site: Site, person: Person, key: str) -> PasskeyQuestion:
    """Ask a browser to make a passkey for somebody. Raises Refused, StoreError."""
    _need()
    challenge = await _challenge(store, "passkey", person.id, key)
    return {
        "challenge": challenge,
        "site": site.id,
        "user": _coded(person.id.encode()),
        "name": person.name,
        "algorithms": list(ALGORITHMS),
        "known": [one.id for one in await store.passkeys.of(person.id)],
        "seconds": int(SECONDS),
    }


async def make(store: Store, site: Site, person: Person, key: str, made: MadePasskey) -> None:
    """Keep the passkey that a browser has made for somebody. Raises Refused, StoreError."""
    _need()
    from webauthn import verify_registration_response
    from webauthn.helpers import parse_attestation_object
    from webauthn.helpers.structs import (
        AttestationFormat,
        AuthenticatorAttestationResponse,
        RegistrationCredential,
    )

    said, attested = _bytes(made.client_data), _bytes(made.attestation)
    challenge = await _answered(store, "passkey", said, person.id, key)
    try:
        if parse_attestation_object(attested).fmt != AttestationFormat.NONE:  # nobody asked who has made it
            raise ValueError("attested")
        found = verify_registration_response(
            credential=RegistrationCredential(
                made.id, _bytes(made.id), AuthenticatorAttestationResponse(said, attested)
            ),
            expected_challenge=challenge,
            expected_rp_id=site.id,
            expected_origin=site.origin,
            require_user_verification=True,
        )
    except Exception:  # whatever stands there
        raise _wrong() from None
    try:
        await store.passkeys.keep(
            _coded(found.credential_id), person.id, _coded(found.credential_public_key), found.sign_count, made.label
        )
    except (NameTaken, TooMany) as error:
        raise Refused("full" if isinstance(error, TooMany) else "wrong_passkey", str(error)) from None


async def ask_to_sign_in(store: Store, site: Site, key: str) -> SignInQuestion:
    """Ask whoever has this key for any passkey of this server. Raises Refused, StoreError."""
    _need()
    return {"challenge": await _challenge(store, "sign_in", None, key), "site": site.id, "seconds": int(SECONDS)}


async def sign_in(store: Store, site: Site, key: str, signed: SignedIn) -> Person:
    """Let the owner of a passkey be known by the key of a digest. Raises Refused, StoreError."""
    _need()
    from webauthn import verify_authentication_response
    from webauthn.helpers.structs import AuthenticationCredential, AuthenticatorAssertionResponse

    said = _bytes(signed.client_data)
    challenge = await _answered(store, "sign_in", said, None, key)
    id = _bytes(signed.id)
    passkey = await store.passkeys.one(_coded(id))
    if passkey is None:
        raise _wrong()
    try:
        if _bytes(signed.user or "") not in (b"", passkey.person.encode()):
            raise ValueError("another's")
        found = verify_authentication_response(
            credential=AuthenticationCredential(
                signed.id,
                id,
                AuthenticatorAssertionResponse(said, _bytes(signed.authenticator), _bytes(signed.signature)),
            ),
            expected_challenge=challenge,
            expected_rp_id=site.id,
            expected_origin=site.origin,
            credential_public_key=_bytes(passkey.public_key),
            credential_current_sign_count=passkey.uses,
            require_user_verification=True,
        )
    except Exception:  # whatever stands there
        raise _wrong() from None
    try:
        person = await store.passkeys.used(passkey, found.new_sign_count, key, signed.label)
    except NameTaken as error:
        raise Refused("name_taken", str(error)) from None
    except TooMany as error:
        raise Refused("full", str(error)) from None
    if person is None:
        raise _wrong()
    return person


def _need() -> None:
    if not there():
        raise Refused("no_passkeys", _MISSING)


async def _challenge(store: Store, kind: Any, person: str | None, key: str) -> str:
    """A question that is good once: 32 bytes in base64, as the secret of a ticket is."""
    try:
        return await store.tickets.make(kind, SECONDS, person=person, key=key)
    except TooMany as error:
        raise Refused("full", str(error), status=503) from None


async def _answered(store: Store, kind: Any, said: bytes, person: str | None, key: str) -> bytes:
    """The question that an answer is to, which is used up by that. Raises Refused."""
    try:
        challenge = json.loads(said)["challenge"]
        asked = base64.urlsafe_b64decode(f"{challenge}=")
    except (ValueError, TypeError, LookupError, RecursionError):
        raise _wrong() from None
    ticket = await store.tickets.use(kind, str(challenge), key)
    if ticket is None or ticket.person != person:
        raise _wrong()
    return asked


def _wrong() -> Refused:
    return Refused("wrong_passkey", _WRONG, status=403)


def _coded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def _bytes(coded: str) -> bytes:
    """What a browser has coded. Raises Refused."""
    try:
        return base64.urlsafe_b64decode(coded + "=" * (-len(coded) % 4))
    except (ValueError, binascii.Error):
        raise _wrong() from None
