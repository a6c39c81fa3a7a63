"""The page is served as it was built: to browsers, at its own addresses, and nothing else with it."""

import gzip
import os
import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from tests.server.kit import RunningServer

from kilowatt.rules.errors import BadInput
from kilowatt.server.http.static_routes import page_folder, read_page

INDEX = b"<!doctype html><title>Kilowatt</title><script type=module src=/assets/index-Ab12.js></script>"
SCRIPT = b"export const lights = 'on';\n" * 100
BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def built(folder: Path) -> Path:
    """A small page, as the build leaves it, beside a file that is nobody's business."""
    page = folder / "page"
    (page / "assets").mkdir(parents=True)
    (folder / "secret.txt").write_text("not for you", encoding="utf-8")
    (page / "index.html").write_bytes(INDEX)
    (page / "index.html.gz").write_bytes(gzip.compress(INDEX))
    (page / "icon.svg").write_text("<svg/>", encoding="utf-8")
    (page / "assets" / "index-Ab12.js").write_bytes(SCRIPT)
    (page / "assets" / "index-Ab12.js.gz").write_bytes(gzip.compress(SCRIPT))
    (page / "assets" / "chunk-Cd34.css").write_text("body {}", encoding="utf-8")
    return page


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with a page."""
    folder = tmp_path_factory.mktemp("static")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KILOWATT_PAGE", str(built(folder)))
        with RunningServer(f"sqlite:///{(folder / 'table.sqlite').as_posix()}").log_to(folder / "log") as running:
            yield running
    assert "Traceback" not in (folder / "log").read_text()


@pytest.fixture(scope="module")
def client(server: RunningServer) -> Iterator[httpx.Client]:
    """A browser at that server."""
    with httpx.Client(base_url=server.url, headers=BROWSER) as browser:
        yield browser


@pytest.mark.parametrize(
    "address",
    ["/", "/t/abc", "/t/abc/", "/r/abc", "/new", "/rules", "/rules/R4.4", "/settings", "/replay/a/17", "/?a=b"],
)
def test_every_address_of_the_page_gives_the_page(client: httpx.Client, address: str) -> None:
    answer = client.get(address)
    assert (answer.status_code, answer.content) == (200, INDEX)
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_the_page_may_load_nothing_but_our_own_files_and_sockets(client: httpx.Client, server: RunningServer) -> None:
    policy = client.get("/").headers["content-security-policy"].split("; ")
    host = server.url.removeprefix("http://").rstrip("/")
    assert "script-src 'self'" in policy
    assert "img-src 'self' data:" in policy
    assert f"connect-src 'self' ws://{host} wss://{host}" in policy
    assert "frame-ancestors 'none'" in policy


def test_a_host_that_is_none_does_not_get_into_the_policy(client: httpx.Client) -> None:
    answer = client.get("/", headers={"host": "a; script-src *"})
    assert "*" not in answer.headers.get("content-security-policy", "")


def test_a_file_whose_name_tells_its_content_is_kept_for_ever(client: httpx.Client) -> None:
    answer = client.get("/assets/index-Ab12.js")
    assert (answer.status_code, answer.content) == (200, SCRIPT)
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(SCRIPT) / 5
    assert client.get("/assets/chunk-Cd34.css").headers["content-type"] == "text/css; charset=utf-8"


@pytest.mark.parametrize("said", ["identity", "br, gzip;q=0", "x-gzip-not"])
def test_whoever_cannot_unpack_gets_files_as_they_are(client: httpx.Client, said: str) -> None:
    answer = client.get("/assets/index-Ab12.js", headers={"accept-encoding": said})
    assert "content-encoding" not in answer.headers
    assert answer.content == SCRIPT
    assert answer.headers["vary"] == "accept-encoding"


def test_a_file_beside_the_page_is_served_under_its_name(client: httpx.Client) -> None:
    answer = client.get("/icon.svg", headers={"accept": "image/*"})
    assert (answer.text, answer.headers["content-type"]) == ("<svg/>", "image/svg+xml")


def test_what_has_not_changed_is_not_sent_again(client: httpx.Client) -> None:
    tag = client.get("/").headers["etag"]
    again = client.get("/", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/", headers={"if-none-match": '"another"'}).status_code == 200


@pytest.mark.parametrize("address", ["/", "/t/abc", "/assets/index-Ab12.js", "/icon.svg"])
def test_a_head_is_that_of_the_whole_answer(client: httpx.Client, address: str) -> None:
    head, whole = client.head(address), client.get(address)
    assert (head.status_code, head.content) == (200, b"")
    for name in ("content-length", "content-type", "cache-control", "etag"):
        assert head.headers[name] == whole.headers[name]


@pytest.mark.parametrize(
    "address", ["/api/nothing", "/api", "/assets/nothing.js", "/assets/", "/healthz/x", "/metrics/x"]
)
def test_what_is_no_address_of_the_page_is_not_found_even_by_browsers(client: httpx.Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert answer.json()["code"] == "not-found"


def test_a_program_that_lost_its_way_is_told_so(client: httpx.Client) -> None:
    answer = client.get("/favicon.ico", headers={"accept": "*/*"})
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../../secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/../secret.txt",
        "/..%5csecret.txt",
        "/assets//etc/passwd",
        "/assets/index-Ab12.js%00.txt",
        "/%ff%fe",
    ],
)
def test_no_path_leads_out_of_the_page(server: RunningServer, path: str) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
    answer = whole_answer(server, request)
    assert answer.split(b" ")[1] in (b"400", b"404")
    assert b"not for you" not in answer
    assert b"root:" not in answer


def whole_answer(server: RunningServer, request: bytes) -> bytes:
    """What a server says to these bytes, which no client would send."""
    there = urlsplit(server.url)
    with socket.create_connection((there.hostname, there.port), timeout=10) as connection:
        connection.sendall(request)
        parts = []
        while part := connection.recv(65536):
            parts.append(part)
    return b"".join(parts)


def test_without_a_build_there_is_a_plain_page_that_says_how_to_have_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KILOWATT_PAGE", "")
    with RunningServer(f"sqlite:///{(tmp_path / 'table.sqlite').as_posix()}") as server:
        for address in ("/", "/t/abc"):
            answer = httpx.get(server.url.rstrip("/") + address, headers=BROWSER)
            assert answer.status_code == 200
            assert "npm run" in answer.text
        plain = server.url.rstrip("/") + "/plain"
        assert "npm run" not in httpx.get(plain).text
        assert httpx.head(plain).status_code == 200


def test_a_page_that_is_not_where_it_is_said_to_be_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KILOWATT_PAGE", str(tmp_path))
    with pytest.raises(BadInput, match=r"no index\.html"):
        read_page(page_folder())


def test_a_checkout_shows_what_was_built_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KILOWATT_PAGE", raising=False)
    root = Path(__file__).parents[2]
    assert page_folder() == root / "web" / "dist"
    assert os.environ.get("KILOWATT_PAGE") is None
