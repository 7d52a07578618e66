"""The Medieval edition: its tables, its deck, the swords that armour and stature ignore, its six battles."""

from __future__ import annotations

import random

import pytest

from hexillum.battle.door import Battle
from hexillum.battle.scenarios import load_scenario, names
from hexillum.battle.setup import add_unit, full_deck, new_state
from hexillum.core import ask, proc
from hexillum.core.cards import CARDS, EFFECTS, Card
from hexillum.core.kinds import KINDS, Kind, kind_number
from hexillum.core.rulebook import rules
from hexillum.core.state import State
from hexillum.core.terrain import TERRAINS, Terrain
from hexillum.rules.dice import superior
from tests.kit.support import ROOT, play, rule, situation, texts

BATTLES = [name for name in names() if load_scenario(name).edition == "medieval"]

#: medieval.md 2.5: swords ignored, rows attack, columns defend.
DEFENDERS = "LB AX MI WA HI LC LBC MC HC SHC".split()
IGNORED = {
    "AX": [0, 0, 1, 1, 1, 1, 1, 2, 2, 2],
    "MI": [0, 0, 0, 0, 1, 1, 1, 1, 2, 2],
    "WA": [0, 0, 0, 0, 1, 1, 1, 1, 2, 2],
    "HI": [0, 0, 0, 0, 0, 1, 1, 1, 1, 2],
    "MC": [0, 0, 0, 0, 1, 0, 0, 0, 1, 1],
    "HC": [0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    "SHC": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
}
#: They never score with swords (HIT-09), so nothing is there to ignore.
SWORDLESS = ["LB", "LC", "LBC"]
NAMES = {kind.letters: kind.key for kind in KINDS if kind.edition == "medieval"}


def duel(attacker: str, defender: str) -> Battle:
    return situation(f"bottom F6 {NAMES[attacker]} 4", f"top E6 {NAMES[defender]} 4", edition="medieval")


def blocks_lost_to_swords(attacker: str, defender: str) -> tuple[int, int]:
    """Dice of an attack in which every die shows a sword, and the blocks that it costs."""
    battle = play(duel(attacker, defender), "close F6xE6")
    if texts(battle) == ["stand", "evade"] or "stand" in texts(battle):
        play(battle, "stand")
    dice = battle.decision.dice
    play(battle, "roll " + " ".join(["S"] * dice))
    return dice, 4 - battle.state.units[24 * 0].blocks


@rule("SA-01", "SA-02", "SA-03", "SA-04", "SA-05", "SA-06", "SA-07")
@pytest.mark.parametrize("attacker", IGNORED)
def test_the_table_of_ignored_swords(attacker: str) -> None:
    for defender, wanted in zip(DEFENDERS, IGNORED[attacker], strict=True):
        s: State = new_state("medieval")
        u = s.units[add_unit(s, 1, kind_number("medieval", NAMES[attacker]), 70)]
        foe = s.units[add_unit(s, 0, kind_number("medieval", NAMES[defender]), 57)]
        assert superior(s, u, foe, proc.ATTACKING) == wanted, (attacker, defender)
        dice, lost = blocks_lost_to_swords(attacker, defender)
        assert lost == min(4, dice - wanted), (attacker, defender)


@rule("HIT-09")
@pytest.mark.parametrize("attacker", SWORDLESS)
def test_light_bows_and_light_cavalry_never_score_with_swords(attacker: str) -> None:
    for defender in DEFENDERS:
        assert blocks_lost_to_swords(attacker, defender)[1] == 0


def test_a_bow_kind_differs_from_the_plain_one_in_its_fire_only() -> None:
    for plain, bow in (("MC", "MBC"), ("HC", "HBC"), ("SHC", "SHBC")):
        one, other = (KINDS[kind_number("medieval", NAMES[letters])] for letters in (plain, bow))
        assert (one.range, other.range) == (0, 3)
        for name in ("symbol", "border", "move", "close", "retreat", "armor", "evades", "traits", "blocks"):
            assert getattr(one, name) == getattr(other, name), name


def test_the_deck_has_65_cards() -> None:
    assert sum(full_deck("medieval")) == 65
    known = {card.key: card.copies for card in CARDS if card.edition == "medieval"}
    assert (known["ambush"], known["order-light-troops"], known["fire-and-close"]) == (2, 2, 1)


def test_what_no_text_tells_is_marked_provisional() -> None:
    rows: list[Kind | Terrain | Card] = [*KINDS, *TERRAINS, *EFFECTS]
    marked = {row.key for row in rows if row.edition == "medieval" and row.provisional}
    assert marked >= {"light-bow", "auxilia", "hill", "fordable-river", "foot-onslaught", "redeploy", "mounted-charge"}
    assert not marked & {"light-bow-cavalry", "forest", "order-light-troops", "ambush", "medium-infantry"}


@rule("IA-09", "IA-10")
@pytest.mark.parametrize("name", BATTLES)
def test_each_battle_is_ours_and_says_so(name: str) -> None:
    plan = load_scenario(name)
    assert plan.reconstruction
    assert any("reconstruction of our own" in note for note in plan.notes)
    battle = Battle.start(name, seed=1)
    assert battle.state.tokens == [plan.top.tokens, plan.bottom.tokens]
    assert (
        battle.view(0)["tokens"]
        == battle.view(None)["tokens"]
        == {"top": plan.top.tokens, "bottom": plan.bottom.tokens}
    )


def test_six_battles_are_there() -> None:
    assert BATTLES == ["callinicum", "catalaunian-fields", "dara", "ford-of-circesium", "phasis", "thannuris"]


def test_the_published_war_councils_are_kept() -> None:
    wanted = {
        "thannuris": (5, 4, 5, 2, "bottom", 6),
        "callinicum": (5, 5, 5, 3, "top", 6),
        "phasis": (4, 2, 5, 4, "bottom", 6),
    }
    for name, council in wanted.items():
        plan = load_scenario(name)
        top, bottom = plan.top, plan.bottom
        assert (top.command, top.tokens, bottom.command, bottom.tokens, plan.first, top.banners) == council


def test_the_document_of_the_editions_is_up_to_date() -> None:
    from tools.editions_table import TARGET, render

    assert TARGET.read_text(encoding="utf-8") == render(), "run python tools/editions_table.py"
    assert TARGET == ROOT / "docs" / "two-editions.md"


@pytest.mark.parametrize("name", BATTLES)
def test_the_log_names_rules_of_the_edition_only(name: str) -> None:
    edition = load_scenario(name).edition
    battle = Battle.start(name, seed=4)
    rng = random.Random(4)
    for _ in range(2500):
        if battle.over:
            break
        if battle.decision.actor == ask.CHANCE:
            battle.throw()
        else:
            assert edition in rules()[battle.decision.rule].editions
            battle.choose(rng.choice(battle.options))
    cited = {rule for event in battle.events for rule in event.rules}
    assert {rule for rule in cited if edition not in rules()[rule].editions} == set()
