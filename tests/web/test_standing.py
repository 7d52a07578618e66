"""Standing answers at tables: they speak for their seat alone, are shown to it alone, and hold wherever it plays."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexillum.battle.door import Battle
from hexillum.battle.positions import state_digest
from hexillum.club.standing import Orders, answer, hangs_on_chance, order_for
from hexillum.core import ask
from hexillum.players import player
from hexillum.players.turn import Thought
from hexillum.web import thinking, timing
from hexillum.web.computers import PAUSE, Computers, still_to_wait
from hexillum.web.entries import Entry, Opening
from hexillum.web.game import Game
from hexillum.web.messages import Answer, Refused, Undo
from hexillum.web.sealed_orders import orders_of, sealed
from hexillum.web.show import show
from hexillum.web.store import Key, Seat, Store
from hexillum.web.table import Table as Inside
from hexillum.web.tables import OpenTables
from tests.club.test_standing import ALL
from tests.web.club import Hands
from tests.web.conftest import Cluster
from tests.web.players import Person, Server, Table, choice, query
from tests.web.players import answer as saying
from tests.web.test_for_the_turn import seen_by_others
from tests.web.test_secrecy import with_card, without_card

NOTHING = {"evade": "ask"}
PLAIN = {"evade": "never", "flags": "all", "back": "always", "strike": "never", "way": "support", "leader": "join"}
CHANCE = Orders("balance", "all", "always", "always", "chance", 40, "never", "never", "support", "join", "theirs")


def begun(seed: int, battle: str = "akragas") -> Game:
    """A battle between two people."""
    game = Game("0" * 32, Opening("battle", battle), hashlib.sha256(bytes([seed])).digest(), ["person", "person"])
    game.fold(game.opening_entries())
    return game


def step(game: Game, players: list[Any]) -> list[Entry]:
    """What comes next at a table: an order that has reckoned, or what a player says."""
    s = game.battle.state
    due = game.order_due()
    if due is not None:
        number = answer(due, s, game.battle.numbers())
        assert number is not None
        return game.by_order(number)
    return game.plan(s.who, Answer(do="answer", numbers=[players[s.who].choose(s, game.battle.numbers())]))


def played(game: Game, most: int = 3000) -> Iterator[list[Entry]]:
    """The entries of each step of a battle."""
    players = [player("greedy", 1), player("greedy", 2)]
    for _ in range(most):
        if game.battle.over:
            return
        entries = step(game, players)
        yield entries
        game.fold(entries)


# ---------------------------------------------------------------------- in a game


@pytest.mark.parametrize("orders", [ALL, CHANCE])
def test_a_side_that_leaves_nothing_open_is_asked_nothing_in_the_other_turn(orders: Orders) -> None:
    game = begun(5)
    game.orders = (orders, orders)
    spoke: list[Entry] = []
    kept: list[Entry] = []
    for entries in played(game):
        s = game.battle.state
        if game.order_due() is None:
            assert s.who == s.active or s.question == ask.AMBUSHER
        spoke += [entry for entry in entries if entry.kind == "standing"]
        kept += entries
    assert {"evade", "strike", "way", "back"} <= {entry.why for entry in spoke}
    assert len(game.spoken) == len(spoke)
    read = [Entry.read(entry.kind, entry.side, entry.data()) for entry in kept]
    again = begun(5)
    again.fold(read)
    assert read == kept and state_digest(again.battle.state) == state_digest(game.battle.state)
    assert (again.record(), again.spoken) == (game.record(), game.spoken)
    moment = game.spoken[3].moment
    assert game.at(moment).spoken == game.spoken[:3]


def test_only_the_owner_is_told_that_one_spoke() -> None:
    game = begun(5)
    game.orders = (ALL, Orders())
    for _ in played(game):
        pass
    assert len(game.spoken) > 3 and {one.side for one in game.spoken} == {0}
    told = {}
    for eyes, yours in ((0, (0,)), (1, (1,)), (None, ()), (None, (0, 1)), (1, (0, 1))):
        seats: Any = {}
        told[eyes, yours] = show(game, eyes, yours, seats=seats)["spoken"]
    assert [one["words"] for one in told.pop((0, (0,)))] == [one.words for one in game.spoken]
    assert not any(told.values())
    assert any("? " in one.words or ": " in one.words for one in game.spoken)


def test_an_attack_that_an_order_has_answered_is_not_taken_back() -> None:
    """Or whoever attacks could ask each unit in turn what it would do, and take the attack back."""
    tried = 0
    game = begun(5, "dara")
    for n, _ in enumerate(played(game, 600)):
        s = game.battle.state
        if n and s.who == s.active and game.spoken and game.made[-1].kind == "standing":
            tried += 1
            with pytest.raises(Refused):
                game.plan(s.who, Undo(do="undo"))
        game.orders = (ALL, ALL)
    assert tried


def test_an_analysis_has_no_standing_answers() -> None:
    game = Game("0" * 32, Opening("analysis", "akragas"), bytes(32), ["person", "person"])
    game.orders = (CHANCE, CHANCE)
    game.fold(game.opening_entries())
    assert game.order_due() is None


# ---------------------------------------------------------------------- the hand


def at_first_strike(seed: int) -> Game:
    game = begun(seed)
    for _ in played(game):
        if game.battle.state.question == ask.FIRST_STRIKE:
            return game
    raise AssertionError("the question should come")


@pytest.mark.parametrize("seed", [5, 8, 11])
@pytest.mark.parametrize("strike", ["never", "chance"])
def test_two_worlds_that_differ_in_the_card_look_the_same_where_it_is_not_played(seed: int, strike: str) -> None:
    """Attack after attack, what others see and count is the same whether the order's side holds First Strike."""
    game = begun(seed)
    attack: Game | None = None
    for _ in played(game):
        if game.battle.state.question == ask.FIRST_STRIKE:
            break
        attack = game.after([])
    assert attack is not None
    mine = game.battle.state.who
    orders = Orders("never", "all", "always", "always", strike, 99, "never", "never", "support", "join", "theirs")
    card = game.battle.state.law.strike_card
    held = with_card(attack, mine, card) or attack
    lacking = without_card(attack, mine, card)
    assert lacking is not None and held.battle.state.hand[ask.MOST_CARDS * mine + card]
    worlds = [held.after([]), lacking.after([])]
    for world in worlds:
        world.orders = (orders, orders)
    due = 0
    turn = attack.battle.state.turn
    for _ in range(30):
        if worlds[0].battle.over or worlds[0].battle.state.turn != turn:
            break  # what is drawn then comes from decks that differ
        told = [seen_by_others(one, mine) for one in worlds]
        assert told[0] == told[1]
        assert worlds[0].version == worlds[1].version
        assert worlds[0].order_due() == worlds[1].order_due()
        due += worlds[0].order_due() is not None
        if worlds[0].order_due() is not None:
            plans = [step(one, []) for one in worlds]
        else:
            now = worlds[0].battle.state
            number = player("greedy", 1).choose(now, worlds[0].battle.numbers())
            plans = [one.plan(now.who, Answer(do="answer", numbers=[number])) for one in worlds]
        first, second = ([entry for entry in plan if entry.kind != "draw"] for plan in plans)
        assert first == second, "nothing that is stored in clear tells them apart"
        assert len(plans[0]) == len(plans[1])
        for one, plan in zip(worlds, plans, strict=True):
            one.fold(plan)
    assert sum(one.side == mine for one in worlds[0].spoken) and (due or strike == "never")


def test_the_pause_of_first_strike_above_a_chance_is_on_one_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it was reckoned: what it was about is asked in the same way, and answered on the same grid."""
    waited: list[float] = []

    def noted(thought: float) -> float:
        waited.append(round(thought + still_to_wait(thought), 6))
        return 0.0

    monkeypatch.setattr(thinking, "still_to_wait", noted)
    asked: list[tuple[Orders, Any]] = []

    class Reckoning(Computers):
        async def standing_answer(self, orders: Orders, state: Any) -> Thought:
            asked.append((orders, state))
            return Thought([ask.DONE], None, 0.064 if len(asked) == 1 else 0.112)

    for holds in (True, False):
        game = at_first_strike(5)
        s = game.battle.state
        other = with_card(game, s.who, s.law.strike_card) if holds else without_card(game, s.who, s.law.strike_card)

        async def decide(game: Game = other or game, mine: int = s.who) -> None:
            store = Store(":memory:")
            rooms = OpenTables(store, Reckoning(1))
            table = Inside(game, [Seat("person"), Seat("person")])
            orders = Orders(strike="chance", strike_chance=99)
            game.orders = (orders, Orders()) if mine == 0 else (Orders(), orders)
            kept: list[list[Entry]] = []

            async def keep(_: Any, entries: list[Entry], __: Any) -> None:
                kept.append(entries)

            monkeypatch.setattr(rooms, "_store", keep)
            due = table.order_due()
            assert due is not None
            await rooms._reckon(table, due)
            assert kept[0][0] == Entry("standing", mine, (ask.DONE,), why="strike")
            rooms.computers.close()

        asyncio.run(decide())
    assert waited == [PAUSE, PAUSE] and len(asked) == 2


# ---------------------------------------------------------------------- at a server


def give(table: Table, seat: str, orders: dict[str, Any]) -> Any:
    """Give a seat standing answers."""
    headers = {"authorization": f"Bearer {table.tokens[seat]}"}
    return table.client.put(f"{table.path}/standing", headers=headers, json={"seat": seat, "orders": orders})


def test_they_are_shown_to_their_seat_alone(client) -> None:
    table = Table(client)
    given = give(table, "top", PLAIN)
    assert given.status_code == 200, given.text
    assert given.json()["seats"]["top"]["evade"] == "never" and "bottom" not in given.json()["seats"]
    assert table.get("/standing", "top").json() == given.json()
    assert table.get("/standing", "bottom").json()["seats"] == {"bottom": {**given.json()["seats"]["top"], **BLANK}}
    assert table.get("/standing").status_code == 403
    assert give(table, "top", {"strike": "chance", "strike_chance": 70}).json()["seats"]["top"]["evade"] == "ask"
    assert client.delete(f"{table.path}/standing").status_code == 403
    headers = {"authorization": f"Bearer {table.tokens['top']}"}
    assert client.delete(f"{table.path}/standing", headers=headers).json()["seats"]["top"]["strike"] == "ask"


BLANK = {name: "ask" for name in PLAIN}


def test_no_log_and_no_figure_tells_that_one_was_given_or_spoke(client, caplog) -> None:
    """What an operator reads is read over his shoulder: only the choices of people are counted."""

    def figures() -> dict[str, float]:
        text = client.app.state.tables.figures.text(dict).decode()
        return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in text.splitlines() if line[0] != "#"}

    caplog.set_level(logging.DEBUG, "hexillum")
    table = Table(client, "dara")
    given = {"evade": "never", "flags": "all", "back": "always", "strike": "never", "ambush": "never", "way": "away"}
    for seat in ("top", "bottom"):
        assert give(table, seat, given).status_code == 200
    before = figures()["hexillum_choices_total"]
    steps, rng = 0, random.Random(2)
    view = table.ours()
    while steps < 600 and not (steps % 20 == 0 and any(table.view(seat)["spoken"] for seat in ("top", "bottom"))):
        view = table.step(rng, view)
        steps += 1
    spoken = [one["words"] for seat in ("top", "bottom") for one in table.view(seat)["spoken"]]
    assert spoken
    now = figures()
    assert now["hexillum_choices_total"] - before == steps
    assert not [name for name in now if any(word in name.lower() for word in ("strike", "evade", "ambush", "spoke"))]
    said = caplog.text.lower()
    assert not any(word.lower() in said for word in (*spoken, *given, "standing"))


def test_nobody_gives_the_other_side_orders(client) -> None:
    table = Table(client)
    headers = {"authorization": f"Bearer {table.tokens['top']}"}
    sent = {"seat": "bottom", "orders": PLAIN}
    for head, status in (({}, 403), (headers, 403), ({"authorization": "Bearer " + "x" * 43}, 403)):
        assert client.put(f"{table.path}/standing", headers=head, json=sent).status_code == status
    other = Table(client)
    stolen = {"authorization": f"Bearer {other.tokens['bottom']}"}
    assert client.put(f"{table.path}/standing", headers=stolen, json=sent).status_code == 403
    assert all(value == "ask" for name, value in _of(table, "bottom").items() if name != "strike_chance")


def _of(table: Table, seat: str) -> dict[str, Any]:
    told: dict[str, Any] = table.get("/standing", seat).json()["seats"][seat]
    return told


@pytest.mark.parametrize(
    "orders",
    [
        {"evade": "sometimes"},
        {"strike_chance": 0},
        {"strike_chance": 1e9},
        {"strike": "chance", "strike_chance": "often"},
        {"surrender": "always"},
        {"evade": ["never"]},
        "never",
        None,
        {"evade": "never" * 10_000},
    ],
)
def test_what_is_no_standing_answer_is_refused(client, orders: Any) -> None:
    table = Table(client)
    refused = give(table, "top", orders)
    assert refused.status_code == 422 and refused.json()["code"] == "invalid"
    assert _of(table, "top")["evade"] == "ask"


def test_none_is_given_after_the_end_or_in_an_analysis(client) -> None:
    table = Table(client)
    table.do("top", {"do": "resign"})
    assert give(table, "top", PLAIN).json()["code"] == "over"
    made = client.post("/api/analysis", json={"battle": "akragas"}).json()
    headers = {"authorization": f"Bearer {made['tokens']['top']}"}
    sent = {"seat": "top", "orders": PLAIN}
    answered = client.put(f"/api/games/{made['game']}/standing", headers=headers, json=sent)
    assert (answered.status_code, answered.json()["code"]) == (409, "analysis")


def test_giving_and_withdrawing_them_moves_nothing_that_others_see(server) -> None:
    """No frame, no version, no word of presence: whoever changes them when a card comes would tell it otherwise."""
    with server.api() as api:
        table = Table(api, seed=3)
        watching = [Person(server.url, table.id, table.tokens["bottom"], eyes="bottom"), Person(server.url, table.id)]
        for person in watching:
            while True:
                try:
                    person.hear(0.5)
                except TimeoutError:
                    break
        before = [len(person.frames) for person in watching]
        views = [table.get("", seat).text for seat in ("bottom", None)]
        for orders in (PLAIN, NOTHING, {"strike": "chance", "strike_chance": 10}):
            assert give(table, "top", orders).status_code == 200
        assert [table.get("", seat).text for seat in ("bottom", None)] == views
        for person in watching:
            with pytest.raises(TimeoutError):
                person.hear(0.7)
        assert [len(person.frames) for person in watching] == before
        for person in watching:
            person.close()


def test_they_are_kept_sealed_for_their_seat_of_their_game(server) -> None:
    with server.api() as api:
        table = Table(api, seed=3)
        assert give(table, "top", PLAIN).status_code == 200
        ((kept,),) = query(server.database, "SELECT standing FROM seats WHERE game = :g AND side = 0", {"g": table.id})
        assert kept.startswith("sealed:") and "never" not in kept
    key = Key.of(bytes(32))
    mine = sealed(key, "a game", 0, ALL)
    assert orders_of(key, "a game", [Seat("person", standing=mine), Seat("person")]) == (ALL, Orders())
    for game, seats in (
        ("a game", [Seat("person"), Seat("person", standing=mine)]),  # the other seat's
        ("another", [Seat("person", standing=mine), Seat("person")]),  # another game's
        ("a game", [Seat("person", standing="sealed:x"), Seat("person", standing="{}")]),
    ):
        assert orders_of(key, game, seats) == (Orders(), Orders())


def play_until_asked_off_turn(table: Table, rng: random.Random, most: int = 400) -> str:
    """Play until somebody is asked something in the other side's turn; "" where nobody is."""
    for _ in range(most):
        view = table.ours()
        if view["outcome"] is not None:
            return ""
        if view["decision"]["actor"] != view["active"]:
            return str(view["decision"]["actor"])
        table.step(rng, view)
    return ""


def test_they_answer_while_their_player_is_away_on_another_server_and_after_a_restart(cluster: Cluster) -> None:
    database = cluster.new()
    servers = [Server(database), Server(database)]
    try:
        with servers[0].api() as first, servers[1].api() as second:
            table = Table(first, seed=3)
            other = Table.__new__(Table)
            other.__dict__.update(table.__dict__, client=second)
            other.view("bottom")  # it is in the memory of both
            for seat in ("top", "bottom"):
                assert give(table, seat, ALL.as_dict()).status_code == 200
            assert other.get("/standing", "top").json()["seats"]["top"] == ALL.as_dict()
            rng = random.Random(2)
            assert play_until_asked_off_turn(other, rng, 120) == ""
            spoke = len(other.view("top")["spoken"]) + len(other.view("bottom")["spoken"])
            assert spoke
            for server in servers:
                server.kill()
            servers.append(Server(database))
            with servers[-1].api() as third:
                table.client = third
                assert play_until_asked_off_turn(table, rng, 120) == ""
                assert len(table.view("top")["spoken"]) + len(table.view("bottom")["spoken"]) > spoke
    finally:
        for server in servers:
            server.kill()


def test_what_was_withdrawn_at_another_server_does_not_speak_even_where_that_was_not_heard(cluster: Cluster) -> None:
    """Another server's row counts at the moment of writing, not what is remembered here."""
    server = Server(cluster.new())
    try:
        with server.api() as api:
            table = Table(api, seed=3)
            for seat in ("top", "bottom"):
                assert give(table, seat, ALL.as_dict()).status_code == 200
            query(server.database, "UPDATE seats SET standing = NULL")  # by somebody who tells nobody
            rng = random.Random(2)
            assert play_until_asked_off_turn(table, rng) in ("top", "bottom")
            assert table.view("top")["spoken"] == table.view("bottom")["spoken"] == []
    finally:
        server.kill()


def test_an_order_by_chance_answers_by_itself_and_says_so_in_its_own_log(client) -> None:
    table = Table(client, seed=3)
    for seat in ("top", "bottom"):
        assert give(table, seat, CHANCE.as_dict()).status_code == 200
    rng = random.Random(4)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        view = table.view("top")
        words = " ".join(one["words"] for one in [*view["spoken"], *table.view("bottom")["spoken"]])
        if "First Strike" in words and "evade" in words:
            break
        if view["outcome"] is not None:
            break
        asked = view["decision"]["actor"]
        if asked == view["active"]:
            mine = table.view(asked)
            table.do(asked, saying(choice(mine, rng)))
        else:
            time.sleep(0.05)
    assert "First Strike" in words


def test_what_is_given_answers_also_what_is_asked_now(client) -> None:
    table = Table(client, seed=3)
    rng = random.Random(2)
    seat = play_until_asked_off_turn(table, rng)
    before = table.view(seat)
    assert give(table, seat, ALL.as_dict()).status_code == 200
    after = table.view(seat)
    assert after["version"] > before["version"] and after["spoken"]
    entries = query_entries(client, table.id)
    assert any(kind == "standing" and json.loads(data).get("why") for kind, data in entries)


def query_entries(client, id: str) -> list[Any]:
    store = client.app.state.tables.store
    return query(str(store.url.database), "SELECT kind, data FROM entries WHERE game = :g", {"g": id})


def test_a_standing_answer_that_cannot_be_reckoned_asks_its_player() -> None:
    class Failing(Computers):
        async def standing_answer(self, orders: Orders, state: Any) -> Thought:
            return Thought([])

    async def decide(folder: Path) -> None:
        game = at_first_strike(5)
        rooms = OpenTables(Store(str(folder / "games.db")), Failing(1))
        table = Inside(game, [Seat("person"), Seat("person")])
        game.orders = (CHANCE, CHANCE)
        due = table.order_due()
        assert due is not None and hangs_on_chance(due, game.battle.state)
        assert order_for(due, game.battle.state) == "strike"
        await rooms._reckon(table, due)
        assert table.order_due() is None and not table.thinks
        assert game.battle.state.question == ask.FIRST_STRIKE
        rooms.computers.close()

    asyncio.run(decide(Path("/nowhere")))


@pytest.mark.parametrize("decides", [True, False])
def test_what_the_server_reckons_for_a_standing_answer_costs_nobody(
    decides: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a small machine that is busy it may take long; before and after it, it is its player's own time."""
    hands = Hands(monkeypatch)
    now = time.monotonic
    monkeypatch.setattr(timing, "monotonic", lambda: now() + hands.moved)

    class Slow(Computers):
        async def standing_answer(self, orders: Orders, state: Any) -> Thought:
            hands.move(100)
            return Thought(Battle(state).numbers()[:1] if decides else [])

    async def decide() -> tuple[float, float]:
        rooms = OpenTables(Store(str(tmp_path / "games.db")), Slow(1))
        rooms.let_think = lambda table: None  # type: ignore[method-assign]
        await rooms.open()
        made = await rooms.begin(Opening("battle", "akragas", pace="30+0"), ["person", "person"], bytes(64), [0, 1])
        table = rooms.in_memory[made["game"]]
        await rooms.start_clocks(table)
        table.game.orders = (CHANCE, CHANCE)
        players = [player("greedy", 1), player("greedy", 2)]
        while table.order_due() is None:
            s = table.game.battle.state
            said = Answer(do="answer", numbers=[players[s.who].choose(s, table.game.battle.numbers())])
            async with table.lock:
                await rooms._store(table, table.game.plan(s.who, said), None)
        mine = int(table.game.battle.state.who)
        before = table.timing.of(table.game)
        assert before is not None and before.running == mine
        left = [before.left(side, time.time()) for side in (0, 1)]
        hands.move(7)
        due = table.order_due()
        assert due is not None
        await rooms._reckon(table, due)
        if not decides:
            hands.move(5)
            async with table.lock:
                await rooms._store(
                    table, table.game.plan(mine, Answer(do="answer", numbers=table.game.battle.numbers()[:1])), None
                )
        after = table.timing.of(table.game)
        assert after is not None
        again = await rooms.store.load(table.game.id)
        assert again is not None and [one.spent for one in again.entries if one.spent]
        took = [was - after.left(side, after.at) for side, was in enumerate(left)]
        await rooms.close()
        return took[mine], took[1 - mine]

    own, other = asyncio.run(decide())
    assert own == pytest.approx(7 if decides else 12, abs=2) and other == pytest.approx(0, abs=2)
