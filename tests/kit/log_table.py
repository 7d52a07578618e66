"""Which rules may stand on which line of a log, by the kind of event: the table that lines of real battles are held to.

A word of the table is a chapter (`ORD`), a rule (`RT-01`), or rules of a chapter in a row (`EV-08..17`).
"""

from __future__ import annotations

from typing import Final

from hexillum.battle.door import Battle
from hexillum.core import event, rule
from hexillum.core.rulebook import rules
from hexillum.core.state import State, edition_of

MAY_STAND: Final = {
    event.TURN: "TURN-01",
    event.PLAYED: "CARD ORD-04 ORD-07 ORD-09 SCEN-08",
    event.NOTHING_TO_COPY: "CARD-11",
    event.ORDERED: "ORD CARD",
    event.DETACHED: "ORD CARD",
    event.RALLIED: "CARD-19 CARD-30",
    event.MOVED: "MOV FU-01..08 FU-16..21 MU-01..05 CH-01 CH-08 CM-01 EL-01 GAP-06 CARD IA-06",
    event.JOINED: "MOV-03 MOV-09",
    event.PLACED: "SCEN-10 SCEN-11",
    event.LEFT: "SCEN-06",
    event.TAKEN: "SCEN-07",
    event.PLUNDERED: "SCEN-15",
    event.FIRE: "RC-01..07 RC-11..23 LC-10 SPEC-01 SPEC-04 SPEC-06",
    event.CLOSE: "CC BC MA-10 FU-09 FU-10 LC-10",
    event.STRIKES_FIRST: "GAP-04 CARD-14 MA-12 MA-13 TER-12",
    event.AMBUSHES: "CARD-22 EV-04",
    event.EVADES: "CC-07 EV-01 EV-08..17 EV-24 EV-25 EV-27 MA-09",
    event.STANDS: "CC-07 EV-08..17 EV-27",
    event.SHOOTS_BACK: "PS-01 PS-02",
    event.BACK: "BB-01 BB-05",
    event.NO_BACK: "BB-07",
    event.DICE: "DICE FU-01..07 FU-11 FU-13..21 MU CH-01..10 CM-01..03 EL-02..13 EL-22 GEN-09 GAP-04 GAP-07 GAP-20 "
    "WM-01 BB-04 RC-31 RC-32 LC-10 PS-03 CARD SPEC-05 SPEC-06 SCEN-12 TER TE-04 IA-07",
    event.FACE: "HIT-01..09 RC-37..44 LD-01 LD-02 LC-05 LC-06 LC-11..14 LE-14 RM-05 RM-06 RM-18 EV-05 PS-04 GAP-18 "
    "FU-04 FU-18 CH-07 CH-11 MU-04 CM-04 CM-05 EL-12 EL-13 EL-15..17 EL-19 SA SPEC-02 SPEC-03 TER TE-04 "
    "CARD-15 CARD-19 CARD-27 CARD-30",
    event.LOST: "HIT-10 HIT-12 RC-45 RC-47 RT-23 RT-26 RM-05 RM-12 EL-14 GAP-03 GAP-09 LC-04 TER-08",
    event.ELIMINATED: "HIT-11 RC-46 RT-26 EV-06 WM-03 RM-06 RM-13 RM-14 VB-01 LC-05 LC-06 LC-10 LC-11 LC-12 LC-14 "
    "LE-09 LE-14 LE-16 GAP-25 TER-08",
    event.BANNER: "VB-01 VB-02 RM-16 SCEN-06 SCEN-07 SCEN-14 SCEN-15",
    event.LOST_GROUND: "SCEN-14",
    event.LEADER_CHECK: "LC-01 LC-02 LC-05 LC-06 LC-12 LC-14 GAP-03 GAP-08 EV-07 BM-04 RM-08",
    event.LEADER_SAFE: "LC-05 LC-06 LC-12 LC-14",
    event.FLAGS: "RT-01 BM FU-12 FU-13 CH-03 CH-04 EL-18 EL-20 SCEN-09 SPEC-02 SPEC-03 TER TE-04",
    event.IGNORED: "BM-01 BM-11 BM-12",
    event.MUST_RETREAT: "RT-02..14 EL-21 CM-06",
    event.RETREATED: "RT-16 RT-21 RT-22 RT-24 RT-25 RM-11 RM-15 EV-18..20 EV-23 EV-28 GAP-14 PS-05",
    event.BLOCKED: "RT-23 RT-25 RT-27 BB-03 RM-12 RM-17 EL-23",
    event.RAMPAGE: "RM-01 RM-02 RM-20",
    event.TRAMPLED: "RM-03 RM-09 RM-10",
    event.FLED: "LE-01..03 LE-06..08 LE-17 LE-18 LC-07 GAP-08 GAP-12 GAP-23 RM-07",
    event.ESCAPES: "LE-05 LE-10..13 LE-15 GAP-11",
    event.CREW_GONE: "WM-04 GAP-27",
    event.ADVANCED: "MA-01 MA-02 MA-05..08 MA-15..18 BC-08 GAP-17 LC-09 RM-19",
    event.HELD: "MA-03 MA-04",
    event.DREW: "TURN-03 TURN-05 TURN-06 CARD-23 SCEN-02",
    event.FORFEITED: "CARD-23 SCEN-05",
    event.RESHUFFLED: "TURN-04 CARD-15 CARD-27",
    event.COMMAND: "SCEN-01 SCEN-02 SCEN-05",
    event.SPENT_TOKEN: "IA-02..08 CARD",
    event.GAINED_TOKEN: "IA-11..13",
    event.ENDED: "VB-03 RM-16 SCEN-03 SCEN-04",
}


def rules_of(words: str) -> frozenset[str]:
    """The rules that the words of a line of the table stand for.

    >>> sorted(rules_of("BB-07 RT-02..04"))
    ['BB-07', 'RT-02', 'RT-03', 'RT-04']
    """
    found: set[str] = set()
    for word in words.split():
        first, _, last = word.partition("..")
        chapter, _, number = first.partition("-")
        low = int(number or 1)
        high = int(last) if last else low if number else 99
        named = {f"{chapter}-{n:02}" for n in range(low, high + 1)} & set(rules())
        assert named, f"{word} is no rule"
        found |= named
    return frozenset(found)


ALLOWED: Final = {kind: rules_of(words) for kind, words in MAY_STAND.items()}


def wrong_lines(battle: Battle) -> list[str]:
    """The lines of a battle's log with a rule that has no business there, or none at all, or of the other edition."""
    edition = edition_of(battle.state)
    wrong = []
    for told in battle.events:
        strange = set(told.rules) - ALLOWED[told.kind]
        strange |= {id for id in told.rules if edition not in rules()[id].editions}
        if strange or not told.rules:
            wrong.append(f"{told.line_for(None)}: {', '.join(sorted(strange)) or 'no rule'}")
    return wrong


def refuse_to_forget(s: State) -> None:
    """What stands in for `forget` at the end of a step: whatever was cited must have got its line."""
    if s.log is not None:
        assert not s.log.cited, f"cited without a line: {[rule.RULE_IDS[why] for why in s.log.cited]}"
