"""What is asked about a game without changing it: other moments, odds, luck, its end, its picture, its dice."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from functools import partial
from typing import Final, cast

from ..battle.view_types import SIDES
from ..core import event, hexes
from ..odds.sheet import sheet_of_pair, sheet_under_way
from .chance import HOW, commitment
from .ending import ending
from .game import Game
from .messages import Refused
from .picture import scene_of
from .plans import steps_of
from .questions import ODDS, Questions
from .reviewing import Reviewers
from .table import Table, by_side
from .wire import DiceProof, Ending, LuckOf, LuckOfBoth, OddsSheet, PlanShown, View
from .workers import Whose

PICTURES_MOST: Final = 60  # pictures of tables that are kept, some 60 kB each


class Moments:
    """Questions about the games at tables."""

    questions: Questions
    reviewers: Reviewers
    _pictures: OrderedDict[tuple[str, int], bytes]

    async def game_at(self, table: Table, moment: int, seats: Collection[int] = ()) -> Game:
        """A game as it stood when so many choices had been made. Raises Refused for a moment that never was."""
        if moment > len(table.game.made):
            raise Refused("no_moment", f"there is no moment {moment}: expected 0 to {len(table.game.made)}", status=404)
        if table.past is not None and table.past[0] == (table.game.version, moment):
            return table.past[1]
        game = table.game
        if moment == len(game.made):
            return game
        found = await self.questions.game_at(game, moment, asking(table, seats))
        table.past = ((found.version, moment), found)
        return found

    async def moment(self, table: Table, moment: int, eyes: int | None, seats: Collection[int] = ()) -> View:
        """The view of a moment with the eyes of a side; of a battle that is over both hands are open.

        Raises Refused for a moment that never was.
        """
        game = await self.game_at(table, moment, seats)
        open_hands = table.game.battle.over and table.game.opening.kind == "battle"
        if open_hands and eyes is None:
            eyes = int(game.battle.state.active)
        return table.view(eyes, (), game=game)

    async def odds(
        self, table: Table, here: str | None, there: str | None, exact: bool, seats: Collection[int] = ()
    ) -> OddsSheet:
        """The odds of a pair of pieces, by the names of their hexes, or of the battle that is being fought.

        With `exact` as fractions; `seats` are those of who asks. Raises Refused for what is no hex of the board, and
        where too much is asked at once; IllegalChoice where the rules refuse.
        """
        battle = table.game.battle
        state = battle.state.copy()
        if here is None or there is None:
            begun = [one for one in battle.events if one.kind in (event.CLOSE, event.FIRE)][-1:]
            work = partial(sheet_under_way, state, begun, exact=exact, seconds=ODDS)
        else:
            try:
                pair = (hexes.parse(here, state.rows), hexes.parse(there, state.rows))
            except ValueError as error:
                raise Refused("invalid", str(error), status=422) from None
            work = partial(sheet_of_pair, state, *pair, exact=exact, seconds=ODDS)
        return await self.questions.odds(work, asking(table, seats))

    async def luck(self, table: Table) -> LuckOfBoth:
        """What the dice of both sides gave against what was to be expected."""
        both = await self.questions.luck(table.game, asking(table, ()))
        top, bottom = (cast(LuckOf, one.as_dict()) for one in both)
        return {"top": top, "bottom": bottom}

    async def ending(self, table: Table) -> Ending:
        """What is told of a battle that is over. Raises Refused while it goes on."""
        if not table.game.battle.over:
            raise Refused("running", "the battle still goes on: its end is told after it")
        return ending(table.game, await self.questions.account(table.game, asking(table, ())))

    async def better(self, table: Table, mistake: int, seats: Collection[int]) -> PlanShown:
        """The better plan of a mistake of a review, step by step. Raises Refused."""
        found = await self.reviewers.mistake(table, mistake)
        game = await self.game_at(table, found["index"], seats)
        side = SIDES.index(found["side"])
        answers = [one["answer"] for one in found["better"]]
        return {"moment": found["index"], "steps": await steps_of(game, side, answers, side)}

    async def picture(self, table: Table) -> bytes:
        """The picture of a table as an onlooker sees it, kept while nothing happens there. Raises Refused."""
        key = (table.game.id, table.game.version)
        found = self._pictures.get(key)
        if found is None:
            scene = scene_of(table.view(None, ()))
            found = self._pictures[key] = await self.questions.picture(scene, asking(table, ()))
            while len(self._pictures) > PICTURES_MOST:
                self._pictures.popitem(last=False)
        return found

    def dice(self, table: Table) -> DiceProof:
        """What the dice of a game are made of; the secrets only when nothing can be foreseen with them."""
        game = table.game
        told = game.battle.over and game.opening.kind == "battle"
        return {
            "commitment": commitment(game.secret, game.id),
            "seed": game.seed.hex() if told else None,
            "salt": game.salt.hex() if told else None,
            "seed_chosen": game.opening.seed_chosen,
            "commitments": by_side(game.shares.committed),
            "shares": by_side(game.shares.given) if told else None,
            "numbered": game.opening.numbered,
            "how": HOW[game.opening.numbered],
        }


def asking(table: Table, seats: Collection[int]) -> Whose:
    """Who asks something at a table: those who hold seats take turns with each other, and come before onlookers."""
    return Whose(f"{table.game.id} {sorted(seats)}", lambda: 0 if seats else 1)
