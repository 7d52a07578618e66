"""The key by which push services know this server (VAPID): made on first need, in a file beside the server's key."""

from __future__ import annotations

import base64
import binascii
import contextlib
import os
import secrets
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from .store import Key, StoreError, make_private

FILE: Final = "push.key"
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256


def push_key(key: Key) -> bytes:
    """The 32 bytes of the key, read or made. Raises StoreError, in one sentence.

    It is first made of the key of the server, so that several servers with one key of theirs have one here as well; it
    stays when that is changed, or every browser would have to be asked anew.

    >>> push_key(Key.of(bytes(32))) == push_key(Key.of(bytes(32)))
    True
    """
    made = 1 + int(key.mark("push"), 16) % (_ORDER - 1)
    first = made.to_bytes(32, "big")
    if key.path == Path(os.devnull):
        return first
    path = key.path.with_name(FILE)
    try:
        if not path.exists():
            draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
            try:
                with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
                    file.write(first.hex() + "\n")
                    file.flush()
                    os.fsync(file.fileno())
                with contextlib.suppress(FileExistsError):
                    os.link(draft, path)
            finally:
                draft.unlink(missing_ok=True)
        found = binascii.unhexlify(path.read_text(encoding="ascii").strip())
    except OSError as error:
        raise StoreError(f"the key for notices cannot be kept in {path} ({error.strerror or error})") from None
    except ValueError:
        found = b""
    if len(found) != 32 or not 0 < int.from_bytes(found, "big") < _ORDER:
        raise StoreError(f"{path} is no key for notices: expected 32 bytes in hexadecimal; without it one is made")
    make_private(path)
    return found


def public_part(secret: bytes) -> str:
    """What browsers are told of the key, as they want it: a point of the curve in base64.

    >>> len(public_part(push_key(Key.of(bytes(32)))))
    87
    """
    point = ec.derive_private_key(int.from_bytes(secret, "big"), ec.SECP256R1()).public_key()
    plain = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(plain).decode().rstrip("=")
