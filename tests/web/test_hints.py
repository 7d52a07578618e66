"""Hints at the table: for whom, within whose knowledge, noted in the record; and the warning before a costly choice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from starlette.testclient import TestClient

from hexillum.battle.door import Battle
from hexillum.coach.hints import Doubt, Hint, _plan
from hexillum.core import ask
from hexillum.core.state import State
from hexillum.engine.step import apply
from hexillum.engine.tryout import numbers_of
from hexillum.notation.game_record import read_record
from hexillum.players.observed import without_secrets
from hexillum.players.search import Effort
from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from hexillum.web.hinting import BETWEEN_PEOPLE
from hexillum.web.workers import Died, TooLong
from tests.web.kept import check_answer
from tests.web.players import Table, answer, choice, query


class Made(Computers):
    """Computer players of which the hints are made up: the first answers, and whatever doubt a test wants."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[State] = []
        self.gives: Doubt | Exception = Doubt(0.0, 0.0)

    async def hint(self, state: State, seed: int, whose: Any) -> Hint:
        self.asked.append(state)
        s = state.copy()
        answers: list[int] = []
        while s.who == state.who and len(answers) < 5:
            answers.append(numbers_of(s)[0])
            apply(s, answers[-1])
        return Hint(tuple(answers), 0.61, 0.05, ("It can attack E6.",))

    async def doubt(self, state: State, answers: tuple[int, ...], seed: int, whose: Any) -> Doubt:
        self.asked.append(state)
        if isinstance(self.gives, Exception):
            raise self.gives
        return self.gives


@contextmanager
def serving(database: str, **more: Any) -> Iterator[tuple[Any, Made]]:
    made = Made()
    with TestClient(create_app(database, computers=made, **more)) as client:
        client.event_hooks = {"response": [check_answer]}
        yield client, made


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Any, Made]]:
    with serving(str(tmp_path_factory.mktemp("hints") / "games.db")) as made:
        yield made


@pytest.fixture
def coached(desk: tuple[Any, Made]) -> Any:
    return desk[0]


def alone(client: Any) -> Table:
    """A battle against the computer, where the person is asked."""
    table = Table(client, seed=3, top="greedy")
    assert table.asked() == "bottom"
    return table


# ---------------------------------------------------------------------- what is told


def test_a_hint_is_a_plan_step_by_step_and_its_chance(coached):
    table = alone(coached)
    said = table.post("/hint", "bottom").json()
    assert (said["side"], said["chance"], said["error"], said["help"]) == ("bottom", 0.61, 0.05, 1)
    assert said["why"] == ["It can attack E6."]
    offered = [one["number"] for one in table.view("bottom")["decision"]["options"]]
    assert said["steps"][0]["number"] in offered
    assert said["steps"][0]["happened"][0]["kind"] == "played" and said["steps"][0]["units"]


def test_the_record_and_every_view_say_that_help_was_used(coached):
    table = alone(coached)
    for _ in range(2):
        table.post("/hint", "bottom")  # the second one at the same moment is the same help
    assert table.view("bottom")["help"] == table.view()["help"] == {"top": 0, "bottom": 1}
    table.step(random.Random(1))
    table.post("/hint", "bottom")
    assert table.do("bottom", {"do": "resign"}).status_code == 200
    record = table.get("/record").text
    assert "# bottom was helped by the coach 2 times, in the turns 1\n" in record
    assert read_record(record).choices, "who knows nothing of help reads past it"


def test_help_is_not_taken_back_with_a_choice(coached):
    table = alone(coached)
    table.post("/hint", "bottom")
    before = table.view("bottom")["moment"]
    table.step(random.Random(1))
    assert table.do("bottom", {"do": "undo"}).status_code == 200
    view = table.view("bottom")
    assert view["moment"] == before and view["help"]["bottom"] == 1


def test_help_moves_neither_dice_nor_the_enemy(desk):
    client, made = desk
    plain, helped = alone(client), alone(client)
    made.gives = Doubt(0.124, 0.03)
    rng, seen = random.Random(1), plain.ours()
    for _ in range(25):
        number = choice(seen, rng)
        assert helped.post("/hint", "bottom").status_code == 200
        assert helped.post("/doubt", "bottom", {"numbers": [number]}).json()["words"]
        for table in (plain, helped):
            assert table.do("bottom", answer(number)).status_code == 200
            seen = table.ours()
    one, other = (client.app.state.tables.in_memory[table.id].game for table in (plain, helped))
    assert one.made == other.made and other.version == one.version + other.help.count(1)
    assert {entry.kind for entry in one.made} >= {"roll", "draw"}


def test_the_seed_of_a_thought_is_not_moved_by_help(tmp_path):
    class Seeds(Made):
        """Computer players whose seeds are kept."""

        seeds: list[int]

        async def answers(self, player: str, seed: int, state: State, time: Any = None) -> Any:
            self.seeds.append(seed)
            return await super().answers(player, seed, state, time)

    found = []
    for help in (False, True):
        computers = Seeds()
        computers.seeds = []
        with TestClient(create_app(str(tmp_path / f"{help}.db"), computers=computers)) as client:
            table, rng = alone(client), random.Random(1)
            for _ in range(12):
                if help:
                    assert table.post("/hint", "bottom").status_code == 200
                table.step(rng)
        found.append(computers.seeds)
    assert found[0] == found[1] != []


def test_help_outlives_the_server(database):
    with serving(database) as (client, _):
        table = alone(client)
        table.post("/hint", "bottom")
        assert query(database, "SELECT count(*) FROM entries WHERE kind = 'helped'") == [(1,)]
    with serving(database) as (client, _):
        table.client = client
        assert table.view("bottom")["help"] == {"top": 0, "bottom": 1}


def test_an_analysis_is_helped_without_a_note(coached):
    made = coached.post("/api/analysis", json={"battle": "akragas"}).json()
    table = object.__new__(Table)
    table.client, table.id, table.tokens, table.invites = coached, made["game"], made["tokens"], {}
    seat = table.ours()["decision"]["actor"]
    for _ in range(40):
        if seat in table.tokens:
            break
        table.step(random.Random(1))
        seat = table.ours()["decision"]["actor"]
    said = table.post("/hint", seat)
    assert said.status_code == 200 and said.json()["help"] == 0


# ---------------------------------------------------------------------- for whom


def test_between_people_nobody_is_helped(coached):
    both = Table(coached, seed=3)
    friend = Table(coached, bottom="friend", top="person")
    for table in (both, friend):
        for path, body in (("/hint", None), ("/doubt", {"numbers": [300]})):
            refused = table.post(path, "top", body)
            assert (refused.status_code, refused.json()["message"]) == (403, BETWEEN_PEOPLE)


def test_an_onlooker_is_not_helped_nor_who_is_not_asked_nor_anybody_after_the_end(coached, monkeypatch):
    table = alone(coached)
    assert table.post("/hint").json()["code"] == "not_yours"
    monkeypatch.setattr(coached.app.state.tables, "let_think", lambda _: None)  # the computer begins, and waits
    other = Table(coached, seed=3, bottom="random", top="person")
    assert other.view("top")["decision"]["actor"] == "bottom"
    assert other.post("/hint", "top").json()["code"] == "not_asked"
    assert table.do("bottom", {"do": "resign"}).status_code == 200
    assert table.post("/hint", "bottom").json()["code"] == "over"


def test_who_asks_for_help_again_and_again_is_told_to_wait(tmp_path):
    with serving(str(tmp_path / "games.db"), bounded=True) as (client, _):
        table = alone(client)
        codes = {table.post("/hint", "bottom").status_code for _ in range(130)}
        assert codes == {200, 429}


# ---------------------------------------------------------------------- within the knowledge of the seat


def other_worlds(state: State, side: int, count: int) -> Iterator[State]:
    """States that look the same to a side: the other's hand dealt anew from what it has not seen."""
    for seed in range(2, count + 2):
        yield without_secrets(state, side, seed)


def test_a_hint_is_the_same_whatever_the_other_side_holds(desk):
    client, made = desk
    seen: list[State] = []
    table = alone(client)
    game = client.app.state.tables.in_memory[table.id].game
    truth = game.battle.state
    for world in [truth, *other_worlds(truth, 1, 6)]:
        game.battle.state = world
        client.app.state.tables.in_memory[table.id].hint = None
        assert table.post("/hint", "bottom").status_code == 200
        seen.append(made.asked[-1])
    hands = {tuple(world.hand[: ask.MOST_CARDS]) for world in other_worlds(truth, 1, 6)}
    assert len(hands) > 1, "the worlds differ"
    assert all(one == seen[0] for one in seen), "what leaves for the thinkers has nothing of the other hand"


def test_the_plan_of_a_hint_is_the_same_in_every_world_that_looks_the_same():
    state = Battle.start("akragas", seed=7).state
    plans = {
        _plan(without_secrets(world, world.who), Effort(plan=1, choice=1, views=1), 1)[0]
        for world in [state, *other_worlds(state, state.who, 2)]
    }
    assert len(plans) == 1


# ---------------------------------------------------------------------- are you sure?


def test_a_choice_that_gives_much_away_is_warned_of_and_that_is_help(desk):
    client, made = desk
    table = alone(client)
    number = table.ours()["decision"]["options"][0]["number"]
    made.gives = Doubt(0.124, 0.03)
    said = table.post("/doubt", "bottom", {"numbers": [number]}).json()
    assert said["words"] == "this gives away about 12 points of a hundred, as the consul sees it: are you sure?"
    assert table.view("bottom")["help"]["bottom"] == 1
    assert table.do("bottom", answer(number)).status_code == 200, "it is only a warning"


@pytest.mark.parametrize("gives", [Doubt(0.05, 0.01), Doubt(0.12, 0.07), TooLong(), Died(), RuntimeError("odd")])
def test_there_is_no_warning_of_little_nor_of_what_is_not_sure_or_not_known_in_time(desk, gives):
    client, made = desk
    table = alone(client)
    made.gives = gives
    said = table.post("/doubt", "bottom", {"numbers": [table.ours()["decision"]["options"][0]["number"]]}).json()
    assert (said["words"], said["given"]) == ("", 0)
    assert table.view("bottom")["help"]["bottom"] == 0
