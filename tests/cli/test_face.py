"""The face: what `import hexillum` offers, enums at the door, and the board as a picture."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest

import hexillum
from hexillum import Actor, Battle, EventKind, Question, Side, board_svg
from hexillum.cli import main
from hexillum.core import ask, event, hexes

SVG = "{http://www.w3.org/2000/svg}"
LAST_CARD = ask.MOST_CARDS - 1


def drawn(battle: Battle) -> ElementTree.Element:
    """The picture of a battle, read back."""
    return ElementTree.fromstring(board_svg(battle))


def titles(picture: ElementTree.Element, beginning: str) -> list[str]:
    """What the pieces of a picture are called."""
    groups = [one for one in picture.iter(f"{SVG}g") if (one.get("class") or "").startswith(beginning)]
    return [one.findtext(f"{SVG}title", "") for one in groups]


def played(scenario: str, choices: int) -> Battle:
    """A battle after so many choices of greedy players."""
    battle, computer = Battle.start(scenario, seed=4), hexillum.player("greedy", 4)
    for _ in range(choices):
        if battle.decision.actor == Actor.CHANCE:
            battle.throw()
        else:
            battle.choose(computer.choose(battle.state, battle.numbers()))
    return battle


# ---------------------------------------------------------------------- names


def test_every_name_is_there_and_no_other_is_offered() -> None:
    assert sorted(hexillum.__all__) == dir(hexillum)
    assert all(getattr(hexillum, name) is not None for name in hexillum.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Batle'"):
        hexillum.Batle  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.parametrize(
    ("code", "loaded"),
    [
        ("import hexillum", set()),
        ("import hexillum; dir(hexillum)", set()),
        ("from hexillum import Side", {"core"}),
        ("import hexillum; hexillum.__version__", {"core"}),
        ("import hexillum; assert hexillum.odds.attack", {"odds", "battle", "core", "engine", "rules"}),
    ],
)
def test_the_import_loads_nothing_that_is_not_used(code: str, loaded: set[str]) -> None:
    tell = "print(*{name.split('.')[1] for name in sys.modules if name.startswith('hexillum.')})"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; {code}; {tell}"], capture_output=True, text=True, check=True
    )
    there = set(done.stdout.split())
    assert loaded <= there
    assert loaded or not there
    assert not there & {"web", "cli", "lab"}


def test_every_name_stands_under_its_own_name_at_home() -> None:
    for name in set(hexillum.__all__) - {"__version__", "odds"}:
        assert getattr(hexillum, name).__name__ == name


# ---------------------------------------------------------------------- enums


@pytest.mark.parametrize(
    ("enum", "home", "last"), [(EventKind, event, EventKind.NOTHING_TO_COPY), (Question, ask, Question.KEEP)]
)
def test_the_enums_are_the_constants(enum, home, last) -> None:
    assert all(getattr(home, one.name) == one for one in enum)
    assert [one.value for one in enum] == list(range(min(enum), last + 1))


def test_no_kind_of_event_or_decision_lacks_its_name() -> None:
    narrated = set(event._SENTENCES)
    assert narrated <= set(EventKind)
    assert set(ask.KIND_WORDS) <= set(Question)
    with pytest.raises(KeyError):
        event.narrate(Battle.start("akragas", seed=1).state, max(EventKind) + 1, 0, 0, 0)


def test_the_sides_are_their_numbers_everywhere() -> None:
    assert (Side.TOP, Side.BOTTOM) == (hexes.TOP, hexes.BOTTOM) == (Actor.TOP, Actor.BOTTOM)
    assert Actor.CHANCE.value == ask.CHANCE


def test_what_leaves_the_door_is_named() -> None:
    battle = Battle.start("akragas", seed=7)
    decision = battle.decision
    assert (decision.actor, decision.kind) == (Actor.BOTTOM, Question.CARD)
    assert isinstance(decision.actor, Actor) and isinstance(decision.kind, Question)
    assert "Actor.BOTTOM" in repr(decision) and "Question.CARD" in repr(decision)
    happened = battle.choose(battle.options[0])
    assert all(isinstance(one.kind, EventKind) for one in battle.events)
    assert "EventKind.PLAYED" in repr(happened[0])
    assert battle.view(Side.TOP) == battle.view(0) == battle.view("top")
    battle.resign()
    assert battle.winner is Side.TOP
    assert battle.decision.kind is Question.OVER and battle.decision.actor is None


def test_a_view_is_plain_for_json() -> None:
    seen = Battle.start("akragas", seed=7).view(Side.BOTTOM)
    assert json.loads(json.dumps(seen)) == seen


# ---------------------------------------------------------------------- told in one line


def test_a_battle_tells_itself_in_one_line() -> None:
    battle = Battle.start("dara", seed=1)
    assert re.fullmatch(r"<Battle dara, turn 1, banners 0:0 of 7:7, (top|bottom) must choose a card>", repr(battle))
    loser = battle.decision.actor
    battle.resign()
    assert loser is not None
    assert repr(battle) == f"<Battle dara, turn 1, banners 0:0 of 7:7, {('bottom', 'top')[loser]} has won>"


def test_a_battle_of_a_position_tells_its_edition() -> None:
    text = hexillum.write_position(Battle.start("dara", seed=1))
    assert repr(Battle.from_position(text)).startswith("<Battle without a scenario, medieval, turn 1")


# ---------------------------------------------------------------------- the picture


@pytest.mark.parametrize(("scenario", "choices"), [("akragas", 0), ("akragas", 150), ("zama", 60), ("dara", 200)])
def test_the_picture_names_every_unit_and_leader_once(scenario: str, choices: int) -> None:
    battle = played(scenario, choices)
    s, picture = battle.state, drawn(battle)
    units = sorted(hexes.name(u.hex) for u in s.units if u.hex != hexes.NOWHERE)
    assert sorted(title.split()[0] for title in titles(picture, "unit")) == units
    alone = sorted(hexes.name(k.hex) for k in s.leaders if k.hex != hexes.NOWHERE and s.unit_at[k.hex] < 0)
    assert sorted(title.split()[0] for title in titles(picture, "leader")) == alone
    names = [one.text for one in picture.iter(f"{SVG}text")]
    assert all(names.count(hexes.name(hex)) == 1 for hex in hexes.board(s.rows))


def test_the_picture_speaks_to_screen_readers() -> None:
    picture = drawn(Battle.start("akragas", seed=7))
    assert picture.get("role") == "img"
    assert [one.tag for one in picture[:2]] == [f"{SVG}title", f"{SVG}desc"]
    assert picture.findtext(f"{SVG}title") == "Akragas, 406 BC"
    told = picture.findtext(f"{SVG}desc", "")
    assert "Top (Carthaginian), banners 0 of 5" in told and "B2 Medium Infantry, 4 blocks" in told


def test_the_picture_tells_of_terrain_ramparts_and_what_is_worth_a_banner() -> None:
    def told(scenario: str) -> str:
        return " | ".join(one.text or "" for one in drawn(Battle.start(scenario, seed=1)).iter() if "title" in one.tag)

    assert "B4: Fortified camp" in told("himera") and "rampart of D2 towards E2" in told("himera")
    assert "A9 (the bottom side may leave the board here for a banner)" in told("castulo")
    assert "C7: Camp of the top army (a banner for the bottom side)" in told("phasis")
    assert "(banners are held for this ground)" in told("callinicum")
    assert "Forest: D11, H2, I2." in drawn(Battle.start("phasis", seed=1)).findtext(f"{SVG}desc", "")


def test_the_top_side_stands_at_the_top() -> None:
    rows: dict[str, list[float]] = {"top": [], "bottom": []}
    for group in drawn(Battle.start("zama", seed=7)).iter(f"{SVG}g"):
        kind, _, side = (group.get("class") or "").partition(" ")
        if kind == "unit":
            rows[side].append(float((group.get("transform") or "").removesuffix(")").split(",")[1]))
    assert max(rows["top"]) < min(rows["bottom"])


def test_the_picture_says_nothing_of_hands() -> None:
    battle = Battle.start("akragas", seed=7)
    other = battle.copy()
    s = other.state
    s.hand = [0] * len(s.hand)
    s.hand[LAST_CARD], s.held = 3, [3, 0]
    s.deck = s.deck[::-1]
    assert board_svg(other) == board_svg(battle)


def test_names_of_scenarios_are_told_as_they_are() -> None:
    picture = ElementTree.fromstring(board_svg(Battle.start("akragas", seed=7), title='Tom & "Jerry" <1>'))
    assert picture.findtext(f"{SVG}title") == 'Tom & "Jerry" <1>'


def test_notebooks_show_the_picture() -> None:
    battle = Battle.start("akragas", seed=7)
    assert battle._repr_svg_() == board_svg(battle)
    assert board_svg(battle) in battle._repr_html_()
    assert board_svg(battle.state) != board_svg(battle)  # a state alone knows neither armies nor who is asked


# ---------------------------------------------------------------------- hexillum board


def test_the_board_of_every_sort_of_file(tmp_path, capsys) -> None:
    battle = played("akragas", 40)
    (tmp_path / "saved.battle").write_text(hexillum.write_record(battle), encoding="utf-8")
    (tmp_path / "there.position").write_text(hexillum.write_position(battle), encoding="utf-8")
    for file, there in (("saved.battle", battle), ("there.position", Battle(battle.state))):
        assert main(["board", str(tmp_path / file), "--svg", "-"]) == 0
        assert capsys.readouterr().out == board_svg(there)
    assert main(["board", "akragas"]) == 0
    assert "bottom must choose a card" in capsys.readouterr().out
    assert main(["board", "akragas", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["hand"] is None


def test_the_picture_goes_into_a_file(tmp_path, capsys) -> None:
    file = tmp_path / "board.svg"
    assert main(["board", "dara", "--svg", str(file)]) == 0
    assert ElementTree.parse(file).getroot().tag == f"{SVG}svg"
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["akragax"], "there is no scenario 'akragax'; did you mean akragas?"),
        (["no/such.battle"], "no/such.battle: No such file"),
        (["akragas", "--svg", "no/such/folder.svg"], "no/such/folder.svg: No such file"),
        (["akragas", "--svg", "-", "--json"], "--svg and --json are two answers"),
        ([], "Missing argument 'FILE'"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_a_sentence(words: list[str], answer: str, capsys) -> None:
    assert main(["board", *words]) == 2
    assert answer in capsys.readouterr().err
