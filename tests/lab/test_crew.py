"""Crews: the same games whoever plays them, and a process that dies costs a repeat."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from hexillum.cli import main
from hexillum.lab.comparison import compare
from hexillum.lab.crew import Crew, Local, Pace, crew_of
from hexillum.lab.simulation import simulate
from tests.kit import toil


def test_what_is_done_comes_back_with_its_place():
    with Local(2) as crew:
        assert sorted(crew.each(toil.double, range(50))) == [(n, 2 * n) for n in range(50)]
        assert sorted(crew.each(toil.double, [7, 8])) == [(0, 14), (1, 16)]


def test_a_process_that_dies_costs_its_tasks_a_repeat(tmp_path):
    with Local(2) as crew:
        found = sorted(crew.each(toil.die_once, [(tmp_path, n) for n in range(20)]))
    assert found == [(n, n) for n in range(20)] and (tmp_path / "died").exists()


def test_a_process_that_dies_while_it_is_idle_is_replaced():
    with Local(2) as crew:
        list(crew.each(toil.double, range(10)))
        for hand in crew._idle:
            os.kill(hand.process.pid or 0, signal.SIGKILL)
        assert sorted(crew.each(toil.double, range(10))) == [(n, 2 * n) for n in range(10)]


def test_a_task_that_always_ends_its_process_is_given_up():
    with Local(2) as crew, pytest.raises(ValueError, match="game 3 of the run has ended the process"):
        list(crew.each(toil.die, range(5)))


def test_an_error_of_a_task_comes_back():
    with Local(2) as crew, pytest.raises(ValueError, match="three is refused"):
        list(crew.each(toil.refuse, range(9)))


def test_what_cannot_be_sent_is_said():
    class Own:
        def choose(self, battle):
            return battle.numbers[0]

    with pytest.raises(ValueError, match="cannot be sent to another process"):
        simulate("akragas", games=2, jobs=2, top=Own(), bottom="random")


def test_an_interrupt_keeps_what_is_done(uncollected):
    found: list[tuple[int, float]] = []
    with Local(2) as crew, pytest.raises(KeyboardInterrupt):
        for one in crew.each(toil.doze, [0.05] * 2000):
            if not found:
                threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
            found.append(one)
    assert 0 < len(found) < 2000


def test_batches_grow_to_what_is_aimed_at_and_shrink_at_the_end():
    pace = Pace(aim=10.0)
    assert pace.size(10_000, 4) == 1
    sizes = []
    for _ in range(4):
        pace.note(pace.size(10_000, 4), 0.1 * pace.size(10_000, 4))
        sizes.append(pace.size(10_000, 4))
    assert sizes == [8, 64, 100, 100]
    assert [pace.size(left, 4) for left in (400, 80, 7, 1)] == [50, 10, 5, 1]


def test_one_crew_plays_run_after_run():
    with crew_of("local", 2) as crew:
        assert isinstance(crew, Crew)
        one = simulate("akragas", games=4, seed=1, on=crew, top="random", bottom="random")
        two = simulate("akragas", games=4, seed=1, top="random", bottom="random")
    assert one.games == two.games


def test_who_plays_ahead_changes_nothing_in_what_is_sure(tmp_path):
    pytest.importorskip("scipy")
    found = [compare("akragas", "cannae", 200, 4, n, "random", "random", until_sure=20, limit=200) for n in (1, 2)]
    assert found[0] == found[1]
    assert found[0].stopped == "narrow" and found[0].pairs % 20 == 0


@pytest.mark.parametrize("command", [["simulate", "akragas"], ["compare", "akragas", "zama"], ["arena", "a", "b"]])
def test_a_place_that_is_none_is_refused(capsys, tmp_path, command, monkeypatch):
    monkeypatch.chdir(tmp_path)
    if command[0] == "arena":
        command = ["arena", "greedy", "random"]
    else:
        command = [*command, "--top", "random", "--bottom", "random"]
    assert main([*command, "--on", "cloud"]) == 2
    error = capsys.readouterr().err
    assert "expected local, ray, auto or ray://HOST:PORT" in error and "Traceback" not in error
    assert list(tmp_path.iterdir()) == []
