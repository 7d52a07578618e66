"""A battle as a game of OpenSpiel: `pyspiel.load_game("hexillum(scenario=akragas)")` once this module is imported.

Player 0 is the top side, player 1 the bottom side. Dice and cards are chance nodes: the outcome of dice is the place of
the roll among all different rolls of so many (`core.dice.rolls`), that of a card its number. What a player answers and
sees is that of the other environments: `docs/envs.md`.
"""

from __future__ import annotations

from math import comb
from typing import Any, Final

import numpy as np
import pyspiel

from ..battle.door import Battle
from ..battle.prompts import option_text
from ..core import ask, legend
from ..core.cards import CARDS
from ..core.dice import faces_of, faces_text, rolls
from ..core.event import SIDE_NAMES
from ..core.hexes import NOWHERE, ROWS, WIDTH, name
from ..core.kinds import KINDS
from ..core.state import NONE, State
from ..engine import lanes
from ..engine.step import apply
from ..engine.tryout import numbers_of

LIMIT: Final = 20_000  # answers of the sides after which a battle is given up, a draw
RECENT: Final = 64  # answers that the tensor of an information state remembers
PUBLIC: Final = 2  # who sees what everybody sees
_OUTCOMES: Final = max(comb(ask.MOST_DICE + 5, 5), ask.MOST_CARDS)

GAME_TYPE: Final = pyspiel.GameType(
    short_name="hexillum",
    long_name="Hexillum",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification={"scenario": "akragas", "edition": "", "limit": LIMIT},
)


class HexillumGame(pyspiel.Game):  # type: ignore[misc]
    """A scenario, by its name or file; `edition` plays it instead of its own, `limit` is how many answers may be given.

    >>> HexillumGame({"limit": 100}).max_game_length()
    100
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        self.limit = int(given.get("limit", LIMIT))
        if not 0 < self.limit <= LIMIT:
            raise ValueError(f"a limit of {self.limit} answers: expected 1 to {LIMIT}")
        edition = str(given.get("edition", "")) or None
        self.first = Battle.start(str(given.get("scenario", "akragas")), deal=False, edition=edition).state
        info = pyspiel.GameInfo(
            num_distinct_actions=ask.ACTIONS,
            max_chance_outcomes=_OUTCOMES,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.limit,
        )
        super().__init__(GAME_TYPE, info, given)

    def new_initial_state(self) -> HexillumState:
        """The battle before the deal."""
        return HexillumState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What writes down what a player sees."""
        return Observer(iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class Board:
    """The state of a battle, and what was seen of it: in words by each side and by everybody, and lately in numbers.

    A copy is as cheap as that of a state: the rest is shared and never changed.
    """

    __slots__ = ("answers", "recent", "seen", "state", "written")

    def __init__(self, state: State) -> None:
        self.state = state
        self.answers = 0
        self.seen = ["", "", ""]
        self.recent: list[tuple[int, ...]] = [(), (), ()]
        self.written: dict[int, tuple[Any, Any]] = {}

    def __deepcopy__(self, memo: Any) -> Board:
        other = Board(self.state.copy())
        other.answers, other.seen, other.recent = self.answers, self.seen.copy(), self.recent.copy()
        other.written = self.written.copy()
        return other

    def answer(self, number: int) -> None:
        """Give an answer that is legal, and note what each side sees of it."""
        s = self.state
        question, who, subject = s.question, s.who, s.subject
        hidden = question in (ask.DRAW, ask.KEEP)
        owner = legend.side_of(s.frames[s.depth]) if question == ask.DRAW else who
        words, others, away = answer_text(s, number), f"{SIDE_NAMES[owner]} draws", owner
        if question == ask.KEEP:  # of two cards drawn, all see the one that is discarded
            offered = numbers_of(s)
            away = offered[0] if offered[-1] == number else offered[-1]
            others = f"{SIDE_NAMES[owner]} discards {CARDS[away - ask.CARD_0].key}"
        apply(s, number)
        self.written.clear()
        self.answers += who != ask.CHANCE
        for side in range(3):
            told, code = (others, away) if hidden and side != owner else (words, number)
            if code == number and side < 2 and who != ask.CHANCE:
                code = lanes.as_seen(number, side, s.rows)
            self.seen[side] += f"{told}\n"
            at = lanes.turned(subject, s.rows) if side == 0 else subject
            self.recent[side] = (*self.recent[side], who + 1, question, at, code)[-4 * RECENT :]

    def planes_and_facts(self, side: int) -> tuple[Any, Any]:
        """The documented observation of a side, as bytes."""
        if side not in self.written:
            planes, facts = bytearray(lanes.PLANES * NOWHERE), bytearray(lanes.ALL_FACTS)
            lanes.see_board(self.state, side, planes, 0)
            lanes.see_facts(self.state, side, facts, 0)
            self.written[side] = (np.frombuffer(planes, np.int8), np.frombuffer(facts, np.int8))
        return self.written[side]


class HexillumState(pyspiel.State):  # type: ignore[misc]
    """A battle at a moment at which a side or chance decides; it is serialised as its history, to be played again."""

    def __init__(self, game: HexillumGame) -> None:
        super().__init__(game)
        self._limit = game.limit
        self.board = Board(game.first.copy())

    def current_player(self) -> int:
        """Who decides: 0 top, 1 bottom, or chance."""
        s = self.board.state
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if s.who == ask.CHANCE else s.who

    def is_terminal(self) -> bool:
        """Whether the battle is over or given up."""
        return self.board.state.outcome != NONE or self.board.answers >= self._limit

    def returns(self) -> list[float]:
        """1 and -1 where a side has won, in the order of the players."""
        won = self.board.state.outcome
        return [1.0, -1.0] if won == 0 else [-1.0, 1.0] if won == 1 else [0.0, 0.0]

    def _legal_actions(self, player: int) -> list[int]:
        s = self.board.state
        return sorted(lanes.as_seen(number, player, s.rows) for number in numbers_of(s))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every outcome of chance with its probability."""
        s = self.board.state
        if s.question == ask.ROLL:
            return [(n, float(share)) for n, (_, share) in enumerate(rolls(s.dice))]
        return [(option.number - ask.CARD_0, float(share)) for option, share in Battle(s).chances]

    def number(self, player: int, action: int) -> int:
        """The answer of the action table, or the faces of dice counted, that an action means."""
        s = self.board.state
        if player >= 0:
            return lanes.as_seen(action, player, s.rows)
        return rolls(s.dice)[action][0] if s.question == ask.ROLL else ask.CARD_0 + action

    def action(self, number: int) -> int:
        """The action that an answer to what is asked now means: the other way round than `number`."""
        s = self.board.state
        if s.question == ask.ROLL:
            return next(n for n, (roll, _) in enumerate(rolls(s.dice)) if roll == number)
        return number - ask.CARD_0 if s.who == ask.CHANCE else lanes.as_seen(number, s.who, s.rows)

    def _apply_action(self, action: int) -> None:
        player = self.current_player()
        if player >= 0:
            legal = self._legal_actions(player)
        else:
            legal = [n for n, _ in self.chance_outcomes()]
        if action not in legal:
            raise ValueError(f"{action} is not offered: expected one of {legal}")
        self.board.answer(self.number(player, action))

    def _action_to_string(self, player: int, action: int) -> str:
        return answer_text(self.board.state, self.number(player, action))

    def __str__(self) -> str:
        """The battle in one line."""
        return repr(Battle(self.board.state))


class Observer:
    """Writes down what a player sees: the planes and facts, and what he remembers where recall is asked for."""

    def __init__(self, kind: Any, params: Any = None) -> None:
        if params:
            raise ValueError(f"parameters of an observation: expected none, not {params}")
        self.public = bool(kind.public_info)
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.recall = bool(kind.perfect_recall)
        pieces: list[tuple[str, tuple[int, ...]]] = []
        if self.public:
            pieces += [("planes", (lanes.PLANES, ROWS, WIDTH)), ("facts", (lanes.FACTS,))]
        if self.private:
            pieces.append(("hand", (ask.MOST_CARDS,)))
        if self.public:
            pieces.append(("discards", (ask.MOST_CARDS,)))
            if self.recall:
                pieces.append(("recent", (4 * RECENT,)))
        self.tensor = np.zeros(sum(int(np.prod(shape)) for _, shape in pieces), np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for piece, shape in pieces:
            size = int(np.prod(shape))
            self.dict[piece] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: HexillumState, player: int) -> None:
        """Write what a player sees of a state into the tensor."""
        board = state.board
        planes, facts = board.planes_and_facts(player)
        if self.public:
            self.dict["planes"][:] = planes.reshape(self.dict["planes"].shape)
            self.dict["facts"][:] = facts[: lanes.FACTS]
            self.dict["discards"][:] = facts[lanes.DISCARDS :]
        if self.private:
            self.dict["hand"][:] = facts[lanes.HAND : lanes.DISCARDS]
        if self.public and self.recall:
            recent = board.recent[player if self.private else PUBLIC]
            self.dict["recent"][:] = 0
            self.dict["recent"][: len(recent)] = recent

    def string_from(self, state: HexillumState, player: int) -> str:
        """What a player sees of a state, in words; with recall, all that he has seen."""
        s, parts = state.board.state, []
        if self.public:
            parts.append(state.board.seen[player if self.private else PUBLIC] if self.recall else public_text(s))
        if self.private:
            hand = s.hand[player * ask.MOST_CARDS : (player + 1) * ask.MOST_CARDS]
            parts.append(f"{SIDE_NAMES[player]} holds {cards_text(hand)}")
        return "\n".join(parts)


def answer_text(s: State, number: int) -> str:
    """An answer to what is asked, in words of the notation.

    >>> answer_text(Battle.start("akragas", deal=False).state, ask.CARD_0)[:4]
    'draw'
    """
    if s.question == ask.ROLL:
        return f"roll {faces_text(faces_of(number))}"
    if s.question in (ask.DRAW, ask.FORFEIT):
        return f"{'draw' if s.question == ask.DRAW else 'forfeit'} {CARDS[number - ask.CARD_0].key}"
    return f"{SIDE_NAMES[s.who]} {option_text(s, number)}"


def cards_text(counts: list[int]) -> str:
    """Cards by their keys, with their copies.

    >>> cards_text([0] * ask.MOST_CARDS)
    'nothing'
    """
    return ", ".join(f"{n} {CARDS[card].key}" for card, n in enumerate(counts) if n) or "nothing"


def public_text(s: State) -> str:
    """What everybody sees of a battle now: what is asked, the score, the pieces on the map, the discards.

    >>> public_text(Battle.start("akragas", seed=7).state).splitlines()[1]
    'banners 0:0 of 5:5, cards 5:6, deck 49'
    """
    battle = Battle(s)
    lines = [
        f"turn {s.turn + 1}, {battle.prompt()}",
        f"banners {s.banners[0]}:{s.banners[1]} of {s.goal[0]}:{s.goal[1]}, "
        f"cards {s.held[0]}:{s.held[1]}, deck {s.deck_left}",
    ]
    if s.card != NONE:
        lines.append(f"card {CARDS[s.card].key}, {s.given} orders given")
    for u in s.units:
        if u.hex < NOWHERE:
            flags = [word for word, on in zip(("ordered", "moved", "halted", "fought"), _doings(u), strict=True) if on]
            lines.append(" ".join([SIDE_NAMES[u.side], name(u.hex), KINDS[u.kind].key, str(u.blocks), *flags]))
    lines += [
        f"{SIDE_NAMES[leader.side]} {name(leader.hex)} leader{' ordered' if leader.ordered else ''}"
        for leader in s.leaders
        if leader.hex < NOWHERE
    ]
    lines.append(f"discards {cards_text(s.discards)}")
    return "\n".join(lines)


def _doings(u: Any) -> tuple[int, ...]:
    return u.ordered, u.moved, u.halted, u.fought


pyspiel.register_game(GAME_TYPE, HexillumGame)
