"""`hexillum odds`: what it prints, how it refuses."""

import json
from fractions import Fraction

import pytest

from hexillum import odds
from hexillum.battle.door import Battle
from hexillum.cli import main

CASE = """\
case: a question
setup:
  units:
    - bottom F5 warrior 4
    - top E5 auxilia 4
    - top A1 light-bow 4
script:
  - close F5xE5
"""


@pytest.fixture
def question(tmp_path):
    file = tmp_path / "question.yaml"
    file.write_text(CASE, encoding="utf-8")
    return str(file)


def test_the_odds_of_a_case_fit_a_narrow_terminal(question, capsys):
    assert main(["odds", "close F5xE5", question]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("close F5xE5: Warriors, 4 blocks, against Auxilia, 4 blocks, 4 dice")
    assert "eliminated                 1.2%" in shown.out
    assert max(map(len, shown.out.splitlines())) <= 80
    assert shown.err == ""


def test_odds_are_told_exactly_and_to_programs(question, capsys):
    assert main(["odds", "close F5xE5", question, "--exact", "--json", "--no-battle-back"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["chances"]["eliminated"] == "1/81"
    assert told["behaviour"]["battle_back"] is False
    assert sum(Fraction(outcome["chance"]) for outcome in told["outcomes"]) == 1
    assert main(["odds", "close F5xE5", question, "--exact"]) == 0
    assert "target driven back    671/1296" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["close F5xA1"], "(CC-01)"),
        (["close E5xF5"], "(GEN-01, ORD-01)"),
        (["fire F5xE5", "--what-if"], "(RC-01, RC-09, RC-10)"),
        (["done"], "no attack"),
        (["close F5xE5", "--case", "2"], "no case 2"),
    ],
)
def test_an_attack_that_is_not_legal_is_one_line_with_its_rules(question, capsys, words, why):
    assert main(["odds", words[0], question, *words[1:]]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert why in shown.err


def test_the_other_side_may_be_asked_what_if(question, capsys):
    assert main(["odds", "close E5xF5", question, "--what-if"]) == 0
    assert "Auxilia, 4 blocks, against Warriors, 4 blocks, 3 dice" in capsys.readouterr().out


def test_positions_records_and_battles_are_read(tmp_path, capsys):
    battle = odds.example_battle()
    position = tmp_path / "here.position"
    position.write_text(battle.position(), encoding="utf-8")
    assert main(["odds", "close F5xE5", str(position)]) == 0
    record = tmp_path / "saved.battle"
    record.write_text(Battle.start("akragas", seed=7).record(), encoding="utf-8")
    assert main(["odds", "close F5xE5", str(record)]) == 2
    assert main(["odds", "fire D4xF5", "akragas"]) == 2
    assert "no unit stands at D4 (GEN-01)" in capsys.readouterr().err


def test_a_table_shows_every_kind_against_every_other(capsys):
    assert main(["odds", "--table", "medieval"]) == 0
    page = capsys.readouterr().out
    assert max(map(len, page.splitlines())) <= 80
    assert page.count("SHBC") >= 6
    assert main(["odds", "--table", "medieval", "--fire", "--json"]) == 0
    attacks = json.loads(capsys.readouterr().out)["attacks"]
    assert {attack["attacker"] for attack in attacks} > {"light-bow", "auxilia"}
    bow = next(a for a in attacks if (a["attacker"], a["target"]) == ("light-bow", "warrior"))
    assert bow["hits"] == pytest.approx(1 / 3)


def test_a_table_of_nothing_is_refused(capsys):
    assert main(["odds", "--table", "modern"]) == 2
    assert "expected one of ancients, medieval" in capsys.readouterr().err
    assert main(["odds", "close F5xE5", "--table", "ancients"]) == 2
    assert main(["odds", "close F5xE5"]) == 2
    assert "name an attack and a file" in capsys.readouterr().err
