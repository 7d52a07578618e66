"""Battles that people lay out: drawn, judged by the loader, kept for their key, played, asked whether they are fair."""

from __future__ import annotations

import json
import random
import secrets
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from hexillum.battle import scenarios
from hexillum.battle.scenario_files import SPECIAL_UNITS, scan
from hexillum.battle.special_rules import FORMS, rule_of
from hexillum.core import hexes
from hexillum.core.kinds import kind_names
from hexillum.core.terrain import terrain_names
from hexillum.core.toml_lines import parse
from hexillum.notation.game_record import read_record
from hexillum.web import fairness
from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from hexillum.web.messages import SCENARIO_MOST, ScenarioDraft
from hexillum.web.own_battles import drawn, examined, plan_of
from hexillum.web.store.own_battles import EACH_MOST, Outcome
from tests.web.kept import check_answer
from tests.web.players import bearer

AKRAGAS = scenarios.scenario_text(scenarios.load_scenario("akragas"))


def draft_of(plan: scenarios.Scenario) -> dict[str, Any]:
    """What a page sends of a plan that it has loaded."""
    made: dict[str, Any] = dict(plan_of(plan))
    return made


def key() -> dict[str, str]:
    """The header of a browser with a key of its own."""
    return bearer(secrets.token_urlsafe(32))


# ---------------------------------------------------------------- the writer and the loader


@pytest.mark.parametrize("name", scenarios.names())
def test_a_battle_of_the_library_is_written_as_it_was_read_and_comes_back_as_data(name):
    plan = scenarios.load_scenario(name)
    text = scenarios.scenario_text(plan)
    assert len(text) < SCENARIO_MOST / 10
    again = scenarios.read_scenario(text)
    assert again == plan
    assert scenarios.scenario_text(again) == text
    found = examined(text)
    assert found.problems == () and found.plan == plan
    assert drawn(ScenarioDraft.model_validate(draft_of(plan))) == text


def edited(plan: scenarios.Scenario, dice: random.Random) -> dict[str, Any]:
    """A plan with a few edits as hands make them, right or wrong."""
    draft = draft_of(plan)
    places = [hexes.name(hex) for hex in range(143)]
    for _ in range(dice.randrange(1, 8)):
        army = draft[dice.choice(["top", "bottom"])]
        what = dice.randrange(10)
        if what == 0 and army["units"]:
            army["units"].pop(dice.randrange(len(army["units"])))
        elif what == 1:
            kind = dice.choice(kind_names(draft["edition"]))
            mark = dice.sample(SPECIAL_UNITS, dice.randrange(2))
            leader = dice.choice([None, "", "Mago", 'a "quoted" \\ name', "Ξενοφῶν"])
            army["units"].append({"hex": dice.choice(places), "kind": kind, "leader": leader, "special": mark})
        elif what == 2:
            draft["terrain"][dice.choice(places)] = dice.choice(terrain_names(draft["edition"]))
        elif what == 3:
            army["command"] = dice.randrange(15)
        elif what == 4:
            army["moves_first"] = not army["moves_first"]
        elif what == 5:
            draft["ramparts"].append(f"{dice.choice(places)}/{dice.choice(places)}")
        elif what == 6:
            army["leaders"].append({"hex": dice.choice(places), "name": dice.choice(["", "Himilco", "line\nbreak"])})
        elif what == 7:
            rule = {"name": "command-growth", "side": "top", "settings": {"turns": dice.randrange(14)}}
            draft["special_rules"].append(rule)
        elif what == 8:
            draft["notes"].append(dice.choice(["", "[top]", "a # b", "]\nid = 3"]))
        else:
            draft["edition"] = dice.choice(["ancients", "medieval"])
    return draft


@pytest.mark.parametrize("seed", range(60))
def test_any_edit_is_judged_by_the_loader_and_what_is_right_comes_back_whole(seed):
    dice = random.Random(seed)
    plan = scenarios.load_scenario(dice.choice(scenarios.names()))
    text = drawn(ScenarioDraft.model_validate(edited(plan, dice)))
    read, problems = scan(Path("scenario"), text)
    found = examined(text)
    told = [problem.message for problem in found.problems]
    assert [problem.message for problem in problems] == [one for one in told if "cannot be shown" not in one] or (
        not problems and len(told) == 1  # what no table could begin with
    )
    if not told:
        assert found.plan == read
        assert drawn(ScenarioDraft.model_validate(draft_of(read))) == found.text == text


# ---------------------------------------------------------------- checking


def test_what_is_wrong_is_told_with_its_line_and_its_hex(client: TestClient) -> None:
    draft = draft_of(scenarios.load_scenario("akragas"))
    draft["top"]["units"][0]["hex"] = "B3"
    draft["bottom"]["moves_first"] = False
    found = client.post("/api/scenarios/check", json={"draft": draft}).json()
    lines = found["text"].split("\n")
    twice = next(one for one in found["problems"] if one["hex"])
    assert twice["message"] == "B3 holds a unit of the top army already; a unit of the top army cannot stand there"
    assert twice["hex"] == "B3" and '"B3", "auxilia"' in lines[twice["line"] - 1]
    assert any("no side would move first" in one["message"] for one in found["problems"])
    assert found["digest"] == ""


def test_a_file_is_judged_with_its_own_lines(client: TestClient) -> None:
    text = "# mine\n" + AKRAGAS.replace('"heavy-chariot"', '"heavy-charriot"', 1)
    found = client.post("/api/scenarios/check", json={"text": text}).json()
    line = next(n for n, words in enumerate(text.split("\n"), 1) if "charriot" in words)
    assert [(one["line"], one["message"]) for one in found["problems"]] == [
        (line, "unknown kind of unit 'heavy-charriot'; did you mean heavy-chariot?")
    ]
    assert found["plan"]["name"] == "Akragas"
    right = client.post("/api/scenarios/check", json={"text": AKRAGAS}).json()
    assert right["problems"] == [] and right["text"] == AKRAGAS and len(right["digest"]) == 64


HOSTILE = {
    "nothing": "",
    "no TOML": "[[[[",
    "another file": "/etc/passwd",
    "deep": "a = " + "[" * 9000,
    "dotted": ".".join("a" * 1000) + " = 1",
    "a long name": AKRAGAS.replace('"Akragas"', f'"{"A" * 5000}"'),
    "a name that turns": AKRAGAS.replace('"Akragas"', '"\u202eAkragas"'),
    "a bell": AKRAGAS.replace('"Akragas"', '"\\u0007"'),
    "many units": AKRAGAS.replace("units = [", "units = [" + '["B2", "auxilia"],' * 1500, 1),
    "a giant number": AKRAGAS.replace("-406", "9" * 4000),
    "too large": AKRAGAS + "#" * SCENARIO_MOST,
    "many notes": AKRAGAS.replace("notes = [", "notes = [" + '"x",' * 500, 1),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_text_is_refused_in_one_sentence_everywhere(what, client: TestClient) -> None:
    text = HOSTILE[what]
    answered = client.post("/api/scenarios/check", json={"text": text})
    assert answered.status_code in (200, 422)
    if answered.status_code == 200:
        problems = answered.json()["problems"]
        assert problems and len(problems) <= 40
        assert all("\n" not in one["message"] and len(one["message"]) < 900 for one in problems)
    for path, body in (
        ("/api/scenarios", {"text": text}),
        ("/api/scenarios/fairness", {"text": text}),
        ("/api/games", {"scenario": text}),
        ("/api/analysis", {"scenario": text}),
    ):
        refused = client.post(path, json=body, headers=key())
        assert refused.status_code == 422, path
        assert "\n" not in refused.json()["message"]


def test_a_drawing_cannot_write_more_than_its_parts(client: TestClient) -> None:
    """Keys and hexes of a drawing go into a file as they stand: nothing else may come with them."""
    draft = draft_of(scenarios.load_scenario("akragas"))
    for bad in (
        {**draft, "terrain": {'E5 = "hill"\nE6': "hill"}},
        {**draft, "special_rules": [{"name": "x", "side": "top", "settings": {"a = 1, b": 2}}]},
        {**draft, "top": {**draft["top"], "units": [{"hex": 'B2"', "kind": "auxilia"}]}},
        {**draft, "file": "/etc/passwd"},
    ):
        assert client.post("/api/scenarios/check", json={"draft": bad}).status_code == 422


# ---------------------------------------------------------------- special rules, by their forms


def filled(parameter: dict[str, Any], plan: dict[str, Any], rule: str) -> Any:
    """What somebody could fill in for a parameter of a special rule of the upper army."""
    camp = next(iter(plan["terrain"]))
    return {
        "number": parameter["most"] if parameter["name"] == "order" else 2,
        "hexes": [camp] if rule.startswith("camp") else ["I1", "I2"],
        "leader": "Mago",
        "names": ["Himilco", ""],
        "kinds": ["auxilia", "auxilia", "light-cavalry"],
        "switch": True,
    }[parameter["kind"]]


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("all_of_them", [False, True])
def test_every_special_rule_is_told_and_what_its_form_makes_is_a_battle(name, all_of_them, client: TestClient) -> None:
    """With the parameters that it needs, and with those that it allows too."""
    told = {one["name"]: one for one in client.get("/api/workshop").json()["special_rules"]}
    assert list(told) == list(FORMS)
    form = told[name]
    wanted = {**FORMS[name].needs, **FORMS[name].allows}
    assert [one["name"] for one in form["parameters"]] == list(wanted)
    assert form["title"] and form["words"] and form["rule"].startswith("S")
    draft = draft_of(scenarios.load_scenario("akragas"))
    draft["terrain"] = {"E6": "camp"}
    settings = {one["name"]: filled(one, draft, name) for one in form["parameters"] if all_of_them or one["needed"]}
    draft["special_rules"] = [{"name": name, "side": "top", "settings": settings}]
    found = client.post("/api/scenarios/check", json={"draft": draft}).json()
    assert found["problems"] == []
    assert found["rules"][0] and found["rules"][0] == found["special_rules"][0]
    plan = scenarios.read_scenario(found["text"])
    assert plan.special_rules[0].name == name
    begun = client.post("/api/games", json={"scenario": found["text"], "top": "person", "bottom": "person"})
    assert begun.status_code == 201


def test_what_is_wrong_with_a_special_rule_is_told_with_its_number(client: TestClient) -> None:
    draft = draft_of(scenarios.load_scenario("akragas"))
    draft["special_rules"] = [
        {"name": "command-growth", "side": "top", "settings": {"turns": 2}},
        {"name": "leader-sudden-death", "side": "top", "settings": {"leader": "Nobody"}},
        {"name": "exit-for-banner", "side": "bottom", "settings": {"hexes": []}},
    ]
    draft["bottom"]["moves_first"] = False
    found = client.post("/api/scenarios/check", json={"draft": draft}).json()
    about = {one["rule"]: one["message"] for one in found["problems"]}
    assert sorted(about, key=str) == [1, 2, None]
    assert "has no leader 'Nobody'" in about[1] and about[2] == "hexes must be a list of hexes, not []"
    assert found["rules"][0].endswith("(SCEN-01)") and found["rules"][2] == ""


HOSTILE_RULES: dict[str, Any] = {
    "no rule": {"name": "win-at-once", "side": "top", "settings": {}},
    "another's name": {"name": "command-growth", "side": "top", "settings": {"name": "camp-capture", "turns": 2}},
    "another's side": {"name": "command-growth", "side": "top", "settings": {"side": "bottom", "turns": 2}},
    "no parameter of it": {"name": "command-growth", "side": "top", "settings": {"turns": 2, "leader": "Mago"}},
    "too much": {"name": "command-growth", "side": "top", "settings": {"turns": 99}},
    "true is no number": {"name": "command-growth", "side": "top", "settings": {"turns": True}},
    "a text for a number": {"name": "command-growth", "side": "top", "settings": {"turns": "2"}},
    "a fraction": {"name": "command-growth", "side": "top", "settings": {"turns": 2.5}},
    "a giant": {"name": "command-growth", "side": "top", "settings": {"turns": 10**400}},
    "a table": {"name": "command-growth", "side": "top", "settings": {"turns": {"a": {"b": [[[]]]}}}},
    "a list of lists": {"name": "exit-for-banner", "side": "top", "settings": {"hexes": [["I1"]]}},
    "numbers for hexes": {"name": "exit-for-banner", "side": "top", "settings": {"hexes": [1, 2]}},
    "no hex": {"name": "exit-for-banner", "side": "top", "settings": {"hexes": ["Z99", "I1\n"]}},
    "many hexes": {"name": "exit-for-banner", "side": "top", "settings": {"hexes": ["I1"] * 500}},
    "the same hex again": {"name": "exit-for-banner", "side": "top", "settings": {"hexes": ["I1", "I1"]}},
    "many units": {"name": "ambush", "side": "top", "settings": {"from_turn": 1, "units": ["auxilia"] * 60}},
    "another edition's unit": {"name": "ambush", "side": "top", "settings": {"from_turn": 1, "units": ["cataphract"]}},
    "many leaders": {
        "name": "leader-placement",
        "side": "top",
        "settings": {"order": 1, "leaders": ["x"] * 60},
    },
    "third": {"name": "leader-placement", "side": "top", "settings": {"order": 3, "leaders": ["x"]}},
    "a name that turns": {"name": "leader-placement", "side": "top", "settings": {"order": 1, "leaders": ["\u202ex"]}},
    "a bell": {"name": "leader-placement", "side": "top", "settings": {"order": 1, "leaders": ["\x07"]}},
    "a number of parameters": {"name": "ambush", "side": "top", "settings": {f"p{chr(97 + n)}": 1 for n in range(20)}},
}


@pytest.mark.parametrize("what", HOSTILE_RULES)
def test_a_hostile_special_rule_is_refused_in_words(what, client: TestClient) -> None:
    """As a drawing, and as a file: never a battle, never a fault of the server."""
    draft = draft_of(scenarios.load_scenario("akragas"))
    draft["special_rules"] = [HOSTILE_RULES[what]]
    body = json.dumps({"draft": draft})
    answered = client.post("/api/scenarios/check", content=body, headers={"content-type": "application/json"})
    assert answered.status_code in (200, 422)
    if answered.status_code == 200:
        assert answered.json()["problems"] and answered.json()["digest"] == ""


ODD_ENTRIES = [
    "3",
    '"command-growth"',
    "[]",
    "[[1]]",
    "{}",
    "{ name = [] }",
    "{ name = {} }",
    "{ name = 1.5, side = 2 }",
]


@pytest.mark.parametrize("entry", ODD_ENTRIES)
def test_an_entry_that_is_no_rule_is_told_so(entry, client: TestClient) -> None:
    text = AKRAGAS.replace("special_rules = [", f"special_rules = [{entry},", 1)
    found = client.post("/api/scenarios/check", json={"text": text}).json()
    assert found["problems"] and found["rules"][0] == ""
    with pytest.raises(ValueError):
        rule_of(parse(f"a = {entry}", "x").data["a"])


# ---------------------------------------------------------------- keeping


def test_battles_are_kept_for_their_key_and_shared_by_their_id(client: TestClient) -> None:
    mine, other = key(), key()
    kept = client.post("/api/scenarios", json={"text": AKRAGAS}, headers=mine)
    assert kept.status_code == 201 and kept.json()["yours"]
    id = kept.json()["id"]
    assert [one["name"] for one in client.get("/api/scenarios", headers=mine).json()] == ["Akragas"]
    assert client.get("/api/scenarios", headers=other).json() == []
    assert client.get("/api/scenarios").status_code == 401

    shared = client.get(f"/api/scenarios/{id}").json()  # by whoever has the link
    assert shared["text"] == AKRAGAS and not shared["yours"]
    mended = AKRAGAS.replace('name = "Akragas"', 'name = "Mine <b>"')
    assert client.put(f"/api/scenarios/{id}", json={"text": mended}, headers=other).status_code == 403
    assert client.delete(f"/api/scenarios/{id}", headers=other).status_code == 403
    changed = client.put(f"/api/scenarios/{id}", json={"text": mended}, headers=mine).json()
    assert changed["id"] == id and 'name = "Mine <b>"' in changed["text"]
    answered = client.get("/api/scenarios", headers=mine)
    assert answered.headers["content-type"] == "application/json"  # no page: nothing in it is ever HTML
    assert answered.headers["x-content-type-options"] == "nosniff"

    assert client.delete(f"/api/scenarios/{id}", headers=mine).json() == []
    gone = client.get(f"/api/scenarios/{id}", headers=mine)
    assert gone.status_code == 404 and "the battle is gone" in gone.json()["message"]


@pytest.mark.parametrize("bad", ["short", "x" * 90, "a b" * 12, "ü" * 40, "a,b"])
def test_a_key_that_is_none_is_refused(bad, client: TestClient) -> None:
    refused = client.get("/api/scenarios", headers={b"authorization": f"Bearer {bad}".encode()})
    assert refused.status_code == 401


def test_the_room_of_a_key_is_bounded(client: TestClient) -> None:
    mine = key()
    for _ in range(EACH_MOST):
        assert client.post("/api/scenarios", json={"text": AKRAGAS}, headers=mine).status_code == 201
    full = client.post("/api/scenarios", json={"text": AKRAGAS}, headers=mine)
    assert full.status_code == 409 and "take one away first" in full.json()["message"]


def test_an_address_keeps_and_asks_only_so_much(tmp_path, monkeypatch) -> None:
    app = create_app(str(tmp_path / "games.db"), computers=Computers(1), bounded=True)
    with TestClient(app, client=("192.0.2.7", 5)) as bounded:
        app.state.tables.judges.player = "random"
        codes = [bounded.post("/api/scenarios", json={"text": AKRAGAS}, headers=key()).status_code for _ in range(70)]
        assert codes[:60] == [201] * 60 and 429 in codes[60:]
        monkeypatch.setattr(fairness, "CHUNK", 0.0)
        asked = {"text": AKRAGAS}
        assert bounded.post("/api/scenarios/fairness", json=asked).status_code == 200
        limits = next(one for one in app.state.limits._addresses.items() if one[0] == "fairness")[1]
        limits.owe("192.0.2.7", 1e9)
        late = bounded.post("/api/scenarios/fairness", json=asked)
        assert late.status_code == 429 and "played long for you" in late.json()["message"]


def test_what_is_kept_outlives_the_server(database) -> None:
    """In a file and in PostgreSQL; keys stand there as digests only."""
    mine = key()
    with TestClient(create_app(database, computers=Computers(1))) as first:
        id = first.post("/api/scenarios", json={"text": AKRAGAS}, headers=mine).json()["id"]
        seated = first.post("/api/games", json={"scenario": AKRAGAS, "top": "person", "bottom": "person"}).json()
        assert first.delete(f"/api/scenarios/{id}", headers=mine).status_code == 200
        id = first.post("/api/scenarios", json={"text": AKRAGAS}, headers=mine).json()["id"]
    with TestClient(create_app(database, computers=Computers(1))) as second:
        assert second.get(f"/api/scenarios/{id}", headers=mine).json()["yours"]
        view = second.get(f"/api/games/{seated['game']}", headers=bearer(*seated["tokens"].values())).json()
        assert view["title"] == "Akragas" and len(view["units"]) == 24
    if "://" not in database:
        assert mine["authorization"].split()[1].encode() not in Path(database).read_bytes()


# ---------------------------------------------------------------- playing


def own(client: TestClient) -> str:
    """The text of a battle that is none of the library, with a special rule, ramparts and terrain."""
    draft = draft_of(scenarios.load_scenario("akragas"))
    draft |= {"id": "mine", "name": "My battle", "terrain": {"E6": "hill"}, "ramparts": ["E5/D5"]}
    draft["special_rules"] = [{"name": "leader-sudden-death", "side": "top", "settings": {"leader": "Mago"}}]
    found = client.post("/api/scenarios/check", json={"draft": draft}).json()
    assert found["problems"] == []
    assert found["special_rules"][0].startswith("If Mago is eliminated")
    text: str = found["text"]
    return text


def finish(client: TestClient, seated: dict[str, Any]) -> dict[str, Any]:
    """Let the lower seat resign; the view afterwards."""
    headers = bearer(*seated["tokens"].values())
    view = client.get(f"/api/games/{seated['game']}", headers=headers).json()
    command = {"id": secrets.token_hex(8), "version": view["version"], "seat": "bottom", "body": {"do": "resign"}}
    return dict(client.post(f"/api/games/{seated['game']}/commands", json=command, headers=headers).json())


def test_a_game_carries_its_scenario_into_its_record_its_rematch_and_its_other_lines(client: TestClient) -> None:
    text = own(client)
    wish = {"scenario": text, "swapped": True, "top": "person", "bottom": "person", "seed": 7}
    seated = client.post("/api/games", json=wish).json()
    headers = bearer(*seated["tokens"].values())
    view = finish(client, seated)
    assert view["title"] == "My battle"
    assert view["armies"] == {"top": "Syracusan", "bottom": "Carthaginian"}
    assert view["terrain"] == {"E8": "hill"}  # seen from the other side
    record = client.get(f"/api/games/{seated['game']}/record", headers=headers).text
    assert "scenario below" in record and '| name = "My battle"' in record
    battle = read_record(record)
    assert battle.scenario is not None and battle.scenario.name == "My battle"

    again = client.post("/api/analysis", json={"record": record}).json()
    shown = client.get(f"/api/games/{again['game']}", headers=bearer(*again["tokens"].values())).json()
    assert shown["armies"] == view["armies"] and shown["terrain"] == view["terrain"]

    fork = client.post(f"/api/games/{seated['game']}/fork", json={"moment": 0}, headers=headers).json()
    line = client.get(f"/api/games/{fork['game']}", headers=bearer(*fork["tokens"].values())).json()
    assert line["title"] == "My battle, another line"

    rematch = client.post(f"/api/games/{seated['game']}/rematch", json={}, headers=headers).json()
    second = client.get(f"/api/games/{rematch['game']}", headers=bearer(*rematch["tokens"].values())).json()
    assert second["armies"] == {"top": "Carthaginian", "bottom": "Syracusan"}
    assert second["title"] == "My battle"


def test_a_battle_is_named_or_sent_never_both_nor_none(client: TestClient) -> None:
    for wish in ({}, {"battle": "akragas", "scenario": AKRAGAS}):
        assert client.post("/api/games", json=wish).status_code == 422
    assert client.post("/api/games", json={"battle": "../../etc/passwd"}).json()["code"] == "no_battle"
    refused = client.post("/api/games", json={"scenario": AKRAGAS.replace('"B2"', '"Z2"')})
    assert refused.json()["code"] == "wrong_scenario" and refused.json()["message"].startswith("line ")


# ---------------------------------------------------------------- is it fair?


def asked(client: TestClient, text: str, **more: Any) -> dict[str, Any]:
    """One request whether a battle is fair."""
    answered = client.post("/api/scenarios/fairness", json={"text": text, **more})
    assert answered.status_code == 200, answered.text
    return dict(answered.json())


def test_battles_are_played_request_by_request_and_the_same_for_everybody(tmp_path) -> None:
    results = []
    for n in range(2):
        app = create_app(str(tmp_path / f"{n}.db"), computers=Computers(1))
        with TestClient(app) as client:
            client.event_hooks = {"response": [check_answer]}
            app.state.tables.judges.player, app.state.tables.judges.battles = "random", 30
            assert asked(client, AKRAGAS, play=False)["played"] == 0
            said = asked(client, AKRAGAS)
            while said["played"] < said["battles"]:
                before, said = said["played"], asked(client, AKRAGAS)
                assert said["played"] > before
            results.append(said)
            # another name, or other clothes, is the same battle: nothing is played again
            assert (
                asked(client, AKRAGAS.replace('"Akragas"', '"Mine"').replace('"punic"', '"gallic"'), play=False)[
                    "played"
                ]
                == 30
            )
            assert asked(client, AKRAGAS.replace("command = 6", "command = 4"), play=False)["played"] == 0
    assert results[0] == results[1]
    said = results[0]
    assert said["wins"]["top"] + said["wins"]["bottom"] + said["even"] == 30
    low, high = said["share"]["top"]["low"], said["share"]["top"]["high"]
    assert 0 <= low <= said["share"]["top"]["share"] <= high <= 1
    assert said["share"]["bottom"]["low"] == pytest.approx(1 - high)
    assert said["words"][0].startswith("Of 30 battles of the planner against itself Carthaginian won")


def test_outcomes_outlive_the_server(database) -> None:
    before: dict[str, Any] = {}
    for _ in range(2):
        app = create_app(database, computers=Computers(1))
        with TestClient(app) as client:
            app.state.tables.judges.player, app.state.tables.judges.battles = "random", 3
            before = before or asked(client, AKRAGAS)
            assert asked(client, AKRAGAS, play=False) == before


def test_a_battle_that_lasts_too_long_is_said_to(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(fairness, "SECONDS", 0.05)
    with TestClient(create_app(str(tmp_path / "games.db"), computers=Computers(1))) as client:
        refused = client.post("/api/scenarios/fairness", json={"text": AKRAGAS})
        assert refused.status_code == 422 and refused.json()["code"] == "too_long"


def test_a_position_a_side_can_hardly_win_is_called_unfair() -> None:
    plan = scenarios.load_scenario("akragas")
    won = [Outcome(0, True, (5, 1), 20)] * 80 + [Outcome(1, True, (1, 5), 20)] * 20
    words = fairness.words_on(plan, won, (80, 20), (0.711, 0.867))
    assert words[1].endswith("the battle favours Carthaginian.")
    assert "people" in words[2]
    few = fairness.words_on(plan, won[:4], (4, 0), (0.2, 0.9))
    assert few[1].endswith("too few battles to tell.")
