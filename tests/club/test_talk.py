"""Talk: what is kept of what people say, and how fast they may say it."""

from __future__ import annotations

import pytest

from hexillum.club.talk import PACES, PHRASES, WORDS_MOST, Unsaid, phrase, said, to_wait


@pytest.mark.parametrize("words", ["", "   ", "\n\t", "\u200b\u200d", "\u202e", "\x00\x07", "\u3164\u2800"])
def test_nothing_is_no_line(words):
    with pytest.raises(Unsaid, match="nothing"):
        said(words)


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("ab\u202ecd\u2066ef\u2069", "abcdef"),
        ("a\x00b\x1b[31mc", "ab[31mc"),
        ("one\r\ntwo\u2028three", "one two three"),
        ("a\u00adb\ufeffc", "abc"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("e\u0301", "é"),
    ],
)
def test_what_turns_or_hides_words_is_taken_out_and_the_rest_is_text(words, kept):
    assert said(words) == kept


def test_length_is_bounded_before_and_after():
    assert said("x" * WORDS_MOST) == "x" * WORDS_MOST
    for long in ("x" * (WORDS_MOST + 1), "x" * 1_000_000, "\u200b" * 10_000):
        with pytest.raises(Unsaid, match="at most"):
            said(long)


def test_a_heap_of_marks_is_refused_and_a_letter_of_many_tongues_is_not():
    assert said("ế ậ") == "ế ậ"
    with pytest.raises(Unsaid, match="marks"):
        said("a" + "\u0301" * 20)


def test_a_phrase_is_one_of_the_list():
    assert all(phrase(key) == said(words) for key, words in PHRASES.items())
    with pytest.raises(Unsaid, match="expected one of"):
        phrase("<b>")


def test_a_flood_waits_and_time_lets_it_go_on():
    most, within = PACES[0]
    times = [100.0 + n for n in range(most)]
    assert to_wait(times[:-1], 105) == 0
    assert to_wait(times, 105) == within - 5
    assert to_wait(times, 100 + within) == 0


def test_a_slow_flood_waits_too():
    most, within = PACES[1]
    times = [9.0 * n for n in range(most)]
    assert 0 < to_wait(times, 9.0 * most) < within


def test_a_clock_that_is_set_back_does_not_silence_anybody_for_ever():
    assert to_wait([1e9] * 5, 0) <= PACES[0][1]
