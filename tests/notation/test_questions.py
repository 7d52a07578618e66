"""Rules questions become case files: whatever stands in an issue, and however hostile its text is."""

import json

import pytest

from hexillum.notation.cases import CaseError, run_case
from hexillum.notation.cases.questions import NoCase, question_cases, question_text
from hexillum.notation.cases.reading import BYTES_MOST

CASE = """case: light troops before an auxilia
setup:
  units:
    - top    E5 auxilia 4
    - bottom F5 heavy-infantry 4
  active: bottom
script:
  - close F5xE5
expect:
  pending: chance 5
"""
ISSUE = f"### The case\n\n```yaml\n{CASE}```\n\n### What should happen, and where that stands\n\nChapter 8\n"


@pytest.mark.parametrize(
    "text",
    [
        ISSUE,
        ISSUE.replace("\n", "\r\n"),
        CASE,
        "\ufeff" + ISSUE,
        ISSUE.replace("```yaml", "~~~yml").replace("```", "~~~"),
        ISSUE.replace("```", "`````"),
        "> I ask:\n>\n" + "".join(f"> {line}\n" for line in ISSUE.splitlines()),
        "- a list\n\n" + "".join(f"    {line}\n" for line in ISSUE.splitlines()),
        json.dumps({"number": 7, "body": ISSUE}),
        f"<!DOCTYPE html><html><p>case: no</p><pre><code>{CASE.replace('-', '&#45;')}</code></pre></html>",
        f"```\nhexillum check x\n```\n{ISSUE}```python\nsetup: {{}}\n```\n",
        f"an unclosed block\n```yaml\n{CASE}",
    ],
    ids=["form", "CRLF", "bare", "mark", "tildes", "long", "mail", "list", "json", "page", "others", "unclosed"],
)
def test_a_case_is_found_wherever_it_stands(text):
    (case,) = question_cases(question_text(text), "the case")
    assert run_case(case).passed


def test_several_blocks_are_several_cases_and_a_wrong_expectation_fails():
    found = question_cases(question_text(ISSUE + ISSUE.replace("chance 5", "chance 4")), "the case")
    assert [run_case(case).passed for case in found] == [True, False]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "only words",
        "```yaml\nunits: []\n```",
        "```python\ncase: x\n```",
        json.dumps({"body": None}),
        '{"body": ' * 3000,
        "<html>" + "<pre>" * 5000,
        "```\n" * 20_000,
        "`" * 200_000,
        "> " * 100_000,
    ],
)
def test_where_no_case_stands_that_is_said(text):
    with pytest.raises(NoCase, match="no case in it"):
        question_text(text)


def test_too_much_is_said():
    with pytest.raises(NoCase, match="too large"):
        question_text(f"```yaml\ncase: {'x' * BYTES_MOST}\n```")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("case: [", "the case:1: is not valid YAML"),
        ("case: x\nscript: [close A1xA2]\nwat: 1", "the case:3: unknown key 'wat'"),
        ("case: &a [*a]\nscript: []", "the case:1"),
        ("case: " + "[" * 100, "the case:1"),
        ("case: !!python/object/apply:os.system [ls]\nscript: []", "the case:1"),
        ('case: "\\e[2Jgone"\nscript: []', "the case:1: has characters that cannot be seen"),
        ('case: x\nnote:\n - "\\u202ebackward"\nscript: []', "the case:3: has characters that cannot be seen"),
        ('? "k\\e"\n: 1', "cannot be seen"),
        ("# nothing", "the case:1: has no case"),
    ],
)
def test_what_is_not_of_the_notation_is_refused_with_its_line(text, said):
    with pytest.raises(CaseError) as found:
        question_cases(text, "the case")
    assert said in str(found.value)
