"""The story of a battle as the server tells it."""

from __future__ import annotations

from hexillum.battle.scenarios import names


def test_the_story_of_a_battle_is_told_with_its_page_and_alone(client):
    page = client.get("/api/battles/cannae").json()
    alone = client.get("/api/battles/cannae/story").json()
    assert page["story"] == alone
    assert alone["winner"] == page["armies"]["top"]["name"] == "Carthaginian"
    assert alone["sources"][0].startswith("Polybius 3.")


def test_every_battle_of_the_library_is_told(client):
    assert all(client.get(f"/api/battles/{name}/story").status_code == 200 for name in names())


def test_a_battle_that_nobody_won_has_no_winner(client):
    told = client.get("/api/battles/mantinea/story").json()
    assert (told["won"], told["winner"]) == ("draw", None)


def test_what_is_no_battle_has_no_story(client):
    for name in ("nothing", "%2e%2e", "akragas.toml"):
        answered = client.get(f"/api/battles/{name}/story")
        assert answered.status_code == 404, name
