"""What is special about a board, in a few words, read off its data and its rulebook."""

from kilowatt.rules.atlas import City
from kilowatt.rules.board import Board
from kilowatt.rules.tables import FUELS, SLOTS, TOKENS_PER_SPACE, read_data

NUMBERS = {2: "two", 3: "three", 4: "four"}


def peculiarities(board: Board) -> list[tuple[str, str]]:
    """Each point where the board is not the standard game, with the clause it is in."""
    atlas, rules = board.atlas, board.rules
    special = atlas.special
    names = {city.id: city.name for city in atlas.cities}
    found: list[tuple[str, str]] = []
    if "networks" in special:
        number = NUMBERS.get(special["networks"], special["networks"])
        found.append((f"up to {number} networks, begun in {len(special['start_cities'])} start cities", "R9.7"))
    if "uranium_plants_need_city_in" in special:
        found.append(
            (f"uranium plants only with a city in {', '.join(special['uranium_plants_need_city_in'])}", "R9.4")
        )
    if "garbage_discount" in special:
        discount = special["garbage_discount"]
        found.append((f"garbage is {discount['off']} cheaper with {names[discount['city']]}", "R9.4"))
    if "eco_joins_current_row" in special:
        found.append(("an eco plant may join the current row", "R9.5"))
    if "lowest_leaves_in_bureaucracy_of_steps" in special:
        found.append(("the lowest plant leaves in phase 5 too", "R9.5"))
    if "first_pass_removes_lowest_from_round" in special:
        found.append(("the first pass removes the lowest plant", "R9.6"))
    if not rules.obsolete_plants:
        found.append(("no obsolete plants", "R9.6"))
    if rules.recommended_region is not None:
        name = next(region.name for region in atlas.regions if region.id == rules.recommended_region)
        found.append((f"{name} is in play when regions are drawn", "R9.2"))
    if atlas.current_row != 4:
        found.append((f"rows of {NUMBERS.get(atlas.current_row, atlas.current_row)}", "R9.6"))
    if atlas.out_of_game:
        found.append((f"without plant {' and '.join([str(plant.name) for plant in atlas.out_of_game])}", "R2.5"))
    if any(city.slots != SLOTS for city in atlas.cities):
        found.append(("some cities have other slots", "R9.7"))
    return found


def own_tables(board: Board) -> list[str]:
    """Which tables are not the standard ones, as one phrase, or none."""
    tables = read_data("tables.json")
    atlas = board.atlas
    at_start = [
        len(tables["standard_fuel_market"][fuel]) * per for fuel, per in zip(FUELS, TOKENS_PER_SPACE, strict=True)
    ]
    resupply = [tables["standard_resupply"][fuel] for fuel in FUELS]
    own = ["fuel market"] if atlas.fuel_market != at_start else []
    own += ["resupply"] if atlas.resupply != resupply else []
    return [f"its own {' and '.join(own)}"] if own else []


def slots_with_steps(city: City) -> str:
    """``slots 10, 10, 20 in Step 3``, or nothing where they are the usual ones."""
    if city.slots == SLOTS:
        return ""
    return "slots " + ", ".join([str(price) if step == 1 else f"{price} in Step {step}" for price, step in city.slots])
