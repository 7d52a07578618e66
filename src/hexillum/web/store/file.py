"""The file of an SQLite database: one server's alone, nobody else's to read, and watched while it is open."""

from __future__ import annotations

import contextlib
import logging
import os
import sqlite3
import stat
import sys
import threading
from pathlib import Path
from typing import Final

from ...core.system import lock
from .errors import StoreError
from .place import settings

log = logging.getLogger("hexillum.store")

Identity = tuple[int, int]  # the device and the number of a file on it
#: Those that this process has taken. Whoever opened one of them again and closed it would take the locks of SQLite
#: away: they belong to the process.
_TAKEN: Final[set[Identity]] = set()
_BESIDE: Final = ("-wal", "-shm")  # what SQLite keeps beside the file while it is open


class File:
    """A database file. `take` it before anything opens it, `watch` it once its tables are there, `let_go` at the end.

    The lock lies on the file itself, so that no other name of it leads around the lock.
    """

    def __init__(self, path: str | Path) -> None:
        self.given = Path(path)
        self.path = self.given
        self._descriptor = -1
        self._made: list[Path] = []  # what was made for it, the innermost last
        self._identity: Identity = (0, 0)
        self._known: tuple[int, int] = (0, 0)  # its size in bytes and when it changed, as we left it
        self._names: set[str] = set()  # where it is looked for, made once since that is often
        self._names_beside: dict[str, str] = {}
        self._beside: dict[str, Identity] = {}
        self._journal = 0  # the size of the journal: it never gets shorter
        self._keeper: sqlite3.Connection | None = None
        self._ours = threading.Lock()  # while we change the file ourselves

    # ------------------------------------------------------------------ taking

    def take(self) -> None:
        """Make it where it is not there, and see that no other server uses it. Raises StoreError, OSError."""
        if self._descriptor >= 0:
            return
        self.path = Path(os.path.realpath(self.given))
        try:
            self._make_folder()
            while not self._locked():
                pass
        except BaseException:
            self.let_go(undo=True)
            raise

    def _make_folder(self) -> None:
        missing = [folder for folder in self.path.parents if not folder.exists()]
        for folder in reversed(missing):
            folder.mkdir(mode=0o700, exist_ok=True)
            self._made.append(folder)

    def _locked(self) -> bool:
        """Open and lock it; whether it is still the file of its name then."""
        with contextlib.suppress(FileNotFoundError):
            found = os.stat(self.path)
            if not stat.S_ISREG(found.st_mode):
                raise StoreError(f"the database {self.given} cannot be used: it is no file")
            if _identity(found) in _TAKEN:
                raise self._used()
        try:
            self._descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            self._made.append(self.path)
            sync(self.path.parent)
        except FileExistsError:
            self._descriptor = os.open(self.path, os.O_RDWR)
        try:
            lock(self._descriptor)
        except BlockingIOError:
            raise self._used() from None
        held = os.fstat(self._descriptor)
        if _identity_at(self.path) != _identity(held):
            self._close()
            return False
        self._identity = _identity(held)
        _TAKEN.add(self._identity)
        if held.st_nlink > 1 and held.st_size and not self._at("-wal").exists():
            raise StoreError(
                f"the database {self.given} has other names (hard links), and its journal may lie beside one of them: "
                "start with the name that it had, or remove the others"
            )
        return True

    def _used(self) -> StoreError:
        return StoreError(
            f"another server uses the database {self.given}: end it, or give each its own with --database; "
            "several servers together need PostgreSQL"
        )

    def let_go(self, *, undo: bool = False) -> None:
        """Let others have it; `undo` takes away what was made for it by `take`."""
        self.unwatch()
        if undo:
            self._unmake()
        self._close()
        _TAKEN.discard(self._identity)
        self._identity = (0, 0)
        self._made.clear()

    def _close(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _unmake(self) -> None:
        for made in reversed(self._made):
            with contextlib.suppress(OSError):
                if made != self.path:
                    made.rmdir()
                elif self._descriptor >= 0 and _identity_at(made) == _identity(os.fstat(self._descriptor)):
                    if sys.platform == "win32":  # what is open can't be taken away there
                        self._close()
                    for end in ("", "-journal", *_BESIDE):
                        self._at(end).unlink(missing_ok=True)

    def _at(self, end: str) -> Path:
        return self.path.with_name(self.path.name + end)

    # ------------------------------------------------------------------ watching

    def watch(self) -> None:
        """Hold the database open, write its journal into it, and note what it is. Raises sqlite3.Error, OSError."""
        self._keeper = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None)
        for setting in (*settings(), "journal_mode=WAL"):
            self._keeper.execute(f"PRAGMA {setting}")
        self._keeper.execute("SELECT count(*) FROM games").fetchone()
        self._keeper.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for end in ("", *_BESIDE):
            make_private(self._at(end))
        self._names = {str(self.given), str(self.path)}
        self._names_beside = {end: str(self._at(end)) for end in _BESIDE}
        self._beside = {end: _identity(os.stat(name)) for end, name in self._names_beside.items()}
        self._journal = 0
        self._note()

    def unwatch(self) -> None:
        """Hold the database open no longer; the file stays ours until it is let go."""
        if self._keeper is not None:
            self._keeper.close()
            self._keeper = None
            self._made.clear()

    def _note(self) -> None:
        now = os.fstat(self._descriptor)
        self._known = (now.st_size, now.st_mtime_ns)

    def write_journal(self) -> None:
        """Write what the journal has into the file; nobody else writes meanwhile."""
        if self._keeper is not None:
            with self._ours:
                try:
                    self._keeper.execute("PRAGMA wal_checkpoint(PASSIVE)")
                except sqlite3.Error as error:
                    log.warning("the journal of the database could not be written into it: %s", error)
                self._note()

    def vacuum(self) -> tuple[int, int]:
        """Write it anew without its gaps, while nobody else writes; its bytes before and afterwards.

        Raises sqlite3.Error.
        """
        if self._keeper is None:
            raise sqlite3.OperationalError("it is not open")
        with self._ours:
            try:
                self._keeper.execute("PRAGMA wal_checkpoint(PASSIVE)")  # what the journal has belongs to its size
                before = os.fstat(self._descriptor).st_size
                self._keeper.execute("VACUUM")
                self._keeper.execute("PRAGMA wal_checkpoint(PASSIVE)")
            finally:
                self._note()
            return before, self._known[0]

    def trouble(self) -> str:
        """Why what is written now may not be there tomorrow; "" where all is well."""
        try:
            names = {_identity(os.stat(name)) for name in self._names}
            beside = {end: os.stat(name) for end, name in self._names_beside.items()}
        except OSError:
            return "its file, or one that belongs to it, is gone"
        if names != {self._identity}:
            return "its file was replaced by another"
        if {end: _identity(found) for end, found in beside.items()} != self._beside:
            return "a file that belongs to it was replaced by another"
        if self._changed():
            return "its file was changed by another program"
        if beside["-wal"].st_size < self._journal:
            return "its journal was cut off by another program"
        self._journal = beside["-wal"].st_size
        return ""

    def _changed(self) -> bool:
        if not self._ours.acquire(blocking=False):  # we write into it ourselves
            return False
        try:
            now = os.fstat(self._descriptor)
            return (now.st_size, now.st_mtime_ns) != self._known
        finally:
            self._ours.release()

    def rescue(self) -> None:
        """Where only what lies beside the file is lost, write into the file what we still hold of it."""
        if _identity_at(self.path) == self._identity and not self._changed():
            self.write_journal()


def integrity(path: Path) -> str:
    """What SQLite finds wrong with a file, "" for nothing. Raises sqlite3.Error for what is no database."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_autocheckpoint=0")
        found = [row[0] for row in connection.execute("PRAGMA integrity_check(3)")]
        if found != ["ok"]:
            return "; ".join(map(str, found))
        row = connection.execute("PRAGMA foreign_key_check").fetchone()
        return "" if row is None else f"row {row[1]} of {row[0]} belongs to a row of {row[2]} that is not there"


def make_private(path: Path) -> None:
    """Let nobody but its owner read a file or a folder, where it is ours; told in the log.

    On Windows the folders of a user are his alone by themselves, and modes say nothing.
    """
    if sys.platform == "win32":
        return
    found = os.stat(path)
    open_to = stat.S_IMODE(found.st_mode) & 0o077
    if open_to and found.st_uid == os.geteuid():
        os.chmod(path, stat.S_IMODE(found.st_mode) & ~0o077)
        log.warning("%s could be read by others: now it is open to its owner only", path)
    elif open_to:
        log.warning("%s can be read by others, and is not ours to close", path)


def _identity(found: os.stat_result) -> Identity:
    return found.st_dev, found.st_ino


def _identity_at(path: Path) -> Identity | None:
    try:
        return _identity(os.stat(path))
    except OSError:
        return None


def sync(folder: Path) -> None:
    """See that the names in a folder are on the disk, where that can be asked for."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
