"""`hexillum case`: from a file, a pipe, a text or an https address to a case file and a verdict."""

import io
import json
import urllib.error
import urllib.request
from email.message import Message

import pytest

from hexillum.cli import fetching, main
from tests.notation.test_questions import CASE, ISSUE

URL = "https://github.com/hexillum/hexillum/issues/7"


@pytest.fixture
def answers(monkeypatch):
    """Lets the network answer so; tells what was asked for."""
    asked: list[str] = []

    def let(answer):
        class Opener:
            def open(self, request, timeout):
                asked.append(request.full_url)
                if isinstance(answer, Exception):
                    raise answer
                found = io.BytesIO(answer)
                return found

        monkeypatch.setattr(urllib.request, "build_opener", lambda *_: Opener())
        return asked

    return let


def test_a_question_becomes_a_case_file_that_check_runs(tmp_path, capsys):
    issue, kept = tmp_path / "issue.md", tmp_path / "question.yaml"
    issue.write_text(ISSUE)
    assert main(["case", "--from", str(issue), "--out", str(kept)]) == 0
    assert "1 case: 1 as expected" in capsys.readouterr().out
    assert kept.read_text() == CASE
    assert main(["check", str(kept)]) == 0


def test_the_text_itself_and_a_pipe_will_do(monkeypatch, capsys):
    assert main(["case", "--from", ISSUE]) == 0
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(ISSUE.replace("chance 5", "chance 4").encode())))
    assert main(["case", "--from", "-", "--json"]) == 1
    said = json.loads(capsys.readouterr().out.partition("\n{")[2].join(["{", ""]))
    assert not said["cases"][0]["passed"]


def test_an_issue_is_asked_for_as_its_text(answers, tmp_path):
    asked = answers(json.dumps({"body": ISSUE}).encode())
    kept = tmp_path / "question.yaml"
    assert main(["case", "--from", URL, "--out", str(kept)]) == 0
    assert asked == ["https://api.github.com/repos/hexillum/hexillum/issues/7"]
    assert kept.read_text() == f"# from {URL}\n{CASE}"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (urllib.error.URLError("Name or service not known"), "cannot be fetched (Name or service not known)"),
        (urllib.error.HTTPError(URL, 404, "Not Found", Message(), None), "the server answers 404 (Not Found)"),
        (TimeoutError(), "no whole answer within 20 seconds"),
        (ConnectionResetError("reset"), "cannot be fetched (reset)"),
        (b"x" * (fetching.MOST + 2), "is too large: expected at most 1,048,576 bytes"),
        (b"\xff\xfe", "this is not a text in UTF-8"),
        (b"no question", "no case in it"),
    ],
)
def test_what_the_network_does_is_said_in_one_line_and_nothing_is_written(answers, tmp_path, capsys, answer, said):
    answers(answer)
    kept = tmp_path / "question.yaml"
    assert main(["case", "--from", URL, "--out", str(kept)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1 and said in told
    assert not kept.exists()


@pytest.mark.parametrize(
    "source",
    [
        *(
            "http://github.com/a/b/issues/1",
            "file:///etc/passwd",
            "ftp://a/b",
            "https://",
            "https://[x",
            "nowhere.yaml",
        ),
        *("https://u:p@github.com/", "https://a b/", "https://a\x1b[2J/", "https://ex\u00e4mple.org/", "://"),
    ],
)
def test_only_https_is_fetched(answers, capsys, source):
    asked = answers(ISSUE.encode())
    assert main(["case", "--from", source]) == 2
    assert "expected" in capsys.readouterr().err
    assert not asked


def test_a_redirection_to_another_sort_of_address_is_refused():
    follow = fetching._OnlyHttps().redirect_request
    request = urllib.request.Request(URL)
    assert follow(request, io.BytesIO(), 302, "Found", Message(), "https://example.org/x").full_url
    for other in ("http://example.org/x", "file:///etc/passwd"):
        with pytest.raises(ValueError, match="expected an address that begins with https"):
            follow(request, io.BytesIO(), 302, "Found", Message(), other)


def test_a_file_that_is_there_is_left_alone(tmp_path, capsys):
    kept = tmp_path / "question.yaml"
    kept.write_text("mine")
    assert main(["case", "--from", ISSUE, "--out", str(kept)]) == 2
    assert kept.read_text() == "mine" and "is there already" in capsys.readouterr().err


def test_a_case_that_is_not_of_the_notation_is_not_written(tmp_path, capsys):
    kept = tmp_path / "question.yaml"
    assert main(["case", "--from", ISSUE.replace("script:", "scripts:"), "--out", str(kept)]) == 2
    assert not kept.exists()
    assert f"{kept}:" in capsys.readouterr().err.replace("\n", "")
