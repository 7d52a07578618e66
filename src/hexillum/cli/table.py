"""A person's seat at the terminal: draws the battle, asks, takes options or script lines, tells what happens."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from ..battle.door import Battle, Mark
from ..battle.words import card_words
from ..core import ask, event
from ..core.cards import CARDS
from ..core.dice import FACES
from ..players import Player
from .board import STYLES, WIDE, drawn
from .links import linked
from .output import counted, out, width_of
from .words import SIDES, army, gloss, in_columns, numbered, outcome, question, standing, with_doubt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.event import Event

HELP: Final = """\
Answer with the number of an option, its words, or a line of the notation:
  card order-two-left   order H8   move H8 G8   fire G4xE3   close G8xF7
  evade   stand   ignore 1   to H6   advance   hold   back   token bravery   done
Moving: first the piece, then its hexes, one at a time or all in one line.
0 is always the quiet answer: done, stand, hold.
Other words, at any time:
  board   the map                  hand   your cards and what they do
  log     what happened (log 50)   rule   a rule, such as: rule RT-24
  options what is asked, once more
  hint    what the computer would do in your place
  undo    take your last answer back, unless dice fell, a card was drawn
          or the enemy chose since
  save F  keep the battle in file F
  quit    leave; the battle is kept in a file
  resign  give the battle up"""

PAUSE: Final = 0.25  # seconds after a line that the person did not cause
LOG_LINES: Final = 20


class Leave(Exception):
    """The person wants to leave the table; the battle is not over."""


class Table:
    """One battle with its players; `human` is the side of the person at the terminal, None where none plays.

    `players` are the computer players of top and bottom, one unused where a person plays. `quiet` draws the board only
    when asked and, where nobody plays, tells no log; `fast` leaves the pauses out, of `PAUSE` seconds a line; `save`
    writes the battle to a file of a name. It prints to stdout and reads answers from stdin.
    """

    def __init__(
        self,
        battle: Battle,
        players: Sequence[Player],
        human: int | None = None,
        *,
        quiet: bool = False,
        fast: bool = True,
        save: Callable[[str], None] | None = None,
    ) -> None:
        self.battle = battle
        self.players = players
        self.human = human
        self.quiet = quiet
        self.fast = fast
        self.save = save
        self.console = out()
        self.told = max(0, len(battle.events) - 1)  # how much of the log has been shown
        self.marks: list[Mark] = []
        self.drawn: tuple[int, int] | None = None  # the turn and the question for which the board was drawn

    # ------------------------------------------------------------------ the course of the battle

    def play(self) -> None:
        """Play to the end. Raises Leave where the person goes, EOFError where the input ends."""
        while not self.battle.over:
            self.advance()
        self.tell()
        self.console.print()
        self.draw_board()
        self.console.print(outcome(self.battle), style="bold")

    def advance(self) -> None:
        """Have the pending decision answered by whoever it belongs to: chance, the person, or a computer player.

        What only one answer is left for is answered without asking. Raises Leave and EOFError as `play` does.
        """
        battle = self.battle
        if battle.state.who == ask.CHANCE:
            self.tell()
            self.marks.clear()
            battle.throw()
            self.tell(pause=True)
        elif battle.state.who == self.human:
            numbers = battle.numbers()
            if len(numbers) == 1:
                battle.choose(numbers[0])
            else:
                self.ask()
            self.tell()
        else:
            self.marks.clear()
            if self.human is None and self.console.is_terminal:
                self.draw_once()
            battle.choose(self.players[battle.state.who].choose(battle.state, battle.numbers()))
            self.tell(pause=True)

    def draw_once(self) -> None:
        """Draw the board where a side chooses its card, and where it begins to battle, once each."""
        s = self.battle.state
        if s.question in (ask.CARD, ask.BATTLE) and not self.quiet and self.drawn != (s.turn, s.question):
            self.drawn = (s.turn, s.question)
            self.draw_board()

    def tell(self, pause: bool = False) -> None:
        """Print what the log has more than was told, as far as the person may know it.

        With `pause` a moment passes after each line, at a terminal that is not `fast`.
        """
        events = self.battle.events
        self.told = min(self.told, len(events))
        for happened in events[self.told :]:
            if self.quiet and self.human is None:
                continue
            self.console.print(self.line(happened))
            if pause and not self.fast and self.console.is_terminal:
                time.sleep(PAUSE)
        self.told = len(events)

    def line(self, happened: Event) -> object:
        """A line of the log: the words, and the rules in grey."""
        from rich.text import Text

        words = happened.text_for(self.human)
        if happened.kind == event.TURN:
            return Text(f"\n{words}", style=STYLES[happened.a])
        text = Text(f"  {words}")
        if happened.rules:
            text.append(f"  {' '.join(happened.rules)}", style="bright_black")
        return linked(text, self.console)

    # ------------------------------------------------------------------ asking

    def ask(self) -> None:
        """Ask the person until the pending decision is answered, or the battle has gone back.

        Raises Leave where the person goes, EOFError where the input ends.
        """
        self.tell()
        state = self.battle.state
        self.draw_once()
        self.show_options()
        while True:
            words = self.read(f"{SIDES[state.who]}> ").strip()
            try:
                if self.obey(words):
                    return
            except ValueError as error:
                self.console.print(str(error), style="yellow")

    def read(self, prompt: str) -> str:
        """A line that the person types. Raises EOFError where the input ends."""
        self.console.file.flush()
        sys.stdout.write(prompt)
        sys.stdout.flush()
        return input()

    def obey(self, words: str) -> bool:
        """Do what a line says; returns whether the battle went on or back. Raises ValueError where that cannot be."""
        word, _, rest = words.partition(" ")
        order = self.orders().get(word.lower())
        if not words:
            self.show_options()
        elif order is not None:
            return order(rest.strip())
        else:
            self.answer(words)
            return True
        return False

    def orders(self) -> dict[str, Callable[[str], bool]]:
        """The words that are not answers, and what each does with the rest of its line; that returns as `obey` does."""
        return {
            "help": self.show_help,
            "?": self.show_help,
            "board": self.show_board,
            "hand": self.show_hand,
            "log": self.show_log,
            "rule": self.show_rule,
            "hint": self.hint,
            "options": self.again,
            "undo": self.undo,
            "save": self.keep,
            "resign": self.resign,
            "quit": self.leave,
            "exit": self.leave,
        }

    def answer(self, words: str) -> None:
        """Answer the pending decision by number, by the words of an option, or by a script line.

        Raises ValueError, in a sentence for the person, where that is not possible; nothing has changed then.
        """
        battle = self.battle
        mark = battle.mark()
        if words.isascii() and words.isdigit():
            chosen = [option for label, option in numbered(battle.options) if label == int(words)]
            if not chosen:
                raise ValueError("no option has this number; 'options' shows them")
            battle.choose(chosen[0])
        else:
            said = [option for option in battle.options if option.text.lower() == words.lower()]
            if said:
                battle.choose(said[0])
            else:
                self.answer_line(words)
        self.marks.append(mark)

    def answer_line(self, words: str) -> None:
        """Answer by a script line. Raises ValueError, in a sentence that says why, where that is not possible."""
        from ..battle.lines import VERBS
        from ..notation.script import play_line

        verb, _, name = words.partition(" ")
        if verb not in VERBS and words not in VERBS:
            raise ValueError(f"{words!r} is not understood: give the number of an option, or type help")
        held = [option.text for option in self.battle.options]
        if verb == "card" and self.battle.state.question == ask.CARD:
            raise ValueError(f"you do not hold {name or 'that'}; your cards are {', '.join(text[5:] for text in held)}")
        play_line(self.battle, words)

    def show_options(self) -> None:
        """Print the question, and the answers with their numbers and what a person wants to know of each."""
        battle = self.battle
        entries = [(f"{label:>2} {option.text}", gloss(battle, option)) for label, option in numbered(battle.options)]
        self.console.print()
        wide = width_of(self.console)
        self.console.print(question(battle), style=STYLES[battle.state.who], soft_wrap=not self.console.is_terminal)
        width = max(len(text) for text, _ in entries)
        if any(words for _, words in entries):
            for text, words in entries:
                self.console.print(f"{text.ljust(width)}  {words}".rstrip(), soft_wrap=not self.console.is_terminal)
        else:
            for line in in_columns([text for text, _ in entries], min(WIDE, wide)):
                self.console.print(line)

    # ------------------------------------------------------------------ words that are not answers

    def show_help(self, _: str) -> bool:
        """Print what can be typed; False, since the battle stays where it is."""
        self.console.print(HELP)
        return False

    def again(self, _: str) -> bool:
        """Print the question and its answers once more; False."""
        self.show_options()
        return False

    def show_board(self, _: str) -> bool:
        """Draw the board; False."""
        self.draw_board()
        return False

    def draw_board(self) -> None:
        """Print the map with how the battle stands: banners, tokens, and how many cards there are where."""
        s = self.battle.state
        self.console.print()
        self.console.print(drawn(s, width_of(self.console)), soft_wrap=True)
        held = [sum(s.hand[n * (len(s.hand) // 2) : (n + 1) * (len(s.hand) // 2)]) for n in (0, 1)]
        cards = f"cards in hand: top {held[0]}, bottom {held[1]}; deck {sum(s.deck)}"
        self.console.print(standing(self.battle), style="bright_black")
        self.console.print(cards, style="bright_black")

    def show_hand(self, _: str) -> bool:
        """Print the person's cards with what each does; False. Where nobody plays, those of the side that is asked."""
        s = self.battle.state
        side = self.human if self.human is not None else s.who
        half = len(s.hand) // 2
        for number in range(half):
            for _copy in range(s.hand[side * half + number]):
                words = with_doubt(card_words(number, side, s.command[side]), number)
                self.console.print(f"{CARDS[number].key.ljust(22)} {words}", soft_wrap=True)
        return False

    def show_log(self, count: str) -> bool:
        """Print the last lines of the log, so many or `LOG_LINES`; False."""
        lines = int(count) if count.isascii() and count.isdigit() else LOG_LINES
        for happened in self.battle.events[-lines:]:
            self.console.print(self.line(happened))
        return False

    def show_rule(self, id: str) -> bool:
        """Print the rule of an id; False. Raises ValueError where there is none."""
        from ..core import rulebook
        from .rule import page

        words = linked(page(rulebook.rule(id)), self.console) if id else "name a rule, such as: rule RT-24"
        self.console.print(words)
        return False

    def hint(self, _: str) -> bool:
        """Print what the greedy player would choose in the person's place; False."""
        from ..players import player

        battle = self.battle
        number = player("greedy").choose(battle.state, battle.numbers())
        text = next(option.text for option in battle.options if option.number == number)
        self.console.print(f"the computer would choose: {text}")
        return False

    def undo(self, _: str) -> bool:
        """Back to before the person's last answer, never past dice, a draw or what the enemy chose; True.

        Raises ValueError where there is nothing to take back.
        """
        if not self.marks:
            raise ValueError(
                "nothing to take back: since you last chose, dice fell, a card was drawn or the enemy chose"
            )
        self.battle.reset(self.marks.pop())
        self.told = min(self.told, len(self.battle.events))
        self.console.print("taken back")
        return True

    def keep(self, file: str) -> bool:
        """Write the battle to a file; False. Raises ValueError without a name, OSError where it cannot be written."""
        if not file or self.save is None:
            raise ValueError("name a file, such as: save my-battle.txt")
        self.save(file)
        self.console.print(f"saved to {file}")
        return False

    def resign(self, _: str) -> bool:
        """Give the battle up where the person says yes once more; whether he did."""
        if self.read("give the battle up? yes or no> ").strip().lower() not in ("y", "yes"):
            return False
        self.battle.resign()
        return True

    def leave(self, _: str) -> bool:
        """Raise Leave."""
        raise Leave

    # ------------------------------------------------------------------ real dice

    def typed_roll(self, dice: int) -> tuple[int, ...]:
        """The faces of so many real dice, as numbers, asked for again until there are as many as there must be.

        Raises Leave where the person wants to go, EOFError where the input ends.
        """
        who = self.battle.decision.subject
        faces = ", ".join(f"{letter} {name}" for letter, name in zip(FACES, event.FACE_NAMES, strict=True))
        self.console.print(f"roll {counted(dice, 'die', 'dice')}{f' for {who}' if who else ''}: {faces}")
        while True:
            words = self.read(f"{counted(dice, 'face')}> ").strip()
            if words.lower() in ("quit", "exit"):
                raise Leave
            letters = words.upper().replace(" ", "").replace(",", "")
            wrong = sorted({letter for letter in letters if letter not in FACES})
            if wrong:
                self.console.print(f"not a face: {' '.join(wrong)}; the faces are {' '.join(FACES)}", style="yellow")
            elif len(letters) != dice:
                rolled = "1 die is" if dice == 1 else f"{dice} dice are"
                self.console.print(f"{counted(len(letters), 'face')} where {rolled} rolled", style="yellow")
            else:
                return tuple(FACES.index(letter) for letter in letters)


def sides_text(battle: Battle, human: int) -> str:
    """Who commands what, in one line; `human` is the person's side, 0 top or 1 bottom.

    >>> sides_text(Battle.start("akragas", seed=7), 1)
    'you command the Syracusan (bottom), the computer the Carthaginian (top)'
    """
    return f"you command the {army(battle, human)}, the computer the {army(battle, 1 - human)}"
