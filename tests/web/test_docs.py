"""The documentation that the server serves: by its own policy, nothing outside of its folder; what is said without."""

from __future__ import annotations

import pytest

from hexillum.core.rulebook import rules
from hexillum.web.guard import HEADERS
from hexillum.web.routes import docs


@pytest.fixture
def built(tmp_path, monkeypatch):
    """A documentation of two pages."""
    folder = tmp_path / "docs"
    (folder / "rules").mkdir(parents=True)
    (folder / "index.html").write_text("<title>Hexillum</title><script>let a = 1</script>", encoding="utf-8")
    (folder / "rules" / "index.html").write_text("<title>The rule book</title>", encoding="utf-8")
    (folder / "rules" / "rt.html").write_text('<h2 id="rt-24">RT-24</h2>', encoding="utf-8")
    (tmp_path / "secret.html").write_text("secret", encoding="utf-8")
    monkeypatch.setattr(docs, "BUILT", folder)
    return folder


@pytest.fixture
def unbuilt(tmp_path, monkeypatch):
    monkeypatch.setattr(docs, "BUILT", tmp_path / "nothing")


@pytest.mark.parametrize(
    ("path", "words"),
    [("/docs", "Hexillum"), ("/docs/rules/", "book"), ("/docs/rules", "book"), ("/docs/rules/rt.html", "RT-24")],
)
def test_pages_are_served(client, built, path, words):
    answered = client.get(path)
    assert answered.status_code == 200
    assert words in answered.text


def test_their_scripts_run_by_digest_and_nothing_else_inline(client, built):
    policy = client.get("/docs/").headers["content-security-policy"]
    script = policy.split("script-src")[1].split(";")[0]
    assert "'sha256-" in script
    assert "unsafe" not in script
    assert "http" not in policy
    assert client.get("/docs/rules/").headers["content-security-policy"].count("sha256") == 0


@pytest.mark.parametrize("path", ["/", "/rules", "/api/health"])
def test_other_pages_keep_their_strict_policy(client, built, path):
    assert client.get(path).headers["content-security-policy"] == HEADERS["content-security-policy"]


@pytest.mark.parametrize(
    "path", ["/docs/../secret.html", "/docs/%2e%2e/secret.html", "/docs/..%2fsecret.html", "/docs/%00"]
)
def test_nothing_outside_of_the_folder_is_served(client, built, path):
    assert "secret" not in client.get(path).text.replace("secret.html", "")


def test_a_rule_has_an_address_that_leads_to_its_anchor(client, built):
    for path in ("/docs/rules/RT-24", "/docs/rules/rt-24"):
        answered = client.get(path, follow_redirects=False)
        assert answered.status_code == 307
        assert answered.headers["location"] == "/docs/rules/rt.html#rt-24"
    assert client.get("/docs/rules/RT-99").status_code == 404
    assert all(docs.rule_address(id) for id in rules())


def test_without_documentation_a_page_says_so_and_rules_are_still_there(client, unbuilt):
    answered = client.get("/docs/tutorials/odds.html")
    assert answered.status_code == 404
    assert "not built" in answered.text
    assert 'href="/rules"' in answered.text
    assert client.get("/docs/rules/rt-24", follow_redirects=False).headers["location"] == "/rules/RT-24"
    assert HEADERS.keys() <= set(answered.headers)
