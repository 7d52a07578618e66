"""What a club starts its servers with: the image, the compose file, the proxy and the unit, as far as can be tried."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from hexillum.cli.app import hexillum
from tests.kit.proxy import Proxy
from tests.web.conftest import Cluster
from tests.web.players import STARTER, Person, Server, Table, bearer, play_on, query

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
IMAGE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
UNIT = (DEPLOY / "hexillum.service").read_text(encoding="utf-8")
CADDY = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
#: On the path, or where the dependency group `lint` has put it.
HADOLINT = shutil.which("hadolint") or shutil.which("hadolint", path=str(Path(sys.executable).parent))
SERVERS = [COMPOSE["services"][name] for name in ("one", "two")]


def options(words: list[str]) -> dict[str, Any]:
    """What `hexillum serve` makes of its words. Raises click.UsageError for those that it does not know."""
    serve = hexillum.get_command(click.Context(hexillum), "serve")
    assert serve is not None
    return serve.make_context("serve", list(words)).params


def filled(word: str) -> str:
    """A word of the compose file with what stands for names and passwords."""
    return re.sub(r"\$\{(\w+)[^}]*\}", lambda found: {"NAME": "games.example"}.get(found[1], "secret"), word)


# ---------------------------------------------------------------------- the files


def test_the_image_is_not_root_writes_to_its_folders_alone_and_tells_how_it_is():
    final = IMAGE[IMAGE.rindex("\nFROM ") :]
    assert re.search(r"^USER 1000$", final, re.MULTILINE)
    assert "PYTHONDONTWRITEBYTECODE=1" in final and "/readyz" in final
    assert "COPY --from=built /opt/hexillum" in final and "COPY . ." not in final and "pip install" not in final
    for path in re.findall(r"^\s+HEXILLUM_\w+=(\S+)", final, re.MULTILINE):
        assert path.startswith("/data/")
    assert options(["--host", "0.0.0.0", "--port", "8000"])["port"] == 8000


@pytest.mark.skipif(HADOLINT is None, reason="there is no hadolint here")
def test_hadolint_finds_nothing_in_the_image():
    told = subprocess.run([str(HADOLINT), str(ROOT / "Dockerfile")], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout) == (0, "")


def test_the_compose_file_has_two_servers_that_share_games_and_key_and_may_do_little():
    assert set(COMPOSE["services"]) == {"one", "two", "database", "proxy"}
    for server in SERVERS:
        assert (
            server["read_only"] and server["cap_drop"] == ["ALL"] and "no-new-privileges:true" in server["security_opt"]
        )
        assert not server.get("ports") and "keys:/keys" in server["volumes"]
        assert server["environment"]["HEXILLUM_KEY_FILE"] == "/keys/server.key"
        assert server["environment"]["HEXILLUM_DATABASE"].startswith("postgresql://")
    written = [[mount for mount in one["volumes"] if mount.endswith(":/data")] for one in SERVERS]
    assert written[0] != written[1]
    for name, service in COMPOSE["services"].items():
        assert "privileged" not in service and service.get("network_mode") != "host"
        assert name == "proxy" or not service.get("ports")
        for mount in service.get("volumes", ()):
            source = mount.split(":")[0]
            assert source in COMPOSE["volumes"] or (DEPLOY / source).exists()
    assert COMPOSE["networks"]["back"]["internal"] and COMPOSE["services"]["database"]["networks"] == ["back"]


def test_the_servers_of_the_compose_file_understand_what_they_are_told_and_believe_the_proxy_alone():
    for server in SERVERS:
        told = options([filled(word) for word in server["command"][1:]])
        assert told["names"] == ("games.example",) and told["log_kind"] == "json" and told["limits"]
        assert told["proxies"] == (COMPOSE["services"]["proxy"]["networks"]["front"]["ipv4_address"],)
    upstream = COMPOSE["services"]["proxy"]["environment"]["SERVERS"].split()
    assert upstream == ["one:8000", "two:8000"]


def test_secrets_stand_in_no_file_of_ours():
    told = (DEPLOY / "example.env").read_text(encoding="utf-8")
    assert re.search(r"^DATABASE_PASSWORD=$", told, re.MULTILINE)
    named = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text(encoding="utf-8")))
    assert named == set(re.findall(r"^(\w+)=", told, re.MULTILINE))


def test_what_machines_ask_is_not_for_strangers_at_the_proxy():
    assert re.search(r"@inside path /metrics /healthz /readyz\s+respond @inside 404", CADDY)
    assert "health_uri /readyz" in CADDY and "{$SERVERS}" in CADDY


@pytest.mark.skipif(shutil.which("caddy") is None, reason="there is no Caddy here")
def test_caddy_understands_its_file():
    words = ["caddy", "validate", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    settings = {**os.environ, "NAME": "localhost:9443", "SERVERS": "127.0.0.1:1 127.0.0.1:2"}
    told = subprocess.run(words, env=settings, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr


def test_the_unit_starts_a_server_that_understands_it_and_may_do_little():
    [line] = re.findall(r"^ExecStart=\S+/hexillum serve (.*)$", UNIT, re.MULTILINE)
    told = options([word.replace("%S", "/var/lib") for word in line.split() if word != "$OPTIONS"])
    assert told["log_kind"] == "json" and told["backups"] == Path("/var/lib/hexillum/backups")
    for setting in ("NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet=", "User=hexillum"):
        assert re.search(rf"^{re.escape(setting)}$", UNIT, re.MULTILINE)
    assert not re.search(r"^MemoryDenyWriteExecute=", UNIT, re.MULTILINE)  # rules are compiled while it runs


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_understands_the_unit_and_finds_it_hardened(tmp_path):
    unit = tmp_path / "hexillum.service"
    unit.write_text(UNIT.replace("/opt/hexillum/bin/hexillum", sys.executable), encoding="utf-8")
    told = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (told.returncode, [line for line in told.stderr.splitlines() if "hexillum" in line]) == (0, [])
    words = ["systemd-analyze", "security", "--offline=true", "--threshold=25", str(unit)]
    rated = subprocess.run(words, capture_output=True, text=True, check=False)
    assert rated.returncode == 0, rated.stdout[-300:]


# ---------------------------------------------------------------------- the same processes, by hand


class Club:
    """Two servers as the compose file starts them, at one PostgreSQL, behind a proxy; `by` is what starts them."""

    def __init__(self, cluster: Cluster, folder: Path, by: Sequence[str] = STARTER) -> None:
        self.by = by
        self.database = cluster.new()
        self.folder = folder
        self.servers = [self.start(words["command"]) for words in SERVERS]
        self.proxy = Proxy([port_of(server) for server in self.servers])

    def start(self, command: list[str]) -> Server:
        """One of them, with what hangs on the machine changed: its port, its folders, and where the proxy is."""
        changed = {"--port": None, "--host": None, "--proxy": "127.0.0.1", "--backups": str(self.folder / "backups")}
        words = [filled(word) for word in command[1:]]
        kept = []
        for word in words:
            name, _, said = word.partition("=")
            value = changed.get(name, said)
            kept += [] if value is None else [name, value]
        return Server(self.database, *kept, "--key-file", str(self.folder / "server.key"), by=self.by)

    def stop(self) -> None:
        """End it all."""
        self.proxy.stop()
        for server in self.servers:
            server.kill()


def port_of(server: Server) -> int:
    """Where a server listens."""
    return int(server.url.rpartition(":")[2])


@pytest.fixture(scope="module")
def club(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """Such a club."""
    made = Club(cluster, tmp_path_factory.mktemp("club"))
    yield made
    made.stop()


def through(club: Club) -> Any:
    """A client that comes through the proxy, as games.example."""
    api = club.servers[0].api()
    api.base_url = club.proxy.url
    api.headers["host"] = "games.example"
    return api


def test_people_play_through_the_proxy_at_whichever_server_and_one_is_started_again_meanwhile(club):
    rng = random.Random(7)
    with through(club) as api:
        assert {api.get("/readyz").status_code for _ in range(4)} == {200}
        page = api.get("/")
        assert page.status_code == 200 and "<!doctype html" in page.text.lower()
        table = Table(api, seed=3)
        people = [Person(club.proxy.url, table.id, table.tokens[side], eyes=side) for side in ("top", "bottom")]
        assert play_on(people, rng, 12) == 12
        assert all(club.proxy.served.values())
        going = club.servers[0]
        going.process.send_signal(signal.SIGTERM)
        going.process.communicate(timeout=30)
        for person in people:
            person.again()
        assert play_on(people, rng, 12) == 12
        version = people[0].view["version"]
        club.servers[0] = club.start(SERVERS[0]["command"])
        club.proxy.servers[0] = port_of(club.servers[0])
        club.proxy.served[club.proxy.servers[0]] = 0
        for person in people:
            person.again()
        assert play_on(people, rng, 12) == 12
        assert people[0].view["version"] > version
        for person in people:
            person.close()
        assert club.proxy.served[club.proxy.servers[0]] > 0
    assert len({query(club.database, "SELECT value FROM meta WHERE name = 'key'")[0][0]}) == 1


def test_the_proxy_is_believed_about_who_asks_and_nobody_else_is(club):
    server = club.servers[1]
    with server.api() as direct, through(club) as api:
        direct.headers["host"] = "games.example"
        codes = []
        for n in range(8):  # a wrong token costs an address twenty of 120
            forged = {**bearer("x" * 43), "x-forwarded-for": f"198.51.100.{n}"}
            codes.append(api.get("/api/admin", headers=forged).status_code)
        assert set(codes) <= {401, 429}  # two servers count by themselves
        more = [api.get("/api/admin", headers=bearer("x" * 43)).status_code for _ in range(8)]
        assert more[-1] == 429
        assert (
            direct.get("/api/admin", headers={**bearer("x" * 43), "x-forwarded-for": "192.0.2.44"}).status_code == 401
        )


def test_the_servers_answer_to_their_name_and_to_probes_by_any(club):
    with club.servers[0].api() as api:
        assert api.get("/readyz", headers={"host": "one:8000"}).status_code == 200
        assert api.get("/api/battles", headers={"host": "one:8000"}).status_code == 400
        assert api.get("/api/battles", headers={"host": "games.example"}).status_code == 200
