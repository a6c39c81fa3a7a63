"""Docstrings for the compiled build: mypyc leaves them out, so they are written into the C that it generates.

mypyc already writes signatures there, `play($self, action, seat=None)` and two dashes, in the fields from which Python
takes `__doc__`. The docstring goes behind the signature. Properties and modules have none, and their field is NULL.
That signature has no types, so the docstring of a function ends with one that has.

hatch_build.py runs this between mypyc and the C compiler, with the mypy version that pyproject.toml pins: nothing
promises that another version writes the same C. tests/docs/test_public.py finds a docstring that got lost.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from mypyc.codegen.cstring import c_string_initializer
from mypyc.namegen import NameGenerator

STRINGS = r'(NULL|(?:"(?:[^"\\]|\\.)*"\s*)+)'
FUNCTION = re.compile(r"\(PyCFunction\)CPyPy_(\w+),(\s+METH_[\w |]+, PyDoc_STR\()" + STRINGS)
CLASS = re.compile(r"(static PyTypeObject CPyType_(\w+)_template_ = \{[^}]*?\.tp_doc = PyDoc_STR\()" + STRINGS)
PROPERTY = re.compile(r"\(getter\)(\w+),(\s+(?:NULL|\(setter\)\w+),\s*)NULL, NULL\}")
MODULE = re.compile(r'(PyModuleDef_HEAD_INIT,\s+"([\w.]+)",\s+)NULL(?=, /\* docstring \*/)')


def put_docstrings(source: Path, modules: Iterable[str], generated: Iterable[Path]) -> int:
    """Write the docstrings of these modules, paths relative to `source`, into the generated C files; how many."""
    docs = dict(docstrings(source, list(modules)))
    written = 0
    for path in generated:
        text = path.read_text(encoding="utf-8")
        done, count = with_docstrings(text, docs)
        path.write_text(done, encoding="utf-8")
        written += count
    return written


def docstrings(source: Path, modules: list[str]) -> Iterator[tuple[str, str]]:
    """Every docstring of the modules, by the name that what it describes has in C; that of a module by its own name."""
    names = {path: path.removesuffix(".py").replace("/", ".") for path in modules}
    in_c = NameGenerator([sorted(names.values())])
    for path, module in names.items():
        tree = ast.parse((source / path).read_text(encoding="utf-8"))
        if text := ast.get_docstring(tree):
            yield module, text
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                if text := ast.get_docstring(node):
                    yield f"class {in_c.private_name(module, node.name)}", text
                for inner in node.body:
                    if isinstance(inner, ast.FunctionDef) and (text := ast.get_docstring(inner)):
                        yield in_c.private_name(module, f"{node.name}.{inner.name}"), with_types(text, inner)
                        yield in_c.private_name(module, f"{node.name}_get_{inner.name}"), text
            elif isinstance(node, ast.FunctionDef) and (text := ast.get_docstring(node)):
                yield in_c.private_name(module, node.name), with_types(text, node)


def with_types(text: str, function: ast.FunctionDef) -> str:
    """A docstring with the signature and its types at the end, if there are any."""
    arguments = [*function.args.posonlyargs, *function.args.args]
    if arguments and arguments[0].arg in ("self", "cls"):
        (function.args.posonlyargs or function.args.args).pop(0)
    returned = "" if function.returns is None else f" -> {ast.unparse(function.returns)}"
    types = f"({ast.unparse(function.args)}){returned}"
    return text if types in ("()", "() -> None") else f"{text}\n\nTypes: {types}"


def with_docstrings(code: str, docs: dict[str, str]) -> tuple[str, int]:
    """Generated C with these docstrings, and how many of them it has taken."""
    count = 0

    def literal(name: str, before: str = "") -> str | None:
        nonlocal count
        if name not in docs:
            return None
        count += 1
        text = c_string_initializer(docs[name].encode())
        return text if before in ("", "NULL") else f"{before.rstrip()} {text}"

    def function(found: re.Match[str]) -> str:
        text = literal(found[1], found[3])
        return found[0] if text is None else f"(PyCFunction)CPyPy_{found[1]},{found[2]}{text}"

    def one_class(found: re.Match[str]) -> str:
        text = literal(f"class {found[2]}", found[3])
        return found[0] if text is None else f"{found[1]}{text}"

    def one_property(found: re.Match[str]) -> str:
        text = literal(found[1])
        return found[0] if text is None else f"(getter){found[1]},{found[2]}{text}, NULL}}"

    def module(found: re.Match[str]) -> str:
        text = literal(found[2])
        return found[0] if text is None else f"{found[1]}{text}"

    for pattern, replace in ((FUNCTION, function), (CLASS, one_class), (PROPERTY, one_property), (MODULE, module)):
        code = pattern.sub(replace, code)
    return code, count
