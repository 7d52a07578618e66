"""Tournaments: who is in, the rounds with their tables, and where everybody stands by the results of those tables.

Nothing is counted twice or lost between servers, since nothing is counted at all before somebody looks: standings are
folded from the matches and the results that lie in the database.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ..battle import scenarios
from ..club.pairing import MOST, Entrant, NoRound, Round, berger, lot, swiss_round
from ..club.ratings import Rating
from ..club.scoring import Match, Score, Seat, Standing, battle_score, bye, half_played, standings, walkover
from .entries import Opening
from .messages import Refused
from .messages.tournaments import NewTournament, RuleMatch
from .people import OPEN, House
from .results import Ratings
from .store import Changed, Entered, Full, Pairing, Person, Result, Tournament, Whole
from .tables import OpenTables
from .timing import paced

FEWEST: Final = 3  # people of a tournament: two play a match
AGAIN: Final = 5  # times that a change is tried anew where others have changed the tournament meanwhile
WHO: Final = ("one", "two")
OWN_MATCHES: Final = "nobody decides his own matches: ask another organiser"


class Club:
    """The tournaments of a server, which the organisers of its house make, or everybody with a name without any."""

    def __init__(self, tables: OpenTables, house: House = OPEN) -> None:
        self.tables = tables
        self.store = tables.store.tournaments
        self.ratings = Ratings(tables.store)
        self.house = house

    def organises(self, person: Person) -> bool:
        """Whether somebody may look into what only organisers see; nobody where there are none."""
        return self.house.leads(person.name)

    # ------------------------------------------------------------------ looking

    async def whole(self, id: str) -> Whole:
        """A tournament. Raises Refused where there is none, StoreError."""
        found = await self.store.whole(id)
        if found is None:
            raise Refused("no_tournament", "there is no such tournament: the link is wrong", status=404)
        return found

    async def results(self, whole: Whole) -> dict[str, Result]:
        """The results of its tables. Raises StoreError."""
        games = [game for one in whole.pairings for game in (one.game, one.other) if game is not None]
        return await self.tables.store.results.of(games)

    def leads(self, seen: Tournament, person: Person | None) -> bool:
        """Whether somebody leads a tournament: who made it does, and the organisers of this server."""
        return person is not None and (person.id == seen.owner or self.organises(person))

    # ------------------------------------------------------------------ people

    async def make(self, person: Person, wish: NewTournament) -> str:
        """A new tournament; its id. Raises Refused."""
        if self.house.organisers and not self.organises(person):
            raise Refused("not_yours", "at this server only its organisers make tournaments: ask one", status=403)
        for battle in wish.battles:
            if battle not in scenarios.names():
                raise Refused("no_battle", f"there is no battle {battle!r} in the library", status=422)
        try:
            return await self.store.make(person.id, **{**wish.model_dump(), "pace": paced(wish.pace)})
        except Full as error:
            raise Refused("full", str(error)) from None

    async def enter(self, id: str, person: Person) -> None:
        """Somebody enters, also a running Swiss, from its next round on. Raises Refused."""

        async def change() -> None:
            whole = await self.whole(id)
            seen = whole.tournament
            if why := not_entering(whole, person.id):
                raise Refused("not_now", why)
            seed = max((one.seed for one in whole.entrants), default=0) + 1
            await self.store.enter(seen, person.id, seed, seen.round + 1)

        await _again(change)

    async def withdraw(self, id: str, person: str) -> None:
        """Somebody leaves: before the start as if he had never been there, later his open battles are lost.

        Raises Refused.
        """

        async def change() -> None:
            whole = await self.whole(id)
            seen = whole.tournament
            entered = _entered(whole, person)
            if entered is None or entered.gone is not None or seen.state == "over":
                raise Refused("not_now", "you are not in this tournament, or it is over")
            found = await self.results(whole)
            own = [one for one in whole.pairings if person in (one.one, one.two)]
            given = [_given(one, found, WHO[one.one == person]) for one in own]
            gone = None if seen.state == "open" else seen.round + 1
            await self.store.withdraw(seen, person, gone, given)

        await _again(change)

    async def remove(self, id: str, leader: Person, person: str) -> None:
        """Who leads a tournament takes somebody out of it. Raises Refused."""
        whole = await self.whole(id)
        self._lead(whole, leader)
        if leader.id != person:
            self._gains_nothing(whole, leader, person, await self.results(whole))
        await self.withdraw(id, person)

    def _gains_nothing(self, whole: Whole, leader: Person, person: str, found: Mapping[str, Result]) -> None:
        """See that who leads a tournament and plays in it wins nothing by taking somebody out. Raises Refused.

        In a Swiss that could be an open match between them. In a round robin all matches of somebody may go from the
        table with him, or those to come are won: both may help whoever plays in it.
        """
        between = tuple(one for one in whole.pairings if {one.one, one.two} == {leader.id, person})
        if undecided(replace(whole, pairings=between), found):
            raise Refused("not_yours", OWN_MATCHES, status=403)
        begun = whole.tournament.sort == "round_robin" and whole.tournament.state != "open"
        if begun and _entered(whole, leader.id) is not None:
            words = "who plays in a round robin takes nobody else out of it once it has begun: ask another organiser"
            raise Refused("not_yours", words, status=403)

    # ------------------------------------------------------------------ rounds

    async def pair(self, id: str, leader: Person, force: bool = False) -> None:
        """Pair the next round, the first one at the start, and set its tables up. Raises Refused."""
        whole = await self.whole(id)
        self._lead(whole, leader)
        seen = whole.tournament
        if seen.state == "over" or (seen.state == "running" and seen.round >= rounds_of(whole)):
            raise Refused("not_now", "all rounds of this tournament are paired")
        if seen.state == "open" and len(whole.entrants) < FEWEST:
            raise Refused("not_now", f"a tournament needs {FEWEST} people at least")
        found = await self.results(whole)
        given = self._closed(whole, leader, found, force)
        seeds = await self._seeds(whole) if seen.state == "open" else [one.person for one in whole.entrants]
        try:
            made = await asyncio.to_thread(next_round, _with(whole, given), found, seeds)
        except NoRound as error:
            raise Refused("not_now", str(error)) from None
        pairings = pairings_of(seen, made, playing(whole))
        try:
            await self.store.pair(seen, pairings, seeds if seen.state == "open" else (), given)
        except Changed:
            raise Refused("stale_version", "the tournament has changed since: look again") from None
        await self.set_up(await self.whole(id))

    async def end(self, id: str, leader: Person, force: bool = False) -> None:
        """End a tournament. Raises Refused."""
        whole = await self.whole(id)
        self._lead(whole, leader)
        if whole.tournament.state == "over":
            raise Refused("not_now", "this tournament is over")
        given = self._closed(whole, leader, await self.results(whole), force)
        await self._rule(whole.tournament, given, "over")

    async def rule(self, id: str, leader: Person, wish: RuleMatch) -> None:
        """Decide a battle of a match, or let its table decide again. Raises Refused."""
        whole = await self.whole(id)
        self._lead(whole, leader)
        at = (wish.round, wish.board)
        one = next((one for one in whole.pairings if (one.round, one.board) == at), None)
        if one is None or one.two is None or whole.tournament.state != "running":
            raise Refused("not_now", "there is no such match to be decided")
        if leader.id in (one.one, one.two):
            raise Refused("not_yours", OWN_MATCHES, status=403)
        changed = replace(one, game_to=wish.to) if wish.battle == 0 else replace(one, other_to=wish.to)
        await self._rule(whole.tournament, [changed])

    async def _rule(self, seen: Tournament, given: Sequence[Pairing], state: str | None = None) -> None:
        try:
            await self.store.rule(seen, given, state)
        except Changed:
            raise Refused("stale_version", "the tournament has changed since: look again") from None

    def _lead(self, whole: Whole, person: Person) -> None:
        if not self.leads(whole.tournament, person):
            raise Refused("not_yours", "only who leads this tournament can do that", status=403)

    def _closed(self, whole: Whole, leader: Person, found: Mapping[str, Result], force: bool) -> list[Pairing]:
        """The matches that are closed by going on: none, or those without a result. Raises Refused without `force`.

        What is left of them is nobody's; of a match of who goes on it is the other's, or he would end what he loses.
        """
        left = undecided(whole, found)
        if left and not force:
            words = "1 match is" if len(left) == 1 else f"{len(left)} matches are"
            raise Refused("not_now", f"{words} not decided: decide them first, or count what is left for nobody")
        return [_given(one, found, _other_of(one, leader.id)) for one in left]

    async def _seeds(self, whole: Whole) -> list[str]:
        """Those who are in by their ratings, newcomers and equals by lot."""
        ratings = await self.ratings.all()
        people = [one.person for one in whole.entrants]
        drawn = whole.tournament.lot
        return sorted(people, key=lambda who: (-ratings.get(who, Rating()).points, lot(drawn, who)))

    # ------------------------------------------------------------------ tables

    async def set_up(self, whole: Whole) -> None:
        """See that the tables of the round are there: those that are stay as they are, and none is played twice."""
        seen = whole.tournament
        people = {one.person: Person(one.person, one.name) for one in whole.entrants}
        wanted = {}
        for one in whole.pairings:
            if one.round == seen.round and one.two is not None and one.game is not None and one.other is not None:
                wanted[one.game] = one.battle, (one.one, one.two)
                wanted[one.other] = one.battle, (one.two, one.one)
        there = await self.tables.store.there(wanted) | (await self.tables.store.results.of(wanted)).keys()
        for game, (battle, both) in wanted.items():
            if game not in there:
                opening = Opening("battle", battle, pace=seen.pace)
                await self.tables.begin_between(game, opening, [people[who] for who in both], seen.rated)

    async def seat(self, id: str, person: Person, game: str) -> tuple[int, str]:
        """The side that somebody commands in a battle of a tournament, and the token of his seat. Raises Refused."""
        whole = await self.whole(id)
        one = next((one for one in whole.pairings if game in (one.game, one.other)), None)
        if one is None or person.id not in (one.one, one.two):
            raise Refused("not_yours", "you have no seat in this battle", status=403)
        side = int((person.id == one.one) == (game == one.other))
        if one.round == whole.tournament.round and whole.tournament.state == "running":
            await self.set_up(replace(whole, pairings=(one,)))
        return side, await self.tables.seat_of(game, side, person)


async def _again(change: Callable[[], Awaitable[None]]) -> None:
    """Make a change; where somebody else was faster, look again and make it anew. Raises Refused."""
    for _ in range(AGAIN):
        try:
            await change()
            return
        except Changed:
            await asyncio.sleep(0)
    raise Refused("stale_version", "many change this tournament now: try again")


def _entered(whole: Whole, person: str) -> Entered | None:
    return next((one for one in whole.entrants if one.person == person), None)


def not_entering(whole: Whole, person: str) -> str:
    """Why somebody cannot enter now; "" where he can."""
    seen, mine = whole.tournament, _entered(whole, person)
    if mine is not None and mine.gone is None:
        return "you are in this tournament already"
    if seen.state == "over" or (seen.state == "running" and seen.round >= seen.rounds):
        return "nobody can enter any more"
    if seen.state == "running" and seen.sort == "round_robin":
        return "nobody can enter a round robin that has begun"
    if mine is None and len(whole.entrants) >= MOST:
        return f"{MOST} people are in this tournament: there is no room for more"
    return ""


# ---------------------------------------------------------------------- what follows from matches and results


def rounds_of(whole: Whole) -> int:
    """How many rounds there are: in a round robin as many as it takes that everybody meets everybody."""
    if whole.tournament.sort == "swiss":
        return whole.tournament.rounds
    size = len(whole.entrants)
    return max(1, size - 1 + size % 2)


def score_of(one: Pairing, place: int, result: Result | None) -> Score | None:
    """The score of the first or the second battle of a match; None while it is open."""
    goals = (one.top_goal, one.bottom_goal) if place == 0 else (one.bottom_goal, one.top_goal)
    given = one.game_to if place == 0 else one.other_to
    if given is not None:
        return walkover(None if given == "nobody" else 0 if given == "one" else 1, goals)
    if result is None:
        return None
    taken = (result.top_banners, result.bottom_banners)
    winner: Seat | None = None if result.winner is None else 0 if result.winner == place else 1
    banners = taken if place == 0 else (taken[1], taken[0])
    return battle_score(winner, banners, goals, by_banners=result.how == "banners")


def match_of(one: Pairing, found: Mapping[str, Result]) -> Match:
    """A match as it counts, with those of its battles that are decided."""
    if one.two is None and one.game_to is None:
        return bye(one.round, one.one, ((one.top_goal, one.bottom_goal), (one.bottom_goal, one.top_goal)))
    scores = [score_of(one, n, found.get(game or "")) for n, game in enumerate((one.game, one.other))]
    return Match(one.round, one.one, one.two, tuple(score for score in scores if score is not None))


def undecided(whole: Whole, found: Mapping[str, Result]) -> list[Pairing]:
    """The matches of which a battle is open."""
    return [one for one in whole.pairings if not match_of(one, found).decided]


def _given(one: Pairing, found: Mapping[str, Result], to: str) -> Pairing:
    """A match whose open battles are given to somebody, or to nobody."""
    if one.two is None:
        return one
    left = [score_of(one, n, found.get(game or "")) is None for n, game in enumerate((one.game, one.other))]
    return replace(one, game_to=to if left[0] else one.game_to, other_to=to if left[1] else one.other_to)


def _other_of(one: Pairing, person: str) -> str:
    """To whom what is left of a match is given where somebody breaks it off: the other one of it, else nobody."""
    return WHO[one.one == person] if person in (one.one, one.two) else "nobody"


def _with(whole: Whole, given: Sequence[Pairing]) -> Whole:
    changed = {(one.round, one.board): one for one in given}
    return replace(whole, pairings=tuple(changed.get((one.round, one.board), one) for one in whole.pairings))


def annulled(whole: Whole, matches: Sequence[Match]) -> frozenset[str]:
    """Those who left a round robin before half of it: none of their matches counts."""
    if whole.tournament.sort == "swiss":
        return frozenset()
    rounds = rounds_of(whole)
    left = [one.person for one in whole.entrants if one.gone is not None]
    return frozenset(who for who in left if not half_played(who, matches, rounds))


def standings_of(whole: Whole, found: Mapping[str, Result]) -> tuple[list[Standing], list[Match], frozenset[str]]:
    """Where everybody stands, with the matches that count and those whose matches do not."""
    matches = [match_of(one, found) for one in whole.pairings]
    out = annulled(whole, matches)
    matches = [one for one in matches if not {one.first, one.second} & out]
    seeds = {one.person: one.seed for one in whole.entrants}
    return standings([who for who in seeds if who not in out], matches, seeds), matches, out


def playing(whole: Whole) -> list[str]:
    """Those who are paired in the next round: who has left, or has no name any more, is not."""
    return [one.person for one in whole.entrants if one.there and one.plays(whole.tournament.round + 1)]


def next_round(whole: Whole, found: Mapping[str, Result], seeds: Sequence[str]) -> Round:
    """Who meets whom in the next round; `seeds` are all in the order of the start. Raises NoRound.

    In a round robin those who have left are still in it: nobody else meets another opponent for that.
    """
    if whole.tournament.sort == "round_robin":
        return berger(seeds)[whole.tournament.round]
    places, matches, _ = standings_of(whole, found)
    number = {who: n for n, who in enumerate(seeds)}
    rows = sorted(places, key=lambda one: (*(-value for value in one.order), number[one.who]))
    rank = {one.who: n for n, one in enumerate(rows)}
    points = {one.who: one.points for one in places}
    met: dict[str, set[str]] = {who: set() for who in rank}
    byes = set()
    for match in matches:
        if match.second is None:
            byes.add(match.first)
        else:
            met[match.first].add(match.second)
            met[match.second].add(match.first)
    entrants = [Entrant(who, points[who], rank[who], frozenset(met[who]), who in byes) for who in playing(whole)]
    return swiss_round(entrants)


def pairings_of(seen: Tournament, made: Round, here: Collection[str]) -> list[Pairing]:
    """The matches of a round with the ids of the games that they are to be played in; `here` are those who play.

    In a round robin a match against somebody who has left is won, and a bye, which everybody has once, is nothing.
    """
    battle = seen.battles[seen.round % len(seen.battles)]
    plan = scenarios.load_scenario(battle)
    out = []
    for board, (one, two) in enumerate([*made.pairs, *([(made.bye, None)] if made.bye is not None else [])], 1):
        pair = Pairing(seen.round + 1, board, one, two, battle, plan.top.banners, plan.bottom.banners)
        if two is not None and {one, two} <= set(here):
            pair = replace(pair, game=uuid.uuid4().hex, other=uuid.uuid4().hex)
        elif two is not None or seen.sort == "round_robin":
            to = "nobody" if two is None else "one" if one in here else "two" if two in here else "nobody"
            pair = replace(pair, game_to=to, other_to=to)
        out.append(pair)
    return out
