"""Actions in the words of a record: ``opens 10 at 12``. The grammar is in ``docs/records.md``."""

import re
from typing import Any, Final, NoReturn

from kilowatt.rules.actions import (
    Action,
    Bid,
    BuildHouse,
    BuyFuel,
    Drop,
    Fuels,
    KeepFuel,
    Open,
    Pass,
    PickRegion,
    RunPlants,
    Scrap,
    StopBuilding,
    StopBuying,
)
from kilowatt.rules.errors import BadInput
from kilowatt.rules.plants import numbers_of
from kilowatt.rules.tables import FUELS
from kilowatt.rules.text import shortened

NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}")


def action_in_words(action: Action) -> str:
    """The action as a record writes it, after the seat: ``opens 10 at 12``."""
    match action:
        case PickRegion():
            return f"picks {action.region}"
        case Open():
            return f"opens {action.plant} at {action.bid}"
        case Pass():
            return "passes"
        case Bid():
            return f"bids {action.amount}"
        case Drop():
            return "drops"
        case Scrap():
            return f"scraps {action.plant}"
        case KeepFuel():
            return f"keeps {_fuels_in_words(action.fuel)}"
        case BuyFuel():
            return f"buys {action.amount} {action.fuel}"
        case StopBuying():
            return "stops buying"
        case BuildHouse():
            return f"{'starts' if action.start else 'builds'} {action.city}"
        case StopBuilding():
            return "stops building"
        case RunPlants():
            plants = " ".join([str(plant) for plant in action.plants]) or "nothing"
            return f"runs {plants}" + (f" burning {_fuels_in_words(action.burn)}" if action.burn != Fuels() else "")
        case _:
            message = f"{action!r} is not an action of the game."
            raise BadInput(message)


def _fuels_in_words(fuels: Fuels) -> str:
    return " ".join([f"{amount} {name}" for name, amount in zip(FUELS, numbers_of(fuels), strict=True) if amount])


def action_from_words(text: str) -> Action:
    """Read an action as a record writes it. Raises ``BadInput`` if it is not one."""
    match text.split(" "):
        case ["picks", region]:
            return PickRegion(region)
        case ["opens", plant, "at", bid]:
            return Open(_plant(plant), _number(bid))
        case ["passes"]:
            return Pass()
        case ["bids", amount]:
            return Bid(_number(amount))
        case ["drops"]:
            return Drop()
        case ["scraps", plant]:
            return Scrap(_plant(plant))
        case ["keeps", *fuels]:
            return KeepFuel(_fuels(fuels))
        case ["buys", amount, fuel] if fuel in FUELS:
            return BuyFuel(fuel, _number(amount))
        case ["stops", "buying"]:
            return StopBuying()
        case ["builds", city]:
            return BuildHouse(city)
        case ["starts", city]:
            return BuildHouse(city, start=True)
        case ["stops", "building"]:
            return StopBuilding()
        case ["runs", "nothing"]:
            return RunPlants()
        case ["runs", *words] if words:
            end = words.index("burning") if "burning" in words else len(words)
            burn = _fuels(words[end + 1 :]) if end < len(words) else Fuels()
            return RunPlants(tuple([_plant(word) for word in words[:end]]), burn)
    return _wrong(f"{shortened(text)!r} is not a decision of the game")


def _wrong(message: str) -> NoReturn:
    raise BadInput(message + ".")


def _number(word: str) -> int:
    if not NUMBER.fullmatch(word):
        _wrong(f"{shortened(word)!r} is not a whole number")
    return int(word)


def _plant(word: str) -> Any:
    return "flux" if word == "flux" else _number(word)


def _fuels(words: list[str]) -> Fuels:
    amounts: dict[str, int] = {}
    if not words or len(words) % 2:
        _wrong(f"{shortened(' '.join(words))!r} is not a list of fuels such as '2 coal 1 oil'")
    for word, name in zip(words[::2], words[1::2], strict=True):
        if name not in FUELS or _number(word) == 0 or any(FUELS.index(other) >= FUELS.index(name) for other in amounts):
            _wrong("fuels are named in the order coal, oil, garbage, uranium, each once, and never with amount 0")
        amounts[name] = _number(word)
    return Fuels(**amounts)
