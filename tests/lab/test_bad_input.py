"""Bad input to what plays many games: one sentence, a status that is not 0, nothing half-written, old results kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from hexillum.battle import editions
from hexillum.cli import main
from hexillum.core.cards import CARDS, DECKS
from hexillum.lab.results import read_rows
from hexillum.lab.tournament import read_results
from tests.kit.own_editions import take_away

for package in ("scipy", "polars"):
    pytest.importorskip(package)

PLAYERS = ["--top", "random", "--bottom", "random", "--games", "2"]
#: The commands that play many games, with a battle in them, and the file that each keeps.
COMMANDS = {
    "simulate": ["simulate", "BATTLE", *PLAYERS, "--out", "games.parquet"],
    "compare": ["compare", "akragas", "BATTLE", *PLAYERS, "--out", "games.csv"],
    "sweep": ["sweep", "BATTLE", "--set", "scenario.banners.bottom=4,5", *PLAYERS, "--out", "games.jsonl"],
    "arena": ["arena", "greedy", "random", "--battles", "BATTLE", "--games", "2", "--out", "games.jsonl"],
}
EMPTY = "".join(f"[card.{CARDS[n].key}]\ncopies = 0\n" for n, copies in DECKS["ancients"].items() if copies)
#: What may be wrong with a variant: its files, the first of which is played by, and words of the sentence.
WRONG = {
    "unknown key": ({"x.toml": 'extends = "ancients"\ncolour = "red"\n'}, "x.toml:2: unknown key 'colour': expected"),
    "unknown column": (
        {"x.toml": 'extends = "ancients"\n[kind.heavy-infantry]\ncloses = 4\n'},
        "x.toml:3: [kind.heavy-infantry] unknown column 'closes': expected one of",
    ),
    "circle": (
        {"x.toml": 'extends = "y.toml"\n', "y.toml": 'extends = "x.toml"\n'},
        "y.toml:1: extends itself in a circle: x.toml extends y.toml extends x.toml",
    ),
    "no blocks": (
        {"x.toml": 'extends = "ancients"\n[kind.heavy-infantry]\nblocks = 0\n'},
        "x.toml:3: [kind.heavy-infantry] blocks must be from 1 to 6, not 0",
    ),
    "empty deck": (
        {"x.toml": f'extends = "ancients"\n{EMPTY}'},
        "x.toml:2: makes a deck of 0 cards: expected 1 to 120",
    ),
}


def refused(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    told = capsys.readouterr()
    assert told.err.startswith("hexillum: ") and told.err.count("\n") == 1 and said in told.err, told.err
    assert told.out == ""


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_variant_that_is_wrong_is_told_in_one_sentence(tmp_path, monkeypatch, capsys, command, wrong):
    monkeypatch.chdir(tmp_path)
    files, said = WRONG[wrong]
    for name, text in files.items():
        Path(name).write_text(text)
    words = [word.replace("BATTLE", "akragas+x.toml") for word in COMMANDS[command]]
    refused(words, said, capsys)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(files)
    (kept,) = (word for word in words if word.startswith("games."))
    assert main([word.replace("BATTLE", "akragas") for word in COMMANDS[command]]) == 0
    before = Path(kept).read_bytes()
    capsys.readouterr()
    refused(words, said, capsys)
    assert Path(kept).read_bytes() == before and not list(tmp_path.glob("*.unfinished"))


@pytest.mark.parametrize("command", COMMANDS)
def test_two_editions_of_one_name_are_told_in_one_sentence(tmp_path, monkeypatch, capsys, command):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HEXILLUM_EDITION", "")
    for folder, dice in (("one", 3), ("two", 4)):
        Path(folder).mkdir()
        Path(folder, "mine.toml").write_text(f'extends = "ancients"\n[kind.warrior]\nclose = {dice + 1}\n')
    words = [word.replace("BATTLE", "akragas") for word in COMMANDS[command]]
    try:
        refused([*words, "--edition", "one/mine.toml", "--edition", "two/mine.toml"], "of the name 'mine'", capsys)
    finally:
        editions.forget()
        take_away()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]


CHEATS = {
    "a word": ("return 'nonsense'", "answered \"'nonsense'\", which is not offered"),
    "a number": ("return 10**9", "answered 1000000000, which is not offered"),
    "a look at what is hidden": ("return battle.state.deck[0]", "AttributeError in line 3"),
}


@pytest.mark.parametrize("cheat", CHEATS)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_player_that_cheats_loses_and_the_run_goes_on_and_says_so(tmp_path, monkeypatch, capsys, command, cheat):
    monkeypatch.chdir(tmp_path)
    line, said = CHEATS[cheat]
    (tmp_path / "cheat.py").write_text(f"class Mine:\n    def choose(self, battle):\n        {line}\n")
    words = [word.replace("BATTLE", "akragas") for word in COMMANDS[command]]
    words[words.index("greedy" if command == "arena" else "random")] = f"{tmp_path}/cheat.py:Mine"
    assert main(words) == 1
    told = capsys.readouterr().err
    games = 4 if command in ("compare", "sweep") else 2
    assert told.startswith(f"forfeit: {tmp_path}/cheat.py:Mine") and told.count("\n") == 1, told
    assert said in told and f"({games} games lost)" in told
    (kept,) = tmp_path.glob("games.*")
    assert kept.stat().st_size > 0
    if command != "arena":
        assert [row["winner"] for row in read_rows(kept)] == ["bottom"] * games


@pytest.mark.skipif(sys.platform == "win32", reason="bounds on files are told in another way there")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_disk_that_is_full_while_games_are_played_leaves_whole_games(tmp_path, command):
    """A real write that fails: the process may write no file that is longer than a game or two take."""
    most = 900 if command == "arena" else 5_500
    words = [word.replace("BATTLE", "akragas") for word in COMMANDS[command]]
    words[words.index("--games") + 1] = "6"
    code = (
        f"import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, {most})); "
        "from hexillum.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "HEXILLUM_COMPILE": "no"},
    )
    assert done.returncode == 2 and "Traceback" not in done.stderr, done.stderr
    assert "games." in done.stderr and done.stderr.count("\n") == 1
    (name,) = (word for word in words if word.startswith("games."))
    assert len(list(tmp_path.iterdir())) == 1
    whole = len(read_results(tmp_path / name)[1] if command == "arena" else read_rows(tmp_path / name))
    assert 0 < whole < 6
    with pytest.MonkeyPatch.context() as patch:  # with room again it goes on
        patch.chdir(tmp_path)
        assert main(words) == 0
    played = read_results(tmp_path / name)[1] if command == "arena" else read_rows(tmp_path / name)
    assert len(played) == (6 if command in ("arena", "simulate") else 12)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_games_of_an_edition_that_is_not_loaded_are_still_read(tmp_path, monkeypatch):
    from hexillum.lab import read_games

    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(
        'extends = "ancients"\n[kind.warrior]\nclose = 5\n[kind.hoplite]\nlike = "heavy-infantry"\nname = "Hoplite"\n'
        'letters = "HO"\n[card.hurry]\nname = "Hurry"\ncopies = 9\nsections = { left = 3 }\nrule = "CARD-01"\n'
    )
    words = ["simulate", "akragas+mine.toml", *PLAYERS, "--out"]
    before = {}
    for ending in ("parquet", "csv", "jsonl"):
        assert main([*words, f"games.{ending}"]) == 0
        before[ending] = read_games(f"games.{ending}")
    take_away()
    for ending, table in before.items():
        again = read_games(f"games.{ending}")
        assert again["edition"].to_list() == ["mine", "mine"] and again["top_cards_hurry"].sum() > 0
        assert again.equals(table.select(again.columns)) and "top_cards_hurry" in again.columns
        assert main(["simulate", "zama", *PLAYERS, "--out", f"games.{ending}"]) == 0  # and is gone on with
        assert read_games(f"games.{ending}")["edition"].to_list() == ["mine", "mine", "ancients", "ancients"]
        assert read_games(f"games.{ending}")["top_cards_hurry"].to_list() == [*again["top_cards_hurry"], 0, 0]


@pytest.mark.parametrize(
    ("command", "option"),
    [("simulate", "--report"), *((one, "--out") for one in ("simulate", "compare", "sweep", "arena"))]
    + [(one, "--plot") for one in ("compare", "sweep", "arena")],
)
def test_a_folder_that_is_not_there_is_told_before_anything_is_played(tmp_path, monkeypatch, capsys, command, option):
    monkeypatch.chdir(tmp_path)
    words = {
        "simulate": ["--all"] if option == "--report" else ["akragas"],
        "compare": ["akragas", "zama"],
        "sweep": ["akragas", "--set", "scenario.banners.top=4,5"],
        "arena": ["random", "greedy", "--battles", "akragas"],
    }[command] + ["--games", "2"]
    file = {"--out": "games.csv", "--plot": "picture.svg", "--report": "page.md"}[option]
    assert main([command, *words, option, f"nowhere/{file}"]) == 2
    told = capsys.readouterr()
    assert f"nowhere/{file}: there is no folder nowhere to write it to" in told.err and not told.out
    assert not list(tmp_path.iterdir())
