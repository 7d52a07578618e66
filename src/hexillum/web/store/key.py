"""The key of a server, kept apart from its database, and what is sealed with it."""

from __future__ import annotations

import base64
import binascii
import contextlib
import hmac
import os
import secrets
from functools import cached_property
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from .errors import StoreError
from .file import make_private, sync

#: What a sealed text begins with; what does not is in clear.
SEALED: Final = "sealed:"
NEXT: Final = ".next"  # what the file of a key that is to follow is named after
_BYTES: Final = 32
_NONCE: Final = 12


class BadSeal(Exception):
    """What was sealed cannot be opened with this key: it is another, or the text was changed."""


def default_path() -> Path:
    """The file of this user's key: HEXILLUM_KEY_FILE, or in his configuration folder. Raises StoreError without one."""
    named = os.environ.get("HEXILLUM_KEY_FILE")
    if named:
        return Path(named)
    try:
        base = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    except RuntimeError:
        raise StoreError("there is no home folder for the key of the server: name a file with --key-file") from None
    return Path(base) / "hexillum" / "server.key"


class Key:
    """The key in a file, read or made when it is first needed.

    >>> key = Key.of(bytes(32))
    >>> key.open(key.seal(b"secret", "a game"), "a game")
    b'secret'
    """

    def __init__(self, path: str | Path | None = None) -> None:
        self._path = None if path is None else Path(path)
        self._marking = b""  # what marks are made with, where that was handed on by the key before

    @classmethod
    def of(cls, secret: bytes) -> Key:
        """The key of 32 bytes that are in no file."""
        made = cls(os.devnull)
        made.__dict__["_secret"] = secret
        return made

    @property
    def path(self) -> Path:
        """Where it is kept."""
        return self._path or default_path()

    @property
    def there(self) -> bool:
        """Whether it has been made."""
        return "_secret" in self.__dict__ or self.path.exists()

    @cached_property
    def _secret(self) -> bytes:
        """The 32 bytes. Raises StoreError, in one sentence."""
        try:
            if not self.path.exists():
                self._make()
            with open(self.path, "rb") as file:
                lines = [binascii.unhexlify(line) for line in file.read(1000).split()]
            found = lines[0] if lines and len(lines) <= 2 and len(lines[-1]) == _BYTES else b""
        except OSError as error:
            raise StoreError(
                f"the key of the server cannot be kept in {self.path} ({error.strerror or error}): "
                "name another file with --key-file"
            ) from None
        except ValueError:
            found = b""
        if len(found) != _BYTES:
            raise StoreError(f"{self.path} is no key of a server: expected {_BYTES} bytes in hexadecimal") from None
        make_private(self.path)
        self._marking = lines[1] if len(lines) == 2 else b""
        return found

    def _make(self) -> None:
        """Make the file as a whole, once: of several servers that begin together, one makes it."""
        folder = self.path.parent
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = folder / f".{self.path.name}.{secrets.token_hex(8)}"
        try:
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(descriptor, "w", encoding="ascii") as file:
                file.write(secrets.token_hex(_BYTES) + "\n" + (self._marking.hex() + "\n" if self._marking else ""))
                file.flush()
                os.fsync(file.fileno())
            with contextlib.suppress(FileExistsError):
                os.link(draft, self.path)
        finally:
            draft.unlink(missing_ok=True)
        sync(folder)

    @property
    def name(self) -> str:
        """What tells two keys apart and says nothing of either."""
        return hmac.digest(self._secret, b"the name of a key of Hexillum", "sha256").hex()[:16]

    def mark(self, word: str) -> str:
        """What tells a word from others without saying it, to nobody without the key.

        >>> key = Key.of(bytes(32))
        >>> key.mark("anna@games.example") == key.mark("anna@games.example"), len(key.mark(""))
        (True, 64)
        """
        return hmac.digest(self._marks, word.encode(), "sha256").hex()

    @cached_property
    def _marks(self) -> bytes:
        """What marks are made with: it outlives a change of keys, or nobody would be known by his mark after it."""
        secret = self._secret
        return self._marking or hmac.digest(secret, b"the marks of Hexillum", "sha256")

    def next(self) -> Key:
        """The key that is to follow this one, in a file beside it, made where it is not there: it marks as this one."""
        made = Key(self.path.with_name(self.path.name + NEXT))
        made._marking = self._marks
        return made

    def take_up(self, name: str) -> Path | None:
        """Let the next key be this one where it has that name: where the database was sealed with it.

        The file of the old one stays beside it, and is returned; None where there is nothing to take up. Whatever a
        change of keys is cut off at, this ends it.
        """
        if "_secret" in self.__dict__ and self.__dict__.get("name") == name:
            return None
        draft = self.path.with_name(self.path.name + NEXT)
        if not draft.exists() or (self.there and self.name == name) or Key(draft).name != name:
            return None
        aside = self.path.with_name(f"{self.path.name}.{self.name}") if self.there else None
        if aside is not None:
            with contextlib.suppress(FileExistsError):
                os.link(self.path, aside)
        os.replace(draft, self.path)
        sync(self.path.parent)
        for known in ("_secret", "name", "_marks"):
            self.__dict__.pop(known, None)
        return aside

    def seal(self, secret: bytes, game: str) -> str:
        """A secret of a game as it is kept: nobody without the key reads it, or passes it off as another game's."""
        nonce = secrets.token_bytes(_NONCE)
        sealed = nonce + AESGCM(self._secret).encrypt(nonce, secret, game.encode())
        return SEALED + base64.urlsafe_b64encode(sealed).decode()

    def open(self, sealed: str, game: str) -> bytes:
        """What was sealed for a game. Raises BadSeal."""
        try:
            found = base64.urlsafe_b64decode(sealed.removeprefix(SEALED).encode())
            return AESGCM(self._secret).decrypt(found[:_NONCE], found[_NONCE:], game.encode())
        except (InvalidTag, ValueError):
            raise BadSeal(f"what is sealed of game {game} cannot be opened with the key of this server") from None
