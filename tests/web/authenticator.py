"""A passkey in software, for tests: it makes and signs what a phone would, and what it should not."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

HERE = "https://games.example"
PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


def coded(raw: bytes) -> str:
    """As a browser codes bytes."""
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class Passkey:
    """One passkey: its id, its key and how often it was used."""

    def __init__(self, site: str = "games.example", origin: str = HERE) -> None:
        self.site, self.origin = site, origin
        self.id = secrets.token_bytes(32)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.uses = 0
        self.user = ""

    def _said(self, kind: str, challenge: str) -> bytes:
        told = {"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}
        return json.dumps(told).encode()

    def _data(self, flags: int, more: bytes = b"") -> bytes:
        return hashlib.sha256(self.site.encode()).digest() + bytes([flags]) + self.uses.to_bytes(4, "big") + more

    def made(self, question: dict[str, Any], label: str = "Phone", verified: bool = True) -> dict[str, Any]:
        """What a browser sends of a passkey that was made for a question."""
        self.user = question["user"]
        numbers = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        kept = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cbor2.dumps(public)
        data = self._data(PRESENT | ATTESTED | (VERIFIED if verified else 0), kept)
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        said = self._said("webauthn.create", question["challenge"])
        return {"id": coded(self.id), "client_data": coded(said), "attestation": coded(attested), "label": label}

    def signed(self, question: dict[str, Any], verified: bool = True, **more: Any) -> dict[str, Any]:
        """What a browser sends of what it has signed."""
        self.uses += 1
        said = self._said("webauthn.get", question["challenge"])
        data = self._data(PRESENT | (VERIFIED if verified else 0))
        signature = self.key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "id": coded(self.id),
            "client_data": coded(said),
            "authenticator": coded(data),
            "signature": coded(signature),
            "user": self.user,
            **more,
        }
