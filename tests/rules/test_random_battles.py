"""Whole random battles: nothing that must always hold is ever broken (a few games; `./check soak` plays thousands)."""

from __future__ import annotations

import random

import pytest

from hexillum.battle.door import Battle
from hexillum.core import ask
from hexillum.core.state import NONE
from hexillum.core.terrain import terrain_number
from hexillum.notation.game_record import write_record
from tests.kit.invariants import Broken, Losses, Watch, check_secrets, need
from tests.kit.support import situation
from tests.soak.battles import Tally, main, play_battle, play_state, run_chunk

SHORT = 150  # one decision in so many gets the dear checks


#: Both editions, open ground, camps to plunder and ground to hold. The soak plays the others.
BATTLES = [
    *("akragas", "bagradas", "cannae", "dertosa", "great-plains", "ilipa", "zama", "dara", "thannuris"),
    *("phasis", "metaurus", "catalaunian-fields"),  # camps and ground
]


@pytest.mark.parametrize("name", BATTLES)
def test_a_random_battle_through_the_referee(name: str) -> None:
    tally = Tally(name)
    battle = play_battle(name, random.Random(f"test {name}"), tally, share=SHORT)
    assert battle.over
    assert tally.decisions == len(battle.choices)
    assert battle.state.banners[0] + battle.state.banners[1] > 0


@pytest.mark.parametrize("name", BATTLES)
def test_random_battles_on_the_bare_state(name: str) -> None:
    tally = Tally(name)
    for game in range(3):
        play_state(name, random.Random(f"state {name} {game}"), tally)
    assert sum(tally.outcomes.values()) == 3


def test_the_same_seed_plays_the_same_battle() -> None:
    one, two = (Battle.start("dertosa", seed=5) for _ in range(2))
    rng_one, rng_two = random.Random(1), random.Random(1)
    for _ in range(300):
        for battle, rng in ((one, rng_one), (two, rng_two)):
            if battle.decision.actor == 2:
                battle.throw()
            else:
                battle.choose(rng.choice(battle.options))
    assert one.state == two.state
    assert write_record(one) == write_record(two)


# ---------------------------------------------------------------- the checker notices what it is for


def broken(battle: Battle, watch: Watch) -> str:
    with pytest.raises(Broken) as found:
        watch.after(battle.state)
    return str(found.value)


def test_the_checker_notices_what_is_broken() -> None:
    def fresh() -> tuple[Battle, Watch]:
        pieces = ("bottom F6 warrior 3", "top E6 auxilia 4 leader", "bottom H8 leader")
        battle = situation(*pieces, hands={"top": ["out-flanked"], "bottom": []})
        return battle, Watch(battle.state, Losses(battle.state))

    battle, watch = fresh()
    battle.state.units[24].blocks += 1
    assert "grown" in broken(battle, watch)

    battle, watch = fresh()
    battle.state.units[24].hex += 1
    assert "not found on its hex" in broken(battle, watch)

    battle, watch = fresh()
    battle.state.unit_at[3] = 24
    assert "not there" in broken(battle, watch)

    battle, watch = fresh()
    battle.state.leader_at[battle.state.leaders[0].hex] = NONE
    assert "not found on his hex" in broken(battle, watch)

    battle, watch = fresh()
    battle.state.banners[1] += 1
    assert "banners" in broken(battle, watch)

    battle, watch = fresh()
    battle.state.units[24].hex = 143
    battle.state.units[24].blocks = 0
    battle.state.unit_at[battle.state.unit_at.index(24)] = NONE
    assert "0 banners for 1 pieces" in broken(battle, watch)

    battle, watch = fresh()
    battle.state.terrain[battle.state.units[24].hex] = terrain_number("ancients", "river")
    battle.state.units[24].blocks -= 1
    assert "closed to it" in broken(battle, watch)

    battle, watch = fresh()
    battle.state.deck[2] += 1
    assert "cards have come or gone" in broken(battle, watch)

    battle, watch = fresh()
    battle.state.question = 8
    battle.state.question = 99
    assert "nothing can be answered" in broken(battle, watch)


def test_the_checker_of_secrets_notices_a_view_that_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    battle = Battle.start("akragas", seed=2)
    check_secrets(battle, random.Random(1))
    from tests.kit import invariants

    def indiscreet(battle: Battle, side: int | None) -> dict[str, object]:
        return {"hands": battle.state.hand[: 2 * ask.MOST_CARDS], "side": side}

    monkeypatch.setattr(invariants, "view", indiscreet)
    with pytest.raises(Broken, match="tells of hidden cards"):
        check_secrets(battle, random.Random(1))


# ---------------------------------------------------------------- the program


def test_the_soak_program_counts_and_ends_with_a_plain_line(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["--plain", "--scenario", "akragas", "--games", "2", "--jobs", "1", "--every", "0", "--first", "7"])
    out, err = capsys.readouterr()
    assert status == 0
    assert out.splitlines()[-1] == "2 passed, 0 failed"
    assert "akragas" in out
    assert "2/2 games" in err


def test_the_soak_program_reports_what_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.soak import battles

    def break_down(name: str, rng: random.Random, tally: Tally) -> None:
        need(False, "a hole in the board")

    monkeypatch.setattr(battles, "play_state", break_down)
    tally = run_chunk("zama", 3, 2, seed=1, every=0)
    assert tally.passed == 0
    assert [failure.split(" (")[0] for failure in tally.failures] == [
        "zama game 3: Broken: a hole in the board",
        "zama game 4: Broken: a hole in the board",
    ]


@pytest.mark.parametrize("arguments", [["--games", "0"], ["--scenario", "troy"], ["--jobs", "x"], ["--first", "-1"]])
def test_the_soak_program_refuses_nonsense(arguments: list[str]) -> None:
    with pytest.raises(SystemExit) as found:
        main(arguments)
    assert found.value.code == 2
