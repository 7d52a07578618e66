"""A server whose pushes go into a file as they would go out: `python -m tests.kit.kept_pushes FILE serve …`.

Each is a real request to a push service, encrypted for its browser and signed with the key of the server, in the
process and behind the gate of every other; only the line to the push service is missing, which no test can reach.
"""

from __future__ import annotations

import base64
import json
import os
import sys
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

#: What a page subscribes with where there is no push service: the keys are those of a `Subscription`.
SUBSCRIBE = """PushManager.prototype.subscribe = async wish => {
  if (!wish.userVisibleOnly || wish.applicationServerKey.length !== 65) throw new TypeError("no key of a server");
  return { toJSON: () => (%s) };
};"""


def plain(data: bytes) -> str:
    """Bytes as browsers and push services write them."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class Subscription:
    """A browser's subscription to a push service; `box` is the file that servers write pushes into."""

    box: Path
    name: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def endpoint(self) -> str:
        """Where pushes for it go."""
        return f"https://fcm.googleapis.com/fcm/send/{self.name}"

    @property
    def script(self) -> str:
        """What lets a page have it when it subscribes."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": plain(point), "auth": plain(self.secret)}
        return SUBSCRIBE % json.dumps({"endpoint": self.endpoint, "keys": keys})

    def pushes(self) -> list[dict[str, Any]]:
        """What was sent to it, opened as its browser would."""
        import http_ece

        opened = partial(http_ece.decrypt, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        return [json.loads(opened(base64.b64decode(one["body"]))) for one in kept(self.box) if self.is_for(one)]

    def is_for(self, one: dict[str, Any]) -> bool:
        """Whether a kept request is for it."""
        return bool(one["url"] == self.endpoint)


def kept(box: Path) -> list[dict[str, Any]]:
    """The requests that servers have made, the oldest first."""
    return [json.loads(line) for line in box.read_text(encoding="utf-8").splitlines()] if box.exists() else []


def send(box: str, *what: Any) -> Any:
    """Send a notice as a server does, up to the line to the push service."""
    import requests

    from hexillum.web import sending

    def keep(_: requests.Session, request: requests.PreparedRequest, **_more: Any) -> requests.Response:
        assert isinstance(request.body, bytes)
        told = {"url": request.url, "headers": dict(request.headers), "body": base64.b64encode(request.body).decode()}
        with open(box, "a", encoding="utf-8") as file:
            file.write(json.dumps(told) + "\n")
        answer = requests.Response()
        answer.status_code, answer._content = 201, b""
        return answer

    with mock.patch.object(requests.Session, "send", keep):
        return sending.send(*what)


def main() -> int:
    """Do as the command `hexillum` does."""
    from hexillum.web import sending
    from tests.kit import kept_pushes, same_chance

    vars(sending)["send"] = partial(kept_pushes.send, sys.argv.pop(1))  # found by that name in the process that sends
    return same_chance.main()


if __name__ == "__main__":
    sys.exit(main())
