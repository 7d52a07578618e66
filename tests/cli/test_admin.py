"""`hexillum admin` at the terminal: every example works, and what cannot be done is refused in one sentence."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from hexillum.cli import main
from hexillum.cli.admin import admin
from hexillum.cli.app import with_examples
from hexillum.web.store import Beside
from tests.web.looked_after import House
from tests.web.players import query

with_examples(admin)
EXAMPLES = [
    (name, example)
    for name, command in [("admin", admin), *admin.commands.items()]
    for example in re.findall(r"^  hexillum (.*)$", command.epilog or "", re.MULTILINE)
]
SOMEWHERE = "5bed053820d945d09e30b3cea7688a55"
Say = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A server's folder with three games, to be copied."""
    folder = tmp_path_factory.mktemp("filled")
    House(folder).filled()
    return folder


@pytest.fixture
def house(filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    """A server's folder with three games, where one stands; its database and key are named by the environment."""
    shutil.copytree(filled, tmp_path, dirs_exist_ok=True)
    made = House(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HEXILLUM_DATABASE", made.database)
    monkeypatch.setenv("HEXILLUM_KEY_FILE", str(made.key_file))
    return made


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Say something at the terminal: the status, what is printed, and what is remarked."""

    def run(*words: str) -> tuple[int, str, str]:
        capsys.readouterr()
        status = main(["admin", *words])
        told = capsys.readouterr()
        return status, told.out, told.err

    return run


def test_every_part_has_a_help_with_an_example_that_is_of_it():
    assert {name for name, _ in EXAMPLES} == {"admin", *admin.commands}
    for name, example in EXAMPLES:
        assert name == "admin" or shlex.split(example)[1] == name
    for name, command in admin.commands.items():
        assert command.help and len(command.help.splitlines()[0]) <= 130, name


@pytest.mark.parametrize("example", [example for _, example in EXAMPLES])
def test_an_example_works(example, house, say):
    [going, *_, over] = [id for (id,) in query(house.database, "SELECT id FROM games ORDER BY status")]
    words = shlex.split(example.replace(SOMEWHERE, going if " end " in example else over))[1:]
    if words[0] in ("restore", "verify") and "games-copy.db" in words:
        assert say("backup", "games-copy.db")[0] == 0
    words = [{"games.db": house.database}.get(word, word) for word in words]
    if words[0] == "restore" and "--replace" not in words:
        words = [{house.database: "other.db"}.get(word, word) for word in words]
    if words[0] == "move":
        words = [word if not word.startswith("postgresql") else "new.db" for word in words]
    if words[0] in ("revoke", "unblock"):
        assert say(*{"revoke": ("token", "ada"), "unblock": ("block", "Anna")}[words[0]])[0] == 0
    status, told, remarked = say(*words)
    assert status == 0, remarked
    assert "Traceback" not in told + remarked
    if "--json" in words:
        json.loads(told)


WRONG = [
    ("show nothing", "no id of a game"),
    ("show ../../etc/passwd", "no id of a game"),
    (f"show {SOMEWHERE}", f"there is no game {SOMEWHERE}"),
    (f"end {SOMEWHERE}", f"there is no game {SOMEWHERE}"),
    (f"export {SOMEWHERE}", f"there is no game {SOMEWHERE}"),
    (f"delete {SOMEWHERE} --yes", f"there is no game {SOMEWHERE}"),
    ("token ../ada", "no name for an admin"),
    ("revoke nobody", "nobody has no token"),
    ("block <script>", "a name has letters"),
    ("unblock Nobody1", "nobody is called"),
    ("old", "say how long games are kept"),
    ("backup no-folder/copy.db", "there is no folder"),
    ("backup games.db", "is there already"),
    ("restore nothing.db", "there is no file"),
    ("restore server.key", "no copy of a database|no database of Hexillum"),
    ("move --to games.db", "the old one"),
    ("move --to mysql://x/y", "no kind of database"),
    ("list --database nothing.db", "there is no database nothing.db"),
    ("verify --key-file other.key", "another key"),
    ("list --database server.key", "cannot be used|no database of Hexillum"),
]


@pytest.mark.parametrize(("line", "why"), WRONG)
def test_what_cannot_be_done_is_one_sentence_and_nothing_has_changed(line, why, house, say):
    before = {name: query(house.database, f"SELECT * FROM {name}") for name in ("games", "entries", "admins", "deeds")}
    status, told, remarked = say(*shlex.split(line))
    assert (status, told) == (2, "")
    assert len(remarked.strip().splitlines()) == 1 and re.search(why, remarked), remarked
    assert before == {name: query(house.database, f"SELECT * FROM {name}") for name in before}
    assert not Path("nothing.db").exists() and not Path("other.key").exists()


def test_nothing_is_deleted_without_a_yes(house, say, monkeypatch):
    [(id,), *_] = query(house.database, "SELECT id FROM games")
    monkeypatch.setattr("click.confirm", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
    assert say("delete", id)[0] != 0
    assert len(query(house.database, "SELECT id FROM games")) == 3
    status, told, _ = say("delete", id, "--yes", "--export", "gone")
    assert (status, told) == (0, "1 game deleted\n") and Path(f"gone/{id}.json").is_file()
    assert len(query(house.database, "SELECT id FROM games")) == 2


def test_a_token_is_printed_once_and_kept_by_its_digest(house, say):
    status, told, _ = say("token", "ada")
    token = told.strip()
    assert status == 0 and re.fullmatch(r"[A-Za-z0-9_-]{43}", token)
    assert say("token", "ada")[0] == 2
    assert say("token", "ada", "--again")[1].strip() != token
    assert token not in json.dumps(
        [[str(value) for value in row] for row in query(house.database, "SELECT * FROM admins")]
    )
    listed = json.loads(say("tokens", "--json")[1])
    assert [(one["name"], one["revoked_at"] is None) for one in listed] == [("ada", False), ("ada", True)]


def test_a_check_that_finds_something_ends_with_1_and_forgets_no_key(house, say):
    assert say("verify")[0] == 0
    assert say("rotate-key")[0] == 0
    [(id,), *_] = query(house.database, "SELECT id FROM games WHERE status = 'active'")
    query(house.database, f"UPDATE games SET state = '{'0' * 16}' WHERE id = '{id}'")
    status, told, _ = say("verify", "--forget-old-keys")
    assert status == 1 and id in told and "not all is well" in told
    assert len(list(house.folder.glob("server.key.*"))) == 1
    query(house.database, f"DELETE FROM games WHERE id = '{id}'")
    query(house.database, f"DELETE FROM entries WHERE game = '{id}'")
    query(house.database, f"DELETE FROM seats WHERE game = '{id}'")
    assert say("verify", "--forget-old-keys")[0] == 0
    assert list(house.folder.glob("server.key.*")) == []


def test_what_is_done_at_the_terminal_is_noted(house, say):
    [(id,), *_] = query(house.database, "SELECT id FROM games WHERE status = 'active'")
    for words in (["end", id, "--why", "late"], ["export", id], ["block", "Anna"], ["invite"], ["backup", "copy.db"]):
        assert say(*words)[0] == 0
    noted = json.loads(say("deeds", "--json")[1])
    assert {one["what"] for one in noted} >= {"end", "export", "block", "invite", "backup"}
    assert {one["who"] for one in noted if one["whom"] == id} == {noted[0]["who"]}
    assert noted[0]["who"].startswith("the terminal")


def test_reported_talk_is_read_at_the_terminal_and_nobody_learns_by_whom_it_was_reported(house, say):
    """Whoever reports a line is told that who runs the server reads it."""
    [game, *_] = [id for (id,) in query(house.database, "SELECT id FROM games WHERE status = 'active'")]

    async def work(store: Beside) -> None:
        await store.talk.say(game, "seats", "seat0", "an [/insult]", 0)
        assert await store.talk.report(game, 0, frozenset(("seats",)), "seat1")

    house.beside(work)
    [one] = json.loads(say("reports", "--json")[1])
    assert (one["game"], one["words"], one["speaker"], one["name"]) == (game, "an [/insult]", "seat0", "a guest")
    assert "reporter" not in one
    assert "an [/insult]" in say("reports")[1]
    assert say("reports", "--read", one["id"])[0] == 0
    assert json.loads(say("reports", "--json")[1]) == []
    assert [old["id"] for old in json.loads(say("reports", "--old", "--json")[1])] == [one["id"]]
    assert say("reports", "--read", one["id"])[0] != 0
    assert "read a report" in say("deeds", "--json")[1]
