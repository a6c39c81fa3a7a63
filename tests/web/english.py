"""English sentences that the page puts differently from the library and the server, on purpose.

Each with the sentence in Python that the page's own was written beside: if that changes, look at the page's message
in ``web/src/i18n/en.json`` and its translations, then write the new sentence here.
"""

PUT_DIFFERENTLY = {
    "refusal.malformed": "{what} is not an action as it should be: {why}.",
    "refusal.not-asked": "{what} is not what is asked now: {asked}.",
    "refusal.region-leads-nowhere": "With {region} no legal choice of {number} regions is left.",
    "refusal.bid-above-money": "You have {money} and cannot bid {bid}.",
    "refusal.ceiling-above-money": "You have {money}, and a ceiling cannot be above that.",
    "refusal.cannot-keep": "You can keep {number} tokens, of those you have and as your plants can store them.",
    "refusal.sold-out": "There is not that much {fuel} in the market: {left} left.",
    "refusal.no-room": "Your plants have room for {room} more {fuel}.",
    "refusal.fuel-too-dear": "{amount} {fuel} cost {cost}. You have {money}.",
    "refusal.house-too-dear": "{city} costs {cost}: {route} for the route, {slot} for the slot. You have {money}.",
    "refusal.wrong-burn": "These plants burn {need} tokens of what they can burn; {burn} does not fit.",
    "refusal.not-your-fuel": "You do not have {burn} to burn.",
    "denial.no-such-record": "There is no such record. Perhaps the link is incomplete.",
    "denial.no-such-decision": "This game has {decisions} decisions so far; there is no position after {at}.",
    "denial.not-your-seat": "You do not hold this seat.",
    "denial.not-the-host": "Only whoever made the table may do that.",
    "denial.frozen": "{why}",
    "denial.not-absent": (
        "Whoever holds this seat was here a moment ago. Wait until they have been away for {seconds} s."
    ),
    "denial.no-hint": "The bot had no answer: {why}",
    "denial.unknown-decision": "There is no decision {decision} to answer; the game is at {number}.",
    "denial.wrong-input": "{why}",
    "denial.not-understood": "That is not a message as it should be: {why}.",
    "denial.hello-first": "Say hello first.",
    "denial.hello-twice": "You have said hello already.",
    "denial.rules": "{why}",
    "denial.too-many-records": "You have brought many records in a short time. Wait a while before you bring another.",
    "denial.no-review": "This game could not be analysed: {why}.",
    "denial.trouble": "{why}",
    "denial.banned": "Your address is banned from this server until {until}.",
    "reason.no-plant-pays": "No plant of the row is worth its number to you now.",
    "reason.best-plant": (
        "Plant {plant} gains you most: a {cities}-city plant with about {fuel} in fuel each round, worth up to {worth} "
        "to you."
    ),
    "reason.houses-plan": "Houses for {cost} make it {cities} cities, {powered} of them powered, which pay {income}.",
    "reason.house-waits": "A house more would cost more than it brings before the game ends.",
    "reason.keeps-dearest-fuel": "What would cost most to buy again is kept.",
    "board-rule.plants-out": "Out of the game: {plants}.",
    "board-rule.deck-near-top": (
        "Plant {plant} lies on top of the deck. The next {cards} cards are {plants} and {others} others, shuffled."
    ),
    "board-rule.resupply": "Fuel is resupplied by this board's own table.",
}
