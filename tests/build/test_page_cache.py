"""A built page is kept for new clones: whole or not at all, a few of them, and never in the way."""

import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import page_cache
from page_cache import MOST, cache_folder, keep_page, load_page


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder."""
    folder = tmp_path / "cache" / "pages"
    monkeypatch.setattr(page_cache, "cache_folder", lambda: folder)
    return folder


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page of three files."""
    folder = tmp_path / "built"
    (folder / "assets").mkdir(parents=True)
    for name in ("index.html", "assets/a.js", "assets/a.js.gz"):
        (folder / name).write_text(name * 100, encoding="utf-8")
    return folder


def files(folder: Path) -> dict[str, bytes]:
    """What is in a folder, by name."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_page_comes_back_as_it_was_kept(page: Path, tmp_path: Path) -> None:
    assert not load_page("aa", tmp_path / "new")
    keep_page("aa", page)
    assert not load_page("bb", tmp_path / "new")
    assert load_page("aa", tmp_path / "new")
    assert files(tmp_path / "new") == files(page)


def test_a_damaged_page_is_no_page_and_is_replaced(page: Path, cache: Path, tmp_path: Path) -> None:
    keep_page("aa", page)
    whole = (cache / "aa").read_bytes()
    damaged = [b"", whole[:20], whole[:-1], *(whole[:at] + b"?!" + whole[at + 2 :] for at in range(0, len(whole), 40))]
    for content in damaged:
        (cache / "aa").write_bytes(content)
        assert not load_page("aa", tmp_path / "new")
        assert not (tmp_path / "new").exists()
    keep_page("aa", page)
    assert load_page("aa", tmp_path / "new")


def test_only_the_pages_that_were_used_last_are_kept(page: Path, cache: Path, tmp_path: Path) -> None:
    for number in range(MOST):
        keep_page(f"{number}", page)
        os.utime(cache / f"{number}", (number, number))
    assert load_page("0", tmp_path / "new")
    for name, age in (("draft-new", 0), ("draft-old", 7200)):
        (cache / name).touch()
        os.utime(cache / name, (time.time() - age,) * 2)
    keep_page("another", page)
    assert {path.name for path in cache.iterdir()} == {"draft-new", "0", "another", *map(str, range(2, MOST))}


def test_clones_may_keep_and_take_the_same_page_at_the_same_time(page: Path, cache: Path, tmp_path: Path) -> None:
    keep_page("aa", page)

    def work(number: int) -> bool:
        keep_page("aa", page)
        return load_page("aa", tmp_path / f"new-{number}")

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(40)))
    assert all(files(tmp_path / f"new-{number}") == files(page) for number in range(40))
    assert [path.name for path in cache.iterdir()] == ["aa"]


def test_where_nothing_can_be_kept_nothing_happens(page: Path, cache: Path, tmp_path: Path) -> None:
    cache.parent.touch()  # a file, where a folder should be
    keep_page("aa", page)
    assert not load_page("aa", tmp_path / "new")


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="these have no variable for it")
def test_the_folder_is_the_users_and_a_variable_moves_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert cache_folder() == tmp_path / ".cache" / "kilowatt" / "pages"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "elsewhere"))
    assert cache_folder() == tmp_path / "elsewhere" / "kilowatt" / "pages"
