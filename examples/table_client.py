"""Play one seat on a Kilowatt server: create a table with a bot, start it, and decide until the game is over.

    python examples/table_client.py http://127.0.0.1:8421

Needs `pip install httpx websockets`. It imports nothing from Kilowatt: a client in any language can do the same.
"""

import itertools
import json
import sys
from typing import Any

import httpx
from websockets.sync.client import connect


def main(server: str) -> None:
    """Play a first game (seven cities) against one bot."""
    with httpx.Client(base_url=server) as http:
        table = {
            "agreed": {"board": "germany", "players": 2, "first_game": True},
            "seats": [{"who": "me", "nickname": "Ann"}, {"who": "bot", "bot": "novice"}],
        }
        name = http.post("/api/tables", json=table).raise_for_status().json()["table"]["id"]
        http.post(f"/api/tables/{name}/start").raise_for_status()
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in http.cookies.jar)
        address = f"{server.replace('http', 'ws', 1)}/api/tables/{name}/play"
        with connect(address, additional_headers={"Cookie": cookies}) as socket:
            socket.send(json.dumps({"type": "hello"}))
            play(socket)
        print(http.get(f"/api/tables/{name}/record").text)


def play(socket: Any) -> None:
    """Make every decision of seat 0."""
    numbers = itertools.count()
    for text in socket:
        message = json.loads(text)
        if message["type"] == "refused":
            raise SystemExit(message["sentence"])
        position = message.get("position")
        if position is None:
            continue
        if position["view"]["over"]:
            return
        if position["offers"] is not None:
            message = {"type": "play", "seat": 0, "decision": position["decision"], "key": f"decision {next(numbers)}"}
            socket.send(json.dumps({**message, "action": choose(position["offers"])}))


def choose(offers: dict[str, Any]) -> dict[str, Any]:
    """Choose the first legal offer."""

    def first(what: str) -> dict[str, Any] | None:
        return next((offer for offer in offers[what] if offer["refusal"] is None), None)

    asked = offers["asked"]
    if asked == "open" and (plant := first("plants")):
        return {"do": "open", "plant": plant["plant"], "bid": plant["lowest"]}
    if asked == "open":
        return {"do": "pass"}
    if asked == "bid":
        return {"do": "drop"}
    if asked == "buy-fuel" and (fuel := first("fuels")):
        return {"do": "buy-fuel", "fuel": fuel["fuel"], "amount": fuel["most"]}
    if asked == "buy-fuel":
        return {"do": "stop-buying"}
    if asked == "build-house" and (city := first("cities")):
        return {"do": "build-house", "city": city["city"]}
    if asked == "build-house":
        return {"do": "stop-building"}
    if asked == "run-plants":
        run = max((run for run in offers["runs"] if run["mixes"]), key=lambda run: run["powered"])
        return {"do": "run-plants", "plants": run["plants"], "burn": run["mixes"][0]}
    if asked == "scrap" and (plant := first("scrap")):
        return {"do": "scrap", "plant": plant["plant"]}
    return {"do": "keep-fuel", "fuel": offers["keep"][0]}


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8421")
