"""Refusals name the reason that stands against a line: the rules, and the words where they tell it."""

from __future__ import annotations

from typing import Any

import pytest

from hexillum.battle.door import IllegalChoice
from tests.kit.support import play, refused, rule, situation

#: A camp of two, so that a second unit still has its battle when the first is done.
OTHERS = ("bottom H10 auxilia 4", "top G10 auxilia 4")


def reason(pieces: tuple[str, ...], lines: tuple[str, ...], line: str, **setup: Any) -> IllegalChoice:
    """The refusal of a line after others in a situation."""
    error = refused(play(situation(*pieces, **setup), *lines), line)
    assert isinstance(error, IllegalChoice)
    return error


@rule("MOV-01", "MOV-12", "MOV-03")
@pytest.mark.parametrize(
    ("unit", "terrain", "line", "rules", "words"),
    [
        ("medium-infantry 4 leader", {}, "move F6 E6 D6", ("MOV-01",), "Medium Infantry F6 may move at most 1 hex"),
        ("light-bow 4 leader", {}, "move F6 F7 F8 F9", ("MOV-01",), "Light Bow Infantry F6 may move at most 2 hexes"),
        ("light-bow 4 leader", {"E6": "forest"}, "move F6 E6 D6", ("MOV-12",), "Light Bow Infantry F6 must stop at E6"),
        ("light-bow 4", {"E6": "forest"}, "move F6 E6 D6", ("MOV-12",), "Light Bow Infantry F6 must stop at E6"),
        ("warrior 4 leader", {}, "move F6 E6 D6", ("FU-08",), "only to charge"),
        ("light-bow 4 leader", {"F6": "marsh"}, "move F6 E6 D6", ("TER-08",), "whoever leaves the marsh"),
    ],
)
def test_no_leader_stops_the_unit_that_brought_him(
    unit: str, terrain: dict[str, str], line: str, rules: tuple[str, ...], words: str
) -> None:
    error = reason((f"bottom F6 {unit}", "top A6 auxilia 4"), (), line, phase="move", terrain=terrain)
    assert set(rules) <= set(error.rules) and "MOV-03" not in error.rules
    assert words in error.why and "leader" not in error.why


@rule("MOV-03")
@pytest.mark.parametrize("unit", ["light-bow 4", "medium-infantry 4"])
def test_a_leader_who_is_met_stops_the_unit(unit: str) -> None:
    error = reason((f"bottom F6 {unit}", "bottom E6 leader", "top A6 auxilia 4"), (), "move F6 E6 D6", phase="move")
    assert error.rules == ("MOV-03",) and error.why == "a leader at E6 stops the unit there"


@rule("RC-01", "RC-06")
@pytest.mark.parametrize("kind", ["medium-cavalry", "heavy-cavalry", "super-heavy-cavalry"])
@pytest.mark.parametrize(("target", "more"), [("D6", ()), ("E6", ("RC-09", "RC-10"))])
def test_medieval_cavalry_fires_only_where_it_is_armed(kind: str, target: str, more: tuple[str, ...]) -> None:
    error = reason((f"bottom F6 {kind} 4", f"top {target} auxilia 4"), (), f"fire F6x{target}", edition="medieval")
    assert error.rules == ("RC-01", "RC-06", *more)


@rule("RC-01", "RC-09")
@pytest.mark.parametrize("kind", "camel cataphract-camel heavy-cavalry medium-cavalry elephant warrior".split())
def test_who_has_no_missiles_is_told_so_beside_the_target_too(kind: str) -> None:
    error = reason((f"bottom F6 {kind} 2", "top E6 auxilia 4"), (), "fire F6xE6")
    assert error.rules == ("RC-01", "RC-09", "RC-10")
    assert error.why.endswith("F6 has no missiles, and Auxilia E6 is adjacent")


@rule("RC-01", "RC-03")
def test_a_barbarian_chariot_has_no_missiles_although_it_is_green() -> None:
    assert reason(("bottom F6 barbarian-chariot 2", "top D6 auxilia 4"), (), "fire F6xD6").rules == ("RC-01", "RC-03")


BOW = ("bottom F6 warrior 4", "top E6 light-bow 4", *OTHERS)
FOOT = ("bottom F6 heavy-infantry 4", "top E6 medium-infantry 4", *OTHERS)
LED = ("bottom F6 heavy-infantry 4", "top E6 medium-infantry 4 leader", *OTHERS)
SHOTS = ("bottom F6 light-bow 4", "top D6 medium-infantry 4", *OTHERS)
LONE = ("bottom F6 heavy-infantry 4", "top E6 leader", *OTHERS)
WEAK = ("bottom F6 heavy-infantry 4", "top E6 medium-infantry 1", "top D6 auxilia 4", *OTHERS)
STOOD, EVADED = ("close F6xE6", "stand"), ("close F6xE6", "evade", "roll L L L L")
HELD = ("close F6xE6", "roll L L L L L")


@rule("CC-07", "EV-21", "BM-03", "BM-11", "BC-04", "MA-09", "EV-25", "MA-01", "BB-02")
@pytest.mark.parametrize(
    ("pieces", "lines", "line", "rules", "words"),
    [
        # evade
        (BOW, STOOD, "evade", "CC-07 EV-01", "Light Bow Infantry E6 has chosen to stand"),
        (BOW, STOOD, "stand", "CC-07 EV-01", "Light Bow Infantry E6 has chosen to stand"),
        (BOW, ("close F6xE6", "evade"), "stand", "CC-07 EV-01", "Light Bow Infantry E6 evades already"),
        (BOW, (*STOOD, "roll L L L L"), "evade", "CC-07 EV-01", "Light Bow Infantry E6 has chosen to stand"),
        (FOOT, ("close F6xE6",), "evade", "EV-12 EV-01", "Medium Infantry E6 does not evade Heavy Infantry"),
        (
            (*BOW, "top D5 auxilia 4", "top D6 auxilia 4"),
            ("close F6xE6",),
            "evade",
            "EV-21",
            "has no free hex behind it",
        ),
        (SHOTS, ("fire F6xD6",), "evade", "RC-12", "nobody evades ranged combat"),
        (LONE, ("close F6xE6",), "evade", "LE-02", "a leader who is alone has no choice"),
        # ignore
        (
            FOOT,
            ("close F6xE6", "roll F L L L L"),
            "ignore 1",
            "BM-03 BM-05",
            "nothing lets Medium Infantry E6 ignore a flag",
        ),
        (FOOT, ("close F6xE6",), "ignore 1", "BM-11 RT-01", "the dice are not rolled yet"),
        (FOOT, HELD, "ignore 1", "RT-02", "no flag was rolled"),
        (SHOTS, ("fire F6xD6", "roll F L"), "ignore 1", "BM-03 BM-05", "nothing lets Medium Infantry D6 ignore a flag"),
        (LED, ("close F6xE6", "roll F F L L L"), "ignore 2", "BM-11 BM-01", "at most 1 flag can be ignored here"),
        (BOW, (*EVADED,), "ignore 1", "EV-05", "flags do nothing to a unit that evades"),
        # the bonus combat
        (
            WEAK,
            ("close F6xE6", "roll B L L L L", "advance"),
            "close E6xD6",
            "GEN-08 BC-04",
            "without a leader it gets no bonus combat",
        ),
        (
            WEAK,
            ("close F6xE6", "roll B L L L L", "hold"),
            "fire F6xD6",
            "GEN-08 GEN-02",
            "has already battled this turn",
        ),
        # advance, hold
        (BOW, (*EVADED, "to D6 C6"), "advance", "MA-09 EV-25", "no advance follows an evade"),
        (BOW, (*EVADED, "to D6 C6"), "hold", "MA-09 EV-25", "no advance follows an evade"),
        (BOW, EVADED, "advance", "MA-09 EV-25", "no advance follows an evade"),
        (FOOT, HELD, "hold", "MA-01", "the defender holds its hex"),
        (FOOT, HELD, "advance", "MA-01", "the defender holds its hex"),
        (FOOT, (*HELD, "no back"), "advance", "MA-01", "the defender held its hex"),
        (FOOT, (*HELD, "back", "roll L L L L"), "advance", "MA-01 MA-11", "a unit that battles back does not advance"),
        (SHOTS, ("fire F6xD6", "roll L L"), "advance", "MA-01", "no advance follows ranged combat"),
        (LONE, ("close F6xE6", "roll L G G G G"), "advance", "MA-10", "no advance follows an attack on a leader"),
        (WEAK, ("close F6xE6", "roll B L L L L", "advance"), "advance", "MA-02 MA-03", "the advance is settled"),
        # back
        (BOW, (*EVADED, "to D6 C6"), "back", "EV-24", "a unit that evades does not battle back"),
        (
            FOOT,
            ("close F6xE6", "roll F L L L L", "to D6", "hold"),
            "back",
            "BB-02 BB-01",
            "the defender has left its hex",
        ),
        (FOOT, (*HELD, "no back"), "back", "BB-07", "the defender has chosen not to battle back"),
        (SHOTS, ("fire F6xD6", "roll L L"), "back", "RC-11", "nobody battles back at ranged combat"),
        # before any combat
        (FOOT, (), "advance", "MA-01", "no combat has been won"),
        (FOOT, (), "trample E6", "RM-01", "no elephant rampages now"),
        (FOOT, (), "card order-two-left", "TURN-01", "'card' comes before the battles"),
    ],
)
def test_what_a_combat_does_not_ask_for_is_explained_by_it(
    pieces: tuple[str, ...], lines: tuple[str, ...], line: str, rules: str, words: str
) -> None:
    error = reason(pieces, lines, line)
    assert error.rules == tuple(rules.split())
    assert words in error.why


def test_the_last_attacker_of_a_turn_is_told_the_same() -> None:
    alone = ("bottom F6 warrior 4", "top E6 light-bow 4")
    assert reason(alone, (*EVADED, "to D6 C6"), "advance").rules == ("MA-09", "EV-25")


ARMY = ("bottom F3 heavy-infantry 4 leader", "bottom F4 medium-infantry 4", "bottom G3 leader", "top A6 auxilia 4")


@rule("ORD-06", "ORD-07", "ORD-08", "CARD-09")
@pytest.mark.parametrize(
    ("card", "lines", "line", "rules", "words"),
    [
        (
            "inspired-left-leadership",
            (),
            "order leader F3",
            "ORD-06 CARD-09",
            "does not let the leader at F3 leave his unit",
        ),
        ("inspired-left-leadership", (), "order F4", "CARD-09 ORD-09", "begins with a leader, and none is at F4"),
        ("inspired-left-leadership", ("order F3",), "instead", "CARD-09 ORD-07", "orders have been given"),
        ("order-heavy-troops", (), "order leader F3", "ORD-06 CARD-06", "does not let the leader at F3 leave his unit"),
        ("order-heavy-troops", (), "order leader G3", "ORD-08 CARD-06", "does not order leaders who are alone"),
        (
            "order-heavy-troops",
            (),
            "instead",
            "ORD-07 CARD-06",
            "only where no unit of the card's class is on the board",
        ),
        ("order-three-left", (), "instead", "CARD-01", "this card has no other use"),
        ("counter-attack", (), "order F3", "CARD-11", "the Counter Attack has no card to repeat and orders nobody"),
        ("order-three-left", (), "move F3 E3", "TURN-01", "'move' comes after the orders"),
        ("order-three-left", ("order F3", "done"), "order F4", "TURN-01", "'order' comes before the moves"),
        ("order-three-left", (), "card order-three-left", "TURN-01 TURN-02", "the card of this turn has been played"),
    ],
)
def test_orders_are_refused_for_what_the_card_says(
    card: str, lines: tuple[str, ...], line: str, rules: str, words: str
) -> None:
    error = reason(ARMY, (f"card {card}", *lines), line, phase="play", hands={"bottom": [card]})
    assert error.rules == tuple(rules.split())
    assert words in error.why


@rule("IA-02", "IA-07")
@pytest.mark.parametrize(
    ("tokens", "spent", "line", "rules", "words"),
    [
        ((0, 0), [], "token battle-bonus", "IA-07 IA-02", "bottom has no token"),
        ((1, 0), [], "token battle-bonus", "IA-07 IA-02", "bottom has no token"),
        ((0, 1), ["bottom"], "token battle-bonus", "IA-02 IA-07", "bottom has spent its token for this turn"),
        ((0, 0), [], "token bravery", "IA-08 IA-02", "top has no token"),
        ((1, 0), [], "token bravery", "IA-08 IA-05", "'token bravery' is not asked"),
        ((1, 0), [], "token move-a-leader", "IA-06 IA-02", "bottom has no token"),
    ],
)
def test_a_token_is_refused_to_the_side_that_would_spend_it(
    tokens: tuple[int, int], spent: list[str], line: str, rules: str, words: str
) -> None:
    held = dict(zip(("top", "bottom"), tokens, strict=True))
    pieces = ("bottom F6 heavy-infantry 4", "top E6 auxilia 4")
    error = reason(pieces, ("close F6xE6",), line, edition="medieval", tokens=held, spent=spent)
    assert error.rules == tuple(rules.split())
    assert words in error.why


def test_ancients_knows_no_tokens() -> None:
    assert "there are no tokens in Ancients" in reason(FOOT, ("close F6xE6",), "token battle-bonus").why


@rule("RT-02", "RT-17", "EV-18")
@pytest.mark.parametrize(
    ("lines", "line", "words"),
    [
        ((*STOOD, "roll F L L L"), "to D6", "Light Cavalry must go on from D6, as far as it can: 3 more hexes"),
        ((*STOOD, "roll F L L L"), "to D6 D7", "D7 is not toward the own side of Light Cavalry"),
        ((*STOOD, "roll F L L L"), "to E7", "E7 is not toward the own side of Light Cavalry E6"),
        ((*STOOD, "roll F L L L"), "to D6 off", "Light Cavalry may not leave the board"),
        ((*STOOD, "roll F L L L"), "to D6 E6", "E6 is not toward the own side of Light Cavalry"),
        ((*STOOD, "roll F L L L"), "to E7 E6", "E7 is not toward the own side of Light Cavalry E6"),
        ((*STOOD, "roll F L L L"), "to E6", "E6 is not toward the own side of Light Cavalry E6"),
        (EVADED, "to D6", "Light Cavalry must go on from D6, as far as it can: 1 more hex"),
    ],
)
def test_a_path_names_the_unit_where_it_stood_or_not_at_all(lines: tuple[str, ...], line: str, words: str) -> None:
    error = reason(("bottom F6 warrior 4", "top E6 light-cavalry 3"), lines, line)
    assert error.why == words


@rule("MOV-01", "MOV-08", "GEN-12")
def test_a_move_is_refused_for_what_stands_in_its_way() -> None:
    pieces = ("bottom F6 auxilia 4", "bottom F8 leader", "bottom F9 warrior 4", "top A6 auxilia 4")
    back = reason(pieces, (), "move F6 E6 F6", phase="move")
    assert (back.why, back.rules) == ("Auxilia F6 does not go back through the hex where its move began", ("MOV-01",))
    leader = reason(pieces, (), "move leader F8 E8 F8", phase="move")
    assert (leader.why, leader.rules) == ("a leader does not go back through the hex where his move began", ("MOV-08",))
    moved = reason(pieces, ("move F6 E6",), "move E6 D6", phase="move")
    assert (moved.why, moved.rules) == ("Auxilia E6 has made its move", ("MOV-01",))
    joined = reason(pieces, ("move leader F8 F9",), "move F9 E9", phase="move")
    assert (joined.why, joined.rules) == ("Warriors F9 may not move any more: a leader has joined it", ("MOV-09",))
    battle = play(situation(*pieces, phase="move"))
    battle.choose("move F6")
    assert "Auxilia F6 is on the move and finishes it first" in str(refused(battle, "move leader F8 E8", "GEN-12"))


@rule("BC-01", "RT-22")
def test_a_bonus_combat_is_no_ranged_combat_and_only_elephants_have_rules_of_elephants() -> None:
    pieces = ("bottom F6 light-bow-cavalry 3", "top E6 auxilia 1", "top D6 auxilia 4", "top B6 auxilia 4")
    error = reason(pieces, ("close F6xE6", "roll G L", "advance"), "fire E6xB6")
    assert error.rules == ("BC-01", "BC-07")
    met = ("bottom F6 warrior 4", "top E6 light-cavalry 3", "top D6 leader")
    assert reason(met, (*STOOD, "roll F L L L"), "to D6 C6").rules == ("RT-22",)
