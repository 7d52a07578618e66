"""Frames say what their fields mean: whatever a procedure has not declared stays blank, in whole random battles."""

import ast
import random
from pathlib import Path
from typing import Any

import pytest

import hexillum
from hexillum.battle.door import Battle
from hexillum.battle.scenarios import names
from hexillum.core import legend, proc
from hexillum.core.hexes import NOWHERE
from hexillum.core.legend import LEGEND
from hexillum.core.state import NONE, Frame, State
from hexillum.core.structs import fields

BLANK = {"unit": NONE, "foe": NONE, "hex": NOWHERE, "one": NOWHERE, "two": NOWHERE, "three": NOWHERE}
EXPLAIN = Path(hexillum.__file__).parent / "explain"
ALWAYS = ("proc", "step")


def undeclared(s: State) -> list[str]:
    """The fields of running frames that hold something without being declared by their procedure."""
    found = []
    for f in s.frames[: s.depth + 1]:
        for name in fields(Frame):
            if name not in ALWAYS and name not in LEGEND[f.proc] and getattr(f, name) != BLANK.get(name, 0):
                found.append(f"procedure {f.proc} step {f.step}: {name} = {getattr(f, name)}")
    return found


def test_every_procedure_has_a_legend() -> None:
    procedures = {n for word, n in vars(proc).items() if word.isupper() and word != "LAST" and word in PROCEDURES}
    assert procedures == set(LEGEND) == set(range(1, proc.LAST + 1))
    for told in LEGEND.values():
        assert set(told) <= set(fields(Frame)) - set(ALWAYS)


PROCEDURES = set(
    "TURN DEAL MARCH CLOSE_COMBAT RANGED_COMBAT AT_LEADER ATTACK LOSSES RETREAT RAMPAGE EVADE FLIGHT MIRE "
    "SETTLEMENT PLACEMENT".split()
)


@pytest.mark.parametrize("name", names())
def test_no_procedure_uses_a_field_that_it_has_not_declared(name: str) -> None:
    chance = random.Random(name)
    battle = Battle.start(name, seed=3)
    for _ in range(400):
        if battle.over:
            break
        if battle.state.who == 2:
            battle.throw()
        else:
            battle.choose(chance.choice(battle.numbers()))
        assert undeclared(battle.state) == []
        battle.seal()


def test_a_field_that_is_not_declared_is_found(monkeypatch: Any) -> None:
    battle = Battle.start("akragas", seed=7)
    battle.state.frames[0].hits = 3
    assert undeclared(battle.state) == ["procedure 1 step 1: hits = 3"]


def test_readers_tell_what_the_legend_says() -> None:
    f = Frame()
    f.proc, f.spared, f.count, f.one = proc.CLOSE_COMBAT, 1, 1, 3
    assert legend.evading(f) and legend.is_bonus(f)
    f.proc = proc.ATTACK
    assert legend.evading(f) and legend.ignorable_flags(f) == 3
    f.count, f.one = 0, NOWHERE
    assert not legend.evading(f) and legend.ignorable_flags(f) == 0


@pytest.mark.parametrize(
    "path", sorted((Path(hexillum.__file__).parent / "explain").glob("*.py")), ids=lambda p: p.stem
)
def test_who_says_why_reads_frames_through_the_legend(path: Path) -> None:
    raw = {"hex", "mode", "count", "hits", "spared", "banners", "one", "two", "three"}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("f", "combat"):
            assert node.attr not in raw, f"{path.name}:{node.lineno} reads {node.attr} of a frame itself"
