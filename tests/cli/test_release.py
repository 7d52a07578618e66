"""Pressing a release: in a repository of its own, with quick checks, it is committed, tagged and told; or refused."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from tools import release

ROOT = Path(__file__).resolve().parents[2]
CHANGELOG = "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A table.\n\n## [0.1.0] - 2026-01-01\n\n- All.\n"
VERSION = '__version__: Final = "0.2.0"\n'
DAY = "2026-12-01"


def git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True).stdout.strip()


def commit(folder: Path, name: str, text: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", f"Change {name}")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository that could be released; its checks pass, and nothing is built or tried."""
    if sys.platform == "win32" or not shutil.which("git"):
        pytest.skip("needs git, and a shell for its checks")
    folder = tmp_path / "project"
    folder.mkdir()
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "Somebody")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "somebody@example.org")
    git(folder, "init", "--quiet", "--initial-branch", "main")
    (folder / "check").write_text('#!/bin/sh\ntest "$1" = all && echo "$@" >> ../checked\n', encoding="utf-8")
    (folder / "check").chmod(0o755)
    (folder / "CITATION.cff").write_text("title: x\nversion: 0.1.0\n", encoding="utf-8")
    (folder / ".gitignore").write_text("dist/\n", encoding="utf-8")
    (folder / "CHANGELOG.md").write_text(CHANGELOG, encoding="utf-8")
    commit(folder, "src/hexillum/core/version.py", VERSION)
    monkeypatch.setattr(release, "ROOT", folder)
    monkeypatch.setattr(release, "DIST", folder / "dist")
    monkeypatch.setattr(release, "build", built)
    for step in ("look_at_wheel", "try_all"):
        monkeypatch.setattr(release, step, lambda *_words, **_more: None)
    return folder


def built(source: Path) -> tuple[Path, Path]:
    """Two archives, one with the changelog that was there when they were made."""
    release.DIST.mkdir(exist_ok=True)
    archives = release.DIST / "hexillum-0.2.0.tar.gz", release.DIST / "hexillum-0.2.0-py3-none-any.whl"
    for archive in archives:
        archive.write_text((source / "CHANGELOG.md").read_text(encoding="utf-8"), encoding="utf-8")
    return archives


def press(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["release.py", *words])
    return release.main()


def untouched(folder: Path) -> bool:
    """Whether nothing was released: no tag, no checks, no archives, the changelog as before."""
    made = [folder.parent / "checked", folder / "dist"]
    text = (folder / "CHANGELOG.md").read_text(encoding="utf-8")
    return not git(folder, "tag") and not any(path.exists() for path in made) and "[0.2.0]" not in text


def test_a_release_is_checked_committed_tagged_and_told(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert press(monkeypatch) == 0
    assert (repository.parent / "checked").read_text(encoding="utf-8") == "all\n"
    assert git(repository, "log", "-1", "--format=%s") == "Release 0.2.0"
    assert git(repository, "rev-parse", "v0.2.0^{commit}") == git(repository, "rev-parse", "HEAD")
    assert git(repository, "cat-file", "-t", "v0.2.0") == "tag"
    assert git(repository, "tag", "--list", "--format=%(contents)").splitlines()[:5] == [
        *("Hexillum 0.2.0", "", "### Added", "", "- A table.")
    ]
    assert not git(repository, "status", "--porcelain")
    changelog = git(repository, "show", "v0.2.0:CHANGELOG.md")
    assert "## [Unreleased]\n\n## [0.2.0] - 20" in changelog and changelog.count("- A table.") == 1
    assert "version: 0.2.0\ndate-released: 20" in git(repository, "show", "v0.2.0:CITATION.cff")
    assert (repository / "dist" / "notes.md").read_text(encoding="utf-8") == "### Added\n\n- A table.\n"
    for archive in (repository / "dist").glob("hexillum-*"):
        assert archive.read_text(encoding="utf-8").strip() == changelog.strip(), "what is built is not what is tagged"


def test_it_is_not_released_twice(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert press(monkeypatch) == 0
    before = git(repository, "rev-parse", "HEAD", "v0.2.0")
    assert press(monkeypatch) == 1
    assert "v0.2.0 is tagged already: name another version" in capsys.readouterr().err
    assert git(repository, "rev-parse", "HEAD", "v0.2.0") == before


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        ("dirty", "there is work that is not committed"),
        ("branch", "this is the branch other: releases are made of main"),
        ("empty", "CHANGELOG.md tells nothing under Unreleased"),
        ("heading", "CHANGELOG.md tells nothing under Unreleased"),
        ("no heading", "CHANGELOG.md has no heading '## [Unreleased]'"),
        ("version", "core/version.py names no version"),
    ],
)
def test_what_stands_against_it_is_told_before_anything_is_done(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], trouble: str, words: str
) -> None:
    match trouble:
        case "dirty":
            (repository / "new.txt").write_text("new", encoding="utf-8")
        case "branch":
            git(repository, "switch", "--quiet", "--create", "other")
        case "empty":
            commit(repository, "CHANGELOG.md", CHANGELOG.replace("### Added\n\n- A table.\n\n", ""))
        case "heading":
            commit(repository, "CHANGELOG.md", CHANGELOG.replace("- A table.\n\n", ""))
        case "no heading":
            commit(repository, "CHANGELOG.md", CHANGELOG.replace("Unreleased", "Soon"))
        case "version":
            commit(repository, "src/hexillum/core/version.py", '__version__ = "next"\n')
    assert press(monkeypatch) == 1
    said = capsys.readouterr().err
    assert words in said and "Traceback" not in said
    assert untouched(repository)


def test_who_presses_it_must_be_known_to_git(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "")
    assert press(monkeypatch) == 1
    assert "refused: git does not know who makes the commit" in capsys.readouterr().err
    assert untouched(repository)


@pytest.mark.parametrize("end", ["exit 1", "echo left > left.txt"])
def test_checks_that_fail_or_leave_something_stop_it(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], end: str
) -> None:
    commit(repository, "check", f"#!/bin/sh\n{end}\n")
    assert press(monkeypatch) == 1
    assert ("this failed" if end == "exit 1" else "the checks left something") in capsys.readouterr().err
    assert untouched(repository)


def test_a_commit_that_git_refuses_leaves_the_files_as_before(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hook = repository / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho not today >&2\nexit 1\n", encoding="utf-8")
    hook.chmod(0o755)
    assert press(monkeypatch) == 1
    assert "git commit: not today" in capsys.readouterr().err
    assert not git(repository, "status", "--porcelain") and not git(repository, "tag")
    os.unlink(hook)
    assert press(monkeypatch) == 0


def test_a_dry_run_says_what_it_would_refuse_and_tags_nothing(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    git(repository, "switch", "--quiet", "--create", "other")
    assert press(monkeypatch, "--dry-run") == 0
    assert "would be refused: this is the branch other" in capsys.readouterr().err
    assert (repository / "dist" / "notes.md").is_file()
    assert not git(repository, "tag") and not git(repository, "status", "--porcelain")


def wheel(folder: Path, about: str, *lost: str) -> Path:
    """A wheel that says this of itself, and has what it needs but for what is lost."""
    path = folder / "hexillum-0.2.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("hexillum-0.2.0.dist-info/METADATA", f"License-Expression: MIT\n{about}")
        for name in set(release.NEEDED) - set(lost):
            file.writestr(f"hexillum/{name}", "")
    return path


def test_a_wheel_that_lacks_what_is_read_or_has_a_dead_link_is_no_release(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    release.look_at_wheel(wheel(tmp_path, readme))
    with pytest.raises(release.Refused, match=r"the wheel lacks web/docs/index\.html"):
        release.look_at_wheel(wheel(tmp_path, readme, "web/docs/index.html"))
    for address in ("docs/table.md", f"{release.HOME}/blob/main/docs/nowhere.md", f"{release.SITE}nowhere.html"):
        with pytest.raises(release.Refused, match=r"lead nowhere: .*(table|nowhere)"):
            release.look_at_wheel(wheel(tmp_path, f"{readme}\n![a]({address})"))
    with pytest.raises(release.Refused, match="lead nowhere"):
        release.look_at_wheel(wheel(tmp_path, f"Project-URL: Changelog, {release.HOME}/blob/main/NEWS.md\n\n{readme}"))
