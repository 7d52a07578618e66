"""Judging: the attack that exact odds say wins the battle is found, wherever another one was made."""

from __future__ import annotations

import pytest

from hexillum import odds
from hexillum.battle.door import Battle
from hexillum.coach.fates import Seer
from hexillum.coach.judging import Care, Judge
from hexillum.coach.review import Review
from hexillum.coach.rollouts import roller
from hexillum.coach.spans import spans_of
from hexillum.coach.why import told_mistake
from hexillum.core.state import State

from .conftest import last_banner

#: Twenty positions in which one banner wins, for either side: who battles, and beside which two enemies.
POSITIONS = [
    (f"{own}-{blocks}-{weak}-{strong}", own, blocks, weak, strong)
    for own, blocks in (("warrior", 1), ("heavy-infantry", 1), ("medium-infantry", 1), ("heavy-cavalry", 1))
    for weak, strong in (
        ("auxilia", "medium-infantry"),
        ("medium-infantry", "heavy-infantry"),
        ("light-infantry", "medium-infantry"),
        ("warrior", "warrior"),
        ("medium-infantry", "medium-cavalry"),
    )
]


def position(own: str, blocks: int, weak: str, strong: str) -> State:
    """One unit of a last block beside two enemies, one of which has a last block as well: who waits is destroyed."""
    return last_banner({"F6": (own, blocks)}, {"E7": (weak, 1), "E6": (strong, 4 if "cavalry" not in strong else 3)})


@pytest.mark.parametrize(("name", "own", "blocks", "weak", "strong"), POSITIONS, ids=[one[0] for one in POSITIONS])
def test_the_best_attack_by_exact_odds_is_found(name, own, blocks, weak, strong):
    """The worse attack was made, and failed; the review names the other one."""
    battle = Battle(position(own, blocks, weak, strong))
    chances = {line: odds.attack(battle, line, compiled=False).chance("eliminated") for line in odds.offered(battle)}
    best = max(chances, key=chances.__getitem__)
    assert len(chances) == 2 and chances[best] - min(chances.values()) > 0.2, "the answer is known, and clear"
    (worse,) = set(chances) - {best}
    trial = odds.begun(battle, worse)
    battle.choose(trial.choices[0])
    if len(trial.choices) > 1:
        battle.choose(trial.choices[1])
    span = spans_of(battle)[0]
    found = Judge(roller(), 1, Care(screen=12)).look(span)
    assert found.marked
    told = told_mistake(found, Seer(compiled=False))
    assert told["better_lines"] == [best] and told["played"] == [worse]
    assert any(f"'{best}' destroys" in words and "exact odds" in words for words in told["why"])


def test_a_mistake_of_a_review_is_told_step_by_step():
    battle = Battle(position("warrior", 1, "auxilia", "medium-infantry"))
    trial = odds.begun(battle, "close F6xE6")
    for answer in trial.choices:
        battle.choose(answer)
    made = Review(battle, playouts=16, seconds=1e9)
    found = made.run()
    (one,) = found["mistakes"]
    assert one["side"] == "bottom" and one["given"] > 0.03 and one["given"] > 2 * one["error"]
    assert one["best_chance"] - one["chance"] == pytest.approx(one["given"])
    shown = battle.copy()
    while shown.can_undo:
        shown.undo()
    for answer in battle.choices[: one["index"]]:
        shown.choose(answer)
    for step in one["better"]:
        assert step["answer"] in shown.numbers()
        assert next(o.text for o in shown.options if o.number == step["answer"]) == step["text"]
        shown.choose(step["answer"])
    worst = found["totals"]["worst"]
    assert worst is not None and worst["index"] == one["index"]
    assert found["totals"]["given"]["bottom"] > 0
