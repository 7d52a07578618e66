"""Every case file of cases/: what the rules ask, allow and refuse in a situation."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hexillum.engine import step
from hexillum.notation.cases import Case, CaseError, read_cases, run_case
from tests.kit.log_table import refuse_to_forget, wrong_lines
from tests.kit.support import CASES, told


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
def test_case(case: Case | CaseError, monkeypatch: pytest.MonkeyPatch) -> None:
    if isinstance(case, CaseError):
        pytest.fail(str(case), pytrace=False)
    monkeypatch.setattr(step, "forget", refuse_to_forget)
    result = run_case(case)
    assert wrong_lines(case.battle) == []
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


def run_text(tmp_path: Path, text: str) -> list[str]:
    """What is wrong with the only case of a text."""
    file = tmp_path / "made.yaml"
    file.write_text(text, encoding="utf-8")
    (case,) = read_cases(file)
    return run_case(case).problems


AMBIGUOUS = """\
case: a done that may be the left-out one of the moves, with cards drawn meanwhile
setup:
  units: [bottom I4 heavy-infantry 4, top A4 auxilia 4]
  active: bottom
  phase: play
  hands: {top: [order-two-left], bottom: [order-two-left]}
  deck: [rally, out-flanked]
script:
  - card order-two-left
  - done
  - card order-two-left
  - done
  - card rally
expect:
  hands: {top: [out-flanked], bottom: []}
"""


def test_cards_drawn_on_a_reading_that_fails_come_back(tmp_path: Path) -> None:
    assert run_text(tmp_path, AMBIGUOUS) == []


def test_an_illegal_line_where_cards_are_drawn_is_refused_for_its_own_reason(tmp_path: Path) -> None:
    turn = ["card order-two-left", "order I4", "done", "done", "done"]
    lines = "".join(f"  - {line}\n" for line in turn) + '  - "illegal: card rally  # TURN-02"\n'
    head, tail = AMBIGUOUS[: AMBIGUOUS.index("script:")], AMBIGUOUS[AMBIGUOUS.index("expect:") :]
    text = f"{head}script:\n{lines}{tail}"
    assert run_text(tmp_path, text.replace("top: [out-flanked], bottom: []", "top: [order-two-left]")) == []


def test_a_refusal_that_changes_the_battle_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from hexillum.battle.door import Battle, IllegalChoice
    from hexillum.notation.cases import running

    def spoil(battle: Battle, text: str) -> None:
        battle.state.turn += 1
        raise IllegalChoice("no")

    monkeypatch.setattr(running, "play_line", spoil)
    text = AMBIGUOUS[: AMBIGUOUS.index("script:")] + 'script:\n  - "illegal: done"\n'
    assert "the battle has changed" in run_text(tmp_path, text)[0]


def test_tokens_are_compared(tmp_path: Path) -> None:
    text = AMBIGUOUS[: AMBIGUOUS.index("script:")] + "script:\n  - done\nexpect: {tokens: {top: 9}}\n"
    assert "top has 0 tokens, expected 9" in run_text(tmp_path, text.replace("  - done", "  - card order-two-left"))[0]
