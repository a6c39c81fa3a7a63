"""Find a bot that is not installed by what its author types: ``my_bot:Watt``, ``bots/my_bot.py:Watt`` or ``my_bot``."""

import ast
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from importlib import import_module, invalidate_caches
from importlib.util import find_spec
from inspect import Parameter, signature
from pathlib import Path
from types import FunctionType, ModuleType

from kilowatt import bots
from kilowatt.bots import Bot, UnknownBot
from kilowatt.bots.failures import describe_error, describe_place
from kilowatt.bots.own_code import is_own, own_modules
from kilowatt.rules.text import shortened

NETWORKS = (".npz", ".zip", ".pt", ".pth")
AS_A_BOT = "A few lines make it one, as in my_agent:agent: docs/training.md, “Enter it in the arena”."
NO_BOT = ": write a class that is a kilowatt.bots.Bot."


def find_bot(name: str) -> str:
    """The name as ``kilowatt.bots.load`` knows it: installed, or ``module:attribute``, whose folder can be imported.

    The current folder is searched too. Where a file has one bot, its class need not be named.

    :raises UnknownBot: there is no such file, or it is not clear which of its bots is meant.
    """
    if name in bots.names():
        return name
    if name.endswith(NETWORKS):
        raise UnknownBot(f"{shortened(name)!r} is a network, not a bot. {AS_A_BOT}")
    place, attribute = _split(name)
    add_to_path(Path.cwd())
    if place.endswith(".py") or "/" in place or "\\" in place:
        module = _module_in(_existing_file(place))
    elif is_here(place):
        module = place
        invalidate_caches()
        _require_same(module, _file_here(place).resolve())
    elif attribute:
        module = place
        near = get_close_matches(place, _files_here(), 1, cutoff=0.7)
        if near and _file_of(place.partition(".")[0]) is None:
            raise UnknownBot(f"There is no module {shortened(place)!r}. Did you mean '{near[0]}:{attribute}'?")
    elif "." in name and is_here(name.rpartition(".")[0]):
        place, _, attribute = name.rpartition(".")
        raise UnknownBot(f"There is no bot {shortened(name)!r}. Did you mean '{place}:{attribute}'?")
    else:
        near = get_close_matches(name, _files_here(), 1, cutoff=0.8)
        if near and not get_close_matches(name, bots.names(), 1):
            raise UnknownBot(
                f"There is no bot {shortened(name)!r}. Did you mean {near[0]!r}, the file {near[0]}.py here?"
            )
        return name
    return f"{module}:{attribute or _only_bot(module)}"


def _files_here() -> list[str]:
    """The modules in the current folder."""
    return [path.stem for path in Path.cwd().glob("*.py")]


def _split(name: str) -> tuple[str, str]:
    """``bots/my_bot.py:Watt`` as file or module and attribute; a drive's colon separates nothing."""
    place, colon, attribute = name.rpartition(":")
    if colon and not set(attribute) & set("/\\") and attribute != "py":
        return place, attribute
    return name, ""


def add_to_path(folder: Path) -> None:
    """Let modules in this folder be imported."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))  # last, so that nothing there shadows an installed package


def is_here(module: str) -> bool:
    """Whether a module or package lies in the current folder."""
    return all(part.isidentifier() for part in module.split(".")) and _file_here(module).is_file()


def _file_here(module: str) -> Path:
    """The file of a module or package in the current folder, whether it is there or not."""
    path = Path.cwd().joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _existing_file(place: str) -> Path:
    """The file that somebody has typed, with or without its ending."""
    path = Path(place).expanduser()
    path = path if path.suffix == ".py" else path.with_name(path.name + ".py")
    try:
        is_there = path.is_file()
    except (OSError, ValueError):  # too long, or with a null character
        is_there = False
    if not is_there:
        raise UnknownBot(f"There is no file {shortened(str(path))}.")
    if not path.stem.isidentifier():
        better = "".join([letter if letter.isalnum() else "_" for letter in path.stem])
        raise UnknownBot(f"Python cannot import {path.name}: rename it, as in {better}.py.")
    return path


def _module_in(path: Path) -> str:
    """The name by which Python imports this very file, once its folder can be imported from.

    Below the current folder that is ``old.my_bot``, so that an older version in another folder is another module.
    """
    path = path.resolve()
    names, folder = ([] if path.stem == "__init__" else [path.stem]), path.parent
    while (folder / "__init__.py").is_file():  # a package, whose modules may import each other
        names.insert(0, folder.name)
        folder = folder.parent
    add_to_path(folder)
    invalidate_caches()
    here = Path.cwd().resolve()
    below = folder.relative_to(here).parts if folder.is_relative_to(here) else ()
    module = ".".join([*below, *names])
    if not all(part.isidentifier() for part in below) or _file_of(module) != path:
        module = ".".join(names)
    _require_same(module, path)
    for name in sorted(_imported(path)):
        for helper in (folder / f"{name}.py", folder / name / "__init__.py"):
            if helper.is_file() and helper != path:
                _require_same(name, helper)
    return module


def _file_of(module: str) -> Path | None:
    """The file that Python imports a module from; None if there is no such module."""
    try:
        spec = find_spec(module)
    except (ImportError, ValueError, AttributeError):
        return None
    return None if spec is None or spec.origin is None else Path(spec.origin).resolve()


def _require_same(module: str, path: Path) -> None:
    """Raise ``UnknownBot`` if Python does not find this file under the name of a module, but another one."""
    found = _file_of(module)
    if found == path:
        return
    top = module.partition(".")[0]
    if top in sys.stdlib_module_names or found is None or not is_own(str(found)):
        raise UnknownBot(
            f"Python has a module {top} of its own, which is found before {path.name}: rename it, as in my_{top}.py."
        )
    raise UnknownBot(
        f"{path} is not found: Python has {found} for the module {module}. Rename one of them, or run the command in a "
        "folder that both lie in."
    )


def _imported(path: Path) -> Iterator[str]:
    """The modules that a file imports by name, anywhere in it."""
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError, OSError):  # which is explained when it is imported
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from [alias.name.partition(".")[0] for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def _made_in(module: ModuleType) -> str:
    """The name of a bot in a module, or of the first function without arguments, which may make one; or nothing."""
    own = {name: one for name, one in vars(module).items() if not name.startswith("_")}
    ready = [name for name, one in own.items() if isinstance(one, Bot)]
    functions = [
        name
        for name, one in own.items()
        if isinstance(one, FunctionType) and one.__module__ == module.__name__ and not _needs_arguments(one)
    ]
    return next(iter([*ready, *functions]), "")


def _needs_arguments(function: FunctionType) -> bool:
    """Whether a function cannot be called without arguments."""
    kinds = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    return any(
        one.default is Parameter.empty and one.kind not in kinds for one in signature(function).parameters.values()
    )


def _only_bot(module: str) -> str:
    """The name of the one bot in a module, which is only looked at: it is imported again by whoever loads the bot."""
    before = set(sys.modules)
    try:
        found = import_module(module)
    except (Exception, SystemExit) as error:
        raise UnknownBot(f"{module} cannot be imported: {describe_error(error)}{describe_place(error)}") from error
    finally:
        for name in own_modules():
            if name not in before:
                del sys.modules[name]
    classes = [
        name
        for name, one in vars(found).items()
        if isinstance(one, type) and issubclass(one, Bot) and one.__module__ == module
    ]
    if not classes:
        made = _made_in(found)
        hint = f"; if {made} is one or makes one, name it: {module}:{made}." if made else ""
        raise UnknownBot(f"{module} defines no {hint and 'class of a '}bot{hint or NO_BOT}")
    if len(classes) > 1:
        raise UnknownBot(
            f"{module} has {len(classes)} bots: {', '.join(classes)}. Name one, as in {module}:{classes[0]}."
        )
    return classes[0]
