"""The coverage table is up to date and no rule of either edition is open."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools import coverage_table
from tools.coverage_table import STRUCTURAL, Row, counted, gather, markers, open_rules, render


@pytest.fixture(scope="module")
def rows() -> dict[str, Row]:
    return gather()


def test_no_rule_is_open(rows: dict[str, Row]) -> None:
    assert open_rules(rows) == []


def test_the_table_is_up_to_date(rows: dict[str, Row]) -> None:
    written = coverage_table.TARGET.read_text(encoding="utf-8")
    assert written == render(rows), "run python tools/coverage_table.py"


def test_a_wrong_word_is_refused() -> None:
    assert coverage_table.main(["--chekc"]) == 2


def test_check_says_what_is_open(
    rows: dict[str, Row], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(coverage_table, "gather", lambda: {**rows, "XX-01": Row("XX-01", "Nothing", "Nothing.")})
    assert coverage_table.main(["--check"]) == 1
    err = capsys.readouterr().err
    assert "XX-01 has no case and no test" in err
    assert "docs/rules-coverage.md is out of date" in err


def test_a_rule_without_anything_is_open(rows: dict[str, Row]) -> None:
    bare = {**rows, "XX-01": Row("XX-01", "Nothing", "Nothing.")}
    assert [problem for problem in open_rules(bare) if problem.startswith("XX-01")] == [
        "XX-01 is cited nowhere in code and data",
        "XX-01 has no case and no test",
    ]


def test_a_rule_that_is_excused_must_need_it(rows: dict[str, Row]) -> None:
    cited = {**rows, "GEN-05": Row("GEN-05", "Order", "Any order.", rules={"turn"}, cases=["GEN-05"])}
    assert "STRUCTURAL excuses GEN-05, which is cited" in open_rules(cited)


def test_excuses_name_rules_and_give_reasons(rows: dict[str, Row]) -> None:
    for id, reason in STRUCTURAL.items():
        assert id in rows
        assert len(reason) > 10


def test_imports_are_no_citations() -> None:
    source = "from .ids import (\n    RT_01,\n    RT_02,\n)\n\ndef f(s):\n    cite(s, RT_02)\n"
    assert coverage_table.ids_in(coverage_table.without_imports(source)) == {"RT-02"}


def test_markers_are_found_in_all_their_forms(tmp_path: Path) -> None:
    file = tmp_path / "test_some.py"
    file.write_text(
        '@rule("RT-01", "RT-02")\ndef test_one(): ...\n\n'
        '@pytest.mark.rule(*(f"TER-{n:02}" for n in range(1, 3)))\ndef test_two(): ...\n\n'
        '@other("RT-03")\ndef test_three(): ...\n',
        encoding="utf-8",
    )
    assert sorted(markers(file)) == [
        ("RT-01", "test_some: one"),
        ("RT-02", "test_some: one"),
        ("TER-01", "test_some: two"),
        ("TER-02", "test_some: two"),
    ]


def test_every_rule_stands_in_the_document_once(rows: dict[str, Row]) -> None:
    lines = render(rows).splitlines()
    for id in rows:
        wanted = 2 if id in STRUCTURAL else 1
        assert sum(line.startswith(f"| {id} |") for line in lines) == wanted


def test_names_are_counted() -> None:
    assert counted([]) == ""
    assert counted(["b", "a", "b"]) == "b x2, a"
