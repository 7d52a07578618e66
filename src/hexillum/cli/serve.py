"""`hexillum serve`: the table in the browser."""

from __future__ import annotations

import errno
import ipaddress
import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import click

from ..compiled import cache
from .notice_options import notice_options, notice_rules
from .output import remark
from .public import tell_public
from .threads import threads

if TYPE_CHECKING:
    import uvicorn
    from fastapi import FastAPI

    from ..web.front import Door
    from ..web.guard import Names
    from ..web.store import Store

PORT: Final = 8000
HERE: Final = "127.0.0.1"


@click.command(
    short_help="Play in the browser: start the server.",
    epilog="Examples: 'hexillum serve' · 'hexillum serve --public' · "
    "'hexillum serve --port 8080 --database games.db' · "
    "'hexillum serve --database postgresql://localhost/hexillum' · 'hexillum serve --player hasty=my_player.py:Hasty'",
)
@click.option("--host", default=HERE, show_default=True, help="The address to listen on; 0.0.0.0 for all.")
@click.option(
    "--public",
    is_flag=True,
    help="Let others in: listen on all addresses, and tell those of this machine, with a code for phones.",
)
@click.option("--port", type=click.IntRange(0, 65535), help=f"The port; 0 takes any that is free.  [default: {PORT}]")
@click.option(
    "--database",
    envvar="HEXILLUM_DATABASE",
    metavar="FILE|URL",
    help="Where games are kept: a file, or the address of PostgreSQL.  [default: in your data folder]",
)
@click.option(
    "--key-file",
    envvar="HEXILLUM_KEY_FILE",
    metavar="FILE",
    help="The key that seals the secrets of running battles; made where it is not there.  "
    "[default: in your configuration folder]",
)
@click.option(
    "--new-key",
    is_flag=True,
    help="Go on with a database whose key is lost: battles that are not over can then only be read.",
)
@click.option("--open/--no-open", "opening", default=False, help="Open the page in a browser.")
@click.option(
    "--thinkers",
    type=click.IntRange(1, 64),
    default=2,
    show_default=True,
    help="How many processes think for computer players.",
)
@threads
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="NAME=FILE.py:CLASS",
    help="Let people play against a player of your own, by a name; NAME alone is one that is installed.",
)
@click.option("--players", "list_of_players", metavar="FILE", help="The same by a list, with words for each of them.")
@click.option(
    "--player-seconds",
    type=click.FloatRange(0.1, 600),
    default=10.0,
    show_default=True,
    help="How long a player of your own may take for an answer; then it has lost.",
)
@click.option(
    "--names",
    "wanted",
    type=click.Choice(["optional", "required"]),
    default="optional",
    show_default=True,
    help="Whether who plays must have a name; guests may watch in either case.",
)
@click.option(
    "--registration",
    type=click.Choice(["open", "invited"]),
    default="open",
    show_default=True,
    help="Whether everybody may take a name, or who has an invitation.",
)
@click.option(
    "--mail",
    envvar="HEXILLUM_MAIL",
    metavar="URL",
    help="Send letters that bring a name to another device, by smtp://USER:PASSWORD@HOST:PORT; better told by "
    "HEXILLUM_MAIL, which nobody else on the machine sees.",
)
@click.option("--mail-from", "sender", envvar="HEXILLUM_MAIL_FROM", metavar="ADDRESS", help="From whom letters are.")
@notice_options
@click.option(
    "--organiser",
    "organisers",
    multiple=True,
    metavar="NAME",
    help="Only these names, given by invitation, make tournaments and see what only organisers see.  "
    "[default: every name makes them]",
)
@click.option("--allow", "names", multiple=True, metavar="NAME", help="Also answer to this name, such as a proxy's.")
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="Believe the proxy at this address (or network) who comes through it.",
)
@click.option(
    "--log",
    "log_kind",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How the log is written, to the output for errors; nothing secret is in it.",
)
@click.option("--log-requests", is_flag=True, help="Tell every request in the log, not only those that went wrong.")
@click.option(
    "--keep-days",
    type=click.FloatRange(0, min_open=True),
    metavar="DAYS",
    help="Let go of battles so long after they are over.  [default: never]",
)
@click.option(
    "--keep-idle-days",
    type=click.FloatRange(0, min_open=True),
    metavar="DAYS",
    help="Let go of battles that nobody has ended, and at which nothing was done for so long.  [default: never]",
)
@click.option(
    "--export-old",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write what is let go of into files there before.",
)
@click.option(
    "--backups",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Where copies of the database go that admins make on their page.  [default: none are made there]",
)
@click.option("--limits/--no-limits", default=True, help="Bound what one address, and one seat, may ask.")
def serve(
    host: str,
    public: bool,
    port: int | None,
    database: str | None,
    key_file: str | None,
    new_key: bool,
    opening: bool,
    thinkers: int,
    players: tuple[str, ...],
    list_of_players: str | None,
    player_seconds: float,
    wanted: Literal["optional", "required"],
    registration: Literal["open", "invited"],
    organisers: tuple[str, ...],
    mail: str | None,
    sender: str | None,
    ways: tuple[str, ...],
    hosts: tuple[str, ...],
    pushes: tuple[str, ...],
    contact: str | None,
    names: tuple[str, ...],
    proxies: tuple[str, ...],
    log_kind: Literal["text", "json"],
    log_requests: bool,
    keep_days: float | None,
    keep_idle_days: float | None,
    export_old: Path | None,
    backups: Path | None,
    limits: bool,
) -> int:
    """Play in the browser: start the server and open its page.

    Every game is saved as it is played, and can be continued after the server was started again. Several servers may
    share one PostgreSQL database.
    """
    needs_packages()
    from ..battle.editions import close
    from ..web.app import create_app
    from ..web.computers import Computers
    from ..web.front import OF_ADDRESS, Door, room
    from ..web.logs import set_up
    from ..web.mail import Smtp
    from ..web.people import House
    from ..web.reach import LOOPBACK, Reach
    from ..web.retention import Keep
    from ..web.roster import roster
    from ..web.stopping import Server

    set_up(log_kind, requests=log_requests)
    if public:
        host = _everywhere(host)
    post = Smtp.of(mail, sender or "") if mail else None
    for proxy in proxies:
        _network(proxy)
    notices = notice_rules(ways, hosts, pushes, contact)
    own = roster(players, list_of_players, player_seconds)
    place = database or str(_own_folder() / "games.db")
    listening = _listen(host, PORT if port is None else port, free=port is None and opening)
    store = _opened(place, key_file, new_key, listening)
    close()
    reach = Reach(host, listening.getsockname()[1])
    house = House(names=wanted, registration=registration, organisers=organisers, post=post, reach=reach)
    app = create_app(
        store,
        computers=Computers(thinkers),
        bounded=limits,
        names=_names(host, names),
        own=own,
        house=house,
        notices=notices,
        keep=Keep(keep_days, keep_idle_days, export_old),
        backups=backups,
    )
    door = Door(room(), of_address=OF_ADDRESS if limits else None, proxies=proxies)
    shown = host if host != "0.0.0.0" else socket.gethostname()
    address = next(iter(reach.addresses()), "") if public else ""
    address = address or f"http://{shown}:{reach.port}/"
    if public:
        tell_public(reach, address)
    elif host not in LOOPBACK:
        remark("open to the network without encryption: put a proxy with TLS in front of it", log_kind, style="yellow")
    click.echo(f"Hexillum is at {address}")
    remark(f"games are kept in {without_password(place)}; Ctrl-C ends the server", log_kind)
    _run(Server(_config(app, door, proxies), app.state.tables), listening, address, opening)
    return 0


def _everywhere(host: str) -> str:
    """What --public listens on. Raises ValueError where another address was named."""
    if host not in (HERE, "0.0.0.0"):
        raise ValueError(f"--public listens on all addresses, and --host {host} on one: leave one of them out")
    return "0.0.0.0"


def _network(proxy: str) -> None:
    """Refuse what is no address of a proxy, and no network of some. Raises ValueError."""
    try:
        ipaddress.ip_network(proxy, strict=False)
    except ValueError:
        raise ValueError(f"--proxy {proxy}: expected an address or a network, such as 10.0.0.0/24") from None


def _opened(place: str, key_file: str | None, new_key: bool, listening: socket.socket) -> Store:
    """The store of a database that can be used. Raises ValueError, and listens no more, where it cannot."""
    import asyncio

    from ..web.store import Key, Store, StoreError

    try:
        store = Store(place, Key(key_file), new_key=new_key)
        asyncio.run(_try(store))
    except StoreError as error:
        listening.close()
        raise ValueError(str(error)) from None
    return store


def _names(host: str, others: tuple[str, ...]) -> Names:
    """What the server answers to: its own names, and those that the operator allows."""
    from ..web.guard import Names
    from ..web.reach import EVERYWHERE

    everywhere = host in EVERYWHERE
    own = (socket.gethostname(), f"{socket.gethostname()}.local") if everywhere else (host,)
    return Names([*own, *others], any_address=everywhere)


def _config(app: FastAPI, door: Door, proxies: tuple[str, ...]) -> uvicorn.Config:
    """How the application is served, through its door."""
    import uvicorn

    from ..web.front import NEXT_WITHIN, PING_EVERY, PONG_WITHIN, protocols
    from ..web.messages import MESSAGE_MOST
    from ..web.stopping import GOING

    http, ws = protocols(door)
    return uvicorn.Config(
        app,
        http=http,
        ws=ws,
        log_config=None,  # it is written as all the others
        log_level="error",  # what strangers send is no news
        access_log=False,
        ws_max_size=4 * MESSAGE_MOST,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PONG_WITHIN,
        ws_per_message_deflate=False,
        timeout_keep_alive=NEXT_WITHIN,
        timeout_graceful_shutdown=GOING,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        server_header=False,
    )


def _run(server: uvicorn.Server, listening: socket.socket, address: str, opening: bool) -> None:
    """Serve until Ctrl-C."""
    sys.stdout.flush()
    if opening:
        import threading
        import webbrowser

        threading.Timer(1.0, webbrowser.open, (address,)).start()
    from ..web import garbage

    cache.start(groups=cache.AT_TABLE)  # players think more by compiled rules, and odds are told sooner
    garbage.wait()
    server.run(sockets=[listening])


async def _try(store: Store) -> None:
    """See that the database can be used, so that a wrong one is one clear line; its file is this server's then."""
    await store.open()
    await store.close(hold=True)


def _listen(host: str, port: int, free: bool) -> socket.socket:
    """A socket that listens; with `free` the next free port where the usual one is taken. Raises ValueError."""
    for one in range(port, port + (20 if free else 1)):
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            listening = socket.create_server((host, one), family=family, backlog=512)
            listening.set_inheritable(True)
            return listening
        except OSError as error:
            reason = error
    words = {
        errno.EADDRINUSE: f"port {port} is in use: choose another with --port, or 0 for any",
        errno.EACCES: f"port {port} may not be used: choose one from 1024 on with --port",
    }
    raise ValueError(words.get(reason.errno or 0, f"cannot listen at {host}: {reason.strerror or reason}"))


def data_folder() -> Path:
    """The folder of this user's games."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "hexillum"


def _own_folder() -> Path:
    """That folder, which nobody else may look into. Raises ValueError where it cannot be had."""
    from ..web.store import make_private

    folder = data_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        make_private(folder)
    except OSError as error:
        raise ValueError(f"games cannot be kept in {folder} ({error.strerror or error}): name a --database") from None
    return folder


def without_password(place: str) -> str:
    """A database in words that anybody may read."""
    from ..web.store import address

    return address(place).render_as_string(hide_password=True) if "://" in place else place


def needs_packages() -> None:
    """Say clearly what is missing."""
    try:
        import cryptography  # noqa: F401
        import fastapi  # noqa: F401
        import sqlalchemy  # noqa: F401
        import uvicorn  # noqa: F401
    except ModuleNotFoundError as missing:
        raise ValueError(
            f"the server needs the package {missing.name}: run pip install 'hexillum[web]', "
            "or, in a checkout, start it by ./play"
        ) from None
