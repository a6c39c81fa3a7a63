"""Set-up: the options, and what chance decides (R2).

Everything chance decides is drawn here, once, and kept as plain lists. Each part can be given instead; then no random
number is used for it. Shuffles call only ``rng.random()``, the one sequence that Python guarantees to keep.
"""

from collections.abc import Sequence
from random import Random

from kilowatt.rules.atlas import Atlas
from kilowatt.rules.board import Board
from kilowatt.rules.errors import InvalidSetup
from kilowatt.rules.plants import PLANTS, STEP_3, Card, Plant
from kilowatt.rules.rulebook import Rulebook
from kilowatt.rules.state import Setup
from kilowatt.rules.tables import FEWEST_PLAYERS, MOST_PLAYERS, PLAYER_COUNTS
from kilowatt.rules.text import shown


def make_setup(
    board: Board,
    rules: Rulebook,
    players: object,
    *,
    options: dict[str, object],
    rng: Random,
    regions: object = None,
    order: object = None,
    deck: object = None,
    deck_after_step_3: object = None,
) -> Setup:
    """Draw what is not given and check what is. Raises ``InvalidSetup`` if it is wrong."""
    if type(players) is not int or not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        message = f"The game is for {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not {shown(players)}."
        raise InvalidSetup(message, "seats")
    atlas = board.atlas
    chosen = _regions(board, rules, players, regions, rng)
    seats = _order(players, order, rng)
    plants = plants_of_the_game(atlas, rules)
    cards = tuple(_cards(deck, "deck")) if deck is not None else tuple(_shuffled_deck(atlas, plants, players, rng))
    removed = _check_deck(atlas, plants, cards)
    ranking = _ranking(plants, deck_after_step_3, rng)
    return Setup(
        board,
        rules,
        players,
        options=options,
        regions=chosen,
        order=seats,
        deck=cards,
        removed=removed,
        after_step_3=ranking,
    )


def shuffled_ints(count: int, rng: Random) -> list[int]:
    """The numbers below ``count`` in random order."""
    items = list(range(count))
    for place in range(count - 1, 0, -1):
        other = int(rng.random() * (place + 1))
        items[place], items[other] = items[other], items[place]
    return items


def shuffled(plants: Sequence[Plant], rng: Random) -> list[Plant]:
    """These plants in random order."""
    return [plants[place] for place in shuffled_ints(len(plants), rng)]


def plants_of_the_game(atlas: Atlas, rules: Rulebook) -> list[Plant]:
    """R1.3: all plants that take part, ascending."""
    return atlas.plants(rules.flux)


def drawable_regions(atlas: Atlas, rules: Rulebook, players: int) -> list[tuple[str, ...]]:
    """R2.1, R9.2: the choices of regions that a random draw can give, all equally likely."""
    sets = atlas.region_sets(PLAYER_COUNTS[players].regions)
    if rules.recommended_region is None:
        return sets
    return [chosen for chosen in sets if rules.recommended_region in chosen]


def _regions(board: Board, rules: Rulebook, players: int, given: object, rng: Random) -> tuple[str, ...]:
    """R2.1: as given, drawn (every legal set equally likely), or empty if they are to be drafted."""
    atlas = board.atlas
    number = PLAYER_COUNTS[players].regions
    if given is None:
        sets = drawable_regions(atlas, rules, players)
        return sets[int(rng.random() * len(sets))]
    if isinstance(given, str) and given == "draft":
        return ()
    if isinstance(given, str) or not isinstance(given, Sequence):
        message = f'regions must be a list of region ids, "draft", or None to draw them, not {shown(given)}.'
        raise InvalidSetup(message, "regions")
    for region in given:
        if not isinstance(region, str) or region not in atlas.neighbours:
            names = ", ".join(atlas.neighbours)
            message = f"There is no region {shown(region)} on {board.name}. There are: {names}."
            raise InvalidSetup(message, "regions")
    if len(set(given)) != len(given):
        message = "A region is named twice."
        raise InvalidSetup(message, "regions")
    if len(given) != number:
        message = f"{players} players play in {number} regions, not in {len(given)}."
        raise InvalidSetup(message, "regions")
    if not atlas.is_playable(given):
        message = f"The regions {', '.join(given)} are not connected: a city would be cut off from the others."
        raise InvalidSetup(message, "regions")
    return atlas.in_board_order(given)


def _order(players: int, given: object, rng: Random) -> tuple[int, ...]:
    """R2.3: turn order for round 1, as given or drawn."""
    if given is None:
        return tuple(shuffled_ints(players, rng))
    if (
        isinstance(given, Sequence)
        and all(type(seat) is int for seat in given)
        and sorted(given) == list(range(players))
    ):
        return tuple(given)
    message = f"order must name each seat from 0 to {players - 1} once, not {shown(given)}."
    raise InvalidSetup(message, "order")


def _shuffled_deck(atlas: Atlas, plants: list[Plant], players: int, rng: Random) -> list[Card]:
    """R2.5, R9.6: the top card apart, the rest shuffled, some removed unseen, Step 3 at the bottom."""
    apart = {*atlas.opening_market, atlas.top, *atlas.near_top}
    rest = shuffled([plant for plant in plants if plant not in apart], rng)
    rest = rest[PLAYER_COUNTS[players].plants_removed :]
    near_top = shuffled([*rest[: atlas.near_top_others], *atlas.near_top], rng)
    return [atlas.top, *near_top, *rest[atlas.near_top_others :], STEP_3]


def _cards(given: object, what: str) -> list[Card]:
    """The cards of a list of names."""
    part = what.replace("_", "-")
    if isinstance(given, str) or not isinstance(given, Sequence):
        message = f"{what} must be a list of plants, not {shown(given)}."
        raise InvalidSetup(message, part)
    cards: list[Card] = []
    for name in given:
        card: Card | None = None
        if type(name) is int or type(name) is str:
            card = STEP_3 if name == "step3" else PLANTS.get(name)
        if card is None:
            message = f'{what} names {shown(name)}: a card is a plant\'s number, "flux" or "step3".'
            raise InvalidSetup(message, part)
        if card in cards:
            message = f"{what} names {name!r} twice."
            raise InvalidSetup(message, part)
        cards.append(card)
    return cards


def _check_deck(atlas: Atlas, plants: list[Plant], deck: tuple[Card, ...]) -> tuple[Plant, ...]:
    """The plants removed unseen: those neither in the opening market nor in the deck. The deck may be in any order."""
    in_market, in_game, in_deck = set(atlas.opening_market), set(plants), set(deck)
    if STEP_3 not in in_deck:
        message = 'deck must hold the Step 3 card, "step3".'
        raise InvalidSetup(message, "deck")
    for card in deck:
        if isinstance(card, Plant):
            if card in in_market:
                message = f"Plant {card.name} is in the opening market and cannot be in the deck."
                raise InvalidSetup(message, "deck")
            if card not in in_game:
                message = f"Plant {card.name} is not in this game."
                raise InvalidSetup(message, "deck")
    return tuple([plant for plant in plants if plant not in in_deck and plant not in in_market])


def _ranking(plants: list[Plant], given: object, rng: Random) -> tuple[Plant, ...]:
    """R8.1: the order of the cards left once the Step 3 card has come up. Plants not listed follow, ascending."""
    if given is None:
        return tuple(shuffled(plants, rng))
    listed: list[Plant] = []
    for card in _cards(given, "deck_after_step_3"):
        if not isinstance(card, Plant) or card not in plants:
            message = f"deck_after_step_3 names {card.name!r}, which is not a plant of this game."
            raise InvalidSetup(message, "deck-after-step-3")
        listed.append(card)
    return tuple(listed + [plant for plant in plants if plant not in listed])
