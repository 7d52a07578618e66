"""The computer held against people: shares, intervals, rank correlation, a run that can be stopped."""

from __future__ import annotations

import json
import random
import sys
from math import pi
from pathlib import Path

import pytest

from hexillum.cli import main
from hexillum.lab import agreement as agreement_room
from hexillum.lab import balance, crew
from hexillum.lab.agreement import Shares, agreement, rank_correlation
from hexillum.lab.balance import BadBalance, Row, comparison, rows_of
from hexillum.lab.hands import hands

pytest.importorskip("scipy")


def row(name: str, wins: int, people: float, plays: int = 100) -> Row:
    return Row(name, name, wins, 100, 100, people, plays)


def test_rank_correlation_by_hand():
    # differences of ranks 1, 1, 0: 1 - 6 * 2 / (3 * 8)
    assert rank_correlation([1, 2, 3], [2, 1, 3]) == pytest.approx(0.5)
    assert rank_correlation([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    assert rank_correlation([1, 1], [1, 2]) is None


def test_both_measures_with_chance_taken_out_by_hand():
    """Of 101 games each, with shares of 20, 50 and 80 %: the formulas that the page tells, step by step."""
    found = agreement([Shares(0.2, 101, 0.3, 101), Shares(0.5, 101, 0.5, 101), Shares(0.8, 101, 0.6, 101)])
    assert found is not None
    noise_c, noise_p = (0.16 + 0.25 + 0.16) / 300, (0.21 + 0.25 + 0.24) / 300
    sure = 1 - noise_c / 0.09, 1 - noise_p / (0.07 / 3)
    assert found.reliability == pytest.approx(sure)
    assert found.rank.raw == pytest.approx(1) and found.rank.corrected == 1.0
    squares = (0.01 + 0.0 + 0.04) / 3
    assert found.square.raw == pytest.approx(squares**0.5)
    assert found.square.corrected == pytest.approx((squares - noise_c - noise_p) ** 0.5)
    assert found.difference.raw == pytest.approx(0.1)
    assert found.difference.corrected == pytest.approx(0.1 * (1 - (noise_c + noise_p) / squares) ** 0.5)
    each = [(0.16 + 0.21) / 100, 0.5 / 100, (0.16 + 0.24) / 100]
    assert found.by_chance == pytest.approx(sum((2 / pi * one) ** 0.5 for one in each) / 3)


@pytest.mark.parametrize(("games", "plays"), [(12, 80), (40, 100)])
def test_with_chance_taken_out_the_measures_are_those_of_the_true_shares(monkeypatch, games, plays):
    """In 200 drawings of 24 battles the corrected measures come to the true ones in the mean; the raw ones do not."""
    monkeypatch.setattr(agreement_room, "RESAMPLES", 2)
    chance = random.Random(games)
    told: list[list[tuple[float, ...]]] = [[], []]
    for _ in range(200):
        ours = [min(0.95, max(0.05, chance.gauss(0.5, 0.2))) for _ in range(24)]
        theirs = [min(0.95, max(0.05, 0.5 + 0.7 * (one - 0.5) + chance.gauss(0, 0.12))) for one in ours]
        won = [
            [sum(chance.random() < p for _ in range(n)) / n for p in ps] for ps, n in ((ours, games), (theirs, plays))
        ]
        found = agreement([Shares(c, games, p, plays) for c, p in zip(*won, strict=True)])
        assert found is not None
        true = rank_correlation(ours, theirs) or 0.0, sum(abs(c - p) for c, p in zip(ours, theirs, strict=True)) / 24
        for n, measure in enumerate((found.rank, found.difference)):
            told[n].append((measure.raw, 1.0 if measure.corrected is None else measure.corrected, true[n]))
    for one, bias, off in ((told[0], 0.03, 0.05), (told[1], 0.01, 0.015)):
        raw, corrected, truth = (sum(column) / len(one) for column in zip(*one, strict=True))
        assert abs(corrected - truth) < bias
        assert abs(raw - truth) > off


def test_series_that_are_all_chance_have_no_corrected_correlation():
    found = agreement([Shares(0.4 + 0.05 * n, 10, 0.4 + 0.05 * n, 10) for n in range(4)])
    assert found is not None and found.rank.corrected is None and found.difference.corrected == 0
    assert agreement([Shares(0.5, 10, 0.5, 10)] * 9) is None


def test_only_battles_that_enough_people_played_are_compared():
    rows = [row("a", 50, 0.40), row("b", 60, 0.70), row("c", 99, 0.01, plays=59), row("d", 20, 0.20)]
    told = comparison(rows)
    assert told["battles"] == 3
    assert told["mean_absolute_difference"] == pytest.approx((0.10 + 0.10 + 0.0) / 3)
    assert told["rank_correlation"] == pytest.approx(1)
    assert told["agreement"]["rank_correlation"]["raw"] == pytest.approx(1)


def test_people_sit_where_the_armies_sit():
    one = {"scenario": "akragas", "games": 10, "wins": {"top": {"games": 4}, "bottom": {"games": 5}}}
    straight, turned = rows_of([one | {"swapped": False}, one | {"swapped": True}])
    assert straight.people == pytest.approx(0.26)
    assert turned.people == pytest.approx(0.74)
    assert straight.decided == 9


def test_what_a_larger_hand_goes_with_by_hand():
    """Four points, of which the line is known: slope 0.06, and each lies a point off it."""
    found = hands([-0.06, 0.02, 0.02, 0.06], [-1, 0, 0, 1])
    assert found is not None
    assert found.slope == pytest.approx(0.06)
    assert (found.before, found.left) == pytest.approx((0.04, (0.01 + 0.01 + 0.01 + 0.01) / 4))
    error = (4 * 0.01**2 / 2 / 2) ** 0.5  # of the slope: the mean square off the line, over that of the cards
    assert found.interval == pytest.approx((0.06 - 4.3027 * error, 0.06 + 4.3027 * error), abs=1e-5)
    assert hands([0.1] * 9, [2] * 9) is None


def test_the_cards_of_a_battle_go_with_the_armies():
    one = {"scenario": "trasimenus", "games": 10, "wins": {"top": {"games": 4}, "bottom": {"games": 5}}}
    straight, turned = rows_of([one | {"swapped": False}, one | {"swapped": True}])
    assert (straight.cards, turned.cards) == (4, -4)


def test_the_page_tells_of_larger_hands_where_there_are_enough_battles():
    rows = [
        Row(name, name, wins, 100, 100, 0.5, 100, cards)
        for name, wins, cards in zip("abcd", (40, 50, 60, 70), (-1, 0, 1, 2), strict=True)
    ]
    told = balance.page(rows, "greedy", "hexillum", "x.svg")
    assert "## The larger hand" in told and "+10.0 points from people's" in told
    assert "## The larger hand" not in balance.page(rows[:3], "greedy", "hexillum", "x.svg")
    assert comparison(rows)["hands"]["slope"] == pytest.approx(0.1)


def test_only_battles_that_people_have_played_so_often_are_asked_for(tmp_path, capsys):
    page = tmp_path / "balance.md"
    words = ["simulate", "--all", "--plays", "190", "--games", "1", "--top", "random", "--bottom", "random"]
    assert main([*words, "--limit", "40", "--report", str(page), "--json"]) == 0
    told = [one["scenario"] for one in json.loads(capsys.readouterr().out)["battles"]]
    assert told == balance.played_by_people(190) == ["akragas", "marathon", "ticinus"]
    assert "simulate --all --plays 190 --games 1" in page.read_text()
    assert main(["simulate", "akragas", "--plays", "60"]) == 2
    assert "--plays needs --all" in capsys.readouterr().err


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


def test_a_complete_file_is_reported_on_without_playing_whatever_rules_it_is_of(tmp_path, capsys, monkeypatch):
    path, page = tmp_path / "all.jsonl", tmp_path / "balance.md"
    words = ["simulate", "--all", "--games", "2", "--top", "random", "--bottom", "random", "--limit", "40"]
    assert main([*words, "--out", str(path)]) == 0
    rows = [
        json.loads(line) | {"rules": "0123456789abcdef", "finished": True} for line in path.read_text().splitlines()
    ]
    for n, one in enumerate(rows):
        one["winner"] = "top" if n % 7 < 3 else "bottom"
    text = "".join(json.dumps(row) + "\n" for row in rows)
    path.write_text(text)
    monkeypatch.setattr(crew, "play_task", None)  # nobody plays
    assert main([*words, "--out", str(path), "--report", str(page)]) == 0
    told = page.read_text()
    assert "rules 0123456789abcdef" in told and path.read_text() == text
    for part in ("| rank correlation |", "| mean absolute difference, points |", "r_c × r_p", "v_c + v_p"):
        assert part in told
    capsys.readouterr()
    path.write_text("".join(json.dumps(row) + "\n" for row in rows[1:]))
    assert main([*words, "--out", str(path)]) == 2
    assert "was played with rules '0123456789abcdef'" in capsys.readouterr().err


def test_all_battles_without_scipy_are_refused_before_anything_is_played(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "scipy", None)
    monkeypatch.setattr(crew, "play_task", None)
    assert main(["simulate", "--all", "--games", "1", "--top", "random", "--bottom", "random"]) == 2
    error = capsys.readouterr().err
    assert "pip install 'hexillum[lab]'" in error and error.count("\n") == 1


def test_a_battle_is_counted_without_scipy_as_with_it(monkeypatch, capsys):
    words = ["simulate", "akragas", "--games", "3", "--top", "random", "--bottom", "random", "--limit", "50", "--json"]
    told = []
    for missing in (False, True):
        if missing:
            monkeypatch.setitem(sys.modules, "scipy", None)
        assert main(words) == 0
        told.append(json.loads(capsys.readouterr().out)["wins"]["top"])
    assert told[0]["games"] == told[1]["games"]
    assert told[0]["interval_95"] == pytest.approx(told[1]["interval_95"], abs=1e-12)
