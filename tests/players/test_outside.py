"""Players from outside: they see what their side may know, and lose by what they do wrong, nobody else does."""

from __future__ import annotations

import json
import pickle
import random
import textwrap

import pytest
from tools.docs_blocks import blocks

from hexillum.battle.door import Battle
from hexillum.cli import main
from hexillum.core import ask
from hexillum.core.dice import roll_of
from hexillum.core.state import NONE, State
from hexillum.engine.step import apply
from hexillum.engine.tryout import numbers_of
from hexillum.lab import arena
from hexillum.lab.simulation import simulate
from hexillum.players import UnknownPlayer, outside, player
from hexillum.players.observed import Observed, without_secrets
from hexillum.players.outside import Forfeit, Host, Outside
from tests.kit.support import ROOT

FIRST = """
    class Mine:
        def choose(self, battle):
            return battle.numbers[0]
"""


@pytest.fixture
def written(tmp_path):
    """Writes a player into a file; gives its name."""

    def write(text: str) -> str:
        path = tmp_path / f"player_{len(list(tmp_path.iterdir()))}.py"
        path.write_text(textwrap.dedent(text))
        return f"{path}:Mine"

    return write


def worlds(battle: str, seed: int):
    """Two states each in which the other side drew different cards, at the next question to the side that looks."""
    rng = random.Random(seed)
    state = Battle.start(battle, seed=seed).state
    for _ in range(600):
        if state.outcome != NONE:
            return
        if state.question == ask.ROLL:
            apply(state, roll_of([rng.randrange(6) for _ in range(state.dice)]))
            continue
        options = numbers_of(state)
        if state.question == ask.DRAW and len(options) > 1:
            one, other = state.copy(), state.copy()
            drawer = state.active
            pair = rng.sample(options, 2)
            apply(one, pair[0])
            apply(other, pair[1])
            if one.who == 1 - drawer and one.question == other.question:
                yield one, other
        apply(state, rng.choice(options))


@pytest.mark.parametrize(("battle", "seed"), [("akragas", 1), ("dara", 2), ("zama", 3), ("callinicum", 4)])
def test_a_player_sees_no_card_that_his_side_does_not_know(battle, seed):
    seen = 0
    for one, other in worlds(battle, seed):
        assert one != other
        assert pickle.dumps(without_secrets(one, one.who)) == pickle.dumps(without_secrets(other, other.who))
        looks = [Observed(state) for state in (one, other)]
        for what in ("view", "hand", "unseen", "numbers", "prompt", "question"):
            assert getattr(looks[0], what) == getattr(looks[1], what)
        assert looks[0].imagine(5).state == looks[1].imagine(5).state
        seen += 1
    assert seen > 3


def test_swapped_hidden_cards_change_nothing_whatever_is_asked():
    rng = random.Random(8)
    state = Battle.start("akragas", seed=8).state
    asked = set()
    for _ in range(500):
        if state.outcome != NONE:
            break
        if state.question == ask.ROLL:
            apply(state, roll_of([rng.randrange(6) for _ in range(state.dice)]))
            continue
        if state.who != ask.CHANCE:
            other = swapped(state, rng)
            asked.add(state.question)
            assert pickle.dumps(without_secrets(state, state.who)) == pickle.dumps(without_secrets(other, state.who))
        apply(state, rng.choice(numbers_of(state)))
    assert len(asked) >= 5


def swapped(state: State, rng: random.Random) -> State:
    """The same state, the other side holding other cards of those that nobody has seen."""
    other = state.copy()
    first = (1 - state.who) * ask.MOST_CARDS
    pool = [n for n in range(ask.MOST_CARDS) for _ in range(other.deck[n] + other.hand[first + n])]
    rng.shuffle(pool)
    for n in range(ask.MOST_CARDS):
        other.hand[first + n] = other.deck[n] = 0
    for place, n in enumerate(pool):
        if place < other.held[1 - state.who]:
            other.hand[first + n] += 1
        else:
            other.deck[n] += 1
    return other


def test_a_player_of_a_file_plays_a_whole_battle(written):
    game = arena.play("akragas", written(FIRST), "random", seed=2)
    assert game.finished and not game.forfeit


def test_it_may_answer_with_an_option_take_a_seed_and_print(written):
    name = written("""
        class Mine:
            def __init__(self, seed):
                self.seed = seed

            def choose(self, battle):
                print("thinking about", battle.prompt)
                return battle.options[self.seed % len(battle.options)]
    """)
    assert arena.play("akragas", name, "random", seed=2).forfeit == ""
    assert arena.play("akragas", name, "random", seed=2) == arena.play("akragas", name, "random", seed=2)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return 99_999", "answered 99999, which is not offered"),
        ("return None", "answered 'None', which is not offered"),
        ("return True", "answered 'True', which is not offered"),
        ("raise KeyError('plan')", "KeyError in line 4: 'plan'"),
        ("import os; os._exit(3)", "its process has ended"),
        ("import sys; sys.exit(3)", "its process has ended"),
    ],
)
def test_what_a_player_does_wrong_loses_him_the_battle_and_no_more(written, body, said):
    name = written(f"""
        class Mine:
            def choose(self, battle):
                {body}
    """)
    report = simulate("akragas", games=2, top=name, bottom="random")
    assert [game.winner for game in report.games] == [1, 1]
    assert all(said in words for words in report.forfeits) and len(report.forfeits) == 2


@pytest.mark.parametrize("end", ["import sys; sys.exit(3)", "import os; os._exit(3)"])
def test_who_hears_that_a_process_has_ended_finds_it_ended(written, end):
    """Else the next battle would be given to it, or it would be told of the end of this one, and waited for."""
    name = written(end)
    for _ in range(3):
        host = Host(name, quiet=True)
        with pytest.raises(Forfeit, match="its process has ended"):
            host.ask("begin", 0, 0, patience=30)
        assert not host.alive


def test_who_takes_too_long_has_lost_and_the_run_goes_on(written, monkeypatch):
    monkeypatch.setattr(Outside.__init__, "__defaults__", (0, 0.3))
    name = written("""
        class Mine:
            def choose(self, battle):
                while battle.question != "nothing":
                    pass
    """)
    games = simulate("akragas", games=2, top="random", bottom=name).games
    assert [game.winner for game in games] == [0, 0]
    assert all("took longer than" in game.forfeit for game in games)


def test_it_cannot_look_into_the_referee(written):
    """Its process knows the position that it was sent, and nothing else."""
    name = written("""
        import gc

        class Mine:
            def choose(self, battle):
                found = [one for one in gc.get_objects() if type(one).__name__ == "State"]
                first = (1 - battle._state.who) * 64
                hands = {tuple(one.hand[first:first + 64]) for one in found if sum(one.held)}
                if len(hands) > 1:
                    raise ValueError(f"{len(hands)} hands")
                return battle.numbers[0]
    """)
    assert arena.play("akragas", name, "random", seed=2, limit=40).forfeit == ""


@pytest.mark.parametrize(
    ("text", "word", "said"),
    [
        (FIRST, "Yours", "has no class 'Yours'"),
        ("class Mine: pass", "Mine", "has no class 'Mine' with a method choose"),
        ("1 +", "Mine", "SyntaxError"),
        ("import no_such_package", "Mine", "ModuleNotFoundError in line 1"),
        (
            "class Mine:\n  def __init__(self): raise OSError('no model')\n  def choose(self, b): pass",
            "Mine",
            "no model",
        ),
    ],
)
def test_a_player_that_cannot_be_made_is_told_before_anything_is_played(written, capsys, text, word, said):
    name = written(text).removesuffix("Mine") + word
    assert main(["simulate", "akragas", "--games", "2", "--top", name]) == 2
    error = capsys.readouterr().err
    assert said in error and "Traceback" not in error


def test_a_missing_file_is_named(capsys):
    assert main(["simulate", "akragas", "--games", "2", "--top", "nowhere.py:Mine"]) == 2
    assert "there is no file nowhere.py" in capsys.readouterr().err
    with pytest.raises(UnknownPlayer, match=r"or FILE\.py:CLASS"):
        player("clever")


def test_an_object_of_python_plays_too():
    class Last:
        def choose(self, battle):
            return battle.options[-1]

    game = arena.play("akragas", Last(), "random", seed=3)
    assert game.finished and not game.forfeit
    report = simulate("akragas", games=1, top=Last(), bottom="random")
    assert report.top == "Last"
    with pytest.raises(ValueError, match="no player"):
        player(object())


def test_a_package_offers_players_by_an_entry_point(monkeypatch):
    from importlib.metadata import EntryPoint

    point = EntryPoint("stoic", "tests.players.stoic:Stoic", "hexillum.players")

    def points(*, group: str, name: str | None = None):
        return [point] if group == "hexillum.players" and name in (None, "stoic") else []

    monkeypatch.setattr(outside, "entry_points", points)
    assert outside.is_outside("stoic")
    assert outside.class_of("stoic")().choose is not None


def test_games_do_not_depend_on_the_processes_that_play_them(written):
    name = written(FIRST)
    one, two = (simulate("akragas", games=4, jobs=n, top=name, bottom="random", seed=5).games for n in (1, 2))
    assert one == two


def test_a_tournament_notes_a_forfeit_and_goes_on(written, tmp_path, capsys):
    bad = written("""
        class Mine:
            def choose(self, battle):
                return -1
    """)
    path = tmp_path / "arena.jsonl"
    words = ["arena", bad, "random", "--battles", "akragas", "--games", "2", "--out", str(path), "--json"]
    assert main(words) == 1  # all games are there, and somebody forfeited
    assert "which is not offered (2 games lost)" in capsys.readouterr().err
    text = path.read_text()
    assert text.count("which is not offered") == 2
    assert main(["arena", "report", str(path), "--json"]) == 0


@pytest.mark.parametrize("more", [["--auto", "--json"], ["--auto", "--quiet", "--fast"]])
def test_a_forfeit_at_the_terminal_is_a_clear_line(written, capsys, tmp_path, monkeypatch, more):
    monkeypatch.chdir(tmp_path)
    name = written("""
        class Mine:
            def choose(self, battle):
                if battle.question == "move":
                    raise KeyError("plan")
                return battle.numbers[0]
    """)
    assert main(["play", "akragas", "--against", name, *more]) == 1
    told = capsys.readouterr()
    assert "forfeit: " in told.err and "KeyError in line 5: 'plan'" in told.err and "Traceback" not in told.err
    if "--json" in more:
        result = json.loads(told.out)
        assert result["winner"] == "top" and "KeyError" in result["forfeit"]
    else:
        assert "bottom has lost the battle, top has won it" in told.err


def test_the_example_of_the_docs_plays(tmp_path):
    """docs/agents.md shows a whole player: it plays, does not forfeit, and beats blind chance."""
    text = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
    path = tmp_path / "mine.py"
    path.write_text(next(block.text for block in blocks(text) if block.file == "mine.py"))
    report = simulate("akragas", games=6, seed=1, top="random", bottom=f"{path}:Mine")
    assert report.forfeits == [] and report.summary.wins[1] >= 5
