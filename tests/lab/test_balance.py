"""The computer held against people: shares, intervals, rank correlation, a run that can be stopped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexillum.cli import main
from hexillum.lab import balance
from hexillum.lab.balance import BadBalance, Row, comparison, rank_correlation, ranks, rows_of


def row(name: str, wins: int, people: float, plays: int = 100) -> Row:
    return Row(name, name, wins, 100, 100, people, plays)


def test_ranks_share_equal_places():
    assert ranks([3, 1, 3, 3]) == [3.0, 1.0, 3.0, 3.0]


def test_rank_correlation_by_hand():
    # differences of ranks 1, 1, 0: 1 - 6 * 2 / (3 * 8)
    assert rank_correlation([1, 2, 3], [2, 1, 3]) == pytest.approx(0.5)
    assert rank_correlation([1, 2, 3], [3, 2, 1]) == -1
    assert rank_correlation([1, 1], [1, 2]) is None


def test_only_battles_that_enough_people_played_are_compared():
    rows = [row("a", 50, 0.40), row("b", 60, 0.70), row("c", 99, 0.01, plays=59), row("d", 20, 0.20)]
    told = comparison(rows)
    assert told["battles"] == 3
    assert told["mean_absolute_difference"] == pytest.approx((0.10 + 0.10 + 0.0) / 3)
    assert told["rank_correlation"] == 1


def test_people_sit_where_the_armies_sit():
    one = {"scenario": "akragas", "games": 10, "wins": {"top": {"games": 4}, "bottom": {"games": 5}}}
    straight, turned = rows_of([one | {"swapped": False}, one | {"swapped": True}])
    assert straight.people == pytest.approx(0.26)
    assert turned.people == pytest.approx(0.74)
    assert straight.decided == 9


def test_a_run_goes_on_where_it_was(tmp_path, capsys):
    path, page = tmp_path / "all.jsonl", tmp_path / "balance.md"
    words = ["simulate", "--all", "--games", "1", "--top", "random", "--bottom", "random", "--limit", "40"]
    assert main([*words, "--out", str(path), "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert len(first["battles"]) == len(first["people"]["rows"]) > 30
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:-2], ""]))
    assert main([*words, "--out", str(path), "--report", str(page)]) == 0
    assert "recorded plays" in capsys.readouterr().out
    again = path.read_text().splitlines()
    assert len(again) == len(lines)
    assert again[:-2] == lines[:-2]
    assert "balance.svg" in page.read_text()
    command = f"simulate --all --games 1 --seed 0 --top random --bottom random --report {page}"
    assert command in page.read_text()
    assert "<svg" in (tmp_path / "balance.svg").read_text()


@pytest.mark.parametrize(("key", "value"), [("hexillum", "0.0.9"), ("rules", "0123"), ("format", "hexillum balance 1")])
def test_a_run_of_other_rules_is_not_gone_on_with(tmp_path, key, value):
    path, settings = tmp_path / "all.jsonl", {"games": 1, "switches": {}}
    done = {"scenario": "akragas", "complete": True}
    balance.keep(path, settings, [done])
    assert balance.read(path, settings) == [done]
    head, *lines = path.read_text().splitlines()
    path.write_text("\n".join([json.dumps(json.loads(head) | {key: value}), *lines, ""]))
    with pytest.raises(BadBalance, match=r"all.jsonl (was begun with|is of the format)"):
        balance.read(path, settings)


def test_a_finished_run_of_format_1_is_still_told():
    path = Path("bench/balance-search.jsonl")
    head, lines = balance.read_run(path)
    assert head["format"] == "hexillum balance 1"
    settings = {name: value for name, value in head.items() if name != "format"}
    assert len(rows_of(balance.read(path, settings))) == len(lines) > 30


def test_another_run_is_not_written_over(tmp_path, capsys):
    path = tmp_path / "all.jsonl"
    balance.keep(path, {"games": 1}, [])
    with pytest.raises(BadBalance, match="was begun with games 1, not 2"):
        balance.read(path, {"games": 2})
    path.write_text("nonsense")
    assert main(["simulate", "--all", "--out", str(path)]) == 2
    assert "not a run of" in capsys.readouterr().err
    assert path.read_text() == "nonsense"


def test_a_report_is_of_all_battles(capsys):
    assert main(["simulate", "akragas", "--report", "x.md"]) == 2
    assert "--all" in capsys.readouterr().err
