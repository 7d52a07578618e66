"""Lessons at the server: a whole lesson is played over the wire, and nothing is kept of who learns."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from hexillum.core import ask
from hexillum.notation import first_battle, lessons
from hexillum.notation.script import play_line
from hexillum.web.lessons import moment
from hexillum.web.messages import Learn


def answers_of(one: lessons.Lesson, chosen: list[int], number: int) -> list[int]:
    """The numbers of a choice of a lesson, as a page would send them."""
    start = lessons.begin(one, chosen)
    trial = start.copy()
    play_line(trial, one.steps[len(chosen)].choices[number].line)
    return trial.choices[len(start.choices) :]


def test_the_list_has_every_lesson(client: TestClient) -> None:
    told = client.get("/api/lessons").json()
    assert [one["id"] for one in told] == list(lessons.lessons())
    assert all(one["position"]["units"] and one["chapters"] and one["about"] for one in told)


@pytest.mark.parametrize("id", list(lessons.lessons()))
def test_a_lesson_over_the_wire(client: TestClient, id: str) -> None:
    one = lessons.lesson(id)
    chosen: list[int] = []
    for step in one.steps:
        asked = client.post(f"/api/lessons/{id}", json={"chosen": chosen}).json()
        assert asked["ask"] == step.ask and asked["said"] is None
        decision = asked["view"]["decision"]
        assert decision["actor"] == "bottom" and decision["options"], "the learner is asked"
        for number, choice in enumerate(step.choices):
            wish = {"chosen": chosen, "answers": answers_of(one, chosen, number)}
            said = client.post(f"/api/lessons/{id}", json=wish).json()
            assert said["said"]["kind"] == "chosen" and said["said"]["told"] == choice.told
            assert [rule["id"] for rule in said["said"]["rules"]] == list(choice.rules)
            assert said["view"]["log"][: len(asked["view"]["log"])] == asked["view"]["log"]
            if len(chosen) + 1 == len(one.steps) and not choice.again:
                assert said["remember"]
        chosen.append(next(n for n, choice in enumerate(step.choices) if choice.good and not choice.again))


def test_another_legal_answer_is_taken_back(client: TestClient) -> None:
    before = client.post("/api/lessons/ranged-combat", json={}).json()
    said = client.post("/api/lessons/ranged-combat", json={"answers": [ask.DONE]}).json()
    assert said["said"]["kind"] == "other" and said["said"]["told"]
    assert said["view"]["decision"] == before["view"]["decision"]


def test_an_answer_that_is_not_offered_is_refused(client: TestClient) -> None:
    refused = client.post("/api/lessons/evade", json={"answers": [ask.HEX_0]})
    assert refused.status_code == 409 and refused.json()["code"] == "not_offered"


def test_why_a_line_is_refused(client: TestClient) -> None:
    told = client.post("/api/lessons/line-of-sight/why", json={"line": "fire G6xD7"}).json()
    assert not told["legal"] and "RC-26" in told["rules"]
    assert client.post("/api/lessons/line-of-sight/why", json={"line": "fire G8xD7"}).json()["legal"]
    assert client.post("/api/lessons/line-of-sight/why", json={"line": "sing"}).status_code == 422


@pytest.mark.parametrize(
    ("id", "wish", "status"),
    [
        ("nothing", {}, 404),
        ("evade", {"chosen": [9]}, 422),
        ("evade", {"chosen": [0, 0]}, 422),
        ("evade", {"chosen": [0] * 13}, 422),
        ("evade", {"answers": [0] * 41}, 422),
        ("evade", {"answers": [-1]}, 422),
        ("evade", {"faces": "G"}, 422),
    ],
)
def test_what_no_lesson_has_is_refused(client: TestClient, id: str, wish: dict[str, object], status: int) -> None:
    answer = client.post(f"/api/lessons/{id}", json=wish)
    assert answer.status_code == status and answer.json()["message"]


def test_questions_do_not_change_a_lesson() -> None:
    first = moment("hits", Learn())
    moment("hits", Learn(answers=answers_of(lessons.lesson("hits"), [], 0)))
    assert moment("hits", Learn()) == first


def test_the_first_battle_can_be_opened_as_it_is_told(client: TestClient) -> None:
    told = client.get("/api/first-battle").json()
    assert len(told["prompts"]) == 10
    seats = {"top": told["opponent"], "bottom": told["opponent"], told["seat"]: "person"}
    opened = client.post("/api/games", json={"battle": told["battle"], "seed": told["seed"], **seats})
    assert opened.status_code == 201, opened.text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[prompt]]\ntitle = 'A'", "f.toml:5: a prompt needs asked or happened"),
        ("[[prompt]]\nasked = 'sing'", "f.toml:6: 'sing' is no kind of question"),
        ("[[prompt]]\nhappened = 'snow'", "f.toml:6: 'snow' is no kind of event"),
        ("[[prompt]]\nasked = 'card'\ntitle = 'A'", "f.toml:5: the prompt lacks text"),
        ("[[prompt]]\nasked = 'card'\ntitle = 'A'\ntext = 'B'\nrules = ['XX-1']", "f.toml:9: 'XX-1' is not a rule id"),
        ("[[prompt]]\nasked = 'card'\nby = 7", "f.toml:7: by must be a turn from 1 to 6"),
        ("[[prompt]]\nasked = 'card'\ntitle = 'A'\ntext = 'B'\nlights = ['sun']", "f.toml:9: 'sun' is not one of hand"),
        (
            "[[prompt]]\nasked = 'card'\ntitle = 'A'\ntext = 'B'\ncites = 'RT-01'",
            "f.toml:9: cites must be a list of words",
        ),
        ("", "expected at least one [[prompt]]"),
        ("weather = 'snow'", "f.toml:5: unknown key 'weather'"),
    ],
)
def test_a_bad_first_battle_is_told_with_its_line(text: str, message: str) -> None:
    from hexillum.core.toml_lines import parse

    head = "battle = 'akragas'\nseat = 'bottom'\nopponent = 'recruit'\nseed = 1\n"
    with pytest.raises(lessons.LessonError) as told:
        first_battle.understand(parse(head + text, "f.toml"))
    assert message in str(told.value)
