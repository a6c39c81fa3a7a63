"""Two ways to make the broken code run instead of the good one."""

import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import CodeType, FunctionType, ModuleType
from typing import Any

from tests.mutants.breaking import Source


def replace_function(source: Source, code: CodeType, scope: str) -> bool:
    """Put the broken function of the compiled module in the place of the living one; False if that cannot be done."""
    found: Any = sys.modules[source.module]
    for name in scope.split("."):
        found = vars(found).get(name)
    while not isinstance(found, FunctionType):
        found = getattr(found, "fget", None) or getattr(found, "__func__", None)  # a property, or a method of the class
        if found is None:
            return False
    for broken in _functions_in(code):
        if broken.co_qualname == found.__qualname__ and broken.co_firstlineno == found.__code__.co_firstlineno:
            try:
                found.__code__ = broken
            except ValueError:  # other variables around it than before
                return False
            return True
    return False


def _functions_in(code: CodeType) -> list[CodeType]:
    inner = [part for part in code.co_consts if isinstance(part, CodeType)]
    return [*inner, *(deeper for part in inner for deeper in _functions_in(part))]


class BrokenModule(MetaPathFinder, Loader):
    """Imports one module from this code. To be put first in ``sys.meta_path``."""

    def __init__(self, source: Source, code: CodeType) -> None:
        self.source = source
        self.code = code

    def find_spec(self, fullname: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        """For the module of this name only."""
        return spec_from_loader(fullname, self) if fullname == self.source.module else None

    def is_package(self, _fullname: str) -> bool:
        return self.source.file.name == "__init__.py"

    def exec_module(self, module: ModuleType) -> None:
        """The broken code instead of that of the file."""
        if self.source.file.name == "__init__.py":
            module.__path__ = [str(self.source.file.parent)]
        module.__file__ = str(self.source.file)
        exec(self.code, vars(module))  # noqa: S102 - this is what importing is
