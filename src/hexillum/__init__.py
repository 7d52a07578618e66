"""Hexillum: referee, opponent and laboratory for battles of the Commands & Colors system.

What most programs need stands here; each name is loaded when it is first used, so that `import hexillum` is quick. All
else is in the sub-packages.

- `Battle` referees a battle: its `decision`, its `options`, `choose`, `undo`, `view`; `IllegalChoice` refuses with the
  rule, `Seeded` dice fall again for the same seed. `Option`, `Decision` and `Event` are what it gives, `Side`, `Actor`,
  `Question` and `EventKind` the names of the numbers in them.
- `Scenario`, `load_scenario` and `scenarios` are the battles that can be set up.
- `write_record` and `read_record` keep a battle as text, `write_position` and `read_position` a moment of one;
  `board_svg` draws it, as notebooks do by themselves.
- `player` makes a computer player, `simulate` lets two of them play many games, `odds` reckons attacks exactly, `rule`
  tells a rule by its id.

>>> import hexillum
>>> battle = hexillum.Battle.start("akragas", seed=7)
>>> battle
<Battle akragas, turn 1, banners 0:0 of 5:5, bottom must choose a card>
>>> computer = hexillum.player("greedy", seed=1)
>>> while battle.decision.kind == hexillum.Question.CARD:
...     happened = battle.choose(computer.choose(battle.state, battle.numbers()))
>>> happened[0].kind.name, hexillum.rule(happened[0].rules[0]).chapter
('PLAYED', 'Command cards')
>>> hexillum.read_record(hexillum.write_record(battle)).state == battle.state
True
"""

TYPE_CHECKING = False  # what `typing` would say; it takes longer to load than all the rest of this

if TYPE_CHECKING:
    from . import odds
    from .battle.door import Battle, IllegalChoice
    from .battle.picture import board_svg
    from .battle.positions import read_position, write_position
    from .battle.scenarios import Scenario, load_scenario, scenarios
    from .core.ask import Decision, Option
    from .core.dice import Seeded
    from .core.enums import Actor, EventKind, Question, Side
    from .core.event import Event
    from .core.rulebook import rule
    from .core.version import __version__
    from .lab.simulation import simulate
    from .notation.game_record import read_record, write_record
    from .players import player

__all__ = [
    "Battle",
    "IllegalChoice",
    "Seeded",
    "Option",
    "Decision",
    "Event",
    "Side",
    "Actor",
    "Question",
    "EventKind",
    "Scenario",
    "load_scenario",
    "scenarios",
    "write_record",
    "read_record",
    "write_position",
    "read_position",
    "board_svg",
    "player",
    "simulate",
    "odds",
    "rule",
    "__version__",
]

#: Where each name is at home; `odds` is a sub-package itself.
_HOMES = {
    "odds": "",
    **dict.fromkeys(("Battle", "IllegalChoice"), "battle.door"),
    **dict.fromkeys(("Option", "Decision"), "core.ask"),
    **dict.fromkeys(("Side", "Actor", "Question", "EventKind"), "core.enums"),
    **dict.fromkeys(("Scenario", "load_scenario", "scenarios"), "battle.scenarios"),
    **dict.fromkeys(("write_record", "read_record"), "notation.game_record"),
    **dict.fromkeys(("write_position", "read_position"), "battle.positions"),
    "Seeded": "core.dice",
    "Event": "core.event",
    "board_svg": "battle.picture",
    "player": "players",
    "simulate": "lab.simulation",
    "rule": "core.rulebook",
    "__version__": "core.version",
}


if not TYPE_CHECKING:  # which would take every misspelt name for an object

    def __getattr__(name: str) -> object:
        """Load a name from its home when it is first asked for, and keep it."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        home = _HOMES[name]
        found: object = (
            getattr(import_module(f".{home}", __name__), name) if home else import_module(f".{name}", __name__)
        )
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted(__all__)
