"""What the terminal program says of a file that it cannot use: the same sentence and status in every command."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexillum.cli import main

LINE = "close F5xE5"
#: Every command that reads a file, FILE standing for its name.
COMMANDS = {
    "play": ["play", "FILE.toml", "--auto", "--quiet"],
    "play --resume": ["play", "--resume", "FILE"],
    "replay": ["replay", "FILE"],
    "check": ["check", "FILE.yaml"],
    "odds of a case": ["odds", LINE, "FILE.yaml"],
    "odds of a record": ["odds", LINE, "FILE"],
    "odds of a scenario": ["odds", LINE, "FILE.toml"],
    "scenarios show": ["scenarios", "show", "FILE.toml"],
    "scenarios check": ["scenarios", "check", "FILE.toml"],
    "simulate": ["simulate", "FILE.toml", "--games", "1", "--top", "random", "--bottom", "random"],
    "arena report": ["arena", "report", "FILE"],
}
BAD = ("missing", "folder", "unreadable", "binary", "empty")


def make(kind: str, file: Path) -> None:
    if kind == "folder":
        file.mkdir()
    elif kind == "binary":
        file.write_bytes(b"\x89PNG\r\n\x1a\n\x00\xff\xfe")
    elif kind == "empty":
        file.touch()
    elif kind == "unreadable":
        file.write_text("hexillum record 1")


@pytest.mark.parametrize("kind", BAD)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_that_cannot_be_used_is_named_in_one_sentence_with_status_2(
    command: str, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if (command, kind) == ("scenarios check", "empty"):
        return  # that can be read: its problems are the answer
    monkeypatch.chdir(tmp_path)
    words = [word.replace("FILE", "no-such") for word in COMMANDS[command]]
    (name,) = (word for word in words if word.startswith("no-such"))
    make(kind, tmp_path / name)
    if kind == "unreadable":
        plain = Path.read_bytes, Path.read_text, Path.open

        def denied(path: Path, *_: object, **__: object) -> str:
            raise PermissionError(13, "Permission denied", str(path))

        monkeypatch.setattr(Path, "read_text", denied)
        monkeypatch.setattr(Path, "read_bytes", denied)
        monkeypatch.setattr(Path, "open", denied)
        status = main(words)
        for method, before in zip(("read_bytes", "read_text", "open"), plain, strict=True):
            monkeypatch.setattr(Path, method, before)
    else:
        status = main(words)
    said = capsys.readouterr()
    assert status == 2, said
    assert name in said.err, said.err
    assert len(said.err.strip().splitlines()) == 1, said.err
    assert "Traceback" not in said.err


@pytest.mark.parametrize("suffix", ["gif", "jpg", "txt", ""])
@pytest.mark.parametrize("words", [["arena", "report", "games.jsonl"], ["odds", LINE, "question.yaml"]])
def test_a_picture_of_an_unknown_sort_is_refused_before_anything_is_done(
    words: list[str], suffix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = f"bars.{suffix}".rstrip(".")
    assert main([*words, "--plot", file]) == 2
    assert capsys.readouterr().err == f"hexillum: {file}: expected a file that ends in .png, .svg or .pdf\n"


@pytest.mark.parametrize("words", [["arena", "report", "games.jsonl"], ["odds", LINE, "question.yaml"]])
def test_a_picture_without_its_package_is_refused_in_a_sentence(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    assert main([*words, "--plot", "bars.png"]) == 2
    said = capsys.readouterr().err
    assert said == "hexillum: pictures need the package matplotlib: run pip install 'hexillum[plot]'\n"


@pytest.mark.parametrize(("suffix", "begins"), [("png", b"\x89PNG"), ("pdf", b"%PDF"), ("svg", b"<?xml")])
def test_a_picture_is_of_the_sort_that_its_name_says(suffix: str, begins: bytes, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    games, plot = str(tmp_path / "games.jsonl"), tmp_path / f"bars.{suffix}"
    assert main(["arena", "random", "recruit", "--battles", "akragas", "--games", "2", "--out", games]) == 0
    assert main(["arena", "report", games, "--plot", str(plot)]) == 0
    assert plot.read_bytes().startswith(begins)


def test_the_report_of_an_arena_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "report", "--help"]) == 0
    said = capsys.readouterr().out
    assert "arena report [OPTIONS] FILE" in said
    assert "--games" not in said
    assert main(["arena", "report"]) == 2
    assert main(["arena", "--help"]) == 0
    assert "--games" in capsys.readouterr().out
