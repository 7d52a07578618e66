"""The lobby: seats that anybody may take, one's own battles wherever one is, battles to watch, and matches."""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
import uuid
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from ..battle.view_types import SIDES, Result, SideWord, pair
from ..club import talk
from ..club.clocks import DAY, MINUTE, Pace
from .chance import fresh_seed
from .messages import NewGame, Refused
from .messages.lobby import OfferSeat
from .messages.people import HeldSeat
from .seating import Seating, id_of, ratable
from .store import Battle, Full, Offer, Person, Sitting
from .table import TAKEN, by_side, digest
from .wire import (
    BattleRow,
    InLobby,
    Match,
    MyBattle,
    MyBattles,
    OpenSeat,
    Seated,
    SeatOffered,
    SeatTaken,
    Some,
    Sum,
    Who,
)

LIVE_STANDS: Final = 30 * MINUTE  # how long an open seat stands: for a battle at once,
STANDS: Final = 14 * DAY  # and for one by days
FRESH: Final = 1.0  # seconds for which the only server tells the lobby as it was: a whole club looks at it
GUEST: Final = "a guest"
_RESULTS: Final[tuple[Result, Result, Result]] = ("top", "bottom", "draw")
_HOW: Final = {
    "banners": "",
    "resigned": ", by resigning",
    "agreed": ", as agreed",
    "forfeited": ", by forfeit",
    "time": ", on time",
}


class InTheLobby(Seating):
    """What people do in the lobby."""

    _looking: asyncio.Lock
    _looked = float("-inf")  # when the last look into the lobby began, by the monotonic clock,
    _found: tuple[list[Offer], list[BattleRow]] = ([], [])  # what it found,
    _altered = float("-inf")  # and when somebody has changed the lobby here

    async def lobby(self, person: Person | None) -> InLobby:
        """The lobby for who asks: as it is now or, at the only server, as it was a moment ago. Raises StoreError."""
        fresh = time.monotonic() - (0.0 if self.store.shared else FRESH)  # other servers change it, too
        async with self._looking:  # those who wait share the next look
            if self._looked <= max(fresh, self._altered):
                began = time.monotonic()
                watched = [row_of(one) for one in await self.store.lobby.watched()]
                self._looked, self._found = began, (await self.store.lobby.offers(), watched)
            offers, rows = self._found
        return {"now": time.time(), "seats": [_seat(one, person) for one in offers], "watched": rows}

    async def offer(self, wish: OfferSeat, person: Person | None) -> SeatOffered:
        """Put a seat into the lobby. Raises Refused, StoreError."""
        try:
            words = talk.said(wish.words, talk.NOTE_MOST) if wish.words.strip() else ""
        except talk.Unsaid as error:
            raise Refused("wrong_choice", f"words: {error}", status=422) from None
        mine = secrets.randbelow(2) if wish.side == "any" else SIDES.index(wish.side)
        top, bottom = ("person", "friend") if mine == 0 else ("friend", "person")
        table = NewGame(
            battle=wish.battle, scenario=wish.scenario, top=top, bottom=bottom, pace=wish.pace, rated=wish.rated
        )
        opening, players = await self.wished(table)
        ratable(table, person)
        match = uuid.uuid4().hex if wish.match else ""
        opening = replace(opening, match=match)
        openings = [opening, replace(opening, swapped=not opening.swapped)][: 2 if match else 1]
        seated: list[Seated] = []
        try:
            for one in openings:
                seated.append(await self.begin(one, players, fresh_seed(), [mine], wish.share, person, wish.rated))
            games = [one["game"] for one in seated]
            plan = (await self.table(games[0])).game.battle.scenario
            assert plan is not None  # it is one of the library, or was read
            stands = LIVE_STANDS if opening.pace and Pace.read(opening.pace).live else STANDS
            made = Offer(
                uuid.uuid4().hex,
                games[0],
                1 - mine,
                opening.battle,
                plan.name,
                (plan.top.name, plan.bottom.name),
                time.time() + stands,
                games[1] if match else None,
                id_of(person),
                pace=opening.pace,
                level=wish.level,
                words=words,
            )
            await self.store.lobby.offer(made, match, watched=wish.watched)
        except ValueError as error:
            raise Refused("wrong_choice", str(error), status=422) from None
        except Full as error:
            await self._take_away([one["game"] for one in seated])
            raise Refused("full", str(error)) from None
        self._altered = time.monotonic()
        return {"id": made.id, "match": match or None, "tables": [{**one, "invites": {}} for one in seated]}

    async def take_offer(self, id: str, person: Person | None, share: str | None, rated: bool = False) -> SeatTaken:
        """Take an open seat, of a match both; `rated` agrees to a rated one. Raises Refused, StoreError."""
        found = await self._offered(id)
        if found.rated and (person is None or not rated):
            raise Refused("rated", "this seat is for a rated battle: take a name, and say that you want it rated")
        if person is not None and found.person == person.id:
            raise Refused("own_seat", "you have offered this seat yourself: somebody else takes it")
        tokens = {game: secrets.token_urlsafe(32) for game in found.open}
        if not await self.store.lobby.take(found, {game: digest(one) for game, one in tokens.items()}, id_of(person)):
            raise Refused("no_seat", "somebody was faster, or it was withdrawn: this seat is open no more")
        self._altered = time.monotonic()
        match = ""
        for game, side in found.open.items():
            if found.rated:
                await self.store.results.agree(game, [side], True)
            table = await self.table(game)
            await self._settle(table, [side], share)
            table.wake()
            match = table.game.opening.match
        tables: list[Seated] = [
            {"game": game, "tokens": by_side({side: tokens[game]}), "invites": {}} for game, side in found.open.items()
        ]
        return {"match": match or None, "tables": tables}

    async def withdraw(self, id: str, person: Person | None, tokens: Sequence[str]) -> None:
        """Take back an open seat of one's own, and its tables with it. Raises Refused, StoreError."""
        found = await self._offered(id)
        by_name = person is not None and found.person == person.id
        if not by_name:
            table = await self.table(found.game)
            if not table.seats_of(tokens):
                raise Refused("not_yours", "only who offers a seat can withdraw it", status=403)
        if not await self.store.lobby.withdraw(found):
            raise Refused("no_seat", "this seat was taken meanwhile")
        self._altered = time.monotonic()
        await self._take_away(list(found.open), kept=False)

    async def _offered(self, id: str) -> Offer:
        found = await self.store.lobby.offer_of(id)
        if found is None:
            raise Refused("no_seat", "this seat is not open any more: it was taken, or taken back", status=404)
        return found

    async def _take_away(self, games: Sequence[str], *, kept: bool = True) -> None:
        """Let tables go at which nobody has played; `kept` where they are in the store still."""
        if kept:
            await self.store.lobby.drop(games)
        for id in games:
            table = self.in_memory.pop(id, None)
            if table is not None:
                table.send_away(TAKEN)

    # ------------------------------------------------------------------ battles

    async def my_battles(self, person: Person | None, held: Sequence[HeldSeat]) -> MyBattles:
        """The battles of somebody, by his name and by the seats that his browser holds. Raises StoreError.

        A token that proves no seat makes its game one of others, which is left out.
        """
        by_name = [] if person is None else await self.store.lobby.of_person(person.id)
        known = {one.id for one in by_name}
        proofs = {seat.game: frozenset(map(digest, seat.tokens)) for seat in held}
        others = await self.store.lobby.battles([id for id in proofs if id not in known])
        rows: list[tuple[Battle, frozenset[int]]] = []
        for one in [*by_name, *others]:
            sides = frozenset(
                side
                for side, sitting in enumerate(one.seats)
                if (person is not None and sitting.person == person.id) or _proved(sitting, proofs.get(one.id))
            )
            if sides and one.kind == "battle":
                rows.append((one, sides))
        told = [_my_battle(one, sides) for one, sides in rows]
        order = {"running": 0, "waiting": 1, "over": 2}
        told.sort(key=lambda one: (not one["your_move"], order[one["state"]], -one["since"]))
        return {"now": time.time(), "battles": told}

    async def match(self, id: str, person: Person | None, proofs: Collection[str]) -> Match:
        """A match with its sum; `proofs` are digests of what may prove seats. Raises Refused, StoreError."""
        games = await self.store.lobby.match(id)
        if games is None:
            raise Refused("no_match", "there is no such match: the link is wrong or the match is gone", status=404)
        found = {one.id: one for one in await self.store.lobby.battles(games)}
        battles = [found[game] for game in games if game in found]
        return match_of(id, battles, [_held(one, person, proofs) for one in battles])


def _proved(sitting: Sitting, proofs: Collection[str] | None) -> bool:
    token = sitting.token
    return bool(token and proofs and any(hmac.compare_digest(token, one) for one in proofs))


def _held(one: Battle, person: Person | None, proofs: Collection[str]) -> Some[bool]:
    out: Some[bool] = {}
    for side, sitting in enumerate(one.seats):
        if _proved(sitting, proofs) or (person is not None and sitting.person == person.id):
            out[SIDES[side]] = True
    return out


def _seat(one: Offer, person: Person | None) -> OpenSeat:
    yours = person is not None and one.person == person.id
    return {
        "id": one.id,
        "game": one.game if yours else None,
        "battle": one.battle,
        "title": one.title,
        "armies": pair(*one.armies),
        "side": SIDES[one.side],
        "by": one.name,
        "yours": yours,
        "pace": one.pace,
        "pace_words": pace_words(one.pace),
        "level": one.level,  # type: ignore[typeddict-item]
        "words": one.words,
        "rated": one.rated,
        "match": one.second is not None,
        "made_at": one.made_at,
        "until": one.until,
    }


def pace_words(pace: str) -> str:
    """A pace for people.

    >>> pace_words(""), pace_words("30+0")
    ('as long as both like', '30 minutes each')
    """
    return Pace.read(pace).words if pace else "as long as both like"


def row_of(one: Battle) -> BattleRow:
    """A battle for a list; of one of before less is known."""
    stands = one.stands
    outcome = stands.get("outcome")
    asked = stands.get("asked")
    return {
        "game": one.id,
        "title": stands.get("title") or one.battle or "A battle",
        "armies": pair(*stands.get("armies", ("Top", "Bottom"))),
        "seats": pair(*(_who(sitting) for sitting in one.seats)),
        "pace": one.pace,
        "pace_words": pace_words(one.pace),
        "turn": stands.get("turn", 1),
        "banners": pair(*stands.get("banners", (0, 0))),
        "goals": pair(*stands.get("goals", (0, 0))),
        "mover": SIDES[asked] if one.status == "active" and asked is not None else None,
        "begun_at": one.created_at,
        "since": one.acted_at,
        "outcome": None if outcome is None or one.status != "over" else _RESULTS[outcome],
        "how": stands.get("how"),
        "match": one.match or None,
    }


def _who(sitting: Sitting) -> Who:
    if sitting.player == "person":
        return {"player": "person", "name": sitting.name}
    return (
        {"player": "open", "name": ""} if sitting.player == "open" else {"player": "computer", "name": sitting.player}
    )


def _my_battle(one: Battle, sides: Collection[int]) -> MyBattle:
    row = row_of(one)
    side = next(iter(sides)) if len(sides) == 1 else None
    opponent = None if side is None else row["seats"][SIDES[1 - side]]
    waiting = one.status != "over" and any(sitting.player == "open" for sitting in one.seats)
    state = "over" if one.status == "over" else "waiting" if waiting else "running"
    mover = row["mover"]
    yours = state == "running" and mover is not None and SIDES.index(mover) in sides
    told: MyBattle = {
        **row,
        "side": None if side is None else SIDES[side],
        "opponent": opponent,
        "state": state,  # type: ignore[typeddict-item]
        "result": None,
        "your_move": yours,
        "words": "",
    }
    if state == "over" and row["outcome"] is not None and side is not None:
        won = row["outcome"] == SIDES[side]
        told["result"] = "draw" if row["outcome"] == "draw" else "won" if won else "lost"
    told["words"] = _words(told)
    return told


def _words(one: MyBattle) -> str:
    """How a battle of one's own stands, in one phrase."""
    if one["state"] == "waiting":
        return "Nobody has taken the other seat yet"
    if one["state"] == "running":
        if one["your_move"]:
            return "Your move"
        mover = one["mover"]
        return "The dice are awaited" if mover is None else f"{one['armies'][mover]} to move"
    banners = one["banners"]
    how = _HOW.get(one["how"] or "", "")
    if one["side"] is None or one["result"] is None:
        return f"Over, {banners['top']} to {banners['bottom']} banners{how}"
    own, other = banners[one["side"]], banners[SIDES[1 - SIDES.index(one["side"])]]
    return f"{ {'won': 'You won', 'lost': 'You lost', 'draw': 'A draw'}[one['result']] }, {own} to {other} banners{how}"


def match_of(id: str, battles: Sequence[Battle], seats: Sequence[Some[bool]]) -> Match:
    """A match: both keep their seats and change their armies, so a player of it is a side in both battles.

    Wins decide, a draw is half of one; then the banners of both battles.
    """
    rows = [row_of(one) for one in battles]
    sums = [_sum(rows, side) for side in SIDES]
    over = len(rows) == 2 and all(one["outcome"] is not None for one in rows)
    top, bottom = ((one["wins"], one["banners"]) for one in sums)
    winner: Result | None = None
    if over:
        winner = "draw" if top == bottom else "top" if top > bottom else "bottom"
    told = reversed(sums) if winner == "bottom" else sums  # what the winner has comes first
    lead = " to ".join(f"{one['wins']:g} ({one['banners']} banners)" for one in told)
    if winner in SIDES:
        words = f"{sums[SIDES.index(winner)]['name']} wins the match, {lead}"
    else:
        words = f"The match is drawn, {lead}" if over else f"The match stands {lead}"
    return {
        "id": id,
        "battles": rows,
        "sums": sums,
        "over": over,
        "winner": winner,
        "seats": list(seats),
        "words": words,
    }


def _sum(rows: Sequence[BattleRow], side: SideWord) -> Sum:
    wins = sum(1.0 if row["outcome"] == side else 0.5 if row["outcome"] == "draw" else 0.0 for row in rows)
    name = rows[0]["seats"][side]["name"] or GUEST if rows else GUEST
    return {"name": name, "side": side, "wins": wins, "banners": sum(row["banners"][side] for row in rows)}
