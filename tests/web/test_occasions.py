"""What people are told of beside their turn: draws, resigning, time, who has come, matches, rematches, and talk."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping

import pytest

from hexillum.club.notices import title_of
from hexillum.club.occasions import OCCASIONS, occasion_of
from hexillum.web import admin
from hexillum.web.entries import Opening
from hexillum.web.store import Beside, Person
from tests.web.players import query
from tests.web.test_notices import Club, club  # noqa: F401  (a fixture)

Head = dict[str, str]


def both(club: Club) -> tuple[Head, Head, str, dict[str, str]]:  # noqa: F811
    """Two who are told, and a battle of theirs in which Anna, below, has the first turn."""
    anna, bert = club.person("Anna"), club.person("Bert")
    for head in (anna, bert):
        club.add(head)
    path, tokens = club.battle(anna, bert)
    club.look()
    club.sender.sent.clear()
    return anna, bert, path, tokens


def do(club: Club, path: str, tokens: Mapping[str, str], side: str, what: str) -> None:  # noqa: F811
    """Let a side do something beside playing."""
    head = {"authorization": f"Bearer {tokens[side]}"}
    version = club.client.get(path, headers=head).json()["version"]
    sent = {"id": f"{time.time_ns():032x}", "version": version, "seat": side, "body": {"do": what}}
    done = club.client.post(f"{path}/commands", headers=head, json=sent)
    assert done.status_code == 200, done.text


def titles(club: Club) -> list[str]:  # noqa: F811
    """What was sent since, after some looks."""
    for _ in range(3):
        club.look()
    found = [notice.title for _, _, notice in club.sender.sent]
    club.sender.sent.clear()
    return found


def test_every_title_says_what_it_is_about_and_fits_the_queue() -> None:
    for key, one in OCCASIONS.items():
        assert occasion_of(title_of("Nobody: it is over", key)) == one
        assert len(title_of("X" * 200, key)) <= 120
        assert one.body.endswith(".") and one.lasts in ("move", "next", "told")


def test_who_is_away_hears_once_that_the_other_has_resigned(club: Club) -> None:  # noqa: F811
    _, _, path, tokens = both(club)
    do(club, path, tokens, "top", "resign")
    assert titles(club) == ["Akragas: your opponent has resigned"]
    assert query(str(club.notifier.tables.store.url.database), "SELECT count(*) FROM notices WHERE side = 0") == [(0,)]


def test_a_draw_is_told_to_whom_it_is_offered_and_that_it_is_agreed_to_who_offered(
    club: Club,  # noqa: F811
) -> None:
    _, _, path, tokens = both(club)
    do(club, path, tokens, "top", "offer_draw")
    assert titles(club) == ["Akragas: a draw is offered"]
    do(club, path, tokens, "bottom", "accept_draw")
    assert titles(club) == ["Akragas: the draw is agreed"]


def test_a_draw_that_is_declined_at_once_is_told_to_nobody(club: Club) -> None:  # noqa: F811
    _, _, path, tokens = both(club)
    do(club, path, tokens, "top", "offer_draw")
    do(club, path, tokens, "bottom", "decline_draw")
    assert titles(club) == []


def test_what_was_told_at_the_table_is_no_notice(club: Club) -> None:  # noqa: F811
    _, _, path, tokens = both(club)
    with club.client.websocket_connect(f"{path}/live") as line:
        line.send_json({"t": "hello", "tokens": [tokens["bottom"]], "eyes": "bottom"})
        line.receive_json()
        do(club, path, tokens, "top", "resign")
        assert titles(club) == []
    assert titles(club) == []


def test_quiet_hours_hold_back_the_end_as_well(club: Club) -> None:  # noqa: F811
    anna, _, path, tokens = both(club)
    minute = time.gmtime().tm_hour * 60 + time.gmtime().tm_min
    hours = {"begins": (minute - 5) % 1440, "ends": (minute + 60) % 1440, "zone": "UTC"}
    club.client.put("/api/you/notices", headers=anna, json=hours)
    do(club, path, tokens, "top", "resign")
    assert titles(club) == []
    club.client.put("/api/you/notices", headers=anna, json={"zone": "UTC"})
    query(str(club.notifier.tables.store.url.database), "UPDATE notices SET due_at = 0 WHERE state = 'waiting'")
    assert titles(club) == ["Akragas: your opponent has resigned"], "it is news although the battle is over"


def end(club: Club, path: str) -> None:  # noqa: F811
    """Let who runs the server end a battle, from beside it."""

    async def work() -> None:
        store = club.notifier.tables.store
        beside = Beside(str(store.url.database), store.key)
        await beside.open()
        try:
            await admin.end(beside, path.rpartition("/")[2], "the operator", "the club closes")
        finally:
            await beside.close()

    asyncio.run(work())


def test_both_hear_once_that_who_runs_the_server_has_ended_their_battle(club: Club) -> None:  # noqa: F811
    _, _, path, _ = both(club)
    end(club, path)
    assert titles(club) == ["Akragas: the battle is over"] * 2
    sides = query(str(club.notifier.tables.store.url.database), "SELECT side FROM notices WHERE title LIKE '%over'")
    assert sorted(sides) == [(0,), (1,)]
    assert titles(club) == []


def test_who_waits_for_somebody_hears_that_there_is_no_battle_any_more(club: Club) -> None:  # noqa: F811
    anna = club.person("Anna")
    club.add(anna)
    made = club.client.post("/api/games", headers=anna, json={"battle": "akragas", "top": "friend", "bottom": "person"})
    end(club, f"/api/games/{made.json()['game']}")
    assert titles(club) == ["Akragas: the battle is over"]


def test_where_the_operator_ends_a_live_matchs_first_battle_both_are_called_to_the_second(
    club: Club,  # noqa: F811
) -> None:
    anna, bert = club.person("Anna"), club.person("Bert")
    wish = {"battle": "akragas", "side": "bottom", "match": True, "pace": "30+10"}
    made = club.client.post("/api/lobby", headers=anna, json=wish).json()
    club.client.post(f"/api/lobby/{made['id']}/take", headers=bert, json={})
    for head in (anna, bert):
        club.add(head)
    first, second = (one["game"] for one in made["tables"])
    end(club, f"/api/games/{first}")
    club.look()
    told = [(notice.title, notice.tag) for _, _, notice in club.sender.sent]
    assert told == [("Akragas: the second battle is ready", second)] * 2


def joined(club: Club) -> tuple[str, dict[str, str]]:  # noqa: F811
    """A battle that Anna, who is told of things, has opened as the top and Bert has joined: its path and tokens."""
    anna, bert = club.person("Anna"), club.person("Bert")
    club.add(anna)
    wish = {"battle": "akragas", "top": "person", "bottom": "friend"}
    made = club.client.post("/api/games", headers=anna, json=wish).json()
    path = f"/api/games/{made['game']}"
    seat = club.client.post(f"{path}/join", headers=bert, json={"invite": made["invites"]["bottom"]}).json()
    return path, {"top": made["tokens"]["top"], "bottom": seat["token"]}


def test_who_has_offered_a_seat_hears_that_it_is_taken_where_the_other_begins(club: Club) -> None:  # noqa: F811
    path, tokens = joined(club)
    assert titles(club) == ["Akragas: your open seat is taken"]
    club.turn(path, tokens)
    assert titles(club) == ["Akragas: it is your turn"]


def test_what_came_meanwhile_takes_the_place_of_who_has_come(club: Club) -> None:  # noqa: F811
    path, tokens = joined(club)
    club.turn(path, tokens)
    assert titles(club) == ["Akragas: it is your turn"]


def test_both_hear_that_a_battle_of_a_tournament_is_ready(club: Club) -> None:  # noqa: F811
    people = []
    for name in ("Anna", "Bert"):
        head = club.person(name)
        club.add(head)
        people.append(Person(club.client.get("/api/you", headers=head).json()["id"], name))
    opening = Opening("battle", "akragas", pace="1d+3d")
    club.client.portal.call(club.notifier.tables.begin_between, "f" * 32, opening, people, True)  # type: ignore[union-attr]
    assert sorted(titles(club)) == ["Akragas: it is your turn", "Akragas: your battle is ready"]


@pytest.mark.parametrize("pace", ["30+10", "1d+3d"])
def test_the_end_of_a_live_matchs_first_battle_calls_both_to_the_second(club: Club, pace: str) -> None:  # noqa: F811
    anna, bert = club.person("Anna"), club.person("Bert")
    wish = {"battle": "akragas", "side": "bottom", "match": True, "pace": pace}
    made = club.client.post("/api/lobby", headers=anna, json=wish).json()
    taken = club.client.post(f"/api/lobby/{made['id']}/take", headers=bert, json={}).json()
    for head in (anna, bert):
        club.add(head)
    first, second = (one["game"] for one in made["tables"])
    do(club, f"/api/games/{first}", {"top": taken["tables"][0]["tokens"]["top"]}, "top", "resign")
    club.look()
    told = sorted((notice.title, notice.tag) for _, _, notice in club.sender.sent)
    if pace == "1d+3d":
        assert told == [("Akragas: your opponent has resigned", first)]
    else:
        assert told == [("Akragas: the second battle is ready", second)] * 2
    club.sender.sent.clear()
    do(club, f"/api/games/{second}", {"bottom": made["tables"][1]["tokens"]["bottom"]}, "bottom", "resign")
    assert titles(club) == ["Akragas: your opponent has resigned"]


def test_a_rematch_is_told_to_the_other_player_of_the_battle(club: Club) -> None:  # noqa: F811
    anna, bert, path, tokens = both(club)
    do(club, path, tokens, "top", "resign")
    assert len(titles(club)) == 1
    proof = {**bert, "authorization": f"Bearer {tokens['top']}"}
    assert club.client.post(f"{path}/rematch", headers=proof, json={}).status_code < 300
    assert titles(club) == ["Akragas: a rematch is offered"]
    proof = {**anna, "authorization": f"Bearer {tokens['bottom']}"}
    assert club.client.post(f"{path}/rematch", headers=proof, json={}).status_code < 300
    assert "Akragas: a rematch is offered" not in titles(club)


def say(club: Club, path: str, head: Mapping[str, str], token: str, words: str) -> None:  # noqa: F811
    """Say something at a table."""
    proof = {**head, "authorization": f"Bearer {token}"}
    said = club.client.post(f"{path}/talk", headers=proof, json={"words": words})
    assert said.status_code < 300, said.text


def ripen(club: Club) -> None:  # noqa: F811
    """Let the time pass in which more may be said."""
    query(str(club.notifier.tables.store.url.database), "UPDATE notices SET due_at = 0 WHERE state = 'waiting'")


def test_what_is_said_is_one_notice_without_the_words_until_one_answers(club: Club) -> None:  # noqa: F811
    anna, bert, path, tokens = both(club)
    for words in ("Good evening", "Are you there?"):
        say(club, path, bert, tokens["top"], words)
    assert titles(club) == [], "more may be said"
    ripen(club)
    club.look()
    ((_, _, notice),) = club.sender.sent
    assert notice.title == "Akragas: somebody spoke to you"
    assert "evening" not in str(notice) and "Bert" not in str(notice)
    club.sender.sent.clear()
    say(club, path, bert, tokens["top"], "Hello?")
    ripen(club)
    assert titles(club) == [], "she was told, and has not answered"
    say(club, path, anna, tokens["bottom"], "Here I am")
    say(club, path, bert, tokens["top"], "At last")
    ripen(club)
    assert titles(club) == ["Akragas: somebody spoke to you"] * 2, "each of them once"


def test_who_has_muted_the_other_is_not_told_what_he_says(club: Club) -> None:  # noqa: F811
    anna, bert, path, tokens = both(club)
    proof = {**anna, "authorization": f"Bearer {tokens['bottom']}"}
    muted = club.client.put(f"{path}/talk/mute", headers=proof, json={"mute": True})
    assert muted.status_code < 300, muted.text
    say(club, path, bert, tokens["top"], "Good evening")
    ripen(club)
    assert titles(club) == []


def test_who_wants_no_notices_of_talk_has_all_others(club: Club) -> None:  # noqa: F811
    anna, bert, path, tokens = both(club)
    hours = {"begins": None, "ends": None, "zone": "Europe/Rome"}
    assert club.client.get("/api/you/notices", headers=anna).json()["talk"] is True
    told = club.client.put("/api/you/notices", headers=anna, json={**hours, "talk": False}).json()
    assert (told["talk"], told["quiet"]) == (False, hours)
    assert club.client.put("/api/you/notices", headers=anna, json={}).json()["talk"] is False, "that stays as it is"
    say(club, path, bert, tokens["top"], "Good evening")
    ripen(club)
    assert titles(club) == []
    say(club, path, anna, tokens["bottom"], "Good evening")
    ripen(club)
    assert titles(club) == ["Akragas: somebody spoke to you"], "Bert has not switched them off"
    do(club, path, tokens, "top", "resign")
    assert titles(club) == ["Akragas: your opponent has resigned"]


def test_a_notice_of_talk_that_waits_when_they_are_switched_off_goes_nowhere(club: Club) -> None:  # noqa: F811
    anna, bert, path, tokens = both(club)
    say(club, path, bert, tokens["top"], "Good evening")
    club.client.put("/api/you/notices", headers=anna, json={"talk": False})
    ripen(club)
    assert titles(club) == []
    club.client.put("/api/you/notices", headers=anna, json={"talk": True})
    assert titles(club) == []
    say(club, path, anna, tokens["bottom"], "Here I am")
    say(club, path, bert, tokens["top"], "At last")
    ripen(club)
    assert sorted(titles(club)) == ["Akragas: somebody spoke to you"] * 2


def test_who_came_to_the_table_meanwhile_is_not_told_what_was_said(club: Club) -> None:  # noqa: F811
    _, bert, path, tokens = both(club)
    say(club, path, bert, tokens["top"], "Good evening")
    with club.client.websocket_connect(f"{path}/live") as line:
        line.send_json({"t": "hello", "tokens": [tokens["bottom"]], "eyes": "bottom"})
        line.receive_json()
        assert titles(club) == []
    ripen(club)
    assert titles(club) == []


def test_talk_takes_no_notice_of_a_turn_back(club: Club) -> None:  # noqa: F811
    _, bert, path, tokens = both(club)
    assert club.turn(path, tokens) == "top"
    say(club, path, bert, tokens["top"], "Good evening")
    assert titles(club) == ["Akragas: it is your turn"]
