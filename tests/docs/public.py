"""What is public: these modules, and these names in them. They stay: a name may be added here, none may go.

A change that must break one keeps the old name for a release, with a warning, and has a fragment in changelog.d/.
"""

MODULES: dict[str, str] = {
    "kilowatt": """
        PLANTS SEAT_NAMES Action BadInput Bid Board BuildHouse BuyFuel CannotAfford Drop Event Fuels Game Headers
        IllegalAction InvalidRecord InvalidSetup InvalidSnapshot KeepFuel LegalActions NoRecord NotYourTurn
        NothingToUndo Offers Open Pass PickRegion Place Plant PlayerInfo Refusal RuleBroken RunPlants Scrap StopBuilding
        StopBuying UnknownBoard View action_from_data action_from_json action_to_data boards commitment concealed_record
        find_board from_snapshot new_game read_record resample_game reveals sample_game
    """,
    "kilowatt.analysis": """
        Ending Expansion Forecast House Purchase Run RunChoice best_purchase best_run cheapest_cities cheapest_fuel
        choose_run city_costs forecasts fuel_values next_card_odds odds_within who_can_end
    """,
    "kilowatt.arena": "Entrant Fixture TournamentPlan fixtures read_entrants",
    "kilowatt.bots": "SENTENCES Advice Bot Limit Misbehaviour Reason UnknownBot Work ask load names",
    "kilowatt.drawing": "board_svg",
    "kilowatt.env": "ENCODING_VERSION",
    "kilowatt.env.action_codec": "ACTIONS MaskedAction decode encode mask meaning",
    "kilowatt.env.agent": "Network PolicyBot load_agent load_network",
    "kilowatt.env.arrays": "SCALE connections mask_of named observation plant_cards",
    "kilowatt.env.dataset": "Dataset DatasetPlan Manifest Shard Stopped make_dataset open_dataset",
    "kilowatt.env.evaluation": "WinShare evaluate win_share",
    "kilowatt.env.kilowatt_v0": "env raw_env",
    "kilowatt.env.observation_codec": "LAYOUT OBSERVATION observe",
    "kilowatt.env.openspiel": "KilowattGame KilowattState load_game",
    "kilowatt.env.reward_shaping": "lead",
    "kilowatt.env.rewards": "place win",
    "kilowatt.env.single_agent": "KilowattEnv",
    "kilowatt.env.vector": "KilowattVectorEnv",
    "kilowatt.rendering": "Window animate draw picture text to_png to_rgb",
    "kilowatt.review": """
        Chronicle Decision Loss Review ReviewReason RoundEnd RoundLosses SeatLosses Spending Standing Worth chronicle
        money_lost review sum_up
    """,
    "kilowatt.rules.atlas": "Atlas City Region",
    "kilowatt.rules.events": """
        AuctionOpened BidRaised BuildingStopped BuyingStopped Dropped FuelBought FuelLost FuelResupplied GameEnded
        HouseBuilt OrderChanged Passed PhaseBegan PlantDrawn PlantRemoved PlantScrapped PlantSold PlantWentUnder
        PlantsRan RegionPicked RoundBegan Step3CardLeft Step3Drawn StepBegan
    """,
    "kilowatt.rules.plants": "KINDS Fuel Kind",
    "kilowatt.rules.rulebook": """
        STANDARD BiddingRule EnteringRule FuelPriceRule MarketUpdateRule NetworkRule PassingRule RowRule Rulebook
    """,
    "kilowatt.table": """
        Adviser Agreement BotSeat Clock Conflict Conversation Denied Free Journal JournalTrouble LocalAdviser Me
        MemoryJournal NewTable Table TableRegistry Viewer
    """,
    "kilowatt.testing": "BotFault BotReport Scenario check_bot pins scenario",
    "kilowatt.testing.strategies": "PLAYERS any_action board_keys eager games play_on positions set_ups",
}
