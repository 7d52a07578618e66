"""What a stranger does at the terminal: pastes the examples of the help, mistypes names, breaks pipes, leaves."""

from __future__ import annotations

import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from hexillum.battle.door import Battle
from hexillum.battle.positions import write_position
from hexillum.battle.setup import add_unit, begin_at, new_state
from hexillum.cli import main
from hexillum.cli.app import COMMANDS, hexillum, with_examples
from hexillum.core import hexes
from hexillum.core.kinds import kind_number
from hexillum.notation.game_record import write_record
from hexillum.players import player
from tests.kit.terminal import HEXILLUM, Terminal, at_terminal, environment

EXAMPLE = re.compile(r"^  (hexillum .*)$", re.MULTILINE)
#: Counts and players as they stand in examples, and what is quick enough to be tried.
QUICKER = (
    (r"--games \d+", "--games 2"),
    (r"--rounds \d+", "--rounds 1 --check 1"),
    (r"--jobs 2", "--jobs 1"),
    (r"hexillum review", "hexillum review --seconds 1 --playouts 1"),
    (r"\bplanner greedy\b", "recruit greedy"),
    (r"mine\.py:Mine planner", "mine.py:Mine recruit"),
)
#: What is only read, not done: it needs somebody elsewhere, serves until it is stopped, or plays for minutes.
ELSEWHERE = re.compile(r"https://|ray://|hexillum serve|hexillum admin|puzzles make|scenarios --all|simulate --all")
QUESTION = """\
case: warriors against auxilia on a hill
edition: ancients
setup:
  terrain: {E5: hill}
  units: [bottom F5 warrior 4, top E5 auxilia 4]
script: []
"""


def commands(above: click.Group = hexillum, words: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """All commands with their names."""
    context = click.Context(above)
    for name in above.list_commands(context):
        command = above.get_command(context, name)
        assert command is not None
        yield " ".join((*words, name)), command
        if isinstance(command, click.Group):
            yield from commands(command, (*words, name))


def examples() -> list[str]:
    """Every example of every help, and of the commands that are reached in another way."""
    from hexillum.cli.arena import report

    with_examples(report)
    told = {name: EXAMPLE.findall(command.epilog or "") for name, command in commands()}
    told["arena report"] = EXAMPLE.findall(report.epilog or "")
    assert all(found for name, found in told.items() if name != "completion"), told
    return list(dict.fromkeys(example for found in told.values() for example in found))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the examples name as one's own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "question.yaml").write_text(f"{QUESTION}---\n{QUESTION}")
    (tmp_path / "x.yaml").write_text(QUESTION)
    (tmp_path / "my-cases").mkdir()
    (tmp_path / "my-cases" / "one.yaml").write_text(QUESTION)
    (tmp_path / "mail.txt").write_text(f"Is it so?\n\n```\n{QUESTION}```\n")
    battle = Battle.start("akragas", seed=3)
    for name in ("my.toml", "my-battle.toml", "zama.toml"):
        scenario = Path(sys.modules["hexillum"].__file__ or "").parent / "data" / "scenarios" / "akragas.toml"
        (tmp_path / name).write_text(scenario.read_text().replace('"akragas"', f'"{Path(name).stem}"', 1))
    (tmp_path / "heavy4.toml").write_text('extends = "ancients"\nname = "x"\n\n[kind.heavy-infantry]\nclose = 4\n')
    (tmp_path / "my-edition").mkdir()
    (tmp_path / "my-edition" / "edition.toml").write_text('extends = "ancients"\nname = "Mine"\nabout = "Mine."\n')
    (tmp_path / "mine.py").write_text("class Mine:\n    def choose(self, battle):\n        return battle.options[-1]\n")
    (tmp_path / "saved.battle").write_text(write_position(shooting()))
    anybody = player("random", 5)
    while len(battle.transcript.lines) < 60:
        if battle.state.who > 1:
            battle.throw()
        else:
            battle.choose(anybody.choose(battle.state, battle.numbers()))
    for name in ("akragas-1.battle", "zama.battle"):
        (tmp_path / name).write_text(write_record(battle))
    return tmp_path


def shooting() -> Battle:
    """Bows on G4 that may shoot at auxilia on E4."""
    s = new_state("ancients")
    s.active, s.goal = 1, [6, 6]
    add_unit(s, 1, kind_number("ancients", "light-bow"), hexes.parse("G4"))
    add_unit(s, 0, kind_number("ancients", "auxilia"), hexes.parse("E4"))
    begin_at(s, "battle", -1, None)
    return Battle(s)


@pytest.mark.parametrize("example", examples())
def test_an_example_of_the_help_works(example: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line, _, text = example.partition("|")[0].partition(" < ")
    for pattern, quick in QUICKER:
        line = re.sub(pattern, quick, line)
    words = shlex.split(line)[1:]
    if ELSEWHERE.search(line):
        command = hexillum.get_command(click.Context(hexillum), words[0])
        assert command is not None
        command.make_context(words[0], words[1:], click.Context(hexillum))
        return
    if words[0] in ("compare", "sweep"):
        words += ["--top", "random", "--bottom", "random"]
    if words[0] in ("compare", "sweep", "simulate") and "--games" not in words:
        words += ["--games", "2"]
    if words[:2] == ["arena", "report"]:
        assert main(["arena", "recruit", "random", "--games", "2", "--battles", "akragas", "--out", words[2]]) == 0
    monkeypatch.setattr(
        "sys.stdin", io.TextIOWrapper(io.BytesIO((folder / text.strip()).read_bytes() if text else b""))
    )
    assert main(words) == 0


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("play akragsa", "akragas"),
        ("play akragas --against planer", "planner"),
        ("simulate akragas --top gredy", "greedy"),
        ("scenarios show zamma", "zama"),
        ("scenarios --edition medeival", "medieval"),
        ("odds --table ancient", "ancients"),
        ("rule RT-200", "RT-2"),
        ("rule RTT-24", "RT-24"),
        ("board canae", "cannae"),
        ("simulate akragas --switch exact_evad=on", "exact_evade"),
        ("arena planer greedy", "planner"),
        ("arena planner greedy --battles canae", "cannae"),
        ("compare akragas akragsa", "akragas"),
        ("sweep akragsa --set scenario.banners.top=4,5", "akragas"),
        ("tune --battles akragsa", "akragas"),
        ("simulat akragas", "simulate"),
        ("play --resum x", "--resume"),
        ("scenarios --sort nam", "name"),
    ],
)
def test_a_name_that_is_nearly_right_is_answered_with_the_right_one(
    line: str, near: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(line.split()) == 2
    said = capsys.readouterr()
    last = said.err.strip().splitlines()[-1]
    assert near in last and said.out == "" and "Traceback" not in said.err, said.err
    assert not list(tmp_path.iterdir()), "nothing is left half done"


def run(words: str, **more: Any) -> subprocess.CompletedProcess[bytes]:
    """A command in a process of its own, by the shell where that is said."""
    return subprocess.run(
        [*HEXILLUM, *shlex.split(words)], env=environment(), stdout=-1, stderr=-1, timeout=60, check=False, **more
    )


@pytest.mark.skipif(os.name != "posix", reason="a pipe of POSIX")
@pytest.mark.parametrize("words", ["scenarios", "rule --search unit", "odds --table ancients", "play akragas --auto"])
def test_a_pipe_that_is_closed_early_is_no_fault(words: str) -> None:
    """`hexillum scenarios | head -1`."""
    process = subprocess.Popen([*HEXILLUM, *words.split()], env=environment(), stdout=-1, stderr=-1)
    assert process.stdout and process.stderr
    process.stdout.readline()
    process.stdout.close()
    said = process.stderr.read().decode()
    assert process.wait(60) in (0, 1) and "Traceback" not in said and "BrokenPipe" not in said, said


@pytest.mark.parametrize("words", ["play akragas", "play akragas --dice typed", "case --from -"])
def test_an_input_that_is_closed_is_no_fault(words: str, tmp_path: Path) -> None:
    done = run(words, stdin=subprocess.DEVNULL, cwd=tmp_path)
    assert done.returncode in (0, 2) and b"Traceback" not in done.stderr, done.stderr
    if os.name == "posix":
        closed = subprocess.run(
            ["sh", "-c", f"{shlex.join([*HEXILLUM, *words.split()])} <&-"],
            env=environment(),
            capture_output=True,
            cwd=tmp_path,
            timeout=60,
            check=False,
        )
        assert closed.returncode in (0, 2) and b"Traceback" not in closed.stderr, closed.stderr


@pytest.mark.parametrize(
    "words",
    [
        "board akragas --svg no/such/board.svg",
        "simulate akragas --games 2 --top random --bottom random --out no/such/games.csv",
        "simulate --all --games 1 --top random --bottom random --report no/such/page.md",
        "compare akragas zama --games 2 --top random --bottom random --out no/such/games.csv",
        "sweep akragas --set scenario.banners.top=4,5 --games 2 --top random --bottom random --out no/such/games.csv",
        "arena recruit random --games 2 --battles akragas --out no/such/arena.jsonl",
        "tune --rounds 1 --battles akragas --out no/such/weights.toml",
        "odds 'close F5xE5' question.yaml --plot no/such/x.svg",
        "case --from mail.txt --out no/such/question.yaml",
        "serve --port 0 --database /dev/null/games.db",
        "serve --port 0 --key-file /dev/null/key",
    ],
)
def test_a_place_that_cannot_be_written_is_one_sentence(words: str, folder: Path) -> None:
    done = run(words, cwd=folder, stdin=subprocess.DEVNULL)
    said = done.stderr.decode().strip()
    assert done.returncode == 2, (done.stdout, said)
    assert "Traceback" not in said and len(said.splitlines()) <= 3 and ("no/such" in said or "/dev/null" in said), said


def test_what_would_not_be_drawn_is_refused(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["odds", "--table", "ancients", "--plot", str(tmp_path / "x.svg")]) == 2
    assert "--plot draws the odds of one attack" in capsys.readouterr().err


@pytest.mark.parametrize("columns", [20, 60, 80, 100, 132, 200])
@pytest.mark.parametrize(
    ("words", "typed"),
    [
        ("--help", ""),
        ("scenarios", ""),
        ("scenarios show phasis", ""),
        ("board phasis", ""),
        ("rule RT-24", ""),
        ("odds --table medieval", ""),
        ("play phasis --seed 7 --fast", "hand\nhint\n1\nlog\nquit\n"),
    ],
)
def test_a_terminal_of_any_width_is_good_enough(words: str, typed: str, columns: int, tmp_path: Path) -> None:
    status, shown = at_terminal(*words.split(), columns=columns, typed=typed, at=tmp_path)
    assert status == 0 and "Traceback" not in shown
    if words.startswith(("board", "play", "scenarios show")):
        board = [line for line in plain(shown).splitlines() if re.search(r"\bC1\b.*\bC12\b", line)]
        assert bool(board) == (columns >= 65) and all(len(line) <= columns for line in board)
        assert ("the board needs 65 columns" in shown.replace("\r\n", " ")) == (columns < 65)


def plain(shown: str) -> str:
    """What is shown, without colours and links."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b\][^\x1b]*\x1b\\", "", shown).replace("\r", "")


@pytest.mark.parametrize(
    ("words", "when"),
    [
        ("play akragas --seed 7 --fast", "bottom> "),
        ("play akragas --auto --seed 7", "turn 1"),
        ("simulate akragas --games 500 --top greedy --bottom greedy", "games"),
        ("arena recruit greedy --games 500", "games"),
        ("serve --port 0 --database games.db", "Ctrl-C ends"),
    ],
)
def test_ctrl_c_ends_it_in_peace(words: str, when: str, tmp_path: Path) -> None:
    terminal = Terminal([*HEXILLUM, *words.split()], 100, at=tmp_path)
    terminal.until(when)
    status, shown = terminal.interrupt()
    assert "Traceback" not in shown and status in (0, 130), shown[-2000:]


@pytest.mark.parametrize("words", [*dict(commands()), "arena report"])
def test_examples_stand_in_a_line_each_so_that_they_can_be_pasted(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the help of the command that they are examples of."""
    from hexillum.cli.arena import report

    command = report if words == "arena report" else dict(commands())[words]
    with_examples(command)
    assert main([*words.split(), "--help"]) == 0
    lines = {line.strip() for line in capsys.readouterr().out.splitlines()}
    found = set(EXAMPLE.findall(command.epilog or ""))
    assert found <= lines and (found or words == "completion")


def test_every_command_is_tried_here() -> None:
    tried = {example.split()[1] for example in examples()}
    assert tried == set(COMMANDS) - {"completion"}
