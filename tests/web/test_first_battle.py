"""The first battle: learners of many kinds play it with its dice, and the pages' coach says to each what is true."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from hexillum.web.lessons import first_battle
from tests.web import first_films

PAGES = Path(__file__).resolve().parents[2] / "web-ui"
#: How many battles of each kind of learner, those who choose by themselves always in the same way aside.
MANY = int(os.environ.get("HEXILLUM_FIRST_MANY", "6"))
LEARNERS = {"follow": MANY, "anything": MANY, "first": 1, "last": 1}


@pytest.mark.skipif(
    not (shutil.which("npx") and (PAGES / "node_modules").exists()), reason="the pages' tests need Node"
)
def test_everybody_hears_all_ten_in_six_turns_and_nothing_that_is_not_so(tmp_path: Path) -> None:
    (tmp_path / "coach.json").write_text(json.dumps(first_battle()))
    for learner, many in LEARNERS.items():
        for number in range(many):
            views = first_films.film(getattr(first_films, learner), number)
            (tmp_path / f"film-{learner}-{number}.json").write_text(json.dumps(views))
    run = subprocess.run(
        ["npx", "vitest", "run", "--reporter=dot", "src/pages/learn/first.films.test.ts"],
        cwd=PAGES,
        env={**os.environ, "HEXILLUM_FIRST": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-1000:]
    assert "skipped" not in run.stdout, run.stdout[-1000:]
