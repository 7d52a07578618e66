"""Files that can be trusted: records and positions hold what they need, and mean the same whatever the tables' rows."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hexillum
from hexillum.battle import scenarios
from hexillum.battle.door import Battle
from hexillum.battle.positions import BadPosition, read_position, state_digest, write_position
from hexillum.battle.scenarios import Scenario, load_scenario, read_scenario, scenario_text
from hexillum.battle.spelling import PROCEDURES, QUESTIONS, STEPS
from hexillum.core.digest import SOURCES, digest_of, made_with, rules_digest
from hexillum.core.rows import EDITIONS
from hexillum.notation.game_record import BadRecord, read_record, write_record
from hexillum.players import player

OLD = Path(__file__).parent / "files_of_1"
PACKAGE = Path(hexillum.__file__).parent
POSITIONS = sorted(path.stem for path in OLD.glob("*.position"))
RECORDS = sorted(path.stem for path in OLD.glob("*.battle"))


def old(name: str) -> str:
    return (OLD / name).read_text(encoding="utf-8")


def played(battle: Battle, choices: int, seed: int = 1) -> Battle:
    """The battle after so many more choices of a player that knows no plan."""
    players = [player("random", seed), player("random", seed + 1)]
    for _ in range(choices):
        if battle.over:
            break
        s = battle.state
        if s.who > 1:
            battle.throw()
        else:
            battle.choose(players[s.who].choose(s, battle.numbers()))
    return battle


def check_record(battle: Battle) -> Battle:
    again = read_record(write_record(battle))
    assert again.state == battle.state
    assert again.scenario == battle.scenario
    assert write_record(again) == write_record(battle)
    return again


# ---------------------------------------------------------------- what this release wrote


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_of_format_1_is_read_as_it_was_meant(name: str) -> None:
    text = old(f"{name}.position")
    battle = Battle(read_position(text))
    asked = battle.decision
    told = json.loads(old("options.json"))[name]
    assert [asked.actor, asked.word, asked.subject, asked.rule, asked.dice] == told["decision"]
    assert ([] if asked.dice else [option.text for option in battle.options]) == told["options"]
    today = write_position(battle.state)
    assert read_position(today) == battle.state
    for number, place, kind, blocks in re.findall(r"^units (\d+).*# \w+ (\w+) (\S+) (\d)", text, re.MULTILINE):
        assert f"\nunits {number} kind={kind} hex={place} blocks={blocks} " in today


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_of_format_1_replays(name: str) -> None:
    battle = read_record(old(f"{name}.battle"))
    assert battle.state == read_position(old(f"{name}.position"))
    check_record(battle)


@pytest.mark.parametrize("kind", ["record", "position"])
def test_a_file_of_a_format_to_come_is_refused_by_name(kind: str) -> None:
    with pytest.raises((BadRecord, BadPosition)) as found:
        (read_record if kind == "record" else read_position)(f"hexillum {kind} 3\nedition ancients\nend\n")
    assert f"found 'hexillum {kind} 3', of another version of Hexillum" in str(found.value)


# ---------------------------------------------------------------- scenarios of one's own


def mine(banners: int) -> Scenario:
    """Akragas with other banners of the top side."""
    plan = load_scenario("akragas")
    return dataclasses.replace(plan, top=dataclasses.replace(plan.top, banners=banners))


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("id", ["akragas", "mine"])
def test_a_battle_of_ones_own_file_resumes(tmp_path: Path, id: str, swapped: bool) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(scenario_text(dataclasses.replace(mine(banners=9), id=id)), encoding="utf-8")
    battle = played(Battle.start(str(file), seed=1, swapped=swapped, switches={"exact_evade": True}), 200)
    file.unlink()
    again = check_record(battle)
    assert again.state.goal == [5, 9] if swapped else [9, 5]
    assert again.state.law.exact_evade == 1


def test_a_scenario_made_in_python_resumes_also_where_no_file_could_say_it() -> None:
    battle = played(Battle.start(mine(banners=20), seed=1), 100)
    again = read_record(write_record(battle))
    assert again.state == battle.state
    assert again.state.goal == [20, 5]


@pytest.mark.parametrize("name", scenarios.names())
def test_a_scenario_is_written_as_it_is_read(name: str) -> None:
    plan = load_scenario(name)
    assert read_scenario(scenario_text(plan)) == plan
    assert scenarios.turn_round(scenarios.turn_round(plan)) == plan


def test_a_battle_of_ones_own_file_goes_on_at_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hexillum.cli import main

    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(scenario_text(mine(banners=9)), encoding="utf-8")
    answers = iter(["1", "quit"])
    monkeypatch.setattr("builtins.input", lambda *_: next(answers))
    assert main(["play", "mine.toml", "--seed", "3", "--fast"]) == 0
    answers = iter(["quit"])
    assert main(["play", "--resume", "akragas-1.battle", "--fast"]) == 0
    assert read_record(Path("akragas-1.battle").read_text(encoding="utf-8")).state.goal == [9, 5]


@pytest.mark.parametrize("name", POSITIONS)
def test_a_battle_begun_at_a_position_replays_also_in_the_middle_of_a_line(name: str) -> None:
    for choices in (0, 1, 2, 25):
        battle = Battle(read_position(old(f"{name}.position")))
        check_record(played(battle, choices))


def test_a_position_before_the_deal_begins_where_it_is_replayed() -> None:
    before = Battle.start("zama", seed=1).first_state
    battle = Battle.of_state(read_position(write_position(before)))
    assert battle.prompt() == "a card is drawn"
    check_record(played(battle, 60))


def test_an_end_that_was_agreed_on_stands_in_no_record() -> None:
    battle = played(Battle.start("akragas", seed=1), 50)
    before = battle.state.copy()
    battle.end(2, "both sides agree on a draw")
    assert read_record(write_record(battle)).state == before


# ---------------------------------------------------------------- other rules


def test_a_record_that_leads_to_another_state_is_refused_by_the_rules_it_was_made_with() -> None:
    text = write_record(played(Battle.start("akragas", seed=1), 80))
    *rest, end = text.rstrip().split("\n")
    theirs = text.split("\n")[1].replace(rules_digest(), "0123456789abcdef")
    spoiled = "\n".join([rest[0], theirs, *rest[2:], f"{end[:-4]}0000"])
    with pytest.raises(
        BadRecord, match=r"leads to another state here .* it was made with hexillum .* rules 0123456789abc"
    ):
        read_record(spoiled)


def test_the_digest_is_of_all_that_decides_and_of_nothing_else(tmp_path: Path) -> None:
    assert all((PACKAGE / name).exists() for name in SOURCES)
    for path in [*(PACKAGE / "rules").glob("*.py"), *(PACKAGE / "data").glob("*/kinds.toml")]:
        assert any(str(path.relative_to(PACKAGE)).startswith(name) for name in SOURCES)
    assert digest_of("one\r\ntwo") == digest_of("one\ntwo") != digest_of("one two")
    copy = tmp_path / "elsewhere" / "hexillum"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "static"))
    for path in copy.rglob("*.toml"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert run(copy, "from hexillum.core.digest import rules_digest; print(rules_digest())").strip() == rules_digest()
    rule = copy / "rules" / "marsh.py"
    rule.write_text(rule.read_text(encoding="utf-8") + "# another rule\n", encoding="utf-8")
    assert run(copy, "from hexillum.core.digest import rules_digest; print(rules_digest())").strip() != rules_digest()


def run(package: Path, program: str, *arguments: str) -> str:
    """What a program prints that has another copy of the package."""
    environment = {**os.environ, "PYTHONPATH": str(package.parent), "HEXILLUM_COMPILE": "no"}
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


#: A row that stands in front of all others: like the first one, under another name.
TABLES = {"kinds.toml": "kind", "terrain.toml": "terrain", "cards.toml": "card"}
READ = """
import json, sys
from pathlib import Path
import hexillum
from hexillum.core.digest import rules_digest
from hexillum.core.cards import CARDS
from hexillum.core.kinds import KINDS
from hexillum.core.terrain import TERRAINS
from hexillum.battle.positions import read_position, state_digest
from hexillum.notation.game_record import read_record
from hexillum.battle.door import Battle
out = {"digest": rules_digest(), "rows": [KINDS[0].key, CARDS[0].key, TERRAINS[1].key], "of": hexillum.__file__}
for path in sorted(Path(sys.argv[1]).iterdir()):
    text = path.read_text(encoding="utf-8")
    battle = read_record(text) if path.suffix == ".battle" else Battle(read_position(text))
    out[path.name] = [state_digest(battle.state), [] if battle.decision.dice else [o.text for o in battle.options]]
print(json.dumps(out))
"""


def with_rows_in_front(copy: Path) -> None:
    """A copy of the package in which every table of each edition has a new row in front."""
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "static"))
    for edition in EDITIONS:
        for name, table in TABLES.items():
            path = copy / "data" / edition / name
            text = path.read_text(encoding="utf-8")
            heads = list(re.finditer(rf"^\[{table}\.(.+)\]$", text, re.MULTILINE))
            first = heads[1] if heads[0][1] == "clear" else heads[0]  # ground without a row of its own is clear
            body = text[first.end() : heads[heads.index(first) + 1].start()]
            new = f"[{table}.in-front]{body.split('# ---')[0]}"
            path.write_text(f"{text[: first.start()]}{new}\n{text[first.start() :]}", encoding="utf-8")


def test_a_row_in_front_of_every_table_changes_no_files_meaning(tmp_path: Path) -> None:
    files = tmp_path / "files"
    files.mkdir()
    for path in OLD.iterdir():
        if path.suffix != ".json":
            (files / f"1-{path.name}").write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    battles = {
        "akragas": Battle.start("akragas", seed=2),
        "dara": Battle.start("dara", seed=3, swapped=True),
        "mine": Battle.start(mine(banners=9), seed=4),
        "deck": Battle.start("zama", seed=5, deck=["rally", "order-two-left", "order-heavy-troops"] * 9),
        "position": Battle(read_position(old("dara-27.position"))),
    }
    for name, battle in battles.items():
        played(battle, 350)
        (files / f"{name}.battle").write_text(write_record(battle), encoding="utf-8")
        (files / f"{name}.position").write_text(write_position(battle), encoding="utf-8")
    here = json.loads(run(PACKAGE, READ, str(files)))
    with_rows_in_front(tmp_path / "other" / "hexillum")
    there = json.loads(run(tmp_path / "other" / "hexillum", READ, str(files)))
    assert there.pop("rows") == ["in-front", "in-front", "in-front"] != here.pop("rows")
    assert there.pop("digest") != here.pop("digest")
    assert there.pop("of") != here.pop("of")
    assert len(here) > 70
    assert there == here


def test_the_words_of_positions_are_those_of_the_procedures() -> None:
    """A step, a question or a procedure that gets another number keeps its word."""
    from hexillum.core import ask, proc, steps

    for module, words in ((ask, QUESTIONS), (proc, PROCEDURES)):
        for word in words[1:]:
            assert hasattr(module, word.upper().replace("-", "_")), word
    told = set()
    for procedure in PROCEDURES[1:]:
        first = {"close-combat": "close", "ranged-combat": "ranged"}.get(procedure, procedure)
        for number, word in enumerate(STEPS[procedure]):
            name = f"{first}_{word}".upper().replace("-", "_")
            assert getattr(steps, name) == number, name
            told.add(name)
    assert told == {name for name in vars(steps) if name.isupper()}
    assert set(PROCEDURES) == set(STEPS)


def test_every_file_says_what_it_was_made_with() -> None:
    battle = Battle.start("dara", seed=1)
    line = "hexillum {hexillum} rules {rules}".format(**made_with())
    assert write_record(battle).split("\n")[1] == write_position(battle).split("\n")[1] == line
    assert state_digest(read_position(write_position(battle))) == state_digest(battle.state)


def test_nothing_in_a_position_is_the_number_of_a_row() -> None:
    for name in POSITIONS:
        for line in write_position(read_position(old(f"{name}.position"))).split("\n"):
            word = line.split()[0] if line else ""
            assert word not in ("card", "effect", "why", "question") or not line.split()[1].isdigit(), line
            assert not re.search(r"(kind|hex|proc|step)=-?\d", line), line
            if word in ("deck", "discards", "hand", "terrain"):
                assert not re.search(r" -?\d+:", line), line
