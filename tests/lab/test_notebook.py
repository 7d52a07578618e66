"""The notebooks of docs/: every cell runs, and gives what stands beneath it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tools.notebook import run

from tests.kit.support import ROOT

pytest.importorskip("polars")
pytest.importorskip("scipy")


@pytest.mark.parametrize("path", sorted((ROOT / "docs").glob("*.ipynb")), ids=lambda path: path.name)
def test_a_notebook_gives_what_stands_in_it(path: Path):
    kept = json.loads(path.read_text(encoding="utf-8"))
    again = run(kept)
    for one, other in zip(kept["cells"], again["cells"], strict=True):
        if one["cell_type"] == "code":
            assert [_plain(out) for out in one["outputs"]] == [_plain(out) for out in other["outputs"]]
    assert sum(cell["cell_type"] == "code" for cell in kept["cells"]) >= 5


def _plain(output: dict) -> object:
    return output["text"] if "text" in output else output["data"]["text/plain"]
