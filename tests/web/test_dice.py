"""The dice of a table: nobody can foresee them, everybody can check them, each player has his part in them."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import secrets
from itertools import groupby

import pytest
from starlette.testclient import TestClient

from hexillum.battle.prompts import who_rolls
from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from hexillum.web.store import StoreError
from tests.web.players import Table, answer, bearer, command, query, rolled


def commitment(share: str) -> str:
    return hashlib.sha256(bytes.fromhex(share)).hexdigest()


def truth(client, table):
    return client.app.state.tables.in_memory[table.id].game


def joined(table: Table, **more: object) -> None:
    answered = table.post("/join", None, {"invite": table.invites["top"], **more})
    assert answered.status_code == 200, answered.text
    table.tokens["top"] = answered.json()["token"]


# ---------------------------------------------------------------------- who may choose a seed


@pytest.mark.parametrize("seats", [("friend", "person"), ("person", "friend"), ("friend", "friend")])
def test_nobody_chooses_the_seed_of_a_battle_between_people(client, seats):
    wish = {"battle": "akragas", "top": seats[0], "bottom": seats[1], "seed": 424242}
    answered = client.post("/api/games", json=wish)
    assert (answered.status_code, answered.json()["code"]) == (422, "wrong_choice")
    assert "seed" in answered.json()["message"]


@pytest.mark.parametrize(("wish", "chosen"), [({"seed": 7}, True), ({"seed": 7, "top": "greedy"}, True), ({}, False)])
def test_the_view_says_that_the_seed_was_chosen(client, wish, chosen):
    table = Table(client, **wish)
    assert table.view()["chance"]["seed_chosen"] is chosen
    assert table.get("/dice").json()["seed_chosen"] is chosen


def test_a_chosen_seed_is_not_found_through_its_commitment(client):
    table = Table(client, seed=42)
    guesses = (hashlib.sha256(str(n).encode()).digest() for n in range(200))
    told = table.view()["seed_commitment"]
    assert told not in {hashlib.sha256(guess + table.id.encode()).hexdigest() for guess in guesses}
    salt = truth(client, table).salt
    assert len(salt) == 32
    assert truth(client, Table(client, seed=42)).salt != salt


# ---------------------------------------------------------------------- shares


def test_the_deal_waits_for_the_share_that_was_promised(client):
    share = secrets.token_hex(32)
    table = Table(client, top="friend", share=commitment(share))
    view = table.view("bottom")
    assert view["hand"] == {} and view["decision"]["actor"] == "chance" and not view["decision"]["may"]
    assert view["decision"]["prompt"] == "The cards are about to be dealt"
    assert view["chance"]["awaited"] == ["bottom"]
    assert view["chance"]["shares"]["bottom"] == {"commitment": commitment(share), "given": False}
    early = table.do("bottom", {"do": "roll"})
    assert (early.status_code, early.json()["code"]) == (409, "undealt")
    given = table.post("/share", "bottom", {"seat": "bottom", "share": share})
    assert given.status_code == 200
    assert given.json()["hand"] and given.json()["decision"]["may"]
    assert given.json()["chance"]["awaited"] == []
    assert share not in json.dumps([given.json(), table.view(), table.get("/dice").json()])


def test_a_friend_adds_a_share_of_his_own_while_the_battle_goes_on(client):
    rng = random.Random(4)
    table = Table(client, top="friend")
    table.step(rng)
    share = secrets.token_hex(32)
    joined(table, share=commitment(share))
    assert table.view()["chance"]["awaited"] == ["top"]
    assert table.post("/share", "bottom", {"seat": "top", "share": share}).status_code == 403
    assert table.post("/share", None, {"seat": "top", "share": share}).status_code == 403
    wrong = table.post("/share", "top", {"seat": "top", "share": secrets.token_hex(32)})
    assert (wrong.status_code, wrong.json()["code"]) == (409, "other_share")
    assert table.post("/share", "top", {"seat": "top", "share": share}).status_code == 200
    again = table.post("/share", "top", {"seat": "top", "share": share})
    assert (again.status_code, again.json()["code"]) == (409, "no_share")
    table.step(rng)


def test_a_share_that_was_lost_can_be_let_go(client):
    table = Table(client, top="friend", share=commitment("00" * 32))
    assert table.post("/share", "bottom", {"seat": "bottom", "share": None}).status_code == 200
    view = table.view("bottom")
    assert view["hand"] and view["chance"]["awaited"] == []
    assert not view["chance"]["shares"]["bottom"]["given"]


def test_programs_that_know_nothing_of_shares_play_as_ever(client):
    table = Table(client, top="friend")
    assert table.view("bottom")["hand"]
    joined(table)
    assert table.view("top")["hand"]


def key_of(proof: dict) -> bytes:
    """The key of the dice, by the words of /dice alone."""
    shares = "".join(f"{side}={proof['shares'][side]}" for side in ("top", "bottom") if proof["shares"].get(side))
    return hmac.digest(bytes.fromhex(proof["seed"]), shares.encode(), "sha256")


def test_all_dice_of_people_can_be_checked_after_the_end(client):
    rng = random.Random(4)
    mine, theirs = secrets.token_hex(32), secrets.token_hex(32)
    table = Table(client, top="friend", share=commitment(mine))
    table.post("/share", "bottom", {"seat": "bottom", "share": mine})
    joined(table, share=commitment(theirs))
    promised = table.get("/dice").json()
    assert (promised["seed"], promised["salt"], promised["shares"]) == (None, None, None)
    assert promised["commitments"] == {"top": commitment(theirs), "bottom": commitment(mine)}
    table.post("/share", "top", {"seat": "top", "share": theirs})
    while len(table.get("/timeline").json()["rolls"]) < 3:
        table.play(rng, 20)
    rolls = table.get("/timeline").json()["rolls"]
    table.do("top", {"do": "resign"})
    proof = table.get("/dice").json()
    assert proof["shares"] == {"top": theirs, "bottom": mine}
    seed, salt = bytes.fromhex(proof["seed"]), bytes.fromhex(proof["salt"])
    assert hashlib.sha256(salt + seed + table.id.encode()).hexdigest() == promised["commitment"]
    fell = ["".join("GBRLSF"[face] for face in truth(client, table).made[moment - 1].faces) for moment in rolls]
    key = key_of(proof)
    assert fell == [rolled(key, moment - 1, len(faces)) for moment, faces in zip(rolls, fell, strict=True)]


def test_a_rematch_of_people_takes_new_shares(client):
    table = Table(client, top="friend")
    joined(table)
    table.do("top", {"do": "resign"})
    share = secrets.token_hex(32)
    made = table.post("/rematch", "bottom", {"share": commitment(share)}).json()
    view = client.get(f"/api/games/{made['game']}", headers=bearer(*made["tokens"].values())).json()
    assert view["chance"]["awaited"] == ["bottom"] and view["hand"] == {}
    assert not view["chance"]["seed_chosen"]


# ---------------------------------------------------------------------- what the dice hang on


def fell(client, table) -> list[tuple[int, ...]]:
    """What chance has brought at a table: faces of dice, numbers of cards."""
    return [entry.faces or entry.numbers for entry in truth(client, table).made if entry.kind in ("roll", "draw")]


def talk(table: Table, view: dict) -> None:
    """Everything that can be done at a table beside choosing: talk of a draw, and a choice that is taken back."""
    asked = view["decision"]["actor"]
    other = "bottom" if asked == "top" else "top"
    assert table.do(asked, {"do": "offer_draw"}).status_code == 200
    assert table.do(other, {"do": "decline_draw"}).status_code == 200
    chosen = table.do(asked, answer(view["decision"]["options"][0]["number"])).json()
    if chosen["undo"]["can"]:
        assert table.do(asked, {"do": "undo"}).status_code == 200


def three_rolls(client, **wish) -> Table:
    """A table where dice have fallen three times, every choice sent by itself."""
    table, rng = Table(client, **wish), random.Random(1)
    while sum(entry.kind == "roll" for entry in truth(client, table).made) < 3:
        table.step(rng)
    return table


def chosen(client, table) -> list[tuple[str, int]]:
    """The choices of people at a table, with who made them."""
    made = truth(client, table).made
    return [(("top", "bottom")[entry.side], entry.numbers[0]) for entry in made if entry.kind == "answer"]


def test_dice_hang_on_choices_only_not_on_what_else_is_done(client):
    plain = three_rolls(client, seed=5)
    lively = Table(client, seed=5)
    for side, number in chosen(client, plain):
        view = lively.ours()
        if view["decision"]["word"] == "card":
            talk(lively, view)
        assert lively.do(side, answer(number)).status_code == 200, "other cards were drawn"
    assert truth(client, lively).version > truth(client, plain).version
    assert fell(client, lively) == fell(client, plain)


def test_dice_hang_on_choices_whether_they_are_sent_one_by_one_or_together(client):
    single = three_rolls(client, seed=5)
    together = Table(client, seed=5)
    for (kind, side), row in groupby(truth(client, single).made, key=lambda entry: (entry.kind, entry.side)):
        if kind == "answer":
            done = together.do(("top", "bottom")[side], answer(*(entry.numbers[0] for entry in row)))
            assert done.status_code == 200, "other cards were drawn"
    assert truth(client, together).version < truth(client, single).version
    assert fell(client, together) == fell(client, single)


def test_a_battle_that_was_begun_before_goes_on_with_the_numbers_of_its_entries(database):
    def begun_before() -> None:
        (opening,) = query(database, "SELECT opening FROM games")[0]
        told = json.loads(opening) if isinstance(opening, str) else opening
        assert told.pop("numbered") == "choices"
        query(database, "UPDATE games SET opening = :opening", {"opening": json.dumps(told)})

    with TestClient(create_app(database, computers=Computers(1))) as client:
        table = Table(client, seed=5)
        new = table.get("/dice").json()
    begun_before()
    rng = random.Random(1)
    with TestClient(create_app(database, computers=Computers(1))) as client:
        table.client = client
        talk(table, table.ours())
        while len(table.get("/timeline").json()["rolls"]) < 3:
            table.step(rng)
        rows = query(database, "SELECT seq, data FROM entries WHERE kind = 'roll' ORDER BY seq")
        table.do("top", {"do": "resign"})
        proof = table.get("/dice").json()
    assert (new["numbered"], proof["numbered"]) == ("choices", "entries")
    assert "n counts the entries of the record" in proof["how"] and "n counts the entries" not in new["how"]
    for seq, data in rows:
        faces = (json.loads(data) if isinstance(data, str) else data)["f"]
        assert "".join("GBRLSF"[face] for face in faces) == rolled(bytes.fromhex(proof["seed"]), seq, len(faces))


# ---------------------------------------------------------------------- typed dice


def test_real_dice_are_typed_by_who_rolls_them(client):
    rng = random.Random(4)
    table = Table(client, dice="typed")
    rollers: set[str] = set()
    while len(rollers) < 2:
        view = table.ours()
        count = view["decision"]["dice"]
        if not count:
            table.step(rng, view)
            continue
        roller = view["decision"]["roller"]
        assert ("top", "bottom")[who_rolls(truth(client, table).battle.state)] == roller
        other = "bottom" if roller == "top" else "top"
        assert table.view(roller)["decision"]["may"] and not table.view(other)["decision"]["may"]
        for body in ({"do": "dice", "faces": "F" * count}, {"do": "roll"}):
            refused = table.do(other, body)
            assert (refused.status_code, refused.json()["code"]) == (403, "not_yours")
        assert table.do(roller, {"do": "dice", "faces": "F" * count}).status_code == 200
        rollers.add(roller)


def test_either_may_type_the_dice_where_both_wanted_it_so(client):
    rng = random.Random(4)
    table = Table(client, dice="typed", typed_by="either")
    while not table.ours()["decision"]["dice"]:
        table.step(rng)
    view = table.view("top")
    assert view["decision"]["roller"] is None and view["decision"]["may"] and table.view("bottom")["decision"]["may"]
    assert table.do("top", {"do": "dice", "faces": "F" * view["decision"]["dice"]}).status_code == 200


def test_a_person_types_the_dice_of_a_computer_player(client):
    rng = random.Random(4)
    table = Table(client, dice="typed", top="greedy", seed=4)
    rollers: set[int] = set()
    while len(rollers) < 2:
        count = (view := table.ours())["decision"]["dice"]
        if not count:
            table.step(rng, view)
            continue
        assert view["decision"]["roller"] == "bottom" and view["decision"]["may"]
        rollers.add(who_rolls(truth(client, table).battle.state))
        assert table.do("bottom", {"do": "dice", "faces": "F" * count}).status_code == 200


# ---------------------------------------------------------------------- ids of commands


def test_an_id_of_a_command_is_not_used_for_another(client):
    table = Table(client, seed=3)
    view = table.view("bottom")
    numbers = [option["number"] for option in view["decision"]["options"]]
    sent = command(view, "bottom", answer(numbers[0]))
    for _ in range(2):
        assert table.post("/commands", "bottom", sent).status_code == 200
    for body in (answer(numbers[1]), {"do": "resign"}, {"do": "undo"}):
        for version in (view["version"], table.view()["version"]):
            refused = table.post("/commands", "bottom", {**sent, "body": body, "version": version})
            assert (refused.status_code, refused.json()["code"]) == (409, "used_id")
    again = table.post("/commands", "bottom", {**sent, "version": table.view()["version"]})
    assert again.status_code == 200
    assert again.json()["version"] == table.view()["version"] and table.view()["outcome"] is None


def test_a_seat_is_taken_also_where_its_promise_cannot_be_kept(client, monkeypatch):
    table = Table(client, top="friend")
    store = client.app.state.tables.store

    async def full(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(store, "append", full)
        joined(table, share=commitment("00" * 32))
    assert table.view("top")["yours"] == ["top"]
    assert table.view("top")["chance"]["awaited"] == []
