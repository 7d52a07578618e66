"""What no connection is ever told: cards that it cannot know, the seed, and anything that hangs on them."""

from __future__ import annotations

import contextlib
import hashlib
import json
import random
import re
import threading
from collections.abc import Iterator

import httpx2
import pytest
import uvicorn
from pydantic_core import to_json

from hexillum.core import ask, event
from hexillum.core.cards import CARDS
from hexillum.odds.preview import threats
from hexillum.players import player
from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from hexillum.web.entries import Opening
from hexillum.web.game import Game
from hexillum.web.messages import Answer, Refused
from hexillum.web.routes.questions import why_not as _why
from hexillum.web.show import show, timeline
from hexillum.web.store import Seat
from hexillum.web.table import Table as Inside
from tests.web.players import Person, Table, answer, bearer, choice, command

#: Words that tell nothing: questions that are asked whether or not the card is held, and what is named as a card is.
ASKED_OPENLY = re.compile(
    r'play First Strike|play Ambush|"word":"(first-strike|ambush|rally)"'
    r'|"text":"token [^"]*","label":"[^"]*","words":"[^"]*"|"label":"Rally [A-Z]\d+"',
    re.IGNORECASE,
)


# ---------------------------------------------------------------------- over the wire


class Running:
    """A server in a thread of this process, so that the truth can be seen beside what is told."""

    def __init__(self, database: str) -> None:
        self.app = create_app(database, computers=Computers(1))
        config = uvicorn.Config(self.app, port=0, log_level="warning", access_log=False)
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive()
        self.url = f"http://127.0.0.1:{self.server.servers[0].sockets[0].getsockname()[1]}"

    def game(self, id: str) -> Game:
        game: Game = self.app.state.tables.in_memory[id].game
        return game

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    made = Running(str(tmp_path_factory.mktemp("secrecy") / "games.db"))
    yield made
    made.stop()


def cards_of(game: Game) -> dict[str, str]:
    """The keys and names of the cards of a game's edition."""
    first = game.battle.first_state
    return {CARDS[n].key: CARDS[n].name for n, count in enumerate(first.deck) if count}


def known(game: Game, eyes: int | None) -> set[str]:
    """The cards that somebody may know of by now: all that were ever played or shown, and those that came to it."""
    s = game.battle.state
    seen = {n for n, count in enumerate(s.discards) if count}
    shows = (event.PLAYED, event.DREW, event.FORFEITED)
    for happened in game.battle.events:
        if happened.kind in shows and (happened.secret_of is None or happened.secret_of == eyes):
            seen.add(happened.b)
    if eyes is not None:
        seen |= {n for n in range(ask.MOST_CARDS) if s.hand[ask.MOST_CARDS * eyes + n]}
    return {CARDS[n].key for n in seen}


WORDS = re.compile(r"[a-z]+(?:-[a-z]+)+|\"(?:rally|ambush)\"|" + "|".join(rf"\b{one.name}\b" for one in CARDS))


def told_of(words: str, cards: dict[str, str]) -> set[str]:
    """The cards that some words name, by key or by name."""
    keys = {name: key for key, name in cards.items()} | {key: key for key in cards} | {f'"{key}"': key for key in cards}
    found = {keys.get(word, "") for word in WORDS.findall(ASKED_OPENLY.sub("", words))}
    return found - {"", "leaders"}


def test_the_search_for_leaks_finds_one():
    cards = {"first-strike": "First Strike", "rally": "Rally"}
    assert told_of('{"card":"first-strike"}', cards) == {"first-strike"}
    assert told_of("top draws Rally", cards) == {"rally"}
    assert told_of("E5 is attacked: play First Strike?", cards) == set()


def test_every_secret_of_the_truth_would_be_found(running):
    """The search is no use where it cannot see: the hand of the other side, in the words of its own view."""
    with table_of(running, "akragas", 3) as table:
        game = running.game(table.id)
        mine = json.dumps(table.view("top"))
        hidden = {key for key in cards_of(game) if key not in known(game, 1)}
        assert told_of(mine, cards_of(game)) & hidden


def table_of(running: Running, battle: str, seed: int):
    @contextlib.contextmanager
    def made():
        with httpx2.Client(base_url=running.url, timeout=30, trust_env=False) as client:
            yield Table(client, battle, seed=seed)

    return made()


class Spy(Person):
    """A connection whose every frame is searched for what it cannot know."""

    def watch(self, game: Game, side: int | None) -> None:
        self.truth, self.side = game, side
        self.searched = 0
        self.cards = cards_of(game)
        self.leaks: list[str] = []
        self.hunt()

    def hunt(self) -> None:
        """Search the frames that came since."""
        may = known(self.truth, self.side)
        for frame in self.frames[self.searched :]:
            self.search(frame, may)
        self.searched = len(self.frames)

    def search(self, words: str, may: set[str]) -> None:
        shown = ASKED_OPENLY.sub("", words)
        for key in told_of(words, self.cards) - may:
            at = next(m.start() for m in WORDS.finditer(shown) if m[0] in (f'"{key}"', key, self.cards[key]))
            self.leaks.append(f"{key} in ...{shown[max(0, at - 60) : at + 40]}")
        if self.truth.seed.hex() in words:
            self.leaks.append(f"the seed in {words[:300]}")


WHOLE = pytest.param("akragas", 3, 5000, marks=pytest.mark.slow)


@pytest.mark.parametrize(("battle", "seed", "most"), [WHOLE, ("dara", 5, 200)])
def test_no_frame_of_a_battle_tells_what_its_reader_cannot_know(running, battle, seed, most):
    rng = random.Random(seed)
    with table_of(running, battle, seed) as table:
        game = running.game(table.id)
        players = [player("greedy", 1), player("greedy", 2)]
        top = Spy(running.url, table.id, table.tokens["top"], eyes="top")
        bottom = Spy(running.url, table.id, table.tokens["bottom"], eyes="bottom")
        onlooker = Spy(running.url, table.id)
        spies = [top, bottom, onlooker]
        for spy, side in zip(spies, (0, 1, None), strict=True):
            spy.watch(game, side)
        asked_openly = 0
        for n in range(most):
            if game.battle.over:
                break
            actor = spies[game.battle.state.who]
            other = spies[1 - game.battle.state.who]
            asked_openly += game.battle.state.question in (ask.FIRST_STRIKE, ask.AMBUSH, ask.KEEP)
            assert other.view["decision"]["options"] == onlooker.view["decision"]["options"] == []
            if n % 7 == 0:
                wrong = actor.do(answer(5000))
                assert wrong["t"] == "refused"
                assert other.do(answer(choice(actor.view, rng)))["code"] == "not_yours"
            number = players[game.battle.state.who].choose(game.battle.state, game.battle.numbers())
            reply = actor.do(answer(number))
            assert reply["t"] == "accepted", reply
            for spy in spies:
                spy.until_version(reply["version"])
                spy.hunt()
            if n % 150 == 0:
                nose_around(table, spies)
        assert game.battle.over or most < 5000, "the battle should come to an end"
        for spy in spies:
            assert spy.leaks == []
            assert len(spy.frames) > 100
            spy.close()
        if battle == "akragas":
            assert asked_openly


def nose_around(table: Table, spies: list[Spy]) -> None:
    """Ask everything that can be asked while a battle runs, with each pair of eyes."""
    cards = sorted(spies[0].cards)
    for spy, seat in zip(spies, ("top", "bottom", None), strict=True):
        may = known(spy.truth, spy.side)
        headers = bearer(table.tokens[seat]) if seat else {}
        moments = len(spy.truth.made)
        paths = ["", "/timeline", "/threats", "/dice", "/moments/0", f"/moments/{moments // 2}", f"/moments/{moments}"]
        for path in paths:
            answered = table.client.get(table.path + path, headers=headers)
            assert answered.status_code == 200
            spy.search(answered.text, may)
        for path in ("/record", "/position"):
            answered = table.client.get(table.path + path, headers=headers)
            assert (answered.status_code, answered.json()["code"]) == (409, "running")
            spy.search(answered.text, may)
        for path, body in (("/fork", {"moment": 0}), ("/rematch", None)):
            answered = table.client.post(table.path + path, headers=headers, json=body)
            assert answered.status_code in (403, 409)
            spy.search(answered.text, may)
        asked = cards[:: max(1, len(cards) // 4)]
        for card in asked:  # the card that was asked for may be in the answer, others may not
            for line in (f"card {card}", f"keep {card}", f"draw {card}"):
                answered = table.client.post(f"{table.path}/why", headers=headers, json={"line": line})
                assert answered.status_code in (200, 422)
                spy.search(answered.text, may | {card})


def test_a_draw_is_told_to_the_side_that_drew_only(running):
    with table_of(running, "akragas", 3) as table:
        game = running.game(table.id)
        table.play(random.Random(2), 60)
        draws = [n for n, happened in enumerate(game.battle.events) if happened.kind == event.DREW]
        assert len(draws) > 11
        logs = {seat: table.view(seat)["log"] for seat in ("top", "bottom", None)}
        for n in draws:
            happened = game.battle.events[n]
            owner = event.SIDE_NAMES[happened.a]
            for seat, log in logs.items():
                line = log[n]
                assert line["kind"] == "drew"
                if seat == owner:
                    assert line["card"] == CARDS[happened.b].key
                else:
                    assert (line["card"], line["text"]) == ("", f"{owner} draws a card")


def test_both_hands_are_open_after_the_end(running):
    with table_of(running, "akragas", 3) as table:
        table.play(random.Random(2), 30)
        assert table.get("/moments/12").json()["hand"] is None
        table.do("top", {"do": "resign"})
        assert table.get("/moments/12").json()["hand"]
        assert table.get("/record").status_code == 200


# ---------------------------------------------------------------------- no peek


def twin(game: Game, side: int | None) -> Game | None:
    """A game that differs only in what a side cannot see: hidden cards changed for others; None where none can be."""
    other = Game.__new__(Game)
    other.__dict__.update(game.__dict__)
    battle = other.battle = game.battle.copy()
    battle._options = None
    s = battle.state
    hidden = [h for h in (0, 1) if h != side]
    changed = False
    for hand in hidden:
        for held in range(ask.MOST_CARDS):
            at = ask.MOST_CARDS * hand + held
            for drawn in range(ask.MOST_CARDS):
                if s.hand[at] and drawn != held and s.deck[drawn]:
                    s.hand[at] -= 1
                    s.hand[ask.MOST_CARDS * hand + drawn] += 1
                    s.deck[drawn] -= 1
                    s.deck[held] += 1
                    changed = True
                    break
    return other if changed else None


def with_card(game: Game, holder: int, card: int) -> Game | None:
    """The game in which a side holds a card for one of its others; None where that card is not in the deck."""
    other = Game.__new__(Game)
    other.__dict__.update(game.__dict__)
    other.battle = game.battle.copy()
    other.battle._options = None
    s = other.battle.state
    held = next((n for n in range(ask.MOST_CARDS) if n != card and s.hand[ask.MOST_CARDS * holder + n]), None)
    if held is None or not s.deck[card]:
        return None
    s.hand[ask.MOST_CARDS * holder + held] -= 1
    s.hand[ask.MOST_CARDS * holder + card] += 1
    s.deck[card] -= 1
    s.deck[held] += 1
    return other


def without_card(game: Game, holder: int, card: int) -> Game | None:
    """The game in which a side holds another card for each copy of one; None where it holds none."""
    other = Game.__new__(Game)
    other.__dict__.update(game.__dict__)
    other.battle = game.battle.copy()
    other.battle._options = None
    s = other.battle.state
    while s.hand[ask.MOST_CARDS * holder + card]:
        drawn = next(n for n in range(ask.MOST_CARDS) if n != card and s.deck[n])
        s.hand[ask.MOST_CARDS * holder + card] -= 1
        s.hand[ask.MOST_CARDS * holder + drawn] += 1
        s.deck[card] += 1
        s.deck[drawn] -= 1
    return other


def seen(game: Game, side: int | None) -> bytes:
    """All that a connection with the eyes of a side may ask for at a moment."""
    yours = () if side is None else (side,)
    view = show(game, side, yours, log_from=max(0, len(game.battle.events) - 5), seats={})  # type: ignore[typeddict-item]
    return bytes(to_json([view, timeline(game), [threats(game.battle.state, n) for n in (0, 1)]]))


def played(battle: str, seed: int, most: int) -> Iterator[Game]:
    """A game between people, choice after choice."""
    game = Game("0" * 32, Opening("battle", battle), hashlib.sha256(bytes([seed])).digest(), ["person", "person"])
    game.fold(game.opening_entries())
    players = [player("greedy", seed), player("random", seed)]
    for _ in range(most):
        if game.battle.over:
            return
        yield game
        who = game.battle.state.who
        number = players[who].choose(game.battle.state, game.battle.numbers())
        game.fold(game.plan(who, Answer(do="answer", numbers=[number])))


@pytest.mark.parametrize(("battle", "seed"), [("akragas", 1), ("dara", 3)])
def test_games_that_differ_only_in_hidden_cards_look_the_same(battle, seed):
    compared = {0: 0, 1: 0, None: 0}
    options = set()
    for n, game in enumerate(played(battle, seed, 160)):
        for side in (0, 1, None):
            if n % 2 == 0 and (side == game.battle.state.who or n % 10 == 0):
                other = twin(game, side)
                if other is not None:
                    assert seen(game, side) == seen(other, side), game.battle.prompt()
                    compared[side] += 1
                    options.add((side == game.battle.state.who, game.battle.state.question))
    assert all(count > 8 for count in compared.values())
    assert {(True, ask.CARD), (True, ask.MOVE), (True, ask.BATTLE)} <= options


@pytest.mark.parametrize(("battle", "seed"), [("akragas", 5), ("dara", 6)])
def test_what_an_attack_would_be_does_not_tell_whether_the_enemy_holds_an_answer(battle, seed):
    asked = 0
    for game in played(battle, seed, 150):
        s = game.battle.state
        if s.who == ask.CHANCE or s.question not in (ask.BATTLE, ask.TARGET, ask.MOVE):
            continue
        foe = 1 - s.who
        for card in {s.law.strike_card, s.law.ambush_card}:
            if not 0 <= card < ask.MOST_CARDS:
                continue
            held = game if s.hand[ask.MOST_CARDS * foe + card] else with_card(game, foe, card)
            lacking = without_card(game, foe, card)
            if held is not None and lacking is not None:
                asked += 1
                assert seen(held, s.who) == seen(lacking, s.who), game.battle.prompt()
    assert asked > 20


def why(game: Game, side: int, line: str) -> object:
    """What /why answers to a side."""
    table = Inside(game, [Seat("person"), Seat("person")])
    try:
        return _why(table, frozenset({side}), line)
    except Refused as refused:
        return refused.problem()


LINES = ("no card", "card first-strike", "card ambush", "stand", "evade", "done", "back", "no back", "hold", "advance")


@pytest.mark.parametrize(("battle", "seed"), [("akragas", 5), ("dara", 6)])
def test_why_does_not_tell_whether_the_enemy_holds_an_answer(battle, seed):
    asked = 0
    for game in played(battle, seed, 200):
        s = game.battle.state
        if s.who == ask.CHANCE or s.question not in (ask.BATTLE, ask.TARGET, ask.MOVE, ask.CARD):
            continue
        foe, card = 1 - s.who, s.law.strike_card
        held = game if s.hand[ask.MOST_CARDS * foe + card] else with_card(game, foe, card)
        lacking = without_card(game, foe, card)
        if held is None or lacking is None:
            continue
        rolls = [f"roll {'G' * dice}" for dice in (1, 2, 3, 4, 5)]
        for line in (*LINES, *rolls, *(f"draw {CARDS[n].key}" for n in range(0, len(CARDS), 9))):
            asked += 1
            assert why(held, s.who, line) == why(lacking, s.who, line), (line, game.battle.prompt())
    assert asked > 300


@pytest.mark.parametrize("player", ["person", "greedy"])
def test_whether_the_other_side_is_asked_does_not_tell_what_it_holds(player):
    """The question about an answer card is put whether or not the card is there, to people and to computers."""
    put = 0
    for game in played("akragas", 5, 500):
        s = game.battle.state
        if s.question == ask.FIRST_STRIKE:
            put += 1
            foe = s.who
            game.players[foe] = player
            for other in (with_card(game, foe, s.law.strike_card), without_card(game, foe, s.law.strike_card)):
                if other is not None:
                    assert other.must_be_asked(other.battle.state)
                    assert other.settle(other.battle.copy()) == []
            game.players[foe] = "person"
    assert put


def test_a_person_against_a_computer_is_asked_only_for_a_card_that_is_there():
    """Nobody looks on whom it could help, and a question at every attack would be tedious."""
    for game in played("akragas", 5, 500):
        s = game.battle.state
        if s.question == ask.FIRST_STRIKE:
            game.players[1 - s.who] = "greedy"
            assert not game.must_be_asked(s)
            return
    raise AssertionError("the question should be put")


def test_a_command_that_fails_tells_nothing_of_the_other_hand(running):
    with table_of(running, "akragas", 3) as table:
        game = running.game(table.id)
        view = table.view("bottom")
        cards = [n for n in range(ask.MOST_CARDS) if game.battle.state.hand[n]]
        told = set()
        for card in cards:
            if game.battle.state.hand[ask.MOST_CARDS + card]:
                continue
            sent = command(view, "bottom", answer(ask.CARD_0 + card))
            told.add(re.sub(r"\d+", "n", table.post("/commands", "bottom", sent).text))
        assert len(told) == 1
