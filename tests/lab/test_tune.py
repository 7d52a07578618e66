"""Tuning: the same weights whoever plays the games, and a file that says what made it."""

from __future__ import annotations

import tomllib

import pytest

from hexillum.cli import main
from hexillum.lab import tune
from hexillum.players.minds import tuned_weights

WORDS = ["tune", "--battles", "akragas", "--check", "1"]


def test_the_weights_do_not_depend_on_who_plays(tmp_path, capsys):
    texts = []
    for jobs in ("1", "2"):
        path = tmp_path / f"{jobs}.toml"
        assert main([*WORDS, "--rounds", "2", "--jobs", jobs, "--out", str(path)]) == 0
        texts.append(path.read_text())
    assert texts[0] == texts[1]
    told = tomllib.loads(texts[0])
    assert set(told["weights"]) == set(tuned_weights())
    assert told["provenance"]["games"] == 8 and "hexillum tune --rounds 2" in told["provenance"]["command"]
    assert "of 2 games against them" in capsys.readouterr().out


def test_an_interrupt_keeps_what_was_found(tmp_path, capsys, monkeypatch):
    def stop(*_rest):
        yield 1, dict(tuned_weights()) | {"block": 7}
        raise KeyboardInterrupt

    monkeypatch.setattr(tune, "better", stop)
    path = tmp_path / "weights.toml"
    assert main([*WORDS, "--rounds", "9", "--out", str(path)]) == 0
    told = tomllib.loads(path.read_text())
    assert told["weights"]["block"] == 7 and told["provenance"]["games"] == 4
    assert "what was found so far is checked and kept" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [(["--battles", "nowhere"], "no scenario 'nowhere'"), (["--out", "no/such/file"], "there is no such folder")],
)
def test_what_is_wrong_is_told_before_anything_is_played(tmp_path, monkeypatch, capsys, words, said):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tune, "play_round", None)
    assert main(["tune", *words]) == 2
    error = capsys.readouterr().err
    assert said in error and "Traceback" not in error and not list(tmp_path.iterdir())
