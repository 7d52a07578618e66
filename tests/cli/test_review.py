"""`hexillum review`: what it prints and keeps, and what it says of records that it cannot use."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hexillum.battle.door import Battle
from hexillum.cli import main
from hexillum.coach.review import Progress, Review
from hexillum.compiled import cache
from hexillum.core.dice import Typed
from hexillum.notation.game_record import write_record
from tests.coach.conftest import last_banner, played_out

OPTIONS = ["--playouts", "2", "--seconds", "600"]


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A record of a small battle whose dice were typed in, by greedy players, who are soon done."""
    monkeypatch.setenv("HEXILLUM_COMPILE", "no")
    monkeypatch.setattr(cache, "is_ready", lambda *_groups: False)  # others may compile beside these tests
    state = last_banner({"F5": ("warrior", 4), "G9": ("auxilia", 3)}, {"E5": ("auxilia", 4), "D9": ("light-bow", 4)})
    fell = iter(range(10_000))
    battle = played_out(Battle(state, source=Typed(lambda n: tuple(next(fell) * 7 % 6 for _ in range(n)), 1)), "greedy")
    path = tmp_path / "typed.battle"
    path.write_text(write_record(battle), encoding="utf-8")
    return path


def test_json_adds_up_and_the_file_is_gone_on_with(record, tmp_path, capsys):
    kept = tmp_path / "review.json"
    assert main(["review", str(record), *OPTIONS, "--json", "--out", str(kept)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["start"] + sum(turn["luck"] + turn["decisions"] for turn in told["turns"]) == told["result"]
    assert told["result"] in (0.0, 1.0) and "kept" not in told
    before = json.loads(kept.read_text(encoding="utf-8"))
    assert {key: value for key, value in before.items() if key != "kept"} == told
    assert main(["review", str(record), *OPTIONS, "--json", "--out", str(kept)]) == 0
    assert json.loads(capsys.readouterr().out) == told


def test_people_read_a_table_and_the_sums(record, capsys):
    assert main(["review", str(record), *OPTIONS]) == 0
    told = capsys.readouterr()
    assert "start " in told.out and "luck " in told.out and "points a turn" in told.out
    assert told.err.count("hexillum[fast]") <= 1


def test_ctrl_c_keeps_and_tells_what_there_is(record, tmp_path, monkeypatch, capsys):
    def steps(self: Review):
        yield Progress(0.0, "reading the battle")
        list(self._read())
        raise KeyboardInterrupt

    monkeypatch.setattr(Review, "steps", steps)
    kept = tmp_path / "review.json"
    assert main(["review", str(record), "--json", "--out", str(kept)]) == 130
    told = capsys.readouterr()
    assert json.loads(told.out)["turns"] == [] and "run the same command again to go on" in told.err
    assert kept.exists()


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["review", *words, *OPTIONS]) == 2
    told = capsys.readouterr()
    assert not told.out and "Traceback" not in told.err
    return " ".join(told.err.split())


def test_a_broken_record_is_named_with_its_line(record, capsys):
    record.write_text(record.read_text(encoding="utf-8").replace("roll", "rull", 1), encoding="utf-8")
    assert "'rull' is not a word of the notation" in said(capsys, str(record)) and record.name in said(
        capsys, str(record)
    )


def test_a_record_of_other_rules_says_which(record, capsys):
    text = record.read_text(encoding="utf-8").split("\n")
    text[1] = "hexillum 0.0.1 rules 0123456789abcdef"
    at = next(n for n, line in enumerate(text) if line.startswith("roll"))
    text[at] = "roll G"
    record.write_text("\n".join(text), encoding="utf-8")
    words = said(capsys, str(record))
    assert "made with hexillum 0.0.1 rules 0123456789abcdef" in words and "may play otherwise" in words


def test_a_record_of_other_rules_that_follows_these_too_is_reviewed_by_them(record, capsys):
    text = record.read_text(encoding="utf-8").split("\n")
    rules, text[1] = text[1].split()[-1], "hexillum 0.0.1 rules 0123456789abcdef"
    record.write_text("\n".join(text), encoding="utf-8")
    assert main(["review", str(record), *OPTIONS]) == 0
    words = " ".join(capsys.readouterr().err.split())
    assert f"was made by other rules (0123456789abcdef); it follows these ({rules}) too" in words


def test_where_the_files_are_to_go_is_known_before_anything_is_reviewed(record, tmp_path, capsys):
    for option, file in (("--out", "x.json"), ("--plot", "x.svg")):
        path = tmp_path / "nowhere" / file
        told = said(capsys, str(record), option, str(path))
        assert f"{path}: there is no folder {path.parent} to write it to" in told


def test_a_review_that_was_stopped_at_once_says_so_without_numbers(record, monkeypatch, capsys):
    monkeypatch.setattr(Review, "steps", lambda self: iter(()))
    assert main(["review", str(record)]) == 0
    told = capsys.readouterr().out
    assert "Not one whole turn was reviewed" in told and "result" not in told


def test_a_record_cut_short_is_refused(record, capsys):
    record.write_text("\n".join(record.read_text(encoding="utf-8").split("\n")[:-3]), encoding="utf-8")
    assert "is cut short" in said(capsys, str(record))


def test_a_file_of_another_review_is_left_as_it_is(record, tmp_path, capsys):
    kept = tmp_path / "review.json"
    kept.write_text('{"format": "hexillum-review 1", "record": "x", "kept": {"worths": [], "judged": []}}')
    before = kept.read_text()
    assert "holds another review" in said(capsys, str(record), "--out", str(kept))
    kept.write_text("{")
    assert "this is no review" in said(capsys, str(record), "--out", str(kept))
    kept.write_text(before)
    assert kept.read_text() == before


def test_a_record_in_which_nobody_has_decided_anything_is_refused(tmp_path, capsys):
    path = tmp_path / "begun.battle"
    path.write_text(write_record(Battle.start("akragas", seed=7)), encoding="utf-8")
    assert "nothing to review" in said(capsys, str(path))


def test_an_unfinished_battle_is_reviewed_as_far_as_it_goes(tmp_path, capsys):
    battle = Battle(last_banner({"F5": ("warrior", 4)}, {"E5": ("auxilia", 4)}))
    battle.choose(battle.numbers()[-1])
    path = tmp_path / "unfinished.battle"
    path.write_text(write_record(battle), encoding="utf-8")
    assert main(["review", str(path), *OPTIONS]) == 0
    assert "The battle is not finished" in " ".join(capsys.readouterr().out.split())
