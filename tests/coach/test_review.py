"""Reviews: the split adds up to the digit, a stop keeps what is there, and going on comes to the same."""

from __future__ import annotations

import itertools
import json
import random

import pytest

from hexillum.battle.door import Battle
from hexillum.coach.files import read_review, write_review
from hexillum.coach.review import NotReviewed, Review
from hexillum.coach.rollouts import Roller
from hexillum.coach.shapes import GRAIN
from hexillum.coach.spans import Agreement, moments_of, spans_of
from hexillum.core.dice import Seeded

from .conftest import last_banner, played_out


def reviewed(battle: Battle, **more) -> Review:
    """A review in plain Python by few playouts, without a clock."""
    made = Review(battle, **{"playouts": 2, "seconds": 1e9, "mistakes": False, "compiled": False, **more})
    made.run()
    return made


def test_start_luck_and_decisions_are_the_result_in_any_order(skirmish):
    found = reviewed(skirmish).as_dict()
    assert found["finished"] and found["complete"] and found["turns"]
    for seed in range(10):
        parts = [turn[key] for turn in found["turns"] for key in ("luck", "decisions")]
        finer = [turn[key] for turn in found["turns"] for key in ("dice", "cards", "own", "other")]
        random.Random(seed).shuffle(parts)
        random.Random(seed).shuffle(finer)
        assert found["start"] + sum(parts) == sum(finer, found["start"]) == found["result"]
    assert found["result"] == (1.0 if skirmish.winner == 0 else 0.0)


def test_each_moment_begins_where_the_last_one_ended(skirmish):
    found = reviewed(skirmish, playouts=3).as_dict()
    moments = [one for turn in found["turns"] for one in turn["moments"]]
    assert moments[0]["before"] == found["start"] and moments[-1]["after"] == found["result"]
    assert all(one["after"] == other["before"] for one, other in itertools.pairwise(moments))
    assert all((one["after"] * GRAIN).is_integer() for one in moments)
    assert [one["index"] for one in moments] == sorted(one["index"] for one in moments)


def test_all_of_it_is_plain_values(skirmish):
    found = reviewed(skirmish).as_dict()
    assert json.loads(json.dumps(found)) == found
    assert {"start", "turns", "result", "mistakes", "totals", "format", "rules", "battle", "players"} <= set(found)


def test_spans_hold_every_answer_once(skirmish):
    spans = spans_of(skirmish)
    assert [answer for span in spans for answer in span.answers] == skirmish.choices
    assert all(span.after() == other.before for span, other in itertools.pairwise(spans))


def test_what_the_quick_mind_would_have_done_is_no_moment():
    """A battle that it has played itself has no decisions in it: all is luck."""
    battle = Battle(last_banner({"F5": ("warrior", 4), "F6": ("auxilia", 2)}, {"E5": ("auxilia", 4)}), source=Seeded(1))
    played_out(battle, "quick")
    spans = spans_of(battle)
    agreement = Agreement(compiled=False)
    assert any(span.kind == "choice" for span in spans)
    assert all(agreement.holds(span) for span in spans if span.kind == "choice")
    for span in spans:
        span.agreed = agreement.holds(span)
    assert all(span.kind != "choice" for span in moments_of(spans))
    found = reviewed(battle).as_dict()
    assert all(turn["decisions"] == 0 for turn in found["turns"])
    assert found["start"] + found["totals"]["luck"]["top"] == found["result"]


def test_resigning_is_a_decision_of_who_resigns(skirmish):
    skirmish.undo()
    while skirmish.state.who > 1:
        skirmish.undo()
    loser = skirmish.state.who
    skirmish.resign()
    found = reviewed(skirmish).as_dict()
    last = found["turns"][-1]["moments"][-1]
    assert found["result"] == (0.0 if loser == 0 else 1.0) == last["after"]
    assert last["kind"] == "choice" and last["side"] == ("top", "bottom")[loser]
    assert found["start"] + sum(turn["luck"] + turn["decisions"] for turn in found["turns"]) == found["result"]


def test_an_unfinished_battle_ends_with_its_chance(skirmish):
    for _ in range(4):
        skirmish.undo()
    found = reviewed(skirmish, playouts=4).as_dict()
    assert not found["finished"] and 0 <= found["result"] <= 1
    assert found["start"] + sum(turn["luck"] + turn["decisions"] for turn in found["turns"]) == found["result"]
    assert any("not finished" in note for note in found["notes"])


def test_what_is_stopped_keeps_whole_turns_and_goes_on_to_the_same(skirmish, tmp_path):
    whole = reviewed(skirmish).as_dict()
    for after in (3, 6, 9):
        made = Review(skirmish, playouts=2, seconds=1e9, mistakes=False, compiled=False)
        for n, _ in enumerate(made.steps()):
            if n == after:
                made.stop()
        found = made.as_dict()
        assert found["turns"] == [] or found["turns"][-1]["after"] == found["result"]
        assert found["start"] + sum(t["luck"] + t["decisions"] for t in found["turns"]) == found["result"]
        write_review(found, tmp_path / "review.json")
        again = reviewed(skirmish, kept=read_review(tmp_path / "review.json")).as_dict()
        assert again == whole
    assert list(tmp_path.iterdir()) == [tmp_path / "review.json"]


def test_the_clock_ends_it_and_says_so(skirmish):
    found = Review(skirmish, seconds=0.0, compiled=False).run()
    assert not found["complete"] and any("stopped early" in note for note in found["notes"])
    assert any("pip install" in note for note in found["notes"])


def test_a_review_of_another_battle_is_refused(skirmish, tmp_path):
    found = reviewed(skirmish).as_dict()
    other = Battle.start("akragas", seed=7)
    other.choose(other.numbers()[0])
    with pytest.raises(NotReviewed, match="the file holds another review: its 'record'"):
        Review(other, kept=found)
    with pytest.raises(NotReviewed, match="its 'rules' is 'x'"):
        Review(skirmish, kept={**found, "rules": "x"})
    with pytest.raises(NotReviewed, match="its 'seed' is 1, expected 2"):
        Review(skirmish, seed=2, kept=found)


def test_a_battle_without_decisions_is_refused():
    with pytest.raises(NotReviewed, match="nothing to review"):
        Review(Battle.start("akragas", seed=7))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"format": "hexillum-review 1"}',
        '{"format": "hexillum-review 1", "kept": {"worths": [1]}}',
    ],
)
def test_a_file_that_is_no_review_is_refused_with_its_name(tmp_path, text):
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(NotReviewed, match=r"x\.json: "):
        read_review(path)


def test_a_long_battle_is_reviewed(monkeypatch):
    """150 turns in which nobody dares anything: whole turns from the first on, adding up."""
    battle = Battle.start("akragas", seed=3)
    while battle.state.turn < 150:
        battle.throw() if battle.state.who > 1 else battle.choose(battle.numbers()[0])
        battle.seal()
    monkeypatch.setattr(Agreement, "holds", lambda self, span: False)  # both would take minutes in plain Python
    monkeypatch.setattr(Roller, "worths", lambda self, state, n, *rest, **more: [0.5, *[1.0] * (state.turn % 3)][:n])
    found = Review(battle, seconds=1e9, playouts=1, compiled=False, mistakes=False).run()
    assert len(found["turns"]) >= 150 and found["complete"]
    assert found["start"] + sum(t["luck"] + t["decisions"] for t in found["turns"]) == found["result"]
