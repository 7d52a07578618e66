"""A battle under any sequence of choosing, undoing, copying, saving, reading and being asked for nonsense."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from hexillum.battle import scenarios
from hexillum.battle.door import Battle, IllegalChoice, Mark
from hexillum.battle.positions import read_position, write_position
from hexillum.core import ask
from hexillum.core.dice import roll_of
from hexillum.notation.game_record import read_record, write_record
from hexillum.notation.script import play_line
from tests.kit.invariants import Losses, Watch, check_options


class AnyBattle(RuleBasedStateMachine):
    """One battle and what is remembered of it."""

    @initialize(name=st.sampled_from(scenarios.names()), seed=st.integers(0, 1000), skip=st.integers(0, 150))
    def start(self, name: str, seed: int, skip: int) -> None:
        """A battle of any scenario, some way in."""
        self.battle = Battle.start(name, seed=seed)
        for _ in range(skip):
            if not self.battle.over:
                self.go_on(seed + skip)
        self.watch = self.new_watch()
        self.kept: list[tuple[Mark, Battle]] = []

    def new_watch(self) -> Watch:
        """Watch the state from here: going back makes blocks grow again."""
        self.losses = Losses(self.battle.state)
        return Watch(self.battle.state, self.losses)

    def go_on(self, pick: int) -> None:
        """Answer whatever is asked."""
        if self.battle.decision.actor == ask.CHANCE:
            self.battle.throw()
        else:
            numbers = self.battle.numbers()
            self.battle.choose(numbers[pick % len(numbers)])

    @precondition(lambda self: not self.battle.over)
    @rule(pick=st.integers(0, 500), faces=st.lists(st.integers(0, 5), min_size=12, max_size=12))
    def choose(self, pick: int, faces: list[int]) -> None:
        """Answer the pending decision."""
        before = self.battle.state.copy()
        if before.question == ask.ROLL:
            rolled = tuple(faces[: before.dice])
            events = self.battle.choose(roll_of(rolled), rolled)
        else:
            options = self.battle.options
            option = options[pick % len(options)]
            events = self.battle.choose((option, option.number, option.text)[pick % 3])
        self.losses.state = self.battle.state
        for event in events:
            self.losses.note(event.kind, event.a, event.b, event.c)
        self.watch.after(self.battle.state)

    @precondition(lambda self: self.battle.can_undo)
    @rule()
    def undo_and_choose_again(self) -> None:
        """Taking back and choosing the same leads to the same place."""
        after, number, lines = self.battle.state.copy(), self.battle.choices[-1], self.battle.transcript.lines.copy()
        told = [event.text for event in self.battle.events]
        self.battle.undo()
        assert self.battle.state != after
        rolled = lines[-1].split()[1:] if self.battle.state.question == ask.ROLL else None
        self.battle.choose(number, tuple("GBRLSF".index(face) for face in rolled) if rolled else None)
        assert self.battle.state == after
        assert self.battle.transcript.lines == lines
        assert [event.text for event in self.battle.events] == told

    @precondition(lambda self: self.battle.can_undo)
    @rule(times=st.integers(1, 5))
    def undo(self, times: int) -> None:
        """Take some choices back."""
        for _ in range(times):
            if self.battle.can_undo:
                self.battle.undo()
        self.watch = self.new_watch()

    @rule()
    def keep(self) -> None:
        """Remember this moment and a copy."""
        self.kept = [*self.kept[-2:], (self.battle.mark(), self.battle.copy())]

    @precondition(lambda self: self.kept)
    @rule(back=st.booleans())
    def return_to_a_kept_moment(self, back: bool) -> None:
        """A copy has stayed as it was; the battle may go on from it, or return to the mark."""
        mark, copy = self.kept.pop()
        assert copy.state == mark.state
        assert copy.transcript.lines == mark.transcript.lines
        if back and len(self.battle.choices) >= mark.choices and self.battle.choices[: mark.choices] == copy.choices:
            self.battle.reset(mark)
            assert self.battle.state == copy.state
        else:
            self.battle = copy
        self.watch = self.new_watch()

    @rule()
    def save_and_read_the_position(self) -> None:
        """A position reads back; a battle goes on from it as from here."""
        state = read_position(write_position(self.battle.state))
        assert state == self.battle.state
        other = Battle(state)
        assert other.numbers() == self.battle.numbers()
        assert other.decision == self.battle.decision

    @rule()
    def save_and_replay_the_record(self) -> None:
        """A record leads to this very moment."""
        again = read_record(write_record(self.battle))
        assert again.state == self.battle.state
        assert again.transcript.lines == self.battle.transcript.lines
        assert write_record(again) == write_record(self.battle)

    @rule(
        number=st.one_of(st.integers(-5, 400), st.integers()),
        line=st.sampled_from(["close A1xA2", "to A1", "ignore 7", "fly"]),
    )
    def ask_for_nonsense(self, number: int, line: str) -> None:
        """What is not offered is refused, and nothing changes."""
        battle = self.battle
        before, lines = battle.state.copy(), battle.transcript.lines.copy()
        offered = battle.numbers()
        if number not in offered and battle.state.question != ask.ROLL:
            try:
                battle.choose(number)
            except IllegalChoice:
                assert battle.state == before
            else:
                raise AssertionError(f"{number} is accepted, offered are {offered}")
        try:
            play_line(battle, line)
        except ValueError:
            assert battle.state == before
            assert battle.transcript.lines == lines
        else:
            battle.reset(battle._marks[-1])
            self.watch = self.new_watch()

    @invariant()
    def options_are_sound(self) -> None:
        """Options are never empty before the end, sorted, their words unique; chances add up to 1."""
        if hasattr(self, "battle"):
            assert bool(self.battle.options) != self.battle.over
            check_options(self.battle)


AnyBattle.TestCase.settings = settings(max_examples=25, stateful_step_count=40, deadline=None)
TestAnyBattle = AnyBattle.TestCase
