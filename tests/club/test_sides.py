"""How often each side of a battle wins: the figures that ratings reckon with."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexillum.battle.human_results import result_of
from hexillum.battle.scenarios import load_scenario, names
from hexillum.club.sides import FILE, laboratory, top_share

ROOT = Path(__file__).resolve().parents[2]


def test_every_battle_of_the_library_is_counted() -> None:
    assert set(laboratory()) == set(names())
    assert all(0 <= won <= decided for won, decided in laboratory().values())


def test_the_figures_are_those_of_the_kept_games() -> None:
    polars = pytest.importorskip("polars")
    for player, kept in (("planner", "planner"), ("search:n=100", "search")):
        games = polars.read_parquet(ROOT / "bench" / f"balance-{kept}.parquet")
        for battle in games["battle"].unique():
            winners = list(games.filter(polars.col("battle") == battle)["winner"])
            counted = f"{battle},{player},{winners.count('top')},{winners.count('top') + winners.count('bottom')}"
            assert counted in FILE.read_text(encoding="utf-8").splitlines()


def test_what_many_people_reported_outweighs_the_computer() -> None:
    people = result_of("ancients", 1)
    assert people is not None
    assert top_share("akragas") == pytest.approx(people.top / 100, abs=0.03)


def test_a_battle_that_is_laid_out_anew_takes_no_report_of_another() -> None:
    rebuilt = [name for name in names() if load_scenario(name).reconstruction]
    assert rebuilt
    assert all(0.1 < top_share(name) < 0.9 for name in rebuilt)


@pytest.mark.parametrize("name", ["akragas", "zama"])
def test_changed_edges_change_the_share(name: str) -> None:
    assert top_share(name) + top_share(name, swapped=True) == pytest.approx(1)
