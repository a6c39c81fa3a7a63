"""Find out what a bot is made of, in a process of its own: nothing else is loaded there, and no edit was missed.

The bot is loaded, then asked about one position of each kind on each board, since some bots read their files only when
they first need them. A bot that hangs or ends its process there is identified by what it had loaded until then.
"""

import contextlib
import importlib.metadata
import os
import re
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import kilowatt
from kilowatt.bots import Bot, UnknownBot, Work, ask
from kilowatt.bots.opened_files import OpenedFiles
from kilowatt.bots.own_code import is_own, own_modules
from kilowatt.bots.registry import BUILT_IN
from kilowatt.processes.spawning import Child, exit_in_words
from kilowatt.runs.entrants import load_bot
from kilowatt.runs.identity import Identified, Identity, fingerprint_of, hash_of
from kilowatt.runs.manifest import CODE, code_hash
from kilowatt.start import new_game

LOADING = 300.0  # seconds that a bot has to load
TRYING = 3.0  # seconds for its first decisions
FOR_BOTS = ("env", "review")
"""The parts of Kilowatt that a bot may use besides the code of every run: one hash, however they are compiled."""
OURS = {"kilowatt", "kilowatt__mypyc"}
ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def identify(names: Iterable[str], boards: Sequence[str], players: int) -> dict[str, Identified]:
    """The identities of bots, without the built-in ones, which are part of Kilowatt.

    :raises UnknownBot: one of them cannot be loaded.
    """
    wanted = [name for name in dict.fromkeys(names) if name not in BUILT_IN]
    children = [Child(_identify_here, name, list(boards), players, name="kilowatt bot") for name in wanted]
    try:
        return {name: _receive(name, child) for name, child in zip(wanted, children, strict=True)}
    finally:
        for child in children:
            child.kill()


def _receive(name: str, child: Child) -> Identified:
    """What a process has found out: after loading the bot and, if it gets that far, after its first decisions."""
    found = _next(child, LOADING)
    if found is None:
        child.process.join(1.0)
        how = "it takes too long" if child.process.is_alive() else exit_in_words(child.process.exitcode)
        raise UnknownBot(f"The bot {name!r} cannot be loaded: {how}.")
    if isinstance(found, str):
        raise UnknownBot(found)
    later = _next(child, TRYING + 2.0)
    return later if isinstance(later, Identified) else found


def _next(child: Child, seconds: float) -> Identified | str | None:
    with contextlib.suppress(EOFError, OSError):
        if child.pipe.poll(seconds):
            found: Identified | str = child.pipe.recv()
            return found
    return None


# In the process of the bot


def _identify_here(pipe: Any, name: str, boards: list[str], players: int) -> None:
    os.dup2(2, 1)  # what the bot prints does not belong to the output of the command
    opened = OpenedFiles()
    made = _note_arguments()
    before = set(sys.modules)
    try:
        bot = load_bot(name)
        arguments = "; ".join([ADDRESS.sub("", words) for words in made])
        modules = set(sys.modules) - before
        found = _describe(bot, modules, opened, arguments, frozenset())
    except UnknownBot as error:
        pipe.send(str(error))
        return
    except BaseException as error:  # noqa: BLE001 - its fingerprint() may raise anything
        pipe.send(f"The bot {name!r} cannot be identified: {type(error).__name__}: {error}")
        return
    pipe.send(found)
    _try_out(bot, boards, players)
    at_once = frozenset([*found.identity.files, *found.identity.packages])
    pipe.send(_describe(bot, set(sys.modules) - before, opened, arguments, at_once))


def _note_arguments() -> list[str]:
    """The list that every bot made from now on adds itself to, if it is given arguments."""
    made: list[str] = []

    def new(cls: type[Bot], *args: Any, **kwargs: Any) -> Bot:
        if args or kwargs:
            given = [repr(arg) for arg in args] + [f"{name}={value!r}" for name, value in kwargs.items()]
            words = ", ".join(given)
            brief = words if len(words) <= 200 else sha256(words.encode()).hexdigest()[:16]
            made.append(f"{cls.__name__}({brief})")
        return object.__new__(cls)

    Bot.__new__ = new  # type: ignore[method-assign, assignment]  # only in this process
    return made


def _describe(bot: Bot, modules: set[str], opened: OpenedFiles, arguments: str, at_once: frozenset[str]) -> Identified:
    own = {name: path for name, path in own_modules().items() if name in modules}
    folder = _folder_of(own)
    files = {_module_key(name, path): hash_of(Path(path)) for name, path in own.items()}
    folders = {str(Path(path).parent) for path in own.values()} | {str(Path.cwd())}
    sources = set(own.values())
    for path in opened.inside(folders):
        if path not in sources:
            files[_data_key(path, folder)] = hash_of(Path(path))
    packages = dict(sorted(_packages(modules)))
    identity = Identity(dict(sorted(files.items())), packages, arguments, fingerprint_of(bot))
    late = frozenset([*files, *packages]) - at_once if at_once else frozenset()
    return Identified(identity, folder, late)


def _folder_of(own: dict[str, str]) -> str:
    """The folder that the outermost package of a bot lies in: that of the module which was loaded first."""
    for name, path in own.items():
        return str(Path(path).parents[name.count(".") + (Path(path).stem == "__init__")])
    return str(Path.cwd())


def _is_in_code(name: str) -> bool:
    """Whether a module of Kilowatt is one that the code of every run covers."""
    return any(name.startswith("kilowatt." + part.removesuffix(".py").replace("/", ".")) for part in CODE)


def _module_key(name: str, path: str) -> str:
    """``my_bots/greedy.py``: a module by its path from the folder of its outermost package on."""
    file = Path(path)
    return name.replace(".", "/") + ("/__init__" if file.stem == "__init__" else "") + file.suffix


def _data_key(path: str, folder: str) -> str:
    return Path(os.path.relpath(path, folder)).as_posix()


def _packages(modules: set[str]) -> Iterator[tuple[str, str]]:
    """The installed packages among these modules, with their versions."""
    if any(name.startswith("kilowatt.") and not _is_in_code(name) for name in modules):
        yield "kilowatt", f"{kilowatt.__version__} ({code_hash(*FOR_BOTS)})"
    names = {name.partition(".")[0] for name in modules} - set(sys.stdlib_module_names) - OURS
    providers: Any = None
    for name in sorted(names):
        path = getattr(sys.modules.get(name), "__file__", None)
        if path is None or is_own(os.path.abspath(path)):  # noqa: PTH100 - a string
            continue
        try:
            yield name, importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:  # one whose package has another name: PIL is of pillow
            providers = importlib.metadata.packages_distributions() if providers is None else providers
            for provider in providers.get(name, ()):
                yield provider, importlib.metadata.version(provider)


def _try_out(bot: Bot, boards: list[str], players: int) -> None:
    """Ask the bot one question of each kind on each board; whatever goes wrong is for the games to show."""
    until = time.monotonic() + TRYING
    for board in boards:
        with contextlib.suppress(Exception):
            game, rng, asked = new_game(board, players, seed=1), Random(1), set()
            while game.seat is not None and game.round == 1 and time.monotonic() < until:
                kind = game.view(game.seat).asked
                if kind not in asked:
                    asked.add(kind)
                    with contextlib.suppress(Exception):
                        ask(bot, game, Random(1), Work(1), patience=1.0)
                game.play(game.legal_actions().sample(rng))
