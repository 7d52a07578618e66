"""The terminal program: its commands, what goes where, and how it refuses."""

import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hexillum import players
from hexillum.battle.door import Battle
from hexillum.battle.human_results import result_of
from hexillum.battle.words import card_words
from hexillum.cli import main
from hexillum.cli.app import COMMANDS
from hexillum.cli.board import CELLS, WIDE, board, drawn, ground, least_width, piece
from hexillum.cli.variants import PLAYERS
from hexillum.compiled import cache
from hexillum.core import hexes, rulebook
from hexillum.core.cards import CARDS
from hexillum.core.digest import made_with
from hexillum.core.sources import source_words
from hexillum.notation.game_record import write_record

ROOT = Path(__file__).parents[2]


def test_help_is_for_newcomers(capsys):
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    assert "hexillum play akragas" in text
    for command in ("play", "odds", "rule", "scenarios", "simulate", "replay"):
        assert f"  {command} " in text


@pytest.mark.parametrize("command", ["play", "odds", "rule", "scenarios", "simulate", "replay"])
def test_each_command_explains_itself_with_an_example(command, capsys):
    assert main([command, "--help"]) == 0
    assert "Example" in capsys.readouterr().out


def test_a_rule_is_shown(capsys):
    assert main(["rule", "rt-24"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("RT-24")
    assert shown.err == ""


def test_rules_are_searched_and_told_to_programs(capsys):
    assert main(["rule", "--search", "shuffled discards", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["id"] == "TURN-04"


def test_an_unknown_rule_is_one_line_on_stderr(capsys):
    assert main(["rule", "RT-999"]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert "RT-19" in shown.err


def test_rule_without_an_id_says_what_to_give(capsys):
    assert main(["rule"]) == 2
    assert "RT-24" in capsys.readouterr().err


@pytest.mark.parametrize(("word", "verb"), [("akragas", "show"), ("my.toml", "check")])
def test_a_battle_where_a_command_of_scenarios_should_stand_is_told_how_it_is_asked_for(capsys, word, verb):
    assert main(["scenarios", word]) == 2
    assert f"To {verb} a battle: hexillum scenarios {verb} {word}" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("command", ["play", "simulate", "compare", "sweep"])
def test_the_help_says_that_a_variant_may_follow_a_battle(capsys, command):
    assert main([command, "--help"]) == 0
    assert "may have a variant's file after a +" in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("word", ["RT-7", "rt-07", "RT-007"])
def test_noughts_of_a_rules_number_do_not_matter(capsys, word):
    assert main(["rule", word]) == 0
    assert capsys.readouterr().out.startswith("RT-07  Retreat")


def test_scenarios_are_listed_and_shown(capsys):
    assert main(["scenarios"]) == 0
    assert "Zama" in capsys.readouterr().out
    assert main(["scenarios", "show", "akragas"]) == 0
    page = capsys.readouterr().out
    for part in ("Himilco", "command 5", "5 banners", "4 heavy-infantry", "hi4*", "source:"):
        assert part in page
    assert main(["scenarios", "show", "akragas", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["top"]["commander"] == "Himilco"


def test_a_wrong_scenario_file_shows_all_its_problems(tmp_path, capsys):
    file = tmp_path / "mine.toml"
    file.write_text('id = "mine"\nname = 3\n', encoding="utf-8")
    assert main(["scenarios", "check", str(file)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 3
    assert any(line.startswith("mine.toml:2:") or "mine.toml:2:" in line for line in lines)


def test_right_scenario_files_are_no_problem(capsys):
    from hexillum.battle.scenarios import FOLDER

    assert main(["scenarios", "check", str(FOLDER / "akragas.toml")]) == 0
    shown = capsys.readouterr()
    assert (shown.out, "no problem" in shown.err) == ("", True)


def test_a_battle_is_checked_by_its_name_too(capsys):
    assert main(["scenarios", "check", "akragas"]) == 0
    assert capsys.readouterr().err == "1 file: no problem\n"


def test_one_thing_is_counted_as_one(capsys, tmp_path):
    assert main(["simulate", "akragas", "--games", "1", "--top", "random", "--bottom", "random"]) == 0
    assert "akragas: 1 game, seed 0" in capsys.readouterr().out
    assert main(["check", str(tmp_path / "none.yaml")]) == 2
    assert "1 file cannot be used" in capsys.readouterr().out


def test_simulation_prints_a_table_or_json(capsys):
    words = ["simulate", "akragas", "--games", "2", "--seed", "1", "--top", "random", "--bottom", "random"]
    assert main(words) == 0
    assert "95 % interval" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["games"], told["seed"], told["complete"]) == (2, 1, True)


def test_an_unknown_player_is_refused(capsys):
    assert main(["simulate", "akragas", "--top", "clever"]) == 2
    assert "greedy, random" in capsys.readouterr().err


def test_an_unknown_command_is_refused(capsys):
    assert main(["conquer"]) == 2
    assert "conquer" in capsys.readouterr().err


def test_a_missing_file_is_named(capsys):
    assert main(["replay", "no-such-file"]) == 2
    assert "no-such-file" in capsys.readouterr().err


def test_without_its_packages_the_program_says_what_to_install(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "click", None)
    assert main(["--help"]) == 1
    assert "hexillum[cli]" in capsys.readouterr().err


def test_help_loads_nothing_heavy():
    code = "import sys; from hexillum.cli import main; main(['--help']); print(*sys.modules, file=sys.stderr)"
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
    loaded = set(done.stderr.split())
    assert not loaded & {"numba", "numpy", "hexillum.battle.door", "hexillum.core.kinds", "rich.progress"}


def test_the_board_names_every_hex_and_tells_the_sides_apart_without_colour():
    lines = board(Battle.start("akragas", seed=7).state).plain.splitlines()
    assert max(map(len, lines)) < 80
    assert lines[1].split() == [f"A{n}" for n in range(1, 14)]
    assert lines[3].split() == [f"B{n}" for n in range(1, 13)]
    assert lines[3].index("B1") - lines[1].index("A1") == 3
    assert "hi4*" in lines[2] and "HI4*" in lines[14]


def test_the_board_marks_terrain_orders_and_lone_leaders():
    from hexillum.battle.setup import add_leader, add_unit, new_state
    from hexillum.core.terrain import terrain_number

    s = new_state("ancients")
    s.terrain[57] = terrain_number("ancients", "forest")
    s.units[add_unit(s, 1, 4, 58)].ordered = 1
    add_leader(s, 0, 59)
    plain = board(s).plain
    assert "E6&" in plain
    assert ">WA4" in plain
    assert " l*" in plain
    assert "& Forest" in plain


@pytest.mark.parametrize("side", [0, 1])
def test_every_card_in_the_deck_is_explained(side):
    for number, card in enumerate(CARDS):
        if card.copies:
            assert card_words(number, side, 5) != "see its rule"


def test_armies_change_seats_and_house_switches_are_set(capsys):
    assert main(["play", "akragas", "--swapped", "--switch", "exact_evade=on", "--auto", "--quiet", "--seed", "3"]) == 0
    capsys.readouterr()
    plain = ["simulate", "akragas", "--games", "6", "--top", "random", "--bottom", "random", "--seed", "2", "--json"]
    assert main([*plain, "--swapped", "--switch", "bonus_at_leader=off"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["swapped"], report["switches"]) == (True, {"bonus_at_leader": False})


def test_a_battle_set_up_with_variants_is_kept_with_them(tmp_path, monkeypatch, capsys):
    from hexillum.cli.play import _started
    from hexillum.cli.variants import plan_of
    from hexillum.core.dice import Seeded
    from hexillum.notation.game_record import read_record

    battle = _started(plan_of("akragas", swapped=True), Seeded(1), {"exact_evade": True})
    again = read_record(write_record(battle))
    assert again.scenario is not None
    assert (again.scenario.swapped, again.state.law.exact_evade) == (True, 1)
    assert again.scenario.bottom.name == "Carthaginian"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            ["play", "akragas", "--switch", "elephants=on"],
            "there is no switch 'elephants': expected one of exact_evade",
        ),
        (["play", "akragas", "--switch", "exact_evade"], "write exact_evade=on or exact_evade=off"),
        (["simulate", "akragas", "--switch", "exact_evade=perhaps"], "write exact_evade=on or exact_evade=off"),
        (["play", "--resume", "x.battle", "--swapped"], "leave --swapped and --switch out"),
    ],
)
def test_a_wrong_variant_is_refused_in_a_sentence(words, expected, capsys):
    assert main(words) == 2
    assert expected in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("battle", ["akragas", "dara", "hydaspes"])
@pytest.mark.parametrize("width", [40, 51])
def test_a_terminal_too_narrow_for_the_board_gets_lists_that_fit(battle, width):
    s = Battle.start(battle, seed=7).state
    said = drawn(s, width).plain
    assert said.startswith(f"the board needs {least_width(s)} columns and there are {width}")
    assert max(map(len, said.splitlines()[1:])) <= width
    for u in s.units:
        if u.hex != hexes.NOWHERE:
            assert f"{hexes.name(u.hex)} " in said
    assert max(map(len, drawn(s, WIDE).plain.splitlines())) <= WIDE


@pytest.mark.parametrize("battle", ["akragas", "dara", "hydaspes", "phasis"])
@pytest.mark.parametrize("width", [60, 66, 77, 78, 120])
def test_the_board_scales_to_the_terminal_and_keeps_its_columns(battle, width):
    s = Battle.start(battle, seed=7).state
    said = drawn(s, width).plain
    assert max(map(len, said.splitlines()[int(width < least_width(s)) :])) <= width
    if width < least_width(s):
        return
    rows = said.splitlines()[: 2 * s.rows]
    cell = max(one for one in CELLS if one * hexes.WIDTH <= width)
    for hex in hexes.board(s.rows):
        row, column = divmod(hex, hexes.WIDTH)
        at = cell // 2 * (row & 1) + cell * column
        below = rows[2 * row + 1][at : at + cell]
        assert hexes.name(hex) in below and ground(s, hex) in below
        word = piece(s, hex)[0].strip(" >")
        assert rows[2 * row][at : at + cell].strip(" >") == word


def test_the_widest_board_is_the_usual_one():
    s = Battle.start("akragas", seed=7).state
    assert drawn(s, WIDE).plain == board(s).plain


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS), ["arena", "report"], ["scenarios", "check"]])
def test_help_points_at_nothing_that_an_installed_wheel_lacks(command, capsys):
    assert main([*command, "--help"]) == 0
    said = capsys.readouterr().out
    assert not re.search(r"docs/|README|(?<!my-)cases/|tools/", said)


def test_the_program_knows_both_editions_and_tells_its_exit_status(capsys):
    assert main(["--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "Ancients and Medieval" in said
    assert "exit status is 2" in said


def test_help_names_every_computer_player(capsys):
    assert PLAYERS.split(", ") == list(players.NAMES)
    assert main(["play", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert PLAYERS in said
    assert main(["simulate", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert all(name in said for name in players.NAMES)


def test_the_package_can_be_run_as_a_program():
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-m", "hexillum", "rule", "RT-24"], capture_output=True, text=True, env=env)
    assert done.returncode == 0
    assert "RT-24" in done.stdout


@pytest.mark.parametrize(("package", "extra"), [("yaml", "cli"), ("fastapi", "web")])
def test_a_command_without_its_package_says_what_to_install(package, extra, monkeypatch, capsys, tmp_path):
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, "hexillum.notation.cases", raising=False)
    for module in [name for name in sys.modules if name.startswith("hexillum.notation.cases.")]:
        monkeypatch.delitem(sys.modules, module)
    (tmp_path / "question.yaml").touch()
    words = ["check", str(tmp_path / "question.yaml")] if package == "yaml" else ["serve", "--port", "0"]
    assert main(words) == 2
    said = capsys.readouterr().err
    assert f"needs the package {package}" in said and f"hexillum[{extra}]" in said
    assert said.count("\n") == 1


def test_the_version_tells_what_a_report_needs(capsys, monkeypatch):
    monkeypatch.setattr(cache, "compilers", lambda: None)
    assert main(["--version"]) == 0
    told = made_with()
    python = platform.python_version()
    words = f"hexillum {told['hexillum']}, rules {told['rules']}, without Numba, Python {python}\n"
    assert capsys.readouterr().out == words


def listed(capsys, *words):
    assert main(["scenarios", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_battles_are_listed_by_edition_in_the_order_asked_for(capsys):
    assert {plan["edition"] for plan in listed(capsys, "--edition", "medieval")} == {"medieval"}
    years = [plan["year"] for plan in listed(capsys, "--sort", "year")]
    assert years == sorted(years) and len(years) == len(listed(capsys))
    assert len(listed(capsys, "--edition", "medieval", "--edition", "ancients")) == len(years)


def test_battles_are_listed_by_how_often_people_win_with_the_top_army(capsys):
    found = listed(capsys, "--top-wins", "45-50%", "--sort", "top-wins")
    told = [result_of(plan["edition"], plan["number"]) for plan in found]
    shares = [one.top for one in told if one]
    assert len(shares) == len(told)
    assert shares == sorted(shares) and set(shares) <= set(range(45, 51)) and shares
    assert main(["scenarios", "--edition", "ancients"]) == 0
    said = capsys.readouterr().out
    assert "top wins" in said and "26 %" in said
    assert main(["scenarios", "--top-wins", "1-2"]) == 0
    assert "no battle is like that" in capsys.readouterr().err


@pytest.mark.parametrize("range", ["70-20", "-", "x", "50-101", "", "1-2-3", "-1-5"])
def test_a_range_that_is_none_is_refused(range, capsys):
    assert main(["scenarios", f"--top-wins={range}"]) == 2
    assert "expected" in capsys.readouterr().err


def test_a_rule_says_its_sources_and_who_decides_in_words(capsys):
    assert main(["rule", "RT-24"]) == 0
    said = capsys.readouterr().out
    assert "decided by: owner of the unit" in said
    assert "Ancients, retreat, morale and rampage: Retreat" in said
    for one in rulebook.rules().values():
        assert not any(re.search(r"§|\(L\d|^00\d", words) for words in source_words(one.sources)), one.id
