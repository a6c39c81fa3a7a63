"""What can be changed in a module, one operator at a time."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}

SENTENCES = {"_bad", "_wrong", "fail"}  # functions that complain: their arguments are words for a person
UNBROKEN_FUNCTIONS = {"__repr__"}
UNBROKEN_NAMES = {"__slots__", "message"}
UNBROKEN_FIELDS = {"annotation", "returns", "decorator_list", "bases"}


@dataclass
class Change:
    """Put ``new`` into a field of the last of ``parents``, or into an item of it where the field is a list."""

    parents: tuple[ast.AST, ...]
    field: str
    index: int | None
    new: ast.AST
    scope: str

    def current(self) -> ast.AST:
        """What is there now."""
        value = getattr(self.parents[-1], self.field)
        node = value if self.index is None else value[self.index]
        assert isinstance(node, ast.AST)
        return node

    def swap(self) -> None:
        """Make the change; done again, take it back."""
        old = self.current()
        if self.index is None:
            setattr(self.parents[-1], self.field, self.new)
        else:
            getattr(self.parents[-1], self.field)[self.index] = self.new
        self.new = old


def find_changes(
    node: ast.AST, classes: tuple[str, ...] = (), function: str = "", parents: tuple[ast.AST, ...] = ()
) -> Iterator[Change]:
    """Every change below this node. ``function`` is the outermost one around it, with its class."""
    if isinstance(node, ast.ClassDef):
        classes = (*classes, node.name)
    for field, index, child in _children(node):
        scope = function
        if isinstance(node, ast.FunctionDef) and not function and field == "body":  # defaults belong to the import
            scope = ".".join((*classes, node.name))
        for new in _replacements(child, node, field):
            yield Change((*parents, node), field, index, new, scope)
        if not isinstance(child, ast.Raise):  # what is raised is a sentence
            yield from find_changes(child, classes, scope, (*parents, node))


def _children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    """The nodes right below this one that are worth breaking, with where they are."""
    for field, value in ast.iter_fields(node):
        if field in UNBROKEN_FIELDS or (isinstance(node, ast.ClassDef) and field == "keywords"):
            continue
        if isinstance(node, ast.Call) and _name(node.func) in SENTENCES:
            continue
        if isinstance(value, ast.AST):
            if not _is_left_alone(value):
                yield field, None, value
        elif isinstance(value, list):
            for index, item in enumerate(value):
                if isinstance(item, ast.AST) and not _is_left_alone(item):
                    yield field, index, item


def _is_left_alone(node: ast.AST) -> bool:
    """Whether breaking it would show nothing: what only mypy, mypyc or a reader of messages looks at."""
    match node:
        case ast.Assert() | ast.Import() | ast.ImportFrom() | ast.MatchValue() | ast.expr_context():
            return True
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.FunctionDef(name=name):
            return name in UNBROKEN_FUNCTIONS
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            is_type = isinstance(value, ast.BinOp) and not _numbers_in(value)
            return name in UNBROKEN_NAMES or (name[0].isupper() and not name.isupper() and is_type)
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
    return False


def _numbers_in(node: ast.AST) -> bool:
    return any(isinstance(part, ast.Constant) for part in ast.walk(node))


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _replacements(node: ast.AST, parent: ast.AST, field: str) -> Iterator[ast.AST]:
    """What can stand in the place of this node."""
    if isinstance(node, ast.stmt):
        yield from _instead_of_statement(node)
    elif isinstance(node, ast.expr):
        if field in {"test", "ifs", "guard"}:
            if not isinstance(node, ast.Constant):
                yield ast.Constant(False)
            if not isinstance(parent, ast.While):
                yield ast.Constant(True)
        yield from _instead_of_expression(node)


def _instead_of_statement(node: ast.stmt) -> Iterator[ast.AST]:
    match node:
        case ast.Expr() | ast.Raise() | ast.Break() | ast.Delete():
            yield ast.Pass()
        case ast.Continue():
            yield ast.Pass()
            yield ast.Break()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case ast.AnnAssign(target=ast.Attribute(), value=ast.expr()):
            yield ast.Pass()
        case ast.AugAssign(op=op):
            yield ast.Pass()
            if type(op) in OPERATORS:
                yield ast.AugAssign(node.target, OPERATORS[type(op)](), node.value)
        case ast.Return(value=ast.expr() as value):
            if not (isinstance(value, ast.Constant) and value.value in {None, True, False}):
                yield ast.Return(ast.Constant(None))


def _instead_of_expression(node: ast.expr) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(left=left, ops=ops, comparators=others):
            for place, op in enumerate(ops):
                yield ast.Compare(left, [*ops[:place], COMPARISONS[type(op)](), *ops[place + 1 :]], others)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in OPERATORS:
            yield ast.BinOp(left, OPERATORS[type(operator)](), right)
        case ast.BoolOp(op=ast.And(), values=values):
            yield ast.BoolOp(ast.Or(), values)
        case ast.BoolOp(op=ast.Or(), values=values):
            yield ast.BoolOp(ast.And(), values)
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert(), operand=operand):
            yield operand
        case ast.Constant(value=bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(value=int() | float() as value):
            yield ast.Constant(value + 1)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in SWAPPED:
            yield ast.Call(ast.Name(SWAPPED[name], ast.Load()), args, keywords)
