"""Files that were made to hurt are refused with their place, and one bad file never stops the others."""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path

import pytest

from hexillum.battle.scenarios import FOLDER, ScenarioError, load_scenario, read_scenario
from hexillum.cli import main
from hexillum.core.files import TooMuch, read_text
from hexillum.core.toml_lines import BadFile, parse
from hexillum.lab.tournament import BadTournament, read_results
from hexillum.notation.cases import CaseError, read_cases, read_nodes
from hexillum.notation.cases.nodes import DEPTH_MOST, VALUES_MOST
from hexillum.notation.cases.reading import BYTES_MOST

GOOD = "{case: reach, setup: {units: [bottom F5 warrior 4, top C5 auxilia 4]}, script: ['illegal: close F5xC5']}"
LAUGHS = "\n".join(f"{b}: &{b} [{', '.join([f'*{a}'] * 10)}]" for a, b in zip("abcdefgh", "bcdefghi", strict=True))

#: Texts that are no case file, the line at which that shows, and what is said.
HOSTILE = {
    "a word that is no bool": ("case: !!bool maybe", 1, "'maybe' is not what it says: bool"),
    "a word that is no number": ("\ncase: !!int many", 2, "'many' is not what it says: int"),
    "half a character": ('case: "\\uD800"', 1, "is not what it says: str"),
    "a number that nobody can print": ("case: " + "9" * 5000, 1, "is not what it says: int"),
    "a hexadecimal number that nobody can print": ("case: 0x" + "f" * 5000, 1, "is not what it says: int"),
    "a set": ("case: !!set x", 1, "no kind of value 'tag:yaml.org,2002:set'"),
    "a list as a key": ("? [a]\n: b", 1, "no kind of value"),
    "merged keys": ("<<: {case: a}", 1, "no kind of value"),
    "a billion laughs": ("a: &a [x, x]\n" + LAUGHS, 2, "an alias stands for another value"),
    "an alias": ("case: &a b\nnote: *a", 2, "an alias stands for another value"),
    "lists in lists": ("case:\n  " + "[" * (DEPTH_MOST + 5), 2, "nested too deeply"),
    "mappings in mappings": ("{a: " * 2000, 1, "nested too deeply"),
    "too many values": ("- a\n" * (VALUES_MOST + 5), VALUES_MOST, f"at most {VALUES_MOST} values"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_case_file_is_refused_at_its_line(name: str) -> None:
    text, line, words = HOSTILE[name]
    with pytest.raises(CaseError) as found:
        list(read_nodes(text, "x.yaml"))
    assert (found.value.line, words in found.value.message) == (line, True), str(found.value)


def test_a_date_is_a_text_even_where_no_calendar_has_it() -> None:
    assert [node.plain() for node in read_nodes("[2020-99-99, 2020-01-02]", "x")] == [["2020-99-99", "2020-01-02"]]


def test_one_bad_file_never_stops_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "cases"
    folder.mkdir()
    (folder / "good.yaml").write_text(GOOD)
    for n, (text, _, _) in enumerate(HOSTILE.values()):
        (folder / f"{n}.yaml").write_text(text)
    (folder / "binary.yaml").write_bytes(bytes(range(256)))
    (folder / "huge.yaml").touch()
    os.truncate(folder / "huge.yaml", 1 << 30)
    (folder / "folder.yaml").mkdir()
    (folder / "round.yaml").symlink_to("round.yaml")
    (folder / "nowhere.yaml").symlink_to("nowhere else")
    os.mkfifo(folder / "silent.yaml")
    (folder / "expects.yaml").write_text(GOOD.replace("script", "expect: {dice: {a: b}}, script"))
    (tmp_path / "empty").mkdir()
    words = ["check", str(tmp_path / "empty"), "/dev/zero", str(folder), str(folder / "good.yaml")]
    started = time.monotonic()
    assert main(words) == 2
    assert time.monotonic() - started < 20
    said = capsys.readouterr()
    bad = len(HOSTILE) + 7 + 2
    assert f"2 passed, 0 failed, {bad} files cannot be used" in said.out, said
    lines = said.err.splitlines()
    assert len(lines) == bad
    assert all(line.startswith("cannot be used: ") for line in lines)
    assert f"huge.yaml:1: is too large: expected at most {BYTES_MOST:,} bytes" in said.err


def test_a_mistake_of_ours_does_not_stop_the_other_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "good.yaml").write_text(GOOD)
    (tmp_path / "bad.yaml").write_text(GOOD.replace("reach", "bad"))

    def careless(text: str, file: str) -> object:
        if "bad" in text:
            raise IndexError("list index out of range")
        return read_nodes(text, file)

    monkeypatch.setattr("hexillum.notation.cases.reading.read_nodes", careless)
    assert main(["check", str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert "1 passed" in said.out
    assert "bad.yaml:1: the referee itself fails at it: IndexError" in said.err


def test_a_case_whose_lines_can_be_read_in_too_many_ways_is_given_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cards, turns = ", ".join(["order-two-left"] * 30), 25
    text = (
        "case: ways\nsetup:\n  units: [bottom G7 warrior 4, top C7 auxilia 4]\n  phase: play\n"
        f"  hands: {{top: [{cards}], bottom: [{cards}]}}\n  deck: [{', '.join(['rally'] * 60)}]\n"
        f"script: [{', '.join(['card order-two-left', 'done'] * turns)}, fly]\n"
    )
    (tmp_path / "ways.yaml").write_text(text)
    started = time.monotonic()
    assert main(["check", str(tmp_path / "ways.yaml")]) == 1
    assert time.monotonic() - started < 30
    assert "ways.yaml:7: 'fly' is refused" in capsys.readouterr().out


def test_a_text_is_read_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_bytes(b"a\r\nb\rc\n")
    assert read_text(file, 7) == "a\nb\nc\n"
    with pytest.raises(TooMuch, match="at most 6 bytes"):
        read_text(file, 6)
    with pytest.raises(FileNotFoundError):
        read_text("a\0b")


def test_a_pipe_is_read_until_it_ends_and_an_endless_one_is_left(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert read_text(pipe) == ""
    writing = os.open(pipe, os.O_RDWR)  # a writer who is there before the reader comes, and goes while he waits
    os.write(writing, b"one\ntwo")
    leaving = threading.Timer(0.2, os.close, [writing])
    leaving.start()
    assert read_text(pipe) == "one\ntwo"
    leaving.join()
    with pytest.raises(TooMuch):
        read_text("/dev/zero", 1000)


#: Texts that are no scenario, and what is said.
SCENARIOS = {
    "a dotted key": ("a = 1\n" + "b." * 5000 + "b = 1", 2, "a key has too many parts"),
    "a table of many names": ("[" + "'b' . " * 5000 + "b]", 1, "a key has too many parts"),
    "lists in lists": ("a = " + "[" * 5000, 1, "nested too deeply"),
    "lists in lists that end": ("a = " + "[" * 100 + "]" * 100, 1, "nested too deeply"),
    "tables in tables": ("a = " + "{b = " * 90 + "1" + "}" * 90, 1, "nested too deeply"),
    "a number that nobody can print": ("a = " + "9" * 5000, 1, "not usable TOML"),
    "a day that no calendar has": ("a = 2020-99-99", 1, "TOML"),
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_hostile_scenario_is_refused_at_its_line(name: str) -> None:
    text, line, words = SCENARIOS[name]
    started = time.monotonic()
    with pytest.raises(BadFile) as found:
        parse(text, "x.toml")
    assert (found.value.line, words in found.value.message) == (line, True), str(found.value)
    with pytest.raises(ScenarioError):
        read_scenario(text)
    assert time.monotonic() - started < 10


def test_a_sentence_with_many_full_stops_is_no_key() -> None:
    text = 'note = "' + "a. " * 50 + '"\nmore = "1.2"'
    assert parse(text).data["more"] == "1.2"


def test_a_scenario_that_is_too_large_is_refused_before_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.touch()
    os.truncate(file, 1 << 30)
    with pytest.raises(ScenarioError, match=r"x\.toml:1: is too large"):
        load_scenario(file)


def test_a_scenario_with_thousands_of_problems_is_judged_in_good_time(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text("".join(f"key{n} = 1\n" for n in range(10_000)))
    started = time.monotonic()
    assert main(["scenarios", "check", str(file)]) == 1
    assert time.monotonic() - started < 20


def test_scenarios_are_checked_past_one_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad, good = tmp_path / "bad.toml", tmp_path / "good.toml"
    bad.write_bytes(b"\xff")
    good.write_text((FOLDER / "akragas.toml").read_text().replace("banners = 5", "banners = 0", 1))
    assert main(["scenarios", "check", str(bad), str(good), str(tmp_path / "none.toml")]) == 2
    said = capsys.readouterr()
    assert "good.toml" in said.out
    assert "bad.toml" in said.err and "none.toml" in said.err


GAME = {
    "first": "a",
    "second": "b",
    "battle": "zama",
    "number": 0,
    "seed": 1,
    "score": 1.0,
    "banners": [6, 2],
    "turns": 9,
}


@pytest.mark.parametrize(
    "wrong",
    [
        {"first": 3},
        {"first": "\ud800"},
        {"score": "1"},
        {"score": 7},
        {"score": float("nan")},
        {"banners": [1]},
        {"banners": 5},
        {"banners": [1, -2]},
        {"seconds": [1e400, 0]},
        {"turns": None},
        {"more": 1},
    ],
    ids=str,
)
def test_a_result_that_cannot_be_is_refused_with_its_line(wrong: dict[str, object], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(['{"format": "hexillum tournament 2"}', json.dumps(GAME | wrong), json.dumps(GAME), ""]))
    with pytest.raises(BadTournament, match=r"line 2: this is not a game"):
        read_results(file)


@pytest.mark.parametrize("line", ["[" * 100_000, "[]", '"x"', "{", "1" * 5000])
def test_a_line_of_results_that_is_no_object_is_refused(line: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join([line, ""]))
    with pytest.raises(BadTournament, match="not the file of a tournament"):
        read_results(file)
    file.write_text("\n".join(['{"format": "hexillum tournament 2"}', line, json.dumps(GAME), ""]))
    with pytest.raises(BadTournament, match="line 2"):
        read_results(file)


def test_more_players_than_can_be_rated_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    games = [json.dumps(GAME | {"first": f"player {n}"}) for n in range(100)]
    file.write_text("\n".join(['{"format": "hexillum tournament 2"}', *games, ""]))
    with pytest.raises(BadTournament, match="101 players are too many"):
        read_results(file)


def test_a_case_file_of_a_gigabyte_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.touch()
    os.truncate(file, 1 << 30)
    with pytest.raises(CaseError, match=r"x\.yaml:1: is too large"):
        read_cases(file)
