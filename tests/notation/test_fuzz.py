"""Good files after changes of all kinds: each is refused with its place, or can be played, shown and written.

`./check soak fuzz` tries many more.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.fuzzing import TARGETS, WAYS, fuzzed, mutated

#: How many texts are tried of each kind; those of cases and scenarios are long.
EXAMPLES = {"positions": 150, "records": 60, "cases": 60, "scenarios": 60, "results": 150, "uploads": 60}
SEED = st.integers(0, 1 << 16)


@pytest.mark.parametrize("name", TARGETS)
def test_a_changed_file_is_refused_with_its_place_or_can_be_used(name: str) -> None:
    target = TARGETS[name]

    @settings(max_examples=EXAMPLES[name])
    @given(SEED, st.lists(SEED, min_size=3, max_size=9))
    def check(which: int, numbers: list[int]) -> None:
        target.check(fuzzed(target, which, numbers))

    check()


@pytest.mark.parametrize("name", TARGETS)
def test_every_good_file_is_read(name: str) -> None:
    target = TARGETS[name]
    assert all(target.check(text) for text in target.seeds()[::7])


@settings(max_examples=300)
@given(st.text(max_size=60), st.lists(SEED, max_size=12), st.lists(st.text(max_size=5), max_size=3))
def test_any_text_can_be_changed(text: str, numbers: list[int], words: list[str]) -> None:
    assert isinstance(mutated(text, numbers, words), str)


def test_every_way_changes_something() -> None:
    text = "units 0 kind=warrior hex=E5 blocks=3\nunits 1 kind=auxilia hex=F6 blocks=4"
    for n, way in enumerate(WAYS):
        assert any(mutated(text, [n, a, a + 1], ["rally"]) != text for a in range(5)), way
