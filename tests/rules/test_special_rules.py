"""Special rules of scenarios where a case file does not reach: whole battles, chance, seats, switches, words."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from hexillum.battle import scenarios
from hexillum.battle.deployment import state_of
from hexillum.battle.door import Battle, IllegalChoice
from hexillum.battle.human_results import result_of, results
from hexillum.battle.scenarios import load_scenario, turn_round, waiting
from hexillum.battle.special_rules import FORMS, SpecialRule, rule_of, rule_words
from hexillum.battle.words import special_rules
from hexillum.core import ask, event, hexes, toml_lines
from hexillum.core.cards import card_number
from hexillum.core.rulebook import rules
from hexillum.core.state import ALEXANDER, FATED, LEADERS
from hexillum.core.terrain import TERRAINS
from hexillum.notation.game_record import BadRecord, read_record, write_record
from tests.kit.invariants import check_options, check_position, check_record, check_secrets
from tests.kit.support import BOTTOM, TOP, play, refused, rule, situation, texts

#: What each battle has of special rules, side and name.
RULES = {
    "asculum": ["bottom leader-placement", "top leader-placement"],
    "baecula": ["bottom camp-capture"],
    "beneventum-2nd": ["bottom command-growth-on-banners"],
    "castulo": ["bottom exit-for-banner", "bottom leader-sudden-death"],
    "cynoscephalae": ["bottom tactical-flexibility"],
    "gabiene": ["top camp-capture"],
    "gaugamela": ["top leader-bonus-die"],
    "granicus": ["bottom own-unit-leadership", "top leader-bonus-die"],
    "hellespont": [
        "bottom leader-loss-costs-card",
        "bottom leaders-sudden-death",
        "top leader-loss-costs-card",
        "top leaders-sudden-death",
    ],
    "heraclea": ["bottom fright-at-first-sight"],
    "hydaspes": ["top leader-bonus-die"],
    "issus": ["top leader-bonus-die"],
    "jaxartes": ["top leader-bonus-die"],
    "magnesia": ["bottom tactical-flexibility"],
    "pydna": ["bottom tactical-flexibility"],
    "trasimenus": ["bottom command-growth"],
    "trebbia": ["top ambush"],
    "callinicum": ["bottom ground-for-banners", "top ground-for-banners"],
    "catalaunian-fields": ["bottom ground-for-banners", "top ground-for-banners"],
    "phasis": ["bottom camp-plunder"],
}
MARKED = {
    "crimissos": "sacred-band D3",
    "leuctra": "sacred-band C12",
    "granicus": "companion-cavalry B3",
    "issus": "companion-cavalry A5, immortals G7",
    "gaugamela": "companion-cavalry C6",
    "jaxartes": "companion-cavalry B3",
    "hydaspes": "companion-cavalry B2, companion-cavalry B5",
    "paraitacene": "silver-shields H9",
    "gabiene": "silver-shields H5",
    "indus": "bow-armed I2, bow-armed I3, bow-armed I4",
}


def any_answer(battle: Battle, rng: random.Random) -> list[event.Event]:
    return battle.throw() if battle.state.who == 2 else battle.choose(rng.choice(battle.numbers()))


def at_first_card(name: str, seed: int = 1, swapped: bool = False) -> Battle:
    return Battle.start(name, seed=seed, swapped=swapped)


# ---------------------------------------------------------------- what the battles have


@pytest.mark.parametrize("name", scenarios.names())
def test_each_battle_has_its_special_rules_and_units(name: str) -> None:
    plan = load_scenario(name)
    assert sorted(f"{one.side} {one.name}" for one in plan.special_rules) == RULES.get(name, [])
    marked = [f"{mark} {u.hex}" for army in (plan.top, plan.bottom) for u in army.units for mark in u.special]
    assert ", ".join(sorted(marked)) == MARKED.get(name, "")


@pytest.mark.parametrize("name", scenarios.names())
def test_each_battle_tells_its_special_rules_in_words_with_their_ids(name: str) -> None:
    told = special_rules(load_scenario(name))
    assert len(told) >= len(RULES.get(name, []))
    for sentence in told:
        assert sentence[0].isupper() and "{" not in sentence
        assert sentence.rpartition("(")[2].rstrip(")") in rules()


def test_every_special_rule_is_used_and_rests_on_a_rule() -> None:
    used = {name.split(" ")[1] for names in RULES.values() for name in names}
    assert used == set(FORMS)
    assert {form.rule for form in FORMS.values()} <= set(rules())


@rule("SCEN-13")
def test_the_river_of_issus_takes_no_dice_and_others_do() -> None:
    assert set(load_scenario("issus").terrain.values()) == {"hill", "sea", "shallow-river"}
    shallow = [name for name in scenarios.names() if "shallow-river" in load_scenario(name).terrain.values()]
    assert shallow == ["issus"]


@rule("SPEC-05", "SCEN-03")
def test_a_rule_that_names_a_leader_marks_him_and_no_other() -> None:
    for name, bit, hex in (("granicus", ALEXANDER, "B3"), ("castulo", FATED, "G2")):
        s = state_of(load_scenario(name))
        found = [hexes.name(leader.hex) for leader in s.leaders if leader.marks & bit]
        assert len(found) == 1 and (name == "castulo" or found == [hex])


# ---------------------------------------------------------------- whole battles


@pytest.mark.parametrize("name", scenarios.names())
def test_a_battle_starts_and_its_record_replays(name: str) -> None:
    battle = at_first_card(name)
    rng = random.Random(name)
    for n in range(400):
        if battle.over:
            break
        any_answer(battle, rng)
        if n % 50 == 0:
            check_options(battle)
            check_position(battle.state)
            check_secrets(battle, rng)
    check_record(battle)


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_battle_with_special_rules_plays_from_both_seats(name: str) -> None:
    battle = at_first_card(name, swapped=True)
    rng = random.Random(name)
    for _ in range(300):
        if not battle.over:
            any_answer(battle, rng)
    check_record(battle)
    assert write_record(battle).splitlines()[3] == "swapped"


def seen(name: str, kinds: set[int], games: int) -> Counter[int]:
    """How often some kinds of event happen in random games."""
    found: Counter[int] = Counter()
    for game in range(games):
        battle = at_first_card(name, seed=game)
        rng = random.Random(game)
        while not battle.over and len(battle.choices) < 2500:
            found.update(event.kind for event in any_answer(battle, rng) if event.kind in kinds)
        if kinds <= set(found):
            break
    return found


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("trebbia", event.PLACED),
        ("baecula", event.TAKEN),
        ("hellespont", event.FORFEITED),
        ("trasimenus", event.COMMAND),
        ("beneventum-2nd", event.COMMAND),
    ],
)
def test_special_rules_happen_in_random_battles(name: str, kind: int) -> None:
    assert seen(name, {kind}, 12)[kind] > 0


@rule("SCEN-06")
def test_romans_who_march_on_leave_the_board_at_castulo() -> None:
    battle = at_first_card("castulo", seed=4)
    rng = random.Random(4)
    left = 0
    while not battle.over and not left and len(battle.choices) < 6000:
        s = battle.state
        if s.who == BOTTOM and s.question in (ask.ORDER, ask.MOVE, ask.STEP):
            onward = [n for n in battle.numbers() if n >= ask.OFF]  # off the board before any hex, and upward
            happened = battle.choose(min(onward, default=ask.DONE))
        else:
            happened = any_answer(battle, rng)
        left += sum(happened.kind == event.LEFT for happened in happened)
    assert left == 1 and battle.state.banners[BOTTOM] > 0
    check_record(battle)


# ---------------------------------------------------------------- hands


@rule("SCEN-01")
def test_the_romans_at_trasimenus_hold_two_then_three_then_four_cards() -> None:
    battle = at_first_card("trasimenus", seed=3)
    held = []
    while battle.state.turn < 10:
        s = battle.state
        if battle.decision.word == "card" and s.who == BOTTOM:
            held.append((s.command[BOTTOM], sum(s.hand[ask.MOST_CARDS :])))
        if s.who == 2:
            battle.throw()
        else:
            battle.choose(battle.numbers()[0])
    assert held[:4] == [(2, 2), (3, 3), (4, 4), (4, 4)]


@rule("SCEN-05")
def test_the_card_that_goes_is_drawn_from_the_hand_by_its_copies() -> None:
    battle = situation(
        "bottom F6 medium-infantry 4 leader",
        "bottom H6 auxilia 4",
        "top E6 heavy-infantry 4",
        active="top",
        hands={"top": [], "bottom": ["line-command", "line-command", "rally"]},
        command={"top": 1, "bottom": 3},
        deck=["order-two-left"],
        special_rules=[{"name": "leader-loss-costs-card", "side": "bottom"}],
    )
    play(battle, "close E6xF6", "roll B G G G G", "roll L L", "no back")
    assert battle.decision.kind == ask.FORFEIT and battle.decision.actor == 2
    assert battle.prompt() == "bottom loses a card by chance"
    assert {option.text: p for option, p in battle.chances} == {
        "discard line-command": Fraction(2, 3),
        "discard rally": Fraction(1, 3),
    }
    assert battle.view(TOP)["decision"]["options"] == []
    before = battle.state.copy()
    battle.throw()
    assert battle.state.command[BOTTOM] == 2 and sum(battle.state.hand[ask.MOST_CARDS :]) == 2
    battle.undo()
    assert battle.state == before
    refused(battle, "discard order-two-left")


@rule("SCEN-05")
def test_who_holds_no_card_loses_none() -> None:
    battle = situation(
        "bottom F6 medium-infantry 4 leader",
        "top E6 heavy-infantry 4",
        active="top",
        hands={"top": [], "bottom": []},
        command={"top": 1, "bottom": 3},
        deck=["order-two-left"],
        special_rules=[{"name": "leader-loss-costs-card", "side": "bottom"}],
    )
    play(battle, "close E6xF6", "roll B G G G G", "roll L L", "no back")
    assert battle.decision.word == "battle" and battle.state.command[BOTTOM] == 2


@rule("SCEN-05", "SCEN-04")
def test_the_loss_that_ends_the_battle_costs_no_card() -> None:
    battle = situation(
        "bottom F6 medium-infantry 4 leader",
        "top E6 heavy-infantry 4",
        active="top",
        to_win=6,
        hands={"top": [], "bottom": ["rally"]},
        command={"top": 1, "bottom": 1},
        deck=["order-two-left"],
        special_rules=[
            {"name": "leader-loss-costs-card", "side": "bottom"},
            {"name": "leaders-sudden-death", "side": "bottom", "leaders": 1},
        ],
    )
    play(battle, "close E6xF6", "roll B G G G G", "roll L L")
    assert battle.winner == TOP and sum(battle.state.hand[ask.MOST_CARDS :]) == 1


# ---------------------------------------------------------------- reserves


def at_trebbia(card: str) -> Battle:
    """Trebbia at the second Carthaginian turn, with a card in the Carthaginian hand."""
    battle = at_first_card("trebbia", seed=5)
    while battle.state.turn < 3:
        battle.throw() if battle.state.who == 2 else battle.choose(battle.numbers()[0])
    s = battle.state
    for number in range(ask.MOST_CARDS):
        s.deck[number] += s.hand[number]
        s.hand[number] = 0
    number = card_number("ancients", card)
    s.hand[number], s.deck[number] = 1, s.deck[number] - 1
    s.held[TOP], s.deck_left = 1, sum(s.deck)
    return battle


@rule("SCEN-10")
def test_mago_comes_in_at_trebbia() -> None:
    battle = at_trebbia("inspired-center-leadership")
    assert battle.view(BOTTOM)["waiting"]["top"] == ["medium-cavalry", "warrior", "warrior", "leader"]
    play(battle, "card inspired-center-leadership")
    assert {"place medium-cavalry", "place warrior", "instead"} <= set(texts(battle))
    play(battle, "place I6 warrior")
    assert set(texts(battle)) == {"place medium-cavalry", "place warrior", "place leader"}
    play(battle, "place I6 leader", "place I8 medium-cavalry", "place I9 warrior")
    assert battle.view(BOTTOM)["waiting"]["top"] == []
    assert battle.decision.word == "move"
    check_record_of_lines(battle)


def check_record_of_lines(battle: Battle) -> None:
    """The last script lines are those of a placement."""
    assert [line for line in battle.transcript.lines if line.startswith("place")] == [
        "place I6 warrior",
        "place I6 leader",
        "place I8 medium-cavalry",
        "place I9 warrior",
    ]


@rule("SCEN-10")
def test_the_force_of_trebbia_is_no_loss_while_it_waits_and_does_not_fight() -> None:
    battle = at_first_card("trebbia", seed=5)
    s = battle.state
    assert s.units_of[TOP] == 18 and sum(u.hex != hexes.NOWHERE for u in s.units[: s.units_of[TOP]]) == 15
    assert s.turn == 0 and s.banners == [0, 0]


@rule("SCEN-10")
def test_a_waiting_force_does_not_come_in_the_first_turn() -> None:
    battle = at_trebbia("inspired-center-leadership")
    battle.state.turn = 1
    play(battle, "card inspired-center-leadership")
    assert not any(text.startswith("place") for text in texts(battle))


def asculum() -> Battle:
    return Battle.start("asculum", seed=2)


@rule("SCEN-11")
def test_leaders_at_asculum_are_placed_after_the_deal_the_romans_first() -> None:
    battle = asculum()
    sides = []
    while battle.decision.kind == ask.PLACE:
        assert battle.decision.actor is not None
        sides.append(battle.decision.actor)
        battle.choose(battle.options[0])
    assert sides == [BOTTOM, BOTTOM, TOP, TOP]
    assert sum(leader.hex != hexes.NOWHERE for leader in battle.state.leaders) == 4
    assert battle.decision.word == "card" and battle.decision.actor == BOTTOM


@rule("SCEN-11")
def test_a_leader_may_be_placed_alone_or_with_a_unit_but_not_with_the_enemy() -> None:
    battle = asculum()
    assert {"place H7 leader", "place E6 leader"} <= set(texts(battle))
    assert "place B6 leader" not in texts(battle)
    error = refused(battle, "place B6 leader", "SCEN-11")
    assert "no leader may be placed at B6 now" in str(error)
    with pytest.raises(IllegalChoice):
        battle.choose("place B6 leader")


@rule("SCEN-11")
def test_a_record_may_end_between_two_placements() -> None:
    battle = asculum()
    play(battle, "place H7 leader")
    check_record(battle)
    battle = at_trebbia("inspired-center-leadership")
    play(battle, "card inspired-center-leadership")
    battle.choose("place warrior")
    assert battle.transcript.is_open(battle.state.question, battle.state.subject)
    battle.choose("place I6 warrior")
    assert battle.transcript.lines[-1] == "place I6 warrior"
    battle.undo()
    battle.choose("place I7 warrior")
    assert battle.transcript.lines[-1] == "place I7 warrior"


@rule("SCEN-10")
def test_every_moment_of_an_ambush_is_kept_in_records_and_positions() -> None:
    battle = situation(
        "top A2 light-cavalry 3 leader",
        "bottom G3 medium-infantry 4",
        active="top",
        phase="order",
        card="inspired-right-leadership",
        special_rules=[
            {"name": "ambush", "side": "top", "from_turn": 1, "units": ["camel", "warrior"], "leaders": ["A"]}
        ],
    )
    for choice in ("place camel", "place I3 camel", "place leader", "place I3 leader", "place I5 warrior", "move I3"):
        battle.choose(choice)
        check_options(battle)
        check_record(battle)
        check_position(battle.state)
    assert texts(battle) == ["to H2", "to H3", "to I2", "to I4"]


# ---------------------------------------------------------------- exits and camps


@rule("SCEN-06")
def test_the_exits_of_castulo_are_those_of_the_romans() -> None:
    battle = at_first_card("castulo")
    seen = battle.view(TOP)
    assert seen["exits"] == {"top": [], "bottom": [f"A{column}" for column in range(5, 14)]}
    seen = at_first_card("castulo", swapped=True).view(TOP)
    assert seen["exits"] == {"top": [f"I{column}" for column in range(1, 10)], "bottom": []}


@rule("SCEN-06")
def test_leaving_is_offered_and_written_like_a_move() -> None:
    battle = situation(
        "bottom A7 medium-cavalry 3",
        "top C2 auxilia 4",
        active="bottom",
        phase="move",
        to_win=8,
        special_rules=[{"name": "exit-for-banner", "side": "bottom", "hexes": ["A7"]}],
    )
    battle.choose("move A7")
    assert "to off" in texts(battle)
    battle.choose("to off")
    assert battle.transcript.lines == ["move A7 off"]
    assert battle.state.banners == [0, 1]
    assert "leaves the board" in " ".join(event.text for event in battle.events)


@rule("SCEN-07")
def test_the_camps_of_baecula_are_worth_three_banners_together() -> None:
    battle = at_first_card("baecula")
    assert battle.view(None)["camps"] == {"top": [], "bottom": ["B5", "B7", "B9"]}


# ---------------------------------------------------------------- switches, seats, records


@rule("SCEN-12")
@pytest.mark.parametrize("name", ["cynoscephalae", "magnesia", "pydna"])
def test_tactical_flexibility_is_off_unless_switched_on_and_the_record_keeps_it(name: str) -> None:
    assert at_first_card(name).state.law.tactical_flexibility == 0
    battle = Battle.start(name, seed=1, switches={"tactical_flexibility": True})
    assert battle.state.law.tactical_flexibility == 1 and battle.state.councils[BOTTOM].flexible == 1
    again = read_record(write_record(battle))
    assert again.state == battle.state and again.state.law.tactical_flexibility == 1


@rule("SCEN-12")
def test_the_switch_alone_does_nothing_where_no_side_has_the_rule() -> None:
    battle = situation(
        "bottom F6 medium-infantry 4",
        "top E6 heavy-infantry 4",
        active="bottom",
        switches={"tactical_flexibility": True},
    )
    play(battle, "close F6xE6", "roll G G G G", "back")
    assert battle.decision.dice == 5


@pytest.mark.parametrize("name", scenarios.names())
def test_twice_swapped_is_the_battle_as_it_was(name: str) -> None:
    plan = load_scenario(name)
    other = turn_round(plan)
    assert turn_round(other) == plan
    assert other.swapped and other.top.name == plan.bottom.name and other.first != plan.first
    one, two = state_of(plan), state_of(other)
    last = one.rows - 1
    turn = {hex: hexes.at(last - hexes.spot(hex)[0], 24 - hexes.spot(hex)[1]) for hex in hexes.board(one.rows)}
    camps = {"camp top": "camp bottom", "camp bottom": "camp top"}
    names = [[TERRAINS[s.terrain[hex]].key for hex in places] for s, places in ((one, turn), (two, turn.values()))]
    assert [camps.get(ground, ground) for ground in names[0]] == names[1]
    assert sum(bin(sides).count("1") for sides in one.rampart) == sum(bin(sides).count("1") for sides in two.rampart)
    places = {(u.kind, turn[u.hex], 1 - u.side) for u in one.units if u.hex != hexes.NOWHERE}
    assert places == {(u.kind, u.hex, u.side) for u in two.units if u.hex != hexes.NOWHERE}
    assert one.command == two.command[::-1] and one.councils[0] == two.councils[1]


def test_ramparts_face_the_same_enemy_after_a_swap() -> None:
    for plan in (load_scenario("beneventum"), turn_round(load_scenario("beneventum"))):
        s = state_of(plan)
        side = 1 if plan.bottom.name == "Roman" else 0
        behind = [hex for hex in hexes.board(9) if s.rampart[hex]]
        assert len(behind) == 4
        for hex in behind:
            for d in range(6):
                if s.rampart[hex] >> d & 1:
                    assert hexes.NEAR[hex][d] in hexes.REAR[1 - side][hex]


def test_a_header_with_an_unknown_word_is_refused() -> None:
    text = write_record(at_first_card("akragas", swapped=True))
    with pytest.raises(BadRecord, match="expected 'script'"):
        read_record(text.replace("\nswapped\n", "\nturned\n"))


def test_swapped_is_a_way_to_start_and_the_view_shows_the_armies_in_their_seats() -> None:
    battle = at_first_card("akragas", swapped=True)
    assert battle.view(None)["armies"] == {"top": "Syracusan", "bottom": "Carthaginian"}
    assert battle.decision.actor == TOP


# ---------------------------------------------------------------- files and words


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("x", "a special rule names one of"),
        ({"name": "dragons"}, "a special rule names one of leader-bonus-die"),
        ({"name": "command-growth", "side": "top", "turn": 2}, "command-growth has no parameter 'turn': expected"),
        ({"name": "command-growth", "side": "top"}, "command-growth lacks turns"),
        ({"name": "command-growth", "turns": 2}, "command-growth needs a side, top or bottom"),
        ({"name": "command-growth", "side": "top", "turns": "two"}, "turns must be a whole number from 1 to 12"),
        ({"name": "leader-placement", "side": "top", "order": 3, "leaders": ["A"]}, "order must be a whole number"),
        ({"name": "ambush", "side": "top", "from_turn": 1, "units": ["ox"]}, "unknown kind of unit 'ox' in units"),
        ({"name": "tactical-flexibility", "side": "top", "optional": 1}, "optional must be true or false"),
        ({"name": "leader-bonus-die", "side": "top", "leader": 7}, "leader must be the name of a leader of the side"),
    ],
)
def test_a_wrong_special_rule_of_a_case_says_what_is_expected(entry: object, message: str) -> None:
    with pytest.raises(ValueError, match="^" + message.replace("(", r"\(")):
        rule_of(entry)


def test_a_rule_about_a_leader_who_is_not_there_is_refused() -> None:
    from hexillum.battle.special_rules import enact

    with pytest.raises(ValueError, match="the top army has no leader 'Nobody'"):
        enact(state_of(load_scenario("akragas")), [SpecialRule("leader-bonus-die", "top", {"leader": "Nobody"})], {})


def test_too_many_leaders_off_the_board_are_refused() -> None:
    from hexillum.battle.special_rules import enact

    rule = SpecialRule("leader-placement", "top", {"order": 1, "leaders": ("",) * LEADERS})
    with pytest.raises(ValueError, match="more than 6 leaders"):
        enact(state_of(load_scenario("akragas")), [rule], {})


def test_words_name_the_army_and_what_it_may_do() -> None:
    told = rule_words(SpecialRule("camp-capture", "top", {"hexes": ("I13",)}), "Antigonus' Successors")
    assert told == (
        "A unit of the army of Antigonus' Successors that ends its move on a camp (I13) scores a banner, once for each "
        "camp. (SCEN-07)"
    )


def test_pieces_off_the_board_are_listed_with_the_army() -> None:
    assert waiting(load_scenario("trebbia"), "top") == (["medium-cavalry", "warrior", "warrior"], ["Mago"])
    assert waiting(load_scenario("asculum"), "bottom") == ([], ["Decius", "Sulpicius"])
    assert waiting(load_scenario("zama"), "top") == ([], [])


# ---------------------------------------------------------------- how often people won


def test_results_of_people_are_there_for_the_base_game_and_some_others() -> None:
    by_number = {load_scenario(name).number: name for name in scenarios.names()}
    known = sorted(number for number in by_number if result_of("ancients", number))
    assert known == [*range(1, 16), 101, 105, 106, 107, 108, 109, 110, 114, 119]
    for number in known:
        result = result_of("ancients", number)
        assert result and 99 <= result.top + result.bottom <= 101 and result.plays >= 60


def test_a_result_says_who_is_favoured_only_where_chance_does_not_explain_it() -> None:
    found = {load_scenario(name).number: name for name in scenarios.names()}
    told = {}
    for number in (1, 3, 15):
        plan, result = load_scenario(found[number]), result_of("ancients", number)
        assert result is not None
        told[plan.id] = result.words(plan.top.name, plan.bottom.name).rpartition(": ")[2]
    assert told == {"akragas": "Syracusan is favoured", "bagradas": "about even", "zama": "Roman is favoured"}


def test_the_data_name_their_source() -> None:
    text = (toml_lines.DATA / "statistics.csv").read_text(encoding="utf-8")
    assert text.startswith("# How often people won") and "commandsandcolors.net" in text.split("\nscenario,")[0]
    assert all(result.source for result in results().values())


@rule("SCEN-10")
def test_a_hand_of_a_case_may_hold_the_card_of_the_ambush() -> None:
    battle = at_trebbia("leadership-any-section")
    play(battle, "card leadership-any-section")
    assert texts(battle) == ["instead", "left", "center", "right"]
    battle.choose("left")
    assert "place warrior" in texts(battle)
    assert battle.numbers()[0] < ask.CARD_0
