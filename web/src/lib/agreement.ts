/** What a table agrees on if nobody says otherwise. */

import type { Agreement } from "./wire";

export const USUAL: Agreement = {
    board: "germany",
    players: 4,
    regions: "drawn",
    flux: false,
    first_game: false,
    hidden_money: false,
    round_limit: 100,
    board_options: {},
    hints: true,
    seconds: null,
};
