"""Built pages in the user's cache folder, so that a new clone of the same source needs neither npm nor Node.

A page is one file, named by a hash of what it was built from: an archive after its own hash. It appears in one go, so
clones may read and write at the same time, and one that is damaged counts as missing. Standard library only.
"""

import contextlib
import hashlib
import os
import shutil
import sys
import tempfile
import time
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

MOST = 5
"""Pages that are kept, of a megabyte or two each: those that were used last."""
DRAFT = "draft-"
HASH = hashlib.sha256().digest_size


def cache_folder() -> Path:
    """Where this system keeps what a program can make again."""
    home = Path.home()
    if sys.platform == "win32":
        caches = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        caches = home / "Library" / "Caches"
    else:
        caches = Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache")
    return caches / "kilowatt" / "pages"


def load_page(made_from: str, page: Path) -> bool:
    """Unpack the page that was made from this into a new folder; False if it is not there, or damaged."""
    try:
        file = cache_folder() / made_from
        content = file.read_bytes()
        if hashlib.sha256(content[HASH:]).digest() != content[:HASH]:
            return False
        with ZipFile(BytesIO(content[HASH:])) as archive:
            archive.extractall(page)
        os.utime(file)
    except (OSError, RuntimeError):  # RuntimeError: there is no home
        shutil.rmtree(page, ignore_errors=True)
        return False
    return True


def keep_page(made_from: str, page: Path) -> None:
    """Keep a page for other clones, and forget those that were not used for longest. Where we may not, do nothing."""
    with contextlib.suppress(OSError, RuntimeError):
        folder = cache_folder()
        folder.mkdir(parents=True, exist_ok=True)
        memory = BytesIO()
        with ZipFile(memory, "w", ZIP_DEFLATED, strict_timestamps=False) as archive:
            for path in sorted(page.rglob("*")):
                archive.write(path, path.relative_to(page).as_posix())
        content = memory.getvalue()
        with tempfile.NamedTemporaryFile(dir=folder, prefix=DRAFT, delete=False) as draft:
            draft.write(hashlib.sha256(content).digest() + content)
        Path(draft.name).replace(folder / made_from)
        forget_old(folder)


def forget_old(folder: Path) -> None:
    """Delete all but the pages that were used last, and drafts that somebody has left behind."""
    used = {path: path.stat().st_mtime for path in folder.iterdir()}
    pages = sorted((path for path in used if not path.name.startswith(DRAFT)), key=used.__getitem__, reverse=True)
    left = [path for path in used if path.name.startswith(DRAFT) and used[path] < time.time() - 3600]
    for old in [*pages[MOST:], *left]:
        old.unlink()
