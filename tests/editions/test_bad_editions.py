"""Editions that cannot be used: one clear sentence with file and line, a status that is not 0, nothing half-done."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexillum.battle import editions
from hexillum.battle.door import Battle
from hexillum.battle.scenarios import load_scenario, read_scenario, scenario_text
from hexillum.cli import main
from hexillum.core.cards import CARDS
from hexillum.core.kinds import KINDS
from hexillum.core.rows import EDITIONS
from hexillum.core.toml_lines import BadFile
from hexillum.notation.game_record import BadRecord, read_record, write_record
from tests.kit.own_editions import successors, take_away

ANCIENTS = 'extends = "ancients"\n'
#: A file, the line that is wrong, and words that the sentence has.
BAD = {
    "no TOML": ("extends = = 2", 1, "is not valid TOML"),
    "unknown key": (ANCIENTS + "colour = 3", 2, "unknown key 'colour': expected one of extends"),
    "unknown edition": ('extends = "persian"', 1, "extends 'persian', which is no edition: expected one of ancients"),
    "nothing extended": ("[kind.warrior]\nclose = 4", 1, "lacks 'extends': expected ancients, medieval"),
    "text for a number": (
        ANCIENTS + '[kind.warrior]\nclose = "four"',
        3,
        "[kind.warrior] close must be a whole number, not 'four'",
    ),
    "too many dice": (ANCIENTS + "[kind.warrior]\nclose = 40", 3, "close must be from 1 to 8, not 40"),
    "light foot that charges": (ANCIENTS + "[kind.auxilia]\ncharge = 3", 3, "light foot passes through others"),
    "no dice": (ANCIENTS + "[terrain.forest]\nclose_in = 0", 3, "close_in must be from 1 to 99, not 0"),
    "no blocks": (ANCIENTS + "[kind.warrior]\nblocks = 0", 3, "blocks must be from 1 to 6, not 0"),
    "unknown column": (ANCIENTS + "[kind.warrior]\nclsoe = 4", 3, "unknown column 'clsoe': expected one of like, name"),
    "unknown trait": (ANCIENTS + '[kind.warrior]\ntraits = ["flies"]', 3, "traits has 'flies', expected 'swords-miss'"),
    "new kind that lacks something": (
        ANCIENTS + "\n[kind.hoplite]\nclose = 5",
        3,
        "is new and lacks 'name', or 'like'",
    ),
    "card that is not there": (ANCIENTS + "\n[card.ralli]\ncopies = 1", 3, "lacks 'name'; did you mean rally?"),
    "no whole number": (ANCIENTS + "[kind.warrior]\nclose = 4.5", 3, "close must be a whole number, not 4.5"),
    "unknown law": (ANCIENTS + "[law]\nfast = true", 3, "'fast' is not a law: expected one of"),
    "like nothing": (ANCIENTS + '[kind.hoplite]\nlike = "spartan"', 3, "is like 'spartan', expected one of light-inf"),
    "clear ground": (ANCIENTS + "[terrain.clear]\nclose_in = 1", 2, "clear ground is the same in every edition"),
    "unknown rule": (ANCIENTS + '[card.rally]\nrule = "CARD-99"', 3, "rule is 'CARD-99', expected"),
    "mirror of nothing": (ANCIENTS + '[card.rally]\nmirror = "yllar"', 3, "mirror is 'yllar', which is no card"),
    "unknown switch": (ANCIENTS + "[switch]\nfast = true", 3, "'fast' is not a switch: expected one of exact_evade"),
    "switch of two values": (ANCIENTS + "[switch]\nexact_evade = 1", 3, "exact_evade must be true or false, not 1"),
    "board": (ANCIENTS + "rows = 10", 2, "rows must be 9 or 11, not 10"),
    "unknown number": (ANCIENTS + '[numbers]\n"CC-02" = "CC-99"', 3, "'CC-99' is not a rule"),
    "key": (ANCIENTS + 'key = "My own"', 2, "is not a key for an edition"),
    "key of another": (ANCIENTS + 'key = "medieval"', 2, "'medieval' is not a key for an edition"),
    "replaces": ('replaces = "persian"', 1, "replaces is 'persian', expected one of ancients, medieval"),
    "empty deck": (
        ANCIENTS + "".join(f"[card.{card.key}]\ncopies = 0\n" for card in CARDS.among("ancients")),
        2,
        "makes a deck of 0 cards: expected 1 to 120",
    ),
    "too many cards": (ANCIENTS + "[card.rally]\ncopies = 40\n[card.ambush]\nlike='rally'\ncopies=40", 2, "deck of"),
    "too many kinds": (
        ANCIENTS + "".join(f"[kind.k{n}]\nlike = 'warrior'\n" for n in range(100)),
        1,
        "has too many kinds of unit: 100 of its own, but all editions that are loaded have room for 128",
    ),
    "too many rows of cards": (
        ANCIENTS + "".join(f"[card.c{n}]\nlike = 'rally'\ncopies = 0\n" for n in range(40)),
        1,
        "has too many cards: 40 of its own",
    ),
}
#: What a variant says of a battle, and why that cannot be.
BAD_SCENARIOS = {
    "unknown key": ("units = 3", 2, "unknown key 'units' in [scenario]: expected one of name, banners"),
    "no side": ("banners = 6", 2, "banners must be a table, not 6"),
    "third side": ("banners.left = 6", 2, "expected banners.top or banners.bottom"),
    "too many": ("banners.top = 60", 2, "banners.top must be a whole number from 1 to 13, not 60"),
    "no whole number": ("command.top = 4.5", 2, "command.top must be a whole number from 1 to 12, not 4.5"),
    "no hex": ('terrain.Z9 = "forest"', 2, "'Z9' is not a hex: expected a row letter"),
    "no terrain": ('terrain.E5 = "lava"', 2, "terrain.E5 is 'lava', expected one of clear, broken-ground, forest"),
    "ground that is no word": ("terrain.E5 = 3", 2, "terrain.E5 must be a text, not 3"),
    "first": ('first = "left"', 2, "first is 'left', expected one of top, bottom"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_edition_is_refused_with_its_line(name: str, tmp_path: Path) -> None:
    text, line, words = BAD[name]
    path = tmp_path / "bad.toml"
    path.write_text(text, encoding="utf-8")
    before = len(KINDS), len(CARDS), list(EDITIONS)
    with pytest.raises(BadFile) as error:
        editions.load(path)
    assert (error.value.file, error.value.line) == (str(path), line)
    assert words in str(error.value) and "\n" not in str(error.value)
    assert (len(KINDS), len(CARDS), list(EDITIONS)) == before


@pytest.mark.parametrize("name", BAD_SCENARIOS)
def test_a_bad_change_of_a_battle_is_refused_with_its_line(name: str, tmp_path: Path) -> None:
    text, line, words = BAD_SCENARIOS[name]
    path = tmp_path / "bad.toml"
    path.write_text(f"[scenario]\n{text}\n", encoding="utf-8")
    with pytest.raises(BadFile) as error:
        load_scenario(f"akragas+{path}")
    assert error.value.file == str(path) and error.value.line == line and words in str(error.value)


@pytest.mark.parametrize("name", BAD_SCENARIOS)
def test_the_command_editions_finds_what_a_variant_says_of_a_battle_wrongly(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text, line, words = BAD_SCENARIOS[name]
    path = tmp_path / "bad.toml"
    path.write_text(f'extends = "ancients"\n[scenario]\n{text}\n', encoding="utf-8")
    assert main(["editions", str(path)]) == 1
    told = capsys.readouterr()
    assert f"bad.toml:{line + 1}: " in told.err and words in told.err and "no problem" not in told.err


def test_editions_that_extend_each_other_in_a_circle_are_refused(tmp_path: Path) -> None:
    (tmp_path / "one.toml").write_text('extends = "two.toml"\n', encoding="utf-8")
    (tmp_path / "two.toml").write_text('name = "Two"\nextends = "one.toml"\n', encoding="utf-8")
    with pytest.raises(BadFile, match=r"two.toml:2: extends itself in a circle: one.toml extends two.toml extends one"):
        editions.load(tmp_path / "one.toml")


def test_two_editions_of_one_name_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder, dice in (("a", 3), ("b", 4)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "mine.toml").write_text(f"{ANCIENTS}[kind.auxilia]\nclose = {dice + 1}\n")
    editions.load(tmp_path / "a/mine.toml")
    with pytest.raises(BadFile, match="there are two editions of the name 'mine', and they differ"):
        editions.load(tmp_path / "b/mine.toml")
    assert Battle.start("akragas", edition="mine").scenario == load_scenario(f"akragas+{tmp_path}/a/mine.toml")


def test_a_folder_without_edition_toml_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match=r"is a folder without edition.toml"):
        editions.load(tmp_path)
    (tmp_path / "edition.toml").write_text(ANCIENTS)
    (tmp_path / "cards.toml").write_text("[kind.warrior]\nclose = 3\n")
    with pytest.raises(BadFile, match=r"cards.toml:1: unknown table \[kind\]: expected \[card.NAME\] or \[effect.NAME"):
        editions.load(tmp_path)


def test_an_edition_of_another_game_does_not_play_a_battle(tmp_path: Path) -> None:
    path = tmp_path / "late.toml"
    path.write_text('extends = "medieval"\n[kind.auxilia]\nclose = 3\n')
    with pytest.raises(BadFile, match="extends medieval, but akragas is a battle of ancients"):
        load_scenario(f"akragas+{path}")
    with pytest.raises(ValueError, match="there is no edition 'nowhere': expected one of ancients, medieval"):
        Battle.start("akragas", edition="nowhere")


def test_a_battle_that_a_variant_makes_impossible_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "flood.toml"
    path.write_text('[scenario]\nterrain.B4 = "river"\n')
    with pytest.raises(BadFile, match=r"B4 is river, where .* may not be"):
        load_scenario(f"akragas+{path}")


def test_a_record_with_a_bad_edition_is_refused(tmp_path: Path) -> None:
    editions.load(successors(tmp_path))
    text = write_record(Battle.start("gaza", seed=1))
    take_away()
    with pytest.raises(BadRecord, match="close must be from 1 to 8, not 9"):
        read_record(text.replace("close = 6", "close = 9"))
    assert EDITIONS == ["ancients", "medieval"]


def test_a_server_takes_no_editions_from_others(tmp_path: Path) -> None:
    editions.load(successors(tmp_path))
    plan = load_scenario("gaza")
    record, text = write_record(Battle.start(plan, seed=1)), scenario_text(plan)
    editions.close()
    assert read_record(record).scenario == plan == read_scenario(text)
    take_away()
    editions.close()
    for read in (lambda: read_record(record), lambda: read_scenario(text)):
        with pytest.raises(ValueError, match="is of an edition that is not loaded here"):
            read()


@pytest.mark.parametrize("command", [["play"], ["scenarios"], ["odds", "--table", "ancients"], ["check", "x.yaml"]])
def test_every_command_refuses_a_bad_edition(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(ANCIENTS + "[kind.warrior]\nblocks = 0\n")
    assert main([*command, "--edition", str(path)]) == 2
    assert f"{path}:3: [kind.warrior] blocks must be from 1 to 6, not 0" in capsys.readouterr().err


def test_the_command_editions_lists_and_checks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    place, bad = successors(tmp_path), tmp_path / "bad.toml"
    bad.write_text(ANCIENTS + "[kind.warrior]\nblocks = 0\n")
    assert main(["editions", str(place)]) == 0
    assert (
        "successors: Successors; 20 kinds of unit, 16 of terrain, 63 cards; extends ancients" in capsys.readouterr().out
    )
    assert main(["editions", str(bad)]) == 1
    assert "bad.toml:3:" in capsys.readouterr().err
    assert main(["editions", str(tmp_path / "nowhere.toml")]) == 2
    (place / "scenarios/gaza.toml").write_text((place / "scenarios/gaza.toml").read_text().replace("phalanx", "falanx"))
    assert main(["editions", str(place)]) == 1
    assert "unknown kind of unit 'falanx'; did you mean phalanx?" in capsys.readouterr().err
    monkeypatch.setenv("HEXILLUM_PATH", str(place))
    editions.forget()
    assert main(["editions", "--json"]) == 1
    assert '"key": "successors"' in capsys.readouterr().out
    monkeypatch.setenv("HEXILLUM_PATH", str(tmp_path / "gone"))
    editions.forget()
    assert main(["editions"]) == 2
    assert "is not there, but HEXILLUM_PATH names it" in capsys.readouterr().err
