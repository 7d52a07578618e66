"""Every case file of cases/: what the rules ask, allow and refuse in a situation."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hexillum.notation.cases import Case, CaseError, read_cases, run_case
from tests.support import CASES, told


def collect() -> list[Any]:
    """One parameter for each case, or the error for a file that cannot be read."""
    found: list[Any] = []
    for path in sorted(CASES.rglob("*.yaml")):
        try:
            found += [pytest.param(case, id=f"{path.stem}: {case.name}") for case in read_cases(path)]
        except CaseError as error:
            found.append(pytest.param(error, id=str(path.relative_to(CASES))))
    return found


FOUND = collect()


@pytest.mark.parametrize("case", FOUND)
def test_case(case: Case | CaseError) -> None:
    if isinstance(case, CaseError):
        pytest.fail(str(case), pytrace=False)
    result = run_case(case)
    if not result.passed:
        script = [f"  {line}" for line, _ in case.script]
        lines = [*result.problems, "script:", *script, told(case.battle)]
        pytest.fail("\n".join(lines), pytrace=False)


def test_names_of_cases_are_unique_in_a_file() -> None:
    names = Counter(str(parameter.id) for parameter in FOUND)
    assert [name for name, count in names.items() if count > 1] == []


def own_rule(path: Path) -> str:
    """The rule that a file is about: `CARD-08.yaml` and `CARD-08-more.yaml`."""
    return path.stem.removesuffix("-more")


def test_a_file_lies_in_the_folder_of_its_chapter() -> None:
    for path in sorted((CASES / "rules").rglob("*.yaml")):
        assert path.parent.name == own_rule(path).rsplit("-", 1)[0], path.name


def test_a_file_has_a_case_of_its_own_rule() -> None:
    cases = [parameter.values[0] for parameter in FOUND]
    shown = {(case.place.file, rule) for case in cases if isinstance(case, Case) for rule in case.rules}
    for path in sorted((CASES / "rules").rglob("*.yaml")):
        assert (str(path), own_rule(path)) in shown, path.name


def test_there_are_cases_at_all() -> None:
    assert len(list(Path(CASES).rglob("*.yaml"))) > 300
