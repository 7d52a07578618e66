"""The log: every citation on the line of what it made happen, and the words of a few lines that were wrong once."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from hexillum.battle.door import Battle
from hexillum.battle.scenarios import names
from hexillum.core import event, rule
from hexillum.engine import step
from hexillum.notation.cases import read_cases, run_case
from hexillum.web.show import happening
from tests.kit.log_table import MAY_STAND, refuse_to_forget, wrong_lines
from tests.kit.support import CASES, log, play, situation

TURNS = 60


@pytest.fixture(autouse=True)
def _every_citation_has_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(step, "forget", refuse_to_forget)


def logs_of(name: str) -> Iterator[list[str]]:
    """The log of each case of a file, which lies below cases/."""
    for case in read_cases(CASES / f"{name}.yaml"):
        result = run_case(case)
        assert result.passed, result.problems
        assert wrong_lines(case.battle) == []
        yield result.log


def lines(name: str, words: str) -> list[str]:
    """The lines with some words in the logs of a file of cases."""
    return [line for told in logs_of(name) for line in told if words in line]


def random_battle(name: str) -> Battle:
    """The beginning of a battle between players who answer at random."""
    battle = Battle.start(name, seed=len(name))
    rng = Random(name)
    while not battle.over and battle.state.turn < TURNS:
        if battle.state.who > 1:
            battle.throw()
        else:
            battle.choose(rng.choice(battle.numbers()))
    return battle


@pytest.mark.parametrize("name", names())
def test_every_line_of_a_random_battle_cites_what_may_stand_on_it(name: str) -> None:
    battle = random_battle(name)
    assert wrong_lines(battle) == []
    for happened in battle.events:
        if "FU-13" in happened.rules:
            assert "Warriors" in happened.text, happened.line_for(None)
        if happened.kind == event.LEADER_CHECK:
            assert ("LC-05" in happened.rules or "LC-14" in happened.rules) == (happened.b == 2), happened.line_for(
                None
            )


def test_the_table_knows_every_kind_of_event() -> None:
    effects = (
        "HITS",
        "MISSES",
        "SPARED",
        "FLAGGED",
        "REROLLED",
        "COUNTS",
        "LOST_ON_PATH",
        "LEADER_IN_MARSH",
        "NOWHERE",
    )
    kinds = {
        value
        for word, value in vars(event).items()
        if word.isupper() and isinstance(value, int) and word not in effects
    }
    assert set(MAY_STAND) == kinds


@pytest.mark.parametrize(
    "name",
    [
        "rules/RM/RM-06",
        "rules/RM/RM-12",
        "rules/WM/WM-04",
        "rules/SCEN/SCEN-06",
        "rules/SCEN/SCEN-15",
        "rules/GAP/GAP-08",
    ],
)
def test_what_happens_seldom_cites_what_may_stand_on_it(name: str) -> None:
    assert list(logs_of(name))


def test_a_citation_without_a_line_slides_to_no_other() -> None:
    battle = situation("bottom F5 auxilia 4", "top E5 auxilia 4")
    record = event.Log(battle.state)
    record.cite(rule.MA_01)
    record.forget()
    record.cite(rule.BB_07)
    record.note(event.NO_BACK, battle.state.units[0].hex, 0, 0)
    assert record.close()[0].rules == ("BB-07",)


@pytest.mark.rule("FU-13")
def test_bonuses_of_warriors_are_cited_where_warriors_fight_only() -> None:
    plain = play(
        situation("bottom F5 auxilia 4", "top E5 auxilia 4"), "close F5xE5", "roll L L L", "back", "roll L L L"
    )
    assert not any("FU-13" in line for line in log(plain))


@pytest.mark.rule("RT-24", "MA-01", "BC-01")
def test_success_is_cited_on_the_advance_and_not_on_the_retreat() -> None:
    battle = situation("bottom F5 medium-cavalry 3", "top E5 auxilia 4", "top C5 auxilia 4")
    play(battle, "close F5xE5", "roll F L L", "to D5", "advance")
    back, advance = (next(line for line in log(battle) if words in line) for words in ("goes back", "advances"))
    assert "(RT-16, RT-24)" in back
    assert "(MA-01, MA-02)" in advance


@pytest.mark.rule("IA-07", "DICE-02")
def test_dice_are_cited_on_the_roll_and_a_token_says_what_for() -> None:
    battle = situation("bottom F5 auxilia 4", "top E5 auxilia 4", edition="medieval", tokens={"bottom": 1})
    play(battle, "close F5xE5", "token battle-bonus")
    assert "bottom spends a token on Battle Bonus, left: 0 (IA-02, IA-07, IA-05)" in log(battle)
    assert "Auxilia F5 rolls 3 dice against Auxilia E5 (DICE-02, FU-17, IA-07)" in log(battle)


@pytest.mark.rule("MOV-11")
def test_passing_through_is_cited_where_a_unit_passed() -> None:
    moves = lines("rules/MOV/MOV-11", " moves to ")
    assert ["MOV-11" in move for move in moves] == [True, True, False]
    assert "Light Cavalry" in moves[2]


@pytest.mark.rule("TER-12")
def test_who_strikes_first_from_a_wall_plays_no_card() -> None:
    struck = lines("rules/TER/TER-12", " strikes first ")
    assert struck
    assert all(line.endswith("(TER-12)") for line in struck)
    assert not any("GAP-04" in line or "MA-12" in line for told in logs_of("rules/TER/TER-12") for line in told)


@pytest.mark.rule("TER-08")
def test_a_marsh_is_rolled_for_and_not_against_the_unit() -> None:
    rolls = lines("rules/TER/TER-08", "for the marsh")
    assert "Light Cavalry F6 rolls 1 die for the marsh (TER-08)" in rolls
    assert "the leader at F9 rolls 1 die for the marsh (TER-08)" in rolls


@pytest.mark.rule("LE-16")
def test_a_leader_is_lost_where_his_path_ended() -> None:
    assert lines("rules/LE/LE-16", "is eliminated") == ["top's leader at B5 is eliminated (LE-16)"]
    (case,) = read_cases(CASES / "rules/LE/LE-16.yaml")
    run_case(case)
    lost = next(happened for happened in case.battle.events if happened.kind == event.ELIMINATED)
    shown = happening(lost, 0, 0, None, ("Carthaginian", "Syracusan"))
    assert (shown["hex"], shown["to"], shown["leader"], shown["side"]) == ("E6", "B5", True, "top")
    assert shown["words"] == "Carthaginian loses its leader at B5"


@pytest.mark.rule("RM-05")
def test_losses_in_a_rampage_cite_it() -> None:
    lost = lines("rules/RM/RM-05", "loses blocks")
    assert any("(RM-05)" in line for line in lost)


@pytest.mark.rule("CARD-11")
def test_a_counter_attack_with_nothing_to_copy_says_so() -> None:
    assert lines("medieval/cards/counter-attack", "finds nothing to copy") == [
        "bottom finds nothing to copy with Counter Attack and orders nothing (CARD-11)"
    ]


@pytest.mark.rule("CARD-15", "CARD-19", "CARD-27")
@pytest.mark.parametrize(
    ("card", "edition"), [("i-am-spartacus", "ancients"), ("rally", "ancients"), ("cry-havoc", "medieval")]
)
def test_dice_that_a_card_rolls_show_their_faces(card: str, edition: str) -> None:
    pieces = ("bottom F5 auxilia 3 leader", "top B5 auxilia 4")
    hands = {"bottom": [card], "top": []}
    battle = situation(*pieces, edition=edition, phase="play", command={"bottom": 3}, hands=hands)
    play(battle, f"card {card}", "roll G S L")
    told = log(battle)
    at = next(n for n, line in enumerate(told) if "dice for the card" in line)
    words = [line.partition(" (")[0] for line in told[at + 1 : at + 4]]
    assert words == ["1 x green circle: counts", "1 x leader: counts", "1 x swords: no effect"]


@pytest.mark.rule("TURN-05", "TURN-03")
def test_the_deal_is_no_draw_at_the_end_of_a_turn() -> None:
    draws = [happened.rules for happened in Battle.start("akragas", seed=7).events if happened.kind == event.DREW]
    assert set(draws) == {("TURN-05",)}
