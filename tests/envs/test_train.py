"""The script that teaches a network learns a little here: that it runs, goes on where it was, and tells what it won."""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="needs numpy")
pytest.importorskip("numba", reason="needs numba")
pytest.importorskip("sb3_contrib", reason="needs the extra train")

from tools.docs_blocks import run_page, surroundings  # noqa: E402

from hexillum.core import ask  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "examples" / "train_maskable_ppo.py"


def load_script() -> Any:
    spec = importlib.util.spec_from_file_location("train_maskable_ppo", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_learns_for_a_few_hundred_steps_and_goes_on(tmp_path: Path) -> None:
    script = load_script()
    words = f"--side-by-side 4 --answers 64 --games 2 --threads 1 --minutes 5 --out {tmp_path}".split()
    assert script.main([*words, "--steps", "512"]) == 0
    first = json.loads((tmp_path / "result.json").read_text())
    assert first["steps"] == 512 and first["games"] == 2 and 0 <= first["won"] <= 1
    assert (tmp_path / "curve.svg").exists() and (tmp_path / "network.zip").exists()
    (tmp_path / "curve.csv").write_text("steps,seconds,battles,won,answers\n512,3,1,0.5,100\n9999,9,9,0.5,100\n")
    assert script.main([*words, "--steps", "768"]) == 0
    assert json.loads((tmp_path / "result.json").read_text())["steps"] == 768
    assert "9999" not in (tmp_path / "curve.csv").read_text()


def test_the_command_of_the_page_teaches_as_it_stands_there(tmp_path: Path) -> None:
    """With fewer steps and games, as docs/train.md says in the line above it."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    assert run_page(ROOT / "docs" / "train.md", tmp_path, surroundings(Path(sys.executable).parent, tmp_path)) == 1
    assert json.loads((tmp_path / "runs" / "akragas" / "result.json").read_text())["steps"] == 512


def test_battles_are_paid_for_banners_blocks_and_the_end() -> None:
    script = load_script()
    battles = script.Battles(4, "akragas", 5)
    seen, ended = battles.reset(), 0
    assert seen.shape == (4, script.SEEN) and battles.masks.shape == (4, ask.ACTIONS)
    worth = battles.worth.copy()
    rng = np.random.default_rng(1)
    while ended < 2:
        chosen = np.array([rng.choice(np.flatnonzero(mask)) for mask in battles.env_method("action_masks")])
        seen, rewards, dones, infos = battles.step(chosen)
        for i in range(4):
            if dones[i]:
                assert rewards[i] == infos[i]["won"] and abs(rewards[i]) == 1 and infos[i]["answers"] > 10
                ended += 1
            else:
                assert rewards[i] == pytest.approx(battles.worth[i] - worth[i]) and infos[i] == {}
        worth = battles.worth.copy()


def test_wilson_is_the_interval_of_the_books() -> None:
    low, high = load_script().wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.49, 0.943)


def test_an_odd_number_of_battles_is_refused() -> None:
    with pytest.raises(ValueError, match="3 battles side by side: expected an even number"):
        load_script().Battles(3, "akragas", 1)
