"""Make Kilowatt a folder of static files, for any host: `./kilowatt site --out FOLDER`.

The same page as a server's, Python for the browser beside it, and what an app needs: a manifest, icons and a service
worker that keeps everything. Nothing in it asks another host.
"""

import argparse
import base64
import hashlib
import html
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

import kilowatt
from environments import PACKAGES, ROOT, SetupError, digest_of, read_note, report
from kilowatt.service.catalog import board_list, bot_list
from quick_start import players_environment
from site_python import check_start, licenses, python_parts
from web_build import OLDEST, Node, WebError, build_page, find_node, sources

OWN_PARTS = ROOT / "web" / "site"
MARK = '<meta name="kilowatt" content="site"'
"""What the page knows a site by, and we a folder that may be replaced."""

HEAD = """\
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; style-src 'self' 'unsafe-inline'; \
img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'" />
        {mark} data-site="{about}" />
        <meta name="theme-color" content="#0a101d" />
        <link rel="manifest" href="manifest.webmanifest" />
        <link rel="apple-touch-icon" href="icons/apple-touch-icon-180.png" />
        """
"""What a site adds to the page's head. As on a server, nothing is loaded from anywhere else."""


def main() -> int:
    """Build the site; the exit code."""
    parser = argparse.ArgumentParser(prog="kilowatt site", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("site"), metavar="FOLDER")
    options = parser.parse_args()
    try:
        build(options.out.absolute())
    except KeyboardInterrupt:
        report("\nStopped; nothing was written.")
        return 130
    except (SetupError, WebError, OSError) as error:
        report(f"{error}\nThe site was not made.")
        return 1
    return 0


def build(out: Path) -> None:
    """Build beside the folder, then put it in its place: whole or not at all."""
    check_place(out)
    node = find_node([players_environment().node, *Path(sys.prefix).glob(PACKAGES)])
    if node is None:
        raise WebError(f"The site needs {OLDEST}, which was not found.")
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent, ignore_cleanup_errors=True) as temporary:
        draft = Path(temporary, "site")
        with built_page(node) as page:
            shutil.copytree(page, draft, ignore=shutil.ignore_patterns("made.json", "*.gz"))
        check_start(add_python(draft, python_parts(node)), node)
        add_app(draft)
        if out.exists():
            out.rename(Path(temporary, "old"))
        draft.rename(out)
    size = sum(path.stat().st_size for path in out.rglob("*") if path.is_file())
    report(f"The site is in {out}: {size / 1e6:.1f} MB. Any web server can offer that folder.")


def check_place(out: Path) -> None:
    """Refuse to replace what is not a site."""
    if out.exists() and not out.is_dir():
        raise SetupError(f"{out} is a file: name a folder.")
    if out.exists() and any(out.iterdir()) and not is_site(out):
        raise SetupError(f"{out} has files in it that are no site of Kilowatt: name an empty folder, or a new one.")


def is_site(folder: Path) -> bool:
    """Whether this folder was made by us."""
    index = folder / "index.html"
    return index.exists() and MARK in index.read_text(encoding="utf-8", errors="replace")


@contextmanager
def built_page(node: Node) -> Iterator[Path]:
    """The built page: the one that $KILOWATT_PAGE names, the one of ./kilowatt, or one that is built for this."""
    named = os.environ.get("KILOWATT_PAGE")
    known = Path(named) if named else players_environment().page
    if named or read_note(known / "made.json").get("made_from") == digest_of(sources(ROOT)):
        if not (known / "index.html").exists():
            raise SetupError(f"{known} has no index.html.")
        yield known
        return
    with tempfile.TemporaryDirectory(prefix="kilowatt-page-", ignore_cleanup_errors=True) as folder:
        report(f"  building the page with Node {node.version.lstrip('v')}")
        yield build_page(ROOT, Path(folder), node)


def add_python(site: Path, files: dict[str, bytes]) -> Path:
    """Add Python, and what it would answer before it is loaded; return its folder."""
    folder = site / f"python-{digest(*files.values())}"
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    (site / "python-licenses.txt").write_text(licenses(), encoding="utf-8")
    (site / "api").mkdir()
    (site / "api" / "boards.json").write_bytes(msgspec.json.encode(board_list()))
    (site / "api" / "bots.json").write_bytes(msgspec.json.encode(bot_list()))
    return folder


def add_app(site: Path) -> None:
    """Make the page one that can be kept: last, since the service worker lists all files."""
    shutil.copytree(OWN_PARTS / "icons", site / "icons")
    shutil.copyfile(OWN_PARTS / "manifest.webmanifest", site / "manifest.webmanifest")
    worker = (OWN_PARTS / "service-worker.js").read_text(encoding="utf-8")
    files = files_in(site)
    version = digest(*(f"{name} {content}".encode() for name, content in files.items()), worker.encode())
    (folder,) = (path for path in site.glob("python-*") if path.is_dir())
    about = {
        "python": folder.name,
        "version": kilowatt.__version__,
        "build": version,
        "sizes": {path.name: path.stat().st_size for path in sorted(folder.iterdir())},
    }
    index = (site / "index.html").read_text(encoding="utf-8")
    (site / "index.html").write_text(site_index(index, about), encoding="utf-8")
    (site / "service-worker.js").write_text(site_worker(worker, version, files_in(site)), encoding="utf-8")


def site_index(index: str, about: Mapping[str, object]) -> str:
    """The page's index.html for a site: marked as one, with addresses relative to wherever it lies."""
    relative = re.sub(r'((?:src|href)=")/(?=[^/"])', r"\1", index)
    without_tables = re.sub(r'\s*<a href="plain">[^<]*</a>', "", relative)  # those of a server
    start, title, rest = without_tables.partition("<title>")
    if not title:
        raise WebError("The page's index.html has no <title>.")
    return start + HEAD.format(mark=MARK, about=html.escape(json.dumps(about))) + title + rest


def site_worker(worker: str, version: str, files: dict[str, str]) -> str:
    """The service worker with its version and its list of files. A host answers `./` with index.html."""
    listed = {"./" if name == "index.html" else name: content for name, content in files.items()}
    for empty, value in (('const VERSION = "";', version), ("const FILES = {};", listed)):
        if worker.count(empty) != 1:
            raise WebError(f"service-worker.js has no line {empty!r}.")
        worker = worker.replace(empty, f"{empty.partition(' = ')[0]} = {json.dumps(value)};")
    return worker


def files_in(site: Path) -> dict[str, str]:
    """The files of the site, each with its hash as browsers compare it."""
    found = {}
    for path in sorted(path for path in site.rglob("*") if path.is_file()):
        content = base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode()
        found[path.relative_to(site).as_posix()] = f"sha256-{content}"
    return found


def digest(*contents: bytes) -> str:
    """A short hash of these contents."""
    whole = hashlib.sha256()
    for content in contents:
        whole.update(b"%d " % len(content) + content)
    return whole.hexdigest()[:16]


if __name__ == "__main__":
    sys.exit(main())
