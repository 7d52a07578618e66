"""A name comes to another browser by a passkey or a link in a letter: and to nobody's but its owner's."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from hexillum.web import passkeys as of_server
from hexillum.web import people as of_people
from hexillum.web.app import create_app
from hexillum.web.computers import Computers
from hexillum.web.guard import Names
from hexillum.web.mail import Letter, Smtp
from hexillum.web.people import House
from hexillum.web.table import digest
from tests.web.authenticator import HERE, Passkey
from tests.web.kept import check_answer
from tests.web.players import bearer
from tests.web.test_people import Somebody, problem


class Box:
    """A box of letters that were sent, and what fails to send them."""

    def __init__(self) -> None:
        self.letters: list[Letter] = []
        self.fails = False

    def __call__(self, letter: Letter) -> None:
        if self.fails:
            raise OSError("no such server as mail.example for anna@games.example")
        self.letters.append(letter)

    def wait(self, most: int) -> list[Letter]:
        """The letters, once there are so many or some time has gone."""
        end = time.monotonic() + (5 if most else 0.5)
        while len(self.letters) < max(most, 1) and time.monotonic() < end:
            time.sleep(0.01)
        return self.letters


@pytest.fixture(scope="module")
def box() -> Box:
    return Box()


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, box: Box) -> Iterator[TestClient]:
    """A server that is reached as https://games.example, and sends letters."""
    place = str(tmp_path_factory.mktemp("people") / "games.db")
    house = House(post=box)
    app = create_app(place, computers=Computers(1), house=house, names=Names(["games.example"], any_address=True))
    with TestClient(app, base_url=HERE) as made:
        made.event_hooks = {"response": [check_answer]}
        yield made


@pytest.fixture(autouse=True)
def nobody(site: TestClient, box: Box) -> Iterator[None]:
    """No names and no letters are left of one test in the next."""
    yield
    box.letters.clear()
    box.fails = False

    async def clear() -> None:
        async with site.app.state.tables.store._changing() as connection:  # type: ignore[attr-defined]
            await connection.exec_driver_sql("DELETE FROM people")
            await connection.exec_driver_sql("DELETE FROM tickets")

    assert site.portal is not None
    site.portal.call(clear)


def with_passkey(site: TestClient, name: str = "Anna") -> tuple[Somebody, Passkey]:
    """Somebody with a name and a passkey."""
    one, passkey = Somebody(site, name), Passkey()
    made = one.ask("POST", "/api/you/passkeys", passkey.made(question(one, "passkeys")))
    assert made.status_code == 201, made.text
    return one, passkey


def question(one: Somebody, what: str) -> dict[str, Any]:
    """A question to a passkey: to make one, or to sign."""
    answered = one.ask("POST", f"/api/you/{what}/question")
    assert answered.status_code == 200, answered.text
    return dict(answered.json())


def sign_in(one: Somebody, passkey: Passkey, **more: Any) -> Any:
    return one.ask("POST", "/api/you/sign-in", passkey.signed(question(one, "sign-in"), **more))


# ---------------------------------------------------------------- passkeys


def test_a_passkey_brings_a_name_to_another_browser_and_can_be_taken_away(site):
    anna, passkey = with_passkey(site)
    phone = Somebody(site)
    you = sign_in(phone, passkey, label="Safari on iPhone").json()
    assert (you["name"], you["id"]) == ("Anna", anna.you()["id"])
    assert [one["label"] for one in anna.you()["devices"]] == ["Safari on iPhone", ""]
    [kept] = you["passkeys"]
    assert kept["label"] == "Phone"
    assert sign_in(phone, passkey).status_code == 200  # once more changes nothing
    assert phone.ask("DELETE", f"/api/you/passkeys/{kept['id']}").json()["passkeys"] == []
    assert problem(sign_in(Somebody(site), passkey)) == (403, "wrong_passkey")
    assert phone.you()["name"] == "Anna"


def test_games_and_name_are_the_same_on_both_devices(site):
    anna, passkey = with_passkey(site)
    phone = Somebody(site)
    sign_in(phone, passkey)
    game = phone.opens()["game"]
    assert site.get(f"/api/games/{game}").json()["seats"]["top"]["name"] == "Anna"
    anna.ask("PUT", "/api/you", {"name": "Hanna"})
    assert phone.you()["name"] == "Hanna"
    phone.ask("DELETE", "/api/you")
    assert anna.you()["name"] == ""


def test_battles_that_were_laid_out_are_the_same_on_both_devices(site):
    anna, passkey = with_passkey(site)
    phone, stranger = Somebody(site), Somebody(site)
    text = {"text": site.get("/api/battles/akragas/plan").json()["text"]}
    made = site.post("/api/scenarios", json=text, headers=bearer(anna.key)).json()["id"]
    assert problem(site.put(f"/api/scenarios/{made}", json=text, headers=bearer(phone.key))) == (403, "not_yours")
    sign_in(phone, passkey)
    listed = site.get("/api/scenarios", headers=bearer(phone.key)).json()
    assert [one["id"] for one in listed] == [made]
    assert site.put(f"/api/scenarios/{made}", json=text, headers=bearer(phone.key)).json()["yours"]
    assert not site.get(f"/api/scenarios/{made}", headers=bearer(stranger.key)).json()["yours"]
    [first] = [one["id"] for one in phone.you()["devices"] if not one["this"]]
    phone.ask("DELETE", f"/api/you/devices/{first}")
    assert site.get("/api/scenarios", headers=bearer(anna.key)).json() == []
    assert len(site.get("/api/scenarios", headers=bearer(phone.key)).json()) == 1
    assert site.delete(f"/api/scenarios/{made}", headers=bearer(phone.key)).json() == []


def test_a_device_that_was_lost_is_taken_away_from_another(site):
    anna, passkey = with_passkey(site)
    phone = Somebody(site)
    sign_in(phone, passkey)
    [lost] = [one for one in anna.you()["devices"] if not one["this"]]
    assert len(anna.ask("DELETE", f"/api/you/devices/{lost['id']}").json()["devices"]) == 1
    assert phone.you()["name"] == ""


@pytest.mark.parametrize("what", ["passkeys", "sign-in"])
def test_an_answer_of_a_passkey_counts_once(site, what):
    anna, passkey = with_passkey(site)
    phone = Somebody(site)
    if what == "passkeys":
        sent = Passkey().made(question(anna, what))
        assert anna.ask("POST", f"/api/you/{what}", sent).status_code == 201
        again = anna.ask("POST", f"/api/you/{what}", sent)
    else:
        sent = passkey.signed(question(phone, what))
        assert phone.ask("POST", f"/api/you/{what}", sent).status_code == 200
        again = phone.ask("POST", f"/api/you/{what}", sent)
    assert problem(again) == (403, "wrong_passkey")


def test_what_was_signed_for_one_browser_is_worth_nothing_in_another(site):
    _, passkey = with_passkey(site)
    phone, thief = Somebody(site), Somebody(site)
    signed = passkey.signed(question(phone, "sign-in"))
    assert problem(thief.ask("POST", "/api/you/sign-in", signed)) == (403, "wrong_passkey")
    assert thief.you()["name"] == ""
    assert phone.ask("POST", "/api/you/sign-in", signed).status_code == 200  # the thief has not used it up


def test_a_question_is_over_after_its_time(site, monkeypatch):
    anna, passkey = with_passkey(site)
    monkeypatch.setattr(of_server, "SECONDS", -1.0)
    assert problem(sign_in(Somebody(site), passkey)) == (403, "wrong_passkey")
    late = anna.ask("POST", "/api/you/passkeys", Passkey().made(question(anna, "passkeys")))
    assert problem(late) == (403, "wrong_passkey")


def test_a_question_to_make_one_is_none_to_sign_and_the_other_way_round(site):
    anna, passkey = with_passkey(site)
    other = Passkey()
    to_make = question(anna, "passkeys")
    assert problem(anna.ask("POST", "/api/you/sign-in", passkey.signed(to_make))) == (403, "wrong_passkey")
    made = other.made({**to_make, "challenge": question(anna, "sign-in")["challenge"]})
    assert problem(anna.ask("POST", "/api/you/passkeys", made)) == (403, "wrong_passkey")


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://games.example.evil.example"},
        {"origin": "http://games.example"},
        {"site": "evil.example"},
        {"verified": False},
        {"user": "c29tZWJvZHkgZWxzZQ"},
        {"signature": "AAAA"},
        {"signature": "another"},
        {"id": "AAAA"},
        {"client_data": "e30"},
        {"client_data": "bm8ganNvbg"},
        {"authenticator": "AAAA"},
        {"challenge": "A" * 43},
        {"challenge": ["A"]},
        {"uses": -1},
    ],
    ids=str,
)
def test_a_passkey_that_does_not_fit_brings_nothing(site, wrong):
    _, passkey = with_passkey(site)
    thief = Somebody(site)
    sign_in(Somebody(site), passkey)
    asked = question(thief, "sign-in")
    passkey.origin = wrong.pop("origin", passkey.origin)
    passkey.site = wrong.pop("site", passkey.site)
    passkey.uses += wrong.pop("uses", 0)
    asked["challenge"] = wrong.pop("challenge", asked["challenge"])
    if wrong.get("signature") == "another":
        other = Passkey()
        other.id, other.uses = passkey.id, passkey.uses
        wrong = {"signature": other.signed(asked)["signature"]}
    sent = passkey.signed(asked, verified=wrong.pop("verified", True))
    assert problem(thief.ask("POST", "/api/you/sign-in", {**sent, **wrong})) == (403, "wrong_passkey")
    assert thief.you()["name"] == ""


def test_a_passkey_that_is_made_wrongly_is_not_kept(site):
    anna = Somebody(site, "Anna")
    elsewhere = Passkey(origin="https://evil.example")
    for made in (
        elsewhere.made(question(anna, "passkeys")),
        Passkey(site="evil.example").made(question(anna, "passkeys")),
        Passkey().made(question(anna, "passkeys"), verified=False),
        {**Passkey().made(question(anna, "passkeys")), "attestation": "AAAA"},
        {**Passkey().made(question(anna, "passkeys")), "attestation": "n" * 8_000},
        Passkey().made({**question(anna, "passkeys"), "challenge": secrets.token_urlsafe(32)}),
    ):
        assert problem(anna.ask("POST", "/api/you/passkeys", made)) == (403, "wrong_passkey")
    assert anna.you()["passkeys"] == []


def test_nobody_makes_a_passkey_for_another_or_has_anothers_twice(site):
    anna, passkey = with_passkey(site)
    thief = Somebody(site, "Bomilcar")
    made = Passkey().made(question(anna, "passkeys"))
    assert problem(thief.ask("POST", "/api/you/passkeys", made)) == (403, "wrong_passkey")
    same = thief.ask("POST", "/api/you/passkeys", passkey.made(question(thief, "passkeys")))
    assert problem(same) == (409, "wrong_passkey")
    [kept] = anna.you()["passkeys"]
    assert problem(thief.ask("DELETE", f"/api/you/passkeys/{kept['id']}")) == (404, "no_device")
    assert problem(sign_in(thief, passkey, user=None)) == (409, "name_taken")  # he has a name in this browser
    assert thief.you()["name"] == "Bomilcar"


def test_who_is_blocked_or_gone_comes_in_by_no_passkey(site):
    anna, passkey = with_passkey(site)
    people = site.app.state.tables.store.people
    site.portal.call(people.block, "Anna")
    assert problem(sign_in(Somebody(site), passkey)) == (403, "wrong_passkey")
    site.portal.call(people.block, "Anna", False)
    anna.ask("DELETE", "/api/you")
    assert problem(sign_in(Somebody(site), passkey)) == (403, "wrong_passkey")


@pytest.mark.parametrize(
    ("address", "offered"),
    [
        ("https://games.example", True),
        ("https://games.example:8443", True),
        ("http://localhost:8000", True),
        ("http://games.example", False),
        ("https://192.0.2.7", False),
        ("http://127.0.0.1:8000", False),
    ],
)
def test_passkeys_are_offered_where_a_browser_has_them(site, address, offered):
    one = Somebody(site, f"At {address[-4:].strip(':/.')}x")
    ways = one.ask("GET", f"{address}/api/you").json()["ways"]
    assert ways["passkeys"] is offered
    asked = one.ask("POST", f"{address}/api/you/sign-in/question")
    assert asked.status_code == (200 if offered else 409)


def test_without_the_package_there_are_no_passkeys_and_one_sentence_says_why(site, monkeypatch):
    anna, _ = with_passkey(site)
    monkeypatch.setattr(of_server, "there", lambda: False)
    monkeypatch.setattr(of_people, "passkeys_there", lambda: False)
    assert anna.you()["ways"]["passkeys"] is False
    refused = anna.ask("POST", "/api/you/sign-in/question")
    assert problem(refused) == (409, "no_passkeys") and "hexillum[club]" in refused.json()["message"]


def test_no_more_passkeys_are_kept_than_anybody_has(site):
    anna = Somebody(site, "Anna")
    answers = [anna.ask("POST", "/api/you/passkeys", Passkey().made(question(anna, "passkeys"))) for _ in range(22)]
    assert [one.status_code for one in answers].count(201) == 20
    assert problem(answers[-1]) == (409, "full")


# ---------------------------------------------------------------- letters


def link_in(letter: Letter) -> str:
    """The secret of the link in a letter."""
    found = re.search(r"^https://games\.example/you#link=([A-Za-z0-9_-]{43})$", letter.text, re.MULTILINE)
    assert found is not None, letter.text
    return found[1]


def with_mail(site: TestClient, box: Box, name: str = "Anna", mail: str = "anna@games.example") -> Somebody:
    """Somebody with a name and an address of mail that was confirmed."""
    one = Somebody(site, name)
    assert one.ask("PUT", "/api/you/mail", {"mail": mail}).status_code == 202
    used = one.ask("POST", "/api/you/links", {"link": link_in(box.wait(1)[-1])})
    assert used.json()["mail"], used.text
    box.letters.clear()
    return one


def test_a_letter_brings_a_name_to_another_browser(site, box):
    anna = with_mail(site, box)
    phone = Somebody(site)
    answered = phone.ask("POST", "/api/you/letters", {"mail": " Anna@Games.Example"})
    assert answered.status_code == 202
    [letter] = box.wait(1)
    assert letter.to == "anna@games.example" and "Anna" in letter.text
    used = phone.ask("POST", "/api/you/links", {"link": link_in(letter), "label": "Phone"})
    assert used.json()["id"] == anna.you()["id"]
    assert [one["label"] for one in anna.you()["devices"]] == ["Phone", ""]
    assert anna.ask("DELETE", "/api/you/mail").json()["mail"] is False


def test_a_link_is_good_once_and_for_the_browser_only_that_asked(site, box):
    with_mail(site, box)
    phone, thief = Somebody(site), Somebody(site)
    phone.ask("POST", "/api/you/letters", {"mail": "anna@games.example"})
    link = {"link": link_in(box.wait(1)[0])}
    assert problem(thief.ask("POST", "/api/you/links", link)) == (403, "link_over")
    assert phone.ask("POST", "/api/you/links", link).status_code == 200
    assert problem(phone.ask("POST", "/api/you/links", link)) == (403, "link_over")
    assert thief.you()["name"] == ""


def test_to_look_at_a_link_does_not_use_it(site, box):
    """What reads letters for their links before people do asks for the page only."""
    with_mail(site, box)
    phone = Somebody(site)
    phone.ask("POST", "/api/you/letters", {"mail": "anna@games.example"})
    link = link_in(box.wait(1)[0])
    site.get(f"/you?link={link}")
    site.get(f"/api/you/links?link={link}")
    assert phone.ask("POST", "/api/you/links", {"link": link}).status_code == 200


def test_nobody_learns_who_has_which_address(site, box):
    with_mail(site, box)
    phone = Somebody(site)
    known = phone.ask("POST", "/api/you/letters", {"mail": "anna@games.example"})
    unknown = phone.ask("POST", "/api/you/letters", {"mail": "nobody@games.example"})
    assert (known.status_code, known.json()) == (unknown.status_code, unknown.json())
    assert [letter.to for letter in box.wait(1)] == ["anna@games.example"]


def test_the_database_and_the_export_have_no_address(site, box):
    anna = with_mail(site, box)

    async def kept() -> str:
        async with site.app.state.tables.store._reading() as connection:
            return str((await connection.exec_driver_sql("SELECT * FROM people")).all())

    assert "anna@games" not in site.portal.call(kept) + anna.ask("GET", "/api/you/export").text
    assert digest("anna@games.example") not in site.portal.call(kept)


def test_an_address_is_one_names_and_its_owner_must_agree(site, box):
    with_mail(site, box)
    thief = Somebody(site, "Bomilcar")
    thief.ask("PUT", "/api/you/mail", {"mail": "anna@games.example"})
    assert thief.you()["mail"] is False  # nobody has opened the link
    link = {"link": link_in(box.wait(1)[0])}
    assert problem(thief.ask("POST", "/api/you/links", link)) == (409, "name_taken")
    assert thief.you()["mail"] is False


def test_a_letter_to_confirm_confirms_nobody_else(site, box):
    anna, thief = Somebody(site, "Anna"), Somebody(site, "Bomilcar")
    anna.ask("PUT", "/api/you/mail", {"mail": "anna@games.example"})
    link = {"link": link_in(box.wait(1)[0])}
    assert problem(thief.ask("POST", "/api/you/links", link)) == (403, "link_over")
    assert thief.you()["mail"] is False


@pytest.mark.parametrize(
    "mail",
    ["anna", "anna@games.example\nBcc: all@elsewhere.example", "anna@games.example, all@elsewhere.example",
     "Anna <anna@games.example>", "anna@games..example", "@games.example", "änna@games.example",
     "a" * 65 + "@b.example"],
)  # fmt: skip
def test_what_is_no_address_is_refused(site, box, mail):
    assert problem(Somebody(site).ask("POST", "/api/you/letters", {"mail": mail})) == (422, "bad_mail")
    assert box.wait(0) == []


def test_a_box_is_not_filled_by_others(site, box):
    with_mail(site, box)
    for _ in range(8):
        Somebody(site).ask("POST", "/api/you/letters", {"mail": "anna@games.example"})
    time.sleep(0.3)
    assert len(box.letters) == 3


def test_letters_lead_nowhere_but_to_a_name_of_this_server(site, box):
    """Who asks by a number could have his own machine in the letter: nobody checks numbers."""
    with_mail(site, box)
    thief = Somebody(site)
    for address in ("https://192.0.2.66", "http://[2001:db8::66]:8000", "http://localhost:8000", "http://127.0.0.1"):
        asked = thief.ask("POST", f"{address}/api/you/letters", {"mail": "anna@games.example"})
        assert problem(asked) == (409, "no_mail")
    elsewhere = thief.ask("POST", "https://evil.example/api/you/letters", {"mail": "anna@games.example"})
    assert problem(elsewhere) == (400, "other_host")
    assert box.wait(0) == []


def test_a_letter_that_cannot_be_sent_says_nothing_in_the_log(site, box, caplog):
    with_mail(site, box)
    box.fails = True
    assert Somebody(site).ask("POST", "/api/you/letters", {"mail": "anna@games.example"}).status_code == 202
    end = time.monotonic() + 5
    while "could not be sent" not in caplog.text and time.monotonic() < end:
        time.sleep(0.01)
    assert "could not be sent" in caplog.text
    assert "anna@" not in caplog.text and "link=" not in caplog.text


def test_who_is_blocked_gets_no_letter_and_a_link_of_before_is_worth_nothing(site, box):
    with_mail(site, box)
    phone = Somebody(site)
    phone.ask("POST", "/api/you/letters", {"mail": "anna@games.example"})
    link = {"link": link_in(box.wait(1)[0])}
    site.portal.call(site.app.state.tables.store.people.block, "Anna")
    assert problem(phone.ask("POST", "/api/you/links", link)) == (403, "link_over")
    phone.ask("POST", "/api/you/letters", {"mail": "anna@games.example"})
    time.sleep(0.2)
    assert len(box.letters) == 1


def test_a_server_without_mail_says_so(client):
    refused = Somebody(client).ask("POST", "/api/you/letters", {"mail": "anna@games.example"})
    assert problem(refused) == (409, "no_mail")


def test_letters_are_bounded_by_address(tmp_path, box):
    app = create_app(str(tmp_path / "games.db"), computers=Computers(1), bounded=True, house=House(post=box))
    with TestClient(app, base_url=HERE) as client:
        asked = [Somebody(client).ask("POST", "/api/you/letters", {"mail": f"a{n}@b.example"}) for n in range(8)]
    assert [one.status_code for one in asked] == [202] * 5 + [429] * 3


@pytest.mark.parametrize(
    ("address", "sender", "why"),
    [
        ("mail.example", "club@games.example", "expected smtp://"),
        ("http://mail.example", "club@games.example", "expected smtp://"),
        ("smtp://mail.example:x", "club@games.example", "expected smtp://"),
        ("smtp://mail.example/path", "club@games.example", "expected smtp://"),
        ("smtp://mail.example", "", "--mail-from"),
        ("smtp://mail.example", "club@games.example\nBcc: x@y.example", "--mail-from"),
    ],
)
def test_a_server_of_mail_that_is_none_is_refused_in_a_sentence(address, sender, why):
    with pytest.raises(ValueError, match=why):
        Smtp.of(address, sender)


def test_a_server_of_mail_is_read_from_its_address():
    found = Smtp.of("smtps://club%40games.example:p%3Aw@mail.example")
    assert (found.host, found.port, found.tls) == ("mail.example", 465, True)
    assert (found.sender, found.user, found.password) == ("club@games.example", "club@games.example", "p:w")
