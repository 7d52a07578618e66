"""Sending one notice, in a process of its own behind a gate: by web push, or by whatever apprise knows."""

from __future__ import annotations

import base64
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Final, Literal

from ..club.notices import Allowed, BadAddress
from .gate import Closed, Passed, gate

TIMEOUT: Final = 10.0  # seconds for a connection or an answer of who takes a notice
KEEP: Final = 86_400  # seconds for which a push service keeps it for a browser that is away
INSIDE: Final = "it leads to an address that this server does not send to"
UNREACHED: Final = "it cannot be reached"
NEED: Final = "notices need apprise and pywebpush: pip install 'hexillum[club]'"

How = Literal["push", "apprise"]


class Missing(Exception):
    """What sends notices is not installed; the message says what to install."""


@dataclass(frozen=True)
class Notice:
    """What is sent: a title, one sentence, where it leads to, and where it is switched off; nothing in it is secret.

    Of those with one `tag` the last takes the place of the others; `moment` is what it is about, so that it is heard
    once.
    """

    title: str
    body: str
    link: str
    off: str
    tag: str = ""
    moment: str = ""


@dataclass(frozen=True)
class Sent:
    """What came of it: it was taken ("sent"), there is nobody any more ("gone"), it was refused ("failed"), or nobody
    knows ("unsure"), so that it must not be sent again. `words` say why not, and nothing that a stranger answered.
    """

    how: Literal["sent", "gone", "failed", "unsure"]
    words: str = ""


def send(
    how: How,
    address: str,
    notice: Notice,
    allowed: Allowed,
    push_key: bytes,
    contact: str,
    resolve: Callable[..., Any] = socket.getaddrinfo,
) -> Sent:
    """Send a notice to an address of a channel. Raises Missing."""
    reaches = allowed.pushes if how == "push" else allowed.reaches
    act = partial(_push, push_key=push_key, contact=contact) if how == "push" else _by_apprise
    _load(how)
    with gate(reaches, resolve) as passed:
        try:
            return act(address, notice, passed)
        except Closed:
            return Sent("failed", INSIDE)
        except TimeoutError:
            return _broken(passed, "nothing was answered in time")
        except OSError as error:
            return _broken(passed, f"{UNREACHED} ({type(error).__name__})")
        except Exception as error:  # of libraries that others write
            return _broken(passed, f"it could not be sent ({type(error).__name__})")


def _broken(passed: Passed, words: str) -> Sent:
    """What came of something that ended in an error: where anything was connected to, it may have been taken."""
    return Sent("unsure" if passed.connected else "failed", words)


def described(url: str) -> str:
    """What an address of apprise is called, without its secrets. Raises BadAddress, Missing; nothing is sent."""
    _load("apprise")
    with gate(lambda _host, _port: False):
        service = _service(url)
        name = str(service.service_name)
        with suppress(Exception):
            shown = str(service.url(privacy=True)).partition("?")[0]
            return f"{name} ({shown[:80]})"
    return name


def prepare() -> None:
    """Load what sends, before there is something to send."""
    for how in ("push", "apprise"):
        with suppress(Missing):
            _load(how)


def _load(how: str) -> None:
    try:
        if how == "push":
            import pywebpush  # noqa: F401
        else:
            import apprise  # noqa: F401
    except ImportError:
        raise Missing(NEED) from None


# ---------------------------------------------------------------------- web push


def _push(address: str, notice: Notice, passed: Passed, push_key: bytes, contact: str) -> Sent:
    """Send by the push service of a browser, encrypted for that browser alone."""
    import pywebpush
    import requests
    from py_vapid import Vapid

    told = json.loads(address)
    data = asdict(notice)
    session = requests.Session()
    session.trust_env = False
    session.max_redirects = 0  # a push service has no reason to send us on
    keys = {"p256dh": told["p256dh"], "auth": told["auth"]}
    try:
        answered: Any = pywebpush.webpush(
            {"endpoint": told["endpoint"], "keys": keys},
            json.dumps(data),
            vapid_private_key=Vapid.from_raw(base64.urlsafe_b64encode(push_key)),
            vapid_claims={"sub": contact},
            timeout=TIMEOUT,
            ttl=KEEP,
            headers={"topic": notice.tag[:32], "urgency": "normal"} if notice.tag else {},
            requests_session=session,
        )
    except pywebpush.WebPushException as error:
        status = getattr(error.response, "status_code", 0)
        if status in (404, 410):
            return Sent("gone", "the browser takes no notices any more")
        return Sent("failed", f"the push service refused it ({status or 'no answer'})")
    except (requests.exceptions.ConnectTimeout, requests.exceptions.SSLError):  # nothing was said yet
        return Sent("failed", "the push service cannot be reached")
    except requests.exceptions.Timeout:
        return Sent("unsure", "the push service did not answer in time")
    except requests.exceptions.RequestException:
        return Sent("failed", INSIDE) if passed.closed else _broken(passed, UNREACHED)
    return Sent("sent") if answered.status_code < 300 else Sent("failed", "the push service sent us elsewhere")


# ---------------------------------------------------------------------- apprise


def _by_apprise(address: str, notice: Notice, passed: Passed) -> Sent:
    """Send by a way of apprise, as plain text; a mail says in its head where it is switched off (RFC 8058).

    Apprise says that it failed and not why. Only what surely nobody took counts as failed, since that is sent again.
    """
    import apprise

    service = _service(address)
    if hasattr(service, "headers") and str(getattr(service, "secure_protocol", "")).startswith("mailto"):
        service.headers["List-Unsubscribe"] = f"<{notice.off}>"
        service.headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    body = f"{notice.body}\n{notice.link}\n\nNo more of these: {notice.off}"
    with _answers() as answers:
        done = service.notify(body=body, title=notice.title, notify_type=apprise.NotifyType.INFO)
    if done:
        return Sent("sent")
    if passed.closed:
        return Sent("unsure" if passed.connected else "failed", INSIDE)
    if not passed.connected:
        return Sent("failed", UNREACHED)
    if answers and all(answer >= 300 for answer in answers):
        return Sent("failed", f"the service refused it ({max(answers)})")
    return Sent("unsure", "it broke off, or part of it was refused: nobody knows whether it was taken")


@contextmanager
def _answers() -> Iterator[list[int]]:
    """The status of each answer that requests gets meanwhile: 0 for a request that was not answered."""
    from requests.adapters import HTTPAdapter
    from requests.exceptions import ConnectTimeout, SSLError

    found: list[int] = []
    send = HTTPAdapter.send

    def noted(self: Any, *words: Any, **more: Any) -> Any:
        found.append(0)
        try:
            answered = send(self, *words, **more)
        except (ConnectTimeout, SSLError):
            found.pop()  # nothing was said yet
            raise
        found[-1] = answered.status_code
        return answered

    HTTPAdapter.send = noted  # type: ignore[method-assign]
    try:
        yield found
    finally:
        HTTPAdapter.send = send  # type: ignore[method-assign]


def _service(url: str) -> Any:
    """The way of apprise that an address names. Raises BadAddress."""
    import apprise

    asset = apprise.AppriseAsset(
        app_id="Hexillum",
        app_desc="Hexillum",
        app_url="",
        image_url_mask="",
        image_url_logo="",
        plugin_paths=[],
        storage_mode=apprise.PersistentStoreMode.MEMORY,
        allow_templates=False,
        service_timeout=TIMEOUT,
        async_mode=False,
    )
    service = apprise.Apprise.instantiate(url, asset=asset, suppress_exceptions=True)
    if service is None:
        raise BadAddress("this address says too little, or too much: see how apprise writes those of this service")
    return service
