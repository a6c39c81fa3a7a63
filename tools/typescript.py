"""JSON schemas of msgspec as declarations of TypeScript.

json-schema-to-typescript needs Node even to check the file, and spells out each union (`PlantName`) wherever it is.
"""

import json
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

Schema = dict[str, Any]

STRUCTURE = ("$ref", "type", "enum", "anyOf", "items", "prefixItems", "additionalProperties")
"""What a type is made of; the rest of a schema are limits and words."""

PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


@dataclass(frozen=True)
class Declarations:
    """Everything to declare: objects by name, and names for other types, such as unions."""

    objects: dict[str, Schema]
    names: dict[str, Schema]

    def interface(self, name: str) -> str:
        """The declaration of an object."""
        schema = self.objects[name]
        required = set(schema.get("required", ()))
        lines = [
            f"    {key}{'' if key in required else '?'}: {self.type_of(field)};"
            for key, field in schema.get("properties", {}).items()
        ]
        return "\n".join([*comment(schema.get("description", "")), f"export interface {name} {{", *lines, "}"])

    def alias(self, name: str, words: str) -> str:
        """The declaration of a name for another type."""
        parts = list(self._parts(self.names[name], but=name))
        text = " | ".join(parts)
        if len(text) > 100:
            text = "".join(f"\n    | {part}" for part in parts)
            return "\n".join([*comment(words), f"export type {name} ={text};"])
        return "\n".join([*comment(words), f"export type {name} = {text};"])

    def type_of(self, schema: Schema) -> str:
        """A type as TypeScript writes it. Integers and floats are both `number`, so duplicates are dropped."""
        return " | ".join(dict.fromkeys(self._parts(schema)))

    def _parts(self, schema: Schema, but: str | None = None) -> Iterator[str]:
        """The alternatives of a type. Those that have a name together, other than ``but``, go by it."""
        members = alternatives(schema)
        by_size = sorted(self.names.items(), key=lambda item: -len(alternatives(item[1])))
        for name, named in by_size:
            known = alternatives(named)
            if name != but and all(part in members for part in known):
                members = [part for part in members if part not in known]
                yield name
        for part in members:
            yield self._single(part)

    def _single(self, schema: Schema) -> str:
        match schema:
            case {"$ref": reference}:
                return str(reference).rpartition("/")[2]
            case {"enum": [value]}:
                return json.dumps(value)
            case {"type": "array", "prefixItems": parts}:
                return f"[{', '.join(self.type_of(part) for part in parts)}]"
            case {"type": "array", "items": part}:
                inner = self.type_of(part)
                return f"({inner})[]" if " | " in inner else f"{inner}[]"
            case {"type": "object", "additionalProperties": value}:
                return f"Record<string, {self.type_of(value)}>"
            case {"type": str(kind)} if kind in PLAIN:
                return PLAIN[kind]
            case {"type": "object"}:
                return "Record<string, unknown>"
        if schema:
            raise ValueError(f"There is no rule for the schema {schema}; tools/typescript.py needs one.")
        return "unknown"

    def order_from(self, roots: list[Schema]) -> list[str]:
        """The objects that these schemas depend on, each after those it mentions itself."""
        found: list[str] = []
        for root in roots:
            self._visit(root, found, set())
        return found

    def _visit(self, node: Any, found: list[str], on_the_way: set[str]) -> None:
        if isinstance(node, list):
            for part in node:
                self._visit(part, found, on_the_way)
        elif isinstance(node, dict):
            name = str(node.get("$ref", "")).rpartition("/")[2]
            if name and name not in found and name not in on_the_way:
                self._visit(self.objects[name], found, on_the_way | {name})
                found.append(name)
            # A discriminator repeats the references, as strings.
            self._visit([part for key, part in node.items() if key != "discriminator"], found, on_the_way)


def alternatives(schema: Schema) -> list[Schema]:
    """The members of a union, one word each for literals; any other type is a union of one."""
    if "anyOf" in schema:
        return [part for member in schema["anyOf"] for part in alternatives(member)]
    if "enum" in schema:
        return [{"type": "null"} if value is None else {"enum": [value]} for value in schema["enum"]]
    return [structure(schema)]


def structure(schema: Any) -> Any:
    """A schema without its limits and words."""
    if isinstance(schema, dict):
        return {key: structure(schema[key]) for key in STRUCTURE if key in schema}
    return [structure(part) for part in schema] if isinstance(schema, list) else schema


def comment(words: str) -> list[str]:
    """A docstring as a comment, in the words of TypeScript."""
    text = textwrap.dedent("    " + words).strip().replace("``", "`").replace("*/", "* /")
    text = re.sub(r"\bNone\b", "null", text)
    lines = text.splitlines()
    if not lines:
        return []
    if len(lines) == 1:
        return [f"/** {lines[0]} */"]
    return ["/**", *[f" * {line}".rstrip() for line in lines], " */"]
