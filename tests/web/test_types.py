"""web/src/lib/wire.ts has the types of the wire: it is in step with the Structs, and the Structs with the server."""

import copy
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_args

import jsonschema_rs
import msgspec
import pytest
from tests.server.kit import Data, Guest, RunningServer, decide, me, play_on, run

import web_types
from kilowatt.rules import events
from kilowatt.rules.actions import AnyAction
from kilowatt.table.messages import ServerMessage
from typescript import Declarations, alternatives, comment

ROOT = Path(__file__).parents[2]


@cache
def checker(name: str) -> jsonschema_rs.Validator:
    """Checks data against a type as TypeScript sees it: no field is missing, none is unknown."""
    declared = web_types.declarations()
    objects = copy.deepcopy(declared.objects)
    for schema in objects.values():
        schema["additionalProperties"] = False
    kind = declared.names.get(name, {"$ref": f"#/$defs/{name}"})
    return jsonschema_rs.validator_for({**kind, "$defs": objects})


def wrong(name: str, data: Any) -> list[str]:
    """What does not match the type."""
    return [f"{list(error.instance_path)}: {error.message}"[:300] for error in checker(name).iter_errors(data)]


def test_the_types_are_in_step_with_the_structs() -> None:
    command = [sys.executable, "tools/web_types.py", "--check"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr


def test_a_file_that_is_out_of_step_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(web_types, "FILE", tmp_path / "lib" / "wire.ts")
    monkeypatch.setattr(sys, "argv", ["web_types.py", "--check"])
    assert web_types.main() == 1
    assert "run python tools/web_types.py" in capsys.readouterr().err
    monkeypatch.setattr(sys, "argv", ["web_types.py"])
    assert web_types.main() == 0
    monkeypatch.setattr(sys, "argv", ["web_types.py", "--check"])
    assert web_types.main() == 0


def test_every_message_has_a_type_with_its_tag() -> None:
    text = web_types.text()
    for field, kinds in (
        ("type", get_args(ServerMessage)),
        ("do", get_args(AnyAction)),
        ("event", events.Event.__subclasses__()),
    ):
        for kind in kinds:
            assert f'export interface {kind.__name__} {{\n    {field}: "{kind.__struct_config__.tag}";' in text
    assert "unknown" not in text.replace("unknown-", "")


def test_names_stand_for_the_unions_they_name() -> None:
    schemas = {"Either": {"anyOf": [{"type": "integer"}, {"enum": ["flux"]}]}}
    field = {"anyOf": [{"type": "null"}, {"enum": ["flux"]}, {"type": "integer", "minimum": 1}]}
    thing: Data = {"properties": {"a": field, "b": {"type": "array", "items": field}}, "required": ["a"]}
    assert Declarations({"Thing": thing}, schemas).interface("Thing") == (
        "export interface Thing {\n    a: Either | null;\n    b?: (Either | null)[];\n}"
    )
    assert alternatives({"enum": ["x", None]}) == [{"enum": ["x"]}, {"type": "null"}]


def test_docstrings_become_comments_in_the_words_of_typescript() -> None:
    assert comment("``x`` is None.") == ["/** `x` is null. */"]
    assert comment("One.\n\n    Two.") == ["/**", " * One.", " *", " * Two.", " */"]
    assert comment("") == []


def test_a_schema_without_a_rule_is_an_error_and_not_a_guess() -> None:
    with pytest.raises(ValueError, match="needs one"):
        Declarations({}, {}).type_of({"type": "strange"})


def test_the_server_sends_what_the_types_declare(tmp_path: Path) -> None:
    """A whole short game with everything that is answered, each message looked at field by field."""

    async def evening() -> None:
        async with Guest(server.url) as guest:
            for path, name in (("/api/boards", "BoardInfo"), ("/api/bots", "BotInfo")):
                for item in (await guest.get(path))["list"]:
                    assert wrong(name, item) == []
            assert wrong("SummaryCard", await guest.get("/api/boards/japan/card")) == []
            assert wrong("BoardMap", await guest.get("/api/boards/japan/map")) == []
            table = await guest.make("japan", [me("Ann"), me("Bob")], round_limit=4, seconds=900)
            assert wrong("TableInfo", (await guest.get("/api/tables"))["list"][0]) == []
            assert wrong("Problem", await guest.get("/api/tables/nothing")) == []
            await guest.start(table)
            async with guest.at(table, seen=0) as socket:
                await socket.ask("chat", seat=0, text="Good evening.")
                await socket.ask("hint", seat=socket.view["seat"])
                await socket.ask("play", seat=socket.view["seat"], action={"do": "drop"})
                await socket.ask("play", seat=socket.view["seat"], action={"do": "open", "plant": 99, "bid": 1})
                await socket.say("ping")
                assert socket.position is not None
                await socket.ask("what-if", seat=socket.view["seat"], actions=[decide(socket.position, Random(1))])
                await socket.ask("what-if", seat=socket.view["seat"], actions=[{"do": "drop"}])
                await play_on(socket, Random(4))
                said = socket.received
            assert {message["type"] for message in said} == {
                kind.__struct_config__.tag for kind in get_args(ServerMessage)
            } - {"closing", "announcement", "history"}  # the last is for games of hundreds of entries
            assert wrong("ServerMessage", {"type": "history", "entries": socket.entries}) == []
            assert wrong("Announcement", await guest.get("/api/announcement")) == []
            reported = await guest.http.post(f"/api/tables/{table}/report", json={"reason": "spam"})
            assert wrong("Reported", reported.json()) == []
            assert [wrong("ServerMessage", message) for message in said if wrong("ServerMessage", message)] == []
            happened = {event["event"] for entry in socket.entries for event in entry["events"]}
            assert {"house-built", "plants-ran", "fuel-bought", "game-ended"} <= happened
            assert wrong("Replay", await guest.get(f"/api/tables/{table}/replay")) == []
            assert wrong("Seated", await guest.get(f"/api/tables/{table}")) == []

    with RunningServer(f"sqlite:///{(tmp_path / 'table.sqlite').as_posix()}") as server:
        run(evening())


def test_the_types_would_notice_a_field_too_few_or_too_many() -> None:
    pong = {"type": "pong"}
    closing = {"type": "closing", "code": "a", "sentence": "b", "come_back": True}
    assert wrong("ServerMessage", pong) == wrong("ServerMessage", closing) == []
    assert wrong("ServerMessage", {**pong, "more": 1}) != []
    assert wrong("ServerMessage", {key: value for key, value in closing.items() if key != "come_back"}) != []
    assert msgspec.json.decode(msgspec.json.encode(closing)) == closing
