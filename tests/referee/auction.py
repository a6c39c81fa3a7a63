"""Phase 2: opening, bidding, dropping, passing, scrapping, keeping fuel (section 4)."""

from __future__ import annotations

from .data import FUELS, PLANTS, Card, rank
from .foul import Foul, require
from .fuel import Tokens, as_fuel, as_tokens, keepable
from .plant_market import draw, replace_lowest, rows
from .position import Auction, Position


def begin(position: Position) -> None:
    """R4.1: everybody is in the phase, in turn order."""
    position.phase = 2
    position.in_phase = list(position.order)
    position.auction = None
    position.somebody_bought = False
    position.first_pass_done = False


def is_barred(position: Position, seat: int, plant: Card) -> bool:
    """R9.4: a uranium plant is only for players with a city in certain countries."""
    board = position.table.board
    countries = board.special.get("uranium_plants_need_city_in")
    if countries is None or PLANTS[plant].kind != "uranium":
        return False
    return not any(board.country_of[city] in countries for city in position.players[seat].cities)


def rivals(position: Position, seat: int, plant: Card) -> list[int]:
    """R4.4: the others who may bid on a plant this seat opens."""
    return [other for other in position.in_phase if other != seat and not is_barred(position, other, plant)]


def can_buy_some_plant(position: Position, seat: int) -> bool:
    """R4.2: whether a plant of the current row is open to the player and its minimum bid affordable."""
    current, _future = rows(position)
    for plant in current:
        if PLANTS[plant].minimum_bid <= position.players[seat].money and not is_barred(position, seat, plant):
            return True
    return False


def require_free_turn(position: Position) -> None:
    """R4.1: the player is up to open or pass: nothing to scrap, no auction under way."""
    require(position.phase == 2, "R4.1", "This is not the auction phase.")
    require(position.buyer is None, "R4.6", f"The player has to {position.owes} first.")
    require(position.auction is None, "R4.4", "An auction is under way: bid or drop.")


def opens(position: Position, seat: int, plant: Card, bid: int) -> None:
    """R4.1, R4.3: put a plant of the current row up for auction; with nobody to outbid it is sold at its minimum."""
    require_free_turn(position)
    current, _future = rows(position)
    require(plant in current, "R4.1", f"Plant {plant} is not in the current row.")
    require(not is_barred(position, seat, plant), "R9.4", f"Plant {plant} needs a city in certain countries.")
    minimum = PLANTS[plant].minimum_bid
    require(bid >= minimum, "R4.3", f"The opening bid must be at least {minimum}.")
    require(bid <= position.players[seat].money, "R4.3", f"A bid of {bid} is above the player's money.")
    others = rivals(position, seat, plant)
    if not others:
        require(bid == minimum, "R4.3", f"Nobody else may bid: the price is {minimum}.")
    position.auction = Auction(plant, bid, seat, seat, [seat, *others])
    pass_turn(position, position.auction)


def pass_turn(position: Position, auction: Auction) -> None:
    """R4.4: the next seat clockwise that is still in this auction is asked; alone, the bidder has bought."""
    if auction.still_in == [auction.bidder]:
        sell(position, auction)
        return
    turn = (auction.turn + 1) % position.table.players
    while turn not in auction.still_in:
        turn = (turn + 1) % position.table.players
    auction.turn = turn


def running_auction(position: Position) -> Auction:
    """R4.4: the auction under way; a foul if there is none."""
    require(position.phase == 2, "R4.1", "This is not the auction phase.")
    if position.auction is None:
        sentence = "No auction is under way."
        raise Foul(sentence, "R4.4")
    return position.auction


def bids(position: Position, seat: int, amount: int) -> None:
    """R4.4: raise by at least 1, never above one's money."""
    auction = running_auction(position)
    require(amount > auction.bid, "R4.4", f"The standing bid is {auction.bid}: {amount} is no raise.")
    require(amount <= position.players[seat].money, "R4.4", f"A bid of {amount} is above the player's money.")
    auction.bid = amount
    auction.bidder = seat
    pass_turn(position, auction)


def drops(position: Position, seat: int) -> None:
    """R4.4: leave this auction, not the phase."""
    auction = running_auction(position)
    auction.still_in.remove(seat)
    pass_turn(position, auction)


def passes(position: Position, seat: int) -> None:
    """R4.2: out of this phase; in round 1 only for who can buy nothing. R9.6: on Russia the lowest may leave."""
    require_free_turn(position)
    released = position.round > 1 or not can_buy_some_plant(position, seat)
    require(released, "R4.2", "Nobody may pass in round 1.")
    position.in_phase.remove(seat)
    from_round = position.table.board.special.get("first_pass_removes_lowest_from_round")
    if from_round is None or position.round < from_round or position.first_pass_done:
        return
    if position.table.first_pass == "anyone" or seat == position.order[0]:
        position.first_pass_done = True
        replace_lowest(position)


def sell(position: Position, auction: Auction) -> None:
    """R4.5: the last bidder pays, takes the plant, is done for the phase, and scraps if over the limit (R4.6)."""
    buyer = position.players[auction.bidder]
    buyer.money -= auction.bid
    buyer.plants = sorted([*buyer.plants, auction.plant], key=rank)
    position.market.remove(auction.plant)
    position.in_phase.remove(auction.bidder)
    position.somebody_bought = True
    position.auction = None
    if len(buyer.plants) > position.table.number("max_plants"):
        position.buyer = auction.bidder
        position.owes = "scrap"
        position.bought = auction.plant
        return
    draw(position)


def scraps(position: Position, seat: int, plant: Card) -> None:
    """R4.6: one of the older plants goes; then fuel that fits nowhere."""
    player = position.players[seat]
    require(position.buyer == seat and position.owes == "scrap", "R4.6", "There is nothing to scrap.")
    require(plant in player.plants, "R4.6", f"The player has no plant {plant}.")
    require(plant != position.bought, "R4.6", "The new plant is not the one to scrap.")
    player.plants.remove(plant)
    position.gone.append(plant)
    choices = keepable(player)
    if len(choices) > 1:
        position.owes = "keep"
        return
    finish_purchase(position, seat, choices[0])


def keeps(position: Position, seat: int, fuel: dict[str, int]) -> None:
    """R4.6: which tokens stay; no token that could be kept is given up."""
    require(position.buyer == seat and position.owes == "keep", "R4.6", "There is no fuel to choose.")
    kept = as_tokens(fuel)
    choices = keepable(position.players[seat])
    size = sum(choices[0])
    require(kept in choices, "R4.6", f"Keep {size} tokens of those the plants can store.")
    finish_purchase(position, seat, kept)


def finish_purchase(position: Position, seat: int, kept: Tokens) -> None:
    """R4.6, R4.7: fuel not kept goes to supply, then the sold plant is replaced."""
    player = position.players[seat]
    for fuel in FUELS:
        position.supply[fuel] += player.fuel[fuel] - as_fuel(kept)[fuel]
    player.fuel = as_fuel(kept)
    position.buyer = None
    position.owes = ""
    position.bought = None
    draw(position)


def is_finished(position: Position) -> bool:
    """Whether everybody has bought or passed, and nothing is owed."""
    return not position.in_phase and position.auction is None and position.buyer is None
