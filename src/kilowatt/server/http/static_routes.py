"""The page to play at: the files that web/ was built into, from memory.

All are read once, when a worker starts. So there is no path to escape from, and no disk to wait for.
"""

import hashlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from litestar import HttpMethod, Response, route
from litestar.exceptions import NotFoundException

from kilowatt.rules.errors import BadInput
from kilowatt.server.http.about_routes import plain_page
from kilowatt.server.http.guards import AnyRequest, registry_of

VARIABLE = "KILOWATT_PAGE"
"""Names a folder with another page to show; empty: none."""

TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""By the end of a file's name; to those of text, ``charset=utf-8`` is added. What Python would guess varies."""

FOR_EVER = "public, max-age=31536000, immutable"  # its name changes with its content
FOR_AN_HOUR = "public, max-age=3600"
ASK_AGAIN = "no-cache"  # it may be kept, but not used without asking: it names the files of one build

NOT_PAGES = frozenset({"api", "assets", "healthz", "metrics", "schema"})
"""What begins like this is never an address of the page."""

_HOST = re.compile(r"[\w.\-]+(:\d+)?|\[[\da-fA-F:.]+\](:\d+)?", re.ASCII)


@dataclass(frozen=True)
class Asset:
    """A file of the page, and the same compressed if the build has done that."""

    content: bytes
    compressed: bytes | None
    media_type: str
    tag: str


Page = Mapping[str, Asset]
"""The files of the page by their paths, ``index.html`` among them; nothing if it was not built."""


def page_folder() -> Path | None:
    """Where the built page is: as we are told, in the wheel, or in the checkout that we run from."""
    told = os.environ.get(VARIABLE)
    if told is not None:
        return Path(told) if told else None
    here = Path(__file__).resolve()
    in_wheel, checkout = here.parents[1] / "static", here.parents[4] / "web"
    if in_wheel.is_dir():
        return in_wheel
    return checkout / "dist" if (checkout / "package.json").exists() else None


def read_page(folder: Path | None) -> Page:
    """The page that was built into this folder; nothing if none was."""
    if folder is None or not (folder / "index.html").exists():
        if os.environ.get(VARIABLE):
            raise BadInput(f"{VARIABLE} is {str(folder)!r}, and there is no index.html in that folder.")
        return {}
    files = [path for path in folder.rglob("*") if path.is_file() and path.suffix in TYPES]
    return {path.relative_to(folder).as_posix(): _read(path) for path in files}


def _read(path: Path) -> Asset:
    content = path.read_bytes()
    compressed = path.with_name(f"{path.name}.gz")
    return Asset(
        content,
        compressed.read_bytes() if compressed.exists() else None,
        TYPES[path.suffix],
        f'"{hashlib.sha256(content).hexdigest()[:20]}"',
    )


BOTH = [HttpMethod.GET, HttpMethod.HEAD]


@route("/assets/{name:path}", http_method=BOTH, include_in_schema=False)
async def asset(request: AnyRequest, name: str) -> Response[bytes]:
    """A file of the page that never changes under its name."""
    found = _page(request).get(f"assets/{name.lstrip('/')}")
    if found is None:
        raise NotFoundException
    return _answer(request, found, {"cache-control": FOR_EVER})


@route(["/", "/{address:path}"], http_method=BOTH, include_in_schema=False)
async def page(request: AnyRequest, address: str = "/") -> Response[bytes] | Response[str]:
    """The page, at every address that it may have in a browser; or one of the few files beside it."""
    files, path = _page(request), address.strip("/")
    if path in files and path != "index.html":
        return _answer(request, files[path], {"cache-control": FOR_AN_HOUR})
    if path.partition("/")[0] in NOT_PAGES or (path and not _is_browser(request)):
        raise NotFoundException
    if not files:
        return await plain_page(request, built=False)
    return _answer(request, files["index.html"], {"cache-control": ASK_AGAIN, "content-security-policy": _csp(request)})


def _page(request: AnyRequest) -> Page:
    found: Page = request.app.state.page
    return found


def _answer(request: AnyRequest, found: Asset, headers: dict[str, str]) -> Response[bytes]:
    headers = {**headers, "etag": found.tag, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == found.tag:
        return Response(b"", status_code=304, media_type=found.media_type, headers=headers)
    content = found.content
    if found.compressed is not None and _takes_gzip(request):
        content = found.compressed
        headers["content-encoding"] = "gzip"
    return Response(content, status_code=200, media_type=found.media_type, headers=headers)


def _takes_gzip(request: AnyRequest) -> bool:
    for word in request.headers.get("accept-encoding", "").split(","):
        name, _, quality = word.partition(";")
        if name.strip().lower() == "gzip":
            return quality.strip() not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def _is_browser(request: AnyRequest) -> bool:
    """Whether somebody wants to look at this address. A program that lost its way is better told so."""
    return "text/html" in request.headers.get("accept", "")


def _csp(request: AnyRequest) -> str:
    """What the page may load: our own files. Not every browser takes our own sockets for ours, hence their names."""
    public = registry_of(request).settings.public_url
    hosts = {request.headers.get("host", ""), urlsplit(public).netloc if public else ""}
    sockets = [f"ws://{host} wss://{host}" for host in sorted(hosts) if _HOST.fullmatch(host)]
    return "; ".join(
        [
            "default-src 'self'",
            "script-src 'self'",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data:",
            " ".join(["connect-src 'self'", *sockets]),
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        ]
    )
