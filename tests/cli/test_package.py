"""What pip users get: the wheel carries the pages, the tables and the migrations, and serves without Node."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from fnmatch import fnmatch
from pathlib import Path

import pytest
from tools import release, smoke
from tools import wheel as bare
from tools.docs_blocks import Wrong

from hexillum.cli import main
from hexillum.web.store import place

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "MANIFEST.in"):
        shutil.copy(ROOT / name, source / name)
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    build = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", build, str(folder)], cwd=source, check=True, capture_output=True)
    (file,) = folder.glob("hexillum-*.whl")
    with zipfile.ZipFile(file) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def test_the_wheel_carries_everything_that_is_read(wheel: Path) -> None:
    kept = {path.relative_to(wheel).as_posix() for path in wheel.rglob("*") if path.is_file()}
    for folder, pattern in (("data", "*.*"), ("web/static", "*"), ("web/store/migrations", "*.*")):
        there = (ROOT / "src" / "hexillum" / folder).rglob(pattern)
        wanted = {p.relative_to(ROOT / "src").as_posix() for p in there if p.is_file() and "__pycache__" not in p.parts}
        assert wanted and wanted <= kept, wanted - kept


def test_what_the_wheel_says_of_itself_leads_to_what_is_there(wheel: Path) -> None:
    """The repository is named by its address on the web: each link and picture is a file here, at the same path."""
    (about,) = wheel.glob("*.dist-info/METADATA")
    told = about.read_text(encoding="utf-8")
    assert len(release.LINK.findall(told)) > 12 and "Project-URL: Changelog, " in told
    assert release.lost_links(told) == []


def test_the_wheel_serves_the_table_without_node(wheel: Path, tmp_path: Path) -> None:
    env = {
        "PATH": "/nowhere",
        "PYTHONPATH": str(wheel),
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
    }
    command = [sys.executable, "-m", "hexillum.cli", "serve", "--port", "0"]
    server = subprocess.Popen(command, env=env, cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+/", server.stdout.readline())
        assert found
        with urllib.request.urlopen(found[0], timeout=20) as page:
            html = page.read().decode()
        script = re.search(r'src="(/assets/[^"]+\.js)"', html)
        assert script, html
        with urllib.request.urlopen(found[0].rstrip("/") + script[1], timeout=20) as file:
            assert len(file.read()) > 50_000
        assert (tmp_path / ".local" / "share" / "hexillum" / "games.db").is_file()
    finally:
        server.terminate()
        server.wait(timeout=20)


def test_postgresql_without_its_driver_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(place, "find_spec", lambda _name: None)
    words = ["--database", "postgresql://localhost/h", "--key-file", str(tmp_path / "key"), "--port", "0"]
    assert main(["serve", *words]) == 2
    said = capsys.readouterr().err
    assert said == "hexillum: PostgreSQL needs the package psycopg: run pip install 'hexillum[web,postgres]'\n"


def test_the_source_archive_has_all_that_the_repository_has() -> None:
    """MANIFEST.in names every file and folder that lies at the top, but for what no release needs."""
    told = (ROOT / "MANIFEST.in").read_text(encoding="utf-8")
    named = {
        word.split("/")[0]
        for line in told.splitlines()
        if line.startswith(("include", "graft"))
        for word in line.split()[1:]
    }
    ignored = (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    made = {".git", "PKG-INFO", "setup.cfg"}
    for path in ROOT.iterdir():
        if path.name not in named | made and not any(fnmatch(path.name, one.rstrip("/")) for one in ignored):
            raise AssertionError(f"{path.name} is in the repository, and MANIFEST.in does not name it")


def test_each_extra_is_tried_bare() -> None:
    assert set(smoke.TRIALS) - {"core"} <= set(smoke.extras())
    assert {"cli", "web", "postgres", "fast", "plot", "lab", "rl", "ray", "all"} <= set(smoke.TRIALS)


def test_every_tutorial_says_what_to_install() -> None:
    """What ./check all installs to do a tutorial with the bare wheel is what the page tells its reader."""
    assert len(bare.tutorials()) >= 7
    for page in bare.tutorials():
        wanted = bare.extras(page.read_text(encoding="utf-8"))
        assert wanted and set(wanted) <= set(smoke.extras()), page.name


def python_of(folder: Path, finds: Path) -> Path:
    """The programs of an environment whose Python finds the package at a place."""
    programs = folder / "environment" / bare.BINARIES
    programs.mkdir(parents=True)
    (programs / "python").write_text(f"#!/bin/sh\necho '{finds}'\n", encoding="utf-8")
    (programs / "python").chmod(0o755)
    return programs


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands for Python")
def test_a_tutorial_is_not_done_with_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    programs = python_of(tmp_path, ROOT / "src" / "hexillum" / "__init__.py")
    with pytest.raises(Wrong, match="and not from the wheel"):
        bare.alone(programs, tmp_path)
    inside = programs.parent / "lib" / "hexillum" / "__init__.py"
    (programs / "python").write_text(f"#!/bin/sh\necho '{inside}'\n", encoding="utf-8")
    assert "PYTHONPATH" not in bare.alone(programs, tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands for Python")
def test_a_tutorial_is_done_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks that are left out since something is missing are not done."""
    programs = python_of(tmp_path, tmp_path / "environment" / "hexillum" / "__init__.py")
    page = tmp_path / "page.md"
    page.write_text("It needs `hexillum[cli]`.\n\n```sh\ntrue\n```\n\n```sh\ntrue\n```\n", encoding="utf-8")
    monkeypatch.setattr(bare, "environment", lambda *_words: programs)
    assert bare.follow(page, tmp_path / "no.whl", tmp_path).startswith("2 blocks with hexillum[cli]")
    monkeypatch.setattr(bare, "run_page", lambda *_words: 1)
    with pytest.raises(Wrong, match=r"1 of its blocks need what hexillum\[cli\] does not bring"):
        bare.follow(page, tmp_path / "no.whl", tmp_path)


def test_a_tutorial_that_says_nothing_of_it_is_not_done(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```sh\nhexillum --version\n```\n", encoding="utf-8")
    with pytest.raises(Wrong, match="does not say what to install"):
        bare.follow(page, tmp_path / "no.whl", tmp_path)
