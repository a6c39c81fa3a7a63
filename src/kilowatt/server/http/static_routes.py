"""The web page: the files built from web/, served from memory.

They are all read once, when a worker starts, so no path can escape the folder and no request waits for the disk.
"""

import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from litestar import HttpMethod, Response, route
from litestar.exceptions import NotFoundException

from kilowatt.rules.errors import BadInput
from kilowatt.server.http.about_routes import plain_page
from kilowatt.server.http.guards import HOST, AnyRequest, context_of

VARIABLE = "KILOWATT_PAGE"
"""The environment variable with a folder to serve instead of the built page; if empty, no page is served."""

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
"""Media types by file extension; ``charset=utf-8`` is added to text types. What Python would guess varies."""

FOR_EVER = "public, max-age=31536000, immutable"  # the name changes with the content
FOR_AN_HOUR = "public, max-age=3600"
ASK_AGAIN = "no-cache"  # may be cached, but must be revalidated: it names the files of one build

NOT_PAGES = frozenset({"api", "assets", "healthz", "metrics", "readyz", "schema"})
"""First parts of paths that never belong to the page."""


@dataclass(frozen=True)
class Asset:
    """A file of the page, with its compressed form if the build has made one."""

    content: bytes
    compressed: bytes | None
    media_type: str
    tag: str


Page = Mapping[str, Asset]
"""The files of the page by path, including ``index.html``; empty if it was not built."""


def page_folder() -> Path | None:
    """Return the folder of the built page: from the environment, in the wheel, or in the checkout."""
    given = os.environ.get(VARIABLE)
    if given is not None:
        return Path(given) if given else None
    here = Path(__file__).resolve()
    in_wheel, checkout = here.parents[1] / "static", here.parents[4] / "web"
    if in_wheel.is_dir():
        return in_wheel
    return checkout / "dist" if (checkout / "package.json").exists() else None


def read_page(folder: Path | None) -> Page:
    """Read the page that was built into this folder; empty if there is none."""
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
    """A file of the page whose name changes with its content."""
    found = _page(request).get(f"assets/{name.lstrip('/')}")
    if found is None:
        raise NotFoundException
    return _answer(request, found, {"cache-control": FOR_EVER})


@route(["/", "/{address:path}"], http_method=BOTH, include_in_schema=False)
async def page(request: AnyRequest, address: str = "/") -> Response[bytes] | Response[str]:
    """The page, at every address that it uses in a browser; or one of the few files next to it."""
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
    for item in request.headers.get("accept-encoding", "").split(","):
        name, _, quality = item.partition(";")
        if name.strip().lower() == "gzip":
            return quality.strip() not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


def _is_browser(request: AnyRequest) -> bool:
    """Whether the client is a browser that wants a page. A program with a wrong address should get a 404."""
    return "text/html" in request.headers.get("accept", "")


def _csp(request: AnyRequest) -> str:
    """The page may load only our own files. Not every browser counts our sockets as 'self', so they are listed."""
    public = context_of(request).settings.public_url
    hosts = {request.headers.get("host", ""), urlsplit(public).netloc if public else ""}
    sockets = [f"ws://{host} wss://{host}" for host in sorted(hosts) if HOST.fullmatch(host)]
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
