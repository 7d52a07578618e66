"""The files of the front end come packed to whoever takes that; answers of the API never do."""

import gzip

import pytest
from starlette.testclient import TestClient

from hexillum.web.routes.site import STATIC

ASSET = max((STATIC / "assets").glob("*.js"), key=lambda file: file.stat().st_size)


@pytest.fixture
def get(client):
    reader = TestClient(client.app)  # one that reads no answer before the test does

    def asked(address: str, **headers: str):
        request = reader.build_request("GET", address, headers={k.replace("_", "-"): v for k, v in headers.items()})
        answer = reader.send(request, stream=True)
        body = b"".join(answer.iter_raw())
        return answer, body

    return asked


def test_a_page_is_packed_for_a_browser_that_takes_it(get) -> None:
    answer, body = get(f"/assets/{ASSET.name}", accept_encoding="gzip, deflate, br")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "accept-encoding"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/javascript")
    assert gzip.decompress(body) == ASSET.read_bytes()
    assert int(answer.headers["content-length"]) == len(body) < ASSET.stat().st_size / 2


@pytest.mark.parametrize("wish", ["identity", "br", "gzip;q=0"])
def test_others_get_it_as_it_is_and_caches_are_told_why(get, wish: str) -> None:
    answer, body = get(f"/assets/{ASSET.name}", accept_encoding=wish)
    assert "content-encoding" not in answer.headers
    assert answer.headers["vary"] == "accept-encoding"
    assert body == ASSET.read_bytes()


def test_tags_differ_by_the_packing_and_spare_a_second_sending(get) -> None:
    packed, _ = get(f"/assets/{ASSET.name}", accept_encoding="gzip")
    plain, _ = get(f"/assets/{ASSET.name}", accept_encoding="identity")
    assert packed.headers["etag"] != plain.headers["etag"]
    again, body = get(f"/assets/{ASSET.name}", accept_encoding="gzip", if_none_match=packed.headers["etag"])
    assert (again.status_code, body) == (304, b"")
    assert again.headers["etag"] == packed.headers["etag"]
    other, _ = get(f"/assets/{ASSET.name}", accept_encoding="identity", if_none_match=packed.headers["etag"])
    assert other.status_code == 200


def test_part_of_a_file_can_be_asked_for(get) -> None:
    answer, body = get(f"/assets/{ASSET.name}", range="bytes=0-9", accept_encoding="gzip")
    assert (answer.status_code, body) == (206, ASSET.read_bytes()[:10])


@pytest.mark.parametrize("address", ["/api/catalogue", "/api/battles", "/api/nothing"])
def test_no_answer_of_the_api_is_packed(get, address: str) -> None:
    answer, _ = get(address, accept_encoding="gzip, br")
    assert "content-encoding" not in answer.headers


def test_all_pages_are_small_together() -> None:
    files = [file for file in STATIC.rglob("*") if file.is_file()]
    assert sum(len(gzip.compress(file.read_bytes(), 9)) for file in files) <= 600_000
