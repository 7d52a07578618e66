"""What can be done at a table over REST, from opening it to the record."""

from __future__ import annotations

import hashlib
import random

import pytest
from starlette.testclient import TestClient

from hexillum.battle.positions import write_position
from hexillum.battle.setup import add_unit, begin_at, new_state
from hexillum.core import hexes
from hexillum.core.kinds import kind_number
from hexillum.core.state import NONE
from hexillum.notation.game_record import read_record
from hexillum.players import player
from tests.web.players import Table, answer, bearer, choice, command, rolled

OPENINGS = [("akragas", 3), ("dara", 5)]


@pytest.fixture
def rng():
    return random.Random(4)


def tables_of(client: TestClient):
    return client.app.state.tables  # type: ignore[attr-defined]


def truth(client: TestClient, table: Table):
    return tables_of(client).in_memory[table.id].game


# ---------------------------------------------------------------------- opening, joining


@pytest.mark.parametrize(
    ("top", "bottom", "tokens", "invites"),
    [
        ("person", "person", {"top", "bottom"}, set()),
        ("person", "friend", {"top"}, {"bottom"}),
        ("friend", "friend", set(), {"top", "bottom"}),
        ("greedy", "person", {"bottom"}, set()),
        ("random", "greedy", set(), set()),
    ],
)
def test_every_kind_of_seat_gets_its_own_secrets(client, top, bottom, tokens, invites):
    table = Table(client, top=top, bottom=bottom)
    assert set(table.tokens) == tokens
    assert set(table.invites) == invites
    seats = table.view()["seats"]
    words = {"person": "person", "friend": "open"}
    assert [seats[side]["player"] for side in ("top", "bottom")] == [
        words.get(one, "computer") for one in (top, bottom)
    ]


@pytest.mark.parametrize("wish", [{"battle": "nowhere"}, {"top": "nobody"}, {"switches": {"no_such": True}}])
def test_what_does_not_exist_cannot_be_played(client, wish):
    answered = client.post("/api/games", json={"battle": "akragas", **wish})
    assert answered.status_code == 422
    assert set(answered.json()) == {"code", "message", "rules"}


def test_an_invitation_seats_a_friend_once(client):
    table = Table(client, top="friend", bottom="person")
    invite = {"invite": table.invites["top"]}
    joined = table.post("/join", None, invite)
    assert joined.status_code == 200
    assert joined.json()["side"] == "top"
    table.tokens["top"] = joined.json()["token"]
    assert table.view("top")["yours"] == ["top"]
    assert table.view()["seats"]["top"]["player"] == "person"
    again = table.post("/join", None, invite)
    assert (again.status_code, again.json()["code"]) == (403, "no_seat")
    assert table.view("top")["yours"] == ["top"]


def test_an_invitation_to_another_battle_seats_nobody(client):
    one, two = Table(client, top="friend"), Table(client, top="friend")
    assert two.post("/join", None, {"invite": one.invites["top"]}).status_code == 403
    assert one.post("/join", None, {"invite": one.invites["top"]}).status_code == 200


def test_a_person_may_play_before_the_friend_has_come(client, rng):
    table = Table(client, top="friend", bottom="person")
    assert table.view()["decision"]["actor"] == "bottom"
    assert table.step(rng)["moment"] > 0


def test_both_seats_in_one_hand_see_the_side_that_decides(client, rng):
    table = Table(client)
    both = bearer(*table.tokens.values())
    seen = client.get(table.path, headers=both).json()
    assert seen["yours"] == ["top", "bottom"]
    assert seen["eyes"] == seen["decision"]["actor"] == "bottom"


def test_the_same_seed_gives_the_same_deal_and_the_same_dice(client):
    one, two, other = (Table(client, seed=seed) for seed in (5, 5, 6))
    assert one.view("top")["hand"] == two.view("top")["hand"]
    assert one.view("bottom")["hand"] != other.view("bottom")["hand"]
    for table in (one, two):
        table.play(random.Random(1), 80)
    rolls = [[line["faces"] for line in t.view("top")["log"] if line["kind"] == "dice"] for t in (one, two)]
    assert rolls[0] == rolls[1] != []


def test_switches_and_changed_seats_are_those_that_were_asked_for(client):
    table = Table(client, "dara", switches={"ambush_before_extra_hex": True}, swapped=True)
    game = truth(client, table)
    assert game.battle.state.law.ambush_before_extra_hex == 1
    plain = Table(client, "dara")
    assert table.view()["armies"]["top"] == plain.view()["armies"]["bottom"]
    assert truth(client, plain).battle.state.law.ambush_before_extra_hex == 0


# ---------------------------------------------------------------------- words about the battle


def test_resigning_ends_the_battle_for_the_other_side(client):
    table = Table(client)
    assert table.do("top", {"do": "resign"}).status_code == 200
    seen = table.view()
    assert (seen["outcome"], seen["how"]) == ("bottom", "resigned")
    late = table.do("bottom", {"do": "resign"})
    assert (late.status_code, late.json()["code"]) == (409, "over")


def test_a_draw_is_offered_and_accepted(client):
    table = Table(client)
    table.do("top", {"do": "offer_draw"})
    assert table.view()["draw_offered"] == "top"
    assert table.do("top", {"do": "accept_draw"}).json()["code"] == "no_offer"
    assert table.do("top", {"do": "offer_draw"}).json()["code"] == "offered"
    table.do("bottom", {"do": "accept_draw"})
    seen = table.view()
    assert (seen["outcome"], seen["how"], seen["draw_offered"]) == ("draw", "agreed", None)


def test_a_draw_is_offered_and_declined(client):
    table = Table(client)
    assert table.do("bottom", {"do": "decline_draw"}).json()["code"] == "no_offer"
    table.do("top", {"do": "offer_draw"})
    table.do("bottom", {"do": "decline_draw"})
    seen = table.view()
    assert (seen["outcome"], seen["draw_offered"]) == (None, None)


def test_two_offers_are_an_agreement(client):
    table = Table(client)
    table.do("top", {"do": "offer_draw"})
    table.do("bottom", {"do": "offer_draw"})
    assert table.view()["outcome"] == "draw"


def test_an_offer_ends_with_the_next_choice_of_who_made_it(client, rng):
    table = Table(client)
    table.do("bottom", {"do": "offer_draw"})
    table.step(rng)
    assert table.view()["draw_offered"] is None


# ---------------------------------------------------------------------- undo


def test_a_choice_is_taken_back_until_something_hidden_or_random_came(client, rng):
    table = Table(client, seed=3)
    first = table.view("bottom")
    assert first["undo"] == {"can": False, "why": "dice fell or a card was drawn since your last choice"}
    table.step(rng)
    after = table.view("bottom")
    assert after["undo"]["can"] and not table.view("top")["undo"]["can"]
    assert table.do("top", {"do": "undo"}).json()["code"] == "no_undo"
    back = table.do("bottom", {"do": "undo"}).json()
    for name in ("decision", "hand", "units", "card", "moment", "log", "discards"):
        assert back[name] == first[name], name
    assert back["version"] == after["version"] + 1


def test_dice_and_draws_and_the_other_side_close_the_way_back(client, rng):
    table = Table(client, seed=3)
    reasons = set()
    for _ in range(150):
        rolled, seat = len(truth(client, table).made), table.asked()
        table.step(rng)
        seen = table.view(seat)
        game = truth(client, table)
        new = [entry.kind for entry in game.made[rolled:]]
        if "roll" in new or "draw" in new:
            assert not seen["undo"]["can"]
            refused = table.do(seat, {"do": "undo"})
            assert (refused.status_code, refused.json()["code"]) == (409, "no_undo")
            assert refused.json()["message"] == table.view(seat)["undo"]["why"] != ""
            reasons.add(refused.json()["message"])
        elif game.battle.state.who == ("top", "bottom").index(seat):
            assert seen["undo"]["can"]
    assert len(reasons) >= 1


def test_undoing_everything_that_may_be_undone_comes_back_to_the_same_battle(client, rng):
    table = Table(client, seed=9)
    for _ in range(60):
        seat = table.asked()
        before = truth(client, table).battle.state.copy()
        table.step(rng)
        if table.view(seat)["undo"]["can"]:
            table.do(seat, {"do": "undo"})
            assert truth(client, table).battle.state == before
            table.step(rng)


# ---------------------------------------------------------------------- dice


def test_typed_dice_wait_for_the_table(client, rng):
    table = Table(client, dice="typed", seed=3)
    rolled = False
    for _ in range(400):
        seen = table.view()
        if seen["decision"]["dice"]:
            count = seen["decision"]["dice"]
            roller = seen["decision"]["roller"]
            wrong = table.do(roller, {"do": "dice", "faces": "G" * (count + 1)})
            assert (wrong.status_code, wrong.json()["rules"]) == (409, ["DICE-05"])
            mine = table.do(roller, {"do": "dice", "faces": "G" * count})
            assert mine.status_code == 200
            last = [line for line in mine.json()["log"] if line["kind"] == "dice"][-1]
            assert last["faces"] == "G" * count
            rolled = True
            break
        table.step(rng)
    assert rolled
    assert table.do("top", {"do": "dice", "faces": "G"}).json()["code"] == "not_asked"


def test_typed_dice_may_be_left_to_the_server(client, rng):
    table = Table(client, dice="typed", seed=3)
    while not table.view()["decision"]["dice"]:
        table.step(rng)
    assert table.do(table.view()["decision"]["roller"], {"do": "roll"}).status_code == 200


def test_all_dice_can_be_checked_after_the_end(client, rng):
    table = Table(client, seed=2)
    sealed = table.get("/dice").json()
    assert sealed["seed"] is None
    assert table.view()["seed_commitment"] == sealed["commitment"]
    table.play(rng, 200)
    table.do("top", {"do": "resign"})
    told = table.get("/dice").json()
    seed, salt = bytes.fromhex(told["seed"]), bytes.fromhex(told["salt"])
    assert hashlib.sha256(salt + seed + table.id.encode()).hexdigest() == sealed["commitment"]
    # nobody took anything back and every choice was one answer, so that entries and moments are the same
    rolls = table.get("/timeline").json()["rolls"]
    faces = [line["faces"] for line in table.view()["log"] if line["kind"] == "dice"]
    assert len(faces) == len(rolls) >= 2
    assert faces == [rolled(seed, moment - 1, len(fell)) for moment, fell in zip(rolls, faces, strict=True)]


# ---------------------------------------------------------------------- forced answers, whole battles


def test_answers_that_are_the_only_ones_are_given_by_themselves(client, rng):
    table = Table(client, seed=3)
    for _ in range(120):
        view = table.step(rng)
        if view["decision"]["actor"] in ("top", "bottom"):
            game = truth(client, table)
            assert len(game.battle.numbers()) > 1 or game.must_be_asked(game.battle.state)


SIDES_OF_OPENINGS = [  # each opening once, and the others slowly
    pytest.param(*one, top, marks=() if (n % 2 == 0) == (top == "greedy") else pytest.mark.slow)
    for n, one in enumerate(OPENINGS)
    for top in ("greedy", "person")
]


@pytest.mark.parametrize(("battle", "seed", "top"), SIDES_OF_OPENINGS)
def test_a_whole_battle_over_rest_is_told_again_by_its_record(client, battle, seed, top):
    rng = random.Random(seed)
    table = Table(client, battle, seed=seed, top=top)
    running = table.get("/record", "bottom")
    assert (running.status_code, running.json()["code"]) == (409, "running")
    players = [player("greedy", 1), player("random", 2)]
    view = table.ours()
    while view["outcome"] is None:
        game = truth(client, table)
        if top == "person":
            number = players[game.battle.state.who].choose(game.battle.state, game.battle.numbers())
            sent = command(view, view["decision"]["actor"], answer(number))
            answered = client.post(
                f"{table.path}/commands?log_from=100000", headers=bearer(*table.tokens.values()), json=sent
            )
            assert answered.status_code == 200
            view = answered.json()
        else:
            view = table.step(rng, view)
    game = truth(client, table)
    assert view["outcome"] in ("top", "bottom", "draw")
    assert view["how"] == "banners"
    again = read_record(table.get("/record").text)
    assert again.state == game.battle.state
    assert [event.text for event in again.events] == [event.text for event in game.battle.events]


def test_a_record_of_a_battle_that_was_given_up_is_told_again(client, rng):
    table = Table(client, seed=3)
    table.play(rng, 50)
    table.do("top", {"do": "resign"})
    text = table.get("/record").text
    assert "# top resigns, bottom wins the battle" in text
    again = read_record(text)
    game = truth(client, table).at(0)
    assert again.choices == truth(client, table).battle.choices
    assert game.battle.choices == []


def test_a_game_that_is_loaded_again_is_the_same(client, rng):
    table = Table(client, seed=3)
    table.play(rng, 60)
    seat = table.asked()
    before = {side: table.view(side) for side in ("top", "bottom", None)}
    tables_of(client).in_memory.pop(table.id)
    assert {side: table.view(side) for side in ("top", "bottom", None)} == before
    assert table.step(rng)["version"] > before[seat]["version"]


# ---------------------------------------------------------------------- replay


@pytest.fixture(scope="module")
def finished(client):
    """A battle with everything in it, that one side gave up."""
    table = Table(client, "dara", seed=8)
    table.play(random.Random(8), 90)
    table.do("top", {"do": "resign"})
    return table


def test_every_moment_can_be_looked_at_and_the_last_is_now(client, finished):
    moments = finished.get("/timeline").json()["moments"]
    seen = [finished.get(f"/moments/{n}", "top", params={}) for n in range(moments + 1)]
    assert all(answered.status_code == 200 for answered in seen)
    views = [answered.json() for answered in seen]
    assert [view["moment"] for view in views] == list(range(moments + 1))
    lines = [len(view["log"]) for view in views]
    assert lines == sorted(lines)
    now = finished.view("top")
    last = views[-1]
    differ = {name for name in now if last[name] != now[name]}
    assert differ <= {"yours", "undo", "decision"}
    assert finished.get(f"/moments/{moments + 1}").status_code == 404


def test_a_timeline_tells_where_what_happened(client, finished):
    told = finished.get("/timeline").json()
    view = finished.view("top")
    assert told["moments"] == view["moment"]
    turns = [(line["moment"], line["count"] + 1) for line in view["log"] if line["kind"] == "turn"]
    assert [(one["moment"], one["turn"]) for one in told["turns"]] == turns
    told_of = [line["moment"] + (line["hex"] != "") for line in view["log"] if line["kind"] == "dice"]
    assert told["rolls"] == told_of
    eliminated = {line["moment"] for line in view["log"] if line["kind"] == "eliminated"}
    assert told["eliminations"] == sorted(eliminated)


def test_a_position_of_a_moment_is_read_again(client, finished):
    from hexillum.battle.positions import read_position

    answered = finished.get("/position", None, params={"moment": 20})
    assert answered.status_code == 200
    state = read_position(answered.text)
    assert state == truth(client, finished).at(20).battle.state


def test_another_line_begins_at_any_moment(client, finished, rng):
    made = finished.post("/fork", "top", {"moment": 25})
    assert made.status_code == 201
    other = Table.__new__(Table)
    other.client, other.id, other.tokens, other.invites = client, made.json()["game"], made.json()["tokens"], {}
    view = other.view("top")
    assert (view["kind"], view["moment"]) == ("analysis", 25)
    assert truth(client, other).battle.state == truth(client, finished).at(25).battle.state
    assert finished.post("/fork", None, {"moment": 100_000}).status_code == 422


# ---------------------------------------------------------------------- analysis


def analysis(client: TestClient, **wish) -> Table:
    answered = client.post("/api/analysis", json=wish)
    assert answered.status_code == 201, answered.text
    table = Table.__new__(Table)
    made = answered.json()
    table.client, table.id, table.tokens, table.invites = client, made["game"], made["tokens"], made["invites"]
    return table


SETUP = {
    "edition": "ancients",
    "units": [
        {"hex": "E5", "kind": "heavy-infantry", "side": "bottom", "leader": True},
        {"hex": "F5", "kind": "warrior", "side": "top", "blocks": 2},
    ],
    "leaders": [{"hex": "A1", "side": "bottom"}],
    "terrain": {"D5": "forest"},
    "hands": {"bottom": ["order-heavy-troops"]},
}


def test_an_analysis_begins_from_a_battle_a_record_a_position_or_pieces(client, finished):
    record = finished.get("/record").text
    for wish in ({"battle": "akragas"}, {"record": record}, {"setup": SETUP}):
        table = analysis(client, **wish)
        view = client.get(table.path, headers=bearer(*table.tokens.values())).json()
        assert view["kind"] == "analysis"
        assert view["decision"]["may"], wish
    assert (
        truth(client, analysis(client, record=record)).battle.state.units == truth(client, finished).battle.state.units
    )
    at = finished.get("/position", None, params={"moment": 40}).text
    table = analysis(client, position=at)
    assert truth(client, table).battle.state == truth(client, finished).at(40).battle.state


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"battle": "akragas", "position": "x"},
        {"battle": "nowhere"},
        {"record": "nothing"},
        {"position": "nothing"},
        {"setup": {**SETUP, "units": []}},
        {"setup": {**SETUP, "units": [{"hex": "Z99", "kind": "warrior", "side": "top"}]}},
        {"setup": {**SETUP, "hands": {"bottom": ["rally"] * 12}}},
        {"setup": {**SETUP, "terrain": {"A1": "lava"}}},
        {"setup": {**SETUP, "banners": {"top": 6}}},
    ],
)
def test_what_cannot_be_analysed_is_refused_with_the_reason(client, wish):
    answered = client.post("/api/analysis", json=wish)
    assert answered.status_code == 422
    assert answered.json()["message"]


def both(table: Table) -> dict[str, str]:
    return bearer(*table.tokens.values())


def test_an_analysis_takes_any_dice_any_card_and_goes_back_anywhere(client, rng):
    table = analysis(client, battle="akragas")
    states = {}
    dice = cards = 0
    for _ in range(200):
        view = client.get(table.path, headers=both(table)).json()
        states[view["moment"]] = truth(client, table).battle.state.copy()
        asked = view["decision"]
        seat = asked["actor"] if asked["actor"] in ("top", "bottom") else "top"
        if asked["dice"]:
            body, dice = {"do": "dice", "faces": "F" * asked["dice"]}, dice + 1
        elif asked["actor"] == "chance":
            body, cards = answer(asked["options"][-1]["number"]), cards + 1
        else:
            body = answer(choice(view, rng))
        sent = command(view, seat, body)
        answered = client.post(f"{table.path}/commands", headers=both(table), json=sent)
        assert answered.status_code == 200, answered.text
        if dice and cards:
            break
    assert dice and cards
    for moment in (max(states), max(states) // 2, 0):
        view = client.get(table.path, headers=both(table)).json()
        sent = command(view, "top", {"do": "undo", "moment": moment})
        assert client.post(f"{table.path}/commands", headers=both(table), json=sent).status_code == 200
        if moment in states:
            assert truth(client, table).battle.state == states[moment]
    view = client.get(table.path, headers=both(table)).json()
    assert view["moment"] == 0
    sent = command(view, "top", {"do": "undo", "moment": 5})
    assert client.post(f"{table.path}/commands", headers=both(table), json=sent).json()["code"] == "no_undo"
    assert table.do("top", {"do": "resign"}).json()["code"] == "analysis"


def test_a_position_without_any_card_still_asks_somebody(client):
    s = new_state("ancients")
    s.active, s.goal = 0, [6, 6]
    add_unit(s, 0, kind_number("ancients", "auxilia"), hexes.parse("E5"))
    add_unit(s, 1, kind_number("ancients", "auxilia"), hexes.parse("G5"))
    begin_at(s, "battle", NONE, None)
    made = client.post("/api/analysis", json={"position": write_position(s)}).json()
    path, headers = f"/api/games/{made['game']}", bearer(*made["tokens"].values())
    for _ in range(3):  # nobody has anything to play, and turn follows turn
        view = client.get(path, headers=headers).json()
        sent = command(view, view["decision"]["actor"], answer(view["decision"]["options"][0]["number"]))
        assert client.post(f"{path}/commands", headers=headers, json=sent).status_code == 200


def test_the_seed_of_an_analysis_is_never_told(client):
    assert analysis(client, battle="akragas").get("/dice").json()["seed"] is None


# ---------------------------------------------------------------------- rematch


def test_a_rematch_changes_the_armies_and_asks_the_friend_in(client):
    table = Table(client, top="friend", bottom="person", switches={"ambush_before_extra_hex": False}, battle="dara")
    joined = table.post("/join", None, {"invite": table.invites["top"]}).json()
    table.tokens["top"] = joined["token"]
    early = table.post("/rematch", "bottom")
    assert (early.status_code, early.json()["code"]) == (409, "running")
    table.do("top", {"do": "resign"})
    assert table.post("/rematch").status_code == 403
    made = table.post("/rematch", "bottom").json()
    assert (set(made["tokens"]), set(made["invites"])) == ({"bottom"}, set())
    seen = client.get(f"/api/games/{made['game']}").json()
    before = table.view()
    assert seen["armies"] == {"top": before["armies"]["bottom"], "bottom": before["armies"]["top"]}
    assert before["rematch"] == made["game"]
    other = table.post("/rematch", "top").json()
    assert (other["game"], set(other["tokens"])) == (made["game"], {"top"})
    assert table.post("/rematch", "top").json() == other, "as another device of the same seat asks for it"


# ---------------------------------------------------------------------- why, threats


def test_a_line_that_is_not_possible_is_refused_with_its_rule(client):
    table = Table(client, seed=3)
    hand = table.view("bottom")["hand"]
    held = next(iter(hand))
    assert table.post("/why", "bottom", {"line": f"card {held}"}).json() == {"legal": True, "why": "", "rules": []}
    missing = next(key for key in ("rally", "clash-of-shields", "double-time", "line-command") if key not in hand)
    told = table.post("/why", "bottom", {"line": f"card {missing}"}).json()
    assert not told["legal"] and told["why"] and told["rules"]
    waits = table.post("/why", "top", {"line": f"card {held}"}).json()
    assert (waits["legal"], waits["why"]) == (False, "it is bottom must choose a card")
    assert table.post("/why", "bottom", {"line": "blah blah"}).status_code == 422
    assert table.view("bottom")["moment"] == len(truth(client, table).made)


def test_threats_name_pieces_and_the_enemies_that_could_come(client, rng):
    table = Table(client, seed=3)
    table.play(rng, 150)
    sides = {unit["hex"]: unit["side"] for unit in table.view("bottom")["units"]}
    told = table.get("/threats", "bottom").json()
    assert {sides[one["hex"]] for one in told} == {"top", "bottom"}
    for one in told:
        assert one["by"]
        assert all(sides[by["hex"]] != sides[one["hex"]] for by in one["by"])
    assert table.get("/threats").json() == told
