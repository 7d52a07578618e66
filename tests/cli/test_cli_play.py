"""Playing at the terminal: a person who types, saves, comes back, takes back and rolls real dice."""

import builtins
import json
import random

import pytest

from hexillum.battle.door import Battle
from hexillum.cli import main
from hexillum.cli.table import Table
from hexillum.core import ask, event
from hexillum.core.dice import FACES, Typed
from hexillum.core.hexes import NOWHERE
from hexillum.notation.game_record import write_record
from hexillum.players import player


@pytest.fixture
def typing(monkeypatch, tmp_path):
    """Types the given lines one after another, then ends the input."""

    def begin(*lines):
        left = list(lines)

        def read(prompt=""):
            if not left:
                raise EOFError
            line = left.pop(0)
            if isinstance(line, BaseException):
                raise line
            return line

        monkeypatch.setattr(builtins, "input", read)
        monkeypatch.chdir(tmp_path)

    return begin


def table_of(battle):
    return Table(battle, [player("greedy", 1), player("greedy", 2)], 1)


def test_a_person_sees_board_and_options_and_leaves_with_the_battle_kept(typing, capsys, tmp_path):
    typing("1", "quit")
    assert main(["play", "akragas", "--seed", "5"]) == 0
    shown = capsys.readouterr()
    assert "HI4*" in shown.out
    assert "1 card " in shown.out
    assert "akragas-1.battle" in shown.err
    assert (tmp_path / "akragas-1.battle").exists()


@pytest.mark.parametrize(("end", "status"), [(EOFError(), 0), (KeyboardInterrupt(), 130)])
def test_the_end_of_the_input_and_an_interrupt_keep_the_battle(typing, end, status, tmp_path):
    typing("1", end)
    assert main(["play", "akragas", "--seed", "5"]) == status
    assert (tmp_path / "akragas-1.battle").exists()


def test_leaving_at_once_keeps_nothing(typing, tmp_path):
    typing("quit")
    assert main(["play", "akragas"]) == 0
    assert list(tmp_path.iterdir()) == []


def test_a_saved_battle_goes_on_with_the_same_side(typing, capsys):
    typing("1", "save mine.txt", "quit")
    main(["play", "akragas", "--side", "top", "--against", "random", "--seed", "5", "--fast"])
    capsys.readouterr()
    typing("board", "quit")
    assert main(["play", "--resume", "mine.txt"]) == 0
    assert "you command the Carthaginian (top)" in capsys.readouterr().out


def test_a_saved_battle_is_replayed(typing, capsys):
    typing("1", "save mine.txt", "quit")
    main(["play", "akragas", "--seed", "5"])
    capsys.readouterr()
    assert main(["replay", "mine.txt"]) == 0
    told = capsys.readouterr().out
    assert "bottom plays" in told and "HI4*" in told
    assert main(["replay", "mine.txt", "--to", "11", "--json"]) == 0
    seen = json.loads(capsys.readouterr().out)
    assert len(seen["script"]) == 11
    assert seen["decision"]["word"] == "card"
    assert main(["replay", "mine.txt", "--side", "top"]) == 0
    assert "bottom draws a card" in capsys.readouterr().out


def test_a_replay_tells_the_luck_of_both_sides(tmp_path, capsys):
    battle, players = Battle.start("akragas", seed=3), [player("greedy", 1), player("greedy", 2)]
    while not battle.over:
        battle.choose(players[battle.state.who].choose(battle.state, battle.numbers()))
        battle.run_chance()
    (tmp_path / "one.battle").write_text(write_record(battle), "utf-8")
    assert main(["replay", str(tmp_path / "one.battle"), "--luck", "--json"]) == 0
    luck = json.loads(capsys.readouterr().out)["luck"]
    fought = [happened for happened in battle.events if happened.kind == event.DICE and happened.b != NOWHERE]
    assert luck["top"]["rolls"] + luck["bottom"]["rolls"] == len(fought) > 0
    for side in luck.values():
        assert sum(side["faces"].values()) == side["dice"]
        assert 0 < side["expected"] < side["dice"]
    assert main(["replay", str(tmp_path / "one.battle"), "--luck"]) == 0
    assert "sigma" in capsys.readouterr().out


def test_a_spoiled_record_is_refused(typing, capsys, tmp_path):
    (tmp_path / "bad.txt").write_text("hexillum record 1\nscenario akragas\nscript\nmove A1 A2\nend 1 0\n", "utf-8")
    assert main(["replay", str(tmp_path / "bad.txt")]) == 2
    assert "line 4" in capsys.readouterr().err


def test_what_is_not_understood_is_said_and_asked_again(typing, capsys):
    typing(
        "bla",
        "99",
        "card nonsense",
        "order H13",
        "rule RT-24",
        "rule XX-1",
        "help",
        "hand",
        "log 2",
        "hint",
        "quit",
    )
    assert main(["play", "akragas", "--seed", "5"]) == 0
    out = capsys.readouterr().out
    for part in (
        "'bla' is not understood",
        "no option has this number",
        "you do not hold nonsense",
        "row H has columns 1 to 12",
        "RT-24  Retreat",
        "there is no rule 'XX-1'",
        "0 is always the quiet answer",
        "the computer would choose: card",
    ):
        assert part in out


def test_script_lines_and_numbers_and_option_words_are_taken(typing):
    battle = Battle.start("akragas", seed=5)
    before = len(battle.transcript.lines)
    table = table_of(battle)
    typing("1", "ORDER H4", "order h3", "move h4 g5", "0")
    while battle.state.active == 1:
        table.advance()
    lines = ["card order-two-left", "order H4", "order H3", "done", "move H4 G5", "done"]
    assert battle.transcript.lines[before : before + 6] == lines


def test_an_answer_is_taken_back_until_dice_a_draw_or_the_enemy(typing, capsys):
    battle = Battle.start("akragas", seed=5)
    table = table_of(battle)
    typing("1", "2", "undo", "undo", "undo", "1", "0", "undo")
    for _ in range(4):
        table.advance()
    assert battle.state.question == ask.CARD
    with pytest.raises(EOFError):
        for _ in range(200):
            table.advance()
    out = capsys.readouterr().out
    assert out.count("taken back") == 2
    assert out.count("nothing to take back") == 2


def test_giving_up_is_asked_twice(typing, capsys):
    typing("resign", "no", "resign", "yes")
    assert main(["play", "akragas", "--seed", "5"]) == 0
    assert "Carthaginian (top) wins" in capsys.readouterr().out


def test_a_whole_battle_by_words_with_typed_dice(monkeypatch, capsys):
    dice = random.Random(4)
    seats: list[Table] = []
    battle = Battle.start("akragas", seed=5, source=Typed(lambda count: seats[0].typed_roll(count), seed=5))
    seats.append(table_of(battle))
    chooser = player("greedy", 3)

    def read(prompt=""):
        if battle.state.question == ask.ROLL:
            return "".join(dice.choice(FACES.lower()) for _ in range(battle.state.dice))
        number = chooser.choose(battle.state, battle.numbers())
        return next(option.text for option in battle.options if option.number == number)

    monkeypatch.setattr(builtins, "input", read)
    seats[0].play()
    assert battle.over
    assert "wins, " in capsys.readouterr().out


def test_wrong_dice_are_asked_for_again(typing, capsys):
    table = table_of(Battle.start("akragas", seed=5))
    typing("S S", "S Q S", "", "s,l g")
    assert table.typed_roll(3) == (4, 3, 0)
    out = capsys.readouterr().out
    assert "2 faces where 3 dice are rolled" in out
    assert "not a face: Q" in out


def test_computer_against_computer_prints_the_log_or_json(capsys):
    assert main(["play", "akragas", "--auto", "--against", "random", "--seed", "3"]) == 0
    assert "turn 1: bottom" in capsys.readouterr().out
    assert main(["play", "akragas", "--auto", "--seed", "3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["winner"] in ("top", "bottom", None)
    assert main(["play", "akragas", "--auto", "--seed", "3", "--quiet"]) == 0
    assert "turn 1: bottom" not in capsys.readouterr().out


@pytest.mark.parametrize(
    "words", [["play"], ["play", "akragas", "--json"], ["play", "akragas", "--auto", "--dice", "typed"]]
)
def test_words_that_do_not_go_together_are_refused(words, capsys):
    assert main(words) == 2
    assert "Error" in capsys.readouterr().err


def test_an_unknown_scenario_is_refused_with_a_hint(capsys):
    assert main(["play", "akragass"]) == 2
    assert "did you mean akragas" in capsys.readouterr().err


def test_the_computer_never_sees_what_a_person_types_before_it_is_done(typing):
    battle = Battle.start("akragas", seed=5)
    typing("1")
    table_of(battle).advance()
    assert battle.state.question == ask.ORDER


def test_a_battle_that_is_watched_is_saved_where_it_is_said(tmp_path, capsys):
    """The record of the whole battle, which can be replayed and reviewed."""
    from hexillum.notation.game_record import read_record

    file = tmp_path / "watched.battle"
    assert main(["play", "akragas", "--auto", "--quiet", "--seed", "3", "--save", str(file)]) == 0
    battle = read_record(file.read_text(encoding="utf-8"))
    assert battle.over
    assert main(["play", "akragas", "--auto", "--json", "--seed", "3", "--save", str(file)]) == 0
    assert read_record(file.read_text(encoding="utf-8")).choices == battle.choices
    capsys.readouterr()
    assert main(["play", "akragas", "--auto", "--quiet", "--save", str(tmp_path / "no" / "x.battle")]) == 2
    assert "there is no such folder" in " ".join(capsys.readouterr().err.split())
