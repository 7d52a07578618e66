"""Clocks: whose time runs, what brings some back, what costs nothing, and when the other side may claim."""

from __future__ import annotations

import datetime

import pytest

from hexillum.club.clocks import (
    DAY,
    GRACE_DAYS,
    GRACE_LIVE,
    HOUR,
    VACATION_AHEAD,
    VACATION_MOST,
    BadPace,
    Mark,
    NoVacation,
    Pace,
    Span,
    Stops,
    days_taken,
    marked,
    reckoned,
    vacation,
)

LIVE = Pace.read("10+20")
SLOW = Pace.read("1d+7d")


def test_time_runs_for_who_is_asked_also_in_the_others_turn_and_for_nobody_while_chance_is():
    marks = [Mark(0, 0, 0, 0), Mark(10, 1, 0, 0), Mark(40, None, 0, 0), Mark(45, 0, 0, 0)]
    clocks = reckoned(LIVE, marks)
    assert (clocks.left(0, 50), clocks.left(1, 50)) == (600 - 10 - 5, 600 - 30)


def test_the_increment_comes_once_for_each_own_turn_and_not_for_each_choice():
    marks = [Mark(0, 0, 0, 0)]
    for n in range(1, 40):  # asked to and fro in one turn
        marked(marks, Mark(float(n), n % 2, 0, 0))
    before = reckoned(LIVE, marks)
    after = reckoned(LIVE, [*marks, Mark(40, 1, 1, 1)])
    assert after.bank[0] == before.bank[0] + 20
    assert after.bank[1] == before.bank[1] - 1  # it was asked for the last second, and its turn only begins


def test_a_turn_that_is_taken_back_and_ended_again_brings_nothing_twice():
    once = reckoned(LIVE, [Mark(0, 0, 0, 0), Mark(10, 1, 1, 1)])
    thrice = reckoned(
        LIVE, [Mark(0, 0, 0, 0), Mark(10, 1, 1, 1), Mark(10, 0, 0, 0), Mark(10, 1, 1, 1), Mark(10, 0, 0, 0)]
    )
    assert thrice.bank == once.bank


def test_what_was_taken_back_has_cost_its_time():
    clocks = reckoned(LIVE, marked(marked([Mark(0, 0, 0, 0)], Mark(30, 0, 0, 0)), Mark(60, 0, 0, 0)))
    assert clocks.left(0, 60) == 540


def test_by_days_every_turn_has_its_own_and_only_what_is_beyond_comes_from_the_bank():
    marks = [Mark(0, 0, 0, 0), Mark(0.5 * DAY, 1, 0, 0), Mark(0.75 * DAY, 0, 0, 0), Mark(1.75 * DAY, 1, 1, 1)]
    clocks = reckoned(SLOW, marks)
    assert clocks.bank == (
        6.5 * DAY,
        7 * DAY,
    )  # half a day beyond the one of its turn; a quarter was free for the other
    assert clocks.left(1, 1.75 * DAY) == 8 * DAY  # and nothing was saved


def test_an_own_clock_of_a_machine_that_is_set_back_neither_costs_nor_gives():
    clocks = reckoned(LIVE, [Mark(100, 0, 0, 0), Mark(50, 1, 0, 0), Mark(70, 0, 0, 0), Mark(110, None, 0, 0)])
    assert clocks.bank == (590.0, 600.0)
    assert clocks.left(0, 0) == 590


def test_time_while_no_server_ran_costs_nobody():
    stops = Stops([Span(20, 500)])
    clocks = reckoned(LIVE, [Mark(0, 0, 0, 0), Mark(510, 1, 0, 0)], (stops, stops))
    assert clocks.bank[0] == 600 - 30


def test_a_vacation_stops_the_own_clock_only():
    away = (Stops([Span(DAY, 11 * DAY)]), Stops())
    clocks = reckoned(SLOW, [Mark(0, 0, 0, 0)], away)
    assert clocks.left(0, 11 * DAY) == 7 * DAY
    assert clocks.stopped(2 * DAY) == 11 * DAY and clocks.stopped(12 * DAY) is None
    other = reckoned(SLOW, [Mark(0, 1, 0, 0)], away)
    assert other.left(1, 11 * DAY) == -3 * DAY


def test_a_flag_falls_then_there_is_a_warning_and_then_the_other_may_claim():
    clocks = reckoned(LIVE, [Mark(0, 0, 0, 0)])
    assert (clocks.falls(), clocks.claimable()) == (600, 600 + GRACE_LIVE)
    assert (clocks.late(599.9), clocks.late(600 + GRACE_LIVE - 0.1)) == (None, None)
    assert clocks.late(600 + GRACE_LIVE) == 0
    assert reckoned(SLOW, [Mark(0, 0, 0, 0)]).claimable() == 8 * DAY + GRACE_DAYS


def test_a_vacation_puts_the_fall_of_a_flag_off():
    clocks = reckoned(SLOW, [Mark(0, 0, 0, 0)], (Stops([Span(DAY, 3 * DAY)]), Stops()))
    assert clocks.falls() == 10 * DAY


def test_who_answers_before_the_claim_plays_on_with_his_debt():
    late = 600 + GRACE_LIVE + 5
    answered = reckoned(LIVE, [Mark(0, 0, 0, 0), Mark(late, 1, 0, 0)])
    assert answered.late(late + 100) is None
    again = reckoned(LIVE, [Mark(0, 0, 0, 0), Mark(late, 1, 0, 0), Mark(late + 100, 0, 0, 0)])
    assert again.late(late + 100) == 0  # at once: what was too much is not given back
    assert answered.left(0, late) == -GRACE_LIVE - 5


def test_the_grace_is_had_once_and_not_at_every_question():
    marks, now = [Mark(0, 0, 0, 0)], 600.0
    for _ in range(4):  # ten seconds more than there is, again and again
        now += 10
        marked(marks, Mark(now, 1, 0, 0))
        now += 1
        marked(marks, Mark(now, 0, 0, 0))
    assert reckoned(LIVE, marks).late(now) == 0


def test_nobody_is_late_while_nobody_is_asked():
    clocks = reckoned(LIVE, [Mark(0, 0, 0, 0), Mark(9999, None, 0, 0)])
    assert clocks.late(99999) is None and clocks.falls() is None and clocks.stopped(1) is None


@pytest.mark.parametrize(
    "text", ["0+5", "181+0", "10+181", "15d+1d", "0d+3d", "1d+61d", "10", "-3+4", "1e3+4", "१+५", "10+5 "]
)
def test_a_pace_that_there_is_not_is_refused_with_what_was_expected(text):
    with pytest.raises(BadPace, match="expected"):
        Pace.read(text)


def test_paces_in_words():
    assert Pace.read("1+0").words == "1 minute each"
    assert Pace.read("3d+0d").words == "3 days a turn"
    assert Pace.read("5+10").short == 30 and SLOW.short == 6 * HOUR


# ---------------------------------------------------------------------- vacation

NOON = datetime.datetime(2026, 3, 1, 12, tzinfo=datetime.UTC).timestamp()


def test_a_vacation_never_reaches_back():
    assert vacation([], NOON - 5 * DAY, 3, NOON) == Span(NOON, NOON + 3 * DAY)


def test_a_year_has_so_many_days_of_vacation_and_no_more():
    taken = [vacation([], NOON, 20, NOON)]
    vacation(taken, NOON + 40 * DAY, 10, NOON)
    with pytest.raises(NoVacation, match=r"10\.0 left"):
        vacation(taken, NOON + 40 * DAY, 11, NOON)


def test_one_over_new_year_counts_in_both_years():
    new_year = datetime.datetime(2027, 1, 1, tzinfo=datetime.UTC).timestamp()
    span = Span(new_year - 10 * DAY, new_year + 5 * DAY)
    assert (days_taken([span], 2026), days_taken([span], 2027)) == (10, 5)
    with pytest.raises(NoVacation, match="2027"):
        vacation([Span(new_year + 40 * DAY, new_year + 67 * DAY)], new_year - DAY, 30, new_year - DAY)


@pytest.mark.parametrize("days", [0, -1, VACATION_MOST + 1])
def test_its_length_is_bounded(days):
    with pytest.raises(NoVacation, match="days"):
        vacation([], NOON, days, NOON)


def test_it_begins_soon():
    with pytest.raises(NoVacation, match="within"):
        vacation([], NOON + (VACATION_AHEAD + 1) * DAY, 2, NOON)
